//! The files that entities show, each read and built once however many entities show it. Source:
//! `docs/spec/gamestudio.md`, "2.8 Entity files".

use super::paint::{Paint, Skin};
use super::shape::Shape;
use super::words::RESTING;
use super::{blocks, models, terrain, water};
use binary::{Finding, Mode, Report, Result, Severity};
use gamestudio::pixels::Palette;
use gamestudio::wmb::{self, Level};
use hashbrown::HashMap;
use rayon::prelude::*;
use std::sync::Arc;
use vfs::{Bytes, Names, Vfs};
use world::{
    Aabb, Animator, AnimatorId, Clip, ClipId, Clock, MaterialId, Model, ModelId, Motion, Playable, Scene,
};
use world::{Facade, Frame, Sight, TextureId, Vertex};

/// Frames of a scene shown in a second; scripts set a speed of their own.
const FRAMES_PER_SECOND: f32 = 8.0;

/// What an entity shows.
#[derive(Clone, Debug)]
pub(super) enum Shown {
    /// Models at its origin, the animator of the only one, and water volumes.
    Models { models: Vec<ModelId>, animator: Option<AnimatorId>, terrain: bool, waters: Vec<Aabb> },
    /// A picture: once turned to the camera, once fixed.
    Picture { facing: ModelId, fixed: ModelId },
    /// Nothing: its file is missing or unusable.
    Nothing,
}

/// A file as it is parsed.
pub(super) enum Parsed {
    Shape(Box<Shape>),
    Tiles(Vec<Model>, Skin),
    Level(Box<Level>),
    Picture,
}

/// A picture whose size is known when it is decoded.
pub(super) struct Pending {
    model: ModelId,
    texture: TextureId,
    frames: u32,
}

/// The kind of a file, by its extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileForm {
    Model,
    Level,
    Terrain,
    Picture,
}

fn kind(name: &str) -> Option<FileForm> {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension.to_ascii_lowercase().as_str() {
        "mdl" => Some(FileForm::Model),
        "wmb" => Some(FileForm::Level),
        "hmp" => Some(FileForm::Terrain),
        "tga" | "bmp" | "pcx" | "dds" | "png" | "jpg" | "jpeg" => Some(FileForm::Picture),
        _ => None,
    }
}

/// True if the extension is that of a picture.
pub(super) fn is_picture(name: &str) -> bool {
    kind(name) == Some(FileForm::Picture)
}

/// A file that entities use.
pub(super) struct Wanted {
    /// As entities name it.
    pub name: String,
    /// Number of entities that name it.
    pub count: usize,
    /// Its address and bytes; pictures are read when they are decoded.
    pub bytes: Option<(String, Bytes)>,
}

/// The files of entities in the order of their first use, with their bytes.
pub(super) fn read<'a>(
    wanted: impl Iterator<Item = &'a str>,
    vfs: &Vfs,
    names: &Names,
    level: &str,
    findings: &mut Vec<Finding>,
) -> Vec<Wanted> {
    let mut places = HashMap::<String, usize>::new();
    let mut files: Vec<Wanted> = Vec::new();
    for name in wanted.filter(|name| !name.is_empty()) {
        let place = *places.entry(name.to_lowercase()).or_insert_with(|| {
            files.push(Wanted { name: name.to_owned(), count: 0, bytes: None });
            files.len() - 1
        });
        files[place].count += 1;
    }
    for file in &mut files {
        match kind(&file.name) {
            None => {
                let expected = "a model, level, terrain or picture";
                findings.push(Finding::new(
                    &super::FILE_KIND,
                    Severity::Warning,
                    level,
                    expected,
                    &file.name,
                ));
            }
            // A missing one is reported when it is decoded.
            Some(FileForm::Picture) => {}
            Some(_) => match names.find(&file.name) {
                None => findings.push(super::file_missing(&file.name, level, file.count)),
                Some(address) => match vfs.read(address) {
                    Ok(bytes) => file.bytes = Some((address.to_owned(), bytes)),
                    Err(finding) => findings.push(*finding),
                },
            },
        }
    }
    files
}

/// The parsed files, in their order.
pub(super) fn parse(
    files: &[Wanted],
    frame: &Frame,
    palette: Option<&Arc<Palette>>,
    findings: &mut Vec<Finding>,
) -> Vec<Option<Parsed>> {
    let parsed: Vec<(Option<Parsed>, Vec<Finding>)> =
        files.par_iter().map(|file| parse_one(file, frame, palette)).collect();
    parsed
        .into_iter()
        .map(|(parsed, odd)| {
            findings.extend(odd);
            parsed
        })
        .collect()
}

fn parse_one(file: &Wanted, frame: &Frame, palette: Option<&Arc<Palette>>) -> (Option<Parsed>, Vec<Finding>) {
    if file.bytes.is_none() {
        return (
            kind(&file.name).filter(|kind| *kind == FileForm::Picture).map(|_| Parsed::Picture),
            Vec::new(),
        );
    }
    match read_one(file, frame, palette) {
        None => (None, Vec::new()),
        Some(Ok((parsed, report))) => {
            let address = file.bytes.as_ref().map_or("", |(address, _)| address);
            let odd = report.into_findings().into_iter().map(|finding| finding.in_file(address));
            (Some(parsed), odd.collect())
        }
        Some(Err(mut finding)) => {
            // The level loads without it.
            finding.severity = Severity::Warning;
            (None, vec![*finding])
        }
    }
}

/// Parses one file; `None` if it is of no kind that is read here.
pub(super) fn read_one(
    file: &Wanted,
    frame: &Frame,
    palette: Option<&Arc<Palette>>,
) -> Option<Result<(Parsed, Report)>> {
    let (address, bytes) = file.bytes.as_ref()?;
    let read = match kind(&file.name)? {
        FileForm::Model => gamestudio::model::read(bytes, Mode::Lenient)
            .map(|(model, report)| (Parsed::Shape(Box::new(models::shape(model, frame, palette))), report)),
        FileForm::Terrain => gamestudio::hmp::read(bytes, Mode::Lenient).map(|(hmp, report)| {
            let (tiles, skin) = terrain::tiles(&hmp, frame, palette);
            (Parsed::Tiles(tiles, skin), report)
        }),
        FileForm::Level => {
            wmb::read(bytes, Mode::Lenient).map(|(level, report)| (Parsed::Level(Box::new(level)), report))
        }
        FileForm::Picture => return None,
    };
    Some(read.map_err(|finding| Box::new(finding.in_file(address))))
}

/// Adds the parsed files to the scene; returns what an entity shows by the lower-case name of its
/// file.
pub(super) fn build(
    files: &[Wanted],
    parsed: Vec<Option<Parsed>>,
    scene: &mut Scene,
    paint: &mut Paint<'_>,
    pending: &mut Vec<Pending>,
    level: &str,
) -> HashMap<String, Shown> {
    let mut shown = HashMap::new();
    for (file, parsed) in files.iter().zip(parsed) {
        let address = file.bytes.as_ref().map_or(level, |(address, _)| address);
        let made = match parsed {
            None => Shown::Nothing,
            Some(Parsed::Shape(shape)) => add_shape(*shape, scene, paint, &file.name, address),
            Some(Parsed::Tiles(tiles, skin)) => {
                let material = paint.skin(skin, address);
                let models = tiles.into_iter().map(|tile| add(scene, tile, &[material])).collect();
                Shown::Models { models, animator: None, terrain: true, waters: Vec::new() }
            }
            Some(Parsed::Level(level)) => {
                let palette = palette(&level);
                let waters = water::volumes(&level, &scene.frame);
                let frame = scene.frame;
                let blocks =
                    blocks::models(&level, &frame, palette.as_ref(), paint, &mut scene.lightmaps, address);
                let mut models = Vec::with_capacity(blocks.len());
                for (_, model) in blocks {
                    models.push(ModelId::from(scene.models.len()));
                    scene.models.push(model);
                }
                Shown::Models { models, animator: None, terrain: false, waters }
            }
            Some(Parsed::Picture) => add_picture(&file.name, scene, paint, pending, level),
        };
        shown.insert(file.name.to_lowercase(), made);
    }
    shown
}

/// The level's palette.
pub(super) fn palette(level: &Level) -> Option<Arc<Palette>> {
    level.palette.as_ref().map(|palette| Arc::new(palette.colors.colors()))
}

/// Gives a model the materials that its own numbers stand for.
fn add(scene: &mut Scene, mut model: Model, materials: &[MaterialId]) -> ModelId {
    let own = |number: usize| materials.get(number).copied().unwrap_or_default();
    for polygon in &mut model.polygons {
        polygon.material = own(polygon.material.index());
    }
    scene.models.push(model);
    ModelId::from(scene.models.len() - 1)
}

fn add_shape(shape: Shape, scene: &mut Scene, paint: &mut Paint<'_>, name: &str, address: &str) -> Shown {
    let Shape { model, skins, scenes } = shape;
    if model.polygons.is_empty() {
        return Shown::Nothing;
    }
    let materials: Vec<MaterialId> = skins.into_iter().map(|skin| paint.skin(skin, address)).collect();
    let moves = model.deform.is_some();
    let model = add(scene, model, &materials);
    let animator = moves.then(|| {
        let names: Vec<&str> = scenes.iter().map(|(name, _)| name.as_str()).collect();
        let resting = resting(&names);
        let mut start = Clock::default();
        let mut clips = Vec::with_capacity(scenes.len());
        for (number, (name, frames)) in scenes.iter().enumerate() {
            let clip = ClipId::from(scene.clips.len());
            let seconds = frames.len() as f32 / FRAMES_PER_SECOND;
            scene.clips.push(Clip::new(name, seconds, Motion::Frames(frames.clone())));
            clips.push(Playable { clip, ..Playable::default() });
            if resting == Some(number) {
                start = Clock::looping(clip);
            }
        }
        scene.animators.push(Animator { name: name.into(), clips, start, ..Animator::default() });
        AnimatorId::from(scene.animators.len() - 1)
    });
    Shown::Models { models: vec![model], animator, terrain: false, waters: Vec::new() }
}

/// The scene that plays from the start. Scripts would choose: an idle scene suits everything that
/// has one, and frames without a scene name are a machine that runs. The scenes of anything else
/// are a door that opens or a blow, so those stand still.
fn resting(scenes: &[&str]) -> Option<usize> {
    let named = |wanted: &str| {
        scenes
            .iter()
            .position(|name| name.get(..wanted.len()).is_some_and(|n| n.eq_ignore_ascii_case(wanted)))
    };
    RESTING.iter().find_map(|wanted| named(wanted))
}

fn add_picture(
    name: &str,
    scene: &mut Scene,
    paint: &mut Paint<'_>,
    pending: &mut Vec<Pending>,
    level: &str,
) -> Shown {
    let frames = strip_frames(name);
    let (material, texture) = paint.picture(name, frames, level);
    let mut quad = |facing: bool| {
        let mut model =
            Model { lit: true, fogged: true, facade: facing.then_some(Facade::Sphere), ..Model::default() };
        // Towards the camera is +z; a fixed picture faces along its forward, -z.
        let front = if facing { 1.0 } else { -1.0 };
        let right = 1.0 / frames as f32;
        for (x, y, u, v) in
            [(-0.5, -0.5, 0.0, 1.0), (0.5, -0.5, right, 1.0), (0.5, 0.5, right, 0.0), (-0.5, 0.5, 0.0, 0.0)]
        {
            model.vertices.push(Vertex {
                position: [x * front, y, 0.0],
                normal: Vertex::pack_normal(glam::Vec3::Z * front),
                uv: [u, v],
                color: [255; 3],
                day: 0,
            });
        }
        model.indices = vec![0, 1, 2, 0, 2, 3];
        let mut polygon = super::shape::polygon(0, 0, 6, material.index());
        polygon.double_sided = true;
        polygon.solid = false;
        model.polygons.push(polygon);
        scene.models.push(model);
        let model = ModelId::from(scene.models.len() - 1);
        pending.push(Pending { model, texture, frames });
        model
    };
    Shown::Picture { facing: quad(true), fixed: quad(false) }
}

/// How many frames stand side by side in a picture: `sky+6.tga` has six.
fn strip_frames(name: &str) -> u32 {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let number = stem.rsplit_once('+').and_then(|(_, number)| number.parse().ok());
    number.filter(|frames| (1..=256).contains(frames)).unwrap_or(1)
}

/// Gives pictures their size in the world: one quant per pixel.
pub(super) fn settle(scene: &mut Scene, pending: &[Pending]) {
    for Pending { model, texture, frames } in pending {
        let size = scene.textures.get(texture.index()).and_then(|texture| texture.levels.first());
        // A missing picture is replaced by a small checker.
        let (width, height) = size.map_or((32, 32), |image| (image.width / frames, image.height));
        let Some(model) = scene.models.get_mut(model.index()) else { continue };
        for vertex in &mut model.vertices {
            vertex.position[0] *= width as f32;
            vertex.position[1] *= height as f32;
        }
        let mut bounds = Aabb::around(model.vertices.iter().map(|v| v.position.into()));
        if model.facade.is_some() {
            // It may turn about any axis.
            let reach = bounds.half().length();
            bounds = bounds.union(Aabb::around([glam::Vec3::splat(-reach), glam::Vec3::splat(reach)]));
        }
        model.bounds = bounds;
    }
}

/// The same model, invisible.
pub(super) fn unseen(model: &Model) -> Model {
    let mut model = model.clone();
    for polygon in &mut model.polygons {
        polygon.sight = Sight::Unseen;
    }
    model
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strip_says_its_frames() {
        assert_eq!(strip_frames("sky_1+6.png"), 6);
        assert_eq!(strip_frames("a+b+4.tga"), 4);
        for single in ["plain.tga", "a+.tga", "a+0.tga", "a+x.bmp", "a+99999999999.bmp"] {
            assert_eq!(strip_frames(single), 1, "{single}");
        }
    }

    #[test]
    fn what_rests_shows_it() {
        assert_eq!(resting(&["walk", "Stand", "idle"]), Some(1));
        assert_eq!(resting(&["walk", "idleA"]), Some(1));
        assert_eq!(resting(&["open", "close"]), None);
        assert_eq!(resting(&[]), None);
    }
}
