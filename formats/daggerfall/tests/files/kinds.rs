//! What the kinds of Daggerfall's files say of files, as programs ask them.

use super::fixture;
use binary::Mode;
use daggerfall::bsa::{self, Archive};
use daggerfall::kinds::KINDS;
use daggerfall::woods::{self, Pixel, Woods};
use filekind::{Catalog, Variant, document};

/// A name that such files have, and a file, for each kind.
fn examples() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    vec![
        ("daggerfall.woods", "WOODS.WLD", fixture!("woods")),
        ("daggerfall.pak", "CLIMATE.PAK", fixture!("pak")),
        ("daggerfall.places", "MAPPITEM.017", fixture!("places")),
        ("daggerfall.dungeons", "MAPDITEM.017", fixture!("dungeons")),
        ("daggerfall.table", "maptable.017", fixture!("table")),
        ("daggerfall.names", "MAPNAMES.017", fixture!("names")),
        ("daggerfall.rmb", "TVRNAA00.RMB", fixture!("rmb")),
        ("daggerfall.rdb", "N0000000.RDB", fixture!("rdb")),
        ("daggerfall.mesh", "446", fixture!("mesh_25")),
        ("daggerfall.texture", "TEXTURE.302", fixture!("texture")),
        ("daggerfall.palette", "ART_PAL.COL", fixture!("palette_col")),
        ("daggerfall.palette", "MAP.PAL", fixture!("palette_pal")),
        ("daggerfall.sky", "SKY16.DAT", fixture!("sky")),
        ("daggerfall.night", "nite02i0.img", fixture!("night")),
        ("daggerfall.bsa", "BLOCKS.BSA", fixture!("bsa_named")),
        ("daggerfall.bsa", "ARCH3D.BSA", fixture!("bsa_numbered")),
    ]
}

#[test]
fn each_file_is_recognised_read_and_written_back_and_through_its_document() {
    let catalog = Catalog::new(&[KINDS]);
    for (id, name, bytes) in examples() {
        let identity = catalog.identify_file(name, &bytes).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(identity.kind.id, id, "{name}");
        let (content, _) = identity.read(&bytes, Mode::Strict).unwrap();
        assert_eq!(content.to_bytes().unwrap().unwrap(), bytes, "{name}");
        assert!(!content.summary().is_empty(), "{name}");
        let form = identity.kind.folder.unwrap();
        let Some(parse) = form.parse else { continue };
        let head =
            document::Head { revisit: 1, kind: form.id.to_owned(), findings: document::Known::default() };
        let again = parse("revisit.json", &content.to_document(&head).unwrap()).unwrap();
        assert_eq!(again.to_bytes().unwrap().unwrap(), bytes, "{name}");
    }
}

#[test]
fn other_files_are_none_of_these() {
    let catalog = Catalog::new(&[KINDS]);
    for (name, bytes) in [
        ("arena.wld", &b"\x02\x3D\x50\x54\x00\x55\x01\x00 and more of a zone of another game"[..]),
        ("PAK0.PAK", b"PACK\x00\x01\x00\x00"),
        ("Morrowind.bsa", b"\x00\x01\x00\x00\x10\x00\x00\x00\x01\x00\x00\x00"),
        ("SKYLINE.DAT", b"town"),
        ("NITEMAPS.IMG", b"another picture"),
        ("TEXTURE.TXT", b"list"),
        ("web.pal", b"JASC-PAL"),
        ("nothing.bin", b""),
    ] {
        assert_eq!(catalog.identify_file(name, bytes), None, "{name}");
    }
    // A damaged file is still meant to be of its kind.
    assert_eq!(catalog.identify_file("Climate.pak", b"short").unwrap().kind.id, "daggerfall.pak");
}

#[test]
fn records_of_an_archive_are_what_their_names_say() {
    let mut names = fixture!("names");
    names.drain(4..36);
    names[0] = 2;
    let records = [
        ("MAPPITEM.000", fixture!("places")),
        ("MAPDITEM.000", Vec::new()),
        ("MAPTABLE.000", fixture!("table")),
        ("MAPNAMES.000", names.clone()),
        ("A.RMB", fixture!("rmb")),
        ("FOO", b"plain text".to_vec()),
        ("N0000000.RDI", vec![0; 512]),
    ];
    let bytes = bsa::write(&Archive::named(records).unwrap()).unwrap();
    let catalog = Catalog::new(&[KINDS]);
    let identity = catalog.identify(&bytes).unwrap();
    assert_eq!(identity.kind.id, "daggerfall.bsa");
    let form = identity.kind.archive.unwrap();
    let (members, _) = (form.list)(&bytes, Mode::Strict).unwrap();
    let kinds = (form.members)(&bytes, &|_| None);
    let found: Vec<_> = members
        .iter()
        .map(|member| kinds(&member.name, &member.data).map(|identity| identity.kind.id))
        .collect();
    let expected = [
        Some("daggerfall.places"),
        None,
        Some("daggerfall.table"),
        Some("daggerfall.names"),
        Some("daggerfall.rmb"),
        None,
        None,
    ];
    assert_eq!(found, expected);
    // How many places there are the names say, also those that a mod lays over them.
    assert_eq!(kinds("MAPPITEM.000", &members[0].data).unwrap().variant, Variant(2, 0));
    names[0] = 1;
    let laid_over = |name: &str| (name == "MAPNAMES.000").then(|| names[..36].to_vec());
    let kinds = (form.members)(&bytes, &laid_over);
    assert_eq!(kinds("MAPPITEM.000", &members[0].data).unwrap().variant, Variant(1, 0));
}

#[test]
fn files_are_summed_up() {
    let summary = |name: &str| {
        let (_, file, bytes) = examples().into_iter().find(|(_, file, _)| *file == name).unwrap();
        let (content, _) =
            Catalog::new(&[KINDS]).identify_file(file, &bytes).unwrap().read(&bytes, Mode::Lenient).unwrap();
        (content.summary().into_iter().map(|(_, value)| value).collect::<Vec<_>>(), content.lines())
    };
    let (rows, _) = summary("WOODS.WLD");
    assert_eq!(rows, ["3 x 2 pixels", "2 pixels", "127", "6", "0: 1, 1: 1, 3: 1, 4: 1, 5: 1, 6: 1"]);
    assert_eq!(summary("CLIMATE.PAK").0[..2], ["500", "503"]);
    let (rows, lines) = summary("MAPPITEM.017");
    assert_eq!(rows, ["2", "2", "2", "7"]);
    assert_eq!(lines[1], "The Rock 1 x 1: CUSTAL03.RMB");
    assert_eq!(summary("maptable.017").1, [" 207  213 village", " 900   99 shrine"]);
    assert_eq!(summary("MAPNAMES.017").1[1], "Ripwych");
    assert_eq!(summary("MAPDITEM.017").1, ["Ripwych Crypt: N0000071.RDB, W0000020.RDB, M0000999.RDB"]);
    assert_eq!(summary("446").0, ["v2.5", "4", "2", "7", "000.87, 302.1"]);
    assert_eq!(summary("TVRNAA00.RMB").0, ["TVRNAA00.RMB", "2", "3", "4", "1", "1", "16"]);
    assert_eq!(summary("N0000000.RDB").0, ["1 x 2", "1", "1", "1"]);
    assert_eq!(summary("TEXTURE.302").0, ["Fixture", "5", "8"]);
    assert_eq!(summary("BLOCKS.BSA").0, ["3", "name", "1", "7"]);
}

#[test]
fn a_map_of_full_size_is_read_without_a_finding() {
    let map = Woods::new(1000, 500, |x, y| ((x % 100 + y % 20) as u8, Pixel::default())).unwrap();
    let bytes = woods::write(&map).unwrap();
    assert_eq!(bytes.len(), 144 + 2_000_000 + 1024 + 500_000 + 47 * 500_000);
    let (read, report) = woods::read(&bytes, Mode::Strict).unwrap();
    assert_eq!((report.findings().len(), read.elevation(999, 499)), (0, 118));
    // Where the real file has them.
    assert_eq!((read.header.bands, read.header.elevation), (2_000_144, 2_001_168));
}
