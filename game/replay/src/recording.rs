//! Recordings: JSON lines with a header, input changes by tick, and hashes.

use base::Failure;
use runtime::{Input, TICKS_PER_SECOND};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::path::Path;

/// Name and version of the format.
pub const FORMAT: &str = "revisit.replay/1";

/// Ticks between two hashes.
pub const HASH_EVERY: u64 = 60;

/// What a recording belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// [`FORMAT`].
    pub format: String,
    /// Title's id.
    pub title: String,
    /// World's id.
    pub world: String,
    /// xxh3-64 over the world's files, hexadecimal; empty fits every install,
    /// for recordings typed by hand.
    pub fingerprint: String,
    /// Seed of the random generator.
    pub seed: u32,
    /// Ticks a second.
    pub tick_rate: u32,
}

impl Header {
    /// A recording is only replayed on the very files it was made with, whose
    /// fingerprint this is.
    ///
    /// # Errors
    /// Another title, world, tick rate or other files.
    pub fn fits(&self, request: &load::Request, fingerprint: u64) -> Result<(), Failure> {
        let refuse = |what: &str, found: &str, here: &str| {
            Err(Failure::Unusable(format!(
                "the recording has {what} {found}, this is {here}: it cannot be replayed here"
            )))
        };
        if self.title != request.title {
            return refuse("the title", &self.title, &request.title);
        }
        if self.world != request.world {
            return refuse("the world", &self.world, &request.world);
        }
        if self.tick_rate != TICKS_PER_SECOND {
            return refuse("the tick rate", &self.tick_rate.to_string(), &TICKS_PER_SECOND.to_string());
        }
        let fingerprint = format!("{fingerprint:016x}");
        if !self.fingerprint.is_empty() && self.fingerprint != fingerprint {
            return refuse("the fingerprint", &self.fingerprint, &fingerprint);
        }
        Ok(())
    }
}

/// One line behind the header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Line {
    Input { tick: u64, input: Input },
    Hash { tick: u64, hash: String },
    End { tick: u64, end: bool },
}

/// A recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// What it belongs to.
    pub header: Header,
    /// Input from these ticks on, ascending.
    pub inputs: Vec<(u64, Input)>,
    /// Hash of the state after this many ticks, ascending.
    pub hashes: Vec<(u64, u64)>,
    /// Number of ticks recorded.
    pub ticks: Option<u64>,
}

impl Replay {
    /// An empty recording.
    pub fn new(header: Header) -> Self {
        Replay { header, inputs: Vec::new(), hashes: Vec::new(), ticks: None }
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

    /// The recorded hash after this many ticks.
    pub fn hash_at(&self, tick: u64) -> Option<u64> {
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
        let text = std::fs::read_to_string(path).map_err(|error| Failure::io("read", path, &error))?;
        Self::parse(&text).map_err(|message| Failure::Unusable(format!("{}: {message}", path.display())))
    }

    /// Parses a recording; the message names the line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (_, first) = lines.next().ok_or("empty, expected a recording")?;
        let header: Header = serde_json::from_str(first).map_err(|error| format!("line 1: {error}"))?;
        if header.format != FORMAT {
            return Err(format!("line 1: format \"{}\", expected \"{FORMAT}\"", header.format));
        }
        let mut replay = Replay::new(header);
        for (number, line) in lines {
            let number = number + 1;
            let line: Line = serde_json::from_str(line).map_err(|_| {
                format!("line {number}: expected {{\"tick\", \"input\"}}, {{\"tick\", \"hash\"}} or {{\"tick\", \"end\"}}")
            })?;
            let ascending = |last: Option<u64>, tick: u64| match last {
                Some(last) if last >= tick => Err(format!("line {number}: tick {tick} after tick {last}")),
                _ => Ok(()),
            };
            match line {
                Line::Input { tick, input } => {
                    ascending(replay.inputs.last().map(|(tick, _)| *tick), tick)?;
                    replay.inputs.push((tick, input));
                }
                Line::Hash { tick, hash } => {
                    ascending(replay.hashes.last().map(|(tick, _)| *tick), tick)?;
                    let hash = u64::from_str_radix(&hash, 16)
                        .map_err(|_| format!("line {number}: \"{hash}\" is no hexadecimal hash"))?;
                    replay.hashes.push((tick, hash));
                }
                Line::End { tick, .. } => replay.ticks = Some(tick),
            }
        }
        Ok(replay)
    }

    /// The recording as text, in the order of ticks.
    pub fn to_text(&self) -> Result<String, Failure> {
        let mut lines: Vec<(u64, Line)> = Vec::new();
        lines.extend(
            self.inputs.iter().map(|(tick, input)| (*tick, Line::Input { tick: *tick, input: *input })),
        );
        lines.extend(
            self.hashes
                .iter()
                .map(|(tick, hash)| (*tick, Line::Hash { tick: *tick, hash: format!("{hash:016x}") })),
        );
        lines.sort_by_key(|(tick, _)| *tick);
        lines.extend(self.ticks.map(|tick| (tick, Line::End { tick, end: true })));
        let json = |value: serde_json::Result<String>| {
            value.map_err(|error| Failure::Unusable(format!("the recording cannot be written: {error}")))
        };
        let mut text = json(serde_json::to_string(&self.header))?;
        text.push('\n');
        for (_, line) in &lines {
            // Writing into a String cannot fail.
            let _ = writeln!(text, "{}", json(serde_json::to_string(line))?);
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header {
            format: FORMAT.to_owned(),
            title: "mechwarrior3".to_owned(),
            world: "c1".to_owned(),
            fingerprint: "00ff".to_owned(),
            seed: 7,
            tick_rate: 60,
        }
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
    fn nonsense_is_refused_with_its_line() {
        let good = serde_json::to_string(&header()).unwrap();
        for (text, expected) in [
            (String::new(), "empty"),
            ("{}".to_owned(), "line 1"),
            (good.replace("replay/1", "replay/9"), "expected \"revisit.replay/1\""),
            (format!("{good}\n{{\"tick\":1}}"), "line 2"),
            (format!("{good}\n{{\"tick\":1,\"hash\":\"xyz\"}}"), "no hexadecimal hash"),
            (format!("{good}\n{{\"tick\":2,\"hash\":\"1\"}}\n{{\"tick\":2,\"hash\":\"1\"}}"), "line 3"),
        ] {
            let message = Replay::parse(&text).unwrap_err();
            assert!(message.contains(expected), "{message}");
        }
    }
}
