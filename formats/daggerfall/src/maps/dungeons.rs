//! MAPDITEM: the dungeons of a region, as blocks.
//! Source: `docs/spec/daggerfall.md`, "5. MAPS.BSA".

use super::exteriors::{Layout, put_start, start};
use super::location::{Door, Head};
use super::{DUNGEON_PLACE, FORMAT, UNWRITABLE};
use crate::gaps::{Canvas, leftovers};
use binary::{Cursor, Finding, Mode, Record, Report, Result, Segment, Severity, Site, record};
use serde::{Deserialize, Serialize};

record! {
    /// Where a dungeon is, and below which place.
    pub struct Entry in "daggerfall.maps.dungeon_entry" sizes [8] {
        /// From the end of the list.
        offset: u32 [0],
        one: u16 [4] must 1,
        /// The location id of the place that it is below.
        exterior_id: u16 [6],
    }
}

record! {
    /// A block of a dungeon.
    pub struct DungeonBlock in "daggerfall.maps.dungeon_block" sizes [4] {
        x: i8 [0],
        z: i8 [1],
        /// Bits 0 to 9 number, 10 the block that one starts in, 11 to 15 the letter.
        word: u16 [2],
    }
}

impl DungeonBlock {
    /// The file of the block: a letter, seven digits and `.RDB`; none for unknown letters.
    pub fn name(&self) -> Option<String> {
        let letter = char::from(*b"NWLSBM".get(usize::from(self.word >> 11))?);
        Some(format!("{letter}{:07}.RDB", self.word & 0x3FF))
    }

    /// True for the block that one starts in.
    pub fn is_start(&self) -> bool {
        self.word >> 10 & 1 == 1
    }
}

/// A dungeon.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dungeon {
    /// Its doors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doors: Vec<Door>,
    /// Where it is and what it is called.
    pub head: Head,
    /// Between the head and the number of blocks.
    #[serde(default)]
    pub unknown: [u8; 10],
    /// Between the number of blocks and the first of them.
    #[serde(default)]
    pub unknown2: [u8; 5],
    /// Its blocks.
    pub blocks: Vec<DungeonBlock>,
}

/// MAPDITEM of a region.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dungeons {
    /// The list. Offsets follow from the dungeons, but where the layout has its own.
    pub entries: Vec<Entry>,
    /// The dungeons, in the same order; none where a record cannot be read.
    pub dungeons: Vec<Option<Dungeon>>,
    /// Where the dungeons are, if not one behind the other from the list on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<Layout>,
}

impl Dungeon {
    fn size(&self) -> usize {
        4 + Door::SIZES[0] * self.doors.len()
            + Head::SIZES[0]
            + 17
            + DungeonBlock::SIZES[0] * self.blocks.len()
    }
}

/// Reads a MAPDITEM. One of no bytes has no dungeons, though the game then takes the whole region for empty.
///
/// # Errors
/// A record that ends inside its list.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Dungeons, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let dungeons = dungeons(&mut cursor, bytes)?;
    Ok((dungeons, cursor.report))
}

/// Every place that the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = dungeons(&mut cursor, bytes);
    cursor.report.take_sites()
}

fn dungeons(cursor: &mut Cursor<'_>, bytes: &[u8]) -> Result<Dungeons> {
    let count: u32 = cursor.value("count")?;
    cursor.expect_items(count as usize, Entry::SIZES[0], "dungeons")?;
    let mut entries: Vec<Entry> = Vec::with_capacity(count as usize);
    for index in 0..count as usize {
        entries.push(cursor.within(Segment::at("entry", index), |cursor| cursor.record(0))?);
    }
    let start = cursor.offset();
    let mut parts: Vec<_> = std::iter::once(0..start).collect();
    let mut dungeons = Vec::with_capacity(entries.len());
    let mut next = start;
    let mut regular = true;
    for (index, entry) in entries.iter().enumerate() {
        let at = start.saturating_add(entry.offset as usize);
        cursor.report.enter(Segment::at("dungeon", index));
        let read = cursor.seek(at).and_then(|()| dungeon(cursor));
        cursor.report.leave();
        regular &= at == next && read.is_ok();
        match read {
            Ok(dungeon) => {
                next = at + dungeon.size();
                parts.push(at..next);
                dungeons.push(Some(dungeon));
            }
            Err(problem) => {
                let found = format_args!("{at}, and there {}", problem.found);
                let expected = "a dungeon inside the record";
                cursor.report.habit(&DUNGEON_PLACE, 4 + Entry::SIZES[0] * index, expected, found);
                dungeons.push(None);
            }
        }
    }
    if regular && next == bytes.len() {
        return Ok(Dungeons { entries, dungeons, layout: None });
    }
    let offsets = entries.iter().map(|entry| entry.offset).collect();
    let layout = Layout { offsets, length: bytes.len() as u32, gaps: leftovers(bytes, parts) };
    Ok(Dungeons { entries, dungeons, layout: Some(layout) })
}

fn dungeon(cursor: &mut Cursor<'_>) -> Result<Dungeon> {
    let (doors, head) = start(cursor)?;
    let unknown: [u8; 10] = cursor.value("unknown")?;
    let count: u16 = cursor.value("block_count")?;
    let unknown2: [u8; 5] = cursor.value("unknown2")?;
    cursor.expect_items(usize::from(count), DungeonBlock::SIZES[0], "blocks")?;
    let mut blocks = Vec::with_capacity(usize::from(count));
    for index in 0..usize::from(count) {
        blocks.push(cursor.within(Segment::at("block", index), |cursor| cursor.record(0))?);
    }
    Ok(Dungeon { doors, head, unknown, unknown2, blocks })
}

/// Writes a MAPDITEM.
///
/// # Errors
/// `daggerfall.maps.unwritable` for dungeons that cannot be counted, lie outside or are missing.
pub fn write(dungeons: &Dungeons) -> Result<Vec<u8>> {
    let Dungeons { entries, dungeons, layout } = dungeons;
    let unwritable = |expected: String, found: usize| {
        Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found))
    };
    if entries.len() != dungeons.len() {
        return Err(unwritable(format!("{} dungeons, as entries", entries.len()), dungeons.len()));
    }
    let list = 4 + Entry::SIZES[0] * entries.len();
    let sizes = dungeons.iter().map(|dungeon| dungeon.as_ref().map_or(0, Dungeon::size));
    let (offsets, length, gaps) = super::parts(layout.as_ref(), list, sizes)?;
    let mut canvas = Canvas::new(length, gaps);
    canvas.put(0, &(entries.len() as u32).to_le_bytes());
    for (index, (entry, offset)) in entries.iter().zip(&offsets).enumerate() {
        canvas.record(4 + Entry::SIZES[0] * index, &Entry { offset: *offset, ..entry.clone() });
    }
    for (dungeon, offset) in dungeons.iter().zip(&offsets) {
        let Some(dungeon) = dungeon else { continue };
        let count = u16::try_from(dungeon.blocks.len())
            .map_err(|_| unwritable("at most 65535 blocks".to_owned(), dungeon.blocks.len()))?;
        let at = list.saturating_add(*offset as usize);
        let mut at = put_start(&mut canvas, at, &dungeon.doors, &dungeon.head);
        canvas.put(at, &dungeon.unknown);
        canvas.put(at + 10, &count.to_le_bytes());
        canvas.put(at + 12, &dungeon.unknown2);
        at += 17;
        for block in &dungeon.blocks {
            canvas.record(at, block);
            at += DungeonBlock::SIZES[0];
        }
    }
    super::finish(canvas)
}
