//! All regions of MAPS.BSA together. Source: `docs/spec/daggerfall.md`, "5. MAPS.BSA".

use super::dungeons::{self, Dungeons};
use super::exteriors::{self, Exterior, Exteriors};
use super::table::{self, Names, Row, Table};
use super::{
    PIXEL, PIXEL_TWICE, REGION_COUNT, REGION_DAMAGED, REGION_EMPTY, REGION_NAME, REGION_NAMES, REGIONS,
    ROW_COUNT, UNWRITABLE,
};
use crate::bsa::{self, Archive, Entry};
use crate::text::Text;
use binary::{Finding, Mode, Name, Report, Result, Segment, Severity};
use std::collections::HashSet;

/// The places of one region.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Region {
    /// What the places are called.
    pub names: Names,
    /// Where they are and what they are.
    pub table: Table,
    /// What they look like from outside.
    pub exteriors: Exteriors,
    /// What is below some of them.
    pub dungeons: Dungeons,
}

/// The regions of a map. Those that the game takes for empty have no places.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Maps {
    /// By their number.
    pub regions: Vec<Region>,
}

/// A place of a region.
#[derive(Clone, Copy, Debug)]
pub struct Place<'m> {
    /// The number of its region.
    pub region: usize,
    /// Its index in the region.
    pub index: usize,
    /// Where it is and what it is.
    pub row: &'m Row,
    /// What it looks like; none where that cannot be read.
    pub exterior: Option<&'m Exterior>,
    name: Option<&'m Text<32>>,
}

impl Place<'_> {
    /// What it is called.
    pub fn name(&self) -> String {
        self.name.map(Text::text).unwrap_or_default()
    }

    /// What its region is called; empty for regions that the game does not have.
    pub fn region_name(&self) -> &'static str {
        REGION_NAMES.get(self.region).copied().unwrap_or_default()
    }
}

impl Region {
    /// A region of these places, without dungeons: name, row and what is there. `None` for names of more
    /// than 32 letters, or of 32 where it is the last.
    pub fn new(places: Vec<(String, Row, Exterior)>) -> Option<Self> {
        let mut region = Region::default();
        for (name, row, exterior) in places {
            region.names.names.push(Text::new(&name)?);
            region.table.rows.push(row);
            region.exteriors.places.push(Some(exterior));
        }
        let last = region.names.names.last();
        last.is_none_or(|name| !name.is_unterminated()).then_some(region)
    }

    fn is_empty(&self) -> bool {
        self.names.names.is_empty()
    }
}

impl Maps {
    /// All places, region by region.
    pub fn places(&self) -> impl Iterator<Item = Place<'_>> {
        self.regions.iter().enumerate().flat_map(|(number, region)| {
            region.table.rows.iter().enumerate().map(move |(index, row)| Place {
                region: number,
                index,
                row,
                exterior: region.exteriors.places.get(index).and_then(Option::as_ref),
                name: region.names.names.get(index),
            })
        })
    }

    /// A place by its region and its index there.
    pub fn place(&self, region: usize, index: usize) -> Option<Place<'_>> {
        let of = self.regions.get(region)?;
        Some(Place {
            region,
            index,
            row: of.table.rows.get(index)?,
            exterior: of.exteriors.places.get(index).and_then(Option::as_ref),
            name: of.names.names.get(index),
        })
    }
}

/// Reads the places of all regions from the bytes of MAPS.BSA. A region that cannot be read is a finding,
/// and has no places.
///
/// # Errors
/// A file that is no archive.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Maps, Report)> {
    let (directory, mut report) = bsa::read_directory(bytes, mode)?;
    let entries = &directory.entries;
    if entries.len() != 4 * REGIONS {
        let expected = format_args!("{} records", 4 * REGIONS);
        report.habit(&REGION_COUNT, 0, expected, entries.len());
    }
    let mut regions = Vec::with_capacity(entries.len() / 4);
    for (number, records) in entries.chunks_exact(4).enumerate() {
        let name = REGION_NAMES.get(number).copied().unwrap_or_default();
        report.enter(Segment::at("region", number).named(Name::new(name.as_bytes())));
        regions.push(region(&mut report, bytes, records, number));
        report.leave();
    }
    let maps = Maps { regions };
    look_at_pixels(&mut report, &maps);
    Ok((maps, report))
}

fn region(report: &mut Report, bytes: &[u8], records: &[Entry], number: usize) -> Region {
    for (entry, kind) in records.iter().zip(["MAPPITEM", "MAPDITEM", "MAPTABLE", "MAPNAMES"]) {
        let expected = format!("{kind}.{number:03}");
        if !entry.key.to_string().eq_ignore_ascii_case(&expected) {
            report.habit(&REGION_NAME, entry.start as usize, expected, entry.key);
        }
    }
    let parts = [0, 1, 2, 3].map(|index| {
        let place = records.get(index).map(Entry::place).unwrap_or_default();
        bytes.get(place).unwrap_or_default()
    });
    if parts.iter().any(|part| part.is_empty()) {
        if parts.iter().any(|part| !part.is_empty()) {
            let sizes = parts.map(<[u8]>::len);
            let at = records.first().map_or(0, |entry| entry.start as usize);
            report.habit(
                &REGION_EMPTY,
                at,
                "four records with something in them",
                format_args!("{sizes:?} bytes"),
            );
        }
        return Region::default();
    }
    match of_parts(report, parts) {
        Ok(region) => region,
        Err(problem) => {
            let at = records.first().map_or(0, |entry| entry.start as usize);
            report.habit(
                &REGION_DAMAGED,
                at,
                &problem.expected,
                format_args!("{}: {}", problem.path, problem.found),
            );
            Region::default()
        }
    }
}

/// Reads the four records of a region, in the order of the archive.
fn of_parts(report: &mut Report, [pitem, ditem, rows, names]: [&[u8]; 4]) -> Result<Region> {
    // The parts have offsets of their own, and `check` reports each record by itself.
    let mode = Mode::Lenient;
    let (names, _) = table::read_names(names, mode)?;
    let (table, _) = table::read_table(rows, mode)?;
    let (exteriors, found) = exteriors::read(pitem, names.names.len(), mode)?;
    for finding in found.into_findings() {
        let lost = [&super::EXTERIOR_PLACE, &super::AREA].into_iter().find(|code| code.id == finding.code);
        if let Some(code) = lost {
            report.habit(code, 0, &finding.expected, &finding.found);
        }
    }
    let (dungeons, _) = dungeons::read(ditem, mode)?;
    if table.rows.len() != names.names.len() {
        report.habit(&ROW_COUNT, 0, format_args!("{} rows", names.names.len()), table.rows.len());
    }
    Ok(Region { names, table, exteriors, dungeons })
}

fn look_at_pixels(report: &mut Report, maps: &Maps) {
    let mut taken = HashSet::new();
    for place in maps.places() {
        let [px, py] = place.row.pixel();
        report.enter(Segment::at("region", place.region));
        report.enter(Segment::at("place", place.index).named(Name::new(place.name().as_bytes())));
        if i64::from(py) * 1000 + i64::from(px) != i64::from(place.row.pixel_id()) {
            let found = format_args!("{px}, {py}");
            report.habit(&PIXEL, 0, format_args!("pixel {}", place.row.pixel_id()), found);
        }
        if !taken.insert([px, py]) {
            report.note(&PIXEL_TWICE, 0, "a pixel of its own", format_args!("{px}, {py}"));
        }
        report.leave();
        report.leave();
    }
}

/// The archive of these regions: 62 of them, those that are missing empty.
///
/// # Errors
/// `daggerfall.maps.unwritable` for more regions than there are, and what writing their records says.
pub fn archive(regions: &[Region]) -> Result<Archive> {
    let unwritable = |expected: &str, found: usize| {
        Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found))
    };
    if regions.len() > REGIONS {
        return Err(unwritable("at most 62 regions", regions.len()));
    }
    let none = Region::default();
    let mut records = Vec::with_capacity(4 * REGIONS);
    for number in 0..REGIONS {
        let region = regions.get(number).unwrap_or(&none);
        let parts = match region.is_empty() {
            true => Default::default(),
            false => [
                exteriors::write(&region.exteriors)?,
                dungeons::write(&region.dungeons)?,
                table::write_table(&region.table)?,
                table::write_names(&region.names)?,
            ],
        };
        for (kind, part) in ["MAPPITEM", "MAPDITEM", "MAPTABLE", "MAPNAMES"].into_iter().zip(parts) {
            records.push((format!("{kind}.{number:03}"), part));
        }
    }
    let named = records.iter().map(|(name, part)| (name.as_str(), part.clone()));
    Archive::named(named).ok_or_else(|| unwritable("less than 2 GiB", records.len()))
}
