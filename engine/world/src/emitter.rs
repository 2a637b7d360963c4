//! Emitters: what sends out particles, and the particles that follow from it.
//!
//! A particle is a pure function of the emitter and the time: which ones live,
//! and where, is worked out from the number of its birth. Only where the emitter
//! was is remembered, and what it was where clips change it. Closed forms stand for the steps of the games' own loops,
//! so a picture between two ticks needs no state of its own.
//!
//! Sources: `docs/spec/zbd/anim-events.md`, "4.36 PUFFER_STATE"; `docs/spec/m2.md`,
//! "13. Particle"; `docs/spec/everquest/wld.md`, "0x34 ParticleCloudDef".

mod drift;
mod manner;
mod particle;
mod puff;
mod setting;

pub use drift::Drift;
pub(crate) use drift::Moment;
pub use manner::{Aim, Breeze, ParticleManner, Twinkle};
pub use particle::{Emitter, Particle};
pub use puff::Puff;
pub(crate) use setting::Sending;
pub use setting::{EmitterHistory, EmitterSetting, EmitterTrack};

use crate::{MaterialId, Ramp};
use binary::{Finding, Severity, codes};
use glam::{Affine3A, Vec3};
use serde::{Deserialize, Serialize};

/// Particles of one emitter that live at once, at most; of more the latest.
pub const MOST_PARTICLES: u64 = 4096;
/// Births a second, at most.
pub const MOST_RATE: f32 = 100_000.0;
/// Seconds a particle lives, at most.
pub const LONGEST_LIFE: f32 = 120.0;
/// Pictures of one emitter, at most.
pub const MOST_PICTURES: usize = 64;
/// Points of a path that particles are born on, at most.
const MOST_POINTS: usize = 1024;
/// What is larger than this is an error of a file.
const MOST_UNITS: f32 = 1e9;

codes! {
    UNSOUND = "world.emitter.unsound":
        "a number of an emitter is NaN, infinite or beyond what can be drawn; it is held within bounds"
        => "give the emitter a sound number";
}

/// When particles are born.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rate {
    /// Births a second, by seconds since the start; begins anew after `period`
    /// seconds, if there are any.
    PerSecond {
        /// Births a second.
        births: Ramp<f32>,
        /// Seconds.
        period: Option<f32>,
    },
    /// A birth each time the node has come this many units; longer steps of one
    /// tick than `longest` are jumps, which nothing is born on.
    PerDistance {
        /// Units.
        interval: f32,
        /// Units.
        longest: f32,
    },
}

/// Where particles are born, around the emitter's own place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Birth {
    /// In one point.
    #[default]
    Point,
    /// Anywhere in a box.
    Box {
        /// Units from the middle to each side.
        half: Vec3,
    },
    /// In the direction in which they fly, between two distances.
    Sphere {
        /// Units.
        inner: f32,
        /// Units.
        outer: f32,
    },
    /// Anywhere on the straight lines from point to point, of which there is at least one.
    Path(Box<[Vec3]>),
}

/// What slows particles down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Drag {
    /// Nothing.
    #[default]
    None,
    /// Air: speed against the wind falls by `per_second` of itself.
    Friction {
        /// Of the speed, a second.
        per_second: f32,
        /// Units a second, world axes.
        wind: Vec3,
    },
    /// All that moves them, gravity too, counts for `exp(-per_second * age)`.
    Damping {
        /// A second.
        per_second: f32,
    },
}

/// Which way a particle's picture lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Facing {
    /// Towards the camera.
    #[default]
    Camera,
    /// Flat on the ground.
    Level,
    /// Along the way it came in the last `seconds`, as a spark.
    Streak {
        /// Seconds.
        seconds: f32,
    },
    /// Both a streak, as a tail, and towards the camera, as a head.
    HeadAndTail {
        /// Seconds of the streak.
        seconds: f32,
    },
}

/// A picture cut into tiles, shown one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tiles {
    /// Across.
    pub columns: u16,
    /// Down.
    pub rows: u16,
    /// First and last tile up to the middle of life, each shown as long.
    pub rising: [u16; 2],
    /// First and last tile after the middle of life.
    pub falling: [u16; 2],
    /// Part of life at which the middle is.
    pub middle: f32,
    /// How often the tiles are gone through up to the middle of life, and after it; at least 1.
    #[serde(default = "once")]
    pub repeats: [u16; 2],
    /// Each particle shows one of all tiles instead, drawn at its birth.
    #[serde(default)]
    pub random: bool,
}

fn once() -> [u16; 2] {
    [1; 2]
}

impl Default for Tiles {
    fn default() -> Self {
        let repeats = once();
        Tiles { columns: 1, rows: 1, rising: [0; 2], falling: [0; 2], middle: 1.0, repeats, random: false }
    }
}

impl Tiles {
    /// How many there are.
    fn count(&self) -> u32 {
        u32::from(self.columns.max(1)) * u32::from(self.rows.max(1))
    }

    /// The tile shown at a part of life.
    pub fn at(&self, share: f32) -> u16 {
        let ([first, last], part, repeats) = if share < self.middle {
            (self.rising, share / self.middle, self.repeats[0])
        } else {
            (self.falling, (share - self.middle) / (1.0 - self.middle).max(1e-6), self.repeats[1])
        };
        let count = u32::from(last.abs_diff(first)) + 1;
        let steps = count * u32::from(repeats.max(1));
        let step = ((part * steps as f32) as u32).min(steps - 1) % count;
        let first = u32::from(first);
        let shown = if last >= first as u16 { first + step } else { first - step };
        shown.min(self.count() - 1) as u16
    }

    fn bounded(self, held: &mut Bounds) -> Self {
        Tiles {
            columns: self.columns.clamp(1, 256),
            rows: self.rows.clamp(1, 255),
            middle: held.hold(self.middle, 1e-6, 1.0),
            ..self
        }
    }
}

/// What particles are painted with, if it is not one material.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pictures {
    /// Each particle with one of these, drawn at its birth.
    Random(Vec<MaterialId>),
    /// Each particle with all of these: parts of life, 0..=1 and ascending, and what is shown from there
    /// on; before the first part the first.
    Sequence(Vec<(f32, MaterialId)>),
}

impl Pictures {
    /// Every material that is shown, some perhaps more than once.
    pub fn materials(&self) -> impl Iterator<Item = MaterialId> + '_ {
        let (random, sequence): (&[MaterialId], &[(f32, MaterialId)]) = match self {
            Pictures::Random(all) => (all, &[]),
            Pictures::Sequence(all) => (&[], all),
        };
        random.iter().copied().chain(sequence.iter().map(|(_, material)| *material))
    }

    fn is_sound(&self) -> bool {
        match self {
            Pictures::Random(all) => (1..=MOST_PICTURES).contains(&all.len()),
            Pictures::Sequence(all) => {
                (1..=MOST_PICTURES).contains(&all.len())
                    && all.iter().all(|(share, _)| share.is_finite())
                    && all.is_sorted_by(|a, b| a.0 <= b.0)
            }
        }
    }
}

/// How particles are born, fly and look. Made sound by [`EmitterLaw::bounded`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EmitterLaw {
    /// Name in the game's files.
    pub name: String,
    /// What particles are painted with; its blend decides how they mix.
    pub material: MaterialId,
    /// When they are born.
    pub rate: Rate,
    /// Particles at each birth.
    pub batch: u16,
    /// Seconds of life, from and to.
    pub life: [f32; 2],
    /// Seconds of life that have gone at birth, from and to.
    pub start_age: [f32; 2],
    /// The emitter's place below its node: +y is where the cone points.
    pub local: Affine3A,
    /// Where they are born around it.
    pub birth: Birth,
    /// Units a second along a direction in the cone, by seconds since the start.
    pub speed: Ramp<f32>,
    /// Part of the speed by which it may differ, more or less.
    pub speed_variation: f32,
    /// Radians from +y at most.
    pub vertical_range: f32,
    /// Radians about +y at most, either way.
    pub horizontal_range: f32,
    /// Units a second, axes of the node.
    pub velocity: Vec3,
    /// Units a second, world axes: from and to, each axis by itself.
    pub world_velocity: [Vec3; 2],
    /// Units a second squared, world axes.
    pub acceleration: Vec3,
    /// What slows them down.
    pub drag: Drag,
    /// Units from the middle to a side, from and to.
    pub size: [f32; 2],
    /// Factor on the size by part of life.
    pub sizes: Ramp<f32>,
    /// Colour and opacity by part of life, 0..=1.
    pub colors: Ramp<[f32; 4]>,
    /// Radians a second, either way.
    pub spin: f32,
    /// Which way they lie.
    pub facing: Facing,
    /// Parts of the picture.
    pub tiles: Tiles,
    /// View depths, units, between which they fade: nothing of them at the first,
    /// all at the second; in either order.
    pub fade: Option<[f32; 2]>,
    /// View depths near the eye between which they fade, as in `fade`.
    #[serde(default)]
    pub near_fade: Option<[f32; 2]>,
    /// What they are painted with in place of `material`.
    #[serde(default)]
    pub pictures: Option<Pictures>,
    /// Those of a higher one are drawn later, and each makes them larger by a fiftieth.
    #[serde(default)]
    pub priority: f32,
    /// They stay with the node instead of where they were born.
    pub follows: bool,
    /// What they do besides.
    #[serde(default)]
    pub manner: ParticleManner,
    /// Present when clips change its numbers: what these are while no clip says otherwise. They stand
    /// for births a second, speed, ranges, gravity and area of the law, whose life then says from what to
    /// what lives may be.
    #[serde(default)]
    pub driven: Option<EmitterSetting>,
}

impl Default for EmitterLaw {
    /// One white particle a second that lives for one, one unit large, and stays
    /// where it is born.
    fn default() -> Self {
        EmitterLaw {
            name: String::new(),
            material: MaterialId(0),
            rate: Rate::PerSecond { births: Ramp::constant(1.0), period: None },
            batch: 1,
            life: [1.0; 2],
            start_age: [0.0; 2],
            local: Affine3A::IDENTITY,
            birth: Birth::Point,
            speed: Ramp::constant(0.0),
            speed_variation: 0.0,
            vertical_range: 0.0,
            horizontal_range: std::f32::consts::PI,
            velocity: Vec3::ZERO,
            world_velocity: [Vec3::ZERO; 2],
            acceleration: Vec3::ZERO,
            drag: Drag::None,
            size: [1.0; 2],
            sizes: Ramp::constant(1.0),
            colors: Ramp::constant([1.0; 4]),
            spin: 0.0,
            facing: Facing::Camera,
            tiles: Tiles::default(),
            fade: None,
            near_fade: None,
            pictures: None,
            priority: 0.0,
            follows: false,
            manner: ParticleManner::default(),
            driven: None,
        }
    }
}

/// Holds numbers within bounds and notices those that were not.
#[derive(Default)]
struct Bounds(bool);

impl Bounds {
    fn hold(&mut self, number: f32, least: f32, most: f32) -> f32 {
        let held = if number.is_nan() { 0.0_f32.clamp(least, most) } else { number.clamp(least, most) };
        self.0 |= held != number;
        held
    }

    fn hold_all<const N: usize>(&mut self, numbers: [f32; N], least: f32, most: f32) -> [f32; N] {
        numbers.map(|number| self.hold(number, least, most))
    }

    fn vector(&mut self, vector: Vec3) -> Vec3 {
        self.hold_all(vector.to_array(), -MOST_UNITS, MOST_UNITS).into()
    }

    fn ramp(&mut self, ramp: &Ramp<f32>, least: f32, most: f32) -> Ramp<f32> {
        let held: Vec<_> =
            ramp.stops().iter().map(|(at, value)| (*at, self.hold(*value, least, most))).collect();
        Ramp::new(held).unwrap_or_else(|| Ramp::constant(0.0))
    }
}

impl EmitterLaw {
    /// The law with every number within bounds, and a finding when one was not:
    /// NaN, infinite, a life without end, a million births a second.
    pub fn bounded(self) -> (Self, Option<Finding>) {
        let mut held = Bounds(false);
        let rate = match &self.rate {
            Rate::PerSecond { births, period } => Rate::PerSecond {
                births: held.ramp(births, 0.0, MOST_RATE),
                period: period.map(|period| held.hold(period, 1.0 / 60.0, 1e6)),
            },
            Rate::PerDistance { interval, longest } => Rate::PerDistance {
                interval: held.hold(*interval, 1e-3, MOST_UNITS),
                longest: held.hold(*longest, 0.0, MOST_UNITS),
            },
        };
        let local = if self.local.is_finite() { self.local } else { Affine3A::IDENTITY };
        held.0 |= local != self.local;
        let birth = match self.birth {
            Birth::Point => Birth::Point,
            Birth::Box { half } => Birth::Box { half: held.vector(half) },
            Birth::Sphere { inner, outer } => Birth::Sphere {
                inner: held.hold(inner, 0.0, MOST_UNITS),
                outer: held.hold(outer, 0.0, MOST_UNITS),
            },
            Birth::Path(points) if points.is_empty() => Birth::Point,
            Birth::Path(points) => {
                Birth::Path(points.into_iter().take(MOST_POINTS).map(|point| held.vector(point)).collect())
            }
        };
        let drag = match self.drag {
            Drag::None => Drag::None,
            Drag::Friction { per_second, wind } => {
                Drag::Friction { per_second: held.hold(per_second, 0.0, 1e3), wind: held.vector(wind) }
            }
            // Below zero it drives them on; for a life, within what is finite.
            Drag::Damping { per_second } => Drag::Damping { per_second: held.hold(per_second, -2.0, 1e3) },
        };
        let facing = match self.facing {
            Facing::Streak { seconds } => Facing::Streak { seconds: held.hold(seconds, 0.0, LONGEST_LIFE) },
            Facing::HeadAndTail { seconds } => {
                Facing::HeadAndTail { seconds: held.hold(seconds, 0.0, LONGEST_LIFE) }
            }
            other => other,
        };
        let has_pictures = self.pictures.is_some();
        let pictures = self.pictures.filter(Pictures::is_sound);
        held.0 |= has_pictures && pictures.is_none();
        let law = EmitterLaw {
            rate,
            batch: self.batch.max(1),
            life: held.hold_all(self.life, 0.0, LONGEST_LIFE),
            start_age: held.hold_all(self.start_age, -LONGEST_LIFE, LONGEST_LIFE),
            local,
            birth,
            speed: held.ramp(&self.speed, -MOST_UNITS, MOST_UNITS),
            speed_variation: held.hold(self.speed_variation, -1e3, 1e3),
            vertical_range: held.hold(self.vertical_range, -10.0, 10.0),
            horizontal_range: held.hold(self.horizontal_range, -10.0, 10.0),
            velocity: held.vector(self.velocity),
            world_velocity: self.world_velocity.map(|velocity| held.vector(velocity)),
            acceleration: held.vector(self.acceleration),
            drag,
            size: held.hold_all(self.size, 0.0, MOST_UNITS),
            sizes: held.ramp(&self.sizes, 0.0, MOST_UNITS),
            spin: held.hold(self.spin, -1e3, 1e3),
            facing,
            fade: self.fade.map(|fade| held.hold_all(fade, 0.0, MOST_UNITS)),
            near_fade: self.near_fade.map(|fade| held.hold_all(fade, 0.0, MOST_UNITS)),
            pictures,
            priority: held.hold(self.priority, -100.0, 100.0),
            tiles: self.tiles.bounded(&mut held),
            manner: self.manner.bounded(&mut held),
            driven: self.driven.map(|setting| setting.bounded(&mut held)),
            ..self
        };
        let finding = held.0.then(|| {
            let path = format!("emitter \"{}\"", law.name);
            Finding::new(&UNSOUND, Severity::Warning, "", "numbers within bounds", "others").inside(path)
        });
        (law, finding)
    }

    /// Seconds that any of its particles lives at most.
    pub fn longest_life(&self) -> f32 {
        let [a, b] = self.life;
        let oldest_start = self.start_age[0].min(self.start_age[1]).min(0.0);
        (a.max(b) - oldest_start).clamp(0.0, LONGEST_LIFE)
    }

    /// Units of one tick from which a step of the node is a jump.
    pub fn longest_step(&self) -> f32 {
        match self.rate {
            Rate::PerDistance { longest, .. } => longest,
            Rate::PerSecond { .. } => f32::INFINITY,
        }
    }

    /// Births up to so many seconds since the start.
    fn births(&self, seconds: f64) -> f64 {
        match &self.rate {
            Rate::PerSecond { births, period: None } => births.area(seconds),
            Rate::PerSecond { births, period: Some(period) } => {
                let period = f64::from(*period);
                let turns = (seconds / period).floor();
                turns * births.area(period) + births.area(seconds - turns * period)
            }
            Rate::PerDistance { .. } => 0.0,
        }
    }

    /// Seconds since the start at which so many births have been.
    fn born_at(&self, number: f64) -> f64 {
        match &self.rate {
            Rate::PerSecond { births, period: None } => births.reaches(number),
            Rate::PerSecond { births, period: Some(period) } => {
                let each = births.area(f64::from(*period));
                // The last birth of a turn belongs to it.
                let turns = ((number / each).ceil() - 1.0).max(0.0);
                turns * f64::from(*period) + births.reaches(number - turns * each)
            }
            Rate::PerDistance { .. } => f64::INFINITY,
        }
    }
}

#[cfg(test)]
mod tests;
