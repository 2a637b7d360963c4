//! English words in names that say what something is, where only scripts would know: scenes of
//! models, starts of levels. Lower case; names are compared without regard to it.
//! Source: `docs/spec/gamestudio.md`, "2.13 What scripts decide about the picture".

/// Beginnings of the names of scenes that are shown at rest, best first.
pub(super) const RESTING: [&str; 5] = ["stand", "idle", "wait", "rest", "frame"];
/// Beginnings of the names of scenes that are shown on the way along a path, best first.
pub(super) const MOVING: [&str; 5] = ["walk", "run", "fly", "swim", "move"];
/// Parts of the names of models that are a sky around everything.
pub(super) const SKIES: [&str; 2] = ["sky", "horizon"];
/// Parts of the names of positions, regions and entities, and of actions, where one starts, best
/// first: things have spawn points, too.
pub(super) const STARTS: [&str; 3] = ["player", "start", "spawn"];
