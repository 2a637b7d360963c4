//! What a tick costs that changes a large world, and what the hash of one costs
//! in which nothing happens.
//!
//! `cargo bench -p runtime --bench living` takes the best of many ticks over
//! 10,000 nodes in 100 groups: 1,000 moved and 50 hung below another group must
//! take less than 1 ms, 100 made and 100 removed less than 0.5 ms. The hash of
//! 100,000 nodes that stand still must take less than 0.1 ms after the first. The
//! sums keep the work from being optimised away. It measures this machine now and
//! keeps no record.

use glam::{Affine3A, Vec3};
use runtime::{Input, Simulation};
use std::hint::black_box;
use std::time::{Duration, Instant};
use world::sketch::{ModelSketch, Sketch};
use world::{Limits, NodeId};

const RUNS: u32 = 200;
const GROUPS: u32 = 100;

/// Groups of 99 boxes on a plain.
fn crowd(groups: u32) -> Simulation {
    let mut sketch = Sketch::new();
    let model = sketch.model(ModelSketch::new().cuboid(Vec3::ZERO, Vec3::ONE));
    let mut roots = Vec::new();
    for group in 0..groups {
        let boxes: Vec<NodeId> = (0..99).map(|_| sketch.node("box", Some(model), &[])).collect();
        for (index, node) in boxes.iter().enumerate() {
            sketch.at(*node).transform = place(group, index as u32, 0);
        }
        roots.push(sketch.node("group", None, &boxes));
    }
    sketch.scene.roots = roots;
    Simulation::new(sketch.scene.into(), 1, &Limits::default()).0
}

fn place(group: u32, index: u32, tick: u32) -> Affine3A {
    let (x, z) = (group % 10 * 100 + index % 10 * 10, group / 10 * 100 + index / 10 * 10);
    Affine3A::from_translation(Vec3::new(x as f32, tick as f32 * 0.05, z as f32))
}

fn best(mut work: impl FnMut(u32)) -> Duration {
    let mut best = Duration::MAX;
    for run in 0..RUNS {
        let start = Instant::now();
        work(run);
        best = best.min(start.elapsed());
    }
    best
}

/// The `index`th box of a group, as [`crowd`] numbers them.
fn node(group: u32, index: u32) -> NodeId {
    NodeId(group * 100 + index)
}

fn main() {
    let input = Input::default();
    let mut world = crowd(GROUPS);
    println!("{} nodes", world.state().nodes.transforms.len());
    let still = best(|_| world.tick(&input));
    println!("still: {still:?}");
    let moved = best(|run| {
        let mut edit = world.edit();
        for index in 0..1000 {
            let (group, index) = (index % GROUPS, index / GROUPS * 9);
            assert!(edit.move_node(node(group, index), place(group, index, run)));
        }
        drop(edit);
        world.tick(&input);
    });
    println!("1,000 moved: {moved:?}");
    let linked = best(|run| {
        let mut edit = world.edit();
        for index in 0..1000 {
            let (group, index) = (index % GROUPS, index / GROUPS * 9);
            assert!(edit.move_node(node(group, index), place(group, index, run)));
        }
        // From one group to the next and back.
        for group in 0..50 {
            let groups = [node(group, 99), node(group + 50, 99)];
            let (from, to) = if run % 2 == 0 { (groups[0], groups[1]) } else { (groups[1], groups[0]) };
            let child = node(group, 50);
            assert!(edit.unlink(Some(from), child));
            edit.link(Some(to), child).expect("it hangs nowhere");
        }
        drop(edit);
        world.tick(&input);
    });
    println!("1,000 moved and 50 relinked: {linked:?}");
    let mut spawned = Vec::new();
    let made = best(|run| {
        let mut edit = world.edit();
        for node in spawned.drain(..) {
            assert!(edit.despawn(node));
        }
        for index in 0..100 {
            let parent = node(index, 99);
            let new = edit.spawn(node(index, 3), Some(parent), place(index, 50, run));
            spawned.push(new.expect("there is room"));
        }
        drop(edit);
        world.tick(&input);
    });
    println!("100 made and 100 removed: {made:?}");
    let found = best(|run| {
        let probe = world.probe();
        for index in 0..1000 {
            let (x, z) = ((index * 37 + run) % 1000, (index * 91) % 1000);
            let (x, z) = (x as f32, z as f32);
            black_box(probe.ray(Vec3::new(x, 0.5, z), Vec3::new(x + 20.0, 0.5, z + 15.0)));
        }
    });
    println!("1,000 rays: {found:?}");
    let mut large = crowd(10 * GROUPS);
    let start = Instant::now();
    black_box(large.hash());
    println!("first hash of 100,000 nodes: {:?}", start.elapsed());
    let hash = best(|_| {
        black_box(large.hash());
    });
    println!("hash of 100,000 still nodes: {hash:?}");
    println!("sum {:x}", world.hash() ^ large.hash());
}
