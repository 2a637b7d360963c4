//! Gamepads and joysticks: the system's events become values of [`Pad`] and [`Joystick`] controls.
//!
//! What has a button where gamepads have their lowest one is a gamepad; all else is a joystick, a throttle or pedals, whose
//! controls are numbered.

use super::input::Devices;
use crate::bindings::{Hat, Joystick, Pad, Part, Trigger};
use crate::joysticks::Joysticks;
use gilrs::ff::{BaseEffect, BaseEffectType, Effect, EffectBuilder, Repeat, Replay, Ticks};
use gilrs::{Axis, Button, EventType, GamepadId, Gilrs};
use runtime::Cue;
use runtime::places::PlaceId;
use std::collections::BTreeMap;

/// Longest that a gamepad shakes for one cue, seconds.
const LONGEST_S: f32 = 10.0;

/// The gamepads of this machine, if the system reports any.
pub struct Pads {
    service: Option<Gilrs>,
    /// Ends when it is dropped.
    shaking: Option<Effect>,
    /// Those that are connected, with their places in the list of all that ever were.
    places: BTreeMap<usize, usize>,
}

/// A device that is connected, as it is now.
#[derive(Clone, Debug, PartialEq)]
pub struct Connected {
    /// Its place in [`Joysticks::device`].
    pub place: usize,
    /// Its axes by number, -1..=1, as they are reported.
    pub axes: Vec<(u8, f32)>,
    /// What is held of it.
    pub held: Vec<String>,
}

/// The strongest shake that cues ask for: strength, 0..=1, and seconds.
pub fn rumble(cues: &[(PlaceId, Cue)]) -> Option<(f32, f32)> {
    let shakes = cues.iter().filter_map(|(_, cue)| match cue {
        Cue::Rumble { strength, seconds } if *strength > 0.0 && *seconds > 0.0 => {
            Some((strength.min(1.0), seconds.min(LONGEST_S)))
        }
        _ => None,
    });
    shakes.max_by(|a, b| a.0.total_cmp(&b.0))
}

impl Pads {
    /// Opens the system's service; without it there are no gamepads.
    pub fn open() -> Self {
        let service = match Gilrs::new() {
            Ok(service) => Some(service),
            Err(gilrs::Error::NotImplemented(_)) => None,
            Err(error) => {
                tracing::warn!(target: "input", "no gamepads: {error}");
                None
            }
        };
        Pads { service, shaking: None, places: BTreeMap::new() }
    }

    /// All gamepads that can shake do so, 0..=1, for so many seconds.
    pub fn shake(&mut self, strength: f32, seconds: f32) {
        let Some(service) = &mut self.service else { return };
        let can = service.gamepads().filter(|(_, pad)| pad.is_ff_supported());
        let pads: Vec<_> = can.map(|(id, _)| id).collect();
        if pads.is_empty() {
            return;
        }
        let ticks = Ticks::from_ms((seconds.clamp(0.0, LONGEST_S) * 1000.0) as u32);
        let magnitude = (strength.clamp(0.0, 1.0) * f32::from(u16::MAX)) as u16;
        let effect = BaseEffect {
            kind: BaseEffectType::Strong { magnitude },
            scheduling: Replay { play_for: ticks, ..Replay::default() },
            ..BaseEffect::default()
        };
        let mut builder = EffectBuilder::new();
        builder.add_effect(effect).repeat(Repeat::For(ticks)).gamepads(&pads);
        match builder.finish(service).and_then(|effect| effect.play().map(|()| effect)) {
            Ok(effect) => self.shaking = Some(effect),
            Err(error) => tracing::debug!(target: "input", "a gamepad does not shake: {error}"),
        }
    }

    /// True when a gamepad is connected and has to be polled.
    pub fn any(&self) -> bool {
        self.service.as_ref().is_some_and(|service| service.gamepads().next().is_some())
    }

    /// Receives events since the last call; returns the triggers newly pressed. Without keyboard
    /// focus events are received and ignored. True when a device was connected that never was before.
    pub fn poll(
        &mut self,
        devices: &mut Devices,
        known: &mut Joysticks,
        focused: bool,
        mut pressed: impl FnMut(Trigger),
    ) -> bool {
        let before = known.device.len();
        let Some(service) = &mut self.service else { return false };
        while let Some(event) = service.next_event() {
            let id = usize::from(event.id);
            if event.event == EventType::Disconnected {
                if let Some(number) =
                    self.places.remove(&id).and_then(|place| known.device.get(place)?.number)
                {
                    devices.forget_joystick(number);
                }
                devices.release_all();
                continue;
            }
            // It may be there from the start, of which no event tells.
            let Some(place) = place_of(service, &mut self.places, known, event.id) else { continue };
            let Some(device) = known.device.get(place).filter(|device| focused && !device.off) else {
                continue;
            };
            let trigger = match device.number {
                Some(number) => joystick(devices, number, &event.event),
                None => gamepad(devices, device, &event.event),
            };
            if let Some(trigger) = trigger {
                pressed(trigger);
            }
        }
        if focused {
            for (id, place) in &self.places {
                let Some(device) = known.device.get(*place) else { continue };
                let Some(number) = device.number else { continue };
                if device.off {
                    // Where it was when it was switched off asks for nothing any more.
                    devices.forget_joystick(number);
                    continue;
                }
                for (axis, value) in axes(service, *id) {
                    let answer = device.axis(axis).answer(value);
                    if let Some(trigger) = devices.joystick_axis(number, axis, answer) {
                        pressed(trigger);
                    }
                }
            }
        }
        known.device.len() > before
    }

    /// What is connected, for those who want to see it.
    pub fn connected(&self) -> Vec<Connected> {
        let Some(service) = &self.service else { return Vec::new() };
        let one = |(id, place): (&usize, &usize)| {
            let pad = service.gamepads().find(|(own, _)| usize::from(*own) == *id)?.1;
            let held = pad.state().buttons().filter(|(_, data)| data.is_pressed());
            let name = |code: gilrs::ev::Code| match pad.axis_or_btn_name(code) {
                Some(gilrs::ev::AxisOrBtn::Btn(button)) if button != Button::Unknown => {
                    control(button).map_or_else(|| format!("{button:?}"), |own| own.name().to_owned())
                }
                _ => format!("Button {}", button_number(code.into_u32())),
            };
            Some(Connected {
                place: *place,
                axes: axes(service, *id),
                held: held.map(|(code, _)| name(code)).collect(),
            })
        };
        self.places.iter().filter_map(one).collect()
    }
}

/// The place of a connected device in the list of all that ever were.
fn place_of(
    service: &Gilrs,
    places: &mut BTreeMap<usize, usize>,
    known: &mut Joysticks,
    id: GamepadId,
) -> Option<usize> {
    if let Some(place) = places.get(&usize::from(id)) {
        return Some(*place);
    }
    let pad = service.gamepad(id);
    let kind: String = pad.uuid().iter().map(|byte| format!("{byte:02x}")).collect();
    let is_joystick = pad.button_code(Button::South).is_none();
    let taken: Vec<usize> = places.values().copied().collect();
    let place = known.place(pad.name(), &kind, is_joystick, &taken)?;
    let what = if is_joystick { "joystick" } else { "gamepad" };
    tracing::info!(target: "input", "{what} {}", pad.name());
    places.insert(usize::from(id), place);
    Some(place)
}

/// The axes of a device that have moved, by number.
fn axes(service: &Gilrs, id: usize) -> Vec<(u8, f32)> {
    let Some((_, pad)) = service.gamepads().find(|(own, _)| usize::from(*own) == id) else {
        return Vec::new();
    };
    let number = |code: gilrs::ev::Code| match pad.axis_or_btn_name(code) {
        Some(gilrs::ev::AxisOrBtn::Axis(axis)) => axis_number(axis, code.into_u32()),
        Some(gilrs::ev::AxisOrBtn::Btn(_)) => None,
        None => axis_number(Axis::Unknown, code.into_u32()),
    };
    let mut axes: Vec<(u8, f32)> =
        pad.state().axes().filter_map(|(code, data)| Some((number(code)?, data.value()))).collect();
    axes.sort_by_key(|(number, _)| *number);
    axes
}

/// What a gamepad says.
fn gamepad(devices: &mut Devices, own: &crate::joysticks::Known, event: &EventType) -> Option<Trigger> {
    match *event {
        EventType::ButtonChanged(button, value, _) => control(button).and_then(|pad| devices.pad(pad, value)),
        EventType::ButtonPressed(button, _) => control(button).and_then(|pad| devices.pad(pad, 1.0)),
        EventType::ButtonReleased(button, _) => control(button).and_then(|pad| devices.pad(pad, 0.0)),
        EventType::AxisChanged(axis, value, code) => {
            let (negative, positive) = directions(axis)?;
            let number = axis_number(axis, code.into_u32())?;
            devices.axis(negative, positive, own.axis(number).answer(value))
        }
        _ => None,
    }
}

/// What a joystick says but for its axes, of which the last place counts.
fn joystick(devices: &mut Devices, device: u8, event: &EventType) -> Option<Trigger> {
    let (button, code, down) = match *event {
        EventType::ButtonPressed(button, code) => (button, code, true),
        EventType::ButtonReleased(button, code) => (button, code, false),
        _ => return None,
    };
    let part = match button {
        Button::DPadUp => Part::Hat(Hat::Up),
        Button::DPadDown => Part::Hat(Hat::Down),
        Button::DPadLeft => Part::Hat(Hat::Left),
        Button::DPadRight => Part::Hat(Hat::Right),
        _ => Part::Button(button_number(code.into_u32())),
    };
    devices.joystick(Joystick { device, part }, down)
}

/// The number of a button by the system's code: in the lower half of the word, counted from the first button of
/// joysticks, gamepads and further buttons on Linux, and from 0 elsewhere.
fn button_number(code: u32) -> u8 {
    let number = match code & 0xFFFF {
        own @ 0x120..=0x12F => own - 0x120,
        own @ 0x130..=0x13F => own - 0x130 + 16,
        own @ 0x2C0..=0x2E7 => own - 0x2C0 + 32,
        own => own,
    };
    (number + 1).min(255) as u8
}

/// The number of an axis: x, y, z, then their turns, then by the system's code; none for the hat.
fn axis_number(axis: Axis, code: u32) -> Option<u8> {
    Some(match axis {
        Axis::LeftStickX => 1,
        Axis::LeftStickY => 2,
        Axis::LeftZ => 3,
        Axis::RightStickX => 4,
        Axis::RightStickY => 5,
        Axis::RightZ => 6,
        Axis::DPadX | Axis::DPadY => return None,
        Axis::Unknown => ((code & 0xFFFF) + 1).min(255) as u8,
    })
}

fn control(button: Button) -> Option<Pad> {
    Some(match button {
        Button::South => Pad::South,
        Button::East => Pad::East,
        Button::North => Pad::North,
        Button::West => Pad::West,
        Button::LeftTrigger => Pad::LeftShoulder,
        Button::RightTrigger => Pad::RightShoulder,
        Button::LeftTrigger2 => Pad::LeftTrigger,
        Button::RightTrigger2 => Pad::RightTrigger,
        Button::Select => Pad::Select,
        Button::Start => Pad::Start,
        Button::LeftThumb => Pad::LeftStickPress,
        Button::RightThumb => Pad::RightStickPress,
        Button::DPadUp => Pad::DPadUp,
        Button::DPadDown => Pad::DPadDown,
        Button::DPadLeft => Pad::DPadLeft,
        Button::DPadRight => Pad::DPadRight,
        _ => return None,
    })
}

fn directions(axis: Axis) -> Option<(Pad, Pad)> {
    Some(match axis {
        Axis::LeftStickX => (Pad::LeftStickLeft, Pad::LeftStickRight),
        Axis::LeftStickY => (Pad::LeftStickDown, Pad::LeftStickUp),
        Axis::RightStickX => (Pad::RightStickLeft, Pad::RightStickRight),
        Axis::RightStickY => (Pad::RightStickDown, Pad::RightStickUp),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_shake_counts_within_bounds() {
        let cue = |strength, seconds| (PlaceId::FIRST, Cue::Rumble { strength, seconds });
        assert_eq!(rumble(&[]), None);
        assert_eq!(rumble(&[cue(0.0, 1.0), cue(0.5, -1.0), cue(f32::NAN, 1.0)]), None);
        assert_eq!(rumble(&[cue(0.25, 1.0), cue(0.5, 0.125)]), Some((0.5, 0.125)));
        assert_eq!(rumble(&[cue(3.0, 1e9)]), Some((1.0, LONGEST_S)));
    }

    #[test]
    fn buttons_and_axes_are_counted_as_people_count_them() {
        // Trigger and thumb of a joystick, the lowest of a gamepad, one of the further ones; one counted from 0.
        let codes = [0x0001_0120, 0x0001_0121, 0x0001_0130, 0x0001_02C0, 0x0001_0005];
        assert_eq!(codes.map(button_number), [1, 2, 17, 33, 6]);
        assert_eq!(axis_number(Axis::RightZ, 0x0003_0005), Some(6));
        assert_eq!(axis_number(Axis::Unknown, 0x0003_0006), Some(7));
        assert_eq!(axis_number(Axis::DPadX, 0x0003_0010), None);
        assert_eq!((button_number(u32::MAX), axis_number(Axis::Unknown, u32::MAX)), (255, Some(255)));
    }
}
