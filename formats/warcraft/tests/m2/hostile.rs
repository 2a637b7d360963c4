//! Files that mean harm: rings, references that leave their lists, arrays on top of each other.

use super::{COUNTING, first, read, second};
use binary::{Finding, Mode};
use harness::alloc;
use warcraft::m2::{self, Model, Track};

fn put(bytes: &mut [u8], at: usize, word: u32) {
    bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
}

/// Reads without an error, within the memory that readers may take, and back to the same bytes.
fn survive(bytes: &[u8]) -> (Model, Vec<Finding>) {
    let _ = &COUNTING;
    let ((model, report), peak) = alloc::peak_of(|| {
        let (model, report) = m2::read(bytes, Mode::Lenient).unwrap();
        assert!(m2::write(&model).unwrap() == bytes);
        (model, report)
    });
    assert!(peak <= alloc::allowance(bytes.len()), "{peak} bytes of memory for {}", bytes.len());
    (model, report.into_findings())
}

fn codes(findings: &[Finding]) -> Vec<&'static str> {
    let mut codes: Vec<_> = findings.iter().map(|finding| finding.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

#[test]
fn rings_of_bones_end() {
    for client in [first(), second()] {
        let mut model = read(&client);
        for (bone, parent) in [2, 0, 1].into_iter().enumerate() {
            model.bones[bone].parent = parent;
        }
        let (model, findings) = survive(&m2::write(&model).unwrap());
        assert_eq!(codes(&findings), ["warcraft.m2.bone.cycle"]);
        // 0 -> 2 -> 1 -> 0: the bone that leads back to the start becomes a root.
        assert_eq!(findings[0].path, "bone 1");
        assert_eq!(model.bone_parents(), [Some(2), None, Some(1)]);
        let mut model = model;
        model.bones[2].parent = 2;
        let (model, findings) = survive(&m2::write(&model).unwrap());
        assert_eq!((codes(&findings), findings[0].path.as_str()), (vec!["warcraft.m2.bone.cycle"], "bone 2"));
        assert_eq!(model.bone_parents(), [Some(2), Some(0), None]);
    }
}

#[test]
fn rings_of_variations_end() {
    let mut model = read(&first());
    model.sequences[1].next = 0;
    let (model, findings) = survive(&m2::write(&model).unwrap());
    assert_eq!((model.variations(0), findings.len()), (vec![0, 1], 0));
}

#[test]
fn tracks_without_keys_have_no_values() {
    for client in [first(), second()] {
        let mut model = read(&client);
        model.bones[0].translation = Track::linear([(3333, [1.0; 3]), (4333, [2.0; 3])]);
        model.bones[0].translation.times.clear();
        let (model, findings) = survive(&m2::write(&model).unwrap());
        assert!(codes(&findings).contains(&"warcraft.m2.track.counts"), "{findings:?}");
        let track = &model.bones[0].translation;
        assert_eq!((track.len(), track.is_empty(), track.range(0)), (0, true, None));
    }
}

#[test]
fn views_whose_indices_leave_the_vertices_lose_triangles() {
    let mut model = read(&first());
    model.views[0].indices[0] = 4;
    model.views[1].triangles[4] = 60_000;
    model.views[1].submeshes[1].index_count = 60_000;
    let (model, findings) = survive(&m2::write(&model).unwrap());
    assert_eq!(
        codes(&findings),
        ["warcraft.m2.view.index", "warcraft.m2.view.submesh", "warcraft.m2.view.triangle"]
    );
    let left = |view: usize| model.views[view].drawable(None, 4).collect::<Vec<_>>();
    assert_eq!((left(0), left(1)), (vec![[2, 1, 3]], vec![[0, 1, 2]]));
    assert_eq!(model.views[1].drawable(Some(&model.views[1].submeshes[1]), 4).count(), 0);
}

#[test]
fn offsets_into_the_header_lead_nowhere() {
    for (client, at) in
        [first(), second()].iter().flat_map(|own| (0x08..0x144).step_by(4).map(move |at| (own, at)))
    {
        let mut bytes = client.clone();
        // Flags, numbers of the bounds and counts are no offsets: they change something else.
        if matches!(at, 0x10 | 0xB4..=0xEB) || bytes[at + 1] == 0 {
            continue;
        }
        put(&mut bytes, at, 0x20);
        let (_, findings) = survive(&bytes);
        assert!(codes(&findings).contains(&"warcraft.m2.header_offset"), "0x{at:x}: {findings:?}");
    }
}

#[test]
fn arrays_on_top_of_each_other_are_read_within_bounds() {
    // Every table is as long as the file allows, from one place on.
    for (all, bone) in [(first(), 108), (second(), 112)] {
        let mut bytes = all.clone();
        let start = 0x150;
        let room = (all.len() - start) as u32;
        for (at, size) in [
            (0x14, 4),
            (0x1C, 68),
            (0x24, 2),
            (0x2C, 4),
            (0x34, bone),
            (0x44, 48),
            (0x4C, 44),
            (0x54, 56),
            (0x5C, 16),
            (0x64, 28),
            (0x114, 44),
            (0x13C, 504),
        ] {
            put(&mut bytes, at, room / size);
            put(&mut bytes, at + 4, start as u32);
        }
        let (_, findings) = survive(&bytes);
        let codes = codes(&findings);
        assert!(
            codes.contains(&"warcraft.m2.overlaps") && codes.contains(&"warcraft.m2.overlap"),
            "{codes:?}"
        );
    }
}

#[test]
fn counts_that_overflow_are_outside() {
    for (client, at) in [first(), second()]
        .iter()
        .flat_map(|own| (0x08..0x144).step_by(8).chain([0x14, 0x2C]).map(move |at| (own, at)))
    {
        let mut bytes = client.clone();
        let at = if (0xB4..0xEC).contains(&at) || at == 0x10 { continue } else { at };
        put(&mut bytes, at, u32::MAX);
        match m2::read(&bytes, Mode::Lenient) {
            Ok((model, _)) => assert!(m2::write(&model).unwrap() == bytes),
            Err(finding) => assert_eq!(finding.code, "warcraft.m2.truncated"),
        }
    }
}

#[test]
fn short_files_are_truncated() {
    for length in [0, 3, 4, 7, 8, 323] {
        let finding = m2::read(&first()[..length], Mode::Lenient).unwrap_err();
        assert_eq!(finding.code, "warcraft.m2.truncated", "{length}: {finding}");
    }
}
