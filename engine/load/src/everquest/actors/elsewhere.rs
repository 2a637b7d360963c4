//! Creatures of all archives of an install: which there are say the string tables at the start of their worlds, so
//! that no archive is read whole for a list.

use super::listed;
use crate::everquest::archives::{self, Archives};
use everquest::wld::Strings;
use order::Order;
use rayon::prelude::*;
use vfs::Vfs;

/// Ending of the names of actors, in the capitals of files.
const ACTOR: &str = "_ACTORDEF";
/// The largest string table that is read, bytes: that of the largest original is about one million.
const LARGEST: usize = 8 << 20;
/// Bytes of the header of a world.
const HEADER: usize = 28;

/// Creatures that other archives than those of a zone and those of all zones have: the code of each with the name of
/// its archive, in the order of the codes. What cannot be read is left out.
pub fn elsewhere(vfs: &Vfs, archive: &str) -> Vec<(String, String)> {
    let archives = Archives::new(vfs, archive);
    let own = archives.creatures();
    let is_near = |archive: &String| {
        let name = archive.get(archives.folder().len()..).unwrap_or_default();
        own.contains(archive) || name.starts_with("global")
    };
    let others: Vec<String> =
        all(vfs, archives.folder()).into_iter().filter(|archive| !is_near(archive)).collect();
    let of = |archive: &String| -> Vec<(String, String)> {
        let name = archives::name_of(archive);
        codes(vfs, archive).into_iter().map(|code| (code, name.clone())).collect()
    };
    let mut found: Vec<(String, String)> = others.par_iter().flat_map_iter(of).collect();
    found.order();
    // Several archives may have one; the first is the one that is read.
    found.dedup_by(|next, first| next.0 == first.0);
    found
}

/// The archive of creatures that has an actor of this code, lower case.
pub(super) fn archive_of(vfs: &Vfs, folder: &str, code: &str) -> Option<String> {
    if code.is_empty() {
        return None;
    }
    let mut having = all(vfs, folder);
    having.order();
    having.into_iter().find(|archive| codes(vfs, archive).iter().any(|own| own == code))
}

/// The archives of creatures in a folder.
fn all(vfs: &Vfs, folder: &str) -> Vec<String> {
    listed(vfs, folder, |name| name.ends_with("_chr.s3d") || name.ends_with("_chr2.s3d"))
}

/// Codes of the actors of an archive, lower case.
fn codes(vfs: &Vfs, archive: &str) -> Vec<String> {
    let names = || {
        let world = archives::world_in(vfs, archive)?;
        let end = Strings::end(&vfs.read_start(&world, HEADER).ok()?).filter(|end| *end <= LARGEST)?;
        Strings::of_start(&vfs.read_start(&world, end).ok()?)
    };
    let Some(names) = names() else { return Vec::new() };
    let code = |text: &str| {
        let at = text.len().checked_sub(ACTOR.len())?;
        let (code, ending) = text.split_at_checked(at)?;
        (!code.is_empty() && ending.eq_ignore_ascii_case(ACTOR)).then(|| code.to_ascii_lowercase())
    };
    names.iter().filter_map(|(_, text)| code(&text)).collect()
}
