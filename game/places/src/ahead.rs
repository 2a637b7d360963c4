//! Loading places before they are wished for, on threads: a run without a screen joins each at the tick in which it
//! is wished for, whether it was ready long before or has to be waited for, so that every run is the same.

use crate::loading::{Arrival, load};
use base::Failure;
use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use titles::install::Install;

/// Most places that are loaded and not taken yet.
const MOST: usize = 16;

/// What is asked of a thread: the world to load, and whom to tell.
struct Job {
    world: String,
    done: Sender<Result<Arrival, Failure>>,
}

/// Places that are being loaded.
#[derive(Debug)]
pub struct Ahead {
    jobs: Sender<Job>,
    /// By number of the place.
    pending: BTreeMap<usize, Receiver<Result<Arrival, Failure>>>,
}

impl Ahead {
    /// So many threads that load worlds of an install, at a quality and with this seed.
    pub fn new(install: &Arc<Install>, quality: &str, seed: u32, threads: usize) -> Self {
        let (jobs, queue) = mpsc::channel::<Job>();
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..threads {
            let (install, quality, queue) = (Arc::clone(install), quality.to_owned(), Arc::clone(&queue));
            let work = move || {
                let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                while let Ok(Job { world, done }) = next() {
                    let guests = load::Guests::default();
                    // Nobody may want it any more.
                    let _ = done.send(load(&install, &world, &quality, seed, &guests, None));
                }
            };
            // Without a thread each is loaded when it is wished for.
            let _ = std::thread::Builder::new().name("ahead".to_owned()).spawn(work);
        }
        Ahead { jobs, pending: BTreeMap::new() }
    }

    /// Has a place loaded, if it is not already and there is room.
    pub fn want(&mut self, number: usize, world: &str) {
        if self.pending.contains_key(&number) || self.pending.len() >= MOST {
            return;
        }
        let (done, result) = mpsc::channel();
        if self.jobs.send(Job { world: world.to_owned(), done }).is_ok() {
            self.pending.insert(number, result);
        }
    }

    /// A place that was wanted, waiting for it if it is not ready; `None` for one that was not wanted.
    pub fn take(&mut self, number: usize) -> Option<Result<Arrival, Failure>> {
        let result = self.pending.remove(&number)?;
        if let Ok(arrival) = result.try_recv() {
            return Some(arrival);
        }
        tracing::debug!(number, "a place had to be waited for");
        result.recv().ok()
    }

    /// Forgets places that are not wanted any more.
    pub fn retain(&mut self, is_wanted: impl Fn(usize) -> bool) {
        self.pending.retain(|number, _| is_wanted(*number));
    }
}
