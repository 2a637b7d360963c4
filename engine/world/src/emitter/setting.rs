//! Emitters whose numbers clips change: what they are at a moment, and what they were when particles
//! were born. Source: `docs/spec/m2.md`, "13. Particle".

use super::{Bounds, EmitterLaw, LONGEST_LIFE, MOST_RATE, MOST_UNITS};
use crate::{Curve, History, Moment, TICKS_PER_SECOND};
use serde::{Deserialize, Serialize};

/// What clips change of an emitter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EmitterSetting {
    /// Births a second.
    pub rate: f32,
    /// Units a second along a direction in the cone.
    pub speed: f32,
    /// Part of the speed by which it may differ, more or less.
    pub speed_variation: f32,
    /// Radians from the middle of the cone at most.
    pub vertical_range: f32,
    /// Radians about it at most, either way.
    pub horizontal_range: f32,
    /// Units a second squared, downwards in the world.
    pub gravity: f32,
    /// Seconds of life.
    pub life: f32,
    /// Of a box the lengths along x and z, units; of a sphere the outer and the inner radius.
    pub area: [f32; 2],
    /// Of what flies away from a point: units from the emitter up to it.
    pub height: f32,
}

/// Numbers of an [`EmitterSetting`], one after the other.
const NUMBERS: usize = 10;

impl EmitterSetting {
    pub(crate) fn numbers(&self) -> [f32; NUMBERS] {
        let EmitterSetting {
            rate,
            speed,
            speed_variation,
            vertical_range,
            horizontal_range,
            gravity,
            life,
            area: [length, width],
            height,
        } = *self;
        [rate, speed, speed_variation, vertical_range, horizontal_range, gravity, life, length, width, height]
    }

    fn of(numbers: [f32; NUMBERS]) -> Self {
        let [
            rate,
            speed,
            speed_variation,
            vertical_range,
            horizontal_range,
            gravity,
            life,
            length,
            width,
            height,
        ] = numbers;
        let area = [length, width];
        EmitterSetting {
            rate,
            speed,
            speed_variation,
            vertical_range,
            horizontal_range,
            gravity,
            life,
            area,
            height,
        }
    }

    /// Part of the way to another.
    #[must_use]
    pub fn towards(&self, other: &Self, share: f32) -> Self {
        let (own, other) = (self.numbers(), other.numbers());
        EmitterSetting::of(std::array::from_fn(|at| own[at] + (other[at] - own[at]) * share))
    }

    pub(super) fn bounded(&self, held: &mut Bounds) -> Self {
        let least_most = |at: usize| match at {
            0 => (0.0, MOST_RATE),
            2 => (-1e3, 1e3),
            3 | 4 => (-10.0, 10.0),
            6 => (0.0, LONGEST_LIFE),
            _ => (-MOST_UNITS, MOST_UNITS),
        };
        let numbers = self.numbers();
        EmitterSetting::of(std::array::from_fn(|at| {
            let (least, most) = least_most(at);
            held.hold(numbers[at], least, most)
        }))
    }

    /// The same with numbers that a law can have; no life is longer than the law's longest.
    #[must_use]
    pub(crate) fn within(&self, law: &EmitterLaw) -> Self {
        let held = self.bounded(&mut Bounds::default());
        EmitterSetting { life: held.life.min(law.longest_life()), ..held }
    }
}

/// How a clip changes an emitter; what no curve says is as its law has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EmitterTrack {
    /// Name of the emitter's law.
    pub emitter: Box<str>,
    /// See [`EmitterSetting::rate`].
    pub rate: Curve<f32>,
    /// Nothing is born while this is 0.
    pub enabled: Curve<f32>,
    /// See [`EmitterSetting::speed`].
    pub speed: Curve<f32>,
    /// See [`EmitterSetting::speed_variation`].
    pub speed_variation: Curve<f32>,
    /// See [`EmitterSetting::vertical_range`].
    pub vertical_range: Curve<f32>,
    /// See [`EmitterSetting::horizontal_range`].
    pub horizontal_range: Curve<f32>,
    /// See [`EmitterSetting::gravity`].
    pub gravity: Curve<f32>,
    /// See [`EmitterSetting::life`].
    pub life: Curve<f32>,
    /// See [`EmitterSetting::area`].
    pub area: [Curve<f32>; 2],
    /// See [`EmitterSetting::height`].
    pub height: Curve<f32>,
}

impl EmitterTrack {
    /// The emitter at a moment, for one that is at `rest` without any clip.
    pub fn at(&self, moment: &Moment, rest: &EmitterSetting) -> EmitterSetting {
        let of = |curve: &Curve<f32>, rest: f32| curve.at(moment).unwrap_or(rest);
        let is_on = of(&self.enabled, 1.0) > 0.0;
        EmitterSetting {
            rate: if is_on { of(&self.rate, rest.rate) } else { 0.0 },
            speed: of(&self.speed, rest.speed),
            speed_variation: of(&self.speed_variation, rest.speed_variation),
            vertical_range: of(&self.vertical_range, rest.vertical_range),
            horizontal_range: of(&self.horizontal_range, rest.horizontal_range),
            gravity: of(&self.gravity, rest.gravity),
            life: of(&self.life, rest.life),
            area: [of(&self.area[0], rest.area[0]), of(&self.area[1], rest.area[1])],
            height: of(&self.height, rest.height),
        }
    }
}

/// What an emitter was from a tick on, and what it had sent out by then.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sending {
    pub born: f64,
    pub setting: EmitterSetting,
}

/// What an emitter was, by tick, for as long as something lives that it sent out then.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EmitterHistory(pub(crate) History<Sending>);

impl EmitterHistory {
    /// Notes what the emitter is at a tick later than the last one; forgets what was before `oldest`.
    pub fn note(&mut self, tick: u64, setting: EmitterSetting, oldest: u64) {
        match self.0.last() {
            Some((_, last)) if last.setting == setting => self.0.forget(oldest),
            _ => {
                let born = self.births(tick as f64);
                self.0.push(tick, Sending { born, setting }, oldest);
            }
        }
    }

    /// Births up to a time in ticks.
    pub(super) fn births(&self, tick: f64) -> f64 {
        let entries = self.0.last_of_time(tick);
        entries.map_or(0.0, |(since, own)| {
            let ticks = (tick - *since as f64).max(0.0);
            own.born + f64::from(own.setting.rate) * ticks / f64::from(TICKS_PER_SECOND)
        })
    }

    /// The time in ticks by which so many births have been, and what the emitter was then; none before
    /// what is remembered.
    pub(super) fn born_at(&self, number: f64) -> Option<(f64, &EmitterSetting)> {
        let (since, own) = self.0.last_of(|own| own.born < number)?;
        let ticks = (number - own.born) * f64::from(TICKS_PER_SECOND) / f64::from(own.setting.rate);
        ticks.is_finite().then_some((*since as f64 + ticks, &own.setting))
    }

    pub(crate) fn is_sound(&self) -> bool {
        self.0.entries().all(|(_, own)| {
            own.born.is_finite() && own.setting.numbers().iter().all(|number| number.is_finite())
        })
    }
}
