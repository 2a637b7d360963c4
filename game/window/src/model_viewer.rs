//! A window with one model on a turntable: orbit, clips, levels of detail, debug views. The turntable
//! itself is in `model_viewer/viewer.rs`, what a model holds in `model_viewer/held.rs`; the start screen shows it in the window that is open.
//!
//! The crate [`turntable`] loads and moves the model; there is no walking here.

mod held;
mod viewer;

pub use viewer::Viewer;

use super::app::Outcome;
use super::screen::Screen;
use crate::settings::Settings;
use base::Failure;
use base::output;
use base::platform::Folders;
use render::DebugView;
use std::sync::Arc;
use std::time::{Duration, Instant};
use turntable::{Item, Shelf, Stage};
use winit::application::ApplicationHandler;
use winit::dpi::{LogicalSize, PhysicalSize, Size};
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use winit::window::{Window, WindowId};

/// Time between two pictures.
const FRAME: Duration = Duration::from_micros(16_667);

/// Options of the window.
#[derive(Debug)]
pub struct Launch {
    /// Folder of the settings.
    pub folders: Folders,
    /// All models of the install.
    pub shelf: Shelf,
    /// The model that is shown.
    pub item: Item,
    /// It, loaded.
    pub stage: Stage,
    /// The first clip, and its start in seconds.
    pub clip: Option<(usize, f32)>,
    /// The model's own camera that it is seen through, instead of from around it.
    pub camera: Option<usize>,
    /// Level of detail it was loaded at.
    pub level: usize,
    /// The debug view.
    pub view: DebugView,
    /// Shows the skeleton.
    pub joints: bool,
    /// Degrees it is turned at first.
    pub yaw_deg: f32,
    /// Degrees from above at first.
    pub pitch_deg: f32,
    /// Size in pixels, instead of the default.
    pub size: Option<(u32, u32)>,
    /// Quits after this many frames.
    pub frames: Option<u64>,
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// No adapter that draws into windows.
pub fn run(launch: Launch) -> Result<Outcome, Failure> {
    let events = match EventLoop::new() {
        Ok(events) => events,
        Err(error) => return Ok(Outcome::NoDisplay(super::app::reason(&error))),
    };
    let mut table = Table::new(launch);
    let ran = events.run_app(&mut table);
    if let Some(failure) = table.failure {
        return Err(failure);
    }
    match ran {
        Ok(()) => Ok(Outcome::Closed),
        Err(error) => Err(Failure::Machine(format!("the window was lost: {}", super::app::reason(&error)))),
    }
}

struct Table {
    settings: Settings,
    size: Option<(u32, u32)>,
    frames: Option<u64>,
    viewer: Viewer,
    screen: Option<Screen>,
    next_frame: Instant,
    failure: Option<Failure>,
}

impl Table {
    fn new(launch: Launch) -> Self {
        let (settings, line) = Settings::open(&launch.folders.config);
        if let Some(line) = line {
            output::note(&format!("warning: {line}"));
        }
        Table {
            settings,
            size: launch.size,
            frames: launch.frames,
            viewer: Viewer::new(launch),
            screen: None,
            next_frame: Instant::now(),
            failure: None,
        }
    }

    fn open(&mut self, events: &ActiveEventLoop) -> Result<(), Failure> {
        let size = match self.size {
            Some((width, height)) => Size::Physical(PhysicalSize::new(width, height)),
            None => Size::Logical(LogicalSize::new(1100.0, 760.0)),
        };
        let attributes = Window::default_attributes().with_title(self.viewer.title()).with_inner_size(size);
        let window = events
            .create_window(attributes)
            .map_err(|error| Failure::Machine(format!("no window could be opened: {error}")))?;
        let screen = Screen::open(Arc::new(window))?;
        screen.context.set_zoom_factor(self.settings.window.text_scale);
        self.viewer.upload(&screen)?;
        self.screen = Some(screen);
        Ok(())
    }

    fn frame(&mut self) {
        let Some(screen) = &mut self.screen else { return };
        if let Err(failure) = self.viewer.frame(screen, &self.settings.picture) {
            self.failure = Some(failure);
        }
        if let Some(frames) = &mut self.frames {
            *frames = frames.saturating_sub(1);
        }
    }

    fn hear(&mut self, event: &WindowEvent) -> bool {
        let Some(screen) = &mut self.screen else { return true };
        let taken = screen.hear(event);
        if let WindowEvent::Resized(size) = event {
            screen.resize(size.width, size.height);
        }
        self.viewer.hear(event, taken)
    }
}

impl ApplicationHandler for Table {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.screen.is_none()
            && let Err(failure) = self.open(events)
        {
            self.failure = Some(failure);
            events.exit();
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested | WindowEvent::Destroyed => events.exit(),
            WindowEvent::RedrawRequested => self.frame(),
            event => {
                if !self.hear(&event) {
                    events.exit();
                }
            }
        }
        if self.failure.is_some() || self.frames == Some(0) || self.viewer.is_closed() {
            events.exit();
        }
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        let Some(screen) = &self.screen else { return };
        let now = Instant::now();
        if now >= self.next_frame {
            screen.window.request_redraw();
            self.next_frame = (self.next_frame + FRAME).max(now);
        }
        events.set_control_flow(ControlFlow::WaitUntil(self.next_frame));
    }
}
