//! How a run without a screen kept up: places that were loaded in advance, and how long its ticks took. None of it is
//! part of what is simulated.

use base::output;
use places::Waits;
use serde::Serialize;
use std::time::{Duration, Instant};

/// Places that were loaded in advance.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Loading {
    /// Places that were asked for before they were needed.
    pub foreseen: usize,
    /// Those of them that were not ready when they were needed.
    waited: usize,
    longest_wait_ms: f64,
    /// The fewest ticks between asking for one of them and needing it: the same on every machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    least_ticks: Option<u64>,
    /// Places that nobody could foresee: those around the start, and around where somebody travelled to.
    sudden: usize,
    /// The most that were loaded or asked for, and not needed yet.
    most_asked: usize,
}

impl Loading {
    /// What was counted.
    pub fn of(waits: Waits) -> Self {
        Loading {
            foreseen: waits.taken,
            waited: waits.waited,
            longest_wait_ms: ms(waits.longest),
            least_ticks: waits.ticks,
            sudden: waits.sudden,
            most_asked: waits.most,
        }
    }

    /// One line for people.
    pub fn tell(&self) {
        let places = output::counted(self.foreseen, "place was", "places were");
        let ticks = output::counted(self.least_ticks.unwrap_or_default() as usize, "tick", "ticks");
        output::note(&format!(
            "note: {places} loaded in advance, asked for at least {ticks} before they were needed; {} of them waited for, \
             at most {:.1} ms; {} could not be foreseen",
            self.waited, self.longest_wait_ms, self.sudden
        ));
    }
}

/// How long ticks took, with the places that joined before them.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Pace {
    /// Ticks after the first, which waits for the places around the start.
    ticks: u64,
    mean_tick_ms: f64,
    longest_tick_ms: f64,
    /// Its number.
    longest_tick: u64,
    /// Ticks that took longer than there is time for one.
    long_ticks: u64,
    /// How late the latest tick began.
    most_late_ms: f64,
}

impl Pace {
    /// One line for people.
    pub fn tell(&self) {
        output::note(&format!(
            "note: {} of {:.2} ms each, the longest {:.1} ms (number {}); {} took longer than a sixtieth of a second, \
             none began more than {:.1} ms late",
            output::counted(self.ticks as usize, "tick", "ticks"),
            self.mean_tick_ms,
            self.longest_tick_ms,
            self.longest_tick,
            self.long_ticks,
            self.most_late_ms
        ));
    }
}

/// Lets ticks take as long as in a window.
#[derive(Debug, Default)]
pub struct Clock {
    /// When the second tick was due, and its number.
    started: Option<(Instant, u64)>,
    began: Option<Instant>,
    /// How it went.
    pub pace: Pace,
}

/// A tick's time.
const TICK: Duration = Duration::from_nanos(1_000_000_000 / runtime::TICKS_PER_SECOND as u64);

impl Clock {
    /// Waits until a tick is due. The first is done when the places around the start are there.
    pub fn wait(&mut self, tick: u64) {
        if tick == 0 {
            return;
        }
        let now = Instant::now();
        let (started, first) = *self.started.get_or_insert((now, tick));
        let due = started + TICK * (tick - first) as u32;
        std::thread::sleep(due.saturating_duration_since(now));
        let began = Instant::now();
        self.pace.most_late_ms = self.pace.most_late_ms.max(ms(began.saturating_duration_since(due)));
        self.began = Some(began);
    }

    /// A tick is done.
    pub fn done(&mut self, tick: u64) {
        let Some(began) = self.began else { return };
        let (took, pace) = (ms(began.elapsed()), &mut self.pace);
        pace.mean_tick_ms = (pace.mean_tick_ms * pace.ticks as f64 + took) / (pace.ticks + 1) as f64;
        pace.ticks += 1;
        pace.long_ticks += u64::from(took > ms(TICK));
        if took > pace.longest_tick_ms {
            (pace.longest_tick_ms, pace.longest_tick) = (took, tick);
        }
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
