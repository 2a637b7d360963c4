//! An interpreter: what stays from one script to the next, and the ways to run one.

use crate::codes::{Findings, Place, shown};
use crate::commands::{Dispatch, Game};
use crate::executor::Run;
use crate::host::{Files, Host};
use crate::library::{Library, folded};
use crate::limits::Limits;
use crate::registers::Registers;
use crate::startup::{Road, SWITCH};
use crate::trace::Sink;
use crate::variables::{NotSet, TRUE, Variables};
use binary::Finding;
use std::collections::{BTreeMap, BTreeSet};

/// How an interpreter is set up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How much a script may ask for.
    pub limits: Limits,
    /// Lets `else` go from running to skipping and back. No known game has the word.
    pub has_else: bool,
}

/// What is around a run.
pub struct Around<'a> {
    /// Where loose scripts come from.
    pub files: &'a mut dyn Files,
    /// Who carries commands out.
    pub host: &'a mut dyn Host,
    /// Who is told of each line.
    pub sink: &'a mut dyn Sink,
}

impl std::fmt::Debug for Around<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Around")
    }
}

/// What an outermost run did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ran {
    /// Lines that were reached, skipped ones included.
    pub lines: u64,
    /// Commands that the host was handed.
    pub calls: u64,
    /// Scripts that ran, nested ones included, each as often as it did.
    pub scripts: u64,
    /// True when the budget of lines ended it.
    pub stopped: bool,
}

/// A word that is no command of the table, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// How often it was met.
    pub count: u64,
    /// The script in which it was met first.
    pub script: String,
    /// The line there.
    pub line: u32,
    /// What the line says.
    pub text: String,
    /// The command that it begins with and is taken for; none for a word that does nothing.
    pub taken_for: Option<&'static str>,
}

/// Runs scripts of one game, one after the other.
///
/// Variables and registers stay. Nothing that a script says makes it fail: what is odd becomes a
/// finding, and the next line is run.
#[derive(Clone, Debug)]
pub struct Interpreter {
    pub(crate) game: Game,
    pub(crate) dispatch: Dispatch,
    pub(crate) options: Options,
    pub(crate) library: Library,
    pub(crate) variables: Variables,
    pub(crate) registers: Registers,
    pub(crate) findings: Findings,
    road: Road,
    unknown: BTreeMap<String, Unknown>,
    ran: BTreeSet<String>,
}

impl Interpreter {
    /// One for the scripts of a game, on the way of those who play it.
    pub fn new(game: Game, library: Library, options: Options) -> Self {
        let mut interpreter = Interpreter {
            game,
            dispatch: Dispatch::of(game),
            options,
            library,
            variables: Variables::default(),
            registers: Registers::default(),
            findings: Findings::default(),
            road: Road::Run,
            unknown: BTreeMap::new(),
            ran: BTreeSet::new(),
        };
        interpreter.take(Road::Run);
        interpreter
    }

    /// Takes one of the two roads through the scripts: sets the variable that chooses it, which
    /// Recoil does not have.
    pub fn take(&mut self, road: Road) {
        self.road = road;
        match (self.game, road) {
            (Game::Recoil, _) => {}
            // The name is short, and room for one more is not asked for.
            (_, Road::Run) => drop(self.variables.set(SWITCH, TRUE, usize::MAX)),
            (_, Road::Build) => self.variables.unset(SWITCH),
        }
    }

    /// The road that is taken, which scripts choose, too.
    pub fn road(&self) -> Road {
        match self.game {
            Game::Recoil => self.road,
            _ if self.variables.is_true(SWITCH) => Road::Run,
            _ => Road::Build,
        }
    }

    /// Sets a variable, as `set` does.
    ///
    /// # Errors
    /// A name that cannot be, or too many variables.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), NotSet> {
        self.variables.set(name, value, self.options.limits.variables)
    }

    /// Runs a script by its name: the compiled one, or else the text of that path.
    pub fn run(&mut self, name: &str, around: &mut Around<'_>) -> Ran {
        let mut run = Run::new(self, around);
        run.source(name, Place { script: name, line: 0 });
        run.finish()
    }

    /// Runs lines that somebody typed, in a console for example, under a name of their own.
    pub fn run_text(&mut self, name: &str, text: &str, around: &mut Around<'_>) -> Ran {
        // Texts are Latin-1, as scripts are; what is not becomes a question mark.
        let bytes: Vec<u8> = text.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect();
        let mut run = Run::new(self, around);
        let script = run.text(name, &bytes);
        run.begin(script);
        run.finish()
    }

    /// The game whose scripts these are.
    pub fn game(&self) -> Game {
        self.game
    }

    /// The compiled scripts.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// The variables.
    pub fn variables(&self) -> &Variables {
        &self.variables
    }

    /// What is current.
    pub fn registers(&self) -> &Registers {
        &self.registers
    }

    /// What is current, to be changed.
    pub fn registers_mut(&mut self) -> &mut Registers {
        &mut self.registers
    }

    /// What was odd, the first few of each code.
    pub fn findings(&self) -> &[Finding] {
        self.findings.kept()
    }

    /// How often each code was met, also beyond those findings that are kept.
    pub fn finding_counts(&self) -> &BTreeMap<&'static str, u64> {
        self.findings.counts()
    }

    /// Takes the findings out and starts counting anew.
    pub fn take_findings(&mut self) -> Vec<Finding> {
        self.findings.take()
    }

    /// Every word that is no command of the table, sorted; those that begin with one and are taken for
    /// it included.
    pub fn unknown_words(&self) -> &BTreeMap<String, Unknown> {
        &self.unknown
    }

    /// Whether a script of that name was run, whatever its case.
    pub fn has_run(&self, name: &str) -> bool {
        self.ran.contains(&folded(name))
    }

    /// Remembers that a script was run.
    pub(crate) fn note_run(&mut self, name: &str) {
        if self.ran.len() < self.options.limits.names {
            self.ran.insert(folded(name));
        }
    }

    /// Remembers a word that is no command.
    pub(crate) fn note_unknown(
        &mut self,
        head: &str,
        place: Place<'_>,
        text: &str,
        taken_for: Option<&'static str>,
    ) {
        let head = shown(head);
        if let Some(unknown) = self.unknown.get_mut(&head) {
            unknown.count = unknown.count.saturating_add(1);
        } else if self.unknown.len() < self.options.limits.names {
            let (script, line) = (place.script.to_owned(), place.line);
            self.unknown.insert(head, Unknown { count: 1, script, line, text: shown(text), taken_for });
        }
    }
}
