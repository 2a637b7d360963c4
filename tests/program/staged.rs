//! A game whose models stand on a stage: the page on which they are chosen, and a body to walk in.

use crate::desk::Desk;
use std::path::Path;

#[test]
fn models_are_chosen_on_a_page_and_walked_among() {
    let Some(desk) = Desk::open() else { return };
    let (home, game) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for name in ["Boar.m2", "Wisp.m2"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../formats/warcraft/tests/fixtures");
        let hex = std::fs::read_to_string(path.join("m2_first.hex")).unwrap();
        std::fs::create_dir_all(game.path().join("Creature/Some")).unwrap();
        std::fs::write(game.path().join("Creature/Some").join(name), harness::hex::bytes(&hex)).unwrap();
    }
    let path = game.path().to_str().unwrap();
    let mut program = desk.start(home.path(), &["play", path, "--size", "640x480"]);
    program.wait_for_title("Revisit");
    // The list is read on a thread; the search has the keyboard once it is there.
    std::thread::sleep(std::time::Duration::from_secs(3));
    desk.xdotool(&["type", "--delay", "5", "wis"]);
    program.keys(&["Return"]);
    desk.xdotool(&["type", "--delay", "5", "boa"]);
    program.keys(&["Return", "Return"]);
    program.wait_for_title("Revisit: World of Warcraft, client 1.x or 2.x, Wisp,Boar");
    let (_, start) = program.picture();
    assert_eq!((start["title"].as_str(), start["world"].as_str()), (Some("warcraft"), Some("Wisp,Boar")));
    program.quit();

    // A model of the game is the body.
    let arguments = ["play", path, "boar", "--race", "wisp", "--frames", "20", "--size", "160x120"];
    let run = desk.run(home.path(), &arguments).ok();
    assert!(run.out.starts_with("20 frames, "), "{run:#?}");
}
