//! Tracks of images of discs: cue sheets, and the files that they name.

use crate::codes;
use crate::{Place, Track};
use audio::sound_as_on_a_disc;
use binary::{Finding, Result, Severity};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use titles::Title;
use vfs::CueSheet;

/// Most names of a folder that are looked at.
const MOST_NAMES: usize = 10_000;
/// Most cue sheets of a folder that are read.
const MOST_SHEETS: usize = 16;

/// What an image has.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub tracks: Vec<Track>,
    /// Audio tracks that it names, there or not.
    pub on_disc: usize,
    pub findings: Vec<Finding>,
}

/// The files of a folder, by name; none of what is no folder.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let entries = entries.flatten().take(MOST_NAMES);
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    files
}

fn is_sheet(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("cue"))
}

/// The cue sheets of a folder, or the one that a path names.
pub(crate) fn sheets_at(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return Some(path.to_owned()).filter(|path| is_sheet(path)).into_iter().collect();
    }
    let mut sheets = files(path);
    sheets.retain(|path| is_sheet(path));
    sheets.truncate(MOST_SHEETS);
    sheets
}

/// The cue sheet that a zip file or an image is, or the one with its name beside it.
pub(crate) fn sheets_of(file: &Path) -> Vec<PathBuf> {
    let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().to_lowercase());
    if is_sheet(file) {
        return vec![file.to_owned()];
    }
    let mut sheets = file.parent().map_or(Vec::new(), sheets_at);
    sheets.retain(|sheet| stem(sheet) == stem(file));
    sheets
}

/// The cue sheets beside an install: the one with its name, then those of discs with the
/// files of the same game. Any others may be of other games, or of no game at all.
pub(crate) fn sheets_beside(beside: &Path, install: &Path, title: &Title) -> Vec<PathBuf> {
    let name = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().to_lowercase());
    let mut sheets = sheets_at(beside);
    sheets.retain(|sheet| {
        let on_disc = || titles::title_at(sheet);
        sheet != install
            && (name(sheet) == name(install) || on_disc().is_some_and(|disc| disc.id == title.id))
    });
    sheets.sort_by_key(|sheet| name(sheet) != name(install));
    sheets
}

/// The music of an image.
///
/// # Errors
/// As [`CueSheet::open`].
pub(crate) fn tracks(path: &Path) -> Result<Found> {
    let cue = CueSheet::open(path)?;
    let mut found = Found { findings: cue.sheet.findings.clone(), ..Found::default() };
    for track in cue.sheet.music() {
        found.on_disc += 1;
        match place(&cue, track) {
            Ok(place) => {
                found.tracks.push(Track { number: track.number, place, sheet: Some(path.to_owned()) });
            }
            Err(finding) => {
                let about = format_args!("track {}", track.number);
                found.findings.push(finding.inside(about).in_file(&path.display().to_string()));
            }
        }
    }
    Ok(found)
}

/// Where a track of a sheet is.
fn place(cue: &CueSheet, track: &cd::Track) -> Result<Place> {
    let named = cue.sheet.files.get(track.file);
    let name = named.map_or("", |file| file.name.as_str());
    let warn = |code, expected: &str, found: &str| {
        Box::new(Finding::new(code, Severity::Warning, "", expected, found))
    };
    let gone = || warn(&codes::NO_FILE, &format!("`{name}`"), "no such file");
    let file = cue.file(track.file).ok_or_else(gone)?;
    let bytes = track.start..track.end.unwrap_or(u64::MAX);
    if let Some(named) = named.filter(|file| file.is_sectors) {
        let size = fs::metadata(&file).map_or(0, |about| about.len());
        if bytes.start >= size {
            let expected = format!("a track from byte {} on", bytes.start);
            return Err(warn(&codes::NO_FILE, &expected, &format!("`{name}` with {size} bytes")));
        }
        let bytes = bytes.start..bytes.end.min(size);
        return Ok(Place::Sectors { file, bytes, high_byte_first: named.high_byte_first });
    }
    let sound = File::open(&file).ok().and_then(|mut file| sound_as_on_a_disc(&mut file).ok().flatten());
    match sound {
        Some(sound) => {
            let [start, end] =
                [bytes.start, bytes.end].map(|at| sound.start.saturating_add(at).min(sound.end));
            Ok(Place::Sound { file, bytes: Some(start..end) })
        }
        None if track.is_alone => Ok(Place::Sound { file, bytes: None }),
        None => Err(warn(&codes::NOT_APART, "a file of this track alone", &format!("`{name}` with several"))),
    }
}
