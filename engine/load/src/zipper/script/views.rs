//! Lights, cameras, the display and the world: its area, its fog, its grid.

use super::builder::{Builder, file_slot};
use super::nodes::set;
use super::objects::wrapped;
use script::commands::{Lights, Views, World as WorldCommand};
use script::{Outcome, Registers};
use zbd::gamez::Version;
use zbd::gamez::nodes::{Camera, Light, Node, NodeData, World, WorldInfo, cotangent, flags};

/// Bits of a light's flags, which Recoil keeps as words. Source: `docs/spec/zbd/nodes.md`, "6.4 Light".
mod light_flags {
    /// Lights by the angle between a surface and the light.
    pub const DIRECTIONAL: u32 = 0x004;
    /// Shines from one direction.
    pub const DIRECTED_SOURCE: u32 = 0x008;
    /// Shines from a point.
    pub const POINT_SOURCE: u32 = 0x010;
    /// Is added up apart from the others.
    pub const SATURATED: u32 = 0x020;
}

/// Most decals of the ground in a cell.
const MOST_FEATURES: i32 = 255;

impl Builder {
    pub(super) fn lights(&mut self, command: &Lights, registers: &Registers) -> Outcome {
        let version = self.version();
        let node = self.node(registers.node).and_then(|slot| self.at(slot));
        let Some(Node { data: NodeData::Light(light), .. }) = node else {
            return Outcome::Failed("the current node is no light".to_owned());
        };
        let info = &mut light.info;
        match *command {
            Lights::LightSetAmbient { strength } => info.ambient = strength.clamp(0.0, 1.0),
            Lights::LightSetDiffuse { strength } => info.diffuse = strength.clamp(0.0, 1.0),
            Lights::LightSetColor { r, g, b } => {
                info.color = [r, g, b].map(|channel| channel.clamp(0.0, 1.0))
            }
            Lights::LightSetDirectedSource {} => switch_source(version, light, true),
            Lights::LightSetPointSource {} => switch_source(version, light, false),
            Lights::LightSetDirectional { on } => match version {
                Version::Recoil => info.directional = u32::from(on),
                _ => set(&mut info.flags, light_flags::DIRECTIONAL, on),
            },
            Lights::LightSetSaturated { on } => match version {
                Version::Recoil => info.saturated = u32::from(on),
                _ => set(&mut info.flags, light_flags::SATURATED, on),
            },
            Lights::LightSetTranslate { x, y, z } => info.translate = [x, y, z],
            Lights::LightSetOrientation { x, y, z } => {
                info.orientation = [x, y, z].map(|angle| wrapped(angle.to_radians()));
            }
            Lights::LightSetRanges { near, far } => {
                let (near, far) = (near.min(far), near.max(far));
                if near <= 0.0 {
                    return Outcome::Failed("a range ends above 0".to_owned());
                }
                info.set_range(version, near, if near == far { near + 10.0 } else { far });
            }
        }
        Outcome::Done
    }

    /// Whether a node is a light that shines from a point.
    pub(super) fn is_lamp(&self, slot: usize) -> bool {
        match self.all().get(slot).map(|node| &node.data) {
            Some(NodeData::Light(light)) if self.version() == Version::Recoil => light.info.point_source != 0,
            Some(NodeData::Light(light)) => light.info.flags & light_flags::POINT_SOURCE != 0,
            _ => false,
        }
    }

    pub(super) fn views(&mut self, command: &Views, registers: &Registers) -> Outcome {
        let Some(slot) = self.node(registers.node) else { return Outcome::Missing };
        match command {
            Views::CameraSetHorizon { name } => return self.horizon(name, false),
            Views::CameraSetHorizonXZ { name } => return self.horizon(name, true),
            Views::DisplaySetClearColor { r, g, b } => {
                return match &mut self.gamez.nodes.nodes[slot].data {
                    NodeData::Display(display) => {
                        display.clear_color = [*r, *g, *b].map(|channel| channel.clamp(0.0, 1.0));
                        Outcome::Done
                    }
                    _ => Outcome::Failed("the current node is no display".to_owned()),
                };
            }
            Views::DisplayOrigin { .. }
            | Views::DisplayResolution { .. }
            | Views::WindowOrigin { .. }
            | Views::WindowResolution { .. }
            | Views::WindowBuffer { .. }
            | Views::WindowAddClearPolygonVertex { .. }
            | Views::WindowCloseClearPolygon {}
            | Views::WindowSetClearPolygon { .. }
            | Views::ClearScreenBuffer { .. } => return Outcome::Unused,
            _ => {}
        }
        let (world, window) = match command {
            Views::CameraSetWorld { name } | Views::CameraSetWindow { name } => {
                let Some(named) = self.find(name).and_then(file_slot) else { return Outcome::Missing };
                let is_world = matches!(command, Views::CameraSetWorld { .. });
                (Some(named).filter(|_| is_world), Some(named).filter(|_| !is_world))
            }
            _ => (None, None),
        };
        let NodeData::Camera(camera) = &mut self.gamez.nodes.nodes[slot].data else {
            return Outcome::Failed("the current node is no camera".to_owned());
        };
        camera.world_index = world.unwrap_or(camera.world_index);
        camera.window_index = window.unwrap_or(camera.window_index);
        let clip = match *command {
            Views::CameraSetNearFarClip { near, far } => [near, far],
            Views::CameraSetNearClip { near } => [near, camera.clip_far],
            Views::CameraSetFarClip { far } => [camera.clip_near, far],
            _ => [camera.clip_near, camera.clip_far],
        };
        if !(clip[0] > 0.0 && clip[1] > clip[0]) {
            return Outcome::Failed("the far plane is behind the near one, and both above 0".to_owned());
        }
        [camera.clip_near, camera.clip_far] = clip;
        match *command {
            Views::CameraTranslate { x, y, z } => camera.translate = [x, y, z],
            // Radians, unlike those of objects.
            Views::CameraRotate { x, y, z } => camera.rotate = [x, y, z],
            Views::CameraSetFOV { horizontal, vertical } => {
                if !(0.0..180.0).contains(&vertical) || !(0.0..180.0).contains(&horizontal) {
                    return Outcome::Failed("angles are between 0 and 180 degrees".to_owned());
                }
                set_fov(camera, horizontal.to_radians(), vertical.to_radians());
            }
            Views::CameraSetLODMultiplier { factor } => {
                if factor <= 0.0 {
                    return Outcome::Failed("the factor is above 0".to_owned());
                }
                camera.lod_multiplier = factor;
                camera.lod_mul_inv_sq = 1.0 / (factor * factor);
            }
            // Modern machines need no detail that adapts itself.
            Views::CameraSetDynamicLOD { .. } => return Outcome::Unused,
            _ => {}
        }
        Outcome::Done
    }

    fn horizon(&mut self, name: &str, keeps_height: bool) -> Outcome {
        let Some(node) = self.find(name) else { return Outcome::Missing };
        self.extras.horizons.insert(node, keeps_height);
        Outcome::Done
    }

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

pub(super) fn switch_source(version: Version, light: &mut Light, directed: bool) {
    let info = &mut light.info;
    if version == Version::Recoil {
        (info.directed_source, info.point_source) = (u32::from(directed), u32::from(!directed));
    } else {
        set(&mut info.flags, light_flags::DIRECTED_SOURCE, directed);
        set(&mut info.flags, light_flags::POINT_SOURCE, !directed);
    }
}

fn set_fov(camera: &mut Camera, horizontal: f32, vertical: f32) {
    (camera.fov_h_scale, camera.fov_v_scale) = (1.0, 1.0);
    (camera.fov_h_base, camera.fov_v_base) = (horizontal, vertical);
    (camera.fov_h_scaled, camera.fov_v_scaled) = (horizontal, vertical);
    (camera.fov_h_half, camera.fov_v_half) = (horizontal / 2.0, vertical / 2.0);
    (camera.fov_h_cot, camera.fov_v_cot) = (cotangent(horizontal / 2.0), cotangent(vertical / 2.0));
}
