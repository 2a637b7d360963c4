//! Gamepads: the system's events become values of [`Pad`] controls.

use super::input::Devices;
use crate::bindings::{Pad, Trigger};
use gilrs::{Axis, Button, EventType, Gilrs};

/// The gamepads of this machine, if the system reports any.
pub struct Pads {
    service: Option<Gilrs>,
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
        Pads { service }
    }

    /// True when a gamepad is connected and has to be polled.
    pub fn any(&self) -> bool {
        self.service.as_ref().is_some_and(|service| service.gamepads().next().is_some())
    }

    /// Receives events since the last call; returns the triggers newly pressed. Without keyboard
    /// focus events are received and ignored.
    pub fn poll(&mut self, devices: &mut Devices, focused: bool, mut pressed: impl FnMut(Trigger)) {
        let Some(service) = &mut self.service else { return };
        while let Some(event) = service.next_event() {
            let trigger = match event.event {
                EventType::Connected => {
                    let name = service.gamepad(event.id).name().to_owned();
                    tracing::info!(target: "input", "gamepad {name}");
                    None
                }
                EventType::Disconnected => {
                    devices.release_all();
                    None
                }
                EventType::ButtonChanged(button, value, _) if focused => {
                    control(button).and_then(|pad| devices.pad(pad, value))
                }
                EventType::ButtonPressed(button, _) if focused => {
                    control(button).and_then(|pad| devices.pad(pad, 1.0))
                }
                EventType::ButtonReleased(button, _) => control(button).and_then(|pad| devices.pad(pad, 0.0)),
                EventType::AxisChanged(axis, value, _) if focused => {
                    directions(axis).and_then(|(negative, positive)| devices.axis(negative, positive, value))
                }
                _ => None,
            };
            if let Some(trigger) = trigger {
                pressed(trigger);
            }
        }
    }
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
