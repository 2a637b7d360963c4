//! Files that an install refers to and does not have.

use base::Failure;
use binary::Finding;
use std::collections::HashMap;
use titles::World;
use titles::install::Install;
use vfs::{Names, Vfs};

/// Most other files named in a finding about the same missing file.
const LISTED: usize = 3;

/// What loading a world finds beyond what reading its files does.
///
/// # Errors
/// No such world in the install.
pub(crate) fn of_world(install: &Install, world: &World) -> Result<Vec<Finding>, Failure> {
    let request = install.request(Some(&world.id))?;
    Ok(match load::load(&install.vfs, &request, &mut load::Quiet) {
        Ok(loaded) => {
            let starts =
                |finding: &Finding| ["load.", "world."].iter().any(|start| finding.code.starts_with(start));
            loaded.findings.into_iter().filter(starts).collect()
        }
        // Reported when the file was read.
        Err(load::Error::File(finding))
            if ["zbd.", "gamestudio.", "everquest.", "warcraft.", "daggerfall."]
                .iter()
                .any(|start| finding.code.starts_with(start)) =>
        {
            Vec::new()
        }
        Err(load::Error::File(finding)) => vec![*finding],
        Err(load::Error::Cancelled) => Vec::new(),
    })
}

/// The names of skins in other files that no file of the install has, by the
/// files that name them.
pub fn skins(vfs: &Vfs, named: &[(String, Vec<String>)]) -> Vec<Finding> {
    if named.iter().all(|(_, skins)| skins.is_empty()) {
        return Vec::new();
    }
    let names = Names::new(vfs, |_| 0);
    let missing = |(file, skins): &(String, Vec<String>)| {
        let found = skins.iter().filter_map(|skin| load::gamestudio::alone::missing(&names, skin, file));
        found.collect::<Vec<_>>()
    };
    named.iter().flat_map(missing).collect()
}

/// Reports everything once: worlds share files, so each finds the same faults in them, and several
/// files name the same missing one.
pub fn once(findings: Vec<Finding>) -> Vec<Finding> {
    let mut kept: Vec<(Finding, Vec<String>)> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for finding in findings {
        let missing = finding.code == "load.file_missing";
        let key = match missing {
            true => finding.expected.to_lowercase(),
            false => format!(
                "{:?}",
                (
                    finding.code,
                    &finding.file,
                    &finding.path,
                    finding.offset,
                    &finding.expected,
                    &finding.found
                )
            ),
        };
        match known.get(&key).and_then(|place| kept.get_mut(*place)) {
            None => {
                known.insert(key, kept.len());
                kept.push((finding, Vec::new()));
            }
            Some((first, others)) => {
                if missing && first.file != finding.file && !others.contains(&finding.file) {
                    others.push(finding.file);
                }
            }
        }
    }
    let say = |(mut finding, others): (Finding, Vec<String>)| {
        if !others.is_empty() {
            let listed = others.iter().take(LISTED).map(String::as_str).collect::<Vec<_>>().join(", ");
            let more = others.len().saturating_sub(LISTED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let name = if others.len() == 1 { "names" } else { "name" };
            finding.expected += &format!(", which {listed}{more} {name}, too");
        }
        finding
    };
    kept.into_iter().map(say).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use vfs::Vfs;

    #[test]
    fn a_missing_name_is_said_once_with_who_names_it() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("There.tga"), "x").unwrap();
        let vfs = Vfs::open(folder.path(), &[], load::ARCHIVES).unwrap();
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let mut named = vec![("a.mdl".to_owned(), names(&["there.TGA", "Gone.tga", "lost.tga"]))];
        named.extend(["b", "c", "d", "e"].map(|file| (format!("{file}.mdl"), names(&["gone.TGA"]))));
        named.push(("a.mdl".to_owned(), names(&["lost.tga"])));
        let found = once(skins(&vfs, &named));
        assert_eq!(found.len(), 2, "{found:#?}");
        assert!(found.iter().all(|finding| finding.file == "a.mdl" && finding.found == "no such file"));
        let [gone, lost] = [&found[0], &found[1]].map(|finding| finding.expected.as_str());
        assert!(gone.ends_with("`Gone.tga`, which b.mdl, c.mdl, d.mdl and 1 more name, too"), "{gone}");
        assert!(lost.ends_with("`lost.tga`"), "{lost}");
    }
}
