//! Turrets: range, sight, turning, firing, whose turn it is.

use super::*;
use crate::combat::{FIRE, OWN, run, shell};
use glam::Affine3A;
use std::f32::consts::FRAC_PI_2;
use world::program::{Activation, Definition};
use world::{CameraMode, Measure, NodeFlags, Plan};

fn mind(range: f32) -> TurretMind {
    TurretMind { range, measure: Measure::AddedUp, dwell: 1.5, spells: [0.0; 2] }
}

/// Whether a turret at the origin fires at a tank somewhere within two seconds.
fn fires_at(person: Vec3, mind: TurretMind) -> bool {
    let mut sketch = plain(shell(), person);
    turret(&mut sketch, [0.0; 2], mind);
    !shots(&mut begin(sketch), 120).is_empty()
}

#[test]
fn the_range_is_along_x_and_z_added_up_or_a_straight_line() {
    // 60 and 100 are 160; their straight line is 116.6.
    let at = Vec3::new(60.0, 0.0, -100.0);
    assert!(fires_at(at, mind(160.0)));
    assert!(!fires_at(at + Vec3::X * 0.5, mind(160.0)));
    let straight = TurretMind { measure: Measure::Straight, ..mind(117.0) };
    assert!(fires_at(at, straight.clone()));
    assert!(!fires_at(at, TurretMind { range: 116.0, ..straight }));
    // What flies 50 far is not fired at what is 80 away.
    let mut sketch = plain(WeaponLaw { range: 50.0, ..shell() }, Vec3::NEG_Z * 80.0);
    turret(&mut sketch, [0.0; 2], mind(160.0));
    assert!(shots(&mut begin(sketch), 120).is_empty());
}

#[test]
fn it_turns_to_its_target_and_then_fires() {
    let mut sketch = plain(shell(), Vec3::X * 50.0);
    turret(&mut sketch, [0.0; 2], mind(160.0));
    let mut simulation = begin(sketch);
    // A quarter of a turn to the right, 0.025 in each tick; the muzzle is 1 above what it aims at, 50 away.
    assert!(shots(&mut simulation, 10).is_empty());
    let own = turret_of(&simulation, FIRST);
    assert!((own.avatar.yaw + 0.25).abs() < 1e-4, "{own:?}");
    assert!((own.avatar.pitch + libm::atanf(0.02)).abs() < 1e-3, "{own:?}");
    // After 61 ticks 1.5708 - 1.525 is less than 0.05.
    assert_eq!(ticks_of(&shots(&mut simulation, 60), FIRST), [51]);
}

#[test]
fn it_waits_between_its_shots_and_no_longer_than_its_weapon() {
    let times = |dwell: f32| {
        let mut sketch = plain(shell(), Vec3::NEG_Z * 50.0);
        turret(&mut sketch, [0.0; 2], TurretMind { dwell, ..mind(160.0) });
        let times = ticks_of(&shots(&mut begin(sketch), 200), FIRST);
        let first = times[0];
        times.iter().map(|tick| tick - first).collect::<Vec<_>>()
    };
    assert_eq!(times(1.5), [0, 90, 180]);
    // Twelve a second are what the weapon can do.
    assert_eq!(times(0.0)[..5], [0, 5, 10, 15, 20]);
}

#[test]
fn what_is_between_hides_a_target() {
    let mut sketch = plain(shell(), Vec3::NEG_Z * 50.0);
    // Its guns and the eyes of its target are 2 above the ground, and this is 3 high.
    let wall =
        sketch.place(ModelSketch::new().cuboid(Vec3::new(-5.0, 0.0, -26.0), Vec3::new(5.0, 3.0, -25.0)));
    turret(&mut sketch, [0.0; 2], mind(160.0));
    let mut simulation = begin(sketch);
    assert!(shots(&mut simulation, 120).is_empty());
    assert!(!bot(&simulation, FIRST).sees);
    // It is gone: the turret sees it, and fires.
    assert!(simulation.edit().set_active(wall, false));
    assert!(!shots(&mut simulation, 10).is_empty());
    assert_eq!((bot(&simulation, FIRST).plan, bot(&simulation, FIRST).sees), (Plan::Attack, true));
    assert!(simulation.edit().set_active(wall, true));
    assert!(shots(&mut simulation, 120).is_empty());
}

/// Shots of a turret over ground of zone 1 at a tank on ground of zone 2, 50 away, in two seconds, and how many hit it;
/// something is in the way in a zone, so high and so far away.
fn past(zone: i8, high: f32, far: f32) -> (usize, usize) {
    let mut sketch = plain(shell(), Vec3::new(0.0, 0.01, -50.0));
    for (zone, z) in [(1, 0.0), (2, -50.0)] {
        sketch.place(ModelSketch::new().zones(&[zone]).floor([-20.0, z - 20.0], [20.0, z + 20.0], 0.01));
    }
    let wall = ModelSketch::new().zones(&[zone]).double_sided(true);
    sketch.place(wall.wall([-5.0, -far], [5.0, -far], 0.0, high));
    turret(&mut sketch, [0.0; 2], mind(160.0));
    let mut simulation = begin(sketch);
    let counts = fired_and_hit(&mut simulation);
    assert_eq!(simulation.probe().zones.zones(), [2]);
    counts
}

/// The shots of two seconds, and how many hit the person meanwhile.
fn fired_and_hit(simulation: &mut Simulation) -> (usize, usize) {
    let (mut fired, mut hits) = (0, 0);
    for _ in 0..120 {
        simulation.tick(&STAND);
        for cue in simulation.cues() {
            fired += usize::from(matches!(cue, Cue::Shot { .. }));
            hits += usize::from(matches!(cue, Cue::Hit { actor: Some(OWN), .. }));
        }
    }
    (fired, hits)
}

#[test]
fn what_is_in_the_zone_of_either_hides_a_target_and_stops_a_shot() {
    // 2 above the ground it looks from, and the eyes are that high; it aims at 1.
    assert_eq!([1, 2].map(|zone| past(zone, 3.0, 25.0)), [(0, 0); 2]);
    let (fired, hits) = past(3, 3.0, 25.0);
    assert!(fired > 0 && hits > 0, "{hits} of {fired}");
    // 45 away a shot is 1.1 high: it is seen over what stands there, but not hit.
    for zone in [1, 2] {
        let (fired, hits) = past(zone, 1.5, 45.0);
        assert!(fired > 0 && hits == 0, "zone {zone}: {hits} of {fired}");
    }
    let (fired, hits) = past(3, 1.5, 45.0);
    assert!(fired > 0 && hits > 0, "{hits} of {fired}");
}

#[test]
fn what_the_first_person_sees_is_in_the_way_of_others_too() {
    // A turret over zone 1 that goes for a tank on zone 2, while the first person is on zone 3.
    let sees = |zone: i8| {
        let mut sketch = plain(shell(), Vec3::new(0.0, 0.01, 300.0));
        for (zone, z) in [(1, 0.0), (2, -50.0), (3, 300.0)] {
            sketch.place(ModelSketch::new().zones(&[zone]).floor([-20.0, z - 20.0], [20.0, z + 20.0], 0.01));
        }
        let wall = ModelSketch::new().zones(&[zone]).double_sided(true);
        sketch.place(wall.wall([-5.0, -25.0], [5.0, -25.0], 0.0, 4.0));
        let own = turret(&mut sketch, [0.0; 2], mind(160.0));
        driver(&mut sketch, [0.0, -50.0], 0.0, DriverMind::default());
        let scene = &mut sketch.scene;
        scene.opponents.starts[1].place.position.y = 0.01;
        let target = scene.opponents.starts[1].vehicle;
        scene.vehicles[target as usize].views.cockpit = Vec3::Y * 2.0;
        scene.opponents.minds[0].targets = Some(vec![target]);
        let mut simulation = begin(sketch);
        run(&mut simulation, &STAND, 30);
        assert_eq!(simulation.probe().zones.zones(), [3]);
        bot(&simulation, own).sees
    };
    assert_eq!([1, 2, 3, 4].map(sees), [false, false, false, true]);
}

#[test]
fn in_which_zones_shots_are_is_asked_anew() {
    let mut sketch = plain(shell(), Vec3::new(0.0, 0.01, -50.0));
    let floor = |zone: i8, z: f32, height: f32| {
        ModelSketch::new().zones(&[zone]).floor([-20.0, z - 20.0], [20.0, z + 20.0], height)
    };
    sketch.place(floor(2, -50.0, 0.01));
    sketch.place(floor(4, 0.0, 0.005));
    let ground = sketch.place(floor(1, 0.0, 0.01));
    let wall = ModelSketch::new().zones(&[4]).double_sided(true);
    sketch.place(wall.wall([-5.0, -45.0], [5.0, -45.0], 0.0, 1.5));
    turret(&mut sketch, [0.0; 2], mind(160.0));
    let mut simulation = begin(sketch);
    let (fired, hit) = fired_and_hit(&mut simulation);
    assert!(fired > 0 && hit > 0, "{hit} of {fired}");
    // Below it is zone 4 now, in which something is in the way.
    assert!(simulation.edit().set_active(ground, false));
    run(&mut simulation, &STAND, 30);
    let (fired, hit) = fired_and_hit(&mut simulation);
    assert!(fired > 0 && hit == 0, "{hit} of {fired}");
}

#[test]
fn a_target_that_drives_past_is_hit_whether_one_looks_from_outside_or_sits_in_it() {
    let outside = CameraMode::Chase { distance: 9.0, lift: 2.0 };
    let hits = [(outside, false), (CameraMode::Cockpit { eye: Vec3::Y * 2.0 }, true)].map(hits_of);
    assert!(hits[0] > 0 && hits[0] == hits[1], "{hits:?}");
}

/// How often a tank is hit that drives past a turret, seen in a way in which it is drawn or not.
fn hits_of((camera, unseen): (CameraMode, bool)) -> usize {
    let mut sketch = plain(shell(), Vec3::new(-60.0, 0.0, -60.0));
    sketch.scene.avatar.yaw = -FRAC_PI_2;
    turret(&mut sketch, [0.0; 2], TurretMind { dwell: 0.25, ..mind(200.0) });
    let mut simulation = begin(sketch);
    assert!(simulation.edit().set_camera(camera, 0.0));
    let (mut hits, mut fired) = (0, 0);
    for _ in 0..150 {
        simulation.tick(&runtime::Input { forward: 0.4, ..STAND });
        fired += simulation.cues().iter().filter(|cue| matches!(cue, Cue::Shot { .. })).count();
        hits +=
            simulation.cues().iter().filter(|cue| matches!(cue, Cue::Hit { actor: Some(OWN), .. })).count();
    }
    let own = tank_of(&simulation, OWN);
    // 14 units/s across: in half a second of flight it goes 7, more than three times its half length.
    assert!(own.avatar.velocity.x > 14.0, "{own:?}");
    // What is under way is none yet.
    assert!(fired >= 7 && hits + 3 >= fired, "{hits} of {fired}");
    assert!((own.health - (100.0 - 10.0 * hits as f32)).abs() < 0.1, "{own:?}");
    let node = simulation.state().actors.find(OWN.0).and_then(|actor| actor.node).unwrap();
    let flags = simulation.state().nodes.flags[node.index()];
    assert_eq!((flags.contains(NodeFlags::UNSEEN), simulation.state().is_active(node)), (unseen, true));
    hits
}

#[test]
fn one_turret_fires_in_a_tick_and_each_has_its_turn() {
    let several = |firing: u32| {
        let mut sketch = plain(shell(), Vec3::NEG_Z * 80.0);
        sketch.scene.opponents.rules.firing = firing;
        for x in [-2.0, 0.0, 2.0] {
            turret(&mut sketch, [x, 0.0], TurretMind { dwell: 0.0, ..mind(160.0) });
        }
        shots(&mut begin(sketch), 62)
    };
    let all = several(1);
    let ids: Vec<u32> = all.iter().map(|(_, id)| id.0).take(9).collect();
    assert_eq!(ids, [1, 2, 3, 1, 2, 3, 1, 2, 3]);
    assert!(all.windows(2).all(|pair| pair[0].0 < pair[1].0), "{all:?}");
    // As many as like to, all at once.
    let all = several(0);
    assert!(all.chunks(3).all(|three| three.iter().all(|(tick, _)| *tick == three[0].0)), "{all:?}");
}

#[test]
fn looks_are_few_and_go_round() {
    let mut sketch = plain(shell(), Vec3::NEG_Z * 80.0);
    sketch.scene.opponents.rules.looks = 2;
    for x in 0..5 {
        turret(&mut sketch, [x as f32 * 2.0, 0.0], mind(200.0));
    }
    let mut simulation = begin(sketch);
    for tick in 1..=10 {
        simulation.tick(&STAND);
        let looked: Vec<u32> = (1..=5).filter(|id| bot(&simulation, ActorId(*id)).looked == 0).collect();
        // 1 2, 3 4, 5 1, 2 3, 4 5.
        let wanted = [[1, 2], [3, 4], [1, 5], [2, 3], [4, 5]][(tick - 1) % 5];
        assert_eq!(looked, wanted, "{tick}");
    }
}

#[test]
fn it_attacks_for_a_spell_and_then_only_follows() {
    let mut sketch = plain(shell(), Vec3::NEG_Z * 50.0);
    turret(&mut sketch, [0.0; 2], TurretMind { dwell: 0.5, spells: [1.0, 2.0], ..mind(160.0) });
    let times = ticks_of(&shots(&mut begin(sketch), 400), FIRST);
    let from: Vec<u32> = times.iter().map(|tick| tick - times[0]).collect();
    // Sixty ticks of attack, in the first of which it was not loaded yet, and a hundred and twenty without.
    assert_eq!(from, [0, 30, 179, 209, 359, 389]);
}

#[test]
fn a_hit_wakes_it_up() {
    let asleep = |wakes_on_hit: bool| {
        let mut sketch = plain(shell(), Vec3::Z * 50.0);
        // What the person's shells meet: 1 above the ground, in front of them.
        let body =
            sketch.place(ModelSketch::new().cuboid(Vec3::new(-1.0, 0.0, -1.0), Vec3::new(1.0, 2.0, 1.0)));
        turret(&mut sketch, [0.0; 2], mind(160.0));
        sketch.scene.opponents.starts[0].node = Some(body);
        let own = &mut sketch.scene.opponents.minds[0];
        (own.awake, own.wakes_on_hit) = (false, wakes_on_hit);
        let mut simulation = begin(sketch);
        assert!(shots(&mut simulation, 100).is_empty());
        assert_eq!(bot(&simulation, FIRST).plan, Plan::Asleep);
        run(&mut simulation, &FIRE, 40);
        assert!(turret_of(&simulation, FIRST).health < 60.0);
        bot(&simulation, FIRST).plan
    };
    assert_eq!([asleep(true), asleep(false)], [Plan::Attack, Plan::Asleep]);
}

#[test]
fn its_weak_part_alone_can_be_hurt_and_its_tower_takes_the_damage_too() {
    let hit = |weak_is_hit: bool| {
        let mut sketch = plain(shell(), Vec3::Z * 50.0);
        let tower =
            sketch.place(ModelSketch::new().cuboid(Vec3::new(-1.0, 0.0, -1.0), Vec3::new(1.0, 2.0, 1.0)));
        let above = ModelSketch::new().cuboid(Vec3::new(-1.0, 5.0, -1.0), Vec3::new(1.0, 6.0, 1.0));
        let above = sketch.model(above);
        let roof = sketch.node("roof", Some(above), &[]);
        sketch.at(tower).children.push(roof);
        let program = Definition {
            name: "tower".into(),
            root: Some(tower),
            activation: Activation::WeaponHit,
            health: 35.0,
            ..Definition::default()
        };
        sketch.scene.programs.push(program);
        turret(&mut sketch, [0.0; 2], TurretMind { dwell: 1e6, ..mind(10.0) });
        sketch.scene.opponents.starts[0].node = Some(tower);
        let LawKind::Turret(law) = &mut sketch.scene.vehicles[1].law else { panic!() };
        law.weak = Some(if weak_is_hit { tower } else { roof });
        let mut simulation = begin(sketch);
        let mut killed = 0;
        // Three shells and what is under way of the fourth: 50 units are 25 ticks.
        for _ in 0..40 {
            simulation.tick(&FIRE);
            killed += simulation
                .cues()
                .iter()
                .filter(|cue| matches!(cue, Cue::Hit { destroyed: true, .. }))
                .count();
        }
        (turret_of(&simulation, FIRST).health, simulation.state().programs.instances[0].health, killed)
    };
    let (health, tower, killed) = hit(true);
    assert!(health < 60.0 && (health - 60.0 - (tower - 35.0)).abs() < 1e-3, "{health} {tower}");
    assert_eq!(killed, usize::from(tower <= 0.0));
    let (health, same, _) = hit(false);
    assert_eq!((health, same), (60.0, tower));
}

#[test]
fn a_turret_that_is_destroyed_or_gone_is_still() {
    let still = |ends: fn(&mut Simulation, NodeId)| {
        let mut sketch = plain(shell(), Vec3::NEG_Z * 50.0);
        let tower =
            sketch.place(ModelSketch::new().cuboid(Vec3::new(9.0, 0.0, 9.0), Vec3::new(10.0, 2.0, 10.0)));
        sketch.at(tower).transform = Affine3A::from_translation(Vec3::Y);
        turret(&mut sketch, [0.0; 2], mind(160.0));
        sketch.scene.opponents.starts[0].node = Some(tower);
        let mut simulation = begin(sketch);
        assert_eq!(shots(&mut simulation, 95).len(), 2);
        // It stands where its node is.
        assert_eq!(turret_of(&simulation, FIRST).avatar.position, Vec3::Y * 3.0);
        ends(&mut simulation, tower);
        shots(&mut simulation, 200).is_empty()
    };
    assert!(still(|simulation, tower| assert!(simulation.edit().set_active(tower, false))));
    assert!(still(|simulation, tower| assert!(simulation.edit().despawn(tower))));
    assert!(!still(|_, _| ()));
    let mut sketch = plain(shell(), Vec3::NEG_Z * 50.0);
    turret(&mut sketch, [0.0; 2], mind(160.0));
    let LawKind::Turret(law) = &mut sketch.scene.vehicles[1].law else { panic!() };
    law.health = 0.0;
    assert!(shots(&mut begin(sketch), 200).is_empty());
}

#[test]
fn who_is_named_is_aimed_at_and_nobody_else() {
    let fires = |targets: Option<Vec<u32>>| {
        let mut sketch = plain(shell(), Vec3::NEG_Z * 50.0);
        turret(&mut sketch, [0.0; 2], mind(160.0));
        sketch.scene.opponents.minds[0].targets = targets;
        !shots(&mut begin(sketch), 60).is_empty()
    };
    // The person's tank is the first vehicle.
    assert_eq!(
        [fires(None), fires(Some(vec![0])), fires(Some(vec![1])), fires(Some(vec![]))],
        [true, true, false, false]
    );
}

#[test]
fn its_shots_go_within_a_cone_by_chance_and_those_of_a_person_do_not() {
    let ways = |seed: u32, spread: f32| {
        let mut sketch = plain(shell(), Vec3::NEG_Z * 50.0);
        sketch.scene.opponents.rules.spread = spread;
        turret(&mut sketch, [0.0; 2], TurretMind { dwell: 0.0, ..mind(160.0) });
        let scene = std::sync::Arc::new(sketch.scene);
        let (mut simulation, _) = Simulation::new(scene, seed, &world::Limits::default());
        let mut ways = [Vec::new(), Vec::new()];
        for _ in 0..180 {
            simulation.tick(&FIRE);
            for cue in simulation.cues() {
                if let Cue::Shot { actor, direction, .. } = cue {
                    ways[usize::from(*actor == FIRST)].push(*direction);
                }
            }
        }
        ways
    };
    let [own, its] = ways(1, 0.1);
    // Its gun points to the north and down by an angle of a tangent of 1 / 50 when it has aimed.
    let aim = Vec3::new(0.0, -1.0, -50.0).normalize();
    let beside: Vec<f32> = its.iter().skip(3).map(|way| way.angle_between(aim)).collect();
    assert!(beside.len() > 20 && beside.iter().all(|angle| *angle < 0.1 + 0.01), "{beside:?}");
    assert!(
        beside.iter().any(|angle| *angle > 0.05) && beside.iter().any(|angle| *angle < 0.03),
        "{beside:?}"
    );
    assert!(own.len() > 20 && own.iter().all(|way| (*way - Vec3::NEG_Z).length() < 1e-3), "{own:?}");
    assert_ne!(its, ways(2, 0.1)[1], "by chance");
    let exact = ways(1, 0.0);
    assert!(exact[1].iter().skip(3).all(|way| way.angle_between(aim) < 0.01), "{exact:?}");
}

#[test]
fn its_parts_show_where_it_points() {
    let mut sketch = plain(shell(), Vec3::X * 50.0);
    turret(&mut sketch, [0.0; 2], mind(160.0));
    // A socket, 2 above the ground and turned by a quarter, and barrels half a unit above that, both below a base.
    let [base, socket, barrels] = ["base", "socket", "barrels"].map(|name| sketch.node(name, None, &[]));
    let rest = Affine3A::from_rotation_translation(glam::Quat::from_rotation_y(FRAC_PI_2), Vec3::Y * 2.0);
    sketch.at(socket).transform = rest;
    sketch.at(barrels).transform = Affine3A::from_translation(Vec3::Y * 0.5);
    (sketch.at(base).children, sketch.at(socket).children) = (vec![socket], vec![barrels]);
    sketch.scene.roots.push(base);
    let LawKind::Turret(law) = &mut sketch.scene.vehicles[1].law else { panic!("a turret") };
    law.parts = vec![socket, barrels];
    // It stands 0.4 to the left of north: that is how the model stands, too.
    sketch.scene.opponents.starts[0].place.yaw = 0.4;
    let mut simulation = begin(sketch);
    run(&mut simulation, &STAND, 10);
    // A quarter of a second of turning to the right: 0.25 radians; 50 ahead what it aims at is 1 lower.
    let own = turret_of(&simulation, FIRST).avatar;
    assert!((own.yaw - 0.15).abs() < 1e-4 && own.pitch < -0.01, "{own:?}");
    let of = |node: NodeId| simulation.state().nodes.transforms[node.index()];
    let turned = Affine3A::from_rotation_y(-0.25) * rest;
    assert!(
        of(socket).matrix3.abs_diff_eq(turned.matrix3, 1e-5) && of(socket).translation == rest.translation
    );
    assert!(of(barrels).matrix3.abs_diff_eq(glam::Mat3A::from_rotation_x(own.pitch), 1e-5));
    assert_eq!(of(base), Affine3A::IDENTITY);
    // What was removed stays as it was.
    let mut gone = start_scene(simulation.scene().as_ref().clone());
    assert!(gone.edit().despawn(barrels));
    let before = gone.state().nodes.transforms[barrels.index()];
    run(&mut gone, &STAND, 10);
    assert_eq!(gone.state().nodes.transforms[barrels.index()], before);
    // So the world has them, too.
    let probe = simulation.probe();
    let seen = *probe.occurrences.transform(probe.occurrences.of(barrels).next().unwrap());
    assert!(seen.abs_diff_eq(of(socket) * of(barrels), 1e-5), "{seen:?}");
}
