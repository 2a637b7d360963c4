//! The page of an install of Warcraft that chooses models, and the stage on which they stand then.

use crate::desk::{Desk, distance};
use std::path::Path;

/// A folder with a model of each client, which says of no world that it starts with it.
fn models() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (fixture, name) in [("m2_first", "boar.m2"), ("m2_second", "Wisp.m2")] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../formats/warcraft/tests/fixtures");
        let hex = std::fs::read_to_string(path.join(format!("{fixture}.hex"))).unwrap();
        std::fs::write(folder.path().join(name), harness::hex::bytes(&hex)).unwrap();
    }
    folder
}

#[test]
fn models_are_ticked_and_walked_among() {
    let Some(desk) = Desk::open() else { return };
    let (home, game) = (tempfile::tempdir().unwrap(), models());
    let arguments = ["play", game.path().to_str().unwrap(), "--size", "1280x720"];
    let mut program = desk.start(home.path(), &arguments);
    program.wait_for_title("Revisit");
    // The list is read on a thread of its own; until then there is nothing to hit.
    std::thread::sleep(std::time::Duration::from_secs(2));
    // The box of the first model, and the button beside the search.
    program.click(54, 198);
    program.click(400, 146);
    program.wait_for_title("Revisit: World of Warcraft, client 1.x or 2.x, boar");
    let (_, start) = program.picture();
    program.hold("w");
    let (_, walked) = program.picture();
    assert!(distance(&start, &walked) > 0.5, "{start} {walked}");

    // From the menu, all without the mouse: the search takes the first that it finds, and goes where it is empty.
    program.keys(&["Escape"]);
    program.click(640, 434);
    std::thread::sleep(std::time::Duration::from_secs(2));
    desk.xdotool(&["type", "--delay", "30", "wisp"]);
    program.keys(&["Return", "Return"]);
    program.wait_for_title("Revisit: World of Warcraft, client 1.x or 2.x, Wisp");
    program.quit();
}
