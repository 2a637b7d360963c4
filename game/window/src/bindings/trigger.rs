//! Keys, buttons and stick directions, and their names in the bindings file; of joysticks in `joystick.rs`.

use super::Joystick;
use std::borrow::Cow;
use winit::event::MouseButton;
use winit::keyboard::KeyCode;

macro_rules! named {
    ($(#[$doc:meta])* $kind:ident { $($variant:ident $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $kind {
            $(#[doc = $name] $variant,)*
        }

        impl $kind {
            /// All of them.
            pub const ALL: &[$kind] = &[$($kind::$variant),*];

            /// The name in the file and for people.
            pub const fn name(self) -> &'static str {
                match self { $($kind::$variant => $name,)* }
            }
        }
    };
}

named! {
    /// A button of the mouse.
    Pointer {
        Left "Mouse Left",
        Right "Mouse Right",
        Middle "Mouse Middle",
        Back "Mouse Back",
        Forward "Mouse Forward",
    }
}

impl Pointer {
    /// The button of that kind, if it has a name here.
    pub fn of(button: MouseButton) -> Option<Self> {
        match button {
            MouseButton::Left => Some(Pointer::Left),
            MouseButton::Right => Some(Pointer::Right),
            MouseButton::Middle => Some(Pointer::Middle),
            MouseButton::Back => Some(Pointer::Back),
            MouseButton::Forward => Some(Pointer::Forward),
            MouseButton::Other(_) => None,
        }
    }
}

named! {
    /// A button of a gamepad, or one direction of a stick. Buttons are named by
    /// where they are: what is printed on them differs.
    Pad {
        South "Pad South",
        East "Pad East",
        North "Pad North",
        West "Pad West",
        LeftShoulder "Pad Left Shoulder",
        RightShoulder "Pad Right Shoulder",
        LeftTrigger "Pad Left Trigger",
        RightTrigger "Pad Right Trigger",
        Select "Pad Select",
        Start "Pad Start",
        LeftStickPress "Pad Left Stick Press",
        RightStickPress "Pad Right Stick Press",
        DPadUp "Pad Cross Up",
        DPadDown "Pad Cross Down",
        DPadLeft "Pad Cross Left",
        DPadRight "Pad Cross Right",
        LeftStickUp "Pad Left Stick Up",
        LeftStickDown "Pad Left Stick Down",
        LeftStickLeft "Pad Left Stick Left",
        LeftStickRight "Pad Left Stick Right",
        RightStickUp "Pad Right Stick Up",
        RightStickDown "Pad Right Stick Down",
        RightStickLeft "Pad Right Stick Left",
        RightStickRight "Pad Right Stick Right",
    }
}

/// A key, a button or a stick direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trigger {
    /// A key, by its place on the keyboard.
    Key(KeyCode),
    /// A button of the mouse.
    Pointer(Pointer),
    /// A button or a stick direction of a gamepad.
    Pad(Pad),
    /// A control of a joystick.
    Joystick(Joystick),
}

impl Trigger {
    /// The key at that place, if it has a name here.
    pub fn key(code: KeyCode) -> Option<Self> {
        KEYS.iter().any(|(known, _)| *known == code).then_some(Trigger::Key(code))
    }

    /// On the keyboard or the mouse, which everybody has.
    pub fn is_usual(self) -> bool {
        matches!(self, Trigger::Key(_) | Trigger::Pointer(_))
    }

    /// The name in the file and for people.
    pub fn name(self) -> Cow<'static, str> {
        match self {
            Trigger::Key(code) => {
                KEYS.iter().find(|(known, _)| *known == code).map_or("?", |(_, name)| *name).into()
            }
            Trigger::Pointer(button) => button.name().into(),
            Trigger::Pad(pad) => pad.name().into(),
            Trigger::Joystick(control) => control.name().into(),
        }
    }

    /// The trigger of that name; upper and lower case are alike.
    pub fn parse(name: &str) -> Option<Self> {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        KEYS.iter()
            .find(|(_, known)| is(known))
            .map(|(code, _)| Trigger::Key(*code))
            .or_else(|| Pointer::ALL.iter().find(|button| is(button.name())).map(|b| Trigger::Pointer(*b)))
            .or_else(|| Pad::ALL.iter().find(|pad| is(pad.name())).map(|pad| Trigger::Pad(*pad)))
            .or_else(|| Joystick::parse(name).map(Trigger::Joystick))
    }
}

macro_rules! keys {
    ($($code:ident $name:literal,)*) => {
        /// Keys that can be bound, named as on a US keyboard.
        const KEYS: &[(KeyCode, &str)] = &[$((KeyCode::$code, $name)),*];
    };
}

keys! {
    KeyA "A", KeyB "B", KeyC "C", KeyD "D", KeyE "E", KeyF "F", KeyG "G", KeyH "H", KeyI "I", KeyJ "J",
    KeyK "K", KeyL "L", KeyM "M", KeyN "N", KeyO "O", KeyP "P", KeyQ "Q", KeyR "R", KeyS "S", KeyT "T",
    KeyU "U", KeyV "V", KeyW "W", KeyX "X", KeyY "Y", KeyZ "Z",
    Digit0 "0", Digit1 "1", Digit2 "2", Digit3 "3", Digit4 "4",
    Digit5 "5", Digit6 "6", Digit7 "7", Digit8 "8", Digit9 "9",
    ArrowUp "Up", ArrowDown "Down", ArrowLeft "Left", ArrowRight "Right",
    Space "Space", Enter "Enter", Tab "Tab", Backspace "Backspace", Escape "Escape",
    ShiftLeft "Left Shift", ShiftRight "Right Shift", ControlLeft "Left Ctrl", ControlRight "Right Ctrl",
    AltLeft "Left Alt", AltRight "Right Alt", CapsLock "Caps Lock",
    Insert "Insert", Delete "Delete", Home "Home", End "End", PageUp "Page Up", PageDown "Page Down",
    Minus "Minus", Equal "Equal", BracketLeft "Left Bracket", BracketRight "Right Bracket",
    Semicolon "Semicolon", Quote "Quote", Backquote "Backquote", Backslash "Backslash",
    IntlBackslash "Angle Bracket", Comma "Comma", Period "Period", Slash "Slash",
    Numpad0 "Numpad 0", Numpad1 "Numpad 1", Numpad2 "Numpad 2", Numpad3 "Numpad 3", Numpad4 "Numpad 4",
    Numpad5 "Numpad 5", Numpad6 "Numpad 6", Numpad7 "Numpad 7", Numpad8 "Numpad 8", Numpad9 "Numpad 9",
    NumpadAdd "Numpad Plus", NumpadSubtract "Numpad Minus", NumpadMultiply "Numpad Star",
    NumpadDivide "Numpad Slash", NumpadDecimal "Numpad Period", NumpadEnter "Numpad Enter",
    F1 "F1", F2 "F2", F3 "F3", F4 "F4", F5 "F5", F6 "F6", F7 "F7", F8 "F8", F9 "F9", F10 "F10", F11 "F11",
    F12 "F12",
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_name_leads_back_to_its_trigger_and_to_no_other() {
        let mut names = BTreeSet::new();
        let all = KEYS
            .iter()
            .map(|(code, _)| Trigger::Key(*code))
            .chain(Pointer::ALL.iter().map(|button| Trigger::Pointer(*button)))
            .chain(Pad::ALL.iter().map(|pad| Trigger::Pad(*pad)));
        for trigger in all {
            assert_eq!(Trigger::parse(&trigger.name().to_lowercase()), Some(trigger));
            assert!(names.insert(trigger.name().into_owned()), "{} twice", trigger.name());
        }
    }
}
