//! A Scene is no Zipper thing: a flat Gamestudio level, typed by hand, becomes
//! one through the same types, is stood on and is hashed.
//!
//! Source of the layout: `spec/gamestudio.md`, "2. WMB7 level".

use std::sync::Arc;
use world::space::{Colliders, Probe, Space};
use world::{
    Aabb, Frame, Material, MaterialId, Model, ModelId, Node, NodeFlags, NodeId, Occurrences, Polygon,
};
use world::{Blend, Scene, Sight, State, Vertex, ZoneSet};

/// A level with one block: a floor of 400 x 200 quants at a height of 16.
const LEVEL: &str = r#"
"WMB7"
# 20 lists of offset and length; only blocks (18th) is there.
00*136
a4 00 00 00  c8 00 00 00        # 140: blocks at 164, 200 bytes
00*16
01 00 00 00                     # one block
00 00 48 c3  00 00 c8 c2  00 00 80 41    # mins -200 -100 16
00 00 48 43  00 00 c8 42  00 00 80 41    # maxs  200  100 16
80 ff ff ff                     # content -128, solid
04 00 00 00  02 00 00 00  01 00 00 00    # 4 vertices, 2 triangles, 1 skin
# x y z, tu tv, su sv
00 00 48 c3  00 00 c8 c2  00 00 80 41   00 00 00 00 00 00 00 00  00*8
00 00 48 c3  00 00 c8 42  00 00 80 41   00 00 00 00 00 00 80 3f  00*8
00 00 48 43  00 00 c8 42  00 00 80 41   00 00 80 3f 00 00 80 3f  00*8
00 00 48 43  00 00 c8 c2  00 00 80 41   00 00 80 3f 00 00 00 00  00*8
# v1 v2 v3 skin polygon; clockwise seen from above
00 00 01 00 02 00 00 00 01 00 00 00
00 00 02 00 03 00 00 00 01 00 00 00
# texture -1, no light map, material 0, ambient, albedo, flags 3 (flat)
ff ff 00 00  00 00 00 00  00 00 00 00  00 00 48 42  03 00 00 00
"#;

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

fn float(bytes: &[u8], at: usize) -> f32 {
    f32::from_bits(word(bytes, at))
}

/// The level's one block as a scene.
fn load(bytes: &[u8]) -> Scene {
    assert_eq!(&bytes[..4], b"WMB7");
    let (offset, length) = (word(bytes, 140) as usize, word(bytes, 144) as usize);
    let list = &bytes[offset..offset + length];
    assert_eq!(word(list, 0), 1, "one block");
    let block = &list[4..];
    let (vertices, triangles) = (word(block, 28) as usize, word(block, 32) as usize);

    // Z up, 40 quants to the metre.
    let frame = Frame::parse("-y +z -x", 0.025).unwrap();
    let mut model = Model { lit: false, fogged: true, ..Model::default() };
    for index in 0..vertices {
        let at = 40 + 28 * index;
        let game = [0, 4, 8].map(|offset| float(block, at + offset));
        model.vertices.push(Vertex {
            position: frame.to_engine(game.into()).to_array(),
            normal: Vertex::pack_normal(glam::Vec3::Y),
            uv: [float(block, at + 12), float(block, at + 16)],
            color: [255; 3],
            ..Vertex::default()
        });
    }
    for index in 0..triangles {
        let at = 40 + 28 * vertices + 12 * index;
        let corner = |i: usize| u32::from(u16::from_le_bytes([block[at + 2 * i], block[at + 2 * i + 1]]));
        // Clockwise fronts become counter-clockwise ones.
        model.indices.extend([corner(0), corner(2), corner(1)]);
        model.polygons.push(Polygon {
            first_vertex: 0,
            first_index: 3 * index as u32,
            index_count: 3,
            material: MaterialId(0),
            layer: 0,
            double_sided: false,
            pass: 0,
            sight: Sight::Painted,
            solid: true,
            zones: ZoneSet::default(),
        });
    }
    model.bounds = Aabb::around(model.vertices.iter().map(|vertex| vertex.position.into()));

    let mut scene = Scene::empty("gamestudio", "flat", frame);
    scene.materials.push(Material {
        name: String::new(),
        color: [0.5, 0.6, 0.4],
        opacity: 1.0,
        texture: None,
        cycle: None,
        blend: Blend::Opaque,
        soil: 0,
    });
    scene.models.push(model);
    scene.nodes.push(Node {
        name: "blocks".into(),
        model: Some(ModelId(0)),
        flags: NodeFlags::ACTIVE.with(NodeFlags::ALTITUDE).with(NodeFlags::INTERSECT),
        opacity: 1.0,
        ..Node::default()
    });
    scene.roots.push(NodeId(0));
    scene
}

#[test]
fn a_gamestudio_level_goes_through_the_same_types() {
    let bytes = harness::hex::bytes(LEVEL);
    assert_eq!(bytes.len(), 164 + 200);
    let mut scene = load(&bytes);
    assert_eq!(scene.triangles(), 2);

    let state = State::new(&scene, 1);
    let (occurrences, findings) = Occurrences::build(&scene, &state, 1000);
    assert_eq!((occurrences.len(), findings.len()), (1, 0));
    let space = Space::new(&scene, &occurrences, Arc::new(Colliders::new(&scene)));
    let probe = Probe { scene: &scene, occurrences: &occurrences, space: &space, zones: state.zones };
    // The game's (150, 80) is the engine's x = -80, z = -150.
    let hit = probe.ground(-80.0, -150.0, 100.0, 0.0).expect("the floor");
    assert_eq!(hit.point.y, 16.0);
    assert_eq!(hit.normal, glam::Vec3::Y);
    assert!(probe.ground(-80.0, -250.0, 100.0, 0.0).is_none(), "beyond the floor");
    assert!(probe.ray([0.0, 40.0, 0.0].into(), [0.0, 0.0, 0.0].into()).is_some(), "from above");
    assert!(probe.ray([0.0, 0.0, 0.0].into(), [0.0, 40.0, 0.0].into()).is_none(), "from below");

    // A person of 1.8 m is 72 quants tall here, falls from 40 quants above the
    // floor and stands.
    assert_eq!(scene.walker.height, 72.0);
    scene.avatar.position = [-80.0, 56.0, -150.0].into();
    let limits = binary::Limits::default();
    let (mut simulation, _) = runtime::Simulation::new(Arc::new(scene), 1, &limits);
    for _ in 0..120 {
        simulation.tick(&runtime::Input::default());
    }
    let avatar = &simulation.state().avatar;
    assert!(avatar.grounded);
    assert!((avatar.position.y - 16.0).abs() < 0.4, "within a centimetre: {}", avatar.position);
}
