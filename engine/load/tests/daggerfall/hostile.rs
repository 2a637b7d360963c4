//! Files that are damaged or made to harm: a cell is built with findings, in bounded memory, and one walks in it.

use crate::daggerfall::maker::{HOUSE, Install, Maker, island, named};
use daggerfall::blocks::rmb;
use daggerfall::bsa;
use daggerfall::maps::table::Row;
use daggerfall::maps::{self, Region};
use daggerfall::woods::{self, Pixel, Woods};
use harness::alloc::peak_of;
use load::Loaded;
use load::daggerfall::{Settings, Shared};
use std::fs;
use world::Probe;

/// Bytes that a cell may take while it is built: the same as an undamaged one, with room.
const MOST: usize = 96 << 20;

/// Changes a file of an install and opens it again.
fn with(mut install: Install, name: &str, change: impl FnOnce(Vec<u8>) -> Vec<u8>) -> Install {
    let path = install._folder.path().join(name);
    let bytes = fs::read(&path).unwrap_or_default();
    fs::write(&path, change(bytes)).unwrap();
    install.vfs = vfs::Vfs::open(install._folder.path(), &[], load::ARCHIVES).unwrap();
    install.land = Shared::new(Settings::default());
    install
}

/// Loads the cell of the village, in which one stands on the ground afterwards.
#[track_caller]
fn stood_in(install: &Install) -> Loaded {
    let (loaded, peak) = peak_of(|| install.load("4,4"));
    assert!(peak < MOST, "{peak} bytes");
    let scene = &loaded.scene;
    assert!(scene.avatar.grounded);
    let probe = Probe::new(scene, &loaded.derived.occurrences, &loaded.derived.space, scene.zones);
    assert!(probe.ground(9000.0, -9000.0, 1e6, 0.0).is_some());
    loaded
}

#[track_caller]
fn assert_found(loaded: &Loaded, code: &str) {
    let codes: Vec<&str> = loaded.findings.iter().map(|finding| finding.code).collect();
    assert!(codes.contains(&code), "{codes:?}");
}

#[test]
fn records_of_the_map_outside_the_file_are_findings_and_the_land_goes_on() {
    let install = with(Maker::new().write(), "WOODS.WLD", |mut bytes| {
        for offset in bytes[144..144 + 4 * 90].chunks_exact_mut(4) {
            offset.copy_from_slice(&u32::MAX.to_le_bytes());
        }
        bytes
    });
    let loaded = stood_in(&install);
    assert_found(&loaded, "daggerfall.woods.record_place");
    assert_found(&loaded, "load.daggerfall.land");
    // Its house stands on what land there is.
    assert_eq!(named(&loaded.scene, "1200").len(), 2);
}

#[test]
fn pictures_whose_runs_never_end_are_findings_and_walls_have_others() {
    // Four records in runs of which none fills a row.
    let endless = |_: Vec<u8>| {
        let mut bytes = vec![0; 26 + 20 * 4];
        bytes[0] = 4;
        for record in 0..4_u32 {
            let at = bytes.len() as u32;
            bytes[26 + 20 * record as usize + 2..][..4].copy_from_slice(&at.to_le_bytes());
            // 16 x 16 pixels, image RLE, its table of rows behind the head; one picture.
            let words: [u16; 14] = [0, 0, 16, 16, 0x0108, 0, 0, 28, 0, 0, 1, 0, 0, 0];
            bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
            // Every row is the same: 16 wide, then runs of no pixels.
            let row = [(28 + 4 * 16) as u16, 0x8000].map(u16::to_le_bytes).concat();
            bytes.extend(row.repeat(16));
            bytes.extend([16, 0]);
            bytes.extend([0; 4096]);
        }
        bytes
    };
    let install = with(with(Maker::new().write(), "TEXTURE.312", endless), "TEXTURE.302", endless);
    let loaded = stood_in(&install);
    let odd = loaded.findings.iter().filter(|finding| finding.code == "daggerfall.texture.pixels");
    let files: Vec<&str> = odd.map(|finding| &*finding.file).collect();
    assert!(files.contains(&"TEXTURE.312") && files.contains(&"TEXTURE.302"), "{files:?}");
    assert_eq!(named(&loaded.scene, "1200").len(), 1, "the house is there, without windows");
}

#[test]
fn entries_of_archives_that_overlap_are_findings_and_the_rest_is_there() {
    // The size of the only block, and of all models, reaches far behind the directory.
    let grown = |mut bytes: Vec<u8>| {
        let numbered = bytes[2..4] == [0x00, 0x02];
        let (count, entry) = (usize::from(bytes[0]), if numbered { 8 } else { 18 });
        let directory = bytes.len() - count * entry;
        for entry in bytes[directory..].chunks_exact_mut(entry) {
            let at = entry.len() - 4;
            entry[at..].copy_from_slice(&i32::MAX.to_le_bytes());
        }
        bytes
    };
    for name in ["BLOCKS.BSA", "ARCH3D.BSA", "MAPS.BSA"] {
        let loaded = stood_in(&with(Maker::new().write(), name, grown));
        assert_found(&loaded, "daggerfall.bsa.overlap");
    }
}

#[test]
fn a_model_whose_planes_point_outside_loses_them_and_stands() {
    let install = with(Maker::new().write(), "ARCH3D.BSA", |bytes| {
        let (archive, _) = bsa::read(&bytes, binary::Mode::Lenient).unwrap();
        let broken = archive.directory.entries.iter().map(|entry| {
            let bsa::Key::Number(number) = entry.key else { panic!("{entry:?}") };
            let mut mesh = archive.bytes(entry).to_vec();
            // The first corner of the first plane.
            let planes = i32::from_le_bytes(mesh[60..64].try_into().unwrap()) as usize;
            mesh[planes + 8..planes + 12].copy_from_slice(&0x7FFF_FFF0_i32.to_le_bytes());
            (number, mesh)
        });
        bsa::write(&bsa::Archive::numbered(broken.collect::<Vec<_>>()).unwrap()).unwrap()
    });
    let loaded = stood_in(&install);
    assert_found(&loaded, "daggerfall.mesh.corner");
    let house = named(&loaded.scene, "1200")[0].model.unwrap();
    // Three of its four corners are left.
    assert_eq!(loaded.scene.models[house.index()].triangles(), 1);
}

/// MAPS.BSA with one place of so many blocks, all of them houses.
fn of_blocks(width: u8, height: u8) -> Vec<u8> {
    let mut place = maps::Exterior::default();
    (place.area.width, place.area.height) = (width, height);
    place.area.block_index.0 = [2; 64];
    let row = Row::new([4, 4], [4 * 32_768, 495 * 32_768], 2, 0);
    let region = Region::new(vec![("Endless".to_owned(), row, place)]).unwrap();
    bsa::write(&maps::archive(&[region]).unwrap()).unwrap()
}

#[test]
fn a_location_of_countless_blocks_has_those_that_are_listed() {
    let install = with(Maker::new().write(), "MAPS.BSA", |_| of_blocks(255, 255));
    let loaded = stood_in(&install);
    assert_found(&loaded, "daggerfall.maps.area");
    // Of 8 by 8 blocks, which are the most, the list has the first row: a house and its windows in each.
    assert_eq!(named(&loaded.scene, "1200").len(), 2 * 8);
}

#[test]
fn a_location_of_countless_houses_has_as_many_as_any_of_the_game_and_more() {
    let install = with(Maker::new().write(), "MAPS.BSA", |_| of_blocks(8, 8));
    // Each of 64 blocks has 32 buildings of 20 houses: 40,960 in all.
    let install = with(install, "BLOCKS.BSA", |_| {
        let mut block = rmb::Rmb::new("RESIAA00.RMB").unwrap();
        for _ in 0..32 {
            let exterior = rmb::Half { models: vec![rmb::Model::of(HOUSE); 20], ..Default::default() };
            block.add(rmb::Slot::default(), rmb::SubRecord { exterior, ..Default::default() });
        }
        bsa::write(&bsa::Archive::named([("RESIAA00.RMB", rmb::write(&block).unwrap())]).unwrap()).unwrap()
    });
    let (loaded, peak) = peak_of(|| install.load("4,4"));
    assert_found(&loaded, "load.daggerfall.crowded");
    assert_eq!(named(&loaded.scene, "1200").len(), 2 * 32_768);
    assert!(peak < 4 * MOST, "{peak} bytes");
}

#[test]
fn maps_of_no_cell_are_refused_and_those_of_millions_stay_small() {
    let empty = with(Maker::new().write(), "WOODS.WLD", |mut bytes| {
        bytes[4..12].fill(0);
        bytes
    });
    let error = load::load(&empty.vfs, &empty.request("4,4"), &mut load::Quiet).unwrap_err().to_string();
    assert!(error.contains("daggerfall.woods.empty"), "{error}");
    // A million cells, and a strip of as many, whose records and elevations are all missing.
    for (width, height) in [(1000, 1000), (1_000_000, 1)] {
        let install = with(Maker::new().write(), "WOODS.WLD", |_| {
            let small = woods::write(&Woods::new(1, 1, |_, _| (40, Pixel::default())).unwrap()).unwrap();
            let mut bytes = small[..144].to_vec();
            let count = width * height;
            for (at, word) in [(0, 4 * count), (4, width), (8, height), (16, 0), (28, 0)] {
                bytes[at..at + 4].copy_from_slice(&(word as u32).to_le_bytes());
            }
            bytes.resize(144 + 4 * count, 0xFF);
            bytes
        });
        let (loaded, peak) = peak_of(|| install.load("0,0"));
        assert!(peak < MOST, "{peak} bytes");
        assert_found(&loaded, "daggerfall.woods.elevation_place");
        let overworld = install.land.peek().unwrap();
        let chart = overworld.chart();
        assert!(chart.image.width <= 2048 && chart.image.height <= 2048);
        assert_eq!(chart.cells, [width as u32, height as u32]);
    }
}

/// Numbers from a seed, as `xorshift` makes them.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % count as u64) as usize
    }
}

#[test]
fn damaged_installs_load_or_are_refused_and_need_little_memory() {
    let mut install = Maker { elevation: island, ..Maker::new() }.write();
    let names = ["WOODS.WLD", "MAPS.BSA", "BLOCKS.BSA", "ARCH3D.BSA", "TEXTURE.312", "ART_PAL.COL"];
    let whole = names.map(|name| fs::read(install._folder.path().join(name)).unwrap());
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let (mut loaded, mut refused) = (0, 0);
    for _ in 0..60 {
        let file = dice.below(names.len());
        let mut bytes = whole[file].clone();
        for _ in 0..=dice.below(6) {
            // Half of them where files begin: the heads are there.
            let at =
                if dice.below(2) == 0 { dice.below(bytes.len().min(256)) } else { dice.below(bytes.len()) };
            bytes[at] = [0, 1, 0x7F, 0x80, 0xFF, dice.below(256) as u8][dice.below(6)];
        }
        install = with(install, names[file], |_| bytes);
        let request = install.request("4,4");
        let (result, peak) = peak_of(|| load::load(&install.vfs, &request, &mut load::Quiet));
        assert!(peak < MOST, "{}: {peak} bytes", names[file]);
        match result {
            Ok(_) => loaded += 1,
            Err(_) => refused += 1,
        }
        install = with(install, names[file], |_| whole[file].clone());
    }
    assert!(loaded > 40 && loaded + refused == 60, "{loaded} loaded, {refused} refused");
}
