//! Places that join: walking over edges, far from the origin, leaving and coming
//! back. A person walks 3 m a second, 5 cm a tick.

use crate::common::start_scene;
use glam::{Affine3A, Vec3};
use runtime::places::{Extent, PlaceError, PlaceId, RestoreError, Site, World};
use runtime::{Command, Input, Simulation};
use std::sync::Arc;
use world::sketch::{ModelSketch, Sketch};
use world::{Limits, NodeId, Scene, SeatId};

const WALK: Input = Input {
    forward: 1.0,
    strafe: 0.0,
    yaw: 0.0,
    pitch: 0.0,
    run: false,
    jump: false,
    sink: false,
    fire: false,
    fire_second: false,
};
const STAND: Input = Input { forward: 0.0, ..WALK };
/// Looking along +x.
const EAST: f32 = -std::f32::consts::FRAC_PI_2;

/// A floor of 10 by 10 with a box to be moved; the person in the middle looks
/// east.
fn field() -> Sketch {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([0.0; 2], [10.0; 2], 0.0));
    let crate_ = ModelSketch::new().cuboid(Vec3::new(1.0, 0.0, 1.0), Vec3::new(2.0, 1.0, 2.0));
    sketch.place(crate_);
    sketch.scene.avatar.position = Vec3::new(5.0, 0.0, 5.0);
    sketch.scene.avatar.yaw = EAST;
    sketch
}

const BOX: NodeId = NodeId(1);

fn site(key: &str, origin: [i64; 3]) -> Site {
    Site { key: key.to_owned(), origin, extent: Some(Extent { min: [0, 0], max: [10, 10] }) }
}

/// A place at its start.
fn running(scene: Scene) -> Simulation {
    Simulation::new(Arc::new(scene), 1, &Limits::default()).0
}

/// The person's place and where in it they are.
fn person(world: &World) -> (PlaceId, Vec3) {
    let found = world.places().iter().find_map(|place| {
        let (_, actor) = place.simulation().state().actors.piloted_by(SeatId::FIRST)?;
        Some((place.id(), actor.position()))
    });
    found.expect("somebody walks")
}

/// A world of two fields, the second to the east of the first.
fn two(east: Sketch) -> (World, PlaceId) {
    let mut world = World::starting_at(site("west", [0; 3]), start_scene(field().scene));
    let id = world.join(site("east", [10, 0, 0]), running(east.scene)).unwrap();
    (world, id)
}

fn walk(world: &mut World, ticks: u32, input: Input) {
    for _ in 0..ticks {
        world.advance(&[input], &[]);
    }
}

#[test]
fn a_walk_far_away_is_bit_for_bit_the_walk_at_the_origin() {
    let far = [32_000_000, 0, -32_000_000];
    let mut worlds = [[0; 3], far].map(|origin| {
        let mut world = World::starting_at(site("west", origin), start_scene(field().scene));
        let east = [origin[0] + 10, origin[1], origin[2]];
        world.join(site("east", east), running(field().scene)).unwrap();
        world
    });
    for tick in 0..300 {
        let input = Input { yaw: 0.004, jump: tick % 50 == 0, ..WALK };
        worlds.iter_mut().for_each(|world| world.advance(&[input], &[]));
        let [near, far] = &worlds;
        let bits = |world: &World| {
            let (place, at) = person(world);
            let camera = world.camera().unwrap().1.eye;
            (place, at.to_array().map(f32::to_bits), camera.to_array().map(f32::to_bits))
        };
        assert_eq!(bits(near), bits(far), "tick {tick}");
        for (near, far) in near.places().iter().zip(far.places()) {
            assert_eq!(near.simulation().state().hash(), far.simulation().state().hash());
        }
    }
    assert_eq!(person(&worlds[0]).0, PlaceId(1), "the walk leads over the edge");
}

#[test]
fn whoever_walks_over_an_edge_walks_on() {
    let (mut world, east) = two(field());
    let west = person(&world).0;
    let mut before = 5.0;
    for tick in 0..150 {
        world.advance(&[WALK], &[]);
        let (place, at) = person(&world);
        let global = at.x + if place == east { 10.0 } else { 0.0 };
        // The first tick only finds the ground.
        let way = global - before;
        assert!(tick == 0 || (way - 0.05).abs() < 1e-4, "tick {tick}: {way}");
        assert_eq!(at.y, 0.0, "tick {tick}: the ground goes on");
        assert_eq!(place == east, global >= 10.0, "tick {tick} at {global}");
        // What is seen with is in the same place and goes the same way.
        let (seen_in, camera) = world.camera().unwrap();
        assert_eq!(seen_in.id(), place);
        let last = seen_in.simulation().previous().camera;
        let step = camera.eye - last.eye;
        assert!((step.x - way).abs() < 1e-4 && step.y == 0.0 && step.z.abs() < 1e-5, "tick {tick}: {step}");
        before = global;
    }
    assert!((before - 12.45).abs() < 0.06, "{before}");
    assert_eq!(person(&world).0, east);
    assert_eq!(world.offset(east, west), Some(Vec3::new(10.0, 0.0, 0.0)));
}

#[test]
fn walls_of_the_next_place_stop_before_its_edge() {
    let mut walled = field();
    let wall = ModelSketch::new().cuboid(Vec3::new(0.2, 0.0, 0.0), Vec3::new(1.0, 3.0, 10.0));
    walled.place(wall);
    let (mut world, _) = two(walled);
    walk(&mut world, 200, WALK);
    let (place, at) = person(&world);
    // 0.35 m of radius before a wall 0.2 m beyond the edge.
    assert_eq!(place, PlaceId(0));
    assert!((at.x - (10.2 - 0.35)).abs() < 0.02, "{at}");
}

#[test]
fn where_no_place_goes_on_one_falls_and_everything_lives_on() {
    let mut world = World::starting_at(site("west", [0; 3]), start_scene(field().scene));
    world.join(site("north", [0, 0, -10]), running(field().scene)).unwrap();
    walk(&mut world, 180, WALK);
    let (place, at) = person(&world);
    assert_eq!(place, PlaceId(0));
    assert!(at.x > 10.0 && at.y < -5.0, "{at}");
    assert_eq!(world.tick(), 180);
    // The place comes late: they are in it from the next tick on.
    world.join(site("east", [10, 0, 0]), running(field().scene)).unwrap();
    walk(&mut world, 1, STAND);
    assert_eq!(person(&world).0, PlaceId(2));
}

#[test]
fn what_was_touched_is_as_it_was_left_and_what_was_not_is_forgotten() {
    let run = || {
        let (mut world, east) = two(field());
        let moved = Affine3A::from_translation(Vec3::new(3.0, 0.0, 3.0));
        world.advance(&[STAND], &[(east, Command::Move { node: BOX, transform: moved })]);
        walk(&mut world, 30, STAND);
        let left = world.place(east).unwrap().simulation().state().hash();
        let gone = world.leave(east).unwrap();
        assert!(gone.is_touched() && world.place(east).is_none());
        walk(&mut world, 30, STAND);
        let kept = world.kept("east").unwrap().clone();
        assert_eq!(kept.hash(), left);
        let scene = Arc::new(field().scene);
        let (resumed, _) = Simulation::resume(scene, kept, &Limits::default()).unwrap();
        let back = world.join(site("east", [10, 0, 0]), resumed).unwrap();
        assert!(back != east && world.kept("east").is_none(), "ids are never used twice");
        let place = world.place(back).unwrap().simulation();
        assert_eq!(place.state().hash(), left);
        assert_eq!(place.state().nodes.transforms[BOX.index()], moved);
        walk(&mut world, 150, WALK);
        assert_eq!(person(&world).0, back);
        world.hash()
    };
    assert_eq!(run(), run());

    let mut world = World::starting_at(site("west", [0; 3]), start_scene(field().scene));
    let east = world.join(site("east", [10, 0, 0]), running(field().scene)).unwrap();
    // Somebody walks through, there and back.
    walk(&mut world, 120, WALK);
    assert_eq!(person(&world).0, east);
    world.carry(SeatId::FIRST, PlaceId(0), Vec3::new(5.0, 0.0, 5.0), EAST, 0.0).unwrap();
    world.leave(east).unwrap();
    assert!(world.kept("east").is_none());
}

#[test]
fn through_a_zone_line_one_is_where_it_leads_and_not_seen_on_the_way() {
    let mut world = World::new("inside", start_scene(field().scene));
    let far = Site { key: "outside".to_owned(), origin: [0; 3], extent: None };
    let outside = world.join(far, running(field().scene)).unwrap();
    walk(&mut world, 10, STAND);
    let feet = Vec3::new(8.0, 0.0, 2.0);
    world.carry(SeatId::FIRST, outside, feet, 1.0, -0.25).unwrap();
    let (place, camera) = world.camera().unwrap();
    assert_eq!((place.id(), person(&world)), (outside, (outside, feet)));
    assert_eq!((camera.yaw, camera.pitch), (1.0, -0.25));
    assert_eq!(place.simulation().previous().camera.eye, camera.eye);
    assert!((camera.eye - feet - Vec3::Y * 1.65).length() < 1e-5);
    // The other place runs on without anyone.
    walk(&mut world, 60, WALK);
    assert!(world.places().iter().all(|place| place.simulation().state().tick >= 60));
    assert_eq!(person(&world).0, outside);
}

#[test]
fn a_saved_world_goes_on_as_if_it_had_never_stopped() {
    let (mut world, east) = two(field());
    walk(&mut world, 90, WALK);
    world.advance(&[WALK], &[(east, Command::SetSeed(7))]);
    let text = serde_json::to_string(&world.save()).unwrap();
    let scene = Arc::new(field().scene);
    let read = serde_json::from_str(&text).unwrap();
    let (mut again, findings) = World::restore(read, |_| Some(scene.clone()), &Limits::default()).unwrap();
    assert!(findings.is_empty());
    for _ in 0..90 {
        world.advance(&[WALK], &[]);
        again.advance(&[WALK], &[]);
        assert_eq!(world.hash(), again.hash());
    }
    assert_eq!(person(&again), person(&world));

    let saved = world.save();
    let missing = World::restore(saved.clone(), |_| None, &Limits::default()).map(|_| ());
    assert_eq!(missing, Err(RestoreError::NoScene("west".to_owned())));
    let other = Arc::new(Sketch::new().scene);
    let misfit = World::restore(saved, |_| Some(other.clone()), &Limits::default()).map(|_| ());
    assert_eq!(misfit, Err(RestoreError::Misfit("west".to_owned())));
    let doubled = text.replace("\"east\"", "\"west\"");
    let doubled = serde_json::from_str(&doubled).unwrap();
    let refused = World::restore(doubled, |_| Some(scene.clone()), &Limits::default()).map(|_| ());
    assert_eq!(refused, Err(RestoreError::Inconsistent));
}

#[test]
fn what_cannot_be_is_refused() {
    let (mut world, east) = two(field());
    let again = world.join(site("east", [10, 0, 0]), running(field().scene));
    assert_eq!(again, Err(PlaceError::Known("east".to_owned())));
    assert_eq!(world.leave(PlaceId(9)).map(|_| ()), Err(PlaceError::Missing(PlaceId(9))));
    assert_eq!(world.leave(PlaceId(0)).map(|_| ()), Err(PlaceError::Occupied(PlaceId(0))));
    let carry = |world: &mut World, seat, to, feet| world.carry(seat, to, feet, 0.0, 0.0);
    assert_eq!(carry(&mut world, SeatId(3), east, Vec3::ZERO), Err(PlaceError::EmptySeat(SeatId(3))));
    assert_eq!(carry(&mut world, SeatId::FIRST, east, Vec3::NAN), Err(PlaceError::NotFinite));
    let before = world.hash();
    assert_eq!(
        carry(&mut world, SeatId::FIRST, PlaceId(9), Vec3::ZERO),
        Err(PlaceError::Missing(PlaceId(9)))
    );
    assert_eq!(world.hash(), before, "what is refused changes nothing");
    // A command for a place that is gone changes nothing.
    let (mut alike, _) = two(field());
    alike.advance(&[STAND], &[]);
    world.advance(&[STAND], &[(PlaceId(77), Command::SetSeed(1))]);
    assert_eq!(world.hash(), alike.hash());
}

#[test]
fn what_stands_in_for_a_place_is_there_until_that_joins_and_again_when_it_leaves() {
    let mut far = field();
    far.scene.stand_ins = vec![(BOX, "east".to_owned()), (NodeId(0), "nowhere".to_owned())];
    let mut world = World::starting_at(site("west", [0; 3]), start_scene(field().scene));
    let far = world.join(Site { extent: None, ..site("far", [0; 3]) }, running(far.scene)).unwrap();
    let shown = |world: &World| {
        let flags = &world.place(far).unwrap().simulation().state().nodes.flags;
        [BOX, NodeId(0)].map(|node| flags[node.index()].contains(world::NodeFlags::ACTIVE))
    };
    assert_eq!(shown(&world), [true, true]);
    let east = world.join(site("east", [10, 0, 0]), running(field().scene)).unwrap();
    assert_eq!(shown(&world), [false, true]);
    walk(&mut world, 1, STAND);
    world.leave(east).unwrap();
    assert_eq!(shown(&world), [true, true]);
    // Nothing of it is worth keeping: it follows from which places are there.
    world.leave(far).unwrap();
    assert!(world.kept("far").is_none());
    // A place that joins later finds who is there already.
    let mut late = field();
    late.scene.stand_ins = vec![(BOX, "west".to_owned())];
    let late = world.join(Site { extent: None, ..site("late", [0; 3]) }, running(late.scene)).unwrap();
    let flags = world.place(late).unwrap().simulation().state().nodes.flags[BOX.index()];
    assert!(!flags.contains(world::NodeFlags::ACTIVE));
}

#[test]
fn places_under_one_sun_have_the_hour_of_the_one_that_is_looked_from() {
    let under = |start: f32, shared: bool| {
        let mut sketch = field();
        sketch.scene.hours = Some(world::Hours { start, shared, daylight: true, ..Default::default() });
        sketch
    };
    let mut world = World::starting_at(site("west", [0; 3]), start_scene(under(9.0, true).scene));
    let east = world.join(site("east", [10, 0, 0]), running(under(12.0, true).scene)).unwrap();
    let apart = world.join(site("apart", [0, 0, 10]), running(under(12.0, false).scene)).unwrap();
    let hour =
        |world: &World, id: PlaceId| world.place(id).unwrap().simulation().state().time_of_day.to_string();
    assert_eq!([hour(&world, east), hour(&world, apart)], ["9:00", "12:00"]);
    let west = world.watched();
    world.advance(&[STAND], &[(west, Command::SetHour { hour: 21.5 })]);
    assert_eq!([hour(&world, west), hour(&world, east), hour(&world, apart)], ["21:30", "21:30", "12:00"]);
}

#[test]
fn what_is_there_in_some_hours_only_comes_and_goes_with_them() {
    let mut sketch = field();
    let shown = world::ShownAt { node: BOX, from: 17.0, to: 8.0 };
    sketch.scene.hours = Some(world::Hours { start: 12.0, shown: vec![shown], ..Default::default() });
    let mut world = World::new("west", start_scene(sketch.scene));
    let mut is_there = |hour: f32| {
        let watched = world.watched();
        world.advance(&[STAND], &[(watched, Command::SetHour { hour })]);
        let flags = world.watched_place().simulation().state().nodes.flags[BOX.index()];
        flags.contains(world::NodeFlags::ACTIVE)
    };
    assert_eq!([12.0, 17.0, 23.0, 3.0, 7.9, 8.1].map(&mut is_there), [false, true, true, true, true, false]);
}

#[test]
fn ground_of_the_next_place_carries_a_tank_and_is_no_platform_of_its_own() {
    let mut west = field();
    let law = world::LawKind::Tank(Box::new(crate::tank::law()));
    let views = world::Views::default();
    west.scene.vehicles.push(world::VehicleLaw { name: "tank".into(), node: None, views, law });
    west.scene.drives = Some(0);
    // Its front points are 2 ahead, beyond the edge.
    west.scene.avatar.position.x = 9.0;
    let mut world = World::starting_at(site("west", [0; 3]), start_scene(west.scene));
    world.join(site("east", [10, 0, 0]), running(field().scene)).unwrap();
    walk(&mut world, 5, STAND);
    let state = world.places()[0].simulation().state();
    let world::ActorKind::Tank(tank) = &state.actors[0].kind else { panic!("a tank") };
    assert_eq!((tank.contacts, tank.platform), (4, None));
}
