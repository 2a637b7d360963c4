//! What a file holds, in a few figures.

use super::Content;
use avi::Avi;
use gamestudio::model::Model;
use gamestudio::wmb::Level;
use zbd::gamez::GameZ;
use zbd::gamez::nodes::NodeData;
use zbd::messages;
use zbd::reader::Value;
use zbd::saves;
use zbd::sounds::Wave;

impl Content {
    /// What it holds, in a few figures.
    pub fn summary(&self) -> Vec<(&'static str, String)> {
        let mut rows = self.own_summary();
        let skins = self.external_skins();
        if !skins.is_empty() {
            rows.push(("external skins", skins.join(", ")));
        }
        rows
    }

    fn own_summary(&self) -> Vec<(&'static str, String)> {
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
            Content::MechModel(_, tree) => {
                let models = tree.nodes.iter().filter_map(|node| node.model.as_ref());
                let polygons: usize = models.map(|model| model.polygon_infos.len()).sum();
                vec![("nodes", tree.nodes.len().to_string()), ("polygons", polygons.to_string())]
            }
            Content::MechMaterials(materials) => vec![("materials", materials.len().to_string())],
            Content::MechWord(word) => vec![("value", word.to_string())],
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
    spoken_sound(&sound_codec(audio.tag), audio.rate, audio.channels, audio.bits)
}

/// The name of a way to store samples, by the number it has in WAV and AVI files.
pub fn sound_codec(tag: u16) -> String {
    avi::audio_name(tag).map_or_else(|| format!("0x{tag:04x}"), str::to_owned)
}

/// As [`sound`]; 0 bits where the codec does not say.
pub fn spoken_sound(codec: &str, rate: u32, channels: u16, bits: u16) -> String {
    let channels = match channels {
        1 => "mono".to_owned(),
        2 => "stereo".to_owned(),
        more => format!("{more} channels"),
    };
    let bits = if bits > 0 { format!(", {bits} bit") } else { String::new() };
    format!("{codec}, {rate} Hz, {channels}{bits}")
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
