//! Archives of ground tiles: four climates in summer and in winter, 56 records each.
//! Source: `docs/spec/daggerfall.md`, "8. TEXTURE.nnn".

use super::colors::{Ramp, picture};
use crate::builders::numbers::{layered_noise, noise};
use daggerfall::texture::{Archive, GROUND_RECORDS, NewRecord, Picture};

const SIDE: usize = 64;

/// What the materials of a climate look like: water, dirt, grass, stone.
struct Look {
    archive: u16,
    name: &'static str,
    ramps: [Ramp; 4],
    lights: [f32; 4],
}

const LOOKS: [Look; 8] = [
    look(2, "Desert ground", [Ramp::Water, Ramp::Sand, Ramp::Thatch, Ramp::Warm], [0.42, 0.66, 0.72, 0.55]),
    look(
        3,
        "Desert ground, winter",
        [Ramp::Water, Ramp::Sand, Ramp::Thatch, Ramp::Warm],
        [0.38, 0.6, 0.66, 0.5],
    ),
    look(
        102,
        "Mountain ground",
        [Ramp::Water, Ramp::Earth, Ramp::Olive, Ramp::Stone],
        [0.3, 0.46, 0.46, 0.5],
    ),
    look(
        103,
        "Mountain ground, winter",
        [Ramp::Water, Ramp::Stone, Ramp::Snow, Ramp::Stone],
        [0.25, 0.6, 0.84, 0.62],
    ),
    look(
        302,
        "Temperate ground",
        [Ramp::Water, Ramp::Earth, Ramp::Grass, Ramp::Stone],
        [0.34, 0.5, 0.52, 0.54],
    ),
    look(
        303,
        "Temperate ground, winter",
        [Ramp::Water, Ramp::Earth, Ramp::Snow, Ramp::Stone],
        [0.28, 0.62, 0.82, 0.62],
    ),
    look(402, "Swamp ground", [Ramp::Water, Ramp::Earth, Ramp::Forest, Ramp::Warm], [0.28, 0.36, 0.5, 0.44]),
    look(
        403,
        "Swamp ground, winter",
        [Ramp::Water, Ramp::Earth, Ramp::Olive, Ramp::Warm],
        [0.26, 0.36, 0.46, 0.42],
    ),
];

const fn look(archive: u16, name: &'static str, ramps: [Ramp; 4], lights: [f32; 4]) -> Look {
    Look { archive, name, ramps, lights }
}

/// Pieces of a pair: corner, half, three, saddle.
const PIECES: [[usize; 4]; 3] = [[5, 6, 7, 48], [10, 11, 12, 51], [15, 16, 17, 53]];
/// A street of cobbles, a path of earth, cobbles in grass.
pub(super) const COBBLES: u8 = 46;
pub(super) const PATH: u8 = 47;
pub(super) const WORN: u8 = 55;

/// All archives, by their number.
pub(super) fn archives(seed: u32) -> Option<Vec<(u16, Archive)>> {
    let archive = |look: &Look| {
        let records: Vec<NewRecord> =
            (0..GROUND_RECORDS).map(|record| NewRecord::new(tile(look, record, seed))).collect();
        Some((look.archive, Archive::new(look.name, &records)?))
    };
    LOOKS.iter().map(archive).collect()
}

fn tile(look: &Look, record: usize, seed: u32) -> Picture {
    let pair = PIECES.iter().position(|pieces| pieces.contains(&record));
    picture([SIDE; 2], |u, v| {
        Some(match (record, pair) {
            (0..=3, _) => material(look, record, seed, u, v),
            (_, Some(pair)) => {
                let piece = PIECES[pair].iter().position(|piece| *piece == record).unwrap_or(0);
                let later = later_there(piece, seed ^ record as u32, u, v);
                material(look, pair + usize::from(later), seed, u, v)
            }
            (46, _) => cobbles(look, seed, u, v),
            (47, _) => {
                let (ramp, light) = material(look, 1, seed, u, v);
                (ramp, light - 0.06)
            }
            (55, _) if layered_noise(seed ^ 9, u * 6.0, v * 6.0, 3, 6) > 0.5 => cobbles(look, seed, u, v),
            // What the game's archives have here no block of ours uses: other ground of the same kind.
            _ => material(look, 1 + record % 3, seed ^ record as u32, u, v),
        })
    })
}

/// Where in a piece the later of its two materials is, u from the west and v from the north.
fn later_there(piece: usize, seed: u32, u: f32, v: f32) -> bool {
    // Which corners have it: north-west, north-east, south-west, south-east.
    let corners =
        [[1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 1.0, 0.0], [1.0, 1.0, 1.0, 0.0], [1.0, 0.0, 0.0, 1.0]][piece];
    let [nw, ne, sw, se] = corners;
    let share = nw * (1.0 - u) * (1.0 - v) + ne * u * (1.0 - v) + sw * (1.0 - u) * v + se * u * v;
    // Ragged inside, but at the middle of every edge, so that neighbours meet.
    let inside = (u.min(1.0 - u).min(v).min(1.0 - v) * 5.0).min(1.0);
    share + (layered_noise(seed ^ 51, u * 7.0, v * 7.0, 3, 7) - 0.5) * 0.7 * inside > 0.5
}

fn material(look: &Look, index: usize, seed: u32, u: f32, v: f32) -> (Ramp, f32) {
    // Stains end at the rim, where neighbours are other pieces, or turned ones.
    let inside = (u.min(1.0 - u).min(v).min(1.0 - v) * 5.0).min(1.0);
    let coarse = (layered_noise(seed ^ (200 + index as u32), u * 4.0, v * 4.0, 4, 4) - 0.5) * inside;
    let fine = noise(seed ^ (300 + index as u32), u * 32.0, v * 32.0, 32) - 0.5;
    let light = look.lights[index];
    match index {
        0 => {
            let one = layered_noise(seed ^ 141, u * 5.0, v * 10.0, 3, 5);
            let two = layered_noise(seed ^ 142, u * 5.0, v * 10.0, 3, 5);
            let crest = 1.0 - ((one - two) * 5.0).abs().min(1.0);
            (look.ramps[0], light + coarse * 0.12 + crest * crest * 0.2)
        }
        1 => {
            let pebble = noise(seed ^ 17, u * 16.0, v * 16.0, 16);
            let bright = if pebble > 0.86 { 0.14 } else { 0.0 };
            (look.ramps[1], light + coarse * 0.22 + fine * 0.14 + bright)
        }
        2 => {
            let blades = noise(seed ^ 18, u * 48.0, v * 16.0, 16) - 0.5;
            (look.ramps[2], light + coarse * 0.26 + blades * 0.2 + fine * 0.06)
        }
        _ => {
            let crack = (layered_noise(seed ^ 19, u * 6.0, v * 6.0, 3, 6) - 0.5).abs();
            let dark = if crack < 0.025 { -0.2 } else { 0.0 };
            (look.ramps[3], light + coarse * 0.3 + fine * 0.1 + dark)
        }
    }
}

/// Rounded stones in rows, each of its own shade.
fn cobbles(look: &Look, seed: u32, u: f32, v: f32) -> (Ramp, f32) {
    let row = (v * 8.0).floor();
    let shifted = u * 8.0 + if row as i32 % 2 == 0 { 0.0 } else { 0.5 };
    let column = shifted.floor().rem_euclid(8.0);
    let (x, y) = (shifted - shifted.floor() - 0.5, v * 8.0 - row - 0.5);
    let round = (x * x * x * x + y * y * y * y).sqrt() * 4.0;
    let own = noise(seed ^ 23, column + 0.5, row + 0.5, 8);
    let ramp = if look.ramps[2] == Ramp::Snow { Ramp::Slate } else { Ramp::Warm };
    let grain = noise(seed ^ 24, u * 32.0, v * 32.0, 32) - 0.5;
    (ramp, 0.34 + own * 0.24 - round * 0.34 - (x + y) * 0.12 + grain * 0.08)
}
