//! Lines for the console. Each is understood at the beginning of a tick of its own, so that it sees what
//! the one before it did, and what it asks for is recorded with that tick.

use super::Visit;
use console::{Completion, Console, Said, Tone};
use load::zipper::script::game_of_title;
use runtime::Command;
use std::collections::VecDeque;

/// The code of what is said of a command that could not be carried out.
const REFUSED: &str = "runtime.command.refused";

/// The console of a visit.
#[derive(Debug)]
pub struct Typing {
    console: Console,
    waiting: VecDeque<String>,
    answers: Vec<(String, Vec<Said>)>,
}

impl Typing {
    /// One for a world of a title, by its id.
    pub fn new(title: &str, world: &str) -> Self {
        let console = Console::new(game_of_title(title), world);
        Typing { console, waiting: VecDeque::new(), answers: Vec::new() }
    }
}

impl Visit {
    /// A tick to come understands this line.
    pub fn type_line(&mut self, line: String) {
        self.typing.waiting.push_back(line);
    }

    /// Lines that were understood since this was asked last, each with what was said of it.
    pub fn take_answers(&mut self) -> Vec<(String, Vec<Said>)> {
        std::mem::take(&mut self.typing.answers)
    }

    /// What the end of a line may go on with.
    pub fn complete(&self, line: &str) -> Completion {
        self.typing.console.complete(line, self.simulation())
    }

    /// Understands the next line; what it asks for.
    pub(super) fn understand(&mut self) -> Vec<Command> {
        let Some(line) = self.typing.waiting.pop_front() else { return Vec::new() };
        let answer = self.typing.console.answer(&line, self.world.watched_place().simulation());
        self.typing.answers.push((line, answer.lines));
        self.travel = answer.travel.or(self.travel.take());
        answer.commands
    }

    /// Adds what could not be carried out of the line of this tick.
    pub(super) fn say_what_was_refused(&mut self) {
        let Some((_, said)) = self.typing.answers.last_mut() else { return };
        for finding in self.world.take_findings() {
            if finding.code == REFUSED {
                said.push(Said { text: finding.found, tone: Tone::Wrong });
            } else {
                tracing::warn!(target: "world", "{finding}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loader::{End, Loading};
    use crate::small_world::{uploader, wait, wanted};
    use replay::Recorder;
    use runtime::Input;

    #[test]
    fn a_line_is_a_command_of_its_tick_and_says_what_came_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let Some(uploader) = uploader() else { return };
        let End::Ready(ready, _) = wait(&mut Loading::start(wanted(folder.path()), uploader, || ())) else {
            panic!("not ready")
        };
        let recorder = Recorder::default();
        let mut visit = Visit::enter(*ready, None, recorder.clone());
        let node = visit.simulation().scene().nodes.iter().position(|node| !node.name.is_empty()).unwrap();
        for line in
            [format!("hide #{node}"), format!("remove #{node}"), format!("hide #{node}"), "wher".to_owned()]
        {
            visit.type_line(line);
        }
        (0..5).for_each(|_| visit.step(Input::default()));
        let answers = visit.take_answers();
        assert_eq!(answers.len(), 4);
        assert!(answers[0].1[0].text.ends_with("is hidden"), "{answers:?}");
        // The second line removed it before the third was understood.
        assert_eq!((answers[2].1[0].tone, answers[2].1.len()), (Tone::Wrong, 1));
        assert_eq!(answers[3].1[0].text, "wher is no command; where is");
        assert!(visit.take_answers().is_empty());
        let recording = recorder.lock().clone().unwrap();
        assert!(matches!(recording.commands_at(0), [Command::SetFlags { .. }]));
        assert!(matches!(recording.commands_at(1), [Command::Despawn(_)]));
        assert!(recording.commands_at(2).is_empty());
        assert_eq!(visit.complete("telep").apply("telep"), "teleport ");
    }
}
