//! A sign of a Zipper world, which a node puts in its place.

use crate::sign::{Corner, LETTER, MIDDLE, SIDE, corners, rgba, seen};
use binary::NodeName;
use load::{Family, Request};
use vfs::Vfs;
use world::Frame;
use zbd::gamez::materials::{MaterialSlot, Materials};
use zbd::gamez::models::{Model, Models};
use zbd::gamez::nodes::{Camera, Light, Node, NodeData, Nodes, Object3d, World};
use zbd::gamez::textures::TextureEntry;
use zbd::gamez::{self, GameZ, NewPolygon, Version};
use zbd::textures::{AlphaKind, Texture, TexturePackage};

const VERSION: Version = Version::MechWarrior3;

/// A world with the sign in it.
fn world(frame: &Frame) -> Vec<u8> {
    let corners = corners(frame);
    let middle = MIDDLE.to_array();
    let around = |Corner { place, .. }: Corner| [0, 1, 2].map(|axis| place[axis] - middle[axis]);
    let mut model = Model { vertices: corners.map(around).into(), ..Model::default() };
    let polygon = NewPolygon {
        vertex_indices: &[0, 1, 2, 3],
        materials: &[0],
        uvs: &corners.map(|corner| corner.uv),
        colors: &[[255.0; 3]; 4],
        zones: &[-1],
        ..NewPolygon::default()
    };
    model.push_polygon(VERSION, &polygon).unwrap();
    let materials = Materials::from_used(VERSION, [(MaterialSlot::textured(0), None)], 4);
    model.list_materials(VERSION, &materials);
    model.seal(VERSION);

    let edge = VERSION.cell_size() as i32;
    let mut nodes = Nodes::begin(
        VERSION,
        World::new(VERSION, 0, 0, edge, edge).unwrap(),
        Camera::new(1.0, 500.0, 1.2, 0.9),
        Light::sun(VERSION, [-0.5, 0.0, 0.0], 0.0, 1.0, [1.0; 3]),
    );
    let data = NodeData::Object3d(Box::new(Object3d::placed([0.0; 3], [1.0; 3], middle)));
    let mut sign = Node::new(VERSION, NodeName::new("sign").unwrap(), data);
    sign.base.model_index = 0;
    let slot = nodes.add(sign);
    nodes.link(0, slot);
    nodes.seal(VERSION);
    let textures = vec![TextureEntry::named("letter.tif").unwrap()];
    let models = Models::from_used(vec![model], 8);
    gamez::write(&GameZ::new(VERSION, textures, materials, models, nodes)).unwrap()
}

fn package() -> Vec<u8> {
    let side = SIDE as u16;
    let letter = Texture::from_rgba8("letter", side, side, &rgba(), AlphaKind::None).unwrap();
    let package = TexturePackage { textures: vec![letter], ..TexturePackage::default() };
    zbd::textures::write(&package).unwrap()
}

#[test]
fn a_polygon_reads_right_whatever_the_axes() {
    // Right-handed, mirrored along either axis, turned about, and turned and
    // mirrored.
    for axes in ["+x +y +z", "+x +y -z", "-x +y +z", "-z +y +x", "+z +y +x"] {
        let frame = Frame::parse(axes, 1.0).unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("gamez.zbd"), world(&frame)).unwrap();
        std::fs::write(folder.path().join("texture.zbd"), package()).unwrap();
        let request = Request {
            world: "c1".to_owned(),
            container: "gamez.zbd".to_owned(),
            textures: vec!["texture.zbd".to_owned()],
            ..Request::bare(Family::Zipper, "title", frame)
        };
        let vfs = Vfs::open(folder.path(), &[], load::ARCHIVES).unwrap();
        let loaded = load::load(&vfs, &request, &mut load::Quiet).unwrap();
        let Some(seen) = seen(loaded) else { return };
        assert_eq!(seen, LETTER, "{axes}");
    }
}
