//! What a tick costs in which much is shot.
//!
//! `cargo bench -p runtime --bench combat` takes the best of many ticks of a world as large as a demo at `--scale 8`:
//! 25,000 boxes on a plain, 64 of which take damage as turrets do, 32 tanks that stand about, and 500 shots that are
//! shown and fly between them: less than 2 ms. The same world without shots is printed beside it, so that what the
//! shots cost can be told, and one in which all 32 tanks fire twelve times a second at what is around them. Then all of
//! them act by themselves: the tanks drive and attack and the turrets turn and fire at somebody on foot between them,
//! with 500 shots on their way: less than 2 ms, too. It measures this machine now and keeps no record.

use glam::{Affine3A, Vec3};
use runtime::{Input, Simulation};
use std::time::{Duration, Instant};
use world::program::{Activation, Definition};
use world::sketch::{ModelSketch, Sketch};
use world::{
    ActorId, ActorKind, ArmsLaw, Avatar, Bot, CombatRules, DriverMind, LawKind, Limits, Measure, MindKind,
    MindLaw, Muzzle, NodeId, OpponentRules, PathNet, Pilot, Plan, SeatId, SlotLaw, State, TankLaw, TurretLaw,
    TurretMind, VehicleLaw, Views, WeaponLaw,
};

const RUNS: u32 = 200;
/// Kilometres along each side of the plain, with 1,000 boxes on each square of them.
const SQUARES: usize = 5;
const BOXES: usize = 1000 * SQUARES * SQUARES;
const TANKS: u8 = 32;
const TURRETS: usize = 64;
const SHOTS: usize = 500;

fn law() -> TankLaw {
    let corners = [[-1.2, -2.0], [1.2, -2.0], [-1.2, 2.0], [1.2, 2.0]];
    TankLaw {
        rates: [48.0, 65.0],
        turns: [2.5, 3.5],
        gravity: 28.0,
        attitude_damping: 8.0,
        slope: [0.707, 0.0],
        supports: corners.map(|[x, z]| Vec3::new(x, 0.0, z)),
        collision: corners.map(|[x, z]| Vec3::new(x, 1.0, z)).to_vec(),
        walls: [-0.9, -0.9, 0.71],
        health: 1e6,
        contact_speed: 5.0,
        tip_rate: 1.2,
        largest_rise: 55.0,
        step: 1.0,
        ..TankLaw::default()
    }
}

/// Boxes on a plain, some of which take damage, and tanks between them, each in a seat of its own.
fn field() -> Simulation {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().floor([-2600.0; 2], [2600.0; 2], 0.0));
    let model = sketch.model(ModelSketch::new().cuboid(Vec3::new(-1.0, 0.0, -1.0), Vec3::new(1.0, 3.0, 1.0)));
    for number in 0..BOXES {
        let node = sketch.node("box", Some(model), &[]);
        // The first square of a kilometre is in the middle, the others are around it.
        let (within, square) = (number % 1000, (number / 1000 + SQUARES * SQUARES / 2) % (SQUARES * SQUARES));
        let corner = |square: usize| square as f32 * 1000.0 - 2500.0;
        let x = (within % 40) as f32 * 25.0 + corner(square % SQUARES);
        let z = (within / 40) as f32 * 40.0 + corner(square / SQUARES);
        sketch.at(node).transform = Affine3A::from_translation(Vec3::new(x, 0.0, z));
        sketch.scene.roots.push(node);
        if number < TURRETS {
            let own = Definition {
                root: Some(node),
                activation: Activation::WeaponHit,
                health: 1e6,
                ..Definition::default()
            };
            sketch.scene.programs.push(own);
        }
    }
    let shell = sketch.model(ModelSketch::new().cuboid(Vec3::splat(-0.1), Vec3::splat(0.1)));
    let shell = sketch.node("shell", Some(shell), &[]);
    let weapon = WeaponLaw {
        name: "shell".into(),
        damage: [0.0, 1.0],
        rate: 12.0,
        range: 1e5,
        speed: 30.0,
        model: Some(shell),
        ..WeaponLaw::default()
    };
    sketch.scene.combat.weapons = vec![weapon];
    sketch.scene.combat.arms = vec![ArmsLaw {
        slots: vec![SlotLaw { weapon: 0, ammunition: None, groups: 1, muzzles: vec![] }],
        muzzles: vec![Muzzle { node: None, place: Vec3::Y * 1.5 }],
        ..ArmsLaw::default()
    }];
    sketch.scene.combat.rules = CombatRules { most_blasts: 64, ..CombatRules::default() };
    let kind = LawKind::Tank(Box::new(law()));
    let vehicle = VehicleLaw { name: "tank".into(), node: None, views: Views::default(), law: kind };
    let body = sketch.model(ModelSketch::new().cuboid(Vec3::new(-1.2, 0.0, -2.0), Vec3::new(1.2, 1.6, 2.0)));
    let bodies: Vec<_> = (0..TANKS).map(|_| sketch.node("tank", Some(body), &[])).collect();
    sketch.scene.roots.extend(&bodies);
    sketch.scene.vehicles.push(vehicle);
    let (mut simulation, _) = Simulation::new(sketch.scene.into(), 1, &Limits::default());
    for (number, node) in (0..TANKS).zip(bodies) {
        let place = Avatar {
            position: Vec3::new(
                f32::from(number % 8) * 50.0 - 187.0,
                0.0,
                f32::from(number / 8) * 80.0 - 120.0,
            ),
            yaw: f32::from(number),
            ..Avatar::default()
        };
        let vehicle = simulation.scene().vehicles[0].clone();
        let mut actor = vehicle.standing(0, place, Pilot::Person(SeatId(number + 1)));
        actor.node = Some(node);
        simulation.edit().add_actor(actor).expect("there is room");
    }
    simulation
}

/// The same world in which all tanks and turrets act by themselves.
fn with_minds() -> Simulation {
    let still = field();
    let mut scene = (**still.scene()).clone();
    scene.opponents.rules = OpponentRules { looks: 12, firing: 1, aim_height: 0.5, spread: 0.0 };
    let ring = [[-150.0, -150.0], [150.0, -150.0], [150.0, 150.0], [-150.0, 150.0]];
    scene.opponents.nets.push(PathNet::ring("ring", ring.map(|[x, z]| Vec3::new(x, 0.0, z)).to_vec()));
    let driver = DriverMind {
        activate: 1e4,
        attack: 120.0,
        attack_dwell: 10.0,
        wait: 3.0,
        keeps: [20.0, 60.0],
        strays: 250.0,
        path_width: 6.0,
        net: Some(0),
        full_lock: 0.5,
        nod: std::f32::consts::PI,
        ..DriverMind::default()
    };
    let turret = TurretMind { range: 400.0, measure: Measure::AddedUp, dwell: 1.5, spells: [0.0; 2] };
    let mind = |kind| MindLaw { aim: 0.05, awake: true, kind, ..MindLaw::default() };
    scene.opponents.minds = vec![mind(MindKind::Driver(driver)), mind(MindKind::Turret(turret))];
    let law = TurretLaw { health: 1e6, pivot: Vec3::Y * 4.0, turns: [1.5, 1.0], ..TurretLaw::default() };
    let law = LawKind::Turret(Box::new(law));
    scene.vehicles.push(VehicleLaw { name: "turret".into(), node: None, views: Views::default(), law });
    scene.combat.arms.push(scene.combat.arms[0].clone());
    let boxes: Vec<NodeId> = scene.programs.iter().filter_map(|program| program.root).collect();
    let mut state = still.state().clone();
    for actor in state.actors.iter_mut().filter(|actor| actor.vehicle().is_some()) {
        actor.pilot = Pilot::Bot(Box::new(Bot::new(0)));
    }
    let (mut simulation, _) = Simulation::resume(scene.into(), state, &Limits::default()).expect("it fits");
    for node in boxes.into_iter().take(TURRETS) {
        let vehicle = simulation.scene().vehicles[1].clone();
        let mut actor = vehicle.standing(1, Avatar::default(), Pilot::Bot(Box::new(Bot::new(1))));
        actor.node = Some(node);
        simulation.edit().add_actor(actor).expect("there is room");
    }
    simulation
}

/// The same world with shots over it, in all directions and above what stands there.
fn with_shots(simulation: &Simulation) -> Simulation {
    let mut state: State = simulation.state().clone();
    for number in 0..SHOTS {
        let turn = number as f32;
        state.combat.shots.push(world::Shot {
            id: number as u32,
            shooter: Some(ActorId(1)),
            place: Vec3::new(number as f32 % 25.0 * 12.0 - 150.0, 4.0, number as f32 / 25.0 * 12.0 - 120.0),
            velocity: Vec3::new(libm::sinf(turn), 0.0, libm::cosf(turn)) * 30.0,
            ..world::Shot::default()
        });
    }
    let scene = simulation.scene().clone();
    Simulation::resume(scene, state, &Limits::default()).expect("it fits").0
}

fn best(simulation: &mut Simulation, inputs: &[Input]) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        let start = Instant::now();
        simulation.advance(inputs, &[]);
        best = best.min(start.elapsed());
    }
    best
}

fn main() {
    let mut still = field();
    still.advance(&[], &[]);
    let mut flying = with_shots(&still);
    println!("32 tanks, 64 turrets: {:?}", best(&mut still, &[]));
    let ticked = best(&mut flying, &[]);
    println!("and {} shots: {ticked:?}", flying.state().combat.shots.len());
    let fire = vec![Input { fire: true, ..Input::default() }; usize::from(TANKS) + 1];
    let mut firing = field();
    let most = best(&mut firing, &fire);
    println!("all of them fire, {} shots: {most:?}", firing.state().combat.shots.len());
    let mut thinking = with_minds();
    (0..30).for_each(|_| thinking.advance(&[], &[]));
    let mut thinking = with_shots(&thinking);
    let fought = best(&mut thinking, &[]);
    let count = |plan: Plan| {
        let is_one = |own: &&world::Actor| matches!(&own.pilot, Pilot::Bot(bot) if bot.plan == plan);
        thinking.state().actors.iter().filter(is_one).count()
    };
    println!(
        "all act by themselves, {} attack and {} watch, {} shots: {fought:?}",
        count(Plan::Attack),
        count(Plan::Watch),
        thinking.state().combat.shots.len()
    );
    let health = |simulation: &Simulation| -> f32 {
        simulation
            .state()
            .actors
            .iter()
            .map(|own| match &own.kind {
                ActorKind::Tank(tank) => tank.health,
                _ => 0.0,
            })
            .sum()
    };
    println!("sum {:x}, {}", flying.hash() ^ firing.hash(), health(&firing));
}
