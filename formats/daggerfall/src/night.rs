//! NITEnnI0.IMG: the sky at night, one picture and nothing else; its colours are those of NIGHTSKY.COL.
//! Source: `docs/spec/daggerfall.md`, "9. Nature, sky, time, movement".

use crate::packed;
use binary::{Code, Cursor, Finding, FormatCodes, Mode, Report, Result, Severity, Site, Writer, codes};
use serde::{Deserialize, Serialize};

codes! {
    TRUNCATED = "daggerfall.night.truncated": "the file is too short for its picture" => "copy the file again from the game";
    TRAILING = "daggerfall.night.trailing": "bytes follow the picture" => "copy the file again from the game";
    UNWRITABLE = "daggerfall.night.unwritable": "the picture does not have the size of the format" => "correct the picture";
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &TRUNCATED, trailing: &TRAILING, limit: &TRUNCATED };

/// Pixels of a row.
pub const WIDTH: usize = 512;
/// Rows.
pub const HEIGHT: usize = 219;
/// Bytes of a file.
pub const FILE_SIZE: usize = WIDTH * HEIGHT;
/// The palette of these pictures.
pub const PALETTE: &str = "NIGHTSKY.COL";

/// A sky at night.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Night {
    /// Row by row from the top, with indices of colours.
    #[serde(with = "packed")]
    pub pixels: Vec<u8>,
}

/// The file of the night that belongs to a sky by day, by the number of that.
pub fn file_name(sky: u16) -> String {
    let number = match sky {
        0..=7 => 3,
        8..=15 => 1,
        16..=23 => 2,
        24.. => 0,
    };
    format!("NITE{number:02}I0.IMG")
}

/// Every finding that reading or writing a night can make.
pub fn codes() -> Vec<&'static Code> {
    CODES.to_vec()
}

/// Reads a night.
///
/// # Errors
/// A file of another size.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Night, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let night = night(&mut cursor)?;
    Ok((night, cursor.finish()?))
}

/// Every place that the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = night(&mut cursor);
    cursor.report.take_sites()
}

fn night(cursor: &mut Cursor<'_>) -> Result<Night> {
    Ok(Night { pixels: cursor.take(FILE_SIZE, "picture")?.to_vec() })
}

/// Writes a night.
///
/// # Errors
/// `daggerfall.night.unwritable` for a picture of another size.
pub fn write(night: &Night) -> Result<Vec<u8>> {
    if night.pixels.len() != FILE_SIZE {
        let expected = format_args!("{FILE_SIZE} pixels");
        return Err(Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, night.pixels.len())));
    }
    let mut writer = Writer::with_capacity(FILE_SIZE);
    writer.raw(&night.pixels);
    Ok(writer.into_bytes())
}
