//! The state of keys, buttons and sticks, fed by events of keyboard, mouse and gamepad; it knows no
//! window and no device. Which key does what is in `bindings/mod.rs`.

use crate::bindings::{Action, Bindings, Pad, Pointer, Trigger};
use crate::settings::Control;
use runtime::Input;
use std::collections::{HashMap, HashSet};
use winit::keyboard::KeyCode;

/// A stick counts as pressed from here on, for actions that happen once per press.
const PRESSED: f32 = 0.5;

/// The current state of all input devices.
#[derive(Debug, Default)]
pub struct Devices {
    keys: HashSet<KeyCode>,
    buttons: HashSet<Pointer>,
    /// 0..=1 by control; the two directions of an axis are separate controls.
    pads: HashMap<Pad, f32>,
    /// Mouse motion in counts since it was last taken: right and down.
    motion: (f64, f64),
    twin: Option<(f64, f64)>,
}

impl Devices {
    /// A key went down or up. Returns the trigger if it was up before.
    pub fn key(&mut self, code: KeyCode, down: bool) -> Option<Trigger> {
        let new = if down { self.keys.insert(code) } else { !self.keys.remove(&code) };
        if down && new { Trigger::key(code) } else { None }
    }

    /// A button of the mouse went down or up.
    pub fn button(&mut self, button: Pointer, down: bool) -> Option<Trigger> {
        let new = if down { self.buttons.insert(button) } else { !self.buttons.remove(&button) };
        (down && new).then_some(Trigger::Pointer(button))
    }

    /// A control of a gamepad changed, 0..=1.
    pub fn pad(&mut self, pad: Pad, value: f32) -> Option<Trigger> {
        let value = if value.is_finite() { value.clamp(0.0, 1.0) } else { 0.0 };
        let before = self.pads.insert(pad, value).unwrap_or(0.0);
        (before < PRESSED && value >= PRESSED).then_some(Trigger::Pad(pad))
    }

    /// An axis of a gamepad changed, -1..=1; its directions are set.
    pub fn axis(&mut self, negative: Pad, positive: Pad, value: f32) -> Option<Trigger> {
        let pressed = self.pad(positive, value);
        self.pad(negative, -value).or(pressed)
    }

    /// The mouse moved. With `doubled`, every motion arrives twice: X11 reports
    /// it so while the pointer is confined to a window.
    pub fn motion(&mut self, right: f64, down: f64, doubled: bool) {
        if !(right.is_finite() && down.is_finite()) {
            return;
        }
        if doubled && self.twin.take() == Some((right, down)) {
            return;
        }
        self.twin = doubled.then_some((right, down));
        self.motion.0 += right;
        self.motion.1 += down;
    }

    /// Takes the mouse motion since the last time: right and down.
    pub fn take_motion(&mut self) -> (f32, f32) {
        let (right, down) = std::mem::take(&mut self.motion);
        (right as f32, down as f32)
    }

    /// Releases everything: the window lost the keyboard focus, or a gamepad was disconnected.
    pub fn release_all(&mut self) {
        *self = Devices::default();
    }

    /// Value of a trigger, 0..=1.
    fn value(&self, trigger: Trigger, dead_zone: f32) -> f32 {
        match trigger {
            Trigger::Key(code) => f32::from(u8::from(self.keys.contains(&code))),
            Trigger::Pointer(button) => f32::from(u8::from(self.buttons.contains(&button))),
            Trigger::Pad(pad) => {
                let value = self.pads.get(&pad).copied().unwrap_or(0.0);
                ((value - dead_zone) / (1.0 - dead_zone)).clamp(0.0, 1.0)
            }
        }
    }

    /// Value of an action, 0..=1.
    pub fn asked(&self, bindings: &Bindings, control: &Control, action: Action) -> f32 {
        let triggers = bindings.of(action).iter();
        triggers.map(|trigger| self.value(*trigger, control.dead_zone)).fold(0.0, f32::max)
    }

    /// Value of two opposite actions, -1..=1.
    pub fn between(&self, bindings: &Bindings, control: &Control, less: Action, more: Action) -> f32 {
        self.asked(bindings, control, more) - self.asked(bindings, control, less)
    }
}

/// A change of the view direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Turn {
    /// Radians, positive to the left.
    pub yaw: f32,
    /// Radians, positive upwards.
    pub pitch: f32,
}

/// How far mouse, stick and keys turn the view in a frame of `seconds`.
pub fn turn(devices: &mut Devices, bindings: &Bindings, control: &Control, seconds: f32) -> Turn {
    let (right, down) = devices.take_motion();
    let mouse = control.mouse_deg.to_radians();
    let rate = control.turn_deg_per_s.to_radians() * seconds;
    let left = devices.between(bindings, control, Action::TurnRight, Action::TurnLeft);
    let up = devices.between(bindings, control, Action::LookDown, Action::LookUp);
    let sign = if control.invert_y { -1.0 } else { 1.0 };
    Turn { yaw: left * rate - right * mouse, pitch: sign * (up * rate - down * mouse) }
}

/// Accumulates the input of frames until a tick takes it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Steering {
    /// Turned since the last tick.
    pub turn: Turn,
    jump: bool,
    fire: bool,
}

impl Steering {
    /// Adds a turn.
    pub fn add(&mut self, turn: Turn) {
        self.turn.yaw += turn.yaw;
        self.turn.pitch += turn.pitch;
    }

    /// A jump, even if the key is released before the next tick.
    pub fn jump(&mut self) {
        self.jump = true;
    }

    /// A shot, even if the button is released before the next tick.
    pub fn fire(&mut self) {
        self.fire = true;
    }

    /// The input of the next tick.
    pub fn take(&mut self, devices: &Devices, bindings: &Bindings, control: &Control) -> Input {
        let Steering { turn, jump, fire } = std::mem::take(self);
        Input {
            forward: devices.between(bindings, control, Action::Backward, Action::Forward),
            strafe: devices.between(bindings, control, Action::Left, Action::Right),
            yaw: turn.yaw,
            pitch: turn.pitch,
            run: devices.asked(bindings, control, Action::Run) >= PRESSED,
            jump: jump || devices.asked(bindings, control, Action::Jump) >= PRESSED,
            sink: devices.asked(bindings, control, Action::Sink) >= PRESSED,
            fire: fire || devices.asked(bindings, control, Action::Shoot) >= PRESSED,
            fire_second: devices.asked(bindings, control, Action::ShootSecond) >= PRESSED,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control() -> Control {
        Control::default()
    }

    fn walked(devices: &Devices) -> Input {
        Steering::default().take(devices, &Bindings::default(), &control())
    }

    #[test]
    fn a_held_key_walks_and_its_repeats_press_nothing() {
        let mut devices = Devices::default();
        assert_eq!(devices.key(KeyCode::KeyW, true), Some(Trigger::Key(KeyCode::KeyW)));
        assert_eq!(devices.key(KeyCode::KeyW, true), None);
        assert_eq!(walked(&devices).forward, 1.0);
        devices.key(KeyCode::KeyS, true);
        assert_eq!(walked(&devices).forward, 0.0);
        assert_eq!(devices.key(KeyCode::KeyW, false), None);
        assert_eq!(walked(&devices).forward, -1.0);
    }

    #[test]
    fn losing_the_keyboard_lets_go_of_everything() {
        let mut devices = Devices::default();
        devices.key(KeyCode::KeyW, true);
        devices.button(Pointer::Left, true);
        devices.axis(Pad::LeftStickLeft, Pad::LeftStickRight, 1.0);
        devices.motion(5.0, 5.0, false);
        devices.release_all();
        assert_eq!(walked(&devices), Input::default());
        assert_eq!(devices.take_motion(), (0.0, 0.0));
        // A key that is still held when the focus returns counts as pressed anew.
        assert!(devices.key(KeyCode::KeyW, true).is_some());
    }

    #[test]
    fn motion_that_arrives_twice_counts_once() {
        let mut devices = Devices::default();
        for (right, down) in [(3.0, 0.0), (3.0, 0.0), (1.0, -2.0)] {
            devices.motion(right, down, true);
            devices.motion(right, down, true);
        }
        assert_eq!(devices.take_motion(), (7.0, -2.0));
        for _ in 0..4 {
            devices.motion(1.0, 0.0, false);
        }
        assert_eq!(devices.take_motion(), (4.0, 0.0));
        devices.motion(f64::NAN, 1.0, false);
        assert_eq!(devices.take_motion(), (0.0, 0.0));
    }

    #[test]
    fn a_stick_does_nothing_in_its_dead_zone_and_everything_at_its_end() {
        let mut devices = Devices::default();
        let control = Control { dead_zone: 0.2, ..control() };
        let strafe =
            |devices: &Devices| Steering::default().take(devices, &Bindings::default(), &control).strafe;
        for (pushed, wanted) in [(0.0, 0.0), (0.19, 0.0), (0.6, 0.5), (1.0, 1.0), (-0.2, 0.0), (-1.0, -1.0)] {
            devices.axis(Pad::LeftStickLeft, Pad::LeftStickRight, pushed);
            assert!((strafe(&devices) - wanted).abs() < 1e-6, "{pushed}");
        }
    }

    #[test]
    fn a_stick_presses_once_per_push() {
        let mut devices = Devices::default();
        let mut push = |value| devices.axis(Pad::LeftStickDown, Pad::LeftStickUp, value);
        assert_eq!(push(0.4), None);
        assert_eq!(push(0.6), Some(Trigger::Pad(Pad::LeftStickUp)));
        assert_eq!(push(0.9), None);
        assert_eq!(push(-0.9), Some(Trigger::Pad(Pad::LeftStickDown)));
    }

    #[test]
    fn the_mouse_turns_by_its_counts_and_keys_by_time() {
        let mut devices = Devices::default();
        let bindings = Bindings::default();
        let control = Control { mouse_deg: 0.5, turn_deg_per_s: 90.0, ..control() };
        devices.motion(10.0, 20.0, false);
        let by_mouse = turn(&mut devices, &bindings, &control, 0.1);
        assert!((by_mouse.yaw + 5_f32.to_radians()).abs() < 1e-6);
        assert!((by_mouse.pitch + 10_f32.to_radians()).abs() < 1e-6);
        devices.key(KeyCode::ArrowLeft, true);
        assert!((turn(&mut devices, &bindings, &control, 0.1).yaw - 9_f32.to_radians()).abs() < 1e-6);
        let inverted = Control { invert_y: true, ..control };
        devices.motion(0.0, 20.0, false);
        assert!(turn(&mut devices, &bindings, &inverted, 0.1).pitch > 0.0);
    }

    #[test]
    fn a_jump_between_two_ticks_is_not_lost_and_not_repeated() {
        let (devices, bindings) = (Devices::default(), Bindings::default());
        let mut steering = Steering::default();
        steering.jump();
        steering.add(Turn { yaw: 0.5, pitch: 0.0 });
        let first = steering.take(&devices, &bindings, &control());
        assert!(first.jump && first.yaw == 0.5);
        assert_eq!(steering.take(&devices, &bindings, &control()), Input::default());
    }
}
