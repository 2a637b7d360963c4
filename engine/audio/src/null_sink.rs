//! Time for voices that no device plays.

use crate::{Mixer, fade};

/// Frames a second of a mixer that nobody hears.
const RATE: u32 = 44_100;
/// Most seconds that pass at once: after a long frame nobody wants the rest.
const MOST_S: f32 = 1.0;

/// Takes what a mixer makes and plays it nowhere, so that sounds end, queues go on and captions follow each
/// other as they would with a device. It has no clock: who has one says how much time has passed.
#[derive(Debug)]
pub struct NullSink {
    mixer: Mixer,
    /// Frames that have passed and are not done yet, less than one.
    owed: f64,
}

impl Default for NullSink {
    fn default() -> Self {
        NullSink { mixer: Mixer::new(RATE), owed: 0.0 }
    }
}

impl NullSink {
    /// The voices.
    pub fn mixer(&mut self) -> &mut Mixer {
        &mut self.mixer
    }

    /// Lets time pass: seconds since this was called last.
    pub fn pass(&mut self, seconds: f32) {
        let frames = f64::from(fade::finite(seconds).clamp(0.0, MOST_S)) * f64::from(RATE) + self.owed;
        self.owed = frames.fract();
        self.mixer.skip(frames as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bus, Samples, Voice};

    #[test]
    fn voices_end_in_their_time_and_stand_still_in_a_pause() {
        let mut sink = NullSink::default();
        // Half a second, at another rate.
        let samples = Samples::new(22_050, 1, &[8192; 11_025]).unwrap();
        let once = sink.mixer().play(Voice::new(samples.clone()));
        let menu = sink.mixer().play(Voice { bus: Bus::Interface, ..Voice::new(samples.clone()) });
        let over = sink.mixer().play(Voice { looping: true, ..Voice::new(samples) });
        for _ in 0..28 {
            sink.pass(1.0 / 60.0);
        }
        assert!(sink.mixer().is_playing(once) && sink.mixer().is_playing(menu));
        sink.mixer().set_running(false);
        for _ in 0..6 {
            sink.pass(1.0 / 60.0);
        }
        let mixer = sink.mixer();
        assert!(mixer.is_playing(once), "the world stands still");
        assert!(!mixer.is_playing(menu), "a menu does not");
        mixer.set_running(true);
        // What fades out ends, too.
        mixer.stop(over, 0.1, crate::Curve::Linear);
        for odd in [f32::NAN, -1.0, 0.2] {
            sink.pass(odd);
        }
        assert_eq!(sink.mixer().voices(), 0);
    }
}
