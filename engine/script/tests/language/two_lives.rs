//! docs/spec/zbd/interp-language.md, "7. Two lives of the same scripts".

use crate::toy::Bench;
use script::commands::Game;
use script::startup::{Road, SWITCH, scripts};
use script::{Angles, Outcome, Script};

/// A world's script as the tools that built it and the game that loads it share it.
const SHARED: &str = "set GAMEZ c1\\gamez.zbd\n\
                      ifdef USEZBD\n\
                      GameZReadZBDFile %GAMEZ%\n\
                      endif\n\
                      ifndef USEZBD\n\
                      LoadGameGen tree.flt tree\n\
                      GameZWriteZBDFile %GAMEZ%\n\
                      endif";

#[test]
fn the_switch_chooses_the_road() {
    for game in [Game::MechWarrior3, Game::PiratesMoon, Game::CrimsonSkies] {
        let mut bench = Bench::of(game);
        assert_eq!(
            (bench.interpreter.road(), bench.interpreter.variables().get(SWITCH)),
            (Road::Run, Some("TRUE"))
        );
        bench.text(SHARED);
        assert_eq!(bench.toy.calls, ["-: Loading(GameZReadZBDFile { path: \"c1\\\\gamez.zbd\" })"]);

        bench.interpreter.take(Road::Build);
        assert_eq!(
            (bench.interpreter.road(), bench.interpreter.variables().get(SWITCH)),
            (Road::Build, None)
        );
        bench.toy.calls.clear();
        bench.trace.clear();
        bench.text(SHARED);
        // Nothing is ever written.
        assert_eq!(bench.toy.calls, ["-: Authoring(LoadGameGen { path: \"tree.flt\", name: \"tree\" })"]);
        assert_eq!(bench.trace[6], "GameZWriteZBDFile c1\\gamez.zbd: ignored");
    }
}

#[test]
fn a_script_may_choose_the_road_itself() {
    let mut bench = Bench::of(Game::CrimsonSkies);
    bench.text("set USEZBD FALSE");
    assert_eq!(bench.interpreter.road(), Road::Build);
    bench.text("set USEZBD TRUE");
    assert_eq!(bench.interpreter.road(), Road::Run);
}

#[test]
fn recoil_has_a_script_for_each_road() {
    let mut bench = Bench::of(Game::Recoil);
    assert_eq!((bench.interpreter.road(), bench.interpreter.variables().get(SWITCH)), (Road::Run, None));
    bench.interpreter.take(Road::Build);
    assert_eq!((bench.interpreter.road(), bench.interpreter.variables().get(SWITCH)), (Road::Build, None));

    let of = |road, world| scripts(Game::Recoil, road, world, None);
    assert_eq!(of(Road::Run, "m3"), ["support\\initm3.gw", "m3_zbd.gs"]);
    assert_eq!(of(Road::Build, "M13"), ["support\\initm13.gw", "m13.gs"]);
    assert_eq!(of(Road::Run, "m0"), ["support\\initm1.gw", "m1_zbd.gs"]);
    for odd in ["", "c1", "m", "mm", "m-1"] {
        assert!(of(Road::Run, odd).is_empty());
    }
}

#[test]
fn the_other_games_have_scripts_of_chapters() {
    let of = |game, road, mission| scripts(game, road, "c1", mission);
    for game in [Game::MechWarrior3, Game::PiratesMoon] {
        assert_eq!(of(game, Road::Run, None), ["support\\c1\\init.gw", "support\\load.gw", "c1.gs"]);
    }
    assert_eq!(
        of(Game::CrimsonSkies, Road::Run, Some("m5")),
        [
            "support\\main.gw",
            "support\\load.gw",
            "support\\c1\\init.gw",
            "support\\c1\\load.gw",
            "support\\c1\\adjust.gw",
            "support\\c1\\m5.gw"
        ]
    );
    assert!(of(Game::CrimsonSkies, Road::Build, None).contains(&"support\\c1\\tex_fx.gw".to_owned()));
}

#[test]
fn words_for_building_worlds_are_known_and_may_be_left_out() {
    for word in [
        "LoadGameGen",
        "SetMission",
        "SetModelDirectory",
        "GameGenSetWorld",
        "GameGenForceFlatShading",
        "SetKeyboardInput",
        "GenericTerrainMorph",
    ] {
        let mut bench = Bench::of(Game::Recoil);
        bench.toy.answers.insert(word, Outcome::Unused);
        bench.text(&format!("{word} a b"));
        assert_eq!(bench.trace, [format!("{word} a b: ignored")]);
        assert!(bench.findings().is_empty());
    }
}

#[test]
fn a_mission_switches_off_what_it_does_not_want() {
    let mut bench = Bench::of(Game::CrimsonSkies).nodes(&["zep", "world1"]).file(
        "support\\C1\\m5.gw",
        "FindNode zep\nNodeSetActive off\nFindNode hangar\nNodeSetActive off\nFindNode world1\n\
         WorldPartitionSetActive off 100 -200 300 -400\nQuit\nDeleteTree zep",
    );
    bench.run("support\\C1\\m5.gw");
    assert_eq!(
        bench.toy.calls,
        [
            "-: Nodes(FindNode { name: \"zep\" })",
            "zep: Flags(NodeSetActive { active: false })",
            "zep: Nodes(FindNode { name: \"hangar\" })",
            "-: Nodes(FindNode { name: \"world1\" })",
            "world1: World(WorldPartitionSetActive { active: false, x1: 100.0, z1: -200.0, x2: 300.0, z2: -400.0 })"
        ]
    );
}

#[test]
fn a_script_of_crimson_skies_says_by_its_values_in_what_it_turns_objects() {
    for (text, expected) in [
        ("Object3DRotate 0 3.1416 0\nObject3DRotate 0 -6.28 0", Angles::Radians),
        ("Object3DRotate 0 3 0\nObject3DRotate 0 -90 0", Angles::Degrees),
        ("Object3DTranslate 0 90 0\nObject3DRotate 0 0 0 90", Angles::Radians),
        ("", Angles::Radians),
    ] {
        assert_eq!(Script::of_text("t", text.as_bytes()).angles(), expected, "{text}");
    }
}

#[test]
fn variables_that_scripts_of_mechwarrior_name_are_set_before_them() {
    for game in [Game::MechWarrior3, Game::PiratesMoon] {
        let set = script::startup::variables(game, "c1");
        assert_eq!(set, [("ZBD_DIR", "zbd".to_owned()), ("GAMEZ", "zbd\\c1\\gamez.zbd".to_owned())]);
    }
    let skies = script::startup::variables(Game::CrimsonSkies, "c1");
    assert!(skies.contains(&("CAMPAIGN_DIR", "c1".to_owned())));
    assert!(script::startup::variables(Game::Recoil, "m1").is_empty());
}
