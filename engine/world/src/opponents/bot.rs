//! What an opponent has in mind from one tick to the next.

use super::Side;
use crate::ActorId;
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// What an opponent is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Plan {
    /// Nothing, until something wakes it up.
    #[default]
    Asleep,
    /// It looks about, or goes its way.
    Watch,
    /// It goes for its target.
    Attack,
    /// It only follows its target with its eyes, or waits for it.
    Wait,
    /// It goes back to where it was before it attacked.
    Return,
    /// It turns away from its target for a while.
    BreakOff,
    /// It is hurt, and keeps away from its target for a while.
    Hide,
}

/// A pilot that is no person: by its mind it asks of what it drives what a person could ask.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bot {
    /// How it acts, among [`OpponentLaw::minds`](super::OpponentLaw::minds).
    pub mind: u32,
    /// What it is about.
    pub plan: Plan,
    /// Seconds for which it has been about that.
    pub since: f32,
    /// Whom it goes for.
    pub target: Option<ActorId>,
    /// It saw its target when it last looked.
    pub sees: bool,
    /// Ticks since it looked.
    pub looked: u32,
    /// Seconds until it may fire again.
    pub wait: f32,
    /// Where it was when it began to attack.
    pub home: Vec3,
    /// The point of its net that it goes to.
    pub next: u32,
    /// The one that it comes from.
    pub last: u32,
    /// Its shots in a row that did not hit its target.
    pub misses: u32,
    /// It was hit since the last tick.
    pub hit: bool,
    /// How often it has hidden.
    #[serde(default)]
    pub hides: u32,
    /// What its mission has told it.
    #[serde(default, skip_serializing_if = "Orders::is_unused")]
    pub orders: Orders,
}

/// What a mission tells somebody to do otherwise than usual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Orders {
    /// Whose side it is on.
    #[serde(default)]
    pub side: Option<Side>,
    /// Its way, among [`OpponentLaw::nets`](super::OpponentLaw::nets).
    #[serde(default)]
    pub net: Option<u32>,
    /// How near somebody is whom it attacks, units.
    #[serde(default)]
    pub attack: Option<f32>,
}

impl Orders {
    /// True while nothing was told.
    pub fn is_unused(&self) -> bool {
        *self == Orders::default()
    }
}

impl Bot {
    /// One that has just begun.
    pub fn new(mind: u32) -> Self {
        Bot { mind, ..Bot::default() }
    }

    /// Turns to something else.
    pub fn turn_to(&mut self, plan: Plan) {
        if self.plan != plan {
            (self.plan, self.since) = (plan, 0.0);
        }
    }

    /// True when no number in it is NaN or infinite.
    pub fn is_finite(&self) -> bool {
        let numbers = [Some(self.since), Some(self.wait), self.orders.attack];
        numbers.into_iter().flatten().all(f32::is_finite) && self.home.is_finite()
    }
}
