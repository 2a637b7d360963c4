//! Programs, as somebody outside of them starts and ends them.

use super::Edit;
use crate::programs::{Player, Start};
use crate::{DamageKind, Simulation};
use glam::Vec3;
use world::{NodeId, ProgramId};

impl Edit<'_> {
    /// Starts a program, bound to a node in place of its root if one is given: then another instance of it
    /// when it runs already at another node. False when it does not exist, may not start, or runs.
    pub fn start_program(&mut self, program: ProgramId, node: Option<NodeId>) -> bool {
        let known = self.has_program(program) && node.is_none_or(|node| self.knows(node));
        let start = Start { target: node, ..Start::default() };
        known && Player::with(self, |player| player.start(program, start)).is_some()
    }

    /// Ends all that run of a program; it is reset when its time has come. False when it does not exist.
    pub fn stop_program(&mut self, program: ProgramId) -> bool {
        let known = self.has_program(program);
        if known {
            Player::with(self, |player| player.stop_program(program));
        }
        known
    }

    /// Puts a program back to how it was before it started. False when it does not exist.
    pub fn reset_program(&mut self, program: ProgramId) -> bool {
        let known = self.has_program(program);
        if known {
            Player::with(self, |player| player.reset_program(program));
        }
        known
    }

    /// Lets a program never start again; what runs of it goes on to its end. False when it does not
    /// exist.
    pub fn invalidate_program(&mut self, program: ProgramId) -> bool {
        let known = self.has_program(program);
        if known {
            Player::with(self, |player| player.invalidate_program(program));
        }
        known
    }

    /// Lets no time pass for a program, so that it can be looked at, or lets it go on. It still starts,
    /// stops and is reset. False when it does not exist.
    pub fn hold_program(&mut self, program: ProgramId, held: bool) -> bool {
        let known = self.has_program(program);
        if known {
            let all = &mut self.simulation.state.programs.held;
            if held {
                all.insert(program, 0);
            } else {
                all.remove(&program);
            }
        }
        known
    }

    /// Lets so many ticks pass for a program that is held, beside those that it may still go; one that is
    /// not held is from then on. False when it does not exist.
    pub fn step_program(&mut self, program: ProgramId, ticks: u32) -> bool {
        let known = self.has_program(program);
        if known {
            let left = self.simulation.state.programs.held.entry(program).or_default();
            *left = left.saturating_add(ticks);
        }
        known
    }

    /// Damages what stands at a node, or at the nearest above it that can be damaged: programs that wait
    /// for it start when they can take no more. False for a node that does not exist and an amount that is
    /// below 0, NaN or infinite.
    pub fn damage(&mut self, node: NodeId, amount: f32, kind: DamageKind) -> bool {
        let sound = self.knows(node) && amount.is_finite() && amount >= 0.0;
        if sound && !self.simulation.scene.programs.is_empty() {
            Player::with(self, |player| player.damage(node, amount, kind));
        }
        sound
    }

    /// Gives an instance of a program a velocity of the world in units per second, as that of what it
    /// stands for: bodies that it throws take it over. False for an instance that does not exist, and for
    /// numbers that are NaN or infinite.
    pub fn give_velocity(&mut self, instance: u32, velocity: Vec3) -> bool {
        let own = self.simulation.state.programs.instances.find_mut(instance);
        own.filter(|_| velocity.is_finite()).map(|own| own.velocity = velocity).is_some()
    }

    pub(super) fn has_program(&self, program: ProgramId) -> bool {
        program.index() < self.simulation.scene.programs.len()
    }

    /// True for a node that exists and hangs nowhere.
    pub(crate) fn hangs_nowhere(&mut self, node: NodeId) -> bool {
        let known = self.knows(node);
        let simulation = &mut *self.simulation;
        simulation.links.follow(&simulation.state.nodes);
        known && simulation.links.is_loose(node)
    }

    /// True when everything that a node hangs below is allowed; the roots are none.
    pub(crate) fn hangs_only(&mut self, node: NodeId, allowed: impl Fn(Option<NodeId>) -> bool) -> bool {
        let simulation = &mut *self.simulation;
        simulation.links.follow(&simulation.state.nodes);
        simulation.links.parents(node).all(allowed)
    }

    /// How often a node is linked.
    pub(crate) fn count_parents(&mut self, node: NodeId) -> usize {
        let simulation = &mut *self.simulation;
        simulation.links.follow(&simulation.state.nodes);
        simulation.links.parents(node).count()
    }

    /// Puts a node back to how loading made the node of the scene that it is an instance of, its children
    /// apart.
    pub(crate) fn restore_made(&mut self, node: NodeId) {
        let Simulation { scene, state, dirty, .. } = &mut *self.simulation;
        let Some(shape) = scene.shape(&state.nodes, node).filter(|_| state.nodes.lives(node)) else { return };
        state.nodes.transforms[node.index()] = shape.transform;
        state.nodes.flags[node.index()] = shape.flags;
        state.nodes.opacities[node.index()] = shape.opacity;
        state.eulers.remove(&node);
        state.effects.set_paint(node, None);
        dirty.teleported.push(node);
        dirty.switched.push(node);
        dirty.faded.push(node);
    }

    /// What a node hangs below; the one with the smallest number of several.
    pub(crate) fn first_parent(&mut self, node: NodeId) -> Option<NodeId> {
        let simulation = &mut *self.simulation;
        simulation.links.follow(&simulation.state.nodes);
        simulation.links.first_parent(node)
    }
}
