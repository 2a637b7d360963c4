//! Loading on a thread of its own, so that the window answers.

use crate::failure::Failure;
use crate::install::Install;
use crate::verbs::demo::DemoInstall;
use binary::Limits;
use load::{Phase, Request};
use runtime::Simulation;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::Instant;
use world::Finding;

/// What to load.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The install.
    pub path: PathBuf,
    /// Folders laid over it.
    pub mods: Vec<PathBuf>,
    /// Which of its worlds.
    pub world: Option<String>,
    /// Seed of the random generator.
    pub seed: u32,
    /// Build this first.
    pub demo: Option<DemoInstall>,
}

/// A world that is ready to be walked through.
#[derive(Debug)]
pub struct Ready {
    /// What was asked for.
    pub wanted: Wanted,
    /// Name of the title for people.
    pub title_name: String,
    /// What was loaded.
    pub request: Request,
    /// The world at its start.
    pub simulation: Simulation,
    /// Everything odd about its files.
    pub findings: Vec<Finding>,
    /// Bytes read from files.
    pub bytes_read: u64,
    /// Milliseconds per phase, in order, and for all together.
    pub times_ms: Vec<(&'static str, f64)>,
    /// Of the world's files; known some time after the world is ready.
    pub fingerprint: Arc<OnceLock<u64>>,
}

/// How loading ended.
#[derive(Debug)]
pub enum End {
    /// The world.
    Ready(Box<Ready>),
    /// Somebody cancelled it.
    Cancelled,
    /// It cannot be loaded.
    Failed(Failure),
}

enum Message {
    At(Phase, usize, usize),
    End(End),
}

/// How far loading has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Which phase.
    pub phase: Phase,
    /// Steps done.
    pub done: usize,
    /// Steps of the phase.
    pub of: usize,
}

/// Where loading begins.
const FIRST: Step = Step { phase: Phase::Discover, done: 0, of: 1 };

impl Step {
    /// All of loading, 0..=1; every phase counts the same.
    pub fn fraction(&self) -> f32 {
        let before = Phase::ALL.iter().position(|phase| *phase == self.phase).unwrap_or(0);
        let inside = self.done as f32 / self.of.max(1) as f32;
        (before as f32 + inside.clamp(0.0, 1.0)) / Phase::ALL.len() as f32
    }
}

/// Loading that is under way. Dropping it cancels.
pub struct Loading {
    /// What is being loaded.
    pub wanted: Wanted,
    messages: Receiver<Message>,
    cancelled: Arc<AtomicBool>,
    step: Step,
}

impl Loading {
    /// Starts; `wake` is called whenever there is something new to look at.
    pub fn start(wanted: Wanted, wake: impl Fn() + Send + 'static) -> Self {
        let (sender, messages) = mpsc::channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        let (stop, job) = (Arc::clone(&cancelled), wanted.clone());
        let tell = move |message| {
            // Nobody listens any more once loading was cancelled.
            let _ = sender.send(message);
            wake();
        };
        let thread = std::thread::Builder::new().name("loader".to_owned()).spawn(move || {
            let work = std::panic::AssertUnwindSafe(|| load(job, &stop, &tell));
            if std::panic::catch_unwind(work).is_err() {
                tell(Message::End(End::Failed(Failure::Unusable(
                    "loading ended with a bug in Revisit".to_owned(),
                ))));
            }
        });
        let loading = Loading { wanted, messages, cancelled, step: FIRST };
        if let Err(error) = thread {
            tracing::error!(target: "load", "no thread to load in: {error}");
        }
        loading
    }

    /// Asks it to stop at its next step.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// A demo is being built; loading has not begun.
    pub fn building(&self) -> bool {
        self.wanted.demo.is_some() && self.step == FIRST
    }

    /// How far it has come.
    pub fn step(&self) -> Step {
        self.step
    }

    /// Takes what happened since the last time; how it ended, once.
    pub fn poll(&mut self) -> Option<End> {
        loop {
            match self.messages.try_recv() {
                Ok(Message::At(phase, done, of)) => self.step = Step { phase, done, of },
                Ok(Message::End(end)) => return Some(end),
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => {
                    return Some(End::Failed(Failure::Machine(
                        "the system gives no thread to load in".to_owned(),
                    )));
                }
            }
        }
    }
}

impl Drop for Loading {
    fn drop(&mut self) {
        self.cancel();
    }
}

fn load(wanted: Wanted, stop: &AtomicBool, tell: &impl Fn(Message)) {
    let mut phases = Phases::default();
    let mut listen = |phase: Phase, done: usize, of: usize| {
        phases.at(phase.name());
        tell(Message::At(phase, done, of));
        !stop.load(Ordering::Relaxed)
    };
    let result = (|| {
        if let Some(demo) = &wanted.demo {
            demo.write()?;
        }
        let install = Install::open(&wanted.path, &wanted.mods)?;
        let request = install.request(wanted.world.as_deref())?;
        let loaded = load::zipper::load(&install.vfs, &request, &mut listen).map_err(|error| match error {
            load::Error::Cancelled => None,
            error => Some(Failure::from(error)),
        });
        Ok((install, request, loaded))
    })();
    let (install, request, loaded) = match result {
        Ok((install, request, Ok(loaded))) => (install, request, loaded),
        Ok((_, _, Err(None))) => return tell(Message::End(End::Cancelled)),
        Ok((_, _, Err(Some(failure)))) | Err(failure) => return tell(Message::End(End::Failed(failure))),
    };
    phases.at("start");
    // What is wrong with the links is a finding of loading already.
    let (simulation, _) = Simulation::new(Arc::new(loaded.scene), wanted.seed, &Limits::default());
    let times_ms = phases.finish();
    let title_name = install.detection.title.map_or_else(String::new, |title| title.name.clone());
    let fingerprint = Arc::new(OnceLock::new());
    let ready = Ready {
        wanted,
        title_name,
        request: request.clone(),
        simulation,
        findings: loaded.findings,
        bytes_read: loaded.bytes_read,
        times_ms,
        fingerprint: Arc::clone(&fingerprint),
    };
    tell(Message::End(End::Ready(Box::new(ready))));
    // Recordings want it; nobody waits for it.
    if let Ok(value) = install.fingerprint(&request) {
        let _ = fingerprint.set(value);
    }
}

/// Times what happens between calls.
struct Phases {
    started: Instant,
    current: Option<(&'static str, Instant)>,
    times_ms: Vec<(&'static str, f64)>,
}

impl Default for Phases {
    fn default() -> Self {
        let now = Instant::now();
        Phases { started: now, current: Some(("open", now)), times_ms: Vec::new() }
    }
}

impl Phases {
    fn at(&mut self, name: &'static str) {
        if self.current.is_some_and(|(current, _)| current == name) {
            return;
        }
        self.end();
        self.current = Some((name, Instant::now()));
    }

    fn end(&mut self) {
        if let Some((name, since)) = self.current.take() {
            self.times_ms.push((name, since.elapsed().as_secs_f64() * 1000.0));
        }
    }

    fn finish(mut self) -> Vec<(&'static str, f64)> {
        self.end();
        self.times_ms.push(("all", self.started.elapsed().as_secs_f64() * 1000.0));
        for (name, ms) in &self.times_ms {
            tracing::info!(target: "load", "{name} {ms:.1} ms");
        }
        self.times_ms
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo;
    use std::path::Path;
    use std::time::Duration;

    fn demo_at(folder: &Path) -> Wanted {
        for file in demo::plain(&demo::Options { scale: 1, seed: 1 }).unwrap() {
            let path = folder.join(&file.address);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, &file.bytes).unwrap();
        }
        Wanted { path: folder.to_path_buf(), mods: Vec::new(), world: None, seed: 1, demo: None }
    }

    fn wait(loading: &mut Loading) -> End {
        for _ in 0..3000 {
            if let Some(end) = loading.poll() {
                return end;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("loading never ended");
    }

    #[test]
    fn a_world_comes_with_its_progress_and_its_fingerprint() {
        let folder = tempfile::tempdir().unwrap();
        let wanted = demo_at(folder.path());
        let mut loading = Loading::start(wanted, || ());
        let End::Ready(ready) = wait(&mut loading) else { panic!("not ready") };
        assert_eq!(ready.request.title, "mechwarrior3");
        assert!(!ready.simulation.occurrences().is_empty());
        assert_eq!(loading.step().fraction(), 1.0);
        assert!(ready.times_ms.iter().any(|(name, _)| *name == "parse"));
        for _ in 0..1000 {
            if ready.fingerprint.get().is_some() {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("no fingerprint");
    }

    #[test]
    fn cancelling_ends_it_and_what_is_no_game_fails_with_a_line() {
        let folder = tempfile::tempdir().unwrap();
        let wanted = demo_at(folder.path());
        let mut loading = Loading::start(wanted.clone(), || ());
        loading.cancel();
        assert!(matches!(wait(&mut loading), End::Cancelled));

        let empty = tempfile::tempdir().unwrap();
        let mut loading = Loading::start(Wanted { path: empty.path().to_path_buf(), ..wanted }, || ());
        let End::Failed(failure) = wait(&mut loading) else { panic!("not failed") };
        assert_eq!(failure.to_string().lines().count(), 1);
    }

    #[test]
    fn progress_never_goes_back() {
        let mut last = -1.0;
        for phase in Phase::ALL {
            for done in 0..=4 {
                let fraction = Step { phase, done, of: 4 }.fraction();
                assert!(fraction >= last && fraction <= 1.0);
                last = fraction;
            }
        }
        assert_eq!(last, 1.0);
        assert!(Step { phase: Phase::Read, done: 0, of: 0 }.fraction().is_finite());
    }
}
