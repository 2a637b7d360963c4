//! Programs, as somebody outside of them starts and ends them.

use super::Edit;
use crate::DamageKind;
use crate::programs::{Player, Start};
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

    /// What a node hangs below; the first of several.
    pub(crate) fn first_parent(&mut self, node: NodeId) -> Option<NodeId> {
        let simulation = &mut *self.simulation;
        simulation.links.follow(&simulation.state.nodes);
        simulation.links.first_parent(node)
    }
}
