//! Values against `docs/spec/zbd/anim.md`, as the fixtures have them.

use crate::anim::{crimson_skies, mechwarrior3, pirates_moon, recoil, strict};
use binary::{Mode, NodeText};
use filekind::{Catalog, Content};
use zbd::anim::events::Event;
use zbd::anim::{self, Callee, Condition, Definition, activation};
use zbd::gamez::Version;
use zbd::kinds::{ANIM, KINDS};

fn main_of(anim: &anim::Anim) -> &Definition {
    &anim.definitions[1]
}

#[test]
fn the_beginning_of_a_file_is_read_as_specified() {
    let anim = strict(&recoil());
    assert_eq!((anim.version, anim.files.len(), anim.definitions.len()), (Version::Recoil, 2, 3));
    assert_eq!(anim.files[0].name.text(), "..\\data\\common\\zrdr\\commonAnim.zrd");
    // Old memory stays where it was.
    assert_eq!(&anim.files[0].name.bytes()[35..45], b"nim.zrd\0\xcd\xcd");
    assert_eq!(anim.files[1].timestamp, 931_000_001);
    assert_eq!(
        (anim.info.defs_ptr, anim.info.world_ptr, anim.info.gravity),
        (0x02F1_D378, 0x0260_000C, anim::AnyF32::from(-9.8))
    );
    let anim = strict(&pirates_moon());
    assert_eq!((anim.timestamp, anim.info.scripts_ptr, anim.info.unknown_40), (944_000_000, 0x06A6_A008, 1));
    let anim = strict(&crimson_skies());
    let bases: Vec<_> = anim.base_files.iter().map(|file| file.name.text()).collect();
    assert_eq!(bases, ["..\\zbd\\gamez.zbd", "..\\zbd\\planes.zbd"]);
    assert_eq!(anim.files.len(), 1);
    for (number, version) in [
        (28, Version::Recoil),
        (39, Version::MechWarrior3),
        (50, Version::PiratesMoon),
        (53, Version::CrimsonSkies),
    ] {
        assert_eq!((anim::file_version(number), anim::number_of(version)), (Some(version), number));
    }
    assert_eq!(anim::file_version(27), None);
}

#[test]
fn the_first_definition_stands_for_none() {
    for bytes in [recoil(), mechwarrior3(), pirates_moon()] {
        let anim = strict(&bytes);
        assert_eq!(anim.definitions[0], Definition::zero(anim.version));
        assert_eq!(anim.definitions[0].head.activation, activation::ON_CALL);
    }
    assert_eq!(strict(&crimson_skies()).definitions[0].head.anim_name.text(), "reserved_anim_0");
}

#[test]
fn a_definition_is_read_as_specified() {
    for (bytes, flags, priority, status) in [
        (recoil(), 0x1432, 1, 0),
        (mechwarrior3(), 0x0011_3C32, 4, 0),
        (pirates_moon(), 0x0019_3C32, 4, 5),
        (crimson_skies(), 0x0019_3C32, 6, 0),
    ] {
        let anim = strict(&bytes);
        let head = &main_of(&anim).head;
        assert_eq!(head.anim_name.text(), "door_open");
        assert_eq!(&head.anim_name.bytes()[..16], b"door_open\0_left\0");
        assert_eq!(
            (head.name.text(), head.anim_root_name.text()),
            ("door".to_owned(), "door_root".to_owned())
        );
        assert_eq!(&head.anim_root_name.bytes()[10..15], b"f\0flt");
        assert_eq!((head.flags, head.execution_priority, head.status), (flags, priority, status));
        assert_eq!((head.activation, head.unknown_155), (activation::WEAPON_OR_COLLIDE_HIT, 2));
        assert_eq!((head.exec_by_range_min.get(), head.exec_by_range_max.get()), (25.0, 2500.0));
        let (max, cur) = (head.max_health.get(), head.cur_health.get());
        assert_eq!((head.reset_time.get(), max, cur), (0.65, 12.5, 12.5));
        assert_eq!(main_of(&anim).lists.activ_prereq_min_to_satisfy, 1);
        assert_eq!(main_of(&anim).odd_reset_header, None);
    }
    let anim = strict(&crimson_skies());
    let definition = main_of(&anim);
    let path: Vec<_> = definition.path.iter().map(|part| (part.name.text(), part.value)).collect();
    assert_eq!(path, [("door*".to_owned(), 1), ("hatch#".to_owned(), 2)]);
    assert_eq!(definition.script_indices, [0, 1]);
    assert_eq!(definition.damage_sequence.as_ref().unwrap().header.name.text(), "DAMAGE_SEQUENCE");
    assert_eq!(definition.all_sequences().count(), 4);
}

#[test]
fn the_lists_are_read_as_specified() {
    let anim = strict(&recoil());
    let definition = main_of(&anim);
    let object = &definition.objects[1];
    assert_eq!((object.name.text(), object.flags, object.merged_flags), ("turret".to_owned(), 0x10008, 0x18));
    assert_eq!(object.transform[8].to_bits(), 0x7FC0_0001);
    assert_eq!((object.transform[0].get(), object.transform[11].finite()), (1.0, Some(9.0)));
    let names: Vec<_> = definition.nodes.iter().map(|node| node.name.text()).collect();
    assert_eq!(names, ["", "hatch", "door_left", "abort_test"]);
    assert_eq!(definition.nodes[1].name, NodeText::new("hatch").unwrap());
    assert_eq!(definition.lights[1].name.text(), "lamp");
    assert_eq!(definition.dynamic_sounds[1].name.text(), "hum");
    assert_eq!(&definition.static_sounds[1].name.bytes()[..8], b"bang\0old");
    assert_eq!((definition.effects[1].name.text(), definition.effects[1].index), ("spark".to_owned(), 12));
    assert_eq!(definition.puffers, []);

    let anim = strict(&mechwarrior3());
    let puffer = &main_of(&anim).puffers[1];
    assert_eq!((puffer.name.text(), puffer.flags), ("smoke".to_owned(), 0x0200_0000));
    let anim = strict(&pirates_moon());
    assert_eq!((main_of(&anim).nodes[2].flags, main_of(&anim).nodes[2].ptr), (4, u32::MAX));
    assert_eq!((main_of(&anim).objects[1].short_flags, main_of(&anim).objects[0].ptr), (3, u32::MAX));
    let anim = strict(&crimson_skies());
    let sound = &main_of(&anim).static_sounds[1];
    assert_eq!(sound.long_name.text(), "bang_that_has_a_name_of_over_32_bytes");
}

#[test]
fn prerequisites_and_references_are_read_as_specified() {
    for (bytes, parent, object) in
        [(recoil(), 0, 1), (mechwarrior3(), 0, 1), (pirates_moon(), 2, 3), (crimson_skies(), 2, 3)]
    {
        let anim = strict(&bytes);
        let definition = main_of(&anim);
        let optional: Vec<_> = definition.prerequisites.iter().map(|one| one.optional).collect();
        assert_eq!(optional, [0, 0, 1]);
        match definition.prerequisites.each_condition() {
            [Condition::Animation(first), Condition::Parent(second), Condition::Object(third)] => {
                assert_eq!(first.name.text(), "power_on");
                assert_eq!((second.name.text(), second.active), ("house".to_owned(), parent));
                assert_eq!((third.name.text(), third.active), ("lock".to_owned(), object));
            }
            other => panic!("{other:?}"),
        }
        let names: Vec<_> = definition.anim_refs.iter().map(|one| one.callee.name()).collect();
        assert_eq!(names, ["blast", "beam"]);
        assert!(
            matches!(&definition.anim_refs[0].callee, Callee::Animation { name } if &name.bytes()[5..15] == b"\0_old_name")
        );
        assert!(
            matches!(&definition.anim_refs[1].callee, Callee::Local { local_name, .. } if local_name.text() == "beam_a")
        );
    }
}

/// The conditions of a list of three.
trait EachCondition {
    fn each_condition(&self) -> [&Condition; 3];
}

impl EachCondition for Vec<anim::Prerequisite> {
    fn each_condition(&self) -> [&Condition; 3] {
        [&self[0].condition, &self[1].condition, &self[2].condition]
    }
}

#[test]
fn sequences_are_read_as_specified() {
    for bytes in [recoil(), mechwarrior3(), pirates_moon(), crimson_skies()] {
        let anim = strict(&bytes);
        let definition = main_of(&anim);
        let reset = definition.reset_sequence.as_ref().unwrap();
        assert_eq!((reset.header.name.text(), reset.events.len()), ("RESET_SEQUENCE".to_owned(), 1));
        let [main, land] = definition.sequences.as_slice() else { panic!("{definition:#?}") };
        assert!(main.header.starts_at_once() && !land.header.starts_at_once());
        assert_eq!((land.header.name.text(), land.header.ptr), ("land".to_owned(), 0x2304));
        let starts: Vec<_> =
            main.events.iter().take(3).map(|event| (event.start_offset, event.start_time.get())).collect();
        assert_eq!(starts, [(2, 1.5), (3, -0.5), (1, 0.0)]);
        assert!(matches!(&land.events[0].event, Event::Callback(callback) if callback.value == 7));
        assert!(matches!(anim.definitions[2].sequences[0].events[0].event, Event::Else));
    }
}

#[test]
fn the_kind_is_known_and_sums_up() {
    let catalog = Catalog::new(&[KINDS]);
    for (bytes, version, events) in [
        (recoil(), "28 (Recoil)", "41"),
        (mechwarrior3(), "39 (MechWarrior 3)", "39"),
        (pirates_moon(), "50 (MechWarrior 3: Pirate's Moon)", "41"),
        (crimson_skies(), "53 (Crimson Skies)", "44"),
    ] {
        let identity = catalog.identify(&bytes).unwrap();
        assert_eq!(identity.kind, &ANIM);
        let (content, report) = identity.read(&bytes, Mode::Strict).unwrap();
        assert_eq!(report.findings(), []);
        assert_eq!(content.version().unwrap(), version);
        let summary = content.summary();
        let row = |label: &str| summary.iter().find(|(name, _)| *name == label).unwrap().1.clone();
        assert_eq!((row("definitions"), row("events")), ("2".to_owned(), events.to_owned()));
        assert!(row("most events").starts_with("2 CALLBACK, 2 "), "{summary:?}");
        assert_eq!(content.to_bytes().unwrap().unwrap(), bytes);
        let raw = if version.starts_with("53") { 176 } else { 0 };
        assert_eq!(content.kept_raw_bytes(), raw);
    }
    assert_eq!(anim::Anim::new(Version::Recoil).summary()[3].1, "none");
}

#[test]
fn recoil_takes_what_others_refuse() {
    let found = |bytes: &[u8], path: &str, value: &[u8]| {
        let site = anim::fields(bytes).into_iter().find(|site| site.path == path).unwrap();
        let mut bytes = bytes.to_vec();
        bytes[site.offset..site.offset + value.len()].copy_from_slice(value);
        let (_, report) = anim::read(&bytes, Mode::Strict).unwrap();
        report.findings().iter().map(|finding| finding.code).collect::<Vec<_>>()
    };
    let never = "definition[2].reset_time";
    assert_eq!(found(&recoil(), never, &[0; 4]), [""; 0]);
    assert_eq!(found(&mechwarrior3(), never, &[0; 4]), ["zbd.anim.definition.reset_time"]);
    let low = "definition[1].execution_priority";
    assert_eq!(found(&mechwarrior3(), low, &[1]), ["zbd.anim.definition.execution_priority"]);
    // An object without an address, in MechWarrior 3, too.
    assert_eq!(found(&mechwarrior3(), "definition[1].object[1].ptr", &[0; 4]), [""; 0]);
    // A missing node, in one event of Pirate's Moon.
    let node = "definition[1].sequence[0].event[4].node_index";
    assert_eq!(found(&pirates_moon(), node, &(-1_i16).to_le_bytes()), [""; 0]);
    assert_eq!(found(&mechwarrior3(), node, &(-1_i16).to_le_bytes()), ["zbd.anim.event.index"]);
    // Crimson Skies has values that nobody has listed.
    let node = "definition[1].sequence[0].event[0].node_index";
    assert_eq!(found(&crimson_skies(), node, &(-100_i16).to_le_bytes()), [""; 0]);
}
