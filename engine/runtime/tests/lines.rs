//! Lines into other worlds, lava and ice, in worlds made by hand. A person walks 3 m a second, 5 cm a tick.

use crate::common::{start, start_scene};
use glam::Vec3;
use runtime::places::{PlaceId, Site, World};
use runtime::{ActorError, Command, Cue, Input, Simulation};
use std::sync::Arc;
use world::sketch::{ModelSketch, Sketch};
use world::{
    Aabb, Actor, ActorId, ActorKind, Avatar, Exit, Limits, Pilot, Region, RegionKind, Ride, Scene, SeatId,
};

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
const NORTH: f32 = 0.0;
/// Far enough that no place is near another.
const FAR: i64 = 1 << 20;

/// A floor of 40 by 40 around the origin, where the person stands and looks east.
fn floor() -> Sketch {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-20.0; 2], [20.0; 2], 0.0));
    sketch.scene.avatar.yaw = EAST;
    sketch.scene.avatar.grounded = true;
    sketch
}

fn region(kind: RegionKind, min_x: f32, max_x: f32, exit: Option<Exit>) -> Region {
    let bounds = Aabb { min: Vec3::new(min_x, -1.0, -20.0), max: Vec3::new(max_x, 5.0, 20.0) };
    Region { exit: exit.map(Box::new), ..Region::of_box(kind, bounds) }
}

fn exit(world: Option<&str>, place: [Option<f32>; 3], yaw: Option<f32>) -> Exit {
    Exit { world: world.map(str::to_owned), label: "the other side".to_owned(), place, yaw }
}

/// A floor with a line from x = 2 to x = 3.
fn with_line(exit: Exit) -> Sketch {
    let mut sketch = floor();
    sketch.scene.regions.push(region(RegionKind::ZoneLine, 2.0, 3.0, Some(exit)));
    sketch
}

fn site(key: &str, origin: i64) -> Site {
    Site { key: key.to_owned(), origin: [origin, 0, 0], extent: None }
}

fn running(scene: Scene) -> Simulation {
    Simulation::new(Arc::new(scene), 1, &Limits::default()).0
}

/// Two worlds, the first with a line into the second, the second with one back where somebody arrives.
fn two() -> World {
    let there = exit(Some("there"), [Some(10.0), Some(0.0), None], Some(NORTH));
    let mut world = World::starting_at(site("here", 0), start_scene(with_line(there).scene));
    let mut other = floor();
    let back = exit(Some("here"), [Some(-5.0), Some(0.0), Some(0.0)], None);
    other.scene.regions.push(region(RegionKind::ZoneLine, 9.0, 11.0, Some(back)));
    world.join(site("there", FAR), running(other.scene)).unwrap();
    world
}

fn person(world: &World) -> (PlaceId, Vec3, f32) {
    let found = world.places().iter().find_map(|place| {
        let avatar = place.simulation().state().avatar()?;
        Some((place.id(), avatar.position, avatar.yaw))
    });
    found.expect("somebody walks")
}

fn messages(world: &World) -> Vec<String> {
    let cues = world.places().iter().flat_map(|place| place.simulation().cues());
    cues.filter_map(|cue| match cue {
        Cue::Message { text } => Some(text.clone()),
        _ => None,
    })
    .collect()
}

/// Ticks until the person is in another place, at most 300, and what was said on the way.
fn crosses(world: &mut World, input: Input) -> (Option<u32>, Vec<String>) {
    let (from, mut said) = (person(world).0, Vec::new());
    for tick in 1..=300 {
        world.advance(&[input], &[]);
        said.extend(messages(world));
        if person(world).0 != from {
            return (Some(tick), said);
        }
    }
    (None, said)
}

#[test]
fn a_line_leads_into_the_world_behind_it_and_not_straight_back() {
    let mut world = two();
    let (ticks, said) = crosses(&mut world, WALK);
    // 2 m at 5 cm a tick, then the picture fades for half a second.
    let ticks = ticks.expect("the line is reached");
    assert!((70..=72).contains(&ticks), "{ticks}");
    assert_eq!(said, ["Entering the other side"]);
    let (place, at, yaw) = person(&world);
    // East and up as the line says, along the third axis as before.
    assert_eq!((place, yaw), (PlaceId(1), NORTH));
    assert!(at.abs_diff_eq(Vec3::new(10.0, 0.0, 0.0), 1e-5), "{at}");
    assert_eq!(world.watched(), PlaceId(1));
    // They arrived in the line back: standing and walking in it leads nowhere.
    assert_eq!(crosses(&mut world, STAND).0, None);
    let north = crosses(&mut world, WALK);
    assert_eq!(north, (None, Vec::new()), "15 m to the north are still in it");
    // Out of it to the west, and in again.
    let turn = Input { yaw: std::f32::consts::FRAC_PI_2, ..STAND };
    world.advance(&[turn], &[]);
    for _ in 0..60 {
        world.advance(&[WALK], &[]);
    }
    let (_, out, _) = person(&world);
    assert!(out.x < 9.0, "{out}");
    world.advance(&[Input { yaw: std::f32::consts::PI, ..STAND }], &[]);
    let looked = person(&world).2;
    let (ticks, said) = crosses(&mut world, WALK);
    assert!(ticks.is_some() && said == ["Entering the other side"], "{ticks:?} {said:?}");
    let (place, at, yaw) = person(&world);
    assert_eq!((place, at), (PlaceId(0), Vec3::new(-5.0, 0.0, 0.0)));
    assert!((yaw - looked).abs() < 1e-6, "the heading is kept: {yaw} {looked}");
}

#[test]
fn a_line_that_is_thinner_than_a_step_is_still_touched() {
    let thin = exit(Some("there"), [None; 3], None);
    let mut sketch = floor();
    sketch.scene.regions.push(region(RegionKind::ZoneLine, 2.0, 2.1, Some(thin)));
    // Half a metre a tick: the feet are at 1.9 and then at 2.4.
    sketch.scene.walker.walk_speed = 30.0;
    let mut world = World::starting_at(site("here", 0), start(sketch, [-0.1, 0.0, 0.0]));
    world.join(site("there", FAR), running(floor().scene)).unwrap();
    assert!(crosses(&mut world, WALK).0.is_some());
}

#[test]
fn whoever_waits_for_a_world_stands_still_until_it_is_there_or_they_are_turned_away() {
    let there = exit(Some("there"), [Some(10.0), Some(0.0), Some(0.0)], None);
    let mut world = World::starting_at(site("here", 0), start_scene(with_line(there).scene));
    assert_eq!(world.behind_lines(SeatId::FIRST, 1.0), [] as [&str; 0], "the line is 2 m away");
    assert_eq!(world.behind_lines(SeatId::FIRST, 2.5), ["there"]);
    let (_, said) = crosses(&mut world, WALK);
    assert_eq!(said, ["Entering the other side"]);
    assert_eq!(world.awaited(SeatId::FIRST), Some("there"));
    let waits = person(&world).1;
    assert!((2.0..2.1).contains(&waits.x), "{waits}");
    // Nobody can load it: they walk on, out at the other side of the line.
    let away = [(PlaceId(0), Command::TurnAway { actor: ActorId(0) })];
    world.advance(&[WALK], &away);
    assert_eq!(messages(&world), ["the other side could not be entered"]);
    for _ in 0..60 {
        world.advance(&[WALK], &[]);
        assert_eq!(messages(&world), [] as [String; 0]);
    }
    assert!(person(&world).1.x > 3.0);
    // The next time it is there.
    world.join(site("there", FAR), running(floor().scene)).unwrap();
    world.advance(&[Input { yaw: std::f32::consts::PI, ..STAND }], &[]);
    assert!(crosses(&mut world, WALK).0.is_some());
}

#[test]
fn nobody_waits_longer_than_half_a_minute() {
    let there = exit(Some("there"), [None; 3], None);
    let mut world = World::starting_at(site("here", 0), start_scene(with_line(there).scene));
    let mut said = Vec::new();
    for tick in 0..2000_u32 {
        world.advance(&[if tick < 60 { WALK } else { STAND }], &[]);
        said.extend(messages(&world).into_iter().map(|text| (tick, text)));
    }
    let [(touched, _), (gave_up, text)] = &said[..] else { panic!("{said:?}") };
    assert_eq!((gave_up - touched, text.as_str()), (1800, "the other side could not be entered"));
}

#[test]
fn a_line_without_a_known_end_is_named_and_walked_through() {
    let mut world =
        World::starting_at(site("here", 0), start_scene(with_line(exit(None, [None; 3], None)).scene));
    let (ticks, said) = crosses(&mut world, WALK);
    assert_eq!((ticks, said), (None, vec!["This way leads to the other side".to_owned()]));
    assert!(person(&world).1.x > 10.0);
}

#[test]
fn lava_burns_at_once_and_then_each_second() {
    let mut sketch = floor();
    sketch.scene.regions.push(region(RegionKind::Lava, -10.0, 10.0, None));
    let mut simulation = start(sketch, [0.0; 3]);
    let mut burnt = Vec::new();
    for tick in 0..150 {
        simulation.tick(&STAND);
        burnt.extend(simulation.cues().iter().filter(|cue| matches!(cue, Cue::Message { .. })).map(|_| tick));
    }
    assert_eq!(burnt, [0, 60, 120]);
    assert_eq!(simulation.state().avatar().unwrap().journey.injury, 30);
}

#[test]
fn whoever_is_under_water_for_too_long_drowns_and_breathes_again_above_it() {
    let mut sketch = floor();
    sketch.scene.walker.breath = 1.0;
    // It reaches up to 5.
    sketch.scene.regions.push(region(RegionKind::Water, -20.0, 20.0, None));
    let mut simulation = start(sketch, [0.0; 3]);
    let mut hurt = Vec::new();
    for tick in 0..600 {
        simulation.tick(&STAND);
        hurt.extend(simulation.cues().iter().filter(|cue| matches!(cue, Cue::Message { .. })).map(|_| tick));
    }
    // The eye is 1.65 over the feet, which rise by 75 cm a second: it is out of the water after 4.7 s.
    assert_eq!(hurt, [59, 119, 179, 239]);
    let journey = simulation.state().avatar().unwrap().journey;
    assert_eq!((journey.injury, journey.under_water), (20, 0));
}

#[test]
fn whoever_falls_out_is_put_back_where_they_stood_and_not_where_they_stood_in_another_world() {
    let mut sketch = floor();
    sketch.scene.walker.back_to_safe_ground = true;
    let mut simulation = start(sketch, [15.0, 0.0, 0.0]);
    let fell = (0..900).any(|_| {
        simulation.tick(&WALK);
        simulation.cues().iter().any(|cue| matches!(cue, Cue::FellOut { .. }))
    });
    // The floor ends at 20; a foot that is half over the edge still stands.
    let feet = crate::common::feet(&simulation);
    assert!(fell && (19.9..20.4).contains(&feet.x) && feet.y == 0.0, "{feet}");
    let journey = |simulation: &Simulation| simulation.state().avatar().unwrap().journey;
    simulation.tick(&STAND);
    assert_eq!(journey(&simulation).safe, Some(crate::common::feet(&simulation)));
    assert_eq!(journey(&simulation).elsewhere().safe, None);
}

#[test]
fn on_ice_one_slides_on() {
    let mut sketch = floor();
    sketch.scene.regions.push(region(RegionKind::Slippery, -20.0, 20.0, None));
    let mut simulation = start(sketch, [0.0; 3]);
    crate::common::run(&mut simulation, &WALK, 60);
    let velocity = |simulation: &Simulation| simulation.state().avatar().unwrap().velocity.x;
    // A sixtieth of what is missing each tick: 3 times 1 - (59/60)^60 after a second.
    let by_hand = 3.0 * (1.0 - (59.0_f32 / 60.0).powi(60));
    let fast = velocity(&simulation);
    assert!((fast - by_hand).abs() < 0.06, "{fast} {by_hand}");
    crate::common::run(&mut simulation, &STAND, 60);
    let slow = velocity(&simulation);
    assert!((slow - by_hand * (59.0_f32 / 60.0).powi(60)).abs() < 0.06, "{slow}");
}

#[test]
fn whoever_flies_goes_where_they_look_and_never_below_the_ground() {
    let mut simulation = start(floor(), [0.0, 8.0, 0.0]);
    let feet = crate::common::feet;
    let before = feet(&simulation);
    assert!(simulation.edit().fly(ActorId(0), f32::NAN).is_err());
    simulation.edit().fly(ActorId(0), 6.0).unwrap();
    crate::common::run(&mut simulation, &STAND, 60);
    assert_eq!(feet(&simulation), before, "nobody falls");
    crate::common::run(&mut simulation, &WALK, 60);
    let after = feet(&simulation);
    assert!(((after - before).length() - 6.0).abs() < 1e-3 && after.y == before.y, "{before} {after}");
    // Five times as fast upwards.
    crate::common::run(&mut simulation, &Input { run: true, jump: true, ..STAND }, 60);
    assert!((feet(&simulation).y - before.y - 30.0).abs() < 1e-2, "{}", feet(&simulation));
    // Straight down, for longer than it takes.
    crate::common::run(&mut simulation, &Input { pitch: -3.0, ..STAND }, 1);
    crate::common::run(&mut simulation, &Input { run: true, ..WALK }, 120);
    assert!(feet(&simulation).y.abs() < 1e-3, "{}", feet(&simulation));
    simulation.edit().fly(ActorId(0), 0.0).unwrap();
    crate::common::run(&mut simulation, &STAND, 60);
    assert!(simulation.state().avatar().unwrap().grounded);
}

#[test]
fn whoever_levitates_sinks_slowly_and_walks_on_water() {
    let mut sketch = floor();
    sketch.scene.regions.push(region(RegionKind::Water, -20.0, 20.0, None));
    let mut simulation = start(sketch, [0.0, 8.0, 0.0]);
    simulation.edit().levitate(ActorId(0), true).unwrap();
    crate::common::run(&mut simulation, &STAND, 60);
    // Three tenths of 3 m a second.
    let feet = crate::common::feet(&simulation);
    assert!((feet.y - 7.1).abs() < 0.02, "{feet}");
    crate::common::run(&mut simulation, &WALK, 300);
    let feet = crate::common::feet(&simulation);
    // The water reaches up to 5.
    assert!((feet.y - 5.0).abs() < 0.02 && (feet.x - 15.0).abs() < 0.1, "{feet}");
}

/// Riding at 10 m a second, eyes at 2.5 m.
fn with_mounts(mut sketch: Sketch) -> Simulation {
    sketch.scene.walker.ride = Some(Ride { height: 2.6, eye: 2.5, speed: 10.0 });
    start(sketch, [-15.0, 0.0, 0.0])
}

#[test]
fn whoever_rides_is_higher_and_faster() {
    let mut simulation = with_mounts(floor());
    assert_eq!(simulation.state().camera.eye.y, 1.65);
    simulation.edit().ride(ActorId(0), true).unwrap();
    crate::common::run(&mut simulation, &WALK, 60);
    assert!((crate::common::feet(&simulation).x - -5.0).abs() < 0.01, "{}", crate::common::feet(&simulation));
    assert_eq!(simulation.state().camera.eye.y, 2.5);
    let dismount = Command::Ride { actor: ActorId(0), on: false };
    assert_eq!(simulation.next_mode(), Some(Ok((dismount, "on foot"))));
    let hash = simulation.state().hash();
    simulation.edit().ride(ActorId(0), false).unwrap();
    assert_ne!(simulation.state().hash(), hash);
    crate::common::run(&mut simulation, &WALK, 60);
    assert!((crate::common::feet(&simulation).x - -2.0).abs() < 0.01, "{}", crate::common::feet(&simulation));
    assert_eq!(simulation.state().camera.eye.y, 1.65);
}

#[test]
fn nobody_rides_under_a_low_ceiling_or_in_deep_water_or_where_there_is_nothing_to_ride() {
    let mut sketch = floor();
    // From x = 0 on it is 5 deep.
    sketch.scene.regions.push(region(RegionKind::Water, 0.0, 20.0, None));
    let mut simulation = with_mounts(sketch);
    simulation.edit().ride(ActorId(0), true).unwrap();
    crate::common::run(&mut simulation, &WALK, 120);
    let avatar = *simulation.state().avatar().unwrap();
    assert!(!avatar.journey.rides && avatar.position.x > 0.0, "{avatar:?}");
    assert_eq!(simulation.edit().ride(ActorId(0), true), Err(ActorError::NoMount));
    // Whoever asks for the next mode is told so, and not that they ride.
    assert_eq!(simulation.next_mode(), Some(Err(ActorError::NoMount)));

    let mut sketch = floor();
    sketch.place(ModelSketch::new().ceiling([-20.0; 2], [20.0; 2], 2.2));
    let mut simulation = with_mounts(sketch);
    assert_eq!(simulation.edit().ride(ActorId(0), true), Err(ActorError::NoRoom));
    assert_eq!(simulation.next_mode(), Some(Err(ActorError::NoRoom)));

    // Somebody else has the ceilings of their own zone, 1, and not those of the first person, who is in 2.
    let mounts = |zone: i8| {
        let mut sketch = floor();
        sketch.place(ModelSketch::new().zones(&[2]).floor([-17.0, -2.0], [-13.0, 2.0], 0.01));
        sketch.place(ModelSketch::new().zones(&[1]).floor([4.0, -2.0], [8.0, 2.0], 0.01));
        sketch.place(ModelSketch::new().zones(&[zone]).ceiling([4.0, -2.0], [8.0, 2.0], 2.2));
        let mut simulation = with_mounts(sketch);
        let avatar = Avatar { position: Vec3::new(6.0, 0.01, 0.0), grounded: true, ..Avatar::default() };
        let kind = ActorKind::Walker(avatar);
        let other = Actor { kind, pilot: Pilot::Person(SeatId(1)), node: None };
        let other = simulation.edit().add_actor(other).unwrap();
        crate::common::run(&mut simulation, &STAND, 1);
        assert_eq!(simulation.probe().zones.zones(), [2]);
        simulation.edit().ride(other, true)
    };
    assert_eq!([1, 2].map(mounts), [Err(ActorError::NoRoom), Ok(())]);
    assert_eq!(start(floor(), [0.0; 3]).edit().ride(ActorId(0), true), Err(ActorError::NoMount));
}
