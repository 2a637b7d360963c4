//! Textures on the device: one array per size, so that a draw may show many.

use crate::{adapter::Gpu, mips};
use std::collections::BTreeMap;
use world::{Alpha, Image, Material, Scene, Texture};

/// Longest side uploaded.
const MAX_SIDE: u32 = 4096;
/// Bytes of all levels together; beyond, the largest sizes are halved.
const BUDGET: u64 = 1 << 30;

/// Where a texture lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Slot {
    /// Which array.
    pub array: u16,
    /// Which layer of it.
    pub layer: u16,
}

/// The arrays of a scene, and where its textures lie; then the two that stand
/// in for none.
pub(crate) struct Textures {
    arrays: Vec<wgpu::BindGroup>,
    slots: Vec<Slot>,
    scene_textures: usize,
}

impl Textures {
    pub fn upload(gpu: &Gpu, layout: &wgpu::BindGroupLayout, scene: &Scene) -> Self {
        let limits = gpu.device.limits();
        let max_side = limits.max_texture_dimension_2d.min(MAX_SIDE);
        let missing = Texture { name: String::new(), alpha: Alpha::None, levels: vec![checker()] };
        let white = Image { width: 1, height: 1, rgba: vec![255; 4] };
        let mut chains = chains(&scene.textures, max_side);
        for chain in &mut chains {
            if chain.is_empty() {
                *chain = mips::chain(&missing, max_side);
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
        for members in sizes.values() {
            for members in members.chunks(limits.max_texture_array_layers.max(1) as usize) {
                for (layer, index) in members.iter().enumerate() {
                    slots[*index] = Slot { array: arrays.len() as u16, layer: layer as u16 };
                }
                arrays.push(upload(gpu, layout, &chains, members));
            }
        }
        // Lets go of the copies on the way to the device.
        gpu.queue.submit([]);
        Textures { arrays, slots, scene_textures: scene.textures.len() }
    }

    /// Where the texture is that a material shows with its cycle at this
    /// position.
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

    /// The checker for textures that are not there.
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

/// Levels of every texture, made by as many threads as there are cores.
fn chains(textures: &[Texture], max_side: u32) -> Vec<Vec<Image>> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let share = textures.len().div_ceil(cores).max(1);
    let make = |textures: &[Texture]| -> Vec<Vec<Image>> {
        textures.iter().map(|texture| mips::chain(texture, max_side)).collect()
    };
    if cores == 1 {
        return make(textures);
    }
    std::thread::scope(|scope| {
        let workers: Vec<_> = textures.chunks(share).map(|part| scope.spawn(move || make(part))).collect();
        let made = workers.into_iter().zip(textures.chunks(share));
        // Whatever made a worker panic panics here, too.
        made.flat_map(|(worker, part)| worker.join().unwrap_or_else(|_| make(part))).collect()
    })
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

/// Magenta and black squares: nobody paints like this.
fn checker() -> Image {
    const SIDE: u32 = 16;
    let rgba = (0..SIDE * SIDE)
        .flat_map(|texel| {
            let odd = (texel % SIDE / 4 + texel / SIDE / 4) % 2 == 1;
            if odd { [255, 0, 255, 255] } else { [0, 0, 0, 255] }
        })
        .collect();
    Image { width: SIDE, height: SIDE, rgba }
}

fn upload(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    chains: &[Vec<Image>],
    members: &[usize],
) -> wgpu::BindGroup {
    let levels = members.iter().map(|index| chains[*index].len()).min().unwrap_or(1);
    let first = &chains[members[0]][0];
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("pictures"),
        size: wgpu::Extent3d {
            width: first.width,
            height: first.height,
            depth_or_array_layers: members.len() as u32,
        },
        mip_level_count: levels as u32,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    });
    for (layer, index) in members.iter().enumerate() {
        for (mip_level, level) in chains[*index].iter().take(levels).enumerate() {
            gpu.queue.write_texture(
                wgpu::TexelCopyTextureInfo {
                    texture: &texture,
                    mip_level: mip_level as u32,
                    origin: wgpu::Origin3d { x: 0, y: 0, z: layer as u32 },
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
        }
    }
    let view = texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::D2Array),
        ..Default::default()
    });
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("pictures"),
        layout,
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(&view) }],
    })
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
