//! MAPS.BSA: the places of 62 regions, four records for each.
//! Source: `docs/spec/daggerfall.md`, "5. MAPS.BSA".
//!
//! [`read`] reads the places of all regions from the archive; each of the four kinds of records is also
//! read and written alone: [`exteriors`], [`dungeons`], [`table`].
//!
//! ```
//! use binary::Mode;
//! use daggerfall::bsa;
//! use daggerfall::maps::{self, Exterior, Placement, Region, corner};
//! use daggerfall::maps::table::Row;
//!
//! // A village of 3 x 2 blocks in the middle of pixel 207, 213.
//! let mut village = Exterior::default();
//! (village.area.width, village.area.height) = (3, 2);
//! (village.head.x, village.head.y) = (207 * 32768 + 40 * 256, 286 * 32768 + 48 * 256);
//! let position = [village.head.x as u32, village.head.y as u32];
//! let row = Row::new([207, 213], position, 2, 0);
//! let regions = vec![Region::new(vec![("Ripwych".to_owned(), row, village)]).unwrap()];
//! let bytes = bsa::write(&maps::archive(&regions)?)?;
//!
//! let (maps, _) = maps::read(&bytes, Mode::Lenient)?;
//! let place = maps.places().next().unwrap();
//! assert_eq!((place.name(), place.row.pixel(), place.row.kind()), ("Ripwych".to_owned(), [207, 213], 2));
//! let exterior = place.exterior.unwrap();
//! assert_eq!(corner(exterior, [207, 213], Placement::Header), corner(exterior, [207, 213], Placement::Centred));
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

pub mod dungeons;
pub mod exteriors;
mod location;
mod names;
mod placement;
mod region;
pub mod table;
pub mod types;

pub use exteriors::Exterior;
pub use location::{Area, Building, Door, Head};
pub use names::{PREFIXES, REGION_NAMES, REGIONS, block_name, find_block};
pub use placement::{BLOCK_TILES, Placement, TILES, corner};
pub use region::{Maps, Place, Region, archive, read};

use crate::gaps::{Canvas, Gap};
use binary::{Code, Finding, FormatCodes, Record, Result, Severity, codes};
use exteriors::Layout;

codes! {
    TRUNCATED = "daggerfall.maps.truncated": "a record of a region ends inside a list" => "copy MAPS.BSA again from the game";
    LIMIT = "daggerfall.maps.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    TABLE_REST = "daggerfall.maps.rest": "bytes follow the last part of a record; they are kept but not used" => "cut the record behind its last part";
    NAME_LAST = "daggerfall.maps.name_last": "the last name of a region fills its 32 letters, and programs that search for the zero read on behind it" => "shorten the name, or move the place up the list";
    EXTERIOR_PLACE = "daggerfall.maps.exterior_place": "a place is not inside its record; the region goes on without it" => "copy MAPS.BSA again from the game";
    DUNGEON_PLACE = "daggerfall.maps.dungeon_place": "a dungeon is not inside its record; the region goes on without it" => "copy MAPS.BSA again from the game";
    AREA = "daggerfall.maps.area": "a place has more than 8 x 8 blocks; the others are left out" => "make several places of it";
    REGION_COUNT = "daggerfall.maps.region_count": "there are not four records for each of 62 regions" => "nothing, if the map is meant to have other regions";
    REGION_NAME = "daggerfall.maps.region_name": "a record does not have the name of its position, by which the game does not go" => "put the records in the order MAPPITEM, MAPDITEM, MAPTABLE, MAPNAMES";
    REGION_EMPTY = "daggerfall.maps.region_empty": "a region has some of its four records but not all, and the game takes it for empty" => "give it all four; a region without dungeons has a MAPDITEM of four zeros";
    REGION_DAMAGED = "daggerfall.maps.region_damaged": "a record of a region cannot be read; the region is empty" => "copy MAPS.BSA again from the game";
    ROW_COUNT = "daggerfall.maps.row_count": "a region has more or fewer rows than names" => "give every place a name and a row";
    PIXEL = "daggerfall.maps.pixel": "a place's longitude and latitude are in another pixel than its number says" => "correct one of them";
    PIXEL_TWICE = "daggerfall.maps.pixel_twice": "two places are in one pixel; the first is shown" => "move one of them";
    UNWRITABLE = "daggerfall.maps.unwritable": "the parts of a record do not fit each other" => "correct the named part";
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &TRUNCATED, trailing: &TABLE_REST, limit: &LIMIT };

/// Every finding that reading or writing records of regions can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, Head::CODES, dungeons::Entry::CODES].concat()
}

/// Offsets from the end of a list of `list` bytes, length and unclaimed bytes of a record whose parts have
/// these sizes: as the layout says, else one behind the other.
fn parts(
    layout: Option<&Layout>,
    list: usize,
    sizes: impl Iterator<Item = usize>,
) -> Result<(Vec<u32>, usize, &[Gap])> {
    let mut next = 0;
    let mut regular = Vec::new();
    for size in sizes {
        regular.push(next as u32);
        next += size;
    }
    let Some(layout) = layout else { return Ok((regular, list + next, &[])) };
    if layout.offsets.len() != regular.len() {
        let expected = format_args!("{} offsets", regular.len());
        return Err(Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, layout.offsets.len())));
    }
    Ok((layout.offsets.clone(), layout.length as usize, &layout.gaps))
}

fn finish(canvas: Canvas) -> Result<Vec<u8>> {
    let outside = |(from, to)| {
        let found = format_args!("a part at {from} to {to}");
        Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", "parts inside the record", found))
    };
    canvas.finish().map_err(outside)
}
