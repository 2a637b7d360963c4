//! What was changed in a living world looks like a world that was built so.
//!
//! Every node of both demos is toggled, moved, faded and relinked: in batches of
//! neighbours of one depth, so that no node of a batch hides another's change,
//! each seen from near and from afar.

use crate::drawing::{Stage, renderer, scene};
use crate::program::{demo, valley};
use glam::{Affine3A, Quat, Vec3};
use render::{Renderer, Size};
use world::{Aabb, Camera, Dirty, Image, NodeFlags, NodeId, Scene, State};

const SIZE: Size = Size { width: 160, height: 120 };
/// A view from afar is so many times as far as one from near.
const AFAR: f32 = 5.0;

/// One change, to a scene that is built and to a state that lives.
#[derive(Clone, Copy, Debug)]
enum Change {
    Toggle,
    Move,
    Fade,
    Relink,
}

const CHANGES: [Change; 4] = [Change::Toggle, Change::Move, Change::Fade, Change::Relink];

/// Nodes of a scene and what they hang under.
struct Family {
    parents: Vec<Option<NodeId>>,
    depths: Vec<usize>,
}

impl Family {
    fn of(scene: &Scene) -> Self {
        let mut parents = vec![None; scene.nodes.len()];
        for (index, node) in scene.nodes.iter().enumerate() {
            for child in &node.children {
                parents[child.index()].get_or_insert(NodeId::from(index));
            }
        }
        let depth = |index: usize| {
            std::iter::successors(parents[index], |parent| parents[parent.index()])
                .take(parents.len())
                .count()
        };
        let depths = (0..parents.len()).map(depth).collect();
        Family { parents, depths }
    }

    /// All nodes, in batches of at most `most` neighbours of one depth.
    fn batches(&self, stage: &Stage, most: usize) -> Vec<Vec<NodeId>> {
        let mut nodes: Vec<(usize, i32, i32, NodeId)> = (0..self.parents.len())
            .map(|index| {
                let node = NodeId::from(index);
                let middle = around(stage, &[node]).map_or(Vec3::ZERO, |bounds| bounds.center());
                (self.depths[index], (middle.z / 128.0).floor() as i32, middle.x as i32, node)
            })
            .collect();
        nodes.sort_unstable();
        let depths = nodes.chunk_by(|a, b| a.0 == b.0);
        depths.flat_map(|all| all.chunks(most)).map(|batch| batch.iter().map(|at| at.3).collect()).collect()
    }

    fn build(&self, scene: &mut Scene, node: NodeId, change: Change) {
        let at = &mut scene.nodes[node.index()];
        match change {
            Change::Toggle => at.flags ^= NodeFlags::ACTIVE,
            Change::Move => at.transform = moved(&at.transform),
            Change::Fade => at.opacity = 0.5,
            Change::Relink => {
                match self.parents[node.index()] {
                    Some(parent) => scene.nodes[parent.index()].children.retain(|child| *child != node),
                    None => scene.roots.retain(|root| *root != node),
                }
                scene.roots.push(node);
            }
        }
    }

    fn live(&self, state: &mut State, dirty: &mut Dirty, node: NodeId, change: Change) {
        let nodes = &mut state.nodes;
        match change {
            Change::Toggle => {
                nodes.flags[node.index()] ^= NodeFlags::ACTIVE;
                dirty.switched.push(node);
            }
            Change::Move => {
                nodes.transforms[node.index()] = moved(&nodes.transforms[node.index()]);
                dirty.moved.push(node);
            }
            Change::Fade => {
                nodes.opacities[node.index()] = 0.5;
                dirty.faded.push(node);
            }
            Change::Relink => {
                match self.parents[node.index()] {
                    Some(parent) => {
                        nodes.children[parent.index()].retain(|child| *child != node);
                        dirty.linked.push(parent);
                    }
                    None => nodes.roots.retain(|root| *root != node),
                }
                nodes.roots.push(node);
                dirty.roots = true;
            }
        }
    }
}

/// A bit up, aside and around.
fn moved(transform: &Affine3A) -> Affine3A {
    Affine3A::from_rotation_translation(Quat::from_rotation_y(0.1), Vec3::new(1.5, 2.25, -0.75)) * *transform
}

/// Where nodes are, as far as they are anywhere and not everywhere.
fn around(stage: &Stage, nodes: &[NodeId]) -> Option<Aabb> {
    let boxes = nodes.iter().flat_map(|node| stage.table.of(*node)).map(|id| *stage.table.bounds(id));
    let corners = boxes.flat_map(|bounds| [bounds.min, bounds.max]);
    let mut corners = corners.filter(|corner| corner.is_finite()).peekable();
    corners.peek()?;
    Some(Aabb::around(corners))
}

/// From near and from afar.
fn eyes(stage: &Stage, nodes: &[NodeId]) -> [Camera; 2] {
    let start = stage.scene.camera;
    let (middle, size) = match around(stage, nodes) {
        Some(bounds) => (bounds.center(), (bounds.max - bounds.min).length().min(1200.0)),
        None => (start.eye, 10.0),
    };
    let way = Vec3::new(0.35, 0.30, 0.75).normalize();
    [1.0, AFAR].map(|times| {
        let eye = middle + way * ((size * 0.7 + 6.0) * times).min(1500.0);
        Camera { eye, yaw: libm::atan2f(way.x, way.z), pitch: -libm::asinf(way.y), ..start }
    })
}

fn different(found: &[Image; 2], expected: &[Image; 2]) -> usize {
    let pixels =
        |images: &[Image; 2]| -> Vec<u8> { images.iter().flat_map(|image| image.rgba.clone()).collect() };
    let (found, expected) = (pixels(found), pixels(expected));
    found.chunks_exact(4).zip(expected.chunks_exact(4)).filter(|(a, b)| a != b).count()
}

/// Number of pixels that differ when a batch is changed, and what the changed
/// one looks like.
fn compare(
    renderer: &Renderer,
    stage: &Stage,
    family: &Family,
    nodes: &[NodeId],
    change: Change,
) -> (usize, [Image; 2]) {
    let eyes = eyes(stage, nodes);
    let (mut state, mut table, mut dirty) = (stage.state.clone(), stage.table.clone(), Dirty::default());
    for node in nodes {
        family.live(&mut state, &mut dirty, *node, change);
    }
    table.update(stage.scene, &state, &dirty);
    let found = eyes.map(|eye| stage.look_at(renderer, &state, &table, eye, SIZE));

    let mut built = stage.scene.clone();
    for node in nodes {
        family.build(&mut built, *node, change);
    }
    let built = Stage::new(renderer, &built);
    let expected = eyes.map(|eye| built.look(renderer, eye, SIZE));
    (different(&found, &expected), found)
}

/// Compares all nodes of a demo; returns how many changes were compared and
/// how many of a hundred batches were seen to change.
fn everything(demo: &str, changes: &[Change], most: usize) -> Option<(usize, usize)> {
    let renderer = renderer()?;
    let scene = scene(demo);
    let stage = Stage::new(&renderer, &scene);
    let family = Family::of(&scene);
    let batches = family.batches(&stage, most);
    let (mut compared, mut seen, mut wrong) = (0, 0, Vec::new());
    for nodes in &batches {
        let before = eyes(&stage, nodes).map(|eye| stage.look(&renderer, eye, SIZE));
        for change in changes {
            let (pixels, found) = compare(&renderer, &stage, &family, nodes, *change);
            compared += nodes.len();
            seen += usize::from(different(&found, &before) > 0);
            if pixels > 0 {
                wrong.push(format!(
                    "{change:?}: {pixels} pixels, one of {}",
                    blame(&renderer, &stage, &family, nodes, *change)
                ));
            }
        }
    }
    let tried = batches.len() * changes.len();
    println!(
        "{} nodes x {} changes = {compared}, in {tried} batches, of which {seen} are seen to change",
        scene.nodes.len(),
        changes.len(),
    );
    assert!(wrong.is_empty(), "{} of {tried} batches:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(compared, scene.nodes.len() * changes.len(), "every node once for each change");
    Some((compared, seen * 100 / tried))
}

/// The smallest part of a batch that still looks different, found by halving.
fn blame(renderer: &Renderer, stage: &Stage, family: &Family, nodes: &[NodeId], change: Change) -> String {
    let mut nodes = nodes;
    while nodes.len() > 1 {
        let (left, right) = nodes.split_at(nodes.len() / 2);
        let part =
            [left, right].into_iter().find(|part| compare(renderer, stage, family, part, change).0 > 0);
        let Some(part) = part else { break };
        nodes = part;
    }
    let names: Vec<_> = nodes.iter().map(|node| stage.scene.nodes[node.index()].name.to_string()).collect();
    names.join(", ")
}

#[test]
fn every_node_of_the_plain_demo_looks_alike_changed_and_built_so() {
    if let Some((compared, seen)) = everything(demo(), &CHANGES, 64) {
        assert!(compared > 4 * 700, "only {compared}");
        assert!(seen >= 70, "only {seen} of 100 batches are seen to change");
    }
}

#[test]
fn every_node_of_the_valley_looks_alike_changed_and_built_so() {
    if let Some((compared, seen)) = everything(valley(), &CHANGES, 256) {
        assert!(compared > 4 * 3000, "only {compared}");
        // Relinking changes nothing to see where the parents stand at the origin.
        assert!(seen >= 75, "only {seen} of 100 batches are seen to change");
    }
}
