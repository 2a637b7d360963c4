//! The island as a game would see it: everything is read back from the bytes.

use super::layout::QUANTS;
use super::{build, site, views};
use crate::checked::{faultless, file};
use crate::{DemoFile, Options};
use gamestudio::wmb::blocks::surface;
use gamestudio::wmb::bsp::Child;
use gamestudio::wmb::objects::Object;
use gamestudio::wmb::{self, Level};
use gamestudio::{hmp, model};
use glam::Vec3;
use std::collections::BTreeSet;
use std::sync::OnceLock;

const ONE: Options = Options { scale: 1, seed: 1 };

/// Built once for all tests.
fn install() -> &'static [DemoFile] {
    static FILES: OnceLock<Vec<DemoFile>> = OnceLock::new();
    FILES.get_or_init(|| build(&ONE).expect("the island is built"))
}

fn level() -> Level {
    let address = "Level/ternholm.wmb";
    faultless(address, file(install(), address), wmb::read, wmb::write)
}

#[test]
fn the_same_options_give_the_same_bytes() {
    assert!(build(&ONE).expect("built") == install());
}

#[test]
fn every_file_obeys_every_rule_and_none_is_missing() {
    let level = level();
    for made in install() {
        let (address, bytes) = (made.address.as_str(), made.bytes.as_slice());
        match address.rsplit('.').next() {
            Some("mdl") => drop(faultless(address, bytes, model::read, model::write)),
            Some("hmp") => drop(faultless(address, bytes, hmp::read, hmp::write)),
            Some("wav") => drop(faultless(address, bytes, zbd::sounds::read, zbd::sounds::write)),
            _ => {}
        }
    }
    let there: BTreeSet<&str> = install().iter().filter_map(|made| made.address.rsplit('/').next()).collect();
    for entity in level.entities() {
        assert!(there.contains(entity.file.as_str()), "{} shows {}", entity.name, entity.file);
    }
    let sounds = level.objects.iter().filter_map(|object| match object {
        Object::Sound(sound) => Some(sound.file.text()),
        _ => None,
    });
    let sounds: BTreeSet<String> = sounds.collect();
    assert_eq!(sounds.len(), 4, "{sounds:?}");
    assert!(sounds.iter().all(|sound| there.contains(sound.as_str())), "{sounds:?}");
}

#[test]
fn creatures_stand_and_walk_by_bones_and_by_vertices() {
    let read = |name: &str| {
        let address = format!("Assets/Models/{name}");
        match faultless(&address, file(install(), &address), model::read, model::write) {
            model::Model::Mdl7(model) => model,
            _ => panic!("{name} is no MDL7"),
        }
    };
    let (stag, gull) = (read("stag.mdl"), read("gull.mdl"));
    for model in [&stag, &gull] {
        let names: Vec<String> = model.scenes().into_iter().map(|scene| scene.name).collect();
        assert_eq!(names, ["stand", "walk"]);
    }
    let frames = |model: &gamestudio::mdl7::Model| {
        let frames = &model.groups[0].frames;
        [
            frames.iter().any(|frame| !frame.vertices.is_empty()),
            frames.iter().any(|frame| !frame.transforms.is_empty()),
        ]
    };
    assert_eq!((frames(&stag), frames(&gull)), ([false, true], [true, false]));
    assert_eq!(stag.groups[0].deformers.len(), 1);
    // A foot that carries is near the ground, and on some frame of a stride each
    // foot is off it.
    let walk: Vec<usize> = stag.scenes()[1].frames.clone();
    let group = &stag.groups[0];
    let low = |frame: usize, front: bool, left: bool| {
        let points = stag.posed_positions(group, frame);
        let rest = group.vertices.iter().map(|vertex| vertex.position);
        let own = points
            .iter()
            .zip(rest)
            .filter(|(_, rest)| rest[2] < 2.0 && (rest[0] > 0.0) == front && (rest[1] > 0.0) == left);
        own.map(|(point, _)| point[2]).fold(f32::MAX, f32::min) / QUANTS
    };
    for (front, left) in [(true, true), (true, false), (false, true), (false, false)] {
        let heights: Vec<f32> = walk.iter().map(|frame| low(*frame, front, left)).collect();
        let (least, most) =
            (heights.iter().copied().fold(f32::MAX, f32::min), heights.iter().copied().fold(0.0, f32::max));
        assert!(least.abs() < 0.12 && most > 0.10, "front {front}, left {left}: {heights:?}");
    }
}

#[test]
fn the_tree_leads_to_every_block_and_every_leaf() {
    let level = level();
    let (mut nodes, mut leafs, mut blocks) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::<i32>::new());
    let mut open = vec![Child::Node(0)];
    while let Some(child) = open.pop() {
        match child {
            Child::Node(node) => {
                assert!(nodes.insert(node), "node {node} is reached twice");
                open.extend(level.bsp_nodes[node].children.map(Child::of));
            }
            Child::Leaf(leaf) => {
                leafs.insert(leaf);
                blocks.extend(level.leaf_blocks(&level.bsp_leafs[leaf]).expect("blocks"));
            }
        }
    }
    assert_eq!((nodes.len(), leafs.len()), (level.bsp_nodes.len(), level.bsp_leafs.len()));
    assert!(nodes.len() > 60, "{} nodes", nodes.len());
    // The slabs that show the sky are the outside.
    let inside = level
        .blocks
        .iter()
        .enumerate()
        .filter(|(_, block)| block.skins.iter().any(|skin| skin.surface_type() != surface::SKY));
    for (number, _) in inside {
        assert!(blocks.contains(&(number as i32)), "block {number} is in no leaf");
    }
}

#[test]
fn baked_light_has_sun_shade_and_fire_and_is_nowhere_black() {
    let level = level();
    let side = level.lightmap_page_size() as f32;
    let pages: Vec<Vec<u8>> =
        (0..level.lightmap_count()).map(|page| level.lightmap_rgba8(page).expect("a page")).collect();
    // The mean light of upward faces around a place, in metres.
    let around = |at: [f32; 3], reach: f32| {
        let (mut sum, mut count) = (Vec3::ZERO, 0.0);
        for block in &level.blocks {
            for (corners, skin) in block.faces() {
                if skin.lightmap == 0 || skin.surface_type() != surface::SHADED {
                    continue;
                }
                let [a, b, c] = corners.map(|corner| Vec3::from(corner.position) / QUANTS);
                let up = (c - a).cross(b - a).normalize_or_zero().z;
                let middle = (a + b + c) / 3.0;
                if up < 0.9 || middle.distance(at.into()) > reach {
                    continue;
                }
                let uv = corners.iter().fold([0.0; 2], |uv, corner| {
                    [uv[0] + corner.lightmap_uv[0] / 3.0, uv[1] + corner.lightmap_uv[1] / 3.0]
                });
                assert!(uv.iter().all(|part| (0.0..=1.0).contains(part)), "{uv:?}");
                let texel = ((uv[1] * side) as usize * side as usize + (uv[0] * side) as usize) * 4;
                let page = &pages[skin.lightmap as usize];
                sum +=
                    Vec3::new(f32::from(page[texel]), f32::from(page[texel + 1]), f32::from(page[texel + 2]));
                count += 1.0;
            }
        }
        assert!(count > 0.0, "nothing at {at:?}");
        sum / count / 127.5
    };
    let jetty = around([-16.0, -49.0, 1.05], 6.0);
    let crypt = around([10.5, 12.0, 4.0], 3.0);
    let stairs = around([1.0, 13.9, 5.3], 0.8);
    assert!(jetty.min_element() > 0.6, "the jetty lies in the sun: {jetty}");
    let is_dim = stairs.max_element() < jetty.min_element() * 0.7 && stairs.min_element() > 0.08;
    assert!(is_dim, "the stairs down lie in the shade: {stairs}");
    let is_warm = crypt.x / crypt.z > 1.25 * jetty.x / jetty.z && crypt.x > 0.3;
    assert!(is_warm, "fire in the crypt: {crypt}, sun on the jetty: {jetty}");
}

#[test]
fn one_stands_at_every_place() {
    let site = site(ONE.seed);
    let solids = site.parts.solids.iter().filter(|solid| matches!(solid.kind, super::Surface::Stone));
    let faces: Vec<&super::shape::Face> = solids.flat_map(|solid| &solid.faces).collect();
    for view in &views::ALL {
        let feet = view.feet(&site.land);
        // The highest floor not far above the feet.
        let inside = |face: &super::shape::Face| {
            let next = face.corners.iter().cycle().skip(1);
            face.corners.iter().zip(next).all(|(a, b)| (*b - *a).cross(feet - *a).z >= -1e-4)
        };
        let floors = faces.iter().filter(|face| face.normal.z > 0.7 && inside(face));
        let heights = floors.map(|face| {
            let drop =
                face.normal.truncate().dot(feet.truncate() - face.corners[0].truncate()) / face.normal.z;
            face.corners[0].z - drop
        });
        let land = site.land.height(feet.x, feet.y);
        let highest = heights.chain([land]).filter(|height| *height < feet.z + 0.4).fold(f32::MIN, f32::max);
        assert!((highest - feet.z).abs() < 0.05, "{}: {highest} below {feet}", view.name);
    }
}
