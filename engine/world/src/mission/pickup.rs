//! What lies about to be collected.

use crate::{NodeId, TankMode};

/// Something that lies about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PickupLaw {
    /// Its node; it is switched off while it is gone.
    pub node: NodeId,
    /// What whoever takes it gets.
    pub gift: Gift,
    /// After how many seconds it lies there again; never without.
    pub returns_s: Option<f32>,
}

/// What somebody gets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gift {
    /// Ammunition of the weapon in a slot, counted from 0: this share of what it holds, at least one.
    Ammunition(u8, f32),
    /// This share of the whole health.
    Health(f32),
    /// A life.
    Life,
    /// A way to move.
    Mode(TankMode),
}
