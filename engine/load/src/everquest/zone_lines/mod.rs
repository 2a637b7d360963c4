//! Where lines into other zones lead. Some say it themselves; most name a number whose target the game's server
//! knew, so that a table beside the zones says it: `zone_lines.toml` in the folder of the install, or in a mod.
//!
//! ```toml
//! [[line]]
//! zone = "arena"      # whoever is here
//! reference = 2       # and crosses the line of this number
//! target = "lakerathe" # is there,
//! x = 2345.5          # at this place in raw coordinates (north, west, up); where one is missing, as before,
//! y = -1020.0
//! z = 92.0
//! heading = 256.0     # looking there, 512 to a turn from north to the left; without it as before
//!
//! [[zone]]            # lines that say where they lead do so by numbers of zones; those of the game are known,
//! number = 901        # and others are said here
//! name = "larkmere"
//! ```
//!
//! What an install does not say is looked for in a table of the same form that comes with the program: `known.toml`,
//! with what public servers know of the original zones.
//!
//! Source: `docs/spec/everquest/zone-install.md`, "9. Regions in play".

mod known;

use super::archives::Archives;
use super::{KNOWN_LINES, NOWHERE, ZONE_LINES};
use binary::{Finding, Severity};
use everquest::wld::{Arrival, ZoneLine};
use glam::Vec3;
use serde::Deserialize;
use std::f32::consts::TAU;
use toml::Spanned;
use vfs::Vfs;
use world::{Exit, Frame};

/// Name of the table.
pub const TABLE: &str = "zone_lines.toml";
/// The largest table that is read, bytes: some ten thousand lines.
const LARGEST: u64 = 4 << 20;
/// Units of a heading in a whole turn.
const TURN: f32 = 512.0;
/// A coordinate that says: as before.
const KEEP: f32 = 999_999.0;
/// A heading that says: as before.
const KEEP_HEADING: f32 = 999.0;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    line: Vec<Spanned<Entry>>,
    #[serde(default)]
    zone: Vec<Spanned<ZoneName>>,
}

/// The short name of a zone that has a number.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ZoneName {
    number: u32,
    name: String,
}

/// One row of the table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    zone: String,
    reference: u32,
    target: String,
    x: Option<f32>,
    y: Option<f32>,
    z: Option<f32>,
    heading: Option<f32>,
}

impl Entry {
    fn is_finite(&self) -> bool {
        [self.x, self.y, self.z, self.heading].into_iter().flatten().all(f32::is_finite)
    }
}

/// Where the lines of a zone lead.
pub(super) struct ZoneLines<'a> {
    archives: &'a Archives<'a>,
    /// Address of the table.
    address: String,
    /// Rows of this zone with the lines of the file that they begin on.
    entries: Vec<(usize, Entry)>,
    /// Names of zones that the table gives numbers.
    names: Vec<ZoneName>,
}

impl<'a> ZoneLines<'a> {
    /// Reads the table beside a zone. One that is not there is empty; what is wrong with it is a finding.
    pub fn read(vfs: &Vfs, archives: &'a Archives<'a>, findings: &mut Vec<Finding>) -> Self {
        let address = archives.beside(TABLE);
        let mut lines = ZoneLines { archives, address, entries: Vec::new(), names: Vec::new() };
        if !vfs.is_file(&lines.address) {
            return lines;
        }
        let bytes = match vfs.read_start(&lines.address, LARGEST as usize + 1) {
            Ok(bytes) => bytes,
            Err(finding) => {
                findings.push(*finding);
                return lines;
            }
        };
        let text = std::str::from_utf8(&bytes).ok().filter(|text| text.len() as u64 <= LARGEST);
        let Some(text) = text else {
            let expected = format_args!("a text in UTF-8 of at most {LARGEST} bytes");
            findings.push(lines.odd(&ZONE_LINES, 0, expected, "something else"));
            return lines;
        };
        let line_of = |at: usize| text.get(..at).map_or(0, |before| 1 + before.matches('\n').count());
        let file: File = match toml::from_str(text) {
            Ok(file) => file,
            Err(error) => {
                let line = error.span().map_or(0, |span| line_of(span.start));
                let message = error.message().trim().replace('\n', ", ");
                findings.push(lines.odd(&ZONE_LINES, line, "rows [[line]] as documented", message));
                return lines;
            }
        };
        for name in file.zone {
            let line = line_of(name.span().start);
            let name = name.into_inner();
            if lines.names.iter().any(|known| known.number == name.number) {
                let found = format_args!("number {} again", name.number);
                findings.push(lines.odd(&ZONE_LINES, line, "one name for each number of a zone", found));
            } else {
                lines.names.push(name);
            }
        }
        for entry in file.line {
            let line = line_of(entry.span().start);
            let entry = entry.into_inner();
            if !archives.is_zone(&entry.zone) {
                continue;
            }
            if !entry.is_finite() {
                findings.push(lines.odd(&ZONE_LINES, line, "numbers that are finite", "others"));
            } else if let Some((first, _)) =
                lines.entries.iter().find(|(_, own)| own.reference == entry.reference)
            {
                let found = format_args!("reference {} again, as on line {first}", entry.reference);
                findings.push(lines.odd(&ZONE_LINES, line, "one row for each reference of a zone", found));
            } else {
                lines.entries.push((line, entry));
            }
        }
        for (line, entry) in &lines.entries {
            if archives.zone_there(&entry.target).is_none() {
                let expected = "a zone of this install";
                let found = format_args!("\"{}\"", entry.target.escape_debug());
                findings.push(lines.odd(&NOWHERE, *line, expected, found));
            }
        }
        lines
    }

    /// A finding about the table, at a line of it, counted from 1.
    fn odd(
        &self,
        code: &'static binary::Code,
        line: usize,
        expected: impl std::fmt::Display,
        found: impl std::fmt::Display,
    ) -> Finding {
        let place = if line == 0 { String::new() } else { format!(" on line {line}") };
        let expected = format_args!("{expected}{place}");
        Finding::new(code, Severity::Warning, self.address.as_str(), expected, found)
    }

    /// Where a line leads.
    pub fn exit(&self, line: &ZoneLine, frame: &Frame, findings: &mut Vec<Finding>) -> Exit {
        match line {
            ZoneLine::Absolute(Arrival { zone, position, heading }) => {
                let own = self.names.iter().find(|own| own.number == *zone).map(|own| own.name.as_str());
                let Some(name) = own.or_else(|| known::zone(*zone)) else {
                    return nowhere(format!("zone {zone}, which nobody knows"));
                };
                self.to(name, *position, *heading, frame)
            }
            ZoneLine::Reference(number) => {
                let own = self.entries.iter().find(|(_, entry)| entry.reference == *number);
                let known = || known::line(self.archives.zone(), *number);
                let Some(entry) = own.map(|(_, entry)| entry).or_else(known) else {
                    let expected = format_args!("a row for reference {number}");
                    let found = "none: whoever crosses that line stays";
                    let address = self.address.as_str();
                    findings.push(Finding::new(&ZONE_LINES, Severity::Note, address, expected, found));
                    return nowhere(format!("the end of reference {number}, which no table names"));
                };
                if own.is_none() {
                    let expected = format_args!("a row for reference {number}");
                    let found = format_args!("none: it leads to {}, as on public servers", entry.target);
                    let address = self.address.as_str();
                    findings.push(Finding::new(&KNOWN_LINES, Severity::Note, address, expected, found));
                }
                self.to(&entry.target, [entry.x, entry.y, entry.z], entry.heading, frame)
            }
        }
    }

    /// The way to a place of a zone, raw coordinates.
    fn to(&self, zone: &str, position: [Option<f32>; 3], heading: Option<f32>, frame: &Frame) -> Exit {
        let Some(world) = self.archives.zone_there(zone) else {
            return nowhere(format!("{zone}, which is not in this install"));
        };
        let mut place = [None; 3];
        for (axis, value) in position.into_iter().enumerate() {
            let mut along = Vec3::ZERO;
            let Some(value) = value.filter(|value| *value != KEEP) else { continue };
            along[axis] = value;
            let engine = frame.engine_axis(axis);
            if let Some(place) = place.get_mut(engine) {
                *place = Some(frame.to_engine(along)[engine]);
            }
        }
        let yaw = heading.filter(|heading| *heading != KEEP_HEADING).map(|heading| heading / TURN * TAU);
        Exit { label: world.clone(), world: Some(world), place, yaw }
    }
}

fn nowhere(label: String) -> Exit {
    Exit { label, ..Exit::default() }
}
