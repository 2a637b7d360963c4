//! A host that notes what it is asked, files in memory, and the ways to run a script on them.

use binary::Padded;
use script::commands::{Command, Cycles, Game, Models, Nodes};
use script::{
    Around, Call, Effect, Files, Handle, Host, Interpreter, Library, Limits, Options, Outcome, Place, Ran,
    Registers, Sink, Step, Untraced,
};
use std::collections::BTreeMap;
use zbd::interp::{Interp, Line};

/// Knows nodes by name, and notes commands with the node that was current.
#[derive(Debug, Default)]
pub struct Toy {
    pub nodes: Vec<String>,
    pub calls: Vec<String>,
    /// True for one that notes nothing.
    pub quiet: bool,
    /// What is answered to a command of that word.
    pub answers: BTreeMap<&'static str, Outcome>,
    /// Words that are understood behind the table.
    pub own_words: Vec<&'static str>,
    /// Lines that came there.
    pub strangers: Vec<String>,
    /// Sizes of polygons that were ended: corners, and places on the texture.
    pub polygons: Vec<(usize, usize)>,
}

impl Toy {
    fn find(&self, name: &str) -> Outcome {
        match self.nodes.iter().position(|node| node == name) {
            Some(index) => Outcome::Now(Handle(index as u32)),
            None => Outcome::Missing,
        }
    }

    fn make(&mut self, name: &str) -> Outcome {
        self.nodes.push(name.to_owned());
        Outcome::Now(Handle(self.nodes.len() as u32 - 1))
    }
}

impl Host for Toy {
    fn call(&mut self, call: &Call<'_>, registers: &mut Registers) -> Outcome {
        if !self.quiet {
            let current = registers.node.map_or("-", |node| self.nodes[node.0 as usize].as_str());
            self.calls.push(format!("{current}: {:?}", call.command));
        }
        if let Some(answer) = self.answers.get(call.command.entry().word.text) {
            return answer.clone();
        }
        match &call.command {
            Command::Nodes(
                Nodes::FindNode { name } | Nodes::FindSubNode { name } | Nodes::FindSubNodeNode { name, .. },
            ) => self.find(name),
            Command::Nodes(
                Nodes::NewNode { name } | Nodes::NewObject3D { name } | Nodes::NewCamera { name },
            )
            | Command::Models(Models::ModelNew { name, .. }) => self.make(name),
            Command::Nodes(Nodes::DeleteTree { name }) => {
                if let Outcome::Now(node) = self.find(name) {
                    registers.forget(script::commands::Register::Node, node);
                }
                Outcome::Done
            }
            Command::Models(Models::MatlNew {}) => Outcome::Now(Handle(100)),
            Command::Models(Models::ModelPolygonEnd {}) => {
                self.polygons.push((registers.polygon.corners.len(), registers.polygon.uvs.len()));
                Outcome::Done
            }
            Command::Cycles(Cycles::CycleTextureSetOn { .. }) => Outcome::Now(Handle(200)),
            _ => Outcome::Done,
        }
    }

    fn unknown(&mut self, place: Place<'_>, words: &[String], _: &mut Registers) -> bool {
        if !self.quiet {
            self.strangers.push(format!("{}:{} {}", place.script, place.line, words.join(" ")));
        }
        self.own_words.contains(&words[0].as_str())
    }
}

/// Files by the path that a script writes.
#[derive(Debug, Default)]
pub struct Loose {
    pub files: BTreeMap<String, Vec<u8>>,
    /// The time that all of them have.
    pub time: u32,
    pub reads: Vec<String>,
}

impl Files for Loose {
    fn read(&mut self, path: &str) -> Option<Vec<u8>> {
        self.reads.push(path.to_owned());
        self.files.get(path).cloned()
    }

    fn is_newer(&mut self, path: &str, than: u32) -> bool {
        self.files.contains_key(path) && self.time > than
    }
}

/// Everything that a test needs at once.
#[derive(Debug)]
pub struct Bench {
    pub interpreter: Interpreter,
    pub toy: Toy,
    pub loose: Loose,
    /// `text: effect`, line by line.
    pub trace: Vec<String>,
    /// The same with place and depth.
    pub places: Vec<(String, u32, usize)>,
}

impl Bench {
    pub fn of(game: Game) -> Self {
        Bench::with(game, Library::empty(), Options::default())
    }

    pub fn with(game: Game, library: Library, options: Options) -> Self {
        Bench {
            interpreter: Interpreter::new(game, library, options),
            toy: Toy::default(),
            loose: Loose::default(),
            trace: Vec::new(),
            places: Vec::new(),
        }
    }

    pub fn limited(limits: Limits) -> Self {
        Bench::with(Game::Recoil, Library::empty(), Options { limits, has_else: false })
    }

    pub fn nodes(mut self, names: &[&str]) -> Self {
        self.toy.nodes = names.iter().map(ToString::to_string).collect();
        self
    }

    pub fn file(mut self, path: &str, text: &str) -> Self {
        self.loose.files.insert(path.to_owned(), text.as_bytes().to_vec());
        self
    }

    pub fn text(&mut self, text: &str) -> Ran {
        self.go(|interpreter, around| interpreter.run_text("typed", text, around))
    }

    pub fn run(&mut self, name: &str) -> Ran {
        self.go(|interpreter, around| interpreter.run(name, around))
    }

    /// The same without a trace and without notes.
    pub fn run_quietly(&mut self, name: &str) -> Ran {
        self.toy.quiet = true;
        let mut around = Around { files: &mut self.loose, host: &mut self.toy, sink: &mut Untraced };
        self.interpreter.run(name, &mut around)
    }

    fn go(&mut self, run: impl FnOnce(&mut Interpreter, &mut Around<'_>) -> Ran) -> Ran {
        let mut sink = Notes { trace: &mut self.trace, places: &mut self.places };
        let mut around = Around { files: &mut self.loose, host: &mut self.toy, sink: &mut sink };
        run(&mut self.interpreter, &mut around)
    }

    /// `code script: line: what` of each finding.
    pub fn findings(&self) -> Vec<String> {
        let said = |finding: &binary::Finding| {
            let place = if finding.path.is_empty() { String::new() } else { format!("{}: ", finding.path) };
            format!("{} {}: {place}{}", finding.code, finding.file, finding.found)
        };
        self.interpreter.findings().iter().map(said).collect()
    }
}

struct Notes<'a> {
    trace: &'a mut Vec<String>,
    places: &'a mut Vec<(String, u32, usize)>,
}

impl Sink for Notes<'_> {
    fn line(&mut self, step: &Step<'_>) {
        let effect = match step.effect {
            Effect::Ignored(_) => "ignored".to_owned(),
            other => other.to_string(),
        };
        self.trace.push(format!("{}: {effect}", step.text));
        self.places.push((step.place.script.to_owned(), step.place.line, step.depth));
    }
}

/// The trace of a text in Recoil, run on nothing.
pub fn trace(text: &str) -> Vec<String> {
    let mut bench = Bench::of(Game::Recoil);
    bench.text(text);
    bench.trace
}

/// An index of scripts whose words are set apart by blanks.
pub fn index(scripts: &[(&str, &str)]) -> Interp {
    let line = |line: &str| Line::new(&line.split(' ').collect::<Vec<_>>()).unwrap();
    let script = |(name, text): &(&str, &str)| zbd::interp::Script {
        name: Padded::new(name).unwrap(),
        timestamp: 1000,
        lines: text.lines().map(line).collect(),
    };
    Interp { scripts: scripts.iter().map(script).collect() }
}
