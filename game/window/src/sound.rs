//! What a visitor of a world hears.

use crate::cd_music::CdMusic;
use crate::settings;
use audio::{Bank, Bus, Curve, Handle, Listener, Mixer, NullSink, Samples, Speakers, Voice};
use base::output;
use glam::Vec3;
use hearing::{Around, Caption, CueVoices, Opening, PlaceSounds};
use music::Wish;
use runtime::Cue;
use runtime::places::{PlaceId, World};
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;
use titles::install::Install;
use world::Scene;

/// Where voices go.
#[derive(Debug)]
enum Output {
    Speakers(Speakers),
    /// There is no device: voices go on unheard, so that all that waits for them goes on, too.
    Nowhere(RefCell<NullSink>),
}

impl Output {
    fn with<R>(&self, change: impl FnOnce(&mut Mixer) -> R) -> R {
        match self {
            Output::Speakers(speakers) => speakers.with(change),
            Output::Nowhere(sink) => change(sink.borrow_mut().mixer()),
        }
    }
}

/// What a visitor of a world hears. The device is opened with the first world
/// that has something to hear; without one, everything is silent.
#[derive(Debug, Default)]
pub struct Sound {
    output: Option<Output>,
    /// What sounds in places by itself.
    places: PlaceSounds,
    /// What cues asked for.
    cues: CueVoices,
    /// What the world plays of its game's CD.
    cd: CdMusic,
    /// A sound file that is played by itself.
    alone: Option<Handle>,
}

impl Sound {
    /// Plays the sounds of a place, instead of those it had before, and beside
    /// those of others; its origin is at `offset` from that of the place whose
    /// coordinates the listener is in. Says in one line when there is no device to
    /// play them, once.
    pub fn enter(&mut self, id: PlaceId, scene: &Scene, bank: &Bank, offset: Vec3) -> Option<String> {
        let line = if scene.sounds.is_empty() { None } else { self.open() };
        self.leave_place(id);
        if let Some(output) = &self.output {
            output.with(|mixer| self.places.enter(mixer, id, scene, bank, offset));
        }
        line
    }

    /// Files that cues name come from this install.
    pub fn take_files_from(&mut self, install: &Arc<Install>) {
        self.cues.enter(install, Opening::OnThread);
    }

    /// The world that is entered plays this of its game's CD; what plays goes over into
    /// it. Gives a line when there is no device.
    pub fn play_cd(
        &mut self,
        install: &Install,
        wish: Option<&Wish>,
        settings: &settings::Sound,
    ) -> Option<String> {
        self.cd.enter(&install.detection.root, wish, &self.cues);
        if self.cd.wants_to_play(settings.cd_music) { self.open() } else { None }
    }

    /// Opens the device; a line when there is none, once.
    fn open(&mut self) -> Option<String> {
        if self.output.is_some() {
            return None;
        }
        match Speakers::open() {
            Ok(speakers) => {
                self.output = Some(Output::Speakers(speakers));
                None
            }
            Err(reason) => {
                output::note(&format!("warning: {reason}"));
                self.output = Some(Output::Nowhere(RefCell::default()));
                Some(reason.to_string())
            }
        }
    }

    /// Voices what a world wants heard, and starts what was asked for before and is
    /// there now. Gives a line when there is no device, and about what cannot be
    /// heard.
    pub fn voice(&mut self, cues: &[(PlaceId, Cue)], world: &World) -> Vec<String> {
        // The end of music needs no device.
        let sounds =
            |(_, cue): &(PlaceId, Cue)| matches!(cue, Cue::Sound { .. } | Cue::Music { file: Some(_), .. });
        let mut lines: Vec<String> = Vec::new();
        let has_vehicles =
            world.places().iter().any(|place| !place.simulation().scene().vehicle_sounds.is_empty());
        if has_vehicles || cues.iter().any(sounds) {
            lines.extend(self.open());
        }
        let Sound { output: Some(output), cues: voices, places, .. } = self else { return lines };
        let has_hours = world.places().iter().any(|place| place.simulation().scene().hours.is_some());
        if cues.is_empty() && voices.is_idle() && !has_hours && !has_vehicles {
            return lines;
        }
        let offset = |id| world.offset(id, world.watched());
        lines.extend(output.with(|mixer| {
            for place in world.places().iter().filter(|_| has_hours) {
                let daytime = place.simulation().state().time_of_day.daytime();
                places.follow_hours(mixer, place.id(), daytime);
            }
            for (id, cue) in cues {
                let Some(place) = world.place(*id) else { continue };
                voices.hear(mixer, *id, cue, &Around::of(world, place));
            }
            for place in world.places() {
                voices.follow_vehicles(mixer, place.id(), &Around::of(world, place));
            }
            voices.start(mixer, world.tick(), offset)
        }));
        lines
    }

    /// What was said since this was asked last.
    pub fn take_captions(&mut self) -> Vec<Caption> {
        self.cues.take_captions()
    }

    /// Ends the sounds of a place.
    pub fn leave_place(&mut self, id: PlaceId) {
        let Some(output) = &self.output else { return };
        output.with(|mixer| {
            self.places.leave_place(mixer, id);
            self.cues.leave_place(mixer, id);
        });
    }

    /// Ends the sounds that cues of a place began; what sounds there by itself goes on.
    pub fn stop_cues(&mut self, id: PlaceId) {
        if let Some(output) = &self.output {
            output.with(|mixer| self.cues.leave_place(mixer, id));
        }
    }

    /// The listener is in the coordinates of another place: `offset` says where in
    /// them the origin of each place is.
    pub fn shift(&self, offset: impl Fn(PlaceId) -> Option<Vec3>) {
        let Some(output) = &self.output else { return };
        output.with(|mixer| {
            self.places.shift(mixer, &offset);
            self.cues.shift(mixer, &offset);
        });
    }

    /// Somebody listens from here, so long after the last time; `paused` stops what sounds with everything
    /// else. What was wrong with long sounds that have ended goes to the
    /// terminal.
    pub fn hear(&mut self, listener: &Listener, settings: &settings::Sound, paused: bool, elapsed: Duration) {
        let Sound { output, cues, cd, .. } = self;
        if let Some(output) = output {
            let findings = output.with(|mixer| {
                mixer.set_running(!paused);
                set_volumes(mixer, settings);
                cd.follow(settings.cd_music, cues, mixer);
                mixer.hear(listener);
                mixer.take_findings()
            });
            if let Output::Nowhere(sink) = output {
                sink.borrow_mut().pass(elapsed.as_secs_f32());
            }
            findings.iter().for_each(|finding| output::note(&finding.to_string()));
        }
    }

    /// Plays a sound file once, from everywhere, instead of all that sounds.
    ///
    /// # Errors
    /// In a line: no device, or a file that cannot be decoded.
    pub fn play_alone(&mut self, name: &str, bytes: &[u8], settings: &settings::Sound) -> Result<(), String> {
        let samples = Samples::decode(name, bytes).map_err(|error| format!("{name}: {error}"))?;
        let asked = self.open();
        let Some(output @ Output::Speakers(_)) = &self.output else {
            return Err(asked.unwrap_or_else(|| "no sound device was found".to_owned()));
        };
        let handle = output.with(|mixer| {
            mixer.clear();
            mixer.set_running(true);
            set_volumes(mixer, settings);
            mixer.play(Voice { bus: Bus::Interface, ..Voice::new(samples) })
        });
        self.alone = Some(handle);
        Ok(())
    }

    /// Ends what [`Sound::play_alone`] plays; true if it was still heard.
    pub fn stop_alone(&mut self) -> bool {
        let Some((output, handle)) = self.output.as_ref().zip(self.alone.take()) else { return false };
        output.with(|mixer| {
            let was_heard = mixer.is_playing(handle);
            mixer.clear();
            was_heard
        })
    }

    /// Nobody is in this world any more, but in another one soon: music goes on until
    /// then.
    pub fn leave_for_next(&mut self) {
        let alone = self.alone.take();
        let Some(output) = &self.output else { return };
        output.with(|mixer| {
            // It may have been left from the menu, where time stands still.
            mixer.set_running(true);
            self.cues.leave_but_music(mixer);
            self.places.stop(mixer);
            alone.into_iter().for_each(|handle| mixer.stop(handle, 0.0, Curve::Linear));
        });
    }

    /// Nobody is in a world any more.
    pub fn leave(&mut self) {
        self.places.forget();
        self.cd.leave();
        self.cues.leave();
        if let Some(output) = &self.output {
            output.with(Mixer::clear);
        }
    }
}

fn set_volumes(mixer: &mut Mixer, settings: &settings::Sound) {
    mixer.set_master_volume(settings.volume);
    mixer.set_bus(Bus::Effects, settings.effects_volume);
    mixer.set_bus(Bus::Speech, settings.speech_volume);
    mixer.set_bus(Bus::Music, settings.music_volume);
    mixer.set_bus(Bus::Interface, settings.interface_volume);
}
