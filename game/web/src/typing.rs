//! Lines for the console. Each is understood at the beginning of a tick of its own, so that it sees what
//! the one before it did, and what it asks for is recorded with that tick.

use crate::Visit;
use console::{Console, Said, Tone};
use load::zipper::script::game_of_title;
use runtime::Command;
use runtime::places::World;
use serde::Serialize;
use std::collections::VecDeque;
use world::Finding;

/// The code of what is said of a command that could not be carried out.
const REFUSED: &str = "runtime.command.refused";

/// The console of a visit.
#[derive(Debug)]
pub struct Typing {
    console: Console,
    waiting: VecDeque<String>,
    answers: Vec<Typed>,
    /// The last answer asked for something in the tick that is being done.
    has_asked: bool,
}

/// A line that was understood, and what was said of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Typed {
    /// What was typed.
    pub line: String,
    /// What was said.
    pub said: Vec<TypedAnswer>,
}

/// A line that was said of one that was typed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TypedAnswer {
    /// The words.
    pub text: String,
    /// `plain`, `note` or `wrong`.
    pub tone: &'static str,
}

impl TypedAnswer {
    fn of(said: Said) -> Self {
        let tone = match said.tone {
            Tone::Plain => "plain",
            Tone::Note => "note",
            Tone::Wrong => "wrong",
        };
        TypedAnswer { text: said.text, tone }
    }
}

impl Typing {
    /// One for a world of a title, by its id.
    pub fn new(title: &str, world: &str) -> Self {
        let console = Console::new(game_of_title(title), world);
        Typing { console, waiting: VecDeque::new(), answers: Vec::new(), has_asked: false }
    }

    /// Understands the next line; what it asks for.
    pub(crate) fn understand(&mut self, world: &World) -> Vec<Command> {
        self.has_asked = false;
        let Some(line) = self.waiting.pop_front() else { return Vec::new() };
        let answer = self.console.answer(&line, world.watched_place().simulation());
        self.has_asked = !answer.commands.is_empty();
        let said = answer.lines.into_iter().map(TypedAnswer::of).collect();
        self.answers.push(Typed { line, said });
        answer.commands
    }

    /// Adds what could not be carried out of the line of this tick; what is left is no answer to it.
    pub(crate) fn take_refusals(&mut self, findings: Vec<Finding>) -> Vec<Finding> {
        let Some(last) = self.answers.last_mut().filter(|_| self.has_asked) else { return findings };
        let (refused, others): (Vec<_>, Vec<_>) =
            findings.into_iter().partition(|finding| finding.code == REFUSED);
        let wrong = |finding: Finding| TypedAnswer { text: finding.found, tone: "wrong" };
        last.said.extend(refused.into_iter().map(wrong));
        others
    }
}

impl Visit {
    /// A tick to come understands this line.
    pub fn type_line(&mut self, line: String) {
        self.typing.waiting.push_back(line);
    }

    /// Lines that were understood since this was asked last, each with what was said of it.
    pub fn take_typed(&mut self) -> Vec<Typed> {
        std::mem::take(&mut self.typing.answers)
    }

    /// The line with as much of its last word as is certain, and what may stand there.
    pub fn complete(&self, line: &str) -> (String, Vec<String>) {
        let completion = self.typing.console.complete(line, self.simulation());
        (completion.apply(line), completion.choices)
    }
}

#[cfg(test)]
mod tests {
    use crate::Held;
    use crate::visit::tests::courtyard;

    #[test]
    fn a_line_is_understood_by_a_tick_of_its_own_and_recorded_with_it() {
        let mut visit = courtyard();
        let node = visit.simulation().scene().nodes.iter().position(|node| !node.name.is_empty()).unwrap();
        for line in
            [format!("hide #{node}"), format!("remove #{node}"), format!("hide #{node}"), "wher".into()]
        {
            visit.type_line(line);
        }
        visit.run(5, &Held::default());
        let typed = visit.take_typed();
        assert_eq!(typed.len(), 4);
        assert!(typed[0].said[0].text.ends_with("is hidden"), "{typed:?}");
        assert_eq!((typed[2].said[0].tone, typed[2].said.len()), ("wrong", 1));
        assert_eq!(typed[3].said[0].text, "wher is no command; where is");
        assert!(visit.take_typed().is_empty());
        assert_eq!(visit.complete("telep").0, "teleport ");
        let (hash, text) = (visit.hash(), visit.recorded().unwrap());
        visit.replay(&text).unwrap();
        visit.run(5, &Held::default());
        assert_eq!(visit.hash(), hash);
    }
}
