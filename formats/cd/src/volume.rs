//! ISO 9660: the files of a data track, plain (level 1) or with the names of Joliet.
//!
//! Only the tree of folders is walked; the tables of paths, which repeat it, are not
//! read. Interleaved files, of which no game is known, and the names of Rock Ridge
//! are left out.
//!
//! The readers that exist as libraries were looked at in 2026 and do not fit: one
//! holds a table as large as the image says in memory before it lists a folder, and
//! refuses discs whose doubled numbers disagree; one needs FUSE; one knows no
//! Joliet; of one the walk through folders is not there.

use crate::entry::{Entry, Names};
use crate::{FILE, FOLDER, LIMIT, VOLUME};
use binary::{Code, Data, Finding, Result, Severity};
use std::collections::HashSet;
use std::ops::Range;

/// Where the descriptions of the volume begin, and how large one is.
const DESCRIPTORS: u64 = 16 * SECTOR as u64;
const SECTOR: usize = 2048;
/// Most descriptions that are read.
const MOST_DESCRIPTORS: u64 = 64;

/// Most files and folders that are listed.
const MOST_ENTRIES: usize = 1 << 18;
/// Most bytes of folders that are read, and of names that are kept.
const MOST_BYTES: u64 = 32 << 20;
/// Folders inside each other; the standard allows 8.
const DEEPEST: usize = 32;
/// Most findings about one image.
const MOST_FINDINGS: usize = 64;

/// A file of a data track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name from the top, with `/` between folders, without a version.
    pub name: String,
    /// Where its bytes are, one part after the other; they may reach beyond the end
    /// of an image that was cut off.
    pub parts: Vec<Range<u64>>,
}

impl File {
    /// How many bytes it has.
    pub fn size(&self) -> u64 {
        self.parts.iter().fold(0, |sum, part| sum.saturating_add(part.end - part.start))
    }
}

/// The files of a data track.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Volume {
    /// All of them, folder by folder.
    pub files: Vec<File>,
    /// What was damaged, and left out.
    pub findings: Vec<Finding>,
}

impl Volume {
    /// Lists the files.
    ///
    /// # Errors
    /// `cd.volume` when there is no list that can be read.
    pub fn read(data: &dyn Data) -> Result<Volume> {
        let roots = roots(data)?;
        let mut best = None::<Volume>;
        // Joliet first; should it be damaged or empty, the plain tree has the same files.
        for root in &roots {
            let volume = Walk::new(data, root).all();
            if volume.findings.is_empty() && !volume.files.is_empty() {
                return Ok(volume);
            }
            if best.as_ref().is_none_or(|best| volume.files.len() > best.files.len()) {
                best = Some(volume);
            }
        }
        best.ok_or_else(|| error("a list of files", "none"))
    }
}

fn error(expected: &str, found: impl std::fmt::Display) -> Box<Finding> {
    Box::new(Finding::new(&VOLUME, Severity::Error, "", expected, found))
}

/// A tree of folders.
struct Root {
    folder: Entry,
    block: u64,
    names: Names,
}

/// The trees of a volume, at most one of each kind of names, the one with the better names first.
fn roots(data: &dyn Data) -> Result<Vec<Root>> {
    /// Kinds of descriptions.
    const PRIMARY: u8 = 1;
    const OTHER: u8 = 2;
    const LAST: u8 = 255;
    let mut roots: Vec<Root> = Vec::new();
    for number in 0..MOST_DESCRIPTORS {
        let mut sector = [0; SECTOR];
        let read = data.read_at(DESCRIPTORS + number * SECTOR as u64, &mut sector);
        let names = match (read, &sector) {
            (Err(problem), _) if roots.is_empty() => {
                return Err(error("a description of the volume", problem));
            }
            (Err(_), _) => break,
            (Ok(()), [PRIMARY, b'C', b'D', b'0', b'0', b'1', ..]) => Names::Plain,
            (Ok(()), [OTHER, b'C', b'D', b'0', b'0', b'1', ..]) if is_joliet(&sector) => Names::Joliet,
            (Ok(()), [LAST, b'C', b'D', b'0', b'0', b'1', ..]) => break,
            (Ok(()), [_, b'C', b'D', b'0', b'0', b'1', ..]) => continue,
            (Ok(()), _) if roots.is_empty() => {
                return Err(error("a description of the volume (`CD001`)", "other bytes"));
            }
            (Ok(()), _) => break,
        };
        // A repeated description is a copy of the first: to walk its tree again finds nothing more.
        if roots.iter().any(|root| root.names == names) {
            continue;
        }
        let block = u64::from(u16::from_le_bytes([sector[128], sector[129]]));
        let block = if block.is_power_of_two() { block.clamp(512, SECTOR as u64) } else { SECTOR as u64 };
        roots.extend(Entry::read(&sector[156..190], block, names).map(|folder| Root {
            folder,
            block,
            names,
        }));
    }
    roots.sort_by_key(|root| root.names != Names::Joliet);
    Ok(roots)
}

/// One of the three escape sequences of Joliet.
fn is_joliet(descriptor: &[u8; SECTOR]) -> bool {
    matches!(descriptor[88..91], [b'%', b'/', b'@' | b'C' | b'E'])
}

/// Why no more of a folder is listed.
enum Stop {
    /// It is damaged: what was found instead of an entry.
    Damaged(String),
    /// There is more than the limits allow, in the whole tree: what they allow.
    Limit(String),
}

/// The walk through one tree.
struct Walk<'a> {
    data: &'a dyn Data,
    block: u64,
    names: Names,
    /// Folders to be listed: their name with a slash, their place, their depth.
    waiting: Vec<(String, Range<u64>, usize)>,
    /// Where the folders begin that have been listed.
    listed: HashSet<u64>,
    /// Bytes of folders and of names that may still be read.
    left: u64,
    entries: usize,
    /// A file that the next entry goes on with: its name and its parts so far.
    begun: Option<(String, Vec<Range<u64>>)>,
    volume: Volume,
}

impl<'a> Walk<'a> {
    fn new(data: &'a dyn Data, root: &Root) -> Self {
        Walk {
            data,
            block: root.block,
            names: root.names,
            waiting: vec![(String::new(), root.folder.place.clone(), 0)],
            listed: HashSet::new(),
            left: MOST_BYTES,
            entries: 0,
            begun: None,
            volume: Volume::default(),
        }
    }

    fn all(mut self) -> Volume {
        while let Some((name, place, depth)) = self.waiting.pop() {
            if !self.listed.insert(place.start) {
                self.say(&FOLDER, &name, "a folder of its own", "one that was listed already");
            } else if depth > DEEPEST {
                self.say(&LIMIT, &name, &format!("at most {DEEPEST} folders inside each other"), "one more");
            } else {
                let listed = self.folder(&name, place, depth);
                self.end_begun();
                match listed {
                    Ok(()) => {}
                    Err(Stop::Damaged(found)) => self.say(&FOLDER, &name, "a list of files", &found),
                    // The folders that wait have no more room than this one.
                    Err(Stop::Limit(most)) => {
                        self.say(&LIMIT, &name, &most, "more");
                        break;
                    }
                }
            }
        }
        self.volume
    }

    /// Tells of a file whose last part did not come.
    fn end_begun(&mut self) {
        if let Some((name, _)) = self.begun.take() {
            self.say(&FILE, &name, "another part of the file, as the one before it says", "none");
        }
    }

    fn say(&mut self, code: &'static Code, folder: &str, expected: &str, found: &str) {
        if self.volume.findings.len() < MOST_FINDINGS {
            let path = if folder.is_empty() { "the top folder" } else { folder };
            let finding = Finding::new(code, Severity::Warning, "", expected, found);
            self.volume.findings.push(finding.inside(path));
        }
    }

    /// Takes from what may still be read.
    fn spend(&mut self, bytes: u64) -> std::result::Result<(), Stop> {
        let left = self.left.checked_sub(bytes);
        self.left =
            left.ok_or_else(|| Stop::Limit(format!("at most {MOST_BYTES} bytes of folders and names")))?;
        Ok(())
    }

    /// Lists one folder, sector by sector: no entry crosses into the next one.
    fn folder(&mut self, above: &str, place: Range<u64>, depth: usize) -> std::result::Result<(), Stop> {
        for start in place.clone().step_by(SECTOR) {
            let mut sector = [0; SECTOR];
            let length = (place.end - start).min(SECTOR as u64) as usize;
            self.spend(length as u64)?;
            let sector = &mut sector[..length];
            self.data.read_at(start, sector).map_err(|problem| Stop::Damaged(problem.to_string()))?;
            let mut rest = &*sector;
            while let Some(length) =
                rest.first().map(|length| usize::from(*length)).filter(|length| *length > 0)
            {
                let entry = rest.get(..length).and_then(|bytes| Entry::read(bytes, self.block, self.names));
                let damaged = || Stop::Damaged(format!("an entry of {length} bytes that is damaged"));
                let entry = entry.ok_or_else(damaged)?;
                rest = &rest[length..];
                self.entry(above, entry, depth)?;
            }
        }
        Ok(())
    }

    /// Takes an entry of the folder whose name is `above`.
    fn entry(&mut self, above: &str, entry: Entry, depth: usize) -> std::result::Result<(), Stop> {
        if entry.name.is_empty() || entry.is_associated {
            return Ok(());
        }
        self.entries += 1;
        if self.entries > MOST_ENTRIES {
            return Err(Stop::Limit(format!("at most {MOST_ENTRIES} files and folders")));
        }
        let name = format!("{above}{}", entry.name);
        self.spend(name.len() as u64)?;
        if entry.is_folder {
            self.waiting.push((format!("{name}/"), entry.place, depth + 1));
            return Ok(());
        }
        if entry.is_interleaved {
            self.say(&FILE, &name, "a file in one piece", "one that is spread over the disc");
            return Ok(());
        }
        if self.begun.as_ref().is_some_and(|(before, _)| *before != name) {
            self.end_begun();
        }
        let mut parts = self.begun.take().map_or_else(Vec::new, |(_, parts)| parts);
        parts.push(entry.place);
        if entry.goes_on {
            self.begun = Some((name, parts));
        } else {
            self.volume.files.push(File { name, parts });
        }
        Ok(())
    }
}
