//! Where a visitor of a level starts and which way that looks, where the level
//! says one, both or neither. Levels are made with the format's own writers.

use crate::level;
use gamestudio::text::Text;
use gamestudio::wmb::Level;
use gamestudio::wmb::blocks::{Block, Skin, surface};
use gamestudio::wmb::objects::{Entity, Object, Position, Region};
use glam::Vec3;
use load::Loaded;
use std::path::Path as Folder;

fn load(root: &Folder, level: Level) -> Loaded {
    level::load(root, "one.wmb", level)
}

/// Feet in the game's axes, degrees to the left of the east, and the codes of
/// what the loader found.
fn start(level: Level) -> (Vec3, f32, Vec<&'static str>) {
    let folder = tempfile::tempdir().unwrap();
    let Loaded { scene, findings, .. } = load(folder.path(), level);
    let codes = findings.iter().map(|finding| finding.code).filter(|code| code.starts_with("load."));
    (scene.frame.to_game(scene.avatar.position), scene.avatar.yaw.to_degrees(), codes.collect())
}

fn block(mins: [f32; 3], maxs: [f32; 3]) -> Block {
    Block::cuboid(mins, maxs, Skin { flags: surface::FLAT, ..Skin::flat(-1) }, 16, 16)
}

/// A floor on which somebody starts without a direction to look in.
fn hall(boxes: &[([f32; 3], [f32; 3])]) -> Level {
    let mut level = Level::new();
    level.blocks.push(block([-2000.0, -2000.0, -20.0], [2000.0, 2000.0, 0.0]));
    level.blocks.extend(boxes.iter().map(|(mins, maxs)| block(*mins, *maxs)));
    let spawn = Region::new("playerSpawn", [-10.0, -10.0, 10.0], [10.0, 10.0, 50.0]).unwrap();
    level.objects.push(Object::Region(Box::new(spawn)));
    level
}

const EAST: ([f32; 3], [f32; 3]) = ([300.0, -100.0, 0.0], [500.0, 100.0, 200.0]);
const WEST: ([f32; 3], [f32; 3]) = ([-500.0, -100.0, 0.0], [-300.0, 100.0, 200.0]);
const SOUTH: ([f32; 3], [f32; 3]) = ([-100.0, -500.0, 0.0], [100.0, -300.0, 200.0]);

#[test]
fn who_is_not_told_which_way_to_look_sees_what_there_is() {
    for (boxes, yaw) in [
        (vec![], 0.0),
        (vec![EAST], 0.0),
        (vec![SOUTH], -90.0),
        (vec![WEST], 180.0),
        // As much ahead as behind.
        (vec![WEST, EAST], 0.0),
        // A wall right before the eyes hides what is behind it.
        (vec![([20.0, -900.0, 0.0], [40.0, 900.0, 900.0]), EAST, SOUTH], -90.0),
    ] {
        let (feet, found, codes) = start(hall(&boxes));
        assert!(feet.abs_diff_eq(Vec3::ZERO, 0.01), "{boxes:?} {feet}");
        assert!((found - yaw).abs() < 0.01, "{boxes:?}: {found} instead of {yaw}");
        assert!(codes.is_empty(), "{codes:?}");
    }
}

#[test]
fn what_a_level_says_holds_whatever_there_is_to_be_seen() {
    let mut level = hall(&[WEST]);
    level.objects.push(Object::Position(Box::new(Position {
        origin: [0.0, 500.0, 30.0],
        angles: [30.0, 0.0, 0.0],
        name: Text::new("player").unwrap(),
        ..Position::default()
    })));
    let (feet, yaw, _) = start(level);
    assert!(feet.abs_diff_eq(Vec3::new(0.0, 500.0, 0.0), 0.01) && (yaw - 30.0).abs() < 0.01, "{feet} {yaw}");
}

#[test]
fn where_there_is_no_ground_somebody_starts_where_there_is_some_or_is_told() {
    let spawn = || Object::Region(Box::new(Region::new("spawn", [0.0; 3], [20.0; 3]).unwrap()));
    // A hole at the start, and an island with something on it.
    let mut level = Level::new();
    level.blocks.push(block([900.0, -100.0, -20.0], [1100.0, 100.0, 0.0]));
    // Nobody stands on a post.
    level.blocks.push(block([697.0, -3.0, -20.0], [703.0, 3.0, 0.0]));
    level.objects.push(spawn());
    for (name, x) in [("far", 1050.0), ("near", 950.0), ("floats", 500.0), ("post", 700.0)] {
        level.add_entity(Entity::new(name, "", [x, 0.0, 10.0]).unwrap());
    }
    let (feet, _, codes) = start(level);
    assert!(feet.abs_diff_eq(Vec3::new(950.0, 0.0, 0.0), 0.01), "{feet}");
    assert!(codes.is_empty(), "{codes:?}");

    // One thing beside a start over nothing: all of it is before the eyes, and two of its sides.
    let mut level = Level::new();
    level.blocks.push(block([600.0, 600.0, 40.0], [700.0, 700.0, 140.0]));
    level.objects.push(spawn());
    let (feet, yaw, codes) = start(level);
    assert_eq!(codes, ["load.no_ground"]);
    assert!((yaw - 45.0).abs() < 0.01, "{yaw}");
    assert!(feet.x < 550.0 && (feet.x - feet.y).abs() < 0.01 && (feet.z - 90.0).abs() < 80.0, "{feet}");

    // A wall is seen from the side on which it is wide: the north or the south.
    let mut level = Level::new();
    level.blocks.push(block([600.0, 640.0, 40.0], [700.0, 650.0, 140.0]));
    let (feet, yaw, codes) = start(level);
    assert_eq!(codes, ["load.no_ground"]);
    assert!((yaw.abs() - 90.0).abs() < 0.01, "{yaw}");
    assert!((feet.x - 650.0).abs() < 0.01 && (feet.y - 645.0).abs() > 100.0, "{feet}");
}

fn position(name: &str, origin: [f32; 3], angles: [f32; 3]) -> Object {
    Object::Position(Box::new(Position {
        origin,
        angles,
        name: Text::new(name).unwrap(),
        ..Position::default()
    }))
}

#[test]
fn a_level_with_a_camera_alone_is_looked_at_from_exactly_there() {
    let mut level = Level::new();
    level.blocks.push(block([-2000.0, -2000.0, -20.0], [2000.0, 2000.0, 0.0]));
    // The first counts.
    level.objects.push(position("pos_000", [100.0, -50.0, 430.0], [90.0, -30.0, 0.0]));
    level.objects.push(position("pos_001", [0.0, 0.0, 60.0], [0.0; 3]));
    let folder = tempfile::tempdir().unwrap();
    let Loaded { scene, derived, findings, .. } = load(folder.path(), level);
    assert!(findings.iter().all(|finding| !finding.code.starts_with("load.")), "{findings:?}");
    let simulation = runtime::Simulation::of_loaded(scene.into(), derived, 1, &binary::Limits::default());
    let camera = simulation.state().camera;
    let eye = simulation.scene().frame.to_game(camera.eye);
    assert!(eye.abs_diff_eq(Vec3::new(100.0, -50.0, 430.0), 0.01), "not dropped to the floor: {eye}");
    let looks = [camera.yaw.to_degrees(), camera.pitch.to_degrees()];
    assert!((looks[0] - 90.0).abs() < 0.01 && (looks[1] + 30.0).abs() < 0.01, "{looks:?}");
    assert!(!simulation.scene().avatar.grounded);
}

#[test]
fn the_best_word_for_a_start_counts_wherever_it_is() {
    let mut level = Level::new();
    level.blocks.push(block([-2000.0, -2000.0, -20.0], [2000.0, 2000.0, 0.0]));
    level.objects.push(position("spawn_01", [500.0, 0.0, 30.0], [0.0; 3]));
    let region = Region::new("Start", [-510.0, -10.0, 10.0], [-490.0, 10.0, 50.0]).unwrap();
    level.objects.push(Object::Region(Box::new(region)));
    assert!(start(level.clone()).0.abs_diff_eq(Vec3::new(-500.0, 0.0, 0.0), 0.01));
    let hero = Entity::new("hero", "", [0.0, 700.0, 30.0]).unwrap().with_action("PlayerMove").unwrap();
    level.add_entity(hero);
    assert!(start(level.clone()).0.abs_diff_eq(Vec3::new(0.0, 700.0, 0.0), 0.01));
    level.objects.push(position("player_1", [0.0, -700.0, 30.0], [0.0; 3]));
    assert!(start(level).0.abs_diff_eq(Vec3::new(0.0, -700.0, 0.0), 0.01));
}

/// A box that stands on the floor.
const CRATE: ([f32; 3], [f32; 3]) = ([-200.0, -200.0, 0.0], [200.0, 200.0, 300.0]);

#[test]
fn nobody_starts_inside_of_a_wall_a_box_or_a_shelf() {
    let is_free = |feet: Vec3| feet.x.abs().max(feet.y.abs()) > 200.0 + 13.9;
    // The start is in the middle of a box.
    let (feet, _, codes) = start(hall(&[CRATE]));
    assert!(is_free(feet) && feet.z.abs() < 0.01 && codes.is_empty(), "{feet} {codes:?}");
    // No start at all, and something else inside of the box.
    let mut level = Level::new();
    level.blocks.push(block([-2000.0, -2000.0, -20.0], [2000.0, 2000.0, 0.0]));
    level.blocks.push(block(CRATE.0, CRATE.1));
    level.add_entity(Entity::new("gem", "", [0.0, 0.0, 50.0]).unwrap());
    let (feet, yaw, codes) = start(level);
    assert!(is_free(feet) && codes.is_empty(), "{feet} {codes:?}");
    let way = Vec3::new(libm::cosf(yaw.to_radians()), libm::sinf(yaw.to_radians()), 0.0);
    let to = -feet.with_z(0.0).normalize();
    assert!(feet.z > 200.0 || way.dot(to) > 0.7, "looks at the box: {feet} {yaw}");
    // Boards of a shelf, too close to each other for a person, with something on each.
    let mut level = Level::new();
    level.blocks.push(block([-2000.0, -2000.0, -20.0], [2000.0, 2000.0, 0.0]));
    for height in [0.0, 50.0, 100.0, 150.0] {
        level.blocks.push(block([-100.0, -20.0, height], [100.0, 20.0, height + 4.0]));
        level.add_entity(Entity::new("book", "", [0.0, 0.0, height + 10.0]).unwrap());
    }
    let (feet, ..) = start(level);
    assert!(feet.z > 150.0 || feet.y.abs() > 33.9 || feet.x.abs() > 113.9, "{feet}");
}
