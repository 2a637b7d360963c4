//! Finding, linking and removing nodes, and their switches.

use super::Live;
use runtime::Command as Asked;
use script::commands::{Flags, Nodes};
use script::{Handle, Outcome};
use world::{CameraMode, NodeFlags, NodeId, NodeKind};

/// How the names of cameras begin.
pub(super) const CAMERA: &str = "camera";

impl Live<'_> {
    pub(super) fn nodes(&mut self, command: &Nodes, current: Option<NodeId>) -> Outcome {
        match command {
            Nodes::FindNode { name } => self.found(self.find(name), name),
            Nodes::FindSubNode { name } => {
                let found = current.and_then(|top| self.find_below(name, top));
                self.found_below(found, name, current)
            }
            Nodes::FindSubNodeNode { name, below } => {
                let Some(top) = self.find(name) else { return self.missing(name) };
                self.found_below(self.find_below(below, top), below, Some(top))
            }
            Nodes::AddChild { child } | Nodes::Object3DAddChild { child } => {
                let Some(parent) = current else { return Outcome::Missing };
                let Some(child) = self.find(child) else { return self.missing(child) };
                self.link(parent, child)
            }
            Nodes::DeleteChild { child } | Nodes::DeleteChildFromDB { child } => {
                let Some(top) = current else { return Outcome::Missing };
                let Some(node) = self.find_below(child, top) else {
                    return self.found_below(None, child, Some(top));
                };
                for parent in self.names.below(top) {
                    if self.names.children(parent).contains(&node) {
                        self.ask(Asked::Unlink { parent: Some(parent), child: node });
                    }
                }
                if matches!(command, Nodes::DeleteChildFromDB { .. }) {
                    self.ask(Asked::Despawn(node));
                }
                Outcome::Done
            }
            Nodes::DeleteTree { name } => {
                let Some(top) = self.find(name) else { return self.missing(name) };
                // All of it goes, also what hangs elsewhere as well; children first.
                for node in self.names.below(top).into_iter().rev() {
                    self.ask(Asked::Despawn(node));
                }
                Outcome::Done
            }
            Nodes::FreeNode { name } => {
                let Some(node) = self.find(name) else { return self.missing(name) };
                for child in self.names.children(node) {
                    self.ask(Asked::Unlink { parent: Some(node), child: *child });
                }
                self.ask(Asked::Despawn(node))
            }
            Nodes::NewNode { .. }
            | Nodes::NewObject3D { .. }
            | Nodes::NewCamera { .. }
            | Nodes::NewDisplay { .. }
            | Nodes::NewLOD { .. }
            | Nodes::NewSEQ { .. }
            | Nodes::NewWindow { .. }
            | Nodes::NewWorld { .. }
            | Nodes::LightNew { .. }
            | Nodes::LODAddChild { .. }
            | Nodes::LODSetRange { .. }
            | Nodes::SEQAddChild { .. }
            | Nodes::SEQSetActive { .. }
            | Nodes::SEQSetLoop { .. }
            | Nodes::SEQSetPause { .. }
            | Nodes::SEQSetRepeat { .. } => Outcome::Unused,
        }
    }

    fn found(&mut self, node: Option<NodeId>, name: &str) -> Outcome {
        match node {
            Some(node) => Outcome::Now(Handle(node.0)),
            None => self.missing(name),
        }
    }

    fn found_below(&mut self, node: Option<NodeId>, name: &str, top: Option<NodeId>) -> Outcome {
        match (node, top) {
            (Some(node), _) => Outcome::Now(Handle(node.0)),
            (None, Some(top)) => {
                self.why = Some(format!("nothing below {} is called {name}", self.names.label(top)));
                Outcome::Missing
            }
            (None, None) => self.missing(name),
        }
    }

    /// Hangs a node below another. Below the world it is a root; a root that hangs below a node is none
    /// any more, as when a world is loaded.
    fn link(&mut self, parent: NodeId, child: NodeId) -> Outcome {
        let is_world = self.kind(parent) == Some(NodeKind::Fixed);
        let is_root = self.simulation.state().nodes.roots.contains(&child);
        let below = Some(parent).filter(|_| !is_world);
        let is_linked = if is_world { is_root } else { self.names.children(parent).contains(&child) };
        if is_linked {
            return self.say(format!("{} hangs there already", self.names.label(child)));
        }
        if self.names.below(child).contains(&parent) {
            return self.failed(format!("{} would hang below itself", self.names.label(child)));
        }
        self.ask(Asked::Link { parent: below, child });
        if is_root && !is_world {
            self.ask(Asked::Unlink { parent: None, child });
        }
        Outcome::Done
    }

    pub(super) fn flags(&mut self, command: &Flags, node: NodeId) -> Outcome {
        let (flags, on) = match *command {
            Flags::NodeSetActive { active } => {
                if let Some((light, _)) = self.light(node) {
                    self.ask(Asked::SwitchLight { light, on: active });
                }
                let is_camera = self.kind(node) == Some(NodeKind::Fixed)
                    && self.names.name(node).to_ascii_lowercase().starts_with(CAMERA);
                if is_camera && !active {
                    self.ask(Asked::SetCamera { mode: CameraMode::Eyes, seconds: 0.0 });
                }
                (NodeFlags::ACTIVE, active)
            }
            // Everything below follows.
            Flags::NodeSetLighting { lit } => (NodeFlags::UNLIT, !lit),
            Flags::NodeSetOverwrite { over } => (NodeFlags::OVERWRITE, over),
            Flags::SetAltitudeSurface { ground } => (NodeFlags::ALTITUDE, ground),
            Flags::SetIntersectSurface { solid } => (NodeFlags::INTERSECT, solid),
            Flags::SetIntersectBBOX { boxed } => (NodeFlags::INTERSECT_BOX, boxed),
            Flags::SetProximity { near } => (NodeFlags::PROXIMITY, near),
            Flags::SetLandmark { landmark } => (NodeFlags::LANDMARK, landmark),
            Flags::NodeSetDescription { .. } | Flags::NodeSetCanModify { .. } | Flags::SetZone { .. } => {
                return Outcome::Unused;
            }
        };
        self.ask(Asked::SetFlags { node, flags, on })
    }
}
