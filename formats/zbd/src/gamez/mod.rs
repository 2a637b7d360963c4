//! GameZ, the world container (`gamez.zbd`, in Crimson Skies also
//! `planes.zbd`): textures by name, materials, models, nodes.
//! Source: `docs/spec/zbd/gamez.md` and `docs/spec/zbd/nodes.md`.

mod author;
pub(crate) mod header;
pub mod materials;
pub mod models;
pub mod nodes;
pub(crate) mod rules;
pub mod textures;
mod version;
mod zones;

pub use author::NewPolygon;
use binary::{Code, Cursor, FormatCodes, Mode, Record, Report, Result, Site, Writer, codes};
use header::Header;
pub use header::SIGNATURE;
use serde::{Deserialize, Serialize};
pub use version::Version;
pub use zones::ZoneSet;

codes! {
    TRUNCATED = "zbd.gamez.truncated": "the file ends inside a structure"
        => "copy the file again from its source";
    NOT_FINITE = "zbd.gamez.not_finite": "a number is NaN or infinite"
        => "export the file again";
    TRAILING = "zbd.gamez.trailing": "bytes follow the last structure"
        => "cut the file at the stated offset";
    LIMIT = "zbd.gamez.limit": "a list is larger than the limits allow"
        => "raise the limit if the file is trusted";
}

/// What the cursor itself notices in a GameZ file.
pub(crate) static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

/// A world file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameZ {
    /// Which game's layout.
    pub version: Version,
    /// PM, CS: Unix time of the export.
    pub timestamp: u32,
    /// Slot the node allocator freed last; not a count.
    pub node_last_free: i32,
    /// Texture files by name; materials refer to them by position.
    pub textures: Vec<textures::TextureEntry>,
    /// The material array.
    pub materials: materials::Materials,
    /// The model array.
    pub models: models::Models,
    /// The scene graph.
    pub nodes: nodes::Nodes,
}

/// Reads a world file.
///
/// # Errors
/// Structural damage: bytes that end inside a structure or go on behind the
/// last, offsets that do not lead from block to block, corners outside their
/// lists, numbers that are not finite. Everything else odd is in the report.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(GameZ, Report)> {
    read_with(bytes, Report::new(mode))
}

/// Reads a world file under a prepared report, for other limits.
///
/// # Errors
/// As [`read`].
pub fn read_with(bytes: &[u8], report: Report) -> Result<(GameZ, Report)> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, report);
    let gamez = read_blocks(&mut cursor)?;
    Ok((gamez, cursor.finish()?))
}

/// Where every value of a file stands, in reading order; what a damaged file
/// has behind the damage is left out.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // The sites up to the damage are all that is asked for.
    let _ = read_blocks(&mut cursor);
    cursor.report.take_sites()
}

/// Every finding a GameZ file can give rise to, reading or writing.
pub fn all_codes() -> impl Iterator<Item = &'static Code> {
    let declared: [&[&'static Code]; 9] = [
        CODES,
        rules::CODES,
        header::CODES,
        textures::CODES,
        materials::CODES,
        models::CODES,
        models::lights::CODES,
        models::polygons::CODES,
        author::CODES,
    ];
    let required = [
        Header::CODES,
        textures::TextureEntry::CODES,
        materials::MaterialSlot::CODES,
        materials::CycleInfo::CODES,
        models::ModelInfo::CODES,
        models::PointLightInfo::CODES,
        models::PolygonInfo::CODES,
        models::MaterialRef::CODES,
    ];
    declared.into_iter().chain(required).flatten().copied().chain(nodes::all_codes())
}

fn read_blocks(cursor: &mut Cursor<'_>) -> Result<GameZ> {
    let (version, header) = header::read(cursor)?;

    header::block_starts(cursor, header.textures_offset, &header::TEXTURES_OFFSET)?;
    let textures = textures::read(cursor, version, header.texture_count as usize)?;

    header::block_starts(cursor, header.materials_offset, &header::MATERIALS_OFFSET)?;
    let materials = materials::read(cursor, version, textures.len())?;

    header::block_starts(cursor, header.models_offset, &header::MODELS_OFFSET)?;
    let models = models::read(cursor, version, materials.count as usize)?;

    header::block_starts(cursor, header.nodes_offset, &header::NODES_OFFSET)?;
    let nodes = nodes::read(cursor, version, header.node_array_size, models.slots.len())?;

    header::check_sunlight(&mut cursor.report, version, header.node_last_free, &nodes);

    Ok(GameZ {
        version,
        timestamp: header.timestamp,
        node_last_free: header.node_last_free,
        textures,
        materials,
        models,
        nodes,
    })
}

/// Writes a world file; counts and offsets follow from the lists.
///
/// # Errors
/// When the value contradicts itself or does not fit the format: lists whose
/// lengths do not match what polygons and flags ask for, corners outside
/// their lists, more entries than a count can say, more than 4 GiB.
pub fn write(gamez: &GameZ) -> Result<Vec<u8>> {
    let version = gamez.version;
    let column = version.column();
    let mut report = Report::new(Mode::Strict);
    let mut writer = Writer::new();
    writer.raw(&vec![0; Header::SIZES[column]]);

    let textures_offset = header::offset32(&writer, &report)?;
    let texture_count = header::count32(gamez.textures.len(), "textures", writer.offset(), &report)?;
    textures::write(&mut writer, version, &gamez.textures);

    let materials_offset = header::offset32(&writer, &report)?;
    materials::write(&mut writer, version, &gamez.materials, &mut report)?;

    let models_offset = header::offset32(&writer, &report)?;
    models::write(&mut writer, version, &gamez.models, &mut report)?;

    let nodes_offset = header::offset32(&writer, &report)?;
    let node_array_size = gamez.nodes.array_size()?;
    nodes::write(&mut writer, version, &gamez.nodes)?;
    header::offset32(&writer, &report)?;

    let header = Header {
        signature: SIGNATURE,
        version: version.number(),
        timestamp: gamez.timestamp,
        texture_count,
        textures_offset,
        materials_offset,
        models_offset,
        node_array_size,
        node_last_free: gamez.node_last_free,
        nodes_offset,
    };
    header::write(&mut writer, &header, column);
    Ok(writer.into_bytes())
}
