//! Animations as text and back. Source: `docs/spec/zbd/anim.md` and `docs/spec/zbd/anim-events.md`.

use crate::anim::{COUNTING, crimson_skies, mechwarrior3, outcome, pirates_moon, recoil, strict, subject};
use binary::Mode;
use harness::mutate::{Options, nth};
use harness::{alloc, hex};
use zbd::anim::events::{Event, ObjectActiveState};
use zbd::anim::text::{Compiler, compile, definition, listing};
use zbd::anim::{self, Anim, SequenceEvent};
use zbd::gamez::Version;

fn games() -> [Anim; 4] {
    [recoil(), mechwarrior3(), pirates_moon(), crimson_skies()].map(|bytes| strict(&bytes))
}

/// Compiles a text that must be right.
#[track_caller]
fn compiled(text: &str) -> Anim {
    compile(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn the_text_of_every_game_compiles_to_the_same_file() {
    for (anim, bytes) in games().iter().zip([recoil(), mechwarrior3(), pirates_moon(), crimson_skies()]) {
        let text = listing(anim);
        let again = compiled(&text);
        assert_eq!(again, *anim, "{text}");
        assert!(anim::write(&again).unwrap() == bytes, "{text}");
        assert_eq!(listing(&again), text);
        assert!(text.is_ascii() && text.lines().all(|line| line.trim_end() == line), "{text}");
    }
}

#[test]
fn every_event_of_every_game_survives_alone() {
    let mut keywords = std::collections::BTreeSet::new();
    for anim in games() {
        let events = anim.definitions[1].sequences[0].events.clone();
        for event in events {
            keywords.insert(event.event.keyword());
            let mut anim = anim.clone();
            anim.definitions[1].sequences[0].events = vec![event];
            let text = listing(&anim);
            assert_eq!(compiled(&text), anim, "{text}");
        }
    }
    // All that any game has but the end of a condition's branch, 38 to 40 and 43 to 45 excepted.
    assert_eq!(keywords.len(), 41, "{keywords:?}");
}

/// The lines of a definition of a game.
fn lines(version: Version) -> Vec<String> {
    let anim = games().into_iter().find(|anim| anim.version == version).unwrap();
    definition(&anim, 1).lines().map(str::to_owned).collect()
}

#[test]
fn a_definition_is_printed_as_people_would_write_it() {
    let lines = lines(Version::Recoil);
    let start = [
        "ANIMATION_DEFINITION(",
        "  ANIM_NAME(door_open)",
        "  NAME(door)",
        "  ANIM_ROOT_NAME(door_root)",
        "  ACTIVATION(WEAPON_OR_COLLIDE_HIT)",
        "  EXECUTION_PRIORITY(1)",
        "  EXECUTION_BY_RANGE(5.0 50.0)",
        "  RESET_TIME(0.65)",
        "  HEALTH(12.5)",
        "  NETWORK_LOG(ON)",
        "  SAVE_LOG(ON)",
        "  MIN_TO_SATISFY(1)",
    ];
    assert_eq!(lines[..start.len()], start, "{lines:#?}");
    for wanted in [
        "    OBJECT_ACTIVE_STATE(NAME(INPUT_NODE) STATE(ACTIVE))",
        "    SOUND(START_TIME(SEQUENCE 1.5) NAME(bang) AT_NODE(door_left 0.5 1.5 -2.5))",
        "    OBJECT_ADD_CHILD(PARENT(hatch) CHILD(door_left))",
        "    EFFECT(NAME(spark) AT_NODE(INPUT_NODE 1.25 2.25 3.25))",
        "    IF(NODE_UNDERCOVER(hatch -4.5))",
        "    ELSEIF(ANIMATION_LOD(2))",
        "    ELSE",
        "    ENDIF",
        "    LOOP(COUNT(-1))",
        "    FOG_STATE(TYPE(EXPONENTIAL) COLOR(0.25 0.5 0.75) ALTITUDE(90.0 -10.0) RANGE(100.0 900.0))",
        "    DETONATE_WEAPON(NAME(bomb) AT_NODE(INPUT_NODE 1.0 2.0 3.0))",
        "  SEQUENCE_DEFINITION(NAME(land) ACTIVATION(ON_CALL) CALLBACK(VALUE(7)) ptr(0x00002304))",
    ] {
        assert!(lines.iter().any(|line| line == wanted), "{wanted}\n{}", lines.join("\n"));
    }
}

/// A file of Recoil with one definition.
pub const BELL: &str = "
    ANIMATION_FILE(VERSION(28) FILES(bell.zrd timestamp(931000000)))
    ZERO_DEFINITION(ACTIVATION(ON_CALL))
    ANIMATION_DEFINITION(
      ANIM_NAME(bell_ring) NAME(bell) ANIM_ROOT_NAME(bell)
      ACTIVATION(ON_STARTUP)
      NODES(bell clapper)
      SEQUENCE_DEFINITION(
        NAME(main)
        OBJECT_ACTIVE_STATE(NAME(clapper) STATE(ACTIVE))
        CALLBACK(START_TIME(EVENT 0.5) VALUE(7))
      )
    )
";

/// The same file, typed from the specification.
const BELL_BYTES: &str = r#"
    16 06 17 08 1c 00 00 00 01 00 00 00
    "bell.zrd" 00*72 c0 ee 7d 37
    00*10 02 00 ef be ad de 00*8 ef be ad de cd cc 1c c1 00*28
    00*153 03 00*154 00*64
    "bell_ring" 00*23 "bell" 00*28 ff*4 "bell" 00*28 ff*4 00*44
    10 00 00 00 00 04 04 02 00*8 00 00 80 bf 00*24 ff*4
    "RESET_SEQUENCE" 00*50
    01 00 03 00*9 00*4 ff*4 00*28
    00*40
    "bell" 00 "lt_node_name" 00*15 00*4 ff*4
    "clapper" 00 "node_name" 00*15 00*4 ff*4
    "RESET_SEQUENCE" 00*50
    "main" 00*28 00*24 ff*4 24 00 00 00
    06 01 00 00 14 00 00 00 00*4 01 00 00 00 02 00 00 00
    23 03 00 00 10 00 00 00 00 00 00 3f 07 00 00 00
"#;

#[test]
fn a_text_typed_by_hand_compiles_to_bytes_typed_by_hand() {
    let anim = compiled(BELL);
    let bytes = anim::write(&anim).unwrap();
    let wanted = hex::bytes(BELL_BYTES);
    let differs = bytes.iter().zip(&wanted).position(|(one, other)| one != other);
    assert_eq!((bytes.len(), differs), (wanted.len(), None));
    // Such a text breaks no rule of the format, and is what is printed of it.
    assert_eq!(strict(&bytes), anim);
    assert_eq!(compiled(&listing(&anim)), anim);
    let text = listing(&anim);
    assert!(!text.contains("ptr"), "{text}");
    // Several texts are one file.
    let mut compiler = Compiler::default();
    let (head, rest) = BELL.split_at(BELL.find("ZERO_DEFINITION").unwrap());
    compiler.add(head.as_bytes()).unwrap();
    compiler.add(b"\xEF\xBB\xBF \r\n\t").unwrap();
    compiler.add(rest.as_bytes()).unwrap();
    assert_eq!(compiler.definitions(), 2);
    assert_eq!(compiler.finish().unwrap(), anim);
}

#[test]
fn what_is_written_in_another_order_or_form_is_the_same() {
    let anim = compiled(BELL);
    for (from, to) in [
        ("NAME(main)\n", "\n"),
        ("NODES(bell clapper)", "NODES (\tbell\r\n clapper )"),
        ("NODES(bell clapper)", "NODES(\"bell\" \"cl\\x61pper\")"),
        ("NAME(clapper)", "NAME(2)"),
        ("NAME(clapper)", "NAME(clapper@1)"),
        ("NAME(clapper) STATE(ACTIVE)", "STATE(1) NAME(clapper)"),
        ("EVENT 0.5", "3 0x3f000000"),
        ("VALUE(7)", "VALUE(0x7)"),
        ("VALUE(7)", "VALUE( // a \"comment\" (of no meaning\n 7) // and one more\n"),
        ("ANIM_NAME(bell_ring) NAME(bell)", "NAME(bell) ANIM_NAME(bell_ring)"),
    ] {
        let mut wanted = anim.clone();
        if from.starts_with("NAME(main)") {
            wanted.definitions[1].sequences[0].header.name = Default::default();
        }
        assert_eq!(compiled(&BELL.replace(from, to)), wanted, "{from} as {to}");
    }
}

#[test]
fn names_keep_their_letters_whatever_they_look_like() {
    let names = [
        "12",
        "-1.5",
        "0x10",
        "a b",
        "a(b",
        "quote\"d",
        "back\\slash",
        "INPUT_NODE",
        "door@2",
        "ELSE",
        "a;b",
        "//",
        "a//b",
        "-",
    ];
    for anim in games() {
        let mut anim = anim;
        let definition = &mut anim.definitions[1];
        let event = |index: usize| {
            let state = ObjectActiveState { state: 0, node_index: index as i16, padding: 0 };
            SequenceEvent::at_once(Event::ObjectActiveState(state))
        };
        for name in names {
            let mut node = definition.nodes[1].clone();
            node.name = binary::NodeText::new(name).unwrap();
            definition.nodes.push(node);
        }
        // One that is there twice, and one that has no name.
        definition.nodes.extend_from_within(1..2);
        let mut nameless = definition.nodes[1].clone();
        nameless.name = binary::NodeText::new("").unwrap();
        definition.nodes.push(nameless);
        let count = definition.nodes.len();
        definition.sequences[0].events = (0..count + 2).map(event).collect();
        let text = listing(&anim);
        assert_eq!(compiled(&text), anim, "{text}");
        for wanted in ["NAME(\"12\")", "NAME(\"INPUT_NODE\")", "NAME(hatch@2)", "NAME(\"door@2\")", "NAME(0)"]
        {
            assert!(text.contains(wanted), "{wanted}\n{text}");
        }
    }
}

#[test]
fn floats_keep_their_bits() {
    let mut anim = strict(&recoil());
    let bits = [
        0,
        1,
        0x8000_0000,
        0x8000_0001,
        0x007f_ffff,
        0x0080_0000,
        0x3f80_0001,
        0x3dcc_cccd,
        0x7f7f_ffff,
        0xff7f_ffff,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
        0x7fc0_0001,
        0xffff_ffff,
        0x4b80_0001,
    ];
    for bits in bits {
        let number = anim::AnyF32::from_bits(bits);
        let definition = &mut anim.definitions[1];
        let head = &mut definition.head;
        head.reset_time = number;
        // A root that squares to something else, or is none, stands beside it.
        head.exec_by_range_min = number;
        (head.max_health, head.cur_health) = (number, anim::AnyF32::from_bits(bits ^ 1));
        definition.sequences[0].events[0].start_time = number;
        definition.sequences[0].header.loop_time = number;
        anim.info.gravity = number;
        let text = listing(&anim);
        assert_eq!(compiled(&text), anim, "{bits:#x}\n{text}");
    }
}

/// Every damaged file that can be read has a text that gives it back.
fn survives_as_text(name: &'static str, fixture: Vec<u8>) {
    let options = Options::new(59, 2_000);
    let subject = subject(name, fixture);
    let mut survived = 0;
    for index in 0..options.count {
        let bytes = nth(&subject, options.seed, index);
        let Ok((anim, _)) = anim::read(&bytes, Mode::Lenient) else { continue };
        let text = listing(&anim);
        let again = compiled(&text);
        assert_eq!(again, anim, "{name}: seed {}, mutation {index}\n{text}", options.seed);
        let rewritten = anim::write(&again).unwrap();
        assert!(rewritten == bytes, "{name}: seed {}, mutation {index}\n{text}", options.seed);
        survived += 1;
    }
    println!("{name}: {survived} of {} damaged files are a text", options.count);
    assert!(survived * 10 > options.count, "{survived}");
}

#[test]
fn damaged_files_of_recoil_survive_as_text() {
    survives_as_text("anim_rc", recoil());
}

#[test]
fn damaged_files_of_mechwarrior_3_survive_as_text() {
    survives_as_text("anim_mw", mechwarrior3());
}

#[test]
fn damaged_files_of_pirates_moon_survive_as_text() {
    survives_as_text("anim_pm", pirates_moon());
}

#[test]
fn damaged_files_of_crimson_skies_survive_as_text() {
    survives_as_text("anim_cs", crimson_skies());
}

/// Each bit of each number of an event that says what its other fields mean.
fn flags_survive_as_text(fixture: &[u8]) -> usize {
    let tells =
        ["flags", "mode", "kind", "condition", "has_opacity", "has_run_time", "count", "start_offset"];
    let tells = |path: &str| tells.iter().any(|name| path.ends_with(&format!(".{name}")));
    let sites =
        anim::fields(fixture).into_iter().filter(|site| site.path.contains(".event[") && tells(&site.path));
    let mut bytes = fixture.to_vec();
    let mut count = 0;
    for site in sites {
        for bit in 0..site.kind.size() * 8 {
            bytes[site.offset + bit / 8] ^= 1 << (bit % 8);
            let (anim, _) = anim::read(&bytes, Mode::Lenient).unwrap();
            let text = listing(&anim);
            assert_eq!(compiled(&text), anim, "{} bit {bit}\n{text}", site.path);
            bytes[site.offset + bit / 8] ^= 1 << (bit % 8);
            count += 1;
        }
    }
    count
}

#[test]
fn every_flag_of_every_event_survives() {
    for fixture in [recoil(), mechwarrior3(), pirates_moon(), crimson_skies()] {
        let count = flags_survive_as_text(&fixture);
        assert!(count > 500, "{count}");
    }
}

#[test]
fn the_example_of_the_documents_compiles() {
    let document = include_str!("../../../../docs/unpacked.md");
    let (_, example) = document.split_once("\n## Animations").unwrap();
    let example = example.split("```").nth(1).unwrap();
    let head = "ANIMATION_FILE(VERSION(39)) ZERO_DEFINITION(ACTIVATION(ON_CALL))";
    let anim = compiled(&format!("{head}{example}"));
    assert_eq!(anim.definitions[1].sequences[0].events.len(), 5);
    assert_eq!(strict(&anim::write(&anim).unwrap()), anim);
    // What is printed of it is what stands there.
    assert_eq!(definition(&anim, 1).trim(), example.trim());
}

/// Numbers that look random and are the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}

/// Most memory for a text: a byte of it may be a node of some eighty bytes.
fn allowance(length: usize) -> usize {
    (64 << 10) + 256 * length
}

/// Damaged texts compile or are refused, in bounded memory; what compiles can be written and read.
#[test]
fn damaged_texts_are_refused_or_compile() {
    let count = Options::new(0, 2_000).count;
    let seed = Options::new(61, 0).seed;
    let _ = &COUNTING;
    for anim in games() {
        let text = listing(&anim).into_bytes();
        let mut random = Random(seed | 1);
        let words: Vec<&[u8]> =
            text.split(|byte| b" \n()".contains(byte)).filter(|one| !one.is_empty()).collect();
        let mut accepted = 0;
        for _ in 0..count {
            let mut damaged = text.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(damaged.len());
                match random.below(6) {
                    0 => damaged.truncate(at),
                    1 => damaged[at] = random.below(256) as u8,
                    2 => damaged.insert(at, b"()\" \\@-x0"[random.below(9)]),
                    3 => drop(damaged.drain(at..(at + random.below(20)).min(text.len().min(damaged.len())))),
                    _ => {
                        // A word in place of another, or the number of something.
                        let word = words[random.below(words.len())];
                        let end = damaged[at..].iter().position(|byte| b" \n()".contains(byte));
                        damaged.splice(at..at + end.unwrap_or(0), word.iter().copied());
                    }
                }
                if damaged.is_empty() {
                    damaged.push(b' ');
                }
            }
            let (result, peak) = alloc::peak_of(|| compile(&damaged));
            assert!(peak <= allowance(damaged.len()), "{peak} bytes for {}", damaged.len());
            match result {
                Ok(anim) => {
                    accepted += 1;
                    assert_eq!(compiled(&listing(&anim)), anim);
                    if let Ok(bytes) = anim::write(&anim) {
                        assert!(outcome(&bytes, Mode::Lenient).is_ok_and(|one| one.rewritten == bytes));
                    }
                }
                Err(error) => {
                    assert!(error.line > 0 && error.column > 0, "{error}");
                    assert!(!error.to_string().contains('\n'));
                }
            }
        }
        println!("{:?}: {accepted} of {count} damaged texts compile", anim.version);
        assert!(accepted * 100 > count, "{accepted} of {count}");
    }
}

#[test]
fn memory_follows_the_size_of_the_text() {
    let base = BELL.replace("CALLBACK(START_TIME(EVENT 0.5) VALUE(7))", "MANY");
    for (many, at) in [
        ("ELSE ", "MANY"),
        ("PUFFER_STATE(NAME(0))", "MANY"),
        ("OBJECT_MOTION_SI_SCRIPT(NAME(0) FRAME(0 0))", "MANY"),
        ("a ", "NODES(bell"),
        ("unknown(1)", "MANY"),
        ("((((((((((((((", "MANY"),
    ] {
        let text =
            base.replace(at, &format!("{at} {}", many.repeat((1 << 20) / many.len()))).replace("MANY", "");
        let (_, peak) = alloc::peak_of(|| compile(text.as_bytes()).is_ok());
        assert!(peak <= allowance(text.len()), "{many}: {peak} bytes for {}", text.len());
    }
}
