//! Nodes and places as events of files name them.

use super::events::Compiler;
use super::sound;
use glam::Vec3;
use world::program::{EventPlace, Operand};

/// Index that stands for the node which the caller handed over.
const INPUT: i32 = -200;
/// Index that stands for the node which the instance is bound to.
const BOUND: i32 = -100;

impl Compiler<'_> {
    /// The node of an index: 0 and what leads nowhere for none.
    ///
    /// Source: `docs/spec/zbd/anim-events.md`, "3.1 Common conventions".
    pub(super) fn operand(&self, index: impl Into<i32>) -> Operand {
        match index.into() {
            INPUT => Operand::Input,
            BOUND => Operand::Bound,
            index => entry(index)
                .filter(|place| usize::from(*place) < self.nodes.len())
                .map_or(Operand::None, Operand::Node),
        }
    }

    /// A place or a direction in the axes of the engine.
    pub(super) fn vector(&self, vector: [f32; 3]) -> Vec3 {
        self.known.frame.to_engine(Vec3::from_array(vector.map(sound)))
    }

    /// Where something is put, by its flags: 1 at a place, 2 at a node.
    pub(super) fn place(&self, flags: u32, node: i32, translate: [f32; 3]) -> EventPlace {
        if flags & 2 != 0 {
            EventPlace::Node { node: self.operand(node), offset: self.vector(translate) }
        } else if flags & 1 != 0 {
            EventPlace::At(self.vector(translate))
        } else {
            EventPlace::Keep
        }
    }
}

/// The place of an entry in a list without the first entry, which stands for none.
pub(super) fn entry(index: impl Into<i32>) -> Option<u16> {
    u16::try_from(index.into()).ok()?.checked_sub(1)
}
