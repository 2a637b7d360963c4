//! Scenes that are made in code. An install of one says by the name of its file
//! which it is; the scene itself comes from the crate `demos`.

use crate::Title;
use load::CodedScene;

/// The manifest's word for the family of such titles.
const FAMILY: &str = "code";

/// Every scene that is made in code.
const SCENES: &[CodedScene] = &[CodedScene { id: "courtyard", build: demos::courtyard_scene }];

/// The scene in code that a world of a title is, if it is one.
pub(crate) fn coded_scene(title: &Title, world: &str) -> Option<CodedScene> {
    let mut scenes = SCENES.iter().filter(|_| title.family == FAMILY);
    scenes.find(|scene| scene.id.eq_ignore_ascii_case(world)).copied()
}

/// What must be in a file of a title whose scenes are made in code.
pub fn content(title: &Title) -> Option<&'static str> {
    (title.family == FAMILY).then_some(demos::SCENE_FILE)
}
