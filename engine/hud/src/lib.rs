//! What a driver reads over the picture: compass, mark of the aim, speed, heat, what is left of the vehicle, weapons,
//! objectives.
//!
//! [`Readings`] takes the numbers from a [`State`]; [`lay_out`] puts them onto a [`Hud`] for a picture of some size,
//! which the crate `render` draws. It draws nothing itself, and changes no world. Words and numbers, never colour
//! alone, say what matters; the colours are told apart by people who do not see all of them.
//!
//! | file | holds |
//! |---|---|
//! | `readings.rs` | the numbers of a vehicle |
//! | `sheet.rs` | where things go: scale, corners, letters |
//! | `compass.rs`, `aim.rs`, `hits.rs`, `speed.rs`, `radar.rs`, `gauges.rs`, `figure.rs`, `weapons.rs`, `objectives.rs` | the parts |
//! | `color.rs` | the colours |
//!
//! ```
//! use hud::{HudOptions, lay_out};
//! use world::{Derived, Hud, State, sketch::Sketch};
//!
//! // Somebody on foot drives nothing, and reads nothing.
//! let scene = Sketch::new().scene;
//! let mut hud = Hud::default();
//! let state = State::new(&scene, 1);
//! let (derived, _) = Derived::build(&scene, &state, 100);
//! lay_out(&scene, &state, &derived.occurrences, [640, 480], &HudOptions::default(), &mut hud);
//! assert!(hud.is_empty());
//! ```

#![forbid(unsafe_code)]

mod aim;
mod color;
mod compass;
mod figure;
mod gauges;
mod hits;
mod objectives;
mod radar;
mod readings;
mod sheet;
mod speed;
mod weapons;

pub use readings::{Gauge, Readings};

use serde::{Deserialize, Serialize};
use sheet::Sheet;
use std::ops::RangeInclusive;
use world::{Hud, Occurrences, Scene, State};

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
    /// Where hits came from, around it.
    pub hits: bool,
    /// The compass.
    pub compass: bool,
    /// Speed.
    pub speed: bool,
    /// Opponents and objectives around, from above.
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

/// Lays out what the person in the first seat reads in their vehicle, for a picture of so many pixels: `hud` holds
/// that and nothing else. Empty for somebody on foot.
pub fn lay_out(
    scene: &Scene,
    state: &State,
    occurrences: &Occurrences,
    size: [u32; 2],
    options: &HudOptions,
    hud: &mut Hud,
) {
    hud.clear();
    let Some(readings) = Readings::of(scene, state) else { return };
    let mut sheet = Sheet::new(size, options, hud);
    if options.compass {
        compass::show(&mut sheet, &readings);
    }
    if options.aim && state.rig.mode.is_of_person() {
        aim::show(&mut sheet);
    }
    if options.hits {
        hits::show(&mut sheet, state, &readings);
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
