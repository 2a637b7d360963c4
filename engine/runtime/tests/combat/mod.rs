//! Weapons and damage, rule by rule, with numbers worked out by hand: a tick is 1/60 s.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "Part B — Recoil weapons, turrets, AI, pickups, objectives".

mod afflictions;
mod blast;
mod firing;
mod guided;
mod hits;
mod hostile;
mod kept;
mod machines;
mod seeking;
mod shooters;
mod shows;
mod sticky;

use crate::common::start_scene;
use crate::tank;
use glam::{Affine3A, Vec3};
use runtime::{Command, Cue, Input, Simulation};
use world::program::{Activation, Definition};
use world::sketch::{ModelSketch, Sketch};
use world::{
    Actor, ActorId, ActorKind, ArmsLaw, Avatar, CombatRules, LawKind, Muzzle, NodeId, Pilot, Shot, SlotLaw,
    Tank, VehicleLaw, Views, WeaponLaw,
};

/// The tank that the person of the first seat drives.
pub(crate) const OWN: ActorId = ActorId(0);
/// Another one, if there is one.
pub(crate) const OTHER: ActorId = ActorId(1);
/// The first trigger.
pub(crate) const FIRE: Input = Input { fire: true, ..STAND };
/// Nothing.
pub(crate) const STAND: Input = crate::common::STAND;

/// A shell that flies 2 units in a tick and takes 10.
pub(crate) fn shell() -> WeaponLaw {
    WeaponLaw {
        name: "shell".into(),
        damage: [0.0, 10.0],
        rate: 12.0,
        range: 700.0,
        speed: 120.0,
        ..WeaponLaw::default()
    }
}

/// The rules of Recoil.
pub(crate) fn rules() -> CombatRules {
    CombatRules {
        bounce: [0.25, 0.5],
        spin: 3.5,
        most_blasts: 64,
        blast_quirk: true,
        beam: 0.2,
        fire: 4.0,
        freeze: 4.0,
        push: [5.0, 0.005, 0.333],
        seek: 0.25,
        rest: 2.0,
        level: 0.5,
        lie: 60.0,
        flies_off: [3.5, 6.0],
        pool_spread: 0.0,
        first_parts: 3,
        alarm: 0.25,
        squint: 2.0,
        aim_assist: None,
    }
}

/// A tank with these weapons, one group each, on a plain at the origin, its front to -z; its only muzzle is one unit
/// above the ground.
pub(crate) fn armed(weapons: Vec<WeaponLaw>) -> Sketch {
    let mut sketch = tank::field();
    let slots = weapons.iter().enumerate().map(|(at, weapon)| SlotLaw {
        weapon: at as u32,
        ammunition: weapon.ammunition,
        groups: 1 << at,
        muzzles: Vec::new(),
    });
    let arms = ArmsLaw {
        slots: slots.collect(),
        muzzles: vec![Muzzle { node: None, place: Vec3::Y }],
        mass: 1.0,
        ..ArmsLaw::default()
    };
    let law = LawKind::Tank(Box::new(tank::law()));
    sketch.scene.vehicles.push(VehicleLaw { name: "tank".into(), node: None, views: Views::default(), law });
    sketch.scene.drives = Some(0);
    sketch.scene.combat.weapons = weapons;
    sketch.scene.combat.arms = vec![arms];
    sketch.scene.combat.rules = rules();
    sketch
}

/// A box around a place that takes damage: its program says 1 when it can take no more.
pub(crate) fn target(sketch: &mut Sketch, at: Vec3, half: f32, health: f32) -> NodeId {
    let half = Vec3::splat(half);
    let node = sketch.place(ModelSketch::new().cuboid(-half, half));
    sketch.at(node).transform = Affine3A::from_translation(at);
    let own = Definition {
        name: "target".into(),
        root: Some(node),
        activation: Activation::WeaponHit,
        health,
        ..Definition::default()
    };
    sketch.scene.programs.push(own);
    node
}

/// Another tank, as a box 2 wide, 2 high and 4 long with its origin below its middle; nobody drives it.
pub(crate) fn opponent(sketch: &mut Sketch, at: Vec3) -> impl FnOnce(&mut Simulation) + use<> {
    let model = ModelSketch::new().cuboid(Vec3::new(-1.0, 0.0, -2.0), Vec3::new(1.0, 2.0, 2.0));
    let node = sketch.place(model);
    move |simulation: &mut Simulation| {
        let law = tank::law();
        let place = Avatar { position: at, ..Avatar::default() };
        let kind = ActorKind::Tank(Box::new(Tank { contacts: 4, ..Tank::standing(0, &law, place) }));
        let actor = Actor { kind, pilot: Pilot::Nobody, node: Some(node) };
        assert_eq!(simulation.edit().add_actor(actor), Ok(OTHER));
    }
}

pub(crate) fn start(sketch: Sketch) -> Simulation {
    let mut simulation = start_scene(sketch.scene);
    // It settles on its ground.
    run(&mut simulation, &STAND, 2);
    simulation
}

pub(crate) fn run(simulation: &mut Simulation, input: &Input, ticks: u32) {
    crate::common::run(simulation, input, ticks);
}

pub(crate) fn shots(simulation: &Simulation) -> &[Shot] {
    &simulation.state().combat.shots
}

/// Ticks until something is told, with the tick's number counted from 1.
pub(crate) fn until(
    simulation: &mut Simulation,
    input: &Input,
    most: u32,
    mut told: impl FnMut(&Cue) -> bool,
) -> Option<u32> {
    (1..=most).find(|_| {
        simulation.tick(input);
        simulation.cues().iter().any(&mut told)
    })
}

pub(crate) fn is_hit(cue: &Cue) -> bool {
    matches!(cue, Cue::Hit { .. })
}

pub(crate) fn health_of(simulation: &Simulation, actor: ActorId) -> f32 {
    match &simulation.state().actors.find(actor.0).unwrap().kind {
        ActorKind::Tank(tank) => tank.health,
        other => panic!("{other:?}"),
    }
}

/// What is left of the first thing that takes damage.
pub(crate) fn target_health(simulation: &Simulation) -> f32 {
    simulation.state().programs.instances[0].health
}

pub(crate) fn select(simulation: &mut Simulation, group: u8) {
    simulation.advance(&[STAND], &[Command::SelectWeapons { actor: OWN, group }]);
    assert_eq!(simulation.take_findings(), []);
}
