//! How tests make installs with models, and look at what the loader makes of them.

use glam::Vec3;
use load::{CreatureRules, Error, Family, LoadedModel, ModelFiles, ModelRequest, ModelSource};
use std::fs;
use tempfile::TempDir;
use vfs::Vfs;
use warcraft::blp::{self, Blp};
use warcraft::chars::Chars;
use warcraft::m2::{self, Batch, Bone, Model, RenderFlags, Sequence, Submesh, Texture, Track, Vertex, View};
use world::{AnimatorId, ClipId, Clock, Frame, Material, PoseMemory, Scene, State};

/// The name of the only texture of a card.
pub const TEXTURE: &str = "Art\\Card.blp";

/// A texture that is a file.
pub fn file(name: &str) -> Texture {
    Texture { kind: 0, flags: 3, name: name_of(name) }
}

/// A texture that the game chooses.
pub fn chosen(kind: u32) -> Texture {
    Texture { kind, flags: 3, name: name_of("") }
}

pub fn name_of(name: &str) -> Chars {
    Chars::new(name).expect("ASCII")
}

/// A sequence of two seconds from 1000 ms on, with the next one a second behind it.
pub fn sequence(number: u32, id: u16) -> Sequence {
    let start = 1000 + number * 3000;
    Sequence {
        id,
        start,
        end: start + 2000,
        frequency: 32767,
        blend_time: 150,
        next: -1,
        ..Sequence::default()
    }
}

/// A triangle of three corners from one on, as a part of the first view.
pub fn part(model: &mut Model, id: u16, corners: [[f32; 3]; 3]) {
    let first = model.vertices.len() as u16;
    for (number, position) in corners.into_iter().enumerate() {
        let uv = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]][number];
        let weights = [255, 0, 0, 0];
        model.vertices.push(Vertex { position, weights, normal: [1.0, 0.0, 0.0], uv, ..Vertex::default() });
    }
    let view = &mut model.views[0];
    let first_index = view.triangles.len() as u16;
    view.indices.extend(first..first + 3);
    view.triangles.extend(first..first + 3);
    let number = view.submeshes.len() as u16;
    view.submeshes.push(Submesh {
        id,
        first_vertex: first,
        vertex_count: 3,
        first_index,
        index_count: 3,
        bone_count: 1,
        influences: 1,
        ..Submesh::default()
    });
    view.batches.push(Batch { submesh: number, color: -1, texture_count: 1, ..Batch::default() });
}

/// A card that stands on its point: one triangle, one bone, one texture, one sequence.
pub fn card() -> Model {
    let mut model = Model::new("Card").expect("ASCII");
    model.sequences = vec![sequence(0, 0)];
    model.bones = vec![Bone { pivot: [0.0, 0.0, 1.0], ..Bone::default() }];
    model.views = vec![View::default()];
    part(&mut model, 0, [[0.0; 3], [0.0, 1.0, 0.0], [0.0, 0.0, 2.0]]);
    model.textures = vec![file(TEXTURE)];
    model.render_flags = vec![RenderFlags::default()];
    model.transparency = vec![Track::constant(32767)];
    model.bone_lookup = vec![0];
    model.texture_lookup = vec![0];
    model.unit_lookup = vec![0];
    model.transparency_lookup = vec![0];
    model.transform_lookup = vec![-1];
    model
}

/// The keys of a track belong to the first sequence.
pub fn ranged<T: Copy>(track: Track<T>) -> Track<T> {
    let last = track.len() as u32 - 1;
    Track { ranges: vec![[0, last]], ..track }
}

/// A model as a file.
pub fn bytes(model: &Model) -> Vec<u8> {
    let mut model = model.clone();
    model.seal();
    m2::write(&model).expect("a model that can be written")
}

/// A texture of one texel.
pub fn texel(color: [u8; 3], alpha: u8) -> Vec<u8> {
    let texture = Blp::from_palette(1, 1, &[color], &[(&[0], &[alpha])], 8).expect("a texture");
    blp::write(&texture).expect("a file")
}

/// A folder with files.
pub struct Install(TempDir);

impl Install {
    pub fn new(files: &[(&str, Vec<u8>)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, bytes) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, bytes).expect("a file");
        }
        Install(folder)
    }

    /// One model alone, with its texture.
    pub fn of(model: &Model) -> Self {
        Install::new(&[("card.m2", bytes(model)), ("Art/Card.blp", texel([255, 0, 0], 255))])
    }

    pub fn vfs(&self) -> Vfs {
        Vfs::open(self.0.path(), &[], load::ARCHIVES).expect("a tree")
    }

    /// Loads a model by its address, as `show` would.
    pub fn try_load(&self, name: &str) -> Result<LoadedModel, Error> {
        let vfs = self.vfs();
        let (address, name) = name.split_once('+').map_or((name, None), |(file, worn)| (file, Some(worn)));
        let (folder, file) = address.rsplit_once('/').unwrap_or(("", address));
        let source = ModelSource { id: ".".to_owned(), address: folder.to_owned(), textures: Vec::new() };
        let wanted = name.map_or_else(|| file.to_owned(), |worn| format!("{file}+{worn}"));
        let names = load::model::names(&vfs, Family::Warcraft, &source)?;
        let name = load::model::meant(Family::Warcraft, &names, &wanted).expect("a model of that name");
        let files = ModelFiles {
            family: Family::Warcraft,
            title: "warcraft".to_owned(),
            frame: frame(),
            sources: vec![source.clone()],
            motions: Vec::new(),
            definitions: Vec::new(),
            creatures: CreatureRules::default(),
        };
        let request = ModelRequest { files: &files, source: &source, name: &name, level: 0 };
        load::model::load(&vfs, &request, &mut load::Quiet)
    }

    #[track_caller]
    pub fn load(&self, name: &str) -> LoadedModel {
        self.try_load(name).expect("a model")
    }
}

/// Loads a model that is alone in its install.
#[track_caller]
pub fn load(model: &Model) -> LoadedModel {
    Install::of(model).load("card.m2")
}

pub fn frame() -> Frame {
    Frame::parse("+x +z -y", 0.9144).expect("axes")
}

/// The state of a scene that plays a clip, so many ticks after the world began.
pub fn playing(scene: &Scene, clip: &str, seconds: f32, tick: u64) -> State {
    let at = scene.clips.iter().position(|own| &*own.name == clip).expect("the clip");
    let mut state = State::new(scene, 1);
    state.tick = tick;
    state.clocks[0] = Clock { time: seconds, ..Clock::looping(ClipId::from(at)) };
    state
}

/// Where the points of the first model are in a clip at a time, in the files' axes.
pub fn posed_at(scene: &Scene, clip: &str, seconds: f32, tick: u64) -> Vec<Vec3> {
    let state = playing(scene, clip, seconds, tick);
    let pose = state.pose_of(scene, AnimatorId(0), 1.0).expect("a pose");
    let mut points = Vec::new();
    let deform = scene.models[0].deform.as_ref().expect("bones");
    deform.bend(scene, &pose, &mut PoseMemory::default(), &mut points);
    points.iter().map(|point| scene.frame.to_game(point.position)).collect()
}

/// The same at the start of the world.
pub fn posed(scene: &Scene, clip: &str, seconds: f32) -> Vec<Vec3> {
    posed_at(scene, clip, seconds, 0)
}

#[track_caller]
pub fn near(found: Vec3, wanted: [f32; 3]) {
    assert!(found.abs_diff_eq(Vec3::from(wanted), 1e-4), "{found}, expected {wanted:?}");
}

/// The material of a polygon of the first model.
pub fn material(scene: &Scene, polygon: usize) -> &Material {
    &scene.materials[scene.models[0].polygons[polygon].material.index()]
}

/// The codes of all findings.
pub fn codes(loaded: &LoadedModel) -> Vec<&'static str> {
    loaded.findings.iter().map(|finding| finding.code).collect()
}
