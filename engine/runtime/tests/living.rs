//! Nodes that are made and removed while a world runs: seen in queries, hash,
//! save and interpolation; and what is refused.

use glam::{Affine3A, Vec3};
use runtime::{Input, LinkError, Misfit, Simulation, SpawnError};
use std::sync::Arc;
use world::sketch::{ModelSketch, Sketch};
use world::{Limits, NodeFlags, NodeId, Random, Scene, State};

/// Standing.
const STAND: Input = Input {
    forward: 0.0,
    strafe: 0.0,
    yaw: 0.0,
    pitch: 0.0,
    run: false,
    jump: false,
    sink: false,
    fire: false,
    fire_second: false,
};

fn start_scene(scene: Scene) -> Simulation {
    let (simulation, findings) = Simulation::new(Arc::new(scene), 1, &Limits::default());
    assert!(findings.is_empty(), "{findings:?}");
    simulation
}

fn at(x: f32, y: f32, z: f32) -> Affine3A {
    Affine3A::from_translation(Vec3::new(x, y, z))
}

/// A floor, and a template that hangs nowhere: a table 1 high over its foot,
/// with a lamp 10 to the east whose top is at 2, and the same lamp once more
/// through a shelf, 10 farther.
fn room() -> (Scene, [NodeId; 3]) {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-50.0; 2], [50.0; 2], 0.0));
    let top = sketch.model(ModelSketch::new().floor([-1.0; 2], [1.0; 2], 1.0));
    let bulb = sketch.model(ModelSketch::new().cuboid(Vec3::new(-1.0, 0.0, -1.0), Vec3::new(1.0, 2.0, 1.0)));
    let lamp = sketch.node("lamp", Some(bulb), &[]);
    let shelf = sketch.node("shelf", None, &[lamp]);
    let table = sketch.node("table", Some(top), &[lamp, shelf]);
    sketch.at(lamp).transform = at(10.0, 0.0, 0.0);
    sketch.at(shelf).transform = at(10.0, 0.0, 0.0);
    (sketch.scene, [table, lamp, shelf])
}

fn height(simulation: &Simulation, x: f32) -> f32 {
    simulation.probe().ground(x, 0.0, 50.0, 0.0).expect("there is a floor").point.y
}

fn resumed(simulation: &Simulation) -> Simulation {
    let saved = simulation.state().to_json().unwrap();
    let state = State::from_json(&saved).unwrap();
    assert_eq!(&state, simulation.state());
    let (resumed, findings) =
        Simulation::resume(simulation.scene().clone(), state, &Limits::default()).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    resumed
}

#[test]
fn what_is_made_stands_is_hashed_saved_and_drawn_where_it_appeared() {
    let (scene, [template, lamp, shelf]) = room();
    let own = scene.nodes.len();
    let mut simulation = start_scene(scene);
    simulation.tick(&STAND);
    let before = simulation.hash();
    assert_eq!((height(&simulation, 5.0), height(&simulation, 15.0)), (0.0, 0.0));

    let table = simulation.edit().spawn(template, None, at(5.0, 0.0, 0.0)).unwrap();
    // A table, a lamp that stands twice, and a shelf.
    assert_eq!((table.index(), simulation.state().nodes.len()), (own, own + 3));
    assert_eq!(
        (height(&simulation, 5.0), height(&simulation, 15.0), height(&simulation, 25.0)),
        (1.0, 2.0, 2.0)
    );
    let nodes = &simulation.state().nodes;
    let [new_lamp, new_shelf] = nodes.children[table.index()][..] else { panic!("{nodes:?}") };
    assert_eq!(nodes.shape(table), Some(template));
    assert_eq!((nodes.shape(new_lamp), nodes.shape(new_shelf)), (Some(lamp), Some(shelf)));
    assert_eq!(nodes.children[new_shelf.index()], [new_lamp]);
    assert_eq!(simulation.occurrences().of(new_lamp).count(), 2);
    let hit = simulation.probe().ray(Vec3::new(15.0, 9.0, 0.0), Vec3::new(15.0, 0.5, 0.0)).unwrap();
    assert_eq!((hit.node, hit.point.y), (new_lamp, 2.0));
    // The template itself is where it was: nowhere.
    assert_eq!(simulation.occurrences().of(template).count(), 0);

    let made = simulation.hash();
    assert_ne!(made, before);
    assert_eq!(made, simulation.state().hash());
    let id = simulation.occurrences().of(table).next().unwrap();
    assert_eq!(simulation.occurrences().previous(id).translation.x, 5.0);
    simulation.tick(&STAND);
    assert!(simulation.edit().move_node(table, at(6.0, 0.0, 0.0)));
    let id = simulation.occurrences().of(table).next().unwrap();
    let x = |place: &Affine3A| place.translation.x;
    let table_at = simulation.occurrences();
    assert_eq!((x(table_at.previous(id)), x(table_at.transform(id))), (5.0, 6.0));

    let mut later = resumed(&simulation);
    assert_eq!((later.hash(), height(&later, 16.0)), (simulation.hash(), 2.0));
    assert!(simulation.edit().despawn(table));
    assert!(later.edit().despawn(table));
    assert_eq!(simulation.hash(), later.hash());
    assert_eq!((height(&simulation, 6.0), height(&simulation, 16.0)), (0.0, 0.0));
    assert_eq!(simulation.occurrences().len(), 1);
    assert_ne!(simulation.hash(), before, "the numbers that were given are part of the state");
    // Nobody else gets its number, and it does nothing any more.
    let mut edit = simulation.edit();
    assert!(!edit.despawn(table) && !edit.move_node(new_lamp, at(0.0, 0.0, 0.0)));
    assert_eq!(edit.link(None, new_shelf), Err(LinkError::Missing));
    assert_eq!(edit.spawn(template, Some(table), at(0.0, 0.0, 0.0)), Err(SpawnError::Parent));
    assert_eq!(edit.spawn(lamp, None, at(0.0, 0.0, 0.0)), Ok(NodeId::from(own + 3)));
}

#[test]
fn what_hangs_somewhere_else_too_outlives_what_it_hung_below() {
    let (scene, [template, ..]) = room();
    let floor = scene.roots[0];
    let mut simulation = start_scene(scene);
    let mut edit = simulation.edit();
    let table = edit.spawn(template, None, at(0.0, 0.0, 0.0)).unwrap();
    let shelf = edit.state().nodes.children[table.index()][1];
    let lamp = edit.state().nodes.children[table.index()][0];
    assert_eq!(edit.link(Some(floor), shelf), Ok(()));
    assert!(edit.despawn(table));
    drop(edit);
    let nodes = &simulation.state().nodes;
    assert_eq!([table, shelf, lamp].map(|node| nodes.lives(node)), [false, true, true]);
    assert_eq!(height(&simulation, 20.0), 2.0);
    // A node of the scene may go, too, with whatever hangs only there.
    assert!(simulation.edit().despawn(floor));
    assert_eq!(simulation.occurrences().len(), 0);
    assert!(simulation.state().nodes.roots.is_empty());
    assert_eq!([floor, shelf, lamp].map(|node| simulation.state().nodes.lives(node)), [false; 3]);
    let mut later = resumed(&simulation);
    assert_eq!(later.hash(), simulation.hash());
}

#[test]
fn rings_and_what_does_not_exist_are_refused_and_change_nothing() {
    let (mut scene, [template, lamp, shelf]) = room();
    // A template that hangs below itself, and one with a link to nowhere.
    let ring = NodeId::from(scene.nodes.len());
    let node = scene.nodes[shelf.index()].clone();
    scene.nodes.push(world::Node { children: vec![lamp, ring], ..node.clone() });
    let broken = NodeId::from(scene.nodes.len());
    scene.nodes.push(world::Node { children: vec![lamp, NodeId(broken.0 + 1)], ..node });
    let mut simulation = start_scene(scene);
    let table = simulation.edit().spawn(template, None, at(0.0, 0.0, 0.0)).unwrap();
    let shelf = simulation.state().nodes.children[table.index()][1];
    let before = simulation.state().clone();
    let mut edit = simulation.edit();
    let here = at(0.0, 0.0, 0.0);
    assert_eq!(edit.spawn(table, None, here), Err(SpawnError::Template), "a copy is no template");
    assert_eq!(edit.spawn(template, Some(NodeId(999)), here), Err(SpawnError::Parent));
    assert_eq!(edit.spawn(template, None, at(f32::NAN, 0.0, 0.0)), Err(SpawnError::Place));
    assert_eq!(edit.spawn(ring, None, here), Err(SpawnError::Ring));
    assert_eq!(edit.link(Some(shelf), table), Err(LinkError::Ring));
    assert_eq!(edit.link(None, table), Err(LinkError::Linked));
    assert!(!edit.despawn(NodeId(u32::MAX)) && !edit.unlink(Some(shelf), table));
    drop(edit);
    assert_eq!(simulation.state(), &before);
    // What would stand at the end of a link to nowhere is not found there.
    let made = simulation.edit().spawn(broken, None, here).unwrap();
    assert_eq!(simulation.state().nodes.children[made.index()].len(), 1);
    assert!(simulation.take_findings().is_empty());
}

#[test]
fn a_storm_of_nodes_ends_at_the_limit_and_the_world_lives_on() {
    let (scene, [template, lamp, _]) = room();
    let own = scene.nodes.len();
    let limits = Limits { nodes: own + 8, ..Limits::default() };
    let (mut simulation, _) = Simulation::new(Arc::new(scene), 1, &limits);
    let full = SpawnError::Limit { nodes: own + 8 };
    let mut edit = simulation.edit();
    let results: Vec<_> =
        (0..1000).map(|index| edit.spawn(template, None, at(index as f32, 0.0, 0.0))).collect();
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 2);
    assert!(results[2..].iter().all(|result| *result == Err(full)));
    assert!(
        edit.spawn(lamp, None, at(30.0, 0.0, 0.0)).is_ok()
            && edit.spawn(lamp, None, at(35.0, 0.0, 0.0)).is_ok()
    );
    // What was removed still counts: its number was given.
    assert!(edit.despawn(NodeId::from(own)));
    assert_eq!(edit.spawn(lamp, None, at(0.0, 0.0, 0.0)), Err(full));
    drop(edit);
    simulation.tick(&STAND);
    assert_eq!((simulation.state().nodes.len(), height(&simulation, 35.0)), (own + 8, 2.0));
    assert_eq!(simulation.hash(), simulation.state().hash());
    // As many paths as the table takes: a finding, and the rest is there.
    let limits = Limits { occurrences: 5, ..Limits::default() };
    let (mut simulation, _) = Simulation::new(simulation.scene().clone(), 1, &limits);
    assert!(simulation.edit().spawn(template, None, at(0.0, 0.0, 0.0)).is_ok());
    assert!(simulation.take_findings().is_empty());
    assert!(simulation.edit().spawn(template, None, at(5.0, 0.0, 0.0)).is_ok());
    let codes: Vec<_> = simulation.take_findings().iter().map(|finding| finding.code).collect();
    assert_eq!((codes, simulation.occurrences().len()), (vec!["world.occurrences.limit"], 5));
}

#[test]
fn a_save_that_is_not_of_this_world_is_refused() {
    let (scene, [template, ..]) = room();
    let mut simulation = start_scene(scene);
    let table = simulation.edit().spawn(template, None, at(0.0, 0.0, 0.0)).unwrap();
    let scene = simulation.scene().clone();
    let resume = |state: State| Simulation::resume(scene.clone(), state, &Limits::default()).map(|_| ());
    let good = simulation.state().clone();
    assert_eq!(resume(good.clone()), Ok(()));
    type Change = fn(&mut State, usize);
    let changes: [(&str, Change); 8] = [
        ("a shape the scene has not", |state, at| state.nodes.shapes[at] = NodeId(99)),
        ("a scene's node as another", |state, _| state.nodes.shapes[1] = NodeId(0)),
        ("a link to nowhere", |state, at| state.nodes.children[at].push(NodeId(99))),
        ("a root that is not there", |state, _| state.nodes.roots.push(NodeId(99))),
        ("a link to what was removed", |state, at| state.nodes.alive[at] = false),
        ("a column too short", |state, _| _ = state.nodes.flags.pop()),
        ("a column too long", |state, _| state.nodes.opacities.push(1.0)),
        ("fewer nodes than the scene", |state, _| state.nodes = world::NodeStates::new(&[], &[])),
    ];
    for (what, change) in changes {
        let mut state = good.clone();
        change(&mut state, table.index());
        assert_eq!(resume(state), Err(Misfit), "{what}");
    }
}

/// Edits that depend on nothing but the random numbers; their results.
fn live(simulation: &mut Simulation, random: &mut Random) -> Vec<String> {
    let mut draw = |below: usize| usize::from(random.draw()) % below.max(1);
    let mut results = Vec::new();
    let own = simulation.scene().nodes.len();
    let mut edit = simulation.edit();
    for _ in 0..1 + draw(4) {
        let count = edit.state().nodes.len();
        // Mostly what came lately: the rest is gone already.
        let any = |place: usize| {
            NodeId::from(if place.is_multiple_of(3) { place % own } else { count - 1 - place % 12 % count })
        };
        let (node, other) = (any(draw(9999)), any(draw(9999)));
        let parent = (draw(3) > 0).then_some(other);
        let place = at(draw(40) as f32, draw(3) as f32, draw(40) as f32);
        results.push(match draw(8) {
            0 => format!("{}", edit.move_node(node, place)),
            1 => format!("{}", edit.teleport_node(node, place)),
            2 => format!("{}", edit.set_flags(node, NodeFlags::ALTITUDE, draw(2) == 0)),
            3 => format!("{:?}", edit.link(parent, node)),
            4 => format!("{}", edit.unlink(parent, node)),
            5 if draw(3) == 0 => format!("{}", edit.despawn(node)),
            _ => format!("{:?}", edit.spawn(NodeId::from(1 + draw(own - 1)), parent, place)),
        });
    }
    results
}

#[test]
fn a_world_that_lives_goes_on_through_saves_as_it_would_have() {
    let (scene, _) = room();
    let mut simulation = start_scene(scene);
    let mut random = Random(4711);
    let mut kept: Vec<Simulation> = Vec::new();
    for tick in 0..1500 {
        let before = random;
        let results = live(&mut simulation, &mut random);
        simulation.tick(&STAND);
        let hash = simulation.hash();
        assert_eq!(hash, simulation.state().hash(), "tick {tick}");
        // Those that were saved some ticks ago do the same.
        for later in &mut kept {
            let mut random = before;
            assert_eq!(live(later, &mut random), results, "tick {tick}");
            later.tick(&STAND);
            assert_eq!(later.hash(), hash, "tick {tick}");
            let ask = |simulation: &Simulation| {
                let ground = simulation.probe().ground((tick % 40) as f32, 0.0, 50.0, 0.0);
                let ray = simulation.probe().ray(Vec3::new(-9.0, 0.5, 1.0), Vec3::new(50.0, 1.5, 30.0));
                [ground, ray].map(|hit| hit.map(|hit| (hit.node, hit.point, hit.polygon)))
            };
            assert_eq!(ask(later), ask(&simulation), "tick {tick}");
        }
        if tick % 100 == 50 {
            kept.clear();
            kept.push(resumed(&simulation));
        }
        // Never more than can be looked at.
        if simulation.occurrences().len() > 3000 {
            let roots = simulation.state().nodes.roots.clone();
            for simulation in kept.iter_mut().chain([&mut simulation]) {
                roots.iter().skip(1).for_each(|root| _ = simulation.edit().despawn(*root));
            }
        }
    }
    assert!(simulation.state().nodes.len() > 1500, "{}", simulation.state().nodes.len());
}
