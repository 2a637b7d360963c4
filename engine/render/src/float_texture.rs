//! A table of numbers on the device: a float texture, since the smallest devices
//! give vertices nothing else of any size.

use crate::adapter::Gpu;

/// Bytes of a texel.
const TEXEL: u32 = 16;

/// The texture, bound for vertices.
pub(crate) struct FloatTexture {
    texture: wgpu::Texture,
    pub group: wgpu::BindGroup,
}

impl FloatTexture {
    /// `width` and `height` in texels of four floats.
    pub fn new(
        gpu: &Gpu,
        label: &str,
        (layout, binding): (&wgpu::BindGroupLayout, u32),
        (width, height): (usize, u32),
    ) -> Self {
        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some(label),
            size: wgpu::Extent3d { width: width as u32, height, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba32Float,
            usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        });
        let view = texture.create_view(&Default::default());
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(label),
            layout,
            entries: &[wgpu::BindGroupEntry { binding, resource: wgpu::BindingResource::TextureView(&view) }],
        });
        FloatTexture { texture, group }
    }

    /// Rows of texels.
    pub fn height(&self) -> u32 {
        self.texture.height()
    }

    /// Writes whole rows from the first on, no more than there are.
    pub fn write(&self, gpu: &Gpu, bytes: &[u8]) {
        let width = self.texture.width();
        let height = (bytes.len() / (width * TEXEL) as usize) as u32;
        gpu.queue.write_texture(
            self.texture.as_image_copy(),
            bytes,
            wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(width * TEXEL),
                rows_per_image: None,
            },
            wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        );
    }
}
