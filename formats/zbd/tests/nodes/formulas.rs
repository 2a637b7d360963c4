//! Derived values, with the test values of `docs/spec/zbd/nodes.md`.
#![expect(clippy::excessive_precision, reason = "digits as the specification prints them")]

use zbd::gamez::nodes::{
    Grid, IDENTITY, cotangent, crude_square_root, inverse_range, partition_diagonal, partition_mid_y,
    transform,
};

#[test]
fn diagonals_of_cells_go_through_the_crude_root() {
    let cases = [
        (256.0, 0.0, 0.0, 192.0),
        (256.0, 0.0, 100.0, 196.8828125),
        (256.0, -10.0, 50.0, 193.7578125),
        (256.0, 0.0, 256.0, 224.0),
        (1024.0, 0.0, 0.0, 768.0),
        (1024.0, 0.0, 100.0, 769.220703125),
    ];
    for (cell, low, high, diagonal) in cases {
        assert_eq!(partition_diagonal(cell, low, high), diagonal, "{cell} {low} {high}");
    }
}

#[test]
fn the_crude_root_is_exact_only_for_even_powers_of_two() {
    assert_eq!(crude_square_root(4.0), 2.0);
    assert_eq!(crude_square_root(65536.0), 256.0);
    assert_eq!(crude_square_root(2.0), 1.5);
    assert_eq!(crude_square_root(0.0).to_bits(), 0x1FC0_0000);
}

#[test]
fn middles_are_computed_in_single_precision() {
    assert_eq!(partition_mid_y(-10.0, 50.0), 20.0);
    // 2^24 + 1 is no f32: the sum rounds before it is halved.
    assert_eq!(partition_mid_y(1.0, 16_777_216.0), 8_388_608.0);
}

#[test]
fn the_lens_and_the_light() {
    assert_eq!(cotangent(0.5), 1.8304877);
    assert_eq!(inverse_range(1.0, 5.0), 0.25);
}

#[test]
fn transforms_about_one_axis() {
    let close = |found: [[f32; 3]; 4], wanted: [[f32; 3]; 4]| {
        for (found, wanted) in found.as_flattened().iter().zip(wanted.as_flattened()) {
            assert!((found - wanted).abs() < 1e-6, "{found} {wanted}");
        }
    };
    let quarter = std::f32::consts::FRAC_PI_2;
    let ones = [1.0; 3];
    assert_eq!(transform([0.0; 3], ones, [0.0; 3]), IDENTITY);
    // Row vectors: row 0 is where x goes. About y, x goes to -z and z to x.
    close(
        transform([0.0, quarter, 0.0], ones, [0.0; 3]),
        [[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0; 3]],
    );
    // About x, y goes to z and z to -y.
    close(
        transform([quarter, 0.0, 0.0], ones, [0.0; 3]),
        [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0], [0.0; 3]],
    );
    // About z, x goes to y and y to -x.
    close(
        transform([0.0, 0.0, quarter], ones, [0.0; 3]),
        [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0; 3]],
    );
}

#[test]
fn sines_are_rounded_once() {
    // Some of them come out another by the last bit in single precision.
    for step in -3140..=3140 {
        let angle = step as f32 / 1000.0;
        let (sine, cosine) = (f64::from(angle).sin() as f32, f64::from(angle).cos() as f32);
        let rows = transform([angle, 0.0, 0.0], [1.0; 3], [0.0; 3]);
        assert_eq!((rows[2][1], rows[1][1]), (-sine, cosine), "{angle}");
    }
}

#[test]
fn transforms_are_exact_to_the_last_bit() {
    // Worked out from the table with correctly rounded sines and cosines, each
    // product and sum rounded to f32 from left to right.
    let rows = transform([0.5, 0.25, -1.0], [1.0, 2.0, 1.0], [100.0, 5.0, -30.0]);
    assert_eq!(
        rows,
        [
            [0.423_697_2, -0.738_460_24, -0.524_554_13],
            [1.758_795_7, 0.948_319_7, 0.085_597_426],
            [0.217_117_4, -0.479_425_55, 0.850_300_6],
            [100.0, 5.0, -30.0],
        ]
    );
}

#[test]
fn scale_acts_before_the_rotation_and_translation_last() {
    let rows = transform([0.0; 3], [2.0, 3.0, 4.0], [5.0, 6.0, 7.0]);
    assert_eq!(rows, [[2.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 4.0], [5.0, 6.0, 7.0]]);
}

#[test]
fn only_whole_cells_exist() {
    let grid = Grid { left: -100, bottom: 700, right: 500, top: 0, cell: 256 };
    assert_eq!((grid.columns(), grid.rows(), grid.cells()), (2, 2, 4));
    // Row by row from maximum z down, in each row from minimum x up.
    let corners: Vec<_> = (0..4).map(|cell| grid.corner(cell)).collect();
    assert_eq!(corners, [[-100.0, 700.0], [156.0, 700.0], [-100.0, 444.0], [156.0, 444.0]]);
    assert_eq!(Grid { right: 155, ..grid }.cells(), 0);
    assert_eq!(Grid { right: -2000, top: 9000, ..grid }.cells(), 0);
    assert_eq!(
        Grid { left: i32::MIN, right: i32::MAX, bottom: i32::MAX, top: i32::MIN, cell: 256 }.columns(),
        16_777_215
    );
}
