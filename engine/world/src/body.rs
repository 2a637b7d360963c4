//! Bodies of those who move by intent: which clip is played for what somebody does. Whoever moves an actor only
//! moves its feet; its body follows.
//!
//! Source: `docs/spec/everquest/zone-install.md`, "10. Characters".

use crate::{Actor, AnimatorId, ClipId, Creature, NodeId, Scene, Walker};

/// A node of a scene that may be the body of an actor, itself or as a copy.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// What stands at the feet of the actor.
    pub node: NodeId,
    /// What plays its clips.
    pub animator: AnimatorId,
    /// What it does.
    pub acts: Vec<Act>,
    /// All that it can play.
    pub moves: Vec<Move>,
    /// How large and fast somebody is whose own body this is: its clips of walking and running run as authored at
    /// these speeds. Those of the scene, for who has none.
    pub walker: Option<Walker>,
    /// It flies or swims by itself: no ground holds it, and it falls on none.
    pub floats: bool,
}

/// A clip of a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The name that it has in the game's files: `C05`.
    pub name: Box<str>,
    /// Its clip.
    pub clip: ClipId,
    /// It starts over at its end.
    pub looping: bool,
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
    /// It turns on the spot.
    Turn,
    /// It sits.
    Sit,
    /// It strikes; a body has a clip for each of its blows.
    Fight,
    /// It falls dead.
    Die,
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
    /// The clip for the blow of a number, one after the other; none where the body has none.
    pub fn blow(&self, number: u32) -> Option<&Act> {
        let blows = || self.acts.iter().filter(|act| act.doing == Doing::Fight);
        blows().nth(number as usize % blows().count().max(1))
    }

    /// One of its clips by number.
    pub fn plays(&self, clip: ClipId) -> Option<&Move> {
        self.moves.iter().find(|own| own.clip == clip)
    }

    /// One of its clips by its name in any case, or the one in which it sits by that word.
    pub fn named(&self, name: &str) -> Option<&Move> {
        let sits = || self.act(Doing::Sit).and_then(|act| self.plays(act.clip));
        let own = self.moves.iter().find(|own| own.name.eq_ignore_ascii_case(name));
        own.or_else(|| if name.eq_ignore_ascii_case("sit") { sits() } else { None })
    }

    /// The clip for what an actor does; none where the body has none for it.
    pub fn act(&self, doing: Doing) -> Option<&Act> {
        self.acts.iter().find(|act| act.doing == doing)
    }
}

impl Scene {
    /// The body that a node of the scene is.
    pub fn body_of(&self, node: NodeId) -> Option<&Body> {
        let at = self.bodies.binary_search_by_key(&node, |body| body.node).ok()?;
        self.bodies.get(at)
    }

    /// The creatures that were told to do something at the start.
    pub(crate) fn told(&self) -> impl Iterator<Item = Actor> + '_ {
        self.orders.iter().filter_map(|(node, order)| {
            let mut creature = Creature::standing_at(&self.nodes.get(node.index())?.transform);
            creature.tell(order.clone(), 0);
            Some(creature.at_node(*node))
        })
    }
}
