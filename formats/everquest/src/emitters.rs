//! Sounds and music of late zones: `Z.emt`, a text with 21 fields a line.
//! Source: `docs/spec/everquest/zone-install.md`, "13. Side files, from real ones".

use crate::lines::{self, Line, Row, is_file_name, number};
use crate::map::shown;
use binary::{Code, Mode, Report, Result, Site, codes};
use serde::{Deserialize, Serialize};

codes! {
    ROW = "everquest.emitters.row": "a line is not a sound at a place" => "write 21 fields with commas between them: `2`, the file, then numbers";
    KIND = "everquest.emitters.kind": "the first field of a sound is not 2, as in every known file" => "set it to 2";
    FIELDS = "everquest.emitters.fields": "a sound has other than 20 or 21 fields" => "write 21 fields";
    VOLUME = "everquest.emitters.volume": "a volume is not 0 to 1" => "use 0 to 1";
}

/// Every finding that reading or writing such a list can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, lines::CODES].concat()
}

/// Sounds of a zone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Emitters {
    /// Its lines of text.
    pub lines: Vec<Line<Emitter>>,
}

/// A sound at a place: its fields as they are spelled, at least 13.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Emitter {
    /// All fields. What those that have no method here mean is unknown.
    pub fields: Vec<String>,
}

/// The fields that must be numbers: the volume, two times, the place, two radii.
const NUMBERS: [usize; 8] = [4, 5, 6, 8, 9, 10, 11, 12];
/// Fewest fields with all of them.
const LEAST: usize = 13;

impl Emitter {
    fn text(&self, index: usize) -> &str {
        self.fields.get(index).map_or("", |field| field.trim_ascii())
    }

    fn number(&self, index: usize) -> f64 {
        number(self.text(index)).unwrap_or_default()
    }

    /// The file that is heard, with its ending `.wav` or `.mp3`.
    pub fn file(&self) -> &str {
        self.text(1)
    }

    /// How loud it is, 0 to 1.
    pub fn volume(&self) -> f64 {
        self.number(4)
    }

    /// Two times in milliseconds, probably in which it fades in and out.
    pub fn fades_ms(&self) -> [f64; 2] {
        [5, 6].map(|index| self.number(index))
    }

    /// Where it is, in the zone's own axes.
    pub fn position(&self) -> [f64; 3] {
        [8, 9, 10].map(|index| self.number(index))
    }

    /// The first two radii.
    pub fn radii(&self) -> [f64; 2] {
        [11, 12].map(|index| self.number(index))
    }
}

impl Row for Emitter {
    fn parse(line: &str) -> Option<Self> {
        // Without room for a sound there is none to look for.
        if line.bytes().filter(|byte| *byte == b',').count() + 1 < LEAST {
            return None;
        }
        let emitter = Emitter { fields: line.split(',').map(str::to_owned).collect() };
        let fits = NUMBERS.iter().all(|index| number(emitter.text(*index)).is_some());
        (fits && is_file_name(emitter.file())).then_some(emitter)
    }

    fn print(&self) -> String {
        self.fields.join(",")
    }
}

/// Reads a list.
///
/// # Errors
/// A text above 8 MiB.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Emitters, Report)> {
    let look = |report: &mut Report, line: &Line<Emitter>, _, at| {
        let Some(emitter) = &line.row else {
            let text = line.spelling.as_deref().unwrap_or_default();
            if !text.trim_ascii().is_empty() {
                report.habit(&ROW, at, "a sound of 21 fields", shown(text));
            }
            return;
        };
        if emitter.text(0) != "2" {
            report.note(&KIND, at, 2, shown(emitter.text(0)));
        }
        if !(20..=21).contains(&emitter.fields.len()) {
            report.note(&FIELDS, at, "20 or 21 fields", emitter.fields.len());
        }
        if !(0.0..=1.0).contains(&emitter.volume()) {
            report.note(&VOLUME, at, "0 to 1", emitter.volume());
        }
    };
    let (lines, report) = lines::read(bytes, mode, look)?;
    Ok((Emitters { lines }, report))
}

/// Writes a list.
///
/// # Errors
/// `everquest.text.unwritable` for fields that are no part of a line.
pub fn write(emitters: &Emitters) -> Result<Vec<u8>> {
    lines::write(&emitters.lines)
}

/// Every line, see [`lines`].
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    lines::fields(bytes)
}

impl Emitters {
    /// The sounds, in order.
    pub fn sounds(&self) -> impl Iterator<Item = &Emitter> {
        lines::rows(&self.lines)
    }
}

/// True for a text whose first line is a sound.
pub fn is_emitters(bytes: &[u8]) -> bool {
    lines::first_line(bytes).is_some_and(|line| Emitter::parse(&line).is_some())
}
