//! Canonical bytes of a mission.

use super::{Canonical, Sink};
use crate::{
    Generator, LaterSound, Mission, MissionOutcome, Notice, NoticeKind, Objective, ObjectivePhase,
    TargetState,
};

fields! {
    Objective { phase, since, age, nap, hidden, seen }
    TargetState { shown, label }
    LaterSound { wait, objective, act }
    Generator { left, wait }
    Notice { objective, kind, wait, left }
}

impl Canonical for Mission {
    /// Nothing in a world without a mission: it has the bytes it had before there were any.
    fn put(&self, sink: &mut Sink) {
        if self.is_unused() {
            return;
        }
        let Mission {
            begun,
            ticks,
            scan,
            objectives,
            timer,
            zones,
            targets,
            gone,
            generators,
            later,
            notices,
            ending,
            outcome,
            told,
            killed,
            dying,
            lives,
            shots,
            hits,
        } = self;
        begun.put(sink);
        ticks.put(sink);
        scan.put(sink);
        objectives.put(sink);
        timer.put(sink);
        zones.put(sink);
        targets.put(sink);
        gone.put(sink);
        generators.put(sink);
        later.put(sink);
        notices.put(sink);
        ending.put(sink);
        outcome.put(sink);
        told.put(sink);
        killed.put(sink);
        dying.put(sink);
        lives.put(sink);
        shots.put(sink);
        hits.put(sink);
    }
}

macro_rules! numbered {
    ($($type:ty),*) => {$(
        impl Canonical for $type {
            fn put(&self, sink: &mut Sink) {
                (*self as u8).put(sink);
            }
        }
    )*};
}
numbered!(MissionOutcome, NoticeKind, ObjectivePhase);
