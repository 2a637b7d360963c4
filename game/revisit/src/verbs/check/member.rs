//! Members that mods lay over an archive.

use ::vfs::Entry;
use binary::Mode;
use files::kinds::{Kind, Library};
use std::collections::HashMap;
use titles::install::Install;
use zbd::mechlib;

/// Name of the member with the materials.
const MATERIALS: &str = "materials";

/// The files to check: those of folders, and what mods lay over archives, but no
/// archive's own members.
pub fn files(entries: Vec<Entry>) -> Vec<Entry> {
    let files: HashMap<String, usize> = entries
        .iter()
        .filter(|entry| entry.kind == ::vfs::Kind::File)
        .map(|entry| (entry.address.clone(), entry.layer))
        .collect();
    let own = |entry: &Entry| {
        let mut above = entry.address.as_str();
        while let Some((folder, _)) = above.rsplit_once('/') {
            above = folder;
            if let Some(layer) = files.get(above) {
                return *layer == entry.layer;
            }
        }
        false
    };
    entries.into_iter().filter(|entry| entry.kind == ::vfs::Kind::File && !own(entry)).collect()
}

/// The kind of a member laid over a library of 'mechs, by its address. Other members identify
/// themselves.
pub fn kind_at(install: &Install, address: &str) -> Option<Kind> {
    let (archive, name) = address.rsplit_once('/')?;
    if !install.vfs.is_file(archive) {
        return None;
    }
    let bytes = install.vfs.read(archive).ok()?;
    if Kind::identify(&bytes) != Some(Kind::Mechlib) {
        return None;
    }
    let mut library = Library::of(&bytes)?;
    // A mod may replace the materials, too.
    if let Ok(materials) = install.vfs.read(&format!("{archive}/{MATERIALS}"))
        && let Ok((materials, _)) = mechlib::read_materials(&materials, Mode::Lenient)
    {
        library.materials = materials.len();
    }
    library.member(name)
}
