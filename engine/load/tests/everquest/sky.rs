//! The sky of zones in which the day shines, typed from `docs/spec/everquest/zone-install.md`, "12. Sky".

use crate::everquest::maker::{Install, Maker, archive, codes, engine, grass, leaf, two_regions};
use everquest::wld::{Body, ShortFrame, Track, TrackDef, Version};
use glam::Vec3;
use load::Loaded;
use runtime::{Command, Input, Simulation};
use std::sync::Arc;
use world::{Blend, Limits, NodeFlags, Scene, State};

const OPAQUE: u32 = 0x8000_000D;
const BLENDED: u32 = 0x8000_000F;
const ADDITIVE: u32 = 0x8000_0010;

/// A turn about the files' x axis, which points north, as a quaternion w, x, y, z.
fn turned(w: i16, x: i16) -> ShortFrame {
    ShortFrame { rotation: [w, x, 0, 0], translation: [0; 3], scale: 256 }
}

/// Two skies of layers 100 units above, and a sun in the east that goes once around in four frames: below, east,
/// above, west.
fn sky() -> Vec<u8> {
    let mut sky = Maker::new(Version::Old);
    for (name, method, height) in [
        ("LAYER13_DMSPRITEDEF", BLENDED, 90.0),
        ("LAYER21_DMSPRITEDEF", OPAQUE, 100.0),
        ("LAYER11_DMSPRITEDEF", OPAQUE, 100.0),
    ] {
        let material = sky.material(&name.replace("DMSPRITEDEF", "MDF"), method, "grass.bmp");
        let palette = sky.palette(&[material]);
        let mesh = sky.floor(name, palette, [-60.0, -60.0, height], [60.0, 60.0]);
        sky.add_mesh(mesh);
    }
    let material = sky.material("SUN_MDF", ADDITIVE, "grass.bmp");
    let palette = sky.palette(&[material]);
    let corners = [[-3.0, -40.0, -3.0], [3.0, -40.0, -3.0], [0.0, -40.0, 3.0]];
    let mesh = sky.mesh("SUN_DMSPRITEDEF", palette, &corners, &[[0, 1, 2]]);
    sky.add_mesh(mesh);
    let half = 11_585;
    // A quarter of a turn, none, a quarter back, half of one.
    let frames = vec![turned(half, half), turned(16_384, 0), turned(half, -half), turned(0, 16_384)];
    let name = sky.name("SUN_TRACKDEF");
    let definition = sky.add(Body::TrackDef(TrackDef::new(name, frames)));
    let name = sky.name("SUN_TRACK");
    sky.add(Body::Track(Track { name, definition, flags: 5, sleep_ms: Some(100) }));
    sky.bytes()
}

fn zone() -> Install {
    let install = Install::of_zone(two_regions());
    install.put("sky.s3d", &archive(&[("sky.wld", sky()), ("grass.bmp", grass())]));
    install
}

/// Number and transform at the start of a node of that name.
fn named(loaded: &Loaded, name: &str) -> Option<usize> {
    loaded.scene.nodes.iter().position(|node| &*node.name == name)
}

/// Where the sun is at an hour, engine axes.
fn sun(scene: &Scene, at: usize, hour: f32) -> Vec3 {
    let (mut simulation, _) = Simulation::new(Arc::new(scene.clone()), 1, &Limits::default());
    simulation.advance(&[Input::default()], &[Command::SetHour { hour }]);
    let model = &scene.models[scene.nodes[at].model.unwrap().index()];
    simulation.state().nodes.transforms[at].transform_point3(model.bounds.center()).normalize()
}

#[test]
fn the_first_sky_has_its_layers_and_the_sun_goes_around_once_a_day() {
    let loaded = zone().arena();
    assert_eq!(codes(&loaded), [""; 0]);
    let scene = &loaded.scene;
    assert!(named(&loaded, "LAYER21").is_none());
    let [upper, clouds, star] = ["LAYER11", "LAYER13", "SUN"].map(|name| named(&loaded, name).unwrap());
    let root = &scene.nodes[named(&loaded, "sky").unwrap()];
    assert_eq!(root.children.iter().map(|child| child.index()).collect::<Vec<_>>(), [upper, star, clouds]);
    assert!(root.flags.contains(NodeFlags::FOLLOWS_CAMERA | NodeFlags::UNFOGGED));
    let model = |node: usize| &scene.models[scene.nodes[node].model.unwrap().index()];
    let blend = |node: usize| scene.materials[model(node).polygons[0].material.index()].blend;
    assert_eq!([upper, star, clouds].map(blend), [Blend::Opaque, Blend::AdditiveAlpha, Blend::Alpha]);
    // One texture in 120 seconds, and in 20.
    assert_eq!([model(upper).scroll[0], model(clouds).scroll[0]], [1.0 / 120.0, 1.0 / 20.0]);
    // Layers are as bright as the day, whatever is baked into them; the sun shines by itself.
    assert!(model(upper).vertices.iter().all(|vertex| (vertex.color, vertex.day) == ([0; 3], 255)));
    assert!(model(star).vertices.iter().all(|vertex| (vertex.color, vertex.day) == ([255; 3], 0)));
    for (hour, way) in
        [(0.0, [0.0, 0.0, -1.0]), (6.0, [0.0, -1.0, 0.0]), (12.0, [0.0, 0.0, 1.0]), (18.0, [0.0, 1.0, 0.0])]
    {
        let found = sun(scene, star, hour);
        assert!(found.abs_diff_eq(engine(way), 0.03), "{hour}: {found}, by hand {}", engine(way));
    }
    // It starts at noon.
    let start = State::new(scene, 1);
    assert_eq!(start.clocks[scene.hours.as_ref().unwrap().daily[0].index()].time, 2160.0);
}

#[test]
fn without_a_dome_there_is_a_plain_sky_and_indoors_none() {
    let plain = Install::of_zone(two_regions()).load_whole("arena.s3d", None).unwrap();
    let node = &plain.scene.nodes[named(&plain, "sky").unwrap()];
    assert!(node.flags.contains(NodeFlags::FOLLOWS_CAMERA) && node.model.is_some());
    let install = Install::of_zone(two_regions());
    let mut empty = Maker::new(Version::Old);
    let palette = empty.grass();
    let mesh = empty.floor("CEILING_DMSPRITEDEF", palette, [-1.0; 3], [1.0; 2]);
    empty.add_mesh(mesh);
    install.put("sky.s3d", &archive(&[("sky.wld", empty.bytes()), ("grass.bmp", grass())]));
    let odd = install.load_whole("arena.s3d", None).unwrap();
    assert_eq!(codes(&odd), ["load.everquest.sky"]);
    assert!(odd.scene.nodes[named(&odd, "sky").unwrap()].model.is_some());

    // No corner gets daylight.
    let mut dark = Maker::new(Version::Old);
    let palette = dark.grass();
    let mut mesh = dark.floor("A_DMSPRITEDEF", palette, [-50.0, -50.0, 0.0], [50.0, 50.0]);
    mesh.colors = vec![[10, 10, 10, 0]; 4];
    let mesh = dark.add_mesh(mesh);
    dark.tree(vec![leaf(1)]);
    dark.region(0, &[0], [0.0, 0.0, 10.0, 70.0], Some(mesh));
    let install = Install::of_zone(dark);
    install.put("sky.s3d", &archive(&[("sky.wld", sky()), ("grass.bmp", grass())]));
    let loaded = install.arena();
    assert!(named(&loaded, "sky").is_none() && named(&loaded, "LAYER11").is_none());
    assert_eq!(State::new(&loaded.scene, 1).daylight(&loaded.scene), [1.0; 3]);
    assert!(!loaded.scene.hours.unwrap().daylight);
}
