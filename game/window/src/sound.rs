//! What a visitor of a world hears.

use crate::settings;
use audio::{Bank, Listener, Speakers};
use base::output;
use world::Scene;

/// What a visitor of a world hears. The device is opened with the first world
/// that has something to hear; without one, everything is silent.
#[derive(Debug, Default)]
pub struct Sound {
    speakers: Option<Speakers>,
    asked: bool,
}

impl Sound {
    /// Plays the sounds of a world instead of those before; says in one line
    /// when there is no device to play them, once.
    pub fn enter(&mut self, scene: &Scene, bank: &Bank) -> Option<String> {
        let mut line = None;
        if !self.asked && !scene.sounds.is_empty() {
            self.asked = true;
            match Speakers::open() {
                Ok(speakers) => self.speakers = Some(speakers),
                Err(reason) => {
                    output::note(&format!("warning: {reason}"));
                    line = Some(reason.to_string());
                }
            }
        }
        if let Some(speakers) = &self.speakers {
            speakers.with(|mixer| mixer.enter(scene, bank));
        }
        line
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

    /// Nobody is in a world any more.
    pub fn leave(&self) {
        if let Some(speakers) = &self.speakers {
            speakers.with(audio::Mixer::clear);
        }
    }
}
