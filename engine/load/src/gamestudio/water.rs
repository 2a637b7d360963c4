//! What is water in a level: every surface of the turbulent type. It sways, drifts and lets one
//! through, and the whole box of its block is water to wade and swim in; files say nothing finer.
//! Below a block that is no more than a sheet, a sea or a lake seen from above, water reaches down
//! to the ground. How one swims is in the crate `runtime`. Source: `docs/spec/gamestudio.md`, "2.6 Blocks".

use super::paint::Paint;
use super::space::place;
use gamestudio::wmb::Level;
use gamestudio::wmb::blocks::{Block, Skin, surface};
use order::Order;
use world::{Aabb, Frame, MaterialId, Region, RegionKind};

/// Texture coordinates a second by which water drifts; the games' scripts may
/// set another speed.
pub(super) const DRIFT: [f32; 2] = [0.02, 0.03];

/// A volume thinner than this is a sheet.
const SHEET_METRES: f32 = 0.5;
/// How far below a sheet water reaches where there is no ground.
const DEEP_METRES: f32 = 500.0;

/// True for a surface of water.
pub(super) fn is_water(skin: &Skin) -> bool {
    skin.surface_type() == surface::TURBULENCE
}

/// What a water volume is: its box, and below a thin sheet, which shows a surface alone, also what
/// lies under it.
pub(super) fn region(volume: Aabb, frame: &Frame) -> Region {
    if volume.max.y - volume.min.y >= frame.units(SHEET_METRES) {
        return Region::of_box(RegionKind::Water, volume);
    }
    Region::below(RegionKind::Water, volume, frame.units(DEEP_METRES))
}

/// The water volumes of a level: the boxes of blocks that have water surfaces.
pub(super) fn volumes(level: &Level, frame: &Frame) -> Vec<Aabb> {
    let has_water = |block: &&Block| block.skins.iter().any(is_water);
    let bounds = |block: &Block| Aabb::around([place(frame, block.mins), place(frame, block.maxs)]);
    level.blocks.iter().filter(has_water).map(bounds).collect()
}

/// The materials of a level's textures as water shows them, swaying; textures that are not used for
/// water keep their material.
pub(super) fn materials(level: &Level, textures: &[MaterialId], paint: &mut Paint<'_>) -> Vec<MaterialId> {
    let mut made = textures.to_vec();
    let mut wet: Vec<usize> = level
        .blocks
        .iter()
        .flat_map(|block| &block.skins)
        .filter(|skin| is_water(skin))
        .filter_map(|skin| usize::try_from(skin.texture).ok())
        .collect();
    wet.order();
    wet.dedup();
    for texture in wet {
        if let Some(own) = made.get_mut(texture) {
            *own = paint.swaying(*own);
        }
    }
    made
}
