//! Ports a world that was built in MechWarrior 3's layout to the layout of another game: the same
//! nodes and polygons, within the limits of its format.
//! Source: `docs/spec/zbd/gamez.md` and `docs/spec/zbd/nodes.md`, "Writing a valid file".

mod models;
mod nodes;
mod ramps;
mod tints;

use super::EXPORTED;
use super::builders::fixed::Air;
use super::builders::graph::VERSION;
use super::builders::textures::{self, Picture};
use super::game::Game;
use binary::Result;
use zbd::gamez::materials::{Cycle, MaterialSlot, Materials, flags};
use zbd::gamez::{GameZ, Version};

/// A world and the pictures it shows.
pub(super) struct Ported {
    /// The world container.
    pub world: GameZ,
    /// All textures it names.
    pub pictures: Vec<Picture>,
}

/// Ports a world of MechWarrior 3.
///
/// # Errors
/// When a part of it does not fit the game's format.
pub(super) fn port(world: GameZ, mut pictures: Vec<Picture>, game: Game, air: &Air) -> Result<Ported> {
    if game == Game::MechWarrior3 {
        return Ok(Ported { world, pictures });
    }
    let version = game.version();
    let GameZ { materials, models, nodes, .. } = world;
    let slots: Vec<(MaterialSlot, Option<Cycle>)> = materials
        .with_cycles()
        .map(|(slot, cycle)| {
            let mut slot = slot.clone().with_soil(game.soil(slot.soil));
            slot.flags &= !flags::ALWAYS;
            (slot, cycle.cloned())
        })
        .collect();
    let mut parts = models::Parts::new(models);
    let array_size = if version == Version::Recoil { 5000 } else { 1000 };
    let slots = if version == Version::Recoil { tints::dye(&mut parts, slots, &mut pictures) } else { slots };
    let materials = Materials::from_used(version, slots, array_size);
    let nodes = nodes::port(&nodes, &mut parts, version, air)?;
    let models = parts.finish(version, &materials)?;
    let mut directory = textures::directory(&pictures)?;
    if version == Version::Recoil {
        tints::link_levels(&mut directory, &pictures);
    }
    let mut world = GameZ::new(version, directory, materials, models, nodes);
    if matches!(version, Version::PiratesMoon | Version::CrimsonSkies) {
        world.timestamp = EXPORTED;
    }
    debug_assert_ne!(version, VERSION);
    Ok(Ported { world, pictures })
}
