//! What files of a few megabytes may cost: what is loaded is like their size,
//! whatever refers to what in them. They are made with the formats' own writers.
//! How often a part of a file is looked at is counted beside the code that does.

use crate::level;
use gamestudio::mdl7::{self, Group, Triangle, Vertex};
use gamestudio::pixels::{Format, Shape};
use gamestudio::skins::{Body, Image};
use gamestudio::wmb::Level;
use gamestudio::wmb::blocks::{self, Block, surface};
use gamestudio::wmb::objects::{Edge, Entity, Path};
use load::Loaded;
use std::fs;
use std::path::Path as Folder;
use world::{Moment, Motion};

fn put(root: &Folder, address: &str, bytes: &[u8]) {
    fs::write(root.join(address), bytes).unwrap();
}

fn load(root: &Folder, level: Level) -> Loaded {
    level::load(root, "one.wmb", level)
}

fn show(level: &mut Level, file: &str) {
    level.add_entity(Entity { scale: [1.0; 3], ..Entity::new(file, file, [0.0; 3]).unwrap() });
}

/// A model with one triangle for each skin.
fn model(skins: Vec<mdl7::Skin>) -> Vec<u8> {
    let mut group = Group::new("all").unwrap();
    for position in [[0.0; 3], [0.0, 40.0, 0.0], [0.0, 0.0, 40.0]] {
        group.vertices.push(Vertex::new(position, [1.0, 0.0, 0.0]));
        group.uvs.push([position[1] / 40.0, position[2] / 40.0]);
    }
    let triangles = (0..skins.len()).map(|skin| Triangle::new([0, 2, 1], [0, 2, 1], skin as i32));
    // The last skin is the first that is used.
    group.triangles.extend(triangles.rev());
    group.skins = skins;
    mdl7::write(&mdl7::Model { groups: vec![group], ..mdl7::Model::default() }).unwrap()
}

fn bare(kind: u32, number: i32, image: Image) -> mdl7::Skin {
    let body = Body { image, material: None, effect: None };
    let name = gamestudio::text::Text::new("skin").unwrap();
    mdl7::Skin { kind, width: number, height: 0, name, tail: Vec::new(), body }
}

#[test]
fn skins_that_stand_for_another_share_its_picture() {
    let shape = Shape { format: Format::Bgr888, width: 256, height: 256, mips: false };
    let picture = |red: u8| {
        let rgba = [red, 60, 20, 255].repeat(256 * 256);
        mdl7::Skin::from_rgba8("skin", shape, &rgba).unwrap()
    };
    let mut skins = vec![picture(200), picture(100)];
    // They stand for the first, for the second by way of one that does, and for
    // none.
    skins.extend((0..3000).map(|_| bare(1, 0, Image::Reference)));
    skins.extend([bare(1, 1, Image::Reference), bare(1, 3002, Image::Reference)]);
    skins.push(bare(1, 9999, Image::Reference));
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "many.mdl", &model(skins));
    let mut level = Level::new();
    show(&mut level, "many.mdl");
    let scene = load(folder.path(), level).scene;
    let shown = scene.nodes.iter().find(|node| &*node.name == "many.mdl").unwrap();
    let polygons = &scene.models[shown.model.unwrap().index()].polygons;
    let red = |skin: usize| {
        let texture = scene.materials[polygons[skin].material.index()].texture?;
        Some(scene.textures[texture.index()].levels[0].rgba[0])
    };
    assert_eq!((polygons.len(), scene.textures.len()), (3005, 2));
    let reds = [0, 1, 2, 3001, 3002, 3003, 3004].map(red);
    assert_eq!(reds, [Some(200), Some(100), Some(200), Some(200), Some(100), Some(100), None]);
}

#[test]
fn a_skin_for_every_triangle_is_a_polygon_for_every_triangle() {
    const MANY: usize = 60_000;
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "skins.mdl", &model(vec![bare(0, 0, Image::Nothing); MANY]));
    let mut level = Level::new();
    show(&mut level, "skins.mdl");
    let skin = blocks::Skin { flags: surface::FLAT, ..blocks::Skin::flat(-1) };
    let mut block = Block::cuboid([0.0; 3], [64.0; 3], skin, 16, 16);
    block.skins.resize(MANY, skin);
    let first = block.triangles[0];
    block.triangles = (0..MANY as u16).rev().map(|skin| blocks::Triangle { skin, ..first }).collect();
    level.blocks.push(block);
    let scene = load(folder.path(), level).scene;
    let counts: Vec<usize> = scene.models.iter().map(|model| model.polygons.len()).collect();
    // The last is the sky.
    assert_eq!(counts, [MANY, MANY, 1]);
}

#[test]
fn a_long_path_is_followed_by_many_at_once() {
    const MANY: usize = 60_000;
    let folder = tempfile::tempdir().unwrap();
    let mut level = Level::new();
    // From the last place to the first, by edges that stand in another order.
    let nodes = (0..MANY).map(|place| [place as f32, 0.0, 0.0]).collect();
    let mut path = Path::new("long", nodes, false).unwrap();
    let edge = |from: usize| Edge { nodes: [from as f32 + 1.0, from as f32], ..Edge::default() };
    path.edges = std::iter::once(MANY - 1).chain(1..MANY - 1).map(edge).collect();
    let path = level.add_path(path);
    for number in 0..200 {
        let walker = Entity::new(&format!("walker {number}"), "none.mdl", [0.0; 3]).unwrap();
        level.add_entity(Entity { path, ..walker });
    }
    let scene = load(folder.path(), level).scene;
    assert_eq!((scene.animators.len(), scene.clips.len()), (200, 1), "all share the run");
    let Motion::Parts(tracks) = &scene.clips[0].motion else { panic!("parts") };
    let place = |fraction: f32| {
        let at = tracks[0]
            .sample(&Moment { fraction, ..Moment::default() }, &glam::Affine3A::IDENTITY)
            .translation;
        scene.frame.to_game(at.into()).x.round() as usize
    };
    assert_eq!([0.0, 0.5, 1.0].map(place), [MANY - 1, MANY / 2, 0]);
}
