//! Bodies that programs throw, drop, spin and lead along scripts of keys.

use crate::common::programs::{OTHER, ROOT, on_call, place, program, said, sequence, sketch, world};
use crate::common::start;
use glam::{Affine3A, Quat, Vec3};
use runtime::{Cue, Simulation};
use std::sync::Arc;
use world::program::{
    Bounce, Change, Definition, Event, Gravity, KeyScript, Launch, LaunchRange, ObjectMotion, ProgramRules,
    ProgramSound, ScriptFrame, ScriptKey, ScriptMotion, ScriptTurn, Step, Tumble,
};
use world::sketch::ModelSketch;
use world::{NodeId, ProgramId, euler_of};

const PULL: Gravity =
    Gravity { acceleration: -9.8, complex: false, no_altitude: false, intersections: false };
const FREE: Gravity = Gravity { no_altitude: true, ..PULL };

/// The first node thrown.
fn thrown(velocity: [f32; 3]) -> ObjectMotion {
    let launch = Launch { velocity: Vec3::from(velocity), ..Launch::default() };
    ObjectMotion { node: ROOT, translation: Some(launch), ..ObjectMotion::default() }
}

fn falls(velocity: f32, gravity: Gravity) -> ObjectMotion {
    ObjectMotion { gravity: Some(gravity), ..thrown([0.0, velocity, 0.0]) }
}

/// A program that throws a body and says 1 when that is over.
fn throws(own: ObjectMotion) -> Definition {
    let steps = [Event::Motion(own.into()), Event::Callback(1)];
    program(vec![sequence(steps.map(Step::then).into())])
}

/// A world in which a program has started with its first node at a height above the ground at 0.
fn from(height: f32, own: Definition) -> Simulation {
    let mut simulation = world(vec![own]);
    assert!(simulation.edit().teleport_node(NodeId(1), Affine3A::from_translation(Vec3::Y * height)));
    assert!(simulation.edit().start_program(ProgramId(0), None));
    simulation
}

fn near(a: Vec3, b: [f32; 3]) {
    assert!(a.abs_diff_eq(Vec3::from(b), 1e-5), "{a} is not {b:?}");
}

#[test]
fn a_body_goes_by_its_velocity_and_then_takes_up_speed() {
    // A step is the velocity before it: 6/60 three times, less 9.8 / 3600 once and twice.
    let own = ObjectMotion { run_time: Some(3.0 / 60.0), ..falls(6.0, FREE) };
    let mut simulation = from(4.0, throws(own));
    assert_eq!(said(&mut simulation, 5), [(3, 1), (3, 0)]);
    near(place(&simulation, 1), [0.0, 4.0 + 0.3 - 3.0 * 9.8 / 3600.0, 0.0]);
    assert_eq!(simulation.state().programs.instances[0].sequences[0].body, None);
    // The acceleration that is given counts whole, whatever the run time; the last step is cut short.
    let launch = Launch { velocity: Vec3::X * 6.0, acceleration: Vec3::X * 60.0, direction: Vec3::ZERO };
    let own = ObjectMotion { translation: Some(launch), run_time: Some(2.5 / 60.0), ..thrown([0.0; 3]) };
    let mut simulation = from(0.0, throws(own));
    assert_eq!(said(&mut simulation, 5), [(3, 1), (3, 0)]);
    near(place(&simulation, 1), [6.0 / 60.0 + 7.0 / 60.0 + 4.0 / 60.0, 0.0, 0.0]);
}

#[test]
fn a_body_that_hits_the_ground_rises_by_half_its_step_and_ends_when_it_is_slow() {
    // 0.05 down in a tick from 0.02: it is put to half of that, and 9.8 is more than 3.
    let mut simulation = from(0.02, throws(falls(-3.0, PULL)));
    assert_eq!(said(&mut simulation, 3), [(1, 1), (1, 0)]);
    near(place(&simulation, 1), [0.0, 0.025, 0.0]);
    // Too slow to come off the ground at all.
    let mut simulation = from(0.001, throws(falls(-0.3, PULL)));
    assert_eq!(said(&mut simulation, 3), [(1, 1), (1, 0)]);
    assert_eq!(place(&simulation, 1), Vec3::ZERO);
    // Without the question about the ground it falls through, and with it while it does not come down.
    for (gravity, velocity, expected) in
        [(FREE, -3.0, -0.03), (PULL, 3.0, 0.07), (Gravity { complex: true, ..FREE }, -3.0, -0.03)]
    {
        let mut simulation = from(0.02, throws(falls(velocity, gravity)));
        said(&mut simulation, 1);
        near(place(&simulation, 1), [0.0, expected, 0.0]);
    }
    // A complex one asks while it climbs: from below the ground it gets on it.
    let mut simulation = from(-1.0, throws(falls(3.0, Gravity { complex: true, ..PULL })));
    assert_eq!(said(&mut simulation, 2), [(1, 1), (1, 0)]);
    near(place(&simulation, 1), [0.0, 0.025, 0.0]);
    let mut simulation = from(-1.0, throws(falls(3.0, PULL)));
    said(&mut simulation, 1);
    near(place(&simulation, 1), [0.0, -0.95, 0.0]);
}

#[test]
fn a_fast_body_bounces_calls_its_sequence_and_is_heard_by_its_speed() {
    let sound =
        ProgramSound { file: "thud.wav".into(), volume: 1.0, looping: true, ..ProgramSound::default() };
    let bounce = Bounce { sequence: Some(1), sound: Some(0), full_volume_speed: 60.0 };
    let own = ObjectMotion { bounces: [bounce, Bounce::default(), Bounce::default()], ..falls(-30.0, PULL) };
    let mut own = throws(own);
    own.sequences.push(on_call(vec![Step::then(Event::Callback(5))]));
    own.sounds = vec![Some(sound.into())];
    let mut simulation = from(0.25, own);
    let mut heard = Vec::new();
    let mut heights = Vec::new();
    for _ in 0..4 {
        simulation.tick(&crate::common::STAND);
        heights.push(place(&simulation, 1).y);
        for cue in simulation.cues() {
            match cue {
                Cue::Sound { volume, at, looping: false, .. } => {
                    heard.push((simulation.state().tick, *volume, *at))
                }
                Cue::Callback { value, .. } => heard.push((simulation.state().tick, *value as f32, None)),
                _ => {}
            }
        }
    }
    // 0.5 down: put to 0.25, with a fifth of the speed: 6, and 9.8 / 60 more in each tick.
    let expected = [0.25, 0.25 - 6.163_333 / 60.0, 0.147_278 - 6.326_667 / 60.0, 6.49 / 120.0];
    for (height, expected) in heights.iter().zip(expected) {
        assert!((height - expected).abs() < 1e-5, "{heights:?}");
    }
    let ground = Some(Vec3::ZERO);
    // The sequence that is called runs in the same tick, for it comes later.
    assert_eq!(heard[..2], [(1, 0.5, ground), (1, 5.0, None)]);
    assert_eq!((heard[2].0, heard[2].2), (4, ground));
    assert!((heard[2].1 - 6.49 / 60.0).abs() < 1e-5);
    assert_eq!(heard[3..], [(4, 1.0, None), (4, 5.0, None), (4, 0.0, None)]);
}

#[test]
fn water_and_lava_have_bounces_of_their_own() {
    let calls = |sequence| Bounce { sequence, ..Bounce::default() };
    let own = ObjectMotion { bounces: [calls(Some(1)), calls(Some(2)), calls(None)], ..falls(-3.0, PULL) };
    let mut own = throws(own);
    let says = |value| on_call(vec![Step::then(Event::Callback(value))]);
    own.sequences.extend([says(5), says(6)]);
    // Water has one; lava has none, so that the general one counts.
    for (soil, expected) in [(0, 5), (1, 6), (4, 5), (7, 5)] {
        let mut sketch = sketch(vec![own.clone()]);
        sketch.scene.materials[0].soil = soil;
        let mut simulation = start(sketch, [0.0; 3]);
        assert!(simulation.edit().teleport_node(NodeId(1), Affine3A::from_translation(Vec3::Y * 0.02)));
        assert!(simulation.edit().start_program(ProgramId(0), None));
        assert_eq!(said(&mut simulation, 2), [(1, 1), (1, expected), (1, 0)], "{soil}");
    }
}

#[test]
fn each_ground_has_its_own_sequence_and_sound() {
    let bounce = |at: u16| Bounce { sequence: Some(at + 1), sound: Some(at), full_volume_speed: 1.0 };
    let mut own = throws(ObjectMotion { bounces: [0, 1, 2].map(bounce), ..falls(-3.0, PULL) });
    own.sequences.extend([5, 6, 7].map(|value| on_call(vec![Step::then(Event::Callback(value))])));
    let sound =
        |file: &str| ProgramSound { file: file.into(), volume: 1.0, ..ProgramSound::default() }.into();
    own.sounds = ["ground", "water", "lava"].map(|file| Some(sound(file))).to_vec();
    for (soil, value, file) in [(0, 5, "ground"), (1, 6, "water"), (4, 7, "lava")] {
        let mut sketch = sketch(vec![own.clone()]);
        sketch.scene.materials[0].soil = soil;
        let mut simulation = start(sketch, [0.0; 3]);
        assert!(simulation.edit().teleport_node(NodeId(1), Affine3A::from_translation(Vec3::Y * 0.02)));
        assert!(simulation.edit().start_program(ProgramId(0), None));
        simulation.tick(&crate::common::STAND);
        let happened = |wanted: &dyn Fn(&Cue) -> bool| simulation.cues().iter().any(wanted);
        assert!(
            happened(&|cue| matches!(cue, Cue::Callback { value: said, .. } if *said == value)),
            "{soil}"
        );
        assert!(happened(&|cue| matches!(cue, Cue::Sound { file: heard, .. } if heard == file)), "{soil}");
    }
}

#[test]
fn a_launch_within_ranges_is_drawn_from_the_ring_and_is_not_of_unit_length() {
    let range = |azimuth, elevation, speed| LaunchRange { azimuth, elevation, speed, acceleration: [0.0; 2] };
    let after_a_tick = |range| {
        let own = ObjectMotion { node: ROOT, range: Some(range), ..ObjectMotion::default() };
        let mut simulation = from(0.0, throws(own));
        said(&mut simulation, 1);
        place(&simulation, 1)
    };
    // Half way up: half of the speed upwards, half of it level.
    near(after_a_tick(range([0.0; 2], [45.0; 2], [120.0; 2])), [1.0, 1.0, 0.0]);
    near(after_a_tick(range([90.0; 2], [45.0; 2], [120.0; 2])), [0.0, 1.0, 1.0]);
    near(after_a_tick(range([0.0; 2], [-90.0; 2], [120.0; 2])), [0.0, -2.0, 0.0]);
    // The third number of the ring is 6334 of 32767; the first of two may be the larger.
    let level = |speed| after_a_tick(range([0.0; 2], [0.0; 2], speed)).x;
    assert!((level([0.0, 32767.0]) - 6334.0 / 60.0).abs() < 1e-3);
    assert!((level([32767.0, 0.0]) - 26433.0 / 60.0).abs() < 1e-3);
    // The ring is one for the whole world, and holds 200.
    let own =
        ObjectMotion { node: ROOT, range: Some(range([0.0; 2], [0.0; 2], [0.0; 2])), ..thrown([0.0; 3]) };
    let mut simulation = from(0.0, throws(own));
    said(&mut simulation, 1);
    let ring = &simulation.state().programs.ring;
    assert_eq!((ring.values.len(), ring.next, &ring.values[..3]), (200, 4, &[41, 18467, 6334][..]));
}

#[test]
fn a_body_spins_tumbles_and_grows() {
    let change = |rate: Vec3, acceleration| Change { rate, acceleration };
    let spins = ObjectMotion {
        node: ROOT,
        rotation: Some(change(Vec3::Y, Vec3::Y * 60.0)),
        scale: Some(change(Vec3::X * 6.0, Vec3::ZERO)),
        morph: Some(6.0),
        ..ObjectMotion::default()
    };
    let mut simulation = from(0.0, throws(spins));
    said(&mut simulation, 2);
    near(simulation.edit().euler(NodeId(1)).unwrap(), [0.0, 3.0 / 60.0, 0.0]);
    near(simulation.state().nodes.transforms[1].to_scale_rotation_translation().0, [1.2, 1.0, 1.0]);
    assert!((simulation.state().programs.morphs[&NodeId(1)] - 0.2).abs() < 1e-6);
    // It never ends, and the weight stays where it is full.
    assert_eq!(said(&mut simulation, 200), []);
    assert_eq!(simulation.state().programs.morphs[&NodeId(1)], 1.0);
    // Over x: about -z. By time with 6 and then 7 radians a second, by distance 2 for each unit.
    let tumbles = |tumble| {
        let launch = Launch { velocity: Vec3::X * 3.0, acceleration: Vec3::ZERO, direction: Vec3::X };
        let own =
            ObjectMotion { translation: Some(launch), forward_rotation: Some(tumble), ..thrown([0.0; 3]) };
        let mut simulation = from(0.0, throws(own));
        said(&mut simulation, 2);
        simulation.edit().euler(NodeId(1)).unwrap()
    };
    near(tumbles(Tumble::Time(Change { rate: 6.0, acceleration: 60.0 })), [0.0, 0.0, -13.0 / 60.0]);
    near(tumbles(Tumble::Distance(2.0)), [0.0, 0.0, -0.2]);
}

#[test]
fn gravity_and_force_know_the_space_of_the_parent() {
    let quarter = std::f32::consts::FRAC_PI_2;
    let after_two_ticks = |own: ObjectMotion, force: Vec3| {
        let mut simulation = world(vec![throws(own)]);
        assert!(simulation.edit().unlink(None, NodeId(1)));
        simulation.edit().link(Some(NodeId(2)), NodeId(1)).unwrap();
        assert!(simulation.edit().rotate_to(NodeId(2), Vec3::Z * quarter));
        assert!(simulation.edit().start_program(ProgramId(0), None));
        assert!(simulation.edit().give_velocity(0, force));
        said(&mut simulation, 2);
        place(&simulation, 1)
    };
    // In the first tick it takes up speed, in the second it goes: 9.8 / 3600.
    let fallen = 9.8 / 3600.0;
    near(after_two_ticks(falls(0.0, FREE), Vec3::ZERO), [0.0, -fallen, 0.0]);
    // The parent has its x where the world has its y.
    near(after_two_ticks(falls(0.0, Gravity { complex: true, ..FREE }), Vec3::ZERO), [-fallen, 0.0, 0.0]);
    let pushed = ObjectMotion { impact_force: true, ..thrown([0.0; 3]) };
    near(after_two_ticks(pushed.clone(), Vec3::Y * 30.0), [1.0, 0.0, 0.0]);
    // What is next to nothing is nothing.
    near(after_two_ticks(pushed, Vec3::Y * 0.01), [0.0; 3]);
}

#[test]
fn a_title_has_numbers_of_its_own_for_what_hits_the_ground() {
    let with = |change: fn(&mut ProgramRules), height: f32, own: Definition| {
        let mut sketch = sketch(vec![own]);
        change(&mut sketch.scene.program_rules);
        let mut simulation = start(sketch, [0.0; 3]);
        assert!(simulation.edit().teleport_node(NodeId(1), Affine3A::from_translation(Vec3::Y * height)));
        assert!(simulation.edit().start_program(ProgramId(0), None));
        simulation
    };
    let after = |ticks: u64, mut simulation: Simulation| {
        said(&mut simulation, ticks);
        place(&simulation, 1).y
    };
    let close = |found: f32, wanted: f32| assert!((found - wanted).abs() < 1e-5, "{found} is not {wanted}");
    // 0.5 down in a tick from 0.25: put to half of that, or to a fifth.
    let falls_fast = || throws(falls(-30.0, PULL));
    close(after(1, with(|_| (), 0.25, falls_fast())), 0.25);
    close(after(1, with(|own| own.rise = 0.2, 0.25, falls_fast())), 0.1);
    // With half of its speed it comes down again at once, by 15 and 9.8 / 60 more in a second.
    close(after(2, with(|own| own.keeps = 0.5, 0.25, falls_fast())), 15.163_333 / 120.0);
    // What is slower than that is put on the ground.
    close(after(1, with(|own| own.rest = [0.1, 40.0], 0.25, falls_fast())), 0.0);
    close(after(1, with(|own| own.rest = [0.0, 40.0], 0.25, falls_fast())), 0.25);
    // A floor 5 above counts though there is ground 8 below, and one 12 above does not; if it is farther above than that,
    // it does.
    let below = |reach: fn(&mut ProgramRules), floor: f32| {
        let mut sketch = sketch(vec![throws(falls(-3.0, PULL))]);
        sketch.place(ModelSketch::new().floor([-9.0; 2], [9.0; 2], floor));
        reach(&mut sketch.scene.program_rules);
        let mut simulation = start(sketch, [40.0, 0.0, 0.0]);
        assert!(simulation.edit().teleport_node(NodeId(1), Affine3A::from_translation(Vec3::Y * 20.0)));
        assert!(simulation.edit().start_program(ProgramId(0), None));
        said(&mut simulation, 1);
        place(&simulation, 1).y
    };
    close(below(|_| (), 25.0), 25.025);
    close(below(|_| (), 32.0), 19.95);
    close(below(|own| own.reach_up = 15.0, 32.0), 32.025);
    // Over no ground it ends after a second, or after two.
    for (gravity, ticks) in [(PULL, 60), (Gravity { intersections: true, ..PULL }, 120)] {
        let mut simulation = with(|own| own.groundless_s = [1.0, 2.0], 9.0, throws(falls(-1.0, gravity)));
        assert!(simulation.edit().teleport_node(NodeId(1), Affine3A::from_translation(Vec3::X * 500.0)));
        assert_eq!(said(&mut simulation, ticks + 9), [(ticks, 1), (ticks, 0)]);
    }
    // A push of 0.5 is one only below.
    let pushed = |change: fn(&mut ProgramRules)| {
        let own = ObjectMotion { impact_force: true, ..thrown([0.0; 3]) };
        let mut simulation = with(change, 0.0, throws(own));
        assert!(simulation.edit().give_velocity(0, Vec3::Y * 0.5));
        after(2, simulation)
    };
    close(pushed(|_| ()), 1.0 / 60.0);
    close(pushed(|own| own.force = 0.5), 0.0);
}

#[test]
fn a_body_over_no_ground_ends_after_a_while() {
    for (gravity, ticks) in [(PULL, 900), (Gravity { intersections: true, ..PULL }, 2100)] {
        let own = throws(falls(-1.0, gravity));
        let mut simulation = world(vec![own]);
        let away = Affine3A::from_translation(Vec3::new(500.0, 9.0, 0.0));
        assert!(simulation.edit().teleport_node(NodeId(1), away));
        assert!(simulation.edit().start_program(ProgramId(0), None));
        assert_eq!(said(&mut simulation, ticks + 9), [(ticks, 1), (ticks, 0)]);
    }
    // One that hits whatever is in its way stops at it.
    let mut simulation = from(0.02, throws(falls(-3.0, Gravity { intersections: true, ..PULL })));
    assert_eq!(said(&mut simulation, 3), [(1, 1), (1, 0)]);
    near(place(&simulation, 1), [0.0, 0.025, 0.0]);
}

fn follows(frames: Vec<ScriptFrame>) -> Definition {
    let script = Arc::new(KeyScript { frames });
    let steps = [Event::Script(ScriptMotion { node: OTHER, script }), Event::Callback(1)];
    program(vec![sequence(steps.map(Step::then).into())])
}

fn frame(start: f32, end: f32) -> ScriptFrame {
    ScriptFrame { start: start / 60.0, end: end / 60.0, ..ScriptFrame::default() }
}

#[test]
fn a_node_follows_its_keys_holds_between_them_and_stays_at_the_end() {
    let key = |x: f32, delta: f32| ScriptKey { base: Vec3::X * x, delta: Vec3::X * delta, cubic: None };
    let frames = vec![
        ScriptFrame { translation: Some(key(0.0, 60.0)), ..frame(0.0, 2.0) },
        frame(2.0, 4.0),
        ScriptFrame { translation: Some(key(7.0, -60.0)), ..frame(4.0, 6.0) },
    ];
    let mut simulation = from(0.0, follows(frames));
    let mut way = Vec::new();
    for tick in 1..=8 {
        let spoken = said(&mut simulation, 1);
        assert_eq!(spoken.is_empty(), tick != 6, "{tick}");
        way.push(place(&simulation, 2).x);
    }
    for (x, expected) in way.iter().zip([1.0, 2.0, 2.0, 7.0, 6.0, 5.0, 5.0, 5.0]) {
        assert!((x - expected).abs() < 1e-4, "{way:?}");
    }
    // What falls between two ticks counts with its end.
    let frames = vec![ScriptFrame { scale: Some(key(1.0, 0.0)), ..frame(0.2, 0.4) }, frame(0.4, 0.6)];
    let mut simulation = from(0.0, follows(frames));
    assert_eq!(said(&mut simulation, 2), [(1, 1), (1, 0)]);
    // Nothing at all is over at once.
    assert_eq!(said(&mut from(0.0, follows(vec![])), 2), [(1, 1), (1, 0)]);
}

#[test]
fn the_bones_of_a_skeleton_begin_together_and_the_longest_ends_it() {
    let moves = |way: Vec3, ticks| {
        let key = ScriptKey { base: Vec3::ZERO, delta: way * 60.0, cubic: None };
        Arc::new(KeyScript { frames: vec![ScriptFrame { translation: Some(key), ..frame(0.0, ticks) }] })
    };
    let bones = [
        ScriptMotion { node: ROOT, script: moves(Vec3::X, 2.0) },
        ScriptMotion { node: OTHER, script: moves(Vec3::Y, 4.0) },
    ];
    let steps = [Event::Skeleton(bones.into()), Event::Callback(1)];
    let mut simulation = from(0.0, program(vec![sequence(steps.map(Step::then).into())]));
    for (tick, x, y) in [(1, 1.0, 1.0), (2, 2.0, 2.0), (3, 2.0, 3.0), (4, 2.0, 4.0)] {
        let spoken = said(&mut simulation, 1);
        assert_eq!(spoken.is_empty(), tick < 4, "{tick}");
        near(place(&simulation, 1), [x, 0.0, 0.0]);
        near(place(&simulation, 2), [0.0, y, 0.0]);
    }
    // A skeleton without bones is over at once.
    let steps = [Event::Skeleton([].into()), Event::Callback(1)];
    let empty = program(vec![sequence(steps.map(Step::then).into())]);
    assert_eq!(said(&mut from(0.0, empty), 2), [(1, 1), (1, 0)]);
}

#[test]
fn rotations_of_keys_are_half_angles_on_the_left() {
    let turn = |cubic| ScriptFrame {
        rotation: Some(ScriptTurn { base: Quat::from_rotation_x(0.3), delta: Vec3::Y * 15.0, cubic }),
        ..frame(0.0, 9.0)
    };
    let angles = |frame| {
        let mut simulation = from(0.0, follows(vec![frame]));
        said(&mut simulation, 1);
        euler_of(&simulation.state().nodes.transforms[2])
    };
    // After a sixtieth of a second half the angle is a quarter.
    near(angles(turn(None)), [0.3, 0.5, 0.0]);
    // u, 3600 u^2 and 216000 u^3 are 1/60, 1 and 1; the constant does not count.
    let none = [0.0; 4];
    near(angles(turn(Some([none, [9.0, 15.0, 0.0, 0.0], none].into()))), [0.3, 0.5, 0.0]);
    near(angles(turn(Some([none, [0.0, 0.0, 360.0, 0.0], none].into()))), [0.3, 0.2, 0.0]);
    let cubic = Some([[1.0, 60.0, 3600.0, 216_000.0], none, none].into());
    let frames = vec![ScriptFrame {
        translation: Some(ScriptKey { base: Vec3::ONE * 9.0, delta: Vec3::ONE, cubic }),
        ..frame(0.0, 9.0)
    }];
    let mut simulation = from(0.0, follows(frames));
    said(&mut simulation, 1);
    near(place(&simulation, 2), [4.0, 0.0, 0.0]);
}
