//! Emitters: what sends out particles, and the particles that follow from it.
//!
//! A particle is a pure function of the emitter and the time: which ones live,
//! and where, is worked out from the number of its birth. Only where the emitter
//! was is remembered. Closed forms stand for the steps of the games' own loops,
//! so a picture between two ticks needs no state of its own.
//!
//! Sources: `docs/spec/zbd/anim-events.md`, "4.36 PUFFER_STATE"; `docs/spec/m2.md`,
//! "13. Particle"; `docs/spec/everquest/wld.md`, "0x34 ParticleCloudDef".

use crate::{EmitterLawId, MaterialId, NodeId, Ramp, TICKS_PER_SECOND, Trail};
use binary::{Finding, Severity, codes};
use glam::{Affine3A, Vec3, Vec3A};
use serde::{Deserialize, Serialize};

/// Particles of one emitter that live at once, at most; of more the latest.
pub const MOST_PARTICLES: u64 = 4096;
/// Births a second, at most.
pub const MOST_RATE: f32 = 100_000.0;
/// Seconds a particle lives, at most.
pub const LONGEST_LIFE: f32 = 120.0;
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
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
}

impl Default for Tiles {
    fn default() -> Self {
        Tiles { columns: 1, rows: 1, rising: [0; 2], falling: [0; 2], middle: 1.0 }
    }
}

impl Tiles {
    /// The tile shown at a part of life.
    pub fn at(&self, share: f32) -> u16 {
        let ([first, last], part) = if share < self.middle {
            (self.rising, share / self.middle)
        } else {
            (self.falling, (share - self.middle) / (1.0 - self.middle).max(1e-6))
        };
        let count = last.saturating_sub(first) + 1;
        let shown = first + ((part * f32::from(count)) as u16).min(count - 1);
        shown.min((self.columns.max(1) * self.rows.max(1)).saturating_sub(1))
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
    /// They stay with the node instead of where they were born.
    pub follows: bool,
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
            follows: false,
        }
    }
}

/// Holds numbers within bounds and notices those that were not.
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
            other => other,
        };
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
            tiles: Tiles {
                columns: self.tiles.columns.clamp(1, 256),
                rows: self.tiles.rows.clamp(1, 256),
                middle: held.hold(self.tiles.middle, 1e-6, 1.0),
                ..self.tiles
            },
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

/// An emitter at work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Emitter {
    /// Never used twice in a run.
    pub id: u32,
    /// What it sends out.
    pub law: EmitterLawId,
    /// Where it is.
    pub node: NodeId,
    /// Which of all possible runs of particles it shows.
    pub seed: u32,
    /// Tick of the start.
    pub since: u64,
    /// Tick from which nothing more is born.
    pub until: Option<u64>,
    /// Where its node was.
    pub trail: Trail,
}

/// A particle as it is at some time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Particle {
    /// World space.
    pub position: Vec3,
    /// Where it was as long ago as a streak is; otherwise its position.
    pub tail: Vec3,
    /// Units from the middle to a side.
    pub size: f32,
    /// Colour and opacity, 0..=1.
    pub color: [f32; 4],
    /// Radians.
    pub turn: f32,
    /// Number of its tile.
    pub tile: u16,
}

/// Random numbers of one particle.
struct Draws(u64);

impl Draws {
    fn new(seed: u32, number: u64) -> Self {
        Draws((u64::from(seed) << 32 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// 0 to below 1.
    ///
    /// Source: the finaliser of SplitMix64, whose constants these are.
    fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) >> 40) as f32 / (1u32 << 24) as f32
    }

    /// -1 to below 1.
    fn either_way(&mut self) -> f32 {
        self.unit() * 2.0 - 1.0
    }

    fn between(&mut self, [from, to]: [f32; 2]) -> f32 {
        // What does not vary draws nothing, which is cheaper.
        if from == to { from } else { from + (to - from) * self.unit() }
    }
}

impl Emitter {
    /// Every living particle at a time in ticks, oldest first. The law is sound.
    pub fn particles(&self, law: &EmitterLaw, tick: f64, mut each: impl FnMut(Particle)) {
        let seconds = |ticks: f64| ticks / f64::from(TICKS_PER_SECOND);
        let now = seconds(tick - self.since as f64);
        let end = self.until.map_or(now, |until| now.min(seconds(until as f64 - self.since as f64)));
        let first = (now - f64::from(law.longest_life())).max(0.0);
        let Some(place) = self.trail.at(tick) else { return };
        if end <= 0.0 {
            return;
        }
        let (from, to) = self.alive(law, first, end);
        let batch = u64::from(law.batch.max(1));
        for birth in from..to {
            let Some((birth_place, born)) = self.birth(law, birth, place) else { continue };
            let age = (now - born) as f32;
            for member in 0..batch.min(MOST_PARTICLES) {
                let draws = Draws::new(self.seed, birth * batch + member);
                if let Some(particle) = law.particle(draws, &birth_place, born as f32, age) {
                    each(particle);
                }
            }
        }
    }

    /// Numbers of births of which some may live.
    fn alive(&self, law: &EmitterLaw, first: f64, end: f64) -> (u64, u64) {
        let (from, to) = match law.rate {
            Rate::PerSecond { .. } => (law.births(first), law.births(end)),
            Rate::PerDistance { interval, .. } => {
                let tick = |seconds: f64| self.since as f64 + seconds * f64::from(TICKS_PER_SECOND);
                let births = |seconds: f64| self.trail.travelled(tick(seconds)) / f64::from(interval);
                (births(first), births(end))
            }
        };
        let most = (MOST_PARTICLES / u64::from(law.batch.max(1))).max(1);
        let to = to as u64;
        ((from as u64).max(to.saturating_sub(most)), to)
    }

    /// Where the emitter was at a birth, or is now if particles follow it, and
    /// seconds since the start.
    fn birth(&self, law: &EmitterLaw, number: u64, now: Affine3A) -> Option<(Affine3A, f64)> {
        let ticks = f64::from(TICKS_PER_SECOND);
        let (place, born) = match law.rate {
            Rate::PerSecond { .. } => {
                let born = law.born_at((number + 1) as f64);
                let place = if law.follows { now } else { self.trail.at(self.since as f64 + born * ticks)? };
                (place, born)
            }
            Rate::PerDistance { interval, .. } => {
                let (place, tick) = self.trail.at_distance((number + 1) as f64 * f64::from(interval))?;
                (if law.follows { now } else { place }, (tick - self.since as f64) / ticks)
            }
        };
        born.is_finite().then(|| (place * law.local, born))
    }
}

impl EmitterLaw {
    /// One particle, `age` seconds after its birth.
    fn particle(&self, mut draws: Draws, place: &Affine3A, born: f32, age: f32) -> Option<Particle> {
        let life = draws.between(self.life);
        let age = age + draws.between(self.start_age);
        if age < 0.0 || age >= life {
            return None;
        }
        let direction = self.direction(&mut draws);
        let start = match self.birth {
            Birth::Point => Vec3A::ZERO,
            Birth::Box { half } => {
                Vec3A::from(half) * Vec3A::new(draws.either_way(), draws.either_way(), draws.either_way())
            }
            Birth::Sphere { inner, outer } => direction * draws.between([inner, outer]),
        };
        let speed = self.speed.at(born) * (1.0 + self.speed_variation * draws.either_way());
        let [least, most] = self.world_velocity;
        let world = Vec3A::from_array(std::array::from_fn(|axis| draws.between([least[axis], most[axis]])));
        let own = direction * speed + Vec3A::from(self.velocity);
        let velocity = place.matrix3 * own + world;
        let start = place.transform_point3a(start);
        let size = draws.between(self.size);
        let turn = if self.spin == 0.0 { 0.0 } else { self.spin * draws.either_way() * age };
        let at = |age: f32| Vec3::from(start + self.way(velocity, age));
        let position = at(age);
        let tail = match self.facing {
            Facing::Streak { seconds } => at((age - seconds).max(0.0)),
            _ => position,
        };
        let share = age / life;
        position.is_finite().then(|| Particle {
            position,
            tail,
            size: size * self.sizes.at(share),
            color: self.colors.at(share),
            turn,
            tile: self.tiles.at(share),
        })
    }

    /// A unit vector around +y.
    fn direction(&self, draws: &mut Draws) -> Vec3A {
        if self.vertical_range == 0.0 {
            return Vec3A::Y;
        }
        let (sin, cos) = libm::sincosf(self.vertical_range * draws.either_way());
        let (across, along) = libm::sincosf(self.horizontal_range * draws.either_way());
        Vec3A::new(sin * along, cos, sin * across)
    }

    /// Units from the start after some time.
    fn way(&self, velocity: Vec3A, age: f32) -> Vec3A {
        let pull = Vec3A::from(self.acceleration);
        match self.drag {
            Drag::Friction { per_second, wind } if per_second > 1e-4 => {
                // What air and gravity together lead to.
                let end = Vec3A::from(wind) + pull / per_second;
                end * age + (velocity - end) * ((1.0 - libm::expf(-per_second * age)) / per_second)
            }
            Drag::Damping { per_second } if per_second.abs() > 1e-4 => {
                let left = libm::expf(-per_second * age);
                let of_speed = (1.0 - left) / per_second;
                let of_pull = (1.0 - left * (1.0 + per_second * age)) / (per_second * per_second);
                velocity * of_speed + pull * of_pull
            }
            _ => (velocity + pull * (0.5 * age)) * age,
        }
    }
}

#[cfg(test)]
mod tests;
