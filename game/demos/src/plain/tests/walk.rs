//! The places of the note are what they say: ground of the right height and
//! slope, seen through the zones that count there.

use super::{ONE, install, world};
use crate::Options;
use crate::plain::world as build_world;
use crate::walked::Land;
use glam::Vec3;

fn land() -> (Land, Vec<crate::Place>) {
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
        for step in 0..64 {
            let along = -1020.0 + step as f32 * 32.0;
            land.repeats(768.0, 1024.0, along);
            land.height(along, along * 0.7);
        }
    }
}
