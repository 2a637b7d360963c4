//! Recordings: JSON lines with a header, input changes and commands by tick, and
//! hashes.

use crate::header::{Header, PlaceEvent};
use base::gate::Mark;
use base::{Failure, regular};
use runtime::{Command, Input, TICKS_PER_SECOND};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Write as _};
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use world::HASH_VERSION;

/// Name and version of the format.
pub const FORMAT: &str = "revisit.replay/2";

/// The format before: it has no commands, and hashes of version 2.
const BEFORE: &str = "revisit.replay/1";

/// A recording, of whatever version: its header names the format.
pub const MARK: Mark = Mark { ending: "", is_ours };

/// The name of the format without a version.
const NAME: &str = "revisit.replay/";

/// Longest header that is looked at, bytes.
const HEADER: u64 = 64 << 10;

fn is_ours(path: &Path) -> bool {
    #[derive(Deserialize)]
    struct Named {
        format: String,
    }
    let Ok(file) = File::open(path) else { return false };
    let mut line = Vec::new();
    let read = BufReader::new(file.take(HEADER)).read_until(b'\n', &mut line);
    let named = read.ok().and_then(|_| serde_json::from_slice::<Named>(&line).ok());
    named.is_some_and(|named| named.format.starts_with(NAME))
}

/// Ticks between two hashes.
pub const HASH_EVERY: u64 = 60;

/// The longest recording that is replayed, in ticks: a day.
pub const LONGEST: u64 = 24 * 60 * 60 * TICKS_PER_SECOND as u64;

/// The largest file that is read as one, in bytes: a day with another input in every tick.
const LARGEST: u64 = 1 << 30;

/// Why a text is not a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordingError {
    /// It holds nothing.
    Empty,
    /// A line cannot be used.
    Line {
        /// Counted from 1.
        number: usize,
        /// What is wrong with it.
        wrong: LineError,
    },
}

/// What is wrong with a line of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineError {
    /// It is not the JSON that belongs there: what the parser says.
    Json(String),
    /// The header names another format.
    Format(String),
    /// It does not say its tick.
    NoTick,
    /// Its tick is not after the one before.
    Order {
        /// Its tick.
        tick: u64,
        /// The one before.
        last: u64,
    },
    /// Its tick is later than [`LONGEST`].
    TooLong(u64),
    /// The hash is not hexadecimal.
    Hash(String),
    /// It holds none of what a line may hold, or several at once.
    Content,
}

impl fmt::Display for RecordingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordingError::Empty => f.write_str("empty, expected a recording"),
            RecordingError::Line { number, wrong } => write!(f, "line {number}: {wrong}"),
        }
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::Json(message) => f.write_str(message),
            LineError::Format(found) => write!(f, "format \"{found}\", expected \"{FORMAT}\""),
            LineError::NoTick => f.write_str("expected a tick"),
            LineError::Order { tick, last } => write!(f, "tick {tick} after tick {last}"),
            LineError::TooLong(tick) => {
                write!(f, "tick {tick}, but a recording has at most {LONGEST} ticks, which is a day")
            }
            LineError::Hash(found) => write!(f, "\"{found}\" is no hexadecimal hash"),
            LineError::Content => f.write_str("expected one of input, commands, places, hash and end"),
        }
    }
}

impl std::error::Error for RecordingError {}

fn json<'a, T: Deserialize<'a>>(line: &'a str) -> Result<T, LineError> {
    serde_json::from_str(line).map_err(|error| LineError::Json(error.to_string()))
}

/// One line behind the header: a tick and one of the others.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Line {
    tick: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<Input>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    commands: Vec<Command>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    places: Vec<PlaceEvent>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<bool>,
}

impl Line {
    fn at(tick: u64) -> Self {
        Line { tick: Some(tick), ..Line::default() }
    }
}

/// A recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// What it belongs to.
    pub header: Header,
    /// Input from these ticks on, ascending.
    pub inputs: Vec<(u64, Input)>,
    /// Commands of these ticks, ascending.
    pub commands: Vec<(u64, Vec<Command>)>,
    /// Places that joined, left or changed their creatures before these ticks, ascending.
    pub places: Vec<(u64, Vec<PlaceEvent>)>,
    /// Hash of the state after this many ticks, ascending.
    pub hashes: Vec<(u64, u64)>,
    /// Number of ticks recorded.
    pub ticks: Option<u64>,
}

impl Replay {
    /// An empty recording.
    pub fn new(header: Header) -> Self {
        Replay {
            header,
            inputs: Vec::new(),
            commands: Vec::new(),
            places: Vec::new(),
            hashes: Vec::new(),
            ticks: None,
        }
    }

    /// The input in force at a tick.
    pub fn input_at(&self, tick: u64) -> Input {
        let after = self.inputs.partition_point(|(from, _)| *from <= tick);
        after
            .checked_sub(1)
            .and_then(|last| self.inputs.get(last))
            .map(|(_, input)| *input)
            .unwrap_or_default()
    }

    /// The commands of a tick.
    pub fn commands_at(&self, tick: u64) -> &[Command] {
        at_tick(&self.commands, tick)
    }

    /// The places that joined and left before a tick.
    pub fn places_at(&self, tick: u64) -> &[PlaceEvent] {
        at_tick(&self.places, tick)
    }

    /// What happened to places before ticks of a range, in order.
    pub fn places_within(&self, ticks: std::ops::Range<u64>) -> impl Iterator<Item = &PlaceEvent> {
        let from = self.places.partition_point(|(tick, _)| *tick < ticks.start);
        let within = self.places[from..].iter().take_while(move |(tick, _)| *tick < ticks.end);
        within.flat_map(|(_, events)| events)
    }

    /// True for a recording of several places: it says itself which join and leave.
    pub fn has_places(&self) -> bool {
        self.header.site.is_some() || !self.places.is_empty()
    }

    /// Remembers the commands of a tick that is not before the last one.
    pub fn push_commands(&mut self, tick: u64, commands: &[Command]) {
        push_at_tick(&mut self.commands, tick, commands);
    }

    /// Remembers places that joined or left before a tick that is not before the
    /// last one.
    pub fn push_places(&mut self, tick: u64, places: &[PlaceEvent]) {
        push_at_tick(&mut self.places, tick, places);
    }

    /// True when its hashes are of the kind that this program makes.
    pub fn has_comparable_hashes(&self) -> bool {
        self.header.hash_version == HASH_VERSION
    }

    /// The recorded hash after this many ticks, if it can be compared.
    pub fn hash_at(&self, tick: u64) -> Option<u64> {
        if !self.has_comparable_hashes() {
            return None;
        }
        let at = self.hashes.binary_search_by_key(&tick, |(tick, _)| *tick).ok()?;
        self.hashes.get(at).map(|(_, hash)| *hash)
    }

    /// Remembers an input if it differs from the one in force.
    pub fn push_input(&mut self, tick: u64, input: Input) {
        if self.input_at(tick) != input {
            self.inputs.push((tick, input));
        }
    }

    /// Reads a recording.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let text = regular::text(path, LARGEST)?;
        Self::parse(&text).map_err(|error| Failure::Unusable(format!("{}: {error}", path.display())))
    }

    /// Parses a recording.
    ///
    /// # Errors
    /// See [`RecordingError`]; blank lines are allowed.
    pub fn parse(text: &str) -> Result<Self, RecordingError> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (number, first) = lines.next().ok_or(RecordingError::Empty)?;
        let at = |number: usize| move |wrong: LineError| RecordingError::Line { number: number + 1, wrong };
        let header: Header = json(first).map_err(at(number))?;
        if header.format != FORMAT && header.format != BEFORE {
            return Err(at(number)(LineError::Format(header.format)));
        }
        let mut replay = Replay::new(header);
        for (number, line) in lines {
            replay.take(line).map_err(at(number))?;
        }
        Ok(replay)
    }

    fn take(&mut self, line: &str) -> Result<(), LineError> {
        let line: Line = json(line)?;
        let tick = line.tick.ok_or(LineError::NoTick)?;
        if tick > LONGEST {
            return Err(LineError::TooLong(tick));
        }
        let ascending = |last: Option<u64>| match last {
            Some(last) if last >= tick => Err(LineError::Order { tick, last }),
            _ => Ok(()),
        };
        let only_one = line.commands.is_empty() && line.places.is_empty();
        match line {
            Line { input: Some(input), hash: None, end: None, .. } if only_one => {
                ascending(self.inputs.last().map(|(tick, _)| *tick))?;
                self.inputs.push((tick, input));
            }
            Line { input: None, hash: Some(hash), end: None, .. } if only_one => {
                ascending(self.hashes.last().map(|(tick, _)| *tick))?;
                let hash = u64::from_str_radix(&hash, 16).map_err(|_| LineError::Hash(hash))?;
                self.hashes.push((tick, hash));
            }
            Line { input: None, hash: None, end: Some(_), .. } if only_one => {
                self.ticks = Some(tick);
            }
            Line { input: None, hash: None, end: None, commands, places, .. }
                if !commands.is_empty() && places.is_empty() =>
            {
                ascending(self.commands.last().map(|(tick, _)| *tick))?;
                self.commands.push((tick, commands));
            }
            Line { input: None, hash: None, end: None, commands, places, .. }
                if !places.is_empty() && commands.is_empty() =>
            {
                ascending(self.places.last().map(|(tick, _)| *tick))?;
                self.places.push((tick, places));
            }
            _ => return Err(LineError::Content),
        }
        Ok(())
    }

    /// The recording as text, in the order of ticks.
    ///
    /// # Errors
    /// Something in it cannot be written as JSON.
    pub fn to_text(&self) -> Result<String, Failure> {
        let mut lines = self.lines();
        lines.sort_by_key(|line| line.tick);
        lines.extend(self.ticks.map(|tick| Line { end: Some(true), ..Line::at(tick) }));
        let json = |value: serde_json::Result<String>| {
            value.map_err(|error| Failure::Unusable(format!("the recording cannot be written: {error}")))
        };
        let mut text = json(serde_json::to_string(&self.header))?;
        text.push('\n');
        for line in &lines {
            // Writing into a String cannot fail.
            let _ = writeln!(text, "{}", json(serde_json::to_string(line))?);
        }
        Ok(text)
    }

    /// Every line but the last, one kind after the other.
    fn lines(&self) -> Vec<Line> {
        let inputs = self.inputs.iter().map(|(tick, input)| Line { input: Some(*input), ..Line::at(*tick) });
        let commands = self.commands.iter();
        let commands =
            commands.map(|(tick, commands)| Line { commands: commands.clone(), ..Line::at(*tick) });
        let places = self.places.iter();
        let places = places.map(|(tick, places)| Line { places: places.clone(), ..Line::at(*tick) });
        let hashes = self.hashes.iter();
        let hashes =
            hashes.map(|(tick, hash)| Line { hash: Some(format!("{hash:016x}")), ..Line::at(*tick) });
        places.chain(inputs).chain(commands).chain(hashes).collect()
    }
}

/// What is listed for a tick.
fn at_tick<T>(list: &[(u64, Vec<T>)], tick: u64) -> &[T] {
    let at = list.binary_search_by_key(&tick, |(tick, _)| *tick);
    at.ok().and_then(|at| list.get(at)).map_or(&[], |(_, items)| items)
}

/// Adds to what is listed for the last tick, or begins another.
fn push_at_tick<T: Clone>(list: &mut Vec<(u64, Vec<T>)>, tick: u64, items: &[T]) {
    match list.last_mut() {
        _ if items.is_empty() => {}
        Some((last, known)) if *last == tick => known.extend_from_slice(items),
        _ => list.push((tick, items.to_vec())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use runtime::places::Extent;
    use runtime::places::Site;

    fn header() -> Header {
        Header { fingerprint: "00ff".to_owned(), ..Header::new("mechwarrior3", "c1", 7) }
    }

    #[test]
    fn text_and_back() {
        let mut replay = Replay::new(header());
        replay.push_input(0, Input { forward: 1.0, ..Input::default() });
        replay.push_input(30, Input { forward: 1.0, ..Input::default() });
        replay.push_input(60, Input::default());
        replay.hashes = vec![(60, 0xDEAD_BEEF_0000_0001)];
        replay.ticks = Some(120);
        assert_eq!(replay.inputs.len(), 2, "an unchanged input is not recorded again");
        let text = replay.to_text().unwrap();
        assert_eq!(Replay::parse(&text).unwrap(), replay);
        assert_eq!(replay.input_at(59).forward, 1.0);
        assert_eq!(replay.input_at(60).forward, 0.0);
        assert_eq!(replay.hash_at(60), Some(0xDEAD_BEEF_0000_0001));
        assert_eq!(replay.hash_at(61), None);
    }

    #[test]
    fn commands_are_kept_by_tick() {
        let mut replay = Replay::new(header());
        replay.push_commands(3, &[]);
        assert!(replay.commands.is_empty());
        let (fade, seed) =
            (Command::SetOpacity { node: world::NodeId(1), opacity: 0.1 }, Command::SetSeed(3));
        replay.push_commands(3, std::slice::from_ref(&fade));
        replay.push_commands(3, std::slice::from_ref(&seed));
        replay.push_commands(9, std::slice::from_ref(&fade));
        replay.push_input(3, Input { run: true, ..Input::default() });
        replay.hashes = vec![(3, 1)];
        assert_eq!(replay.commands_at(3), [fade, seed]);
        assert_eq!((replay.commands_at(4), replay.commands_at(9).len()), (&[][..], 1));
        let text = replay.to_text().unwrap();
        assert_eq!(Replay::parse(&text).unwrap(), replay);
        let first = r#"{"tick":3,"commands":[{"set_opacity":{"node":1,"opacity":0.1}},{"set_seed":3}]}"#;
        assert_eq!(text.lines().nth(2), Some(first));
    }

    #[test]
    fn places_that_joined_and_left_are_kept_by_tick() {
        let site = |key: &str, x| Site {
            key: key.to_owned(),
            origin: [x, 0, 0],
            extent: Some(Extent { min: [0, 0], max: [10, 20] }),
        };
        let mut replay = Replay::new(Header { site: Some(site("c1", 0)), ..header() });
        let join = PlaceEvent::Join {
            world: "c2".to_owned(),
            site: site("c2@10,0,0", 10),
            fingerprint: "0f".to_owned(),
        };
        let leave = PlaceEvent::Leave("c1".to_owned());
        replay.push_places(5, &[]);
        replay.push_places(5, std::slice::from_ref(&join));
        replay.push_places(5, std::slice::from_ref(&leave));
        replay.push_input(5, Input { run: true, ..Input::default() });
        assert_eq!(replay.places_at(5), [join, leave]);
        assert_eq!(replay.places_at(4), []);
        let text = replay.to_text().unwrap();
        assert_eq!(Replay::parse(&text).unwrap(), replay);
        let joined = concat!(
            r#"{"tick":5,"places":[{"join":{"world":"c2","site":{"key":"c2@10,0,0","origin":[10,0,0],"#,
            r#""extent":{"min":[0,0],"max":[10,20]}},"fingerprint":"0f"}},{"leave":"c1"}]}"#
        );
        assert_eq!(text.lines().nth(1), Some(joined), "before the input of the same tick");
        // Whoever has one place says nothing of places.
        assert!(!Replay::new(header()).to_text().unwrap().contains("site"));
    }

    #[test]
    fn a_recording_of_the_format_before_is_read_without_comparing_its_hashes() {
        let text = concat!(
            r#"{"format":"revisit.replay/1","title":"mechwarrior3","world":"c1","fingerprint":"","seed":1,"tick_rate":60}"#,
            "\n",
            r#"{"tick":0,"input":{"forward":1.0}}"#,
            "\n",
            r#"{"tick":60,"hash":"00ff"}"#,
            "\n",
            r#"{"tick":60,"end":true}"#,
        );
        let replay = Replay::parse(text).unwrap();
        assert_eq!((replay.input_at(59).forward, replay.ticks), (1.0, Some(60)));
        assert_eq!((replay.hashes.len(), replay.hash_at(60)), (1, None));
        assert!(!replay.has_comparable_hashes());
    }

    #[test]
    fn nonsense_is_refused_with_its_line() {
        let good = serde_json::to_string(&header()).unwrap();
        for (text, expected) in [
            (String::new(), "empty"),
            ("{}".to_owned(), "line 1"),
            (good.replace("replay/2", "replay/9"), "expected \"revisit.replay/2\""),
            (format!("{good}\n{{\"tick\":1}}"), "line 2: expected one of"),
            (format!("{good}\n{{\"end\":true}}"), "line 2: expected a tick"),
            (format!("{good}\n{{\"tick\":1,\"end\":true,\"hash\":\"1\"}}"), "line 2: expected one of"),
            (format!("{good}\n{{\"tick\":1,\"commands\":[{{\"dig\":3}}]}}"), "unknown variant `dig`"),
            (format!("{good}\n{{\"tick\":1,\"hash\":\"xyz\"}}"), "no hexadecimal hash"),
            (format!("{good}\n{{\"tick\":1152921504606846976,\"end\":true}}"), "at most 5184000 ticks"),
            (format!("{good}\n{{\"tick\":5184001,\"hash\":\"1\"}}"), "line 2: tick 5184001, but"),
            (format!("{good}\n{{\"tick\":2,\"hash\":\"1\"}}\n{{\"tick\":2,\"hash\":\"1\"}}"), "line 3"),
        ] {
            let message = Replay::parse(&text).unwrap_err().to_string();
            assert!(message.contains(expected), "{message}");
        }
    }
}
