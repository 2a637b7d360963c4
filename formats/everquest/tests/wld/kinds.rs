//! Worlds as a kind of file.

use crate::wld::{all, new, read, smallest};
use everquest::kinds::{KINDS, WORLD};
use filekind::{Catalog, Content};

#[test]
fn worlds_are_recognised_by_their_first_word() {
    let catalog = Catalog::new(&[KINDS]);
    for bytes in [all(), new(), smallest()] {
        assert_eq!(catalog.identify(&bytes).unwrap().kind, &WORLD);
    }
    assert_eq!(catalog.identify(&smallest()[..3]), None);
    assert_eq!(catalog.identify(b"WMB7"), None);
    assert!(WORLD.has_ending("objects.WLD"));
}

#[test]
fn a_world_is_summed_up() {
    let wld = read(&all());
    let rows: Vec<_> = wld.summary().into_iter().filter(|(label, _)| *label != "types").collect();
    let expected = [
        ("version", "0x00015500"),
        ("fragments", "63"),
        // Two squares and a flag, and a triangle of the old type.
        ("vertices", "15"),
        ("polygons", "6"),
        // The camera's is not named.
        ("placements", "1"),
        ("lights", "1"),
        ("regions", "2"),
        // Each region sees both: one says so in bytes, one in numbers, without itself.
        ("visible_pairs", "4"),
    ];
    assert_eq!(rows, expected.map(|(label, value)| (label, value.to_owned())));
    let types = wld.figures().types;
    assert_eq!((types["00"], types["03"], types["36"], types["2c"]), (1, 3, 3, 1));
    assert_eq!(types.values().sum::<usize>(), 63);
    assert_eq!(wld.kept_raw_bytes(), 16);
    assert_eq!(Content::version(&wld).unwrap(), "old");
    assert_eq!(Content::version(&read(&new())).unwrap(), "new");
}
