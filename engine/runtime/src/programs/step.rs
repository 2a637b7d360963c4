//! One tick of one sequence: it is a cursor, and only the event under the cursor counts.
//!
//! An event starts at its due time, wherever in the tick that is: it has the rest of the tick, and what it
//! does not use is there for the next one. So motions end when they should and loops keep their length.
//!
//! Source: `docs/spec/zbd/anim-events.md`, "3. Scheduler".

use super::{HAIR, MOST_SECONDS, Player};
use crate::DT;
use world::program::{Event, LoopLimit, Phase, SequencePhase, SequenceState, StartClock, Step};

/// A list of events of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    Reset,
    Sequence(usize),
    Damage,
}

/// A call of the event under the cursor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    pub lane: Lane,
    /// Its place in the list.
    pub cursor: u32,
    /// It begins.
    pub first: bool,
    /// It was come to from a condition that did not hold.
    pub scanned: bool,
    /// Seconds of the tick that are left.
    pub left: f64,
}

/// What came of an event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Outcome {
    /// It is over, with so many seconds of the tick left.
    Done(f64),
    /// It goes on in the next tick.
    Running,
    /// It is over; on with the event at this place.
    Jump { to: u32, scanned: bool },
    /// The sequence yields the tick.
    Yield,
}

impl Player<'_, '_, '_> {
    /// A tick of all sequences of an instance that run, in ascending order: one that is called by an
    /// earlier one runs at once, by a later one in the next tick.
    pub(super) fn advance_sequences(&mut self, at: usize, dt: f64) {
        let own = &mut self.programs.instances[at];
        own.clock = (own.clock + dt).min(MOST_SECONDS);
        let run = own.runs;
        for lane in 0..own.sequences.len() {
            let own = &self.programs.instances[at];
            if own.sequences[lane].is_live() {
                self.step(at, Lane::Sequence(lane), dt);
            }
            let own = &self.programs.instances[at];
            if !own.phase.is_running() || own.runs != run {
                return;
            }
        }
        if !self.programs.instances[at].sequences.iter().any(SequenceState::is_live) {
            self.end(at);
        }
    }

    pub(super) fn lane(&mut self, at: usize, lane: Lane) -> &mut SequenceState {
        let own = &mut self.programs.instances[at];
        match lane {
            Lane::Reset => &mut own.reset,
            Lane::Sequence(number) => &mut own.sequences[number],
            Lane::Damage => &mut self.damage,
        }
    }

    /// A tick of one sequence. Cursors only go forwards in it, so that it comes to an end.
    pub(super) fn step(&mut self, at: usize, lane: Lane, dt: f64) {
        let scene = self.scene;
        let own = &self.programs.instances[at];
        // A hit happens at no time of its own.
        let (run, now) = (own.runs, if lane == Lane::Damage { 0.0 } else { own.clock });
        let definition = &scene.programs[own.definition.index()];
        let (steps, on_call) = match lane {
            Lane::Reset => (&definition.reset, false),
            Lane::Damage => (&definition.damage, false),
            Lane::Sequence(number) => {
                (&definition.sequences[number].steps, definition.sequences[number].on_call)
            }
        };
        let state = self.lane(at, lane);
        // What was called sees its clock at 0 in its first tick.
        let dt = if std::mem::take(&mut state.called) { 0.0 } else { dt };
        let mut left = dt + std::mem::take(&mut state.carry);
        state.clock += left;
        state.event_clock += left;
        if state.phase == SequencePhase::Rewound {
            state.phase = SequencePhase::Pending;
        }
        loop {
            let state = self.lane(at, lane);
            let cursor = state.cursor;
            let Some(step) = steps.get(cursor as usize) else {
                state.begin(on_call);
                if !on_call {
                    state.phase = SequencePhase::Finished;
                }
                return;
            };
            let first = state.phase != SequencePhase::Running;
            if first {
                match begins(step, state, now, left) {
                    Some(rest) => left = rest,
                    None => return,
                }
            }
            let scanned = std::mem::take(&mut state.scanned);
            let visit = Visit { lane, cursor, first, scanned, left };
            let line = self.trace_event(at, &step.event, visit, now);
            let outcome = self.happen(at, &step.event, steps, visit);
            self.trace_outcome(at, &step.event, visit, now, line, outcome);
            let own = &self.programs.instances[at];
            let goes_on = match lane {
                Lane::Reset => own.phase == Phase::Resetting,
                Lane::Damage => true,
                Lane::Sequence(_) => own.phase.is_running() && own.runs == run,
            };
            let state = self.lane(at, lane);
            // It may have ended itself, or its program.
            if !goes_on || state.phase == SequencePhase::Finished {
                return;
            }
            let (to, scanned) = match outcome {
                Outcome::Done(rest) => {
                    left = rest;
                    (cursor + 1, false)
                }
                Outcome::Jump { to, scanned } => (to, scanned),
                Outcome::Running => {
                    (state.phase, state.spent) = (SequencePhase::Running, true);
                    return;
                }
                Outcome::Yield => return,
            };
            (state.cursor, state.scanned, state.event_clock) = (to, scanned, left);
            state.phase = SequencePhase::Pending;
        }
    }

    /// Starts the sequence over, unless the loop is over. Either way its tick is.
    pub(super) fn repeat(&mut self, at: usize, limit: LoopLimit, visit: Visit) -> Outcome {
        let state = self.lane(at, visit.lane);
        // A pass that asked for no time takes the tick; one that did leaves over what it did not use. A
        // pass shorter than a tick would leave over more and more.
        let carry = if state.spent { visit.left.min(f64::from(DT)) } else { 0.0 };
        state.loop_time = (state.loop_time + (state.clock - carry).max(0.0)).min(MOST_SECONDS);
        state.loops = state.loops.saturating_add(1);
        let is_over = match limit {
            LoopLimit::Count(count) => count > 0 && state.loops == i32::from(count),
            LoopLimit::Seconds(seconds) => seconds >= 0.0 && state.loop_time >= f64::from(seconds) - HAIR,
        };
        (state.carry, state.event_clock, state.scanned) = (carry, 0.0, false);
        if is_over {
            state.clock = (state.clock - carry).max(0.0);
            state.cursor = visit.cursor + 1;
            state.phase = SequencePhase::Pending;
        } else {
            (state.cursor, state.clock, state.spent) = (0, 0.0, false);
            state.phase = SequencePhase::Rewound;
        }
        Outcome::Yield
    }
}

/// The start test: what is left of the tick for an event that begins, if it does.
fn begins(step: &Step, state: &mut SequenceState, now: f64, left: f64) -> Option<f64> {
    (state.elapsed, state.waits, state.body, state.range_rate) = (0.0, None, None, None);
    let due = f64::from(step.time);
    // NaN counts as no time.
    if due.is_nan() || due <= 0.0 {
        return Some(left);
    }
    let clock = match step.clock {
        StartClock::Animation => now,
        StartClock::Sequence => state.clock,
        StartClock::Event => state.event_clock,
    };
    let late = clock - due;
    if late < -HAIR {
        (state.phase, state.spent) = (SequencePhase::Pending, true);
        return None;
    }
    state.spent |= step.clock != StartClock::Animation;
    Some(left.min(late.max(0.0)))
}

/// The place of the first event behind `cursor` that is wanted, or the end.
pub(super) fn scan(steps: &[Step], cursor: u32, wanted: impl Fn(&Event) -> bool) -> u32 {
    let behind = steps.iter().skip(cursor as usize + 1);
    let found = behind.zip(cursor + 1..).find(|(step, _)| wanted(&step.event));
    found.map_or(steps.len() as u32, |(_, place)| place)
}
