//! The cursor never reads past the end, never trusts a count, and says where.

use binary::{
    Cursor, FormatCodes, Kind, Limits, Mode, Report, Segment, Writer, codes, length_prefixed, record,
};

codes! {
    TRUNCATED = "demo.truncated": "the file ends inside a structure" => "copy it again";
    NOT_FINITE = "demo.not_finite": "a number is NaN or infinite" => "export it again";
    TRAILING = "demo.trailing": "bytes follow the last structure" => "cut the file there";
    LIMIT = "demo.limit": "a list is larger than the limits allow" => "raise the limit";
}
static DEMO: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

record! {
    struct Thing in "demo.thing" sizes [16, 20] {
        // Columns: version 1; version 2.
        kind: u16 [0, 0],
        small: i16 [2, 2],
        place: [f32; 3] [4, 4],
        newer: u32 [_, 16] must 5,
    }
}

fn cursor(bytes: &[u8]) -> Cursor<'_> {
    Cursor::new(bytes, &DEMO, Mode::Strict)
}

#[test]
fn values_are_little_endian_and_advance_the_offset() {
    let bytes = [0x01, 0xFF, 0x34, 0x12, 0xFE, 0xFF, 0x78, 0x56, 0x34, 0x12, 0, 0, 0x80, 0x3F];
    let mut cursor = cursor(&bytes);
    assert_eq!(cursor.value::<u8>("a").unwrap(), 1);
    assert_eq!(cursor.value::<i8>("b").unwrap(), -1);
    assert_eq!(cursor.value::<u16>("c").unwrap(), 0x1234);
    assert_eq!(cursor.value::<i16>("d").unwrap(), -2);
    assert_eq!(cursor.value::<u32>("e").unwrap(), 0x1234_5678);
    assert_eq!((cursor.offset(), cursor.remaining(), cursor.len()), (10, 4, 14));
    assert_eq!(cursor.value::<f32>("f").unwrap(), 1.0);
    assert!(cursor.finish().unwrap().findings().is_empty());
}

#[test]
fn the_end_is_never_passed_and_a_failed_read_consumes_nothing() {
    let mut cursor = cursor(&[1, 2, 3]);
    cursor.value::<u8>("tag").unwrap();
    let error = cursor.value::<u32>("length").unwrap_err();
    assert_eq!(error.code, "demo.truncated");
    assert_eq!(error.offset, Some(1));
    assert_eq!(error.expected, "4 bytes of length");
    assert_eq!(error.found, "the 2 bytes left");
    assert_eq!(cursor.value::<u16>("rest").unwrap(), 0x0302);
    assert!(cursor.take(0, "nothing").unwrap().is_empty());
    assert_eq!(cursor.take(usize::MAX, "all").unwrap_err().code, "demo.truncated");
}

#[test]
fn seeking_reaches_the_end_and_no_further() {
    let mut cursor = cursor(&[1, 2, 3]);
    cursor.seek(3).unwrap();
    assert_eq!(cursor.remaining(), 0);
    cursor.seek(1).unwrap();
    let error = cursor.seek(4).unwrap_err();
    assert_eq!((error.code, error.found.as_str()), ("demo.truncated", "4"));
    assert_eq!(cursor.offset(), 1, "a refused seek stays where it was");
    assert_eq!(cursor.value::<u8>("byte").unwrap(), 2);
}

#[test]
fn bytes_behind_the_last_structure_are_damage() {
    let mut cursor = cursor(&[1, 2, 3]);
    cursor.value::<u8>("byte").unwrap();
    let error = cursor.finish().unwrap_err();
    assert_eq!((error.code, error.offset), ("demo.trailing", Some(1)));
    assert_eq!(error.found, "2 more bytes");
}

#[test]
fn lists_longer_than_the_file_are_refused() {
    let bytes = [0; 12];
    assert_eq!(cursor(&bytes).list::<u32>(3, "words").unwrap(), [0; 3]);
    let error = cursor(&bytes).list::<u32>(4, "words").unwrap_err();
    assert_eq!(error.code, "demo.truncated");
    assert_eq!(error.expected, "at most 3 words in the 12 bytes left");
    assert_eq!(error.found, "a count of 4");
    // Times the size this is more than a machine word holds.
    let error = cursor(&bytes).list::<u32>(usize::MAX / 2, "words").unwrap_err();
    assert_eq!(error.code, "demo.limit");
    assert_eq!(cursor(&bytes).expect_items(usize::MAX, 0, "nothings").unwrap_err().code, "demo.limit");
}

#[test]
fn lists_longer_than_the_limits_are_refused() {
    let limits = Limits { elements: 4, ..Limits::default() };
    let bytes = [0; 12];
    let mut cursor = Cursor::with_report(&bytes, &DEMO, Report::new(Mode::Lenient).with_limits(limits));
    assert_eq!(cursor.list::<u8>(4, "bytes").unwrap().len(), 4);
    assert_eq!(cursor.list::<u8>(5, "bytes").unwrap_err().code, "demo.limit");
    assert_eq!(cursor.offset(), 4);
}

#[test]
fn numbers_that_are_not_finite_are_damage_in_both_modes() {
    for mode in [Mode::Strict, Mode::Lenient] {
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let mut writer = Writer::new();
            writer.record(&Thing { place: [0.0, bad, 0.0], ..Thing::default() }, 0);
            let bytes = writer.into_bytes();
            let codes = [
                Cursor::new(&bytes, &DEMO, mode).record::<Thing>(0).unwrap_err(),
                Cursor::new(&bytes[8..], &DEMO, mode).value::<f32>("scale").unwrap_err(),
                Cursor::new(&bytes[4..], &DEMO, mode).list::<f32>(3, "place").unwrap_err(),
                Cursor::new(&bytes[4..], &DEMO, mode).list::<[f32; 3]>(1, "places").unwrap_err(),
            ];
            assert!(codes.iter().all(|error| error.code == "demo.not_finite"), "{codes:?}");
        }
    }
}

#[test]
fn a_required_value_is_a_habit_and_is_kept() {
    let bytes = [[0; 16].as_slice(), &[6, 0, 0, 0]].concat();
    for (mode, passes) in [(Mode::Strict, false), (Mode::Lenient, true)] {
        let mut cursor = Cursor::new(&bytes, &DEMO, mode);
        let thing: Thing = cursor.record(1).unwrap();
        assert_eq!(thing.newer, 6);
        let report = cursor.finish().unwrap();
        let found = &report.findings()[0];
        assert_eq!((found.code, found.offset), ("demo.thing.newer", Some(16)));
        assert_eq!((found.expected.as_str(), found.found.as_str()), ("5", "6"));
        assert_eq!(report.verdict().is_ok(), passes);
        let mut writer = Writer::new();
        writer.record(&thing, 1);
        assert_eq!(writer.into_bytes(), bytes);
    }
}

#[test]
fn a_field_its_version_lacks_is_default_and_unchecked() {
    let mut cursor = cursor(&[0; 16]);
    let thing: Thing = cursor.record(0).unwrap();
    assert_eq!(thing.newer, 0);
    assert!(cursor.finish().unwrap().findings().is_empty());
}

#[test]
fn tracing_names_every_value_and_where_it_stands() {
    let mut bytes = vec![0; 27];
    bytes[16] = 2;
    let mut cursor = Cursor::with_report(&bytes, &DEMO, Report::new(Mode::Lenient).with_trace());
    cursor
        .within(Segment::at("thing", 3), |cursor| {
            cursor.record::<Thing>(0)?;
            let text = length_prefixed(cursor, "text")?;
            assert_eq!(text, [0; 2]);
            let at = cursor.offset();
            cursor.take(5, "rest")?;
            cursor.trace_bytes("rest", at, 5);
            Ok(())
        })
        .unwrap();
    let mut report = cursor.finish().unwrap();
    let sites: Vec<_> =
        report.take_sites().into_iter().map(|site| (site.path, site.offset, site.kind)).collect();
    let expected = [
        ("thing[3].kind", 0, Kind::Integer(2)),
        ("thing[3].small", 2, Kind::Integer(2)),
        ("thing[3].place[0]", 4, Kind::Float),
        ("thing[3].place[1]", 8, Kind::Float),
        ("thing[3].place[2]", 12, Kind::Float),
        ("thing[3].text", 16, Kind::Integer(4)),
        ("thing[3].text[0]", 20, Kind::Integer(1)),
        ("thing[3].text[1]", 21, Kind::Integer(1)),
        ("thing[3].rest", 22, Kind::Bytes(5)),
    ];
    assert_eq!(sites, expected.map(|(path, offset, kind)| (path.to_owned(), offset, kind)));
}

#[test]
fn length_prefixed_text_may_not_leave_the_file() {
    let mut writer = Writer::new();
    binary::put_length_prefixed(&mut writer, b"abc");
    let bytes = writer.into_bytes();
    assert_eq!(bytes, b"\x03\0\0\0abc");
    assert_eq!(length_prefixed(&mut cursor(&bytes), "name").unwrap(), b"abc");
    for length in 0..bytes.len() {
        assert_eq!(
            length_prefixed(&mut cursor(&bytes[..length]), "name").unwrap_err().code,
            "demo.truncated"
        );
    }
    let error = length_prefixed(&mut cursor(&[0xFF; 8]), "name").unwrap_err();
    assert_eq!((error.code, error.offset), ("demo.limit", Some(4)));
}

#[test]
fn a_failed_structure_is_left_again() {
    let mut cursor = cursor(&[0; 4]);
    let error = cursor
        .within(Segment::at("model", 3), |cursor| {
            cursor.within(Segment::at("polygon", 7), |cursor| cursor.value::<[u32; 2]>("indices"))
        })
        .unwrap_err();
    assert_eq!(error.path, "model 3, polygon 7");
    assert_eq!(cursor.report.path(), "");
}

#[test]
fn the_writer_mirrors_the_cursor() {
    let mut writer = Writer::with_capacity(16);
    writer.value(&0u32);
    writer.list(&[1u16, 2, 3]);
    writer.raw(b"xy");
    writer.patch(0, writer.offset() as u32);
    assert_eq!(writer.into_bytes(), [12, 0, 0, 0, 1, 0, 2, 0, 3, 0, b'x', b'y']);
}
