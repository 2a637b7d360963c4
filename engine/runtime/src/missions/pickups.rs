//! What lies about to be collected: a vehicle that comes near takes it, if it is of use.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "B6. Pickups (`puppies.zrd`)".

use super::Course;
use crate::Cue;
use glam::Vec3;
use world::{ActorId, ActorKind, Gift, LawKind, Mission, PickupLaw, Probe};

impl Course<'_, '_, '_> {
    /// What is gone comes back; what is reached is taken.
    pub(super) fn collect(&mut self) {
        let law = self.law;
        let person = self.person().map(|(id, _)| id);
        for (at, pickup) in law.pickups.iter().enumerate() {
            match self.mission.gone.get(at).copied() {
                None | Some(Mission::NEVER) => {}
                Some(0) => {
                    if let Some(id) =
                        person.filter(|id| self.is_reached(pickup, *id) && self.give(pickup, *id))
                    {
                        self.take(at, pickup, id);
                    }
                }
                Some(left) => {
                    self.mission.gone[at] = left - 1;
                    if left == 1 {
                        self.edit.set_active(pickup.node, true);
                    }
                }
            }
        }
    }

    fn take(&mut self, at: usize, pickup: &PickupLaw, actor: ActorId) {
        self.edit.set_active(pickup.node, false);
        let back = pickup.returns_s.map(|seconds| Mission::ticks_of(seconds).max(1));
        self.mission.gone[at] = back.unwrap_or(Mission::NEVER);
        let name = self.scene.nodes.get(pickup.node.index()).map_or("", |node| &*node.name).to_owned();
        let at = self.place_of(pickup.node).unwrap_or_default();
        self.edit.simulation.cues.push(Cue::Collected { actor, name, at });
        let text = self.said_of(pickup.gift, actor);
        self.edit.simulation.cues.push(Cue::Message { text });
    }

    /// What whoever takes something reads: no file of a game is known to say it.
    fn said_of(&self, gift: Gift, actor: ActorId) -> String {
        match gift {
            Gift::Ammunition(slot, _) => {
                let vehicle = self.state().actors.find(actor.0).and_then(|own| own.vehicle());
                let combat = &self.scene.combat;
                let law = vehicle.and_then(|number| combat.arms.get(number as usize));
                let slot = law.and_then(|law| law.slots().get(usize::from(slot)));
                let weapon = slot.and_then(|slot| combat.weapons.get(slot.weapon as usize));
                weapon.map_or("Ammunition".into(), |weapon| format!("Ammunition: {}", weapon.label))
            }
            Gift::Health(_) => "Repaired".into(),
            Gift::Life => "One more life".into(),
            Gift::Mode(mode) => format!("Your tank can change to: {}", mode.name()),
        }
    }

    fn is_reached(&self, pickup: &PickupLaw, id: ActorId) -> bool {
        let reach = self.law.rules.reach;
        if !self.state().is_active(pickup.node) {
            return false;
        }
        let (Some(place), Some(actor)) = (self.place_of(pickup.node), self.state().actors.find(id.0)) else {
            return false;
        };
        if place.distance(actor.position()) > reach {
            return false;
        }
        let probe = Probe { without: actor.node, ..self.edit.simulation.probe() };
        let above = Vec3::Y * self.law.rules.sight;
        probe.ray(place + above, actor.position() + above).is_none_or(|hit| hit.node == pickup.node)
    }

    /// False for what is of no use to who takes it.
    fn give(&mut self, pickup: &PickupLaw, id: ActorId) -> bool {
        let rules = &self.law.rules;
        let scene = self.scene;
        let state = &mut self.edit.simulation.state;
        let Some(actor) = state.actors.find_mut(id.0) else { return false };
        let number = actor.vehicle().map_or(usize::MAX, |law| law as usize);
        match pickup.gift {
            Gift::Ammunition(slot, share) => {
                let law = scene.combat.arms.get(number).and_then(|law| law.slots().get(usize::from(slot)));
                let arms = state.combat.arms_of_mut(id);
                let own = arms.and_then(|arms| arms.slots.get_mut(usize::from(slot)));
                let (Some(own), Some(whole)) = (own, law.and_then(|law| law.ammunition)) else {
                    return false;
                };
                let Some(left) = own.ammunition.filter(|left| *left < whole) else { return false };
                let more = ((whole as f32 * share.clamp(0.0, 1.0)).ceil() as u32).max(1);
                own.ammunition = Some(left.saturating_add(more).min(whole));
                true
            }
            Gift::Health(share) => {
                let law = scene.vehicles.get(number).map(|vehicle| &vehicle.law);
                let (ActorKind::Tank(tank), Some(LawKind::Tank(law))) = (&mut actor.kind, law) else {
                    return false;
                };
                if tank.health <= 0.0 || tank.health > law.health * rules.healthy {
                    return false;
                }
                tank.health = (tank.health + law.health * share.clamp(0.0, 1.0)).min(law.health);
                true
            }
            Gift::Life => {
                let has_room = self.mission.lives < rules.lives[1];
                self.mission.lives += u32::from(has_room);
                has_room
            }
            Gift::Mode(mode) => {
                let ActorKind::Tank(tank) = &mut actor.kind else { return false };
                let is_new = tank.upgrades & mode.bit() == 0;
                tank.upgrades |= mode.bit();
                is_new
            }
        }
    }
}
