//! Worlds against docs/spec/everquest/wld.md.

mod kinds;
mod regions;
mod types;
mod values;
mod visibility;

use binary::Mode;
use everquest::wld::{self, Body, Wld};
use harness::alloc;
use harness::mutate::{self, Options};
use harness::{Outcome, Subject, hex, rules};

/// The smallest walkable zone.
fn smallest() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/wld_smallest.hex"))
}

/// A fragment of every type, old version.
fn all() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/wld_all.hex"))
}

/// A zone of the new version.
fn new() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/wld_new.hex"))
}

fn outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (wld, report) = wld::read(bytes, mode)?;
    // What a loader asks of any world must hold for odd ones too.
    wld.figures();
    wld.region_kinds();
    for fragment in &wld.fragments {
        match &fragment.body {
            Body::DmSpriteDef2(mesh) => {
                mesh.faces().count();
                mesh.bones().count();
                mesh.positions().count();
            }
            Body::DmTrackDef2(track) => {
                track.frames().count();
            }
            Body::TrackDef(track) => {
                track.frames.pose(0);
            }
            Body::HierarchicalSpriteDef(skeleton) => {
                skeleton.parents();
            }
            Body::WorldTree(tree) => {
                tree.region_at([1.0, 2.0, 3.0]);
            }
            _ => {}
        }
    }
    Ok(Outcome { rewritten: wld::write(&wld)?, findings: report.into_findings() })
}

fn subject(name: &'static str, fixture: Vec<u8>) -> Subject {
    Subject { name, fixture, read: outcome, sites: wld::fields }
}

/// A clean world, read strictly, or one with notes only.
fn read(bytes: &[u8]) -> Wld {
    let (wld, report) = wld::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    wld
}

#[test]
fn fixtures_are_clean_and_survive_json() {
    for (name, bytes) in [("smallest", smallest()), ("all", all()), ("new", new())] {
        subject(name, bytes.clone()).assert_clean();
        harness::typed::through_json(&read(&bytes));
    }
}

#[test]
fn every_type_with_a_layout_is_in_the_fixture() {
    let wld = read(&all());
    let ids: std::collections::BTreeSet<u32> =
        wld.fragments.iter().map(|fragment| fragment.body.id()).collect();
    for row in wld::TYPES.iter().filter(|row| row.typed) {
        // Instances of other games of the engine are only in `types`.
        let elsewhere = [0x0B, 0x0D, 0x0F].contains(&row.id);
        assert_eq!(ids.contains(&row.id), !elsewhere, "{row:?}");
    }
}

#[test]
fn every_rule_of_the_specification_is_enforced() {
    let subjects = [subject("all", all()), subject("new", new())];
    assert_eq!(rules::run(include_str!("../rules/wld.toml"), &subjects), ROWS);
}

/// Rows of the table of rules.
const ROWS: usize = 78;

#[test]
fn mutations_are_survived_and_written_back() {
    for (seed, name, fixture, count) in [(1999, "all", all(), 30_000), (2001, "new", new(), 30_000)] {
        let tally = mutate::run(&subject(name, fixture), &Options::new(seed, count));
        println!("{tally}");
        // A fragment that is damaged inside is kept as it is, so that nearly all
        // that is refused has a size beyond the end of the file.
        assert!(tally.mutations.accepted > tally.mutations.rejections(), "{tally}");
        assert!(tally.fields.accepted > 9 * tally.fields.rejections(), "{tally}");
        assert!(alloc::installed() && tally.over_budget.is_none(), "{:?}", tally.over_budget);
    }
}

/// A file of these fragments without names.
fn with_fragments(fragments: &[(u32, Vec<u8>)]) -> Vec<u8> {
    let words = [0x5450_3D02, 0x0001_5500, fragments.len() as u32, 0, 0, 4, 0];
    let mut bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
    bytes.extend(wld::code(&[0; 4]));
    for (id, body) in fragments {
        bytes.extend((body.len() as u32).to_le_bytes());
        bytes.extend(id.to_le_bytes());
        bytes.extend(body);
    }
    bytes.extend([0xFF; 4]);
    bytes
}

/// Words, little-endian, and as many zeros.
fn words(words: &[u32], zeros: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.resize(bytes.len() + zeros, 0);
    bytes
}

#[test]
fn many_small_things_take_no_more_memory_than_allowed() {
    let many = 100_000;
    let count = many as u32;
    let inputs = [
        ("empty fragments", with_fragments(&vec![(0, vec![]); many])),
        ("empty fragments of no type", with_fragments(&vec![(0x99, vec![]); many])),
        ("instances", with_fragments(&vec![(0x05, vec![0; 12]); many])),
        ("materials", with_fragments(&vec![(0x30, vec![0; 28]); many])),
        ("empty lights", with_fragments(&vec![(0x1B, vec![0; 12]); many])),
        ("empty sprites", with_fragments(&vec![(0x04, vec![0; 12]); many])),
        ("empty zones", with_fragments(&vec![(0x29, vec![0; 16]); many])),
        ("empty places", with_fragments(&vec![(0x15, vec![0; 20]); many])),
        ("empty actors", with_fragments(&vec![(0x14, vec![0; 28]); many])),
        ("empty meshes", with_fragments(&vec![(0x36, vec![0; 96]); many])),
        ("empty regions", with_fragments(&vec![(0x22, vec![0; 48]); many])),
        ("empty flat pictures", with_fragments(&vec![(0x06, vec![0; 36]); many])),
        ("empty skeletons", with_fragments(&vec![(0x10, vec![0; 16]); many])),
        ("empty file names", with_fragments(&[(0x03, words(&[0, count - 1], 2 * many))])),
        ("actions without levels", with_fragments(&[(0x14, words(&[0, 0, 0, count, 0, 0], 4 * many + 4))])),
        ("bones", with_fragments(&[(0x10, words(&[0, 0, count, 0], 20 * many))])),
        ("faces", with_fragments(&[(0x17, words(&[0, 0, 0, count, 0, 0], 4 * many))])),
        ("walls", with_fragments(&[(0x22, words(&[0, 0, 0, 0, 0, 0, count, 0, 0, 0, 0], 8 * many + 4))])),
        (
            "obstacles",
            with_fragments(&[(0x22, words(&[0, 0, 0, 0, 0, 0, 0, count, 0, 0, 0], 12 * many + 4))]),
        ),
        ("lists", with_fragments(&[(0x22, words(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, count], 2 * many + 4))])),
        ("sprite nodes", with_fragments(&[(0x08, words(&[0, 0, 0, count, 0], 20 * many))])),
        ("pitches", with_fragments(&[(0x06, words(&[0, 0, 0, count, 0, 0, 0], 8 * many + 8))])),
        ("nodes", with_fragments(&[(0x21, words(&[0, count], 28 * many))])),
    ];
    for (what, bytes) in inputs {
        let (result, peak) = alloc::peak_of(|| outcome(&bytes, Mode::Lenient));
        let outcome = result.unwrap();
        assert!(outcome.rewritten == bytes, "{what}");
        assert!(outcome.findings.iter().all(|finding| finding.code != "everquest.wld.unreadable"), "{what}");
        assert!(peak > 0 && peak <= alloc::allowance(bytes.len()), "{what}: {peak} for {}", bytes.len());
    }
}

#[test]
fn rings_and_chains_end_soon() {
    // A skeleton that is one long chain, and one that is a ring.
    let many = 50_000_u32;
    for ring in [false, true] {
        let mut body = words(&[0, 0, many, 0], 0);
        for bone in 0..many {
            let next = (bone + 1) % many;
            let children = u32::from(ring || next != 0);
            body.extend(words(&[0, 0, 0, 0, children], 0));
            body.extend(words(&[next][..children as usize], 0));
        }
        let bytes = with_fragments(&[(0x10, body)]);
        let codes: Vec<_> =
            outcome(&bytes, Mode::Lenient).unwrap().findings.iter().map(|found| found.code).collect();
        assert_eq!(codes.contains(&"everquest.wld.bone.tree"), ring);
        let (wld, _) = wld::read(&bytes, Mode::Lenient).unwrap();
        let Body::HierarchicalSpriteDef(skeleton) = &wld.fragments[0].body else { panic!() };
        assert_eq!(skeleton.parents().iter().filter(|parent| parent.is_none()).count(), 1);
    }
}
