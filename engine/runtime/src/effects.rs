//! Emitters, ribbons, effects over the picture and paint: the tick notes where
//! what sends them out has come, and edits start and end them.

use crate::{Edit, Simulation};
use world::{
    EmitterLawId, MaterialId, MaterialState, NodeId, Occurrences, RibbonLawId, Scene, ScreenEffect, State,
};

/// Notes where nodes are at the end of the tick under way.
pub(crate) fn tick(world: &mut Simulation) {
    note(&world.scene, &mut world.state, &world.occurrences, 1);
}

/// Notes where nodes are, so many ticks after the state's.
pub(crate) fn note(scene: &Scene, state: &mut State, occurrences: &Occurrences, later: u64) {
    state.effects.tick(scene, state.tick + later, |node| {
        let occurrence = occurrences.of(node).next()?;
        let place = *occurrences.transform(occurrence);
        // What is elsewhere without a way to it has jumped there.
        Some((place, *occurrences.previous(occurrence) == place))
    });
}

impl Edit<'_> {
    /// Starts an emitter at a node; its number, which is never used again. The
    /// same seed gives the same particles. `None` for a law or node that does not
    /// exist, and when too many are at work.
    pub fn emit(&mut self, law: EmitterLawId, node: NodeId, seed: u32) -> Option<u32> {
        if !self.knows(node) {
            return None;
        }
        let Simulation { scene, state, occurrences, .. } = &mut *self.simulation;
        let id = state.effects.emit(scene, law, node, seed, state.tick)?;
        // It starts where the node is now.
        note(scene, state, occurrences, 0);
        Some(id)
    }

    /// Lets a node leave a ribbon behind; its number. `None` as for
    /// [`Edit::emit`].
    pub fn leave_ribbon(&mut self, law: RibbonLawId, node: NodeId) -> Option<u32> {
        if !self.knows(node) {
            return None;
        }
        let Simulation { scene, state, occurrences, .. } = &mut *self.simulation;
        let id = state.effects.trail(scene, law, node, state.tick)?;
        note(scene, state, occurrences, 0);
        Some(id)
    }

    /// Ends an emitter or ribbon; what it left lives on. False when none of this
    /// number goes on.
    pub fn end_effect(&mut self, id: u32) -> bool {
        let state = &mut self.simulation.state;
        state.effects.end(id, state.tick)
    }

    /// Lays a fade, tint or flash over the picture, starting now.
    pub fn show_on_screen(&mut self, effect: ScreenEffect) {
        let state = &mut self.simulation.state;
        state.effects.show(ScreenEffect { since: state.tick, ..effect });
    }

    /// Gives a node other paint; `None` for that of the start. False for a node
    /// that does not exist.
    pub fn set_paint(&mut self, node: NodeId, paint: Option<u32>) -> bool {
        let known = self.knows(node);
        if known {
            self.simulation.state.effects.set_paint(node, paint);
        }
        known
    }

    /// Changes a material for everything painted with it. False for one that does
    /// not exist, and for numbers that are NaN or infinite.
    pub fn set_material(&mut self, material: MaterialId, new: MaterialState) -> bool {
        let MaterialState { offset: [u, v], rotation, scale: [x, y], color: [r, g, b], opacity } = new;
        let sound = [u, v, rotation, x, y, r, g, b, opacity].iter().all(|number| number.is_finite());
        let own = self.simulation.state.materials.get_mut(material.index()).filter(|_| sound);
        own.map(|own| *own = MaterialState { opacity: opacity.clamp(0.0, 1.0), ..new }).is_some()
    }
}
