//! The joysticks, throttles, pedals and gamepads that were ever connected, and how each of their axes answers; saved in
//! `joysticks.toml`.
//!
//! A joystick is told by what the system calls its kind, and has the number under which it was first seen: that names its
//! controls in `bindings.toml`. Two of a kind have two numbers, in the order in which they are connected.

use crate::own_files::{self, Understood, Unusable};
use base::Failure;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Name of the file in the configuration folder.
const FILE: &str = "joysticks.toml";
/// Most devices that are remembered.
const MOST: usize = 32;
/// Most axes of a device whose answers are remembered.
const MOST_AXES: usize = 32;
/// The steepest curve.
pub const STEEPEST: f32 = 3.0;
/// The largest dead zone.
pub const LARGEST_DEAD_ZONE: f32 = 0.9;

/// How an axis answers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Axis {
    /// Its number on the device, from 1 on.
    pub number: u8,
    /// The part of its travel around the middle that does nothing, 0..=0.9.
    #[serde(default)]
    pub dead_zone: f32,
    /// 1 answers evenly; at 2 and 3 it is finer around the middle: what is left of the travel is taken to this power.
    #[serde(default = "one")]
    pub curve: f32,
    /// The other way around.
    #[serde(default)]
    pub invert: bool,
}

fn one() -> f32 {
    1.0
}

impl Axis {
    /// One that answers as it is.
    pub fn usual(number: u8) -> Self {
        Axis { number, dead_zone: 0.0, curve: 1.0, invert: false }
    }

    /// What it says at a place of its travel, both -1..=1.
    pub fn answer(&self, place: f32) -> f32 {
        if !place.is_finite() {
            return 0.0;
        }
        let beyond = ((place.abs() - self.dead_zone) / (1.0 - self.dead_zone)).clamp(0.0, 1.0);
        let answer = libm::powf(beyond, self.curve).copysign(place);
        if self.invert { -answer } else { answer }
    }

    fn sound(mut self) -> Self {
        let usual = Axis::usual(self.number);
        let within = |value: f32, low: f32, high: f32, usual: f32| {
            if value.is_finite() { value.clamp(low, high) } else { usual }
        };
        self.dead_zone = within(self.dead_zone, 0.0, LARGEST_DEAD_ZONE, usual.dead_zone);
        self.curve = within(self.curve, 1.0, STEEPEST, usual.curve);
        self
    }
}

/// A device that was connected once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Known {
    /// What the system calls it.
    pub name: String,
    /// What tells its kind from others: hexadecimal.
    pub id: String,
    /// The number that names its controls; none for a gamepad, whose controls have names that all share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
    /// It does nothing.
    #[serde(default)]
    pub off: bool,
    /// Axes that do not answer as they are.
    #[serde(default)]
    pub axis: Vec<Axis>,
}

impl Known {
    /// How an axis answers.
    pub fn axis(&self, number: u8) -> Axis {
        self.axis.iter().find(|own| own.number == number).copied().unwrap_or(Axis::usual(number))
    }

    /// An axis answers like this from now on.
    pub fn set_axis(&mut self, axis: Axis) {
        self.axis.retain(|own| own.number != axis.number);
        if axis != Axis::usual(axis.number) && self.axis.len() < MOST_AXES {
            self.axis.push(axis.sound());
            self.axis.sort_by_key(|own| own.number);
        }
    }
}

/// All devices that were ever connected.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Joysticks {
    /// By when they were first seen.
    #[serde(default)]
    pub device: Vec<Known>,
}

impl Joysticks {
    /// Reads the file, or returns the defaults if there is none. A file that is no TOML is set aside; of any other, a
    /// device that is not understood is left out, and a copy is kept. The line says so.
    pub fn open(folder: &Path) -> (Self, Option<String>) {
        own_files::open_by_value(&folder.join(FILE), Self::parse)
    }

    /// Writes the file.
    pub fn save(&self, folder: &Path) -> Result<(), Failure> {
        let path = folder.join(FILE);
        let text = toml::to_string(self)
            .map_err(|error| Failure::Unusable(format!("{}: cannot write: {error}", path.display())))?;
        own_files::save(&path, &text)
    }

    fn parse(text: &str) -> Result<Understood<Self>, Unusable> {
        let table: toml::Table = toml::from_str(text)?;
        let (mut known, mut others) = (Joysticks::default(), Vec::new());
        let devices = table.get("device").and_then(toml::Value::as_array);
        for (at, value) in devices.into_iter().flatten().enumerate() {
            match value.clone().try_into::<Known>() {
                Ok(mut device) if known.device.len() < MOST => {
                    device.axis.truncate(MOST_AXES);
                    device.axis = device.axis.into_iter().map(Axis::sound).collect();
                    let taken =
                        known.device.iter().any(|own| own.number.is_some() && own.number == device.number);
                    if taken || device.number == Some(0) {
                        others.push(format!("device {} is left out: its number is not its own", at + 1));
                    } else {
                        known.device.push(device);
                    }
                }
                Ok(_) => others.push(format!("device {} is left out: there are more than {MOST}", at + 1)),
                Err(error) => {
                    let why = error.message().lines().next().unwrap_or_default();
                    others.push(format!("device {} is left out: {why}", at + 1));
                }
            }
        }
        Ok(Understood { value: known, others })
    }

    /// The place in the list of a device that is connected now; `taken` are those of others that are connected. One that
    /// was never seen is added. `None` when there are too many.
    pub fn place(&mut self, name: &str, id: &str, is_joystick: bool, taken: &[usize]) -> Option<usize> {
        let is_it = |(at, own): &(usize, &Known)| {
            own.id == id && own.number.is_some() == is_joystick && !taken.contains(at)
        };
        if let Some((at, _)) = self.device.iter().enumerate().find(is_it) {
            return Some(at);
        }
        if self.device.len() >= MOST {
            return None;
        }
        let free = (1..=u8::MAX).find(|number| self.device.iter().all(|own| own.number != Some(*number)))?;
        let number = is_joystick.then_some(free);
        let (name, id) = (name.to_owned(), id.to_owned());
        self.device.push(Known { name, id, number, off: false, axis: Vec::new() });
        Some(self.device.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_answers_beyond_its_dead_zone_along_its_curve() {
        let usual = Axis::usual(1);
        assert_eq!(
            [-1.0, -0.25, 0.0, 0.25, 1.0].map(|place| usual.answer(place)),
            [-1.0, -0.25, 0.0, 0.25, 1.0]
        );
        // 0.6 is half of what is left beyond 0.2; half of it to the second power is a quarter.
        let own = Axis { dead_zone: 0.2, curve: 2.0, ..usual };
        for (place, answer) in [(0.0, 0.0), (0.2, 0.0), (0.6, 0.25), (-0.6, -0.25), (1.0, 1.0), (7.0, 1.0)] {
            assert!((own.answer(place) - answer).abs() < 1e-6, "{place}: {}", own.answer(place));
            assert!((Axis { invert: true, ..own }.answer(place) + answer).abs() < 1e-6, "{place}");
        }
        assert_eq!(own.answer(f32::NAN), 0.0);
    }

    #[test]
    fn a_device_keeps_its_number_and_two_of_a_kind_have_two() {
        let mut known = Joysticks::default();
        let stick = known.place("Stick", "0a", true, &[]).unwrap();
        let pad = known.place("Pad", "0b", false, &[stick]).unwrap();
        let second = known.place("Stick", "0a", true, &[stick, pad]).unwrap();
        let numbers: Vec<Option<u8>> = known.device.iter().map(|own| own.number).collect();
        assert_eq!(numbers, [Some(1), None, Some(2)]);
        // It comes back, alone or after another of its kind.
        assert_eq!(known.place("Stick", "0a", true, &[]), Some(stick));
        assert_eq!(known.place("Stick", "0a", true, &[stick]), Some(second));
        assert_eq!(known.place("Stick", "0a", true, &[second]), Some(stick));
        for number in 0..100 {
            known.place("Other", &number.to_string(), true, &[]);
        }
        assert_eq!(known.device.len(), MOST);
    }

    #[test]
    fn what_was_saved_is_read_again_and_what_is_not_understood_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let mut known = Joysticks::default();
        known.place("Stick", "0a", true, &[]);
        known.device[0].set_axis(Axis { number: 2, dead_zone: 0.1, curve: 1.5, invert: true });
        known.device[0].set_axis(Axis { curve: 2.0, ..Axis::usual(1) });
        known.save(folder.path()).unwrap();
        assert_eq!(Joysticks::open(folder.path()), (known.clone(), None));
        // An axis that is as it was needs no line.
        known.device[0].set_axis(Axis::usual(2));
        assert_eq!(known.device[0].axis, [Axis { curve: 2.0, ..Axis::usual(1) }]);

        let text = "[[device]]\nname = 'A'\nid = '1'\nnumber = 1\n[[device.axis]]\nnumber = 3\ncurve = 99.0\ndead_zone = nan\n\
                    [[device]]\nname = 'B'\nid = '2'\nnumber = 1\n[[device]]\nname = 5\n";
        std::fs::write(folder.path().join(FILE), text).unwrap();
        let (read, line) = Joysticks::open(folder.path());
        assert_eq!(
            (read.device.len(), read.device[0].axis(3)),
            (1, Axis { curve: STEEPEST, ..Axis::usual(3) })
        );
        let line = line.unwrap();
        for words in ["device 2 is left out: its number", "device 3 is left out: ", "kept as"] {
            assert!(line.contains(words), "`{words}` is missing in {line}");
        }
    }
}
