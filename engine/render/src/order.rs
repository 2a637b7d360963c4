//! Which of several coplanar polygons of one layer lies on top: the later one,
//! in polygon order within a model and in drawing order across nodes.
//!
//! Source: `spec/zbd/rendering.md`, "Draw priority". Found once, from where
//! everything stands at the start, so that drawing needs no order.

use crate::MOST_OCCURRENCES;
use glam::{Affine3A, Vec3};
use hashbrown::HashMap;
use std::hash::{Hash, Hasher};
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
/// Polygons compared within one cell, and in all.
const MOST_COMPARED: usize = 256;
const MOST_POLYGONS: usize = 1 << 21;

/// Rank of every polygon that lies over an earlier one.
#[derive(Default)]
pub(crate) struct Order {
    ranks: HashMap<NodeId, Box<[u8]>>,
}

impl Order {
    pub fn of(scene: &Scene) -> Self {
        let mut order = Order::default();
        let mut planes = Planes::default();
        let mut left = MOST_POLYGONS;
        let (table, _) = Occurrences::build(scene, &State::new(scene, 0), MOST_OCCURRENCES);
        for id in table.ids() {
            let node = table.node(id);
            let model = scene.nodes.get(node.index()).and_then(|node| scene.models.get(node.model?.index()));
            let Some(model) = model.filter(|model| model.facade.is_none() && !model.marker) else { continue };
            if left < model.polygons.len() || order.ranks.contains_key(&node) {
                continue;
            }
            left -= model.polygons.len();
            let lay = |polygon: &Polygon| match polygon.sight {
                Sight::Unseen => 0,
                _ => planes.lay(model, polygon, table.transform(id)).unwrap_or(0),
            };
            let ranks: Box<[u8]> = model.polygons.iter().map(lay).collect();
            if ranks.iter().any(|rank| *rank > 0) {
                order.ranks.insert(node, ranks);
            }
        }
        order
    }

    /// Ranks of a node's polygons; empty when all are 0.
    pub fn of_node(&self, node: NodeId) -> &[u8] {
        self.ranks.get(&node).map(AsRef::as_ref).unwrap_or_default()
    }
}

/// Part of space and layer whose polygons are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    layer: i8,
    normal: [i8; 3],
    distance: i32,
    cell: Option<[i32; 3]>,
}

impl Hash for Place {
    /// Two words instead of nine: there are several lookups per polygon.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [x, y, z] = self.normal;
        let plane = u32::from_le_bytes([self.layer, x, y, z].map(|value| value as u8));
        state.write_u64(u64::from(plane) << 32 | u64::from(self.distance as u32));
        let [x, y, z] = self.cell.unwrap_or([i32::MAX; 3]).map(|axis| axis as u32 as u64);
        state.write_u64((x << 32 | z) ^ y.rotate_left(20));
    }
}

struct Laid {
    bounds: Aabb,
    normal: Vec3,
    on_plane: Vec3,
    rank: u8,
}

#[derive(Default)]
struct Planes {
    laid: Vec<Laid>,
    /// The last entry of each place.
    places: HashMap<Place, u32>,
    /// Polygons of places, each with the entry before it.
    entries: Vec<(u32, Option<u32>)>,
    /// Some polygons are not in cells.
    wide: bool,
}

impl Planes {
    /// Puts a polygon over those laid before; `None` for one without a plane.
    fn lay(&mut self, model: &Model, polygon: &Polygon, world: &Affine3A) -> Option<u8> {
        let corner = |index: &u32| {
            let position = model.vertices.get(*index as usize)?.position;
            Some(world.transform_point3(Vec3::from(position)))
        };
        let corners: Vec<Vec3> = model.polygon_indices(polygon).iter().filter_map(corner).collect();
        let normal = corners
            .chunks_exact(3)
            .map(|triangle| (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]))
            .max_by(|a, b| a.length_squared().total_cmp(&b.length_squared()))?
            .try_normalize()?;
        let bounds = Aabb::around(corners.iter().copied());
        let on_plane = corners[0];
        if !(bounds.min.is_finite() && bounds.max.is_finite()) {
            return None;
        }
        let mut laid = Laid { bounds, normal, on_plane, rank: 0 };
        let cells = cells(&bounds);
        let wide = self.wide.then_some(None);
        for cell in wide.into_iter().chain(cells.iter().copied().map(Some)) {
            for step in -1..=1 {
                let place = laid.place(polygon.layer, cell, step);
                let entry = |entry: u32| self.entries.get(entry as usize).copied();
                let last = self.places.get(&place).copied().and_then(entry);
                let others = std::iter::successors(last, |(_, before)| before.and_then(entry));
                for (other, _) in others.take(MOST_COMPARED) {
                    let below = &self.laid[other as usize];
                    if below.rank >= laid.rank && laid.covers(below) {
                        laid.rank = (below.rank + 1).min(RANKS - 1);
                    }
                }
            }
        }
        let rank = laid.rank;
        let index = self.laid.len() as u32;
        self.wide |= cells.is_empty();
        let wide = cells.is_empty().then_some(None);
        for cell in wide.into_iter().chain(cells.into_iter().map(Some)) {
            let entry = self.entries.len() as u32;
            let before = self.places.insert(laid.place(polygon.layer, cell, 0), entry);
            self.entries.push((index, before));
        }
        self.laid.push(laid);
        Some(rank)
    }
}

impl Laid {
    /// Where to look for polygons of this plane. Within a cell the plane's
    /// distance is measured from the cell: far from the origin the normal of a
    /// small polygon would not tell it well enough.
    fn place(&self, layer: i8, cell: Option<[i32; 3]>, step: i32) -> Place {
        let from = cell.map_or(Vec3::ZERO, |cell| Vec3::from(cell.map(|axis| axis as f32)) * CELL);
        Place {
            layer,
            normal: (self.normal * NORMAL_STEPS).round().to_array().map(|axis| axis as i8),
            distance: ((self.on_plane - from).dot(self.normal) * DISTANCE_STEPS).round().clamp(-1e9, 1e9)
                as i32
                + step,
            cell,
        }
    }

    /// True when both lie in one plane and share some area, to judge by boxes.
    fn covers(&self, other: &Laid) -> bool {
        let one_plane = self.normal.abs_diff_eq(other.normal, SAME_NORMAL)
            && (self.on_plane - other.on_plane).dot(self.normal).abs() < SAME_DISTANCE;
        let shared = self.bounds.max.min(other.bounds.max) - self.bounds.min.max(other.bounds.min);
        let smaller = (self.bounds.max - self.bounds.min).min(other.bounds.max - other.bounds.min);
        // Neighbours that share an edge share no area; a box is thin across
        // the plane.
        let margin = smaller * 0.01 + SAME_DISTANCE;
        one_plane && shared.cmpge(-margin).all() && shared.cmpgt(margin).bitmask().count_ones() >= 2
    }
}

/// Lookup cells of a box; empty when they are too many.
fn cells(bounds: &Aabb) -> Vec<[i32; 3]> {
    let cell = |point: Vec3| (point / CELL).floor().to_array().map(|axis| axis as i32);
    let (first, last) = (cell(bounds.min), cell(bounds.max));
    let counts = [0, 1, 2].map(|axis| (i64::from(last[axis]) - i64::from(first[axis])) as usize + 1);
    if counts.iter().any(|count| *count > MOST_CELLS) || counts.iter().product::<usize>() > MOST_CELLS {
        return Vec::new();
    }
    let mut cells = Vec::new();
    for x in first[0]..=last[0] {
        for y in first[1]..=last[1] {
            for z in first[2]..=last[2] {
                cells.push([x, y, z]);
            }
        }
    }
    cells
}
