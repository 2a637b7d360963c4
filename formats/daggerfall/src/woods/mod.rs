//! WOODS.WLD: the elevation of the whole map, and a record with control heights for each of its pixels.
//! Source: `docs/spec/daggerfall.md`, "2. WOODS.WLD".
//!
//! [`read`] keeps the file as it is and looks at where its parts are; [`Woods::elevation`] and
//! [`Woods::pixel`] then answer for one pixel without copying. What the numbers mean for the land is in
//! three readings: [`unity`], [`original`] and [`noise`]; [`land`] chooses among them.
//!
//! ```
//! use binary::Mode;
//! use daggerfall::woods::{self, Pixel, Woods};
//!
//! let hill = Pixel { ground: 302, roughness: 3 << 5, heights: [20; 25], ..Pixel::default() };
//! let map = Woods::new(4, 3, |x, _| (if x == 0 { 2 } else { 40 }, hill.clone())).unwrap();
//! let bytes = woods::write(&map)?;
//!
//! let (read, _) = woods::read(&bytes, Mode::Lenient)?;
//! assert_eq!((read.elevation(0, 0), read.elevation(1, 0)), (2, 40));
//! // Beyond the edge of the map its last pixels go on.
//! assert_eq!(read.elevation(99, 99), 40);
//! assert_eq!(read.pixel(3, 2).unwrap(), hill);
//! assert_eq!(read, map);
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

mod file;
pub mod land;
pub mod noise;
pub mod original;
pub mod perlin;
pub mod unity;

pub use file::{CODES, codes, fields, read, write};
pub(crate) use file::{could_be, full_record};

use crate::packed;
use binary::{Record, record};
use serde::{Deserialize, Serialize};

/// Pixels of the real map, west to east.
pub const WIDTH: u32 = 1000;
/// Pixels of the real map, north to south.
pub const HEIGHT: u32 = 500;
/// Where the list of offsets starts.
pub(crate) const HEADER_SIZE: usize = Header::SIZES[0];
/// Bytes of a pixel's record.
pub(crate) const PIXEL_SIZE: usize = Pixel::SIZES[0];
/// Bytes of the table of height bands.
pub(crate) const BANDS_SIZE: usize = 1024;
/// The rows of the height band table that the real file fills, for maps without one.
pub const BANDS: [[u8; 4]; 3] = [[3, 15, 75, 110], [3, 20, 90, 110], [3, 10, 20, 60]];

record! {
    /// The start of the file.
    pub struct Header in "daggerfall.woods.header" sizes [144] {
        /// Bytes of the list of offsets: four for each pixel.
        offset_list_size: u32 [0],
        /// Pixels west to east.
        width: u32 [4],
        /// Pixels north to south.
        height: u32 [8],
        zero: u32 [12] must 0,
        /// Where the table of height bands is.
        bands: u32 [16],
        one: u32 [20] must 1,
        /// Bytes of a pixel's record before its heights.
        head_size: u32 [24] must 22,
        /// Where the elevation map is.
        elevation: u32 [28],
        zeros: [u32; 28] [32] must [0; 28],
    }
}

record! {
    /// What the file says of one pixel beside its elevation.
    pub struct Pixel in "daggerfall.woods.pixel" sizes [47] {
        /// Of the pixel's generator of random numbers.
        seed: u32 [0],
        /// Archive of the flats of nature; 0, the climate says it.
        nature: u16 [4],
        /// Ground archive; CLIMATE.PAK overrides it.
        ground: u16 [6],
        /// Row of the height band table.
        band: u8 [8],
        /// Bits 5 to 7 the roughness; the others not 0 in a full record.
        roughness: u8 [9],
        /// Where paths start; none in the real file.
        paths: [u16; 6] [10],
        /// 5 x 5 control heights: rows from the north, columns from the west.
        heights: [u8; 25] [22],
    }
}

impl Pixel {
    /// How much noise the original's land gets, 0 to 7.
    pub fn roughness(&self) -> u8 {
        self.roughness >> 5
    }

    /// True for a record with four layers of 128 x 128 bytes in place of the control heights. No real
    /// pixel has one.
    pub fn is_full(&self) -> bool {
        self.roughness & 0x1F != 0
    }

    /// The control height in a row from the north and a column from the west, each 0 to 4.
    pub fn control(&self, row: usize, column: usize) -> u8 {
        self.heights[(5 * row.min(4) + column.min(4)).min(24)]
    }
}

/// A whole map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Woods {
    /// Its size, and where its parts are.
    pub header: Header,
    /// Where the record of each pixel is, row by row from the north-west, from the start of the file.
    #[serde(with = "packed::words")]
    pub offsets: Vec<u32>,
    /// Everything behind the list of offsets.
    #[serde(with = "packed")]
    pub body: Vec<u8>,
}

impl Woods {
    /// A map of this size as the real file is laid out: the table of height bands, the elevation map, the
    /// pixels' records. `pixel` gives elevation and record of the pixel at x from the west, y from the north.
    ///
    /// `None` for a size of 0, and for one whose file would need more than 32 bits.
    pub fn new(width: u32, height: u32, mut pixel: impl FnMut(u32, u32) -> (u8, Pixel)) -> Option<Woods> {
        let count = width.checked_mul(height).filter(|count| *count > 0)? as usize;
        let start = HEADER_SIZE.checked_add(count.checked_mul(4)?)?;
        let records = start + BANDS_SIZE + count;
        u32::try_from(records.checked_add(count.checked_mul(PIXEL_SIZE)?)?).ok()?;
        let mut body = vec![0; BANDS_SIZE + count + count * PIXEL_SIZE];
        body[..12].copy_from_slice(BANDS.as_flattened());
        let (head, tail) = body.split_at_mut(BANDS_SIZE + count);
        for (index, record) in tail.chunks_exact_mut(PIXEL_SIZE).enumerate() {
            let (x, y) = (index as u32 % width, index as u32 / width);
            let (elevation, pixel) = pixel(x, y);
            head[BANDS_SIZE + index] = elevation;
            pixel.put(record, 0);
        }
        let header = Header {
            offset_list_size: 4 * count as u32,
            width,
            height,
            bands: start as u32,
            one: 1,
            head_size: 22,
            elevation: (start + BANDS_SIZE) as u32,
            ..Header::default()
        };
        let offsets = (0..count).map(|index| (records + index * PIXEL_SIZE) as u32).collect();
        Some(Woods { header, offsets, body })
    }

    /// Pixels west to east.
    pub fn width(&self) -> usize {
        self.header.width as usize
    }

    /// Pixels north to south.
    pub fn height(&self) -> usize {
        self.header.height as usize
    }

    /// The elevation byte of the pixel at x from the west and y from the north. Beyond the map that of its
    /// nearest pixel; 0 where the file lacks it.
    #[inline]
    pub fn elevation(&self, x: i32, y: i32) -> u8 {
        let place = self.header.elevation as usize + self.index(x, y);
        self.from(place).and_then(|bytes| bytes.first()).copied().unwrap_or(0)
    }

    /// All elevation bytes, row by row from the north-west; 0 where the file lacks them.
    pub fn elevations(&self) -> Elevations {
        let count = self.width().saturating_mul(self.height()).min(self.offsets.len());
        let there = self.from(self.header.elevation as usize).unwrap_or_default();
        let mut values = there[..there.len().min(count)].to_vec();
        values.resize(count, 0);
        Elevations { width: self.width(), height: self.height(), values }
    }

    /// The record of the pixel at x from the west and y from the north, or of the nearest pixel of the map;
    /// `None` where it lies outside the file.
    pub fn pixel(&self, x: i32, y: i32) -> Option<Pixel> {
        self.record(x, y).map(|bytes| Pixel::get(bytes, 0))
    }

    /// The control heights of that pixel, rows from the north, columns from the west; 0 without a record.
    #[inline]
    pub fn controls(&self, x: i32, y: i32) -> [u8; 25] {
        let heights = self.record(x, y).and_then(|bytes| bytes[22..].first_chunk::<25>());
        heights.copied().unwrap_or([0; 25])
    }

    /// The four layers of a full record, 128 x 128 bytes each: heights, flats, ground tiles, water depths.
    pub fn layers(&self, x: i32, y: i32) -> Option<[&[u8]; 4]> {
        let offset = *self.offsets.get(self.index(x, y))? as usize;
        let bytes = self.from(offset)?;
        bytes.get(..PIXEL_SIZE).filter(|head| Pixel::get(head, 0).is_full())?;
        full_record(bytes)
    }

    /// A row of the height band table; that of the real file where there is none.
    pub fn band(&self, row: u8) -> [u8; 4] {
        let place = self.header.bands as usize + 4 * usize::from(row);
        let bytes = self.from(place).and_then(|bytes| bytes.first_chunk::<4>());
        let known = BANDS.get(usize::from(row)).copied().unwrap_or_default();
        bytes.copied().unwrap_or(known)
    }

    /// Where a pixel is in the lists, moved into the map.
    #[inline]
    fn index(&self, x: i32, y: i32) -> usize {
        let inside = |place: i32, size: u32| i64::from(place).clamp(0, i64::from(size.max(1)) - 1) as usize;
        inside(y, self.header.height) * self.width() + inside(x, self.header.width)
    }

    #[inline]
    fn record(&self, x: i32, y: i32) -> Option<&[u8]> {
        let offset = *self.offsets.get(self.index(x, y))? as usize;
        self.from(offset)?.get(..PIXEL_SIZE)
    }

    /// The bytes from an offset of the file on.
    #[inline]
    fn from(&self, offset: usize) -> Option<&[u8]> {
        let start = HEADER_SIZE + 4 * self.offsets.len();
        self.body.get(offset.checked_sub(start)?..)
    }
}

/// The elevation bytes of a whole map, apart from its file: what a program may change before it makes land
/// of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elevations {
    /// Pixels west to east.
    pub width: usize,
    /// Pixels north to south.
    pub height: usize,
    /// Row by row from the north-west.
    pub values: Vec<u8>,
}

impl Elevations {
    /// The byte at x from the west and y from the north, or of the nearest pixel of the map.
    #[inline]
    pub fn at(&self, x: i32, y: i32) -> u8 {
        let inside = |place: i32, size: usize| (place.max(0) as usize).min(size.saturating_sub(1));
        let index = inside(y, self.height) * self.width + inside(x, self.width);
        self.values.get(index).copied().unwrap_or(0)
    }

    /// Flattens the land around places on steep ground: where a place lies and the elevation differs by more
    /// than 20 to its eastern and southern neighbour together, the 3 x 3 bytes around it become their mean.
    /// Row by row from the north, each seeing what the ones before did.
    /// Source: `docs/spec/daggerfall.md`, "2. WOODS.WLD".
    pub fn soften(&mut self, is_place: impl Fn(i32, i32) -> bool) {
        for y in 0..self.height as i32 {
            for x in 0..self.width as i32 {
                let here = i32::from(self.at(x, y));
                let step = |other: u8| (i32::from(other) - here).abs();
                if is_place(x, y) && step(self.at(x + 1, y)) + step(self.at(x, y + 1)) > 20 {
                    self.level(x, y);
                }
            }
        }
    }

    fn level(&mut self, x: i32, y: i32) {
        let around = || (y - 1..=y + 1).flat_map(move |row| (x - 1..=x + 1).map(move |column| (column, row)));
        let sum: u32 = around().map(|(column, row)| u32::from(self.at(column, row))).sum();
        for (column, row) in around() {
            let inside = |place: i32, size: usize| usize::try_from(place).ok().filter(|place| *place < size);
            if let (Some(column), Some(row)) = (inside(column, self.width), inside(row, self.height)) {
                self.values[row * self.width + column] = (sum / 9) as u8;
            }
        }
    }
}
