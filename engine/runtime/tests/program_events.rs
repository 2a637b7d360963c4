//! What the events of programs do to nodes.

use crate::common::programs::{OTHER, ROOT, place, program, said, sequence, world};
use glam::{Affine3A, Vec3};
use runtime::{Cue, Simulation};
use world::program::{Event, FadeTo, MoveTo, Operand, Span, Step, Turn};
use world::{NodeFlags, NodeId, ProgramId};

/// A world in which the second node stands at (0, 4, 0), turned about y by 1, after so many ticks of a
/// program with these events.
fn after(events: Vec<Event>, ticks: u64) -> Simulation {
    let steps = events.into_iter().map(Step::then).collect();
    let mut simulation = world(vec![program(vec![sequence(steps)])]);
    assert!(simulation.edit().teleport_node(NodeId(2), Affine3A::from_translation(Vec3::Y * 4.0)));
    assert!(simulation.edit().rotate_to(NodeId(2), Vec3::Y));
    assert!(simulation.edit().start_program(ProgramId(0), None));
    said(&mut simulation, ticks);
    assert_eq!(simulation.take_findings(), []);
    simulation
}

fn euler(simulation: &mut Simulation, node: u32) -> Vec3 {
    simulation.edit().euler(NodeId(node)).unwrap()
}

fn scale(simulation: &Simulation, node: usize) -> Vec3 {
    simulation.state().nodes.transforms[node].to_scale_rotation_translation().0
}

fn opacity(simulation: &Simulation) -> f32 {
    simulation.state().nodes.opacities[1]
}

#[test]
fn nodes_are_switched_on_and_off() {
    let off = |node| Event::SetActive { node, active: false };
    let simulation =
        after(vec![off(ROOT), off(Operand::None), off(Operand::Node(9)), off(Operand::Input)], 1);
    let active: Vec<bool> =
        simulation.state().nodes.flags.iter().map(|flags| flags.contains(NodeFlags::ACTIVE)).collect();
    assert_eq!(active, [true, false, true, true]);
    let simulation = after(vec![off(Operand::Bound), Event::SetActive { node: ROOT, active: true }], 1);
    assert!(simulation.state().nodes.flags[1].contains(NodeFlags::ACTIVE));
}

#[test]
fn nodes_are_put_somewhere_else() {
    let go = |from, by, relative| Event::Translate { node: ROOT, from, by, relative };
    let to = |events| place(&after(events, 1), 1);
    assert_eq!(to(vec![go(Operand::None, Vec3::X, false)]), Vec3::X);
    assert_eq!(to(vec![go(Operand::None, Vec3::X, true), go(Operand::None, Vec3::X, true)]), Vec3::X * 2.0);
    assert_eq!(to(vec![go(OTHER, Vec3::X, false)]), Vec3::new(1.0, 4.0, 0.0));
    assert_eq!(to(vec![go(OTHER, Vec3::X, false), go(OTHER, Vec3::ZERO, true)]), Vec3::new(1.0, 8.0, 0.0));
    // Where the other one is now, not where it was before this tick.
    let away = Event::Translate { node: OTHER, from: Operand::None, by: Vec3::Z, relative: false };
    assert_eq!(to(vec![away, go(OTHER, Vec3::X, false)]), Vec3::new(1.0, 0.0, 1.0));
    // From nowhere it goes nowhere, and no number is no place.
    assert_eq!(to(vec![go(Operand::Input, Vec3::X, false)]), Vec3::ZERO);
    assert_eq!(to(vec![go(Operand::None, Vec3::splat(f32::NAN), false)]), Vec3::ZERO);
}

#[test]
fn nodes_are_turned() {
    let turn = |turn| Event::Rotate { node: ROOT, angles: Vec3::X * 0.25, turn };
    let to = |events| euler(&mut after(events, 1), 1);
    let quarter = Vec3::X * 0.25;
    assert_eq!(to(vec![turn(Turn::To)]), quarter);
    assert_eq!(to(vec![turn(Turn::By), turn(Turn::By)]), quarter * 2.0);
    assert_eq!(to(vec![turn(Turn::By), turn(Turn::Angles(OTHER))]), Vec3::Y + quarter);
    assert!(to(vec![turn(Turn::Matrix(OTHER))]).abs_diff_eq(Vec3::Y + quarter, 1e-6));
    assert_eq!(to(vec![turn(Turn::Angles(Operand::None))]), Vec3::ZERO);
}

#[test]
fn nodes_are_scaled_but_never_to_nothing() {
    let event = |scale| Event::Scale { node: ROOT, scale };
    assert_eq!(scale(&after(vec![event(Vec3::new(1.0, 2.0, 3.0))], 1), 1), Vec3::new(1.0, 2.0, 3.0));
    let least = scale(&after(vec![event(Vec3::ZERO)], 1), 1);
    assert!(least.abs_diff_eq(Vec3::splat(0.001), 1e-7), "{least}");
}

#[test]
fn a_node_goes_turns_and_grows_on_its_way() {
    let way = MoveTo {
        node: ROOT,
        translation: Some(Span { from: Vec3::X, to: Vec3::X * 3.0 }),
        angles: Some(Span { from: Vec3::ZERO, to: Vec3::Y }),
        scale: Some(Span { from: Vec3::ONE, to: Vec3::ONE * 2.0 }),
        morph: Some(Span { from: 0.0, to: 0.5 }),
        seconds: 4.0 / 60.0,
    };
    let mut half = after(vec![Event::MoveTo(way.clone())], 2);
    assert!(place(&half, 1).abs_diff_eq(Vec3::X * 2.0, 1e-6));
    assert!(euler(&mut half, 1).abs_diff_eq(Vec3::Y * 0.5, 1e-6));
    assert!(scale(&half, 1).abs_diff_eq(Vec3::splat(1.5), 1e-5));
    assert!((half.state().programs.morphs[&NodeId(1)] - 0.25).abs() < 1e-6);
    let mut end = after(vec![Event::MoveTo(way)], 4);
    assert_eq!((place(&end, 1), euler(&mut end, 1)), (Vec3::X * 3.0, Vec3::Y));
    assert_eq!(end.state().programs.morphs[&NodeId(1)], 0.5);
    assert!(scale(&end, 1).abs_diff_eq(Vec3::splat(2.0), 1e-5));
    // What is absent stays; without time it is at its end at once.
    let up =
        MoveTo { node: OTHER, angles: Some(Span { from: Vec3::ZERO, to: Vec3::Z }), ..MoveTo::default() };
    let mut end = after(vec![Event::MoveTo(up)], 1);
    assert_eq!((place(&end, 2), euler(&mut end, 2)), (Vec3::Y * 4.0, Vec3::Z));
}

#[test]
fn opacity_counts_while_its_switch_is_on() {
    let set = |on, opacity| Event::SetOpacity { node: ROOT, on, opacity };
    let to = |events| opacity(&after(events, 1));
    assert_eq!(to(vec![set(true, Some(0.25))]), 0.25);
    assert_eq!(to(vec![set(true, Some(0.25)), set(false, None)]), 1.0);
    assert_eq!(to(vec![set(false, Some(0.25))]), 1.0);
    assert_eq!(to(vec![set(false, Some(0.25)), set(true, None)]), 0.25);
}

#[test]
fn a_node_fades_over_its_time() {
    let fade = FadeTo {
        node: ROOT,
        on: Span { from: Some(true), to: Some(false) },
        opacity: Span { from: 1.0, to: 0.5 },
        seconds: 4.0 / 60.0,
    };
    let half = after(vec![Event::FadeTo(fade.clone())], 2);
    assert!((opacity(&half) - 0.75).abs() < 1e-6);
    assert_eq!(opacity(&after(vec![Event::FadeTo(fade.clone())], 4)), 1.0);
    let stays = FadeTo { on: Span { from: Some(true), to: None }, ..fade.clone() };
    assert_eq!(opacity(&after(vec![Event::FadeTo(stays)], 4)), 0.5);
    let unseen = FadeTo { on: Span { from: None, to: None }, ..fade };
    assert_eq!(opacity(&after(vec![Event::FadeTo(unseen)], 2)), 1.0);
}

#[test]
fn nodes_are_hung_below_others_and_taken_off() {
    let add = Event::AddChild { parent: OTHER, child: ROOT };
    let simulation = after(vec![add.clone(), add.clone()], 1);
    assert_eq!(simulation.state().nodes.children[2], [NodeId(1)]);
    assert!(simulation.state().nodes.roots.contains(&NodeId(1)), "it hangs in both places");
    // A ring is not closed.
    let ring = Event::AddChild { parent: ROOT, child: OTHER };
    assert!(after(vec![add.clone(), ring], 1).state().nodes.children[1].is_empty());
    let delete = Event::DeleteChild { parent: OTHER, child: ROOT };
    assert!(after(vec![delete.clone(), add, delete], 1).state().nodes.children[2].is_empty());
}

#[test]
fn the_game_is_told_who_says_what() {
    let mut simulation = after(vec![Event::Callback(911)], 0);
    simulation.tick(&crate::common::STAND);
    let told = |value| Cue::Callback { program: ProgramId(0), instance: 0, value, says: None };
    assert_eq!(simulation.cues(), [told(911), told(0)]);
}
