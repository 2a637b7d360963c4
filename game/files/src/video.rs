//! What the headers of a video say.

use avi::{Avi, sound, video_codec};
use base::output;
use serde::Serialize;

/// One video. What its headers do not say is null.
#[derive(Debug, Default, Serialize)]
pub struct Video {
    /// Pixels.
    pub width: Option<u32>,
    /// Pixels.
    pub height: Option<u32>,
    /// Pictures, as the headers promise.
    pub frames: Option<u32>,
    /// Pictures a second.
    pub frames_per_s: Option<f64>,
    /// How long it plays.
    pub duration_ms: Option<u64>,
    /// How the pictures are coded.
    pub codec: Option<String>,
    /// How the sound is coded.
    pub sound: Option<String>,
}

impl Video {
    /// What the headers say.
    pub fn of(avi: &Avi) -> Self {
        let sound = avi.audio().map(|audio| sound(&audio));
        let Some(video) = avi.video() else { return Video { sound, ..Video::default() } };
        Video {
            width: Some(video.width),
            height: Some(video.height),
            frames: Some(video.frames),
            frames_per_s: video.rate,
            duration_ms: video.seconds().map(|seconds| (seconds * 1000.0).round() as u64),
            codec: Some(video_codec(&video)),
            sound,
        }
    }

    /// `320x240  15.00/s  0:06.0  Cinepak (cvid); PCM, 22050 Hz, mono, 16 bit`
    pub fn line(&self) -> String {
        let (Some(width), Some(height)) = (self.width, self.height) else { return "no pictures".to_owned() };
        let rate = self.frames_per_s.map_or_else(String::new, |rate| format!("  {rate:.2}/s"));
        let time = self.duration_ms.map_or_else(String::new, |ms| format!("  {}", output::minutes(ms)));
        let codec = self.codec.as_deref().unwrap_or_default();
        let sound = self.sound.as_deref().unwrap_or("no sound");
        format!("{width}x{height}{rate}{time}  {codec}; {sound}")
    }
}
