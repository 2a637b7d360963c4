//! Members that mods lay over an archive.

use ::vfs::Entry;
use filekind::{Catalog, Identity};
use std::collections::HashMap;
use titles::install::Install;

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

/// What an address names, if that is a member laid over an archive and only the
/// archive tells what it is. Other members say it themselves.
pub fn identity_at(catalog: &Catalog, install: &Install, address: &str, bytes: &[u8]) -> Option<Identity> {
    let (archive, name) = address.rsplit_once('/')?;
    if !install.vfs.is_file(archive) {
        return None;
    }
    let whole = install.vfs.read(archive).ok()?;
    let form = catalog.identify(&whole)?.kind.archive?;
    let overlay = |member: &str| Some(install.vfs.read(&format!("{archive}/{member}")).ok()?.to_vec());
    let identity = (form.members)(&whole, &overlay)(name, bytes)?;
    identity.kind.member_only.then_some(identity)
}
