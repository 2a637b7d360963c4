//! Definitions as text.

use crate::{crimson_skies, mechwarrior3, pirates_moon, recoil, strict};
use zbd::anim::listing::lines;

#[test]
fn a_definition_is_listed_with_names_in_place_of_indices() {
    let anim = strict(&recoil());
    let lines = lines(&anim.definitions[1], anim.version);
    assert_eq!(
        lines[..13],
        [
            "ANIMATION_DEFINITION ( door_open )",
            "    NAME ( door )",
            "    ROOT ( door_root )",
            "    ACTIVATION ( WEAPON_OR_COLLIDE_HIT )",
            "    EXECUTION_BY_RANGE ( 5 50 )",
            "    RESET_TIME ( 0.65 )",
            "    HEALTH ( 12.5 )",
            "    NETWORK_LOG ( ON )",
            "    SAVE_LOG ( ON )",
            "    ACTIVATION_PREREQUISITE ( REQUIRED ANIMATION power_on )",
            "    ACTIVATION_PREREQUISITE ( REQUIRED PARENT house )",
            "    ACTIVATION_PREREQUISITE ( OPTIONAL OBJECT lock ACTIVE )",
            "    SEQUENCE ( RESET_SEQUENCE ) INITIAL",
        ]
    );
    for wanted in [
        "        OBJECT_ACTIVE_STATE state ( 1 ) node ( INPUT_NODE )",
        "    SEQUENCE ( main ) INITIAL",
        "        SOUND START_TIME ( SEQUENCE 1.5 ) static_sound ( bang ) node ( door_left ) offset ( 0.5 1.5 -2.5 )",
        "        OBJECT_ADD_CHILD parent ( hatch ) child ( door_left )",
        "        EFFECT effect ( spark ) node ( INPUT_NODE ) offset ( 1.25 2.25 3.25 )",
        "        OBJECT_MOTION_SI_SCRIPT node ( hatch ) frames ( 2 )",
        "        LOOP until ( count count -1 )",
        "    SEQUENCE ( land ) ON_CALL",
        "        CALLBACK value ( 7 )",
    ] {
        assert!(lines.iter().any(|line| sorted(line) == sorted(wanted)), "{wanted}\n{lines:#?}");
    }
}

/// How far a line is indented, and its words; the order of the values is that of a map's keys.
fn sorted(line: &str) -> (usize, Vec<&str>) {
    let mut words: Vec<_> = line.split_whitespace().collect();
    words.sort_unstable();
    (line.len() - line.trim_start().len(), words)
}

#[test]
fn conditions_are_indented_and_every_definition_has_a_listing() {
    for bytes in [recoil(), mechwarrior3(), pirates_moon(), crimson_skies()] {
        let anim = strict(&bytes);
        for definition in &anim.definitions {
            let events: usize = definition.all_sequences().map(|sequence| sequence.events.len()).sum();
            assert!(lines(definition, anim.version).len() >= 4 + events);
        }
        let lines = lines(&anim.definitions[1], anim.version);
        let at = lines.iter().position(|line| line.starts_with("        IF ")).unwrap();
        assert!(lines[at + 1].starts_with("        ELSEIF "), "{lines:#?}");
        assert_eq!([lines[at + 2].trim(), lines[at + 3].trim()], ["ELSE", "ENDIF"]);
        assert!(lines[at + 4].starts_with("        CALLBACK"));
    }
}
