//! What a visitor of a world hears.

use crate::cd_music::CdMusic;
use crate::cue_voices::CueVoices;
use crate::settings;
use audio::{Bank, Bus, Curve, Handle, Listener, Mixer, Reach, Samples, Speakers, Voice};
use base::output;
use glam::Vec3;
use music::Wish;
use runtime::Cue;
use runtime::places::{PlaceId, World};
use std::collections::BTreeMap;
use std::sync::Arc;
use titles::install::Install;
use world::Scene;

/// Seconds in which the sounds of a place that leaves fade away.
const FADE_S: f32 = 0.5;

/// What a visitor of a world hears. The device is opened with the first world
/// that has something to hear; without one, everything is silent.
#[derive(Debug, Default)]
pub struct Sound {
    speakers: Option<Speakers>,
    asked: bool,
    /// Per place: what sounds in it, and where, in coordinates of the place.
    places: BTreeMap<PlaceId, Vec<(Handle, Vec3)>>,
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
        if let Some(speakers) = &self.speakers {
            let sounding = speakers.with(|mixer| start(mixer, scene, bank, offset));
            self.places.insert(id, sounding);
        }
        line
    }

    /// Files that cues name come from this install.
    pub fn take_files_from(&mut self, install: &Arc<Install>) {
        self.cues.enter(install);
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
        let sounding = self.places.remove(&id).unwrap_or_default();
        speakers.with(|mixer| {
            for (handle, _) in sounding {
                mixer.stop(handle, FADE_S, Curve::Linear);
            }
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
            for (id, sounding) in &self.places {
                if let Some(way) = offset(*id) {
                    shift(mixer, sounding, way);
                }
            }
            self.cues.shift(mixer, &offset);
        });
    }

    /// Somebody listens from here; `paused` stops what sounds with everything
    /// else. What was wrong with long sounds that have ended goes to the
    /// terminal.
    pub fn hear(&mut self, listener: &Listener, settings: &settings::Sound, paused: bool) {
        let Sound { speakers, cues, cd, .. } = self;
        if let Some(speakers) = speakers {
            let findings = speakers.with(|mixer| {
                mixer.set_running(!paused);
                mixer.set_master_volume(settings.volume);
                mixer.set_bus(Bus::Music, settings.music_volume);
                cd.follow(settings.cd_music, cues, mixer);
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

    /// Nobody is in this world any more, but in another one soon: music goes on until
    /// then.
    pub fn leave_for_next(&mut self) {
        let places = std::mem::take(&mut self.places);
        let alone = self.alone.take();
        let Some(speakers) = &self.speakers else { return };
        speakers.with(|mixer| {
            // It may have been left from the menu, where time stands still.
            mixer.set_running(true);
            self.cues.leave_but_music(mixer);
            for handle in places.into_values().flatten().map(|(handle, _)| handle).chain(alone) {
                mixer.stop(handle, 0.0, Curve::Linear);
            }
        });
    }

    /// Nobody is in a world any more.
    pub fn leave(&mut self) {
        self.places.clear();
        self.cd.leave();
        self.cues.leave();
        if let Some(speakers) = &self.speakers {
            speakers.with(Mixer::clear);
        }
    }
}

/// Starts the sounds of a scene whose origin is at `offset`.
fn start(mixer: &mut Mixer, scene: &Scene, bank: &Bank, offset: Vec3) -> Vec<(Handle, Vec3)> {
    let mut sounding = Vec::new();
    for sound in &scene.sounds {
        let Some(samples) = bank.get(&sound.file) else { continue };
        let handle = mixer.play(Voice {
            reach: Some(Reach { place: sound.place + offset, range: sound.range }),
            volume: sound.volume,
            looping: sound.looping,
            ..Voice::new(samples.clone())
        });
        sounding.push((handle, sound.place));
    }
    sounding
}

/// Moves the sounds of a scene whose origin is at `offset` now.
fn shift(mixer: &mut Mixer, sounding: &[(Handle, Vec3)], offset: Vec3) {
    for (handle, place) in sounding {
        mixer.move_to(*handle, *place + offset);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::{Frame, Sound};

    #[test]
    fn the_sounds_of_a_neighbour_come_from_where_it_lies() {
        let mut scene = Scene::empty("none", "hum", Frame::identity(1.0));
        let place = Vec3::new(5.0, 0.0, 0.0);
        scene.sounds.push(Sound {
            file: "hum.wav".to_owned(),
            place,
            range: 20.0,
            volume: 1.0,
            looping: true,
        });
        let (bank, findings) = Bank::read(&scene, |_| Ok(crate::steady_sound::wav()));
        assert!(findings.is_empty());
        let mut mixer = Mixer::new(44_100);
        // Its origin lies 20 to the west: it sounds 15 to the left, a quarter as
        // loud as at its place.
        let sounding = start(&mut mixer, &scene, &bank, Vec3::new(-20.0, 0.0, 0.0));
        assert_eq!(sounding.iter().map(|(_, place)| *place).collect::<Vec<_>>(), [place]);
        let sides = |mixer: &mut Mixer| {
            mixer.hear(&Listener { ear: Vec3::ZERO, right: Vec3::X, near: 1.0 });
            let mut out = vec![0.0; 8820];
            mixer.mix(&mut out);
            [out[8818], out[8819]]
        };
        let [left, right] = sides(&mut mixer);
        assert!((left - 0.25 * 0.25).abs() < 1e-3 && right.abs() < 1e-3, "{left} {right}");
        // The listener walked over to it: its own coordinates, 5 to the right.
        shift(&mut mixer, &sounding, Vec3::ZERO);
        let [left, right] = sides(&mut mixer);
        assert!(left.abs() < 1e-3 && (right - 0.75 * 0.25).abs() < 1e-3, "{left} {right}");
    }
}
