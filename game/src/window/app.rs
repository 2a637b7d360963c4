//! The program behind the window: which page is open, and what happens when
//! somebody presses something.

use super::input::Devices;
use super::loader::{End, Loading, Wanted};
use super::overlay::menu::Page as MenuPage;
use super::overlay::start::Start;
use super::overlay::statistics::{Times, mean_and_p95};
use super::overlay::tree::Tree;
use super::overlay::{Note, Wish, choices, keys, loading, menu, statistics};
use super::pads::Pads;
use super::pointer;
use super::recent::{Entry, Recent};
use super::screen::Screen;
use super::visit::Visit;
use crate::actions::{Action, Bindings, Pointer, Trigger};
use crate::failure::Failure;
use crate::platform::{self, Folders};
use crate::settings::{self, Settings};
use crate::verbs::demo::DemoInstall;
use crate::{files, output, picture, report};
use render::{DebugView, RenderError, Shot, Statistics};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};
use winit::application::ApplicationHandler;
use winit::dpi::{LogicalSize, PhysicalSize, Size};
use winit::error::EventLoopError;
use winit::event::{DeviceEvent, DeviceId, ElementState, KeyEvent, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, EventLoopProxy};
use winit::keyboard::{KeyCode, PhysicalKey};
use winit::window::{Fullscreen, Window, WindowId};

/// Frames a second where the display does not say how many it shows.
const USUAL_RATE: f64 = 60.0;
/// How often a gamepad is asked while nothing moves.
const PAD_EVERY: Duration = Duration::from_millis(50);

/// What to open the window with.
#[derive(Debug)]
pub enum First {
    /// The start screen.
    Start,
    /// A world.
    World(Wanted),
}

/// How to open the window.
#[derive(Debug)]
pub struct Launch {
    /// Where the program writes.
    pub folders: Folders,
    /// What to open it with.
    pub first: First,
    /// Quit after so many frames of a world.
    pub frames: Option<u64>,
    /// Pixels, instead of the size it was left with.
    pub size: Option<(u32, u32)>,
}

/// How it went.
#[derive(Debug)]
pub enum Outcome {
    /// The window was open, and somebody closed it.
    Closed,
    /// There is no display to open it on; why, in one line.
    NoDisplay(String),
}

/// Wakes the window's thread.
#[derive(Clone, Copy, Debug)]
pub struct Wake;

/// Opens the window and comes back when it is closed.
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

/// What the system says, without the place in winit that says it.
fn reason(error: &EventLoopError) -> String {
    let line = first_line(&error.to_string());
    line.rsplit(": ").next().unwrap_or_default().trim_end_matches('.').to_owned()
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

enum Page {
    Start(Box<Start>),
    Loading(Loading),
    World(Box<World>),
}

/// A world on the screen.
struct World {
    visit: Visit,
    loaded: render::Loaded,
    menu: Option<MenuPage>,
    tree: Option<Tree>,
    /// The same world, on its way again.
    reload: Option<Loading>,
    drawn: Statistics,
    /// Where no panel is, points.
    free: egui::Rect,
}

struct App {
    folders: Folders,
    first: Option<First>,
    frames: Option<u64>,
    size: Option<(u32, u32)>,
    proxy: EventLoopProxy<Wake>,
    started: Instant,

    settings: Settings,
    bindings: Bindings,
    recent: Recent,
    /// Settings or bindings that are not written yet.
    unsaved: bool,

    screen: Option<Screen>,
    page: Page,
    devices: Devices,
    pads: Pads,
    pointer: pointer::Capture,
    /// Where the mouse is, pixels.
    cursor: [f32; 2],
    focused: bool,
    /// Lost the keyboard after having had it.
    away: bool,
    show_keys: bool,
    show_statistics: bool,
    choosing: choices::Choosing,
    view: DebugView,
    note: Note,
    dialog: Option<Receiver<Option<PathBuf>>>,

    last_frame: Option<Instant>,
    next_frame: Instant,
    frame_every: Duration,
    times: Times,
    counted: Vec<f32>,
    first_frame_ms: Option<f64>,
    failure: Option<Failure>,
}

impl App {
    fn new(launch: Launch, proxy: EventLoopProxy<Wake>) -> Self {
        let (settings, settings_line) = Settings::open(&launch.folders.config);
        let (bindings, bindings_line) = Bindings::open(&launch.folders.config);
        let (recent, recent_line) = Recent::open(&launch.folders.data);
        let mut note = Note::default();
        for line in [settings_line, bindings_line, recent_line].into_iter().flatten() {
            output::note(&format!("warning: {line}"));
            note.say(line);
        }
        let now = Instant::now();
        App {
            folders: launch.folders,
            first: Some(launch.first),
            frames: launch.frames,
            size: launch.size,
            page: Page::Start(Box::new(Start::idle())),
            proxy,
            started: now,
            settings,
            bindings,
            recent,
            unsaved: false,
            screen: None,
            devices: Devices::default(),
            pads: Pads::open(),
            pointer: pointer::Capture::default(),
            cursor: [0.0; 2],
            focused: false,
            away: false,
            show_keys: false,
            show_statistics: false,
            choosing: choices::Choosing::default(),
            view: DebugView::None,
            note,
            dialog: None,
            last_frame: None,
            next_frame: now,
            frame_every: Duration::from_secs_f64(1.0 / USUAL_RATE),
            times: Times::default(),
            counted: Vec::new(),
            first_frame_ms: None,
            failure: None,
        }
    }

    fn waker(&self) -> impl Fn() + Send + 'static {
        let proxy = self.proxy.clone();
        move || {
            // Once the loop has ended nobody is to be woken.
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
            Some(First::World(wanted)) => self.load(wanted),
            _ => self.go_to_start(),
        }
        Ok(())
    }

    /// How often a frame is drawn.
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

    fn go_to_start(&mut self) {
        self.release_pointer();
        *report::recording() = None;
        self.page = Page::Start(Box::new(Start::open(self.waker())));
        self.title("Revisit");
    }

    fn load(&mut self, wanted: Wanted) {
        self.release_pointer();
        self.title("Revisit: loading");
        self.page = Page::Loading(Loading::start(wanted, self.waker()));
    }

    /// What a thread found out.
    fn hear_threads(&mut self) {
        let mut wishes = Vec::new();
        if let Some(dialog) = &self.dialog {
            match dialog.try_recv() {
                Ok(Some(path)) => wishes.push(Wish::LookInto(path)),
                Ok(None) | Err(mpsc::TryRecvError::Disconnected) => {}
                Err(mpsc::TryRecvError::Empty) => return self.hear_pages(wishes),
            }
            self.dialog = None;
        }
        self.hear_pages(wishes);
    }

    fn hear_pages(&mut self, mut wishes: Vec<Wish>) {
        let end = match &mut self.page {
            Page::Start(start) => {
                start.poll(&mut wishes);
                None
            }
            Page::Loading(loading) => loading.poll(),
            Page::World(world) => {
                let end = world.reload.as_mut().and_then(Loading::poll);
                if end.is_some() {
                    world.reload = None;
                }
                end
            }
        };
        if let Some(end) = end {
            self.loaded(end);
        }
        self.grant(wishes);
    }

    fn loaded(&mut self, end: End) {
        match end {
            End::Ready(ready) => self.enter(*ready),
            End::Cancelled if matches!(self.page, Page::Loading(_)) => self.go_to_start(),
            End::Cancelled => {}
            End::Failed(failure) => {
                tracing::error!(target: "load", "{failure}");
                if self.frames.is_some() {
                    self.failure = Some(failure);
                    return;
                }
                let line = failure.to_string();
                output::note(&format!("error: {line}"));
                if matches!(self.page, Page::Loading(_)) {
                    self.go_to_start();
                    if let Page::Start(start) = &mut self.page {
                        start.failure = Some(line);
                    }
                } else {
                    self.note.say(format!("not loaded again: {line}"));
                }
            }
        }
    }

    fn enter(&mut self, ready: super::loader::Ready) {
        let Some(screen) = &self.screen else { return };
        let before = match &self.page {
            Page::World(world) => Some(&world.visit),
            _ => None,
        };
        let again = before.is_some();
        let visit = Visit::enter(ready, before);
        let since = Instant::now();
        let loaded = match screen.renderer.load(visit.simulation.scene()) {
            Ok(loaded) => loaded,
            Err(error) => return self.loaded(End::Failed(Failure::Machine(error.to_string()))),
        };
        tracing::info!(target: "load", "upload {:.1} ms", since.elapsed().as_secs_f64() * 1000.0);
        self.title(&format!("Revisit: {}, {}", visit.title_name, visit.request.world));
        let findings = visit.findings.len();
        if again {
            let ms = visit.times_ms.last().map_or(0.0, |(_, ms)| *ms);
            self.note.say(format!("loaded again in {ms:.0} ms, {findings} findings"));
        } else if self.frames.is_none() {
            let keys = self.bindings.hint(Action::Keys);
            self.note.say(format!("{keys} shows the keys, {} the menu", self.bindings.hint(Action::Menu)));
            let entry = Entry {
                path: visit.wanted.path.clone(),
                title: visit.title_name.clone(),
                world: visit.request.world.clone(),
            };
            if let Err(failure) = self.recent.add(&self.folders.data, entry) {
                tracing::warn!(target: "settings", "{failure}");
            }
        }
        let tree = match &mut self.page {
            Page::World(world) => world.tree.take().map(|_| Tree::default()),
            _ => None,
        };
        self.page = Page::World(Box::new(World {
            visit,
            loaded,
            menu: None,
            tree,
            reload: None,
            drawn: Statistics::default(),
            free: egui::Rect::EVERYTHING,
        }));
        self.last_frame = None;
        if self.focused {
            self.take_pointer();
        }
    }

    /// True when the mouse belongs to the world.
    fn take_pointer(&mut self) {
        let free = matches!(&self.page, Page::World(world) if world.menu.is_none());
        if let Some(screen) = self.screen.as_ref().filter(|_| free) {
            self.pointer.take(&screen.window);
            self.devices.take_motion();
        }
    }

    fn release_pointer(&mut self) {
        if let Some(screen) = &self.screen {
            self.pointer.release(&screen.window);
        }
        self.devices.release_all();
    }

    /// True when the mouse is over the world and no panel.
    fn is_on_world(&self) -> bool {
        let (Some(screen), Page::World(world)) = (&self.screen, &self.page) else { return false };
        // The menus know where it was in the last frame; this is where it is.
        let points = screen.context.pixels_per_point();
        world.free.contains(egui::pos2(self.cursor[0] / points, self.cursor[1] / points))
    }

    fn pressed(&mut self, trigger: Trigger) {
        if let Some(action) = self.choosing.binding.or_else(|| self.start_binding()) {
            self.stop_binding();
            if trigger != Trigger::Key(KeyCode::Escape) {
                self.bindings.bind(action, trigger);
                self.unsaved = true;
            }
            return;
        }
        let actions: Vec<Action> = self.bindings.actions(trigger).collect();
        let escape = trigger == Trigger::Key(KeyCode::Escape);
        if escape && !actions.contains(&Action::Menu) {
            self.asked(Action::Menu);
        }
        for action in actions {
            self.asked(action);
        }
    }

    fn start_binding(&self) -> Option<Action> {
        match &self.page {
            Page::Start(start) => start.choosing.as_ref().and_then(|choosing| choosing.binding),
            _ => None,
        }
    }

    fn stop_binding(&mut self) {
        self.choosing.binding = None;
        if let Page::Start(start) = &mut self.page
            && let Some(choosing) = &mut start.choosing
        {
            choosing.binding = None;
        }
    }

    /// Something that happens once.
    fn asked(&mut self, action: Action) {
        match action {
            Action::Keys => self.show_keys = !self.show_keys,
            Action::Statistics => self.show_statistics = !self.show_statistics,
            Action::Fullscreen => {
                self.settings.window.fullscreen = !self.settings.window.fullscreen;
                self.changed();
            }
            Action::Menu => self.back(),
            Action::Screenshot => self.take_picture(),
            Action::Reload => self.reload(),
            _ => {}
        }
        let Page::World(world) = &mut self.page else { return };
        if world.menu.is_some() {
            return;
        }
        match action {
            Action::Jump if world.visit.fly.is_none() => world.visit.steering.jump(),
            Action::Fly => {
                world.visit.toggle_fly();
                let line = if world.visit.fly.is_some() { "free camera" } else { "on foot" };
                self.note.say(line);
            }
            Action::View => {
                let at = DebugView::ALL.iter().position(|view| *view == self.view).unwrap_or(0);
                self.view = DebugView::ALL[(at + 1) % DebugView::ALL.len()];
                self.note.say(format!("view: {}", self.view.name()));
            }
            Action::Tree => {
                if world.tree.take().is_some() {
                    self.take_pointer();
                } else {
                    world.tree = Some(Tree::default());
                    self.release_pointer();
                }
            }
            _ => {}
        }
    }

    /// Escape: one step back, or the menu.
    fn back(&mut self) {
        match &mut self.page {
            Page::Start(start) => {
                start.back();
            }
            // Dropping it cancels; nobody has to wait for its next step.
            Page::Loading(_) => self.go_to_start(),
            Page::World(world) => match world.menu {
                _ if world.reload.is_some() => world.reload = None,
                Some(MenuPage::Choices) => world.menu = Some(MenuPage::Main),
                Some(MenuPage::Main) => {
                    world.menu = None;
                    self.take_pointer();
                }
                None => {
                    world.menu = Some(MenuPage::Main);
                    self.release_pointer();
                }
            },
        }
    }

    fn reload(&mut self) {
        let waker = self.waker();
        if let Page::World(world) = &mut self.page
            && world.reload.is_none()
        {
            // A demo is not built again: somebody may be changing its files.
            let wanted = Wanted { demo: None, ..world.visit.wanted.clone() };
            world.reload = Some(Loading::start(wanted, waker));
        }
    }

    fn take_picture(&mut self) {
        let line = match self.save_picture() {
            Some(Ok(path)) => {
                output::note(&format!("picture: {}", path.display()));
                format!("saved {}", path.display())
            }
            Some(Err(failure)) => format!("no picture: {failure}"),
            None => return,
        };
        self.note.say(line);
    }

    fn save_picture(&mut self) -> Option<Result<PathBuf, Failure>> {
        let (Some(screen), Page::World(world)) = (&self.screen, &mut self.page) else { return None };
        let visit = &mut world.visit;
        visit.look();
        let mut state = visit.drawn_state().clone();
        state.camera = visit.camera();
        let settings = visit.look_settings(&self.settings, DebugView::None);
        if let Some(degrees) = settings.fov_y_deg {
            state.camera.fov_y = degrees.to_radians();
        }
        if let Some(metres) = settings.view_distance {
            state.camera.far = visit.simulation.scene().frame.units(metres);
        }
        let folder = self.folders.data.join("pictures");
        let name = format!(
            "{}-{}-{}.png",
            visit.request.title,
            visit.request.world.replace('/', "-"),
            platform::stamp()
        );
        let path = unused(&folder.join(name));
        let image = screen.renderer.picture_of(
            &world.loaded,
            visit.simulation.scene(),
            &state,
            visit.simulation.occurrences(),
            screen.size(),
        );
        let written = image
            .map_err(|error| Failure::Machine(error.to_string()))
            .and_then(|image| picture::encode(&image, Some(&visit.place())))
            .and_then(|bytes| {
                std::fs::create_dir_all(&folder).map_err(|error| Failure::io("create", &folder, &error))?;
                files::write(&path, &bytes)
            });
        Some(written.map(|()| path))
    }

    /// Does what was wished for.
    fn grant(&mut self, wishes: Vec<Wish>) {
        for wish in wishes {
            match wish {
                Wish::Load(wanted) => self.load(wanted),
                Wish::LookInto(path) => {
                    let waker = self.waker();
                    if let Page::Start(start) = &mut self.page {
                        start.look_into(path, waker);
                    }
                }
                Wish::Browse => self.browse(),
                Wish::Demo => {
                    let demo = DemoInstall::usual(&self.folders);
                    let path = demo.path.clone();
                    self.load(Wanted { path, mods: Vec::new(), world: None, seed: 1, demo: Some(demo) });
                }
                Wish::Cancel => match &mut self.page {
                    Page::Loading(_) => self.go_to_start(),
                    Page::World(world) => world.reload = None,
                    Page::Start(_) => {}
                },
                Wish::Reload => {
                    if let Page::World(world) = &mut self.page {
                        world.menu = None;
                    }
                    self.reload();
                    self.take_pointer();
                }
                Wish::Resume => {
                    if let Page::World(world) = &mut self.page {
                        world.menu = None;
                    }
                    self.take_pointer();
                }
                Wish::Leave => self.go_to_start(),
                Wish::Quit => self.frames = Some(0),
                Wish::GoTo(id) => {
                    let fov_y = super::visit::fov_y_deg(self.settings.picture.field_of_view_deg);
                    if let Page::World(world) = &mut self.page {
                        world.visit.go_to(id, fov_y.to_radians());
                        self.note.say(format!(
                            "free camera; {} leads back on foot",
                            self.bindings.hint(Action::Fly)
                        ));
                    }
                }
                Wish::Bind(action) => match &mut self.page {
                    Page::Start(start) => {
                        if let Some(choosing) = &mut start.choosing {
                            choosing.binding = Some(action);
                        }
                    }
                    _ => self.choosing.binding = Some(action),
                },
                Wish::Changed => self.changed(),
            }
        }
    }

    /// Settings or bindings are new.
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
        if let Err(failure) = saved {
            settings::tell(Some(failure.to_string()));
            self.note.say(failure.to_string());
        }
    }

    /// The last things before the end.
    fn close(&mut self) {
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
        if !self.counted.is_empty() {
            let (mean, p95) = mean_and_p95(self.counted.iter().copied());
            let first = self.first_frame_ms.unwrap_or(0.0);
            output::line(&format!(
                "{} frames, {mean:.1} ms each, p95 {p95:.1} ms, the first after {first:.0} ms",
                self.counted.len()
            ));
        }
    }

    fn browse(&mut self) {
        let (sender, chosen) = mpsc::channel();
        let wake = self.waker();
        let work = move || {
            let path = rfd::FileDialog::new().set_title("Folder of a game").pick_folder();
            // The window may be closed by now.
            let _ = sender.send(path);
            wake();
        };
        if std::thread::Builder::new().name("dialog".to_owned()).spawn(work).is_ok() {
            self.dialog = Some(chosen);
        }
    }

    fn is_paused(&self) -> bool {
        let Page::World(world) = &self.page else { return true };
        world.menu.is_some() || (self.away && self.frames.is_none())
    }

    /// True while every frame differs from the last.
    fn is_moving(&self) -> bool {
        matches!(self.page, Page::World(_)) && !self.is_paused()
    }

    fn frame(&mut self) {
        if let Err(error) = self.draw() {
            if let RenderError::Lost { .. } = error {
                self.recover(&error.to_string());
            } else {
                tracing::error!(target: "render", "{error}");
                self.note.say(error.to_string());
            }
        }
    }

    /// A new device after the old one went away.
    fn recover(&mut self, why: &str) {
        output::note(&format!("warning: {why}; opening another"));
        let Some(screen) = &mut self.screen else { return };
        if let Err(failure) = screen.reopen() {
            self.failure = Some(failure);
            return;
        }
        screen.context.set_zoom_factor(self.settings.window.text_scale);
        if let Page::World(world) = &mut self.page {
            match screen.renderer.load(world.visit.simulation.scene()) {
                Ok(loaded) => world.loaded = loaded,
                Err(error) => self.failure = Some(Failure::Machine(error.to_string())),
            }
        }
    }

    fn draw(&mut self) -> Result<(), RenderError> {
        let now = Instant::now();
        let elapsed = self.last_frame.replace(now).map_or(Duration::ZERO, |last| now - last);
        let paused = self.is_paused();
        let App { screen, page, settings, bindings, note, choosing, .. } = self;
        let Some(screen) = screen else { return Ok(()) };
        let adapter = screen.renderer.adapter().to_owned();
        let mut wishes = Vec::new();
        let drawn = match page {
            Page::Start(start) => screen.draw(None, |ui| {
                start.show(ui, settings, bindings, &self.recent, &mut wishes);
                note.show(ui);
            })?,
            Page::Loading(loading) => screen.draw(None, |ui| {
                loading::show(ui.ctx(), loading, false, &mut wishes);
                note.show(ui);
            })?,
            Page::World(world) => {
                world.visit.pass(elapsed, paused, &mut self.devices, bindings, &settings.control);
                world.visit.look();
                let World { visit, loaded, menu, tree, reload, drawn, free } = &mut **world;
                let look = visit.look_settings(settings, self.view);
                let shot = Shot {
                    loaded,
                    scene: visit.simulation.scene(),
                    state: visit.drawn_state(),
                    table: visit.simulation.occurrences(),
                    camera: visit.camera(),
                    between: visit.between(),
                    settings: &look,
                };
                let last = *drawn;
                *drawn = screen.draw(Some(&shot), |ui| {
                    let plain = menu.is_none();
                    if self.show_keys && plain {
                        keys::show(ui.ctx(), bindings);
                    }
                    if let Some(tree) = tree.as_mut().filter(|_| plain) {
                        tree.show(ui, visit, &mut wishes);
                    }
                    if self.show_statistics && plain {
                        statistics::show(ui, &self.times, &last, visit, &adapter);
                    }
                    *free = ui.available_rect_before_wrap();
                    if let Some(reload) = reload.as_ref().filter(|_| plain) {
                        loading::show(ui.ctx(), reload, true, &mut wishes);
                    }
                    if let Some(page) = menu {
                        menu::show(ui.ctx(), page, choosing, settings, bindings, visit, &mut wishes);
                    }
                    if plain {
                        note.show(ui);
                    }
                })?;
                *drawn
            }
        };
        let in_world = matches!(self.page, Page::World(_));
        let drawing_ms = now.elapsed().as_secs_f32() * 1000.0;
        self.times.push(elapsed.as_secs_f32() * 1000.0, drawing_ms);
        if in_world && self.first_frame_ms.is_none() {
            let ms = self.started.elapsed().as_secs_f64() * 1000.0;
            self.first_frame_ms = Some(ms);
            tracing::info!(target: "load", "first frame after {ms:.0} ms");
        }
        if let Some(frames) = self.frames
            && in_world
        {
            self.counted.push(drawing_ms);
            tracing::debug!(target: "render", "{drawn:?}");
            if self.counted.len() as u64 >= frames {
                self.frames = Some(0);
            }
        }
        self.grant(wishes);
        let dragging =
            self.screen.as_ref().is_some_and(|screen| screen.context.input(|i| i.pointer.any_down()));
        if self.unsaved && !dragging {
            self.save();
        }
        Ok(())
    }

    fn key(&mut self, event: &KeyEvent, menus_took_it: bool) {
        let PhysicalKey::Code(code) = event.physical_key else { return };
        if event.repeat {
            return;
        }
        let down = event.state == ElementState::Pressed;
        // A field that is typed in keeps its letters; what writes nothing is for
        // the program.
        let writes = event.text.as_ref().is_some_and(|text| !text.chars().any(char::is_control));
        let typing = menus_took_it && (writes || is_editing(code));
        if down && typing && self.choosing.binding.is_none() && self.start_binding().is_none() {
            return;
        }
        if let Some(trigger) = self.devices.key(code, down) {
            self.pressed(trigger);
        }
    }

    fn hear(&mut self, event: &WindowEvent) {
        let captured = self.pointer.is_taken();
        let for_world = matches!(
            event,
            WindowEvent::KeyboardInput { .. }
                | WindowEvent::MouseInput { .. }
                | WindowEvent::CursorMoved { .. }
                | WindowEvent::MouseWheel { .. }
        );
        let binding = self.choosing.binding.is_some() || self.start_binding().is_some();
        let escape = matches!(event, WindowEvent::KeyboardInput { event, .. }
            if event.physical_key == PhysicalKey::Code(KeyCode::Escape));
        let Some(screen) = &mut self.screen else { return };
        let hidden_from_menus = for_world && (captured || binding || escape);
        let menus_took_it = !hidden_from_menus && screen.hear(event);
        match event {
            WindowEvent::Resized(size) => screen.resize(size.width, size.height),
            WindowEvent::Focused(true) => {
                self.focused = true;
                self.away = false;
                self.last_frame = None;
                if matches!(&self.page, Page::World(world) if world.tree.is_none()) {
                    self.take_pointer();
                }
            }
            WindowEvent::Focused(false) => {
                self.focused = false;
                self.away = true;
                self.release_pointer();
            }
            WindowEvent::DroppedFile(path) => {
                if !matches!(self.page, Page::Start(_)) {
                    self.go_to_start();
                }
                self.grant(vec![Wish::LookInto(path.clone())]);
            }
            WindowEvent::CursorMoved { position, .. } => {
                self.cursor = [position.x as f32, position.y as f32];
            }
            WindowEvent::KeyboardInput { event, .. } => self.key(event, menus_took_it),
            WindowEvent::MouseInput { state, button, .. } => {
                let Some(button) = Pointer::of(*button) else { return };
                let down = *state == ElementState::Pressed;
                if (captured || binding)
                    && let Some(trigger) = self.devices.button(button, down)
                {
                    self.pressed(trigger);
                } else if down && !captured && !menus_took_it && self.is_on_world() {
                    self.take_pointer();
                }
            }
            _ => {}
        }
    }
}

/// A key that edits text without writing any.
fn is_editing(code: KeyCode) -> bool {
    use KeyCode::{ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Backspace, Delete, End, Enter, Home, Tab};
    matches!(
        code,
        ArrowLeft | ArrowRight | ArrowUp | ArrowDown | Backspace | Delete | End | Enter | Home | Tab
    )
}

/// The path itself, or one beside it that is free.
fn unused(path: &std::path::Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let more = (2..).map(|number| path.with_file_name(format!("{stem}-{number}.png")));
    std::iter::once(path.to_path_buf()).chain(more).find(|path| !path.exists()).unwrap_or_default()
}

impl ApplicationHandler<Wake> for App {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.screen.is_none()
            && let Err(failure) = self.open_window(events)
        {
            self.failure = Some(failure);
            events.exit();
        }
    }

    fn user_event(&mut self, _: &ActiveEventLoop, _: Wake) {
        self.hear_threads();
        if let Some(screen) = &self.screen {
            screen.window.request_redraw();
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested | WindowEvent::Destroyed => events.exit(),
            WindowEvent::RedrawRequested => self.frame(),
            event => {
                self.hear(&event);
                if let Some(screen) = self.screen.as_ref().filter(|_| !self.is_moving()) {
                    screen.window.request_redraw();
                }
            }
        }
        if self.failure.is_some() || self.frames == Some(0) {
            events.exit();
        }
    }

    fn device_event(&mut self, events: &ActiveEventLoop, _: DeviceId, event: DeviceEvent) {
        if let DeviceEvent::MouseMotion { delta: (right, down) } = event
            && self.pointer.is_taken()
        {
            self.devices.motion(right, down, self.pointer.doubles(events));
        }
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        let mut pressed = Vec::new();
        self.pads.poll(&mut self.devices, self.focused, |trigger| pressed.push(trigger));
        let woken = !pressed.is_empty();
        for trigger in pressed {
            self.pressed(trigger);
        }
        if self.failure.is_some() || self.frames == Some(0) {
            return events.exit();
        }
        let Some(screen) = &self.screen else { return };
        let now = Instant::now();
        if woken {
            screen.window.request_redraw();
        }
        if self.is_moving() {
            if now >= self.next_frame {
                screen.window.request_redraw();
                self.next_frame = (self.next_frame + self.frame_every).max(now);
            }
            return events.set_control_flow(ControlFlow::WaitUntil(self.next_frame));
        }
        let asked = screen.repaint_at();
        if asked.is_some_and(|at| at <= now) {
            screen.window.request_redraw();
        }
        let pads = self.pads.any().then(|| now + PAD_EVERY);
        events.set_control_flow(match asked.filter(|at| *at > now).into_iter().chain(pads).min() {
            Some(at) => ControlFlow::WaitUntil(at),
            None => ControlFlow::Wait,
        });
    }
}
