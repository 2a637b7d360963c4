//! A Scene is no Zipper thing: a flat Gamestudio level, typed by hand, becomes
//! one through the same types, is stood on and is hashed.
//!
//! Source of the layout: `docs/spec/gamestudio.md`, "2. WMB7 level".

use std::sync::Arc;
use world::space::{Colliders, Probe, Space};
use world::{Frame, Occurrences, Scene, State};

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

/// The level as the loader builds it.
fn load(bytes: &[u8]) -> Scene {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("flat.wmb"), bytes).unwrap();
    let vfs = vfs::Vfs::open(folder.path(), &[], load::ARCHIVES).unwrap();
    let request = load::Request {
        world: "flat".to_owned(),
        container: "flat.wmb".to_owned(),
        // Z up, 40 quants to the metre.
        ..load::Request::bare(
            load::Family::Gamestudio,
            "gamestudio",
            Frame::parse("-y +z -x", 0.025).unwrap(),
        )
    };
    load::load(&vfs, &request, &mut load::Quiet).unwrap().scene
}

#[test]
fn a_gamestudio_level_goes_through_the_same_types() {
    let bytes = harness::hex::bytes(LEVEL);
    assert_eq!(bytes.len(), 164 + 200);
    let mut scene = load(&bytes);
    assert_eq!(scene.triangles(), 2);

    let state = State::new(&scene, 1);
    let (occurrences, findings) = Occurrences::build(&scene, &state, 1000);
    // The blocks, and the one that there is.
    assert_eq!((occurrences.len(), findings.len()), (2, 0));
    let space = Space::new(&scene, &occurrences, Arc::new(Colliders::new(&scene)));
    let probe = Probe::new(&scene, &occurrences, &space, state.zones);
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
    let avatar = simulation.state().avatar().unwrap();
    assert!(avatar.grounded);
    assert!((avatar.position.y - 16.0).abs() < 0.4, "within a centimetre: {}", avatar.position);
}
