//! What a shot goes to by itself, and how its driver steers it, with numbers worked out by hand.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "B2. Reader keys", "B3. Projectile tick".

use super::*;
use crate::tank::near;
use std::f32::consts::FRAC_PI_2;
use world::{Bot, CameraMode, Goal, Limits, MindLaw, NodeFlags, SeatId, Side, WeaponManner};

fn homing() -> WeaponLaw {
    WeaponLaw { manner: WeaponManner::HOMING, turn: 100.0, rate: 0.1, speed: 60.0, range: 300.0, ..shell() }
}

/// A tank of which nothing is seen, somewhere: it is where it stands.
fn add(simulation: &mut Simulation, at: Vec3) -> ActorId {
    let place = Avatar { position: at, ..Avatar::default() };
    let kind = ActorKind::Tank(Box::new(Tank { contacts: 4, ..Tank::standing(0, &tank::law(), place) }));
    let id = ActorId(simulation.state().actors.len() as u32);
    assert_eq!(simulation.edit().add_actor(Actor { kind, pilot: Pilot::Nobody, node: None }), Ok(id));
    id
}

/// What the first shot of a tank that looks north goes to; the others are so far to the north and to the east of it.
fn goal(law: WeaponLaw, from: Vec3, others: &[[f32; 2]], change: fn(&mut Simulation)) -> Option<Goal> {
    let mut sketch = armed(vec![law]);
    sketch.scene.avatar.position = from;
    let mut simulation = start(sketch);
    for [north, east] in others {
        add(&mut simulation, from + Vec3::new(*east, 0.0, -north));
    }
    run(&mut simulation, &STAND, 1);
    change(&mut simulation);
    simulation.tick(&FIRE);
    shots(&simulation)[0].goal
}

#[test]
fn it_seeks_what_is_nearest_to_the_aim_within_its_cone_and_its_reach() {
    let to = |others: &[[f32; 2]]| goal(homing(), Vec3::new(90.0, 0.0, 40.0), others, |_| {});
    let of = |number: u32| Some(Goal::Actor(ActorId(number)));
    // The cone is 0.25 to either side: 10 in 60 are 0.165, 20 in 60 are 0.32.
    assert_eq!(to(&[[60.0, 10.0]]), of(1));
    assert_eq!(to(&[[60.0, 20.0]]), None);
    // What is nearer to the aim comes first, whoever is nearer to the gun and in whatever order.
    assert_eq!(to(&[[60.0, 10.0], [90.0, 5.0]]), of(2));
    assert_eq!(to(&[[90.0, 5.0], [60.0, 10.0]]), of(1));
    // 310 are farther than 300.
    assert_eq!(to(&[[310.0, 0.0]]), None);
    assert_eq!(to(&[]), None, "nobody seeks oneself");
    // A wreck is nobody's goal.
    let wrecked = |simulation: &mut Simulation| {
        let mut state = simulation.state().clone();
        state.combat.arms[1].destroyed = true;
        let scene = std::sync::Arc::clone(simulation.scene());
        *simulation = Simulation::resume(scene, state, &Limits::default()).unwrap().0;
    };
    assert_eq!(goal(homing(), Vec3::ZERO, &[[60.0, 0.0]], wrecked), None);
}

#[test]
fn it_seeks_nobody_who_is_hidden_or_on_the_same_side() {
    // A tank straight ahead, and another 10 in 60 beside the aim.
    let to = |hidden: bool, side: Option<Side>| {
        let mut sketch = armed(vec![homing()]);
        sketch.scene.avatar.position = Vec3::new(90.0, 0.0, 40.0);
        sketch.scene.opponents.minds.push(MindLaw { side: side.unwrap_or_default(), ..MindLaw::default() });
        let node = sketch.place(ModelSketch::new());
        let mut simulation = start(sketch);
        let place = Avatar { position: Vec3::new(90.0, 0.0, -20.0), ..Avatar::default() };
        let kind = ActorKind::Tank(Box::new(Tank { contacts: 4, ..Tank::standing(0, &tank::law(), place) }));
        let pilot = side.map_or(Pilot::Nobody, |_| Pilot::Bot(Box::new(Bot::new(0))));
        simulation.edit().add_actor(Actor { kind, pilot, node: Some(node) }).unwrap();
        add(&mut simulation, Vec3::new(100.0, 0.0, -20.0));
        simulation.edit().set_active(node, !hidden);
        run(&mut simulation, &STAND, 1);
        simulation.tick(&FIRE);
        shots(&simulation)[0].goal
    };
    let [ahead, beside] = [1, 2].map(|number| Some(Goal::Actor(ActorId(number))));
    assert_eq!(to(false, None), ahead);
    assert_eq!(to(true, None), beside);
    assert_eq!(to(false, Some(Side::Foe)), ahead);
    assert_eq!(to(true, Some(Side::Foe)), beside);
    assert_eq!(to(false, Some(Side::Friend)), beside);
}

#[test]
fn whoever_fires_from_behind_does_not_seek_oneself() {
    let mut sketch = armed(vec![homing()]);
    sketch.scene.combat.arms[0].muzzles[0].place = Vec3::Z * 6.0;
    let mut simulation = start(sketch);
    simulation.tick(&FIRE);
    assert_eq!(shots(&simulation)[0].goal, None);
}

#[test]
fn a_fused_shot_goes_off_beside_the_thing_that_it_goes_to() {
    // It does not turn, and passes a box 3 to the right of its way.
    let beside = |manner: WeaponManner| {
        let mut sketch = armed(vec![WeaponLaw { manner, turn: 0.0, ..fused() }]);
        let node = target(&mut sketch, Vec3::new(3.0, 1.0, -30.0), 1.0, 50.0);
        let flags = &mut sketch.at(node).flags;
        *flags = flags.union(NodeFlags::PROXIMITY);
        let mut simulation = start(sketch);
        simulation.tick(&FIRE);
        let told = until(&mut simulation, &STAND, 60, is_hit).is_some();
        (told, target_health(&simulation))
    };
    // Its middle is as near as 3 then, its side 2: 24 · (1 - 4/16).
    let (told, left) = beside(WeaponManner::HOMING);
    assert!(told && (left - 32.0).abs() < 1.0, "{told} {left}");
    assert_eq!(beside(WeaponManner::empty()), (false, 50.0));
}

#[test]
fn a_cone_of_less_than_nothing_is_the_line_of_the_aim() {
    let mut sketch = armed(vec![homing()]);
    sketch.scene.combat.rules.seek = -0.5;
    let mut simulation = start(sketch);
    add(&mut simulation, Vec3::new(10.0, 0.0, -60.0));
    run(&mut simulation, &STAND, 1);
    simulation.tick(&FIRE);
    assert_eq!(shots(&simulation)[0].goal, None);
}

#[test]
fn it_seeks_things_that_can_be_found_and_goes_to_the_middle_of_their_box() {
    let seeks = |found: bool| {
        let mut sketch = armed(vec![WeaponLaw { blast: 16.0, fused: true, ..homing() }]);
        sketch.scene.avatar.position = Vec3::new(90.0, 0.0, 40.0);
        // Its box is from 4 to 6 above its place, 6 to the east of the aim.
        let node = target(&mut sketch, Vec3::new(96.0, 1.0, 0.0), 1.0, 100.0);
        let model = sketch.scene.nodes[node.index()].model.unwrap();
        sketch.scene.models[model.index()] =
            ModelSketch::new().cuboid(Vec3::new(-1.0, 4.0, -1.0), Vec3::new(1.0, 6.0, 1.0)).done();
        if found {
            let flags = &mut sketch.at(node).flags;
            *flags = flags.union(NodeFlags::PROXIMITY);
        }
        let mut simulation = start(sketch);
        simulation.tick(&FIRE);
        (node, simulation)
    };
    assert_eq!(shots(&seeks(false).1)[0].goal, None);
    let (node, mut simulation) = seeks(true);
    assert_eq!(shots(&simulation)[0].goal, Some(Goal::Node(node)));
    // It flies from (90, 1, 40) to (96, 6, 0).
    let way = shots(&simulation)[0].velocity.normalize();
    assert!(way.abs_diff_eq(Vec3::new(6.0, 5.0, -40.0).normalize(), 1e-3), "{way}");
    assert!(until(&mut simulation, &STAND, 60, is_hit).is_some());
    assert!(target_health(&simulation) < 100.0);
}

#[test]
fn a_goal_without_a_box_is_where_its_node_is() {
    let mut sketch = armed(vec![homing()]);
    let node = sketch.place(ModelSketch::new());
    sketch.at(node).transform = Affine3A::from_translation(Vec3::new(5.0, 8.0, -60.0));
    let mut simulation = start(sketch);
    let place = Avatar { position: Vec3::new(5.0, 0.0, -60.0), ..Avatar::default() };
    let kind = ActorKind::Tank(Box::new(Tank { contacts: 4, ..Tank::standing(0, &tank::law(), place) }));
    simulation.edit().add_actor(Actor { kind, pilot: Pilot::Nobody, node: Some(node) }).unwrap();
    run(&mut simulation, &STAND, 1);
    simulation.tick(&FIRE);
    // The node is on the ground by now, as the tank is.
    let way = shots(&simulation)[0].velocity.normalize();
    assert!(way.abs_diff_eq(Vec3::new(5.0, -1.0, -60.0).normalize(), 1e-3), "{way}");
}

#[test]
fn one_that_stands_still_in_the_air_turns_nowhere() {
    let slow = WeaponLaw { speed: 1.0, acceleration: -120.0, ..homing() };
    let mut simulation = start(armed(vec![slow]));
    add(&mut simulation, Vec3::NEG_Z * 60.0);
    run(&mut simulation, &STAND, 1);
    simulation.tick(&FIRE);
    run(&mut simulation, &STAND, 5);
    assert_eq!(shots(&simulation)[0].velocity, Vec3::ZERO);
    assert!(shots(&simulation)[0].goal.is_some());
}

fn remote() -> WeaponLaw {
    WeaponLaw { manner: WeaponManner::REMOTE, turn: 9.0, rate: 0.1, speed: 60.0, ..shell() }
}

#[test]
fn its_driver_steers_it_up_and_down_but_not_over_the_top() {
    let mut sketch = armed(vec![remote()]);
    sketch.scene.combat.arms[0].muzzles[0].place = Vec3::Y * 500.0;
    let mut simulation = start(sketch);
    simulation.tick(&FIRE);
    // 0.1 up in each of three ticks, and 0.05 to the left in one of them.
    run(&mut simulation, &Input { pitch: 0.1, ..STAND }, 2);
    run(&mut simulation, &Input { pitch: 0.1, yaw: 0.05, ..STAND }, 1);
    let way = shots(&simulation)[0].velocity / 60.0;
    near(libm::asinf(way.y), 0.3);
    near(libm::atan2f(-way.x, -way.z), 0.05);
    near(way.length(), 1.0);
    run(&mut simulation, &Input { pitch: 0.1, ..STAND }, 20);
    near(libm::asinf(shots(&simulation)[0].velocity.y / 60.0), libm::asinf(libm::sinf(FRAC_PI_2 - 0.01)));
    assert!((shots(&simulation)[0].velocity.z / 60.0 + 0.01).abs() < 1e-3);
    run(&mut simulation, &Input { pitch: -0.1, ..STAND }, 60);
    let down = shots(&simulation)[0].velocity / 60.0;
    assert!((down.z + 0.01).abs() < 1e-3 && down.y < -0.99, "{down}");
}

#[test]
fn one_shot_is_steered_at_a_time_and_its_end_alone_lets_the_driver_go() {
    // Two at once: the one of the first slot, which flies farther, is steered.
    let mut sketch = armed(vec![remote(), WeaponLaw { range: 20.0, ..remote() }]);
    sketch.scene.combat.arms[0].slots[1].groups = 1;
    let mut simulation = start(sketch);
    simulation.tick(&FIRE);
    let first = shots(&simulation)[0].id;
    assert_eq!(simulation.state().combat.arms[0].steers, Some(first));
    run(&mut simulation, &Input { yaw: 0.05, ..STAND }, 4);
    let turned = |at: usize| {
        let way = shots(&simulation)[at].velocity;
        libm::atan2f(-way.x, -way.z)
    };
    near(turned(0), 0.2);
    near(turned(1), 0.0);
    run(&mut simulation, &STAND, 20);
    assert_eq!(shots(&simulation).len(), 1);
    assert_eq!(simulation.state().combat.arms[0].steers, Some(first));
}

#[test]
fn whoever_steers_a_shot_on_a_tether_sees_with_it() {
    let watches = |manner: WeaponManner, mode: &CameraMode, second: bool| {
        let mut sketch = armed(vec![WeaponLaw { manner, range: 20.0, ..remote() }]);
        let model = sketch.model(ModelSketch::new().cuboid(Vec3::splat(-0.1), Vec3::splat(0.1)));
        let model = sketch.node("shell", Some(model), &[]);
        sketch.scene.combat.weapons[0].model = Some(model);
        let mut simulation = start(sketch);
        if second {
            let id = add(&mut simulation, Vec3::X * 60.0);
            simulation.edit().set_pilot(id, Pilot::Person(SeatId(1))).unwrap();
            run(&mut simulation, &STAND, 1);
        }
        simulation.edit().set_camera(mode.clone(), 0.0);
        let fires = if second { [STAND, FIRE] } else { [FIRE, STAND] };
        simulation.advance(&fires, &[]);
        let node = shots(&simulation)[0].node.unwrap();
        let during = simulation.state().rig.mode == CameraMode::Node(node);
        run(&mut simulation, &STAND, 30);
        assert!(shots(&simulation).is_empty());
        (during, simulation.state().rig.mode.clone())
    };
    let tether = WeaponManner::REMOTE | WeaponManner::TETHER;
    let behind = CameraMode::Chase { distance: 9.0, lift: 2.0 };
    let (sees, after) = watches(tether, &behind, false);
    // Afterwards it is seen from outside.
    assert!(sees && matches!(after, CameraMode::Follow { .. }), "{after:?}");
    assert_eq!(watches(WeaponManner::REMOTE, &behind, false), (false, behind.clone()));
    assert_eq!(watches(tether, &behind, true), (false, behind.clone()), "somebody else's shot");
    let fixed =
        CameraMode::Fixed { eye: Vec3::Y * 9.0, aim: world::CameraAim::Angles { yaw: 0.0, pitch: 0.0 } };
    assert_eq!(
        watches(tether, &fixed, false),
        (false, fixed.clone()),
        "who watches something else goes on doing so"
    );
}

fn fused() -> WeaponLaw {
    WeaponLaw { damage: [0.0, 24.0], blast: 16.0, fused: true, rate: 0.1, ..shell() }
}

#[test]
fn a_fused_shot_goes_off_beside_who_is_near_its_way() {
    // The box beside the way is 2 away from it, 4 long, and its middle 30 ahead.
    let passes = |law: WeaponLaw, is_wreck: bool| {
        let mut sketch = armed(vec![law]);
        let join = opponent(&mut sketch, Vec3::new(3.0, 0.0, -30.0));
        let mut simulation = start(sketch);
        join(&mut simulation);
        run(&mut simulation, &STAND, 2);
        if is_wreck {
            let mut state = simulation.state().clone();
            state.combat.arms[1].destroyed = true;
            let scene = std::sync::Arc::clone(simulation.scene());
            simulation = Simulation::resume(scene, state, &Limits::default()).unwrap().0;
        }
        simulation.tick(&FIRE);
        let mut at = None;
        until(&mut simulation, &STAND, 60, |cue| match cue {
            Cue::Hit { at: own, .. } => {
                at = Some(own.z);
                true
            }
            _ => false,
        });
        (at, health_of(&simulation, OTHER))
    };
    // At 2 units a tick: beside the near end, from where it comes no nearer: 24 · (1 - 4/16) less.
    let (at, left) = passes(fused(), false);
    assert!((-30.1..-27.9).contains(&at.unwrap()), "{at:?}");
    assert!((left - 82.0).abs() < 0.2, "{left}");
    // At 15 units a tick there is one place from which it reaches: it goes off there and not beyond.
    let (at, left) = passes(WeaponLaw { speed: 900.0, ..fused() }, false);
    assert!((at.unwrap() + 30.0).abs() < 1e-2 && (left - 82.0).abs() < 0.2, "{at:?} {left}");
    // Not before it may, and not for a wreck.
    assert_eq!(passes(WeaponLaw { arming: 50.0, ..fused() }, false), (None, 100.0));
    assert_eq!(passes(fused(), true), (None, 100.0));
}

#[test]
fn a_mine_goes_off_against_a_vehicle_and_does_not_lie_on_a_wall_or_before_its_time() {
    let mine = || WeaponLaw { manner: WeaponManner::MINE, rate: 0.1, ..shell() };
    let mut sketch = armed(vec![mine()]);
    let join = opponent(&mut sketch, Vec3::NEG_Z * 20.0);
    let mut simulation = start(sketch);
    join(&mut simulation);
    run(&mut simulation, &STAND, 2);
    simulation.tick(&FIRE);
    assert!(until(&mut simulation, &STAND, 30, is_hit).is_some());
    assert_eq!((health_of(&simulation, OTHER), shots(&simulation).len()), (90.0, 0));
    // 0.25 of 6 is slower than what comes to rest on the ground, and comes back from a wall.
    let mut sketch = armed(vec![WeaponLaw { speed: 6.0, ..mine() }]);
    sketch.place(ModelSketch::new().wall([-50.0, -2.0], [50.0, -2.0], -1.0, 9.0));
    let mut simulation = start(sketch);
    simulation.tick(&FIRE);
    run(&mut simulation, &STAND, 25);
    let shot = shots(&simulation)[0];
    assert!(!shot.lies, "{shot:?}");
    near(shot.velocity.z, 1.5);
    // On a slope of 45° it may, unless it lies on what is more level alone.
    let on_a_slope = |level: f32| {
        let mut sketch = armed(vec![WeaponLaw { speed: 0.5, gravity: 28.0, ..mine() }]);
        sketch.scene.combat.arms[0].muzzles[0].place = Vec3::new(0.0, 4.0, -6.0);
        sketch.place(ModelSketch::new().slope([-2.0, -50.0], [50.0, -4.0], 1.0, 53.0));
        (sketch.scene.combat.rules.bounce, sketch.scene.combat.rules.level) = ([0.1, 0.1], level);
        let mut simulation = start(sketch);
        simulation.tick(&FIRE);
        run(&mut simulation, &STAND, 60);
        shots(&simulation)[0]
    };
    let shot = on_a_slope(0.5);
    assert!(shot.lies && shot.place.y > 2.0, "{shot:?}");
    let shot = on_a_slope(0.8);
    assert!(!shot.lies || shot.place.y < 2.0, "{shot:?}");
    // On the ground it lies from then on, and for good where the rules say no time.
    let mut sketch = armed(vec![WeaponLaw { speed: 0.5, gravity: 28.0, ..mine() }]);
    sketch.scene.combat.rules.lie = 0.0;
    let mut simulation = start(sketch);
    simulation.tick(&FIRE);
    let lies = (0..200).find(|_| {
        simulation.tick(&STAND);
        shots(&simulation)[0].lies
    });
    assert!(lies.is_some());
    assert_eq!(shots(&simulation)[0].age, 0.0);
    run(&mut simulation, &STAND, 300);
    assert_eq!(shots(&simulation).len(), 1);
}
