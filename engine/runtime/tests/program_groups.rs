//! Groups of sounds, and sounds that hang at nodes.
//!
//! docs/spec/zbd/engine-behaviour.md, "16. Sound".

use crate::common::programs::{OTHER, program, sequence, sketch, slide};
use crate::common::{STAND, start};
use glam::{Affine3A, Vec3};
use runtime::{Cue, Simulation};
use std::sync::Arc;
use world::program::{
    Definition, Event, EventPlace, GroupMember, Operand, ProgramSound, SoundGroup, SoundGroupId, SoundRef,
    StartClock, Step,
};
use world::{Limits, NodeId, ProgramId, SoundRules, State};

fn sound(file: &str) -> SoundRef {
    ProgramSound { file: file.into(), volume: 1.0, ..ProgramSound::default() }.into()
}

fn member(file: &str, weight: f32) -> GroupMember {
    GroupMember { what: sound(file), weight, delay_s: 0.0, count: 1 }
}

/// A world in which a program has started that does this; its sound is the first group, what stays
/// somewhere is a hum.
fn does(groups: Vec<SoundGroup>, steps: Vec<Step>) -> Simulation {
    let hum = ProgramSound { file: "hum".into(), volume: 1.0, looping: true, ..ProgramSound::default() };
    let own = Definition {
        sounds: vec![Some(SoundRef::Group(SoundGroupId(0))), Some(sound("shot"))],
        sound_nodes: vec![Some(hum.into()), Some(SoundRef::Group(SoundGroupId(0)))],
        ..program(vec![sequence(steps.into_iter().chain([slide(6000.0)]).collect())])
    };
    let mut sketch = sketch(vec![own]);
    sketch.scene.sound_groups = groups;
    sketch.scene.sound_rules = SoundRules { volume_power: 2.0, ..SoundRules::default() };
    let mut simulation = start(sketch, [0.0; 3]);
    assert!(simulation.edit().start_program(ProgramId(0), None));
    simulation
}

fn play() -> Step {
    Step::then(Event::Sound { sound: Some(0), node: Operand::None, offset: Vec3::ZERO })
}

/// So long after the event before; what is left of the tick of one that takes no time counts, so that the
/// first of these is a tick early.
fn after(ticks: f32, event: Event) -> Step {
    Step::at(StartClock::Event, ticks / 60.0, event)
}

/// What was heard in so many ticks, with the tick.
fn heard(simulation: &mut Simulation, ticks: u64) -> Vec<(u64, Cue)> {
    let mut all = Vec::new();
    for tick in 0..ticks {
        simulation.tick(&STAND);
        let is_sound =
            |cue: &&Cue| matches!(cue, Cue::Sound { .. } | Cue::MoveSound { .. } | Cue::StopSound { .. });
        all.extend(simulation.cues().iter().filter(is_sound).map(|cue| (tick, cue.clone())));
    }
    all
}

fn files(cues: &[(u64, Cue)]) -> Vec<&str> {
    let file = |(_, cue): &'_ (u64, Cue)| match cue {
        Cue::Sound { file, .. } => file.clone(),
        other => panic!("{other:?}"),
    };
    cues.iter().map(file).map(|file| ["a", "b", "c"].into_iter().find(|own| *own == file).unwrap()).collect()
}

/// The random numbers of a world, 0..=1, in the order in which they are drawn.
fn ring(simulation: &Simulation) -> Vec<f32> {
    let values = &simulation.state().programs.ring.values;
    assert_eq!(values.len(), 200);
    values.iter().map(|value| f32::from(*value) / 32_767.0).collect()
}

#[test]
fn members_are_chosen_by_weight_with_the_numbers_of_the_ring() {
    let members = vec![member("a", 1.0), member("b", 2.0), member("c", 5.0)];
    let group = SoundGroup { members, ..SoundGroup::default() };
    let mut simulation = does(vec![group], (0..100).map(|_| play()).collect());
    let cues = heard(&mut simulation, 1);
    // Of eight parts the first is a, the next two are b.
    let by_hand = ring(&simulation).into_iter().map(|number| match number * 8.0 {
        part if part < 1.0 => "a",
        part if part < 3.0 => "b",
        _ => "c",
    });
    let by_hand: Vec<&str> = by_hand.take(100).collect();
    assert_eq!(files(&cues), by_hand);
    assert!(["a", "b", "c"].iter().all(|file| by_hand.contains(file)));
}

#[test]
fn a_member_that_was_chosen_weighs_half_until_its_weight_is_gone() {
    let group = SoundGroup {
        members: vec![member("a", 1.0), member("b", 0.001)],
        weight_after_use: Some(0.5),
        ..SoundGroup::default()
    };
    let mut simulation = does(vec![group], (0..60).map(|_| play()).collect());
    let cues = heard(&mut simulation, 1);
    let (mut weights, mut by_hand, mut resets) = ([1.0_f32, 0.001], Vec::new(), 0);
    for number in ring(&simulation).into_iter().take(60) {
        let chosen = usize::from(number * (weights[0] + weights[1]) >= weights[0]);
        by_hand.push(["a", "b"][chosen]);
        weights[chosen] *= 0.5;
        if weights[chosen] <= 0.0001 {
            // A hundred in all.
            weights = [50.0; 2];
            resets += 1;
        }
    }
    assert_eq!(files(&cues), by_hand);
    assert!(resets >= 2, "{resets}");
    // The weights are state: what goes on from a save chooses as what went on.
    assert_eq!(simulation.state().programs.groups[&SoundGroupId(0)].weights, weights);
    let state = State::from_json(&simulation.state().to_json().unwrap()).unwrap();
    let (later, _) = Simulation::resume(Arc::clone(simulation.scene()), state, &Limits::default()).unwrap();
    assert_eq!(later.state().hash(), simulation.state().hash());
}

#[test]
fn delays_counts_and_repeats_have_their_ticks() {
    // Six ticks long, three ticks after it is chosen, twice in a row, and once more after twelve ticks.
    let mut one = member("a", 1.0);
    let SoundRef::One(own) = &mut one.what else { panic!() };
    own.seconds = 0.1;
    let one = GroupMember { delay_s: 0.05, count: 2, ..one };
    let group = SoundGroup { members: vec![one], repeats: 1, repeat_delay_s: 0.2, ..SoundGroup::default() };
    let mut simulation = does(vec![group], vec![play()]);
    let cues = heard(&mut simulation, 100);
    // 3; 3 + 6; the end of that at 15, 12 of silence, 3 of delay: 30; 36.
    let ticks: Vec<u64> = cues.iter().map(|(tick, _)| *tick).collect();
    assert_eq!((ticks, files(&cues)), (vec![3, 9, 30, 36], vec!["a"; 4]));
    assert_eq!(simulation.state().programs.group_runs, []);
}

#[test]
fn a_group_that_plays_alone_ends_what_it_plays_and_one_with_a_pause_is_quiet_in_it() {
    let group = SoundGroup { members: vec![member("a", 1.0)], ..SoundGroup::default() };
    let solo = SoundGroup { solo: true, fade_s: 0.25, ..group.clone() };
    let mut simulation = does(vec![solo], vec![play(), play()]);
    let cues = heard(&mut simulation, 2);
    let handle = 1 << 31;
    assert_eq!(cues[1].1, Cue::StopSound { handle, seconds: 0.25 });
    assert_eq!((files(&[cues[0].clone(), cues[2].clone()]).len(), cues.len()), (2, 3));

    // Two seconds are 120 ticks: named in ticks 0, 0, 59, 119 and 120.
    let quiet = SoundGroup { min_delay_s: 2.0, ..group.clone() };
    let again =
        |ticks| after(ticks, Event::Sound { sound: Some(0), node: Operand::None, offset: Vec3::ZERO });
    let steps = vec![play(), play(), again(60.0), again(60.0), again(1.0)];
    let ticks: Vec<u64> = heard(&mut does(vec![quiet], steps), 200).iter().map(|(tick, _)| *tick).collect();
    assert_eq!(ticks, [0, 120]);

    // For ever, until what switched it on switches it off; an empty file each tick is the most there is.
    let ever = SoundGroup { repeats: -1, ..group };
    let node = |active| Event::SoundNode { sound: Some(1), active, place: EventPlace::Keep };
    let cues = heard(&mut does(vec![ever], vec![Step::then(node(true)), after(10.0, node(false))]), 30);
    let (sounds, stops): (Vec<_>, Vec<_>) =
        cues.iter().partition(|(_, cue)| matches!(cue, Cue::Sound { .. }));
    assert_eq!((sounds.len(), stops.len(), stops[0].0), (10, 1, 9));
}

#[test]
fn odd_groups_are_silent_or_bounded() {
    let itself = |weight| GroupMember { what: SoundRef::Group(SoundGroupId(0)), ..member("a", weight) };
    let odd = [
        vec![],
        vec![itself(1.0)],
        vec![itself(f32::NAN), itself(f32::INFINITY)],
        vec![member("a", f32::NAN), member("b", -1.0)],
        vec![GroupMember { delay_s: f32::NAN, count: u32::MAX, ..member("a", 1e30) }],
        vec![GroupMember { what: SoundRef::Group(SoundGroupId(9)), ..member("a", 1.0) }],
    ];
    for members in odd {
        let group = SoundGroup {
            members,
            repeats: -1,
            repeat_delay_s: f32::NAN,
            min_delay_s: f32::NAN,
            weight_after_use: Some(f32::NAN),
            ..SoundGroup::default()
        };
        let mut simulation = does(vec![group], (0..1000).map(|_| play()).collect());
        heard(&mut simulation, 60);
        assert!(simulation.state().fits(simulation.scene()), "{:?}", simulation.scene().sound_groups);
        assert!(simulation.state().programs.group_runs.len() <= 256);
    }
}

#[test]
fn a_sound_stands_or_hangs_at_a_node_and_is_silent_while_that_is_hidden() {
    let shows = |ticks, active| after(ticks, Event::SetActive { node: OTHER, active });
    let at = EventPlace::Node { node: OTHER, offset: Vec3::X };
    let on = |place| Step::then(Event::SoundNode { sound: Some(0), active: true, place });
    let steps = vec![on(at), shows(5.0, false), shows(5.0, true)];
    let mut simulation = does(Vec::new(), steps);
    assert!(simulation.edit().teleport_node(NodeId(2), Affine3A::from_translation(Vec3::Y * 4.0)));
    let place = Vec3::new(1.0, 4.0, 0.0);
    let first = 1 << 31;
    let starts = |cue: &Cue, number: u32, wanted: Vec3| match cue {
        Cue::Sound { handle, at, looping: true, .. } => {
            assert_eq!((*handle, *at), (first + number, Some(wanted)));
        }
        other => panic!("{other:?}"),
    };
    let cues = heard(&mut simulation, 8);
    starts(&cues[0].1, 0, place);
    assert_eq!(cues[1..], [(4, Cue::StopSound { handle: first, seconds: 0.0 })]);
    assert_eq!(simulation.sounding().count(), 0);
    // It stays where it was put, wherever the node is by now.
    assert!(simulation.edit().teleport_node(NodeId(2), Affine3A::from_translation(Vec3::Y * 9.0)));
    let cues = heard(&mut simulation, 8);
    assert_eq!((cues.len(), cues[0].0), (1, 1));
    starts(&cues[0].1, 1, place);

    // One that hangs at a node goes with it, at its own place in the node's space.
    let hang = |hangs| Event::HangSound { sound: Some(0), parent: OTHER, hangs };
    let steps = vec![Step::then(hang(true)), on(EventPlace::At(Vec3::Z)), after(10.0, hang(false))];
    let mut simulation = does(Vec::new(), steps);
    simulation.tick(&STAND);
    assert!(simulation.edit().teleport_node(NodeId(2), Affine3A::from_translation(Vec3::Y * 7.0)));
    let cues = heard(&mut simulation, 5);
    let moved = Cue::MoveSound { handle: first, at: Vec3::new(0.0, 7.0, 1.0) };
    assert_eq!(cues, [(0, moved)]);
    heard(&mut simulation, 6);
    // Taken away it stays there.
    assert!(simulation.edit().teleport_node(NodeId(2), Affine3A::IDENTITY));
    assert_eq!(heard(&mut simulation, 5), []);
    assert_eq!(simulation.sounding().count(), 1);
    assert!(simulation.state().fits(simulation.scene()));
}

#[test]
fn a_volume_is_a_loudness_by_the_law_of_the_game() {
    // Squared here.
    let quiet = ProgramSound { file: "a".into(), volume: 0.5, ..ProgramSound::default() };
    let one = GroupMember { what: quiet.into(), ..member("a", 1.0) };
    let group = SoundGroup { members: vec![one], ..SoundGroup::default() };
    let cues = heard(&mut does(vec![group], vec![play()]), 1);
    assert!(matches!(cues[..], [(0, Cue::Sound { volume: 0.25, .. })]), "{cues:?}");
}
