//! Message DLLs against docs/spec/zbd/messages.md.

use crate::COUNTING;
use binary::{Mode, Severity};
use harness::alloc;
use harness::mutate::{self, Options};
use harness::typed::row;
use harness::{Outcome, Subject, hex, rules, typed};
use zbd::messages::{self, ENGLISH, FRENCH, GERMAN, Layout, Message, Messages};

fn mw() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/messages_mw.hex"))
}

fn rc() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/messages_rc.hex"))
}

fn cs() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/messages_cs.hex"))
}

/// A DLL holds code, so it is not written back as a whole: what is written is
/// a DLL of our own with the same messages, as far as messages as odd as these
/// can be written at all.
fn outcome(bytes: &[u8], layout: Layout, mode: Mode) -> binary::Result<Outcome> {
    let (messages, report) = messages::read(bytes, layout, mode)?;
    match messages::build(&messages) {
        Ok(built) => {
            let (again, _) = messages::read(&built, layout, Mode::Lenient)?;
            assert_eq!(again, messages, "built from what was read, and read again");
            assert_eq!(messages::build(&again)?, built, "built twice");
        }
        Err(finding) => assert_eq!(finding.code, "zbd.messages.unwritable"),
    }
    Ok(Outcome { rewritten: bytes.to_vec(), findings: report.into_findings() })
}

fn subjects() -> [Subject; 3] {
    [
        Subject {
            name: "mw",
            fixture: mw(),
            read: |bytes, mode| outcome(bytes, Layout::Mech3, mode),
            sites: |bytes| messages::fields(bytes, Layout::Mech3),
        },
        Subject {
            name: "rc",
            fixture: rc(),
            read: |bytes, mode| outcome(bytes, Layout::Recoil, mode),
            sites: |bytes| messages::fields(bytes, Layout::Recoil),
        },
        Subject {
            name: "cs",
            fixture: cs(),
            read: |bytes, mode| outcome(bytes, Layout::CrimsonSkies, mode),
            sites: |bytes| messages::fields(bytes, Layout::CrimsonSkies),
        },
    ]
}

/// Clean messages, read strictly.
fn read(bytes: &[u8], layout: Layout) -> Messages {
    let (messages, report) = messages::read(bytes, layout, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    messages
}

#[test]
fn a_message_table_is_read_as_specified() {
    let expected = Messages {
        layout: Layout::Mech3,
        language: ENGLISH,
        items: vec![
            Message::new(1000, "MSG_GREETING", "Welcome, pilot %1!"),
            Message::new(2000, "MSG_UMLAUTS", "\u{dc}berl\u{e4}ufer"),
            Message::new(1001, "MSG_TWO_LINES", "First line\r\nSecond line"),
            Message::new(1500, "MSG_EURO", "Price: 5 \u{20ac}"),
            Message::new(1002, "MSG_EMPTY", ""),
            Message::new(65536, "M", "far"),
        ],
    };
    assert_eq!(read(&mw(), Layout::Mech3), expected);
}

#[test]
fn code_and_start_up_data_are_stepped_over() {
    let expected = Messages {
        layout: Layout::Recoil,
        language: FRENCH,
        items: vec![
            Message::new(7, "MSG_START", "D\u{e9}but"),
            Message::new(4, "MSG_NOTHING", ""),
            Message::new(3, "MSG_FINISH", "Fin"),
            Message::new(20, "MSG_FRENCH", "\u{152}uvre \u{178} %2"),
        ],
    };
    assert_eq!(read(&rc(), Layout::Recoil), expected);
}

#[test]
fn a_string_table_is_read_as_specified() {
    let expected = Messages {
        layout: Layout::CrimsonSkies,
        language: GERMAN,
        items: vec![
            Message::new(3, "MSG_PLANE", "Flugzeug"),
            Message::new(15, "MSG_SKY", "H\u{f6}he: 5 \u{20ac}"),
            Message::new(16, "MSG_FIRST", "Zeile\r\nZeile"),
            Message::new(1022, "MSG_WIDE", "\u{1d11e}!"),
        ],
    };
    assert_eq!(read(&cs(), Layout::CrimsonSkies), expected);
}

#[test]
fn texts_are_found_by_key_and_by_id() {
    let messages = read(&mw(), Layout::Mech3);
    assert_eq!(messages.text("MSG_EURO"), Some("Price: 5 \u{20ac}"));
    assert_eq!(messages.text("MSG_EMPTY"), Some(""));
    assert_eq!(messages.text("msg_euro"), None);
    assert_eq!(messages.text_of_id(65536), Some("far"));
    assert_eq!(messages.text_of_id(1003), None);
    // Two keys of one id share its text.
    let mut bytes = mw();
    bytes[532..536].copy_from_slice(&[0xE8, 0x03, 0, 0]);
    let (messages, _) = messages::read(&bytes, Layout::Mech3, Mode::Lenient).unwrap();
    assert_eq!(messages.items[5], Message { id: 1000, key: Some("M".into()), text: None });
    assert_eq!(messages.text("M"), Some("Welcome, pilot %1!"));
}

#[test]
fn what_was_built_from_the_specification_is_what_is_built() {
    // Typed by hand in the layout that `build` documents.
    assert_eq!(messages::build(&read(&mw(), Layout::Mech3)).unwrap(), mw());
    assert_eq!(messages::build(&read(&cs(), Layout::CrimsonSkies)).unwrap(), cs());
}

#[test]
fn built_messages_are_clean_in_every_layout_and_language() {
    for layout in Layout::ALL {
        for language in [ENGLISH, GERMAN, FRENCH, 0x40C] {
            let items = (0..100).map(|i| Message::new(i * 7, &format!("MSG_{i:03}"), &format!("Text {i}")));
            let messages = Messages { layout, language, items: items.collect() };
            let bytes = messages::build(&messages).unwrap();
            assert_eq!(read(&bytes, layout), messages);
            assert_eq!(messages::recognise(&bytes), Some(layout));
        }
        let nothing = Messages { layout, ..Messages::default() };
        let bytes = messages::build(&nothing).unwrap();
        assert_eq!(read(&bytes, layout).items, []);
        assert_eq!(messages::recognise(&bytes), None);
    }
}

#[test]
fn dlls_are_recognised_by_what_they_hold() {
    assert_eq!(messages::recognise(&mw()), Some(Layout::Mech3));
    assert_eq!(messages::recognise(&rc()), Some(Layout::Recoil));
    assert_eq!(messages::recognise(&cs()), Some(Layout::CrimsonSkies));
    assert_eq!(messages::recognise(b"MZ"), None);
    assert_eq!(Layout::of_file("MECH3MSG.DLL"), Some(Layout::Mech3));
    assert_eq!(Layout::of_file("langui.dll"), None);
}

#[test]
fn each_field_is_written_at_its_offset() {
    let rows = [
        row(&[("/language", "67305985")], &[(1088, "01 02 03 04")]),
        row(&[("/items/0/key", "\"MSG_GRAETING\"")], &[(582, "\"A\"")]),
        row(&[("/items/3/text", "\"Price: 6 \u{20ac}\"")], &[(1243, "\"6\"")]),
        row(&[("/items/3/text", "\"Price: 5 \u{178}\"")], &[(1245, "9f")]),
        // An id stands in its pair and in its block.
        row(&[("/items/5/id", "65537")], &[(532, "01 00 01 00"), (1152, "01 00 01 00 01 00 01 00")]),
    ];
    assert_eq!(typed::run(&read(&mw(), Layout::Mech3), messages::build, &rows), rows.len());
    let rows = [
        row(&[("/items/0/text", "\"Flugzeuh\"")], &[(1374, "\"h\"")]),
        row(
            &[("/items/0/id", "4")],
            &[
                (588, "04"),
                (1358, "00 00 08 00 \"F\" 00 \"l\" 00 \"u\" 00 \"g\" 00 \"z\" 00 \"e\" 00 \"u\" 00 \"g\" 00"),
            ],
        ),
    ];
    assert_eq!(typed::run(&read(&cs(), Layout::CrimsonSkies), messages::build, &rows), rows.len());
}

#[test]
fn json_keeps_messages_as_they_are() {
    let json = typed::through_json(&read(&mw(), Layout::Mech3));
    assert!(json.starts_with("{\"layout\":\"mech3\",\"language\":1033,\"items\":[{\"id\":1000,"), "{json}");
    assert!(
        json.contains("{\"id\":1000,\"key\":\"MSG_GREETING\",\"text\":\"Welcome, pilot %1!\"}"),
        "{json}"
    );
}

#[test]
fn messages_that_do_not_fit_are_not_built() {
    let refused = |layout: Layout, items: &[(u32, &str, &str)], place: &str| {
        let items = items.iter().map(|(id, key, text)| Message::new(*id, key, text)).collect();
        let finding = messages::build(&Messages { layout, language: ENGLISH, items }).unwrap_err();
        assert_eq!(finding.code, "zbd.messages.unwritable");
        assert_eq!(finding.path, place, "{finding}");
    };
    let long = "x".repeat(65_529);
    refused(Layout::Mech3, &[(1, "MSG_A", "a"), (2, "MSG_B", &long)], "items[1].text");
    refused(Layout::Mech3, &[(1, "MSG_A", "\u{416}")], "items[0].text");
    refused(Layout::Mech3, &[(1, "MSG_A", "a"), (1, "MSG_B", "b")], "items[1].id");
    refused(Layout::Mech3, &[(1, "MSG\0A", "a")], "items[0].key");
    refused(Layout::Mech3, &[(1, "", "a")], "items[0].key");
    // Three characters and a NUL are a number below all addresses.
    refused(Layout::Recoil, &[(1, "ABC", "a")], "items[0].key");
    refused(Layout::CrimsonSkies, &[(1, "MSG_A", "")], "items[0].text");
    refused(Layout::CrimsonSkies, &[(1, "MSG_A", "a"), (9, "MSG_B", &"x".repeat(65_536))], "items[1].text");
    // As long as can be.
    let messages = Messages { items: vec![Message::new(1, "MSG_A", &long[..65_525])], ..Messages::default() };
    assert_eq!(read(&messages::build(&messages).unwrap(), Layout::Mech3), messages);
}

#[test]
fn keys_of_one_name_and_odd_languages_are_findings() {
    let found = |language: u32, keys: [&str; 2]| {
        let items = vec![Message::new(1, keys[0], "a"), Message::new(2, keys[1], "b")];
        let bytes = messages::build(&Messages { layout: Layout::Mech3, language, items }).unwrap();
        let (_, report) = messages::read(&bytes, Layout::Mech3, Mode::Strict).unwrap();
        let found = report.into_findings().into_iter();
        found.map(|finding| (finding.code, finding.severity, finding.found)).collect::<Vec<_>>()
    };
    assert_eq!(found(ENGLISH, ["MSG_A", "MSG_B"]), []);
    let twice = ("zbd.messages.key_name", Severity::Error, "one that is there already".to_owned());
    assert_eq!(found(ENGLISH, ["MSG_A", "MSG_A"]), [twice]);
    // A translation of one's own is no fault, a number that is no language is.
    for (language, severity) in [(1034, Severity::Note), (99_999, Severity::Error)] {
        let odd = ("zbd.messages.language", severity, language.to_string());
        assert_eq!(found(language, ["MSG_A", "MSG_B"]), [odd]);
    }
}

#[test]
fn a_file_that_is_no_dll_is_said_to_be_none() {
    for (bytes, said) in [(b"hello".as_slice(), "\"he\" at its start"), (b"MZ", "a file of 2 bytes")] {
        let finding = messages::read(bytes, Layout::Mech3, Mode::Lenient).unwrap_err();
        assert_eq!((finding.code, finding.found.as_str()), ("zbd.messages.not_pe", said));
    }
}

#[test]
fn wide_texts_are_read_with_a_finding() {
    let mut bytes = mw();
    bytes[1272..1284].copy_from_slice(&hex::bytes("0c 00 01 00  3a 26 0d 00 0a 00 00 00"));
    let (messages, report) = messages::read(&bytes, Layout::Mech3, Mode::Lenient).unwrap();
    assert_eq!(messages.text_of_id(65536), Some("\u{263a}"));
    let found: Vec<_> = report.findings().iter().map(|finding| (finding.code, finding.severity)).collect();
    assert_eq!(found, [("zbd.messages.flags", Severity::Warning)]);
}

#[test]
fn the_wrong_game_is_told_from_damage() {
    // Recoil's start-up data is no key table of MechWarrior 3's.
    let finding = messages::read(&rc(), Layout::Mech3, Mode::Lenient).unwrap_err();
    assert_eq!((finding.code, finding.path.as_str()), ("zbd.messages.address", "key 0"));
    let finding = messages::read(&cs(), Layout::Recoil, Mode::Lenient).unwrap_err();
    assert_eq!((finding.code, finding.found.as_str()), ("zbd.messages.no_table", "types 6, 16, 255"));
}

#[test]
fn small_messages_stay_within_the_memory_bound() {
    // The costliest files there are: texts of nothing but their header, all
    // without a key; and keys of one letter without a text.
    let count = 50_000;
    let mut texts = Vec::new();
    for number in [1u32, 0, count - 1, 16] {
        texts.extend(number.to_le_bytes());
    }
    texts.extend([4, 0, 0, 0].repeat(count as usize));
    let mut bytes = mw();
    let size = texts.len() as u32;
    bytes.truncate(1112);
    bytes.extend(texts);
    for (at, word) in [(360, 88 + size), (368, 88 + size), (1100, size)] {
        bytes[at..at + 4].copy_from_slice(&u32::to_le_bytes(word));
    }
    let read = || messages::read(&bytes, Layout::Mech3, Mode::Lenient).unwrap().0.items.len();
    let (items, peak) = alloc::peak_of(read);
    // One of the six keys has no text.
    assert_eq!(items, count as usize + 1);
    assert!(peak > bytes.len() && peak <= alloc::allowance(bytes.len()), "{peak} for {}", bytes.len());

    let items = (0..count).map(|id| Message { id, key: Some("MSG".into()), text: None }).collect();
    let mut messages = Messages { items, ..Messages::default() };
    messages.items[0].key = Some("MSG_".into());
    let bytes = messages::build(&messages).unwrap();
    let read = || messages::read(&bytes, Layout::Mech3, Mode::Lenient).unwrap().0;
    let (read, peak) = alloc::peak_of(read);
    assert_eq!(read, messages);
    assert!(peak > bytes.len() && peak <= alloc::allowance(bytes.len()), "{peak} for {}", bytes.len());
}

#[test]
fn every_finding_says_what_to_do() {
    for code in messages::codes() {
        assert!(code.id.starts_with("zbd.messages.") && !code.means.is_empty(), "{code:?}");
        assert!(!code.advice.is_empty(), "{code:?}");
    }
}

#[test]
fn every_rule_of_the_specification_is_enforced() {
    assert_eq!(rules::run(include_str!("rules/messages.toml"), &subjects()), 81);
}

#[test]
fn mutations_are_survived() {
    for subject in subjects() {
        let tally = mutate::run(&subject, &Options::new(1999, 100_000));
        println!("{tally}");
        tally.assert_healthy(&COUNTING);
    }
}
