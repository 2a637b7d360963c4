//! Blocks of BLOCKS.BSA.

use super::{clean, fixture, found, hold, outcome, refused};
use binary::Mode;
use daggerfall::blocks::rdb::{self, Resource};
use daggerfall::blocks::rmb::{self, Half, Model, Rmb, Slot, SubRecord};
use daggerfall::blocks::{texture_of, texture_word};
use harness::typed::{self, structure};
use harness::{Outcome, Subject};

fn read_rmb(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (rmb, report) = rmb::read(bytes, mode)?;
    Ok(outcome(rmb::write(&rmb)?, report))
}

fn read_rdb(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (rdb, report) = rdb::read(bytes, mode)?;
    Ok(outcome(rdb::write(&rdb)?, report))
}

#[test]
fn every_rule_of_blocks_of_places_is_enforced() {
    let subject = Subject { name: "rmb", fixture: fixture!("rmb"), read: read_rmb, sites: rmb::fields };
    hold(include_str!("../rules/rmb.toml"), 7, &[subject], &rmb::codes(), &["limit", "unwritable"]);
}

#[test]
fn every_rule_of_blocks_of_dungeons_is_enforced() {
    let subject = Subject { name: "rdb", fixture: fixture!("rdb"), read: read_rdb, sites: rdb::fields };
    hold(include_str!("../rules/rdb.toml"), 10, &[subject], &rdb::codes(), &["limit", "unwritable"]);
}

fn block() -> Rmb {
    clean(rmb::read(&fixture!("rmb"), Mode::Strict))
}

#[test]
fn a_block_has_the_values_of_the_specification() {
    let block = block();
    assert_eq!((block.name.text(), block.names[0].text()), ("TVRNAA00.RMB".to_owned(), "TAV.BLD".to_owned()));
    let slot = &block.slots[1];
    assert_eq!((slot.x, slot.z, slot.rotation), (-256, 4096, -512));
    assert_eq!((block.data[0].kind, block.data[0].faction, block.data[1].kind), (15, 40, 17));
    let tavern = &block.buildings[0];
    let model = &tavern.exterior.models[0];
    assert_eq!(
        (model.number(), model.kind, model.position, model.rotation),
        (Some(446), 3, [-100, -200, 300], 512)
    );
    assert_eq!(tavern.exterior.flats[0].picture(), [504, 7]);
    let inside = &tavern.interior;
    assert_eq!(
        (inside.models[0].number(), inside.people[0].faction, inside.thirds[0].unknown2),
        (Some(31007), -10, -6)
    );
    assert_eq!(
        (inside.doors[0].rotation, inside.doors[0].open_rotation, inside.doors[0].model),
        (256, 512, 5)
    );
    // Counted from the size that the file states.
    assert_eq!((tavern.padding.as_slice(), tavern.damaged), (&[0xAA, 0xBB, 0xCC][..], false));
    assert_eq!(block.buildings[1], SubRecord::default());
    assert_eq!((block.models[0].number(), block.models[0].position), (Some(41739), [2048, 0, -2048]));
    assert_eq!(block.flats[0].picture(), [199, 10]);
    // Rows from the north, columns from the west: 16 x 2 + 5 = 37, turned for its odd column.
    assert_eq!((block.tile(5, 2), block.tile(0, 1)), (37 | 0x40, 16 | 0x80));
    assert_eq!((block.scenery(3, 3), block.scenery(3, 4), block.scenery(0, 0)), (Some(3), None, Some(0)));
    assert_eq!((block.automap[0], block.automap[64]), (16, 0xFB));
    assert_eq!(Model { id_high: -1, ..Model::default() }.number(), None);
    assert_eq!(
        (texture_of(0xFFFF), texture_word([511, 127]), texture_word([302, 1])),
        ([511, 127], 0xFFFF, 38657)
    );
}

#[test]
fn numbers_of_a_block_are_written_where_the_tables_say() {
    let slot = "0 unknown u32*2\n8 x i32\n12 z i32\n16 rotation i32";
    let data = "0 name_seed u16\n2 unknown u32\n6 unknown2 u16\n8 unknown3 u16\n10 unknown4 u32\n14 unknown5 u32\n\
                18 faction u16\n20 sector i16\n22 location_id u16\n24 kind u8\n25 quality u8";
    let model = "0 id_high i16\n2 id_low u8\n3 kind u8\n4 unknown u32*3\n16 unknown2 u32\n24 position2 i32*3\n36 position i32*3\n\
                 48 unknown3 u32\n52 rotation i16\n54 unknown4 u16\n56 unknown5 u32\n60 unknown6 u32\n64 unknown7 u16";
    let flat = "0 position i32*3\n12 texture u16\n14 faction i16\n16 flags u8";
    let third = "0 position i32*3\n12 unknown u8*2\n14 unknown2 i16";
    let door = "0 position i32*3\n12 rotation i16\n14 open_rotation i16\n16 model u8\n17 unknown u8*2";
    // 3, then 32 slots, 32 data, 32 words, 32 sizes.
    let sizes = 3 + 640 + 832 + 128;
    let buildings = sizes + 128 + 8 + 256 + 256 + 4096 + 429;
    let inside = buildings + 17 + 66 + 17;
    let misc = inside + 17 + 66 + 17 + 16 + 17 + 19 + 3 + 34;
    assert_eq!((buildings, misc + 66 + 34), (6776, 7165));
    let table = [
        structure("/slots/1", 3 + 20, slot),
        structure("/data/1", 3 + 640 + 26, data),
        structure("/unknown", 3 + 640 + 832, "0 . u32*32"),
        structure("/unused_sizes", sizes + 8, "0 . u32*30"),
        structure("/ground_header", sizes + 128, "0 . u8*8"),
        structure("/name", buildings - 429, "0 . name"),
        structure("/buildings/0/exterior/unknown", buildings + 5, "0 . i16*6"),
        structure("/buildings/0/exterior/models/0", buildings + 17, model),
        structure("/buildings/0/exterior/flats/0", buildings + 83, flat),
        structure("/buildings/0/interior/models/0", inside + 17, model),
        structure("/buildings/0/interior/flats/0", inside + 83, flat),
        structure("/buildings/0/interior/thirds/0", inside + 100, third),
        structure("/buildings/0/interior/people/0", inside + 116, flat),
        structure("/buildings/0/interior/doors/0", inside + 133, door),
        structure("/models/0", misc, model),
        structure("/flats/1", misc + 66 + 17, flat),
    ];
    assert_eq!(typed::run_tables(&block(), rmb::write, 0, &table), 188);
}

#[test]
fn blocks_are_made_with_at_most_32_buildings() {
    let mut block = Rmb::new("CUSTAA00.RMB").unwrap();
    for _ in 0..32 {
        assert!(block.add(Slot::default(), SubRecord::default()));
    }
    assert!(!block.add(Slot::default(), SubRecord::default()));
    let bytes = rmb::write(&block).unwrap();
    assert_eq!(clean(rmb::read(&bytes, Mode::Strict)), block);
    assert!(Rmb::new("FOURTEEN.LETTR").is_none());
    let refused = |change: fn(&mut Rmb)| {
        let mut block = block.clone();
        change(&mut block);
        rmb::write(&block).unwrap_err().expected.clone()
    };
    assert_eq!(refused(|block| block.slots.truncate(31)), "32 slots");
    assert_eq!(
        refused(|block| block.unused_sizes.push(0)),
        "32 sizes of buildings that are and are not there"
    );
    assert_eq!(refused(|block| block.models = vec![Model::default(); 256]), "at most 255 models");
    let many = || Half { models: vec![Model::default(); 300], ..Half::default() };
    let mut full = block.clone();
    full.buildings[0].interior = many();
    assert_eq!(rmb::write(&full).unwrap_err().expected, "at most 255 models");
}

#[test]
fn a_building_that_does_not_fit_its_size_leaves_the_others() {
    let mut bytes = fixture!("rmb");
    // Building 0 says that it has more models than fit.
    let sizes = 3 + 640 + 832 + 128;
    bytes[6776] = 200;
    let (block, codes) = found(rmb::read(&bytes, Mode::Lenient));
    assert_eq!(codes, ["daggerfall.rmb.building"]);
    assert!(block.buildings[0].damaged && block.buildings[0].exterior.models.is_empty());
    assert_eq!((block.buildings[1].damaged, block.models.len()), (false, 1));
    assert_eq!(rmb::write(&block).unwrap(), bytes);
    bytes[sizes..sizes + 4].copy_from_slice(&i32::MAX.to_le_bytes());
    assert_eq!(refused(rmb::read(&bytes, Mode::Lenient)), "daggerfall.rmb.size");
}

#[test]
fn a_dungeon_has_the_values_of_the_specification() {
    let dungeon = clean(rdb::read(&fixture!("rdb"), Mode::Strict));
    assert_eq!((dungeon.head.width, dungeon.head.height, dungeon.roots.len()), (1, 2, 2));
    assert_eq!((dungeon.references[0].text(), dungeon.words[1]), ("31007DUN".to_owned(), 8));
    assert_eq!(dungeon.references[749].bytes(), &[0xFF; 8]);
    assert_eq!(&dungeon.object_head.letters, b"DAGR");
    let positions: Vec<_> = dungeon.objects.iter().map(|object| object.record.position).collect();
    assert_eq!(positions, [[100, -200, 300], [1, 2, 3], [4, 5, 6]]);
    let Resource::Model(model, Some(action)) = &dungeon.objects[0].resource_data else {
        panic!("a model that acts")
    };
    assert_eq!((model.rotation, model.trigger, model.sound), ([0, 512, 0], 0x11, 9));
    assert_eq!((action.axis, action.duration, action.magnitude, action.flags), (2, 100, 200, 5));
    let Resource::Light(light) = &dungeon.objects[1].resource_data else { panic!("a light") };
    let Resource::Flat(flat) = &dungeon.objects[2].resource_data else { panic!("a flat") };
    assert_eq!((light.radius, texture_of(flat.texture)), (900, [199, 8]));
    assert_eq!((dungeon.unknown_list.len(), dungeon.unknown_list[0].record.index), (2, 2));
    typed::through_json(&dungeon);
}

#[test]
fn numbers_of_a_dungeon_are_written_where_the_tables_say() {
    let dungeon = clean(rdb::read(&fixture!("rdb"), Mode::Strict));
    let head = "0 unknown u32\n4 width =\n8 height =\n12 root =\n16 unknown2 u32";
    let object_head =
        "0 unknown_list =\n4 unknown u32*3\n16 length u32\n20 unknown2 =\n52 letters u8*4\n56 unknown3 =";
    let object = "0 offset =\n0 next i32\n4 previous i32\n8 position i32*3\n20 kind =\n21 resource =\n0 resource_data =";
    let model = "0 rotation i32*3\n12 reference u16\n14 trigger u32\n18 sound u8\n19 action =";
    let action = "0 axis u8\n1 duration u16\n3 magnitude u16\n5 next i32\n9 flags u8";
    let light = "0 unknown u32*2\n8 radius u16";
    let flat = "0 texture u16\n2 flags u16\n4 faction u16\n6 next i32\n10 action u8";
    let unknown = "0 offset =\n0 next i32\n4 index i16\n6 unknown u32";
    let objects = 9532 + 8;
    let resources = objects + 75;
    let table = [
        structure("/head", 0, head),
        structure("/object_head", 9020, object_head),
        structure("/roots", 9532, "0 . i32*2"),
        structure("/objects/1", objects + 25, object),
        structure("/objects/0/resource_data/model/0", resources, model),
        structure("/objects/0/resource_data/model/1", resources + 23, action),
        structure("/objects/1/resource_data/light", resources + 33, light),
        structure("/objects/2/resource_data/flat", resources + 43, flat),
        structure("/unknown_list/1", resources + 54 + 10, unknown),
    ];
    assert_eq!(typed::run_tables(&dungeon, rdb::write, 0, &table), 39);
}

#[test]
fn lists_that_go_in_circles_end() {
    let mut bytes = fixture!("rdb");
    // The last object leads to the first.
    let last = 9540 + 50;
    bytes[last..last + 4].copy_from_slice(&9540_i32.to_le_bytes());
    let (dungeon, codes) = found(rdb::read(&bytes, Mode::Lenient));
    assert_eq!((codes, dungeon.objects.len()), (vec!["daggerfall.rdb.circle"], 3));
    assert_eq!(rdb::write(&dungeon).unwrap(), bytes);
    // A size of billions has no room.
    bytes[4..8].fill(0xFF);
    assert_eq!(refused(rdb::read(&bytes, Mode::Lenient)), "daggerfall.rdb.limit");
}
