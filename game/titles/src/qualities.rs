//! Files that come in several qualities.

use super::codes;
use super::manifest::{FileRule, Title};
use super::pattern::{Files, fill};
use binary::{Finding, Severity};
use vfs::Vfs;

/// One of several files for the same purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quality {
    /// Its quality: a word of the manifest, else the file's name without its extension.
    pub name: String,
    /// Its address.
    pub address: String,
}

/// The word for the best available.
pub const BEST: &str = "best";

/// The existing files of a role in a world (any, for a file of the whole install), the best first.
pub fn qualities(title: &Title, vfs: &Vfs, role: &str, world: &str) -> Vec<Quality> {
    let there = Files::new(vfs);
    let mut all: Vec<Quality> = Vec::new();
    for rule in title.files.iter().filter(|rule| rule.role == role) {
        for (place, pattern) in rule.any.iter().enumerate() {
            for (at, address) in there.all(&fill(pattern, world, "")).into_iter().enumerate() {
                if all.iter().any(|known| known.address.eq_ignore_ascii_case(&address)) {
                    continue;
                }
                let word = rule.qualities.get(place).filter(|_| at == 0);
                let name = word.cloned().unwrap_or_else(|| stem(&address).to_owned());
                all.push(Quality { name, address });
            }
        }
    }
    all
}

/// True if the manifest has this word for a quality of a role, whether the install has the file or
/// not.
pub fn is_quality(title: &Title, role: &str, name: &str) -> bool {
    let named = |rule: &FileRule| rule.qualities.iter().any(|word| word.eq_ignore_ascii_case(name));
    name.eq_ignore_ascii_case(BEST) || title.files.iter().any(|rule| rule.role == role && named(rule))
}

/// The file that a person means, by quality or by name. If that quality is missing, the next worse
/// one, else the next better.
pub fn choose<'q>(title: &Title, role: &str, there: &'q [Quality], name: &str) -> Option<&'q Quality> {
    let same = |quality: &&Quality| {
        quality.name.eq_ignore_ascii_case(name) || stem(&quality.address).eq_ignore_ascii_case(name)
    };
    if let Some(quality) = there.iter().find(same) {
        return Some(quality);
    }
    if name.eq_ignore_ascii_case(BEST) {
        return there.first();
    }
    let words = title.files.iter().filter(|rule| rule.role == role).flat_map(|rule| &rule.qualities);
    let words: Vec<&String> = words.collect();
    let rank = |name: &str| words.iter().position(|word| word.eq_ignore_ascii_case(name));
    let wanted = rank(name)?;
    let ranked = || there.iter().filter_map(|quality| Some((rank(&quality.name)?, quality)));
    let worse = ranked().filter(|(rank, _)| *rank > wanted).min_by_key(|(rank, _)| *rank);
    let better = || ranked().filter(|(rank, _)| *rank < wanted).max_by_key(|(rank, _)| *rank);
    worse.or_else(better).map(|(_, quality)| quality)
}

/// The locations of a file of the whole install: the wanted quality, then the worse ones, then from
/// the best on the better ones. These games search their sound archives in this order. `None` for a
/// word or name that this title does not have.
///
/// Source: `docs/spec/zbd/mw3-runtime.md`, "11. Sound".
pub fn ring(rule: &FileRule, name: &str) -> Option<Vec<String>> {
    let same = |known: &str| known.eq_ignore_ascii_case(name);
    let wanted = match same(BEST) {
        true => Some(0),
        false => rule.qualities.iter().position(|word| same(word)),
    };
    let wanted = wanted.or_else(|| rule.any.iter().position(|place| same(stem(place))))?;
    let (better, rest) = rule.any.split_at_checked(wanted)?;
    Some(rest.iter().chain(better).cloned().collect())
}

/// A message for when a requested quality of this role is not available and another is used; `None`
/// otherwise.
pub fn other_quality(title: &Title, role: &str, there: &[Quality], name: &str) -> Option<Finding> {
    if name.eq_ignore_ascii_case(BEST) {
        return None;
    }
    let used = choose(title, role, there, name).or(there.first())?;
    if [used.name.as_str(), stem(&used.address)].iter().any(|own| own.eq_ignore_ascii_case(name)) {
        return None;
    }
    let names: Vec<&str> = there.iter().map(|quality| quality.name.as_str()).collect();
    let who = if is_quality(title, role, name) { "this install" } else { "this game" };
    let what = format!("no {role} of the quality `{name}` in {who}; it has {}", names.join(", "));
    let mut finding = Finding::saying(&codes::QUALITY, Severity::Warning, used.address.as_str(), what);
    finding.advice = format!("`{}` is used instead", used.name).into();
    Some(finding)
}

fn stem(address: &str) -> &str {
    let name = address.rsplit('/').next().unwrap_or(address);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest;

    fn there(title: &str, files: &[&str]) -> (tempfile::TempDir, Vec<Quality>) {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, b"x").unwrap();
        }
        let vfs = Vfs::open(folder.path(), &[], load::ARCHIVES).unwrap();
        let all = qualities(manifest().title(title).unwrap(), &vfs, "textures", "c1");
        (folder, all)
    }

    #[test]
    fn a_quality_that_is_missing_becomes_its_neighbour() {
        let title = manifest().title("mw3").unwrap();
        let (_folder, all) =
            there("mw3", &["zbd/c1/rtexture2.zbd", "zbd/c1/texture.zbd", "zbd/c1/rtexture.zbd"]);
        let names: Vec<_> = all.iter().map(|quality| quality.name.as_str()).collect();
        assert_eq!(names, ["best", "low", "software"]);
        let chosen = |name: &str| {
            choose(title, "textures", &all, name).map(|quality| quality.address.rsplit('/').next().unwrap())
        };
        assert_eq!(chosen("best"), Some("rtexture.zbd"));
        assert_eq!(chosen("Medium"), Some("rtexture2.zbd"));
        assert_eq!(chosen("software-low"), Some("texture.zbd"));
        assert_eq!(chosen("RTEXTURE2"), Some("rtexture2.zbd"));
        assert_eq!(chosen("nonsense"), None);
        let told = |name: &str| other_quality(title, "textures", &all, name).map(|told| told.to_string());
        assert_eq!([told("best"), told("LOW"), told("rtexture2"), told("texture")], [const { None }; 4]);
        let told = told("medium").unwrap();
        for word in
            ["no textures of the quality `medium` in this install", "best, low, software", "`low` is used"]
        {
            assert!(told.contains(word), "{told}");
        }
    }

    #[test]
    fn archives_of_sounds_are_tried_in_a_ring() {
        for title in ["mw3", "pm", "rc", "cs"] {
            let rules = &manifest().title(title).unwrap().files;
            let rule = rules.iter().find(|rule| rule.role == "sounds").unwrap();
            let tried = |name: &str| {
                ring(rule, name).map(|all| all.iter().map(|place| stem(place).to_owned()).collect::<String>())
            };
            let [high, medium, low] =
                ["soundsHsoundsMsoundsL", "soundsMsoundsLsoundsH", "soundsLsoundsHsoundsM"];
            for (name, wanted) in
                [("best", high), ("High", high), ("medium", medium), ("low", low), ("SOUNDSM", medium)]
            {
                assert_eq!(tried(name).as_deref(), Some(wanted), "{title} {name}");
            }
            assert_eq!(tried("loud"), None);
        }
    }

    #[test]
    fn every_reduced_package_of_crimson_skies_can_be_named() {
        let title = manifest().title("cs").unwrap();
        let (_folder, all) =
            there("cs", &["zbd/c1/rtexture8.zbd", "zbd/c1/rtexture2.zbd", "zbd/c1/texture.zbd"]);
        let names: Vec<_> = all.iter().map(|quality| quality.name.as_str()).collect();
        assert_eq!(names, ["best", "low", "rtexture8"]);
        assert_eq!(choose(title, "textures", &all, "rtexture8").unwrap().address, "zbd/c1/rtexture8.zbd");
    }
}
