//! MAPS.BSA: the four records of a region, and all regions together.

use super::{clean, fixture, found, hold, outcome, refused};
use binary::Mode;
use daggerfall::bsa::{self, Archive};
use daggerfall::maps::dungeons::{self, Dungeons};
use daggerfall::maps::exteriors::{self, Exteriors};
use daggerfall::maps::table::{self, Row};
use daggerfall::maps::{self, Exterior, Placement, Region, block_name, corner, find_block};
use daggerfall::text::Text;
use harness::typed::{self, structure};
use harness::{Outcome, Subject};

fn read_places(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (places, report) = exteriors::read(bytes, 2, mode)?;
    for place in places.places.iter().flatten() {
        for block in 0..9 {
            block_name(&place.area, block, block % 3);
        }
        corner(place, [207, 213], Placement::Header);
    }
    Ok(outcome(exteriors::write(&places)?, report))
}

fn read_dungeons(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (dungeons, report) = dungeons::read(bytes, mode)?;
    for dungeon in dungeons.dungeons.iter().flatten() {
        dungeon.blocks.iter().for_each(|block| assert!(block.name().is_none_or(|name| name.len() == 12)));
    }
    Ok(outcome(dungeons::write(&dungeons)?, report))
}

fn read_table(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (table, report) = table::read_table(bytes, mode)?;
    table.rows.iter().for_each(|row| assert!(row.kind() < 32 && row.pixel()[0] < 1024));
    Ok(outcome(table::write_table(&table)?, report))
}

fn read_names(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (names, report) = table::read_names(bytes, mode)?;
    Ok(outcome(table::write_names(&names)?, report))
}

fn subjects() -> [Subject; 4] {
    [
        Subject {
            name: "places",
            fixture: fixture!("places"),
            read: read_places,
            sites: |bytes| exteriors::fields(bytes, 2),
        },
        Subject {
            name: "dungeons",
            fixture: fixture!("dungeons"),
            read: read_dungeons,
            sites: dungeons::fields,
        },
        Subject { name: "table", fixture: fixture!("table"), read: read_table, sites: table::table_fields },
        Subject { name: "names", fixture: fixture!("names"), read: read_names, sites: table::names_fields },
    ]
}

#[test]
fn every_rule_of_places_is_enforced() {
    let elsewhere = [
        "limit",
        "region_count",
        "region_name",
        "region_empty",
        "region_damaged",
        "row_count",
        "pixel",
        "pixel_twice",
        "unwritable",
        "zero2",
        "zero3",
        "zero4",
        "one2",
        "zero5",
    ];
    let heads = ["daggerfall.maps.head.", "daggerfall.maps.dungeon_entry."];
    let codes: Vec<_> = maps::codes();
    // The numbers that never change of a head are one rule each; the table has the first and the last.
    let of_heads = codes.iter().filter(|code| heads.iter().any(|head| code.id.starts_with(head))).count();
    assert_eq!(of_heads, 9);
    hold(include_str!("../rules/maps.toml"), 13, &subjects(), &codes, &elsewhere);
}

fn places() -> Exteriors {
    clean(exteriors::read(&fixture!("places"), 2, Mode::Strict))
}

fn place(index: usize) -> Exterior {
    places().places[index].clone().unwrap()
}

#[test]
fn places_have_the_values_of_the_specification() {
    let places = places();
    assert_eq!((places.places.len(), &places.layout), (2, &None));
    let village = place(0);
    assert_eq!((village.doors.len(), village.doors[1].mask, village.doors[1].unknown), (2, 0xE0, [1, 9]));
    let head = &village.head;
    assert_eq!((head.x, head.y), (207 * 32768 + 40 * 256, 286 * 32768 + 48 * 256));
    assert_eq!(
        (head.exterior, head.location_id, head.interior, head.name.text()),
        (0x8000, 77, 0, "Ripwych".into())
    );
    let [tavern, library] = &village.buildings[..] else { panic!("two buildings") };
    assert_eq!(
        (tavern.kind, tavern.quality, tavern.faction, tavern.sector, tavern.name_seed),
        (15, 12, 3, -2, 321)
    );
    assert!(tavern.is_named() && library.is_named());
    assert_eq!((village.size_in_blocks(), village.area.letter, village.area.port), ([3, 2], b'B', 1));
    assert_eq!((village.area.map_id, village.area.unknown5), (213_207, 99));
    assert_eq!(exteriors::count(&fixture!("places")), 2);
}

#[test]
fn names_of_blocks_follow_from_three_bytes() {
    let area = place(0).area;
    // Prefixes 0, 13, 2, 44, 40, 36; characters 0x20, 0x5F, 0x10, 0x60, 0, 0x10: the second letter is bits 5 and 6.
    let name = |column, row| block_name(&area, column, row).unwrap();
    assert_eq!([name(0, 0), name(1, 0), name(2, 0)], ["TVRNAL00.RMB", "TEMPBMP5.RMB", "RESIBA07.RMB"]);
    assert_eq!([name(0, 1), name(1, 1), name(2, 1)], ["WITCAS09.RMB", "CUSTAA12.RMB", "MAGEBA00.RMB"]);
    assert_eq!((block_name(&area, 3, 0), block_name(&area, 0, 2)), (None, None));
    let mut unknown = area.clone();
    unknown.block_index[0] = 45;
    assert_eq!(block_name(&unknown, 0, 0), None);
}

#[test]
fn blocks_that_are_missing_are_the_last_that_is_called_alike() {
    let names = ["TVRNAA00.RMB", "TVRNBS00.RMB", "TVRNAM01.RMB", "FOO"].map(String::from);
    assert_eq!(find_block(&names, "TVRNAA00.RMB"), Some(0));
    // The two letters in the middle may differ.
    assert_eq!(find_block(&names, "TVRNCL00.RMB"), Some(1));
    assert_eq!(find_block(&names, "TVRNCL01.RMB"), Some(2));
    assert_eq!(
        (find_block(&names, "TVRNAA02.RMB"), find_block(&names, "GENRAA00.RMB"), find_block(&names, "X")),
        (None, None, None)
    );
}

#[test]
fn places_lie_where_their_heads_say_or_in_the_middle() {
    let (village, custom) = (place(0), place(1));
    let [header, centred] = [Placement::Header, Placement::Centred];
    // 3 x 2 blocks are 48 x 32 tiles of 128.
    assert_eq!(corner(&village, [207, 213], header), [40 * 256, 48 * 256]);
    assert_eq!(corner(&village, [207, 213], centred), [40 * 256, 48 * 256]);
    assert_eq!(corner(&custom, [900, 99], header), [72 * 256, 55 * 256]);
    assert_eq!(corner(&custom, [900, 99], centred), [72 * 256, 55 * 256]);
    let mut moved = village.clone();
    moved.head.x += 100;
    assert_eq!(corner(&moved, [207, 213], header), [40 * 256 + 100, 48 * 256]);
    // In another pixel, and where the place would not fit: 128 - 48 tiles are the most.
    assert_eq!(corner(&moved, [208, 213], header), [40 * 256, 48 * 256]);
    moved.head.x = 207 * 32768 + 80 * 256;
    assert_eq!(corner(&moved, [207, 213], header), [80 * 256, 48 * 256]);
    moved.head.x += 1;
    assert_eq!(corner(&moved, [207, 213], header), [40 * 256, 48 * 256]);
    moved.head.x = i32::MIN;
    assert_eq!(corner(&moved, [i32::MAX, i32::MIN], header), [40 * 256, 48 * 256]);
    // A place that is not custom lies in the middle of its pixel; the largest fills it.
    let mut single = custom.clone();
    single.area.block_index[0] = 0;
    assert_eq!(corner(&single, [0, 0], centred), [56 * 256; 2]);
    (single.area.width, single.area.height) = (8, 200);
    assert_eq!(corner(&single, [0, 0], centred), [0; 2]);
}

#[test]
fn rows_have_the_bits_of_the_specification() {
    let table = clean(table::read_table(&fixture!("table"), Mode::Strict));
    let [village, rock] = &table.rows[..] else { panic!("two rows") };
    assert_eq!((village.pixel(), village.pixel_id(), village.kind()), ([207, 213], 213_207, 2));
    assert_eq!((village.longitude(), village.latitude()), (207 * 128 + 40, 286 * 128 + 48));
    assert_eq!(
        (village.is_discovered(), village.is_hidden(), village.dungeon_type, village.key),
        (true, false, 255, 5)
    );
    assert_eq!((rock.pixel(), rock.kind(), rock.is_hidden(), rock.map_id >> 20), ([900, 99], 9, true, 1));
    let position = [207 * 32768 + 40 * 256, 286 * 32768 + 48 * 256];
    let made = Row::new([207, 213], position, 2, 0);
    assert_eq!(
        (made.pixel(), made.position(), made.kind(), made.pixel_id()),
        ([207, 213], position, 2, 213_207)
    );
}

#[test]
fn names_may_fill_their_field() {
    let names = clean(table::read_names(&fixture!("names"), Mode::Strict));
    let texts: Vec<String> = names.names.iter().map(Text::text).collect();
    assert_eq!(texts, ["Thirty-two letters are this name", "Ripwych", "The Rock"]);
    assert!(names.names[0].is_unterminated() && !names.names[1].is_unterminated());
    typed::through_json(&names);
}

#[test]
fn dungeons_have_the_values_of_the_specification() {
    let dungeons = clean(dungeons::read(&fixture!("dungeons"), Mode::Strict));
    assert_eq!((dungeons.entries[0].exterior_id, &dungeons.layout), (77, &None));
    let crypt = dungeons.dungeons[0].as_ref().unwrap();
    assert_eq!((crypt.head.interior, crypt.head.exterior_id, crypt.head.location_id), (1, 77, 1077));
    let blocks: Vec<_> = crypt
        .blocks
        .iter()
        .map(|block| (block.x, block.z, block.name().unwrap(), block.is_start()))
        .collect();
    let expected = [
        (0, 0, "N0000071.RDB".to_owned(), true),
        (-1, 1, "W0000020.RDB".to_owned(), false),
        (1, -1, "M0000999.RDB".to_owned(), false),
    ];
    assert_eq!(blocks, expected);
    // A region without dungeons has one number, 0; one of no bytes is no record.
    let (none, _) = dungeons::read(&[0; 4], Mode::Strict).unwrap();
    assert_eq!((none.entries.len(), dungeons::write(&Dungeons::default()).unwrap()), (0, vec![0; 4]));
    assert_eq!(refused(dungeons::read(&[], Mode::Lenient)), "daggerfall.maps.truncated");
}

const HEAD: &str = "0 one u32\n4 zero u16\n6 zero2 u8\n7 x i32\n11 zero3 u32\n15 y i32\n19 exterior u16\n21 zero4 u16\n\
                    23 unknown u32\n27 index u32\n31 one2 u16\n33 location_id u16\n35 zero5 u32\n39 interior u16\n\
                    41 exterior_id u32\n45 zeros u8*26\n71 name name\n103 unknown2 u8*9";
const DOOR: &str = "0 building u16\n2 zero u8\n3 mask u8\n4 unknown u8*2";

#[test]
fn numbers_of_places_are_written_where_the_tables_say() {
    let building = "0 name_seed u16\n2 unknown u32\n6 unknown2 u16\n8 unknown3 u16\n10 unknown4 u32\n14 unknown5 u32\n\
                    18 faction u16\n20 sector i16\n22 location_id u16\n24 kind u8\n25 quality u8";
    let area = "0 name name\n32 map_id i32\n36 location_id u32\n40 width u8\n41 height u8\n42 unknown u8*4\n46 letter u8\n\
                47 port u8\n48 unknown2 u8\n49 block_index =\n113 block_number =\n177 block_character =\n241 unknown3 =\n\
                275 zero u32\n283 zero2 u8\n284 unknown4 u32*22\n372 zeros =\n412 unknown5 u32";
    let record = 8;
    let head = record + 4 + 12;
    let buildings = head + 112 + 7;
    let table = [
        structure("/places/0/doors/1", record + 10, DOOR),
        structure("/places/0/head", head, HEAD),
        structure("/places/0/unknown", buildings - 5, "0 . u8*5"),
        structure("/places/0/buildings/1", buildings + 26, building),
        structure("/places/0/area", buildings + 52, area),
    ];
    assert_eq!(typed::run_tables(&places(), exteriors::write, 0, &table), 109);
    let mut lists = place(0);
    (lists.area.block_index[63], lists.area.block_number[0], lists.area.block_character[63]) = (1, 2, 3);
    (lists.area.unknown3[33], lists.area.zeros[0]) = (4, 5);
    let bytes = exteriors::write(&Exteriors { places: vec![Some(lists)], layout: None }).unwrap();
    // One place less in the list.
    let area = buildings + 52 - 4;
    let there = [area + 112, area + 113, area + 240, area + 274, area + 372].map(|at| bytes[at]);
    assert_eq!(there, [1, 2, 3, 4, 5]);
}

#[test]
fn numbers_of_dungeons_and_rows_are_written_where_the_tables_say() {
    let dungeons = clean(dungeons::read(&fixture!("dungeons"), Mode::Strict));
    let entry = "0 offset =\n4 one u16\n6 exterior_id u16";
    let block = "0 x i8\n1 z i8\n2 word u16";
    let head = 12 + 4 + 6;
    let table = [
        structure("/entries/0", 4, entry),
        structure("/dungeons/0/doors/0", 16, DOOR),
        structure("/dungeons/0/head", head, HEAD),
        structure("/dungeons/0/unknown", head + 112, "0 . u8*10"),
        structure("/dungeons/0/unknown2", head + 124, "0 . u8*5"),
        structure("/dungeons/0/blocks/1", head + 129 + 4, block),
    ];
    assert_eq!(typed::run_tables(&dungeons, dungeons::write, 0, &table), 76);
    let row = "0 map_id u32\n4 x u32\n8 y u32\n12 dungeon_type u8\n13 key u32";
    let rows = clean(table::read_table(&fixture!("table"), Mode::Strict));
    let mut small = rows.clone();
    // 255 has no next number.
    small.rows[1].dungeon_type = 3;
    assert_eq!(typed::run_tables(&small, table::write_table, 0, &[structure("/rows/1", 17, row)]), 5);
}

#[test]
fn places_that_lie_elsewhere_are_kept_where_they_are() {
    let mut bytes = fixture!("places");
    // Both in the same place, so that the first is nobody's.
    bytes.copy_within(4..8, 0);
    let (places, report) = exteriors::read(&bytes, 2, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    assert_eq!(places.places[0], places.places[1]);
    assert_eq!(exteriors::write(&places).unwrap(), bytes);
    // Outside: the other place goes on.
    bytes[0..4].copy_from_slice(&u32::MAX.to_le_bytes());
    let (places, codes) = found(exteriors::read(&bytes, 2, Mode::Lenient));
    assert_eq!(
        (codes, places.places[0].is_none(), places.places[1].is_some()),
        (vec!["daggerfall.maps.exterior_place"], true, true)
    );
    assert_eq!(exteriors::write(&places).unwrap(), bytes);
    typed::through_json(&places);
    // More places than the file has room for.
    assert_eq!(refused(exteriors::read(&bytes, 1 << 27, Mode::Lenient)), "daggerfall.maps.truncated");
}

/// The records of a region, by name.
type Records = [(String, Vec<u8>); 4];

/// A region of the four fixtures, with as many names as places.
fn region() -> Records {
    let mut names = fixture!("names");
    names.drain(4..36);
    names[0] = 2;
    let parts = [fixture!("places"), fixture!("dungeons"), fixture!("table"), names];
    let kinds = ["MAPPITEM.000", "MAPDITEM.000", "MAPTABLE.000", "MAPNAMES.000"].map(String::from);
    let [a, b, c, d] = parts;
    let [e, f, g, h] = kinds;
    [(e, a), (f, b), (g, c), (h, d)]
}

fn archive(region: [(String, Vec<u8>); 4]) -> Vec<u8> {
    let records = region.iter().map(|(name, part)| (name.as_str(), part.clone()));
    bsa::write(&Archive::named(records).unwrap()).unwrap()
}

#[test]
fn a_region_is_its_four_records() {
    let (maps, codes) = found(maps::read(&archive(region()), Mode::Lenient));
    assert_eq!(codes, ["daggerfall.maps.region_count"]);
    let places: Vec<_> =
        maps.places().map(|place| (place.name(), place.row.pixel(), place.region_name())).collect();
    let expected = [
        ("Ripwych".to_owned(), [207, 213], "Alik'r Desert"),
        ("The Rock".to_owned(), [900, 99], "Alik'r Desert"),
    ];
    assert_eq!(places, expected);
    assert_eq!(maps.place(0, 1).unwrap().exterior.unwrap().size_in_blocks(), [1, 1]);
    assert!(maps.place(0, 2).is_none() && maps.place(1, 0).is_none());
    assert_eq!(maps.regions[0].dungeons.dungeons.len(), 1);
}

#[test]
fn whole_maps_are_made() {
    let (maps, _) = found(maps::read(&archive(region()), Mode::Lenient));
    let mut regions = maps.regions;
    regions.insert(0, Region::default());
    let made = maps::archive(&regions).unwrap();
    assert_eq!(made.directory.entries.len(), 248);
    assert_eq!(made.directory.entries[247].key.to_string(), "MAPNAMES.061");
    let again = clean(maps::read(&bsa::write(&made).unwrap(), Mode::Strict));
    assert_eq!(again.regions[1], regions[1]);
    assert_eq!(again.places().count(), 2);
    assert_eq!(maps::archive(&vec![Region::default(); 63]).unwrap_err().code, "daggerfall.maps.unwritable");
    let row = Row::default();
    let long = "Thirty-two letters are this name".to_owned();
    assert!(Region::new(vec![(long.clone(), row.clone(), Exterior::default())]).is_none());
    assert!(
        Region::new(vec![(long, row.clone(), Exterior::default()), ("A".into(), row, Exterior::default())])
            .is_some()
    );
}

#[test]
fn broken_regions_are_findings_and_empty() {
    let with = |change: &dyn Fn(&mut Records)| {
        let mut region = region();
        change(&mut region);
        let (maps, mut codes) = found(maps::read(&archive(region), Mode::Lenient));
        codes.retain(|code| *code != "daggerfall.maps.region_count");
        (codes, maps.places().count())
    };
    assert_eq!(with(&|region| region[1].1.clear()), (vec!["daggerfall.maps.region_empty"], 0));
    assert_eq!(with(&|region| region.iter_mut().for_each(|part| part.1.clear())), (vec![], 0));
    assert_eq!(with(&|region| region[3].1.truncate(40)), (vec!["daggerfall.maps.region_damaged"], 0));
    assert_eq!(with(&|region| region[2].1.truncate(17)), (vec!["daggerfall.maps.row_count"], 1));
    assert_eq!(with(&|region| region[2].1[0] ^= 1), (vec!["daggerfall.maps.pixel"], 2));
    // Both rows in one pixel is a note: the first counts.
    assert_eq!(with(&|region| region[2].1.copy_within(0..12, 17)), (vec!["daggerfall.maps.pixel_twice"], 2));
    let swapped = with(&|region| {
        let name = region[0].0.clone();
        region[0].0 = std::mem::replace(&mut region[1].0, name);
    });
    assert_eq!(swapped, (vec!["daggerfall.maps.region_name"; 2], 2));
    assert_eq!(with(&|region| region[0].1[2] = 0xFF), (vec!["daggerfall.maps.exterior_place"], 2));
}
