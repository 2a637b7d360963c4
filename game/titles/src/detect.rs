//! Detection: from the folder a person points to, to a title and the root of its install.

use super::around::{game_above, game_of_parts};
use super::candidate::{ABOVE, Candidate, Confidence, THOROUGH, compare, examine, folders};
use super::demo::DemoInfo;
use super::manifest::{Release, Title, manifest};
use super::missing::{self, Missing};
use super::pattern::{self, Files};
use super::{codes, report, zipped};
use base::output::counted;
use binary::{Code, Finding, Result, Severity};
use filekind::Catalog;
use order::Order;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use vfs::Vfs;

/// Most files whose start is read in one detection.
pub(crate) const READS: usize = 3;

/// Most folders below the given one that are searched.
pub(crate) const FOLDERS: usize = 400;

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
    /// The title.
    ///
    /// # Errors
    /// `detect.unknown` when there is none.
    pub fn known(&self) -> Result<&'static Title> {
        self.title.ok_or_else(|| {
            let names: Vec<&str> = manifest().titles.iter().map(|title| title.name.as_str()).collect();
            let known = names.join(", ");
            failure(&codes::UNKNOWN, &self.root, format!("no game that Revisit knows; it knows {known}"))
        })
    }

    /// One line: title, certainty, location.
    pub fn summary(&self) -> String {
        let Some(title) = self.title else { return "unknown: no game that Revisit knows".to_owned() };
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
            Whereabouts::Below => line += ", in a folder inside the given path",
            Whereabouts::Above => line += ", in a folder above the given path",
        }
        let required = self.missing.iter().filter(|missing| missing.required).count();
        if required > 0 {
            line += &format!(", {} missing", counted(required, "required file", "required files"));
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
        all.order_by_key(|finding| std::cmp::Reverse(finding.severity));
        all
    }
}

/// Finds out which title a path belongs to.
///
/// The path may be the install, its data folder, a folder or file inside, a
/// folder that holds one install, or a zip file or an image of a disc with one or a folder in it. Only folder listings are read, and the start
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
    // Without a slash at the end, with which no file is found.
    let given: PathBuf = given.components().collect();
    if let Some((zip, inside)) = vfs::container_around(&given) {
        if let Some((found, whereabouts)) = in_zip(path, &given, zip, &mut reads)? {
            return Ok(finish(&found, whereabouts, reads, catalog));
        }
        if !inside.is_empty() {
            return unknown_zip(&given, reads, catalog);
        }
    }
    let is_file = match fs::metadata(&given) {
        Ok(about) => about.is_file(),
        Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
            return Err(failure(&codes::UNREADABLE, path, format!("cannot be opened: {error}")));
        }
        Err(error) => return Err(failure(&codes::NOTHING_THERE, path, format!("nothing there: {error}"))),
    };
    let start = if is_file { given.parent().unwrap_or(&given) } else { given.as_path() };
    if !is_file {
        match fs::read_dir(start).map(|mut entries| entries.next().is_none()) {
            Ok(false) => {}
            Ok(true) => return Err(failure(&codes::EMPTY, path, "an empty folder")),
            Err(error) => {
                return Err(failure(&codes::UNREADABLE, path, format!("cannot be listed: {error}")));
            }
        }
    }

    let here = examine(start, true, &mut reads);
    if let Some(whole) = here.as_ref().and_then(game_above) {
        return Ok(finish(&whole, Whereabouts::Above, reads, catalog));
    }
    if let Some(whole) = here.as_ref().and_then(|here| game_of_parts(here, &mut reads)) {
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
                let whole = game_above(only);
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
        _ if vfs::container_around(&given).is_some() => unknown_zip(&given, reads, catalog),
        _ => Err(failure(&codes::NOT_A_FOLDER, path, "a file that belongs to no game")),
    }
}

/// The title that a path belongs to, for whoever needs no report.
pub fn title_at(path: &Path) -> Option<&'static Title> {
    detect_with(path, &Catalog::new(&[])).ok()?.title
}

/// One of several games beside each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// The root of its install.
    pub path: PathBuf,
    /// What it is called.
    pub name: String,
}

/// The games in a folder or a zip file that holds several of them, for a person to choose from; where
/// [`detect`] ends with `detect.ambiguous`. Empty where there is one or none.
pub fn games_in(path: &Path) -> Vec<Neighbour> {
    let mut reads = READS;
    let given = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let given: PathBuf = given.components().collect();
    let found = match vfs::container_around(&given) {
        Some((zip, _)) => zipped::candidates(zip, &mut reads).unwrap_or_default(),
        None => below(&given, &mut reads),
    };
    if found.len() < 2 {
        return Vec::new();
    }
    let games = found.iter().map(|candidate| {
        let found = finish(candidate, Whereabouts::Below, reads, kinds::all());
        Neighbour { path: candidate.root.clone(), name: found.game_name() }
    });
    games.collect()
}

/// The game in a zip file, or the one that a path into it belongs to.
fn in_zip(
    path: &Path,
    given: &Path,
    zip: &Path,
    reads: &mut usize,
) -> Result<Option<(Candidate, Whereabouts)>> {
    let mut found = zipped::candidates(zip, reads)?;
    if given == zip {
        if found.len() > 1 {
            return Err(ambiguous(path, zip, &found));
        }
    } else {
        found.retain(|candidate| given.starts_with(&candidate.root));
        if found.is_empty() {
            found.extend(examine(given, true, reads).filter(|inner| inner.title.is_some()));
        }
    }
    Ok(found.pop().map(|candidate| {
        let whereabouts = match candidate.root.as_path() {
            root if root == given => Whereabouts::Here,
            root if given.starts_with(root) => Whereabouts::Above,
            _ => Whereabouts::Below,
        };
        (candidate, whereabouts)
    }))
}

/// A zip file of nothing that is known, with the report of what is in it.
fn unknown_zip(given: &Path, mut reads: usize, catalog: &Catalog) -> Result<Detection> {
    let vfs = Vfs::open(given, &[], load::ARCHIVES)?;
    let candidate = compare(given.to_owned(), vfs, true, &mut reads);
    Ok(finish(&candidate, Whereabouts::Here, reads, catalog))
}

/// Finds out which title a tree of files belongs to that is open already, wherever
/// its bytes come from: its top is taken as the root of the install, and no folder
/// of the disk is looked at.
pub fn detect_in(vfs: Vfs) -> Detection {
    detect_in_with(vfs, kinds::all())
}

/// As [`detect_in`], with other kinds of files for the report than this version reads. A program
/// that only walks need not hold what reads and writes every kind.
pub fn detect_in_with(vfs: Vfs, catalog: &Catalog) -> Detection {
    let mut reads = READS;
    let root = vfs.layers().first().map(|layer| layer.path.clone()).unwrap_or_default();
    let candidate = compare(root, vfs, true, &mut reads);
    finish(&candidate, Whereabouts::Here, reads, catalog)
}

/// A path to loose model files outside any install: a folder that holds some, down to two levels
/// below, or one of them. `None` if there are none.
pub fn loose_models(path: &Path) -> Option<Detection> {
    let title = manifest().titles.iter().find(|title| title.parts.is_some())?;
    let patterns = &title.parts.as_ref()?.files;
    let given = std::path::absolute(path).ok()?;
    let is_file = given.is_file() && vfs::container_around(&given).is_none();
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
    parts.flat_map(|parts| &parts.files).any(|pattern| pattern::between(pattern, &name).is_some())
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
            let what =
                format!("a file in {}, where {} has the folder with its data", path.display(), title.name);
            return Err(failure(&codes::NOT_A_FOLDER, Path::new(&title.folder), what));
        }
        if let Some(finding) =
            unreadable.iter().find(|finding| finding.file.eq_ignore_ascii_case(&title.folder))
        {
            let what = format!("a folder in {} that cannot be opened: {}", path.display(), finding.found);
            return Err(failure(&codes::UNREADABLE, Path::new(&finding.file), what));
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
    let mut finding = failure(&codes::AMBIGUOUS, path, format!("several games: {}", found.join(" and ")));
    finding.advice = format!("name one of them: {}", typed.join(" or ")).into();
    finding
}

fn failure(code: &'static Code, path: &Path, what: impl fmt::Display) -> Box<Finding> {
    Box::new(Finding::saying(code, Severity::Error, path.display().to_string(), what))
}
