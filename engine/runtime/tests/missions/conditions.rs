//! What completes an objective: one test for each condition.

use super::*;
use world::program::Phase;
use world::{DangerZone, MissionGroup, ProgramStanding, Traveler};

const COMPLETED: ObjectivePhase = ObjectivePhase::Completed;
const AWAKE: ObjectivePhase = ObjectivePhase::Awake;

#[test]
fn without_a_condition_it_is_completed_at_once() {
    let mut simulation = start(sketch(vec![objective(Vec::new()), idle()]));
    run(&mut simulation, 1);
    assert_eq!(phases(&simulation), [COMPLETED, AWAKE]);
}

#[test]
fn a_node_that_becomes_active_or_inactive_completes_it() {
    let mut sketch = sketch(Vec::new());
    let [lamp, pump] = [1.0, 2.0].map(|x| mark(&mut sketch, Vec3::X * x));
    sketch.at(lamp).flags.remove(NodeFlags::ACTIVE);
    let on = MissionCondition::Nodes { nodes: vec![lamp], active: true, count: 1 };
    law(&mut sketch).objectives = vec![objective(vec![on]), objective(vec![off(pump)]), idle()];
    let mut simulation = start(sketch);
    run(&mut simulation, 10);
    assert_eq!(phases(&simulation), [AWAKE, AWAKE, AWAKE]);
    switch(&mut simulation, lamp, true);
    assert_eq!(phases(&simulation), [COMPLETED, AWAKE, AWAKE]);
    switch(&mut simulation, pump, false);
    assert_eq!(phases(&simulation), [COMPLETED, COMPLETED, AWAKE]);
}

#[test]
fn one_of_several_conditions_is_enough() {
    let mut sketch = sketch(Vec::new());
    let node = mark(&mut sketch, Vec3::ZERO);
    law(&mut sketch).objectives = vec![objective(vec![MissionCondition::Never, off(node)]), idle()];
    let mut simulation = start(sketch);
    switch(&mut simulation, node, false);
    assert_eq!(phases(&simulation), [COMPLETED, AWAKE]);
}

#[test]
fn so_many_of_several_nodes_have_to_be_off() {
    let mut sketch = sketch(Vec::new());
    let nodes: Vec<NodeId> = (0..3).map(|at| mark(&mut sketch, Vec3::X * at as f32)).collect();
    let condition = MissionCondition::Nodes { nodes: nodes.clone(), active: false, count: 2 };
    law(&mut sketch).objectives = vec![objective(vec![condition]), idle()];
    let mut simulation = start(sketch);
    switch(&mut simulation, nodes[0], false);
    assert_eq!(phases(&simulation)[0], AWAKE);
    switch(&mut simulation, nodes[2], false);
    assert_eq!(phases(&simulation)[0], COMPLETED);
}

#[test]
fn an_animation_runs_has_run_or_cannot_run() {
    for (wanted, phase) in [
        (ProgramStanding::Running, Phase::Running),
        (ProgramStanding::Executed, Phase::Executed),
        (ProgramStanding::Invalid, Phase::Invalid),
    ] {
        let mut sketch = sketch(Vec::new());
        let own = program(&mut sketch, "waits");
        let steps = vec![crate::common::programs::say_at(world::program::StartClock::Event, 5.0, 1)];
        sketch.scene.programs[0].sequences = vec![crate::common::programs::sequence(steps)];
        let condition = MissionCondition::Programs { programs: vec![(own, wanted)], count: 1 };
        law(&mut sketch).objectives = vec![objective(vec![condition]), idle()];
        let mut simulation = start(sketch);
        run(&mut simulation, 3);
        assert_eq!(phases(&simulation)[0], AWAKE, "{wanted:?}");
        let command = match phase {
            Phase::Invalid => Command::InvalidateProgram(own),
            _ => Command::StartProgram { program: own, node: None },
        };
        simulation.advance(&[STAND], &[command]);
        // It runs for five ticks.
        run(&mut simulation, if phase == Phase::Executed { 8 } else { 0 });
        assert_eq!(simulation.state().programs.instances[0].phase, phase);
        assert_eq!(phases(&simulation)[0], COMPLETED, "{wanted:?}");
    }
}

#[test]
fn whoever_comes_near_enough_completes_it() {
    let mut sketch = sketch(Vec::new());
    let goal = mark(&mut sketch, Vec3::new(0.0, 0.0, -50.0));
    let near =
        MissionCondition::Near { who: Traveler::Person, place: goal, radius: 20.0, count: 1, removes: false };
    law(&mut sketch).objectives = vec![objective(vec![near]), idle()];
    let mut simulation = start(sketch);
    let place = |z: f32| {
        let feet = Vec3::new(0.0, 0.0, z);
        Command::PlaceActor { actor: combat::OWN, feet, yaw: 0.0, pitch: 0.0 }
    };
    simulation.advance(&[STAND], &[place(-29.5)]);
    assert_eq!(phases(&simulation)[0], AWAKE);
    simulation.advance(&[STAND], &[place(-30.5)]);
    assert_eq!(phases(&simulation)[0], COMPLETED);
}

#[test]
fn opponents_who_arrive_are_counted_and_removed() {
    let mut sketch = sketch(Vec::new());
    let goal = mark(&mut sketch, Vec3::new(0.0, 0.0, -50.0));
    let join = combat::opponent(&mut sketch, Vec3::new(0.0, 0.0, -45.0));
    let group = MissionGroup { vehicles: vec![0], nodes: Vec::new() };
    let who = Traveler::Group(group);
    let near = MissionCondition::Near { who, place: goal, radius: 20.0, count: 1, removes: true };
    law(&mut sketch).objectives = vec![objective(vec![near]), idle()];
    let mut simulation = start(sketch);
    run(&mut simulation, 2);
    // The person drives one of the same kind and is none of the group.
    assert_eq!(phases(&simulation)[0], AWAKE);
    join(&mut simulation);
    run(&mut simulation, 1);
    assert_eq!(phases(&simulation)[0], COMPLETED);
    assert!(simulation.state().actors.find(combat::OTHER.0).is_none());
}

#[test]
fn a_group_of_which_few_enough_live_completes_it() {
    let mut sketch = sketch(Vec::new());
    let join = combat::opponent(&mut sketch, Vec3::new(0.0, 0.0, -20.0));
    let group = MissionGroup { vehicles: vec![0], nodes: Vec::new() };
    let few = MissionCondition::Few { group, most: 0, generator: None };
    law(&mut sketch).objectives = vec![objective(vec![few]), idle()];
    let mut simulation = start(sketch);
    join(&mut simulation);
    run(&mut simulation, 10);
    assert_eq!(phases(&simulation)[0], AWAKE);
    // Health 100, 10 with each hit: the tenth completes it.
    let fire = Input { fire: true, ..STAND };
    let mut left = 600;
    while combat::health_of(&simulation, combat::OTHER) > 0.0 && left > 0 {
        assert_eq!(phases(&simulation)[0], AWAKE);
        simulation.tick(&fire);
        left -= 1;
    }
    assert_eq!(phases(&simulation)[0], COMPLETED);
    let mission = &simulation.state().mission;
    assert_eq!(mission.hits, 10);
    assert!(mission.shots >= 10, "{mission:?}");
}

#[test]
fn danger_zones_are_flown_through_gate_by_gate() {
    let mut sketch = sketch(Vec::new());
    let gates: Vec<NodeId> =
        [100.0_f32, 300.0].into_iter().map(|z| mark(&mut sketch, Vec3::new(0.0, 0.0, -z))).collect();
    let zones = vec![DangerZone { name: "arch".into(), gates }];
    let condition = MissionCondition::Zones { zones: vec![0], count: 1 };
    let own = law(&mut sketch);
    (own.zones, own.objectives) = (zones, vec![objective(vec![condition]), idle()]);
    let mut simulation = start(sketch);
    let mut pass = |z: f32| {
        let feet = Vec3::new(0.0, 0.0, z);
        let command = Command::PlaceActor { actor: combat::OWN, feet, yaw: 0.0, pitch: 0.0 };
        simulation.advance(&[STAND], &[command]);
        (simulation.state().mission.zones[0], phases(&simulation)[0])
    };
    // 40 units are near enough, 41 are not.
    assert_eq!(pass(-59.0), (0b00, AWAKE));
    assert_eq!(pass(-61.0), (0b01, AWAKE));
    assert_eq!(pass(0.0), (0b01, AWAKE));
    assert_eq!(pass(-330.0), (0b11, COMPLETED));
}
