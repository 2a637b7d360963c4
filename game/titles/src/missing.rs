//! Missing files of an install, and the consequences.

use super::manifest::{Scope, Title};
use super::pattern::{Files, fill};
use super::{chapters, codes};
use binary::{Finding, Severity};
use order::Order;
use std::borrow::Cow;
use vfs::Vfs;

/// A file that is missing from an install.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// What the file is for.
    pub role: String,
    /// Its possible locations, the best first; one would be enough.
    pub any: Vec<String>,
    /// The world that lacks it; `None` for a file of the whole install.
    pub world: Option<String>,
    /// True when the game cannot be played without it.
    pub required: bool,
    /// What is missing without it.
    pub lost: String,
    /// The folder or file on the way to it that the system does not allow reading, and what it says:
    /// the file may well be there.
    pub unreadable: Option<(String, String)>,
}

impl Missing {
    /// Why it is not there, as the end of a sentence: `zbd/c1/gamez.zbd is missing`.
    pub fn why(&self) -> String {
        match &self.unreadable {
            Some((place, said)) => format!("{place} cannot be read: {said}"),
            None => format!("{} is missing", self.any.first().map_or("", String::as_str)),
        }
    }

    /// One line: the file, the consequence, the remedy.
    pub fn finding(&self, title: &Title) -> Finding {
        if let Some((place, said)) = &self.unreadable {
            let what = format!("cannot be read: {said}; the {} of {} may be in it", self.role, title.name);
            return Finding::saying(&codes::UNREADABLE, Severity::Error, place.as_str(), what);
        }
        let (code, severity) = if self.required {
            (&codes::MISSING_REQUIRED, Severity::Error)
        } else {
            (&codes::MISSING_OPTIONAL, Severity::Note)
        };
        let best = self.any.first().map_or("", String::as_str);
        let others = match self.any.len() {
            0 | 1 => String::new(),
            _ => format!(" (or {})", self.any[1..].join(", ")),
        };
        let what = format!("missing: the {} of {}{others}", self.role, title.name);
        let mut finding = Finding::saying(code, severity, best, what);
        let folder = best.rsplit_once('/').map_or("the install", |(folder, _)| folder);
        finding.advice =
            Cow::Owned(format!("without it {}; copy it from the disc of the game into {folder}", self.lost));
        finding
    }
}

/// Everything the title's rules ask for and the install does not have.
pub(crate) fn find(title: &Title, vfs: &Vfs) -> Vec<Missing> {
    let mut all = Vec::new();
    let files = Files::new(vfs);
    let folders = chapters::folders(title, &files);
    for rule in &title.files {
        let mut check = |world: Option<&str>| {
            let any: Vec<String> =
                rule.any.iter().map(|path| fill(path, world.unwrap_or_default(), "")).collect();
            if any.iter().all(|path| files.first(path).is_none()) {
                all.push(Missing {
                    role: rule.role.clone(),
                    any,
                    world: world.map(str::to_owned),
                    required: rule.required,
                    lost: rule.lost.clone(),
                    unreadable: None,
                });
            }
        };
        match rule.scope() {
            Scope::Install => check(None),
            Scope::World if folders.is_empty() && rule.required => {
                // No world at all: the first one is named, so that the line says where.
                check(
                    title
                        .worlds
                        .as_ref()
                        .and_then(|rules| rules.known.first())
                        .map(|world| world.id.as_str()),
                );
            }
            Scope::World => folders.iter().for_each(|world| check(Some(world))),
            // A mission exists if its file does.
            Scope::Mission => {}
        }
    }
    let unreadable: Vec<Finding> =
        vfs.findings().into_iter().filter(|finding| finding.code == "vfs.unreadable").collect();
    for missing in &mut all {
        let around = |finding: &&Finding| missing.any.iter().any(|path| is_on_the_way(&finding.file, path));
        let found = unreadable.iter().find(around);
        missing.unreadable = found.map(|finding| (finding.file.clone(), finding.found.clone()));
    }
    // Files that prevent playing come first; the rest keeps the order of the rules.
    all.order_by_key(|missing| !missing.required);
    all
}

/// True for a place that is the file at a path, or a folder around it.
fn is_on_the_way(place: &str, path: &str) -> bool {
    let start = path.get(..place.len()).is_some_and(|start| start.eq_ignore_ascii_case(place));
    start && matches!(path.as_bytes().get(place.len()), None | Some(b'/'))
}
