//! What was changed in a living world looks like a world that was built so.

use crate::program::demo;
use glam::{Affine3A, Quat, Vec3};
use render::{Renderer, Settings, Shot, Size};
use revisit::install::Install;
use world::{Camera, Dirty, Image, NodeFlags, NodeId, Occurrences, Scene, State};

const SIZE: Size = Size { width: 320, height: 240 };
/// Nodes of which each kind of change is tried.
const SAMPLE: usize = 12;

fn renderer() -> Option<Renderer> {
    match Renderer::new(&render::Options::from_env()) {
        Ok(renderer) => Some(renderer),
        Err(error) if std::env::var_os("REVISIT_REQUIRE_ADAPTER").is_none() => {
            println!("skipped: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// From above the start, so that much is in sight.
fn camera(scene: &Scene) -> Camera {
    Camera { eye: scene.camera.eye + Vec3::Y * scene.frame.units(12.0), pitch: -0.25, ..scene.camera }
}

/// One change, to a scene that is built and to a state that lives.
#[derive(Clone, Copy, Debug)]
enum Change {
    Toggle,
    Move,
    Fade,
    Relink,
}

fn build(scene: &mut Scene, node: NodeId, change: Change) {
    let (parent, _) = parent_of(scene, node);
    let at = &mut scene.nodes[node.index()];
    match change {
        Change::Toggle => at.flags.0 ^= NodeFlags::ACTIVE.0,
        Change::Move => at.transform = moved(&at.transform),
        Change::Fade => at.opacity = 0.5,
        Change::Relink => {
            match parent {
                Some(parent) => scene.nodes[parent.index()].children.retain(|child| *child != node),
                None => scene.roots.retain(|root| *root != node),
            }
            scene.roots.push(node);
        }
    }
}

fn live(scene: &Scene, state: &mut State, node: NodeId, change: Change) -> Dirty {
    let (parent, _) = parent_of(scene, node);
    let mut dirty = Dirty::default();
    let nodes = &mut state.nodes;
    match change {
        Change::Toggle => {
            nodes.flags[node.index()].0 ^= NodeFlags::ACTIVE.0;
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
            match parent {
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
    dirty
}

fn parent_of(scene: &Scene, node: NodeId) -> (Option<NodeId>, usize) {
    let mut parents = (0..scene.nodes.len())
        .filter(|parent| scene.nodes[*parent].children.contains(&node))
        .map(NodeId::from);
    let first = parents.next();
    (first, parents.count())
}

/// A bit up, aside and around.
fn moved(transform: &Affine3A) -> Affine3A {
    Affine3A::from_rotation_translation(Quat::from_rotation_y(0.1), Vec3::new(1.5, 2.25, -0.75)) * *transform
}

fn look(
    renderer: &Renderer,
    loaded: &render::Loaded,
    scene: &Scene,
    state: &State,
    table: &Occurrences,
) -> Image {
    let settings = Settings::default();
    let shot = Shot { loaded, scene, state, table, camera: camera(scene), between: 1.0, settings: &settings };
    renderer.picture_as(&shot, SIZE).unwrap()
}

#[test]
fn a_changed_world_looks_like_one_built_so() {
    let Some(renderer) = renderer() else { return };
    let install = Install::open(demo().as_ref(), &[]).unwrap();
    let request = install.request(Some("c1")).unwrap();
    let scene = load::zipper::load(&install.vfs, &request, &mut load::Quiet).unwrap().scene;
    let loaded = renderer.load(&scene).unwrap();
    let state = State::new(&scene, 1);
    let (table, _) = Occurrences::build(&scene, &state, 1 << 20);
    let before = look(&renderer, &loaded, &scene, &state, &table);

    // Nodes whose absence is seen.
    let shows = |id: &NodeId| {
        scene.nodes[id.index()].model.is_some() && table.of(*id).count() == 1 && parent_of(&scene, *id).1 == 0
    };
    let candidates: Vec<NodeId> = (0..scene.nodes.len()).map(NodeId::from).filter(shows).collect();
    let mut sample = Vec::new();
    for node in candidates.iter().step_by(7).copied() {
        let (mut state, mut table) = (state.clone(), table.clone());
        let dirty = live(&scene, &mut state, node, Change::Toggle);
        table.update(&scene, &state, &dirty);
        if look(&renderer, &loaded, &scene, &state, &table).rgba != before.rgba {
            sample.push(node);
        }
    }
    let step = (sample.len() / SAMPLE).max(1);
    let sample: Vec<NodeId> = sample.into_iter().step_by(step).collect();
    assert!(sample.len() >= 6, "only {} nodes are seen", sample.len());

    let mut wrong = Vec::new();
    for node in sample {
        for change in [Change::Toggle, Change::Move, Change::Fade, Change::Relink] {
            let (mut state, mut table) = (state.clone(), table.clone());
            let dirty = live(&scene, &mut state, node, change);
            table.update(&scene, &state, &dirty);
            let found = look(&renderer, &loaded, &scene, &state, &table);

            if matches!(change, Change::Toggle | Change::Move | Change::Fade) {
                assert!(found.rgba != before.rgba, "{change:?} of a node that is seen changes the picture");
            }
            let mut built = scene.clone();
            build(&mut built, node, change);
            let loaded = renderer.load(&built).unwrap();
            let state = State::new(&built, 1);
            let (table, _) = Occurrences::build(&built, &state, 1 << 20);
            let expected = look(&renderer, &loaded, &built, &state, &table);
            let different =
                found.rgba.chunks_exact(4).zip(expected.rgba.chunks_exact(4)).filter(|(a, b)| a != b);
            let different = different.count();
            if different > 0 {
                wrong.push(format!("{change:?} {}: {different} pixels", scene.nodes[node.index()].name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
