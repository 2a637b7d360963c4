//! docs/spec/zbd/interp-language.md, "5. Dispatch of a line" and "Matching rule".

use crate::toy::{Bench, trace};
use script::commands::Game;

/// The command that a word is taken for with `a` as its arguments; nothing if it is unknown.
fn taken(game: Game, word: &str) -> Option<String> {
    let mut bench = Bench::of(game).nodes(&["a"]);
    bench.text(&format!("FindNode a\nCycleTextureSetOn 2\nMatlNew\nModelNew a\n{word} a"));
    match bench.trace[4].rsplit(": ").next().unwrap() {
        "unknown" => None,
        "done" | "not there" => {
            let call = bench.toy.calls.last().unwrap();
            let command = call.split_once('(').unwrap().1;
            Some(command.split([' ', ')']).next().unwrap().to_owned())
        }
        other => Some(other.to_owned()),
    }
}

#[test]
fn the_longer_of_two_words_is_tried_first() {
    for (longer, shorter) in [
        ("CameraSetHorizonXZ", "CameraSetHorizon"),
        ("WorldPartitionInclusionTolerance", "WorldPartition"),
        ("WorldPartitionMaxDECFeatureCount", "WorldPartition"),
        ("WorldPartitionSetActive", "WorldPartition"),
        ("Object3DSetScrollAlways", "Object3DSetScroll"),
        ("Object3DSetOpacityIsSet", "Object3DSetOpacity"),
        ("DeleteChildFromDB", "DeleteChild"),
        ("FindSubNodeNode", "FindSubNode"),
        ("WorldSetVirtualPartitionMapSize", "WorldSetVirtualPartition"),
    ] {
        let game = Game::CrimsonSkies;
        assert_eq!(taken(game, longer).as_deref(), Some(longer));
        assert_eq!(taken(game, shorter).as_deref(), Some(shorter));
        // One character less is the shorter word with something behind it.
        assert_eq!(taken(game, &longer[..longer.len() - 1]).as_deref(), Some(shorter), "{longer}");
        assert_eq!(taken(game, &shorter[..shorter.len() - 1]), None, "{shorter}");
    }
}

#[test]
fn a_word_of_a_line_may_be_longer_than_the_command() {
    let mut bench = Bench::of(Game::Recoil);
    bench.text("FindNodeNow a");
    assert_eq!(bench.toy.calls, ["-: Nodes(FindNode { name: \"a\" })"]);
    assert_eq!(bench.findings(), ["script.longer typed: line 1: FindNodeNow taken for FindNode"]);
    assert_eq!(taken(Game::Recoil, "FindNod"), None);
    assert_eq!(taken(Game::Recoil, "findnode"), None);
    assert_eq!(taken(Game::Recoil, "FINDNODE"), None);
}

#[test]
fn some_words_are_compared_only_in_part() {
    for (cut, word) in [
        ("CountCameraNod", "CountCameraNodes"),
        ("Object3DSetTextureWorldTexturesPerMet", "Object3DSetTextureWorldTexturesPerMeter"),
        ("SetPerspectiveInvers", "SetPerspectiveInverseZTolerance"),
    ] {
        assert_eq!(taken(Game::Recoil, cut).as_deref(), Some(word));
        assert_eq!(taken(Game::Recoil, &format!("{cut}Other")).as_deref(), Some(word));
        assert_eq!(taken(Game::Recoil, &cut[..cut.len() - 1]), None);
    }
    assert_eq!(taken(Game::Recoil, "CountUsedNodes").as_deref(), Some("CountUsedNodes"));
    assert_eq!(taken(Game::Recoil, "CountUsedNode"), None);
}

#[test]
fn some_words_have_to_be_exact() {
    for word in [
        "CameraGetTranslate",
        "CameraSetNearClip",
        "CameraSetFarClip",
        "Object3DGetTranslate",
        "PrintTree",
        "VideoSetDither",
        "VideoSetWireFrame",
        "WorldSetFogRange",
        "WorldSetFogRangeNear",
        "WorldSetFogRangeFar",
        "WorldGetFogRange",
    ] {
        assert_eq!(taken(Game::Recoil, word).as_deref(), Some(word));
        assert_eq!(taken(Game::Recoil, &format!("{word}s")), None);
    }
}

#[test]
fn words_of_crimson_skies_are_unknown_before_it() {
    for game in [Game::Recoil, Game::MechWarrior3, Game::PiratesMoon] {
        assert_eq!(taken(game, "AddClutterTemplates"), None);
        // How Recoil compares is known: it takes such a word for a shorter one.
        let is_recoil = game == Game::Recoil;
        assert_eq!(taken(game, "WorldPartitionSetActive").is_some(), is_recoil);
        assert_eq!(taken(game, "FindSubNodeNode").is_some(), is_recoil);
    }
    assert_eq!(taken(Game::CrimsonSkies, "AddClutterTemplates").as_deref(), Some("AddClutterTemplates"));
}

#[test]
fn recoil_has_a_word_of_its_own() {
    let word = "WeaponSetMaxTetherAltitude";
    assert_eq!(taken(Game::Recoil, word).as_deref(), Some(word));
    assert_eq!(taken(Game::MechWarrior3, word), None);
}

#[test]
fn an_unknown_word_is_a_finding_and_the_next_line_is_run() {
    let mut bench = Bench::of(Game::Recoil);
    bench.text("set A 1\n\nNoSuch %A% b\nEcho x\nNoSuch c\nOther");
    assert_eq!(
        bench.trace[1..],
        ["NoSuch 1 b: unknown", "Echo x: done", "NoSuch c: unknown", "Other: unknown"]
    );
    assert_eq!(
        bench.findings(),
        [
            "script.unknown typed: line 3: NoSuch %A% b",
            "script.unknown typed: line 5: NoSuch c",
            "script.unknown typed: line 6: Other"
        ]
    );
    let unknown = bench.interpreter.unknown_words();
    let summary: Vec<_> = unknown.iter().map(|(word, seen)| (word.as_str(), seen.count, seen.line)).collect();
    assert_eq!(summary, [("NoSuch", 2, 3), ("Other", 1, 6)]);
    assert_eq!(unknown["NoSuch"].text, "NoSuch %A% b");
}

#[test]
fn a_hook_behind_the_table_sees_what_the_table_does_not_know() {
    let mut bench = Bench::of(Game::Recoil);
    bench.toy.own_words = vec!["Mine"];
    bench.text("set A 1\nMine %A%\nYours\nEcho x");
    assert_eq!(bench.trace[1..], ["Mine 1: done", "Yours: unknown", "Echo x: done"]);
    assert_eq!(bench.toy.strangers, ["typed:2 Mine 1", "typed:3 Yours"]);
    assert_eq!(bench.findings(), ["script.unknown typed: line 3: Yours"]);
}

#[test]
fn words_of_the_language_come_first() {
    // What begins as a word of the language is never looked up in the table.
    assert_eq!(trace("setLighting A 1\nEcho %A%"), ["setLighting A 1: done", "Echo 1: done"]);
    assert_eq!(trace("SetLighting A 1\nEcho %A%"), ["SetLighting A 1: unknown", "Echo : done"]);
}

#[test]
fn a_word_of_another_game_is_not_taken_for_a_shorter_one() {
    let word = "WorldPartitionSetActive";
    assert_eq!(taken(Game::CrimsonSkies, word).as_deref(), Some(word));
    // How Recoil compares is known: it takes the word for a shorter one.
    assert_eq!(taken(Game::Recoil, word).as_deref(), Some("WorldPartition"));
    for game in [Game::MechWarrior3, Game::PiratesMoon] {
        assert_eq!(taken(game, word), None);
        assert_eq!(taken(game, "WorldPartitionSet").as_deref(), Some("WorldPartition"));
    }
}

#[test]
fn the_summary_lists_words_that_were_taken_for_shorter_ones() {
    let mut bench = Bench::of(Game::MechWarrior3);
    bench.text("FindNodeNow a\nNoSuch 1");
    let said: Vec<_> = bench.interpreter.unknown_words().iter().collect();
    assert_eq!((said[0].0.as_str(), said[0].1.taken_for), ("FindNodeNow", Some("FindNode")));
    assert_eq!((said[1].0.as_str(), said[1].1.taken_for), ("NoSuch", None));
}
