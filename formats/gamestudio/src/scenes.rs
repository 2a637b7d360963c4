//! Frames of a model grouped into scenes by their names: `walk 1`, `walk 2`
//! and `walk3` are one scene. Source: `docs/spec/gamestudio.md`, "1. World conventions".

use serde::Serialize;

/// Frames that are shown one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scene {
    /// What the names of its frames have in common, in the first one's letters.
    pub name: String,
    /// Numbers of its frames in the model, in file order.
    pub frames: Vec<usize>,
}

/// The part of a frame's name before the number at its end and before any
/// blanks in front of that; the whole name when only a number is there.
pub fn scene_name(frame: &str) -> &str {
    let frame = frame.trim_end();
    let stem = frame.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
    if stem.is_empty() { frame } else { stem }
}

/// Groups names into scenes, in the order of their first frames. Case does not
/// matter.
pub fn scenes<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Vec<Scene> {
    let mut scenes: Vec<Scene> = Vec::new();
    for (number, name) in names.into_iter().enumerate() {
        let stem = scene_name(name.as_ref());
        // The frames of a scene are usually adjacent, so the last scene is tried first.
        match scenes.iter_mut().rev().find(|scene| scene.name.eq_ignore_ascii_case(stem)) {
            Some(scene) => scene.frames.push(number),
            None => scenes.push(Scene { name: stem.to_owned(), frames: vec![number] }),
        }
    }
    scenes
}
