//! Files made from nothing, what no file can hold, and JSON.

use crate::anim::{crimson_skies, mechwarrior3, pirates_moon, recoil, strict};
use binary::{Mode, NodeText, Padded};
use harness::typed;
use zbd::anim::events::{
    CallSequence, Callback, Event, Loop, ObjectMotionSiScript, OtherEvent, SoundAdjust, Until,
};
use zbd::anim::{
    self, Anim, AnyF32, Definition, DefinitionHead, Frame, Frames, NodeRef, ON_CALL, PathPart,
    RESET_NAME_TEXT, Script, ScriptInfo, Sequence, SequenceEvent, SequenceHeader, SizedHeader, Terminated,
    activation, flags,
};
use zbd::gamez::Version;

const GAMES: [Version; 4] =
    [Version::Recoil, Version::MechWarrior3, Version::PiratesMoon, Version::CrimsonSkies];

/// A definition with a node, an empty reset where the game always has one, and two events.
fn bell(version: Version) -> Definition {
    let name = Padded::new("bell").unwrap();
    let head = DefinitionHead {
        anim_name: binary::Garbage::new("bell_ring").unwrap(),
        name,
        anim_root_name: binary::Garbage::new("bell").unwrap(),
        anim_ptr: u32::MAX,
        anim_root_ptr: u32::MAX,
        flags: flags::HAS_CALLBACKS,
        activation: activation::ON_STARTUP,
        execution_priority: 4,
        unknown_155: 2,
        reset_time: AnyF32::from(-1.0),
        seq_defs_ptr: u32::MAX,
        ..DefinitionHead::default()
    };
    let mut definition = Definition { head, ..Definition::default() };
    let ptr = if version == Version::PiratesMoon { u32::MAX } else { 0 };
    let none = NodeRef { name: NodeText::from_bytes([0; 32]), ptr, ..NodeRef::default() };
    let node = NodeRef { name: NodeText::new("bell").unwrap(), ptr: u32::MAX, ..NodeRef::default() };
    definition.nodes = vec![none, node];
    definition.lists.nodes_ptr = u32::MAX;
    if matches!(version, Version::Recoil | Version::MechWarrior3) {
        let header = SequenceHeader { ptr: 0, ..SequenceHeader::new(RESET_NAME_TEXT, 0).unwrap() };
        definition.reset_sequence = Some(Box::new(Sequence { header, events: Vec::new() }));
    }
    let events = vec![
        SequenceEvent::at_once(Event::Callback(Callback { value: 7 })),
        SequenceEvent::at_once(Event::CallSequence(Box::new(CallSequence {
            name: Padded::new("again").unwrap(),
            index: -1,
        }))),
    ];
    let again = vec![SequenceEvent::at_once(Event::Loop(Loop { until: Until::Count { count: 3, pad: 0 } }))];
    definition.sequences = vec![
        Sequence { header: SequenceHeader::new("main", 0).unwrap(), events },
        Sequence { header: SequenceHeader::new("again", ON_CALL).unwrap(), events: again },
    ];
    definition
}

fn made(version: Version) -> Anim {
    let mut anim = Anim::new(version);
    anim.definitions.push(bell(version));
    match version {
        Version::PiratesMoon => anim.scripts.push(Script {
            info: ScriptInfo {
                script_name_ptr: 1,
                object_name_ptr: 1,
                script_data_ptr: 1,
                ..ScriptInfo::default()
            },
            script_name: Terminated::new("none.zan").unwrap(),
            object_name: Terminated::new("none").unwrap(),
            frames: Frames::Known(vec![Frame::default()]),
        }),
        Version::CrimsonSkies => anim.base_files = vec![Default::default(); 2],
        _ => {}
    }
    anim
}

#[test]
fn a_file_made_from_nothing_is_clean() {
    for version in GAMES {
        let anim = made(version);
        let bytes = anim::write(&anim).unwrap();
        assert_eq!(strict(&bytes), anim, "{version:?}");
        assert_eq!(anim.events().count(), 3);
    }
    // The definition that stands for none, and nothing else, as docs/spec/zbd/anim.md has it in
    // "11. The zero definition (#0)".
    let bytes = anim::write(&Anim::new(Version::Recoil)).unwrap();
    assert_eq!(bytes.len(), 8 + 4 + 60 + 308 + 64);
    assert_eq!(bytes.iter().skip(72).filter(|byte| **byte != 0).count(), 1);
    assert_eq!(bytes[72 + 153], 3);
}

#[test]
fn what_no_file_can_hold_is_not_written() {
    let refused = |version: Version, spoil: fn(&mut Anim)| {
        let mut anim = made(version);
        spoil(&mut anim);
        let finding = anim::write(&anim).unwrap_err();
        assert_eq!(finding.code, "zbd.anim.unwritable");
        finding.path.clone()
    };
    let bell = "definition 1 \"bell_ring\"";
    for version in GAMES {
        assert_eq!(refused(version, |anim| anim.definitions[1].nodes.resize(256, NodeRef::default())), bell);
        assert_eq!(
            refused(version, |anim| anim.definitions[1].sequences.resize(256, Sequence::default())),
            bell
        );
        assert_eq!(refused(version, |anim| anim.definitions.resize(65_536, Definition::default())), "");
    }
    assert_eq!(refused(Version::Recoil, |anim| anim.definitions[1].puffers = vec![Default::default()]), bell);
    assert_eq!(refused(Version::Recoil, |anim| anim.definitions[1].reset_sequence = None), bell);
    assert_eq!(refused(Version::PiratesMoon, |anim| anim.definitions[1].head.reset_state_ptr = 1), bell);
    let odd = |anim: &mut Anim| anim.definitions[1].odd_reset_header = Some(Box::new(SizedHeader::default()));
    assert_eq!(refused(Version::PiratesMoon, odd), bell);
    assert_eq!(refused(Version::CrimsonSkies, |anim| anim.definitions[1].head.unknown_seq_ptr = 1), bell);
    assert_eq!(
        refused(Version::PiratesMoon, |anim| anim.definitions[1].damage_sequence = Some(Box::default())),
        bell
    );
    assert_eq!(refused(Version::MechWarrior3, |anim| anim.definitions[1].script_indices = vec![1]), bell);
    assert_eq!(
        refused(Version::MechWarrior3, |anim| anim.definitions[1].path = vec![PathPart::default()]),
        bell
    );
    assert_eq!(refused(Version::MechWarrior3, |anim| anim.scripts = vec![Script::default()]), "");
    assert_eq!(refused(Version::PiratesMoon, |anim| anim.base_files = vec![Default::default()]), "");
    let frames = |anim: &mut Anim| {
        let frames = Frames::Known(vec![Frame::default()]);
        let script = ObjectMotionSiScript { frames, ..ObjectMotionSiScript::default() };
        anim.definitions[1].sequences[0]
            .events
            .push(SequenceEvent::at_once(Event::ObjectMotionSiScript(Box::new(script))));
    };
    assert_eq!(refused(Version::PiratesMoon, frames), bell);
    let adjust = |anim: &mut Anim| {
        let adjust = Box::new(SoundAdjust { bytes: vec![0; 175] });
        anim.definitions[1].sequences[0].events.push(SequenceEvent::at_once(Event::SoundAdjust(adjust)));
    };
    assert_eq!(refused(Version::CrimsonSkies, adjust), bell);
    let long = |anim: &mut Anim| anim.scripts[0].script_name = Terminated::from_bytes(&[b'a'; 256]);
    assert_eq!(refused(Version::PiratesMoon, long), "");
}

#[test]
fn json_keeps_every_byte() {
    for bytes in [recoil(), mechwarrior3(), pirates_moon(), crimson_skies()] {
        let json = typed::through_json(&strict(&bytes));
        let back: Anim = serde_json::from_str(&json).unwrap();
        assert!(anim::write(&back).unwrap() == bytes, "{json}");
        assert!(json.contains("\"OBJECT_MOTION_FROM_TO\":{\"flags\":15") && !json.contains("\"def_count\""));
        assert!(json.contains("\"0x7fc00001\""), "bits of what is no number: {json}");
    }
}

#[test]
fn json_keeps_what_is_damaged() {
    let mut bytes = mechwarrior3();
    let at = anim::fields(&bytes);
    let site = |path: &str| at.iter().find(|site| site.path == path).unwrap().offset;
    // A type that is not known, a number that is none, a name without an end, frames that are not there,
    // and an embedded header that says something else.
    bytes[site("definition[1].sequence[1].event[0].event_type")] = 77;
    bytes[site("definition[1].sequence[0].event[0].offset[0]") + 3] = 0xff;
    bytes[site("definition[1].sequence[0].event[0].offset[0]") + 2] = 0xff;
    let name = site("definition[1].sequence[0].name");
    bytes[name..name + 32].fill(0xe9);
    let frames = at.iter().find(|site| site.path.ends_with(".frame_count")).unwrap().offset;
    bytes[frames] = 9;
    bytes[site("definition[1].embedded_reset.ptr")] ^= 1;
    let (anim, report) = anim::read(&bytes, Mode::Lenient).unwrap();
    let found: Vec<_> = report.findings().iter().map(|finding| finding.code).collect();
    for code in [
        "zbd.anim.event.type",
        "zbd.anim.event.not_finite",
        "zbd.anim.sequence.name",
        "zbd.anim.script.frames",
        "zbd.anim.definition.reset_twice",
    ] {
        assert!(found.contains(&code), "{code} {found:?}");
    }
    let main = &anim.definitions[1].sequences[0];
    assert!(
        matches!(&main.events[0].event, Event::Other(other) if other.event_type == 1 && other.bytes.len() == 16)
    );
    let json = typed::through_json(&anim);
    assert_eq!(anim::write(&serde_json::from_str::<Anim>(&json).unwrap()).unwrap(), bytes);
}

#[test]
fn values_have_their_own_json() {
    let number = |text: &str| serde_json::from_str::<AnyF32>(text).map(|number| number.to_bits());
    assert_eq!(number("1.5").unwrap(), 1.5_f32.to_bits());
    assert_eq!(number("-3").unwrap(), (-3.0_f32).to_bits());
    assert_eq!(number("2").unwrap(), 2.0_f32.to_bits());
    assert_eq!(number("-0.0").unwrap(), 0x8000_0000);
    assert_eq!(number("\"0xffc00001\"").unwrap(), 0xffc0_0001);
    assert!(number("\"nan\"").unwrap_err().to_string().contains("hexadecimal"));
    assert!(number("[]").unwrap_err().to_string().contains("a number, or a text"));
    for bits in [0, 1, 0x8000_0000, 0x7fc0_0001, 0xff80_0000, 0x3f80_0001, 0x7f7f_ffff] {
        let value = AnyF32::from_bits(bits);
        assert_eq!(number(&serde_json::to_string(&value).unwrap()).unwrap(), bits);
    }
    let text = Terminated::new("a.zan").unwrap();
    assert_eq!(serde_json::to_string(&text).unwrap(), "\"a.zan\"");
    for odd in [b"".as_slice(), b"a", b"a\0b\0", b"\xe9\0"] {
        let odd = Terminated::from_bytes(odd);
        assert!(!odd.is_regular());
        let json = serde_json::to_string(&odd).unwrap();
        assert_eq!(serde_json::from_str::<Terminated>(&json).unwrap(), odd);
    }
    assert!(Terminated::new("a\0").is_none() && Terminated::new("\u{e9}").is_none());
    assert_eq!(OtherEvent::default().event_type, 0);
}
