//! The closed tree: level and upright planes divide a zone into boxes, so that
//! every point of space is in a region. Source: `docs/spec/everquest/wld.md`,
//! "0x21 WorldTree".

use super::face::{Face, Plane};
use super::partition::{Bounds, Cell, Partition};
use glam::Vec3;

/// A box that the tree is cut along.
#[derive(Clone, Copy, Debug)]
pub(super) struct Volume {
    pub bounds: Bounds,
    /// The sector of what is in it; none leaves that to the others.
    pub sector: Option<usize>,
}

/// What a zone is divided by.
pub(super) struct Plan<'a> {
    /// The zone from edge to edge.
    pub whole: Bounds,
    /// Largest length of a region north and west.
    pub cell: f32,
    /// Later ones win where they overlap.
    pub volumes: &'a [Volume],
    /// The sector of everything that is in no volume.
    pub sector: usize,
}

/// Divides faces.
pub(super) fn divide(plan: &Plan<'_>, faces: Vec<Face>) -> Partition {
    let mut partition = Partition::default();
    let root = partition.reserve();
    node(plan, &mut partition, root, plan.whole, faces);
    partition
}

fn node(plan: &Plan<'_>, partition: &mut Partition, number: u32, bounds: Bounds, faces: Vec<Face>) {
    let Some((axis, at)) = plan.plane(&bounds) else {
        let inside = |volume: &Volume| volume.bounds.covers(&bounds);
        let volumes: Vec<usize> =
            (0..plan.volumes.len()).filter(|index| inside(&plan.volumes[*index])).collect();
        let sector = volumes.iter().rev().find_map(|index| plan.volumes[*index].sector);
        let sector = sector.unwrap_or(plan.sector);
        partition.leaf(number, Cell { faces, min: bounds.min, max: bounds.max, sector, volumes });
        return;
    };
    // Original trees look to the lower side.
    let mut normal = Vec3::ZERO;
    normal[axis] = -1.0;
    let plane = Plane { normal, distance: at };
    let (mut front, mut back) = (Vec::new(), Vec::new());
    for face in faces {
        let [near, far] = face.cut(&plane);
        front.extend(near);
        back.extend(far);
    }
    let (mut low, mut high) = (bounds, bounds);
    low.max[axis] = at;
    high.min[axis] = at;
    let first = partition.reserve();
    node(plan, partition, first, low, front);
    let second = partition.reserve();
    node(plan, partition, second, high, back);
    partition.inner(number, &plane, first, second);
}

impl Plan<'_> {
    /// The axis and place at which a box is cut next; none for a region.
    fn plane(&self, bounds: &Bounds) -> Option<(usize, f32)> {
        let size = bounds.max - bounds.min;
        let axis = usize::from(size.y > size.x);
        if size[axis] > self.cell * 1.5 {
            // Whole cells, so that the ground is not cut between its corners.
            let cells = (size[axis] / self.cell / 2.0).round().max(1.0);
            return Some((axis, bounds.min[axis] + cells * self.cell));
        }
        let met = self.volumes.iter().filter(|volume| volume.bounds.meets(bounds));
        let cuts = met.flat_map(|volume| {
            let Bounds { min, max } = volume.bounds;
            [0, 1, 2].into_iter().flat_map(move |axis| [(axis, min[axis]), (axis, max[axis])])
        });
        cuts.into_iter().find(|(axis, at)| *at > bounds.min[*axis] && *at < bounds.max[*axis])
    }
}
