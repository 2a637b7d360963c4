//! The world: its area, its grid, its fog, its lights.

use super::builder::{Builder, file_slot};
use super::nodes::set;
use script::commands::World as WorldCommand;
use script::{Outcome, Registers};
use zbd::gamez::Version;
use zbd::gamez::nodes::{Node, NodeData, World, WorldInfo, flags};

/// Most decals of the ground in a cell.
const MOST_FEATURES: i32 = 255;

impl Builder {
    pub(super) fn world_commands(&mut self, command: &WorldCommand, registers: &Registers) -> Outcome {
        let Some(slot) = self.node(registers.node) else { return Outcome::Missing };
        let version = self.version();
        match *command {
            WorldCommand::WorldOrigin { x, z } => self.area[0] = Some([x, z]),
            WorldCommand::WorldExtents { x, z } => self.area[1] = Some([x, z]),
            _ => {}
        }
        if let WorldCommand::WorldAddLight { name } = command {
            let Some(light) = self.find(name) else { return Outcome::Missing };
            return self.add_light(slot, light);
        }
        if let WorldCommand::WorldPartitionSetActive { active, x1, z1, x2, z2 } = *command {
            return self.set_cells(slot, active, [[x1, z1], [x2, z2]]);
        }
        // The area and the grid of a finished world are in its container, with what its cells list.
        let is_of_grid = matches!(
            command,
            WorldCommand::WorldOrigin { .. }
                | WorldCommand::WorldExtents { .. }
                | WorldCommand::WorldPartition { .. }
                | WorldCommand::WorldSetVirtualPartitionMapSize { .. }
        );
        if is_of_grid && self.has_read {
            return Outcome::Done;
        }
        let area = self.area;
        let Some(Node { data: NodeData::World(world), .. }) = self.at(slot) else {
            return Outcome::Failed("the current node is no world".to_owned());
        };
        let info = &mut world.info;
        match command {
            WorldCommand::WorldPartition { x, z } => return partition(version, world, area, [*x, *z]),
            WorldCommand::WorldSetVirtualPartition { on } => info.virtual_partition = u32::from(*on),
            WorldCommand::WorldSetVirtualPartitionMapSize { x, z } => {
                (info.vp_x_min, info.vp_z_min) = (*x, *z);
                info.vp_x_max = info.vp_x_count.saturating_sub(*x);
                info.vp_z_max = info.vp_z_count.saturating_sub(*z);
            }
            WorldCommand::WorldPartitionMaxDECFeatureCount { count } => {
                info.max_dec_feature_count = (*count).clamp(0, MOST_FEATURES) as u32;
            }
            WorldCommand::WorldSetFogState { state } => return fog_state(info, state),
            WorldCommand::WorldSetFogColor { r, g, b } => info.fog_color = unit([*r, *g, *b]),
            WorldCommand::WorldSetFogRange { near, far } => info.fog_range = [*near, *far],
            WorldCommand::WorldSetFogRangeNear { near } => info.fog_range[0] = *near,
            WorldCommand::WorldSetFogRangeFar { far } => info.fog_range[1] = *far,
            WorldCommand::WorldSetFogAltitude { low, high } => info.fog_altitude = [*high, *low],
            WorldCommand::WorldSetFogDensity { density } => info.fog_density = *density,
            WorldCommand::WorldSetFog { state, near, far, r, g, b } => {
                info.fog_range = [*near, *far];
                info.fog_color = unit([*r, *g, *b]);
                return fog_state(info, state);
            }
            // The grid is laid by the size of its cells; how far nodes may stick out of one decides
            // nothing that is seen.
            WorldCommand::WorldOrigin { .. }
            | WorldCommand::WorldExtents { .. }
            | WorldCommand::WorldPartitionInclusionTolerance { .. }
            | WorldCommand::WorldGetFogRange {} => {}
            WorldCommand::WorldAddLight { .. } | WorldCommand::WorldPartitionSetActive { .. } => {
                return Outcome::Missing;
            }
        }
        Outcome::Done
    }

    fn add_light(&mut self, world: usize, light: usize) -> Outcome {
        let (Some(world_slot), Some(light_slot)) = (file_slot(world), file_slot(light)) else {
            return Outcome::Missing;
        };
        match &mut self.gamez.nodes.nodes[light].data {
            NodeData::Light(data) if !data.parents.contains(&world_slot) => data.parents.push(world_slot),
            NodeData::Light(_) => {}
            _ => return Outcome::Failed("it is no light".to_owned()),
        }
        match &mut self.gamez.nodes.nodes[world].data {
            NodeData::World(world) => {
                if !world.lights.contains(&light_slot) {
                    world.lights.push(light_slot);
                }
                Outcome::Done
            }
            _ => Outcome::Failed("the current node is no world".to_owned()),
        }
    }

    /// Switches what is listed in the cells from one corner to the other, those of the far corner
    /// excluded.
    ///
    /// Source: `docs/spec/zbd/interp-language.md`, "8.7 World".
    fn set_cells(&mut self, slot: usize, active: bool, corners: [[f32; 2]; 2]) -> Outcome {
        let version = self.version();
        let Some(Node { data: NodeData::World(world), .. }) = self.all().get(slot) else {
            return Outcome::Failed("the current node is no world".to_owned());
        };
        let grid = world.info.grid(version);
        let (columns, rows) = (grid.columns().max(0), grid.rows().max(0));
        let cell = |[x, z]: [f32; 2]| {
            let column = ((x - grid.left as f32) / grid.cell as f32).floor() as i64;
            let row = ((grid.bottom as f32 - z) / grid.cell as f32).floor() as i64;
            [column.clamp(0, columns), row.clamp(0, rows)]
        };
        let [first, second] = corners.map(cell);
        let range = |axis: usize| first[axis].min(second[axis])..first[axis].max(second[axis]);
        let mut listed = Vec::new();
        for row in range(1) {
            for column in range(0) {
                let cell = usize::try_from(row * columns + column).ok();
                let cell = cell.and_then(|cell| world.partitions.get(cell));
                listed.extend(cell.iter().flat_map(|cell| cell.nodes.iter().map(|node| node.node_index)));
            }
        }
        self.charge(listed.len() + 16 * (range(0).count() + 1) * (range(1).count() + 1));
        for node in listed.into_iter().filter_map(|node| usize::try_from(node).ok()) {
            if let Some(node) = self.at(node) {
                set(&mut node.base.flags, flags::ACTIVE, active);
            }
        }
        Outcome::Done
    }
}

/// Lays the grid of a world over its area, whose corner and extents came before.
fn partition(version: Version, world: &mut World, area: [Option<[f32; 2]>; 2], cell: [f32; 2]) -> Outcome {
    let [Some(origin), Some(extents)] = area else {
        return Outcome::Failed("WorldOrigin and WorldExtents come first".to_owned());
    };
    let size = version.cell_size();
    if cell.map(f32::abs) != [size; 2] {
        return Outcome::Failed(format!("cells of this game are {size} units wide"));
    }
    let ends = [origin[0] + extents[0], origin[1] + extents[1]];
    let whole = |value: f32| value as i32;
    let (left, right) = (origin[0].min(ends[0]), origin[0].max(ends[0]));
    let (top, bottom) = (origin[1].min(ends[1]), origin[1].max(ends[1]));
    match World::new(version, whole(left), whole(top), whole(right), whole(bottom)) {
        Some(made) => {
            let lights = std::mem::take(&mut world.lights);
            let before = std::mem::replace(world, made);
            world.lights = lights;
            let (from, to) = (before.info, &mut world.info);
            to.fog_type = from.fog_type;
            to.fog_color = from.fog_color;
            to.fog_range = from.fog_range;
            to.fog_altitude = from.fog_altitude;
            to.fog_density = from.fog_density;
            to.virtual_partition = from.virtual_partition;
            to.max_dec_feature_count = from.max_dec_feature_count;
            Outcome::Done
        }
        None => Outcome::Failed("a world has an area, and at most 256 cells along each side".to_owned()),
    }
}

fn fog_state(info: &mut WorldInfo, state: &str) -> Outcome {
    // Words are compared only as far as the game's own go.
    let kinds = [("off", 0), ("linear", 1), ("exponential", 2)];
    match kinds.iter().find(|(word, _)| state.starts_with(word)) {
        Some((_, kind)) => {
            info.fog_type = *kind;
            Outcome::Done
        }
        None => Outcome::Failed("off, linear or exponential".to_owned()),
    }
}

fn unit(color: [f32; 3]) -> [f32; 3] {
    color.map(|channel| channel.clamp(0.0, 1.0))
}
