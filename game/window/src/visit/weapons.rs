//! Weapons of the vehicle that the person drives: whether it has any, and which are fired.

use super::Visit;
use runtime::{Command, Simulation};
use world::{ActorId, Arms, ArmsLaw, SeatId};

/// The weapons of the vehicle in the first seat: whose, their law, how they are loaded once a tick has loaded them.
fn own(simulation: &Simulation) -> Option<(ActorId, &ArmsLaw, Option<&Arms>)> {
    let (scene, state) = (simulation.scene(), simulation.state());
    let (actor, own) = state.actors.piloted_by(SeatId::FIRST)?;
    let law = scene.combat.arms.get(own.vehicle()? as usize).filter(|law| !law.slots.is_empty())?;
    Some((actor, law, state.combat.arms_of(actor)))
}

impl Visit {
    /// True when the person drives something with weapons.
    pub fn is_armed(&self) -> bool {
        own(self.simulation()).is_some()
    }

    /// The next group of weapons is fired from now on. Says which; nothing for somebody without any.
    pub fn next_weapons(&mut self) -> Option<String> {
        let simulation = self.simulation();
        let (actor, law, arms) = own(simulation)?;
        let now = arms.map_or(0, |arms| arms.group);
        let groups = law.slots().iter().fold(0, |all, slot| all | slot.groups);
        let group = (1..=32).map(|step| (now + step) % 32).find(|group| groups >> group & 1 == 1)?;
        let named = law.slots().iter().filter(|slot| slot.groups >> group & 1 == 1);
        let name = |slot: &world::SlotLaw| {
            simulation.scene().combat.weapons.get(slot.weapon as usize).map(|weapon| weapon.label.to_string())
        };
        let words: Vec<String> = named.filter_map(name).collect();
        self.ask(Command::SelectWeapons { actor, group });
        Some(format!("Weapon: {}", words.join(", ")))
    }
}
