//! What a draw is told: how it mixes, which sides and which depth count, from
//! which textures it reads; and in which order draws have their turn.

use crate::{gather::Group, materials::Row};
use world::Blend;

/// Which side is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Cull {
    Back,
    Front,
    None,
}

impl Cull {
    /// What a material says, otherwise the polygon, of what is mirrored or not.
    pub fn of(material: Option<world::Cull>, double_sided: bool, mirrored: bool) -> Self {
        let back = if mirrored { Cull::Front } else { Cull::Back };
        match material {
            Some(world::Cull::None) => Cull::None,
            Some(world::Cull::Front) if mirrored => Cull::Back,
            Some(world::Cull::Front) => Cull::Front,
            Some(world::Cull::Back) => back,
            None if double_sided => Cull::None,
            None => back,
        }
    }
}

/// How the depth of what is there matters, and whether it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Depth {
    pub test: bool,
    pub write: bool,
}

impl Depth {
    /// Of a row that is drawn like this.
    pub fn of(row: &Row, blend: Blend) -> Self {
        Depth { test: row.depth_test, write: row.depth_write.unwrap_or(blend.hides()) }
    }
}

/// What a draw needs to be told, in drawing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Style {
    pub group: Group,
    pub blend: Blend,
    pub lines: bool,
    pub cull: Cull,
    pub depth: Depth,
    /// Number of an array of light pages, 0 for none.
    pub light: u16,
    /// Texels stay squares.
    pub squares: bool,
    /// Corners have second texture coordinates, and they are used.
    pub second_uvs: bool,
    /// One more than the array of the second texture, 0 for one texture only.
    pub second: u16,
    pub array: u16,
}

impl Style {
    /// The arrays of its textures, if there are two.
    pub fn pair(&self) -> Option<(u16, u16)> {
        Some((self.array, self.second.checked_sub(1)?))
    }

    /// One number in drawing order: thousands of pieces are sorted by it.
    pub fn rank(&self) -> u64 {
        let Style { group, blend, lines, cull, depth, light, squares, second_uvs, second, array } = *self;
        let depth = u64::from(!depth.test) << 1 | u64::from(!depth.write);
        let start = (group as u64) << 8 | (blend as u64) << 5 | u64::from(lines) << 4 | (cull as u64) << 2;
        let start = (start | depth) << 2 | u64::from(squares) << 1 | u64::from(second_uvs);
        start << 48 | u64::from(light) << 32 | u64::from(second) << 16 | u64::from(array)
    }
}

/// Groups and stages in order; all of what is drawn over everything is one.
pub(crate) fn stage(style: &Style) -> (Group, Stage, bool) {
    match style.group {
        Group::Overwrite => (style.group, Stage::Opaque, false),
        _ => (style.group, Stage::of(style.blend), style.lines),
    }
}

/// True for what is drawn far to near.
pub(crate) fn is_mixed(style: &Style) -> bool {
    style.group != Group::Overwrite && Stage::of(style.blend) == Stage::Mixed
}

/// When ways of mixing have their turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    Opaque,
    Cutout,
    Decal,
    /// Far to near.
    Mixed,
    /// In any order.
    Added,
}

impl Stage {
    pub fn of(blend: Blend) -> Self {
        match blend {
            Blend::Opaque => Stage::Opaque,
            Blend::Cutout => Stage::Cutout,
            Blend::Decal => Stage::Decal,
            Blend::Alpha | Blend::Modulate | Blend::Modulate2x => Stage::Mixed,
            Blend::Additive | Blend::AdditiveAlpha => Stage::Added,
        }
    }
}
