//! The values that options take: words of a list, numbers, points and sizes.

use base::Failure;
use clap::ValueEnum;
use load::{Family, Request};
use runtime::Command;
use std::fmt;

/// Demos that can be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DemoName {
    /// A valley in MechWarrior 3's own layout
    #[value(name = "mechwarrior3", alias = "zipper")]
    MechWarrior3,
    /// The same valley in Pirate's Moon's layout
    #[value(name = "pirates-moon")]
    PiratesMoon,
    /// The same valley in Recoil's layout
    #[value(name = "recoil")]
    Recoil,
    /// The same valley in Crimson Skies' layout
    #[value(name = "crimson-skies")]
    CrimsonSkies,
    /// An island with a ruined abbey, as a game made with Gamestudio; has one size
    #[value(name = "gamestudio", alias = "acknex")]
    Gamestudio,
    /// A valley with a lake and a tunnel, and a ravine with a cave of lava behind it, as zones of EverQuest; has one size
    #[value(name = "everquest", alias = "eq")]
    EverQuest,
    /// A fox, a wisp and things that glow and spray, as models of Warcraft; has one size
    #[value(name = "warcraft", alias = "wow")]
    Warcraft,
    /// An archipelago of ten islands with cities, villages and castles, as the overworld of Daggerfall; has one size
    #[value(name = "daggerfall", alias = "df")]
    Daggerfall,
    /// A test ground in MechWarrior 3's layout, with one of everything
    #[value(name = "plain")]
    Plain,
    /// A courtyard at dusk, made in code: what the engine can show at once; has one size
    #[value(name = "courtyard")]
    Courtyard,
}

/// An hour of the day, as `21:30`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hour(pub f32);

impl std::str::FromStr for Hour {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let hour = world::TimeOfDay::parse(text).map(Hour);
        hour.ok_or_else(|| "give an hour from 0:00 to 23:59, as 21:30 or 6".to_owned())
    }
}

impl Hour {
    /// What makes it this hour.
    ///
    /// # Errors
    /// A game whose worlds have no hours.
    pub fn command(self, request: &Request) -> Result<Command, Failure> {
        if !matches!(request.family, Family::Everquest | Family::Daggerfall) {
            return Err(Failure::Unusable(format!("--hour: the worlds of {} have no hours", request.title)));
        }
        Ok(Command::SetHour { hour: self.0 })
    }
}

/// Debug views of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum View {
    /// Edges of triangles
    Wireframe,
    /// Bounding boxes
    Bounds,
    /// Cells of the world's grid
    Cells,
    /// Zones, each in its own colour
    Zones,
    /// Levels of detail, each in its own colour
    Lod,
    /// How often each pixel is drawn over
    Overdraw,
}

/// Presets of graphics options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PresetName {
    /// For machines without a graphics card
    Low,
    /// As a new install starts
    Medium,
    /// For graphics cards with power to spare
    High,
    /// The retro look: 480 rows, 16-bit colour
    Retro,
}

/// Debug views of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ModelView {
    /// Edges of triangles
    Wireframe,
    /// Bounding boxes
    Bounds,
    /// Lines between joints
    Joints,
}

/// A value of an option that is not what the option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadValue {
    /// A duration.
    Seconds,
    /// A place.
    Point,
    /// Any number.
    Number,
    /// An angle above or below the horizon.
    Pitch,
    /// The size of a picture.
    Size,
}

impl fmt::Display for BadValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadValue::Seconds => "must be seconds from 0 to 600, for example 2.5",
            BadValue::Point => "must be three numbers with commas between, for example 10,2.5,-30",
            BadValue::Number => "must be a number, for example 30 or -12.5",
            BadValue::Pitch => "must be degrees from -90 to 90, for example 12",
            BadValue::Size => "must be WIDTHxHEIGHT, each 1 to 16384, for example 1280x720",
        })
    }
}

impl std::error::Error for BadValue {}

/// Seconds from 0 to 600.
pub fn parse_seconds(text: &str) -> Result<f32, BadValue> {
    match text.trim().parse::<f32>() {
        Ok(seconds) if (0.0..=600.0).contains(&seconds) => Ok(seconds),
        _ => Err(BadValue::Seconds),
    }
}

/// Three numbers with commas between.
pub fn parse_point(text: &str) -> Result<[f32; 3], BadValue> {
    let numbers: Vec<f32> = text.split(',').filter_map(|part| part.trim().parse().ok()).collect();
    match <[f32; 3]>::try_from(numbers) {
        Ok(point) if text.split(',').count() == 3 && point.iter().all(|axis| axis.is_finite()) => Ok(point),
        _ => Err(BadValue::Point),
    }
}

/// A number of reasonable size, in whatever unit.
pub fn parse_number(text: &str) -> Result<f32, BadValue> {
    match text.trim().parse::<f32>() {
        Ok(number) if number.is_finite() && number.abs() <= 1e6 => Ok(number),
        _ => Err(BadValue::Number),
    }
}

/// Degrees above or below the horizon.
pub fn parse_pitch(text: &str) -> Result<f32, BadValue> {
    match text.trim().parse::<f32>() {
        Ok(degrees) if (-90.0..=90.0).contains(&degrees) => Ok(degrees),
        _ => Err(BadValue::Pitch),
    }
}

/// Width and height in pixels.
pub fn parse_size(text: &str) -> Result<(u32, u32), BadValue> {
    let parsed = text.split_once(['x', 'X']).and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    match parsed {
        Some((width @ 1..=16384, height @ 1..=16384)) => Ok((width, height)),
        _ => Err(BadValue::Size),
    }
}
