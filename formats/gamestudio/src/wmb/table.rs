//! Lists whose items are found through a table of offsets: textures and
//! objects. Source: `docs/spec/gamestudio.md`, "2.2 Textures" and "2.7 Objects".

use super::codes::{self, COUNT, ITEM_GAP, ITEM_OFFSET, ITEM_OVERLAP};
use crate::placement::{Gap, Placement, assemble, uncovered};
use binary::{Cursor, Result, Segment, Writer};

/// Bytes that any item takes beside its offset.
const SMALLEST_ITEM: usize = 4;

/// Reads the rest of the cursor's bytes as a table and its items. Each item is
/// read with the offset where the next one starts; `None` stands for a negative
/// offset. The placement is `None` when the items follow the table and one
/// another in order.
pub(super) fn read<T>(
    cursor: &mut Cursor<'_>,
    bytes: &[u8],
    label: &'static str,
    may_be_missing: bool,
    mut item: impl FnMut(&mut Cursor<'_>, usize) -> Result<T>,
) -> Result<(Vec<Option<T>>, Option<Placement>)> {
    let base = cursor.offset();
    let end = cursor.len();
    let count: i32 = cursor.value("count")?;
    let Ok(count) = usize::try_from(count) else {
        return Err(cursor.report.broken(&COUNT, base, "0 or more", count));
    };
    let table = cursor.offset();
    let smallest = if may_be_missing { 4 } else { 4 + SMALLEST_ITEM };
    cursor.expect_items(count, smallest, label)?;
    let offsets: Vec<i32> = cursor.list(count, "offset")?;
    let mut starts: Vec<usize> =
        offsets.iter().filter_map(|offset| usize::try_from(*offset).ok()).map(|at| base + at).collect();
    starts.sort_unstable();

    let first = cursor.offset();
    let mut items = Vec::with_capacity(count);
    let mut ranges = Vec::with_capacity(starts.len());
    let mut compact = Compact::new(count);
    for (index, offset) in offsets.iter().enumerate() {
        let place = table + 4 * index;
        let Ok(from_base) = usize::try_from(*offset) else {
            if !may_be_missing {
                return Err(cursor.report.broken(&ITEM_OFFSET, place, "0 or more", offset));
            }
            compact.missing(*offset);
            items.push(None);
            continue;
        };
        let start = base + from_base;
        if start < first || start >= end {
            return Err(cursor.report.broken(
                &ITEM_OFFSET,
                place,
                format_args!("{} up to the {} bytes of the list", first - base, end - base),
                offset,
            ));
        }
        let next = starts.partition_point(|other| *other <= start);
        let next_start = starts.get(next).copied().unwrap_or(end);
        // Two items at one place are as bad as one inside the other.
        let alone = next < 2 || starts[next - 2] != start;
        cursor.seek(start)?;
        items.push(Some(cursor.within(Segment::at(label, index), |cursor| item(cursor, next_start))?));
        if !alone || cursor.offset() > next_start {
            return Err(cursor.report.broken(
                &ITEM_OVERLAP,
                place,
                format_args!("an item of at most {} bytes", if alone { next_start - start } else { 0 }),
                format_args!("{} bytes", cursor.offset() - start),
            ));
        }
        compact.item(*offset, cursor.offset() - start);
        ranges.push(start..cursor.offset());
    }
    let pieces = uncovered(&mut ranges, first..end);
    for piece in &pieces {
        // An unused slot of the table is left where the objects alone were saved anew.
        let is_slot = *piece == (first..first + 4) && bytes.get(piece.clone()) == Some(&[0; 4]);
        if !is_slot {
            cursor.report.habit(
                &ITEM_GAP,
                piece.start,
                "the next item",
                format_args!("{} more bytes", piece.len()),
            );
        }
        cursor.trace_bytes("gap", piece.start, piece.len());
    }
    cursor.seek(end)?;
    let compact = compact.holds && pieces.is_empty();
    let placement = (!compact).then(|| Placement {
        offsets,
        gaps: pieces.into_iter().map(|piece| Gap::of(bytes, base, piece)).collect(),
    });
    Ok((items, placement))
}

/// Follows the offsets a writer would choose.
struct Compact {
    next: usize,
    holds: bool,
}

impl Compact {
    fn new(count: usize) -> Self {
        Compact { next: 4 + 4 * count, holds: true }
    }

    fn missing(&mut self, offset: i32) {
        self.holds &= offset == -1;
    }

    fn item(&mut self, offset: i32, size: usize) {
        self.holds &= usize::try_from(offset) == Ok(self.next);
        self.next += size;
    }
}

/// Writes items behind their table, at the offsets of `placement` if there is
/// one.
pub(super) fn write<T>(
    what: &'static str,
    items: &[Option<T>],
    placement: Option<&Placement>,
    mut put: impl FnMut(&mut Writer, usize, &T) -> Result<()>,
) -> Result<Vec<u8>> {
    let mut writer = Writer::new();
    writer.value(&codes::count(what, items.len())?);
    let table = 4 + 4 * items.len();
    let mut body = Writer::new();
    let mut ends = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        if let Some(item) = item {
            put(&mut body, index, item)?;
        }
        ends.push(body.offset());
    }
    let mut start = 0;
    let mut offsets = Vec::with_capacity(items.len());
    for (item, end) in items.iter().zip(&ends) {
        offsets.push(if item.is_some() { codes::count(what, table + start)? } else { -1 });
        start = *end;
    }
    let body = body.into_bytes();
    codes::count(what, table + body.len())?;
    let Some(placement) = placement else {
        writer.list(&offsets);
        writer.raw(&body);
        return Ok(writer.into_bytes());
    };

    let fits = placement.offsets.len() == items.len()
        && placement.offsets.iter().zip(items).all(|(offset, item)| (*offset >= 0) == item.is_some());
    if !fits {
        return codes::unwritable(
            what,
            format_args!("a layout for {} items", items.len()),
            "another one; clear it to have it made anew",
        );
    }
    writer.list(&placement.offsets);
    let head = writer.into_bytes();
    let mut parts = vec![(0, head.as_slice())];
    let mut start = 0;
    for (offset, end) in placement.offsets.iter().zip(&ends) {
        if let Ok(at) = usize::try_from(*offset) {
            parts.push((at, &body[start..*end]));
        }
        start = *end;
    }
    assemble(&parts, &placement.gaps).or_else(|at| {
        codes::unwritable(
            what,
            "items that do not overlap",
            format_args!("two at {at}; clear the layout to have it made anew"),
        )
    })
}
