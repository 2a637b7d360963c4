//! Which of several coplanar polygons of one layer lies on top: the later one,
//! in polygon order within a model and in drawing order across nodes.
//!
//! Source: `spec/zbd/rendering.md`, "Draw priority". Found once, from where
//! everything stands at the start, so that drawing needs no order.
//!
//! Few polygons share a plane with another. Each is entered into the cells of
//! space that it touches; sorting the entries brings those of one plane together,
//! and only they are compared.

use crate::MOST_OCCURRENCES;
use glam::{Affine3A, Vec3};
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;
use world::{Aabb, Model, NodeId, Occurrences, Polygon, Scene, Sight, State};

/// Ranks a layer is divided into; polygons piled higher share the last.
pub(crate) const RANKS: u8 = 16;
/// Steps of a plane's normal and distance in which neighbours are looked up.
const NORMAL_STEPS: f32 = 64.0;
const DISTANCE_STEPS: f32 = 16.0;
/// Largest difference between planes that count as one.
const SAME_NORMAL: f32 = 2e-3;
const SAME_DISTANCE: f32 = 0.02;
/// Edge of a lookup cell, units.
const CELL: f32 = 32.0;
/// A polygon over more cells than this is looked up plane by plane.
const MOST_CELLS: usize = 64;
/// Earlier polygons of one place that a polygon is compared with.
const MOST_COMPARED: usize = 256;
/// Bounds on what is looked at in all; what is beyond has no rank.
const MOST_POLYGONS: usize = 1 << 21;
const MOST_ENTRIES: usize = 1 << 23;
const MOST_PAIRS: usize = 1 << 23;

/// Rank of every polygon that lies over an earlier one.
#[derive(Default)]
pub(crate) struct Order {
    ranks: HashMap<NodeId, Box<[u8]>>,
}

/// A node whose polygons lie where it stands at the start.
struct Standing<'a> {
    node: NodeId,
    model: &'a Model,
    world: Affine3A,
}

impl Order {
    pub fn of(scene: &Scene) -> Self {
        let standing = standing(scene);
        let laid: Vec<Option<Laid>> = standing
            .par_iter()
            .flat_map_iter(|place| {
                place.model.polygons.iter().map(|polygon| Laid::new(place.model, polygon, &place.world))
            })
            .collect();
        let mut pairs = pairs(&laid);
        pairs.sort_unstable();
        // Whatever lies below has its own rank already.
        let mut ranks = vec![0; laid.len()];
        for Pair { above, below } in pairs {
            let over = (ranks[below as usize] + 1).min(RANKS - 1);
            let rank = &mut ranks[above as usize];
            *rank = over.max(*rank);
        }
        let mut order = Order::default();
        let mut left = ranks.as_slice();
        for place in &standing {
            let (own, rest) = left.split_at(place.model.polygons.len());
            left = rest;
            if own.iter().any(|rank| *rank > 0) {
                order.ranks.insert(place.node, own.into());
            }
        }
        order
    }

    /// Ranks of a node's polygons; empty when all are 0.
    pub fn of_node(&self, node: NodeId) -> &[u8] {
        self.ranks.get(&node).map(AsRef::as_ref).unwrap_or_default()
    }
}

/// Every node with a model, once, in drawing order.
fn standing(scene: &Scene) -> Vec<Standing<'_>> {
    let (table, _) = Occurrences::build(scene, &State::new(scene, 0), MOST_OCCURRENCES);
    let mut known = HashSet::new();
    let mut left = MOST_POLYGONS;
    let mut standing = Vec::new();
    for id in table.ids() {
        let node = table.node(id);
        let model = scene.nodes.get(node.index()).and_then(|node| scene.models.get(node.model?.index()));
        let Some(model) = model.filter(|model| model.facade.is_none() && !model.marker) else { continue };
        if model.polygons.len() <= left && known.insert(node) {
            left -= model.polygons.len();
            standing.push(Standing { node, model, world: *table.transform(id) });
        }
    }
    standing
}

/// One polygon over another of its plane.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    above: u32,
    below: u32,
}

/// A polygon in one place. Sorts by plane and cell, then by distance, then by
/// turn; different planes may share a key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry(u128);

impl Entry {
    fn new(key: u64, distance: i32, turn: u32) -> Self {
        let distance = distance.wrapping_sub(i32::MIN) as u32;
        Entry(u128::from(key) << 64 | u128::from(distance) << 32 | u128::from(turn))
    }

    fn key(self) -> u64 {
        (self.0 >> 64) as u64
    }

    /// Grows with the distance, in steps.
    fn step(self) -> u32 {
        (self.0 >> 32) as u32
    }

    fn turn(self) -> u32 {
        self.0 as u32
    }
}

/// All that lie one over another.
fn pairs(laid: &[Option<Laid>]) -> Vec<Pair> {
    let polygons =
        || laid.par_iter().enumerate().filter_map(|(turn, laid)| Some((turn as u32, laid.as_ref()?)));
    let mut entries: Vec<Entry> = polygons()
        .flat_map_iter(|(turn, laid)| laid.cells().map(move |cell| laid.entry(turn, Some(cell))))
        .collect();
    entries.truncate(MOST_ENTRIES);
    entries.par_sort_unstable();
    let mut pairs = Vec::new();
    for place in entries.chunk_by(|a, b| a.key() == b.key()) {
        if place.len() > 1 {
            for entry in place {
                compare(laid, *entry, place, &mut pairs);
            }
        }
    }

    let mut wide: Vec<Entry> =
        polygons().filter(|(_, laid)| laid.is_wide()).map(|(turn, laid)| laid.entry(turn, None)).collect();
    wide.par_sort_unstable();
    if let Some(first) = wide.iter().map(|entry| entry.turn()).min() {
        for (turn, above) in laid.iter().enumerate().skip(first as usize) {
            if let Some(above) = above {
                compare(laid, above.entry(turn as u32, None), &wide, &mut pairs);
            }
        }
    }
    pairs
}

/// Compares a polygon with the last few before it in its place, whose entries
/// are in order.
fn compare(laid: &[Option<Laid>], entry: Entry, place: &[Entry], pairs: &mut Vec<Pair>) {
    let above = laid.get(entry.turn() as usize).and_then(Option::as_ref);
    for step in [entry.step().wrapping_sub(1), entry.step(), entry.step().wrapping_add(1)] {
        let at = |turn: u32| Entry(u128::from(entry.key()) << 64 | u128::from(step) << 32 | u128::from(turn));
        let (first, end) = (at(0), at(entry.turn()));
        let before = &place[..place.partition_point(|other| *other < end)];
        for other in before.iter().rev().take(MOST_COMPARED).take_while(|other| **other >= first) {
            let below = laid.get(other.turn() as usize).and_then(Option::as_ref);
            if let (Some(above), Some(below)) = (above, below)
                && pairs.len() < MOST_PAIRS
                && above.covers(below)
            {
                pairs.push(Pair { above: entry.turn(), below: other.turn() });
            }
        }
    }
}

/// A polygon in the world.
struct Laid {
    bounds: Aabb,
    normal: Vec3,
    on_plane: Vec3,
    layer: i8,
}

impl Laid {
    /// `None` for one without a plane, or that nobody sees.
    fn new(model: &Model, polygon: &Polygon, world: &Affine3A) -> Option<Self> {
        if polygon.sight == Sight::Unseen {
            return None;
        }
        let corner = |index: &u32| {
            let position = model.vertices.get(*index as usize)?.position;
            Some(world.transform_point3(Vec3::from(position)))
        };
        let mut bounds = Aabb::EMPTY;
        let mut largest = Vec3::ZERO;
        let mut on_plane = None;
        let mut triangle = [Vec3::ZERO; 3];
        for (index, corner) in model.polygon_indices(polygon).iter().filter_map(corner).enumerate() {
            bounds = Aabb { min: bounds.min.min(corner), max: bounds.max.max(corner) };
            on_plane.get_or_insert(corner);
            triangle[index % 3] = corner;
            let normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
            if index % 3 == 2 && normal.length_squared() >= largest.length_squared() {
                largest = normal;
            }
        }
        let laid =
            Laid { bounds, normal: largest.try_normalize()?, on_plane: on_plane?, layer: polygon.layer };
        (bounds.min.is_finite() && bounds.max.is_finite()).then_some(laid)
    }

    /// Where to look for polygons of this plane. Within a cell the plane's
    /// distance is measured from the cell: far from the origin the normal of a
    /// small polygon would not tell it well enough.
    fn entry(&self, turn: u32, cell: Option<[i32; 3]>) -> Entry {
        let from = cell.map_or(Vec3::ZERO, |cell| Vec3::from(cell.map(|axis| axis as f32)) * CELL);
        let distance = ((self.on_plane - from).dot(self.normal) * DISTANCE_STEPS).round().clamp(-1e9, 1e9);
        let [x, y, z] = (self.normal * NORMAL_STEPS).round().to_array().map(|axis| axis as i8 as u8);
        let plane = u32::from_le_bytes([self.layer as u8, x, y, z]);
        let [x, y, z] = cell.unwrap_or([i32::MAX; 3]).map(|axis| axis as u32);
        let key = [plane, x, y, z].into_iter().fold(0, |key, word| mixed(key ^ u64::from(word)));
        Entry::new(key, distance as i32, turn)
    }

    /// True when both lie in one plane and share some area, to judge by boxes.
    fn covers(&self, other: &Laid) -> bool {
        let one_plane = self.layer == other.layer
            && self.normal.abs_diff_eq(other.normal, SAME_NORMAL)
            && (self.on_plane - other.on_plane).dot(self.normal).abs() < SAME_DISTANCE;
        let shared = self.bounds.max.min(other.bounds.max) - self.bounds.min.max(other.bounds.min);
        let smaller = (self.bounds.max - self.bounds.min).min(other.bounds.max - other.bounds.min);
        // Neighbours that share an edge share no area; a box is thin across
        // the plane.
        let margin = smaller * 0.01 + SAME_DISTANCE;
        one_plane && shared.cmpge(-margin).all() && shared.cmpgt(margin).bitmask().count_ones() >= 2
    }

    /// First and last cell on each axis.
    fn span(&self) -> [(i32, i32); 3] {
        let cell = |point: Vec3| (point / CELL).floor().to_array().map(|axis| axis as i32);
        let (first, last) = (cell(self.bounds.min), cell(self.bounds.max));
        [0, 1, 2].map(|axis| (first[axis], last[axis]))
    }

    /// Touches too many cells to be entered in each.
    fn is_wide(&self) -> bool {
        let counts = self.span().map(|(first, last)| (i64::from(last) - i64::from(first)) as usize + 1);
        counts.iter().any(|count| *count > MOST_CELLS) || counts.iter().product::<usize>() > MOST_CELLS
    }

    /// The cells it touches; none when they are too many.
    fn cells(&self) -> impl Iterator<Item = [i32; 3]> + use<> {
        let [x, y, z] = if self.is_wide() { [(0, -1); 3] } else { self.span() };
        let along = |(first, last): (i32, i32)| first..=last;
        along(x).flat_map(move |x| along(y).flat_map(move |y| along(z).map(move |z| [x, y, z])))
    }
}

/// Spreads a word over all bits.
fn mixed(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    word ^ word >> 29
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square that lies flat.
    fn square(x: f32, z: f32, side: f32, y: f32, layer: i8) -> Option<Laid> {
        let (min, max) = (Vec3::new(x, y, z), Vec3::new(x + side, y, z + side));
        Some(Laid { bounds: Aabb { min, max }, normal: Vec3::Y, on_plane: min, layer })
    }

    fn over(laid: &[Option<Laid>]) -> Vec<(u32, u32)> {
        let mut pairs: Vec<(u32, u32)> = pairs(laid).iter().map(|pair| (pair.above, pair.below)).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    #[test]
    fn what_shares_plane_layer_and_area_lies_over_what_came_before() {
        let laid = [
            square(0.0, 0.0, 10.0, 0.0, 0),
            square(2.0, 2.0, 2.0, 0.0, 0),
            // Of another layer, a step higher, beside it, without a plane.
            square(2.0, 2.0, 2.0, 0.0, 1),
            square(2.0, 2.0, 2.0, 0.1, 0),
            square(10.0, 0.0, 10.0, 0.0, 0),
            None,
            square(3.0, 3.0, 10.0, 0.0, 0),
        ];
        assert_eq!(over(&laid), [(1, 0), (6, 0), (6, 1), (6, 4)]);
    }

    #[test]
    fn across_cells_far_away_and_on_what_is_wider_than_many_cells() {
        // Steps of distance meet between these two, and cells, too.
        let near = [square(-3.0, 29.0, 6.0, 1.031, 0), square(-1.0, 30.0, 6.0, 1.032, 0)];
        assert_eq!(over(&near), [(1, 0)]);
        let far = [square(1e5, 1e5, 6.0, 900.0, 0), square(1e5, 1e5, 6.0, 900.0, 0)];
        assert_eq!(over(&far), [(1, 0)]);
        let wide = [
            square(0.0, 0.0, 4.0, 0.0, 0),
            square(-2000.0, -2000.0, 4000.0, 0.0, 0),
            square(50.0, 0.0, 4.0, 0.0, 0),
            square(-3000.0, -1000.0, 5000.0, 0.0, 0),
            square(50.0, 0.0, 4.0, 0.5, 0),
        ];
        assert_eq!(over(&wide), [(2, 1), (3, 1)]);
    }

    #[test]
    fn a_pile_without_end_is_looked_at_in_bounded_time() {
        let pile: Vec<_> = (0..20_000).map(|_| square(0.0, 0.0, 6.0, 0.0, 0)).collect();
        let pairs = pairs(&pile);
        assert!(pairs.len() <= 20_000 * MOST_COMPARED && pairs.len() > 19_000 * MOST_COMPARED / 2);
    }
}
