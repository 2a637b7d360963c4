//! Worlds that lie beside each other: they join, are walked into, and come out
//! the same from a recording.

use crate::levels::install;
use crate::program::revisit;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// A walk along +x, 2 units a tick.
const WALK: &str = concat!(
    r#"{"format":"revisit.replay/2","title":"gamestudio","world":"one","fingerprint":"","seed":1,"#,
    r#""tick_rate":60,"hash_version":3}"#,
    "\n{\"tick\":0,\"input\":{\"forward\":1.0}}\n{\"tick\":360,\"end\":true}\n",
);

fn hashes(run: &Value) -> Vec<&str> {
    run["items"].as_array().unwrap().iter().map(|item| item["hash"].as_str().unwrap()).collect()
}

#[test]
fn a_walk_leads_from_one_world_into_the_next_and_a_recording_leads_there_again() {
    let folder = install();
    let root = folder.path().to_str().unwrap();
    let recordings = tempfile::tempdir().unwrap();
    let [walk, record] = ["walk.jsonl", "record.jsonl"].map(|name| recordings.path().join(name));
    fs::write(&walk, WALK).unwrap();
    let [walk, record] = [&walk, &record].map(|path| path.to_str().unwrap());
    let run = |more: &[&str]| {
        let verb = ["sim", root, "one", "--json"];
        revisit(verb.iter().chain(more)).ok().json()
    };
    let beside = ["--replay", walk, "--beside", "two@800,0,0", "--join-within", "100", "--record", record];
    let walked = run(&beside);

    // The second joins when it is 100 units away, after 150 ticks at 300; the
    // first leaves when it is more than 126 behind, beyond 526.
    let places = walked["places"].as_array().unwrap();
    let [joined, left] = &places[..] else { panic!("{places:?}") };
    let tick = |event: &Value| event["tick"].as_u64().unwrap();
    assert!((149..=153).contains(&tick(joined)), "{joined}");
    assert!((262..=268).contains(&tick(left)), "{left}");
    // Along +x of the game is -z of the engine.
    let extent = json!({"min": [-400, -400], "max": [400, 400]});
    assert_eq!(
        joined["join"]["site"],
        json!({"key": "two@800,0,0", "origin": [0, 0, -800], "extent": extent})
    );
    assert_eq!(left["leave"], "one");
    let items = walked["items"].as_array().unwrap();
    let at = |second: usize| {
        let item = &items[second - 1];
        (item["place"].as_str().unwrap(), item["position"][0].as_f64().unwrap())
    };
    // 360 units in the first world, then 480, which is 80 into the second.
    let (place, x) = at(3);
    assert!(place == "one" && (x - 360.0).abs() < 4.0, "{place} {x}");
    let (place, x) = at(4);
    assert!(place == "two@800,0,0" && (x + 320.0).abs() < 4.0, "{place} {x}");
    // 720 is 80 before its middle.
    let (place, x) = at(6);
    assert!(place == "two@800,0,0" && (x + 80.0).abs() < 4.0, "{place} {x}");
    assert!(items.iter().all(|item| item["grounded"] == true));

    let again = run(&["--replay", record]);
    assert_eq!(hashes(&again), hashes(&walked));
    assert_eq!(again["places"], walked["places"]);
    // Without the second world it is another walk: it ends in a fall of 16 units, the thickness of the
    // floor, and 800, which are 20 m; 2.04 s after the edge one is back at the start and walks again.
    let alone = run(&["--replay", walk, "--trace-cues"]);
    assert_ne!(hashes(&alone), hashes(&walked));
    assert_eq!(alone["items"][4]["grounded"], false);
    let fell = |cued: &&Value| cued["cue"].get("fell_out").is_some();
    let fell: Vec<&Value> = alone["cues"].as_array().unwrap().iter().filter(fell).collect();
    assert!(matches!(fell[..], [once] if (321..=325).contains(&tick(once))), "{fell:?}");
    let x = alone["items"][5]["position"][0].as_f64().unwrap();
    assert!(alone["items"][5]["grounded"] == true && (60.0..80.0).contains(&x), "{x}");
    assert!(alone.get("places").is_none() && alone["items"][0].get("place").is_none());

    let changed =
        fs::read_to_string(record).unwrap().replacen("\"fingerprint\":\"", "\"fingerprint\":\"0", 2);
    let other = folder.path().join("other.jsonl");
    // The fingerprint of the first world stays as it is.
    fs::write(&other, changed.replacen("\"fingerprint\":\"0", "\"fingerprint\":\"", 1)).unwrap();
    revisit(["sim", root, "one", "--replay", other.to_str().unwrap()]).fails(2, &["fingerprint", "two"]);
    revisit(["sim", root, "one", "--replay", record, "--beside", "two@1,2,3"])
        .fails(2, &["leave out --beside"]);
}

#[test]
fn places_come_and_go_and_what_cannot_be_loaded_is_one_line() {
    let folder = install();
    let root = folder.path().to_str().unwrap();
    let run = revisit([
        "sim",
        root,
        "one",
        "--ticks",
        "180",
        "--beside",
        "two@800,0,0",
        "--beside",
        "gone@0,800,0",
    ])
    .ok();
    let joins = run.out.lines().filter(|line| line.contains("joins")).collect::<Vec<_>>();
    assert_eq!(joins, ["tick      0  joins two@800,0,0 at 0 0 -800, 800 by 800 units"]);
    let warnings: Vec<&str> = run.err.lines().filter(|line| line.starts_with("warning: ")).collect();
    assert!(matches!(warnings[..], [line] if line.contains("gone")), "{run:#?}");
    assert_eq!(run.out.lines().filter(|line| line.contains(" in one")).count(), 3, "{run:#?}");

    // Two runs agree, another place of the second world gives other hashes.
    let hash = |at: &str| {
        let run = revisit(["sim", root, "one", "--ticks", "60", "--beside", at, "--json"]).ok().json();
        hashes(&run)[0].to_owned()
    };
    assert_eq!(hash("two@800,0,0"), hash("two@800,0,0"));
    assert_ne!(hash("two@800,0,0"), hash("two@800,0,1"));

    revisit(["sim", root, "one", "--beside", "two@1,2,3", "--beside", "two@1,2,3"])
        .fails(2, &["two", "twice"]);
    let run = revisit(["sim", root, "one", "--beside", "two@1,2"]);
    assert!(run.code == 2 && run.err.contains("three whole numbers"), "{run:#?}");
}

/// A walk into the second world, where a node fades at tick 220; then back to the
/// middle of the first, so that the second leaves, and into the second again.
const THERE_AND_BACK: &str = concat!(
    r#"{"format":"revisit.replay/2","title":"gamestudio","world":"one","fingerprint":"","seed":1,"#,
    r#""tick_rate":60,"hash_version":3}"#,
    "\n{\"tick\":0,\"input\":{\"forward\":1.0}}\n",
    "{\"tick\":220,\"commands\":[{\"set_opacity\":{\"node\":1,\"opacity\":0.5}}]}\n",
    "{\"tick\":230,\"input\":{\"yaw\":3.1415927}}\n{\"tick\":231,\"input\":{\"forward\":1.0}}\n",
    "{\"tick\":460,\"input\":{\"yaw\":3.1415927}}\n{\"tick\":461,\"input\":{\"forward\":1.0}}\n",
    "{\"tick\":690,\"end\":true}\n",
);

#[test]
fn a_place_that_was_left_is_as_it_was_when_one_comes_back() {
    let folder = install();
    let root = folder.path().to_str().unwrap();
    let recordings = tempfile::tempdir().unwrap();
    let [walk, record] = ["walk.jsonl", "record.jsonl"].map(|name| recordings.path().join(name));
    let run = |walk: &Path, more: &[&str]| {
        let verb = ["sim", root, "one", "--json", "--replay", walk.to_str().unwrap()];
        revisit(verb.iter().chain(more)).ok().json()
    };
    fs::write(&walk, THERE_AND_BACK).unwrap();
    let beside = ["--beside", "two@800,0,0", "--join-within", "100"];
    let walked = run(&walk, &[&beside[..], &["--record", record.to_str().unwrap()]].concat());
    let places = walked["places"].as_array().unwrap();
    let happened: Vec<(u64, bool)> =
        places.iter().map(|event| (event["tick"].as_u64().unwrap(), event.get("join").is_some())).collect();
    // It comes at 300, at tick 150; goes when one is back at less than 274, some
    // 93 ticks after the turn at 460; and comes again at 300 on the second way.
    let [(first, true), (gone, false), (second, true)] = happened[..] else { panic!("{happened:?}") };
    assert!((149..=153).contains(&first) && (320..=330).contains(&gone), "{happened:?}");
    assert!((605..=620).contains(&second), "{happened:?}");
    assert_eq!(walked["items"].as_array().unwrap().last().unwrap()["place"], "two@800,0,0");
    assert_eq!(hashes(&run(&record, &[])), hashes(&walked));

    // Were the second world loaded as its files say, both would end alike.
    let untouched = THERE_AND_BACK.lines().filter(|line| !line.contains("set_opacity"));
    fs::write(&walk, untouched.map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    let untouched = run(&walk, &beside);
    assert_eq!(untouched["places"], walked["places"]);
    assert_ne!(hashes(&untouched).last(), hashes(&walked).last());
}

/// The middle column of a picture, from the top.
#[cfg(feature = "gpu")]
fn column(path: &str) -> Vec<[u8; 3]> {
    let file = std::io::BufReader::new(fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let (channels, width) = (info.color_type.samples(), info.width as usize);
    let pixels = bytes.chunks_exact(channels).skip(width / 2).step_by(width);
    pixels.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

#[cfg(feature = "gpu")]
#[test]
fn a_picture_shows_what_lies_beside() {
    if std::env::var_os("REVISIT_REQUIRE_ADAPTER").is_none() {
        println!("skipped: pictures are compared where an adapter is required");
        return;
    }
    let folder = install();
    let root = folder.path().to_str().unwrap();
    let pictures = tempfile::tempdir().unwrap();
    let shot = |name: &str, beside: &[&str]| {
        let out = pictures.path().join(name);
        let out = out.to_str().unwrap();
        let eye = ["--eye", "300,0,66", "--look", "400,0,66", "--size", "320x240", "--out", out];
        revisit(["shot", root, "one"].iter().chain(&eye).chain(beside)).ok();
        column(out)
    };
    let alone = shot("alone.png", &[]);
    let joined = shot("joined.png", &["--beside", "two@800,0,0"]);
    // The wall stands at 800 + 200, which is 700 away, and reaches 160 - 66 = 94
    // above the eye. 60 degrees upright: 120 rows are 0.57735 times the distance,
    // so it covers 94 / 700 / 0.57735 * 120 = 27.9 rows above the middle.
    let differs: Vec<usize> = (0..120).filter(|row| alone[*row] != joined[*row]).collect();
    assert!((27..=29).contains(&differs.len()), "{differs:?}");
    assert_eq!(differs.last(), Some(&119));
    assert!(differs.is_sorted_by(|a, b| a + 1 == *b), "{differs:?}");
    // Farther than places join, it is not there.
    assert_eq!(shot("far.png", &["--beside", "two@800,0,0", "--join-within", "50"]), alone);
}
