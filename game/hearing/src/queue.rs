//! Sounds that wait for each other.
//!
//! Source: `docs/spec/zbd/engine-behaviour.md`, "16. Sound". That the greater QPRIORITY comes first is
//! inferred.

use crate::asked::{Asked, Role};
use runtime::places::PlaceId;
use world::{SoundRules, TICKS_PER_SECOND};

/// Most that wait.
const MOST_WAITING: usize = 64;

/// Sounds of which one is heard at a time.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    /// In the order in which they were asked for.
    waiting: Vec<Waiting>,
    /// The one that is heard, and ticks of silence after it.
    current: Option<(Role, u64, u64)>,
    /// The tick from which on the next may begin.
    free_from: u64,
}

#[derive(Debug)]
struct Waiting {
    asked: Asked,
    priority: u8,
    /// The last tick in which it may begin.
    until: u64,
    gap: u64,
}

impl Queue {
    pub fn push(&mut self, asked: Asked, priority: u8, tick: u64, rules: &SoundRules) {
        if self.waiting.len() < MOST_WAITING {
            let until = tick.saturating_add(ticks(rules.queue_timeout_s));
            self.waiting.push(Waiting { asked, priority, until, gap: ticks(rules.queue_gap_s) });
        }
    }

    /// The one that may begin now, if there is one; it is to be reported by [`Queue::began`].
    pub fn next(&mut self, tick: u64, is_heard: impl Fn(Role, u64) -> bool) -> Option<Asked> {
        self.waiting.retain(|waiting| tick <= waiting.until);
        if let Some((role, number, gap)) = self.current {
            if is_heard(role, number) {
                return None;
            }
            self.current = None;
            self.free_from = tick + gap;
        }
        if tick < self.free_from {
            return None;
        }
        // Of those with the same priority the first.
        let first = self.waiting.iter().enumerate().rev().max_by_key(|(_, waiting)| waiting.priority);
        let at = first.map(|(at, _)| at)?;
        let Waiting { asked, gap, .. } = self.waiting.remove(at);
        self.current = Some((asked.role, 0, gap));
        Some(asked)
    }

    /// The one that [`Queue::next`] gave has this number.
    pub fn began(&mut self, number: u64) {
        if let Some((_, current, _)) = &mut self.current {
            *current = number;
        }
    }

    /// Takes out what waits under a role; true if it did.
    pub fn remove(&mut self, role: Role) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|waiting| waiting.asked.role != role);
        self.waiting.len() < before
    }

    /// Takes out what waits of a place.
    pub fn leave_place(&mut self, id: PlaceId) {
        self.waiting.retain(|waiting| !matches!(waiting.asked.role, Role::Sound(of, _) if of == id));
    }

    /// What waits under a role.
    pub fn find(&mut self, role: Role) -> Option<&mut Asked> {
        self.waiting.iter_mut().map(|waiting| &mut waiting.asked).find(|asked| asked.role == role)
    }

    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}

/// Ticks of a time; none for NaN and what is negative.
fn ticks(seconds: f32) -> u64 {
    (f64::from(seconds).clamp(0.0, 3600.0) * f64::from(TICKS_PER_SECOND)).round() as u64
}
