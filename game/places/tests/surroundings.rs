//! Worlds beside each other: who is wished for, and a world that goes on as it was
//! left.

use glam::{Affine3A, Vec3};
use places::{Beside, Surroundings, has_lines, settle};
use runtime::places::{Extent, World};
use runtime::{Command, Input, Simulation};
use world::sketch::{ModelSketch, Sketch};
use world::{Aabb, ActorId, Exit, Limits, NodeId, Region, RegionKind, SeatId};

/// A floor of 10 by 10 with somebody in the middle, and a box to be moved.
fn field() -> Simulation {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([0.0; 2], [10.0; 2], 0.0));
    sketch.place(ModelSketch::new().cuboid(Vec3::new(1.0, 0.0, 1.0), Vec3::new(2.0, 1.0, 2.0)));
    sketch.scene.avatar.position = Vec3::new(5.0, 0.0, 5.0);
    Simulation::new(sketch.scene.into(), 1, &Limits::default()).0
}

const FLOOR: Extent = Extent { min: [0, 0], max: [10, 10] };

fn beside(text: &str) -> Beside {
    text.parse().unwrap()
}

fn around(list: &[Beside], within: u32) -> (Surroundings, World) {
    let surroundings = Surroundings::new("one", &field(), list, Some(within), std::iter::empty()).unwrap();
    let world = World::starting_at(surroundings.first().clone(), field());
    (surroundings, world)
}

#[test]
fn what_is_measured_joins_when_it_is_near_and_leaves_when_it_is_far() {
    let (mut list, mut world) = around(&[beside("two@10,0,0"), beside("two@100,0,0")], 20);
    assert_eq!(list.first().extent, Some(FLOOR));
    // Neither was measured: both are loaded once.
    assert_eq!(list.wishes(&world).join, [1, 2]);
    assert!(list.measured(1, Some(FLOOR), &world).unwrap());
    assert!(!list.measured(2, Some(FLOOR), &world).unwrap(), "95 units away");
    assert_eq!(list.wishes(&world).join, [1]);
    let (site, name) = list.get(1).unwrap();
    assert_eq!((site.key.as_str(), site.extent, name.as_str()), ("two@10,0,0", Some(FLOOR), "two"));
    let two = world.join(site.clone().into_owned(), field()).unwrap();
    assert_eq!(list.wishes(&world), Default::default());
    // Carried into it, and to its far side: the first world is 21 units behind then,
    // which is within 20 + 20 / 4 + 1, and the third 69 ahead.
    world.carry(SeatId::FIRST, two, Vec3::new(21.0, 0.0, 5.0), 0.0, 0.0).unwrap();
    assert_eq!(list.wishes(&world), Default::default());
    world.carry(SeatId::FIRST, two, Vec3::new(27.0, 0.0, 5.0), 0.0, 0.0).unwrap();
    let wishes = list.wishes(&world);
    assert_eq!((wishes.leave, wishes.join), (vec![0], vec![]));
    // Whoever is in a place keeps it.
    world.carry(SeatId::FIRST, two, Vec3::new(500.0, 0.0, 5.0), 0.0, 0.0).unwrap();
    assert_eq!(list.wishes(&world).leave, [0]);
}

#[test]
fn what_fails_is_not_tried_again() {
    let (mut list, world) = around(&[beside("two@10,0,0"), beside("three@0,0,10")], 20);
    list.give_up(1);
    assert_eq!(list.wishes(&world).join, [2]);
    let error = list.measured(2, None, &world).unwrap_err().to_string();
    assert!(error.contains("three@0,0,10"), "{error}");
    assert_eq!(list.wishes(&world).join, [] as [usize; 0]);
    let list = [beside("two@1,2,3"), beside("two@1,2,3")];
    let twice = Surroundings::new("one", &field(), &list, None, std::iter::empty());
    assert!(twice.unwrap_err().to_string().contains("two@1,2,3"));
}

#[test]
fn a_place_goes_on_as_it_was_left_unless_its_files_are_others() {
    let mut left = field();
    let moved = Affine3A::from_translation(Vec3::new(3.0, 0.0, 3.0));
    left.advance(&[Input::default()], &[Command::Move { node: NodeId(1), transform: moved }]);
    let (again, extent, findings) = settle(field(), Some(left.state()));
    assert_eq!((again.state().hash(), extent, findings.len()), (left.state().hash(), Some(FLOOR), 0));
    assert!(again.is_touched(), "it is kept again when it leaves");
    let empty = Simulation::new(Sketch::new().scene.into(), 1, &Limits::default()).0;
    let (other, extent, findings) = settle(empty, Some(left.state()));
    assert!(!other.is_touched() && extent.is_none());
    let codes: Vec<&str> = findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["places.kept_misfit"], "what was kept is not forgotten in silence");
}

/// The field with a line at its eastern edge, from x = 9 on, which leads into a world.
fn with_line(to: &str) -> Simulation {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([0.0; 2], [10.0; 2], 0.0));
    sketch.scene.avatar.position = Vec3::new(5.0, 0.0, 5.0);
    let bounds = Aabb { min: Vec3::new(9.0, -1.0, 0.0), max: Vec3::new(10.0, 5.0, 10.0) };
    let exit = Exit { world: Some(to.to_owned()), label: to.to_owned(), ..Exit::default() };
    let line = Region { exit: Some(Box::new(exit)), ..Region::of_box(RegionKind::ZoneLine, bounds) };
    sketch.scene.regions.push(line);
    Simulation::new(sketch.scene.into(), 1, &Limits::default()).0
}

#[test]
fn worlds_behind_lines_join_near_the_line_and_lie_far_away() {
    let first = with_line("two");
    assert!(has_lines(first.scene()) && !has_lines(field().scene()));
    let names = ["one", "two", "three"].into_iter();
    let mut list = Surroundings::new("one", &first, &[], None, names).unwrap();
    let mut world = World::starting_at(list.first().clone(), first);
    assert_eq!(list.wishes(&world).join, [1]);
    let (site, name) = list.get(1).unwrap();
    assert_eq!((site.origin, site.extent, name.as_str()), ([1 << 20, 0, 0], None, "two"));
    // It may even be one in which nothing can be stood on.
    assert!(list.measured(1, None, &world).unwrap());
    world.join(list.get(1).unwrap().0.into_owned(), with_line("one")).unwrap();
    assert_eq!(list.wishes(&world), Default::default());
    // 60 m from the line it would join, up to 120 it stays.
    for (x, leaves) in [(-100.0, vec![]), (-112.0, vec![1])] {
        world.carry(SeatId::FIRST, world.watched(), Vec3::new(x, 0.0, 5.0), 0.0, 0.0).unwrap();
        assert_eq!(list.wishes(&world).leave, leaves, "{x}");
    }
    // Whoever is in it keeps the first, which is behind the line back.
    let two = world.find("two").unwrap().id();
    world.carry(SeatId::FIRST, two, Vec3::new(5.0, 0.0, 5.0), 0.0, 0.0).unwrap();
    assert_eq!(list.wishes(&world), Default::default());
}

#[test]
fn whoever_waits_for_a_world_that_cannot_be_loaded_is_turned_away() {
    let first = with_line("two");
    let mut list = Surroundings::new("one", &first, &[], None, ["two"].into_iter()).unwrap();
    let mut world = World::starting_at(list.first().clone(), first);
    let east = Input { strafe: 1.0, ..Input::default() };
    for _ in 0..90 {
        world.advance(&[east], &[]);
    }
    assert_eq!(world.awaited(SeatId::FIRST), Some("two"));
    assert_eq!(list.turn_away(&world), None, "it is still being loaded");
    list.give_up(1);
    assert_eq!(list.turn_away(&world), Some(Command::TurnAway { actor: ActorId(0) }));
    world.advance(&[Input::default()], &[(world.watched(), list.turn_away(&world).unwrap())]);
    assert_eq!((world.awaited(SeatId::FIRST), list.turn_away(&world)), (None, None));
}
