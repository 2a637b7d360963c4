//! What is worked out from a scene and a state and kept beside them.

use crate::space::{Colliders, Probe, Space};
use crate::{Occurrences, Scene, State};
use binary::Finding;
use std::sync::Arc;

/// What is worked out from a scene and a state: what is where, and what is near.
/// It can be built anew at any time, but that costs about as much as the rest of
/// loading: whoever has it hands it on.
#[derive(Debug)]
pub struct Derived {
    /// What is where.
    pub occurrences: Occurrences,
    /// What is near, and what is in the way.
    pub space: Space,
}

impl Derived {
    /// Works it out, with at most `limit` occurrences; says what is wrong with the
    /// links of nodes.
    pub fn build(scene: &Scene, state: &State, limit: usize) -> (Self, Vec<Finding>) {
        let (occurrences, findings) = Occurrences::build(scene, state, limit);
        let space = Space::new(scene, &occurrences, Arc::new(Colliders::new(scene)));
        (Derived { occurrences, space }, findings)
    }

    /// Asks about it, in the zones of the state that it was worked out from.
    pub fn probe<'a>(&'a self, scene: &'a Scene, state: &State) -> Probe<'a> {
        Probe::new(scene, &self.occurrences, &self.space, state.zones)
    }
}
