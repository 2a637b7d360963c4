use super::*;
use crate::sketch::{ModelSketch, Sketch};
use crate::{
    Aabb, ActiveZones, Dirty, Facade, LodRange, NodeFlags, NodeId, NodeKind, Occurrences, Random, Scene,
    Sight, State,
};
use glam::{Affine3A, EulerRot, Mat3, Vec3};
use std::sync::Arc;

pub(super) struct World {
    pub scene: Scene,
    pub state: State,
    pub occurrences: Occurrences,
    pub space: Space,
}

impl World {
    pub fn new(sketch: Sketch) -> Self {
        let scene = sketch.scene;
        let state = State::new(&scene, 1);
        let (occurrences, findings) = Occurrences::build(&scene, &state, 1 << 20);
        assert!(findings.is_empty());
        let space = Space::new(&scene, &occurrences, Arc::new(Colliders::new(&scene)));
        World { scene, state, occurrences, space }
    }

    pub fn probe(&self) -> Probe<'_> {
        Probe::new(&self.scene, &self.occurrences, &self.space, self.state.zones)
    }

    fn heights(&self, x: f32, z: f32) -> Vec<f32> {
        let mut hits = Vec::new();
        self.probe().column(x, z, &mut hits);
        hits.iter().map(|hit| hit.point.y).collect()
    }

    fn update(&mut self, dirty: &Dirty) {
        self.occurrences.update(&self.scene, &self.state, dirty);
        self.space.update(&self.scene, &self.occurrences);
    }
}

fn floor(y: f32) -> ModelSketch {
    ModelSketch::new().floor([-10.0, -10.0], [10.0, 10.0], y)
}

fn world_of(model: ModelSketch) -> World {
    let mut sketch = Sketch::new();
    sketch.place(model);
    World::new(sketch)
}

fn near(a: f32, b: f32, tolerance: f32) -> bool {
    (a - b).abs() <= tolerance
}

#[test]
fn ground_on_slopes_is_where_trigonometry_puts_it() {
    for degrees in [10.0_f64, 30.0, 45.0] {
        // Rises eastwards from height 3 at x = -1000 over 2000 units.
        let rise = libm::tan(degrees.to_radians());
        let east = 3.0 + 2000.0 * rise;
        let slope = ModelSketch::new().slope([-1000.0, -1000.0], [1000.0, 1000.0], 3.0, east as f32);
        let world = world_of(slope);
        for (x, z) in [(-999.0, 12.3), (-0.25, 990.0), (0.0, 0.0), (314.159, -271.828), (999.9, 1.0)] {
            let hit = world.probe().ground(x, z, 5000.0, 0.0).unwrap();
            let by_hand = 3.0 + (f64::from(x) + 1000.0) * rise;
            assert!(near(hit.point.y, by_hand as f32, 0.01), "{degrees} at {x}: {hit:?}, {by_hand}");
            let upright = libm::cos(degrees.to_radians()) as f32;
            assert!(near(hit.normal.y, upright, 1e-5) && hit.normal.x < 0.0, "{hit:?}");
        }
    }
}

#[test]
fn of_one_model_the_first_polygon_answers_a_column_but_ground_is_the_nearest() {
    // Two floors of one house, the lower first, and a roof of its own.
    let mut sketch = Sketch::new();
    let soil = sketch.material([1.0; 3], 7);
    let house = ModelSketch::new().floor([-10.0; 2], [10.0; 2], 0.0);
    let house = house.material(soil).floor([-10.0; 2], [10.0; 2], 4.0);
    let node = sketch.place(house);
    sketch.place(floor(8.0));
    let world = World::new(sketch);
    assert_eq!(world.heights(1.0, 1.0), [8.0, 0.0]);
    let hit = world.probe().ground(1.0, 1.0, 4.2, 0.4).unwrap();
    assert_eq!((hit.point, hit.normal), (Vec3::new(1.0, 4.0, 1.0), Vec3::Y));
    assert_eq!((hit.node, hit.polygon, hit.material, hit.soil), (node, Some(1), Some(soil), 7));
    assert_eq!(world.probe().ground(1.0, 1.0, 3.5, 0.4).unwrap().point.y, 0.0);
    assert_eq!(world.probe().ground(1.0, 1.0, 3.7, 0.4).unwrap().point.y, 4.0);
    assert_eq!(world.probe().ground(1.0, 1.0, -0.5, 0.4), None);
    assert_eq!(world.probe().ground(11.0, 1.0, 100.0, 0.4), None);
}

#[test]
fn ground_faces_up_or_has_two_sides() {
    let ceiling = ModelSketch::new().ceiling([-1.0; 2], [1.0; 2], 2.0);
    assert!(world_of(ceiling).heights(0.0, 0.0).is_empty());
    let both = world_of(ModelSketch::new().double_sided(true).ceiling([-1.0; 2], [1.0; 2], 2.0));
    assert_eq!(both.heights(0.0, 0.0), [2.0]);
    assert_eq!(both.probe().ground(0.0, 0.0, 3.0, 0.0).unwrap().normal, Vec3::Y);
    let wall = ModelSketch::new().double_sided(true).wall([0.0, -1.0], [0.0, 1.0], 0.0, 2.0);
    assert!(world_of(wall).heights(0.0, 0.0).is_empty());
}

#[test]
fn rays_hit_from_the_front_and_not_from_behind() {
    // A wall at x = 2 seen from the west.
    let wall = |sketch: ModelSketch| sketch.wall([2.0, 5.0], [2.0, -5.0], 0.0, 4.0);
    let (east, west) = (Vec3::new(4.0, 1.0, 0.5), Vec3::new(0.0, 1.0, 0.5));
    let one = world_of(wall(ModelSketch::new()));
    assert_eq!(one.probe().ray(west, east), None);
    let hit = one.probe().ray(east, west).unwrap();
    assert_eq!((hit.point, hit.normal), (Vec3::new(2.0, 1.0, 0.5), Vec3::X));
    let two = world_of(wall(ModelSketch::new().double_sided(true)));
    assert_eq!(two.probe().ray(west, east).unwrap().normal, -Vec3::X);
    assert_eq!(one.probe().ray(east, Vec3::new(2.1, 1.0, 0.5)), None, "it ends before the wall");
}

#[test]
fn the_nearest_of_several_surfaces_stops_a_ray() {
    let mut sketch = Sketch::new();
    for x in [6.0, 2.0, 4.0] {
        sketch.place(ModelSketch::new().wall([x, -5.0], [x, 5.0], 0.0, 4.0));
    }
    let world = World::new(sketch);
    let hit = world.probe().ray(Vec3::new(0.0, 1.0, 0.0), Vec3::new(10.0, 3.0, 0.0)).unwrap();
    assert!(hit.point.distance(Vec3::new(2.0, 1.4, 0.0)) < 1e-6);
}

#[test]
fn a_box_node_collides_as_its_box() {
    let mut sketch = Sketch::new();
    let node = sketch.place(ModelSketch::new().floor([-1.0; 2], [1.0; 2], 0.5));
    sketch.at(node).flags = sketch.at(node).flags.union(NodeFlags::INTERSECT_BOX);
    sketch.at(node).bounds = Aabb { min: Vec3::new(-3.0, 0.0, -2.0), max: Vec3::new(3.0, 5.0, 2.0) };
    // A quarter turn about y: its x is where z was.
    sketch.at(node).transform = Affine3A::from_rotation_y(std::f32::consts::FRAC_PI_2);
    let world = World::new(sketch);
    let top = world.heights(-1.5, 2.5);
    assert!(top.len() == 1 && near(top[0], 5.0, 1e-5), "{top:?}");
    assert!(world.heights(2.5, 1.5).is_empty());
    let hit = world.probe().ray(Vec3::new(9.0, 1.0, 0.5), Vec3::new(-9.0, 1.0, 0.5)).unwrap();
    assert!(near(hit.point.x, 2.0, 1e-5) && hit.polygon.is_none(), "{hit:?}");
    assert!(hit.normal.distance(Vec3::X) < 1e-6);
}

#[test]
fn one_ancestor_without_the_flag_hides_a_subtree_from_the_question() {
    let mut sketch = Sketch::new();
    let model = sketch.model(floor(1.0));
    let leaf = sketch.node("leaf", Some(model), &[]);
    let middle = sketch.node("middle", None, &[leaf]);
    let root = sketch.node("root", None, &[middle]);
    sketch.scene.roots = vec![root];
    let mut world = World::new(sketch);
    let (above, below) = (Vec3::new(0.0, 5.0, 0.0), Vec3::new(0.0, -5.0, 0.0));
    assert_eq!(world.heights(0.0, 0.0), [1.0]);
    assert!(world.probe().ray(above, below).is_some());
    for (off, ground, ray) in
        [(NodeFlags::ALTITUDE, 0, true), (NodeFlags::INTERSECT, 1, false), (NodeFlags::ACTIVE, 0, false)]
    {
        let before = world.state.nodes.flags[middle.index()];
        world.state.nodes.flags[middle.index()] = before.difference(off);
        world.update(&Dirty { switched: vec![middle], ..Dirty::default() });
        assert_eq!(world.heights(0.0, 0.0).len(), ground, "{off:?}");
        assert_eq!(world.probe().ray(above, below).is_some(), ray, "{off:?}");
        world.state.nodes.flags[middle.index()] = before;
        world.update(&Dirty { switched: vec![middle], ..Dirty::default() });
    }
    assert_eq!(world.heights(0.0, 0.0), [1.0]);
}

#[test]
fn far_levels_of_detail_facades_marks_overlays_and_the_sky_have_no_substance() {
    let mut sketch = Sketch::new();
    for (near_sq, y) in [(0.0, 1.0), (5.0, 2.0), (5.1, 3.0)] {
        let model = sketch.model(floor(y));
        let leaf = sketch.node("leaf", Some(model), &[]);
        let level = sketch.node("level", None, &[leaf]);
        sketch.at(level).kind = NodeKind::Lod(LodRange { near_sq, far_sq: 1e6 });
        sketch.scene.roots.push(level);
    }
    sketch.place(floor(4.0));
    sketch.scene.models.last_mut().unwrap().facade = Some(Facade::CylinderY);
    sketch.place(floor(5.0));
    sketch.scene.models.last_mut().unwrap().marker = true;
    sketch.place(floor(6.0));
    sketch.scene.models.last_mut().unwrap().polygons[0].pass = 1;
    let sky = sketch.place(floor(7.0));
    sketch.at(sky).flags = sketch.at(sky).flags.union(NodeFlags::FOLLOWS_CAMERA);
    assert_eq!(World::new(sketch).heights(0.0, 0.0), [2.0, 1.0]);
}

#[test]
fn an_unseen_polygon_has_substance_and_a_passable_one_has_none() {
    let mut model = ModelSketch::new();
    for (y, sight, solid) in [
        (1.0, Sight::Painted, true),
        (2.0, Sight::Unseen, true),
        (3.0, Sight::Sky, true),
        (4.0, Sight::Painted, false),
        (5.0, Sight::Sky, false),
    ] {
        model = model.sight(sight).solid(solid).floor([-10.0; 2], [10.0; 2], y);
    }
    let world = world_of(model);
    let down = |from: f32| {
        let hit = world.probe().ray(Vec3::new(0.0, from, 0.0), Vec3::new(0.0, 0.5, 0.0))?;
        Some((hit.point.y, hit.polygon))
    };
    assert_eq!(down(9.0), Some((3.0, Some(2))));
    assert_eq!(down(2.5), Some((2.0, Some(1))));
    assert_eq!(down(1.5), Some((1.0, Some(0))));
    let ground = |from: f32| world.probe().ground(0.0, 0.0, from, 0.0).map(|hit| hit.point.y);
    assert_eq!((ground(9.0), ground(2.5)), (Some(3.0), Some(2.0)));
}

#[test]
fn zones_choose_polygons_always_and_nodes_when_they_say_so() {
    let mut sketch = Sketch::new();
    sketch.place(ModelSketch::new().zones(&[2, 3]).floor([-1.0; 2], [1.0; 2], 1.0));
    sketch.place(ModelSketch::new().zones(&[-1]).floor([-1.0; 2], [1.0; 2], 2.0));
    let unchecked = sketch.place(ModelSketch::new().floor([-1.0; 2], [1.0; 2], 3.0));
    let checked = sketch.place(ModelSketch::new().floor([-1.0; 2], [1.0; 2], 4.0));
    sketch.at(unchecked).zone = Some(2);
    sketch.at(checked).zone = Some(2);
    sketch.at(checked).flags = sketch.at(checked).flags.union(NodeFlags::ZONE_CHECKED);
    let mut world = World::new(sketch);
    let mut heights = |zones: &[i8]| {
        world.state.zones = ActiveZones::new(zones);
        world.heights(0.0, 0.0)
    };
    assert_eq!(heights(&[]), [4.0, 3.0, 2.0, 1.0]);
    assert_eq!(heights(&[1]), [3.0, 2.0]);
    assert_eq!(heights(&[2]), [4.0, 3.0, 2.0, 1.0]);
    assert_eq!(heights(&[1, 3]), [3.0, 2.0, 1.0]);
    assert_eq!(heights(&[-1]), [4.0, 3.0, 2.0, 1.0]);
    // Polygons without a zone say their node's.
    let hit = world.probe().ground(0.0, 0.0, 3.5, 0.0).unwrap();
    assert_eq!(hit.zones.zones(), [2]);
}

#[test]
fn a_column_keeps_the_highest_thirty_two() {
    let mut sketch = Sketch::new();
    for y in 0..40 {
        sketch.place(floor(((y * 7) % 40) as f32));
    }
    let by_hand: Vec<f32> = (8..40).rev().map(|y| y as f32).collect();
    assert_eq!(World::new(sketch).heights(0.0, 0.0), by_hand);
}

#[test]
fn scaled_turned_and_mirrored_nodes_collide_where_they_are_drawn() {
    let mut sketch = Sketch::new();
    let node = sketch.place(ModelSketch::new().floor([-1.0; 2], [1.0; 2], 1.0));
    // Three times as large, twice as high, mirrored in x.
    sketch.at(node).transform = Affine3A::from_mat3_translation(
        Mat3::from_euler(EulerRot::YXZ, 0.7, 0.0, 0.0) * Mat3::from_diagonal(Vec3::new(-3.0, 2.0, 3.0)),
        Vec3::new(100.0, 10.0, 0.0),
    );
    let world = World::new(sketch);
    let hit = world.probe().ground(102.5, 0.0, 50.0, 0.0).unwrap();
    assert!(near(hit.point.y, 12.0, 1e-4) && hit.normal.distance(Vec3::Y) < 1e-5, "{hit:?}");
    let capsule = Capsule { base: Vec3::new(102.5, 14.0, 0.0), radius: 0.5, height: 2.0 };
    let stop = world.probe().sweep(&capsule, Vec3::new(0.0, -4.0, 0.0)).unwrap();
    assert!(near(stop.fraction, 0.5, 1e-3), "{stop:?}");
    assert_eq!(world.probe().ground(104.3, 0.0, 50.0, 0.0), None);
}

#[test]
fn a_squashed_node_is_no_surface() {
    let mut sketch = Sketch::new();
    let node = sketch.place(floor(1.0));
    sketch.at(node).transform = Affine3A::from_scale(Vec3::new(1.0, 0.0, 1.0));
    assert!(World::new(sketch).heights(0.0, 0.0).is_empty());
}

#[test]
fn a_moving_capsule_is_stopped_even_by_a_thin_wall_far_along() {
    // The front of the wall looks west, at x = 2.
    let world = world_of(ModelSketch::new().wall([2.0, -50.0], [2.0, 50.0], 0.0, 4.0));
    let capsule = Capsule { base: Vec3::new(0.0, 0.5, 0.0), radius: 0.5, height: 1.8 };
    let stop = world.probe().sweep(&capsule, Vec3::new(100.0, 0.0, 20.0)).unwrap();
    assert!(near(stop.fraction, 0.015, 1e-5), "{stop:?}");
    assert!(stop.normal.distance(-Vec3::X) < 1e-6);
    assert!(stop.hit.point.distance(Vec3::new(2.0, stop.hit.point.y, 0.3)) < 0.01, "{stop:?}");
    assert!(world.probe().sweep(&capsule, Vec3::new(-100.0, 0.0, 0.0)).is_none());
    assert!(world.probe().sweep(&capsule, Vec3::new(0.0, 0.0, 30.0)).is_none());
    let behind = Capsule { base: Vec3::new(4.0, 0.5, 0.0), ..capsule };
    assert!(world.probe().sweep(&behind, Vec3::new(-4.0, 0.0, 0.0)).is_none());
    let stuck = Capsule { base: Vec3::new(1.7, 0.5, 0.0), ..capsule };
    let overlap = world.probe().overlap(&stuck).unwrap();
    assert!(near(overlap.depth, 0.2, 1e-5) && overlap.normal.distance(-Vec3::X) < 1e-6);
}

#[test]
fn what_is_nan_or_infinite_has_no_answer() {
    let world = world_of(floor(0.0));
    let probe = world.probe();
    assert!(world.heights(f32::NAN, 0.0).is_empty());
    assert_eq!(probe.ground(0.0, f32::INFINITY, 1.0, 0.0), None);
    assert_eq!(probe.ground(0.0, 0.0, f32::NAN, 0.0), None);
    assert_eq!(probe.ray(Vec3::NAN, Vec3::ZERO), None);
    assert_eq!(probe.ray(Vec3::ZERO, Vec3::ZERO), None);
    let capsule = Capsule { base: Vec3::Y, radius: 0.5, height: 2.0 };
    assert_eq!(probe.sweep(&capsule, Vec3::new(0.0, f32::NEG_INFINITY, 0.0)), None);
    assert_eq!(probe.sweep(&Capsule { radius: f32::NAN, ..capsule }, Vec3::NEG_Y), None);
    assert_eq!(probe.sweep(&capsule, Vec3::ZERO), None);
}

#[test]
fn beyond_a_repeated_border_the_border_cells_answer() {
    let mut sketch = Sketch::new();
    sketch.scene.space =
        SpaceDef::Grid(GridDef { min_x: 0.0, min_z: 0.0, cell: 10.0, columns: 4, rows: 4, border: 1 });
    // Height is x / 10 all over the map.
    sketch.place(ModelSketch::new().slope([0.0; 2], [40.0; 2], 0.0, 4.0));
    sketch.place(ModelSketch::new().double_sided(true).wall([5.0, 0.0], [5.0, 40.0], 0.0, 10.0));
    let world = World::new(sketch);
    let at = |x: f32, z: f32| world.probe().ground(x, z, 100.0, 0.0).map(|hit| hit.point);
    assert_eq!(at(7.0, 7.0), Some(Vec3::new(7.0, 0.7, 7.0)));
    let west = at(-3.0, 7.0).unwrap();
    assert!(west.distance(Vec3::new(-3.0, 0.7, 7.0)) < 1e-5, "{west}");
    let corner = at(62.0, -25.0).unwrap();
    assert!(corner.distance(Vec3::new(62.0, 3.2, -25.0)) < 1e-5, "{corner}");
    let hit = world.probe().ray(Vec3::new(-7.0, 2.0, 5.0), Vec3::new(-1.0, 2.0, 5.0)).unwrap();
    assert!(hit.point.distance(Vec3::new(-5.0, 2.0, 5.0)) < 1e-5, "{hit:?}");
}

/// What was found, without the ids of one table.
fn named(world: &World, found: &[Near]) -> Vec<(NodeId, f32, Affine3A)> {
    let place = |near: &Near| *world.occurrences.transform(near.occurrence);
    found.iter().map(|near| (near.node, near.distance, place(near))).collect()
}

#[test]
fn what_is_left_out_neither_stops_nor_hides_what_is_behind_it() {
    let mut sketch = Sketch::new();
    let wall = |x: f32| ModelSketch::new().wall([x, -5.0], [x, 5.0], 0.0, 4.0);
    let near_wall = sketch.model(wall(2.0));
    let part = sketch.node("part", Some(near_wall), &[]);
    let mover = sketch.node("mover", None, &[part]);
    sketch.scene.roots.push(mover);
    let behind = sketch.place(wall(6.0));
    let world = World::new(sketch);
    let (from, to) = (Vec3::new(0.0, 1.0, 0.0), Vec3::new(10.0, 1.0, 0.0));
    let ray = |without: &[NodeId]| world.probe().ray_without(from, to, without).map(|hit| hit.node);
    assert_eq!((ray(&[]), ray(&[mover]), ray(&[part])), (Some(part), Some(behind), Some(behind)));
    assert_eq!(ray(&[behind, mover]), None);
    // A sphere of radius 1 is stopped a radius before the wall.
    let sweep = |without: &[NodeId]| {
        let stop = world.probe().sweep_sphere(from, 1.0, to - from, without)?;
        Some((stop.fraction, stop.hit.node))
    };
    let (fraction, node) = sweep(&[]).unwrap();
    assert!(near(fraction, 0.1, 1e-5) && node == part, "{fraction}");
    let (fraction, node) = sweep(&[mover]).unwrap();
    assert!(near(fraction, 0.5, 1e-5) && node == behind, "{fraction}");
    assert_eq!(sweep(&[mover, behind]), None);
}

#[test]
fn what_reaches_into_a_sphere_is_found_nearest_first() {
    let mut sketch = Sketch::new();
    let cube = sketch.model(ModelSketch::new().cuboid(Vec3::ZERO, Vec3::ONE));
    let nodes = [6.0, 3.0, -0.5, 20.0].map(|x| {
        let node = sketch.node("cube", Some(cube), &[]);
        sketch.at(node).transform = Affine3A::from_translation(Vec3::new(x, 0.0, 0.0));
        sketch.scene.roots.push(node);
        node
    });
    sketch.at(nodes[0]).flags |= NodeFlags::PROXIMITY;
    let mut world = World::new(sketch);
    let within = |world: &World, radius: f32, flags: NodeFlags| {
        let mut found = Vec::new();
        world.probe().within(Vec3::splat(0.5).with_x(0.0), radius, flags, &mut found);
        found.iter().map(|near| (near.node, near.distance)).collect::<Vec<_>>()
    };
    let [far, middle, here, _] = nodes;
    assert_eq!(within(&world, 6.0, NodeFlags::empty()), [(here, 0.0), (middle, 3.0), (far, 6.0)]);
    assert_eq!(within(&world, 5.9, NodeFlags::empty()), [(here, 0.0), (middle, 3.0)]);
    assert_eq!(within(&world, 6.0, NodeFlags::PROXIMITY), [(far, 6.0)]);
    assert_eq!(within(&world, f32::NAN, NodeFlags::empty()), []);
    world.state.nodes.flags[middle.index()] -= NodeFlags::ACTIVE;
    world.update(&Dirty { switched: vec![middle], ..Dirty::default() });
    assert_eq!(within(&world, 4.0, NodeFlags::empty()), [(here, 0.0)]);
}

/// However the world is divided and whatever moved, the answers are the same.
#[test]
fn a_grid_answers_as_an_undivided_world_does() {
    let mut random = Random(77);
    let mut draw = move |low: f32, high: f32| low + (high - low) * f32::from(random.draw()) / 32767.0;
    let grid = SpaceDef::Grid(GridDef {
        min_x: -100.0,
        min_z: -100.0,
        cell: 16.0,
        columns: 12,
        rows: 12,
        border: 0,
    });
    for round in 0..6 {
        let mut sketch = Sketch::new();
        let small = sketch.model(ModelSketch::new().cuboid(Vec3::ZERO, Vec3::new(5.0, 3.0, 7.0)));
        let mut hill = ModelSketch::new();
        for x in -3..3 {
            for z in -3..3 {
                let (x, z) = (x as f32 * 4.0, z as f32 * 4.0);
                hill = hill.slope([x, z], [x + 4.0, z + 4.0], x * 0.2, x * 0.2 + 0.8);
            }
        }
        let hill = sketch.model(hill);
        let mut nodes: Vec<NodeId> = Vec::new();
        for index in 0..160 {
            let model = [None, Some(small), Some(small), Some(hill)][index % 4];
            let child = |draw: &mut dyn FnMut(f32, f32) -> f32| {
                let pick = draw(0.0, nodes.len() as f32) as usize;
                nodes.get(pick).copied()
            };
            let children: Vec<_> =
                if index % 3 == 0 { child(&mut draw).into_iter().collect() } else { vec![] };
            let node = sketch.node("n", model, &children);
            sketch.at(node).transform = Affine3A::from_rotation_translation(
                glam::Quat::from_rotation_y(draw(-3.0, 3.0)),
                Vec3::new(draw(-60.0, 60.0), draw(-9.0, 9.0), draw(-60.0, 60.0)),
            );
            nodes.push(node);
        }
        sketch.scene.roots = nodes.iter().copied().step_by(2).collect();
        let mut open = World::new(sketch.clone());
        sketch.scene.space = grid.clone();
        let mut divided = World::new(sketch);
        for step in 0..8 {
            let mut found = 0;
            for _ in 0..120 {
                let (x, z) = (draw(-110.0, 110.0), draw(-110.0, 110.0));
                let (mut a, mut b) = (Vec::new(), Vec::new());
                open.probe().column(x, z, &mut a);
                divided.probe().column(x, z, &mut b);
                assert_eq!(a, b, "column {x} {z}");
                let ground = open.probe().ground(x, z, 2.0, 0.5);
                assert_eq!(ground, divided.probe().ground(x, z, 2.0, 0.5));
                let from = Vec3::new(x, draw(-5.0, 9.0), z);
                let to = Vec3::new(draw(-150.0, 150.0), draw(-5.0, 9.0), draw(-150.0, 150.0));
                let ray = open.probe().ray(from, to);
                assert_eq!(ray, divided.probe().ray(from, to), "{from} {to}");
                let capsule = Capsule { base: from, radius: 0.5, height: 2.0 };
                let way = (to - from) * 0.1;
                let sweep = open.probe().sweep(&capsule, way);
                assert_eq!(sweep, divided.probe().sweep(&capsule, way), "{from} {way}");
                assert_eq!(open.probe().overlap(&capsule), divided.probe().overlap(&capsule));
                let (mut a, mut b) = (Vec::new(), Vec::new());
                open.probe().within(from, 8.0, NodeFlags::empty(), &mut a);
                divided.probe().within(from, 8.0, NodeFlags::empty(), &mut b);
                assert_eq!(named(&open, &a), named(&divided, &b), "within {from}");
                let feet = [from, from + Vec3::X, from + Vec3::Z * 2.0, from * 1.5];
                for world in [&open, &divided] {
                    let mut grounds = Vec::new();
                    world.probe().grounds(&feet, 0.5, &mut grounds);
                    let each = feet.map(|foot| world.probe().ground(foot.x, foot.z, foot.y, 0.5));
                    assert_eq!(grounds, each, "grounds {from}");
                }
                found += [!a.is_empty(), ground.is_some(), ray.is_some(), sweep.is_some()]
                    .iter()
                    .filter(|hit| **hit)
                    .count();
            }
            assert!(found > 20, "round {round}: only {found} hits");
            let mut dirty = Dirty::default();
            for _ in 0..4 {
                let node = nodes[draw(0.0, 159.9) as usize];
                let place = Vec3::new(draw(-120.0, 120.0), draw(-9.0, 9.0), draw(-120.0, 120.0));
                for world in [&mut open, &mut divided] {
                    world.state.nodes.transforms[node.index()].translation = place.into();
                }
                dirty.moved.push(node);
            }
            if step == 4 {
                let root = nodes[1];
                for world in [&mut open, &mut divided] {
                    world.state.nodes.roots.push(root);
                }
                dirty.roots = true;
            }
            // Some come, below others and as roots, and some go.
            for _ in 0..4 {
                let (shape, parent) = (nodes[draw(0.0, 159.9) as usize], nodes[draw(0.0, 159.9) as usize]);
                let place = Vec3::new(draw(-120.0, 120.0), 0.0, draw(-120.0, 120.0));
                for world in [&mut open, &mut divided] {
                    let new = world.state.nodes.push(&world.scene, shape).unwrap();
                    world.state.nodes.transforms[new.index()].translation = place.into();
                    world.state.nodes.children[parent.index()].push(new);
                    world.state.nodes.roots.push(new);
                    let roots = &mut world.state.nodes.roots;
                    roots.swap_remove(step % roots.len());
                }
                dirty.linked.push(parent);
                dirty.roots = true;
            }
            open.update(&dirty);
            divided.update(&dirty);
            // What was updated must also answer as what was built anew.
            let anew = Space::new(&divided.scene, &divided.occurrences, divided.space.colliders().clone());
            let fresh = Probe { space: &anew, ..divided.probe() };
            for _ in 0..40 {
                let (x, z) = (draw(-150.0, 150.0), draw(-150.0, 150.0));
                assert_eq!(fresh.ground(x, z, 50.0, 0.0), divided.probe().ground(x, z, 50.0, 0.0));
            }
        }
    }
}
