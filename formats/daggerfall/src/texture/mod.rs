//! TEXTURE.nnn: archives of pictures in indexed colours.
//! Source: `docs/spec/daggerfall.md`, "8. TEXTURE.nnn".
//!
//! [`read`] keeps the pixels as they are in the file; [`Archive::frame`] decodes one picture.
//!
//! ```
//! use binary::Mode;
//! use daggerfall::texture::{self, Archive, NewRecord, Picture};
//!
//! let sign = Picture { width: 4, height: 2, pixels: vec![0, 7, 7, 0, 9, 9, 9, 9] };
//! let archive = Archive::new("Signs", &[NewRecord::new(sign.clone())]).unwrap();
//! let bytes = texture::write(&archive)?;
//!
//! let (read, _) = texture::read(&bytes, Mode::Strict)?;
//! assert_eq!(read.frame(0, 0).unwrap(), sign);
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

mod author;
mod file;
mod pixels;

pub use author::{Encoding, NewRecord};
pub use file::{CODES, codes, fields, read, write};
pub use pixels::{Picture, Problem};

use crate::packed;
use crate::text::Text;
use binary::{Record as _, record};
use serde::{Deserialize, Serialize};

/// Records of the archives of ground tiles.
pub const GROUND_RECORDS: usize = 56;
/// Archives that are broken or empty in the real game.
pub const BROKEN: [u16; 3] = [215, 217, 436];
/// Side of the picture of a solid colour.
pub const SOLID_SIDE: usize = 32;
/// Largest picture that is decoded, in pixels.
pub const MOST_PIXELS: usize = 1 << 22;
const HEADER_SIZE: usize = 26;

record! {
    /// Where a record is.
    pub struct Entry in "daggerfall.texture.entry" sizes [20] {
        unknown: i16 [0],
        /// Where the record's head is, from the start of the file.
        position: i32 [2],
        unknown2: i16 [6],
        unknown3: u32 [8],
        unknown4: u64 [12],
    }
}

record! {
    /// The head of a record.
    pub struct Head in "daggerfall.texture.head" sizes [28] {
        x: i16 [0],
        y: i16 [2],
        width: i16 [4],
        height: i16 [6],
        /// 0 and 2 raw, 0x0108 and 0x1108 run lengths.
        compression: u16 [8],
        size: i32 [10],
        /// Where the pixels are, from the head.
        data: i32 [14],
        normal: i16 [18],
        frames: u16 [20],
        unknown: i16 [22],
        /// Of flats: 256ths of the size that are added to it.
        scale_x: i16 [24],
        scale_y: i16 [26],
    }
}

/// A record of an archive.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Where it is.
    pub entry: Entry,
    /// Its head; none where it is not inside the file.
    pub head: Option<Head>,
}

/// An archive of pictures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Archive {
    /// What it is called.
    pub name: Text<24>,
    /// Its records.
    pub records: Vec<Record>,
    /// Everything behind the list of records; heads are written over what is in it.
    #[serde(with = "packed")]
    pub data: Vec<u8>,
}

impl Archive {
    /// The size of a flat with this record, in world units: width and height.
    pub fn flat_size(&self, record: usize) -> Option<[i32; 2]> {
        let head = self.records.get(record)?.head.as_ref()?;
        let scaled = |size: i16, scale: i16| {
            let (size, scale) = (i32::from(size), i32::from(scale));
            size + size * scale / 256
        };
        Some([scaled(head.width, head.scale_x), scaled(head.height, head.scale_y)])
    }

    /// How many pictures a record has, which play in a circle.
    pub fn frames(&self, record: usize) -> usize {
        let head = self.records.get(record).and_then(|record| record.head.as_ref());
        head.map_or(0, |head| usize::from(head.frames))
    }

    /// A picture of a record.
    ///
    /// # Errors
    /// Why there is none.
    pub fn frame(&self, record: usize, frame: usize) -> Result<Picture, Problem> {
        pixels::frame(self, record, frame)
    }

    /// Where the first byte of `data` is in the file.
    fn data_start(&self) -> usize {
        HEADER_SIZE + Entry::SIZES[0] * self.records.len()
    }
}

/// The colour of the palette that fills a record of TEXTURE.000 and TEXTURE.001, which have no pixels; none
/// of other archives.
pub fn solid(archive: u16, record: usize) -> Option<u8> {
    let first = match archive {
        0 => 0,
        1 => 128,
        _ => return None,
    };
    u8::try_from(first + record).ok()
}

/// The number of an archive by the name of its file; none for other files.
pub fn number(name: &str) -> Option<u16> {
    let name = name.rsplit(['/', '\\']).next()?;
    let (stem, digits) = name.split_once('.')?;
    let is = stem.eq_ignore_ascii_case("TEXTURE")
        && digits.len() == 3
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    is.then(|| digits.parse().ok())?
}

/// The bytes between the heads of records, as places in the file.
fn pixel_places(records: &[Record], start: usize, end: usize) -> Vec<std::ops::Range<usize>> {
    let mut heads: Vec<usize> = records
        .iter()
        .filter(|record| record.head.is_some())
        .map(|record| record.entry.position as usize)
        .collect();
    heads.sort_unstable();
    let mut next = start;
    let mut places = Vec::new();
    for head in heads {
        if head > next {
            places.push(next..head);
        }
        next = next.max(head + Head::SIZES[0]);
    }
    if next < end {
        places.push(next..end);
    }
    places
}
