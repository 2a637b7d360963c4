//! What programs let be heard, and effects and weapons that go off.

use super::Player;
use crate::{Cue, Simulation};
use glam::Vec3;
use world::program::{Detonation, EventPlace, Operand, OwnedSound, ProgramSound, SoundHost, SoundRef};
use world::{Emitter, EmitterLawId, NodeFlags, NodeId, Puff, SoundRules, TICKS_PER_SECOND, Trail};

/// The first handle of sounds of programs: others choose smaller ones.
const FIRST_HANDLE: u32 = 1 << 31;
/// The first handle of what is heard of shots that fly.
pub(crate) const FIRST_SHOT: u32 = 1 << 30;
/// An effect lasts so long at most, in seconds.
const LONGEST_EFFECT: f32 = 3600.0;

impl Player<'_, '_, '_> {
    /// Source: `docs/spec/zbd/anim-events.md`, "4.1 SOUND".
    pub(super) fn sound(&mut self, at: usize, sound: Option<u16>, node: Operand, offset: Vec3) {
        let place = match node {
            Operand::None => None,
            node => match self.place_at(at, node, offset) {
                Some(place) => Some(place),
                None => return,
            },
        };
        self.play(at, sound, place, 1.0);
    }

    /// Lets a sound be heard once.
    pub(super) fn play(&mut self, at: usize, sound: Option<u16>, place: Option<Vec3>, gain: f32) {
        let sounds = &self.definition(at).sounds;
        match sound.and_then(|slot| sounds.get(usize::from(slot))?.as_ref()) {
            Some(SoundRef::One(sound)) => {
                let handle = self.handle();
                self.hear(sound, handle, place, gain, false);
            }
            Some(SoundRef::Group(group)) => {
                self.end_endless(*group);
                self.play_group(*group, place, gain);
            }
            None => {}
        }
    }

    /// Lets something be heard once at a place.
    pub(crate) fn play_at(&mut self, sound: &SoundRef, place: Vec3) {
        match sound {
            SoundRef::One(sound) => {
                let handle = self.handle();
                self.hear(sound, handle, Some(place), 1.0, false);
            }
            SoundRef::Group(group) => {
                self.end_endless(*group);
                self.play_group(*group, Some(place), 1.0);
            }
        }
    }

    /// Tells who listens to start a sound.
    pub(super) fn hear(
        &mut self,
        sound: &ProgramSound,
        handle: u32,
        at: Option<Vec3>,
        gain: f32,
        looping: bool,
    ) {
        let cue = cue(&self.scene.sound_rules, sound, handle, at, gain, looping);
        self.edit.simulation.cues.push(cue);
    }

    pub(super) fn handle(&mut self) -> u32 {
        let handle = FIRST_HANDLE | self.programs.sounds;
        self.programs.sounds = self.programs.sounds.wrapping_add(1) % FIRST_HANDLE;
        handle
    }

    /// Source: `docs/spec/zbd/anim-events.md`, "4.2 SOUND_NODE".
    pub(super) fn sound_node(&mut self, at: usize, sound: Option<u16>, active: bool, place: EventPlace) {
        let sounds = &self.definition(at).sound_nodes;
        let Some(slot) = sound else { return };
        let Some(sound) = sounds.get(usize::from(slot)).and_then(Option::as_ref) else { return };
        let Some(target) = self.event_place(at, place) else { return };
        let number = self.owned_sound(at, slot);
        let Some(mut own) = self.programs.instances[at].owned.sounds.get(number).copied() else { return };
        let was_heard = own.is_heard();
        let mut moved = target;
        match (place, &mut own.host) {
            (EventPlace::Node { node, .. }, host) => {
                let node = self.node(at, node);
                *host = node.map(|node| SoundHost { node, carried_at: None, silent: false });
            }
            // What hangs at a node is put to a place in its space, and goes there when it is carried next.
            (EventPlace::At(_), Some(SoundHost { carried_at: Some(carried_at), .. })) => {
                *carried_at = target.unwrap_or_default();
                moved = None;
            }
            (EventPlace::At(_), host) => *host = None,
            (EventPlace::Keep, _) => {}
        }
        own.place = moved.or(own.place);
        own.on = active;
        if let Some(host) = &mut own.host {
            host.silent = active && !self.is_shown(host.node);
        }
        match (was_heard, own.is_heard()) {
            (false, true) => own.handle = self.start_owned(sound, own.place),
            (true, false) => self.stop_owned(sound, own.handle),
            (true, true) => {
                if let Some(place) = moved {
                    self.move_owned(own.handle, place);
                }
            }
            (false, false) => {}
        }
        if let Some(known) = self.programs.instances[at].owned.sounds.get_mut(number) {
            *known = own;
        }
    }

    /// Hangs a sound at a node, whether it is switched on or not, or takes it away from there.
    ///
    /// Source: `docs/spec/zbd/engine-behaviour.md`, "16. Sound".
    pub(super) fn hang_sound(&mut self, at: usize, sound: Option<u16>, parent: Operand, hangs: bool) {
        let count = self.definition(at).sound_nodes.len();
        let Some(slot) = sound.filter(|slot| usize::from(*slot) < count) else { return };
        let Some(node) = self.node(at, parent) else { return };
        let number = self.owned_sound(at, slot);
        let Some(own) = self.programs.instances[at].owned.sounds.get_mut(number) else { return };
        if hangs {
            let carried_at = own.host.and_then(|host| host.carried_at);
            own.host = Some(SoundHost {
                node,
                carried_at: Some(carried_at.unwrap_or_default()),
                silent: own.host.is_some_and(|host| host.silent),
            });
        } else if own.host.is_some_and(|host| host.node == node) {
            // It stays where it was left; one that was silent because its node was hidden is heard there.
            own.host = own.host.map(|host| SoundHost { carried_at: None, ..host });
        }
    }

    /// The number of a sound among those of its instance; it is made if it is not there.
    fn owned_sound(&mut self, at: usize, slot: u16) -> usize {
        let owned = &mut self.programs.instances[at].owned.sounds;
        owned.iter().position(|own| own.slot == slot).unwrap_or_else(|| {
            owned.push(OwnedSound { slot, handle: 0, place: None, on: false, host: None });
            owned.len() - 1
        })
    }

    /// Starts what an instance switched on.
    fn start_owned(&mut self, sound: &SoundRef, place: Option<Vec3>) -> u32 {
        match sound {
            SoundRef::One(sound) => {
                let handle = self.handle();
                self.hear(sound, handle, place, 1.0, sound.looping);
                handle
            }
            SoundRef::Group(group) => self.play_group(*group, place, 1.0).unwrap_or_default(),
        }
    }

    /// Ends what an instance switched on.
    pub(super) fn stop_owned(&mut self, sound: &SoundRef, handle: u32) {
        // A group that had to be silent for a while was not heard.
        if handle == 0 {
            return;
        }
        let seconds = match sound {
            SoundRef::One(_) => 0.0,
            SoundRef::Group(group) => self.end_group_run(*group, handle),
        };
        self.edit.simulation.cues.push(Cue::StopSound { handle, seconds });
    }

    fn move_owned(&mut self, handle: u32, at: Vec3) {
        if handle == 0 {
            return;
        }
        let mut runs = self.programs.group_runs.iter_mut();
        if let Some(run) = runs.find(|run| run.handle == handle) {
            run.place = Some(at);
        }
        self.edit.simulation.cues.push(Cue::MoveSound { handle, at });
    }

    fn is_shown(&mut self, node: NodeId) -> bool {
        self.edit.refresh();
        let occurrences = &self.edit.simulation.occurrences;
        let shown = occurrences.of(node).next();
        shown.is_some_and(|occurrence| occurrences.flags(occurrence).contains(NodeFlags::ACTIVE))
    }

    /// Carries the sounds that hang at nodes, and silences those whose node is not shown.
    ///
    /// Source: `docs/spec/zbd/engine-behaviour.md`, "16. Sound".
    pub(super) fn carry_sounds(&mut self) {
        for place in 0..self.programs.active.len() {
            let id = self.programs.active.get(place).copied();
            let Some(at) = id.and_then(|id| self.programs.instances.position(id)) else { continue };
            for number in 0..self.programs.instances[at].owned.sounds.len() {
                self.carry_sound(at, number);
            }
        }
    }

    fn carry_sound(&mut self, at: usize, number: usize) {
        let sounds = &self.definition(at).sound_nodes;
        let Some(mut own) = self.programs.instances[at].owned.sounds.get(number).copied() else { return };
        let Some(mut host) = own.host.filter(|_| own.on) else { return };
        let Some(sound) = sounds.get(usize::from(own.slot)).and_then(Option::as_ref) else { return };
        let was_heard = own.is_heard();
        host.silent = !self.is_shown(host.node);
        let mut moved = None;
        if let Some(carried_at) = host.carried_at.filter(|_| !host.silent) {
            let place = self.stands(host.node).transform_point3(carried_at);
            moved = (place.is_finite() && own.place != Some(place)).then_some(place);
            own.place = moved.or(own.place);
        }
        own.host = Some(host);
        match (was_heard, own.is_heard()) {
            (false, true) => own.handle = self.start_owned(sound, own.place),
            (true, false) => self.stop_owned(sound, own.handle),
            (true, true) if own.handle == 0 => own.handle = self.start_owned(sound, own.place),
            (true, true) => moved.into_iter().for_each(|place| self.move_owned(own.handle, place)),
            (false, false) => {}
        }
        if let Some(known) = self.programs.instances[at].owned.sounds.get_mut(number) {
            *known = own;
        }
    }

    /// Source: `docs/spec/zbd/anim-events.md`, "4.3 EFFECT".
    pub(super) fn effect(&mut self, at: usize, effect: Option<u16>, node: Operand, offset: Vec3) {
        let scene = self.scene;
        let effects = &self.definition(at).effects;
        let Some(effect) = effect.and_then(|slot| effects.get(usize::from(slot))?.as_ref()) else { return };
        let Some(place) = self.place_at(at, node, offset) else { return };
        self.edit.simulation.cues.push(Cue::Effect { name: effect.name.to_string(), at: place });
        let Some(law) = effect.particles.filter(|law| law.index() < scene.emitters.len()) else { return };
        // NaN counts as no time.
        let ticks = (effect.seconds.clamp(0.0, LONGEST_EFFECT) * TICKS_PER_SECOND as f32).ceil() as u64;
        let since = self.edit.state().tick;
        self.add_emitter(Emitter {
            since,
            until: Some(since + ticks),
            ..emitter(law, None, Puff { anchor: Some(place), ..Puff::default() })
        });
    }

    /// Adds an emitter, which gets a number and a seed of its own.
    pub(super) fn add_emitter(&mut self, emitter: Emitter) -> Option<u32> {
        let effects = &mut self.edit.simulation.state.effects;
        let seed = effects.next.wrapping_mul(0x9E37_79B9);
        effects.add(Emitter { seed, ..emitter })
    }

    /// Source: `docs/spec/zbd/engine-behaviour.md`, "13.5 DETONATE_WEAPON (MW/PM)".
    pub(super) fn detonate(&mut self, at: usize, own: &Detonation) {
        let Some(place) = self.place_at(at, own.node, own.offset) else { return };
        self.edit.simulation.cues.push(Cue::Detonated { weapon: own.weapon.to_string(), at: place });
        if !crate::combat::detonate(self.edit.simulation, &own.weapon, place)
            && let Some(blast) = own.blast
        {
            self.blast(place, blast);
        }
    }
}

/// An emitter that is about to start.
pub(super) fn emitter(law: EmitterLawId, node: Option<NodeId>, puff: Puff) -> Emitter {
    Emitter {
        id: 0,
        law,
        node: node.unwrap_or(NodeId(u32::MAX)),
        seed: 0,
        since: 0,
        until: None,
        trail: Trail::default(),
        puff: Some(Box::new(puff)),
        history: None,
    }
}

/// What starts a sound with a part of its volume.
pub(crate) fn cue(
    rules: &SoundRules,
    sound: &ProgramSound,
    handle: u32,
    at: Option<Vec3>,
    gain: f32,
    looping: bool,
) -> Cue {
    let loud = rules.loudness(sound.volume) * gain;
    Cue::Sound {
        handle,
        file: sound.file.to_string(),
        at: at.filter(|_| !sound.everywhere),
        volume: if loud.is_finite() { loud.clamp(0.0, 1.0) } else { 0.0 },
        looping,
        range: sound.range.filter(|range| range.iter().all(|units| units.is_finite())),
        manner: sound.manner.clone(),
    }
}

impl Simulation {
    /// What starts the music of where the person is, and every sound that a program has switched on and not off
    /// again and that goes on: for who begins to listen to a world that goes on from a save. Groups go on by themselves.
    pub fn sounding(&self) -> impl Iterator<Item = Cue> + '_ {
        let rules = &self.scene.sound_rules;
        let of_programs = self.state.programs.instances.iter().flat_map(move |own| {
            let sounds = self.scene.programs.get(own.definition.index()).map(|known| &known.sound_nodes);
            let heard = own.owned.sounds.iter().filter(|own| own.is_heard());
            heard.filter_map(move |own| {
                let SoundRef::One(sound) = sounds?.get(usize::from(own.slot))?.as_ref()? else { return None };
                sound.looping.then(|| cue(rules, sound, own.handle, own.place, 1.0, true))
            })
        });
        let of_shots =
            self.state.combat.shots.iter().filter(|shot| shot.sound != 0).filter_map(move |shot| {
                let weapon = self.scene.combat.weapons.get(shot.weapon as usize)?;
                let SoundRef::One(sound) = weapon.flight.sound.as_ref()? else { return None };
                sound.looping.then(|| cue(rules, sound, shot.sound, Some(shot.place), 1.0, true))
            });
        self.music().into_iter().chain(of_programs).chain(of_shots)
    }
}
