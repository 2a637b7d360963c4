//! Whom the shots of a person stick to, with numbers worked out by hand.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "C4. Weapons".

use super::*;
use crate::tank::near;
use world::{AimAssist, Bot, Limits, MindLaw, SeatId, Side, State, Stick, WeaponManner};

/// What the constants of Crimson Skies say, and a cone of 0.1 radians.
const ASSIST: AimAssist = AimAssist { catch_up: 5.0, inaccuracy: 0.02, forget: 1.5, cone: 0.1 };
/// Shots are where they meet somebody at once.
const AT_ONCE: AimAssist = AimAssist { catch_up: 1e9, ..ASSIST };

/// Tanks of a side that stand so far to the east, above the ground and to the north of the person's, whose muzzle is in its
/// origin.
fn against(weapon: WeaponLaw, assist: Option<AimAssist>, side: Side, others: &[[f32; 3]]) -> Simulation {
    let mut sketch = armed(vec![weapon]);
    sketch.scene.combat.rules.aim_assist = assist;
    sketch.scene.combat.arms[0].muzzles[0].place = Vec3::ZERO;
    sketch.scene.opponents.minds.push(MindLaw { side, ..MindLaw::default() });
    let mut simulation = start(sketch);
    for [east, up, north] in others {
        let place = Avatar { position: Vec3::new(*east, *up, -north), ..Avatar::default() };
        let kind = ActorKind::Tank(Box::new(Tank { contacts: 4, ..Tank::standing(0, &tank::law(), place) }));
        let pilot = Pilot::Bot(Box::new(Bot::new(0)));
        simulation.edit().add_actor(Actor { kind, pilot, node: None }).unwrap();
    }
    simulation
}

fn foes(assist: AimAssist, others: &[[f32; 3]]) -> Simulation {
    against(shell(), Some(assist), Side::Foe, others)
}

fn sticks(simulation: &Simulation) -> Option<Stick> {
    simulation.state().combat.arms[0].sticks
}

/// Whom its shots stick to after a tick.
fn held(simulation: &mut Simulation) -> Option<ActorId> {
    run(simulation, &STAND, 1);
    sticks(simulation).map(|own| own.to)
}

fn changed(simulation: &mut Simulation, change: impl FnOnce(&mut State)) {
    let mut state = simulation.state().clone();
    change(&mut state);
    let scene = std::sync::Arc::clone(simulation.scene());
    *simulation = Simulation::resume(scene, state, &Limits::default()).unwrap().0;
}

fn put(simulation: &mut Simulation, who: ActorId, east: f32) {
    changed(simulation, |state| {
        let ActorKind::Tank(tank) = &mut state.actors.find_mut(who.0).unwrap().kind else { panic!() };
        tank.avatar.position.x = east;
    });
}

fn first_way(simulation: &mut Simulation) -> Vec3 {
    simulation.tick(&FIRE);
    shots(simulation)[0].velocity.normalize()
}

#[test]
fn shots_catch_up_with_the_opponent_beside_the_aim() {
    // 3 to the east in 60: 0.05 beside the aim. What is left fades at 5 a second: after 12 ticks e^-1 of it.
    let mut simulation = foes(ASSIST, &[[3.0, 0.0, 60.0]]);
    run(&mut simulation, &STAND, 11);
    let way = first_way(&mut simulation);
    let own = sticks(&simulation).unwrap();
    near(own.share, 0.632_12);
    assert_eq!((own.to, own.away), (OTHER, 0.0));
    let beside = |way: Vec3| libm::atan2f(way.x, -way.z);
    assert!((beside(way) - 0.049_96 * 0.632_12).abs() < 1e-4, "{way}");
    // Caught up they go there.
    let way = first_way(&mut foes(AT_ONCE, &[[3.0, 0.0, 60.0]]));
    assert!((beside(way) - 0.049_96).abs() < 1e-4, "{way}");
    // Without assistance they go where they are aimed.
    let mut plain = against(shell(), None, Side::Foe, &[[3.0, 0.0, 60.0]]);
    assert!(first_way(&mut plain).abs_diff_eq(Vec3::NEG_Z, 1e-6));
    // So does what finds its way itself.
    let homing = WeaponLaw { manner: WeaponManner::HOMING, ..shell() };
    let mut own = against(homing, Some(AT_ONCE), Side::Foe, &[[3.0, 0.0, 60.0]]);
    assert!(first_way(&mut own).abs_diff_eq(Vec3::NEG_Z, 1e-6));
}

#[test]
fn shots_go_to_where_they_meet_who_moves() {
    let mut simulation = foes(AT_ONCE, &[[0.0, 0.0, 60.0]]);
    changed(&mut simulation, |state| {
        let ActorKind::Tank(tank) = &mut state.actors.find_mut(OTHER.0).unwrap().kind else { panic!() };
        tank.avatar.yaw = -std::f32::consts::FRAC_PI_2;
        tank.avatar.velocity = Vec3::X * 9.0;
    });
    let way = first_way(&mut simulation);
    let other = simulation.state().actors.find(OTHER.0).unwrap();
    let (place, velocity) = (other.position(), other.avatar().velocity);
    assert!(velocity.x > 8.0, "{velocity}");
    // 120 a second: they are at one place after some time.
    let nearest = (0..1000).map(|step| step as f32 * 1e-3);
    let nearest = nearest.map(|s| (way * 120.0 * s).distance(place + velocity * s)).fold(f32::MAX, f32::min);
    assert!(nearest < 0.1, "{nearest} {way}");
    // A beam is there at once.
    let beam = WeaponLaw { manner: WeaponManner::BEAM, ..shell() };
    let mut own = against(beam, Some(AT_ONCE), Side::Foe, &[[3.0, 0.0, 60.0]]);
    own.tick(&FIRE);
    let beam = own.state().combat.beams[0];
    let way = (beam.to - beam.from).normalize();
    assert!((libm::atan2f(way.x, -way.z) - 0.049_96).abs() < 1e-4, "{way}");
}

#[test]
fn an_opponent_who_leaves_the_aim_is_forgotten_after_a_while() {
    let mut simulation = foes(ASSIST, &[[3.0, 0.0, 60.0]]);
    assert_eq!(held(&mut simulation), Some(OTHER));
    // 20 in 60 are 0.32.
    put(&mut simulation, OTHER, 20.0);
    run(&mut simulation, &STAND, 89);
    let own = sticks(&simulation).unwrap();
    near(own.away, 89.0 / 60.0);
    // Meanwhile its shots go no farther aside than the cone.
    let mut other = foes(AT_ONCE, &[[3.0, 0.0, 60.0]]);
    held(&mut other);
    put(&mut other, OTHER, 20.0);
    let way = first_way(&mut other);
    assert!((libm::acosf(-way.z) - 0.1).abs() < 1e-3, "{way}");
    // Sums of sixtieths may miss 1.5 by a hair.
    run(&mut simulation, &STAND, 2);
    assert_eq!(sticks(&simulation), None);
    // One that comes back in time has not been away.
    let mut simulation = foes(ASSIST, &[[3.0, 0.0, 60.0]]);
    held(&mut simulation);
    put(&mut simulation, OTHER, 20.0);
    run(&mut simulation, &STAND, 30);
    put(&mut simulation, OTHER, 3.0);
    assert_eq!(held(&mut simulation), Some(OTHER));
    assert_eq!(sticks(&simulation).unwrap().away, 0.0);
}

#[test]
fn they_stick_to_the_nearest_to_the_aim_until_that_one_is_gone() {
    let (other, third) = (OTHER, ActorId(2));
    let mut simulation = foes(ASSIST, &[[4.0, 0.0, 60.0], [2.0, 0.0, 90.0]]);
    assert_eq!(held(&mut simulation), Some(third));
    // The other comes nearer to the aim: they stay with whom they have.
    put(&mut simulation, other, 0.0);
    assert_eq!(held(&mut simulation), Some(third));
    run(&mut simulation, &STAND, 10);
    let before = sticks(&simulation).unwrap().share;
    // It is not close beside the aim any more, and the other is; shots have to catch up anew.
    put(&mut simulation, third, 40.0);
    assert_eq!(held(&mut simulation), Some(other));
    let share = sticks(&simulation).unwrap().share;
    near(share, 0.079_96);
    assert!(before > 0.5);
    // A wreck is nobody to stick to.
    changed(&mut simulation, |state| state.combat.arms[1].destroyed = true);
    assert_eq!(held(&mut simulation), None);
}

#[test]
fn they_stick_to_opponents_within_reach_and_cone_alone() {
    let to =
        |side: Side, at: [f32; 3], weapon: WeaponLaw| held(&mut against(weapon, Some(ASSIST), side, &[at]));
    assert_eq!(to(Side::Foe, [3.0, 0.0, 60.0], shell()), Some(OTHER));
    assert_eq!(to(Side::Friend, [3.0, 0.0, 60.0], shell()), None);
    // 7 in 60 are 0.116.
    assert_eq!(to(Side::Foe, [7.0, 0.0, 60.0], shell()), None);
    assert_eq!(to(Side::Foe, [3.0, 0.0, 60.0], WeaponLaw { range: 50.0, ..shell() }), None);
    // Those who act by themselves aim by themselves: a friend beside the opponent has no such help.
    let mut simulation = against(shell(), Some(ASSIST), Side::Friend, &[[0.0, 0.0, 30.0], [1.0, 0.0, 60.0]]);
    changed(&mut simulation, |state| {
        let Pilot::Bot(bot) = &mut state.actors.find_mut(2).unwrap().pilot else { panic!() };
        bot.orders.side = Some(Side::Foe);
    });
    assert_eq!(held(&mut simulation), Some(ActorId(2)));
    assert_eq!(simulation.state().combat.arms.iter().filter(|arms| arms.sticks.is_some()).count(), 1);
    // Somebody else who sits in the other seat has it.
    let mut simulation = foes(ASSIST, &[[3.0, 0.0, 60.0], [3.0, 0.0, 10.0]]);
    simulation.edit().set_pilot(ActorId(2), Pilot::Person(SeatId(1))).unwrap();
    assert_eq!(held(&mut simulation), Some(OTHER));
    assert_eq!(simulation.state().combat.arms[2].sticks.map(|own| own.to), Some(OTHER));
}

#[test]
fn shots_that_stick_miss_by_no_more_than_their_inaccuracy() {
    let widest = |spread: f32, assist: Option<AimAssist>| {
        let weapon = WeaponLaw { spread, rate: 60.0, ..shell() };
        let mut simulation = against(weapon, assist, Side::Foe, &[[0.0, 0.0, 300.0]]);
        run(&mut simulation, &FIRE, 60);
        let beside = |shot: &Shot| libm::acosf((-shot.velocity.normalize().z).min(1.0));
        shots(&simulation).iter().map(beside).fold(0.0, f32::max)
    };
    let free = widest(0.2, None);
    assert!((0.15..=0.2001).contains(&free), "{free}");
    let stuck = widest(0.2, Some(AT_ONCE));
    assert!((0.015..=0.0201).contains(&stuck), "{stuck}");
    // A gun that shoots straighter keeps its own.
    let straight = widest(0.01, Some(AT_ONCE));
    assert!((0.007..=0.0101).contains(&straight), "{straight}");
}

#[test]
fn whom_shots_stick_to_is_saved_and_counts_in_the_hash() {
    let mut simulation = foes(ASSIST, &[[3.0, 0.0, 60.0]]);
    held(&mut simulation);
    let state = simulation.state().clone();
    let mut other = state.clone();
    other.combat.arms[0].sticks = None;
    assert_ne!(state.hash(), other.hash());
    for wrong in [f32::NAN, -0.5, 1.5] {
        let mut other = state.clone();
        other.combat.arms[0].sticks.as_mut().unwrap().share = wrong;
        assert!(!other.combat.fits(simulation.scene()), "{wrong}");
    }
}
