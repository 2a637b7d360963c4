//! The world: its fog, and cells of its grid.

use super::Live;
use crate::act::fog_line;
use runtime::Command as Asked;
use script::Outcome;
use script::commands::World;
use world::space::SpaceDef;
use world::{Fog, NodeFlags, NodeId, NodeKind};

/// Fog that does not thin out upwards.
const NO_LAYER: f32 = f32::MAX;

impl Live<'_> {
    pub(super) fn world_commands(&mut self, command: &World, node: NodeId) -> Outcome {
        if self.kind(node) != Some(NodeKind::Fixed) {
            return self.failed(format!("{} is no world", self.names.label(node)));
        }
        let fog = self.simulation.state().fog;
        let color = |channels: [f32; 3]| channels.map(|channel| channel.clamp(0.0, 1.0));
        let new = match *command {
            World::WorldSetFogState { ref state } => match is_on(state) {
                Some(on) => Fog { on, ..fog },
                None => return self.failed("a fog is off, linear or exponential"),
            },
            World::WorldSetFogColor { r, g, b } => Fog { color: color([r, g, b]), ..fog },
            World::WorldSetFogRange { near, far } => Fog { near, far, ..fog },
            World::WorldSetFogRangeNear { near } => Fog { near, ..fog },
            World::WorldSetFogRangeFar { far } => Fog { far, ..fog },
            World::WorldSetFogAltitude { low, high } => {
                let layered = high > low;
                Fog {
                    high: if layered { high } else { NO_LAYER },
                    low: if layered { low } else { NO_LAYER },
                    ..fog
                }
            }
            World::WorldSetFog { ref state, near, far, r, g, b } => match is_on(state) {
                Some(on) => Fog { on, near, far, color: color([r, g, b]), ..fog },
                None => return self.failed("a fog is off, linear or exponential"),
            },
            World::WorldGetFogRange {} => return self.say(fog_line(&fog)),
            World::WorldPartitionSetActive { active, x1, z1, x2, z2 } => {
                return self.switch_cells(active, [[x1, z1], [x2, z2]]);
            }
            World::WorldOrigin { .. }
            | World::WorldExtents { .. }
            | World::WorldPartitionInclusionTolerance { .. }
            | World::WorldPartitionMaxDECFeatureCount { .. }
            | World::WorldPartition { .. }
            | World::WorldSetVirtualPartitionMapSize { .. }
            | World::WorldSetVirtualPartition { .. }
            | World::WorldAddLight { .. }
            | World::WorldSetFogDensity { .. } => return Outcome::Unused,
        };
        if new.on && new.far <= new.near {
            self.answer.note("the fog begins farther away than it is full");
        }
        self.ask(Asked::SetFog(new))
    }

    /// Switches what stands in the cells from one corner to the other, those of the far corner excluded. A
    /// loaded world does not know which cells its files list a node in; it is the one that it stands in.
    ///
    /// Source: `docs/spec/zbd/interp-language.md`, "8.7 World".
    fn switch_cells(&mut self, on: bool, corners: [[f32; 2]; 2]) -> Outcome {
        let SpaceDef::Grid(grid) = &self.simulation.scene().space else {
            return self.failed("this world has no grid");
        };
        if !grid.is_sound() {
            return self.failed("this world has no grid");
        }
        let (cell, bottom) = (grid.cell, grid.min_z + grid.rows as f32 * grid.cell);
        // Rows are counted from the bottom edge, maximum z.
        let of =
            |x: f32, z: f32| [((x - grid.min_x) / cell).floor() as i64, ((bottom - z) / cell).floor() as i64];
        let most = [i64::from(grid.columns), i64::from(grid.rows)];
        let [first, second] = corners.map(|[x, z]| of(x, z));
        let range = |axis: usize| {
            let [from, to] = [first, second].map(|cell| cell[axis].clamp(0, most[axis]));
            from.min(to)..from.max(to)
        };
        let ranges = [range(0), range(1)];
        let occurrences = self.simulation.occurrences();
        let mut inside: Vec<NodeId> = Vec::new();
        for root in occurrences.roots() {
            let place = occurrences.transform(root).translation;
            let bounds = occurrences.bounds(root);
            let place = if bounds.is_empty() { place.into() } else { bounds.center() };
            let [column, row] = of(place.x, place.z);
            let is_land = !occurrences.flags(root).contains(NodeFlags::LANDMARK);
            if is_land && ranges[0].contains(&column) && ranges[1].contains(&row) {
                inside.push(occurrences.node(root));
            }
        }
        for node in &inside {
            self.ask(Asked::SetFlags { node: *node, flags: NodeFlags::ACTIVE, on });
        }
        let state = if on { "on" } else { "off" };
        self.say(format!("{} nodes in these cells are {state}", inside.len()))
    }
}

/// Words are compared only as far as the game's own go.
fn is_on(state: &str) -> Option<bool> {
    let kinds = [("off", false), ("linear", true), ("exponential", true)];
    kinds.iter().find(|(word, _)| state.starts_with(word)).map(|(_, on)| *on)
}
