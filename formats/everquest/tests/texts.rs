//! The texts beside a zone against docs/spec/everquest/zone-install.md,
//! "13. Side files, from real ones" and "11. Sound".

use crate::COUNTING;
use binary::{Code, Mode};
use everquest::global_load::{self, Load};
use everquest::lines::{End, LARGEST, Line};
use everquest::map::{self, Drawn, Map};
use everquest::model_list::{self, ModelList};
use everquest::old_map::{self, OldRow};
use everquest::particles::{self, ParticleRow};
use everquest::sound_bank::{self, SoundBank};
use everquest::{emitters, file_list};
use harness::mutate::{self, Options};
use harness::{Outcome, Subject, rules, typed};
use std::collections::BTreeSet;

/// The text of a kind, its reader and its codes.
macro_rules! texts {
    ($($module:ident),* $(,)?) => {
        fn subjects() -> Vec<Subject> {
            vec![$(Subject {
                name: stringify!($module),
                fixture: include_bytes!(concat!("fixtures/", stringify!($module), ".txt")).to_vec(),
                read: |bytes, mode| {
                    let (value, report) = $module::read(bytes, mode)?;
                    Ok(Outcome { rewritten: $module::write(&value)?, findings: report.into_findings() })
                },
                sites: $module::fields,
            }),*]
        }

        fn all_codes() -> Vec<&'static Code> {
            [$($module::codes()),*].concat()
        }
    };
}
texts!(map, old_map, model_list, global_load, file_list, emitters, particles, sound_bank);

fn fixture(name: &str) -> Vec<u8> {
    subjects().into_iter().find(|subject| subject.name == name).unwrap().fixture
}

#[test]
fn texts_are_written_back_as_they_are_spelled() {
    subjects().iter().for_each(Subject::assert_clean);
}

#[test]
fn a_map_has_lines_and_labelled_points() {
    let (map, _) = map::read(&fixture("map"), Mode::Strict).unwrap();
    let drawn: Vec<_> = map.drawn().collect();
    assert_eq!(drawn.len(), 5);
    let Drawn::Line { from, to, color } = drawn[0] else { panic!("a line") };
    assert_eq!((*from, *to), ([-1093.47, 1222.8571, -23.1437], [-1085.0, 1230.5, -23.1437]));
    assert_eq!(*color, [150, 0, 0]);
    let point = |at, color, size, label: &str| Drawn::Point { at, color, size, label: label.to_owned() };
    // A label may have a comma.
    assert_eq!(*drawn[2], point([100.0, -200.0, 3.0], [0, 0, 240], 3, "to_Qeynos,_North"));
    assert_eq!(*drawn[3], point([1.0, 2.0, 3.0], [4, 5, 6], 7, "spelled"));
    assert!(map.lines[0].spelling.is_none(), "this is the usual spelling");
    assert_eq!((map.lines[4].end, map.lines[5].end), (End::Lf, End::File));
    typed::through_json(&map);
}

#[test]
fn a_changed_row_is_spelled_anew_and_the_others_are_not() {
    let (mut map, _) = map::read(&fixture("map"), Mode::Strict).unwrap();
    let Some(Drawn::Line { to, .. }) = map.lines[1].row.as_deref_mut() else { panic!("a line") };
    to[2] = 31.0;
    let before = String::from_utf8(fixture("map")).unwrap();
    let new = "L 0.0000, 0.5000, -1.0000, 10.0000, 20.2500, 31.0000, 0, 0, 255";
    let after = before.replace("L 0, 0.5, -1, 10, 20.25, 30, 0, 0, 255", new);
    assert_eq!(String::from_utf8(map::write(&map).unwrap()).unwrap(), after);
}

#[test]
fn a_map_made_from_nothing_is_clean() {
    let lines = vec![
        Line::new(Drawn::Line { from: [0.0; 3], to: [1.5, -2.25, 1.0 / 3.0], color: [255, 0, 128] }),
        Line::new(Drawn::Point { at: [1.0; 3], color: [0; 3], size: 2, label: "to_caves".to_owned() }),
    ];
    let bytes = map::write(&Map { lines }).unwrap();
    let expected = "L 0.0000, 0.0000, 0.0000, 1.5000, -2.2500, 0.3333, 255, 0, 128\r\n\
                    P 1.0000, 1.0000, 1.0000, 0, 0, 0, 2, to_caves\r\n";
    assert_eq!(String::from_utf8(bytes.clone()).unwrap(), expected);
    assert_eq!(map::read(&bytes, Mode::Strict).unwrap().1.findings(), []);
    assert!(map::is_map(&bytes) && !map::is_map(b"Lines, of a poem"));
}

#[test]
fn the_older_map_is_recognised_and_read() {
    let bytes = fixture("old_map");
    assert!(old_map::is_old_map(&bytes) && !map::is_map(&bytes));
    let (map, _) = old_map::read(&bytes, Mode::Strict).unwrap();
    let rows: Vec<_> = map.rows().collect();
    let title =
        OldRow::Title { name: "The Arena".to_owned(), short: "arena".to_owned(), size: [2000.0, 1500.5] };
    assert_eq!(*rows[0], title);
    let points = vec![[0.0, 0.0], [10.0, 0.5], [10.0, -20.0]];
    assert_eq!(*rows[1], OldRow::Line { name: "wall".to_owned(), color: "red".to_owned(), points });
    assert_eq!(
        *rows[3],
        OldRow::Line { name: "end".to_owned(), color: "blue".to_owned(), points: Vec::new() }
    );
    assert_eq!(rows.len(), 4);
}

#[test]
fn lists_say_what_is_in_which_archive() {
    let (list, _) = model_list::read(&fixture("model_list"), Mode::Strict).unwrap();
    let models = [("HUM", "globalhum_chr"), ("ORC", "orc_chr"), ("tar", "tar")];
    assert!(list.models().eq(models));
    let made = model_list::write(&ModelList::new(&models)).unwrap();
    assert_eq!(made, b"3\r\nHUM,globalhum_chr\r\nORC,orc_chr\r\ntar,tar\r\n");
    assert_eq!(model_list::read(&made, Mode::Strict).unwrap().1.findings(), []);

    let (list, _) = global_load::read(&fixture("global_load"), Mode::Strict).unwrap();
    let loads: Vec<&Load> = list.loads().collect();
    assert_eq!(
        (loads[1].archive.as_str(), loads[1].message.as_str()),
        ("global_chr", "Loading, please wait")
    );
    assert_eq!(
        (loads[2].phase, loads[2].letters.as_str(), loads[2].archive.as_str()),
        (4, "FFFFC", "bloodraid.eqg")
    );

    let (list, _) = file_list::read(&fixture("file_list"), Mode::Strict).unwrap();
    assert!(list.names().eq(["arena_obj.s3d", "gequip", "old name.mp3"]));
    let made = file_list::write(&file_list::FileList::new(&["a.s3d", "b"])).unwrap();
    assert_eq!(made, b"a.s3d\r\nb\r\n");
}

#[test]
fn sounds_of_late_zones_have_a_place() {
    let (emitters, _) = emitters::read(&fixture("emitters"), Mode::Strict).unwrap();
    let sounds: Vec<_> = emitters.sounds().collect();
    assert_eq!(
        (sounds[0].file(), sounds[0].volume(), sounds[0].fades_ms()),
        ("wind.wav", 0.5, [1000.0, 2000.0])
    );
    assert_eq!((sounds[0].position(), sounds[0].radii()), ([10.5, -20.0, 3.0], [100.0, 150.0]));
    // One in 169 has a field fewer.
    assert_eq!((sounds[1].file(), sounds[1].fields.len()), ("bird.mp3", 20));
}

#[test]
fn particles_of_late_zones_have_a_place() {
    let (particles, _) = particles::read(&fixture("particles"), Mode::Strict).unwrap();
    let rows: Vec<_> = particles.rows().collect();
    let fire = ParticleRow::Placed {
        name: "fire".to_owned(),
        definition: 12,
        at: [10.5, -20.0, 3.0],
        lifespan: 0.0,
    };
    assert_eq!((rows[0], rows[1], rows.len()), (&ParticleRow::Header, &fire, 3));
}

#[test]
fn a_bank_has_two_lists_in_which_names_repeat() {
    let (bank, _) = sound_bank::read(&fixture("sound_bank"), Mode::Strict).unwrap();
    assert_eq!((bank.emit(), bank.loops()), (vec!["fire", "fire", "bird1"], vec!["wind_lp", "water lp"]));
    let made = sound_bank::write(&SoundBank::new(&["a"], &[])).unwrap();
    assert_eq!(made, b"EMIT\na\nLOOP\n");
    // LOOP may be absent.
    assert_eq!(sound_bank::read(b"EMIT\na\n", Mode::Strict).unwrap().1.findings(), []);
}

#[test]
fn what_is_no_line_is_not_written() {
    let refused = |line: Line<file_list::FileName>, more: bool| {
        let mut list = file_list::FileList { lines: vec![line] };
        if more {
            list.lines.push(Line::new(file_list::FileName("b".to_owned())));
        }
        file_list::write(&list).unwrap_err().code
    };
    let line = |name: &str, end| Line { end, ..Line::new(file_list::FileName(name.to_owned())) };
    assert_eq!(refused(line("a\nb", End::Lf), false), "everquest.text.unwritable");
    assert_eq!(refused(line("a\r", End::Lf), false), "everquest.text.unwritable");
    assert_eq!(refused(line("\u{100}", End::Lf), false), "everquest.text.unwritable");
    assert_eq!(refused(line("a", End::File), true), "everquest.text.unwritable");
}

#[test]
fn a_text_beyond_all_bounds_is_refused() {
    let error = map::read(&vec![b'\n'; LARGEST + 1], Mode::Lenient).unwrap_err();
    assert_eq!((error.code, error.offset), ("everquest.text.limit", Some(LARGEST as u64)));
}

#[test]
fn every_rule_of_the_specification_is_enforced() {
    assert_eq!(rules::run(include_str!("rules/texts.toml"), &subjects()), 27);
}

#[test]
fn mutations_are_survived_and_written_back() {
    for subject in subjects() {
        let tally = mutate::run(&subject, &Options::new(1999, 50_000));
        assert_eq!(tally.mutations.rejections(), 0, "no text is refused\n{tally}");
        tally.assert_healthy(&COUNTING);
    }
}

#[test]
fn every_code_has_a_rule_and_every_rule_a_code() {
    let ruled: BTreeSet<_> = include_str!("rules/texts.toml")
        .lines()
        .filter_map(|line| line.strip_prefix("code = \"")?.strip_suffix('"'))
        .collect();
    let declared: BTreeSet<_> =
        all_codes().iter().map(|code| code.id).filter(|id| !id.starts_with("everquest.text.")).collect();
    assert_eq!(ruled, declared);
    assert!(all_codes().iter().all(|code| !code.means.is_empty() && !code.advice.is_empty()));
}
