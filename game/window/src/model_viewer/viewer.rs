//! One model on a turntable: what it plays, where it is looked at from, and the panel beside it. It needs
//! a screen to be drawn on, and knows of no window.

use super::Launch;
use super::held::{self, Held};
use crate::screen::Screen;
use crate::settings::Picture;
use crate::theme;
use base::clock::Clock;
use base::{Failure, output};
use egui::{RichText, ScrollArea, Slider, Ui};
use render::{DebugView, RenderError, Shot};
use std::time::{Duration, Instant};
use turntable::{Item, Projection, Shelf, Stage, View};
use winit::event::{ElementState, MouseButton, MouseScrollDelta, WindowEvent};
use winit::keyboard::{KeyCode, PhysicalKey};

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
/// Height that is kept for what is played and the list of clips, points.
const CLIPS: f32 = 230.0;
/// Colour of the lines between joints.
const BONE: egui::Color32 = egui::Color32::from_rgb(255, 214, 64);
/// Colour of joints.
const JOINT: egui::Color32 = egui::Color32::from_rgb(255, 96, 64);

/// What the keys and the mouse do, for the card of controls.
const CONTROLS: [(&str, &str); 5] = [
    ("Drag", "Turn the model"),
    ("Mouse wheel", "Zoom"),
    ("Space", "Play or pause the animation"),
    ("F1", "Show controls"),
    ("Esc", "Close"),
];

/// A change made in the panel.
#[derive(Clone, Debug, PartialEq)]
enum Wish {
    /// Another clip, or none.
    Clip(Option<usize>),
    /// Another time in the clip.
    Time(f32),
    /// Another level of detail.
    Level(usize),
    /// The same model with something else that it can wear.
    Wear(String),
    /// Back to where it was opened from.
    Close,
}

/// The choices in the panel.
#[derive(Debug)]
struct Choices {
    clip: Option<usize>,
    playing: bool,
    speed: f32,
    turning: bool,
    /// The model's own camera.
    camera: Option<usize>,
    level: usize,
    view: DebugView,
    joints: bool,
    looping: bool,
    particles: bool,
    ribbons: bool,
    held: Held,
}

/// A model on a turntable.
pub struct Viewer {
    shelf: Shelf,
    item: Item,
    /// What a model with places can hold: all models of the install.
    models: Vec<Item>,
    stage: Stage,
    choices: Choices,
    from: View,
    clock: Clock,
    loaded: Option<render::Loaded>,
    dragging: bool,
    cursor: [f32; 2],
    note: Option<String>,
    show_controls: bool,
    closed: bool,
    last_frame: Option<Instant>,
}

impl Viewer {
    /// Puts a model there; nothing is on the device yet, see [`Viewer::upload`].
    pub fn new(launch: Launch) -> Self {
        let mut stage = launch.stage;
        let mut shelf = launch.shelf;
        let models = if stage.extras.places.is_empty() { Vec::new() } else { shelf.items() };
        let clip = launch.clip.map(|(clip, _)| clip);
        stage.play(clip, launch.clip.map_or(0.0, |(_, at)| at), 1.0);
        Viewer {
            shelf,
            item: launch.item,
            models,
            stage,
            choices: Choices {
                clip,
                playing: true,
                speed: 1.0,
                turning: true,
                camera: launch.camera,
                level: launch.level,
                view: launch.view,
                joints: launch.joints,
                looping: true,
                particles: true,
                ribbons: true,
                held: Held::default(),
            },
            from: View { yaw_deg: launch.yaw_deg, pitch_deg: launch.pitch_deg, distance: 1.0 },
            clock: Clock::default(),
            loaded: None,
            dragging: false,
            cursor: [0.0; 2],
            note: None,
            show_controls: false,
            closed: false,
            last_frame: None,
        }
    }

    /// What the window is called.
    pub fn title(&self) -> String {
        format!("Revisit: {}", self.item.name)
    }

    /// True once the person pressed the button that closes it.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Hands the model to the device of a screen, also after that was lost.
    ///
    /// # Errors
    /// The device does not take it.
    pub fn upload(&mut self, screen: &Screen) -> Result<(), Failure> {
        let loaded = screen.renderer.load(self.stage.scene());
        self.loaded = Some(loaded.map_err(|error| Failure::Machine(error.to_string()))?);
        Ok(())
    }

    fn grant(&mut self, wish: Wish, screen: &Screen) -> Result<(), Failure> {
        let speed = if self.choices.playing { self.choices.speed } else { 0.0 };
        self.stage.looping = self.choices.looping;
        match wish {
            Wish::Clip(clip) => {
                self.choices.clip = clip;
                self.stage.make_room_for(clip);
                self.stage.play(clip, 0.0, speed);
            }
            Wish::Close => self.closed = true,
            Wish::Time(time) => self.stage.play(self.choices.clip, time, speed),
            Wish::Level(level) => self.change(self.item.clone(), level, speed, screen)?,
            Wish::Wear(name) => {
                let item = Item { name, ..self.item.clone() };
                self.change(item, self.choices.level, speed, screen)?;
            }
        }
        Ok(())
    }

    /// Shows the model in another way, in the middle of what it does.
    fn change(&mut self, item: Item, level: usize, speed: f32, screen: &Screen) -> Result<(), Failure> {
        let loaded = match self.shelf.load(&item, level) {
            Ok(loaded) => loaded,
            Err(failure) => {
                self.note = Some(failure.to_string());
                return Ok(());
            }
        };
        let time = self.stage.time();
        self.item = item;
        self.choices.level = level;
        self.stage = Stage::new(loaded);
        self.stage.looping = self.choices.looping;
        self.choices.clip = self.choices.clip.filter(|clip| *clip < self.stage.clips.len());
        self.stage.make_room_for(self.choices.clip);
        self.stage.play(self.choices.clip, time, speed);
        self.upload(screen)
    }

    /// Draws a frame, with a new device where the old one was lost.
    ///
    /// # Errors
    /// No device takes the model.
    pub fn frame(&mut self, screen: &mut Screen, picture: &Picture) -> Result<(), Failure> {
        match self.draw(screen, picture) {
            Ok(wishes) => wishes.into_iter().try_for_each(|wish| self.grant(wish, screen))?,
            Err(RenderError::Lost { .. }) => {
                screen.reopen()?;
                self.upload(screen)?;
            }
            Err(error) => self.note = Some(error.to_string()),
        }
        Ok(())
    }

    fn draw(&mut self, screen: &mut Screen, picture: &Picture) -> Result<Vec<Wish>, RenderError> {
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
        let Some(loaded) = &self.loaded else { return Ok(Vec::new()) };
        let size = screen.size();
        let size_px = (size.width, size.height);
        let own = self.choices.camera.and_then(|own| self.stage.through(own, size_px));
        let camera = own.unwrap_or_else(|| self.stage.camera(&self.from, size_px));
        let settings = render::Settings {
            view: self.choices.view,
            msaa: picture.samples,
            anisotropy: picture.anisotropy,
            vsync: picture.vsync,
            ..render::Settings::default()
        };
        let state = self.stage.seen(self.choices.particles, self.choices.ribbons);
        let shot = Shot {
            loaded,
            scene: self.stage.scene(),
            state: &state,
            zones: self.stage.simulation.state().zones,
            table: self.stage.simulation.occurrences(),
            camera,
            feet: None,
            between: self.clock.between(),
            settings: &settings,
            beside: &[],
            hud: None,
        };
        let mut wishes = Vec::new();
        let (stage, choices, note, item) = (&self.stage, &mut self.choices, &self.note, &self.item);
        let models = self.models.as_slice();
        let show_controls = self.show_controls;
        screen.draw(Some(&shot), |ui| {
            if choices.joints {
                let points = ui.ctx().pixels_per_point();
                let room = (size.width as f32 / points, size.height as f32 / points);
                joints(ui, stage, &Projection::new(&camera, room));
            }
            panel(ui, (stage, models), item, choices, note.as_deref(), &mut wishes);
            if show_controls {
                controls(ui);
            }
        })?;
        Ok(wishes)
    }

    /// Takes an event, unless the panel took it already; false when the person leaves.
    pub fn hear(&mut self, event: &WindowEvent, taken: bool) -> bool {
        match event {
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
                    PhysicalKey::Code(KeyCode::Escape) if self.show_controls => self.show_controls = false,
                    PhysicalKey::Code(KeyCode::Escape) => return false,
                    PhysicalKey::Code(KeyCode::F1) if !event.repeat => {
                        self.show_controls = !self.show_controls;
                    }
                    PhysicalKey::Code(KeyCode::Space) if !taken && !event.repeat => {
                        self.choices.playing = !self.choices.playing;
                        let speed = if self.choices.playing { self.choices.speed } else { 0.0 };
                        self.stage.play(self.choices.clip, self.stage.time(), speed);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        true
    }
}

/// The card of controls, beside the panel.
fn controls(ui: &Ui) {
    egui::Area::new(egui::Id::unique("turntable controls"))
        .anchor(egui::Align2::LEFT_TOP, [PANEL + 28.0, 12.0])
        .interactable(false)
        .show(ui.ctx(), |ui| {
            theme::card().show(ui, |ui| {
                ui.label(RichText::new("Controls").heading().color(theme::WARM));
                egui::Grid::new("turntable controls table").num_columns(2).spacing([18.0, 2.0]).show(
                    ui,
                    |ui| {
                        for (input, what) in CONTROLS {
                            ui.label(RichText::new(input).color(theme::WARM));
                            ui.label(what);
                            ui.end_row();
                        }
                    },
                );
            });
        });
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
    (stage, models): (&Stage, &[Item]),
    item: &Item,
    choices: &mut Choices,
    note: Option<&str>,
    wishes: &mut Vec<Wish>,
) {
    egui::Panel::left("turntable").exact_size(PANEL).resizable(false).show(ui, |ui| {
        ui.add_space(6.0);
        ui.add(egui::Label::new(RichText::new(&item.name).heading().color(theme::WARM)).truncate());
        let counts = stage.counts;
        let counts = format!(
            "{}, {}, {}",
            output::counted(counts.triangles, "triangle", "triangles"),
            output::counted(counts.nodes, "part", "parts"),
            item.source
        );
        ui.add(egui::Label::new(RichText::new(counts).color(theme::QUIET)).wrap());
        ui.horizontal(|ui| {
            ui.label(RichText::new("F1: controls").size(12.0).color(theme::QUIET));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if ui.button("Close").on_hover_text("Esc").clicked() {
                    wishes.push(Wish::Close);
                }
            });
        });
        ui.separator();
        // However much can be chosen, what is played stays within reach.
        let room = (ui.available_height() - CLIPS).max(CLIPS * 0.5);
        ScrollArea::vertical().id_salt("choices").max_height(room).show(ui, |ui| {
            looks(ui, (stage, models), item, choices, wishes);
        });
        if let Some(note) = note {
            ui.label(RichText::new(note).color(theme::WRONG));
        }
        ui.separator();
        clips(ui, stage, choices, wishes);
    });
}

/// How the model is looked at, what is seen of it, and what it wears and holds.
fn looks(
    ui: &mut Ui,
    (stage, models): (&Stage, &[Item]),
    item: &Item,
    choices: &mut Choices,
    wishes: &mut Vec<Wish>,
) {
    ui.checkbox(&mut choices.turning, "Rotate").on_hover_text("Turns the model slowly");
    ui.horizontal(|ui| {
        for (view, name) in
            [(DebugView::None, "Plain"), (DebugView::Wireframe, "Wireframe"), (DebugView::Bounds, "Bounds")]
        {
            ui.selectable_value(&mut choices.view, view, name);
        }
    });
    ui.checkbox(&mut choices.joints, "Skeleton").on_hover_text("Its joints, and lines between them");
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
    effects(ui, stage, choices);
    extras(ui, (stage, models), item, choices, wishes);
}

/// What a model sends out, of models that do.
fn effects(ui: &mut Ui, stage: &Stage, choices: &mut Choices) {
    let scene = stage.scene();
    if scene.emitting.is_empty() && scene.trailing.is_empty() {
        return;
    }
    ui.horizontal(|ui| {
        if !scene.emitting.is_empty() {
            ui.checkbox(&mut choices.particles, "Particles");
        }
        if !scene.trailing.is_empty() {
            ui.checkbox(&mut choices.ribbons, "Ribbons");
        }
    });
}

/// Cameras of the model, and what else it can wear and hold.
fn extras(
    ui: &mut Ui,
    (stage, models): (&Stage, &[Item]),
    item: &Item,
    choices: &mut Choices,
    wishes: &mut Vec<Wish>,
) {
    let extras = &stage.extras;
    if !extras.cameras.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.label("Camera");
            ui.selectable_value(&mut choices.camera, None, "around");
            for (number, camera) in extras.cameras.iter().enumerate() {
                ui.selectable_value(&mut choices.camera, Some(number), &camera.name);
            }
        });
    }
    for switch in &extras.switches {
        let chosen = switch.options.get(switch.chosen).map_or("", |option| option.label.as_str());
        ui.horizontal(|ui| {
            ui.label(&switch.name);
            egui::ComboBox::from_id_salt(&switch.name).selected_text(chosen).width(90.0).show_ui(ui, |ui| {
                for (number, option) in switch.options.iter().enumerate() {
                    if ui.selectable_label(number == switch.chosen, &option.label).clicked() {
                        wishes.push(Wish::Wear(option.model.clone()));
                    }
                }
            });
        });
    }
    if extras.switches.is_empty() && !extras.choices.is_empty() {
        egui::CollapsingHeader::new("Wears").show(ui, |ui| {
            ScrollArea::vertical().id_salt("wears").max_height(160.0).show(ui, |ui| {
                for name in &extras.choices {
                    // The file is that of the heading.
                    let worn = name.split_once('+').map_or(name.as_str(), |(_, worn)| worn);
                    if ui.selectable_label(false, worn).clicked() {
                        wishes.push(Wish::Wear(name.clone()));
                    }
                }
            });
        });
    }
    if !extras.places.is_empty() {
        let wanted = held::show(ui, &extras.places, item, models, &mut choices.held);
        wishes.extend(wanted.map(Wish::Wear));
    }
}

fn clips(ui: &mut Ui, stage: &Stage, choices: &mut Choices, wishes: &mut Vec<Wish>) {
    if stage.clips.is_empty() {
        ui.label(RichText::new("No animations").color(theme::QUIET));
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
        if ui.checkbox(&mut choices.looping, "Loop").on_hover_text("Starts over at its end").changed() {
            wishes.push(Wish::Time(stage.time()));
        }
        ui.separator();
    }
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
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
