//! Files that are tracks by their names.

use crate::album::FOLDER;
use crate::image::files;
use crate::{Place, Track};
use std::path::Path;
use vfs::{Kind, Vfs};

/// Endings of sound files, the ones that lose least first.
const ENDINGS: [&str; 4] = ["flac", "wav", "ogg", "mp3"];

/// The track that a file is by its name: `track02.ogg`, `Track 2.flac`,
/// `Game (Track 03).wav`; in a folder of music also one that begins with its number,
/// `02 - Title.mp3`.
pub fn track_by_name(name: &str, is_music_folder: bool) -> Option<u8> {
    let (stem, _) = ending(name)?;
    let stem = stem.to_lowercase();
    let after_word = stem.rfind("track").and_then(|at| stem.get(at + "track".len()..));
    let separators = [' ', '_', '-', '.', '#'];
    let named = after_word.and_then(|rest| number(rest.trim_start_matches(separators)));
    named.or_else(|| number(stem.trim_start()).filter(|_| is_music_folder))
}

/// A number of one or two digits that text begins with, if nothing else of a word follows.
fn number(text: &str) -> Option<u8> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at_checked(digits)?;
    let goes_on = rest.starts_with(|letter: char| letter.is_alphanumeric());
    digits.parse().ok().filter(|number| (1..=99).contains(number) && digits.len() <= 2 && !goes_on)
}

/// A name without its ending, and how good that is.
fn ending(name: &str) -> Option<(&str, usize)> {
    let (stem, ending) = name.rsplit_once('.')?;
    let rank = ENDINGS.iter().position(|known| known.eq_ignore_ascii_case(ending))?;
    Some((stem, rank))
}

/// The tracks of a folder on the disk.
pub(crate) fn in_folder(folder: &Path, is_music_folder: bool) -> Vec<Track> {
    let files = files(folder).into_iter().filter_map(|path| {
        let name = path.file_name()?.to_str()?.to_owned();
        Some((name, Place::File(path)))
    });
    chosen(files, is_music_folder)
}

/// The tracks among the files of an install and its mods: those of its folder for
/// music, then those at its top.
pub(crate) fn in_install(vfs: &Vfs) -> Vec<Track> {
    let mut tracks = Vec::new();
    for folder in [FOLDER, ""] {
        let entries = vfs.list(folder).unwrap_or_default().into_iter();
        let files = entries.filter(|entry| entry.kind == Kind::File);
        let named = files.map(|entry| (entry.name, Place::Member(entry.address)));
        tracks.extend(chosen(named, !folder.is_empty()));
    }
    tracks
}

/// One file for each track, the best of several.
fn chosen(files: impl Iterator<Item = (String, Place)>, is_music_folder: bool) -> Vec<Track> {
    let ranked = files.filter_map(|(name, place)| {
        let number = track_by_name(&name, is_music_folder)?;
        let (_, rank) = ending(&name)?;
        Some((number, rank, name, place))
    });
    let mut ranked: Vec<_> = ranked.collect();
    ranked.sort_by(|a, b| (a.0, a.1, &a.2).cmp(&(b.0, b.1, &b.2)));
    ranked.dedup_by_key(|(number, ..)| *number);
    ranked.into_iter().map(|(number, _, _, place)| Track { number, place, sheet: None }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tracks_are_known() {
        for (name, number) in [
            ("track02.ogg", Some(2)),
            ("Track 2.flac", Some(2)),
            ("TRACK_03.WAV", Some(3)),
            ("CDTrack-4.mp3", Some(4)),
            ("Audio Track 05 - Battle.mp3", Some(5)),
            ("My Game (Track 06).wav", Some(6)),
            ("track 7.txt", None),
            ("track.ogg", None),
            ("track100.ogg", None),
            ("track00.ogg", None),
            ("soundtrack.ogg", None),
            ("track2b.ogg", None),
            ("02 - Title.mp3", None),
        ] {
            assert_eq!(track_by_name(name, false), number, "{name}");
        }
        for (name, number) in [
            ("02 - Title.mp3", Some(2)),
            ("3.flac", Some(3)),
            ("04_x.ogg", Some(4)),
            ("05. Title.wav", Some(5)),
            ("1999 - Title.mp3", None),
            ("2nd try.mp3", None),
            ("Title.mp3", None),
            ("08 - the best track.mp3", Some(8)),
        ] {
            assert_eq!(track_by_name(name, true), number, "{name}");
        }
    }
}
