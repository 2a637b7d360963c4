//! Textures on the device, one by one.

use crate::{adapter::Gpu, mips};
use world::{Alpha, Image, Material, Scene, Texture};

/// Longest side uploaded.
const MAX_SIDE: u32 = 4096;

/// Bind groups of a scene's textures, then those that stand in for none.
pub(crate) struct Textures {
    groups: Vec<wgpu::BindGroup>,
    scene_textures: u32,
}

impl Textures {
    pub fn upload(gpu: &Gpu, layout: &wgpu::BindGroupLayout, scene: &Scene) -> Self {
        let max_side = gpu.device.limits().max_texture_dimension_2d.min(MAX_SIDE);
        let missing = mips::chain(&solid_levels("missing", checker()), max_side);
        let white = Image { width: 1, height: 1, rgba: vec![255; 4] };
        let mut groups: Vec<_> = scene
            .textures
            .iter()
            .map(|texture| {
                let levels = mips::chain(texture, max_side);
                upload(gpu, layout, &texture.name, if levels.is_empty() { &missing } else { &levels })
            })
            .collect();
        groups.push(upload(gpu, layout, "missing", &missing));
        groups.push(upload(gpu, layout, "white", &[white]));
        // Lets go of the copies on the way to the device.
        gpu.queue.submit([]);
        Textures { groups, scene_textures: scene.textures.len() as u32 }
    }

    /// Which bind group a material shows with its cycle at this position.
    pub fn of(&self, material: &Material, cycle_position: f32) -> u32 {
        let shown = match &material.cycle {
            Some(cycle) if !cycle.textures.is_empty() => {
                let frame = (cycle_position as i64).rem_euclid(cycle.textures.len() as i64);
                cycle.textures.get(frame as usize).copied()
            }
            _ => material.texture,
        };
        match shown {
            Some(texture) => texture.0.min(self.scene_textures),
            None => self.white(),
        }
    }

    /// The checker for textures that are not there.
    pub fn missing(&self) -> u32 {
        self.scene_textures
    }

    /// No texture.
    pub fn white(&self) -> u32 {
        self.scene_textures + 1
    }

    pub fn group(&self, index: u32) -> Option<&wgpu::BindGroup> {
        self.groups.get(index as usize)
    }
}

fn solid_levels(name: &str, image: Image) -> Texture {
    Texture { name: name.to_owned(), alpha: Alpha::None, levels: vec![image] }
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

fn upload(gpu: &Gpu, layout: &wgpu::BindGroupLayout, name: &str, levels: &[Image]) -> wgpu::BindGroup {
    let size = wgpu::Extent3d { width: levels[0].width, height: levels[0].height, depth_or_array_layers: 1 };
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some(name),
        size,
        mip_level_count: levels.len() as u32,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    });
    for (mip_level, level) in levels.iter().enumerate() {
        gpu.queue.write_texture(
            wgpu::TexelCopyTextureInfo {
                texture: &texture,
                mip_level: mip_level as u32,
                origin: wgpu::Origin3d::ZERO,
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
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some(name),
        layout,
        entries: &[wgpu::BindGroupEntry {
            binding: 0,
            resource: wgpu::BindingResource::TextureView(&texture.create_view(&Default::default())),
        }],
    })
}
