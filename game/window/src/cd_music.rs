//! The music of a game's CD: what the open world plays of it, as the settings want it.
//! How a track sounds is in `cue_voices.rs`, where it is one more music that a world
//! asks for.

use crate::cue_voices::CueVoices;
use crate::settings;
use audio::Mixer;
use music::Wish;
use std::path::{Path, PathBuf};

/// A track of a game, and whether it starts over at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Playing {
    root: PathBuf,
    track: u8,
    repeats: bool,
}

/// What is played of a CD.
#[derive(Debug, Default)]
pub struct CdMusic {
    /// The game that is open, and what its world plays by the rule of that game.
    wish: Option<(PathBuf, Wish)>,
    playing: Option<Playing>,
}

impl CdMusic {
    /// A world of the game at `root` is entered. A track that plays goes on if the
    /// world plays it, too.
    pub fn enter(&mut self, root: &Path, wish: Option<&Wish>, voices: &CueVoices) {
        self.wish = wish.map(|wish| (root.to_owned(), wish.clone()));
        if !voices.has_music() {
            self.playing = None;
        }
    }

    /// Nothing is played any more.
    pub fn leave(&mut self) {
        *self = CdMusic::default();
    }

    /// True when there is something to play, so that a device is worth opening.
    pub fn wants_to_play(&self, how: settings::CdMusic) -> bool {
        self.wanted(how).is_some()
    }

    fn wanted(&self, how: settings::CdMusic) -> Option<Playing> {
        let (root, wish) = self.wish.as_ref().filter(|(_, wish)| wish.is_there)?;
        let repeats = match how {
            settings::CdMusic::Game => wish.repeats,
            settings::CdMusic::Loop => true,
            settings::CdMusic::Once => false,
            settings::CdMusic::Off => return None,
        };
        Some(Playing { root: root.clone(), track: wish.track, repeats })
    }

    /// Starts, changes or ends the music if what is wanted is not what plays.
    pub fn follow(&mut self, how: settings::CdMusic, voices: &mut CueVoices, mixer: &mut Mixer) {
        let wanted = self.wanted(how);
        if wanted == self.playing {
            return;
        }
        match &wanted {
            Some(playing) => voices.music(&music::address(playing.track), playing.repeats),
            None => voices.stop_music(mixer),
        }
        self.playing = wanted;
    }
}
