//! Gusts: wind over the steady one, which turns and swells by chance.
//!
//! Source: `docs/spec/zbd/engine-behaviour.md`, "15.3 Wind, CS".

use crate::{Random, TICKS_PER_SECOND};
use glam::Vec3;
use serde::{Deserialize, Serialize};
use std::f32::consts::{PI, TAU};

/// How gusts of a scene turn and swell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GustLaw {
    /// Units a second, at most; at least 0.
    pub most_speed: f32,
    /// Units a second by which one tick makes them faster or slower, at most.
    pub acceleration: f32,
    /// Radians a second, at most.
    pub turning: f32,
}

impl Default for GustLaw {
    fn default() -> Self {
        GustLaw { most_speed: 10.0, acceleration: 5.0, turning: 5_f32.to_radians() }
    }
}

/// The gust of the moment, part of [`State`](crate::State).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Gust {
    /// Radians about the upright axis, from +z to +x.
    pub heading: f32,
    /// Units a second.
    pub speed: f32,
}

impl Gust {
    /// True while there never was one.
    pub fn is_unused(&self) -> bool {
        *self == Gust::default()
    }

    /// One tick: the heading first, then the speed. A speed below 0 is one the other way.
    pub fn tick(&mut self, law: &GustLaw, random: &mut Random) {
        let mut either_way = || f32::from(random.draw()) / 16384.0 - 1.0;
        self.heading += either_way() * law.turning / TICKS_PER_SECOND as f32;
        self.speed += either_way() * law.acceleration;
        if self.speed < 0.0 {
            self.speed = -self.speed;
            self.heading += PI;
        }
        if !(-PI..=PI).contains(&self.heading) {
            self.heading = (self.heading + PI).rem_euclid(TAU) - PI;
        }
        self.speed = self.speed.min(law.most_speed);
    }

    /// Units a second; level.
    pub fn velocity(&self) -> Vec3 {
        let (sin, cos) = libm::sincosf(self.heading);
        Vec3::new(sin, 0.0, cos) * self.speed
    }

    pub(crate) fn is_sound(&self) -> bool {
        self.heading.is_finite() && self.speed.is_finite()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gusts_turn_and_swell_by_chance_up_to_their_most() {
        // From 1 the generator draws 41, 18467, 6334, 26500, 19169, 15724.
        let (mut gust, mut random, law) = (Gust::default(), Random(1), GustLaw::default());
        let step = 5_f32.to_radians() / 60.0;
        gust.tick(&law, &mut random);
        assert!((gust.heading - (41.0 / 16384.0 - 1.0) * step).abs() < 1e-7, "{gust:?}");
        assert!((gust.speed - 0.635_68).abs() < 1e-4, "{gust:?}");
        let mut strongest = (gust, random);
        gust.tick(&law, &mut random);
        assert!((gust.speed - 3.722_84).abs() < 1e-4, "{gust:?}");
        strongest.0.tick(&GustLaw { most_speed: 3.0, ..law }, &mut strongest.1);
        assert_eq!(strongest.0.speed, 3.0);
        // Five times 15724 / 16384 - 1 is less than nothing by 0.2014: from 0.1 it blows the other way.
        let mut weak = Gust { heading: 0.0, speed: 0.1 };
        weak.tick(&law, &mut random);
        assert!((weak.speed - 0.101_42).abs() < 1e-4 && weak.velocity().z < -0.1, "{weak:?}");
    }
}
