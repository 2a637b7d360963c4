//! Zipper's archives as folders of an install.

use crate::zipper::install::Install;
use vfs::Vfs;
use zbd::archive::{Archive, Entry, Footer, write};

fn text(vfs: &Vfs, address: &str) -> String {
    match vfs.read(address) {
        Ok(bytes) => String::from_utf8(bytes.to_vec()).unwrap(),
        Err(finding) => format!("[{}]", finding.code),
    }
}

fn found(vfs: &Vfs) -> Vec<(&'static str, String)> {
    vfs.findings().into_iter().map(|finding| (finding.code, finding.file)).collect()
}

/// An archive of version 1 with one member.
fn version1(name: &str, content: &[u8]) -> Vec<u8> {
    let entries = vec![Entry::new(name, content.to_vec()).unwrap()];
    write(&Archive { footer: Footer::Version1, entries, tail: Vec::new() }).unwrap()
}

#[test]
fn members_are_parts_of_the_archive_and_have_its_start_alone() {
    let inner = version1("soils.zrd", b"soils");
    let install = Install::new();
    let sounds = version1("big.wav", &vec![7; 1 << 20]);
    install.file("zbd/outer.zbd", &version1("in.ZBD", &inner)).file("sounds.zbd", &sounds);
    install.file("zbd/gamez.zbd", b"no archive at all");
    let vfs = install.vfs();
    assert_eq!(text(&vfs, "ZBD/outer.zbd/in.zbd/Soils.zrd"), "soils");
    assert_eq!(vfs.read_start("zbd/outer.zbd/in.zbd/soils.zrd", 3).unwrap(), b"soi");
    assert_eq!(vfs.read("sounds.zbd/big.wav").unwrap()[..], vec![7; 1 << 20]);
    assert_eq!(text(&vfs, "zbd/gamez.zbd/x"), "[vfs.not_an_archive]");
    assert_eq!(found(&vfs), []);
}

#[test]
fn archives_of_pirates_moon_open_and_a_wrong_checksum_is_reported() {
    let entries =
        vec![Entry::new("a.mot", b"first".to_vec()).unwrap(), Entry::new("b.mot", b"2".to_vec()).unwrap()];
    let motion = Footer::Version2 { checksum: 0, unit_lengths: true };
    let motion = write(&Archive { footer: motion, entries: entries.clone(), tail: Vec::new() }).unwrap();
    let wrong = Footer::Version2 { checksum: 1, unit_lengths: false };
    let wrong = write(&Archive { footer: wrong, entries, tail: Vec::new() }).unwrap();
    let install = Install::new();
    install.file("motion.zbd", &motion).file("zbd/reader.zbd", &wrong);
    let vfs = install.vfs();
    assert_eq!(text(&vfs, "motion.zbd/a.mot"), "first");
    assert_eq!(vfs.findings(), []);
    assert_eq!(text(&vfs, "zbd/reader.zbd/a.mot"), "first");
    assert_eq!(found(&vfs), [("zbd.archive.checksum", "zbd/reader.zbd".to_owned())]);
}
