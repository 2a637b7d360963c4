//! `sounds`: which file each sound of an install comes from, and its bytes.

use crate::program::{copy_of, copy_of_demo, demo, four, island, revisit};
use crate::sounding::tone;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use zbd::archive::{TypedArchive, TypedEntry};
use zbd::sounds::Wave;

/// An archive of one sound: so many samples at 22,050 Hz, 8 bits.
fn archive(name: &str, samples: usize) -> Vec<u8> {
    let entries = vec![TypedEntry::new(name, Wave::pcm(1, 22_050, 8, vec![128; samples])).unwrap()];
    zbd::sounds::write_archive(&TypedArchive { entries, ..TypedArchive::default() }).unwrap()
}

/// Gives an install of MechWarrior 3 a sound that hides another, and one that
/// cannot be used.
pub fn put_sounds(install: &Path) {
    fs::write(install.join("zbd/soundsH.zbd"), archive("Beep.wav", 22_050)).unwrap();
    fs::write(install.join("zbd/beep.wav"), tone(441.0)).unwrap();
    fs::write(install.join("zbd/broken.wav"), b"words").unwrap();
}

fn sounds(path: &str, more: &[&str]) -> Value {
    revisit(["sounds", path, "--json"].iter().chain(more)).ok().json()
}

fn item<'a>(json: &'a Value, name: &str) -> &'a Value {
    let items = json["items"].as_array().unwrap();
    items.iter().find(|item| item["name"] == name).unwrap_or_else(|| panic!("{name} in {json:#}"))
}

#[test]
fn a_loose_file_is_heard_as_each_game_has_it_and_one_of_a_mod_always() {
    let loose = tone(441.0);
    let of_mod = tone(882.0);
    let over = tempfile::tempdir().unwrap();
    fs::create_dir_all(over.path().join("zbd/soundsH.zbd")).unwrap();
    fs::write(over.path().join("zbd/Hum.wav"), &of_mod).unwrap();
    fs::write(over.path().join("zbd/soundsH.zbd/step.wav"), &of_mod).unwrap();
    let over = over.path().to_str().unwrap();
    for game in four() {
        let title = game.title;
        let install = copy_of(game.path);
        fs::write(install.path().join("zbd/HUM.WAV"), &loose).unwrap();
        fs::write(install.path().join("zbd/new.wav"), &loose).unwrap();
        let path = install.path().to_str().unwrap();
        let listed = sounds(path, &[]);
        let archive = listed["archive"].as_str().unwrap();
        assert!(archive.eq_ignore_ascii_case("zbd/soundsh.zbd"), "{title}: {archive}");
        let member = format!("{archive}/hum.wav");
        let wins = title == "mechwarrior3" || title == "pirates-moon";
        let hum = item(&listed, if wins { "HUM.WAV" } else { "hum.wav" });
        let (from, hidden) = if wins { ("zbd/HUM.WAV", &*member) } else { (&*member, "zbd/HUM.WAV") };
        assert_eq!(hum["address"], from, "{title}");
        assert_eq!(hum["hides"], json!([{ "address": hidden, "layer": "install" }]), "{title}");
        let what = |item: &Value| json!([item["codec"], item["rate"], item["bits"], item["duration_ms"]]);
        let own = json!(["PCM", 11_025, 8, 1500]);
        assert_eq!(what(hum) == own, wins, "{title}: {hum}");
        let new = item(&listed, "new.wav");
        assert_eq!((&new["address"], &new["hides"], what(new)), (&json!("zbd/new.wav"), &json!([]), own));
        let packed = if title == "crimson-skies" { "Microsoft ADPCM" } else { "PCM" };
        assert_eq!(item(&listed, "wind.wav")["codec"], packed, "{title}");
        // One of the demo of MechWarrior 3 is loose by itself, and that of Recoil has an engine.
        let count = if ["mechwarrior3", "recoil"].contains(&title) { 12 } else { 11 };
        assert_eq!(listed["items"].as_array().unwrap().len(), count, "{title}");

        // As it is told to people.
        let run = revisit(["sounds", path, "hum"]).ok();
        let hides = format!("  hides {hidden} (install)");
        assert!(run.out.lines().any(|line| line == hides) && run.out.lines().count() == 2, "{run:#?}");

        let out = tempfile::tempdir().unwrap();
        let write = ["sounds", path, "HUM", "--force", "--write", out.path().to_str().unwrap()];
        revisit(write).ok();
        let written = fs::read(out.path().join(if wins { "HUM.WAV" } else { "hum.wav" })).unwrap();
        assert_eq!(written == loose, wins, "{title}");

        // Both ways in which a mod can bring a sound.
        let modded = sounds(path, &["--mod", over]);
        for (name, address) in [("Hum.wav", "zbd/Hum.wav"), ("step.wav", "zbd/soundsH.zbd/step.wav")] {
            let found = item(&modded, name);
            assert!(found["address"].as_str().unwrap().eq_ignore_ascii_case(address), "{title}: {found}");
            assert_ne!(found["layer"], "install", "{title}: {found}");
            assert!(!found["hides"].as_array().unwrap().is_empty(), "{title}: {found}");
        }
        revisit(write.iter().chain(&["--mod", over])).ok();
        assert_eq!(fs::read(out.path().join("Hum.wav")).unwrap(), of_mod, "{title}");
    }
}

#[test]
fn the_quality_names_the_archive_and_a_missing_one_becomes_the_next() {
    let path = four()[0].path;
    let rate = |quality: &str| {
        let json = sounds(path, &["--quality", quality]);
        (json["archive"].as_str().unwrap().to_owned(), item(&json, "step.wav")["rate"].as_u64().unwrap())
    };
    let (high, low) = (("zbd/soundsH.zbd".to_owned(), 22_050), ("zbd/soundsL.zbd".to_owned(), 11_025));
    for (quality, wanted) in
        [("best", &high), ("High", &high), ("medium", &low), ("low", &low), ("soundsL", &low)]
    {
        assert_eq!(&rate(quality), wanted, "{quality}");
    }
    revisit(["sounds", path, "--quality", "loud"]).fails(2, &["`loud`", "high, medium, low"]);
    let install = copy_of(path);
    fs::remove_file(install.path().join("zbd/soundsL.zbd")).unwrap();
    let again = sounds(install.path().to_str().unwrap(), &["--quality", "low"]);
    assert_eq!(again["archive"], "zbd/soundsH.zbd");
    revisit(["sounds", island(), "--quality", "low"]).fails(2, &["--quality"]);
}

#[test]
fn damage_is_said_and_the_rest_is_heard() {
    let install = copy_of_demo();
    put_sounds(install.path());
    fs::write(install.path().join("zbd/beep.wav"), b"RIFF, they said, but then").unwrap();
    let path = install.path().to_str().unwrap();
    let run = revisit(["sounds", path]).ok();
    let lines: Vec<&str> = run.err.lines().collect();
    assert_eq!(lines.len(), 2, "{run:#?}");
    assert!(lines[0].starts_with("warning: zbd/beep.wav: "), "{run:#?}");
    assert!(lines[0].contains("until then zbd/soundsH.zbd/Beep.wav is heard"), "{run:#?}");
    assert!(lines[1].starts_with("zbd/broken.wav: "), "{run:#?}");
    assert!(run.out.contains("0:01.0  PCM, 22050 Hz, mono, 8 bit"), "{run:#?}");
    assert!(run.out.contains("cannot be used"), "{run:#?}");

    let out = tempfile::tempdir().unwrap();
    let into = out.path().join("new/folder");
    let written = revisit(["sounds", path, "--write", into.to_str().unwrap()]);
    written.fails(2, &["1 of 2 sounds", "zbd/broken.wav"]);
    let names: Vec<_> = fs::read_dir(&into).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["Beep.wav"]);

    // No archive at all, or one that is none.
    fs::write(install.path().join("zbd/soundsH.zbd"), b"words").unwrap();
    let run = revisit(["sounds", path]).ok();
    assert!(run.err.contains("vfs.not_an_archive") && run.err.contains("load.sounds_missing"), "{run:#?}");
}

#[test]
fn sounds_are_written_where_nothing_is_lost() {
    let install = copy_of_demo();
    put_sounds(install.path());
    let path = install.path().to_str().unwrap();
    let out = tempfile::tempdir().unwrap();
    let into = out.path().to_str().unwrap();
    fs::write(out.path().join("beep.wav"), b"mine").unwrap();
    let write = ["sounds", path, "beep", "--write", into];
    revisit(write).fails(2, &["beep.wav", "--force"]);
    assert_eq!(fs::read(out.path().join("beep.wav")).unwrap(), b"mine");
    let json = revisit(write.iter().chain(&["--force", "--json"])).ok().json();
    assert_eq!(item(&json, "beep.wav")["written"], out.path().join("beep.wav").to_str().unwrap());
    assert_eq!(fs::read(out.path().join("beep.wav")).unwrap(), tone(441.0));
    assert_eq!(fs::read_dir(out.path()).unwrap().count(), 1, "nothing else is left");

    let inside = install.path().join("zbd/new");
    revisit(["sounds", path, "--write", inside.to_str().unwrap()]).fails(2, &["inside the install"]);
    assert!(!inside.exists());
    revisit(["sounds", path, "beep", "bang"]).fails(2, &["`bang`", "there are 2"]);
    assert_eq!(revisit(["sounds", path, "--force"]).code, 2);

    // Names that lead out of the folder are none that an install has.
    fs::write(install.path().join("zbd/soundsH.zbd"), archive("..\\..\\out.wav", 10)).unwrap();
    let deep = out.path().join("a/b");
    let run = revisit(["sounds", path, "beep", "--write", deep.to_str().unwrap()]).ok();
    assert!(run.err.contains("[vfs.name]"), "{run:#?}");
    assert!(!out.path().join("out.wav").exists() && !out.path().join("a/out.wav").exists());
}

#[test]
fn loose_sounds_of_other_games_are_listed_and_written_by_their_addresses() {
    let json = sounds(island(), &[]);
    let items = json["items"].as_array().unwrap();
    assert_eq!(items.len(), 4, "{json:#}");
    for item in items {
        assert_eq!((&item["codec"], &item["error"]), (&json!("PCM"), &Value::Null), "{item}");
        assert!(item["duration_ms"].as_u64().unwrap() > 100, "{item}");
    }
    let first = items[0]["address"].as_str().unwrap();
    let name = items[0]["name"].as_str().unwrap();
    let out = tempfile::tempdir().unwrap();
    let one =
        revisit(["sounds", island(), &name.to_uppercase(), "--write", out.path().to_str().unwrap()]).ok();
    assert_eq!(one.out.lines().count(), 2, "{one:#?}");
    let bytes = |root: &Path| fs::read(root.join(first)).unwrap();
    assert_eq!(bytes(out.path()), bytes(Path::new(island())));

    // A folder of nothing.
    let empty = tempfile::tempdir().unwrap();
    let run = revisit(["sounds", empty.path().to_str().unwrap()]).ok();
    assert!(run.out.contains(".wav or .ogg"), "{run:#?}");
    assert!(revisit(["sounds", demo()]).ok().err.contains("load.sounds_missing"));
    revisit(["sounds", "/no/such/folder"]).fails(2, &["/no/such/folder"]);
}
