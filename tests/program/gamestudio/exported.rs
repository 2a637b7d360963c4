//! Models of Gamestudio as glTF: whoever plays the file sees what `show` does.

use super::data;
use super::made::{install, long, put};
use crate::program::revisit;
use glam::{Mat4, Quat, Vec3};
use gltf::animation::util::ReadOutputs;
use gltf::{Gltf, Node};
use std::collections::HashMap;
use std::path::Path;
use titles::install::Install;
use turntable::Shelf;
use world::{Motion, Pose, PoseMemory};

/// Move, turn and scale, as far as an animation says them.
type Change = (Option<Vec3>, Option<Quat>, Option<Vec3>);

/// What an animation says at one of its keys.
#[derive(Default)]
struct Key {
    /// By the number of the node.
    nodes: HashMap<usize, Change>,
    /// How much of each morph target counts.
    weights: Vec<f32>,
}

/// The keys of an animation, after looking at its times.
fn keys(animation: &gltf::Animation<'_>, blob: &[u8], frames: usize, seconds: f32) -> Vec<Key> {
    let mut keys: Vec<Key> = (0..frames).map(|_| Key::default()).collect();
    for channel in animation.channels() {
        let node = channel.target().node().index();
        let reader = channel.reader(|_| Some(blob));
        let times: Vec<f32> = reader.read_inputs().unwrap().collect();
        assert_eq!(times.len(), frames);
        for (number, time) in times.iter().enumerate() {
            assert!((time - number as f32 * seconds / frames as f32).abs() < 1e-4, "{times:?}");
        }
        match reader.read_outputs().unwrap() {
            ReadOutputs::Translations(all) => {
                all.enumerate()
                    .for_each(|(key, to)| keys[key].nodes.entry(node).or_default().0 = Some(to.into()));
            }
            ReadOutputs::Rotations(all) => {
                for (key, to) in all.into_f32().enumerate() {
                    let turn = Quat::from_array(to);
                    assert!(turn.is_normalized(), "{turn}");
                    keys[key].nodes.entry(node).or_default().1 = Some(turn);
                }
            }
            ReadOutputs::Scales(all) => {
                all.enumerate()
                    .for_each(|(key, to)| keys[key].nodes.entry(node).or_default().2 = Some(to.into()));
            }
            ReadOutputs::MorphTargetWeights(all) => {
                let all: Vec<f32> = all.into_f32().collect();
                let each = all.len() / frames;
                all.chunks(each).enumerate().for_each(|(key, own)| keys[key].weights = own.to_vec());
            }
        }
    }
    keys
}

/// Where the joints below a node are at a key, seen from that node.
fn places(node: &Node<'_>, above: Mat4, key: &Key, into: &mut HashMap<usize, Mat4>) {
    for child in node.children() {
        let (at, turn, size) = child.transform().decomposed();
        let (to, turned, sized) = key.nodes.get(&child.index()).copied().unwrap_or_default();
        let own = Mat4::from_scale_rotation_translation(
            sized.unwrap_or(size.into()),
            turned.unwrap_or(Quat::from_array(turn)),
            to.unwrap_or(at.into()),
        );
        into.insert(child.index(), above * own);
        places(&child, above * own, key, into);
    }
}

/// The corners of a model at a key, as the specification of glTF has them.
fn corners(node: &Node<'_>, blob: &[u8], key: &Key) -> Vec<Vec3> {
    let primitive = node.mesh().unwrap().primitives().next().unwrap();
    let reader = primitive.reader(|_| Some(blob));
    let mut corners: Vec<Vec3> = reader.read_positions().unwrap().map(Vec3::from).collect();
    for ((places, ..), weight) in reader.read_morph_targets().zip(&key.weights) {
        for (corner, place) in corners.iter_mut().zip(places.unwrap()) {
            *corner += *weight * Vec3::from(place);
        }
    }
    let Some(skin) = node.skin() else { return corners };
    let mut at = HashMap::new();
    places(node, Mat4::IDENTITY, key, &mut at);
    let back = skin.reader(|_| Some(blob)).read_inverse_bind_matrices().unwrap();
    let joints: Vec<Mat4> = skin
        .joints()
        .zip(back)
        .map(|(joint, back)| at[&joint.index()] * Mat4::from_cols_array_2d(&back))
        .collect();
    let mut bent = vec![Vec3::ZERO; corners.len()];
    let mut sums = vec![0.0; corners.len()];
    for set in 0..2 {
        let Some(numbers) = reader.read_joints(set) else { break };
        let weights = reader.read_weights(set).unwrap().into_f32();
        for (corner, (numbers, weights)) in numbers.into_u16().zip(weights).enumerate() {
            for (joint, weight) in numbers.into_iter().zip(weights) {
                bent[corner] += weight * joints[usize::from(joint)].transform_point3(corners[corner]);
                sums[corner] += weight;
            }
        }
    }
    assert!(sums.iter().all(|sum: &f32| (sum - 1.0).abs() < 1e-4), "weights sum up to 1");
    bent
}

/// Exports a model and compares every key of every clip with the engine; says how
/// many clips there are, bones and targets.
fn compared(game: &Path, model: &str) -> (usize, usize, usize) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("model.glb");
    let game_path = game.to_str().unwrap();
    let result = revisit(["export", game_path, "--model", model, "--out", out.to_str().unwrap(), "--json"]);
    let result = result.ok().json();
    let file = Gltf::from_slice(&std::fs::read(&out).unwrap()).unwrap();
    let blob = file.blob.as_deref().unwrap();
    assert_eq!(result["animations"], file.animations().len());

    let mut shelf = Shelf::new(Install::open(game, &[]).unwrap(), "best").unwrap();
    let item = shelf.find(model).unwrap();
    let scene = shelf.load(&item, 0).unwrap().scene;
    let deform = scene.models[0].deform.as_ref().unwrap();
    let node = file.nodes().find(|node| node.mesh().is_some()).unwrap();
    let still = corners(&node, blob, &Key::default());
    let size = scene.models[0].bounds.half().length();
    let mut clips = 0;
    for playable in &scene.animators[0].clips {
        let clip = &scene.clips[playable.clip.index()];
        let Motion::Frames(frames) = &clip.motion else { panic!("frames") };
        let Some(animation) = file.animations().find(|one| one.name() == Some(&*clip.name)) else { continue };
        clips += 1;
        for (key, frame) in keys(&animation, blob, frames.len(), clip.seconds).iter().zip(frames) {
            let mut points = Vec::new();
            deform.pose(Pose::still(*frame), &mut PoseMemory::default(), &mut points);
            let found = corners(&node, blob, key);
            assert_eq!(found.len(), deform.point_of.len());
            for (corner, (found, point)) in found.iter().zip(&deform.point_of).enumerate() {
                let expected = points[*point as usize].position;
                assert!(
                    found.distance(expected) < 1e-3 * size,
                    "{model}, {}, frame {frame}, corner {corner}: {found}, expected {expected}",
                    clip.name
                );
            }
        }
    }
    assert_eq!(still.len(), deform.point_of.len());
    let targets = node.mesh().unwrap().primitives().next().unwrap().morph_targets().len();
    (clips, node.skin().map_or(0, |skin| skin.joints().len()), targets)
}

#[test]
fn bones_and_frames_of_a_model_are_what_the_engine_shows() {
    // Two bones and the joint for what hangs at none.
    assert_eq!(compared(install(), "arm.mdl"), (2, 3, 0));
    assert_eq!(compared(install(), "three.mdl"), (2, 0, 3));
    assert_eq!(compared(install(), "first.mdl"), (2, 0, 3));
}

#[test]
fn models_of_a_published_game_move_in_other_programs() {
    let Some(data) = data() else { return };
    let game = data.join("lottershock");
    for model in ["griechin.mdl", "sputnik.mdl"] {
        let (clips, bones, targets) = compared(&game, model);
        assert!(clips > 0 && bones + targets > 0, "{model}: {clips} clips, {bones} bones, {targets} targets");
    }
}

#[test]
fn motions_that_are_too_large_are_left_out_and_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "long.mdl", &long(4200));
    let out = folder.path().join("long.glb");
    let (path, out) = (folder.path().to_str().unwrap(), out.to_str().unwrap());
    let run = revisit(["export", path, "--model", "long", "--out", out, "--json"]).ok();
    assert!(run.err.contains("export.motion_left_out") && run.err.contains("4200 frames"), "{run:#?}");
    let json = run.json();
    assert_eq!((&json["animations"], &json["meshes"], &json["triangles"]), (&0.into(), &1.into(), &2.into()));
}
