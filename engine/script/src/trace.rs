//! What a run did, line by line, for whoever wants to know.

use crate::codes::Place;
use crate::commands::Register;
use std::fmt;

/// Is told of each line.
pub trait Sink {
    /// A line was reached. One that runs another script is told before the lines of that.
    fn line(&mut self, step: &Step<'_>);

    /// False for one that wants nothing, which saves making the texts.
    fn wants_lines(&self) -> bool {
        true
    }
}

/// Is told of nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Untraced;

impl Sink for Untraced {
    fn line(&mut self, _: &Step<'_>) {}

    fn wants_lines(&self) -> bool {
        false
    }
}

impl<F: FnMut(&Step<'_>)> Sink for F {
    fn line(&mut self, step: &Step<'_>) {
        self(step);
    }
}

/// A line that was reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Step<'a> {
    /// Where.
    pub place: Place<'a>,
    /// How many scripts wait for this one to end.
    pub depth: usize,
    /// The line with its macros replaced, or as it stands where the language itself does not replace
    /// them: in lines that are skipped and in conditions.
    pub text: &'a str,
    /// What became of it.
    pub effect: Effect,
}

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It was carried out.
    Done,
    /// It is in a block that is skipped.
    Skipped,
    /// What it names is not there.
    Missing,
    /// What it works on is not there.
    Without(Register),
    /// It may be left out, and why.
    Ignored(&'static str),
    /// It matters, and this host does not carry it out.
    Unused,
    /// It could not be carried out.
    Failed,
    /// Its first word is no command.
    Unknown,
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effect::Done => f.write_str("done"),
            Effect::Skipped => f.write_str("skipped"),
            Effect::Missing => f.write_str("not there"),
            Effect::Without(Register::Node) => f.write_str("no current node"),
            Effect::Without(Register::Cycled) => f.write_str("no current cycle"),
            Effect::Without(Register::Material) => f.write_str("no current material"),
            Effect::Without(Register::Model) => f.write_str("no current model"),
            Effect::Ignored(why) => write!(f, "ignored: {why}"),
            Effect::Unused => f.write_str("not carried out"),
            Effect::Failed => f.write_str("failed"),
            Effect::Unknown => f.write_str("unknown"),
        }
    }
}

/// `c1.gs:12 FindNode world1: done`
impl fmt::Display for Step<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{} {}: {}", self.place.script, self.place.line, self.text, self.effect)
    }
}
