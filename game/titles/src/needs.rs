//! What the levels of a folder show that lies elsewhere. Source:
//! `docs/spec/gamestudio.md`, "2.8 Entity files".

use binary::Mode;
use gamestudio::wmb;
use std::collections::HashSet;
use vfs::{Kind, Names, Vfs};

/// Levels that are read.
const LEVELS: usize = 16;
/// Bytes of the largest of them.
const LARGEST: u64 = 1 << 26;

/// True if a level of a folder names a file that is nowhere in it and is somewhere in the tree around
/// it.
pub(crate) fn any_beyond(part: &Vfs, levels: &[String], whole: &Vfs) -> bool {
    let listed = whole.list("").unwrap_or_default();
    let folders: Vec<&str> = listed.iter().map(|entry| entry.name.as_str()).collect();
    any_from(part, levels, whole, &folders)
}

/// True if a level of a folder names a file that is nowhere in it and is in one of
/// these folders of another tree.
pub(crate) fn any_from(part: &Vfs, levels: &[String], whole: &Vfs, folders: &[&str]) -> bool {
    if folders.is_empty() {
        return false;
    }
    let own = Names::new(part, |_| 0);
    let files = whole.walk(false).into_iter().filter(|entry| entry.kind == Kind::File);
    let beside: HashSet<String> = files
        .filter(|entry| {
            let top = entry.address.split('/').next().unwrap_or_default();
            folders.iter().any(|folder| folder.eq_ignore_ascii_case(top))
        })
        .map(|entry| entry.name.to_lowercase())
        .collect();
    let small = levels.iter().filter(|level| part.size(level).is_ok_and(|size| size <= LARGEST));
    small.take(LEVELS).any(|level| {
        let Ok(bytes) = part.read(level) else { return false };
        let Ok((level, _)) = wmb::read(&bytes, Mode::Lenient) else { return false };
        level.entities().any(|entity| {
            let name = entity.file.rsplit(['/', '\\']).next().unwrap_or_default().trim().to_lowercase();
            beside.contains(&name) && own.find(&name).is_none()
        })
    })
}
