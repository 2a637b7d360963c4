//! Making archives. Source: `docs/spec/daggerfall.md`, "8. TEXTURE.nnn".

use super::pixels::STRIDE;
use super::{Archive, Entry, HEADER_SIZE, Head, Picture, Record};
use crate::text::Text;
use binary::Record as _;

/// How the pixels of a record are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// One picture: rows of bytes. Several: runs of zeros and of other bytes.
    #[default]
    Raw,
    /// Runs, as most flats have them.
    ImageRuns,
    /// Runs, under the other number.
    RecordRuns,
}

/// A record of an archive that is made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewRecord {
    /// Its pictures, of one size.
    pub frames: Vec<Picture>,
    /// Its offset.
    pub offset: [i16; 2],
    /// Of flats: 256ths of the size that are added to it.
    pub scale: [i16; 2],
    /// How its pixels are written.
    pub encoding: Encoding,
}

impl NewRecord {
    /// A record of one picture.
    pub fn new(picture: Picture) -> Self {
        NewRecord { frames: vec![picture], ..NewRecord::default() }
    }

    fn size(&self) -> Option<[i16; 2]> {
        let first = self.frames.first()?;
        let alike = |picture: &Picture| {
            (picture.width, picture.height) == (first.width, first.height)
                && picture.pixels.len() == picture.width.saturating_mul(picture.height)
        };
        let sides = [i16::try_from(first.width).ok()?, i16::try_from(first.height).ok()?];
        (sides.iter().all(|side| *side > 0) && self.frames.iter().all(alike)).then_some(sides)
    }
}

impl Archive {
    /// An archive of these records. Raw pictures share rows of 256 bytes behind everything else; others stand
    /// behind their heads. `None` for a name of more than 24 letters, pictures of other than one size in a record,
    /// raw ones of more than 256 pixels a row, runs of more than 32 KiB a record, more than 65535 records and more
    /// than 2 GiB.
    pub fn new(name: &str, records: &[NewRecord]) -> Option<Self> {
        u16::try_from(records.len()).ok()?;
        let heads = HEADER_SIZE + Entry::SIZES[0] * records.len();
        let mut data = Vec::new();
        let mut shelf = Shelf::default();
        let mut places = vec![Place::default(); records.len()];
        let is_shared = |record: &NewRecord| record.encoding == Encoding::Raw && record.frames.len() == 1;
        for (record, place) in records.iter().zip(&mut places).filter(|(record, _)| is_shared(record)) {
            place.head = reserve(&mut data);
            place.pixels = shelf.put(record.frames.first()?)?;
        }
        for (record, place) in records.iter().zip(&mut places).filter(|(record, _)| !is_shared(record)) {
            place.head = reserve(&mut data);
            place.pixels = data.len();
            match record.encoding {
                Encoding::Raw => put_frames(&mut data, &record.frames)?,
                Encoding::ImageRuns | Encoding::RecordRuns => {
                    put_runs(&mut data, place.head, &record.frames)?
                }
            }
            place.size = data.len() - place.pixels;
        }
        let shared = data.len();
        data.extend_from_slice(&shelf.bytes);
        i32::try_from(heads + data.len()).ok()?;
        let mut made = Vec::with_capacity(records.len());
        for (record, place) in records.iter().zip(places) {
            let [width, height] = record.size()?;
            let (pixels, size) = match is_shared(record) {
                true => (
                    place.pixels + shared,
                    usize::from(width.unsigned_abs()) * usize::from(height.unsigned_abs()),
                ),
                false => (place.pixels, place.size),
            };
            let [x, y] = record.offset;
            let [scale_x, scale_y] = record.scale;
            let compression = match record.encoding {
                Encoding::Raw => 0,
                Encoding::ImageRuns => 0x0108,
                Encoding::RecordRuns => 0x1108,
            };
            let (size, frames) = (i32::try_from(size).ok()?, u16::try_from(record.frames.len()).ok()?);
            let from = i32::try_from(pixels - place.head).ok()?;
            let head = Head {
                x,
                y,
                width,
                height,
                compression,
                size,
                data: from,
                frames,
                scale_x,
                scale_y,
                ..Head::default()
            };
            head.put(&mut data[place.head..place.head + Head::SIZES[0]], 0);
            let position = i32::try_from(heads + place.head).ok()?;
            made.push(Record { entry: Entry { position, ..Entry::default() }, head: Some(head) });
        }
        Some(Archive { name: Text::new(name)?, records: made, data })
    }
}

/// Where a record's head and pixels are behind the list of records; shared pixels where they are among such.
#[derive(Clone, Copy, Default)]
struct Place {
    head: usize,
    pixels: usize,
    size: usize,
}

/// Makes room for a head.
fn reserve(data: &mut Vec<u8>) -> usize {
    let at = data.len();
    data.resize(at + Head::SIZES[0], 0);
    at
}

/// Rows of 256 bytes in which raw pictures stand side by side.
#[derive(Default)]
struct Shelf {
    bytes: Vec<u8>,
    start: usize,
    height: usize,
    used: usize,
}

impl Shelf {
    /// Puts a picture where there is room for it; returns where its first pixel is.
    fn put(&mut self, picture: &Picture) -> Option<usize> {
        let Picture { width, height, ref pixels } = *picture;
        if width == 0 || width > STRIDE || pixels.len() != width.checked_mul(height)? {
            return None;
        }
        if self.used + width > STRIDE || height > self.height {
            (self.start, self.height, self.used) = (self.bytes.len(), height, 0);
            self.bytes.resize(self.start + STRIDE * height, 0);
        }
        let place = self.start + self.used;
        for (row, pixels) in pixels.chunks_exact(width).enumerate() {
            let at = place + STRIDE * row;
            self.bytes[at..at + width].copy_from_slice(pixels);
        }
        self.used += width;
        Some(place)
    }
}

/// Several pictures: a list of offsets, then each with its size and its rows of runs.
fn put_frames(data: &mut Vec<u8>, frames: &[Picture]) -> Option<()> {
    let start = data.len();
    data.resize(start + 4 * frames.len(), 0);
    for (index, picture) in frames.iter().enumerate() {
        let offset = i32::try_from(data.len() - start).ok()?;
        data[start + 4 * index..start + 4 * index + 4].copy_from_slice(&offset.to_le_bytes());
        for side in [picture.width, picture.height] {
            data.extend_from_slice(&i16::try_from(side).ok()?.to_le_bytes());
        }
        for row in picture.pixels.chunks_exact(picture.width.max(1)) {
            put_zero_runs(data, row);
        }
    }
    Some(())
}

fn put_zero_runs(data: &mut Vec<u8>, mut row: &[u8]) {
    while !row.is_empty() {
        let zeros = row.iter().take(255).take_while(|pixel| **pixel == 0).count();
        let rest = &row[zeros..];
        let literals = rest.iter().take(255).take_while(|pixel| **pixel != 0).count();
        data.extend_from_slice(&[zeros as u8, literals as u8]);
        data.extend_from_slice(&rest[..literals]);
        row = &rest[literals..];
    }
}

/// A table of all rows of all pictures, then the rows. Offsets count from the head, which is at `head`, and
/// have 15 bits: rows further away have no room.
fn put_runs(data: &mut Vec<u8>, head: usize, frames: &[Picture]) -> Option<()> {
    let rows = || frames.iter().flat_map(|picture| picture.pixels.chunks_exact(picture.width.max(1)));
    let mut entry = data.len();
    data.resize(entry + 4 * rows().count(), 0);
    for row in rows() {
        let offset = i16::try_from(data.len() - head).ok()?;
        data[entry..entry + 2].copy_from_slice(&offset.to_le_bytes());
        data[entry + 2..entry + 4].copy_from_slice(&0x8000_u16.to_le_bytes());
        entry += 4;
        data.extend_from_slice(&(row.len() as u16).to_le_bytes());
        put_row(data, row);
    }
    Some(())
}

fn put_row(data: &mut Vec<u8>, mut row: &[u8]) {
    let same = |row: &[u8]| row.iter().take_while(|pixel| Some(*pixel) == row.first()).count().min(32767);
    while !row.is_empty() {
        let run = same(row);
        if run > 2 {
            data.extend_from_slice(&(-(run as i16)).to_le_bytes());
            data.push(row[0]);
            row = &row[run..];
            continue;
        }
        let literals = (0..row.len()).position(|at| same(&row[at..]) > 2).unwrap_or(row.len()).min(32767);
        data.extend_from_slice(&(literals as i16).to_le_bytes());
        data.extend_from_slice(&row[..literals]);
        row = &row[literals..];
    }
}
