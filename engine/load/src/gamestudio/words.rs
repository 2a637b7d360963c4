//! English words in names that say what something is, where only scripts would know: scenes of
//! models, starts of levels. Lower case; names are compared without regard to it.
//! Source: `docs/spec/gamestudio.md`, "2.13 What scripts decide about the picture".

/// Beginnings of the names of scenes that are shown at rest, best first.
pub(super) const RESTING: [&str; 5] = ["stand", "idle", "wait", "rest", "frame"];
/// Beginnings of the names of scenes that are shown on the way along a path, best first.
pub(super) const MOVING: [&str; 5] = ["walk", "run", "fly", "swim", "move"];
/// Parts of the names of positions and regions, and of actions of entities, where one starts.
pub(super) const STARTS: [&str; 3] = ["player", "spawn", "start"];
