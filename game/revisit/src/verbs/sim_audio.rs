//! What would have been heard of a world that runs without a screen, as a WAV file.

use crate::wav;
use base::Failure;
use base::gate::OutputFile;
use base::output;
use hearing::{Offline, RATE};
use music::{Album, Wish};
use runtime::places::World;
use serde::Serialize;
use std::sync::Arc;
use titles::install::Install;

/// Most ticks: half an hour, which is held in memory until it is written.
const MOST_TICKS: u64 = 30 * 60 * 60;

/// What is heard of a world, tick by tick.
#[derive(Debug)]
pub struct AudioOut {
    file: OutputFile,
    offline: Offline,
    samples: Vec<i16>,
    /// What was said of files that cannot be heard.
    lines: Vec<String>,
}

/// The file that was written.
#[derive(Debug, Serialize)]
pub struct Written {
    file: String,
    rate: u32,
    /// Samples of each side.
    frames: usize,
    /// The loudest sample, 0..=1.
    peak: f32,
}

impl AudioOut {
    /// Nothing is heard yet; sounds are those of an install, and music is what a world of it plays of the
    /// game's CD, where its track was found.
    ///
    /// # Errors
    /// There are too many ticks for one file.
    pub fn open(
        file: OutputFile,
        ticks: u64,
        install: &Arc<Install>,
        world: Option<&titles::World>,
    ) -> Result<Self, Failure> {
        if ticks > MOST_TICKS {
            return Err(Failure::Unusable(format!(
                "--audio-out: at most {MOST_TICKS} ticks, which is half an hour; give --ticks"
            )));
        }
        let mut offline = Offline::new(install);
        if let Some((title, world)) = install.detection.title.zip(world) {
            let album = Album::find(&install.detection, &install.vfs, install.music.as_deref());
            let wish = Wish::of(title, world, &album).filter(|wish| wish.is_there);
            wish.iter().for_each(|wish| offline.music(&music::address(wish.track), wish.repeats));
        }
        Ok(AudioOut { file, offline, samples: Vec::new(), lines: Vec::new() })
    }

    /// The world has done a tick.
    pub fn tick(&mut self, world: &World) {
        let frames = self.offline.tick(world, &mut self.lines);
        self.samples.extend(frames.iter().map(|sample| wav::rounded(*sample)));
        self.lines.drain(..).for_each(|line| output::note(&format!("warning: {line}")));
    }

    /// Writes the file.
    ///
    /// # Errors
    /// A full disk and the like.
    pub fn write(self) -> Result<Written, Failure> {
        let AudioOut { file, samples, .. } = self;
        let peak = samples.iter().map(|sample| sample.unsigned_abs()).max().unwrap_or_default();
        let frames = samples.len() / audio::CHANNELS;
        file.write(&wav::encode_rounded(samples.into_iter(), RATE)?)?;
        let written = Written {
            file: file.path().display().to_string(),
            rate: RATE,
            frames,
            peak: f32::from(peak) / 32_767.0,
        };
        let seconds = frames as f32 / RATE as f32;
        output::note(&format!("wrote {seconds:.2} s of sound to {}, peak {:.2}", written.file, written.peak));
        Ok(written)
    }
}
