//! Loads worlds on a thread, so that the window stays responsive: from the files to data that the
//! device has, or that is ready to be handed to it in pieces between frames.

mod delivery;
mod steps;

use crate::background;
use crate::mods::ModLists;
use crate::stand::Stand;
use audio::Bank;
use base::Failure;
use binary::Limits;
pub use delivery::Delivery;
use delivery::deliver;
use load::{Family, Phase, Request};
use music::{Album, Wish};
use places::Beside;
use render::{Pages, RenderError, Uploader};
use replay::Replay;
use runtime::places::Extent;
use runtime::{Command, Simulation};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use steps::{FIRST, Phases};
pub use steps::{Stage, Step};
use titles::demo_install::DemoInstall;
use titles::install::Install;
use world::{Finding, Scene, State};

/// What to load.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The install.
    pub path: PathBuf,
    /// Mods that were named for this visit: they lie over those that are kept for the game.
    pub mods: Vec<PathBuf>,
    /// The mods that are kept for each game.
    pub mod_lists: ModLists,
    /// The world to load.
    pub world: Option<String>,
    /// Seed of the random generator.
    pub seed: u32,
    /// A demo to build first.
    pub demo: Option<DemoInstall>,
    /// Texture quality; `None` for that of the settings.
    pub textures: Option<String>,
    /// Worlds of the same install that lie beside it.
    pub beside: Vec<Beside>,
    /// Units within which these join; `None` for as far as one sees.
    pub join_within: Option<u32>,
    /// Creatures that are wanted in it besides those of its files.
    pub guests: load::Guests,
    /// The person drives what is usual there, if there are vehicles and none is named.
    pub drives_usual: bool,
    /// What is asked of its first tick.
    pub first: Vec<Command>,
    /// Where to stand in it, instead of its start.
    pub stand: Option<Stand>,
    /// A recording that is watched once it is entered.
    pub watch: Option<Arc<Replay>>,
    /// Where the music of its CD is looked for first; `None` for what the settings say.
    pub music: Option<PathBuf>,
    /// What is chosen of an overworld; `None` for what the settings say.
    pub land: Option<load::daggerfall::Settings>,
    /// The install, where it is open already and stays as it is.
    pub install: Option<Arc<Install>>,
    /// What it is loaded for.
    pub purpose: Purpose,
}

/// What a world is loaded for.
#[derive(Clone, Debug, Default)]
pub enum Purpose {
    /// To be entered.
    #[default]
    Enter,
    /// To go on where it is, after its files changed.
    Again {
        /// What runs now.
        before: Arc<Scene>,
        /// Its light map pages on the device.
        pages: Pages,
    },
    /// To join the world that runs, as it was left before.
    Join(Option<Arc<State>>),
}

impl Wanted {
    /// The only world of an install, as it is.
    pub fn new(path: PathBuf) -> Self {
        Wanted {
            path,
            mods: Vec::new(),
            mod_lists: ModLists::default(),
            world: None,
            seed: 1,
            demo: None,
            textures: None,
            beside: Vec::new(),
            guests: load::Guests::default(),
            drives_usual: false,
            join_within: None,
            first: Vec::new(),
            stand: None,
            watch: None,
            music: None,
            land: None,
            install: None,
            purpose: Purpose::Enter,
        }
    }

    /// All mods over an install, the last one wins.
    fn layers(&self, root: &Path) -> Vec<PathBuf> {
        let mut mods = self.mod_lists.in_use(root);
        mods.retain(|kept| !self.mods.contains(kept));
        mods.extend(self.mods.iter().cloned());
        mods
    }
}

/// A loaded world.
#[derive(Debug)]
pub struct Ready {
    /// The request.
    pub wanted: Wanted,
    /// Name of the game.
    pub title_name: String,
    /// What the level is called.
    pub level_name: String,
    /// What was loaded.
    pub request: Request,
    /// The world at its start, or as it was left.
    pub simulation: Simulation,
    /// What belongs to it; `None` where nothing can be stood on.
    pub extent: Option<Extent>,
    /// What sounds in it.
    pub bank: Bank,
    /// What it plays of its game's CD.
    pub music: Option<Wish>,
    /// Its files.
    pub install: Arc<Install>,
    /// Findings about its files.
    pub findings: Vec<Finding>,
    /// Bytes read from files.
    pub bytes_read: u64,
    /// Milliseconds per phase, in order, and in total.
    pub times_ms: Vec<(&'static str, f64)>,
    /// Hashes of the world's files; known some time after the world is ready, or at
    /// once when it joins another.
    pub fingerprint: Arc<OnceLock<u64>>,
}

/// How loading ended.
#[derive(Debug)]
pub enum End {
    /// The world, and what the device gets of it.
    Ready(Box<Ready>, Delivery),
    /// It was cancelled.
    Cancelled,
    /// The device was lost.
    DeviceLost,
    /// It failed.
    Failed(Failure),
}

enum Message {
    At(Step),
    End(End),
}

/// A running load. Dropping it cancels.
pub struct Loading {
    /// The request.
    pub wanted: Wanted,
    messages: Receiver<Message>,
    cancelled: Arc<AtomicBool>,
    step: Step,
    over: bool,
}

impl Loading {
    /// Starts; `wake` is called whenever there is progress.
    pub fn start(wanted: Wanted, uploader: Uploader, wake: impl Fn() + Send + 'static) -> Self {
        let (sender, messages) = mpsc::channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        let (stop, job) = (Arc::clone(&cancelled), wanted.clone());
        let tell = move |message| {
            // After cancelling nobody receives it.
            let _ = sender.send(message);
            wake();
        };
        let work = move || {
            let work = std::panic::AssertUnwindSafe(|| load(job, &uploader, &stop, &tell));
            if std::panic::catch_unwind(work).is_err() {
                tell(Message::End(End::Failed(Failure::Unusable(
                    "loading ended with a bug in Revisit".to_owned(),
                ))));
            }
        };
        let is_started = match wanted.purpose {
            // Whoever enters sees nothing else meanwhile.
            Purpose::Enter => std::thread::Builder::new().name("loader".to_owned()).spawn(work).is_ok(),
            Purpose::Again { .. } | Purpose::Join(_) => background::start(work),
        };
        if !is_started {
            tracing::error!(target: "load", "no thread to load in");
        }
        Loading { wanted, messages, cancelled, step: FIRST, over: false }
    }

    /// Asks it to stop at its next step.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Current progress.
    pub fn step(&self) -> Step {
        self.step
    }

    /// Receives the progress since the last call; returns the result once.
    pub fn poll(&mut self) -> Option<End> {
        while !self.over {
            match self.messages.try_recv() {
                Ok(Message::At(step)) => self.step = step,
                Ok(Message::End(end)) => {
                    self.over = true;
                    return Some(end);
                }
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => {
                    self.over = true;
                    return Some(End::Failed(Failure::Machine(
                        "the system gives no thread to load in".to_owned(),
                    )));
                }
            }
        }
        None
    }
}

impl Drop for Loading {
    fn drop(&mut self) {
        self.cancel();
    }
}

fn load(mut wanted: Wanted, uploader: &Uploader, stop: &AtomicBool, tell: &impl Fn(Message)) {
    let mut phases = Phases::default();
    let mut at = |stage: Stage, done: usize, of: usize| {
        phases.at(stage.name());
        tell(Message::At(Step { stage, done, of }));
        !stop.load(Ordering::Relaxed)
    };
    let mut listen = |phase: Phase, done: usize, of: usize| at(Stage::Load(phase), done, of);
    let result = (|| {
        if let Some(demo) = &wanted.demo {
            let step = |done| Step { stage: Stage::Build, done, of: 2 };
            tell(Message::At(step(0)));
            let files = demo.files()?;
            tell(Message::At(step(1)));
            demo.write(&files)?;
        }
        let install = match &wanted.install {
            Some(install) => Arc::clone(install),
            None => {
                let mut install = Install::open_with(&wanted.path, |root| wanted.layers(root))?;
                install.music.clone_from(&wanted.music);
                install.land = load::daggerfall::Shared::new(wanted.land.unwrap_or_default());
                Arc::new(install)
            }
        };
        let mut request = install
            .request_with(wanted.world.as_deref(), wanted.textures.as_deref().unwrap_or(titles::BEST))?;
        if std::mem::take(&mut wanted.drives_usual) && wanted.guests.vehicle.is_none() {
            wanted.guests.vehicle = load::vehicles(&install.vfs, &request).into_iter().next();
        }
        request.guests = wanted.guests.clone();
        let loaded = load::load(&install.vfs, &request, &mut listen).map_err(|error| match error {
            load::Error::Cancelled => None,
            error => Some(Failure::from(error)),
        });
        Ok((install, request, loaded))
    })();
    let (install, request, mut loaded) = match result {
        Ok((install, request, Ok(loaded))) => (install, request, loaded),
        Ok((_, _, Err(None))) => return tell(Message::End(End::Cancelled)),
        Ok((_, _, Err(Some(failure)))) | Err(failure) => return tell(Message::End(End::Failed(failure))),
    };
    if !at(Stage::Start, 0, 1) {
        return tell(Message::End(End::Cancelled));
    }
    let (bank, odd) = Bank::read(&loaded.scene, |address| install.vfs.read(address));
    loaded.findings.extend(odd);
    loaded.findings.extend(install.vfs.findings());
    let simulation =
        Simulation::of_loaded(Arc::new(loaded.scene), loaded.derived, wanted.seed, &Limits::default());
    let told = |phase, done, of| at(Stage::Upload(phase), done, of);
    let delivery = match deliver(uploader, &wanted.purpose, &simulation, told) {
        Ok(Some(delivery)) => delivery,
        Ok(None) => return tell(Message::End(End::Cancelled)),
        Err(RenderError::Lost { .. }) => return tell(Message::End(End::DeviceLost)),
        Err(error) => return tell(Message::End(End::Failed(Failure::Machine(error.to_string())))),
    };
    let times_ms = phases.finish();
    let title_name = install.detection.game_name();
    let level = install.worlds().iter().find(|world| world.id == request.world);
    let music = match &wanted.purpose {
        Purpose::Enter => level.and_then(|world| music_of(&install, world)),
        Purpose::Again { .. } | Purpose::Join(_) => None,
    };
    let level_name = match level {
        // Also in a demo each place of an overworld has a name of its own.
        Some(world) if request.family == Family::Daggerfall => format!("{}: {}", world.id, world.title),
        Some(world) => install.detection.level_name(world),
        None => request.world.clone(),
    };
    let fingerprint = Arc::new(OnceLock::new());
    let find_fingerprint = || {
        if let Ok(value) = install.fingerprint(&request) {
            let _ = fingerprint.set(value);
        }
    };
    let joins = matches!(wanted.purpose, Purpose::Join(_));
    let kept = match &wanted.purpose {
        Purpose::Join(kept) => kept.clone(),
        _ => None,
    };
    let (simulation, extent, odd) = places::settle(simulation, kept.as_deref());
    for finding in &odd {
        tracing::warn!(target: "places", "{finding}");
    }
    loaded.findings.extend(odd);
    if joins {
        find_fingerprint();
    }
    let ready = Ready {
        wanted,
        title_name,
        level_name,
        request: request.clone(),
        simulation,
        extent,
        bank,
        music,
        install: Arc::clone(&install),
        findings: loaded.findings,
        bytes_read: loaded.bytes_read,
        times_ms,
        fingerprint: Arc::clone(&fingerprint),
    };
    tell(Message::End(End::Ready(Box::new(ready), delivery)));
    if !joins {
        // Only recordings need it, so nothing waits for it.
        find_fingerprint();
    }
}

/// What a world plays of its game's CD. The log says what was odd, and what is missing.
fn music_of(install: &Install, world: &titles::World) -> Option<Wish> {
    let title = install.detection.title?;
    let album = Album::find(&install.detection, &install.vfs, install.music.as_deref());
    let wish = Wish::of(title, world, &album)?;
    for finding in &album.findings {
        tracing::warn!(target: "music", "{finding}");
    }
    // A demo never was on a disc.
    if !wish.is_there && install.detection.demo.is_none() {
        let how = Album::how_to_rip(&title.music, &install.detection.root);
        tracing::warn!(target: "music", "track {} of the CD is missing, so there is no music; {how}", wish.track);
    }
    Some(wish)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small_world::{uploader, wait, wanted};
    use std::time::Duration;
    use world::Image;

    #[test]
    fn a_world_comes_with_its_progress_and_its_fingerprint() {
        let folder = tempfile::tempdir().unwrap();
        let Some(uploader) = uploader() else { return };
        let wanted = wanted(folder.path());
        let mut loading = Loading::start(wanted, uploader, || ());
        let End::Ready(ready, _) = wait(&mut loading) else { panic!("not ready") };
        assert_eq!(ready.request.title, "mechwarrior3");
        assert!(!ready.simulation.occurrences().is_empty());
        assert_eq!(loading.step().fraction(), 1.0);
        for stage in ["parse", "start", "order", "upload"] {
            assert!(ready.times_ms.iter().any(|(name, _)| *name == stage), "{stage}");
        }
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
        let Some(uploader) = uploader() else { return };
        let wanted = wanted(folder.path());
        let mut loading = Loading::start(wanted.clone(), uploader.clone(), || ());
        loading.cancel();
        assert!(matches!(wait(&mut loading), End::Cancelled));

        let empty = tempfile::tempdir().unwrap();
        let mut loading =
            Loading::start(Wanted { path: empty.path().to_path_buf(), ..wanted }, uploader, || ());
        let End::Failed(failure) = wait(&mut loading) else { panic!("not failed") };
        assert_eq!(failure.to_string().lines().count(), 1);
        assert!(loading.poll().is_none(), "it ends once");
    }

    #[test]
    fn uploading_is_cancelled_at_any_step() {
        let folder = tempfile::tempdir().unwrap();
        let Some(uploader) = uploader() else { return };
        let wanted = wanted(folder.path());
        let install = Install::open(&wanted.path, &[]).unwrap();
        let request = install.request(None).unwrap();
        let loaded = load::load(&install.vfs, &request, &mut load::Quiet).unwrap();
        let (scene, table) = (loaded.scene, loaded.derived.occurrences);
        let mut steps = Vec::new();
        let whole = uploader.load(&scene, &table, |phase, done, of| {
            steps.push((phase, done, of));
            true
        });
        assert!(whole.unwrap().is_some());
        assert!(steps.is_sorted(), "{steps:?}");
        assert_eq!(steps.last().map(|(_, done, of)| done == of), Some(true), "{steps:?}");
        for last in [0, 1, 2, steps.len() / 2, steps.len() - 1] {
            let mut heard = 0;
            let cancelled = uploader.load(&scene, &table, |_, _, _| {
                heard += 1;
                heard <= last
            });
            assert!(cancelled.unwrap().is_none(), "after {last}");
            assert_eq!(heard, last + 1);
        }
    }

    #[test]
    fn what_a_world_is_loaded_for_says_what_the_device_gets_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let Some(uploader) = uploader() else { return };
        let wanted = wanted(folder.path());
        let load = |purpose| {
            let wanted = Wanted { purpose, ..wanted.clone() };
            let End::Ready(ready, delivery) = wait(&mut Loading::start(wanted, uploader.clone(), || ()))
            else {
                panic!("not ready")
            };
            (ready.simulation.scene().clone(), delivery)
        };
        let (before, first) = load(Purpose::Enter);
        let Delivery::Loaded(loaded) = first else { panic!("{first:?}") };
        let (_, joins) = load(Purpose::Join(None));
        assert!(matches!(&joins, Delivery::Upload(upload) if upload.left() > 0), "{joins:?}");
        let pages = loaded.light_pages();
        let (_, same) = load(Purpose::Again { before: before.clone(), pages: pages.clone() });
        assert!(matches!(same, Delivery::Replacement(_)), "{same:?}");
        // Light maps are what cannot be replaced.
        let mut lit = Scene::clone(&before);
        lit.lightmaps.pages.push(Image { width: 1, height: 1, rgba: vec![255; 4] });
        let (_, new) = load(Purpose::Again { before: lit.into(), pages });
        assert!(matches!(&new, Delivery::Upload(upload) if upload.left() > 0), "{new:?}");
    }
}
