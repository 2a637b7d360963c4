//! Textures on the device: one array per size, so that a draw may show many.

use crate::{adapter::Gpu, mips};
use rayon::prelude::*;
use std::collections::BTreeMap;
use world::{Alpha, Image, Material, Scene, Texture};

/// Longest side uploaded.
const MAX_SIDE: u32 = 4096;
/// Bytes of all mipmaps together; beyond it, the largest levels are dropped.
const BUDGET: u64 = 1 << 30;

/// Textures prepared between two checks for cancellation.
const MADE_AT_ONCE: usize = 32;

/// Where a texture is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Slot {
    /// Its array.
    pub array: u16,
    /// Its layer in the array.
    pub layer: u16,
}

/// The arrays of a scene, the location of each texture, and two stand-ins for missing ones.
pub(crate) struct Textures {
    arrays: Vec<wgpu::BindGroup>,
    slots: Vec<Slot>,
    scene_textures: usize,
}

impl Textures {
    /// `uploaded` receives how many of how many steps are done, and how many bytes the last one
    /// took; `None` as soon as it returns false.
    pub fn upload(
        gpu: &Gpu,
        layout: &wgpu::BindGroupLayout,
        scene: &Scene,
        mut uploaded: impl FnMut(usize, usize, u64) -> bool,
    ) -> Option<Self> {
        let limits = gpu.device.limits();
        let max_side = limits.max_texture_dimension_2d.min(MAX_SIDE);
        let plain = |image: Image| Texture { name: String::new(), alpha: Alpha::None, levels: vec![image] };
        let (empty, missing) = (plain(checker(EMPTY)), plain(checker(MISSING)));
        let white = Image { width: 1, height: 1, rgba: vec![255; 4] };
        // Every texture is made once and uploaded once.
        let all = 2 * scene.textures.len();
        let mut chains = Vec::with_capacity(scene.textures.len() + 2);
        for textures in scene.textures.chunks(MADE_AT_ONCE) {
            uploaded(chains.len(), all, 0).then_some(())?;
            chains.par_extend(textures.par_iter().map(|texture| mips::chain(texture, max_side)));
        }
        for chain in &mut chains {
            if chain.is_empty() {
                *chain = mips::chain(&empty, max_side);
            }
        }
        chains.push(mips::chain(&missing, max_side));
        chains.push(vec![white]);
        keep_budget(&mut chains, BUDGET);

        let mut sizes: BTreeMap<(u32, u32), Vec<usize>> = BTreeMap::new();
        for (index, chain) in chains.iter().enumerate() {
            sizes.entry((chain[0].width, chain[0].height)).or_default().push(index);
        }
        let mut arrays = Vec::new();
        let mut slots = vec![Slot::default(); chains.len()];
        let mut done = scene.textures.len();
        for members in sizes.values() {
            for members in members.chunks(limits.max_texture_array_layers.max(1) as usize) {
                let array = Array::new(gpu, &chains, members);
                for (layer, index) in members.iter().enumerate() {
                    slots[*index] = Slot { array: arrays.len() as u16, layer: layer as u16 };
                    let bytes = array.write(gpu, layer as u32, &chains[*index]);
                    done += 1;
                    uploaded(done.min(all), all, bytes).then_some(())?;
                }
                arrays.push(array.bound(gpu, layout));
            }
        }
        Some(Textures { arrays, slots, scene_textures: scene.textures.len() })
    }

    /// The location of the texture that a material shows with its cycle at this position.
    pub fn of(&self, material: &Material, cycle_position: f32) -> Slot {
        let cycle = material.cycle.as_ref().filter(|cycle| !cycle.textures.is_empty());
        let shown = match cycle {
            Some(cycle) => cycle.texture(cycle_position),
            None => material.texture,
        };
        match shown {
            Some(texture) => self.slots[texture.index().min(self.scene_textures)],
            None => self.white(),
        }
    }

    /// The loud checkerboard for textures that the scene does not have at all.
    pub fn missing(&self) -> Slot {
        self.slots[self.scene_textures]
    }

    /// No texture.
    pub fn white(&self) -> Slot {
        self.slots[self.scene_textures + 1]
    }

    pub fn array(&self, array: u16) -> Option<&wgpu::BindGroup> {
        self.arrays.get(usize::from(array))
    }
}

/// Drops the largest levels until all fit; the last level of a chain stays.
fn keep_budget(chains: &mut [Vec<Image>], budget: u64) {
    let bytes = |chain: &Vec<Image>| chain.iter().map(|level| level.rgba.len() as u64).sum::<u64>();
    let mut total: u64 = chains.iter().map(bytes).sum();
    while total > budget {
        let Some(side) = chains.iter().filter(|c| c.len() > 1).map(|c| c[0].width.max(c[0].height)).max()
        else {
            return;
        };
        for chain in chains.iter_mut().filter(|c| c.len() > 1 && c[0].width.max(c[0].height) == side) {
            total -= chain.remove(0).rgba.len() as u64;
        }
    }
}

/// Checkerboard for a picture that a scene names but could not load, such as a missing file:
/// subdued, since whole creatures may be painted with it, whose shape and shading should stay
/// visible.
const EMPTY: [[u8; 4]; 2] = [[148, 148, 148, 255], [132, 132, 132, 255]];
/// Checkerboard for a texture index beyond the scene's list, which is a fault: it is meant to stand
/// out.
const MISSING: [[u8; 4]; 2] = [[0, 0, 0, 255], [255, 0, 255, 255]];

fn checker(colors: [[u8; 4]; 2]) -> Image {
    const SIDE: u32 = 16;
    let rgba = (0..SIDE * SIDE)
        .flat_map(|texel| colors[((texel % SIDE / 4 + texel / SIDE / 4) % 2) as usize])
        .collect();
    Image { width: SIDE, height: SIDE, rgba }
}

/// Textures of one size being uploaded.
struct Array {
    texture: wgpu::Texture,
    levels: usize,
}

impl Array {
    fn new(gpu: &Gpu, chains: &[Vec<Image>], members: &[usize]) -> Self {
        let levels = members.iter().map(|index| chains[*index].len()).min().unwrap_or(1);
        let first = &chains[members[0]][0];
        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("pictures"),
            size: wgpu::Extent3d {
                width: first.width,
                height: first.height,
                depth_or_array_layers: gpu.array_layers(members.len()),
            },
            mip_level_count: levels as u32,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba8Unorm,
            usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        });
        Array { texture, levels }
    }

    /// Writes all levels of one layer; returns the number of bytes.
    fn write(&self, gpu: &Gpu, layer: u32, chain: &[Image]) -> u64 {
        let mut bytes = 0;
        for (mip_level, level) in chain.iter().take(self.levels).enumerate() {
            gpu.queue.write_texture(
                wgpu::TexelCopyTextureInfo {
                    texture: &self.texture,
                    mip_level: mip_level as u32,
                    origin: wgpu::Origin3d { x: 0, y: 0, z: layer },
                    aspect: wgpu::TextureAspect::All,
                },
                &level.rgba,
                wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(level.width * 4),
                    rows_per_image: None,
                },
                wgpu::Extent3d { width: level.width, height: level.height, depth_or_array_layers: 1 },
            );
            bytes += level.rgba.len() as u64;
        }
        bytes
    }

    fn bound(&self, gpu: &Gpu, layout: &wgpu::BindGroupLayout) -> wgpu::BindGroup {
        let view = self.texture.create_view(&wgpu::TextureViewDescriptor {
            dimension: Some(wgpu::TextureViewDimension::D2Array),
            ..Default::default()
        });
        gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("pictures"),
            layout,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::TextureView(&view),
            }],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_halves_the_largest_and_keeps_something_of_everything() {
        let level =
            |side: u32| Image { width: side, height: side, rgba: vec![0; (side * side * 4) as usize] };
        let chain = |side: u32| {
            std::iter::successors(Some(side), |s| (*s > 1).then_some(s / 2)).map(level).collect::<Vec<_>>()
        };
        let mut chains = vec![chain(64), chain(64), chain(8)];
        keep_budget(&mut chains, 3000 * 4);
        assert_eq!(chains.iter().map(|chain| chain[0].width).collect::<Vec<_>>(), [32, 32, 8]);
        keep_budget(&mut chains, 0);
        assert_eq!(chains.iter().map(|chain| chain[0].width).collect::<Vec<_>>(), [1, 1, 1]);
    }
}
