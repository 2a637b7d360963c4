//! Copies of roots: a program that brings its root into the world and runs twice at a time needs another
//! root.
//!
//! Numbers of nodes are never given again, so that a program that is started over and over would use them
//! up. So a copy that is nothing but nodes waits for the next instance of its program.

use super::{FULL, Player};
use world::program::{MOST_PROGRAMS, PooledCopy};
use world::{NodeId, ProgramId};

/// Nodes of the scene, each with its copy; ascending.
type Copies = Vec<(NodeId, NodeId)>;

impl Player<'_, '_, '_> {
    /// A copy of a root among the roots of the world, and whether another instance may have it later.
    pub(super) fn copy_of(&mut self, program: ProgramId, root: NodeId) -> Option<(Copies, bool)> {
        if let Some(copies) = self.waiting_copy(program, root) {
            return Some((copies, true));
        }
        let before = self.furniture();
        let first = self.edit.state().nodes.len();
        let transform = self.scene.nodes[root.index()].transform;
        if let Err(error) = self.edit.spawn(root, None, transform) {
            self.report_once(&FULL, "room for the nodes of a program", error);
            return None;
        }
        let shapes = self.edit.state().nodes.shapes[first..].iter();
        let mut copies: Copies = shapes.zip(first..).map(|(shape, copy)| (*shape, copy.into())).collect();
        copies.sort_unstable();
        Some((copies, self.furniture() == before))
    }

    /// Numbers that grow when lights, emitters, animators or what bones carry come into the world.
    fn furniture(&self) -> [usize; 4] {
        let state = self.edit.state();
        let animators = state.instances.animators.next_id() as usize;
        let (lights, effects) = (state.lights.next_id() as usize, state.effects.next as usize);
        [lights, effects, animators, state.attachments.len()]
    }

    fn waiting_copy(&mut self, program: ProgramId, root: NodeId) -> Option<Copies> {
        let at = self.programs.pool.iter().rposition(|own| own.program == program)?;
        let PooledCopy { copies, .. } = self.programs.pool.remove(at);
        let own = copies.iter().find(|(shape, _)| *shape == root)?.1;
        // Somebody may have removed it meanwhile, hung it elsewhere or changed it.
        if !self.edit.hangs_nowhere(own) || !self.is_as_made(own, &copies) {
            return None;
        }
        copies.iter().for_each(|(_, copy)| self.edit.restore_made(*copy));
        self.edit.link(None, own).ok()?;
        Some(copies)
    }

    /// Takes a copy out of the world.
    pub(super) fn give_back(&mut self, program: ProgramId, root: NodeId, copies: Copies, reusable: bool) {
        for (_, copy) in &copies {
            self.programs.fades.remove(copy);
            self.programs.morphs.remove(copy);
        }
        let waits = reusable && self.programs.pool.len() < MOST_PROGRAMS && self.is_as_made(root, &copies);
        if waits && self.edit.unlink(None, root) {
            copies.iter().for_each(|(_, copy)| self.edit.restore_made(*copy));
            self.programs.pool.push(PooledCopy { program, copies });
        } else {
            self.edit.despawn(root);
        }
    }

    /// True when the nodes of a copy hang as those of the scene do: its root among the roots alone, all
    /// others below each other alone, and nothing else below them.
    fn is_as_made(&mut self, root: NodeId, copies: &Copies) -> bool {
        let scene = self.scene;
        // The numbers of a copy follow each other.
        let numbers = || copies.iter().map(|(_, copy)| copy.index());
        let (Some(first), Some(last)) = (numbers().min(), numbers().max()) else { return false };
        let of_copy = |node: NodeId| (first..=last).contains(&node.index());
        if last - first + 1 != copies.len() {
            return false;
        }
        copies.iter().all(|(shape, copy)| {
            let of = |node: &NodeId| copies.binary_search_by_key(node, |(shape, _)| *shape).ok();
            let Some(made) = scene.nodes.get(shape.index()) else { return false };
            let made = made.children.iter().filter_map(|child| Some(copies[of(child)?].1));
            let state = self.edit.state();
            let is_same = state.nodes.lives(*copy)
                && state.nodes.children.get(copy.index()).is_some_and(|now| made.eq(now.iter().copied()));
            is_same
                && self.edit.hangs_only(*copy, |parent| match parent {
                    None => *copy == root,
                    Some(parent) => *copy != root && of_copy(parent),
                })
        })
    }
}
