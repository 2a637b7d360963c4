//! Canonical bytes of weapons, shots and damage.

use super::{Canonical, Sink};
use crate::{
    ActorId, Arms, Beam, Combat, DamageState, Goal, PartState, Shot, Slot, SpareModel, Stick, Struck,
};

fields! {
    Struck { yaw, tick }
    Stick { to, share, away }
    Slot { ammunition, wait, muzzle }
    PartState { armor, frame }
    Shot {
        id, weapon, shooter, place, velocity, flown, age, goal, is_piece, lies, near_sq, node, sound
    }
    Beam { weapon, from, to, left, node }
    SpareModel { model, node }
}

impl Canonical for Combat {
    /// Nothing in a world without weapons: it has the bytes it had before there were any.
    fn put(&self, sink: &mut Sink) {
        if !self.is_unused() {
            let Combat { arms, shots, beams, spare, next } = self;
            arms.put(sink);
            shots.put(sink);
            beams.put(sink);
            spare.put(sink);
            next.put(sink);
        }
    }
}

impl Canonical for Arms {
    /// Nothing of what not every vehicle has: the bytes are those that they were before that was remembered.
    fn put(&self, sink: &mut Sink) {
        let Arms { actor, slots, group, second, damage, burns, frozen, steers, destroyed, .. } = self;
        let Arms { hits, extra_pools, sticks, .. } = self;
        actor.put(sink);
        slots.put(sink);
        group.put(sink);
        second.put(sink);
        damage.put(sink);
        burns.put(sink);
        frozen.put(sink);
        steers.put(sink);
        destroyed.put(sink);
        if !hits.is_empty() {
            hits.put(sink);
        }
        if *extra_pools != 0.0 || sticks.is_some() {
            extra_pools.put(sink);
            sticks.put(sink);
        }
    }
}

impl Canonical for ActorId {
    fn put(&self, sink: &mut Sink) {
        self.0.put(sink);
    }
}

impl Canonical for Goal {
    fn put(&self, sink: &mut Sink) {
        match self {
            Goal::Actor(actor) => {
                0_u8.put(sink);
                actor.put(sink);
            }
            Goal::Node(node) => {
                1_u8.put(sink);
                node.put(sink);
            }
        }
    }
}

impl Canonical for DamageState {
    fn put(&self, sink: &mut Sink) {
        match self {
            DamageState::Health => 0_u8.put(sink),
            DamageState::Parts(parts) => {
                1_u8.put(sink);
                parts.put(sink);
            }
            DamageState::Pools { whole, parts } => {
                2_u8.put(sink);
                whole.put(sink);
                parts.put(sink);
            }
        }
    }
}
