//! Reading and writing whole archives. Source: `docs/spec/daggerfall.md`, "8. TEXTURE.nnn".

use super::pixels::rows;
use super::{Archive, Entry, HEADER_SIZE, Head, Problem, Record, pixel_places};
use crate::text::Text;
use binary::{
    Code, Cursor, Finding, FormatCodes, Mode, Record as _, Report, Result, Segment, Severity, Site, Writer,
    codes,
};

codes! {
    TRUNCATED = "daggerfall.texture.truncated": "the file ends inside its list of records" => "copy the file again from the game";
    LIMIT = "daggerfall.texture.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    RECORD_PLACE = "daggerfall.texture.record_place": "a record is not inside the file; it has no pictures" => "copy the file again from the game";
    PIXELS = "daggerfall.texture.pixels": "a picture cannot be decoded; what has it stays without" => "copy the file again from the game";
    UNWRITABLE = "daggerfall.texture.unwritable": "the parts of an archive do not fit each other" => "correct the named part";
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &TRUNCATED, trailing: &TRUNCATED, limit: &LIMIT };

/// Every finding that reading or writing an archive can make.
pub fn codes() -> Vec<&'static Code> {
    CODES.to_vec()
}

/// Reads an archive. Every picture is decoded once, to see whether it can be; one that cannot is a finding.
/// Archives of solid colours have no pixels, so that their heads say nothing about any.
///
/// # Errors
/// A file that ends inside its list of records.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Archive, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let archive = archive(&mut cursor)?;
    look_at_pixels(&mut cursor.report, &archive);
    Ok((archive, cursor.report))
}

/// Every place that the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = archive(&mut cursor);
    cursor.report.take_sites()
}

fn archive(cursor: &mut Cursor<'_>) -> Result<Archive> {
    let count: u16 = cursor.value("record_count")?;
    let count = usize::from(count);
    let name: Text<24> = cursor.value("name")?;
    cursor.expect_items(count, Entry::SIZES[0], "records")?;
    let mut records = Vec::with_capacity(count);
    for index in 0..count {
        let entry = cursor.within(Segment::at("entry", index), |cursor| cursor.record(0))?;
        records.push(Record { entry, head: None });
    }
    let start = cursor.offset();
    let data = cursor.take(cursor.remaining(), "data")?.to_vec();
    for (index, record) in records.iter_mut().enumerate() {
        cursor.report.enter(Segment::at("record", index));
        let place = usize::try_from(record.entry.position).ok().filter(|place| *place >= start);
        record.head = place.and_then(|place| {
            cursor.seek(place).ok()?;
            cursor.record(0).ok()
        });
        if record.head.is_none() {
            let at = HEADER_SIZE + Entry::SIZES[0] * index + 2;
            let expected = format_args!("28 bytes between {start} and {}", cursor.len());
            cursor.report.habit(&RECORD_PLACE, at, expected, record.entry.position);
        }
        cursor.report.leave();
    }
    trace_pixels(cursor, &records, start);
    Ok(Archive { name, records, data })
}

/// Names the bytes between the heads, so that what knows the fields also reaches pixels.
fn trace_pixels(cursor: &mut Cursor<'_>, records: &[Record], start: usize) {
    if !cursor.tracing() {
        return;
    }
    for place in pixel_places(records, start, cursor.len()) {
        // Inside the file, as the places are.
        if cursor.seek(place.start).is_ok() {
            let _ = cursor.list::<u8>(place.len(), "pixels");
        }
    }
}

/// Pixels that all pictures of an archive together are decoded for a look.
const MOST_LOOKED_AT: usize = 1 << 26;

fn look_at_pixels(report: &mut Report, archive: &Archive) {
    let mut left = MOST_LOOKED_AT;
    for (index, record) in archive.records.iter().enumerate() {
        let Some(head) = &record.head else { continue };
        // Solid colours have heads without pixels.
        if head.size == 0 && head.data == 0 {
            continue;
        }
        for frame in 0..usize::from(head.frames) {
            if left == 0 {
                return;
            }
            let looked = rows(archive, index, frame, |_, row| left = left.saturating_sub(row.len().max(1)));
            left = left.saturating_sub(1);
            if let Err(problem) = looked {
                tell(report, index, frame, record, &problem);
                break;
            }
        }
    }
}

fn tell(report: &mut Report, index: usize, frame: usize, record: &Record, problem: &Problem) {
    report.enter(Segment::at("record", index));
    report.enter(Segment::at("frame", frame));
    let at = usize::try_from(record.entry.position).unwrap_or(0);
    report.habit(&PIXELS, at, "a picture", problem);
    report.leave();
    report.leave();
}

/// Writes an archive.
///
/// # Errors
/// `daggerfall.texture.unwritable` for more than 65535 records, and for heads outside the data.
pub fn write(archive: &Archive) -> Result<Vec<u8>> {
    let unwritable = |expected: &str, found: String| {
        Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found))
    };
    let count = u16::try_from(archive.records.len());
    let count = count.map_err(|_| unwritable("at most 65535 records", archive.records.len().to_string()))?;
    let start = archive.data_start();
    let mut writer = Writer::with_capacity(start + archive.data.len());
    writer.value(&count);
    writer.value(&archive.name);
    archive.records.iter().for_each(|record| writer.record(&record.entry, 0));
    writer.raw(&archive.data);
    let mut bytes = writer.into_bytes();
    for record in &archive.records {
        let Some(head) = &record.head else { continue };
        let at = usize::try_from(record.entry.position).ok().filter(|at| *at >= start);
        let place = at.and_then(|at| bytes.get_mut(at..at.checked_add(Head::SIZES[0])?));
        let Some(place) = place else {
            return Err(unwritable("heads inside the file", format!("one at {}", record.entry.position)));
        };
        head.put(place, 0);
    }
    Ok(bytes)
}
