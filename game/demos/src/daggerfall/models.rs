//! The models of the archipelago, by their numbers in ARCH3D.BSA.

use super::shapes::{METRE, Shape, Texture};
use super::walls::{
    BASE, BEAM, CANVAS, CASTLE, CITY, DOORS, FARM, FOOT, FORT, GRAVE, OTHER_WALL, PLANKS, ROOFS, RUIN,
    SHINGLES, SIGNS, TAVERN, TEMPLE, TILES, VILLAGE, WALL, WINDOWED,
};
use daggerfall::bsa::Archive;
use daggerfall::mesh;
use glam::Vec3;

pub(super) const COTTAGE: u32 = 1000;
pub(super) const HOUSE: u32 = 1001;
pub(super) const TALL_HOUSE: u32 = 1002;
pub(super) const INN: u32 = 1003;
pub(super) const CHAPEL: u32 = 1004;
pub(super) const SHOP: u32 = 1005;
pub(super) const BARN: u32 = 1006;
pub(super) const KEEP: u32 = 1007;
pub(super) const CURTAIN: u32 = 1008;
pub(super) const TOWER: u32 = 1009;
pub(super) const GATEHOUSE: u32 = 1010;
pub(super) const WELL: u32 = 1011;
pub(super) const STALL: u32 = 1012;
pub(super) const JETTY: u32 = 1013;
pub(super) const SHIP: u32 = 1014;
pub(super) const LIGHTHOUSE: u32 = 1015;
pub(super) const FENCE: u32 = 1016;
pub(super) const GRAVESTONE: u32 = 1017;
pub(super) const BROKEN_WALL: u32 = 1018;
pub(super) const STANDING_STONE: u32 = 1019;
pub(super) const MANOR: u32 = 1020;
/// Of the game: the city gate, open and closed, and the board of notices.
pub(super) const GATE_OPEN: u32 = 446;
pub(super) const GATE_CLOSED: u32 = 447;
pub(super) const NOTICES: u32 = 41739;

/// Metres between the middles of the towers of a city's wall: a block.
pub(super) const BLOCK: f32 = 102.4;

/// Draws a model into its shape.
type Draw = fn(&mut Shape);

/// ARCH3D.BSA.
pub(super) fn archive() -> binary::Result<Option<Archive>> {
    let made: [(u32, Draw); 24] = [
        (GATE_OPEN, gate_open),
        (GATE_CLOSED, gate_closed),
        (COTTAGE, |shape| house(shape, &SMALL)),
        (HOUSE, |shape| house(shape, &MIDDLE)),
        (TALL_HOUSE, |shape| house(shape, &TALL)),
        (INN, |shape| house(shape, &TAVERN_HOUSE)),
        (CHAPEL, chapel),
        (SHOP, |shape| house(shape, &TRADE)),
        (BARN, |shape| house(shape, &LARGE_BARN)),
        (KEEP, keep),
        (CURTAIN, curtain),
        (TOWER, tower),
        (GATEHOUSE, gatehouse),
        (WELL, well),
        (STALL, stall),
        (JETTY, jetty),
        (SHIP, ship),
        (LIGHTHOUSE, lighthouse),
        (FENCE, fence),
        (GRAVESTONE, gravestone),
        (BROKEN_WALL, broken_wall),
        (STANDING_STONE, standing_stone),
        (MANOR, |shape| house(shape, &LARGE)),
        (NOTICES, notices),
    ];
    let mut records = Vec::with_capacity(made.len());
    for (number, make) in made {
        let mut shape = Shape::default();
        make(&mut shape);
        let Some(mesh) = shape.mesh() else { return Ok(None) };
        records.push((number, mesh::write(&mesh)?));
    }
    Ok(Archive::numbered(records))
}

fn at(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z) * METRE
}

fn set(number: u16, record: u16) -> Texture {
    [BASE + number, record]
}

fn things(record: u16) -> Texture {
    [SIGNS, record]
}

/// A house: width, depth, height of its walls and of its roof in metres, storeys, walls, roof, sign.
struct House {
    size: [f32; 4],
    storeys: u32,
    walls: u16,
    upper: u16,
    roof: u16,
    sign: Option<u16>,
}

const SMALL: House =
    House { size: [7.0, 5.4, 2.8, 2.6], storeys: 1, walls: VILLAGE, upper: WALL, roof: SHINGLES, sign: None };
const MIDDLE: House =
    House { size: [9.0, 7.0, 5.6, 3.2], storeys: 2, walls: CITY, upper: WALL, roof: TILES, sign: None };
const TALL: House =
    House { size: [7.4, 8.6, 8.4, 3.6], storeys: 3, walls: CITY, upper: WALL, roof: TILES, sign: None };
const TAVERN_HOUSE: House =
    House { size: [14.0, 9.0, 6.0, 4.2], storeys: 2, walls: TAVERN, upper: WALL, roof: TILES, sign: Some(0) };
const TRADE: House =
    House { size: [9.0, 8.0, 5.6, 3.4], storeys: 2, walls: CITY, upper: WALL, roof: TILES, sign: Some(2) };
const LARGE_BARN: House =
    House { size: [14.0, 9.0, 4.4, 4.6], storeys: 1, walls: FARM, upper: WALL, roof: SHINGLES, sign: None };
const LARGE: House = House {
    size: [20.0, 11.0, 7.0, 4.6],
    storeys: 2,
    walls: CITY,
    upper: OTHER_WALL,
    roof: TILES,
    sign: None,
};

/// Its front is to the south, with a door in the middle.
fn house(shape: &mut Shape, house: &House) {
    let [width, depth, height, rise] = house.size.map(|metres| metres * METRE);
    let [low, high] =
        [Vec3::new(-width / 2.0, 0.0, -depth / 2.0), Vec3::new(width / 2.0, height, depth / 2.0)];
    let foot = 0.7 * METRE;
    let out = Vec3::new(3.0, 0.0, 3.0);
    shape.walls(low - out, (high + out).with_y(foot), set(house.walls, FOOT));
    shape.walls(low.with_y(0.0), high, set(house.walls, house.upper));
    shape.gable(low, high, rise, set(ROOFS, house.roof), set(house.walls, OTHER_WALL));
    // Windows, storey by storey, on all sides but over the door.
    let storey = height / house.storeys as f32;
    for floor in 0..house.storeys {
        let sill = floor as f32 * storey + if floor == 0 { 0.34 } else { 0.24 } * storey;
        for (side, (left, right)) in sides(low, high).into_iter().enumerate() {
            let length = (right - left).length();
            let count = (length / (3.1 * METRE)).floor() as usize;
            for index in 0..count {
                let middle = (index as f32 + 0.5) / count as f32;
                let blocked = side == 0 && floor == 0 && (middle - 0.5).abs() * length < 1.7 * METRE;
                if !blocked {
                    window(shape, left, right, middle, sill, house.walls);
                }
            }
        }
    }
    let [left, right] = [-0.65, 0.65].map(|x| Vec3::new(x * METRE, 0.0, low.z - 4.0));
    shape.board(left, right, 2.3 * METRE, set(DOORS, 0), [32.0, 64.0]);
    // A chimney at the eastern end, a quarter of the way down the roof.
    let [x, z] = [high.x - 1.6 * METRE, depth * 0.12];
    let [from, to] =
        [Vec3::new(x, height, z), Vec3::new(x + 0.9 * METRE, height + rise + 0.8 * METRE, z + 0.9 * METRE)];
    shape.block(from, to, set(FORT, WALL), set(ROOFS, BEAM));
    if let Some(sign) = house.sign {
        hanging_sign(shape, low.z, sign);
    }
}

/// South, east, north, west of a box: left and right foot as seen from outside.
fn sides(low: Vec3, high: Vec3) -> [(Vec3, Vec3); 4] {
    let corner = |x: f32, z: f32| Vec3::new(x, 0.0, z);
    let [sw, se, ne, nw] =
        [corner(low.x, low.z), corner(high.x, low.z), corner(high.x, high.z), corner(low.x, high.z)];
    [(sw, se), (se, ne), (ne, nw), (nw, sw)]
}

fn window(shape: &mut Shape, left: Vec3, right: Vec3, middle: f32, sill: f32, walls: u16) {
    let along = (right - left).normalize_or_zero() * 0.8 * METRE;
    let centre = left + (right - left) * middle + Vec3::Y * sill;
    shape.board(centre - along, centre + along, 1.6 * METRE, set(walls, WINDOWED), [64.0, 64.0]);
}

/// Words on both sides of a board that hangs over the street, and over the door.
fn hanging_sign(shape: &mut Shape, front: f32, record: u16) {
    let [left, right] = [-1.3, 1.3].map(|x| Vec3::new(x * METRE, 2.6 * METRE, front - 3.0));
    shape.board(left, right, 0.98 * METRE, things(record), [64.0, 24.0]);
    let [near, far] = [0.1, 1.5].map(|out| Vec3::new(2.2 * METRE, 3.2 * METRE, front - out * METRE));
    shape.board(far, near, 0.6 * METRE, things(record), [64.0, 24.0]);
    shape.board(near, far, 0.6 * METRE, things(record), [64.0, 24.0]);
}

fn chapel(shape: &mut Shape) {
    let walls = set(TEMPLE, WALL);
    let [low, high] = [at(-5.0, 0.0, -9.0), at(5.0, 7.0, 9.0)];
    shape.walls(low, high, walls);
    // Ridges run from west to east, so the nave is turned: slopes to both sides.
    let [south, north] = [at(0.0, 12.0, -9.0), at(0.0, 12.0, 9.0)];
    let [sw, se, ne, nw] = [at(-5.0, 7.0, -9.0), at(5.0, 7.0, -9.0), at(5.0, 7.0, 9.0), at(-5.0, 7.0, 9.0)];
    let roof = set(ROOFS, TILES);
    shape.face(&[sw, se, south], walls, None).face(&[ne, nw, north], walls, None);
    shape.face(&[se, ne, north, south], roof, None).face(&[nw, sw, south, north], roof, None);
    for index in 0..4 {
        let z = -6.4 + 4.2 * index as f32;
        for (left, right) in
            [(at(5.0, 1.6, z - 0.8), at(5.0, 1.6, z + 0.8)), (at(-5.0, 1.6, z + 0.8), at(-5.0, 1.6, z - 0.8))]
        {
            shape.board(left, right, 4.2 * METRE, set(TEMPLE, WINDOWED), [64.0, 64.0]);
        }
    }
    // A bell tower over the door.
    shape.walls(at(-2.4, 0.0, -12.6), at(2.4, 17.0, -8.6), walls);
    shape.hip(at(-2.4, 0.0, -12.6), at(2.4, 17.0, -8.6), 7.0 * METRE, roof);
    shape.board(at(-1.0, 0.0, -12.6), at(1.0, 0.0, -12.6), 3.2 * METRE, set(DOORS, 1), [32.0, 64.0]);
    shape.board(
        at(-0.9, 12.0, -12.6),
        at(0.9, 12.0, -12.6),
        3.0 * METRE,
        set(TEMPLE, WINDOWED),
        [64.0, 64.0],
    );
}

/// Teeth along the top of a wall from left to right, as seen from outside.
fn teeth(shape: &mut Shape, low: Vec3, high: Vec3, texture: Texture) {
    let length = (high - low).with_y(0.0).length().max(1.0);
    let count = (length / (2.4 * METRE)).floor().max(1.0) as usize;
    let step = Vec3::new(high.x - low.x, 0.0, high.z - low.z) / count as f32;
    let side = Vec3::Y.cross(step).normalize_or_zero() * 0.4 * METRE;
    for index in 0..count {
        let from = low + step * index as f32;
        let to = from + step * 0.5;
        let [a, b] = [from.min(to) - side.abs(), from.max(to) + side.abs()];
        shape.block(a, b.with_y(low.y + 1.1 * METRE), texture, texture);
    }
}

fn keep(shape: &mut Shape) {
    let stone = set(CASTLE, WALL);
    let [low, high] = [at(-14.0, 0.0, -11.0), at(14.0, 20.0, 11.0)];
    shape.block(low, high, stone, set(CASTLE, FOOT));
    for (left, right) in sides(low, high) {
        let up = Vec3::Y * 20.0 * METRE;
        teeth(shape, left + up, right + up, stone);
        for (middle, sill) in [(0.25, 5.0), (0.75, 5.0), (0.25, 12.0), (0.5, 12.0), (0.75, 12.0)] {
            window(shape, left, right, middle, sill * METRE, CASTLE);
        }
    }
    for (x, z, height) in [(-14.0, -11.0, 27.0), (14.0, -11.0, 24.0), (14.0, 11.0, 24.0), (-14.0, 11.0, 32.0)]
    {
        shape.round(at(x, 0.0, z), 4.6 * METRE, height * METRE, stone);
        shape.cone(at(x, height, z), 5.4 * METRE, 7.0 * METRE, set(ROOFS, TILES));
    }
    shape.board(at(-1.6, 0.0, -11.0), at(1.6, 0.0, -11.0), 4.4 * METRE, set(DOORS, 1), [32.0, 64.0]);
}

/// A length of a city's wall: 40 metres from west to east.
fn curtain(shape: &mut Shape) {
    let stone = set(FORT, WALL);
    shape.block(at(-20.0, 0.0, -1.4), at(20.0, 7.6, 1.4), stone, set(FORT, FOOT));
    teeth(shape, at(-20.0, 7.6, -1.2), at(20.0, 7.6, -1.2), stone);
}

fn tower(shape: &mut Shape) {
    let stone = set(FORT, WALL);
    shape.round(Vec3::ZERO, 5.0 * METRE, 12.0 * METRE, stone);
    shape.round(at(0.0, 12.0, 0.0), 5.6 * METRE, 1.6 * METRE, stone);
    shape.cone(at(0.0, 13.6, 0.0), 6.2 * METRE, 6.4 * METRE, set(ROOFS, TILES));
}

/// Two towers and the wall over the gate between them.
fn gatehouse(shape: &mut Shape) {
    let stone = set(FORT, WALL);
    for x in [-7.0, 7.0] {
        shape.block(at(x - 3.6, 0.0, -4.0), at(x + 3.6, 13.0, 4.0), stone, set(FORT, FOOT));
        shape.hip(at(x - 3.6, 0.0, -4.0), at(x + 3.6, 13.0, 4.0), 5.0 * METRE, set(ROOFS, TILES));
    }
    shape.block(at(-3.4, 5.4, -3.0), at(3.4, 10.0, 3.0), stone, set(FORT, FOOT));
    let [sw, se, ne, nw] = [at(-3.4, 5.4, -3.0), at(3.4, 5.4, -3.0), at(3.4, 5.4, 3.0), at(-3.4, 5.4, 3.0)];
    shape.face(&[nw, ne, se, sw], set(ROOFS, BEAM), None);
    teeth(shape, at(-3.4, 10.0, -2.8), at(3.4, 10.0, -2.8), stone);
}

/// Leaves that stand open against the sides of the passage.
fn gate_open(shape: &mut Shape) {
    for x in [-3.2, 3.2] {
        shape.block(at(x - 0.12, 0.0, -3.0), at(x + 0.12, 5.2, 0.2), set(DOORS, 2), set(ROOFS, BEAM));
    }
}

fn gate_closed(shape: &mut Shape) {
    shape.block(at(-3.4, 0.0, -0.3), at(3.4, 5.4, 0.0), set(DOORS, 2), set(ROOFS, BEAM));
}

fn well(shape: &mut Shape) {
    shape.round(Vec3::ZERO, 1.3 * METRE, 0.9 * METRE, set(FORT, WALL));
    shape.cap(at(0.0, 0.9, 0.0), 1.3 * METRE, set(FORT, FOOT));
    for x in [-1.1, 1.1] {
        shape.walls(at(x - 0.1, 0.0, -0.1), at(x + 0.1, 2.6, 0.1), set(ROOFS, BEAM));
    }
    shape.hip(at(-1.4, 0.0, -1.2), at(1.4, 2.6, 1.2), 1.3 * METRE, set(ROOFS, SHINGLES));
}

fn stall(shape: &mut Shape) {
    shape.block(at(-2.0, 0.0, -0.9), at(2.0, 0.95, 0.4), things(PLANKS), things(PLANKS));
    for (x, z) in [(-2.0, -1.2), (2.0, -1.2), (-2.0, 1.2), (2.0, 1.2)] {
        shape.walls(at(x - 0.06, 0.0, z - 0.06), at(x + 0.06, 2.4, z + 0.06), set(ROOFS, BEAM));
    }
    shape.hip(at(-2.1, 0.0, -1.3), at(2.1, 2.4, 1.3), 0.9 * METRE, things(CANVAS));
}

fn jetty(shape: &mut Shape) {
    shape.block(at(-2.0, 0.3, -16.0), at(2.0, 0.8, 16.0), things(PLANKS), things(PLANKS));
    for index in 0..5 {
        for x in [-2.0, 2.0] {
            let z = -15.0 + 7.5 * index as f32;
            shape.block(
                at(x - 0.2, -4.0, z - 0.2),
                at(x + 0.2, 1.6, z + 0.2),
                set(ROOFS, BEAM),
                set(ROOFS, BEAM),
            );
        }
    }
}

/// A merchant's ship, its bow to the north.
fn ship(shape: &mut Shape) {
    let plank = things(PLANKS);
    let keel = [at(-1.2, -1.0, -9.0), at(1.2, -1.0, -9.0), at(0.0, 0.0, 11.0)];
    let deck = [at(-3.2, 2.2, -10.0), at(3.2, 2.2, -10.0), at(0.0, 3.2, 12.5)];
    let middle = [at(-3.8, 1.8, 2.0), at(3.8, 1.8, 2.0)];
    let under = [at(-1.6, -1.2, 2.0), at(1.6, -1.2, 2.0)];
    shape.face(&[keel[0], keel[1], deck[1], deck[0]], plank, None);
    shape.face(&[keel[1], under[1], middle[1], deck[1]], plank, None);
    shape.face(&[under[1], keel[2], deck[2], middle[1]], plank, None);
    shape.face(&[under[0], keel[0], deck[0], middle[0]], plank, None);
    shape.face(&[keel[2], under[0], middle[0], deck[2]], plank, None);
    shape.face(&[deck[0], deck[1], middle[1], middle[0]], plank, None);
    shape.face(&[middle[0], middle[1], deck[2]], plank, None);
    shape.block(at(-2.8, 2.2, -9.8), at(2.8, 4.6, -6.0), plank, plank);
    for (z, height, wide) in [(5.0, 13.0, 4.4), (-2.5, 16.0, 5.4)] {
        shape.walls(at(-0.2, 1.8, z - 0.2), at(0.2, height, z + 0.2), set(ROOFS, BEAM));
        let [left, right] = [at(-wide, height * 0.42, z + 0.5), at(wide, height * 0.42, z + 0.5)];
        let rise = (height * 0.52) * METRE;
        shape.wall(left, right, rise, things(CANVAS)).wall(right, left, rise, things(CANVAS));
    }
}

fn lighthouse(shape: &mut Shape) {
    shape.round(Vec3::ZERO, 4.6 * METRE, 8.0 * METRE, set(FORT, WALL));
    shape.round(at(0.0, 8.0, 0.0), 3.8 * METRE, 9.0 * METRE, set(TEMPLE, WALL));
    shape.cap(at(0.0, 8.0, 0.0), 4.6 * METRE, set(FORT, FOOT)).cap(
        at(0.0, 17.0, 0.0),
        3.8 * METRE,
        set(FORT, FOOT),
    );
    shape.round(at(0.0, 17.0, 0.0), 2.2 * METRE, 2.6 * METRE, set(CITY, WINDOWED));
    shape.cone(at(0.0, 19.6, 0.0), 2.9 * METRE, 2.6 * METRE, set(ROOFS, TILES));
    shape.board(at(-0.7, 0.0, -4.3), at(0.7, 0.0, -4.3), 2.4 * METRE, set(DOORS, 0), [32.0, 64.0]);
}

fn fence(shape: &mut Shape) {
    for height in [0.45, 0.95] {
        shape.block(at(-3.2, height, -0.05), at(3.2, height + 0.16, 0.05), things(PLANKS), things(PLANKS));
    }
    for x in [-3.1, 0.0, 3.1] {
        shape.block(at(x - 0.1, 0.0, -0.1), at(x + 0.1, 1.3, 0.1), things(PLANKS), things(PLANKS));
    }
}

fn gravestone(shape: &mut Shape) {
    shape.block(at(-0.4, 0.0, -0.1), at(0.4, 1.1, 0.1), things(GRAVE), things(GRAVE));
}

fn broken_wall(shape: &mut Shape) {
    for (x, height) in [(-6.0, 4.6), (-4.0, 6.0), (-2.0, 3.2), (0.0, 1.4), (2.0, 0.8), (4.0, 2.6), (6.0, 5.2)]
    {
        shape.block(at(x - 1.0, 0.0, -0.7), at(x + 1.0, height, 0.7), things(RUIN), things(RUIN));
    }
}

fn standing_stone(shape: &mut Shape) {
    let [low, high] = [at(-0.9, -0.4, -0.5), at(0.9, 3.6, 0.5)];
    shape.walls(low, high, things(RUIN));
    shape.hip(low + at(0.25, 0.0, 0.25), high - at(0.25, 0.0, 0.25), 0.5 * METRE, things(RUIN));
}

fn notices(shape: &mut Shape) {
    for x in [-1.3, 1.3] {
        shape.block(at(x - 0.1, 0.0, -0.1), at(x + 0.1, 2.2, 0.1), set(ROOFS, BEAM), set(ROOFS, BEAM));
    }
    shape.block(at(-1.2, 0.9, -0.05), at(1.2, 2.0, 0.05), things(PLANKS), things(PLANKS));
    shape.board(at(-1.1, 1.2, -0.05), at(1.1, 1.2, -0.05), 0.8 * METRE, things(6), [64.0, 24.0]);
    shape.board(at(1.1, 1.2, 0.05), at(-1.1, 1.2, 0.05), 0.8 * METRE, things(6), [64.0, 24.0]);
}
