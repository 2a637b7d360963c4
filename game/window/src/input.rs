//! The state of keys, buttons and sticks, fed by events of keyboard, mouse and gamepad; it knows no
//! window and no device. Which key does what is in `bindings/mod.rs`.

use crate::bindings::{Action, Joystick, Pad, Part, Pointer, Scheme, Trigger};
use crate::settings::Control;
use runtime::Input;
use std::collections::{HashMap, HashSet};
use winit::keyboard::KeyCode;

/// A stick counts as pressed from here on, for actions that happen once per press.
const PRESSED: f32 = 0.5;

/// How far a lever has to be moved before it counts: where it stood when it was connected asks for nothing.
const MOVED: f32 = 0.05;

/// An axis of a joystick, -1..=1.
#[derive(Clone, Copy, Debug)]
struct Place {
    now: f32,
    first: f32,
    moved: bool,
    /// Let go of until it is heard of again.
    released: bool,
}

impl Place {
    /// What it asks for.
    fn asks(&self) -> f32 {
        if self.released { 0.0 } else { self.now }
    }
}

/// The current state of all input devices.
#[derive(Debug, Default)]
pub struct Devices {
    keys: HashSet<KeyCode>,
    buttons: HashSet<Pointer>,
    /// 0..=1 by control; the two directions of an axis are separate controls.
    pads: HashMap<Pad, f32>,
    /// Buttons and hats of joysticks that are held.
    held: HashSet<Joystick>,
    /// By device and number.
    axes: HashMap<(u8, u8), Place>,
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

    /// A button or the hat of a joystick went down or up.
    pub fn joystick(&mut self, control: Joystick, down: bool) -> Option<Trigger> {
        let new = if down { self.held.insert(control) } else { !self.held.remove(&control) };
        (down && new).then_some(Trigger::Joystick(control))
    }

    /// Where an axis of a joystick is, -1..=1. Where it was when it was connected presses nothing.
    pub fn joystick_axis(&mut self, device: u8, number: u8, value: f32) -> Option<Trigger> {
        let now = if value.is_finite() { value.clamp(-1.0, 1.0) } else { 0.0 };
        let place = self.axes.entry((device, number)).or_insert(Place {
            now,
            first: now,
            moved: false,
            released: false,
        });
        let before = std::mem::replace(&mut place.now, now);
        place.released = false;
        place.moved |= (now - place.first).abs() > MOVED;
        let presses = before.abs() < PRESSED && now.abs() >= PRESSED && place.moved;
        let part = if now > 0.0 { Part::More(number) } else { Part::Less(number) };
        presses.then_some(Trigger::Joystick(Joystick { device, part }))
    }

    /// A joystick is gone.
    pub fn forget_joystick(&mut self, device: u8) {
        self.held.retain(|control| control.device != device);
        self.axes.retain(|(own, _), _| *own != device);
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

    /// Releases everything: the window lost the keyboard focus, or a gamepad was disconnected. Whether a lever was moved
    /// stays known.
    pub fn release_all(&mut self) {
        let mut axes = std::mem::take(&mut self.axes);
        axes.values_mut().for_each(|place| place.released = true);
        *self = Devices { axes, ..Devices::default() };
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
            Trigger::Joystick(own) => {
                let axis = |number: u8| self.axes.get(&(own.device, number));
                match own.part {
                    Part::Button(_) | Part::Hat(_) => f32::from(u8::from(self.held.contains(&own))),
                    Part::Less(number) => axis(number).map_or(0.0, |place| (-place.asks()).max(0.0)),
                    Part::More(number) => axis(number).map_or(0.0, |place| place.asks().max(0.0)),
                    Part::Lever(number) => self.lever(own.device, number).unwrap_or_default(),
                }
            }
        }
    }

    /// Value of an action, 0..=1.
    pub fn asked(&self, scheme: Scheme<'_>, control: &Control, action: Action) -> f32 {
        let triggers = scheme.of(action).iter();
        triggers.map(|trigger| self.value(*trigger, control.dead_zone)).fold(0.0, f32::max)
    }

    /// Value of two opposite actions, -1..=1.
    pub fn between(&self, scheme: Scheme<'_>, control: &Control, less: Action, more: Action) -> f32 {
        self.asked(scheme, control, more) - self.asked(scheme, control, less)
    }

    /// How far forwards a lever is, 0..=1, once it was moved: away from the person is below the middle of its axis.
    fn lever(&self, device: u8, number: u8) -> Option<f32> {
        let place = self.axes.get(&(device, number)).filter(|place| place.moved && !place.released)?;
        Some(0.5 - 0.5 * place.now)
    }

    /// Where the throttle lever stands, 0..=1, once it was moved.
    pub fn throttle(&self, scheme: Scheme<'_>) -> Option<f32> {
        scheme.of(Action::Throttle).iter().find_map(|trigger| match trigger {
            Trigger::Joystick(Joystick { device, part: Part::Lever(number) }) => self.lever(*device, *number),
            _ => None,
        })
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
pub fn turn(devices: &mut Devices, scheme: Scheme<'_>, control: &Control, seconds: f32) -> Turn {
    let (right, down) = devices.take_motion();
    let mouse = control.mouse_deg.to_radians();
    let rate = control.turn_deg_per_s.to_radians() * seconds;
    let left = devices.between(scheme, control, Action::TurnRight, Action::TurnLeft);
    let up = devices.between(scheme, control, Action::LookDown, Action::LookUp);
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
    /// What a press switches on and the next one off, where that was chosen.
    runs: bool,
    sinks: bool,
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

    /// The key of something was pressed that may be held, or switched on and off.
    pub fn press(&mut self, action: Action, control: &Control) {
        match action {
            Action::Run if control.toggle_run => self.runs = !self.runs,
            Action::Sink if control.toggle_crouch => self.sinks = !self.sinks,
            _ => {}
        }
    }

    /// The input of the next tick.
    pub fn take(&mut self, devices: &Devices, scheme: Scheme<'_>, control: &Control) -> Input {
        let Steering { turn, jump, fire, runs, sinks } = *self;
        *self = Steering {
            runs: runs && control.toggle_run,
            sinks: sinks && control.toggle_crouch,
            ..Steering::default()
        };
        let held = |action: Action| devices.asked(scheme, control, action) >= PRESSED;
        Input {
            forward: devices.between(scheme, control, Action::Backward, Action::Forward),
            strafe: devices.between(scheme, control, Action::Left, Action::Right),
            yaw: turn.yaw,
            pitch: turn.pitch,
            run: if control.toggle_run { runs } else { held(Action::Run) },
            jump: jump || held(Action::Jump),
            sink: if control.toggle_crouch { sinks } else { held(Action::Sink) },
            fire: fire || held(Action::Shoot),
            fire_second: held(Action::ShootSecond),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bindings::{Bindings, Driven, Hat};

    fn control() -> Control {
        Control::default()
    }

    fn walked(devices: &Devices) -> Input {
        Steering::default().take(devices, Bindings::default().scheme(Driven::Nothing), &control())
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
        let strafe = |devices: &Devices| {
            Steering::default().take(devices, Bindings::default().scheme(Driven::Nothing), &control).strafe
        };
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
        let scheme = bindings.scheme(Driven::Nothing);
        let control = Control { mouse_deg: 0.5, turn_deg_per_s: 90.0, ..control() };
        devices.motion(10.0, 20.0, false);
        let by_mouse = turn(&mut devices, scheme, &control, 0.1);
        assert!((by_mouse.yaw + 5_f32.to_radians()).abs() < 1e-6);
        assert!((by_mouse.pitch + 10_f32.to_radians()).abs() < 1e-6);
        devices.key(KeyCode::ArrowLeft, true);
        assert!((turn(&mut devices, scheme, &control, 0.1).yaw - 9_f32.to_radians()).abs() < 1e-6);
        let inverted = Control { invert_y: true, ..control };
        devices.motion(0.0, 20.0, false);
        assert!(turn(&mut devices, scheme, &inverted, 0.1).pitch > 0.0);
    }

    #[test]
    fn a_jump_between_two_ticks_is_not_lost_and_not_repeated() {
        let (devices, bindings) = (Devices::default(), Bindings::default());
        let scheme = bindings.scheme(Driven::Nothing);
        let mut steering = Steering::default();
        steering.jump();
        steering.add(Turn { yaw: 0.5, pitch: 0.0 });
        let first = steering.take(&devices, scheme, &control());
        assert!(first.jump && first.yaw == 0.5);
        assert_eq!(steering.take(&devices, scheme, &control()), Input::default());
    }

    #[test]
    fn a_joystick_flies_and_its_lever_counts_once_it_was_moved() {
        let bindings = Bindings::default();
        let scheme = bindings.scheme(Driven::Aeroplane);
        let mut devices = Devices::default();
        // Where things stand when they are connected: the lever at its end, the stick in its middle.
        for (axis, place) in [(1, 0.0), (2, 0.0), (6, 0.0), (7, -1.0)] {
            assert_eq!(devices.joystick_axis(1, axis, place), None);
        }
        assert_eq!(devices.throttle(scheme), None);
        devices.joystick_axis(1, 7, -0.5);
        assert_eq!(devices.throttle(scheme), Some(0.75));
        devices.joystick_axis(1, 1, -0.25);
        let control = Control { turn_deg_per_s: 100.0, ..control() };
        let turned = turn(&mut devices, scheme, &control, 0.1);
        assert!((turned.yaw - 2.5_f32.to_radians()).abs() < 1e-6, "{turned:?}");
        // The same stick walks whoever is on foot, and its twist is no rudder there.
        devices.joystick_axis(1, 6, 1.0);
        let on_foot = walked(&devices);
        assert_eq!((on_foot.strafe, on_foot.forward), (-0.25, 0.0));
        let in_air = Steering::default().take(&devices, scheme, &control);
        assert_eq!((in_air.strafe, in_air.forward), (1.0, 0.0));
        // It lets go when the window loses the keyboard, and is where it is afterwards.
        devices.release_all();
        assert_eq!(walked(&devices), Input::default());
        devices.joystick_axis(1, 7, -0.5);
        assert_eq!(devices.throttle(scheme), Some(0.75));
        devices.forget_joystick(1);
        assert_eq!(devices.throttle(scheme), None);
    }

    #[test]
    fn buttons_hats_and_axes_of_joysticks_press_once() {
        let mut devices = Devices::default();
        let control = |part| Joystick { device: 1, part };
        let trigger = control(Part::Button(1));
        assert_eq!(devices.joystick(trigger, true), Some(Trigger::Joystick(trigger)));
        assert_eq!(devices.joystick(trigger, true), None);
        assert!(walked(&devices).fire);
        devices.joystick(trigger, false);
        assert!(!walked(&devices).fire);
        devices.joystick(control(Part::Hat(Hat::Up)), true);
        assert_eq!(devices.joystick_axis(2, 4, 0.0), None);
        let more = Joystick { device: 2, part: Part::More(4) };
        assert_eq!(devices.joystick_axis(2, 4, 0.9), Some(Trigger::Joystick(more)));
        assert_eq!(devices.joystick_axis(2, 4, 1.0), None);
        // Where it still is after the window was away presses nothing.
        devices.release_all();
        assert_eq!(devices.joystick_axis(2, 4, 1.0), None);
    }

    #[test]
    fn a_key_may_switch_running_on_and_off_instead_of_being_held() {
        let bindings = Bindings::default();
        let scheme = bindings.scheme(Driven::Nothing);
        let mut devices = Devices::default();
        devices.key(KeyCode::ShiftLeft, true);
        let toggled = Control { toggle_run: true, toggle_crouch: true, ..control() };
        let mut steering = Steering::default();
        let runs = |steering: &mut Steering, control: &Control| steering.take(&devices, scheme, control).run;
        assert!(runs(&mut steering, &control()) && !runs(&mut steering, &toggled));
        steering.press(Action::Run, &toggled);
        assert!(runs(&mut steering, &toggled) && runs(&mut steering, &toggled));
        steering.press(Action::Sink, &toggled);
        assert!(steering.take(&devices, scheme, &toggled).sink);
        steering.press(Action::Run, &toggled);
        assert!(!runs(&mut steering, &toggled));
    }
}
