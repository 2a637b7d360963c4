//! Corners of models that bones bend on the device: a copy of their own beside
//! that of the shape without any clip, with the bones that carry each of them.

use crate::{adapter::Gpu, geometry::Corner, writes::Writes};
use hashbrown::HashMap;
use std::sync::Arc;
use world::{Deform, Influence, Model};

/// Bones that carry one corner on the device; models with more are bent by the
/// processor.
const CARRIERS: usize = 4;
/// Sum of the weights of a corner.
const WHOLE: u16 = u16::MAX;

/// Bones that carry a corner, and how much of it, as the shader reads them. All
/// weights 0 for a corner that stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(crate) struct Skin {
    pub bones: [u16; CARRIERS],
    pub weights: [u16; CARRIERS],
}

impl Skin {
    fn of(carriers: &[Influence]) -> Self {
        let mut skin = Skin::default();
        let mut heaviest = 0;
        for (slot, one) in carriers.iter().take(CARRIERS).enumerate() {
            skin.bones[slot] = one.bone as u16;
            skin.weights[slot] = (one.weight * f32::from(WHOLE)).round() as u16;
            if skin.weights[slot] > skin.weights[heaviest] {
                heaviest = slot;
            }
        }
        // Rounded weights must still sum up to one, or what they carry shrinks.
        let sum: i32 = skin.weights.iter().map(|weight| i32::from(*weight)).sum();
        if sum > 0 {
            let rest = i32::from(WHOLE) - sum;
            skin.weights[heaviest] = (i32::from(skin.weights[heaviest]) + rest).clamp(0, WHOLE.into()) as u16;
        }
        skin
    }
}

/// True for what the device can bend: bones alone move it, few carry one corner.
pub(crate) fn is_bendable(deform: &Deform) -> bool {
    let skeleton = &deform.skeleton;
    deform.is_skin()
        && skeleton.bones().len() <= usize::from(u16::MAX) + 1
        && skeleton.most_influences() <= CARRIERS
}

/// Skinned shapes in the making.
#[derive(Default)]
pub(crate) struct SkinMaker {
    corners: Vec<Corner>,
    skins: Vec<Skin>,
    indices: Vec<u32>,
    starts: HashMap<u32, u32>,
}

impl SkinMaker {
    /// Adds a shape, if the device can bend it: its corners with the vertices they
    /// are, and its indices, which count from `first`.
    pub fn add(
        &mut self,
        shape: u32,
        model: &Model,
        corners: &[Corner],
        vertices: &[u32],
        first: u32,
        indices: &[u32],
    ) {
        let Some(deform) = model.deform.as_deref().filter(|deform| is_bendable(deform)) else { return };
        let base = self.corners.len() as u32;
        self.starts.insert(shape, self.indices.len() as u32);
        self.indices.extend(indices.iter().map(|index| index - first + base));
        self.corners.extend_from_slice(corners);
        self.skins.extend(vertices.iter().map(|vertex| {
            let point = deform.point_of.get(*vertex as usize);
            point.map_or(Skin::default(), |point| Skin::of(deform.skeleton.carriers(*point)))
        }));
    }

    pub fn skins(self, gpu: &Gpu, writes: &mut Writes) -> Skins {
        let vertex = wgpu::BufferUsages::VERTEX;
        Skins {
            corners: writes.buffer(gpu, "skinned corners", Arc::new(self.corners), vertex),
            skins: writes.buffer(gpu, "skins", Arc::new(self.skins), vertex),
            indices: writes.buffer(gpu, "skinned indices", Arc::new(self.indices), wgpu::BufferUsages::INDEX),
            starts: self.starts,
        }
    }
}

/// Skinned shapes on the device.
pub(crate) struct Skins {
    pub corners: wgpu::Buffer,
    pub skins: wgpu::Buffer,
    pub indices: wgpu::Buffer,
    starts: HashMap<u32, u32>,
}

impl Skins {
    /// Where the indices of a shape start, if the device bends it.
    pub fn start(&self, shape: u32) -> Option<u32> {
        self.starts.get(&shape).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_sum_up_to_one_however_they_are_rounded() {
        let carried = |weights: &[f32]| -> Skin {
            let influences = weights.iter().zip(7..);
            let influences: Vec<Influence> =
                influences.map(|(weight, bone)| Influence { point: 0, bone, weight: *weight }).collect();
            Skin::of(&influences)
        };
        assert_eq!(carried(&[1.0]), Skin { bones: [7, 0, 0, 0], weights: [65535, 0, 0, 0] });
        // A third is 21845 exactly; sixths round up: 10922.5 each.
        assert_eq!(carried(&[1.0 / 3.0; 3]).weights, [21845, 21845, 21845, 0]);
        let sixths = carried(&[1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 0.5]);
        assert_eq!(sixths.bones, [7, 8, 9, 10]);
        assert_eq!(sixths.weights.iter().map(|weight| u32::from(*weight)).sum::<u32>(), 65535);
        assert_eq!(carried(&[]), Skin::default());
    }
}
