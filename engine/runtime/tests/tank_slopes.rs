//! Which slopes a tank of Recoil climbs with a part of its throttle.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "A2. Reader keys", "A4. Tick order": the throttle pushes with 48 · demand. A slope
//! pulls with 5 · 28 · sin, of which the level part counts, as the vertical speed is how far it went: 140 · sin · cos².

use crate::tank::{ask, driven, hill, law, standing};
use std::f32::consts::FRAC_PI_2;
use world::{Avatar, Tank};

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
