//! Loading places before they are wished for, on threads: a run without a screen joins each at the tick in which it
//! is wished for, whether it was ready long before or has to be waited for, so that every run is the same.

use crate::loading::{Arrival, load};
use base::Failure;
use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
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
    /// By the name of the world.
    pending: BTreeMap<String, Receiver<Result<Arrival, Failure>>>,
    waits: Waits,
}

/// How often a place that was wanted was not ready when it was needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waits {
    /// Places that were needed.
    pub taken: usize,
    /// Those of them that were waited for.
    pub waited: usize,
    /// The longest of the waits.
    pub longest: Duration,
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
        Ahead { jobs, pending: BTreeMap::new(), waits: Waits::default() }
    }

    /// Has a world loaded, if it is not already and there is room.
    pub fn want(&mut self, world: &str) {
        if self.pending.contains_key(world) || self.pending.len() >= MOST {
            return;
        }
        let (done, result) = mpsc::channel();
        if self.jobs.send(Job { world: world.to_owned(), done }).is_ok() {
            self.pending.insert(world.to_owned(), result);
        }
    }

    /// A world that was wanted, waiting for it if it is not ready; `None` for one that was not wanted.
    pub fn take(&mut self, world: &str) -> Option<Result<Arrival, Failure>> {
        let result = self.pending.remove(world)?;
        self.waits.taken += 1;
        if let Ok(arrival) = result.try_recv() {
            return Some(arrival);
        }
        let since = Instant::now();
        let arrival = result.recv().ok();
        self.waits.waited += 1;
        self.waits.longest = self.waits.longest.max(since.elapsed());
        arrival
    }

    /// Forgets worlds that are not wanted any more.
    pub fn retain(&mut self, is_wanted: impl Fn(&str) -> bool) {
        self.pending.retain(|world, _| is_wanted(world));
    }

    /// How often somebody waited.
    pub fn waits(&self) -> Waits {
        self.waits
    }
}
