//! What drives: each kind of vehicle has a room with its law. A driver asks for a demand on each axis, a person or a
//! pilot; the law does not see who that was.
//!
//! | folder | holds |
//! |---|---|
//! | `aeroplane/` | aeroplanes of Crimson Skies |
//! | `mech/` | 'mechs of MechWarrior 3 and Pirate's Moon |
//! | `tank/` | tanks of Recoil: on tracks, floating, diving |

pub(crate) mod aeroplane;
pub(crate) mod mech;
pub(crate) mod tank;

use crate::tick::Tick;
use crate::{DT, Edit};
use world::{CameraMode, NodeFlags, SeatId};

/// The part that is left after a tick of something that fades away at a rate, 1/s.
fn fading(rate: f32) -> f32 {
    libm::expf(-rate * DT)
}

/// Whoever sits in a cockpit does not see the vehicle from inside.
pub(crate) fn hide(tick: &mut Tick<'_>) {
    let state = &tick.world.state;
    let Some((_, actor)) = state.actors.piloted_by(SeatId::FIRST) else { return };
    let Some(node) = actor.node.filter(|_| actor.vehicle().is_some()) else { return };
    let shown = !matches!(state.rig.mode, CameraMode::Cockpit { .. });
    // That is no change from outside.
    Edit::new(tick.world).set_flags(node, NodeFlags::ACTIVE, shown);
}
