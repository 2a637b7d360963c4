//! TEXTURE.nnn, palettes, skies, and tiles of the ground.

use super::{clean, fixture, found, hold, outcome, refused};
use binary::Mode;
use daggerfall::ground;
use daggerfall::night;
use daggerfall::palette::{self, Palette};
use daggerfall::sky::{self, Side};
use daggerfall::texture::{self, Archive, Encoding, NewRecord, Picture, Problem};
use harness::mutate::{self, Options};
use harness::typed::{self, row, structure};
use harness::{Outcome, Subject, rules};

fn read_textures(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (archive, report) = texture::read(bytes, mode)?;
    archive.flat_size(0);
    Ok(outcome(texture::write(&archive)?, report))
}

fn read_palette(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (palette, report) = palette::read(bytes, mode)?;
    Ok(outcome(palette::write(&palette)?, report))
}

fn read_sky(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (sky, report) = sky::read(bytes, mode)?;
    Ok(outcome(sky::write(&sky)?, report))
}

fn read_night(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (night, report) = night::read(bytes, mode)?;
    Ok(outcome(night::write(&night)?, report))
}

#[test]
fn every_rule_of_textures_is_enforced() {
    let subject = Subject {
        name: "texture",
        fixture: fixture!("texture"),
        read: read_textures,
        sites: texture::fields,
    };
    hold(include_str!("../rules/texture.toml"), 13, &[subject], &texture::codes(), &["limit", "unwritable"]);
}

#[test]
fn every_rule_of_palettes_is_enforced() {
    let subject = |name, fixture| Subject { name, fixture, read: read_palette, sites: palette::fields };
    let subjects = [subject("col", fixture!("palette_col")), subject("pal", fixture!("palette_pal"))];
    assert_eq!(rules::run(include_str!("../rules/palette.toml"), &subjects), 4);
    // A palette can only be too short, so that this is all that mutations run into.
    for (subject, seed) in subjects.iter().zip(776..) {
        println!("{}", mutate::run(subject, &Options::new(seed, 1000)));
    }
}

#[test]
fn every_rule_of_skies_is_enforced() {
    let subject = Subject { name: "sky", fixture: fixture!("sky"), read: read_sky, sites: sky::fields };
    assert_eq!(rules::run(include_str!("../rules/sky.toml"), &[subject]), 3);
    assert_eq!(sky::codes().len(), 4);
}

#[test]
fn every_rule_of_nights_is_enforced() {
    let subject =
        Subject { name: "night", fixture: fixture!("night"), read: read_night, sites: night::fields };
    assert_eq!(rules::run(include_str!("../rules/night.toml"), &[subject]), 2);
    assert_eq!(night::codes().len(), 3);
}

fn archive() -> Archive {
    clean(texture::read(&fixture!("texture"), Mode::Strict))
}

#[test]
fn pictures_are_decoded_in_each_of_the_four_ways() {
    let archive = archive();
    assert_eq!((archive.name.text(), archive.records.len()), ("Fixture".to_owned(), 5));
    let picture = |width, height, pixels: &[u8]| Picture { width, height, pixels: pixels.to_vec() };
    assert_eq!(archive.frame(0, 0).unwrap(), picture(4, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]));
    // Two zeros, a nine, a zero, an eight; then no zeros and five others.
    assert_eq!(archive.frame(1, 0).unwrap(), picture(5, 2, &[0, 0, 9, 0, 8, 1, 2, 3, 4, 5]));
    assert_eq!(archive.frame(1, 1).unwrap(), picture(2, 1, &[0, 0]));
    for record in [2, 3] {
        assert_eq!(archive.frame(record, 0).unwrap(), picture(4, 2, &[5, 5, 5, 6, 1, 2, 3, 4]));
        assert_eq!(archive.frame(record, 1).unwrap(), picture(4, 2, &[7, 8, 9, 10, 0, 0, 9, 9]));
    }
    assert_eq!(archive.frame(4, 0).unwrap(), picture(4, 1, &[4, 3, 2, 1]));
    assert_eq!((archive.frame(0, 1), archive.frame(5, 0)), (Err(Problem::Missing), Err(Problem::Missing)));
    // 4 less half of it, 3 and a quarter of it without the rest.
    assert_eq!(archive.flat_size(0), Some([2, 3]));
    assert_eq!((archive.frames(2), archive.frames(9)), (2, 0));
    assert_eq!(
        (archive.records[0].head.as_ref().unwrap().x, archive.records[0].head.as_ref().unwrap().y),
        (3, -4)
    );
}

#[test]
fn solid_colours_follow_from_the_number_of_the_archive() {
    assert_eq!(
        [texture::solid(0, 0), texture::solid(0, 127), texture::solid(1, 3)],
        [Some(0), Some(127), Some(131)]
    );
    assert_eq!([texture::solid(1, 128), texture::solid(2, 0)], [None, None]);
    assert_eq!(
        ["TEXTURE.302", "arena2/texture.002", "TEXTURE.30", "TEX.302", "TEXTURE.3o2"].map(texture::number),
        [Some(302), Some(2), None, None, None]
    );
}

#[test]
fn numbers_of_archives_are_written_where_the_tables_say() {
    let entry = "0 unknown i16\n2 position =\n6 unknown2 i16\n8 unknown3 u32\n12 unknown4 u32";
    let head = "0 x i16\n2 y i16\n4 width i16\n6 height i16\n8 compression u16\n10 size i32\n14 data i32\n18 normal i16\n\
                20 frames u16\n22 unknown i16\n24 scale_x i16\n26 scale_y i16";
    let table = [
        structure("/name", 2, "0 . name"),
        structure("/records/1/entry", 26 + 20, entry),
        structure("/records/0/head", 126, head),
    ];
    assert_eq!(typed::run_tables(&archive(), texture::write, 0, &table), 17);
    let mut outside = archive();
    outside.records[0].entry.position = 20;
    assert_eq!(texture::write(&outside).unwrap_err().code, "daggerfall.texture.unwritable");
}

#[test]
fn archives_are_made_in_each_of_the_four_ways() {
    let picture = |width: usize, height: usize, seed: usize| Picture {
        width,
        height,
        pixels: (0..width * height)
            .map(|place| if place % 7 < 4 { 0 } else { (place * seed % 251) as u8 })
            .collect(),
    };
    let two = |encoding| NewRecord {
        frames: vec![picture(40, 30, 3), picture(40, 30, 5)],
        offset: [-3, 4],
        scale: [128, -64],
        encoding,
    };
    let mut records: Vec<NewRecord> =
        (0..9).map(|index| NewRecord::new(picture(64, 64 - index, 2 + index))).collect();
    records.extend([Encoding::Raw, Encoding::ImageRuns, Encoding::RecordRuns].map(two));
    records.push(NewRecord { encoding: Encoding::ImageRuns, ..NewRecord::new(picture(300, 9, 11)) });
    let archive = Archive::new("Made", &records).unwrap();
    let bytes = texture::write(&archive).unwrap();
    let again = clean(texture::read(&bytes, Mode::Strict));
    assert_eq!(again, archive);
    for (index, record) in records.iter().enumerate() {
        assert_eq!(again.frames(index), record.frames.len());
        for (frame, picture) in record.frames.iter().enumerate() {
            assert_eq!(&again.frame(index, frame).unwrap(), picture, "{index} {frame}");
        }
    }
    assert_eq!(again.flat_size(10), Some([60, 23]));
    // Four pictures of 64 pixels share rows of 256 bytes: nine take three shelves.
    assert!(bytes.len() < 3 * 64 * 256 + 20_000, "{}", bytes.len());
    // What does not fit is refused.
    assert_eq!(Archive::new("Made", &[NewRecord::new(picture(300, 2, 3))]), None);
    assert_eq!(Archive::new("Made", &[NewRecord::default()]), None);
    let uneven = NewRecord { frames: vec![picture(4, 4, 1), picture(4, 5, 1)], ..NewRecord::default() };
    assert_eq!(Archive::new("Made", &[uneven]), None);
    assert_eq!(Archive::new("A name of more than 24 letters", &[]), None);
}

#[test]
fn pictures_that_never_end_are_given_up() {
    let mut bytes = fixture!("texture");
    // The heads of the pictures in runs, whose widths become as large as they can.
    for head in [729, 797] {
        assert_eq!(bytes[head + 8], 8);
        bytes[head + 4..head + 8].fill(0x7F);
    }
    let (archive, codes) = found(texture::read(&bytes, Mode::Lenient));
    assert_eq!(codes, ["daggerfall.texture.pixels"; 2]);
    assert_eq!(archive.frame(2, 0), Err(Problem::Size([0x7F7F; 2])));
    // A run of no pixels does not fill a row.
    let mut bytes = fixture!("texture");
    bytes[729 + 28 + 16 + 2..][..2].fill(0);
    let (archive, _) = found(texture::read(&bytes, Mode::Lenient));
    assert_eq!(archive.frame(2, 0), Err(Problem::Row(0, "its runs do not fill its width")));
    assert!(archive.frame(2, 0).unwrap_err().to_string().contains("row 0"));
}

#[test]
fn palettes_have_a_head_or_none() {
    let col = clean(palette::read(&fixture!("palette_col"), Mode::Strict));
    let pal = clean(palette::read(&fixture!("palette_pal"), Mode::Strict));
    assert_eq!(col.colors[100], [100, 44, 188]);
    assert_eq!((col.head.is_some(), pal.head.is_some(), pal.colors[100]), (true, false, [25, 11, 47]));
    assert_eq!(pal.clone().brightened().colors[100], [100, 44, 188]);
    assert_eq!(palette::write(&Palette::col(*col.colors)).unwrap(), fixture!("palette_col"));
    assert_eq!(palette::write(&Palette::pal(*pal.colors)).unwrap(), fixture!("palette_pal"));
    let rows = [
        row(&[("/colors/255/2", "7")], &[(8 + 767, "07")]),
        row(&[("/head/magic", "1")], &[(4, "01 00 00 00")]),
    ];
    assert_eq!(typed::run(&col, palette::write, &rows), 2);
    let long = Palette { rest: vec![0; 8], ..pal };
    assert_eq!(palette::write(&long).unwrap_err().code, "daggerfall.palette.unwritable");
}

#[test]
fn a_sky_has_the_pictures_of_the_specification() {
    let bytes = fixture!("sky");
    assert_eq!(bytes.len(), 7_758_080);
    let sky = clean(sky::read(&bytes, Mode::Strict));
    assert_eq!((sky.palettes[31].colors[0], sky.palettes[31].colors[255]), ([31; 3], [1, 2, 3]));
    assert_eq!((sky.tables.len(), sky.tables[0]), (524_288, 9));
    let east = sky.picture(Side::East, 31).unwrap();
    let west = sky.picture(Side::West, 0).unwrap();
    assert_eq!((east.len(), east[0], east[112_639]), (512 * 220, 31, 224));
    assert_eq!((west[0], west[112_639]), (32, 223));
    assert!(sky.picture(Side::West, 32).is_none());
    assert_eq!(sky::write(&sky).unwrap(), bytes);
    let hours = [5.9, 6.0, 9.0, 11.99, 12.0, 17.99, 18.0].map(sky::at_hour);
    let day = |picture, exchanged| Some((picture, exchanged));
    assert_eq!(
        hours,
        [None, day(0, false), day(16, false), day(31, false), day(31, true), day(0, true), None]
    );
    // Another size is another file.
    assert_eq!(refused(sky::read(&bytes[..7_758_079], Mode::Lenient)), "daggerfall.sky.truncated");
    let side: Vec<Vec<u8>> = vec![vec![1; 512 * 220]; 32];
    let made = sky::Sky::new(vec![[[0; 3]; 256]; 32], &side, &side).unwrap();
    assert_eq!(sky::write(&made).unwrap().len(), sky::FILE_SIZE);
    assert!(sky::Sky::new(vec![], &side, &side).is_none());
}

#[test]
fn a_night_is_one_picture_and_belongs_to_eight_skies() {
    let bytes = fixture!("night");
    assert_eq!(bytes.len(), 512 * 219);
    let night = clean(night::read(&bytes, Mode::Strict));
    // The first row, the second, the last pixel.
    assert_eq!((night.pixels[0], night.pixels[511], night.pixels[512]), (7, 8, 9));
    assert_eq!(night.pixels.last(), Some(&255));
    assert_eq!(night::write(&night).unwrap(), bytes);
    let cut = night::Night { pixels: vec![0; 512 * 220] };
    assert_eq!(night::write(&cut).unwrap_err().code, "daggerfall.night.unwritable");
    assert_eq!(
        [0, 7, 8, 15, 16, 23, 24, 31].map(night::file_name),
        [3, 3, 1, 1, 2, 2, 0, 0].map(|number| format!("NITE0{number}I0.IMG"))
    );
}

#[test]
fn tiles_lie_between_materials_as_the_table_says() {
    // Water and dirt, by the corners south-west, south-east, north-west, north-east.
    let (r, f) = (ground::ROTATED, ground::FLIPPED);
    assert_eq!(ground::tile([0, 0, 0, 0]), 0);
    assert_eq!(ground::tile([1, 1, 1, 1]), 1);
    assert_eq!(ground::tile([2, 2, 2, 2]), 2);
    assert_eq!(ground::tile([3, 3, 3, 3]), 3);
    assert_eq!([ground::tile([1, 0, 0, 0]), ground::tile([0, 1, 0, 0])], [5 | r, 5 | f]);
    assert_eq!([ground::tile([0, 0, 1, 0]), ground::tile([0, 0, 0, 1])], [5, 5 | r | f]);
    assert_eq!([ground::tile([1, 0, 1, 0]), ground::tile([0, 1, 1, 0])], [6, 48]);
    // Dirt and grass: grass is even, so that dirt counts as the shape.
    assert_eq!(ground::tile([2, 1, 1, 1]), 10 | r);
    assert_eq!(ground::tile([1, 2, 1, 2]), 11 | f);
    // Grass and stone.
    assert_eq!(ground::tile([3, 3, 3, 2]), 17 | r);
    assert_eq!((ground::record(17 | r | f), ground::is_path(46 | r), ground::is_path(45)), (17, true, false));
    assert_eq!((ground::is_shallow(36), ground::is_shallow(32)), (true, false));
}

#[test]
fn each_piece_has_its_later_material_where_the_corners_say() {
    // Where the later material is in the pieces as they are painted: lower left, lower right, upper left, upper right.
    let filled = |piece: u8| match piece {
        0 => [true, true, true, true],
        1 => [false, false, true, false],
        2 => [true, false, true, false],
        3 => [true, false, true, true],
        _ => [false, true, true, false],
    };
    let pieces = [(0, [5, 6, 7, 48]), (1, [10, 11, 12, 51]), (2, [15, 16, 17, 53])];
    for (lower, pair) in pieces {
        for shape in 0..16_usize {
            let corners = [0, 1, 2, 3].map(|bit| lower + (shape >> bit & 1) as u8);
            let tile = ground::tile(corners);
            let record = ground::record(tile);
            let wanted = corners.map(|corner| corner > lower);
            let Some(piece) = pair.iter().position(|piece| *piece == record) else {
                assert_eq!([record; 4], corners, "plain ground");
                continue;
            };
            let looks = filled([1, 2, 3, 4][piece]);
            let seen = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]].map(|place| {
                let [x, y] = ground::picture_at(tile, place);
                looks[usize::from(x > 0.5) + 2 * usize::from(y > 0.5)]
            });
            assert_eq!(seen, wanted, "{lower} {shape:04b}");
        }
    }
}
