//! Texture cycles and scrolling textures.
//!
//! Source: `docs/spec/zbd/engine-behaviour.md`, "9. Materials, textures, models".

use crate::DT;
use world::{Scene, State};

/// Moves every cycle on once and every scrolling model's coordinates.
pub(crate) fn tick(scene: &Scene, state: &mut State) {
    for (material, position) in scene.materials.iter().zip(&mut state.cycles) {
        if let Some(cycle) = &material.cycle {
            *position = cycle.advance(*position, DT);
        }
    }
    for (model, moved) in scene.models.iter().zip(&mut state.scrolls) {
        for (moved, speed) in moved.iter_mut().zip(model.scroll) {
            scroll(moved, speed * DT);
        }
    }
}

/// Moves a texture coordinate on, round and round within 0..1. What is NaN or infinite moves nothing.
pub(crate) fn scroll(moved: &mut f32, by: f32) {
    if by != 0.0 && by.is_finite() {
        let next = *moved + by;
        *moved = next - next.floor();
    }
}
