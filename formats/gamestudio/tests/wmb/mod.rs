//! Levels against docs/spec/gamestudio.md, "2. WMB7 level".

mod authoring;
mod errors;
mod offsets;
mod values;

use crate::COUNTING;
use binary::Mode;
use gamestudio::wmb::{self, Level, List};
use harness::alloc;
use harness::mutate::{self, Options};
use harness::{Outcome, Subject, hex, rules};

/// Something of everything but light maps.
fn all() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/wmb_all.hex"))
}

/// With light maps.
fn lit() -> Vec<u8> {
    hex::bytes(include_str!("../fixtures/wmb_lit.hex"))
}

fn outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (level, report) = wmb::read(bytes, mode)?;
    // What a loader asks of any level must hold for odd ones too.
    let colors = level.palette.as_ref().map(|palette| palette.colors.colors());
    for texture in level.textures.iter().flatten() {
        texture.decode_rgba8(0, colors.as_ref());
    }
    for block in &level.blocks {
        block.faces().count();
    }
    for leaf in &level.bsp_leafs {
        level.leaf_blocks(leaf);
    }
    level.entities().count();
    level.lightmap_rgba8(level.lightmap_count());
    Ok(Outcome { rewritten: wmb::write(&level)?, findings: report.into_findings() })
}

fn subject(name: &'static str, fixture: Vec<u8>) -> Subject {
    Subject { name, fixture, read: outcome, sites: wmb::fields }
}

/// A clean level, read strictly.
fn read(bytes: &[u8]) -> Level {
    let (level, report) = wmb::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    level
}

#[test]
fn every_rule_of_the_specification_is_enforced() {
    let subjects = [subject("all", all()), subject("lit", lit())];
    assert_eq!(rules::run(include_str!("../rules/wmb.toml"), &subjects), 87);
}

#[test]
fn mutations_are_survived_and_written_back() {
    let tally = mutate::run(&subject("all", all()), &Options::new(2007, 100_000));
    println!("{tally}");
    tally.assert_healthy(&COUNTING);
}

/// A level of these lists, one behind the other.
fn with_lists(lists: &[(List, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = b"WMB7".to_vec();
    bytes.resize(164, 0);
    for (list, content) in lists {
        let place = 4 + 8 * *list as usize;
        let (offset, length) = (bytes.len() as u32, content.len() as u32);
        bytes[place..place + 4].copy_from_slice(&offset.to_le_bytes());
        bytes[place + 4..place + 8].copy_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(content);
    }
    bytes
}

/// `count` items of these bytes behind a table of their offsets.
fn table(count: u32, item: &[u8]) -> Vec<u8> {
    let first = 4 + 4 * count;
    let offsets = (0..count).map(|index| first + index * item.len() as u32);
    let mut bytes: Vec<u8> = [count].into_iter().chain(offsets).flat_map(u32::to_le_bytes).collect();
    bytes.extend(item.repeat(count as usize));
    bytes
}

#[test]
fn many_small_things_take_no_more_memory_than_allowed() {
    let many = 100_000_u32;
    let mut position = vec![1];
    position.resize(56, 0);
    let mut missing = many.to_le_bytes().to_vec();
    missing.resize(4 + 4 * many as usize, 0xFF);
    let mut blocks = many.to_le_bytes().to_vec();
    blocks.resize(4 + 40 * many as usize, 0);
    let mut terrains = many.to_le_bytes().to_vec();
    terrains.resize(4 + 12 * many as usize, 0);
    let inputs = [
        ("objects of no known type", with_lists(&[(List::Objects, table(many, &[99, 0, 0, 0]))])),
        ("positions", with_lists(&[(List::Objects, table(many, &position))])),
        ("missing textures", with_lists(&[(List::Textures, missing)])),
        ("empty textures", with_lists(&[(List::Textures, table(many, &[0; 40]))])),
        ("empty blocks", with_lists(&[(List::Blocks, blocks)])),
        ("empty maps", with_lists(&[(List::LightmapsTerrain, terrains)])),
    ];
    for (what, bytes) in inputs {
        let (result, peak) = alloc::peak_of(|| outcome(&bytes, Mode::Lenient));
        assert!(result.unwrap().rewritten == bytes, "{what}");
        assert!(peak > 0 && peak <= alloc::allowance(bytes.len()), "{what}: {peak} for {}", bytes.len());
    }
    // Offsets that all lead to the first object end reading at the second.
    let mut one_place = table(many, &[99, 0, 0, 0]);
    let first = (4 + 4 * many).to_le_bytes();
    one_place[4..4 + 4 * many as usize].copy_from_slice(&first.repeat(many as usize));
    let bytes = with_lists(&[(List::Objects, one_place)]);
    let (result, peak) = alloc::peak_of(|| outcome(&bytes, Mode::Lenient));
    assert_eq!(result.unwrap_err().code, "gamestudio.wmb.item_overlap");
    assert!(peak > 0 && peak <= alloc::allowance(bytes.len()), "{peak} for {}", bytes.len());
}
