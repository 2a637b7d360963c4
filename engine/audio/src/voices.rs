//! The voices of a mixer, found by handle and kept within a limit.

use crate::voice::Playing;
use crate::{CHANNELS, Curve, Source};
use binary::Finding;

/// Most voices that are kept, heard or not.
const MOST: usize = 4096;
/// Voices that may be there beyond that until they are ranked, so that a storm of
/// them is not ranked one by one.
const SLACK: usize = 512;
/// Most streams that are kept: each has a decoder at work, heard or not.
const MOST_STREAMS: usize = 16;
/// Most voices that are heard at a time. Nobody misses the others.
const MOST_HEARD: usize = 64;
/// Most findings that wait for somebody to take them.
const MOST_FINDINGS: usize = 64;

/// Names a voice that was played; nothing else ever, also when it has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handle {
    slot: u32,
    /// Counts all voices of a mixer, so that no two have the same.
    serial: u64,
}

#[derive(Debug, Default)]
struct Slot {
    serial: u64,
    playing: Option<Playing>,
}

/// The voices of a mixer.
#[derive(Debug, Default)]
pub(crate) struct Voices {
    slots: Vec<Slot>,
    free: Vec<u32>,
    /// Slots in use, in the order in which they are joined.
    order: Vec<u32>,
    last_serial: u64,
    streams: usize,
    findings: Vec<Finding>,
    /// How many copies of each sound are heard.
    copies: Vec<u8>,
}

impl Voices {
    /// Adds a voice. `gains` guesses how loud a voice will be; it decides who
    /// goes when there are too many.
    pub fn insert(&mut self, playing: Playing, gains: impl Fn(&Playing) -> [f32; CHANNELS]) -> Handle {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot::default());
            (self.slots.len() - 1) as u32
        });
        self.last_serial += 1;
        let handle = Handle { slot, serial: self.last_serial };
        self.streams += usize::from(is_stream(&playing));
        self.slots[slot as usize] = Slot { serial: handle.serial, playing: Some(playing) };
        self.order.push(slot);
        if self.order.len() >= MOST + SLACK || self.streams > MOST_STREAMS {
            self.trim(gains);
        }
        handle
    }

    /// Ends what is too much: of the lowest priority, the quietest, the youngest.
    pub fn trim(&mut self, gains: impl Fn(&Playing) -> [f32; CHANNELS]) {
        if self.order.len() <= MOST && self.streams <= MOST_STREAMS {
            return;
        }
        let mut ranked: Vec<_> = Vec::with_capacity(self.order.len());
        for slot in &self.order {
            let Slot { serial, playing: Some(playing) } = &self.slots[*slot as usize] else { continue };
            let (_, priority, power) = playing.rank(gains(playing));
            ranked.push((priority, power, *serial, *slot, is_stream(playing)));
        }
        ranked.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
        let (mut kept, mut streams) = (0, 0);
        for (_, _, _, slot, is_stream) in ranked {
            streams += usize::from(is_stream);
            if kept == MOST || (is_stream && streams > MOST_STREAMS) {
                self.release(slot);
            } else {
                kept += 1;
            }
        }
        self.forget_released();
    }

    /// The voice of a handle, while it is there.
    pub fn get(&self, handle: Handle) -> Option<&Playing> {
        let slot = self.slots.get(handle.slot as usize).filter(|slot| slot.serial == handle.serial)?;
        slot.playing.as_ref()
    }

    /// The voice of a handle, while it is there.
    pub fn get_mut(&mut self, handle: Handle) -> Option<&mut Playing> {
        let slot = self.slots.get_mut(handle.slot as usize).filter(|slot| slot.serial == handle.serial)?;
        slot.playing.as_mut()
    }

    /// Ends all of them.
    pub fn clear(&mut self) {
        let mut order = std::mem::take(&mut self.order);
        order.drain(..).for_each(|slot| self.release(slot));
        self.order = order;
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// How many of them are streams.
    pub fn streams(&self) -> usize {
        self.streams
    }

    /// In the order in which they are joined.
    pub fn iter(&self) -> impl Iterator<Item = &Playing> {
        self.order.iter().filter_map(|slot| self.slots[*slot as usize].playing.as_ref())
    }

    /// Calls back with each.
    pub fn for_each(&mut self, mut change: impl FnMut(&mut Playing)) {
        for slot in &self.order {
            self.slots[*slot as usize].playing.iter_mut().for_each(&mut change);
        }
    }

    /// Makes all silent but those that matter most, and but so many copies of each sound; copies beyond
    /// that do not loop end within so many frames.
    pub fn limit_heard(&mut self, frames: u64) {
        let has_copies = |slot: &u32| {
            let playing = self.slots[*slot as usize].playing.as_ref();
            playing.is_some_and(|playing| playing.voice.copies.is_some())
        };
        if self.order.len() <= MOST_HEARD && !self.order.iter().any(has_copies) {
            return;
        }
        let slots = &mut self.slots;
        let rank = |slot: &Slot| slot.playing.as_ref().map(|playing| playing.rank(playing.progress.wanted));
        self.order.sort_by(|a, b| {
            let [a, b] = [a, b].map(|slot| rank(&slots[*slot as usize]).unwrap_or_default());
            b.0.cmp(&a.0).then(b.1.cmp(&a.1)).then(b.2.total_cmp(&a.2))
        });
        self.copies.fill(0);
        let mut heard = 0;
        for slot in &self.order {
            let Some(playing) = &mut slots[*slot as usize].playing else { continue };
            if playing.progress.wanted == [0.0; 2] {
                continue;
            }
            let is_one_too_many = playing.voice.copies.is_some_and(|own| {
                let of = usize::from(own.of);
                if of >= self.copies.len() {
                    self.copies.resize(of + 1, 0);
                }
                self.copies[of] = self.copies[of].saturating_add(1);
                self.copies[of] > own.most
            });
            if is_one_too_many && !playing.voice.looping {
                playing.progress.level.end(frames, Curve::Linear);
            }
            if is_one_too_many || heard == MOST_HEARD {
                playing.progress.wanted = [0.0; 2];
            } else {
                heard += 1;
            }
        }
    }

    /// Calls back with each that is chosen; ends those that it says are over.
    pub fn retain(
        &mut self,
        chosen: impl Fn(&Playing) -> bool,
        mut goes_on: impl FnMut(&mut Playing) -> bool,
    ) {
        let mut has_ended = false;
        for at in 0..self.order.len() {
            let slot = self.order[at];
            let Some(playing) = &mut self.slots[slot as usize].playing else { continue };
            if chosen(playing) && !goes_on(playing) {
                self.release(slot);
                has_ended = true;
            }
        }
        if has_ended {
            self.forget_released();
        }
    }

    /// What was wrong with the voices that have ended.
    pub fn take_findings(&mut self) -> Vec<Finding> {
        std::mem::take(&mut self.findings)
    }

    fn release(&mut self, slot: u32) {
        let Some(playing) = self.slots[slot as usize].playing.take() else { return };
        if let Source::Stream(mut stream) = playing.voice.source {
            self.streams -= 1;
            let finding = stream.take_finding().filter(|_| self.findings.len() < MOST_FINDINGS);
            self.findings.extend(finding.map(|finding| *finding));
        }
        self.free.push(slot);
    }

    fn forget_released(&mut self) {
        let slots = &self.slots;
        self.order.retain(|slot| slots[*slot as usize].playing.is_some());
    }
}

fn is_stream(playing: &Playing) -> bool {
    matches!(playing.voice.source, Source::Stream(_))
}
