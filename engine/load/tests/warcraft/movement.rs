//! Bones, tracks and sequences, against numbers worked out by hand.

use crate::warcraft::maker::{bytes, card, load, near, posed, posed_at, ranged, sequence};
use glam::Vec3;
use std::f32::consts::FRAC_1_SQRT_2;
use warcraft::m2::{Bone, Model, Rotation, Track, interpolation, quaternion};
use world::{BoneFacing, CurveClock, Motion};

/// Where the card's point is that is at the origin at rest, which the bone moves.
fn moved(track: Track<[f32; 3]>, seconds: f32) -> Vec3 {
    let mut model = card();
    model.bones[0].translation = ranged(track);
    posed(&load(&model).scene, "Stand", seconds)[0]
}

#[test]
fn the_model_is_turned_to_the_engines_axes_and_faces_the_stage() {
    let loaded = load(&card());
    let scene = &loaded.scene;
    assert_eq!(loaded.findings, []);
    // x, y, z becomes x, z, -y.
    let corners: Vec<_> = scene.models[0].vertices.iter().map(|vertex| vertex.position).collect();
    assert_eq!(corners, [[0.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 2.0, 0.0]]);
    assert_eq!(scene.models[0].vertices[0].normal(), Vec3::X);
    assert_eq!(scene.models[0].indices, [0, 1, 2], "nothing is mirrored");
    // Its front is along -z, where stages are looked at from.
    let front = scene.nodes[0].transform.transform_vector3(Vec3::X);
    assert!(front.abs_diff_eq(Vec3::NEG_Z, 1e-6), "{front}");
    assert_eq!((scene.roots.len(), loaded.levels, loaded.extras.idle), (1, 1, Some(0)));
    assert!(scene.models[0].deform.is_none(), "nothing moves it");
}

#[test]
fn keys_are_held_or_met_by_lines_and_cubics() {
    let linear = || Track::linear([(1000, [0.0; 3]), (3000, [4.0, 8.0, -2.0])]);
    near(moved(linear(), 0.5), [1.0, 2.0, -0.5]);
    let held = || Track { interpolation: interpolation::NONE, ..linear() };
    near(moved(held(), 1.5), [0.0; 3]);
    near(moved(held(), 1.9999), [0.0; 3]);
    let cubic = |kind, out: f32, into: f32| {
        let x = |x: f32| [x, 0.0, 0.0];
        // Value, in, out of each key.
        let values = vec![x(0.0), x(99.0), x(out), x(4.0), x(into), x(99.0)];
        Track { interpolation: kind, values, tangents: true, times: vec![1000, 3000], ..Track::default() }
    };
    // Half way: 0 / 2 + 8 / 8 + 4 / 2 - 0 / 8.
    near(moved(cubic(interpolation::HERMITE, 8.0, 0.0), 1.0), [3.0, 0.0, 0.0]);
    // Half way: (0 + 3 * 2 + 3 * 6 + 4) / 8.
    near(moved(cubic(interpolation::BEZIER, 2.0, 6.0), 1.0), [3.5, 0.0, 0.0]);
    // A quarter of the way: 27/64 * 0 + 27/64 * 2 + 9/64 * 6 + 1/64 * 4.
    near(moved(cubic(interpolation::BEZIER, 2.0, 6.0), 0.5), [1.75, 0.0, 0.0]);
}

#[test]
fn turns_are_the_same_in_both_forms() {
    // A quarter about z, about a pivot on the axis.
    let quarter = [0.0, 0.0, FRAC_1_SQRT_2, FRAC_1_SQRT_2];
    let keys = [(1000, [0.0, 0.0, 0.0, 1.0]), (3000, quarter)];
    let full = ranged(Track::linear(keys));
    let packed = ranged(Track::linear(keys.map(|(time, turn)| (time, quaternion::pack(turn)))));
    for (version, rotation) in [(256, Rotation::Full(full)), (260, Rotation::Packed(packed))] {
        let mut model = card();
        model.version = version;
        model.bones[0].rotation = rotation;
        let scene = load(&model).scene;
        let half = posed(&scene, "Stand", 1.0);
        // y turned by an eighth goes to -x.
        near(half[1], [-FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0]);
        near(half[2], [0.0, 0.0, 2.0]);
        near(posed(&scene, "Stand", 0.0)[1], [0.0, 1.0, 0.0]);
    }
}

#[test]
fn several_bones_carry_a_corner_by_their_weights() {
    let mut model = card();
    let go = |way: [f32; 3]| ranged(Track::constant(way));
    model.bones[0].translation = go([10.0, 0.0, 0.0]);
    model.bones.push(Bone { translation: go([0.0, 0.0, 5.0]), ..Bone::default() });
    let vertex = &mut model.vertices[1];
    (vertex.weights, vertex.bones) = ([204, 51, 0, 0], [1, 0, 0, 0]);
    let points = posed(&load(&model).scene, "Stand", 0.0);
    near(points[0], [10.0, 0.0, 0.0]);
    // A fifth of 10 and four fifths of 5.
    near(points[1], [2.0, 1.0, 4.0]);
    // A bone on another one goes with it, and grows about its own pivot.
    model.bones[1].parent = 0;
    model.bones[1].scale = ranged(Track::constant([2.0; 3]));
    model.bones[1].pivot = [0.0, 0.0, 2.0];
    model.vertices[2].bones = [1, 0, 0, 0];
    model.vertices[0].bones = [1, 0, 0, 0];
    let points = posed(&load(&model).scene, "Stand", 0.0);
    near(points[2], [10.0, 0.0, 7.0]);
    near(points[0], [10.0, 0.0, 3.0]);
}

#[test]
fn a_global_sequence_goes_by_the_clock_of_the_world() {
    let mut model = card();
    model.global_sequences = vec![1000, 0];
    let track =
        |global| Track { global_sequence: global, ..Track::linear([(0, [0.0; 3]), (1000, [8.0, 0.0, 0.0])]) };
    model.bones[0].translation = track(0);
    let scene = load(&model).scene;
    // 15 ticks are a quarter of a second, whatever the clip shows; 75 are the same of the next run.
    for (seconds, tick) in [(0.0, 15), (1.5, 15), (0.3, 75)] {
        near(posed_at(&scene, "Stand", seconds, tick)[0], [2.0, 0.0, 0.0]);
    }
    // One without length stands at its start.
    model.bones[0].translation = track(1);
    near(posed_at(&load(&model).scene, "Stand", 1.0, 40)[0], [0.0; 3]);
}

#[test]
fn each_sequence_has_its_own_keys() {
    let mut model = card();
    model.sequences = vec![sequence(0, 0), sequence(1, 4), sequence(2, 4), sequence(3, 5)];
    (model.sequences[1].speed, model.sequences[1].next, model.sequences[3].speed) = (2.5, 2, 7.0);
    let x = |x: f32| [x, 0.0, 0.0];
    // Walk starts before its first key and ends behind its last one; the second variation has none of its own.
    let keys =
        [(1000, x(1.0)), (3000, x(2.0)), (3500, x(0.0)), (6500, x(3.0)), (10_000, x(5.0)), (12_000, x(9.0))];
    let ranges = vec![[0, 1], [2, 3], [0, 0], [4, 5]];
    model.bones[0].translation = Track { ranges, ..Track::linear(keys) };
    let loaded = load(&model);
    let scene = &loaded.scene;
    let names: Vec<&str> = scene.clips.iter().map(|clip| &*clip.name).collect();
    assert_eq!(names, ["Stand", "Walk", "Walk 2", "Run"]);
    assert!(scene.clips.iter().all(|clip| clip.seconds == 2.0));
    near(posed(scene, "Stand", 1.0)[0], x(1.5));
    // From 3500 to 6500, at 4000 and 5800.
    near(posed(scene, "Walk", 0.0)[0], x(0.5));
    near(posed(scene, "Walk", 1.8)[0], x(2.3));
    // The nearest key, 500 ms before 7000.
    near(posed(scene, "Walk 2", 1.0)[0], x(3.0));
    near(posed(scene, "Run", 0.5)[0], x(6.0));
    let speeds: Vec<_> = loaded.gaits.iter().map(|gait| (gait.clip.index(), gait.speeds[1])).collect();
    assert_eq!(speeds, [(1, 2.5), (3, 7.0)]);
}

#[test]
fn keys_out_of_order_are_put_in_order() {
    let mut model = card();
    let keys = [(3000, [4.0, 0.0, 0.0]), (1000, [0.0; 3])];
    model.bones[0].translation = ranged(Track::linear(keys));
    near(posed(&load(&model).scene, "Stand", 0.5)[0], [1.0, 0.0, 0.0]);
    let mut model = card();
    let keys = [(1000, [f32::NAN, 0.0, 0.0]), (3000, [4.0, 0.0, 0.0])];
    model.bones[0].translation = ranged(Track::linear(keys));
    near(posed(&load(&model).scene, "Stand", 1.0)[0], [2.0, 0.0, 0.0]);
}

#[test]
fn bones_that_face_the_camera_say_about_which_axis() {
    let mut model = card();
    let bone = |flags: u32| Bone { flags, ..Bone::default() };
    model.bones.extend([0x8, 0x10, 0x20, 0x40, 0x4].map(bone));
    let scene = load(&model).scene;
    let deform = scene.models[0].deform.as_ref().unwrap();
    let facing = |bone| deform.skeleton.manner(bone).facing;
    assert_eq!(facing(0), None);
    assert_eq!(facing(1), Some(BoneFacing::Fully));
    assert_eq!(facing(2), Some(BoneFacing::AboutX));
    // The file's z is the engine's y.
    assert_eq!((facing(3), facing(4)), (Some(BoneFacing::AboutZ), Some(BoneFacing::AboutY)));
    assert!(deform.skeleton.faces() && deform.skeleton.manner(5).own_rotation);
    // Whatever way it is turned to, it is within bounds: the far corner is 2 from the pivot.
    let mut model = card();
    model.bones[0] = Bone { flags: 0x8, ..Bone::default() };
    let bounds = load(&model).scene.models[0].bounds;
    assert!(bounds.min.x <= -2.0 && bounds.max.z >= 2.0, "{bounds:?}");
}

#[test]
fn rings_of_bones_and_empty_tracks_leave_a_model_that_moves() {
    let mut model = card();
    let up = ranged(Track::constant([0.0, 0.0, 3.0]));
    model.bones[0] = Bone { parent: 1, translation: up, ..Bone::default() };
    model.bones.push(Bone { parent: 0, flags: 0x200, ..Bone::default() });
    model.bones[1].rotation = Rotation::Full(Track { times: vec![5], ..Track::default() });
    let loaded = load(&model);
    assert!(loaded.findings.iter().any(|finding| finding.code == "warcraft.m2.bone.cycle"));
    near(posed(&loaded.scene, "Stand", 0.0)[0], [0.0, 0.0, 3.0]);
}

#[test]
fn a_model_without_sequences_moves_by_the_clock_of_the_world() {
    let mut model = card();
    model.sequences.clear();
    model.global_sequences = vec![1000];
    let keys = Track::linear([(0, [0.0; 3]), (1000, [8.0, 0.0, 0.0])]);
    model.bones[0].translation = Track { global_sequence: 0, ..keys };
    let scene = load(&model).scene;
    near(posed_at(&scene, "Stand", 0.0, 30)[0], [4.0, 0.0, 0.0]);
    let Motion::Bones(motion) = &scene.clips[0].motion else { panic!("a clip of bones") };
    assert_eq!(motion.tracks()[0].curves.translation.clock(), CurveClock::World { seconds: 1.0 });
}

#[test]
fn later_versions_are_refused_in_one_line() {
    let mut later = bytes(&Model { ..card() });
    later[4..8].copy_from_slice(&264_u32.to_le_bytes());
    let install = crate::warcraft::maker::Install::new(&[("card.m2", later)]);
    let failure = install.try_load("card.m2").unwrap_err().to_string();
    assert!(failure.contains("card.m2") && failure.contains("264"), "{failure}");
}
