//! Cells of an overworld: land alone, a village, what is missing, what nobody can read.

mod hostile;
mod maker;

use daggerfall::blocks::rmb::{Half, Slot, SubRecord};
use glam::Vec3;
use load::daggerfall::Side;
use maker::{HOUSE, Maker, flat, island, named};
use runtime::{Command, Input, Simulation};
use std::sync::Arc;
use world::{Limits, NodeFlags, NodeId, Probe, Scene};

/// Units along an edge of a cell.
const CELL: f32 = 32_768.0;

/// A running cell.
fn running(scene: Scene) -> Simulation {
    Simulation::new(Arc::new(scene), 1, &Limits::default()).0
}

/// The node is shown.
fn is_shown(simulation: &Simulation, node: NodeId) -> bool {
    simulation.state().nodes.flags[node.index()].contains(NodeFlags::ACTIVE)
}

/// Numbers of nodes of a name.
fn numbers(scene: &Scene, name: &str) -> Vec<NodeId> {
    let own = scene.nodes.iter().enumerate().filter(|(_, node)| &*node.name == name);
    own.map(|(number, _)| NodeId::from(number)).collect()
}

#[test]
fn land_alone_can_be_walked_on_and_grows() {
    let install = Maker {
        without: vec![
            "MAPS.BSA",
            "BLOCKS.BSA",
            "ARCH3D.BSA",
            "ART_PAL.COL",
            "TEXTURE.312",
            "TEXTURE.012",
            "TEXTURE.210",
        ],
        ..Maker::new()
    }
    .write();
    let loaded = install.load("4,4");
    let missing = loaded.findings.iter().filter(|finding| finding.code == "load.daggerfall.missing");
    assert!(missing.count() >= 5, "{:?}", loaded.findings);
    let scene = &loaded.scene;
    assert!(scene.avatar.grounded, "one starts on the ground");
    let probe = Probe::new(scene, &loaded.derived.occurrences, &loaded.derived.space, scene.zones);
    for (east, north) in [(100.0, 100.0), (16_000.0, 9_000.0), (CELL - 100.0, CELL - 100.0)] {
        assert!(probe.ground(east, -north, 1e6, 0.0).is_some(), "ground at {east} {north}");
    }
    let plants: usize = named(scene, "nature")
        .iter()
        .filter_map(|node| scene.models.get(node.model?.index()))
        .map(|model| model.triangles() / 2)
        .sum();
    assert!(plants > 2000, "{plants}");
    // The next cell says nothing about the same files again.
    assert!(install.load("5,4").findings.is_empty());
}

#[test]
fn one_swims_in_the_sea_and_walks_out_of_it() {
    // Sea everywhere but for one cell.
    let install = Maker { elevation: |x, y| if (x, y) == (4, 4) { 30 } else { 0 }, ..Maker::new() }.write();
    let loaded = install.load("7,7");
    let scene = &loaded.scene;
    let sea = 27.2 * 40.0 * 1.25;
    let probe = Probe::new(scene, &loaded.derived.occurrences, &loaded.derived.space, scene.zones);
    let middle = Vec3::new(CELL / 2.0, sea - 40.0, -CELL / 2.0);
    assert!(probe.regions(middle).any(|region| region.kind.is_liquid()));
    let bed = probe.ground(middle.x, middle.z, sea + 1.0, 0.0).unwrap().point.y;
    assert!((bed - (sea - 4.0 / 0.025)).abs() < 0.5, "{bed} below {sea}");
    assert!(named(scene, "nature").is_empty(), "nothing grows in the sea");
}

#[test]
fn cells_meet_without_a_step() {
    let install = Maker::new().write();
    let edges = [("4,4", CELL), ("5,4", 0.0)].map(|(world, east)| {
        let loaded = install.load(world);
        let probe =
            Probe::new(&loaded.scene, &loaded.derived.occurrences, &loaded.derived.space, loaded.scene.zones);
        let inside = if east > 0.0 { east - 1e-2 } else { 1e-2 };
        let height = |north: f32| probe.ground(inside, -north, 1e6, 0.0).unwrap().point.y;
        (1..128).map(|at| height(at as f32 * 256.0)).collect::<Vec<f32>>()
    });
    for (row, (west, east)) in edges[0].iter().zip(&edges[1]).enumerate() {
        assert!((west - east).abs() < 0.2, "row {row}: {west} {east}");
    }
}

#[test]
fn a_village_stands_on_level_ground_with_its_own_tiles() {
    let install = Maker::new().write();
    let loaded = install.load("4,4");
    let scene = &loaded.scene;
    assert!(scene.materials.iter().any(|material| material.name == "TEXTURE.302 46"), "its path");
    let probe = Probe::new(scene, &loaded.derived.occurrences, &loaded.derived.space, scene.zones);
    // Path tiles are 6 to 9 of the block, which starts at tile 56; two more on each side are level.
    let height = |tile: f32| probe.ground(tile * 256.0, -tile * 256.0, 1e6, 0.0).unwrap().point.y;
    let level = height(64.5);
    for tile in [60.5, 62.0, 66.0, 66.9] {
        assert!((height(tile) - level).abs() < 0.01, "tile {tile}");
    }
    assert!((height(20.0) - level).abs() > 1.0, "the land around is not level");
}

#[test]
fn a_house_stands_where_the_text_says_and_is_dressed_for_its_climate() {
    let install = Maker::new().write();
    let loaded = install.load("4,4");
    let scene = &loaded.scene;
    let houses = named(scene, "1200");
    // The house and its windows.
    assert_eq!(houses.len(), 2);
    let at = houses[0].transform.translation;
    // The block's corner is 56 tiles from the south-west; the house is 1000 east and 4096 - 3000 north of it.
    assert_eq!([at.x, at.z], [56.0 * 256.0 + 1000.0, -(56.0 * 256.0 + 1096.0)]);
    // A quarter turn against the clock: its east points north.
    let east = houses[0].transform.transform_vector3(Vec3::X);
    assert!(east.abs_diff_eq(Vec3::NEG_Z, 1e-6), "{east}");
    let model = &scene.models[houses[0].model.unwrap().index()];
    assert_eq!(scene.materials[model.polygons[0].material.index()].name, "TEXTURE.312 3");
    // Its lower left corner shows the picture's lower left, and its front is south.
    assert_eq!((model.vertices[0].position, model.vertices[0].uv), ([0.0, 0.0, 0.0], [0.0, 1.0]));
    assert_eq!((model.vertices[2].position, model.vertices[2].uv), ([256.0, 128.0, 0.0], [1.0, 0.0]));
    assert!(model.vertices[0].normal().z > 0.99);
}

#[test]
fn windows_glow_lamps_shine_and_gates_close_at_night() {
    let mut maker = Maker::new();
    maker.block.flats.push(flat([500, 0, -500], [210, 2]));
    let gate = daggerfall::blocks::rmb::Model {
        position: [2000, 0, -100],
        ..daggerfall::blocks::rmb::Model::of(446)
    };
    maker.block.models.push(gate);
    let install = maker.write();
    let scene = install.load("4,4").scene;
    let glow = numbers(&scene, &HOUSE.to_string())[1];
    let [open, closed] = ["446", "447"].map(|name| numbers(&scene, name)[0]);
    let lamps = scene.lights.iter().filter(|light| !light.directional).count();
    assert_eq!(lamps, 1);
    let lamp = scene.lights.iter().find(|light| !light.directional).unwrap().position;
    assert_eq!([lamp.x, lamp.z], [56.0 * 256.0 + 500.0, -(56.0 * 256.0 + 3596.0)]);
    let mut simulation = running(scene);
    let mut at = |hour: f32| {
        simulation.advance(&[Input::default()], &[Command::SetHour { hour }]);
        // Lights follow their nodes a tick later.
        simulation.advance(&[Input::default()], &[]);
        let shines = simulation.state().lights.iter().any(|light| !light.directional && light.active);
        [is_shown(&simulation, glow), shines, is_shown(&simulation, open), is_shown(&simulation, closed)]
    };
    assert_eq!(at(12.0), [false, false, true, false]);
    assert_eq!(at(17.5), [true, true, true, false]);
    assert_eq!(at(20.0), [true, true, false, true]);
    assert_eq!(at(6.5), [true, true, true, false]);
    assert_eq!(at(9.0), [false, false, true, false]);
}

#[test]
fn one_arrives_south_of_a_village_or_at_its_marker_and_looks_at_it() {
    let install = Maker::new().write();
    let avatar = install.load("4,4").scene.avatar;
    // Tiles 60 to 67 are level; a tenth of a block south of that.
    assert_eq!([avatar.position.x, avatar.position.z], [64.0 * 256.0, -(60.0 * 256.0 - 410.0)]);
    assert_eq!(avatar.yaw, 0.0);
    let mut maker = Maker::new();
    maker.block.flats.push(flat([100, 0, -2000], [199, 10]));
    let avatar = maker.write().load("4,4").scene.avatar;
    assert_eq!([avatar.position.x, avatar.position.z], [56.0 * 256.0 + 100.0, -(56.0 * 256.0 + 2096.0)]);
    // To the east of it is the village: to the right, so that the turn is negative.
    assert!(avatar.yaw < -1.0, "{}", avatar.yaw);
}

#[test]
fn one_arrives_on_the_side_that_one_comes_from_outside_of_a_village_and_faces_it() {
    let install = Maker::new().write();
    install.load("4,4");
    let overworld = install.land.peek().unwrap();
    // Tiles 60 to 67 are level; outside of that by a tenth of a block.
    let [before, middle, behind] = [60.0 * 256.0 - 410.0, 64.0 * 256.0, 68.0 * 256.0 + 410.0];
    for (side, east, north) in [
        (Side::West, before, middle),
        (Side::East, behind, middle),
        (Side::South, middle, before),
        (Side::North, middle, behind),
    ] {
        let arrival = overworld.arrival([4, 4], side).unwrap();
        assert_eq!([arrival.feet.x, -arrival.feet.z], [east, north], "{side:?}");
        // 0 looks to the north, and to the left is more.
        let (left, ahead) = libm::sincosf(arrival.yaw);
        let to = [middle - east, middle - north];
        let length = libm::hypotf(to[0], to[1]);
        assert!((to[0] * -left + to[1] * ahead) / length > 0.999, "{side:?}: {arrival:?}");
    }
    assert!(overworld.arrival([99, 4], Side::West).is_none(), "beyond the map");
}

#[test]
fn what_stands_by_a_turned_building_stays_or_turns_with_it() {
    let lamp = |choice: &str| {
        let mut maker = Maker::new();
        let slot = Slot { x: 1000, z: 3000, rotation: 512, ..Slot::default() };
        let exterior = Half { flats: vec![flat([100, 0, 40], [210, 2])], ..Half::default() };
        maker.block.add(slot, SubRecord { exterior, ..SubRecord::default() });
        let mut settings = load::daggerfall::Settings::default();
        settings.choose(choice).unwrap();
        let install = maker::Install { land: load::daggerfall::Shared::new(settings), ..maker.write() };
        let scene = install.load("4,4").scene;
        let lamp = scene.lights.iter().find(|light| !light.directional).unwrap().position;
        [lamp.x, -lamp.z].map(|at| (at - 56.0 * 256.0).round())
    };
    // The building is 1000 east and 1096 north of the block's corner, the lamp 100 east and 40 north of that.
    assert_eq!(lamp("flats=still"), [1100.0, 1136.0]);
    // A quarter turn against the clock: its east is north, and its north is west.
    assert_eq!(lamp("flats=turned"), [960.0, 1196.0]);
}

#[test]
fn what_is_missing_or_damaged_is_a_finding_and_the_rest_is_there() {
    let mut maker = Maker::new();
    let lost = daggerfall::blocks::rmb::Model::of(9999);
    maker.block.models.extend([lost.clone(), lost]);
    let loaded = maker.write().load("4,4");
    let codes: Vec<&str> = loaded.findings.iter().map(|finding| finding.code).collect();
    let unknown = codes.iter().filter(|code| **code == "load.daggerfall.model").count();
    assert_eq!(unknown, 1, "{codes:?}");
    assert_eq!(named(&loaded.scene, "1200").len(), 2);
    // Without blocks there is a name and wild land.
    let loaded = Maker { without: vec!["BLOCKS.BSA"], ..Maker::new() }.write().load("4,4");
    assert!(named(&loaded.scene, "1200").is_empty() && loaded.scene.avatar.grounded);
}

#[test]
fn a_cell_beyond_the_map_is_refused_and_locations_have_names() {
    let install = Maker { elevation: island, ..Maker::new() }.write();
    let error = load::load(&install.vfs, &install.request("10,4"), &mut load::Quiet).unwrap_err().to_string();
    assert!(error.contains("10,9") && error.contains("10,4"), "{error}");
    let found = load::daggerfall::locations(&install.vfs, "WOODS.WLD");
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].name.as_str(), found[0].cell, found[0].kind), ("Oxley", [4, 4], 2));
    assert_eq!(found[0].region, "Alik'r Desert");
}

#[test]
fn winter_brings_snow_and_the_number_of_files_and_choices_changes() {
    let install = Maker::new().write();
    let mild = install.load("4,4").scene;
    let mut settings = load::daggerfall::Settings::default();
    settings.choose("winter").unwrap();
    let winter = maker::Install { land: load::daggerfall::Shared::new(settings), ..Maker::new().write() };
    let snowy = winter.load("4,4").scene;
    let has = |scene: &Scene, name: &str| scene.materials.iter().any(|material| material.name == name);
    assert!(has(&mild, "TEXTURE.302 2") && has(&snowy, "TEXTURE.303 2"));
    // Without a twin in snow the walls stay as they are.
    assert!(has(&snowy, "TEXTURE.012 3") || has(&snowy, "TEXTURE.312 3"));
    assert_ne!(install.land.fingerprint(), winter.land.fingerprint());
}

#[test]
fn skies_of_the_game_change_by_the_hour_and_give_way_to_our_own_at_night() {
    use daggerfall::sky::{HEIGHT, PICTURES, Sky, WIDTH, write};
    let mut install = Maker::new().write();
    let pictures = vec![vec![1; WIDTH * HEIGHT]; PICTURES];
    let sky = Sky::new(vec![[[90, 120, 160]; 256]; PICTURES], &pictures, &pictures).unwrap();
    // Woodlands in summer.
    std::fs::write(install._folder.path().join("SKY18.DAT"), write(&sky).unwrap()).unwrap();
    install.vfs = vfs::Vfs::open(install._folder.path(), &[], load::ARCHIVES).unwrap();
    let mut settings = load::daggerfall::Settings::default();
    settings.choose("weather=clear").unwrap();
    install.land = load::daggerfall::Shared::new(settings);
    let scene = install.load("4,4").scene;
    let skies = numbers(&scene, "sky");
    // Eight pictures each for morning and afternoon, and our own.
    assert_eq!(skies.len(), 17);
    assert!(scene.textures.iter().any(|texture| texture.levels[0].rgba[..4] == [90, 120, 160, 255]));
    let mut simulation = running(scene);
    let mut at = |hour: f32| {
        simulation.advance(&[Input::default()], &[Command::SetHour { hour }]);
        let shown: Vec<usize> = (0..17).filter(|sky| is_shown(&simulation, skies[*sky])).collect();
        shown
    };
    // Ours first, then each picture's morning and afternoon: the first until 6:45, and from 17:15 on.
    assert_eq!([at(6.1), at(6.8), at(11.5), at(12.5), at(17.5)], [[1], [3], [15], [16], [2]]);
    assert_eq!([at(18.5), at(3.0)], [[0], [0]]);
}

#[test]
fn the_night_of_the_game_is_seen_from_18_to_6_with_and_without_skies_by_day() {
    use daggerfall::night::{FILE_SIZE, Night};
    let mut install = Maker::new().write();
    let folder = install._folder.path().to_owned();
    let night = daggerfall::night::write(&Night { pixels: vec![3; FILE_SIZE] }).unwrap();
    // That of woodlands, whose skies are 16 to 23.
    std::fs::write(folder.join("NITE02I0.IMG"), night).unwrap();
    let load = |install: &mut maker::Install| {
        install.vfs = vfs::Vfs::open(&folder, &[], load::ARCHIVES).unwrap();
        install.land = load::daggerfall::Shared::new(load::daggerfall::Settings::default());
        install.load("4,4")
    };
    // Without its palette it is our own, and that is said.
    let loaded = load(&mut install);
    let lost = loaded.findings.iter().filter(|finding| finding.file.ends_with("NIGHTSKY.COL")).count();
    assert_eq!((lost, numbers(&loaded.scene, "sky").len()), (1, 1));
    let mut colors = [[0; 3]; 256];
    colors[3] = [4, 6, 30];
    let palette = daggerfall::palette::Palette::col(colors);
    std::fs::write(folder.join("NIGHTSKY.COL"), daggerfall::palette::write(&palette).unwrap()).unwrap();
    let scene = load(&mut install).scene;
    let stars = scene.textures.iter().find(|texture| texture.name == "sky at night").unwrap();
    let image = &stars.levels[0];
    assert_eq!((image.width, image.height, &image.rgba[..4]), (256, 109, &[4, 6, 30, 255][..]));
    let skies = numbers(&scene, "sky");
    let mut simulation = running(scene);
    let mut at = |hour: f32| {
        simulation.advance(&[Input::default()], &[Command::SetHour { hour }]);
        [skies[0], skies[1]].map(|sky| is_shown(&simulation, sky))
    };
    // Ours by day, the game's by night.
    assert_eq!(
        [at(17.9), at(18.1), at(3.0), at(6.1)],
        [[true, false], [false, true], [false, true], [true, false]]
    );
}
