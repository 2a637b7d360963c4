//! The places of the note are what they say: ground of the right height and
//! slope, seen through the zones that count there.

use super::{ONE, install, world};
use crate::demo::{Options, world as build_world};
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
struct Found {
    height: f32,
    upright: f32,
    zones: Vec<i8>,
}

struct Land(Vec<Ground>);

impl Land {
    fn new(world: &GameZ) -> Self {
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

    /// The highest ground at or below a point that exists in one of the zones;
    /// all exist without zones.
    fn below(&self, point: Vec3, active: &[i8]) -> Option<Found> {
        let shows = |zone: i8| zone == -1 || active.is_empty() || active.contains(&zone);
        let hits = self.0.iter().filter_map(|ground| {
            let polygon = ground.zones.is_empty() || ground.zones.iter().any(|zone| shows(*zone));
            if !polygon || !shows(ground.node_zone) {
                return None;
            }
            let [a, b, c] = ground.corners;
            let normal = (b - a).cross(c - a).normalize_or_zero();
            // Faces seen from below do not carry.
            if normal.y < 1e-3 {
                return None;
            }
            let side = |a: Vec3, b: Vec3| (b.z - a.z) * (point.x - a.x) - (b.x - a.x) * (point.z - a.z);
            if side(a, b) < -1e-3 || side(b, c) < -1e-3 || side(c, a) < -1e-3 {
                return None;
            }
            let height = a.y - ((point.x - a.x) * normal.x + (point.z - a.z) * normal.z) / normal.y;
            (height <= point.y).then(|| Found { height, upright: normal.y, zones: ground.zones.clone() })
        });
        hits.max_by(|a, b| a.height.total_cmp(&b.height))
    }
}

fn land() -> (Land, Vec<super::super::Place>) {
    let (_, places) = build_world(&ONE).expect("the demo is built");
    (Land::new(&world(&install(ONE))), places)
}

#[track_caller]
fn assert_near(found: f32, wanted: f32) {
    assert!((found - wanted).abs() < 0.05, "{found} instead of {wanted}");
}

#[test]
fn one_stands_at_every_place_and_at_what_it_leads_to() {
    let (land, places) = land();
    for place in &places {
        for point in [Some(place.position), place.target].into_iter().flatten() {
            let found = land.below(point + Vec3::Y * 0.4, &[]);
            let found = found.unwrap_or_else(|| panic!("{}: nothing below {point}", place.name));
            assert!((found.height - point.y).abs() < 0.1, "{}: {found:?} at {point}", place.name);
        }
    }
}

#[test]
fn ramps_have_the_slopes_they_are_named_for() {
    let (land, places) = land();
    for (name, degrees) in [("slope_10", 10.0f32), ("slope_30", 30.0), ("slope_45", 45.0)] {
        let place = places.iter().find(|place| place.name == name).expect("a ramp");
        let found = land.below(place.position + Vec3::new(0.0, 4.0, -5.0), &[]).expect("a ramp");
        let slope = libm::acosf(found.upright).to_degrees();
        assert!((slope - degrees).abs() < 0.01, "{name} slopes {slope} degrees");
    }
}

#[test]
fn the_bridge_carries_five_metres_above_the_dip() {
    let (land, places) = land();
    let find = |name: &str| places.iter().find(|place| place.name == name).expect(name).position;
    let (top, under) = (find("bridge_top"), find("bridge_under"));
    assert_eq!((top.x, top.z), (under.x, under.z));
    let deck = land.below(top + Vec3::Y, &[]).expect("a deck").height;
    let bottom = land.below(under + Vec3::Y * 1.8, &[]).expect("a bottom").height;
    assert_near(deck - bottom, 5.0);
    // The whole way over the bridge, and the whole way under it.
    let mut last = 0.0;
    for step in 0..800 {
        let x = 90.0 + step as f32 * 0.1;
        let height = land.below(Vec3::new(x, 0.6, 8.0), &[]).expect("a way over").height;
        assert!((height - last).abs() < 0.1, "a step from {last} to {height} at {x}");
        last = height;
    }
    for step in 0..140 {
        let z = 60.0 - step as f32 * 0.5;
        let height = land.below(Vec3::new(136.0, -3.0, z), &[]).expect("a way under").height;
        assert_near(height, -4.8);
    }
}

#[test]
fn walking_through_the_tunnel_one_is_neither_dropped_nor_lifted() {
    let (land, _) = land();
    let mut active: Vec<i8> = Vec::new();
    let mut seen = Vec::new();
    // From the plaza through the hill to the other side; the zones that count
    // are those of the ground underfoot.
    for step in 0..1700 {
        let x = -70.0 - step as f32 * 0.1;
        // A query from high above must work once the zones are those of the
        // tunnel, and one from the knees everywhere.
        let from = if active == [2] { 300.0 } else { 0.5 };
        let found = land.below(Vec3::new(x, from, 8.0), &active);
        let found = found.unwrap_or_else(|| panic!("dropped at {x} in {active:?}"));
        assert_near(found.height, 0.0);
        if seen.last() != Some(&found.zones) {
            seen.push(found.zones.clone());
        }
        active = found.zones;
    }
    let expected: [&[i8]; 7] = [&[], &[1, 2, 3], &[1, 2], &[2], &[1, 2], &[1, 2, 3], &[]];
    assert_eq!(seen, expected);
}

#[test]
fn walking_over_the_hill_one_stays_on_it() {
    let (land, _) = land();
    let mut active: Vec<i8> = Vec::new();
    let (mut last, mut highest) = (0.0, 0.0f32);
    for step in 0..1400 {
        let z = -60.0 + step as f32 * 0.1;
        let found = land.below(Vec3::new(-152.0, last + 0.4, z), &active);
        let found = found.unwrap_or_else(|| panic!("dropped at {z} in {active:?}"));
        assert!((found.height - last).abs() < 0.2, "from {last} to {} at {z}", found.height);
        (last, active, highest) = (found.height, found.zones, highest.max(found.height));
    }
    assert!(highest > 10.0, "{highest}");
    assert_near(last, 0.0);
}

#[test]
fn the_land_is_closed_and_repeats_along_its_border() {
    for seed in [1, 9] {
        let (world, _) = build_world(&Options { scale: 1, seed }).expect("the demo is built");
        let land = Land::new(&world);
        let height = |x: f32, z: f32| {
            let found = land.below(Vec3::new(x, 500.0, z), &[]);
            found.unwrap_or_else(|| panic!("a hole at {x}, {z}")).height
        };
        for step in 0..64 {
            let along = -1020.0 + step as f32 * 32.0;
            // East beyond the edge the outermost cells are drawn again.
            let (inner, outer) = (height(768.0, along), height(1024.0, along));
            assert!((inner - outer).abs() < 1e-4, "{inner} beside {outer} at {along}");
            let (inner, outer) = (height(along, -768.0), height(along, -1024.0));
            assert!((inner - outer).abs() < 1e-4, "{inner} beside {outer} at {along}");
            height(along, along * 0.7);
        }
    }
}
