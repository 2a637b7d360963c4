//! Common names of the codecs that games of the time used.

use crate::FourCc;

/// Video codecs, by their four characters in capitals.
const VIDEO: [(&[u8; 4], &str); 20] = [
    (b"CRAM", "Microsoft Video 1"),
    (b"MSVC", "Microsoft Video 1"),
    (b"WHAM", "Microsoft Video 1"),
    (b"CVID", "Cinepak"),
    (b"IV31", "Indeo 3"),
    (b"IV32", "Indeo 3"),
    (b"IV41", "Indeo 4"),
    (b"IV50", "Indeo 5"),
    (b"MRLE", "Microsoft RLE"),
    (b"MJPG", "Motion JPEG"),
    (b"DVSD", "DV"),
    (b"DUCK", "TrueMotion 1"),
    (b"TM20", "TrueMotion 2"),
    (b"MPG4", "Microsoft MPEG-4"),
    (b"MP42", "Microsoft MPEG-4"),
    (b"MP43", "Microsoft MPEG-4"),
    (b"DIV3", "DivX 3"),
    (b"DIVX", "DivX"),
    (b"DX50", "DivX 5"),
    (b"XVID", "Xvid"),
];

/// Sound codecs, by their tag.
const AUDIO: [(u16, &str); 9] = [
    (0x0001, "PCM"),
    (0x0002, "Microsoft ADPCM"),
    (0x0003, "PCM, floating point"),
    (0x0006, "A-law"),
    (0x0007, "\u{b5}-law"),
    (0x0011, "IMA ADPCM"),
    (0x0022, "TrueSpeech"),
    (0x0031, "GSM 6.10"),
    (0x0055, "MP3"),
];

/// The common name of a video codec.
pub fn video_name(codec: FourCc) -> Option<&'static str> {
    match u32::from_le_bytes(codec.0) {
        0 => return Some("uncompressed"),
        // BITMAPINFOHEADER has numbers of its own for its two run-length encodings.
        1 | 2 => return Some("Microsoft RLE"),
        _ => {}
    }
    let wanted = codec.0.to_ascii_uppercase();
    VIDEO.iter().find(|(known, _)| known[..] == wanted).map(|(_, name)| *name)
}

/// The common name of a sound codec.
pub fn audio_name(tag: u16) -> Option<&'static str> {
    AUDIO.iter().find(|(known, _)| *known == tag).map(|(_, name)| *name)
}
