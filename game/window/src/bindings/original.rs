//! The controls that somebody has in MechWarrior 3, from the game's own file: its keys, buttons of the joystick and axes
//! become those of a 'mech.
//!
//! Of the game's commands only two are known by their whole names; others are told by the words in them, and those that
//! are not are left out and counted.
//!
//! Source: `docs/spec/zbd/reader.md`, "Text readers"; `docs/spec/zbd/mw3-runtime.md`, "9. Controls (MW)".

use super::{Action, Bindings, Driven, Joystick, Part, Trigger};
use crate::joysticks::{Axis, LARGEST_DEAD_ZONE};
use binary::{Finding, Mode};
use winit::keyboard::KeyCode;
use zbd::reader::{self, Value};

/// Name of the file in the game's folder.
pub const FILE: &str = "DefaultCtlConfig.zrd";
/// Largest file that is read, bytes.
pub const LARGEST: u64 = 1 << 20;

/// What the file says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Original {
    /// What its commands do here, and their keys and buttons.
    keys: Vec<(Action, Vec<Trigger>)>,
    /// What its axes do here.
    axes: Vec<(Action, Trigger)>,
    /// How its axes answer.
    pub answers: Vec<Axis>,
    /// Names of commands and axes that mean nothing here.
    pub unknown: Vec<String>,
}

/// Words of a command, each of which must be in its name, and what they do here; the first that fit count.
const COMMANDS: &[(&[&str], Action)] = &[
    (&["ALPHASTRIKE"], Action::ShootSecond),
    (&["JUMP"], Action::Jump),
    (&["CROUCH"], Action::Sink),
    (&["NEXT", "WEAP"], Action::NextWeapon),
    (&["NEXT", "GROUP"], Action::NextWeapon),
    (&["FIRE"], Action::Shoot),
    (&["TORSO", "LEFT"], Action::TurnLeft),
    (&["TORSO", "RIGHT"], Action::TurnRight),
    (&["TWIST", "LEFT"], Action::TurnLeft),
    (&["TWIST", "RIGHT"], Action::TurnRight),
    (&["PITCH", "UP"], Action::LookUp),
    (&["PITCH", "DOWN"], Action::LookDown),
    (&["TURN", "LEFT"], Action::Left),
    (&["TURN", "RIGHT"], Action::Right),
    (&["THROTTLE", "UP"], Action::Forward),
    (&["THROTTLE", "DOWN"], Action::Backward),
    (&["VIEW", "EXTERNAL"], Action::ThirdPerson),
    (&["MAP"], Action::Map),
];

/// DirectInput codes of keys; those from 2 to 11 and the letters are in rows.
const CODES: &[(i32, &[KeyCode])] = {
    use KeyCode::*;
    &[
        (0x01, &[Escape]),
        (0x02, &[Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7, Digit8, Digit9, Digit0]),
        (0x0C, &[Minus, Equal, Backspace, Tab]),
        (0x10, &[KeyQ, KeyW, KeyE, KeyR, KeyT, KeyY, KeyU, KeyI, KeyO, KeyP]),
        (0x1A, &[BracketLeft, BracketRight, Enter, ControlLeft]),
        (0x1E, &[KeyA, KeyS, KeyD, KeyF, KeyG, KeyH, KeyJ, KeyK, KeyL]),
        (0x27, &[Semicolon, Quote, Backquote, ShiftLeft, Backslash]),
        (0x2C, &[KeyZ, KeyX, KeyC, KeyV, KeyB, KeyN, KeyM]),
        (0x33, &[Comma, Period, Slash, ShiftRight, NumpadMultiply, AltLeft, Space, CapsLock]),
        (0x3B, &[F1, F2, F3, F4, F5, F6, F7, F8, F9, F10]),
        (0x47, &[Numpad7, Numpad8, Numpad9, NumpadSubtract, Numpad4, Numpad5, Numpad6, NumpadAdd]),
        (0x4F, &[Numpad1, Numpad2, Numpad3, Numpad0, NumpadDecimal]),
        (0x57, &[F11, F12]),
        (0x9C, &[NumpadEnter, ControlRight]),
        (0xB5, &[NumpadDivide]),
        (0xB8, &[AltRight]),
        (0xC7, &[Home, ArrowUp, PageUp]),
        (0xCB, &[ArrowLeft]),
        (0xCD, &[ArrowRight]),
        (0xCF, &[End, ArrowDown, PageDown, Insert, Delete]),
    ]
};

/// Axes of DirectInput by the numbers that they have here.
const AXES: [(&str, u8); 8] =
    [("X", 1), ("Y", 2), ("Z", 3), ("Rx", 4), ("Ry", 5), ("Rz", 6), ("Slider", 7), ("Slider0", 7)];

impl Original {
    /// Reads the file.
    ///
    /// # Errors
    /// Text that is no reader.
    pub fn read(text: &[u8]) -> Result<Self, Box<Finding>> {
        let (value, _) = reader::parse(text, Mode::Lenient)?;
        let mut original = Original::default();
        for own in entries(&value, "KEYS") {
            original.command(own);
        }
        for own in entries(&value, "AXES") {
            original.axis(own);
        }
        Ok(original)
    }

    /// True for a file that says nothing that means anything here.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty() && self.axes.is_empty()
    }

    fn command(&mut self, own: &[Value]) {
        let Some(name) = own.first().and_then(word) else { return };
        let known =
            COMMANDS.iter().find(|(words, _)| words.iter().all(|word| name.to_uppercase().contains(word)));
        let keys = ["keya", "keyb"].into_iter().filter_map(|key| whole(own, key)).filter_map(key_of);
        let button =
            whole(own, "joybtn").and_then(|number| u8::try_from(number).ok()).filter(|number| *number > 0);
        let button = button.map(|number| joystick(Part::Button(number)));
        let triggers: Vec<Trigger> = keys.map(Trigger::Key).chain(button).collect();
        match known {
            Some((_, action)) if !triggers.is_empty() => self.keys.push((*action, triggers)),
            Some(_) => {}
            None => self.unknown.push(name),
        }
    }

    fn axis(&mut self, own: &[Value]) {
        let Some(name) = own.first().and_then(word) else { return };
        let axis = argument(own, "joystick").and_then(|list| list.first().and_then(word));
        let number = axis.and_then(|axis| AXES.iter().find(|(own, _)| own.eq_ignore_ascii_case(&axis)));
        // What is below the middle of the axis asks for the first, with the slope that the game ships with.
        let (less, more, shipped) = match name.to_ascii_lowercase().as_str() {
            "throttle" => (None, None, -1.0),
            "twist" => (Some(Action::TurnLeft), Some(Action::TurnRight), -1.0),
            "lr" => (Some(Action::Left), Some(Action::Right), -1.0),
            "pitch" => (Some(Action::LookUp), Some(Action::LookDown), 1.0),
            _ => {
                self.unknown.push(name);
                return;
            }
        };
        let Some((_, number)) = number.copied() else {
            self.unknown.push(name);
            return;
        };
        match (less, more) {
            (Some(less), Some(more)) => {
                self.axes.push((less, joystick(Part::Less(number))));
                self.axes.push((more, joystick(Part::More(number))));
            }
            _ => self.axes.push((Action::Throttle, joystick(Part::Lever(number)))),
        }
        let float = |key: &str| argument(own, key).and_then(|list| list.first().and_then(float_of));
        let invert = float("slope").is_some_and(|slope| slope * shipped < 0.0);
        let dead_zone = float("deadzone").unwrap_or_default().clamp(0.0, LARGEST_DEAD_ZONE);
        self.answers.push(Axis { dead_zone, invert, ..Axis::usual(number) });
    }

    /// Gives a 'mech these controls. What they use asks for nothing else there any more; what they do not name stays.
    pub fn take_over(&self, bindings: &mut Bindings) {
        let axes = self.axes.iter().map(|(action, trigger)| (*action, vec![*trigger]));
        let all: Vec<(Action, Vec<Trigger>)> = self.keys.iter().cloned().chain(axes).collect();
        for (wanted, triggers) in &all {
            for trigger in triggers {
                for other in bindings.scheme(Driven::Mech).actions(*trigger).collect::<Vec<Action>>() {
                    if other != *wanted {
                        bindings.unbind(Driven::Mech, other, *trigger);
                    }
                }
                bindings.bind(Driven::Mech, *wanted, *trigger);
            }
        }
    }

    /// What was found, in a line.
    pub fn line(&self) -> String {
        let found = self.keys.len() + self.answers.len();
        let unknown = self.unknown.len();
        let first = self.unknown.iter().take(3).cloned().collect::<Vec<String>>().join(", ");
        match unknown {
            0 => format!("{FILE}: {found} controls are those of a 'mech now"),
            1..=3 => format!("{FILE}: {found} controls are those of a 'mech now; nothing here does {first}"),
            _ => format!(
                "{FILE}: {found} controls are those of a 'mech now; nothing here does {first} and {} more",
                unknown - 3
            ),
        }
    }
}

/// The lists of a key of the file's own list.
fn entries<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v [Value]> {
    let own = list(value).and_then(|items| argument(items, key));
    own.unwrap_or_default().iter().filter_map(list)
}

fn list(value: &Value) -> Option<&[Value]> {
    match value {
        Value::List(items) => Some(items),
        _ => None,
    }
}

/// The list that follows a word.
fn argument<'v>(items: &'v [Value], key: &str) -> Option<&'v [Value]> {
    let at = items.iter().position(|item| matches!(item, Value::Str(word) if word.is(key)))?;
    items.get(at + 1).and_then(list)
}

fn whole(items: &[Value], key: &str) -> Option<i32> {
    match argument(items, key)?.first()? {
        Value::Int(number) => Some(*number),
        _ => None,
    }
}

fn word(value: &Value) -> Option<String> {
    match value {
        Value::Str(word) => Some(word.text()),
        _ => None,
    }
}

fn float_of(value: &Value) -> Option<f32> {
    match value {
        Value::Float(number) => Some(*number),
        Value::Int(number) => Some(*number as f32),
        _ => None,
    }
}

/// The key of a DirectInput code; none for one with a modifier, of which the bits are not known.
fn key_of(code: i32) -> Option<KeyCode> {
    CODES.iter().find_map(|(first, keys)| keys.get(usize::try_from(code.checked_sub(*first)?).ok()?).copied())
}

/// A control of the first joystick.
fn joystick(part: Part) -> Trigger {
    Trigger::Joystick(Joystick { device: 1, part })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Typed from docs/spec/zbd/reader.md, "Text readers".
    const TEXT: &str =
        "(\tKEYS (\t(CMD_ALPHASTRIKE\tkeya(0x9c)\tjoybtn(0x6))\r\n\t(CMD_AMS_TOGGLE\tkeya(0x1e))
        (CMD_JUMPJET keya(0x24) keyb(0x139)) (CMD_NOTHING keya(0x1f)) (7) 5 )
        AXES ( (Throttle joystick(Z) slope(-0.500000) intercept(0.500000) deadzone(0.050000))
               (Twist joystick(Rz) slope(-1.0) intercept(0.0) deadzone(0.0))
               (Pitch joystick(Y) slope(-1.0) intercept(0.0) deadzone(2.0))
               (LR joystick(X) slope(-1.0)) (Zoom joystick(Rx)) (Twist joystick(Q)) ) )";

    #[test]
    fn controls_of_the_game_become_those_of_a_mech() {
        let original = Original::read(TEXT.as_bytes()).unwrap();
        assert_eq!(original.unknown, ["CMD_AMS_TOGGLE", "CMD_NOTHING", "Zoom", "Twist"]);
        let mut bindings = Bindings::default();
        original.take_over(&mut bindings);
        let of = |action| {
            let names = bindings.scheme(Driven::Mech).of(action).iter().map(|own| own.name().into_owned());
            names.collect::<Vec<String>>()
        };
        assert!(of(Action::ShootSecond).ends_with(&["Numpad Enter".into(), "Joy 1 Button 6".into()]));
        // J, and a code with a modifier, of which nothing is known.
        assert_eq!(of(Action::Jump).last().unwrap(), "J");
        assert_eq!(of(Action::Throttle).last().unwrap(), "Joy 1 Axis 3 Lever");
        assert!(of(Action::Left).contains(&"Joy 1 Axis 1 -".to_owned()));
        // The stick looks up and down, and does not go forwards any more; on foot it does.
        assert!(of(Action::LookUp).contains(&"Joy 1 Axis 2 -".to_owned()));
        assert!(!of(Action::Forward).contains(&"Joy 1 Axis 2 +".to_owned()));
        let on_foot = bindings.scheme(Driven::Nothing);
        assert_eq!(
            on_foot.of(Action::Forward),
            Bindings::default().scheme(Driven::Nothing).of(Action::Forward)
        );
        for action in Action::ALL {
            assert_eq!(bindings.scheme(Driven::Mech).conflicts(*action), [], "{action:?}");
        }
        let axis = |number, dead_zone, invert| Axis { dead_zone, invert, ..Axis::usual(number) };
        let by_hand = [axis(3, 0.05, false), axis(6, 0.0, false), axis(2, 0.9, true), axis(1, 0.0, false)];
        assert_eq!(original.answers, by_hand);
        let line = original.line();
        assert!(
            line.contains("6 controls") && line.contains("CMD_AMS_TOGGLE, CMD_NOTHING, Zoom and 1 more"),
            "{line}"
        );
    }

    #[test]
    fn what_is_no_file_of_controls_changes_nothing() {
        assert!(Original::read(b"(KEYS").is_err());
        for text in ["(KEYS AXES)", "(5 6)", "(AXES ((Throttle joystick slope)))", "(KEYS (((x))))"] {
            assert!(Original::read(text.as_bytes()).unwrap().is_empty(), "{text}");
        }
    }

    #[test]
    fn codes_are_those_of_the_table() {
        let known =
            [(0x01, KeyCode::Escape), (0x0B, KeyCode::Digit0), (0x1C, KeyCode::Enter), (0x32, KeyCode::KeyM)];
        let more = [
            (0x39, KeyCode::Space),
            (0x44, KeyCode::F10),
            (0x53, KeyCode::NumpadDecimal),
            (0xD3, KeyCode::Delete),
        ];
        for (code, key) in known.into_iter().chain(more) {
            assert_eq!(key_of(code), Some(key), "{code:#x}");
        }
        for code in [0x00, 0x45, 0x54, 0xB7, 0xCA, 0x139, -1, i32::MIN] {
            assert_eq!(key_of(code), None, "{code:#x}");
        }
        // Each has a name here.
        for (_, keys) in CODES {
            assert!(keys.iter().all(|key| Trigger::key(*key).is_some()), "{keys:?}");
        }
    }
}
