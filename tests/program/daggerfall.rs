//! Daggerfall's overworld in the demo: walked, flown and travelled across, with what joins and leaves on the way.

use crate::measured::measured;
use crate::program::{archipelago, revisit};
use serde_json::Value;
use std::fs;

fn items(run: &Value) -> &[Value] {
    run["items"].as_array().unwrap()
}

/// The place of the last moment.
fn ends_in(run: &Value) -> &str {
    items(run).last().unwrap()["place"].as_str().unwrap()
}

/// A recording that begins in a cell, with these lines.
fn recording(cell: &str, lines: &[String]) -> String {
    let head = format!(
        r#"{{"format":"revisit.replay/2","title":"daggerfall","world":"{cell}","fingerprint":"","seed":1,"tick_rate":60,"hash_version":3}}"#
    );
    std::iter::once(head).chain(lines.iter().cloned()).map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_demo_is_in_order_and_opens_at_its_city() {
    let loaded = revisit(["load", archipelago(), "--at", "karst", "--json", "--deny", "warning"]).ok().json();
    assert_eq!(loaded["findings"]["counts"], serde_json::json!({}), "{}", loaded["findings"]);
    let worlds = revisit(["worlds", archipelago(), "--json"]).ok().json();
    assert_eq!(items(&worlds).len(), 38);
}

#[test]
fn one_arrives_on_dry_land_where_the_sea_lies_before_a_town() {
    for name in ["Saltmarch Light", "Amber Quay"] {
        let run = revisit(["sim", archipelago(), "--at", name, "--ticks", "60", "--json"]).ok().json();
        assert_eq!(items(&run).last().unwrap()["grounded"], true, "{name}: {run}");
    }
}

#[test]
fn two_kilometres_a_second_over_land_and_a_town_and_the_recording_does_so_again() {
    let folder = tempfile::tempdir().unwrap();
    let [asked, record] = ["asked.jsonl", "record.jsonl"].map(|name| folder.path().join(name));
    // From the west over the city: 80,000 units a second, which is 2,000 m, for three seconds to the east.
    let lines = [
        r#"{"tick":0,"commands":[{"fly":{"actor":0,"speed":80000.0}},{"place_actor":{"actor":0,"feet":[16384.0,40000.0,-16384.0],"yaw":-1.5707964,"pitch":0.0}}]}"#,
        r#"{"tick":1,"input":{"forward":1.0}}"#,
        r#"{"tick":181,"end":true}"#,
    ];
    fs::write(&asked, recording("427,240", &lines.map(str::to_owned))).unwrap();
    let [asked, record] = [&asked, &record].map(|path| path.to_str().unwrap());
    let run = |more: &[&str]| {
        let base = ["sim", archipelago(), "427,240", "--json"];
        revisit(base.iter().chain(more)).ok().json()
    };
    let flown = run(&["--replay", asked, "--record", record]);
    // 180 ticks of 1333.3 units are 7.3 cells.
    assert_eq!(ends_in(&flown), "434,240");
    let place = |tick: u64| {
        let item = items(&flown).iter().find(|item| item["tick"] == tick).unwrap();
        item["place"].as_str().unwrap().to_owned()
    };
    assert_eq!([place(60), place(120)], ["429,240", "432,240"]);
    let joins = flown["places"].to_string();
    // The cells of the way, and none that it came nowhere near.
    for cell in ["428,240", "431,241", "434,239", "435,240"] {
        assert!(joins.contains(&format!("\"world\":\"{cell}\"")), "{cell}");
    }
    assert!(!joins.contains("\"world\":\"440,240\""));
    assert!(joins.contains("\"leave\":\"427,240\""), "what is far away leaves");
    // However slow the machine is: what joins on the way was asked for long before, and not much at a time.
    let all = flown["places"].as_array().unwrap();
    let joined = |is_counted: fn(u64) -> bool| {
        let joins = all.iter().filter(|event| event["join"].is_object());
        joins.filter(|event| is_counted(event["tick"].as_u64().unwrap())).count() as u64
    };
    let loading = |key: &str| flown["loading"][key].as_u64().unwrap();
    assert_eq!(loading("sudden"), joined(|tick| tick == 0), "{}", flown["loading"]);
    assert_eq!(loading("foreseen"), joined(|tick| tick > 0), "{}", flown["loading"]);
    assert!(loading("least_ticks") >= 20 && loading("most_asked") <= 20, "{}", flown["loading"]);
    let again = run(&["--replay", record]);
    assert_eq!(again["items"], flown["items"], "places and hashes");
}

/// From the south-western corner to the north-eastern one, 915 km in two minutes.
#[test]
fn from_corner_to_corner_memory_stays_and_the_recording_does_so_again() {
    /// Ticks of the flight.
    const TICKS: u64 = 6862;
    /// What the settings allow places, and half as much again for what is loaded ahead and for the program itself.
    const MOST: u64 = 384 << 20;
    let folder = tempfile::tempdir().unwrap();
    let [asked, record] = ["asked.jsonl", "record.jsonl"].map(|name| folder.path().join(name));
    let [asked, record] = [&asked, &record].map(|path| path.to_str().unwrap());
    let fly = |ticks: u64| {
        // Two cells to the east for each to the north: 320,000 units a second, which are 8 km.
        let lines = [
            r#"{"tick":0,"commands":[{"fly":{"actor":0,"speed":320000.0}},{"place_actor":{"actor":0,"feet":[3000.0,60000.0,-3000.0],"yaw":-1.1071487,"pitch":0.0}}]}"#.to_owned(),
            r#"{"tick":1,"input":{"forward":1.0}}"#.to_owned(),
            format!(r#"{{"tick":{ticks},"end":true}}"#),
        ];
        fs::write(asked, recording("0,499", &lines)).unwrap();
        let (run, most) = measured(&[
            "sim",
            archipelago(),
            "0,499",
            "--json",
            "--replay",
            asked,
            "--record",
            record,
            "--force",
        ]);
        (run.ok().json(), most)
    };
    let (_, early) = fly(TICKS / 10);
    let (flown, most) = fly(TICKS);
    assert_eq!(ends_in(&flown), "998,0");
    for item in items(&flown) {
        // Units east and north of the corner; 5,333.3 a tick in the direction (2, 1), from the second tick on.
        let ticks = item["tick"].as_f64().unwrap() - 1.0;
        let gone = ticks * 320_000.0 / 60.0 / 5.0_f64.sqrt();
        let cell = |units: f64| ((3000.0 + units) / 32768.0) as i64;
        let (column, row) = (cell(2.0 * gone), 499 - cell(gone));
        let (x, y) = item["place"].as_str().unwrap().split_once(',').unwrap();
        let [x, y] = [x, y].map(|number| number.parse::<i64>().unwrap());
        // Whoever stands where two cells meet may still be in the one that they come from.
        assert!((x - column).abs() <= 1 && (y - row).abs() <= 1, "{item}, not {column},{row}");
    }
    let joined = flown["places"].as_array().unwrap().iter().filter(|event| event["join"].is_object()).count();
    assert!(joined > 3000, "{joined}");
    assert!(most < MOST && most < early + (64 << 20), "{early} bytes in the first tenth, {most} in the end");
    let again = revisit(["sim", archipelago(), "0,499", "--json", "--replay", record]).ok().json();
    assert_eq!(again["items"], flown["items"], "places and hashes");
}

#[test]
fn one_travels_by_name_and_by_cell_and_the_recording_does_so_again() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("record.jsonl");
    let record = record.to_str().unwrap();
    let travelled = revisit([
        "sim",
        archipelago(),
        "--at",
        "Oakhollow",
        "--ticks",
        "20",
        "--at-tick",
        "2",
        "--console",
        "travel saltmarch light",
        "--console",
        "travel nowhere at all",
        "--console",
        "travel 500,250",
        "--record",
        record,
        "--json",
    ]);
    let travelled = travelled.ok().json();
    let said = travelled["console"].to_string();
    assert!(said.contains("you travel to Saltmarch Light") && said.contains("no location"), "{said}");
    assert_eq!(ends_in(&travelled), "500,250");
    let places = travelled["places"].to_string();
    assert_eq!(places.matches("\"travel\"").count(), 2, "{places}");
    let oakhollow = revisit(["load", archipelago(), "--at", "oakhollow", "--json"]).ok().json();
    let again =
        revisit(["sim", archipelago(), oakhollow["world"].as_str().unwrap(), "--replay", record, "--json"]);
    assert_eq!(again.ok().json()["items"], travelled["items"]);
}

#[test]
fn one_goes_on_over_a_cell_that_cannot_be_built() {
    // A copy of which the record of one cell lies outside the file, and CLIMATE.PAK is cut.
    let install = crate::program::copy_of(archipelago());
    let woods = install.path().join("ARENA2/WOODS.WLD");
    let mut bytes = fs::read(&woods).unwrap();
    let cell = 144 + 4 * (240 * 1000 + 431);
    bytes[cell..cell + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    fs::write(&woods, bytes).unwrap();
    let climate = install.path().join("ARENA2/CLIMATE.PAK");
    let bytes = fs::read(&climate).unwrap();
    fs::write(&climate, &bytes[..bytes.len() / 2]).unwrap();
    let path = install.path().to_str().unwrap();
    let loaded = revisit(["load", path, "431,240", "--json"]).ok().json();
    let codes = loaded["findings"]["counts"].to_string();
    assert!(codes.contains("load.daggerfall.land"), "{codes}");
    // From the west over it and on, in a second and a half.
    let asked = install.path().join("asked.jsonl");
    let lines = [
        r#"{"tick":0,"commands":[{"fly":{"actor":0,"speed":80000.0}},{"place_actor":{"actor":0,"feet":[16384.0,40000.0,-16384.0],"yaw":-1.5707964,"pitch":0.0}}]}"#,
        r#"{"tick":1,"input":{"forward":1.0}}"#,
        r#"{"tick":90,"end":true}"#,
    ];
    fs::write(&asked, recording("430,240", &lines.map(str::to_owned))).unwrap();
    let flown = revisit(["sim", path, "430,240", "--json", "--replay", asked.to_str().unwrap()]).ok().json();
    assert_eq!(ends_in(&flown), "434,240");
    // And on foot, on what land it has.
    let walked = revisit(["sim", path, "431,240", "--ticks", "60", "--json"]).ok().json();
    assert_eq!(
        (ends_in(&walked), &items(&walked).last().unwrap()["grounded"]),
        ("431,240", &Value::Bool(true))
    );
}

#[test]
fn one_walks_at_4_4_runs_half_as_fast_again_and_rides_at_10_8_metres_a_second() {
    let folder = tempfile::tempdir().unwrap();
    for (run, ride, wanted) in [(false, false, 4.4), (true, false, 6.6), (false, true, 10.8)] {
        let asked = folder.path().join(format!("{run}-{ride}.jsonl"));
        let lines = [
            format!(r#"{{"tick":0,"commands":[{{"ride":{{"actor":0,"on":{ride}}}}}]}}"#),
            format!(r#"{{"tick":1,"input":{{"forward":1.0,"run":{run}}}}}"#),
            r#"{"tick":240,"end":true}"#.to_owned(),
        ];
        fs::write(&asked, recording("427,240", &lines)).unwrap();
        let asked = asked.to_str().unwrap();
        let gone = revisit(["sim", archipelago(), "427,240", "--json", "--replay", asked]).ok().json();
        let at = |second: usize, axis: usize| items(&gone)[second - 1]["position"][axis].as_f64().unwrap();
        let units = |axis: usize| at(4, axis) - at(2, axis);
        // Two seconds on level ground, of 25 mm a unit.
        let metres = units(0).hypot(units(2)) * 0.025 / 2.0;
        assert!((metres - wanted).abs() < 0.05 * wanted, "{metres} m/s, not {wanted}: {}", gone["items"]);
    }
}

/// By day and by night, in a town and in a desert where nothing stands.
#[test]
fn music_changes_with_the_hour_and_the_climate() {
    let out = tempfile::tempdir().unwrap();
    let chosen = out.path().join("chosen");
    let music = chosen.join("music");
    fs::create_dir_all(&music).unwrap();
    for (name, level) in [("town-day", 2000), ("town-night", 5000), ("desert", 9000)] {
        fs::write(music.join(format!("{name}.wav")), crate::music::wav(level, 75 * 10)).unwrap();
    }
    let wav = out.path().join("heard.wav");
    let [chosen, heard] = [&chosen, &wav].map(|path| path.to_str().unwrap());
    // After six seconds: whatever goes over into something else takes three.
    for (line, cue, level) in [
        ("where", r#"tick      0  {"music":{"file":"music/town-day.wav"}}"#, 2000.0),
        ("time 20:00", r#"tick    120  {"music":{"file":"music/town-night.wav","fade_out":3.0}}"#, 5000.0),
        ("travel 310,400", r#"tick    121  {"music":{"file":"music/desert.wav"}}"#, 9000.0),
    ] {
        let base = ["sim", archipelago(), "--at", "Karst Royal", "--mod", chosen, "--ticks", "480"];
        let more = ["--at-tick", "120", "--console", line, "--trace-cues", "--audio-out", heard, "--force"];
        let run = revisit(base.into_iter().chain(more)).ok();
        assert!(run.out.contains(cue), "{line}: {}", run.out);
        let last = crate::heard::frames(&wav).last().unwrap()[0] * 32_767.0;
        assert!((last - level).abs() < 0.02 * level, "{line}: {last}, not {level}");
    }
}

#[test]
fn in_real_time_a_run_says_how_long_its_ticks_took_and_what_it_simulates_is_the_same() {
    let run = |more: &[&str]| {
        let base = ["sim", archipelago(), "430,240", "--ticks", "30", "--json"];
        revisit(base.iter().chain(more)).ok().json()
    };
    let [paced, plain] = [run(&["--real-time"]), run(&[])];
    // The first tick waits for the places around the start.
    assert_eq!(paced["pace"]["ticks"], 29, "{}", paced["pace"]);
    assert!(paced["pace"]["longest_tick_ms"].as_f64().unwrap() > 0.0);
    assert_eq!(plain["pace"], Value::Null);
    assert_eq!([&paced["items"], &paced["places"]], [&plain["items"], &plain["places"]]);
    let waited = paced["loading"]["waited"].as_u64().unwrap();
    assert!(waited <= paced["loading"]["foreseen"].as_u64().unwrap());
}
