//! A stage: what stands on it, what people bump into, the body of a person, signs.

use crate::warcraft::maker::{Install, bytes, card, frame, ranged, sequence, texel};
use glam::Vec3;
use load::{Family, Guests, Loaded, Request};
use runtime::{Input, Simulation};
use std::sync::Arc;
use warcraft::m2::{Collision, Model, Track};
use world::{CameraMode, Doing, Limits, Probe, Sight, State};

/// A card with a wall before it, one yard ahead and as high, of two triangles.
fn walled() -> Model {
    let vertices = vec![[1.0, 2.0, 0.0], [1.0, -2.0, 0.0], [1.0, -2.0, 2.0], [1.0, 2.0, 2.0]];
    let collision =
        Collision { triangles: vec![0, 1, 2, 0, 2, 3], vertices, normals: vec![[1.0, 0.0, 0.0]; 2] };
    Model { collision, ..card() }
}

/// A card that stands, walks and runs.
fn walker() -> Model {
    let mut model = card();
    model.sequences = vec![sequence(0, 0), sequence(1, 4), sequence(2, 5)];
    (model.sequences[1].speed, model.sequences[2].speed) = (1.5, 12.0);
    model.bones[0].translation = ranged(Track::linear([(1000, [0.0; 3]), (9000, [0.0, 0.0, 1.0])]));
    model
}

fn request(world: &str, race: Option<&str>) -> Request {
    Request {
        world: world.to_owned(),
        guests: Guests { race: race.map(str::to_owned), ..Guests::default() },
        ..Request::bare(Family::Warcraft, "warcraft", frame())
    }
}

fn stage(model: &Model, world: &str, race: Option<&str>) -> Loaded {
    let files = [
        ("Creature/Card/Card.m2", bytes(model)),
        ("Creature/Other/Walker.m2", bytes(&walker())),
        ("Art/Card.blp", texel([255, 0, 0], 255)),
    ];
    load::load(&Install::new(&files).vfs(), &request(world, race), &mut load::Quiet).expect("a stage")
}

/// How far somebody comes who goes north for three seconds from the middle.
fn way_north(loaded: Loaded) -> f32 {
    let scene = Arc::new(loaded.scene);
    let mut world = Simulation::of_loaded(scene, loaded.derived, 1, &Limits::default());
    let north = Input { forward: 1.0, ..Input::default() };
    (0..240).for_each(|_| world.tick(&north));
    -world.state().avatar().expect("a person").position.z
}

#[test]
fn people_bump_into_the_collision_mesh_and_walk_through_models_without_one() {
    // It stands in front of the person, five yards away, and looks at them: its wall is a yard nearer.
    let through = way_north(stage(&card(), "card", None));
    assert!(through > 8.0, "{through}");
    let stopped = way_north(stage(&walled(), "card", None));
    assert!((3.0..4.0).contains(&stopped), "{stopped}");
    // Nobody sees the mesh.
    let scene = stage(&walled(), "card", None).scene;
    let unseen = scene
        .models
        .iter()
        .filter(|model| model.polygons.iter().any(|polygon| polygon.sight == Sight::Unseen && polygon.solid));
    assert_eq!(unseen.count(), 1);
    // Corners that are not there or are no numbers are left out of it.
    let mut stale = walled();
    stale.collision.triangles[5] = 900;
    stale.collision.vertices[1][0] = f32::NAN;
    let through = way_north(stage(&stale, "card", None));
    assert!(through > 8.0, "{through}");
}

#[test]
fn a_model_is_the_body_of_a_person_and_does_what_they_do() {
    let loaded = stage(&card(), "card", Some("walker"));
    let scene = loaded.scene;
    let body = &scene.bodies[0];
    assert_eq!(scene.person, Some(body.node));
    let clip = |doing: Doing| &*scene.clips[body.act(doing).expect("an act").clip.index()].name;
    assert_eq!([Doing::Stand, Doing::Walk, Doing::Run].map(clip), ["Stand", "Walk", "Run"]);
    let own = body.walker.expect("sizes of its own");
    assert_eq!((own.walk_speed, own.run_speed), (1.5, 12.0));
    // The card is two yards high, and so is who walks in it.
    assert!((scene.walker.height - 2.0).abs() < 1e-5, "{}", scene.walker.height);
    assert!(matches!(State::new(&scene, 1).rig.mode, CameraMode::Chase { .. }));

    let (animator, node) = (body.animator, body.node);
    let (speed, walking) = (scene.walker.walk_speed, body.act(Doing::Walk).expect("an act").clip);
    let (mut world, _) = Simulation::new(scene.into(), 1, &Limits::default());
    let north = Input { forward: 1.0, ..Input::default() };
    (0..60).for_each(|_| world.tick(&north));
    let clock = *world.state().newest_clock(animator).expect("a clock");
    assert_eq!(clock.clip, Some(walking));
    // Made for 1.5 yards a second, it plays as much faster as the person is, at most twice.
    assert!((clock.speed - (speed / 1.5).min(2.0)).abs() < 1e-3, "{clock:?} {speed}");
    let at = world.state().nodes.transforms[node.index()];
    assert!((Vec3::from(at.translation) - world.state().avatar().unwrap().position).length() < 1e-3);
    // It looks where the person goes: models look along x, which the body turns to -z.
    let shown = world.scene().nodes[node.index()].children[0];
    let looks = at.transform_vector3(world.scene().nodes[shown.index()].transform.transform_vector3(Vec3::X));
    assert!((looks - Vec3::NEG_Z).length() < 1e-3, "{looks}");
}

#[test]
fn a_body_that_is_nowhere_is_said_and_nobody_has_one() {
    let loaded = stage(&card(), "card", Some("dragon"));
    assert!(loaded.scene.person.is_none());
    let found = loaded.findings.iter().find(|one| one.code == "load.warcraft.no_such_model");
    assert_eq!(found.map(|one| one.file.as_str()), Some("dragon"));
}

#[test]
fn signs_are_low_and_no_wider_than_what_they_name() {
    let loaded = stage(&card(), "card,walker", None);
    let scene = &loaded.scene;
    let signs: Vec<_> = scene.nodes.iter().filter(|node| &*node.name == "sign").collect();
    assert_eq!(signs.len(), 2);
    for sign in signs {
        let bounds = scene.models[sign.model.expect("a board").index()].bounds;
        // The card is one yard to a side, and has a yard and a half beside it.
        assert!(bounds.max.y < 0.25 && bounds.max.z - bounds.min.z < 2.75, "{bounds:?}");
        assert!(bounds.max.z - bounds.min.z > 0.3, "{bounds:?}");
    }
    // There is ground under all of it.
    let probe = Probe::new(scene, &loaded.derived.occurrences, &loaded.derived.space, scene.zones);
    assert!(probe.ground(0.0, -5.0, 1.0, 0.5).is_some_and(|hit| hit.point.y.abs() < 1e-4));
}

#[test]
fn all_files_of_a_stage_are_known_with_what_is_held_and_the_body() {
    let files = ["A/Card.m2", "A/Sword.m2", "B/Walker.m2", "B/Other.m2"].map(|name| (name, bytes(&card())));
    let install = Install::new(&files);
    let vfs = install.vfs();
    let of = |world: &str, body| load::warcraft::stage::addresses(&vfs, world, body);
    assert_eq!(of("card", None), ["A/Card.m2"]);
    let all = ["A/Card.m2", "A/Sword.m2", "B/Other.m2", "B/Walker.m2", "A/Sword.m2"];
    assert_eq!(of("card+right=sword.mdx+skin02,other,nothing", Some("walker+left=sword")), all);
    assert_eq!(of("card", Some("nothing")), ["A/Card.m2"]);
}
