//! The demo install as a game would see it: everything is read back from the
//! bytes.

mod kinds;
mod walk;

use super::layout::Layout;
use super::{DemoFile, Options, build};
use crate::builders::grid::MOST_NODES;
use crate::checked::{faultless, file};
use binary::Mode;
use zbd::gamez::{self, GameZ};

const ONE: Options = Options { scale: 1, seed: 1 };

fn install(options: Options) -> Vec<DemoFile> {
    build(&options).expect("the demo is built")
}

fn world(files: &[DemoFile]) -> GameZ {
    gamez::read(file(files, "zbd/c1/gamez.zbd"), Mode::Strict).expect("the world is readable").0
}

/// The texture packages, and how often they are halved.
const PACKAGES: [(&str, u32); 6] = [
    ("zbd/c1/rtexture.zbd", 0),
    ("zbd/c1/rtexture3.zbd", 1),
    ("zbd/c1/rtexture2.zbd", 2),
    ("zbd/c1/texture.zbd", 0),
    ("zbd/c1/texture2.zbd", 1),
    ("zbd/c1/texture1.zbd", 2),
];

#[test]
fn every_file_obeys_every_rule_and_is_written_back_as_it_was() {
    for options in [ONE, Options { scale: 2, seed: 7 }, Options { scale: 3, seed: u32::MAX }] {
        let files = install(options);
        for DemoFile { address, bytes } in &files {
            match address.as_str() {
                "zbd/c1/gamez.zbd" => drop(faultless(address, bytes, gamez::read, gamez::write)),
                "zbd/interp.zbd" => drop(faultless(address, bytes, zbd::interp::read, zbd::interp::write)),
                "zbd/reader.zbd" => drop(faultless(address, bytes, zbd::archive::read, zbd::archive::write)),
                "zbd/rimage.zbd" => {
                    drop(faultless(address, bytes, zbd::textures::read, zbd::textures::write))
                }
                _ if PACKAGES.iter().any(|(name, _)| address == name) => {
                    faultless(address, bytes, zbd::textures::read, zbd::textures::write);
                }
                "revisit-demo.toml" => {}
                other => panic!("{other} is no file of the install"),
            }
        }
        assert_eq!(files.len(), 5 + PACKAGES.len());
    }
}

#[test]
fn the_same_options_give_the_same_bytes_and_another_seed_does_not() {
    let (once, again) = (install(ONE), install(ONE));
    assert!(once == again);
    let other = install(Options { seed: 2, ..ONE });
    for address in ["zbd/c1/gamez.zbd", "zbd/c1/rtexture.zbd", "revisit-demo.toml"] {
        assert!(file(&once, address) != file(&other, address), "{address} does not depend on the seed");
    }
}

#[test]
fn every_scale_stays_within_what_the_format_can_count() {
    for scale in 1..=64 {
        let layout = Layout::new(scale);
        assert!(layout.cells() >= 64 * scale, "scale {scale} has {} cells", layout.cells());
        assert!(layout.cells() <= 64 * scale + 4 * layout.side, "scale {scale} has {} cells", layout.cells());
        assert!(layout.most_nodes() <= MOST_NODES, "scale {scale}: {layout:?}");
        assert_eq!(layout.side % 2, 0, "the origin is a corner of cells");
        assert!(layout.trees > 0);
    }
    const { assert!(MOST_NODES < 32_767) };
    assert_eq!(Layout::new(1).side, 8);
    assert_eq!(Layout::new(16).side, 32);
    assert_eq!(Layout::new(64).side, 64);

    // What the layout promises is what is built.
    for scale in [1, 2, 4] {
        let layout = Layout::new(scale);
        let world = world(&install(Options { scale, seed: 3 }));
        let nodes = world.nodes.nodes.len();
        assert!(nodes <= layout.most_nodes() as usize, "{nodes} nodes at scale {scale}");
        assert!(scale > 1 || nodes <= 2000, "{nodes} nodes");
        // Two models of ground for each cell, and few for all the rest.
        let others = world.models.count - 2 * layout.cells();
        assert!(others < 150, "{others} models beside the ground");
    }
}

#[test]
fn the_world_grows_with_its_scale() {
    let [one, four] = [1, 4].map(|scale| file(&install(Options { scale, ..ONE }), "zbd/c1/gamez.zbd").len());
    // 16 is four times as large again, and must be a load worth measuring.
    let sixteen = four + (four - one) * 4;
    assert!((60_000_000..80_000_000).contains(&sixteen), "about {sixteen} bytes at scale 16");
    assert!((4_000_000..6_000_000).contains(&one), "{one} bytes at scale 1");
}

#[test]
fn every_texture_package_holds_every_texture_of_the_world() {
    let files = install(ONE);
    let world = world(&files);
    let read = |address: &str| zbd::textures::read(file(&files, address), Mode::Strict).expect("readable").0;
    let full = read(PACKAGES[0].0);
    for (address, halvings) in PACKAGES {
        let package = read(address);
        for entry in &world.textures {
            let stem = entry.name.stem();
            let find = |package: &zbd::textures::TexturePackage| {
                package.textures.iter().find(|texture| texture.name.text() == stem).cloned()
            };
            let (Some(full), Some(own)) = (find(&full), find(&package)) else { panic!("{stem} is missing") };
            assert_eq!((full.width >> halvings, full.height >> halvings), (own.width, own.height), "{stem}");
            let software = !address.contains("/rtexture");
            assert!(!software || matches!(own.pixels, zbd::textures::Pixels::Local { .. }), "{stem}");
            assert!(full.width.is_power_of_two() && full.height.is_power_of_two(), "{stem}");
            assert!((16..=256).contains(&full.width), "{stem}");
        }
    }
    // A material never falls back on a texture that has another name.
    let used: std::collections::BTreeSet<i32> = world
        .materials
        .with_cycles()
        .filter(|(slot, _)| slot.is_textured())
        .flat_map(|(slot, cycle)| {
            let frames = cycle.map(|cycle| cycle.textures.clone()).unwrap_or_default();
            frames.into_iter().chain([slot.texture_index])
        })
        .collect();
    assert_eq!(used.len(), world.textures.len(), "every texture is shown by a material");
}

#[test]
fn the_note_says_where_things_are() {
    let files = install(ONE);
    let note = std::str::from_utf8(file(&files, "revisit-demo.toml")).expect("text");
    let note: toml::Table = note.parse().expect("well formed");
    assert_eq!(note["demo"].as_str(), Some("plain"));
    assert_eq!(note["title"].as_str(), Some("mechwarrior3"));
    assert_eq!(note["version"].as_integer(), Some(1));
    assert_eq!(note["scale"].as_integer(), Some(1));
    assert_eq!(note["start"]["position"].as_array().map(Vec::len), Some(3));
    let places = note["place"].as_array().expect("places");
    let names: Vec<&str> = places.iter().filter_map(|place| place["name"].as_str()).collect();
    for name in [
        "slope_10",
        "slope_30",
        "slope_45",
        "wall",
        "bridge_top",
        "bridge_under",
        "tunnel_in",
        "tunnel_mid",
        "tunnel_out",
        "step_low",
        "step_high",
    ] {
        assert_eq!(names.iter().filter(|other| **other == name).count(), 1, "{name} in {names:?}");
    }
    assert!(places.iter().all(|place| place["position"].as_array().is_some_and(|list| list.len() == 3)));
}
