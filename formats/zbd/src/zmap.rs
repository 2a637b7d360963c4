//! Mission maps of Recoil (`m*.zmap`): coloured outlines, some of which belong
//! to an objective. Source: `docs/spec/zbd/zmap.md`.

use binary::{
    Code, Cursor, Finding, FormatCodes, Mode, Record, Report, Result, Segment, Severity, Site, Writer, codes,
    record,
};
use serde::{Deserialize, Serialize};

codes! {
    TRUNCATED = "zbd.zmap.truncated": "the file ends inside a feature" => "copy the file again from its source";
    NOT_FINITE = "zbd.zmap.not_finite": "a number is NaN or infinite" => "export the map again";
    TRAILING = "zbd.zmap.trailing": "bytes follow the last feature" => "cut the file at the stated offset";
    LIMIT = "zbd.zmap.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    VERSION = "zbd.zmap.version": "the version is not the one of every known map" => "make sure that this is a map of Recoil";
    UNK04 = "zbd.zmap.unk04": "the second word is in no known range" => "use 1 to 31";
    UNWRITABLE = "zbd.zmap.unwritable": "the map does not fit the format" => "correct the named part";
}

/// Every finding that reading or writing a map can make.
pub fn codes() -> Vec<&'static Code> {
    CODES.to_vec()
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

/// First word of every map.
pub const VERSION_WORD: u32 = 5;
/// Values of `unk04` in known files.
const UNK04_RANGE: std::ops::RangeInclusive<u32> = 1..=31;

record! {
    struct Header in "zbd.zmap" sizes [32] {
        version: u32 [0],
        unk04: u32 [4],
        min: [f32; 3] [8],
        max: [f32; 3] [20],
    }
}

/// A map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZMap {
    /// 1..=31.
    pub unk04: u32,
    /// Lowest corner in world units.
    pub min: [f32; 3],
    /// Highest corner in world units.
    pub max: [f32; 3],
    /// The outlines, in file order.
    pub features: Vec<Feature>,
}

/// One outline.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feature {
    /// Red, green, blue.
    pub color: [u8; 3],
    /// Corners in world units; the map shows x and z.
    pub vertices: Vec<[f32; 3]>,
    /// Number of the objective it belongs to; there are special values.
    pub objective: i32,
}

impl Default for ZMap {
    /// An empty map as the game accepts it.
    fn default() -> Self {
        ZMap { unk04: 1, min: [0.0; 3], max: [0.0; 3], features: Vec::new() }
    }
}

impl ZMap {
    /// A map of these outlines, with bounds around all of them.
    pub fn new(features: Vec<Feature>) -> Self {
        let mut points = features.iter().flat_map(|feature| &feature.vertices);
        let first = points.next().copied().unwrap_or_default();
        let (mut min, mut max) = (first, first);
        for point in points {
            for axis in 0..3 {
                min[axis] = min[axis].min(point[axis]);
                max[axis] = max[axis].max(point[axis]);
            }
        }
        ZMap { min, max, features, ..ZMap::default() }
    }
}

/// Reads a map.
///
/// # Errors
/// Structural damage, in either mode: another version, a feature that is cut
/// off, numbers that are not finite. In strict mode the report's verdict says
/// whether a documented habit is broken.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(ZMap, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let map = map(&mut cursor)?;
    Ok((map, cursor.finish()?))
}

/// Every place the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = map(&mut cursor);
    cursor.report.take_sites()
}

fn map(cursor: &mut Cursor<'_>) -> Result<ZMap> {
    let Header { version, unk04, min, max } = cursor.record(0)?;
    if version != VERSION_WORD {
        return Err(cursor.report.broken(&VERSION, 0, VERSION_WORD, version));
    }
    if !UNK04_RANGE.contains(&unk04) {
        cursor.report.habit(&UNK04, 4, "1..=31", unk04);
    }
    let mut features = Vec::new();
    // No count is stored: features go on to the end of the file.
    while cursor.remaining() > 0 {
        features.push(cursor.within(Segment::at("feature", features.len()), |cursor| {
            let color = cursor.value("color")?;
            let count: u32 = cursor.value("count")?;
            let vertices = cursor.list(count as usize, "vertices")?;
            Ok(Feature { color, vertices, objective: cursor.value("objective")? })
        })?);
    }
    Ok(ZMap { unk04, min, max, features })
}

/// Writes a map.
///
/// # Errors
/// `zbd.zmap.unwritable` when a feature has more vertices than 32 bits can count.
pub fn write(map: &ZMap) -> Result<Vec<u8>> {
    let size = map.features.iter().map(|feature| 11 + 12 * feature.vertices.len()).sum::<usize>();
    let mut writer = Writer::with_capacity(Header::SIZES[0] + size);
    let ZMap { unk04, min, max, .. } = *map;
    writer.record(&Header { version: VERSION_WORD, unk04, min, max }, 0);
    for (index, feature) in map.features.iter().enumerate() {
        let length = feature.vertices.len();
        let count = u32::try_from(length).map_err(|_| {
            let finding = Finding::new(&UNWRITABLE, Severity::Error, "", "fewer than 2^32 vertices", length);
            Box::new(finding.inside(format_args!("feature {index}")))
        })?;
        writer.value(&feature.color);
        writer.value(&count);
        writer.list(&feature.vertices);
        writer.value(&feature.objective);
    }
    Ok(writer.into_bytes())
}
