//! What moves and what is climbed in a zone, and the archives of late zones.

use crate::everquest::maker::{Install, Maker, archive, codes, engine, grass, leaf, plane, two_regions};
use everquest::wld::lights::light_flags;
use everquest::wld::volumes::SCALED;
use everquest::wld::{ActorDef, Body, Instance, LightDef, Polyhedron, PolyhedronDef, Reference, Version};
use glam::Vec3;
use load::Loaded;
use runtime::{Input, Simulation};
use std::sync::Arc;
use world::{Limits, RegionKind};

fn running(loaded: Loaded) -> Simulation {
    Simulation::of_loaded(Arc::new(loaded.scene), loaded.derived, 1, &Limits::default())
}

/// A zone with a lamp that has so many frames, each a tenth of a second long.
fn lamp(frames: &[(f32, [f32; 3])], first: Option<u32>) -> Install {
    let mut lights = Maker::new(Version::Old);
    let name = lights.name("TORCH_LDEF");
    let current = if first.is_some() { light_flags::CURRENT_FRAME } else { 0 };
    let definition = LightDef {
        name,
        flags: current | light_flags::SLEEP | light_flags::LEVELS | light_flags::COLORS,
        frame_count: frames.len() as u32,
        current_frame: first,
        sleep_ms: Some(100),
        levels: Some(frames.iter().map(|(level, _)| *level).collect()),
        colors: Some(frames.iter().map(|(_, color)| *color).collect()),
    };
    let definition = lights.add(Body::LightDef(Box::new(definition)));
    let light = lights.add(Body::Light(Instance::of(definition, 0)));
    lights.lamp(light, [0.0, 0.0, 10.0], 50.0);
    let files =
        [("arena.wld", two_regions().bytes()), ("lights.wld", lights.bytes()), ("grass.bmp", grass())];
    Install::new(&[("arena.s3d", &files)])
}

#[test]
fn a_lamp_with_several_frames_flickers_with_their_time_and_one_with_one_is_steady() {
    let frames = [(1.0, [1.0, 0.5, 0.0]), (0.5, [1.0, 0.5, 0.0]), (0.25, [0.0, 1.0, 0.0])];
    let colors = |first: Option<u32>| {
        let loaded = lamp(&frames, first).arena();
        assert_eq!(codes(&loaded), [] as [&str; 0]);
        let at = loaded.scene.lights.iter().position(|light| light.node.is_some()).unwrap();
        let mut running = running(loaded);
        // In the middle of each frame: 3, 9, 15 and 21 ticks.
        let mut seen = Vec::new();
        for tick in 0..21 {
            running.tick(&Input::default());
            if tick % 6 == 2 {
                seen.push(running.state().lights[at].color);
            }
        }
        seen
    };
    let [bright, half, green] = [[1.0, 0.5, 0.0], [0.5, 0.25, 0.0], [0.0, 0.25, 0.0]];
    assert_eq!(colors(None), [bright, half, green, bright]);
    assert_eq!(colors(Some(1)), [half, green, bright, half]);
    let steady = lamp(&frames[..1], None).arena();
    assert!(steady.scene.animators.is_empty() && steady.scene.clips.is_empty());
}

/// Models of one ladder, 2 wide and 10 high, in the plane x = 0; with a volume of `thick` to each side or without.
fn ladder(thick: Option<f32>, callback: &str) -> Maker {
    let mut models = Maker::new(Version::Old);
    let palette = models.grass();
    let corners = [[0.0, -1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 1.0, 10.0], [0.0, -1.0, 10.0]];
    let mut mesh = models.mesh("LADDER_DMSPRITEDEF", palette, &corners, &[[0, 1, 2], [0, 2, 3]]);
    if let Some(thick) = thick {
        let mut vertices = Vec::new();
        for z in [0.0, 10.0] {
            for (x, y) in [(-thick, -1.0), (thick, -1.0), (thick, 1.0), (-thick, 1.0)] {
                vertices.push([x, y, z]);
            }
        }
        let faces = [[0, 1, 2, 3], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]];
        let volume = PolyhedronDef {
            flags: SCALED,
            scale: 1.0,
            radius: 10.0,
            vertices,
            faces: faces.map(|face| face.to_vec()).to_vec(),
            ..PolyhedronDef::default()
        };
        let definition = models.add(Body::PolyhedronDef(Box::new(volume)));
        let volume = models.add(Body::Polyhedron(Polyhedron { definition, ..Polyhedron::default() }));
        mesh.head.stored_volume = volume;
    }
    let shown = models.shown(mesh);
    let (name, callback) = (models.name("LADDER_ACTORDEF"), models.name(callback));
    models.add(Body::ActorDef(Box::new(ActorDef::still(name, callback, shown))));
    models
}

#[test]
fn a_ladder_is_climbed_in_its_volume_or_else_in_its_box() {
    let placed = || {
        let mut placed = Maker::new(Version::Old);
        // A quarter turn: the ladder lies in the plane y = 20 then; twice as large it is 20 high.
        placed.place("LADDER_ACTORDEF", [10.0, 20.0, 5.0], [128.0, 0.0, 0.0], 2.0, None);
        placed
    };
    let has = |thick: Option<f32>, place: [f32; 3]| {
        let loaded = Install::of_objects(placed(), ladder(thick, "LADDERCALLBACK")).arena();
        assert_eq!(codes(&loaded), [] as [&str; 0]);
        let climbs: Vec<_> =
            loaded.scene.regions.iter().filter(|region| region.kind == RegionKind::Climb).collect();
        assert_eq!((climbs.len(), climbs[0].name.as_str()), (1, "ladder"));
        climbs[0].has(&loaded.scene.space, engine(place))
    };
    // 1.5 to each side are 3 in the zone, along y.
    assert!(has(Some(1.5), [10.0, 22.9, 24.9]) && has(Some(1.5), [11.9, 20.0, 5.1]));
    assert!(!has(Some(1.5), [10.0, 23.1, 24.9]) && !has(Some(1.5), [10.0, 20.0, 25.1]));
    // Without one a box that is a tenth thick to each side, twice as large.
    assert!(has(None, [10.0, 20.1, 24.9]) && !has(None, [10.0, 20.3, 24.9]));
    let other = Install::of_objects(placed(), ladder(Some(1.5), "SPRITECALLBACK")).arena();
    assert!(other.scene.regions.is_empty());
}

#[test]
fn a_track_that_plays_backwards_starts_with_its_last_frame() {
    let mut models = Maker::new(Version::Old);
    let palette = models.grass();
    let corners = [[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    let mesh = models.mesh("VANE_DMSPRITEDEF", palette, &corners, &[[0, 1, 2]]);
    let mesh = models.shown(mesh);
    let root = models
        .track(&[([16384, 0, 0, 0], [0, 0, 256], 256), ([16384, 0, 0, 0], [0, 0, 512], 256)], Some(100));
    let definition = Reference(root.0 - 1);
    let flags = everquest::wld::tracks::track_flags::REVERSE | everquest::wld::tracks::track_flags::SLEEP;
    let back = models.add(Body::Track(everquest::wld::Track {
        name: Reference::NONE,
        definition,
        flags,
        sleep_ms: Some(100),
    }));
    let skeleton = models.skeleton(&[(back, mesh, &[])]);
    models.actor("VANE_ACTORDEF", skeleton);
    let mut placed = Maker::new(Version::Old);
    placed.place("VANE_ACTORDEF", [0.0; 3], [0.0; 3], 1.0, None);
    let loaded = Install::of_objects(placed, models).arena();
    let model = loaded.scene.models.iter().find(|model| model.deform.is_some()).unwrap();
    let deform = model.deform.as_ref().unwrap();
    let heights: Vec<f32> = deform.frames.iter().map(|frame| frame.moved[0].1.position.y).collect();
    assert_eq!(heights, [2.0, 1.0]);
}

/// A zone of one region with a floor at a height.
fn floor(height: f32) -> Maker {
    let mut zone = Maker::new(Version::Old);
    let palette = zone.grass();
    let mesh = zone.floor("R1_DMSPRITEDEF", palette, [-50.0, -50.0, height], [50.0, 50.0]);
    let mesh = zone.add_mesh(mesh);
    zone.tree(vec![plane([0.0, 1.0, 0.0], 0.0, 2, 3), leaf(1), leaf(2)]);
    zone.region(0, &[0, 1], [0.0, 0.0, 10.0, 70.0], Some(mesh));
    zone.region(1, &[0, 1], [0.0, 0.0, 10.0, 70.0], None);
    zone
}

#[test]
fn meshes_that_were_lit_anew_take_the_place_of_those_of_their_names() {
    let install = Install::of_zone(floor(0.0));
    let heights = |install: &Install| {
        let loaded = install.arena();
        assert_eq!(codes(&loaded), [] as [&str; 0]);
        let models = loaded.scene.models.iter();
        models.map(|model| model.bounds.max.y).collect::<Vec<f32>>()
    };
    assert_eq!(heights(&install), [0.0]);
    let lit = floor(3.0);
    install.put("arena_lit.s3d", &archive(&[("arena_lit.wld", lit.bytes()), ("grass.bmp", grass())]));
    assert_eq!(heights(&install), [3.0]);
}

#[test]
fn the_archives_that_a_late_zone_lists_have_its_objects() {
    let mut placed = Maker::new(Version::Old);
    placed.place("LADDER_ACTORDEF", [10.0, 20.0, 5.0], [0.0; 3], 1.0, None);
    let files =
        [("arena.wld", two_regions().bytes()), ("objects.wld", placed.bytes()), ("grass.bmp", grass())];
    let install = Install::new(&[("arena.s3d", &files)]);
    let models = ladder(None, "SPRITECALLBACK");
    install.put("stuff.s3d", &archive(&[("stuff.wld", models.bytes()), ("grass.bmp", grass())]));
    assert_eq!(codes(&install.arena()), ["load.everquest.actor_missing"]);
    install.put("arena_assets.txt", b"gone.s3d\r\nStuff.s3d\r\narena.s3d\r\n");
    let loaded = install.arena();
    assert_eq!(codes(&loaded), [] as [&str; 0]);
    let ladder = loaded.scene.nodes.iter().find(|node| &*node.name == "ladder").unwrap();
    assert_eq!(Vec3::from(ladder.transform.translation), engine([10.0, 20.0, 5.0]));
}
