//! Images of discs as installs.

use harness::disc::{iso, whole_sectors};
use std::fs;
use std::path::{Path, PathBuf};
use vfs::{CueSheet, Vfs};

const FILES: &[(&str, &[u8])] =
    &[("zbd/c1/gamez.zbd", &[7; 50_000]), ("zbd/interp.zbd", b"script"), ("readme.txt", b"")];

fn write(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, content).unwrap();
    path
}

fn cue(mode: &str, file: &str) -> String {
    format!("FILE \"{file}\" BINARY\nTRACK 01 {mode}\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nINDEX 01 00:02:00\n")
}

#[test]
fn every_way_of_keeping_sectors_gives_the_same_files() {
    let folder = tempfile::tempdir().unwrap();
    let data = iso(FILES, true);
    let mut installs = vec![
        write(folder.path(), "plain.iso", &data),
        write(folder.path(), "whole.ISO", whole_sectors(&data, 1)),
        write(folder.path(), "xa.iso", whole_sectors(&data, 2)),
    ];
    for (name, mode, bytes) in [
        ("a", "MODE1/2048", data.clone()),
        ("b", "MODE1/2352", whole_sectors(&data, 1)),
        ("c", "MODE2/2352", whole_sectors(&data, 2)),
    ] {
        // The sheet writes its name in another case than the disk, behind a folder of elsewhere.
        write(folder.path(), &format!("{name}.bin"), bytes);
        let sheet = cue(mode, &format!("C:\\rips\\{}.BIN", name.to_uppercase()));
        installs.push(write(folder.path(), &format!("{name}.Cue"), sheet));
    }
    for install in installs {
        let vfs = Vfs::open(&install, &[], &[]).unwrap();
        let names: Vec<String> = vfs.walk(false).into_iter().map(|entry| entry.address).collect();
        let wanted = ["readme.txt", "zbd", "zbd/c1", "zbd/c1/gamez.zbd", "zbd/interp.zbd"];
        assert_eq!(names, wanted, "{install:?}");
        assert_eq!(vfs.read("ZBD/C1/GAMEZ.ZBD").unwrap()[..], [7; 50_000]);
        assert_eq!(vfs.read_start("zbd/interp.zbd", 3).unwrap(), b"scr");
        assert_eq!(vfs.read("readme.txt").unwrap().len(), 0);
        assert_eq!(vfs.findings(), []);
        // A folder inside an image is one of its own, as in a zip file.
        let inner = Vfs::open(&install.join("ZBD"), &[], &[]).unwrap();
        assert_eq!(inner.read("interp.zbd").unwrap()[..], *b"script");
        assert_eq!(vfs::container_around(&install.join("zbd/c1")).unwrap(), (&*install, "zbd/c1".to_owned()));
    }
}

#[test]
fn what_is_wrong_with_an_image_is_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let told = |name: &str, content: &str| {
        let path = write(folder.path(), name, content);
        let error = Vfs::open(&path, &[], &[]).unwrap_err().to_string();
        assert_eq!(error.lines().count(), 1);
        error
    };
    let broken = told("broken.cue", "FILE a.bin BINARY\nTRACK 01 MODE1/2352\nINDEX 01 soon\n");
    assert!(broken.contains("broken.cue: line 3: found `INDEX 01 soon`, expected a place"), "{broken}");
    let missing = told("missing.cue", &cue("MODE1/2352", "gone.bin"));
    assert!(missing.contains("expected `gone.bin` beside it"), "{missing}");
    let music = told("music.cue", "FILE a.wav WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n");
    assert!(music.contains("found music alone, expected a data track"), "{music}");
    let empty = told("empty.iso", "no files at all");
    assert!(empty.contains("cd.volume"), "{empty}");
}

#[test]
fn an_image_that_was_cut_off_gives_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let mut data = iso(&[("a.txt", b"first"), ("b.txt", &[9; 10_000])], false);
    // The file claims more than the image has.
    let entry = data.windows(7).rposition(|bytes| bytes == b"B.TXT;1").unwrap() - 33;
    data[entry + 10..entry + 14].copy_from_slice(&u32::MAX.to_le_bytes());
    let path = write(folder.path(), "cut.iso", &data);
    let vfs = Vfs::open(&path, &[], &[]).unwrap();
    assert_eq!(vfs.read("a.txt").unwrap()[..], *b"first");
    let error = vfs.read("b.txt").unwrap_err();
    assert_eq!((error.code, error.file.as_str()), ("vfs.archive", "B.TXT"));
}

#[test]
fn an_empty_file_may_lie_beyond_the_image() {
    let folder = tempfile::tempdir().unwrap();
    let mut data = iso(&[("a.txt", b"first"), ("empty.txt", b"")], false);
    let entry = data.windows(11).rposition(|bytes| bytes == b"EMPTY.TXT;1").unwrap() - 33;
    data[entry + 2..entry + 6].copy_from_slice(&9_000_000_u32.to_le_bytes());
    let vfs = Vfs::open(&write(folder.path(), "a.iso", &data), &[], &[]).unwrap();
    assert_eq!(vfs.read("empty.txt").unwrap().len(), 0);
    assert_eq!(vfs.read("a.txt").unwrap()[..], *b"first");
}

#[test]
fn a_sheet_leads_to_no_file_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "secret.bin", "x");
    write(folder.path(), "rip/Music/Track 2.WAV", "x");
    let sheet = "FILE ../secret.bin BINARY\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n\
                 FILE \"music/track 2.wav\" WAVE\nTRACK 02 AUDIO\nINDEX 01 00:00:00\n\
                 FILE \"..\" WAVE\nTRACK 03 AUDIO\nINDEX 01 00:00:00\n\
                 FILE \"C:here.bin\" BINARY\nTRACK 04 AUDIO\nINDEX 01 00:00:00\n";
    write(folder.path(), "rip/here.bin", "x");
    let cue = CueSheet::open(&write(folder.path(), "rip/a.cue", sheet)).unwrap();
    assert_eq!(cue.file(0), None);
    assert_eq!(cue.file(1), Some(folder.path().join("rip/Music/Track 2.WAV")));
    assert_eq!((cue.file(2), cue.file(3), cue.file(4)), (None, None, None));
}

/// Where a disk tells names apart that differ in case alone.
#[cfg(target_os = "linux")]
#[test]
fn of_names_that_differ_in_case_alone_a_sheet_means_its_own_or_the_first() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["track.bin", "Track.bin", "TRACK.bin", "a:B.bin", "A:b.bin"] {
        write(folder.path(), name, "x");
    }
    let sheet = "FILE Track.bin BINARY\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n\
                 FILE TRack.bin BINARY\nTRACK 02 AUDIO\nINDEX 01 00:00:00\n\
                 FILE a:B.bin BINARY\nTRACK 03 AUDIO\nINDEX 01 00:00:00\n";
    let cue = CueSheet::open(&write(folder.path(), "a.cue", sheet)).unwrap();
    // Capitals come first.
    for (index, name) in ["Track.bin", "TRACK.bin", "a:B.bin"].into_iter().enumerate() {
        assert_eq!(cue.file(index), Some(folder.path().join(name)));
    }
}
