//! What opponents note of their own shots, and how they come back.

use super::*;
use crate::combat::run;
use crate::missions;
use world::program::{Definition, Phase};
use world::{
    Actor, GeneratorLaw, Limits, MissionAct, MissionCondition, MissionGroup, MissionLaw, NodeFlags,
    ObjectiveLaw, ProgramId, Shot,
};

fn changed(simulation: &Simulation, change: impl FnOnce(&mut world::State)) -> Simulation {
    let mut state = simulation.state().clone();
    change(&mut state);
    let scene = std::sync::Arc::clone(simulation.scene());
    Simulation::resume(scene, state, &Limits::default()).unwrap().0
}

#[test]
fn a_hit_of_whom_it_goes_for_is_none_of_its_misses() {
    // The person stands 50 to the south; a tank that nobody drives 50 to the east.
    let misses = |range: f32, from: Vec3, way: Vec3| {
        let mut sketch = plain(WeaponLaw { rate: 0.001, ..crate::combat::shell() }, Vec3::Z * 50.0);
        let node =
            sketch.place(ModelSketch::new().cuboid(Vec3::new(-2.0, 0.0, -2.0), Vec3::new(2.0, 2.0, 2.0)));
        turret(&mut sketch, [0.0; 2], TurretMind { range, dwell: 1e6, ..TurretMind::default() });
        let mut simulation = begin(sketch);
        let place = Avatar { position: Vec3::X * 50.0, ..Avatar::default() };
        let kind = ActorKind::Tank(Box::new(Tank::standing(0, &tank::law(), place)));
        simulation.edit().add_actor(Actor { kind, pilot: Pilot::Nobody, node: Some(node) }).unwrap();
        run(&mut simulation, &STAND, 5);
        let mut simulation = changed(&simulation, |state| {
            let Pilot::Bot(bot) = &mut state.actors.find_mut(FIRST.0).unwrap().pilot else { panic!() };
            bot.misses = 5;
            state.combat.shots = vec![Shot {
                id: 7,
                shooter: Some(FIRST),
                place: from,
                velocity: way * 120.0,
                ..Shot::default()
            }];
            state.combat.next = 8;
        });
        for _ in 0..10 {
            simulation.tick(&STAND);
            if simulation.cues().iter().any(|cue| matches!(cue, Cue::Hit { .. })) {
                return bot(&simulation, FIRST).misses;
            }
        }
        panic!("it hits nothing");
    };
    assert_eq!(misses(160.0, Vec3::new(0.0, 1.0, 40.0), Vec3::Z), 0);
    // Somebody else, or the ground, is a miss more; so it is for whoever goes for nobody.
    assert_eq!(misses(160.0, Vec3::new(40.0, 1.0, 0.0), Vec3::X), 6);
    assert_eq!(misses(160.0, Vec3::new(-40.0, 5.0, 0.0), Vec3::NEG_Y), 6);
    assert_eq!(misses(5.0, Vec3::new(-40.0, 5.0, 0.0), Vec3::NEG_Y), 6);
}

#[test]
fn who_comes_back_is_where_it_began_is_seen_and_shows_nothing_of_its_end() {
    let mut sketch = plain(crate::combat::shell(), Vec3::Z * 4000.0);
    let mind = || DriverMind { activate: 60.0, ..DriverMind::default() };
    driver(&mut sketch, [0.0; 2], 0.0, mind());
    let second = driver(&mut sketch, [50.0, 0.0], 0.0, mind());
    let node = sketch.place(ModelSketch::new().cuboid(Vec3::new(-1.0, 0.0, -2.0), Vec3::new(1.0, 2.0, 2.0)));
    sketch.scene.opponents.starts[1].node = Some(node);
    sketch.scene.programs = vec![Definition { name: "death".into(), ..Definition::default() }];
    sketch.scene.combat.arms[2].death = Some(ProgramId(0));
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
    run(&mut simulation, &STAND, 300);
    assert_eq!(simulation.state().mission.generators[0].left, 1);
    assert!(simulation.edit().start_program(ProgramId(0), None));
    run(&mut simulation, &STAND, 2);
    assert!(simulation.state().programs.instances[0].phase != Phase::Ready);
    // It is gone: without health, elsewhere, hidden, and in nobody's way.
    let mut simulation = changed(&simulation, |state| {
        let actor = state.actors.find_mut(second.0).unwrap();
        let ActorKind::Tank(tank) = &mut actor.kind else { panic!() };
        (tank.health, tank.avatar.position.x) = (0.0, 90.0);
    });
    simulation.edit().set_active(node, false);
    simulation.edit().set_flags(node, NodeFlags::INTERSECT, false);
    run(&mut simulation, &STAND, 3);
    let again = tank_of(&simulation, second);
    assert_eq!((again.health, simulation.state().mission.generators[0].left), (100.0, 0));
    assert!((again.avatar.position.x - 50.0).abs() < 0.1, "{:?}", again.avatar);
    let flags = simulation.state().nodes.flags[node.index()];
    assert!(flags.contains(NodeFlags::ACTIVE) && flags.contains(NodeFlags::INTERSECT));
    assert_eq!(simulation.state().programs.instances[0].phase, Phase::Ready);
}
