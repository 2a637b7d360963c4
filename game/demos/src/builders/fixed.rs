//! The nodes that every world has once: world, window, camera, displays, sun.

use super::graph::{ADDRESS, Root, VERSION, named};
use super::grid::{CELL, Grid};
use binary::Result;
use glam::Vec3;
use zbd::gamez::ZoneSet;
use zbd::gamez::nodes::{
    Camera, Display, Light, LightInfo, Node, NodeBase, NodeData, Partition, PartitionInfo, PartitionNode,
    Window, World, WorldInfo, class, cotangent, flags, inverse_range, partition_diagonal, partition_mid_y,
};

/// Slot of the World node.
pub(crate) const WORLD: usize = 0;
/// Number of fixed nodes.
pub(crate) const COUNT: usize = 6;
/// Slot of the sun.
const SUN: i32 = 5;

/// What is between the eye and the land.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Air {
    /// Colour of the fog, each channel 0..=1.
    pub color: Vec3,
    /// Where fog begins and where nothing else is left, units.
    pub range: [f32; 2],
    /// Heights from which there is none, and below which there is all of it.
    pub altitude: [f32; 2],
    /// Farthest that anything is drawn, units.
    pub clip: f32,
    /// Euler angles of the sun as the light node stores them.
    pub sun: [f32; 3],
}

/// The fixed nodes in slot order; `roots` are all nodes that hang under the
/// world or stand in a cell, by slot.
pub(crate) fn nodes(grid: Grid, air: &Air, roots: &[&Root]) -> Result<Vec<Node>> {
    let children: Vec<i32> = roots.iter().filter(|root| root.in_world).map(|root| root.slot as i32).collect();
    let mut base = fixed("world1", class::WORLD)?;
    base.child_array_ptr = if children.is_empty() { 0 } else { ADDRESS };
    let data = NodeData::World(Box::new(world(grid, air, roots)));
    let world = Node { base, tag: 0, data, parents: Vec::new(), children };

    let window =
        NodeData::Window(Box::new(Window { resolution: [320, 200], buffer_index: -1, ..Window::default() }));
    let camera = NodeData::Camera(Box::new(camera(air.clip)));
    let display = NodeData::Display(Display {
        origin: [0; 2],
        resolution: [640, 400],
        clear_color: [0.392, 0.392, 1.0],
    });
    let mut sun = fixed("sunlight", class::LIGHT)?;
    sun.flags |= flags::BBOX_NODE;
    sun.node_bbox = [[1.0, 1.0, -2.0], [2.0, 2.0, -1.0]];
    Ok(vec![
        world,
        lone(fixed("window1", class::WINDOW)?, window),
        lone(fixed("camera1", class::CAMERA)?, camera),
        lone(fixed("display", class::DISPLAY)?, display.clone()),
        lone(fixed("display", class::DISPLAY)?, display),
        lone(sun, NodeData::Light(Box::new(sunlight(air.sun)))),
    ])
}

fn fixed(name: &str, class: u32) -> Result<NodeBase> {
    Ok(NodeBase { class, flags: flags::DEFAULT, ..named(name)? })
}

fn lone(base: NodeBase, data: NodeData) -> Node {
    Node { base, tag: 0, data, parents: Vec::new(), children: Vec::new() }
}

fn camera(clip_far: f32) -> Camera {
    // 60 degrees high, as wide as a picture of 4 by 3 makes it.
    let (fov_h, fov_v) = (1.312_106_7f32, std::f32::consts::FRAC_PI_3);
    Camera {
        world_index: WORLD as i32,
        window_index: 1,
        focus_node_xy: -1,
        focus_node_xz: -1,
        clip_near: 0.25,
        clip_far,
        lod_multiplier: 1.0,
        lod_mul_inv_sq: 1.0,
        fov_h_scale: 1.0,
        fov_v_scale: 1.0,
        fov_h_base: fov_h,
        fov_v_base: fov_v,
        fov_h_scaled: fov_h,
        fov_v_scaled: fov_v,
        fov_h_half: fov_h / 2.0,
        fov_v_half: fov_v / 2.0,
        clip_recalc: 1,
        fov_recalc: 1,
        rotate_recalc: 1,
        fov_h_cot: cotangent(fov_h / 2.0),
        fov_v_cot: cotangent(fov_v / 2.0),
        zone_set: ZoneSet::NONE.0,
        ..Camera::default()
    }
}

fn sunlight(orientation: [f32; 3]) -> Light {
    let (range_near, range_far) = (1000.0, 10_000.0);
    let info = LightInfo {
        orientation,
        world_view_vector: [0.0, 1.0, 0.0],
        diffuse: 0.75,
        ambient: 0.45,
        color: [1.0, 0.94, 0.84],
        // As in every known file: recalculate, directed, saturated, static,
        // coloured, and one unknown.
        flags: 0x38B,
        range_near,
        range_far,
        range_near_sq: range_near * range_near,
        range_far_sq: range_far * range_far,
        range_inv: inverse_range(range_near, range_far),
        parent_ptr: ADDRESS,
        ..LightInfo::default()
    };
    Light { info, parents: vec![WORLD as i32] }
}

fn world(grid: Grid, air: &Air, roots: &[&Root]) -> World {
    let (half, side, size) = (grid.half() as f32, grid.side as i32, CELL as f32);
    let info = WorldInfo {
        area_partition_unk: side * side,
        area_partition_ptr: ADDRESS,
        fog_type: 1,
        fog_color: air.color.to_array(),
        fog_range: air.range,
        fog_altitude: air.altitude,
        area_left: -half,
        area_bottom: half,
        area_width: 2.0 * half,
        area_height: -2.0 * half,
        area_right: half,
        area_top: -half,
        max_dec_feature_count: 16,
        virtual_partition: 1,
        vp_x_min: 1,
        vp_z_min: 1,
        vp_x_max: side - 1,
        vp_z_max: side - 1,
        vp_x_size: size,
        vp_z_size: -size,
        vp_x_half: size / 2.0,
        vp_z_half: -size / 2.0,
        vp_x_inv: 1.0 / size,
        vp_z_inv: -1.0 / size,
        vp_diag: -partition_diagonal(size, 0.0, 0.0),
        inclusion_tol_low: 3.0,
        inclusion_tol_high: 3.0,
        vp_x_count: side,
        vp_z_count: side,
        vp_ptr: ADDRESS,
        ones: [1.0; 3],
        light_nodes_ptr: ADDRESS,
        light_data_ptr: ADDRESS,
        ..WorldInfo::default()
    };

    let cells = info.grid(VERSION);
    let mut contents: Vec<(Vec<PartitionNode>, Option<[f32; 2]>)> = vec![(Vec::new(), None); cells.cells()];
    for root in roots {
        let Some([column, row]) = root.cell else { continue };
        let cell = row as usize * grid.side as usize + column as usize;
        let (nodes, extent) = &mut contents[cell];
        nodes.push(PartitionNode { node_index: root.slot as i32, ..PartitionNode::default() });
        if let Some([min, max]) = root.bounds {
            let [low, high] = extent.unwrap_or([min.y, max.y]);
            *extent = Some([low.min(min.y), high.max(max.y)]);
        }
    }
    let partitions = contents
        .into_iter()
        .enumerate()
        .map(|(cell, (nodes, extent))| {
            let ([x, z], [low, high]) = (cells.corner(cell), extent.unwrap_or_default());
            let info = PartitionInfo {
                flags: 0x100,
                field04: -1,
                x,
                z,
                min: [x, low, z - size],
                max: [x + size, high, z],
                mid: [x + size / 2.0, partition_mid_y(low, high), z - size / 2.0],
                diagonal: partition_diagonal(size, low, high),
                nodes_ptr: if nodes.is_empty() { 0 } else { ADDRESS },
                ..PartitionInfo::default()
            };
            Partition { info, nodes }
        })
        .collect();
    World { info, lights: vec![SUN], sounds: Vec::new(), partitions }
}
