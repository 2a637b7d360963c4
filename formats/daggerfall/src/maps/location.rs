//! Records of places: doors, heads, buildings, the blocks of the area. Those of MAPPITEM and MAPDITEM
//! start alike, and blocks list their buildings in the same way.
//! Source: `docs/spec/daggerfall.md`, "5. MAPS.BSA".

use crate::raw::Raw;
use crate::text::Text;
use binary::record;

record! {
    /// A door of a place.
    pub struct Door in "daggerfall.maps.door" sizes [6] {
        building: u16 [0],
        zero: u8 [2],
        mask: u8 [3],
        unknown: [u8; 2] [4],
    }
}

record! {
    /// What a place starts with.
    pub struct Head in "daggerfall.maps.head" sizes [112] {
        one: u32 [0] must 1,
        zero: u16 [4] must 0,
        zero2: u8 [6] must 0,
        /// World units from the western edge of the map to the south-western corner of the first block.
        x: i32 [7],
        zero3: u32 [11] must 0,
        /// World units from the southern edge of the map to that corner.
        y: i32 [15],
        /// 0x8000; 0 in dungeons.
        exterior: u16 [19],
        zero4: u16 [21] must 0,
        unknown: u32 [23],
        /// The place's index in its region; in dungeons a choice of music.
        index: u32 [27],
        one2: u16 [31] must 1,
        /// What quests and dungeons call the place.
        location_id: u16 [33],
        zero5: u32 [35] must 0,
        /// 1 in dungeons.
        interior: u16 [39],
        /// In dungeons, the location id of the place that they are below.
        exterior_id: u32 [41],
        zeros: [u8; 26] [45] must [0; 26],
        name: Text<32> [71],
        unknown2: [u8; 9] [103],
    }
}

record! {
    /// A building of a place or of a block.
    pub struct Building in "daggerfall.maps.building" sizes [26] {
        name_seed: u16 [0],
        unknown: u32 [2],
        unknown2: u16 [6],
        unknown3: u16 [8],
        unknown4: u32 [10],
        unknown5: u32 [14],
        faction: u16 [18],
        sector: i16 [20],
        location_id: u16 [22],
        /// 0 an alchemist to 24 a ship, or 0x74, 0xDF, 0xF9, 0xFA.
        kind: u8 [24],
        /// 1 to 20.
        quality: u8 [25],
    }
}

impl Building {
    /// True for a building whose name, faction and quality come from its place's list, not from its block:
    /// shops, guilds, temples, taverns, palaces.
    pub fn is_named(&self) -> bool {
        matches!(self.kind, 0 | 2 | 3 | 5..=16)
    }
}

record! {
    /// The blocks of a place. Each of the three lists has an entry for each block: row x width + column,
    /// columns from the west, rows from the south.
    pub struct Area in "daggerfall.maps.area" sizes [416] {
        name: Text<32> [0],
        map_id: i32 [32],
        location_id: u32 [36],
        /// Blocks west to east, at most 8.
        width: u8 [40],
        /// Blocks south to north, at most 8.
        height: u8 [41],
        unknown: [u8; 4] [42],
        /// A letter of the names of some blocks.
        letter: u8 [46],
        /// Not 0: a port, where ships are for sale.
        port: u8 [47],
        unknown2: u8 [48],
        /// The prefix of each block's name.
        block_index: Raw<64> [49],
        /// The number of each block's name.
        block_number: Raw<64> [113],
        /// The letters of each block's name.
        block_character: Raw<64> [177],
        unknown3: Raw<34> [241],
        zero: u64 [275],
        zero2: u8 [283],
        unknown4: [u32; 22] [284],
        zeros: Raw<40> [372],
        unknown5: u32 [412],
    }
}
