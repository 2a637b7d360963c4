//! DBC, the tables of the client: rows of 32-bit cells, and strings that cells lead to. Source:
//! `docs/spec/m2.md`, "14. What a real install needs".
//!
//! ```
//! use binary::Mode;
//! use warcraft::dbc::{self, CreatureDisplayInfo, CreatureModelData, Dbc, skins_of};
//!
//! let mut models = Dbc::new::<CreatureModelData>();
//! let path = models.add_string("Creature\\Fox\\Fox.mdx").unwrap();
//! models.push(&CreatureModelData { id: 7, path, ..CreatureModelData::default() });
//! let mut displays = Dbc::new::<CreatureDisplayInfo>();
//! let red = displays.add_string("FoxRed").unwrap();
//! displays.push(&CreatureDisplayInfo { id: 70, model: 7, textures: [red, 0, 0], ..CreatureDisplayInfo::default() });
//!
//! let (models, _) = dbc::read(&dbc::write(&models)?, Mode::Strict)?;
//! assert_eq!(skins_of("creature\\fox\\fox.m2", &models, &displays), [["FoxRed", "", ""]]);
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

mod creatures;
mod file;

pub use creatures::{CreatureDisplayInfo, CreatureModelData, skins_of};
pub use file::{CODES, codes, fields, read, write};

use crate::packed;
use binary::Record;
use serde::{Deserialize, Serialize};

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dbc {
    /// How many fields a row has, as the header says.
    pub fields: u32,
    /// Bytes of a row.
    pub row_size: u32,
    /// The rows.
    pub rows: Rows,
    /// All strings, each with a NUL behind it; cells are offsets into it.
    #[serde(with = "packed")]
    pub strings: Vec<u8>,
    /// Bytes behind the strings; none in known files.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub rest: Vec<u8>,
}

/// The rows of a table, one behind the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rows {
    /// Of tables whose rows are four bytes for each field.
    Cells(Vec<u32>),
    /// Of others.
    Bytes(#[serde(with = "packed")] Vec<u8>),
}

impl Dbc {
    /// A table without rows, for records of this kind.
    pub fn new<R: Record>() -> Self {
        let row_size = R::SIZES[0] as u32;
        // Offset 0 is the empty string.
        Dbc {
            fields: row_size / 4,
            row_size,
            rows: Rows::Cells(Vec::new()),
            strings: vec![0],
            rest: Vec::new(),
        }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        let bytes = match &self.rows {
            Rows::Cells(cells) => cells.len() * 4,
            Rows::Bytes(bytes) => bytes.len(),
        };
        bytes.checked_div(self.row_size as usize).unwrap_or(0)
    }

    /// True without rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rows as records; none of a table whose rows have another size.
    pub fn records<R: Record>(&self) -> impl Iterator<Item = R> {
        let size = R::SIZES[0];
        let cells: &[u32] = match &self.rows {
            Rows::Cells(cells) if self.row_size as usize == size => cells,
            Rows::Cells(_) | Rows::Bytes(_) => &[],
        };
        cells.chunks_exact(size / 4).map(|row| {
            let bytes: Vec<u8> = row.iter().flat_map(|cell| cell.to_le_bytes()).collect();
            R::get(&bytes, 0)
        })
    }

    /// Adds a row; false when the rows have another size.
    pub fn push<R: Record>(&mut self, record: &R) -> bool {
        let Rows::Cells(cells) = &mut self.rows else { return false };
        if self.row_size as usize != R::SIZES[0] {
            return false;
        }
        let mut bytes = vec![0; R::SIZES[0]];
        record.put(&mut bytes, 0);
        let (words, _) = bytes.as_chunks::<4>();
        cells.extend(words.iter().map(|word| u32::from_le_bytes(*word)));
        true
    }

    /// The string at an offset; bytes beyond ASCII are read as Latin-1. Empty where there is none.
    pub fn string(&self, offset: u32) -> String {
        let bytes = self.strings.get(offset as usize..).unwrap_or_default();
        bytes.iter().take_while(|byte| **byte != 0).map(|byte| char::from(*byte)).collect()
    }

    /// Adds a string and returns its offset; `None` for what is not ASCII, holds NULs or has no room.
    pub fn add_string(&mut self, text: &str) -> Option<u32> {
        if !text.is_ascii() || text.contains('\0') {
            return None;
        }
        if text.is_empty() && self.strings.first() == Some(&0) {
            return Some(0);
        }
        let offset = u32::try_from(self.strings.len()).ok()?;
        self.strings.extend_from_slice(text.as_bytes());
        self.strings.push(0);
        Some(offset)
    }
}
