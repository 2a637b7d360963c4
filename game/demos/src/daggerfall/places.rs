//! The places of the archipelago, MAPS.BSA: what they are called, where they are, which blocks they have.
//! Source: `docs/spec/daggerfall.md`, "5. MAPS.BSA".

use super::geography::Geography;
use daggerfall::bsa::Archive;
use daggerfall::maps::table::Row;
use daggerfall::maps::{self, Area, Building, Exterior, Head, REGIONS, Region};
use daggerfall::text::Text;
use daggerfall::woods::{HEIGHT, WIDTH};

/// World units of a ground tile, and of a pixel.
const TILE: u32 = 256;
const PIXEL: u32 = 32_768;

/// What a place must find around it.
#[derive(Clone, Copy, PartialEq)]
enum Ground {
    /// Even land.
    Even,
    /// Land with the sea to the south.
    Shore,
    /// The highest land about.
    Hill,
}

/// A place, and about where it is.
struct Wish {
    name: &'static str,
    kind: u8,
    near: [u32; 2],
    ground: Ground,
    /// Its blocks, row by row from the north.
    rows: &'static [&'static str],
}

const fn wish(
    name: &'static str,
    kind: u8,
    near: [u32; 2],
    ground: Ground,
    rows: &'static [&'static str],
) -> Wish {
    Wish { name, kind, near, ground, rows }
}

use Ground::{Even, Hill, Shore};

/// Types: 0 city, 1 hamlet, 2 village, 3 farm, 5 temple, 6 tavern, 8 manor, 9 shrine, 10 small dungeon, 11 poor home,
/// 12 graveyard, 13 coven.
static WISHES: [Wish; 38] = [
    wish(
        "Karst Royal",
        0,
        [430, 240],
        Even,
        &["........", ".4nnnn3.", ".vHCHHe.", ".vHKSHe.", ".vSmSTe.", ".vHHHHe.", ".1sgss2.", "........"],
    ),
    wish("Saltmarch", 0, [392, 300], Shore, &["HSCH", "HmTH", "qqqq"]),
    wish("Castle Varn", 8, [452, 205], Hill, &["K"]),
    wish("Oakhollow", 2, [405, 215], Even, &["hch", "hot"]),
    wish("Three Wells", 2, [468, 250], Even, &["ht", "oh"]),
    wish("Millford", 1, [440, 275], Even, &["hh", "ft"]),
    wish("Grey Barn Farm", 3, [420, 228], Even, &["f"]),
    wish("The Last Lamp", 6, [482, 232], Even, &["t"]),
    wish("Stones of Ald", 9, [418, 255], Hill, &["i"]),
    wish("Saltmarch Light", 11, [378, 306], Shore, &["l"]),
    wish("Barrow Field", 12, [446, 262], Even, &["y"]),
    wish("Old Watch", 10, [400, 190], Hill, &["r"]),
    wish("Hartmoor House", 8, [370, 240], Even, &["M"]),
    wish("Frosthaven", 0, [470, 150], Even, &["hHch", "HmSH", "hTHh"]),
    wish("Highpass", 2, [500, 125], Even, &["hh", "th"]),
    wish("Eyrie of Sund", 8, [450, 120], Hill, &["K"]),
    wish("Snowgate Inn", 6, [520, 140], Even, &["t"]),
    wish("Cold Ring", 9, [430, 130], Hill, &["i"]),
    wish("Duskwater", 0, [700, 200], Even, &["hHHh", "HmCH", "hSTh"]),
    wish("Ravenmere", 2, [735, 170], Even, &["hc", "hh"]),
    wish("Hollow of Hest", 13, [715, 220], Even, &["x"]),
    wish("Yewbarrow", 12, [680, 175], Even, &["y"]),
    wish("Brackwall Ruin", 10, [668, 225], Hill, &["r"]),
    wish("Sandreach", 0, [300, 405], Even, &["HSH", "HmT", "HCH"]),
    wish("Dune's End", 2, [345, 415], Even, &["ho", "th"]),
    wish("Amber Quay", 2, [270, 440], Shore, &["Hm", "qq"]),
    wish("Shrine of Noon", 9, [320, 385], Hill, &["i"]),
    wish("Olivet", 2, [520, 410], Even, &["hc", "to"]),
    wish("Vinterrace Farm", 3, [535, 395], Even, &["f"]),
    wish("Greenveil", 2, [760, 390], Even, &["hhc", "oth"]),
    wish("Rain Chapel", 5, [785, 375], Even, &["c"]),
    wish("Fernhut", 11, [735, 405], Even, &["u"]),
    wish("Reedholm", 2, [180, 230], Even, &["ht", "ch"]),
    wish("Eel Farm", 3, [195, 245], Even, &["f"]),
    wish("Farlight", 1, [900, 280], Even, &["ht"]),
    wish("Northmost", 1, [200, 95], Even, &["ut"]),
    wish("World's End", 1, [940, 446], Even, &["ht"]),
    wish("World's End Light", 11, [946, 472], Shore, &["l"]),
];

/// A place where it is.
pub(super) struct Site {
    pub name: &'static str,
    pub region: u8,
    pub pixel: [u32; 2],
    wish: &'static Wish,
}

/// Where all places are.
pub(super) fn sites(geography: &Geography) -> Vec<Site> {
    let mut sites: Vec<Site> = Vec::with_capacity(WISHES.len());
    for wish in &WISHES {
        let pixel = search(geography, wish, |pixel| sites.iter().all(|site| site.pixel != pixel));
        let region = geography.region(pixel[0], pixel[1]).unwrap_or(0);
        sites.push(Site { name: wish.name, region, pixel, wish });
    }
    sites
}

/// Pixels around the wished one that are searched.
const FARTHEST: u32 = 80;

/// The first pixel around the wished one that suits and is free, ring by ring; of hills the highest about.
fn search(geography: &Geography, wish: &Wish, free: impl Fn([u32; 2]) -> bool) -> [u32; 2] {
    let [x, y] = wish.near;
    let around = |reach: u32| {
        let columns = move || {
            (x - reach..=x + reach)
                .flat_map(move |column| (y - reach..=y + reach).map(move |row| [column, row]))
        };
        // Nothing lies at the rim of the map, where land has no neighbours.
        let is_inside =
            |[column, row]: &[u32; 2]| (3..WIDTH - 3).contains(column) && (3..HEIGHT - 3).contains(row);
        columns()
            .filter(move |[column, row]| column.abs_diff(x).max(row.abs_diff(y)) == reach)
            .filter(is_inside)
    };
    if wish.ground == Hill {
        let all = (0..8).flat_map(around).filter(|pixel| free(*pixel));
        let highest = all.max_by_key(|[x, y]| geography.elevation(*x, *y));
        return highest.unwrap_or(wish.near);
    }
    let suits = |[x, y]: [u32; 2]| match wish.ground {
        Even => geography.is_dry(x, y) && relief(geography, x, y) <= 6,
        // A coast that runs from west to east: land next to the sea is no higher than 4.
        Shore => (x - 1..=x + 1).all(|x| {
            let elevation = |y| geography.elevation(x, y);
            elevation(y - 2) >= 4 && elevation(y - 1) >= 4 && elevation(y) < 3 && elevation(y + 1) < 3
        }),
        Hill => true,
    };
    (0..FARTHEST).flat_map(around).find(|pixel| suits(*pixel) && free(*pixel)).unwrap_or(wish.near)
}

/// How uneven a pixel and its neighbours are.
fn relief(geography: &Geography, x: u32, y: u32) -> u8 {
    let around =
        || (x - 1..=x + 1).flat_map(move |x| (y - 1..=y + 1).map(move |y| geography.elevation(x, y)));
    around().max().unwrap_or(0) - around().min().unwrap_or(0)
}

/// MAPS.BSA.
pub(super) fn archive(sites: &[Site]) -> binary::Result<Option<Archive>> {
    let mut places: Vec<Vec<(String, Row, Exterior)>> = vec![Vec::new(); REGIONS];
    for site in sites {
        let Some(region) = places.get_mut(usize::from(site.region)) else { return Ok(None) };
        let index = region.len() as u32;
        let Some((row, exterior)) = place(site, index) else { return Ok(None) };
        region.push((site.name.to_owned(), row, exterior));
    }
    let Some(regions) = places.into_iter().map(Region::new).collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    maps::archive(&regions).map(Some)
}

fn place(site: &Site, index: u32) -> Option<(Row, Exterior)> {
    let rows = site.wish.rows;
    let (width, height) = (rows.first()?.len(), rows.len());
    let [px, py] = site.pixel;
    // In the middle of the pixel; a single block of its own kind has a place of its own.
    let tiles = match (width, height, rows.first()?.as_bytes().first()?) {
        (1, 1, b'l') => [72, 55],
        _ => [width, height].map(|blocks| (128 - 16 * blocks as u32) / 2),
    };
    let position = [px * PIXEL + tiles[0] * TILE, (499 - py) * PIXEL + tiles[1] * TILE];
    let row = Row::new(site.pixel, position, site.wish.kind, index);
    let id = site.region as u16 * 64 + index as u16 + 1;
    let name = Text::new(site.name)?;
    let mut area = Area {
        name,
        map_id: (py * 1000 + px) as i32,
        location_id: u32::from(id),
        width: width as u8,
        height: height as u8,
        letter: b'A',
        port: u8::from(site.wish.ground == Shore),
        ..Area::default()
    };
    let mut buildings = Vec::new();
    for (from_south, line) in rows.iter().rev().enumerate() {
        for (column, letter) in line.bytes().enumerate() {
            let entry = from_south * width + column;
            let [prefix, number] = block(letter, entry)?;
            area.block_index[entry] = prefix;
            area.block_number[entry] = number;
            let named: &[u8] = match letter {
                b't' | b'T' => &[15],
                b'c' | b'C' => &[14],
                b'o' | b'S' => &[9; 8],
                b'K' => &[16],
                _ => &[],
            };
            let building =
                |kind: &u8| Building { kind: *kind, quality: 10, location_id: id, ..Building::default() };
            buildings.extend(named.iter().map(building));
        }
    }
    let head = Head {
        one: 1,
        x: position[0] as i32,
        y: position[1] as i32,
        exterior: 0x8000,
        index,
        one2: 1,
        location_id: id,
        name,
        ..Head::default()
    };
    Some((row, Exterior { head, buildings, area, ..Exterior::default() }))
}

/// The prefix and the number of a block's name, by its letter in a plan.
fn block(letter: u8, entry: usize) -> Option<[u8; 2]> {
    Some(match letter {
        b'.' => [24, 0],
        b's' => [41, 0],
        b'e' => [41, 1],
        b'n' => [41, 2],
        b'v' => [41, 3],
        b'1' => [41, 4],
        b'2' => [41, 5],
        b'3' => [41, 6],
        b'4' => [41, 7],
        b'g' => [41, 8],
        b'h' => [2, (entry % 3) as u8],
        b'H' => [2, 3 + (entry % 4) as u8],
        b't' => [0, 0],
        b'T' => [0, 1],
        b'o' => [1, 0],
        b'S' => [1, 1],
        b'c' => [13, 0],
        b'C' => [13, 1],
        b'm' => [42, 0],
        b'K' => [18, 0],
        b'M' => [19, 0],
        b'q' => [43, (entry % 4) as u8],
        b'f' => [16, 0],
        b'u' => [22, 0],
        b'i' => [20, 0],
        b'y' => [23, 0],
        b'r' => [21, 0],
        b'x' => [44, 0],
        b'l' => [40, 0],
        _ => return None,
    })
}
