//! What vehicles start: animations of modes, of jets, of flying low; approaches; ejecting.

use crate::aeroplane;
use crate::combat::{self, OWN, STAND, armed, shell};
use crate::mech;
use crate::tank;
use glam::{Affine3A, Vec3};
use runtime::{ActorError, Command, Cue, Input, Simulation};
use world::program::Definition;
use world::sketch::{ModelSketch, Sketch};
use world::{
    Actor, ActorId, ActorKind, Aeroplane, Approach, ApproachVolume, Avatar, CameraMode, LawKind, Mech,
    NodeId, Pilot, ProgramId, SeatId, TankMode, VehicleLaw, VehiclePrograms, Views,
};

/// The vehicle in the second seat.
const VEHICLE: ActorId = ActorId(1);

fn programs(sketch: &mut Sketch, count: u32) -> Vec<ProgramId> {
    let named = (0..count).map(|at| Definition { name: format!("own_{at}").into(), ..Definition::default() });
    sketch.scene.programs.extend(named);
    (0..count).map(ProgramId).collect()
}

/// How often each has begun.
fn runs(simulation: &Simulation) -> Vec<u32> {
    let count = simulation.scene().programs.len();
    let all = simulation.state().programs.instances.iter().take(count);
    all.map(|own| own.runs).collect()
}

/// A vehicle with a node in the second seat; whoever is in the first stands far away.
fn seated(mut sketch: Sketch, law: LawKind, kind: ActorKind, own: VehiclePrograms) -> Simulation {
    let node = sketch.place(ModelSketch::new().cuboid(Vec3::splat(-0.5), Vec3::splat(0.5)));
    sketch.scene.vehicles.push(VehicleLaw {
        name: "own".into(),
        node: Some(node),
        views: Views::default(),
        law,
    });
    sketch.scene.vehicle_programs.push(own);
    sketch.scene.avatar.position = Vec3::new(400.0, 0.0, 400.0);
    let mut simulation = crate::common::start_scene(sketch.scene);
    let actor = Actor { kind, pilot: Pilot::Person(SeatId(1)), node: Some(node) };
    assert_eq!(simulation.edit().add_actor(actor), Ok(VEHICLE));
    simulation
}

fn ask(simulation: &mut Simulation, input: Input, ticks: u32) {
    (0..ticks).for_each(|_| simulation.advance(&[STAND, input], &[]));
}

#[test]
fn a_change_of_the_mode_begins_the_animation_between_the_two() {
    let mut sketch = tank::field();
    let [there, back] = programs(&mut sketch, 2)[..] else { panic!() };
    let own = VehiclePrograms {
        modes: vec![
            (TankMode::Track, TankMode::Hover, there),
            (TankMode::Hover, TankMode::Track, back),
            // Nobody changes to what they are in.
            (TankMode::Track, TankMode::Track, there),
        ],
        ..VehiclePrograms::default()
    };
    let tank = world::Tank { upgrades: 0xff, ..tank::standing() };
    let law = LawKind::Tank(Box::new(tank::law()));
    let mut simulation = seated(sketch, law, ActorKind::Tank(Box::new(tank)), own);
    ask(&mut simulation, STAND, 5);
    assert_eq!(runs(&simulation), [0, 0]);
    simulation.edit().set_tank_mode(VEHICLE, TankMode::Hover).unwrap();
    ask(&mut simulation, STAND, 70);
    assert_eq!(runs(&simulation), [1, 0]);
    simulation.edit().set_tank_mode(VEHICLE, TankMode::Track).unwrap();
    ask(&mut simulation, STAND, 70);
    assert_eq!(runs(&simulation), [1, 1]);
    // None is known for this.
    simulation.edit().set_tank_mode(VEHICLE, TankMode::Amphibious).unwrap();
    ask(&mut simulation, STAND, 70);
    assert_eq!(runs(&simulation), [1, 1]);
}

#[test]
fn what_belongs_to_jets_runs_while_they_burn() {
    let mut sketch = tank::field();
    let [jets] = programs(&mut sketch, 1)[..] else { panic!() };
    let own = VehiclePrograms { jets: Some(jets), ..VehiclePrograms::default() };
    let law = LawKind::Mech(Box::new(mech::law()));
    let place = Avatar { grounded: true, ..Avatar::default() };
    let mech = Mech::standing(0, &mech::law(), place);
    let mut simulation = seated(sketch, law, ActorKind::Mech(Box::new(mech)), own);
    ask(&mut simulation, STAND, 10);
    assert_eq!(runs(&simulation), [0]);
    ask(&mut simulation, Input { jump: true, ..STAND }, 1);
    assert_eq!(runs(&simulation), [1]);
    let before = runs(&simulation);
    ask(&mut simulation, STAND, 5);
    assert_eq!(runs(&simulation), before);
}

#[test]
fn flying_low_over_ground_and_not_high_above_it_blows() {
    let low = |mut sketch: Sketch, height: f32, change: fn(&mut Aeroplane)| {
        let [blow] = programs(&mut sketch, 1)[..] else { panic!() };
        let own = VehiclePrograms { ground_blow: Some((blow, 15.0)), ..VehiclePrograms::default() };
        let mut plane = aeroplane::throttled(aeroplane::flying(100.0), 0.5);
        plane.avatar.position.y = height;
        change(&mut plane);
        let law = LawKind::Aeroplane(Box::new(aeroplane::law()));
        let mut simulation = seated(sketch, law, ActorKind::Aeroplane(Box::new(plane)), own);
        ask(&mut simulation, STAND, 1);
        runs(&simulation)[0]
    };
    assert_eq!([12.0, 18.0].map(|height| low(tank::field(), height, |_| {})), [1, 0]);
    // It is low over ground that is high up, and over water.
    let high = || {
        let mut sketch = Sketch::new();
        sketch.place(ModelSketch::new().floor([-500.0; 2], [500.0; 2], 300.0));
        sketch
    };
    assert_eq!([312.0, 318.0].map(|height| low(high(), height, |_| {})), [1, 0]);
    assert_eq!([32.0, 38.0].map(|height| low(tank::lake(20.0), height, |_| {})), [1, 0]);
    // Whatever zone the first person is in, far away.
    let mut zoned = Sketch::new();
    zoned.scene.zones = world::ActiveZones::new(&[2]);
    for (zone, from) in [(1, -50.0), (2, 350.0)] {
        zoned.place(ModelSketch::new().zones(&[zone]).floor([from; 2], [from + 100.0; 2], 0.0));
    }
    assert_eq!(low(zoned, 12.0, |_| {}), 1);
    // Nothing blows of a wreck, of an engine that stands still, or of one that rolls.
    let changes: [fn(&mut Aeroplane); 3] = [
        |plane| plane.health = 0.0,
        |plane| (plane.throttle, plane.lever) = (0.0, 0.0),
        |plane| (plane.wheels, plane.avatar.position.y, plane.avatar.velocity.z) = (7, 1.5, -5.0),
    ];
    for change in changes {
        assert_eq!(low(tank::field(), 12.0, change), 0);
    }
}

#[test]
fn what_begins_with_a_vehicle_begins_once() {
    let mut sketch = armed(vec![shell()]);
    let [start] = programs(&mut sketch, 1)[..] else { panic!() };
    let node = sketch.place(ModelSketch::new().cuboid(Vec3::splat(-0.5), Vec3::splat(0.5)));
    sketch.scene.vehicles[0].node = Some(node);
    sketch.scene.vehicle_programs =
        vec![VehiclePrograms { start: vec![start], ..VehiclePrograms::default() }];
    let mut simulation = combat::start(sketch);
    combat::run(&mut simulation, &STAND, 100);
    assert_eq!(runs(&simulation), [1]);
}

/// A cone 100 long to the south whose apex is at the origin, 20 wide at its end.
fn cone(sketch: &mut Sketch, program: ProgramId) -> NodeId {
    let node = sketch.place(ModelSketch::new());
    let armed = sketch.place(ModelSketch::new());
    let corners = [Vec3::ZERO, Vec3::Z * 100.0, Vec3::new(0.0, 20.0, 100.0)];
    sketch.at(node).transform = Affine3A::from_translation(Vec3::Y * 200.0);
    sketch.scene.approaches = vec![Approach {
        program,
        node,
        armed: Some(armed),
        place: node,
        volume: ApproachVolume::Cone(corners),
        angle: Some(0.3),
        speeds: Some([20.0, 120.0]),
    }];
    armed
}

#[test]
fn whoever_flies_into_an_approach_as_it_is_wanted_begins_it() {
    let begun = |metres: f32, at: Vec3, speed: f32, is_armed: bool, yaw: f32, health: f32| {
        let mut sketch = tank::field();
        let [lands] = programs(&mut sketch, 1)[..] else { panic!() };
        let armed = cone(&mut sketch, lands);
        let law = world::AeroplaneLaw { metres, ..aeroplane::law() };
        let law = LawKind::Aeroplane(Box::new(law));
        sketch.scene.vehicles.push(VehicleLaw {
            name: "own".into(),
            node: None,
            views: Views::default(),
            law,
        });
        sketch.scene.drives = Some(0);
        let mut simulation = crate::common::start_scene(sketch.scene);
        let mut plane = aeroplane::flying(speed);
        plane.attitude = world::euler_rotation(Vec3::Y * yaw);
        (plane.avatar.position, plane.health) = (at, health);
        let mut state = simulation.state().clone();
        state.actors.iter_mut().next().unwrap().kind = ActorKind::Aeroplane(Box::new(plane));
        let scene = std::sync::Arc::clone(simulation.scene());
        simulation = Simulation::resume(scene, state, &world::Limits::default()).unwrap().0;
        let command = Command::SetFlags { node: armed, flags: world::NodeFlags::ACTIVE, on: is_armed };
        simulation.advance(&[STAND], &[command]);
        runs(&simulation)[0]
    };
    let inside = Vec3::new(0.0, 205.0, 60.0);
    assert_eq!(begun(1.0, inside, 80.0, true, 0.0, 100.0), 1);
    // Half way it is 10 high.
    assert_eq!(begun(1.0, Vec3::new(0.0, 212.0, 50.0), 80.0, true, 0.0, 100.0), 0);
    assert_eq!(begun(1.0, inside, 140.0, true, 0.0, 100.0), 0, "too fast");
    assert_eq!(begun(2.0, inside, 70.0, true, 0.0, 100.0), 0, "too fast in units of two metres");
    assert_eq!(begun(1.0, inside, 80.0, true, 0.5, 100.0), 0, "turned away");
    assert_eq!(begun(1.0, inside, 80.0, false, 0.0, 100.0), 0, "not armed");
    assert_eq!(begun(1.0, inside, 80.0, true, 0.0, 0.0), 0, "a wreck");
}

#[test]
fn whoever_ejects_has_left_for_good() {
    let mut sketch = armed(vec![shell()]);
    let [seat] = programs(&mut sketch, 1)[..] else { panic!() };
    let node = sketch.place(ModelSketch::new().cuboid(Vec3::splat(-0.5), Vec3::splat(0.5)));
    let law = LawKind::Mech(Box::new(mech::law()));
    sketch.scene.vehicles[0] =
        VehicleLaw { name: "own".into(), node: Some(node), views: Views::default(), law };
    sketch.scene.vehicle_programs = vec![VehiclePrograms { eject: Some(seat), ..VehiclePrograms::default() }];
    let law = world::MissionLaw {
        objectives: vec![crate::missions::idle()],
        rules: crate::missions::rules(),
        ..world::MissionLaw::default()
    };
    sketch.scene.mission = Some(Box::new(law));
    let mut simulation = combat::start(sketch);
    simulation.advance(&[STAND], &[Command::Eject { actor: OWN }]);
    assert!(simulation.cues().iter().any(|cue| matches!(cue, Cue::Ejected { actor: OWN, .. })));
    assert_eq!(runs(&simulation), [1]);
    assert!(matches!(simulation.state().rig.mode, CameraMode::Follow { .. }));
    // Nothing more is done by it, and the mission is lost three seconds later.
    let before = simulation.state().avatar().unwrap().position;
    combat::run(&mut simulation, &Input { forward: 1.0, fire: true, ..STAND }, 185);
    assert!(simulation.state().avatar().unwrap().position.distance(before) < 0.1);
    assert!(simulation.state().combat.shots.is_empty());
    assert_eq!(simulation.state().mission.outcome, world::MissionOutcome::Lost);
    assert_eq!(simulation.edit().eject(OWN), Err(ActorError::NoSeat(OWN)));
    // A tank has no such seat.
    let mut simulation = combat::start(armed(vec![shell()]));
    assert_eq!(simulation.edit().eject(OWN), Err(ActorError::NoSeat(OWN)));
    assert_eq!(simulation.edit().eject(ActorId(9)), Err(ActorError::Missing(ActorId(9))));
}

#[test]
fn a_hit_pushes_a_torso_and_shakes_the_cockpit() {
    let mut sketch = armed(vec![shell()]);
    let node = sketch.place(ModelSketch::new().cuboid(Vec3::new(-2.0, 0.0, -2.0), Vec3::new(2.0, 4.0, 2.0)));
    let law = LawKind::Mech(Box::new(mech::law()));
    sketch.scene.vehicles.push(VehicleLaw {
        name: "other".into(),
        node: Some(node),
        views: Views::default(),
        law,
    });
    let arms = &mut sketch.scene.combat.arms;
    let frame = world::PartLaw {
        kind: world::PartKind::Torso,
        node: None,
        armor: [1e3; 2],
        frame: 1e3,
        debris: None,
    };
    let parts = world::PartsLaw { parts: vec![frame] };
    arms.push(world::ArmsLaw { damage: world::DamageModel::Parts(parts), ..arms[0].clone() });
    let mut simulation = combat::start(sketch);
    let place = Avatar { position: Vec3::NEG_Z * 30.0, grounded: true, ..Avatar::default() };
    let kind = ActorKind::Mech(Box::new(Mech::standing(1, &mech::law(), place)));
    simulation.edit().add_actor(Actor { kind, pilot: Pilot::Nobody, node: Some(node) }).unwrap();
    let jolt = |simulation: &Simulation| match &simulation.state().actors.find(VEHICLE.0).unwrap().kind {
        ActorKind::Mech(mech) => mech.jolt,
        other => panic!("{other:?}"),
    };
    let is_hit = |cue: &Cue| matches!(cue, Cue::Hit { actor: Some(VEHICLE), .. });
    assert!(combat::until(&mut simulation, &combat::FIRE, 60, is_hit).is_some());
    // 10 of the 20 that count in full, from behind it: it looks to where the shots go.
    let own = jolt(&simulation);
    assert_eq!((own.strength, own.since), (0.5, 0.0));
    assert!(own.way.abs() < 1e-3, "{own:?}");
    combat::run(&mut simulation, &STAND, 6);
    assert!((jolt(&simulation).since - 0.1).abs() < 1e-3 || jolt(&simulation).since < 0.1);
}

#[test]
fn a_wreck_in_the_air_ejects_nobody() {
    let wreck = Aeroplane { health: 0.0, ..aeroplane::flying(80.0) };
    let law = LawKind::Aeroplane(Box::new(aeroplane::law()));
    let own = VehiclePrograms::default();
    let mut simulation = seated(tank::field(), law, ActorKind::Aeroplane(Box::new(wreck)), own);
    assert_eq!(simulation.edit().eject(VEHICLE), Err(ActorError::NoSeat(VEHICLE)));
}

#[test]
fn one_approach_at_a_time() {
    use world::program::{Event, Sequence, StartClock, Step};
    let mut sketch = tank::field();
    programs(&mut sketch, 2);
    // Both take five seconds.
    for own in &mut sketch.scene.programs {
        let steps = vec![Step::at(StartClock::Animation, 5.0, Event::Callback(1))];
        own.sequences = vec![Sequence { steps, ..Sequence::default() }];
    }
    let armed = cone(&mut sketch, ProgramId(0));
    let other = Approach { program: ProgramId(1), armed: None, ..sketch.scene.approaches[0].clone() };
    sketch.scene.approaches.push(other);
    let law = LawKind::Aeroplane(Box::new(aeroplane::law()));
    sketch.scene.vehicles.push(VehicleLaw { name: "own".into(), node: None, views: Views::default(), law });
    sketch.scene.drives = Some(0);
    let simulation = crate::common::start_scene(sketch.scene);
    let mut plane = aeroplane::throttled(aeroplane::flying(60.0), 0.5);
    plane.avatar.position = Vec3::new(0.0, 206.0, 80.0);
    let mut state = simulation.state().clone();
    state.actors.iter_mut().next().unwrap().kind = ActorKind::Aeroplane(Box::new(plane));
    let scene = std::sync::Arc::clone(simulation.scene());
    let mut simulation = Simulation::resume(scene, state, &world::Limits::default()).unwrap().0;
    // The first that fits begins, and the other one does not while that is under way, though it alone fits by then.
    for _ in 0..20 {
        simulation.tick(&STAND);
        assert_eq!(runs(&simulation), [1, 0]);
        simulation.edit().set_active(armed, false);
    }
}

#[test]
fn whoever_sits_in_a_cockpit_sees_what_is_around_them_and_not_the_vehicle() {
    let mut sketch = armed(vec![shell()]);
    let node = sketch.place(ModelSketch::new().cuboid(Vec3::splat(-0.5), Vec3::splat(0.5)));
    let cage = sketch.node("cage", None, &[]);
    sketch.scene.roots.push(cage);
    let own = &mut sketch.scene.vehicles[0];
    own.node = Some(node);
    own.views = Views { cockpit: Vec3::new(0.0, 2.0, -0.5), cage: Some(cage), ..Views::default() };
    // It looks west.
    sketch.scene.avatar.yaw = std::f32::consts::FRAC_PI_2;
    sketch.scene.avatar.position = Vec3::new(20.0, 0.0, 30.0);
    let mut simulation = combat::start(sketch);
    simulation.edit().set_active(node, false);
    let flags = |simulation: &Simulation, node: NodeId| {
        let flags = simulation.state().nodes.flags[node.index()];
        (flags.contains(world::NodeFlags::ACTIVE), flags.contains(world::NodeFlags::UNSEEN))
    };
    simulation.edit().set_camera(CameraMode::Cockpit { eye: Vec3::new(0.0, 2.0, -0.5) }, 0.0);
    combat::run(&mut simulation, &STAND, 2);
    assert_eq!((flags(&simulation, node), flags(&simulation, cage).0), ((true, true), true));
    let shown = simulation.state().nodes.transforms[cage.index()];
    assert!(shown.translation.abs_diff_eq(Vec3::new(19.5, 2.0, 30.0).into(), 1e-3), "{shown:?}");
    assert!(shown.matrix3.z_axis.abs_diff_eq(Vec3::X.into(), 1e-3), "{shown:?}");
    simulation.edit().set_camera(CameraMode::Chase { distance: 9.0, lift: 2.0 }, 0.0);
    combat::run(&mut simulation, &STAND, 2);
    assert_eq!((flags(&simulation, node), flags(&simulation, cage).0), ((true, false), false));
}

#[test]
fn whoever_walks_is_shown_or_hidden_by_nobody() {
    let mut sketch = tank::field();
    let node = sketch.place(ModelSketch::new().cuboid(Vec3::splat(-0.5), Vec3::splat(0.5)));
    let simulation = crate::common::start_scene(sketch.scene);
    let mut state = simulation.state().clone();
    state.actors.iter_mut().next().unwrap().node = Some(node);
    let scene = std::sync::Arc::clone(simulation.scene());
    let mut simulation = Simulation::resume(scene, state, &world::Limits::default()).unwrap().0;
    simulation.edit().set_active(node, false);
    simulation.tick(&STAND);
    assert!(!simulation.state().nodes.flags[node.index()].contains(world::NodeFlags::ACTIVE));
}
