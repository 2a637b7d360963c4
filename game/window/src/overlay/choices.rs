//! The settings page: graphics, controls, sound, HUD and overworld. Key bindings are in `key_bindings.rs`, gamepads and
//! joysticks in `devices.rs`.

use super::{Wish, devices, key_bindings};
use crate::bindings::{Action, Bindings, Driven};
use crate::joysticks::Joysticks;
use crate::pads::Connected;
use crate::settings::{CdMusic, Land, Look, Settings, Sky, Textures, Towns};
use crate::theme;
use ::hud::SCALE;
use egui::{Slider, Ui};
use render::{BRIGHTNESS, Preset, RENDER_SCALE};
use std::ops::RangeInclusive;

/// The open tab.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Picture,
    Control,
    Keys,
    Devices,
    Sound,
    Overworld,
    Hud,
}

/// State of the page while it is open.
#[derive(Debug, Default)]
pub struct Choosing {
    part: Part,
    /// Whose keys are shown and bound.
    pub driven: Driven,
    /// The next trigger pressed is bound to this action.
    pub binding: Option<Action>,
}

impl Choosing {
    /// Whether it shows the devices as they are now.
    pub fn shows_devices(&self) -> bool {
        self.part == Part::Devices
    }
}

/// What is chosen.
pub struct Chosen<'a> {
    pub settings: &'a mut Settings,
    pub bindings: &'a mut Bindings,
    pub joysticks: &'a mut Joysticks,
    /// What is connected; none unless [`Choosing::shows_devices`].
    pub connected: &'a [Connected],
}

/// Shows the page; `back` is called when it is left.
pub fn show(
    context: &egui::Context,
    choosing: &mut Choosing,
    chosen: &mut Chosen<'_>,
    wishes: &mut Vec<Wish>,
    back: impl FnOnce(),
) {
    let Chosen { settings, bindings, joysticks, connected } = chosen;
    let room = context.content_rect().size();
    let size = egui::vec2((room.x - 60.0).clamp(200.0, 720.0), (room.y - 60.0).clamp(120.0, 520.0));
    let before = (settings.clone(), bindings.clone(), joysticks.clone());
    let mut left = false;
    egui::Area::new(egui::Id::unique("choices")).anchor(egui::Align2::CENTER_CENTER, [0.0; 2]).show(
        context,
        |ui| {
            theme::card().show(ui, |ui| {
                ui.set_width(size.x);
                ui.set_height(size.y);
                ui.horizontal_wrapped(|ui| {
                    ui.label(egui::RichText::new("Settings").heading().color(theme::WARM));
                    ui.add_space(2.0);
                    for (part, name) in [
                        (Part::Picture, "Graphics"),
                        (Part::Control, "Controls"),
                        (Part::Keys, "Key bindings"),
                        (Part::Devices, "Devices"),
                        (Part::Sound, "Sound"),
                        (Part::Hud, "HUD"),
                        (Part::Overworld, "Overworld"),
                    ] {
                        if ui.selectable_label(choosing.part == part, name).clicked() {
                            choosing.part = part;
                            choosing.binding = None;
                        }
                    }
                });
                ui.separator();
                let below = 44.0;
                egui::ScrollArea::vertical()
                    .id_salt(choosing.part as u8)
                    .max_height((ui.available_height() - below).max(40.0))
                    .auto_shrink([false, false])
                    .show(ui, |ui| match choosing.part {
                        Part::Picture => picture(ui, settings),
                        Part::Sound => sound(ui, settings),
                        Part::Overworld => overworld(ui, settings),
                        Part::Hud => hud(ui, settings),
                        Part::Control => control(ui, settings),
                        Part::Keys => key_bindings::show(ui, choosing, bindings, wishes),
                        Part::Devices => devices::show(ui, joysticks, connected),
                    });
                ui.separator();
                ui.horizontal(|ui| {
                    if ui.button("Back (Esc)").clicked() {
                        left = true;
                    }
                    if ui.button("Reset to defaults").on_hover_text("Resets everything on this tab").clicked()
                    {
                        match choosing.part {
                            Part::Keys => bindings.reset(choosing.driven),
                            Part::Devices => devices::reset(joysticks),
                            part => usual(part, settings),
                        }
                    }
                });
            });
        },
    );
    if before != (settings.clone(), bindings.clone(), joysticks.clone()) {
        **settings = std::mem::take(*settings).sound();
        wishes.push(Wish::Changed);
    }
    if left {
        choosing.binding = None;
        back();
    }
}

fn usual(part: Part, settings: &mut Settings) {
    let usual = Settings::default();
    match part {
        Part::Picture => {
            settings.picture = usual.picture;
            settings.window.text_scale = usual.window.text_scale;
        }
        Part::Sound => settings.sound = usual.sound,
        Part::Overworld => settings.overworld = usual.overworld,
        Part::Hud => settings.hud = usual.hud,
        Part::Control => settings.control = usual.control,
        // They are no settings.
        Part::Keys | Part::Devices => {}
    }
}

/// Rows of a label and a control.
fn table(ui: &mut Ui, rows: impl FnOnce(&mut Ui)) {
    egui::Grid::new("choices table").num_columns(2).spacing([24.0, 8.0]).min_col_width(150.0).show(ui, rows);
}

fn row(ui: &mut Ui, name: &str, about: &str, choose: impl FnOnce(&mut Ui)) {
    let label = ui.label(name);
    if !about.is_empty() {
        label.on_hover_text(about);
    }
    choose(ui);
    ui.end_row();
}

fn picture(ui: &mut Ui, settings: &mut Settings) {
    table(ui, |ui| {
        let picture = &mut settings.picture;
        row(ui, "Preset", "Render scale, view distance, anti-aliasing, filtering and look at once", |ui| {
            ui.horizontal(|ui| {
                let now = picture.preset();
                for preset in Preset::ALL {
                    if ui.selectable_label(now == Some(preset), preset.name()).clicked() {
                        picture.choose(preset);
                    }
                }
                if now.is_none() {
                    ui.label(egui::RichText::new("Custom").color(theme::QUIET));
                }
            });
        });
        row(
            ui,
            "Look",
            "Clear uses the resolution of your display; Faithful looks as in the 1990s: 480 lines, 16-bit colour",
            |ui| {
                ui.horizontal(|ui| {
                    ui.selectable_value(&mut picture.look, Look::Clear, "Clear");
                    ui.selectable_value(&mut picture.look, Look::Faithful, "Faithful");
                });
            },
        );
        row(ui, "Field of view", "How wide the view is, in degrees at 4:3; wider screens show more", |ui| {
            ui.add(Slider::new(&mut picture.field_of_view_deg, 40.0..=110.0).step_by(1.0).suffix("°"));
        });
        row(
            ui,
            "View distance",
            "As a multiple of the game's own: more shows more of the level and costs frames",
            |ui| {
                ui.add(Slider::new(&mut picture.view_distance, 0.25..=8.0).logarithmic(true).suffix(" x"));
            },
        );
        row(ui, "Render scale", "Of the resolution of the window: less is faster, more is smoother", |ui| {
            percent(ui, &mut picture.render_scale, RENDER_SCALE);
        });
        row(ui, "Brightness", "100 % shows the game's own colours", |ui| {
            percent(ui, &mut picture.brightness, BRIGHTNESS);
        });
        row(ui, "Anti-aliasing", "Smooths jagged edges with four samples per pixel (MSAA 4x)", |ui| {
            let mut on = picture.samples > 1;
            ui.checkbox(&mut on, "");
            picture.samples = if on { 4 } else { 1 };
        });
        row(ui, "Anisotropic filtering", "Sharpens textures seen at a slant", |ui| {
            ui.horizontal(|ui| {
                for samples in [1, 2, 4, 8, 16] {
                    ui.selectable_value(&mut picture.anisotropy, samples, samples.to_string());
                }
            });
        });
        row(
            ui,
            "Texture quality",
            "Which of the game's own textures are used; takes effect with the next level",
            |ui| {
                ui.horizontal(|ui| {
                    for (quality, name) in [
                        (Textures::Best, "best"),
                        (Textures::Medium, "medium"),
                        (Textures::Low, "low"),
                        (Textures::Software, "software"),
                    ] {
                        ui.selectable_value(&mut picture.textures, quality, name);
                    }
                });
            },
        );
        row(ui, "V-sync", "Waits for the display before each frame, which prevents tearing", |ui| {
            ui.checkbox(&mut picture.vsync, "");
        });
        row(ui, "Frame-rate limit", "Frames per second at most; display is the rate of your display", |ui| {
            ui.horizontal(|ui| {
                for (limit, name) in [(0, "display"), (30, "30"), (60, "60"), (144, "144"), (1000, "none")] {
                    ui.selectable_value(&mut picture.frame_limit, limit, name);
                }
            });
        });
        row(
            ui,
            "Reduce flashing",
            "Leaves out flashes of the whole screen; otherwise there are three a second at most",
            |ui| {
                ui.checkbox(&mut picture.reduce_flashing, "");
            },
        );
        row(ui, "Reload changed mods", "Reloads the level when a file of one of its mods is saved", |ui| {
            ui.checkbox(&mut settings.window.reload_changed_mods, "");
        });
        row(ui, "Fullscreen", "F11, unless you bound another key", |ui| {
            ui.checkbox(&mut settings.window.fullscreen, "");
        });
        row(ui, "Text size", "Of menus and messages", |ui| {
            ui.horizontal(|ui| {
                for (scale, name) in [(0.8, "small"), (1.0, "normal"), (1.25, "large"), (1.6, "larger")] {
                    ui.selectable_value(&mut settings.window.text_scale, scale, name);
                }
            });
        });
    });
}

/// A slider for a factor.
fn percent(ui: &mut Ui, factor: &mut f32, range: RangeInclusive<f32>) {
    let mut percent = *factor * 100.0;
    let range = range.start() * 100.0..=range.end() * 100.0;
    if ui.add(Slider::new(&mut percent, range).step_by(1.0).fixed_decimals(0).suffix(" %")).changed() {
        *factor = percent / 100.0;
    }
}

fn sound(ui: &mut Ui, settings: &mut Settings) {
    table(ui, |ui| {
        row(ui, "Master volume", "Of everything you hear", |ui| {
            percent(ui, &mut settings.sound.volume, 0.0..=1.0)
        });
        row(ui, "Effects volume", "Of what sounds in a world", |ui| {
            percent(ui, &mut settings.sound.effects_volume, 0.0..=1.0)
        });
        row(ui, "Voice volume", "Of what is said", |ui| {
            percent(ui, &mut settings.sound.speech_volume, 0.0..=1.0)
        });
        row(ui, "Music volume", "Of music, below the master volume", |ui| {
            percent(ui, &mut settings.sound.music_volume, 0.0..=1.0)
        });
        row(ui, "Interface volume", "Of sounds that you play from lists", |ui| {
            percent(ui, &mut settings.sound.interface_volume, 0.0..=1.0)
        });
        row(ui, "Subtitles", "Shows what is said as text", |ui| {
            ui.checkbox(&mut settings.sound.captions, "");
        });
        row(ui, "CD music", "Music of a game's CD, if you have ripped it", |ui| {
            ui.horizontal(|ui| {
                for (how, name) in [
                    (CdMusic::Game, "as in the game"),
                    (CdMusic::Loop, "loop"),
                    (CdMusic::Once, "once"),
                    (CdMusic::Off, "off"),
                ] {
                    ui.selectable_value(&mut settings.sound.cd_music, how, name);
                }
            });
        });
        row(ui, "Music folder", "Looked into first, from the next level on: a .cue, or tracks", |ui| {
            let field = egui::TextEdit::singleline(&mut settings.sound.music_folder);
            ui.add(field.hint_text("folder with a .cue or with tracks").desired_width(280.0));
        });
    });
}

fn overworld(ui: &mut Ui, settings: &mut Settings) {
    theme::quiet(ui, "Of Daggerfall's land. Changes take effect when you go back to it.");
    table(ui, |ui| {
        let own = &mut settings.overworld;
        row(ui, "View distance", "How many cells of the map you see; a cell is 819 m", |ui| {
            ui.add(Slider::new(&mut own.view_cells, 2..=24).suffix(" cells"));
        });
        row(ui, "Detail distance", "Cells around yours with trees, towns and fine ground", |ui| {
            ui.add(Slider::new(&mut own.full_cells, 1..=4).suffix(" cells"));
        });
        row(ui, "Mountain height", "How high the land is drawn, of what the files say", |ui| {
            ui.add(Slider::new(&mut own.vertical, 1.0..=10.0).step_by(0.05).suffix(" x"));
        });
        row(ui, "Land", "How the heights of the files are read: nobody is sure", |ui| {
            ui.horizontal_wrapped(|ui| {
                for (land, name) in Land::ALL.into_iter().zip([
                    "as Daggerfall Unity",
                    "without small bumps",
                    "as the original",
                    "as published notes",
                ]) {
                    ui.selectable_value(&mut own.land, land, name);
                }
            });
        });
        row(ui, "Height of a step", "Of land as the original and as notes have it; a unit is 25 mm", |ui| {
            ui.add(Slider::new(&mut own.land_step, 1.0..=64.0).step_by(0.5).suffix(" units"));
        });
        row(ui, "Places of towns", "Where in its cell a town lies", |ui| {
            ui.horizontal(|ui| {
                for (towns, name) in
                    [(Towns::Header, "where the files say"), (Towns::Centred, "in the middle")]
                {
                    ui.selectable_value(&mut own.towns, towns, name);
                }
            });
        });
        row(ui, "Turn what stands by houses", "Lamps and trees of a house that is turned", |ui| {
            ui.checkbox(&mut own.turned_flats, "");
        });
        row(ui, "Weather", "By climate it is not the same everywhere", |ui| {
            ui.horizontal(|ui| {
                for (weather, name) in
                    Sky::ALL.into_iter().zip(["by climate", "clear", "fog", "rain", "snow"])
                {
                    ui.selectable_value(&mut own.weather, weather, name);
                }
            });
        });
        row(ui, "Nature density", "Trees, bushes and stones", |ui| percent(ui, &mut own.nature, 0.0..=1.0));
        row(ui, "Time speed", "How much faster than a clock the hours pass; 0 stops them", |ui| {
            ui.add(Slider::new(&mut own.time_speed, 0..=1000).logarithmic(true).suffix(" x"));
        });
        row(ui, "Winter", "Snow on ground, trees and walls", |ui| {
            ui.checkbox(&mut own.winter, "");
        });
        row(ui, "Memory", "What cells may take; the farthest leave first", |ui| {
            ui.add(Slider::new(&mut own.memory_mb, 64..=8192).logarithmic(true).suffix(" MB"));
        });
    });
}

fn hud(ui: &mut Ui, settings: &mut Settings) {
    theme::quiet(ui, "What you read over the picture while you drive.");
    table(ui, |ui| {
        let own = &mut settings.hud;
        row(ui, "HUD size", "Against what suits the size of the window", |ui| {
            percent(ui, &mut own.scale, SCALE);
        });
        row(ui, "Distance from the edges", "Brings the corners towards the middle, on wide screens", |ui| {
            percent(ui, &mut own.inset, 0.0..=1.0);
        });
        for (shown, name, about) in [
            (&mut own.aim, "Crosshair", "Where shots would go"),
            (
                &mut own.targets,
                "Targets",
                "Corners around enemies; health, range and lock of the one you aim at, and the lead its motion asks for",
            ),
            (&mut own.hits, "Hit direction", "Where you were hit from, around the crosshair"),
            (&mut own.compass, "Compass", "Where you look, and where a 'mech's legs go"),
            (&mut own.speed, "Speed", "In km/h"),
            (&mut own.radar, "Radar", "Opponents, friends and objectives around you, where you look is up"),
            (&mut own.gauges, "Gauges", "Health, heat and fuel"),
            (&mut own.figure, "Damage", "What is left of each part of a 'mech or an aeroplane"),
            (&mut own.weapons, "Weapons", "Weapons and ammunition"),
            (&mut own.objectives, "Objectives", "What is to be done, the time left, the result of a mission"),
        ] {
            row(ui, name, about, |ui| {
                ui.checkbox(shown, "");
            });
        }
    });
}

fn control(ui: &mut Ui, settings: &mut Settings) {
    table(ui, |ui| {
        let control = &mut settings.control;
        row(ui, "Mouse sensitivity", "Degrees the view turns for each count of the mouse", |ui| {
            ui.add(Slider::new(&mut control.mouse_deg, 0.01..=0.6).logarithmic(true).suffix("°"));
        });
        row(ui, "Invert vertical look", "Mouse or stick up looks down", |ui| {
            ui.checkbox(&mut control.invert_y, "");
        });
        row(ui, "Turn speed", "How fast keys and the stick turn the view", |ui| {
            ui.add(Slider::new(&mut control.turn_deg_per_s, 30.0..=360.0).step_by(5.0).suffix("°/s"));
        });
        row(ui, "Stick dead zone", "How far a stick moves before it counts", |ui| {
            ui.add(Slider::new(&mut control.dead_zone, 0.0..=0.6).step_by(0.01));
        });
        row(ui, "Running", "What the key for running does", |ui| {
            hold_or_toggle(ui, &mut control.toggle_run);
        });
        row(ui, "Crouching and diving", "What the key for crouching does", |ui| {
            hold_or_toggle(ui, &mut control.toggle_crouch);
        });
        row(
            ui,
            "Assisted driving",
            "For those who know shooters: the legs of a 'mech follow its torso, a tank turns to where the mouse points, and an \
             aeroplane flies there, level in the picture from outside, and keeps off the ground unless one brakes",
            |ui| {
                ui.checkbox(&mut control.assisted, "");
            },
        );
        row(ui, "Free camera speed", "Five times as fast with the key for running", |ui| {
            ui.add(Slider::new(&mut control.fly_m_per_s, 1.0..=500.0).logarithmic(true).suffix(" m/s"));
        });
    });
}

fn hold_or_toggle(ui: &mut Ui, toggle: &mut bool) {
    ui.horizontal(|ui| {
        ui.selectable_value(toggle, false, "hold");
        ui.selectable_value(toggle, true, "toggle");
    });
}
