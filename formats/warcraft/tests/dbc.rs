//! Tables against docs/spec/m2.md, "14. What a real install needs".

use crate::COUNTING;
use binary::{Mode, Severity};
use harness::mutate::{self, Options};
use harness::typed::{self, row};
use harness::{Outcome, Subject, hex, rules};
use warcraft::dbc::{self, CreatureDisplayInfo, CreatureModelData, Dbc, Rows, skins_of};

fn models() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/dbc_models.hex"))
}

fn displays() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/dbc_displays.hex"))
}

fn of_bytes() -> Vec<u8> {
    hex::bytes(include_str!("fixtures/dbc_bytes.hex"))
}

fn outcome(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let (table, report) = dbc::read(bytes, mode)?;
    skins_of("a", &table, &table);
    for row in table.records::<CreatureModelData>() {
        table.string(row.path);
    }
    Ok(Outcome { rewritten: dbc::write(&table)?, findings: report.into_findings() })
}

fn subjects() -> [Subject; 2] {
    let subject = |name, fixture| Subject { name, fixture, read: outcome, sites: dbc::fields };
    [subject("models", models()), subject("displays", displays())]
}

fn read(bytes: &[u8]) -> Dbc {
    let (table, report) = dbc::read(bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    table
}

#[test]
fn every_rule_of_the_specification_is_enforced() {
    assert_eq!(rules::run(include_str!("rules/dbc.toml"), &subjects()), 10);
}

#[test]
fn every_finding_has_a_rule_and_says_what_to_do() {
    let table = include_str!("rules/dbc.toml");
    for code in dbc::codes() {
        assert!(code.id.starts_with("warcraft.dbc.") && !code.means.is_empty() && !code.advice.is_empty());
        let ruled = table.contains(&format!("code = \"{}\"", code.id));
        assert!(
            ruled
                != ["warcraft.dbc.unwritable", "warcraft.dbc.limit", "warcraft.dbc.row_size"]
                    .contains(&code.id),
            "{}",
            code.id
        );
    }
}

#[test]
fn mutations_are_survived_and_written_back() {
    for (subject, seed) in subjects().iter().zip(2004..) {
        let tally = mutate::run(subject, &Options::new(seed, 20_000));
        println!("{tally}");
        tally.assert_healthy(&COUNTING);
    }
}

#[test]
fn the_skins_of_a_model_are_those_of_its_display_rows() {
    let (models, displays) = (read(&models()), read(&displays()));
    assert_eq!((models.len(), displays.len()), (2, 4));
    // Two rows of the fox have the same skins.
    let fox = [["FoxRed", "", ""], ["FoxGrey", "FoxTail", ""]].map(|names| names.map(str::to_owned));
    assert_eq!(skins_of("CREATURE/fox/Fox.m2", &models, &displays), fox);
    assert_eq!(skins_of("creature\\owl\\owl.m2", &models, &displays), [[""; 3].map(str::to_owned)]);
    assert!(skins_of("creature\\fox.m2", &models, &displays).is_empty());
    // The tables are told by the size of their rows.
    assert_eq!(skins_of("creature\\fox\\fox.m2", &displays, &models), [[""; 3]; 0]);
}

#[test]
fn records_have_the_columns_of_the_specification() {
    let rows: Vec<CreatureModelData> = read(&models()).records().collect();
    let expected = CreatureModelData {
        id: 8,
        flags: 0,
        path: 22,
        size_class: 1,
        scale: 1.25,
        blood: 2,
        foot_print: 3,
        foot_print_length: 12.0,
        foot_print_width: 8.0,
        foot_print_scale: 0.5,
        foley: 4,
        foot_step_shake: 0,
        death_shake: 0,
        sound: 5,
        collision_width: 0.75,
        collision_height: 2.0,
    };
    assert_eq!(rows[1], expected);
    let rows: Vec<CreatureDisplayInfo> = read(&displays()).records().collect();
    let expected = CreatureDisplayInfo {
        id: 71,
        model: 7,
        sound: 1,
        extra: 0,
        scale: 1.5,
        opacity: 128,
        textures: [8, 16, 0],
        portrait: 0,
        blood_level: 1,
        npc_sounds: 2,
    };
    assert_eq!(rows[1], expected);
}

#[test]
fn tables_are_made() {
    let mut table = Dbc::new::<CreatureDisplayInfo>();
    for name in ["FoxRed", "FoxGrey", "FoxTail"] {
        table.add_string(name).unwrap();
    }
    for row in read(&displays()).records::<CreatureDisplayInfo>() {
        assert!(table.push(&row));
    }
    assert_eq!(dbc::write(&table).unwrap(), displays());
    assert!(!table.push(&CreatureModelData::default()));
    assert_eq!((table.add_string(""), table.add_string("ö"), table.add_string("a\0")), (Some(0), None, None));
}

#[test]
fn rows_of_other_sizes_are_kept() {
    let (table, report) = dbc::read(&of_bytes(), Mode::Strict).unwrap();
    let found: Vec<_> = report.findings().iter().map(|finding| (finding.code, finding.severity)).collect();
    assert_eq!(found, [("warcraft.dbc.row_size", Severity::Note)]);
    assert_eq!((table.len(), &table.rows), (2, &Rows::Bytes(vec![1, 0, 0, 0, 9, 2, 0, 0, 0, 8])));
    assert_eq!(dbc::write(&table).unwrap(), of_bytes());
    typed::through_json(&table);
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let refused = |change: fn(&mut Dbc)| {
        let mut table = read(&displays());
        change(&mut table);
        dbc::write(&table).unwrap_err().expected.clone()
    };
    assert_eq!(refused(|table| table.row_size = 47), "rows as bytes, which are not four for each field");
    assert_eq!(
        refused(|table| table.rows = Rows::Bytes(vec![])),
        "rows as cells, which are four bytes for each field"
    );
    assert_eq!(refused(|table| table.rows = Rows::Cells(vec![1])), "whole rows of 48 bytes");
}

#[test]
fn every_number_is_written_where_the_table_says() {
    let rows = [
        row(&[("/rows/cells/13", "9")], &[(20 + 52, "09")]),
        row(&[("/strings", "\"AEZveFJlZABGb3hHcmV5AEZveFRhaUwA\"")], &[(20 + 4 * 48 + 22, "4c")]),
    ];
    assert_eq!(typed::run(&read(&displays()), dbc::write, &rows), 2);
}
