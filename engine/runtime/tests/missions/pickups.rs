//! What lies about to be collected.

use super::*;
use world::{ActorKind, Gift, MissionRules, PickupLaw, TankMode};

/// A mission with a pickup so far in front of the tank, which holds ten shells.
fn with(gift: Gift, far: f32) -> (Simulation, NodeId) {
    let shells = world::WeaponLaw { ammunition: Some(10), label: "Shells".into(), ..combat::shell() };
    let mut sketch = combat::armed(vec![shells]);
    let node = mark(&mut sketch, Vec3::new(0.0, 0.0, -far));
    let pickups = vec![PickupLaw { node, gift, returns_s: Some(1.0) }];
    let objectives = vec![idle()];
    let law = MissionLaw { objectives, pickups, rules: rules(), ..MissionLaw::default() };
    sketch.scene.mission = Some(Box::new(law));
    (start(sketch), node)
}

fn is_there(simulation: &Simulation, node: NodeId) -> bool {
    simulation.state().nodes.flags[node.index()].contains(NodeFlags::ACTIVE)
}

fn fire_once(simulation: &mut Simulation) {
    simulation.tick(&Input { fire: true, ..STAND });
}

fn ammunition(simulation: &Simulation) -> Option<u32> {
    simulation.state().combat.arms_of(combat::OWN).unwrap().slots[0].ammunition
}

#[test]
fn ammunition_is_taken_by_whoever_has_use_for_it() {
    let (mut simulation, node) = with(Gift::Ammunition(0, 0.25), 3.0);
    run(&mut simulation, 10);
    // All ten are there.
    assert!(is_there(&simulation, node));
    fire_once(&mut simulation);
    // A quarter of ten, rounded up, is three: no more than ten fit in.
    assert_eq!((ammunition(&simulation), is_there(&simulation, node)), (Some(10), false));
    let taken = simulation.cues().iter().filter(|cue| matches!(cue, Cue::Collected { .. })).count();
    assert_eq!(taken, 1);
    // It is back after a second: 60 ticks.
    run(&mut simulation, 59);
    assert!(!is_there(&simulation, node));
    run(&mut simulation, 1);
    assert!(is_there(&simulation, node));
}

#[test]
fn what_is_too_far_away_or_of_no_slot_stays() {
    for (gift, far) in [(Gift::Ammunition(0, 0.25), 4.5), (Gift::Ammunition(9, 0.25), 3.0)] {
        let (mut simulation, node) = with(gift, far);
        run(&mut simulation, 2);
        fire_once(&mut simulation);
        run(&mut simulation, 2);
        assert!(is_there(&simulation, node), "{gift:?}");
        assert_eq!(ammunition(&simulation), Some(9));
    }
}

#[test]
fn health_is_refused_above_99_percent() {
    for (health, wanted) in [(99.5, None), (98.0, Some(100.0)), (20.0, Some(70.0))] {
        let (mut simulation, node) = with(Gift::Health(0.5), 3.0);
        run(&mut simulation, 2);
        set_health(&mut simulation, health);
        run(&mut simulation, 2);
        assert_eq!(is_there(&simulation, node), wanted.is_none(), "{health}");
        let found = combat::health_of(&simulation, combat::OWN);
        assert_eq!(found, wanted.unwrap_or(health));
    }
}

#[test]
fn whoever_takes_something_reads_what_it_was() {
    let said = |gift: Gift, before: fn(&mut Simulation)| {
        let (mut simulation, _) = with(gift, 3.0);
        run(&mut simulation, 2);
        let mut said = Vec::new();
        before(&mut simulation);
        for tick in 0..4 {
            if tick > 0 {
                run(&mut simulation, 1);
            }
            said.extend(simulation.cues().iter().filter_map(|cue| match cue {
                Cue::Message { text } => Some(text.clone()),
                _ => None,
            }));
        }
        said
    };
    assert_eq!(said(Gift::Health(0.5), |simulation| set_health(simulation, 20.0)), ["Repaired"]);
    assert_eq!(said(Gift::Health(0.5), |_| {}), [""; 0]);
    assert_eq!(said(Gift::Ammunition(0, 0.25), fire_once), ["Ammunition: Shells"]);
    // Of these there is always use: they are taken in the first tick.
    for (gift, wanted) in [
        (Gift::Life, "One more life"),
        (Gift::Mode(TankMode::Hover), "Your tank can change to: hover"),
        (Gift::Mode(TankMode::Submarine), "Your tank can change to: submarine"),
    ] {
        let (mut simulation, _) = with(gift, 3.0);
        run(&mut simulation, 1);
        let is_said = |cue: &Cue| matches!(cue, Cue::Message { text } if text == wanted);
        assert!(simulation.cues().iter().any(is_said), "{:?}", simulation.cues());
    }
}

#[test]
fn lives_are_taken_up_to_three_and_modes_once() {
    let (mut simulation, _) = with(Gift::Life, 3.0);
    run(&mut simulation, 600);
    assert_eq!(simulation.state().mission.lives, 3);
    let (mut simulation, node) = with(Gift::Mode(TankMode::Hover), 3.0);
    run(&mut simulation, 90);
    let ActorKind::Tank(tank) = &simulation.state().person().unwrap().kind else { panic!() };
    assert!(tank.upgrades & TankMode::Hover.bit() != 0 && is_there(&simulation, node));
}

#[test]
fn it_is_taken_over_what_is_lower_than_one_sees_over() {
    // A wall of one unit and a half between.
    let takes = |sight: f32| {
        let mut sketch = combat::armed(vec![combat::shell()]);
        let node = mark(&mut sketch, Vec3::new(3.5, 0.0, 0.0));
        sketch.place(ModelSketch::new().cuboid(Vec3::new(2.0, 0.0, -4.0), Vec3::new(2.2, 1.5, 4.0)));
        let pickups = vec![PickupLaw { node, gift: Gift::Life, returns_s: None }];
        let rules = MissionRules { sight, ..rules() };
        let law = MissionLaw { objectives: vec![idle()], pickups, rules, ..MissionLaw::default() };
        sketch.scene.mission = Some(Box::new(law));
        let mut simulation = start(sketch);
        run(&mut simulation, 5);
        !is_there(&simulation, node)
    };
    assert_eq!([1.0, 2.0].map(takes), [false, true]);
}

#[test]
fn a_wall_between_keeps_it() {
    let mut sketch = combat::armed(vec![world::WeaponLaw { ammunition: Some(10), ..combat::shell() }]);
    let node = mark(&mut sketch, Vec3::new(3.5, 0.0, 0.0));
    sketch.place(ModelSketch::new().cuboid(Vec3::new(2.0, 0.0, -4.0), Vec3::new(2.2, 3.0, 4.0)));
    let pickups = vec![PickupLaw { node, gift: Gift::Life, returns_s: None }];
    let objectives = vec![idle()];
    let law = MissionLaw { objectives, pickups, rules: rules(), ..MissionLaw::default() };
    sketch.scene.mission = Some(Box::new(law));
    let mut simulation = start(sketch);
    run(&mut simulation, 5);
    assert!(is_there(&simulation, node) && simulation.state().mission.lives == 0);
    let feet = Vec3::new(3.5, 0.0, 3.0);
    let command = Command::PlaceActor { actor: combat::OWN, feet, yaw: 0.0, pitch: 0.0 };
    simulation.advance(&[STAND], &[command]);
    assert_eq!((is_there(&simulation, node), simulation.state().mission.lives), (false, 1));
    // It does not come back.
    run(&mut simulation, 600);
    assert!(!is_there(&simulation, node));
}
