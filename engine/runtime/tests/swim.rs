//! A person in water made by hand, against numbers worked out by hand.

use crate::common::{RUN, STAND, WALK, feet, heading, run, start};
use glam::Vec3;
use runtime::{Cue, Input, Simulation};
use world::sketch::{ModelSketch, Sketch};
use world::{Aabb, Region, RegionKind, ScreenColor};

const JUMP: Input = Input { jump: true, ..STAND };
const EAST: f32 = -90.0;
/// How deep the feet of a person are who floats.
const FLOAT: f32 = 1.4;
/// Metres a second.
const SWIM: f32 = 1.5;

/// A basin 5 m deep between x = -20 and x = 20, filled to height 0; land at
/// height 0 in the east, a beach that rises 1 in 2 in the west.
fn basin() -> Sketch {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-20.0, -50.0], [20.0, 50.0], -5.0));
    sketch.place(ModelSketch::new().cuboid(Vec3::new(20.0, -5.0, -50.0), Vec3::new(60.0, 0.0, 50.0)));
    sketch.place(ModelSketch::new().slope([-50.0, -50.0], [-20.0, 50.0], 10.0, -5.0));
    sketch.scene.regions.push(Region::of_box(
        RegionKind::Water,
        Aabb { min: Vec3::new(-40.0, -5.0, -50.0), max: Vec3::new(20.0, 0.0, 50.0) },
    ));
    sketch
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() <= 0.01
}

fn look(simulation: &mut Simulation, yaw_deg: f32, pitch_deg: f32) {
    let at = feet(simulation);
    assert!(simulation.edit().teleport_avatar(at, yaw_deg.to_radians(), pitch_deg.to_radians()));
}

fn floats(simulation: &Simulation) -> bool {
    near(feet(simulation).y, -FLOAT) && !simulation.state().avatar().unwrap().grounded
}

#[test]
fn whoever_does_nothing_rises_and_floats_with_the_eye_over_the_water() {
    let mut simulation = start(basin(), [0.0, -5.0, 0.0]);
    run(&mut simulation, &STAND, 120);
    // At 0.75 m a second, reached as 1 - e^-4t: 2 s make 1.5 - 0.1875 m.
    let up = feet(&simulation).y + 5.0;
    assert!((up - 1.3125).abs() < 0.02, "{up}");
    run(&mut simulation, &STAND, 600);
    assert!(floats(&simulation), "{}", feet(&simulation));
    assert!(near(simulation.state().camera.eye.y, 0.25));
    let before = *simulation.state().avatar().unwrap();
    run(&mut simulation, &STAND, 60);
    assert_eq!(*simulation.state().avatar().unwrap(), before, "and lies still");
}

#[test]
fn a_fall_into_water_is_braked_by_it() {
    let mut simulation = start(basin(), [0.0, 10.0, 0.0]);
    let mut deepest = 0.0_f32;
    for _ in 0..900 {
        simulation.tick(&STAND);
        deepest = deepest.min(feet(&simulation).y);
    }
    // 11.4 m of fall end at 14.95 m a second. Then the speed is 0.75 - 15.7 e^-4t,
    // nothing after 0.76 s and 3.17 m.
    assert!((deepest + FLOAT + 3.17).abs() < 0.15, "{deepest}");
    assert!(floats(&simulation), "{}", feet(&simulation));
}

#[test]
fn swimming_goes_where_the_eye_looks() {
    let mut simulation = start(basin(), [-10.0, -FLOAT, 0.0]);
    heading(&mut simulation, EAST);
    run(&mut simulation, &WALK, 120);
    let from = feet(&simulation).x;
    run(&mut simulation, &WALK, 120);
    // Two seconds at full speed.
    assert!(near(feet(&simulation).x - from, 2.0 * SWIM), "{}", feet(&simulation).x - from);
    assert!(floats(&simulation));
    // Down at 45 degrees, from half a second on.
    look(&mut simulation, EAST, -45.0);
    run(&mut simulation, &WALK, 60);
    let from = feet(&simulation);
    run(&mut simulation, &WALK, 60);
    let way = feet(&simulation) - from;
    let part = SWIM * libm::sqrtf(0.5);
    assert!((way.x - part).abs() < 0.03 && (way.y + part).abs() < 0.03, "{way}");
    // To the ground and no farther.
    run(&mut simulation, &WALK, 300);
    assert_eq!(feet(&simulation).y, -5.0);
    // Up again, but never out.
    look(&mut simulation, 90.0, 80.0);
    run(&mut simulation, &RUN, 300);
    assert!(floats(&simulation), "{}", feet(&simulation));
}

#[test]
fn a_beach_leads_out_of_the_water_and_into_it() {
    let mut simulation = start(basin(), [-10.0, -FLOAT, 0.0]);
    heading(&mut simulation, 90.0);
    run(&mut simulation, &WALK, 900);
    let at = feet(&simulation);
    // The beach is at height 0 at x = -30; on its way up all along.
    assert!(at.x < -31.0 && near(at.y, (-30.0 - at.x) * 0.5), "{at}");
    assert!(simulation.state().avatar().unwrap().grounded);
    heading(&mut simulation, EAST);
    run(&mut simulation, &WALK, 900);
    assert!(floats(&simulation) && feet(&simulation).x > -27.0, "{}", feet(&simulation));
}

#[test]
fn a_leap_leads_onto_land_at_the_height_of_the_water() {
    let mut simulation = start(basin(), [19.0, -FLOAT, 0.0]);
    heading(&mut simulation, EAST);
    run(&mut simulation, &WALK, 120);
    // A radius from the wall, still in the water.
    assert!(floats(&simulation) && feet(&simulation).x < 20.0, "{}", feet(&simulation));
    run(&mut simulation, &Input { jump: true, ..WALK }, 1);
    run(&mut simulation, &WALK, 90);
    let at = feet(&simulation);
    assert!(at.x > 20.0 && at.y == 0.0 && simulation.state().avatar().unwrap().grounded, "{at}");
}

#[test]
fn deep_down_a_jump_is_a_stroke_upwards() {
    let mut simulation = start(basin(), [0.0, -5.0, 0.0]);
    run(&mut simulation, &JUMP, 60);
    let from = feet(&simulation).y;
    run(&mut simulation, &JUMP, 60);
    // A second at nearly full speed: e^-4 of it is still missing at first.
    assert!((feet(&simulation).y - from - SWIM).abs() < 0.02, "{}", feet(&simulation).y - from);
}

#[test]
fn shallow_water_is_walked_through() {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-50.0; 2], [50.0; 2], 0.0));
    sketch.scene.regions.push(Region::of_box(
        RegionKind::Water,
        Aabb { min: Vec3::new(-50.0, 0.0, -50.0), max: Vec3::new(50.0, 1.0, 50.0) },
    ));
    let mut simulation = start(sketch, [0.0; 3]);
    heading(&mut simulation, EAST);
    run(&mut simulation, &WALK, 60);
    let from = feet(&simulation).x;
    run(&mut simulation, &WALK, 60);
    assert!(near(feet(&simulation).x - from, 3.0) && simulation.state().avatar().unwrap().grounded);
    assert_eq!(feet(&simulation).y, 0.0);
}

#[test]
fn waters_that_touch_are_one() {
    let mut sketch = basin();
    // Another half a metre on top, in the middle.
    sketch.scene.regions.push(Region::of_box(
        RegionKind::Water,
        Aabb { min: Vec3::new(-5.0, 0.0, -50.0), max: Vec3::new(5.0, 0.5, 50.0) },
    ));
    let mut simulation = start(sketch, [0.0, -3.0, 0.0]);
    run(&mut simulation, &STAND, 900);
    assert!(near(feet(&simulation).y, 0.5 - FLOAT), "{}", feet(&simulation));
}

/// A beach in the west that reaches height 0 at x = 0 and falls 1 in 2 to a sea floor 20 m deep, and
/// nothing else for half a kilometre. The water is only its surface.
fn sea() -> Sketch {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().slope([-20.0, -300.0], [40.0, 300.0], 10.0, -20.0));
    sketch.place(ModelSketch::new().floor([40.0, -300.0], [500.0, 300.0], -20.0));
    let surface = Aabb { min: Vec3::new(-20.0, 0.0, -300.0), max: Vec3::new(500.0, 0.0, 300.0) };
    sketch.scene.regions.push(Region::below(RegionKind::Water, surface, 100.0));
    sketch
}

#[test]
fn below_a_surface_one_wades_then_swims() {
    let mut simulation = start(sea(), [-2.0, 1.0, 0.0]);
    heading(&mut simulation, EAST);
    run(&mut simulation, &WALK, 60);
    let at = feet(&simulation);
    // Into the water, 3 m a second on the slope: feet half as deep as x is far.
    assert!(at.x > 0.5 && near(at.y, at.x * -0.5), "{at}");
    assert!(simulation.state().avatar().unwrap().grounded, "it wades");
    run(&mut simulation, &WALK, 600);
    assert!(floats(&simulation) && feet(&simulation).x > 10.0, "{}", feet(&simulation));
}

#[test]
fn a_cellar_beside_the_sea_is_dry() {
    let mut sketch = sea();
    // A room below the surface: floor at -6, ceiling at -2 that faces down.
    let (low, high) = (Vec3::new(100.0, -6.0, -5.0), Vec3::new(110.0, -2.0, 5.0));
    sketch.place(ModelSketch::new().floor([low.x, low.z], [high.x, high.z], low.y));
    let ceiling = [[low.x, low.z], [high.x, low.z], [high.x, high.z], [low.x, high.z]];
    let corners = ceiling.map(|[x, z]| Vec3::new(x, high.y, z));
    sketch.place(ModelSketch::new().polygon(&corners));
    let mut simulation = start(sketch, [105.0, -6.0, 0.0]);
    run(&mut simulation, &STAND, 60);
    assert_eq!(feet(&simulation).y, -6.0, "it stands on the floor");
    assert!(simulation.state().avatar().unwrap().grounded);
    let inside = feet(&simulation) + Vec3::Y;
    assert_eq!(simulation.probe().water(inside), None);
    assert_eq!(simulation.probe().water(inside.with_x(120.0)), Some(0.0), "beside it is sea");
}

#[test]
fn nobody_swims_too_far_from_the_shore() {
    let mut simulation = start(sea(), [20.0, -FLOAT, 0.0]);
    heading(&mut simulation, EAST);
    let mut told = Vec::new();
    for tick in 0..60 * 90 {
        // Faster from half a minute on: then the last step is longer, and still it is said once.
        simulation.tick(if tick < 60 * 26 { &WALK } else { &RUN });
        let cues = simulation.cues().iter();
        told.extend(cues.filter(|cue| matches!(cue, Cue::TooFarOut { .. })).map(|_| tick));
    }
    // Land is where one can stand, down to 1.4 m of water, at x = 2.8; straight to it are 60 m, and
    // along z other places of the rings are farther off.
    let at = feet(&simulation);
    assert!((62.5..=62.9).contains(&at.x) && floats(&simulation), "{at}");
    assert_eq!(told.len(), 1, "said once: {told:?}");
    // 42.8 m: 26 s at 1.5 m a second, the rest at 4.
    assert!((26 * 60..28 * 60).contains(&told[0]), "{told:?}");
    // No leap leads on either, and one may turn back.
    for _ in 0..600 {
        simulation.tick(&Input { jump: true, ..RUN });
    }
    assert!(feet(&simulation).x < 72.9, "{}", feet(&simulation));
    heading(&mut simulation, 90.0);
    let back = (0..60 * 60).find(|_| {
        simulation.tick(&WALK);
        feet(&simulation).x < 0.0 && simulation.state().avatar().unwrap().grounded
    });
    assert!(back.is_some(), "{}", feet(&simulation));
}

#[test]
fn an_eye_under_water_sees_its_colour_and_one_above_does_not() {
    let simulation = start(sea(), [20.0, -FLOAT, 0.0]);
    let tint = |y: f32| simulation.tint_at(Vec3::new(200.0, y, 0.0));
    assert_eq!(tint(0.01), ScreenColor::NONE);
    assert_eq!(tint(0.0), ScreenColor::NONE);
    assert_eq!(tint(-1.0), ScreenColor::under_water(1.0));
    // Half of it half a decimetre below.
    let [half, full] = [tint(-0.05), tint(-1.0)].map(|tint| tint.on([1.0; 3]));
    for (half, full) in half.into_iter().zip(full) {
        assert!(full < 0.85 && (half - (1.0 + full) * 0.5).abs() < 1e-3, "{half} {full}");
    }
    assert!(full[0] < full[1] && full[1] < full[2], "blue, {full:?}");
}
