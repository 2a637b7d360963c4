//! Lines for the console of a world that runs, with the real binary: `sim --console` and recordings.

use crate::program::{demo, island, revisit};
use crate::scripted::living;
use serde_json::Value;

/// The output of a run with these lines, without the lines of hashes.
fn said(install: &str, lines: &[&str]) -> Vec<String> {
    let typed = lines.iter().flat_map(|line| ["--console", line]);
    let run = revisit(["sim", install, "--ticks", "20"].into_iter().chain(typed)).ok();
    run.out.lines().filter(|line| !line.starts_with("tick ")).map(str::to_owned).collect()
}

fn hashes(json: &Value) -> Vec<&str> {
    json["items"].as_array().unwrap().iter().map(|item| item["hash"].as_str().unwrap()).collect()
}

#[test]
fn lines_are_answered_one_a_tick_and_each_sees_what_the_one_before_it_did() {
    let lines =
        ["FindNode world1", "WorldSetFogRangeNear 12", "WorldSetFogRangeFar 34", "WorldGetFogRange", "tim"];
    let out = said(demo(), &lines);
    assert_eq!(out[..2], ["> FindNode world1", out[1].as_str()]);
    assert!(out[1].starts_with("the current node is world1 (node "), "{out:?}");
    assert_eq!(out[2..4], ["> WorldSetFogRangeNear 12", "> WorldSetFogRangeFar 34"]);
    assert!(out[5].contains("from 12 to 34 units"), "{out:?}");
    assert_eq!(out[6..], ["> tim", "tim is no command; time is"]);
}

#[test]
fn what_was_typed_is_recorded_as_commands_and_replays_to_the_same_state() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("typed.jsonl").display().to_string();
    let install = living();
    let path = install.path().to_str().unwrap();
    let typed = [
        "hold fog_comes",
        "step fog_comes 30",
        "FindNode horizon",
        "Object3DTranslate 1 2 3",
        "NodeSetActive off",
        "set HOW linear",
        "FindNode world1",
        "WorldSetFogState %HOW%",
        "spawn horizon",
        "teleport horizon",
        "no such line",
    ];
    let mut arguments = vec!["sim", path, "--ticks", "180", "--json", "--record", &file, "--at-tick", "60"];
    arguments.extend(typed.iter().flat_map(|line| ["--console", line]));
    let first = revisit(&arguments).ok().json();
    let console = first["console"].as_array().unwrap();
    assert_eq!(console.len(), typed.len());
    for (at, own) in console.iter().enumerate() {
        assert_eq!((own["tick"].as_u64(), own["line"].as_str()), (Some(60 + at as u64), Some(typed[at])));
    }
    assert_eq!(
        console[0]["said"][0],
        serde_json::json!({"text": "fog_comes (animation 0) is held", "tone": "plain"})
    );
    assert_eq!(console[10]["said"][0]["tone"], "wrong");

    // The recording holds plain commands: a replay needs no console.
    let text = std::fs::read_to_string(&file).unwrap();
    for words in ["hold_program", "step_program", "teleport", "set_flags", "set_fog", "spawn", "place_actor"]
    {
        assert!(text.contains(&format!("\"{words}\"")), "{words}: {text}");
    }
    assert!(!text.contains("FindNode"), "{text}");
    let second = revisit(["sim", path, "--replay", &file, "--json"]).ok().json();
    assert_eq!(hashes(&second), hashes(&first));
    assert!(second.get("console").is_none());
    let plain = revisit(["sim", path, "--ticks", "180", "--json"]).ok().json();
    assert_eq!(hashes(&plain)[0], hashes(&first)[0]);
    assert_ne!(hashes(&plain)[1..], hashes(&first)[1..]);
}

#[test]
fn an_animation_that_is_held_does_nothing_until_it_is_stepped() {
    let install = living();
    let path = install.path().to_str().unwrap();
    let traced = |lines: &[&str]| {
        let typed = lines.iter().flat_map(|line| ["--console", line]);
        let plain = ["sim", path, "--ticks", "120", "--trace-anim", "fog_comes"];
        let run = revisit(plain.into_iter().chain(typed)).ok();
        let events = run.out.lines().filter(|line| line.contains("  fog_comes 0  main"));
        events.map(|line| line.split_whitespace().nth(1).unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(traced(&[]), ["29", "59", "89"]);
    assert_eq!(traced(&["hold fog_comes"]), [""; 0]);
    // 30 ticks from the second on: the callback is in the last of them.
    assert_eq!(traced(&["hold fog_comes", "step fog_comes 30"]), ["30"]);
    // Held for two ticks, all of it comes two ticks later.
    assert_eq!(traced(&["hold fog_comes", "time", "resume fog_comes"]), ["31", "61", "91"]);
}

#[test]
fn a_world_of_another_family_has_the_words_of_its_own() {
    let out = said(island(), &["nodes", "hide #0", "FindNode x", "commands", "where"]);
    let hidden = out.iter().position(|line| line == "> hide #0").unwrap();
    assert!(out[hidden + 1].ends_with("is hidden"), "{out:?}");
    assert!(out.contains(&"FindNode is no command; `help` lists them".to_owned()), "{out:?}");
    assert!(out.iter().any(|line| line.starts_with("the game has no scripts of this kind")), "{out:?}");
    assert!(out.last().unwrap().contains("ground") || out.last().unwrap().contains("on "), "{out:?}");
}

#[test]
fn a_tick_without_a_line_is_refused() {
    revisit(["sim", demo(), "--at-tick", "3"]).fails(2, &["required arguments were not provided"]);
    let late = ["sim", demo(), "--ticks", "60", "--at-tick", "59", "--console", "help", "--console", "help"];
    revisit(late).fails(2, &["after tick 61, but the run ends after 60", "--ticks 61 or more"]);
}
