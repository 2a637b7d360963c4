//! Sound files decoded packet by packet: WAV (PCM and ADPCM), OGG Vorbis, FLAC and MP3.

use std::fmt;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::sync::LazyLock;
use symphonia::core::audio::SampleBuffer;
use symphonia::core::codecs::{self, DecoderOptions};
use symphonia::core::errors::Error;
use symphonia::core::formats::{FormatOptions, FormatReader};
use symphonia::core::io::{MediaSource, MediaSourceStream};
use symphonia::core::meta::MetadataOptions;
use symphonia::core::probe::{Hint, Probe};
use symphonia::default::formats::{FlacReader, MpaReader, OggReader, WavReader};

/// Largest page of an OGG file, in bytes.
const MOST_PAGE: u64 = 27 + 255 + 255 * 255;
/// Most ID3v2 tags before a sound that are skipped; there is one, sometimes two.
const MOST_TAGS: usize = 8;

/// The formats that are known. Without the reader of ID3v2 tags of the library: what they say is not
/// needed, and the tables of encodings for it would be a part of each page that is fetched.
static PROBE: LazyLock<Probe> = LazyLock::new(|| {
    let mut probe = Probe::default();
    probe.register_all::<FlacReader>();
    probe.register_all::<MpaReader>();
    probe.register_all::<OggReader>();
    probe.register_all::<WavReader>();
    probe
});

/// Why a sound file cannot be decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeError {
    /// Neither WAV, OGG Vorbis, FLAC nor MP3.
    Unsupported(&'static str),
    /// The file has no audio track.
    NoTrack,
    /// It says that it has no channels, or a sample rate of zero.
    NoFormat,
    /// More frames a second than are streamed.
    Rate(u32),
    /// More samples than are decoded at once.
    TooLong(usize),
    /// The file is decoded, and there is nothing in it.
    Empty,
    /// What the decoder says.
    Damaged(String),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecodeError::Unsupported(what) => write!(f, "not a kind of sound that is known: {what}"),
            DecodeError::NoTrack => f.write_str("no sound in it"),
            DecodeError::NoFormat => f.write_str("no channels or no rate"),
            DecodeError::Rate(rate) => write!(f, "{rate} frames a second"),
            DecodeError::TooLong(most) => write!(f, "more than {most} samples"),
            DecodeError::Empty => f.write_str("no samples in it"),
            DecodeError::Damaged(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for DecodeError {}

impl From<Error> for DecodeError {
    fn from(error: Error) -> Self {
        match error {
            Error::Unsupported(what) => DecodeError::Unsupported(what),
            error => DecodeError::Damaged(error.to_string()),
        }
    }
}

/// A file that is read while it plays, from where its tags end.
struct Media<R> {
    reader: R,
    /// Bytes of tags at its start.
    start: u64,
    /// Bytes after them.
    bytes: u64,
}

impl<R: Read> Read for Media<R> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        self.reader.read(out)
    }
}

impl<R: Seek> Seek for Media<R> {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        let to = match to {
            SeekFrom::Start(at) => SeekFrom::Start(self.start.saturating_add(at)),
            relative => relative,
        };
        self.reader.seek(to)?.checked_sub(self.start).ok_or_else(|| ErrorKind::InvalidInput.into())
    }
}

impl<R: Read + Seek + Send + Sync> MediaSource for Media<R> {
    fn is_seekable(&self) -> bool {
        true
    }

    fn byte_len(&self) -> Option<u64> {
        Some(self.bytes)
    }
}

/// Some frames, interleaved.
pub(crate) struct Packet<'a> {
    samples: &'a [i16],
    channels: usize,
}

impl<'a> Packet<'a> {
    /// Its frames, one sample of each channel that is kept.
    pub fn frames(&self) -> impl Iterator<Item = &'a [i16]> + use<'a> {
        let kept = self.channels.min(2);
        self.samples.chunks_exact(self.channels).map(move |frame| &frame[..kept])
    }

    /// Samples of all its channels, kept or not.
    pub fn samples(&self) -> usize {
        self.samples.len()
    }

    /// How many frames.
    pub fn len(&self) -> usize {
        self.samples.len() / self.channels
    }
}

/// Decodes one file from its start to its end.
pub(crate) struct Decoder {
    format: Box<dyn FormatReader>,
    codec: Box<dyn codecs::Decoder>,
    track: u32,
    /// Position of the first frame, where a file counts them from elsewhere.
    pub first: u64,
    /// Frames a second, and channels that are kept.
    spec: Option<(u32, usize)>,
    buffer: Option<SampleBuffer<i16>>,
    /// Frames that the file says it has.
    pub promised: Option<u64>,
}

impl Decoder {
    /// Reads a file's headers; its name helps where the content says too little.
    pub fn open(
        name: &str,
        mut reader: impl Read + Seek + Send + Sync + 'static,
    ) -> Result<Self, DecodeError> {
        let io = |error: std::io::Error| DecodeError::from(Error::IoError(error));
        let end = reader.seek(SeekFrom::End(0)).map_err(io)?;
        let start = after_tags(&mut reader).map_err(io)?.min(end);
        reader.seek(SeekFrom::Start(start)).map_err(io)?;
        let media = Media { reader, start, bytes: end - start };
        Decoder::probe(name, MediaSourceStream::new(Box::new(media), Default::default()))
    }

    fn probe(name: &str, stream: MediaSourceStream) -> Result<Self, DecodeError> {
        let mut hint = Hint::new();
        if let Some((_, extension)) = name.rsplit_once('.') {
            hint.with_extension(&extension.to_ascii_lowercase());
        }
        // Vorbis fills its last packet up; nobody is to hear that.
        let format = FormatOptions { enable_gapless: true, ..FormatOptions::default() };
        let format = PROBE.format(&hint, stream, &format, &MetadataOptions::default())?.format;
        let track = format.default_track().ok_or(DecodeError::NoTrack)?;
        let (id, first) = (track.id, track.codec_params.start_ts);
        // How long an MP3 is, is an estimate.
        let is_told = track.codec_params.codec != codecs::CODEC_TYPE_MP3;
        let promised = track.codec_params.n_frames.filter(|_| is_told);
        let codec = symphonia::default::get_codecs().make(&track.codec_params, &DecoderOptions::default())?;
        Ok(Decoder { format, codec, track: id, first, spec: None, buffer: None, promised })
    }

    /// The same file from its start again, decoded exactly as the first time.
    pub fn restart(self, name: &str) -> Result<Self, DecodeError> {
        let mut stream = self.format.into_inner();
        stream.seek(SeekFrom::Start(0)).map_err(Error::IoError)?;
        Decoder::probe(name, stream)
    }

    /// Frames a second, and channels that are kept: 1 or 2. Known from the first
    /// packet on.
    pub fn spec(&self) -> Option<(u32, usize)> {
        self.spec
    }

    /// The next frames; none at the end, and where the file goes on as another
    /// sound. Packets that are damaged are left out.
    pub fn next(&mut self) -> Result<Option<Packet<'_>>, DecodeError> {
        loop {
            let packet = match self.format.next_packet() {
                Ok(packet) => packet,
                Err(Error::IoError(error)) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
                // Another sound follows in the same file: the first is the one.
                Err(Error::ResetRequired) => return Ok(None),
                Err(error) => return Err(error.into()),
            };
            if packet.track_id() != self.track {
                continue;
            }
            let decoded = match self.codec.decode(&packet) {
                Ok(decoded) => decoded,
                Err(Error::IoError(error)) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
                // One packet that is damaged is a short gap.
                Err(Error::DecodeError(_)) => continue,
                Err(error) => return Err(error.into()),
            };
            let spec = *decoded.spec();
            let channels = spec.channels.count();
            if channels == 0 || spec.rate == 0 {
                return Err(DecodeError::NoFormat);
            }
            let said = (spec.rate, channels.min(2));
            if *self.spec.get_or_insert(said) != said {
                return Ok(None);
            }
            let needed = decoded.capacity() * channels;
            let buffer = match &mut self.buffer {
                Some(buffer) if buffer.capacity() >= needed => buffer,
                buffer => buffer.insert(SampleBuffer::new(decoded.capacity() as u64, spec)),
            };
            buffer.copy_interleaved_ref(decoded);
            // Borrowed anew: the borrow above may not outlive its turn of the loop.
            let samples = self.buffer.as_ref().map_or(&[][..], SampleBuffer::samples);
            return Ok(Some(Packet { samples, channels }));
        }
    }
}

/// Where the ID3v2 tags at the start of a file end; 0 without one. What is in them could look like sound.
fn after_tags(reader: &mut (impl Read + Seek)) -> std::io::Result<u64> {
    let mut at = 0;
    for _ in 0..MOST_TAGS {
        reader.seek(SeekFrom::Start(at))?;
        let mut header = [0; 10];
        if reader.read_exact(&mut header).is_err() {
            break;
        }
        let Some(bytes) = tag_bytes(&header) else { break };
        at += bytes;
    }
    Ok(at)
}

/// Bytes of the ID3v2 tag with this header, the header and a footer with it: seven bits in each byte of the
/// size (<https://id3.org/id3v2.4.0-structure>, section 3.1).
fn tag_bytes(header: &[u8; 10]) -> Option<u64> {
    const HAS_FOOTER: u8 = 0x10;
    let [b'I', b'D', b'3', major, minor, flags, size @ ..] = *header else { return None };
    if major == 0xff || minor == 0xff || size.iter().any(|byte| *byte >= 0x80) {
        return None;
    }
    let size = size.iter().fold(0, |size, byte| size << 7 | u64::from(*byte));
    Some(10 + size + if flags & HAS_FOOTER != 0 { 10 } else { 0 })
}

/// How an OGG file ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The file is another one, and says at its start how long it is.
    NotOgg,
    /// Its last page is not marked as the last, or not all there.
    CutOff,
    /// With its last page, which says how many frames there are up to there.
    At(u64),
}

/// How an OGG file ends. The reader stands at its start afterwards.
pub(crate) fn ending(reader: &mut (impl Read + Seek)) -> std::io::Result<Ending> {
    let mut id = [0; 4];
    reader.seek(SeekFrom::Start(0))?;
    if reader.read_exact(&mut id).is_err() || &id != b"OggS" {
        reader.seek(SeekFrom::Start(0))?;
        return Ok(Ending::NotOgg);
    }
    let bytes = reader.seek(SeekFrom::End(0))?;
    reader.seek(SeekFrom::Start(bytes.saturating_sub(MOST_PAGE)))?;
    let mut tail = Vec::new();
    reader.by_ref().take(MOST_PAGE).read_to_end(&mut tail)?;
    reader.seek(SeekFrom::Start(0))?;
    Ok(last_page(&tail).map_or(Ending::CutOff, Ending::At))
}

/// Where the last OGG page in these bytes ends, in frames, if it is whole and
/// marked as the last.
fn last_page(bytes: &[u8]) -> Option<u64> {
    /// Where the flags stand in a page and which of them is that of the last one,
    /// then the position, the number of segments and their lengths.
    const FLAGS: usize = 5;
    const LAST: u8 = 4;
    const POSITION: usize = 6;
    const COUNT: usize = 26;
    const LENGTHS: usize = 27;
    let page = &bytes[bytes.windows(4).rposition(|id| id == b"OggS")?..];
    let count = usize::from(*page.get(COUNT)?);
    let lengths = page.get(LENGTHS..LENGTHS + count)?;
    let body: usize = lengths.iter().map(|length| usize::from(*length)).sum();
    let is_last = page[FLAGS] & LAST != 0 && page.len() >= LENGTHS + count + body;
    page[POSITION..].first_chunk().map(|position| u64::from_le_bytes(*position)).filter(|_| is_last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Samples;

    /// A tag with this in it.
    fn tag(inside: &[u8], flags: u8) -> Vec<u8> {
        let size = inside.len() as u32;
        let size = [21, 14, 7, 0].map(|bits| (size >> bits & 0x7f) as u8);
        let footer: &[u8] = if flags & 0x10 != 0 { b"3DI\x04\x00\x10\x00\x00\x00\x00" } else { &[] };
        [b"ID3\x04\x00", &[flags][..], &size, inside, footer].concat()
    }

    #[test]
    fn tags_before_a_sound_are_skipped_whatever_is_in_them() {
        let tone = include_bytes!("../../../tests/program/tone.mp3");
        let plain = Samples::decode("tone.mp3", tone).unwrap();
        // A picture in a tag may look like a sound; this one is.
        let other = &tone[tone.len() / 2..];
        for tags in [tag(b"", 0), tag(&vec![0; 300], 0x10), [tag(other, 0), tag(other, 0x10)].concat()] {
            let tagged = [&tags, &tone[..]].concat();
            assert_eq!(after_tags(&mut std::io::Cursor::new(&tagged)).unwrap(), tags.len() as u64);
            assert_eq!(Samples::decode("tone.mp3", &tagged).unwrap(), plain);
        }
    }

    #[test]
    fn what_only_begins_like_a_tag_is_none() {
        assert_eq!(tag_bytes(b"ID3\x04\x00\x00\x00\x00\x02\x01"), Some(10 + 257));
        assert_eq!(tag_bytes(b"ID3\x04\x00\x00\x00\x00\x80\x01"), None);
        assert_eq!(tag_bytes(b"ID3\xff\x00\x00\x00\x00\x00\x01"), None);
        assert_eq!(tag_bytes(b"RIFF\x00\x00\x00\x00WA"), None);
        // Cut off within the tag: no sound, and nothing is read beyond the end.
        let cut = &tag(&[0; 300], 0)[..100];
        assert!(Samples::decode("cut.mp3", cut).is_err());
    }
}
