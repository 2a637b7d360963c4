//! What cannot be written, and what findings say.

use crate::wmb::{all, lit, read};
use binary::{Mode, Severity};
use gamestudio::pixels::{Format, Shape};
use gamestudio::placement::{Gap, Placement};
use gamestudio::wad;
use gamestudio::wmb::lightmaps::TerrainLightmap;
use gamestudio::wmb::objects::{Entity, Object, Path, Region};
use gamestudio::wmb::{self, ColorTable, Layout, Level, List, RawList, Texture};
use std::collections::BTreeSet;

/// Where and why the writer refuses a changed level.
fn refusal(change: impl FnOnce(&mut Level)) -> (String, String) {
    let mut level = read(&all());
    change(&mut level);
    let finding = wmb::write(&level).expect_err("must be refused");
    assert_eq!(finding.code, "gamestudio.wmb.unwritable");
    (finding.path, finding.expected)
}

fn is(path: &str, expected: &str) -> (String, String) {
    (path.to_owned(), expected.to_owned())
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    assert_eq!(
        refusal(|level| level.palette.as_mut().unwrap().colors.bytes.truncate(767)),
        is("palette", "768 bytes")
    );
    let texture = |level: &mut Level, change: fn(&mut Texture)| {
        change(level.textures[3].as_mut().unwrap());
    };
    assert_eq!(
        refusal(|level| texture(level, |texture| texture.width = 3)),
        is("texture 3", "the bytes of 3 x 1 pixels of type 4")
    );
    assert_eq!(
        refusal(|level| texture(level, |texture| texture.kind = 6)),
        is("texture 3", "the bytes of 2 x 1 pixels of type 6")
    );
    assert_eq!(
        refusal(|level| level.terrain_lightmaps[0].width = 3),
        is("terrain light map 0", "3 bytes for each of 3 x 1 pixels")
    );
    let skills = |level: &mut Level| {
        let Object::Path(path) = &mut level.objects[5] else { panic!("a path") };
        path.skills.pop();
    };
    assert_eq!(refusal(skills), is("object 5", "skills for each of at most 16777216 nodes"));
    assert_eq!(
        refusal(|level| level.objects[1] = Object::Other { kind: 8, data: vec![0; 52] }),
        is("object 1", "a type other than 1 to 8 for an unknown object")
    );
    assert_eq!(
        refusal(|level| level.legacy.push(RawList { list: List::Planes, bytes: vec![1] })),
        is("legacy", "a list that WMB7 leaves empty")
    );
}

#[test]
fn a_layout_that_no_longer_fits_is_refused_and_can_be_cleared() {
    fn lists(level: &mut Level) -> &mut Placement {
        level.layout.lists.as_mut().unwrap()
    }
    let agree = is("layout", "lists that agree where they overlap");
    assert_eq!(refusal(|level| level.planes.push(level.planes[0])), agree);
    assert_eq!(refusal(|level| lists(level).offsets[0] = 165), agree);
    assert_eq!(refusal(|level| lists(level).gaps.push(Gap { offset: 0, bytes: b"WMB6".to_vec() })), agree);
    assert_eq!(refusal(|level| lists(level).offsets[0] = 100), is("palette", "an offset from 164 on"));
    assert_eq!(refusal(|level| lists(level).offsets[0] = -1), is("palette", "an offset from 164 on"));
    assert_eq!(refusal(|level| lists(level).offsets.push(0)), is("layout", "offsets of 20 lists"));
    assert_eq!(refusal(|level| level.textures.push(None)), is("textures", "a layout for 7 items"));
    assert_eq!(refusal(|level| level.textures[0] = None), is("textures", "a layout for 6 items"));
    let object = level_with_region();
    assert_eq!(refusal(|level| level.objects[1] = object), is("objects", "items that do not overlap"));

    let mut level = read(&all());
    level.textures.push(None);
    level.objects.swap(0, 1);
    level.planes.truncate(3);
    level.layout = Layout::default();
    let bytes = wmb::write(&level).unwrap();
    let again = read(&bytes);
    assert_eq!(again, level);
    assert_eq!(bytes.len() % 4, 0);
}

/// A bigger object than a position.
fn level_with_region() -> Object {
    Object::Entity(Box::default())
}

#[test]
fn lists_left_out_stay_left_out() {
    let level = Level::default();
    let bytes = wmb::write(&Level {
        layout: Layout {
            left_out: vec![List::Textures, List::Objects, List::Blocks, List::LightmapsTerrain],
            ..Layout::default()
        },
        ..level.clone()
    });
    let bytes = bytes.unwrap();
    assert_eq!((bytes.len(), &bytes[..4]), (164, b"WMB7".as_slice()));
    // Without a palette, but nothing else is odd.
    let (again, report) = wmb::read(&bytes, Mode::Lenient).unwrap();
    assert_eq!(
        report.findings().iter().map(|finding| finding.code).collect::<Vec<_>>(),
        ["gamestudio.wmb.no_palette"]
    );
    assert_eq!(again.layout.left_out.len(), 4);
    assert_eq!(wmb::write(&again).unwrap(), bytes);
    // Otherwise four lists hold the number 0.
    let with = wmb::write(&level).unwrap();
    assert_eq!(with.len(), 164 + 4 * 4);
}

#[test]
fn names_and_pixels_that_do_not_fit_are_refused() {
    let shape = Shape { format: Format::Bgr888, width: 1, height: 1, mips: false };
    let long = "a name of far more than thirty-three characters";
    let codes = [
        Texture::from_rgba8(long, shape, &[0; 4], None).map(drop),
        Texture::from_rgba8("x", shape, &[0; 3], None).map(drop),
        Texture::from_rgba8("x", Shape { format: Format::Pal8, ..shape }, &[0; 4], None).map(drop),
        Entity::new(long, "x.mdl", [0.0; 3]).map(drop),
        Entity::new("x", long, [0.0; 3]).map(drop),
        Entity::new("x", "x.mdl", [0.0; 3]).and_then(|entity| entity.with_action(long)).map(drop),
        Region::new("a name of 21 letters.", [0.0; 3], [1.0; 3]).map(drop),
        Path::new("\u{4e2d}", Vec::new(), false).map(drop),
    ];
    for result in codes {
        assert_eq!(result.unwrap_err().code, "gamestudio.wmb.unwritable");
    }
}

#[test]
fn older_levels_are_named() {
    for version in b'1'..=b'6' {
        let mut bytes = all();
        bytes[3] = version;
        let finding = wmb::read(&bytes, Mode::Lenient).unwrap_err();
        assert_eq!(finding.code, "gamestudio.wmb.version");
        assert_eq!(finding.found, format!("\"WMB{}\"", char::from(version)));
    }
    assert_eq!(wmb::read(b"WMB", Mode::Lenient).unwrap_err().code, "gamestudio.wmb.magic");
}

#[test]
#[cfg(target_pointer_width = "64")]
fn files_beyond_31_bits_are_refused() {
    // Zeros that nothing looks at take no memory.
    let mut bytes = vec![0; 1 << 31];
    bytes[..4].copy_from_slice(b"WMB7");
    assert_eq!(wmb::read(&bytes, Mode::Lenient).unwrap_err().code, "gamestudio.wmb.limit");
    bytes[..4].copy_from_slice(b"WAD7");
    bytes[8] = 12;
    assert_eq!(wad::read(&bytes, Mode::Lenient).unwrap_err().code, "gamestudio.wad.bounds");
}

#[test]
fn findings_name_the_place() {
    let mut bytes = all();
    bytes[1594] = 7;
    bytes[1112] = 9;
    let (_, report) = wmb::read(&bytes, Mode::Lenient).unwrap();
    let places: Vec<_> =
        report.findings().iter().map(|finding| (finding.path.as_str(), finding.offset)).collect();
    assert_eq!(places, [("texture 3", Some(1594)), ("block 0", Some(1112))]);
    let mut bytes = lit();
    let page = bytes.len() - 36 - 393_216;
    bytes[page + 5] = 0;
    let (_, report) = wmb::read(&bytes, Mode::Lenient).unwrap();
    assert_eq!(report.findings()[0].offset, Some(page as u64 + 5));
}

#[test]
fn every_finding_says_what_to_do() {
    let codes = wmb::codes();
    assert!(codes.len() > 40);
    for code in &codes {
        assert!(
            code.id.starts_with("gamestudio.wmb.") && !code.means.is_empty() && !code.advice.is_empty(),
            "{code:?}"
        );
    }
}

#[test]
fn missing_colours_are_black() {
    let table = ColorTable { bytes: vec![1, 2, 3, 4] };
    assert_eq!(table.colors()[..2], [[1, 2, 3], [0; 3]]);
    assert_eq!(TerrainLightmap::default().shape().byte_len(), Some(0));
}

/// Codes that no file can be made to cause, and those of notes, which break no rule.
const WITHOUT_RULE: &[&str] = &[
    "gamestudio.wmb.gap",
    // Only of lists that are left out, which have a code of their own.
    "gamestudio.wmb.limit",
    "gamestudio.wmb.terrain_stale",
    "gamestudio.wmb.trailing",
    "gamestudio.wmb.unwritable",
];

#[test]
fn every_code_has_a_rule_and_every_rule_a_code() {
    let ruled: BTreeSet<_> = include_str!("../rules/wmb.toml")
        .lines()
        .filter_map(|line| line.strip_prefix("code = \"")?.strip_suffix('"'))
        .chain(WITHOUT_RULE.iter().copied())
        .collect();
    let declared: BTreeSet<_> = wmb::codes().iter().map(|code| code.id).collect();
    assert_eq!(ruled, declared);
}

/// Codes and severities of what lenient reading finds; what is written is what was read.
fn found(bytes: &[u8]) -> (Level, Vec<(&'static str, Severity)>) {
    let (level, report) = wmb::read(bytes, Mode::Lenient).unwrap();
    assert_eq!(wmb::write(&level).unwrap(), bytes);
    let found = report.findings().iter().map(|finding| (finding.code, finding.severity));
    (level, found.collect())
}

/// Offset and length of a list in the header.
fn entry(list: List) -> std::ops::Range<usize> {
    let at = 4 + 8 * list as usize;
    at..at + 8
}

#[test]
fn a_list_of_terrain_light_maps_that_cannot_be_read_refuses_no_level() {
    // The list of terrains' light maps, with one map in it, becomes four bytes of another list: the
    // first four of the objects, their number.
    let mut stale = all();
    let [objects, terrains] = [entry(List::Objects), entry(List::LightmapsTerrain)];
    let four = [&stale[objects.start..objects.start + 4], &[4, 0, 0, 0]].concat();
    stale[terrains.clone()].copy_from_slice(&four);
    let (level, findings) = found(&stale);
    assert_eq!(findings[0], ("gamestudio.wmb.terrain_stale", Severity::Note));
    assert_eq!((level.terrain_lightmaps.len(), level.layout.unread.len()), (0, 1));
    assert!(!level.objects.is_empty() && !level.blocks.is_empty());
    // Nothing of this breaks a rule: the map that was there is now bytes of no list.
    wmb::read(&stale, Mode::Strict).unwrap().1.verdict().unwrap();

    // Behind the end of the file.
    let mut outside = all();
    let end = outside.len() as u32;
    outside[terrains].copy_from_slice(&[(end + 8).to_le_bytes(), [4, 0, 0, 0]].concat());
    let (level, findings) = found(&outside);
    assert_eq!(findings[0], ("gamestudio.wmb.bounds", Severity::Warning));
    assert_eq!((level.terrain_lightmaps.len(), level.layout.outside.len()), (0, 1));
    let strict = wmb::read(&outside, Mode::Strict).unwrap().1;
    assert_eq!(strict.verdict().unwrap_err().code, "gamestudio.wmb.bounds");
    // What was changed by hand to be both is refused.
    let mut both = level;
    both.terrain_lightmaps = vec![TerrainLightmap { width: 1, height: 1, data: vec![0; 3], object: 0 }];
    both.layout.lists = None;
    both.layout.left_out.clear();
    both.layout.outside.clear();
    both.layout.unread = vec![RawList { list: List::LightmapsTerrain, bytes: vec![7; 4] }];
    assert_eq!(wmb::write(&both).unwrap_err().path, "lightmaps_terrain");
}

#[test]
fn traces_of_saving_the_objects_alone_are_no_faults() {
    // The end of a former file behind the last list, and padding that is not 0.
    let behind = [all(), vec![2; 376]].concat();
    assert_eq!(found(&behind).1, [("gamestudio.wmb.gap", Severity::Note)]);
    wmb::read(&behind, Mode::Strict).unwrap().1.verdict().unwrap();

    // An unused slot behind the table of objects: the first starts at 8 + 4 * 1.
    let position = [&1_u32.to_le_bytes()[..], &[0; 52]].concat();
    let objects = [&[1, 0, 0, 0, 12, 0, 0, 0][..], &[0; 4], &position].concat();
    let (level, findings) = found(&crate::wmb::with_lists(&[(List::Objects, objects.clone())]));
    assert_eq!(level.objects.len(), 1);
    assert!(findings.iter().all(|(code, _)| *code != "gamestudio.wmb.item_gap"), "{findings:?}");
    // Four bytes that are not 0 are no such slot.
    let odd = [&objects[..8], &[9; 4], &objects[12..]].concat();
    let (_, findings) = found(&crate::wmb::with_lists(&[(List::Objects, odd)]));
    assert!(findings.contains(&("gamestudio.wmb.item_gap", Severity::Warning)), "{findings:?}");
}

#[test]
fn no_list_that_a_level_can_be_drawn_without_refuses_it() {
    let whole = read(&all());
    let size = all().len() as i32;
    let kept = |damaged: &[u8], which: &str, code: &str| {
        let (level, findings) = found(damaged);
        assert!(findings.contains(&(code, Severity::Warning)), "{which}: {findings:?}");
        assert_eq!((&level.objects, &level.blocks), (&whole.objects, &whole.blocks), "{which}");
        let strict = wmb::read(damaged, Mode::Strict).unwrap().1;
        assert!(strict.verdict().is_err(), "{which}");
        level
    };
    let optional = List::ALL.into_iter().filter(|list| !matches!(list, List::Objects | List::Blocks));
    for list in optional {
        // Behind the end, partly behind it, before the start, in the header, of less than no length.
        let places = [[size + 8, 4], [size - 4, 40], [-4, 40], [100, 40], [400, -40], [i32::MAX, i32::MAX]];
        for [offset, length] in places {
            let mut damaged = all();
            damaged[entry(list)].copy_from_slice(&[offset.to_le_bytes(), length.to_le_bytes()].concat());
            let which = format!("{} at {offset}, {length} bytes", list.name());
            let level = kept(&damaged, &which, "gamestudio.wmb.bounds");
            assert_eq!(level.layout.outside.len(), 1, "{which}");
        }
        // Bytes of anything: what can be read so is, what cannot is kept as it is.
        for fill in [0xFF, 0x7F, 0x80] {
            let mut damaged = all();
            let start = damaged.len() as i32;
            damaged.extend([fill; 83]);
            damaged[entry(list)].copy_from_slice(&[start.to_le_bytes(), 83_i32.to_le_bytes()].concat());
            let (level, _) = found(&damaged);
            assert_eq!((&level.objects, &level.blocks), (&whole.objects, &whole.blocks), "{}", list.name());
        }
    }
    // Damage inside of them.
    let list_of = |list: List| {
        let place = entry(list).start;
        i32::from_le_bytes(*all()[place..].first_chunk().unwrap()) as usize
    };
    for (list, at, bytes) in [
        (List::Palette, entry(List::Palette).start + 4, 100_i32.to_le_bytes()),
        (List::Textures, list_of(List::Textures), i32::MAX.to_le_bytes()),
        (List::Textures, list_of(List::Textures) + 4, 7_i32.to_le_bytes()),
        (List::Planes, list_of(List::Planes) + 24, f32::NAN.to_le_bytes()),
        (List::Materials, list_of(List::Materials) + 12, f32::INFINITY.to_le_bytes()),
        (List::Submodels, list_of(List::Submodels), f32::NAN.to_le_bytes()),
    ] {
        let mut damaged = all();
        damaged[at..at + 4].copy_from_slice(&bytes);
        let level = kept(&damaged, list.name(), "gamestudio.wmb.list");
        assert_eq!(level.layout.unread.iter().map(|raw| raw.list).collect::<Vec<_>>(), [list]);
    }
    // What says where things stand is needed.
    for list in [List::Objects, List::Blocks] {
        let mut damaged = all();
        damaged[entry(list)].copy_from_slice(&[size.to_le_bytes(), 4_i32.to_le_bytes()].concat());
        assert_eq!(wmb::read(&damaged, Mode::Lenient).unwrap_err().code, "gamestudio.wmb.bounds");
    }
}
