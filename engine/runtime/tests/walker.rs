//! A person on foot in worlds made by hand, against numbers worked out by hand.

use crate::common::{RUN, STAND, WALK, feet, heading, run, start};
use glam::{Affine3A, Vec3};
use runtime::{Input, Simulation};
use world::sketch::{ModelSketch, Sketch};
use world::{Aabb, NodeFlags, Random};

const JUMP: Input = Input { jump: true, ..STAND };
const RADIUS: f32 = 0.35;
const WEST: f32 = 90.0;
const EAST: f32 = -90.0;

/// A level field at height 0.
fn field() -> Sketch {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-100.0; 2], [100.0; 2], 0.0));
    sketch
}

fn place(sketch: &mut Sketch, min: [f32; 3], max: [f32; 3]) {
    sketch.place(ModelSketch::new().cuboid(min.into(), max.into()));
}

fn near(a: f32, b: f32, tolerance: f32) -> bool {
    (a - b).abs() <= tolerance
}

fn grounded(simulation: &Simulation) -> bool {
    simulation.state().avatar().unwrap().grounded
}

#[test]
fn feet_follow_slopes_up_and_down_within_a_centimetre() {
    for degrees in [10.0_f64, 30.0, 45.0] {
        // A ridge along z at x = 0, falling off to both sides.
        let fall = libm::tan(degrees.to_radians());
        let height = |x: f32| (100.0 - f64::from(x).abs()) * fall;
        let mut sketch = Sketch::new();
        let top = height(0.0) as f32;
        sketch.place(ModelSketch::new().slope([-100.0, -50.0], [0.0, 50.0], 0.0, top));
        sketch.place(ModelSketch::new().slope([0.0, -50.0], [100.0, 50.0], top, 0.0));
        let mut simulation = start(sketch, [-8.0, height(-8.0) as f32, 0.0]);
        heading(&mut simulation, EAST);
        for tick in 0..120 {
            simulation.tick(&RUN);
            let at = feet(&simulation);
            assert!(near(at.y, height(at.x) as f32, 0.01), "{degrees} degrees, tick {tick}: {at}");
            assert!(grounded(&simulation), "{degrees} degrees, tick {tick}");
        }
        // 120 ticks at 8 m/s: 16 m on, over the ridge.
        assert!(near(feet(&simulation).x, 8.0, 0.01), "{}", feet(&simulation));
    }
}

#[test]
fn a_slope_of_sixty_degrees_is_neither_climbed_nor_stood_on() {
    let mut sketch = field();
    let rise = libm::tanf(60.0_f32.to_radians()) * 20.0;
    sketch.place(ModelSketch::new().slope([5.0, -50.0], [25.0, 50.0], 0.0, rise));
    let mut simulation = start(sketch, [3.0, 0.0, 0.0]);
    heading(&mut simulation, EAST);
    run(&mut simulation, &RUN, 180);
    assert!(feet(&simulation).x < 5.1 && feet(&simulation).y < 0.1, "{}", feet(&simulation));
    // Along it, it is a wall to slide on.
    heading(&mut simulation, -45.0);
    let before = feet(&simulation);
    run(&mut simulation, &WALK, 60);
    let gone = before.z - feet(&simulation).z;
    assert!(near(gone, 3.0 * libm::cosf(45.0_f32.to_radians()), 0.1), "{gone}");
    // Put down half-way up, one slides to its foot.
    let half_way = Vec3::new(15.0, rise * 0.5 + 0.5, 0.0);
    assert!(simulation.edit().teleport_avatar(half_way, 0.0, 0.0));
    run(&mut simulation, &STAND, 240);
    assert!(grounded(&simulation) && feet(&simulation).y == 0.0, "{}", feet(&simulation));
}

#[test]
fn a_wall_stops_a_radius_away() {
    for input in [WALK, RUN] {
        let mut sketch = field();
        place(&mut sketch, [5.0, 0.0, -20.0], [6.0, 3.0, 20.0]);
        let mut simulation = start(sketch, [0.0, 0.0, 0.0]);
        heading(&mut simulation, EAST);
        run(&mut simulation, &input, 200);
        let gap = 5.0 - feet(&simulation).x;
        assert!((RADIUS..RADIUS + 0.01).contains(&gap), "{gap}");
        assert!(simulation.state().avatar().unwrap().velocity.length() < 1e-3);
        // And there one stands still.
        let before = *simulation.state().avatar().unwrap();
        run(&mut simulation, &STAND, 50);
        assert_eq!(simulation.state().avatar().unwrap().position, before.position);
    }
}

#[test]
fn a_wall_at_an_angle_is_slid_along() {
    let mut sketch = field();
    place(&mut sketch, [5.0, 0.0, -80.0], [6.0, 3.0, 80.0]);
    let mut simulation = start(sketch, [5.0 - RADIUS - 0.01, 0.0, 0.0]);
    // North-east, the wall runs north.
    heading(&mut simulation, -45.0);
    run(&mut simulation, &WALK, 600);
    let by_hand = -10.0 * 3.0 * libm::cosf(45.0_f32.to_radians());
    let at = feet(&simulation);
    assert!(near(at.z, by_hand, 0.1), "{at}, by hand {by_hand}");
    assert!((RADIUS..RADIUS + 0.02).contains(&(5.0 - at.x)), "{at}");
}

#[test]
fn a_step_of_forty_centimetres_is_climbed_and_one_of_sixty_is_not() {
    for (height, climbed) in [(0.4, true), (0.45, true), (0.6, false)] {
        for input in [WALK, RUN] {
            let mut sketch = field();
            place(&mut sketch, [3.0, 0.0, -20.0], [30.0, height, 20.0]);
            let mut simulation = start(sketch, [0.0, 0.0, 0.0]);
            heading(&mut simulation, EAST);
            run(&mut simulation, &input, 150);
            let at = feet(&simulation);
            assert_eq!(at.y, if climbed { height } else { 0.0 }, "{height}: {at}");
            assert_eq!(at.x > 3.0, climbed, "{height}: {at}");
        }
    }
}

#[test]
fn stairs_are_walked_up_and_down_without_leaving_the_ground() {
    let mut sketch = field();
    for step in 0..10 {
        let at = 2.0 + 0.3 * step as f32;
        place(&mut sketch, [at, 0.0, -2.0], [12.0 - at, 0.18 * (step + 1) as f32, 2.0]);
    }
    let mut simulation = start(sketch, [0.0, 0.0, 0.0]);
    heading(&mut simulation, EAST);
    let mut highest = 0.0_f32;
    for tick in 0..240 {
        simulation.tick(&WALK);
        assert!(grounded(&simulation), "tick {tick}: {}", feet(&simulation));
        highest = highest.max(feet(&simulation).y);
    }
    assert!(near(highest, 1.8, 1e-4), "{highest}");
    assert_eq!(feet(&simulation).y, 0.0);
}

#[test]
fn a_bridge_carries_and_lets_pass_below() {
    let bridge = || {
        let mut sketch = field();
        // Ramps up and down along x, the deck 4 m above the field.
        let deck = ModelSketch::new()
            .slope([-20.0, -2.0], [-5.0, 2.0], 0.0, 4.0)
            .cuboid(Vec3::new(-5.0, 3.6, -2.0), Vec3::new(5.0, 4.0, 2.0))
            .slope([5.0, -2.0], [20.0, 2.0], 4.0, 0.0);
        sketch.place(deck);
        sketch
    };
    let mut over = start(bridge(), [-25.0, 0.0, 0.0]);
    heading(&mut over, EAST);
    let mut on_deck = 0;
    for _ in 0..1000 {
        over.tick(&WALK);
        let at = feet(&over);
        let by_hand = ((20.0 - at.x.abs()) / 15.0 * 4.0).clamp(0.0, 4.0);
        assert!(near(at.y, by_hand, 0.01), "{at}");
        on_deck += usize::from(at.y == 4.0);
    }
    assert!(on_deck > 150, "{on_deck}");
    let mut under = start(bridge(), [0.0, 0.0, 8.0]);
    run(&mut under, &WALK, 320);
    assert!(near(feet(&under).z, -8.0, 0.01), "{}", feet(&under));
    assert_eq!(feet(&under).y, 0.0);
}

/// Hills in zone 1; below them a tunnel along x, its floor in zone 2, with a
/// mouth that belongs to both.
fn tunnel(mouths: bool) -> Sketch {
    let mut sketch = Sketch::new();
    sketch.place(
        ModelSketch::new()
            .zones(&[1])
            .floor([-60.0, -50.0], [-20.0, 50.0], 0.0)
            .floor([20.0, -50.0], [60.0, 50.0], 0.0)
            // Hills over the tunnel, lower than a head over its floor.
            .floor([-20.0, -50.0], [20.0, 50.0], 1.0),
    );
    let mut inside = ModelSketch::new();
    if mouths {
        inside = inside.zones(&[1, 2]).floor([-22.0, -2.0], [-18.0, 2.0], 0.002).floor(
            [18.0, -2.0],
            [22.0, 2.0],
            0.002,
        );
    }
    let inside = inside
        .zones(&[2])
        .floor([-20.0, -2.0], [20.0, 2.0], 0.0)
        .ceiling([-20.0, -2.0], [20.0, 2.0], 3.0)
        .wall([20.0, -2.0], [-20.0, -2.0], 0.0, 3.0)
        .wall([-20.0, 2.0], [20.0, 2.0], 0.0, 3.0);
    sketch.place(inside);
    sketch.scene.zones = world::ActiveZones::new(&[1]);
    sketch
}

#[test]
fn a_tunnel_keeps_whoever_walks_through() {
    let mut simulation = start(tunnel(true), [-30.0, 0.0, 0.0]);
    heading(&mut simulation, EAST);
    let mut zones = Vec::new();
    while feet(&simulation).x < 30.0 {
        simulation.tick(&WALK);
        let at = feet(&simulation);
        assert!(at.y.abs() < 0.01, "{at}");
        let now = simulation.state().zones.zones().to_vec();
        if zones.last() != Some(&now) {
            zones.push(now);
        }
        assert!(simulation.state().tick < 2000, "stopped at {at}");
    }
    assert_eq!(zones, [vec![1], vec![1, 2], vec![2], vec![1, 2], vec![1]]);
    // Beside the tunnel the hill is a step too high for it.
    let mut beside = start(tunnel(true), [0.0, 1.0, 10.0]);
    run(&mut beside, &WALK, 400);
    assert!(near(feet(&beside).z, -10.0, 0.01) && feet(&beside).y == 1.0, "{}", feet(&beside));
}

#[test]
fn a_tunnel_whose_mouth_is_in_no_common_zone_is_entered_all_the_same() {
    let mut simulation = start(tunnel(false), [-23.0, 0.0, 0.0]);
    heading(&mut simulation, EAST);
    // The hill starts where the tunnel does, one metre up: no ground in zone 1
    // is within a step, the floor in zone 2 is.
    run(&mut simulation, &WALK, 300);
    assert!(feet(&simulation).x > -10.0 && feet(&simulation).y == 0.0, "{}", feet(&simulation));
    assert_eq!(simulation.state().zones.zones(), [2]);
}

#[test]
fn a_fall_takes_as_long_as_galilei_says() {
    for height in [0.5, 2.0, 10.0, 100.0_f64] {
        // t = sqrt(2 h / g), in whole ticks; fast falls reach 60 m/s only
        // after 183 m.
        let by_hand = (60.0 * (2.0 * height / 9.8).sqrt()).ceil() as u32;
        let mut simulation = start(field(), [0.0, height as f32, 0.0]);
        let mut ticks = 0;
        while !grounded(&simulation) {
            simulation.tick(&STAND);
            ticks += 1;
            assert!(feet(&simulation).y >= 0.0);
            assert!(ticks < 1000);
        }
        assert_eq!(ticks, by_hand, "from {height} m");
        assert_eq!(feet(&simulation).y, 0.0, "no sinking in");
    }
}

#[test]
fn a_fall_never_passes_its_top_speed() {
    let mut simulation = start(field(), [0.0, 5000.0, 0.0]);
    run(&mut simulation, &STAND, 600);
    assert_eq!(simulation.state().avatar().unwrap().velocity.y, -60.0);
    let before = feet(&simulation).y;
    simulation.tick(&STAND);
    assert!(near(before - feet(&simulation).y, 1.0, 1e-3));
}

#[test]
fn a_jump_is_as_high_as_its_speed_allows_and_lands_where_it_started() {
    let mut simulation = start(field(), [0.0, 0.0, 0.0]);
    run(&mut simulation, &STAND, 2);
    let mut apex = 0.0_f32;
    simulation.tick(&JUMP);
    let mut ticks = 1;
    while !grounded(&simulation) {
        apex = apex.max(feet(&simulation).y);
        simulation.tick(&STAND);
        ticks += 1;
        assert!(ticks < 200);
    }
    // v^2 / 2g = 4.5^2 / 19.6; 2 v / g = 0.918 s = 55.1 ticks.
    assert!(near(apex, 1.0332, 0.002), "{apex}");
    assert_eq!(ticks, 56);
    assert_eq!(feet(&simulation), Vec3::ZERO);
}

#[test]
fn a_ceiling_ends_a_jump() {
    let mut sketch = field();
    sketch.place(ModelSketch::new().ceiling([-5.0; 2], [5.0; 2], 2.1));
    let mut simulation = start(sketch, [0.0, 0.0, 0.0]);
    run(&mut simulation, &STAND, 2);
    simulation.tick(&JUMP);
    let mut apex = 0.0_f32;
    while !grounded(&simulation) {
        apex = apex.max(feet(&simulation).y);
        simulation.tick(&STAND);
        assert!(simulation.state().tick < 100);
    }
    // The head is 1.8 m over the feet.
    assert!((0.28..=0.3).contains(&apex), "{apex}");
}

#[test]
fn a_step_up_needs_room_for_the_head() {
    let mut sketch = field();
    place(&mut sketch, [3.0, 0.0, -20.0], [30.0, 0.4, 20.0]);
    sketch.place(ModelSketch::new().ceiling([-10.0, -20.0], [30.0, 20.0], 2.0));
    let mut simulation = start(sketch, [0.0, 0.0, 0.0]);
    heading(&mut simulation, EAST);
    run(&mut simulation, &WALK, 150);
    assert_eq!(feet(&simulation).y, 0.0);
    assert!(feet(&simulation).x <= 3.0, "{}", feet(&simulation));
}

#[test]
fn standing_is_standing_still_to_the_last_bit() {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().slope([11_000.0, -12_288.0], [12_288.0, -11_000.0], 317.3, 731.9));
    sketch.place(ModelSketch::new().double_sided(true).wall(
        [11_500.0, -12_000.0],
        [11_500.0, -11_000.0],
        0.0,
        900.0,
    ));
    let mut simulation = start(sketch, [11_511.3, 600.0, -11_217.7]);
    heading(&mut simulation, WEST);
    run(&mut simulation, &RUN, 600);
    assert!(grounded(&simulation));
    let at = feet(&simulation);
    assert!(near(at.x, 11_500.0 + RADIUS, 0.02), "{at}");
    for _ in 0..600 {
        simulation.tick(&STAND);
        assert_eq!(feet(&simulation).to_array().map(f32::to_bits), at.to_array().map(f32::to_bits));
    }
}

#[test]
fn nobody_gets_out_of_a_closed_room() {
    // Walls without thickness, seen from inside only, at odd angles, between
    // a floor and a ceiling.
    let corners = [[-4.0, -3.0], [1.0, -6.0], [5.0, -2.0], [4.0, 3.5], [4.8, 4.0], [0.0, 6.0], [-5.0, 2.0]];
    let mut room = ModelSketch::new().floor([-50.0; 2], [50.0; 2], 0.0);
    for (index, corner) in corners.iter().enumerate() {
        let next = corners[(index + 1) % corners.len()];
        // In this order the inside is on the right.
        room = room.wall(*corner, next, -0.5, 3.0);
    }
    // Even and odd crossings of a line to the east.
    let inside = |at: Vec3| {
        let crossings = (0..corners.len()).filter(|index| {
            let ([ax, az], [bx, bz]) = (corners[*index], corners[(index + 1) % corners.len()]);
            (az > at.z) != (bz > at.z) && at.x < ax + (bx - ax) * (at.z - az) / (bz - az)
        });
        crossings.count() % 2 == 1
    };
    let mut sketch = Sketch::new();
    sketch.place(room);
    let mut simulation = start(sketch, [0.0, 0.0, 0.0]);
    let mut random = Random(5);
    let mut input = RUN;
    for tick in 0..20_000 {
        if tick % 40 == 0 {
            let mut draw = || f32::from(random.draw()) / 16383.5 - 1.0;
            input = Input { forward: draw() * 2.0, strafe: draw() * 2.0, yaw: draw() * 0.2, ..RUN };
            input.jump = draw() > 0.5;
        }
        simulation.tick(&input);
        let at = feet(&simulation);
        assert!(inside(at) && (-0.001..2.0).contains(&at.y), "tick {tick}: {at}");
    }
}

#[test]
fn a_box_node_stops_like_a_wall_and_carries_like_a_floor() {
    let mut sketch = field();
    let crate_model = sketch.model(ModelSketch::new().floor([-0.1; 2], [0.1; 2], 0.1));
    let node = sketch.node("crate", Some(crate_model), &[]);
    sketch.at(node).flags = sketch.at(node).flags.union(NodeFlags::INTERSECT_BOX);
    sketch.at(node).bounds = Aabb { min: Vec3::new(-1.0, 0.0, -1.0), max: Vec3::new(1.0, 1.2, 1.0) };
    sketch.at(node).transform = Affine3A::from_translation(Vec3::new(5.0, 0.0, 0.0));
    sketch.scene.roots.push(node);
    let mut simulation = start(sketch, [0.0, 0.0, 0.0]);
    heading(&mut simulation, EAST);
    run(&mut simulation, &WALK, 200);
    let gap = 4.0 - feet(&simulation).x;
    assert!((RADIUS..RADIUS + 0.01).contains(&gap), "{gap}");
    assert!(simulation.edit().teleport_avatar(Vec3::new(5.0, 3.0, 0.0), 0.0, 0.0));
    run(&mut simulation, &STAND, 60);
    assert!(near(feet(&simulation).y, 1.2, 1e-5));
}

#[test]
fn what_an_ancestor_hides_neither_stops_nor_carries() {
    let mut sketch = field();
    let model = sketch.model(ModelSketch::new().cuboid(Vec3::new(3.0, 0.0, -9.0), Vec3::new(4.0, 3.0, 9.0)));
    let wall = sketch.node("wall", Some(model), &[]);
    let middle = sketch.node("middle", None, &[wall]);
    let house = sketch.node("house", None, &[middle]);
    sketch.scene.roots.push(house);
    let mut simulation = start(sketch, [0.0, 0.0, 0.0]);
    heading(&mut simulation, EAST);
    run(&mut simulation, &WALK, 120);
    assert!(feet(&simulation).x < 3.0);
    assert!(simulation.edit().set_active(house, false));
    run(&mut simulation, &WALK, 120);
    assert!(feet(&simulation).x > 5.0 && feet(&simulation).y == 0.0, "{}", feet(&simulation));
}

#[test]
fn a_door_that_closes_pushes_out_of_its_way() {
    let mut sketch = field();
    let door = sketch.place(ModelSketch::new().cuboid(Vec3::new(0.0, 0.0, -2.0), Vec3::new(1.0, 3.0, 2.0)));
    let mut simulation = start(sketch, [2.0, 0.0, 0.0]);
    for step in 0..60 {
        let place = Affine3A::from_translation(Vec3::new(step as f32 * 0.05, 0.0, 0.0));
        assert!(simulation.edit().move_node(door, place));
        simulation.tick(&STAND);
    }
    let at = feet(&simulation);
    assert!(near(at.x, 1.0 + 59.0 * 0.05 + RADIUS, 0.02) && at.y == 0.0, "{at}");
}

#[test]
fn a_lift_carries() {
    let mut sketch = field();
    let lift = sketch.place(ModelSketch::new().cuboid(Vec3::new(-1.0, -0.2, -1.0), Vec3::new(1.0, 0.1, 1.0)));
    let mut simulation = start(sketch, [0.0, 0.1, 0.0]);
    run(&mut simulation, &STAND, 2);
    for step in (0..100).chain((0..100).rev()) {
        let place = Affine3A::from_translation(Vec3::new(0.0, step as f32 * 0.04, 0.0));
        assert!(simulation.edit().move_node(lift, place));
        simulation.tick(&STAND);
        assert!(near(feet(&simulation).y, 0.1 + step as f32 * 0.04, 1e-4) && grounded(&simulation));
    }
}

#[test]
fn in_centimetres_a_person_walks_as_in_metres() {
    let mut sketch = Sketch::new();
    sketch.scene.frame = world::Frame::identity(0.01);
    sketch.scene.walker = world::Walker::person(&sketch.scene.frame);
    sketch.place(ModelSketch::new().floor([-9000.0; 2], [9000.0; 2], 0.0));
    place(&mut sketch, [300.0, 0.0, -2000.0], [500.0, 40.0, 2000.0]);
    place(&mut sketch, [500.0, 0.0, -2000.0], [600.0, 300.0, 2000.0]);
    let mut simulation = start(sketch, [0.0, 0.0, 0.0]);
    heading(&mut simulation, EAST);
    run(&mut simulation, &RUN, 200);
    let at = feet(&simulation);
    assert!(at.y == 40.0 && (35.0..36.0).contains(&(500.0 - at.x)), "{at}");
}
