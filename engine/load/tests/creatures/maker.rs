//! How tests make archives with creatures, and look at what the loader makes of them.

use everquest::pfs::{self, Archive, NewFile};
use everquest::wld::tracks::track_flags;
use everquest::wld::{
    self, ActorDef, Body, Bone, Builder, Face, Group, Instance, MaterialDef, MaterialPalette, Mesh,
    Reference, ShortFrame, Skeleton, Skin, Track, TrackDef, Uvs, Version,
};
use glam::Vec3;
use load::{CreatureRules, Error, Family, LoadedModel, ModelFiles, ModelRequest, ModelSource};
use tempfile::TempDir;
use vfs::Vfs;
use world::{AnimatorId, ClipId, Clock, Frame, PoseMemory, Scene, State};

/// Opaque.
const OPAQUE: u32 = 0x8000_0001;
/// No turn.
pub const STRAIGHT: [i16; 4] = [16384, 0, 0, 0];
/// A quarter turn about z: +x goes to +y.
pub const QUARTER: [i16; 4] = [11585, 0, 0, 11585];
/// Half a turn about z.
pub const HALF: [i16; 4] = [0, 0, 0, 16384];

/// A pose of a track: turn, units, size.
pub fn pose(rotation: [i16; 4], translation: [f32; 3], scale: f32) -> ShortFrame {
    ShortFrame {
        rotation,
        translation: translation.map(|part| (part * 256.0) as i16),
        scale: (scale * 256.0) as i16,
    }
}

/// A world of creatures in the making.
pub struct Maker(pub Builder);

impl Maker {
    pub fn new() -> Self {
        Maker(Builder::new(Version::Old))
    }

    pub fn name(&mut self, text: &str) -> Reference {
        self.0.name(text).unwrap()
    }

    pub fn material(&mut self, name: &str) -> Reference {
        let name = self.name(name);
        self.0.add(Body::MaterialDef(MaterialDef::object(name, OPAQUE, Reference::NONE)))
    }

    pub fn palette(&mut self, materials: &[Reference]) -> Reference {
        let materials = materials.to_vec();
        self.0.add(Body::MaterialPalette(MaterialPalette { materials, ..MaterialPalette::default() }))
    }

    /// A 0x2D of a mesh of triangles: three corners each, and the bone of each triangle.
    pub fn mesh(&mut self, name: &str, palette: Reference, triangles: &[([[f32; 3]; 3], u16)]) -> Reference {
        let mut mesh = Mesh::object(self.name(name), palette, [0.0; 3]);
        let corners: Vec<[f32; 3]> = triangles.iter().flat_map(|(corners, _)| *corners).collect();
        mesh.place(&corners, 8);
        mesh.uvs = Uvs::of(Version::Old, &vec![[0.0; 2]; corners.len()]);
        mesh.normals = vec![[0, 0, 127]; corners.len()];
        mesh.faces = (0..triangles.len() as u16)
            .map(|at| Face { flags: 0, vertices: [at * 3, at * 3 + 1, at * 3 + 2] })
            .collect();
        mesh.bone_groups = triangles.iter().map(|(_, bone)| Group { count: 3, of: *bone }).collect();
        mesh.face_groups = vec![Group { count: triangles.len() as u16, of: 0 }];
        mesh.vertex_groups = vec![Group { count: corners.len() as u16, of: 0 }];
        let mesh = self.0.add(Body::DmSpriteDef2(Box::new(mesh)));
        self.0.add(Body::DmSprite(Instance::of(mesh, 0)))
    }

    /// A 0x13 with its frames, each shown for `ms` if that is not 0.
    pub fn track(&mut self, name: &str, ms: u32, frames: &[ShortFrame]) -> Reference {
        let definition = self.name(&format!("{name}DEF"));
        let definition = self.0.add(Body::TrackDef(TrackDef::new(definition, frames.to_vec())));
        self.track_to(name, ms, definition)
    }

    /// A 0x13 that leads somewhere.
    pub fn track_to(&mut self, name: &str, ms: u32, definition: Reference) -> Reference {
        let name = self.name(name);
        let flags =
            if ms > 0 { track_flags::SLEEP | track_flags::INTERPOLATE } else { track_flags::INTERPOLATE };
        let sleep_ms = (ms > 0).then_some(ms);
        self.0.add(Body::Track(Track { name, definition, flags, sleep_ms }))
    }

    pub fn bone(&mut self, name: &str, track: Reference, attachment: Reference, children: &[u32]) -> Bone {
        Bone { name: self.name(name), flags: 0, track, attachment, children: children.to_vec() }
    }

    /// An actor with a skeleton.
    pub fn actor(&mut self, code: &str, bones: Vec<Bone>, skins: &[Reference]) {
        let skins: Vec<Skin> = skins.iter().map(|mesh| Skin { mesh: *mesh, bone: 0 }).collect();
        let flags = if skins.is_empty() { 0x2 } else { 0x202 };
        let skeleton = Skeleton {
            name: self.name(&format!("{code}_HS_DEF")),
            flags,
            radius: Some(1.0),
            bones,
            skins: (!skins.is_empty()).then_some(skins),
            ..Skeleton::default()
        };
        let skeleton = self.0.add(Body::HierarchicalSpriteDef(Box::new(skeleton)));
        let shown = self.0.add(Body::HierarchicalSprite(Instance::of(skeleton, 0)));
        self.shown(code, shown);
    }

    pub fn shown(&mut self, code: &str, shown: Reference) {
        let (name, callback) = (self.name(&format!("{code}_ACTORDEF")), self.name("SPRITECALLBACK"));
        self.0.add(Body::ActorDef(Box::new(ActorDef::still(name, callback, shown))));
    }

    pub fn bytes(self) -> Vec<u8> {
        wld::write(&self.0.finish().unwrap()).unwrap()
    }
}

/// A beetle: its root stands 2 over its origin, an arm 1 to the left of it, turned a quarter, with a hand 1 along it.
///
/// At rest the body is at (0, 0, 1), (1, 0, 1), (0, 1, 1), and the arm at (0, 1, 2), (0, 2, 2), (0, 1, 3).
pub fn beetle(maker: &mut Maker) {
    let body = maker.material("BUGCH0001_MDF");
    maker.material("BUGCH0101_MDF");
    let palette = maker.palette(&[body]);
    let triangles = [
        ([[0.0, 0.0, -1.0], [1.0, 0.0, -1.0], [0.0, 1.0, -1.0]], 0),
        ([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], 1),
    ];
    let mesh = maker.mesh("BUG_DMSPRITEDEF", palette, &triangles);
    let poses = [
        maker.track("BUG_TRACK", 0, &[pose(STRAIGHT, [0.0, 0.0, 2.0], 1.0)]),
        maker.track("BUGARM_TRACK", 0, &[pose(QUARTER, [0.0, 1.0, 0.0], 1.0)]),
        maker.track("BUGR_POINT_TRACK", 0, &[pose(STRAIGHT, [1.0, 0.0, 0.0], 1.0)]),
    ];
    let bones = vec![
        maker.bone("BUG_DAG", poses[0], Reference::NONE, &[1]),
        maker.bone("BUGARM_DAG", poses[1], Reference::NONE, &[2]),
        maker.bone("BUGR_POINT_DAG", poses[2], Reference::NONE, &[]),
    ];
    maker.actor("BUG", bones, &[mesh]);
}

/// An archive with a world and nothing else.
pub fn archive(name: &str, maker: Maker) -> (String, Vec<u8>) {
    let files = [NewFile::new(&format!("{name}.wld"), maker.bytes())];
    (format!("{name}.s3d"), pfs::write(&Archive::new(&files).unwrap()).unwrap())
}

/// A folder with archives.
pub struct Install {
    folder: TempDir,
    pub rules: CreatureRules,
}

impl Install {
    pub fn new(archives: Vec<(String, Vec<u8>)>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        archives.iter().for_each(|(name, bytes)| std::fs::write(folder.path().join(name), bytes).unwrap());
        Install { folder, rules: CreatureRules::default() }
    }

    /// One archive, `arena_chr.s3d`.
    pub fn of(maker: Maker) -> Self {
        Install::new(vec![archive("arena_chr", maker)])
    }

    pub fn vfs(&self) -> Vfs {
        Vfs::open(self.folder.path(), &[], load::ARCHIVES).unwrap()
    }

    fn source() -> ModelSource {
        ModelSource { id: "arena_chr".to_owned(), address: "arena_chr.s3d".to_owned(), textures: Vec::new() }
    }

    /// What `show` lists of `arena_chr.s3d`.
    pub fn names(&self) -> Vec<String> {
        load::model::names(&self.vfs(), Family::Everquest, &Install::source()).unwrap()
    }

    pub fn load(&self, name: &str) -> Result<LoadedModel, Error> {
        let files = ModelFiles {
            family: Family::Everquest,
            title: "everquest".to_owned(),
            frame: frame(),
            sources: Vec::new(),
            motions: Vec::new(),
            definitions: Vec::new(),
            creatures: self.rules.clone(),
        };
        let request = ModelRequest { files: &files, source: &Install::source(), name, level: 0 };
        load::model::load(&self.vfs(), &request, &mut load::Quiet)
    }

    pub fn shown(&self, name: &str) -> LoadedModel {
        self.load(name).unwrap()
    }
}

pub fn frame() -> Frame {
    Frame::parse("-y +z -x", 0.3048).unwrap()
}

/// Names and lengths of all clips.
pub fn clips(scene: &Scene) -> Vec<(&str, f32)> {
    scene.clips.iter().map(|clip| (&*clip.name, (clip.seconds * 1000.0).round() / 1000.0)).collect()
}

/// Where the points of the first model are in a clip at a time, in the files' axes.
pub fn posed(scene: &Scene, clip: &str, seconds: f32) -> Vec<Vec3> {
    let at = scene.clips.iter().position(|own| &*own.name == clip).expect("the clip");
    let mut state = State::new(scene, 1);
    state.clocks[0] = Clock { time: seconds, ..Clock::looping(ClipId::from(at)) };
    let pose = state.pose_of(scene, AnimatorId(0), 1.0).expect("a pose");
    let mut points = Vec::new();
    let deform = scene.models[0].deform.as_ref().expect("bones");
    deform.bend(scene, &pose, &mut PoseMemory::default(), &mut points);
    points.iter().map(|point| scene.frame.to_game(point.position)).collect()
}

/// Where the points of the first model are at rest, in the files' axes.
pub fn at_rest(scene: &Scene) -> Vec<Vec3> {
    let deform = scene.models[0].deform.as_ref().expect("bones");
    deform.points.iter().map(|point| scene.frame.to_game(point.position)).collect()
}

#[track_caller]
pub fn near(found: &[Vec3], wanted: &[[f32; 3]]) {
    assert_eq!(found.len(), wanted.len(), "{found:?}");
    for (found, wanted) in found.iter().zip(wanted) {
        // The files hold turns and places in steps.
        assert!(found.abs_diff_eq(Vec3::from(*wanted), 5e-3), "{found}, expected {wanted:?}");
    }
}

/// The codes of all findings.
pub fn codes(loaded: &LoadedModel) -> Vec<&'static str> {
    loaded.findings.iter().map(|finding| finding.code).collect()
}
