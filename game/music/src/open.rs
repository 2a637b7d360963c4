//! A track as sound that is decoded while it plays.

use crate::{Album, Place, codes};
use audio::{CdTrack, Source};
use binary::{Finding, Result, Severity};
use std::io::Cursor;
use std::path::Path;
use titles::install::Install;
use vfs::open_regular;

/// Opens a track of the CD of an install.
///
/// # Errors
/// `music.no_track` when it was not found, `music.unheard` when it cannot be decoded,
/// and what the files of the install say when it cannot be read.
pub fn open(install: &Install, number: u8) -> Result<Source> {
    let album = Album::find(&install.detection, &install.vfs, install.music.as_deref());
    let about = format!("track {number}");
    let Some(track) = album.track(number) else {
        let missing = "no file of it";
        return Err(Box::new(Finding::new(&codes::NO_TRACK, Severity::Warning, &about, "a file", missing)));
    };
    let shown = track.shown();
    let unheard = |why: &dyn std::fmt::Display| {
        let finding = Finding::new(&codes::UNHEARD, Severity::Warning, &shown, "sound", why);
        Box::new(finding.inside(&about))
    };
    let file = |path: &Path| open_regular(path).map(|(file, _)| file).map_err(|problem| unheard(&problem));
    let source = match &track.place {
        Place::Sectors { file: path, bytes, high_byte_first } => {
            let image = CdTrack::new(file(path)?, bytes.clone(), *high_byte_first);
            Source::open("track.wav", image.map_err(|problem| unheard(&problem))?)
        }
        Place::Sound { file: path, bytes: Some(bytes) } => {
            let sound = CdTrack::new(file(path)?, bytes.clone(), false);
            Source::open("track.wav", sound.map_err(|problem| unheard(&problem))?)
        }
        Place::Sound { file: path, bytes: None } | Place::File(path) => Source::open(&shown, file(path)?),
        Place::Member(address) => match on_disk(install, address) {
            Some(path) => Source::open(&shown, file(&path)?),
            None => Source::open(&shown, Cursor::new(install.vfs.read(address)?)),
        },
    };
    source.map_err(|error| unheard(&error))
}

/// The file on the disk that an address is, if it is one by itself.
fn on_disk(install: &Install, address: &str) -> Option<std::path::PathBuf> {
    let place = install.vfs.which(address).ok()?.winner;
    place.member.is_none().then_some(place.path)
}
