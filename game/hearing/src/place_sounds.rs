//! What sounds in places by itself, from the start on.

use audio::{Bank, Curve, Handle, Mixer, Reach, Voice};
use glam::Vec3;
use runtime::places::PlaceId;
use std::collections::BTreeMap;
use world::Scene;

/// Seconds in which the sounds of a place that leaves fade away.
const FADE_S: f32 = 0.5;

/// The sounds of the scenes of places.
#[derive(Debug, Default)]
pub struct PlaceSounds {
    /// Per place: what sounds in it, and where, in coordinates of the place.
    places: BTreeMap<PlaceId, Vec<(Handle, Vec3)>>,
}

impl PlaceSounds {
    /// Plays the sounds of a place, instead of those it had before, and beside those of others; its origin
    /// is at `offset` from that of the place whose coordinates the listener is in.
    pub fn enter(&mut self, mixer: &mut Mixer, id: PlaceId, scene: &Scene, bank: &Bank, offset: Vec3) {
        self.leave_place(mixer, id);
        self.places.insert(id, start(mixer, scene, bank, offset));
    }

    /// Ends the sounds of a place.
    pub fn leave_place(&mut self, mixer: &mut Mixer, id: PlaceId) {
        for (handle, _) in self.places.remove(&id).unwrap_or_default() {
            mixer.stop(handle, FADE_S, Curve::Linear);
        }
    }

    /// The listener is in the coordinates of another place: `offset` says where in them the origin of each
    /// place is.
    pub fn shift(&self, mixer: &mut Mixer, offset: impl Fn(PlaceId) -> Option<Vec3>) {
        for (id, sounding) in &self.places {
            if let Some(way) = offset(*id) {
                shift(mixer, sounding, way);
            }
        }
    }

    /// Ends the sounds of all places at once.
    pub fn stop(&mut self, mixer: &mut Mixer) {
        for (handle, _) in std::mem::take(&mut self.places).into_values().flatten() {
            mixer.stop(handle, 0.0, Curve::Linear);
        }
    }

    /// Forgets all of them; what sounds goes on.
    pub fn forget(&mut self) {
        self.places.clear();
    }
}

/// Starts the sounds of a scene whose origin is at `offset`.
fn start(mixer: &mut Mixer, scene: &Scene, bank: &Bank, offset: Vec3) -> Vec<(Handle, Vec3)> {
    let mut sounding = Vec::new();
    for sound in &scene.sounds {
        let Some(samples) = bank.get(&sound.file) else { continue };
        let handle = mixer.play(Voice {
            reach: Some(Reach { full: sound.full, ..Reach::even(sound.place + offset, sound.range) }),
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
