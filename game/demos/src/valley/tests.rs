//! The valley as a game would see it: everything is read back from the bytes.

use super::layout::{BASE, Layout};
use super::{build, pictures, world};
use crate::builders::grid::MOST_NODES;
use crate::checked::{faultless, file};
use crate::game::Game;
use crate::walked::Land;
use crate::{DemoFile, Options, Place};
use glam::Vec3;
use zbd::gamez::{self, GameZ};

const ONE: Options = Options { scale: 1, seed: 1 };

fn install(options: Options) -> Vec<DemoFile> {
    build(Game::MechWarrior3, &options).expect("the valley is built")
}

/// The world as it is read back, strictly and without a finding.
fn read(files: &[DemoFile]) -> GameZ {
    let address = "zbd/c1/gamez.zbd";
    faultless(address, file(files, address), gamez::read, gamez::write)
}

fn walk(options: Options) -> (Land, Vec<Place>) {
    let (world, start, mut places) = world(&options, &pictures::paint_all(options.seed)).expect("built");
    places.push(start);
    (Land::new(&world), places)
}

#[test]
fn the_same_options_give_the_same_bytes_and_another_seed_strews_anew() {
    let (once, again) = (install(ONE), install(ONE));
    assert!(once == again);
    let other = install(Options { seed: 2, ..ONE });
    let [here, there] = [&once, &other].map(|files| read(files));
    let trees = |world: &GameZ| -> Vec<[u32; 3]> {
        let nodes = world.nodes.nodes.iter().filter(|node| node.base.name.text() == "tree");
        nodes
            .filter_map(|node| match &node.data {
                gamez::nodes::NodeData::Object3d(object) => Some(object.transform[3].map(f32::to_bits)),
                _ => None,
            })
            .collect()
    };
    assert!(trees(&here).len() > 300, "{} trees", trees(&here).len());
    assert_ne!(trees(&here), trees(&there));
    // What people built stays where it is.
    for name in ["command", "radar", "bridge_deck", "hangar_1", "gate_south"] {
        let place = |world: &GameZ| {
            let node = world.nodes.nodes.iter().find(|node| node.base.name.text() == name);
            node.unwrap_or_else(|| panic!("no {name}")).base.node_bbox
        };
        assert_eq!(place(&here)[0][0], place(&there)[0][0], "{name}");
    }
}

#[test]
fn every_scale_stays_within_what_the_format_can_count() {
    for scale in 1..=64 {
        let layout = Layout::new(scale);
        assert!(layout.side * layout.side >= 144 * scale, "{layout:?}");
        assert_eq!(layout.side % 2, 0, "the origin is a corner of cells");
        assert!(layout.grid().most_nodes <= MOST_NODES && layout.trees > 0, "{layout:?}");
    }
    assert_eq!(Layout::new(1).side, 12);
    let sizes = [1, 4].map(|scale| {
        let files = install(Options { scale, seed: 3 });
        let world = read(&files);
        let nodes = world.nodes.nodes.len();
        assert!(nodes <= Layout::new(scale).grid().most_nodes as usize, "{nodes} nodes at scale {scale}");
        file(&files, "zbd/c1/gamez.zbd").len()
    });
    // 16 is four times as large again, and must be a load worth measuring.
    assert!(sizes[1] + (sizes[1] - sizes[0]) * 4 > 60_000_000, "{sizes:?}");
}

#[test]
fn one_stands_at_every_place_and_at_what_it_leads_to() {
    for seed in [1, 5] {
        let (land, places) = walk(Options { seed, ..ONE });
        assert!(places.len() > 20);
        for place in &places {
            for point in [Some(place.position), place.target].into_iter().flatten() {
                let found = land.below(point + Vec3::Y * 0.4, &[]);
                let found = found.unwrap_or_else(|| panic!("{}: nothing below {point}", place.name));
                assert!((found.height - point.y).abs() < 0.12, "{}: {found:?} at {point}", place.name);
            }
        }
    }
}

#[test]
fn the_road_leads_from_the_start_over_the_bridge_through_the_gate() {
    let (land, _) = walk(ONE);
    let mut last = land.below(Vec3::new(16.0, 2.0, 211.0), &[]).expect("a bridge").height;
    for step in 0..1400 {
        let z = 211.0 - step as f32 * 0.1;
        let found = land.below(Vec3::new(16.0, last + 0.4, z), &[]).expect("a way over");
        assert!((found.height - last).abs() < 0.1, "a step from {last} to {} at {z}", found.height);
        last = found.height;
    }
    assert!(last.abs() < 0.05, "{last} in the base");
}

#[test]
fn one_walks_under_the_bridge_beside_the_water() {
    let (land, places) = walk(ONE);
    let under = places.iter().find(|place| place.name == "bridge_under").expect("a place");
    let target = under.target.expect("a way");
    let mut last = under.position.y;
    for step in 0..=500 {
        let at = under.position.lerp(target, step as f32 / 500.0);
        let found = land.below(at.with_y(last + 0.45), &[]).expect("a way under");
        assert!((found.height - last).abs() < 0.3, "a step from {last} to {} at {at}", found.height);
        last = found.height;
        if (at.x - 16.0).abs() < 3.0 {
            let deck = land.below(at.with_y(3.0), &[]).expect("a deck").height;
            assert!(deck - last > 4.5, "{last} under {deck}");
        }
    }
}

#[test]
fn walking_through_the_tunnel_one_is_neither_dropped_nor_lifted() {
    let (land, _) = walk(ONE);
    let mut active: Vec<i8> = Vec::new();
    let mut seen = Vec::new();
    for step in 0..3000 {
        let x = -180.0 - step as f32 * 0.1;
        let from = if active == [2] { 300.0 } else { 0.5 };
        let found = land.below(Vec3::new(x, from, 8.3), &active);
        let found = found.unwrap_or_else(|| panic!("dropped at {x} in {active:?}"));
        assert!(found.height.abs() < 0.08, "{} at {x}", found.height);
        if seen.last() != Some(&found.zones) {
            seen.push(found.zones.clone());
        }
        active = found.zones;
    }
    let expected: [&[i8]; 5] = [&[], &[1, 2], &[2], &[1, 2], &[]];
    assert_eq!(seen, expected);
}

#[test]
fn walking_over_the_hill_one_stays_on_it() {
    let (land, _) = walk(ONE);
    let mut active: Vec<i8> = Vec::new();
    let start = land.below(Vec3::new(-340.0, 500.0, 90.0), &[]).expect("ground").height;
    let (mut last, mut highest) = (start, 0.0f32);
    for step in 0..1700 {
        let z = 90.0 - step as f32 * 0.1;
        let found = land.below(Vec3::new(-340.0, last + 0.4, z), &active);
        let found = found.unwrap_or_else(|| panic!("dropped at {z} in {active:?}"));
        assert!((found.height - last).abs() < 0.25, "from {last} to {} at {z}", found.height);
        (last, active, highest) = (found.height, found.zones, highest.max(found.height));
    }
    assert!(highest > 20.0, "{highest}");
}

#[test]
fn the_land_is_closed_and_repeats_along_its_border() {
    let (land, _) = walk(Options { seed: 9, ..ONE });
    for step in 0..95 {
        let along = -1504.0 + step as f32 * 32.0;
        land.repeats(1280.0, 1536.0, along);
        land.height(along, along * 0.7);
        land.height(along * 0.3, along * 0.1 + 3.0);
    }
    // Fine and coarse ground meet without a seam.
    for step in 0..200 {
        let along = -511.0 + step as f32 * 5.1;
        for (x, z) in [(512.0, along), (along, 512.0)] {
            let inside =
                land.height(x - 0.01 * (x == 512.0) as u8 as f32, z - 0.01 * (z == 512.0) as u8 as f32);
            let outside =
                land.height(x + 0.01 * (x == 512.0) as u8 as f32, z + 0.01 * (z == 512.0) as u8 as f32);
            assert!((inside - outside).abs() < 0.1, "{inside} beside {outside} at {x}, {z}");
        }
    }
    assert!(land.height(BASE.west + 40.0, BASE.south - 20.0) >= 0.0);
}
