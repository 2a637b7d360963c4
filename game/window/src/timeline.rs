//! When the events of an animation are due, as rows of blocks: what the panel of animations draws.
//!
//! Times are those of a run in which nothing is waited for: conditions all hold, calls return at once, and
//! loops run once. What a run really does is at its cursors ([`cursor`]).
//!
//! Source: `docs/spec/zbd/anim-events.md`, "3.2 Clocks and start test".

use runtime::TICKS_PER_SECOND;
use world::program::{
    Condition, Definition, Event, Instance, LoopLimit, Operand, Sequence, SequencePhase, SequenceState,
    StartClock, Step,
};
use world::{NodeId, ProgramId, Scene};

/// Longest time that is drawn, seconds; what is infinite ends here.
const MOST_SECONDS: f32 = 3600.0;
/// Most lanes that the blocks of a row are spread over.
const MOST_LANES: usize = 6;

/// The events of an animation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timeline {
    /// Its sequences in their order, and then what its reset does, if it does anything.
    pub rows: Vec<Row>,
    /// The end of the last event, seconds; above 0.
    pub seconds: f32,
}

/// A list of events.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// It waits to be called.
    pub on_call: bool,
    /// Its events in their order.
    pub blocks: Vec<Block>,
}

/// An event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// Its key word in the game's files.
    pub keyword: &'static str,
    /// When it begins, seconds since its row did.
    pub start: f32,
    /// When it is over.
    pub end: f32,
}

impl Timeline {
    /// That of an animation.
    pub fn of(definition: &Definition) -> Self {
        let sequence = |(number, own): (usize, &Sequence)| Row {
            name: if own.name.is_empty() { format!("sequence {number}") } else { own.name.to_string() },
            on_call: own.on_call,
            blocks: blocks(&own.steps),
        };
        let mut rows: Vec<Row> = definition.sequences.iter().enumerate().map(sequence).collect();
        if !definition.reset.is_empty() {
            rows.push(Row { name: "reset".to_owned(), on_call: true, blocks: blocks(&definition.reset) });
        }
        let ends = rows.iter().flat_map(|row| &row.blocks).map(|block| block.end);
        let seconds = ends.fold(0.0, f32::max).max(0.1);
        Timeline { rows, seconds }
    }
}

/// When the events of a list are due.
fn blocks(steps: &[Step]) -> Vec<Block> {
    let (mut now, mut blocks) = (0.0_f32, Vec::with_capacity(steps.len()));
    // Where the branches of a condition begin, and the end of the longest so far.
    let mut branch: Option<(f32, f32)> = None;
    for step in steps {
        if let (Event::Else | Event::ElseIf(_) | Event::EndIf, Some((begin, end))) = (&step.event, branch) {
            let end = end.max(now);
            now = if matches!(step.event, Event::EndIf) { end } else { begin };
            branch = (!matches!(step.event, Event::EndIf)).then_some((begin, end));
        }
        let time = if step.time > 0.0 { step.time.min(MOST_SECONDS) } else { 0.0 };
        let start = match step.clock {
            StartClock::Event => now + time,
            StartClock::Animation | StartClock::Sequence => now.max(time),
        };
        let start = start.min(MOST_SECONDS);
        let end = (start + seconds(&step.event)).min(MOST_SECONDS);
        if let Event::If(_) = step.event {
            branch = Some((end, end));
        }
        blocks.push(Block { keyword: step.event.keyword(), start, end });
        now = end;
    }
    blocks
}

/// How long an event takes by itself; 0 for one that is over at once or waits for something.
fn seconds(event: &Event) -> f32 {
    let seconds = match event {
        Event::MoveTo(own) => own.seconds,
        Event::FadeTo(own) => own.seconds,
        Event::Motion(own) => own.run_time.unwrap_or(0.0),
        Event::Script(own) => own.script.frames.last().map_or(0.0, |frame| frame.end),
        Event::LightAnimation(own) => own.seconds,
        Event::Connector(own) => own.seconds,
        Event::CameraTo(own) => own.seconds,
        Event::ScreenWash(own) => own.seconds,
        Event::ScreenRipple(seconds) => *seconds,
        _ => 0.0,
    };
    if seconds > 0.0 { seconds.min(MOST_SECONDS) } else { 0.0 }
}

/// The lane of each block, so that none hides another: the first in which it begins behind the end of the
/// one before it. A block is drawn at least so many seconds wide.
pub fn lanes(blocks: &[Block], least: f32) -> Vec<usize> {
    let mut ends = [f32::NEG_INFINITY; MOST_LANES];
    let place = |block: &Block| {
        let free = ends.iter().position(|end| block.start >= *end).unwrap_or(MOST_LANES - 1);
        ends[free] = block.end.max(block.start + least);
        free
    };
    blocks.iter().map(place).collect()
}

/// Where a sequence is on its way, seconds since it began; none for one that does not run.
pub fn cursor(row: &Row, state: &SequenceState) -> Option<f32> {
    let block = row.blocks.get(state.cursor as usize);
    match (state.phase, block) {
        (SequencePhase::Finished | SequencePhase::Parked, _) => None,
        (SequencePhase::Running, Some(block)) => {
            let length = block.end - block.start;
            let done = state.elapsed as f32;
            Some(block.start + if length > 0.0 { done.min(length) } else { 0.0 })
        }
        (_, Some(block)) => Some((state.clock as f32).min(block.start)),
        (_, None) => row.blocks.last().map(|block| block.end),
    }
}

/// Sixtieths of a second until an event of an instance begins or is over, as far as that can be told; at
/// least one.
pub fn ticks_to_next(timeline: &Timeline, running: &Instance) -> u32 {
    let rows = timeline.rows.iter().zip(&running.sequences).filter(|(_, own)| own.is_live());
    let left = rows.filter_map(|(row, own)| {
        let block = row.blocks.get(own.cursor as usize)?;
        let until = if own.phase == SequencePhase::Running { block.end } else { block.start };
        Some(until - cursor(row, own)?)
    });
    let seconds = left.filter(|seconds| *seconds > 0.0).reduce(f32::min).unwrap_or(0.0);
    // Sums of sixtieths of a second miss round times by less.
    (seconds * TICKS_PER_SECOND as f32 - 0.01).ceil().max(1.0) as u32
}

/// What an event does, in a few lines: its key word, when it begins, how long it takes, and on what.
pub fn about(scene: &Scene, definition: &Definition, list: &[Step], place: usize) -> String {
    let Some(step) = list.get(place) else { return String::new() };
    let mut lines = vec![format!("{} {}", place + 1, step.event.keyword())];
    let after = match step.clock {
        StartClock::Animation => "the start of the animation",
        StartClock::Sequence => "the start of the sequence",
        StartClock::Event => "the event before",
    };
    lines.push(if step.time > 0.0 {
        format!("{} s after {after}", step.time)
    } else {
        "as soon as the event before is over".to_owned()
    });
    let seconds = seconds(&step.event);
    if seconds > 0.0 {
        lines.push(format!("takes {seconds} s"));
    }
    lines.extend(details(scene, definition, &step.event));
    lines.join("\n")
}

/// On what an event acts, where that can be said in a line.
fn details(scene: &Scene, definition: &Definition, event: &Event) -> Option<String> {
    let node = |operand: &Operand| match operand {
        Operand::None => "nothing".to_owned(),
        Operand::Node(place) => named(scene, definition.nodes.get(usize::from(*place)).copied().flatten()),
        Operand::Bound => named(scene, definition.root),
        Operand::Input => "what its caller names".to_owned(),
    };
    let program = |id: &Option<ProgramId>| {
        let own = id.and_then(|id| scene.programs.get(id.index()));
        own.map_or_else(|| "an animation that is missing".to_owned(), |own| own.name.to_string())
    };
    let sequence = |number: &Option<u16>| {
        let own = number.and_then(|number| definition.sequences.get(usize::from(number)));
        own.map_or_else(|| "a sequence that is missing".to_owned(), |own| own.name.to_string())
    };
    Some(match event {
        Event::SetActive { node: own, active } => {
            format!("{} {}", node(own), if *active { "on" } else { "off" })
        }
        Event::Translate { node: own, by, relative, .. } => {
            format!("{} {} {by}", node(own), if *relative { "by" } else { "to" })
        }
        Event::Scale { node: own, scale } => format!("{} to {scale}", node(own)),
        Event::Rotate { node: own, angles, .. } => {
            format!("{} by {} degrees", node(own), angles.map(f32::to_degrees))
        }
        Event::SetOpacity { node: own, .. } | Event::CycleTexture { node: own, .. } => node(own),
        Event::Effect { node: own, .. } | Event::Sound { node: own, .. } => format!("at {}", node(own)),
        Event::MoveTo(own) => node(&own.node),
        Event::FadeTo(own) => format!("{} from {} to {}", node(&own.node), own.opacity.from, own.opacity.to),
        Event::Motion(own) => node(&own.node),
        Event::Script(own) => node(&own.node),
        Event::Skeleton(own) => format!("{} nodes", own.len()),
        Event::Connector(own) => node(&own.node),
        Event::HangSound { parent, hangs, .. } => {
            format!("{} {}", if *hangs { "at" } else { "off" }, node(parent))
        }
        Event::AddChild { parent, child } => format!("{} below {}", node(child), node(parent)),
        Event::DeleteChild { parent, child } => format!("{} off {}", node(child), node(parent)),
        Event::CallSequence(number) | Event::StopSequence(number) => sequence(number),
        Event::Call(own) if own.wait => format!("{}, until it is over", program(&own.program)),
        Event::Call(own) => program(&own.program),
        Event::Stop(id) | Event::Reset(id) | Event::Invalidate(id) => program(id),
        Event::Loop(LoopLimit::Count(count)) if *count > 0 => format!("{count} times"),
        Event::Loop(LoopLimit::Seconds(seconds)) if *seconds >= 0.0 => format!("for {seconds} s"),
        Event::Loop(_) => "for ever".to_owned(),
        Event::If(condition) | Event::ElseIf(condition) => asked(condition, node),
        Event::Callback(value) => format!("tells the game {value}"),
        Event::Detonate(own) => format!("{} at {}", own.weapon, node(&own.node)),
        Event::Else
        | Event::EndIf
        | Event::SoundNode { .. }
        | Event::Light(_)
        | Event::LightAnimation(_)
        | Event::CallConnector(_)
        | Event::Camera(_)
        | Event::CameraTo(_)
        | Event::Fog(_)
        | Event::ScreenWash(_)
        | Event::ScreenRipple(_)
        | Event::Puffer(_) => return None,
    })
}

/// What a condition asks.
fn asked(condition: &Condition, node: impl Fn(&Operand) -> String) -> String {
    let switch = |on: &bool| if *on { "is" } else { "is not" };
    match condition {
        Condition::Random(most) => format!("in {:.0} of 100 cases", most * 100.0),
        Condition::PlayerRange(squared) => format!("the person is within {} units", squared.sqrt()),
        Condition::Detail(level) => format!("detail {level} or more is wanted"),
        Condition::PlayerUndercover(distance) => {
            format!("something is within {distance} units above the person")
        }
        Condition::NodeUndercover { node: own, distance } => {
            format!("something is within {distance} units above {}", node(own))
        }
        Condition::HardwareRender(on) => format!("the picture {} drawn by a device", switch(on)),
        Condition::FirstPerson(on) => format!("the view {} that of the person", switch(on)),
        Condition::PlayerBelow(altitude) => format!("the person is lower than {altitude}"),
        Condition::NodeBelow { node: own, altitude } => format!("{} is lower than {altitude}", node(own)),
        Condition::PlayerLinedUp(squared) => {
            format!("the person looks its way, to {} degrees", squared.sqrt().to_degrees())
        }
        Condition::PlayerSpeed { min, max } => format!("the person does {min} to {max} units a second"),
        Condition::HealthBelow(most) => format!("its health is at most {most}"),
        Condition::HealthWithin { min, max } => format!("its health is {min} to {max}"),
        Condition::NodeActive(own) => format!("{} is switched on", node(own)),
    }
}

fn named(scene: &Scene, node: Option<NodeId>) -> String {
    let own = node.and_then(|node| scene.nodes.get(node.index()));
    own.map_or_else(|| "a node that is missing".to_owned(), |own| own.name.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::program::{FadeTo, MoveTo};

    fn slide(seconds: f32) -> Event {
        Event::MoveTo(MoveTo { seconds, node: Operand::Node(0), ..MoveTo::default() })
    }

    fn spans(steps: &[Step]) -> Vec<(f32, f32)> {
        blocks(steps).iter().map(|block| (block.start, block.end)).collect()
    }

    #[test]
    fn events_begin_by_their_clocks_and_not_before_the_one_before_is_over() {
        let steps = [
            Step::then(slide(2.0)),
            // Due at 1, but the first is over at 2.
            Step::at(StartClock::Sequence, 1.0, slide(0.5)),
            Step::at(StartClock::Event, 1.5, Event::Callback(1)),
            Step::at(StartClock::Animation, 10.0, slide(1.0)),
            Step::at(StartClock::Event, -3.0, Event::Callback(2)),
            Step::at(StartClock::Event, f32::NAN, slide(f32::INFINITY)),
        ];
        assert_eq!(
            spans(&steps),
            [(0.0, 2.0), (2.0, 2.5), (4.0, 4.0), (10.0, 11.0), (11.0, 11.0), (11.0, 3600.0)]
        );
    }

    #[test]
    fn branches_of_a_condition_begin_together_and_the_longest_counts() {
        let condition = || Condition::HardwareRender(true);
        let steps = [
            Step::then(slide(1.0)),
            Step::then(Event::If(condition())),
            Step::then(slide(3.0)),
            Step::then(Event::ElseIf(condition())),
            Step::then(slide(5.0)),
            Step::then(Event::Else),
            Step::then(slide(2.0)),
            Step::then(Event::EndIf),
            Step::then(Event::Callback(1)),
        ];
        let starts: Vec<f32> = blocks(&steps).iter().map(|block| block.start).collect();
        assert_eq!(starts, [0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 6.0, 6.0]);
    }

    #[test]
    fn blocks_that_would_hide_each_other_are_in_lanes_of_their_own() {
        let block = |start, end| Block { start, end, ..Block::default() };
        let blocks = [block(0.0, 2.0), block(2.0, 2.0), block(2.0, 2.0), block(2.4, 3.0), block(2.5, 4.0)];
        assert_eq!(lanes(&blocks, 0.5), [0, 0, 1, 2, 0]);
        // However many there are, no more lanes than fit.
        let many = vec![block(1.0, 1.0); 20];
        assert_eq!(lanes(&many, 1.0).into_iter().max(), Some(MOST_LANES - 1));
    }

    #[test]
    fn rows_are_the_sequences_and_the_reset() {
        let first = Sequence { name: "main".into(), steps: vec![Step::then(slide(2.5))], on_call: false };
        let second = Sequence { on_call: true, ..Sequence::default() };
        let reset = vec![Step::then(Event::FadeTo(FadeTo { seconds: 4.0, ..FadeTo::default() }))];
        let own = Definition { sequences: vec![first, second], reset, ..Definition::default() };
        let timeline = Timeline::of(&own);
        let rows: Vec<_> =
            timeline.rows.iter().map(|row| (&*row.name, row.on_call, row.blocks.len())).collect();
        assert_eq!(rows, [("main", false, 1), ("sequence 1", true, 0), ("reset", true, 1)]);
        assert_eq!((timeline.seconds, timeline.rows[2].blocks[0].keyword), (4.0, "OBJECT_OPACITY_FROM_TO"));
        assert_eq!(Timeline::of(&Definition::default()).seconds, 0.1);
    }

    #[test]
    fn a_cursor_is_where_its_event_is() {
        let steps = [Step::then(slide(2.0)), Step::at(StartClock::Event, 3.0, Event::Callback(1))];
        let row = Row { blocks: blocks(&steps), ..Row::default() };
        let state = |phase, cursor, clock, elapsed| SequenceState {
            phase,
            cursor,
            clock,
            elapsed,
            ..SequenceState::default()
        };
        assert_eq!(cursor(&row, &state(SequencePhase::Running, 0, 0.75, 0.5)), Some(0.5));
        assert_eq!(cursor(&row, &state(SequencePhase::Running, 0, 9.0, 9.0)), Some(2.0));
        assert_eq!(cursor(&row, &state(SequencePhase::Pending, 1, 3.5, 0.0)), Some(3.5));
        assert_eq!(cursor(&row, &state(SequencePhase::Pending, 1, 8.0, 0.0)), Some(5.0));
        assert_eq!(cursor(&row, &state(SequencePhase::Pending, 2, 8.0, 0.0)), Some(5.0));
        assert_eq!(cursor(&row, &state(SequencePhase::Finished, 1, 8.0, 0.0)), None);
        assert_eq!(cursor(&row, &state(SequencePhase::Parked, 0, 0.0, 0.0)), None);
    }

    #[test]
    fn the_next_event_is_the_nearest_of_all_sequences() {
        let steps = [Step::then(slide(2.0)), Step::at(StartClock::Event, 3.0, Event::Callback(1))];
        let row = Row { blocks: blocks(&steps), ..Row::default() };
        let timeline = Timeline { rows: vec![row.clone(), row], seconds: 5.0 };
        let state = |phase, cursor, clock, elapsed| SequenceState {
            phase,
            cursor,
            clock,
            elapsed,
            ..SequenceState::default()
        };
        let ticks = |one, other| {
            let own = Instance { sequences: vec![one, other], ..Instance::default() };
            ticks_to_next(&timeline, &own)
        };
        let parked = || state(SequencePhase::Parked, 0, 0.0, 0.0);
        // Half a second is left of the slide; a quarter until the callback.
        assert_eq!(ticks(state(SequencePhase::Running, 0, 1.5, 1.5), parked()), 30);
        let other = state(SequencePhase::Pending, 1, 4.75, 0.0);
        assert_eq!(ticks(state(SequencePhase::Running, 0, 1.5, 1.5), other), 15);
        assert_eq!(ticks(parked(), parked()), 1);
        assert_eq!(ticks(state(SequencePhase::Pending, 0, 0.0, 0.0), parked()), 1);
    }

    #[test]
    fn an_event_is_told_with_its_time_and_what_it_acts_on() {
        let mut scene = Scene::empty("none", "void", world::Frame::identity(1.0));
        scene.nodes.push(world::Node { name: "gate".into(), ..world::Node::default() });
        let own = Definition { nodes: vec![Some(NodeId(0)), None], ..Definition::default() };
        let off = |place| Event::SetActive { node: Operand::Node(place), active: false };
        let list = [Step::at(StartClock::Event, 1.5, slide(2.0)), Step::then(off(0)), Step::then(off(1))];
        let told = |place| about(&scene, &own, &list, place);
        assert_eq!(told(0), "1 OBJECT_MOTION_FROM_TO\n1.5 s after the event before\ntakes 2 s\ngate");
        assert_eq!(told(1), "2 OBJECT_ACTIVE_STATE\nas soon as the event before is over\ngate off");
        assert!(told(2).ends_with("a node that is missing off"));
        assert_eq!(told(3), "");
    }
}
