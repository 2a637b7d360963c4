//! Mission maps against docs/spec/zbd/zmap.md.

use crate::COUNTING;
use binary::Mode;
use harness::alloc;
use harness::mutate::{self, Options};
use harness::typed::row;
use harness::{Outcome, Subject, hex, rules, typed};
use zbd::zmap::{self, Feature, ZMap};

fn all() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/zmap.hex"))
}

fn outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (map, report) = zmap::read(bytes, mode)?;
    Ok(Outcome { rewritten: zmap::write(&map)?, findings: report.into_findings() })
}

fn subject() -> Subject {
    Subject { name: "zmap", fixture: all(), read: outcome, sites: zmap::fields }
}

/// A clean map, read strictly.
fn read(bytes: &[u8]) -> ZMap {
    let (map, report) = zmap::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    map
}

#[test]
fn outlines_are_read_as_specified() {
    let feature =
        |color, vertices: &[[f32; 3]], objective| Feature { color, vertices: vertices.to_vec(), objective };
    let expected = ZMap {
        unk04: 31,
        min: [-128.0, 0.0, -256.0],
        max: [128.0, 50.0, 256.0],
        features: vec![
            feature([255, 128, 0], &[[1.0, 0.0, 2.0], [3.0, 0.0, 4.0]], -1),
            feature([1, 2, 3], &[], 7),
            feature([0, 0, 0], &[[100.0, -100.0, 100.0]], 0),
        ],
    };
    let map = read(&all());
    assert_eq!(map, expected);
    assert!(map.features[0].vertices[1][1].is_sign_negative(), "the sign of zero is kept");
}

#[test]
fn a_map_made_from_scratch_is_clean() {
    let map = ZMap::new(read(&all()).features);
    assert_eq!((map.unk04, map.min, map.max), (1, [1.0, -100.0, 2.0], [100.0, 0.0, 100.0]));
    assert_eq!(read(&zmap::write(&map).unwrap()), map);
    assert_eq!(read(&zmap::write(&ZMap::default()).unwrap()), ZMap::default());
    assert_eq!(zmap::write(&ZMap::new(Vec::new())).unwrap().len(), 32);
}

#[test]
fn each_field_is_written_at_its_offset() {
    let rows = [
        row(&[("/unk04", "67305985")], &[(4, "01 02 03 04")]),
        row(&[("/min/2", "2")], &[(16, "00 00 00 40")]),
        row(&[("/max/0", "2")], &[(20, "00 00 00 40")]),
        row(&[("/features/0/color", "[1, 2, 3]")], &[(32, "01 02 03")]),
        row(&[("/features/0/vertices/1/2", "2")], &[(59, "00 00 00 40")]),
        row(&[("/features/0/objective", "67305985")], &[(63, "01 02 03 04")]),
        row(&[("/features/2/objective", "-2")], &[(97, "fe ff ff ff")]),
    ];
    assert_eq!(typed::run(&read(&all()), zmap::write, &rows), rows.len());
}

#[test]
fn memory_follows_the_size_of_the_file() {
    for vertices in 0..3 {
        let mut feature = vec![1, 2, 3, vertices, 0, 0, 0];
        feature.resize(11 + 12 * usize::from(vertices), 0);
        let mut bytes = all()[..32].to_vec();
        bytes.extend_from_slice(&feature.repeat(1 << 16));
        let (_, peak) = alloc::peak_of(|| outcome(&bytes, Mode::Lenient).unwrap());
        assert!(peak <= alloc::allowance(bytes.len()), "{peak} bytes for {}", bytes.len());
    }
}

#[test]
fn every_finding_says_what_to_do() {
    for code in zmap::codes() {
        assert!(code.id.starts_with("zbd.zmap.") && !code.means.is_empty(), "{code:?}");
        assert!(!code.advice.is_empty(), "{code:?}");
    }
}

#[test]
fn every_rule_of_the_specification_is_enforced() {
    assert_eq!(rules::run(include_str!("rules/zmap.toml"), &[subject()]), 9);
}

#[test]
fn mutations_are_survived_and_written_back() {
    let tally = mutate::run(&subject(), &Options::new(1999, 100_000));
    println!("{tally}");
    // Without a count, a file may end behind any feature.
    assert_eq!(tally.prefixes.accepted, 3);
    tally.assert_healthy(&COUNTING);
}
