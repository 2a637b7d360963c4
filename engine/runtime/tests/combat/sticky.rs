//! Whom the shots of a person stick to, with numbers worked out by hand.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "C4. Weapons".

use super::*;
use crate::tank::near;
use std::f32::consts::FRAC_PI_2;
use world::{AimAssist, Bot, Limits, MindLaw, SeatId, Side, State, Stick, WeaponManner};

/// What the constants of Crimson Skies say, and a cone of 0.1 radians.
const ASSIST: AimAssist = AimAssist { catch_up: 5.0, inaccuracy: 0.02, forget: 1.5, cone: 0.1 };
/// Shots are where they meet somebody at once.
const AT_ONCE: AimAssist = AimAssist { catch_up: 1e9, ..ASSIST };

/// A person's tank with weapons, whose muzzle is in its origin.
fn gunner(weapons: Vec<WeaponLaw>, assist: Option<AimAssist>) -> Sketch {
    let mut sketch = armed(weapons);
    sketch.scene.combat.rules.aim_assist = assist;
    sketch.scene.combat.arms[0].muzzles[0].place = Vec3::ZERO;
    sketch
}

/// Tanks of a side that stand so far to the east, above the ground and to the north of the origin.
fn joined(mut sketch: Sketch, side: Side, others: &[[f32; 3]]) -> Simulation {
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

/// As [`joined`], with a person's tank that stands in the origin and looks to the north.
fn against(weapon: WeaponLaw, assist: Option<AimAssist>, side: Side, others: &[[f32; 3]]) -> Simulation {
    joined(gunner(vec![weapon], assist), side, others)
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

/// The other one drives to the east at 9 a second.
fn drives(simulation: &mut Simulation) {
    changed(simulation, |state| {
        let ActorKind::Tank(tank) = &mut state.actors.find_mut(OTHER.0).unwrap().kind else { panic!() };
        tank.avatar.yaw = -FRAC_PI_2;
        tank.avatar.velocity = Vec3::X * 9.0;
    });
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
}

#[test]
fn guns_alone_stick_and_see_as_far_as_the_one_that_reaches_farthest() {
    let of = |weapons: Vec<WeaponLaw>| joined(gunner(weapons, Some(AT_ONCE)), Side::Foe, &[[3.0, 0.0, 60.0]]);
    // What finds its way itself, is steered or lies goes where it is aimed, also beside a gun that sticks to somebody.
    let second = Input { fire_second: true, ..STAND };
    for manner in [WeaponManner::HOMING, WeaponManner::REMOTE, WeaponManner::MINE] {
        let other = || WeaponLaw { manner, ..shell() };
        assert!(first_way(&mut of(vec![other()])).abs_diff_eq(Vec3::NEG_Z, 1e-6), "{manner:?}");
        let mut own = of(vec![shell(), other()]);
        own.tick(&second);
        assert_eq!(sticks(&own).map(|own| own.to), Some(OTHER));
        assert!(shots(&own)[0].velocity.normalize().abs_diff_eq(Vec3::NEG_Z, 1e-6), "{manner:?}");
    }
    // The other one is 60.07 away: in reach of 700, out of reach of 50.
    let short = || WeaponLaw { range: 50.0, ..shell() };
    assert_eq!(held(&mut of(vec![shell(), short()])), Some(OTHER));
    assert_eq!(held(&mut of(vec![short(), shell()])), Some(OTHER));
    let homing = WeaponLaw { manner: WeaponManner::HOMING, ..shell() };
    assert_eq!(held(&mut of(vec![short(), homing])), None);
}

#[test]
fn whom_they_find_and_where_they_go_is_reckoned_from_where_the_tank_is_and_looks() {
    // It stands 90 to the east and 40 to the south and looks to the east; its muzzle is 1 to its right, to the south.
    let mut sketch = gunner(vec![shell()], Some(AT_ONCE));
    sketch.scene.avatar.position = Vec3::new(90.0, 0.0, 40.0);
    sketch.scene.combat.arms[0].muzzles[0].place = Vec3::X;
    let mut simulation = joined(sketch, Side::Foe, &[[150.0, 0.0, -43.0]]);
    changed(&mut simulation, |state| {
        let ActorKind::Tank(tank) = &mut state.actors[0].kind else { panic!() };
        tank.avatar.yaw = -FRAC_PI_2;
    });
    // From there the other one is 3 to the right in 60: 0.05, within the cone. From the muzzle it is 2 in 60.
    let way = first_way(&mut simulation);
    assert!((libm::atan2f(way.z, way.x) - 0.033_32).abs() < 1e-4, "{way}");
}

#[test]
fn they_go_to_the_middle_of_the_box_of_an_opponent_that_is_there() {
    // The box is from 2 to 4 above where it stands: its middle is 3 up in 60.
    let mut sketch = gunner(vec![shell()], Some(AT_ONCE));
    let model = ModelSketch::new().cuboid(Vec3::new(-1.0, 2.0, -1.0), Vec3::new(1.0, 4.0, 1.0));
    let node = sketch.place(model);
    let mut simulation = joined(sketch, Side::Foe, &[[0.0, 0.0, 60.0]]);
    changed(&mut simulation, |state| state.actors.find_mut(OTHER.0).unwrap().node = Some(node));
    assert_eq!(held(&mut simulation), Some(OTHER));
    let way = first_way(&mut simulation);
    assert!((libm::asinf(way.y) - 0.049_96).abs() < 1e-4, "{way}");
    // What is switched off is not there.
    assert!(simulation.edit().set_active(node, false));
    assert_eq!(held(&mut simulation), None);
}

#[test]
fn shots_go_to_where_they_meet_who_moves() {
    let mut simulation = foes(AT_ONCE, &[[0.0, 0.0, 60.0]]);
    drives(&mut simulation);
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
    // It does not lead, either: a shell would go 4.5 to the side of who is 60 away.
    let beam = WeaponLaw { manner: WeaponManner::BEAM, ..shell() };
    let mut own = against(beam, Some(AT_ONCE), Side::Foe, &[[0.0, 0.0, 60.0]]);
    drives(&mut own);
    own.tick(&FIRE);
    let beam = own.state().combat.beams[0];
    let (way, place) =
        ((beam.to - beam.from).normalize(), own.state().actors.find(OTHER.0).unwrap().position());
    assert!(way.abs_diff_eq(place.normalize(), 1e-4), "{way} {place}");
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
    // They catch up meanwhile, too: 1 - e^(-5 · 90 / 60).
    near(own.share, 0.999_447);
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
    // Nor does it stick to anybody.
    let mut simulation = foes(ASSIST, &[[3.0, 0.0, 60.0]]);
    assert_eq!(held(&mut simulation), Some(OTHER));
    changed(&mut simulation, |state| state.combat.arms[0].destroyed = true);
    assert_eq!(held(&mut simulation), None);
}

#[test]
fn whoever_is_nowhere_is_forgotten_at_once() {
    let mut simulation = foes(ASSIST, &[[3.0, 0.0, 60.0]]);
    assert_eq!(held(&mut simulation), Some(OTHER));
    put(&mut simulation, OTHER, f32::INFINITY);
    assert_eq!(held(&mut simulation), None);
}

#[test]
fn rules_that_no_game_has_do_no_harm() {
    let at = [[3.0, 0.0, 60.0]];
    // What is left does not grow, and NaN is no rate. An infinite one catches up at once.
    for (catch_up, share) in [(-5.0, 0.0), (f32::NAN, 0.0), (f32::INFINITY, 1.0)] {
        let mut simulation = foes(AimAssist { catch_up, ..ASSIST }, &at);
        assert_eq!(held(&mut simulation), Some(OTHER));
        assert_eq!(sticks(&simulation).unwrap().share, share, "{catch_up}");
        assert!(simulation.state().fits(simulation.scene()), "{catch_up}");
    }
    // A cone of less than nothing finds nobody. Shots that stick to somebody by a save stay with the aim: they go neither
    // there nor away from there.
    for cone in [-0.1, f32::NAN, f32::NEG_INFINITY] {
        let mut simulation = foes(AimAssist { cone, ..AT_ONCE }, &at);
        assert_eq!(held(&mut simulation), None, "{cone}");
        let own = Stick { to: OTHER, share: 1.0, away: 0.0 };
        changed(&mut simulation, |state| state.combat.arms[0].sticks = Some(own));
        let way = first_way(&mut simulation);
        assert!(sticks(&simulation).is_some(), "{cone}");
        assert!(way.abs_diff_eq(Vec3::NEG_Z, 1e-6), "{cone} {way}");
    }
    // Without a time to remember, whoever leaves the aim is forgotten at once.
    for forget in [f32::NAN, -1.0, 0.0] {
        let mut simulation = foes(AimAssist { forget, ..ASSIST }, &at);
        assert_eq!(held(&mut simulation), Some(OTHER), "{forget}");
        put(&mut simulation, OTHER, 20.0);
        assert_eq!(held(&mut simulation), None, "{forget}");
    }
    // Less than no inaccuracy is none, and NaN leaves a gun its own.
    for (inaccuracy, [least, most]) in [(-0.02, [0.0, 1e-3]), (f32::NAN, [0.15, 0.2001])] {
        let found = widest(0.2, Some(AimAssist { inaccuracy, ..AT_ONCE }));
        assert!((least..=most).contains(&found), "{inaccuracy} {found}");
    }
}

#[test]
fn they_stick_to_opponents_within_reach_and_cone_alone() {
    let to =
        |side: Side, at: [f32; 3], weapon: WeaponLaw| held(&mut against(weapon, Some(ASSIST), side, &[at]));
    assert_eq!(to(Side::Foe, [3.0, 0.0, 60.0], shell()), Some(OTHER));
    assert_eq!(to(Side::Friend, [3.0, 0.0, 60.0], shell()), None);
    // What nobody pilots is on no side.
    let mut simulation = foes(ASSIST, &[[3.0, 0.0, 60.0]]);
    simulation.edit().set_pilot(OTHER, Pilot::Nobody).unwrap();
    assert_eq!(held(&mut simulation), None);
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

/// How far beside the aim the worst of many shots goes.
fn widest(spread: f32, assist: Option<AimAssist>) -> f32 {
    let weapon = WeaponLaw { spread, rate: 60.0, ..shell() };
    let mut simulation = against(weapon, assist, Side::Foe, &[[0.0, 0.0, 300.0]]);
    run(&mut simulation, &FIRE, 60);
    let beside = |shot: &Shot| libm::acosf((-shot.velocity.normalize().z).min(1.0));
    shots(&simulation).iter().map(beside).fold(0.0, f32::max)
}

#[test]
fn shots_that_stick_miss_by_no_more_than_their_inaccuracy() {
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
    // Whoever was away for less than no time would be remembered for as much longer.
    for wrong in [f32::NAN, f32::INFINITY, -1e30] {
        let mut other = state.clone();
        other.combat.arms[0].sticks.as_mut().unwrap().away = wrong;
        assert!(!other.combat.fits(simulation.scene()), "{wrong}");
    }
}
