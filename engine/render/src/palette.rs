//! Matrices of bones on the device, three texels each.

use crate::{adapter::Gpu, float_texture::FloatTexture};
use glam::Affine3A;

/// Bones in a row of the texture.
const PER_ROW: usize = 512;
/// Texels of a bone: the rows of its matrix.
const TEXELS: usize = 3;
/// In a bind group that pipelines with baked light use otherwise.
const BINDING: u32 = 2;

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
            binding: BINDING,
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
    made: Option<FloatTexture>,
}

impl PaletteTexture {
    /// Writes the matrices of a frame, whole rows of them.
    pub fn write(&mut self, gpu: &Gpu, layout: &wgpu::BindGroupLayout, rows: &[Row]) {
        let height = (rows.len() / PER_ROW) as u32;
        if height == 0 {
            return;
        }
        if self.made.as_ref().is_none_or(|texture| texture.height() < height) {
            let most = gpu.device.limits().max_texture_dimension_2d;
            let size = (PER_ROW * TEXELS, height.next_power_of_two().min(most));
            self.made = Some(FloatTexture::new(gpu, "bones", (layout, BINDING), size));
        }
        if let Some(texture) = &self.made {
            texture.write(gpu, bytemuck::cast_slice(rows));
        }
    }

    /// What a pass is given.
    pub fn group(&self) -> Option<&wgpu::BindGroup> {
        self.made.as_ref().map(|texture| &texture.group)
    }

    /// Makes it anew with the next frame.
    pub fn forget(&mut self) {
        self.made = None;
    }
}
