//! Finding, making and removing nodes, and what ranges and frames they have.

use super::builder::{Builder, file_slot, handle};
use super::fitting;
use super::flip_books::FlipBook;
use super::lights::switch_source;
use binary::NodeName;
use script::commands::{Flags, Nodes, Register};
use script::{Outcome, Registers};
use std::collections::BTreeSet;
use zbd::gamez::nodes::{Camera, Display, Light, Lod, Node, NodeData, Object3d, Window, World, flags};

/// A camera that no script says more of sees so far, in units. Source:
/// `docs/spec/zbd/engine-behaviour.md`, "10. Camera, horizon, flare, screen effects".
const CLIP: [f32; 2] = [1.0, 960.0];
/// And so wide, in degrees.
const FIELD_OF_VIEW: [f32; 2] = [72.0, 45.0];
/// Characters of a name that a description keeps.
const DESCRIPTION: usize = 35;

impl Builder {
    pub(super) fn nodes(&mut self, command: &Nodes, registers: &mut Registers) -> Outcome {
        let current = self.node(registers.node);
        match command {
            Nodes::FindNode { name } => found(self.find(name)),
            Nodes::FindSubNode { name } => found(current.and_then(|top| self.find_below(name, top))),
            Nodes::FindSubNodeNode { name, below } => {
                found(self.find(name).and_then(|top| self.find_below(below, top)))
            }
            Nodes::NewNode { name } | Nodes::NewObject3D { name } => {
                self.make(name, NodeData::Object3d(Box::new(Object3d::initial())))
            }
            // An object in a container, which has no flip-books.
            Nodes::NewSEQ { name } => {
                let outcome = self.make(name, NodeData::Object3d(Box::new(Object3d::initial())));
                if let Outcome::Now(node) = outcome {
                    self.extras.flip_books.insert(node.0 as usize, FlipBook::default());
                }
                outcome
            }
            Nodes::NewCamera { name } => {
                let [horizontal, vertical] = FIELD_OF_VIEW.map(f32::to_radians);
                self.make(
                    name,
                    NodeData::Camera(Box::new(Camera::new(CLIP[0], CLIP[1], horizontal, vertical))),
                )
            }
            Nodes::NewDisplay { name } => {
                self.make(name, NodeData::Display(Display::new([640, 400], [0.392, 0.392, 1.0])))
            }
            Nodes::NewWindow { name } => self.make(name, NodeData::Window(Box::new(Window::new([320, 200])))),
            Nodes::NewLOD { name } => {
                self.make(name, NodeData::Lod(Box::new(Lod::new(self.version(), 0.0, 1000.0))))
            }
            Nodes::NewWorld { name } => {
                let size = self.version().cell_size() as i32;
                // One cell, until a script says how large the world is.
                match World::new(self.version(), 0, -size, size, 0) {
                    Some(world) => self.make(name, NodeData::World(Box::new(world))),
                    None => Outcome::Failed("no world of one cell".to_owned()),
                }
            }
            Nodes::LightNew { name } => {
                let mut light = Light::sun(self.version(), [0.0; 3], 0.0, 1.0, [1.0; 3]);
                light.info.set_range(self.version(), 32.0, 64.0);
                light.parents.clear();
                switch_source(self.version(), &mut light, false);
                self.make(name, NodeData::Light(Box::new(light)))
            }
            Nodes::AddChild { child } | Nodes::Object3DAddChild { child } | Nodes::LODAddChild { child } => {
                let Some(child) = self.find(child) else { return Outcome::Missing };
                match current {
                    Some(parent) if self.link(parent, child) => Outcome::Done,
                    _ => Outcome::Failed("it would hang below itself".to_owned()),
                }
            }
            Nodes::DeleteChild { child } | Nodes::DeleteChildFromDB { child } => {
                let Some(top) = current else { return Outcome::Missing };
                let Some(child) = self.find_below(child, top) else { return Outcome::Missing };
                let parents = self.below(top);
                if self.unlink(&parents, child) { Outcome::Done } else { Outcome::Missing }
            }
            Nodes::DeleteTree { name } => {
                let Some(top) = self.find(name) else { return Outcome::Missing };
                let gone = self.below(top).into_iter().collect();
                self.forget(&gone, registers)
            }
            Nodes::FreeNode { name } => match self.find(name) {
                Some(node) => self.forget(&BTreeSet::from([node]), registers),
                None => Outcome::Missing,
            },
            Nodes::LODSetRange { near, far } => match current.and_then(|slot| self.at(slot)) {
                Some(Node { data: NodeData::Lod(lod), .. }) => {
                    lod.range_near_sq = near * near;
                    lod.range_far = *far;
                    lod.range_far_sq = far * far;
                    Outcome::Done
                }
                _ => Outcome::Failed("the current node is no LOD".to_owned()),
            },
            Nodes::SEQAddChild { .. }
            | Nodes::SEQSetActive { .. }
            | Nodes::SEQSetLoop { .. }
            | Nodes::SEQSetPause { .. }
            | Nodes::SEQSetRepeat { .. } => self.flip_book(command, current),
        }
    }

    pub(super) fn flags(&mut self, command: &Flags, registers: &Registers) -> Outcome {
        let Some(slot) = self.node(registers.node) else { return Outcome::Missing };
        let (bit, on) = match command {
            Flags::NodeSetActive { active } => (flags::ACTIVE, *active),
            Flags::NodeSetCanModify { allowed } => (flags::CAN_MODIFY, *allowed),
            Flags::NodeSetOverwrite { over } => (flags::OVERRIDE, *over),
            Flags::SetAltitudeSurface { ground } => (flags::ALTITUDE_SURFACE, *ground),
            Flags::SetIntersectSurface { solid } => (flags::INTERSECT_SURFACE, *solid),
            Flags::SetIntersectBBOX { boxed } => (flags::INTERSECT_BBOX, *boxed),
            Flags::SetProximity { near } => (flags::PROXIMITY, *near),
            Flags::SetLandmark { landmark } => (flags::LANDMARK, *landmark),
            Flags::NodeSetDescription { name } => {
                let name: String = name.chars().take(DESCRIPTION).collect();
                return match NodeName::new(&name) {
                    Some(name) => {
                        self.rename(slot, name);
                        Outcome::Done
                    }
                    None => Outcome::Failed("the name is not 7-bit text".to_owned()),
                };
            }
            Flags::NodeSetLighting { lit } => {
                for node in self.below(slot) {
                    if let Some(model) = self.model(node) {
                        set(&mut model.info.flags, zbd::gamez::models::flags::LIGHTING, *lit);
                    }
                }
                return Outcome::Done;
            }
            Flags::SetZone { zones } => {
                // A node has one zone; 255 stands for every one.
                let zone = zones.first().and_then(|zone| zone.parse::<u8>().ok());
                return match zone {
                    Some(zone) => {
                        self.gamez.nodes.nodes[slot].base.zone_id = zone.into();
                        Outcome::Done
                    }
                    None => Outcome::Failed("no zone from 0 to 255".to_owned()),
                };
            }
        };
        set(&mut self.gamez.nodes.nodes[slot].base.flags, bit, on);
        Outcome::Done
    }

    /// Makes a node, if its name fits.
    pub(super) fn make(&mut self, name: &str, data: NodeData) -> Outcome {
        match fitting(name) {
            Some(name) => Outcome::Now(self.add(Node::new(self.version(), name, data))),
            None => {
                Outcome::Failed("the name is empty, not 7-bit text, or longer than 35 characters".to_owned())
            }
        }
    }

    /// Removes nodes, and takes them out of the registers.
    fn forget(&mut self, gone: &BTreeSet<usize>, registers: &mut Registers) -> Outcome {
        self.remove(gone);
        for slot in gone.iter().filter(|slot| file_slot(**slot).is_some()) {
            registers.forget(Register::Node, handle(*slot));
            registers.forget(Register::Model, handle(*slot));
        }
        Outcome::Done
    }
}

/// Sets or clears a flag.
pub(super) fn set(flags: &mut u32, bit: u32, on: bool) {
    if on { *flags |= bit } else { *flags &= !bit }
}

fn found(slot: Option<usize>) -> Outcome {
    slot.map_or(Outcome::Missing, |slot| Outcome::Now(handle(slot)))
}
