//! What sounds in places by itself, from the start on.

use audio::{Bank, Curve, Handle, Mixer, Reach, Voice};
use glam::Vec3;
use runtime::places::PlaceId;
use std::collections::BTreeMap;
use world::{Daytime, Scene};

/// Seconds in which the sounds of a place that leaves fade away.
const FADE_S: f32 = 0.5;
/// Seconds in which sounds of the day go over into those of the night.
const DUSK_S: f32 = 2.0;

/// A sound of a scene.
#[derive(Clone, Copy, Debug)]
struct Sounding {
    handle: Handle,
    /// In coordinates of its place.
    at: Vec3,
    /// Only heard then.
    daytime: Option<Daytime>,
}

/// The sounds of a place.
#[derive(Debug)]
struct Own {
    sounding: Vec<Sounding>,
    daytime: Daytime,
}

/// The sounds of the scenes of places.
#[derive(Debug, Default)]
pub struct PlaceSounds {
    places: BTreeMap<PlaceId, Own>,
}

impl PlaceSounds {
    /// Plays the sounds of a place, instead of those it had before, and beside those of others; its origin
    /// is at `offset` from that of the place whose coordinates the listener is in. It is day until
    /// [`PlaceSounds::follow_hours`] says otherwise.
    pub fn enter(&mut self, mixer: &mut Mixer, id: PlaceId, scene: &Scene, bank: &Bank, offset: Vec3) {
        self.leave_place(mixer, id);
        let own = Own { sounding: start(mixer, scene, bank, offset), daytime: Daytime::Day };
        self.places.insert(id, own);
    }

    /// It is day or night in a place: sounds of one go over into those of the other.
    pub fn follow_hours(&mut self, mixer: &mut Mixer, id: PlaceId, daytime: Daytime) {
        let Some(own) = self.places.get_mut(&id).filter(|own| own.daytime != daytime) else { return };
        own.daytime = daytime;
        for sounding in &own.sounding {
            if let Some(only) = sounding.daytime {
                let to = if only == daytime { 1.0 } else { 0.0 };
                mixer.fade(sounding.handle, to, DUSK_S, Curve::Linear);
            }
        }
    }

    /// Ends the sounds of a place.
    pub fn leave_place(&mut self, mixer: &mut Mixer, id: PlaceId) {
        for sounding in self.places.remove(&id).into_iter().flat_map(|own| own.sounding) {
            mixer.stop(sounding.handle, FADE_S, Curve::Linear);
        }
    }

    /// The listener is in the coordinates of another place: `offset` says where in them the origin of each
    /// place is.
    pub fn shift(&self, mixer: &mut Mixer, offset: impl Fn(PlaceId) -> Option<Vec3>) {
        for (id, own) in &self.places {
            if let Some(way) = offset(*id) {
                shift(mixer, &own.sounding, way);
            }
        }
    }

    /// Ends the sounds of all places at once.
    pub fn stop(&mut self, mixer: &mut Mixer) {
        for sounding in std::mem::take(&mut self.places).into_values().flat_map(|own| own.sounding) {
            mixer.stop(sounding.handle, 0.0, Curve::Linear);
        }
    }

    /// Forgets all of them; what sounds goes on.
    pub fn forget(&mut self) {
        self.places.clear();
    }
}

/// Starts the sounds of a scene whose origin is at `offset`.
fn start(mixer: &mut Mixer, scene: &Scene, bank: &Bank, offset: Vec3) -> Vec<Sounding> {
    let mut sounding = Vec::new();
    for sound in &scene.sounds {
        let Some(samples) = bank.get(&sound.file) else { continue };
        let handle = mixer.play(Voice {
            reach: Some(Reach { full: sound.full, ..Reach::even(sound.place + offset, sound.range) }),
            volume: sound.volume,
            looping: sound.looping,
            ..Voice::new(samples.clone())
        });
        if sound.daytime == Some(Daytime::Night) {
            mixer.fade(handle, 0.0, 0.0, Curve::Linear);
        }
        sounding.push(Sounding { handle, at: sound.place, daytime: sound.daytime });
    }
    sounding
}

/// Moves the sounds of a scene whose origin is at `offset` now.
fn shift(mixer: &mut Mixer, sounding: &[Sounding], offset: Vec3) {
    for own in sounding {
        mixer.move_to(own.handle, own.at + offset);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use audio::Listener;
    use world::{Frame, Sound};

    #[test]
    fn the_sounds_of_a_neighbour_come_from_where_it_lies() {
        let mut scene = Scene::empty("none", "hum", Frame::identity(1.0));
        let place = Vec3::new(5.0, 0.0, 0.0);
        scene.sounds.push(Sound {
            file: "hum.wav".to_owned(),
            place,
            full: 0.0,
            range: 20.0,
            volume: 1.0,
            looping: true,
            daytime: None,
        });
        let (bank, findings) = Bank::read(&scene, |_| Ok(crate::steady_sound::wav()));
        assert!(findings.is_empty());
        let mut mixer = Mixer::new(44_100);
        // Its origin lies 20 to the west: it sounds 15 to the left, a quarter as
        // loud as at its place.
        let sounding = start(&mut mixer, &scene, &bank, Vec3::new(-20.0, 0.0, 0.0));
        assert_eq!(sounding.iter().map(|own| own.at).collect::<Vec<_>>(), [place]);
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

    #[test]
    fn sounds_of_the_day_go_over_into_those_of_the_night_and_back() {
        let mut scene = Scene::empty("none", "hum", Frame::identity(1.0));
        for (x, daytime) in [(-5.0, Daytime::Day), (5.0, Daytime::Night)] {
            let place = Vec3::X * x;
            let file = "hum.wav".to_owned();
            let daytime = Some(daytime);
            scene.sounds.push(Sound {
                file,
                place,
                range: 20.0,
                volume: 1.0,
                looping: true,
                daytime,
                ..Sound::default()
            });
        }
        let (bank, _) = Bank::read(&scene, |_| Ok(crate::steady_sound::wav()));
        let (mut mixer, mut places) = (Mixer::new(44_100), PlaceSounds::default());
        let id = PlaceId::FIRST;
        places.enter(&mut mixer, id, &scene, &bank, Vec3::ZERO);
        let mut after = |daytime, seconds: usize| {
            places.follow_hours(&mut mixer, id, daytime);
            mixer.hear(&Listener { ear: Vec3::ZERO, right: Vec3::X, near: 1.0 });
            let mut out = vec![0.0; 88_200 * seconds];
            mixer.mix(&mut out);
            [out[out.len() - 2], out[out.len() - 1]]
        };
        // A quarter as loud as can be, and 5 of 20 units away.
        let full = 0.75 * 0.25;
        for (daytime, seconds, wanted) in [
            (Daytime::Day, 1, [full, 0.0]),
            (Daytime::Night, 1, [full / 2.0, full / 2.0]),
            (Daytime::Night, 1, [0.0, full]),
            (Daytime::Day, 2, [full, 0.0]),
        ] {
            let found: [f32; 2] = after(daytime, seconds);
            let is_near = found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-3);
            assert!(is_near, "{daytime:?}: {found:?}, by hand {wanted:?}");
        }
    }
}
