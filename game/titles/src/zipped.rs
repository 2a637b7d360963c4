//! Games in zip files and on images of discs: which folders of one are installs.

use super::candidate::{Candidate, THOROUGH, examine};
use std::path::{Path, PathBuf};
use vfs::{Kind, Vfs};

/// Levels of folders with nothing else beside them that are passed.
const WRAPPINGS: usize = 4;

/// What the Finder of macOS puts beside every folder that it packs.
const MAC: &str = "__MACOSX";

/// The installs in a zip file: its only folder, as far down as there is only one, or else the
/// folders there.
///
/// # Errors
/// `vfs.layer` and the like when the file cannot be opened.
pub(crate) fn candidates(zip: &Path, reads: &mut usize) -> binary::Result<Vec<Candidate>> {
    let whole = Vfs::open(zip, &[], load::ARCHIVES)?;
    let is_known = |candidate: &Candidate| candidate.title.is_some();
    let mut inside = String::new();
    let mut wrappings = vec![zip.to_owned()];
    while let [(only, Kind::Folder)] = &contents(&whole, &inside)[..]
        && wrappings.len() <= WRAPPINGS
    {
        inside = only.clone();
        wrappings.push(zip.join(only));
    }
    // A game may have one folder itself: from outside in where it lies at its place, then from inside
    // out where it may have any folders.
    let quick = wrappings.iter().find_map(|root| examine(root, false, reads).filter(is_known));
    let thorough = || wrappings.iter().rev().find_map(|root| examine(root, true, reads).filter(is_known));
    if let Some(candidate) = quick.or_else(thorough) {
        return Ok(vec![candidate]);
    }
    let folders: Vec<PathBuf> = contents(&whole, &inside)
        .into_iter()
        .filter(|(_, kind)| *kind == Kind::Folder)
        .take(THOROUGH)
        .map(|(address, _)| zip.join(address))
        .collect();
    let mut found = |thorough| -> Vec<Candidate> {
        let all = folders.iter().filter_map(|folder| examine(folder, thorough, reads));
        all.filter(is_known).collect()
    };
    let quick = found(false);
    Ok(if quick.is_empty() { found(true) } else { quick })
}

/// Addresses and kinds of what is in a folder.
fn contents(whole: &Vfs, folder: &str) -> Vec<(String, Kind)> {
    let entries = whole.list(folder).unwrap_or_default().into_iter();
    entries.filter(|entry| entry.name != MAC).map(|entry| (entry.address, entry.kind)).collect()
}
