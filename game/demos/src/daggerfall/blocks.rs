//! The blocks that places are made of, BLOCKS.BSA. Source: `docs/spec/daggerfall.md`, "6. BLOCKS.BSA".
//!
//! Places in a block are metres from its south-western corner, east and north.

use super::ground::{COBBLES, PATH, WORN};
use super::models::{
    BARN, BLOCK, BROKEN_WALL, CHAPEL, COTTAGE, CURTAIN, FENCE, GATE_OPEN, GATEHOUSE, GRAVESTONE, HOUSE, INN,
    JETTY, KEEP, LIGHTHOUSE, MANOR, NOTICES, SHIP, SHOP, STALL, STANDING_STONE, TALL_HOUSE, TOWER, WELL,
};
use super::shapes::METRE;
use super::walls::{LIGHTS, MARKERS};
use crate::builders::numbers::Random;
use daggerfall::blocks::rmb::{self, Flat, Half, Model, Rmb, Slot, SubRecord};
use daggerfall::blocks::texture_word;
use daggerfall::bsa::Archive;
use daggerfall::ground::NATURAL;
use daggerfall::maps::Building;

/// Ground tiles along a side of a block.
const TILES: usize = 16;
/// Quarter turns, counter-clockwise seen from above: fronts to the south, the east, the north, the west.
const SOUTH: i32 = 0;
const EAST: i32 = 512;
const NORTH: i32 = 1024;
const WEST: i32 = 1536;
/// Types of buildings.
const TAVERN: u8 = 15;
const TEMPLE: u8 = 14;
const STORE: u8 = 9;
const PALACE: u8 = 16;
const HOME: u8 = 17;

/// A block in the making.
pub(super) struct Plot {
    block: Rmb,
}

impl Plot {
    /// A block whose ground is all the land's own.
    fn new(name: &str) -> Option<Self> {
        let mut block = Rmb::new(name)?;
        block.ground.0 = [NATURAL; 256];
        Some(Plot { block })
    }

    /// Sets tiles: columns from the west, rows from the south.
    fn pave(&mut self, columns: std::ops::Range<usize>, rows: std::ops::Range<usize>, tile: u8) -> &mut Self {
        for row in rows {
            for column in columns.clone() {
                self.block.ground.0[(TILES - 1 - row) * TILES + column] = tile;
            }
        }
        self
    }

    /// A building, its front turned.
    fn build(&mut self, model: u32, [east, north]: [f32; 2], turn: i32, kind: u8) -> &mut Self {
        let [x, z] = [(east * METRE) as i32, rmb::SIDE - (north * METRE) as i32];
        let building = SubRecord {
            exterior: Half { models: vec![Model::of(model)], ..Half::default() },
            ..SubRecord::default()
        };
        let index = self.block.buildings.len();
        if self.block.add(Slot { x, z, rotation: turn, ..Slot::default() }, building) {
            self.block.data[index] = Building { kind, quality: 10, ..Building::default() };
        }
        self
    }

    /// A model that is no building.
    fn thing(&mut self, model: u32, [east, north]: [f32; 2], turn: i32) -> &mut Self {
        let position = [(east * METRE) as i32, 0, (north * METRE) as i32 - rmb::SIDE];
        self.block.models.push(Model { position, rotation: turn as i16, ..Model::of(model) });
        self
    }

    fn flat(&mut self, picture: [u16; 2], [east, north]: [f32; 2]) -> &mut Self {
        let position = [(east * METRE) as i32, 0, (north * METRE) as i32 - rmb::SIDE];
        self.block.flats.push(Flat { position, texture: texture_word(picture), ..Flat::default() });
        self
    }

    fn lamps(&mut self, places: &[[f32; 2]]) -> &mut Self {
        for place in places {
            self.flat([LIGHTS, 1], *place);
        }
        self
    }

    /// Trees, bushes and grass on tiles that are not built on.
    fn plant(&mut self, seed: u32, share: f32, records: std::ops::Range<u8>) -> &mut Self {
        let mut random = Random::new(seed, 14);
        let span = f32::from(records.end - records.start);
        for index in 0..256 {
            let free = self.block.ground.0[index] >= NATURAL || matches!(self.block.ground.0[index], 1..=2);
            if free && random.between(0.0, 1.0) < share {
                let record = records.start + random.between(0.0, span) as u8;
                self.block.scenery.0[index] = 4 * (record.min(31) + 1);
            }
        }
        self
    }
}

/// All blocks: name and bytes.
pub(super) fn archive(seed: u32) -> binary::Result<Option<Archive>> {
    let mut records = Vec::new();
    for plot in plots(seed) {
        let Some(Plot { block }) = plot else { return Ok(None) };
        records.push((block.name.text(), rmb::write(&block)?));
    }
    Ok(Archive::named(records.iter().map(|(name, bytes)| (name.as_str(), bytes.clone()))))
}

fn plots(seed: u32) -> Vec<Option<Plot>> {
    let mut plots =
        vec![margin(), farm(seed), shrine(), graveyard(seed), ruin(seed), coven(), hut(seed), light()];
    plots.extend([tavern("TVRNAA00.RMB", seed, GRASSY), tavern("TVRNAA01.RMB", seed, PAVED)]);
    plots.extend([temple("TEMPAAA0.RMB", seed, GRASSY), temple("TEMPAAA1.RMB", seed, PAVED)]);
    plots.extend((0..3).map(|number| homes(&format!("RESIAA0{number}.RMB"), seed ^ number, GRASSY)));
    plots.extend((3..7).map(|number| homes(&format!("RESIAA0{number}.RMB"), seed ^ number, PAVED)));
    plots.extend([shops("GENRAA00.RMB", seed, GRASSY), shops("GENRAA01.RMB", seed, PAVED)]);
    plots.extend([market("MARKAA00.RMB"), castle(), manor(seed)]);
    plots.extend((0..4).map(quay));
    plots.extend((0..9).map(wall));
    plots
}

/// What a block's free ground is.
type Floor = (u8, u8);
/// Grass with paths, and cobbles all over.
const GRASSY: Floor = (2, PATH);
const PAVED: Floor = (WORN, COBBLES);

/// A crossing of two streets in the middle of a block.
fn crossing(name: &str, (floor, street): Floor) -> Option<Plot> {
    let mut plot = Plot::new(name)?;
    plot.pave(0..TILES, 0..TILES, floor).pave(7..9, 0..TILES, street).pave(0..TILES, 7..9, street);
    Some(plot)
}

/// Land that stays as it is, so that a city blends into it.
fn margin() -> Option<Plot> {
    Plot::new("FILLAA00.RMB")
}

/// Where houses stand around a crossing: east, north, their front.
const AROUND: [([f32; 2], i32); 12] = [
    ([15.0, 36.0], NORTH),
    ([34.0, 36.0], NORTH),
    ([68.0, 36.0], NORTH),
    ([88.0, 36.0], NORTH),
    ([15.0, 66.0], SOUTH),
    ([34.0, 66.0], SOUTH),
    ([68.0, 66.0], SOUTH),
    ([88.0, 66.0], SOUTH),
    ([35.0, 14.0], EAST),
    ([67.0, 14.0], WEST),
    ([35.0, 88.0], EAST),
    ([67.0, 88.0], WEST),
];

fn homes(name: &str, seed: u32, floor: Floor) -> Option<Plot> {
    let mut plot = crossing(name, floor)?;
    let mut random = Random::new(seed, 15);
    let models = if floor == PAVED {
        [HOUSE, TALL_HOUSE, HOUSE, TALL_HOUSE]
    } else {
        [COTTAGE, COTTAGE, HOUSE, COTTAGE]
    };
    for (place, turn) in AROUND {
        let model = models[random.next() as usize % 4];
        if random.between(0.0, 1.0) < if floor == PAVED { 0.96 } else { 0.6 } {
            plot.build(model, place, turn, HOME);
        }
    }
    plot.lamps(&[[43.0, 43.0], [59.0, 59.0]]);
    plot.plant(seed, if floor == PAVED { 0.02 } else { 0.16 }, 17..31);
    Some(plot)
}

fn shops(name: &str, seed: u32, floor: Floor) -> Option<Plot> {
    let mut plot = crossing(name, floor)?;
    for (index, (place, turn)) in AROUND.into_iter().enumerate() {
        let model = if index < 8 { SHOP } else { HOUSE };
        plot.build(model, place, turn, if index < 8 { STORE } else { HOME });
    }
    plot.thing(WELL, [46.0, 58.0], SOUTH).lamps(&[[43.0, 43.0], [59.0, 59.0], [43.0, 59.0]]);
    plot.plant(seed, 0.04, 20..31);
    Some(plot)
}

fn tavern(name: &str, seed: u32, floor: Floor) -> Option<Plot> {
    let mut plot = crossing(name, floor)?;
    plot.build(INN, [30.0, 66.0], SOUTH, TAVERN).build(BARN, [72.0, 70.0], SOUTH, HOME);
    plot.build(HOUSE, [72.0, 34.0], NORTH, HOME).thing(WELL, [40.0, 40.0], SOUTH);
    plot.thing(NOTICES, [44.0, 44.0], EAST).lamps(&[[43.0, 60.0], [59.0, 43.0], [20.0, 58.0]]);
    plot.flat([MARKERS, 10], [51.0, 4.0]);
    plot.plant(seed ^ 21, if floor == PAVED { 0.03 } else { 0.2 }, 8..31);
    Some(plot)
}

fn temple(name: &str, seed: u32, floor: Floor) -> Option<Plot> {
    let mut plot = crossing(name, floor)?;
    plot.build(CHAPEL, [51.2, 76.0], SOUTH, TEMPLE).build(HOUSE, [82.0, 34.0], NORTH, HOME);
    plot.pave(5..11, 9..TILES, COBBLES).lamps(&[[42.0, 58.0], [60.0, 58.0]]);
    for index in 0..10 {
        let row = index / 5;
        plot.thing(GRAVESTONE, [10.0 + 5.0 * (index % 5) as f32, 82.0 - 7.0 * row as f32], SOUTH);
    }
    plot.plant(seed ^ 22, 0.14, 1..31);
    Some(plot)
}

fn market(name: &str) -> Option<Plot> {
    let mut plot = crossing(name, (COBBLES, COBBLES))?;
    for (index, (place, turn)) in AROUND.into_iter().enumerate().take(8) {
        let [x, z] = place;
        let out = if z < 51.2 { -14.0 } else { 14.0 };
        plot.build(if index % 3 == 0 { SHOP } else { TALL_HOUSE }, [x, z + out], turn, STORE);
    }
    for index in 0..6 {
        let [x, z] = [26.0 + 10.0 * index as f32, if index % 2 == 0 { 44.0 } else { 58.0 }];
        plot.thing(STALL, [x, z], if index % 2 == 0 { NORTH } else { SOUTH });
    }
    plot.thing(WELL, [51.2, 51.2], SOUTH).thing(NOTICES, [58.0, 47.0], WEST);
    plot.lamps(&[[40.0, 40.0], [62.0, 40.0], [40.0, 62.0], [62.0, 62.0]]);
    Some(plot)
}

fn castle() -> Option<Plot> {
    let mut plot = Plot::new("CASTAA00.RMB")?;
    plot.pave(1..15, 1..15, WORN).pave(7..9, 0..8, COBBLES);
    plot.build(KEEP, [51.2, 60.0], SOUTH, PALACE);
    ring(&mut plot, 40.0);
    plot.thing(WELL, [30.0, 30.0], SOUTH).lamps(&[[46.0, 34.0], [57.0, 34.0]]);
    plot.flat([MARKERS, 10], [51.2, 4.0]);
    Some(plot)
}

/// A square of walls around the middle of a block, with towers at its corners and a gate to the south.
fn ring(plot: &mut Plot, half: f32) {
    let middle = BLOCK / 2.0;
    let [low, high] = [middle - half, middle + half];
    for (x, z) in [(low, low), (high, low), (high, high), (low, high)] {
        plot.thing(TOWER, [x, z], SOUTH);
    }
    for along in [low + half / 2.0, high - half / 2.0] {
        plot.thing(CURTAIN, [along, high], NORTH);
        plot.thing(CURTAIN, [low, along], WEST).thing(CURTAIN, [high, along], EAST);
    }
    // What is left of the south beside the gate is as long as a wall less the gatehouse.
    for along in [low + 14.0, high - 14.0] {
        plot.thing(CURTAIN, [along, low], SOUTH);
    }
    plot.thing(GATEHOUSE, [middle, low], SOUTH).thing(GATE_OPEN, [middle, low], SOUTH);
}

/// The blocks of a city's wall: the four sides from the south counter-clockwise, the four corners from the
/// south-west, and the gate in the south. The wall runs along the middle of its block.
fn wall(number: u32) -> Option<Plot> {
    let mut plot = Plot::new(&format!("WALLAA0{number}.RMB"))?;
    // Level ground below all of the wall.
    plot.pave(0..TILES, 0..TILES, 2);
    let middle = BLOCK / 2.0;
    let quarter = BLOCK / 4.0;
    let straight = |plot: &mut Plot, turn: i32, halves: &[f32]| {
        for half in halves {
            for along in [half - 10.0, half + 10.0] {
                let place = if turn % 1024 == 0 { [along, middle] } else { [middle, along] };
                plot.thing(CURTAIN, place, turn);
            }
        }
    };
    let both = [quarter - 6.0, 3.0 * quarter + 6.0];
    match number {
        0 | 2 => straight(&mut plot, if number == 0 { SOUTH } else { NORTH }, &both),
        1 | 3 => straight(&mut plot, if number == 1 { EAST } else { WEST }, &both),
        4 => {
            straight(&mut plot, SOUTH, &both[1..]);
            straight(&mut plot, WEST, &both[1..]);
        }
        5 => {
            straight(&mut plot, SOUTH, &both[..1]);
            straight(&mut plot, EAST, &both[1..]);
        }
        6 => {
            straight(&mut plot, NORTH, &both[..1]);
            straight(&mut plot, EAST, &both[..1]);
        }
        7 => {
            straight(&mut plot, NORTH, &both[1..]);
            straight(&mut plot, WEST, &both[..1]);
        }
        _ => {
            for along in [20.0, BLOCK - 20.0] {
                plot.thing(CURTAIN, [along, middle], SOUTH);
            }
            plot.thing(GATEHOUSE, [middle, middle], SOUTH).thing(GATE_OPEN, [middle, middle], SOUTH);
            plot.pave(7..9, 0..TILES, COBBLES).flat([MARKERS, 10], [middle, 4.0]);
            plot.lamps(&[[middle - 12.0, middle + 6.0], [middle + 12.0, middle + 6.0]]);
        }
    }
    if number != 8 {
        plot.thing(TOWER, [middle, middle], SOUTH);
    }
    Some(plot)
}

/// The water's edge of a harbour town, its water to the south: quays with jetties and ships.
fn quay(number: u32) -> Option<Plot> {
    let mut plot = Plot::new(&format!("SHIPAA0{number}.RMB"))?;
    plot.pave(0..TILES, 6..TILES, COBBLES).pave(0..TILES, 4..6, 1).pave(0..TILES, 0..4, 0);
    let jetty = 30.0 + 14.0 * number as f32;
    plot.thing(JETTY, [jetty, 18.0], SOUTH);
    if number.is_multiple_of(2) {
        plot.thing(SHIP, [jetty + 7.0, 14.0], NORTH);
    }
    for (index, x) in [14.0, 36.0, 66.0, 88.0].into_iter().enumerate() {
        let model = [SHOP, TALL_HOUSE, INN, HOUSE][(index + number as usize) % 4];
        plot.build(model, [x, 74.0], SOUTH, if model == INN { TAVERN } else { STORE });
    }
    plot.lamps(&[[20.0, 44.0], [51.0, 44.0], [82.0, 44.0]]);
    Some(plot)
}

fn farm(seed: u32) -> Option<Plot> {
    let mut plot = Plot::new("FARMAA00.RMB")?;
    plot.pave(5..11, 5..11, 2).pave(7..9, 0..8, PATH).pave(2..7, 9..14, 1);
    plot.build(COTTAGE, [42.0, 58.0], SOUTH, HOME).build(BARN, [66.0, 56.0], WEST, HOME);
    for index in 0..5 {
        plot.thing(FENCE, [16.0 + 6.4 * index as f32, 58.0], SOUTH).thing(
            FENCE,
            [16.0 + 6.4 * index as f32, 90.0],
            SOUTH,
        );
    }
    plot.thing(WELL, [52.0, 46.0], SOUTH).flat([MARKERS, 10], [51.2, 4.0]);
    plot.plant(seed ^ 23, 0.16, 1..31);
    Some(plot)
}

fn hut(seed: u32) -> Option<Plot> {
    let mut plot = Plot::new("SHCKAA00.RMB")?;
    plot.pave(7..9, 0..7, PATH).build(COTTAGE, [51.2, 52.0], SOUTH, HOME);
    plot.flat([MARKERS, 10], [51.2, 4.0]).plant(seed ^ 24, 0.4, 1..31);
    Some(plot)
}

fn manor(seed: u32) -> Option<Plot> {
    let mut plot = Plot::new("MANRAA00.RMB")?;
    plot.pave(4..12, 4..13, 2).pave(7..9, 0..8, COBBLES).build(MANOR, [51.2, 60.0], SOUTH, HOME);
    plot.build(BARN, [84.0, 70.0], WEST, HOME).lamps(&[[46.0, 40.0], [57.0, 40.0]]);
    plot.flat([MARKERS, 10], [51.2, 4.0]).plant(seed ^ 25, 0.24, 1..31);
    Some(plot)
}

fn shrine() -> Option<Plot> {
    let mut plot = Plot::new("SHRIAA00.RMB")?;
    plot.pave(6..10, 6..10, 3).pave(7..9, 0..6, PATH);
    for index in 0..8 {
        let turn = index as f32 / 8.0 * std::f32::consts::TAU;
        let [x, z] = [51.2 + libm::cosf(turn) * 13.0, 51.2 + libm::sinf(turn) * 13.0];
        plot.thing(STANDING_STONE, [x, z], 256 * index + 512);
    }
    plot.flat([MARKERS, 10], [51.2, 4.0]);
    Some(plot)
}

fn graveyard(seed: u32) -> Option<Plot> {
    let mut plot = Plot::new("GRVEAA00.RMB")?;
    plot.pave(7..9, 0..13, PATH);
    for index in 0..36 {
        let [column, row] = [index % 6, index / 6];
        let side = if column < 3 { 18.0 } else { 42.0 };
        plot.thing(GRAVESTONE, [side + 8.0 * column as f32, 26.0 + 9.0 * row as f32], SOUTH);
    }
    for index in 0..12 {
        plot.thing(FENCE, [13.0 + 6.4 * index as f32, 86.0], SOUTH);
    }
    plot.flat([MARKERS, 10], [51.2, 4.0]).plant(seed ^ 26, 0.06, 1..14);
    Some(plot)
}

fn ruin(seed: u32) -> Option<Plot> {
    let mut plot = Plot::new("RUINAA00.RMB")?;
    plot.pave(5..11, 5..11, 3);
    for (place, turn) in
        [([51.2, 34.0], SOUTH), ([34.0, 51.2], EAST), ([68.0, 51.2], WEST), ([51.2, 68.0], NORTH)]
    {
        plot.thing(BROKEN_WALL, place, turn);
    }
    plot.thing(BROKEN_WALL, [40.0, 30.0], 300).flat([MARKERS, 10], [51.2, 4.0]).plant(seed ^ 27, 0.3, 1..31);
    Some(plot)
}

fn coven() -> Option<Plot> {
    let mut plot = Plot::new("WITCAA00.RMB")?;
    for index in 0..12 {
        let turn = index as f32 / 12.0 * std::f32::consts::TAU;
        let [x, z] = [51.2 + libm::cosf(turn) * 20.0, 51.2 + libm::sinf(turn) * 20.0];
        plot.thing(STANDING_STONE, [x, z], 171 * index + 512);
    }
    plot.build(COTTAGE, [51.2, 80.0], SOUTH, HOME)
        .flat([LIGHTS, 0], [51.2, 51.2])
        .flat([MARKERS, 10], [51.2, 4.0]);
    Some(plot)
}

fn light() -> Option<Plot> {
    let mut plot = Plot::new("CUSTAA00.RMB")?;
    plot.pave(6..10, 6..10, WORN).build(LIGHTHOUSE, [51.2, 51.2], SOUTH, HOME);
    plot.build(COTTAGE, [70.0, 46.0], WEST, HOME)
        .flat([LIGHTS, 1], [46.0, 40.0])
        .flat([MARKERS, 10], [51.2, 4.0]);
    Some(plot)
}
