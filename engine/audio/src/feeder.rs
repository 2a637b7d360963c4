//! A thread that decodes the streams of a mixer ahead, so that a slow disk holds
//! up no device. Without one, whoever mixes decodes.

use crate::{Feed, Mixer};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How often streams are decoded further: far more often than they run dry.
const EVERY: Duration = Duration::from_millis(20);

/// The thread; it ends when this is dropped.
pub(crate) struct Feeder {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Feeder {
    /// Starts it; where the system gives no thread, it does nothing.
    pub fn start(mixer: Arc<Mutex<Mixer>>) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stop);
        let thread =
            thread::Builder::new().name("sound streams".to_owned()).spawn(move || feed(&mixer, &asked));
        Feeder { stop, thread: thread.ok() }
    }

    /// There are streams to be decoded.
    pub fn wake(&self) {
        if let Some(thread) = &self.thread {
            thread.thread().unpark();
        }
    }
}

impl Drop for Feeder {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.wake();
        if let Some(thread) = self.thread.take() {
            // A panic there has been reported there.
            let _ = thread.join();
        }
    }
}

/// The mixer, whatever happened to a thread that had it.
pub(crate) fn lock(mixer: &Mutex<Mixer>) -> MutexGuard<'_, Mixer> {
    mixer.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Decodes ahead until it is asked to stop; sleeps while there are no streams.
fn feed(mixer: &Mutex<Mixer>, stop: &AtomicBool) {
    let mut feeds: Vec<Feed> = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        lock(mixer).feeds(&mut feeds);
        if feeds.is_empty() {
            thread::park();
        } else {
            feeds.drain(..).for_each(|feed| feed.fill());
            thread::park_timeout(EVERY);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Listener, Source, Voice};
    use glam::Vec3;
    use std::io::Cursor;

    fn streaming(data: &[u8]) -> Mixer {
        let mut mixer = Mixer::new(44_100);
        let source = Source::open("long.wav", Cursor::new(data.to_vec())).unwrap();
        mixer.play(Voice { looping: true, ..Voice::new(source) });
        mixer.hear(&Listener { ear: Vec3::ZERO, right: Vec3::X, near: 1.0 });
        mixer
    }

    #[test]
    fn decoded_ahead_or_not_the_samples_are_the_same() {
        let spec = hound::WavSpec {
            channels: 1,
            sample_rate: 44_100,
            bits_per_sample: 16,
            sample_format: hound::SampleFormat::Int,
        };
        let mut data = Cursor::new(Vec::new());
        let mut writer = hound::WavWriter::new(&mut data, spec).unwrap();
        (0..30_000).for_each(|at| writer.write_sample((at % 1009 * 31) as i16).unwrap());
        writer.finalize().unwrap();
        let data = data.into_inner();
        let mut wanted = vec![0.0; 2 * 44_100];
        streaming(&data).mix(&mut wanted);

        let mixer = Arc::new(Mutex::new(streaming(&data)));
        let feeder = Feeder::start(Arc::clone(&mixer));
        let mut found = Vec::new();
        for block in wanted.chunks(512) {
            feeder.wake();
            let mut out = vec![0.0; block.len()];
            lock(&mixer).mix(&mut out);
            found.extend(out);
            thread::yield_now();
        }
        drop(feeder);
        assert!(wanted.iter().any(|sample| *sample > 0.9));
        assert!(found == wanted);
        // Nobody has it any more: the thread is gone.
        assert_eq!(Arc::strong_count(&mixer), 1);
    }
}
