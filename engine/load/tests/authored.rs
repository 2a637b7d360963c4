//! A level with one of everything, made with the format's own writers.

use gamestudio::hmp::{self, Terrain};
use gamestudio::mdl7::{self, Group, Triangle, Vertex, VertexForm};
use gamestudio::wmb::blocks::{Block, Skin, surface};
use gamestudio::wmb::objects::{Entity, Object, Path, Position, Region, entity_flags};
use gamestudio::wmb::{self, Level};
use load::{Error, Family, Loaded, Phase, Request};
use std::fs;
use std::path::Path as Folder;
use vfs::Vfs;
use world::space::{Colliders, Probe, Space};
use world::{
    Facade, Frame, Motion, NodeFlags, NodeId, Occurrences, RegionKind, RegionShape, Scene, Sight, State,
};

fn put(root: &Folder, address: &str, bytes: &[u8]) {
    let path = root.join(address);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// A triangle of 40 quants that stands with its foot at the origin, in two
/// scenes; its picture is `paint.png`.
fn banner() -> Vec<u8> {
    let mut model = mdl7::Model::default();
    let mut group = Group::new("cloth").unwrap();
    group.skins.push(mdl7::Skin::external("paint", "Paint.PNG").unwrap());
    for position in [[0.0; 3], [0.0, 40.0, 0.0], [0.0, 0.0, 40.0]] {
        group.vertices.push(Vertex::new(position, [1.0, 0.0, 0.0]));
        group.uvs.push([position[1] / 40.0, 1.0 - position[2] / 40.0]);
    }
    // Clockwise as seen from the east.
    group.triangles.push(Triangle::new([0, 2, 1], [0, 2, 1], 0));
    let rest: Vec<_> = group.vertices.iter().map(|vertex| vertex.position).collect();
    let mut waved = rest.clone();
    waved[2][0] = 8.0;
    for (name, positions) in [("walk1", &rest), ("stand 1", &rest), ("stand 2", &waved)] {
        group.push_frame(name, positions, None, VertexForm::Normal).unwrap();
    }
    model.groups.push(group);
    mdl7::write(&model).unwrap()
}

fn entity(name: &str, file: &str, origin: [f32; 3], flags: u32) -> Entity {
    Entity { flags, scale: [1.0; 3], ..Entity::new(name, file, origin).unwrap() }
}

fn block(x: f32, flags: u32) -> Block {
    let skin = Skin { flags, ..Skin::flat(-1) };
    Block::cuboid([x, -50.0, -16.0], [x + 100.0, 50.0, 0.0], skin, 16, 16)
}

fn level() -> Level {
    let mut level = Level::new();
    level.blocks = vec![
        block(0.0, surface::FLAT),
        block(1000.0, surface::NONE),
        block(2000.0, surface::FLAT | surface::PASSABLE),
        block(3000.0, surface::SKY),
        block(4000.0, surface::TURBULENCE),
    ];
    for (name, file, flags) in [
        ("first", "banner.mdl", 0),
        ("second", "BANNER.MDL", entity_flags::PASSABLE | entity_flags::UNLIT | entity_flags::NOFOG),
        ("ghost", "banner.mdl", entity_flags::INVISIBLE),
        ("haze", "glow+4.png", entity_flags::BRIGHT | entity_flags::TRANSLUCENT),
        ("arena", "arena.wmb", 0),
        ("hill", "hill.hmp", 0),
        ("lost", "gone.mdl", 0),
        ("odd", "words.txt", 0),
    ] {
        level.add_entity(entity(name, file, [0.0, 0.0, 100.0], flags));
    }
    let turned = Entity { angles: [0.0, 90.0, 0.0], ..entity("sign", "glow+4.png", [0.0; 3], 0) };
    level.add_entity(turned);
    let path = level.add_path(Path::new("round", vec![[0.0; 3], [120.0, 0.0, 0.0]], true).unwrap());
    let mut walker = entity("walker", "banner.mdl", [7.0; 3], 0).with_action("guard").unwrap();
    (walker.path, walker.skills[2]) = (path, 5.0);
    level.add_entity(walker);
    level.objects.push(Object::Region(Box::new(Region::new("pit", [1.0; 3], [2.0, 3.0, 4.0]).unwrap())));
    for (name, x) in [("camera", 90.0), ("player_one", 20.0)] {
        level.objects.push(Object::Position(Box::new(Position {
            origin: [x, 10.0, 80.0],
            angles: [90.0, 0.0, 0.0],
            name: gamestudio::text::Text::new(name).unwrap(),
            ..Position::default()
        })));
    }
    level.seal();
    level
}

fn game(root: &Folder) {
    put(root, "Levels/one.wmb", &wmb::write(&level()).unwrap());
    put(root, "models/Banner.mdl", &banner());
    let mut arena = Level::new();
    arena.blocks = vec![block(0.0, surface::FLAT), block(500.0, surface::FLAT)];
    arena.seal();
    put(root, "models/arena.wmb", &wmb::write(&arena).unwrap());
    let hill =
        Terrain::from_heights(3, 50.0, [-50.0, -50.0], &[0.0, 10.0, 20.0, 0.0, 10.0, 20.0, 0.0, 0.0, 0.0]);
    put(root, "land/hill.hmp", &hmp::write(&hill.unwrap()).unwrap());
    put(root, "words.txt", b"words");
    for (file, width, height) in [("art/paint.png", 4, 4), ("art/glow+4.png", 64, 8)] {
        let path = root.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let rgba: Vec<u8> = (0..width * height).flat_map(|i| [200, 100, 50, (i % 255) as u8]).collect();
        image::save_buffer(path, &rgba, width, height, image::ColorType::Rgba8).unwrap();
    }
}

fn request() -> Request {
    Request {
        world: "one".to_owned(),
        container: "levels/one.wmb".to_owned(),
        ..Request::bare(Family::Gamestudio, "gamestudio", Frame::parse("-y +z -x", 0.025).unwrap())
    }
}

fn loaded() -> Loaded {
    let folder = tempfile::tempdir().unwrap();
    game(folder.path());
    let vfs = Vfs::open(folder.path(), &[], load::ARCHIVES).unwrap();
    load::load(&vfs, &request(), &mut load::Quiet).unwrap()
}

fn node(scene: &Scene, name: &str) -> NodeId {
    NodeId::from(scene.nodes.iter().position(|node| &*node.name == name).unwrap_or_else(|| panic!("{name}")))
}

#[test]
fn only_what_is_wrong_is_found() {
    let loaded = loaded();
    let found: Vec<_> = loaded.findings.iter().map(|finding| (finding.code, finding.file.as_str())).collect();
    let file = "levels/one.wmb";
    // In the order of the entities; the level itself has nothing odd but skins
    // without a texture.
    let loading: Vec<_> = found.iter().filter(|(code, _)| code.starts_with("load.")).collect();
    assert_eq!(loading, [&("load.file_missing", file), &("load.file_kind", file)]);
    let others = found.iter().filter(|(code, _)| !code.starts_with("load."));
    assert!(
        others.clone().all(|(code, _)| *code == "gamestudio.wmb.block.skin_texture"
            || *code == "gamestudio.wmb.skin_texture"),
        "{:?}",
        others.collect::<Vec<_>>()
    );
}

#[test]
fn blocks_are_seen_and_in_the_way_as_their_surfaces_say() {
    let scene = loaded().scene;
    let sights: Vec<(Sight, bool)> = (0..5)
        .map(|number| {
            let model = scene.nodes[node(&scene, &format!("block {number}")).index()].model.unwrap();
            let polygon = &scene.models[model.index()].polygons[0];
            (polygon.sight, polygon.solid)
        })
        .collect();
    let wanted = [
        (Sight::Painted, true),
        (Sight::Unseen, true),
        (Sight::Painted, false),
        (Sight::Sky, true),
        (Sight::Painted, false),
    ];
    assert_eq!(sights, wanted);

    let (occurrences, _) = Occurrences::build(&scene, &State::new(&scene, 0), 1000);
    let space = Space::new(&scene, &occurrences, std::sync::Arc::new(Colliders::new(&scene)));
    let probe = Probe::new(&scene, &occurrences, &space, scene.zones);
    // East is the engine's -z.
    let top = |east: f32| probe.ground(0.0, -east, 50.0, 0.0).map(|hit| hit.point.y);
    assert_eq!(top(1050.0), Some(0.0));
    assert_eq!(top(2050.0), None);
}

#[test]
fn a_model_is_read_once_and_shown_by_many() {
    let scene = loaded().scene;
    let shown = |name: &str| scene.nodes[node(&scene, name).index()].clone();
    let (first, second, ghost) = (shown("first"), shown("second"), shown("ghost"));
    assert_eq!((first.model, first.animator), (second.model, second.animator));
    let solid = NodeFlags::INTERSECT.union(NodeFlags::ALTITUDE);
    assert!(first.flags.contains(solid) && !second.flags.contains(NodeFlags::INTERSECT));
    assert!(second.flags.contains(NodeFlags::UNLIT.union(NodeFlags::UNFOGGED)));
    // Not seen, yet in the way.
    let unseen = &scene.models[ghost.model.unwrap().index()];
    assert!(ghost.model != first.model && ghost.flags.contains(solid));
    assert!(unseen.polygons.iter().all(|polygon| polygon.sight == Sight::Unseen && polygon.solid));

    // The engine's fronts run against the clock: from the east, -z, the corners
    // of this one do.
    let model = &scene.models[first.model.unwrap().index()];
    let [a, b, c] = [0, 1, 2].map(|i| glam::Vec3::from(model.vertices[model.indices[i] as usize].position));
    assert!((b - a).cross(c - a).z < 0.0);
    let texture = scene.materials[model.polygons[0].material.index()].texture.unwrap();
    assert_eq!(scene.textures[texture.index()].levels[0].width, 4, "found by its bare name in any case");

    let animator = &scene.animators[first.animator.unwrap().index()];
    let clip = &scene.clips[animator.start.clip.unwrap().index()];
    assert_eq!((&*clip.name, &clip.motion), ("stand", &Motion::Frames(vec![1, 2])));
    let deform = model.deform.as_ref().unwrap();
    assert_eq!(deform.frames[2].moved.iter().map(|(point, _)| *point).collect::<Vec<_>>(), [2]);
    assert_eq!(deform.frames[2].moved[0].1.position, glam::Vec3::new(0.0, 40.0, -8.0));
}

#[test]
fn pictures_turn_to_the_camera_unless_somebody_turned_them() {
    let scene = loaded().scene;
    let (haze, sign) = (node(&scene, "haze"), node(&scene, "sign"));
    let model = |id: NodeId| &scene.models[scene.nodes[id.index()].model.unwrap().index()];
    assert_eq!((model(haze).facade, model(sign).facade), (Some(Facade::Sphere), None));
    // A strip of four frames of 16 x 8 quants.
    let extent = model(sign).bounds.max - model(sign).bounds.min;
    assert_eq!(extent, glam::Vec3::new(16.0, 8.0, 0.0));
    let material = &scene.materials[model(sign).polygons[0].material.index()];
    let cycle = material.cycle.as_ref().unwrap();
    assert_eq!(cycle.offsets, [[0.0, 0.0], [0.25, 0.0], [0.5, 0.0], [0.75, 0.0]]);
    let node = &scene.nodes[haze.index()];
    assert!(node.flags.contains(NodeFlags::ADDITIVE) && node.opacity == 0.5);
    // Tilted up by a quarter turn, its picture looks at the sky.
    let up = scene.nodes[sign.index()].transform.transform_vector3(glam::Vec3::NEG_Z);
    assert!(up.abs_diff_eq(glam::Vec3::Y, 1e-5), "{up}");
}

#[test]
fn levels_and_terrains_stand_in_levels() {
    let scene = loaded().scene;
    assert_eq!(scene.nodes[node(&scene, "arena").index()].children.len(), 2);
    let hill = &scene.nodes[node(&scene, "hill").index()];
    let model = &scene.models[hill.model.unwrap().index()];
    assert!(hill.flags.contains(NodeFlags::TERRAIN));
    // Rows come from the north: the north-east corner is the highest.
    let peak = model.vertices.iter().find(|vertex| vertex.position == [-50.0, 20.0, -50.0]);
    assert!(peak.is_some(), "{:?}", model.bounds);
    let [a, b, c] = [0, 1, 2].map(|i| glam::Vec3::from(model.vertices[model.indices[i] as usize].position));
    assert!((b - a).cross(c - a).y > 0.0, "seen from above");
}

#[test]
fn entities_keep_what_the_level_says_and_follow_their_paths() {
    let scene = loaded().scene;
    let id = node(&scene, "walker");
    let entity = scene.entity(id).unwrap();
    assert_eq!((entity.file.as_str(), entity.action.as_str()), ("banner.mdl", "guard"));
    assert_eq!(entity.skills[2], 5.0);
    assert!(scene.entity(node(&scene, "blocks")).is_none());
    let pit = scene.regions.iter().find(|region| region.name == "pit").unwrap();
    let RegionShape::Box(bounds) = pit.shape else { panic!("{pit:?}") };
    assert_eq!(pit.kind, RegionKind::Other);
    assert_eq!(scene.frame.to_game(bounds.center()), glam::Vec3::new(1.5, 2.0, 2.5));

    // To 120 and back at 3 m, 120 quants, a second.
    let animator = scene.animators.iter().find(|animator| &*animator.name == "walker").unwrap();
    assert_eq!(scene.clips[animator.start.clip.unwrap().index()].seconds, 2.0);
    let mut simulation =
        runtime::Simulation::new(std::sync::Arc::new(scene), 1, &binary::Limits::default()).0;
    for (ticks, east) in [(30, 60.0), (30, 120.0), (30, 60.0)] {
        for _ in 0..ticks {
            simulation.tick(&runtime::Input::default());
        }
        let at = simulation.state().nodes.transforms[id.index()].translation;
        let [x, y, z] = simulation.scene().frame.to_game(at.into()).to_array();
        assert!((x - east).abs() < 0.5 && y == 0.0 && z == 0.0, "{x} {y} {z} instead of {east}");
    }
}

#[test]
fn a_visitor_starts_where_the_player_does() {
    let scene = loaded().scene;
    let feet = scene.frame.to_game(scene.avatar.position);
    assert!(feet.abs_diff_eq(glam::Vec3::new(20.0, 10.0, 0.0), 1e-4), "{feet}");
    assert!(scene.avatar.grounded && (scene.avatar.yaw.to_degrees() - 90.0).abs() < 1e-4);
}

#[test]
fn what_loading_worked_out_is_what_a_simulation_would_work_out_again() {
    let folder = tempfile::tempdir().unwrap();
    game(folder.path());
    // A sky: it is put around the camera, wherever the visitor starts.
    let sky = [90; 4 * 6 * 8 * 8];
    image::save_buffer(folder.path().join("sky+6.png"), &sky, 48, 8, image::ColorType::Rgba8).unwrap();
    put(folder.path(), "main.c", b"void main() { ent_createlayer(\"sky+6.png\", SKY | CUBE, 1); }");
    let vfs = Vfs::open(folder.path(), &[], load::ARCHIVES).unwrap();
    let Loaded { scene, derived, .. } = load::load(&vfs, &request(), &mut load::Quiet).unwrap();
    let feet = scene.frame.to_game(scene.avatar.position);
    assert!(feet.abs_diff_eq(glam::Vec3::new(20.0, 10.0, 0.0), 1e-4), "{feet}");
    assert_eq!(&*scene.nodes.last().unwrap().name, "sky");

    let scene = std::sync::Arc::new(scene);
    let mut handed = runtime::Simulation::of_loaded(scene.clone(), derived, 7, &binary::Limits::default());
    let (mut anew, _) = runtime::Simulation::new(scene.clone(), 7, &binary::Limits::default());
    let rows = |simulation: &runtime::Simulation| {
        let table = simulation.occurrences();
        table.ids().map(|id| (table.node(id), *table.transform(id))).collect::<Vec<_>>()
    };
    assert_eq!(rows(&handed), rows(&anew));
    assert!(rows(&handed).iter().any(|(node, _)| node.index() == scene.nodes.len() - 1), "the sky");
    let steps = runtime::Input { forward: 1.0, yaw: 0.02, ..runtime::Input::default() };
    for _ in 0..90 {
        handed.tick(&steps);
        anew.tick(&steps);
    }
    assert_eq!(handed.state(), anew.state());
    let walked = scene.frame.to_game(handed.state().avatar().unwrap().position).distance(feet);
    assert!(walked > 40.0, "{walked}");
}

#[test]
fn loading_is_cancelled_at_any_step_and_names_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    game(folder.path());
    let vfs = Vfs::open(folder.path(), &[], load::ARCHIVES).unwrap();
    let mut steps = Vec::new();
    let mut count = |phase: Phase, done: usize, of: usize| {
        steps.push((phase, done, of));
        true
    };
    load::load(&vfs, &request(), &mut count).unwrap();
    assert!(steps.is_sorted(), "{steps:?}");
    for phase in Phase::ALL {
        assert!(steps.iter().any(|(at, done, of)| *at == phase && done == of), "{phase:?}");
    }
    for last in 0..steps.len() {
        let mut left = last;
        let mut stop = |_: Phase, _: usize, _: usize| {
            let go = left > 0;
            left = left.saturating_sub(1);
            go
        };
        assert!(matches!(load::load(&vfs, &request(), &mut stop), Err(Error::Cancelled)), "{last}");
    }
    let absent = Request { container: "levels/two.wmb".to_owned(), ..request() };
    let Err(Error::File(finding)) = load::load(&vfs, &absent, &mut load::Quiet) else { panic!("a level") };
    assert_eq!((finding.code, finding.file.as_str()), ("load.level_missing", "levels/two.wmb"));
    put(folder.path(), "levels2/old.wmb", b"WMB6 and more");
    let vfs = Vfs::open(folder.path(), &[], load::ARCHIVES).unwrap();
    let old = Request { container: "levels2/old.wmb".to_owned(), ..request() };
    let Err(Error::File(finding)) = load::load(&vfs, &old, &mut load::Quiet) else { panic!("a level") };
    assert!(finding.code.starts_with("gamestudio.wmb.") && finding.file == "levels2/old.wmb", "{finding}");
}
