//! Fixed-length texts: the specification's rules and examples, and that odd
//! bytes survive JSON.

use binary::{Code, Garbage, Mode, Name, NodeName, Padded, Report, Suffixed};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

static TEXT: Code = Code { id: "demo.text", means: "", advice: "" };

/// What `check` says is expected, or nothing when the field is in order.
fn verdict(check: impl FnOnce(&mut Report)) -> Option<String> {
    let mut report = Report::new(Mode::Strict);
    check(&mut report);
    report.findings().first().map(|finding| finding.expected.clone())
}

macro_rules! verdict_of {
    ($field:expr) => {
        verdict(|report| $field.check(report, &TEXT, 0))
    };
}

/// The field through JSON and back, and the JSON.
fn through_json<T: Serialize + DeserializeOwned + PartialEq + Debug>(field: &T) -> String {
    let json = serde_json::to_string(field).unwrap();
    assert_eq!(serde_json::from_str::<T>(&json).unwrap(), *field, "{json}");
    json
}

#[test]
fn padded_is_text_and_nuls() {
    assert_eq!(Padded::<8>::new("abc").unwrap().bytes(), b"abc\0\0\0\0\0");
    assert_eq!(Padded::<8>::new("1234567").unwrap().bytes(), b"1234567\0");
    assert_eq!(Padded::<8>::new("12345678"), None, "room for the NUL is needed");
    assert_eq!(Padded::<8>::new("caf\u{e9}"), None, "7-bit only");
    assert_eq!(Padded::<8>::new("a\0b"), None);
    assert_eq!(verdict_of!(Padded::<8>::default()), None);
    assert_eq!(verdict_of!(Padded::from_bytes(*b"1234567\0")), None);
    assert_eq!(verdict_of!(Padded::from_bytes(*b"12345678")).unwrap(), "a NUL inside the field");
    assert_eq!(verdict_of!(Padded::from_bytes(*b"abc\0\0\0x\0")).unwrap(), "only NULs after the text");
    assert_eq!(verdict_of!(Padded::from_bytes(*b"ab\x80\0\0\0\0\0")).unwrap(), "7-bit text");
    assert_eq!(Padded::from_bytes(*b"abc\0\0\0x\0").text(), "abc");
    assert_eq!(Padded::from_bytes(*b"12345678").to_string(), "12345678");
}

/// 36 bytes: these, then NULs.
fn node(head: &[u8]) -> NodeName {
    let mut bytes = [0; 36];
    bytes[..head.len()].copy_from_slice(head);
    NodeName::from_bytes(bytes)
}

#[test]
fn a_node_name_stands_over_the_default_name() {
    let camera = NodeName::new("camera1").unwrap();
    assert_eq!(camera, node(b"camera1\0node_name"));
    assert_eq!(camera.text(), "camera1");
    assert_eq!(verdict_of!(camera), None);
    assert_eq!(NodeName::default(), node(b"\0efault_node_name"));
    let long = "a".repeat(35);
    assert_eq!(verdict_of!(NodeName::new(&long).unwrap()), None);
    assert_eq!(NodeName::new(&"a".repeat(36)), None);
    // One shorter than the default name, and one longer: nothing of it shows.
    assert_eq!(NodeName::new("Default_node_nam").unwrap(), node(b"Default_node_nam"));
    assert_eq!(NodeName::new("a_much_longer_name").unwrap(), node(b"a_much_longer_name"));

    let rest = "the rest of `Default_node_name` after the name";
    assert_eq!(verdict_of!(node(b"camera1")).unwrap(), rest);
    assert_eq!(verdict_of!(node(b"camera1\0node_name\0\0x")).unwrap(), rest);
    assert_eq!(verdict_of!(node(&[b'a'; 36])).unwrap(), "a NUL inside the field");
    assert_eq!(verdict_of!(node(b"camer\xE4\0_node_name")).unwrap(), "7-bit text");
    assert!(node(b"").is_zero() && !NodeName::default().is_zero());
}

#[test]
fn a_suffixed_name_has_its_last_dot_replaced() {
    let cases: [(&str, &[u8; 20], &str, &str); 6] = [
        ("sky.tif", b"sky\0tif\0\0\0\0\0\0\0\0\0\0\0\0\0", "sky", "sky.tif"),
        ("sky", b"sky\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", "sky", "sky"),
        ("a.b.tif", b"a.b\0tif\0\0\0\0\0\0\0\0\0\0\0\0\0", "a.b", "a.b.tif"),
        // The extension fills the field.
        ("blo_fusalagebottom.tif", b"blo_fusalagebottom\0t", "blo_fusalagebottom", "blo_fusalagebottom.t"),
        // No room for a dot: the NUL goes to byte 19.
        ("a_stem_of_nineteen_.tif", b"a_stem_of_nineteen_\0", "a_stem_of_nineteen_", "a_stem_of_nineteen_"),
        ("a_stem_of_twenty_ch_", b"a_stem_of_twenty_ch\0", "a_stem_of_twenty_ch", "a_stem_of_twenty_ch"),
    ];
    for (text, bytes, stem, shown) in cases {
        let field = Suffixed::<20>::new(text).unwrap();
        assert_eq!(field.bytes(), bytes, "{text}");
        assert_eq!((field.stem().as_str(), field.text().as_str()), (stem, shown));
        assert_eq!(verdict_of!(field), None, "{text}");
    }
    assert!(Suffixed::<20>::new("blo_fusalagebottom.tif").unwrap().may_be_cut());
    assert!(Suffixed::<20>::new("a_stem_of_nineteen_.tif").unwrap().may_be_cut());
    assert!(!Suffixed::<20>::new("sky.tif").unwrap().may_be_cut());

    assert_eq!(verdict_of!(Suffixed::from_bytes(*b"12345678")).unwrap(), "a NUL inside the field");
    assert_eq!(
        verdict_of!(Suffixed::from_bytes(*b"a\0b\0c\0\0\0")).unwrap(),
        "only NULs after the extension"
    );
    assert_eq!(
        verdict_of!(Suffixed::from_bytes(*b"a\0\0b\0\0\0\0")).unwrap(),
        "only NULs after the extension"
    );
    assert_eq!(verdict_of!(Suffixed::from_bytes(*b"a\0\xFF\0\0\0\0\0")).unwrap(), "7-bit text");
}

#[test]
fn garbage_may_follow_a_text_that_ends() {
    assert_eq!(Garbage::<8>::new("abc").unwrap().bytes(), b"abc\0\0\0\0\0");
    assert_eq!(verdict_of!(Garbage::from_bytes(*b"abc\0\xFF\x01z ")), None);
    assert_eq!(verdict_of!(Garbage::from_bytes(*b"abcdefgh")).unwrap(), "a NUL inside the field");
    assert_eq!(verdict_of!(Garbage::from_bytes(*b"ab\xFF\0\0\0\0\0")).unwrap(), "7-bit text");
}

#[test]
fn texts_in_order_are_plain_strings_in_json() {
    assert_eq!(through_json(&Padded::<8>::new("abc").unwrap()), "\"abc\"");
    assert_eq!(through_json(&NodeName::new("camera1").unwrap()), "\"camera1\"");
    assert_eq!(through_json(&Suffixed::<20>::new("sky.tif").unwrap()), "\"sky.tif\"");
    assert_eq!(through_json(&Garbage::<8>::new("").unwrap()), "\"\"");
}

#[test]
fn odd_texts_keep_their_bytes_in_json() {
    assert_eq!(
        through_json(&Padded::from_bytes(*b"a\xE9\0\0\0\0x\0")),
        "{\"text\":\"a\u{e9}\",\"raw\":\"61e9000000007800\"}"
    );
    through_json(&Padded::from_bytes(*b"a\nb\0\0\0\0\0"));
    through_json(&Padded::from_bytes(*b"12345678"));
    through_json(&node(b"camera1"));
    through_json(&node(b"abort_test\0ng\0ame"));
    through_json(&node(b""));
    through_json(&Suffixed::from_bytes(*b"a.b\0\0\0\0\0"));
    through_json(&Suffixed::from_bytes(*b"a\0\0b\0\0\0\0"));
    through_json(&Garbage::from_bytes(*b"a\0\xFF\xFE\xFD\xFC\xFB\xFA"));
}

#[test]
fn json_that_does_not_fit_is_refused_with_the_reason() {
    let error = |json: &str| serde_json::from_str::<Padded<4>>(json).unwrap_err().to_string();
    assert!(
        error("\"abcd\"").contains("\"abcd\" does not fit a padded text of 4 bytes"),
        "{}",
        error("\"abcd\"")
    );
    for raw in ["61", "6162630g", "61626364ff", "616"] {
        let json = format!("{{\"text\":\"\",\"raw\":\"{raw}\"}}");
        assert!(error(&json).contains("`raw` must be 4 bytes"), "{json}");
    }
}

#[test]
fn a_name_in_a_path_stops_at_the_nul_and_at_64_bytes() {
    assert_eq!(Name::new(b"house\0x").to_string(), "house");
    assert_eq!(Name::new(&[b'a'; 100]).to_string(), "a".repeat(64));
    assert!(Name::new(b"\0x").is_empty());
}
