//! Reader data against docs/spec/zbd/reader.md.

use crate::COUNTING;
use binary::{Limits, Mode, Report, Severity};
use harness::alloc;
use harness::mutate::{self, Options};
use harness::typed::row;
use harness::{Outcome, Subject, hex, rules, typed};
use zbd::Lenstr;
use zbd::archive::{Archive, Contents, Entry};
use zbd::gamez::Version;
use zbd::reader::{self, Value};

fn small() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/reader.hex"))
}

fn all() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/reader_all.hex"))
}

/// The control file as the specification shows it.
const CONTROLS: &[u8] = b"( KEYS (\r\n\
    \t(COMMAND keya(0x9c) joybtn(0x6))\r\n\
    \t(FIRE keya ( 57 ) )\r\n\
    )\r\n\
    AXES ( (Throttle joystick(Z) slope(-0.5) intercept(0.5) deadzone(0.05)) ) )\r\n";

fn outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (value, report) = reader::read(bytes, mode)?;
    Ok(Outcome { rewritten: reader::write(&value)?, findings: report.into_findings() })
}

fn subject() -> Subject {
    Subject { name: "reader", fixture: all(), read: outcome, sites: reader::fields }
}

/// A clean value, read strictly.
fn read(bytes: &[u8]) -> Value {
    let (value, report) = reader::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    value
}

/// A clean text, parsed strictly.
fn parse(text: &str) -> Value {
    let (value, report) = reader::parse(text.as_bytes(), Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    value
}

fn string(text: &str) -> Value {
    Value::string(text).unwrap()
}

fn list<const N: usize>(items: [Value; N]) -> Value {
    Value::List(items.into())
}

#[test]
fn values_are_read_as_specified() {
    let expected = list([
        string("COMMAND"),
        string("keya"),
        list([Value::Int(0x9C)]),
        string("joybtn"),
        list([Value::Int(6)]),
        Value::Float(-0.5),
        list([]),
    ]);
    assert_eq!(read(&small()), expected);
    // Any value may be the root.
    assert_eq!(read(&hex::bytes("01 00 00 00 fe ff ff ff")), Value::Int(-2));
}

#[test]
fn text_says_what_bytes_say() {
    // "Mapping to the binary form" of the specification.
    let value = parse("(COMMAND keya(0x9c) joybtn(0x6) -0.5 ())");
    assert_eq!(value, read(&small()));
    assert_eq!(reader::write(&value).unwrap(), small());
    // What is no reader but text is said to be a text with a fault.
    for text in
        [b"\r\n\t ( a )".as_slice(), b"", b"name dirt", b"// hi\n(a)", b"\xEF\xBB\xBF(a)", b"\xFF\xFE(\0"]
    {
        assert!(reader::is_text(text), "{}", text.escape_ascii());
    }
    assert!(!reader::is_text(&small()) && !reader::is_text(&[9, 9, 0]));
    assert_eq!(reader::parse(b"\xEF\xBB\xBF(a)", Mode::Strict).unwrap().0, parse("(a)"));
    for (text, place, found) in [
        (b"".as_slice(), "line 1, column 1", "the end of the text"),
        (b"name dirt", "line 1, column 1", "`name`"),
        (b"\xEF\xBB\xBFname", "line 1, column 1", "`name`"),
        (b"\n // hi\n(a)", "line 2, column 2", "`//`"),
        (b"\xFF\xFE(\0", "line 1, column 1", "a file saved as UTF-16"),
    ] {
        let finding = reader::read_any(text, Mode::Lenient).unwrap_err();
        assert_eq!((finding.path.as_str(), finding.found.as_str()), (place, found));
        assert!(finding.expected.starts_with("`(`"), "{finding}");
    }
    assert_eq!(reader::read_any(&small(), Mode::Strict).unwrap().0, value);
    assert_eq!(reader::read_any(b"(COMMAND keya(156) joybtn(6) -.5 ())", Mode::Strict).unwrap().0, value);
}

#[test]
fn the_control_file_is_parsed() {
    let (controls, report) = reader::parse(CONTROLS, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    let keys = controls.dictionary().list("keys").unwrap();
    assert_eq!(keys.len(), 2);
    assert!(keys[0].items()[0].is("command"));
    assert_eq!(keys[0].dictionary().integer("keya"), Some(0x9C));
    assert_eq!(keys[0].dictionary().integer("joybtn"), Some(6));
    assert_eq!(keys[1].dictionary().integer("keya"), Some(57));
    let throttle = controls.dictionary().dictionary("AXES");
    assert_eq!(throttle.text("joystick").as_deref(), Some("Z"));
    assert_eq!(throttle.number("slope"), Some(-0.5));
    assert_eq!(throttle.number("deadzone"), Some(0.05));
}

#[test]
fn tokens_are_numbers_or_strings() {
    for (token, value) in [
        ("0", Value::Int(0)),
        ("-17", Value::Int(-17)),
        ("007", Value::Int(7)),
        ("2147483647", Value::Int(i32::MAX)),
        ("-2147483648", Value::Int(i32::MIN)),
        ("0x9C", Value::Int(156)),
        ("0XffffFFFF", Value::Int(-1)),
        ("-0x10", Value::Int(-16)),
        ("1.", Value::Float(1.0)),
        ("-.25", Value::Float(-0.25)),
        ("16777217.0", Value::Float(16_777_216.0)),
        ("-", string("-")),
        (".", string(".")),
        ("0x", string("0x")),
        ("0xfg", string("0xfg")),
        ("1.5.0", string("1.5.0")),
        ("1e5", string("1e5")),
        ("+1", string("+1")),
        ("a\"b", string("a\"b")),
    ] {
        assert_eq!(parse(&format!("({token})")), list([value]), "{token}");
    }
}

#[test]
fn a_number_that_is_too_large_stays_a_string() {
    for (token, column) in [("2147483648", 5), ("0x100000000", 5)] {
        let text = format!("(a\n    {token})");
        let (value, report) = reader::parse(text.as_bytes(), Mode::Lenient).unwrap();
        assert_eq!(value, list([string("a"), string(token)]));
        let finding = &report.findings()[0];
        assert_eq!((finding.code, finding.severity), ("zbd.reader.text.number", Severity::Warning));
        assert_eq!(finding.path, format!("line 2, column {column}"));
        assert_eq!(reader::print(&value).unwrap(), format!("(a {token})\n"));
    }
}

#[test]
fn damaged_text_says_line_and_column() {
    for (text, code, place, offset) in [
        ("", "zbd.reader.text.no_list", "line 1, column 1", 0),
        (" \n  KEYS (", "zbd.reader.text.no_list", "line 2, column 3", 4),
        (")", "zbd.reader.text.no_list", "line 1, column 1", 0),
        ("( a\n  b( c ( d )\n", "zbd.reader.text.unclosed", "line 2, column 4", 7),
        ("( a )\n )", "zbd.reader.text.behind", "line 2, column 2", 7),
        ("( a )\r\n( b )", "zbd.reader.text.behind", "line 2, column 1", 7),
    ] {
        for mode in [Mode::Strict, Mode::Lenient] {
            let finding = reader::parse(text.as_bytes(), mode).unwrap_err();
            assert_eq!((finding.code, finding.path.as_str()), (code, place), "{text:?}");
            assert_eq!(finding.offset, Some(offset), "{text:?}");
        }
    }
    let (value, report) = reader::parse(b"( ok\n caf\xe9 )", Mode::Lenient).unwrap();
    assert_eq!(report.findings()[0].code, "zbd.reader.text.letter");
    assert_eq!(report.findings()[0].path, "line 2, column 5");
    assert_eq!(value.items()[1], Value::Str(Lenstr::from_bytes(b"caf\xe9")));
    assert!(reader::parse(b"( caf\xe9 )", Mode::Strict).unwrap().1.verdict().is_err());
}

#[test]
fn what_is_printed_parses_to_the_same_value() {
    let (controls, _) = reader::parse(CONTROLS, Mode::Strict).unwrap();
    let text = reader::print(&controls).unwrap();
    assert_eq!(
        text,
        "(\n  KEYS((COMMAND keya(156) joybtn(6)) (FIRE keya(57)))\n  \
         AXES((Throttle joystick(Z) slope(-0.5) intercept(0.5) deadzone(0.05)))\n)\n"
    );
    assert_eq!(parse(&text), controls);
    // Floats keep their bits and stay floats.
    let odd = [-0.0, 1.0, f32::MIN_POSITIVE, f32::from_bits(1), f32::MAX, 0.1, 1e-20];
    let value = Value::List(odd.map(Value::Float).into());
    let back = parse(&reader::print(&value).unwrap());
    let bits = |value: &Value| match value {
        Value::Float(number) => number.to_bits(),
        other => panic!("{other:?}"),
    };
    assert_eq!(back.items().iter().map(bits).collect::<Vec<_>>(), odd.map(f32::to_bits));
}

#[test]
fn what_has_no_text_is_not_printed() {
    for item in [
        string(""),
        string("two words"),
        string("f(x"),
        string("12"),
        string("0x1f"),
        string("-.5"),
        Value::Str(Lenstr::from_bytes(b"caf\xe9")),
        Value::Float(f32::NAN),
    ] {
        let finding = reader::print(&list([item.clone()])).unwrap_err();
        assert_eq!(finding.code, "zbd.reader.text.unprintable", "{item:?}");
    }
    assert_eq!(reader::print(&Value::Int(1)).unwrap_err().code, "zbd.reader.text.unprintable");
}

#[test]
fn keys_are_looked_up_as_the_engine_does() {
    let value = read(&all());
    let mech = value.dictionary();
    assert_eq!(mech.text("DFN_X").as_deref(), Some("strider"));
    assert!(mech.flag("silent") && mech.flag("JETS") && !mech.flag("wings"));
    assert_eq!(mech.numbers("color"), Some([1.0, 2.0, -0.0]));
    assert_eq!(mech.numbers::<4>("color"), None);
    // Strings that belong to no key are stepped over.
    let limits = mech.dictionary("limits");
    assert_eq!(limits.number("maxyaw"), Some(45.0));
    assert_eq!((limits.number("slide"), limits.integer("slide")), (Some(1.5), Some(1)));
    assert_eq!(limits.integer("hard"), Some(i32::MIN));
    assert_eq!((limits.number("degrees"), limits.number("nothing")), (None, None));
    // A key of an inner list is not one of the outer.
    assert!(!mech.has("maxYaw") && mech.dictionary("nothing").is_empty());
}

#[test]
fn keys_may_repeat_and_have_several_values() {
    let value = parse("(anim walk 1 2 Anim run 3 4 hidden 0 shown [x] off (0) on ((1)) at 1 2.5 -3)");
    let entries = value.dictionary();
    let names: Vec<_> = entries.each("anim").map(|rest| rest[0].text().unwrap().into_owned()).collect();
    assert_eq!(names, ["walk", "run"]);
    assert_eq!(entries.rest("ANIM").unwrap()[1..3], [Value::Int(1), Value::Int(2)]);
    assert_eq!(entries.text("anim").as_deref(), Some("walk"));
    assert_eq!(
        ["hidden", "shown", "off", "on", "at"].map(|key| entries.flag(key)),
        [false, true, false, true, true]
    );
    assert_eq!(entries.numbers("at"), Some([1.0, 2.5, -3.0]));
    assert_eq!((entries.integer("hidden"), entries.integer("on")), (Some(0), Some(1)));
    assert_eq!(entries.list("at"), Some([Value::Int(1)].as_slice()));
}

#[test]
fn numbers_are_taken_from_the_start_of_a_string() {
    for (text, number) in [
        ("1.5.0", Some(1.5)),
        ("-2deg", Some(-2.0)),
        ("3.", Some(3.0)),
        ("-", None),
        ("x1", None),
        ("", None),
    ] {
        assert_eq!(string(text).number(), number, "{text}");
    }
}

#[test]
fn each_field_is_written_at_its_offset() {
    let rows = [
        row(&[("/0", "\"commanD\"")], &[(16, "\"commanD\"")]),
        row(&[("/2/0", "67305985")], &[(47, "01 02 03 04")]),
        row(&[("/5", "0.5")], &[(88, "3f")]),
        // Another kind of value.
        row(&[("/5", "-2")], &[(81, "01 00 00 00 fe ff ff ff")]),
        row(&[("/6", "\"\"")], &[(89, "03 00 00 00 00 00 00 00")]),
    ];
    assert_eq!(typed::run(&read(&small()), reader::write, &rows), rows.len());
}

#[test]
fn json_keeps_everything() {
    assert_eq!(typed::through_json(&read(&small())), r#"["COMMAND","keya",[156],"joybtn",[6],-0.5,[]]"#);
    typed::through_json(&read(&all()));
    let mut bytes = all();
    bytes[20] = 0xE9;
    let (odd, _) = reader::read(&bytes, Mode::Lenient).unwrap();
    let json = typed::through_json(&odd);
    assert!(json.starts_with(r#"[{"raw":""#), "{json}");
    for wrong in ["3000000000", "1e300", "true", "\"caf\u{e9}\"", "{\"raw\":\"!\"}"] {
        assert!(serde_json::from_str::<Value>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_whole_archive_is_read_and_written() {
    let entries = vec![Entry::new("a.zrd", small()).unwrap(), Entry::new("b.zrd", all()).unwrap()];
    for version in [Version::MechWarrior3, Version::PiratesMoon] {
        let archive = Archive::new(version, Contents::Readers, entries.clone());
        let bytes = zbd::archive::write(&archive).unwrap();
        let (readers, report) = reader::read_archive(&bytes, Mode::Strict).unwrap();
        assert_eq!(report.findings(), []);
        assert_eq!(readers.get("A.ZRD"), Some(&read(&small())));
        assert_eq!(reader::write_archive(&readers).unwrap(), bytes);
        typed::through_json(&readers);
    }
    // Damage says which member, and where in the whole file.
    let mut archive = Archive::new(Version::MechWarrior3, Contents::Readers, entries);
    archive.entries[1].data[0] = 9;
    let bytes = zbd::archive::write(&archive).unwrap();
    let finding = reader::read_archive(&bytes, Mode::Lenient).unwrap_err();
    assert_eq!((finding.code, finding.path.as_str()), ("zbd.reader.tag", "entry 1 \"b.zrd\""));
    assert_eq!(finding.offset, Some(small().len() as u64));
    archive.entries[1].data = vec![1, 0, 0, 0, 7, 0, 0, 0, 0];
    let bytes = zbd::archive::write(&archive).unwrap();
    assert_eq!(reader::read_archive(&bytes, Mode::Lenient).unwrap_err().code, "zbd.reader.trailing");
}

/// Lists in one another, as bytes and as text.
fn nested(depth: usize) -> (Vec<u8>, String) {
    let mut bytes = [4, 0, 0, 0, 2, 0, 0, 0].repeat(depth);
    bytes[8 * depth - 4] = 1;
    (bytes, "(".repeat(depth) + &")".repeat(depth))
}

#[test]
fn nesting_is_limited() {
    let (bytes, text) = nested(64);
    let value = read(&bytes);
    assert_eq!(reader::write(&value).unwrap(), bytes);
    assert_eq!(parse(&text), value);
    assert_eq!(parse(&reader::print(&value).unwrap()), value);
    let (bytes, text) = nested(65);
    assert_eq!(reader::read(&bytes, Mode::Lenient).unwrap_err().code, "zbd.reader.depth");
    assert_eq!(reader::parse(text.as_bytes(), Mode::Lenient).unwrap_err().code, "zbd.reader.text.depth");
    // Other limits are the caller's.
    let report = || Report::new(Mode::Strict).with_limits(Limits { depth: 65, ..Limits::default() });
    let (value, _) = reader::read_with(&bytes, report()).unwrap();
    assert_eq!(reader::write(&value).unwrap(), bytes);
    assert_eq!(reader::parse_with(text.as_bytes(), report()).unwrap().0, value);
    assert_eq!(reader::print(&value).unwrap_err().code, "zbd.reader.text.unprintable");
}

#[test]
fn lists_that_claim_the_rest_of_the_file_take_no_memory() {
    // 64 lists in one another, each of which could just be that long.
    let size = 1 << 20;
    let mut bytes = Vec::new();
    for _ in 0..63 {
        bytes.extend_from_slice(&4_u32.to_le_bytes());
        bytes.extend_from_slice(&(((size - bytes.len()) / 8 - 64) as u32).to_le_bytes());
    }
    bytes.resize(size, 0);
    let (error, peak) = alloc::peak_of(|| reader::read(&bytes, Mode::Lenient).unwrap_err());
    assert_eq!(error.code, "zbd.reader.tag");
    assert!(peak < alloc::allowance(bytes.len()) / 16, "{peak} bytes");
}

/// As many small values as fit a megabyte, each the dearest for its size.
#[test]
fn memory_follows_the_size_of_the_file() {
    let empty_lists = [4, 0, 0, 0, 1, 0, 0, 0].repeat(1 << 17);
    let lists_of_one = [4, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0].repeat(1 << 16);
    let short_strings = [3, 0, 0, 0, 1, 0, 0, 0, b'a'].repeat(1 << 16);
    for (items, count) in [(empty_lists, 1 << 17), (lists_of_one, 1 << 16), (short_strings, 1 << 16)] {
        let mut bytes = 4_u32.to_le_bytes().to_vec();
        bytes.extend_from_slice(&(count as u32 + 1).to_le_bytes());
        bytes.extend_from_slice(&items);
        let (_, peak) = alloc::peak_of(|| outcome(&bytes, Mode::Lenient).unwrap());
        assert!(peak <= alloc::allowance(bytes.len()), "{peak} bytes for {}", bytes.len());
    }
}

#[test]
fn what_no_file_can_hold_is_not_written() {
    let finding = reader::write(&list([Value::Float(f32::INFINITY)])).unwrap_err();
    assert_eq!(finding.code, "zbd.reader.unwritable");
    assert!(Value::string("caf\u{e9}").is_none());
}

#[test]
fn every_finding_says_what_to_do() {
    for code in reader::codes() {
        assert!(code.id.starts_with("zbd.reader.") && !code.means.is_empty(), "{code:?}");
        assert!(!code.advice.is_empty(), "{code:?}");
    }
}

#[test]
fn every_rule_of_the_specification_is_enforced() {
    assert_eq!(rules::run(include_str!("rules/reader.toml"), &[subject()]), 11);
}

#[test]
fn mutations_are_survived_and_written_back() {
    let tally = mutate::run(&subject(), &Options::new(1999, 100_000));
    println!("{tally}");
    tally.assert_healthy(&COUNTING);
}

#[test]
fn mutated_texts_are_survived_and_printed_back() {
    const SIGNS: &[u8] = b"()()  \t\r\n0123456789.-xXaf\xe9\0";
    let mut random = 1999_u64;
    let mut next = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((random >> 33) as usize) % below
    };
    for length in 0..CONTROLS.len() {
        assert_eq!(reader::parse(&CONTROLS[..length], Mode::Lenient).is_ok(), length + 2 >= CONTROLS.len());
    }
    let (mut parsed, mut printed) = (0, 0);
    for index in 0..100_000 {
        let mut text = CONTROLS.to_vec();
        for _ in 0..=next(3) {
            let at = next(text.len());
            match next(3) {
                0 => text[at] = SIGNS[next(SIGNS.len())],
                1 => text.insert(at, SIGNS[next(SIGNS.len())]),
                _ => drop(text.remove(at)),
            }
        }
        let Ok((value, _)) = reader::parse(&text, Mode::Lenient) else { continue };
        parsed += 1;
        let bytes = reader::write(&value).unwrap();
        assert_eq!(reader::read(&bytes, Mode::Lenient).unwrap().0, value, "{index}");
        if let Ok(text) = reader::print(&value) {
            printed += 1;
            assert_eq!(reader::parse(text.as_bytes(), Mode::Lenient).unwrap().0, value, "{index}: {text}");
        }
    }
    assert!(parsed > 50_000 && printed > 40_000, "{parsed} parsed, {printed} printed");
}
