//! Times the phases of loading by their progress reports.

use crate::platform::Memory;
use load::{Phase, Progress};
use std::collections::BTreeMap;
use std::time::Instant;

/// Milliseconds per phase, and the most private memory seen between phases.
#[derive(Debug)]
pub struct Stopwatch {
    started: Instant,
    current: Option<(Phase, Instant)>,
    times: BTreeMap<Phase, f64>,
    private_bytes: Option<u64>,
    watch_memory: bool,
}

impl Stopwatch {
    /// Starts now. Reading the memory figures costs a little time, so benchmarks leave it out.
    pub fn start(watch_memory: bool) -> Self {
        Stopwatch {
            started: Instant::now(),
            current: None,
            times: BTreeMap::new(),
            private_bytes: None,
            watch_memory,
        }
    }

    /// Milliseconds of a phase.
    pub fn phase_ms(&self, phase: Phase) -> f64 {
        self.times.get(&phase).copied().unwrap_or(0.0)
    }

    /// Ends the last phase; milliseconds since the start.
    pub fn finish(&mut self) -> f64 {
        self.end_phase();
        self.started.elapsed().as_secs_f64() * 1000.0
    }

    /// The most private memory seen at the ends of phases.
    pub fn private_bytes(&self) -> Option<u64> {
        self.private_bytes
    }

    fn end_phase(&mut self) {
        if let Some((phase, since)) = self.current.take() {
            *self.times.entry(phase).or_default() += since.elapsed().as_secs_f64() * 1000.0;
        }
        if self.watch_memory {
            self.private_bytes = self.private_bytes.max(Memory::now().private_bytes);
        }
    }
}

impl Progress for Stopwatch {
    fn at(&mut self, phase: Phase, _: usize, _: usize) -> bool {
        if self.current.is_none_or(|(current, _)| current != phase) {
            self.end_phase();
            self.current = Some((phase, Instant::now()));
        }
        true
    }
}
