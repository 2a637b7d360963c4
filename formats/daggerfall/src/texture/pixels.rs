//! Pixels of a picture, in the four ways in which files have them.
//! Source: `docs/spec/daggerfall.md`, "8. TEXTURE.nnn".

use super::{Archive, Head, MOST_PIXELS};
use std::fmt;

/// A picture in indexed colours, row by row from its top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Pixels of a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Indices of colours. 0 is transparent in flats.
    pub pixels: Vec<u8>,
}

/// Why a picture cannot be decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// There is no such record or picture, or it is not inside the file.
    Missing,
    /// A size of 0 or less, or of more than [`MOST_PIXELS`].
    Size([i16; 2]),
    /// A compression that is not known.
    Compression(u16),
    /// Row, and what is wrong with it.
    Row(usize, &'static str),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Missing => f.write_str("no such picture"),
            Problem::Size([width, height]) => write!(f, "a size of {width} x {height}"),
            Problem::Compression(word) => write!(f, "compression 0x{word:04x}"),
            Problem::Row(row, what) => write!(f, "row {row}: {what}"),
        }
    }
}

/// Bytes between the starts of two rows of a raw picture.
pub(super) const STRIDE: usize = 256;
/// Runs of no pixels that a row may have before it is given up.
const MOST_EMPTY_RUNS: usize = 16;

pub(super) fn frame(archive: &Archive, record: usize, frame: usize) -> Result<Picture, Problem> {
    let mut picture = Picture::default();
    rows(archive, record, frame, |size, row| {
        [picture.width, picture.height] = size;
        picture.pixels.extend_from_slice(row);
    })?;
    Ok(picture)
}

/// Decodes a picture row by row, each of which is handed over with the size of the picture.
pub(super) fn rows(
    archive: &Archive,
    record: usize,
    frame: usize,
    mut each: impl FnMut([usize; 2], &[u8]),
) -> Result<(), Problem> {
    let record = archive.records.get(record).ok_or(Problem::Missing)?;
    let head = record.head.as_ref().ok_or(Problem::Missing)?;
    let start = usize::try_from(record.entry.position).ok();
    let start = start.and_then(|start| start.checked_sub(archive.data_start())).ok_or(Problem::Missing)?;
    if frame >= usize::from(head.frames) {
        return Err(Problem::Missing);
    }
    let part = Part { data: &archive.data, start, head };
    match head.compression {
        0x0000 | 0x0002 if head.frames == 1 => part.raw(&mut each),
        0x0000 | 0x0002 => part.raw_frame(frame, &mut each),
        0x0108 | 0x1108 => part.runs(frame, &mut each),
        other => Err(Problem::Compression(other)),
    }
}

type Each<'e> = &'e mut dyn FnMut([usize; 2], &[u8]);

/// A record, and the bytes that it may be made of.
struct Part<'a> {
    data: &'a [u8],
    /// Where the head is in them.
    start: usize,
    head: &'a Head,
}

impl<'a> Part<'a> {
    /// The bytes from an offset behind the head on.
    fn from(&self, offset: i64) -> Result<&'a [u8], Problem> {
        let at = usize::try_from(self.start as i64 + offset).map_err(|_| Problem::Missing)?;
        self.data.get(at..).ok_or(Problem::Missing)
    }

    fn size(&self, width: i16, height: i16) -> Result<[usize; 2], Problem> {
        let wrong = Problem::Size([width, height]);
        let [width, height] = [width, height].map(|side| usize::try_from(side).unwrap_or(0));
        if width == 0 || height == 0 || width * height > MOST_PIXELS {
            Err(wrong)
        } else {
            Ok([width, height])
        }
    }

    fn raw(&self, each: Each<'_>) -> Result<(), Problem> {
        let size @ [width, height] = self.size(self.head.width, self.head.height)?;
        let bytes = self.from(i64::from(self.head.data))?;
        let short = |row| Problem::Row(row, "the file ends inside it");
        if width > STRIDE {
            return Err(Problem::Row(0, "more than 256 pixels"));
        }
        for row in 0..height {
            let at = row * STRIDE;
            each(size, bytes.get(at..at + width).ok_or(short(row))?);
        }
        Ok(())
    }

    /// A picture of several: runs of zeros and of what follows them.
    fn raw_frame(&self, frame: usize, each: Each<'_>) -> Result<(), Problem> {
        let data = i64::from(self.head.data);
        let offset = word(self.from(data + 4 * frame as i64)?, 0).ok_or(Problem::Missing)?;
        let bytes = self.from(data + i64::from(offset))?;
        let side = |at: usize| half(bytes, at).map(u16::cast_signed).ok_or(Problem::Missing);
        let size @ [width, height] = self.size(side(0)?, side(2)?)?;
        let mut rest = &bytes[4..];
        let mut line = Vec::with_capacity(width.min(rest.len().saturating_mul(256)));
        for row in 0..height {
            line.clear();
            let mut empty = 0;
            while line.len() < width {
                let [zeros, literals, tail @ ..] = rest else {
                    return Err(Problem::Row(row, "the file ends inside it"));
                };
                let [zeros, literals] = [*zeros, *literals].map(usize::from);
                let there = tail.get(..literals).ok_or(Problem::Row(row, "the file ends inside it"))?;
                empty += usize::from(zeros + literals == 0);
                if line.len() + zeros + literals > width || empty > MOST_EMPTY_RUNS {
                    return Err(Problem::Row(row, "its runs do not fill its width"));
                }
                line.resize(line.len() + zeros, 0);
                line.extend_from_slice(there);
                rest = &tail[literals..];
            }
            each(size, &line);
        }
        Ok(())
    }

    /// A table of rows, each raw or in runs.
    fn runs(&self, frame: usize, each: Each<'_>) -> Result<(), Problem> {
        let size @ [width, height] = self.size(self.head.width, self.head.height)?;
        let table = self.from(i64::from(self.head.data) + 4 * (height * frame) as i64)?;
        let mut line = Vec::new();
        for row in 0..height {
            let cut = Problem::Row(row, "the file ends inside it");
            let (Some(offset), Some(flag)) = (half(table, 4 * row), half(table, 4 * row + 2)) else {
                return Err(cut);
            };
            let bytes = self.from(i64::from(offset.cast_signed())).map_err(|_| cut.clone())?;
            match flag {
                0x8000 => {
                    run_row(bytes, width, &mut line).map_err(|what| Problem::Row(row, what))?;
                    each(size, &line);
                }
                0 => each(size, bytes.get(..width).ok_or(cut)?),
                _ => return Err(Problem::Row(row, "an unknown flag")),
            }
        }
        Ok(())
    }
}

fn run_row(bytes: &[u8], width: usize, line: &mut Vec<u8>) -> Result<(), &'static str> {
    const SHORT: &str = "the file ends inside it";
    line.clear();
    let stated = usize::from(half(bytes, 0).ok_or(SHORT)?);
    if stated != width {
        return Err("another width than the picture");
    }
    let mut at = 2;
    while line.len() < width {
        let count = half(bytes, at).ok_or(SHORT)?.cast_signed();
        at += 2;
        let length = usize::from(count.unsigned_abs());
        if length == 0 || line.len() + length > width {
            return Err("its runs do not fill its width");
        }
        if count < 0 {
            line.resize(line.len() + length, *bytes.get(at).ok_or(SHORT)?);
            at += 1;
        } else {
            line.extend_from_slice(bytes.get(at..at + length).ok_or(SHORT)?);
            at += length;
        }
    }
    Ok(())
}

fn half(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..)?.first_chunk::<2>().map(|half| u16::from_le_bytes(*half))
}

fn word(bytes: &[u8], at: usize) -> Option<i32> {
    bytes.get(at..)?.first_chunk::<4>().map(|word| i32::from_le_bytes(*word))
}
