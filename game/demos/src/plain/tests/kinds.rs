//! The world uses everything its format knows at least once.

use super::{ONE, file, install, world};
use binary::Mode;
use std::collections::BTreeMap;
use zbd::gamez::materials::flags as material_flags;
use zbd::gamez::models::{flags as model_flags, model_type};
use zbd::gamez::nodes::{NodeData, flags, object3d_flags};
use zbd::gamez::{GameZ, Version};
use zbd::textures::{AlphaKind, Pixels};

/// Counts by name.
#[derive(Default)]
struct Counts(BTreeMap<String, u32>);

impl Counts {
    fn add(&mut self, name: impl Into<String>) {
        *self.0.entry(name.into()).or_default() += 1;
    }

    fn add_if(&mut self, holds: bool, name: impl Into<String>) {
        if holds {
            self.add(name);
        }
    }

    #[track_caller]
    fn all_present(&self, names: &[&str]) {
        let missing: Vec<_> = names.iter().filter(|name| !self.0.contains_key(**name)).collect();
        assert!(missing.is_empty(), "never used: {missing:?}; used: {:?}", self.0);
    }
}

#[test]
fn every_kind_of_node_is_there() {
    let world = world(&install(ONE));
    let nodes = &world.nodes.nodes;
    let mut counts = Counts::default();
    for node in nodes {
        match &node.data {
            NodeData::Empty { parent } => counts.add_if(*parent > 3, "empty"),
            NodeData::Camera(_) => counts.add("camera"),
            NodeData::World(_) => counts.add("world"),
            NodeData::Window(_) => counts.add("window"),
            NodeData::Display(_) => counts.add("display"),
            NodeData::Light(_) => counts.add("light"),
            NodeData::Lod(lod) => {
                counts.add(if lod.range_near_sq == 0.0 { "near level" } else { "far level" });
            }
            NodeData::Object3d(object) => {
                let initial = object.flags & object3d_flags::TRANSFORM_INITIAL != 0;
                let matrix = object.flags & object3d_flags::USE_MATRIX != 0;
                counts.add(["turned", "matrix", "initial"][usize::from(matrix) + 2 * usize::from(initial)]);
                counts.add_if(!initial && object.scale != [1.0; 3], "scaled");
                counts.add_if(object.flags & object3d_flags::OPACITY != 0, "opacity");
                counts.add_if(object.flags & object3d_flags::COLOR != 0, "color");
            }
        }
        for bit in (0..32).filter(|bit| node.base.flags >> bit & 1 == 1) {
            counts.add(format!("flag {bit}"));
        }
        let zone = node.base.zone_id as u8 as i8;
        counts.add(if zone < 0 { "no zone".to_owned() } else { format!("zone {zone}") });
        counts.add_if(node.base.area_partition != [-1; 2], "in a cell");
        counts.add_if(node.base.flags & flags::ACTIVE == 0, "inactive");
    }
    counts.all_present(&[
        "empty",
        "camera",
        "world",
        "window",
        "display",
        "light",
        "near level",
        "far level",
    ]);
    counts.all_present(&["turned", "matrix", "initial", "scaled", "opacity", "color"]);
    assert_eq!(counts.0["display"], 2);
    assert_eq!(counts.0["light"], 1);
    // Every bit the format allows, and no other.
    let bits: Vec<u32> = (0..32).filter(|bit| counts.0.contains_key(&format!("flag {bit}"))).collect();
    assert_eq!(bits, [2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 16, 17, 19, 23, 24, 25, 28]);
    counts.all_present(&["no zone", "zone 1", "zone 2", "zone 3", "in a cell", "inactive"]);
}

#[test]
fn nodes_hang_everywhere_a_node_can_hang() {
    let world = world(&install(ONE));
    let nodes = &world.nodes.nodes;
    let NodeData::World(data) = &nodes[0].data else { panic!("the first node is the world") };
    let listed: Vec<i32> =
        data.partitions.iter().flat_map(|cell| cell.nodes.iter().map(|node| node.node_index)).collect();
    assert_eq!(data.partitions.len(), 64);
    assert!(data.partitions.iter().all(|cell| !cell.nodes.is_empty()));
    assert_eq!(data.info.virtual_partition, 1);
    assert!(data.info.fog_type == 1 && data.info.fog_range[0] < data.info.fog_range[1]);
    assert!(data.info.fog_altitude[0] > data.info.fog_altitude[1]);

    let children = &nodes[0].children;
    assert!(children.iter().any(|child| listed.contains(child)), "a node under the world and in a cell");
    assert!(children.iter().any(|child| !listed.contains(child)), "a node under the world only");
    let templates = nodes.iter().enumerate().skip(6).filter(|(slot, node)| {
        let empty = matches!(node.data, NodeData::Empty { .. });
        !empty && node.parents.is_empty() && !listed.contains(&(*slot as i32))
    });
    assert!(templates.filter(|(_, node)| !node.children.is_empty()).count() > 0, "a template with children");
    let horizon = nodes.iter().position(|node| node.base.name.text() == "horizon").expect("a sky");
    assert!(children.contains(&(horizon as i32)));

    let mut depths = vec![0; nodes.len()];
    for (slot, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parents.first() {
            depths[slot] = depths[*parent as usize] + 1;
        }
    }
    assert!(depths.iter().max() >= Some(&3), "four generations, not {:?} below a root", depths.iter().max());
}

#[test]
fn every_kind_of_material_is_there() {
    let world = world(&install(ONE));
    let mut counts = Counts::default();
    for (slot, cycle) in world.materials.with_cycles() {
        counts.add(format!("soil {}", slot.soil));
        match (slot.is_textured(), cycle) {
            (true, None) => counts.add("textured"),
            (true, Some(cycle)) if cycle.info.looping == 1 => counts.add("cycle that starts over"),
            (true, Some(_)) => counts.add("cycle that stops"),
            (false, _) if slot.alpha == 255 => counts.add("opaque color"),
            (false, _) => counts.add("translucent color"),
        }
        counts.add_if(slot.flags & material_flags::DECALS != 0, "decals");
    }
    counts.all_present(&["textured", "cycle that starts over", "cycle that stops", "opaque color"]);
    counts.all_present(&["translucent color", "decals"]);
    let soils: Vec<String> = (0..14).map(|soil| format!("soil {soil}")).collect();
    counts.all_present(&soils.iter().map(String::as_str).collect::<Vec<_>>());
}

fn shapes(world: &GameZ) -> Counts {
    let mut counts = Counts::default();
    let version = Version::MechWarrior3;
    for (_, model) in world.models.used() {
        let info = &model.info;
        match info.model_type {
            model_type::DEFAULT => counts.add("default"),
            model_type::FACADE => {
                let middle = info.flags & model_flags::FACADE_CENTROID != 0;
                counts.add(format!("facade {} {}", info.facade_mode, if middle { "middle" } else { "node" }));
            }
            _ => counts.add_if(model.polygon_infos.is_empty() && !model.lights.is_empty(), "points"),
        }
        for (bit, name) in [
            (model_flags::LIGHTING, "lighting"),
            (model_flags::FOG, "fog"),
            (model_flags::TEXTURE_SCROLL, "scroll"),
            (model_flags::CLOUDS, "clouds"),
        ] {
            counts.add(if info.flags & bit != 0 { name.to_owned() } else { format!("no {name}") });
        }
        counts.add_if(info.tex_scroll_u != 0.0 || info.tex_scroll_v != 0.0, "scrolls");
        counts.add_if(!model.morphs.is_empty() && model.morphs.len() == model.vertices.len(), "morphs");
        counts.add_if(info.parent_count > 1, "shared");
        for light in &model.lights {
            counts.add(if light.info.unk04 != 0 { "blinking light" } else { "steady light" });
        }
        for polygon in model.polygons(version) {
            counts.add(match (polygon.tri_strip, polygon.vertex_indices.len()) {
                (true, _) => "strip",
                (_, 3) => "triangle",
                (_, 4) => "quad",
                _ => "more corners",
            });
            counts.add(if polygon.show_backface { "double sided" } else { "one sided" });
            counts.add(if polygon.normal_indices.is_some() { "normals" } else { "no normals" });
            counts.add(if polygon.uvs.is_some() { "uvs" } else { "no uvs" });
            counts.add(format!("priority {}", polygon.info.priority.signum()));
            counts.add_if(polygon.info.priority == -50, "lowest priority");
            counts.add(format!("{} zones", polygon.zones.zones().count()));
        }
    }
    counts
}

#[test]
fn every_kind_of_model_and_polygon_is_there() {
    let counts = shapes(&world(&install(ONE)));
    counts.all_present(&[
        "default",
        "points",
        "morphs",
        "scrolls",
        "shared",
        "blinking light",
        "steady light",
    ]);
    counts.all_present(&["lighting", "fog", "scroll", "clouds"]);
    counts.all_present(&["no lighting", "no fog", "no scroll", "no clouds"]);
    for mode in 0..4 {
        counts.all_present(&[&format!("facade {mode} node"), &format!("facade {mode} middle")]);
    }
    counts.all_present(&["strip", "triangle", "quad", "more corners", "double sided", "one sided"]);
    counts.all_present(&["normals", "no normals", "uvs", "no uvs", "lowest priority"]);
    counts.all_present(&["priority -1", "priority 0", "priority 1"]);
    counts.all_present(&["0 zones", "1 zones", "2 zones", "3 zones"]);
}

#[test]
fn every_polygon_is_flat_and_its_corners_run_one_way() {
    let world = world(&install(ONE));
    for (slot, model) in world.models.used() {
        for polygon in model.polygons(Version::MechWarrior3).filter(|polygon| !polygon.tri_strip) {
            let corners: Vec<glam::Vec3> = polygon
                .vertex_indices
                .iter()
                .map(|index| glam::Vec3::from_array(model.vertices[*index as usize]))
                .collect();
            let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize();
            let count = corners.len();
            for corner in 0..count {
                let (a, b) = (corners[corner], corners[(corner + 1) % count]);
                let c = corners[(corner + 2) % count];
                let place = format!("model {slot}, polygon {}, corner {corner}", polygon.index);
                let size = (b - a).length().max((c - b).length());
                assert!((c - a).dot(normal).abs() <= 0.004 * size.max(1.0), "not flat: {place}");
                assert!((b - a).cross(c - b).dot(normal) > 0.0, "not convex: {place}");
            }
        }
    }
}

#[test]
fn every_kind_of_texture_is_there() {
    let files = install(ONE);
    for address in ["zbd/c1/rtexture.zbd", "zbd/c1/rtexture2.zbd"] {
        let (package, _) = zbd::textures::read(file(&files, address), Mode::Strict).expect("readable");
        let mut counts = Counts::default();
        for (index, texture) in package.textures.iter().enumerate() {
            let palette = matches!(texture.pixels, Pixels::Local { .. });
            let image = package.decode_rgba8(index).expect("decodable");
            counts.add(format!("{:?}, {}", texture.alpha_kind(), if palette { "palette" } else { "direct" }));
            counts.add(format!("stretch {}", texture.stretch));
            let alphas = image.rgba.chunks_exact(4).map(|pixel| pixel[3]);
            let (least, most) = alphas.fold((255, 0), |(least, most), a| (a.min(least), a.max(most)));
            match image.alpha {
                AlphaKind::None => assert_eq!((least, most), (255, 255), "{}", texture.name),
                // Something to see and something to see through.
                _ => assert!(least == 0 && most > 100, "{}: alpha {least} to {most}", texture.name),
            }
        }
        counts.all_present(&["None, direct", "None, palette", "Simple, direct", "Simple, palette"]);
        counts.all_present(&["Full, direct", "Full, palette"]);
        counts.all_present(&["stretch 0", "stretch 1", "stretch 2", "stretch 3"]);
    }
}
