//! The rooms of Ashgate: a ravine under the sky with a fissure full of lava, a
//! passage through rock, and a cave around a pool of lava with a shrine above it.

use super::field::{Field, STEP, Square};
use super::materials::{ASH, CRUST, FLAGS, ROCK, ROOF, VAULT};
use crate::builders::numbers::{layered_noise, mix, smooth_step};
use crate::everquest::face::area_normal;
use crate::everquest::partition::Bounds;
use crate::everquest::solid::{Room, Side};
use glam::{Vec2, Vec3};
use std::collections::BTreeMap;

/// Height of the ravine's floor at both ends, of the passage and of the cave.
pub(super) const FLOOR: f32 = 8.0;
pub(super) const CAVE_FLOOR: f32 = -4.0;
/// Where the sky ends on paper.
pub(super) const SKY: f32 = 320.0;
/// Surfaces of the lava in the fissure and in the cave.
pub(super) const FISSURE: f32 = -5.0;
pub(super) const POOL: f32 = -13.0;

/// Sectors: the ravine, the gate, the parts of the passage, the cave, the grotto.
pub(super) const SECTORS: usize = 10;
const RAVINE: usize = 0;
const GATE: usize = 1;
const CAVE: usize = 7;
const NECK: usize = 8;
const GROTTO: usize = 9;

/// Special volumes.
pub(super) const LAVA: usize = 0;
pub(super) const LINE: usize = 1;

/// Half the width of a passage, and where its vault begins above the floor.
pub(super) const HALF: f32 = 6.0;
pub(super) const SPRING: f32 = 7.5;
/// Edges of the vault.
const EDGES: u32 = 6;

/// The way through the ravine: north, west.
pub(super) const WAY: [[f32; 2]; 6] =
    [[48.0, 0.0], [104.0, -26.0], [168.0, 8.0], [204.0, 8.0], [276.0, 34.0], [336.0, 0.0]];

/// A surface of lava between two rooms.
pub(super) struct Surface {
    pub above: usize,
    pub below: usize,
    /// Counter-clockwise from above.
    pub places: Vec<Vec3>,
}

/// An edge of the ground, and whether it is a shore of lava.
pub(super) type Edge = ([Vec3; 2], bool);

/// What the zone is made of.
pub(super) struct Plan {
    pub ravine: Field,
    pub cave: Field,
    pub rooms: Vec<Room>,
    /// Surfaces of lava.
    pub surfaces: Vec<Surface>,
}

/// Distance to the way, and how far along it that is, 0..=1.
pub(super) fn to_way(at: Vec2) -> (f32, f32) {
    let mut best = (f32::MAX, 0.0);
    let parts = (WAY.len() - 1) as f32;
    for (index, pair) in WAY.windows(2).enumerate() {
        let (a, b) = (Vec2::from(pair[0]), Vec2::from(pair[1]));
        let t = ((at - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
        let away = at.distance(a.lerp(b, t));
        if away < best.0 {
            best = (away, (index as f32 + t) / parts);
        }
    }
    best
}

fn rough(seed: u32, at: Vec2, fine: f32, octaves: u32, stream: u32) -> f32 {
    layered_noise(seed ^ stream, (at.x + 900.0) * fine, (at.y + 900.0) * fine, octaves, 0) - 0.5
}

/// How far a place is beyond the foot of the ravine's walls.
fn beyond(seed: u32, at: Vec2) -> f32 {
    let half = 62.0 + rough(seed, at, 0.016, 2, 21) * 44.0;
    let middle = 16.0 * libm::sinf(at.x / 52.0);
    (at.y - middle).abs() - half
}

fn ravine_floor(seed: u32, at: Vec2) -> f32 {
    let (away, _) = to_way(at);
    let mut height = FLOOR + smooth_step(12.0, 60.0, away) * 7.0 + rough(seed, at, 0.03, 3, 22) * 9.0;
    // Heaps of ash.
    height += (1.0 - smooth_step(6.0, 34.0, at.distance(Vec2::new(118.0, 44.0)))) * 10.0;
    height += (1.0 - smooth_step(6.0, 30.0, at.distance(Vec2::new(258.0, -36.0)))) * 12.0;
    let ends = (at.x - 318.0).max(66.0 - at.x);
    let out = beyond(seed, at).max(ends - 6.0);
    let ledge = smooth_step(-10.0, 4.0, out) * 26.0 + smooth_step(12.0, 26.0, out) * 34.0;
    height += ledge + smooth_step(-10.0, 30.0, out) * rough(seed, at, 0.05, 3, 23) * 40.0;
    // Level where one walks in and out.
    height = mix(FLOOR, height, smooth_step(9.0, 26.0, away));
    // A way out of the lava.
    height = mix(FISSURE + 1.5, height, smooth_step(8.0, 40.0, at.distance(Vec2::new(160.0, -64.0))));
    let gate = at.distance(Vec2::new(48.0, 0.0)).min(at.distance(Vec2::new(336.0, 0.0)));
    if gate < 23.0 { FLOOR } else { height.max(FISSURE + 1.5) }
}

/// The fissure by row of squares: its columns.
fn fissure(row: usize) -> std::ops::RangeInclusive<usize> {
    const COLUMNS: [usize; 14] = [7, 7, 8, 7, 7, 8, 8, 8, 8, 7, 7, 8, 9, 9];
    let at = |row: usize| COLUMNS[row.min(COLUMNS.len() - 1)];
    let own = at(row);
    // Squares of neighbouring rows share an edge.
    own..=own.max(at(row + 1)).max(at(row.saturating_sub(1)))
}

impl Plan {
    pub fn new(seed: u32) -> Self {
        let ravine = Field::new([48.0, -112.0], [18, 14], |at| ravine_floor(seed, at), None);
        let roof = |at: Vec2| cave_roof(seed, at);
        let cave = Field::new([480.0, 0.0], [14, 11], |at| cave_floor(seed, at), Some(&roof));
        let mut plan = Plan { ravine, cave, rooms: Vec::new(), surfaces: Vec::new() };
        plan.gate();
        plan.squares_of_ravine(seed);
        plan.passage();
        plan.squares_of_cave(seed);
        plan.grotto();
        plan
    }

    /// The gate in the south: a vault that ends in the dark; the line is in the middle of it.
    fn gate(&mut self) {
        for (south, north, in_line) in [(12.0, 20.0, false), (20.0, 30.0, true), (30.0, 48.0, false)] {
            let room = vault([south, 0.0], Vec3::X, north - south, [FLOOR; 2], GATE);
            self.rooms.push(if in_line { room.volume(LINE) } else { room });
        }
    }

    fn squares_of_ravine(&mut self, seed: u32) {
        let [columns, rows] = self.ravine.size;
        for row in 0..rows {
            for column in 0..columns {
                let middle = self.ravine.corner(column, row) + STEP / 2.0;
                if beyond(seed, middle) >= 38.0 {
                    continue;
                }
                let square = if fissure(row).contains(&column) {
                    Square::Pool { surface: FISSURE, bottom: FISSURE - 12.0 }
                } else {
                    Square::Ground
                };
                self.square(true, [column, row], square, [ASH, ROCK, ROCK], RAVINE);
            }
        }
    }

    fn square(&mut self, under_sky: bool, at: [usize; 2], square: Square, skins: [usize; 3], sector: usize) {
        let field = if under_sky { &self.ravine } else { &self.cave };
        let rooms = field.rooms(at, square, SKY, skins, sector, LAVA);
        if let Square::Pool { .. } = square {
            let (first, last) = (self.rooms.len(), rooms.len() - 1);
            for (number, room) in rooms.iter().enumerate().take(last) {
                let places = room.sides[0].places.clone();
                self.surfaces.push(Surface { above: first + number, below: first + last, places });
            }
        }
        self.rooms.extend(rooms);
    }

    /// From the ravine's north end: two vaults and two rooms, then down into the cave.
    fn passage(&mut self) {
        let west = Vec3::Y;
        self.rooms.push(vault([336.0, 0.0], Vec3::X, 32.0, [FLOOR; 2], 2));
        self.rooms.push(vault([368.0, 0.0], Vec3::X, 32.0, [FLOOR; 2], 2));
        self.rooms.push(chamber([400.0, -16.0], [432.0, 16.0], FLOOR, 3));
        self.rooms.push(vault([420.0, 16.0], west, 64.0, [FLOOR; 2], 4));
        self.rooms.push(chamber([404.0, 80.0], [436.0, 112.0], FLOOR, 5));
        self.rooms.push(vault([436.0, 96.0], Vec3::X, 44.0, [FLOOR, CAVE_FLOOR], 6));
    }

    fn squares_of_cave(&mut self, seed: u32) {
        let [columns, rows] = self.cave.size;
        for row in 0..rows {
            for column in 0..columns {
                let middle = self.cave.corner(column, row) + STEP / 2.0;
                if edge_of_cave(seed, middle) > 1.0 {
                    continue;
                }
                let square = if pool(middle) < 1.0 {
                    Square::Pool { surface: POOL, bottom: POOL - 14.0 }
                } else {
                    Square::Ground
                };
                self.square(false, [column, row], square, [CRUST, ROCK, ROOF], CAVE);
            }
        }
    }

    /// A small vault that bends away from the cave, for whoever looks for it.
    fn grotto(&mut self) {
        self.rooms.push(vault([592.0, 176.0], Vec3::Y, 24.0, [CAVE_FLOOR; 2], NECK));
        self.rooms.push(chamber([576.0, 200.0], [608.0, 232.0], CAVE_FLOOR, NECK));
        self.rooms.push(vault([608.0, 222.0], Vec3::X, 40.0, [CAVE_FLOOR; 2], GROTTO));
        self.rooms.push(chamber([648.0, 206.0], [680.0, 238.0], CAVE_FLOOR, GROTTO));
    }

    /// Box of the zone line.
    pub fn line() -> Bounds {
        Bounds::new([20.0, -HALF, FLOOR], [30.0, HALF, FLOOR + SPRING + HALF])
    }
}

/// How far out a place of the cave is: 1 at its wall.
fn edge_of_cave(seed: u32, at: Vec2) -> f32 {
    let from = at - Vec2::new(590.0, 96.0);
    let edge = Vec2::new(from.x / 108.0, from.y / 84.0).length() + rough(seed, at, 0.03, 2, 31) * 0.22;
    // The mouths of the passage and of the grotto.
    let mouths = [(Vec2::new(486.0, 96.0), 26.0), (Vec2::new(592.0, 170.0), 22.0)];
    if mouths.iter().any(|(mouth, reach)| at.distance(*mouth) < *reach) { edge.min(0.9) } else { edge }
}

/// How far out a place is from the pool: 1 at its shore.
fn pool(at: Vec2) -> f32 {
    Vec2::new((at.x - 586.0) / 44.0, (at.y - 84.0) / 37.0).length()
}

fn cave_floor(seed: u32, at: Vec2) -> f32 {
    let edge = edge_of_cave(seed, at);
    let mut height = CAVE_FLOOR + rough(seed, at, 0.05, 3, 32) * 5.0 + smooth_step(0.8, 1.2, edge) * 7.0;
    // The ledge in the north-east, and the ramp that leads up along the north wall.
    let shrine = Vec2::new(656.0, 78.0);
    let up = 1.0 - smooth_step(22.0, 62.0, at.distance(shrine));
    height = mix(height, 8.0, up);
    if at.distance(Vec2::new(480.0, 96.0)) < 26.0 || at.distance(Vec2::new(592.0, 176.0)) < 23.0 {
        height = CAVE_FLOOR;
    }
    // A shore from which one gets out of the lava.
    let shore = (1.0 - smooth_step(1.25, 1.8, pool(at))) * (1.0 - smooth_step(575.0, 600.0, at.x));
    mix(height, POOL + 1.5, shore).max(POOL + 1.5)
}

fn cave_roof(seed: u32, at: Vec2) -> f32 {
    let edge = edge_of_cave(seed, at);
    let mut height = mix(58.0, 18.0, smooth_step(0.15, 1.1, edge)) + rough(seed, at, 0.06, 3, 33) * 22.0;
    // Stalactites.
    let spike = layered_noise(seed ^ 34, at.x * 0.37, at.y * 0.41, 1, 0);
    if spike > 0.80 && edge < 0.85 {
        height -= 20.0;
    }
    height.max(cave_floor(seed, at) + 12.0).max(CAVE_FLOOR + SPRING + HALF + 2.0)
}

/// The outline of a vault from its left foot over the top to its right foot: across to the left, and up.
pub(super) fn outline() -> Vec<Vec2> {
    let arc = (0..=EDGES).map(|edge| {
        let (sin, cos) = libm::sincosf(std::f32::consts::PI * edge as f32 / EDGES as f32);
        // On the grid that places are stored on.
        let round = |value: f32| (value * 32.0).round() / 32.0;
        Vec2::new(round(cos * HALF), SPRING + round(sin * HALF))
    });
    [Vec2::new(HALF, 0.0)].into_iter().chain(arc).chain([Vec2::new(-HALF, 0.0)]).collect()
}

/// A vaulted passage along an axis, its floor from one height to another.
fn vault(origin: [f32; 2], forward: Vec3, length: f32, floors: [f32; 2], sector: usize) -> Room {
    let left = Vec3::Z.cross(forward);
    let start = Vec3::new(origin[0], origin[1], 0.0);
    let at = |end: usize, point: Vec2| {
        start + forward * length * end as f32 + left * point.x + Vec3::Z * (floors[end] + point.y)
    };
    let outline = outline();
    let mut sides = Vec::new();
    // Seen from inside, each strip counter-clockwise.
    for pair in outline.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let places = vec![at(0, a), at(1, a), at(1, b), at(0, b)];
        sides.push(Side { places, skin: Some(VAULT) });
    }
    let (a, b) = (outline[0], outline[outline.len() - 1]);
    sides.push(Side { places: vec![at(0, a), at(0, b), at(1, b), at(1, a)], skin: Some(FLAGS) });
    // The far end is seen from the near one, and the other way round.
    let far: Vec<Vec3> = outline.iter().rev().map(|point| at(1, *point)).collect();
    let near: Vec<Vec3> = outline.iter().map(|point| at(0, *point)).collect();
    for places in [far, near] {
        sides.push(Side { places, skin: Some(VAULT) });
    }
    Room { sides, sector, volumes: Vec::new() }
}

/// A room with walls that lean inwards at the top.
fn chamber(low: [f32; 2], high: [f32; 2], floor: f32, sector: usize) -> Room {
    const WALL: f32 = 16.0;
    const TOP: f32 = 23.0;
    const IN: f32 = 7.0;
    let ring = |inset: f32, up: f32| {
        [
            Vec3::new(low[0] + inset, low[1] + inset, floor + up),
            Vec3::new(high[0] - inset, low[1] + inset, floor + up),
            Vec3::new(high[0] - inset, high[1] - inset, floor + up),
            Vec3::new(low[0] + inset, high[1] - inset, floor + up),
        ]
    };
    let (foot, eaves, top) = (ring(0.0, 0.0), ring(0.0, WALL), ring(IN, TOP));
    let mut sides = vec![Side { places: foot.to_vec(), skin: Some(FLAGS) }];
    let mut ceiling = top.to_vec();
    ceiling.reverse();
    sides.push(Side { places: ceiling, skin: Some(VAULT) });
    for (lower, upper) in [(foot, eaves), (eaves, top)] {
        for index in 0..4 {
            let next = (index + 1) % 4;
            let places = vec![lower[next], lower[index], upper[index], upper[next]];
            sides.push(Side { places, skin: Some(VAULT) });
        }
    }
    Room { sides, sector, volumes: Vec::new() }
}

/// How high the rock of the ravine's outer walls is seen; above it nobody passes, and nothing is seen.
pub(super) fn rim(seed: u32, at: Vec2) -> f32 {
    let away = (at.y.abs() - 20.0).max(0.0);
    let ends = match at.x {
        x if x < 60.0 => 66.0 + away * 0.12,
        // Higher than any ground: nobody looks over it into the roof of the cave, which has no outside.
        x if x > 320.0 => 106.0 + away * 0.12,
        _ => 60.0,
    };
    ends + rough(seed, at, 0.06, 3, 24) * 60.0
}

/// Where the gate ends.
pub(super) const END: f32 = 12.0;

/// True where there is rock above: in the passages and the cave.
pub(super) fn is_inside(at: Vec3) -> bool {
    !(48.0..=336.0).contains(&at.x)
}

/// True on the surface of lava.
pub(super) fn is_molten(at: Vec3) -> bool {
    let level = if is_inside(at) { POOL } else { FISSURE };
    (at.z - level).abs() < 0.04
}

impl Plan {
    /// True for rooms of the ravine.
    pub fn is_under_sky(&self, room: usize) -> bool {
        self.rooms[room].sector == RAVINE
    }

    /// True where there is ground under the sky.
    pub fn is_ground(&self, at: Vec2) -> bool {
        self.is_over(RAVINE, at)
    }

    /// True in the cave.
    pub fn is_cave(&self, at: Vec2) -> bool {
        self.is_over(CAVE, at)
    }

    /// True where a room of a sector with ground below it is, and none with lava.
    fn is_over(&self, sector: usize, at: Vec2) -> bool {
        let over = |room: &Room| {
            let places = &room.sides[0].places;
            (0..places.len()).all(|index| {
                let (a, b) = (places[index].truncate(), places[(index + 1) % places.len()].truncate());
                (b - a).perp_dot(at - a) >= -0.01
            })
        };
        let mut rooms = self.rooms.iter().filter(|room| room.sector == sector && over(room)).peekable();
        rooms.peek().is_some() && rooms.all(|room| !room.volumes.contains(&LAVA))
    }

    /// Edges of grounds that end at rock or at the shore of lava, and whether it is lava.
    pub fn edges(&self) -> Vec<Edge> {
        let key = |place: Vec3| [(place.x * 4.0) as i32, (place.y * 4.0) as i32];
        let mut known: BTreeMap<[[i32; 2]; 2], Vec<Edge>> = BTreeMap::new();
        let molten: Vec<usize> = self.surfaces.iter().map(|surface| surface.above).collect();
        for (number, room) in self.rooms.iter().enumerate() {
            if room.volumes.contains(&LAVA) {
                continue;
            }
            // The floor of a vault is not its first side.
            let floor = room.sides.iter().find(|side| {
                let normal = area_normal(side.places.iter().copied()).normalize_or_zero();
                normal.z > 0.25
            });
            let Some(floor) = floor else { continue };
            for (index, from) in floor.places.iter().enumerate() {
                let to = floor.places[(index + 1) % floor.places.len()];
                let mut ends = [key(*from), key(to)];
                ends.sort_unstable();
                known.entry(ends).or_default().push(([*from, to], molten.contains(&number)));
            }
        }
        let mut edges = Vec::new();
        for sides in known.into_values() {
            match sides.as_slice() {
                [(places, is_molten)] => edges.push((*places, *is_molten)),
                [(places, a), (_, b)] if a != b => edges.push((*places, true)),
                _ => {}
            }
        }
        edges
    }
}
