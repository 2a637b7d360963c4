//! One folder taken as the root of an install, compared with the table of games by the names of its
//! files and the first bytes of some. Where that folder is, and which folders are tried, is decided in
//! `detect.rs` and `around.rs`.

use super::chapters;
use super::demo::{self, DemoInfo};
use super::manifest::{Release, Sign, Title, manifest};
use super::missing;
use super::pattern::{Files, fill};
use binary::Finding;
use order::Order;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use vfs::Vfs;

/// Bytes read of a file that may have a signature.
const START: usize = 64;

/// A folder with more folders in it than this is a collection of many things: it is searched less
/// thoroughly, and is no game around one of them.
pub(crate) const THOROUGH: usize = 16;

/// Levels of folders above the given one that are searched.
pub(crate) const ABOVE: usize = 4;

/// How certain a detection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// Nothing in the folder belongs to a known title.
    Unknown,
    /// The names of its files fit a title, but nothing inside them confirms it.
    LooksLike,
    /// A file starts with a signature of the title.
    KnownFiles,
    /// A file starts exactly as in a known release.
    ExactRelease,
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Confidence::Unknown => "unknown",
            Confidence::LooksLike => "looks like it by the names of its files",
            Confidence::KnownFiles => "known files in a release that is not in the table",
            Confidence::ExactRelease => "a known release",
        })
    }
}

impl Confidence {
    /// The same for one title: without a table of releases there is no release to be missing from
    /// it.
    pub fn of(self, title: Option<&Title>) -> String {
        match self {
            Confidence::KnownFiles if title.is_some_and(|title| title.releases.is_empty()) => {
                "known files".to_owned()
            }
            _ => self.to_string(),
        }
    }
}

/// The first bytes of a file that was opened.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) address: String,
    pub(crate) bytes: Vec<u8>,
}

/// One folder, taken as the root of an install.
pub(crate) struct Candidate {
    pub(crate) root: PathBuf,
    pub(crate) vfs: Vfs,
    pub(crate) title: Option<&'static Title>,
    pub(crate) confidence: Confidence,
    pub(crate) release: Option<&'static Release>,
    pub(crate) demo: Option<DemoInfo>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) starts: Vec<Start>,
}

/// Compares one folder with the manifest; `None` if it cannot be opened.
pub(crate) fn examine(root: &Path, thorough: bool, reads: &mut usize) -> Option<Candidate> {
    let vfs = Vfs::open(root, &[], load::ARCHIVES).ok()?;
    Some(compare(root.to_owned(), vfs, thorough, reads))
}

/// Compares a tree of files with the manifest. `thorough` also searches folders of any name, which is
/// too slow for every candidate.
pub(crate) fn compare(root: PathBuf, vfs: Vfs, thorough: bool, reads: &mut usize) -> Candidate {
    let mut look =
        Look { files: Files::new(&vfs), thorough, reads, starts: Vec::new(), findings: Vec::new() };
    let titles: Vec<&'static Title> =
        manifest().titles.iter().filter(|title| has_folder(title, &vfs)).collect();

    let demo = look.demo();
    let signed = look.signed(&titles);
    let mut release = None;
    let (title, confidence) = if let Some((title, start)) = signed {
        let start = &look.starts[start];
        release = title.releases.iter().find(|release| release.fits(&start.address, &start.bytes));
        let confidence = if release.is_some() { Confidence::ExactRelease } else { Confidence::KnownFiles };
        (Some(title), confidence)
    } else if let Some((title, _)) = demo {
        (Some(title), Confidence::LooksLike)
    } else if let Some(title) = look.hinted(&titles) {
        (Some(title), Confidence::LooksLike)
    } else {
        (None, Confidence::Unknown)
    };
    let Look { starts, findings, .. } = look;
    let demo = demo.map(|(_, info)| info);
    Candidate { root, vfs, title, confidence, release, demo, findings, starts }
}

/// The title of a tree of files that names alone make a whole game: the note of a demo, or as many
/// names as a game has. One file that starts as those of a game do is not enough.
pub(crate) fn names_a_game(vfs: &Vfs, thorough: bool) -> Option<&'static Title> {
    let mut look =
        Look { files: Files::new(vfs), thorough, reads: &mut 1, starts: Vec::new(), findings: Vec::new() };
    let titles: Vec<&'static Title> =
        manifest().titles.iter().filter(|title| has_folder(title, vfs)).collect();
    if let Some((title, _)) = look.demo() {
        return Some(title);
    }
    // A large mod has many of the names, but it cannot be played alone.
    look.hinted(&titles).filter(|title| !missing::find(title, vfs).iter().any(|missing| missing.required))
}

impl Candidate {
    /// The title that it is by names alone, as in [`names_a_game`].
    pub(crate) fn named(&self) -> Option<&'static Title> {
        names_a_game(&self.vfs, true)
    }
}

fn has_folder(title: &Title, vfs: &Vfs) -> bool {
    title.folder.is_empty() || (vfs.exists(&title.folder) && !vfs.is_file(&title.folder))
}

/// True for a path with `*` in a folder's name.
fn searches_folders(path: &str) -> bool {
    path.rsplit_once('/').is_some_and(|(folder, _)| folder.contains('*'))
}

/// One folder being examined.
struct Look<'a> {
    files: Files<'a>,
    thorough: bool,
    /// How many more files may be opened.
    reads: &'a mut usize,
    starts: Vec<Start>,
    findings: Vec<Finding>,
}

impl Look<'_> {
    /// The description that a demo install carries, and the title it names.
    fn demo(&mut self) -> Option<(&'static Title, DemoInfo)> {
        if *self.reads == 0 {
            return None;
        }
        let read = demo::read(self.files.vfs)?;
        *self.reads -= 1;
        match read {
            Ok((title, info)) => Some((title, info)),
            Err(finding) => {
                self.findings.push(*finding);
                None
            }
        }
    }

    /// The title whose signature a file has, and which of the opened files that is.
    fn signed(&mut self, titles: &[&'static Title]) -> Option<(&'static Title, usize)> {
        // A title's first signature is its best: all first ones are tried before any second one.
        let most = titles.iter().map(|title| title.signs.len()).max().unwrap_or(0);
        for rank in 0..most {
            for title in titles {
                let sign = title.signs.get(rank).filter(|sign| self.may_try(&sign.file));
                let Some((sign, address)) = sign.and_then(|sign| Some((sign, self.sign_file(title, sign)?)))
                else {
                    continue;
                };
                let known = self.starts.iter().position(|start| start.address == address);
                let Some(start) = known.or_else(|| self.read_start(address)) else { continue };
                if sign.fits(&self.starts[start].bytes) {
                    return Some((title, start));
                }
            }
        }
        None
    }

    /// The title with the most hints, the first of several equals.
    fn hinted(&self, titles: &[&'static Title]) -> Option<&'static Title> {
        let hints = |title: &Title| {
            let files = title.hints.files.iter().filter(|file| self.may_try(file));
            files.filter(|file| self.files.first(file).is_some()).count()
        };
        // `max` takes the last of several equals, so this goes backwards.
        let fitting = titles.iter().rev().map(|title| (hints(title), *title));
        let enough = fitting.filter(|(count, title)| *count >= title.hints_needed);
        enough.max_by_key(|(count, _)| *count).map(|(_, title)| title)
    }

    fn may_try(&self, path: &str) -> bool {
        self.thorough || !searches_folders(path)
    }

    /// The file that may have a signature; for one in a world, that of the first world.
    fn sign_file(&self, title: &Title, sign: &Sign) -> Option<String> {
        if !sign.file.contains("{world}") {
            return self.files.first(&sign.file);
        }
        let worlds = chapters::folders(title, &self.files);
        worlds.iter().find_map(|world| self.files.first(&fill(&sign.file, world, "")))
    }

    fn read_start(&mut self, address: String) -> Option<usize> {
        *self.reads = self.reads.checked_sub(1)?;
        match self.files.vfs.read_start(&address, START) {
            Ok(bytes) => {
                self.starts.push(Start { address, bytes });
                Some(self.starts.len() - 1)
            }
            Err(finding) => {
                self.findings.push(*finding);
                None
            }
        }
    }
}

/// A file of a folder fits one of these patterns.
pub(crate) fn any(files: &Files<'_>, folder: &str, patterns: &[String]) -> bool {
    patterns.iter().any(|pattern| files.first(&format!("{folder}{pattern}")).is_some())
}

/// The folders in a folder by name; links are left alone.
pub(crate) fn folders(folder: &Path, budget: &mut usize) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let entries = entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    all.order();
    all.truncate(*budget);
    *budget -= all.len();
    all
}
