//! Hostile and damaged files of definitions are findings, and the work on them is bounded.
//!
//! docs/spec/zbd/reader.md, "Conventions in the data".

use super::{ARCHIVE, found, of, parse};
use crate::zipper::install::{Install, member};
use binary::Mode;
use load::zipper::definitions::Definitions;
use zbd::reader::Value;

#[test]
fn hostile_values_are_findings_and_count_as_the_nearest_possible_ones() {
    let numbers = "load.definitions.numbers";
    let values = "load.definitions.values";
    type Row =
        (&'static str, &'static str, &'static str, &'static str, Option<f32>, &'static str, &'static str);
    let rows: [Row; 12] = [
        (
            "recoil",
            "vehicle.zrd",
            "mass 0",
            "mass",
            Some(0.001),
            numbers,
            "a, mass: 0 instead of 0.001 to 1000000000",
        ),
        (
            "recoil",
            "vehicle.zrd",
            "mass -5",
            "mass",
            Some(0.001),
            numbers,
            "a, mass: -5 instead of 0.001 to 1000000000",
        ),
        (
            "recoil",
            "vehicle.zrd",
            "mass heavy",
            "mass",
            Some(1.0),
            values,
            "a, mass: `heavy` instead of number",
        ),
        (
            "recoil",
            "vehicle.zrd",
            "mass (1 2)",
            "mass",
            Some(1.0),
            values,
            "a, mass: a list of 2 instead of number",
        ),
        (
            "recoil",
            "vehicle.zrd",
            "mass rates (1 2)",
            "mass",
            Some(1.0),
            values,
            "a, mass: nothing instead of number",
        ),
        (
            "recoil",
            "vehicle.zrd",
            "rates (1)",
            "rates",
            Some(10.0),
            values,
            "a, rates: 1 values instead of 2 numbers",
        ),
        (
            "recoil",
            "vehicle.zrd",
            "rates (1 2 3)",
            "rates",
            Some(1.0),
            values,
            "a, rates: 3 numbers instead of 2",
        ),
        (
            "recoil",
            "weapons.zrd",
            "FIRE_RATE 1000000000.0",
            "FIRE_RATE",
            Some(60.0),
            numbers,
            "a, FIRE_RATE: 1000000000 instead of 0.001 to 60",
        ),
        (
            "recoil",
            "weapons.zrd",
            "RANGE -700",
            "RANGE",
            Some(0.0),
            numbers,
            "a, RANGE: -700 instead of 0 to 1000000000",
        ),
        (
            "recoil",
            "weapons.zrd",
            "FIRE (SOUND a SOUND b)",
            "FIRE",
            None,
            "load.definitions.doubled",
            "`SOUND` in a, FIRE",
        ),
        (
            "crimson-skies",
            "vehicle.zrd",
            "weight 0",
            "weight",
            Some(0.001),
            numbers,
            "a, weight: 0 instead of 0.001 to 1000000000",
        ),
        (
            "crimson-skies",
            "weapons.zrd",
            "CLUSTER_SIZE 1000000",
            "CLUSTER_SIZE",
            Some(1024.0),
            numbers,
            "a, CLUSTER_SIZE: 1000000 instead of 0 to 1024",
        ),
    ];
    for (title, file, keys, key, value, code, said) in rows {
        let own = of(title, file, &format!("( a ( {keys} ) )"));
        assert_eq!(found(&own), [(code, said.to_owned())], "{keys}");
        assert_eq!(own.all[0].number(key), value, "{keys}");
    }
    // NaN and infinite numbers cannot be in a reader: it is refused, and the rest is read.
    let mut bytes = zbd::reader::write(&parse("( a ( mass 2.5 ) )")).unwrap();
    let at = bytes.windows(4).position(|four| four == 2.5_f32.to_le_bytes()).unwrap();
    for odd in [f32::NAN, f32::INFINITY] {
        bytes[at..at + 4].copy_from_slice(&odd.to_le_bytes());
        let entries = vec![member("vehicle.zrd", bytes.clone()), member("ai.zrd", ai())];
        let version = zbd::gamez::Version::Recoil;
        let entries = entries
            .into_iter()
            .map(|one| zbd::archive::Entry::new(&one.name.text(), one.content).unwrap())
            .collect();
        let archive = zbd::archive::Archive::new(version, zbd::archive::Contents::Readers, entries);
        let install = Install::new();
        install.file(ARCHIVE, &zbd::archive::write(&archive).unwrap());
        let own = Definitions::read(&install.vfs(), "recoil", &[ARCHIVE.to_owned()]);
        assert_eq!(own.findings[0].code, "load.definitions.unreadable");
        assert_eq!(own.all.len(), 1);
    }
}

fn ai() -> Vec<u8> {
    zbd::reader::write(&parse("( gun ( HEALTH 5 ) )")).unwrap()
}

#[test]
fn the_work_on_hostile_files_is_bounded() {
    // A long chain, a list of more keys than are kept, a hundred thousand unknown words and definitions.
    let chain: String = (0..2000).map(|at| format!("v{at} ( kind_of v{} weight 5 )\n", at + 1)).collect();
    let own = of("crimson-skies", "vehicle.zrd", &format!("( {chain} )"));
    assert_eq!(own.all.len(), 2000);
    assert_eq!(found(&own).len(), 1);

    let keys: String = (0..6000).map(|at| format!("INACTIVE{at} (mast)\n")).collect();
    let own = of("crimson-skies", "objectives.zrd", &format!("( OBJECTIVE1 ( {keys} ) )"));
    assert_eq!(own.all[0].fields.len(), 4096);
    assert_eq!(found(&own), [("load.definitions.values", "OBJECTIVE1: more than 4096 keys".to_owned())]);

    let words: String = (0..20_000).map(|at| format!("word{at} 1\n")).collect();
    let own = of("recoil", "vehicle.zrd", &format!("( a ( {words} ) )"));
    let [(code, said)] = &found(&own)[..] else { panic!() };
    assert_eq!(*code, "load.definitions.unknown");
    assert!(said.ends_with("and 19988 more") && said.len() < 600, "{said}");

    let many: String = (0..20_000).map(|at| format!("a{at} (mass 1)\n")).collect();
    let own = of("recoil", "vehicle.zrd", &format!("( {many} )"));
    assert_eq!(own.all.len(), 16_384);
    assert_eq!(own.findings.iter().filter(|one| one.code == "load.definitions.many").count(), 1);
}

#[test]
fn damaged_files_are_findings_and_never_more() {
    let text = "( nom_gravity 28 marten ( rates (48 65) mass 2 sounds ( idle hum ) weapons (a b) camback (1 2 3) ) \
                stoat ( kind_of marten health 40 ) )";
    let bytes = zbd::reader::write(&parse(text)).unwrap();
    let mut random = 20_u32;
    let mut next = || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        random >> 8
    };
    let install = Install::new();
    // What a reader makes of a damaged file at all, and whether a name with a list is left in it.
    let holds_one = |bytes: &[u8]| {
        let is_one = |pair: &[Value]| matches!(pair, [Value::Str(_), Value::List(_)]);
        let read = zbd::reader::read_any(bytes, Mode::Lenient);
        read.is_ok_and(|(value, _)| value.items().windows(2).any(is_one))
    };
    let (mut readable, mut read_well) = (0, 0);
    for _ in 0..400 {
        let mut damaged = bytes.clone();
        for _ in 0..=next() % 3 {
            let at = next() as usize % damaged.len();
            damaged[at] = (next() % 256) as u8;
        }
        damaged.truncate(damaged.len() - (next() % 4 / 3 * (next() % 40)) as usize);
        // As a mod has it: a loose file in place of a member.
        install.file("zbd/zrdr.zbd/vehicle.zrd", &damaged);
        readable += 2 * usize::from(holds_one(&damaged));
        for title in ["recoil", "crimson-skies"] {
            let own = Definitions::read(&install.vfs(), title, &[ARCHIVE.to_owned()]);
            read_well += usize::from(!own.all.is_empty());
            for number in own.all.iter().flat_map(|one| &one.fields).flat_map(|field| field.held.numbers()) {
                assert!(number.is_finite() && number.abs() <= 1e9);
            }
        }
    }
    assert_eq!(read_well, readable);
}
