//! How the tracks of a tank run: as fast as the ground passes below each of them, the outer one faster in a turn. That is
//! only seen.
//!
//! The textures move along v. Which of their axes it is, and which way it points, is in no document. What the original adds
//! grows as the tank goes forwards, and a coordinate that grows draws what lies further along v: where v leads forwards below
//! the tank and backwards above it, a texture runs backwards below, and stands still against the ground if it repeats as
//! often as the law says. Models are taken to be made so.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "Looks".

use super::own_velocity;
use crate::{DT, Simulation, materials};
use world::{ActorKind, LawKind, Tank, TracksLaw};

/// Moves the textures of all tanks' tracks on by a tick. A mode that floats makes no difference, as the source names none.
pub(crate) fn run_tracks(world: &mut Simulation) {
    let scene = std::sync::Arc::clone(world.scene());
    let state = &mut world.state;
    for actor in state.actors.iter() {
        let ActorKind::Tank(tank) = &actor.kind else { continue };
        let law = scene.vehicles.get(tank.law as usize).map(|vehicle| &vehicle.law);
        let Some(LawKind::Tank(law)) = law else { continue };
        for (models, speed) in law.tracks.models.iter().zip(speeds(&law.tracks, tank)) {
            for model in models {
                if let Some([_, v]) = state.scrolls.get_mut(model.index()) {
                    materials::scroll(v, speed * law.tracks.repeats * DT);
                }
            }
        }
    }
}

/// How fast the left and the right track go over the ground, forwards, units/s.
fn speeds(law: &TracksLaw, tank: &Tank) -> [f32; 2] {
    // Forwards is against z. A turn to the left is positive: it takes the left track back and the right one ahead.
    let ahead = -own_velocity(tank, &tank.rotation()).z;
    let turn = law.half_distance * tank.yaw_rate;
    [ahead - turn, ahead + turn]
}
