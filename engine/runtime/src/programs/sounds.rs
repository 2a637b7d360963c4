//! What programs let be heard, and effects and weapons that go off.

use super::Player;
use crate::{Cue, Simulation};
use glam::Vec3;
use world::program::{Detonation, EventPlace, Operand, OwnedSound, ProgramSound};
use world::{Emitter, EmitterLawId, NodeId, Puff, TICKS_PER_SECOND, Trail};

/// The first handle of sounds of programs: others choose smaller ones.
const FIRST_HANDLE: u32 = 1 << 31;
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
        let Some(sound) = sound.and_then(|slot| sounds.get(usize::from(slot))?.as_ref()) else { return };
        let handle = self.handle();
        let sound = cue(sound, handle, place, gain, true);
        self.edit.simulation.cues.push(sound);
    }

    fn handle(&mut self) -> u32 {
        let handle = FIRST_HANDLE | self.programs.sounds;
        self.programs.sounds = self.programs.sounds.wrapping_add(1) % FIRST_HANDLE;
        handle
    }

    /// Source: `docs/spec/zbd/anim-events.md`, "4.2 SOUND_NODE".
    pub(super) fn sound_node(&mut self, at: usize, sound: Option<u16>, active: bool, place: EventPlace) {
        let sounds = &self.definition(at).sound_nodes;
        let Some(slot) = sound else { return };
        let Some(sound) = sounds.get(usize::from(slot)).and_then(Option::as_ref) else { return };
        let Some(place) = self.event_place(at, place) else { return };
        let owned = &self.programs.instances[at].owned.sounds;
        let number = owned.iter().position(|own| own.slot == slot).unwrap_or(owned.len());
        if number == owned.len() {
            let own = OwnedSound { slot, handle: 0, place: None, on: false };
            self.programs.instances[at].owned.sounds.push(own);
        }
        let Some(mut own) = self.programs.instances[at].owned.sounds.get(number).copied() else { return };
        let cue = match (own.on, active) {
            (false, true) => {
                own = OwnedSound { handle: self.handle(), place: place.or(own.place), on: true, ..own };
                Some(cue(sound, own.handle, own.place, 1.0, false))
            }
            (true, false) => Some(Cue::StopSound { handle: own.handle, seconds: 0.0 }),
            (true, true) => place.map(|at| Cue::MoveSound { handle: own.handle, at }),
            (false, false) => None,
        };
        own = OwnedSound { place: place.or(own.place), on: active, ..own };
        if let Some(known) = self.programs.instances[at].owned.sounds.get_mut(number) {
            *known = own;
        }
        if let Some(cue) = cue {
            self.edit.simulation.cues.push(cue);
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
        if let Some(blast) = own.blast {
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
    }
}

/// What starts a sound with a part of its volume.
fn cue(sound: &ProgramSound, handle: u32, at: Option<Vec3>, gain: f32, is_once: bool) -> Cue {
    let volume = if sound.volume.is_nan() { 1.0 } else { sound.volume };
    let range = sound.range.filter(|range| range.iter().all(|units| units.is_finite()));
    let (file, looping) = (sound.file.to_string(), sound.looping && !is_once);
    Cue::Sound { handle, file, at, volume: (volume * gain).clamp(0.0, 1.0), looping, range }
}

impl Simulation {
    /// What starts every sound that a program has switched on and not off again: for who begins to listen
    /// to a world that goes on from a save.
    pub fn sounding(&self) -> impl Iterator<Item = Cue> + '_ {
        self.state.programs.instances.iter().flat_map(|own| {
            let sounds = self.scene.programs.get(own.definition.index()).map(|known| &known.sound_nodes);
            let on = own.owned.sounds.iter().filter(|own| own.on);
            on.filter_map(move |own| {
                let sound = sounds?.get(usize::from(own.slot))?.as_ref()?;
                Some(cue(sound, own.handle, own.place, 1.0, false))
            })
        })
    }
}
