//! Measures a run of a given number of frames: frame times, and memory minute by minute.

use super::super::overlay::statistics::mean_and_p95;
use base::output;
use base::platform::Memory;
use serde::Serialize;
use std::time::{Duration, Instant};

const MINUTE: Duration = Duration::from_secs(60);

/// What is measured.
#[derive(Debug, Default)]
pub(super) struct Counted {
    /// Milliseconds from the start of the program to the first picture of a
    /// world.
    first_frame_ms: Option<f64>,
    drawing_ms: Vec<f32>,
    /// Private memory at the first picture and after each minute, bytes.
    private_bytes: Vec<u64>,
    next_minute: Option<Instant>,
}

#[derive(Serialize)]
struct Result<'a> {
    frames: usize,
    /// Milliseconds spent on one.
    mean_ms: f32,
    p95_ms: f32,
    max_ms: f32,
    /// The longest, counted from 0.
    max_frame: usize,
    first_frame_ms: f64,
    private_bytes: &'a [u64],
}

impl Counted {
    /// A world was drawn; `started` is when the program was.
    pub fn drawn(&mut self, started: Instant) {
        let now = Instant::now();
        if self.first_frame_ms.is_none() {
            let ms = started.elapsed().as_secs_f64() * 1000.0;
            self.first_frame_ms = Some(ms);
            tracing::info!(target: "load", "first frame after {ms:.0} ms");
        }
        if self.next_minute.is_none_or(|next| next <= now) {
            self.next_minute = Some(now + MINUTE);
            if let Some(bytes) = Memory::now().private_bytes {
                tracing::info!(target: "memory", "{} private", output::bytes(bytes));
                self.private_bytes.push(bytes);
            }
        }
    }

    /// Counts one more frame; returns the number so far.
    pub fn count(&mut self, drawing_ms: f32) -> u64 {
        self.drawing_ms.push(drawing_ms);
        self.drawing_ms.len() as u64
    }

    /// True when a frame was counted.
    pub fn any(&self) -> bool {
        !self.drawing_ms.is_empty()
    }

    /// Reports the result.
    pub fn tell(&self, json: bool) {
        let (mean_ms, p95_ms) = mean_and_p95(self.drawing_ms.iter().copied());
        let first_frame_ms = self.first_frame_ms.unwrap_or(0.0);
        let frames = self.drawing_ms.len();
        let longest = self.drawing_ms.iter().copied().enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b));
        let (max_frame, max_ms) = longest.unwrap_or_default();
        if json {
            let private_bytes = &self.private_bytes;
            let result = Result { frames, mean_ms, p95_ms, max_ms, max_frame, first_frame_ms, private_bytes };
            if let Err(failure) = output::json("play", &result) {
                output::note(&format!("error: {failure}"));
            }
            return;
        }
        output::line(&format!(
            "{frames} frames, {mean_ms:.1} ms each, p95 {p95_ms:.1} ms, the longest {max_ms:.1} ms, the first after \
             {first_frame_ms:.0} ms"
        ));
        if self.private_bytes.len() > 1 {
            let minutes: Vec<String> = self.private_bytes.iter().map(|bytes| output::bytes(*bytes)).collect();
            output::line(&format!("private memory minute by minute: {}", minutes.join(", ")));
        }
    }
}
