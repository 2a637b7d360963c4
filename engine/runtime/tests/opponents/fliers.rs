//! Aeroplanes that fly by themselves: pursuit, breaking off, the ground, the edge of the world.

use super::*;
use crate::aeroplane::{law, plane};
use crate::combat::{run, shell};
use glam::Quat;
use world::{Actor, Aeroplane, AeroplaneLaw, FlierMind, Plan};

/// The one that flies by itself.
const FLIER: ActorId = ActorId(1);

fn mind() -> FlierMind {
    FlierMind {
        attack: 3000.0,
        breaks_off: [250.0, 3.0],
        clearance: [60.0, 3.0],
        bounds: None,
        full_stick: 0.4,
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
    let (mut fired, mut broke_off, mut lowest) = (0, false, f32::INFINITY);
    for _ in 0..1800 {
        simulation.tick(&STAND);
        let own = plane(&simulation);
        fired += simulation.cues().iter().filter(|cue| matches!(cue, Cue::Shot { .. })).count();
        broke_off |= bot(&simulation, FLIER).plan == Plan::BreakOff;
        lowest = lowest.min(own.avatar.position.y);
        assert!(!own.is_wreck(), "{own:?}");
    }
    assert!(fired > 5, "{fired}");
    assert!(lowest > 5.0, "{lowest} {broke_off}");
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
