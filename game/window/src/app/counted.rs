//! Measures a run of a given number of frames: frame times, and memory minute by minute.

use super::super::overlay::statistics::mean_and_p95;
use base::output;
use base::platform::Memory;
use serde::Serialize;
use std::time::{Duration, Instant};

const MINUTE: Duration = Duration::from_secs(60);

/// Milliseconds of a frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    /// All of it.
    pub all: f32,
    /// Of these: places that join and leave, and what of them is handed to the device.
    pub places: f32,
    /// Of these: the ticks that passed.
    pub ticks: f32,
}

/// What is measured.
#[derive(Debug, Default)]
pub(super) struct Counted {
    /// Milliseconds from the start of the program to the first picture of a
    /// world.
    first_frame_ms: Option<f64>,
    spent: Vec<Spent>,
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
    /// Of the longest: places that joined and left, ticks; the rest is drawing.
    max_places_ms: f32,
    max_ticks_ms: f32,
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
    pub fn count(&mut self, spent: Spent) -> u64 {
        self.spent.push(spent);
        self.spent.len() as u64
    }

    /// True when a frame was counted.
    pub fn any(&self) -> bool {
        !self.spent.is_empty()
    }

    /// Reports the result.
    pub fn tell(&self, json: bool) {
        let (mean_ms, p95_ms) = mean_and_p95(self.spent.iter().map(|spent| spent.all));
        let first_frame_ms = self.first_frame_ms.unwrap_or(0.0);
        let frames = self.spent.len();
        let longest = self.spent.iter().copied().enumerate().max_by(|(_, a), (_, b)| a.all.total_cmp(&b.all));
        let (max_frame, Spent { all: max_ms, places: max_places_ms, ticks: max_ticks_ms }) =
            longest.unwrap_or_default();
        if json {
            let private_bytes = &self.private_bytes;
            let result = Result {
                frames,
                mean_ms,
                p95_ms,
                max_ms,
                max_frame,
                max_places_ms,
                max_ticks_ms,
                first_frame_ms,
                private_bytes,
            };
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
