//! Maps that players draw: `Maps/Z.txt` with lines and labelled points, and the
//! older `Z.map`. Source: `docs/spec/everquest/zone-install.md`, "13. Side files, from real ones" and
//! "Player maps as witnesses".
//!
//! Numbers are the map's own: a place of the zone is (-y, -x, z) of a map's
//! (x, y, z), and north is up.

use crate::lines::{self, Line, Row, number};
use binary::{Code, Mode, Report, Result, Site, codes};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

codes! {
    ROW = "everquest.map.row": "a line is neither a line of the map nor a labelled point" => "write `L x1, y1, z1, x2, y2, z2, r, g, b` or `P x, y, z, r, g, b, size, label`";
    COLOR = "everquest.map.color": "a part of a colour is not 0 to 255" => "use 0 to 255";
}

/// Every finding that reading or writing a map can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, lines::CODES].concat()
}

/// A map.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// Its lines of text.
    pub lines: Vec<Line<Drawn>>,
}

/// What one line of text draws.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "lowercase")]
pub enum Drawn {
    /// A line from one place to another.
    Line {
        /// Where it starts: x, y, z of the map, in units of the zone.
        from: [f64; 3],
        /// Where it ends.
        to: [f64; 3],
        /// Red, green and blue.
        color: [i32; 3],
    },
    /// A labelled point.
    Point {
        /// x, y, z of the map, in units of the zone.
        at: [f64; 3],
        /// Red, green and blue.
        color: [i32; 3],
        /// Size of the letters: 1 small, 2 medium, 3 large.
        size: i32,
        /// The label; `_` stands for a blank.
        label: String,
    },
}

impl Drawn {
    fn color(&self) -> [i32; 3] {
        match self {
            Drawn::Line { color, .. } | Drawn::Point { color, .. } => *color,
        }
    }
}

fn triple<T>(mut next: impl FnMut() -> Option<T>) -> Option<[T; 3]> {
    Some([next()?, next()?, next()?])
}

impl Row for Drawn {
    fn parse(line: &str) -> Option<Self> {
        let line = line.trim_ascii();
        let (letter, rest) = line.split_at_checked(1)?;
        if !rest.starts_with([' ', '\t']) {
            return None;
        }
        // A label may have commas of its own.
        let most = if letter == "P" { 8 } else { usize::MAX };
        let mut fields = rest.splitn(most, ',').map(str::trim_ascii);
        let drawn = match letter {
            "L" => {
                let mut place = || triple(|| number(fields.next()?));
                let (from, to) = (place()?, place()?);
                Drawn::Line { from, to, color: triple(|| fields.next()?.parse().ok())? }
            }
            "P" => {
                let at = triple(|| number(fields.next()?))?;
                let color = triple(|| fields.next()?.parse().ok())?;
                let size = fields.next()?.parse().ok()?;
                Drawn::Point { at, color, size, label: fields.next()?.to_owned() }
            }
            _ => return None,
        };
        fields.next().is_none().then_some(drawn)
    }

    fn print(&self) -> String {
        match self {
            Drawn::Line { from, to, color: [red, green, blue] } => {
                let mut text = "L ".to_owned();
                for number in from.iter().chain(to) {
                    // Writing into a String cannot fail.
                    let _ = write!(text, "{number:.4}, ");
                }
                let _ = write!(text, "{red}, {green}, {blue}");
                text
            }
            Drawn::Point { at: [x, y, z], color: [red, green, blue], size, label } => {
                format!("P {x:.4}, {y:.4}, {z:.4}, {red}, {green}, {blue}, {size}, {label}")
            }
        }
    }
}

/// Reads a map.
///
/// # Errors
/// A text above 8 MiB.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Map, Report)> {
    let look = |report: &mut Report, line: &Line<Drawn>, _, at| match &line.row {
        Some(drawn) => {
            if let Some(part) = drawn.color().iter().find(|part| !(0..=255).contains(*part)) {
                report.habit(&COLOR, at, "0 to 255", part);
            }
        }
        None => {
            let text = line.spelling.as_deref().unwrap_or_default();
            if !text.trim_ascii().is_empty() {
                report.habit(&ROW, at, "`L` or `P` and its numbers", shown(text));
            }
        }
    };
    let (lines, report) = lines::read(bytes, mode, look)?;
    Ok((Map { lines }, report))
}

/// Writes a map.
///
/// # Errors
/// `everquest.text.unwritable` for labels that are no part of a line.
pub fn write(map: &Map) -> Result<Vec<u8>> {
    lines::write(&map.lines)
}

/// Every line, see [`lines`].
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    lines::fields(bytes)
}

impl Map {
    /// What is drawn, in order.
    pub fn drawn(&self) -> impl Iterator<Item = &Drawn> {
        lines::rows(&self.lines)
    }
}

/// True for a text whose first line draws something.
pub fn is_map(bytes: &[u8]) -> bool {
    lines::first_line(bytes).is_some_and(|line| Drawn::parse(&line).is_some())
}

/// The start of a line as a finding shows it.
pub(crate) fn shown(text: &str) -> String {
    let start: String = text.chars().take(60).collect();
    format!("\"{}\"", start.escape_debug())
}
