//! What animators do by numbers of the game: variations by chance, repeats, how one takes over from another, and
//! what happens at times in clips.

use glam::{Affine3A, Vec3};
use runtime::{Cue, Input, Simulation};
use world::sketch::{ModelSketch, Sketch};
use world::{
    Action, ActionManner, Animator, AnimatorId, Clip, ClipEvent, ClipId, Clock, Limits, Motion, NodeId,
    Playable, Random, State, Track, TransformCurves, Variation,
};

const FIRST: AnimatorId = AnimatorId(0);
const STAND: u16 = 0;
const DIE: u16 = 1;
const BACK: u16 = 13;
const DEAD: u16 = 6;

/// A box that stands at one of three heights for half a second each, and falls within a second.
fn scene() -> Sketch {
    let mut sketch = Sketch::new();
    let node = sketch.place(ModelSketch::new().cuboid(Vec3::splat(-1.0), Vec3::splat(1.0)));
    sketch.at(node).name = "box".into();
    sketch.at(node).animator = Some(FIRST);
    let track = |keys: &[f32]| {
        let keys = keys.iter().map(|y| Vec3::Y * *y).collect();
        Track { part: "box".into(), curves: TransformCurves::even(keys, Vec::new()).unwrap() }
    };
    let clip = |name: &str, seconds, keys: &[f32], blend_seconds| Clip {
        blend_seconds,
        ..Clip::new(name, seconds, Motion::Parts(vec![track(keys)]))
    };
    sketch.scene.clips = vec![
        clip("stand", 0.5, &[10.0], 0.1),
        clip("stand 2", 0.5, &[20.0], 0.1),
        clip("stand 3", 0.5, &[30.0], 0.1),
        clip("die", 1.0, &[8.0, 0.0], 0.0),
    ];
    let clips: Vec<Playable> = (0..4).map(|clip| sketch.scene.playable(ClipId(clip), node)).collect();
    let variation = |clip, chance, repeats| Variation { clip: ClipId(clip), chance, repeats, looping: true };
    let die = Variation { clip: ClipId(3), chance: 32767, ..Variation::default() };
    let action = |id, variations, manner| Action { id, name: "".into(), variations, manner };
    let stand = vec![variation(0, 20_000, [0, 0]), variation(1, 10_000, [2, 2]), variation(2, 2767, [0, 0])];
    sketch.scene.animators.push(Animator {
        name: "box".into(),
        clips,
        start: Clock::looping(ClipId(0)),
        actions: vec![
            action(STAND, stand, ActionManner::Forwards),
            action(DIE, vec![die], ActionManner::Forwards),
            action(DEAD, vec![die], ActionManner::Held),
            action(BACK, vec![die], ActionManner::Backwards),
        ],
        ..Animator::default()
    });
    sketch
}

fn start(sketch: Sketch) -> Simulation {
    Simulation::new(sketch.scene.into(), 1, &Limits::default()).0
}

fn run(world: &mut Simulation, ticks: u32) {
    (0..ticks).for_each(|_| world.tick(&Input::default()));
}

fn height(world: &Simulation) -> f32 {
    world.state().nodes.transforms[0].translation.y
}

fn playing(world: &Simulation) -> ClipId {
    world.state().newest_clock(FIRST).unwrap().clip.unwrap()
}

#[test]
fn after_each_run_another_variation_is_drawn_and_takes_over_within_its_time() {
    let mut world = start(scene());
    assert!(world.edit().perform(FIRST, STAND));
    // The generator, from 1, draws 41, 18467, 6334, 26500, 19169: four times the first, then the second, twice.
    let mut expected = Random(1);
    let drawn: Vec<u16> = (0..5).map(|_| expected.draw()).collect();
    assert_eq!(drawn, [41, 18467, 6334, 26500, 19169]);
    // Half a second is thirty ticks.
    run(&mut world, 85);
    assert_eq!((playing(&world), height(&world)), (ClipId(0), 10.0));
    run(&mut world, 10);
    assert_eq!(playing(&world), ClipId(1));
    // Within a tenth of a second it has taken over, and is played twice.
    run(&mut world, 6);
    assert_eq!(height(&world), 20.0);
    run(&mut world, 40);
    assert_eq!((playing(&world), height(&world)), (ClipId(1), 20.0));
    run(&mut world, 20);
    assert_eq!(playing(&world), ClipId(0));
    // The same state goes on alike.
    let saved = world.state().to_json().unwrap();
    let state = State::from_json(&saved).unwrap();
    let (mut other, _) = Simulation::resume(world.scene().clone(), state, &Limits::default()).unwrap();
    for world in [&mut world, &mut other] {
        run(world, 600);
    }
    assert_eq!(world.state().hash(), other.state().hash());
}

#[test]
fn one_that_takes_over_is_half_seen_after_half_of_its_time() {
    let mut world = start(scene());
    assert!(world.edit().play(FIRST, Clock::looping(ClipId(3))));
    world.edit().perform(FIRST, STAND);
    // Three of six ticks: half of 10, and half of what the fall is at 3 / 60 of a second.
    run(&mut world, 3);
    let fallen = 8.0 - 8.0 * 3.0 / 60.0;
    assert!((height(&world) - (5.0 + fallen / 2.0)).abs() < 1e-3, "{}", height(&world));
}

#[test]
fn what_plays_once_stays_at_its_end_and_others_are_held_or_go_backwards() {
    let mut world = start(scene());
    assert!(world.edit().perform(FIRST, DIE));
    run(&mut world, 30);
    assert!((height(&world) - 4.0).abs() < 1e-3);
    run(&mut world, 100);
    assert_eq!(height(&world), 0.0);
    assert!(world.edit().perform(FIRST, BACK));
    run(&mut world, 30);
    assert!((height(&world) - 4.0).abs() < 1e-3);
    run(&mut world, 60);
    assert_eq!(height(&world), 8.0);
    assert!(world.edit().perform(FIRST, DEAD));
    run(&mut world, 10);
    assert_eq!(height(&world), 0.0);
    assert!(!world.edit().perform(FIRST, 77) && !world.edit().perform(AnimatorId(9), STAND));
}

#[test]
fn what_is_played_three_times_stays_at_its_end_after_the_third() {
    let mut sketch = scene();
    sketch.scene.animators[0].actions[1].variations[0].repeats = [3, 3];
    let mut world = start(sketch);
    assert!(world.edit().perform(FIRST, DIE));
    // Half way, and near the start of the second and the third time.
    for (ticks, least, most) in [(30, 3.5, 4.5), (35, 7.0, 8.0), (60, 7.0, 8.0), (50, 0.0, 1.0)] {
        run(&mut world, ticks);
        assert!((least..=most).contains(&height(&world)), "{}", height(&world));
    }
    run(&mut world, 200);
    assert_eq!(height(&world), 0.0);
}

#[test]
fn somebody_else_who_plays_something_ends_an_action() {
    let mut world = start(scene());
    assert!(world.edit().perform(FIRST, STAND));
    run(&mut world, 10);
    assert!(world.state().performances.of(FIRST).is_some());
    assert!(world.edit().play(FIRST, Clock::once(ClipId(3))));
    run(&mut world, 200);
    assert!(world.state().performances.is_unused());
    assert_eq!(height(&world), 0.0);
}

#[test]
fn an_animator_may_do_something_from_the_start() {
    let mut sketch = scene();
    sketch.scene.animators[0].idle = Some(STAND);
    let mut world = start(sketch);
    run(&mut world, 1000);
    assert!(world.state().performances.of(FIRST).is_some());
    let saved = world.state().to_json().unwrap();
    let mut wrong = State::from_json(&saved).unwrap();
    wrong.performances.set(AnimatorId(3), world.state().performances.of(FIRST));
    assert!(Simulation::resume(world.scene().clone(), wrong, &Limits::default()).is_err());
}

/// The names of the events of a tick, with where they happened.
fn told(world: &Simulation) -> Vec<(String, u32, Option<Vec3>)> {
    let cues = world.cues().iter();
    let events = cues.filter_map(|cue| match cue {
        Cue::ClipEvent { name, data, at, .. } => Some((name.clone(), *data, *at)),
        _ => None,
    });
    events.collect()
}

#[test]
fn events_are_told_once_when_their_time_passes() {
    let mut sketch = scene();
    let event =
        |seconds, name: &str| ClipEvent { seconds, name: name.into(), data: 7, ..ClipEvent::default() };
    sketch.scene.clips[3].events = vec![event(0.0, "$ONE"), event(0.51, "$TWO"), event(1.0, "$END")];
    sketch.scene.clips[3].events[1].offset = Vec3::X * 2.0;
    sketch.at(NodeId(0)).transform = Affine3A::from_translation(Vec3::Z * 5.0);
    let mut world = start(sketch);
    let run = |world: &mut Simulation, ticks: u32| -> Vec<(u32, String)> {
        let told = (1..=ticks).flat_map(|tick| {
            world.tick(&Input::default());
            told(world).into_iter().map(move |(name, data, _)| {
                assert_eq!(data, 7);
                (tick, name)
            })
        });
        told.collect()
    };
    let named = |tick: u32, name: &str| (tick, name.to_owned());
    assert!(world.edit().play(FIRST, Clock::once(ClipId(3))));
    // Once: at its start, after half a second and at its end.
    let once = run(&mut world, 100);
    assert_eq!(once[..2], [named(1, "$ONE"), named(31, "$TWO")]);
    assert!(once.len() == 3 && once[2].1 == "$END" && (60..=61).contains(&once[2].0), "{once:?}");
    // Again and again: the end and the start of the next run together, within a tick of a second.
    assert!(world.edit().play(FIRST, Clock::looping(ClipId(3))));
    let told = run(&mut world, 100);
    let count = |wanted: &str| told.iter().filter(|(_, name)| name == wanted).count();
    assert_eq!(["$ONE", "$TWO", "$END"].map(count), [2, 2, 1], "{told:?}");
    // What fades out tells nothing more.
    assert!(world.edit().fade_to(FIRST, Clock::looping(ClipId(0)), 1.0));
    assert!(run(&mut world, 50).is_empty());
}

#[test]
fn an_event_happens_where_its_model_is() {
    let mut sketch = scene();
    let offset = Vec3::X * 2.0;
    sketch.scene.clips[3].events = vec![ClipEvent { name: "$HIT".into(), offset, ..ClipEvent::default() }];
    let mut world = start(sketch);
    assert!(world.edit().play(FIRST, Clock::once(ClipId(3))));
    run(&mut world, 1);
    let found = told(&world);
    let [(_, _, Some(at))] = &found[..] else { panic!("{found:?}") };
    assert!(at.abs_diff_eq(Vec3::new(2.0, 8.0, 0.0), 0.2), "{at}");
}
