//! Who is in the way of a tank is pushed by it.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "A5. Collision": the own mass by the other's shares the impulse, and an
//! opponent above a share of its health is pushed more. That the impulse is what throws the tank itself back, the other way
//! about, is inferred.

use glam::Vec3;
use world::{ActorId, ActorKind, Actors, Hit, LawKind, Occurrences, Pilot, Scene};

/// How many times its fastest speed a tank is pushed at most: a guard. Each push gives more than it takes, so that two that
/// are wedged between others would push each other ever faster.
const MOST: f32 = 2.0;

/// What threw a tank back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ram {
    /// What it met.
    pub hit: Hit,
    /// The change of its velocity, the other way about, units/s.
    pub push: Vec3,
}

/// Pushes the tank that another one met, if it is a tank.
pub(crate) fn tick(scene: &Scene, occurrences: &Occurrences, actors: &mut Actors, own: ActorId, ram: &Ram) {
    let mut above = std::iter::successors(Some(ram.hit.occurrence), |id| occurrences.parent(*id));
    let Some(id) = above.find_map(|id| actors.at_node(occurrences.node(id))).map(|(id, _)| id) else {
        return;
    };
    let mass = |id: ActorId, actors: &Actors| {
        let vehicle = actors.find(id.0).and_then(|actor| actor.vehicle());
        let arms = vehicle.and_then(|number| scene.combat.arms.get(number as usize));
        arms.map(|arms| arms.mass).filter(|mass| mass.is_finite() && *mass > 0.0).unwrap_or(1.0)
    };
    let share = mass(own, actors) / mass(id, actors);
    let law = actors.find(id.0).and_then(|actor| scene.vehicle_of(actor)).map(|vehicle| &vehicle.law);
    let (Some(LawKind::Tank(law)), Some(other)) = (law, actors.find_mut(id.0)) else { return };
    let ActorKind::Tank(tank) = &mut other.kind else { return };
    let [healthy, more] = law.ram;
    let is_healthy = tank.health > healthy * law.health;
    let factor = if matches!(other.pilot, Pilot::Bot(_)) && is_healthy { more } else { 1.0 };
    let before = tank.avatar.velocity;
    let pushed = (before + ram.push * (share * factor)).with_y(0.0);
    if pushed.is_finite() {
        tank.avatar.velocity = pushed.clamp_length_max(law.rates[1].abs() * MOST).with_y(before.y);
    }
}
