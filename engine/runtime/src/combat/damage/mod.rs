//! What is left of vehicles after a hit, by what they are made of, and their end.
//!
//! | file | holds |
//! |---|---|
//! | `health.rs` | one health: tanks |
//! | `parts.rs` | parts with armour that are lost one by one: 'mechs |
//! | `pools.rs` | armour over health, as a whole and of parts: aeroplanes |
//!
//! Things that stand about take damage as programs of their nodes: `programs/start.rs`.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "A6. Health", "C3. Damage, vehicles", "Part E — Walking 'mech (MW,
//! PM)".

mod health;
mod parts;
mod pools;

use super::{Battle, arms_law};
use crate::programs::{Player, Start};
use crate::{Cue, DT, Edit, vehicles};
use glam::Vec3;
use world::{
    ActorId, ActorKind, Arms, ArmsLaw, Bot, DamageModel, DamageState, LawKind, NodeFlags, NodeId, PartKind,
    Pilot, Plan, Shot, Struck, WeaponLaw, WeaponManner,
};

/// Nothing burns longer, seconds: a bound for hostile numbers.
const LONGEST_FIRE: f32 = 3600.0;
/// How deep a part may hang below a vehicle's node: a bound, since nodes of a damaged file may form rings.
const DEEPEST: usize = 32;

/// A hit of a vehicle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Blow {
    /// What it takes of armour and of health.
    pub harm: [f32; 2],
    /// Where it goes; no length for fire.
    pub way: Vec3,
    /// The node that is hit.
    pub node: Option<NodeId>,
    /// What else it does.
    pub manner: WeaponManner,
}

impl Blow {
    /// A share of what a weapon does.
    pub fn of(weapon: &WeaponLaw, way: Vec3, share: f32) -> Self {
        Blow { harm: weapon.harm().map(|harm| harm * share), way, node: None, manner: weapon.manner }
    }
}

/// What a hit did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Outcome {
    /// What is hit takes damage at all.
    pub takes: bool,
    /// The share of its health that is left.
    pub left: f32,
    /// The hit destroyed it.
    pub killed: bool,
}

impl Outcome {
    /// With another of the same hit: what is left is the less of them.
    pub fn with(self, other: Outcome) -> Self {
        if !self.takes {
            return other;
        }
        let left = if other.takes { self.left.min(other.left) } else { self.left };
        Outcome { takes: true, left, killed: self.killed || other.killed }
    }
}

/// A number of a law that is not negative and finite.
pub(super) fn sound(number: f32) -> f32 {
    if number.is_finite() { number.max(0.0) } else { 0.0 }
}

impl Battle<'_, '_, '_> {
    /// A vehicle is hit.
    pub(super) fn hurt_actor(&mut self, id: ActorId, blow: &Blow) -> Outcome {
        let gone = Outcome { takes: true, left: 0.0, killed: false };
        let scene = self.scene;
        let Some(vehicle) = self.state().actors.find(id.0).and_then(|actor| actor.vehicle()) else {
            return Outcome::default();
        };
        let law = arms_law(&scene.combat, vehicle);
        if !self.is_weak(id, blow) {
            return Outcome::default();
        }
        let part = self.part_of(law, id, blow);
        let draw = self.draws_part(law, part);
        let Battle { edit, combat, .. } = self;
        let actor = edit.simulation.state.actors.find_mut(id.0);
        let (Some(actor), Some(arms)) = (actor, combat.arms_of_mut(id)) else { return Outcome::default() };
        if arms.destroyed {
            return gone;
        }
        if let Pilot::Bot(bot) = &mut actor.pilot {
            bot.hit = true;
        }
        let whole = scene.vehicles.get(vehicle as usize).map(|vehicle| &vehicle.law);
        let left = match (&law.damage, &mut arms.damage, &mut actor.kind) {
            (DamageModel::Health, _, ActorKind::Tank(tank)) => {
                let most = if let Some(LawKind::Tank(law)) = whole { law.health } else { tank.health };
                health::push(&scene.combat.rules, law.mass, blow, &mut tank.avatar);
                health::hurt(&mut tank.health, most, blow.harm[1])
            }
            (DamageModel::Health, _, ActorKind::Turret(turret)) => {
                let most = if let Some(LawKind::Turret(law)) = whole { law.health } else { turret.health };
                health::hurt(&mut turret.health, most, blow.harm[1])
            }
            (DamageModel::Parts(law), DamageState::Parts(parts), ActorKind::Mech(mech)) => {
                let facing = mech_front(mech.avatar.yaw);
                let rear = blow.way.dot(facing) > 0.0;
                if let Some(LawKind::Mech(own)) = whole {
                    let [full, _] = own.jolt.full;
                    let strength = if full > 0.0 { blow.harm[1] / full } else { 0.0 };
                    vehicles::mech::jolt(own, mech, strength, blow.way);
                }
                let kind = part.and_then(|at| law.parts.get(at)).map_or(PartKind::Torso, |part| part.kind);
                parts::hurt(law, parts, mech, parts::Hit { kind, rear, amount: blow.harm[1] })
            }
            (DamageModel::Pools(law), DamageState::Pools { whole: pools, parts }, kind) => {
                let part = part
                    .or(draw.and_then(|draw| pools::of_first(parts, scene.combat.rules.first_parts, draw)));
                // Pools that are larger by a share lose as much less of it by a hit.
                let harm = blow.harm.map(|harm| harm / (1.0 + arms.extra_pools));
                let left = pools::hurt(law, pools, parts, part, harm);
                // What crashes take of its health is gone, too.
                if let (ActorKind::Aeroplane(plane), Some(LawKind::Aeroplane(law))) = (kind, whole) {
                    plane.health = plane.health.min(left * sound(law.crash.health));
                }
                left
            }
            _ => return Outcome::default(),
        };
        // Of fire nobody asks where it came from.
        let came = -blow.way.with_y(0.0);
        if came != Vec3::ZERO && matches!(actor.pilot, Pilot::Person(_)) {
            let yaw = libm::atan2f(-came.x, -came.z);
            arms.remember(Struck { yaw, tick: edit.simulation.state.tick });
        }
        afflict(&scene.combat.rules, arms, blow);
        let killed = left <= 0.0;
        self.lose_parts(law, id);
        self.injure(law, id);
        if killed {
            self.destroy(law, id);
        }
        Outcome { takes: true, left, killed }
    }

    /// Who has lost too many of the nodes that it needs is destroyed.
    pub(super) fn miss_vital_nodes(&mut self) {
        let scene = self.scene;
        for at in 0..self.combat.arms.len() {
            let Some(arms) = self.combat.arms.get(at).filter(|arms| !arms.destroyed) else { continue };
            let id = arms.actor;
            let vehicle = self.state().actors.find(id.0).and_then(|actor| actor.vehicle());
            let Some(law) = vehicle.map(|vehicle| arms_law(&scene.combat, vehicle)) else { continue };
            let left = law.vital.nodes.iter().filter(|node| self.state().is_active(**node)).count();
            if left < law.vital.least as usize {
                self.destroy(law, id);
            }
        }
    }

    /// Whether a hit meets what can be hurt of an actor: of a turret that is what its law names, and what hangs below.
    fn is_weak(&mut self, id: ActorId, blow: &Blow) -> bool {
        let law = self.state().actors.find(id.0).and_then(|actor| self.scene.vehicle_of(actor));
        let weak = match law.map(|vehicle| &vehicle.law) {
            Some(LawKind::Turret(law)) => law.weak,
            _ => None,
        };
        let (Some(weak), Some(mut node)) = (weak, blow.node) else { return true };
        for _ in 0..DEEPEST {
            match self.edit.first_parent(node) {
                _ if node == weak => return true,
                Some(above) => node = above,
                None => return false,
            }
        }
        false
    }

    /// Fire takes health, whatever armour there is.
    pub(super) fn burn(&mut self, id: ActorId, amount: f32) {
        self.hurt_actor(id, &Blow { harm: [0.0, amount], ..Blow::default() });
    }

    /// The number of the part whose node is hit, or that hangs above it.
    fn part_of(&mut self, law: &ArmsLaw, id: ActorId, blow: &Blow) -> Option<usize> {
        let own = self.combat.arms_of(id)?;
        let place = |node: NodeId| match &law.damage {
            DamageModel::Health => None,
            DamageModel::Parts(law) => law.parts.iter().position(|part| part.node == Some(node)),
            DamageModel::Pools(law) => law.parts.iter().position(|part| part.node == Some(node)),
        };
        let living = |at: usize| match &own.damage {
            DamageState::Health => false,
            DamageState::Parts(parts) => parts.get(at).is_some_and(|part| part.frame > 0.0),
            DamageState::Pools { parts, .. } => parts.get(at).is_some_and(|pool| pool[1] > 0.0),
        };
        let mut node = blow.node;
        for _ in 0..DEEPEST {
            let here = node?;
            if let Some(at) = place(here).filter(|at| living(*at)) {
                return Some(at);
            }
            node = self.edit.first_parent(here);
        }
        None
    }

    /// A number by chance for a hit that meets none of the parts, where one of them then takes it.
    fn draws_part(&mut self, law: &ArmsLaw, part: Option<usize>) -> Option<f32> {
        let wants = part.is_none() && matches!(&law.damage, DamageModel::Pools(law) if !law.parts.is_empty());
        wants.then(|| self.draw())
    }

    /// Parts that are lost are not there any more.
    fn lose_parts(&mut self, law: &ArmsLaw, id: ActorId) {
        let DamageModel::Parts(law) = &law.damage else { return };
        for at in 0..law.parts.len() {
            let part = &law.parts[at];
            let falls_off = part.kind.falls_off();
            let state = self.combat.arms_of(id).map(|arms| &arms.damage);
            let Some(DamageState::Parts(states)) = state else { return };
            let is_lost = part.frame > 0.0 && states.get(at).is_some_and(|state| state.frame <= 0.0);
            if let Some(node) = part.node.filter(|_| is_lost && falls_off)
                && self.state().is_active(node)
            {
                self.fly_off(part.debris, node, id);
                self.edit.set_active(node, false);
            }
        }
    }

    /// What was lost flies off: up, and to some side.
    fn fly_off(&mut self, debris: Option<u32>, node: NodeId, id: ActorId) {
        let Some((number, weapon)) = debris.and_then(|number| Some((number, self.weapon(number)?))) else {
            return;
        };
        let Some(place) = self.edit.simulation.occurrences.of(node).next() else { return };
        let place = Vec3::from(self.edit.simulation.occurrences.transform(place).translation);
        let own = self.state().actors.find(id.0).map(|actor| actor.avatar().velocity).unwrap_or_default();
        let [aside, up] = self.scene.combat.rules.flies_off;
        let turn = self.draw() * std::f32::consts::TAU;
        let velocity = own + Vec3::new(libm::sinf(turn) * aside, up, libm::cosf(turn) * aside);
        self.add_shot(weapon, Shot { weapon: number, shooter: Some(id), place, velocity, ..Shot::default() });
    }

    /// Injuries show at or below their shares, and no more above them.
    fn injure(&mut self, law: &ArmsLaw, id: ActorId) {
        let DamageModel::Pools(law) = &law.damage else { return };
        let state = self.combat.arms_of(id).map(|arms| &arms.damage);
        let (Some(DamageState::Pools { parts, .. }), Some(node)) =
            (state, self.state().actors.find(id.0).and_then(|actor| actor.node))
        else {
            return;
        };
        let shown = law.parts.iter().zip(parts).flat_map(|(part, pool)| {
            let share = pools::share(pool[1], part.pool[1]);
            part.injuries.iter().map(move |injury| (injury.program, share <= injury.share))
        });
        let shown: smallvec::SmallVec<[_; 16]> = shown.collect();
        if shown.is_empty() {
            return;
        }
        Player::with(self.edit, |player| {
            for (program, on) in shown {
                player.show_at(program, node, on);
            }
        });
    }

    /// The end of a vehicle: nothing of it works any more, and what its end shows begins.
    fn destroy(&mut self, law: &ArmsLaw, id: ActorId) {
        let Some(arms) = self.combat.arms_of_mut(id) else { return };
        (arms.destroyed, arms.burns) = (true, [0.0; 2]);
        let Some(actor) = self.edit.simulation.state.actors.find_mut(id.0) else { return };
        let (at, node) = (actor.position(), actor.node);
        let is_bot = matches!(actor.pilot, Pilot::Bot(_));
        if let ActorKind::Aeroplane(plane) = &mut actor.kind {
            plane.health = 0.0;
            // What falls out of the sky is in nobody's way there.
            if let Some(node) = node.filter(|_| is_bot) {
                self.edit.set_flags(node, NodeFlags::INTERSECT, false);
            }
        }
        self.edit.simulation.cues.push(Cue::Destroyed { actor: id, at });
        if let Some(program) = law.death {
            let start = Start { target: node, again: true, ..Start::at(at, Vec3::ZERO) };
            Player::with(self.edit, |player| player.start(program, start));
        }
    }
}

/// Where a torso points.
fn mech_front(yaw: f32) -> Vec3 {
    Vec3::new(-libm::sinf(yaw), 0.0, -libm::cosf(yaw))
}

/// What is hit burns or freezes, if the weapon does that.
fn afflict(rules: &world::CombatRules, arms: &mut Arms, blow: &Blow) {
    if blow.manner.contains(WeaponManner::IGNITES) && rules.fire > 0.0 {
        let seconds = rules.fire.clamp(DT, LONGEST_FIRE);
        arms.burns = [blow.harm[1] / seconds, seconds];
    }
    if blow.manner.contains(WeaponManner::FREEZES) {
        arms.frozen = sound(rules.freeze);
    }
}

fn take_health(kind: &mut ActorKind) {
    match kind {
        ActorKind::Tank(tank) => tank.health = 0.0,
        ActorKind::Aeroplane(plane) => plane.health = 0.0,
        ActorKind::Turret(turret) => turret.health = 0.0,
        ActorKind::Mech(_) | ActorKind::Walker(_) | ActorKind::Creature(_) => {}
    }
}

impl Edit<'_> {
    /// The end of a vehicle as if its last health were gone, whatever armour there is: what its end shows begins.
    pub(crate) fn wreck(&mut self, id: ActorId) {
        let scene = std::sync::Arc::clone(&self.simulation.scene);
        let Some(actor) = self.simulation.state.actors.find_mut(id.0) else { return };
        let Some(vehicle) = actor.vehicle() else { return };
        take_health(&mut actor.kind);
        Battle::with(&scene, &[], self, |battle| battle.destroy(arms_law(&scene.combat, vehicle), id));
    }

    /// Nothing of a vehicle works any more, whatever armour there is; its end is not shown.
    pub(crate) fn kill(&mut self, id: ActorId) {
        let simulation = &mut *self.simulation;
        let Some(actor) = simulation.state.actors.find_mut(id.0) else { return };
        let at = actor.position();
        take_health(&mut actor.kind);
        if let Some(arms) = simulation.state.combat.arms_of_mut(id) {
            arms.destroyed = true;
        }
        simulation.cues.push(Cue::Destroyed { actor: id, at });
    }

    /// An opponent is awake, whole and loaded where it was at the start, and seen.
    pub(crate) fn raise(&mut self, id: ActorId) {
        let simulation = &mut *self.simulation;
        let scene = std::sync::Arc::clone(&simulation.scene);
        let Some(actor) = simulation.state.actors.find_mut(id.0) else { return };
        let Pilot::Bot(bot) = &mut actor.pilot else { return };
        let start = scene.opponents.starts.iter().find(|start| start.mind == bot.mind);
        **bot = Bot { plan: Plan::Watch, orders: bot.orders, ..Bot::new(bot.mind) };
        if let Some(start) = start {
            *actor.avatar_mut() = start.place;
        }
        let node = actor.node;
        self.mend(id);
        if let Some(node) = node {
            self.set_active(node, true);
            self.set_flags(node, NodeFlags::INTERSECT, true);
        }
    }

    /// A vehicle is whole and loaded again.
    pub(crate) fn mend(&mut self, id: ActorId) {
        let simulation = &mut *self.simulation;
        let Some(actor) = simulation.state.actors.find_mut(id.0) else { return };
        let Some(number) = actor.vehicle() else { return };
        if let Some(law) = simulation.scene.vehicles.get(number as usize) {
            let fresh = law.standing(number, *actor.avatar(), actor.pilot.clone());
            actor.kind = fresh.kind;
        }
        let arms = &mut simulation.state.combat.arms;
        arms.retain(|arms| arms.actor != id);
        let scene = std::sync::Arc::clone(&simulation.scene);
        let law = arms_law(&scene.combat, number);
        if let Some(program) = law.death {
            self.reset_program(program);
        }
        if let DamageModel::Parts(parts) = &law.damage {
            for node in parts.parts.iter().filter_map(|part| part.node) {
                self.set_active(node, true);
            }
        }
    }
}
