//! Gamepads: the system's events become values of [`Pad`] controls.

use super::input::Devices;
use crate::bindings::{Pad, Trigger};
use gilrs::ff::{BaseEffect, BaseEffectType, Effect, EffectBuilder, Repeat, Replay, Ticks};
use gilrs::{Axis, Button, EventType, Gilrs};
use runtime::Cue;
use runtime::places::PlaceId;

/// Longest that a gamepad shakes for one cue, seconds.
const LONGEST_S: f32 = 10.0;

/// The gamepads of this machine, if the system reports any.
pub struct Pads {
    service: Option<Gilrs>,
    /// Ends when it is dropped.
    shaking: Option<Effect>,
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
        Pads { service, shaking: None }
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
}
