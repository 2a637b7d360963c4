//! Missing files of an install, and the consequences.

use super::manifest::{Scope, Title};
use super::pattern::{Files, fill};
use super::{chapters, codes};
use binary::{Finding, Severity};
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
}

impl Missing {
    /// One line: the file, the consequence, the remedy.
    pub fn finding(&self, title: &Title) -> Finding {
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
    // Files that prevent playing come first; the rest keeps the order of the rules.
    all.sort_by_key(|missing| !missing.required);
    all
}
