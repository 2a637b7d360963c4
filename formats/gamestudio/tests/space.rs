//! Directions against docs/spec/gamestudio.md, "1. World conventions".

use gamestudio::space::axes;

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
