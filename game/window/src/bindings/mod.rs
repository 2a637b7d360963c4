//! Key bindings: the actions, and the keys, buttons and sticks that trigger them; saved in
//! `bindings.toml`. In a vehicle an action may have others than on foot.
//!
//! Nothing here listens to a device; the event handling of this crate looks events up in this
//! table.
//!
//! | file | holds |
//! |---|---|
//! | `trigger.rs` | keys, buttons and sticks, by name |
//! | `joystick.rs` | controls of joysticks |
//! | `driven.rs` | what a person sits in |
//! | `original.rs` | controls of MechWarrior 3, from its own file |

mod driven;
mod joystick;
pub mod original;
mod trigger;

pub use driven::Driven;
pub use joystick::{Hat, Joystick, Part};
pub use trigger::{Pad, Pointer, Trigger};

use crate::own_files::{self, Understood, Unusable};
use base::Failure;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

/// Name of the file in the configuration folder.
pub const FILE: &str = "bindings.toml";

/// Most triggers one action can have.
pub const MOST_TRIGGERS: usize = 5;

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
    Forward "forward" "Forward" ["W", "Up", "Pad Left Stick Up", "Joy 1 Axis 2 +"];
    Backward "backward" "Backward" ["S", "Down", "Pad Left Stick Down", "Joy 1 Axis 2 -"];
    Left "left" "Strafe left" ["A", "Pad Left Stick Left", "Joy 1 Axis 1 -"];
    Right "right" "Strafe right" ["D", "Pad Left Stick Right", "Joy 1 Axis 1 +"];
    Run "run" "Run, or fly faster" ["Left Shift", "Right Shift", "Pad Left Stick Press"];
    Jump "jump" "Jump, or ascend when flying" ["Space", "Pad South", "Joy 1 Button 3"];
    Sink "sink" "Descend when flying, dive or crouch" ["Left Ctrl", "C", "Pad East"];
    TurnLeft "turn_left" "Turn left" ["Left", "Pad Right Stick Left", "Joy 1 Axis 6 -"];
    TurnRight "turn_right" "Turn right" ["Right", "Pad Right Stick Right", "Joy 1 Axis 6 +"];
    LookUp "look_up" "Look up" ["Page Up", "Pad Right Stick Up", "Joy 1 Hat Up"];
    LookDown "look_down" "Look down" ["Page Down", "Pad Right Stick Down", "Joy 1 Hat Down"];
    Fly "fly" "Free camera" ["V", "Pad North"];
    ThirdPerson "third_person" "First or third person, cockpit" ["T"];
    VehicleMode "vehicle_mode" "Ride; tracks, hover, submarine" ["B", "Pad West"];
    Shoot "shoot" "Shoot at the middle of the view" ["Mouse Left", "Pad Right Trigger", "Joy 1 Button 1"];
    ShootSecond "shoot_second" "Second weapon, or all weapons" ["Mouse Right", "Pad Left Trigger", "Joy 1 Button 2"];
    NextWeapon "next_weapon" "Next weapon" ["G", "Pad Right Shoulder", "Joy 1 Button 4"];
    Eject "eject" "Eject" ["J"];
    Throttle "throttle" "Throttle lever" ["Joy 1 Axis 7 Lever"];
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

/// What an action has in a vehicle, where that is not what it has on foot: there the stick of a joystick steers, and its
/// twist is the rudder.
const IN_VEHICLES: &[(Driven, Action, &[&str])] = &[
    (Driven::Aeroplane, Action::Forward, &["W", "Up", "Pad Left Stick Up"]),
    (Driven::Aeroplane, Action::Backward, &["S", "Down", "Pad Left Stick Down"]),
    (Driven::Aeroplane, Action::Left, &["A", "Pad Left Stick Left", "Joy 1 Axis 6 -"]),
    (Driven::Aeroplane, Action::Right, &["D", "Pad Left Stick Right", "Joy 1 Axis 6 +"]),
    (Driven::Aeroplane, Action::TurnLeft, &["Left", "Pad Right Stick Left", "Joy 1 Axis 1 -"]),
    (Driven::Aeroplane, Action::TurnRight, &["Right", "Pad Right Stick Right", "Joy 1 Axis 1 +"]),
    (Driven::Aeroplane, Action::LookUp, &["Page Up", "Pad Right Stick Up", "Joy 1 Axis 2 -"]),
    (Driven::Aeroplane, Action::LookDown, &["Page Down", "Pad Right Stick Down", "Joy 1 Axis 2 +"]),
];

/// The triggers of the actions that have any, by [`Action::index`].
type Table = BTreeMap<usize, Vec<Trigger>>;

/// The triggers of each action, on foot and in vehicles.
#[derive(Clone, Debug, PartialEq)]
pub struct Bindings {
    /// On foot, each action.
    on_foot: Vec<Vec<Trigger>>,
    /// In [`Driven::VEHICLES`], what differs from that.
    in_vehicles: [Table; Driven::VEHICLES.len()],
}

/// The triggers of each action for whoever sits somewhere.
#[derive(Clone, Copy, Debug)]
pub struct Scheme<'a> {
    bindings: &'a Bindings,
    driven: Driven,
}

impl<'a> Scheme<'a> {
    /// The triggers of an action.
    pub fn of(self, action: Action) -> &'a [Trigger] {
        let own = self.bindings.table(self.driven).and_then(|table| table.get(&action.index()));
        own.unwrap_or(&self.bindings.on_foot[action.index()])
    }

    /// The actions of a trigger.
    pub fn actions(self, trigger: Trigger) -> impl Iterator<Item = Action> + 'a {
        Action::ALL.iter().copied().filter(move |action| self.of(*action).contains(&trigger))
    }

    /// Conflicts: other actions that have a trigger of this action.
    pub fn conflicts(self, action: Action) -> Vec<(Trigger, Action)> {
        let mut found = Vec::new();
        for trigger in self.of(action) {
            found.extend(
                self.actions(*trigger).filter(|other| *other != action).map(|other| (*trigger, other)),
            );
        }
        found
    }

    /// The first trigger of an action, for a line of help.
    pub fn hint(self, action: Action) -> Cow<'static, str> {
        self.of(action).first().map_or("no key".into(), |trigger| trigger.name())
    }
}

impl Default for Bindings {
    fn default() -> Self {
        let known =
            |names: &[&str]| names.iter().filter_map(|name| Trigger::parse(name)).collect::<Vec<Trigger>>();
        let own = |driven: Driven| {
            let rows = IN_VEHICLES.iter().filter(move |(of, ..)| *of == driven);
            rows.map(|(_, action, names)| (action.index(), known(names))).collect()
        };
        Bindings {
            on_foot: Action::ALL.iter().map(|action| known(action.defaults())).collect(),
            in_vehicles: Driven::VEHICLES.map(own),
        }
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

    /// Parses the table: a list of triggers per action, and in the table of a vehicle those that the action has there. An
    /// action that is not named, or whose list is not understood, keeps its defaults.
    fn parse(text: &str) -> Result<Understood<Self>, Unusable> {
        let table: toml::Table = toml::from_str(text)?;
        let (mut bindings, mut others) = (Bindings::default(), Vec::new());
        for (id, value) in table {
            let vehicle = Driven::VEHICLES.into_iter().find(|own| own.id() == id);
            match (vehicle, value) {
                (Some(vehicle), toml::Value::Table(rows)) => {
                    for (id, triggers) in rows {
                        bindings.read(vehicle, &id, triggers, &mut others);
                    }
                }
                (_, value) => bindings.read(Driven::Nothing, &id, value, &mut others),
            }
        }
        Ok(Understood { value: bindings, others })
    }

    fn read(&mut self, driven: Driven, id: &str, triggers: toml::Value, others: &mut Vec<String>) {
        let Some(action) = Action::named(id) else {
            others.push(format!("{id} is left out: there is no action of this name"));
            return;
        };
        match triggers_of(triggers) {
            Ok(triggers) => *self.of_mut(driven, action) = triggers,
            Err(why) => others.push(format!("{id} has its default keys: {why}")),
        }
    }

    /// The table as text, with every action.
    pub fn to_text(&self) -> String {
        let line = |action: Action, triggers: &[Trigger]| {
            let names: Vec<String> =
                triggers.iter().map(|trigger| format!("\"{}\"", trigger.name())).collect();
            format!("{} = [{}]\n", action.id(), names.join(", "))
        };
        let mut text = String::from("# Key bindings: the keys, buttons and sticks of each action.\n");
        for (action, triggers) in Action::ALL.iter().zip(&self.on_foot) {
            text += &line(*action, triggers);
        }
        for (vehicle, own) in Driven::VEHICLES.iter().zip(&self.in_vehicles) {
            text += &format!("\n[{}]\n", vehicle.id());
            for (action, triggers) in own {
                text += &line(Action::ALL[*action], triggers);
            }
        }
        text
    }

    /// For whoever sits there.
    pub fn scheme(&self, driven: Driven) -> Scheme<'_> {
        Scheme { bindings: self, driven }
    }

    fn table(&self, driven: Driven) -> Option<&Table> {
        let at = Driven::VEHICLES.iter().position(|own| *own == driven)?;
        Some(&self.in_vehicles[at])
    }

    /// The list of an action there, which it now has for itself.
    fn of_mut(&mut self, driven: Driven, action: Action) -> &mut Vec<Trigger> {
        let on_foot = &mut self.on_foot[action.index()];
        match Driven::VEHICLES.iter().position(|own| *own == driven) {
            Some(at) => self.in_vehicles[at].entry(action.index()).or_insert_with(|| on_foot.clone()),
            None => on_foot,
        }
    }

    /// Adds a trigger to an action, once. Beyond [`MOST_TRIGGERS`] the oldest is removed.
    pub fn bind(&mut self, driven: Driven, action: Action, trigger: Trigger) {
        let triggers = self.of_mut(driven, action);
        if triggers.contains(&trigger) {
            return;
        }
        if triggers.len() >= MOST_TRIGGERS {
            triggers.remove(0);
        }
        triggers.push(trigger);
    }

    /// Removes a trigger from an action.
    pub fn unbind(&mut self, driven: Driven, action: Action, trigger: Trigger) {
        self.of_mut(driven, action).retain(|bound| *bound != trigger);
    }

    /// Everything there has its defaults again.
    pub fn reset(&mut self, driven: Driven) {
        let usual = Bindings::default();
        match Driven::VEHICLES.iter().position(|own| *own == driven) {
            Some(at) => self.in_vehicles[at].clone_from(&usual.in_vehicles[at]),
            None => self.on_foot = usual.on_foot,
        }
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
        for (driven, action) in
            Driven::ALL.into_iter().flat_map(|own| Action::ALL.iter().map(move |a| (own, *a)))
        {
            let own = IN_VEHICLES.iter().find(|(of, known, _)| (*of, *known) == (driven, action));
            let names = own.map_or(action.defaults(), |(.., names)| names);
            let found = bindings.scheme(driven);
            assert_eq!(found.of(action).len(), names.len(), "{driven:?} {action:?}");
            assert_eq!(found.conflicts(action), [], "{driven:?} {action:?}");
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
        bindings.unbind(Driven::Nothing, Action::Jump, Trigger::Key(KeyCode::Space));
        bindings.bind(Driven::Nothing, Action::Jump, Trigger::Pointer(Pointer::Right));
        bindings.bind(Driven::Nothing, Action::Fly, Trigger::Pad(Pad::LeftTrigger));
        bindings.bind(Driven::Tank, Action::Shoot, Trigger::parse("Joy 3 Axis 4 Lever").unwrap());
        assert_eq!(parsed(&bindings.to_text()), bindings);
    }

    #[test]
    fn a_vehicle_has_its_own_keys_and_those_of_somebody_on_foot_for_the_rest() {
        let mut bindings = parsed("left = [\"Q\"]\njump = [\"J\"]\n[tank]\njump = [\"K\"]\n[mech]\n");
        let of = |bindings: &Bindings, driven, action| bindings.scheme(driven).of(action).to_vec();
        let key = |code| vec![Trigger::Key(code)];
        let by_hand = [key(KeyCode::KeyJ), key(KeyCode::KeyK), key(KeyCode::KeyJ), key(KeyCode::KeyJ)];
        assert_eq!(Driven::ALL.map(|driven| of(&bindings, driven, Action::Jump)), by_hand);
        // The rudder of an aeroplane has keys of its own.
        let usual = Bindings::default();
        assert_eq!(of(&bindings, Driven::Mech, Action::Left), key(KeyCode::KeyQ));
        assert_eq!(
            of(&bindings, Driven::Aeroplane, Action::Left),
            of(&usual, Driven::Aeroplane, Action::Left)
        );
        // What is changed in one vehicle stays as it is elsewhere, also after a change on foot.
        bindings.bind(Driven::Mech, Action::Jump, Trigger::Key(KeyCode::KeyM));
        bindings.unbind(Driven::Nothing, Action::Jump, Trigger::Key(KeyCode::KeyJ));
        assert_eq!(
            of(&bindings, Driven::Mech, Action::Jump),
            [KeyCode::KeyJ, KeyCode::KeyM].map(Trigger::Key)
        );
        assert_eq!(of(&bindings, Driven::Nothing, Action::Jump), []);
        bindings.reset(Driven::Mech);
        assert_eq!(of(&bindings, Driven::Mech, Action::Jump), []);
        bindings.reset(Driven::Nothing);
        assert_eq!(of(&bindings, Driven::Mech, Action::Jump), of(&usual, Driven::Mech, Action::Jump));
    }

    #[test]
    fn an_action_without_a_line_keeps_its_keys_and_one_with_none_has_none() {
        let bindings = parsed("forward = [\"E\"]\njump = []");
        assert_eq!(bindings.scheme(Driven::Nothing).of(Action::Forward), [Trigger::Key(KeyCode::KeyE)]);
        assert_eq!(bindings.scheme(Driven::Nothing).of(Action::Jump), []);
        assert_eq!(
            bindings.scheme(Driven::Nothing).of(Action::Left),
            Bindings::default().scheme(Driven::Nothing).of(Action::Left)
        );
    }

    #[test]
    fn a_line_that_is_not_understood_leaves_the_others_alone_and_a_copy_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let text = "dance = []\nforward = [\"E\"]\njump = [\"Any\"]\nleft = 3\n";
        std::fs::write(&path, text).unwrap();
        let (bindings, line) = Bindings::open(folder.path());
        let usual = Bindings::default();
        assert_eq!(bindings.scheme(Driven::Nothing).of(Action::Forward), [Trigger::Key(KeyCode::KeyE)]);
        for action in Action::ALL.iter().filter(|action| **action != Action::Forward) {
            assert_eq!(
                bindings.scheme(Driven::Nothing).of(*action),
                usual.scheme(Driven::Nothing).of(*action),
                "{action:?}"
            );
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
        let conflicts = |bindings: &Bindings, action| bindings.scheme(Driven::Nothing).conflicts(action);
        bindings.bind(Driven::Nothing, Action::Jump, key);
        assert_eq!(conflicts(&bindings, Action::Jump), [(key, Action::Forward)]);
        assert_eq!(conflicts(&bindings, Action::Forward), [(key, Action::Jump)]);
        bindings.unbind(Driven::Nothing, Action::Forward, key);
        assert_eq!(conflicts(&bindings, Action::Jump), []);
    }

    #[test]
    fn a_sixth_trigger_replaces_the_first() {
        let mut bindings = parsed("jump = [\"A\", \"B\", \"C\", \"D\", \"F\"]");
        bindings.bind(Driven::Nothing, Action::Jump, Trigger::Key(KeyCode::KeyE));
        assert_eq!(bindings.scheme(Driven::Nothing).of(Action::Jump).len(), MOST_TRIGGERS);
        assert_eq!(bindings.scheme(Driven::Nothing).hint(Action::Jump), "B");
        bindings.bind(Driven::Nothing, Action::Jump, Trigger::Key(KeyCode::KeyE));
        assert_eq!(bindings.scheme(Driven::Nothing).of(Action::Jump).len(), MOST_TRIGGERS);
    }
}
