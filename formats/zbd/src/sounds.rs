//! Sounds (`*.wav` in `sounds*.zbd` and beside it): the header of RIFF/WAVE files; wrong sizes are
//! tolerated. Samples are not decoded here. Source: `docs/spec/zbd/sounds.md`;
//! `docs/spec/zbd/mw3-runtime.md`, "11. Sound".
//!
//! [`look`] finds format and samples without copying; [`read`] and [`write()`]
//! keep every chunk.

use crate::archive::{self, Contents, TypedArchive};
use crate::packed;
use binary::{
    Code, Cursor, Finding, FormatCodes, Garbage, Mode, Record, Report, Result, Segment, Severity, Site,
    Writer, codes, record,
};
use serde::{Deserialize, Serialize};
use std::ops::Range;

codes! {
    TRUNCATED = "zbd.sound.truncated": "the sound ends inside its header" => "copy the file again from its source";
    NOT_FINITE = "zbd.sound.not_finite": "a number is NaN or infinite" => "write the sound again";
    TRAILING = "zbd.sound.trailing": "bytes follow the last chunk" => "cut the file at the stated offset";
    LIMIT = "zbd.sound.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    RIFF = "zbd.sound.riff": "the file does not start as a sound" => "save it as a RIFF/WAVE file";
    NO_FORMAT = "zbd.sound.no_format": "no chunk says how the samples are stored" => "save the sound again";
    NO_DATA = "zbd.sound.no_data": "there are no samples" => "save the sound again";
    RIFF_SIZE = "zbd.sound.riff_size": "the size of the whole is not that of the file" => "nothing; it is not used";
    CHUNK_SIZE = "zbd.sound.chunk_size": "a chunk claims more bytes than there are" => "nothing; what is there is used";
    TAIL = "zbd.sound.tail": "too few bytes for another chunk follow the last one" => "nothing; they are not used";
    FORMAT_TAG = "zbd.sound.format.format_tag": "the samples are stored in a way that no game uses" => "save the sound as PCM";
    CHANNELS = "zbd.sound.format.channels": "the sound is neither mono nor stereo" => "save it with one channel or two";
    RATE = "zbd.sound.format.samples_per_second": "the sound has no sample rate" => "save the sound again";
    BITS = "zbd.sound.format.bits_per_sample": "samples are not of the size that the format has" => "use 8 or 16 bits, 4 for ADPCM";
    BLOCK = "zbd.sound.format.block_align": "the size of a sample frame does not follow from channels and bits" => "save the sound again";
    UNWRITABLE = "zbd.sound.unwritable": "the sound does not fit the format" => "correct the named part";
}

/// Every finding that reading or writing a sound can make.
pub fn codes() -> Vec<&'static Code> {
    CODES.to_vec()
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

/// [`WaveFormat::format_tag`] of plain samples.
pub const PCM: u16 = 1;
/// [`WaveFormat::format_tag`] of Microsoft's ADPCM, used by Crimson Skies.
pub const MS_ADPCM: u16 = 2;
/// [`WaveFormat::format_tag`] of the IMA's ADPCM, likewise.
pub const IMA_ADPCM: u16 = 0x11;

const RIFF_ID: [u8; 4] = *b"RIFF";
const WAVE_ID: [u8; 4] = *b"WAVE";
const FORMAT_ID: [u8; 4] = *b"fmt ";
const DATA_ID: [u8; 4] = *b"data";
/// Id and size.
const CHUNK_HEADER: usize = 8;

record! {
    struct RiffHeader in "zbd.sound" sizes [12] {
        riff: Garbage<4> [0],
        size: u32 [4],
        form: Garbage<4> [8],
    }
}

record! {
    /// How the samples are stored.
    pub struct WaveFormat in "zbd.sound.format" sizes [16] {
        /// [`PCM`], [`MS_ADPCM`] or [`IMA_ADPCM`].
        format_tag: u16 [0],
        /// 1 or 2.
        channels: u16 [2],
        /// Hertz, above 0.
        samples_per_second: u32 [4],
        bytes_per_second: u32 [8],
        /// Bytes of one sample of all channels; of one block in ADPCM.
        block_align: u16 [12],
        /// 8 or 16; 4 in ADPCM.
        bits_per_sample: u16 [14],
    }
}

/// The header of a sound.
#[derive(Clone, Debug, PartialEq)]
pub struct WavInfo {
    /// How the samples are stored.
    pub format: WaveFormat,
    /// The samples: byte offsets from the start of the sound, never past its end.
    pub data: Range<usize>,
}

impl WavInfo {
    /// Duration in seconds, by the stated bytes per second; 0 when that is 0.
    pub fn duration_s(&self) -> f64 {
        self.format.duration_s(self.data.len())
    }
}

impl WaveFormat {
    /// Seconds that so many bytes of samples last.
    pub fn duration_s(&self, bytes: usize) -> f64 {
        let stated = u64::from(self.bytes_per_second);
        let bits = u64::from(self.channels) * u64::from(self.bits_per_sample);
        // For plain samples their size is more reliable than the stated rate.
        let computed = u64::from(self.samples_per_second) * bits / 8;
        let per_second = if self.format_tag == PCM && computed > 0 { computed } else { stated };
        if per_second == 0 { 0.0 } else { bytes as f64 / per_second as f64 }
    }

    fn check(&self, report: &mut Report, at: usize) {
        if !matches!(self.format_tag, PCM | MS_ADPCM | IMA_ADPCM) {
            report.habit(&FORMAT_TAG, at, "1 PCM, 2 MS ADPCM or 17 IMA ADPCM", self.format_tag);
        }
        if !matches!(self.channels, 1 | 2) {
            report.habit(&CHANNELS, at + 2, "1 or 2", self.channels);
        }
        if self.samples_per_second == 0 {
            report.habit(&RATE, at + 4, "samples per second, above 0", 0);
        }
        let bits = match self.format_tag {
            PCM => [8, 16].as_slice(),
            MS_ADPCM | IMA_ADPCM => &[4],
            _ => return,
        };
        if !bits.contains(&self.bits_per_sample) {
            report.habit(&BITS, at + 14, format_args!("{bits:?}"), self.bits_per_sample);
        }
        let frame = u32::from(self.channels) * u32::from(self.bits_per_sample) / 8;
        if self.format_tag == PCM && u32::from(self.block_align) != frame {
            report.note(&BLOCK, at + 12, frame, self.block_align);
        }
    }
}

/// A sound with all that is in its file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wave {
    /// The size in the header where it is not that of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub riff_size: Option<u32>,
    /// The chunks, in file order.
    pub chunks: Vec<Chunk>,
    /// Bytes behind the last chunk, too few for another.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub tail: Vec<u8>,
}

impl Wave {
    /// For a sound that was cut off: how many bytes its samples should have, and how many there
    /// are. Both the header of the whole and that of the samples must say so, since programs that
    /// do not know the length beforehand leave one of them, or both at their greatest value.
    pub fn cut_off(&self) -> Option<(u32, usize)> {
        let data = self.chunks.iter().find(|chunk| *chunk.id.bytes() == DATA_ID)?;
        let ChunkContent::Bytes(samples) = &data.content else { return None };
        let claimed = data.claimed_size?;
        let whole = self.riff_size?;
        (claimed < u32::MAX / 2 && whole as usize > samples.len() && whole >= claimed)
            .then_some((claimed, samples.len()))
    }
}

/// One chunk of a sound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chunk {
    /// `fmt `, `data` and many others.
    pub id: Garbage<4>,
    /// The size where it is more than is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed_size: Option<u32>,
    /// What it holds.
    pub content: ChunkContent,
    /// The byte that makes an odd number of them even, if it is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pad: Option<u8>,
}

/// What a chunk holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "lowercase")]
pub enum ChunkContent {
    /// The first `fmt `.
    Format {
        /// What every format says.
        format: Box<WaveFormat>,
        /// Fields of this format only.
        #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
        extra: Vec<u8>,
    },
    /// The samples in the first `data`, or anything.
    Bytes(#[serde(with = "packed")] Vec<u8>),
}

/// Where a chunk is.
struct Place {
    id: [u8; 4],
    data: Range<usize>,
    claimed_size: Option<u32>,
    pad: Option<u8>,
}

/// The chunk at an offset, cut at the end of the file; none when too few bytes
/// are left for one.
fn place(bytes: &[u8], at: usize) -> Option<Place> {
    let start = at.checked_add(CHUNK_HEADER)?;
    let (id, size) = bytes.get(at..start)?.split_first_chunk::<4>()?;
    let size = u32::from_le_bytes(size.try_into().ok()?);
    let left = bytes.len() - start;
    let length = left.min(size as usize);
    let claimed_size = (length != size as usize).then_some(size);
    let end = start + length;
    // Some tools leave out the padding byte: then a name begins in its place.
    let named = |bytes: &[u8]| bytes.len() == 4 && bytes.iter().all(|byte| (b' '..=b'~').contains(byte));
    let missing = bytes.get(end..end + 4).is_some_and(named);
    let pad = if length % 2 == 1 && !missing { bytes.get(end).copied() } else { None };
    Some(Place { id: *id, data: start..end, claimed_size, pad })
}

impl Place {
    fn end(&self) -> usize {
        self.data.end + usize::from(self.pad.is_some())
    }
}

/// Finds format and samples.
///
/// # Errors
/// When it is no sound, or says nothing of its format or samples; in strict
/// mode the report's verdict says whether a documented habit is broken.
pub fn look(bytes: &[u8], mode: Mode) -> Result<(WavInfo, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let info = walk(&mut cursor, bytes, |_, _| Ok(()))?;
    Ok((info, cursor.report))
}

/// Reads a sound.
///
/// # Errors
/// As [`look`].
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Wave, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let wave = wave(&mut cursor, bytes)?;
    Ok((wave, cursor.finish()?))
}

/// Reads all sounds of an archive.
///
/// # Errors
/// As [`read`] and as reading an archive.
pub fn read_archive(bytes: &[u8], mode: Mode) -> Result<(TypedArchive<Wave>, Report)> {
    let mut report = Report::new(mode);
    let archive = archive::read_all(bytes, Contents::Other, &mut report, &FORMAT, |cursor, member| {
        wave(cursor, &bytes[..member.range.end])
    })?;
    Ok((archive, report))
}

/// Every place the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = wave(&mut cursor, bytes);
    cursor.report.take_sites()
}

/// Visits the chunks of the sound that begins at the cursor and ends with
/// `bytes`; says what the first `fmt ` and the first `data` are.
fn walk(
    cursor: &mut Cursor<'_>,
    bytes: &[u8],
    mut visit: impl FnMut(&Place, Option<&WaveFormat>) -> Result<()>,
) -> Result<WavInfo> {
    let start = cursor.offset();
    // Anything else is not a sound that was cut off.
    let id = bytes.get(start..).unwrap_or_default();
    let id = &id[..id.len().min(RIFF_ID.len())];
    if !RIFF_ID.starts_with(id) {
        let found = format_args!("\"{}\"", id.escape_ascii());
        return Err(cursor.report.broken(&RIFF, start, "a WAV sound, which begins with `RIFF`", found));
    }
    let header: RiffHeader = cursor.record(0)?;
    if (*header.riff.bytes(), *header.form.bytes()) != (RIFF_ID, WAVE_ID) {
        let found = format_args!("`{}` and `{}`", header.riff, header.form);
        return Err(cursor.report.broken(&RIFF, start, "`RIFF`, a size and `WAVE`", found));
    }
    let size = bytes.len() - start - CHUNK_HEADER;
    if header.size as usize != size {
        cursor.report.note(&RIFF_SIZE, start + 4, size, header.size);
    }
    let (mut format, mut data) = (None, None);
    let mut index = 0;
    while let Some(place) = place(bytes, cursor.offset()) {
        cursor.within(Segment::at("chunk", index), |cursor| {
            let at = cursor.offset();
            let _: Garbage<4> = cursor.value("id")?;
            let claimed: u32 = cursor.value("size")?;
            if place.claimed_size.is_some() {
                cursor.report.note(
                    &CHUNK_SIZE,
                    at + 4,
                    format_args!("at most {}", place.data.len()),
                    claimed,
                );
            }
            let first_format = place.id == FORMAT_ID && format.is_none();
            if first_format {
                if place.data.len() < WaveFormat::SIZES[0] {
                    let expected = format_args!("at least {} bytes of format", WaveFormat::SIZES[0]);
                    return Err(cursor.report.broken(&TRUNCATED, at + 4, expected, place.data.len()));
                }
                let found: WaveFormat = cursor.record(0)?;
                found.check(&mut cursor.report, place.data.start);
                format = Some(found);
            } else if place.id == DATA_ID && data.is_none() {
                data = Some(place.data.clone());
            }
            let rest = cursor.offset()..place.end();
            cursor.trace_bytes("bytes", rest.start, rest.len());
            cursor.seek(rest.end)?;
            visit(&place, if first_format { format.as_ref() } else { None })
        })?;
        index += 1;
    }
    if cursor.offset() < bytes.len() {
        let found = format_args!("{} bytes", bytes.len() - cursor.offset());
        cursor.report.note(&TAIL, cursor.offset(), "the end of the sound", found);
    }
    let at = cursor.offset();
    let format = format.ok_or_else(|| cursor.report.broken(&NO_FORMAT, at, "a chunk `fmt `", "none"))?;
    let data = data.ok_or_else(|| cursor.report.broken(&NO_DATA, at, "a chunk `data`", "none"))?;
    Ok(WavInfo { format, data: data.start - start..data.end - start })
}

fn wave(cursor: &mut Cursor<'_>, bytes: &[u8]) -> Result<Wave> {
    let start = cursor.offset();
    // Counted first: chunks can be small, and a list that grows takes twice.
    let mut count = 0;
    let mut at = start.saturating_add(RiffHeader::SIZES[0]);
    while let Some(place) = place(bytes, at) {
        at = place.end();
        count += 1;
    }
    let mut chunks = Vec::with_capacity(count);
    walk(cursor, bytes, |place, format| {
        let bytes = &bytes[place.data.clone()];
        let content = match format {
            Some(format) => ChunkContent::Format {
                format: Box::new(format.clone()),
                extra: bytes.get(WaveFormat::SIZES[0]..).unwrap_or_default().to_vec(),
            },
            None => ChunkContent::Bytes(bytes.to_vec()),
        };
        let id = Garbage::from_bytes(place.id);
        chunks.push(Chunk { id, claimed_size: place.claimed_size, content, pad: place.pad });
        Ok(())
    })?;
    let tail = cursor.take(cursor.remaining(), "a tail")?.to_vec();
    let (stated, size) = (u32_at(bytes, start + 4), bytes.len() - start - CHUNK_HEADER);
    let riff_size = stated.filter(|stated| *stated as usize != size);
    Ok(Wave { riff_size, chunks, tail })
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

/// Writes a sound; sizes are derived unless the chunks state others.
///
/// # Errors
/// `zbd.sound.unwritable` when reading would not give the same chunks back: no
/// format or samples, a size that claims less than is there, a missing byte
/// behind an odd number of them, 4 GiB or more.
pub fn write(wave: &Wave) -> Result<Vec<u8>> {
    let sizes = wave.chunks.iter().map(|chunk| CHUNK_HEADER + chunk.content.size() + 1);
    let mut writer = Writer::with_capacity(RiffHeader::SIZES[0] + sizes.sum::<usize>() + wave.tail.len());
    let [riff, form] = [RIFF_ID, WAVE_ID].map(Garbage::from_bytes);
    writer.record(&RiffHeader { riff, size: 0, form }, 0);
    for chunk in &wave.chunks {
        writer.value(&chunk.id);
        let size = size32(chunk.content.size())?;
        writer.value(&chunk.claimed_size.unwrap_or(size));
        match &chunk.content {
            ChunkContent::Format { format, extra } => {
                writer.record(&**format, 0);
                writer.raw(extra);
            }
            ChunkContent::Bytes(bytes) => writer.raw(bytes),
        }
        if let Some(pad) = chunk.pad {
            writer.value(&pad);
        }
    }
    writer.raw(&wave.tail);
    let size = size32(writer.offset() - CHUNK_HEADER)?;
    writer.patch(4, wave.riff_size.unwrap_or(size));
    let bytes = writer.into_bytes();
    // Inconsistencies are easiest to find by reading the result.
    match read(&bytes, Mode::Lenient) {
        Ok((again, _)) if again == *wave => Ok(bytes),
        Ok(_) => Err(unwritable("chunks that are read as they are written", "others")),
        Err(finding) => Err(unwritable(finding.expected, finding.found)),
    }
}

/// Writes an archive of sounds.
///
/// # Errors
/// As [`write()`] and as writing an archive.
pub fn write_archive(sounds: &TypedArchive<Wave>) -> Result<Vec<u8>> {
    archive::write(&sounds.to_archive(write)?)
}

fn size32(size: usize) -> Result<u32> {
    u32::try_from(size).map_err(|_| unwritable("less than 4 GiB", format_args!("{size} bytes")))
}

impl ChunkContent {
    fn size(&self) -> usize {
        match self {
            ChunkContent::Format { extra, .. } => WaveFormat::SIZES[0] + extra.len(),
            ChunkContent::Bytes(bytes) => bytes.len(),
        }
    }
}

impl Wave {
    /// A sound of plain samples: 1 or 2 channels, their rate in Hertz, 8 bits
    /// (unsigned) or 16 (signed, little-endian), channels interleaved.
    pub fn pcm(channels: u16, samples_per_second: u32, bits_per_sample: u16, samples: Vec<u8>) -> Self {
        let block_align = channels.saturating_mul(bits_per_sample / 8);
        let format = Box::new(WaveFormat {
            format_tag: PCM,
            channels,
            samples_per_second,
            bytes_per_second: samples_per_second.saturating_mul(block_align.into()),
            block_align,
            bits_per_sample,
        });
        let pad = (samples.len() % 2 == 1).then_some(0);
        let chunk =
            |id, content, pad| Chunk { id: Garbage::from_bytes(id), claimed_size: None, content, pad };
        let chunks = vec![
            chunk(FORMAT_ID, ChunkContent::Format { format, extra: Vec::new() }, None),
            chunk(DATA_ID, ChunkContent::Bytes(samples), pad),
        ];
        Wave { chunks, ..Wave::default() }
    }

    /// How the samples are stored.
    pub fn format(&self) -> Option<&WaveFormat> {
        self.chunks.iter().find_map(|chunk| match &chunk.content {
            ChunkContent::Format { format, .. } => Some(&**format),
            ChunkContent::Bytes(_) => None,
        })
    }

    /// The samples as they are stored.
    pub fn samples(&self) -> &[u8] {
        let data = self.chunks.iter().find_map(|chunk| match &chunk.content {
            ChunkContent::Bytes(bytes) if *chunk.id.bytes() == DATA_ID => Some(bytes.as_slice()),
            _ => None,
        });
        data.unwrap_or_default()
    }
}

fn unwritable(expected: impl std::fmt::Display, found: impl std::fmt::Display) -> Box<Finding> {
    Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found))
}
