//! What happens when in programs, for whoever looks for what a program does wrong.
//!
//! What is traced is in no state, no hash and no save, and nothing that happens depends on it. Without
//! anybody who asks, nothing is kept and no memory is taken.

use super::Player;
use super::step::{Lane, Outcome, Visit};
use crate::Simulation;
use std::fmt;
use world::ProgramId;
use world::program::{Event, SequencePhase};

/// Most things that are traced of one tick; later ones are lost.
pub const MOST_TRACED: usize = 1 << 20;

/// One thing that happened in a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Traced {
    /// What the instance follows.
    pub program: ProgramId,
    /// Its number; that of the first instance of a program is the program's.
    pub instance: u32,
    /// When, by the clock of the instance, which starts at 0 with each start and each reset. It may lie
    /// within a tick.
    pub seconds: f64,
    /// What.
    pub what: TracedWhat,
}

/// What happened in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TracedWhat {
    /// Its sequences begin.
    Starts,
    /// They are over, or were ended.
    Stops,
    /// Its reset begins.
    Resets,
    /// It may never start again.
    Invalidated,
    /// Somebody wanted it to start, and it did not.
    Refused(Refusal),
    /// An event was come to, or is over.
    Event {
        /// The list that it is in.
        list: EventList,
        /// Its place there, from 0 on.
        place: u32,
        /// Its key word in the game's files.
        keyword: &'static str,
        /// What became of it.
        outcome: EventOutcome,
    },
}

/// A list of events of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventList {
    /// What a reset does.
    Reset,
    /// The sequence of this number.
    Sequence(u32),
    /// What a hit does.
    Damage,
}

/// What became of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventOutcome {
    /// It has happened; one that takes time had enough of it in its first tick.
    Done,
    /// It goes on in the next tick.
    Begins,
    /// It went on until now.
    Ends,
    /// On with the event at this place, from 0 on; behind the last for the end of the list.
    JumpsTo(u32),
    /// The sequence goes on at its first event in the next tick.
    Rewinds,
}

/// Why a program did not start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is bad or switched off.
    Disabled,
    /// Somebody said that it may never start again.
    Invalidated,
    /// It starts once, and did.
    Once,
    /// It runs already at that node.
    Busy,
    /// A prerequisite does not hold.
    Prerequisites,
    /// There is no room for more instances or nodes.
    Full,
    /// Its caller names a node that does not exist.
    NoNode,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::Disabled => "it is disabled",
            Refusal::Invalidated => "it is invalidated",
            Refusal::Once => "it starts only once",
            Refusal::Busy => "it runs already",
            Refusal::Prerequisites => "a prerequisite does not hold",
            Refusal::Full => "there is no room for another",
            Refusal::NoNode => "its caller names a node that is missing",
        })
    }
}

/// What is traced, and what was in the last tick.
#[derive(Debug)]
pub(crate) struct Trace {
    /// By number of the program.
    wanted: Vec<bool>,
    lines: Vec<Traced>,
}

impl Trace {
    /// A tick begins.
    pub fn clear(&mut self) {
        self.lines.clear();
    }

    /// The place of the line, if it was kept.
    fn push(&mut self, line: Traced) -> Option<usize> {
        let wanted = self.wanted.get(line.program.index()).copied().unwrap_or(false);
        if !wanted || self.lines.len() >= MOST_TRACED {
            return None;
        }
        self.lines.push(line);
        Some(self.lines.len() - 1)
    }
}

impl Simulation {
    /// Traces what happens in these programs from now on, and in no others; in none at all without a list.
    /// Nothing that happens depends on it.
    pub fn trace_programs(&mut self, programs: Option<&[ProgramId]>) {
        self.trace = programs.map(|programs| {
            let mut wanted = vec![false; self.scene.programs.len()];
            for program in programs {
                if let Some(wanted) = wanted.get_mut(program.index()) {
                    *wanted = true;
                }
            }
            Box::new(Trace { wanted, lines: Vec::new() })
        });
    }

    /// What happened in the programs that are [traced](Simulation::trace_programs), in order: in the last
    /// tick, and by edits since. At most [`MOST_TRACED`] things.
    pub fn program_trace(&self) -> &[Traced] {
        self.trace.as_ref().map_or(&[], |trace| &trace.lines)
    }
}

impl Player<'_, '_, '_> {
    /// Something happens to an instance.
    pub(super) fn trace(&mut self, at: usize, what: TracedWhat) {
        if self.edit.simulation.trace.is_some() {
            let seconds = self.programs.instances[at].clock;
            self.trace_at(at, seconds, what);
        }
    }

    fn trace_at(&mut self, at: usize, seconds: f64, what: TracedWhat) -> Option<usize> {
        let trace = self.edit.simulation.trace.as_mut()?;
        let program = self.programs.instances[at].definition;
        let instance = self.programs.instances.ids()[at];
        trace.push(Traced { program, instance, seconds: seconds.max(0.0), what })
    }

    /// A program does not start.
    pub(super) fn trace_refusal(&mut self, program: Option<ProgramId>, why: Refusal) {
        if let Some(program) = program.filter(|program| program.index() < self.scene.programs.len()) {
            self.trace(program.index(), TracedWhat::Refused(why));
        }
    }

    /// An event is about to happen, at `now` by the clock of its program at the end of the tick: the place
    /// of its line. It stands before those of what the event starts, so what becomes of it is
    /// [said later](Player::trace_outcome).
    pub(super) fn trace_event(&mut self, at: usize, event: &Event, visit: Visit, now: f64) -> Option<usize> {
        if !visit.first || self.edit.simulation.trace.is_none() {
            return None;
        }
        self.trace_at(at, now - visit.left, of_event(event, visit, EventOutcome::Done))
    }

    /// What became of an event, whose line is at this place.
    pub(super) fn trace_outcome(
        &mut self,
        at: usize,
        event: &Event,
        visit: Visit,
        now: f64,
        line: Option<usize>,
        outcome: Outcome,
    ) {
        if self.edit.simulation.trace.is_none() {
            return;
        }
        let became = match outcome {
            Outcome::Done(_) if visit.first => EventOutcome::Done,
            Outcome::Running if visit.first => EventOutcome::Begins,
            Outcome::Done(left) => {
                self.trace_at(at, now - left, of_event(event, visit, EventOutcome::Ends));
                return;
            }
            Outcome::Running => return,
            Outcome::Jump { to, .. } => EventOutcome::JumpsTo(to),
            Outcome::Yield => match self.lane(at, visit.lane).phase {
                SequencePhase::Rewound => EventOutcome::Rewinds,
                // The loop is over.
                _ => EventOutcome::Done,
            },
        };
        let trace = self.edit.simulation.trace.as_mut();
        if let Some(line) = line.and_then(|line| trace?.lines.get_mut(line)) {
            line.what = of_event(event, visit, became);
        }
    }
}

fn of_event(event: &Event, visit: Visit, outcome: EventOutcome) -> TracedWhat {
    let list = match visit.lane {
        Lane::Reset => EventList::Reset,
        Lane::Sequence(number) => EventList::Sequence(number as u32),
        Lane::Damage => EventList::Damage,
    };
    TracedWhat::Event { list, place: visit.cursor, keyword: event.keyword(), outcome }
}
