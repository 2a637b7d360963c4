//! Scenes that are made in code: nothing is read, and nothing can be wrong with
//! a file. The scene says itself where the avatar starts.

use crate::{CodedScene, Error, Loaded, Phase, Progress, step};
use world::{Derived, Limits, State};

/// Makes a scene.
///
/// # Errors
/// Cancellation.
pub(crate) fn load(code: CodedScene, progress: &mut dyn Progress) -> Result<Loaded, Error> {
    step(progress, Phase::Build, 0, 1)?;
    let scene = (code.build)();
    step(progress, Phase::Build, 1, 1)?;
    step(progress, Phase::Collide, 0, 1)?;
    let (derived, findings) = Derived::build(&scene, &State::new(&scene, 0), Limits::default().occurrences);
    step(progress, Phase::Collide, 1, 1)?;
    Ok(Loaded { scene, derived, findings, bytes_read: 0 })
}
