//! EverQuest's archives as folders of an install.

use everquest::pfs::{self, Archive, NewFile};
use std::path::Path;
use vfs::Vfs;

fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let files: Vec<_> = files.iter().map(|(name, content)| NewFile::new(name, content.to_vec())).collect();
    pfs::write(&Archive::new(&files).unwrap()).unwrap()
}

fn opened(folder: &Path) -> Vfs {
    Vfs::open(folder, &[], load::ARCHIVES).unwrap()
}

fn found(vfs: &Vfs) -> Vec<(&'static str, String)> {
    vfs.findings().into_iter().map(|finding| (finding.code, finding.file)).collect()
}

#[test]
fn members_of_an_archive_are_files() {
    let folder = tempfile::tempdir().unwrap();
    let large: Vec<u8> = (0..100_000_u32).map(|at| (at / 7) as u8).collect();
    let files: &[(&str, &[u8])] = &[("arena.wld", &large), ("dirt 1.bmp", b"BM"), ("nothing.txt", b"")];
    std::fs::write(folder.path().join("Arena.S3D"), archive(files)).unwrap();
    std::fs::write(folder.path().join("snd1.pfs"), archive(&[("inner.s3d", &archive(files))])).unwrap();
    std::fs::write(folder.path().join("other.s3d"), b"something else").unwrap();
    let vfs = opened(folder.path());
    for archive in ["arena.s3d", "snd1.pfs/inner.s3d"] {
        let at = |name: &str| format!("{archive}/{name}");
        assert_eq!(vfs.size(&at("ARENA.wld")).unwrap(), 100_000);
        assert_eq!(vfs.read_start(&at("arena.wld"), 9000).unwrap(), large[..9000]);
        assert_eq!(vfs.read(&at("arena.wld")).unwrap()[..], large);
        assert_eq!(vfs.read(&at("Dirt 1.bmp")).unwrap()[..], *b"BM");
        assert!(vfs.read(&at("nothing.txt")).unwrap().is_empty());
    }
    assert_eq!(vfs.read("other.s3d/arena.wld").unwrap_err().code, "vfs.not_an_archive");
    assert_eq!(found(&vfs), []);
}

#[test]
fn of_two_members_with_one_name_the_last_by_place_counts() {
    let folder = tempfile::tempdir().unwrap();
    let mut archive =
        Archive::new(&[NewFile::new("one", b"first".to_vec()), NewFile::new("two", b"second".to_vec())])
            .unwrap();
    // Both entries say that they are `two`, and so does the list.
    let names = Archive::new(&[NewFile::new("two", Vec::new())]).unwrap();
    let crc = names.directory.files[0].crc;
    archive.directory.files.iter_mut().for_each(|entry| entry.crc = crc);
    let list = archive.directory.name_list.as_ref().unwrap().offset as usize;
    let mut bytes = pfs::write(&archive).unwrap();
    bytes[list + 8..list + 12].fill(0);
    std::fs::write(folder.path().join("a.s3d"), &bytes).unwrap();
    let vfs = opened(folder.path());
    let name = format!("a.s3d/unnamed-{crc:08x}");
    assert_eq!(vfs.read(&name).unwrap()[..], *b"second");
    assert_eq!(vfs.read(&format!("{name}#2")).unwrap()[..], *b"first");
    let codes: Vec<_> = found(&vfs).into_iter().map(|(code, _)| code).collect();
    assert!(
        codes.contains(&"everquest.pfs.no_names") && codes.contains(&"everquest.pfs.name_twice"),
        "{codes:?}"
    );
}

#[test]
fn a_damaged_member_is_an_error_and_the_others_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = archive(&[("a.txt", b"damaged"), ("b.txt", b"sound")]);
    bytes[12 + 8 + 3] ^= 0x55;
    std::fs::write(folder.path().join("a.s3d"), &bytes).unwrap();
    let vfs = opened(folder.path());
    let error = vfs.read("a.s3d/a.txt").unwrap_err();
    assert_eq!(
        (error.code, error.file.as_str(), error.offset),
        ("everquest.pfs.inflate", "a.s3d/a.txt", Some(20))
    );
    assert_eq!(vfs.read("a.s3d/b.txt").unwrap()[..], *b"sound");
}

#[test]
fn an_archive_that_asks_for_too_much_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let archive = Archive::new(&[NewFile::new("bomb", vec![0; 80 << 20])]).unwrap();
    let bytes = pfs::write(&archive).unwrap();
    assert!(bytes.len() < 500_000);
    std::fs::write(folder.path().join("a.s3d"), &bytes).unwrap();
    let vfs = opened(folder.path());
    assert_eq!(vfs.read("a.s3d/bomb").unwrap_err().code, "vfs.missing");
    assert_eq!(found(&vfs), [("vfs.budget", "a.s3d/bomb".to_owned())]);
}
