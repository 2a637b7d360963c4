//! Particles: which ones of an emitter live, and where they are.

use super::{Birth, Drag, EmitterLaw, Facing, MOST_PARTICLES, Pictures, Puff, Rate};
use crate::{EmitterLawId, MaterialId, NodeId, TICKS_PER_SECOND, Trail};
use glam::{Affine3A, Vec3, Vec3A};
use serde::{Deserialize, Serialize};

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
    /// What it is painted with.
    pub material: MaterialId,
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
        let drift = self.puff.as_ref().and_then(|puff| puff.drift.as_ref());
        for birth in from..to {
            let Some((birth_place, born)) = self.birth(law, birth, place) else { continue };
            let age = (now - born) as f32;
            let born_at = self.since as f64 + born * f64::from(TICKS_PER_SECOND);
            let carried = drift.map_or(Vec3::ZERO, |drift| drift.between(law, born_at, tick));
            for member in 0..batch.min(MOST_PARTICLES) {
                let draws = Draws::new(self.seed, birth * batch + member);
                if let Some(particle) = law.particle(draws, &birth_place, born as f32, age) {
                    let (position, tail) = (particle.position + carried, particle.tail + carried);
                    each(Particle { position, tail, ..particle });
                }
            }
        }
    }

    /// Births up to so many seconds since the start, with what was due already.
    pub(super) fn births(&self, law: &EmitterLaw, seconds: f64) -> f64 {
        let own = match law.rate {
            Rate::PerSecond { .. } => law.births(seconds),
            Rate::PerDistance { interval, .. } => {
                let tick = self.since as f64 + seconds * f64::from(TICKS_PER_SECOND);
                self.trail.travelled(tick) / f64::from(interval)
            }
        };
        own + self.phase()
    }

    /// Numbers of births of which some may live.
    fn alive(&self, law: &EmitterLaw, first: f64, end: f64) -> (u64, u64) {
        let most = (MOST_PARTICLES / u64::from(law.batch.max(1))).max(1);
        let to = (self.births(law, end) as u64).min(self.most_births());
        ((self.births(law, first) as u64).max(to.saturating_sub(most)), to)
    }

    /// Where the emitter was at a birth, or is now if particles follow it, and
    /// seconds since the start.
    fn birth(&self, law: &EmitterLaw, number: u64, now: Affine3A) -> Option<(Affine3A, f64)> {
        let ticks = f64::from(TICKS_PER_SECOND);
        let due = (number + 1) as f64 - self.phase();
        let (place, born) = match law.rate {
            Rate::PerSecond { .. } => {
                let born = law.born_at(due);
                let place = if law.follows { now } else { self.trail.at(self.since as f64 + born * ticks)? };
                (place, born)
            }
            Rate::PerDistance { interval, .. } => {
                let (place, tick) = self.trail.at_distance(due * f64::from(interval))?;
                (if law.follows { now } else { place }, (tick - self.since as f64) / ticks)
            }
        };
        born.is_finite().then(|| (place * law.local, born))
    }
}

impl EmitterLaw {
    /// One particle, `flown` seconds after its birth. What age it starts with counts for how it looks and
    /// when it dies, not for its way; a negative one makes it live longer.
    fn particle(&self, mut draws: Draws, place: &Affine3A, born: f32, flown: f32) -> Option<Particle> {
        let life = draws.between(self.life);
        let age = flown + draws.between(self.start_age);
        if flown < 0.0 || age >= life {
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
        let turn = if self.spin == 0.0 { 0.0 } else { self.spin * draws.either_way() * flown };
        let at = |age: f32| Vec3::from(start + self.way(velocity, age));
        let position = at(flown);
        let tail = match self.facing {
            Facing::Streak { seconds } => at((flown - seconds).max(0.0)),
            _ => position,
        };
        let share = (age / life).max(0.0);
        let material = match &self.pictures {
            None => self.material,
            Some(pictures) => pictures.at(share, &mut draws).unwrap_or(self.material),
        };
        position.is_finite().then(|| Particle {
            position,
            tail,
            size: size * self.sizes.at(share) * (1.0 + SIZE_OF_PRIORITY * self.priority),
            color: self.colors.at(share),
            turn,
            tile: self.tiles.at(share),
            material,
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
    pub(super) fn way(&self, velocity: Vec3A, age: f32) -> Vec3A {
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
