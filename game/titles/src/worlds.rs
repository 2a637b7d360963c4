//! The worlds of an install, by the names of its folders and files.

use super::chapters::{address, folders};
use super::codes;
use super::detect::Detection;
use super::manifest::{FileRule, KnownWorld, MissionKind, Scope, Title, Which, WorldRules};
use super::overworld;
use super::pattern::{Files, between, fill};
use binary::{Finding, Result, Severity};
use order::Order;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use vfs::{Entry, Kind, Vfs};

/// The manifest's word for the file that holds a world.
pub(super) const WORLD: &str = "world";

/// Most names in an error message.
const LISTED: usize = 60;

/// The kind of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorldKind {
    /// The map that several missions share.
    Chapter,
    /// One mission.
    Mission,
    /// A level that is a single file.
    Level,
    /// A part of a world that goes on in others.
    Zone,
    /// Models that a person names, on a ground of ours.
    Stage,
}

/// A world that can be opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct World {
    /// Name for commands: `c1` or `c1/m2`, in lower case.
    pub id: String,
    /// Name for display.
    pub title: String,
    /// Chapter, mission or level.
    pub kind: WorldKind,
    /// The folder it is in: `c1`.
    pub chapter: String,
    /// The mission in that folder: `m2`.
    pub mission: Option<String>,
    /// Its files, including those of the whole install.
    pub files: Vec<WorldFile>,
}

/// A file of a world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WorldFile {
    /// What it is for, in the words of the manifest: `world`, `textures`.
    pub role: String,
    /// Its address.
    pub address: String,
}

impl World {
    /// The address of the file for a role, if the install has one.
    pub fn file(&self, role: &str) -> Option<&str> {
        self.files.iter().find(|file| file.role == role).map(|file| file.address.as_str())
    }
}

/// The worlds that can be opened: chapters in playing order, each followed by
/// its missions. Those that a mod adds come last.
///
/// Empty for an unknown folder and for titles whose worlds this version does
/// not open.
pub fn worlds(detection: &Detection, vfs: &Vfs) -> Vec<World> {
    let Some(title) = detection.title else { return Vec::new() };
    let Some(rules) = title.worlds.as_ref().filter(|_| title.loads_worlds) else { return Vec::new() };
    if rules.stage {
        return Vec::new();
    }
    if rules.which == Which::Overworld {
        return overworld::list(vfs, &rules.ending);
    }
    if !rules.ending.is_empty() {
        return levels(rules, vfs);
    }
    let there = Files::new(vfs);
    let mut all = Vec::new();
    for chapter in folders(title, &there) {
        let files = files(&title.files, &there, &chapter, None);
        let complete = title.files.iter().filter(|rule| rule.required && rule.scope() == Scope::World);
        if !complete.into_iter().all(|rule| files.iter().any(|file| file.role == rule.role)) {
            continue;
        }
        let known = rules.known.iter().find(|known| known.id == chapter);
        let name = known.map_or_else(|| chapter.clone(), |known| known.name.clone());
        all.push(World {
            id: chapter.clone(),
            title: name.clone(),
            kind: rules.kind,
            chapter: chapter.clone(),
            mission: None,
            files,
        });
        for (mission, kind, number) in missions(rules, &there, &chapter) {
            all.push(World {
                id: format!("{chapter}/{mission}"),
                title: format!("{name}, {} {number}", kind.name),
                kind: WorldKind::Mission,
                files: self::files(&title.files, &there, &chapter, Some(&mission)),
                chapter: chapter.clone(),
                mission: Some(mission),
            });
        }
    }
    all
}

/// Every file that is a world, by address. Its id is its name, or its address if several have the
/// same name. Those that the game came with come first, in their order.
fn levels(rules: &WorldRules, vfs: &Vfs) -> Vec<World> {
    let files = vfs.walk(false).into_iter().filter(|entry| entry.kind == Kind::File);
    let named = files.filter_map(|entry| {
        let address = entry.address.to_lowercase();
        let path = address.strip_suffix(rules.ending.as_str())?.to_owned();
        let name = path.rsplit('/').next().unwrap_or(&path).to_owned();
        is_world(rules.which, &entry, vfs).then_some((name, path, entry))
    });
    let mut named: Vec<_> = named.collect();
    let rank = |id: &str| rules.known.iter().position(|known| known.id == id).unwrap_or(usize::MAX);
    // Stable: the rest keeps the order of the files.
    named.sort_by_cached_key(|(name, ..)| rank(name));
    let mut uses: HashMap<&str, u32> = HashMap::new();
    for (name, ..) in &named {
        *uses.entry(name).or_default() += 1;
    }
    let level = |(name, path, entry): &(String, String, Entry)| {
        let id = if uses.get(name.as_str()) == Some(&1) { name } else { path };
        let known = rules.known.iter().find(|known| known.id == *name);
        // As the disk writes it, where lower case has as many bytes.
        let written = || entry.name.split_at_checked(name.len()).map_or(name.as_str(), |(title, _)| title);
        let title = known.map_or_else(written, |known: &KnownWorld| known.name.as_str());
        World {
            id: id.clone(),
            title: title.to_owned(),
            kind: rules.kind,
            chapter: id.clone(),
            mission: None,
            files: vec![WorldFile { role: WORLD.to_owned(), address: entry.address.clone() }],
        }
    };
    named.iter().map(level).collect()
}

fn is_world(which: Which, entry: &Entry, vfs: &Vfs) -> bool {
    use load::everquest::{holds_zone, may_be_zone};
    match which {
        Which::All | Which::Overworld => true,
        Which::EverquestZones => may_be_zone(&entry.name) && holds_zone(vfs, &entry.address),
    }
}

fn files(rules: &[FileRule], there: &Files<'_>, chapter: &str, mission: Option<&str>) -> Vec<WorldFile> {
    let wanted = rules.iter().filter(|rule| mission.is_some() || rule.scope() != Scope::Mission);
    let file = |rule: &FileRule| {
        let address = address(rule, there, chapter, mission.unwrap_or_default())?;
        Some(WorldFile { role: rule.role.clone(), address })
    };
    wanted.filter_map(file).collect()
}

/// The missions of a chapter by kind and number.
fn missions<'a>(
    rules: &'a WorldRules,
    there: &Files<'_>,
    chapter: &str,
) -> Vec<(String, &'a MissionKind, u32)> {
    let path = fill(&rules.missions, chapter, "*");
    let parts: Vec<&str> = path.split('/').collect();
    let Some(at) = parts.iter().position(|part| part.contains('*')) else { return Vec::new() };
    let mut all = Vec::new();
    for entry in there.list(&parts[..at].join("/")).iter() {
        let Some(name) = between(parts[at], &entry.name) else { continue };
        let Some((order, kind, number)) = mission_kind(rules, name) else { continue };
        if there.vfs.is_file(&fill(&rules.missions, chapter, name)) {
            all.push((order, number, name.to_owned(), kind));
        }
    }
    all.order_by(|a, b| (a.0, a.1, &a.2).cmp(&(b.0, b.1, &b.2)));
    all.into_iter().map(|(_, number, name, kind)| (name, kind, number)).collect()
}

fn mission_kind<'a>(rules: &'a WorldRules, name: &str) -> Option<(usize, &'a MissionKind, u32)> {
    rules.mission_kinds.iter().enumerate().find_map(|(order, kind)| {
        let number = name.strip_prefix(kind.prefix.as_str())?;
        let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        Some((order, kind, number.parse().ok().filter(|_| digits)?))
    })
}

/// The stage with the models that a person names, of a title that has no worlds but stages; `None` for others.
/// Terms are separated by commas: names of models with what they wear, addresses, or parts of names. Which models
/// they are, loading says.
///
/// # Errors
/// `detect.which_models` where nobody names any.
pub fn stage(detection: &Detection, name: Option<&str>) -> Result<Option<World>> {
    let title = detection.known()?;
    if !title.worlds.as_ref().is_some_and(|rules| rules.stage) {
        return Ok(None);
    }
    let terms: Vec<&str> =
        name.unwrap_or_default().split(',').map(str::trim).filter(|term| !term.is_empty()).collect();
    if terms.is_empty() {
        let what = "which models? Name some, as `wolf,bear` or `creature/wolf`";
        return Err(Box::new(Finding::saying(&codes::WHICH_MODELS, Severity::Error, "", what)));
    }
    let id = terms.join(",");
    Ok(Some(World {
        title: id.clone(),
        kind: WorldKind::Stage,
        chapter: id.clone(),
        mission: None,
        files: Vec::new(),
        id,
    }))
}

/// The world a person names; without a name, the only one, whatever missions
/// it has.
///
/// Case and separators do not matter: `C1/M2` and `c1m2` are the same. A world that
/// is a file may be named by its address, with or without folder and ending.
///
/// # Errors
/// `detect.unknown`, `detect.not_loaded` when there can be no worlds,
/// `detect.no_worlds`, `detect.no_such_world` or `detect.which_world` with what
/// there is.
pub fn find_world<'a>(detection: &Detection, worlds: &'a [World], name: Option<&str>) -> Result<&'a World> {
    let title = detection.known()?;
    if !title.loads_worlds {
        let what = format!("{} is recognised, but its worlds cannot be opened yet", title.name);
        return Err(Box::new(Finding::saying(&codes::NOT_LOADED, Severity::Error, "", what)));
    }
    let Some(first) = worlds.first() else {
        // The first missing file says more than that there is nothing.
        let missing = detection.missing.iter().find(|missing| missing.required && missing.world.is_some());
        let what = match missing {
            Some(missing) => format!("no world of {}: {}", title.name, missing.why()),
            None => format!("no world of {}", title.name),
        };
        let folder = title.folder.as_str();
        return Err(Box::new(Finding::saying(&codes::NO_WORLDS, Severity::Error, folder, what)));
    };
    let Some(name) = name else {
        if worlds.iter().any(|world| world.chapter != first.chapter) {
            return Err(Box::new(which_world(worlds)));
        }
        return Ok(first);
    };
    if let Some(found) = overworld::find(worlds, name) {
        return found;
    }
    let wanted = key(name);
    if let Some(world) = worlds.iter().find(|world| key(&world.id) == wanted) {
        return Ok(world);
    }
    if let Some(world) = continued(title, worlds, &wanted).or_else(|| by_file(title, worlds, name)) {
        return Ok(world);
    }
    Err(Box::new(no_such_world(detection, worlds, name)))
}

/// Names are compared by their letters and digits alone.
pub(super) fn key(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}

/// `c4/m5` if the missions of `c4` continue in `c4b`.
fn continued<'a>(title: &Title, worlds: &'a [World], wanted: &str) -> Option<&'a World> {
    let known = &title.worlds.as_ref()?.known;
    worlds.iter().find(|world| {
        let first =
            known.iter().find(|known| known.id == world.chapter).and_then(|known| known.continues.as_ref());
        let mission = world.mission.as_deref();
        first.zip(mission).is_some_and(|(first, mission)| key(&format!("{first}{mission}")) == wanted)
    })
}

/// `Levels/one.wmb`, `one.wmb` or `levels\\one` for a level that is a file.
fn by_file<'a>(title: &Title, worlds: &'a [World], name: &str) -> Option<&'a World> {
    let ending = title.worlds.as_ref().map_or("", |rules| rules.ending.as_str());
    if ending.is_empty() {
        return None;
    }
    let path = |name: &str| {
        let name = name.replace('\\', "/").to_lowercase();
        name.strip_suffix(ending).unwrap_or(&name).trim_start_matches("./").to_owned()
    };
    let wanted = path(name);
    let file = |world: &World| world.file(WORLD).map(path).unwrap_or_default();
    let whole = worlds.iter().find(|world| file(world) == wanted);
    // The only one whose address ends so.
    let mut ends = worlds.iter().filter(|world| file(world).ends_with(&format!("/{wanted}")));
    whole.or_else(|| ends.next().filter(|_| ends.next().is_none()))
}

/// No name was given and there are several.
fn which_world(worlds: &[World]) -> Finding {
    let chapters = worlds.iter().filter(|world| world.mission.is_none());
    let ids: Vec<&str> = chapters.take(LISTED).map(|world| world.id.as_str()).collect();
    let what = format!("which world? There are {}", ids.join(", "));
    Finding::saying(&codes::WHICH_WORLD, Severity::Error, "", what)
}

fn no_such_world(detection: &Detection, worlds: &[World], name: &str) -> Finding {
    let shown: String = name.chars().take(60).collect();
    let mut ids: Vec<&str> = worlds.iter().take(LISTED).map(|world| world.id.as_str()).collect();
    if worlds.len() > LISTED {
        ids.push("and more");
    }
    let wanted = key(name);
    let incomplete = detection.missing.iter().find(|missing| {
        missing.required && missing.world.as_deref().is_some_and(|world| key(world) == wanted)
    });
    let found = match incomplete {
        Some(missing) => format!("no world `{shown}`, since {}", missing.why()),
        None => format!("no world `{shown}`"),
    };
    let what = format!("{found}; there are {}", ids.join(", "));
    let mut finding = Finding::saying(&codes::NO_SUCH_WORLD, Severity::Error, "", what);
    let near = worlds
        .iter()
        .map(|world| (strsim::levenshtein(&wanted, &key(&world.id)), world))
        .min_by_key(|near| near.0);
    if let Some((distance, world)) = near
        && distance <= 2
    {
        finding.advice = format!("did you mean `{}`?", world.id).into();
    }
    finding
}
