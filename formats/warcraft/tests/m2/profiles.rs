//! Where the arrays of a file are: three profiles, and files that follow none to the byte. Source:
//! docs/spec/m2.md, "17. Layout and byte-exact writing".

use super::{first, packed, padded, read, second, stale};
use binary::{Mode, Severity};
use warcraft::m2::{self, Bone, Model, Profile, Stale};
use warcraft::placement::Gap;

/// A file of no clean kind: its value, and what was found, which must not be an error.
fn noted(bytes: &[u8]) -> (Model, Vec<(&'static str, Option<u64>)>) {
    let (model, report) = m2::read(bytes, Mode::Strict).unwrap();
    assert!(
        report.findings().iter().all(|finding| finding.severity == Severity::Note),
        "{:?}",
        report.findings()
    );
    assert!(m2::write(&model).unwrap() == bytes);
    (model, report.findings().iter().map(|finding| (finding.code, finding.offset)).collect())
}

#[test]
fn each_profile_is_recognised_to_the_byte() {
    for (bytes, profile) in [
        (first(), Profile::Aligned),
        (second(), Profile::Aligned),
        (packed(), Profile::Packed),
        (padded(), Profile::Padded),
    ] {
        let model = read(&bytes);
        assert_eq!((model.layout.profile, &model.layout.placement), (profile, &None));
    }
}

#[test]
fn one_model_is_written_by_each_profile() {
    let word = |bytes: &[u8], at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let mut model = read(&first());
    for (profile, name, gap, end) in [
        // The name of 8 bytes starts behind the header of 324; four vertices of 48 bytes end at a
        // multiple of 16, so that the views follow at once, or 16 zeros later.
        (Profile::Aligned, 336, 0, 0),
        (Profile::Packed, 324, 0, 0),
        (Profile::Padded, 336, 16, 0),
    ] {
        model.layout.profile = profile;
        let bytes = m2::write(&model).unwrap();
        assert_eq!(bytes.len() % 16, end);
        assert_eq!(word(&bytes, 0x0C), name);
        assert_eq!(word(&bytes, 0x50), word(&bytes, 0x48) + 4 * 48 + gap);
        assert_eq!(bytes[bytes.len() - 1], 0);
        assert_eq!(read(&bytes), model);
        // The sequence look-up stands before the bones, or behind them.
        assert_eq!(word(&bytes, 0x28) < word(&bytes, 0x38), profile != Profile::Padded);
    }
}

#[test]
fn stale_offsets_are_findings_and_stay() {
    let bytes = stale();
    let (model, report) = m2::read(&bytes, Mode::Lenient).unwrap();
    let found: Vec<_> = report.findings().iter().map(|finding| (finding.code, finding.severity)).collect();
    let expected =
        [("warcraft.m2.stale_collision", Severity::Note), ("warcraft.m2.stale_name", Severity::Note)];
    assert_eq!(found, expected);
    assert!(model.collision.is_empty() && model.textures[1].name.bytes().is_empty());
    assert_eq!(model.layout.profile, Profile::Padded);
    let placement = model.layout.placement.as_ref().unwrap();
    let counts: Vec<u32> = placement.stale.iter().map(|Stale { count, .. }| *count).collect();
    assert_eq!((counts, placement.gaps.len()), (vec![1, 6, 4, 2], 0));
    assert_eq!(m2::write(&model).unwrap(), bytes);

    // One value changes in its place.
    let mut moved = model.clone();
    moved.vertices[1].position[0] = 1.0;
    let written = m2::write(&moved).unwrap();
    let differ: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at] != written[*at]).collect();
    assert_eq!((written.len(), differ.len()), (bytes.len(), 2));

    // What does not fit any more is written by the profile, without the stale pairs.
    let mut longer = model;
    longer.bones.push(Bone { parent: 0, ..Bone::default() });
    let written = m2::write(&longer).unwrap();
    assert_eq!(written[0xEC..0x104], [0; 24]);
    let back = read(&written);
    assert_eq!((back.bones.len(), back.layout.placement), (3, None));
}

#[test]
fn a_stale_name_says_nothing_of_what_a_camera_holds() {
    let mut bytes = padded();
    let word = |bytes: &[u8], at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let (textures, cameras) = (word(&bytes, 0x60) as usize, word(&bytes, 0x128) as usize);
    let values = word(&bytes, cameras + 16 + 24);
    // The first texture is now one that the game chooses; its name starts between two of the camera's values.
    bytes[textures] = 11;
    bytes[textures + 12..textures + 16].copy_from_slice(&(values + 12).to_le_bytes());
    let (model, found) = noted(&bytes);
    assert!(found.contains(&("warcraft.m2.stale_name", Some(u64::from(values) + 12))), "{found:?}");
    assert_eq!(model.cameras, read(&padded()).cameras);
    assert!(model.cameras[0].position.tangents);
}

#[test]
fn a_stale_array_that_somebody_fills_is_written_anew() {
    let (mut model, _) = m2::read(&stale(), Mode::Lenient).unwrap();
    model.collision = read(&first()).collision;
    let back = read(&m2::write(&model).unwrap());
    assert_eq!(back.collision, model.collision);
}

#[test]
fn an_array_that_somebody_empties_leaves_no_offset() {
    let (mut model, _) = m2::read(&stale(), Mode::Lenient).unwrap();
    model.transform_lookup.clear();
    let written = m2::write(&model).unwrap();
    assert_eq!(written[0xAC..0xB4], [0; 8]);
}

#[test]
fn leftover_bytes_are_kept() {
    // Behind the name, up to the next multiple of 16.
    let mut bytes = first();
    bytes[346..348].copy_from_slice(&[7, 8]);
    let (mut model, found) = noted(&bytes);
    assert_eq!(found, [("warcraft.m2.leftover", Some(346))]);
    let placement = model.layout.placement.as_ref().unwrap();
    assert_eq!(placement.gaps, [Gap { offset: 346, bytes: vec![7, 8] }]);
    // Where they are in the way of a longer name, all is written anew, without them.
    model.name = warcraft::chars::Chars::new("Fixture II").unwrap();
    let back = read(&m2::write(&model).unwrap());
    assert_eq!((back.name.text().as_str(), back.layout.placement), ("Fixture II", None));
}

/// The file of a model with `room` more bytes behind the array of these bytes.
fn with_room(bytes: &[u8], behind: usize, room: &[u8]) -> Vec<u8> {
    let mut model = read(bytes);
    // An extra byte somewhere makes the reader keep all offsets.
    let mut odd = bytes.to_vec();
    odd[346] = 1;
    let mut placement = m2::read(&odd, Mode::Lenient).unwrap().0.layout.placement.unwrap();
    for offset in placement.offsets.iter_mut().filter(|offset| **offset as usize >= behind) {
        *offset += room.len() as u32;
    }
    placement.size += room.len() as u32;
    placement.gaps = vec![Gap { offset: behind as u32, bytes: room.to_vec() }];
    model.layout.placement = Some(placement);
    m2::write(&model).unwrap()
}

#[test]
fn tracks_of_particles_keep_their_slack() {
    // Two values of the speed take 8 bytes; room for triples is 24, rounded up to 32: the next array
    // stands 16 bytes later than in the fixture.
    let bytes = first();
    let speed = u32::from_le_bytes(bytes[0x140..0x144].try_into().unwrap()) as usize + 52;
    let values = u32::from_le_bytes(bytes[speed + 24..speed + 28].try_into().unwrap()) as usize;
    assert_eq!(bytes[values..values + 16], [0, 0, 0xC0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let slack = [9; 16];
    let wider = with_room(&bytes, values + 8, &slack);
    assert_eq!(wider.len(), bytes.len() + 16);
    let (model, found) = noted(&wider);
    assert_eq!(found, [("warcraft.m2.leftover", Some(values as u64 + 8))]);
    assert_eq!(model.layout.profile, Profile::Aligned);
    assert_eq!(model.particles, read(&bytes).particles);
}

#[test]
fn a_dropped_block_is_kept() {
    // Counts and offsets of the collision mesh are 0, and its 54 bytes still there.
    let mut bytes = packed();
    bytes[0xEC..0x104].fill(0);
    let (model, found) = noted(&bytes);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].0, model.collision.is_empty()), ("warcraft.m2.leftover", true));
    // 3 * 2 + 3 * 12 + 12 bytes, of which the zeros at both ends need not be kept.
    let gaps = model.layout.placement.unwrap().gaps;
    assert_eq!(gaps.iter().map(|gap| gap.bytes.len()).sum::<usize>(), 54 - 2 - 8);
}

#[test]
fn the_end_need_not_be_padded() {
    let mut bytes = packed();
    let end = bytes.iter().rposition(|byte| *byte != 0).unwrap() + 1;
    // The last array is `enabled`, 1 and 0: its last byte stays.
    bytes.truncate(end + 1);
    let (model, found) = noted(&bytes);
    assert_eq!((found, model.layout.profile), (vec![], Profile::Packed));
}

#[test]
fn another_order_is_a_note() {
    // Two look-ups of the same length change places.
    let mut bytes = first();
    let (texture, unit) = (0x94, 0x9C);
    for at in 0..8 {
        bytes.swap(texture + at, unit + at);
    }
    let one = u32::from_le_bytes(bytes[texture + 4..texture + 8].try_into().unwrap()) as usize;
    let other = u32::from_le_bytes(bytes[unit + 4..unit + 8].try_into().unwrap()) as usize;
    for at in 0..4 {
        bytes.swap(one + at, other + at);
    }
    let (model, found) = noted(&bytes);
    assert_eq!(found, [("warcraft.m2.order", Some(other as u64))]);
    assert_eq!((model.texture_lookup, model.unit_lookup), (vec![0, 1], vec![0, -1]));
}
