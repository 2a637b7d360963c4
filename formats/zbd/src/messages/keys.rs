//! The key table in the data section. Source: `docs/spec/zbd/messages.md`, "Key
//! table".

use super::pe::Dll;
use super::{ADDRESS, CRT, KEY_END, KEY_ORDER, KEY_OVERLAP, KEY_PLACE, KEY_TABLE, KEY_TEXT, Layout, until};
use binary::{Cursor, Field as _, Record, Result, Segment, record};

record! {
    pub(super) struct Pair in "zbd.messages.key" sizes [8] {
        address: u32 [0],
        id: u32 [4],
    }
}

/// A key, whose text is still in the file.
#[derive(Debug)]
pub(super) struct Key {
    pub id: u32,
    /// Offset of its pair in the file.
    pub pair: u32,
    /// Offset of its text in the file.
    pub start: u32,
    /// Bytes of the text, without its NUL.
    pub length: u32,
}

/// The keys in the order of their source: the table has them backwards.
pub(super) fn read(cursor: &mut Cursor<'_>, bytes: &[u8], dll: &Dll, layout: Layout) -> Result<Vec<Key>> {
    let section = &dll.data;
    let end = section.start + section.size;
    until(cursor, bytes, end, |cursor| {
        cursor.seek(section.start)?;
        skip(cursor, layout)?;
        let start = cursor.offset();
        let base = u64::from(dll.image_base) + u64::from(section.address);
        let count = count(cursor, section.bytes(bytes), layout.skip(), base)?;
        let mut keys: Vec<Key> = Vec::with_capacity(count);
        let table_end = start + count * Pair::SIZES[0];
        let mut budget = section.size;
        let mut before = u32::MAX;
        for index in 0..count {
            keys.push(cursor.within(Segment::at("key", index), |cursor| {
                let at = cursor.offset();
                let pair: Pair = cursor.record(0)?;
                let key = key(cursor, bytes, &pair, at, (base, section.start, end))?;
                if pair.address >= before {
                    let expected = format_args!("an address below 0x{before:08x}");
                    cursor.report.habit(&KEY_ORDER, at, expected, format_args!("0x{:08x}", pair.address));
                }
                if (key.start as usize) < table_end {
                    let first = base + (table_end - section.start) as u64;
                    let expected = format_args!("an address from 0x{first:08x} on");
                    cursor.report.habit(&KEY_PLACE, at, expected, format_args!("0x{:08x}", pair.address));
                }
                // Pairs that share one long key must not multiply it.
                budget = budget.checked_sub(key.length as usize + 1).ok_or_else(|| {
                    cursor.report.broken(&KEY_OVERLAP, at, "a text of its own", "one that is used already")
                })?;
                before = pair.address;
                Ok(key)
            })?);
        }
        keys.reverse();
        Ok(keys)
    })
}

/// The start-up code's own words before the table.
fn skip(cursor: &mut Cursor<'_>, layout: Layout) -> Result<()> {
    let at = cursor.offset();
    if layout == Layout::Mech3 {
        let words: [u32; 4] = cursor.value("crt")?;
        for (index, word) in words.iter().enumerate().filter(|(_, word)| **word != 0) {
            cursor.report.habit(&CRT, at + index * size_of::<u32>(), 0, word);
        }
        return Ok(());
    }
    cursor.take(layout.skip(), "start-up data")?;
    cursor.trace_bytes("crt", at, layout.skip());
    Ok(())
}

/// The number of pairs: up to the first word that is text instead of an address.
fn count(cursor: &Cursor<'_>, section: &[u8], skip: usize, base: u64) -> Result<usize> {
    let limit = base + section.len() as u64;
    let mut rest = section.get(skip..).unwrap_or_default();
    let mut count = 0;
    while let Some((word, tail)) = rest.split_at_checked(size_of::<u32>()) {
        if u64::from(u32::get(word)) > limit {
            return Ok(count);
        }
        count += 1;
        rest = tail.get(size_of::<u32>()..).unwrap_or_default();
    }
    let expected = format_args!("a word above 0x{limit:08x} after the last pair");
    Err(cursor.report.broken(&KEY_TABLE, cursor.len(), expected, "the end of the section"))
}

fn key(
    cursor: &mut Cursor<'_>,
    bytes: &[u8],
    pair: &Pair,
    at: usize,
    (base, start, end): (u64, usize, usize),
) -> Result<Key> {
    let Some(delta) = u64::from(pair.address).checked_sub(base) else {
        let expected = format_args!("an address from 0x{base:08x} on");
        return Err(cursor.report.broken(&ADDRESS, at, expected, format_args!("0x{:08x}", pair.address)));
    };
    // The table ends at the first address above the section's end.
    let place = start + delta as usize;
    let tail = bytes.get(place..end).unwrap_or_default();
    let Some(length) = tail.iter().position(|byte| *byte == 0) else {
        return Err(cursor.report.broken(&KEY_END, place, "a NUL", "the end of the section"));
    };
    let text = &tail[..length];
    cursor.trace_bytes("text", place, length + 1);
    if text.is_empty() || !text.is_ascii() {
        let found = format_args!("\"{}\"", text.escape_ascii());
        cursor.report.habit(&KEY_TEXT, place, "7-bit text", found);
    }
    // Sections are placed by 32-bit words.
    Ok(Key { id: pair.id, pair: at as u32, start: place as u32, length: length as u32 })
}
