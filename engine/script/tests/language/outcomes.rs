//! What hosts answer, and what becomes of it.

use crate::toy::Bench;
use script::commands::Game;
use script::{Around, Call, Host, Interpreter, Library, NoFiles, Options, Outcome, Registers, Untraced};

#[test]
fn a_command_that_is_not_carried_out_is_a_finding_where_it_matters() {
    let mut bench = Bench::of(Game::Recoil);
    bench.toy.answers.insert("LoadSoils", Outcome::Unused);
    bench.toy.answers.insert("SetBFETolerance", Outcome::Unused);
    bench.toy.answers.insert("TextureAdd", Outcome::Failed("no room".to_owned()));
    bench.toy.answers.insert("DeleteTree", Outcome::Missing);
    bench.text("LoadSoils soil.zrd\nSetBFETolerance 1\nTextureAdd t\nDeleteTree x\nEcho y");
    assert_eq!(
        bench.trace,
        [
            "LoadSoils soil.zrd: not carried out",
            "SetBFETolerance 1: ignored",
            "TextureAdd t: failed",
            "DeleteTree x: not there",
            "Echo y: done"
        ]
    );
    assert_eq!(
        bench.findings(),
        [
            "script.unused typed: line 1: LoadSoils soil.zrd",
            "script.failed typed: line 3: TextureAdd t: no room"
        ]
    );
}

#[test]
fn nothing_that_writes_is_handed_to_a_host() {
    let mut bench = Bench::of(Game::Recoil);
    bench.text("DeleteFile a\nmkdir b\nGameZWriteZBDFile c\nPrintUsedTextures d");
    assert!(bench.trace.iter().all(|line| line.ends_with(": ignored")));
    assert!(bench.toy.calls.is_empty() && bench.findings().is_empty());
}

#[test]
fn repeats_are_counted_and_not_kept() {
    let mut bench = Bench::of(Game::Recoil);
    bench.text(&"NoSuch\n".repeat(50));
    assert_eq!(bench.interpreter.findings().len(), 20);
    assert_eq!(bench.interpreter.finding_counts()["script.unknown"], 50);
    assert_eq!(bench.interpreter.unknown_words()["NoSuch"].count, 50);
    assert_eq!(bench.interpreter.take_findings().len(), 20);
    assert!(bench.interpreter.findings().is_empty() && bench.interpreter.finding_counts().is_empty());
}

/// Notes what comes with a command.
#[derive(Default)]
struct Witness(Vec<String>);

impl Host for Witness {
    fn call(&mut self, call: &Call<'_>, _: &mut Registers) -> Outcome {
        self.0.push(format!("{} {}:{} {:?}", call.word, call.place.script, call.place.line, call.angles));
        Outcome::Done
    }
}

#[test]
fn a_call_says_where_it_comes_from_and_in_which_unit() {
    for (game, angles) in [(Game::CrimsonSkies, "Radians"), (Game::PiratesMoon, "Degrees")] {
        let mut witness = Witness::default();
        let mut interpreter = Interpreter::new(game, Library::empty(), Options::default());
        let mut around = Around { files: &mut NoFiles, host: &mut witness, sink: &mut Untraced };
        interpreter.run_text("typed", "\nMatlNewer\nechoes", &mut around);
        let expected = [format!("MatlNewer typed:2 {angles}"), format!("echoes typed:3 {angles}")];
        assert_eq!(witness.0, expected);
    }
}
