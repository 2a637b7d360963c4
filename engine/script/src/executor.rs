//! A run: line after line, into nested scripts and back, until nothing is left or the budget ends.
//!
//! Nested scripts are a list, not calls of this code within itself, so that no script can use up the
//! program's stack. Source: `docs/spec/zbd/interp-language.md`, "3. Conditionals", "4. Flow words" and
//! "5. Dispatch of a line".

use crate::arguments::{Arguments, Fetch};
use crate::codes::{
    BUDGET, CORNERS, FAILED, LONG_LINE, LONGER, NAME, NESTING, NO_SCRIPT, OPEN_BLOCK, Place, TOO_LARGE,
    UNKNOWN, UNUSED, VARIABLES, shown,
};
use crate::commands::{Command, Entry, Flow, Game, Models, Row, flow};
use crate::condition;
use crate::host::{Call, Outcome};
use crate::interpreter::{Around, Interpreter, Ran};
use crate::library::folded;
use crate::registers::{Handle, Polygon};
use crate::script::{Angles, LINE_BUFFER, Line, Script};
use crate::trace::{Effect, Step};
use crate::variables::NotSet;
use binary::{Code, Severity};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;

/// Why an `endif` that ends nothing is no finding: a block that is run ends with one.
const BLOCK_RAN: &str = "ends a block that was run";

/// One outermost run.
pub(crate) struct Run<'i, 'a, 'b> {
    interpreter: &'i mut Interpreter,
    around: &'a mut Around<'b>,
    frames: Vec<Frame>,
    /// Text scripts of this run by their folded names, each read once; none for one that is missing or
    /// too large.
    texts: BTreeMap<String, Option<Arc<Script>>>,
    text_bytes: usize,
    ran: Ran,
    /// Of the budget of lines; a line that macros make longer than the game's own buffer costs more.
    spent: u64,
}

/// A script under way.
struct Frame {
    script: Arc<Script>,
    next: usize,
    skipping: bool,
}

impl<'i, 'a, 'b> Run<'i, 'a, 'b> {
    pub(crate) fn new(interpreter: &'i mut Interpreter, around: &'a mut Around<'b>) -> Self {
        let texts = BTreeMap::new();
        Run { interpreter, around, frames: Vec::new(), texts, text_bytes: 0, ran: Ran::default(), spent: 0 }
    }

    /// Runs until nothing is left.
    pub(crate) fn finish(mut self) -> Ran {
        while let Some(frame) = self.frames.last_mut() {
            let script = Arc::clone(&frame.script);
            let Some(line) = script.lines().get(frame.next) else {
                self.end(&script);
                continue;
            };
            let place = Place { script: &script.name, line: line.number() };
            if self.spent >= self.interpreter.options.limits.lines {
                let lines = format!("{} lines", self.ran.lines);
                self.find(&BUDGET, Severity::Error, place, &lines);
                self.ran.stopped = true;
                break;
            }
            frame.next += 1;
            self.ran.lines += 1;
            self.spent += line.cost();
            self.line(place, line, &script);
        }
        self.ran
    }

    /// Leaves the innermost script, whose lines are at an end.
    fn end(&mut self, script: &Script) {
        if let Some(Frame { skipping: true, .. }) = self.frames.pop() {
            let line = script.lines().last().map_or(0, Line::number);
            let place = Place { script: &script.name, line };
            self.find(&OPEN_BLOCK, Severity::Note, place, "no endif");
        }
    }

    /// Carries out a line and tells of it.
    fn line(&mut self, place: Place<'_>, line: &Line, script: &Script) {
        let depth = self.frames.len() - 1;
        // Before the line is carried out: it may set what it uses itself.
        let text = self.around.sink.wants_lines().then(|| self.told(line));
        let effect = if self.is_skipping() { self.skip(line) } else { self.carry_out(place, line, script) };
        if let Some(text) = text {
            self.around.sink.line(&Step { place, depth, text: &text, effect });
        }
    }

    fn is_skipping(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.skipping)
    }

    fn set_skipping(&mut self, skipping: bool) {
        if let Some(frame) = self.frames.last_mut() {
            frame.skipping = skipping;
        }
    }

    /// A line of a block that is skipped. Blocks in such a block are not counted: the first `endif`
    /// ends all of it. Scripts were written against that.
    fn skip(&mut self, line: &Line) -> Effect {
        let ends = matches!(flow::find(line.head()), Some((Flow::EndIf, _))) || self.is_else(line);
        self.set_skipping(!ends);
        if ends { Effect::Done } else { Effect::Skipped }
    }

    fn is_else(&self, line: &Line) -> bool {
        self.interpreter.options.has_else && line.head() == "else"
    }

    /// A line that is not skipped.
    fn carry_out(&mut self, place: Place<'_>, line: &Line, script: &Script) -> Effect {
        if self.is_else(line) {
            self.set_skipping(true);
            return Effect::Done;
        }
        match flow::find(line.head()) {
            Some((flow, entry)) => {
                self.compare(place, line, entry.word.text);
                self.flow(flow, entry, place, line)
            }
            None => self.dispatch(place, line, script),
        }
    }

    /// A word of the language itself.
    fn flow(&mut self, flow: Flow, entry: &Entry, place: Place<'_>, line: &Line) -> Effect {
        match flow {
            Flow::IfDef => {
                self.set_skipping(!condition::holds(line.arguments(), &self.interpreter.variables))
            }
            Flow::IfNotDef => {
                self.set_skipping(condition::holds(line.arguments(), &self.interpreter.variables));
            }
            Flow::EndIf => return Effect::Ignored(BLOCK_RAN),
            Flow::Quit => drop(self.frames.pop()),
            Flow::Set => return self.set(place, line),
            Flow::Source => {
                let path = self.fetch(place, line, |arguments| String::fetch(arguments, "path"));
                return self.source(&path, place);
            }
            Flow::MakeFolder | Flow::Var | Flow::Who => {
                return Effect::Ignored(entry.traits.refused.or(entry.traits.ignorable).unwrap_or_default());
            }
        }
        Effect::Done
    }

    fn set(&mut self, place: Place<'_>, line: &Line) -> Effect {
        let (name, value) = self.fetch(place, line, |arguments| {
            (String::fetch(arguments, "name"), String::fetch(arguments, "value"))
        });
        let code = match self.interpreter.set(&name, &value) {
            Ok(()) => return Effect::Done,
            Err(NotSet::Name) => &NAME,
            Err(NotSet::Full) => &VARIABLES,
        };
        self.find(code, Severity::Warning, place, shown(&name));
        Effect::Failed
    }

    /// Begins another script, whose lines come next.
    pub(crate) fn source(&mut self, name: &str, place: Place<'_>) -> Effect {
        if self.frames.len() >= self.interpreter.options.limits.nesting {
            self.find(&NESTING, Severity::Warning, place, shown(name));
            return Effect::Failed;
        }
        match self.script(name, place) {
            Some(script) => {
                self.begin(script);
                Effect::Done
            }
            None => Effect::Missing,
        }
    }

    /// The script of a name: the compiled one, or else a text.
    fn script(&mut self, name: &str, place: Place<'_>) -> Option<Arc<Script>> {
        if let Some(script) = self.interpreter.library.find(name, self.around.files) {
            return Some(script);
        }
        let folded = folded(name);
        if let Some(known) = self.texts.get(&folded) {
            return known.clone();
        }
        let script = self.read(name, place);
        if self.texts.len() < self.interpreter.options.limits.names {
            self.texts.insert(folded, script.clone());
        }
        script
    }

    /// Reads a text script, unless it is missing or too large.
    fn read(&mut self, name: &str, place: Place<'_>) -> Option<Arc<Script>> {
        let Some(bytes) = self.around.files.read(name) else {
            self.find(&NO_SCRIPT, Severity::Warning, place, shown(name));
            return None;
        };
        let limits = self.interpreter.options.limits;
        if bytes.len() > limits.script_bytes.min(limits.all_bytes.saturating_sub(self.text_bytes)) {
            let what = format!("{} of {} bytes", shown(name), bytes.len());
            self.find(&TOO_LARGE, Severity::Warning, place, &what);
            return None;
        }
        self.text_bytes += bytes.len();
        Some(self.text(name, &bytes))
    }

    /// The script of a text.
    pub(crate) fn text(&mut self, name: &str, bytes: &[u8]) -> Arc<Script> {
        let script = Script::of_text(name, bytes);
        for line in script.too_long() {
            let place = Place { script: name, line: *line };
            self.find(&LONG_LINE, Severity::Warning, place, "1024 bytes or more");
        }
        Arc::new(script)
    }

    /// Begins a script, whose lines come next.
    pub(crate) fn begin(&mut self, script: Arc<Script>) {
        self.ran.scripts += 1;
        self.interpreter.note_run(&script.name);
        self.frames.push(Frame { script, next: 0, skipping: false });
    }

    /// A line whose first word is not of the language itself.
    fn dispatch(&mut self, place: Place<'_>, line: &Line, script: &Script) -> Effect {
        let Some((row, word)) = self.interpreter.dispatch.find(line.head()) else {
            return self.unknown(place, line);
        };
        self.compare(place, line, word.text);
        let traits = &row.entry.traits;
        if let Some(why) = traits.refused {
            return Effect::Ignored(why);
        }
        let registers = &mut self.interpreter.registers;
        if let (Some(needed), Some(instead)) = (traits.needs, traits.instead)
            && registers.get(needed).is_none()
        {
            registers.set(needed, registers.get(instead));
        }
        if let Some(needed) = traits.needs.filter(|needed| self.interpreter.registers.get(*needed).is_none())
        {
            return Effect::Without(needed);
        }
        self.call(row, place, line, script)
    }

    /// Notes that a line does not begin with the word that it is taken for, but with a longer one.
    fn compare(&mut self, place: Place<'_>, line: &Line, word: &'static str) {
        if line.head() != word {
            self.find(
                &LONGER,
                Severity::Note,
                place,
                format_args!("{} taken for {word}", shown(line.head())),
            );
            self.interpreter.note_unknown(line.head(), place, &raw(line), Some(word));
        }
    }

    /// Hands a command to the host.
    fn call(&mut self, row: &Row, place: Place<'_>, line: &Line, script: &Script) -> Effect {
        let command = self.fetch(place, line, row.make);
        self.build(&command, place);
        let angles = match self.interpreter.game {
            Game::CrimsonSkies => script.angles(),
            _ => Angles::Degrees,
        };
        let call = Call { command, word: line.head(), place, angles };
        self.ran.calls += 1;
        let outcome = self.around.host.call(&call, &mut self.interpreter.registers);
        let now = if let Outcome::Now(handle) = outcome { Some(handle) } else { None };
        self.set_registers(&row.entry, now);
        self.effect(&row.entry, outcome, place, line)
    }

    /// Registers that a command sets never keep what was there before it.
    fn set_registers(&mut self, entry: &Entry, to: Option<Handle>) {
        for register in entry.traits.sets {
            self.interpreter.registers.set(*register, to);
        }
    }

    fn effect(&mut self, entry: &Entry, outcome: Outcome, place: Place<'_>, line: &Line) -> Effect {
        match (outcome, entry.traits.ignorable) {
            (Outcome::Done | Outcome::Now(_), _) => Effect::Done,
            (Outcome::Missing, _) => Effect::Missing,
            (Outcome::Unused, Some(why)) => Effect::Ignored(why),
            (Outcome::Unused, None) => {
                self.find(&UNUSED, Severity::Note, place, raw(line));
                Effect::Unused
            }
            (Outcome::Failed(why), _) => {
                self.find(&FAILED, Severity::Warning, place, format_args!("{}: {}", raw(line), shown(&why)));
                Effect::Failed
            }
        }
    }

    /// Keeps the polygon that is being built.
    fn build(&mut self, command: &Command, place: Place<'_>) {
        let polygon = &mut self.interpreter.registers.polygon;
        let most = self.interpreter.options.limits.corners;
        let fits = match command {
            Command::Models(Models::ModelNew { .. } | Models::ModelPolygonBegin {}) => {
                *polygon = Polygon::default();
                true
            }
            Command::Models(Models::ModelPolygonVertex { x, y, z }) => {
                pushed(&mut polygon.corners, [*x, *y, *z], most)
            }
            Command::Models(Models::ModelPolygonUV { u, v }) => pushed(&mut polygon.uvs, [*u, *v], most),
            _ => true,
        };
        if !fits {
            self.find(&CORNERS, Severity::Warning, place, format_args!("{most} of them"));
        }
    }

    /// A line whose first word is no command.
    fn unknown(&mut self, place: Place<'_>, line: &Line) -> Effect {
        let mut words = vec![line.head().to_owned()];
        words.append(&mut self.fetch(place, line, |arguments| Vec::fetch(arguments, "")));
        if self.around.host.unknown(place, &words, &mut self.interpreter.registers) {
            return Effect::Done;
        }
        let text = raw(line);
        self.find(&UNKNOWN, Severity::Warning, place, &text);
        self.interpreter.note_unknown(line.head(), place, &text, None);
        Effect::Unknown
    }

    /// Fetches arguments, and notes what is odd about them.
    fn fetch<T>(&mut self, place: Place<'_>, line: &Line, fetch: impl FnOnce(&mut Arguments<'_>) -> T) -> T {
        let room = self.interpreter.options.limits.line;
        let mut arguments = Arguments::new(line.words(), &self.interpreter.variables, room);
        let fetched = fetch(&mut arguments);
        self.spent += (arguments.length() / LINE_BUFFER) as u64;
        for oddity in arguments.into_oddities() {
            let what = format!("{}: {}", shown(line.head()), oddity.what);
            self.find(oddity.code, oddity.severity, place, &what);
        }
        fetched
    }

    fn find(&mut self, code: &'static Code, severity: Severity, place: Place<'_>, what: impl Display) {
        self.interpreter.findings.add(code, severity, place, what);
    }

    /// The line as the trace shows it.
    fn told(&self, line: &Line) -> String {
        let most = self.interpreter.options.limits.line;
        let is_condition = matches!(flow::find(line.head()), Some((Flow::IfDef | Flow::IfNotDef, _)));
        if is_condition || self.is_skipping() {
            return line.start(most);
        }
        let mut text: String = line.head().chars().take(most).collect();
        let room = most - text.chars().count();
        for word in Vec::fetch(&mut Arguments::new(line.words(), &self.interpreter.variables, room), "") {
            text.push(' ');
            text.push_str(&word);
        }
        text
    }
}

/// Adds something to a list if there is room for it.
fn pushed<T>(list: &mut Vec<T>, what: T, most: usize) -> bool {
    let fits = list.len() < most;
    if fits {
        list.push(what);
    }
    fits
}

/// The line as it stands in the script, as much of it as a message can show.
fn raw(line: &Line) -> String {
    shown(&line.start(256))
}
