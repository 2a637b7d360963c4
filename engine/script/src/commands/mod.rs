//! The table of commands: every word that a script may begin a line with, for the executor, which
//! fetches arguments by it, and for the help of a console.
//!
//! A group of commands is an enum in a file of its own, declared together with its rows, so that
//! whoever carries commands out can match on all of a group and forgets none.
//! Source: `docs/spec/zbd/interp-language.md`, "8. Command table", and
//! `docs/spec/zbd/interp-commands.md`, "3. Command table". Where they differ the first one holds.

mod authoring;
mod cycles;
mod diagnostics;
mod dispatch;
mod entry;
mod flags;
pub(crate) mod flow;
mod lights;
mod loading;
mod models;
mod nodes;
mod objects;
mod own;
mod renderer;
mod textures;
mod views;
mod world;

pub use authoring::Authoring;
pub use cycles::Cycles;
pub use diagnostics::Diagnostics;
pub(crate) use dispatch::Dispatch;
pub use entry::{Argument, Entry, Game, Games, Group, Kind, Register, Traits, Word};
pub use flags::Flags;
pub(crate) use flow::Flow;
pub use lights::Lights;
pub use loading::Loading;
pub use models::Models;
pub use nodes::Nodes;
pub use objects::Objects;
pub use own::Own;
pub use renderer::Renderer;
pub use textures::Textures;
pub use views::Views;
pub use world::World;

use crate::arguments::Arguments;

/// A command with its arguments, by its group.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Finding, making and removing nodes.
    Nodes(Nodes),
    /// Switches of a node.
    Flags(Flags),
    /// Objects and their models.
    Objects(Objects),
    /// Models and materials that are built corner by corner.
    Models(Models),
    /// Materials with several textures in turn.
    Cycles(Cycles),
    /// Textures, palettes, lens flares.
    Textures(Textures),
    /// Lights.
    Lights(Lights),
    /// Cameras, windows, the display.
    Views(Views),
    /// The world: its grid, its fog.
    World(World),
    /// Files and tables.
    Loading(Loading),
    /// Tuning of the renderer and of the tools that built worlds.
    Renderer(Renderer),
    /// Building a world from source models.
    Authoring(Authoring),
    /// Messages and counts for developers.
    Diagnostics(Diagnostics),
    /// Words of one game alone.
    Own(Own),
}

/// A row of the table, and how a line becomes its command.
#[derive(Debug)]
pub(crate) struct Row {
    pub entry: Entry,
    pub make: fn(&mut Arguments<'_>) -> Command,
}

/// The table, group by group.
static TABLE: [&[Row]; 14] = [
    Nodes::ROWS,
    Flags::ROWS,
    Objects::ROWS,
    Models::ROWS,
    Cycles::ROWS,
    Textures::ROWS,
    Lights::ROWS,
    Views::ROWS,
    World::ROWS,
    Loading::ROWS,
    Renderer::ROWS,
    Authoring::ROWS,
    Diagnostics::ROWS,
    Own::ROWS,
];

/// All words, those of the language itself first.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    flow::ENTRIES.iter().chain(TABLE.iter().flat_map(|rows| rows.iter()).map(|row| &row.entry))
}

impl Command {
    /// Its row of the table.
    pub fn entry(&self) -> &'static Entry {
        match self {
            Command::Nodes(command) => command.entry(),
            Command::Flags(command) => command.entry(),
            Command::Objects(command) => command.entry(),
            Command::Models(command) => command.entry(),
            Command::Cycles(command) => command.entry(),
            Command::Textures(command) => command.entry(),
            Command::Lights(command) => command.entry(),
            Command::Views(command) => command.entry(),
            Command::World(command) => command.entry(),
            Command::Loading(command) => command.entry(),
            Command::Renderer(command) => command.entry(),
            Command::Authoring(command) => command.entry(),
            Command::Diagnostics(command) => command.entry(),
            Command::Own(command) => command.entry(),
        }
    }
}

/// Declares a group of commands: an enum, and its rows of the table.
///
/// A row is the word with its arguments (name, kind, unit or what it names), a colon, its traits, an
/// arrow, and its line of help.
macro_rules! commands {
    (
        $(#[$about:meta])*
        $group:ident, source $source:literal;
        $($word:ident { $($argument:ident: $kind:ident $unit:literal),* } : $traits:expr => $help:literal;)*
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $group {
            $(
                #[doc = $help]
                $word {
                    $(
                        #[doc = $unit]
                        $argument: $crate::commands::entry::value!($kind),
                    )*
                },
            )*
        }

        impl $group {
            /// The rows of the table, in the order of the commands.
            pub(crate) const ROWS: &'static [$crate::commands::Row] = &[$($crate::commands::Row {
                entry: $crate::commands::Entry {
                    word: $crate::commands::entry::main_word(stringify!($word), &$traits),
                    arguments: &[$($crate::commands::Argument {
                        name: stringify!($argument),
                        kind: $crate::commands::entry::kind!($kind),
                        unit: $unit,
                    }),*],
                    group: $crate::commands::Group::$group,
                    source: $source,
                    traits: $traits,
                    help: $help,
                },
                // Not every command has arguments.
                make: |_arguments| $crate::commands::Command::$group($group::$word {
                    $($argument: $crate::arguments::Fetch::fetch(_arguments, stringify!($argument)),)*
                }),
            }),*];

            /// Its row of the table.
            pub fn entry(&self) -> &'static $crate::commands::Entry {
                let word = match self {
                    $($group::$word { .. } => stringify!($word),)*
                };
                let place = Self::ROWS.iter().position(|row| row.entry.word.text == word);
                &Self::ROWS[place.unwrap_or_default()].entry
            }
        }
    };
}
use commands;
