//! `inspect --json` says of every kind of file what its text form says.

use crate::program::{four, island, revisit};
use filekind::Identity;
use std::collections::BTreeMap;
use std::path::Path;
use vfs::{Kind, Vfs};
use zbd::archive::{Archive, Contents, Entry};
use zbd::gamez::Version;

/// A file, or a member of an archive, for each kind that the demos have.
fn examples() -> BTreeMap<&'static str, String> {
    let mut examples = BTreeMap::new();
    // MechWarrior 3 has all kinds of Zipper's files but the maps of Recoil.
    let [mechwarrior3, _, recoil, _] = four();
    for install in [mechwarrior3.path, recoil.path, island()] {
        let vfs = Vfs::open(Path::new(install), &[], load::ARCHIVES).unwrap();
        for entry in vfs.walk(true).into_iter().filter(|entry| entry.kind == Kind::File) {
            let address = entry.address;
            if let Some(identity) = identify(&vfs, &address) {
                examples.entry(identity.kind.id).or_insert_with(|| format!("{install}/{address}"));
            }
        }
    }
    examples
}

fn identify(vfs: &Vfs, address: &str) -> Option<Identity> {
    let bytes = vfs.read(address).ok()?;
    let member = address.rsplit_once('/').filter(|(archive, _)| vfs.is_file(archive));
    let member = member.and_then(|(archive, name)| {
        let archive = vfs.read(archive).ok()?;
        kinds::all().in_archive(&archive, name, &bytes)
    });
    member.or_else(|| kinds::all().identify_file(address, &bytes))
}

#[test]
fn every_kind_has_a_summary_in_text_and_in_json() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: Vec<u8>| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.display().to_string()
    };
    let mut examples = examples();
    // What no demo needs.
    let notes = Entry::new("notes.txt", b"words".to_vec()).unwrap();
    let archive = Archive::new(Version::MechWarrior3, Contents::Other, vec![notes]);
    let animations = zbd::anim::Anim::new(Version::MechWarrior3);
    examples.insert("zbd.anim", put("anim.zbd", zbd::anim::write(&animations).unwrap()));
    examples.insert("zbd.archive", put("notes.zbd", zbd::archive::write(&archive).unwrap()));
    examples.insert("gamestudio.wad", put("skins.wad", gamestudio::wad::write(&Default::default()).unwrap()));
    examples
        .insert("gamestudio.wmp", put("source.wmp", gamestudio::wmp::write(&Default::default()).unwrap()));
    let fixture = |family: &str, file: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../formats")
            .join(family)
            .join("tests/fixtures")
            .join(file);
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        if file.ends_with(".hex") { harness::hex::bytes(&String::from_utf8(bytes).unwrap()) } else { bytes }
    };
    for (id, file, name) in [
        ("everquest.pfs", "archive.hex", "arena.s3d"),
        ("everquest.sounds", "sounds.hex", "arena_sounds.eff"),
        ("everquest.sound_bank", "sound_bank.txt", "arena_sndbnk.eff"),
        ("everquest.emitters", "emitters.txt", "arena.emt"),
        ("everquest.particles", "particles.txt", "arena_environmentemitters.txt"),
        ("everquest.xmi", "xmi.hex", "arena.xmi"),
        ("everquest.model_list", "model_list.txt", "arena_chr.txt"),
        ("everquest.global_load", "global_load.txt", "GlobalLoad.txt"),
        ("everquest.file_list", "file_list.txt", "arena_assets.txt"),
        ("everquest.map", "map.txt", "arena.txt"),
        ("everquest.old_map", "old_map.txt", "arena.map"),
        ("everquest.zon", "zon.hex", "arena.zon"),
        ("everquest.wld", "wld_all.hex", "arena.wld"),
        ("mpq.archive", "stored.hex", "stored.mpq"),
        ("warcraft.m2", "m2_first.hex", "boar.m2"),
        ("warcraft.blp", "blp1_jpeg.hex", "boar.blp"),
        ("warcraft.dbc", "dbc_displays.hex", "CreatureDisplayInfo.dbc"),
        ("daggerfall.woods", "woods.hex", "WOODS.WLD"),
        ("daggerfall.pak", "pak.hex", "CLIMATE.PAK"),
        ("daggerfall.places", "places.hex", "MAPPITEM.017"),
        ("daggerfall.dungeons", "dungeons.hex", "MAPDITEM.017"),
        ("daggerfall.table", "table.hex", "MAPTABLE.017"),
        ("daggerfall.names", "names.hex", "MAPNAMES.017"),
        ("daggerfall.rmb", "rmb.hex", "TVRNAA00.RMB"),
        ("daggerfall.rdb", "rdb.hex", "N0000000.RDB"),
        ("daggerfall.mesh", "mesh_25.hex", "446"),
        ("daggerfall.texture", "texture.hex", "TEXTURE.302"),
        ("daggerfall.palette", "palette_pal.hex", "MAP.PAL"),
        ("daggerfall.sky", "sky.hex", "SKY16.DAT"),
        ("daggerfall.night", "night.hex", "NITE02I0.IMG"),
        ("daggerfall.bsa", "bsa_named.hex", "BLOCKS.BSA"),
    ] {
        examples.entry(id).or_insert_with(|| put(name, fixture(id.split('.').next().unwrap(), file)));
    }
    let all = kinds::all().kinds();
    let without: Vec<&str> = all.iter().map(|kind| kind.id).filter(|id| !examples.contains_key(id)).collect();
    assert_eq!(without, [""; 0], "kinds without an example");
    for kind in all {
        let path = &examples[kind.id];
        let json = revisit(["inspect", path, "--json"]).ok().json();
        assert_eq!(json["kind"], kind.id, "{path}");
        let summary = json["summary"].as_object().unwrap();
        assert!(!summary.is_empty(), "{}: {path}", kind.id);
        let text = revisit(["inspect", path]).ok().out;
        for (label, value) in summary {
            let tally = value.as_object().map(|tally| {
                let counts = tally.iter().map(|(kind, count)| format!("{kind}: {count}"));
                counts.collect::<Vec<_>>().join(", ")
            });
            let value = tally.as_deref().unwrap_or_else(|| value.as_str().unwrap());
            let said = |line: &str| line.trim_start().starts_with(label) && line.ends_with(value);
            assert!(text.lines().any(said), "{}: {label} {value} is not in {text}", kind.id);
        }
    }
}

#[test]
fn a_picture_has_a_summary() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dot.png");
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 3, 2);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&[0; 18]).unwrap();
    std::fs::write(&path, bytes).unwrap();
    let json = revisit(["inspect", path.to_str().unwrap(), "--json"]).ok().json();
    assert_eq!(json["summary"], serde_json::json!({ "pixels": "3 x 2" }));
}
