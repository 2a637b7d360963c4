//! RDB: a block of a dungeon: models, lights and flats in linked lists.
//! Source: `docs/spec/daggerfall.md`, "7. ARCH3D.BSA", the part before it.
//!
//! Dungeons are not drawn: the file is read by its layout, so that it can be looked at and written back.

use crate::gaps::{Canvas, Gap, leftovers};
use crate::packed;
use crate::raw::Raw;
use crate::text::Text;
use binary::{
    Code, Cursor, Finding, FormatCodes, Mode, Record, Report, Result, Segment, Severity, Site, codes, record,
};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::ops::Range;

codes! {
    TRUNCATED = "daggerfall.rdb.truncated": "the block ends inside its head" => "copy BLOCKS.BSA again from the game";
    LIMIT = "daggerfall.rdb.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    ROOT = "daggerfall.rdb.root": "the lists of objects do not start at 9532" => "copy BLOCKS.BSA again from the game";
    OBJECT = "daggerfall.rdb.object": "an object is not inside the block; its list ends there" => "copy BLOCKS.BSA again from the game";
    CIRCLE = "daggerfall.rdb.circle": "a list of objects comes back to an object that it had; it ends there" => "copy BLOCKS.BSA again from the game";
    KIND = "daggerfall.rdb.kind": "an object is no model, light or flat; it is kept but not understood" => "copy BLOCKS.BSA again from the game";
    RESOURCE = "daggerfall.rdb.resource": "what an object is made of is not inside the block" => "copy BLOCKS.BSA again from the game";
    UNKNOWN_LIST = "daggerfall.rdb.unknown_list": "the list of unknown meaning has no end, or another number of nodes than its first says" => "copy BLOCKS.BSA again from the game";
    UNWRITABLE = "daggerfall.rdb.unwritable": "the parts of a block do not fit each other" => "correct the named part";
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &TRUNCATED, trailing: &TRUNCATED, limit: &LIMIT };

/// Models that a block can name.
pub const REFERENCES: usize = 750;
/// World units along a side of a block.
pub const SIDE: i32 = 2048;
/// Where the lists of objects start.
const ROOT_PLACE: u32 = 9532;

record! {
    /// What a block starts with.
    pub struct Head in "daggerfall.rdb.head" sizes [20] {
        unknown: u32 [0],
        width: u32 [4],
        height: u32 [8],
        /// Where the lists of objects start.
        root: u32 [12],
        unknown2: u32 [16],
    }
}

record! {
    /// What stands before the lists of objects.
    pub struct ObjectHead in "daggerfall.rdb.object_head" sizes [512] {
        /// Where the list of unknown meaning is.
        unknown_list: u32 [0],
        unknown: [u32; 3] [4],
        length: u32 [16],
        unknown2: Raw<32> [20],
        letters: [u8; 4] [52],
        unknown3: Raw<456> [56],
    }
}

record! {
    /// An object of a list.
    pub struct ObjectRecord in "daggerfall.rdb.object" sizes [25] {
        /// Where the next object of the list is; negative for the last.
        next: i32 [0],
        previous: i32 [4],
        /// World units.
        position: [i32; 3] [8],
        /// 1 model, 2 light, 3 flat.
        kind: u8 [20],
        /// Where what it is made of is.
        resource: u32 [21],
    }
}

record! {
    /// A model.
    pub struct ModelResource in "daggerfall.rdb.model" sizes [23] {
        rotation: [i32; 3] [0],
        /// One of the names of models.
        reference: u16 [12],
        /// What sets it off, or how it is locked.
        trigger: u32 [14],
        sound: u8 [18],
        /// Where its action is; none for 0 and less.
        action: i32 [19],
    }
}

record! {
    /// What a model does.
    pub struct Action in "daggerfall.rdb.action" sizes [10] {
        axis: u8 [0],
        duration: u16 [1],
        magnitude: u16 [3],
        /// Where the object is that does something next.
        next: i32 [5],
        flags: u8 [9],
    }
}

record! {
    /// A light.
    pub struct LightResource in "daggerfall.rdb.light" sizes [10] {
        unknown: [u32; 2] [0],
        radius: u16 [8],
    }
}

record! {
    /// A flat.
    pub struct FlatResource in "daggerfall.rdb.flat" sizes [11] {
        /// Archive and record, see [`texture_of`](super::texture_of).
        texture: u16 [0],
        flags: u16 [2],
        faction: u16 [4],
        next: i32 [6],
        action: u8 [10],
    }
}

record! {
    /// A node of the list of unknown meaning.
    pub struct UnknownRecord in "daggerfall.rdb.unknown" sizes [10] {
        next: i32 [0],
        index: i16 [4],
        unknown: u32 [6],
    }
}

/// What an object is made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Resource {
    /// A model, and what it does.
    Model(ModelResource, #[serde(default, skip_serializing_if = "Option::is_none")] Option<Action>),
    /// A light.
    Light(LightResource),
    /// A flat.
    Flat(FlatResource),
    /// Something of an unknown kind, or outside the block.
    Unknown,
}

/// An object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Object {
    /// Where its record is in the block.
    pub offset: u32,
    /// Its record.
    #[serde(flatten)]
    pub record: ObjectRecord,
    /// What it is made of.
    pub resource_data: Resource,
}

/// A node of the list of unknown meaning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnknownNode {
    /// Where its record is in the block.
    pub offset: u32,
    /// Its record.
    #[serde(flatten)]
    pub record: UnknownRecord,
}

/// A block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rdb {
    /// Its size, and where its objects are.
    pub head: Head,
    /// Numbers of models in five digits, and three letters; unused ones are all 255.
    pub references: Vec<Text<8>>,
    /// Of unknown meaning, one for each name.
    #[serde(with = "packed::words")]
    pub words: Vec<u32>,
    /// What stands before the lists of objects.
    pub object_head: ObjectHead,
    /// Where each list starts; negative for empty ones.
    pub roots: Vec<i32>,
    /// All objects, list by list.
    pub objects: Vec<Object>,
    /// The list of unknown meaning.
    pub unknown_list: Vec<UnknownNode>,
    /// Bytes of the block.
    pub length: u32,
    /// Bytes that belong to no part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<Gap>,
}

/// Every finding that reading or writing a block can make.
pub fn codes() -> Vec<&'static Code> {
    CODES.to_vec()
}

/// Reads a block. Lists that lead outside or in circles are findings.
///
/// # Errors
/// A block that ends inside its head or the starts of its lists.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Rdb, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let rdb = rdb(&mut cursor, bytes)?;
    Ok((rdb, cursor.report))
}

/// Every place that the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = rdb(&mut cursor, bytes);
    cursor.report.take_sites()
}

fn rdb(cursor: &mut Cursor<'_>, bytes: &[u8]) -> Result<Rdb> {
    let head: Head = cursor.within(Segment::one("head"), |cursor| cursor.record(0))?;
    let references = cursor.list(REFERENCES, "reference")?;
    let words = cursor.list(REFERENCES, "word")?;
    let object_head: ObjectHead = cursor.within(Segment::one("object_head"), |cursor| cursor.record(0))?;
    if head.root != ROOT_PLACE {
        cursor.report.habit(&ROOT, 12, ROOT_PLACE, head.root);
    }
    let mut parts: Vec<_> = std::iter::once(0..cursor.offset()).collect();
    cursor.seek(head.root as usize)?;
    let count = u64::from(head.width) * u64::from(head.height);
    let roots: Vec<i32> = cursor.list(usize::try_from(count).unwrap_or(usize::MAX), "root")?;
    parts.push(head.root as usize..cursor.offset());
    let objects = objects(cursor, &roots, &mut parts);
    let unknown_list = unknown_list(cursor, object_head.unknown_list, &mut parts);
    let (length, gaps) = (bytes.len() as u32, leftovers(bytes, parts));
    Ok(Rdb { head, references, words, object_head, roots, objects, unknown_list, length, gaps })
}

fn objects(cursor: &mut Cursor<'_>, roots: &[i32], parts: &mut Vec<Range<usize>>) -> Vec<Object> {
    let mut objects = Vec::new();
    let mut seen = HashSet::new();
    // No more than would fit side by side, so that overlapping ones do not fill the memory.
    let most = cursor.len() / ObjectRecord::SIZES[0];
    for (index, root) in roots.iter().enumerate() {
        cursor.report.enter(Segment::at("list", index));
        let mut next = *root;
        while let Ok(at) = usize::try_from(next) {
            if !seen.insert(at) || objects.len() == most {
                cursor.report.habit(&CIRCLE, at, "an object that no list has", "one that a list had");
                break;
            }
            let Some(object) = object(cursor, at, objects.len(), parts) else { break };
            next = object.record.next;
            objects.push(object);
        }
        cursor.report.leave();
    }
    objects
}

fn object(cursor: &mut Cursor<'_>, at: usize, index: usize, parts: &mut Vec<Range<usize>>) -> Option<Object> {
    let segment = Segment::at("object", index);
    let Some(record) = at_place::<ObjectRecord>(cursor, at, segment, parts) else {
        cursor.report.habit(&OBJECT, at.min(cursor.len()), "25 bytes inside the block", at);
        return None;
    };
    let resource = record.resource as usize;
    let read = match record.kind {
        1 => at_place::<ModelResource>(cursor, resource, segment, parts).map(|model| {
            let action = usize::try_from(model.action).ok().filter(|action| *action > 0);
            let action = action.and_then(|action| at_place(cursor, action, segment, parts));
            if action.is_none() && model.action > 0 {
                cursor.report.habit(&RESOURCE, resource + 19, "an action inside the block", model.action);
            }
            Resource::Model(model, action)
        }),
        2 => at_place(cursor, resource, segment, parts).map(Resource::Light),
        3 => at_place(cursor, resource, segment, parts).map(Resource::Flat),
        other => {
            cursor.report.habit(&KIND, at + 20, "1, 2 or 3", other);
            Some(Resource::Unknown)
        }
    };
    let resource_data = read.unwrap_or_else(|| {
        cursor.report.habit(&RESOURCE, at + 21, "an offset inside the block", resource);
        Resource::Unknown
    });
    Some(Object { offset: at as u32, record, resource_data })
}

fn at_place<R: Record>(
    cursor: &mut Cursor<'_>,
    at: usize,
    segment: Segment,
    parts: &mut Vec<Range<usize>>,
) -> Option<R> {
    cursor.seek(at).ok()?;
    let record = cursor.within(segment, |cursor| cursor.record(0)).ok()?;
    parts.push(at..cursor.offset());
    Some(record)
}

fn unknown_list(cursor: &mut Cursor<'_>, start: u32, parts: &mut Vec<Range<usize>>) -> Vec<UnknownNode> {
    let mut nodes: Vec<UnknownNode> = Vec::new();
    let mut seen = HashSet::new();
    let most = cursor.len() / UnknownRecord::SIZES[0];
    let mut next = i32::try_from(start).unwrap_or(i32::MAX);
    let mut ends = true;
    while let Ok(at) = usize::try_from(next) {
        let segment = Segment::at("unknown", nodes.len());
        let fresh = seen.insert(at) && nodes.len() < most;
        let record = fresh.then(|| at_place::<UnknownRecord>(cursor, at, segment, parts)).flatten();
        let Some(record) = record else {
            ends = false;
            break;
        };
        next = record.next;
        nodes.push(UnknownNode { offset: at as u32, record });
    }
    let stated = nodes.first().map_or(0, |first| i64::from(first.record.index));
    if !ends || stated != nodes.len() as i64 {
        let at = (start as usize).min(cursor.len());
        cursor.report.habit(&UNKNOWN_LIST, at, format_args!("an end after {stated} nodes"), nodes.len());
    }
    nodes
}

/// Writes a block. Every part is written where it states that it is.
///
/// # Errors
/// `daggerfall.rdb.unwritable` for lists of other lengths than the format has, and for parts outside the stated
/// length.
pub fn write(rdb: &Rdb) -> Result<Vec<u8>> {
    let unwritable = |expected: String, found: String| {
        Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found))
    };
    let roots = u64::from(rdb.head.width) * u64::from(rdb.head.height);
    let lists = [
        ("names of models", rdb.references.len(), REFERENCES as u64),
        ("words", rdb.words.len(), REFERENCES as u64),
        ("lists of objects", rdb.roots.len(), roots),
    ];
    if let Some((what, found, wanted)) = lists.into_iter().find(|(_, found, wanted)| *found as u64 != *wanted)
    {
        return Err(unwritable(format!("{wanted} {what}"), found.to_string()));
    }
    let mut canvas = Canvas::new(rdb.length as usize, &rdb.gaps);
    canvas.record(0, &rdb.head);
    let names: Vec<u8> = rdb.references.iter().flat_map(|name| *name.bytes()).collect();
    canvas.put(Head::SIZES[0], &names);
    let mut at = Head::SIZES[0] + names.len();
    for word in &rdb.words {
        canvas.put(at, &word.to_le_bytes());
        at += 4;
    }
    canvas.record(at, &rdb.object_head);
    for (index, root) in rdb.roots.iter().enumerate() {
        canvas.put((rdb.head.root as usize).saturating_add(4 * index), &root.to_le_bytes());
    }
    for object in &rdb.objects {
        put_object(&mut canvas, object);
    }
    for node in &rdb.unknown_list {
        canvas.record(node.offset as usize, &node.record);
    }
    let outside =
        |(from, to)| unwritable("parts inside the block".to_owned(), format!("one at {from} to {to}"));
    canvas.finish().map_err(outside)
}

fn put_object(canvas: &mut Canvas, object: &Object) {
    canvas.record(object.offset as usize, &object.record);
    let at = object.record.resource as usize;
    match &object.resource_data {
        Resource::Model(model, action) => {
            canvas.record(at, model);
            if let (Some(action), Ok(at)) = (action, usize::try_from(model.action)) {
                canvas.record(at, action);
            }
        }
        Resource::Light(light) => canvas.record(at, light),
        Resource::Flat(flat) => canvas.record(at, flat),
        Resource::Unknown => {}
    }
}
