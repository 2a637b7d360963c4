//! Canonical bytes of programs.

use super::{Canonical, Sink};
use crate::program::{
    Body, Captured, Fade, GroupRun, GroupState, Input, Instance, Lens, Owned, OwnedConnector, OwnedLight,
    OwnedPuffer, OwnedSound, Phase, PooledCopy, Programs, Ring, SequencePhase, SequenceState, SoundHost,
    Wait,
};

fields! {
    Instance {
        definition, phase, runs, clock, sequences, reset, starts, after, resets_in, node, inputs, place, velocity,
        health, captured, attached, copies, reusable, owned,
    }
    SequenceState {
        phase, cursor, clock, event_clock, elapsed, carry, loops, loop_time, spent, scanned, entered, waits,
        called, body, range_rate,
    }
    Body { velocity, acceleration, direction, rotation_rate, scale_rate, tumble_rate, groundless }
    Owned { lights, sounds, puffers, connectors }
    OwnedLight { slot, light, made, started }
    SoundHost { node, carried_at, silent }
    GroupState { weights, silent_until, handle }
    GroupRun { group, handle, place, gain, chosen, left, repeats, wait }
    OwnedConnector { reference, call }
    PooledCopy { program, copies }
    Ring { values, next }
    Lens { fov, zoom }
    Input { node, position }
    Captured { node, active, transform, euler, opacity, fade }
    Fade { on, opacity }
    Wait { instance, run }
}

impl Canonical for Programs {
    /// Nothing in a world without programs: it has the bytes it had before there were any.
    fn put(&self, sink: &mut Sink) {
        if !self.is_unused() {
            let Programs {
                instances,
                active,
                fades,
                morphs,
                ring,
                lens,
                sounds,
                pool,
                begun,
                groups,
                group_runs,
                held,
            } = self;
            instances.put(sink);
            active.put(sink);
            fades.put(sink);
            morphs.put(sink);
            ring.put(sink);
            lens.put(sink);
            sounds.put(sink);
            pool.put(sink);
            begun.put(sink);
            // A world without such groups has the bytes it had before there were any.
            if !groups.is_empty() || !group_runs.is_empty() {
                groups.put(sink);
                group_runs.put(sink);
            }
            // Nearly always nobody holds anything: then the bytes are those of before programs could be held.
            if !held.is_empty() {
                held.put(sink);
            }
        }
    }
}

impl Canonical for OwnedSound {
    /// One without a host has the bytes it had before there were any.
    fn put(&self, sink: &mut Sink) {
        let OwnedSound { slot, handle, place, on, host } = self;
        slot.put(sink);
        handle.put(sink);
        place.put(sink);
        on.put(sink);
        host.iter().for_each(|host| host.put(sink));
    }
}

impl Canonical for OwnedPuffer {
    fn put(&self, sink: &mut Sink) {
        let OwnedPuffer {
            slot,
            law,
            node,
            place,
            interval,
            world_velocity,
            random_velocity,
            wind_factor,
            emitter,
        } = self;
        slot.put(sink);
        (**law).put(sink);
        node.put(sink);
        place.put(sink);
        interval.put(sink);
        world_velocity.put(sink);
        random_velocity.put(sink);
        wind_factor.put(sink);
        emitter.put(sink);
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
