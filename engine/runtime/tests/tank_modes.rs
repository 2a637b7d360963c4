//! How a tank floats and dives, and when its mode changes, with numbers worked out by hand.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "A1. Modes and states", "Other modes (summary)".

use crate::tank::{TANK, ask, driven, field, hill, lake, law, near, standing, tank};
use glam::{Affine3A, Vec3};
use runtime::{ActorError, Input, Simulation};
use std::f32::consts::FRAC_PI_2;
use world::sketch::{ModelSketch, Sketch};
use world::{Aabb, Avatar, NodeId, Platform, Region, RegionKind, Tank, TankLaw, TankMode};

/// One in a mode at a height, with every mode.
fn at(mode: TankMode, y: f32) -> Tank {
    let avatar = Avatar { position: Vec3::Y * y, ..Avatar::default() };
    Tank { mode, avatar, upgrades: 0xff, contacts: 0, ..standing() }
}

fn change(simulation: &mut Simulation, mode: TankMode) -> Result<(), ActorError> {
    simulation.edit().set_tank_mode(TANK, mode)
}

/// Asks to rise or to sink.
fn rise(simulation: &mut Simulation, up: bool, ticks: u32) -> Tank {
    let input = Input { jump: up, sink: !up, ..Input::default() };
    (0..ticks).for_each(|_| simulation.advance(&[Input::default(), input], &[]));
    tank(simulation)
}

#[test]
fn a_spring_holds_it_over_the_ground() {
    // Two units is where it belongs.
    let mut simulation = driven(field(), law(), at(TankMode::Hover, 2.0));
    let found = ask(&mut simulation, 0.0, 0.0, 10);
    assert_eq!((found.avatar.position.y, found.contacts, found.floats), (2.0, 0, true));
    // One too high: 10 / 60 down.
    let mut simulation = driven(field(), law(), at(TankMode::Hover, 3.0));
    let first = ask(&mut simulation, 0.0, 0.0, 1);
    near(first.avatar.velocity.y, -10.0 / 60.0);
    near(first.avatar.position.y, 3.0 - 10.0 / 3600.0);
    // And 3 / 60 of how fast it falls back up.
    let next = ask(&mut simulation, 0.0, 0.0, 1);
    near(next.avatar.velocity.y, -0.166_666_67 + (-10.0 * 0.997_222_2 + 3.0 * 0.166_666_67) / 60.0);
    near(ask(&mut simulation, 0.0, 0.0, 600).avatar.position.y, 2.0);
    // It drives and steers there.
    let found = ask(&mut simulation, 1.0, 1.0, 1);
    near(found.avatar.velocity.z, -0.8);
    near(found.yaw_rate, 2.5 / 60.0);
    // From far above it falls, no faster than everything else, and finds no hold.
    let mut simulation = driven(field(), law(), at(TankMode::Hover, 50.0));
    let found = ask(&mut simulation, 0.0, 1.0, 2);
    near(found.avatar.velocity.y, -56.0 / 60.0);
    assert_eq!((found.floats, found.yaw_rate), (false, 0.0));
}

#[test]
fn what_floats_or_dives_at_rest_is_not_put_down_on_ground_that_is_a_step_below() {
    let rests = |found: Tank| {
        assert!((found.avatar.position.y - 0.5).abs() < 1e-5 && found.contacts == 0, "{found:?}");
    };
    let low = TankLaw { altitude: 0.5, ..law() };
    rests(ask(&mut driven(field(), low.clone(), at(TankMode::Hover, 0.5)), 0.0, 0.0, 10));
    // In water it floats 0.5 less 3 above the surface.
    rests(ask(&mut driven(lake(3.0), low.clone(), at(TankMode::Amphibious, 0.5)), 0.0, 0.0, 10));
    rests(ask(&mut driven(lake(30.0), low.clone(), at(TankMode::Submarine, 0.5)), 0.0, 0.0, 10));
    // On land the one that floats stands, as on its tracks.
    for mode in [TankMode::Amphibious, TankMode::Track] {
        let found = ask(&mut driven(field(), low.clone(), at(mode, 0.5)), 0.0, 0.0, 1);
        assert_eq!((found.avatar.position.y, found.contacts), (0.0, 4), "{mode:?}");
    }
}

#[test]
fn it_bobs_on_waves_the_less_the_faster_it_is() {
    // A quarter of a turn a second: the sine of 1.5 degrees after a tick.
    let own = TankLaw { wave: [0.3, 0.25, 0.1, 0.25, 0.2, 0.25, 0.5], rate_damping: [0.0; 2], ..law() };
    let mut simulation = driven(field(), own.clone(), at(TankMode::Hover, 2.0));
    let first = ask(&mut simulation, 0.0, 0.0, 1);
    near(first.avatar.velocity.y, 10.0 * 0.3 * 0.026_176_95 / 60.0);
    // 1 - e^(-8/60) of the way to it.
    near(first.pitch, 0.1 * 0.026_176_95 * 0.124_826_7);
    near(first.roll, 0.2 * 0.026_176_95 * 0.124_826_7);
    // Half of it is left at the fastest speed, which is 65.
    let mut fast = at(TankMode::Hover, 2.0);
    fast.avatar.velocity.z = -65.0;
    let mut simulation = driven(field(), own, fast);
    near(ask(&mut simulation, 0.0, 0.0, 1).avatar.velocity.y, 0.5 * 10.0 * 0.3 * 0.026_176_95 / 60.0);
}

#[test]
fn over_water_it_hovers_and_in_water_it_floats_and_on_land_it_stands() {
    // The water is 3 deep: two above it, or two less three.
    for (mode, height) in [(TankMode::Hover, 5.0), (TankMode::Amphibious, 2.0)] {
        let mut simulation = driven(lake(3.0), law(), at(mode, height + 0.5));
        let found = ask(&mut simulation, 0.0, 0.0, 900);
        near(found.avatar.position.y, height);
        assert!(found.floats && found.health == 100.0, "{found:?}");
    }
    // In water that is too shallow it stands on its tracks.
    let mut simulation = driven(lake(0.5), law(), at(TankMode::Amphibious, 0.0));
    let found = ask(&mut simulation, 0.0, 0.0, 10);
    assert_eq!((found.avatar.position.y, found.contacts, found.floats), (0.0, 4, false));
}

#[test]
fn a_mode_that_it_has_saves_it_from_drowning() {
    for (upgrades, mode) in [
        (0xff, TankMode::Amphibious),
        (TankMode::Submarine.bit() | TankMode::Hover.bit(), TankMode::Submarine),
        (TankMode::Hover.bit(), TankMode::Hover),
        (0, TankMode::Track),
    ] {
        let own = Tank { upgrades, ..standing() };
        let mut simulation = driven(lake(9.0), law(), own);
        let found = ask(&mut simulation, 0.0, 0.0, 60);
        assert_eq!(found.mode, mode);
        assert_eq!(found.health < 100.0, mode == TankMode::Track, "{found:?}");
        // One unit is not too deep.
        let mut simulation = driven(lake(0.99), law(), own);
        assert_eq!(ask(&mut simulation, 0.0, 0.0, 5).mode, TankMode::Track);
    }
}

#[test]
fn a_mode_changes_once_a_second_and_only_to_what_it_has() {
    let mut simulation = driven(field(), law(), Tank { upgrades: TankMode::Hover.bit() | 8, ..standing() });
    assert_eq!(change(&mut simulation, TankMode::Submarine), Err(ActorError::NoMode(TankMode::Submarine)));
    assert_eq!(change(&mut simulation, TankMode::Hover), Ok(()));
    ask(&mut simulation, 0.0, 0.0, 59);
    assert_eq!(change(&mut simulation, TankMode::Track), Err(ActorError::NoMode(TankMode::Track)));
    ask(&mut simulation, 0.0, 0.0, 2);
    assert_eq!(change(&mut simulation, TankMode::Track), Ok(()));
    assert_eq!(change(&mut simulation, TankMode::Track), Err(ActorError::NoMode(TankMode::Track)));
    let walker = world::ActorId(0);
    assert_eq!(simulation.edit().set_tank_mode(walker, TankMode::Hover), Err(ActorError::NoTank(walker)));
}

#[test]
fn a_dive_begins_by_sinking() {
    let mut simulation = driven(lake(40.0), law(), at(TankMode::Amphibious, 18.0));
    assert_eq!(change(&mut simulation, TankMode::Submarine), Ok(()));
    near(tank(&simulation).avatar.velocity.y, -3.0);
    near(tank(&simulation).dive, 4.1);
    // 0.05 a tick, whatever is asked: 82 of them.
    let found = rise(&mut simulation, true, 82);
    near(found.avatar.position.y, 18.0 - 4.1);
    assert!(found.dive < 1e-3, "{found:?}");
    // Then the speed fades away: e^(-4/60).
    let slower = ask(&mut simulation, 0.0, 0.0, 2);
    assert!(slower.avatar.velocity.y > -3.0 * 0.94, "{slower:?}");
    near(ask(&mut simulation, 0.0, 0.0, 400).avatar.velocity.y, 0.0);
}

#[test]
fn a_submarine_rises_and_dives_no_faster_and_steeper_than_it_may() {
    let own = TankLaw { draft: 0.5, ..law() };
    let mut simulation = driven(lake(400.0), own, at(TankMode::Submarine, 100.0));
    // 48 / 60 a tick.
    near(rise(&mut simulation, true, 1).avatar.velocity.y, 0.8);
    let found = rise(&mut simulation, true, 120);
    near(found.avatar.velocity.y, 20.0);
    near(found.pitch, 0.5);
    let found = rise(&mut simulation, false, 150);
    near(found.avatar.velocity.y, -20.0);
    near(found.pitch, -0.5);
    assert!(found.floats && found.contacts == 0);
    // The bed stops it, and the surface: half a unit stays below it.
    let found = rise(&mut simulation, false, 600);
    assert_eq!((found.avatar.position.y, found.avatar.velocity.y), (0.0, 0.0));
    let found = rise(&mut simulation, true, 1500);
    near(found.avatar.position.y, 399.5);
    assert_eq!(found.mode, TankMode::Submarine);
}

#[test]
fn a_submarine_on_land_goes_back_to_its_tracks() {
    let mut simulation = driven(field(), law(), Tank { mode: TankMode::Submarine, ..standing() });
    let found = ask(&mut simulation, 0.0, 0.0, 2);
    assert_eq!((found.mode, found.contacts), (TankMode::Track, 4));
}

#[test]
fn a_mode_that_it_is_in_does_not_begin_again() {
    let mut simulation = driven(lake(40.0), law(), at(TankMode::Submarine, 18.0));
    assert_eq!(change(&mut simulation, TankMode::Submarine), Ok(()));
    let found = tank(&simulation);
    assert_eq!((found.pause, found.dive, found.avatar.velocity.y), (0.0, 0.0, 0.0));
    // Another one does, and only a submarine begins by sinking.
    assert_eq!(change(&mut simulation, TankMode::Hover), Ok(()));
    let found = tank(&simulation);
    assert_eq!((found.mode, found.pause, found.avatar.velocity.y), (TankMode::Hover, 1.0, 0.0));
    // The pause is over, and does not go on below nothing.
    assert_eq!(ask(&mut simulation, 0.0, 0.0, 90).pause, 0.0);
    // Whoever leaves the water in the middle of it sinks no farther.
    let mut simulation = driven(lake(40.0), law(), Tank { dive: 2.0, ..at(TankMode::Submarine, 18.0) });
    assert_eq!(change(&mut simulation, TankMode::Amphibious), Ok(()));
    assert_eq!(tank(&simulation).dive, 0.0);
}

/// Ground 5 up, and water over it that is so deep.
fn high_lake(depth: f32) -> Sketch {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-50.0; 2], [50.0; 2], 5.0));
    let bounds = Aabb { min: Vec3::splat(-40.0), max: Vec3::new(40.0, 5.0 + depth, 40.0) };
    sketch.scene.regions.push(Region::of_box(RegionKind::Water, bounds));
    sketch
}

#[test]
fn what_is_deep_is_the_water_and_not_the_place() {
    for (depth, mode) in [(0.9, TankMode::Track), (1.1, TankMode::Amphibious)] {
        let own = Tank { contacts: 4, ..at(TankMode::Track, 5.0) };
        assert_eq!(ask(&mut driven(high_lake(depth), law(), own), 0.0, 0.0, 1).mode, mode);
    }
}

#[test]
fn the_modes_that_help_in_deep_water_do_so_in_the_order_of_the_law() {
    let every = TankMode::ALL.iter().fold(0, |all, mode| all | mode.bit());
    let mode = |rescues: &[TankMode], upgrades: u8| {
        let own = TankLaw { rescues: rescues.to_vec(), ..law() };
        let tank = Tank { contacts: 4, upgrades, ..at(TankMode::Track, 5.0) };
        ask(&mut driven(high_lake(1.1), own, tank), 0.0, 0.0, 1).mode
    };
    let [submarine, hover] = [TankMode::Submarine, TankMode::Hover];
    assert_eq!(mode(&[hover, submarine], every), hover);
    assert_eq!(mode(&[submarine, hover], every), submarine);
    // What it does not have does not help, and nothing else does.
    assert_eq!(mode(&[submarine, hover], hover.bit()), hover);
    assert_eq!([mode(&[submarine], hover.bit()), mode(&[], every)], [TankMode::Track; 2]);
}

#[test]
fn a_submarine_that_leaps_out_of_the_water_stays_one() {
    let leaps = |sketch: Sketch| ask(&mut driven(sketch, law(), at(TankMode::Submarine, 3.5)), 0.0, 0.0, 1);
    assert_eq!(leaps(lake(3.0)).mode, TankMode::Submarine);
    // Over land it is on its tracks, and sinks no farther.
    let own = Tank { dive: 2.0, ..at(TankMode::Submarine, 3.5) };
    let found = ask(&mut driven(field(), law(), own), 0.0, 0.0, 1);
    assert_eq!((found.mode, found.dive), (TankMode::Track, 0.0));
}

#[test]
fn on_its_tracks_it_does_not_float() {
    let floated = Tank { floats: true, ..standing() };
    assert!(!ask(&mut driven(field(), law(), floated), 0.0, 0.0, 1).floats);
}

#[test]
fn it_floats_on_water_without_a_bed() {
    let mut sketch = Sketch::new();
    let bounds = Aabb { min: Vec3::splat(-40.0), max: Vec3::new(40.0, 3.0, 40.0) };
    sketch.scene.regions.push(Region::of_box(RegionKind::Water, bounds));
    let found = ask(&mut driven(sketch, law(), at(TankMode::Amphibious, 2.0)), 0.0, 0.0, 10);
    assert_eq!((found.avatar.position.y, found.floats), (2.0, true));
}

#[test]
fn over_uneven_ground_it_hovers_over_the_mean_of_it() {
    // Below its four points: 0.1, 0.3, 0.4 and 0.8, and 2 above that.
    let mut sketch = Sketch::new();
    for (x, z, y) in [(-1.2, -2.0, 0.1), (1.2, -2.0, 0.3), (-1.2, 2.0, 0.4), (1.2, 2.0, 0.8)] {
        sketch.place(ModelSketch::new().floor([x - 0.2, z - 0.2], [x + 0.2, z + 0.2], y));
    }
    let found = ask(&mut driven(sketch, law(), at(TankMode::Hover, 2.4)), 0.0, 0.0, 1);
    assert!((found.avatar.position.y - 2.4).abs() < 1e-5 && found.floats, "{found:?}");
}

#[test]
fn waves_take_their_time_and_go_around() {
    let bob = |bob: f32, ticks: u32| {
        let own = Tank { bob, ..at(TankMode::Hover, 2.0) };
        ask(&mut driven(field(), law(), own), 0.0, 0.0, ticks).bob
    };
    near(bob(0.0, 2), 2.0 / 60.0);
    // After an hour they begin anew.
    assert!(bob(3599.99, 1) < 0.02);
}

#[test]
fn waves_are_less_by_the_part_of_the_fastest_speed_and_not_by_falling() {
    let own = |fastest: f32| TankLaw {
        rates: [48.0, fastest],
        wave: [0.3, 0.25, 10.0, 0.25, 0.0, 0.25, 0.5],
        rate_damping: [0.0; 2],
        ..law()
    };
    let nod = |fastest: f32, velocity: Vec3| {
        let mut tank = at(TankMode::Hover, 2.0);
        tank.avatar.velocity = velocity;
        ask(&mut driven(field(), own(fastest), tank), 0.0, 0.0, 1).pitch
    };
    // The sine of 1.5 degrees, of which 1 - e^(-8/60) in a tick.
    let most = 10.0 * 0.026_176_95 * 0.124_826_7;
    near(nod(65.0, Vec3::ZERO), most);
    near(nod(65.0, Vec3::NEG_Z * 32.5), most * 0.75);
    near(nod(65.0, Vec3::NEG_Z * 65.0), most * 0.5);
    near(nod(65.0, Vec3::NEG_Z * 130.0), most * 0.5);
    near(nod(65.0, Vec3::NEG_Y * 65.0), most);
    // One that has no speed has all of them.
    near(nod(0.0, Vec3::ZERO), most);
}

#[test]
fn it_hovers_as_the_land_lies_and_level_over_water() {
    let own = || TankLaw { wave: [0.0, 0.25, 0.1, 0.25, 0.2, 0.25, 1.0], ..law() };
    let over = |sketch: Sketch, yaw: f32, y: f32| {
        let mut tank = Tank { pitch: 0.1, roll: 0.1, ..at(TankMode::Hover, y) };
        tank.avatar.yaw = yaw;
        ask(&mut driven(sketch, own(), tank), 0.0, 0.0, 1)
    };
    // 14 degrees to the east, and the first of the waves: 0.244 979 + 0.1 · 0.026 177 is wanted of the nose to the east,
    // + 0.2 · 0.026 177 of the side to the north. 0.875 173 of what it lacks is left.
    near(over(hill(0.25), -FRAC_PI_2, 2.0).pitch, 0.118_424);
    near(over(hill(0.25), 0.0, 2.0).roll, 0.118_751);
    // A bed as steep under water is nothing to it.
    let mut sketch = hill(0.25);
    let bounds = Aabb { min: Vec3::splat(-90.0), max: Vec3::new(90.0, 9.0, 90.0) };
    sketch.scene.regions.push(Region::of_box(RegionKind::Water, bounds));
    let found = over(sketch, 0.0, 11.0);
    near(found.roll, 0.005_235 + (0.1 - 0.005_235) * 0.875_173_3);
    assert!(found.floats);
}

#[test]
fn who_comes_down_too_fast_to_be_held_meets_the_ground() {
    let mut tank = at(TankMode::Hover, 0.3);
    tank.avatar.velocity.y = -60.0;
    let found = ask(&mut driven(field(), law(), tank), 0.0, 0.0, 1);
    assert_eq!((found.avatar.position.y, found.avatar.velocity.y), (0.0, 0.0));
}

#[test]
fn what_floats_or_dives_has_nothing_of_the_ground_on_it() {
    for (mode, y) in [(TankMode::Hover, 3.0), (TankMode::Submarine, 20.0)] {
        let platform = Some(Platform { node: NodeId(0), place: Affine3A::IDENTITY });
        let mut own = Tank { contacts: 4, sunk: 0.5, platform, yaw_rate: 1.0, ..at(mode, y) };
        (own.pitch_rate, own.roll_rate) = (1.0, 1.0);
        own.avatar.velocity.z = -30.0;
        // 30 to the side are more than its tracks would hold: there are none here that skid.
        let grip = TankLaw { friction: [20.0, 8.0], turn_damping: 0.0, rate_damping: [0.0; 2], ..law() };
        let sketch = if mode == TankMode::Hover { field() } else { lake(40.0) };
        let found = ask(&mut driven(sketch, grip, own), 0.0, 0.0, 1);
        assert_eq!((found.mode, found.floats), (mode, true));
        assert_eq!((found.contacts, found.sunk, found.platform, found.skids), (0, 0.0, None, false));
        assert_eq!((found.pitch_rate, found.roll_rate), (0.0, 0.0));
    }
}

#[test]
fn it_sinks_at_the_speed_of_a_dive_until_that_is_over_or_the_bed_is_there() {
    let dives = |dive: f32, y: f32| {
        ask(&mut driven(lake(40.0), law(), Tank { dive, ..at(TankMode::Submarine, y) }), 0.0, 0.0, 1)
    };
    let found = dives(2.0, 20.0);
    near(found.avatar.velocity.y, -3.0);
    near(found.dive, 2.0 - 3.0 / 60.0);
    assert_eq!(dives(0.03, 20.0).dive, 0.0);
    let down = dives(3.0, 0.01);
    assert_eq!((down.avatar.position.y, down.avatar.velocity.y, down.dive), (0.0, 0.0, 0.0));
}

#[test]
fn it_goes_below_the_surface_no_faster_than_it_dives() {
    // Three units of it belong under water, and it is a tenth in: 20 / 60 in a tick.
    let found = ask(&mut driven(lake(40.0), law(), at(TankMode::Submarine, 39.9)), 0.0, 0.0, 1);
    near(found.avatar.position.y, 39.9 - 20.0 / 60.0);
}

#[test]
fn its_nose_follows_a_dive_and_it_comes_to_lie_level() {
    let own = Tank { roll: 0.3, ..at(TankMode::Submarine, 20.0) };
    let found = rise(&mut driven(lake(40.0), law(), own), true, 1);
    // 0.8 of 20 up: 0.5 · 0.04, of which 1 - e^(-8/60) in a tick.
    assert!((found.pitch - 0.02 * 0.124_826_7).abs() < 1e-6, "{found:?}");
    near(found.roll, 0.3 * 0.875_173_3);
    // One that cannot rise at all floats, too.
    let own = TankLaw { submarine: [0.0, 0.5], ..law() };
    let found = rise(&mut driven(lake(40.0), own, at(TankMode::Submarine, 20.0)), true, 1);
    assert_eq!((found.floats, found.pitch, found.avatar.position.y), (true, 0.0, 20.0));
}
