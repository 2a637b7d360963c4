//! `unpack` and `pack`: every file comes back byte for byte, edits show, and
//! bad edits are explained.

use crate::program::{demo, files_of, four, island, revisit};
use filekind::FolderForm;
use files::pack::{self, Disk, Memory, NAME};
use harness::hex;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use titles::install::Install;
use zbd::archive::{Archive, Contents, Entry, Footer};
use zbd::gamez::Version;
use zbd::textures::{AlphaKind, Palette, Pixels, Texture, TexturePackage, flags};

/// Unpacks to the disk and packs from there.
fn through_disk(name: &str, bytes: &[u8]) -> Option<(&'static FolderForm, bool)> {
    pack::form_of(kinds::all(), name, bytes)?;
    let unpacked = pack::unpack(kinds::all(), name, bytes).unwrap_or_else(|error| panic!("{error}"));
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &unpacked.files);
    let packed = pack::pack(kinds::all(), &Disk(folder.path().to_owned()))
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(packed.form, unpacked.form);
    assert_eq!(packed.bytes == bytes, unpacked.exact, "{name}");
    assert_eq!(packed.notes, [""; 0], "{name}");
    Some((packed.form, unpacked.exact))
}

fn write(folder: &Path, files: &Memory) {
    for (name, bytes) in &files.0 {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

#[test]
fn every_file_of_the_demos_comes_back_byte_for_byte() {
    let valleys = four().map(|four| (four.title, four.path));
    for (demo, path) in [("plain", demo()), ("island", island())].into_iter().chain(valleys) {
        let mut known = 0;
        for file in &files_of(path) {
            match through_disk(&file.address, &file.bytes) {
                Some((form, exact)) => {
                    // What else a DLL holds is not understood.
                    assert!(exact || form.id == "zbd.messages", "{demo}: {}", file.address);
                    known += 1;
                }
                // What other programs read already.
                None => {
                    let open = [".toml", ".c", ".tga", ".wav", ".zrd", ".avi"];
                    assert!(open.iter().any(|end| file.address.ends_with(end)), "{demo}: {}", file.address);
                }
            }
        }
        assert!(known >= 6, "{demo}: {known} files");
    }
}

/// What Daggerfall calls the file of a fixture.
fn daggerfall_name(fixture: &str) -> &str {
    match fixture {
        "woods" => "WOODS.WLD",
        "pak" => "CLIMATE.PAK",
        "places" => "MAPPITEM.017",
        "dungeons" => "MAPDITEM.017",
        "table" => "MAPTABLE.017",
        "names" => "MAPNAMES.017",
        "rmb" => "TVRNAA00.RMB",
        "rdb" => "N0000000.RDB",
        "texture" => "TEXTURE.302",
        "palette_col" => "ART_PAL.COL",
        "palette_pal" => "MAP.PAL",
        "sky" => "SKY16.DAT",
        "night" => "NITE02I0.IMG",
        "bsa_named" => "BLOCKS.BSA",
        "bsa_numbered" => "ARCH3D.BSA",
        _ => fixture,
    }
}

/// A small file of every kind, as the format tests have them typed.
fn fixtures() -> Vec<(String, Vec<u8>)> {
    let formats = concat!(env!("CARGO_MANIFEST_DIR"), "/../../formats");
    let mut fixtures = Vec::new();
    for family in ["zbd", "gamestudio", "everquest", "warcraft", "daggerfall"] {
        for entry in fs::read_dir(format!("{formats}/{family}/tests/fixtures")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "hex") {
                continue;
            }
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let bytes = hex::bytes(&fs::read_to_string(&path).unwrap());
            // Some are known by their names alone.
            let file = match name.as_str() {
                "sounds" => "arena_sounds.eff".to_owned(),
                _ if name.starts_with("zmap") => "m1.zmap".to_owned(),
                _ if family == "daggerfall" => daggerfall_name(&name).to_owned(),
                _ => name,
            };
            if pack::form_of(kinds::all(), &file, &bytes).is_some() {
                fixtures.push((file, bytes));
            }
        }
    }
    fixtures.sort();
    fixtures
}

#[test]
fn every_kind_of_file_comes_back_byte_for_byte() {
    let mut seen = Vec::new();
    for (file, bytes) in fixtures() {
        let (form, exact) = through_disk(&file, &bytes).unwrap();
        assert!(exact || form.id == "zbd.messages", "{file}");
        seen.push(form.id);
    }
    seen.sort_unstable();
    seen.dedup();
    let mut all: Vec<&str> = kinds::all().folder_forms().iter().map(|form| form.id).collect();
    all.sort_unstable();
    assert_eq!(seen, all, "each has a fixture");
}

/// Changes up to four bytes.
fn mutate(bytes: &mut [u8], seed: u64) {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for _ in 0..1 + next() % 4 {
        let at = (next() % bytes.len().max(1) as u64) as usize;
        if let Some(byte) = bytes.get_mut(at) {
            // Small numbers and powers of two find more than noise does.
            *byte =
                [0, 1, 0x7F, 0x80, 0xFF, *byte ^ (1 << (next() % 8)), next() as u8][(next() % 7) as usize];
        }
    }
}

/// So many bytes of a fixture are changed, one mutation after the other.
const LARGE: usize = 64 << 20;

#[test]
fn odd_files_come_back_byte_for_byte_or_are_refused() {
    let (mut unpacked, mut refused) = (0, 0);
    for (name, bytes) in fixtures() {
        // One fixture has millions of bytes, nearly all of which say the same.
        let step = (bytes.len() / 400).max(97);
        let seeds = (LARGE / bytes.len().max(1)).clamp(8, 200) as u64;
        let prefixes = (0..bytes.len()).step_by(step).map(|end| bytes[..end].to_vec());
        let mutations = (0..seeds).map(|seed| {
            let mut odd = bytes.clone();
            mutate(&mut odd, seed);
            odd
        });
        for odd in prefixes.chain(mutations) {
            match pack::unpack(kinds::all(), &name, &odd) {
                // What was odd about it before is no reason to refuse it.
                Ok(found) => {
                    let packed = pack::pack(kinds::all(), &found.files)
                        .unwrap_or_else(|error| panic!("{name}: {error}"));
                    assert!(packed.bytes == odd || !found.exact, "{name}");
                    unpacked += 1;
                }
                Err(error) => {
                    refused += 1;
                    assert!(!error.to_string().contains("fault of Revisit"), "{name}: {error}");
                }
            }
        }
    }
    assert!(unpacked > 1000 && refused > 1000, "{unpacked} unpacked, {refused} refused");
}

#[test]
fn odd_side_files_are_packed_or_refused() {
    for (name, bytes) in fixtures() {
        let files = pack::unpack(kinds::all(), &name, &bytes).unwrap().files;
        let side = files.0[NAME].clone();
        for seed in 0..60 {
            let mut odd = files.clone();
            mutate(odd.0.get_mut(NAME).unwrap(), seed);
            // Nothing is asked but an end without a panic, and one clear line.
            if let Err(error) = pack::pack(kinds::all(), &odd) {
                assert!(!error.to_string().contains('\n'), "{error}");
            }
        }
        // The last byte is a line end.
        for end in (0..side.len() - 1).step_by(side.len().div_ceil(40)) {
            let mut odd = files.clone();
            odd.put(NAME.to_owned(), side[..end].to_vec());
            assert!(pack::pack(kinds::all(), &odd).is_err(), "{name}: cut at {end}");
        }
    }
}

/// A package with an image of every kind, and names that no file may have.
fn package() -> TexturePackage {
    let rgba: Vec<u8> = (0..24).flat_map(|step: u8| [step * 10, 255 - step * 9, step, step * 11]).collect();
    let texture = |name: &str, alpha| Texture::from_rgba8(name, 6, 4, &rgba, alpha).unwrap();
    let numbered = |name: &str, alpha| {
        let mut texture = texture(name, alpha);
        texture.pixels = Pixels::Local {
            indices: (0..24).map(|at| at % 5).collect(),
            palette: vec![0, 1, 1, 0xF800, 0xFFFF],
        };
        texture
    };
    let mut global = texture("global", AlphaKind::Simple);
    global.pixels = Pixels::Global { indices: (0..24).map(|at| at % 3).collect(), colors: 3 };
    global.palette_index = 1;
    global.flags |= flags::GLOBAL_PALETTE;
    let mut odd = texture("odd", AlphaKind::Simple);
    odd.flags |= flags::IMAGE_LOADED;
    odd.zero08 = 7;
    odd.stretch = 3;
    let mut empty = Texture::from_rgba8("empty", 0, 9, &[], AlphaKind::None).unwrap();
    empty.stretch = 1;
    let mut palettes = vec![Palette([0; 256]), Palette([0; 256])];
    palettes[1].0[..4].copy_from_slice(&[0, 0x07E0, 0x001F, 9]);
    TexturePackage {
        zero16: 5,
        palettes,
        textures: vec![
            texture("plain", AlphaKind::None),
            texture("PLAIN", AlphaKind::Simple),
            texture("../../up", AlphaKind::Full),
            texture("nul", AlphaKind::None),
            numbered("local", AlphaKind::None),
            numbered("local", AlphaKind::Simple),
            numbered("local", AlphaKind::Full),
            global,
            odd,
            empty,
        ],
        ..TexturePackage::default()
    }
}

#[test]
fn textures_of_every_kind_come_back() {
    let bytes = zbd::textures::write(&package()).unwrap();
    let unpacked = pack::unpack(kinds::all(), "rtexture.zbd", &bytes).unwrap();
    let names: Vec<&str> = unpacked.files.0.keys().map(String::as_str).collect();
    for name in
        ["plain.png", "PLAIN#2.png", "member-2.png", "member-3.png", "local.png", "local.alpha.png", NAME]
    {
        assert!(names.contains(&name), "{name} in {names:?}");
    }
    assert_eq!(through_disk("rtexture.zbd", &bytes), Some((&zbd::kinds::TEXTURES_FOLDER, true)));
}

/// An archive of this game with one member of every form.
fn archive(version: Version, contents: Contents) -> Archive {
    let reader = |text: &str| {
        zbd::reader::write(&zbd::reader::parse(text.as_bytes(), binary::Mode::Strict).unwrap().0).unwrap()
    };
    let blank = zbd::reader::Value::List(vec![
        zbd::reader::Value::string("two words").unwrap(),
        zbd::reader::Value::string("17").unwrap(),
        zbd::reader::Value::from(-0.0_f32),
        zbd::reader::Value::from(0.1_f32 + 0.2_f32),
    ]);
    let wave = hex::bytes(include_str!("../../formats/zbd/tests/fixtures/sound.hex"));
    let motion = hex::bytes(include_str!("../../formats/zbd/tests/fixtures/motion.hex"));
    let textures = zbd::textures::write(&package()).unwrap();
    let inner =
        Archive::new(version, Contents::Other, vec![Entry::new("deep.zrd", reader("(a(1 2.5))")).unwrap()]);
    let mut members: Vec<Entry> = [
        ("soils.zrd", reader("(name(grass) hard(0.1 -7 100000.0))")),
        ("blank.ZRD", zbd::reader::write(&blank).unwrap()),
        ("broken.zrd", vec![9, 9, 9]),
        ("shot.wav", wave),
        ("walk", motion),
        ("tex.zbd", textures),
        ("inner.zbd", zbd::archive::write(&inner).unwrap()),
        ("SOILS.zrd", reader("(again)")),
        ("..\\up.zrd", reader("(up)")),
        ("com1", vec![1]),
        ("revisit.json", vec![2]),
    ]
    .into_iter()
    .map(|(name, data)| Entry::new(name, data).unwrap())
    .collect();
    members[1].filetime = u64::MAX;
    members[1].flags = 3;
    Archive::new(version, contents, members)
}

#[test]
fn archives_of_every_form_come_back() {
    for (version, contents) in [
        (Version::MechWarrior3, Contents::Readers),
        (Version::PiratesMoon, Contents::Readers),
        (Version::PiratesMoon, Contents::Motions),
        (Version::PiratesMoon, Contents::Other),
    ] {
        let bytes = zbd::archive::write(&archive(version, contents)).unwrap();
        let unpacked = pack::unpack(kinds::all(), "reader.zbd", &bytes).unwrap();
        let names: Vec<&str> = unpacked.files.0.keys().map(String::as_str).collect();
        for name in [
            "soils.zrd",
            "SOILS.zrd#2",
            "blank.ZRD.json",
            "broken.zrd",
            "shot.wav",
            "walk.json",
            "tex.zbd/revisit.json",
            "tex.zbd/plain.png",
            "inner.zbd/deep.zrd",
            "member-8",
            "member-9",
            "revisit.json#2",
        ] {
            assert!(names.contains(&name), "{name} in {names:?}");
        }
        assert_eq!(
            through_disk("reader.zbd", &bytes),
            Some((&zbd::kinds::ARCHIVE_FOLDER, true)),
            "{version:?} {contents:?}"
        );
    }
    // Odd footers, bytes between the members and behind them.
    let mut odd = archive(Version::PiratesMoon, Contents::Readers);
    odd.footer = Footer::Version2 { checksum: 1, unit_lengths: false };
    odd.entries[2].gap = vec![1, 2, 3];
    odd.tail = vec![4];
    let bytes = zbd::archive::write(&odd).unwrap();
    assert_eq!(through_disk("reader.zbd", &bytes), Some((&zbd::kinds::ARCHIVE_FOLDER, true)));
}

/// A folder with an unpacked file, for edits.
struct Edit {
    folder: TempDir,
}

impl Edit {
    fn of(name: &str, bytes: &[u8]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), bytes).unwrap();
        let edit = Edit { folder };
        revisit([Path::new("unpack"), &edit.folder.path().join(name), &edit.dir()]).ok();
        edit
    }

    fn dir(&self) -> PathBuf {
        self.folder.path().join("unpacked")
    }

    fn path(&self, name: &str) -> String {
        self.dir().join(name).display().to_string()
    }

    /// Changes the side file.
    fn side(&self, change: impl FnOnce(&mut Value)) -> &Self {
        let path = self.path(NAME);
        let mut side = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        change(&mut side);
        fs::write(path, side.to_string()).unwrap();
        self
    }

    fn pack(&self) -> Result<Vec<u8>, String> {
        pack::pack(kinds::all(), &Disk(self.dir()))
            .map(|packed| packed.bytes)
            .map_err(|error| error.to_string())
    }

    /// Packing must fail with all these words, and mend by itself afterwards.
    #[track_caller]
    fn fails(&self, words: &[&str], change: impl FnOnce(&mut Value)) {
        let before = fs::read(self.path(NAME)).unwrap();
        self.side(change);
        let error = self.pack().unwrap_err();
        for word in words {
            assert!(error.contains(word), "`{word}` is missing in: {error}");
        }
        assert!(!error.contains('\n'), "one line: {error}");
        fs::write(self.path(NAME), before).unwrap();
    }
}

fn png(width: u32, height: u32, rgba: &[u8]) -> Vec<u8> {
    pack::png(width as u16, height as u16, rgba).unwrap()
}

#[test]
fn an_edited_picture_shows() {
    let edit = Edit::of("rtexture.zbd", &zbd::textures::write(&package()).unwrap());
    // Another size, true colours where there were numbers, a hole.
    let picture = png(2, 1, &[255, 0, 0, 255, 0, 0, 0, 0]);
    for name in ["plain.png", "PLAIN#2.png", "local#2.png"] {
        fs::write(edit.path(name), &picture).unwrap();
    }
    let packed = pack::pack(kinds::all(), &Disk(edit.dir())).unwrap();
    assert_eq!(packed.notes.len(), 1, "what is opaque has no hole: {:?}", packed.notes);
    assert!(packed.notes[0].contains("plain.png") && packed.notes[0].contains("\"simple\""));
    let (read, report) = zbd::textures::read(&packed.bytes, binary::Mode::Lenient).unwrap();
    let (_, own) =
        zbd::textures::read(&zbd::textures::write(&package()).unwrap(), binary::Mode::Lenient).unwrap();
    let codes = |report: binary::Report| {
        report.into_findings().into_iter().map(|finding| finding.code).collect::<Vec<_>>()
    };
    assert_eq!(codes(report), codes(own), "an edit breaks no habit");
    let rgba = |index: usize| read.decode_rgba8(index).unwrap().rgba;
    assert_eq!(rgba(0), [255, 0, 0, 255, 0, 0, 0, 255]);
    assert_eq!(rgba(1), [255, 0, 0, 255, 0, 0, 0, 0]);
    assert_eq!(rgba(5), [255, 0, 0, 255, 0, 0, 0, 0]);
    assert!(matches!(&read.textures[5].pixels, Pixels::Local { palette, .. } if palette == &[0xF800, 0]));
    assert_eq!(read.textures[8], package().textures[8], "the others stay");
}

#[test]
fn bad_edits_of_textures_are_explained() {
    let edit = Edit::of("rtexture.zbd", &zbd::textures::write(&package()).unwrap());
    let texture = |index: usize| format!("content.textures[{index}]");
    edit.fails(&[NAME, "content", "expected the key `textures`, found none"], |side| {
        side["content"].as_object_mut().unwrap().remove("textures");
    });
    edit.fails(&[NAME, &format!("{}.stretch", texture(0)), "65535"], |side| {
        side["content"]["textures"][0]["stretch"] = json!("wide");
    });
    edit.fails(&["stretches", "unknown key"], |side| side["content"]["textures"][0]["stretches"] = json!(1));
    edit.fails(&["revisit", "expected 1, found 2"], |side| side["revisit"] = json!(2));
    edit.fails(&["kind", "expected one of zbd.gamez", "`zbd.texture`"], |side| {
        side["kind"] = json!("zbd.texture")
    });
    edit.fails(&["gone.png", "no such file"], |side| {
        side["content"]["textures"][0]["file"] = json!("gone.png");
    });
    for name in ["../up.png", "/etc/passwd", "C:\\a.png", "con.png", "a/b.png", ""] {
        edit.fails(&[&texture(0), ".file", "name of a file in this folder"], |side| {
            side["content"]["textures"][0]["file"] = json!(name);
        });
    }
    edit.fails(&[&texture(0), "expected the name of a PNG"], |side| {
        side["content"]["textures"][0].as_object_mut().unwrap().remove("file");
    });
    edit.fails(&[&texture(7), "palette_index", "2 palettes"], |side| {
        side["content"]["textures"][7]["palette_index"] = json!(2);
    });
    edit.fails(&[&texture(5), "alpha_file", "only with `alpha` \"full\""], |side| {
        side["content"]["textures"][5]["alpha_file"] = json!("local.alpha.png");
    });
    let fails = |name: &str, bytes: &[u8], words: &[&str]| {
        let before = fs::read(edit.path(name)).unwrap();
        fs::write(edit.path(name), bytes).unwrap();
        let error = edit.pack().unwrap_err();
        for word in words.iter().chain([&name]) {
            assert!(error.contains(word), "`{word}` is missing in: {error}");
        }
        fs::write(edit.path(name), before).unwrap();
    };
    fails("plain.png", b"GIF89a", &["expected a PNG"]);
    fails("local.alpha.png", &png(1, 1, &[0; 4]), &["6 x 4", "1 x 1"]);
    fails("global.png", &png(1, 1, &[255, 255, 255, 255]), &["#ffffff", "palette"]);
    let many: Vec<u8> =
        (0..300_u32).flat_map(|step| [(step % 32 * 8) as u8, (step / 32 * 24) as u8, 0, 255]).collect();
    fails("local.png", &png(300, 1, &many), &["256 colours", "direct"]);
    edit.pack().expect("everything is as it was");
}

#[test]
fn edited_members_show_and_bad_ones_are_explained() {
    let archive = archive(Version::PiratesMoon, Contents::Readers);
    let edit = Edit::of("reader.zbd", &zbd::archive::write(&archive).unwrap());
    fs::write(edit.path("soils.zrd"), "(name(mud))\n").unwrap();
    edit.side(|side| {
        side["content"]["members"].as_array_mut().unwrap().push(json!({"name": "new", "file": "soils.zrd"}));
    });
    let (read, report) = zbd::archive::read(&edit.pack().unwrap(), binary::Mode::Strict).unwrap();
    report.verdict().expect("the checksum is that of the new data");
    let member = |index: usize| zbd::reader::read(&read.entries[index].data, binary::Mode::Strict).unwrap().0;
    assert_eq!(member(0).dictionary().text("name").as_deref(), Some("mud"));
    assert_eq!(read.entries[11].data, b"(name(mud))\n");
    assert_eq!(read.entries[1..11], archive.entries[1..11]);

    fs::write(edit.path("soils.zrd"), "(name(mud)\n").unwrap();
    let error = edit.pack().unwrap_err();
    assert!(error.contains("soils.zrd") && error.contains("line 1, column 1"), "{error}");
    fs::write(edit.path("soils.zrd"), "(name 99999999999)").unwrap();
    let error = edit.pack().unwrap_err();
    assert!(error.contains("soils.zrd") && error.contains("99999999999"), "{error}");
    fs::write(edit.path("soils.zrd"), "()").unwrap();
    fs::write(edit.path("walk.json"), r#"{"loop_time": "long"}"#).unwrap();
    let error = edit.pack().unwrap_err();
    assert!(error.contains("walk.json: loop_time: ") && error.contains("expected a number"), "{error}");
    edit.fails(&["content.members[0].as", "found `text`"], |side| {
        side["content"]["members"][0]["as"] = json!("text");
    });
    edit.fails(&["content.members[4].file", "`../walk.json`"], |side| {
        side["content"]["members"][4]["file"] = json!("../walk.json");
    });
    edit.fails(&["content.members[0].name"], |side| {
        side["content"]["members"][0]["name"] = json!("x".repeat(65))
    });
    edit.fails(&["content.tail", "base64"], |side| side["content"]["tail"] = json!("%"));
    fs::remove_file(edit.path("tex.zbd/revisit.json")).unwrap();
    fs::write(edit.path("walk.json"), r#"{"loop_time": 1}"#).unwrap();
    let error = edit.pack().unwrap_err();
    assert!(error.contains("walk.json") && error.contains("the key `frame_count`"), "{error}");
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let edit = Edit::of("rtexture.zbd", &zbd::textures::write(&package()).unwrap());
    fs::rename(edit.path("plain.png"), edit.folder.path().join("outside.png")).unwrap();
    std::os::unix::fs::symlink("../outside.png", edit.path("plain.png")).unwrap();
    assert!(edit.pack().unwrap_err().contains("a link"));
}

#[test]
fn nothing_is_lost_by_mistake() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let file = format!("{}/zbd/interp.zbd", demo());
    revisit(["unpack", &file, &at("scripts")]).ok();
    revisit(["unpack", &file, &at("scripts")]).fails(2, &["scripts", "--force"]);
    fs::write(at("scripts/notes.txt"), "mine").unwrap();
    revisit(["unpack", &file, &at("scripts"), "--force"]).ok();
    assert!(!Path::new(&at("scripts/notes.txt")).exists(), "the whole folder is new");
    fs::create_dir(at("photos")).unwrap();
    fs::write(at("photos/cat.jpg"), "cat").unwrap();
    revisit(["unpack", &file, &at("photos"), "--force"]).fails(2, &["photos", "nothing that was unpacked"]);
    assert_eq!(fs::read(at("photos/cat.jpg")).unwrap(), b"cat");

    revisit(["pack", &at("scripts"), &at("interp.zbd")]).ok();
    assert_eq!(fs::read(at("interp.zbd")).unwrap(), fs::read(&file).unwrap());
    revisit(["pack", &at("scripts"), &at("interp.zbd")]).fails(2, &["interp.zbd", "--force"]);
    // A bad edit leaves the old file alone, and nothing beside it.
    fs::write(at("scripts/revisit.json"), "{").unwrap();
    revisit(["pack", &at("scripts"), &at("interp.zbd"), "--force"]).fails(2, &["revisit.json", "line 1"]);
    assert_eq!(fs::read(at("interp.zbd")).unwrap(), fs::read(&file).unwrap());
    let mut left: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["interp.zbd", "photos", "scripts"]);

    revisit(["pack", &at("nowhere"), &at("x.zbd")]).fails(2, &["nowhere", "no such folder"]);
    revisit(["pack", &at("photos"), &at("x.zbd")]).fails(2, &["revisit.json", "unpack"]);
    revisit(["unpack", &at("nowhere.zbd"), &at("x")]).fails(2, &["nowhere.zbd"]);
    revisit(["unpack", &at("photos/cat.jpg"), &at("x")])
        .fails(2, &["cat.jpg", "not a file that can be unpacked"]);
    let world = fs::read(format!("{}/zbd/c1/gamez.zbd", demo())).unwrap();
    fs::write(at("half.zbd"), &world[..world.len() / 2]).unwrap();
    revisit(["unpack", &at("half.zbd"), &at("x")]).fails(2, &["half.zbd", "expected", "found"]);
    assert!(!Path::new(&at("x")).exists());
}

#[test]
fn an_unpacked_member_is_a_mod_in_a_folder_and_in_a_zip() {
    let folder = tempfile::tempdir().unwrap();
    let over = folder.path().join("mod/zbd/reader.zbd");
    let archive = format!("{}/zbd/reader.zbd", demo());
    fs::create_dir_all(over.parent().unwrap()).unwrap();
    revisit(["unpack", &archive, over.to_str().unwrap()]).ok();
    fs::write(over.join("soils.zrd"), "(name(lava))").unwrap();

    let zipped = folder.path().join("lava.zip");
    let mut zip = zip::ZipWriter::new(fs::File::create(&zipped).unwrap());
    zip.start_file("zbd/reader.zbd/soils.zrd", zip::write::SimpleFileOptions::default()).unwrap();
    std::io::Write::write_all(&mut zip, b"(name(lava))").unwrap();
    zip.finish().unwrap();

    for layer in [folder.path().join("mod"), zipped] {
        let install = Install::open(Path::new(demo()), std::slice::from_ref(&layer)).unwrap();
        let bytes = install.vfs.read("zbd/reader.zbd/soils.zrd").unwrap();
        let (value, _) = zbd::reader::read_any(&bytes, binary::Mode::Strict).unwrap();
        assert_eq!(value.dictionary().text("name").as_deref(), Some("lava"));
        let layer = layer.to_str().unwrap();
        let which = revisit(["vfs", "which", demo(), "zbd/reader.zbd/soils.zrd", "--mod", layer, "--json"]);
        let which = which.ok().json();
        assert_eq!(which["hidden"].as_array().unwrap().len(), 1, "{which}");
        revisit(["load", demo(), "c1", "--mod", layer]).ok();
    }
    // What is no zip file is said to be none.
    let broken = folder.path().join("broken.zip");
    fs::write(&broken, b"PK\x03\x04 and no more").unwrap();
    revisit(["load", demo(), "c1", "--mod", broken.to_str().unwrap()]).fails(2, &["broken.zip"]);
}

#[test]
fn edited_textures_in_a_zip_are_those_of_the_world() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    revisit(["unpack", &format!("{}/zbd/c1/rtexture.zbd", demo()), &at("textures")]).ok();
    let side: Value = serde_json::from_slice(&fs::read(at("textures/revisit.json")).unwrap()).unwrap();
    for texture in side["content"]["textures"].as_array().unwrap() {
        for file in [&texture["file"], &texture["alpha_file"]].into_iter().filter_map(Value::as_str) {
            fs::write(at(&format!("textures/{file}")), png(1, 1, &[255, 0, 0, 255])).unwrap();
        }
    }
    revisit(["pack", &at("textures"), &at("rtexture.zbd")]).ok();
    let mut zip = zip::ZipWriter::new(fs::File::create(at("red.zip")).unwrap());
    zip.start_file("ZBD/C1/RTEXTURE.ZBD", zip::write::SimpleFileOptions::default()).unwrap();
    std::io::Write::write_all(&mut zip, &fs::read(at("rtexture.zbd")).unwrap()).unwrap();
    zip.finish().unwrap();
    let plain = revisit(["load", demo(), "c1", "--json"]).ok().json();
    let red = revisit(["load", demo(), "c1", "--mod", &at("red.zip"), "--json"]).ok().json();
    assert_eq!(red["texture_bytes"], 4 * plain["counts"]["textures"].as_u64().unwrap(), "{red:#}");
}
