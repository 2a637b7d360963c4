//! Canonical bytes of programs.

use super::{Canonical, Sink};
use crate::program::{Captured, Fade, Input, Instance, Phase, Programs, SequencePhase, SequenceState, Wait};

fields! {
    Instance {
        definition, phase, runs, clock, sequences, reset, starts, after, resets_in, node, inputs, place, velocity, health,
        captured, attached, copies,
    }
    SequenceState {
        phase, cursor, clock, event_clock, elapsed, carry, loops, loop_time, spent, scanned, entered, waits,
    }
    Input { node, position }
    Captured { node, active, transform, euler, opacity, fade }
    Fade { on, opacity }
    Wait { instance, run }
}

impl Canonical for Programs {
    /// Nothing in a world without programs: it has the bytes it had before there were any.
    fn put(&self, sink: &mut Sink) {
        if !self.is_unused() {
            let Programs { instances, active, fades, begun } = self;
            instances.put(sink);
            active.put(sink);
            fades.put(sink);
            begun.put(sink);
        }
    }
}

impl Canonical for Phase {
    fn put(&self, sink: &mut Sink) {
        (*self as u8).put(sink);
    }
}

impl Canonical for SequencePhase {
    fn put(&self, sink: &mut Sink) {
        (*self as u8).put(sink);
    }
}

impl<const N: usize> Canonical for [Input; N] {
    fn put(&self, sink: &mut Sink) {
        self.iter().for_each(|input| input.put(sink));
    }
}
