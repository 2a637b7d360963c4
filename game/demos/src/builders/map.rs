//! Recoil's map of the world: lines and areas seen from above.
//! Source: `docs/spec/zbd/zmap.md`.

use crate::DemoFile;
use binary::Result;
use glam::Vec3;
use zbd::zmap::{self, Feature, ZMap};

/// A line or an area of a map.
pub(crate) struct Outline {
    /// Red, green, blue.
    pub color: [u8; 3],
    /// Its corners.
    pub corners: Vec<Vec3>,
    /// The objective it belongs to, 0 for none.
    pub objective: i32,
}

/// The map of a world.
pub(crate) fn file(world: &str, outlines: Vec<Outline>) -> Result<DemoFile> {
    let features = outlines
        .into_iter()
        .map(|Outline { color, corners, objective }| Feature {
            color,
            vertices: corners.iter().map(|corner| corner.to_array()).collect(),
            objective,
        })
        .collect();
    Ok(DemoFile::new(&format!("zbd/{world}/{world}.zmap"), zmap::write(&ZMap::new(features))?))
}
