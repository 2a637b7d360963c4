//! Buildings while they are drawn: one description gives every level of
//! detail, and what it shades is known before any light is baked.

use super::Site;
use super::light::Shade;
use super::mesh::{Mesh, Style};
use super::terrain::Terrain;
use crate::builders::graph::{Graph, Home, New, Pose};
use glam::Vec3;
use rayon::prelude::*;
use zbd::gamez::nodes::flags;

/// Where a level gives way to the next, units from the building's middle.
const RANGES: [[f32; 2]; 3] = [[0.0, 190.0], [190.0, 520.0], [520.0, 6000.0]];

/// A building at one level of detail.
pub(super) struct Draft {
    /// Its polygons, around its own foot.
    pub mesh: Mesh,
    level: usize,
}

impl Draft {
    /// True at the nearest level.
    pub fn is_near(&self) -> bool {
        self.level == 0
    }

    /// True at the nearest two levels.
    pub fn is_middle(&self) -> bool {
        self.level <= 1
    }

    /// So many sides near, fewer farther away.
    pub fn sides(&self, near: u32) -> u32 {
        (near >> self.level).max(5).min(near)
    }

    /// A block without windows.
    pub fn block(&mut self, min: [f32; 3], max: [f32; 3], side: &Style, top: &Style) {
        self.mesh.block(Vec3::from_array(min), Vec3::from_array(max), side, top);
    }
}

/// A building waiting for light.
pub(super) struct Structure {
    name: String,
    levels: Vec<Mesh>,
}

/// Describes a building at a place, turned by so many degrees, in three levels.
pub(super) fn stand(site: &mut Site, name: &str, at: [f32; 3], degrees: f32, draw: impl Fn(&mut Draft)) {
    let at = Vec3::from_array(at);
    let levels: Vec<Mesh> = (0..RANGES.len())
        .map(|level| {
            let mut draft = Draft { mesh: Mesh::new(), level };
            draft.mesh.stand(at, degrees);
            draw(&mut draft);
            if level == 0 {
                for [min, max] in &draft.mesh.blocks {
                    site.shade.block(*min, *max);
                }
            }
            draft.mesh
        })
        .collect();
    site.structures.push(Structure { name: name.to_owned(), levels });
}

/// Describes something small, in one level that is not drawn from afar.
pub(super) fn put(site: &mut Site, name: &str, mesh: Mesh) {
    for [min, max] in &mesh.blocks {
        site.shade.block(*min, *max);
    }
    site.structures.push(Structure { name: name.to_owned(), levels: vec![mesh] });
}

/// Gives everything its light and puts it into the graph.
pub(super) fn finish(structures: Vec<Structure>, shade: &Shade, terrain: &Terrain, graph: &mut Graph) {
    let baked: Vec<_> = structures
        .into_par_iter()
        .map(|Structure { name, levels }| {
            let levels: Vec<_> = levels
                .into_iter()
                .filter(|mesh| !mesh.is_empty())
                .map(|mesh| mesh.bake(shade, terrain))
                .collect();
            (name, levels)
        })
        .collect();
    for (name, levels) in baked {
        if levels.len() < 2 {
            for level in levels {
                graph.thing(level, New::object(&name, Home::Placed, Pose::Initial).solid());
            }
            continue;
        }
        let root = graph.add(New::object(&name, Home::Placed, Pose::Initial).solid());
        let models: Vec<_> = levels.into_iter().map(|level| graph.model(level)).collect();
        // All levels measure from the same middle.
        let bounds = models.first().and_then(|model| graph.model_bounds(*model));
        for ((model, range), what) in models.into_iter().zip(RANGES).zip(["near", "mid", "far"]) {
            let solid = flags::ALTITUDE_SURFACE | flags::INTERSECT_SURFACE;
            let lod = graph.level(&format!("{name}_{what}"), root, range, solid);
            if let Some(bounds) = bounds {
                graph.give_box(lod, bounds);
            }
            let body = New::object("body", Home::Under(lod), Pose::Initial);
            graph.add(body.solid().model(model));
        }
    }
}
