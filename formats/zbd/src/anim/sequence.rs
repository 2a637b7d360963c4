//! Sequences: a header, and events one behind the other until their stated size is used up.
//! Source: `docs/spec/zbd/anim.md`, "9. Sequence header", and `docs/spec/zbd/anim-events.md`,
//! "1. Event header".

use super::AnyF32;
use super::count;
use super::events::{self, Event, Scope};
use crate::gamez::Version;
use crate::gamez::rules::{Rules, pointer, require};
use binary::{
    Code, Cursor, Field as _, Name, Padded, Record, Report, Result, Segment, Writer, codes, record,
};
use serde::{Deserialize, Serialize};

codes! {
    NAME = "zbd.anim.sequence.name": "the name of a sequence is not 7-bit text with NULs to the end"
        => "use at most 31 ASCII characters and fill up with NULs";
    RESET_NAME = "zbd.anim.sequence.reset_name": "the reset sequence has another name"
        => "call it RESET_SEQUENCE";
    STATE = "zbd.anim.sequence.state": "the states of a sequence are not those of any file"
        => "use 0 and 0 for a sequence that starts with its animation, 3 and 3 for one that is called";
    CLOCK = "zbd.anim.sequence.clock": "the clock of a sequence, which counts at run time only, is not 0"
        => "set it to 0";
    EVENT_CLOCK = "zbd.anim.sequence.event_clock": "the clock of its event, which counts at run time only, is not 0"
        => "set it to 0";
    LOOP_TIME = "zbd.anim.sequence.loop_time": "the time of its loop, which counts at run time only, is not 0"
        => "set it to 0";
    POINTER = "zbd.anim.sequence.pointer": "the address must be zero exactly when there are no events"
        => "use any address that is not zero";
    EMPTY = "zbd.anim.sequence.empty": "a sequence has no events"
        => "add an event or remove the sequence";
    EVENT_SIZE = "zbd.anim.sequence.event_size": "an event does not end inside its sequence"
        => "export the file again";
    OFFSET = "zbd.anim.event.start_offset": "the start of an event is counted from something unknown"
        => "use 1 for the animation, 2 for the sequence, 3 for the event before it";
    PAD = "zbd.anim.event.pad": "the two bytes between start and size are not zero"
        => "set them to 0";
    START = "zbd.anim.event.start_time": "the start of an event is NaN or infinite"
        => "use the seconds, or 0";
}

/// The name that every reset sequence has.
pub const RESET_NAME_TEXT: &str = "RESET_SEQUENCE";
/// State of a sequence that runs as soon as its animation does.
pub const INITIAL: u8 = 0;
/// State of a sequence that waits for CALL_SEQUENCE.
pub const ON_CALL: u8 = 3;
/// Bytes of the header with the size of the events.
pub(super) const HEADER: usize = 64;
/// Bytes of an event without anything but its header.
const EVENT_HEADER: usize = 12;

record! {
    /// What a sequence has beside its events; their size follows it in the file and is derived.
    pub struct SequenceHeader in "zbd.anim.sequence" sizes [60] {
        name: Padded<32> [0],
        /// [`INITIAL`] or [`ON_CALL`].
        current_state: u8 [32],
        /// [`INITIAL`] or [`ON_CALL`].
        reset_state: u8 [33],
        pad: u16 [34] must 0,
        /// Run time only, as all up to the address.
        clock: AnyF32 [36],
        event_clock: AnyF32 [40],
        loop_time: AnyF32 [44],
        loop_counter: u32 [48] must 0,
        current_event: u32 [52] must 0,
        /// Stale address of the events.
        ptr: u32 [56],
    }
}

/// A header and the size of the events behind it, as Recoil and MechWarrior 3 store those of a
/// reset sequence twice.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizedHeader {
    /// The header.
    pub header: SequenceHeader,
    /// Bytes of events.
    pub size: u32,
}

/// Events one behind the other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sequence {
    /// Name and state.
    pub header: SequenceHeader,
    /// In the order they happen.
    pub events: Vec<SequenceEvent>,
}

/// An event and when it happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SequenceEvent {
    /// What `start_time` counts from: 1 animation, 2 sequence, 3 event. 1 with time 0 is right behind
    /// the event before it.
    pub start_offset: u8,
    /// 0 in every known file.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub pad: u16,
    /// Seconds.
    pub start_time: AnyF32,
    /// What happens.
    pub event: Event,
}

fn is_zero(pad: &u16) -> bool {
    *pad == 0
}

record! {
    struct EventHeader in "zbd.anim.event" sizes [12] {
        event_type: u8 [0],
        start_offset: u8 [1],
        pad: u16 [2],
        size: u32 [4],
        start_time: AnyF32 [8],
    }
}

/// Which sequence of a definition is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// That of its definition #0, which is nothing.
    Zero,
    /// May be empty in Recoil and MechWarrior 3, which always have one, and as its embedded header.
    Reset,
    /// Only there when it has events, as in Pirate's Moon.
    FilledReset,
    Normal,
}

impl SizedHeader {
    /// True when both are stored alike: -0.0 is not 0.0 here.
    pub(super) fn same_bytes(&self, other: &Self) -> bool {
        let stored = |sized: &Self| {
            let mut bytes = [0; HEADER - 4];
            sized.header.put(&mut bytes, 0);
            (bytes, sized.size)
        };
        stored(self) == stored(other)
    }
}

impl SequenceHeader {
    /// The header of a new sequence; none if the name is no text of at most 31 ASCII characters.
    pub fn new(name: &str, state: u8) -> Option<Self> {
        Some(SequenceHeader {
            name: Padded::new(name)?,
            current_state: state,
            reset_state: state,
            ptr: u32::MAX,
            ..SequenceHeader::default()
        })
    }

    /// Whether the sequence runs as soon as its animation does.
    pub fn starts_at_once(&self) -> bool {
        self.reset_state == INITIAL
    }

    fn verify(&self, report: &mut Report, at: usize, part: Part, size: u32) {
        let rules = &mut Rules::in_column::<SequenceHeader>(report, at, 0);
        self.name.check(rules.report, &NAME, at);
        require!(rules, CLOCK, self.clock, self.clock.is_zero(), "0");
        require!(rules, EVENT_CLOCK, self.event_clock, self.event_clock.is_zero(), "0");
        require!(rules, LOOP_TIME, self.loop_time, self.loop_time.is_zero(), "0");
        let states = [self.current_state, self.reset_state];
        match part {
            Part::Zero => {}
            Part::Reset | Part::FilledReset => {
                let named = self.name.text() == RESET_NAME_TEXT;
                require!(rules, RESET_NAME, self.name, named, "\"{RESET_NAME_TEXT}\"");
                require!(rules, STATE, self.current_state, states == [INITIAL; 2], "0 and 0");
                if size == 0 && part == Part::FilledReset {
                    rules.report.habit(&EMPTY, at + 60, "a size above 0", 0);
                }
            }
            Part::Normal => {
                let known = states == [INITIAL; 2] || states == [ON_CALL; 2];
                require!(rules, STATE, self.current_state, known, "0 and 0, or 3 and 3");
                if size == 0 {
                    rules.report.habit(&EMPTY, at + 60, "a size above 0", 0);
                }
            }
        }
        pointer!(rules, POINTER, self.ptr, size > 0);
    }
}

/// Reads a header with its size.
pub(super) fn read_header(cursor: &mut Cursor<'_>, part: Part) -> Result<SizedHeader> {
    let at = cursor.offset();
    let header: SequenceHeader = cursor.record(0)?;
    let size: u32 = cursor.value("size")?;
    header.verify(&mut cursor.report, at, part, size);
    Ok(SizedHeader { header, size })
}

/// Reads a sequence and how many bytes of events it has; `scope` is what these can refer to.
pub(super) fn read(
    cursor: &mut Cursor<'_>,
    segment: Segment,
    part: Part,
    scope: &Scope<'_>,
) -> Result<(Sequence, u32)> {
    let at = cursor.offset();
    let name = Name::new(cursor.take(32, "a sequence name")?);
    cursor.seek(at)?;
    cursor.within(segment.named(name), |cursor| {
        let SizedHeader { header, size } = read_header(cursor, part)?;
        cursor.expect_items(size as usize, 1, "bytes of events")?;
        let end = cursor.offset() + size as usize;
        let at = cursor.offset();
        let bytes = cursor.take(size as usize, "events")?;
        let mut events = Vec::with_capacity(count_events(bytes));
        cursor.seek(at)?;
        cursor.within(Segment::at("event", 0), |cursor| {
            while cursor.offset() < end {
                let event_type = bytes.get(cursor.offset() - at).copied().unwrap_or_default();
                cursor.report.step(events.len());
                cursor.report.name(events::name_of(event_type));
                events.push(event(cursor, end, scope)?);
            }
            Ok(())
        })?;
        Ok((Sequence { header, events }, size))
    })
}

/// How many events there are, up to one that does not end inside its sequence.
fn count_events(mut bytes: &[u8]) -> usize {
    let mut count = 0;
    while let Some(size) = bytes.get(4..8) {
        let size = u32::get(size) as usize;
        let Some(rest) = bytes.get(size.max(EVENT_HEADER)..) else { break };
        bytes = rest;
        count += 1;
    }
    count
}

fn event(cursor: &mut Cursor<'_>, end: usize, scope: &Scope<'_>) -> Result<SequenceEvent> {
    let at = cursor.offset();
    let left = end - at;
    if left < EVENT_HEADER {
        let expected = format_args!("the {EVENT_HEADER} bytes of an event's header");
        return Err(cursor.report.broken(&EVENT_SIZE, at, expected, format_args!("{left} bytes")));
    }
    let EventHeader { event_type, start_offset, pad, size, start_time } = cursor.record(0)?;
    if !(EVENT_HEADER..=left).contains(&(size as usize)) {
        let expected = format_args!("a size of {EVENT_HEADER} to the {left} bytes left of the sequence");
        return Err(cursor.report.broken(&EVENT_SIZE, at + 4, expected, size));
    }
    let report = &mut cursor.report;
    if !(1..=3).contains(&start_offset) {
        report.habit(&OFFSET, at + 1, "1 to 3", start_offset);
    }
    if pad != 0 {
        report.habit(&PAD, at + 2, 0, pad);
    }
    if start_time.finite().is_none() {
        report.habit(&START, at + 8, "seconds", format_args!("{start_time:?}"));
    }
    let event = events::read(cursor, event_type, size as usize - EVENT_HEADER, scope)?;
    Ok(SequenceEvent { start_offset, pad, start_time, event })
}

impl SequenceEvent {
    /// An event that happens as soon as the one before it is over.
    pub fn at_once(event: Event) -> Self {
        SequenceEvent { start_offset: 1, pad: 0, start_time: AnyF32::from(0.0), event }
    }
}

impl Sequence {
    /// Writes the sequence and returns the size of its events.
    pub(super) fn write(&self, writer: &mut Writer, version: Version) -> Result<u32> {
        writer.record(&self.header, 0);
        let size_at = writer.offset();
        writer.value(&0_u32);
        for event in &self.events {
            event.write(writer, version)?;
        }
        let size = count(writer.offset() - size_at - 4, "bytes of events")?;
        writer.patch(size_at, size);
        Ok(size)
    }
}

impl SequenceEvent {
    fn write(&self, writer: &mut Writer, version: Version) -> Result<()> {
        let at = writer.offset();
        let SequenceEvent { start_offset, pad, start_time, ref event } = *self;
        let header = EventHeader { event_type: event.event_type(), start_offset, pad, size: 0, start_time };
        writer.record(&header, 0);
        event.write(writer, version)?;
        writer.patch(at + 4, count(writer.offset() - at, "bytes of an event")?);
        Ok(())
    }
}

/// Every finding about sequences and the headers of their events.
pub(super) fn all_codes() -> Vec<&'static Code> {
    [CODES, SequenceHeader::CODES].concat()
}
