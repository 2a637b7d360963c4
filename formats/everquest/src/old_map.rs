//! The older form of maps that players drew: `Z.map`.
//! Source: `docs/spec/everquest/zone-install.md`, "13. Side files, from real ones".

use crate::lines::{self, Line, Row, number};
use crate::map::shown;
use binary::{Code, Mode, Report, Result, Site, codes};
use serde::{Deserialize, Serialize};

codes! {
    TITLE = "everquest.old_map.title": "the first line is not the title of a map" => "write `name,short name,width,height`";
    ROW = "everquest.old_map.row": "a line is not a line of the map; it is kept" => "write `L,name,colour,n,x1,y1,x2,y2` and so on with n points";
}

/// Every finding that reading or writing such a map can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, lines::CODES].concat()
}

/// A map.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OldMap {
    /// Its lines of text; the first has the title.
    pub lines: Vec<Line<OldRow>>,
}

/// What one line of text says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "lowercase")]
pub enum OldRow {
    /// What the zone is called.
    Title {
        /// Its long name.
        name: String,
        /// Its short name.
        short: String,
        /// Width and height of the map.
        size: [f64; 2],
    },
    /// A line through some points.
    Line {
        /// What it is called.
        name: String,
        /// The name of its colour.
        color: String,
        /// x and y of each point.
        points: Vec<[f64; 2]>,
    },
}

impl Row for OldRow {
    fn parse(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split(',').collect();
        if let ["L", name, color, count, rest @ ..] = fields.as_slice() {
            let (pairs, odd) = rest.as_chunks::<2>();
            let points: Option<Vec<_>> = pairs.iter().map(|[x, y]| Some([number(x)?, number(y)?])).collect();
            let points = points.filter(|points| odd.is_empty() && count.parse() == Ok(points.len()))?;
            return Some(OldRow::Line { name: (*name).to_owned(), color: (*color).to_owned(), points });
        }
        let [name, short, width, height] = fields.as_slice() else { return None };
        let size = [number(width)?, number(height)?];
        Some(OldRow::Title { name: (*name).to_owned(), short: (*short).to_owned(), size })
    }

    fn print(&self) -> String {
        match self {
            OldRow::Title { name, short, size: [width, height] } => {
                format!("{name},{short},{width},{height}")
            }
            OldRow::Line { name, color, points } => {
                let points: String = points.iter().map(|[x, y]| format!(",{x},{y}")).collect();
                let count = points.matches(',').count() / 2;
                format!("L,{name},{color},{count}{points}")
            }
        }
    }
}

/// Reads a map.
///
/// # Errors
/// A text above 8 MiB.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(OldMap, Report)> {
    let look = |report: &mut Report, line: &Line<OldRow>, index, at| {
        let text = line.spelling.as_deref().unwrap_or_default();
        match (index, line.row.as_deref()) {
            (0, Some(OldRow::Title { .. })) | (1.., Some(OldRow::Line { .. })) => {}
            (0, _) => report.habit(&TITLE, at, "`name,short name,width,height`", shown(text)),
            (_, None) if text.trim_ascii().is_empty() => {}
            _ => report.habit(&ROW, at, "`L,name,colour,n` and n points", shown(text)),
        }
    };
    let (lines, report) = lines::read(bytes, mode, look)?;
    Ok((OldMap { lines }, report))
}

/// Writes a map.
///
/// # Errors
/// `everquest.text.unwritable` for names that are no part of a line.
pub fn write(map: &OldMap) -> Result<Vec<u8>> {
    lines::write(&map.lines)
}

/// Every line, see [`lines`].
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    lines::fields(bytes)
}

impl OldMap {
    /// What its lines say, in order.
    pub fn rows(&self) -> impl Iterator<Item = &OldRow> {
        lines::rows(&self.lines)
    }
}

/// True for a text that starts with a title and goes on with a line of a map.
pub fn is_old_map(bytes: &[u8]) -> bool {
    let title = lines::first_line(bytes).and_then(|line| OldRow::parse(&line));
    matches!(title, Some(OldRow::Title { .. })) && bytes.windows(3).any(|next| next == b"\nL,")
}
