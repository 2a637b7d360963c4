//! The machine's loudspeakers.

use crate::Mixer;
use std::fmt;

/// Why nothing is heard, in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSpeakers(String);

impl fmt::Display for NoSpeakers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no sound: {}", self.0)
    }
}

impl std::error::Error for NoSpeakers {}

#[cfg(not(feature = "speakers"))]
mod device {
    use super::{Mixer, NoSpeakers};

    /// The machine's loudspeakers; this build knows none.
    #[derive(Debug)]
    pub struct Speakers(std::convert::Infallible);

    impl Speakers {
        /// Opens the usual device.
        ///
        /// # Errors
        /// Always.
        pub fn open() -> Result<Self, NoSpeakers> {
            Err(NoSpeakers("this build has no loudspeakers".to_owned()))
        }

        /// Changes what is played from now on.
        pub fn with<R>(&self, _: impl FnOnce(&mut Mixer) -> R) -> R {
            match self.0 {}
        }
    }
}

#[cfg(feature = "speakers")]
mod device {
    use super::{Mixer, NoSpeakers};
    use crate::CHANNELS;
    use crate::feeder::{Feeder, lock};
    use rodio::{ChannelCount, DeviceSinkBuilder, MixerDeviceSink, SampleRate, Source};
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    /// Frames mixed at a time: 6 ms, so that the window never waits long for
    /// its turn.
    const BLOCK: usize = 256;

    /// The machine's loudspeakers. A mixer plays through them until they are
    /// dropped.
    pub struct Speakers {
        mixer: Arc<Mutex<Mixer>>,
        feeder: Feeder,
        _sink: MixerDeviceSink,
    }

    impl std::fmt::Debug for Speakers {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.debug_struct("Speakers").finish_non_exhaustive()
        }
    }

    impl Speakers {
        /// Opens the usual device, with nothing to play yet.
        ///
        /// # Errors
        /// No device that answers.
        pub fn open() -> Result<Self, NoSpeakers> {
            // What the system's library has to say goes into the line instead
            // of onto the terminal.
            #[cfg(target_os = "linux")]
            let _heard = alsa::Output::local_error_handler();
            let failed = |error: rodio::DeviceSinkError| NoSpeakers(reason(&error));
            let builder = DeviceSinkBuilder::from_default_device().map_err(failed)?;
            let sink = builder
                .with_error_callback(|error| tracing::warn!(target: "audio", "the sound device: {error}"))
                .open_sink_or_fallback();
            let mut sink = sink.map_err(failed)?;
            sink.log_on_drop(false);
            let rate = sink.config().sample_rate();
            let mixer = Arc::new(Mutex::new(Mixer::new(rate.get())));
            sink.mixer().add(Pull {
                mixer: Arc::clone(&mixer),
                rate,
                block: vec![0.0; BLOCK * CHANNELS],
                at: BLOCK * CHANNELS,
            });
            let feeder = Feeder::start(Arc::clone(&mixer));
            Ok(Speakers { mixer, feeder, _sink: sink })
        }

        /// Changes what is played from now on.
        pub fn with<R>(&self, change: impl FnOnce(&mut Mixer) -> R) -> R {
            let mut mixer = lock(&self.mixer);
            let result = change(&mut mixer);
            if mixer.streams() > 0 {
                self.feeder.wake();
            }
            result
        }
    }

    /// The innermost reason, which is the one that a person can do something
    /// about.
    fn reason(error: &dyn std::error::Error) -> String {
        let mut inner = error;
        while let Some(next) = inner.source() {
            inner = next;
        }
        let text = inner.to_string();
        text.lines().next().unwrap_or_default().trim_end_matches('.').to_owned()
    }

    /// What the device asks for samples.
    struct Pull {
        mixer: Arc<Mutex<Mixer>>,
        rate: SampleRate,
        block: Vec<f32>,
        at: usize,
    }

    impl Iterator for Pull {
        type Item = f32;

        fn next(&mut self) -> Option<f32> {
            if self.at >= self.block.len() {
                lock(&self.mixer).mix(&mut self.block);
                self.at = 0;
            }
            let sample = self.block.get(self.at).copied();
            self.at += 1;
            // It never ends: a world may fall silent and sound again.
            Some(sample.unwrap_or(0.0))
        }
    }

    impl Source for Pull {
        fn current_span_len(&self) -> Option<usize> {
            None
        }

        fn channels(&self) -> ChannelCount {
            const { ChannelCount::new(CHANNELS as u16).unwrap() }
        }

        fn sample_rate(&self) -> SampleRate {
            self.rate
        }

        fn total_duration(&self) -> Option<Duration> {
            None
        }
    }
}

pub use device::Speakers;
