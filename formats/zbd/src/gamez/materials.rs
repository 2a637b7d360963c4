//! Materials: colour or texture, surface type, texture cycles. The numbers by which polygons name them
//! are in `models/polygons.rs`; which material a polygon takes from them, in `zipper/materials.rs` of the
//! crate `load`.
//! Source: `docs/spec/zbd/gamez.md`, "3. Materials".

use super::Version;
use super::header::count32;
use super::rules::{Rules, equal, pointer, require};
use binary::{Cursor, Record, Report, Result, Segment, Writer, codes, record};
use serde::{Deserialize, Serialize};

codes! {
    ARRAY_SIZE = "zbd.gamez.materials.array_size": "the material array has no free slot"
        => "make the array larger than the number of materials";
    USED_COUNT = "zbd.gamez.materials.count": "more materials are used than the array has slots"
        => "the file is damaged; export it again";
    INDEX_FREE = "zbd.gamez.materials.index_free": "the list of free slots does not begin behind the used ones"
        => "set it to the number of used slots";
    INDEX_LAST = "zbd.gamez.materials.index_last": "the last used slot is not the one named"
        => "set it to the number of used slots less one";
    FLAGS = "zbd.gamez.material.flags": "a material's flags do not go together"
        => "use 0x11 for a texture, 0x15 for a cycle, 0x10 for a colour; Recoil leaves out 0x10";
    ALPHA = "zbd.gamez.material.alpha": "a textured material is not opaque"
        => "set alpha to 255; textures carry their own transparency";
    RGB = "zbd.gamez.material.rgb": "a material's packed colour is not the usual one"
        => "set it to 0x7FFF on textured materials, else to 0";
    COLOR = "zbd.gamez.material.color": "a material's colour is out of range"
        => "use white, 255 each, on textured materials, else 0 to 255 per channel";
    TEXTURE_INDEX = "zbd.gamez.material.texture_index": "a material's texture is not in the directory"
        => "name an entry of the texture directory; 0 on coloured materials";
    FIELDS = "zbd.gamez.material.fields": "the three unknown numbers of a material are not 0, 0.5 and 0.5"
        => "set them to 0, 0.5 and 0.5 unless the difference is intended";
    SOIL = "zbd.gamez.material.soil": "a surface type is unknown"
        => "use 0 to 13";
    CYCLE_PTR = "zbd.gamez.material.cycle_ptr": "a material's cycle address does not fit its flags"
        => "set it to any address exactly on cycled materials";
    LINKS = "zbd.gamez.material.links": "a slot is not linked to its neighbours"
        => "link used slots next, previous and free slots previous, next, with -1 at the ends";
    FREE_SLOT = "zbd.gamez.material.free_slot": "a free slot is not empty"
        => "clear the slot; its flags are 0x20, in Recoil 0";
    LOOPING = "zbd.gamez.cycle.looping": "whether a cycle starts over is neither yes nor no"
        => "set it to 1 or 0";
    TEX_MAP_INDEX = "zbd.gamez.cycle.tex_map_index": "a cycle's two counts differ"
        => "set it to the number of textures";
    TEX_MAP_PTR = "zbd.gamez.cycle.tex_map_ptr": "a cycle's texture address is zero"
        => "set it to any address";
    CYCLE_TEXTURES = "zbd.gamez.cycle.textures": "a texture of a cycle is not in the directory"
        => "name entries of the texture directory";
    WRITE_SLOTS = "zbd.gamez.write.materials": "the material array contradicts itself"
        => "keep as many slots as are used and one cycle for each used slot flagged CYCLED";
}

/// Bits of [`MaterialSlot::flags`].
pub mod flags {
    /// The material shows a texture.
    pub const TEXTURED: u8 = 0x01;
    /// Crimson Skies: takes bullet-hole decals.
    pub const DECALS: u8 = 0x02;
    /// The texture cycles through a list.
    pub const CYCLED: u8 = 0x04;
    /// Set on every used slot except in Recoil.
    pub const ALWAYS: u8 = 0x10;
    /// Set on every free slot except in Recoil.
    pub const FREE: u8 = 0x20;

    /// What every used slot carries.
    pub(crate) const fn always(version: crate::gamez::Version) -> u8 {
        if matches!(version, crate::gamez::Version::Recoil) { 0 } else { ALWAYS }
    }

    /// What every free slot carries.
    pub(crate) const fn free(version: crate::gamez::Version) -> u8 {
        if matches!(version, crate::gamez::Version::Recoil) { 0 } else { FREE }
    }
}

/// Largest surface type of any game.
const SOIL_MAX: u32 = 13;
/// `field20`, `field24` and `field28` of every used slot.
pub(crate) const USED_FIELDS: [f32; 3] = [0.0, 0.5, 0.5];

record! {
    /// Ahead of the slots.
    pub(crate) struct ArrayHeader in "zbd.gamez.materials" sizes [16, 16, 16] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
        array_size: u32 [0, 0, 0],
        count: u32 [4, 4, 4],
        index_free: i32 [8, 8, 8],
        index_last: i32 [12, 12, 12],
    }
}

record! {
    /// One slot of the material array, used or free.
    pub struct MaterialSlot in "zbd.gamez.material" sizes [44, 44, 44] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
        /// Opacity 0..=255; 255 on textured materials.
        alpha: u8 [0, 0, 0],
        /// See [`flags`].
        flags: u8 [1, 1, 1],
        /// Packed colour, unused: 0x7FFF when textured, else 0.
        rgb: u16 [2, 2, 2],
        /// Colour, each channel 0.0..=255.0.
        color: [f32; 3] [4, 4, 4],
        /// Index into the texture directory.
        texture_index: i32 [16, 16, 16],
        field20: f32 [20, 20, 20],
        field24: f32 [24, 24, 24],
        field28: f32 [28, 28, 28],
        /// Surface type 0..=13.
        soil: u32 [32, 32, 32],
        /// Stale address, not zero exactly when `CYCLED` is set.
        cycle_ptr: u32 [36, 36, 36],
        /// Used slot: next index; free slot: previous free index; -1 at the end.
        link_a: i16 [40, 40, 40],
        /// Used slot: previous index; free slot: next free index; -1 at the end.
        link_b: i16 [42, 42, 42],
    }
}

record! {
    /// How a cycled material steps through its textures.
    pub struct CycleInfo in "zbd.gamez.cycle" sizes [28, 28, 28] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
        /// 1 starts over, 0 stops at the last texture.
        looping: u32 [0, 0, 0],
        /// First frame shown.
        current_frame: i32 [4, 4, 4],
        current_index: f32 [8, 8, 8] must 0.0,
        /// Textures per second.
        speed: f32 [12, 12, 12],
        /// Taken from the list when writing.
        #[serde(skip)]
        tex_map_count: u32 [16, 16, 16],
        /// Equals the number of textures.
        tex_map_index: u32 [20, 20, 20],
        /// Stale address, never zero.
        tex_map_ptr: u32 [24, 24, 24],
    }
}

/// The cycle of one material.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cycle {
    /// Speed and start.
    pub info: CycleInfo,
    /// Indices into the texture directory, in the order shown.
    pub textures: Vec<i32>,
}

/// The material array: used slots first, then free ones.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Materials {
    /// Number of used slots at the head of `slots`.
    pub count: u32,
    /// Head of the free list; equals `count`.
    pub index_free: i32,
    /// Last used slot; equals `count - 1`.
    pub index_last: i32,
    /// Every slot, used and free.
    pub slots: Vec<MaterialSlot>,
    /// Cycles of the used slots flagged `CYCLED`, in slot order.
    pub cycles: Vec<Cycle>,
}

/// True for a position in the texture directory.
fn in_directory(index: i32, textures: usize) -> bool {
    usize::try_from(index).is_ok_and(|index| index < textures)
}

/// Reads the array and its cycles at the cursor.
pub(crate) fn read(cursor: &mut Cursor<'_>, version: Version, textures: usize) -> Result<Materials> {
    let column = version.column();
    let header = cursor.within(Segment::one("materials"), |cursor| read_header(cursor, version))?;
    let (array_size, count) = (header.array_size as usize, header.count as usize);

    cursor.expect_items(array_size, MaterialSlot::SIZES[column], "material slots")?;
    let mut slots = Vec::with_capacity(array_size);
    for index in 0..array_size {
        slots.push(cursor.within(Segment::at("material", index), |cursor| {
            let at = cursor.offset();
            let slot: MaterialSlot = cursor.record(column)?;
            let mut rules = Rules::of::<MaterialSlot>(&mut cursor.report, at, version);
            if index < count {
                slot.check_used(&mut rules, version, textures);
            } else {
                slot.check_free(&mut rules, version);
            }
            slot.check_links(&mut rules, index, count, array_size);
            Ok(slot)
        })?);
    }

    let mut cycles = Vec::new();
    for (index, slot) in slots[..count].iter().enumerate() {
        if slot.is_cycled() {
            cursor.report.enter(Segment::at("material", index));
            cycles
                .push(cursor.within(Segment::one("cycle"), |cursor| read_cycle(cursor, version, textures))?);
            cursor.report.leave();
        }
    }
    Ok(Materials {
        count: header.count,
        index_free: header.index_free,
        index_last: header.index_last,
        slots,
        cycles,
    })
}

fn read_header(cursor: &mut Cursor<'_>, version: Version) -> Result<ArrayHeader> {
    let at = cursor.offset();
    let header: ArrayHeader = cursor.record(version.column())?;
    let mut rules = Rules::of::<ArrayHeader>(&mut cursor.report, at, version);
    let array_size = rules.count32(header.array_size, "array_size")?;
    let count = rules.count32(header.count, "count")?;
    if count > array_size {
        let expected = format_args!("at most the {array_size} slots of the array");
        return Err(rules.broken("count", &USED_COUNT, expected, count));
    }
    require!(rules, ARRAY_SIZE, header.array_size, array_size > count, "more than the {count} used slots");
    equal!(rules, INDEX_FREE, header.index_free, count as i32);
    equal!(rules, INDEX_LAST, header.index_last, count as i32 - 1);
    Ok(header)
}

fn read_cycle(cursor: &mut Cursor<'_>, version: Version, textures: usize) -> Result<Cycle> {
    let at = cursor.offset();
    let info: CycleInfo = cursor.record(version.column())?;
    let mut rules = Rules::of::<CycleInfo>(&mut cursor.report, at, version);
    let count = rules.count32(info.tex_map_count, "tex_map_count")?;
    require!(rules, LOOPING, info.looping, info.looping <= 1, "0 or 1");
    equal!(rules, TEX_MAP_INDEX, info.tex_map_index, info.tex_map_count);
    pointer!(rules, TEX_MAP_PTR, info.tex_map_ptr, true);

    let at = cursor.offset();
    let list: Vec<i32> = cursor.list(count, "textures")?;
    for (index, texture) in list.iter().enumerate() {
        if !in_directory(*texture, textures) {
            let expected = format_args!("one of the {textures} textures");
            cursor.report.habit(&CYCLE_TEXTURES, at + 4 * index, expected, texture);
        }
    }
    Ok(Cycle { info, textures: list })
}

impl MaterialSlot {
    /// True when the material shows a texture or a cycle of textures.
    pub fn is_textured(&self) -> bool {
        self.flags & flags::TEXTURED != 0
    }

    /// True when a cycle belongs to the material.
    pub fn is_cycled(&self) -> bool {
        self.flags & flags::CYCLED != 0
    }

    fn check_used(&self, rules: &mut Rules<'_>, version: Version, textures: usize) {
        let always = flags::always(version);
        let texture_bits = flags::TEXTURED | flags::DECALS | flags::CYCLED;
        let textured = self.is_textured();
        let bits = if textured { texture_bits } else { 0 };
        if self.flags & !bits != always {
            let expected = format_args!("{always:#04x}, and {texture_bits:#04x} if textured");
            rules.habit("flags", &FLAGS, expected, format_args!("{:#04x}", self.flags));
        }
        require!(rules, ALPHA, self.alpha, !textured || self.alpha == 255, "255");
        equal!(rules, RGB, self.rgb, if textured { 0x7FFF } else { 0 });
        let channels = if textured { 255.0..=255.0 } else { 0.0..=255.0 };
        let in_range = self.color.iter().all(|channel| channels.contains(channel));
        require!(rules, COLOR, self.color, in_range, "channels of {channels:?}");
        let textures = if textured { textures } else { 1 };
        let known = in_directory(self.texture_index, textures);
        require!(rules, TEXTURE_INDEX, self.texture_index, known, "an index below {textures}");
        let fields = [self.field20, self.field24, self.field28];
        if fields != USED_FIELDS {
            let expected = format_args!("{USED_FIELDS:?}");
            rules.habit("field20", &FIELDS, expected, format_args!("{fields:?}"));
        }
        require!(rules, SOIL, self.soil, self.soil <= SOIL_MAX, "0..={SOIL_MAX}");
        pointer!(rules, CYCLE_PTR, self.cycle_ptr, self.is_cycled());
    }

    fn check_free(&self, rules: &mut Rules<'_>, version: Version) {
        let wanted = MaterialSlot { link_a: self.link_a, link_b: self.link_b, ..MaterialSlot::free(version) };
        if *self != wanted {
            let expected = format_args!("flags {:#04x} and zeros", wanted.flags);
            rules.habit("alpha", &FREE_SLOT, expected, format_args!("{self:?}"));
        }
    }

    fn check_links(&self, rules: &mut Rules<'_>, index: usize, count: usize, array_size: usize) {
        let (wanted, found) = (links(index, count, array_size), [self.link_a, self.link_b]);
        if found != wanted {
            rules.habit("link_a", &LINKS, format_args!("{wanted:?}"), format_args!("{found:?}"));
        }
    }

    /// A free slot, not linked yet.
    pub(crate) fn free(version: Version) -> Self {
        MaterialSlot { flags: flags::free(version), ..MaterialSlot::default() }
    }
}

/// Links A and B of a slot: used slots point to the next and the previous
/// one, free slots the other way round, each chain for itself.
pub(crate) fn links(index: usize, count: usize, array_size: usize) -> [i16; 2] {
    let (first, end) = if index < count { (0, count) } else { (count, array_size) };
    // Both fit: an array has at most 32767 slots.
    let next = if index + 1 < end { (index + 1) as i16 } else { -1 };
    let previous = if index > first { (index - 1) as i16 } else { -1 };
    if index < count { [next, previous] } else { [previous, next] }
}

/// Writes the array and its cycles.
pub(crate) fn write(
    writer: &mut Writer,
    version: Version,
    materials: &Materials,
    report: &mut Report,
) -> Result<()> {
    let column = version.column();
    report.enter(Segment::one("materials"));
    let at = writer.offset();
    let array_size = count32(materials.slots.len(), "material slots", at, report)?;
    let Some(used) = materials.slots.get(..materials.count as usize) else {
        let expected = format_args!("at most {array_size} used slots");
        return Err(report.broken(&WRITE_SLOTS, at, expected, materials.count));
    };
    let cycled = used.iter().filter(|slot| slot.is_cycled()).count();
    if cycled != materials.cycles.len() {
        let expected = format_args!("{cycled} cycles, one for each used slot flagged CYCLED");
        return Err(report.broken(&WRITE_SLOTS, at, expected, materials.cycles.len()));
    }
    writer.record(
        &ArrayHeader {
            array_size,
            count: materials.count,
            index_free: materials.index_free,
            index_last: materials.index_last,
        },
        column,
    );
    for slot in &materials.slots {
        writer.record(slot, column);
    }
    for (index, cycle) in materials.cycles.iter().enumerate() {
        report.enter(Segment::at("cycle", index));
        let count = count32(cycle.textures.len(), "textures", writer.offset(), report)?;
        writer.record(&CycleInfo { tex_map_count: count, ..cycle.info.clone() }, column);
        writer.list(&cycle.textures);
        report.leave();
    }
    report.leave();
    Ok(())
}

impl Materials {
    /// The used slots.
    pub fn used(&self) -> &[MaterialSlot] {
        self.slots.get(..self.count as usize).unwrap_or(&self.slots)
    }

    /// Pairs each used slot with its cycle, if it has one.
    pub fn with_cycles(&self) -> impl Iterator<Item = (&MaterialSlot, Option<&Cycle>)> {
        let mut cycles = self.cycles.iter();
        self.used().iter().map(move |slot| {
            let cycle = if slot.flags & flags::CYCLED != 0 { cycles.next() } else { None };
            (slot, cycle)
        })
    }
}
