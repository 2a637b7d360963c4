//! What is hit, what that does, what is told of it.

use super::*;
use world::program::{Event, Sequence, Step};
use world::{Impact, ProgramId, SeatId, Surface, VitalLaw, WeaponManner};

#[test]
fn a_shot_hits_what_is_between_two_places_however_thin_it_is() {
    let mut sketch = armed(vec![WeaponLaw { speed: 6000.0, range: 5000.0, rate: 1.0, ..shell() }]);
    // 100 units in a tick, and a wall of a hundredth of a unit.
    target(&mut sketch, Vec3::new(0.0, 1.0, -150.0), 0.005, 25.0);
    let wall = sketch.scene.nodes.last().unwrap().model.unwrap();
    sketch.scene.models[wall.index()] =
        ModelSketch::new().cuboid(Vec3::new(-5.0, -1.0, -0.005), Vec3::new(5.0, 5.0, 0.005)).done();
    let mut simulation = start(sketch);
    assert_eq!(until(&mut simulation, &FIRE, 3, is_hit), Some(2));
    assert_eq!(target_health(&simulation), 15.0);
    assert_eq!(shots(&simulation), []);
}

#[test]
fn health_is_counted_down_and_the_last_hit_starts_the_program() {
    let mut sketch = armed(vec![shell()]);
    target(&mut sketch, Vec3::new(0.0, 1.0, -21.0), 1.0, 25.0);
    let says = Sequence { steps: vec![Step::then(Event::Callback(7))], ..Sequence::default() };
    sketch.scene.programs[0].sequences = vec![says];
    let mut simulation = start(sketch);
    let mut left = Vec::new();
    let mut said = 0;
    for _ in 0..30 {
        simulation.tick(&FIRE);
        for cue in simulation.cues() {
            match cue {
                Cue::Hit { left: share, destroyed, .. } => left.push((*share, *destroyed)),
                Cue::Callback { value: 7, .. } => said += 1,
                _ => {}
            }
        }
    }
    // 15 of 25, 5 of 25, nothing; whole again behind the end of the program, which the specification says.
    assert_eq!(left[..3], [(Some(0.6), false), (Some(0.2), false), (Some(0.0), true)]);
    assert_eq!(said, 1);
}

#[test]
fn ground_takes_no_damage_and_shows_what_its_kind_shows() {
    let own = |effect: &str| Impact { effect: effect.into(), ..Impact::default() };
    let impacts = vec![(Surface::Default, own("dust")), (Surface::Soil(1), own("splash"))];
    let law = WeaponLaw { gravity: 600.0, rate: 1.0, impacts, ..shell() };
    for (soil, effect) in [(0, "dust"), (1, "splash"), (6, "dust")] {
        let mut sketch = armed(vec![law.clone()]);
        sketch.scene.materials[0].soil = soil;
        let mut simulation = start(sketch);
        let mut found = None;
        let told = until(&mut simulation, &FIRE, 30, |cue| match cue {
            Cue::Hit { left, node, .. } => {
                found = Some((*left, node.is_some()));
                true
            }
            _ => false,
        });
        assert!(told.is_some());
        assert_eq!(found, Some((None, true)));
        let shown =
            simulation.cues().iter().any(|cue| matches!(cue, Cue::Effect { name, .. } if name == effect));
        assert!(shown, "{soil}: {:?}", simulation.cues());
    }
}

/// A program that says a number when it starts.
pub(super) fn says(value: u32) -> Definition {
    let steps = vec![Step::then(Event::Callback(value))];
    Definition { sequences: vec![Sequence { steps, ..Sequence::default() }], ..Definition::default() }
}

#[test]
fn the_animation_of_a_hit_follows_what_is_left_and_a_kill_has_its_own() {
    let mut sketch = armed(vec![shell()]);
    target(&mut sketch, Vec3::new(0.0, 1.0, -21.0), 1.0, 25.0);
    sketch.scene.programs.extend([says(1), says(2), says(3)]);
    // 15 of 25 are more than half: the usual one; 5 of 25: that for a quarter; then the end.
    let impact = Impact {
        program: Some(ProgramId(1)),
        by_health: vec![(0.25, ProgramId(2)), (0.5, ProgramId(1))],
        kill: Some(ProgramId(3)),
        ..Impact::default()
    };
    sketch.scene.combat.weapons[0].impacts = vec![(Surface::Building, impact)];
    let mut simulation = start(sketch);
    let mut said = Vec::new();
    for _ in 0..24 {
        simulation.tick(&FIRE);
        said.extend(simulation.cues().iter().filter_map(|cue| match cue {
            Cue::Callback { value: value @ 1..=3, .. } => Some(*value),
            _ => None,
        }));
    }
    assert_eq!(said, [1, 2, 3]);
}

#[test]
fn a_vehicle_loses_health_is_pushed_and_ends() {
    let mut sketch = armed(vec![WeaponLaw { damage: [0.0, 40.0], rate: 2.0, ..shell() }]);
    let join = opponent(&mut sketch, Vec3::new(0.0, 0.0, -19.5));
    sketch.scene.programs = vec![says(5)];
    sketch.scene.combat.arms[0].death = Some(ProgramId(0));
    let mut simulation = start(sketch);
    join(&mut simulation);
    run(&mut simulation, &STAND, 2);
    let hit = |cue: &Cue| matches!(cue, Cue::Hit { actor: Some(OTHER), .. });
    // 17.5 units to its side: nine ticks.
    assert_eq!(until(&mut simulation, &FIRE, 20, hit), Some(9));
    assert_eq!(health_of(&simulation, OTHER), 60.0);
    // 40 by the mass of 1 is more than the largest push.
    let pushed = simulation.state().actors.find(OTHER.0).unwrap().avatar().velocity.z;
    assert!((pushed + 0.333).abs() < 1e-3, "{pushed}");
    assert!(until(&mut simulation, &FIRE, 60, hit).is_some());
    let over = |cue: &Cue| matches!(cue, Cue::Destroyed { actor: OTHER, .. });
    assert!(until(&mut simulation, &FIRE, 60, over).is_some());
    assert_eq!(health_of(&simulation, OTHER), 0.0);
    assert!(simulation.state().combat.arms_of(OTHER).unwrap().destroyed);
    assert!(until(&mut simulation, &STAND, 2, |cue| matches!(cue, Cue::Callback { value: 5, .. })).is_some());
    // A wreck is hit and takes no more.
    assert!(until(&mut simulation, &FIRE, 60, over).is_none());
}

#[test]
fn what_needs_some_of_its_nodes_ends_without_them() {
    let mut sketch = armed(vec![shell()]);
    let join = opponent(&mut sketch, Vec3::new(0.0, 0.0, -19.5));
    let far = || ModelSketch::new().cuboid(Vec3::splat(500.0), Vec3::splat(501.0));
    let nodes: Vec<NodeId> = (0..3).map(|_| sketch.place(far())).collect();
    sketch.scene.combat.arms[0].vital = VitalLaw { nodes: nodes.clone(), least: 2 };
    let mut simulation = start(sketch);
    join(&mut simulation);
    let over = |cue: &Cue| matches!(cue, Cue::Destroyed { actor: OTHER, .. });
    assert!(until(&mut simulation, &STAND, 5, over).is_none());
    let lose = |simulation: &mut Simulation, node: NodeId| {
        simulation.edit().set_active(node, false);
        until(simulation, &STAND, 3, over)
    };
    assert_eq!(lose(&mut simulation, nodes[0]), None);
    assert_eq!(lose(&mut simulation, nodes[2]), Some(1));
    assert!(simulation.state().combat.arms_of(OTHER).unwrap().destroyed);
    // Once is enough.
    assert_eq!(lose(&mut simulation, nodes[1]), None);
}

#[test]
fn whoever_drives_knows_where_the_last_hits_came_from() {
    let mut sketch = armed(vec![WeaponLaw { damage: [0.0, 1.0], ..shell() }]);
    let join = opponent(&mut sketch, Vec3::new(0.0, 0.0, -19.5));
    let mut simulation = start(sketch);
    join(&mut simulation);
    let hit = |cue: &Cue| matches!(cue, Cue::Hit { actor: Some(OTHER), .. });
    assert!(until(&mut simulation, &FIRE, 20, hit).is_some());
    // Nobody drives it, and nobody asks.
    assert!(simulation.state().combat.arms_of(OTHER).unwrap().hits.is_empty());
    simulation.edit().set_pilot(OTHER, Pilot::Person(SeatId(1))).unwrap();
    let mut ticks = Vec::new();
    for _ in 0..6 {
        assert!(until(&mut simulation, &FIRE, 20, hit).is_some());
        let hits = &simulation.state().combat.arms_of(OTHER).unwrap().hits;
        let last = hits.last().unwrap();
        // From the south: half a turn from north.
        assert!((last.yaw.abs() - std::f32::consts::PI).abs() < 1e-3, "{last:?}");
        ticks.push(last.tick);
    }
    // A shot in every fifth tick; the last four are known.
    assert!(ticks.windows(2).all(|pair| pair[1] - pair[0] == 5), "{ticks:?}");
    let kept: Vec<u64> =
        simulation.state().combat.arms_of(OTHER).unwrap().hits.iter().map(|hit| hit.tick).collect();
    assert_eq!(kept, ticks[2..]);
}

#[test]
fn whoever_fires_is_not_in_the_way_of_the_shot() {
    let mut sketch = armed(vec![shell()]);
    let node = sketch.place(ModelSketch::new().cuboid(Vec3::new(-2.0, 0.0, -3.0), Vec3::new(2.0, 3.0, 3.0)));
    sketch.scene.vehicles[0].node = Some(node);
    // From behind its own back.
    sketch.scene.combat.arms[0].muzzles[0].place = Vec3::new(0.0, 1.0, 6.0);
    let mut simulation = start(sketch);
    run(&mut simulation, &FIRE, 6);
    assert_eq!(health_of(&simulation, OWN), 100.0);
    assert_eq!(shots(&simulation).len(), 2);
}

#[test]
fn fire_takes_its_damage_over_four_seconds_and_ice_holds() {
    let law = WeaponLaw {
        manner: WeaponManner::IGNITES | WeaponManner::FREEZES,
        damage: [0.0, 3.0],
        rate: 0.1,
        ..shell()
    };
    let mut sketch = armed(vec![law]);
    let join = opponent(&mut sketch, Vec3::new(0.0, 0.0, -20.0));
    let mut simulation = start(sketch);
    join(&mut simulation);
    assert!(until(&mut simulation, &FIRE, 20, is_hit).is_some());
    let arms = simulation.state().combat.arms_of(OTHER).unwrap();
    assert_eq!((arms.burns, arms.frozen), ([0.75, 4.0], 4.0));
    run(&mut simulation, &STAND, 120);
    let half = health_of(&simulation, OTHER);
    assert!((half - 95.5).abs() < 1e-2, "97 less half of 3: {half}");
    run(&mut simulation, &STAND, 180);
    let burnt = health_of(&simulation, OTHER);
    assert!((burnt - 94.0).abs() < 1e-2, "{burnt}");
    assert_eq!(simulation.state().combat.arms_of(OTHER).unwrap().frozen, 0.0);
}

#[test]
fn whoever_is_frozen_neither_drives_nor_fires() {
    let mut simulation = start(armed(vec![shell()]));
    let mut frozen = simulation.state().clone();
    frozen.combat.arms[0].frozen = 0.05;
    let scene = std::sync::Arc::clone(simulation.scene());
    simulation = Simulation::resume(scene, frozen, &world::Limits::default()).unwrap().0;
    let ahead = Input { forward: 1.0, ..FIRE };
    // Three ticks and what a sum of sixtieths leaves.
    run(&mut simulation, &ahead, 2);
    assert_eq!((shots(&simulation).len(), simulation.state().avatar().unwrap().velocity.z), (0, 0.0));
    run(&mut simulation, &ahead, 3);
    assert!(!shots(&simulation).is_empty() && simulation.state().avatar().unwrap().velocity.z < 0.0);
}

#[test]
fn back_at_the_start_a_wreck_is_whole_and_loaded() {
    let mut simulation = start(armed(vec![WeaponLaw { ammunition: Some(2), ..shell() }]));
    run(&mut simulation, &FIRE, 10);
    let mut wreck = simulation.state().clone();
    wreck.combat.arms[0].destroyed = true;
    let ActorKind::Tank(tank) = &mut wreck.actors[0].kind else { panic!() };
    tank.health = 0.0;
    let scene = std::sync::Arc::clone(simulation.scene());
    simulation = Simulation::resume(scene, wreck, &world::Limits::default()).unwrap().0;
    simulation.advance(&[STAND], &[Command::BackToStart { actor: OWN }]);
    assert_eq!(health_of(&simulation, OWN), 100.0);
    let arms = &simulation.state().combat.arms[0];
    assert_eq!((arms.destroyed, arms.slots[0].ammunition), (false, Some(2)));
}

#[test]
fn an_aeroplane_that_is_shot_down_is_a_wreck_and_fires_no_more() {
    let mut law = crate::aeroplane::law();
    // Who sits in a wreck starts anew after a while.
    law.crash.pause_s = 2.0;
    let mut sketch = armed(vec![shell()]);
    let node = sketch.place(ModelSketch::new().cuboid(Vec3::splat(-3.0), Vec3::splat(3.0)));
    let law = LawKind::Aeroplane(Box::new(law));
    sketch.scene.vehicles.push(VehicleLaw {
        name: "plane".into(),
        node: Some(node),
        views: Views::default(),
        law,
    });
    let arms = &mut sketch.scene.combat.arms;
    let pools = world::PoolsLaw { whole: [0.0, 25.0], parts: Vec::new() };
    arms.push(ArmsLaw { damage: world::DamageModel::Pools(pools), ..arms[0].clone() });
    let mut simulation = start(sketch);
    // It stands in front of the person's gun and always fires.
    let place = Avatar { position: Vec3::NEG_Z * 30.0, ..Avatar::default() };
    let own = world::Aeroplane::placed(1, &crate::aeroplane::law(), place);
    let kind = ActorKind::Aeroplane(Box::new(own));
    let pilot = Pilot::Person(SeatId(1));
    simulation.edit().add_actor(Actor { kind, pilot, node: Some(node) }).unwrap();
    let plane = |simulation: &Simulation| match &simulation.state().actors.find(OTHER.0).unwrap().kind {
        ActorKind::Aeroplane(plane) => **plane,
        other => panic!("{other:?}"),
    };
    let mut hits = 0;
    let mut fires = |simulation: &mut Simulation, own: Input| {
        simulation.advance(&[own, FIRE], &[]);
        hits +=
            simulation.cues().iter().filter(|cue| matches!(cue, Cue::Hit { actor: Some(OTHER), .. })).count();
        let shot = simulation.cues().iter().any(|cue| matches!(cue, Cue::Shot { actor: OTHER, .. }));
        (shot, hits)
    };
    assert!((0..5).any(|_| fires(&mut simulation, STAND).0));
    // 25 are three hits of 10; its law has 100 for the same whole: 60, 20, none.
    let mut left = Vec::new();
    for _ in 0..60 {
        let (_, count) = fires(&mut simulation, FIRE);
        if count > left.len() {
            left.push(plane(&simulation).health);
        }
        if count == 3 {
            break;
        }
    }
    assert_eq!((left.len(), plane(&simulation).is_wreck()), (3, true), "{left:?}");
    assert!((left[0] - 60.0).abs() < 1e-3 && (left[1] - 20.0).abs() < 1e-3, "{left:?}");
    assert!(simulation.state().combat.arms_of(OTHER).unwrap().destroyed);
    assert!((0..60).all(|_| !fires(&mut simulation, STAND).0), "a wreck does not fire");
    // It starts anew, whole and loaded.
    let again = (0..120).find(|_| fires(&mut simulation, STAND).0);
    assert!(again.is_some() && !plane(&simulation).is_wreck());
    assert!(!simulation.state().combat.arms_of(OTHER).unwrap().destroyed);
}

#[test]
fn a_lost_arm_flies_off_and_lies_about() {
    let mut sketch = armed(vec![
        shell(),
        WeaponLaw {
            name: "debris".into(),
            gravity: 10.0,
            range: 400.0,
            manner: WeaponManner::MINE,
            ..WeaponLaw::default()
        },
    ]);
    let body = ModelSketch::new().cuboid(Vec3::new(-0.5, 0.0, -0.5), Vec3::new(0.5, 2.0, 0.5));
    let root = sketch.place(ModelSketch::new());
    let arm = sketch.model(body);
    let arm = sketch.node("larm", Some(arm), &[]);
    sketch.at(root).children.push(arm);
    sketch.scene.combat.weapons[1].model = Some(arm);
    let law = LawKind::Mech(Box::new(crate::mech::law()));
    let views = Views::default();
    sketch.scene.vehicles.push(VehicleLaw { name: "other".into(), node: Some(root), views, law });
    let part = |kind, node, debris| world::PartLaw { kind, armor: [0.0; 2], frame: 15.0, node, debris };
    let parts =
        vec![part(world::PartKind::Torso, None, None), part(world::PartKind::LeftArm, Some(arm), Some(1))];
    let arms = &mut sketch.scene.combat.arms;
    let damage = world::DamageModel::Parts(world::PartsLaw { parts });
    arms.push(ArmsLaw { damage, slots: Vec::new(), ..arms[0].clone() });
    let mut simulation = start(sketch);
    let place = Avatar { position: Vec3::NEG_Z * 30.0, grounded: true, ..Avatar::default() };
    let kind = ActorKind::Mech(Box::new(world::Mech::standing(1, &crate::mech::law(), place)));
    simulation.edit().add_actor(Actor { kind, pilot: Pilot::Nobody, node: Some(root) }).unwrap();
    let pieces = |simulation: &Simulation| {
        let all = shots(simulation).iter().filter(|shot| shot.weapon == 1);
        all.copied().collect::<Vec<_>>()
    };
    // Ten are not enough for an arm of fifteen.
    let is_hit = |cue: &Cue| matches!(cue, Cue::Hit { actor: Some(OTHER), .. });
    assert!(until(&mut simulation, &FIRE, 60, is_hit).is_some());
    assert!(pieces(&simulation).is_empty() && simulation.state().is_active(arm));
    assert!(until(&mut simulation, &FIRE, 60, is_hit).is_some());
    run(&mut simulation, &STAND, 3);
    assert!(!simulation.state().is_active(arm));
    let [piece] = pieces(&simulation)[..] else { panic!("{:?}", shots(&simulation)) };
    // Up with 6, which a few ticks of its fall have lessened, and 3.5 to some side.
    assert!((5.0..6.0).contains(&piece.velocity.y) && piece.node.is_some(), "{piece:?}");
    assert!((piece.velocity.with_y(0.0).length() - 3.5).abs() < 1e-3, "{piece:?}");
    // It comes down, bounces and lies, and takes nothing from anybody.
    run(&mut simulation, &STAND, 300);
    let [piece] = pieces(&simulation)[..] else { panic!("{:?}", shots(&simulation)) };
    assert!(piece.lies && piece.place.y < 0.1, "{piece:?}");
    assert!(piece.place.distance(Vec3::NEG_Z * 30.0) < 20.0, "{piece:?}");
    assert_eq!(health_of(&simulation, OWN), 100.0);
    // And is gone after a minute.
    run(&mut simulation, &STAND, 3600);
    assert!(pieces(&simulation).is_empty());
}
