//! Loading places before they are wished for, on threads: a run without a screen joins each at the tick in which it
//! is wished for, whether it was ready long before or has to be waited for, so that every run is the same. A window
//! asks for the same, and joins what its device has.
//!
//! | file | holds |
//! |---|---|
//! | `orders.rs` | what is to be loaded, in which order |
//! | `foresight.rs` | what will be needed if the person goes on as now |

mod foresight;
mod orders;

pub use foresight::Foresight;
pub use orders::{Found, Orders};

use crate::loading::{Arrival, load};
use base::Failure;
use heap::drop_elsewhere;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use titles::install::Install;

/// What a place became.
type Loaded = Result<Arrival, Failure>;

/// Places that are being loaded.
#[derive(Debug)]
pub struct Ahead {
    desk: Arc<Desk>,
    waits: Waits,
}

/// Where threads find what is to be loaded, and put what was.
#[derive(Debug, Default)]
struct Desk {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    orders: Orders<Loaded>,
    /// Nobody wants anything any more.
    is_over: bool,
}

/// How often a place that was wanted was not ready when it was needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waits {
    /// Places that were foreseen and needed.
    pub taken: usize,
    /// Those of them that were waited for.
    pub waited: usize,
    /// The longest of the waits.
    pub longest: Duration,
    /// The fewest ticks from asking for one of them until it was needed: no less on a slower machine.
    pub ticks: Option<u64>,
    /// Places that nobody could foresee: those around the start, and where somebody travels to.
    pub sudden: usize,
    /// The most that were asked for at a time.
    pub most: usize,
}

impl Ahead {
    /// So many threads that load worlds of an install, at a quality and with this seed.
    pub fn new(install: &Arc<Install>, quality: &str, seed: u32, threads: usize) -> Self {
        let desk = Arc::new(Desk::default());
        for _ in 0..threads {
            let (install, quality, desk) = (Arc::clone(install), quality.to_owned(), Arc::clone(&desk));
            let work = move || {
                desk.work(|world| load(&install, world, &quality, seed, &load::Guests::default(), None));
            };
            // Without a thread each is loaded when it is wished for.
            let _ = std::thread::Builder::new().name("ahead".to_owned()).spawn(work);
        }
        Ahead { desk, waits: Waits::default() }
    }

    /// Has these worlds loaded, the first ones first, and no others: so in this tick.
    pub fn want(&mut self, worlds: &[String], tick: u64) {
        let mut state = self.desk.lock();
        let forgotten = state.orders.want(worlds, tick);
        self.waits.most = self.waits.most.max(state.orders.len());
        drop(state);
        self.desk.changed.notify_all();
        forgotten.into_iter().for_each(drop_elsewhere);
    }

    /// A world that is needed in this tick, waiting for it if a thread is loading it; with `load` if no thread began.
    ///
    /// # Errors
    /// It cannot be loaded.
    pub fn take(&mut self, world: &str, tick: u64, load: impl FnOnce() -> Loaded) -> Loaded {
        let mut state = self.desk.lock();
        let since = state.orders.since(world, tick);
        let began = Instant::now();
        let mut found = state.orders.take(world);
        let was_ready = matches!(found, Found::Ready(_));
        while matches!(found, Found::Working) {
            state = self.desk.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            found = state.orders.take(world);
        }
        drop(state);
        let loaded = match found {
            Found::Ready(loaded) => loaded,
            Found::Unknown | Found::Waiting | Found::Working => load(),
        };
        match since.filter(|ticks| *ticks > 0) {
            None => self.waits.sudden += 1,
            Some(ticks) => {
                self.waits.taken += 1;
                self.waits.ticks = Some(self.waits.ticks.map_or(ticks, |least| least.min(ticks)));
                if !was_ready {
                    self.waits.waited += 1;
                    self.waits.longest = self.waits.longest.max(began.elapsed());
                }
            }
        }
        loaded
    }

    /// How often somebody waited.
    pub fn waits(&self) -> Waits {
        self.waits
    }
}

impl Drop for Ahead {
    fn drop(&mut self) {
        self.desk.lock().is_over = true;
        self.desk.changed.notify_all();
    }
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Loads what is asked for until nobody asks any more.
    fn work(&self, load: impl Fn(&str) -> Loaded) {
        while let Some(world) = self.next() {
            let working = Working { desk: self, world: &world };
            let loaded = load(&world);
            let unwanted = self.lock().orders.done(&world, loaded);
            drop(working);
            drop(unwanted);
        }
    }

    /// The world to load next; `None` at the end.
    fn next(&self) -> Option<String> {
        let mut state = self.lock();
        loop {
            if state.is_over {
                return None;
            }
            if let Some(world) = state.orders.begin() {
                return Some(world);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Somebody loads a world: whoever waits for it is told, also when loading ends in a panic.
struct Working<'a> {
    desk: &'a Desk,
    world: &'a str,
}

impl Drop for Working<'_> {
    fn drop(&mut self) {
        self.desk.lock().orders.dropped(self.world);
        self.desk.changed.notify_all();
    }
}
