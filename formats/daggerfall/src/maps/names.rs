//! Names of regions, which are in the program and not in its files, and names of blocks, which are made
//! from three bytes. Source: `docs/spec/daggerfall.md`, "5. MAPS.BSA".

use super::location::Area;

/// Regions of the map.
pub const REGIONS: usize = 62;

/// What the regions are called.
pub static REGION_NAMES: [&str; REGIONS] = [
    "Alik'r Desert",
    "Dragontail Mountains",
    "Glenpoint Foothills",
    "Daggerfall Bluffs",
    "Yeorth Burrowland",
    "Dwynnen",
    "Ravennian Forest",
    "Devilrock",
    "Malekna Forest",
    "Isle of Balfiera",
    "Bantha",
    "Dak'fron",
    "Islands in the Western Iliac Bay",
    "Tamarilyn Point",
    "Lainlyn Cliffs",
    "Bjoulsae River",
    "Wrothgarian Mountains",
    "Daggerfall",
    "Glenpoint",
    "Betony",
    "Sentinel",
    "Anticlere",
    "Lainlyn",
    "Wayrest",
    "Gen Tem High Rock village",
    "Gen Rai Hammerfell village",
    "Orsinium Area",
    "Skeffington Wood",
    "Hammerfell bay coast",
    "Hammerfell sea coast",
    "High Rock bay coast",
    "High Rock sea coast",
    "Northmoor",
    "Menevia",
    "Alcaire",
    "Koegria",
    "Bhoriane",
    "Kambria",
    "Phrygias",
    "Urvaius",
    "Ykalon",
    "Daenia",
    "Shalgora",
    "Abibon-Gora",
    "Kairou",
    "Pothago",
    "Myrkwasa",
    "Ayasofya",
    "Tigonus",
    "Kozanset",
    "Satakalaam",
    "Totambu",
    "Mournoth",
    "Ephesus",
    "Santaki",
    "Antiphyllos",
    "Bergama",
    "Gavaudon",
    "Tulune",
    "Glenumbra Moors",
    "Ilessan Hills",
    "Cybiades",
];

/// What names of blocks start with.
pub static PREFIXES: [&str; 45] = [
    "TVRN", "GENR", "RESI", "WEAP", "ARMR", "ALCH", "BANK", "BOOK", "CLOT", "FURN", "GEMS", "LIBR", "PAWN",
    "TEMP", "TEMP", "PALA", "FARM", "DUNG", "CAST", "MANR", "SHRI", "RUIN", "SHCK", "GRVE", "FILL", "KRAV",
    "KDRA", "KOWL", "KMOO", "KCAN", "KFLA", "KHOR", "KROS", "KWHE", "KSCA", "KHAW", "MAGE", "THIE", "DARK",
    "FIGH", "CUST", "WALL", "MARK", "SHIP", "WITC",
];

/// The name of a block by its column from the west and its row from the south; none outside the area and
/// for unknown prefixes.
pub fn block_name(area: &Area, column: usize, row: usize) -> Option<String> {
    let [width, height] = [area.width, area.height].map(usize::from);
    if column >= width || row >= height {
        return None;
    }
    let entry = row * width + column;
    let index = usize::from(*area.block_index.get(entry)?);
    let number = *area.block_number.get(entry)?;
    let character = *area.block_character.get(entry)?;
    let prefix = PREFIXES.get(index)?;
    let first = if character & 0x10 != 0 { char::from(area.letter) } else { 'A' };
    let second = char::from(b"ALMS"[usize::from(character << 1 >> 6)]);
    Some(match index {
        13 | 14 => {
            let temple = char::from(b'A' + (character & 0x0F));
            format!("{prefix}{first}{second}{temple}{number}.RMB")
        }
        _ => format!("{prefix}{first}{second}{number:02}.RMB"),
    })
}

/// The position of a block among the names of BLOCKS.BSA: the first of this name, else the last whose first
/// four and last six letters agree.
pub fn find_block(names: &[String], wanted: &str) -> Option<usize> {
    if let Some(position) = names.iter().position(|name| name.eq_ignore_ascii_case(wanted)) {
        return Some(position);
    }
    let ends = |name: &str| {
        let tail = name.len().checked_sub(6)?;
        Some((name.get(..4)?.to_ascii_uppercase(), name.get(tail..)?.to_ascii_uppercase()))
    };
    let wanted = ends(wanted)?;
    names.iter().rposition(|name| ends(name).as_ref() == Some(&wanted))
}
