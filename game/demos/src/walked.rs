//! A world as someone on foot finds it, for the tests of the demos.

use glam::Vec3;
use zbd::gamez::nodes::{NodeData, flags};
use zbd::gamez::{GameZ, Version};

/// A triangle one can stand on.
struct Ground {
    corners: [Vec3; 3],
    zones: Vec<i8>,
    node_zone: i8,
}

/// What a query finds below a point: height, upward part of the normal, zones.
#[derive(Debug)]
pub(super) struct Found {
    pub height: f32,
    pub upright: f32,
    pub zones: Vec<i8>,
}

/// Everything one can stand on.
pub(super) struct Land(Vec<Ground>);

impl Land {
    pub fn new(world: &GameZ) -> Self {
        let NodeData::World(data) = &world.nodes.nodes[0].data else { panic!("no world") };
        let cells = data.partitions.iter().flat_map(|cell| cell.nodes.iter().map(|node| node.node_index));
        let mut roots: Vec<i32> = world.nodes.nodes[0].children.iter().copied().chain(cells).collect();
        roots.sort_unstable();
        roots.dedup();
        let mut land = Land(Vec::new());
        for root in roots {
            land.add(world, root, &|point| point);
        }
        land
    }

    /// Adds a subtree as a height query sees it: only where every node on the
    /// way is active and an altitude surface, and only the nearest levels.
    fn add(&mut self, world: &GameZ, slot: i32, place: &dyn Fn(Vec3) -> Vec3) {
        let node = &world.nodes.nodes[slot as usize];
        let wanted = flags::ACTIVE | flags::ALTITUDE_SURFACE;
        if node.base.flags & wanted != wanted {
            return;
        }
        let mut rows = None;
        match &node.data {
            NodeData::Object3d(object) => rows = Some(object.transform.map(Vec3::from_array)),
            NodeData::Lod(lod) if lod.range_near_sq <= 5.0 => {}
            _ => return,
        }
        let inside = |point: Vec3| match rows {
            Some([x, y, z, origin]) => place(x * point.x + y * point.y + z * point.z + origin),
            None => place(point),
        };
        if let Ok(model) = usize::try_from(node.base.model_index) {
            let model = world.models.get(model).expect("a model");
            for polygon in model.polygons(Version::MechWarrior3) {
                let corners: Vec<Vec3> = polygon
                    .vertex_indices
                    .iter()
                    .map(|index| inside(Vec3::from_array(model.vertices[*index as usize])))
                    .collect();
                for corner in 1..corners.len() - 1 {
                    self.0.push(Ground {
                        corners: [corners[0], corners[corner], corners[corner + 1]],
                        zones: polygon.zones.zones().collect(),
                        node_zone: node.base.zone_id as u8 as i8,
                    });
                }
            }
        }
        for child in &node.children {
            self.add(world, *child, &inside);
        }
    }

    /// How high the land is.
    pub fn height(&self, x: f32, z: f32) -> f32 {
        let found = self.below(Vec3::new(x, 500.0, z), &[]);
        found.unwrap_or_else(|| panic!("a hole at {x}, {z}")).height
    }

    /// East and north of the edge the outermost cells are drawn again: there
    /// the land is as it is one cell further in.
    pub fn repeats(&self, inner: f32, outer: f32, along: f32) {
        for [a, b] in [[[inner, along], [outer, along]], [[along, -inner], [along, -outer]]] {
            let (inside, outside) = (self.height(a[0], a[1]), self.height(b[0], b[1]));
            assert!((inside - outside).abs() < 1e-3, "{inside} at {a:?}, {outside} at {b:?}");
        }
    }

    /// The highest ground at or below a point that exists in one of the zones;
    /// all exist without zones.
    pub fn below(&self, point: Vec3, active: &[i8]) -> Option<Found> {
        let shows = |zone: i8| zone == -1 || active.is_empty() || active.contains(&zone);
        let hits = self.0.iter().filter_map(|ground| {
            // First what nearly none passes.
            let [a, b, c] = ground.corners;
            let side = |a: Vec3, b: Vec3| (b.z - a.z) * (point.x - a.x) - (b.x - a.x) * (point.z - a.z);
            if side(a, b) < -1e-3 || side(b, c) < -1e-3 || side(c, a) < -1e-3 {
                return None;
            }
            let polygon = ground.zones.is_empty() || ground.zones.iter().any(|zone| shows(*zone));
            if !polygon || !shows(ground.node_zone) {
                return None;
            }
            let normal = (b - a).cross(c - a).normalize_or_zero();
            // Faces seen from below do not carry.
            if normal.y < 1e-3 {
                return None;
            }
            let height = a.y - ((point.x - a.x) * normal.x + (point.z - a.z) * normal.z) / normal.y;
            (height <= point.y).then(|| Found { height, upright: normal.y, zones: ground.zones.clone() })
        });
        hits.max_by(|a, b| a.height.total_cmp(&b.height))
    }
}
