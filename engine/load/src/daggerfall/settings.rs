//! What somebody may choose of an overworld.

use super::weather::Weather;
use daggerfall::maps::Placement;
use daggerfall::woods::land::Reading;
use daggerfall::woods::original;

/// Where flats stand that belong to a building which is turned: the spec leaves it open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flats {
    /// As if it were not turned, as in Daggerfall Unity.
    #[default]
    Still,
    /// Turned with it.
    Turned,
}

/// Choices that change what a cell is made of. All places of a running world have the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How the numbers of WOODS.WLD become land.
    pub reading: Reading,
    /// World units of a step of height in readings that have steps, 1 to 64.
    pub step: f32,
    /// How high a metre of height is drawn, 1 to 10.
    pub vertical: f32,
    /// How many trees, bushes and stones there are, 0 to 1 of what the rules say.
    pub nature: f32,
    /// Snow on ground, trees and walls.
    pub winter: bool,
    /// Which of two readings says where a town lies.
    pub placement: Placement,
    /// Where flats of turned buildings stand.
    pub flats: Flats,
    /// How many times faster than on a clock hours pass, 0 to 1000.
    pub speed: u32,
    /// Cells up to which one sees, 2 to 24.
    pub view: u8,
    /// Cells in each direction around somebody that are there in full, 1 to 4.
    pub around: u8,
    /// The weather everywhere; by climate without it.
    pub weather: Option<Weather>,
    /// Megabytes that all places together may take, 64 to 8192.
    pub memory: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            reading: Reading::default(),
            step: original::STEP,
            vertical: 1.25,
            nature: 1.0,
            winter: false,
            placement: Placement::default(),
            flats: Flats::default(),
            speed: 12,
            view: 8,
            around: 1,
            weather: None,
            memory: 256,
        }
    }
}

impl Settings {
    /// The same with numbers within what is allowed; NaN becomes the default.
    pub fn sound(self) -> Self {
        let within = |value: f32, low: f32, high: f32, otherwise: f32| {
            if value.is_nan() { otherwise } else { value.clamp(low, high) }
        };
        let usual = Settings::default();
        Settings {
            step: within(self.step, 1.0, 64.0, usual.step),
            vertical: within(self.vertical, 1.0, 10.0, usual.vertical),
            nature: within(self.nature, 0.0, 1.0, usual.nature),
            speed: self.speed.min(MOST_SPEED),
            view: self.view.clamp(2, 24),
            around: self.around.clamp(1, 4),
            memory: self.memory.clamp(64, 8192),
            ..self
        }
    }

    /// How the numbers of WOODS.WLD become land, with the height of a step.
    pub(super) fn land(&self) -> Reading {
        self.reading.with_step(self.step)
    }

    /// The same without what changes no cell: how many there are, and how far away.
    pub(super) fn of_cells(self) -> Self {
        let Settings { around, memory, .. } = Settings::default();
        Settings { around, memory, ..self }
    }
}

/// The fastest that hours pass.
const MOST_SPEED: u32 = 1000;

/// What can be chosen, for messages.
const CHOICES: &str = "winter, reading=unity|plain|original|noise, step=1..64, vertical=1..10, nature=0..1, \
                       placement=header|centred, flats=still|turned, weather=climate|clear|fog|rain|snow, speed=0..1000, \
                       view=2..24, around=1..4, memory=64..8192";

impl Settings {
    /// Changes one choice, as somebody writes it: `winter`, `vertical=1.5`.
    ///
    /// # Errors
    /// What can be chosen, for everything else.
    pub fn choose(&mut self, choice: &str) -> Result<(), String> {
        let (name, value) = choice.split_once('=').map_or((choice, ""), |(name, value)| (name, value));
        let number = |low: f32, high: f32| {
            let number = value.parse::<f32>().ok().filter(|number| (low..=high).contains(number));
            number.ok_or_else(|| format!("must be a number from {low} to {high}"))
        };
        let whole = |low: u32, high: u32| {
            let number = value.parse::<u32>().ok().filter(|number| (low..=high).contains(number));
            number.ok_or_else(|| format!("must be a whole number from {low} to {high}"))
        };
        let unknown = || format!("must be one of {CHOICES}");
        match (name.trim(), value.trim()) {
            ("winter", "") => self.winter = true,
            ("step", _) => self.step = number(1.0, 64.0)?,
            ("vertical", _) => self.vertical = number(1.0, 10.0)?,
            ("nature", _) => self.nature = number(0.0, 1.0)?,
            ("speed", _) => self.speed = whole(0, MOST_SPEED)?,
            ("view", _) => self.view = whole(2, 24)? as u8,
            ("around", _) => self.around = whole(1, 4)? as u8,
            ("weather", "climate") => self.weather = None,
            ("weather", name) => self.weather = Some(Weather::by_name(name).ok_or_else(unknown)?),
            ("memory", _) => self.memory = whole(64, 8192)?,
            ("reading", name) => self.reading = Reading::by_name(name).ok_or_else(unknown)?,
            ("placement", "header") => self.placement = Placement::Header,
            ("placement", "centred") => self.placement = Placement::Centred,
            ("flats", "still") => self.flats = Flats::Still,
            ("flats", "turned") => self.flats = Flats::Turned,
            _ => return Err(unknown()),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_and_what_is_not_understood_says_what_is() {
        let mut settings = Settings::default();
        for choice in ["winter", "vertical=2", "nature=0.5", "reading=original", "placement=centred"] {
            settings.choose(choice).unwrap();
        }
        assert!(settings.winter && settings.vertical == 2.0 && settings.nature == 0.5);
        assert!(matches!(settings.reading, Reading::Original { .. }));
        assert_eq!(settings.placement, Placement::Centred);
        assert_eq!(settings.land(), Reading::Original { step: 11.0 });
        for choice in ["step=20", "flats=turned", "reading=noise"] {
            settings.choose(choice).unwrap();
        }
        assert_eq!((settings.land(), settings.flats), (Reading::Noise { step: 20.0 }, Flats::Turned));
        settings.choose("reading=plain").unwrap();
        assert_eq!(settings.land(), Reading::Unity { noise: false });
        for choice in ["weather=rain", "speed=60", "view=12", "around=2", "memory=512"] {
            settings.choose(choice).unwrap();
        }
        assert_eq!((settings.speed, settings.view, settings.around, settings.memory), (60, 12, 2, 512));
        let before = settings;
        for choice in [
            "",
            "summer",
            "vertical=0.5",
            "vertical=NaN",
            "nature=2",
            "reading=real",
            "step=0",
            "flats=lying",
            "winter=1",
            "view=1",
            "around=1.5",
            "memory=x",
        ] {
            assert!(settings.choose(choice).is_err(), "{choice}");
        }
        assert_eq!(settings, before);
        assert_eq!(Settings { vertical: f32::NAN, nature: 7.0, ..before }.sound().nature, 1.0);
    }
}
