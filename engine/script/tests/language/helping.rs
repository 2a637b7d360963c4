//! Completion and help for a console.

use script::commands::{Game, entries};
use script::help::{complete, entry, help, usage};

fn completed(game: Game, typed: &str) -> Vec<&'static str> {
    complete(game, typed).into_iter().map(|(word, _)| word).collect()
}

#[test]
fn commands_are_listed_by_their_beginnings() {
    assert_eq!(completed(Game::Recoil, "findn"), ["FindNode"]);
    assert_eq!(
        completed(Game::Recoil, "WorldSetFogR"),
        ["WorldSetFogRange", "WorldSetFogRangeFar", "WorldSetFogRangeNear"]
    );
    assert_eq!(completed(Game::Recoil, "FindSub"), ["FindSubNode"]);
    assert_eq!(completed(Game::CrimsonSkies, "FindSub"), ["FindSubNode", "FindSubNodeNode"]);
    assert_eq!(completed(Game::Recoil, "seqn"), ["SEQNew"]);
    assert_eq!(completed(Game::Recoil, "i"), ["ifdef", "ifndef"]);
    assert_eq!(completed(Game::Recoil, "Zzz"), [""; 0]);
    assert_eq!(completed(Game::Recoil, "\u{FC}"), [""; 0]);
    let all = completed(Game::Recoil, "");
    assert!(all.len() > 150 && all.is_sorted());
}

#[test]
fn usage_is_one_line() {
    let of = |word: &str| usage(entry(Game::CrimsonSkies, word).unwrap());
    assert_eq!(of("WorldSetFogRange"), "WorldSetFogRange near far");
    assert_eq!(of("echo"), "Echo text...");
    assert_eq!(of("Quit"), "Quit");
    assert_eq!(of("SEQNew"), "NewSEQ name");
    assert!(entry(Game::CrimsonSkies, "quit").is_none());
    assert!(entries().all(|entry| !usage(entry).contains('\n')));
}

#[test]
fn help_says_what_it_does_and_why_it_may_do_nothing() {
    let of = |word: &str| help(entry(Game::Recoil, word).unwrap());
    assert_eq!(
        of("CameraSetNearFarClip"),
        "CameraSetNearFarClip near far\nSets from where to where the camera sees.\n  near: number (units)\n  \
         far: number (units)\nAlso written CameraSetClip."
    );
    assert!(
        of("SetBFETolerance").ends_with("May be left out: tunes a renderer and tools that are not these.")
    );
    assert!(of("DeleteFile").ends_with("Never carried out: scripts write nothing."));
}
