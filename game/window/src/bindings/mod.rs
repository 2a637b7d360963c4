//! Key bindings: the actions, and the keys, buttons and sticks that trigger them; saved in
//! `bindings.toml`.
//!
//! Nothing here listens to a device; the event handling of this crate looks events up in this
//! table.

mod trigger;

pub use trigger::{Pad, Pointer, Trigger};

use crate::settings::{self, Unusable};
use base::Failure;
use std::collections::BTreeMap;
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
    Sink "sink" "Descend when flying" ["Left Ctrl", "C", "Pad East"];
    TurnLeft "turn_left" "Turn left" ["Left", "Pad Right Stick Left"];
    TurnRight "turn_right" "Turn right" ["Right", "Pad Right Stick Right"];
    LookUp "look_up" "Look up" ["Page Up", "Pad Right Stick Up"];
    LookDown "look_down" "Look down" ["Page Down", "Pad Right Stick Down"];
    Fly "fly" "Free camera" ["V", "Pad North"];
    Keys "keys" "Show controls" ["F1"];
    Statistics "statistics" "Statistics" ["F3"];
    Tree "tree" "Scene tree" ["F4"];
    View "view" "Next debug view" ["F6"];
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
    /// Reads the file, or returns the defaults if there is none. An unusable file is set aside; the
    /// line says so.
    pub fn open(folder: &Path) -> (Self, Option<String>) {
        settings::open(&folder.join(FILE), Self::parse)
    }

    /// Writes the file.
    pub fn save(&self, folder: &Path) -> Result<(), Failure> {
        settings::save(&folder.join(FILE), &self.to_text())
    }

    /// Parses the table: a list of triggers per action. An action that is not named keeps its
    /// defaults.
    pub fn parse(text: &str) -> Result<Self, Unusable> {
        let table: BTreeMap<String, Vec<String>> = toml::from_str(text)?;
        let mut bindings = Bindings::default();
        for (id, names) in table {
            let action = Action::named(&id).ok_or(Unusable::Action(id))?;
            let triggers = names
                .iter()
                .map(|name| Trigger::parse(name).ok_or_else(|| Unusable::Trigger(name.clone())))
                .collect::<Result<Vec<_>, _>>()?;
            bindings.triggers[action.index()] = triggers;
        }
        Ok(bindings)
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
        assert_eq!(Bindings::parse("dance = []"), Err(Unusable::Action("dance".to_owned())));
        assert_eq!(Bindings::parse("jump = [\"Any\"]"), Err(Unusable::Trigger("Any".to_owned())));
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
