//! Who acts by itself, rule by rule, with numbers worked out by hand: a tick is 1/60 s.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "B4. Turrets (`ai.zrd`)", "B5. AI vehicles", "C5. Turrets".

mod battles;
mod drivers;
mod fliers;
mod notes;
mod orders;
mod turrets;

use crate::combat::{STAND, armed};
use crate::common::start_scene;
use crate::tank;
use glam::Vec3;
use runtime::{Cue, Simulation};
use world::sketch::{ModelSketch, Sketch};
use world::{
    ActorId, ActorKind, ArmsLaw, Avatar, Bot, DriverMind, LawKind, MindKind, MindLaw, Muzzle, NodeId,
    OpponentRules, OpponentStart, Pilot, SlotLaw, Tank, Turret, TurretLaw, TurretMind, VehicleLaw, Views,
    WeaponLaw,
};

/// The first opponent.
const FIRST: ActorId = ActorId(1);

/// A plain on which the person's tank stands somewhere, its front to -z: a box 2 wide, 2 high and 4 long, with eyes 2
/// above the ground, so that one aims at 1. Everybody has one weapon.
fn plain(weapon: WeaponLaw, person: Vec3) -> Sketch {
    let mut sketch = armed(vec![weapon]);
    let model = ModelSketch::new().cuboid(Vec3::new(-1.0, 0.0, -2.0), Vec3::new(1.0, 2.0, 2.0));
    let node = sketch.place(model);
    let own = &mut sketch.scene.vehicles[0];
    (own.node, own.views) = (Some(node), Views { cockpit: Vec3::Y * 2.0, ..Views::default() });
    sketch.scene.avatar.position = person;
    sketch.scene.opponents.rules = OpponentRules { looks: 64, firing: 1, aim_height: 0.5, spread: 0.0 };
    sketch
}

/// Adds somebody who acts by itself, with the first weapon at a muzzle.
fn opponent(sketch: &mut Sketch, law: LawKind, place: Avatar, mind: MindLaw, muzzle: Vec3) -> ActorId {
    let scene = &mut sketch.scene;
    let vehicle = scene.vehicles.len() as u32;
    scene.vehicles.push(VehicleLaw { name: "foe".into(), node: None, views: Views::default(), law });
    let slot = SlotLaw { weapon: 0, ammunition: None, groups: 1, muzzles: Vec::new() };
    let muzzles = vec![Muzzle { node: None, place: muzzle }];
    scene.combat.arms.push(ArmsLaw { slots: vec![slot], muzzles, ..ArmsLaw::default() });
    let number = scene.opponents.minds.len() as u32;
    scene.opponents.minds.push(mind);
    scene.opponents.starts.push(OpponentStart { vehicle, mind: number, place, node: None });
    ActorId(scene.opponents.starts.len() as u32)
}

/// A turret 2 above the ground that looks to -z, turns 1.5 to the side and 0.6 up and down in a second, and fires when it
/// points no more than 0.05 beside its aim.
fn turret(sketch: &mut Sketch, at: [f32; 2], mind: TurretMind) -> ActorId {
    let law = TurretLaw { health: 60.0, turns: [1.5, 0.6], pivot: Vec3::Y * 2.0, ..TurretLaw::default() };
    let mind = MindLaw { aim: 0.05, awake: true, kind: MindKind::Turret(mind), ..MindLaw::default() };
    let place = Avatar { position: Vec3::new(at[0], 2.0, at[1]), ..Avatar::default() };
    opponent(sketch, LawKind::Turret(Box::new(law)), place, mind, Vec3::ZERO)
}

/// A tank on the ground, whose muzzle is as high as what it aims at.
fn driver(sketch: &mut Sketch, at: [f32; 2], yaw: f32, mind: DriverMind) -> ActorId {
    let mind = MindLaw { aim: 0.05, kind: MindKind::Driver(mind), ..MindLaw::default() };
    let place = Avatar { position: Vec3::new(at[0], 0.0, at[1]), yaw, ..Avatar::default() };
    opponent(sketch, LawKind::Tank(Box::new(tank::law())), place, mind, Vec3::Y)
}

fn begin(sketch: Sketch) -> Simulation {
    start_scene(sketch.scene)
}

fn bot(simulation: &Simulation, id: ActorId) -> &Bot {
    match &simulation.state().actors.find(id.0).unwrap().pilot {
        Pilot::Bot(bot) => bot,
        other => panic!("{other:?}"),
    }
}

fn tank_of(simulation: &Simulation, id: ActorId) -> Tank {
    match &simulation.state().actors.find(id.0).unwrap().kind {
        ActorKind::Tank(tank) => **tank,
        other => panic!("{other:?}"),
    }
}

fn turret_of(simulation: &Simulation, id: ActorId) -> Turret {
    match &simulation.state().actors.find(id.0).unwrap().kind {
        ActorKind::Turret(turret) => **turret,
        other => panic!("{other:?}"),
    }
}

/// The ticks in which each opponent fires, counted from 1.
fn shots(simulation: &mut Simulation, ticks: u32) -> Vec<(u32, ActorId)> {
    let mut all = Vec::new();
    for tick in 1..=ticks {
        simulation.tick(&STAND);
        for cue in simulation.cues() {
            if let Cue::Shot { actor, .. } = cue {
                all.push((tick, *actor));
            }
        }
    }
    all
}

fn ticks_of(all: &[(u32, ActorId)], id: ActorId) -> Vec<u32> {
    all.iter().filter(|(_, own)| *own == id).map(|(tick, _)| *tick).collect()
}
