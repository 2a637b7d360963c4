//! CLIMATE.PAK and POLITIC.PAK: a byte for each pixel of the map, in runs.
//! Source: `docs/spec/daggerfall.md`, "3. CLIMATE.PAK and POLITIC.PAK".
//!
//! ```
//! use binary::Mode;
//! use daggerfall::pak::{self, Pak};
//!
//! // Sea, but for a pixel of land.
//! let climates = Pak::new(|x, y| if (x, y) == (207, 213) { 231 } else { 223 });
//! let (read, _) = pak::read(&pak::write(&climates)?, Mode::Strict)?;
//! let grid = read.grid();
//! assert_eq!((grid.at(207, 213), grid.at(206, 213), grid.at(-5, 213)), (231, 223, 223));
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

use crate::gaps::{Canvas, Gap, leftovers};
use binary::{Code, Cursor, Finding, FormatCodes, Mode, Report, Result, Segment, Severity, Site, codes};
use serde::{Deserialize, Serialize};

codes! {
    TRUNCATED = "daggerfall.pak.truncated": "the file ends inside the list of rows" => "copy the file again from the game";
    LIMIT = "daggerfall.pak.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    ROW_PLACE = "daggerfall.pak.row_place": "a row starts outside the file; it has no values" => "copy the file again from the game";
    ROW_SHORT = "daggerfall.pak.row_short": "a row ends before all of its pixels have a value; its last value goes on" => "copy the file again from the game";
    ROW_LONG = "daggerfall.pak.row_long": "a run goes on beyond the row; the rest of it is left out" => "shorten the last run of the row";
    EMPTY_RUN = "daggerfall.pak.empty_run": "a run has no values; the row ends there" => "remove the run";
    UNWRITABLE = "daggerfall.pak.unwritable": "the file does not fit the format" => "correct the named part";
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &TRUNCATED, trailing: &TRUNCATED, limit: &LIMIT };

/// Rows of the map.
pub const ROWS: usize = 500;
/// Values of a row: one more than pixels, and the first belongs to none.
pub const COLUMNS: usize = 1001;
const LIST_SIZE: usize = 4 * ROWS;
const RUN_SIZE: usize = 3;

/// A value and how often it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// How often.
    pub count: u16,
    /// The value.
    pub value: u8,
}

/// A file of values.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pak {
    /// The runs of each row, from the north.
    pub rows: Vec<Vec<Run>>,
    /// Where the rows are, if not one behind the other from the list of rows on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<Layout>,
}

/// Where the rows of a file are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// Offsets of the rows from the start of the file.
    pub offsets: Vec<u32>,
    /// Bytes of the file.
    pub length: u32,
    /// Bytes of the file that belong to no row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<Gap>,
}

impl Pak {
    /// A file in which the pixel at x from the west and y from the north has a value.
    pub fn new(value: impl Fn(usize, usize) -> u8) -> Self {
        let row = |y: usize| {
            let mut runs: Vec<Run> = Vec::new();
            for column in 0..COLUMNS {
                let value = value(column.saturating_sub(1), y);
                match runs.last_mut() {
                    Some(run) if run.value == value => run.count += 1,
                    _ => runs.push(Run { count: 1, value }),
                }
            }
            runs
        };
        Pak { rows: (0..ROWS).map(row).collect(), layout: None }
    }

    /// A value for each pixel.
    pub fn grid(&self) -> Grid {
        let mut values = Vec::with_capacity(ROWS * COLUMNS);
        for y in 0..ROWS {
            let runs = self.rows.get(y).map(Vec::as_slice).unwrap_or_default();
            for run in runs {
                let room = (y + 1) * COLUMNS - values.len();
                values.resize(values.len() + room.min(usize::from(run.count)), run.value);
            }
            values.resize((y + 1) * COLUMNS, runs.last().map_or(0, |run| run.value));
        }
        Grid { values }
    }
}

/// A value for each pixel of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    values: Vec<u8>,
}

impl Grid {
    /// The value of the pixel at x from the west and y from the north, or of the nearest pixel of the map.
    #[inline]
    pub fn at(&self, x: i32, y: i32) -> u8 {
        let column = x.clamp(0, COLUMNS as i32 - 2) as usize + 1;
        let row = y.clamp(0, ROWS as i32 - 1) as usize;
        self.values[row * COLUMNS + column]
    }

    /// Sets the value of a pixel of the map.
    pub fn set(&mut self, x: i32, y: i32, value: u8) {
        let inside = (0..COLUMNS as i32 - 1).contains(&x) && (0..ROWS as i32).contains(&y);
        if inside {
            self.values[y as usize * COLUMNS + x as usize + 1] = value;
        }
    }
}

/// Every finding that reading or writing such a file can make.
pub fn codes() -> Vec<&'static Code> {
    CODES.to_vec()
}

/// Reads a file. A row that cannot be read whole is a finding.
///
/// # Errors
/// A file that ends inside the list of rows.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Pak, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let pak = pak(&mut cursor, bytes)?;
    Ok((pak, cursor.report))
}

/// Every place the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = pak(&mut cursor, bytes);
    cursor.report.take_sites()
}

fn pak(cursor: &mut Cursor<'_>, bytes: &[u8]) -> Result<Pak> {
    let offsets: Vec<u32> = cursor.list(ROWS, "row")?;
    let mut parts: Vec<_> = std::iter::once(0..LIST_SIZE).collect();
    let mut rows = Vec::with_capacity(ROWS);
    let mut next = LIST_SIZE;
    let mut regular = true;
    for (index, offset) in offsets.iter().enumerate() {
        let at = *offset as usize;
        let runs = cursor.within(Segment::at("row", index), |cursor| row(cursor, at, index))?;
        regular &= at == next;
        next = at.saturating_add(RUN_SIZE * runs.len());
        if !runs.is_empty() {
            parts.push(at..next);
        }
        rows.push(runs);
    }
    if regular && next == bytes.len() {
        return Ok(Pak { rows, layout: None });
    }
    let layout = Layout { offsets, length: bytes.len() as u32, gaps: leftovers(bytes, parts) };
    Ok(Pak { rows, layout: Some(layout) })
}

fn row(cursor: &mut Cursor<'_>, at: usize, index: usize) -> Result<Vec<Run>> {
    if at < LIST_SIZE || at >= cursor.len() {
        let expected = format_args!("an offset from {LIST_SIZE} to {}", cursor.len().saturating_sub(1));
        cursor.report.habit(&ROW_PLACE, 4 * index, expected, at);
        return Ok(Vec::new());
    }
    cursor.seek(at)?;
    let mut runs = Vec::new();
    let mut left = COLUMNS;
    while left > 0 {
        let at = cursor.offset();
        if cursor.remaining() < RUN_SIZE {
            let expected = format_args!("{left} more values");
            cursor.report.habit(&ROW_SHORT, at, expected, "the end of the file");
            break;
        }
        let run = cursor.within(Segment::at("run", runs.len()), |cursor| {
            Ok(Run { count: cursor.value("count")?, value: cursor.value("value")? })
        })?;
        runs.push(run);
        let count = usize::from(run.count);
        if count == 0 {
            cursor.report.habit(&EMPTY_RUN, at, format_args!("a run of 1 to {left} values"), 0);
            break;
        }
        if count > left {
            cursor.report.habit(&ROW_LONG, at, format_args!("at most {left} values"), count);
        }
        left = left.saturating_sub(count);
    }
    Ok(runs)
}

/// Writes a file.
///
/// # Errors
/// `daggerfall.pak.unwritable` for other than 500 rows, and for rows outside the stated length.
pub fn write(pak: &Pak) -> Result<Vec<u8>> {
    let unwritable = |expected: &str, found: String| {
        Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found))
    };
    if pak.rows.len() != ROWS {
        return Err(unwritable("500 rows", pak.rows.len().to_string()));
    }
    let mut next = LIST_SIZE;
    let regular = pak.rows.iter().map(|runs| {
        let at = next;
        next += RUN_SIZE * runs.len();
        at as u32
    });
    let regular: Vec<u32> = regular.collect();
    let (offsets, length, gaps) = match &pak.layout {
        None => (&regular, next, &[][..]),
        Some(layout) => (&layout.offsets, layout.length as usize, &layout.gaps[..]),
    };
    if offsets.len() != ROWS {
        return Err(unwritable("500 offsets of rows", offsets.len().to_string()));
    }
    let mut canvas = Canvas::new(length, gaps);
    for (index, (offset, runs)) in offsets.iter().zip(&pak.rows).enumerate() {
        canvas.put(4 * index, &offset.to_le_bytes());
        for (place, run) in runs.iter().enumerate() {
            let [low, high] = run.count.to_le_bytes();
            canvas.put((*offset as usize).saturating_add(RUN_SIZE * place), &[low, high, run.value]);
        }
    }
    let outside = |(from, to)| unwritable("rows inside the file", format!("one at {from} to {to}"));
    canvas.finish().map_err(outside)
}

/// True for bytes that may be such a file: all rows start inside it, the first behind the list of rows.
pub(crate) fn could_be(bytes: &[u8]) -> bool {
    let Some(list) = bytes.get(..LIST_SIZE) else { return false };
    let (offsets, _) = list.as_chunks::<4>();
    let mut offsets = offsets.iter().map(|offset| u32::from_le_bytes(*offset) as usize);
    offsets.next() == Some(LIST_SIZE) && offsets.all(|offset| (LIST_SIZE..bytes.len()).contains(&offset))
}
