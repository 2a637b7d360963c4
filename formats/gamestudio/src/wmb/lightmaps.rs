//! Light maps of blocks and of terrains. Source: `docs/spec/gamestudio.md`, "2.4 Light maps"
//! and "2.5 Terrain light maps".

use super::Level;
use super::codes::{self, LIGHTMAPS_DUMMY, LIGHTMAPS_SIZE, NO_INFO, TERRAIN_MAP, TERRAIN_STALE, unwritable};
use crate::packed;
use crate::pixels::{Format, Shape};
use binary::{Cursor, Record, Report, Result, Segment, Writer, record};
use serde::{Deserialize, Serialize};

/// Columns and rows of a page when INFO asks for the smallest.
const SMALLEST: u32 = 256;
/// Value of every byte of page 0.
pub const DUMMY: u8 = 2;
/// Enlargements beyond this would be pages of more than 2^30 pixels.
const LARGEST_SHIFT: u8 = 7;

/// Columns, and rows, of a page for INFO's `lightmap_size`; `None` beyond 7.
pub fn page_size(lightmap_size: u8) -> Option<u32> {
    (lightmap_size <= LARGEST_SHIFT).then(|| SMALLEST << lightmap_size)
}

fn page_bytes(size: u32) -> usize {
    // At most 32768 squared times 3, which 32 bits can hold.
    size as usize * size as usize * 3
}

impl Level {
    /// Columns, and rows, of a page of light maps.
    pub fn lightmap_page_size(&self) -> u32 {
        self.info().and_then(|info| page_size(info.lightmap_size)).unwrap_or(SMALLEST)
    }

    /// Number of pages of light maps, with the dummy page 0. There are levels
    /// without even that.
    pub fn lightmap_count(&self) -> usize {
        self.lightmaps.len() / page_bytes(self.lightmap_page_size())
    }

    /// A page of light maps as 8-bit RGBA, opaque; `None` when there is no such
    /// page.
    pub fn lightmap_rgba8(&self, page: usize) -> Option<Vec<u8>> {
        let size = self.lightmap_page_size();
        let start = page.checked_mul(page_bytes(size))?;
        let shape = Shape { format: Format::Bgr888, width: size, height: size, mips: false };
        shape.decode_rgba8(self.lightmaps.get(start..)?, 0, None)
    }
}

pub(super) fn check(level: &Level, at: usize, report: &mut Report) {
    if level.lightmaps.is_empty() {
        return;
    }
    match level.info() {
        None => report.habit(&NO_INFO, at, "an INFO object", "none"),
        Some(info) if page_size(info.lightmap_size).is_none() => {
            let expected = format_args!("a size of 0 to {LARGEST_SHIFT} in INFO");
            report.habit(&LIGHTMAPS_SIZE, at, expected, info.lightmap_size);
        }
        Some(_) => {}
    }
    let size = level.lightmap_page_size();
    let page = page_bytes(size);
    if !level.lightmaps.len().is_multiple_of(page) {
        report.habit(
            &LIGHTMAPS_SIZE,
            at,
            format_args!("pages of {size} x {size} pixels, {page} bytes each"),
            format_args!("{} bytes", level.lightmaps.len()),
        );
    }
    let dummy = level.lightmaps.get(..page).unwrap_or(&level.lightmaps);
    if dummy.iter().fold(0, |all, byte| all | (byte ^ DUMMY)) != 0 {
        let odd = dummy.iter().position(|byte| *byte != DUMMY).unwrap_or(0);
        report.habit(&LIGHTMAPS_DUMMY, at + odd, DUMMY, dummy[odd]);
    }
}

/// The light map of a terrain entity.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainLightmap {
    /// Number of the object.
    pub object: i32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Blue, green, red for each pixel.
    #[serde(with = "packed")]
    pub data: Vec<u8>,
}

record! {
    struct TerrainRecord in "gamestudio.wmb.terrain" sizes [12] {
        object: i32 [0],
        width: i32 [4],
        height: i32 [8],
    }
}

fn shape(width: u32, height: u32) -> Shape {
    Shape { format: Format::Bgr888, width, height, mips: false }
}

impl TerrainLightmap {
    /// Size and format.
    pub fn shape(&self) -> Shape {
        shape(self.width, self.height)
    }
}

/// Bytes of the smallest list with a map: the count, and a record.
const SMALLEST_LIST: usize = 4 + TerrainRecord::SIZES[0];

/// The maps of a list; `None` for a list that is left out and kept as it is, with a finding: its count
/// and sizes do not fill it. No map is worth a level. In lists without room for a map anything stands,
/// since saving the objects alone moves lists and forgets this one.
pub(super) fn read_terrain(cursor: &mut Cursor<'_>) -> Result<Option<Vec<TerrainLightmap>>> {
    let (at, length) = (cursor.offset(), cursor.remaining());
    let bytes = cursor.take(length, "terrain light maps")?;
    if !is_whole(bytes) {
        let expected = "a count, and the records and pixels of as many maps";
        let found = format_args!("{length} bytes that are something else");
        if length < SMALLEST_LIST {
            cursor.report.note(&TERRAIN_STALE, at, expected, found);
        } else {
            cursor.report.habit(&TERRAIN_MAP, at, expected, found);
        }
        return Ok(None);
    }
    cursor.seek(at)?;
    let count: i32 = cursor.value("count")?;
    let count = usize::try_from(count).unwrap_or_default();
    cursor.expect_items(count, TerrainRecord::SIZES[0], "terrain light maps")?;
    let mut maps = Vec::with_capacity(count);
    for index in 0..count {
        maps.push(cursor.within(Segment::at("terrain_lightmap", index), |cursor| {
            let TerrainRecord { object, width, height } = cursor.record(0)?;
            let (width, height) = (width.cast_unsigned(), height.cast_unsigned());
            let start = cursor.offset();
            let size = shape(width, height).byte_len().unwrap_or(usize::MAX);
            let data = cursor.take(size, "pixels")?.to_vec();
            cursor.trace_bytes("data", start, size);
            Ok(TerrainLightmap { object, width, height, data })
        })?);
    }
    Ok(Some(maps))
}

/// True if a count and the sizes behind it fill the list exactly.
fn is_whole(bytes: &[u8]) -> bool {
    let number = |bytes: &[u8], at: usize| {
        let number = bytes.get(at..).and_then(<[u8]>::first_chunk);
        number.and_then(|number| u32::try_from(i32::from_le_bytes(*number)).ok())
    };
    let (Some(count), Some(mut rest)) = (number(bytes, 0), bytes.get(4..)) else { return false };
    for _ in 0..count {
        let size =
            number(rest, 4).zip(number(rest, 8)).and_then(|(width, height)| shape(width, height).byte_len());
        let end = size.and_then(|size| size.checked_add(TerrainRecord::SIZES[0]));
        let Some(next) = end.and_then(|end| rest.get(end..)) else { return false };
        rest = next;
    }
    rest.is_empty()
}

pub(super) fn write_terrain(maps: &[TerrainLightmap]) -> Result<Vec<u8>> {
    let mut writer = Writer::new();
    writer.value(&codes::count("terrain light maps", maps.len())?);
    for (index, map) in maps.iter().enumerate() {
        let (Ok(width), Ok(height), true) = (
            i32::try_from(map.width),
            i32::try_from(map.height),
            map.shape().byte_len() == Some(map.data.len()),
        ) else {
            return unwritable(
                format_args!("terrain light map {index}"),
                format_args!("3 bytes for each of {} x {} pixels", map.width, map.height),
                format_args!("{} bytes", map.data.len()),
            );
        };
        writer.record(&TerrainRecord { object: map.object, width, height }, 0);
        writer.raw(&map.data);
    }
    Ok(writer.into_bytes())
}
