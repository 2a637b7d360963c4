//! Footsteps of those on foot: made only while somebody asks for them, and in no
//! state, since nothing that happens depends on them.

use crate::Cue;
use crate::cue::Cues;
use glam::Vec3;
use world::{ActorId, Avatar, Scene, Walker};

/// Length of a walker's step, as a part of its height.
const WALKING: f32 = 0.42;
/// As [`WALKING`], of one who runs.
const RUNNING: f32 = 0.84;

/// How far everybody on foot has come since their last step.
#[derive(Debug, Default)]
pub(crate) struct Footsteps {
    is_wanted: bool,
    /// Units, by actor, ascending.
    come: Vec<(ActorId, f32)>,
}

impl Footsteps {
    /// Makes them from now on, or no more.
    pub fn want(&mut self, wanted: bool) {
        self.is_wanted = wanted;
        self.come.clear();
    }

    /// What a tick of a walker sounds like: at most one step.
    pub fn of_walker(
        &mut self,
        scene: &Scene,
        id: ActorId,
        before: &Avatar,
        after: &Avatar,
        cues: &mut Cues,
    ) {
        if !self.is_wanted {
            return;
        }
        let place = self.come.binary_search_by_key(&id, |(known, _)| *known);
        let way = (after.position - before.position).with_y(0.0).length();
        // Who stands or flies begins anew.
        if !(before.grounded && after.grounded && way > 0.0) {
            if let Ok(place) = place {
                self.come.remove(place);
            }
            return;
        }
        let place = place.unwrap_or_else(|place| {
            // The first step comes after half of one.
            self.come.insert(place, (id, length(&scene.walker, after.velocity) * 0.5));
            place
        });
        let Some((_, come)) = self.come.get_mut(place) else { return };
        *come += way;
        let length = length(&scene.walker, after.velocity);
        if *come >= length {
            *come = (*come - length).min(length);
            let ground = scene.soil_name(after.soil).map(str::to_owned);
            cues.push(Cue::Footstep { actor: id, at: after.position, soil: after.soil, ground });
        }
    }

    /// Forgets who is not there any more.
    pub fn keep(&mut self, actors: &[u32]) {
        if self.come.len() > actors.len() {
            self.come.retain(|(id, _)| actors.binary_search(&id.0).is_ok());
        }
    }
}

/// Units of a step at this velocity.
fn length(walker: &Walker, velocity: Vec3) -> f32 {
    let runs = velocity.with_y(0.0).length() > (walker.walk_speed + walker.run_speed) * 0.5;
    walker.height * if runs { RUNNING } else { WALKING }
}
