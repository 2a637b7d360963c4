//! What an AVI video is: its size, rate, length, codecs and sound.
//!
//! Games of all families store their videos as AVI. This reads the headers and counts the frames;
//! it decodes neither pictures nor sound and writes no videos. It is tolerant: recorders and
//! cutters of the time left wrong sizes and cut files behind, which are findings, not the end.
//!
//! Source: Microsoft's documentation "AVI RIFF File Reference", with the
//! structures `AVIMAINHEADER`, `AVISTREAMHEADER`, `BITMAPINFOHEADER` and
//! `WAVEFORMATEX`; "OpenDML AVI File Format Extensions" for files beyond 1 GB.
//!
//! | file | holds |
//! |---|---|
//! | `kind.rs` | the kind of AVI videos, as the lists of kinds see it |
//! | `read.rs` | the walk through the chunks of a file |
//! | `fourcc.rs` | names of four characters |
//! | `names.rs` | common names of codecs |
//!
//! ```
//! use binary::Mode;
//!
//! let error = avi::read(b"RIFF....WAVE", Mode::Lenient).unwrap_err();
//! assert_eq!(error.code, "avi.signature");
//! ```

#![forbid(unsafe_code)]

mod fourcc;
mod kind;
mod names;
mod read;

pub use fourcc::FourCc;
pub use kind::{AVI, KINDS, sound, sound_codec, spoken_sound, video_codec};
pub use names::{audio_name, video_name};
pub use read::{fields, is_avi, read};

use binary::{Code, FormatCodes, Record as _, codes, record};
use serde::{Deserialize, Serialize};

codes! {
    TRUNCATED = "avi.truncated": "a header ends too early" => "copy the file again from its source";
    NOT_FINITE = "avi.not_finite": "a number is NaN or infinite" => "copy the file again from its source";
    TRAILING = "avi.trailing": "bytes follow the last part" => "nothing, unless the video does not play to its end";
    LIMIT = "avi.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    SIGNATURE = "avi.signature": "the file does not start as an AVI video" => "make sure that this is a video and was copied whole";
    NO_HEADER = "avi.no_header": "the video has no header" => "copy the file again from its source";
    SIZE = "avi.size": "the size of the whole is not that of the file" => "copy the file again from its source; it may be cut off";
    CHUNK = "avi.chunk": "a part reaches past the end of the one it is in" => "copy the file again from its source; it may be cut off";
    STREAMS = "avi.streams": "the number of streams is not that of the header" => "copy the file again from its source";
    FORMAT = "avi.format": "a stream does not say how it is coded" => "nothing can play it";
    NO_VIDEO = "avi.no_video": "there is no stream of pictures" => "play it as sound";
    NO_FRAMES = "avi.no_frames": "there is no list of pictures and sound" => "copy the file again from its source; it may be cut off";
    FRAMES = "avi.frames": "there are fewer pictures than the header says" => "nothing, unless the video does not play to its end";
    RATE = "avi.rate": "a stream has no rate" => "players guess it";
    DIMENSIONS = "avi.dimensions": "the size of the picture is 0, or not that of the header" => "players believe the stream";
}

/// Every finding that reading a video can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, MainHeader::CODES, StreamHeader::CODES, BitmapInfo::CODES, WaveFormat::CODES].concat()
}

static FORMAT_CODES: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

record! {
    /// `AVIMAINHEADER` without its own chunk header.
    pub struct MainHeader in "avi.main" sizes [56] {
        micro_seconds_per_frame: u32 [0],
        max_bytes_per_second: u32 [4],
        padding_granularity: u32 [8],
        flags: u32 [12],
        /// Pictures in the first gigabyte.
        total_frames: u32 [16],
        initial_frames: u32 [20],
        streams: u32 [24],
        suggested_buffer_size: u32 [28],
        /// Pixels.
        width: u32 [32],
        /// Pixels.
        height: u32 [36],
        reserved: [u32; 4] [40],
    }
}

record! {
    /// `AVISTREAMHEADER` without its own chunk header; early files leave out the
    /// rectangle.
    pub struct StreamHeader in "avi.stream" sizes [48, 56] {
        // Columns: early files; all others.
        /// `vids`, `auds`, `txts`, `mids`.
        kind: FourCc [0, 0],
        /// The preferred codec.
        handler: FourCc [4, 4],
        flags: u32 [8, 8],
        priority: u16 [12, 12],
        language: u16 [14, 14],
        initial_frames: u32 [16, 16],
        /// `rate / scale` are frames or sound samples per second.
        scale: u32 [20, 20],
        rate: u32 [24, 24],
        /// In units of `scale / rate` seconds.
        start: u32 [28, 28],
        /// In units of `scale / rate` seconds.
        length: u32 [32, 32],
        suggested_buffer_size: u32 [36, 36],
        quality: u32 [40, 40],
        sample_size: u32 [44, 44],
        /// Left, top, right, bottom.
        frame: [i16; 4] [_, 48],
    }
}

record! {
    /// `BITMAPINFOHEADER`.
    pub struct BitmapInfo in "avi.bitmap" sizes [40] {
        size: u32 [0],
        /// Pixels.
        width: i32 [4],
        /// Pixels; negative: the first row is the topmost.
        height: i32 [8],
        planes: u16 [12],
        bit_count: u16 [14],
        /// The codec; 0 for none.
        compression: FourCc [16],
        size_image: u32 [20],
        pixels_per_metre: [i32; 2] [24],
        colors_used: u32 [32],
        colors_important: u32 [36],
    }
}

record! {
    /// `WAVEFORMAT`, `PCMWAVEFORMAT`, `WAVEFORMATEX`: each adds a word.
    pub struct WaveFormat in "avi.wave" sizes [14, 16, 18] {
        // Columns: WAVEFORMAT; PCMWAVEFORMAT; WAVEFORMATEX.
        /// 1 for PCM; see [`audio_name`].
        tag: u16 [0, 0, 0],
        channels: u16 [2, 2, 2],
        samples_per_second: u32 [4, 4, 4],
        average_bytes_per_second: u32 [8, 8, 8],
        block_align: u16 [12, 12, 12],
        bits_per_sample: u16 [_, 14, 14],
        extra_size: u16 [_, _, 16],
    }
}

/// An AVI video.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Avi {
    /// The main header.
    pub main: MainHeader,
    /// Frames in all parts of a file beyond 1 GB (OpenDML).
    pub all_frames: Option<u32>,
    /// Video, sound and others, in file order.
    pub streams: Vec<Stream>,
}

/// A stream of video, sound or something else.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stream {
    /// Its header.
    pub header: StreamHeader,
    /// Its format.
    pub format: Format,
    /// Chunks of data in the file; for video one per frame.
    pub chunks: u32,
    /// Their total size in bytes.
    pub chunk_bytes: u64,
}

/// The format of a stream.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Missing, or too short.
    #[default]
    Unknown,
    /// Video.
    Video(BitmapInfo),
    /// Sound.
    Audio(WaveFormat),
}

/// The video of a file, in the figures people ask for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Video {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Frames, as the headers state.
    pub frames: u32,
    /// Frames per second, if the headers state it.
    pub rate: Option<f64>,
    /// The codec; zeros for uncompressed.
    pub codec: FourCc,
    /// Bits per pixel once decoded.
    pub bits: u16,
}

impl Video {
    /// Duration in seconds.
    pub fn seconds(&self) -> Option<f64> {
        Some(f64::from(self.frames) / self.rate?)
    }
}

/// The sound of a video, in the figures people ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Audio {
    /// The codec, see [`audio_name`]; 1 for uncompressed.
    pub tag: u16,
    /// 1 mono, 2 stereo.
    pub channels: u16,
    /// Samples per second.
    pub rate: u32,
    /// Bits per sample; 0 where the codec does not state it.
    pub bits: u16,
}

impl Avi {
    /// Its video: the first such stream.
    pub fn video(&self) -> Option<Video> {
        self.streams.iter().find_map(|stream| {
            let Format::Video(bitmap) = &stream.format else { return None };
            let header = &stream.header;
            let promised = [header.length, self.all_frames.unwrap_or_default(), self.main.total_frames];
            let of_stream = (header.scale > 0 && header.rate > 0)
                .then(|| f64::from(header.rate) / f64::from(header.scale));
            let of_file = (self.main.micro_seconds_per_frame > 0)
                .then(|| 1e6 / f64::from(self.main.micro_seconds_per_frame));
            Some(Video {
                width: bitmap.width.unsigned_abs(),
                height: bitmap.height.unsigned_abs(),
                frames: promised.into_iter().find(|frames| *frames > 0).unwrap_or(stream.chunks),
                rate: of_stream.or(of_file),
                codec: bitmap.compression,
                bits: bitmap.bit_count,
            })
        })
    }

    /// Its sound: the first such stream.
    pub fn audio(&self) -> Option<Audio> {
        self.streams.iter().find_map(|stream| match &stream.format {
            Format::Audio(wave) => Some(Audio {
                tag: wave.tag,
                channels: wave.channels,
                rate: wave.samples_per_second,
                bits: wave.bits_per_sample,
            }),
            _ => None,
        })
    }
}
