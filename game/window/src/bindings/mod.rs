//! Key bindings: the actions, and the keys, buttons and sticks that trigger them; saved in
//! `bindings.toml`.
//!
//! Nothing here listens to a device; the event handling of this crate looks events up in this
//! table.

mod trigger;

pub use trigger::{Pad, Pointer, Trigger};

use crate::own_files::{self, Understood, Unusable};
use base::Failure;
use std::path::Path;

/// Name of the file in the configuration folder.
pub const FILE: &str = "bindings.toml";

/// Most triggers one action can have.
pub const MOST_TRIGGERS: usize = 4;

macro_rules! actions {
    ($($name:ident $id:literal $label:literal [$($default:literal),*];)*) => {
        /// An action of the player.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Action {
            $(#[doc = $label] $name,)*
        }

        impl Action {
            /// Every action, in the order of the settings page.
            pub const ALL: &[Action] = &[$(Action::$name),*];

            /// Its name in the file.
            pub const fn id(self) -> &'static str {
                match self { $(Action::$name => $id,)* }
            }

            /// Its label.
            pub const fn label(self) -> &'static str {
                match self { $(Action::$name => $label,)* }
            }

            /// Its default triggers.
            const fn defaults(self) -> &'static [&'static str] {
                match self { $(Action::$name => &[$($default),*],)* }
            }
        }
    };
}

actions! {
    Forward "forward" "Forward" ["W", "Up", "Pad Left Stick Up"];
    Backward "backward" "Backward" ["S", "Down", "Pad Left Stick Down"];
    Left "left" "Strafe left" ["A", "Pad Left Stick Left"];
    Right "right" "Strafe right" ["D", "Pad Left Stick Right"];
    Run "run" "Run, or fly faster" ["Left Shift", "Right Shift", "Pad Left Stick Press"];
    Jump "jump" "Jump, or ascend when flying" ["Space", "Pad South"];
    Sink "sink" "Descend when flying, dive or crouch" ["Left Ctrl", "C", "Pad East"];
    TurnLeft "turn_left" "Turn left" ["Left", "Pad Right Stick Left"];
    TurnRight "turn_right" "Turn right" ["Right", "Pad Right Stick Right"];
    LookUp "look_up" "Look up" ["Page Up", "Pad Right Stick Up"];
    LookDown "look_down" "Look down" ["Page Down", "Pad Right Stick Down"];
    Fly "fly" "Free camera" ["V", "Pad North"];
    ThirdPerson "third_person" "First or third person, cockpit" ["T"];
    VehicleMode "vehicle_mode" "Ride; tracks, hover, submarine" ["B", "Pad West"];
    Shoot "shoot" "Shoot at the middle of the view" ["Mouse Left", "Pad Right Trigger"];
    ShootSecond "shoot_second" "Second weapon, or all weapons" ["Mouse Right", "Pad Left Trigger"];
    NextWeapon "next_weapon" "Next weapon" ["G", "Pad Right Shoulder"];
    Map "map" "Map" ["M"];
    Keys "keys" "Show controls" ["F1"];
    Console "console" "Console" ["F2"];
    Statistics "statistics" "Statistics" ["F3"];
    Tree "tree" "Scene tree" ["F4"];
    Animations "animations" "Animations" ["F9"];
    View "view" "Next debug view" ["F8"];
    QuickSave "quick_save" "Quick save" ["F6"];
    QuickLoad "quick_load" "Quick load" ["F7"];
    Reload "reload" "Reload" ["F5"];
    Fullscreen "fullscreen" "Fullscreen" ["F11"];
    Photo "photo" "Photo mode" ["P"];
    Screenshot "screenshot" "Take a screenshot" ["F12", "Pad Select"];
    Menu "menu" "Menu" ["Escape", "Pad Start"];
}

impl Action {
    fn index(self) -> usize {
        self as usize
    }

    fn named(id: &str) -> Option<Action> {
        Action::ALL.iter().copied().find(|action| action.id() == id)
    }
}

/// The triggers of each action.
#[derive(Clone, Debug, PartialEq)]
pub struct Bindings {
    /// By [`Action::index`].
    triggers: Vec<Vec<Trigger>>,
}

impl Default for Bindings {
    fn default() -> Self {
        let triggers = Action::ALL
            .iter()
            .map(|action| action.defaults().iter().filter_map(|name| Trigger::parse(name)).collect())
            .collect();
        Bindings { triggers }
    }
}

impl Bindings {
    /// Reads the file, or returns the defaults if there is none. A file that is no TOML is set aside;
    /// of any other, a line that is not understood leaves its action with its defaults, and a copy is
    /// kept. The line says so.
    pub fn open(folder: &Path) -> (Self, Option<String>) {
        own_files::open_by_value(&folder.join(FILE), Self::parse)
    }

    /// Writes the file.
    pub fn save(&self, folder: &Path) -> Result<(), Failure> {
        own_files::save(&folder.join(FILE), &self.to_text())
    }

    /// Parses the table: a list of triggers per action. An action that is not named, or whose list is
    /// not understood, keeps its defaults.
    fn parse(text: &str) -> Result<Understood<Self>, Unusable> {
        let table: toml::Table = toml::from_str(text)?;
        let (mut bindings, mut others) = (Bindings::default(), Vec::new());
        for (id, triggers) in table {
            let Some(action) = Action::named(&id) else {
                others.push(format!("{id} is left out: there is no action of this name"));
                continue;
            };
            match triggers_of(triggers) {
                Ok(triggers) => bindings.triggers[action.index()] = triggers,
                Err(why) => others.push(format!("{id} has its default keys: {why}")),
            }
        }
        Ok(Understood { value: bindings, others })
    }

    /// The table as text, with every action.
    pub fn to_text(&self) -> String {
        let mut text = String::from("# Key bindings: the keys, buttons and sticks of each action.\n");
        for action in Action::ALL {
            let names: Vec<String> =
                self.of(*action).iter().map(|trigger| format!("\"{}\"", trigger.name())).collect();
            text += &format!("{} = [{}]\n", action.id(), names.join(", "));
        }
        text
    }

    /// The triggers of an action.
    pub fn of(&self, action: Action) -> &[Trigger] {
        &self.triggers[action.index()]
    }

    /// The actions of a trigger.
    pub fn actions(&self, trigger: Trigger) -> impl Iterator<Item = Action> + '_ {
        Action::ALL.iter().copied().filter(move |action| self.of(*action).contains(&trigger))
    }

    /// Adds a trigger to an action, once. Beyond [`MOST_TRIGGERS`] the oldest is removed.
    pub fn bind(&mut self, action: Action, trigger: Trigger) {
        let triggers = &mut self.triggers[action.index()];
        if triggers.contains(&trigger) {
            return;
        }
        if triggers.len() >= MOST_TRIGGERS {
            triggers.remove(0);
        }
        triggers.push(trigger);
    }

    /// Removes a trigger from an action.
    pub fn unbind(&mut self, action: Action, trigger: Trigger) {
        self.triggers[action.index()].retain(|bound| *bound != trigger);
    }

    /// Conflicts: other actions that have a trigger of this action.
    pub fn conflicts(&self, action: Action) -> Vec<(Trigger, Action)> {
        let mut found = Vec::new();
        for trigger in self.of(action) {
            found.extend(
                self.actions(*trigger).filter(|other| *other != action).map(|other| (*trigger, other)),
            );
        }
        found
    }

    /// The first trigger of an action, for a line of help.
    pub fn hint(&self, action: Action) -> &'static str {
        self.of(action).first().map_or("no key", |trigger| trigger.name())
    }
}

/// The triggers that a list names; the error is in words.
fn triggers_of(value: toml::Value) -> Result<Vec<Trigger>, String> {
    let names: Vec<String> =
        value.try_into().map_err(|_| "its value is no list of names in quotes".to_owned())?;
    let trigger = |name: &String| Trigger::parse(name).ok_or_else(|| format!("there is no key \"{name}\""));
    names.iter().map(trigger).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use winit::keyboard::KeyCode;

    #[test]
    fn the_usual_bindings_name_existing_keys_and_do_not_conflict() {
        let bindings = Bindings::default();
        for action in Action::ALL {
            assert_eq!(bindings.of(*action).len(), action.defaults().len(), "{action:?}");
            assert_eq!(bindings.conflicts(*action), [], "{action:?}");
        }
    }

    /// The page in the browser has a table of its own, in another language.
    #[test]
    fn the_page_calls_its_actions_as_the_window_does() {
        let page = include_str!("../../../web/page/keys.js");
        let row = |line: &'static str| {
            let (id, rest) = line.trim().split_once(": ['")?;
            Some((id, rest.split_once('\'')?.0))
        };
        let rows: Vec<(&str, &str)> = page.lines().filter_map(row).collect();
        assert!(rows.len() > 15, "{rows:?}");
        for (id, label) in rows {
            assert_eq!(Action::named(id).map(Action::label), Some(label), "{id}");
        }
    }

    fn parsed(text: &str) -> Bindings {
        let understood = Bindings::parse(text).unwrap();
        assert_eq!(understood.others, [""; 0]);
        understood.value
    }

    #[test]
    fn text_and_back() {
        let mut bindings = Bindings::default();
        bindings.unbind(Action::Jump, Trigger::Key(KeyCode::Space));
        bindings.bind(Action::Jump, Trigger::Pointer(Pointer::Right));
        bindings.bind(Action::Fly, Trigger::Pad(Pad::LeftTrigger));
        assert_eq!(parsed(&bindings.to_text()), bindings);
    }

    #[test]
    fn an_action_without_a_line_keeps_its_keys_and_one_with_none_has_none() {
        let bindings = parsed("forward = [\"E\"]\njump = []");
        assert_eq!(bindings.of(Action::Forward), [Trigger::Key(KeyCode::KeyE)]);
        assert_eq!(bindings.of(Action::Jump), []);
        assert_eq!(bindings.of(Action::Left), Bindings::default().of(Action::Left));
    }

    #[test]
    fn a_line_that_is_not_understood_leaves_the_others_alone_and_a_copy_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let text = "dance = []\nforward = [\"E\"]\njump = [\"Any\"]\nleft = 3\n";
        std::fs::write(&path, text).unwrap();
        let (bindings, line) = Bindings::open(folder.path());
        let usual = Bindings::default();
        assert_eq!(bindings.of(Action::Forward), [Trigger::Key(KeyCode::KeyE)]);
        for action in Action::ALL.iter().filter(|action| **action != Action::Forward) {
            assert_eq!(bindings.of(*action), usual.of(*action), "{action:?}");
        }
        let line = line.unwrap();
        for words in [
            "dance is left out: there is no action of this name",
            "jump has its default keys: there is no key \"Any\"",
            "left has its default keys: its value is no list",
            "kept as",
        ] {
            assert!(line.contains(words), "`{words}` is missing in {line}");
        }
        assert_eq!(std::fs::read_to_string(folder.path().join("bindings.toml.broken-1")).unwrap(), text);
        assert!(path.exists());
    }

    #[test]
    fn a_file_that_is_no_table_is_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "jump").unwrap();
        let (bindings, line) = Bindings::open(folder.path());
        assert_eq!(bindings, Bindings::default());
        assert!(line.unwrap().contains("set aside as"));
        assert!(!folder.path().join(FILE).exists());
    }

    #[test]
    fn a_key_that_asks_for_two_things_is_a_conflict_of_both() {
        let mut bindings = Bindings::default();
        let key = Trigger::Key(KeyCode::KeyW);
        bindings.bind(Action::Jump, key);
        assert_eq!(bindings.conflicts(Action::Jump), [(key, Action::Forward)]);
        assert_eq!(bindings.conflicts(Action::Forward), [(key, Action::Jump)]);
        bindings.unbind(Action::Forward, key);
        assert_eq!(bindings.conflicts(Action::Jump), []);
    }

    #[test]
    fn a_fifth_trigger_replaces_the_first() {
        let mut bindings = parsed("jump = [\"A\", \"B\", \"C\", \"D\"]");
        bindings.bind(Action::Jump, Trigger::Key(KeyCode::KeyE));
        assert_eq!(bindings.of(Action::Jump).len(), MOST_TRIGGERS);
        assert_eq!(bindings.hint(Action::Jump), "B");
        bindings.bind(Action::Jump, Trigger::Key(KeyCode::KeyE));
        assert_eq!(bindings.of(Action::Jump).len(), MOST_TRIGGERS);
    }
}
