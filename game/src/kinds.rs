//! Which kind of file is this, and everything one can do with any kind: read
//! it, sum it up, print it as JSON, write it back.

use avi::Avi;
use binary::{Finding, Mode, Record, Report};
use gamestudio::hmp::{self, Terrain};
use gamestudio::model::Model;
use gamestudio::wad::Wad;
use gamestudio::wmb::{self, Level};
use gamestudio::wmp::Wmp;
use std::borrow::Cow;
use zbd::archive::Archive;
use zbd::gamez::models::ModelSlot;
use zbd::gamez::nodes::{NodeBase, NodeData};
use zbd::gamez::{self, GameZ};
use zbd::interp::Interp;
use zbd::messages::{self, Layout, Messages};
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
        Kind::identify(bytes).or_else(|| Layout::of_file(name).map(Kind::Messages))
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
            _ if let Some(kind) = gamestudio_kind(bytes) => return Some(kind),
            _ if bytes.starts_with(b"MZ") => return messages::recognise(bytes).map(Kind::Messages),
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
            Content::Archive(_) => "1".into(),
            Content::Interp(_) => "7".into(),
            Content::Messages(messages) => match messages.layout {
                Layout::Mech3 => "MechWarrior 3 and Pirate's Moon".into(),
                Layout::Recoil => "Recoil".into(),
                Layout::CrimsonSkies => "Crimson Skies".into(),
            },
            Content::Model(model) => match &**model {
                Model::Alias(model) => format!("{:?}", model.version).to_uppercase().into(),
                Model::Mdl(model) => format!("{:?}", model.version).to_uppercase().into(),
                Model::Mdl7(_) => "MDL7".into(),
            },
            Content::Terrain(terrain) => format!("{:?}", terrain.version).to_uppercase().into(),
            Content::Level(_) | Content::Wad(_) => "7".into(),
            Content::Textures(_) | Content::Avi(_) | Content::Wmp(_) => "the only one".into(),
        }
    }

    /// The bytes of the file, made from the typed value alone; none for videos
    /// and message DLLs: what else these hold is not understood.
    ///
    /// # Errors
    /// A value that the format cannot hold.
    pub fn write(&self) -> Result<Option<Vec<u8>>, Box<Finding>> {
        let bytes = match self {
            Content::GameZ(gamez) => gamez::write(gamez),
            Content::Textures(package) => zbd::textures::write(package),
            Content::Archive(archive) => zbd::archive::write(archive),
            Content::Interp(interp) => zbd::interp::write(interp),
            Content::Level(level) => wmb::write(level),
            Content::Model(model) => gamestudio::model::write(model),
            Content::Terrain(terrain) => hmp::write(terrain),
            Content::Wad(wad) => gamestudio::wad::write(wad),
            Content::Wmp(wmp) => gamestudio::wmp::write(wmp),
            Content::Messages(_) | Content::Avi(_) => return Ok(None),
        };
        bytes.map(Some)
    }

    /// Everything in the file.
    pub fn to_json(&self) -> serde_json::Result<serde_json::Value> {
        match self {
            Content::GameZ(gamez) => serde_json::to_value(gamez),
            Content::Textures(package) => serde_json::to_value(package),
            Content::Archive(archive) => serde_json::to_value(archive),
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
                let odd = |entry: &zbd::archive::Entry| {
                    let comment = entry.comment.bytes();
                    let comment = if comment.iter().any(|byte| *byte != 0) { comment.len() } else { 0 };
                    entry.gap.len() + comment
                };
                archive.entries.iter().map(odd).sum::<usize>() + archive.tail.len()
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
            Content::Terrain(_) | Content::Wad(_) => 0,
            // Every byte of the first two has a field; nothing else is kept of
            // the others.
            Content::Textures(_) | Content::Interp(_) | Content::Messages(_) | Content::Avi(_) => 0,
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
