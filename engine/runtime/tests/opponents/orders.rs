//! What missions tell opponents, and what makes more of them.

use super::*;
use crate::combat::{OWN, run, shell};
use crate::missions;
use world::{
    GeneratorLaw, MissionAct, MissionCondition, MissionGroup, MissionLaw, ObjectiveLaw, PathNet, Plan, Side,
};

fn mind() -> DriverMind {
    DriverMind {
        activate: 60.0,
        attack: 50.0,
        attack_dwell: 2.0,
        keeps: [10.0, 20.0],
        path_width: 4.0,
        full_lock: 0.5,
        nod: std::f32::consts::PI,
        ..DriverMind::default()
    }
}

/// A driver at the origin, the person 80 to the south, and an objective that is completed at once and tells it something.
fn told(acts: Vec<MissionAct>, net: bool) -> (Simulation, ActorId) {
    let mut sketch = plain(WeaponLaw { damage: [0.0, 0.1], ..shell() }, Vec3::Z * 80.0);
    let id = driver(&mut sketch, [0.0; 2], 0.0, DriverMind { activate: 1e4, ..mind() });
    if net {
        let points = vec![Vec3::new(-100.0, 0.0, 0.0), Vec3::new(-200.0, 0.0, 0.0)];
        sketch.scene.opponents.nets.push(PathNet::ring("west", points));
    }
    let objectives = vec![missions::setting_off(acts), missions::idle()];
    let law = MissionLaw { objectives, rules: missions::rules(), ..MissionLaw::default() };
    sketch.scene.mission = Some(Box::new(law));
    (begin(sketch), id)
}

#[test]
fn a_radius_a_side_and_a_way_are_what_the_mission_says() {
    let plan = |acts: Vec<MissionAct>| {
        let (mut simulation, id) = told(acts, false);
        run(&mut simulation, &STAND, 10);
        bot(&simulation, id).plan
    };
    // The person is farther than 50 away, and nearer than 90.
    assert_eq!(plan(Vec::new()), Plan::Watch);
    assert_eq!(plan(vec![MissionAct::SetAttack(vec![0], 90.0)]), Plan::Attack);
    // On the person's side it has nobody to attack, and nobody to wake up for.
    let friend = vec![MissionAct::SetSide(vec![0], Side::Friend), MissionAct::SetAttack(vec![0], 90.0)];
    let (mut simulation, id) = told(friend, false);
    run(&mut simulation, &STAND, 30);
    assert!(bot(&simulation, id).plan != Plan::Attack, "{:?}", bot(&simulation, id));
    assert!(ticks_of(&shots(&mut simulation, 120), id).is_empty());
    // Without a way it stays; with one it drives to the west.
    let (mut stays, id) = told(Vec::new(), true);
    run(&mut stays, &STAND, 200);
    assert!(tank_of(&stays, id).avatar.position.x.abs() < 1.0);
    let (mut drives, id) = told(vec![MissionAct::SetNet(vec![0], 0)], true);
    run(&mut drives, &STAND, 200);
    assert!(tank_of(&drives, id).avatar.position.x < -20.0, "{:?}", tank_of(&drives, id).avatar);
    // Of those it does not name nobody does anything.
    assert_eq!(plan(vec![MissionAct::SetAttack(vec![7], 90.0)]), Plan::Watch);
}

#[test]
fn an_opponent_is_put_at_a_node() {
    let mut sketch = plain(shell(), Vec3::Z * 80.0);
    let id = driver(&mut sketch, [0.0; 2], 0.0, mind());
    let node = missions::mark(&mut sketch, Vec3::new(300.0, 0.0, 40.0));
    let objectives =
        vec![missions::setting_off(vec![MissionAct::WarpOthers(vec![0], node)]), missions::idle()];
    let law = MissionLaw { objectives, rules: missions::rules(), ..MissionLaw::default() };
    sketch.scene.mission = Some(Box::new(law));
    let mut simulation = begin(sketch);
    run(&mut simulation, &STAND, 1);
    let at = tank_of(&simulation, id).avatar.position;
    assert!(at.abs_diff_eq(Vec3::new(300.0, 0.0, 40.0), 1e-3), "{at}");
    assert_eq!(tank_of(&simulation, OWN).avatar.position.x, 0.0);
}

#[test]
fn a_generator_makes_so_many_one_after_the_other_where_they_stand() {
    let mut sketch = plain(shell(), Vec3::Z * 4000.0);
    let first = driver(&mut sketch, [0.0; 2], 0.0, mind());
    let second = driver(&mut sketch, [50.0, 0.0], 0.0, mind());
    let group = MissionGroup { vehicles: vec![1, 2], nodes: Vec::new() };
    let objectives = vec![
        ObjectiveLaw { on_wake: vec![MissionAct::Generate(0, 3)], ..missions::idle() },
        missions::objective(vec![MissionCondition::Few { group, most: 0, generator: Some(0) }]),
        missions::idle(),
    ];
    let generators = vec![GeneratorLaw { name: "yard".into(), minds: vec![0, 1] }];
    let law = MissionLaw { objectives, generators, rules: missions::rules(), ..MissionLaw::default() };
    sketch.scene.mission = Some(Box::new(law));
    let mut simulation = begin(sketch);
    let plans = |simulation: &Simulation| [first, second].map(|id| bot(simulation, id).plan);
    let left = |simulation: &Simulation| simulation.state().mission.generators[0].left;
    run(&mut simulation, &STAND, 3);
    assert_eq!((plans(&simulation), left(&simulation)), ([Plan::Watch, Plan::Asleep], 2));
    // Two seconds later the other one comes.
    run(&mut simulation, &STAND, 116);
    assert_eq!(plans(&simulation), [Plan::Watch, Plan::Asleep]);
    run(&mut simulation, &STAND, 3);
    assert_eq!((plans(&simulation), left(&simulation)), ([Plan::Watch; 2], 1));
    // The third comes in the place of one that is gone, whole, where that one stood.
    run(&mut simulation, &STAND, 200);
    assert_eq!(left(&simulation), 1);
    let kill = |simulation: &mut Simulation, ids: &[ActorId]| {
        let mut state = simulation.state().clone();
        for id in ids {
            let actor = state.actors.find_mut(id.0).unwrap();
            let ActorKind::Tank(tank) = &mut actor.kind else { panic!() };
            (tank.health, tank.avatar.position.x) = (0.0, 90.0);
        }
        let scene = std::sync::Arc::clone(simulation.scene());
        *simulation = Simulation::resume(scene, state, &world::Limits::default()).unwrap().0;
    };
    kill(&mut simulation, &[first]);
    run(&mut simulation, &STAND, 2);
    let again = tank_of(&simulation, first);
    assert_eq!((again.health, left(&simulation)), (100.0, 0));
    assert!(again.avatar.position.x.abs() < 0.1, "{:?}", again.avatar);
    // The objective is completed once all are gone of which no more come.
    assert_eq!(missions::phases(&simulation)[1], world::ObjectivePhase::Awake);
    kill(&mut simulation, &[first, second]);
    run(&mut simulation, &STAND, 2);
    assert_eq!(missions::phases(&simulation)[1], world::ObjectivePhase::Completed);
}
