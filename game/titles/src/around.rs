//! The game around a folder that is only a part of it. What is found in one folder is in
//! `candidate.rs`.

use super::candidate::{ABOVE, Candidate, Confidence, THOROUGH, any, examine, folders};
use super::manifest::{Title, manifest};
use super::needs;
use super::pattern::Files;
use vfs::Vfs;

/// Where below a folder worlds and models are looked for.
pub(crate) const DEPTHS: [&str; 4] = ["", "*/", "*/*/", "*/*/*/"];

/// The game around a folder of it, however deep that lies: the nearest folder above that has the
/// program or the scripts of a game, and worlds. Where that is no more than any program, a world of
/// the folder must name a file that is only there.
pub(crate) fn game_above(part: &Candidate) -> Option<Candidate> {
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
pub(crate) fn game_of_parts(part: &Candidate, reads: &mut usize) -> Option<Candidate> {
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
    // Models may lie in folders by kind, as in `Assets/Models`.
    let holds = |folder: &str, patterns: &[String]| {
        DEPTHS.iter().any(|below| any(&beside, &format!("{folder}/{below}"), patterns))
    };
    let holds_parts_alone =
        |folder: &str| holds(folder, patterns) && !holds(folder, std::slice::from_ref(&worlds));
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
