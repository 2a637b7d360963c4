//! Nodes: the same graph after the fixed nodes of another game, in its cells.

use super::models::Parts;
use crate::builders::fixed::{self, Air};
use crate::builders::graph::{NAME, failed};
use binary::Result;
use glam::Vec3;
use zbd::gamez::Version;
use zbd::gamez::nodes::author::BBox;
use zbd::gamez::nodes::{
    Camera, Light, Lod, Node, NodeData, Nodes, Object3d, World, flags, object3d_flags, transform,
};

/// 60 degrees high, and as wide as a 4:3 picture makes it, radians.
const LENS: [f32; 2] = [1.312_106_7, std::f32::consts::FRAC_PI_3];
/// Flags that Crimson Skies does not have: craters.
const NO_CRATERS: u32 = flags::CAN_MODIFY | flags::CLIP_TO;

/// Ports the nodes and counts which models they show.
pub(super) fn port(old: &Nodes, parts: &mut Parts, version: Version, air: &Air) -> Result<Nodes> {
    let NodeData::World(area) = &old.nodes[fixed::WORLD].data else {
        return Err(failed(&NAME, "a world", "none"));
    };
    let mut nodes = begin(area, version, air)?;
    let first = nodes.nodes.len();
    // Slots keep their order, which decides what is drawn over what.
    let moved = |slot: i32| (slot as usize + first).checked_sub(fixed::COUNT);
    for node in &old.nodes[fixed::COUNT..] {
        let ported = one(node, parts, version)?;
        nodes.add(ported);
    }
    for (slot, node) in old.nodes.iter().enumerate() {
        let parent = if slot == fixed::WORLD { Some(0) } else { moved(slot as i32) };
        for child in node.children.iter().filter_map(|child| moved(*child)) {
            if let Some(parent) = parent {
                nodes.link(parent, child);
            }
        }
    }
    let listed = area.partitions.iter().flat_map(|cell| &cell.nodes);
    let mut listed: Vec<i32> = listed.map(|node| node.node_index).collect();
    listed.sort_unstable();
    for slot in listed {
        let (Some(place), Some(node)) = (moved(slot), old.nodes.get(slot as usize)) else { continue };
        nodes.place(version, place, bounds(node));
    }
    if version == Version::Recoil {
        nodes.zero_slots = (nodes.nodes.len() as u32 / 16).max(16);
    }
    nodes.seal(version);
    Ok(nodes)
}

/// World, windows, cameras, displays and the sun.
fn begin(area: &World, version: Version, air: &Air) -> Result<Nodes> {
    let old = &area.info;
    let [left, top, mut right, bottom] =
        [old.area_left, old.area_top, old.area_right, old.area_bottom].map(|edge| edge as i32);
    // Larger cells may reach beyond the land's edge, none may be missing.
    let size = version.cell_size() as i32;
    let whole = |length: i32| (length + size - 1) / size * size;
    right = left + whole(right - left);
    let top = bottom - whole(bottom - top);
    let world = World::new(version, left, top, right, bottom);
    let mut world = world.ok_or_else(|| failed(&NAME, "at most 256 cells each way", old.area_width))?;
    let info = &mut world.info;
    if version == Version::CrimsonSkies {
        // Its land is no deeper than a cell, so that nothing can be repeated.
        (info.vp_x_min, info.vp_z_min) = (0, 0);
        (info.vp_x_max, info.vp_z_max) = (info.vp_x_count, info.vp_z_count);
    } else {
        info.fog_color = air.color.to_array();
        (info.fog_range, info.fog_altitude) = (air.range, air.altitude);
    }
    let [fov_h, fov_v] = LENS;
    let (camera, sun) = match version {
        Version::CrimsonSkies => {
            (Camera::crimson_skies(2), Light::sun(version, [0.0; 3], 0.0, 1.0, [1.0; 3]))
        }
        _ => (
            Camera::new(0.25, air.clip, fov_h, fov_v),
            Light::sun(version, air.sun, 0.55, 0.45, [1.0, 0.94, 0.84]),
        ),
    };
    Ok(Nodes::begin(version, world, camera, sun))
}

fn one(old: &Node, parts: &mut Parts, version: Version) -> Result<Node> {
    let skies = version == Version::CrimsonSkies;
    let recoil = version == Version::Recoil;
    let mut model = usize::try_from(old.base.model_index).ok();
    let data = match &old.data {
        NodeData::Object3d(object) => {
            let mut object = (**object).clone();
            if skies && object.scale != [1.0; 3] {
                // Everything in the demos is scaled uniformly.
                model = model.map(|model| parts.scaled(model, object.scale[0]));
                object = Object3d::placed(object.rotate, [1.0; 3], object.transform[3]);
            }
            if let Some(centre) = model.filter(|_| recoil).and_then(|model| parts.centre(model)) {
                let place = apply(&object.transform, centre);
                object = Object3d::placed(object.rotate, object.scale, place);
                debug_assert_eq!(object.transform, transform(object.rotate, object.scale, place));
            }
            debug_assert!(!skies || object.flags & object3d_flags::USE_MATRIX == 0);
            NodeData::Object3d(Box::new(object))
        }
        NodeData::Lod(lod) => {
            let made = Lod::new(version, 0.0, lod.range_far);
            NodeData::Lod(Box::new(Lod { level: lod.level, range_near_sq: lod.range_near_sq, ..made }))
        }
        NodeData::Empty { .. } if !version.has_zeroed_tail() => {
            NodeData::Object3d(Box::new(Object3d::initial()))
        }
        data => data.clone(),
    };
    let is_lod = matches!(data, NodeData::Lod(_));
    let mut node = Node::new(version, old.base.name, data);
    let base = &mut node.base;
    let boxes = flags::BBOX_NODE | flags::BBOX_MODEL | flags::BBOX_CHILD;
    if !is_lod || version == Version::CrimsonSkies {
        base.flags = old.base.flags & !boxes;
    }
    if is_lod {
        base.flags &= !flags::TERRAIN;
    } else {
        base.flags |= flags::UNK25;
    }
    if skies {
        base.flags &= !NO_CRATERS;
        base.flags |= flags::UNK25;
    }
    if recoil {
        base.flags &= !flags::TERRAIN;
    }
    base.zone_id = old.base.zone_id;
    base.model_index = model.map_or(-1, |model| model as i32);
    let given = |flag: u32, bounds: BBox| (old.base.flags & flag != 0).then_some(bounds);
    let mut own = given(flags::BBOX_MODEL, old.base.model_bbox);
    if let (Some(bounds), Some(model)) = (own, model) {
        own = Some(parts.models.get(model).and_then(zbd::mechlib::vertex_bounds).unwrap_or(bounds));
    }
    base.bound(version, own, given(flags::BBOX_CHILD, old.base.child_bbox));
    if let Some(model) = model {
        parts.used(model);
    }
    Ok(node)
}

/// A point moved by rows that act on row vectors.
fn apply(rows: &[[f32; 3]; 4], [x, y, z]: [f32; 3]) -> [f32; 3] {
    let [a, b, c, place] = rows.map(Vec3::from_array);
    (a * x + b * y + c * z + place).to_array()
}

/// The box of a root in the world.
fn bounds(node: &Node) -> BBox {
    let [min, max] = node.base.node_bbox;
    let NodeData::Object3d(object) = &node.data else { return [min, max] };
    let corners = (0..8).map(|corner| {
        let pick = |axis: usize| if corner >> axis & 1 == 1 { max[axis] } else { min[axis] };
        Vec3::from_array(apply(&object.transform, std::array::from_fn(pick)))
    });
    let around = corners.fold([Vec3::INFINITY, Vec3::NEG_INFINITY], |[low, high], corner| {
        [low.min(corner), high.max(corner)]
    });
    around.map(|corner| corner.to_array())
}
