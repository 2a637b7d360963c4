//! Damage to what is near.

use super::*;
use world::{NodeFlags, Turret, TurretLaw};

/// A shell with a blast of radius 16, which reaches 4 units by the original's slip, onto ground far ahead.
fn bomb() -> WeaponLaw {
    WeaponLaw { damage: [0.0, 24.0], blast: 16.0, rate: 0.1, ..shell() }
}

/// A wall 21 units ahead that the bomb hits 20 units ahead, one unit above the ground.
fn wall(sketch: &mut Sketch) {
    let node =
        sketch.place(ModelSketch::new().cuboid(Vec3::new(-1.5, 0.0, -22.0), Vec3::new(1.5, 3.0, -20.0)));
    sketch.at(node).name = "wall".into();
}

#[test]
fn things_that_say_so_are_hurt_by_how_near_they_are() {
    let mut sketch = armed(vec![bomb()]);
    wall(&mut sketch);
    // Its side is 2 units away from where the bomb goes off.
    let side = target(&mut sketch, Vec3::new(3.0, 1.0, -20.0), 1.0, 50.0);
    let far = target(&mut sketch, Vec3::new(-5.0, 1.0, -20.0), 1.0, 50.0);
    let deaf = target(&mut sketch, Vec3::new(0.0, 1.0, -18.5), 0.2, 50.0);
    sketch.at(deaf).transform.translation.y = 2.5;
    for node in [side, far] {
        let flags = &mut sketch.at(node).flags;
        *flags = flags.union(NodeFlags::PROXIMITY);
    }
    let mut simulation = start(sketch);
    assert!(until(&mut simulation, &FIRE, 30, is_hit).is_some());
    let health: Vec<f32> = simulation.state().programs.instances.iter().map(|own| own.health).collect();
    // 24 · (1 - 4/16); 4 units away nothing; who is not found by such questions nothing.
    assert!((health[0] - 32.0).abs() < 0.1, "{health:?}");
    assert_eq!(health[1..], [50.0, 50.0]);
}

#[test]
fn what_is_hit_itself_is_not_hurt_twice_and_vehicles_are_near_by_their_boxes() {
    let mut sketch = armed(vec![bomb()]);
    let hit = target(&mut sketch, Vec3::new(0.0, 1.0, -21.0), 1.0, 50.0);
    let flags = &mut sketch.at(hit).flags;
    *flags = flags.union(NodeFlags::PROXIMITY);
    // Its box ends 2 units to the left of where the bomb goes off.
    let join = opponent(&mut sketch, Vec3::new(-3.0, 0.0, -20.0));
    let mut simulation = start(sketch);
    join(&mut simulation);
    run(&mut simulation, &STAND, 2);
    assert!(until(&mut simulation, &FIRE, 30, is_hit).is_some());
    assert_eq!(target_health(&simulation), 26.0);
    let left = health_of(&simulation, OTHER);
    assert!((left - 82.0).abs() < 0.1, "24 · (1 - 4/16) less: {left}");
    assert_eq!(health_of(&simulation, OWN), 100.0, "far away");
}

#[test]
fn a_turret_and_what_it_stands_in_take_the_same_of_a_blast() {
    for is_found in [true, false] {
        let mut sketch = armed(vec![bomb()]);
        wall(&mut sketch);
        // Its side is 2 units away from where the bomb goes off, whether such questions find it or not.
        let stand = target(&mut sketch, Vec3::new(3.0, 1.0, -20.0), 1.0, 50.0);
        if is_found {
            let flags = &mut sketch.at(stand).flags;
            *flags = flags.union(NodeFlags::PROXIMITY);
        }
        let law = TurretLaw { health: 50.0, ..TurretLaw::default() };
        let kind = LawKind::Turret(Box::new(law.clone()));
        sketch.scene.vehicles.push(VehicleLaw {
            name: "gun".into(),
            node: None,
            views: Views::default(),
            law: kind,
        });
        sketch.scene.combat.arms.push(ArmsLaw::default());
        let mut simulation = start(sketch);
        let kind = ActorKind::Turret(Box::new(Turret::standing(1, &law, Avatar::default())));
        let actor = Actor { kind, pilot: Pilot::Nobody, node: Some(stand) };
        assert_eq!(simulation.edit().add_actor(actor), Ok(OTHER));
        run(&mut simulation, &STAND, 2);
        assert!(until(&mut simulation, &FIRE, 30, is_hit).is_some());
        // 24 · (1 - 4/16) of 50, once.
        let own = &simulation.state().actors.find(OTHER.0).unwrap().kind;
        let ActorKind::Turret(own) = own else { panic!("{own:?}") };
        assert!((own.health - 32.0).abs() < 0.1, "{own:?}");
        assert!((target_health(&simulation) - 32.0).abs() < 0.1, "{}", target_health(&simulation));
    }
}

#[test]
fn without_the_slip_it_reaches_its_radius() {
    let mut sketch = armed(vec![bomb()]);
    sketch.scene.combat.rules.blast_quirk = false;
    wall(&mut sketch);
    let join = opponent(&mut sketch, Vec3::new(-9.0, 0.0, -20.0));
    let mut simulation = start(sketch);
    join(&mut simulation);
    run(&mut simulation, &STAND, 2);
    assert!(until(&mut simulation, &FIRE, 30, is_hit).is_some());
    // 8 units of 16: 24 · 3/4.
    let left = health_of(&simulation, OTHER);
    assert!((left - 82.0).abs() < 0.1, "{left}");
}

#[test]
fn there_are_no_more_blasts_in_a_tick_than_the_rules_allow() {
    let mut sketch = armed(vec![bomb(), bomb()]);
    sketch.scene.combat.arms[0].slots[1].groups = 1;
    wall(&mut sketch);
    let join = opponent(&mut sketch, Vec3::new(-3.0, 0.0, -20.0));
    let near = |most: u32, sketch: &Sketch| {
        let mut sketch = sketch.clone();
        sketch.scene.combat.rules.most_blasts = most;
        start(sketch)
    };
    let (mut one, mut two) = (near(1, &sketch), near(2, &sketch));
    let law = tank::law();
    let place = Avatar { position: Vec3::new(-3.0, 0.0, -20.0), ..Avatar::default() };
    for simulation in [&mut one, &mut two] {
        let kind = ActorKind::Tank(Box::new(Tank::standing(0, &law, place)));
        let node = Some(NodeId(simulation.scene().nodes.len() as u32 - 1));
        simulation.edit().add_actor(Actor { kind, pilot: Pilot::Nobody, node }).unwrap();
        run(simulation, &STAND, 2);
        assert!(until(simulation, &FIRE, 30, is_hit).is_some());
    }
    drop(join);
    let lost = |simulation: &Simulation| (100.0 - health_of(simulation, OTHER)).round();
    assert_eq!((lost(&one), lost(&two)), (18.0, 36.0));
}

#[test]
fn a_weapon_that_a_program_sets_off_does_what_it_does() {
    use world::program::{Detonation, Event, Operand, Sequence, Step};
    let mut sketch = armed(vec![bomb()]);
    let join = opponent(&mut sketch, Vec3::new(0.0, 0.0, -20.0));
    let mast = sketch.node("mast", None, &[]);
    sketch.at(mast).transform = Affine3A::from_translation(Vec3::new(3.0, 1.0, -20.0));
    sketch.scene.roots.push(mast);
    let bursts = Detonation { weapon: "SHELL".into(), node: Operand::Node(0), ..Detonation::default() };
    let steps = vec![Step::then(Event::Detonate(bursts.into()))];
    sketch.scene.programs = vec![Definition {
        root: Some(mast),
        nodes: vec![Some(mast)],
        sequences: vec![Sequence { steps, ..Sequence::default() }],
        ..Definition::default()
    }];
    let mut simulation = start(sketch);
    join(&mut simulation);
    run(&mut simulation, &STAND, 2);
    assert!(simulation.edit().start_program(world::ProgramId(0), None));
    run(&mut simulation, &STAND, 1);
    assert!(simulation.cues().iter().any(is_hit));
    // Its side is 2 units away: 24 · (1 - 4/16).
    let left = health_of(&simulation, OTHER);
    assert!((left - 82.0).abs() < 0.1, "{left}");
}

#[test]
fn whoever_is_hit_takes_no_blast_of_it_and_who_is_far_away_nothing() {
    let mut sketch = armed(vec![bomb()]);
    let join = opponent(&mut sketch, Vec3::new(0.0, 0.0, -20.0));
    let mut simulation = start(sketch);
    join(&mut simulation);
    run(&mut simulation, &STAND, 2);
    assert!(until(&mut simulation, &FIRE, 30, is_hit).is_some());
    assert_eq!(health_of(&simulation, OTHER), 76.0);
    // The person, 18 units away, does not even know of it.
    assert!(simulation.state().combat.arms_of(OWN).unwrap().hits.is_empty());
}

#[test]
fn a_blast_pushes_away_from_where_it_is_and_is_felt_to_come_from_there() {
    let mut sketch = armed(vec![bomb()]);
    wall(&mut sketch);
    // Without a box it is where it stands: 3 to the west and 1 below.
    let mut simulation = start({
        sketch.place(ModelSketch::new());
        sketch
    });
    let place = Avatar { position: Vec3::new(-3.0, 0.0, -20.0), ..Avatar::default() };
    let kind = ActorKind::Tank(Box::new(Tank { contacts: 4, ..Tank::standing(0, &tank::law(), place) }));
    let node = Some(NodeId(simulation.scene().nodes.len() as u32 - 1));
    let pilot = Pilot::Person(world::SeatId(1));
    assert_eq!(simulation.edit().add_actor(Actor { kind, pilot, node }), Ok(OTHER));
    run(&mut simulation, &STAND, 2);
    let before = simulation.state().actors.find(OTHER.0).unwrap().avatar().velocity;
    assert!(until(&mut simulation, &FIRE, 30, is_hit).is_some());
    // 24 · (1 - 10/16).
    let left = health_of(&simulation, OTHER);
    assert!((left - 91.0).abs() < 0.1, "{left}");
    // 9 by the mass of 1 are more than the largest push, 0.333, along (-3, -1) / 3.162.
    let push = simulation.state().actors.find(OTHER.0).unwrap().avatar().velocity - before;
    assert!((push.x + 0.333 * 3.0 / 3.162_278).abs() < 1e-3, "{push}");
    // From the east.
    let hits = &simulation.state().combat.arms_of(OTHER).unwrap().hits;
    let yaw = hits.last().unwrap().yaw;
    assert!((yaw + std::f32::consts::FRAC_PI_2).abs() < 0.02, "{yaw}");
}

#[test]
fn the_thing_that_a_vehicle_is_takes_no_blast_for_it_and_each_thing_takes_one() {
    let mut sketch = armed(vec![WeaponLaw { rate: 1.0, ..bomb() }]);
    wall(&mut sketch);
    // A thing with two parts that such questions find, and another one that is a tank's node and that none finds.
    let side = target(&mut sketch, Vec3::new(3.0, 1.0, -20.0), 1.0, 50.0);
    let model = sketch.scene.nodes[side.index()].model;
    let part = sketch.node("part", model, &[]);
    sketch.at(side).children.push(part);
    for node in [side, part] {
        let flags = &mut sketch.at(node).flags;
        *flags = flags.union(NodeFlags::PROXIMITY);
    }
    let hull = target(&mut sketch, Vec3::new(-4.0, 1.0, -20.0), 1.0, 50.0);
    let mut simulation = start(sketch);
    let place = Avatar { position: Vec3::new(-4.0, 1.0, -20.0), ..Avatar::default() };
    let kind = ActorKind::Tank(Box::new(Tank { contacts: 4, ..Tank::standing(0, &tank::law(), place) }));
    let actor = Actor { kind, pilot: Pilot::Nobody, node: Some(hull) };
    assert_eq!(simulation.edit().add_actor(actor), Ok(OTHER));
    run(&mut simulation, &STAND, 2);
    let health = |simulation: &Simulation| {
        let all = simulation.state().programs.instances.iter().take(2);
        all.map(|own| own.health.round()).collect::<Vec<_>>()
    };
    assert!(until(&mut simulation, &FIRE, 30, is_hit).is_some());
    assert!(health_of(&simulation, OTHER) < 100.0);
    assert_eq!(health(&simulation), [32.0, 50.0]);
    // The next blast is another one.
    assert!(until(&mut simulation, &FIRE, 90, is_hit).is_some());
    assert_eq!(health(&simulation), [14.0, 50.0]);
}

#[test]
fn a_blast_from_straight_below_comes_from_nowhere_around() {
    use world::program::{Detonation, Event, Operand, Sequence, Step};
    let mut sketch = armed(vec![bomb()]);
    let mast = sketch.node("mast", None, &[]);
    sketch.at(mast).transform = Affine3A::from_translation(Vec3::NEG_Y * 2.0);
    sketch.scene.roots.push(mast);
    let bursts = Detonation { weapon: "shell".into(), node: Operand::Node(0), ..Detonation::default() };
    let steps = vec![Step::then(Event::Detonate(bursts.into()))];
    sketch.scene.programs = vec![Definition {
        root: Some(mast),
        nodes: vec![Some(mast)],
        sequences: vec![Sequence { steps, ..Sequence::default() }],
        ..Definition::default()
    }];
    let mut simulation = start(sketch);
    assert!(simulation.edit().start_program(world::ProgramId(0), None));
    run(&mut simulation, &STAND, 1);
    assert!((health_of(&simulation, OWN) - 82.0).abs() < 0.1, "{}", health_of(&simulation, OWN));
    assert!(simulation.state().combat.arms_of(OWN).unwrap().hits.is_empty());
}

#[test]
fn what_a_hit_sets_off_goes_off_with_it_while_there_may_be_blasts() {
    use world::program::{Detonation, Event, Operand, Step};
    let told = |most: u32| {
        let mut sketch = armed(vec![WeaponLaw { rate: 0.1, ..shell() }, bomb()]);
        sketch.scene.combat.weapons[1].name = "bomb".into();
        sketch.scene.combat.rules.most_blasts = most;
        let barrel = target(&mut sketch, Vec3::new(0.0, 1.0, -21.0), 1.0, 50.0);
        let bursts = Detonation { weapon: "bomb".into(), node: Operand::Node(0), ..Detonation::default() };
        let steps = vec![Step::then(Event::Detonate(bursts.into()))];
        let own = &mut sketch.scene.programs[0];
        own.nodes = vec![Some(barrel)];
        own.damage = steps;
        let mut simulation = start(sketch);
        let weapons = |simulation: &Simulation| {
            let all = simulation.cues().iter().filter_map(|cue| match cue {
                Cue::Hit { weapon, .. } => Some(weapon.clone()),
                _ => None,
            });
            all.collect::<Vec<_>>()
        };
        assert!(until(&mut simulation, &FIRE, 30, is_hit).is_some());
        let mut all = vec![weapons(&simulation)];
        for _ in 0..3 {
            simulation.tick(&STAND);
            all.push(weapons(&simulation));
        }
        all
    };
    let named = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(told(64), [named(&["shell", "bomb"]), vec![], vec![], vec![]]);
    // Where there may be none, nothing is set off, then or later.
    assert_eq!(told(0), [named(&["shell"]), vec![], vec![], vec![]]);
}
