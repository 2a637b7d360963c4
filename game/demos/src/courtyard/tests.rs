//! Facts of the courtyard that need neither a tick nor a picture.

use super::layout::{BOWL_WAY, LANTERN_WAY, SWORD_WAY};
use super::*;
use glam::Vec3;
use world::Motion;

#[test]
fn whoever_walks_a_way_comes_back_and_never_jumps() {
    for way in [LANTERN_WAY, SWORD_WAY, BOWL_WAY] {
        let length = way.length();
        let steps = 1000;
        let mut before = way.at(0.0);
        let mut gone = 0.0;
        for step in 1..=steps {
            let next = way.at(length * (step as f32 / steps as f32));
            let far = next.0.distance(before.0);
            assert!(far < length / steps as f32 * 1.01, "{way:?} at {step}");
            // It looks where it goes, as far as a bend allows.
            assert!((next.0 - before.0).normalize_or_zero().dot(next.1) > 0.99, "{way:?} at {step}");
            gone += far;
            before = next;
        }
        assert!((gone - length).abs() < length * 1e-3, "{gone} of {length}");
        assert!(before.0.abs_diff_eq(way.at(0.0).0, 1e-3));
    }
    // Four straight sides of 2.8, 0.4, 2.8 and 0.4 and a whole turn of 1.2.
    assert!((LANTERN_WAY.length() - (6.4 + 2.4 * std::f32::consts::PI)).abs() < 1e-4);
}

#[test]
fn a_foot_that_carries_stays_where_it_was_put() {
    let scene = scene();
    let clip = scene.clips.iter().find(|clip| &*clip.name == "walk with a lantern").unwrap();
    let Motion::Bones(motion) = &clip.motion else { panic!("a clip of bones") };
    let bones = figure::bones();
    // Where an ankle is after all bones that carry it have turned.
    let ankle = |foot: u32, share: f32| {
        let moment = clip.moment(clip.seconds * share, false, 0.0);
        let mut place = bones[foot as usize].pivot;
        let mut next = bones[foot as usize].parent;
        while let Some(bone) = next {
            let key = motion.key(bone, &moment);
            place = key.matrix(bones[bone as usize].pivot).transform_point3(place);
            next = bones[bone as usize].parent;
        }
        place
    };
    for (index, shift) in [(0, 0.0), (1, 0.5)] {
        let foot = figure::bone::FOOT[index];
        let start = ankle(foot, shift + 0.02);
        for step in 0..10 {
            let share = 0.02 + 0.046 * step as f32;
            let place = ankle(foot, (shift + share).rem_euclid(1.0));
            // The ground goes to the back, +z, at the speed of the way.
            let wanted = start + Vec3::Z * ((share - 0.02) * gait::STRIDE);
            let off = (place - wanted) * Vec3::new(0.0, 1.0, 1.0);
            assert!(off.length() < 0.035, "foot {index} at {share}: {place}, expected {wanted}");
        }
    }
}

#[test]
fn what_is_written_names_the_scene() {
    let files = files(&Options { scale: 1, seed: 1 });
    let names: Vec<&str> = files.iter().map(|file| file.address.as_str()).collect();
    assert_eq!(names, ["revisit-demo.toml", "courtyard.scene"]);
    let note: toml::Table = std::str::from_utf8(&files[0].bytes).unwrap().parse().unwrap();
    assert_eq!(note["demo"].as_str(), Some("courtyard"));
    assert_eq!(scene().world, "courtyard");
}
