//! Matrices of bones on the device: a float texture, since the smallest devices
//! give vertices nothing else of any size.

use crate::adapter::Gpu;
use glam::Affine3A;

/// Bones in a row of the texture.
const PER_ROW: usize = 512;
/// Texels of a bone: the rows of its matrix.
const TEXELS: usize = 3;

/// A matrix as the shader reads it.
pub(crate) type Row = [[f32; 4]; TEXELS];

/// Most bones of one frame on a device with textures of this side.
pub(crate) fn most_bones(max_side: u32) -> usize {
    if max_side as usize >= PER_ROW * TEXELS { PER_ROW * max_side as usize } else { 0 }
}

/// A matrix row by row.
pub(crate) fn row(matrix: &Affine3A) -> Row {
    let (m, t) = (matrix.matrix3, matrix.translation);
    [0, 1, 2].map(|axis| [m.x_axis[axis], m.y_axis[axis], m.z_axis[axis], t[axis]])
}

/// Fills the last row of the texture.
pub(crate) fn pad(rows: &mut Vec<Row>) {
    rows.resize(rows.len().next_multiple_of(PER_ROW), Row::default());
}

/// What pipelines with bones are given.
pub(crate) fn layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("bones"),
        entries: &[wgpu::BindGroupLayoutEntry {
            binding: 2,
            visibility: wgpu::ShaderStages::VERTEX,
            ty: wgpu::BindingType::Texture {
                sample_type: wgpu::TextureSampleType::Float { filterable: false },
                view_dimension: wgpu::TextureViewDimension::D2,
                multisampled: false,
            },
            count: None,
        }],
    })
}

/// The texture; it grows when needed.
#[derive(Default)]
pub(crate) struct PaletteTexture {
    made: Option<(wgpu::Texture, wgpu::BindGroup)>,
}

impl PaletteTexture {
    /// Writes the matrices of a frame, whole rows of them.
    pub fn write(&mut self, gpu: &Gpu, layout: &wgpu::BindGroupLayout, rows: &[Row]) {
        let height = (rows.len() / PER_ROW) as u32;
        if height == 0 {
            return;
        }
        if self.made.as_ref().is_none_or(|(texture, _)| texture.height() < height) {
            let most = gpu.device.limits().max_texture_dimension_2d;
            self.made = Some(make(gpu, layout, height.next_power_of_two().min(most)));
        }
        let Some((texture, _)) = &self.made else { return };
        gpu.queue.write_texture(
            texture.as_image_copy(),
            bytemuck::cast_slice(rows),
            wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some((PER_ROW * size_of::<Row>()) as u32),
                rows_per_image: None,
            },
            extent(height),
        );
    }

    /// What a pass is given.
    pub fn group(&self) -> Option<&wgpu::BindGroup> {
        self.made.as_ref().map(|(_, group)| group)
    }

    /// Makes it anew with the next frame.
    pub fn forget(&mut self) {
        self.made = None;
    }
}

fn make(gpu: &Gpu, layout: &wgpu::BindGroupLayout, height: u32) -> (wgpu::Texture, wgpu::BindGroup) {
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("bones"),
        size: extent(height),
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba32Float,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    });
    let view = texture.create_view(&Default::default());
    let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("bones"),
        layout,
        entries: &[wgpu::BindGroupEntry { binding: 2, resource: wgpu::BindingResource::TextureView(&view) }],
    });
    (texture, group)
}

fn extent(height: u32) -> wgpu::Extent3d {
    wgpu::Extent3d { width: (PER_ROW * TEXELS) as u32, height, depth_or_array_layers: 1 }
}
