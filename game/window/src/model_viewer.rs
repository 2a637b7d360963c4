//! A window with one model on a turntable: orbit, clips, levels of detail, debug views.
//!
//! The crate [`turntable`] loads and moves the model; there is no walking here.

use super::app::Outcome;
use super::clock::Clock;
use super::screen::Screen;
use super::theme;
use crate::settings::Settings;
use base::Failure;
use base::output;
use base::platform::Folders;
use egui::{RichText, Slider, Ui};
use render::{DebugView, RenderError, Shot};
use std::sync::Arc;
use std::time::{Duration, Instant};
use turntable::{Item, Projection, Shelf, Stage, View};
use winit::application::ApplicationHandler;
use winit::dpi::{LogicalSize, PhysicalSize, Size};
use winit::event::{ElementState, MouseButton, MouseScrollDelta, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use winit::keyboard::{KeyCode, PhysicalKey};
use winit::window::{Window, WindowId};

/// Automatic rotation, degrees per second.
const TURN_DEG_PER_S: f32 = 24.0;
/// Degrees per pixel the mouse is dragged.
const DRAG_DEG: f32 = 0.4;
/// Zoom factor per step of the wheel.
const STEP: f32 = 0.88;
/// Zoom range.
const DISTANCES: std::ops::RangeInclusive<f32> = 0.15..=8.0;
/// Width of the panel, points.
const PANEL: f32 = 250.0;
/// Time between two pictures.
const FRAME: Duration = Duration::from_micros(16_667);
/// Colour of the lines between joints.
const BONE: egui::Color32 = egui::Color32::from_rgb(255, 214, 64);
/// Colour of joints.
const JOINT: egui::Color32 = egui::Color32::from_rgb(255, 96, 64);

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

/// A change made in the panel.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wish {
    /// Another clip, or none.
    Clip(Option<usize>),
    /// Another time in the clip.
    Time(f32),
    /// Another level of detail.
    Level(usize),
}

/// The choices in the panel.
#[derive(Debug)]
struct Choices {
    clip: Option<usize>,
    playing: bool,
    speed: f32,
    turning: bool,
    level: usize,
    view: DebugView,
    joints: bool,
}

struct Table {
    settings: Settings,
    shelf: Shelf,
    item: Item,
    stage: Stage,
    size: Option<(u32, u32)>,
    frames: Option<u64>,
    choices: Choices,
    from: View,
    clock: Clock,
    screen: Option<Screen>,
    loaded: Option<render::Loaded>,
    dragging: bool,
    cursor: [f32; 2],
    note: Option<String>,
    last_frame: Option<Instant>,
    next_frame: Instant,
    failure: Option<Failure>,
}

impl Table {
    fn new(launch: Launch) -> Self {
        let (settings, line) = Settings::open(&launch.folders.config);
        if let Some(line) = line {
            output::note(&format!("warning: {line}"));
        }
        let mut stage = launch.stage;
        let clip = launch.clip.map(|(clip, _)| clip);
        stage.play(clip, launch.clip.map_or(0.0, |(_, at)| at), 1.0);
        Table {
            settings,
            shelf: launch.shelf,
            item: launch.item,
            stage,
            size: launch.size,
            frames: launch.frames,
            choices: Choices {
                clip,
                playing: true,
                speed: 1.0,
                turning: true,
                level: launch.level,
                view: launch.view,
                joints: launch.joints,
            },
            from: View { yaw_deg: launch.yaw_deg, pitch_deg: launch.pitch_deg, distance: 1.0 },
            clock: Clock::default(),
            screen: None,
            loaded: None,
            dragging: false,
            cursor: [0.0; 2],
            note: None,
            last_frame: None,
            next_frame: Instant::now(),
            failure: None,
        }
    }

    fn open(&mut self, events: &ActiveEventLoop) -> Result<(), Failure> {
        let size = match self.size {
            Some((width, height)) => Size::Physical(PhysicalSize::new(width, height)),
            None => Size::Logical(LogicalSize::new(1100.0, 760.0)),
        };
        let attributes = Window::default_attributes()
            .with_title(format!("Revisit: {}", self.item.name))
            .with_inner_size(size);
        let window = events
            .create_window(attributes)
            .map_err(|error| Failure::Machine(format!("no window could be opened: {error}")))?;
        let screen = Screen::open(Arc::new(window))?;
        screen.context.set_zoom_factor(self.settings.window.text_scale);
        self.screen = Some(screen);
        self.upload()
    }

    fn upload(&mut self) -> Result<(), Failure> {
        let Some(screen) = &self.screen else { return Ok(()) };
        let loaded = screen.renderer.load(self.stage.scene());
        self.loaded = Some(loaded.map_err(|error| Failure::Machine(error.to_string()))?);
        Ok(())
    }

    fn grant(&mut self, wish: Wish) {
        let speed = if self.choices.playing { self.choices.speed } else { 0.0 };
        match wish {
            Wish::Clip(clip) => {
                self.choices.clip = clip;
                self.stage.make_room_for(clip);
                self.stage.play(clip, 0.0, speed);
            }
            Wish::Time(time) => self.stage.play(self.choices.clip, time, speed),
            Wish::Level(level) => match self.shelf.load(&self.item, level) {
                Ok(loaded) => {
                    let time = self.stage.time();
                    self.choices.level = level;
                    self.stage = Stage::new(loaded);
                    self.choices.clip = self.choices.clip.filter(|clip| *clip < self.stage.clips.len());
                    self.stage.make_room_for(self.choices.clip);
                    self.stage.play(self.choices.clip, time, speed);
                    if let Err(failure) = self.upload() {
                        self.failure = Some(failure);
                    }
                }
                Err(failure) => self.note = Some(failure.to_string()),
            },
        }
    }

    fn frame(&mut self) {
        match self.draw() {
            Ok(()) => {}
            Err(RenderError::Lost { .. }) => {
                let reopened = self.screen.as_mut().map_or(Ok(()), Screen::reopen);
                if let Err(failure) = reopened.and_then(|()| self.upload()) {
                    self.failure = Some(failure);
                }
            }
            Err(error) => self.note = Some(error.to_string()),
        }
        if let Some(frames) = &mut self.frames {
            *frames = frames.saturating_sub(1);
        }
    }

    fn draw(&mut self) -> Result<(), RenderError> {
        let now = Instant::now();
        let elapsed = self.last_frame.replace(now).map_or(Duration::ZERO, |last| now - last);
        for _ in 0..self.clock.advance(elapsed) {
            self.stage.tick();
        }
        if self.choices.turning && !self.dragging {
            let turned = self.from.yaw_deg + TURN_DEG_PER_S * elapsed.as_secs_f32().min(0.125);
            self.from.yaw_deg = turned % 360.0;
        }
        self.stage.light(self.from.yaw_deg);
        self.stage.show_set(self.choices.view == DebugView::None && !self.choices.joints);
        let (Some(screen), Some(loaded)) = (&mut self.screen, &self.loaded) else { return Ok(()) };
        let size = screen.size();
        let camera = self.stage.camera(&self.from, (size.width, size.height));
        let settings = render::Settings {
            view: self.choices.view,
            msaa: self.settings.picture.samples,
            anisotropy: self.settings.picture.anisotropy,
            vsync: self.settings.picture.vsync,
            ..render::Settings::default()
        };
        let shot = Shot {
            loaded,
            scene: self.stage.scene(),
            state: self.stage.simulation.state(),
            zones: self.stage.simulation.state().zones,
            table: self.stage.simulation.occurrences(),
            camera,
            between: self.clock.between(),
            settings: &settings,
            beside: &[],
        };
        let mut wishes = Vec::new();
        let (stage, choices, note, item) = (&self.stage, &mut self.choices, &self.note, &self.item);
        screen.draw(Some(&shot), |ui| {
            if choices.joints {
                let points = ui.ctx().pixels_per_point();
                let room = (size.width as f32 / points, size.height as f32 / points);
                joints(ui, stage, &Projection::new(&camera, room));
            }
            panel(ui, stage, item, choices, note.as_deref(), &mut wishes);
        })?;
        for wish in wishes {
            self.grant(wish);
        }
        Ok(())
    }

    fn hear(&mut self, event: &WindowEvent) -> bool {
        let Some(screen) = &mut self.screen else { return true };
        let taken = screen.hear(event);
        match event {
            WindowEvent::Resized(size) => screen.resize(size.width, size.height),
            WindowEvent::CursorMoved { position, .. } => {
                let [x, y] = [position.x as f32, position.y as f32];
                if self.dragging {
                    self.from.yaw_deg += (x - self.cursor[0]) * DRAG_DEG;
                    let pitch = self.from.pitch_deg + (y - self.cursor[1]) * DRAG_DEG;
                    self.from.pitch_deg = pitch.clamp(-89.0, 89.0);
                }
                self.cursor = [x, y];
            }
            WindowEvent::MouseInput { state, button: MouseButton::Left, .. } => {
                self.dragging = *state == ElementState::Pressed && !taken;
            }
            WindowEvent::MouseWheel { delta, .. } if !taken => {
                let steps = match delta {
                    MouseScrollDelta::LineDelta(_, lines) => *lines,
                    MouseScrollDelta::PixelDelta(pixels) => pixels.y as f32 / 40.0,
                };
                let distance = self.from.distance * libm::powf(STEP, steps);
                self.from.distance = distance.clamp(*DISTANCES.start(), *DISTANCES.end());
            }
            WindowEvent::KeyboardInput { event, .. } if event.state == ElementState::Pressed => {
                match event.physical_key {
                    PhysicalKey::Code(KeyCode::Escape) => return false,
                    PhysicalKey::Code(KeyCode::Space) if !taken && !event.repeat => {
                        self.choices.playing = !self.choices.playing;
                        self.grant(Wish::Time(self.stage.time()));
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        true
    }
}

/// Lines between joints, over the picture and below the panel.
fn joints(ui: &Ui, stage: &Stage, projection: &Projection) {
    let painter = ui.ctx().layer_painter(egui::LayerId::background());
    for [from, to] in stage.joints() {
        if let (Some(from), Some(to)) = (projection.at(from), projection.at(to)) {
            let (from, to) = (egui::Pos2::from(from), egui::Pos2::from(to));
            painter.line_segment([from, to], egui::Stroke::new(2.0, BONE));
            painter.circle_filled(to, 3.0, JOINT);
        }
    }
}

fn panel(
    ui: &mut Ui,
    stage: &Stage,
    item: &Item,
    choices: &mut Choices,
    note: Option<&str>,
    wishes: &mut Vec<Wish>,
) {
    egui::Panel::left("turntable").exact_size(PANEL).resizable(false).show(ui, |ui| {
        ui.add_space(6.0);
        ui.label(RichText::new(&item.name).heading().color(theme::WARM));
        let counts = stage.counts;
        let counts = format!("{} triangles, {} parts, {}", counts.triangles, counts.nodes, item.source);
        ui.label(RichText::new(counts).color(theme::QUIET));
        ui.separator();
        ui.checkbox(&mut choices.turning, "Turn slowly");
        ui.horizontal(|ui| {
            for (view, name) in [
                (DebugView::None, "Plain"),
                (DebugView::Wireframe, "Wireframe"),
                (DebugView::Bounds, "Bounds"),
            ] {
                ui.selectable_value(&mut choices.view, view, name);
            }
        });
        ui.checkbox(&mut choices.joints, "Joints");
        if stage.levels > 1 {
            ui.horizontal(|ui| {
                ui.label("Detail");
                for level in 0..stage.levels {
                    let name = if level == 0 { "best".to_owned() } else { level.to_string() };
                    if ui.selectable_label(choices.level == level, name).clicked() {
                        wishes.push(Wish::Level(level));
                    }
                }
            });
        }
        if let Some(note) = note {
            ui.label(RichText::new(note).color(theme::WRONG));
        }
        ui.separator();
        clips(ui, stage, choices, wishes);
    });
}

fn clips(ui: &mut Ui, stage: &Stage, choices: &mut Choices, wishes: &mut Vec<Wish>) {
    if stage.clips.is_empty() {
        ui.label(RichText::new("It stands still").color(theme::QUIET));
        return;
    }
    if let Some(clip) = choices.clip.and_then(|clip| stage.clips.get(clip)) {
        let mut time = stage.time();
        ui.spacing_mut().slider_width = PANEL - 90.0;
        if ui.add(Slider::new(&mut time, 0.0..=clip.seconds).fixed_decimals(2).suffix(" s")).changed() {
            wishes.push(Wish::Time(time));
        }
        ui.horizontal(|ui| {
            let name = if choices.playing { "Pause" } else { "Play" };
            if ui.button(name).clicked() {
                choices.playing = !choices.playing;
                wishes.push(Wish::Time(stage.time()));
            }
            let slider = Slider::new(&mut choices.speed, -2.0..=2.0).step_by(0.05).suffix(" x");
            ui.spacing_mut().slider_width = PANEL - 160.0;
            if ui.add(slider).changed() {
                wishes.push(Wish::Time(stage.time()));
            }
        });
        ui.separator();
    }
    egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        if ui.selectable_label(choices.clip.is_none(), "at rest").clicked() {
            wishes.push(Wish::Clip(None));
        }
        for (index, clip) in stage.clips.iter().enumerate() {
            let line = format!("{}  {:.2} s", clip.name, clip.seconds);
            if ui.selectable_label(choices.clip == Some(index), line).clicked() {
                wishes.push(Wish::Clip(Some(index)));
            }
        }
    });
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
        if self.failure.is_some() || self.frames == Some(0) {
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
