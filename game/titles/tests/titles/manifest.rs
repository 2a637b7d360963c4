//! The table of games.

use crate::installs::put;
use titles::{detect, manifest};

#[test]
fn the_manifest_is_complete_and_true_to_itself() {
    let manifest = manifest();
    let ids: Vec<&str> = manifest.titles.iter().map(|title| title.id.as_str()).collect();
    let all = [
        "mechwarrior3",
        "pirates-moon",
        "recoil",
        "crimson-skies",
        "everquest",
        "gamestudio",
        "daggerfall",
        "warcraft",
    ];
    assert_eq!(ids, all);
    for title in &manifest.titles {
        assert!(title.space.metres_per_unit > 0.0);
        assert!(title.hints_needed >= 2 && title.hints.files.len() >= title.hints_needed, "{}", title.id);
        assert!(title.files.iter().any(|rule| rule.required), "{}", title.id);
        for release in &title.releases {
            assert!(release.unconfirmed, "{}: nobody compared a disc", title.id);
            assert!(release.facts.iter().all(|fact| fact.words.len() == release.columns.len()));
        }
        assert_eq!(title.loads_worlds, title.worlds.is_some(), "{}", title.id);
        assert_eq!(manifest.title(&title.name.to_uppercase()).unwrap().id, title.id);
    }
    assert_eq!(manifest.title("mechwarrior3").unwrap().music.tracks, [2, 3]);
    assert_eq!(manifest.title("pirates-moon").unwrap().music.tracks, [2]);
}

#[test]
fn what_is_not_a_game_is_known_by_name_and_not_searched_for() {
    let own = manifest().title("revisit").unwrap();
    assert!(manifest().titles.iter().all(|title| title.id != own.id));
    assert!(own.loads_worlds && own.worlds.is_some() && own.signs.is_empty());
    // A file of that kind alone is no install.
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "courtyard.scene", b"courtyard");
    assert!(detect(folder.path()).unwrap().title.is_none());
}

#[test]
fn every_title_has_a_frame() {
    for title in &manifest().titles {
        assert!(
            world::Frame::parse(&title.space.axes, title.space.metres_per_unit).is_some(),
            "{}: `{}`",
            title.id,
            title.space.axes
        );
        // Only Daggerfall is left-handed.
        assert_eq!(title.space.frame().mirrors(), title.id == "daggerfall", "{}", title.id);
    }
    // Raw EverQuest frame: x north, y west, z up. North is away from the viewer.
    let everquest = manifest().title("eq").unwrap().space.frame();
    assert_eq!(everquest.to_engine([1.0, 0.0, 0.0].into()).to_array(), [0.0, 0.0, -1.0]);
    assert_eq!(everquest.to_engine([0.0, 1.0, 0.0].into()).to_array(), [-1.0, 0.0, 0.0]);
    assert_eq!(everquest.to_engine([0.0, 0.0, 1.0].into()).to_array(), [0.0, 1.0, 0.0]);
}
