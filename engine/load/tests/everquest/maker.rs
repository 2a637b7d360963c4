//! How tests make worlds, archives and folders of a game, and load a zone from them.

use everquest::pfs::{self, Archive, NewFile};
use everquest::wld::{
    self, ActorDef, ActorInst, BitmapInfo, Body, Bone, BspNode, Builder, DmRgbTrackDef, Face, Group, Inline,
    Instance, MaterialDef, MaterialPalette, Mesh, PointLight, Reference, Region, ShortFrame, SimpleSpriteDef,
    Skeleton, Track, TrackDef, Uvs, Version, Wld, WorldTree,
};
use glam::Vec3;
use load::{Error, Family, Loaded, Request, Start};
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use vfs::Vfs;
use world::{Derived, Frame, Limits, State};

/// Opaque.
pub const OPAQUE: u32 = 0x8000_0001;
/// Cut out by a key.
pub const MASKED: u32 = 0x8000_0013;

/// A world in the making.
pub struct Maker {
    pub builder: Builder,
    version: Version,
}

impl Maker {
    pub fn new(version: Version) -> Self {
        Maker { builder: Builder::new(version), version }
    }

    pub fn name(&mut self, text: &str) -> Reference {
        self.builder.name(text).unwrap()
    }

    pub fn add(&mut self, body: Body) -> Reference {
        self.builder.add(body)
    }

    /// A 0x05 that shows these files in turn.
    pub fn sprite(&mut self, files: &[&str], sleep_ms: Option<u32>) -> Reference {
        let bitmaps: Vec<Reference> = files
            .iter()
            .map(|file| {
                let name = self.name(file);
                self.add(Body::BmInfo(BitmapInfo { name, files: Inline::new(file).into_iter().collect() }))
            })
            .collect();
        let name = self.name(&format!("{}_SPRITE", files[0]));
        let sprite = match sleep_ms {
            Some(ms) => SimpleSpriteDef::animated(name, bitmaps, ms),
            None => SimpleSpriteDef::still(name, bitmaps[0]),
        };
        let sprite = self.add(Body::SimpleSpriteDef(sprite));
        self.add(Body::SimpleSprite(Instance::of(sprite, 0x50)))
    }

    /// A 0x30 with a picture; without one for an empty name.
    pub fn material(&mut self, name: &str, method: u32, file: &str) -> Reference {
        let sprite = if file.is_empty() { Reference::NONE } else { self.sprite(&[file], None) };
        let name = self.name(name);
        self.add(Body::MaterialDef(MaterialDef::zone(name, method, sprite)))
    }

    pub fn palette(&mut self, materials: &[Reference]) -> Reference {
        self.add(Body::MaterialPalette(MaterialPalette {
            materials: materials.to_vec(),
            ..MaterialPalette::default()
        }))
    }

    /// A palette with one material of grass.
    pub fn grass(&mut self) -> Reference {
        let grass = self.material("GRASS_MDF", OPAQUE, "grass.bmp");
        self.palette(&[grass])
    }

    /// A mesh of triangles, all of the first material.
    pub fn mesh(&mut self, name: &str, palette: Reference, corners: &[[f32; 3]], faces: &[[u16; 3]]) -> Mesh {
        let mut mesh = Mesh::zone(self.name(name), palette, [0.0; 3]);
        mesh.place(corners, 5);
        mesh.uvs = Uvs::of(
            self.version,
            &corners.iter().map(|[x, y, _]| [*x / 16.0, *y / 16.0]).collect::<Vec<_>>(),
        );
        mesh.normals = vec![[0, 0, 127]; corners.len()];
        mesh.faces = faces.iter().map(|vertices| Face { flags: 0, vertices: *vertices }).collect();
        mesh.face_groups = vec![Group { count: faces.len() as u16, of: 0 }];
        mesh.vertex_groups = vec![Group { count: corners.len() as u16, of: 0 }];
        mesh
    }

    /// A square floor: from one corner to the other, facing up.
    pub fn floor(&mut self, name: &str, palette: Reference, from: [f32; 3], to: [f32; 2]) -> Mesh {
        let ([x, y, z], [to_x, to_y]) = (from, to);
        let corners = [[x, y, z], [x, to_y, z], [to_x, to_y, z], [to_x, y, z]];
        let mut mesh = self.mesh(name, palette, &corners, &[[0, 1, 2], [0, 2, 3]]);
        mesh.colors = vec![[0, 0, 0, 200]; 4];
        mesh
    }

    pub fn add_mesh(&mut self, mesh: Mesh) -> Reference {
        self.add(Body::DmSpriteDef2(Box::new(mesh)))
    }

    /// A region that sees these, counted from 0.
    pub fn region(
        &mut self,
        own: u32,
        visible: &[u32],
        sphere: [f32; 4],
        mesh: Option<Reference>,
    ) -> Reference {
        let name = self.name(&format!("R{:06}", own + 1));
        self.add(Body::Region(Box::new(Region::new(name, own, visible, sphere, mesh))))
    }

    pub fn tree(&mut self, nodes: Vec<BspNode>) -> Reference {
        self.add(Body::WorldTree(WorldTree { name: Reference::NONE, nodes }))
    }

    /// A 0x10 of bones: track, mesh of its own, children. Returns its 0x11.
    pub fn skeleton(&mut self, bones: &[(Reference, Reference, &[u32])]) -> Reference {
        let bones = bones.iter().map(|(track, attachment, children)| Bone {
            track: *track,
            attachment: *attachment,
            children: children.to_vec(),
            ..Bone::default()
        });
        let skeleton =
            Skeleton { flags: 2, radius: Some(1.0), bones: bones.collect(), ..Skeleton::default() };
        let skeleton = self.add(Body::HierarchicalSpriteDef(Box::new(skeleton)));
        self.add(Body::HierarchicalSprite(Instance::of(skeleton, 0)))
    }

    /// A 0x13 of frames: quaternion w, x, y, z (16384 to 1), translation and scale (256 to 1).
    pub fn track(&mut self, frames: &[([i16; 4], [i16; 3], i16)], sleep_ms: Option<u32>) -> Reference {
        let frames = frames.iter().map(|(rotation, translation, scale)| ShortFrame {
            rotation: *rotation,
            translation: *translation,
            scale: *scale,
        });
        let definition = self.add(Body::TrackDef(TrackDef::new(Reference::NONE, frames.collect())));
        let flags = u32::from(sleep_ms.is_some()) | 4;
        self.add(Body::Track(Track { name: Reference::NONE, definition, flags, sleep_ms }))
    }

    /// The 0x2D of a mesh.
    pub fn shown(&mut self, mesh: Mesh) -> Reference {
        let mesh = self.add_mesh(mesh);
        self.add(Body::DmSprite(Instance::of(mesh, 0)))
    }

    /// An actor that shows one mesh.
    pub fn still(&mut self, name: &str, mesh: Reference) -> Reference {
        let shown = self.add(Body::DmSprite(Instance::of(mesh, 0)));
        self.actor(name, shown)
    }

    pub fn actor(&mut self, name: &str, shown: Reference) -> Reference {
        let (name, callback) = (self.name(name), self.name("SPRITECALLBACK"));
        self.add(Body::ActorDef(Box::new(ActorDef::still(name, callback, shown))))
    }

    /// An object; `colors` are blue, green, red, daylight.
    pub fn place(
        &mut self,
        actor: &str,
        position: [f32; 3],
        rotation: [f32; 3],
        scale: f32,
        colors: Option<Vec<[u8; 4]>>,
    ) {
        let colors = colors.map(|colors| {
            let track = self.add(Body::DmRgbTrackDef(DmRgbTrackDef::new(Reference::NONE, colors)));
            self.add(Body::DmRgbTrack(Instance::of(track, 0)))
        });
        let actor = self.name(actor);
        let object = ActorInst::object(actor, position, rotation, scale, colors);
        self.add(Body::ActorInst(Box::new(object)));
    }

    pub fn lamp(&mut self, light: Reference, position: [f32; 3], radius: f32) {
        self.add(Body::PointLight(Box::new(PointLight::new(light, position, radius))));
    }

    pub fn finish(self) -> Wld {
        self.builder.finish().unwrap()
    }

    pub fn bytes(self) -> Vec<u8> {
        wld::write(&self.finish()).unwrap()
    }
}

/// A leaf of a tree; regions count from 1.
pub fn leaf(region: u32) -> BspNode {
    BspNode { region, ..BspNode::default() }
}

/// A plane of a tree; nodes count from 1, 0 is solid.
pub fn plane(normal: [f32; 3], distance: f32, front: u32, back: u32) -> BspNode {
    BspNode { normal, distance, region: 0, front, back }
}

/// A BMP of 8 bits a pixel: palette as red, green, blue; rows of indices from the top.
pub fn bmp(palette: &[[u8; 3]], rows: &[&[u8]]) -> Vec<u8> {
    let (width, height) = (rows[0].len(), rows.len());
    let stride = width.next_multiple_of(4);
    let pixels = 54 + palette.len() * 4;
    let mut bytes = b"BM".to_vec();
    let words =
        |bytes: &mut Vec<u8>, words: &[u32]| words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
    words(
        &mut bytes,
        &[(pixels + stride * height) as u32, 0, pixels as u32, 40, width as u32, height as u32],
    );
    bytes.extend([1, 0, 8, 0]);
    words(&mut bytes, &[0, 0, 0, 0, palette.len() as u32, 0]);
    palette.iter().for_each(|[red, green, blue]| bytes.extend([*blue, *green, *red, 0]));
    for row in rows.iter().rev() {
        bytes.extend(*row);
        bytes.resize(bytes.len() + stride - width, 0);
    }
    bytes
}

/// A green picture.
pub fn grass() -> Vec<u8> {
    bmp(&[[20, 120, 30], [40, 150, 50]], &[&[0, 1], &[1, 0]])
}

/// An archive with these members.
pub fn archive(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let files: Vec<_> = files.iter().map(|(name, content)| NewFile::new(name, content.clone())).collect();
    pfs::write(&Archive::new(&files).unwrap()).unwrap()
}

/// The files of an archive, by their names.
type Files<'f> = &'f [(&'f str, Vec<u8>)];

/// A folder with archives.
pub struct Install {
    pub folder: TempDir,
}

impl Install {
    pub fn new(archives: &[(&str, Files<'_>)]) -> Self {
        let install = Install { folder: tempfile::tempdir().unwrap() };
        archives.iter().for_each(|(name, files)| install.put(name, &archive(files)));
        install
    }

    /// One with the archive `arena.s3d` of a zone's world and its picture.
    pub fn of_zone(zone: Maker) -> Self {
        Install::new(&[("arena.s3d", &[("arena.wld", zone.bytes()), ("grass.bmp", grass())])])
    }

    pub fn put(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path().join(name), bytes).unwrap();
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn load(&self, archive: &str) -> Result<Loaded, Error> {
        self.load_at(archive, None)
    }

    /// A zone without the plain sky that comes last in those that have no other: tests count what they put there.
    pub fn load_at(&self, archive: &str, start: Option<Start>) -> Result<Loaded, Error> {
        let mut loaded = self.load_whole(archive, start)?;
        let scene = &mut loaded.scene;
        if scene.nodes.last().is_some_and(|node| &*node.name == "sky" && node.model.is_some()) {
            scene.nodes.pop();
            scene.roots.pop();
            scene.models.pop();
            scene.materials.pop();
            scene.textures.pop();
            loaded.derived = Derived::build(scene, &State::new(scene, 0), Limits::default().occurrences).0;
        }
        Ok(loaded)
    }

    pub fn load_whole(&self, archive: &str, start: Option<Start>) -> Result<Loaded, Error> {
        let vfs = Vfs::open(self.path(), &[], load::ARCHIVES).unwrap();
        load::load(&vfs, &request(archive, start), &mut load::Quiet)
    }

    /// [`two_regions`] with these placements, and actors in the archive of its objects.
    pub fn of_objects(placements: Maker, models: Maker) -> Self {
        let zone = [
            ("arena.wld", two_regions().bytes()),
            ("objects.wld", placements.bytes()),
            ("grass.bmp", grass()),
        ];
        let objects = [("arena_obj.wld", models.bytes()), ("grass.bmp", grass())];
        Install::new(&[("arena.s3d", &zone), ("arena_obj.s3d", &objects)])
    }

    /// The zone of the archive `arena.s3d`.
    pub fn arena(&self) -> Loaded {
        self.load("arena.s3d").unwrap()
    }
}

pub fn frame() -> Frame {
    Frame::parse("-y +z -x", 0.3048).unwrap()
}

pub fn request(archive: &str, start: Option<Start>) -> Request {
    Request {
        world: "arena".to_owned(),
        container: archive.to_owned(),
        start,
        ..Request::bare(Family::Everquest, "everquest", frame())
    }
}

/// Places of a zone in the engine's axes.
pub fn engine(place: [f32; 3]) -> Vec3 {
    frame().to_engine(place.into())
}

/// The codes of all findings, in their order.
pub fn codes(loaded: &Loaded) -> Vec<&'static str> {
    loaded.findings.iter().map(|finding| finding.code).collect()
}

/// A zone of two regions, west (y above 0) and east, each with a floor of 100 by 100 at z = 0; only the western one
/// sees the other.
pub fn two_regions() -> Maker {
    let mut zone = Maker::new(Version::Old);
    let palette = zone.grass();
    let floors = [0.0, -100.0].map(|y| {
        let mesh = zone.floor(&format!("R{y}_DMSPRITEDEF"), palette, [-50.0, y, 0.0], [50.0, y + 100.0]);
        zone.add_mesh(mesh)
    });
    zone.tree(vec![plane([0.0, 1.0, 0.0], 0.0, 2, 3), leaf(1), leaf(2)]);
    zone.region(0, &[0, 1], [0.0, 50.0, 10.0, 70.0], Some(floors[0]));
    zone.region(1, &[1], [0.0, -50.0, 10.0, 70.0], Some(floors[1]));
    zone
}
