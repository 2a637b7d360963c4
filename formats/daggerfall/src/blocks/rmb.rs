//! RMB: a block of a place, with its buildings, ground and what stands about.
//! Source: `docs/spec/daggerfall.md`, "6. BLOCKS.BSA".
//!
//! ```
//! use binary::Mode;
//! use daggerfall::blocks::rmb::{self, Half, Model, Rmb, Slot, SubRecord};
//!
//! let mut block = Rmb::new("TVRNAA00.RMB").unwrap();
//! block.ground.0[16 * 3 + 4] = 46 | 0x40; // a path, turned
//! let house = Half { models: vec![Model::of(446)], ..Half::default() };
//! block.add(Slot { x: 2048, z: 2048, ..Slot::default() }, SubRecord { exterior: house, ..SubRecord::default() });
//!
//! let (read, _) = rmb::read(&rmb::write(&block)?, Mode::Strict)?;
//! assert_eq!(read.buildings[0].exterior.models[0].number(), Some(446));
//! // Columns from the west, rows from the north.
//! assert_eq!(read.tile(4, 3), 46 | 0x40);
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

use super::texture_of;
use crate::maps::Building;
use crate::packed;
use crate::raw::Raw;
use crate::text::Text;
use binary::{
    Code, Cursor, Finding, FormatCodes, Mode, Name, Record, Report, Result, Segment, Severity, Site, Writer,
    codes, record,
};
use serde::{Deserialize, Serialize};

codes! {
    TRUNCATED = "daggerfall.rmb.truncated": "the block ends inside a structure" => "copy BLOCKS.BSA again from the game";
    LIMIT = "daggerfall.rmb.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    REST = "daggerfall.rmb.rest": "bytes follow the last part of the block; they are kept but not used" => "cut the block behind its last part";
    BUILDINGS = "daggerfall.rmb.buildings": "the block has more than 32 buildings" => "copy BLOCKS.BSA again from the game";
    SIZE = "daggerfall.rmb.size": "the size of a building is negative or reaches beyond the block" => "copy BLOCKS.BSA again from the game";
    BUILDING = "daggerfall.rmb.building": "a building needs more bytes than its size says; it is left out" => "copy BLOCKS.BSA again from the game";
    UNWRITABLE = "daggerfall.rmb.unwritable": "the parts of a block do not fit each other" => "correct the named part";
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &TRUNCATED, trailing: &REST, limit: &LIMIT };

/// Most buildings of a block.
pub const MOST_BUILDINGS: usize = 32;
/// World units along a side of a block.
pub const SIDE: i32 = 4096;

record! {
    /// Where a building stands in its block, in world units from the western edge and, with z, from the
    /// northern edge.
    pub struct Slot in "daggerfall.rmb.slot" sizes [20] {
        unknown: [u32; 2] [0],
        x: i32 [8],
        z: i32 [12],
        /// 2048 are a full turn, counter-clockwise seen from above.
        rotation: i32 [16],
    }
}

record! {
    /// A model.
    pub struct Model in "daggerfall.rmb.model" sizes [66] {
        /// The hundreds of its number.
        id_high: i16 [0],
        /// The rest of it.
        id_low: u8 [2],
        /// 3 for things that stand indoors.
        kind: u8 [3],
        unknown: [u32; 3] [4],
        unknown2: u64 [16],
        position2: [i32; 3] [24],
        /// World units; what they start from depends on where the model is listed.
        position: [i32; 3] [36],
        unknown3: u32 [48],
        /// 2048 are a full turn, counter-clockwise seen from above.
        rotation: i16 [52],
        unknown4: u16 [54],
        unknown5: u32 [56],
        unknown6: u32 [60],
        unknown7: u16 [64],
    }
}

impl Model {
    /// The number of its mesh in ARCH3D.BSA; none for negative ones.
    pub fn number(&self) -> Option<u32> {
        u32::try_from(i32::from(self.id_high) * 100 + i32::from(self.id_low)).ok()
    }

    /// A model of this number, at most 3276799.
    pub fn of(number: u32) -> Self {
        Model { id_high: (number / 100) as i16, id_low: (number % 100) as u8, ..Model::default() }
    }
}

record! {
    /// A picture that turns to the viewer.
    pub struct Flat in "daggerfall.rmb.flat" sizes [17] {
        /// World units: the middle of its bottom edge.
        position: [i32; 3] [0],
        /// Archive and record, see [`texture_of`](super::texture_of).
        texture: u16 [12],
        faction: i16 [14],
        flags: u8 [16],
    }
}

impl Flat {
    /// The archive of its texture, and the record there.
    pub fn picture(&self) -> [u16; 2] {
        texture_of(self.texture)
    }
}

record! {
    /// Of unknown meaning.
    pub struct Third in "daggerfall.rmb.third" sizes [16] {
        position: [i32; 3] [0],
        unknown: [u8; 2] [12],
        unknown2: i16 [14],
    }
}

record! {
    /// A door inside a building.
    pub struct InnerDoor in "daggerfall.rmb.door" sizes [19] {
        position: [i32; 3] [0],
        /// 2048 are a full turn.
        rotation: i16 [12],
        /// How far it turns when it opens.
        open_rotation: i16 [14],
        model: u8 [16],
        unknown: [u8; 2] [17],
    }
}

/// A building from outside, or from inside.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(default)]
pub struct Half {
    /// Between the counts and the models.
    pub unknown: [i16; 6],
    /// The first model of the outside is the building itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<Model>,
    /// Flats.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flats: Vec<Flat>,
    /// Of unknown meaning.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub thirds: Vec<Third>,
    /// People, listed like flats.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<Flat>,
    /// Doors inside.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub doors: Vec<InnerDoor>,
}

/// A building of a block.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(default)]
pub struct SubRecord {
    /// From outside.
    pub exterior: Half,
    /// From inside.
    pub interior: Half,
    /// Bytes between its last part and its stated size; all of a building that cannot be read.
    #[serde(with = "packed", skip_serializing_if = "Vec::is_empty")]
    pub padding: Vec<u8>,
    /// True for a building that cannot be read.
    #[serde(skip_serializing_if = "is_false")]
    pub damaged: bool,
}

fn is_false(value: &bool) -> bool {
    !*value
}

/// A block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rmb {
    /// Where buildings stand: 32, of which as many count as there are buildings.
    pub slots: Vec<Slot>,
    /// What the buildings are: 32.
    pub data: Vec<Building>,
    /// Of unknown meaning.
    pub unknown: [u32; 32],
    /// Sizes that the file states for buildings that it does not have; as a rule 0.
    pub unused_sizes: Vec<i32>,
    /// Of unknown meaning.
    pub ground_header: [u8; 8],
    /// Ground tiles: 16 rows from the north of 16 columns from the west. Bits 0 to 5 record, 0x40 rotated,
    /// 0x80 flipped.
    pub ground: Raw<256>,
    /// Flats of nature, as the ground: 255 for none, else a quarter of it less 1 is the record.
    pub scenery: Raw<256>,
    /// The map of the block, 64 x 64: types of buildings and 1, 0xFB for ground.
    pub automap: Raw<4096>,
    /// The name of the record.
    pub name: Text<13>,
    /// Names of the files that the buildings were made in.
    pub names: Vec<Text<13>>,
    /// The buildings.
    pub buildings: Vec<SubRecord>,
    /// Models that belong to no building.
    pub models: Vec<Model>,
    /// Flats that belong to no building.
    pub flats: Vec<Flat>,
    /// Bytes behind the last part; none in known files.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub rest: Vec<u8>,
}

impl Rmb {
    /// A block without anything on it, of water. `None` for names of more than 13 letters.
    pub fn new(name: &str) -> Option<Self> {
        Some(Rmb {
            slots: vec![Slot::default(); MOST_BUILDINGS],
            data: vec![Building::default(); MOST_BUILDINGS],
            unknown: [0; 32],
            unused_sizes: vec![0; MOST_BUILDINGS],
            ground_header: [0; 8],
            ground: Raw([0; 256]),
            scenery: Raw([255; 256]),
            automap: Raw([0; 4096]),
            name: Text::new(name)?,
            names: vec![Text::default(); MOST_BUILDINGS],
            buildings: Vec::new(),
            models: Vec::new(),
            flats: Vec::new(),
            rest: Vec::new(),
        })
    }

    /// Adds a building; false where there are 32.
    pub fn add(&mut self, slot: Slot, building: SubRecord) -> bool {
        let index = self.buildings.len();
        let Some(place) = self.slots.get_mut(index) else { return false };
        *place = slot;
        self.buildings.push(building);
        self.unused_sizes.pop();
        true
    }

    /// The ground tile of a column from the west and a row from the north.
    #[inline]
    pub fn tile(&self, column: usize, row: usize) -> u8 {
        self.ground[(16 * (row & 15) + (column & 15)) & 255]
    }

    /// The record of the flat of nature on a tile; none where there is none.
    #[inline]
    pub fn scenery(&self, column: usize, row: usize) -> Option<u8> {
        match self.scenery[(16 * (row & 15) + (column & 15)) & 255] {
            255 => None,
            value => (value >> 2).checked_sub(1),
        }
    }
}

/// Every finding that reading or writing a block can make.
pub fn codes() -> Vec<&'static Code> {
    CODES.to_vec()
}

/// Reads a block. A building that cannot be read is a finding.
///
/// # Errors
/// A block that ends inside a structure, and sizes of buildings that lead outside.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Rmb, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let rmb = rmb(&mut cursor)?;
    Ok((rmb, cursor.finish()?))
}

/// Every place that the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = rmb(&mut cursor);
    cursor.report.take_sites()
}

fn rmb(cursor: &mut Cursor<'_>) -> Result<Rmb> {
    let [count, models, flats]: [u8; 3] = cursor.value("counts")?;
    let count = usize::from(count);
    if count > MOST_BUILDINGS {
        return Err(cursor.report.broken(&BUILDINGS, 0, "at most 32 buildings", count));
    }
    let slots = records(cursor, MOST_BUILDINGS, "slot")?;
    let data = records(cursor, MOST_BUILDINGS, "data")?;
    let unknown = cursor.value("unknown")?;
    let sizes_at = cursor.offset();
    let sizes: Vec<i32> = cursor.list(MOST_BUILDINGS, "size")?;
    let ground_header = cursor.value("ground_header")?;
    let ground = cursor.value("ground")?;
    let scenery = cursor.value("scenery")?;
    let automap = cursor.value("automap")?;
    let name: Text<13> = cursor.value("name")?;
    let names = cursor.list(MOST_BUILDINGS, "names")?;
    cursor.report.enter(Segment::one("block").named(Name::new(name.letters())));
    let mut buildings = Vec::with_capacity(count);
    let (used, unused) = sizes.split_at(count);
    for (index, size) in used.iter().enumerate() {
        cursor.report.enter(Segment::at("building", index));
        buildings.push(building(cursor, *size, sizes_at + 4 * index)?);
        cursor.report.leave();
    }
    let models = records(cursor, usize::from(models), "model")?;
    let flats = records(cursor, usize::from(flats), "flat")?;
    cursor.report.leave();
    let at = cursor.offset();
    let rest = cursor.take(cursor.remaining(), "rest")?.to_vec();
    if !rest.is_empty() {
        cursor.report.habit(&REST, at, "the end of the block", format_args!("{} bytes", rest.len()));
        cursor.trace_bytes("rest", at, rest.len());
    }
    let unused_sizes = unused.to_vec();
    Ok(Rmb {
        slots,
        data,
        unknown,
        unused_sizes,
        ground_header,
        ground,
        scenery,
        automap,
        name,
        names,
        buildings,
        models,
        flats,
        rest,
    })
}

fn records<R: Record>(cursor: &mut Cursor<'_>, count: usize, label: &'static str) -> Result<Vec<R>> {
    cursor.expect_items(count, R::SIZES[0], label)?;
    let mut records = Vec::with_capacity(count);
    for index in 0..count {
        records.push(cursor.within(Segment::at(label, index), |cursor| cursor.record(0))?);
    }
    Ok(records)
}

/// A building of this size; the cursor is behind it then, whatever its parts need.
fn building(cursor: &mut Cursor<'_>, size: i32, size_at: usize) -> Result<SubRecord> {
    let start = cursor.offset();
    let room = cursor.remaining();
    let Some(size) = usize::try_from(size).ok().filter(|size| *size <= room) else {
        return Err(cursor.report.broken(&SIZE, size_at, format_args!("0 to {room} bytes"), size));
    };
    let end = start + size;
    let read = cursor.part(start, end, |cursor| {
        let exterior = cursor.within(Segment::one("exterior"), half)?;
        let interior = cursor.within(Segment::one("interior"), half)?;
        let at = cursor.offset();
        let padding = cursor.take(cursor.remaining(), "padding")?.to_vec();
        if !padding.is_empty() {
            cursor.trace_bytes("padding", at, padding.len());
        }
        Ok(SubRecord { exterior, interior, padding, damaged: false })
    });
    let problem = match read {
        Ok(building) => return Ok(building),
        Err(problem) => problem,
    };
    cursor.report.habit(&BUILDING, start, format_args!("a building in {size} bytes"), &problem.found);
    cursor.seek(start)?;
    let padding = cursor.take(size, "building")?.to_vec();
    Ok(SubRecord { padding, damaged: true, ..SubRecord::default() })
}

fn half(cursor: &mut Cursor<'_>) -> Result<Half> {
    let counts: [u8; 5] = cursor.value("counts")?;
    let [models, flats, thirds, people, doors] = counts.map(usize::from);
    Ok(Half {
        unknown: cursor.value("unknown")?,
        models: records(cursor, models, "model")?,
        flats: records(cursor, flats, "flat")?,
        thirds: records(cursor, thirds, "third")?,
        people: records(cursor, people, "person")?,
        doors: records(cursor, doors, "door")?,
    })
}

/// Writes a block. Counts and sizes of buildings are derived.
///
/// # Errors
/// `daggerfall.rmb.unwritable` for lists of other lengths than the format has.
pub fn write(rmb: &Rmb) -> Result<Vec<u8>> {
    let count = rmb.buildings.len();
    let lists = [
        ("slots", rmb.slots.len(), MOST_BUILDINGS),
        ("data of buildings", rmb.data.len(), MOST_BUILDINGS),
        ("names of buildings", rmb.names.len(), MOST_BUILDINGS),
        ("sizes of buildings that are and are not there", count + rmb.unused_sizes.len(), MOST_BUILDINGS),
    ];
    if let Some((what, found, wanted)) = lists.into_iter().find(|(_, found, wanted)| found != wanted) {
        return Err(unwritable(format_args!("{wanted} {what}"), found));
    }
    let models = few(rmb.models.len(), "models")?;
    let flats = few(rmb.flats.len(), "flats")?;
    let mut bodies = Writer::new();
    let mut sizes = Vec::with_capacity(MOST_BUILDINGS);
    for building in &rmb.buildings {
        let start = bodies.offset();
        if !building.damaged {
            put_half(&mut bodies, &building.exterior)?;
            put_half(&mut bodies, &building.interior)?;
        }
        bodies.raw(&building.padding);
        let size = i32::try_from(bodies.offset() - start);
        sizes.push(size.map_err(|_| unwritable("buildings of less than 2 GiB", "more"))?);
    }
    sizes.extend(&rmb.unused_sizes);
    let mut writer = Writer::new();
    writer.raw(&[count as u8, models, flats]);
    rmb.slots.iter().for_each(|slot| writer.record(slot, 0));
    rmb.data.iter().for_each(|data| writer.record(data, 0));
    writer.value(&rmb.unknown);
    writer.list(&sizes);
    writer.raw(&rmb.ground_header);
    for part in [&rmb.ground[..], &rmb.scenery[..], &rmb.automap[..], &rmb.name.bytes()[..]] {
        writer.raw(part);
    }
    writer.list(&rmb.names);
    writer.raw(&bodies.into_bytes());
    rmb.models.iter().for_each(|model| writer.record(model, 0));
    rmb.flats.iter().for_each(|flat| writer.record(flat, 0));
    writer.raw(&rmb.rest);
    Ok(writer.into_bytes())
}

fn put_half(writer: &mut Writer, half: &Half) -> Result<()> {
    let counts = [
        few(half.models.len(), "models")?,
        few(half.flats.len(), "flats")?,
        few(half.thirds.len(), "thirds")?,
        few(half.people.len(), "people")?,
        few(half.doors.len(), "doors")?,
    ];
    writer.raw(&counts);
    writer.value(&half.unknown);
    half.models.iter().for_each(|model| writer.record(model, 0));
    half.flats.iter().for_each(|flat| writer.record(flat, 0));
    half.thirds.iter().for_each(|third| writer.record(third, 0));
    half.people.iter().for_each(|person| writer.record(person, 0));
    half.doors.iter().for_each(|door| writer.record(door, 0));
    Ok(())
}

fn few(count: usize, what: &str) -> Result<u8> {
    u8::try_from(count).map_err(|_| unwritable(format_args!("at most 255 {what}"), count))
}

fn unwritable(expected: impl std::fmt::Display, found: impl std::fmt::Display) -> Box<Finding> {
    Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found))
}
