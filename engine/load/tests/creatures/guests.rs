//! Creatures that somebody wants in a zone, and the body of the person.

use crate::creatures::maker::{Maker, QUARTER, STRAIGHT, archive, beetle, near, pose};
use crate::creatures::zone_maker::{self, Install, two_regions};
use glam::Vec3;
use load::{Guests, Loaded};
use runtime::{Input, Simulation};
use std::sync::Arc;
use world::{CameraMode, Doing, Foe, Limits, NodeId, Order, Scene, SeatId};

/// The zone of two floors at height 0, with a beetle that stands and walks among its creatures.
fn zone() -> Install {
    let install = Install::of_zone(two_regions());
    let mut maker = Maker::new();
    beetle(&mut maker);
    maker.track("P01BUGARM_TRACK", 0, &[pose(QUARTER, [0.0, 1.0, 0.0], 1.0)]);
    let steps = [2.0, 2.5, 2.0, 1.5].map(|height| pose(STRAIGHT, [0.0, 0.0, height], 1.0));
    maker.track("L01BUG_TRACK", 100, &steps);
    maker.track("L04BUG_TRACK", 100, &steps);
    let (name, bytes) = archive("arena_chr", maker);
    install.put(&name, &bytes);
    install
}

fn with(spawns: &[&str], race: Option<&str>) -> Loaded {
    let spawns = spawns.iter().map(|text| text.parse().unwrap()).collect();
    let guests = Guests { spawns, race: race.map(str::to_owned), ..Guests::default() };
    let install = zone();
    let vfs = vfs::Vfs::open(install.path(), &[], load::ARCHIVES).unwrap();
    let request = load::Request { guests, ..zone_maker::request("arena.s3d", None) };
    load::load(&vfs, &request, &mut load::Quiet).unwrap()
}

#[test]
fn what_a_creature_does_from_the_start_on_is_said_behind_its_place() {
    let way = "bug@10,20,0,128:patrol 10,40 30,40,5";
    let loaded = with(&[way, "bug@-5,-60,2:fight", "bug@-5,-30:l01", "bug@0,-30:sit", "bug@5,-30"], None);
    let scene = &loaded.scene;
    // It has no animation in which it sits.
    assert_eq!(codes(&loaded), ["load.everquest.activity"]);
    assert!(loaded.findings[0].to_string().contains("sit"), "{}", loaded.findings[0]);
    let nodes: Vec<NodeId> = scene.orders.iter().map(|(node, _)| *node).collect();
    assert_eq!(nodes, [0, 1, 2].map(|at| scene.bodies[at].node));
    let orders: Vec<&Order> = scene.orders.iter().map(|(_, order)| order).collect();
    let Order::Go(path) = orders[0] else { panic!("{orders:?}") };
    // North is -z of the engine, west is -x; a height that is not said is that of its own place.
    let points = [Vec3::new(-40.0, 0.0, -10.0), Vec3::new(-40.0, 5.0, -30.0)];
    assert!(path.points == points && path.looping && !path.run, "{path:?}");
    assert_eq!(*orders[1], Order::Fight(Foe::Person(SeatId::FIRST)));
    let Order::Play(clip) = orders[2] else { panic!("{orders:?}") };
    assert_eq!(&*scene.clips[clip.index()].name, "bug L01");
    let mut simulation = running(loaded);
    let node = simulation.scene().bodies[0].node;
    (0..60).for_each(|_| simulation.tick(&Input::default()));
    let at: Vec3 = simulation.state().nodes.transforms[node.index()].translation.into();
    // Westwards, as it looks: a second, and on its floor.
    let speed = simulation.scene().walker.walk_speed;
    assert!((at.x + 20.0 + speed).abs() < 0.5 && at.z == -10.0 && at.y.abs() < 1e-3, "{at}");
    assert_eq!(plays(&simulation), "bug L01");
}

#[test]
fn creatures_of_archives_of_other_zones_are_listed_and_placed() {
    let install = Install::of_zone(two_regions());
    let mut maker = Maker::new();
    beetle(&mut maker);
    let (name, bytes) = archive("tox_chr", maker);
    install.put(&name, &bytes);
    install.put("odd_chr.s3d", b"no archive");
    let vfs = vfs::Vfs::open(install.path(), &[], load::ARCHIVES).unwrap();
    let request = zone_maker::request("arena.s3d", None);
    assert_eq!(load::creatures(&vfs, &request), [] as [&str; 0]);
    assert_eq!(load::creatures_elsewhere(&vfs, &request), [("bug".to_owned(), "tox_chr".to_owned())]);
    let guests = Guests { spawns: vec!["bug@10,20".parse().unwrap()], ..Guests::default() };
    let request = load::Request { guests, ..request };
    let loaded = load::load(&vfs, &request, &mut load::Quiet).unwrap();
    assert_eq!(loaded.scene.bodies.len(), 1, "{:?}", loaded.findings);
    // In its own zone it is near.
    let request = load::Request { container: "tox.s3d".to_owned(), ..zone_maker::request("tox.s3d", None) };
    assert_eq!(load::creatures(&vfs, &request)[0], "bug");
    assert_eq!(load::creatures_elsewhere(&vfs, &request), []);
}

fn codes(loaded: &Loaded) -> Vec<&'static str> {
    loaded.findings.iter().map(|finding| finding.code).collect()
}

/// Where a corner of a body's model is in the world, in the files' axes.
fn corner(scene: &Scene, body: NodeId, point: usize) -> Vec3 {
    let root = &scene.nodes[body.index()];
    let child = &scene.nodes[root.children[0].index()];
    let deform = scene.models[child.model.unwrap().index()].deform.as_ref().unwrap();
    scene.frame.to_game((root.transform * child.transform).transform_point3(deform.points[point].position))
}

#[test]
fn a_creature_stands_on_its_feet_where_it_was_put_and_looks_where_it_was_told() {
    let loaded = with(&["BUG@10,20,0,128", "bug@-5,-60,2"], None);
    assert_eq!(codes(&loaded), [] as [&str; 0]);
    let scene = &loaded.scene;
    assert_eq!(scene.bodies.len(), 2);
    // The second point of the beetle is 1 ahead of its root, as low as it reaches; a quarter turn left is west.
    near(&[corner(scene, scene.bodies[0].node, 1)], &[[10.0, 21.0, 0.0]]);
    // Two above the floor it is put on it.
    near(&[corner(scene, scene.bodies[1].node, 1)], &[[-4.0, -60.0, 0.0]]);
    // Each has a clock of its own, and stands.
    let [first, second] = [0, 1].map(|at| &scene.bodies[at]);
    assert_ne!(first.animator, second.animator);
    let plays = scene.animators[first.animator.index()].start.clip.unwrap();
    assert_eq!(&*scene.clips[plays.index()].name, "bug P01");
    assert_eq!(scene.person, None);
}

#[test]
fn creatures_are_put_on_the_ground_at_or_below_their_place() {
    // Without a height, high above, one below the floor (within a step), three below it, and where no floor is.
    let loaded = with(&["bug@10,20", "bug@10,20,500", "bug@10,20,-1", "bug@10,20,-3", "bug@900,20,7"], None);
    let heights: Vec<f32> = loaded
        .scene
        .bodies
        .iter()
        .map(|body| loaded.scene.nodes[body.node.index()].transform.translation.y)
        .collect();
    assert_eq!(heights, [0.0, 0.0, 0.0, -3.0, 7.0]);
    // What is derived from the scene knows where they stand.
    let bounds = |body: &world::Body| {
        let occurrences = &loaded.derived.occurrences;
        occurrences.transform(occurrences.of(body.node).next().unwrap()).translation.y
    };
    let derived: Vec<f32> = loaded.scene.bodies.iter().map(bounds).collect();
    assert_eq!(derived, heights);
}

#[test]
fn a_zone_offers_the_creatures_of_its_archives() {
    let install = zone();
    let mut shared = Maker::new();
    beetle(&mut shared);
    let (name, bytes) = archive("global_chr", shared);
    install.put(&name, &bytes);
    let vfs = vfs::Vfs::open(install.path(), &[], load::ARCHIVES).unwrap();
    let offered = load::creatures(&vfs, &zone_maker::request("arena.s3d", None));
    assert!(offered.iter().any(|name| name == "bug"), "{offered:?}");
    assert_eq!(offered.iter().filter(|name| *name == "bug").count(), 1, "{offered:?}");
}

/// A body is chosen while the zone runs: the person is in it, and everything goes on where it was.
#[test]
fn a_zone_that_is_loaded_again_has_the_person_in_the_new_body() {
    let mut before = running(with(&["bug@30,30,0"], None));
    (0..60).for_each(|_| before.tick(&Input { forward: 1.0, ..Input::default() }));
    let feet = before.state().avatar().unwrap().position;
    let mut after = running(with(&["bug@30,30,0", "bug@20,30,0"], Some("bug")));
    after.go_on_from(&before, &Limits::default());
    let body = after.scene().person.unwrap();
    assert_eq!(after.state().person().unwrap().node, Some(body));
    assert_eq!((after.state().tick, after.state().avatar().unwrap().position), (60, feet));
    after.tick(&Input::default());
    let at: Vec3 = after.state().nodes.transforms[body.index()].translation.into();
    assert!(at.distance(feet) < 0.5, "{at} {feet}");
    // Who looks through its eyes does not see it until the camera is behind it.
    let seen = |simulation: &Simulation| {
        simulation.state().nodes.flags[body.index()].contains(world::NodeFlags::ACTIVE)
    };
    assert!(!seen(&after));
    let behind = CameraMode::behind(&after.scene().walker);
    assert!(after.edit().set_camera(behind, 0.0));
    after.tick(&Input::default());
    assert!(seen(&after));
    // Without a body again.
    let mut bare = running(with(&["bug@30,30,0"], None));
    bare.go_on_from(&after, &Limits::default());
    assert_eq!(bare.state().person().unwrap().node, None);
}

#[test]
fn what_no_archive_has_is_a_finding_and_the_zone_is_there() {
    let loaded = with(&["bee@0,0,0", "bug+hat@0,0,0"], Some("ant"));
    assert_eq!(codes(&loaded), ["load.everquest.creature"; 3]);
    assert!(loaded.scene.bodies.is_empty() && loaded.scene.person.is_none());
    assert_eq!(loaded.scene.avatar, with(&[], None).scene.avatar);
}

fn running(loaded: Loaded) -> Simulation {
    Simulation::of_loaded(Arc::new(loaded.scene), loaded.derived, 1, &Limits::default())
}

/// The clip that shows, or that is being faded to.
fn plays(simulation: &Simulation) -> String {
    let (scene, state) = (simulation.scene(), simulation.state());
    let animator = scene.bodies[0].animator;
    let fading = state.layers_of(animator).iter().rev().find(|layer| layer.replaces).map(|layer| layer.clock);
    let clock = fading.or_else(|| state.clock(animator).copied()).unwrap();
    scene.clips[clock.clip.unwrap().index()].name.to_string()
}

#[test]
fn the_body_of_the_person_does_what_the_person_does() {
    let loaded = with(&[], Some("bug"));
    assert_eq!(codes(&loaded), [] as [&str; 0]);
    // A body does not change where one starts.
    assert_eq!(loaded.scene.avatar, with(&[], None).scene.avatar);
    let mut simulation = running(loaded);
    assert!(matches!(simulation.state().rig.mode, CameraMode::Chase { .. }));
    let body = simulation.scene().person.unwrap();
    let (stands, walks) = (Input::default(), Input { forward: 1.0, ..Input::default() });
    let run = |simulation: &mut Simulation, input: &Input, ticks: usize| {
        (0..ticks).for_each(|_| simulation.tick(input));
        let at: Vec3 = simulation.state().nodes.transforms[body.index()].translation.into();
        let avatar = *simulation.state().avatar().unwrap();
        assert_eq!(at, avatar.position);
        plays(simulation)
    };
    assert_eq!(run(&mut simulation, &stands, 30), "bug P01");
    assert_eq!(run(&mut simulation, &walks, 30), "bug L01");
    // It has no clip for running: it walks faster.
    assert_eq!(run(&mut simulation, &Input { run: true, ..walks }, 30), "bug L01");
    assert_eq!(run(&mut simulation, &Input { jump: true, ..stands }, 4), "bug L04");
    assert_eq!(run(&mut simulation, &stands, 240), "bug P01");
    let acts: Vec<Doing> = simulation.scene().bodies[0].acts.iter().map(|act| act.doing).collect();
    assert_eq!(acts, [Doing::Stand, Doing::Walk, Doing::Run, Doing::Jump, Doing::Swim]);
}

#[test]
fn eyes_do_not_see_their_own_body_and_every_run_is_the_same() {
    let run = || {
        let mut simulation = running(with(&["bug@30,30,0"], Some("bug")));
        let body = simulation.scene().person.unwrap();
        let shown = |simulation: &Simulation| {
            simulation.state().nodes.flags[body.index()].contains(world::NodeFlags::ACTIVE)
        };
        (0..20).for_each(|_| simulation.tick(&Input { forward: 1.0, ..Input::default() }));
        assert!(shown(&simulation));
        assert!(simulation.edit().set_camera(CameraMode::Eyes, 0.0));
        simulation.tick(&Input::default());
        assert!(!shown(&simulation));
        (0..40).for_each(|_| simulation.tick(&Input { jump: true, yaw: 0.01, ..Input::default() }));
        simulation.hash()
    };
    assert_eq!(run(), run());
}
