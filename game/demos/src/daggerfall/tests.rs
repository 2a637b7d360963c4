//! Nothing in the demo points into the void, and every file of it is one.

use super::build;
use crate::{DemoFile, Options};
use ::daggerfall::blocks::rmb::{self, Half, Rmb};
use ::daggerfall::climate::{CLIMATES, Season, swap};
use ::daggerfall::maps::{self, Placement, block_name, corner, find_block};
use ::daggerfall::mesh::{self, Mesh};
use ::daggerfall::texture::{self, Archive, GROUND_RECORDS};
use ::daggerfall::{bsa, ground, pak, palette, woods};
use binary::Mode;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

static FILES: LazyLock<Vec<DemoFile>> = LazyLock::new(|| build(&Options { scale: 1, seed: 1 }).unwrap());

fn file(name: &str) -> &'static [u8] {
    let address = format!("ARENA2/{name}");
    &FILES.iter().find(|file| file.address == address).unwrap_or_else(|| panic!("no {name}")).bytes
}

fn clean<T>(read: binary::Result<(T, binary::Report)>) -> T {
    let (value, report) = read.unwrap();
    assert_eq!(report.findings(), []);
    value
}

fn textures() -> BTreeMap<u16, Archive> {
    let archives = FILES.iter().filter_map(|file| Some((texture::number(&file.address)?, &file.bytes)));
    archives.map(|(number, bytes)| (number, clean(texture::read(bytes, Mode::Strict)))).collect()
}

fn blocks() -> Vec<Rmb> {
    let bytes = file("BLOCKS.BSA");
    let directory = clean(bsa::read_directory(bytes, Mode::Strict));
    directory.entries.iter().map(|entry| clean(rmb::read(&bytes[entry.place()], Mode::Strict))).collect()
}

fn meshes() -> BTreeMap<u32, Mesh> {
    let bytes = file("ARCH3D.BSA");
    let directory = clean(bsa::read_directory(bytes, Mode::Strict));
    let number = |key: bsa::Key| match key {
        bsa::Key::Number(number) => number,
        bsa::Key::Name(name) => panic!("{name}"),
    };
    let mesh =
        |entry: &bsa::Entry| (number(entry.key), clean(mesh::read(&bytes[entry.place()], Mode::Strict)));
    directory.entries.iter().map(mesh).collect()
}

#[test]
fn every_file_is_read_without_a_finding_and_written_back() {
    for file in FILES.iter() {
        let name = file.address.rsplit('/').next().unwrap();
        assert!(file.address == "revisit-demo.toml" || name == name.to_ascii_uppercase(), "{name}");
    }
    let map = clean(woods::read(file("WOODS.WLD"), Mode::Strict));
    assert_eq!(woods::write(&map).unwrap(), file("WOODS.WLD"));
    for name in ["CLIMATE.PAK", "POLITIC.PAK"] {
        assert_eq!(pak::write(&clean(pak::read(file(name), Mode::Strict))).unwrap(), file(name));
    }
    let colors = clean(palette::read(file("ART_PAL.COL"), Mode::Strict));
    assert_eq!(palette::write(&colors).unwrap(), file("ART_PAL.COL"));
    for name in ["MAPS.BSA", "BLOCKS.BSA", "ARCH3D.BSA"] {
        assert_eq!(bsa::write(&clean(bsa::read(file(name), Mode::Strict))).unwrap(), file(name));
    }
    for (number, archive) in textures() {
        assert_eq!(texture::write(&archive).unwrap(), file(&format!("TEXTURE.{number:03}")));
    }
}

#[test]
fn the_map_has_islands_of_all_climates() {
    let map = clean(woods::read(file("WOODS.WLD"), Mode::Strict));
    let climates = clean(pak::read(file("CLIMATE.PAK"), Mode::Strict)).grid();
    let elevations = map.elevations();
    let mut found = BTreeSet::new();
    let mut land = 0;
    for y in 0..500 {
        for x in 0..1000 {
            let sea = elevations.at(x, y) < 3;
            assert_eq!(sea, climates.at(x, y) == 223, "{x} {y}");
            land += usize::from(!sea);
            found.insert(climates.at(x, y));
        }
    }
    // The open sea takes the most of it.
    assert!((60_000..260_000).contains(&land), "{land}");
    assert!(
        [223, 224, 226, 227, 228, 229, 231, 232].iter().all(|climate| found.contains(climate)),
        "{found:?}"
    );
    assert!(elevations.values.iter().all(|elevation| *elevation != 3 && *elevation <= 127));
    assert!(elevations.values.iter().any(|elevation| *elevation > 60));
    // No land touches the edge of the map.
    assert!((0..1000).all(|x| elevations.at(x, 0) < 3 && elevations.at(x, 499) < 3));
    assert!((0..500).all(|y| elevations.at(0, y) < 3 && elevations.at(999, y) < 3));
}

#[test]
fn every_climate_has_its_ground_and_its_nature() {
    let textures = textures();
    for climate in &CLIMATES {
        for season in [Season::Other, Season::Winter] {
            let tiles = &textures[&climate.ground(season)];
            assert_eq!(tiles.records.len(), GROUND_RECORDS, "{climate:?}");
            let sizes =
                tiles.records.iter().map(|record| record.head.as_ref().map(|head| [head.width, head.height]));
            assert!(sizes.into_iter().all(|size| size == Some([64, 64])));
            assert_eq!(textures[&climate.nature(season)].records.len(), 32);
        }
    }
}

#[test]
fn ground_pieces_have_their_later_material_in_their_corners() {
    let textures = textures();
    let tiles = &textures[&302];
    let picture = |record: u8| tiles.frame(usize::from(record), 0).unwrap();
    // The colours that plain ground is made of.
    let ramp = |index: u8| (index - 1) / 16;
    let plain = |record| ramp(picture(record).pixels[0]);
    for (record, later) in
        [(5, [true, false, false, false]), (11, [true, false, true, false]), (17, [true, true, true, false])]
    {
        let lower = record / 5 - 1;
        let tile = picture(record);
        let corners = [0, 63, 63 * 64, 63 * 64 + 63].map(|at| ramp(tile.pixels[at]) == plain(lower + 1));
        assert_eq!(corners, later, "{record}");
    }
    assert!(ground::is_path(super::ground::COBBLES));
}

#[test]
fn every_place_lies_where_both_readings_say_and_has_its_blocks() {
    let (maps, _) = maps::read(file("MAPS.BSA"), Mode::Strict).unwrap();
    let map = clean(woods::read(file("WOODS.WLD"), Mode::Strict));
    let regions = clean(pak::read(file("POLITIC.PAK"), Mode::Strict)).grid();
    let names: Vec<String> = blocks().iter().map(|block| block.name.text()).collect();
    let mut count = 0;
    for place in maps.places() {
        let name = place.name();
        let [px, py] = place.row.pixel();
        let exterior = place.exterior.unwrap();
        let corners =
            [Placement::Header, Placement::Centred].map(|placement| corner(exterior, [px, py], placement));
        assert_eq!(corners[0], corners[1], "{name}");
        assert_eq!(u32::from(regions.at(px, py)), place.region as u32 + 128, "{name}");
        assert_eq!(exterior.head.name.text(), name);
        let [width, height] = exterior.size_in_blocks();
        for (column, row) in (0..height).flat_map(|row| (0..width).map(move |column| (column, row))) {
            let block = block_name(&exterior.area, column, row).unwrap();
            let found = find_block(&names, &block).unwrap_or_else(|| panic!("{name}: no {block}"));
            assert_eq!(names[found], block, "{name}");
        }
        if exterior.area.port > 0 {
            assert!(map.elevation(px, py) < 3 && map.elevation(px, py - 1) > 3, "{name} is on no shore");
        }
        // Land, or a shore with land to its north.
        let dry = map.elevation(px, py) > 3 || map.elevation(px, py - 1) > 3;
        assert!(dry, "{name} is in the sea at {px}, {py}");
        count += 1;
    }
    assert_eq!(count, 38);
    let city = maps.places().find(|place| place.name() == "Karst Royal").unwrap().exterior.unwrap();
    assert_eq!(city.size_in_blocks(), [8, 8]);
    // Its outermost blocks leave the land as it is.
    for along in 0..8 {
        for (column, row) in [(along, 0), (along, 7), (0, along), (7, along)] {
            let block = block_name(&city.area, column, row).unwrap();
            let found = &blocks()[find_block(&names, &block).unwrap()];
            assert!(found.ground.iter().all(|tile| tile & 0x3F >= ground::NATURAL), "{block}");
        }
    }
}

#[test]
fn regions_with_places_have_four_records_and_others_none() {
    let (maps, _) = maps::read(file("MAPS.BSA"), Mode::Strict).unwrap();
    let with_places: BTreeSet<usize> = maps.places().map(|place| place.region).collect();
    let bytes = file("MAPS.BSA");
    let directory = clean(bsa::read_directory(bytes, Mode::Strict));
    assert_eq!(directory.entries.len(), 4 * maps::REGIONS);
    for (region, records) in directory.entries.chunks_exact(4).enumerate() {
        let kinds = ["MAPPITEM", "MAPDITEM", "MAPTABLE", "MAPNAMES"];
        for (entry, kind) in records.iter().zip(kinds) {
            assert_eq!(entry.key.to_string(), format!("{kind}.{region:03}"));
        }
        let sizes = records.iter().map(|entry| entry.place().len()).collect::<Vec<_>>();
        if with_places.contains(&region) {
            assert!(sizes.iter().all(|size| *size >= 4), "{region}: {sizes:?}");
        } else {
            assert!(sizes.contains(&0), "{region}: {sizes:?}");
        }
    }
}

#[test]
fn every_model_flat_and_tile_of_a_block_is_there() {
    let (meshes, textures) = (meshes(), textures());
    for block in blocks() {
        let name = block.name.text();
        let halves = || block.buildings.iter().flat_map(|building| [&building.exterior, &building.interior]);
        let of_halves = |half: &'_ Half| half.models.clone();
        for model in halves().flat_map(of_halves).chain(block.models.clone()) {
            let number = model.number().unwrap();
            assert!(meshes.contains_key(&number), "{name}: no model {number}");
        }
        for flat in halves().flat_map(|half| &half.flats).chain(&block.flats) {
            let [archive, record] = flat.picture();
            assert!(textures[&archive].frame(usize::from(record), 0).is_ok(), "{name}: {archive}.{record}");
        }
        for tile in block.ground.iter().map(|tile| ground::record(*tile)) {
            assert!(usize::from(tile) < GROUND_RECORDS || tile >= ground::NATURAL, "{name}");
        }
        for (column, row) in (0..16).flat_map(|row| (0..16).map(move |column| (column, row))) {
            assert!(block.scenery(column, row).is_none_or(|record| record < 32), "{name}");
        }
    }
}

#[test]
fn every_face_of_a_model_has_its_texture_in_every_climate() {
    let textures = textures();
    for (number, mesh) in meshes() {
        for plane in &mesh.planes {
            for climate in &CLIMATES {
                for season in [Season::Other, Season::Winter] {
                    let [archive, record] = swap(plane.picture(), climate, season);
                    let there =
                        textures.get(&archive).is_some_and(|of| of.frame(usize::from(record), 0).is_ok());
                    assert!(there, "model {number}: {archive}.{record} in {}", climate.name);
                }
            }
        }
    }
}

#[test]
fn faces_look_outwards() {
    // A house is convex but for its roof, so that its walls look away from its middle.
    let house = &meshes()[&super::models::COTTAGE];
    let mut walls = 0;
    for (plane, normal) in house.planes.iter().zip(&house.normals) {
        let places: Vec<[i32; 3]> = plane.corners.iter().map(|corner| house.place(corner).unwrap()).collect();
        if plane.picture()[0] != 364 || normal[1] != 0 {
            continue;
        }
        let outwards = (0..3).map(|axis| i64::from(normal[axis]) * i64::from(places[0][axis])).sum::<i64>();
        assert!(outwards > 0, "{places:?}");
        // With heights negated, corners run counter-clockwise seen from outside: in a frame of the left hand the
        // cross product of their sides points inwards.
        let side = |from: usize, to: usize| {
            [0, 1, 2].map(|axis| {
                f64::from(places[to][axis] - places[from][axis]) * if axis == 1 { -1.0 } else { 1.0 }
            })
        };
        let (a, b) = (side(0, 1), side(0, 2));
        let cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
        let inwards = cross[0] * f64::from(normal[0]) - cross[1] * f64::from(normal[1])
            + cross[2] * f64::from(normal[2]);
        assert!(inwards < 0.0);
        walls += 1;
    }
    assert!(walls > 8, "{walls}");
}

#[test]
fn the_same_options_give_the_same_files() {
    let other = build(&Options { scale: 1, seed: 1 }).unwrap();
    assert_eq!(other.len(), FILES.len());
    assert!(other.iter().zip(FILES.iter()).all(|(one, two)| one == two));
}
