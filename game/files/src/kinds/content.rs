//! A file of any kind as its typed value: read, written back, as JSON.

use super::{Kind, Library};
use avi::Avi;
use binary::{Finding, Garbage, Mode, Record, Report};
use gamestudio::hmp::{self, Terrain};
use gamestudio::model::Model;
use gamestudio::wad::Wad;
use gamestudio::wmb::{self, Level};
use gamestudio::wmp::Wmp;
use std::borrow::Cow;
use zbd::archive::{Archive, Footer, TypedArchive};
use zbd::gamez::models::ModelSlot;
use zbd::gamez::nodes::NodeBase;
use zbd::gamez::{self, GameZ, Version};
use zbd::interp::Interp;
use zbd::mechlib::{self, Material, Mechlib, ModelTree};
use zbd::messages::{self, Layout, Messages};
use zbd::motion::{self, Motion};
use zbd::reader::{self, Value};
use zbd::saves::{self, Save};
use zbd::sounds::{self, Wave};
use zbd::textures::TexturePackage;
use zbd::zmap::{self, ZMap};

/// A file read into its typed value.
#[derive(Debug)]
pub enum Content {
    /// See [`Kind::GameZ`].
    GameZ(Box<GameZ>),
    /// See [`Kind::Textures`].
    Textures(TexturePackage),
    /// See [`Kind::Archive`].
    Archive(Archive),
    /// See [`Kind::Readers`].
    Readers(TypedArchive<Value>),
    /// See [`Kind::Reader`].
    Reader(Value),
    /// See [`Kind::ReaderText`].
    ReaderText(Value),
    /// See [`Kind::Motions`].
    Motions(TypedArchive<Motion>),
    /// See [`Kind::Motion`].
    Motion(Motion),
    /// See [`Kind::Mechlib`].
    Mechlib(Box<Mechlib>),
    /// See [`Kind::MechModel`].
    MechModel(Version, Box<ModelTree>),
    /// See [`Kind::MechMaterials`].
    MechMaterials(Vec<Material>),
    /// See [`Kind::MechWord`].
    MechWord(u32),
    /// See [`Kind::Sounds`].
    Sounds(TypedArchive<Wave>),
    /// See [`Kind::Sound`].
    Sound(Wave),
    /// See [`Kind::Save`].
    Save(Save),
    /// See [`Kind::ZMap`].
    ZMap(ZMap),
    /// See [`Kind::Interp`].
    Interp(Interp),
    /// See [`Kind::Messages`].
    Messages(Messages),
    /// See [`Kind::Avi`].
    Avi(Avi),
    /// See [`Kind::Level`].
    Level(Box<Level>),
    /// See [`Kind::Model`].
    Model(Box<Model>),
    /// See [`Kind::Terrain`].
    Terrain(Box<Terrain>),
    /// See [`Kind::Wad`].
    Wad(Wad),
    /// See [`Kind::Wmp`].
    Wmp(Wmp),
}

/// Reads a file of a known kind.
///
/// # Errors
/// Structural damage, as a finding without the file's name.
pub fn read(kind: Kind, bytes: &[u8], mode: Mode) -> binary::Result<(Content, Report)> {
    Ok(match kind {
        Kind::GameZ => {
            let (gamez, report) = gamez::read(bytes, mode)?;
            (Content::GameZ(Box::new(gamez)), report)
        }
        Kind::Textures => {
            let (package, report) = zbd::textures::read(bytes, mode)?;
            (Content::Textures(package), report)
        }
        Kind::Archive => {
            let (archive, report) = zbd::archive::read(bytes, mode)?;
            (Content::Archive(archive), report)
        }
        Kind::Readers => {
            let (value, report) = reader::read_archive(bytes, mode)?;
            (Content::Readers(value), report)
        }
        Kind::Reader => {
            let (value, report) = reader::read(bytes, mode)?;
            (Content::Reader(value), report)
        }
        Kind::ReaderText => {
            let (value, report) = reader::parse(bytes, mode)?;
            (Content::ReaderText(value), report)
        }
        Kind::Motions => {
            let (value, report) = motion::read_archive(bytes, mode)?;
            (Content::Motions(value), report)
        }
        Kind::Motion => {
            let (value, report) = motion::read(bytes, mode)?;
            (Content::Motion(value), report)
        }
        Kind::Mechlib => {
            let (value, report) = mechlib::read(bytes, mode)?;
            (Content::Mechlib(Box::new(value)), report)
        }
        Kind::MechModel(Library { version, materials }) => {
            let (value, report) = mechlib::read_model(bytes, version, materials, mode)?;
            (Content::MechModel(version, Box::new(value)), report)
        }
        Kind::MechMaterials => {
            let (value, report) = mechlib::read_materials(bytes, mode)?;
            (Content::MechMaterials(value), report)
        }
        Kind::MechWord => {
            let (value, report) = mechlib::read_word(bytes, mode)?;
            (Content::MechWord(value), report)
        }
        Kind::Sounds => {
            let (value, report) = sounds::read_archive(bytes, mode)?;
            (Content::Sounds(value), report)
        }
        Kind::Sound => {
            let (value, report) = sounds::read(bytes, mode)?;
            (Content::Sound(value), report)
        }
        Kind::Save => {
            let (value, report) = saves::read(bytes, mode)?;
            (Content::Save(value), report)
        }
        Kind::ZMap => {
            let (value, report) = zmap::read(bytes, mode)?;
            (Content::ZMap(value), report)
        }
        Kind::Interp => {
            let (interp, report) = zbd::interp::read(bytes, mode)?;
            (Content::Interp(interp), report)
        }
        Kind::Messages(layout) => {
            let (messages, report) = messages::read(bytes, layout, mode)?;
            (Content::Messages(messages), report)
        }
        Kind::Avi => {
            let (avi, report) = avi::read(bytes, mode)?;
            (Content::Avi(avi), report)
        }
        Kind::Level => {
            let (level, report) = wmb::read(bytes, mode)?;
            (Content::Level(Box::new(level)), report)
        }
        Kind::Model => {
            let (model, report) = gamestudio::model::read(bytes, mode)?;
            (Content::Model(Box::new(model)), report)
        }
        Kind::Terrain => {
            let (terrain, report) = hmp::read(bytes, mode)?;
            (Content::Terrain(Box::new(terrain)), report)
        }
        Kind::Wad => {
            let (wad, report) = gamestudio::wad::read(bytes, mode)?;
            (Content::Wad(wad), report)
        }
        Kind::Wmp => {
            let (wmp, report) = gamestudio::wmp::read(bytes, mode)?;
            (Content::Wmp(wmp), report)
        }
    })
}

impl Content {
    /// The version of the layout; none of kinds that have but one.
    pub fn version(&self) -> Option<Cow<'static, str>> {
        Some(match self {
            Content::GameZ(gamez) => of_game(gamez.version),
            Content::Archive(archive) => footer(archive.footer),
            Content::Readers(archive) => footer(archive.footer),
            Content::Motions(archive) => footer(archive.footer),
            Content::Sounds(archive) => footer(archive.footer),
            Content::Save(archive) => footer(archive.footer),
            Content::Mechlib(library) => of_game(library.version),
            Content::MechModel(version, _) => of_game(*version),
            Content::Motion(_) => motion::VERSION_WORD.to_string().into(),
            Content::Interp(_) => "7".into(),
            Content::Messages(messages) => match messages.layout {
                Layout::Mech3 => "MechWarrior 3 and Pirate's Moon".into(),
                Layout::Recoil => "Recoil".into(),
                Layout::CrimsonSkies => "Crimson Skies".into(),
            },
            Content::ZMap(_) => "5".into(),
            Content::Model(model) => match &**model {
                Model::Alias(model) => format!("{:?}", model.version).to_uppercase().into(),
                Model::Mdl(model) => format!("{:?}", model.version).to_uppercase().into(),
                Model::Mdl7(_) => "MDL7".into(),
            },
            Content::Terrain(terrain) => format!("{:?}", terrain.version).to_uppercase().into(),
            Content::Level(_) | Content::Wad(_) => "7".into(),
            Content::Textures(_)
            | Content::Reader(_)
            | Content::ReaderText(_)
            | Content::MechMaterials(_)
            | Content::MechWord(_)
            | Content::Sound(_)
            | Content::Wmp(_)
            | Content::Avi(_) => return None,
        })
    }

    /// The bytes of the file, made from the typed value alone; none for videos,
    /// since what else these hold is not understood, and for readers as text,
    /// since blanks are not kept. A message DLL becomes one that holds nothing
    /// but its messages.
    ///
    /// # Errors
    /// A value that the format cannot hold.
    pub fn write(&self) -> Result<Option<Vec<u8>>, Box<Finding>> {
        let bytes = match self {
            Content::GameZ(gamez) => gamez::write(gamez),
            Content::Textures(package) => zbd::textures::write(package),
            Content::Archive(archive) => zbd::archive::write(archive),
            Content::Readers(archive) => reader::write_archive(archive),
            Content::Reader(value) => reader::write(value),
            Content::Motions(archive) => motion::write_archive(archive),
            Content::Motion(value) => motion::write(value),
            Content::Mechlib(library) => mechlib::write(library),
            Content::MechModel(version, model) => mechlib::write_model(model, *version),
            Content::MechMaterials(materials) => mechlib::write_materials(materials),
            Content::MechWord(word) => Ok(word.to_le_bytes().to_vec()),
            Content::Sounds(archive) => sounds::write_archive(archive),
            Content::Sound(wave) => sounds::write(wave),
            Content::Save(save) => saves::write(save),
            Content::ZMap(map) => zmap::write(map),
            Content::Interp(interp) => zbd::interp::write(interp),
            Content::Level(level) => wmb::write(level),
            Content::Model(model) => gamestudio::model::write(model),
            Content::Terrain(terrain) => hmp::write(terrain),
            Content::Wad(wad) => gamestudio::wad::write(wad),
            Content::Wmp(wmp) => gamestudio::wmp::write(wmp),
            Content::Messages(messages) => messages::build(messages),
            Content::ReaderText(_) | Content::Avi(_) => return Ok(None),
        };
        bytes.map(Some)
    }

    /// Everything in the file.
    pub fn to_json(&self) -> serde_json::Result<serde_json::Value> {
        match self {
            Content::GameZ(gamez) => serde_json::to_value(gamez),
            Content::Textures(package) => serde_json::to_value(package),
            Content::Archive(archive) => serde_json::to_value(archive),
            Content::Readers(archive) => serde_json::to_value(archive),
            Content::Reader(value) | Content::ReaderText(value) => serde_json::to_value(value),
            Content::Motions(archive) => serde_json::to_value(archive),
            Content::Motion(value) => serde_json::to_value(value),
            Content::Mechlib(library) => serde_json::to_value(library),
            Content::MechModel(_, model) => serde_json::to_value(model),
            Content::MechMaterials(materials) => serde_json::to_value(materials),
            Content::MechWord(word) => serde_json::to_value(word),
            Content::Sounds(archive) => serde_json::to_value(archive),
            Content::Sound(wave) => serde_json::to_value(wave),
            Content::Save(save) => serde_json::to_value(save),
            Content::ZMap(map) => serde_json::to_value(map),
            Content::Interp(interp) => serde_json::to_value(interp),
            Content::Messages(messages) => serde_json::to_value(messages),
            Content::Avi(avi) => serde_json::to_value(avi),
            Content::Level(level) => serde_json::to_value(level),
            Content::Model(model) => serde_json::to_value(model),
            Content::Terrain(terrain) => serde_json::to_value(terrain),
            Content::Wad(wad) => serde_json::to_value(wad),
            Content::Wmp(wmp) => serde_json::to_value(wmp),
        }
    }

    /// Bytes that no documented meaning explains and that are kept as they are.
    pub fn kept_raw_bytes(&self) -> usize {
        match self {
            Content::GameZ(gamez) => {
                let base = <NodeBase as Record>::SIZES[gamez.version.column()] + size_of::<u32>();
                let free = gamez.models.slots.iter().map(|slot| match slot {
                    ModelSlot::Free { words, .. } => words.len() * size_of::<u32>(),
                    ModelSlot::Used(_) => 0,
                });
                gamez.nodes.odd_zero_slots.len() * base + free.sum::<usize>()
            }
            Content::Archive(archive) => {
                let entries = archive.entries.iter().map(|entry| (&entry.comment, &entry.gap));
                odd_bytes(entries, &archive.tail)
            }
            Content::Wmp(wmp) => {
                wmp.chunks.iter().map(|chunk| chunk.data.len()).sum::<usize>() + wmp.rest.len()
            }
            Content::Level(level) => {
                let layout = &level.layout;
                let places = [&layout.lists, &layout.textures, &layout.objects].into_iter().flatten();
                let gaps = places.flat_map(|place| &place.gaps).map(|gap| gap.bytes.len()).sum::<usize>();
                let raw = level.legacy.iter().chain(&layout.tails).map(|list| list.bytes.len());
                gaps + raw.sum::<usize>()
            }
            Content::Model(model) => match &**model {
                Model::Mdl7(model) => model.rest.len() + model.entity_lump.len() + model.editor_lump.len(),
                Model::Mdl(_) | Model::Alias(_) => 0,
            },
            Content::Readers(archive) => odd_bytes_of(archive),
            Content::Motions(archive) => odd_bytes_of(archive),
            Content::Sounds(archive) => odd_bytes_of(archive),
            Content::Mechlib(library) => odd_bytes_of(&library.archive),
            Content::Save(save) => {
                let unknown = save.entries.iter().map(|entry| match &entry.content {
                    saves::Content::Header { rest, .. } => rest.len(),
                    saves::Content::Activation(activation) => activation.node_states.len(),
                    saves::Content::Other(bytes) => bytes.len(),
                });
                odd_bytes_of(save) + unknown.sum::<usize>()
            }
            // Every byte of these has a field, or nothing else is kept of them.
            Content::Textures(_)
            | Content::Reader(_)
            | Content::ReaderText(_)
            | Content::Motion(_)
            | Content::Sound(_)
            | Content::MechModel(..)
            | Content::MechMaterials(_)
            | Content::MechWord(_)
            | Content::ZMap(_)
            | Content::Terrain(_)
            | Content::Wad(_)
            | Content::Interp(_)
            | Content::Messages(_)
            | Content::Avi(_) => 0,
        }
    }
}

/// A version of worlds and 'mechs with the game that uses it.
fn of_game(version: Version) -> Cow<'static, str> {
    let game = match version {
        Version::Recoil => "Recoil",
        Version::MechWarrior3 => "MechWarrior 3",
        Version::PiratesMoon => "MechWarrior 3: Pirate's Moon",
        Version::CrimsonSkies => "Crimson Skies",
    };
    format!("{} ({game})", version.number()).into()
}

/// Which version of archive a footer says.
fn footer(footer: Footer) -> Cow<'static, str> {
    match footer {
        Footer::Version1 => "1".into(),
        Footer::Version2 { .. } => "2".into(),
    }
}

/// Bytes of an archive that are kept without a meaning.
fn odd_bytes<'a>(entries: impl Iterator<Item = (&'a Garbage<64>, &'a Vec<u8>)>, tail: &[u8]) -> usize {
    let odd = entries.map(|(comment, gap)| {
        let comment = comment.bytes();
        let comment = if comment.iter().any(|byte| *byte != 0) { comment.len() } else { 0 };
        gap.len() + comment
    });
    odd.sum::<usize>() + tail.len()
}

fn odd_bytes_of<C>(archive: &TypedArchive<C>) -> usize {
    odd_bytes(archive.entries.iter().map(|entry| (&entry.comment, &entry.gap)), &archive.tail)
}
