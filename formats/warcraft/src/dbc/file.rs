//! Reading and writing whole tables.

use super::{Dbc, Rows};
use binary::{
    Code, Cursor, Finding, FormatCodes, Mode, Record, Report, Result, Segment, Severity, Site, Writer, codes,
    record,
};

codes! {
    TRUNCATED = "warcraft.dbc.truncated": "the file ends inside the header, the rows or the strings" => "copy the file again from its source";
    MAGIC = "warcraft.dbc.magic": "the file does not start as a table of the client" => "check that the file is a table and not another file with its name";
    LIMIT = "warcraft.dbc.limit": "a table is larger than the limits allow" => "raise the limit if the file is trusted";
    ROW_SIZE = "warcraft.dbc.row_size": "rows are not four bytes for each field; they are kept as they are" => "nothing has to be done";
    REST = "warcraft.dbc.rest": "bytes follow the strings; they are kept but not used" => "cut the file behind the strings";
    STRINGS = "warcraft.dbc.strings": "the strings do not end with a NUL" => "copy the file again from its source";
    UNWRITABLE = "warcraft.dbc.unwritable": "the parts of a table do not fit each other" => "correct the named part";
}

/// Cells are read as whole numbers, so that none is not finite.
static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &TRUNCATED, trailing: &REST, limit: &LIMIT };

record! {
    struct Header in "warcraft.dbc.header" sizes [20] {
        magic: [u8; 4] [0],
        rows: u32 [4],
        fields: u32 [8],
        row_size: u32 [12],
        strings: u32 [16],
    }
}

const MAGIC_BYTES: [u8; 4] = *b"WDBC";

/// Every finding that reading or writing a table can make.
pub fn codes() -> Vec<&'static Code> {
    CODES.to_vec()
}

/// Reads a table.
///
/// # Errors
/// A file that is no table or ends inside it; in strict mode the report's verdict says whether a
/// documented habit is broken.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Dbc, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let table = table(&mut cursor)?;
    Ok((table, cursor.finish()?))
}

/// Every place the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = table(&mut cursor);
    cursor.report.take_sites()
}

fn table(cursor: &mut Cursor<'_>) -> Result<Dbc> {
    let header: Header = cursor.within(Segment::one("header"), |cursor| cursor.record(0))?;
    if header.magic != MAGIC_BYTES {
        let found = format_args!("\"{}\"", header.magic.escape_ascii());
        return Err(cursor.report.broken(&MAGIC, 0, "\"WDBC\"", found));
    }
    let (rows, row_size) = (header.rows as usize, header.row_size as usize);
    cursor.expect_items(rows, row_size, "rows")?;
    let rows = if header.fields.checked_mul(4) == Some(header.row_size) {
        Rows::Cells(cursor.list(rows * row_size / 4, "cell")?)
    } else {
        cursor.report.note(&ROW_SIZE, 12, format_args!("4 x {}", header.fields), header.row_size);
        let at = cursor.offset();
        let bytes = cursor.take(rows * row_size, "rows")?.to_vec();
        cursor.trace_bytes("rows", at, bytes.len());
        Rows::Bytes(bytes)
    };
    if row_size == 0 && header.rows > 0 {
        let found = format_args!("{} of 0 bytes", header.rows);
        return Err(cursor.report.broken(&TRUNCATED, 4, "rows", found));
    }
    let at = cursor.offset();
    let strings = cursor.take(header.strings as usize, "strings")?.to_vec();
    cursor.trace_bytes("strings", at, strings.len());
    if strings.last().is_some_and(|last| *last != 0) {
        cursor.report.habit(&STRINGS, cursor.offset() - 1, "a NUL", "another byte");
    }
    let at = cursor.offset();
    let rest = cursor.take(cursor.remaining(), "bytes behind the strings")?.to_vec();
    if !rest.is_empty() {
        cursor.report.habit(&REST, at, "the end of the file", format_args!("{} bytes", rest.len()));
        cursor.trace_bytes("rest", at, rest.len());
    }
    Ok(Dbc { fields: header.fields, row_size: header.row_size, rows, strings, rest })
}

fn unwritable(expected: impl std::fmt::Display, found: impl std::fmt::Display) -> Box<Finding> {
    Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found))
}

/// Writes a table. The number of rows and the length of the strings are derived.
///
/// # Errors
/// `warcraft.dbc.unwritable` when the rows are not whole, are of another kind than their size says,
/// or need more than 32 bits.
pub fn write(table: &Dbc) -> Result<Vec<u8>> {
    let of_cells = table.fields.checked_mul(4) == Some(table.row_size);
    let length = match &table.rows {
        Rows::Cells(cells) if of_cells => 4 * cells.len(),
        Rows::Bytes(bytes) if !of_cells => bytes.len(),
        Rows::Cells(_) => {
            return Err(unwritable("rows as bytes, which are not four for each field", "cells"));
        }
        Rows::Bytes(_) => {
            return Err(unwritable("rows as cells, which are four bytes for each field", "bytes"));
        }
    };
    let rows = length.checked_div(table.row_size as usize).unwrap_or(0);
    if rows * table.row_size as usize != length {
        return Err(unwritable(format_args!("whole rows of {} bytes", table.row_size), length));
    }
    let narrow = |number: usize| u32::try_from(number).map_err(|_| unwritable("fewer than 2^32", number));
    let header = Header {
        magic: MAGIC_BYTES,
        rows: narrow(rows)?,
        fields: table.fields,
        row_size: table.row_size,
        strings: narrow(table.strings.len())?,
    };
    let mut writer =
        Writer::with_capacity(Header::SIZES[0] + length + table.strings.len() + table.rest.len());
    writer.record(&header, 0);
    match &table.rows {
        Rows::Cells(cells) => writer.list(cells),
        Rows::Bytes(bytes) => writer.raw(bytes),
    }
    writer.raw(&table.strings);
    writer.raw(&table.rest);
    Ok(writer.into_bytes())
}
