//! What the kinds of EverQuest's files say of files, as programs ask them.

use binary::Mode;
use everquest::kinds::KINDS;
use everquest::pfs::{self, Archive, NewFile};
use filekind::{Catalog, Writing};
use harness::hex;

fn text(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/tests/fixtures/{name}.txt", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// A name that such files have, and a file, for each kind that stands in a folder.
fn examples() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    vec![
        ("everquest.pfs", "Arena.S3D", hex::bytes(include_str!("fixtures/archive.hex"))),
        ("everquest.sounds", "arena_sounds.eff", hex::bytes(include_str!("fixtures/sounds.hex"))),
        ("everquest.sound_bank", "arena_sndbnk.eff", text("sound_bank")),
        ("everquest.emitters", "arena.emt", text("emitters")),
        ("everquest.particles", "arena_EnvironmentEmitters.txt", text("particles")),
        ("everquest.xmi", "arena.xmi", hex::bytes(include_str!("fixtures/xmi.hex"))),
        ("everquest.model_list", "ARENA_CHR.TXT", text("model_list")),
        ("everquest.global_load", "GlobalLoad.txt", text("global_load")),
        ("everquest.file_list", "arena_assets.txt", text("file_list")),
        ("everquest.file_list", "mp3index.txt", b"combat.mp3\r\nrest.mp3\r\n".to_vec()),
        ("everquest.map", "Maps/arena.txt", text("map")),
        ("everquest.old_map", "arena.map", text("old_map")),
        ("everquest.zon", "arena.zon", hex::bytes(include_str!("fixtures/zon.hex"))),
    ]
}

#[test]
fn each_file_is_recognised_read_and_written_back() {
    let catalog = Catalog::new(&[KINDS]);
    for (id, name, bytes) in examples() {
        let identity = catalog.identify_file(name, &bytes).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(identity.kind.id, id, "{name}");
        let (content, report) = identity.read(&bytes, Mode::Strict).unwrap();
        assert_eq!(report.findings(), [], "{name}");
        assert_eq!(content.to_bytes().unwrap().unwrap(), bytes, "{name}");
        assert_eq!(identity.kind.writing, Writing::Exact);
        assert!(!content.summary().is_empty(), "{name}");
        content.to_json().unwrap();
    }
}

#[test]
fn other_files_are_none_of_these() {
    let catalog = Catalog::new(&[KINDS]);
    for (name, bytes) in [
        ("readme.txt", b"Let us go, 1, 2, 3".as_slice()),
        ("notes_chr.txt", b"not a count"),
        ("arena_sounds.eff", b""),
        ("a.map", b"one,two,3,4\nand no line"),
        ("a.csv", b"2,x,3\n"),
    ] {
        assert_eq!(catalog.identify_file(name, bytes), None, "{name}");
    }
}

#[test]
fn an_archive_is_summed_up() {
    let (archive, _) = pfs::read(&hex::bytes(include_str!("fixtures/archive.hex")), Mode::Strict).unwrap();
    let content: &dyn filekind::Content = &archive;
    let rows = content.summary();
    // Six files, the list of names apart; the checksum is by another implementation.
    assert_eq!(rows[0], ("files", "6".to_owned()));
    assert_eq!(rows[1], ("inflated_bytes", "9037".to_owned()));
    assert_eq!(rows[2], ("crc32", "9727d3cd".to_owned()));
    assert_eq!(content.lines()[3], "        37       8197 big.bin");
}

#[test]
fn members_of_an_archive_are_what_they_say() {
    let inner = hex::bytes(include_str!("fixtures/archive.hex"));
    let files = [
        ("inner.s3d", inner.clone()),
        ("arena_chr.txt", text("model_list")),
        ("arena_sounds.eff", hex::bytes(include_str!("fixtures/sounds.hex"))),
        ("picture.bmp", b"BM".to_vec()),
        ("nothing.txt", Vec::new()),
    ];
    let files: Vec<_> = files.iter().map(|(name, content)| NewFile::new(name, content.clone())).collect();
    let mut bytes = pfs::write(&Archive::new(&files).unwrap()).unwrap();
    let catalog = Catalog::new(&[KINDS]);
    let kinds = |bytes: &[u8]| {
        let form = catalog.identify(bytes).unwrap().kind.archive.unwrap();
        let (members, _) = (form.list)(bytes, Mode::Lenient).unwrap();
        let kind_of = (form.members)(bytes, &|_| None);
        let kind =
            |member: &filekind::Member| kind_of(&member.name, &member.data).map(|identity| identity.kind.id);
        members.iter().map(kind).collect::<Vec<_>>()
    };
    let expected =
        [Some("everquest.pfs"), Some("everquest.model_list"), Some("everquest.sounds"), None, None];
    assert_eq!(kinds(&bytes), expected);
    assert_eq!(catalog.in_archive(&bytes, "inner.s3d", &inner).unwrap().kind.id, "everquest.pfs");
    // A member that cannot be read is nothing, and the others are what they are.
    bytes[12 + 8 + 2] ^= 0xFF;
    assert_eq!(kinds(&bytes), [&[None], &expected[1..]].concat());
}
