//! What climates mean: which archives their ground, nature and buildings have.
//! Source: `docs/spec/daggerfall.md`, "3. CLIMATE.PAK and POLITIC.PAK".
//!
//! ```
//! use daggerfall::climate::{Climate, Season, swap};
//!
//! let (woods, desert) = (Climate::of(231), Climate::of(224));
//! assert_eq!((woods.ground(Season::Other), woods.ground(Season::Winter)), (302, 303));
//! assert_eq!((desert.ground(Season::Other), desert.ground(Season::Winter)), (2, 2));
//! // A wall of a tavern in the swamp, and in the snow of the woods.
//! assert_eq!(swap([358, 2], Climate::of(228), Season::Other), [458, 2]);
//! assert_eq!(swap([158, 2], woods, Season::Winter), [359, 2]);
//! // Lights are nobody's set.
//! assert_eq!(swap([210, 3], desert, Season::Winter), [210, 3]);
//! ```

/// The sea in CLIMATE.PAK.
pub const OCEAN: u8 = 223;
/// The sea in POLITIC.PAK.
pub const OPEN_SEA: u8 = 64;
/// The index of the palette that glows in windows at night.
pub const WINDOW: u8 = 255;

/// The set of textures that buildings of a climate have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BaseSet {
    /// 0 on.
    Desert,
    /// 100 on.
    Mountain,
    /// 300 on.
    Temperate,
    /// 400 on.
    Swamp,
}

impl BaseSet {
    /// The number that the set of a texture is added to.
    pub fn first(self) -> u16 {
        match self {
            BaseSet::Desert => 0,
            BaseSet::Mountain => 100,
            BaseSet::Temperate => 300,
            BaseSet::Swamp => 400,
        }
    }
}

/// Winter, or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Season {
    /// Months 12, 1 and 2.
    Winter,
    /// All others.
    #[default]
    Other,
}

/// A climate of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Climate {
    /// What people call it.
    pub name: &'static str,
    /// Its value in CLIMATE.PAK.
    pub value: u8,
    ground: u16,
    nature: u16,
    /// The number of its first sky.
    pub sky: u16,
    /// What its buildings look like.
    pub base: BaseSet,
}

const fn climate(
    name: &'static str,
    value: u8,
    ground: u16,
    nature: u16,
    sky: u16,
    base: BaseSet,
) -> Climate {
    Climate { name, value, ground, nature, sky, base }
}

/// All climates.
pub static CLIMATES: [Climate; 10] = [
    climate("Ocean", 223, 402, 504, 24, BaseSet::Swamp),
    climate("Desert", 224, 2, 503, 8, BaseSet::Desert),
    climate("Desert", 225, 2, 503, 8, BaseSet::Desert),
    climate("Mountain", 226, 102, 510, 0, BaseSet::Mountain),
    climate("Rainforest", 227, 402, 500, 24, BaseSet::Swamp),
    climate("Swamp", 228, 402, 502, 24, BaseSet::Swamp),
    climate("Subtropical", 229, 2, 501, 24, BaseSet::Desert),
    climate("Mountain woods", 230, 102, 506, 16, BaseSet::Temperate),
    climate("Woodlands", 231, 302, 504, 16, BaseSet::Temperate),
    climate("Haunted woodlands", 232, 302, 508, 16, BaseSet::Temperate),
];

impl Climate {
    /// The climate of a value of CLIMATE.PAK; woodlands for unknown ones.
    pub fn of(value: u8) -> &'static Climate {
        let known = CLIMATES.iter().find(|climate| climate.value == value);
        known.unwrap_or(&CLIMATES[8])
    }

    /// The archive of its ground.
    pub fn ground(&self, season: Season) -> u16 {
        self.ground + u16::from(season == Season::Winter && self.base != BaseSet::Desert)
    }

    /// The archive of its flats of nature.
    pub fn nature(&self, season: Season) -> u16 {
        let twin = matches!(self.nature, 504 | 506 | 508 | 510);
        self.nature + u16::from(season == Season::Winter && twin)
    }
}

/// The region of a value of POLITIC.PAK; none for the open sea and other values.
pub fn region(value: u8) -> Option<usize> {
    value.checked_sub(128).map(usize::from).filter(|region| *region < crate::maps::REGIONS)
}

/// Sets from outside with a winter twin at + 1.
const EXTERIOR: [u16; 14] = [7, 9, 12, 14, 17, 26, 29, 35, 38, 42, 58, 61, 64, 69];
/// Sets from inside.
const INTERIOR: [u16; 20] = [11, 16, 19, 20, 22, 23, 24, 25, 28, 37, 40, 41, 44, 45, 47, 48, 60, 63, 66, 68];
const GROUND: u16 = 2;
const DOORS: u16 = 74;

/// The archive and record that a texture of a building has in a climate. Whoever draws it looks whether they are
/// there, and keeps the old ones if not.
pub fn swap([archive, record]: [u16; 2], climate: &Climate, season: Season) -> [u16; 2] {
    let winter = season == Season::Winter && climate.base != BaseSet::Desert;
    if matches!(archive, 79 | 82) {
        let snow = winter && !(archive == 82 && record > 1);
        return [archive + u16::from(snow), record];
    }
    if archive >= 500 {
        return [archive, record];
    }
    let set = archive % 100;
    let base = climate.base.first();
    let snow = |yes: bool| u16::from(winter && yes);
    let swapped = match set {
        35 => base + set + snow(climate.base != BaseSet::Swamp),
        9 => base + set + snow(record <= 3),
        GROUND => base + set + snow(true),
        DOORS if record == 3 => archive,
        41 if climate.base == BaseSet::Swamp => archive,
        DOORS => base + set,
        _ if EXTERIOR.contains(&set) => base + set + snow(true),
        _ if INTERIOR.contains(&set) => base + set,
        _ => archive,
    };
    [swapped, record]
}

/// True for a texture whose colour [`WINDOW`] glows at night.
pub fn is_window([archive, record]: [u16; 2]) -> bool {
    let set = archive % 100;
    match archive {
        210 | 280 | 375..=379 => false,
        79 | 80 => matches!(record, 0 | 2),
        82 | 83 => record == 0,
        _ => {
            let third = matches!(
                set,
                9 | 10 | 12..=15 | 26 | 27 | 35 | 36 | 38 | 39 | 42 | 43 | 58 | 59 | 61 | 62 | 64 | 65
            );
            archive < 500 && (record == 3 && third || matches!(set, 75..=77) || single([archive, record]))
        }
    }
}

fn single(texture: [u16; 2]) -> bool {
    matches!(texture, [36, 2] | [151 | 154 | 351, 3] | [171, 2] | [172 | 173, 3])
}
