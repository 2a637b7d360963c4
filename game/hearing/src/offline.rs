//! What would have been heard of a world that runs without a screen, tick by tick. It asks no clock and no
//! device, and opens files at once: the same ticks are always the same sound.

use crate::{Around, Caption, CueVoices, Opening, PlaceSounds};
use audio::{Bank, Bus, CHANNELS, Listener, Mixer};
use runtime::places::{PlaceId, World};
use std::collections::BTreeSet;
use std::sync::Arc;
use titles::install::Install;
use world::TICKS_PER_SECOND;

/// Frames a second.
pub const RATE: u32 = 44_100;
/// Frames of a tick.
pub const FRAMES_PER_TICK: usize = (RATE / TICKS_PER_SECOND) as usize;

/// Captions that are kept for whoever asks; of more, the last ones.
pub const MOST_CAPTIONS: usize = 8;

/// What would have been heard of a running world.
#[derive(Debug)]
pub struct Offline {
    install: Arc<Install>,
    mixer: Mixer,
    places: PlaceSounds,
    cues: CueVoices,
    /// Places that are heard.
    entered: BTreeSet<PlaceId>,
    /// The first tick is done.
    began: bool,
    watched: PlaceId,
    /// What was said and nobody asked for yet.
    captions: Vec<Caption>,
    frames: Vec<f32>,
}

impl Offline {
    /// Files come from this install.
    pub fn new(install: &Arc<Install>) -> Self {
        let mut cues = CueVoices::default();
        cues.enter(install, Opening::AtOnce);
        Offline {
            install: Arc::clone(install),
            mixer: Mixer::new(RATE),
            places: PlaceSounds::default(),
            cues,
            entered: BTreeSet::new(),
            began: false,
            watched: PlaceId::FIRST,
            captions: Vec::new(),
            frames: vec![0.0; FRAMES_PER_TICK * CHANNELS],
        }
    }

    /// From the first tick on there is music: a file, or a track of the CD by its address.
    pub fn music(&mut self, file: &str, looping: bool) {
        self.cues.music(file, looping);
    }

    /// How loud one of the buses is from the next tick on, 0..=1.
    pub fn set_bus(&mut self, bus: Bus, volume: f32) {
        self.mixer.set_bus(bus, volume);
    }

    /// A place was loaded again: from the next tick on its sounds are those of its new files.
    pub fn reload(&mut self, id: PlaceId) {
        if self.entered.remove(&id) {
            self.places.leave_place(&mut self.mixer, id);
            self.cues.leave_place(&mut self.mixer, id);
        }
    }

    /// What was said since this was asked last, at most [`MOST_CAPTIONS`] of it.
    pub fn take_captions(&mut self) -> Vec<Caption> {
        std::mem::take(&mut self.captions)
    }

    /// The frames of the tick that a world has just done, left and right in turn, as heard by its camera.
    /// Lines about files that cannot be heard are added to a list.
    pub fn tick(&mut self, world: &World, lines: &mut Vec<String>) -> &[f32] {
        self.follow_places(world, lines);
        let place = world.watched_place();
        let simulation = place.simulation();
        let listener = Listener::of(&simulation.state().camera, &simulation.scene().frame);
        // Who starts a sound asks how far it is from the listener.
        self.mixer.hear(&listener);
        let offset = |id| world.offset(id, world.watched());
        for place in world.places() {
            let around = Around::of(world, place);
            let daytime = place.simulation().state().time_of_day.daytime();
            self.places.follow_hours(&mut self.mixer, place.id(), daytime);
            for cue in place.simulation().cues() {
                self.cues.hear(&mut self.mixer, place.id(), cue, &around);
            }
            self.cues.follow_vehicles(&mut self.mixer, place.id(), &around);
        }
        lines.extend(self.cues.start(&mut self.mixer, world.tick(), offset));
        self.captions.extend(self.cues.take_captions());
        let too_many = self.captions.len().saturating_sub(MOST_CAPTIONS);
        self.captions.drain(..too_many);
        self.mixer.hear(&listener);
        self.mixer.mix(&mut self.frames);
        lines.extend(self.mixer.take_findings().iter().map(ToString::to_string));
        &self.frames
    }

    /// Places come and go, and the listener goes from one to another.
    fn follow_places(&mut self, world: &World, lines: &mut Vec<String>) {
        let is_first = !std::mem::replace(&mut self.began, true);
        if self.watched != world.watched() {
            self.watched = world.watched();
            let offset = |id| world.offset(id, world.watched());
            self.places.shift(&mut self.mixer, offset);
            self.cues.shift(&mut self.mixer, offset);
        }
        for place in world.places() {
            if !self.entered.insert(place.id()) {
                continue;
            }
            let scene = place.simulation().scene();
            let (bank, findings) = Bank::read(scene, |address| self.install.vfs.read(address));
            lines.extend(findings.iter().map(ToString::to_string));
            let around = Around::of(world, place);
            self.places.enter(&mut self.mixer, place.id(), scene, &bank, around.offset);
            // One that was here before goes on as it was left; in the first tick all is told by cues.
            let sounding = place.simulation().sounding().filter(|_| !is_first);
            for cue in sounding {
                self.cues.hear(&mut self.mixer, place.id(), &cue, &around);
            }
        }
        let gone: Vec<PlaceId> = self.entered.extract_if(.., |id| world.place(*id).is_none()).collect();
        for id in gone {
            self.places.leave_place(&mut self.mixer, id);
            self.cues.leave_place(&mut self.mixer, id);
        }
    }
}
