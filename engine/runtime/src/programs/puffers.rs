//! Emitters of particles that programs start, change and end.
//!
//! An emitter at work is a function of its law and of time. So a change of the law ends it, which leaves
//! its particles alone, and another one goes on from where it had come.
//!
//! Source: `docs/spec/zbd/anim-events.md`, "4.36 PUFFER_STATE".

use super::Player;
use super::sounds::emitter;
use glam::{Affine3A, Vec3};
use world::program::{Operand, OwnedPuffer, PufferInterval, PufferState};
use world::{Birth, Drag, Drift, Emitter, EmitterLaw, EmitterLawId, Puff, Ramp, Rate};

/// No batch follows another sooner, in seconds or units.
const LEAST_INTERVAL: f32 = 1e-4;
/// The law of an emitter that has one of its own.
const NO_LAW: EmitterLawId = EmitterLawId(u32::MAX);

impl Player<'_, '_, '_> {
    pub(super) fn puffer(&mut self, at: usize, new: &PufferState) {
        let Some(slot) = new.puffer.filter(|slot| usize::from(*slot) < self.definition(at).puffers.len())
        else {
            return;
        };
        let node = match new.node {
            None => None,
            Some(Operand::None) => Some(None),
            Some(operand) => match self.node(at, operand) {
                Some(node) => Some(Some(node)),
                None => return,
            },
        };
        let (wind, jump) = (self.scene.wind, self.scene.program_rules.jump);
        let puffers = &mut self.programs.instances[at].owned.puffers;
        let number = puffers.iter().position(|own| own.slot == slot).unwrap_or(puffers.len());
        if number == puffers.len() {
            puffers.push(unset(slot));
        }
        let own = &mut puffers[number];
        let moved = node.is_some_and(|node| put(&mut own.node, node));
        let changed = change(own, new, wind, jump) | moved;
        let emitter = own.emitter;
        let goes_on = emitter.and_then(|id| self.working(id)).is_some_and(|(_, puff)| puff.births.is_none());
        if new.active == 1 && goes_on && !changed {
            return;
        }
        let started = if new.active == 0 { None } else { self.start_puffer(at, number, new.active) };
        self.end_emitter(emitter);
        self.programs.instances[at].owned.puffers[number].emitter = started;
    }

    /// An emitter in place of the one at work, for so many batches; without end for 1.
    fn start_puffer(&mut self, at: usize, number: usize, active: u32) -> Option<u32> {
        // Nothing is born in the tick in which it starts.
        let since = self.edit.state().tick + 1;
        let own = &self.programs.instances[at].owned.puffers[number];
        let before = own.emitter.and_then(|id| self.working(id));
        let before = before.and_then(|(emitter, puff)| Some((emitter, puff.law.as_ref()?)));
        let is_carried = self.scene.gusts.is_some() && own.law.friction() > 0.0 && own.wind_factor != 0.0;
        let puff = Puff {
            anchor: own.node.is_none().then_some(own.place),
            phase: before.map_or(0.0, |(emitter, law)| emitter.phase_at(law, since)),
            births: (active > 1).then_some(active),
            drift: is_carried.then(|| Drift::new(own.wind_factor)),
            law: Some(EmitterLaw { local: local(own), ..(*own.law).clone() }),
        };
        let emitter = Emitter { since, ..emitter(NO_LAW, own.node, puff) };
        self.add_emitter(emitter)
    }

    /// An emitter that is at work and was not ended, with what it has of its own.
    fn working(&self, id: u32) -> Option<(&Emitter, &Puff)> {
        let emitters = &self.edit.state().effects.emitters;
        let own = emitters.binary_search_by_key(&id, |own| own.id).ok().and_then(|at| emitters.get(at))?;
        own.puff.as_deref().filter(|_| own.until.is_none()).map(|puff| (own, puff))
    }

    /// Ends an emitter when the tick is over; what it sent out lives on. One that sent out nothing is gone
    /// at once, so that changes in every tick do not add up.
    pub(super) fn end_emitter(&mut self, emitter: Option<u32>) {
        let scene = self.scene;
        let state = &mut self.edit.simulation.state;
        let (end, emitters) = (state.tick + 1, &mut state.effects.emitters);
        let Some(at) = emitter.and_then(|id| emitters.binary_search_by_key(&id, |own| own.id).ok()) else {
            return;
        };
        let own = &mut emitters[at];
        let has_born = own.law_in(scene).is_some_and(|law| own.has_born(law, end));
        if has_born {
            own.until = own.until.or(Some(end));
        } else {
            emitters.remove(at);
        }
    }
}

/// One whose parameters were never given.
fn unset(slot: u16) -> OwnedPuffer {
    let fading = Ramp::new([(0.0, [1.0; 4]), (1.0, [1.0, 1.0, 1.0, 0.0])]);
    let law =
        EmitterLaw { colors: fading.unwrap_or_else(|| Ramp::constant([1.0; 4])), ..EmitterLaw::default() };
    OwnedPuffer {
        slot,
        law: Box::new(law),
        node: None,
        place: Vec3::ZERO,
        interval: 1.0,
        world_velocity: Vec3::ZERO,
        random_velocity: [Vec3::ZERO; 2],
        wind_factor: 1.0,
        emitter: None,
    }
}

/// Where an emitter is below its node.
fn local(own: &OwnedPuffer) -> Affine3A {
    if own.node.is_some() { Affine3A::from_translation(own.place) } else { Affine3A::IDENTITY }
}

/// Sets a value; true if it is another one.
fn put<T: PartialEq>(own: &mut T, new: T) -> bool {
    let changed = *own != new;
    *own = new;
    changed
}

/// A number that a save can hold.
fn held(number: f32) -> f32 {
    if number.is_nan() { 0.0 } else { number.clamp(-1e9, 1e9) }
}

fn held_vector(vector: Vec3) -> Vec3 {
    Vec3::from_array(vector.to_array().map(held))
}

/// Overwrites what is given; true if anything is another than it was.
fn change(own: &mut OwnedPuffer, new: &PufferState, wind: Vec3, jump: f32) -> bool {
    let mut changed = false;
    if let Some(place) = new.translate {
        changed |= put(&mut own.place, held_vector(place));
    }
    let [least, most] = &mut own.random_velocity;
    let vectors = [
        (&mut own.world_velocity, new.world_velocity),
        (least, new.min_random_velocity),
        (most, new.max_random_velocity),
    ];
    for (own, new) in vectors.into_iter().filter_map(|(own, new)| Some((own, new?))) {
        *own = held_vector(new);
    }
    let law = &mut *own.law;
    let velocities = own.random_velocity.map(|random| held_vector(own.world_velocity + random));
    changed |= put(&mut law.world_velocity, velocities);
    if let Some(velocity) = new.local_velocity {
        changed |= put(&mut law.velocity, held_vector(velocity));
    }
    if let Some(acceleration) = new.acceleration {
        changed |= put(&mut law.acceleration, held_vector(acceleration));
    }
    if let Some(interval) = new.interval {
        own.interval = held(interval).max(LEAST_INTERVAL);
    }
    let is_distance = match new.interval_kind {
        Some(kind) => kind == PufferInterval::Distance,
        None => matches!(law.rate, Rate::PerDistance { .. }),
    };
    if new.interval.is_some() || new.interval_kind.is_some() {
        changed |= set_rate(&mut law.rate, own.interval, is_distance.then_some(jump));
    }
    if let Some(number) = new.number {
        changed |= put(&mut law.batch, u16::try_from(number).unwrap_or(u16::MAX).max(1));
    }
    if let Some(deviation) = new.deviation {
        changed |= put(&mut law.birth, Birth::Box { half: Vec3::splat(held(deviation) * 0.5) });
    }
    let (mut friction, mut carried) = match law.drag {
        Drag::Friction { per_second, wind } => (per_second, wind),
        Drag::None | Drag::Damping { .. } => (0.0, wind * own.wind_factor),
    };
    if let Some(new) = new.friction {
        friction = held(new);
    }
    if let Some(factor) = new.wind_factor {
        own.wind_factor = held(factor);
        carried = wind * own.wind_factor;
    }
    if new.friction.is_some() || new.wind_factor.is_some() {
        changed |= put(&mut law.drag, Drag::Friction { per_second: friction, wind: held_vector(carried) });
    }
    let ranges =
        [(&mut law.size, new.size), (&mut law.life, new.lifetime), (&mut law.start_age, new.start_age)];
    for (own, new) in ranges.into_iter().filter_map(|(own, new)| Some((own, new?))) {
        changed |= put(own, new.map(held));
    }
    changed |= change_looks(law, new);
    if changed {
        // What is out of bounds is held there; the loader says so, if it matters.
        let (bounded, _) = std::mem::take(law).bounded();
        *law = bounded;
    }
    changed
}

/// By distance, up to steps that are jumps, or by time.
fn set_rate(own: &mut Rate, interval: f32, jump: Option<f32>) -> bool {
    let births = interval.recip();
    let is_same = match own {
        Rate::PerDistance { interval: known, .. } => jump.is_some() && *known == interval,
        Rate::PerSecond { births: known, period: None } => jump.is_none() && known.stops() == [(0.0, births)],
        Rate::PerSecond { .. } => false,
    };
    if !is_same {
        *own = match jump {
            // A step that is just as long is a jump already.
            Some(jump) => Rate::PerDistance { interval, longest: jump.next_down() },
            None => Rate::PerSecond { births: Ramp::constant(births), period: None },
        };
    }
    !is_same
}

/// How particles look.
fn change_looks(law: &mut EmitterLaw, new: &PufferState) -> bool {
    let mut changed = false;
    if let Some([culled, full]) = new.near_fade {
        let culled = held(culled).max(0.0);
        // Of a descending pair only the first counts: nothing is seen nearer than that.
        let full = held(full).max(culled * 1.000_01 + 1e-4);
        changed |= put(&mut law.near_fade, Some([culled, full]));
    }
    if let Some([a, b]) = new.far_fade {
        changed |= put(&mut law.fade, Some([held(a.max(b)).max(0.0), held(a.min(b)).max(0.0)]));
    }
    if let Some(priority) = new.priority {
        changed |= put(&mut law.priority, held(priority));
    }
    if let Some(pictures) = &new.textures {
        let first = pictures.materials().next();
        changed |= first.is_some_and(|first| put(&mut law.material, first));
        if law.pictures.as_ref() != Some(pictures) {
            (law.pictures, changed) = (Some(pictures.clone()), true);
        }
    }
    if let Some(colors) = &new.colors
        && law.colors.stops() != colors.as_slice()
        && let Some(ramp) = Ramp::new(colors.iter().copied())
    {
        (law.colors, changed) = (ramp, true);
    }
    if let Some(growth) = &new.growth
        && law.sizes.stops() != growth.as_slice()
        && let Some(ramp) = Ramp::new(growth.iter().copied())
    {
        (law.sizes, changed) = (ramp, true);
    }
    changed
}
