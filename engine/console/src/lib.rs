//! Lines that somebody types to a world that runs.
//!
//! A [`Console`] turns a line into plain [`Command`](runtime::Command)s of the next tick and into words for whoever typed
//! it. It changes nothing itself: what is recorded are the commands, so that a replay needs no console.
//! Two kinds of words are understood: its own ([`own_words`]), which work in worlds of every game, and,
//! in a Zipper world, those of the scripts that load it (crate `script`), of which the live host (`live`)
//! carries out what can be changed while a world runs. Variables and what is current are kept from line
//! to line.
//!
//! It knows no file and no window, and asks no clock.
//!
//! | file | holds |
//! |---|---|
//! | `own.rs`, `act.rs`, `ask.rs` | the table of its own words; those that change something; those that only ask |
//! | `animations.rs` | those about animations, and the words for their states |
//! | `creatures.rs` | those about creatures |
//! | `live` | the host of scripts' commands in a world that runs, one group of commands in a file |
//! | `names.rs` | nodes by name, pattern and number |
//! | `complete.rs` | what a line may go on with |
//! | `answer.rs` | what is said and asked for |
//!
//! ```
//! use console::Console;
//! use runtime::Simulation;
//! use world::{Limits, sketch::Sketch};
//!
//! let mut sketch = Sketch::new();
//! let tower = sketch.node("tower", None, &[]);
//! sketch.scene.roots.push(tower);
//! let (world, _) = Simulation::new(sketch.scene.into(), 1, &Limits::default());
//! let mut console = Console::new(None, "a world");
//! let answer = console.answer("hide tower", &world);
//! assert_eq!((answer.commands.len(), answer.lines[0].text.as_str()), (1, "tower (node 0) is hidden"));
//! let answer = console.answer("hide towr", &world);
//! assert_eq!(answer.lines[0].text, "no node is called towr; tower is");
//! ```

#![forbid(unsafe_code)]

mod act;
mod animations;
mod answer;
mod ask;
mod complete;
mod creatures;
mod live;
mod names;
mod own;

pub use animations::state_of;
pub use answer::{Answer, MOST_LINES, Said, Tone};
pub use complete::{Completion, MOST_CHOICES};
pub use creatures::doing_of;
pub use own::{OwnWord, own_words};
pub use script::commands::Game;

use answer::{many, some};
use live::Live;
use names::Names;
use runtime::Simulation;
use script::commands::{Entry, entries};
use script::startup::{self, Road};
use script::{Around, Effect, Interpreter, Library, Limits, NoFiles, Options, Registers, Step, help};
use std::collections::BTreeMap;
use world::NodeId;

/// Longest line that is read, in bytes; the rest is left out.
pub const LONGEST: usize = 1000;

/// Understands lines, one after the other.
#[derive(Debug)]
pub struct Console {
    interpreter: Option<Interpreter>,
    /// The world in which what is current was found.
    world: String,
    /// The tick of the last line.
    tick: u64,
    /// Opacities that lines set, which count or do not, by node.
    opacities: BTreeMap<NodeId, (bool, f32)>,
}

impl Console {
    /// One for a world, with the scripts' commands of a Zipper game.
    pub fn new(game: Option<Game>, world: &str) -> Self {
        let interpreter = game.map(|game| {
            let limits = Limits { lines: 1000, ..Limits::default() };
            let options = Options { limits, ..Options::default() };
            let mut interpreter = Interpreter::new(game, Library::empty(), options);
            interpreter.take(Road::Run);
            for (name, value) in startup::variables(game, world) {
                // The names are short, and there are no variables yet.
                let _ = interpreter.set(name, &value);
            }
            interpreter
        });
        Console { interpreter, world: world.to_owned(), tick: 0, opacities: BTreeMap::new() }
    }

    /// The game whose scripts' commands are understood, if one is.
    pub fn game(&self) -> Option<Game> {
        self.interpreter.as_ref().map(Interpreter::game)
    }

    /// What a line says and asks for in a world as it is now. An empty line does nothing.
    pub fn answer(&mut self, line: &str, simulation: &Simulation) -> Answer {
        let scene = simulation.scene();
        let tick = simulation.state().tick;
        let is_earlier = tick < std::mem::replace(&mut self.tick, tick);
        if is_earlier || self.world != scene.world {
            // Numbers of nodes are others there; and a world that began anew, or was loaded from a save,
            // knows nothing of what lines switched since.
            self.world.clone_from(&scene.world);
            self.opacities.clear();
            if let Some(interpreter) = &mut self.interpreter {
                *interpreter.registers_mut() = Registers::default();
            }
        }
        let line = shortened(line);
        let words = own::words(line);
        let Some(first) = words.first() else { return Answer::default() };
        let names = Names::of(simulation);
        let mut answer = Answer::default();
        match own::find(first) {
            Some(word) if word.word == "help" => self.help(words.get(1), &mut answer),
            Some(word) if word.word == "commands" => self.list_commands(words.get(1), &mut answer),
            Some(word) if word.word == "vars" => self.list_variables(&mut answer),
            Some(word) => own::carry_out(word, &words[1..], &names, simulation, &mut answer),
            None => self.interpret(line, first, &names, simulation, &mut answer),
        }
        answer
    }

    /// What the end of a line may go on with.
    pub fn complete(&self, line: &str, simulation: &Simulation) -> Completion {
        complete::complete(self.game(), shortened(line), &Names::of(simulation))
    }

    /// A line of the scripts' language.
    fn interpret(
        &mut self,
        line: &str,
        first: &str,
        names: &Names<'_>,
        simulation: &Simulation,
        answer: &mut Answer,
    ) {
        let Some(interpreter) = &mut self.interpreter else {
            return answer.wrong(unknown(None, first));
        };
        let before = interpreter.registers().node;
        let mut host = Live::new(interpreter.game(), names, simulation, &mut self.opacities);
        let mut effect = Effect::Done;
        interpreter.run_text(
            "console",
            line,
            &mut Around {
                files: &mut NoFiles,
                host: &mut host,
                sink: &mut |step: &Step<'_>| effect = step.effect,
            },
        );
        let why = host.take_why();
        answer.take(host.into_answer());
        let game = interpreter.game();
        let entry = help::entry(game, first);
        let is_source = entry.is_some_and(|entry| entry.word.text == "source");
        for finding in interpreter.take_findings() {
            match finding.code {
                // Said below.
                "script.unknown" | "script.unused" | "script.failed" | "script.no_script" => {}
                "script.open_block" => {}
                "script.macro" => answer.note(format!("{}: this variable is not set", finding.found)),
                "script.number" => {
                    answer.note(format!("{}: this is no number, and counts as 0", finding.found))
                }
                "script.argument" | "script.longer" => answer.note(finding.found),
                _ => answer.note(finding.to_string()),
            }
        }
        match effect {
            _ if is_source => answer.wrong("scripts are run while a world is loaded; type their lines here"),
            Effect::Done => {
                let now = interpreter.registers().node;
                if now != before
                    && let Some(node) = now
                {
                    answer.say(format!("the current node is {}", names.label(NodeId(node.0))));
                }
            }
            Effect::Skipped => answer.note("a line that is typed is run alone: there is nothing to skip"),
            Effect::Missing => answer.wrong(why.unwrap_or_else(|| "what it names is not there".to_owned())),
            Effect::Without(_) => answer.wrong(format!("{effect}: FindNode NAME makes a node current")),
            Effect::Ignored(why) => answer.note(format!("{first} does nothing here: {why}")),
            Effect::Unused => {
                answer.wrong(format!("{first} works while a world is loaded, not in one that runs"))
            }
            Effect::Failed => {
                answer.wrong(why.unwrap_or_else(|| format!("{first} could not be carried out")))
            }
            Effect::Unknown => answer.wrong(unknown(Some(game), first)),
        }
    }

    fn help(&self, about: Option<&String>, answer: &mut Answer) {
        let Some(about) = about else {
            some(answer, own_words(), "word", |word| format!("{:<34} {}", word.usage, word.help));
            if self.game().is_some() {
                answer.note("The commands of the game's scripts are understood, too: `commands` lists them.");
            }
            answer.note("`help COMMAND` says more; Tab completes commands and names.");
            return;
        };
        if let Some(word) = own::find(about) {
            answer.say(word.usage);
            return answer.say(format!("{}.", word.help));
        }
        let found = self.game().and_then(|game| help::entry(game, about).or_else(|| alike(game, about)));
        match found {
            Some(entry) => {
                answer.say(help::help(entry));
                answer.note(if live::acts(entry) {
                    "Works in a world that runs."
                } else {
                    "Works while a world is loaded."
                });
            }
            None => answer.wrong(unknown(self.game(), about)),
        }
    }

    fn list_commands(&self, pattern: Option<&String>, answer: &mut Answer) {
        let Some(game) = self.game() else {
            return answer.note("the game has no scripts of this kind; `help` lists the console's own words");
        };
        let pattern = pattern.map_or("*", String::as_str);
        let known = entries().filter(|entry| entry.traits.games.contains(game) && live::acts(entry));
        let named = known.filter(|entry| names::matches(pattern, entry.word.text));
        many(answer, named, "command", |entry| format!("{:<44} {}", help::usage(entry), entry.help));
    }

    fn list_variables(&self, answer: &mut Answer) {
        let variables = self.interpreter.iter().flat_map(|own| own.variables().iter());
        many(answer, variables, "variable", |(name, value)| format!("%{name}% = {value}"));
    }
}

/// The start of a line, as much of it as is read.
fn shortened(line: &str) -> &str {
    let line = line.lines().next().unwrap_or_default();
    let mut end = line.len().min(LONGEST);
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    &line[..end]
}

/// The row of a command, whatever the case of its word.
fn alike(game: Game, word: &str) -> Option<&'static Entry> {
    let found = help::complete(game, word).into_iter().find(|(known, _)| known.eq_ignore_ascii_case(word));
    found.map(|(_, entry)| entry)
}

/// What is said of a word that is no command.
fn unknown(game: Option<Game>, word: &str) -> String {
    let of_scripts = game.into_iter().flat_map(|game| help::complete(game, "")).map(|(word, _)| word);
    let others = entries().find(|entry| entry.words().any(|known| known.text == word));
    if let (Some(_), Some(_)) = (others, game) {
        return format!("{word} is a command of another game");
    }
    let known = own_words().map(|own| own.word).chain(of_scripts);
    match names::nearest(word, known) {
        Some(near) => format!("{word} is no command; {near} is"),
        None => format!("{word} is no command; `help` lists them"),
    }
}

/// Whether a command of the scripts does something in a world that runs.
pub fn acts(entry: &Entry) -> bool {
    live::acts(entry)
}
