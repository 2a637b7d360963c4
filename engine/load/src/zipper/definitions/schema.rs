//! What a table of keys says of each key: its name, what stands behind it, its unit, its games and where that
//! is written.

use super::value::Value;

/// A set of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Games(u8);

impl Games {
    /// Recoil.
    pub const RECOIL: Games = Games(1);
    /// MechWarrior 3 and Pirate's Moon, which share their definitions.
    pub const MECHS: Games = Games(2 | 4);
    /// Crimson Skies.
    pub const SKIES: Games = Games(8);
    /// All but Recoil: those whose missions have the words of Crimson Skies.
    pub const ALL_BUT_RECOIL: Games = Games(2 | 4 | 8);
    /// All but Crimson Skies.
    pub const ALL_BUT_SKIES: Games = Games(1 | 2 | 4);
    /// Recoil and Crimson Skies.
    pub const RECOIL_AND_SKIES: Games = Games(1 | 8);
    /// All four.
    pub const ALL: Games = Games(15);

    /// The game of a title's id; `None` for games of other families.
    pub fn of_title(title: &str) -> Option<Games> {
        let row = SHORT.iter().find(|(_, id, _)| *id == title)?;
        Some(row.0)
    }

    /// Whether all of the others are in it.
    pub const fn has(self, other: Games) -> bool {
        self.0 & other.0 == other.0
    }

    /// The short names that the specification gives games: `RC`, `MW`, `PM`, `CS`.
    pub fn short(self) -> Vec<&'static str> {
        SHORT.iter().filter(|(game, ..)| self.has(*game)).map(|(.., short)| *short).collect()
    }
}

/// Each game, its title and its short name.
const SHORT: [(Games, &str, &str); 4] = [
    (Games(1), "recoil", "RC"),
    (Games(2), "mechwarrior3", "MW"),
    (Games(4), "pirates-moon", "PM"),
    (Games(8), "crimson-skies", "CS"),
];

/// What a number may be. What is beyond counts as the nearest end, and is a finding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The least.
    pub least: f32,
    /// The most.
    pub most: f32,
}

impl Bounds {
    /// Any number that a world can still reckon with.
    pub const ANY: Bounds = Bounds { least: -1e9, most: 1e9 };
    /// 0 and more.
    pub const NOT_NEGATIVE: Bounds = Bounds { least: 0.0, most: 1e9 };
    /// What something is divided by: more than 0.
    pub const POSITIVE: Bounds = Bounds { least: 1e-3, most: 1e9 };
    /// A part of a whole.
    pub const SHARE: Bounds = Bounds { least: 0.0, most: 1.0 };
    /// Times a second: at most one in each of 60 ticks.
    pub const RATE: Bounds = Bounds { least: 1e-3, most: 60.0 };
    /// How many of something a world can hold.
    pub const COUNT: Bounds = Bounds { least: 0.0, most: 1024.0 };
    /// A range within the largest of the known worlds, or of its square.
    pub const RANGE: Bounds = Bounds { least: 0.0, most: 1e9 };

    /// The nearest number within; `None` for NaN.
    pub fn nearest(self, value: f32) -> Option<f32> {
        (!value.is_nan()).then(|| value.clamp(self.least, self.most))
    }
}

/// What stands behind a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// Nothing, for yes; or 0 or 1.
    Flag,
    /// A number.
    Number(Bounds),
    /// A whole number.
    Whole(Bounds),
    /// Numbers, in a list or one behind the other.
    Numbers {
        /// With fewer the key does not count.
        least: usize,
        /// More are left out.
        most: usize,
        /// What each may be.
        bounds: Bounds,
    },
    /// A word: a name, a key of a text, a path of nodes.
    Word,
    /// Words, in a list, or one alone. Numbers among them are kept as words.
    Words,
    /// A list of keys of its own.
    Block(&'static Schema),
    /// Lists of keys, each with a name: before it, or as its first item.
    Named(&'static Schema),
    /// A list in which values stand in the order of the keys, without their names. What is left belongs to a last
    /// key that is a block.
    Row(&'static Schema),
    /// Lists of that kind.
    Rows(&'static Schema),
    /// One value of which only the key is known. It is kept as it stands.
    Kept,
}

impl Form {
    /// `N` numbers.
    pub const fn numbers(count: usize, bounds: Bounds) -> Form {
        Form::Numbers { least: count, most: count, bounds }
    }

    /// For people: what stands behind a key.
    pub fn words(self) -> String {
        match self {
            Form::Flag => "flag".to_owned(),
            Form::Number(_) => "number".to_owned(),
            Form::Whole(_) => "whole number".to_owned(),
            Form::Numbers { least, most, .. } if least == most => format!("{most} numbers"),
            Form::Numbers { least, most, .. } => format!("{least} to {most} numbers"),
            Form::Word => "word".to_owned(),
            Form::Words => "words".to_owned(),
            Form::Block(schema) => format!("list: {}", schema.name),
            Form::Named(schema) => format!("named lists: {}", schema.name),
            Form::Row(schema) => format!("row: {}", schema.name),
            Form::Rows(schema) => format!("rows: {}", schema.name),
            Form::Kept => "as it stands".to_owned(),
        }
    }
}

/// How sure a key is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The specification gives the key.
    Specified,
    /// The specification tells of the value and not of its key: the name is a guess.
    NameInferred,
}

/// A key of a reader.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// As the data writes it, in any case. A `#` at its end stands for a number, a `*` at one end for any text.
    pub name: &'static str,
    /// What stands behind it.
    pub form: Form,
    /// Unit of its numbers; empty for what has none.
    pub unit: &'static str,
    /// What it says.
    pub means: &'static str,
    /// Games that have it.
    pub games: Games,
    /// File and heading of the specification.
    pub source: &'static str,
    /// How sure it is.
    pub evidence: Evidence,
    /// It may stand in a list more than once.
    pub repeats: bool,
}

impl Key {
    /// Whether a word of the data is this key.
    pub fn is(&self, word: &str) -> bool {
        let begins = |stem: &str| {
            let (start, rest) = word.split_at_checked(stem.len())?;
            start.eq_ignore_ascii_case(stem).then_some(rest)
        };
        if let Some(stem) = self.name.strip_suffix('#') {
            let is_number = |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
            return begins(stem).is_some_and(is_number);
        }
        if let Some(stem) = self.name.strip_suffix('*') {
            return begins(stem).is_some();
        }
        match self.name.strip_prefix('*') {
            None => self.name.eq_ignore_ascii_case(word),
            Some(end) => {
                let tail = word.len().checked_sub(end.len()).and_then(|at| word.split_at_checked(at));
                tail.is_some_and(|(_, tail)| tail.eq_ignore_ascii_case(end))
            }
        }
    }

    pub(super) const fn new(
        name: &'static str,
        form: Form,
        unit: &'static str,
        means: &'static str,
        games: Games,
        source: &'static str,
    ) -> Key {
        Key { name, form, unit, means, games, source, evidence: Evidence::Specified, repeats: false }
    }

    /// The same key that may stand in a list more than once.
    pub(super) const fn repeats(self) -> Key {
        Key { repeats: true, ..self }
    }

    /// The same key with a name that is a guess.
    pub(super) const fn inferred(self) -> Key {
        Key { evidence: Evidence::NameInferred, ..self }
    }
}

/// The keys of a kind of list.
#[derive(Debug, PartialEq)]
pub struct Schema {
    /// What such a list is, for people.
    pub name: &'static str,
    /// Its keys, by where they are written.
    pub groups: &'static [&'static [Key]],
    /// The specification does not give the keys of such a list: all that is in it is kept, and none of it is a
    /// finding.
    pub open: bool,
}

impl Schema {
    /// All keys.
    pub fn keys(&self) -> impl Iterator<Item = &'static Key> {
        self.groups.iter().flat_map(|group| group.iter())
    }

    /// The key that a word is, in a game.
    pub fn find(&self, word: &str, game: Games) -> Option<&'static Key> {
        self.keys().find(|key| key.games.has(game) && key.is(word))
    }

    /// Whether a value of a list is one of its keys.
    pub(super) fn has(&self, value: &Value, game: Games) -> bool {
        matches!(value, Value::Str(word) if self.find(&word.text(), game).is_some())
    }

    /// Whether a value of a list is one of its keys but for one or two letters.
    pub(super) fn is_misspelt(&self, value: &Value, game: Games) -> bool {
        let Value::Str(word) = value else { return false };
        let word = word.text().to_ascii_uppercase();
        let like = |key: &Key| {
            let near = word.len().abs_diff(key.name.len()) <= SLIPS;
            near && strsim::damerau_levenshtein(&word, &key.name.to_ascii_uppercase()) <= SLIPS
        };
        (LONG..=LONGEST).contains(&word.len()) && self.keys().any(|key| key.games.has(game) && like(key))
    }
}

/// Letters by which a word may differ from a key that it was meant to be.
const SLIPS: usize = 2;
/// Letters of a word that is compared with keys: at least, at most. Shorter ones are like many.
const LONG: usize = 8;
/// The longest.
const LONGEST: usize = 64;

/// What definitions are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// What holds for all vehicles.
    Rules,
    /// Tanks and aeroplanes.
    Vehicle,
    /// 'Mechs.
    Mech,
    /// Engines of aeroplanes.
    Engine,
    /// Weapons.
    Weapon,
    /// Turrets and opponents that drive.
    Opponent,
    /// What lies about to be collected.
    Pickup,
    /// What holds for a whole mission.
    Mission,
    /// One objective of a mission.
    Objective,
    /// What can be aimed at, and danger zones.
    Target,
    /// Where an aeroplane can land or fly through something.
    Approach,
    /// Nets of ways.
    PathNet,
    /// A sound.
    Sound,
    /// A group of sounds.
    SoundGroup,
    /// Kinds of ground.
    Soil,
    /// A camera.
    Camera,
    /// What is shown over the picture.
    Hud,
}

impl Topic {
    /// All of them.
    pub const ALL: [Topic; 17] = [
        Topic::Rules,
        Topic::Vehicle,
        Topic::Mech,
        Topic::Engine,
        Topic::Weapon,
        Topic::Opponent,
        Topic::Pickup,
        Topic::Mission,
        Topic::Objective,
        Topic::Target,
        Topic::Approach,
        Topic::PathNet,
        Topic::Sound,
        Topic::SoundGroup,
        Topic::Soil,
        Topic::Camera,
        Topic::Hud,
    ];

    /// Its name for commands and files.
    pub const fn name(self) -> &'static str {
        match self {
            Topic::Rules => "rules",
            Topic::Vehicle => "vehicle",
            Topic::Mech => "mech",
            Topic::Engine => "engine",
            Topic::Weapon => "weapon",
            Topic::Opponent => "opponent",
            Topic::Pickup => "pickup",
            Topic::Mission => "mission",
            Topic::Objective => "objective",
            Topic::Target => "target",
            Topic::Approach => "approach",
            Topic::PathNet => "path-net",
            Topic::Sound => "sound",
            Topic::SoundGroup => "sound-group",
            Topic::Soil => "soil",
            Topic::Camera => "camera",
            Topic::Hud => "hud",
        }
    }
}

/// How a file holds definitions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Layout {
    /// The file is one definition, named by the `*` of its name, or by its name.
    One(Topic, &'static Schema),
    /// The file holds named lists, each a definition; what stands among them belongs to the file.
    Each {
        /// Keys of the file itself.
        own: Option<(Topic, &'static Schema)>,
        /// The definitions.
        each: (Topic, &'static Schema),
    },
    /// The file holds lists of values in a certain order.
    Rows(Topic, &'static Schema),
    /// Sounds and their groups.
    Sounds,
    /// Names of kinds of ground, from number 6 on.
    Soils,
}

/// A reader file.
#[derive(Debug)]
pub struct File {
    /// Names of its variants: the usual one, then those of difficulties. A `*` stands for any text.
    pub readers: &'static [&'static str],
    /// Games that have it.
    pub games: Games,
    /// What is in it.
    pub layout: Layout,
}

impl File {
    /// The name that a member of an archive gives to its definition, if it is this file: what stands in place
    /// of `*`, or the name without its ending.
    pub fn name_of<'n>(&self, member: &'n str, game: Games) -> Option<&'n str> {
        let fits = |pattern: &&str| -> Option<&'n str> {
            let Some((start, end)) = pattern.split_once('*') else {
                let stem = member.rsplit_once('.').map_or(member, |(stem, _)| stem);
                return member.eq_ignore_ascii_case(pattern).then_some(stem);
            };
            let (head, rest) = member.split_at_checked(start.len())?;
            let (own, tail) = rest.split_at_checked(rest.len().checked_sub(end.len())?)?;
            (head.eq_ignore_ascii_case(start) && tail.eq_ignore_ascii_case(end) && !own.is_empty())
                .then_some(own)
        };
        self.readers.iter().find_map(fits).filter(|_| self.games.has(game))
    }

    /// All schemas of it, those inside of others included, each once.
    pub fn schemas(&self) -> Vec<&'static Schema> {
        let mut open: Vec<&'static Schema> = match self.layout {
            Layout::One(_, schema) | Layout::Rows(_, schema) => vec![schema],
            Layout::Each { own, each } => own.iter().map(|own| own.1).chain([each.1]).collect(),
            Layout::Sounds => vec![&super::keys::sounds::SOUND, &super::keys::sounds::GROUP],
            Layout::Soils => vec![&super::keys::soils::SOIL],
        };
        let mut all: Vec<&'static Schema> = Vec::new();
        while let Some(schema) = open.pop() {
            if !all.contains(&schema) {
                all.push(schema);
                open.extend(schema.keys().filter_map(|key| match key.form {
                    Form::Block(inner) | Form::Named(inner) | Form::Row(inner) | Form::Rows(inner) => {
                        Some(inner)
                    }
                    _ => None,
                }));
            }
        }
        all
    }
}
