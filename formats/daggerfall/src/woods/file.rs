//! Reading and writing the whole file. Source: `docs/spec/daggerfall.md`, "2. WOODS.WLD".

use super::{BANDS_SIZE, HEADER_SIZE, HEIGHT, Header, PIXEL_SIZE, Pixel, WIDTH, Woods};
use binary::{
    Code, Cursor, Finding, FormatCodes, Mode, Record, Report, Result, Segment, Severity, Site, Writer, codes,
};

codes! {
    TRUNCATED = "daggerfall.woods.truncated": "the file ends inside the header or the list of offsets" => "copy WOODS.WLD again from the game";
    SIZE = "daggerfall.woods.size": "the map is not 1000 x 500 pixels, the only size that the game accepts" => "nothing, if the map is meant to be of another size";
    EMPTY = "daggerfall.woods.empty": "the map has no pixels" => "copy WOODS.WLD again from the game";
    LIMIT = "daggerfall.woods.limit": "the map is larger than the limits allow" => "raise the limit if the file is trusted";
    OFFSET_LIST = "daggerfall.woods.offset_list": "the size of the list of offsets is not four bytes for each pixel" => "correct the size in the header";
    BANDS_PLACE = "daggerfall.woods.bands_place": "the height band table is not inside the file; that of the game is taken" => "copy WOODS.WLD again from the game";
    ELEVATION_PLACE = "daggerfall.woods.elevation_place": "the elevation map is not inside the file; what is missing is sea" => "copy WOODS.WLD again from the game";
    ELEVATION = "daggerfall.woods.elevation": "an elevation is above 127, which the original program cannot stand" => "lower it to 127";
    RECORD_PLACE = "daggerfall.woods.record_place": "a pixel's record is not inside the file; the pixel has no heights of its own" => "copy WOODS.WLD again from the game";
    FULL_RECORD = "daggerfall.woods.full_record": "the layers of a full record are not inside the file" => "clear the low bits of the record's roughness";
    UNWRITABLE = "daggerfall.woods.unwritable": "the parts of a map do not fit each other" => "correct the named part";
}

/// The file has no floats, and nothing can trail it.
static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &TRUNCATED, trailing: &TRUNCATED, limit: &LIMIT };

/// Layers of a full record.
const LAYER: usize = 128 * 128;

/// Every finding that reading or writing a map can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, Header::CODES, Pixel::CODES].concat()
}

/// True for bytes that may start a map: its head's own constants, and a list for each of its pixels.
pub(crate) fn could_be(bytes: &[u8]) -> bool {
    let Some(head) = bytes.get(..HEADER_SIZE) else { return false };
    let head = Header::get(head, 0);
    head.width > 0
        && head.height > 0
        && head.width.checked_mul(head.height).and_then(|count| count.checked_mul(4))
            == Some(head.offset_list_size)
        && (head.one, head.head_size) == (1, 22)
}

/// The layers of a full record that starts here, if they are all there.
pub(crate) fn full_record(bytes: &[u8]) -> Option<[&[u8]; 4]> {
    let layers = bytes.get(22..22 + 4 * LAYER)?;
    let mut parts = layers.chunks_exact(LAYER);
    Some(std::array::from_fn(|_| parts.next().unwrap_or_default()))
}

/// Reads a map. What lies outside the file is a finding: the land goes on without it.
///
/// # Errors
/// A file that ends inside its header or list of offsets, and a map without pixels.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Woods, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let woods = woods(&mut cursor, bytes)?;
    Ok((woods, cursor.finish()?))
}

/// Every place the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = woods(&mut cursor, bytes);
    cursor.report.take_sites()
}

fn woods(cursor: &mut Cursor<'_>, bytes: &[u8]) -> Result<Woods> {
    let header: Header = cursor.within(Segment::one("header"), |cursor| cursor.record(0))?;
    let Header { width, height, .. } = header;
    if width == 0 || height == 0 {
        let found = format_args!("{width} x {height}");
        return Err(cursor.report.broken(&EMPTY, 4, format_args!("{WIDTH} x {HEIGHT} pixels"), found));
    }
    if (width, height) != (WIDTH, HEIGHT) {
        let found = format_args!("{width} x {height}");
        cursor.report.habit(&SIZE, 4, format_args!("{WIDTH} x {HEIGHT} pixels"), found);
    }
    let count = u64::from(width) * u64::from(height);
    if u64::from(header.offset_list_size) != count.saturating_mul(4) {
        let expected = format_args!("4 x {width} x {height} bytes");
        cursor.report.habit(&OFFSET_LIST, 0, expected, header.offset_list_size);
    }
    let offsets: Vec<u32> = cursor.list(usize::try_from(count).unwrap_or(usize::MAX), "offset")?;
    let body = cursor.take(cursor.remaining(), "body")?.to_vec();
    look_at_bands(cursor, &header)?;
    look_at_elevations(cursor, &header, bytes, offsets.len())?;
    look_at_records(cursor, bytes, &offsets)?;
    cursor.seek(bytes.len())?;
    Ok(Woods { header, offsets, body })
}

/// Where the first byte is that is neither header nor offset.
fn body_start(count: usize) -> usize {
    HEADER_SIZE + 4 * count
}

fn look_at_bands(cursor: &mut Cursor<'_>, header: &Header) -> Result<()> {
    let count = (header.width as usize).saturating_mul(header.height as usize);
    let at = header.bands as usize;
    if at < body_start(count) || at.saturating_add(BANDS_SIZE) > cursor.len() {
        let expected = format_args!("{BANDS_SIZE} bytes between {} and {}", body_start(count), cursor.len());
        cursor.report.habit(&BANDS_PLACE, 16, expected, at);
        return Ok(());
    }
    if cursor.tracing() {
        cursor.seek(at)?;
        let _: Vec<u8> = cursor.list(12, "band")?;
    }
    Ok(())
}

fn look_at_elevations(cursor: &mut Cursor<'_>, header: &Header, bytes: &[u8], count: usize) -> Result<()> {
    let at = header.elevation as usize;
    let end = at.saturating_add(count);
    if at < body_start(count) || end > bytes.len() {
        let expected = format_args!("{count} bytes between {} and {}", body_start(count), bytes.len());
        cursor.report.habit(&ELEVATION_PLACE, 28, expected, at);
        return Ok(());
    }
    let map = bytes.get(at..end).unwrap_or_default();
    if let Some(first) = map.iter().position(|byte| *byte > 127) {
        let many = map.iter().filter(|byte| **byte > 127).count();
        let found = format_args!("{} and {} others above", map[first], many - 1);
        cursor.report.habit(&ELEVATION, at + first, "at most 127", found);
    }
    if cursor.tracing() {
        cursor.seek(at)?;
        let _: Vec<u8> = cursor.list(count, "elevation")?;
    }
    Ok(())
}

fn look_at_records(cursor: &mut Cursor<'_>, bytes: &[u8], offsets: &[u32]) -> Result<()> {
    let start = body_start(offsets.len());
    for (index, offset) in offsets.iter().enumerate() {
        let offset = *offset as usize;
        let record = bytes.get(offset..).and_then(|rest| rest.get(..PIXEL_SIZE));
        let Some(record) = record.filter(|_| offset >= start) else {
            cursor.report.enter(Segment::at("pixel", index));
            let expected = format_args!("47 bytes between {start} and {}", bytes.len());
            cursor.report.habit(&RECORD_PLACE, HEADER_SIZE + 4 * index, expected, offset);
            cursor.report.leave();
            continue;
        };
        if record[9] & 0x1F != 0 && full_record(&bytes[offset..]).is_none() {
            cursor.report.enter(Segment::at("pixel", index));
            let expected = format_args!("65558 bytes of a full record before {}", bytes.len());
            cursor.report.habit(&FULL_RECORD, offset + 9, expected, bytes.len() - offset);
            cursor.report.leave();
        }
        if cursor.tracing() {
            cursor.seek(offset)?;
            cursor.within(Segment::at("pixel", index), |cursor| cursor.record::<Pixel>(0))?;
        }
    }
    Ok(())
}

/// Writes a map.
///
/// # Errors
/// `daggerfall.woods.unwritable` when there is not one offset for each pixel.
pub fn write(woods: &Woods) -> Result<Vec<u8>> {
    let Header { width, height, .. } = woods.header;
    if u64::from(width) * u64::from(height) != woods.offsets.len() as u64 {
        let expected = format_args!("{width} x {height} offsets");
        return Err(Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, woods.offsets.len())));
    }
    let mut writer = Writer::with_capacity(body_start(woods.offsets.len()) + woods.body.len());
    writer.record(&woods.header, 0);
    writer.list(&woods.offsets);
    writer.raw(&woods.body);
    Ok(writer.into_bytes())
}
