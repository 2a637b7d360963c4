//! Copies of models that show what flies. Numbers of nodes are never given again, so that weapons would use them up: a
//! copy whose shot is over waits, hidden, for the next one.

use super::{Battle, MODEL};
use glam::Vec3;
use world::{NodeFlags, NodeId, SpareModel};

/// Nothing is stopped by a shot, and none is found by one.
const UNTOUCHED: NodeFlags = NodeFlags::INTERSECT
    .union(NodeFlags::ALTITUDE)
    .union(NodeFlags::PROXIMITY)
    .union(NodeFlags::ZONE_CHECKED);

impl Battle<'_, '_, '_> {
    /// A copy of a model, shown here.
    pub(super) fn take_model(&mut self, model: NodeId, at: Vec3, angles: Vec3) -> Option<NodeId> {
        while let Some(place) = self.combat.spare.iter().rposition(|spare| spare.model == model) {
            let node = self.combat.spare.remove(place).node;
            let is_one =
                self.scene.shape(&self.state().nodes, node).is_some_and(|_| self.state().nodes.lives(node));
            // Somebody may have removed it meanwhile.
            if is_one {
                let place = self.model_place(node, at, angles);
                self.edit.teleport_node(node, place);
                self.edit.set_active(node, true);
                return Some(node);
            }
        }
        let place = self.model_place(model, at, angles);
        match self.edit.spawn(model, None, place) {
            Ok(node) => {
                self.edit.set_flags(node, UNTOUCHED, false);
                self.edit.set_active(node, true);
                Some(node)
            }
            Err(error) => {
                self.report_once(&MODEL, "a node that can be copied", error);
                None
            }
        }
    }

    /// A copy is not needed any more.
    pub(super) fn put_model_away(&mut self, model: NodeId, node: NodeId) {
        self.edit.set_active(node, false);
        self.combat.spare.push(SpareModel { model, node });
    }
}
