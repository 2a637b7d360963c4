//! Larkmere, the zone of the demo for EverQuest: it opens as any other world, and
//! every file of it is in order.

use crate::program::{larkmere, revisit};
use glam::Vec3;
use std::path::Path;
use titles::install::Install;
use world::{Map, Probe};

#[test]
fn the_zone_opens_with_its_things() {
    let loaded = revisit(["load", larkmere(), "larkmere", "--json", "--deny", "note"]).ok().json();
    assert_eq!(loaded["findings"]["counts"], serde_json::json!({}));
    assert_eq!(loaded["title"], "everquest");
    // 64 by 64 squares of two triangles, and what stands on them.
    assert!(loaded["counts"]["triangles"].as_u64().unwrap() > 64 * 64 * 2);
}

#[test]
fn every_file_is_in_order_and_can_be_written_back() {
    revisit(["check", larkmere(), "--roundtrip", "--deny", "warning"]).ok();
}

/// The ends of the lines that players drew lie on the ground of the zone as it is loaded, and do so under no other way
/// to swap and mirror the axes. Without their map the walls of the zone are one.
#[test]
fn the_map_fits_the_zone_as_it_is_loaded() {
    let install = Install::open(Path::new(larkmere()), &[]).unwrap();
    let request = install.request(Some("larkmere")).unwrap();
    let loaded = load::load(&install.vfs, &request, &mut load::Quiet).unwrap();
    let (map, odd) = load::map(&install.vfs, &request);
    assert_eq!(odd, []);
    let map = map.unwrap();
    assert_eq!(map.labels[0].text, "to ashgate");
    let (scene, derived) = (&loaded.scene, &loaded.derived);
    let probe = Probe::new(scene, &derived.occurrences, &derived.space, scene.zones).in_all_zones();
    let share = |place: &dyn Fn(Vec3) -> Vec3| {
        let ends: Vec<Vec3> = map.lines.iter().flat_map(|line| line.ends).map(place).collect();
        let lies = |end: &&Vec3| {
            let hit = probe.ground(end.x, end.z, end.y + 1.0, 0.0);
            hit.is_some_and(|hit| (hit.point.y - end.y).abs() < 1.0)
        };
        ends.iter().filter(lies).count() as f32 / ends.len() as f32
    };
    let right = share(&|end| end);
    assert!(right > 0.95, "{right}");
    for turned in [
        (|end: Vec3| Vec3::new(-end.x, end.y, end.z)) as fn(Vec3) -> Vec3,
        |end| Vec3::new(end.x, end.y, -end.z),
        |end| Vec3::new(-end.x, end.y, -end.z),
        |end| Vec3::new(end.z, end.y, end.x),
        |end| Vec3::new(-end.z, end.y, end.x),
        |end| Vec3::new(end.z, end.y, -end.x),
        |end| Vec3::new(-end.z, end.y, -end.x),
    ] {
        let other = share(&turned);
        assert!(other < right * 0.6, "{other} of {right}");
    }
    let walls = Map::of_walls(&probe);
    assert!(walls.lines.len() > 100 && walls.labels.is_empty(), "{}", walls.lines.len());
    let (all, own) = (walls.bounds(), map.bounds());
    assert!(all.touches(&own), "{all:?} {own:?}");
}
