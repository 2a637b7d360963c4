//! The tracks of a game, found in order of preference.

use crate::{image, loose};
use binary::{Finding, Severity};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use titles::{Detection, Music};
use vfs::{Vfs, container_around};

/// The folder of an install that music is looked for in.
pub(crate) const FOLDER: &str = "music";

/// Where a track is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Sectors of an image.
    Sectors {
        /// The file of the image.
        file: PathBuf,
        /// Which of its bytes.
        bytes: Range<u64>,
        /// The high byte of each sample comes first.
        high_byte_first: bool,
    },
    /// A sound file that a cue sheet names.
    Sound {
        /// The file.
        file: PathBuf,
        /// Which bytes of its sound, where that is as on a disc; otherwise all of it.
        bytes: Option<Range<u64>>,
    },
    /// A file of this track alone.
    File(PathBuf),
    /// The same among the files of the install or of a mod, by its address.
    Member(String),
}

/// A track that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    /// Its number on the disc; track 1 holds the files.
    pub number: u8,
    /// Where it is.
    pub place: Place,
    /// The cue sheet that names it.
    pub sheet: Option<PathBuf>,
}

impl Track {
    /// The file it is in, as a person would name it.
    pub fn shown(&self) -> String {
        match &self.place {
            Place::Sectors { file, .. } | Place::Sound { file, .. } | Place::File(file) => {
                file.display().to_string()
            }
            Place::Member(address) => address.clone(),
        }
    }
}

/// What a person has of the music of a game.
#[derive(Clone, Debug, Default)]
pub struct Album {
    tracks: BTreeMap<u8, Track>,
    /// Audio tracks that the disc has, found or not.
    pub on_disc: usize,
    /// What was odd about cue sheets and the files that they name.
    pub findings: Vec<Finding>,
    wanted: Vec<u8>,
}

impl Album {
    /// Looks for the tracks of a game: in a folder or a cue sheet that a person chose;
    /// in images of the disc, which are the install, in it, in its folder `music` or
    /// beside it; in files named like tracks, in that folder, in the install and
    /// beside it. The first that has a track has it.
    ///
    /// Nothing is found for a title without music on its CD.
    pub fn find(detection: &Detection, vfs: &Vfs, chosen: Option<&Path>) -> Album {
        let mut album = Album::default();
        let Some(title) = detection.title.filter(|title| title.music.is_on_cd()) else { return album };
        album.wanted.clone_from(&title.music.tracks);
        if let Some(chosen) = chosen {
            album.add_images(image::sheets_at(chosen));
            album.add(loose::in_folder(chosen, true));
        }
        let packed = container_around(&detection.root).map(|(file, _)| file.to_owned());
        let root = packed.as_deref().unwrap_or(&detection.root);
        match &packed {
            Some(file) => album.add_images(image::sheets_of(file)),
            None => {
                album.add_images(image::sheets_at(root));
                album.add_images(image::sheets_at(&root.join(FOLDER)));
            }
        }
        let beside = root.parent();
        album.add_images(beside.map_or(Vec::new(), |beside| image::sheets_beside(beside, root, title)));
        album.add(loose::in_install(vfs));
        album.add(beside.map_or(Vec::new(), |beside| loose::in_folder(beside, false)));
        album.on_disc = album.on_disc.max(title.music.tracks.len()).max(album.tracks.len());
        album
    }

    fn add_images(&mut self, sheets: Vec<PathBuf>) {
        for sheet in sheets {
            match image::tracks(&sheet) {
                Ok(found) => {
                    self.on_disc = self.on_disc.max(found.on_disc);
                    self.findings.extend(found.findings);
                    self.add(found.tracks);
                }
                Err(mut finding) => {
                    // Files of single tracks stand in for it.
                    finding.severity = Severity::Warning;
                    self.findings.push(*finding);
                }
            }
        }
    }

    fn add(&mut self, tracks: Vec<Track>) {
        for track in tracks {
            self.tracks.entry(track.number).or_insert(track);
        }
    }

    /// The tracks that were found, by number.
    pub fn tracks(&self) -> impl Iterator<Item = &Track> {
        self.tracks.values()
    }

    /// A track, if it was found.
    pub fn track(&self, number: u8) -> Option<&Track> {
        self.tracks.get(&number)
    }

    /// Tracks that are known to be on the disc and were not found.
    pub fn missing(&self) -> Vec<u8> {
        self.wanted.iter().copied().filter(|number| !self.tracks.contains_key(number)).collect()
    }

    /// How to come by the tracks of a title that are missing, in one line; `root` is
    /// its install.
    pub fn how_to_rip(music: &Music, root: &Path) -> String {
        let numbers = if music.tracks.is_empty() { &[2, 3][..] } else { &music.tracks };
        let names: Vec<String> = numbers.iter().map(|number| format!("track{number:02}.flac")).collect();
        let more = if music.tracks.is_empty() { " and so on" } else { "" };
        let root = container_around(root).map_or(root, |(file, _)| file.parent().unwrap_or(file));
        format!(
            "rip the disc as an image with a cue sheet (.cue and .bin), or its audio tracks as {}{more} \
             (.wav, .flac, .ogg and .mp3 will do), into {} or a folder of your own (--music)",
            names.join(", "),
            root.join(FOLDER).display()
        )
    }
}
