//! The solid tree: air is a set of convex rooms, the tree is cut along their
//! sides, and what is in no room is solid. A floor lies on a plane of the tree
//! with nothing behind it. Source: `docs/spec/everquest/wld.md`, "0x21
//! WorldTree".

mod pieces;
mod walls;

pub(super) use walls::{Wall, half, walls};

use super::face::{Face, Plane};
use super::partition::{Cell, Partition};
use glam::{DVec3, Vec3};
use pieces::Piece;
use std::collections::BTreeSet;

/// How far apart planes are still one.
const SAME_PLACE: f64 = 2e-3;
const SAME_WAY: f64 = 1e-12;
/// How many pieces further from balance are as bad as one that is cut.
const CUT: usize = 10;

/// A side of a room.
#[derive(Clone, Debug)]
pub(super) struct Side {
    /// Counter-clockwise from inside.
    pub places: Vec<Vec3>,
    /// What covers it where no other room is behind it; none for a side that
    /// only ends the room here: in truth it goes on for ever.
    pub skin: Option<usize>,
}

/// A convex part of the air.
#[derive(Clone, Debug)]
pub(super) struct Room {
    pub sides: Vec<Side>,
    /// Place in the table of sectors.
    pub sector: usize,
    /// Places in the table of special volumes.
    pub volumes: Vec<usize>,
}

impl Room {
    /// A room between a floor and a ceiling over corners that go around counter-clockwise from above. Both
    /// must be flat. `skins` are those of floor, walls and ceiling; without a ceiling it is open above.
    pub fn prism(floor: &[Vec3], ceiling: &[Vec3], skins: [Option<usize>; 3], sector: usize) -> Self {
        let [low, around, high] = skins;
        let mut top = ceiling.to_vec();
        top.reverse();
        let mut sides = vec![Side { places: floor.to_vec(), skin: low }, Side { places: top, skin: high }];
        for index in 0..floor.len() {
            let next = (index + 1) % floor.len();
            // Seen from inside the next corner is on the left.
            let places = vec![floor[next], floor[index], ceiling[index], ceiling[next]];
            sides.push(Side { places, skin: around });
        }
        Room { sides, sector, volumes: Vec::new() }
    }

    pub fn volume(mut self, volume: usize) -> Self {
        self.volumes.push(volume);
        self
    }

    pub fn corners(&self) -> impl Iterator<Item = Vec3> + '_ {
        self.sides.iter().flat_map(|side| side.places.iter().copied())
    }
}

/// A plane with exact enough numbers.
#[derive(Clone, Copy, Debug)]
struct Flat {
    normal: DVec3,
    distance: f64,
}

impl Flat {
    /// The plane of a side; its normal looks into the room.
    fn of(places: &[Vec3]) -> Self {
        let places: Vec<DVec3> = places.iter().map(|place| place.as_dvec3()).collect();
        let first = places[0];
        let area: DVec3 =
            (2..places.len()).map(|last| (places[last - 1] - first).cross(places[last] - first)).sum();
        let normal = area.normalize_or_zero();
        let middle = places.iter().sum::<DVec3>() / places.len() as f64;
        Flat { normal, distance: -normal.dot(middle) }
    }

    fn side(&self, point: DVec3) -> f64 {
        self.normal.dot(point) + self.distance
    }

    fn turned(&self) -> Self {
        Flat { normal: -self.normal, distance: -self.distance }
    }

    fn plane(&self) -> Plane {
        Plane { normal: self.normal.as_vec3(), distance: self.distance as f32 }
    }
}

/// A plane of the table, and whether the room is behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Facing {
    plane: usize,
    turned: bool,
}

/// All planes, each once whichever way rooms look at it.
#[derive(Debug, Default)]
struct Planes(Vec<Flat>);

impl Planes {
    fn known(&mut self, flat: Flat) -> Facing {
        for (plane, known) in self.0.iter().enumerate() {
            for turned in [false, true] {
                let other = if turned { known.turned() } else { *known };
                if (other.normal - flat.normal).length_squared() < SAME_WAY
                    && (other.distance - flat.distance).abs() < SAME_PLACE
                {
                    return Facing { plane, turned };
                }
            }
        }
        // Original trees mostly look to the lower side.
        let turned = flat
            .normal
            .to_array()
            .iter()
            .rev()
            .find(|part| part.abs() > 1e-9)
            .is_some_and(|part| *part > 0.0);
        self.0.push(if turned { flat.turned() } else { flat });
        Facing { plane: self.0.len() - 1, turned }
    }

    fn facing(&self, facing: Facing) -> Flat {
        let flat = self.0[facing.plane];
        if facing.turned { flat.turned() } else { flat }
    }
}

/// The planes of every side of every room.
fn planes(rooms: &[Room]) -> (Planes, Vec<Vec<Facing>>) {
    let mut planes = Planes::default();
    let of_room = |room: &Room| room.sides.iter().map(|side| planes.known(Flat::of(&side.places))).collect();
    let facings = rooms.iter().map(of_room).collect();
    (planes, facings)
}

/// Divides faces, given by room.
pub(super) fn divide(rooms: &[Room], faces: Vec<Vec<Face>>) -> Partition {
    let (planes, facings) = planes(rooms);
    let mut pieces = Vec::with_capacity(rooms.len());
    for ((number, room), (of, faces)) in rooms.iter().enumerate().zip(facings.iter().zip(faces)) {
        pieces.push(Piece::new(number, of, &of_open(room), room.corners(), faces));
    }
    let mut tree = Tree { planes: &planes, rooms, partition: Partition::default() };
    let root = tree.partition.reserve();
    tree.node(root, pieces, &BTreeSet::new());
    tree.partition
}

/// Which sides of a room end it only on paper.
fn of_open(room: &Room) -> Vec<bool> {
    room.sides.iter().map(|side| side.skin.is_none()).collect()
}

struct Tree<'a> {
    planes: &'a Planes,
    rooms: &'a [Room],
    partition: Partition,
}

impl Tree<'_> {
    fn node(&mut self, number: u32, mut pieces: Vec<Piece>, done: &BTreeSet<usize>) {
        let best = self.best(&pieces, done);
        let Some(chosen) = best else {
            // All of its planes are above it.
            if let Some(piece) = pieces.pop() {
                let cell = self.cell(piece);
                self.partition.leaf(number, cell);
            }
            return;
        };
        let mut flat = self.planes.0[chosen];
        let (mut front, mut back) = (Vec::new(), Vec::new());
        for piece in pieces {
            let [near, far] = piece.cut(self.planes, chosen);
            front.extend(near);
            back.extend(far);
        }
        // Nothing is ever solid in front.
        if front.is_empty() {
            flat = flat.turned();
            std::mem::swap(&mut front, &mut back);
        }
        let mut below = done.clone();
        below.insert(chosen);
        let first = self.partition.reserve();
        self.node(first, front, &below);
        let second = if back.is_empty() {
            0
        } else {
            let second = self.partition.reserve();
            self.node(second, back, &below);
            second
        };
        self.partition.inner(number, &flat.plane(), first, second);
    }

    /// The plane that divides best; one that only ends the air if nothing is left to divide.
    fn best(&self, pieces: &[Piece], done: &BTreeSet<usize>) -> Option<usize> {
        let mut candidates: Vec<usize> = pieces
            .iter()
            .flat_map(Piece::ends)
            .map(|facing| facing.plane)
            .filter(|plane| !done.contains(plane))
            .collect();
        candidates.sort_unstable();
        candidates.dedup();
        let score = |plane: &usize| {
            let flat = self.planes.0[*plane];
            let [mut front, mut back, mut cut] = [0usize; 3];
            for piece in pieces {
                match piece.lies(&flat) {
                    [true, true] => cut += 1,
                    [true, false] => front += 1,
                    _ => back += 1,
                }
            }
            let ends = front + cut == 0 || back + cut == 0;
            (ends, front.abs_diff(back) + cut * CUT)
        };
        candidates.into_iter().min_by_key(score)
    }

    fn cell(&self, piece: Piece) -> Cell {
        let room = &self.rooms[piece.room];
        let (mut min, mut max) = (DVec3::MAX, DVec3::MIN);
        for point in &piece.points {
            (min, max) = (min.min(*point), max.max(*point));
        }
        Cell {
            faces: piece.faces,
            min: min.as_vec3(),
            max: max.as_vec3(),
            sector: room.sector,
            volumes: room.volumes.clone(),
        }
    }
}
