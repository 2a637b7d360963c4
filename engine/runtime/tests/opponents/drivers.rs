//! Tanks that drive by themselves: waking, ways, attack, going back.

use super::*;
use crate::combat::{OWN, run, shell};
use std::f32::consts::PI;
use world::program::{Definition, Phase};
use world::{MissionAct, MissionLaw, ObjectiveLaw, ObjectiveLife, PathNet, Plan, ProgramId, Strategy};

fn mind() -> DriverMind {
    DriverMind {
        activate: 120.0,
        attack: 90.0,
        attack_dwell: 2.0,
        wait: 1.0,
        keeps: [20.0, 60.0],
        strays: 250.0,
        path_width: 6.0,
        full_lock: 0.5,
        nod: PI,
        misses: 6,
        ..DriverMind::default()
    }
}

/// A driver at the origin that looks to -z.
fn driving(person: Vec3, mind: DriverMind) -> Simulation {
    // It takes hundreds of these.
    let mut sketch = plain(WeaponLaw { damage: [0.0, 0.1], ..shell() }, person);
    driver(&mut sketch, [0.0; 2], 0.0, mind);
    begin(sketch)
}

fn put(simulation: &mut Simulation, at: Vec3) {
    simulation.edit().place_actor(OWN, at, 0.0, 0.0).unwrap();
}

#[test]
fn it_sleeps_until_somebody_is_near() {
    let plan = |far: f32, strategy: Strategy| {
        let mut simulation = driving(Vec3::Z * far, DriverMind { strategy, ..mind() });
        run(&mut simulation, &STAND, 30);
        bot(&simulation, FIRST).plan
    };
    assert_eq!([120.0, 120.5].map(|far| plan(far, Strategy::Pursues)), [Plan::Watch, Plan::Asleep]);
    assert_eq!([90.0, 90.5].map(|far| plan(far, Strategy::Pursues)), [Plan::Attack, Plan::Watch]);
    assert_eq!(plan(30.0, Strategy::Suspended), Plan::Asleep);
    // One that wakes up with another.
    let mut sketch = plain(shell(), Vec3::Z * 100.0);
    driver(&mut sketch, [0.0; 2], 0.0, mind());
    let second = driver(&mut sketch, [400.0, 0.0], 0.0, DriverMind { buddies: vec![0], ..mind() });
    let third = driver(&mut sketch, [400.0, 50.0], 0.0, mind());
    let mut simulation = begin(sketch);
    run(&mut simulation, &STAND, 3);
    assert_eq!([second, third].map(|id| bot(&simulation, id).plan), [Plan::Watch, Plan::Asleep]);
}

#[test]
fn who_falls_out_of_the_world_is_destroyed_once() {
    let mut sketch = plain(shell(), Vec3::Z * 30.0);
    driver(&mut sketch, [0.0; 2], 0.0, mind());
    sketch.scene.programs = vec![Definition { name: "death".into(), ..Definition::default() }];
    sketch.scene.combat.arms[1].death = Some(ProgramId(0));
    let mut simulation = begin(sketch);
    run(&mut simulation, &STAND, 3);
    // Beyond the edge of the field, and below all ground by less than is lost for good, then by more.
    let lost = simulation.scene().walker.lost_depth;
    let beyond = |depth: f32| Vec3::new(90_000.0, -depth, 0.0);
    let mut falls = |depth: f32| {
        simulation.edit().place_actor(FIRST, beyond(depth), 0.0, 0.0).unwrap();
        let destroyed = |cue: &&Cue| matches!(cue, Cue::Destroyed { actor, .. } if *actor == FIRST);
        let mut told = 0;
        for _ in 0..3 {
            run(&mut simulation, &STAND, 1);
            told += simulation.cues().iter().filter(destroyed).count();
        }
        let health = tank_of(&simulation, FIRST).health;
        let ends = simulation.state().programs.instances[0].phase != Phase::Ready;
        (health > 0.0, told, ends)
    };
    assert_eq!(falls(lost * 0.5), (true, 0, false));
    assert_eq!(falls(lost + 500.0), (false, 1, true));
    assert_eq!(falls(lost + 500.0).1, 0);
}

#[test]
fn who_is_behind_it_makes_it_steer_as_far_as_it_can() {
    let rate = |person: Vec3| {
        let mut simulation = driving(person, mind());
        run(&mut simulation, &STAND, 3);
        tank_of(&simulation, FIRST).yaw_rate * 60.0
    };
    // From the second tick on it is awake and attacks: two ticks of 2.5 radians/s².
    let full = rate(Vec3::new(-10.0, 0.0, 60.0));
    assert!(full > 4.9, "{full}");
    assert!((rate(Vec3::new(10.0, 0.0, 60.0)) + full).abs() < 1e-3);
    // A fifth of the lock for a tenth of a radian.
    let little = rate(Vec3::new(-libm::sinf(0.1), 0.0, -libm::cosf(0.1)) * 60.0);
    assert!((little / full - 0.2).abs() < 0.01, "{little} {full}");
}

#[test]
fn it_keeps_its_distance() {
    let far = |from: f32, strategy: Strategy| {
        let mut simulation = driving(Vec3::NEG_Z * from, DriverMind { strategy, ..mind() });
        run(&mut simulation, &STAND, 300);
        let way = tank_of(&simulation, FIRST).avatar.position - tank_of(&simulation, OWN).avatar.position;
        way.length()
    };
    // It comes nearer from 85, goes back from 8, and rolls on a little.
    let all = [(85.0, Strategy::Pursues), (85.0, Strategy::Stops), (8.0, Strategy::Pursues)];
    for (from, strategy) in all {
        let far = far(from, strategy);
        assert!((18.0..=61.0).contains(&far), "{from}: {far}");
    }
    // One that stops to aim stays even where it is too near.
    assert!((far(12.0, Strategy::Stops) - 12.0).abs() < 1.0);
}

#[test]
fn it_points_at_its_target_and_fires() {
    let mut simulation =
        driving(Vec3::new(40.0, 0.0, 20.0), DriverMind { strategy: Strategy::Stops, ..mind() });
    let all = shots(&mut simulation, 400);
    assert!(all.len() > 20, "{all:?}");
    // It had to turn by 2.03 radians first.
    assert!(all[0].0 > 50, "{all:?}");
    assert!(tank_of(&simulation, OWN).health < 98.5);
}

#[test]
fn it_gives_up_whom_it_no_longer_sees_and_goes_back() {
    let mut simulation = driving(Vec3::NEG_Z * 80.0, DriverMind { activate: 1e3, ..mind() });
    run(&mut simulation, &STAND, 60);
    assert_eq!(bot(&simulation, FIRST).plan, Plan::Attack);
    let home = bot(&simulation, FIRST).home;
    assert!(home.length() < 1.0, "{home}");
    put(&mut simulation, Vec3::new(0.0, 0.0, -900.0));
    // Two seconds of attack after it saw it last, one of waiting.
    run(&mut simulation, &STAND, 118);
    assert_eq!(bot(&simulation, FIRST).plan, Plan::Attack);
    run(&mut simulation, &STAND, 4);
    assert_eq!(bot(&simulation, FIRST).plan, Plan::Wait);
    run(&mut simulation, &STAND, 54);
    assert_eq!(bot(&simulation, FIRST).plan, Plan::Wait);
    run(&mut simulation, &STAND, 8);
    assert_eq!(bot(&simulation, FIRST).plan, Plan::Return);
    run(&mut simulation, &STAND, 900);
    assert_eq!(bot(&simulation, FIRST).plan, Plan::Watch);
    let back = tank_of(&simulation, FIRST).avatar.position;
    assert!(back.with_y(0.0).length() < 20.0, "{back}");
}

#[test]
fn how_near_is_near_enough_is_a_number_of_its_mind() {
    // It gives up as above: whoever takes 500 for near is at home already, and watches.
    let plan = |path_width: f32| {
        let own = DriverMind { activate: 1e3, path_width, ..mind() };
        let mut simulation = driving(Vec3::NEG_Z * 80.0, own);
        run(&mut simulation, &STAND, 60);
        put(&mut simulation, Vec3::new(0.0, 0.0, -900.0));
        run(&mut simulation, &STAND, 186);
        bot(&simulation, FIRST).plan
    };
    assert_eq!([6.0, 500.0].map(plan), [Plan::Return, Plan::Watch]);
    // And where it hides, 300 away.
    let goes = |path_width: f32| {
        let own = DriverMind { hides: 0.5, hide_times: vec![9.0], path_width, ..mind() };
        let mut sketch = plain(WeaponLaw { damage: [0.0, 0.1], ..shell() }, Vec3::NEG_Z * 40.0);
        sketch.scene.opponents.nets.push(PathNet::ring("way", vec![Vec3::Z * 300.0, Vec3::Z * 301.0]));
        let id = driver(&mut sketch, [0.0; 2], PI, DriverMind { net: Some(0), ..own });
        let mut simulation = begin(sketch);
        run(&mut simulation, &STAND, 2);
        let mut state = simulation.state().clone();
        let actor = state.actors.find_mut(id.0).unwrap();
        if let (ActorKind::Tank(tank), Pilot::Bot(bot)) = (&mut actor.kind, &mut actor.pilot) {
            (tank.health, bot.hit, bot.plan) = (40.0, true, Plan::Attack);
        }
        let scene = std::sync::Arc::clone(simulation.scene());
        let mut simulation = Simulation::resume(scene, state, &world::Limits::default()).unwrap().0;
        let before = tank_of(&simulation, id).avatar.position.z;
        run(&mut simulation, &STAND, 120);
        assert_eq!(bot(&simulation, id).plan, Plan::Hide);
        tank_of(&simulation, id).avatar.position.z - before
    };
    let found = [6.0, 400.0].map(goes);
    assert!(found[0] > 20.0 && found[1] < 1.0, "{found:?}");
    // And on its way: a point 40 ahead is reached so far before it, at most as far after that as it goes in a tick.
    let turns_at = |path_width: f32| {
        let mut sketch = plain(shell(), Vec3::Z * 500.0);
        let points = vec![Vec3::NEG_Z * 40.0, Vec3::NEG_Z * 400.0];
        sketch.scene.opponents.nets.push(PathNet::ring("way", points));
        let own = DriverMind { activate: 1e3, attack: 1.0, net: Some(0), path_width, ..mind() };
        let id = driver(&mut sketch, [0.0; 2], 0.0, own);
        let mut simulation = begin(sketch);
        run(&mut simulation, &STAND, 2);
        assert_eq!(bot(&simulation, id).next, 0);
        for _ in 0..900 {
            simulation.tick(&STAND);
            if bot(&simulation, id).next == 1 {
                return -tank_of(&simulation, id).avatar.position.z;
            }
        }
        panic!("{:?}", bot(&simulation, id))
    };
    for path_width in [6.0, 20.0] {
        let at = turns_at(path_width);
        assert!((40.0 - path_width..42.0 - path_width).contains(&at), "{at} for {path_width}");
    }
}

#[test]
fn it_does_not_stray_farther_than_it_may() {
    let mut simulation = driving(Vec3::NEG_Z * 80.0, DriverMind { strays: 100.0, ..mind() });
    let mut farthest = 0.0_f32;
    let mut returned = false;
    for tick in 0..600 {
        simulation.tick(&STAND);
        let own = tank_of(&simulation, FIRST).avatar.position;
        farthest = farthest.max(own.length());
        returned |= bot(&simulation, FIRST).plan == Plan::Return;
        if tick % 10 == 0 {
            // It is lured away.
            put(&mut simulation, own.with_y(0.0) + Vec3::NEG_Z * 80.0);
        }
    }
    assert!(returned && (100.0..160.0).contains(&farthest), "{farthest}");
}

#[test]
fn who_gives_up_does_so_after_misses() {
    let plans = |strategy: Strategy| {
        // Nothing shows the target: every shell goes through it.
        let mut sketch = plain(shell(), Vec3::NEG_Z * 40.0);
        sketch.scene.vehicles[0].node = None;
        driver(&mut sketch, [0.0; 2], 0.0, DriverMind { strategy, ..mind() });
        sketch.scene.combat.weapons[0].range = 60.0;
        let mut simulation = begin(sketch);
        let mut most = 0;
        for _ in 0..200 {
            simulation.tick(&STAND);
            most = most.max(bot(&simulation, FIRST).misses);
            if bot(&simulation, FIRST).plan == Plan::Wait {
                return Some(most);
            }
        }
        None
    };
    // After more than six.
    let all = [Strategy::GivesUp, Strategy::Pursues, Strategy::Stops];
    assert_eq!(all.map(plans), [Some(7), None, None]);
}

#[test]
fn it_goes_its_way_along_a_net() {
    let mut sketch = plain(shell(), Vec3::new(0.0, 0.0, 1000.0));
    let corners = [[0.0, -60.0], [60.0, -60.0], [60.0, 0.0], [0.0, 0.0]];
    let points = corners.map(|[x, z]| Vec3::new(x, 0.0, z)).to_vec();
    sketch.scene.opponents.nets.push(PathNet::ring("ring", points.clone()));
    driver(&mut sketch, [0.0; 2], PI, DriverMind { net: Some(0), activate: 1e4, ..mind() });
    let mut simulation = begin(sketch);
    let mut reached = Vec::new();
    for _ in 0..1500 {
        simulation.tick(&STAND);
        let own = tank_of(&simulation, FIRST).avatar.position;
        let near = points.iter().position(|point| (*point - own).with_y(0.0).length() <= 6.0);
        if let Some(near) = near.filter(|near| reached.last() != Some(near)) {
            reached.push(near);
        }
    }
    // From where it stands, in order, again and again.
    assert!(reached.len() >= 8, "{reached:?}");
    assert!(reached.windows(2).all(|pair| pair[1] == (pair[0] + 1) % 4), "{reached:?}");
}

#[test]
fn an_objective_wakes_those_that_it_names() {
    let mut sketch = plain(shell(), Vec3::new(0.0, 0.0, 500.0));
    let first = driver(&mut sketch, [0.0; 2], 0.0, mind());
    let second = driver(&mut sketch, [40.0, 0.0], 0.0, mind());
    // Of all that there are, and of one that there is not.
    let wakes = ObjectiveLaw {
        life: ObjectiveLife { delay: Some(0.5), ..ObjectiveLife::default() },
        on_wake: vec![MissionAct::Rouse(vec![1, 99])],
        ..crate::missions::idle()
    };
    let law =
        MissionLaw { objectives: vec![wakes], rules: crate::missions::rules(), ..MissionLaw::default() };
    sketch.scene.mission = Some(Box::new(law));
    let mut simulation = begin(sketch);
    // Half a second are 30 ticks; in the 31st it is awake.
    run(&mut simulation, &STAND, 30);
    assert_eq!([first, second].map(|id| bot(&simulation, id).plan), [Plan::Asleep; 2]);
    run(&mut simulation, &STAND, 1);
    assert_eq!([first, second].map(|id| bot(&simulation, id).plan), [Plan::Asleep, Plan::Watch]);
}

#[test]
fn hostile_minds_and_nets_are_harmless() {
    let net = PathNet {
        name: "bad".into(),
        points: vec![Vec3::splat(1e30), Vec3::ZERO],
        links: vec![vec![7, 0], vec![9]],
    };
    let hostile = DriverMind {
        activate: f32::INFINITY,
        attack: f32::NAN,
        attack_dwell: -1.0,
        keeps: [f32::NAN, -5.0],
        strays: f32::NAN,
        path_width: f32::NAN,
        full_lock: f32::NAN,
        net: Some(0),
        buddies: vec![0, 99],
        ..mind()
    };
    for number in [0, 77] {
        let mut sketch = plain(WeaponLaw { speed: f32::NAN, ..shell() }, Vec3::NEG_Z * 40.0);
        sketch.scene.opponents.nets.push(net.clone());
        let id = driver(&mut sketch, [0.0; 2], 0.0, hostile.clone());
        sketch.scene.opponents.starts[0].mind = number;
        let mut simulation = begin(sketch);
        run(&mut simulation, &STAND, 200);
        assert!(simulation.state().actors.find(id.0).unwrap().is_finite());
    }
}

#[test]
fn one_that_is_hit_and_hurt_hides_for_a_while_and_no_oftener_than_it_does() {
    let own = DriverMind { hides: 0.5, hide_times: vec![2.0], attack: 500.0, activate: 500.0, ..mind() };
    let mut sketch = plain(WeaponLaw { damage: [0.0, 0.1], ..shell() }, Vec3::NEG_Z * 40.0);
    // Its way leads to the south, away from the person.
    let points = vec![Vec3::new(0.0, 0.0, 10.0), Vec3::new(0.0, 0.0, 300.0)];
    sketch.scene.opponents.nets.push(PathNet::ring("way", points));
    let id = driver(&mut sketch, [0.0; 2], 0.0, DriverMind { net: Some(0), ..own });
    let mut simulation = begin(sketch);
    let hit = |simulation: &mut Simulation, health: f32| {
        let mut state = simulation.state().clone();
        let actor = state.actors.find_mut(id.0).unwrap();
        if let (ActorKind::Tank(tank), Pilot::Bot(bot)) = (&mut actor.kind, &mut actor.pilot) {
            (tank.health, bot.hit) = (health, true);
        }
        let scene = std::sync::Arc::clone(simulation.scene());
        *simulation = Simulation::resume(scene, state, &world::Limits::default()).unwrap().0;
    };
    run(&mut simulation, &STAND, 30);
    assert_eq!(bot(&simulation, id).plan, Plan::Attack);
    hit(&mut simulation, 60.0);
    run(&mut simulation, &STAND, 2);
    assert_eq!(bot(&simulation, id).plan, Plan::Attack, "it is not hurt enough");
    hit(&mut simulation, 40.0);
    run(&mut simulation, &STAND, 2);
    assert_eq!(bot(&simulation, id).plan, Plan::Hide);
    let before = tank_of(&simulation, id).avatar.position.z;
    run(&mut simulation, &STAND, 110);
    assert_eq!(bot(&simulation, id).plan, Plan::Hide);
    assert!(
        tank_of(&simulation, id).avatar.position.z > before + 5.0,
        "{:?}",
        tank_of(&simulation, id).avatar
    );
    run(&mut simulation, &STAND, 14);
    assert_eq!((bot(&simulation, id).plan, bot(&simulation, id).hides), (Plan::Attack, 1));
    hit(&mut simulation, 30.0);
    run(&mut simulation, &STAND, 2);
    assert_eq!(bot(&simulation, id).plan, Plan::Attack, "it has hidden as often as it does");
}

#[test]
fn a_torso_turns_to_its_aim_no_faster_than_its_mind_says() {
    // The most that it turns in a tick against the legs that carry it.
    let most = |nod: f32| {
        let mut sketch = plain(WeaponLaw { damage: [0.0, 0.1], ..shell() }, Vec3::X * 40.0);
        let law = LawKind::Mech(Box::new(crate::mech::law()));
        let mind = MindLaw { kind: MindKind::Driver(DriverMind { nod, ..mind() }), ..MindLaw::default() };
        let place = Avatar { grounded: true, ..Avatar::default() };
        let id = opponent(&mut sketch, law, place, mind, Vec3::Y);
        let mut simulation = begin(sketch);
        let (mut most, mut before) = (0.0_f32, 0.0);
        for _ in 0..20 {
            simulation.tick(&STAND);
            let ActorKind::Mech(mech) = &simulation.state().actors.find(id.0).unwrap().kind else { panic!() };
            let side = mech.avatar.yaw - mech.heading;
            (most, before) = (most.max((side - before).abs()), side);
        }
        most
    };
    // A sixtieth of half a turn, and of 0.6 radians.
    assert!((most(PI) - 0.052_36).abs() < 1e-4, "{}", most(PI));
    assert!((most(0.6) - 0.01).abs() < 1e-4, "{}", most(0.6));
}

#[test]
fn a_mech_walks_with_its_legs_and_points_with_its_torso() {
    let mut sketch = plain(WeaponLaw { damage: [0.0, 0.1], heat: 9.0, rate: 6.0, ..shell() }, Vec3::X * 40.0);
    let law = LawKind::Mech(Box::new(crate::mech::law()));
    let own = DriverMind { cool: 0.5, strategy: Strategy::Stops, ..mind() };
    let mind = MindLaw { aim: 0.05, kind: MindKind::Driver(own), ..MindLaw::default() };
    let place = Avatar { grounded: true, ..Avatar::default() };
    let id = opponent(&mut sketch, law, place, mind, Vec3::Y);
    let mut simulation = begin(sketch);
    let mech = |simulation: &Simulation| match &simulation.state().actors.find(id.0).unwrap().kind {
        ActorKind::Mech(mech) => **mech,
        other => panic!("{other:?}"),
    };
    // To the right is a quarter of a turn: the torso goes half a turn in a second, and the legs carry it along.
    let all = shots(&mut simulation, 60);
    assert_eq!(ticks_of(&all, id), [24, 34], "six a second, and then it is too hot");
    let own = mech(&simulation);
    assert!(own.heading < -0.5 && own.heading > -1.3, "{own:?}");
    // Two shots make 18 of the 30 that it can hold, of which one goes in a second: at 15 it fires again.
    let all = ticks_of(&shots(&mut simulation, 300), id);
    assert!(matches!(all[..], [tick] if (130..=160).contains(&tick)), "{all:?}");
    assert!(!mech(&simulation).is_shut_down);
}
