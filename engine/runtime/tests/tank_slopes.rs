//! Which slopes a tank of Recoil climbs with a part of its throttle.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "A2. Reader keys", "A4. Tick order": the throttle pushes with 48 · demand. A slope
//! pulls with 5 · 28 · sin, of which the level part counts, as the vertical speed is how far it went: 140 · sin · cos².

use crate::tank::{TANK, ask, driven, hill, law, near, standing};
use glam::Vec3;
use runtime::{Cue, Simulation};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};
use world::sketch::{ModelSketch, Sketch};
use world::{Avatar, Tank, TankLaw};

/// The speed to the east, uphill, after a second from a standing start.
fn climbing(rise: f32, demand: f32) -> f32 {
    let uphill = Tank {
        avatar: Avatar { yaw: -FRAC_PI_2, ..Avatar::default() },
        pitch: libm::atanf(rise),
        ..standing()
    };
    let mut simulation = driven(hill(rise), law(), uphill);
    ask(&mut simulation, demand, 0.0, 60).avatar.velocity.x
}

#[test]
fn a_part_of_the_throttle_climbs_a_part_of_the_slopes() {
    // 14.4 is 140 · sin · cos² of a rise of 0.1045; 48 is that of a rise of 0.454.
    for (demand, gentle, steep) in [(0.3, 0.09, 0.115), (1.0, 0.43, 0.48)] {
        let (up, down) = (climbing(gentle, demand), climbing(steep, demand));
        assert!(up > 0.5 && down < -0.2, "{demand}: {up} {down}");
    }
    // What holds it back is not that it is slow: on level ground the same throttle is a speed.
    assert!(climbing(0.0, 0.3) > 5.0);
}

#[test]
fn who_is_put_on_a_slope_lies_on_it_and_is_not_thrown_up() {
    // Level, with its origin on a plane that rises to the east by 0.3: two of its points are 0.36 in the ground.
    for height in [0.0, 0.6, -0.6] {
        let put = Tank { contacts: 0, pitch: 0.0, ..put_at(Vec3::Y * height) };
        let mut simulation = driven(hill(0.3), TankLaw { slide: 0.0, ..law() }, put);
        let found = ask(&mut simulation, 0.0, 0.0, 1);
        assert_eq!(found.contacts, 4, "from {height}");
        assert!(!lands(&simulation), "from {height}");
        near(found.roll, libm::atanf(0.3));
        assert!(found.avatar.velocity.y.abs() < 1.0, "from {height}: {found:?}");
        let later = ask(&mut simulation, 0.0, 0.0, 60);
        assert!((later.avatar.position.y - later.avatar.position.x * 0.3).abs() < 1e-3, "{later:?}");
    }
    // Nor does it come down where only two of its points stand.
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-50.0, -50.0], [50.0, 0.0], 0.0));
    let put = Tank { contacts: 0, ..standing() };
    let mut simulation = driven(sketch, law(), put);
    assert_eq!(ask(&mut simulation, 0.0, 0.0, 1).contacts, 2);
    assert!(!lands(&simulation));
    // Ground that is more than a step below is no ground of it yet: it falls.
    let mut simulation = driven(hill(0.0), law(), Tank { contacts: 0, ..put_at(Vec3::Y * 1.01) });
    let found = ask(&mut simulation, 0.0, 0.0, 1);
    assert_eq!(found.contacts, 0);
    near(found.avatar.velocity.y, -28.0 / 60.0);
    // Whoever flies is not put down: a tick at 6 a second ends where the ground is 0.1 less 28 / 3600 below.
    let flies = Avatar { position: Vec3::Y * 0.2, velocity: Vec3::Y * -6.0, ..Avatar::default() };
    let mut simulation = driven(hill(0.0), law(), Tank { contacts: 0, avatar: flies, ..standing() });
    assert_eq!(ask(&mut simulation, 0.0, 0.0, 1).contacts, 0);
}

#[test]
fn who_is_put_where_two_planes_meet_lies_on_what_is_below_its_points_then() {
    // 45° up to the east, and flat 1.7 ahead. Level, its front points are over the flat, 1.8 up, and its rear ones over the
    // slope, 2 down: so it would lie 0.1 down, and come up from there at 6 a second. Tilted so, all are over the slope.
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().slope([-50.0; 2], [1.7, 50.0], -50.0, 1.7));
    sketch.place(ModelSketch::new().floor([1.7, -50.0], [50.0, 50.0], 1.8));
    let own = TankLaw { step: 5.0, slide: 0.0, gravity: 0.0, collision: Vec::new(), ..law() };
    let avatar = Avatar { yaw: -FRAC_PI_2, ..Avatar::default() };
    let put = Tank { contacts: 0, avatar, ..standing() };
    let found = ask(&mut driven(sketch, own, put), 0.0, 0.0, 1);
    assert_eq!(found.contacts, 4);
    assert!((found.pitch - FRAC_PI_4).abs() < 1e-3 && found.avatar.position.y.abs() < 1e-3, "{found:?}");
    assert!(found.avatar.velocity.y.abs() < 0.1, "{found:?}");
}

fn lands(simulation: &Simulation) -> bool {
    simulation.cues().iter().any(|cue| matches!(cue, Cue::Landed { actor: TANK, .. }))
}

fn put_at(position: Vec3) -> Tank {
    Tank { avatar: Avatar { position, ..Avatar::default() }, ..standing() }
}

#[test]
fn a_wreck_slides_to_a_stop_and_stands_on_a_slope() {
    let wreck = |velocity: Vec3| {
        let avatar = Avatar { velocity, ..Avatar::default() };
        Tank { health: 0.0, avatar, ..standing() }
    };
    // Of 20 a second e^(-8 / 60) is left after each tick, whatever is asked of it: after half a second 0.366 313.
    let mut simulation = driven(hill(0.0), law(), wreck(Vec3::NEG_Z * 20.0));
    near(ask(&mut simulation, 1.0, 1.0, 1).avatar.velocity.z, -20.0 * 0.875_173_3);
    let found = ask(&mut simulation, 1.0, 1.0, 29);
    near(found.avatar.velocity.z, -0.366_313);
    assert_eq!(found.avatar.yaw, 0.0);
    // With its front to the east, down a plane that falls there by half: nothing pulls it.
    let down = Tank { pitch: -libm::atanf(0.5), ..wreck(Vec3::ZERO) };
    let down = Tank { avatar: Avatar { yaw: -FRAC_PI_2, ..down.avatar }, ..down };
    let found = ask(&mut driven(hill(-0.5), law(), down), 0.0, 0.0, 120);
    assert!(found.avatar.position.length() < 0.01 && found.contacts == 4, "{found:?}");
    // Whoever lives slides.
    let found = ask(&mut driven(hill(-0.5), law(), Tank { health: 1.0, ..down }), 0.0, 0.0, 120);
    assert!(found.avatar.position.x > 10.0, "{found:?}");
}
