//! What a driver reads over the picture: compass, mark of the aim, speed, heat, what is left of the vehicle, weapons,
//! objectives.
//!
//! [`Readings`] takes the numbers from a [`State`]; [`lay_out`] puts them onto a [`Hud`] for a picture of some size,
//! which the crate `render` draws. It draws nothing itself, and changes no world. Words and numbers, never colour
//! alone, say what matters; the colours are told apart by people who do not see all of them, and all letters have a
//! ground that makes them legible before a white sky, too (`tests/legible.rs` reckons it). Where things stand and how
//! large they are is this project's taste; what there is little of, or too much, is a number of the title.
//!
//! | file | holds |
//! |---|---|
//! | `readings.rs` | the numbers of a vehicle |
//! | `sheet.rs` | where things go: scale, corners, letters |
//! | `opponents.rs` | who is against whoever drives |
//! | `health.rs` | how much of a vehicle is left |
//! | `compass.rs`, `aim.rs`, `targets.rs`, `hits.rs`, `speed.rs`, `radar.rs`, `gauges.rs`, `figure.rs`, `weapons.rs`, `objectives.rs` | the parts |
//! | `color.rs` | the colours |
//!
//! ```
//! use hud::{HudOptions, Seen, lay_out};
//! use world::{Derived, Hud, State, sketch::Sketch};
//!
//! // Somebody on foot drives nothing, and reads nothing.
//! let scene = Sketch::new().scene;
//! let mut hud = Hud::default();
//! let state = State::new(&scene, 1);
//! let (derived, _) = Derived::build(&scene, &state, 100);
//! let seen = Seen::new(derived.probe(&scene, &state), &state, [640, 480]);
//! lay_out(&seen, &HudOptions::default(), &mut hud);
//! assert!(hud.is_empty());
//! ```

#![forbid(unsafe_code)]

mod aim;
mod color;
mod compass;
mod figure;
mod gauges;
mod health;
mod hits;
mod objectives;
mod opponents;
mod radar;
mod readings;
mod sheet;
mod speed;
mod targets;
mod weapons;

pub use readings::{Gauge, Readings};

use glam::Vec3;
use serde::{Deserialize, Serialize};
use sheet::Sheet;
use std::ops::RangeInclusive;
use world::{Camera, Hud, Probe, State};

/// Scales that make sense.
pub const SCALE: RangeInclusive<f32> = 0.5..=3.0;

/// How a HUD is shown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HudOptions {
    /// How large it is against what suits the picture; within [`SCALE`].
    pub scale: f32,
    /// How far its parts are from the edges to the middle, 0..=1: on a wide screen the corners are far away.
    pub inset: f32,
    /// The mark of the aim.
    pub aim: bool,
    /// Corners around opponents in the picture; how far away the one is that is aimed at, how much of it is left, and where
    /// shots would meet it.
    pub targets: bool,
    /// Where hits came from, around it.
    pub hits: bool,
    /// The compass.
    pub compass: bool,
    /// Speed.
    pub speed: bool,
    /// Opponents, friends and objectives around, from above.
    pub radar: bool,
    /// Health, heat, fuel.
    pub gauges: bool,
    /// What is left of each part of the vehicle.
    pub figure: bool,
    /// Weapons and ammunition.
    pub weapons: bool,
    /// Objectives of the mission, what was said of them, its result.
    pub objectives: bool,
}

impl Default for HudOptions {
    fn default() -> Self {
        HudOptions {
            scale: 1.0,
            inset: 0.0,
            aim: true,
            targets: true,
            hits: true,
            compass: true,
            speed: true,
            radar: true,
            gauges: true,
            figure: true,
            weapons: true,
            objectives: true,
        }
    }
}

#[cfg(test)]
impl HudOptions {
    /// Nothing at all.
    const NOTHING: HudOptions = HudOptions {
        scale: 1.0,
        inset: 0.0,
        aim: false,
        targets: false,
        hits: false,
        compass: false,
        speed: false,
        radar: false,
        gauges: false,
        figure: false,
        weapons: false,
        objectives: false,
    };
}

/// The picture that a HUD is laid out over.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    /// The world in it, and what is in the way there.
    pub probe: Probe<'a>,
    /// How that is now.
    pub state: &'a State,
    /// What it is taken with: its field of view is that of the picture.
    pub camera: Camera,
    /// How much of the way since the last tick what moves has gone in it, 0..=1.
    pub between: f32,
    /// Where shots of the first trigger would go now, world space; `None` for what is aimed with the whole picture.
    pub aimed: Option<Vec3>,
    /// Width and height, pixels.
    pub size: [u32; 2],
}

impl<'a> Seen<'a> {
    /// A picture taken at a tick with the camera of the state.
    pub fn new(probe: Probe<'a>, state: &'a State, size: [u32; 2]) -> Self {
        Seen { probe, state, camera: state.camera, between: 1.0, aimed: None, size }
    }
}

/// How wide the room is between what stands in the lower corners, as far to the left of the middle of a picture as to the
/// right, pixels: something else may be said there.
pub fn room(size: [u32; 2], options: &HudOptions) -> f32 {
    let mut unused = Hud::default();
    let sheet = Sheet::new(size, options, &mut unused);
    let [right, _] = sheet.lower_right();
    let [middle, _] = sheet.middle();
    (2.0 * (right - gauges::width(&sheet) - sheet.more() - middle)).max(0.0)
}

/// Lays out what the person in the first seat reads in their vehicle: `hud` holds that and nothing else. Empty for
/// somebody on foot.
pub fn lay_out(seen: &Seen<'_>, options: &HudOptions, hud: &mut Hud) {
    let Seen { probe: Probe { scene, occurrences, .. }, state, size, .. } = *seen;
    hud.clear();
    let Some(readings) = Readings::of(scene, state) else { return };
    let mut sheet = Sheet::new(size, options, hud);
    // What stands still covers what moves, and what is read covers what is only seen.
    if options.hits {
        hits::show(&mut sheet, state, &readings);
    }
    if options.targets && state.rig.mode.is_of_person() {
        targets::show(&mut sheet, seen);
    }
    if options.compass {
        compass::show(&mut sheet, &readings);
    }
    if options.aim && state.rig.mode.is_of_person() {
        aim::show(&mut sheet, seen);
    }
    let [_, mut foot] = sheet.lower_left();
    if options.speed {
        foot = speed::show(&mut sheet, &readings);
    }
    // Where nobody acts and nothing is to be done there is nothing to show.
    if options.radar && (!scene.opponents.starts.is_empty() || scene.mission.is_some()) {
        radar::show(&mut sheet, scene, state, occurrences, foot);
    }
    let [_, mut bottom] = sheet.lower_right();
    if options.gauges {
        bottom = gauges::show(&mut sheet, &readings);
    }
    if options.figure {
        bottom = figure::show(&mut sheet, scene, state, bottom);
    }
    if options.weapons {
        weapons::show(&mut sheet, scene, state, bottom);
    }
    if options.objectives {
        objectives::show(&mut sheet, scene, &state.mission);
    }
}
