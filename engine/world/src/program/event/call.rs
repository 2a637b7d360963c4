//! Calls of other programs, and what connects two places.

use super::{Operand, Span};
use crate::ProgramId;
use glam::Vec3;

/// A call of another program. Source: `docs/spec/zbd/anim-events.md`, "4.24 CALL_ANIMATION".
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Call {
    /// Which.
    pub program: Option<ProgramId>,
    /// It is bound to this node in place of its own root. A call that names a node that is missing does
    /// not happen.
    pub bind: Operand,
    /// Where it happens.
    pub place: CallPlace,
    /// The event lasts as long as what it called.
    pub wait: bool,
}

/// Where a called program happens.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum CallPlace {
    /// Where it is.
    #[default]
    Own,
    /// At a node: its root is put there, if the call brings the root into the world.
    At {
        /// Which.
        node: Operand,
        /// In the space of that node.
        position: Vec3,
    },
    /// At a node and turned as it is.
    Turned {
        /// Which.
        node: Operand,
        /// Added to the angles of that node in the world, in radians.
        angles: Vec3,
    },
    /// With a node, which it is handed as its input.
    With {
        /// Which.
        node: Operand,
        /// In the space of that node.
        position: Vec3,
    },
}

/// A call of a program that connects two places: it is handed both as its inputs.
///
/// Source: `docs/spec/zbd/anim-events.md`, "4.19 CALL_OBJECT_CONNECTOR".
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CallConnector {
    /// Which.
    pub program: Option<ProgramId>,
    /// Its first input.
    pub from: CallEnd,
    /// Its second input.
    pub to: CallEnd,
    /// It ends together with its caller, which remembers one call under each number.
    pub reference: Option<u16>,
}

/// An input of a called connector.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CallEnd {
    /// The node that is handed over. [`Operand::Input`] is the caller's own input of the same side.
    pub node: Operand,
    /// The place in that node is worked out now and handed over without the node.
    pub resolved: bool,
    /// The place that is handed over.
    pub position: EndPosition,
}

/// A place of a connector.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum EndPosition {
    /// The origin.
    #[default]
    Origin,
    /// This one.
    At(Vec3),
    /// That of the instance's own input: the first for the start, the second for the end.
    Input,
}

/// A node that is stretched from one place to another: a beam or a rope.
///
/// Source: `docs/spec/zbd/anim-events.md`, "4.18 OBJECT_CONNECTOR".
#[derive(Clone, Debug, PartialEq)]
pub struct Connector {
    /// What is stretched: a model of unit length along +z.
    pub node: Operand,
    /// Where it starts.
    pub from: ConnectorEnd,
    /// Where it ends.
    pub to: ConnectorEnd,
    /// How long it lasts.
    pub seconds: f32,
    /// It lasts longer as long as it is not longer than this, in units.
    pub max_length: Option<f32>,
}

/// An end of a connector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConnectorEnd {
    /// In whose space the position is. [`Operand::Input`] is the first input for the start and the second
    /// for the end.
    pub node: Operand,
    /// Where.
    pub position: EndPosition,
    /// The part of the way between both places that is shown, 0..=1, at the start and at the end of its
    /// time.
    pub part: Span<f32>,
}

impl Default for Connector {
    /// All of the way between two places, for a moment.
    fn default() -> Self {
        let end = |part| ConnectorEnd {
            node: Operand::None,
            position: EndPosition::Origin,
            part: Span { from: part, to: part },
        };
        Connector { node: Operand::None, from: end(0.0), to: end(1.0), seconds: 0.0, max_length: None }
    }
}
