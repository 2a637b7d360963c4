//! Lists of visible regions: the vectors of docs/spec/everquest/writing.md,
//! "5. Visibility encoder", in both directions, and what decoders must survive.

use everquest::wld::VisibilityList;
use everquest::wld::visibility::{Fault, encode, runs};
use std::ops::Range;

fn set(ranges: &[Range<u32>]) -> Vec<u32> {
    ranges.iter().cloned().flatten().collect()
}

fn decoded(bytes: &[u8]) -> Vec<u32> {
    runs(bytes).flatten().collect()
}

#[test]
fn any_mixture_of_codes_is_decoded() {
    let vectors: [(&[u8], Vec<u32>); 8] = [
        (&[0xC3], (0..3).collect()),
        (&[0x02, 0xC1], vec![2]),
        (&[0x52], vec![2, 3]),
        (&[0x99, 0xC1], vec![0, 1, 2, 4]),
        (&[0x3F, 0x2C, 0x01, 0xFF, 0x2C, 0x01], (300..600).collect()),
        // Codes that no compiler writes: nothing skipped, nothing seen.
        (&[0x00, 0xC0, 0x40, 0x80, 0x3F, 0, 0, 0xFF, 0, 0, 0xC1], vec![0]),
        // Skips of all kinds one after the other.
        (&[0x01, 0x3F, 1, 0, 0x48, 0x81, 0xC1], vec![4]),
        (&[], vec![]),
    ];
    for (bytes, visible) in vectors {
        assert_eq!(decoded(bytes), visible, "{bytes:02x?}");
    }
}

#[test]
fn sets_are_encoded_as_the_original_compiler_did() {
    let vectors: [(Vec<u32>, &[u8]); 12] = [
        (vec![2], &[0x51]),
        (vec![2, 3], &[0x52]),
        (vec![0, 1, 2], &[0xC3]),
        (vec![0, 1, 2, 4], &[0x99, 0xC1]),
        (set(&[0..62, 70..71]), &[0xFE, 0x08, 0xC1]),
        (set(&[0..62, 65..70]), &[0xFE, 0x5D]),
        ((0..216).collect(), &[0xFE, 0xFE, 0xFE, 0xDE]),
        ((0..248).collect(), &[0xFF, 0xF8, 0x00]),
        ((300..600).collect(), &[0x3F, 0xF8, 0x00, 0x34, 0xFF, 0xF8, 0x00, 0xF4]),
        ((0..62).collect(), &[0xFE]),
        (vec![], &[]),
        // A large token does not merge with the small one behind it; the rest
        // of a run does with what follows: 62 * 4 + 5 seen, 3 skipped, 1 seen.
        (set(&[0..253, 256..257]), &[0xFF, 0xF8, 0x00, 0xAB, 0xC1]),
    ];
    for (visible, bytes) in vectors {
        assert_eq!(encode(&visible), bytes, "{visible:?}");
        assert_eq!(decoded(bytes), visible, "{bytes:02x?}");
    }
}

/// A small generator of random numbers.
fn next(state: &mut u32) -> u32 {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    *state
}

#[test]
fn whatever_is_encoded_is_decoded_again() {
    let mut state = 1999;
    for round in 0..2000 {
        let (mut visible, mut at) = (Vec::new(), 0);
        let longest = [4, 40, 400, 70_000][round % 4];
        for _ in 0..next(&mut state) % 12 {
            at += next(&mut state) % longest;
            let end = at + next(&mut state) % longest;
            visible.extend(at..end);
            // One is between, so that the runs stay apart.
            at = end + 1;
        }
        assert_eq!(decoded(&encode(&visible)), visible, "round {round}");
    }
}

#[test]
fn the_shorter_form_is_chosen_and_a_tie_goes_to_the_bytes() {
    // One number is two bytes, and the codes are four.
    assert_eq!(encode(&[20, 40]), [0x14, 0xC1, 0x13, 0xC1]);
    assert_eq!(VisibilityList::of(20, &[20, 40]), VisibilityList::Numbers([40].into()));
    assert_eq!(VisibilityList::of(40, &[20, 40]), VisibilityList::Numbers([20].into()));
    // As long as the codes.
    assert_eq!(VisibilityList::of(2, &[2, 5]), VisibilityList::Bytes([0x51, 0x51].into()));
    // Longer.
    assert_eq!(VisibilityList::of(1, &[0, 1, 2]), VisibilityList::Bytes([0xC3].into()));
    // No number of 16 bits says region 70,000.
    assert!(matches!(VisibilityList::of(0, &[0, 70_000]), VisibilityList::Bytes(_)));
}

#[test]
fn lists_are_read_with_the_own_region_and_without_what_there_is_not() {
    let list = VisibilityList::Bytes([0x99, 0xC1].into());
    assert_eq!(list.visible(0, 10), [0, 1, 2, 4]);
    assert_eq!(list.visible(3, 10), [0, 1, 2, 3, 4]);
    assert_eq!(list.visible(0, 2), [0, 1]);
    let list = VisibilityList::Numbers([1, 7].into());
    assert_eq!(list.visible(4, 10), [1, 4, 7]);
    assert_eq!(list.visible(4, 5), [1, 4]);
    assert_eq!(list.visible(9, 5), [1]);
}

#[test]
fn faults_are_told_apart() {
    let bytes = |bytes: &[u8]| VisibilityList::Bytes(bytes.into());
    assert_eq!(bytes(&[0xC3]).fault(3), None);
    assert_eq!(bytes(&[0xC3]).fault(2), Some(Fault::PastCount));
    assert_eq!(bytes(&[0xC1, 0x3F, 0x01]).fault(3), Some(Fault::Cut));
    assert_eq!(bytes(&[0xC1, 0xFF]).fault(3), Some(Fault::Cut));
    assert_eq!(bytes(&[]).fault(0), None);
    // A skip past the end names no region.
    assert_eq!(bytes(&[0xC1, 0x3F, 0xFF, 0xFF]).fault(1), None);
    assert_eq!(VisibilityList::Numbers([3].into()).fault(3), Some(Fault::PastCount));
    assert_eq!(VisibilityList::Numbers([2].into()).fault(3), None);
    // What comes before a cut operand is used.
    assert_eq!(bytes(&[0xC1, 0xFF, 0x05]).visible(0, 3), [0]);
    let mut cut = runs(&[0xC1, 0xFF, 0x05]);
    assert_eq!(cut.next(), Some(0..1));
    assert_eq!(cut.next(), None);
    assert!(cut.is_cut());
}

#[test]
fn the_largest_lists_take_no_time() {
    // 65535 bytes of the largest operands say four thousand million regions.
    let bytes: Vec<u8> = std::iter::repeat_n([0xFF, 0xFF, 0xFF], 21_845).flatten().collect();
    let list = VisibilityList::Bytes(bytes.into());
    assert_eq!(list.visible(0, 3).len(), 3);
    assert_eq!(list.fault(3), Some(Fault::PastCount));
}
