//! WOODS.WLD, CLIMATE.PAK and POLITIC.PAK.

use super::{clean, fixture, found, hold, outcome, refused};
use binary::Mode;
use daggerfall::climate::{self, Climate, Season, is_window, swap};
use daggerfall::pak::{self, Pak, Run};
use daggerfall::woods::perlin::{Rows, perlin};
use daggerfall::woods::{self, Pixel, Woods};
use harness::typed::{self, row, structure};
use harness::{Outcome, Subject};

fn woods_outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (map, report) = woods::read(bytes, mode)?;
    // What programs ask must not fail either, wherever they look.
    for place in [-9, 0, 1, 9] {
        map.elevation(place, place);
        map.pixel(place, place);
        map.layers(place, place);
        map.band(place as u8);
    }
    Ok(outcome(woods::write(&map)?, report))
}

fn pak_outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (pak, report) = pak::read(bytes, mode)?;
    Ok(outcome(pak::write(&pak)?, report))
}

#[test]
fn every_rule_of_the_land_is_enforced() {
    let subject =
        Subject { name: "woods", fixture: fixture!("woods"), read: woods_outcome, sites: woods::fields };
    let elsewhere = ["size", "empty", "limit", "unwritable"];
    hold(include_str!("../rules/woods.toml"), 12, &[subject], &woods::codes(), &elsewhere);
}

#[test]
fn every_rule_of_values_is_enforced() {
    let subject = Subject { name: "pak", fixture: fixture!("pak"), read: pak_outcome, sites: pak::fields };
    hold(include_str!("../rules/pak.toml"), 6, &[subject], &pak::codes(), &["limit", "unwritable"]);
}

fn map() -> Woods {
    found(woods::read(&fixture!("woods"), Mode::Strict)).0
}

#[test]
fn a_map_has_the_values_of_the_specification() {
    let map = map();
    assert_eq!((map.width(), map.height()), (3, 2));
    let elevations: Vec<u8> = (0..6).map(|place| map.elevation(place % 3, place / 3)).collect();
    assert_eq!(elevations, [0, 2, 40, 4, 100, 127]);
    assert_eq!(map.elevations().values, elevations);
    // Records stand in column order: pixel 1, 0 is the third.
    let pixel = map.pixel(1, 0).unwrap();
    assert_eq!((pixel.seed, pixel.ground, pixel.band, pixel.roughness()), (1236, 2, 2, 5));
    assert_eq!((pixel.control(0, 0), pixel.control(1, 2), pixel.control(4, 4)), (12, 23, 44));
    assert_eq!(map.controls(1, 0)[5 + 2], 23);
    assert_eq!(
        (map.band(0), map.band(1), map.band(2)),
        ([3, 15, 75, 110], [3, 20, 90, 110], [3, 10, 20, 60])
    );
    // Beyond the edge.
    assert_eq!(map.pixel(-4, 99).unwrap().seed, map.pixel(0, 1).unwrap().seed);
    assert_eq!(map.layers(1, 0), None);
}

#[test]
fn numbers_of_the_land_are_written_where_the_tables_say() {
    let header = "0 offset_list_size =\n4 width =\n8 height =\n12 zero u32\n16 bands u32\n20 one u32\n24 head_size u32\n\
                  28 elevation u32\n32 zeros u32*28";
    assert_eq!(typed::run_tables(&map(), woods::write, 0, &[structure("/header", 0, header)]), 33);
    let pixel =
        "0 seed u32\n4 nature u16\n6 ground u16\n8 band u8\n9 roughness u8\n10 paths u16*6\n22 heights u8*25";
    let write = |pixel: &Pixel| {
        Ok(woods::write(&Woods::new(1, 1, |_, _| (0, pixel.clone())).unwrap())?[1173..].to_vec())
    };
    let table = [structure("", 0, pixel)];
    assert_eq!(typed::run_tables(&map().pixel(2, 1).unwrap(), write, 0, &table), 36);
}

#[test]
fn a_full_record_has_four_layers() {
    let full = Pixel { roughness: 0x61, ..Pixel::default() };
    let mut map = Woods::new(1, 1, |_, _| (9, full.clone())).unwrap();
    assert_eq!(
        found(woods::read(&woods::write(&map).unwrap(), Mode::Lenient)).1[1],
        "daggerfall.woods.full_record"
    );
    assert_eq!(map.layers(0, 0), None);
    let heads = map.body.len() - 25;
    map.body.truncate(heads);
    for layer in 1..=4 {
        map.body.extend([layer; 128 * 128]);
    }
    let (read, codes) = found(woods::read(&woods::write(&map).unwrap(), Mode::Strict));
    assert_eq!((codes, &read), (vec!["daggerfall.woods.size"], &map));
    let layers = read.layers(0, 0).unwrap();
    assert_eq!(
        layers.map(|layer| (layer.len(), layer[0], layer[16383])),
        [1, 2, 3, 4].map(|layer| (16384, layer, layer))
    );
}

#[test]
fn maps_of_no_pixels_and_of_millions_are_refused_without_their_memory() {
    let mut bytes = fixture!("woods");
    bytes[4..8].fill(0);
    assert_eq!(refused(woods::read(&bytes, Mode::Lenient)), "daggerfall.woods.empty");
    bytes[4..8].copy_from_slice(&1_000_000_u32.to_le_bytes());
    bytes[8..12].copy_from_slice(&1000_u32.to_le_bytes());
    let (code, peak) = harness::alloc::peak_of(|| refused(woods::read(&bytes, Mode::Lenient)));
    assert_eq!(code, "daggerfall.woods.limit");
    assert!(peak < 10_000, "{peak}");
    bytes[4..8].copy_from_slice(&1000_u32.to_le_bytes());
    assert_eq!(refused(woods::read(&bytes, Mode::Lenient)), "daggerfall.woods.truncated");
    let mut map = map();
    map.offsets.pop();
    assert_eq!(woods::write(&map).unwrap_err().code, "daggerfall.woods.unwritable");
    assert!(Woods::new(0, 9, |_, _| (0, Pixel::default())).is_none());
    assert!(Woods::new(90_000, 90_000, |_, _| (0, Pixel::default())).is_none());
}

#[test]
fn steep_land_around_places_is_softened() {
    let mut elevations = map().elevations();
    (elevations.width, elevations.height) = (4, 4);
    elevations.values = vec![10, 10, 10, 10, 10, 20, 31, 10, 10, 30, 10, 10, 10, 10, 10, 10];
    let before = elevations.clone();
    // 20 to 31 and 20 to 30 are 21 steps; the other place is on flat land.
    elevations.soften(|x, y| [(1, 1), (3, 3)].contains(&(x, y)));
    // 10 x 6 + 20 + 31 + 30 = 141, a ninth of which is 15.67.
    assert_eq!(elevations.values, [15, 15, 15, 10, 15, 15, 15, 10, 15, 15, 15, 10, 10, 10, 10, 10]);
    let mut flatter = before;
    flatter.values[6] = 30;
    let expected = flatter.clone();
    flatter.soften(|x, y| (x, y) == (1, 1));
    assert_eq!(flatter, expected);
}

#[test]
fn values_belong_to_the_next_column() {
    let pak = clean(pak::read(&fixture!("pak"), Mode::Strict));
    assert_eq!(pak.layout, None);
    assert_eq!(pak.rows[1], [(208, 223), (1, 231), (792, 224)].map(|(count, value)| Run { count, value }));
    let grid = pak.grid();
    assert_eq!([206, 207, 208, 999].map(|x| grid.at(x, 1)), [223, 231, 224, 224]);
    // The first value of a row belongs to no pixel.
    assert_eq!((grid.at(0, 499), grid.at(-1, 600)), (145, 145));
    let mut changed = grid.clone();
    changed.set(207, 1, 230);
    changed.set(1000, 1, 230);
    assert_eq!((changed.at(207, 1), changed.at(999, 1), changed.at(208, 1)), (230, 224, 224));
    typed::through_json(&pak);
}

#[test]
fn runs_are_written_where_the_table_says() {
    let pak = clean(pak::read(&fixture!("pak"), Mode::Strict));
    let rows = [
        row(&[("/rows/0/0/count", "258")], &[(2000, "02 01")]),
        row(&[("/rows/1/1/value", "7")], &[(2008, "07")]),
    ];
    assert_eq!(typed::run(&pak, pak::write, &rows), 2);
    let refused = |change: fn(&mut Pak)| {
        let mut pak = pak.clone();
        change(&mut pak);
        pak::write(&pak).unwrap_err().expected.clone()
    };
    assert_eq!(refused(|pak| pak.rows.truncate(3)), "500 rows");
}

#[test]
fn rows_may_be_anywhere_and_broken() {
    let mut bytes = fixture!("pak");
    // Rows 0 and 2 share their bytes, so that those of row 2 belong to none.
    bytes.copy_within(0..4, 8);
    let (pak, report) = pak::read(&bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    assert_eq!(pak.layout.as_ref().unwrap().gaps.len(), 1);
    assert_eq!(pak::write(&pak).unwrap(), bytes);
    // A run of nothing ends its row, whose last value goes on.
    bytes[2000..2002].fill(0);
    let (pak, codes) = found(pak::read(&bytes, Mode::Lenient));
    assert_eq!(codes, ["daggerfall.pak.empty_run"; 2]);
    assert_eq!(pak.grid().at(999, 0), 223);
    assert_eq!(pak::write(&pak).unwrap(), bytes);
}

#[test]
fn climates_have_the_archives_of_the_specification() {
    let rows: Vec<_> = (222..=233)
        .map(Climate::of)
        .map(|climate| {
            let [summer, winter] = [Season::Other, Season::Winter];
            let ground = [climate.ground(summer), climate.ground(winter)];
            (ground, [climate.nature(summer), climate.nature(winter)], climate.sky, climate.base.first())
        })
        .collect();
    let woods = ([302, 303], [504, 505], 16, 300);
    let expected = [
        woods,
        ([402, 403], [504, 505], 24, 400),
        ([2, 2], [503, 503], 8, 0),
        ([2, 2], [503, 503], 8, 0),
        ([102, 103], [510, 511], 0, 100),
        ([402, 403], [500, 500], 24, 400),
        ([402, 403], [502, 502], 24, 400),
        ([2, 2], [501, 501], 24, 0),
        ([102, 103], [506, 507], 16, 300),
        woods,
        ([302, 303], [508, 509], 16, 300),
        woods,
    ];
    assert_eq!(rows, expected);
    assert_eq!((climate::region(128), climate::region(189), climate::region(190)), (Some(0), Some(61), None));
    assert_eq!(climate::region(climate::OPEN_SEA), None);
}

#[test]
fn textures_of_buildings_follow_the_climate() {
    let [desert, mountain, woods, swamp] = [224, 226, 231, 228].map(Climate::of);
    let summer = |texture, climate: &Climate| swap(texture, climate, Season::Other);
    let winter = |texture, climate: &Climate| swap(texture, climate, Season::Winter);
    // Sets 7 to 69 of the list, with snow but in the desert.
    for set in [7, 12, 14, 17, 26, 29, 38, 42, 58, 61, 64, 69] {
        assert_eq!(summer([300 + set, 1], mountain), [100 + set, 1]);
        assert_eq!(winter([set, 1], woods), [301 + set, 1]);
        assert_eq!(winter([100 + set, 1], desert), [set, 1]);
    }
    // Mages in the swamp and castles' records above 3 have no snow.
    assert_eq!((winter([335, 0], swamp), winter([335, 0], woods)), ([435, 0], [336, 0]));
    assert_eq!((winter([9, 3], woods), winter([9, 4], woods)), ([310, 3], [309, 4]));
    // City special is nobody's set, and has snow.
    assert_eq!(
        (winter([79, 2], woods), winter([82, 1], woods), winter([82, 2], woods)),
        ([80, 2], [83, 1], [82, 2])
    );
    assert_eq!(summer([79, 2], swamp), [79, 2]);
    // Interiors and doors have none; set 41 stays in the swamp, record 3 of doors everywhere.
    assert_eq!(
        (winter([111, 5], woods), summer([341, 0], swamp), summer([341, 0], mountain)),
        ([311, 5], [341, 0], [141, 0])
    );
    assert_eq!((winter([74, 0], mountain), summer([374, 3], swamp)), ([174, 0], [374, 3]));
    assert_eq!(winter([402, 9], mountain), [103, 9]);
    // Others stay.
    for texture in [[210, 1], [356, 0], [504, 3], [510, 0], [199, 8], [1, 0]] {
        assert_eq!(winter(texture, mountain), texture);
    }
}

#[test]
fn windows_are_those_of_the_list() {
    for texture in [
        [9, 3],
        [110, 3],
        [315, 3],
        [375 - 100, 1],
        [79, 0],
        [80, 2],
        [83, 0],
        [36, 2],
        [151, 3],
        [171, 2],
        [173, 3],
    ] {
        assert!(is_window(texture), "{texture:?}");
    }
    for texture in [[9, 2], [210, 3], [280, 3], [377, 3], [79, 1], [82, 3], [171, 1], [510, 3], [11, 3]] {
        assert!(!is_window(texture), "{texture:?}");
    }
}

#[test]
fn rows_of_points_have_the_values_of_each_point_alone() {
    let mut values = [0.0; 129];
    for (x, y, frequency) in [(26_496.0, 36_736.0, 0.3), (1_026_496.0, 1_000_000.0, 0.05), (0.0, -7.0, 0.9)] {
        let mut rows = Rows::new(x, values.len(), frequency);
        // Northwards, and back again.
        for row in (0..40).chain([3, 0, 90]) {
            rows.fill(y + f64::from(row), &mut values);
            for (column, value) in values.iter().enumerate() {
                let alone = perlin((x + column as f64) * frequency, (y + f64::from(row)) * frequency);
                assert_eq!(value.to_bits(), alone.to_bits(), "{frequency} {column} {row}");
            }
        }
    }
}
