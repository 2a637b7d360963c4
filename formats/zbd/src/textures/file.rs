//! Reading and writing whole packages. Order, without gaps: header, entries,
//! global palettes, image blocks. Source: `docs/spec/zbd/textures.md`.

use super::{Palette, Pixels, Texture, TexturePackage, flags};
use crate::gamez::Version;
use binary::{
    Code, Cursor, Field, Finding, FormatCodes, Mode, Name, Padded, Record, Report, Result, Segment, Severity,
    Site, Writer, codes, record,
};

codes! {
    TRUNCATED = "zbd.textures.truncated": "the file ends inside a structure" => "copy the file again from its source";
    NOT_FINITE = "zbd.textures.not_finite": "a number is NaN or infinite" => "export the file again";
    TRAILING = "zbd.textures.trailing": "bytes follow the last image" => "cut the file at the stated offset";
    LIMIT = "zbd.textures.limit": "a list or an image is larger than the limits allow" => "raise the limit if the file is trusted";
    PALETTES = "zbd.textures.palettes": "the number of global palettes is negative" => "write the package again";
    EMPTY = "zbd.textures.empty": "the package has no texture" => "add a texture or remove the file";
    NAME = "zbd.textures.name": "a name is not 7-bit text with NULs to the end" => "use at most 31 ASCII characters and fill up with NULs";
    OFFSET = "zbd.textures.offset": "an image does not start where the one before it ends" => "write the images in entry order without gaps";
    PALETTE_INDEX = "zbd.textures.palette_index": "a texture refers to a global palette that is not there" => "use -1 or the number of a palette in the package";
    FLAGS = "zbd.textures.flags": "a flag is set that has no meaning" => "clear all but the low eight flags";
    DEPTH = "zbd.textures.depth": "the flag for 16-bit colours is clear" => "set flag 0x01 on every image";
    ALPHA = "zbd.textures.alpha": "the flags name not exactly one kind of alpha" => "set 0x04 for none, 0x02 for simple, 0x0a for full alpha";
    GLOBAL = "zbd.textures.global": "the flag for a global palette and the palette index disagree" => "set flag 0x10 exactly when the palette index is not -1";
    COLORS = "zbd.textures.colors": "the number of palette colours is impossible" => "use 1 to 256 colours, or 0 for direct colour without a global palette";
    INDEX = "zbd.textures.index": "a pixel refers to a colour beyond the palette" => "convert the image again with the palette it is stored with";
    STRETCH = "zbd.textures.stretch": "the stretch value is unknown" => "use 0 none, 1 vertical, 2 horizontal or 3 both";
    UNWRITABLE = "zbd.textures.unwritable": "the parts of a texture do not fit each other or the format" => "correct the named part";
}

/// Every finding that reading or writing a package can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, Header::CODES, Entry::CODES, Info::CODES].concat()
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

record! {
    struct Header in "zbd.textures.header" sizes [24] {
        zero00: u32 [0] must 0,
        has_entries: u32 [4] must 1,
        global_palette_count: i32 [8],
        texture_count: u32 [12],
        zero16: u32 [16] must 0,
        zero20: u32 [20] must 0,
    }
}

record! {
    struct Entry in "zbd.textures.entry" sizes [40] {
        name: Padded<32> [0],
        start_offset: u32 [32],
        palette_index: i32 [36],
    }
}

record! {
    struct Info in "zbd.textures.info" sizes [16] {
        flags: u32 [0],
        width: u16 [4],
        height: u16 [6],
        zero08: u32 [8] must 0,
        palette_count: u16 [12],
        stretch: u16 [14],
    }
}

const PALETTE_SIZE: usize = 512;
const KNOWN_FLAGS: u32 = 0xFF;

/// Reads a package of any of the four games.
///
/// # Errors
/// Structural damage, in either mode; in strict mode the report's verdict says
/// whether a documented habit is broken.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(TexturePackage, Report)> {
    read_any(bytes, mode, None)
}

/// Reads a package of a known game: stretch values that only Crimson Skies uses
/// are findings in the others.
///
/// # Errors
/// As [`read`].
pub fn read_for(bytes: &[u8], mode: Mode, game: Version) -> Result<(TexturePackage, Report)> {
    read_any(bytes, mode, Some(game))
}

fn read_any(bytes: &[u8], mode: Mode, game: Option<Version>) -> Result<(TexturePackage, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let package = package(&mut cursor, game)?;
    Ok((package, cursor.finish()?))
}

/// Every place the reader looks at; up to the damage if there is any. Pixels
/// are one place for each plane.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = package(&mut cursor, None);
    cursor.report.take_sites()
}

fn package(cursor: &mut Cursor<'_>, game: Option<Version>) -> Result<TexturePackage> {
    let header: Header = cursor.within(Segment::one("header"), |cursor| cursor.record(0))?;
    let Ok(palette_count) = usize::try_from(header.global_palette_count) else {
        return Err(cursor.report.broken(&PALETTES, 8, "0 or more", header.global_palette_count));
    };
    if header.texture_count == 0 {
        cursor.report.habit(&EMPTY, 12, "at least one texture", 0);
    }
    let texture_count = header.texture_count as usize;
    cursor.expect_items(texture_count, Entry::SIZES[0], "entries")?;
    let mut entries = Vec::with_capacity(texture_count);
    for index in 0..texture_count {
        entries.push(cursor.within(Segment::at("texture", index), |cursor| entry(cursor, palette_count))?);
    }
    cursor.expect_items(palette_count, PALETTE_SIZE, "global palettes")?;
    let mut palettes = Vec::with_capacity(palette_count);
    for index in 0..palette_count {
        palettes.push(cursor.within(Segment::at("palette", index), |cursor| palette(cursor))?);
    }
    let mut textures = Vec::with_capacity(texture_count);
    for (index, entry) in entries.into_iter().enumerate() {
        let segment = Segment::at("texture", index).named(Name::new(entry.name.bytes()));
        textures.push(cursor.within(segment, |cursor| texture(cursor, entry, index, game))?);
    }
    let Header { zero00, has_entries, zero16, zero20, .. } = header;
    Ok(TexturePackage { zero00, has_entries, zero16, zero20, palettes, textures })
}

fn entry(cursor: &mut Cursor<'_>, palette_count: usize) -> Result<Entry> {
    let at = cursor.offset();
    let entry: Entry = cursor.record(0)?;
    entry.name.check(&mut cursor.report, &NAME, at);
    if entry.palette_index != -1
        && usize::try_from(entry.palette_index).map_or(true, |index| index >= palette_count)
    {
        return Err(cursor.report.broken(
            &PALETTE_INDEX,
            at + 36,
            format_args!("-1 or a number below {palette_count}"),
            entry.palette_index,
        ));
    }
    Ok(entry)
}

fn palette(cursor: &mut Cursor<'_>) -> Result<Palette> {
    let at = cursor.offset();
    let bytes = cursor.take(PALETTE_SIZE, "a global palette")?;
    cursor.trace_bytes("colors", at, PALETTE_SIZE);
    let (words, _) = bytes.as_chunks::<2>();
    Ok(Palette(std::array::from_fn(|index| u16::from_le_bytes(words[index]))))
}

fn texture(cursor: &mut Cursor<'_>, entry: Entry, index: usize, game: Option<Version>) -> Result<Texture> {
    let at = cursor.offset();
    if entry.start_offset as usize != at {
        let place = Header::SIZES[0] + index * Entry::SIZES[0] + 32;
        return Err(cursor.report.broken(&OFFSET, place, at, entry.start_offset));
    }
    let info: Info = cursor.record(0)?;
    check_habits(&mut cursor.report, at, &entry, &info, game);

    let area = usize::from(info.width) * usize::from(info.height);
    let limit = cursor.report.limits().pixels;
    if area > limit {
        return Err(cursor.report.broken(
            &LIMIT,
            at + 4,
            format_args!("at most {limit} pixels"),
            format_args!("{} x {}", info.width, info.height),
        ));
    }
    let has_plane = info.flags & flags::FULL_ALPHA != 0;
    let alpha_plane = |cursor: &mut Cursor<'_>| -> Result<Option<Vec<u8>>> {
        has_plane.then(|| plane(cursor, area, "alpha")).transpose()
    };
    let (pixels, alpha);
    if info.palette_count == 0 {
        pixels = Pixels::Direct(plane(cursor, area, "pixels")?);
        alpha = alpha_plane(cursor)?;
    } else {
        let start = cursor.offset();
        let indices: Vec<u8> = plane(cursor, area, "indices")?;
        check_indices(&cursor.report, start, &indices, info.palette_count)?;
        alpha = alpha_plane(cursor)?;
        pixels = if info.flags & flags::GLOBAL_PALETTE != 0 {
            if entry.palette_index == -1 {
                return Err(cursor.report.broken(&PALETTE_INDEX, at, "the number of a global palette", -1));
            }
            Pixels::Global { indices, colors: info.palette_count }
        } else {
            Pixels::Local { indices, palette: plane(cursor, info.palette_count.into(), "palette")? }
        };
    }
    Ok(Texture {
        name: entry.name,
        palette_index: entry.palette_index,
        flags: info.flags,
        width: info.width,
        height: info.height,
        zero08: info.zero08,
        stretch: info.stretch,
        pixels,
        alpha,
    })
}

/// The habits of an image block that say nothing about where its bytes are.
fn check_habits(report: &mut Report, at: usize, entry: &Entry, info: &Info, game: Option<Version>) {
    let set = |flag: u32| info.flags & flag != 0;
    let shown = format_args!("flags 0x{:02x}", info.flags);
    if info.flags & !KNOWN_FLAGS != 0 {
        report.habit(&FLAGS, at, "flags below 0x100", shown);
    }
    if !set(flags::BYTES_PER_PIXEL2) {
        report.habit(&DEPTH, at, "flag 0x01", shown);
    }
    let alpha = [flags::HAS_ALPHA, flags::NO_ALPHA, flags::FULL_ALPHA].map(set);
    if !matches!(alpha, [false, true, false] | [true, false, _]) {
        report.habit(&ALPHA, at, "one of 0x04, 0x02, 0x0a among the alpha flags", shown);
    }
    if set(flags::GLOBAL_PALETTE) != (entry.palette_index != -1) {
        report.habit(&GLOBAL, at, format_args!("a flag for palette {}", entry.palette_index), shown);
    }
    if info.palette_count > 256 || (info.palette_count == 0 && set(flags::GLOBAL_PALETTE)) {
        report.habit(&COLORS, at + 12, "1 to 256 colours", info.palette_count);
    }
    let stretch_is_known = match info.stretch {
        0..=3 => true,
        4 | 7 | 8 => matches!(game, None | Some(Version::CrimsonSkies)),
        _ => false,
    };
    if !stretch_is_known {
        report.habit(&STRETCH, at + 14, "a stretch value this game uses", info.stretch);
    }
}

/// A plane of bytes or words, copied in bulk.
fn plane<T: Field>(cursor: &mut Cursor<'_>, count: usize, what: &'static str) -> Result<Vec<T>> {
    let at = cursor.offset();
    let size = count * T::SIZE;
    let bytes = cursor.take(size, what)?;
    cursor.trace_bytes(what, at, size);
    let mut plane = Vec::with_capacity(count);
    T::extend(&mut plane, bytes);
    Ok(plane)
}

fn check_indices(report: &Report, start: usize, indices: &[u8], colors: u16) -> Result<()> {
    // The maximum is a few vector instructions; where it stands is looked for
    // only when it is too large.
    match indices.iter().max() {
        Some(max) if u16::from(*max) >= colors => {
            let at = indices.iter().position(|index| u16::from(*index) >= colors).unwrap_or(0);
            Err(report.broken(&INDEX, start + at, format_args!("an index below {colors}"), indices[at]))
        }
        _ => Ok(()),
    }
}

/// Writes a package. Offsets and counts are derived; everything else, odd
/// values too, is written as it stands.
///
/// # Errors
/// `zbd.textures.unwritable` when the parts of a texture do not fit each other
/// or the package does not fit 32-bit offsets.
pub fn write(package: &TexturePackage) -> Result<Vec<u8>> {
    let TexturePackage { palettes, textures, .. } = package;
    let too_large = |what: &str, count: usize| {
        unwritable(format_args!("a package below 4 GiB"), format_args!("{count} {what}"))
    };
    let mut writer = Writer::new();
    writer.record(
        &Header {
            zero00: package.zero00,
            has_entries: package.has_entries,
            global_palette_count: palettes
                .len()
                .try_into()
                .map_err(|_| too_large("palettes", palettes.len()))?,
            texture_count: textures.len().try_into().map_err(|_| too_large("textures", textures.len()))?,
            zero16: package.zero16,
            zero20: package.zero20,
        },
        0,
    );
    let mut start = Header::SIZES[0] + textures.len() * Entry::SIZES[0] + palettes.len() * PALETTE_SIZE;
    for (index, texture) in textures.iter().enumerate() {
        verdict(texture, palettes).map_err(|(expected, found)| {
            unwritable(expected, found).inside(format_args!("texture {index} \"{}\"", texture.name))
        })?;
        let start_offset = u32::try_from(start).map_err(|_| too_large("bytes", start))?;
        writer.record(&Entry { name: texture.name, start_offset, palette_index: texture.palette_index }, 0);
        start += block_size(texture);
    }
    for palette in palettes {
        writer.list(&palette.0);
    }
    for texture in textures {
        block(&mut writer, texture);
    }
    Ok(writer.into_bytes())
}

fn block(writer: &mut Writer, texture: &Texture) {
    writer.record(
        &Info {
            flags: texture.flags,
            width: texture.width,
            height: texture.height,
            zero08: texture.zero08,
            palette_count: palette_count(texture).unwrap_or(u16::MAX),
            stretch: texture.stretch,
        },
        0,
    );
    match &texture.pixels {
        Pixels::Direct(colors) => writer.list(colors),
        Pixels::Local { indices, .. } | Pixels::Global { indices, .. } => writer.raw(indices),
    }
    if let Some(alpha) = &texture.alpha {
        writer.raw(alpha);
    }
    if let Pixels::Local { palette, .. } = &texture.pixels {
        writer.list(palette);
    }
}

fn palette_count(texture: &Texture) -> Option<u16> {
    match &texture.pixels {
        Pixels::Direct(_) => Some(0),
        Pixels::Local { palette, .. } => palette.len().try_into().ok(),
        Pixels::Global { colors, .. } => Some(*colors),
    }
}

fn block_size(texture: &Texture) -> usize {
    let pixels = match &texture.pixels {
        Pixels::Direct(colors) => 2 * colors.len(),
        Pixels::Local { indices, palette } => indices.len() + 2 * palette.len(),
        Pixels::Global { indices, .. } => indices.len(),
    };
    Info::SIZES[0] + pixels + texture.alpha.as_ref().map_or(0, Vec::len)
}

/// What would make the reader refuse the texture, or read another one.
fn verdict(texture: &Texture, palettes: &[Palette]) -> std::result::Result<(), (String, String)> {
    texture.verdict(palettes)?;
    if texture.palette_index != -1 && texture.global_palette(palettes).is_none() {
        let expected = format!("-1 or one of {} global palettes", palettes.len());
        return Err((expected, format!("palette {}", texture.palette_index)));
    }
    let (palettised, global) = match &texture.pixels {
        Pixels::Direct(_) => (false, false),
        Pixels::Local { .. } => (true, false),
        Pixels::Global { .. } => (true, true),
    };
    if palettised && global != (texture.flags & flags::GLOBAL_PALETTE != 0) {
        let word = if global { "set" } else { "clear" };
        return Err((format!("flag 0x10 {word}"), format!("flags 0x{:02x}", texture.flags)));
    }
    match palette_count(texture) {
        None => Err(("at most 65535 colours".to_owned(), "more".to_owned())),
        Some(0) if palettised => Err(("at least one colour".to_owned(), "none".to_owned())),
        Some(_) => Ok(()),
    }
}

fn unwritable(expected: impl std::fmt::Display, found: impl std::fmt::Display) -> Finding {
    Finding::new(&UNWRITABLE, Severity::Error, "", expected, found)
}
