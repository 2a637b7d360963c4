//! Which kind of file is this, and everything one can do with any kind: read
//! it, sum it up, print it as JSON, write it back.

use binary::{Finding, Mode, Record, Report};
use std::borrow::Cow;
use zbd::archive::Archive;
use zbd::gamez::models::ModelSlot;
use zbd::gamez::nodes::{NodeBase, NodeData};
use zbd::gamez::{self, GameZ};
use zbd::interp::Interp;
use zbd::textures::TexturePackage;

/// The kinds of files this version reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A Zipper world container.
    GameZ,
    /// A Zipper texture package.
    Textures,
    /// A Zipper archive with its table of contents at the end.
    Archive,
    /// A Zipper script container.
    Interp,
}

impl Kind {
    /// Recognises a file by its first and last words. Names do not count: the
    /// games call everything `.zbd`.
    pub fn identify(bytes: &[u8]) -> Option<Kind> {
        let word = |at: usize| {
            let bytes = bytes.get(at..at.checked_add(4)?)?;
            Some(u32::from_le_bytes(bytes.try_into().ok()?))
        };
        match (word(0), word(4)) {
            (Some(gamez::SIGNATURE), _) => return Some(Kind::GameZ),
            (Some(zbd::interp::SIGNATURE_WORD), _) => return Some(Kind::Interp),
            (Some(0), Some(1)) if bytes.len() >= 24 => return Some(Kind::Textures),
            _ => {}
        }
        zbd::archive::read_directory(bytes, Mode::Lenient).is_ok().then_some(Kind::Archive)
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::GameZ => "Zipper world container (GameZ)",
            Kind::Textures => "Zipper texture package",
            Kind::Archive => "Zipper archive",
            Kind::Interp => "Zipper interpreter scripts",
        }
    }

    /// One word for JSON.
    pub const fn id(self) -> &'static str {
        match self {
            Kind::GameZ => "zbd.gamez",
            Kind::Textures => "zbd.textures",
            Kind::Archive => "zbd.archive",
            Kind::Interp => "zbd.interp",
        }
    }
}

/// A file read into its typed value.
#[derive(Debug)]
pub enum Content {
    /// See [`Kind::GameZ`].
    GameZ(Box<GameZ>),
    /// See [`Kind::Textures`].
    Textures(TexturePackage),
    /// See [`Kind::Archive`].
    Archive(Archive),
    /// See [`Kind::Interp`].
    Interp(Interp),
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
        Kind::Interp => {
            let (interp, report) = zbd::interp::read(bytes, mode)?;
            (Content::Interp(interp), report)
        }
    })
}

impl Content {
    /// The version of the layout.
    pub fn version(&self) -> Cow<'static, str> {
        match self {
            Content::GameZ(gamez) => format!("{} ({:?})", gamez.version.number(), gamez.version).into(),
            Content::Archive(_) => "1".into(),
            Content::Interp(_) => "7".into(),
            Content::Textures(_) => "the only one".into(),
        }
    }

    /// The bytes of the file, made from the typed value alone.
    ///
    /// # Errors
    /// A value that the format cannot hold.
    pub fn write(&self) -> Result<Vec<u8>, Box<Finding>> {
        match self {
            Content::GameZ(gamez) => gamez::write(gamez),
            Content::Textures(package) => zbd::textures::write(package),
            Content::Archive(archive) => zbd::archive::write(archive),
            Content::Interp(interp) => zbd::interp::write(interp),
        }
    }

    /// Everything in the file.
    pub fn to_json(&self) -> serde_json::Result<serde_json::Value> {
        match self {
            Content::GameZ(gamez) => serde_json::to_value(gamez),
            Content::Textures(package) => serde_json::to_value(package),
            Content::Archive(archive) => serde_json::to_value(archive),
            Content::Interp(interp) => serde_json::to_value(interp),
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
                let odd = |entry: &zbd::archive::Entry| {
                    let comment = entry.comment.bytes();
                    let comment = if comment.iter().any(|byte| *byte != 0) { comment.len() } else { 0 };
                    entry.gap.len() + comment
                };
                archive.entries.iter().map(odd).sum::<usize>() + archive.tail.len()
            }
            // Every byte of these has a field.
            Content::Textures(_) | Content::Interp(_) => 0,
        }
    }

    /// What it holds, in a few figures.
    pub fn summary(&self) -> Vec<(&'static str, String)> {
        match self {
            Content::GameZ(gamez) => summarize_gamez(gamez),
            Content::Textures(package) => {
                let pixels: usize =
                    package.textures.iter().map(|t| usize::from(t.width) * usize::from(t.height)).sum();
                vec![
                    ("textures", package.textures.len().to_string()),
                    ("pixels", pixels.to_string()),
                    ("global palettes", package.palettes.len().to_string()),
                ]
            }
            Content::Archive(archive) => {
                let data: usize = archive.entries.iter().map(|entry| entry.data.len()).sum();
                vec![("members", archive.entries.len().to_string()), ("member bytes", data.to_string())]
            }
            Content::Interp(interp) => {
                let lines: usize = interp.scripts.iter().map(|script| script.lines.len()).sum();
                vec![("scripts", interp.scripts.len().to_string()), ("lines", lines.to_string())]
            }
        }
    }
}

fn summarize_gamez(gamez: &GameZ) -> Vec<(&'static str, String)> {
    let models = gamez.models.used().count();
    let polygons: usize = gamez.models.used().map(|(_, model)| model.polygon_infos.len()).sum();
    let mut lods = 0;
    let mut lights = 0;
    let mut area = None;
    for node in &gamez.nodes.nodes {
        match &node.data {
            NodeData::Lod(_) => lods += 1,
            NodeData::Light(_) => lights += 1,
            NodeData::World(world) => area = Some(&world.info),
            _ => {}
        }
    }
    let mut rows = vec![
        ("texture names", gamez.textures.len().to_string()),
        ("materials", format!("{} of {} slots", gamez.materials.count, gamez.materials.slots.len())),
        ("cycles", gamez.materials.cycles.len().to_string()),
        ("models", format!("{models} of {} slots", gamez.models.slots.len())),
        ("polygons", polygons.to_string()),
        ("nodes", format!("{} and {} free slots", gamez.nodes.nodes.len(), gamez.nodes.zero_slots)),
        ("LOD nodes", lods.to_string()),
        ("lights", lights.to_string()),
    ];
    if let Some(area) = area {
        rows.push((
            "area",
            format!(
                "x {} to {}, z {} to {}",
                area.area_left, area.area_right, area.area_top, area.area_bottom
            ),
        ));
    }
    rows
}
