//! What a person can ask for, and which keys, buttons and sticks ask for it:
//! one table, kept in `bindings.toml`.
//!
//! Nothing here listens to a device; [`window`] does and asks this table
//! what an event means.

mod trigger;

pub use trigger::{Pad, Pointer, Trigger};

use crate::settings;
use base::Failure;
use std::collections::BTreeMap;
use std::path::Path;

/// Name of the file in the configuration folder.
pub const FILE: &str = "bindings.toml";

/// Most triggers one action can have.
pub const MOST_TRIGGERS: usize = 4;

macro_rules! actions {
    ($($name:ident $id:literal $label:literal [$($default:literal),*];)*) => {
        /// What a person can ask for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Action {
            $(#[doc = $label] $name,)*
        }

        impl Action {
            /// Every action, in the order of the settings page.
            pub const ALL: &[Action] = &[$(Action::$name),*];

            /// The word for it in the file.
            pub const fn id(self) -> &'static str {
                match self { $(Action::$name => $id,)* }
            }

            /// What people read.
            pub const fn label(self) -> &'static str {
                match self { $(Action::$name => $label,)* }
            }

            /// What asks for it unless the file says otherwise.
            const fn defaults(self) -> &'static [&'static str] {
                match self { $(Action::$name => &[$($default),*],)* }
            }
        }
    };
}

actions! {
    Forward "forward" "Forward" ["W", "Up", "Pad Left Stick Up"];
    Backward "backward" "Backward" ["S", "Down", "Pad Left Stick Down"];
    Left "left" "Step left" ["A", "Pad Left Stick Left"];
    Right "right" "Step right" ["D", "Pad Left Stick Right"];
    Run "run" "Run, or fly faster" ["Left Shift", "Right Shift", "Pad Left Stick Press"];
    Jump "jump" "Jump, or rise when flying" ["Space", "Pad South"];
    Sink "sink" "Sink when flying" ["Left Ctrl", "C", "Pad East"];
    TurnLeft "turn_left" "Turn left" ["Left", "Pad Right Stick Left"];
    TurnRight "turn_right" "Turn right" ["Right", "Pad Right Stick Right"];
    LookUp "look_up" "Look up" ["Page Up", "Pad Right Stick Up"];
    LookDown "look_down" "Look down" ["Page Down", "Pad Right Stick Down"];
    Fly "fly" "Free camera" ["V", "Pad North"];
    Keys "keys" "Show the keys" ["F1"];
    Statistics "statistics" "Frame and visibility statistics" ["F3"];
    Tree "tree" "Scene tree" ["F4"];
    View "view" "Next view for finding faults" ["F6"];
    Reload "reload" "Load the world again" ["F5"];
    Fullscreen "fullscreen" "Full screen" ["F11"];
    Screenshot "screenshot" "Save a picture" ["F12", "Pad Select"];
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

/// Which triggers ask for which action.
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
    /// Reads the file, or gives the usual bindings where there is none. A file
    /// that cannot be used is set aside; the line says so.
    pub fn open(folder: &Path) -> (Self, Option<String>) {
        settings::open(&folder.join(FILE), Self::parse)
    }

    /// Writes the file.
    pub fn save(&self, folder: &Path) -> Result<(), Failure> {
        settings::save(&folder.join(FILE), &self.to_text())
    }

    /// Reads the table: a list of triggers per action. An action that is not
    /// named keeps its usual triggers.
    pub fn parse(text: &str) -> Result<Self, String> {
        let table: BTreeMap<String, Vec<String>> =
            toml::from_str(text).map_err(|error| error.message().to_owned())?;
        let mut bindings = Bindings::default();
        for (id, names) in table {
            let action = Action::named(&id).ok_or_else(|| format!("there is no action \"{id}\""))?;
            let triggers = names
                .iter()
                .map(|name| Trigger::parse(name).ok_or_else(|| format!("there is no key \"{name}\"")))
                .collect::<Result<Vec<_>, _>>()?;
            bindings.triggers[action.index()] = triggers;
        }
        Ok(bindings)
    }

    /// The table as text, every action in it.
    pub fn to_text(&self) -> String {
        let mut text = String::from("# Which keys, buttons and sticks ask for what.\n");
        for action in Action::ALL {
            let names: Vec<String> =
                self.of(*action).iter().map(|trigger| format!("\"{}\"", trigger.name())).collect();
            text += &format!("{} = [{}]\n", action.id(), names.join(", "));
        }
        text
    }

    /// What asks for an action.
    pub fn of(&self, action: Action) -> &[Trigger] {
        &self.triggers[action.index()]
    }

    /// The actions a trigger asks for.
    pub fn actions(&self, trigger: Trigger) -> impl Iterator<Item = Action> + '_ {
        Action::ALL.iter().copied().filter(move |action| self.of(*action).contains(&trigger))
    }

    /// Adds a trigger to an action, once. The oldest makes room when there are
    /// [`MOST_TRIGGERS`].
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

    /// Takes a trigger from an action.
    pub fn unbind(&mut self, action: Action, trigger: Trigger) {
        self.triggers[action.index()].retain(|bound| *bound != trigger);
    }

    /// The other actions that one of this action's triggers asks for, too.
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

    #[test]
    fn text_and_back() {
        let mut bindings = Bindings::default();
        bindings.unbind(Action::Jump, Trigger::Key(KeyCode::Space));
        bindings.bind(Action::Jump, Trigger::Pointer(Pointer::Right));
        bindings.bind(Action::Fly, Trigger::Pad(Pad::LeftTrigger));
        assert_eq!(Bindings::parse(&bindings.to_text()), Ok(bindings));
    }

    #[test]
    fn an_action_without_a_line_keeps_its_keys_and_one_with_none_has_none() {
        let bindings = Bindings::parse("forward = [\"E\"]\njump = []").unwrap();
        assert_eq!(bindings.of(Action::Forward), [Trigger::Key(KeyCode::KeyE)]);
        assert_eq!(bindings.of(Action::Jump), []);
        assert_eq!(bindings.of(Action::Left), Bindings::default().of(Action::Left));
    }

    #[test]
    fn what_the_table_does_not_know_is_named() {
        assert!(Bindings::parse("dance = []").unwrap_err().contains("dance"));
        assert!(Bindings::parse("jump = [\"Any\"]").unwrap_err().contains("Any"));
        assert!(Bindings::parse("jump = 3").is_err());
        assert!(Bindings::parse("jump").is_err());
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
        let mut bindings = Bindings::parse("jump = [\"A\", \"B\", \"C\", \"D\"]").unwrap();
        bindings.bind(Action::Jump, Trigger::Key(KeyCode::KeyE));
        assert_eq!(bindings.of(Action::Jump).len(), MOST_TRIGGERS);
        assert_eq!(bindings.hint(Action::Jump), "B");
        bindings.bind(Action::Jump, Trigger::Key(KeyCode::KeyE));
        assert_eq!(bindings.of(Action::Jump).len(), MOST_TRIGGERS);
    }
}
