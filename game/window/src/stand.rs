//! Where somebody stood in a level, so that the list of recent ones leads back there.

use crate::visit::Visit;
use glam::Vec3;
use runtime::Command;
use runtime::places::PlaceId;
use serde::{Deserialize, Serialize};
use world::{FreeCamera, SeatId};

/// A place to stand at, in the game's own axes and unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stand {
    /// The feet.
    pub feet: [f32; 3],
    /// Degrees about the up axis; 0 looks along the game's forward, growing to the left.
    pub yaw_deg: f32,
    /// Degrees; positive looks up.
    pub pitch_deg: f32,
    /// The eye of the free camera, if it was on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flying: Option<[f32; 3]>,
}

impl Stand {
    /// Where the person of a visit is; `None` where nobody is, and beyond the place that was entered,
    /// whose neighbours are not there next time. On an overworld that of its cell, which can be entered as well.
    pub fn of(visit: &Visit) -> Option<Self> {
        if visit.world.watched() != PlaceId::FIRST && !visit.is_overworld() {
            return None;
        }
        let simulation = visit.simulation();
        let frame = &simulation.scene().frame;
        let avatar = simulation.state().avatar()?;
        let (yaw, pitch) = visit.fly.map_or((avatar.yaw, avatar.pitch), |fly| (fly.yaw, fly.pitch));
        let stand = Stand {
            feet: frame.to_game(avatar.position).to_array(),
            yaw_deg: yaw.to_degrees(),
            pitch_deg: pitch.to_degrees(),
            flying: visit.fly.map(|fly| frame.to_game(fly.eye).to_array()),
        };
        stand.is_finite().then_some(stand)
    }

    /// Puts the person of a visit there, in a tick of its own that is part of the recording.
    pub fn take(&self, visit: &mut Visit) {
        let simulation = visit.simulation();
        let frame = &simulation.scene().frame;
        let person = simulation.state().actors.piloted_by(SeatId::FIRST);
        let Some((actor, _)) = person.filter(|_| self.is_finite()) else { return };
        let (yaw, pitch) = (self.yaw_deg.to_radians(), self.pitch_deg.to_radians());
        let feet = frame.to_engine(Vec3::from(self.feet));
        let fly = self.flying.map(|eye| FreeCamera { eye: frame.to_engine(Vec3::from(eye)), yaw, pitch });
        visit.carry_out(vec![Command::PlaceActor { actor, feet, yaw, pitch }]);
        visit.fly = fly;
    }

    fn is_finite(&self) -> bool {
        let eye = self.flying.unwrap_or_default();
        let numbers = self.feet.iter().chain(&eye).chain([&self.yaw_deg, &self.pitch_deg]);
        numbers.into_iter().all(|number| number.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loader::{End, Loading};
    use crate::small_world::{uploader, wait, wanted};
    use replay::Recorder;

    #[test]
    fn one_stands_again_where_one_stood() {
        let folder = tempfile::tempdir().unwrap();
        let Some(uploader) = uploader() else { return };
        let enter = || {
            let End::Ready(ready, _) =
                wait(&mut Loading::start(wanted(folder.path()), uploader.clone(), || ()))
            else {
                panic!("not ready")
            };
            Visit::enter(*ready, None, Recorder::default())
        };
        let mut first = enter();
        let start = Stand::of(&first).unwrap();
        let there = Stand { feet: [start.feet[0] + 3.0, start.feet[1], start.feet[2] - 2.0], ..start };
        let there = Stand { yaw_deg: 50.0, pitch_deg: -10.0, ..there };
        there.take(&mut first);
        let stood = Stand::of(&first).unwrap();
        for (is, wanted) in stood.feet.iter().zip(there.feet) {
            assert!((is - wanted).abs() < 0.5, "{stood:?} {there:?}");
        }
        assert!((stood.yaw_deg - 50.0).abs() < 1e-3 && (stood.pitch_deg + 10.0).abs() < 1e-3, "{stood:?}");
        // The command is in the recording, so that it leads to the same place.
        assert_eq!(first.recorded().unwrap().commands_at(0).len(), 1);

        let mut second = enter();
        Stand { flying: Some([1.0, 2.0, 3.0]), ..stood }.take(&mut second);
        assert_eq!(Stand::of(&second).unwrap().flying, Some([1.0, 2.0, 3.0]));
        Stand { feet: [f32::NAN; 3], ..stood }.take(&mut second);
        assert_eq!(Stand::of(&second).unwrap().flying, Some([1.0, 2.0, 3.0]), "nonsense changes nothing");
    }
}
