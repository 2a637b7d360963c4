//! What the headers of a video say, in the words of `videos`.

use crate::kinds;
use avi::Avi;
use serde::Serialize;

/// One video. What its headers do not say is null.
#[derive(Debug, Serialize)]
pub struct Video {
    width: Option<u32>,
    height: Option<u32>,
    frames: Option<u32>,
    frames_per_s: Option<f64>,
    codec: Option<String>,
    sound: Option<String>,
}

impl Video {
    /// What the headers say.
    pub fn of(avi: &Avi) -> Self {
        let video = avi.video();
        let video = video.as_ref();
        Video {
            width: video.map(|video| video.width),
            height: video.map(|video| video.height),
            frames: video.map(|video| video.frames),
            frames_per_s: video.and_then(|video| video.rate),
            codec: video.map(kinds::video_codec),
            sound: avi.audio().map(|audio| kinds::sound(&audio)),
        }
    }

    /// `320x240, 15.00/s, Cinepak (cvid); PCM, 22050 Hz, mono, 16 bit`
    pub fn line(&self) -> String {
        let (Some(width), Some(height)) = (self.width, self.height) else { return "no pictures".to_owned() };
        let rate = self.frames_per_s.map_or_else(String::new, |rate| format!(", {rate:.2}/s"));
        let codec = self.codec.as_deref().unwrap_or("unknown codec");
        format!("{width}x{height}{rate}, {codec}; {}", self.sound.as_deref().unwrap_or("no sound"))
    }
}
