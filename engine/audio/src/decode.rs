//! Sound files decoded packet by packet: WAV (PCM and ADPCM), OGG Vorbis, FLAC and MP3.

use std::fmt;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use symphonia::core::audio::SampleBuffer;
use symphonia::core::codecs::{self, DecoderOptions};
use symphonia::core::errors::Error;
use symphonia::core::formats::{FormatOptions, FormatReader};
use symphonia::core::io::{MediaSource, MediaSourceStream};
use symphonia::core::meta::MetadataOptions;
use symphonia::core::probe::Hint;

/// Largest page of an OGG file, in bytes.
const MOST_PAGE: u64 = 27 + 255 + 255 * 255;

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

/// A file that is read while it plays.
struct Media<R> {
    reader: R,
    bytes: u64,
}

impl<R: Read> Read for Media<R> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        self.reader.read(out)
    }
}

impl<R: Seek> Seek for Media<R> {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.reader.seek(to)
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
        let bytes = reader.seek(SeekFrom::End(0)).map_err(io)?;
        reader.seek(SeekFrom::Start(0)).map_err(io)?;
        Decoder::probe(name, MediaSourceStream::new(Box::new(Media { reader, bytes }), Default::default()))
    }

    fn probe(name: &str, stream: MediaSourceStream) -> Result<Self, DecodeError> {
        let mut hint = Hint::new();
        if let Some((_, extension)) = name.rsplit_once('.') {
            hint.with_extension(&extension.to_ascii_lowercase());
        }
        // Vorbis fills its last packet up; nobody is to hear that.
        let format = FormatOptions { enable_gapless: true, ..FormatOptions::default() };
        let probe = symphonia::default::get_probe();
        let format = probe.format(&hint, stream, &format, &MetadataOptions::default())?.format;
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
