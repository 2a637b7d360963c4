//! The scripts that start the worlds of the Zipper games: what runs them.
//!
//! One language loads a world, sets its fog, its lights and its camera, and switches off what a
//! mission does not show. An [`Interpreter`] runs it, compiled (`interp.zbd`) or as text (`.gw` and
//! `.gs`): it replaces macros, skips blocks, runs nested scripts, finds the command of a line, fetches
//! its arguments, and keeps what is current. Commands are carried out by a [`Host`], which is handed
//! one typed [`Call`] after the other. What commands there are is a table ([`commands`]), which a
//! console takes its help from, too.
//!
//! It knows no world and no node, only a host's numbers of them. It opens no files but those it is
//! handed ([`Files`]), starts nothing and asks no clock. Nothing in a script makes it fail: what is odd
//! is a finding, and limits end scripts that run away. Animations and missions are other languages.
//!
//! The facts are from `docs/spec/zbd/interp-language.md` and `docs/spec/zbd/interp-commands.md`; where
//! the two differ, the first one holds.
//!
//! | file | holds |
//! |---|---|
//! | `interpreter.rs`, `executor.rs` | an interpreter and the ways to run a script; a run, line after line |
//! | `script.rs`, `library.rs` | a script as lines of words, from text or compiled; the scripts of a game by their names |
//! | `variables.rs`, `condition.rs`, `arguments.rs` | variables and macros; what `ifdef` asks; words as numbers and switches |
//! | `commands` | the table of commands, one group in a file |
//! | `host.rs`, `registers.rs` | who carries commands out, and where files come from; what is current |
//! | `startup.rs` | which scripts start a world |
//! | `trace.rs`, `help.rs` | what a run did, line by line; completion and help |
//! | `codes.rs`, `limits.rs` | what can be odd about a script; how much it may ask for |
//!
//! ```
//! use script::commands::{Command, Flags, Game, Nodes};
//! use script::{Around, Call, Handle, Host, Interpreter, Library, NoFiles, Options, Outcome, Registers, Step};
//!
//! // A world of one tower.
//! struct Tower { active: bool }
//!
//! impl Host for Tower {
//!     fn call(&mut self, call: &Call<'_>, registers: &mut Registers) -> Outcome {
//!         match &call.command {
//!             Command::Nodes(Nodes::FindNode { name }) if name == "tower" => Outcome::Now(Handle(0)),
//!             Command::Nodes(Nodes::FindNode { .. }) => Outcome::Missing,
//!             Command::Flags(Flags::NodeSetActive { active }) => {
//!                 assert_eq!(registers.node, Some(Handle(0)));
//!                 self.active = *active;
//!                 Outcome::Done
//!             }
//!             _ => Outcome::Unused,
//!         }
//!     }
//! }
//!
//! let text = "set STATE on\n\
//!             FindNode tower\n\
//!             NodeSetActive %STATE%\n\
//!             FindNode bridge  # not in this world\n\
//!             NodeSetActive off";
//! let mut tower = Tower { active: false };
//! let mut trace = Vec::new();
//! let mut interpreter = Interpreter::new(Game::CrimsonSkies, Library::empty(), Options::default());
//! interpreter.run_text("console", text, &mut Around {
//!     files: &mut NoFiles,
//!     host: &mut tower,
//!     sink: &mut |step: &Step<'_>| trace.push(step.to_string()),
//! });
//! assert!(tower.active);
//! assert_eq!(trace[2], "console:3 NodeSetActive on: done");
//! assert_eq!(trace[4], "console:5 NodeSetActive off: no current node");
//! assert!(interpreter.findings().is_empty());
//! ```

#![forbid(unsafe_code)]

mod arguments;
mod codes;
pub mod commands;
mod condition;
mod executor;
pub mod help;
mod host;
mod interpreter;
mod library;
mod limits;
mod registers;
mod script;
pub mod startup;
mod trace;
mod variables;

pub use codes::{CODES, Place, REPEATS};
pub use host::{Call, Files, Host, NoFiles, Outcome};
pub use interpreter::{Around, Interpreter, Options, Ran, Unknown};
pub use library::{INDEX, Library};
pub use limits::Limits;
pub use registers::{Handle, Polygon, Registers};
pub use script::{Angles, LINE_BUFFER, Line, Script};
pub use trace::{Effect, Sink, Step, Untraced};
pub use variables::{Expanded, NAME_BUFFER, NotSet, TEXT_BUFFER, TRUE, Variables};
