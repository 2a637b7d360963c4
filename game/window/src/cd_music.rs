//! The music of a game's CD: what the open world plays of it, as the settings want it.
//! How a track sounds is in the crate `hearing`, where it is one more music that a world
//! asks for.

use crate::settings;
use audio::Mixer;
use hearing::CueVoices;
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

#[cfg(test)]
mod tests {
    use super::*;
    use audio::Listener;
    use glam::Vec3;
    use hearing::Opening;
    use std::sync::Arc;
    use std::time::Duration;
    use titles::install::Install;

    /// A demo with two tracks of a steady sound of a second.
    fn install(folder: &Path) -> Arc<Install> {
        for file in demos::plain(&demos::Options { scale: 1, seed: 1 }).unwrap() {
            let path = folder.join(&file.address);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, &file.bytes).unwrap();
        }
        std::fs::create_dir_all(folder.join("music")).unwrap();
        for track in ["track02.wav", "track03.wav"] {
            std::fs::write(folder.join("music").join(track), steady()).unwrap();
        }
        Arc::new(Install::open(folder, &[]).unwrap())
    }

    /// A steady sound of a second, a quarter as loud as can be.
    fn steady() -> Vec<u8> {
        let samples = 8192_i16.to_le_bytes().repeat(44_100);
        zbd::sounds::write(&zbd::sounds::Wave::pcm(1, 44_100, 16, samples)).unwrap()
    }

    struct Player {
        cd: CdMusic,
        voices: CueVoices,
        mixer: Mixer,
        /// Frames that were mixed since the music was changed and are not heard yet.
        unheard: usize,
        install: Arc<Install>,
    }

    impl Player {
        fn new(folder: &Path) -> Self {
            let install = install(folder);
            let (cd, mut voices) = (CdMusic::default(), CueVoices::default());
            voices.enter(&install, Opening::OnThread);
            Player { cd, voices, mixer: Mixer::new(44_100), unheard: 0, install }
        }

        /// Enters a world that plays a track.
        fn enter(&mut self, track: u8) {
            self.voices.leave_but_music(&mut self.mixer);
            self.voices.enter(&self.install, Opening::OnThread);
            let wish = Wish { track, repeats: true, is_there: true };
            self.cd.enter(&self.install.detection.root, Some(&wish), &self.voices);
        }

        /// Follows the setting and waits until so many voices sound.
        fn follow(&mut self, how: settings::CdMusic, count: usize) {
            self.unheard = 0;
            self.cd.follow(how, &mut self.voices, &mut self.mixer);
            for _ in 0..3000 {
                assert_eq!(self.voices.start(&mut self.mixer, 0, |_| None), [] as [String; 0]);
                if self.mixer.voices() == count {
                    return;
                }
                std::thread::sleep(Duration::from_millis(10));
            }
            panic!("{:?}", self.voices);
        }

        /// How loud the last of some more frames is that are heard.
        fn after(&mut self, frames: usize) -> f32 {
            let frames = frames + self.mixer.delay() - self.unheard;
            self.unheard = self.mixer.delay();
            self.mixer.hear(&Listener { ear: Vec3::ZERO, right: Vec3::X, near: 1.0 });
            let mut out = vec![0.0; frames * 2];
            self.mixer.mix(&mut out);
            out[frames * 2 - 1]
        }
    }

    fn near(found: f32, wanted: f32) {
        assert!((found - wanted).abs() < 1e-4, "{found}, not {wanted}");
    }

    const GAME: settings::CdMusic = settings::CdMusic::Game;
    /// Frames of a second and a half, in which music goes over.
    const FADE: usize = 66_150;

    #[test]
    fn one_track_goes_over_into_another_evenly_loud() {
        let folder = tempfile::tempdir().unwrap();
        let mut player = Player::new(folder.path());
        player.enter(2);
        player.follow(GAME, 1);
        near(player.after(FADE), 0.25);
        // It goes on without a gap where it starts over, five times.
        near(player.after(5 * 44_100), 0.25);
        player.enter(3);
        player.follow(GAME, 2);
        // Both at the square root of a half: a third and two thirds of the way are the
        // sine and the cosine of 30 degrees.
        near(player.after(FADE / 3), 0.25 * (0.5 + 0.866_025_4));
        near(player.after(FADE / 6), 0.25 * std::f32::consts::SQRT_2);
        near(player.after(FADE / 2), 0.25);
        assert_eq!(player.mixer.voices(), 1);
    }

    #[test]
    fn a_world_with_the_same_track_lets_it_go_on() {
        let folder = tempfile::tempdir().unwrap();
        let mut player = Player::new(folder.path());
        player.enter(2);
        player.follow(GAME, 1);
        near(player.after(FADE), 0.25);
        player.enter(2);
        player.follow(GAME, 1);
        assert!(!player.voices.is_idle());
        near(player.after(10), 0.25);
        // A world without music ends it softly.
        player.cd.enter(&player.install.detection.root, None, &player.voices);
        player.follow(GAME, 1);
        near(player.after(FADE / 2), 0.25 * std::f32::consts::FRAC_1_SQRT_2);
        near(player.after(FADE / 2), 0.0);
        assert_eq!(player.mixer.voices(), 0);
    }

    #[test]
    fn the_setting_counts_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut player = Player::new(folder.path());
        player.enter(2);
        player.follow(settings::CdMusic::Off, 0);
        assert!(!player.cd.wants_to_play(settings::CdMusic::Off) && player.cd.wants_to_play(GAME));
        player.follow(settings::CdMusic::Once, 1);
        near(player.after(44_000), 0.25 * libm::sinf(44_000.0 / FADE as f32 * std::f32::consts::FRAC_PI_2));
        player.after(200);
        assert_eq!(player.mixer.voices(), 0, "a second is over");
        player.follow(settings::CdMusic::Loop, 1);
        near(player.after(2 * FADE), 0.25);
        player.follow(settings::CdMusic::Off, 1);
        player.after(FADE);
        assert_eq!(player.mixer.voices(), 0);
    }

    #[test]
    fn a_missing_track_is_silence() {
        let folder = tempfile::tempdir().unwrap();
        let mut player = Player::new(folder.path());
        let wish = Wish { track: 4, repeats: true, is_there: false };
        player.cd.enter(&player.install.detection.root, Some(&wish), &player.voices);
        player.follow(GAME, 0);
        assert!(player.voices.is_idle() && !player.cd.wants_to_play(GAME));
    }
}
