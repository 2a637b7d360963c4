//! `check` and `inspect` of the kinds that the demo has none of.

use crate::program::revisit;
use std::path::Path;
use zbd::archive::{Archive, Contents, Entry, TypedArchive, TypedEntry};
use zbd::gamez::Version;
use zbd::sounds::Wave;
use zbd::zmap::{Feature, ZMap};

fn save() -> Vec<u8> {
    let header = [8_u32, 2].iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut activation = vec![0; 88];
    activation[0] = 1;
    activation[8..12].copy_from_slice(b"door");
    activation[40..44].copy_from_slice(&(-1_i32).to_le_bytes());
    activation[84] = 3;
    let entries = vec![Entry::new("zSaveHeader", header).unwrap(), Entry::new("door", activation).unwrap()];
    zbd::archive::write(&Archive::new(Version::MechWarrior3, Contents::Other, entries)).unwrap()
}

fn sounds() -> Vec<u8> {
    let wave = Wave::pcm(1, 22_050, 8, vec![128; 100]);
    let entries = vec![TypedEntry::new("beep.wav", wave).unwrap()];
    zbd::sounds::write_archive(&TypedArchive { entries, ..TypedArchive::default() }).unwrap()
}

fn map() -> Vec<u8> {
    let outline = Feature { color: [1, 2, 3], vertices: vec![[0.0; 3], [5.0, 0.0, 5.0]], objective: -1 };
    zbd::zmap::write(&ZMap::new(vec![outline])).unwrap()
}

#[test]
fn every_kind_is_read_strictly_and_written_back() {
    let folder = tempfile::tempdir().unwrap();
    let install = Path::new(crate::walker::install());
    for file in ["gamez.zbd", "rtexture.zbd"] {
        std::fs::create_dir_all(folder.path().join("zbd/c1")).unwrap();
        std::fs::copy(install.join("zbd/c1").join(file), folder.path().join("zbd/c1").join(file)).unwrap();
    }
    for file in ["reader.zbd", "interp.zbd", "mechlib.zbd", "motion.zbd"] {
        std::fs::copy(install.join("zbd").join(file), folder.path().join("zbd").join(file)).unwrap();
    }
    let files = [
        ("game.mw3", save()),
        ("zbd/soundsH.zbd", sounds()),
        ("zbd/c1/anim.zbd", zbd::anim::write(&zbd::anim::Anim::new(Version::MechWarrior3)).unwrap()),
        ("m1.zmap", map()),
        ("config.zrd", b"( CANNON damage(2.5) )".to_vec()),
    ];
    for (file, bytes) in &files {
        std::fs::write(folder.path().join(file), bytes).unwrap();
    }
    let path = folder.path().to_str().unwrap();
    let json = revisit(["check", path, "--roundtrip", "--json"]).ok().json();
    let kind = |file: &str| {
        let found = json["files"].as_array().unwrap().iter().find(|checked| checked["file"] == file);
        let found = found.unwrap_or_else(|| panic!("{file} in {json:#}"));
        (found["kind"].as_str().unwrap_or_default().to_owned(), found["identical"].as_bool())
    };
    for (file, wanted) in [
        ("zbd/c1/gamez.zbd", "zbd.gamez"),
        ("zbd/c1/anim.zbd", "zbd.anim"),
        ("zbd/reader.zbd", "zbd.readers"),
        ("zbd/mechlib.zbd", "zbd.mechlib"),
        ("zbd/motion.zbd", "zbd.motions"),
        ("zbd/soundsH.zbd", "zbd.sounds"),
        ("game.mw3", "zbd.save"),
        ("m1.zmap", "zbd.zmap"),
    ] {
        assert_eq!(kind(file), (wanted.to_owned(), Some(true)), "{file}");
    }
    assert_eq!(kind("config.zrd"), ("zbd.reader.text".to_owned(), None));

    // Members of archives are files, too.
    for (file, wanted) in [
        ("zbd/motion.zbd/walker_walk", "zbd.motion"),
        ("zbd/soundsH.zbd/beep.wav", "wav"),
        ("zbd/mechlib.zbd", "zbd.mechlib"),
    ] {
        let json = revisit(["inspect", &format!("{path}/{file}"), "--json"]).ok().json();
        assert_eq!(json["kind"], wanted, "{file}");
        assert_eq!(json["findings"]["items"], serde_json::json!([]), "{file}");
    }
    let motion = revisit(["inspect", &format!("{path}/zbd/motion.zbd/walker_walk")]).ok();
    assert!(motion.out.contains("2.00"), "{motion:#?}");
}

#[test]
fn a_broken_habit_of_a_member_says_where() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.mw3");
    let mut bytes = save();
    // The status of the only record, behind the eight bytes of the header.
    bytes[8 + 84] = 9;
    std::fs::write(&file, bytes).unwrap();
    let run = revisit(["check", file.to_str().unwrap(), "--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    let json = run.json();
    assert_eq!(json["items"][0]["code"], "zbd.save.activation.status", "{json:#}");
    assert_eq!(json["items"][0]["offset"], 92);
}

#[test]
fn textures_come_in_the_quality_that_is_asked_for() {
    let bytes = |arguments: &[&str]| {
        let fixed = ["load", crate::program::demo(), "--json"];
        revisit(fixed.into_iter().chain(arguments.iter().copied())).ok().json()["texture_bytes"]
            .as_u64()
            .unwrap()
    };
    let best = bytes(&[]);
    assert_eq!(bytes(&["--textures", "best"]), best);
    let mut last = best + 1;
    for (word, file) in [("best", "rtexture"), ("medium", "rtexture3"), ("low", "rtexture2")] {
        let size = bytes(&["--textures", word]);
        assert!(size * 2 < last || word == "best", "{word}: {size} {last}");
        assert_eq!(bytes(&["--textures", file]), size, "{file}");
        // Software has as many pixels, in the colours of a palette.
        let software = if word == "best" { "software".to_owned() } else { format!("software-{word}") };
        assert_eq!(bytes(&["--textures", &software]), size, "{software}");
        last = size;
    }
    let words = "best, medium, low, software, software-medium, software-low";
    revisit(["load", crate::program::demo(), "--textures", "lovely"]).fails(2, &["lovely", words]);
}

/// A picture of 8 bits a pixel as archives of EverQuest hold them: so many colours, which the header may call 0, pixels
/// right behind them or where all 256 would end, a size of the pixels or 0, and bytes behind them.
fn bmp(colors: u32, counted: bool, pixels: u32, sized: bool, spare: usize) -> Vec<u8> {
    let rows = [0_u8, 1, 0, 1, 1, 0, 1, 0];
    let size = pixels + rows.len() as u32;
    let mut bytes = b"BM".to_vec();
    let mut words = |words: &[u32]| bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    words(&[size, 0, pixels, 40, 4, 2, 1 | 8 << 16, 0]);
    words(&[if sized { rows.len() as u32 } else { 0 }, 0, 0, if counted { colors } else { 0 }, 0]);
    (0..colors).for_each(|color| bytes.extend([color as u8, 0, 0xFF, 0]));
    bytes.resize(pixels as usize, 0);
    bytes.extend(rows);
    bytes.resize(bytes.len() + spare, 0);
    bytes
}

/// One block of DXT1, without mip levels.
fn dds() -> Vec<u8> {
    let mut bytes = b"DDS ".to_vec();
    let words = [124_u32, 0x1007, 4, 4, 8, 0, 0];
    bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    bytes.resize(76, 0);
    bytes.extend([32_u32, 4].iter().flat_map(|word| word.to_le_bytes()));
    bytes.extend(b"DXT1");
    bytes.resize(108, 0);
    bytes.extend(0x1000_u32.to_le_bytes());
    bytes.resize(128, 0);
    bytes.extend([0x00, 0xF8, 0x1F, 0x00, 0x00, 0x00, 0x55, 0x55]);
    bytes
}

/// Source: `docs/spec/everquest/statistics.md`, "2. Textures".
#[test]
fn pictures_as_archives_of_everquest_hold_them_are_sound() {
    use everquest::pfs::{self, Archive, NewFile};
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ARENA_OBJ.S3D");
    let files = [
        ("usual.bmp", bmp(256, false, 1078, true, 0)),
        ("unsized.bmp", bmp(256, false, 1078, false, 2)),
        ("two colours.bmp", bmp(2, true, 62, true, 0)),
        ("few.bmp", bmp(253, true, 1066, false, 2)),
        ("dds.bmp", dds()),
        ("bmp.dds", bmp(256, false, 1078, true, 0)),
        ("dds.dds", dds()),
        // Source text of the original compiler.
        ("arena.mdf", b"MATERIALDEFINITION\r\n".to_vec()),
        ("arena.sps", b"SIMPLESPRITEDEF\r\n".to_vec()),
    ];
    let files = files.map(|(name, content)| NewFile::new(name, content));
    std::fs::write(&file, pfs::write(&Archive::new(&files).unwrap()).unwrap()).unwrap();
    let path = file.to_str().unwrap();
    let json = revisit(["check", path, "--roundtrip", "--json"]).ok().json();
    assert_eq!(json["items"], serde_json::json!([]), "{json:#}");
    assert_eq!(json["files"][0]["identical"], true);
    for (name, version) in [("FEW.BMP", "BMP"), ("dds.bmp", "DDS"), ("bmp.dds", "BMP")] {
        let json = revisit(["inspect", &format!("{path}/{name}"), "--json"]).ok().json();
        let found = json["version"].as_str().unwrap().to_owned();
        assert!(found.contains(version), "{name}: {found}");
        assert_eq!(json["summary"]["pixels"], if version == "DDS" { "4 x 4" } else { "4 x 2" });
    }
}

#[test]
fn what_is_in_an_archive_of_everquest_is_judged_and_shown() {
    use everquest::pfs::{self, Archive, NewFile};
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.s3d");
    let files = [
        NewFile::new("arena_chr.txt", b"2\nORC,orc_chr\n".to_vec()),
        NewFile::new("arena_assets.txt", b"a.s3d\n".to_vec()),
        NewFile::new("broken.bmp", b"BM, and nothing else".to_vec()),
    ];
    std::fs::write(&file, pfs::write(&Archive::new(&files).unwrap()).unwrap()).unwrap();
    let path = file.to_str().unwrap();
    let run = revisit(["check", path, "--roundtrip", "--json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    let json = run.json();
    let found =
        json["items"].as_array().unwrap().iter().map(|item| item["file"].as_str().unwrap().to_owned());
    let mut found: Vec<String> = found.collect();
    found.sort();
    assert_eq!(found, [format!("{path}/arena_chr.txt"), format!("{path}/broken.bmp")], "{json:#}");
    assert_eq!(json["files"][0]["kind"], "everquest.pfs");
    assert_eq!(json["files"][0]["identical"], true);

    let json = revisit(["inspect", path, "--json"]).ok().json();
    assert_eq!(json["summary"]["files"], "3");
    assert_eq!(json["summary"]["inflated_bytes"], "40");
    let json = revisit(["inspect", &format!("{path}/ARENA_chr.txt"), "--json"]).ok().json();
    assert_eq!(json["kind"], "everquest.model_list");
    assert_eq!(json["findings"]["items"][0]["code"], "everquest.model_list.count");
}
