//! The kind of AVI videos, and their codecs in words.

use crate::{Audio, Avi, Video, audio_name, codes, is_avi, read, video_name};
use binary::Result;
use filekind::{Content, FileKind, Recognise, Variant, Writing, boxed};

/// All kinds of this crate.
pub static KINDS: &[&FileKind] = &[&AVI];

/// A video, of which only the headers are understood.
pub static AVI: FileKind = FileKind {
    endings: &[".avi"],
    recognise: Recognise {
        start: |bytes| is_avi(bytes).then(Variant::default),
        promised: Some(|_| true),
        ..Recognise::NEVER
    },
    writing: Writing::Never,
    codes,
    ..FileKind::new("avi", "AVI video", |bytes, _, mode| boxed(read(bytes, mode)))
};

impl Content for Avi {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        Ok(None)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let mut rows = Vec::new();
        if let Some(video) = self.video() {
            let rate = video.rate.map_or_else(String::new, |rate| format!(", {rate:.2} a second"));
            rows.push(("pictures", format!("{} x {}, {}{rate}", video.width, video.height, video.frames)));
            rows.push(("picture codec", video_codec(&video)));
        }
        rows.push(("sound", self.audio().map_or_else(|| "none".to_owned(), |audio| sound(&audio))));
        rows
    }
}

/// How pictures are coded: `Cinepak (cvid)`.
pub fn video_codec(video: &Video) -> String {
    match video_name(video.codec) {
        Some(name) if video.codec.is_zero() => name.to_owned(),
        Some(name) => format!("{name} ({})", video.codec),
        None => video.codec.to_string(),
    }
}

/// How sound is coded: `PCM, 22050 Hz, mono, 16 bit`.
pub fn sound(audio: &Audio) -> String {
    spoken_sound(&sound_codec(audio.tag), audio.rate, audio.channels, audio.bits)
}

/// The name of a way to store samples, by the number it has in WAV and AVI files.
pub fn sound_codec(tag: u16) -> String {
    audio_name(tag).map_or_else(|| format!("0x{tag:04x}"), str::to_owned)
}

/// As [`sound`]; 0 bits where the codec does not say.
pub fn spoken_sound(codec: &str, rate: u32, channels: u16, bits: u16) -> String {
    let channels = match channels {
        1 => "mono".to_owned(),
        2 => "stereo".to_owned(),
        more => format!("{more} channels"),
    };
    let bits = if bits > 0 { format!(", {bits} bit") } else { String::new() };
    format!("{codec}, {rate} Hz, {channels}{bits}")
}
