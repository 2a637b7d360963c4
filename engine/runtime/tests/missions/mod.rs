//! Missions, rule by rule, with numbers worked out by hand: a tick is 1/60 s.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "B6. Pickups (`puppies.zrd`)", "B7. Objectives (`objectives.zrd`)", "Part D —
//! Mission script vocabulary (Crimson Skies `objectives.zrd`)".

mod chains;
mod conditions;
mod ends;
mod kept;
mod pickups;

use crate::combat;
use glam::{Affine3A, Vec3};
use runtime::{Command, Cue, Input, Simulation};
use world::program::Definition;
use world::sketch::{ModelSketch, Sketch};
use world::{
    ActorKind, MissionAct, MissionCondition, MissionLaw, MissionOutcome, MissionRules, NodeFlags, NodeId,
    ObjectiveLaw, ObjectiveLife, ObjectivePhase, Rank,
};

pub(crate) const STAND: Input = crate::common::STAND;

/// The rules of Crimson Skies, with those of Recoil for what it alone has.
pub(crate) fn rules() -> MissionRules {
    MissionRules {
        won_s: 3.0,
        instant_s: 0.1,
        last: None,
        death_s: 3.0,
        sound_s: 1.0,
        lives: [0, 3],
        gate: 40.0,
        reach: 4.0,
        sight: 1.0,
        healthy: 0.99,
        generator_s: 2.0,
    }
}

/// A primary objective that these complete.
pub(crate) fn objective(conditions: Vec<MissionCondition>) -> ObjectiveLaw {
    ObjectiveLaw {
        name: "OBJECTIVE".into(),
        rank: Some(Rank::Primary),
        text: "do it".into(),
        conditions,
        read_s: 2.0,
        ..ObjectiveLaw::default()
    }
}

/// One that nothing completes.
pub(crate) fn idle() -> ObjectiveLaw {
    objective(vec![MissionCondition::Never])
}

/// One that sleeps until it is woken.
pub(crate) fn asleep(own: ObjectiveLaw) -> ObjectiveLaw {
    ObjectiveLaw { life: ObjectiveLife { delay: None, ..ObjectiveLife::default() }, ..own }
}

/// One that is completed at once and sets this off.
pub(crate) fn setting_off(acts: Vec<MissionAct>) -> ObjectiveLaw {
    ObjectiveLaw { on_completion: acts, ..objective(Vec::new()) }
}

/// All tanks have so much health.
pub(crate) fn set_health(simulation: &mut Simulation, health: f32) {
    let mut state = simulation.state().clone();
    for actor in state.actors.iter_mut() {
        if let ActorKind::Tank(tank) = &mut actor.kind {
            tank.health = health;
        }
    }
    let scene = std::sync::Arc::clone(simulation.scene());
    *simulation = Simulation::resume(scene, state, &world::Limits::default()).unwrap().0;
}

/// Completed when a node is off.
pub(crate) fn off(node: NodeId) -> MissionCondition {
    MissionCondition::Nodes { nodes: vec![node], active: false, count: 1 }
}

/// A plain with a tank, which the person drives from the origin with the front to -z, and objectives.
pub(crate) fn sketch(objectives: Vec<ObjectiveLaw>) -> Sketch {
    let mut sketch = combat::armed(vec![combat::shell()]);
    let law = MissionLaw { objectives, rules: rules(), ..MissionLaw::default() };
    sketch.scene.mission = Some(Box::new(law));
    sketch
}

/// The mission of a sketch, to be changed.
pub(crate) fn law(sketch: &mut Sketch) -> &mut MissionLaw {
    sketch.scene.mission.as_deref_mut().unwrap()
}

/// A thing without a shape at a place.
pub(crate) fn mark(sketch: &mut Sketch, at: Vec3) -> NodeId {
    let node = sketch.place(ModelSketch::new());
    sketch.at(node).transform = Affine3A::from_translation(at);
    sketch.at(node).flags |= NodeFlags::ACTIVE;
    node
}

/// A program that does nothing until it is called.
pub(crate) fn program(sketch: &mut Sketch, name: &str) -> world::ProgramId {
    let programs = &mut sketch.scene.programs;
    programs.push(Definition { name: name.into(), ..Definition::default() });
    world::ProgramId((programs.len() - 1) as u32)
}

pub(crate) fn start(sketch: Sketch) -> Simulation {
    crate::common::start_scene(sketch.scene)
}

pub(crate) fn run(simulation: &mut Simulation, ticks: u32) {
    crate::common::run(simulation, &STAND, ticks);
}

pub(crate) fn phases(simulation: &Simulation) -> Vec<ObjectivePhase> {
    simulation.state().mission.objectives.iter().map(|own| own.phase).collect()
}

pub(crate) fn outcome(simulation: &Simulation) -> MissionOutcome {
    simulation.state().mission.outcome
}

pub(crate) fn switch(simulation: &mut Simulation, node: NodeId, on: bool) {
    let command = Command::SetFlags { node, flags: NodeFlags::ACTIVE, on };
    simulation.advance(&[STAND], &[command]);
}

/// The ticks, counted from 1, at which something is told.
pub(crate) fn told(simulation: &mut Simulation, ticks: u32, wanted: impl Fn(&Cue) -> bool) -> Vec<u32> {
    let mut found = Vec::new();
    for tick in 1..=ticks {
        simulation.tick(&STAND);
        let count = simulation.cues().iter().filter(|cue| wanted(cue)).count();
        found.extend(std::iter::repeat_n(tick, count));
    }
    found
}

#[test]
fn a_world_without_a_mission_has_none_of_it() {
    let mut simulation = start(combat::armed(vec![combat::shell()]));
    run(&mut simulation, 10);
    assert!(simulation.state().mission.is_unused());
    assert!(!simulation.state().to_json().unwrap().contains("mission"));
}

#[test]
fn at_most_one_is_completed_in_a_tick_and_the_look_goes_round() {
    let mut sketch = sketch(Vec::new());
    let nodes: Vec<NodeId> = (0..3).map(|at| mark(&mut sketch, Vec3::X * at as f32)).collect();
    law(&mut sketch).objectives = nodes.iter().map(|node| objective(vec![off(*node)])).collect();
    let mut simulation = start(sketch);
    run(&mut simulation, 2);
    use ObjectivePhase::{Awake, Completed};
    switch(&mut simulation, nodes[1], false);
    assert_eq!(phases(&simulation), [Awake, Completed, Awake]);
    assert_eq!(simulation.state().mission.scan, 2);
    // Both others hold now: the look begins behind the one before.
    let commands =
        [nodes[0], nodes[2]].map(|node| Command::SetFlags { node, flags: NodeFlags::ACTIVE, on: false });
    simulation.advance(&[STAND], &commands);
    assert_eq!(phases(&simulation), [Awake, Completed, Completed]);
    run(&mut simulation, 1);
    assert_eq!(phases(&simulation), [Completed, Completed, Completed]);
}

#[test]
fn texts_are_shown_one_after_the_other() {
    let mut simulation = start(sketch(vec![idle(), ObjectiveLaw { read_s: 1.0, ..idle() }]));
    // Each tick: which objective's text is to be read.
    let mut shown = Vec::new();
    for _ in 0..200 {
        simulation.tick(&STAND);
        shown.extend(simulation.state().mission.notice().map(|notice| notice.objective));
    }
    // They are given in the first tick and begin to be read in the next.
    assert_eq!(shown.iter().filter(|own| **own == 0).count(), 120);
    assert_eq!(shown.iter().filter(|own| **own == 1).count(), 60);
    assert!(shown.is_sorted() && simulation.state().mission.notices.is_empty());
}

#[test]
fn a_review_waits_for_its_delay() {
    let own = ObjectiveLaw { review_s: 0.5, read_s: 0.1, ..objective(Vec::new()) };
    let mut simulation = start(sketch(vec![own]));
    let shown: Vec<bool> = (0..60)
        .map(|_| {
            simulation.tick(&STAND);
            let notice = simulation.state().mission.notice();
            notice.is_some_and(|own| own.kind == world::NoticeKind::Completed)
        })
        .collect();
    // Completed in tick 1, shown from tick 31 on for 6 ticks.
    let first = shown.iter().position(|own| *own).unwrap();
    assert_eq!((first, shown.iter().filter(|own| **own).count()), (30, 6));
}

#[test]
fn the_largest_mission_keeps_its_lists_short() {
    let mut sketch = sketch(Vec::new());
    let nodes: Vec<NodeId> = (0..100).map(|at| mark(&mut sketch, Vec3::X * at as f32)).collect();
    let condition = MissionCondition::Nodes { nodes, active: false, count: 100 };
    law(&mut sketch).objectives = vec![objective(vec![condition]); world::MOST_OBJECTIVES];
    let mut simulation = start(sketch);
    run(&mut simulation, 1);
    assert_eq!(simulation.state().mission.notices.len(), world::MOST_NOTICES);
    run(&mut simulation, 300);
    assert!(phases(&simulation).iter().all(|phase| *phase == ObjectivePhase::Awake));
}
