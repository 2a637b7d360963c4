//! Reading a node block.

use super::base::{NodeBase, class, count_fields};
use super::codes::{
    ARRAY_SIZE, CELL_NODE_INDEX, CLASS, COUNT, DATA_OFFSET, EMPTY_PARENT, LIGHT_PARENT_INDEX, LIGHT_PARENTS,
    NO_ZERO_SLOT, TAG, TOO_FEW, WORLD_LIGHT_INDEX, WORLD_SOUND_INDEX, ZERO_SLOT, ZERO_WORD,
};
use super::rules::{COUNT32_MAX, offset_of};
use super::{
    Camera, Display, Light, LightInfo, Lod, Node, NodeData, Nodes, Object3d, OddZeroSlot, Partition,
    PartitionInfo, PartitionNode, Window, World, WorldInfo,
};
use super::{links, skies};
use crate::gamez::Version;
use binary::{Code, Cursor, Field, Name, NodeName, Record, Report, Result, Segment};
use std::mem;
use std::ops::Range;

/// The word behind the last slot of an array with a zeroed tail.
pub(super) const LAST_WORD: u32 = 0x00FF_FFFF;
/// Upper byte of the tags in Pirate's Moon and Crimson Skies.
pub(super) const TAG_BITS: u32 = 0x0200_0000;
/// The world, window, camera, display and light, and something to look at.
const MIN_NODES: usize = 6;

/// Reads the node block from the cursor's place up to the last list of the
/// last node; `array_size` stands in the header, `model_slots` is the size of
/// the model array.
///
/// # Errors
/// Structural damage: bytes missing, an unknown class, data that does not stand
/// where reading has arrived, counts that nothing can hold.
pub fn read(cursor: &mut Cursor<'_>, version: Version, array_size: u32, model_slots: usize) -> Result<Nodes> {
    let size = NodeBase::SIZES[version.column()] + 4;
    let total = array_size as usize;
    cursor.expect_items(total, size, "node slots")?;
    let start = cursor.offset();
    if array_size > LAST_WORD {
        let expected = format_args!("at most {LAST_WORD} slots");
        return Err(cursor.report.broken(&ARRAY_SIZE, start, expected, array_size));
    }
    let count = if version.has_zeroed_tail() { count_used(cursor, total, size)? } else { total };
    cursor.seek(start + count * size)?;
    let odd_zero_slots = read_tail(cursor, version, count..total)?;

    // Slots and data are read side by side, node by node.
    let mut data = cursor.offset();
    let mut nodes = Vec::with_capacity(count);
    let mut lists = Vec::with_capacity(count);
    for index in 0..count {
        cursor.seek(start + index * size)?;
        let name = Name::new(cursor.take(36, "a node name")?);
        cursor.seek(start + index * size)?;
        let (node, at) = cursor.within(Segment::at("node", index).named(name), |cursor| {
            let mut reading = Reading { cursor, version, slot: index, count, model_slots };
            reading.node(data)
        })?;
        data = cursor.offset();
        nodes.push(node);
        lists.push(at);
    }
    links::check(&mut cursor.report, &nodes, &lists);
    if version == Version::CrimsonSkies {
        skies::check(&mut cursor.report, &nodes, start);
    }
    Ok(Nodes { nodes, zero_slots: (total - count) as u32, odd_zero_slots })
}

/// Checks that the used slots are enough, and reads the unused ones.
fn read_tail(cursor: &mut Cursor<'_>, version: Version, tail: Range<usize>) -> Result<Vec<OddZeroSlot>> {
    let mut odd_zero_slots = Vec::new();
    if !version.has_zeroed_tail() {
        return Ok(odd_zero_slots);
    }
    let at = cursor.offset();
    if tail.start < MIN_NODES {
        cursor.report.habit(&TOO_FEW, at, format_args!("at least {MIN_NODES} nodes"), tail.start);
    }
    if tail.is_empty() {
        cursor.report.habit(&NO_ZERO_SLOT, at, "an array larger than the nodes", tail.end);
    }
    let column = version.column();
    let zero = zero_slot(NodeBase::SIZES[column]);
    for index in tail.clone() {
        let segment = Segment::at("node", index);
        let odd = cursor.within(segment, |cursor| read_zero_slot(cursor, column, index, tail.end, &zero))?;
        odd_zero_slots.extend(odd);
    }
    Ok(odd_zero_slots)
}

/// The number of slots of `size` bytes before the first one whose name is all
/// NUL.
fn count_used(cursor: &mut Cursor<'_>, total: usize, size: usize) -> Result<usize> {
    let start = cursor.offset();
    let slots = cursor.take(total * size, "node slots")?;
    cursor.seek(start)?;
    let named = |slot: &[u8]| slot.iter().take(36).any(|byte| *byte != 0);
    Ok(slots.chunks_exact(size).take_while(|slot| named(slot)).count())
}

/// An unused slot as every known file has it: zero except for no model.
pub(super) fn zero_slot(size: usize) -> Vec<u8> {
    let mut bytes = vec![0; size];
    (-1i32).put(&mut bytes[60..]);
    bytes
}

/// The word behind slot `index` of `total` when it is unused.
pub(super) fn zero_word(index: usize, total: usize) -> u32 {
    if index + 1 == total { LAST_WORD } else { index as u32 + 1 }
}

fn read_zero_slot(
    cursor: &mut Cursor<'_>,
    column: usize,
    index: usize,
    total: usize,
    zero: &[u8],
) -> Result<Option<OddZeroSlot>> {
    let at = cursor.offset();
    let bytes = cursor.take(zero.len(), "an unused slot")?;
    cursor.trace_bytes("zero", at, zero.len());
    let word: u32 = cursor.value("next")?;
    let next = zero_word(index, total);
    if bytes == zero && word == next {
        return Ok(None);
    }
    let mut base = NodeBase::get(bytes, column);
    if let Some(position) = bytes.iter().zip(zero).position(|(found, zero)| found != zero) {
        let row = NodeBase::LAYOUT.iter().rfind(|row| row.offset(column).is_some_and(|at| at <= position));
        let field = row.map_or("the slot", |row| row.name);
        let expected = if field == "model_index" { "-1" } else { "0" };
        if base.first_not_finite().is_some() {
            let found = format_args!("NaN or infinity in {field}");
            return Err(cursor.report.broken(&ZERO_SLOT, at + position, expected, found));
        }
        let found = format_args!("{:#04x} in {field}", bytes[position]);
        cursor.report.habit(&ZERO_SLOT, at + position, expected, found);
    }
    if word != next {
        cursor.report.habit(
            &ZERO_WORD,
            at + zero.len(),
            format_args!("{next:#x}"),
            format_args!("{word:#x}"),
        );
    }
    let [parent_count, child_count] = base.take_counts();
    Ok(Some(OddZeroSlot { slot: index as u32, base, parent_count, child_count, word }))
}

/// State of reading one node.
struct Reading<'c, 'a> {
    cursor: &'c mut Cursor<'a>,
    version: Version,
    /// Slot of the node.
    slot: usize,
    /// Number of nodes.
    count: usize,
    model_slots: usize,
}

impl Reading<'_, '_> {
    /// The node whose slot comes next and whose data stand at `data`, and the
    /// offset of its list of parents. Ends behind its lists.
    fn node(&mut self, data: usize) -> Result<(Node, usize)> {
        let version = self.version;
        let (mut base, at) = self.record::<NodeBase>()?;
        let word_at = self.cursor.offset();
        let word = self.cursor.value(match (version.has_zeroed_tail(), base.class) {
            (false, _) => "tag",
            (true, class::EMPTY) => "parent",
            (true, _) => "data_offset",
        })?;
        self.cursor.seek(data)?;
        let [parents, children] = base.take_counts();
        let [parent_field, child_field] = count_fields(version);
        let parent_count = self.counted::<NodeBase>(parents, at, parent_field, "parents")?;
        let child_count = self.counted::<NodeBase>(children, at, child_field, "children")?;
        if base.class == class::EMPTY && (parent_count, child_count) != (0, 0) {
            // It is unknown whether the lists of a node without data are stored.
            let found = format_args!("{parent_count} parents and {child_count} children");
            return Err(self.report().broken(
                &COUNT,
                offset_of::<NodeBase>(at, version, parent_field),
                "no lists in a node of class Empty",
                found,
            ));
        }
        let tag = if version.has_zeroed_tail() {
            if base.class != class::EMPTY && word as usize != self.cursor.offset() {
                let expected = format_args!("{:#x}", self.cursor.offset());
                return Err(self.cursor.report.broken(
                    &DATA_OFFSET,
                    word_at,
                    expected,
                    format_args!("{word:#x}"),
                ));
            }
            0
        } else {
            self.check_tag(word, word_at, base.class);
            word
        };
        base.check(&mut self.cursor.report, at, version, self.model_slots, [parent_count, child_count]);

        let data = match base.class {
            class::EMPTY => self.empty(word, word_at),
            class::CAMERA => self.within("camera", |reading| reading.camera(base.name))?,
            class::WORLD => self.within("world", Self::world)?,
            class::WINDOW => self.within("window", |reading| reading.window(base.name))?,
            class::DISPLAY => self.within("display", Self::display)?,
            class::OBJECT3D => self.within("object3d", Self::object3d)?,
            class::LOD => self.within("lod", Self::lod)?,
            class::LIGHT => self.within("light", Self::light)?,
            other => {
                let expected =
                    "0 Empty, 1 Camera, 2 World, 3 Window, 4 Display, 5 Object3d, 6 Lod or 9 Light";
                return Err(self.report().broken(&CLASS, at + 52, expected, other));
            }
        };
        let lists = self.cursor.offset();
        let parents = self.cursor.list(parent_count, "parents")?;
        let children = self.cursor.list(child_count, "children")?;
        Ok((Node { base, tag, data, parents, children }, lists))
    }

    fn report(&mut self) -> &mut Report {
        &mut self.cursor.report
    }

    fn within(
        &mut self,
        label: &'static str,
        read: impl FnOnce(&mut Self) -> Result<NodeData>,
    ) -> Result<NodeData> {
        self.report().enter(Segment::one(label));
        let data = read(self)?;
        self.report().leave();
        Ok(data)
    }

    /// The word after a base in PM and CS: a number; in CS, for nodes without a position, that of
    /// the slot.
    fn check_tag(&mut self, word: u32, at: usize, class: u32) {
        let slot = self.slot as u32 + 1;
        let fixed = matches!(class, class::WORLD | class::DISPLAY | class::WINDOW | class::CAMERA);
        if self.version == Version::CrimsonSkies && fixed {
            if word != TAG_BITS | slot {
                let expected = format_args!("{:#x}", TAG_BITS | slot);
                self.report().habit(&TAG, at, expected, format_args!("{word:#x}"));
            }
        } else if word & 0xFF00_0000 != TAG_BITS || word == TAG_BITS {
            let expected = format_args!("{TAG_BITS:#x} and a number");
            self.report().habit(&TAG, at, expected, format_args!("{word:#x}"));
        }
    }

    /// A count as the number of 4-byte entries that may follow.
    fn counted<R: Record>(&self, raw: u32, at: usize, field: &str, what: &str) -> Result<usize> {
        if raw as usize > COUNT32_MAX {
            let left = self.cursor.remaining();
            return Err(self.cursor.report.broken(
                &COUNT,
                offset_of::<R>(at, self.version, field),
                format_args!("at most {} {what} in the {left} bytes left", COUNT32_MAX.min(left / 4)),
                format_args!("a count of {raw}"),
            ));
        }
        Ok(raw as usize)
    }

    /// Reports entries of a list that are no slots.
    fn check_slots(&mut self, code: &'static Code, list: &[i32], at: usize) {
        for (position, index) in list.iter().enumerate() {
            if !is_slot(*index, self.count) {
                let expected = format_args!("a slot below {}", self.count);
                self.cursor.report.habit(code, at + 4 * position, expected, index);
            }
        }
    }

    fn record<R: Record>(&mut self) -> Result<(R, usize)> {
        let at = self.cursor.offset();
        Ok((self.cursor.record(self.version.column())?, at))
    }

    fn empty(&mut self, word: u32, at: usize) -> NodeData {
        if !self.version.has_zeroed_tail() {
            return NodeData::Empty { parent: -1 };
        }
        let parent = word as i32;
        self.check_slots(&EMPTY_PARENT, &[parent], at);
        NodeData::Empty { parent }
    }

    fn camera(&mut self, name: NodeName) -> Result<NodeData> {
        let (camera, at) = self.record::<Camera>()?;
        let window = skies::window_of(self.version, name);
        camera.check(&mut self.cursor.report, at, self.version, self.count, window);
        Ok(NodeData::Camera(Box::new(camera)))
    }

    fn display(&mut self) -> Result<NodeData> {
        let (display, at) = self.record::<Display>()?;
        display.check(&mut self.cursor.report, at, self.version);
        Ok(NodeData::Display(display))
    }

    fn window(&mut self, name: NodeName) -> Result<NodeData> {
        let (window, at) = self.record::<Window>()?;
        let size = skies::size_of_window(self.version, name);
        window.check(&mut self.cursor.report, at, self.version, size);
        Ok(NodeData::Window(Box::new(window)))
    }

    fn object3d(&mut self) -> Result<NodeData> {
        let (object, at) = self.record::<Object3d>()?;
        object.check(&mut self.cursor.report, at, self.version);
        Ok(NodeData::Object3d(Box::new(object)))
    }

    fn lod(&mut self) -> Result<NodeData> {
        let (lod, at) = self.record::<Lod>()?;
        lod.check(&mut self.cursor.report, at, self.version);
        Ok(NodeData::Lod(Box::new(lod)))
    }

    fn light(&mut self) -> Result<NodeData> {
        let (mut info, at) = self.record::<LightInfo>()?;
        info.check(&mut self.cursor.report, at, self.version);
        let count =
            self.counted::<LightInfo>(mem::take(&mut info.parent_count), at, "parent_count", "parents")?;
        let at = self.cursor.offset();
        let parents = self.cursor.list(count, "parents")?;
        self.check_slots(&LIGHT_PARENT_INDEX, &parents, at);
        if self.version == Version::CrimsonSkies && parents != [0] {
            self.report().habit(&LIGHT_PARENTS, at, "[0]", format_args!("{parents:?}"));
        }
        Ok(NodeData::Light(Box::new(Light { info, parents })))
    }

    fn world(&mut self) -> Result<NodeData> {
        let (mut info, at) = self.record::<WorldInfo>()?;
        info.check(&mut self.cursor.report, at, self.version);
        let light_count =
            self.counted::<WorldInfo>(mem::take(&mut info.light_count), at, "light_count", "lights")?;
        let sound_count =
            self.counted::<WorldInfo>(mem::take(&mut info.sound_count), at, "sound_count", "sounds")?;
        let at = self.cursor.offset();
        let lights = self.cursor.list(light_count, "lights")?;
        self.check_slots(&WORLD_LIGHT_INDEX, &lights, at);
        let at = self.cursor.offset();
        let sounds = self.cursor.list(sound_count, "sounds")?;
        self.check_slots(&WORLD_SOUND_INDEX, &sounds, at);

        let grid = info.grid(self.version);
        let cells = grid.cells();
        self.cursor.expect_items(cells, PartitionInfo::SIZES[self.version.column()], "partitions")?;
        let mut partitions = Vec::with_capacity(cells);
        for cell in 0..cells {
            self.report().enter(Segment::at("partition", cell));
            partitions.push(self.partition(grid.corner(cell))?);
            self.report().leave();
        }
        Ok(NodeData::World(Box::new(World { info, lights, sounds, partitions })))
    }

    fn partition(&mut self, corner: [f32; 2]) -> Result<Partition> {
        let (mut info, at) = self.record::<PartitionInfo>()?;
        info.check(&mut self.cursor.report, at, self.version, corner);
        let count = i32::from(mem::take(&mut info.node_count)) as u32;
        let count = self.counted::<PartitionInfo>(count, at, "node_count", "nodes")?;
        let column = self.version.column();
        self.cursor.expect_items(count, PartitionNode::SIZES[column], "nodes")?;
        let mut nodes = Vec::with_capacity(count);
        for position in 0..count {
            self.report().enter(Segment::at("nodes", position));
            let (node, at) = self.record::<PartitionNode>()?;
            self.check_slots(&CELL_NODE_INDEX, &[node.node_index], at);
            self.report().leave();
            nodes.push(node);
        }
        Ok(Partition { info, nodes })
    }
}

/// True when a slot of `count` nodes has this index.
pub(super) fn is_slot(index: i32, count: usize) -> bool {
    usize::try_from(index).is_ok_and(|index| index < count)
}
