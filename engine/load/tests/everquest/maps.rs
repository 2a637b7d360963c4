//! Maps that players drew: layers, labels, the older form, and what no map of a zone has.

use crate::everquest::maker::{Install, frame, request, two_regions};
use glam::Vec3;
use world::{Map, MapLabel, MapLine};

fn read(files: &[(&str, &str)]) -> (Option<Map>, Vec<String>) {
    let install = Install::of_zone(two_regions());
    for (name, text) in files {
        let path = install.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let vfs = vfs::Vfs::open(install.path(), &[], load::ARCHIVES).unwrap();
    let (map, findings) = load::map(&vfs, &request("arena.s3d", None));
    (map, findings.iter().map(|finding| format!("{} {}", finding.code, finding.file)).collect())
}

/// A place of the zone in the engine's axes: north is -z, west is -x.
fn place(north: f32, west: f32, up: f32) -> Vec3 {
    let at = frame().to_engine(Vec3::new(north, west, up));
    assert_eq!(at, Vec3::new(-west, up, -north));
    at
}

#[test]
fn lines_and_labels_of_all_layers_are_where_the_zone_is() {
    let (map, odd) = read(&[
        // The case of names does not count. x grows east and y south.
        ("Maps/Arena.txt", "L 10.0, -20.0, 3.0, -40.0, -20.0, 3.0, 200, 0, 10\r\n"),
        ("Maps/arena_1.txt", "P 5, 7, 1, 0, 0, 0, 3, to_The_Lake\n\nP 0, 0, 0, 300, -1, 9, 9, x\n"),
        ("Maps/arena_3.txt", "L 0, 0, 0, 0, 1, 0, 0, 0, 0\n"),
        // Of another zone.
        ("Maps/arenas.txt", "L 9, 9, 9, 8, 8, 8, 0, 0, 0\n"),
    ]);
    let map = map.unwrap();
    assert_eq!(odd, ["everquest.map.color maps/arena_1.txt"]);
    let line = |from, to, color| MapLine { ends: [from, to], color: Some(color), has_height: true };
    assert_eq!(
        map.lines,
        [
            line(place(20.0, -10.0, 3.0), place(20.0, 40.0, 3.0), [200, 0, 10]),
            line(place(0.0, 0.0, 0.0), place(-1.0, 0.0, 0.0), [0, 0, 0]),
        ]
    );
    let text = "to The Lake".to_owned();
    let label = MapLabel { at: place(-7.0, -5.0, 1.0), text, color: Some([0, 0, 0]), size: 3 };
    assert_eq!(map.labels[0], label);
    assert_eq!((map.labels[1].color, map.labels[1].size), (Some([255, 0, 9]), 3));
}

#[test]
fn malformed_lines_are_findings_and_the_others_are_drawn() {
    let good = "L 0, 0, 0, 1, 0, 0, 0, 0, 0\n";
    let text = format!(
        "{good}L 0, 0, 0, 1, 0, 0, 0, 0\nL nan, 0, 0, 1, 0, 0, 0, 0, 0\nL 1e9, 0, 0, 1, 0, 0, 0, 0, 0\n"
    );
    let (map, odd) = read(&[("maps/arena.txt", &text)]);
    assert_eq!(map.unwrap().lines.len(), 1);
    let row = "everquest.map.row maps/arena.txt";
    assert_eq!(odd, [row, row, "load.everquest.map maps/arena.txt"]);
}

#[test]
fn the_older_form_has_no_heights_and_counts_if_there_is_no_other() {
    let old = "The Arena,arena,100,100\nL,wall,black,3,10,20,10,50,-5,50\n";
    let (map, odd) = read(&[("arena.map", old)]);
    assert_eq!(odd, [""; 0]);
    let map = map.unwrap();
    // Its x grows west and its y north.
    let line = |from, to| MapLine { ends: [from, to], color: None, has_height: false };
    let [a, b, c] = [place(20.0, 10.0, 0.0), place(50.0, 10.0, 0.0), place(50.0, -5.0, 0.0)];
    assert_eq!(map.lines, [line(a, b), line(b, c)]);
    let (map, _) = read(&[("arena.map", old), ("maps/arena.txt", "L 0, 0, 0, 1, 0, 0, 0, 0, 0\n")]);
    assert_eq!(map.unwrap().lines.len(), 1);
}

#[test]
fn nobody_drew_most_zones() {
    assert_eq!(read(&[]), (None, Vec::new()));
    assert_eq!(read(&[("maps/arena.txt", "")]), (None, Vec::new()));
}
