//! Music of a cell, by its climate, whether a town is there, and day or night: files that somebody chose, in a folder
//! `music` of the install or of a mod.
//!
//! The game's own music is MIDI for sound cards of its time, which nothing here plays. A file is named
//! `town-day`, `town-night`, `desert-day`, `mountain-night` and so on, or without the hour, or just `day` or `night`,
//! with any ending that is heard: the most exact name counts.

use daggerfall::climate::BaseSet;
use glam::Vec3;
use vfs::Vfs;
use world::{MusicArea, MusicAreas, MusicTrack, Scene};

/// Endings of files that are heard.
const ENDINGS: [&str; 4] = ["ogg", "mp3", "flac", "wav"];
/// Seconds in which music goes over into other music.
const FADE_S: f32 = 3.0;

/// The word for a climate.
fn word(base: BaseSet) -> &'static str {
    match base {
        BaseSet::Desert => "desert",
        BaseSet::Mountain => "mountain",
        BaseSet::Temperate => "temperate",
        BaseSet::Swamp => "swamp",
    }
}

/// The address of the music for one of these words, the most exact name first, at an hour of the day.
fn find(vfs: &Vfs, words: &[&str], hour: &str) -> Option<String> {
    let exact = words.iter().flat_map(|word| [format!("{word}-{hour}"), (*word).to_owned()]);
    let mut names = exact.chain([hour.to_owned()]);
    names.find_map(|name| {
        let mut files = ENDINGS.iter().map(|ending| format!("music/{name}.{ending}"));
        files.find(|address| vfs.is_file(address))
    })
}

/// Adds the music of a cell whose middle and half diagonal these are, if there is any.
pub fn add(scene: &mut Scene, vfs: &Vfs, base: BaseSet, has_town: bool, middle: Vec3, radius: f32) {
    let climate = word(base);
    let words: &[&str] = if has_town { &["town", climate] } else { &[climate] };
    let mut music = MusicAreas::default();
    let mut track = |hour| {
        let file = find(vfs, words, hour)?;
        let known = music.tracks.iter().position(|track| track.file == file);
        let number = known.unwrap_or_else(|| {
            music.tracks.push(MusicTrack { file, times: 0 });
            music.tracks.len() - 1
        });
        Some(number as u32)
    };
    let (day, night) = (track("day"), track("night"));
    if day.is_some() || night.is_some() {
        music.areas.push(MusicArea { place: middle, radius, day, night, fade_out_s: FADE_S });
        scene.music = Some(music);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_exact_name_counts_and_no_file_is_no_music() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("music")).unwrap();
        for name in ["desert.mp3", "desert-night.ogg", "town-day.wav", "day.flac"] {
            std::fs::write(folder.path().join("music").join(name), b"x").unwrap();
        }
        let heard = |base, has_town| {
            let vfs = Vfs::open(folder.path(), &[], crate::ARCHIVES).unwrap();
            let mut scene = Scene::empty("daggerfall", "1,1", world::Frame::identity(0.025));
            add(&mut scene, &vfs, base, has_town, Vec3::ZERO, 5.0);
            let music = scene.music?;
            let file = |track: Option<u32>| Some(music.tracks[track? as usize].file.clone());
            Some([file(music.areas[0].day), file(music.areas[0].night)])
        };
        let files = |day: &str, night: Option<&str>| {
            Some([Some(format!("music/{day}")), night.map(|night| format!("music/{night}"))])
        };
        assert_eq!(heard(BaseSet::Desert, false), files("desert.mp3", Some("desert-night.ogg")));
        assert_eq!(heard(BaseSet::Desert, true), files("town-day.wav", Some("desert-night.ogg")));
        assert_eq!(heard(BaseSet::Swamp, false), files("day.flac", None));
        std::fs::remove_file(folder.path().join("music/day.flac")).unwrap();
        assert_eq!(heard(BaseSet::Swamp, false), None);
    }
}
