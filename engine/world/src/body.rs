//! Bodies of those who move by intent: which clip is played for what somebody does. Whoever moves an actor only
//! moves its feet; its body follows.
//!
//! Source: `docs/spec/everquest/zone-install.md`, "10. Characters".

use crate::{AnimatorId, ClipId, NodeId, Scene};

/// A node of a scene that may be the body of an actor, itself or as a copy.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// What stands at the feet of the actor.
    pub node: NodeId,
    /// What plays its clips.
    pub animator: AnimatorId,
    /// What it does.
    pub acts: Vec<Act>,
}

/// What an actor does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Doing {
    /// It stands.
    Stand,
    /// It walks; the clip runs as authored at the walking speed of the scene.
    Walk,
    /// It runs; the clip runs as authored at the running speed of the scene.
    Run,
    /// It goes up through the air.
    Jump,
    /// It falls.
    Fall,
    /// It swims along.
    Swim,
    /// It keeps over water.
    Tread,
    /// It climbs a ladder; the clip runs as authored at full speed, and stands with the body.
    Climb,
}

/// A clip for something that an actor does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Act {
    /// What.
    pub doing: Doing,
    /// Its clip.
    pub clip: ClipId,
    /// It starts over at its end.
    pub looping: bool,
}

impl Body {
    /// The clip for what an actor does; none where the body has none for it.
    pub fn act(&self, doing: Doing) -> Option<&Act> {
        self.acts.iter().find(|act| act.doing == doing)
    }
}

impl Scene {
    /// The body that a node of the scene is.
    pub fn body_of(&self, node: NodeId) -> Option<&Body> {
        self.bodies.iter().find(|body| body.node == node)
    }
}
