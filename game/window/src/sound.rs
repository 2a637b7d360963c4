//! What a visitor of a world hears.

use crate::settings;
use audio::{Bank, Handle, Listener, Mixer, Samples, Speakers, Voice};
use base::output;
use glam::Vec3;
use hearing::{CueVoices, PlaceSounds};
use runtime::Cue;
use runtime::places::{PlaceId, World};
use std::sync::Arc;
use titles::install::Install;
use world::Scene;

/// What a visitor of a world hears. The device is opened with the first world
/// that has something to hear; without one, everything is silent.
#[derive(Debug, Default)]
pub struct Sound {
    speakers: Option<Speakers>,
    asked: bool,
    /// What sounds in places by itself.
    places: PlaceSounds,
    /// What cues asked for.
    cues: CueVoices,
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
        if let Some(speakers) = &self.speakers {
            speakers.with(|mixer| self.places.enter(mixer, id, scene, bank, offset));
        }
        line
    }

    /// Files that cues name come from this install.
    pub fn take_files_from(&mut self, install: &Arc<Install>) {
        self.cues.enter(install);
    }

    /// Opens the device; a line when there is none, once.
    fn open(&mut self) -> Option<String> {
        if self.asked {
            return None;
        }
        self.asked = true;
        match Speakers::open() {
            Ok(speakers) => {
                self.speakers = Some(speakers);
                None
            }
            Err(reason) => {
                output::note(&format!("warning: {reason}"));
                Some(reason.to_string())
            }
        }
    }

    /// Voices what a world wants heard, and starts what was asked for before and is
    /// there now. Gives a line when there is no device, and about what cannot be
    /// heard.
    pub fn voice(&mut self, cues: &[(PlaceId, Cue)], world: &World) -> Vec<String> {
        let sounds = |(_, cue): &(PlaceId, Cue)| matches!(cue, Cue::Sound { .. } | Cue::Music { .. });
        let mut lines: Vec<String> = Vec::new();
        if cues.iter().any(sounds) {
            lines.extend(self.open());
        }
        let Sound { speakers: Some(speakers), cues: voices, .. } = self else { return lines };
        if cues.is_empty() && voices.is_idle() {
            return lines;
        }
        let offset = |id| world.offset(id, world.watched());
        let units = world.watched_place().simulation().scene().frame.units(1.0);
        lines.extend(speakers.with(|mixer| {
            for (id, cue) in cues {
                voices.hear(mixer, *id, cue, offset(*id).unwrap_or_default(), units);
            }
            voices.start(mixer, offset)
        }));
        lines
    }

    /// Ends the sounds of a place.
    pub fn leave_place(&mut self, id: PlaceId) {
        let Some(speakers) = &self.speakers else { return };
        speakers.with(|mixer| {
            self.places.leave_place(mixer, id);
            self.cues.leave_place(mixer, id);
        });
    }

    /// Ends the sounds that cues of a place began; what sounds there by itself goes on.
    pub fn stop_cues(&mut self, id: PlaceId) {
        if let Some(speakers) = &self.speakers {
            speakers.with(|mixer| self.cues.leave_place(mixer, id));
        }
    }

    /// The listener is in the coordinates of another place: `offset` says where in
    /// them the origin of each place is.
    pub fn shift(&self, offset: impl Fn(PlaceId) -> Option<Vec3>) {
        let Some(speakers) = &self.speakers else { return };
        speakers.with(|mixer| {
            self.places.shift(mixer, &offset);
            self.cues.shift(mixer, &offset);
        });
    }

    /// Somebody listens from here; `paused` stops what sounds with everything
    /// else. What was wrong with long sounds that have ended goes to the
    /// terminal.
    pub fn hear(&self, listener: &Listener, settings: &settings::Sound, paused: bool) {
        if let Some(speakers) = &self.speakers {
            let findings = speakers.with(|mixer| {
                mixer.set_running(!paused);
                mixer.set_master_volume(settings.volume);
                mixer.hear(listener);
                mixer.take_findings()
            });
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
        let Some(speakers) = &self.speakers else {
            return Err(asked.unwrap_or_else(|| "no sound device was found".to_owned()));
        };
        let handle = speakers.with(|mixer| {
            mixer.clear();
            mixer.set_running(true);
            mixer.set_master_volume(settings.volume);
            mixer.play(Voice::new(samples))
        });
        self.alone = Some(handle);
        Ok(())
    }

    /// Ends what [`Sound::play_alone`] plays; true if it was still heard.
    pub fn stop_alone(&mut self) -> bool {
        let Some((speakers, handle)) = self.speakers.as_ref().zip(self.alone.take()) else { return false };
        speakers.with(|mixer| {
            let was_heard = mixer.is_playing(handle);
            mixer.clear();
            was_heard
        })
    }

    /// Nobody is in a world any more.
    pub fn leave(&mut self) {
        self.places.forget();
        self.cues.leave();
        if let Some(speakers) = &self.speakers {
            speakers.with(Mixer::clear);
        }
    }
}
