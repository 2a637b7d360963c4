//! Who fires, from where, and how the shot flies.

use super::*;
use crate::tank::near;
use world::WeaponManner;

#[test]
fn a_shot_leaves_the_muzzle_along_the_aim_and_goes_its_speed() {
    let mut simulation = start(armed(vec![shell()]));
    simulation.tick(&FIRE);
    let muzzle = Vec3::new(0.0, 1.0, 0.0);
    assert!(
        simulation.cues().iter().any(|cue| matches!(cue, Cue::Shot { actor: OWN, weapon, at, direction }
        if weapon == "shell" && at.abs_diff_eq(muzzle, 1e-4) && direction.abs_diff_eq(Vec3::NEG_Z, 1e-4)))
    );
    // It flies in the tick in which it is fired: 120 / 60.
    let shot = shots(&simulation)[0];
    assert!(shot.place.abs_diff_eq(Vec3::new(0.0, 1.0, -2.0), 1e-3), "{shot:?}");
    run(&mut simulation, &STAND, 9);
    let shot = shots(&simulation)[0];
    assert!(shot.place.abs_diff_eq(Vec3::new(0.0, 1.0, -20.0), 1e-2), "{shot:?}");
    near(shot.flown, 20.0);
}

#[test]
fn it_fires_every_fifth_tick_until_nothing_is_left() {
    let mut simulation = start(armed(vec![WeaponLaw { ammunition: Some(3), ..shell() }]));
    let mut fired = Vec::new();
    for tick in 0..30 {
        simulation.tick(&FIRE);
        if simulation.cues().iter().any(|cue| matches!(cue, Cue::Shot { .. })) {
            fired.push(tick);
        }
    }
    assert_eq!(fired, [0, 5, 10]);
    assert_eq!(simulation.state().combat.arms[0].slots[0].ammunition, Some(0));
}

#[test]
fn gravity_and_acceleration_come_before_the_move() {
    let law = WeaponLaw { gravity: 28.0, acceleration: 60.0, ..shell() };
    let mut simulation = start(armed(vec![law]));
    simulation.tick(&FIRE);
    // 121 units a second ahead, 28/60 down, and what that moves in a tick.
    let shot = shots(&simulation)[0];
    near(shot.velocity.z, -121.0);
    near(shot.velocity.y, -28.0 / 60.0);
    near(shot.place.y, 1.0 - 28.0 / 3600.0);
    near(shot.place.z, -121.0 / 60.0);
}

#[test]
fn its_way_ends_at_its_range() {
    let mut simulation = start(armed(vec![WeaponLaw { range: 11.0, rate: 0.1, ..shell() }]));
    run(&mut simulation, &FIRE, 5);
    assert_eq!(shots(&simulation).len(), 1, "ten units far");
    simulation.tick(&FIRE);
    assert_eq!(shots(&simulation), []);
}

#[test]
fn the_gun_goes_up_and_down_no_farther_than_it_can() {
    let mut sketch = armed(vec![shell()]);
    sketch.scene.combat.arms[0].elevation = Some([0.8, -0.2588]);
    let mut simulation = start(sketch);
    let look = |pitch: f32| Input { pitch, ..STAND };
    run(&mut simulation, &look(1.4), 1);
    simulation.tick(&FIRE);
    let direction = shots(&simulation)[0].velocity / 120.0;
    near(direction.y, 0.8);
    near(direction.z, -0.6);
    run(&mut simulation, &look(-2.8), 1);
    run(&mut simulation, &STAND, 5);
    simulation.tick(&FIRE);
    let last = shots(&simulation).last().unwrap();
    near(last.velocity.y / 120.0, -0.2588);
}

#[test]
fn guns_of_a_torso_turn_no_farther_than_they_can() {
    let way = |swing: Option<[[f32; 2]; 2]>, look: [f32; 2]| {
        let mut sketch = armed(vec![shell()]);
        let law = LawKind::Mech(Box::new(crate::mech::law()));
        sketch.scene.vehicles[0].law = law;
        sketch.scene.combat.arms[0].swing = swing;
        let mut simulation = start(sketch);
        let [yaw, pitch] = look;
        simulation.tick(&Input { yaw, pitch, fire: true, ..STAND });
        shots(&simulation)[0].velocity / 120.0
    };
    // It looks 0.5 to the left; of that the torso follows 6.449 % in a tick.
    let torso = 0.5 * 0.064_493;
    let found = way(None, [0.5, 0.3]);
    near(libm::atan2f(-found.x, -found.z), 0.5);
    near(libm::asinf(found.y), 0.3);
    let found = way(Some([[-0.2, 0.1], [-0.05, 0.15]]), [0.5, 0.3]);
    near(libm::atan2f(-found.x, -found.z), torso + 0.1);
    near(libm::asinf(found.y), 0.15);
    let found = way(Some([[-0.2, 0.1], [-0.05, 0.15]]), [-0.5, -0.3]);
    near(libm::atan2f(-found.x, -found.z), -torso - 0.2);
    near(libm::asinf(found.y), -0.05);
}

#[test]
fn muzzles_fire_in_turn_and_nodes_come_before_places() {
    let mut sketch = armed(vec![WeaponLaw { rate: 60.0, ..shell() }]);
    let node = sketch.node("gun00", None, &[]);
    sketch.at(node).transform = Affine3A::from_translation(Vec3::new(3.0, 2.0, 1.0));
    sketch.scene.roots.push(node);
    sketch.scene.combat.arms[0].muzzles = vec![
        Muzzle { node: None, place: Vec3::new(-1.0, 1.0, 0.0) },
        Muzzle { node: Some(node), place: Vec3::ZERO },
    ];
    let mut simulation = start(sketch);
    let mut from = Vec::new();
    for _ in 0..3 {
        simulation.tick(&FIRE);
        from.extend(simulation.cues().iter().filter_map(|cue| match cue {
            Cue::Shot { at, .. } => Some(at.x.round()),
            _ => None,
        }));
    }
    assert_eq!(from, [-1.0, 3.0, -1.0]);
}

#[test]
fn triggers_fire_the_groups_that_are_chosen() {
    let named = |name: &str| WeaponLaw { name: name.into(), ..shell() };
    let mut simulation = start(armed(vec![named("a"), named("b"), named("c")]));
    let fired = |simulation: &mut Simulation, input: Input| {
        run(simulation, &STAND, 6);
        simulation.tick(&input);
        let names = simulation.cues().iter().filter_map(|cue| match cue {
            Cue::Shot { weapon, .. } => Some(weapon.clone()),
            _ => None,
        });
        names.collect::<Vec<_>>()
    };
    let second = Input { fire_second: true, ..STAND };
    assert_eq!(fired(&mut simulation, FIRE), ["a"]);
    assert_eq!(fired(&mut simulation, second), ["b"]);
    select(&mut simulation, 2);
    assert_eq!(fired(&mut simulation, FIRE), ["c"]);
    // A group without weapons is refused.
    simulation.advance(&[STAND], &[Command::SelectWeapons { actor: OWN, group: 9 }]);
    assert_eq!(simulation.take_findings().len(), 1);
    assert_eq!(simulation.state().combat.arms[0].group, 2);
}

#[test]
fn the_second_trigger_of_a_mech_fires_everything() {
    let mut sketch = armed(vec![shell(), shell(), shell()]);
    sketch.scene.combat.arms[0].second_fires_all = true;
    let mut simulation = start(sketch);
    simulation.tick(&Input { fire_second: true, ..STAND });
    assert_eq!(shots(&simulation).len(), 3);
}

#[test]
fn shots_meet_in_what_is_seen_from_the_cockpit() {
    // Eyes 2 above the ground; a muzzle 3 to the right of them and 1 below.
    let way_of = |squint: f32, wall: Option<f32>| {
        let mut sketch = armed(vec![shell()]);
        sketch.scene.combat.rules.squint = squint;
        sketch.scene.vehicles[0].views.cockpit = Vec3::Y * 2.0;
        let own = &mut sketch.scene.combat.arms[0];
        (own.converges, own.muzzles[0].place) = (100.0, Vec3::new(3.0, 1.0, 0.0));
        if let Some(far) = wall {
            let (min, max) = (Vec3::new(-9.0, 0.0, -far - 1.0), Vec3::new(9.0, 9.0, -far));
            sketch.place(ModelSketch::new().cuboid(min, max));
        }
        let mut simulation = start(sketch);
        simulation.tick(&FIRE);
        shots(&simulation)[0].velocity / 120.0
    };
    for (wall, wanted) in [
        (Some(30.0), Vec3::new(-3.0, 1.0, -30.0)),
        // Where nothing is seen they meet as far away as they do at most.
        (None, Vec3::new(-3.0, 1.0, -100.0)),
        (Some(7.0), Vec3::new(-3.0, 1.0, -7.0)),
        // What is nearer than twice the 3.16 from eye to muzzle is fired at straight ahead.
        (Some(6.0), Vec3::NEG_Z),
    ] {
        let found = way_of(2.0, wall);
        assert!(found.abs_diff_eq(wanted.normalize(), 1e-3), "{wall:?}: {found} instead of {wanted}");
    }
    // Of guns that squint less what is nearer than 2.5 times that far is too near, 7.9.
    assert!(way_of(2.5, Some(7.0)).abs_diff_eq(Vec3::NEG_Z, 1e-3));
}

#[test]
fn a_spread_stays_within_its_cone_and_one_seed_gives_one_way() {
    let law = WeaponLaw { spread: 0.05, rate: 60.0, ..shell() };
    let ways = || {
        let mut sketch = armed(vec![law.clone()]);
        sketch.scene.combat.arms[0].muzzles[0].place = Vec3::Y * 50.0;
        let mut simulation = start(sketch);
        run(&mut simulation, &FIRE, 20);
        shots(&simulation).iter().map(|shot| shot.velocity / 120.0).collect::<Vec<_>>()
    };
    let first = ways();
    assert_eq!(first.len(), 20);
    assert!(first.iter().all(|way| way.dot(Vec3::NEG_Z) >= libm::cosf(0.05) - 1e-4), "{first:?}");
    assert!(first.iter().any(|way| way.dot(Vec3::NEG_Z) < libm::cosf(0.01)), "{first:?}");
    assert_eq!(first, ways());
}

#[test]
fn a_beam_is_there_at_once_and_seen_for_a_moment() {
    let law = WeaponLaw { manner: WeaponManner::BEAM, speed: 0.0, range: 100.0, rate: 2.0, ..shell() };
    let mut sketch = armed(vec![law]);
    sketch.scene.combat.rules.beam = 0.19;
    target(&mut sketch, Vec3::new(0.0, 1.0, -50.0), 1.0, 25.0);
    let mut simulation = start(sketch);
    simulation.tick(&FIRE);
    assert_eq!(target_health(&simulation), 15.0, "in the tick in which it is fired");
    let beam = simulation.state().combat.beams[0];
    assert!(
        beam.from.abs_diff_eq(Vec3::Y, 1e-3) && beam.to.abs_diff_eq(Vec3::new(0.0, 1.0, -49.0), 1e-3),
        "{beam:?}"
    );
    // 0.19 s are more than 11 ticks and less than 12.
    run(&mut simulation, &STAND, 11);
    assert_eq!(simulation.state().combat.beams.len(), 1);
    run(&mut simulation, &STAND, 1);
    assert_eq!(simulation.state().combat.beams, []);
}

#[test]
fn what_flies_is_shown_by_a_copy_that_the_next_shot_uses_again() {
    let mut sketch = armed(vec![WeaponLaw { range: 10.0, rate: 6.0, ..shell() }]);
    let model = sketch.model(ModelSketch::new().cuboid(Vec3::splat(-0.1), Vec3::splat(0.1)));
    let template = sketch.node("shell", Some(model), &[]);
    sketch.scene.combat.weapons[0].model = Some(template);
    let mut simulation = start(sketch);
    let nodes = simulation.state().nodes.len();
    simulation.tick(&FIRE);
    let shot = shots(&simulation)[0];
    let node = shot.node.unwrap();
    let shown = Vec3::from(simulation.state().nodes.transforms[node.index()].translation);
    assert_eq!((node.index(), shown), (nodes, shot.place));
    // A shot is over after five ticks, the next is fired after ten.
    run(&mut simulation, &FIRE, 60);
    assert_eq!(simulation.state().nodes.len(), nodes + 1, "one copy for all of them");
    run(&mut simulation, &STAND, 10);
    assert_eq!(simulation.state().combat.spare.len(), 1);
    assert!(!simulation.state().nodes.flags[node.index()].contains(world::NodeFlags::ACTIVE));
}
