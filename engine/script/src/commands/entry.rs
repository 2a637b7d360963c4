//! What a row of the table says.

/// A game with scripts in this language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Game {
    /// Recoil.
    Recoil,
    /// MechWarrior 3.
    MechWarrior3,
    /// MechWarrior 3: Pirate's Moon.
    PiratesMoon,
    /// Crimson Skies.
    CrimsonSkies,
}

impl Game {
    /// All of them.
    pub const ALL: [Game; 4] = [Game::Recoil, Game::MechWarrior3, Game::PiratesMoon, Game::CrimsonSkies];
}

/// The games that know a word. Of MechWarrior 3 and Pirate's Moon no table is known: they are taken
/// to know what Recoil knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Games(&'static [Game]);

impl Games {
    /// True for one that does.
    pub fn contains(self, game: Game) -> bool {
        self.0.contains(&game)
    }

    /// They, oldest first.
    pub fn list(self) -> &'static [Game] {
        self.0
    }
}

/// A subject of the table, with a file of its own beside this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// The language itself: carried out by the executor.
    Flow,
    /// Finding, making and removing nodes.
    Nodes,
    /// Switches of a node.
    Flags,
    /// Objects and their models.
    Objects,
    /// Models and materials that are built corner by corner.
    Models,
    /// Materials with several textures in turn.
    Cycles,
    /// Textures, palettes, lens flares.
    Textures,
    /// Lights.
    Lights,
    /// Cameras, windows, the display.
    Views,
    /// The world: its grid, its fog.
    World,
    /// Files and tables.
    Loading,
    /// Tuning of the renderer and of the tools that built worlds.
    Renderer,
    /// Building a world from source models.
    Authoring,
    /// Messages and counts for developers.
    Diagnostics,
    /// Words of one game alone.
    Own,
}

/// How an argument is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A word; nothing if it is missing.
    Text,
    /// A number; 0 if it is missing or none.
    Number,
    /// A whole number; 0 if it is missing or none.
    Whole,
    /// `on` or `true`, anything else is off.
    Switch,
    /// All words that are left.
    Rest,
}

/// An argument of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    /// What it is called in help.
    pub name: &'static str,
    /// How it is read.
    pub kind: Kind,
    /// Its unit, or what it names.
    pub unit: &'static str,
}

/// What a command works on, and what another left there.
///
/// Source: `docs/spec/zbd/interp-language.md`, "6. Interpreter state".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Register {
    /// The current node.
    Node,
    /// The model or material whose textures alternate.
    Cycled,
    /// The material that is being made.
    Material,
    /// The node whose model is being built.
    Model,
}

/// A word that a line may begin with, and how much of it is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// As people write it.
    pub text: &'static str,
    /// How many characters are compared.
    pub(super) length: usize,
    /// True if nothing may follow.
    pub(super) exact: bool,
}

impl Word {
    /// One that the first word of a line has to begin with.
    pub(super) const fn prefix(text: &'static str) -> Self {
        Word { text, length: text.len(), exact: false }
    }

    /// One that the first word of a line has to be.
    pub(super) const fn exact(text: &'static str) -> Self {
        Word { text, length: text.len(), exact: true }
    }

    /// What is compared: the shortest word that is taken for it.
    pub fn compared(&self) -> &'static str {
        &self.text[..self.length]
    }

    /// True if nothing may follow it.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// Whether the first word of a line is taken for it, unless a longer one matches, too.
    pub fn matches(&self, head: &str) -> bool {
        if self.exact { head == self.text } else { head.starts_with(self.compared()) }
    }
}

/// What is true of a command besides its arguments.
#[derive(Clone, Copy, Debug)]
pub struct Traits {
    /// Who knows it.
    pub games: Games,
    /// Other words for it.
    pub also: &'static [Word],
    /// Must be there, or nothing happens.
    pub needs: Option<Register>,
    /// What it takes where that is not there.
    pub instead: Option<Register>,
    /// Are set by it; empty if it finds nothing.
    pub sets: &'static [Register],
    /// Why a host may leave it out.
    pub ignorable: Option<&'static str>,
    /// Why it is never handed to a host.
    pub refused: Option<&'static str>,
    exact: bool,
    cut: Option<usize>,
}

impl Traits {
    const fn of(games: &'static [Game]) -> Self {
        Traits {
            games: Games(games),
            also: &[],
            needs: None,
            instead: None,
            sets: &[],
            ignorable: None,
            refused: None,
            exact: false,
            cut: None,
        }
    }

    /// Other words for the same command.
    pub(super) const fn also(mut self, words: &'static [Word]) -> Self {
        self.also = words;
        self
    }

    /// What must be there.
    pub(super) const fn needs(mut self, register: Register) -> Self {
        self.needs = Some(register);
        self
    }

    /// What is taken where what it needs is not there.
    pub(super) const fn or(mut self, register: Register) -> Self {
        self.instead = Some(register);
        self
    }

    /// What it sets.
    pub(super) const fn sets(mut self, registers: &'static [Register]) -> Self {
        self.sets = registers;
        self
    }

    /// A host may leave it out, and why.
    pub(super) const fn ignorable(mut self, why: &'static str) -> Self {
        self.ignorable = Some(why);
        self
    }

    /// No host is asked, and why.
    pub(super) const fn refused(mut self, why: &'static str) -> Self {
        self.refused = Some(why);
        self
    }

    /// Nothing may follow the word.
    pub(super) const fn exact(mut self) -> Self {
        self.exact = true;
        self
    }

    /// Only so many characters of the word are compared.
    pub(super) const fn cut(mut self, length: usize) -> Self {
        self.cut = Some(length);
        self
    }
}

/// Known to all four games.
pub(super) const ALL: Traits = Traits::of(&Game::ALL);
/// Known to Recoil alone.
pub(super) const RECOIL: Traits = Traits::of(&[Game::Recoil]);
/// Known to Crimson Skies alone.
pub(super) const SKIES: Traits = Traits::of(&[Game::CrimsonSkies]);
/// Works on the current node.
pub(super) const NODE: Traits = ALL.needs(Register::Node);

/// The word of a row, compared as its traits say.
pub(super) const fn main_word(text: &'static str, traits: &Traits) -> Word {
    let length = match traits.cut {
        Some(length) => length,
        None => text.len(),
    };
    Word { text, length, exact: traits.exact }
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The word it is listed by.
    pub word: Word,
    /// Its arguments, in order.
    pub arguments: &'static [Argument],
    /// Its subject.
    pub group: Group,
    /// Where the specification has it.
    pub source: &'static str,
    /// What else is true of it.
    pub traits: Traits,
    /// What it does, in a sentence without a full stop.
    pub help: &'static str,
}

impl Entry {
    /// Every word for it, the one that it is listed by first.
    pub fn words(&'static self) -> impl Iterator<Item = &'static Word> {
        std::iter::once(&self.word).chain(self.traits.also)
    }
}

/// The type of an argument.
macro_rules! value {
    (text) => { String };
    (number) => { f32 };
    (whole) => { i32 };
    (switch) => { bool };
    (rest) => { Vec<String> };
}
pub(super) use value;

/// How an argument is read.
macro_rules! kind {
    (text) => {
        $crate::commands::Kind::Text
    };
    (number) => {
        $crate::commands::Kind::Number
    };
    (whole) => {
        $crate::commands::Kind::Whole
    };
    (switch) => {
        $crate::commands::Kind::Switch
    };
    (rest) => {
        $crate::commands::Kind::Rest
    };
}
pub(super) use kind;
