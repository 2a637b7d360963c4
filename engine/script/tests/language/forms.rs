//! A script as text and compiled does the same.

use crate::toy::{Bench, index};
use script::commands::Game;
use script::{Library, Options};

const BOOT: &str = "set ZBD_DIR zbd\nset GAMEZ %ZBD_DIR%\\c1\\gamez.zbd\nifdef USEZBD && NONE || USEZBD\n\
                    GameZReadZBDFile %GAMEZ%\nendif\nsource world.gs\nEcho back\nQuit\nEcho never";
const WORLD: &str = "FindNode world1\nWorldSetFogState linear\nWorldSetFogRange 10 %FAR%\nifndef USEZBD\n\
                     WorldPartition 256 -256\nendif\nFindNode none\nNodeSetActive off\nNoSuch 1 2\nsource none.gs\n\
                     SetBFETolerance\nFindNode world1\nQuit";

#[test]
fn text_and_compiled_forms_give_the_same_trace() {
    let library = Library::of(&index(&[("boot.gs", BOOT), ("world.gs", WORLD)]));
    let mut compiled = Bench::with(Game::MechWarrior3, library, Options::default()).nodes(&["world1"]);
    let mut text =
        Bench::of(Game::MechWarrior3).nodes(&["world1"]).file("boot.gs", BOOT).file("world.gs", WORLD);
    let ran = compiled.run("boot.gs");
    assert_eq!(text.run("boot.gs"), ran);
    assert_eq!(text.trace, compiled.trace);
    assert_eq!(text.places, compiled.places);
    assert_eq!(text.toy.calls, compiled.toy.calls);
    assert_eq!(text.findings(), compiled.findings());
    assert_eq!(text.interpreter.unknown_words(), compiled.interpreter.unknown_words());
    assert_eq!((ran.lines, ran.scripts), (21, 2));
    assert_eq!(
        compiled.trace,
        [
            "set ZBD_DIR zbd: done",
            "set GAMEZ zbd\\c1\\gamez.zbd: done",
            "ifdef USEZBD && NONE || USEZBD: done",
            "GameZReadZBDFile zbd\\c1\\gamez.zbd: done",
            "endif: ignored",
            "source world.gs: done",
            "FindNode world1: done",
            "WorldSetFogState linear: done",
            "WorldSetFogRange 10 : done",
            "ifndef USEZBD: done",
            "WorldPartition 256 -256: skipped",
            "endif: done",
            "FindNode none: not there",
            "NodeSetActive off: no current node",
            "NoSuch 1 2: unknown",
            "source none.gs: not there",
            "SetBFETolerance: done",
            "FindNode world1: done",
            "Quit: done",
            "Echo back: done",
            "Quit: done"
        ]
    );
}

#[test]
fn forms_may_run_each_other() {
    let library = Library::of(&index(&[("a.gs", "source b.gs\nEcho a"), ("c.gs", "Echo c")]));
    let mut bench =
        Bench::with(Game::MechWarrior3, library, Options::default()).file("b.gs", "source c.gs\nEcho b");
    bench.run("a.gs");
    assert_eq!(
        bench.trace,
        ["source b.gs: done", "source c.gs: done", "Echo c: done", "Echo b: done", "Echo a: done"]
    );
}

#[test]
fn the_same_script_gives_the_same_again() {
    let run = || {
        let mut bench = Bench::of(Game::CrimsonSkies).file("world.gs", WORLD);
        bench.text(BOOT);
        (bench.trace.clone(), bench.findings())
    };
    assert_eq!(run(), run());
}
