//! What the numbers of places mean. Source: `docs/spec/daggerfall.md`, "5. MAPS.BSA".

/// What a place is, by its type.
pub static LOCATION_TYPES: [&str; 15] = [
    "city",
    "hamlet",
    "village",
    "farm",
    "large dungeon",
    "temple",
    "tavern",
    "medium dungeon",
    "manor",
    "shrine",
    "small dungeon",
    "poor home",
    "graveyard",
    "coven",
    "ships",
];

/// The type of the person's ships, which maps hide.
pub const SHIPS: u8 = 14;

/// What a dungeon is, by its type.
pub static DUNGEON_TYPES: [&str; 19] = [
    "crypt",
    "orc stronghold",
    "human stronghold",
    "prison",
    "desecrated temple",
    "mine",
    "natural cave",
    "coven",
    "vampire haunt",
    "laboratory",
    "harpy nest",
    "ruined castle",
    "spider nest",
    "giant stronghold",
    "dragon's den",
    "barbarian stronghold",
    "volcanic caves",
    "scorpion nest",
    "cemetery",
];
