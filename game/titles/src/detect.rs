//! Detection: from the folder a person points to, to a title and the root of its install.

use super::demo::{self, DemoInfo};
use super::manifest::{Release, Sign, Title, manifest};
use super::missing::{self, Missing};
use super::pattern::{Files, fill};
use super::{codes, needs, report, worlds};
use binary::{Code, Finding, Result, Severity};
use filekind::Catalog;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use vfs::Vfs;

/// Most files whose start is read in one detection.
const READS: usize = 3;

/// Bytes read of each.
const START: usize = 64;

/// Levels of folders below the given one that are searched.
const FOLDERS: usize = 400;

/// Most folders in the given one that are searched for folders of any name.
const THOROUGH: usize = 16;

/// Levels of folders above the given one that are searched.
const ABOVE: usize = 4;

/// Where below the folder of a game its worlds are looked for.
const DEPTHS: [&str; 4] = ["", "*/", "*/*/", "*/*/*/"];

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

/// Where the install is, relative to the given path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    /// The path is the install.
    Here,
    /// The install is a folder inside the path.
    Below,
    /// The path is a file or folder inside the install.
    Above,
}

/// The result of a detection.
#[derive(Debug)]
pub struct Detection {
    /// The title; `None` when the folder is unknown.
    pub title: Option<&'static Title>,
    /// How certain it is.
    pub confidence: Confidence,
    /// The release, if a file starts exactly as in that release.
    pub release: Option<&'static Release>,
    /// The root of the install: what to open as the first layer.
    pub root: PathBuf,
    /// Where the root is, relative to the given path.
    pub whereabouts: Whereabouts,
    /// Set when Revisit built the install itself.
    pub demo: Option<DemoInfo>,
    /// Missing files; those that prevent playing come first.
    pub missing: Vec<Missing>,
    /// Other findings about its folders.
    pub findings: Vec<Finding>,
    /// Names, sizes and first bytes, to be pasted into a bug report about an unknown variant. It
    /// holds no path above the install.
    pub report: String,
    /// Number of files opened: at most three.
    pub files_read: usize,
}

impl Detection {
    /// The title.  # Errors `detect.unknown` when there is none.
    ///
    /// # Errors
    /// `detect.unknown` when there is none.
    pub fn known(&self) -> Result<&'static Title> {
        self.title.ok_or_else(|| {
            let names: Vec<&str> = manifest().titles.iter().map(|title| title.name.as_str()).collect();
            let expected = format!("an install of {}", names.join(", "));
            failure(&codes::UNKNOWN, &self.root, expected, "no file that speaks for one of them")
        })
    }

    /// One line: title, certainty, location.
    pub fn summary(&self) -> String {
        let Some(title) = self.title else { return "unknown: no title that Revisit knows".to_owned() };
        let mut line = match &self.demo {
            Some(demo) => format!(
                "{}: demo install `{}` (seed {}, scale {}, version {})",
                title.name, demo.demo, demo.seed, demo.scale, demo.version
            ),
            None => format!("{}: {}", title.name, self.confidence.of(self.title)),
        };
        if let Some(release) = self.release {
            line +=
                &format!(" ({}{})", release.name, if release.unconfirmed { ", by file headers" } else { "" });
        }
        match self.whereabouts {
            Whereabouts::Here => {}
            Whereabouts::Below => line += ", in a folder inside the one given",
            Whereabouts::Above => line += ", in a folder above the one given",
        }
        let required = self.missing.iter().filter(|missing| missing.required).count();
        if required > 0 {
            line += &format!(", {required} required files missing");
        }
        line
    }

    /// Missing files and other findings, worst first.
    pub fn all_findings(&self) -> Vec<Finding> {
        let missing = self
            .title
            .into_iter()
            .flat_map(|title| self.missing.iter().map(move |missing| missing.finding(title)));
        let mut all: Vec<Finding> = missing.chain(self.findings.iter().cloned()).collect();
        all.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        all
    }
}

/// The first bytes of a file that was opened.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) address: String,
    pub(crate) bytes: Vec<u8>,
}

/// One folder, taken as the root of an install.
struct Candidate {
    root: PathBuf,
    vfs: Vfs,
    title: Option<&'static Title>,
    confidence: Confidence,
    release: Option<&'static Release>,
    demo: Option<DemoInfo>,
    findings: Vec<Finding>,
    starts: Vec<Start>,
}

/// Finds out which title a path belongs to.
///
/// The path may be the install, its data folder, a folder or file inside, or a
/// folder that holds one install. Only folder listings are read, and the start
/// of at most three files; only where a folder holds levels and models, and
/// folders of models stand beside it, what the levels name, too. A folder that is no known title is no error: see
/// [`Detection::known`].
///
/// # Errors
/// `detect.nothing_there`, `detect.not_a_folder`, `detect.empty`,
/// `detect.unreadable`, `detect.ambiguous`.
pub fn detect(path: &Path) -> Result<Detection> {
    detect_with(path, kinds::all())
}

/// As [`detect`], with other kinds of files for the report than this version
/// reads.
///
/// # Errors
/// As [`detect`].
pub fn detect_with(path: &Path, catalog: &Catalog) -> Result<Detection> {
    let mut reads = READS;
    let given = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let is_file = match fs::metadata(&given) {
        Ok(about) => about.is_file(),
        Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
            return Err(failure(&codes::UNREADABLE, path, "a folder that can be opened", error));
        }
        Err(error) => return Err(failure(&codes::NOTHING_THERE, path, "the folder of a game", error)),
    };
    let start = if is_file { given.parent().unwrap_or(&given) } else { given.as_path() };
    if !is_file {
        match fs::read_dir(start).map(|mut entries| entries.next().is_none()) {
            Ok(false) => {}
            Ok(true) => return Err(failure(&codes::EMPTY, path, "the files of a game", "nothing")),
            Err(error) => {
                return Err(failure(&codes::UNREADABLE, path, "a folder that can be listed", error));
            }
        }
    }

    let here = examine(start, true, &mut reads);
    if let Some(whole) = here.as_ref().and_then(lifted) {
        return Ok(finish(&whole, Whereabouts::Above, reads, catalog));
    }
    if let Some(whole) = here.as_ref().and_then(|here| around(here, &mut reads)) {
        return Ok(finish(&whole, Whereabouts::Above, reads, catalog));
    }
    if let Some(candidate) = here.as_ref().filter(|here| here.title.is_some()) {
        let whereabouts = if is_file { Whereabouts::Above } else { Whereabouts::Here };
        return Ok(finish(candidate, whereabouts, reads, catalog));
    }
    if !is_file {
        let below = below(start, &mut reads);
        match below.as_slice() {
            [] => {}
            [only] => {
                let whole = lifted(only);
                let found = whole.as_ref().unwrap_or(only);
                let whereabouts = match found.root.as_path() == start {
                    true => Whereabouts::Here,
                    false if start.starts_with(&found.root) => Whereabouts::Above,
                    false => Whereabouts::Below,
                };
                return Ok(finish(found, whereabouts, reads, catalog));
            }
            several => return Err(ambiguous(path, start, several)),
        }
    }
    for folder in start.ancestors().skip(1).take(ABOVE) {
        let above = examine(folder, false, &mut reads);
        if let Some(candidate) = above.filter(|above| above.title.is_some()) {
            return Ok(finish(&candidate, Whereabouts::Above, reads, catalog));
        }
    }
    match here {
        Some(here) if !is_file => {
            broken_data_folder(path, &here)?;
            Ok(finish(&here, Whereabouts::Here, reads, catalog))
        }
        _ => Err(failure(&codes::NOT_A_FOLDER, path, "the folder of a game", "a file that is in no install")),
    }
}

/// Finds out which title a tree of files belongs to that is open already, wherever
/// its bytes come from: its top is taken as the root of the install, and no folder
/// of the disk is looked at.
pub fn detect_in(vfs: Vfs) -> Detection {
    let mut reads = READS;
    let root = vfs.layers().first().map(|layer| layer.path.clone()).unwrap_or_default();
    let candidate = compare(root, vfs, true, &mut reads);
    finish(&candidate, Whereabouts::Here, reads, kinds::all())
}

/// A path to loose model files outside any install: a folder that holds some, down to two levels
/// below, or one of them. `None` if there are none.
pub fn loose_models(path: &Path) -> Option<Detection> {
    let title = manifest().titles.iter().find(|title| title.parts.is_some())?;
    let patterns = &title.parts.as_ref()?.files;
    let given = std::path::absolute(path).ok()?;
    let is_file = given.is_file();
    let root = if is_file { given.parent()? } else { given.as_path() };
    let vfs = Vfs::open(root, &[], load::ARCHIVES).ok()?;
    let there = if is_file {
        is_loose_model(given.file_name()?.to_str()?)
    } else {
        let files = Files::new(&vfs);
        let below = |pattern: &String| ["", "*/", "*/*/"].map(|folders| format!("{folders}{pattern}"));
        patterns.iter().flat_map(below).any(|pattern| files.first(&pattern).is_some())
    };
    there.then(|| Detection {
        title: Some(title),
        confidence: Confidence::LooksLike,
        release: None,
        root: root.to_owned(),
        whereabouts: if is_file { Whereabouts::Above } else { Whereabouts::Here },
        demo: None,
        missing: Vec::new(),
        findings: Vec::new(),
        report: String::new(),
        files_read: 0,
    })
}

/// True if a file is a model by its name, as [`loose_models`] counts them.
pub fn is_loose_model(address: &str) -> bool {
    let name = address.rsplit(['/', '\\']).next().unwrap_or(address).to_ascii_lowercase();
    let parts = manifest().titles.iter().filter_map(|title| title.parts.as_ref());
    parts.flat_map(|parts| &parts.files).any(|pattern| super::pattern::between(pattern, &name).is_some())
}

/// A file of a folder fits one of these patterns.
fn any(files: &Files<'_>, folder: &str, patterns: &[String]) -> bool {
    patterns.iter().any(|pattern| files.first(&format!("{folder}{pattern}")).is_some())
}

/// The game around a folder of it, however deep that lies: the nearest folder above that has the
/// program or the scripts of a game, and worlds. Where that is no more than any program, a world of
/// the folder must name a file that is only there.
fn lifted(part: &Candidate) -> Option<Candidate> {
    if part.demo.is_some() {
        return None;
    }
    let files = Files::new(&part.vfs);
    let ending = |title: &Title| title.worlds.as_ref().map(|rules| rules.ending.clone()).unwrap_or_default();
    let belongs = |title: &&'static Title| {
        let Some(parts) = &title.parts else { return false };
        let shows = part.title.is_some() || any(&files, "", &parts.files);
        let own = parts.whole.iter().filter(|pattern| !pattern.contains('/'));
        part.title.is_none_or(|known| known.id == title.id)
            && shows
            && !own.into_iter().any(|pattern| files.first(pattern).is_some())
    };
    let title = manifest().titles.iter().find(belongs)?;
    let parts = title.parts.as_ref()?;
    let program: Vec<String> = parts.whole.iter().filter(|pattern| !pattern.contains('/')).cloned().collect();
    for root in part.root.ancestors().skip(1).take(ABOVE) {
        // A folder of many things is no game.
        if folders(root, &mut (THOROUGH + 1)).len() > THOROUGH {
            return None;
        }
        let vfs = Vfs::open(root, &[], load::ARCHIVES).ok()?;
        let whole = Files::new(&vfs);
        if !any(&whole, "", &program) {
            continue;
        }
        let has_worlds =
            DEPTHS.iter().any(|folders| whole.first(&format!("{folders}*{}", ending(title))).is_some());
        let is_root = any(&whole, "", &parts.root);
        let levels = || -> Vec<String> {
            let below = |folders: &&str| files.first(&format!("{folders}*{}", ending(title)));
            files
                .all(&format!("*{}", ending(title)))
                .into_iter()
                .chain(DEPTHS.iter().filter_map(below))
                .collect()
        };
        if has_worlds && (is_root || needs::any_beyond(&part.vfs, &levels(), &vfs)) {
            let confidence = part.confidence.max(Confidence::LooksLike);
            drop(whole);
            return Some(Candidate {
                root: root.to_owned(),
                vfs,
                title: Some(title),
                confidence,
                release: None,
                demo: None,
                findings: Vec::new(),
                starts: Vec::new(),
            });
        }
    }
    None
}

/// The install around a folder that is only a part of it: the folders of levels and models of a
/// game are each incomplete alone.
fn around(part: &Candidate, reads: &mut usize) -> Option<Candidate> {
    let files = Files::new(&part.vfs);
    let worlds = |title: &Title| title.worlds.as_ref().map(|rules| format!("*{}", rules.ending));
    let fits = |title: &&'static Title| {
        let Some(parts) = &title.parts else { return false };
        let shows = any(&files, "", &parts.files) || any(&files, "", worlds(title).as_slice());
        part.title.is_none_or(|known| known.id == title.id) && shows && !any(&files, "", &parts.whole)
    };
    let title = manifest().titles.iter().find(fits)?;
    let root = part.root.parent()?;
    if folders(root, &mut (THOROUGH + 1)).len() > THOROUGH {
        return None;
    }
    let whole =
        examine(root, true, reads).filter(|whole| whole.title.is_some_and(|all| all.id == title.id))?;
    let (patterns, worlds) = (&title.parts.as_ref()?.files, worlds(title)?);
    let own = part.root.file_name()?.to_str()?.to_ascii_lowercase();
    let beside = Files::new(&whole.vfs);
    let holds_parts_alone = |folder: &str| {
        let folder = format!("{folder}/");
        any(&beside, &folder, patterns) && !any(&beside, &folder, std::slice::from_ref(&worlds))
    };
    let levels = files.all(&worlds);
    if levels.is_empty() {
        return Some(whole);
    }
    // Games may be neighbours, too: levels belong to what is beside them only if that has no levels
    // of its own.
    let listed = beside.list("");
    let others = listed.iter().filter(|entry| {
        entry.kind == vfs::Kind::Folder && entry.name != own && holds_parts_alone(&entry.name)
    });
    let others: Vec<&str> = others.map(|entry| entry.name.as_str()).collect();
    // For levels that have models of their own, their neighbours may belong to another game.
    let belongs = if any(&files, "", patterns) {
        needs::any_from(&part.vfs, &levels, &whole.vfs, &others)
    } else {
        !others.is_empty()
    };
    belongs.then_some(whole)
}

/// Compares one folder with the manifest; `None` if it cannot be opened.
fn examine(root: &Path, thorough: bool, reads: &mut usize) -> Option<Candidate> {
    let vfs = Vfs::open(root, &[], load::ARCHIVES).ok()?;
    Some(compare(root.to_owned(), vfs, thorough, reads))
}

/// Compares a tree of files with the manifest. `thorough` also searches folders of any name, which is
/// too slow for every candidate.
fn compare(root: PathBuf, vfs: Vfs, thorough: bool, reads: &mut usize) -> Candidate {
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
        let worlds = worlds::folders(title, &self.files);
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

/// The installs one level down, at most two.
fn below(start: &Path, reads: &mut usize) -> Vec<Candidate> {
    let mut budget = FOLDERS;
    let first = folders(start, &mut budget);
    let found = |folders: &[PathBuf], reads: &mut usize| -> Vec<Candidate> {
        let all = folders.iter().filter_map(|folder| examine(folder, false, reads));
        all.filter(|candidate| candidate.title.is_some()).collect()
    };
    let installs = found(&first, reads);
    if !installs.is_empty() {
        return installs;
    }
    // Games whose files are in folders of any name: the install is the folder around them, not one
    // of them.
    if first.len() <= THOROUGH {
        let all = first.iter().filter_map(|folder| examine(folder, true, reads));
        let installs: Vec<Candidate> = all.filter(|candidate| candidate.title.is_some()).collect();
        if !installs.is_empty() {
            return installs;
        }
    }
    let second: Vec<PathBuf> = first.iter().flat_map(|folder| folders(folder, &mut budget)).collect();
    found(&second, reads)
}

/// The folders in a folder by name; links are left alone.
fn folders(folder: &Path, budget: &mut usize) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let entries = entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    all.sort();
    all.truncate(*budget);
    *budget -= all.len();
    all
}

fn finish(candidate: &Candidate, whereabouts: Whereabouts, reads: usize, catalog: &Catalog) -> Detection {
    let missing = candidate.title.map(|title| missing::find(title, &candidate.vfs)).unwrap_or_default();
    let release = candidate.release.map(|release| release.id.as_str());
    let Candidate { title, confidence, vfs, starts, .. } = candidate;
    let report = report::write(*title, *confidence, release, vfs, starts, catalog);
    let mut findings = candidate.findings.clone();
    findings.extend(candidate.vfs.findings());
    Detection {
        title: candidate.title,
        confidence: candidate.confidence,
        release: candidate.release,
        root: candidate.root.clone(),
        whereabouts,
        demo: candidate.demo.clone(),
        missing,
        findings,
        report,
        files_read: READS - reads,
    }
}

/// A data folder that is a file or cannot be listed is why the install is unknown: report it.
fn broken_data_folder(path: &Path, here: &Candidate) -> Result<()> {
    let unreadable = here.vfs.findings().into_iter().find(|finding| finding.code == "vfs.unreadable");
    for title in manifest().titles.iter().filter(|title| !title.folder.is_empty()) {
        if here.vfs.is_file(&title.folder) {
            let expected = format!("`{}` as the folder that holds the data of {}", title.folder, title.name);
            let found = format!("a file of that name in {}", path.display());
            return Err(failure(&codes::NOT_A_FOLDER, Path::new(&title.folder), expected, found));
        }
        if let Some(finding) =
            unreadable.iter().find(|finding| finding.file.eq_ignore_ascii_case(&title.folder))
        {
            let expected = format!("a folder that can be opened in {}", path.display());
            return Err(failure(&codes::UNREADABLE, Path::new(&finding.file), expected, &finding.found));
        }
    }
    Ok(())
}

fn ambiguous(path: &Path, start: &Path, several: &[Candidate]) -> Box<Finding> {
    let name = |candidate: &Candidate| {
        let title = candidate.title.map_or("", |title| title.name.as_str());
        let folder = candidate.root.strip_prefix(start).unwrap_or(&candidate.root);
        format!("{title} in `{}`", folder.display())
    };
    let found: Vec<String> = several.iter().map(name).collect();
    let typed: Vec<String> =
        several.iter().map(|candidate| format!("`{}`", candidate.root.display())).collect();
    let mut finding = failure(&codes::AMBIGUOUS, path, "one install", found.join(" and "));
    finding.advice = format!("name one of them: {}", typed.join(" or ")).into();
    finding
}

fn failure(
    code: &'static Code,
    path: &Path,
    expected: impl fmt::Display,
    found: impl fmt::Display,
) -> Box<Finding> {
    Box::new(Finding::new(code, Severity::Error, path.display().to_string(), expected, found))
}
