//! What regions are, by their texts, against docs/spec/everquest/wld.md,
//! "0x29 Zone (region type)".

use everquest::wld::{Arrival, Medium, RegionKind, TextFault, ZoneLine};

fn plain(medium: Medium) -> RegionKind {
    RegionKind { medium, ..RegionKind::default() }
}

fn clean(text: &str) -> RegionKind {
    let (kind, fault) = RegionKind::parse(text);
    assert_eq!(fault, None, "{text}");
    kind
}

/// The line of a text whose medium is air.
fn line(text: &str) -> ZoneLine {
    let kind = clean(text);
    assert_eq!(kind, RegionKind { zone_line: kind.zone_line, ..RegionKind::default() }, "{text}");
    kind.zone_line.unwrap()
}

#[test]
fn each_prefix_says_its_kind_in_any_case() {
    let rows = [
        ("WT_ZONE", plain(Medium::Water)),
        ("WTN__01515000000000000000000000___000000000000", plain(Medium::Water)),
        ("wt_zone", plain(Medium::Water)),
        ("LA_ZONE", plain(Medium::Lava)),
        ("LAN_X", plain(Medium::Lava)),
        ("SLN_X", plain(Medium::Slime)),
        ("VWN_X", plain(Medium::FreezingWater)),
        ("VWA_X", plain(Medium::FreezingWater)),
        ("DRP_ZONE", RegionKind { pvp: true, ..RegionKind::default() }),
        ("DRP__00000000000000000000000000___000000000000", RegionKind { pvp: true, ..RegionKind::default() }),
        ("DRN__00000_S_000000", RegionKind { slippery: true, ..RegionKind::default() }),
        // Ground that is not slippery, and others.
        ("DRN__00000", RegionKind::default()),
        ("Z0001_ZONE", RegionKind::default()),
        ("TELEPORT_ZONE", RegionKind::default()),
        ("", RegionKind::default()),
    ];
    for (text, kind) in rows {
        assert_eq!(clean(text), kind, "{text}");
    }
}

#[test]
fn zone_lines_by_reference() {
    let rows = [
        ("DRNTP00255000001_ZONE", 1),
        ("DRNTP00255000002000000000000000_ZONE", 2),
        ("DRNTP00255000001000000000000000___000000000000", 1),
        ("drntp00255000123_zone", 123),
        // No digits is reference 0.
        ("DRNTP_ZONE", 0),
        ("DRNTP", 0),
    ];
    for (text, reference) in rows {
        assert_eq!(line(text), ZoneLine::Reference(reference), "{text}");
    }
    let kind = clean("WTNTP00255000007_ZONE");
    assert_eq!(kind, RegionKind { zone_line: Some(ZoneLine::Reference(7)), ..plain(Medium::Water) });
    let kind = clean("LANTP00255000008_ZONE");
    assert_eq!(kind, RegionKind { zone_line: Some(ZoneLine::Reference(8)), ..plain(Medium::Lava) });
}

#[test]
fn zone_lines_to_a_place() {
    let place = |zone: u32, position: [Option<f32>; 3], heading: Option<f32>| {
        ZoneLine::Absolute(Arrival { zone, position, heading })
    };
    let rows = [
        ("DRNTP00025-02698-645.6-00020999_ZONE", place(25, [Some(-2698.0), Some(-645.6), Some(-20.0)], None)),
        ("DRNTP000201474.6-01089-00051999_ZONE", place(20, [Some(1474.6), Some(-1089.0), Some(-51.0)], None)),
        ("DRNTP000229999995047.1999999999_ZONE", place(22, [None, Some(5047.1), None], None)),
        ("DRNTP00006000001000002000003128_ZONE", place(6, [Some(1.0), Some(2.0), Some(3.0)], Some(128.0))),
    ];
    for (text, expected) in rows {
        assert_eq!(line(text), expected, "{text}");
    }
}

#[test]
fn texts_that_are_short_or_no_numbers_say_what_they_can() {
    let rows = [
        ("DRNTP00255_ZONE", TextFault::Short, ZoneLine::Reference(0)),
        ("DRNTP00255", TextFault::Short, ZoneLine::Reference(0)),
        ("DRNTP002", TextFault::Short, ZoneLine::Reference(0)),
        ("DRNTP00255000x01_ZONE", TextFault::NotANumber, ZoneLine::Reference(0)),
        ("DRNTP0025500--01_ZONE", TextFault::NotANumber, ZoneLine::Reference(0)),
        (
            "DRNTP00025-02698_ZONE",
            TextFault::Short,
            ZoneLine::Absolute(Arrival { zone: 25, position: [Some(-2698.0), None, None], heading: None }),
        ),
        (
            "DRNTP00025000001inf000000003999",
            TextFault::NotANumber,
            ZoneLine::Absolute(Arrival { zone: 25, position: [Some(1.0), None, Some(3.0)], heading: None }),
        ),
    ];
    for (text, fault, expected) in rows {
        let (kind, found) = RegionKind::parse(text);
        assert_eq!((found, kind.zone_line), (Some(fault), Some(expected)), "{text}");
    }
    // Letters beyond ASCII are no fields, and no places to cut a text.
    assert_eq!(RegionKind::parse("DRNTP0025500000ö_ZONE").1, Some(TextFault::NotANumber));
}

#[test]
fn a_region_in_two_lists_is_both() {
    let water = clean("WT_ZONE");
    let line = clean("DRNTP00255000001_ZONE");
    let both = RegionKind { zone_line: line.zone_line, ..water };
    assert_eq!(water.and(line), both);
    assert_eq!(line.and(water), both);
    assert_eq!(both.and(clean("DRP_ZONE")), RegionKind { pvp: true, ..both });
}
