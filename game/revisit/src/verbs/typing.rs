//! Lines for the console of a world that runs without a window: one a tick, so that each sees what the one
//! before it did.

use base::output;
use console::{Console, Said, Tone};
use load::Request;
use load::zipper::script::game_of_title;
use runtime::{Command, Simulation};
use serde::Serialize;

/// Lines that are typed one after the other.
#[derive(Debug)]
pub struct Typing<'a> {
    lines: std::slice::Iter<'a, String>,
    first: u64,
    console: Console,
}

/// A line that was typed.
#[derive(Debug, Serialize)]
pub struct Typed {
    tick: u64,
    line: String,
    said: Vec<Line>,
}

/// Something that was said of it.
#[derive(Debug, Serialize)]
struct Line {
    text: String,
    tone: &'static str,
}

impl<'a> Typing<'a> {
    /// These lines from a tick on, in a world.
    pub fn new(lines: &'a [String], first: u64, request: &Request) -> Self {
        let console = Console::new(game_of_title(&request.title), &request.world);
        Typing { lines: lines.iter(), first, console }
    }

    /// The line of this tick with what it asks for, if there is one; `travel` has somebody travel to a place of
    /// this name, and says so, or why not.
    pub fn line(
        &mut self,
        tick: u64,
        simulation: &Simulation,
        travel: impl FnOnce(&str) -> Result<String, String>,
    ) -> Option<(Typed, Vec<Command>)> {
        let line = self.lines.as_slice().first().filter(|_| tick >= self.first)?.clone();
        self.lines.next();
        let mut answer = self.console.answer(&line, simulation);
        if let Some(name) = answer.travel.take() {
            let (text, tone) = match travel(&name) {
                Ok(text) => (text, Tone::Plain),
                Err(text) => (text, Tone::Wrong),
            };
            answer.lines.push(Said { text, tone });
        }
        let said = answer.lines.into_iter().map(|said| Line { text: said.text, tone: tone(said.tone) });
        Some((Typed { tick, line, said: said.collect() }, answer.commands))
    }
}

impl Typed {
    /// Prints it as the window shows it.
    pub fn print(&self) {
        output::line(&format!("> {}", output::shown(&self.line)));
        for line in &self.said {
            output::line(&line.text);
        }
    }
}

fn tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "plain",
        Tone::Note => "note",
        Tone::Wrong => "wrong",
    }
}
