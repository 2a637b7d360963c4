//! Definitions of sounds: what the readers hold, and what is heard of a name.
//!
//! docs/spec/zbd/mw3-runtime.md, "7. Other MW schemas known [D]"; docs/spec/zbd/engine-behaviour.md,
//! "16. Sound".

use crate::zipper::animations::{file, request, world};
use crate::zipper::install::{Install, member, package};
use binary::{Finding, Mode};
use load::zipper::sound_definitions::{READER, SoundDefinition, SoundDefinitions};
use load::{Loaded, SoundSetup};
use world::program::{Event, GroupMember, Operand, ProgramSound, SoundGroupId, SoundRef};
use world::{Falloff, SoundManner, SoundQueue, SoundRules};
use zbd::archive::TypedArchive;
use zbd::gamez::Version;
use zbd::messages::{ENGLISH, Layout, Message, Messages};
use zbd::reader::Value;
use zbd::sounds::Wave;

/// A reader `sounds.zrd` with every key word, typed by hand from docs/spec/zbd/reader.md, "Binary readers".
const TYPED: &str = r#"
    04 00 00 00  05 00 00 00   # 4 items
        03 00 00 00  04 00 00 00  "SETS"
        04 00 00 00  07 00 00 00   # 6 items
            03 00 00 00  06 00 00 00  "COMMON"
            04 00 00 00  0a 00 00 00   # 9 items
                04 00 00 00  0a 00 00 00   # 9 items
                    03 00 00 00  04 00 00 00  "boom"
                    03 00 00 00  08 00 00 00  "boom.wav"
                    03 00 00 00  09 00 00 00  "PURGEABLE"
                    03 00 00 00  08 00 00 00  "HARDWARE"
                    03 00 00 00  02 00 00 00  "3D"
                    03 00 00 00  05 00 00 00  "RANGE"
                    04 00 00 00  03 00 00 00   # 2 items
                        02 00 00 00  00 00 20 41   # 10.0
                        02 00 00 00  00 00 c8 42   # 100.0
                    03 00 00 00  06 00 00 00  "VOLUME"
                    02 00 00 00  00 00 00 3f   # 0.5
                04 00 00 00  08 00 00 00   # 7 items
                    03 00 00 00  04 00 00 00  "talk"
                    03 00 00 00  08 00 00 00  "talk.wav"
                    03 00 00 00  0b 00 00 00  "VOICE_QUEUE"
                    03 00 00 00  08 00 00 00  "SUBTITLE"
                    03 00 00 00  08 00 00 00  "MSG_TALK"
                    03 00 00 00  09 00 00 00  "QPRIORITY"
                    01 00 00 00  07 00 00 00   # 7
                04 00 00 00  01 00 00 00   # 0 items
                04 00 00 00  07 00 00 00   # 6 items
                    03 00 00 00  04 00 00 00  "fall"
                    03 00 00 00  08 00 00 00  "fall.wav"
                    03 00 00 00  06 00 00 00  "LOOPED"
                    03 00 00 00  02 00 00 00  "3D"
                    04 00 00 00  03 00 00 00   # 2 items
                        01 00 00 00  05 00 00 00   # 5
                        02 00 00 00  00 00 48 42   # 50.0
                    04 00 00 00  01 00 00 00   # 0 items
                04 00 00 00  06 00 00 00   # 5 items
                    03 00 00 00  03 00 00 00  "old"
                    03 00 00 00  07 00 00 00  "old.wav"
                    02 00 00 00  00 00 80 3e   # 0.25
                    02 00 00 00  00 00 a0 41   # 20.0
                    01 00 00 00  50 00 00 00   # 80
                03 00 00 00  05 00 00 00  "radio"
                04 00 00 00  07 00 00 00   # 6 items
                    03 00 00 00  09 00 00 00  "radio.wav"
                    03 00 00 00  05 00 00 00  "VOICE"
                    03 00 00 00  09 00 00 00  "FREQUENCY"
                    01 00 00 00  11 2b 00 00   # 11025
                    03 00 00 00  08 00 00 00  "SUBTITLE"
                    03 00 00 00  08 00 00 00  "MSG_NONE"
                04 00 00 00  08 00 00 00   # 7 items
                    03 00 00 00  04 00 00 00  "beep"
                    03 00 00 00  08 00 00 00  "beep.wav"
                    03 00 00 00  05 00 00 00  "QUEUE"
                    03 00 00 00  06 00 00 00  "VOLUME"
                    04 00 00 00  02 00 00 00   # 1 items
                        02 00 00 00  00 00 00 40   # 2.0
                    03 00 00 00  06 00 00 00  "LOUDER"
                    03 00 00 00  02 00 00 00  "//"
                04 00 00 00  02 00 00 00   # 1 items
                    03 00 00 00  08 00 00 00  "nameless"
            03 00 00 00  02 00 00 00  "c1"
            04 00 00 00  04 00 00 00   # 3 items
                03 00 00 00  07 00 00 00  "SUB_SET"
                04 00 00 00  02 00 00 00   # 1 items
                    03 00 00 00  02 00 00 00  "M1"
                04 00 00 00  05 00 00 00   # 4 items
                    03 00 00 00  04 00 00 00  "boom"
                    03 00 00 00  07 00 00 00  "own.wav"
                    03 00 00 00  05 00 00 00  "RANGE"
                    01 00 00 00  1e 00 00 00   # 30
            03 00 00 00  02 00 00 00  "M1"
            04 00 00 00  02 00 00 00   # 1 items
                04 00 00 00  03 00 00 00   # 2 items
                    03 00 00 00  04 00 00 00  "fall"
                    03 00 00 00  09 00 00 00  "fall2.wav"
        03 00 00 00  0c 00 00 00  "SOUND_GROUPS"
        04 00 00 00  04 00 00 00   # 3 items
            04 00 00 00  0e 00 00 00   # 13 items
                03 00 00 00  05 00 00 00  "crowd"
                03 00 00 00  09 00 00 00  "PLAY_SOLO"
                03 00 00 00  0f 00 00 00  "DYNAMIC_WEIGHTS"
                03 00 00 00  06 00 00 00  "REPEAT"
                01 00 00 00  ff ff ff ff   # -1
                03 00 00 00  0c 00 00 00  "DELAY_REPEAT"
                02 00 00 00  00 00 c0 3f   # 1.5
                03 00 00 00  11 00 00 00  "DELAY_TERMINATION"
                04 00 00 00  02 00 00 00   # 1 items
                    02 00 00 00  00 00 80 3e   # 0.25
                03 00 00 00  05 00 00 00  "EXTRA"
                04 00 00 00  03 00 00 00   # 2 items
                    03 00 00 00  08 00 00 00  "MINDELAY"
                    02 00 00 00  00 00 00 40   # 2.0
                04 00 00 00  08 00 00 00   # 7 items
                    03 00 00 00  04 00 00 00  "boom"
                    03 00 00 00  06 00 00 00  "WEIGHT"
                    02 00 00 00  00 00 40 40   # 3.0
                    03 00 00 00  0a 00 00 00  "PLAY_COUNT"
                    01 00 00 00  02 00 00 00   # 2
                    03 00 00 00  0a 00 00 00  "DELAY_PLAY"
                    02 00 00 00  00 00 00 3f   # 0.5
                04 00 00 00  09 00 00 00   # 8 items
                    03 00 00 00  05 00 00 00  "inner"
                    03 00 00 00  06 00 00 00  "WEIGHT"
                    01 00 00 00  01 00 00 00   # 1
                    03 00 00 00  0f 00 00 00  "DYNAMIC_WEIGHTS"
                    02 00 00 00  00 00 80 3e   # 0.25
                    04 00 00 00  02 00 00 00   # 1 items
                        03 00 00 00  04 00 00 00  "talk"
                    03 00 00 00  05 00 00 00  "radio"
                    03 00 00 00  07 00 00 00  "nothing"
            03 00 00 00  04 00 00 00  "ring"
            04 00 00 00  03 00 00 00   # 2 items
                03 00 00 00  04 00 00 00  "ring"
                03 00 00 00  04 00 00 00  "boom"
"#;

fn typed() -> Vec<u8> {
    harness::hex::bytes(TYPED)
}

fn read(value: &Value) -> (SoundDefinitions, Vec<Finding>) {
    let (mut definitions, mut findings) = (SoundDefinitions::default(), Vec::new());
    definitions.add(value, "sounds.zrd", &mut findings);
    (definitions, findings)
}

#[test]
fn every_key_word_is_understood() {
    let (value, report) = zbd::reader::read(&typed(), Mode::Strict).unwrap();
    report.verdict().unwrap();
    let (definitions, findings) = read(&value);
    let found: Vec<_> = findings.iter().map(|finding| (finding.code, finding.found.as_str())).collect();
    assert_eq!(
        found,
        [
            ("load.sounds.numbers", "volume 2 of beep"),
            ("load.sounds.incomplete", "1 items in the set COMMON"),
            ("load.sounds.words", "`LOUDER` and 1 more"),
        ]
    );
    let of = |name: &str| definitions.sounds.iter().find(|sound| sound.name == name).unwrap();
    let usual = |name: &str, file: &str| SoundDefinition {
        name: name.to_owned(),
        set: "COMMON".to_owned(),
        file: file.to_owned(),
        purgeable: false,
        speech: false,
        queued: false,
        placed: false,
        looped: false,
        hardware: false,
        volume: 1.0,
        range: None,
        frequency: None,
        priority: 3,
        subtitle: None,
    };
    assert_eq!(
        of("boom"),
        &SoundDefinition {
            purgeable: true,
            hardware: true,
            placed: true,
            range: Some([10.0, 100.0]),
            volume: 0.5,
            ..usual("boom", "boom.wav")
        }
    );
    assert_eq!(
        of("talk"),
        &SoundDefinition {
            speech: true,
            queued: true,
            priority: 7,
            subtitle: Some("MSG_TALK".to_owned()),
            ..usual("talk", "talk.wav")
        }
    );
    // The range right behind 3D.
    assert_eq!(
        of("fall"),
        &SoundDefinition {
            looped: true,
            placed: true,
            range: Some([5.0, 50.0]),
            ..usual("fall", "fall.wav")
        }
    );
    // Without key words.
    let old = SoundDefinition { volume: 0.25, range: Some([20.0, 80.0]), ..usual("old", "old.wav") };
    assert_eq!(of("old"), &old);
    // The name in front of the list.
    assert_eq!(
        of("radio"),
        &SoundDefinition {
            speech: true,
            frequency: Some(11_025.0),
            subtitle: Some("MSG_NONE".to_owned()),
            ..usual("radio", "radio.wav")
        }
    );
    assert_eq!(of("beep"), &SoundDefinition { queued: true, ..usual("beep", "beep.wav") });
    let own = definitions.sounds.iter().rfind(|sound| sound.name == "boom").unwrap();
    assert_eq!((own.set.as_str(), own.range), ("c1", Some([0.0, 30.0])));
    assert_eq!(definitions.sub_sets["c1"], ["M1"]);

    let [crowd, ring] = &definitions.groups[..] else { panic!("{:?}", definitions.groups) };
    assert_eq!((crowd.name.as_str(), crowd.solo, crowd.dynamic), ("crowd", true, Some(None)));
    assert_eq!((crowd.repeats, crowd.repeat_delay_s, crowd.fade_s, crowd.min_delay_s), (-1, 1.5, 0.25, 2.0));
    let [boom, inner] = &crowd.members[..] else { panic!("{crowd:?}") };
    assert_eq!(
        (boom.name.as_str(), boom.weight, boom.count, boom.delay_s),
        ("boom", Some(3.0), Some(2), 0.5)
    );
    assert_eq!((inner.weight, inner.dynamic), (Some(1.0), Some(Some(0.25))));
    let names: Vec<&str> = inner.members.iter().map(|member| member.name.as_str()).collect();
    assert_eq!(names, ["talk", "radio", "nothing"]);
    assert_eq!((ring.name.as_str(), ring.members.len()), ("ring", 2));
}

/// A sound of a tenth of a second.
fn wave() -> Vec<u8> {
    zbd::sounds::write(&Wave::pcm(1, 11_025, 8, vec![128; 1102])).unwrap()
}

fn loads(definitions: &str, readers: &[(&str, &[u8])]) -> Loaded {
    let version = Version::MechWarrior3;
    let install = Install::new();
    install.file("zbd/c1/gamez.zbd", &world(version));
    install.file("zbd/c1/anim.zbd", &file(version, definitions));
    install.file("zbd/texture.zbd", &package(&[("wall", 4, 90), ("smoke", 4, 20)]));
    for name in ["boom", "own", "talk", "fall2", "radio", "beep", "old", "plain"] {
        install.file(&format!("zbd/{name}.wav"), &wave());
    }
    for (address, bytes) in readers {
        let value =
            zbd::reader::read(bytes, Mode::Lenient).map_or_else(|_| Value::default(), |(value, _)| value);
        let archive = TypedArchive { entries: vec![member(READER, value)], ..TypedArchive::default() };
        install.file(address, &zbd::reader::write_archive(&archive).unwrap());
    }
    let messages = Messages {
        layout: Layout::Mech3,
        language: ENGLISH,
        items: vec![Message::new(1, "MSG_TALK", "Hold your fire!")],
    };
    install.file("Mech3Msg.dll", &zbd::messages::build(&messages).unwrap());
    let request = load::Request {
        sound_setup: SoundSetup {
            readers: vec!["zbd/c1/reader.zbd".to_owned(), "zbd/reader.zbd".to_owned()],
            sets: vec!["c1".to_owned()],
            messages: Some("Mech3Msg.dll".to_owned()),
            rules: SoundRules { falloff: Falloff::Logarithmic, ..SoundRules::default() },
        },
        ..request()
    };
    load::load(&install.vfs(), &request, &mut load::Quiet).unwrap()
}

const HEARD: &str = "ANIMATION_DEFINITION(
    ANIM_NAME(all) NAME(house) ANIM_ROOT_NAME(house) ACTIVATION(ON_STARTUP)
    NODES(door fall) STATIC_SOUNDS(BOOM talk beep crowd old plain gone) DYNAMIC_SOUNDS(fall)
    SEQUENCE_DEFINITION(NAME(main)
      SOUND_NODE(NAME(fall) ACTIVE_STATE(1))
      OBJECT_ADD_CHILD(PARENT(door) CHILD(fall))
      OBJECT_DELETE_CHILD(PARENT(door) CHILD(fall))
    ))";

fn one(sound: &Option<SoundRef>) -> &ProgramSound {
    match sound {
        Some(SoundRef::One(sound)) => sound,
        other => panic!("{other:?}"),
    }
}

#[test]
fn animations_hear_what_definitions_say_then_plain_files() {
    let loaded = loads(HEARD, &[("zbd/reader.zbd", &typed())]);
    let codes: Vec<&str> = loaded.findings.iter().map(|finding| finding.code).collect();
    for code in ["load.sounds.texts", "load.sounds.members", "load.anim.sounds"] {
        assert!(codes.contains(&code), "{code} in {codes:?}");
    }
    assert!(!codes.contains(&"load.anim.nodes"), "a sound that hangs at a node is none: {codes:?}");
    let scene = &loaded.scene;
    assert_eq!(scene.sound_rules.falloff, Falloff::Logarithmic);
    let program = &scene.programs[0];
    let [boom, talk, beep, crowd, old, plain, gone] = &program.sounds[..] else { panic!() };
    // Of the set of the world.
    let own = one(boom);
    assert_eq!((&*own.file, own.volume, own.range), ("zbd/own.wav", 1.0, Some([0.0, 30.0])));
    assert!(!own.everywhere && own.manner.is_usual());
    let talk = one(talk);
    assert!(talk.everywhere, "neither 3D nor a range");
    let said = Some("Hold your fire!".into());
    let manner = SoundManner { speech: true, queue: Some(SoundQueue::Speech), priority: 7, subtitle: said };
    assert_eq!(talk.manner, manner);
    assert_eq!(one(beep).manner.queue, Some(SoundQueue::Effects));
    assert_eq!((one(old).volume, one(old).range), (0.25, Some([20.0, 80.0])));
    // As before there were definitions.
    let plain = one(plain);
    assert_eq!((&*plain.file, plain.volume, plain.range), ("zbd/plain.wav", 1.0, None));
    assert!(!plain.everywhere && !plain.looping && gone.is_none());
    // LOOPED is in the set COMMON, and the definition of a set of the set of the world counts.
    let fall = one(&program.sound_nodes[0]);
    assert_eq!((&*fall.file, fall.looping, fall.everywhere), ("zbd/fall2.wav", false, true));

    assert_eq!(crowd, &Some(SoundRef::Group(SoundGroupId(0))));
    let [crowd, ring, inner] = &scene.sound_groups[..] else { panic!("{:?}", scene.sound_groups) };
    assert_eq!((crowd.weight_after_use, crowd.repeats, crowd.solo), (Some(0.5), -1, true));
    assert_eq!((crowd.repeat_delay_s, crowd.min_delay_s, crowd.fade_s), (1.5, 2.0, 0.25));
    let [first, second] = &crowd.members[..] else { panic!("{crowd:?}") };
    assert_eq!((first.weight, first.delay_s, first.count), (3.0, 0.5, 2));
    let SoundRef::One(sound) = &first.what else { panic!("{first:?}") };
    assert!((sound.seconds - 1102.0 / 11_025.0).abs() < 1e-5, "it is repeated when it is over");
    assert_eq!(second.what, SoundRef::Group(SoundGroupId(2)));
    assert_eq!((inner.members.len(), inner.weight_after_use), (2, Some(0.25)), "one is not there");
    // It named itself.
    let [GroupMember { what: SoundRef::One(only), .. }] = &ring.members[..] else { panic!("{ring:?}") };
    assert_eq!(&*only.file, "zbd/own.wav");

    let steps = &program.sequences[0].steps;
    let hang = |hangs| Event::HangSound { sound: Some(0), parent: Operand::Node(0), hangs };
    assert_eq!((&steps[1].event, &steps[2].event), (&hang(true), &hang(false)));
}

#[test]
fn the_reader_of_the_world_comes_before_that_of_the_game() {
    let text = |text: &str| {
        let (value, _) = zbd::reader::parse(text.as_bytes(), Mode::Strict).unwrap();
        zbd::reader::write(&value).unwrap()
    };
    let own = text("( SETS ( COMMON ( ( plain beep.wav VOLUME 0.125 ) ) ) )");
    let all = text("( SETS ( COMMON ( ( plain own.wav VOLUME 0.75 ) ( talk talk.wav VOLUME 0.5 ) ) ) )");
    let loaded = loads(HEARD, &[("zbd/reader.zbd", &all), ("zbd/c1/reader.zbd", &own)]);
    let sounds = &loaded.scene.programs[0].sounds;
    let (talk, plain) = (one(&sounds[1]), one(&sounds[5]));
    assert_eq!((&*plain.file, plain.volume), ("zbd/beep.wav", 0.125));
    assert_eq!((&*talk.file, talk.volume), ("zbd/talk.wav", 0.5));
    // A reader that cannot be read is said, and all files are still heard.
    let loaded = loads(HEARD, &[("zbd/reader.zbd", &text("( 1 2 ( 3 ) )"))]);
    assert!(loaded.scene.programs[0].sounds[5].is_some());
}

/// Numbers that follow each other as if by chance.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

#[test]
fn whatever_the_lists_hold_is_no_panic() {
    let (mut dice, bytes) = (Dice(7), typed());
    let mut accepted = 0;
    for _ in 0..4000 {
        let mut bytes = bytes.clone();
        for _ in 0..=dice.roll(4) {
            let at = dice.roll(bytes.len());
            bytes[at] = dice.roll(256) as u8;
        }
        let Ok((value, _)) = zbd::reader::read(&bytes, Mode::Lenient) else { continue };
        accepted += 1;
        let (definitions, findings) = read(&value);
        assert!(definitions.sounds.len() + findings.len() < 100);
    }
    assert!(accepted > 400, "{accepted}");
    // Trees of all kinds of values: the words are real, their places are not.
    let words = [
        "SETS",
        "SOUND_GROUPS",
        "SUB_SET",
        "3D",
        "RANGE",
        "VOLUME",
        "SUBTITLE",
        "QPRIORITY",
        "WEIGHT",
        "EXTRA",
        "MINDELAY",
        "REPEAT",
        "DYNAMIC_WEIGHTS",
        "PLAY_COUNT",
        "a.wav",
        "a",
        "b",
    ];
    fn tree(dice: &mut Dice, words: &[&str], depth: usize) -> Value {
        match dice.roll(if depth == 0 { 3 } else { 6 }) {
            0 => Value::Int(dice.roll(9) as i32 - 4),
            1 => Value::Float([0.5, -1.0, 1e30, 0.0][dice.roll(4)]),
            2 => Value::string(words[dice.roll(words.len())]).unwrap(),
            _ => (0..dice.roll(8)).map(|_| tree(dice, words, depth - 1)).collect::<Vec<_>>().into(),
        }
    }
    for _ in 0..4000 {
        let root = vec![
            Value::string("SETS").unwrap(),
            tree(&mut dice, &words, 5),
            Value::string("SOUND_GROUPS").unwrap(),
            tree(&mut dice, &words, 5),
        ];
        let (definitions, _) = read(&root.into());
        for sound in &definitions.sounds {
            assert!((0.0..=1.0).contains(&sound.volume), "{sound:?}");
            assert!(sound.range.is_none_or(|[full, silent]| 0.0 <= full && full <= silent), "{sound:?}");
        }
    }
}
