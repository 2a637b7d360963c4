//! The material table as the shader reads it: two texels a material, 256
//! materials a row. Cycles change this table and nothing else.

use crate::{
    adapter::Gpu,
    textures::{Slot, Textures},
};
use world::{Scene, State};

const PER_ROW: usize = 256;
const TEXELS: usize = 2;
/// Ticks of one full sway.
const SWAY_TICKS: u64 = 240;

/// The table on the device.
pub(crate) struct MaterialTable {
    texture: wgpu::Texture,
    pub group: wgpu::BindGroup,
    rows: u32,
}

/// The state of each material in this frame; the last two rows are a missing material and plain
/// white.
#[derive(Default)]
pub(crate) struct Paints {
    slots: Vec<Slot>,
    texels: Vec<[f32; 4]>,
}

impl Paints {
    pub fn update(&mut self, scene: &Scene, state: &State, textures: &Textures) {
        self.slots.clear();
        self.texels.clear();
        for (index, material) in scene.materials.iter().enumerate() {
            let cycle = state.cycles.get(index).copied().unwrap_or(0.0);
            let [r, g, b] = material.color;
            let offset = material.cycle.as_ref().map_or([0.0; 2], |of| of.offset(cycle));
            let sway = if material.sways { sway(state.tick) } else { 0.0 };
            self.push([r, g, b, material.opacity], textures.of(material, cycle), offset, sway);
        }
        self.push([1.0; 4], textures.missing(), [0.0; 2], 0.0);
        self.push([1.0; 4], textures.white(), [0.0; 2], 0.0);
        let filled = self.texels.len().next_multiple_of(PER_ROW * TEXELS);
        self.texels.resize(filled, [0.0; 4]);
    }

    /// Where the texture of a row is.
    pub fn slot(&self, row: u32) -> Slot {
        self.slots.get(row as usize).copied().unwrap_or_default()
    }

    /// The row of plain white.
    pub fn white(&self) -> u32 {
        self.slots.len() as u32 - 1
    }

    fn push(&mut self, color: [f32; 4], slot: Slot, [u, v]: [f32; 2], sway: f32) {
        self.slots.push(slot);
        self.texels.push(color);
        self.texels.push([f32::from(slot.layer), u, v, sway]);
    }
}

impl MaterialTable {
    pub fn new(gpu: &Gpu, layout: &wgpu::BindGroupLayout, scene: &Scene) -> Self {
        let rows = (scene.materials.len() + 2).div_ceil(PER_ROW) as u32;
        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("materials"),
            size: extent(rows),
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba32Float,
            usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        });
        let view = texture.create_view(&Default::default());
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("materials"),
            layout,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::TextureView(&view),
            }],
        });
        MaterialTable { texture, group, rows }
    }

    pub fn write(&self, gpu: &Gpu, paints: &Paints) {
        gpu.queue.write_texture(
            self.texture.as_image_copy(),
            bytemuck::cast_slice(&paints.texels),
            wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some((PER_ROW * TEXELS * size_of::<[f32; 4]>()) as u32),
                rows_per_image: None,
            },
            extent(self.rows),
        );
    }
}

/// The phase of swaying pictures as the shader expects it: radians from 1 on, since 0 marks those
/// that do not sway.
fn sway(tick: u64) -> f32 {
    let turns = (tick % SWAY_TICKS) as f32 / SWAY_TICKS as f32;
    1.0 + turns * std::f32::consts::TAU
}

fn extent(rows: u32) -> wgpu::Extent3d {
    wgpu::Extent3d { width: (PER_ROW * TEXELS) as u32, height: rows, depth_or_array_layers: 1 }
}
