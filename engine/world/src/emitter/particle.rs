//! Particles: which ones of an emitter live, and where they are.

use super::{
    Aim, Birth, Drag, EmitterHistory, EmitterLaw, EmitterSetting, Facing, LONGEST_LIFE, MOST_PARTICLES,
    Pictures, Puff, Rate, Tiles, Twinkle,
};
use crate::{EmitterLawId, MaterialId, NodeId, TICKS_PER_SECOND, Trail};
use glam::{Affine3A, Mat3A, Vec3, Vec3A};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// How much larger a particle is for each step of its priority.
///
/// Source: `docs/spec/zbd/anim-events.md`, "4.36 PUFFER_STATE".
const SIZE_OF_PRIORITY: f32 = 0.02;

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
    /// What it has of its own beside its law and node; nothing for most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puff: Option<Box<Puff>>,
    /// What it was when particles were born, if clips change that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<Box<EmitterHistory>>,
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
    /// Number of the tile that its tail shows, where heads and tails are shown.
    pub tail_tile: u16,
    /// What it is painted with.
    pub material: MaterialId,
}

/// Random numbers of one particle.
#[derive(Clone)]
struct Draws(u64);

/// Where the emitter was at a birth, is now, and what it was at that birth if clips change it.
struct BirthPlace<'a> {
    then: Affine3A,
    now: Affine3A,
    /// Seconds since the start.
    born: f64,
    setting: Option<&'a EmitterSetting>,
}

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
        let drift = self.puff.as_ref().and_then(|puff| puff.drift.as_ref());
        for birth in from..to {
            let Some(from) = self.birth(law, birth, place) else { continue };
            let age = (now - from.born) as f32;
            let born_at = self.since as f64 + from.born * f64::from(TICKS_PER_SECOND);
            let carried = drift.map_or(Vec3::ZERO, |drift| drift.between(law, born_at, tick));
            for member in 0..batch.min(MOST_PARTICLES) {
                let draws = Draws::new(self.seed, birth * batch + member);
                if let Some(particle) = law.particle(draws, &from, age) {
                    let (position, tail) = (particle.position + carried, particle.tail + carried);
                    each(Particle { position, tail, ..particle });
                }
            }
        }
    }

    /// Births up to so many seconds since the start, with what was due already.
    pub(super) fn births(&self, law: &EmitterLaw, seconds: f64) -> f64 {
        let tick = self.since as f64 + seconds * f64::from(TICKS_PER_SECOND);
        let own = match law.rate {
            Rate::PerSecond { .. } => match self.history_of(law) {
                Some(history) => history.births(tick),
                None => law.births(seconds),
            },
            Rate::PerDistance { interval, .. } => self.trail.travelled(tick) / f64::from(interval),
        };
        own + self.phase()
    }

    /// Numbers of births of which some may live.
    fn alive(&self, law: &EmitterLaw, first: f64, end: f64) -> (u64, u64) {
        let most = (MOST_PARTICLES / u64::from(law.batch.max(1))).max(1);
        let to = (self.births(law, end) as u64).min(self.most_births());
        ((self.births(law, first) as u64).max(to.saturating_sub(most)), to)
    }

    /// What it was, if clips change it.
    fn history_of(&self, law: &EmitterLaw) -> Option<&EmitterHistory> {
        self.history.as_deref().filter(|_| law.driven.is_some())
    }

    /// Where the emitter was at a birth, or is now if particles follow it, and what it was then.
    fn birth(&self, law: &EmitterLaw, number: u64, now: Affine3A) -> Option<BirthPlace<'_>> {
        let ticks = f64::from(TICKS_PER_SECOND);
        let due = (number + 1) as f64 - self.phase();
        let since = self.since as f64;
        let mut setting = None;
        let (place, born) = match (&law.rate, self.history_of(law)) {
            (Rate::PerSecond { .. }, Some(history)) => {
                let (tick, own) = history.born_at(due)?;
                setting = Some(own);
                (self.trail.at(tick)?, (tick - since) / ticks)
            }
            (Rate::PerSecond { .. }, None) => {
                let born = law.born_at(due);
                (self.trail.at(since + born * ticks)?, born)
            }
            (Rate::PerDistance { interval, .. }, _) => {
                let (place, tick) = self.trail.at_distance(due * f64::from(*interval))?;
                (place, (tick - since) / ticks)
            }
        };
        let then = if law.follows { now } else { place } * law.local;
        born.is_finite().then(|| BirthPlace { then, now: now * law.local, born, setting })
    }
}

/// The numbers that a particle is born with.
struct Terms<'a> {
    life: [f32; 2],
    speed: f32,
    variation: f32,
    vertical: f32,
    horizontal: f32,
    acceleration: Vec3,
    birth: Cow<'a, Birth>,
    aim: Aim,
}

impl EmitterLaw {
    /// The numbers for a particle that is born so many seconds after the start.
    fn terms(&self, born: f32, setting: Option<&EmitterSetting>) -> Terms<'_> {
        let Some(own) = setting else {
            return Terms {
                life: self.life,
                speed: self.speed.at(born),
                variation: self.speed_variation,
                vertical: self.vertical_range,
                horizontal: self.horizontal_range,
                acceleration: self.acceleration,
                birth: Cow::Borrowed(&self.birth),
                aim: self.manner.aim,
            };
        };
        let [length, width] = own.area;
        let birth = match &self.birth {
            Birth::Box { half } => {
                Cow::Owned(Birth::Box { half: Vec3::new(length * 0.5, half.y, width * 0.5) })
            }
            Birth::Sphere { .. } => Cow::Owned(Birth::Sphere { inner: width, outer: length }),
            other => Cow::Borrowed(other),
        };
        let aim = match self.manner.aim {
            Aim::Away { .. } => Aim::Away { height: own.height },
            other => other,
        };
        Terms {
            life: [own.life; 2],
            speed: own.speed,
            variation: own.speed_variation,
            vertical: own.vertical_range,
            horizontal: own.horizontal_range,
            acceleration: Vec3::NEG_Y * own.gravity,
            birth,
            aim,
        }
    }

    /// One particle, `flown` seconds after its birth. What age it starts with counts for how it looks and
    /// when it dies, not for its way; a negative one makes it live longer.
    fn particle(&self, mut draws: Draws, from: &BirthPlace<'_>, flown: f32) -> Option<Particle> {
        let terms = self.terms(from.born as f32, from.setting);
        let flicker = draws.clone();
        let life = draws.between(terms.life);
        let age = flown + draws.between(self.start_age);
        if flown < 0.0 || age >= life {
            return None;
        }
        let direction = direction(&mut draws, terms.vertical, terms.horizontal);
        let start = match &*terms.birth {
            Birth::Point => Vec3A::ZERO,
            Birth::Box { half } => {
                Vec3A::from(*half) * Vec3A::new(draws.either_way(), draws.either_way(), draws.either_way())
            }
            Birth::Sphere { inner, outer } => direction * draws.between([*inner, *outer]),
            Birth::Path(points) => on_path(points, draws.unit()),
        };
        let place = &from.then;
        let speed = terms.speed * (1.0 + terms.variation * draws.either_way());
        let [least, most] = self.world_velocity;
        let world = Vec3A::from_array(std::array::from_fn(|axis| draws.between([least[axis], most[axis]])));
        let node = Vec3A::from(self.velocity);
        let axes = if self.manner.unscaled { turn_of(&place.matrix3) } else { place.matrix3 };
        let velocity = match terms.aim {
            Aim::Own => axes * (direction * speed + node) + world,
            Aim::Upright => direction * speed + axes * node + world,
            Aim::Away { height } => {
                let away = (start - Vec3A::Y * height).normalize_or(Vec3A::Y);
                axes * (away * speed + node) + world
            }
        };
        let start = place.transform_point3a(start);
        let size = draws.between(self.size);
        let turn = if self.spin == 0.0 { 0.0 } else { self.spin * draws.either_way() * flown };
        let turn = turn + self.manner.turns * std::f32::consts::TAU * (age / life).max(0.0);
        let pull = Vec3A::from(terms.acceleration);
        let along = from.now.translation - place.translation;
        let breeze = |age: f32| {
            self.manner
                .breeze
                .map_or(Vec3A::ZERO, |breeze| Vec3A::from(breeze.velocity) * age.min(breeze.seconds))
        };
        let start = start + self.manner.carried(along, flown);
        let at = |age: f32| {
            let at = Vec3::from(start + self.way(velocity, pull, age) + breeze(age));
            // Where an emitter stands whose particles are kept on the ground is on it.
            self.manner.on_ground.map_or(at, |above| at.with_y(place.translation.y + above))
        };
        let position = at(flown);
        let tail = match self.facing {
            Facing::Streak { seconds } | Facing::HeadAndTail { seconds } => at((flown - seconds).max(0.0)),
            _ => position,
        };
        let share = (age / life).max(0.0);
        let material = match &self.pictures {
            None => self.material,
            Some(pictures) => pictures.at(share, &mut draws).unwrap_or(self.material),
        };
        let twinkle = self.manner.twinkle.map_or(1.0, |twinkle| twinkle.factor(flicker, flown));
        let tile = self.tiles.shown(share, &mut draws);
        position.is_finite().then(|| Particle {
            position,
            tail,
            size: size * self.sizes.at(share) * (1.0 + SIZE_OF_PRIORITY * self.priority) * twinkle,
            color: self.colors.at(share),
            turn,
            tile,
            tail_tile: self.manner.tail_tiles.map_or(tile, |tiles| tiles.shown(share, &mut draws)),
            material,
        })
    }

    /// Units from the start after some time.
    pub(super) fn way(&self, velocity: Vec3A, pull: Vec3A, age: f32) -> Vec3A {
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

/// Axes of the same directions, of unit length.
fn turn_of(axes: &Mat3A) -> Mat3A {
    Mat3A::from_cols(
        axes.x_axis.normalize_or(Vec3A::X),
        axes.y_axis.normalize_or(Vec3A::Y),
        axes.z_axis.normalize_or(Vec3A::Z),
    )
}

/// A unit vector around +y.
fn direction(draws: &mut Draws, vertical: f32, horizontal: f32) -> Vec3A {
    if vertical == 0.0 {
        return Vec3A::Y;
    }
    let (sin, cos) = libm::sincosf(vertical * draws.either_way());
    let (across, along) = libm::sincosf(horizontal * draws.either_way());
    Vec3A::new(sin * along, cos, sin * across)
}

/// A place on the straight lines from point to point, at a part of their length together.
fn on_path(points: &[Vec3], share: f32) -> Vec3A {
    let length: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let mut left = length * share;
    for pair in points.windows(2) {
        let step = pair[0].distance(pair[1]);
        if left <= step && step > 0.0 {
            return pair[0].lerp(pair[1], left / step).into();
        }
        left -= step;
    }
    points.last().copied().unwrap_or_default().into()
}

impl Twinkle {
    /// The factor on the size of a particle with these random numbers.
    fn factor(&self, Draws(seed): Draws, flown: f32) -> f32 {
        let step = (flown.min(LONGEST_LIFE) * self.per_second) as u64;
        let mut draws = Draws(seed ^ (step + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93));
        if self.share < 1.0 && draws.unit() >= self.share { 0.0 } else { draws.between(self.scale) }
    }
}

impl Tiles {
    /// The tile of a particle at a part of its life.
    fn shown(&self, share: f32, draws: &mut Draws) -> u16 {
        if !self.random {
            return self.at(share);
        }
        let count = self.count();
        ((draws.unit() * count as f32) as u32).min(count - 1) as u16
    }
}

impl Pictures {
    /// What a particle is painted with at a part of its life.
    fn at(&self, share: f32, draws: &mut Draws) -> Option<MaterialId> {
        match self {
            Pictures::Random(all) => {
                let place = (draws.unit() * all.len() as f32) as usize;
                all.get(place.min(all.len().saturating_sub(1))).copied()
            }
            Pictures::Sequence(all) => {
                let after = all.partition_point(|(from, _)| *from <= share);
                all.get(after.saturating_sub(1)).map(|(_, material)| *material)
            }
        }
    }
}
