//! A sign of a Gamestudio level: as part of a block, and as a model.

use crate::sign::{Corner, LETTER, MIDDLE, SIDE, corners, rgba, seen};
use gamestudio::mdl7::{self, Group};
use gamestudio::pixels::{Format, Shape};
use gamestudio::wmb::blocks::{Block, Skin, Triangle, Vertex, surface};
use gamestudio::wmb::objects::{Entity, entity_flags};
use gamestudio::wmb::{self, Level, Texture};
use load::{Family, Loaded, Request};
use std::path::Path;
use vfs::Vfs;
use world::Frame;

/// The family's own axes, and their mirror image.
const AXES: [&str; 2] = ["-y +z -x", "+y +z -x"];

/// Fronts run with the clock here.
const TRIANGLES: [[u16; 3]; 2] = [[0, 2, 1], [0, 3, 2]];

fn load(root: &Path, frame: Frame, mut level: Level) -> Loaded {
    level.seal();
    std::fs::write(root.join("one.wmb"), wmb::write(&level).unwrap()).unwrap();
    let request = Request {
        world: "one".to_owned(),
        container: "one.wmb".to_owned(),
        ..Request::bare(Family::Gamestudio, "gamestudio", frame)
    };
    load::load(&Vfs::open(root, &[], load::ARCHIVES).unwrap(), &request, &mut load::Quiet).unwrap()
}

#[test]
fn a_block_reads_right_in_either_handedness() {
    for axes in AXES {
        let frame = Frame::parse(axes, 0.025).unwrap();
        let mut level = Level::new();
        let shape = Shape { format: Format::Bgr888, width: SIDE, height: SIDE, mips: true };
        level.add_texture(Texture::from_rgba8("letter", shape, &rgba(), None).unwrap());
        let vertex = |Corner { place, uv }: Corner| Vertex { position: place, uv, lightmap_uv: [0.0; 2] };
        let mut block = Block {
            vertices: corners(&frame).map(vertex).into(),
            triangles: TRIANGLES.map(|vertices| Triangle { vertices, skin: 0, polygon: 0 }).into(),
            skins: vec![Skin { flags: surface::FLAT, ..Skin::flat(0) }],
            ..Block::default()
        };
        (block.mins, block.maxs) = block.extent();
        level.blocks.push(block);
        let folder = tempfile::tempdir().unwrap();
        let Some(seen) = seen(load(folder.path(), frame, level)) else { return };
        assert_eq!(seen, LETTER, "{axes}");
    }
}

#[test]
fn a_model_reads_right_in_either_handedness() {
    for axes in AXES {
        let frame = Frame::parse(axes, 0.025).unwrap();
        let mut group = Group::new("sign").unwrap();
        group.skins.push(mdl7::Skin::external("letter", "letter.png").unwrap());
        let towards = frame.to_game(glam::Vec3::Z).to_array();
        for Corner { place, uv } in corners(&frame) {
            let [x, y, z] = place;
            let place = [x - MIDDLE.x, y - MIDDLE.y, z - MIDDLE.z];
            group.vertices.push(mdl7::Vertex::new(place, towards));
            group.uvs.push(uv);
        }
        let triangle = |corners: [u16; 3]| {
            let corners = corners.map(Into::into);
            mdl7::Triangle::new(corners, corners, 0)
        };
        group.triangles = TRIANGLES.map(triangle).into();
        let mut model = mdl7::Model::default();
        model.groups.push(group);
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("sign.mdl"), mdl7::write(&model).unwrap()).unwrap();
        let letter = folder.path().join("letter.png");
        image::save_buffer(letter, &rgba(), SIDE, SIDE, image::ColorType::Rgba8).unwrap();
        let mut level = Level::new();
        let flags = entity_flags::UNLIT;
        let entity = Entity::new("sign", "sign.mdl", MIDDLE.to_array()).unwrap();
        level.add_entity(Entity { flags, scale: [1.0; 3], ..entity });
        let Some(seen) = seen(load(folder.path(), frame, level)) else { return };
        assert_eq!(seen, LETTER, "{axes}");
    }
}
