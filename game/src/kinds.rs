//! Which kind of file is this, and everything one can do with any kind: read
//! it, sum it up, print it as JSON, write it back.

use avi::Avi;
use binary::{Finding, Garbage, Mode, Record, Report};
use gamestudio::hmp::{self, Terrain};
use gamestudio::model::Model;
use gamestudio::wad::Wad;
use gamestudio::wmb::{self, Level};
use gamestudio::wmp::Wmp;
use std::borrow::Cow;
use zbd::archive::{Archive, Directory, Footer, TypedArchive};
use zbd::gamez::models::ModelSlot;
use zbd::gamez::nodes::{NodeBase, NodeData};
use zbd::gamez::{self, GameZ};
use zbd::interp::Interp;
use zbd::mechlib::{self, Mechlib};
use zbd::messages::{self, Layout, Messages};
use zbd::motion::{self, Motion};
use zbd::reader::{self, Value};
use zbd::saves::{self, Save};
use zbd::sounds::{self, Wave};
use zbd::textures::TexturePackage;
use zbd::zmap::{self, ZMap};

/// The kinds of files this version reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A Zipper world container.
    GameZ,
    /// A Zipper texture package.
    Textures,
    /// A Zipper archive with its table of contents at the end, of members that
    /// are of no one kind.
    Archive,
    /// An archive of Zipper's definitions.
    Readers,
    /// One member of those.
    Reader,
    /// The same as text.
    ReaderText,
    /// An archive of 'mechs' motions.
    Motions,
    /// One member of those.
    Motion,
    /// A library of 'mechs.
    Mechlib,
    /// An archive of sounds.
    Sounds,
    /// One sound.
    Sound,
    /// A savegame of MechWarrior 3.
    Save,
    /// A map of Recoil.
    ZMap,
    /// A Zipper script container.
    Interp,
    /// A DLL with a Zipper game's messages.
    Messages(Layout),
    /// An AVI video.
    Avi,
    /// A Gamestudio level.
    Level,
    /// A Gamestudio model of any kind.
    Model,
    /// A Gamestudio terrain.
    Terrain,
    /// A Gamestudio texture package.
    Wad,
    /// A Gamestudio editor source.
    Wmp,
}

impl Kind {
    /// What people call all of them.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let layout = Layout::default();
        let all = [
            Kind::GameZ,
            Kind::Textures,
            Kind::Archive,
            Kind::Readers,
            Kind::Reader,
            Kind::ReaderText,
            Kind::Motions,
            Kind::Motion,
            Kind::Mechlib,
            Kind::Sounds,
            Kind::Sound,
            Kind::Save,
            Kind::ZMap,
            Kind::Interp,
            Kind::Messages(layout),
            Kind::Avi,
            Kind::Level,
            Kind::Model,
            Kind::Terrain,
            Kind::Wad,
            Kind::Wmp,
        ];
        all.into_iter().map(Kind::name)
    }

    /// As [`Kind::identify`], and by the name where the content does not tell: a
    /// message DLL that is damaged must not pass for any other DLL.
    pub fn identify_file(name: &str, bytes: &[u8]) -> Option<Kind> {
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
        Kind::identify(bytes).or_else(|| {
            let ends = |end: &str| name.len() > end.len() && name.to_ascii_lowercase().ends_with(end);
            match () {
                () if ends(".zrd") && reader::is_text(bytes) => Some(Kind::ReaderText),
                () if ends(".zrd") => Some(Kind::Reader),
                () if ends(".zmap") => Some(Kind::ZMap),
                () => Layout::of_file(name).map(Kind::Messages),
            }
        })
    }

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
            _ if avi::is_avi(bytes) => return Some(Kind::Avi),
            _ if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WAVE") => {
                return Some(Kind::of_archive(bytes).unwrap_or(Kind::Sound));
            }
            _ if motion::is_motion(bytes) => return Some(Kind::of_archive(bytes).unwrap_or(Kind::Motion)),
            _ if let Some(kind) = gamestudio_kind(bytes) => return Some(kind),
            _ if bytes.starts_with(b"MZ") => return messages::recognise(bytes).map(Kind::Messages),
            _ => {}
        }
        let (directory, _) = zbd::archive::read_directory(bytes, Mode::Lenient).ok()?;
        Some(Kind::of_members(bytes, &directory))
    }

    /// An archive begins with its first member: what looks like a lone file may
    /// be a whole archive of such files.
    fn of_archive(bytes: &[u8]) -> Option<Kind> {
        let (directory, _) = zbd::archive::read_directory(bytes, Mode::Lenient).ok()?;
        let first = directory.members.first()?;
        (first.range.start == 0).then(|| Kind::of_members(bytes, &directory))
    }

    /// What the members of an archive make it.
    fn of_members(bytes: &[u8], directory: &Directory) -> Kind {
        let members = &directory.members;
        let has = |name: &str| members.iter().any(|member| member.name.text().eq_ignore_ascii_case(name));
        let all_end = |end: &str| {
            let ends = |name: String| name.to_ascii_lowercase().ends_with(end);
            !members.is_empty() && members.iter().all(|member| ends(member.name.text()))
        };
        let is_motion =
            |range: &std::ops::Range<usize>| bytes.get(range.clone()).is_some_and(motion::is_motion);
        match () {
            () if has("zSaveHeader") => Kind::Save,
            () if has("version") && has("materials") => Kind::Mechlib,
            () if all_end(".zrd") => Kind::Readers,
            () if all_end(".wav") => Kind::Sounds,
            () if !members.is_empty() && members.iter().all(|member| is_motion(&member.range)) => {
                Kind::Motions
            }
            () => Kind::Archive,
        }
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::GameZ => "Zipper world container (GameZ)",
            Kind::Textures => "Zipper texture package",
            Kind::Archive => "Zipper archive",
            Kind::Readers => "Zipper reader archive",
            Kind::Reader => "Zipper reader",
            Kind::ReaderText => "Zipper reader as text",
            Kind::Motions => "Zipper motion archive",
            Kind::Motion => "Zipper motion",
            Kind::Mechlib => "Zipper 'mech library",
            Kind::Sounds => "Zipper sound archive",
            Kind::Sound => "WAV sound",
            Kind::Save => "MechWarrior 3 savegame",
            Kind::ZMap => "Recoil map",
            Kind::Interp => "Zipper interpreter scripts",
            Kind::Messages(_) => "Zipper message DLL",
            Kind::Avi => "AVI video",
            Kind::Level => "Gamestudio level",
            Kind::Model => "Gamestudio model",
            Kind::Terrain => "Gamestudio terrain",
            Kind::Wad => "Gamestudio texture package",
            Kind::Wmp => "Gamestudio editor source",
        }
    }

    /// One word for JSON.
    pub const fn id(self) -> &'static str {
        match self {
            Kind::GameZ => "zbd.gamez",
            Kind::Textures => "zbd.textures",
            Kind::Archive => "zbd.archive",
            Kind::Interp => "zbd.interp",
            Kind::Readers => "zbd.readers",
            Kind::Reader => "zbd.reader",
            Kind::ReaderText => "zbd.reader.text",
            Kind::Motions => "zbd.motions",
            Kind::Motion => "zbd.motion",
            Kind::Mechlib => "zbd.mechlib",
            Kind::Sounds => "zbd.sounds",
            Kind::Sound => "zbd.sound",
            Kind::Save => "zbd.save",
            Kind::ZMap => "zbd.zmap",
            Kind::Messages(_) => "zbd.messages",
            Kind::Avi => "avi",
            Kind::Level => "gamestudio.wmb",
            Kind::Model => "gamestudio.mdl",
            Kind::Terrain => "gamestudio.hmp",
            Kind::Wad => "gamestudio.wad",
            Kind::Wmp => "gamestudio.wmp",
        }
    }
}

/// Files of Gamestudio start with four letters of their kind; levels of older
/// kinds are known to be refused by name.
fn gamestudio_kind(bytes: &[u8]) -> Option<Kind> {
    Some(match bytes.first_chunk::<4>()? {
        b"WMB1" | b"WMB2" | b"WMB3" | b"WMB4" | b"WMB5" | b"WMB6" | b"WMB7" => Kind::Level,
        b"IDPO" | b"MDL2" | b"MDL3" | b"MDL4" | b"MDL5" | b"MDL7" => Kind::Model,
        b"HMP4" | b"HMP5" | b"HMP7" => Kind::Terrain,
        b"WAD7" => Kind::Wad,
        b"WMPB" => Kind::Wmp,
        _ => return None,
    })
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
    /// The version of the layout.
    pub fn version(&self) -> Cow<'static, str> {
        match self {
            Content::GameZ(gamez) => format!("{} ({:?})", gamez.version.number(), gamez.version).into(),
            Content::Archive(archive) => footer(archive.footer),
            Content::Readers(archive) => footer(archive.footer),
            Content::Motions(archive) => footer(archive.footer),
            Content::Sounds(archive) => footer(archive.footer),
            Content::Save(archive) => footer(archive.footer),
            Content::Mechlib(library) => {
                format!("{} ({:?})", library.version.number(), library.version).into()
            }
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
            | Content::Sound(_)
            | Content::Wmp(_)
            | Content::Avi(_) => "the only one".into(),
        }
    }

    /// The bytes of the file, made from the typed value alone; none for videos
    /// and message DLLs, since what else these hold is not understood, and for
    /// readers as text, since blanks are not kept.
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
            Content::ReaderText(_) | Content::Messages(_) | Content::Avi(_) => return Ok(None),
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
            | Content::ZMap(_)
            | Content::Terrain(_)
            | Content::Wad(_)
            | Content::Interp(_)
            | Content::Messages(_)
            | Content::Avi(_) => 0,
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
            Content::Readers(archive) => {
                let values = archive.entries.iter().map(|entry| values_in(&entry.content));
                vec![
                    ("readers", archive.entries.len().to_string()),
                    ("values", values.sum::<usize>().to_string()),
                ]
            }
            Content::Reader(value) | Content::ReaderText(value) => {
                vec![("values", values_in(value).to_string())]
            }
            Content::Motions(archive) => {
                let seconds: f32 = archive.entries.iter().map(|entry| entry.content.loop_time).sum();
                vec![("motions", archive.entries.len().to_string()), ("seconds", format!("{seconds:.1}"))]
            }
            Content::Motion(value) => vec![
                ("seconds", format!("{:.2}", value.loop_time)),
                ("frames", value.frame_count.to_string()),
                ("parts", value.parts.len().to_string()),
            ],
            Content::Mechlib(library) => {
                let nodes: usize = library.models().map(|(_, tree)| tree.nodes.len()).sum();
                vec![
                    ("models", library.models().count().to_string()),
                    ("nodes", nodes.to_string()),
                    ("materials", library.materials().len().to_string()),
                ]
            }
            Content::Sounds(archive) => {
                let bytes: usize = archive.entries.iter().map(|entry| entry.content.samples().len()).sum();
                vec![("sounds", archive.entries.len().to_string()), ("sample bytes", bytes.to_string())]
            }
            Content::Sound(wave) => summarize_sound(wave),
            Content::Save(save) => {
                let started = save.entries.iter();
                let started = started.filter(|entry| matches!(entry.content, saves::Content::Activation(_)));
                vec![("members", save.entries.len().to_string()), ("animations", started.count().to_string())]
            }
            Content::ZMap(map) => {
                let corners: usize = map.features.iter().map(|feature| feature.vertices.len()).sum();
                vec![("outlines", map.features.len().to_string()), ("corners", corners.to_string())]
            }
            Content::Interp(interp) => {
                let lines: usize = interp.scripts.iter().map(|script| script.lines.len()).sum();
                vec![("scripts", interp.scripts.len().to_string()), ("lines", lines.to_string())]
            }
            Content::Messages(messages) => {
                let keys = messages.items.iter().filter(|message| message.key.is_some()).count();
                let texts = messages.items.iter().filter(|message| message.text.is_some()).count();
                vec![
                    ("language", language(messages.language)),
                    ("keys", keys.to_string()),
                    ("texts", texts.to_string()),
                ]
            }
            Content::Avi(avi) => summarize_avi(avi),
            Content::Level(level) => summarize_level(level),
            Content::Model(model) => summarize_model(model),
            Content::Terrain(terrain) => {
                let mut rows = vec![("skins", terrain.skins.len().to_string())];
                if let Some((columns, rows_)) = terrain.size() {
                    rows.push(("grid", format!("{columns} x {rows_}")));
                }
                let extent = terrain.extent();
                rows.push(("area", format!("{:?} to {:?} quants", extent.min, extent.max)));
                rows
            }
            Content::Wad(wad) => vec![
                ("entries", wad.entries.len().to_string()),
                ("textures", wad.textures().count().to_string()),
            ],
            Content::Wmp(wmp) => vec![("chunks", wmp.chunks.len().to_string())],
        }
    }
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

/// A value and everything inside it. Readers nest no deeper than their format's
/// limit.
fn values_in(value: &Value) -> usize {
    1 + value.items().iter().map(values_in).sum::<usize>()
}

fn summarize_sound(wave: &Wave) -> Vec<(&'static str, String)> {
    let mut rows = vec![("sample bytes", wave.samples().len().to_string())];
    if let Some(format) = wave.format() {
        rows.push(("channels", format.channels.to_string()));
        rows.push(("samples", format!("{} a second", format.samples_per_second)));
    }
    rows
}

/// A Windows LANGID as a person reads it.
fn language(id: u32) -> String {
    match id {
        messages::ENGLISH => "English".to_owned(),
        messages::GERMAN => "German".to_owned(),
        messages::FRENCH => "French".to_owned(),
        id => format!("Windows LANGID {id}"),
    }
}

fn summarize_level(level: &Level) -> Vec<(&'static str, String)> {
    let objects = |wanted: i32| level.objects.iter().filter(|object| object.kind() == wanted).count();
    let mut actions: Vec<String> = level.entities().map(|entity| entity.action).collect();
    let mut files: Vec<String> = level.entities().map(|entity| entity.file.to_lowercase()).collect();
    for names in [&mut actions, &mut files] {
        names.retain(|name| !name.is_empty());
        names.sort_unstable();
        names.dedup();
    }
    vec![
        ("blocks", level.blocks.len().to_string()),
        ("triangles", level.blocks.iter().map(|block| block.triangles.len()).sum::<usize>().to_string()),
        ("textures", level.textures.len().to_string()),
        ("light maps", level.lightmap_count().to_string()),
        ("entities", format!("{} of {} files", level.entities().count(), files.len())),
        ("actions", actions.join(", ")),
        ("positions", objects(1).to_string()),
        ("lights", objects(2).to_string()),
        ("sounds", objects(4).to_string()),
        ("paths", level.paths().count().to_string()),
        ("regions", objects(8).to_string()),
    ]
}

fn summarize_model(model: &Model) -> Vec<(&'static str, String)> {
    let (triangles, skins, bones, frames, scenes) = match model {
        Model::Alias(model) => {
            (model.triangles.len(), model.skins.len(), 0, model.all_frames().count(), model.scenes())
        }
        Model::Mdl(model) => {
            (model.triangles.len(), model.skins.len(), 0, model.frames.len(), model.scenes())
        }
        Model::Mdl7(model) => (
            model.groups.iter().map(|group| group.triangles.len()).sum(),
            model.groups.iter().map(|group| group.skins.len()).sum(),
            model.bones.len(),
            model.groups.iter().map(|group| group.frames.len()).max().unwrap_or(0),
            model.scenes(),
        ),
    };
    let scenes: Vec<String> =
        scenes.iter().map(|scene| format!("{} ({})", scene.name, scene.frames.len())).collect();
    vec![
        ("triangles", triangles.to_string()),
        ("skins", skins.to_string()),
        ("bones", bones.to_string()),
        ("frames", frames.to_string()),
        ("scenes", scenes.join(", ")),
    ]
}

fn summarize_avi(avi: &Avi) -> Vec<(&'static str, String)> {
    let mut rows = Vec::new();
    if let Some(video) = avi.video() {
        let rate = video.rate.map_or_else(String::new, |rate| format!(", {rate:.2} a second"));
        rows.push(("pictures", format!("{} x {}, {}{rate}", video.width, video.height, video.frames)));
        rows.push(("picture codec", video_codec(&video)));
    }
    rows.push(("sound", avi.audio().map_or_else(|| "none".to_owned(), |audio| sound(&audio))));
    rows
}

/// How pictures are coded: `Cinepak (cvid)`.
pub fn video_codec(video: &avi::Video) -> String {
    match avi::video_name(video.codec) {
        Some(name) if video.codec.is_zero() => name.to_owned(),
        Some(name) => format!("{name} ({})", video.codec),
        None => video.codec.to_string(),
    }
}

/// How sound is coded: `PCM, 22050 Hz, mono, 16 bit`.
pub fn sound(audio: &avi::Audio) -> String {
    let name = avi::audio_name(audio.tag).map_or_else(|| format!("0x{:04x}", audio.tag), str::to_owned);
    let channels = match audio.channels {
        1 => "mono".to_owned(),
        2 => "stereo".to_owned(),
        more => format!("{more} channels"),
    };
    let bits = if audio.bits > 0 { format!(", {} bit", audio.bits) } else { String::new() };
    format!("{name}, {} Hz, {channels}{bits}", audio.rate)
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
