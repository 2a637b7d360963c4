//! SKYnn.DAT: the sky of half a day in 32 pictures to the east and 32 to the west.
//! Source: `docs/spec/daggerfall.md`, "9. Nature, sky, time, movement".

use crate::packed;
use crate::palette;
use binary::{
    Code, Cursor, Finding, FormatCodes, Mode, Record, Report, Result, Segment, Severity, Site, Writer, codes,
};
use serde::{Deserialize, Serialize};

codes! {
    TRUNCATED = "daggerfall.sky.truncated": "the file is too short for its 64 pictures" => "copy the file again from the game";
    TRAILING = "daggerfall.sky.trailing": "bytes follow the last picture" => "copy the file again from the game";
    UNWRITABLE = "daggerfall.sky.unwritable": "the parts of a sky do not have the sizes of the format" => "correct the named part";
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &TRUNCATED, trailing: &TRAILING, limit: &TRUNCATED };

/// Pictures to each side, and palettes.
pub const PICTURES: usize = 32;
/// Pixels of a row of a picture.
pub const WIDTH: usize = 512;
/// Rows of a picture.
pub const HEIGHT: usize = 220;
/// Bytes of a file.
pub const FILE_SIZE: usize = PALETTES_SIZE + TABLES_SIZE + 2 * PICTURES * PICTURE_SIZE;
const PALETTES_SIZE: usize = PICTURES * palette::COL_SIZE;
const TABLES_SIZE: usize = 524_288;
const PICTURE_SIZE: usize = WIDTH * HEIGHT;

/// One side of the sky.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Where the sun rises.
    East,
    /// Where it sets.
    West,
}

/// A sky.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sky {
    /// 32 palettes, one for each pair of pictures.
    pub palettes: Vec<palette::Palette>,
    /// Tables of colours, of unknown meaning.
    #[serde(with = "packed")]
    pub tables: Vec<u8>,
    /// 32 pictures to the east and 32 to the west, row by row from the top, with indices of colours.
    #[serde(with = "packed")]
    pub pictures: Vec<u8>,
}

impl Sky {
    /// A sky of these palettes, and of these pictures to the east and to the west. `None` for other numbers
    /// and sizes than the format has.
    pub fn new(palettes: Vec<[[u8; 3]; 256]>, east: &[Vec<u8>], west: &[Vec<u8>]) -> Option<Self> {
        let pictures: Vec<u8> = east.iter().chain(west).flatten().copied().collect();
        let fits = |pictures: &[Vec<u8>]| {
            pictures.len() == PICTURES && pictures.iter().all(|picture| picture.len() == PICTURE_SIZE)
        };
        let fits = palettes.len() == PICTURES && fits(east) && fits(west);
        let palettes = palettes.into_iter().map(palette::Palette::col).collect();
        fits.then(|| Sky { palettes, tables: vec![0; TABLES_SIZE], pictures })
    }

    /// A picture, row by row from the top; none for numbers of 32 and more.
    pub fn picture(&self, side: Side, number: usize) -> Option<&[u8]> {
        let first = match side {
            Side::East => 0,
            Side::West => PICTURES,
        };
        let at = PICTURE_SIZE * (first + Some(number).filter(|number| *number < PICTURES)?);
        self.pictures.get(at..at + PICTURE_SIZE)
    }
}

/// Which picture shows at an hour of the day, 0 to 24, and whether east and west are exchanged; none at night.
/// From 6 to 12 they play forwards, from 12 to 18 backwards and exchanged.
pub fn at_hour(hour: f32) -> Option<(usize, bool)> {
    let step = ((hour - 6.0) / 6.0 * PICTURES as f32).floor();
    let last = PICTURES as f32 * 2.0;
    if !(0.0..last).contains(&step) {
        return None;
    }
    let step = step as usize;
    Some(if step < PICTURES { (step, false) } else { (2 * PICTURES - 1 - step, true) })
}

/// Every finding that reading or writing a sky can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, palette::Head::CODES].concat()
}

/// Reads a sky.
///
/// # Errors
/// A file of another size.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Sky, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let sky = sky(&mut cursor)?;
    Ok((sky, cursor.finish()?))
}

/// Every place that the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = sky(&mut cursor);
    cursor.report.take_sites()
}

fn sky(cursor: &mut Cursor<'_>) -> Result<Sky> {
    let mut palettes = Vec::with_capacity(PICTURES);
    for index in 0..PICTURES {
        palettes.push(cursor.within(Segment::at("palette", index), |cursor| {
            let head = Some(cursor.record(0)?);
            Ok(palette::Palette { head, colors: palette::part(cursor)?, rest: Vec::new() })
        })?);
    }
    let tables = cursor.take(TABLES_SIZE, "tables of colours")?.to_vec();
    let pictures = cursor.take(2 * PICTURES * PICTURE_SIZE, "pictures")?.to_vec();
    Ok(Sky { palettes, tables, pictures })
}

/// Writes a sky.
///
/// # Errors
/// `daggerfall.sky.unwritable` for parts of other sizes.
pub fn write(sky: &Sky) -> Result<Vec<u8>> {
    let mut writer = Writer::with_capacity(FILE_SIZE);
    for palette in &sky.palettes {
        writer.raw(&palette::write(palette)?);
    }
    let palettes = writer.offset();
    writer.raw(&sky.tables);
    writer.raw(&sky.pictures);
    if (palettes, sky.tables.len(), writer.offset()) != (PALETTES_SIZE, TABLES_SIZE, FILE_SIZE) {
        let found = format!("{palettes}, {} and {} bytes", sky.tables.len(), sky.pictures.len());
        let expected = format_args!("32 palettes of 776 bytes, {TABLES_SIZE} and 7208960 bytes");
        return Err(Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found)));
    }
    Ok(writer.into_bytes())
}
