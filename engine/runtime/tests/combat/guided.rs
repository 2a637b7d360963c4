//! What finds its way, what is steered, what bounces and lies, what comes apart.

use super::*;
use crate::tank::near;
use world::{Goal, WeaponManner};

#[test]
fn a_shot_goes_to_what_is_nearest_to_the_aim_and_goes_off_there() {
    let law = WeaponLaw {
        manner: WeaponManner::HOMING,
        turn: 2.0,
        speed: 60.0,
        blast: 16.0,
        fused: true,
        rate: 0.1,
        ..shell()
    };
    let mut sketch = armed(vec![law]);
    // 14 degrees beside the aim: the cone is 0.25 rad.
    let join = opponent(&mut sketch, Vec3::new(10.0, 0.0, -40.0));
    let mut simulation = start(sketch);
    join(&mut simulation);
    run(&mut simulation, &STAND, 2);
    simulation.tick(&FIRE);
    assert_eq!(shots(&simulation)[0].goal, Some(Goal::Actor(OTHER)));
    assert!(until(&mut simulation, &STAND, 120, is_hit).is_some());
    assert!(health_of(&simulation, OTHER) < 100.0);
}

#[test]
fn it_turns_no_faster_than_it_can_and_not_before_its_delay() {
    let law = WeaponLaw {
        manner: WeaponManner::HOMING,
        turn: 0.6,
        homing_delay: 0.1,
        rate: 0.1,
        speed: 60.0,
        ..shell()
    };
    let mut sketch = armed(vec![law]);
    let join = opponent(&mut sketch, Vec3::new(40.0, 0.0, -200.0));
    let mut simulation = start(sketch);
    join(&mut simulation);
    simulation.tick(&FIRE);
    let angle = |simulation: &Simulation| {
        let way = shots(simulation)[0].velocity;
        libm::atan2f(way.x, -way.z)
    };
    // The sixth tick is 0.1 s old: 0.01 rad in each tick from then on.
    run(&mut simulation, &STAND, 4);
    near(angle(&simulation), 0.0);
    run(&mut simulation, &STAND, 6);
    let found = angle(&simulation);
    assert!((0.045..=0.061).contains(&found), "{found}");
}

#[test]
fn its_driver_steers_it_and_the_tank_stands_meanwhile() {
    let law =
        WeaponLaw { manner: WeaponManner::REMOTE, turn: 3.0, speed: 60.0, range: 60.0, rate: 0.1, ..shell() };
    let mut simulation = start(armed(vec![law]));
    simulation.tick(&FIRE);
    let id = shots(&simulation)[0].id;
    assert_eq!(simulation.state().combat.arms[0].steers, Some(id));
    let asked = Input { forward: 1.0, yaw: 0.02, ..STAND };
    run(&mut simulation, &asked, 5);
    // 0.02 in each of five ticks, and no drive.
    let way = shots(&simulation)[0].velocity / 60.0;
    near(libm::atan2f(-way.x, -way.z), 0.1);
    assert_eq!(simulation.state().avatar().unwrap().velocity.z, 0.0);
    run(&mut simulation, &STAND, 60);
    assert_eq!(simulation.state().combat.arms[0].steers, None);
    run(&mut simulation, &asked, 2);
    assert!(simulation.state().avatar().unwrap().velocity.z < 0.0);
}

fn mine() -> WeaponLaw {
    WeaponLaw {
        manner: WeaponManner::MINE,
        gravity: 28.0,
        speed: 6.0,
        blast: 40.0,
        fused: true,
        rate: 0.1,
        damage: [0.0, 36.0],
        ..shell()
    }
}

#[test]
fn a_mine_bounces_and_comes_to_lie() {
    let mut simulation = start(armed(vec![mine()]));
    simulation.tick(&FIRE);
    // It falls 1 unit: 16 ticks. Before the bounce it falls at 16 · 28/60.
    let before = loop {
        let shot = shots(&simulation)[0];
        if shot.velocity.y < 0.0 {
            simulation.tick(&STAND);
            if shots(&simulation)[0].velocity.y > 0.0 {
                break shot.velocity.y - 28.0 / 60.0;
            }
        } else {
            simulation.tick(&STAND);
        }
    };
    let shot = shots(&simulation)[0];
    near(shot.velocity.y, -before * 0.25);
    near(shot.velocity.z, -3.0);
    run(&mut simulation, &STAND, 120);
    let shot = shots(&simulation)[0];
    assert!(shot.lies && shot.velocity == Vec3::ZERO, "{shot:?}");
    near(shot.place.y, 0.01);
}

#[test]
fn a_mine_goes_off_when_somebody_is_as_near_as_they_come() {
    let mut sketch = armed(vec![mine()]);
    let join = opponent(&mut sketch, Vec3::new(0.0, 0.0, -60.0));
    let mut simulation = start(sketch);
    run(&mut simulation, &FIRE, 1);
    run(&mut simulation, &STAND, 120);
    let at = shots(&simulation)[0].place;
    join(&mut simulation);
    run(&mut simulation, &STAND, 60);
    assert!(shots(&simulation)[0].lies, "too far away");
    // It drives over it, at 60 units a second along +z.
    let mut driven = simulation.state().clone();
    let ActorKind::Tank(tank) = &mut driven.actors[1].kind else { panic!() };
    tank.avatar.position = at + Vec3::new(0.0, 0.0, -12.0);
    tank.avatar.velocity.z = 60.0;
    let scene = std::sync::Arc::clone(simulation.scene());
    simulation = Simulation::resume(scene, driven, &world::Limits::default()).unwrap().0;
    assert!(until(&mut simulation, &STAND, 60, is_hit).is_some());
    // On it: nothing of 36 is lost on the way.
    assert_eq!(health_of(&simulation, OTHER), 64.0);
}

#[test]
fn a_mine_goes_off_by_itself_in_the_end() {
    let mut sketch = armed(vec![mine()]);
    sketch.scene.combat.rules.lie = 1.0;
    let mut simulation = start(sketch);
    run(&mut simulation, &FIRE, 1);
    assert!(until(&mut simulation, &STAND, 200, is_hit).is_some());
    assert_eq!(shots(&simulation), []);
}

#[test]
fn a_cluster_comes_apart_where_it_may() {
    let law = WeaponLaw { cluster: 6, arming: 10.0, spread: 0.1, rate: 0.1, ..shell() };
    let mut sketch = armed(vec![law]);
    sketch.scene.combat.arms[0].muzzles[0].place = Vec3::Y * 50.0;
    let mut simulation = start(sketch);
    run(&mut simulation, &FIRE, 4);
    assert_eq!(shots(&simulation).len(), 1, "8 units far");
    simulation.tick(&STAND);
    let pieces = shots(&simulation);
    assert_eq!(pieces.len(), 6);
    assert!(pieces.iter().all(|shot| shot.is_piece && (shot.velocity.length() - 120.0).abs() < 1e-2));
    let ids: Vec<u32> = pieces.iter().map(|shot| shot.id).collect();
    assert_eq!(ids, [1, 2, 3, 4, 5, 6]);
    run(&mut simulation, &STAND, 10);
    assert_eq!(shots(&simulation).len(), 6, "pieces stay what they are");
}
