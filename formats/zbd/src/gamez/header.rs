//! The header of a GameZ file. Source: `docs/spec/zbd/gamez.md`, "1. Header".

use super::Version;
use super::nodes::Nodes;
use super::rules::{COUNT32_MAX, Rules, offset_of, require};
use binary::{Code, Cursor, Field, Record, Report, Result, Segment, Writer, codes, record};

/// First word of every GameZ file.
pub const SIGNATURE: u32 = 0x0297_1222;

/// Most textures a file of the game's own tools lists.
const TEXTURES_MAX: usize = 4095;

codes! {
    BAD_SIGNATURE = "zbd.gamez.header.signature": "the first word is not that of a GameZ file"
        => "check that this is a gamez.zbd or planes.zbd";
    UNKNOWN_VERSION = "zbd.gamez.header.version": "the version word belongs to no known game"
        => "check which game the file is from; only versions 15, 27, 41 and 42 are understood";
    TEXTURE_COUNT = "zbd.gamez.header.texture_count": "more textures are listed than the game can hold"
        => "list at most 4095 textures";
    TEXTURES_OFFSET = "zbd.gamez.header.textures_offset": "the texture directory does not follow the header"
        => "export the file again; blocks follow one another without gaps";
    MATERIALS_OFFSET = "zbd.gamez.header.materials_offset": "the materials do not follow the texture directory"
        => "export the file again; blocks follow one another without gaps";
    MODELS_OFFSET = "zbd.gamez.header.models_offset": "the models do not follow the materials"
        => "export the file again; blocks follow one another without gaps";
    NODES_OFFSET = "zbd.gamez.header.nodes_offset": "the nodes do not follow the models"
        => "export the file again; blocks follow one another without gaps";
    NO_TEXTURES = "zbd.gamez.header.no_textures":
        "the texture directory is empty, so that the materials start where the textures do"
        => "list at least one texture, even if no material shows it";
    NODE_LAST_FREE = "zbd.gamez.header.node_last_free": "the slot freed last lies outside the node array"
        => "set it to the number of nodes";
    SUNLIGHT = "zbd.gamez.header.sunlight": "the header does not name the number of the light"
        => "set the slot freed last to the number in the tag of the node sunlight";
    TOO_LARGE = "zbd.gamez.write.size": "the file would be larger than its 32-bit offsets can say"
        => "split the world or leave models out";
    TOO_MANY = "zbd.gamez.write.count": "a list is longer than the format's counts can say"
        => "shorten the list to 32767 entries";
}

record! {
    /// Where each block of the file starts. Offsets and counts are derived when
    /// writing, so only the reader and the writer see this.
    pub(crate) struct Header in "zbd.gamez.header" sizes [36, 36, 40] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
        signature: u32 [0, 0, 0],
        version: u32 [4, 4, 4],
        timestamp: u32 [_, _, 8],
        texture_count: u32 [8, 8, 12],
        textures_offset: u32 [12, 12, 16],
        materials_offset: u32 [16, 16, 20],
        models_offset: u32 [20, 20, 24],
        node_array_size: u32 [24, 24, 28],
        node_last_free: i32 [28, 28, 32],
        nodes_offset: u32 [32, 32, 36],
    }
}

/// Reads the header and checks what it says on its own.
pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<(Version, Header)> {
    cursor.within(Segment::one("header"), |cursor| {
        let at = cursor.offset();
        let version = version(cursor)?;
        let column = version.column();
        let header: Header = cursor.record(column)?;
        let mut rules = Rules::of::<Header>(&mut cursor.report, at, version);

        let textures = rules.count32(header.texture_count, "texture_count")?;
        let nodes = rules.count32(header.node_array_size, "node_array_size")?;
        require!(
            rules,
            TEXTURE_COUNT,
            header.texture_count,
            textures <= TEXTURES_MAX,
            "at most {TEXTURES_MAX}"
        );
        require!(
            rules,
            NO_TEXTURES,
            header.materials_offset,
            header.materials_offset > header.textures_offset,
            "materials behind {}",
            header.textures_offset
        );
        // In Crimson Skies it is the number of a node, not of a slot.
        require!(
            rules,
            NODE_LAST_FREE,
            header.node_last_free,
            version == Version::CrimsonSkies || header.node_last_free <= nodes as i32,
            "at most the {nodes} slots of the node array"
        );
        Ok((version, header))
    })
}

/// The version word, read ahead because the layout depends on it.
fn version(cursor: &mut Cursor<'_>) -> Result<Version> {
    let at = cursor.offset();
    let signature = u32::get(cursor.take(4, "signature")?);
    if signature != SIGNATURE {
        return Err(cursor.report.broken(
            &BAD_SIGNATURE,
            at,
            format_args!("{SIGNATURE:#010x}"),
            format_args!("{signature:#010x}"),
        ));
    }
    let number = u32::get(cursor.take(4, "version")?);
    let Some(version) = Version::from_number(number) else {
        return Err(cursor.report.broken(&UNKNOWN_VERSION, at + 4, "version 15, 27, 41 or 42", number));
    };
    cursor.seek(at)?;
    Ok(version)
}

/// In Crimson Skies the slot freed last is the number in the tag of the light;
/// `planes.zbd` has no light.
pub(crate) fn check_sunlight(report: &mut Report, version: Version, node_last_free: i32, nodes: &Nodes) {
    if version != Version::CrimsonSkies {
        return;
    }
    if let Some(number) = nodes.light_number()
        && node_last_free != number
    {
        report.enter(Segment::one("header"));
        let at = offset_of::<Header>(0, version, "node_last_free");
        report.habit(&SUNLIGHT, at, format_args!("{number}, the number of the light"), node_last_free);
        report.leave();
    }
}

/// A block must start where the header says: right behind the one before it.
pub(crate) fn block_starts(cursor: &mut Cursor<'_>, offset: u32, code: &'static Code) -> Result<()> {
    let at = cursor.offset();
    if at != offset as usize {
        cursor.report.enter(Segment::one("header"));
        return Err(cursor.report.broken(
            code,
            at,
            format_args!("the block at {at}, right behind the one before it"),
            format_args!("the offset {offset} in the header"),
        ));
    }
    Ok(())
}

/// Writes the header over the room kept for it at the start of the file.
pub(crate) fn write(writer: &mut Writer, header: &Header, column: usize) {
    let mut bytes = vec![0; Header::SIZES[column]];
    header.put(&mut bytes, column);
    for (index, word) in bytes.as_chunks::<4>().0.iter().enumerate() {
        writer.patch(index * 4, u32::from_le_bytes(*word));
    }
}

/// The current position as an offset of the file.
pub(crate) fn offset32(writer: &Writer, report: &Report) -> Result<u32> {
    let at = writer.offset();
    u32::try_from(at).map_err(|_| report.broken(&TOO_LARGE, at, "at most 4 GiB", at))
}

/// A list's length as a `count32`.
pub(crate) fn count32(length: usize, what: &str, at: usize, report: &Report) -> Result<u32> {
    if length > COUNT32_MAX {
        return Err(report.broken(&TOO_MANY, at, format_args!("at most 32767 {what}"), length));
    }
    Ok(length as u32)
}
