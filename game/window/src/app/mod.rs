//! The window's application: the open page, and the response to input.
//!
//! [`App`] is its state; [`events`] handles input, [`pages`] changes pages, [`wishes`] carries out what pages
//! request, [`travel`] leads the person or the camera elsewhere, [`places`] follows what comes and goes in a
//! world, [`creatures`] changes bodies and places creatures, [`missions`] sees to missions and vehicles, [`frame`] draws,
//! [`counted`] measures.

mod counted;
mod creatures;
mod events;
mod frame;
mod missions;
mod pages;
mod places;
mod travel;
mod wishes;

use super::input::Devices;
use super::loader::Wanted;
use super::media::{LoadedModel, Working};
use super::mods::ModLists;
use super::overlay::bookmarks::Bookmarking;
use super::overlay::captions::Captions;
use super::overlay::console::ConsolePanel;
use super::overlay::start::Start;
use super::overlay::statistics::Times;
use super::overlay::{Note, choices};
use super::pads::Pads;
use super::pointer;
use super::recent::Recent;
use super::screen::Screen;
use super::sound::Sound;
use super::thumbnails::Thumbnails;
use super::watch::Watch;
use crate::bindings::Bindings;
use crate::bookmarks::Bookmarks;
use crate::joysticks::Joysticks;
use crate::own_files;
use crate::settings::Settings;
use crate::typed_lines::TypedLines;
use base::Failure;
use base::gate::OutputFile;
use base::output;
use base::platform::Folders;
use counted::Counted;
use pages::Page;
use render::{DebugView, Preset};
use replay::Recorder;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};
use winit::dpi::{LogicalSize, PhysicalSize, Size};
use winit::error::EventLoopError;
use winit::event_loop::{ActiveEventLoop, EventLoop, EventLoopProxy};
use winit::window::{Fullscreen, Window};

/// Frames per second if the display does not report its rate.
const USUAL_RATE: f64 = 60.0;
/// What the window opens with.
#[derive(Debug)]
pub enum First {
    /// The start screen.
    Start,
    /// A world.
    World(Box<Wanted>),
    /// The page of the game in a folder.
    Game(PathBuf),
}

/// Options of the window.
#[derive(Debug)]
pub struct Launch {
    /// The folders the program writes to.
    pub folders: Folders,
    /// What to open it with.
    pub first: First,
    /// Quits after this many frames of a world.
    pub frames: Option<u64>,
    /// Size in pixels, instead of the last one used.
    pub size: Option<(u32, u32)>,
    /// A graphics preset, chosen as on the settings page.
    pub preset: Option<Preset>,
    /// Where to write the recording of the first world.
    pub record: Option<OutputFile>,
    /// Reports counted frames as JSON.
    pub json: bool,
    /// For tests: the device is lost after this many frames.
    pub lose_device: Option<u64>,
    /// The recording of the running world, for a bug report.
    pub recorder: Recorder,
}

impl Launch {
    /// A window of its last size, open until it is closed.
    pub fn new(folders: Folders, first: First, recorder: Recorder) -> Self {
        Launch {
            folders,
            first,
            frames: None,
            size: None,
            preset: None,
            record: None,
            json: false,
            lose_device: None,
            recorder,
        }
    }
}

/// How the run ended.
#[derive(Debug)]
pub enum Outcome {
    /// The window was open and was closed.
    Closed,
    /// There is no display to open it on; the reason in one line.
    NoDisplay(String),
}

/// Wakes the window's thread.
#[derive(Clone, Copy, Debug)]
pub struct Wake;

/// Opens the window and returns when it is closed.
///
/// # Errors
/// No adapter that draws into windows; or, when frames were counted, a world
/// that cannot be loaded.
pub fn run(launch: Launch) -> Result<Outcome, Failure> {
    let events = match EventLoop::<Wake>::with_user_event().build() {
        Ok(events) => events,
        Err(error) => return Ok(Outcome::NoDisplay(reason(&error))),
    };
    let mut app = App::new(launch, events.create_proxy());
    let ran = events.run_app(&mut app);
    app.close();
    if let Some(failure) = app.failure {
        return Err(failure);
    }
    match ran {
        Ok(()) => Ok(Outcome::Closed),
        Err(error) => Err(Failure::Machine(format!("the window was lost: {}", reason(&error)))),
    }
}

/// The system's error about an event loop, without the source location in winit.
pub(super) fn reason(error: &EventLoopError) -> String {
    let line = first_line(&error.to_string());
    line.rsplit(": ").next().unwrap_or_default().trim_end_matches('.').to_owned()
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

/// What a dialog of the system asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// A game.
    Game,
    /// A mod of the game whose page is open.
    Mod,
    /// The controls of MechWarrior 3.
    Controls,
}

struct App {
    folders: Folders,
    first: Option<First>,
    frames: Option<u64>,
    size: Option<(u32, u32)>,
    record: Option<OutputFile>,
    recorder: Recorder,
    json: bool,
    lose_device: Option<u64>,
    proxy: EventLoopProxy<Wake>,
    started: Instant,

    settings: Settings,
    bindings: Bindings,
    joysticks: Joysticks,
    recent: Recent,
    /// The mods of all games.
    mods: ModLists,
    thumbnails: Thumbnails,
    /// A run of so many frames leaves nothing behind.
    is_counted: bool,
    bookmarks: Bookmarks,
    /// Settings or bindings that are not saved yet.
    unsaved: bool,

    screen: Option<Screen>,
    sound: Sound,
    /// Where the music of CDs was said to be on the command line.
    music: Option<PathBuf>,
    page: Page,
    devices: Devices,
    pads: Pads,
    pointer: pointer::Capture,
    /// Where the mouse is, pixels.
    cursor: [f32; 2],
    focused: bool,
    /// It lost the keyboard focus after having had it.
    away: bool,
    show_keys: bool,
    show_statistics: bool,
    console: ConsolePanel,
    choosing: choices::Choosing,
    bookmarking: Bookmarking,
    view: DebugView,
    note: Note,
    /// What is said in the world.
    captions: Captions,
    /// Tells when a mod of the open world changes.
    watch: Option<Watch>,
    dialog: Option<(Asked, Receiver<Option<PathBuf>>)>,
    /// A model that is being loaded for the page of a game.
    model: Option<Working<LoadedModel>>,
    /// The sound that was played last, on the page of a game.
    playing: Option<String>,

    last_frame: Option<Instant>,
    next_frame: Instant,
    frame_every: Duration,
    times: Times,
    counted: Counted,
    failure: Option<Failure>,
}

impl App {
    fn new(launch: Launch, proxy: EventLoopProxy<Wake>) -> Self {
        let (mut settings, settings_line) = Settings::open(&launch.folders.config);
        let unsaved = launch.preset.is_some();
        if let Some(preset) = launch.preset {
            settings.picture.choose(preset);
        }
        let (bindings, bindings_line) = Bindings::open(&launch.folders.config);
        let (joysticks, joysticks_line) = Joysticks::open(&launch.folders.config);
        let (recent, recent_line) = Recent::open(&launch.folders.data);
        let (bookmarks, bookmarks_line) = Bookmarks::open(&launch.folders.data);
        let (mods, mods_line) = ModLists::open(&launch.folders.config);
        let (typed, typed_line) = TypedLines::open(&launch.folders.data);
        let thumbnails = Thumbnails::of(&launch.folders.data);
        let mut note = Note::default();
        let lines = [
            settings_line,
            bindings_line,
            joysticks_line,
            recent_line,
            bookmarks_line,
            mods_line,
            typed_line,
        ];
        for line in lines.into_iter().flatten() {
            output::note(&format!("warning: {line}"));
            note.say(line);
        }
        let now = Instant::now();
        App {
            folders: launch.folders,
            first: Some(launch.first),
            frames: launch.frames,
            size: launch.size,
            record: launch.record,
            recorder: launch.recorder,
            json: launch.json,
            lose_device: launch.lose_device,
            page: Page::Start(Box::new(Start::idle())),
            proxy,
            started: now,
            settings,
            bindings,
            joysticks,
            recent,
            bookmarks,
            mods,
            thumbnails,
            is_counted: launch.frames.is_some(),
            unsaved,
            screen: None,
            sound: Sound::default(),
            music: None,
            devices: Devices::default(),
            pads: Pads::open(),
            pointer: pointer::Capture::default(),
            cursor: [0.0; 2],
            focused: false,
            away: false,
            show_keys: false,
            show_statistics: false,
            console: ConsolePanel::new(typed),
            choosing: choices::Choosing::default(),
            bookmarking: Bookmarking::default(),
            view: DebugView::None,
            note,
            captions: Captions::default(),
            dialog: None,
            model: None,
            playing: None,
            last_frame: None,
            next_frame: now,
            frame_every: Duration::from_secs_f64(1.0 / USUAL_RATE),
            times: Times::default(),
            counted: Counted::default(),
            watch: None,
            failure: None,
        }
    }

    fn waker(&self) -> impl Fn() + Clone + Send + 'static {
        let proxy = self.proxy.clone();
        move || {
            // After the loop has ended nothing must wake it.
            let _ = proxy.send_event(Wake);
        }
    }

    fn open_window(&mut self, events: &ActiveEventLoop) -> Result<(), Failure> {
        let window = &self.settings.window;
        let size = match self.size {
            Some((width, height)) => Size::Physical(PhysicalSize::new(width, height)),
            None => Size::Logical(LogicalSize::new(window.width.into(), window.height.into())),
        };
        let fullscreen = (window.fullscreen && self.size.is_none()).then_some(Fullscreen::Borderless(None));
        let attributes = Window::default_attributes()
            .with_title("Revisit")
            .with_inner_size(size)
            .with_fullscreen(fullscreen);
        let window = events.create_window(attributes).map_err(|error| {
            Failure::Machine(format!("no window could be opened: {}", first_line(&error.to_string())))
        })?;
        let screen = Screen::open(Arc::new(window))?;
        screen.context.set_zoom_factor(self.settings.window.text_scale);
        self.screen = Some(screen);
        self.pace();
        match self.first.take() {
            Some(First::World(wanted)) => self.load(*wanted),
            Some(First::Game(path)) => {
                self.go_to_start();
                self.look_into(path, false);
            }
            Some(First::Start) | None => self.go_to_start(),
        }
        Ok(())
    }

    /// Minimum time between frames.
    fn pace(&mut self) {
        let limit = f64::from(self.settings.picture.frame_limit);
        let monitor = self.screen.as_ref().and_then(|screen| screen.window.current_monitor());
        let shown = monitor.and_then(|monitor| monitor.refresh_rate_millihertz());
        let shown = shown.map_or(USUAL_RATE, |rate| f64::from(rate) / 1000.0).max(USUAL_RATE);
        let rate = if limit > 0.0 { limit } else { shown };
        self.frame_every = Duration::from_secs_f64(1.0 / rate);
    }

    fn title(&self, title: &str) {
        if let Some(screen) = &self.screen {
            screen.window.set_title(title);
        }
    }

    /// Settings or bindings have changed.
    fn changed(&mut self) {
        self.unsaved = true;
        self.pace();
        if let Some(screen) = &self.screen {
            screen.context.set_zoom_factor(self.settings.window.text_scale);
            let is = screen.window.fullscreen().is_some();
            if is != self.settings.window.fullscreen {
                let wanted = self.settings.window.fullscreen.then_some(Fullscreen::Borderless(None));
                screen.window.set_fullscreen(wanted);
            }
        }
    }

    fn save(&mut self) {
        self.unsaved = false;
        let saved = self.settings.save(&self.folders.config);
        let saved = saved.and_then(|()| self.bindings.save(&self.folders.config));
        let saved = saved.and_then(|()| self.joysticks.save(&self.folders.config));
        if let Err(failure) = saved {
            own_files::tell(Some(failure.to_string()));
            self.note.say(failure.to_string());
        }
    }

    /// Cleans up before the end.
    fn close(&mut self) {
        self.remember();
        if let Some(screen) = self.screen.as_ref().filter(|_| self.size.is_none() && self.failure.is_none()) {
            let window = &screen.window;
            let size: LogicalSize<u32> = window.inner_size().to_logical(window.scale_factor());
            let own = &mut self.settings.window;
            if window.fullscreen().is_none() && (own.width, own.height) != (size.width, size.height) {
                (own.width, own.height) = (size.width, size.height);
                self.settings = std::mem::take(&mut self.settings).sound();
                self.unsaved = true;
            }
        }
        if self.unsaved {
            self.save();
        }
        self.finish_recording();
        if self.counted.any() {
            self.counted.tell(self.json);
        }
    }
}
