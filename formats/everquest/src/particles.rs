//! Where late clients place particles: `Z_environmentemitters.txt`.
//! Source: `docs/spec/everquest/zone-install.md`, "1. Files of an install".

use crate::lines::{self, Line, Row, number};
use crate::map::shown;
use binary::{Code, Mode, Report, Result, Site, codes};
use serde::{Deserialize, Serialize};

codes! {
    HEADER = "everquest.particles.header": "the first line is not the names of the fields" => "write `Name^EmitterDefIdx^X^Y^Z^Lifespan`";
    ROW = "everquest.particles.row": "a line does not place particles" => "write six fields with `^` between them: a name, then five numbers";
}

/// The first line.
const NAMES: &str = "Name^EmitterDefIdx^X^Y^Z^Lifespan";

/// Every finding that reading or writing such a list can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, lines::CODES].concat()
}

/// Particles of a zone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Particles {
    /// Its lines of text; the first has the names of the fields.
    pub lines: Vec<Line<ParticleRow>>,
}

/// What one line of text says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "lowercase")]
pub enum ParticleRow {
    /// The names of the fields.
    Header,
    /// Particles at a place.
    Placed {
        /// What they are called.
        name: String,
        /// Which law they follow: an index into `actoremittersnew.edd`.
        definition: u32,
        /// Where they are, in the zone's own axes.
        at: [f64; 3],
        /// How long they live.
        lifespan: f64,
    },
}

impl Row for ParticleRow {
    fn parse(line: &str) -> Option<Self> {
        if line.trim_ascii().eq_ignore_ascii_case(NAMES) {
            return Some(ParticleRow::Header);
        }
        let mut fields = line.split('^').map(str::trim_ascii);
        let name = fields.next()?.to_owned();
        let definition = fields.next()?.parse().ok()?;
        let mut next = || number(fields.next()?);
        let (at, lifespan) = ([next()?, next()?, next()?], next()?);
        fields.next().is_none().then_some(ParticleRow::Placed { name, definition, at, lifespan })
    }

    fn print(&self) -> String {
        match self {
            ParticleRow::Header => NAMES.to_owned(),
            ParticleRow::Placed { name, definition, at: [x, y, z], lifespan } => {
                format!("{name}^{definition}^{x}^{y}^{z}^{lifespan}")
            }
        }
    }
}

/// Reads a list.
///
/// # Errors
/// A text above 8 MiB.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Particles, Report)> {
    let look = |report: &mut Report, line: &Line<ParticleRow>, index, at| {
        let text = line.spelling.as_deref().unwrap_or_default();
        match (index, line.row.as_deref()) {
            (0, Some(ParticleRow::Header)) | (1.., Some(ParticleRow::Placed { .. })) => {}
            (0, _) => report.habit(&HEADER, at, NAMES, shown(text)),
            (_, None) if text.trim_ascii().is_empty() => {}
            _ => report.habit(&ROW, at, "a name and five numbers", shown(text)),
        }
    };
    let (lines, report) = lines::read(bytes, mode, look)?;
    Ok((Particles { lines }, report))
}

/// Writes a list.
///
/// # Errors
/// `everquest.text.unwritable` for names that are no part of a line.
pub fn write(particles: &Particles) -> Result<Vec<u8>> {
    lines::write(&particles.lines)
}

/// Every line, see [`lines`].
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    lines::fields(bytes)
}

impl Particles {
    /// What its lines say, in order.
    pub fn rows(&self) -> impl Iterator<Item = &ParticleRow> {
        lines::rows(&self.lines)
    }
}

/// True for a text that starts with the names of the fields.
pub fn is_particles(bytes: &[u8]) -> bool {
    lines::first_line(bytes).is_some_and(|line| ParticleRow::parse(&line) == Some(ParticleRow::Header))
}
