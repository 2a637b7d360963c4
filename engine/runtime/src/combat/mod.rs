//! Weapons and what they do: who fires, what flies, what is hit, what that does.
//!
//! It asks the world by rays and by distance and names what is hit by the numbers of nodes and actors; where the muzzles
//! of a vehicle are and where it aims is the vehicle's. What a hit does to things that stand about is the programs' of
//! their nodes.
//!
//! | file | holds |
//! |---|---|
//! | `ammunition.rs` | how often a weapon fires, and how long |
//! | `firing.rs` | who fires what, and from where |
//! | `aim_assist.rs` | whom the shots of a person stick to |
//! | `sights.rs` | where a vehicle would fire, for whoever aims from outside |
//! | `shots.rs` | what flies: gaining speed, falling, range, what is met on the way |
//! | `beams.rs` | what is there at once |
//! | `homing.rs` | what finds its way, and what its driver steers |
//! | `mines.rs` | what bounces, lies, and goes off near others |
//! | `clusters.rs` | what comes apart |
//! | `strikes.rs` | what is hit: damage, what is seen and heard of it |
//! | `blast.rs` | damage to what is near |
//! | `damage` | what is left of vehicles: health, parts, pools of armour |
//! | `models.rs` | copies of models that show what flies |
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "Part B — Recoil weapons, turrets, AI, pickups, objectives", "C3.
//! Damage, vehicles", "C4. Weapons".

mod aim_assist;
mod ammunition;
mod beams;
mod blast;
mod clusters;
mod damage;
mod firing;
mod homing;
mod mines;
mod models;
mod shots;
mod sights;
mod strikes;

pub(crate) use firing::muzzle_place;
pub(crate) use sights::Line;
pub use sights::Sights;

use crate::tick::Tick;
use crate::{DT, Edit, Input, Simulation, vehicles};
use binary::{Code, Severity};
use glam::Vec3;
use smallvec::SmallVec;
use std::fmt;
use std::sync::Arc;
use world::{
    ActiveZones, Actor, ActorId, ArmsLaw, Combat, CombatLaw, Finding, Near, NodeId, Pilot, Probe, Scene,
    Shot, State, WeaponLaw,
};

binary::codes! {
    FULL = "runtime.combat.full": "more shots fly at once than there is room for; the rest is not fired" => "look for a weapon that fires in every tick and flies very far";
    MODEL = "runtime.combat.model": "the model of a shot cannot be shown" => "look for what a weapon names as its model, and for worlds with as many nodes as there is room for";
}

/// The stage.
pub(crate) fn tick(tick: &mut Tick<'_>) {
    if tick.scene.combat.weapons.is_empty() {
        return;
    }
    let scene = Arc::clone(&tick.scene);
    let inputs = tick.inputs;
    let mut edit = Edit::new(tick.world);
    Battle::with(&scene, inputs, &mut edit, |battle| {
        battle.man();
        battle.pass_time();
        battle.dim_beams();
        battle.stick();
        battle.fire();
        battle.fly();
        battle.strike();
        battle.miss_vital_nodes();
    });
}

/// Whether an actor does nothing that its driver asks: it is frozen or destroyed, or its driver steers a shot.
pub(crate) fn is_held(combat: &Combat, actor: ActorId) -> bool {
    combat.arms_of(actor).is_some_and(|arms| arms.destroyed || arms.frozen > 0.0 || arms.steers.is_some())
}

/// A weapon of that name goes off at a place, in this tick. False if there is none.
pub(crate) fn detonate(simulation: &mut Simulation, name: &str, place: Vec3) -> bool {
    let weapons = &simulation.scene.combat.weapons;
    let weapon = weapons.iter().position(|weapon| weapon.name.eq_ignore_ascii_case(name));
    if let Some(weapon) = weapon {
        simulation.combat.strikes.push(strikes::Strike::alone(weapon as u32, place));
    }
    weapon.is_some()
}

/// Memory of the stage, so that a tick takes none.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// What was hit in this tick.
    strikes: Vec<strikes::Strike>,
    /// Shots that others became.
    pieces: Vec<Shot>,
    /// What is near a place.
    near: Vec<Near>,
    /// What a blast has damaged already.
    hurt: Vec<NodeId>,
    /// In which zones something is in the way of whose shots in this tick.
    zones: Vec<(ActorId, ActiveZones)>,
}

/// The stage under way. While it is, weapons and shots are here and not in the state.
struct Battle<'s, 'e, 'w> {
    scene: &'s Scene,
    /// By seat.
    inputs: &'s [Input],
    edit: &'e mut Edit<'w>,
    combat: Combat,
    memory: Memory,
}

impl<'s, 'e, 'w> Battle<'s, 'e, 'w> {
    /// Lends the weapons of a world for a while.
    fn with(scene: &'s Scene, inputs: &'s [Input], edit: &'e mut Edit<'w>, act: impl FnOnce(&mut Self)) {
        let combat = std::mem::take(&mut edit.simulation.state.combat);
        let mut memory = std::mem::take(&mut edit.simulation.combat);
        memory.zones.clear();
        let mut battle = Battle { scene, inputs, edit, combat, memory };
        act(&mut battle);
        let Battle { edit, combat, memory, .. } = battle;
        edit.simulation.state.combat = combat;
        edit.simulation.combat = memory;
    }

    /// Asks what is in the way of what somebody fires: not they themselves, but what is solid for them and what the person
    /// in the first seat sees.
    fn probe_of_shots(&mut self, shooter: Option<ActorId>) -> Probe<'_> {
        let Battle { edit, memory, .. } = self;
        let seen = edit.simulation.probe();
        let actors = &edit.simulation.state.actors;
        let Some((id, actor)) = shooter.and_then(|id| Some((id, actors.find(id.0)?))) else { return seen };
        // Hundreds of shots are of a few shooters, none of whom moves while they fly.
        let known = memory.zones.iter().rev().find(|(own, _)| *own == id).map(|(_, zones)| *zones);
        let zones = known.unwrap_or_else(|| {
            let zones = edit.simulation.probe_of(actor).zones.with(seen.zones);
            memory.zones.push((id, zones));
            zones
        });
        Probe { without: actor.node, zones, ..seen }
    }

    fn state(&self) -> &State {
        &self.edit.simulation.state
    }

    fn weapon(&self, number: u32) -> Option<&'s WeaponLaw> {
        self.scene.combat.weapons.get(number as usize)
    }

    /// What whoever pilots an actor asks of its weapons: the first trigger, the second.
    fn triggers(&self, id: ActorId, actor: &Actor) -> [bool; 2] {
        match actor.pilot {
            Pilot::Person(seat) => {
                let input = self.inputs.get(usize::from(seat.0));
                input.map_or([false; 2], |input| [input.fire, input.fire_second])
            }
            Pilot::Bot(_) => [self.edit.simulation.opponents.of(id).fire, false],
            Pilot::Nobody | Pilot::Path(_) => [false; 2],
        }
    }

    /// An opponent takes note of what became of one of its shots.
    fn note_shot(&mut self, shooter: Option<ActorId>, met: Option<ActorId>) {
        let actor = shooter.and_then(|id| self.edit.simulation.state.actors.find_mut(id.0));
        if let Some(Pilot::Bot(bot)) = actor.map(|actor| &mut actor.pilot) {
            let is_hit = met.is_some() && met == bot.target;
            bot.misses = if is_hit { 0 } else { bot.misses.saturating_add(1) };
        }
    }

    /// Weapons for the vehicles that have come; those of others are gone.
    fn man(&mut self) {
        let mut new: SmallVec<[ActorId; 8]> = SmallVec::new();
        let mut fresh: SmallVec<[ActorId; 8]> = SmallVec::new();
        let Battle { scene, edit, combat, .. } = self;
        let actors = &edit.simulation.state.actors;
        combat.arms.retain(|arms| actors.position(arms.actor.0).is_some());
        for (id, actor) in actors.ids().iter().zip(actors.iter()) {
            let (id, Some(vehicle)) = (ActorId(*id), actor.vehicle()) else { continue };
            let law = arms_law(&scene.combat, vehicle);
            match combat.arms.binary_search_by_key(&id, |arms| arms.actor) {
                Err(at) => {
                    combat.arms.insert(at, law.loaded(id));
                    new.push(id);
                }
                // An aeroplane that was wrecked and flies again is another one.
                Ok(at) if combat.arms[at].destroyed && flies(actor) => combat.arms[at] = law.loaded(id),
                Ok(_) => continue,
            }
            if flies(actor) {
                fresh.push(id);
            }
        }
        for id in fresh {
            self.vary(id);
        }
        for id in new {
            vehicles::programs::begin(self.edit, id);
        }
    }

    /// No two aeroplanes hold out equally long.
    fn vary(&mut self, id: ActorId) {
        let spread = self.scene.combat.rules.pool_spread;
        if spread > 0.0 && spread < 1.0 {
            let extra = (self.draw() * 2.0 - 1.0) * spread;
            if let Some(arms) = self.combat.arms_of_mut(id) {
                arms.extra_pools = extra;
            }
        }
    }

    /// Fire burns on, and what is frozen thaws.
    fn pass_time(&mut self) {
        for at in 0..self.combat.arms.len() {
            let arms = &mut self.combat.arms[at];
            arms.frozen = (arms.frozen - DT).max(0.0);
            let [rate, left] = arms.burns;
            let burns = rate * DT.min(left);
            arms.burns = if left > DT { [rate, left - DT] } else { [0.0; 2] };
            if burns > 0.0 {
                let actor = arms.actor;
                self.burn(actor, burns);
            }
        }
    }

    /// Says once in a run what is wrong.
    fn report_once(&mut self, code: &'static Code, wanted: &str, found: impl fmt::Display) {
        let simulation = &mut *self.edit.simulation;
        if !simulation.said.contains(&code.id) {
            simulation.said.push(code.id);
            simulation.report(Finding::new(code, Severity::Warning, "", wanted, found));
        }
    }
}

/// True for an aeroplane that is no wreck.
fn flies(actor: &Actor) -> bool {
    matches!(&actor.kind, world::ActorKind::Aeroplane(plane) if !plane.is_wreck())
}

/// What a vehicle has and is made of.
fn arms_law(law: &CombatLaw, vehicle: u32) -> &ArmsLaw {
    static UNARMED: std::sync::OnceLock<ArmsLaw> = std::sync::OnceLock::new();
    law.arms.get(vehicle as usize).unwrap_or_else(|| UNARMED.get_or_init(ArmsLaw::default))
}
