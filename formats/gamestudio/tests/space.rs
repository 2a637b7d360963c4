//! Directions against docs/spec/gamestudio.md, "1. World conventions"; what is seen from where.

use gamestudio::space::axes;
use gamestudio::wmb::Level;
use gamestudio::wmb::bsp::BspLeaf;

fn near(found: [f32; 3], expected: [f32; 3]) -> bool {
    found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6)
}

#[test]
fn pan_turns_to_the_left_and_tilt_lifts_the_nose() {
    let half = 0.5_f32.sqrt();
    let cases = [
        ([0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]),
        ([90.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]),
        ([0.0, 90.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]),
        ([0.0, 0.0, 90.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]),
        // Tilt comes before pan: the nose is lifted where it will point.
        ([90.0, 45.0, 0.0], [0.0, half, half], [-1.0, 0.0, 0.0], [0.0, -half, half]),
        // Roll comes before both.
        ([90.0, 90.0, 90.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0], [1.0, 0.0, 0.0]),
    ];
    for (angles, forward, left, up) in cases {
        let [f, l, u] = axes(angles);
        assert!(near(f, forward) && near(l, left) && near(u, up), "{angles:?}: {f:?} {l:?} {u:?}");
    }
}

#[test]
fn rows_of_what_is_seen_have_runs_of_nothing_and_end_with_the_leafs() {
    // 34 leafs but the solid one: rows of five bytes.
    let leaf = |pvs_offset| BspLeaf { pvs_offset, ..BspLeaf::default() };
    let offsets = [-1, 0, 3, 10, 0, 9, 11];
    let mut bsp_leafs: Vec<BspLeaf> = offsets.into_iter().map(leaf).collect();
    bsp_leafs.resize(35, leaf(-1));
    // Bits 0 and 2, then nothing; nothing, bit 9, nothing, all the rest; a row that is cut off,
    // and a run of zeros of length zero.
    let pvs = vec![0b101, 0, 4, 0, 1, 0b10, 0, 2, 0xFF, 0b1, 0xFF, 0, 0];
    let level = Level { bsp_leafs, pvs, ..Level::default() };
    let seen = |leaf| level.seen_from(leaf).map(Iterator::collect::<Vec<_>>);
    assert_eq!(seen(1), Some(vec![1, 3]));
    assert_eq!(seen(2), Some(vec![10, 33, 34]), "bits beyond the last leaf are no leafs");
    assert_eq!(seen(4), seen(1), "leafs may share a row");
    for leaf in [0, 3, 5, 6, 34, 99] {
        assert_eq!(seen(leaf), None, "{leaf}");
    }
    assert!(Level::default().seen_from(0).is_none());
}
