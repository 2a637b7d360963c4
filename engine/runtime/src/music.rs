//! Music of the area that somebody is in: which one that is, and when another begins.

use crate::{Cue, Simulation};
use world::{MusicPlaying, Scene};

/// Longest time in which music fades out while other music begins, seconds; files ask for 50.
const LONGEST_CHANGE_S: f32 = 4.0;

/// Follows the person in the first seat. Whoever comes is told what is heard here, also that it is nothing.
pub(crate) fn tick(scene: &Scene, world: &mut Simulation) {
    let Some(music) = &scene.music else { return };
    let state = &mut world.state;
    let before = state.music;
    let Some(feet) = state.person().map(|person| person.position()) else {
        // Whoever left hears what the place tells where they are now.
        state.music = MusicPlaying::default();
        return;
    };
    let daytime = state.time_of_day.daytime();
    let area = music.around(feet, before.area);
    let track = area.and_then(|area| music.areas.get(area as usize)?.track(daytime));
    state.music = MusicPlaying { heard: true, area, track };
    if before.heard && before.track == track {
        return;
    }
    let left = before.area.and_then(|area| music.areas.get(area as usize));
    let fade_out = left.map(|area| area.fade_out_s).filter(|seconds| *seconds > 0.0);
    let wanted = music.track(area, daytime);
    world.cues.push(Cue::Music {
        file: wanted.map(|track| track.file.clone()),
        times: wanted.map_or(0, |track| track.times),
        fade_out: if wanted.is_some() { fade_out.map(|it| it.min(LONGEST_CHANGE_S)) } else { fade_out },
    });
}

impl Simulation {
    /// The music that the person in the first seat hears here: for who begins to listen to a world that goes on.
    pub(crate) fn music(&self) -> Option<Cue> {
        let music = self.scene.music.as_ref().filter(|_| self.state.music.heard)?;
        let track = music.tracks.get(self.state.music.track? as usize)?;
        Some(Cue::Music { file: Some(track.file.clone()), times: track.times, fade_out: None })
    }
}
