//! How a tank floats and dives, and when its mode changes, with numbers worked out by hand.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "A1. Modes and states", "Other modes (summary)".

use crate::tank::{TANK, ask, driven, field, lake, law, near, standing, tank};
use glam::Vec3;
use runtime::{ActorError, Input, Simulation};
use world::{Avatar, Tank, TankLaw, TankMode};

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
