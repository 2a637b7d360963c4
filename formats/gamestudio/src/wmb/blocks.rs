//! Blocks: the solid parts of a level, drawn, collided with, or both. Source:
//! `docs/spec/gamestudio.md`, "2.6 Blocks".

use super::Level;
use super::codes::{self, BLOCK_BOX, BLOCK_INDEX, COUNT, SKIN_LIGHTMAP, SKIN_TEXTURE, SKIN_TYPE, unwritable};
use super::read::records;
use binary::{Cursor, Record, Report, Result, Segment, Writer, record};
use serde::{Deserialize, Serialize};

/// [`Skin::flags`]: a type in the low four bits, and bits.
pub mod surface {
    /// The bits of the type.
    pub const TYPE: u32 = 0x0F;
    /// Type: shaded and light mapped.
    pub const SHADED: u32 = 0;
    /// Type: without a light map, as bright as its ambient says.
    pub const FLAT: u32 = 3;
    /// Type: the sky is drawn in its place.
    pub const SKY: u32 = 5;
    /// Type: warped like water.
    pub const TURBULENCE: u32 = 9;
    /// Type: an invisible wall.
    pub const NONE: u32 = 11;
    /// Set in all types without a light map.
    pub const NO_LIGHTMAP: u32 = 0x01;
    /// Detail.
    pub const DETAIL: u32 = 0x10;
    /// Nothing collides with it.
    pub const PASSABLE: u32 = 0x40;
    /// Shaded smoothly.
    pub const SMOOTH: u32 = 0x4000;
    /// User flag 1; the others up to 8 follow.
    pub const USER1: u32 = 0x1_0000;
}

/// [`Block::content`] of a solid block.
pub const SOLID: i32 = -128;
/// [`Block::content`] of passable and other blocks.
pub const PASSABLE: i32 = -126;
/// [`Block::content`] of detail.
pub const DETAIL: i32 = -80;

record! {
    struct BlockRecord in "gamestudio.wmb.block" sizes [40] {
        mins: [f32; 3] [0],
        maxs: [f32; 3] [12],
        content: i32 [24],
        vertex_count: i32 [28],
        triangle_count: i32 [32],
        skin_count: i32 [36],
    }
}

record! {
    /// A corner of a surface.
    #[derive(Copy)]
    pub struct Vertex in "gamestudio.wmb.vertex" sizes [28] {
        /// Quants.
        position: [f32; 3] [0],
        /// In the texture: 0 to 1 is the texture once; may be far outside.
        uv: [f32; 2] [12],
        /// In the page of light maps, 0 to 1.
        lightmap_uv: [f32; 2] [20],
    }
}

record! {
    /// A triangle, clockwise seen from outside.
    #[derive(Copy)]
    pub struct Triangle in "gamestudio.wmb.triangle" sizes [12] {
        vertices: [u16; 3] [0],
        skin: u16 [6],
        /// Number of the polygon it is a part of; of no use.
        polygon: i32 [8],
    }
}

record! {
    /// A surface.
    #[derive(Copy)]
    pub struct Skin in "gamestudio.wmb.skin" sizes [20] {
        /// Number of a texture, from 0.
        texture: i16 [0],
        /// Number of a page of light maps, or 0 for none.
        lightmap: i16 [2],
        material: i32 [4] must 0,
        ambient: f32 [8],
        /// 50 as a rule.
        albedo: f32 [12],
        /// See [`surface`].
        flags: u32 [16],
    }
}

impl Skin {
    /// One of the types of [`surface`].
    pub const fn surface_type(&self) -> u32 {
        self.flags & surface::TYPE
    }

    /// True when its triangles are drawn.
    pub const fn is_drawn(&self) -> bool {
        !matches!(self.surface_type(), surface::NONE | surface::SKY)
    }

    /// True when nothing passes through its triangles. Warped water is an obstacle unless its flags
    /// say otherwise.
    pub const fn is_solid(&self) -> bool {
        self.flags & surface::PASSABLE == 0
    }
}

/// A block.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// Smallest coordinates of the vertices.
    pub mins: [f32; 3],
    /// Largest coordinates of the vertices.
    pub maxs: [f32; 3],
    /// [`SOLID`], [`PASSABLE`], [`DETAIL`]; whether one can pass through is decided by the skins.
    pub content: i32,
    /// Corners.
    pub vertices: Vec<Vertex>,
    /// Triangles between the corners.
    pub triangles: Vec<Triangle>,
    /// The surfaces.
    pub skins: Vec<Skin>,
}

impl Block {
    /// The smallest and largest coordinates of the vertices; zeros without any.
    pub fn extent(&self) -> ([f32; 3], [f32; 3]) {
        let Some(first) = self.vertices.first() else {
            return Default::default();
        };
        self.vertices.iter().fold((first.position, first.position), |(mut mins, mut maxs), vertex| {
            for axis in 0..3 {
                mins[axis] = mins[axis].min(vertex.position[axis]);
                maxs[axis] = maxs[axis].max(vertex.position[axis]);
            }
            (mins, maxs)
        })
    }

    /// The triangles with their corners and surface; those that refer to
    /// something the block does not have are left out.
    pub fn faces(&self) -> impl Iterator<Item = ([&Vertex; 3], &Skin)> {
        self.triangles.iter().filter_map(|triangle| {
            let corner = |index: u16| self.vertices.get(usize::from(index));
            let [a, b, c] = triangle.vertices;
            Some(([corner(a)?, corner(b)?, corner(c)?], self.skins.get(usize::from(triangle.skin))?))
        })
    }
}

/// Number of pages of light maps and textures that surfaces may refer to.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub textures: usize,
    pub lightmaps: usize,
}

pub(super) fn read(cursor: &mut Cursor<'_>, known: Known) -> Result<Vec<Block>> {
    let at = cursor.offset();
    let count: i32 = cursor.value("count")?;
    let Ok(count) = usize::try_from(count) else {
        return Err(cursor.report.broken(&COUNT, at, "0 or more", count));
    };
    cursor.expect_items(count, BlockRecord::SIZES[0], "blocks")?;
    let mut blocks = Vec::with_capacity(count);
    for index in 0..count {
        blocks.push(cursor.within(Segment::at("block", index), |cursor| block(cursor, known))?);
    }
    Ok(blocks)
}

fn block(cursor: &mut Cursor<'_>, known: Known) -> Result<Block> {
    let at = cursor.offset();
    let BlockRecord { mins, maxs, content, vertex_count, triangle_count, skin_count } = cursor.record(0)?;
    let mut counts = [0; 3];
    for (slot, count) in [vertex_count, triangle_count, skin_count].into_iter().enumerate() {
        counts[slot] = usize::try_from(count)
            .map_err(|_| cursor.report.broken(&COUNT, at + 28 + 4 * slot, "0 or more", count))?;
    }
    let [vertex_count, triangle_count, skin_count] = counts;
    let vertices = records(cursor, "vertex", vertex_count)?;
    let triangles_at = cursor.offset();
    let triangles: Vec<Triangle> = records(cursor, "triangle", triangle_count)?;
    let skins_at = cursor.offset();
    let skins = records(cursor, "skin", skin_count)?;
    let block = Block { mins, maxs, content, vertices, triangles, skins };

    let extent = block.extent();
    if extent != (mins, maxs) {
        let (from, to) = extent;
        let found = format_args!("{mins:?} to {maxs:?}");
        cursor.report.habit(&BLOCK_BOX, at, format_args!("{from:?} to {to:?}"), found);
    }
    check_indices(&block, triangles_at, &mut cursor.report);
    check_skins(&block, known, skins_at, &mut cursor.report);
    Ok(block)
}

fn check_indices(block: &Block, at: usize, report: &mut Report) {
    let fits = |triangle: &Triangle| {
        let [a, b, c] = triangle.vertices;
        usize::from(a.max(b).max(c)) < block.vertices.len() && usize::from(triangle.skin) < block.skins.len()
    };
    for (index, triangle) in block.triangles.iter().enumerate().filter(|(_, triangle)| !fits(triangle)) {
        report.habit(
            &BLOCK_INDEX,
            at + index * Triangle::SIZES[0],
            format_args!("{} vertices and {} skins", block.vertices.len(), block.skins.len()),
            format_args!("vertices {:?} and skin {}", triangle.vertices, triangle.skin),
        );
    }
}

fn check_skins(block: &Block, known: Known, at: usize, report: &mut Report) {
    let below = |number: i16, count: usize| usize::try_from(number).is_ok_and(|number| number < count);
    for (index, skin) in block.skins.iter().enumerate() {
        let at = at + index * Skin::SIZES[0];
        if !below(skin.texture, known.textures) {
            report.habit(&SKIN_TEXTURE, at, format_args!("one of {} textures", known.textures), skin.texture);
        }
        if skin.lightmap != 0 && !below(skin.lightmap, known.lightmaps) {
            let expected = format_args!("0 or one of {} pages", known.lightmaps);
            report.habit(&SKIN_LIGHTMAP, at + 2, expected, skin.lightmap);
        }
        if !matches!(skin.surface_type(), 0 | 3 | 5 | 9 | 11) {
            report.habit(&SKIN_TYPE, at + 16, "0, 3, 5, 9 or 11", skin.surface_type());
        }
    }
}

pub(super) fn write(level: &Level) -> Result<Vec<u8>> {
    let mut writer = Writer::new();
    writer.value(&codes::count("blocks", level.blocks.len())?);
    for (index, block) in level.blocks.iter().enumerate() {
        let Block { mins, maxs, content, vertices, triangles, skins } = block;
        let path = |what| format!("block {index}, {what}");
        // Vertices are numbered with 16 bits, but more of them do no harm.
        let record = BlockRecord {
            mins: *mins,
            maxs: *maxs,
            content: *content,
            vertex_count: codes::count(&path("vertices"), vertices.len())?,
            triangle_count: codes::count(&path("triangles"), triangles.len())?,
            skin_count: codes::count(&path("skins"), skins.len())?,
        };
        writer.record(&record, 0);
        vertices.iter().for_each(|vertex| writer.record(vertex, 0));
        triangles.iter().for_each(|triangle| writer.record(triangle, 0));
        skins.iter().for_each(|skin| writer.record(skin, 0));
        if i32::try_from(writer.offset()).is_err() {
            return unwritable(path("all"), "a list below 2 GiB", "more");
        }
    }
    Ok(writer.into_bytes())
}
