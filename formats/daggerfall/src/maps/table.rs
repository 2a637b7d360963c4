//! MAPTABLE: where the places of a region are and what they are. MAPNAMES: what they are called.
//! Source: `docs/spec/daggerfall.md`, "5. MAPS.BSA".

use super::{FORMAT, NAME_LAST, TABLE_REST, UNWRITABLE};
use crate::packed;
use crate::text::Text;
use binary::{Cursor, Finding, Mode, Record, Report, Result, Segment, Severity, Site, Writer, record};
use serde::{Deserialize, Serialize};

record! {
    /// A place of a region.
    pub struct Row in "daggerfall.maps.row" sizes [17] {
        /// Bits 0 to 19 the pixel (y x 1000 + x), 20 to 31 the place's index.
        map_id: u32 [0],
        /// Bits 0 to 24 X in world units, 25 to 29 the type, 30 discovered, 31 hidden.
        x: u32 [4],
        /// Bits 0 to 23 Y in world units, 24 to 31 width and height.
        y: u32 [8],
        dungeon_type: u8 [12],
        key: u32 [13],
    }
}

impl Row {
    /// A place: its pixel from the north-west, the world units of its south-western corner, its type and
    /// its index in the region.
    pub fn new(pixel: [u32; 2], position: [u32; 2], kind: u8, index: u32) -> Self {
        let [px, py] = pixel;
        let [x, y] = position;
        Row {
            map_id: (py * 1000 + px) & 0xF_FFFF | index << 20,
            x: x & 0x1FF_FFFF | u32::from(kind & 31) << 25,
            y: y & 0xFF_FFFF,
            dungeon_type: NO_DUNGEON,
            key: 0,
        }
    }

    /// In ground tiles from the western edge of the map.
    pub fn longitude(&self) -> u32 {
        self.x >> 8 & 0x1_FFFF
    }

    /// In ground tiles from the southern edge of the map.
    pub fn latitude(&self) -> u32 {
        self.y >> 8 & 0xFFFF
    }

    /// X and Y in world units.
    pub fn position(&self) -> [u32; 2] {
        [self.x & 0x1FF_FFFF, self.y & 0xFF_FFFF]
    }

    /// The pixel by longitude and latitude, x from the west and y from the north; y is negative beyond the
    /// map. Latitudes count from the southern edge of a map of [`ROWS`], however large the WOODS.WLD beside is.
    pub fn pixel(&self) -> [i32; 2] {
        [self.longitude() as i32 / 128, ROWS - 1 - self.latitude() as i32 / 128]
    }

    /// The pixel's number: y x 1000 + x.
    pub fn pixel_id(&self) -> u32 {
        self.map_id & 0xF_FFFF
    }

    /// The type: see [`types`](super::types).
    pub fn kind(&self) -> u8 {
        (self.x >> 25 & 31) as u8
    }

    /// True for a place that the person knows from the start.
    pub fn is_discovered(&self) -> bool {
        self.x >> 30 & 1 == 1
    }

    /// True for a place that the map hides.
    pub fn is_hidden(&self) -> bool {
        self.x >> 31 == 1
    }
}

/// Rows of pixels by which places count theirs from the south.
pub const ROWS: i32 = crate::woods::HEIGHT as i32;

/// The dungeon type of places without one.
pub const NO_DUNGEON: u8 = 255;

/// MAPTABLE of a region.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The places, in the order of their index.
    pub rows: Vec<Row>,
    /// Bytes behind the last whole row; none in known files.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub rest: Vec<u8>,
}

/// MAPNAMES of a region.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Names {
    /// The names, in the order of the places. One of 32 letters has no zero behind it.
    pub names: Vec<Text<32>>,
    /// Bytes behind the last name; none in known files.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub rest: Vec<u8>,
}

/// Reads a MAPTABLE.
///
/// # Errors
/// More rows than the limits allow.
pub fn read_table(bytes: &[u8], mode: Mode) -> Result<(Table, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let table = table(&mut cursor)?;
    Ok((table, cursor.finish()?))
}

/// Every place that the reader of a MAPTABLE looks at.
pub fn table_fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read_table`.
    let _ = table(&mut cursor);
    cursor.report.take_sites()
}

pub(super) fn table(cursor: &mut Cursor<'_>) -> Result<Table> {
    let count = cursor.remaining() / Row::SIZES[0];
    cursor.expect_items(count, Row::SIZES[0], "rows")?;
    let mut rows = Vec::with_capacity(count);
    for index in 0..count {
        rows.push(cursor.within(Segment::at("row", index), |cursor| cursor.record(0))?);
    }
    Ok(Table { rows, rest: rest(cursor)? })
}

/// What stands behind the last part: a finding if it is anything.
fn rest(cursor: &mut Cursor<'_>) -> Result<Vec<u8>> {
    let at = cursor.offset();
    let rest = cursor.take(cursor.remaining(), "rest")?.to_vec();
    if !rest.is_empty() {
        cursor.report.habit(&TABLE_REST, at, "the end of the record", format_args!("{} bytes", rest.len()));
        cursor.trace_bytes("rest", at, rest.len());
    }
    Ok(rest)
}

/// Writes a MAPTABLE.
///
/// # Errors
/// `daggerfall.maps.unwritable` where the bytes behind the rows would be another row.
pub fn write_table(table: &Table) -> Result<Vec<u8>> {
    if table.rest.len() >= Row::SIZES[0] {
        let expected = format_args!("fewer than {} bytes behind the rows", Row::SIZES[0]);
        return Err(Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, table.rest.len())));
    }
    let mut writer = Writer::with_capacity(Row::SIZES[0] * table.rows.len() + table.rest.len());
    table.rows.iter().for_each(|row| writer.record(row, 0));
    writer.raw(&table.rest);
    Ok(writer.into_bytes())
}

/// Reads a MAPNAMES.
///
/// # Errors
/// A record that ends inside its names.
pub fn read_names(bytes: &[u8], mode: Mode) -> Result<(Names, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let names = names(&mut cursor)?;
    Ok((names, cursor.finish()?))
}

/// Every place that the reader of a MAPNAMES looks at; up to the damage if there is any.
pub fn names_fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read_names`.
    let _ = names(&mut cursor);
    cursor.report.take_sites()
}

pub(super) fn names(cursor: &mut Cursor<'_>) -> Result<Names> {
    let count: u32 = cursor.value("count")?;
    let names: Vec<Text<32>> = cursor.list(count as usize, "name")?;
    if names.last().is_some_and(Text::is_unterminated) {
        let at = cursor.offset() - 32;
        cursor.report.habit(&NAME_LAST, at, "a zero behind the last name", "32 letters");
    }
    Ok(Names { names, rest: rest(cursor)? })
}

/// Writes a MAPNAMES.
///
/// # Errors
/// `daggerfall.maps.unwritable` for more names than 32 bits count.
pub fn write_names(names: &Names) -> Result<Vec<u8>> {
    let count = u32::try_from(names.names.len());
    let count =
        count.map_err(|_| Finding::new(&UNWRITABLE, Severity::Error, "", "fewer than 2^32 names", "more"))?;
    let mut writer = Writer::with_capacity(4 + 32 * names.names.len() + names.rest.len());
    writer.value(&count);
    writer.list(&names.names);
    writer.raw(&names.rest);
    Ok(writer.into_bytes())
}
