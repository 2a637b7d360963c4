//! The texts: a message table or blocks of strings. Source:
//! `docs/spec/zbd/messages.md`, "Message table resource" and "String table
//! resource".

use super::tree::Leaf;
use super::{BLOCK, BLOCK_NUMBER, ENDING, FLAGS, LENGTH, Layout, OVERLAP, TEXT_TWICE, UTF16, until};
use binary::{Cursor, Field as _, Record as _, Report, Result, Segment, record, windows_1252};

record! {
    pub(super) struct Block in "zbd.messages.block" sizes [12] {
        low_id: u32 [0],
        high_id: u32 [4],
        offset: u32 [8],
    }
}

record! {
    pub(super) struct TextHeader in "zbd.messages.text" sizes [4] {
        length: u16 [0],
        flags: u16 [2],
    }
}

/// Strings in a block.
pub(super) const BLOCK_STRINGS: u32 = 16;
/// Marks a text of a message table as UTF-16.
const WIDE: u16 = 1;
/// Ends a text of a message table, before the NULs.
pub(super) const LINE_END: [u8; 2] = *b"\r\n";

/// A text that is still in the file.
#[derive(Debug)]
pub(super) struct Text {
    pub id: u32,
    /// First byte in the file.
    pub start: u32,
    /// Bytes.
    pub length: u16,
    /// 16-bit characters instead of 8-bit ones; `length` then counts those.
    pub wide: bool,
}

impl Text {
    fn bytes<'a>(&self, file: &'a [u8]) -> &'a [u8] {
        let length = usize::from(self.length) * if self.wide { 2 } else { 1 };
        let start = self.start as usize;
        file.get(start..start + length).unwrap_or_default()
    }

    /// The text itself, as UTF-8.
    pub fn decode(&self, report: &mut Report, file: &[u8]) -> Box<str> {
        let bytes = self.bytes(file);
        if !self.wide {
            return windows_1252::decode(bytes).into();
        }
        let units = bytes.chunks_exact(2).map(u16::get);
        let text: String = char::decode_utf16(units)
            .map(|unit| {
                unit.unwrap_or_else(|odd| {
                    let found = format_args!("0x{:04x} alone", odd.unpaired_surrogate());
                    report.habit(&UTF16, self.start as usize, "pairs of surrogates", found);
                    char::REPLACEMENT_CHARACTER
                })
            })
            .collect();
        text.into()
    }
}

/// All texts, sorted by id, those with the same id in the order of the file.
pub(super) fn read(
    cursor: &mut Cursor<'_>,
    bytes: &[u8],
    leaves: &[Leaf],
    layout: Layout,
) -> Result<Vec<Text>> {
    let mut texts = match (layout, leaves) {
        (Layout::CrimsonSkies, blocks) => strings(cursor, bytes, blocks)?,
        (_, [table, ..]) => message_table(cursor, bytes, table)?,
        (_, []) => Vec::new(),
    };
    texts.sort_unstable_by_key(|text| (text.id, text.start));
    for pair in texts.windows(2) {
        if let [first, second] = pair
            && first.id == second.id
        {
            let expected = format_args!("one text with id {}", first.id);
            cursor.report.habit(&TEXT_TWICE, second.start as usize, expected, "another");
        }
    }
    Ok(texts)
}

fn message_table(cursor: &mut Cursor<'_>, bytes: &[u8], table: &Leaf) -> Result<Vec<Text>> {
    let start = table.start as usize;
    until(cursor, bytes, start + table.size as usize, |cursor| {
        cursor.seek(start)?;
        let count: u32 = cursor.value("block_count")?;
        let count = count as usize;
        cursor.expect_items(count, Block::SIZES[0], "blocks of messages")?;
        let mut blocks: Vec<(Block, usize)> = Vec::with_capacity(count);
        let mut total = 0;
        for index in 0..count {
            let at = cursor.offset();
            let block: Block = cursor.within(Segment::at("block", index), |cursor| cursor.record(0))?;
            let ids = u64::from(block.high_id).checked_sub(u64::from(block.low_id)).map(|span| span + 1);
            let room = (table.size as usize / TextHeader::SIZES[0]) as u64;
            match ids.filter(|ids| total + ids <= room) {
                Some(ids) => total += ids,
                None => {
                    let found = format_args!("ids {} to {}", block.low_id, block.high_id);
                    let expected = format_args!("an upward range, at most {room} messages in all");
                    return Err(cursor.report.broken(&BLOCK, at, expected, found));
                }
            }
            blocks.push((block, at));
        }
        let mut texts = Vec::with_capacity(total as usize);
        let mut spans = Vec::with_capacity(count + 1);
        spans.push((table.start, cursor.offset() as u32, start));
        for (index, (block, at)) in blocks.iter().enumerate() {
            cursor.within(Segment::at("block", index), |cursor| {
                cursor.seek(start.saturating_add(block.offset as usize))?;
                let first = cursor.offset() as u32;
                for id in block.low_id..=block.high_id {
                    let text =
                        cursor.within(Segment::at("message", id as usize), |cursor| message(cursor, id))?;
                    texts.push(text);
                }
                spans.push((first, cursor.offset() as u32, *at));
                Ok(())
            })?;
        }
        apart(&cursor.report, &mut spans)?;
        Ok(texts)
    })
}

/// One text of a message table, without its line end and NULs.
fn message(cursor: &mut Cursor<'_>, id: u32) -> Result<Text> {
    let at = cursor.offset();
    let header: TextHeader = cursor.record(0)?;
    let Some(length) = usize::from(header.length).checked_sub(TextHeader::SIZES[0]) else {
        return Err(cursor.report.broken(&LENGTH, at, "4 bytes or more", header.length));
    };
    let start = cursor.offset();
    let bytes = cursor.take(length, "a text")?;
    cursor.trace_bytes("text", start, length);
    if header.flags != 0 {
        cursor.report.habit(&FLAGS, at + 2, 0, header.flags);
    }
    let wide = header.flags & WIDE != 0;
    let (length, ended) = if wide { wide_text(bytes) } else { narrow_text(bytes) };
    if !ended {
        let tail = &bytes[bytes.len().saturating_sub(8)..];
        let found = format_args!("\"{}\" at its end", tail.escape_ascii());
        cursor.report.habit(&ENDING, at, "CR LF and NULs", found);
    }
    // No text is longer than its own 16-bit length says.
    Ok(Text { id, start: start as u32, length: length as u16, wide })
}

/// Length of a text in bytes, and whether it has a line end.
fn narrow_text(bytes: &[u8]) -> (usize, bool) {
    let length = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    match bytes[..length].strip_suffix(&LINE_END) {
        Some(text) => (text.len(), true),
        None => (length, false),
    }
}

/// Length of a text in 16-bit characters, and whether it has a line end.
fn wide_text(bytes: &[u8]) -> (usize, bool) {
    let (units, _) = bytes.as_chunks::<2>();
    let length = units.iter().rposition(|unit| *unit != [0, 0]).map_or(0, |last| last + 1);
    match units[..length].strip_suffix(&LINE_END.map(|byte| [byte, 0])) {
        Some(text) => (text.len(), true),
        None => (length, false),
    }
}

fn strings(cursor: &mut Cursor<'_>, bytes: &[u8], blocks: &[Leaf]) -> Result<Vec<Text>> {
    let mut spans = Vec::with_capacity(blocks.len());
    for block in blocks {
        spans.push((block.start, block.start + block.size, block.named_at as usize));
    }
    apart(&cursor.report, &mut spans)?;
    // A string that is there takes four bytes or more.
    let room: usize = blocks.iter().map(|block| block.size as usize / 4).sum();
    let mut texts = Vec::with_capacity(room.min(blocks.len() * BLOCK_STRINGS as usize));
    for block in blocks {
        let number = block.name as usize;
        cursor.within(Segment::at("block", number), |cursor| {
            let first = block.name.checked_sub(1).and_then(|index| index.checked_mul(BLOCK_STRINGS));
            let Some(first) = first else {
                let expected = format_args!("1 to {}", u32::MAX / BLOCK_STRINGS + 1);
                return Err(cursor.report.broken(&BLOCK_NUMBER, block.named_at as usize, expected, number));
            };
            until(cursor, bytes, (block.start + block.size) as usize, |cursor| {
                cursor.seek(block.start as usize)?;
                for index in 0..BLOCK_STRINGS {
                    cursor.within(Segment::at("string", index as usize), |cursor| {
                        let length: u16 = cursor.value("length")?;
                        let start = cursor.offset();
                        cursor.take(usize::from(length) * 2, "a string")?;
                        if length > 0 {
                            cursor.trace_bytes("text", start, usize::from(length) * 2);
                            texts.push(Text { id: first + index, start: start as u32, length, wide: true });
                        }
                        Ok(())
                    })?;
                }
                Ok(())
            })
        })?;
    }
    Ok(texts)
}

/// Fails when two of these spans (start, end, offset of their name) share bytes: a few bytes must
/// not become many texts.
fn apart(report: &Report, spans: &mut [(u32, u32, usize)]) -> Result<()> {
    spans.sort_unstable();
    for pair in spans.windows(2) {
        if let [before, after] = pair
            && after.0 < before.1
        {
            return Err(report.broken(
                &OVERLAP,
                after.2,
                format_args!("texts from 0x{:08x} on", before.1),
                format_args!("0x{:08x}", after.0),
            ));
        }
    }
    Ok(())
}
