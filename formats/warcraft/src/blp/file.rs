//! Reading and writing whole textures.

use super::{Blp, Common, Encoding, Head, MOST_LEVELS, Placement};
use crate::placement::{self, Gap};
use binary::{
    Code, Cursor, Finding, FormatCodes, Mode, Record, Report, Result, Segment, Severity, Site, Writer, codes,
    record,
};

codes! {
    TRUNCATED = "warcraft.blp.truncated": "the file ends inside the header or the palette" => "copy the file again from its source";
    MAGIC = "warcraft.blp.magic": "the file does not start as a texture of kind BLP1 or BLP2" => "check that the file is a texture and not another file with its name";
    ENCODING = "warcraft.blp.encoding": "the pixels are stored in a way that nobody knows" => "convert the picture again";
    SIDES = "warcraft.blp.sides": "a side of the picture is 0 or larger than 65535" => "convert the picture again";
    OUTSIDE = "warcraft.blp.outside": "a level reaches beyond the end of the file or into the header; it is left out" => "copy the file again from its source";
    OVERLAPS = "warcraft.blp.overlaps": "the levels together are longer than twice the file, so they share bytes; this one is left out" => "convert the picture again";
    LEVEL = "warcraft.blp.level": "a level does not have the bytes of its size" => "convert the picture again";
    EMPTY = "warcraft.blp.empty": "the texture has no picture" => "convert the picture again";
    JPEG = "warcraft.blp.jpeg": "the common start of the JPEG files reaches beyond the end of the file" => "copy the file again from its source";
    LEFTOVER = "warcraft.blp.leftover": "bytes that are not zero belong to no level" => "nothing has to be done: they are kept";
    DECODE = "warcraft.blp.decode": "a level cannot be decoded" => "convert the picture again";
    UNWRITABLE = "warcraft.blp.unwritable": "the parts of a texture do not fit each other" => "correct the named part";
}

/// Textures have no floats, and nothing trails behind levels that are found by their offsets.
static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &TRUNCATED, trailing: &LEFTOVER, limit: &TRUNCATED };

record! {
    struct Header1 in "warcraft.blp.header" sizes [156] {
        magic: [u8; 4] [0],
        compression: u32 [4],
        alpha_bits: u32 [8],
        width: u32 [12],
        height: u32 [16],
        kind: u32 [20],
        mips: u32 [24],
        offsets: [u32; 16] [28],
        sizes: [u32; 16] [92],
    }
}

record! {
    struct Header2 in "warcraft.blp.header" sizes [148] {
        magic: [u8; 4] [0],
        content: u32 [4],
        encoding: u8 [8],
        alpha_bits: u8 [9],
        alpha_kind: u8 [10],
        mips: u8 [11],
        width: u32 [12],
        height: u32 [16],
        offsets: [u32; 16] [20],
        sizes: [u32; 16] [84],
    }
}

/// Room for 256 colours.
const PALETTE: usize = 1024;

/// Every finding that reading, decoding or writing a texture can make.
pub fn codes() -> Vec<&'static Code> {
    CODES.to_vec()
}

/// Reads a texture.
///
/// # Errors
/// A file that is no BLP1 or BLP2, or ends inside its header or palette. What else is odd is a
/// finding; in strict mode the report's verdict says whether a documented habit is broken.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Blp, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let texture = texture(bytes, &mut cursor)?;
    Ok((texture, cursor.report))
}

/// Every place the reader looks at; up to the damage if there is any. Levels are one place each.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = texture(bytes, &mut cursor);
    cursor.report.take_sites()
}

fn texture(bytes: &[u8], cursor: &mut Cursor<'_>) -> Result<Blp> {
    let magic = bytes.first_chunk::<4>();
    let (head, width, height, offsets, sizes) = match magic {
        Some(b"BLP1") => {
            let header: Header1 = cursor.within(Segment::one("header"), |cursor| cursor.record(0))?;
            let Header1 { compression, alpha_bits, width, height, kind, mips, offsets, sizes, .. } = header;
            (Head::Blp1 { compression, alpha_bits, kind, mips }, width, height, offsets, sizes)
        }
        Some(b"BLP2") => {
            let header: Header2 = cursor.within(Segment::one("header"), |cursor| cursor.record(0))?;
            let Header2 {
                content,
                encoding,
                alpha_bits,
                alpha_kind,
                mips,
                width,
                height,
                offsets,
                sizes,
                ..
            } = header;
            (Head::Blp2 { content, encoding, alpha_bits, alpha_kind, mips }, width, height, offsets, sizes)
        }
        Some(other) => {
            let found = format_args!("\"{}\"", other.escape_ascii());
            return Err(cursor.report.broken(&MAGIC, 0, "\"BLP1\" or \"BLP2\"", found));
        }
        None => {
            return Err(cursor.report.broken(
                &TRUNCATED,
                0,
                "a header",
                format_args!("{} bytes", bytes.len()),
            ));
        }
    };
    let mut texture =
        Blp { head, width, height, common: Common::Palette(Vec::new()), levels: Vec::new(), placement: None };
    if texture.encoding().is_none() {
        cursor.report.habit(
            &ENCODING,
            4,
            "a palette, blocks, plain pixels or JPEG",
            format_args!("{head:?}"),
        );
    }
    if [width, height].iter().any(|side| *side == 0 || *side > 0xFFFF) {
        cursor.report.habit(&SIDES, 12, "1 to 65535", format_args!("{width} x {height}"));
    }
    texture.common = common(&texture, cursor)?;
    let start = cursor.offset();
    let stale = levels(&mut texture, cursor, start, &offsets, &sizes)?;
    check_levels(&texture, &sizes, cursor);
    let gaps = {
        let there = texture.levels.iter().zip(offsets).filter(|(level, _)| !level.is_empty());
        let mut parts: Vec<_> = there.map(|(level, offset)| offset..offset + level.len() as u32).collect();
        placement::leftovers(bytes, &mut parts, start)
    };
    if let Some(first) = gaps.first() {
        let count: usize = gaps.iter().map(|gap| gap.bytes.len()).sum();
        cursor.report.note(&LEFTOVER, first.offset as usize, "levels only", format_args!("{count} bytes"));
    }
    let (usual, end) = usual_offsets(&texture.levels, start);
    if usual != offsets || stale != [0; MOST_LEVELS] || !gaps.is_empty() || end != bytes.len() {
        texture.placement = Some(Placement { size: bytes.len() as u32, offsets, stale, gaps });
    }
    Ok(texture)
}

/// What stands behind the header.
fn common(texture: &Blp, cursor: &mut Cursor<'_>) -> Result<Common> {
    let at = cursor.offset();
    if matches!(texture.head, Head::Blp1 { .. }) && texture.encoding() == Some(Encoding::Jpeg) {
        let length: u32 = cursor.value("jpeg_length")?;
        if length as usize > cursor.remaining() {
            let expected = format_args!("at most {} bytes", cursor.remaining());
            return Err(cursor.report.broken(&JPEG, at, expected, length));
        }
        let bytes = cursor.take(length as usize, "the start of JPEG files")?;
        cursor.trace_bytes("jpeg", at + 4, bytes.len());
        return Ok(Common::Jpeg(bytes.to_vec()));
    }
    let bytes = cursor.take(PALETTE, "palette")?;
    cursor.trace_bytes("palette", at, PALETTE);
    // In BLP2 the room of the palette has the start of JPEG files, with its length ahead of it.
    let is_empty = bytes.iter().all(|byte| *byte == 0);
    Ok(Common::Palette(if is_empty { Vec::new() } else { bytes.to_vec() }))
}

/// Reads the levels; returns the sizes of those that are not there.
fn levels(
    texture: &mut Blp,
    cursor: &mut Cursor<'_>,
    start: usize,
    offsets: &[u32; MOST_LEVELS],
    sizes: &[u32; MOST_LEVELS],
) -> Result<[u32; MOST_LEVELS]> {
    let mut stale = [0; MOST_LEVELS];
    let mut left = cursor.len().saturating_mul(2);
    let count = sizes.iter().rposition(|size| *size > 0).map_or(0, |last| last + 1);
    for index in 0..count {
        let (offset, size) = (offsets[index] as usize, sizes[index] as usize);
        let inside = offset >= start && offset.checked_add(size).is_some_and(|end| end <= cursor.len());
        if size == 0 || !inside || size > left {
            stale[index] = sizes[index];
            texture.levels.push(Vec::new());
            if size > 0 {
                let (code, expected) = if inside {
                    (&OVERLAPS, "levels beside each other")
                } else {
                    (&OUTSIDE, "a level inside the file")
                };
                let found = format_args!("{size} bytes at 0x{offset:x}");
                cursor.report.enter(Segment::at("level", index));
                cursor.report.habit(code, start, expected, found);
                cursor.report.leave();
            }
            continue;
        }
        left -= size;
        cursor.seek(offset)?;
        let bytes = cursor.take(size, "level")?;
        cursor.report.enter(Segment::at("level", index));
        cursor.trace_bytes("bytes", offset, size);
        cursor.report.leave();
        texture.levels.push(bytes.to_vec());
    }
    Ok(stale)
}

fn check_levels(texture: &Blp, sizes: &[u32; MOST_LEVELS], cursor: &mut Cursor<'_>) {
    if sizes.iter().all(|size| *size == 0) {
        cursor.report.habit(&EMPTY, 20, "a level", "none");
    }
    for (index, level) in texture.levels.iter().enumerate().filter(|(_, level)| !level.is_empty()) {
        if let Some(wanted) = texture.level_bytes(index).filter(|wanted| *wanted != level.len()) {
            cursor.report.enter(Segment::at("level", index));
            cursor.report.habit(&LEVEL, 84, format_args!("{wanted} bytes"), level.len());
            cursor.report.leave();
        }
    }
}

/// Levels one behind the other: their offsets, and where the last one ends.
fn usual_offsets(levels: &[Vec<u8>], start: usize) -> ([u32; MOST_LEVELS], usize) {
    let mut offsets = [0; MOST_LEVELS];
    let mut at = start;
    for (offset, level) in offsets.iter_mut().zip(levels).filter(|(_, level)| !level.is_empty()) {
        *offset = at as u32;
        at += level.len();
    }
    (offsets, at)
}

fn unwritable(expected: &str, found: impl std::fmt::Display) -> Box<Finding> {
    Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found))
}

/// Writes a texture: its levels where they were read if they still fit there, else one behind the
/// other.
///
/// # Errors
/// `warcraft.blp.unwritable` for more than 16 levels, another palette than of 1024 bytes, a start of
/// JPEG files where there is none, and 4 GiB.
pub fn write(texture: &Blp) -> Result<Vec<u8>> {
    if texture.levels.len() > MOST_LEVELS {
        return Err(unwritable("at most 16 levels", texture.levels.len()));
    }
    let has_start = matches!(texture.head, Head::Blp1 { compression: 0, .. });
    let mut common = Writer::new();
    match &texture.common {
        Common::Palette(palette) if !has_start && palette.is_empty() => common.raw(&[0; PALETTE]),
        Common::Palette(palette) if !has_start && palette.len() == PALETTE => common.raw(palette),
        Common::Jpeg(start) if has_start => {
            let length =
                u32::try_from(start.len()).map_err(|_| unwritable("a start below 4 GiB", start.len()))?;
            common.value(&length);
            common.raw(start);
        }
        Common::Palette(palette) => {
            let expected = if has_start { "the start of JPEG files" } else { "a palette of 1024 bytes" };
            return Err(unwritable(expected, format_args!("a palette of {} bytes", palette.len())));
        }
        Common::Jpeg(_) => return Err(unwritable("a palette", "the start of JPEG files")),
    }
    let common = common.into_bytes();
    let header = match texture.head {
        Head::Blp1 { .. } => Header1::SIZES[0],
        Head::Blp2 { .. } => Header2::SIZES[0],
    };
    let start = header + common.len();
    let total: usize = texture.levels.iter().map(Vec::len).sum::<usize>() + start;
    if u32::try_from(total).is_err() {
        return Err(unwritable("a file below 4 GiB", total));
    }
    let mut sizes = [0; MOST_LEVELS];
    for (size, level) in sizes.iter_mut().zip(&texture.levels) {
        *size = level.len() as u32;
    }
    let kept = texture.placement.as_ref().and_then(|placement| in_place(texture, placement, start));
    if let (Some(_), Some(placement)) = (&kept, &texture.placement) {
        for (size, stale) in sizes.iter_mut().zip(placement.stale).filter(|(size, _)| **size == 0) {
            *size = stale;
        }
    }
    let (mut bytes, offsets) = kept.unwrap_or_else(|| {
        let (offsets, end) = usual_offsets(&texture.levels, start);
        let mut bytes = vec![0; start];
        bytes.reserve(end.saturating_sub(start));
        texture.levels.iter().for_each(|level| bytes.extend_from_slice(level));
        (bytes, offsets)
    });
    let mut writer = Writer::with_capacity(start);
    let Blp { width, height, .. } = *texture;
    match texture.head {
        Head::Blp1 { compression, alpha_bits, kind, mips } => {
            let magic = *b"BLP1";
            writer.record(
                &Header1 { magic, compression, alpha_bits, width, height, kind, mips, offsets, sizes },
                0,
            );
        }
        Head::Blp2 { content, encoding, alpha_bits, alpha_kind, mips } => {
            let magic = *b"BLP2";
            let header = Header2 {
                magic,
                content,
                encoding,
                alpha_bits,
                alpha_kind,
                mips,
                width,
                height,
                offsets,
                sizes,
            };
            writer.record(&header, 0);
        }
    }
    writer.raw(&common);
    let written = writer.into_bytes();
    bytes[..written.len()].copy_from_slice(&written);
    Ok(bytes)
}

/// The file without its header, everything at its old offset; `None` when that is no longer possible.
fn in_place(texture: &Blp, placement: &Placement, start: usize) -> Option<(Vec<u8>, [u32; MOST_LEVELS])> {
    let parts = || {
        let levels = texture.levels.iter().zip(placement.offsets).filter(|(level, _)| !level.is_empty());
        let levels = levels.map(|(level, offset)| (offset as usize, level.as_slice()));
        levels.chain(placement.gaps.iter().map(|Gap { offset, bytes }| (*offset as usize, bytes.as_slice())))
    };
    let end = parts().map(|(at, bytes)| at + bytes.len()).max().unwrap_or(0).max(start);
    let mut whole = vec![0; end.max(placement.size as usize)];
    for (at, bytes) in parts() {
        whole.get_mut(at..at + bytes.len())?.copy_from_slice(bytes);
    }
    let agree = parts().all(|(at, bytes)| at >= start && whole.get(at..at + bytes.len()) == Some(bytes));
    agree.then_some((whole, placement.offsets))
}
