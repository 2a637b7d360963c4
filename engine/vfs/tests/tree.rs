//! The rules of the merged tree, on folders made for each test.

mod pak;

use pak::{ARCHIVES, archive};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use vfs::{Kind, Vfs};

/// A folder with files, given as address and content.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path(), files);
    folder
}

fn fill(root: &Path, files: &[(&str, &[u8])]) {
    for (address, content) in files {
        let path = root.join(address);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
}

fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in members {
        let options = zip::write::SimpleFileOptions::default();
        match name.strip_suffix('/') {
            Some(folder) => writer.add_directory(folder, options).unwrap(),
            None => {
                writer.start_file(*name, options).unwrap();
                writer.write_all(content).unwrap();
            }
        }
    }
    writer.finish().unwrap().into_inner()
}

fn open(install: &TempDir, mods: &[&TempDir]) -> Vfs {
    let mods: Vec<PathBuf> = mods.iter().map(|folder| folder.path().to_owned()).collect();
    Vfs::open(install.path(), &mods, ARCHIVES).unwrap()
}

fn text(vfs: &Vfs, address: &str) -> String {
    match vfs.read(address) {
        Ok(bytes) => String::from_utf8(bytes.to_vec()).unwrap(),
        Err(finding) => format!("[{}]", finding.code),
    }
}

fn names(vfs: &Vfs, address: &str) -> Vec<String> {
    vfs.list(address).unwrap().into_iter().map(|entry| entry.name).collect()
}

fn found(vfs: &Vfs) -> Vec<(&'static str, String)> {
    vfs.findings().into_iter().map(|finding| (finding.code, finding.file)).collect()
}

#[test]
fn addresses_ignore_case_and_take_either_separator() {
    let install = folder(&[("ZBD/C1/GameZ.pak", b"world")]);
    let vfs = open(&install, &[]);
    for address in ["zbd/c1/gamez.pak", "ZBD/C1/GAMEZ.PAK", "Zbd\\c1\\gameZ.pak"] {
        assert_eq!(text(&vfs, address), "world", "{address}");
    }
    assert_eq!(vfs.which("zbd/c1/gamez.pak").unwrap().address, "ZBD/C1/GameZ.pak");
    assert_eq!(names(&vfs, "zbd/"), ["C1"]);
}

#[test]
fn hostile_addresses_never_resolve() {
    let outer = folder(&[("secret.txt", b"secret"), ("game/zbd/a.zrd", b"a")]);
    if cfg!(unix) {
        // Names that exist on this disk, to show that the name alone decides.
        for name in ["con", "nul.txt", "zbd/com1.zrd", "c:", "trailing."] {
            fill(&outer.path().join("game"), &[(name, b"x")]);
        }
    }
    let vfs = Vfs::open(&outer.path().join("game"), &[], ARCHIVES).unwrap();
    let absolute = outer.path().join("secret.txt").display().to_string();
    let long = "a/".repeat(3000);
    let deep = "a/".repeat(80);
    let table = [
        "../secret.txt",
        "zbd/../../secret.txt",
        "zbd/../zbd/a.zrd",
        "..\\secret.txt",
        "./zbd/a.zrd",
        "zbd/./a.zrd",
        absolute.as_str(),
        "/zbd/a.zrd",
        "//server/share",
        "\\\\server\\share",
        "\\zbd\\a.zrd",
        "zbd//a.zrd",
        "/",
        "c:/zbd/a.zrd",
        "c:",
        "C:secret.txt",
        "zbd/a.zrd:stream",
        "zbd/a.zrd\0",
        "zbd\n/a.zrd",
        "con",
        "CON.zrd",
        "nul.txt",
        "aux",
        "prn.a.b",
        "zbd/com1.zrd",
        "lpt9",
        "com\u{b2}",
        "conin$",
        "con .txt",
        "trailing.",
        "zbd /a.zrd",
        "...",
        long.as_str(),
        deep.as_str(),
    ];
    for address in table {
        let finding = vfs.read(address).unwrap_err();
        assert_eq!(finding.code, "vfs.address", "{address:?}: {finding}");
        assert!(
            !vfs.exists(address) && vfs.list(address).is_err() && vfs.which(address).is_err(),
            "{address:?}"
        );
    }
    for address in ["console", "com10", "common", "nullify.zrd", "lpt"] {
        assert_eq!(vfs.read(address).unwrap_err().code, "vfs.missing", "{address:?} is an ordinary name");
    }
    if !cfg!(unix) {
        return;
    }
    vfs.walk(false);
    let unnamed: Vec<_> =
        found(&vfs).into_iter().filter(|(code, _)| *code == "vfs.name").map(|f| f.1).collect();
    assert_eq!(unnamed, ["c:", "con", "nul.txt", "trailing.", "zbd/com1.zrd"]);
}

#[test]
fn the_last_mod_wins_and_the_hidden_are_told() {
    let install = folder(&[("zbd/a.zrd", b"install"), ("zbd/b.zrd", b"b")]);
    let first = folder(&[("ZBD/A.ZRD", b"first"), ("ZBD/c.zrd", b"c")]);
    let second = folder(&[("zbd/a.zrd", b"second")]);
    let vfs = open(&install, &[&first, &second]);
    assert_eq!(text(&vfs, "zbd/a.zrd"), "second");
    assert_eq!(text(&vfs, "zbd/b.zrd"), "b");
    assert_eq!(text(&vfs, "zbd/c.zrd"), "c");
    assert_eq!(names(&vfs, "zbd"), ["a.zrd", "b.zrd", "c.zrd"]);

    let which = vfs.which("zbd/a.zrd").unwrap();
    assert_eq!(which.winner.layer, 2);
    assert_eq!(which.winner.layer_name, second.path().file_name().unwrap().to_str().unwrap());
    assert_eq!(which.hidden.iter().map(|place| place.layer).collect::<Vec<_>>(), [0, 1]);
    assert!(which.hidden[1].path.ends_with("ZBD/A.ZRD"));
    assert_eq!(vfs.which("zbd").unwrap().merged.len(), 2);
}

#[test]
fn of_two_names_that_differ_in_case_the_lexically_first_is_used() {
    let install = folder(&[("zbd/Soils.zrd", b"upper"), ("zbd/soils.zrd", b"lower")]);
    if fs::read_dir(install.path().join("zbd")).unwrap().count() < 2 {
        return; // This disk cannot hold both.
    }
    let vfs = open(&install, &[]);
    assert_eq!(text(&vfs, "zbd/soils.zrd"), "upper");
    assert_eq!(text(&vfs, "zbd/SOILS.zrd"), "upper");
    assert_eq!(found(&vfs), [("vfs.case_collision", "zbd/soils.zrd".to_owned())]);
    assert_eq!(names(&vfs, "zbd").len(), 1);
}

#[test]
fn folders_that_differ_in_case_are_one() {
    let install = folder(&[("ZBD/a.zrd", b"upper"), ("zbd/a.zrd", b"lower"), ("zbd/b.zrd", b"b")]);
    if fs::read_dir(install.path()).unwrap().count() < 2 {
        return; // This disk cannot hold both.
    }
    let vfs = open(&install, &[]);
    assert_eq!(text(&vfs, "zbd/a.zrd"), "upper");
    assert_eq!(text(&vfs, "zbd/b.zrd"), "b");
    assert_eq!(names(&vfs, "zbd"), ["a.zrd", "b.zrd"]);
    assert_eq!(found(&vfs), [("vfs.case_collision", "zbd".to_owned())]);
}

#[test]
fn an_archive_is_a_folder() {
    let reader = archive(&[("soils.zrd", b"soils"), ("Maps.zrd", b"maps"), ("soils.zrd", b"again")]);
    let install = folder(&[("zbd/reader.pak", &reader), ("zbd/gamez.pak", b"no archive at all")]);
    let vfs = open(&install, &[]);
    assert_eq!(text(&vfs, "zbd/reader.pak/soils.zrd"), "soils");
    assert_eq!(text(&vfs, "ZBD/READER.PAK/MAPS.ZRD"), "maps");
    assert_eq!(text(&vfs, "zbd/reader.pak/soils.zrd#2"), "again");
    assert_eq!(vfs.read("zbd/reader.pak").unwrap()[..], reader[..], "and still a file");
    assert_eq!(names(&vfs, "zbd/reader.pak"), ["Maps.zrd", "soils.zrd", "soils.zrd#2"]);
    assert_eq!(vfs.size("zbd/reader.pak/maps.zrd").unwrap(), 4);
    assert_eq!(vfs.size("zbd/reader.pak").unwrap(), reader.len() as u64);
    assert!(vfs.is_archive("zbd/reader.pak") && !vfs.is_archive("zbd/gamez.pak"));
    assert_eq!(vfs.which("zbd/reader.pak/soils.zrd#2").unwrap().winner.member.unwrap(), "soils.zrd#2");
    assert_eq!(text(&vfs, "zbd/gamez.pak/x"), "[vfs.not_an_archive]");
    assert_eq!(text(&vfs, "zbd/reader.pak/x"), "[vfs.missing]");
    let entry = vfs.list("zbd/reader.pak").unwrap().remove(0);
    assert_eq!((entry.address.as_str(), entry.kind), ("zbd/reader.pak/Maps.zrd", Kind::File));
}

#[test]
fn repeated_members_never_take_a_name_that_is_in_use() {
    let reader = archive(&[("a", b"1"), ("A", b"2"), ("a#2", b"3"), ("a", b"4")]);
    let install = folder(&[("r.pak", &reader)]);
    let vfs = open(&install, &[]);
    let all: Vec<_> =
        ["a", "a#2", "a#3", "a#4"].iter().map(|name| text(&vfs, &format!("r.pak/{name}"))).collect();
    assert_eq!(all, ["1", "3", "2", "4"]);
}

#[test]
fn members_with_hostile_names_are_reported_and_out_of_reach() {
    let reader = archive(&[
        ("../../escape", b"x"),
        ("/abs", b"x"),
        ("con", b"x"),
        ("ok", b"fine"),
        ("d\\e.zrd", b"inner"),
    ]);
    let install = folder(&[("r.pak", &reader)]);
    let vfs = open(&install, &[]);
    assert_eq!(names(&vfs, "r.pak"), ["d", "ok"]);
    assert_eq!(text(&vfs, "r.pak/d/e.zrd"), "inner");
    let codes: Vec<_> = vfs.findings().iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["vfs.name"; 3]);
}

#[test]
fn archives_open_to_depth_four() {
    let mut nested = archive(&[("end.zrd", b"end")]);
    for _ in 0..4 {
        nested = archive(&[("in.pak", &nested)]);
    }
    // top.pak / in.pak / in.pak / in.pak / in.pak / end.zrd: five archives.
    let install = folder(&[("top.pak", &nested)]);
    let vfs = open(&install, &[]);
    assert_eq!(names(&vfs, "top.pak/in.pak/in.pak/in.pak"), ["in.pak"]);
    assert!(vfs.read("top.pak/in.pak/in.pak/in.pak/in.pak").is_ok(), "as a file it can be read");
    assert_eq!(text(&vfs, "top.pak/in.pak/in.pak/in.pak/in.pak/end.zrd"), "[vfs.not_an_archive]");
    assert_eq!(vfs.findings()[0].code, "vfs.depth");

    let inner = archive(&[("in.pak", &archive(&[("end.zrd", b"end")]))]);
    let install = folder(&[("top.pak", &archive(&[("in.pak", &inner)]))]);
    let vfs = open(&install, &[]);
    assert_eq!(text(&vfs, "top.pak/in.pak/in.pak/end.zrd"), "end");
    assert_eq!(vfs.findings(), []);
}

#[test]
fn a_mod_folder_over_an_archive_overlays_its_members() {
    let reader = archive(&[("soils.zrd", b"soils"), ("maps.zrd", b"maps")]);
    let install = folder(&[("zbd/reader.pak", &reader)]);
    let change = folder(&[("zbd/reader.pak/Soils.zrd", b"changed"), ("zbd/reader.pak/new.zrd", b"new")]);
    let vfs = open(&install, &[&change]);
    assert_eq!(text(&vfs, "zbd/reader.pak/soils.zrd"), "changed");
    assert_eq!(text(&vfs, "zbd/reader.pak/maps.zrd"), "maps");
    assert_eq!(text(&vfs, "zbd/reader.pak/new.zrd"), "new");
    assert_eq!(names(&vfs, "zbd/reader.pak"), ["maps.zrd", "new.zrd", "Soils.zrd"]);
    let which = vfs.which("zbd/reader.pak/soils.zrd").unwrap();
    assert_eq!((which.winner.layer, which.winner.member), (1, None));
    assert_eq!((which.hidden[0].layer, which.hidden[0].member.as_deref()), (0, Some("soils.zrd")));
    assert_eq!(vfs.which("zbd/reader.pak").unwrap().merged.len(), 1);
    assert_eq!(vfs.findings(), []);
}

#[test]
fn a_mod_file_over_an_archive_replaces_it_whole() {
    let install = folder(&[("r.pak", &archive(&[("soils.zrd", b"soils"), ("maps.zrd", b"maps")]))]);
    let under = folder(&[("r.pak/maps.zrd", b"overlaid")]);
    let file = folder(&[("R.pak", &archive(&[("soils.zrd", b"other")]))]);
    let over = folder(&[("r.pak/late.zrd", b"late")]);
    let vfs = open(&install, &[&under, &file, &over]);
    assert_eq!(text(&vfs, "r.pak/soils.zrd"), "other");
    assert_eq!(
        text(&vfs, "r.pak/maps.zrd"),
        "[vfs.missing]",
        "neither archive nor overlay below shows through"
    );
    assert_eq!(text(&vfs, "r.pak/late.zrd"), "late");
    let which = vfs.which("r.pak").unwrap();
    assert_eq!(which.winner.layer, 2);
    assert_eq!(which.hidden.iter().map(|place| place.layer).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn a_mod_folder_over_a_plain_file_leaves_the_file_and_is_reported() {
    let install = folder(&[("a.txt", b"text")]);
    let change = folder(&[("a.txt/inner", b"x")]);
    let vfs = open(&install, &[&change]);
    assert_eq!(text(&vfs, "a.txt"), "text");
    assert_eq!(text(&vfs, "a.txt/inner"), "x");
    assert_eq!(found(&vfs), [("vfs.overlay", "a.txt".to_owned())]);
}

#[test]
fn folders_over_files_that_are_used_whole_are_found_without_looking_into_them() {
    let reader = archive(&[("soils.zrd", b"soils")]);
    let install =
        folder(&[("zbd/c1/rtexture.pak", b"whole"), ("zbd/reader.pak", &reader), ("zbd/c2/a.txt", b"x")]);
    let change = folder(&[
        ("ZBD/C1/rtexture.pak/wall.png", b"x"),
        ("ZBD/reader.pak/soils.zrd", b"x"),
        ("ZBD/reader.pak/new/deep.zrd", b"x"),
        ("ZBD/c2/b.txt", b"x"),
    ]);
    let vfs = open(&install, &[&change]);
    assert_eq!(vfs.findings(), []);
    vfs.find_idle_folders();
    vfs.find_idle_mods();
    assert_eq!(found(&vfs), [("vfs.overlay", "ZBD/C1/rtexture.pak".to_owned())]);
    let line = vfs.findings()[0].to_string();
    assert!(line.contains(&vfs.layers()[1].name) && line.contains("revisit pack"), "{line}");
}

#[test]
fn what_lies_over_an_archive_is_listed_apart_from_its_members() {
    let install = folder(&[("r.pak", &archive(&[("soils.zrd", b"soils"), ("maps.zrd", b"maps")]))]);
    let change = folder(&[("R.pak/Soils.zrd", b"changed"), ("r.pak/new.zrd", b"new"), ("r.pak/in/x", b"x")]);
    let vfs = open(&install, &[&change]);
    let addresses: Vec<_> = vfs.laid_over("r.pak").into_iter().map(|entry| entry.address).collect();
    assert_eq!(addresses, ["r.pak/new.zrd", "r.pak/Soils.zrd"]);
    assert_eq!(open(&install, &[]).laid_over("r.pak"), []);
    assert_eq!(vfs.laid_over("nothing"), []);
}

#[test]
fn a_mod_with_nothing_that_the_install_has_is_named_with_the_folder_too_many() {
    let install = folder(&[("ZBD/c1/rtexture.pak", b"whole"), ("setup.exe", b"x")]);
    let packed = zip(&[("mymod/zbd/c1/rtexture.pak", b"mine"), ("mymod/readme.txt", b"x")]);
    let mods =
        folder(&[("my mod.zip", &packed), ("plain/c1/rtexture.pak", b"x"), ("good/zbd/new.pak", b"x")]);
    let [zip, plain, good] = ["my mod.zip", "plain", "good"].map(|name| mods.path().join(name));
    let vfs = Vfs::open(install.path(), &[zip, plain, good], ARCHIVES).unwrap();
    vfs.find_idle_mods();
    assert_eq!(
        found(&vfs),
        [("vfs.idle_mod", "my mod.zip".to_owned()), ("vfs.idle_mod", "plain".to_owned())]
    );
    let lines: Vec<String> = vfs.findings().iter().map(ToString::to_string).collect();
    for word in ["only `mymod`", "such as `ZBD`", "in `mymod` one folder too deep"] {
        assert!(lines[0].contains(word), "{word}: {}", lines[0]);
    }
    assert!(!lines[1].contains("too deep") && lines[1].contains("only `c1`"), "{}", lines[1]);
}

#[test]
fn a_mod_may_be_a_zip_file() {
    let install = folder(&[("zbd/reader.pak", &archive(&[("soils.zrd", b"soils"), ("maps.zrd", b"maps")]))]);
    let packed = zip(&[
        ("zbd/", b""),
        ("ZBD/Reader.pak/soils.zrd", b"zipped"),
        ("zbd/in.pak", &archive(&[("x.zrd", b"nested")])),
        ("../../outside", b"x"),
    ]);
    let mods = folder(&[("my mod.zip", &packed), ("torn.zip", &packed[..packed.len() - 10])]);
    let vfs = Vfs::open(install.path(), &[mods.path().join("my mod.zip")], ARCHIVES).unwrap();
    assert_eq!(text(&vfs, "zbd/reader.pak/soils.zrd"), "zipped");
    assert_eq!(text(&vfs, "zbd/reader.pak/maps.zrd"), "maps");
    assert_eq!(text(&vfs, "zbd/in.pak/x.zrd"), "nested");
    assert_eq!(vfs.layers()[1].name, "my mod.zip");
    assert_eq!(found(&vfs), [("vfs.name", "my mod.zip/../../outside".to_owned())]);
    assert_eq!(vfs.which("zbd/in.pak/x.zrd").unwrap().winner.member.unwrap(), "zbd/in.pak/x.zrd");

    let torn = Vfs::open(install.path(), &[mods.path().join("torn.zip")], ARCHIVES).unwrap_err();
    assert_eq!(torn.code, "vfs.layer");
}

#[test]
fn a_zip_member_that_lies_about_its_size_is_refused() {
    let mut packed = zip(&[("a.txt", &[b'a'; 5000])]);
    // The central directory's uncompressed size stands 24 bytes into its entry.
    let entry = packed.windows(4).rposition(|word| word == b"PK\x01\x02").unwrap();
    packed[entry + 24..entry + 28].copy_from_slice(&100u32.to_le_bytes());
    let mods = folder(&[("m.zip", &packed)]);
    let install = folder(&[]);
    let vfs = Vfs::open(install.path(), &[mods.path().join("m.zip")], ARCHIVES).unwrap();
    let finding = vfs.read("a.txt").unwrap_err();
    assert_eq!((finding.code, finding.file.as_str()), ("vfs.archive", "a.txt"));
}

#[test]
fn what_cannot_be_a_layer_is_one_clear_line() {
    let install = folder(&[("file", b"x")]);
    let missing = Vfs::open(&install.path().join("nowhere"), &[], ARCHIVES).unwrap_err();
    assert_eq!(missing.code, "vfs.layer");
    let words = fs::metadata(install.path().join("nowhere")).unwrap_err().to_string();
    assert!(missing.file.ends_with("nowhere") && missing.found == words, "{missing}");
    let file = Vfs::open(&install.path().join("file"), &[], ARCHIVES).unwrap_err();
    assert_eq!((file.code, file.found.as_str()), ("vfs.layer", "a file"));
    let no_mod = Vfs::open(install.path(), &[install.path().join("nowhere")], ARCHIVES).unwrap_err();
    assert_eq!(no_mod.code, "vfs.layer");
}

#[test]
fn an_empty_install_lists_nothing_and_misses_everything() {
    let install = folder(&[]);
    let vfs = open(&install, &[]);
    assert_eq!(vfs.list("").unwrap(), []);
    assert_eq!(vfs.walk(true), []);
    let missing = vfs.read("zbd/interp.pak").unwrap_err();
    assert_eq!(missing.code, "vfs.missing");
    assert_eq!(
        missing.to_string(),
        "zbd/interp.pak: found no such name in the top folder, expected `zbd`; \
         check the spelling and that the file was installed [vfs.missing]"
    );
}

#[test]
fn files_and_folders_do_not_stand_in_for_each_other() {
    let install = folder(&[("zbd/a.txt", b"a")]);
    let vfs = open(&install, &[]);
    assert_eq!(text(&vfs, "zbd"), "[vfs.is_folder]");
    assert_eq!(text(&vfs, ""), "[vfs.is_folder]");
    assert_eq!(vfs.list("zbd/a.txt").unwrap_err().code, "vfs.not_an_archive");
    assert_eq!(text(&vfs, "zbd/a.txt/b"), "[vfs.not_an_archive]");
    assert!(vfs.is_file("zbd/a.txt") && !vfs.is_file("zbd") && vfs.exists("zbd"));
}

#[test]
fn walking_comes_by_everything_in_order() {
    let inner = archive(&[("x.zrd", b"x")]);
    let install = folder(&[("b.txt", b"b"), ("a/z.pak", &inner), ("a.txt", b"a"), ("a/b/c.txt", b"c")]);
    let over = folder(&[("A/y.txt", b"y"), ("a/z.pak/more.zrd", b"m")]);
    let vfs = open(&install, &[]);
    let walked = |vfs: &Vfs, archives| vfs.walk(archives).into_iter().map(|e| e.address).collect::<Vec<_>>();
    assert_eq!(walked(&vfs, false), ["a", "a/b", "a/b/c.txt", "a/z.pak", "a.txt", "b.txt"]);
    let vfs = open(&install, &[&over]);
    assert_eq!(
        walked(&vfs, true),
        [
            "A",
            "A/b",
            "A/b/c.txt",
            "A/y.txt",
            "A/z.pak",
            "A/z.pak/more.zrd",
            "A/z.pak/x.zrd",
            "a.txt",
            "b.txt"
        ]
    );
}

#[test]
fn a_file_that_shrinks_while_it_is_in_use_is_an_error() {
    let large = vec![7; (1 << 20) + 1];
    let archived = archive(&[("big.wav", &large), ("small.wav", b"s")]);
    let install = folder(&[("large.bin", &large), ("sounds.pak", &archived)]);
    let vfs = open(&install, &[]);
    let held = vfs.read("large.bin").unwrap();
    assert_eq!(vfs.read("sounds.pak/big.wav").unwrap()[..], large);
    for name in ["large.bin", "sounds.pak"] {
        fs::write(install.path().join(name), "gone").unwrap();
    }
    assert_eq!(held[..], large, "what was read stays");
    assert_eq!(vfs.read("large.bin").unwrap()[..], *b"gone");
    let finding = vfs.read("sounds.pak/big.wav").unwrap_err();
    assert_eq!((finding.code, finding.file.as_str()), ("vfs.unreadable", "sounds.pak/big.wav"));
    assert!(finding.found.contains("changed while it was in use"), "{finding}");
    assert!(vfs.read_start("sounds.pak/small.wav", 1).is_err());
}

#[test]
fn nothing_in_the_install_changes_by_being_used() {
    let large = vec![1; 2 << 20];
    let install = folder(&[("zbd/r.pak", &archive(&[("a.zrd", b"a")])), ("zbd/large.bin", &large)]);
    let state = |root: &Path| {
        let mut all = Vec::new();
        let mut folders = vec![root.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let entry = entry.unwrap();
                let about = entry.metadata().unwrap();
                if about.is_dir() {
                    folders.push(entry.path());
                }
                all.push((entry.path(), about.len(), about.modified().unwrap()));
            }
        }
        all.sort();
        all
    };
    let before = state(install.path());
    for path in ["zbd/r.pak", "zbd/large.bin"] {
        let mut permissions = fs::metadata(install.path().join(path)).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(install.path().join(path), permissions).unwrap();
    }
    let change = folder(&[("zbd/r.pak/a.zrd", b"b")]);
    let vfs = open(&install, &[&change]);
    for entry in vfs.walk(true) {
        let _ = vfs.read(&entry.address);
    }
    drop(vfs);
    assert_eq!(state(install.path()), before);
}

#[test]
fn a_tree_is_shared_between_threads() {
    let install = folder(&[("r.pak", &archive(&[("a.zrd", b"a")])), ("b/c.txt", b"c")]);
    let vfs = open(&install, &[]);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                assert_eq!(text(&vfs, "r.pak/a.zrd"), "a");
                assert_eq!(vfs.walk(true).len(), 4);
            });
        }
    });
}

#[cfg(unix)]
#[test]
fn findings_of_one_kind_are_kept_twenty_times_and_then_counted() {
    let names: Vec<String> = (0..30).map(|i| format!("odd{i:02}.")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), b"x".as_slice())).collect();
    let install = folder(&files);
    let vfs = open(&install, &[]);
    assert_eq!(vfs.list("").unwrap(), []);
    assert_eq!(vfs.findings().len(), 20);
    assert_eq!(vfs.finding_counts()["vfs.name"], 30);
}

#[cfg(unix)]
mod links {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_are_followed_inside_a_layer_only() {
        let outer = folder(&[("secret/key.txt", b"secret"), ("game/data/a.txt", b"a")]);
        let game = outer.path().join("game");
        symlink("data/a.txt", game.join("alias.txt")).unwrap();
        symlink("data", game.join("twin")).unwrap();
        symlink("../secret", game.join("out")).unwrap();
        symlink(outer.path().join("secret/key.txt"), game.join("key.txt")).unwrap();
        symlink("nothing", game.join("torn.txt")).unwrap();
        let vfs = Vfs::open(&game, &[], ARCHIVES).unwrap();
        assert_eq!(text(&vfs, "alias.txt"), "a");
        assert_eq!(text(&vfs, "twin/a.txt"), "a");
        for address in ["out/key.txt", "key.txt", "torn.txt"] {
            assert_eq!(text(&vfs, address), "[vfs.missing]", "{address}");
        }
        let codes = [("vfs.link", "key.txt"), ("vfs.link", "out"), ("vfs.unreadable", "torn.txt")];
        assert_eq!(found(&vfs), codes.map(|(code, file)| (code, file.to_owned())));
        assert!(vfs.findings()[2].found.contains("No such file"), "the system's own words");
    }

    #[test]
    fn rings_of_links_end() {
        let install = folder(&[("a/one.txt", b"1"), ("b/two.txt", b"2")]);
        symlink("../b", install.path().join("a/to_b")).unwrap();
        symlink("../a", install.path().join("b/to_a")).unwrap();
        symlink("..", install.path().join("a/up")).unwrap();
        let vfs = open(&install, &[]);
        let walked: Vec<_> = vfs.walk(false).into_iter().map(|entry| entry.address).collect();
        assert_eq!(walked, ["a", "a/one.txt", "a/to_b", "b", "b/to_a", "b/two.txt"]);
        assert_eq!(text(&vfs, "a/to_b/two.txt"), "2");
        assert!(vfs.findings().iter().all(|finding| finding.code == "vfs.link"));
    }

    #[test]
    fn each_real_folder_is_walked_once_however_many_links_lead_there() {
        let install = folder(&[("f0/here.txt", b"0"), ("con/behind.txt", b"b")]);
        // Two links to the next folder in each: 2^40 ways down.
        for depth in 1..40 {
            fs::create_dir(install.path().join(format!("f{depth}"))).unwrap();
            fs::write(install.path().join(format!("f{depth}/here.txt")), "x").unwrap();
            for link in ["left", "right"] {
                symlink(format!("../f{depth}"), install.path().join(format!("f{}/{link}", depth - 1)))
                    .unwrap();
            }
        }
        symlink("con", install.path().join("way_in")).unwrap();
        let vfs = open(&install, &[]);
        let walked: Vec<_> = vfs.walk(true).into_iter().map(|entry| entry.address).collect();
        assert_eq!(walked.len(), 40 * 2 + 39 * 2 + 2, "{walked:?}");
        assert_eq!(walked.last().unwrap(), "way_in/behind.txt", "only a link leads to a name like `con`");
        assert_eq!(text(&vfs, "f0/left/right/left/here.txt"), "x");
    }

    #[test]
    fn a_pipe_is_reported_and_never_opened() {
        let install = folder(&[]);
        let pipe = install.path().join("pipe.pak");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        let vfs = open(&install, &[]);
        assert_eq!(text(&vfs, "pipe.pak"), "[vfs.missing]");
        assert_eq!(found(&vfs), [("vfs.special", "pipe.pak".to_owned())]);
    }

    #[test]
    fn a_folder_that_goes_away_or_turns_into_a_file_is_a_finding() {
        let install = folder(&[("zbd/a.txt", b"a"), ("gone/b.txt", b"b")]);
        let vfs = open(&install, &[]);
        assert!(vfs.exists("zbd"));
        fs::remove_dir_all(install.path().join("gone")).unwrap();
        fs::write(install.path().join("gone"), b"a file now").unwrap();
        assert_eq!(text(&vfs, "gone/b.txt"), "[vfs.missing]");
        let finding = &vfs.findings()[0];
        assert_eq!((finding.code, finding.file.as_str()), ("vfs.unreadable", "gone"));
        assert!(finding.found.contains("Not a directory"), "{finding}");
        assert!(vfs.exists("zbd/a.txt"));
        fs::remove_file(install.path().join("zbd/a.txt")).unwrap();
        assert_eq!(text(&vfs, "zbd/a.txt"), "[vfs.unreadable]", "listed, and gone when it was read");
    }
}
