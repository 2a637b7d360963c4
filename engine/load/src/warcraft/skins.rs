//! Which skins a model has: the textures that a game chooses for it. Tables say it for creatures; otherwise it is a
//! guess. Source: `docs/spec/m2.md`, "14. What a real install needs".

use super::files::{Files, folder, is_model, stem};
use binary::Mode;
use hashbrown::HashSet;
use order::Order;
use std::collections::BTreeSet;
use vfs::Kind;
use warcraft::dbc::{self, Dbc};
use warcraft::m2::{self, texture_kind};

/// Where tables are.
const TABLES: &str = "DBFilesClient";
/// Models of a folder that are asked which of its textures are theirs.
const MOST_NEIGHBOURS: usize = 64;
/// Most skins that are offered.
const MOST_SKINS: usize = 200;

/// A set of textures for the kinds that the game chooses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Skin {
    /// Kinds with the addresses of their textures; none for one that is drawn white.
    textures: Vec<(u32, Choice)>,
}

/// What is shown for a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// The file at this address.
    File(String),
    /// A file of this name, which is nowhere.
    Missing(String),
    /// Nothing: the table leaves it empty.
    White,
}

impl Skin {
    /// What is shown for a kind of texture.
    pub fn of(&self, kind: u32) -> Option<&Choice> {
        self.textures.iter().find(|(known, _)| *known == kind).map(|(_, choice)| choice)
    }
}

/// The skins of a model.
#[derive(Debug, Default)]
pub(super) struct Skins {
    pub skins: Vec<Skin>,
    /// No table says so.
    pub guessed: bool,
}

/// The skins of a model at an address; none of one without textures that a game chooses.
pub(super) fn of(files: &Files<'_>, model: &m2::Model, address: &str, bytes_read: &mut u64) -> Skins {
    let kinds: BTreeSet<u32> = model
        .textures
        .iter()
        .map(|texture| texture.kind)
        .filter(|kind| *kind != texture_kind::FILE)
        .collect();
    if kinds.is_empty() {
        return Skins::default();
    }
    let known = from_tables(files, &kinds, address, bytes_read);
    if !known.is_empty() {
        return Skins { skins: known, guessed: false };
    }
    Skins { skins: guessed(files, &kinds, model, address, bytes_read), guessed: true }
}

fn from_tables(files: &Files<'_>, kinds: &BTreeSet<u32>, address: &str, bytes_read: &mut u64) -> Vec<Skin> {
    let creature = texture_kind::CREATURE_SKIN;
    if kinds.range(creature..creature + 3).next().is_none() {
        return Vec::new();
    }
    let mut table = |name: &str| -> Option<Dbc> {
        let bytes = files.vfs.read(&files.find(&format!("{TABLES}/{name}.dbc"), address)?).ok()?;
        *bytes_read += bytes.len() as u64;
        Some(dbc::read(&bytes, Mode::Lenient).ok()?.0)
    };
    let (Some(models), Some(displays)) = (table("CreatureModelData"), table("CreatureDisplayInfo")) else {
        return Vec::new();
    };
    // The install may lie in folders of its own, which no table names.
    let mut path = address;
    let mut rows = dbc::skins_of(path, &models, &displays);
    while let Some((_, inner)) = path.split_once('/').filter(|_| rows.is_empty()) {
        path = inner;
        rows = dbc::skins_of(path, &models, &displays);
    }
    let folder = folder(address);
    let choice = |name: &String| {
        if name.is_empty() {
            return Choice::White;
        }
        let file = format!("{folder}/{name}.blp");
        files.texture(&file, address).map_or(Choice::Missing(file), Choice::File)
    };
    let mut skins: Vec<Skin> = Vec::new();
    for row in rows.iter().take(MOST_SKINS) {
        let textures = (creature..).zip(row).filter(|(kind, _)| kinds.contains(kind));
        let skin = Skin { textures: textures.map(|(kind, name)| (kind, choice(name))).collect() };
        // Names of kinds that the model has not make no other skin.
        if !skins.contains(&skin) {
            skins.push(skin);
        }
    }
    skins
}

/// The textures of the model's folder that no model there names itself; first those whose names start with the
/// model's.
fn guessed(
    files: &Files<'_>,
    kinds: &BTreeSet<u32>,
    model: &m2::Model,
    address: &str,
    bytes_read: &mut u64,
) -> Vec<Skin> {
    let folder = folder(address);
    let entries = files.vfs.list(folder).unwrap_or_default().into_iter();
    let entries: Vec<String> =
        entries.filter(|entry| entry.kind == Kind::File).map(|entry| entry.name).collect();
    let mut named: HashSet<String> = HashSet::new();
    let mut add = |model: &m2::Model| {
        for name in model.textures.iter().filter_map(m2::Texture::file) {
            let bare = name.rsplit(['\\', '/']).next().unwrap_or_default().to_ascii_lowercase();
            named.insert(bare.rsplit_once('.').map_or(bare.clone(), |(stem, _)| stem.to_owned()));
        }
    };
    add(model);
    let own = address.rsplit('/').next().unwrap_or(address);
    let others = entries.iter().filter(|name| is_model(name) && !name.eq_ignore_ascii_case(own));
    for other in others.take(MOST_NEIGHBOURS) {
        let Ok(bytes) = files.vfs.read(&joined(folder, other)) else { continue };
        *bytes_read += bytes.len() as u64;
        if let Ok((other, _)) = m2::read(&bytes, Mode::Lenient) {
            add(&other);
        }
    }
    let own = stem(own).to_ascii_lowercase();
    let mut free: Vec<(bool, String, &String)> = entries
        .iter()
        .filter_map(|name| {
            let low = name.to_ascii_lowercase();
            let stem = low.strip_suffix(".blp")?.to_owned();
            (!named.contains(&stem)).then(|| (!stem.starts_with(&own), stem, name))
        })
        .collect();
    free.order();
    let count = free.len();
    let skin = |first: usize| {
        let textures = kinds.iter().enumerate().filter_map(|(step, kind)| {
            let (_, _, name) = free.get((first + step) % count)?;
            Some((*kind, Choice::File(joined(folder, name))))
        });
        Skin { textures: textures.collect() }
    };
    (0..count.min(MOST_SKINS)).map(skin).collect()
}

fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}
