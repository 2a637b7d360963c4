//! Palettes: `.COL` files with a head of eight bytes, `.PAL` files without.
//! Source: `docs/spec/daggerfall.md`, "8. TEXTURE.nnn".
//!
//! ```
//! use binary::Mode;
//! use daggerfall::palette::{self, Palette};
//!
//! let mut colors = [[0; 3]; 256];
//! colors[255] = [255, 200, 80];
//! let bytes = palette::write(&Palette::col(colors))?;
//! assert_eq!(bytes.len(), 776);
//! let (read, _) = palette::read(&bytes, Mode::Strict)?;
//! assert_eq!(read.colors[255], [255, 200, 80]);
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

use crate::packed;
use binary::{
    Code, Cursor, Finding, FormatCodes, Mode, Record, Report, Result, Segment, Severity, Site, Writer, codes,
    record,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

codes! {
    TRUNCATED = "daggerfall.palette.truncated": "the file is too short for 256 colours" => "copy the file again from the game";
    LIMIT = "daggerfall.palette.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    REST = "daggerfall.palette.rest": "bytes follow the 256 colours; they are kept but not used" => "cut the file behind the colours";
    UNWRITABLE = "daggerfall.palette.unwritable": "the palette does not fit the format" => "correct the named part";
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &TRUNCATED, trailing: &REST, limit: &LIMIT };

/// Bytes of the colours.
pub const COLORS_SIZE: usize = 768;
/// Bytes of a file with a head.
pub const COL_SIZE: usize = Head::SIZES[0] + COLORS_SIZE;
const MAGIC: u32 = 0xB123;

record! {
    /// The start of a `.COL` file.
    pub struct Head in "daggerfall.palette.head" sizes [8] {
        /// Bytes of the file.
        size: i32 [0] must 776,
        magic: u32 [4],
    }
}

/// 256 colours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Palette {
    /// The start of a `.COL` file; none of `.PAL` files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<Head>,
    /// Red, green, blue of each, 0 to 255 (in MAP.PAL 0 to 63).
    #[serde(serialize_with = "list", deserialize_with = "colors")]
    pub colors: Box<[[u8; 3]; 256]>,
    /// Bytes behind the colours; none in known files.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub rest: Vec<u8>,
}

fn list<S: Serializer>(colors: &[[u8; 3]; 256], serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.collect_seq(colors)
}

fn colors<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Box<[[u8; 3]; 256]>, D::Error> {
    let colors = Vec::<[u8; 3]>::deserialize(deserializer)?.into_boxed_slice();
    let wrong =
        |colors: Box<[[u8; 3]]>| serde::de::Error::custom(format_args!("{} colours, not 256", colors.len()));
    colors.try_into().map_err(wrong)
}

impl Palette {
    /// A palette with the head of a `.COL` file.
    pub fn col(colors: [[u8; 3]; 256]) -> Self {
        let head = Head { size: COL_SIZE as i32, magic: MAGIC };
        Palette { head: Some(head), ..Palette::pal(colors) }
    }

    /// A palette of a `.PAL` file.
    pub fn pal(colors: [[u8; 3]; 256]) -> Self {
        Palette { head: None, colors: Box::new(colors), rest: Vec::new() }
    }

    /// The same with all colours four times as bright, as MAP.PAL needs it.
    pub fn brightened(mut self) -> Self {
        self.colors.as_flattened_mut().iter_mut().for_each(|part| *part = part.saturating_mul(4));
        self
    }
}

/// Every finding that reading or writing a palette can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, Head::CODES].concat()
}

/// Reads a palette: with a head where there is room for it.
///
/// # Errors
/// Fewer than 768 bytes.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Palette, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let palette = palette(&mut cursor)?;
    Ok((palette, cursor.finish()?))
}

/// Every place the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = palette(&mut cursor);
    cursor.report.take_sites()
}

fn palette(cursor: &mut Cursor<'_>) -> Result<Palette> {
    let head = match cursor.len() >= COL_SIZE {
        true => Some(cursor.within(Segment::one("head"), |cursor| cursor.record(0))?),
        false => None,
    };
    let colors = part(cursor)?;
    let at = cursor.offset();
    let rest = cursor.take(cursor.remaining(), "rest")?.to_vec();
    if !rest.is_empty() {
        cursor.report.habit(&REST, at, "the end of the file", format_args!("{} bytes", rest.len()));
        cursor.trace_bytes("rest", at, rest.len());
    }
    Ok(Palette { head, colors, rest })
}

/// 256 colours without head.
pub(crate) fn part(cursor: &mut Cursor<'_>) -> Result<Box<[[u8; 3]; 256]>> {
    let list: Vec<[u8; 3]> = cursor.list(256, "color")?;
    let mut colors = Box::new([[0; 3]; 256]);
    colors.iter_mut().zip(list).for_each(|(color, read)| *color = read);
    Ok(colors)
}

/// Writes a palette.
///
/// # Errors
/// `daggerfall.palette.unwritable` where the bytes behind the colours would make a file of another kind.
pub fn write(palette: &Palette) -> Result<Vec<u8>> {
    if palette.head.is_none() && palette.rest.len() >= COL_SIZE - COLORS_SIZE {
        let expected = "fewer than 8 bytes behind the colours of a file without head";
        return Err(Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, palette.rest.len())));
    }
    let mut writer = Writer::with_capacity(COL_SIZE + palette.rest.len());
    if let Some(head) = &palette.head {
        writer.record(head, 0);
    }
    writer.raw(palette.colors.as_flattened());
    writer.raw(&palette.rest);
    Ok(writer.into_bytes())
}
