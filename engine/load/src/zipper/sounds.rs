//! The sounds of a Zipper game by name: those of one archive, and the loose `.wav` files beside it.
//! This module decides which of two wins; it decodes and plays nothing. Source:
//! `docs/spec/zbd/sounds.md`; `docs/spec/zbd/mw3-runtime.md`, "11. Sound".

use crate::SoundFiles;
use binary::{Finding, Mode, Severity, codes};
use order::Order;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use vfs::{Entry, Kind, Vfs};
use zbd::sounds::{self, WavInfo};

codes! {
    ARCHIVE_MISSING = "load.sounds_missing": "no archive of sounds can be used"
        => "copy one from the game's disc into the folder named; loose .wav files are heard without it";
}

/// Extension of sound files.
const ENDING: &str = ".wav";

/// Where a sound is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its address.
    pub address: String,
    /// The layer it is in, as an index into [`Vfs::layers`].
    pub layer: usize,
}

/// A sound.
#[derive(Clone, Debug, PartialEq)]
pub struct Sound {
    /// Its name as it is stored, with `.wav`.
    pub name: String,
    /// Where its bytes are read.
    pub place: Place,
    /// What would be heard without it: the same name at other addresses, and at its own address in
    /// weaker layers.
    pub hides: Vec<Place>,
    /// The file's header; `None` for a damaged file, about which there is a finding.
    pub info: Option<WavInfo>,
}

/// The sounds of a game.
#[derive(Clone, Debug, Default)]
pub struct Sounds {
    archive: Option<String>,
    /// By name without extension, in lower case.
    by_name: BTreeMap<String, Sound>,
}

/// The form in which names are compared: `Boom.WAV` is `boom`.
fn key(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    name.strip_suffix(ENDING).map(str::to_owned).unwrap_or(name)
}

impl Sounds {
    /// Lists the archive and the loose files, and looks at the start of each
    /// sound.
    ///
    /// Of two sounds with one name, that of the later mod counts. Within a mod the loose file does,
    /// whatever the game, since it was put there to be heard; within the install the game's rule
    /// decides. A file that is not a sound is skipped with a finding, and the next candidate is
    /// used; so is an archive that cannot be opened. A folder with the name of a missing archive
    /// adds its files.
    pub fn new(vfs: &Vfs, files: &SoundFiles) -> (Self, Vec<Finding>) {
        let mut findings = Vec::new();
        let (archive, candidates) = candidates(vfs, files, &mut findings);
        if archive.is_none() {
            let expected = files.archives.join(" or ");
            let missing =
                Finding::new(&ARCHIVE_MISSING, Severity::Warning, &files.folder, expected, "none of them");
            findings.push(missing);
        }
        let by_name = candidates.into_iter().filter_map(|(key, mut candidates)| {
            candidates.order_by_key(|candidate| candidate.rank(files.loose_wins));
            Some((key, settle(vfs, &candidates, &mut findings)?))
        });
        (Sounds { archive, by_name: by_name.collect() }, findings)
    }

    /// The address of the archive in use.
    pub fn archive(&self) -> Option<&str> {
        self.archive.as_deref()
    }

    /// The sound of that name, in any case, with or without `.wav`.
    pub fn find(&self, name: &str) -> Option<&Sound> {
        self.by_name.get(&key(name))
    }

    /// All of them, by name.
    pub fn iter(&self) -> impl Iterator<Item = &Sound> {
        self.by_name.values()
    }
}

/// Where the sounds of a game are by name, without a look at any of them: for what is heard later, if at
/// all. Of two with one name it takes the same as [`Sounds`] does as long as both are sounds.
#[derive(Clone, Debug, Default)]
pub struct SoundIndex {
    /// Addresses by name without extension, in lower case.
    addresses: BTreeMap<String, String>,
}

impl SoundIndex {
    /// Lists the archive and the loose files.
    pub fn new(vfs: &Vfs, files: &SoundFiles) -> Self {
        let mut findings = Vec::new();
        let (_, candidates) = candidates(vfs, files, &mut findings);
        let first = candidates.into_iter().filter_map(|(key, mut same)| {
            same.order_by_key(|candidate| candidate.rank(files.loose_wins));
            Some((key, same.into_iter().next()?.entry.address))
        });
        SoundIndex { addresses: first.collect() }
    }

    /// The address of a sound, in any case, with or without `.wav`.
    pub fn find(&self, name: &str) -> Option<&str> {
        self.addresses.get(&key(name)).map(String::as_str)
    }
}

/// The archive in use, and everything that may be the sound of a name.
fn candidates(
    vfs: &Vfs,
    files: &SoundFiles,
    findings: &mut Vec<Finding>,
) -> (Option<String>, BTreeMap<String, Vec<Candidate>>) {
    let mut candidates: BTreeMap<String, Vec<Candidate>> = BTreeMap::new();
    let mut add = |entries: Vec<Entry>, loose: bool| {
        for entry in entries {
            // A repeated member, `boom.wav#2`, is the same sound again.
            if entry.kind == Kind::File && entry.name.to_ascii_lowercase().ends_with(ENDING) {
                candidates.entry(key(&entry.name)).or_default().push(Candidate { entry, loose });
            }
        }
    };
    let mut archive = None;
    for address in files.archives.iter().filter(|address| vfs.exists(address)) {
        match vfs.list(address) {
            Ok(members) => add(members, false),
            Err(finding) => findings.push(Finding { severity: Severity::Warning, ..*finding }),
        }
        if vfs.is_archive(address) {
            // The name as written on disk.
            archive = vfs.which(address).map(|found| found.address).ok();
            break;
        }
    }
    // A game without its folder has no loose files.
    add(vfs.list(&files.folder).unwrap_or_default(), true);
    (archive, candidates)
}

/// A candidate for a name.
struct Candidate {
    entry: Entry,
    /// Beside the archive, not in it.
    loose: bool,
}

impl Candidate {
    /// Sort key, smallest first; archives are equal, in the wanted order.
    fn rank(&self, loose_wins: bool) -> (Reverse<usize>, u8) {
        let layer = self.entry.layer;
        let rank = match self.loose {
            true if loose_wins || layer > 0 => 0,
            false => 1,
            true => 2,
        };
        (Reverse(layer), rank)
    }

    /// Where it is, and what it hides in weaker layers, the strongest first.
    fn places(&self, vfs: &Vfs) -> Vec<Place> {
        let address = &self.entry.address;
        let weaker = vfs.which(address).map(|found| found.hidden).unwrap_or_default();
        let layers = std::iter::once(self.entry.layer).chain(weaker.iter().rev().map(|place| place.layer));
        layers.map(|layer| Place { address: address.clone(), layer }).collect()
    }
}

/// The first candidate that is a sound, else the first.
fn settle(vfs: &Vfs, candidates: &[Candidate], findings: &mut Vec<Finding>) -> Option<Sound> {
    let mut info = None;
    let mut passed = Vec::new();
    for candidate in candidates {
        let address = &candidate.entry.address;
        match vfs.read(address).and_then(|bytes| sounds::look(&bytes, Mode::Lenient)) {
            Ok((found, _)) => {
                info = Some(found);
                break;
            }
            Err(finding) => passed.push(finding.in_file(address)),
        }
    }
    let index = if info.is_some() { passed.len() } else { 0 };
    let used = &candidates.get(index)?.entry;
    findings.extend(passed.into_iter().map(|finding| {
        let instead = match info {
            Some(_) => format!("; until then {} is heard in its place", used.address),
            None => String::new(),
        };
        let advice = Cow::Owned(format!("{}{instead}", finding.advice));
        Finding { severity: Severity::Warning, advice, ..finding }
    }));
    let mut places = candidates[index..].iter().flat_map(|candidate| candidate.places(vfs));
    Some(Sound { name: used.name.clone(), place: places.next()?, hides: places.collect(), info })
}
