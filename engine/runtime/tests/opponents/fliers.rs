//! Aeroplanes that fly by themselves: pursuit, breaking off, the ground, the edge of the world.

use super::*;
use crate::aeroplane::{PLANE, ask, flown as person_flies, law, plane};
use crate::combat::{FIRE, is_hit, run, shell, until};
use glam::Quat;
use runtime::Input;
use world::{
    Actor, Aeroplane, AeroplaneLaw, AutopilotLaw, DamageModel, FlierMind, NodeFlags, Plan, PoolsLaw, Side,
};

/// The one that flies by itself.
const FLIER: ActorId = ActorId(1);

fn mind() -> FlierMind {
    FlierMind {
        attack: 3000.0,
        patience: 20.0,
        breaks_off: [250.0, 3.0],
        clearance: [60.0, 3.0],
        bounds: None,
        full_stick: 0.4,
        damping_s: 0.0,
        throttle: 0.8,
    }
}

/// With a stick: keys of a person move it as far as this.
fn flies() -> AeroplaneLaw {
    AeroplaneLaw { stick: [2.0, 8.0], lever: 0.5, ..law() }
}

/// One in the air that flies level along a yaw, fast.
fn up(at: Vec3, yaw: f32) -> Aeroplane {
    let attitude = Quat::from_rotation_y(yaw);
    let avatar = Avatar { position: at, velocity: attitude * Vec3::NEG_Z * 90.0, yaw, ..Avatar::default() };
    Aeroplane {
        attitude,
        is_placed: false,
        lever: 0.8,
        throttle: 0.8,
        ..Aeroplane::placed(1, &flies(), avatar)
    }
}

/// An aeroplane with a mind in a world; the person's tank stands somewhere.
fn flown(person: Vec3, own: Aeroplane, mind: FlierMind) -> Simulation {
    let mut sketch = plain(WeaponLaw { speed: 600.0, range: 800.0, ..shell() }, person);
    let kind = MindKind::Flier(mind);
    let mind = MindLaw { aim: 0.05, awake: true, kind, ..MindLaw::default() };
    let law = LawKind::Aeroplane(Box::new(flies()));
    opponent(&mut sketch, law, Avatar::default(), mind, Vec3::ZERO);
    sketch.scene.opponents.starts.clear();
    let mut simulation = begin(sketch);
    let pilot = Pilot::Bot(Box::new(Bot::new(0)));
    let actor = Actor { kind: ActorKind::Aeroplane(Box::new(own)), pilot, node: None };
    assert_eq!(simulation.edit().add_actor(actor), Ok(FLIER));
    simulation
}

fn heading_to(own: &Aeroplane, at: Vec3) -> f32 {
    let nose = -Vec3::from(own.rotation().z_axis);
    nose.angle_between(at - own.avatar.position)
}

#[test]
fn it_turns_to_whom_it_sees_and_fires() {
    // 2000 away to the right and behind.
    let person = Vec3::new(1500.0, 0.0, 1300.0);
    let mut simulation = flown(person, up(Vec3::Y * 300.0, 0.0), mind());
    let before = heading_to(&plane(&simulation), person);
    assert!(before > 2.0, "{before}");
    let (mut fired, mut broke_off, mut lowest, mut highest) = (0, false, f32::INFINITY, 0.0_f32);
    for _ in 0..1800 {
        simulation.tick(&STAND);
        let own = plane(&simulation);
        fired += simulation.cues().iter().filter(|cue| matches!(cue, Cue::Shot { .. })).count();
        broke_off |= bot(&simulation, FLIER).plan == Plan::BreakOff;
        lowest = lowest.min(own.avatar.position.y);
        highest = highest.max(own.avatar.position.y);
        assert!(!own.is_wreck(), "{own:?}");
    }
    assert!(fired > 5, "{fired}");
    // It turned level, and not over the top.
    assert!(highest < 400.0, "{highest}");
    assert!(lowest > 5.0, "{lowest} {broke_off}");
}

#[test]
fn a_nose_whose_turn_is_reckoned_with_comes_to_rest() {
    // Up by 0.1, from level; the angle to it in the last of five seconds: the least and the most.
    let angles = |damping_s: f32| {
        let habits = FlierMind { full_stick: 0.12, clearance: [0.0; 2], damping_s, ..mind() };
        let way = Vec3::new(0.0, 0.1, -1.0);
        let mut simulation =
            person_flies(Sketch::new(), flies(), Aeroplane { law: 0, ..up(Vec3::Y * 300.0, 0.0) });
        let (mut least, mut most) = (f32::INFINITY, 0.0_f32);
        for tick in 0..300 {
            let own = simulation.state().actors.find(PLANE.0).unwrap();
            let asked = simulation.flight(own, &habits, way, None).unwrap();
            let own = ask(&mut simulation, asked, 1);
            if tick >= 240 {
                let angle = (-Vec3::from(own.rotation().z_axis)).angle_between(way);
                (least, most) = (least.min(angle), most.max(angle));
            }
        }
        [least, most]
    };
    let [least, most] = angles(0.3);
    assert!(most < 0.01 && most - least < 0.002, "{least} {most}");
    // Without that it swings.
    let [_, most] = angles(0.0);
    assert!(most > 0.02, "{most}");
}

#[test]
fn it_does_not_fly_into_the_ground() {
    // Straight down at 30 degrees, and in a bank.
    for turn in [Quat::from_rotation_x(-0.5), Quat::from_rotation_x(-0.4) * Quat::from_rotation_z(1.2)] {
        let mut own = up(Vec3::Y * 350.0, 0.0);
        own.attitude = turn;
        own.avatar.velocity = turn * Vec3::NEG_Z * 90.0;
        let mut simulation = flown(Vec3::new(9000.0, 0.0, 9000.0), own, mind());
        let mut lowest = f32::INFINITY;
        for _ in 0..1200 {
            simulation.tick(&STAND);
            lowest = lowest.min(plane(&simulation).avatar.position.y);
        }
        assert!(lowest > 20.0 && !plane(&simulation).is_wreck(), "{lowest}");
    }
}

/// What one in the air is asked for whose elevators are full from a share of 2 radians on: along a way, or to a target on the
/// ground.
fn asked(autopilot: AutopilotLaw, height: f32, way: Vec3, target: Option<Vec3>) -> Input {
    asked_in(plain(shell(), Vec3::new(9000.0, 0.0, 9000.0)), autopilot, height, way, target)
}

/// The same in some world.
fn asked_in(
    mut sketch: Sketch,
    autopilot: AutopilotLaw,
    height: f32,
    way: Vec3,
    target: Option<Vec3>,
) -> Input {
    let law = LawKind::Aeroplane(Box::new(AeroplaneLaw { autopilot, ..flies() }));
    let own = MindLaw { kind: MindKind::Flier(mind()), ..MindLaw::default() };
    opponent(&mut sketch, law, Avatar::default(), own, Vec3::ZERO);
    sketch.scene.opponents.starts.clear();
    let mut simulation = begin(sketch);
    let kind = ActorKind::Aeroplane(Box::new(up(Vec3::Y * height, 0.0)));
    let pilot = Pilot::Bot(Box::new(Bot::new(0)));
    simulation.edit().add_actor(Actor { kind, pilot, node: None }).unwrap();
    let own = simulation.state().actors.find(FLIER.0).unwrap();
    let habits = FlierMind { full_stick: 2.0, breaks_off: [0.0; 2], ..mind() };
    let way = target.map_or(way, |place| place - own.position());
    simulation.flight(own, &habits, way, target.map(|_| NodeId(0))).unwrap()
}

#[test]
fn how_steep_and_how_finely_it_flies_are_numbers_of_its_law() {
    // How far it pulls, of all of its stick.
    let pull = |autopilot: AutopilotLaw, height: f32, target: Option<Vec3>| {
        asked(autopilot, height, Vec3::NEG_Z, target).pitch * 30.0
    };
    let near =
        |found: f32, wanted: f32| assert!((found - wanted).abs() < 1e-3, "{found} instead of {wanted}");
    let own = AutopilotLaw { climb: 0.1, ..law().autopilot };
    // 10 above the ground it climbs by 0.1 in 1: the sine of that, 0.0995, of half a radian.
    near(pull(own, 10.0, None), 0.199_007);
    near(pull(AutopilotLaw { climb: 0.2, ..own }, 10.0, None), 0.392_232);
    near(pull(AutopilotLaw { fine: 0.5, ..own }, 10.0, None), 0.099_504);
    // To a target on the ground, 300 ahead of one that is 100 up: after 270 of its 316 it is 14.6 up, which is less than
    // 0.3 of 60 and more than 0.2 of it.
    let target = Some(Vec3::NEG_Z * 300.0);
    near(pull(own, 100.0, target), 0.199_007);
    assert!(pull(AutopilotLaw { low: 0.2, ..own }, 100.0, target) < 0.0);
    // Before a wall it goes up as steeply, and as far to a side as ahead: by c in the root of 2 and c squared.
    let past = |climb: f32| {
        let mut sketch = plain(shell(), Vec3::new(9000.0, 0.0, 9000.0));
        sketch.place(ModelSketch::new().wall([-500.0, -60.0], [500.0, -60.0], 0.0, 900.0));
        asked_in(sketch, AutopilotLaw { climb, ..own }, 300.0, Vec3::NEG_Z, None).pitch * 30.0
    };
    near(past(0.1), 0.141_068);
    near(past(0.2), 0.280_056);
}

#[test]
fn what_is_in_its_way_is_in_the_zone_of_the_ground_below_it() {
    let goes_past = |zone: i8| {
        // Wherever the first person is, it is zone 3.
        let mut sketch = plain(shell(), Vec3::new(9000.0, 0.0, 9000.0));
        sketch.scene.zones = world::ActiveZones::new(&[3]);
        // Above the box of the tank, which is at the origin until it has moved.
        sketch.place(ModelSketch::new().zones(&[1]).floor([-900.0; 2], [900.0; 2], 2.5));
        sketch.place(ModelSketch::new().zones(&[zone]).wall([-500.0, -60.0], [500.0, -60.0], 0.0, 900.0));
        asked_in(sketch, law().autopilot, 300.0, Vec3::NEG_Z, None).pitch != 0.0
    };
    assert_eq!([1, 2, 3].map(goes_past), [true, false, false]);
}

#[test]
fn to_what_is_behind_it_turns_round_to_the_side_and_no_steeper_than_it_may() {
    // 1 to the right and 10 behind, and 5 up: to the right, by 0.3 in 1, whose sine is 0.287 348, of half a radian.
    let found = asked(law().autopilot, 300.0, Vec3::new(1.0, 5.0, 10.0), None);
    assert_eq!(found.strafe, 1.0);
    assert!((found.pitch * 30.0 - 0.574_696).abs() < 1e-3, "{found:?}");
    let found = asked(law().autopilot, 300.0, Vec3::new(-1.0, 0.0, 10.0), None);
    assert!(found.strafe == -1.0 && found.pitch.abs() < 1e-3, "{found:?}");
}

#[test]
fn it_turns_back_at_the_edge_of_the_world() {
    let bounds = Some([[-1000.0, -1000.0], [1000.0, 1000.0]]);
    let own = up(Vec3::new(0.0, 300.0, -900.0), 0.0);
    let mut simulation = flown(Vec3::new(9000.0, 0.0, 9000.0), own, FlierMind { bounds, ..mind() });
    let mut farthest = 0.0_f32;
    for _ in 0..2400 {
        simulation.tick(&STAND);
        let own = plane(&simulation).avatar.position;
        farthest = farthest.max(own.x.abs()).max(own.z.abs());
    }
    assert!((1000.0..2000.0).contains(&farthest), "{farthest}");
    // Without an edge it flies on.
    let mut simulation = flown(Vec3::new(9000.0, 0.0, 9000.0), own, mind());
    run(&mut simulation, &STAND, 2400);
    assert!(plane(&simulation).avatar.position.z < -3000.0);
}

#[test]
fn it_breaks_off_before_it_rams() {
    let person = Vec3::new(0.0, 0.0, -600.0);
    let mut simulation = flown(person, up(Vec3::Y * 120.0, 0.0), mind());
    let (mut plans, mut nearest) = (Vec::new(), f32::INFINITY);
    for _ in 0..900 {
        simulation.tick(&STAND);
        let plan = bot(&simulation, FLIER).plan;
        if plans.last() != Some(&plan) {
            plans.push(plan);
        }
        nearest = nearest.min(plane(&simulation).avatar.position.distance(person));
    }
    assert!(plans.starts_with(&[Plan::Attack, Plan::BreakOff, Plan::Attack]), "{plans:?}");
    assert!(nearest > 50.0, "{nearest}");
}

#[test]
fn it_breaks_off_before_the_nearest_of_what_is_long() {
    // Somebody out of its range, and a friend of theirs whose hull begins 900 before where it stands.
    let mut sketch = plain(WeaponLaw { speed: 600.0, range: 800.0, ..shell() }, Vec3::new(0.0, 0.0, 9000.0));
    let kind = MindKind::Flier(mind());
    let foe = MindLaw { aim: 0.05, awake: true, kind, ..MindLaw::default() };
    opponent(&mut sketch, LawKind::Aeroplane(Box::new(flies())), Avatar::default(), foe, Vec3::ZERO);
    let hull = ModelSketch::new().cuboid(Vec3::new(-20.0, -10.0, -10.0), Vec3::new(20.0, 20.0, 900.0));
    let node = sketch.place(hull);
    sketch.at(node).transform = glam::Affine3A::from_translation(Vec3::new(0.0, 120.0, -1500.0));
    let turret = LawKind::Turret(Box::new(TurretLaw { health: 60.0, ..TurretLaw::default() }));
    let stands = Avatar { position: Vec3::new(0.0, 120.0, -1500.0), ..Avatar::default() };
    let friend = MindLaw { side: Side::Friend, awake: true, ..MindLaw::default() };
    let stands = opponent(&mut sketch, turret, stands, friend, Vec3::ZERO);
    sketch.scene.opponents.starts[stands.0 as usize - 1].node = Some(node);
    sketch.scene.opponents.starts.remove(0);
    let mut simulation = begin(sketch);
    let pilot = Pilot::Bot(Box::new(Bot::new(0)));
    let kind = ActorKind::Aeroplane(Box::new(up(Vec3::Y * 120.0, 0.0)));
    let foe = simulation.edit().add_actor(Actor { kind, pilot, node: None }).unwrap();
    let flies = |simulation: &mut Simulation| {
        simulation.tick(&STAND);
        bot(simulation, foe).plan != Plan::BreakOff
    };
    let ticks = (0..900).take_while(|_| flies(&mut simulation)).count();
    // 250 before the hull is at -350; a tick is less than 2.
    let z = simulation.state().actors.find(foe.0).unwrap().position().z;
    assert!(ticks < 900 && (-354.0..-348.0).contains(&z), "{ticks} {z}");
}

#[test]
fn it_goes_for_those_of_the_other_side_and_for_each_of_them_a_while() {
    // A friend stands nearer than the person; a foe flies past both.
    let mut sketch = plain(WeaponLaw { speed: 600.0, range: 800.0, ..shell() }, Vec3::new(0.0, 0.0, -900.0));
    let kind = MindKind::Flier(FlierMind { patience: 2.0, ..mind() });
    let law = LawKind::Aeroplane(Box::new(flies()));
    let foe = MindLaw { aim: 0.05, awake: true, kind, ..MindLaw::default() };
    opponent(&mut sketch, law, Avatar::default(), foe, Vec3::ZERO);
    let turret = LawKind::Turret(Box::new(TurretLaw { health: 60.0, ..TurretLaw::default() }));
    let stands = Avatar { position: Vec3::new(0.0, 100.0, -500.0), ..Avatar::default() };
    let friend = MindLaw { side: Side::Friend, awake: true, ..MindLaw::default() };
    opponent(&mut sketch, turret, stands, friend, Vec3::ZERO);
    sketch.scene.opponents.starts.remove(0);
    let mut simulation = begin(sketch);
    let pilot = Pilot::Bot(Box::new(Bot::new(0)));
    let kind = ActorKind::Aeroplane(Box::new(up(Vec3::Y * 120.0, 0.0)));
    let foe = simulation.edit().add_actor(Actor { kind, pilot, node: None }).unwrap();
    run(&mut simulation, &STAND, 30);
    // The friend is nearer; after a while it is the other's turn.
    assert_eq!(bot(&simulation, foe).target, Some(ActorId(1)));
    run(&mut simulation, &STAND, 120);
    assert_eq!(bot(&simulation, foe).target, Some(ActorId(0)));
    let marks = simulation.marks();
    let side = |id: ActorId| marks.iter().find(|mark| mark.actor == id).and_then(|mark| mark.side);
    assert_eq!(
        (side(ActorId(0)), side(foe), side(ActorId(1))),
        (Some(Side::Friend), Some(Side::Foe), Some(Side::Friend))
    );
}

#[test]
fn one_that_sleeps_waits_in_the_air() {
    let own = up(Vec3::Y * 300.0, 0.0);
    let mut simulation = flown(Vec3::new(9000.0, 0.0, 9000.0), own, mind());
    run(&mut simulation, &STAND, 60);
    assert!(plane(&simulation).avatar.position.z < -60.0);
    let asleep = Bot { plan: Plan::Asleep, mind: 1, ..Bot::default() };
    simulation.edit().set_pilot(FLIER, Pilot::Bot(Box::new(asleep))).unwrap();
    let before = plane(&simulation).avatar.position;
    run(&mut simulation, &STAND, 60);
    assert_eq!(plane(&simulation).avatar.position, before);
}

#[test]
fn it_flies_past_a_rock_that_is_higher_than_it_climbs() {
    let mut sketch = plain(shell(), Vec3::new(9000.0, 0.0, 9000.0));
    let rock = ModelSketch::new().cuboid(Vec3::new(-150.0, 0.0, -1100.0), Vec3::new(90.0, 800.0, -900.0));
    sketch.place(rock);
    let law = LawKind::Aeroplane(Box::new(flies()));
    let kind = MindKind::Flier(FlierMind { clearance: [60.0, 4.5], ..mind() });
    opponent(
        &mut sketch,
        law,
        Avatar::default(),
        MindLaw { awake: true, kind, ..MindLaw::default() },
        Vec3::ZERO,
    );
    sketch.scene.opponents.starts.clear();
    let mut simulation = begin(sketch);
    let pilot = Pilot::Bot(Box::new(Bot::new(0)));
    let kind = ActorKind::Aeroplane(Box::new(up(Vec3::Y * 200.0, 0.0)));
    simulation.edit().add_actor(Actor { kind, pilot, node: None }).unwrap();
    let mut past = false;
    for _ in 0..1800 {
        simulation.tick(&STAND);
        let own = plane(&simulation);
        assert!(!own.is_wreck(), "{own:?}");
        past |= own.avatar.position.z < -1100.0 || own.avatar.position.x > 90.0;
    }
    assert!(past, "{:?}", plane(&simulation).avatar.position);
}

#[test]
fn one_that_is_shot_down_falls_and_is_in_nobodys_way() {
    let weapon = WeaponLaw { damage: [0.0, 50.0], speed: 600.0, range: 800.0, ..shell() };
    let mut sketch = plain(weapon, Vec3::ZERO);
    let wings = ModelSketch::new().cuboid(Vec3::new(-30.0, -30.0, -5.0), Vec3::new(30.0, 30.0, 5.0));
    let node = sketch.place(wings);
    let law = LawKind::Aeroplane(Box::new(flies()));
    let kind = MindKind::Flier(mind());
    opponent(&mut sketch, law, Avatar::default(), MindLaw { kind, ..MindLaw::default() }, Vec3::ZERO);
    sketch.scene.combat.arms[1].damage =
        DamageModel::Pools(PoolsLaw { whole: [0.0, 25.0], parts: Vec::new() });
    sketch.scene.opponents.starts.clear();
    let mut simulation = begin(sketch);
    let asleep = Bot { plan: Plan::Asleep, ..Bot::default() };
    let kind = ActorKind::Aeroplane(Box::new(up(Vec3::new(0.0, 20.0, -300.0), 0.0)));
    let pilot = Pilot::Bot(Box::new(asleep));
    assert_eq!(simulation.edit().add_actor(Actor { kind, pilot, node: Some(node) }), Ok(FLIER));
    let solid =
        |simulation: &Simulation| simulation.state().nodes.flags[node.index()].contains(NodeFlags::INTERSECT);
    run(&mut simulation, &STAND, 2);
    assert!(solid(&simulation) && !plane(&simulation).is_wreck());
    assert!(until(&mut simulation, &FIRE, 90, is_hit).is_some());
    run(&mut simulation, &STAND, 30);
    assert!(!solid(&simulation) && plane(&simulation).is_wreck());
    assert!(plane(&simulation).avatar.velocity.y < -3.0, "{:?}", plane(&simulation).avatar);
}
