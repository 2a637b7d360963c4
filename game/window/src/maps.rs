//! The map of a world, read or made on a thread when somebody opens the map page.

use crate::media::Working;
use crate::visit::Known;
use base::Failure;
use std::sync::Arc;
use world::Scene;

pub use places::{Chart, Origin};

/// Reads or makes the map of a place; `wake` is called at the end. What is odd about its files goes to the log.
pub fn start(known: &Known, scene: &Arc<Scene>, wake: impl Fn() + Send + 'static) -> Working<Chart> {
    let (files, request, scene) = (Arc::clone(&known.files), known.request.clone(), Arc::clone(scene));
    let work = move || -> Result<Chart, Failure> {
        let (chart, findings) = Chart::of(&files, &request, &scene);
        for finding in findings {
            tracing::warn!(target: "load", "{finding}");
        }
        Ok(chart)
    };
    Working::start(work, wake)
}
