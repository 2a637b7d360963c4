//! Locations: which there are, what they are called, the blocks that they are made of and where these stand.
//! Source: `docs/spec/daggerfall.md`, "5. MAPS.BSA **[O]** (named)" and "6. BLOCKS.BSA **[O]** (named): RMB
//! (exterior), RDB/RDI (dungeon)".

use super::flatten;
use super::ground::TILES;
use super::nature::Rectangle;
use super::overworld::{optional, tell, usable};
use super::settings::{Flats, Settings};
use binary::{Finding, Mode};
use daggerfall::blocks::rmb::{self, Rmb};
use daggerfall::bsa::{self, Directory, Key};
use daggerfall::ground::{NATURAL, record};
use daggerfall::maps::{self, BLOCK_TILES, Exterior, Maps, Placement};
use hashbrown::HashMap;
use vfs::{Bytes, Vfs};

/// Units of a tile.
const TILE: i32 = 256;

/// All locations of an install.
pub struct Towns {
    maps: Maps,
    /// By cell: region and index there. Of several in one cell the first counts.
    at: HashMap<[i32; 2], (usize, usize)>,
    placement: Placement,
    flats: Flats,
    blocks: Option<(Directory, Bytes)>,
    /// Names of the blocks, in their order.
    names: Vec<String>,
    address: String,
}

/// A block of a town.
pub struct Block {
    /// What it is made of.
    pub rmb: Rmb,
    /// Its south-west corner in units from that of the cell, east and north.
    pub corner: [i32; 2],
}

/// A location in its cell.
pub struct Town {
    /// What it is called.
    pub name: String,
    /// Its blocks, from the south-west, row by row; none for those that are missing.
    pub blocks: Vec<Block>,
    /// The tiles that it levels.
    pub rectangle: Option<Rectangle>,
    /// Where flats of turned buildings stand.
    pub flats: Flats,
}

impl Towns {
    /// The locations of a folder; none without its files.
    pub fn read(vfs: &Vfs, folder: &str, settings: &Settings, findings: &mut Vec<Finding>) -> Self {
        let [maps_address, address] = ["MAPS.BSA", "BLOCKS.BSA"].map(|name| format!("{folder}{name}"));
        let bytes = optional(vfs, &maps_address, "there are no towns", findings);
        let maps = bytes.and_then(|bytes| usable(maps::read(&bytes, Mode::Lenient), &maps_address, findings));
        let maps = maps.unwrap_or_default();
        let mut at = HashMap::new();
        for place in maps.places() {
            at.entry(place.row.pixel()).or_insert((place.region, place.index));
        }
        let bytes = optional(vfs, &address, "towns are empty", findings);
        let directory = bytes
            .as_ref()
            .and_then(|bytes| usable(bsa::read_directory(bytes, Mode::Lenient), &address, findings));
        let name = |key: &Key| match key {
            Key::Name(name) => name.text(),
            Key::Number(number) => number.to_string(),
        };
        let names = directory.iter().flat_map(|directory| &directory.entries).map(|entry| name(&entry.key));
        let names = names.collect();
        let Settings { placement, flats, .. } = *settings;
        Towns { maps, at, placement, flats, blocks: directory.zip(bytes), names, address }
    }

    /// True where a location is.
    pub fn is_at(&self, cell: [i32; 2]) -> bool {
        self.at.contains_key(&cell)
    }

    /// The name of the location of a cell.
    pub fn name(&self, cell: [i32; 2]) -> Option<String> {
        let (region, index) = self.at.get(&cell)?;
        Some(self.maps.place(*region, *index)?.name())
    }

    /// The location of a cell with its blocks.
    pub fn town(&self, cell: [i32; 2], findings: &mut Vec<Finding>) -> Option<Town> {
        let (region, index) = self.at.get(&cell)?;
        let place = self.maps.place(*region, *index)?;
        let kind = place.row.kind();
        let blocks =
            place.exterior.map_or_else(Vec::new, |exterior| self.blocks_of(exterior, cell, findings));
        let own = blocks.iter().flat_map(tiles).filter(|(_, tile)| record(*tile) < NATURAL);
        let rectangle = flatten::rectangle(own.map(|(at, _)| at), kind);
        Some(Town { name: place.name(), blocks, rectangle, flats: self.flats })
    }

    fn blocks_of(&self, exterior: &Exterior, cell: [i32; 2], findings: &mut Vec<Finding>) -> Vec<Block> {
        let [width, height] = exterior.size_in_blocks();
        let [east, north] = maps::corner(exterior, cell, self.placement);
        let side = BLOCK_TILES as i32 * TILE;
        let mut blocks = Vec::new();
        for row in 0..height {
            for column in 0..width {
                let name = maps::block_name(&exterior.area, column, row);
                let Some(rmb) = name.and_then(|name| self.block(&name, findings)) else { continue };
                let corner = [east + column as i32 * side, north + row as i32 * side];
                blocks.push(Block { rmb, corner });
            }
        }
        blocks
    }

    fn block(&self, name: &str, findings: &mut Vec<Finding>) -> Option<Rmb> {
        let (directory, bytes) = self.blocks.as_ref()?;
        let entry = directory.entries.get(maps::find_block(&self.names, name)?)?;
        let bytes = bytes.get(entry.place())?;
        match rmb::read(bytes, Mode::Lenient) {
            Ok((block, report)) => {
                tell(findings, report, &format!("{}/{name}", self.address));
                Some(block)
            }
            Err(finding) => {
                findings.push(finding.in_file(&format!("{}/{name}", self.address)));
                None
            }
        }
    }
}

/// The tiles of a block that are in its cell: column and row from the south-west of the cell, and what they show.
pub fn tiles(block: &Block) -> impl Iterator<Item = ([i32; 2], u8)> {
    let corner = block.corner.map(|at| at.div_euclid(TILE));
    let places = (0..BLOCK_TILES).flat_map(|row| (0..BLOCK_TILES).map(move |column| (column, row)));
    // Rows of the file run from the north.
    let tile = move |(column, row): (usize, usize)| {
        let at = [corner[0] + column as i32, corner[1] + row as i32];
        (at, block.rmb.tile(column, BLOCK_TILES - 1 - row))
    };
    let inside =
        |([column, row], _): &([i32; 2], u8)| [*column, *row].iter().all(|at| (0..TILES as i32).contains(at));
    places.map(tile).filter(inside)
}

/// A location of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// Its cell, from the west and from the north.
    pub cell: [i32; 2],
    /// What it is called.
    pub name: String,
    /// The region that it is in; empty where that has no name.
    pub region: String,
    /// The kind of location, 0 a city to 14 a ship.
    pub kind: u8,
}

impl Location {
    /// False for what maps do not show: the ships of the player.
    pub fn is_on_map(&self) -> bool {
        self.kind != maps::types::SHIPS
    }
}

/// The locations of an install by the address of its WOODS.WLD, region by region; none without MAPS.BSA, or where
/// it cannot be read. Of several in one cell the first counts.
pub fn locations(vfs: &Vfs, woods: &str) -> Vec<Location> {
    let folder = woods.rfind('/').map_or("", |slash| &woods[..=slash]);
    let address = format!("{folder}MAPS.BSA");
    let bytes = vfs.is_file(&address).then(|| vfs.read(&address).ok()).flatten();
    let Some((maps, _)) = bytes.and_then(|bytes| maps::read(&bytes, Mode::Lenient).ok()) else {
        return Vec::new();
    };
    let mut seen = hashbrown::HashSet::new();
    let places = maps.places().filter(|place| seen.insert(place.row.pixel()));
    let location = |place: maps::Place<'_>| Location {
        cell: place.row.pixel(),
        name: place.name(),
        region: place.region_name().to_owned(),
        kind: place.row.kind(),
    };
    places.map(location).collect()
}
