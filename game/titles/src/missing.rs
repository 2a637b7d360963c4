//! What an install lacks, and what that costs.

use super::manifest::{Scope, Title};
use super::pattern::{Files, fill};
use super::{codes, worlds};
use binary::{Finding, Severity};
use std::borrow::Cow;
use vfs::Vfs;

/// A file that an install lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// What the file is for.
    pub role: String,
    /// Where it may be, the best first; one of them would be enough.
    pub any: Vec<String>,
    /// The world that lacks it; none for a file of the whole install.
    pub world: Option<String>,
    /// True when it cannot be done without.
    pub required: bool,
    /// What is lost without it.
    pub lost: String,
}

impl Missing {
    /// One line for people: the file, what is lost, what to do.
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
        let expected = format!("the {} of {}{others}", self.role, title.name);
        let mut finding = Finding::new(code, severity, best, expected, "no such file");
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
    let folders = worlds::folders(title, &files);
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
                // No world at all: name the first, so that the line says where.
                check(
                    title
                        .worlds
                        .as_ref()
                        .and_then(|rules| rules.known.first())
                        .map(|world| world.id.as_str()),
                );
            }
            Scope::World => folders.iter().for_each(|world| check(Some(world))),
            // A mission exists by having its file.
            Scope::Mission => {}
        }
    }
    // What stops play comes first; the rest keeps the order of the rules.
    all.sort_by_key(|missing| !missing.required);
    all
}
