//! MAPPITEM: the places of a region as they are seen from outside.
//! Source: `docs/spec/daggerfall.md`, "5. MAPS.BSA".

use super::location::{Area, Building, Door, Head};
use super::{AREA, EXTERIOR_PLACE, FORMAT, UNWRITABLE};
use crate::gaps::{Canvas, Gap, leftovers};
use binary::{Cursor, Finding, Mode, Name, Record, Report, Result, Segment, Severity, Site};
use serde::{Deserialize, Serialize};

/// Most blocks along a side of a place.
pub const MOST_BLOCKS: u8 = 8;

/// A place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exterior {
    /// Its doors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doors: Vec<Door>,
    /// Where it is and what it is called.
    pub head: Head,
    /// Between the number of buildings and the first of them.
    #[serde(default)]
    pub unknown: [u8; 5],
    /// The buildings that have names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buildings: Vec<Building>,
    /// Its blocks.
    pub area: Area,
}

/// MAPPITEM of a region.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exteriors {
    /// The places, in the order of their index; none where a record cannot be read.
    pub places: Vec<Option<Exterior>>,
    /// Where the places are, if not one behind the other from the list on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<Layout>,
}

/// Where the parts of a record are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// Offsets of the places from the end of the list.
    pub offsets: Vec<u32>,
    /// Bytes of the record.
    pub length: u32,
    /// Bytes that belong to no place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<Gap>,
}

impl Exterior {
    /// Bytes of its record.
    fn size(&self) -> usize {
        4 + Door::SIZES[0] * self.doors.len()
            + Head::SIZES[0]
            + 7
            + Building::SIZES[0] * self.buildings.len()
            + Area::SIZES[0]
    }

    /// Blocks west to east and south to north, each at most 8.
    pub fn size_in_blocks(&self) -> [usize; 2] {
        [self.area.width, self.area.height].map(|blocks| usize::from(blocks.min(MOST_BLOCKS)))
    }
}

/// Reads a MAPPITEM of `count` places, which is how many names the region has. A place that lies outside is
/// a finding.
///
/// # Errors
/// A record that ends inside its list.
pub fn read(bytes: &[u8], count: usize, mode: Mode) -> Result<(Exteriors, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let exteriors = exteriors(&mut cursor, bytes, count)?;
    Ok((exteriors, cursor.report))
}

/// Every place that the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8], count: usize) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = exteriors(&mut cursor, bytes, count);
    cursor.report.take_sites()
}

/// How many places a record has whose region's names are not known: offsets rise until the first place
/// starts, whose number of doors is small.
pub fn count(bytes: &[u8]) -> usize {
    let (words, _) = bytes.as_chunks::<4>();
    let words = words.iter().map(|word| u32::from_le_bytes(*word));
    let mut last = None;
    let rising = words.take_while(|word| last.replace(*word).is_none_or(|before| before < *word));
    rising.count()
}

fn exteriors(cursor: &mut Cursor<'_>, bytes: &[u8], count: usize) -> Result<Exteriors> {
    let offsets: Vec<u32> = cursor.list(count, "offset")?;
    let start = cursor.offset();
    let mut parts: Vec<_> = std::iter::once(0..start).collect();
    let mut places = Vec::with_capacity(count);
    let mut next = start;
    let mut regular = true;
    for (index, offset) in offsets.iter().enumerate() {
        let at = start.saturating_add(*offset as usize);
        cursor.report.enter(Segment::at("place", index));
        let place = cursor.seek(at).and_then(|()| exterior(cursor));
        cursor.report.leave();
        regular &= at == next && place.is_ok();
        match place {
            Ok(place) => {
                next = at + place.size();
                parts.push(at..next);
                places.push(Some(place));
            }
            Err(problem) => {
                let found = format_args!("{at}, and there {}", problem.found);
                cursor.report.habit(&EXTERIOR_PLACE, 4 * index, "a place inside the record", found);
                places.push(None);
            }
        }
    }
    if regular && next == bytes.len() {
        return Ok(Exteriors { places, layout: None });
    }
    let layout = Layout { offsets, length: bytes.len() as u32, gaps: leftovers(bytes, parts) };
    Ok(Exteriors { places, layout: Some(layout) })
}

fn exterior(cursor: &mut Cursor<'_>) -> Result<Exterior> {
    let (doors, head) = start(cursor)?;
    let count: u16 = cursor.value("building_count")?;
    let unknown: [u8; 5] = cursor.value("unknown")?;
    cursor.expect_items(usize::from(count), Building::SIZES[0], "buildings")?;
    let mut buildings = Vec::with_capacity(usize::from(count));
    for index in 0..usize::from(count) {
        buildings.push(cursor.within(Segment::at("building", index), |cursor| cursor.record(0))?);
    }
    let at = cursor.offset();
    let area: Area = cursor.within(Segment::one("area"), |cursor| cursor.record(0))?;
    if area.width > MOST_BLOCKS || area.height > MOST_BLOCKS {
        let found = format_args!("{} x {}", area.width, area.height);
        cursor.report.habit(&AREA, at + 40, "at most 8 x 8 blocks", found);
    }
    Ok(Exterior { doors, head, unknown, buildings, area })
}

/// Doors and head, with which places and dungeons start.
pub(super) fn start(cursor: &mut Cursor<'_>) -> Result<(Vec<Door>, Head)> {
    let count: u32 = cursor.value("door_count")?;
    cursor.expect_items(count as usize, Door::SIZES[0], "doors")?;
    let mut doors = Vec::with_capacity(count as usize);
    for index in 0..count as usize {
        doors.push(cursor.within(Segment::at("door", index), |cursor| cursor.record(0))?);
    }
    let head: Head = cursor.within(Segment::one("head"), |cursor| cursor.record(0))?;
    cursor.report.name(Name::new(head.name.letters()));
    Ok((doors, head))
}

/// Writes a MAPPITEM.
///
/// # Errors
/// `daggerfall.maps.unwritable` for places that cannot be counted, lie outside or are missing.
pub fn write(exteriors: &Exteriors) -> Result<Vec<u8>> {
    let list = 4 * exteriors.places.len();
    let sizes = exteriors.places.iter().map(|place| place.as_ref().map_or(0, Exterior::size));
    let (offsets, length, gaps) = super::parts(exteriors.layout.as_ref(), list, sizes)?;
    let mut canvas = Canvas::new(length, gaps);
    for (index, (offset, place)) in offsets.iter().zip(&exteriors.places).enumerate() {
        canvas.put(4 * index, &offset.to_le_bytes());
        if let Some(place) = place {
            put(&mut canvas, list.saturating_add(*offset as usize), place)?;
        }
    }
    super::finish(canvas)
}

fn put(canvas: &mut Canvas, at: usize, place: &Exterior) -> Result<()> {
    let mut at = put_start(canvas, at, &place.doors, &place.head);
    let count = u16::try_from(place.buildings.len()).map_err(|_| {
        Finding::new(&UNWRITABLE, Severity::Error, "", "at most 65535 buildings", place.buildings.len())
    })?;
    canvas.put(at, &count.to_le_bytes());
    canvas.put(at + 2, &place.unknown);
    at += 7;
    for building in &place.buildings {
        canvas.record(at, building);
        at += Building::SIZES[0];
    }
    canvas.record(at, &place.area);
    Ok(())
}

/// Puts doors and head; returns where what follows them is.
pub(super) fn put_start(canvas: &mut Canvas, at: usize, doors: &[Door], head: &Head) -> usize {
    canvas.put(at, &(doors.len() as u32).to_le_bytes());
    let mut at = at + 4;
    for door in doors {
        canvas.record(at, door);
        at += Door::SIZES[0];
    }
    canvas.record(at, head);
    at + Head::SIZES[0]
}
