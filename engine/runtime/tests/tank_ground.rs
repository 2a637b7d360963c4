//! What a tank stands on: planes, edges, ledges and holes below its points, with numbers worked out by hand: a tick is
//! 1/60 s.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "Ground contact (TRACK)".

use crate::tank::{DT, TANK, ask, driven, field, hill, law, near, standing};
use glam::Vec3;
use runtime::{Cue, Input};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};
use world::sketch::{ModelSketch, Sketch};
use world::{Aabb, Avatar, Region, RegionKind, Tank, TankLaw, TankMode};

/// A quarter up to the east and a half up to the north, 7 up in the middle.
fn height(x: f32, z: f32) -> f32 {
    7.0 + 0.25 * x - 0.5 * z
}

/// A square of that plane.
fn patch(x: f32, z: f32, half: f32) -> ModelSketch {
    let corner = |x: f32, z: f32| Vec3::new(x, height(x, z), z);
    ModelSketch::new().polygon(&[
        corner(x - half, z + half),
        corner(x + half, z + half),
        corner(x + half, z - half),
        corner(x - half, z - half),
    ])
}

/// One that lies on that plane and looks 0.6 to the left of north.
fn askew(x: f32, z: f32) -> Tank {
    // Along its nose the plane rises by (0.5 · cos 0.6 - 0.25 · sin 0.6), 0.271 508; to its right by 0.488 655 of what
    // is then its level.
    let avatar = Avatar { position: Vec3::new(x, height(x, z), z), yaw: 0.6, ..Avatar::default() };
    Tank { avatar, pitch: 0.265_116, roll: 0.440_656, ..standing() }
}

/// Neither slides nor loses speed, and nothing is in its way.
fn free() -> TankLaw {
    TankLaw { slide: 0.0, rate_damping: [0.0; 2], collision: Vec::new(), ..law() }
}

fn moving(at: Vec3, velocity: Vec3) -> Tank {
    Tank { avatar: Avatar { position: at, velocity, ..Avatar::default() }, ..standing() }
}

#[test]
fn askew_on_a_plane_it_pitches_and_rolls() {
    let mut sketch = Sketch::new();
    sketch.place(patch(0.0, 0.0, 50.0));
    let found = ask(&mut driven(sketch, free(), askew(0.0, 0.0)), 0.0, 0.0, 1);
    near(found.pitch, 0.265_116);
    near(found.roll, 0.440_656);
    assert_eq!(found.contacts, 4);
    near(found.avatar.position.y, 7.0);
}

#[test]
fn any_three_of_its_points_make_a_plane() {
    let own = askew(50.0, 30.0);
    for missing in 0..4 {
        let mut sketch = Sketch::new();
        for at in (0..4).filter(|at| *at != missing) {
            let place = own.avatar.position + own.rotation() * law().supports[at];
            sketch.place(patch(place.x, place.z, 0.3));
        }
        let found = ask(&mut driven(sketch, free(), own), 0.0, 0.0, 1);
        assert_eq!(found.contacts, 3, "{missing}");
        near(found.pitch, 0.265_116);
        near(found.roll, 0.440_656);
        assert!((found.avatar.position.y - own.avatar.position.y).abs() < 1e-3, "{missing}: {found:?}");
    }
}

#[test]
fn a_body_above_its_tracks_stands_that_much_higher() {
    // Points half a unit below the origin, along the normal of the hill: 0.5 / cos of its slope.
    let supports = law().supports.map(|point| point - Vec3::Y * 0.5);
    let avatar = Avatar { position: Vec3::Y * 0.515_388, ..Avatar::default() };
    let tank = Tank { avatar, roll: 0.244_978_66, ..standing() };
    let found = ask(&mut driven(hill(0.25), TankLaw { supports, ..free() }, tank), 0.0, 0.0, 1);
    near(found.avatar.position.y, 0.515_388);
    near(found.roll, 0.244_978_66);
}

#[test]
fn standing_ends_what_turned_it_over() {
    let tumbles = Tank { pitch_rate: 0.6, roll_rate: 0.6, ..standing() };
    let found = ask(&mut driven(field(), law(), tumbles), 0.0, 0.0, 1);
    assert_eq!((found.contacts, found.pitch_rate, found.roll_rate), (4, 0.0, 0.0));
}

#[test]
fn where_it_lies_is_the_ground_below_its_points_once_they_are_there() {
    // 45° up to the east, and flat 1.7 ahead. Its front points, 2 ahead while it is level, are over the flat; once its nose
    // is up they are 1.45 ahead, over the slope, as its rear ones are.
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().slope([-50.0; 2], [1.7, 50.0], -50.0, 1.7));
    sketch.place(ModelSketch::new().floor([1.7, -50.0], [50.0, 50.0], 1.8));
    let avatar = Avatar { position: Vec3::Y * -2.2, yaw: -FRAC_PI_2, ..Avatar::default() };
    let own = TankLaw { step: 5.0, ..free() };
    let found = ask(&mut driven(sketch, own, Tank { avatar, ..standing() }), 0.0, 0.0, 1);
    near(found.pitch, FRAC_PI_4);
    near(found.avatar.position.y, 0.0);
}

#[test]
fn a_point_over_a_trench_does_not_pull_it_down() {
    // The ground below its right rear point is 0.3 lower, which is no contact.
    let mut sketch = Sketch::new();
    let ground =
        ModelSketch::new().floor([-50.0; 2], [0.0, 50.0], 0.0).floor([0.0, -50.0], [50.0, -1.0], 0.0);
    sketch.place(ground.floor([0.0, -1.0], [50.0, 50.0], -0.3));
    let tank = moving(Vec3::NEG_Z, Vec3::NEG_Z * 60.0);
    let found = ask(&mut driven(sketch, free(), tank), 0.0, 0.0, 1);
    assert_eq!((found.contacts, found.pitch, found.roll), (3, 0.0, 0.0));
    assert_eq!(found.avatar.position.y, 0.0);
}

#[test]
fn the_faster_it_drives_the_higher_a_ledge_it_climbs() {
    // Its front comes over a ledge 5 to the north; below that there is ground, too.
    let pitch = |height: f32, at: Vec3, velocity: Vec3| {
        let mut sketch = field();
        sketch.place(ModelSketch::new().floor([-50.0, -50.0], [50.0, -5.0], height));
        let contacts = if velocity.y < 0.0 { 0 } else { 4 };
        let tank = Tank { contacts, ..moving(at, velocity) };
        ask(&mut driven(sketch, free(), tank), 0.0, 0.0, 1).pitch
    };
    let driving =
        |height: f32, speed: f32| pitch(height, Vec3::NEG_Z * (3.5 - speed / 60.0), Vec3::NEG_Z * speed);
    // A step of 1, and as far as it goes in a tick.
    assert!(driving(1.5, 60.0) > 0.3);
    assert_eq!(driving(2.5, 60.0), 0.0);
    assert_eq!(driving(1.5, 12.0), 0.0);
    // A fall of half a unit in the tick does not help, nor is it in the way: it reaches 1 above where it came from, 1.2.
    let falling = |height: f32| pitch(height, Vec3::new(0.0, 0.2, -3.5), Vec3::Y * -30.0);
    assert!(falling(1.1) > 0.2);
    assert_eq!(falling(1.3), 0.0);
}

/// Quicksand on one side of a line across the way, as high as this, and on the other as high as that.
fn quicksand(north: Option<f32>, south: f32, line: f32) -> Sketch {
    let mut sketch = Sketch::new();
    let material = sketch.material([1.0; 3], 3);
    let model = ModelSketch::new().material(material).floor([-50.0, line], [50.0, 50.0], south);
    sketch.place(match north {
        Some(height) => model.floor([-50.0, -50.0], [50.0, line], height),
        None => model,
    });
    sketch
}

#[test]
fn what_is_sunk_climbs_ledges_as_from_the_ground() {
    // Nine tenths of a unit in, half a unit up: to the nose 0.5 in 4.
    let sunk = Tank { sunk: 0.9, ..moving(Vec3::new(0.0, -0.9, -3.5), Vec3::ZERO) };
    let found = ask(&mut driven(quicksand(Some(0.5), 0.0, -5.0), free(), sunk), 0.0, 0.0, 1);
    assert!((0.12..0.13).contains(&found.pitch), "{found:?}");
    // Over the edge of quicksand it stays as deep in it.
    let mut edge = driven(
        quicksand(None, 0.0, 0.0),
        free(),
        Tank { avatar: Avatar { position: Vec3::new(0.0, -0.9, 1.0), ..Avatar::default() }, ..sunk },
    );
    let found = ask(&mut edge, 0.0, 0.0, 1);
    assert_eq!(found.contacts, 2);
    near(found.avatar.position.y, -0.9);
}

#[test]
fn quicksand_holds_what_just_left_it() {
    let falls = |contacts: u8| {
        let mut tank = Tank { contacts, ..moving(Vec3::Y * 50.0, Vec3::ZERO) };
        tank.avatar.soil = 3;
        ask(&mut driven(field(), law(), tank), 0.0, 0.0, 1).avatar.velocity.y
    };
    // A sixth of gravity in the tick in which it drives over the edge, all of it in the air.
    near(falls(4), -28.0 / 360.0);
    near(falls(0), -28.0 / 60.0);
}

/// Ground below some of the points of a tank at the origin, as high as these.
fn pads(pads: &[(f32, f32, f32)]) -> Sketch {
    let mut sketch = Sketch::new();
    for (x, z, y) in pads {
        sketch.place(ModelSketch::new().floor([x - 0.2, z - 0.2], [x + 0.2, z + 0.2], *y));
    }
    sketch
}

#[test]
fn it_tips_by_how_far_its_middle_is_from_what_it_stands_on() {
    // Both right points stand, 1.2 from the middle; of its points the left ones are the farthest, 2: 0.6 of 1.2 rad/s.
    let mut supports = law().supports;
    (supports[0].x, supports[2].x) = (-2.0, -2.0);
    let ground = pads(&[(1.2, -2.0, 0.0), (1.2, 2.0, 0.0)]);
    let found = ask(&mut driven(ground, TankLaw { supports, ..law() }, standing()), 0.0, 0.0, 1);
    assert_eq!((found.contacts, found.pitch_rate), (2, 0.0));
    near(found.roll_rate, 0.72);

    // Points that are not equally high tip it about a level axis all the same.
    let mut supports = law().supports;
    (supports[0].y, supports[1].y) = (0.5, 0.5);
    let ground = pads(&[(-1.2, -2.0, 0.5), (-1.2, 2.0, 0.0)]);
    let found = ask(&mut driven(ground, TankLaw { supports, ..law() }, standing()), 0.0, 0.0, 1);
    assert_eq!((found.contacts, found.pitch_rate), (2, 0.0));
    near(found.roll_rate, -1.2);
}

#[test]
fn on_a_ridge_it_tips_to_its_rear_if_the_ground_there_is_nearer() {
    // Front left and rear right stand. The left rear is half a unit above its ground, the right front two.
    let ground = pads(&[(-1.2, -2.0, 0.0), (1.2, 2.0, 0.0), (1.2, -2.0, -2.0), (-1.2, 2.0, -0.5)]);
    let found = ask(&mut driven(ground, law(), standing()), 0.0, 0.0, 1);
    assert_eq!(found.contacts, 2);
    // 1.2 rad/s about (1.2, 2) / 2.3324.
    near(found.pitch_rate, 1.2 * 1.2 / 2.332_381);
    near(found.roll_rate, 1.2 * 2.0 / 2.332_381);
}

#[test]
fn a_level_speed_turns_down_the_slope_that_it_stands_on() {
    // 60 to the west, down a quarter: in a tick the ground goes down by 0.24, which it follows.
    let avatar = Avatar { yaw: FRAC_PI_2, velocity: Vec3::NEG_X * 60.0, ..Avatar::default() };
    // Three points make the slope, too.
    for contacts in [3, 4] {
        let tank = Tank { avatar, pitch: -0.244_978_66, contacts, ..standing() };
        let found = ask(&mut driven(hill(0.25), free(), tank), 0.0, 0.0, 1);
        assert_eq!(found.contacts, 4);
        near(found.avatar.position.x, -60.0 / 1.0625 / 60.0);
        near(found.avatar.position.y, -15.0 / 1.0625 / 60.0);
    }
}

#[test]
fn in_the_air_how_it_lies_does_not_change_its_way() {
    let nose_up = Tank { pitch: 0.5, contacts: 0, ..moving(Vec3::Y * 50.0, Vec3::NEG_Z * 30.0) };
    near(ask(&mut driven(field(), free(), nose_up), 0.0, 0.0, 1).avatar.velocity.z, -30.0);
}

#[test]
fn it_drowns_by_how_deep_it_is_and_not_by_how_high_the_water_is() {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-50.0; 2], [50.0; 2], 5.0));
    let bounds = Aabb { min: Vec3::splat(-40.0), max: Vec3::new(40.0, 5.9, 40.0) };
    sketch.scene.regions.push(Region::of_box(RegionKind::Water, bounds));
    let tank = moving(Vec3::Y * 5.0, Vec3::ZERO);
    assert_eq!(ask(&mut driven(sketch, law(), tank), 0.0, 0.0, 10).health, 100.0);
    // The last of its health is not less than none.
    let mut simulation = driven(crate::tank::lake(3.0), law(), Tank { health: 0.05, ..standing() });
    assert_eq!(ask(&mut simulation, 0.0, 0.0, 1).health, 0.0);
}

#[test]
fn however_fast_it_falls_the_ground_stops_it() {
    // From 500 it comes down at the root of 2 * 28 * 500, 167 a second: 2.8 in a tick, nearly three steps.
    for height in [80.0, 200.0, 500.0, 501.0, 503.0] {
        let high = Avatar { position: Vec3::Y * height, ..Avatar::default() };
        let mut simulation = driven(field(), law(), Tank::standing(0, &law(), high));
        let mut fastest = 0.0_f32;
        for _ in 0..600 {
            fastest = fastest.min(ask(&mut simulation, 0.0, 0.0, 1).avatar.velocity.y);
        }
        let stands = crate::tank::tank(&simulation);
        assert!((fastest + (56.0 * height).sqrt()).abs() < 3.0, "{height}: {fastest}");
        assert!(stands.contacts == 4 && stands.avatar.position.y.abs() < 0.01, "{height}: {stands:?}");
    }
}

#[test]
fn whoever_rises_finds_the_ground_that_is_not_above_them_by_more_than_a_step() {
    // 12 a second are 0.2 in a tick. Ground a step above that, less or more by a tenth.
    let found = |ground: f32| {
        let mut sketch = Sketch::new();
        sketch.place(ModelSketch::new().floor([-50.0; 2], [50.0; 2], ground));
        let rising = Tank { contacts: 0, ..moving(Vec3::Y * 50.0, Vec3::Y * 12.0) };
        let own = ask(&mut driven(sketch, TankLaw { gravity: 0.0, ..free() }, rising), 0.0, 0.0, 1);
        (own.contacts, own.avatar.position.y)
    };
    let (contacts, height) = found(51.1);
    assert_eq!(contacts, 4);
    near(height, 51.1);
    let (contacts, height) = found(51.3);
    assert_eq!(contacts, 0);
    near(height, 50.2);
}

#[test]
fn it_stands_on_the_ground_of_its_own_zone_wherever_the_first_person_is() {
    // The first person stands on zone 1 far away, from where zone 2 does not exist.
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().zones(&[1]).floor([300.0; 2], [500.0; 2], 0.0));
    sketch.place(ModelSketch::new().zones(&[2]).floor([-50.0; 2], [50.0; 2], 0.0));
    let mut simulation = driven(sketch, law(), standing());
    let stands = ask(&mut simulation, 0.0, 0.0, 60);
    assert_eq!(simulation.probe().zones.zones(), [1]);
    assert_eq!((stands.contacts, stands.avatar.position.y), (4, 0.0));
}

#[test]
fn only_who_was_in_the_air_lands() {
    let mut simulation = driven(field(), law(), standing());
    for _ in 0..10 {
        ask(&mut simulation, 1.0, 0.0, 1);
        let lands = simulation.cues().iter().any(|cue| matches!(cue, Cue::Landed { actor: TANK, .. }));
        assert!(!lands, "{:?}", simulation.cues());
    }
}

#[test]
fn it_is_said_to_have_ground_where_it_stands_or_floats() {
    let is_grounded = |tank: Tank| ask(&mut driven(field(), law(), tank), 0.0, 0.0, 1).avatar.grounded;
    assert!(is_grounded(standing()));
    let up = |y: f32| Tank { contacts: 0, ..moving(Vec3::Y * y, Vec3::ZERO) };
    assert!(!is_grounded(up(50.0)));
    assert!(is_grounded(Tank { mode: TankMode::Hover, upgrades: 0xff, ..up(2.0) }));
}

#[test]
fn no_hand_asks_for_more_than_it_can() {
    let mut simulation = driven(field(), law(), standing());
    let mut asked = |yaw: f32, strafe: f32, pitch: f32| {
        let input = Input { yaw, strafe, pitch, ..Input::default() };
        simulation.advance(&[Input::default(), input], &[]);
        crate::tank::tank(&simulation)
    };
    // A mouse however fast, and a key with it, ask for all of the turn: 2.5 / 60.
    near(asked(1.0, -1.0, 0.0).yaw_rate, 2.5 / 60.0);
    near(asked(-1.0, 1.0, 0.0).yaw_rate, -2.5 / 60.0);
    // Nobody looks over their head.
    near(asked(0.0, 0.0, 9.0).avatar.pitch, FRAC_PI_2 - 0.01);
    near(asked(0.0, 0.0, -9.0).avatar.pitch, 0.01 - FRAC_PI_2);
    // To neither side do whole turns add up.
    for steer in [-1.0, 1.0] {
        let turns = |_| ask(&mut simulation, 0.0, steer, 1).avatar.yaw.abs() <= PI + 1e-3;
        assert!((0..400).all(turns));
    }
}

#[test]
fn a_crawl_is_a_speed_as_long_as_a_tick_moves_it() {
    // Speeds below 0.01 / 60 are none; of this e^(-4/60) is left.
    let slow = moving(Vec3::ZERO, Vec3::NEG_Z * 0.005);
    let found = ask(&mut driven(field(), law(), slow), 0.0, 0.0, 1).avatar.velocity.z;
    assert!((found + 0.005 * 0.935_507).abs() < 1e-7, "{found}");
}

#[test]
fn a_tick_that_cannot_be_reckoned_leaves_it_where_it_stood() {
    let left = |own: TankLaw, sketch: Sketch, tank: Tank| {
        let found = ask(&mut driven(sketch, own, tank), 0.0, 0.0, 1);
        assert_eq!(found.avatar.position, tank.avatar.position);
        assert_eq!(found.avatar.velocity, Vec3::ZERO);
        found
    };
    // In turn: where it goes, how fast it then is, and how it turns over have no number.
    let rolls = moving(Vec3::Y * 50.0, Vec3::NEG_Z * 5.0);
    left(TankLaw { gravity: f32::INFINITY, ..law() }, field(), rolls);
    let slope = Tank { roll: 0.244_978_66, ..standing() };
    left(TankLaw { slide: f32::INFINITY, ..law() }, hill(0.25), slope);
    let mut edge = Sketch::new();
    edge.place(ModelSketch::new().floor([-50.0, 0.0], [50.0, 50.0], 0.0));
    let own = TankLaw { tip_rate: f32::INFINITY, ..law() };
    let found = left(own, edge, moving(Vec3::Z, Vec3::NEG_Z * DT));
    assert_eq!((found.pitch_rate, found.roll_rate), (0.0, 0.0));
}

#[test]
fn without_a_fastest_turn_it_drives_straight_on() {
    let own = TankLaw { turns: [2.5, 0.0], ..law() };
    let found = ask(&mut driven(field(), own, standing()), 1.0, 0.0, 1);
    near(found.avatar.velocity.z, -0.8);
    assert_eq!(found.yaw_rate, 0.0);
}

#[test]
fn what_is_steep_is_the_ground_and_not_the_body() {
    // In the air with its nose 0.9 up it gains 48 / 60 along its nose as anywhere.
    let flies = Tank { pitch: 0.9, contacts: 0, ..moving(Vec3::Y * 50.0, Vec3::ZERO) };
    near(ask(&mut driven(field(), free(), flies), 1.0, 0.0, 1).avatar.velocity.z, -0.8 * 0.621_61);
    // On a slope of more than 45° it drives down ahead, and not up backwards.
    let down = || Tank {
        avatar: Avatar { yaw: FRAC_PI_2, ..Avatar::default() },
        pitch: -libm::atanf(1.1),
        ..standing()
    };
    let speed = |demand: f32| ask(&mut driven(hill(1.1), free(), down()), demand, 0.0, 10).avatar.velocity.x;
    assert!(speed(1.0) < -3.0, "{}", speed(1.0));
    assert!(speed(-1.0) < 0.1, "{}", speed(-1.0));
    assert!(speed(-0.3) < 0.1, "{}", speed(-0.3));
    let three = Tank { contacts: 3, ..down() };
    let found = ask(&mut driven(hill(1.1), free(), three), -1.0, 0.0, 1).avatar.velocity.x;
    assert!(found < 1e-3, "{found}");
}

#[test]
fn tracks_skid_in_a_turn_to_the_right_and_down_a_slope() {
    let slippery = || TankLaw { friction: [5.0, 8.0], turn_damping: 0.0, ..free() };
    // 20 ahead and 0.5 to the right: 10 to the left, of which and of the 1/120 by which it turned 0.875 is left.
    let turns = Tank { yaw_rate: -0.5, ..moving(Vec3::ZERO, Vec3::NEG_Z * 20.0) };
    let found = ask(&mut driven(field(), slippery(), turns), 0.0, 0.0, 1);
    let yaw = -0.5 / 60.0;
    let right = Vec3::new(libm::cosf(yaw), 0.0, -libm::sinf(yaw));
    assert!(found.skids);
    near(found.avatar.velocity.dot(right), -0.291_717);
    // With a hill of a quarter at its right 28 · 0.242 536 pull to the left.
    let aside = Tank { roll: 0.244_978_66, ..standing() };
    let found = ask(&mut driven(hill(0.25), slippery(), aside), 0.0, 0.0, 1);
    assert!(found.skids);
    near(found.avatar.velocity.x, -0.096_098);
}

#[test]
fn the_last_of_its_health_is_enough_to_drive() {
    let worn = Tank { health: 0.3, ..standing() };
    near(ask(&mut driven(field(), law(), worn), 1.0, 0.0, 1).avatar.velocity.z, -0.8);
}

#[test]
fn what_skids_is_no_faster_than_all_of_its_throttle() {
    let own = TankLaw { friction: [5.0, 8.0], turn_damping: 0.0, ..free() };
    let fast = Tank { yaw_rate: 0.5, skids: true, ..moving(Vec3::ZERO, Vec3::NEG_Z * 80.0) };
    let found = ask(&mut driven(field(), own, fast), 0.5, 0.0, 1);
    let yaw = 0.5 / 60.0;
    near(found.avatar.velocity.dot(Vec3::new(-libm::sinf(yaw), 0.0, -libm::cosf(yaw))), 65.0);
}
