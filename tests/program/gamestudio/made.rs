//! A game of red plates: models of every kind, made with the formats' own
//! writers.

use binary::Mode;
use gamestudio::mdl::alias::{self, Pose, Uv};
use gamestudio::mdl::{self, Frame, PackedVertex, Packing, Version};
use gamestudio::mdl7::{self, Bone, Group, Transform, Triangle, Vertex, VertexForm};
use gamestudio::pixels::{Format, Shape};
use gamestudio::text::Text;
use gamestudio::wmb::blocks::{Block, Skin, surface};
use gamestudio::wmb::objects::Entity;
use gamestudio::wmb::{self, Level};
use gamestudio::{hmp, hmp::Terrain};
use std::path::Path;
use std::sync::OnceLock;
use tempfile::TempDir;

/// Half of a plate's width and its height, quants.
const PLATE: f32 = 20.0;
/// The direction east in the table of normals.
const EAST: u8 = 52;
/// Triangles of a plate, clockwise as seen from the east.
const TRIANGLES: [[u16; 3]; 2] = [[0, 3, 2], [0, 2, 1]];
/// Corners of a plate's picture.
const CORNERS: [[u8; 2]; 4] = [[0, 1], [1, 1], [1, 0], [0, 0]];

/// The corners of a plate that stands in the plane x = 0 and shows its front to
/// the east, around a place north of the origin.
fn plate(north: f32) -> [[f32; 3]; 4] {
    let (south, north) = (north - PLATE, north + PLATE);
    [[0.0, south, 0.0], [0.0, north, 0.0], [0.0, north, 2.0 * PLATE], [0.0, south, 2.0 * PLATE]]
}

fn red(width: u32, height: u32) -> Vec<u8> {
    [220, 20, 20, 255].repeat((width * height) as usize)
}

/// Coordinates are packed as quants from 100 south and 100 below.
fn packed([x, y, z]: [f32; 3]) -> PackedVertex {
    let pack = |value: f32| (value + 100.0) as u16;
    PackedVertex { position: [pack(x), pack(y), pack(z)], normal: EAST, pad: 0 }
}

fn frame(packing: Packing, name: &str, north: f32) -> Frame {
    let vertices = plate(north).map(packed);
    Frame {
        packing,
        box_min: vertices[0],
        box_max: vertices[2],
        name: Text::new(name).unwrap(),
        vertices: vertices.to_vec(),
    }
}

/// Two frames in which a plate walks from the north to the south.
fn walking(packing: Packing) -> Vec<Frame> {
    vec![frame(packing, "walk 1", 40.0), frame(packing, "walk 2", -40.0), frame(packing, "fall1", 0.0)]
}

fn old(version: Version) -> Vec<u8> {
    let shape = Shape { format: Format::Rgb565, width: 2, height: 2, mips: false };
    let skin = match version {
        // Of palette indices, for the level's colours.
        Version::Mdl5 => mdl::Skin { kind: 0, width: 2, height: 2, pixels: vec![7; 4] },
        _ => {
            mdl::Skin { kind: 2, width: 2, height: 2, pixels: shape.encode_rgba8(&red(2, 2), None).unwrap() }
        }
    };
    let (skin_width, skin_height) = if version == Version::Mdl5 { (0, 0) } else { (2, 2) };
    let packing = if version == Version::Mdl3 { Packing::Byte } else { Packing::Word };
    let model = mdl::Model {
        version,
        zero04: 0,
        scale: [1.0; 3],
        offset: [-100.0; 3],
        radius: 100.0,
        unused36: [0; 3],
        skin_width,
        skin_height,
        vertex_count: 4,
        zero76: 0,
        zero80: 0,
        skins: vec![skin],
        uvs: CORNERS.map(|corner| corner.map(i16::from)).to_vec(),
        triangles: TRIANGLES.map(|vertices| mdl::Triangle { vertices, uvs: vertices }).to_vec(),
        frames: walking(packing),
    };
    mdl::write(&model).unwrap()
}

/// A plate that has as many frames as are wanted.
pub fn long(frames: usize) -> Vec<u8> {
    let (mut model, _) = mdl::read(&old(Version::Mdl4), Mode::Strict).unwrap();
    model.frames = (0..frames).map(|number| frame(Packing::Word, &format!("walk {number}"), 0.0)).collect();
    mdl::write(&model).unwrap()
}

fn older(version: alias::Version) -> Vec<u8> {
    older_with(version, alias::Skin::Pal8(vec![7; 4]))
}

fn older_with(version: alias::Version, skin: alias::Skin) -> Vec<u8> {
    let model = alias::Model {
        version,
        layout: if version == alias::Version::Idpo { 6 } else { 3 },
        scale: [1.0; 3],
        offset: [-100.0; 3],
        radius: 100.0,
        eyes: [0.0; 3],
        skin_width: 2,
        skin_height: 2,
        sync: 0,
        flags: 0,
        size: 1.0,
        skins: vec![skin],
        uvs: CORNERS.map(|[s, t]| Uv { on_seam: 0, s: s.into(), t: t.into() }).to_vec(),
        triangles: TRIANGLES.map(|v| alias::Triangle { front: 1, vertices: v.map(i32::from) }).to_vec(),
        frames: walking(Packing::Byte).into_iter().map(Pose::Single).collect(),
    };
    alias::write(&model).unwrap()
}

/// A plate on an arm of two bones, which turns to the south.
fn arm() -> Vec<u8> {
    let mut model = mdl7::Model::default();
    let up = [0.0, 0.0, 40.0];
    model.bones =
        vec![Bone::new("shoulder", None, [0.0; 3]).unwrap(), Bone::new("hand", Some(0), up).unwrap()];
    let mut group = group(2.0 * PLATE);
    let places: Vec<_> = group.vertices.iter().map(|vertex| vertex.position).collect();
    // Row by row: y to z, z to -y.
    let quarter = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]];
    let still = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for (name, turn) in [("stand", still), ("wave 1", still), ("wave 2", quarter)] {
        let frame = group.push_frame(name, &places, None, VertexForm::Normal).unwrap();
        frame.transforms = vec![Transform::turn(0, [0.0; 3], turn), Transform::turn(1, up, still)];
    }
    model.groups.push(group);
    model.push_deformer(0, &[0, 1, 2, 3].map(|vertex| (vertex, (vertex / 2) as u16, 1.0))).unwrap();
    mdl7::write(&model).unwrap()
}

/// A red plate above the ground.
fn group(above: f32) -> Group {
    let mut group = Group::new("plate").unwrap();
    let shape = Shape { format: Format::Bgr888, width: 2, height: 2, mips: false };
    group.skins.push(mdl7::Skin::from_rgba8("red", shape, &red(2, 2)).unwrap());
    for (mut place, [u, v]) in plate(0.0).into_iter().zip(CORNERS) {
        place[2] += above;
        group.vertices.push(Vertex::new(place, [1.0, 0.0, 0.0]));
        group.uvs.push([u.into(), v.into()]);
    }
    group.triangles =
        TRIANGLES.map(|corners| Triangle::new(corners.map(u32::from), corners.map(u32::from), 0)).to_vec();
    group
}

/// As many plates as a level of detail has.
pub fn house(plates: usize) -> Vec<u8> {
    let groups = (0..plates).map(|number| group(50.0 * number as f32)).collect();
    mdl7::write(&mdl7::Model { groups, ..mdl7::Model::default() }).unwrap()
}

/// A red plate of the oldest kind whose picture is of 565 words.
pub fn oldest() -> Vec<u8> {
    let shape = Shape { format: Format::Rgb565, width: 2, height: 2, mips: false };
    let pixels = shape.encode_rgba8(&red(2, 2), None).unwrap();
    older_with(alias::Version::Idpo, alias::Skin::Rgb565(pixels))
}

/// A plate with skins in files of these names.
pub fn skinned(files: &[&str]) -> Vec<u8> {
    let mut group = group(0.0);
    group.skins = files.iter().map(|file| mdl7::Skin::external("skin", file).unwrap()).collect();
    mdl7::write(&mdl7::Model { groups: vec![group], ..mdl7::Model::default() }).unwrap()
}

/// A level of nothing but entities that show these files.
pub fn level_with(files: &[&str]) -> Vec<u8> {
    let mut level = Level::new();
    for file in files {
        let mut name = [0; 33];
        name[..file.len()].copy_from_slice(file.as_bytes());
        let entity = Entity::new("it", "", [0.0; 3]).unwrap();
        level.add_entity(Entity { file: Text::from_bytes(name), ..entity });
    }
    level.seal();
    wmb::write(&level).unwrap()
}

fn level() -> Vec<u8> {
    blocks(surface::FLAT)
}

/// A level whose walls are only felt.
pub fn level_felt() -> Vec<u8> {
    blocks(surface::NONE)
}

fn blocks(kind: u32) -> Vec<u8> {
    let mut level = Level::new();
    // Index 7 is red.
    level.palette.as_mut().unwrap().colors.bytes[21..24].copy_from_slice(&[220, 20, 20]);
    let skin = Skin { flags: kind, ..Skin::flat(-1) };
    level.blocks = vec![Block::cuboid([0.0, -50.0, -16.0], [100.0, 50.0, 0.0], skin, 16, 16)];
    level.seal();
    wmb::write(&level).unwrap()
}

pub fn put(root: &Path, address: &str, bytes: &[u8]) {
    let path = root.join(address);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
}

/// Levels in one folder, models in others.
pub fn install() -> &'static Path {
    static INSTALL: OnceLock<TempDir> = OnceLock::new();
    let folder = INSTALL.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        put(root, "Levels/one.wmb", &level());
        put(root, "models/arm.mdl", &arm());
        put(root, "models/house_0.mdl", &house(3));
        put(root, "models/House_1.MDL", &house(2));
        put(root, "models/house_2.mdl", &house(1));
        put(root, "models/old/three.mdl", &old(Version::Mdl3));
        put(root, "models/old/four.mdl", &old(Version::Mdl4));
        put(root, "models/old/five.mdl", &old(Version::Mdl5));
        put(root, "models/old/two.mdl", &older(alias::Version::Mdl2));
        put(root, "models/old/first.mdl", &older(alias::Version::Idpo));
        let heights: Vec<f32> = (0..9).map(|index| (index * 5) as f32).collect();
        put(
            root,
            "land/hill.hmp",
            &hmp::write(&Terrain::from_heights(3, 50.0, [-50.0; 2], &heights).unwrap()).unwrap(),
        );
        folder
    });
    folder.path()
}
