//! Light maps on the device: pages in arrays, sampled with a second set of texture coordinates that
//! only the corners of light-mapped models have.

use crate::{adapter::Gpu, writes::Writes};
use std::borrow::Cow;
use world::{Image, Scene};

/// Additional data of a light-mapped corner: position on the page, layer of the page, and factor.
pub(crate) type Baked = [f32; 4];

/// The light map pages of a scene.
pub(crate) struct LightPages {
    arrays: Vec<wgpu::BindGroup>,
    /// Per page: number of its array, from 1, and its layer; 0 for none.
    spots: Vec<(u16, u16)>,
    factor: f32,
}

impl LightPages {
    /// The pages of a scene, which are written later.
    pub fn new(gpu: &Gpu, layout: &wgpu::BindGroupLayout, scene: &Scene, writes: &mut Writes) -> Self {
        let pages = &scene.lightmaps.pages;
        let limits = gpu.device.limits();
        let most = limits.max_texture_array_layers.max(1) as usize;
        let side = pages.first().map_or(0, |page| page.width);
        let mut good = Vec::new();
        let mut spots = vec![(0, 0); pages.len()];
        for (spot, page) in spots.iter_mut().zip(pages) {
            let filled = page.rgba.len() as u64 == u64::from(side) * u64::from(side) * 4;
            if side > 0 && (page.width, page.height) == (side, side) && filled {
                *spot = ((good.len() / most + 1) as u16, (good.len() % most) as u16);
                good.push(page);
            }
        }
        let arrays = good.chunks(most).map(|pages| array(gpu, layout, pages, writes)).collect();
        LightPages { arrays, spots, factor: scene.lightmaps.factor }
    }

    /// Number of the array with a page, from 1; 0 when there is no such page.
    pub fn array_of(&self, page: Option<u16>) -> u16 {
        page.and_then(|page| self.spots.get(usize::from(page))).map_or(0, |spot| spot.0)
    }

    /// The data of a corner on a page.
    pub fn corner(&self, page: Option<u16>, [u, v]: [f32; 2]) -> Baked {
        let layer = page.and_then(|page| self.spots.get(usize::from(page))).map_or(0, |spot| spot.1);
        [u, v, f32::from(layer), self.factor]
    }

    /// An array by its number, from 1.
    pub fn array(&self, array: u16) -> Option<&wgpu::BindGroup> {
        self.arrays.get(usize::from(array).checked_sub(1)?)
    }
}

pub(crate) fn layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("light pages"),
        entries: &[
            wgpu::BindGroupLayoutEntry {
                binding: 0,
                visibility: wgpu::ShaderStages::FRAGMENT,
                ty: wgpu::BindingType::Texture {
                    sample_type: wgpu::TextureSampleType::Float { filterable: true },
                    view_dimension: wgpu::TextureViewDimension::D2Array,
                    multisampled: false,
                },
                count: None,
            },
            wgpu::BindGroupLayoutEntry {
                binding: 1,
                visibility: wgpu::ShaderStages::FRAGMENT,
                ty: wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
                count: None,
            },
        ],
    })
}

fn array(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    pages: &[&Image],
    writes: &mut Writes,
) -> wgpu::BindGroup {
    let limit = gpu.device.limits().max_texture_dimension_2d;
    let mut side = pages[0].width;
    while side > limit {
        side /= 2;
    }
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("light pages"),
        size: wgpu::Extent3d {
            width: side,
            height: side,
            depth_or_array_layers: gpu.array_layers(pages.len()),
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    });
    for (layer, page) in (0..).zip(pages) {
        let rgba = shrunk(page, side).into_owned();
        writes.level(&texture, 0, layer, Image { width: side, height: side, rgba });
    }
    let view = texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::D2Array),
        ..Default::default()
    });
    // Clamped: opposite edges of a page have nothing to do with each other.
    let sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("smooth clamp"),
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        ..Default::default()
    });
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("light pages"),
        layout,
        entries: &[
            wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(&view) },
            wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::Sampler(&sampler) },
        ],
    })
}

/// The texels of a page, averaged in squares when the page is larger than the device allows.
fn shrunk(page: &Image, side: u32) -> Cow<'_, [u8]> {
    let step = (page.width / side.max(1)) as usize;
    if step <= 1 {
        return Cow::Borrowed(&page.rgba);
    }
    let width = page.width as usize;
    let mean = |x: usize, y: usize, channel: usize| {
        let square = (0..step * step).map(|i| (x * step + i % step, y * step + i / step));
        let sum: usize = square.map(|(x, y)| usize::from(page.rgba[(y * width + x) * 4 + channel])).sum();
        (sum / (step * step)) as u8
    };
    let side = side as usize;
    (0..side * side * 4).map(|i| mean(i / 4 % side, i / 4 / side, i % 4)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_too_large_for_the_device_is_averaged() {
        let texel = |value: u8| [value, 0, 255 - value, 255];
        let rows: [[u8; 4]; 4] = [[10, 20, 0, 0], [30, 40, 0, 0], [1, 1, 8, 8], [1, 1, 8, 8]];
        let rgba = rows.as_flattened().iter().flat_map(|value| texel(*value)).collect();
        let page = Image { width: 4, height: 4, rgba };
        assert_eq!(*shrunk(&page, 2), [texel(25).map(|v| v), texel(0), texel(1), texel(8)].concat());
        assert_eq!(*shrunk(&page, 4), page.rgba);
    }
}
