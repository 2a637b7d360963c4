//! Emitters, ribbons, effects over the picture and paint: the tick notes where
//! what sends them out has come, and edits start and end them.

use crate::{Edit, Simulation};
use world::{
    EmitterLawId, MaterialId, MaterialState, NodeId, Occurrences, Probe, RibbonLawId, Scene, ScreenEffect,
    Space, State,
};

/// Notes where nodes are at the end of the tick under way.
pub(crate) fn tick(world: &mut Simulation) {
    blow(world);
    note(&world.scene, &mut world.state, (&world.occurrences, &world.space), 1);
}

/// The gust of this tick, and what it carries.
fn blow(world: &mut Simulation) {
    let (scene, state) = (&world.scene, &mut world.state);
    if let Some(law) = &scene.gusts {
        state.gust.tick(law, &mut state.random);
        state.effects.blow(scene, state.tick + 1, state.gust.velocity());
    }
}

/// Notes where nodes are, so many ticks after the state's.
pub(crate) fn note(
    scene: &Scene,
    state: &mut State,
    (occurrences, space): (&Occurrences, &Space),
    later: u64,
) {
    state.drive(scene, state.tick + later);
    let probe = Probe::new(scene, occurrences, space, state.zones);
    state.effects.tick(scene, state.tick + later, |node, on_ground| {
        let occurrence = occurrences.of(node).next()?;
        let mut place = *occurrences.transform(occurrence);
        // What is elsewhere without a way to it has jumped there.
        let jumped = *occurrences.previous(occurrence) == place;
        let at = place.translation;
        if on_ground && let Some(ground) = probe.ground(at.x, at.z, at.y, scene.walker.step) {
            place.translation.y = ground.point.y;
        }
        Some((place, jumped))
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
        let Simulation { scene, state, occurrences, space, .. } = &mut *self.simulation;
        let id = state.effects.emit(scene, law, node, seed, state.tick)?;
        // It starts where the node is now.
        note(scene, state, (occurrences, space), 0);
        Some(id)
    }

    /// Lets a node leave a ribbon behind; its number. `None` as for
    /// [`Edit::emit`].
    pub fn leave_ribbon(&mut self, law: RibbonLawId, node: NodeId) -> Option<u32> {
        if !self.knows(node) {
            return None;
        }
        let Simulation { scene, state, occurrences, space, .. } = &mut *self.simulation;
        let id = state.effects.trail(scene, law, node, state.tick)?;
        note(scene, state, (occurrences, space), 0);
        Some(id)
    }

    /// Lets an emitter go on by another law: what it sent out so far ends with its
    /// life, by the old one; what follows is a run of the new one, with the number
    /// that is returned. `None` when no emitter of this number goes on, for a law
    /// that does not exist, and when too many are at work.
    pub fn change_emitter(&mut self, id: u32, law: EmitterLawId) -> Option<u32> {
        let own = self.simulation.state.effects.emitters.iter().find(|own| own.id == id)?;
        let (node, seed) = (own.node, own.seed);
        if own.until.is_some() {
            return None;
        }
        let new = self.emit(law, node, seed)?;
        self.end_effect(id);
        Some(new)
    }

    /// Ends an emitter or ribbon; what it left lives on. False when none of this
    /// number goes on.
    pub fn end_effect(&mut self, id: u32) -> bool {
        let state = &mut self.simulation.state;
        state.effects.end(id, state.tick)
    }

    /// Lays a fade, tint or flash over the picture, starting now; of more than
    /// [`world::MOST_SCREEN_EFFECTS`] the oldest goes. False for numbers that are
    /// NaN or infinite.
    pub fn show_on_screen(&mut self, effect: ScreenEffect) -> bool {
        let [r, g, b] = effect.color;
        let sound = [r, g, b, effect.from, effect.to].iter().all(|number| number.is_finite());
        if sound {
            let state = &mut self.simulation.state;
            state.effects.show(ScreenEffect { since: state.tick, ..effect });
        }
        sound
    }

    /// Takes away whatever lies over the picture.
    pub fn clear_screen(&mut self) {
        self.simulation.state.effects.screen.clear();
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

    /// Puts a material at a place in its texture cycle, in frames. False for a
    /// material without one, for a place before its start, and for NaN and
    /// infinity.
    pub fn set_cycle(&mut self, material: MaterialId, frame: f32) -> bool {
        let Simulation { scene, state, .. } = &mut *self.simulation;
        let cycle = scene.materials.get(material.index()).and_then(|known| known.cycle.as_ref());
        let own = state.cycles.get_mut(material.index());
        let (Some(cycle), Some(own)) = (cycle, own) else { return false };
        let sound = frame.is_finite() && frame >= 0.0;
        if sound {
            *own = cycle.advance(frame, 0.0);
        }
        sound
    }
}
