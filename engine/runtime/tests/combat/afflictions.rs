//! Fire, what whoever is hit knows of it, what is told to be left, and who ends by what.

use super::*;
use std::f32::consts::FRAC_PI_2;
use world::{Limits, SeatId, Turret, TurretLaw, WeaponManner};

fn burning(harm: f32, fire: f32, ticks: u32) -> [f32; 2] {
    let law = WeaponLaw { manner: WeaponManner::IGNITES, damage: [0.0, harm], rate: 0.1, ..shell() };
    let mut sketch = armed(vec![law]);
    sketch.scene.combat.rules.fire = fire;
    let join = opponent(&mut sketch, Vec3::NEG_Z * 20.0);
    let mut simulation = start(sketch);
    join(&mut simulation);
    assert!(until(&mut simulation, &FIRE, 20, is_hit).is_some());
    run(&mut simulation, &STAND, ticks);
    simulation.state().combat.arms_of(OTHER).unwrap().burns
}

#[test]
fn fire_burns_as_long_as_the_rules_say() {
    assert_eq!(burning(8.0, 4.0, 0), [2.0, 4.0]);
    assert_eq!(burning(8.0, 4.0, 260), [0.0, 0.0]);
    assert_eq!(burning(8.0, 0.0, 0), [0.0, 0.0]);
    // An hour at most.
    assert_eq!(burning(7200.0 / 100.0, 1e9, 0), [0.02, 3600.0]);
    // What is destroyed burns no more.
    assert_eq!(burning(200.0, 4.0, 0), [0.0, 0.0]);
}

#[test]
fn whoever_burns_is_hit_once_and_knows_from_where() {
    // From the east: the tank at the origin looks west.
    let law = WeaponLaw { manner: WeaponManner::IGNITES, damage: [0.0, 1.0], rate: 0.1, ..shell() };
    let mut sketch = armed(vec![law]);
    sketch.scene.avatar.yaw = FRAC_PI_2;
    let join = opponent(&mut sketch, Vec3::NEG_X * 20.0);
    let mut simulation = start(sketch);
    join(&mut simulation);
    simulation.edit().set_pilot(OTHER, Pilot::Person(SeatId(1))).unwrap();
    assert!(until(&mut simulation, &FIRE, 20, is_hit).is_some());
    run(&mut simulation, &STAND, 60);
    let hits = &simulation.state().combat.arms_of(OTHER).unwrap().hits;
    let [hit] = &hits[..] else { panic!("{hits:?}") };
    assert!((hit.yaw + FRAC_PI_2).abs() < 1e-3, "{hit:?}");
}

/// What hits tell: the share that is left, and whether that is the end of it.
fn told(simulation: &mut Simulation, count: usize) -> Vec<(f32, bool)> {
    let mut all = Vec::new();
    for _ in 0..120 {
        simulation.tick(&FIRE);
        all.extend(simulation.cues().iter().filter_map(|cue| match cue {
            Cue::Hit { actor: Some(OTHER), left: Some(left), destroyed, .. } => Some((*left, *destroyed)),
            _ => None,
        }));
        if all.len() >= count {
            break;
        }
    }
    all.truncate(count);
    all
}

fn near(found: &[(f32, bool)], wanted: &[(f32, bool)]) {
    let is_near =
        |(own, wanted): (&(f32, bool), &(f32, bool))| (own.0 - wanted.0).abs() < 1e-4 && own.1 == wanted.1;
    assert!(found.len() == wanted.len() && found.iter().zip(wanted).all(is_near), "{found:?} not {wanted:?}");
}

#[test]
fn what_is_left_of_a_tank_is_told_as_a_share_of_the_whole() {
    let mut sketch = armed(vec![WeaponLaw { damage: [0.0, 40.0], rate: 2.0, ..shell() }]);
    let join = opponent(&mut sketch, Vec3::new(0.0, 0.0, -19.5));
    let mut simulation = start(sketch);
    join(&mut simulation);
    near(&told(&mut simulation, 3), &[(0.6, false), (0.2, false), (0.0, true)]);
}

/// A turret 20 ahead, of a box that hangs below its node, which takes damage itself if it has health; its weak part is
/// the node, the box, or something else.
fn turret(health: f32, stand: f32, weak: Option<bool>) -> Simulation {
    let mut sketch = armed(vec![WeaponLaw { rate: 2.0, ..shell() }]);
    let model = sketch.model(ModelSketch::new().cuboid(Vec3::new(-1.0, 0.0, -1.0), Vec3::new(1.0, 2.0, 1.0)));
    let gun = sketch.node("gun", Some(model), &[]);
    let mount = sketch.node("mount", None, &[gun]);
    sketch.at(mount).transform = Affine3A::from_translation(Vec3::NEG_Z * 20.0);
    let mast = sketch.node("mast", None, &[]);
    sketch.scene.roots.extend([mount, mast]);
    if stand > 0.0 {
        sketch.scene.programs.push(Definition {
            name: "mount".into(),
            root: Some(mount),
            activation: Activation::WeaponHit,
            health: stand,
            ..Definition::default()
        });
    }
    let weak = weak.map(|is_above| if is_above { mount } else { mast });
    let law = TurretLaw { health, weak, ..TurretLaw::default() };
    let kind = LawKind::Turret(Box::new(law.clone()));
    let views = Views::default();
    sketch.scene.vehicles.push(VehicleLaw { name: "gun".into(), node: None, views, law: kind });
    sketch.scene.combat.arms.push(ArmsLaw::default());
    let mut simulation = start(sketch);
    let kind = ActorKind::Turret(Box::new(Turret::standing(1, &law, Avatar::default())));
    let actor = Actor { kind, pilot: Pilot::Nobody, node: Some(mount) };
    assert_eq!(simulation.edit().add_actor(actor), Ok(OTHER));
    run(&mut simulation, &STAND, 2);
    simulation
}

#[test]
fn of_a_turret_and_what_it_stands_in_the_worse_is_told() {
    near(&told(&mut turret(60.0, 0.0, None), 2), &[(50.0 / 60.0, false), (40.0 / 60.0, false)]);
    near(&told(&mut turret(60.0, 25.0, None), 2), &[(0.6, false), (0.2, false)]);
    near(&told(&mut turret(20.0, 100.0, None), 2), &[(0.5, false), (0.0, true)]);
    near(&told(&mut turret(60.0, 10.0, None), 1), &[(0.0, true)]);
    // What hangs below its weak part is weak, and what does not is not.
    near(&told(&mut turret(60.0, 0.0, Some(true)), 1), &[(50.0 / 60.0, false)]);
    near(&told(&mut turret(60.0, 25.0, Some(false)), 1), &[(0.6, false)]);
    let mut sound = turret(60.0, 0.0, Some(false));
    assert_eq!(told(&mut sound, 1), []);
}

#[test]
fn whom_a_mission_kills_has_no_health() {
    for is_turret in [false, true] {
        let mut sketch = armed(vec![shell()]);
        if is_turret {
            let law = TurretLaw { health: 60.0, ..TurretLaw::default() };
            sketch.scene.vehicles[0].law = LawKind::Turret(Box::new(law));
        }
        let law = world::MissionLaw {
            objectives: vec![crate::missions::idle()],
            rules: crate::missions::rules(),
            ..world::MissionLaw::default()
        };
        sketch.scene.mission = Some(Box::new(law));
        let mut simulation = start(sketch);
        let mut state = simulation.state().clone();
        state.mission.killed = true;
        let scene = std::sync::Arc::clone(simulation.scene());
        simulation = Simulation::resume(scene, state, &Limits::default()).unwrap().0;
        run(&mut simulation, &STAND, 1);
        let health = match &simulation.state().actors.find(OWN.0).unwrap().kind {
            ActorKind::Tank(tank) => tank.health,
            ActorKind::Turret(turret) => turret.health,
            other => panic!("{other:?}"),
        };
        assert_eq!(health, 0.0);
        assert!(simulation.state().combat.arms_of(OWN).unwrap().destroyed);
        assert!(simulation.cues().iter().any(|cue| matches!(cue, Cue::Destroyed { actor: OWN, .. })));
    }
}
