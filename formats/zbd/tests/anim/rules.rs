//! Every rule of `anim.md` and `anim-events.md`, broken once.

use crate::anim::subjects;
use binary::{Mode, Severity};
use harness::Subject;
use zbd::anim;

const TABLE: &str = include_str!("../rules/anim.toml");

#[test]
fn each_broken_rule_has_its_own_finding() {
    let found = harness::rules::run(TABLE, &subjects());
    assert_eq!(found, 549, "a row was added or lost: adjust the number with it");
}

#[test]
fn every_finding_is_provoked() {
    let provoked = |id: &str| TABLE.contains(&format!("code = \"{id}\""));
    let missing: Vec<_> = anim::codes().iter().map(|code| code.id).filter(|id| !provoked(id)).collect();
    // Notes, which have a test of their own, and what writing refuses.
    assert_eq!(missing, ["zbd.anim.unwritable", "zbd.anim.script.time", "zbd.anim.script.base"]);
}

/// What the specification has no rule about is a note, in either mode.
#[test]
fn what_the_specification_does_not_rule_is_a_note() {
    let [recoil, mechwarrior3, _, skies] = subjects();
    let frame = "definition[1].sequence[0].event[10].frame[0]";
    let notes: &[(&Subject, &str, &[u8], &str)] = &[
        (&mechwarrior3, &format!("{frame}.end_time"), &(-1.0_f32).to_le_bytes(), "zbd.anim.script.time"),
        (&mechwarrior3, &format!("{frame}.start_time"), &f32::NAN.to_le_bytes(), "zbd.anim.script.time"),
        (
            &mechwarrior3,
            &format!("{frame}.translate.base[1]"),
            &f32::NAN.to_le_bytes(),
            "zbd.anim.script.base",
        ),
        (&mechwarrior3, &format!("{frame}.rotate.base[3]"), &f32::NAN.to_le_bytes(), "zbd.anim.script.base"),
        (&skies, "definition[1].execution_priority", &[2], "zbd.anim.definition.execution_priority"),
        (&skies, "definition[1].activation", &[5], "zbd.anim.definition.activation"),
        (&skies, "definition[1].status", &[1], "zbd.anim.definition.status"),
        (&skies, "definition[1].cur_health", &f32::NAN.to_le_bytes(), "zbd.anim.definition.health"),
        (&skies, "definition[1].unknowns_ptr", &[0; 4], "zbd.anim.definition.pointer"),
        (&skies, "definition[1].script_indices_ptr", &[0; 4], "zbd.anim.definition.pointer"),
    ];
    for (subject, path, value, code) in notes {
        let sites = (subject.sites)(&subject.fixture);
        let at = sites.iter().find(|site| site.path == *path).unwrap_or_else(|| panic!("{path}")).offset;
        let mut bytes = subject.fixture.clone();
        bytes[at..at + value.len()].copy_from_slice(value);
        for mode in [Mode::Strict, Mode::Lenient] {
            let outcome = (subject.read)(&bytes, mode).unwrap();
            let found: Vec<_> = outcome.findings.iter().map(|one| (one.code, one.severity)).collect();
            assert_eq!(found, [(*code, Severity::Note)], "{path}");
            assert_eq!(outcome.rewritten, bytes, "{path}");
        }
    }
    // An event whose keyframes are none: what is left of it is its header, 20 bytes in Recoil.
    let mut bytes = recoil.fixture.clone();
    let tail = bytes.len() - 12;
    bytes.truncate(tail);
    bytes[tail - 4..].copy_from_slice(&32_u32.to_le_bytes());
    bytes.extend([[12, 1, 0, 0, 32, 0, 0, 0].as_slice(), &[0; 24]].concat());
    let outcome = (recoil.read)(&bytes, Mode::Lenient).unwrap();
    assert!(
        outcome
            .findings
            .iter()
            .any(|one| one.code == "zbd.anim.script.frame_count" && one.severity == Severity::Note)
    );
    assert_eq!(outcome.rewritten, bytes);
}

#[test]
fn every_finding_says_what_to_do() {
    for code in anim::codes() {
        assert!(code.id.starts_with("zbd.anim.") && !code.means.is_empty(), "{code:?}");
        assert!(!code.advice.is_empty(), "{code:?}");
    }
}
