//! Edits of unpacked files with the real binary: what damages a file is
//! refused before anything is written, and every refusal names the file, the
//! key and what belongs there.

use crate::program::{Run, demo, four, revisit};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;
use zbd::archive::{Archive, Contents, Entry};
use zbd::gamez::Version;
use zbd::sounds::Wave;

/// A file of the valley unpacked.
struct Unpacked {
    folder: TempDir,
}

impl Unpacked {
    /// A file of MechWarrior 3's valley.
    fn of(address: &str) -> Self {
        Self::file(&format!("{}/{address}", four()[0].path))
    }

    fn bytes(name: &str, bytes: &[u8]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(name);
        fs::write(&file, bytes).unwrap();
        revisit(["unpack", file.to_str().unwrap(), folder.path().join("dir").to_str().unwrap()]).ok();
        Unpacked { folder }
    }

    fn file(file: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        revisit(["unpack", file, folder.path().join("dir").to_str().unwrap()]).ok();
        Unpacked { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("dir").join(name)
    }

    fn target(&self) -> PathBuf {
        self.folder.path().join("packed.zbd")
    }

    fn pack(&self) -> Run {
        let dir = self.path("");
        revisit(["pack", dir.to_str().unwrap(), self.target().to_str().unwrap(), "--force"])
    }

    /// Packing fails with all these words while one JSON file is edited so, and
    /// writes nothing.
    #[track_caller]
    fn refuses(&self, file: &str, words: &[&str], edit: impl FnOnce(&mut Value)) {
        let path = self.path(file);
        let before = fs::read(&path).unwrap();
        let mut json = serde_json::from_slice(&before).unwrap();
        edit(&mut json);
        fs::write(&path, json.to_string()).unwrap();
        let named = path.display().to_string();
        self.pack().fails(2, &[words, &[named.as_str()]].concat());
        assert!(!self.target().exists(), "nothing is written");
        fs::write(path, before).unwrap();
    }

    /// The same for the whole text of a file.
    #[track_caller]
    fn refuses_text(&self, file: &str, text: &[u8], words: &[&str]) {
        let path = self.path(file);
        let before = fs::read(&path).unwrap();
        fs::write(&path, text).unwrap();
        let named = path.display().to_string();
        self.pack().fails(2, &[words, &[named.as_str()]].concat());
        assert!(!self.target().exists(), "nothing is written");
        fs::write(path, before).unwrap();
    }
}

const SIDE: &str = "revisit.json";

#[test]
fn edits_that_damage_a_file_are_refused() {
    let messages = Unpacked::of("Mech3Msg.dll");
    messages.refuses(SIDE, &["MSG_TITLE", "expected the id of a text", "nothing was written"], |side| {
        side["content"]["items"][0].as_object_mut().unwrap().remove("text");
    });
    messages.refuses(SIDE, &["expected a key with its id"], |side| {
        side["content"]["items"][0].as_object_mut().unwrap().remove("key");
    });
    messages.refuses(SIDE, &["found one that is there already", "zbd.messages.key_name"], |side| {
        side["content"]["items"][1]["key"] = json!("MSG_TITLE");
    });
    messages
        .refuses(SIDE, &["found 99999", "1033 English"], |side| side["content"]["language"] = json!(99_999));
    messages.refuses(SIDE, &["content.items[1].text: found \"\u{416}\"", "Windows-1252"], |side| {
        side["content"]["items"][1]["text"] = json!("\u{416}");
    });

    let textures = Unpacked::of("zbd/rimage.zbd");
    textures.refuses(SIDE, &["expected at least one texture"], |side| {
        side["content"]["textures"] = json!([]);
    });

    let mechs = Unpacked::of("zbd/mechlib.zbd");
    mechs.refuses("mech_mason.flt.json", &["node ", "polygon 0", "99", "material"], |model| {
        let nodes = model["nodes"].as_array_mut().unwrap();
        let node = nodes.iter_mut().find(|node| !node["model"].is_null()).unwrap();
        node["model"]["polygon_infos"][0]["material_index"] = json!(99);
    });

    let sounds = Unpacked::of("zbd/soundsL.zbd");
    sounds.refuses_text("hum.wav", b"hello", &["found \"hell\"", "expected a WAV sound", "WAVE file"]);
    // All of it still packs.
    for (unpacked, name) in
        [(messages, "messages"), (textures, "textures"), (mechs, "mechs"), (sounds, "sounds")]
    {
        let run = unpacked.pack().ok();
        assert_eq!(run.err, "", "{name}");
        assert!(unpacked.target().exists());
    }
}

#[test]
fn what_was_damaged_before_is_no_reason_to_refuse() {
    let wave = zbd::sounds::write(&Wave::pcm(1, 22_050, 8, vec![128; 100])).unwrap();
    let members = [("hum.wav", b"hello".to_vec()), ("shot.wav", wave)];
    let members = members.map(|(name, data)| Entry::new(name, data).unwrap()).to_vec();
    let bytes = zbd::archive::write(&Archive::new(Version::MechWarrior3, Contents::Other, members)).unwrap();
    let unpacked = Unpacked::bytes("sounds.zbd", &bytes);
    let run = unpacked.pack().ok();
    assert_eq!(fs::read(unpacked.target()).unwrap(), bytes);
    assert!(run.err.contains("hum.wav") && run.err.contains("warning: "), "it is said: {run:#?}");
    fs::remove_file(unpacked.target()).unwrap();
    // One more is one too many.
    fs::write(unpacked.path("shot.wav"), "hello").unwrap();
    unpacked.pack().fails(2, &["expected a WAV sound", "2 such errors", "1 when it was unpacked"]);
    // Mending both is no mistake.
    for name in ["hum.wav", "shot.wav"] {
        let wave = Wave::pcm(1, 11_025, 8, vec![128; 10]);
        fs::write(unpacked.path(name), zbd::sounds::write(&wave).unwrap()).unwrap();
    }
    assert_eq!(unpacked.pack().ok().err, "");
}

#[test]
fn keys_that_mean_nothing_are_refused() {
    let slip = |value: &mut Value| value["colour"] = json!(1);
    let unknown = |key: &str| format!("{key}.colour: unknown key");
    Unpacked::of("zbd/interp.zbd").refuses(SIDE, &[&unknown("content.scripts[1]")], |side| {
        slip(&mut side["content"]["scripts"][1]);
    });
    let messages = Unpacked::of("Mech3Msg.dll");
    messages.refuses(SIDE, &["content.items[2].kee: unknown key"], |side| {
        let message = side["content"]["items"][2].as_object_mut().unwrap();
        let key = message.remove("key").unwrap();
        message.insert("kee".to_owned(), key);
    });
    messages.refuses(SIDE, &["revisit.json: colour: unknown key"], slip);
    Unpacked::of("zbd/c1/gamez.zbd").refuses(SIDE, &[&unknown("content.nodes.nodes[3].base")], |side| {
        slip(&mut side["content"]["nodes"]["nodes"][3]["base"]);
    });
    let motions = Unpacked::of("zbd/motion.zbd");
    let file = fs::read_dir(motions.path("")).unwrap().map(|entry| entry.unwrap().file_name());
    let file = file.map(|name| name.into_string().unwrap()).find(|name| name != SIDE).unwrap();
    motions.refuses(&file, &[": colour: unknown key"], slip);
    let mechs = Unpacked::of("zbd/mechlib.zbd");
    mechs.refuses("materials.json", &["[0].colour: unknown key"], |materials| slip(&mut materials[0]));
    mechs.refuses(
        SIDE,
        &["content.members[0].colour: unknown key `colour`, expected one of `name`"],
        |side| {
            slip(&mut side["content"]["members"][0]);
        },
    );
    // That a key is missing is said after that of the misspelt one.
    mechs.refuses("materials.json", &["[0].colour: unknown key `colour`, expected `info`"], |materials| {
        *materials = json!([{"colour": 1}]);
    });
}

#[test]
fn mistakes_in_json_are_explained_in_plain_words() {
    let scripts = Unpacked::of("zbd/interp.zbd");
    scripts.refuses(SIDE, &["content.scripts[0].lines[0][1]: expected a text, found the number 5"], |side| {
        side["content"]["scripts"][0]["lines"][0][1] = json!(5);
    });
    scripts.refuses(SIDE, &["content.scripts[0].lines[0]: expected a list of the line's tokens"], |side| {
        side["content"]["scripts"][0]["lines"][0] = json!(5);
    });
    scripts.refuses(SIDE, &["content.scripts[0].name: expected a text, or an object with `raw`"], |side| {
        side["content"]["scripts"][0]["name"] = json!(5);
    });
    let mechs = Unpacked::of("zbd/mechlib.zbd");
    mechs.refuses(SIDE, &["content.members[0]: expected an object with keys, found the number 5"], |side| {
        side["content"]["members"][0] = json!(5);
    });
    mechs.refuses(
        "mech_mason.flt.json",
        &["nodes[0].base.bbox_mid", "end of the list, found more"],
        |model| {
            model["nodes"][0]["base"]["bbox_mid"] = json!([0.0, 0.0, 0.0, 0.0]);
        },
    );
    let textures = Unpacked::of("zbd/rimage.zbd");
    textures.refuses(SIDE, &["content.palettes[0]: expected a text: bytes as base64"], |side| {
        side["content"]["palettes"] = json!([5]);
    });
    textures.refuses(SIDE, &["content.textures[0].stretch", "a whole number from 0 to 65535"], |side| {
        side["content"]["textures"][0]["stretch"] = json!("wide");
    });
}

#[test]
fn readers_as_text_are_read_as_text_whatever_they_hold() {
    let readers = Unpacked::file(&format!("{}/zbd/reader.zbd", demo()));
    for (text, found) in [
        ("", "found the end of the text"),
        ("name dirt", "found `name`"),
        ("// hi\n(name(dirt))", "found `//`"),
    ] {
        readers.refuses_text("soils.zrd", text.as_bytes(), &["line 1, column 1", found, "expected `(`"]);
        // The same of a file on its own.
        let loose = readers.folder.path().join("loose.zrd");
        fs::write(&loose, text).unwrap();
        revisit(["inspect", loose.to_str().unwrap()])
            .fails(2, &["loose.zrd", "line 1, column 1", found, "expected `(`"]);
    }
    // What Notepad writes.
    fs::write(readers.path("soils.zrd"), "\u{feff}(name(dirt) hard(0.5))\r\n").unwrap();
    readers.pack().ok();
    let member = readers.folder.path().join("packed.zbd/soils.zrd");
    let shown = revisit(["inspect", member.to_str().unwrap()]).ok().out;
    assert!(shown.lines().any(|line| line == "  (name(dirt) hard(0.5))"), "{shown}");
    // An archive is summed up.
    let shown = revisit(["inspect", readers.target().to_str().unwrap()]).ok().out;
    assert!(!shown.contains("dirt"), "{shown}");
}

#[test]
fn files_that_are_missing_are_named_with_the_key_that_asks_for_them() {
    let textures = Unpacked::of("zbd/rimage.zbd");
    let side: Value = serde_json::from_slice(&fs::read(textures.path(SIDE)).unwrap()).unwrap();
    let picture = side["content"]["textures"][0]["file"].as_str().unwrap();
    fs::remove_file(textures.path(picture)).unwrap();
    let words = [SIDE, "content.textures[0].file: no such file", picture, "change or remove this entry"];
    textures.pack().fails(2, &words);
    let readers = Unpacked::file(&format!("{}/zbd/reader.zbd", demo()));
    fs::remove_file(readers.path("soils.zrd")).unwrap();
    readers.pack().fails(2, &[SIDE, "content.members[", "].file: no such file", "soils.zrd"]);
}

#[test]
fn a_folder_is_not_packed_into_itself() {
    let scripts = Unpacked::of("zbd/interp.zbd");
    let before = fs::read(scripts.path(SIDE)).unwrap();
    let dir = scripts.path("").display().to_string();
    for name in [SIDE, "new.zbd", "../dir/new.zbd"] {
        let file = scripts.path(name).display().to_string();
        revisit(["pack", &dir, &file, "--force"]).fails(2, &[name, "inside the folder"]);
    }
    assert_eq!(fs::read(scripts.path(SIDE)).unwrap(), before);
    assert_eq!(fs::read_dir(scripts.path("")).unwrap().count(), 1, "nothing else is there");
}

#[test]
fn members_of_a_mech_library_are_known_by_it() {
    let library = format!("{}/zbd/mechlib.zbd", four()[0].path);
    for (member, kind, words) in [
        ("mech_mason.flt", "zbd.mechlib.model", "version 27 (MechWarrior 3)"),
        ("materials", "zbd.mechlib.materials", "materials"),
        ("version", "zbd.mechlib.word", "value          27"),
        ("format", "zbd.mechlib.word", "value          1"),
    ] {
        let path = format!("{library}/{member}");
        let json = revisit(["inspect", &path, "--json"]).ok().json();
        assert_eq!((json["kind"].as_str(), &json["findings"]["items"]), (Some(kind), &json!([])), "{member}");
        let text = revisit(["inspect", &path]).ok().out;
        assert!(text.contains(words), "{text}");
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out").display().to_string();
    let path = format!("{library}/version");
    revisit(["unpack", &path, &out]).fails(2, &["with its archive", &format!("unpack {library} DIR")]);
    revisit(["unpack", four()[0].path, &out]).fails(2, &["a folder", "takes one file"]);
    assert!(!folder.path().join("out").exists());
}

#[test]
fn inspect_shows_messages_and_versions_as_people_call_them() {
    let path = four()[0].path;
    let shown = revisit(["inspect", &format!("{path}/Mech3Msg.dll")]).ok().out;
    assert!(shown.lines().any(|line| line == "  1      MSG_TITLE \"Kestrel Valley\""), "{shown}");
    for (four, version) in
        four().iter().zip(["27 (MechWarrior 3)", "41 (MechWarrior 3: Pirate's Moon)", "15 (Recoil)"])
    {
        let file = if four.title == "recoil" { "zbd/m1/gamez.zbd" } else { "zbd/c1/gamez.zbd" };
        let shown = revisit(["inspect", &format!("{}/{file}", four.path)]).ok().out;
        assert!(shown.lines().next().unwrap().ends_with(&format!("version {version}")), "{shown}");
    }
    let shown = revisit(["inspect", &format!("{path}/zbd/rimage.zbd")]).ok().out;
    assert!(shown.lines().next().unwrap().ends_with("Zipper texture package"), "{shown}");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("one").display().to_string();
    let said = revisit(["unpack", &format!("{path}/zbd/interp.zbd"), &out]).ok().out;
    assert!(said.contains(", 1 file, "), "{said}");
    let letter = folder.path().join("Mech3Msg.dll");
    fs::write(&letter, "Dear reader").unwrap();
    revisit(["inspect", letter.to_str().unwrap()]).fails(2, &["found \"De\" at its start", "\"MZ\""]);
}
