//! What a line says and asks for.

use runtime::Command;

/// Most lines that one answer lists; a count stands for the others.
pub const MOST_LINES: usize = 60;

/// How something is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// What was asked for.
    Plain,
    /// Beside the point.
    Note,
    /// It did not work.
    Wrong,
}

/// Something that is said: one line of text, or a few.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The words.
    pub text: String,
    /// How.
    pub tone: Tone,
}

/// What came of a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// What the next tick is asked for, in order.
    pub commands: Vec<Command>,
    /// What is said.
    pub lines: Vec<Said>,
    /// Where the person wants to travel to on an overworld, as they wrote it: whoever knows its places answers.
    pub travel: Option<String>,
}

impl Answer {
    /// Asks for something.
    pub(crate) fn ask(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// Says what was asked for.
    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.add(text.into(), Tone::Plain);
    }

    /// Says something beside the point.
    pub(crate) fn note(&mut self, text: impl Into<String>) {
        self.add(text.into(), Tone::Note);
    }

    /// Says that something did not work.
    pub(crate) fn wrong(&mut self, text: impl Into<String>) {
        self.add(text.into(), Tone::Wrong);
    }

    fn add(&mut self, text: String, tone: Tone) {
        self.lines.push(Said { text, tone });
    }

    /// Adds what another one says and asks for.
    pub(crate) fn take(&mut self, other: Answer) {
        self.commands.extend(other.commands);
        self.lines.extend(other.lines);
        self.travel = other.travel.or(self.travel.take());
    }
}

/// Lists things, as many as fit an answer; how many there are, and how many of them are not listed.
fn list<T>(
    answer: &mut Answer,
    mut all: impl Iterator<Item = T>,
    shown: impl Fn(T) -> String,
) -> (usize, usize) {
    let listed: Vec<String> = all.by_ref().take(MOST_LINES).map(shown).collect();
    let others = all.count();
    let total = listed.len() + others;
    listed.into_iter().for_each(|line| answer.say(line));
    (total, others)
}

/// Lists things without a word on how many they are, unless there are more than fit an answer.
pub(crate) fn some<T>(
    answer: &mut Answer,
    all: impl Iterator<Item = T>,
    what: &str,
    shown: impl Fn(T) -> String,
) {
    let (total, others) = list(answer, all, shown);
    if others > 0 {
        answer.note(format!("{total} {what}s; {others} are not listed"));
    }
}

/// Lists things, as many as fit an answer, and says how many there are.
pub(crate) fn many<T>(
    answer: &mut Answer,
    all: impl Iterator<Item = T>,
    what: &str,
    shown: impl Fn(T) -> String,
) {
    let (total, others) = list(answer, all, shown);
    let counted = if total == 1 { format!("1 {what}") } else { format!("{total} {what}s") };
    answer.note(match others {
        0 => counted,
        _ => format!("{counted}; {others} are not listed, a longer pattern shows fewer"),
    });
}
