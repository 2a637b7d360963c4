//! Textures on the device: one array per size, so that a draw may show many. How many pixels a file may
//! have is said by `limits.rs` of the crate `binary`; here larger ones lose
//! their largest mip levels (`mips.rs`) until both sides are at most `MAX_SIDE`.

use crate::{adapter::Gpu, mips, writes::Writes};
use hashbrown::HashMap;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use world::{Alpha, Image, Material, Scene, Texture, TextureId};

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
    arrays: Vec<Bound>,
    /// Bound two at a time, when first needed.
    pairs: Mutex<HashMap<(u16, u16), wgpu::BindGroup>>,
    slots: Vec<Slot>,
    scene_textures: usize,
}

impl Textures {
    /// The textures of a scene, which are written later. `made` receives how many are ready;
    /// `None` as soon as it returns false.
    pub fn new(
        gpu: &Gpu,
        layout: &wgpu::BindGroupLayout,
        scene: &Scene,
        writes: &mut Writes,
        mut made: impl FnMut(usize) -> bool,
    ) -> Option<Self> {
        let limits = gpu.device.limits();
        let max_side = limits.max_texture_dimension_2d.min(MAX_SIDE);
        let (empty, missing) = (plain(checker(EMPTY)), plain(checker(MISSING)));
        let white = Image { width: 1, height: 1, rgba: vec![255; 4] };
        let mut chains = Vec::with_capacity(scene.textures.len() + 2);
        for textures in scene.textures.chunks(MADE_AT_ONCE) {
            made(chains.len()).then_some(())?;
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
        for members in sizes.values() {
            for members in members.chunks(limits.max_texture_array_layers.max(1) as usize) {
                let members_chains: Vec<&[Image]> =
                    members.iter().map(|index| chains[*index].as_slice()).collect();
                let array = Array::new(gpu, &members_chains, wgpu::TextureUsages::TEXTURE_BINDING);
                for (layer, index) in members.iter().enumerate() {
                    slots[*index] = Slot { array: arrays.len() as u16, layer: layer as u16 };
                    array.write(writes, layer as u32, std::mem::take(&mut chains[*index]));
                }
                arrays.push(array.bound(gpu, layout));
            }
        }
        Some(Textures { arrays, pairs: Mutex::default(), slots, scene_textures: scene.textures.len() })
    }

    /// The location of the texture that a material shows with its cycle at this position.
    pub fn of(&self, material: &Material, cycle_position: f32) -> Slot {
        let cycle = material.cycle.as_ref().filter(|cycle| !cycle.textures.is_empty());
        let shown = match cycle {
            Some(cycle) => cycle.texture(cycle_position),
            None => material.texture,
        };
        match shown {
            Some(texture) => self.at(texture),
            None => self.white(),
        }
    }

    /// Where a texture is.
    pub fn at(&self, texture: TextureId) -> Slot {
        self.slots[texture.index().min(self.scene_textures)]
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
        self.arrays.get(usize::from(array)).map(|array| &array.group)
    }

    /// Has another picture written, with all its levels, beside the one there is, which is shown
    /// until [`Textures::install`] takes the new one.
    pub fn replace(
        &self,
        gpu: &Gpu,
        layout: &wgpu::BindGroupLayout,
        writes: &mut Writes,
        texture: TextureId,
        chain: Vec<Image>,
    ) -> Option<Replacing> {
        let slot = self.slots[..self.scene_textures].get(texture.index())?;
        let known = &self.arrays[usize::from(slot.array)].array;
        let fits = known.takes(&chain);
        let (levels, usage) = if fits {
            (known.levels, wgpu::TextureUsages::COPY_SRC)
        } else {
            (chain.len(), wgpu::TextureUsages::TEXTURE_BINDING)
        };
        let array = Array::new(gpu, &[&chain[..levels]], usage);
        array.write(writes, 0, chain);
        if fits {
            return Some(Replacing::Copied(array));
        }
        Some(Replacing::Moved(Bound { own: true, ..array.bound(gpu, layout) }))
    }

    /// Shows what replaces a texture from now on; all of it is on the device by then.
    pub fn install(&mut self, encoder: &mut wgpu::CommandEncoder, texture: TextureId, new: Replacing) {
        let Some(slot) = self.slots[..self.scene_textures].get(texture.index()).copied() else { return };
        let known = &mut self.arrays[usize::from(slot.array)];
        match new {
            Replacing::Copied(picture) => picture.copy(encoder, &known.array, slot.layer),
            Replacing::Moved(made) if known.own => {
                *known = made;
                let pairs = self.pairs.get_mut().unwrap_or_else(PoisonError::into_inner);
                pairs.retain(|(first, second), _| *first != slot.array && *second != slot.array);
            }
            Replacing::Moved(made) => {
                self.slots[texture.index()] = Slot { array: self.arrays.len() as u16, layer: 0 };
                self.arrays.push(made);
            }
        }
    }

    /// Makes room for so many textures of the scene; new ones look missing until
    /// they are replaced.
    pub fn grow(&mut self, gpu: &Gpu, layout: &wgpu::BindGroupLayout, writes: &mut Writes, count: usize) {
        while self.scene_textures < count {
            let chain = chain_of(gpu, &plain(checker(EMPTY)));
            let array = Array::new(gpu, &[&chain], wgpu::TextureUsages::TEXTURE_BINDING);
            array.write(writes, 0, chain);
            let slot = Slot { array: self.arrays.len() as u16, layer: 0 };
            self.arrays.push(Bound { own: true, ..array.bound(gpu, layout) });
            self.slots.insert(self.scene_textures, slot);
            self.scene_textures += 1;
        }
    }

    /// Forgets textures behind the first so many of the scene.
    pub fn shrink(&mut self, count: usize) {
        while self.scene_textures > count {
            self.scene_textures -= 1;
            self.slots.remove(self.scene_textures);
        }
    }

    /// Makes what [`Textures::pair`] gives.
    pub fn prepare_pair(&self, gpu: &Gpu, layout: &wgpu::BindGroupLayout, pair: (u16, u16)) {
        let view = |array: u16| self.arrays.get(usize::from(array)).map(|array| &array.view);
        let (Some(first), Some(second)) = (view(pair.0), view(pair.1)) else { return };
        let mut pairs = self.pairs.lock().unwrap_or_else(PoisonError::into_inner);
        pairs.entry(pair).or_insert_with(|| bind(gpu, layout, &[first, second]));
    }

    /// Two arrays, bound.
    pub fn pair(&self, pair: (u16, u16)) -> Option<wgpu::BindGroup> {
        self.pairs.lock().unwrap_or_else(PoisonError::into_inner).get(&pair).cloned()
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

fn plain(image: Image) -> Texture {
    Texture { name: String::new(), alpha: Alpha::None, levels: vec![image] }
}

/// All levels of a texture, or of what stands in for an empty one.
pub(crate) fn chain_of(gpu: &Gpu, texture: &Texture) -> Vec<Image> {
    let max_side = gpu.device.limits().max_texture_dimension_2d.min(MAX_SIDE);
    let chain = mips::chain(texture, max_side);
    if chain.is_empty() { mips::chain(&plain(checker(EMPTY)), max_side) } else { chain }
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

/// Textures of one size on the device.
#[derive(Clone)]
pub(crate) struct Array {
    texture: wgpu::Texture,
    levels: usize,
}

impl Array {
    /// For these chains, all of one size; it can be written to and used in one more way.
    fn new(gpu: &Gpu, chains: &[&[Image]], usage: wgpu::TextureUsages) -> Self {
        let levels = chains.iter().map(|chain| chain.len()).min().unwrap_or(1);
        let first = &chains[0][0];
        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("pictures"),
            size: wgpu::Extent3d {
                width: first.width,
                height: first.height,
                depth_or_array_layers: gpu.array_layers(chains.len()),
            },
            mip_level_count: levels as u32,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba8Unorm,
            usage: usage | wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        });
        Array { texture, levels }
    }

    /// True when a chain of levels can be a layer of it.
    fn takes(&self, chain: &[Image]) -> bool {
        let size = chain.first().map(|level| (level.width, level.height));
        size == Some((self.texture.width(), self.texture.height())) && chain.len() >= self.levels
    }

    /// Fills all levels of one layer.
    fn write(&self, writes: &mut Writes, layer: u32, chain: Vec<Image>) {
        for (level, picture) in (0..).zip(chain.into_iter().take(self.levels)) {
            writes.level(&self.texture, level, layer, picture);
        }
    }

    /// Copies all levels of its first layer into a layer of another array of the same size.
    fn copy(&self, encoder: &mut wgpu::CommandEncoder, to: &Array, layer: u16) {
        for level in 0..self.levels.min(to.levels) as u32 {
            let at = |texture, layer| wgpu::TexelCopyTextureInfo {
                texture,
                mip_level: level,
                origin: wgpu::Origin3d { x: 0, y: 0, z: layer },
                aspect: wgpu::TextureAspect::All,
            };
            let size = wgpu::Extent3d {
                width: (self.texture.width() >> level).max(1),
                height: (self.texture.height() >> level).max(1),
                depth_or_array_layers: 1,
            };
            encoder.copy_texture_to_texture(at(&self.texture, 0), at(&to.texture, u32::from(layer)), size);
        }
    }

    fn bound(&self, gpu: &Gpu, layout: &wgpu::BindGroupLayout) -> Bound {
        let view = self.texture.create_view(&wgpu::TextureViewDescriptor {
            dimension: Some(wgpu::TextureViewDimension::D2Array),
            ..Default::default()
        });
        Bound { group: bind(gpu, layout, &[&view]), view, array: self.clone(), own: false }
    }
}

/// A picture on its way to replace another.
pub(crate) enum Replacing {
    /// Fits in the other's place and is copied there.
    Copied(Array),
    /// Has an array of its own.
    Moved(Bound),
}

/// An array that draws can read.
pub(crate) struct Bound {
    array: Array,
    view: wgpu::TextureView,
    group: wgpu::BindGroup,
    /// It was made for one texture that replaced another, and goes with it.
    own: bool,
}

fn bind(gpu: &Gpu, layout: &wgpu::BindGroupLayout, views: &[&wgpu::TextureView]) -> wgpu::BindGroup {
    let entries: Vec<_> = (0..)
        .zip(views)
        .map(|(binding, view)| wgpu::BindGroupEntry {
            binding,
            resource: wgpu::BindingResource::TextureView(view),
        })
        .collect();
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("pictures"),
        layout,
        entries: &entries,
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
