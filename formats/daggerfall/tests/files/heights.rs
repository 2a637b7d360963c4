//! Heights of the land in its three readings. The expected numbers of the first and the third were worked out
//! from the specification with whole fractions, apart from this code.

use daggerfall::woods::land::{Heights, Reading, SIDE};
use daggerfall::woods::{Elevations, Pixel, Woods, noise, original, unity};

/// A map of 6 x 5 pixels with hills, `factor` on its control heights.
fn hills(factor: u32) -> Woods {
    let control = |x: u32, y: u32, index: u32| {
        ((11 * x + 5 * y + 3 * (index / 5).pow(2) + 2 * (index % 5)) % 50 * factor) as u8
    };
    let pixel = |x: u32, y: u32| {
        let heights = std::array::from_fn(|index| control(x, y, index as u32));
        let elevation = (7 * x * x + 13 * y) % 90 + 20;
        (elevation as u8, Pixel { heights, seed: 7 * x + y + 1, roughness: 3 << 5, ..Pixel::default() })
    };
    Woods::new(6, 5, pixel).unwrap()
}

/// Pixel x and y, column from the west and row from the south of a corner, and its metres.
type Point = ([i32; 4], f32);

fn assert_points(map: &Woods, reading: Reading, points: &[Point; 20]) {
    for ([px, py, column, row], expected) in points {
        let heights = reading.heights(&map.elevations(), map, *px, *py);
        let found = heights.at(*column as usize, *row as usize);
        assert!((found - expected).abs() < 1e-3, "{px} {py} {column} {row}: {found}, not {expected}");
    }
}

const UNITY: [Point; 20] = [
    ([2, 2, 0, 0], 572.0),
    ([2, 2, 128, 0], 784.0),
    ([2, 2, 0, 128], 448.0),
    ([2, 2, 128, 128], 660.0),
    ([2, 2, 64, 64], 529.25),
    ([2, 2, 32, 96], 603.7793),
    ([3, 2, 0, 64], 612.0),
    ([2, 2, 128, 64], 612.0),
    ([0, 0, 0, 128], 224.0),
    ([0, 0, 64, 64], 219.0),
    ([5, 4, 128, 0], 700.0),
    ([5, 4, 96, 32], 727.6191),
    ([1, 3, 16, 112], 542.5352),
    ([4, 1, 1, 1], 784.9144),
    ([4, 1, 127, 127], 377.3484),
    ([3, 3, 43, 0], 563.9777),
    ([3, 3, 42, 85], 739.0673),
    ([2, 4, 100, 20], 915.083),
    ([1, 1, 64, 0], 377.0),
    ([-1, 2, 64, 64], 425.0),
];

const NOISE: [Point; 20] = [
    ([2, 2, 0, 0], 4.33125),
    ([2, 2, 128, 0], 20.7625),
    ([2, 2, 0, 128], 0.55),
    ([2, 2, 128, 128], 15.125),
    ([2, 2, 64, 64], 28.6),
    ([2, 2, 32, 96], 8.3875),
    ([3, 2, 0, 64], 30.3875),
    ([2, 2, 128, 64], 30.3875),
    ([0, 0, 0, 128], 4.95),
    ([0, 0, 64, 64], 31.35),
    ([5, 4, 128, 0], 0.0),
    ([5, 4, 96, 32], 23.925),
    ([1, 3, 16, 112], 0.0),
    ([4, 1, 1, 1], 26.03477),
    ([4, 1, 127, 127], 23.27097),
    ([3, 3, 43, 0], 18.06836),
    ([3, 3, 42, 85], 16.33242),
    ([2, 4, 100, 20], 24.4127),
    ([1, 1, 64, 0], 20.075),
    ([-1, 2, 64, 64], 0.0),
];

#[test]
fn the_first_reading_has_twenty_heights_worked_out_by_hand() {
    assert_points(&hills(1), Reading::Unity { noise: false }, &UNITY);
}

#[test]
fn the_third_reading_has_twenty_heights_worked_out_by_hand() {
    assert_points(&hills(6), Reading::Noise { step: noise::STEP }, &NOISE);
}

#[test]
fn the_cubic_has_the_values_of_the_specification() {
    assert_eq!(unity::cubic([0.0, 0.0, 8.0, 8.0], 0.25), 2.0);
    assert_eq!(unity::cubic([1.0, 2.0, 4.0, 8.0], 0.25), 2.453125);
    assert_eq!(unity::cubic([10.0, 20.0, 20.0, 10.0], 0.5), 22.5);
}

#[test]
fn the_sea_is_flat_and_mountains_end() {
    let map = Woods::new(6, 4, |x, _| (if x < 3 { 0 } else { 255 }, Pixel::default())).unwrap();
    let elevations = map.elevations();
    let plain = Reading::Unity { noise: false };
    assert!(plain.heights(&elevations, &map, 1, 1).values().iter().all(|height| *height == 27.2));
    assert!(plain.heights(&elevations, &map, 5, 1).values().iter().all(|height| *height == 1539.0));
    assert_eq!((plain.sea(), Reading::Original { step: 11.0 }.sea()), (27.2, 0.0));
}

#[test]
fn bumps_are_at_most_two_and_a_half_metres() {
    let map = Woods::new(4, 4, |_, _| (50, Pixel::default())).unwrap();
    let with = Reading::default().heights(&map.elevations(), &map, 1, 1);
    let bumps: Vec<f32> = with.values().iter().map(|height| height - 400.0).collect();
    assert!(bumps.iter().all(|bump| (0.0..=2.5).contains(bump)));
    let [low, high] =
        [f32::min as fn(f32, f32) -> f32, f32::max].map(|of| bumps.iter().copied().reduce(of).unwrap());
    assert!(high - low > 0.5, "{low} to {high}");
}

/// Corners of the western edge, from the south.
fn west(heights: &Heights) -> Vec<f32> {
    (0..SIDE).map(|row| heights.at(0, row)).collect()
}

#[test]
fn neighbours_share_their_edges_in_every_reading() {
    let map = hills(3);
    let elevations = map.elevations();
    for name in Reading::NAMES {
        let reading = Reading::by_name(name).unwrap();
        let here = reading.heights(&elevations, &map, 2, 2);
        let east = reading.heights(&elevations, &map, 3, 2);
        let north = reading.heights(&elevations, &map, 2, 1);
        let edge: Vec<f32> = (0..SIDE).map(|row| here.at(SIDE - 1, row)).collect();
        assert_eq!(edge, west(&east), "{name}");
        assert_ne!(edge, west(&here), "{name}");
        assert_eq!(here.values()[SIDE * (SIDE - 1)..], north.values()[..SIDE], "{name}");
        // Beyond the map the land goes on.
        let beyond = reading.heights(&elevations, &map, 900, -900);
        assert!(beyond.values().iter().all(|height| height.is_finite()));
    }
    assert_eq!(Reading::by_name("flat"), None);
    for name in Reading::NAMES {
        let reading = Reading::by_name(name).unwrap();
        assert_eq!(reading.name(), name);
        // Twice the step is land of twice the height, where there are steps.
        let [low, high] =
            [11.0, 22.0].map(|step| reading.with_step(step).heights(&elevations, &map, 2, 2).at(9, 7));
        let factor = if matches!(name, "original" | "noise") { 2.0 } else { 1.0 };
        assert!(low > 0.0 && (high - low * factor).abs() < 1e-3, "{name}: {low} {high}");
    }
}

/// The pixel that the specification works out: controls 10 + 5 x row + 3 x column, seed 1234.
fn sloping(roughness: u8) -> Pixel {
    let heights = std::array::from_fn(|index| (10 + 5 * (index / 5) + 3 * (index % 5)) as u8);
    Pixel { seed: 1234, roughness: roughness << 5, heights, ..Pixel::default() }
}

fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), |crc, _| step(crc)))
}

#[test]
fn the_original_has_the_values_of_the_specification() {
    let mut generator = original::Generator::new(1);
    assert_eq!([(); 6].map(|()| generator.next()), [797, 3963, 2281, 2100, 1308, 1330]);
    let rows: [(u8, [u8; 9], u32); 3] = [
        (0, [10; 9], 3_461_692_311),
        (3, [10, 12, 11, 13, 11, 13, 12, 12, 10], 2_374_906_998),
        (6, [10, 9, 8, 11, 8, 9, 11, 11, 8], 161_008_970),
    ];
    for (roughness, row, crc) in rows {
        let grid = original::grid(&sloping(roughness));
        let first = original::first(&grid);
        assert_eq!(
            grid[..9].iter().map(|height| height - original::SEA).collect::<Vec<_>>(),
            row,
            "{roughness}"
        );
        assert_eq!((first.len(), crc32(&first)), (128 * 128, crc), "{roughness}");
    }
    let middle = original::grid(&sloping(3))[64 * SIDE + 60..][..9].to_vec();
    assert_eq!(middle, [27, 29, 28, 29, 26, 28, 27, 28, 27].map(|height| height + original::SEA));
}

#[test]
fn the_original_is_drawn_from_its_bytes() {
    let map = Woods::new(2, 2, |_, _| (0, sloping(3))).unwrap();
    let heights = original::heights(&map, 0, 0, 11.0);
    let grid = original::grid(&sloping(3));
    // 11 units a step, of 0.025 metres; row 0 of the grid is the north.
    for (column, row) in [(0, 0), (5, 17), (127, 127), (64, 1)] {
        let expected = f32::from(grid[row * SIDE + column] - original::SEA) * 0.275;
        assert!((heights.at(column, 128 - row) - expected).abs() < 1e-4);
    }
    // The last row and column are the neighbours' first, the same pixel again here.
    assert_eq!(heights.at(128, 100), heights.at(0, 100));
    assert_eq!(heights.at(77, 0), heights.at(77, 128));
}

#[test]
fn a_full_record_is_taken_as_it_is() {
    let full = Pixel { roughness: 1, ..Pixel::default() };
    let mut map = Woods::new(1, 1, |_, _| (0, full.clone())).unwrap();
    map.body.truncate(map.body.len() - 25);
    // Heights 5, the first under two triangles; the last is water of depth 9.
    map.body.extend([5 | 0x80].into_iter().chain([5; 16382]).chain([0]));
    map.body.extend([0; 2 * 16384]);
    map.body.extend([0; 16383].into_iter().chain([9]));
    let bytes = original::bytes(&map, 0, 0);
    assert_eq!((bytes[0], bytes[1], bytes[16383]), (133, 133, 9));
    assert_eq!(original::heights(&map, 0, 0, 11.0).at(0, 128), 5.0 * 11.0 * 0.025);
}

#[test]
fn changed_elevations_change_the_land_but_not_the_file() {
    let map = hills(1);
    let mut elevations: Elevations = map.elevations();
    elevations.values.fill(100);
    let plain = Reading::Unity { noise: false };
    assert_ne!(plain.heights(&elevations, &map, 2, 2), plain.heights(&map.elevations(), &map, 2, 2));
}
