//! Music of areas: which is heard where, by day and by night. When it changes is in `music.rs` of the crate
//! `runtime`.

use crate::Daytime;
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// How much larger an area is for whoever is in it, so that nobody who stands on its border hears it come and
/// go.
const INERTIA: f32 = 1.05;

/// Areas of a world and their music.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MusicAreas {
    /// The tracks, each once.
    pub tracks: Vec<MusicTrack>,
    /// In file order.
    pub areas: Vec<MusicArea>,
}

/// A piece of music.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MusicTrack {
    /// Address of its file.
    pub file: String,
    /// How often it is played; 0 for over and over.
    pub times: u32,
}

/// A ball in which music is heard.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MusicArea {
    /// Its middle, engine axes, the game's units.
    pub place: Vec3,
    /// Units.
    pub radius: f32,
    /// Number of its track by day; silence without.
    pub day: Option<u32>,
    /// The same by night.
    pub night: Option<u32>,
    /// Seconds in which its music fades out.
    pub fade_out_s: f32,
}

impl MusicArea {
    /// Number of the track at a time of day.
    pub fn track(&self, daytime: Daytime) -> Option<u32> {
        match daytime {
            Daytime::Day => self.day,
            Daytime::Night => self.night,
        }
    }

    fn reaches(&self, place: Vec3, times: f32) -> bool {
        let radius = self.radius * times;
        self.place.distance_squared(place) <= radius * radius
    }
}

impl MusicAreas {
    /// The smallest area around a place, of equal ones the first. The one in which somebody is already is a
    /// twentieth larger.
    pub fn around(&self, place: Vec3, already: Option<u32>) -> Option<u32> {
        let reaches = |(number, area): &(u32, &MusicArea)| {
            area.reaches(place, if already == Some(*number) { INERTIA } else { 1.0 })
        };
        let smallest = |a: &(u32, &MusicArea), b: &(u32, &MusicArea)| a.1.radius.total_cmp(&b.1.radius);
        (0..).zip(&self.areas).filter(reaches).min_by(smallest).map(|(number, _)| number)
    }

    /// What is played in an area; nothing outside of all.
    pub fn track(&self, area: Option<u32>, daytime: Daytime) -> Option<&MusicTrack> {
        let track = self.areas.get(area? as usize)?.track(daytime)?;
        self.tracks.get(track as usize)
    }
}

/// What somebody hears who goes from area to area.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MusicPlaying {
    /// Somebody is here to hear it.
    pub heard: bool,
    /// The area they are in.
    pub area: Option<u32>,
    /// Number of the track that was begun.
    pub track: Option<u32>,
}

impl MusicPlaying {
    /// True when nobody hears anything, as in worlds without areas.
    pub fn is_unused(&self) -> bool {
        *self == MusicPlaying::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(x: f32, radius: f32) -> MusicArea {
        MusicArea { place: Vec3::X * x, radius, day: Some(0), night: None, fade_out_s: 2.0 }
    }

    #[test]
    fn the_smallest_area_counts_and_borders_are_sticky() {
        let areas = MusicAreas {
            areas: vec![area(0.0, 100.0), area(50.0, 20.0), area(50.0, 20.0)],
            ..Default::default()
        };
        let around = |x: f32, already| areas.around(Vec3::X * x, already);
        assert_eq!([around(0.0, None), around(50.0, None), around(100.1, None)], [Some(0), Some(1), None]);
        // The small one ends at 70, and at 71 for whoever is in it.
        assert_eq!([around(70.5, Some(1)), around(71.1, Some(1))], [Some(1), Some(0)]);
        assert_eq!(around(70.5, Some(0)), Some(0));
        assert_eq!([around(104.9, Some(0)), around(105.1, Some(0))], [Some(0), None]);
        assert_eq!(around(f32::NAN, Some(0)), None);
    }
}
