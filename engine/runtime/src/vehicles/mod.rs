//! What drives: each kind of vehicle has a room with its law. A driver asks for a demand on each axis, a person or a
//! pilot; the law does not see who that was.
//!
//! | folder | holds |
//! |---|---|
//! | `aeroplane/` | aeroplanes of Crimson Skies |
//! | `mech/` | 'mechs of MechWarrior 3 and Pirate's Moon |
//! | `tank/` | tanks of Recoil: on tracks, floating, diving |
//! | `turret.rs` | what stands and turns |
//! | `programs.rs` | animations that begin with what they do |

pub(crate) mod aeroplane;
pub(crate) mod mech;
pub(crate) mod programs;
pub(crate) mod tank;
pub(crate) mod turret;

use crate::tick::Tick;
use crate::{DT, Edit};
use glam::{Affine3A, Vec3};
use world::{Actor, ActorKind, ArmsLaw, CameraMode, NodeFlags, SeatId};

/// Where the weapons of a vehicle point: a unit vector. Guns that have limits go as far against the body, or against the
/// torso, as these say; others go where whoever is in it looks.
pub(crate) fn aim(actor: &Actor, arms: &ArmsLaw) -> Vec3 {
    match &actor.kind {
        ActorKind::Tank(tank) => {
            let bounded = |sine: f32| if sine.is_nan() { 0.0 } else { sine.clamp(-1.0, 1.0) };
            let [up, down] = arms.elevation.unwrap_or([1.0, -1.0]).map(bounded);
            let sine = libm::sinf(tank.avatar.pitch).clamp(down.min(up), up.max(down));
            tank.rotation() * Vec3::new(0.0, sine, -(1.0 - sine * sine).max(0.0).sqrt())
        }
        ActorKind::Mech(mech) => {
            let torso = mech.heading + mech.twist;
            let mut aside = turret::half_turn(mech.avatar.yaw - torso);
            let mut up = mech.avatar.pitch;
            if let Some([yaw, pitch]) = arms.swing {
                aside = turret::bounded(aside, yaw);
                up = turret::bounded(up, pitch);
            }
            world::euler_rotation(Vec3::new(up, torso + aside, 0.0)) * Vec3::NEG_Z
        }
        _ => actor.rotation() * Vec3::NEG_Z,
    }
}

/// What a vehicle met in a tick, speeds in units/s.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Knocks {
    /// It came down on the ground that fast.
    pub landed: Option<f32>,
    /// It went against a wall that fast.
    pub bumped: Option<f32>,
    /// What a tank was thrown back from.
    pub rammed: Option<tank::ram::Ram>,
}

impl Knocks {
    /// Of what comes down on the ground and otherwise meets nothing.
    pub fn landing(landed: Option<f32>) -> Self {
        Knocks { landed, ..Knocks::default() }
    }
}

/// The part that is left after a tick of something that fades away at a rate, 1/s.
fn fading(rate: f32) -> f32 {
    libm::expf(-rate * DT)
}

/// Whoever sits in a cockpit does not see the vehicle from inside, and what is around them alone. Shots hit it all the
/// same.
pub(crate) fn hide(tick: &mut Tick<'_>) {
    let state = &tick.world.state;
    let Some((_, actor)) = state.actors.piloted_by(SeatId::FIRST) else { return };
    let shown = !matches!(state.rig.mode, CameraMode::Cockpit { .. });
    let node = actor.node.filter(|_| actor.vehicle().is_some());
    let views = tick.scene.vehicle_of(actor).map(|vehicle| vehicle.views);
    let cage = views.and_then(|views| Some((views.cage?, actor.position() + actor.seat() * views.cockpit)));
    let place = cage.map(|(cage, eye)| (cage, Affine3A { matrix3: actor.seat(), translation: eye.into() }));
    // That is no change from outside.
    let mut edit = Edit::new(tick.world);
    if let Some(node) = node {
        edit.set_flags(node, NodeFlags::ACTIVE, true);
        edit.set_flags(node, NodeFlags::UNSEEN, !shown);
    }
    if let Some((cage, place)) = place.filter(|(_, place)| place.is_finite()) {
        edit.set_flags(cage, NodeFlags::ACTIVE, !shown);
        edit.move_node(cage, place);
    }
}
