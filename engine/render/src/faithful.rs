//! The retro look: the picture is drawn small, reduced to 16-bit colour and enlarged.

use crate::{
    Size,
    adapter::Gpu,
    frame::Target,
    full_screen::{FullScreen, PixelRule},
    shaders::Shaders,
};

/// Rows of the screens of that time.
const ROWS: u32 = 480;

/// The size a picture is drawn in before it is enlarged.
pub(crate) fn small(size: Size) -> Size {
    let height = size.height.min(ROWS);
    let width = u64::from(size.width) * u64::from(height) / u64::from(size.height.max(1));
    Size { width: (width as u32).clamp(1, size.width.max(1)), height: height.max(1) }
}

/// Enlarges small pictures.
pub(crate) struct Enlarger {
    layout: wgpu::BindGroupLayout,
    full_screen: FullScreen,
}

impl Enlarger {
    pub fn new(gpu: &Gpu, shaders: &Shaders) -> Self {
        let layout = gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("faithful"),
            entries: &[
                wgpu::BindGroupLayoutEntry {
                    binding: 0,
                    visibility: wgpu::ShaderStages::FRAGMENT,
                    ty: wgpu::BindingType::Texture {
                        sample_type: wgpu::TextureSampleType::Float { filterable: false },
                        view_dimension: wgpu::TextureViewDimension::D2,
                        multisampled: false,
                    },
                    count: None,
                },
                wgpu::BindGroupLayoutEntry {
                    binding: 1,
                    visibility: wgpu::ShaderStages::FRAGMENT,
                    ty: wgpu::BindingType::Buffer {
                        ty: wgpu::BufferBindingType::Uniform,
                        has_dynamic_offset: false,
                        min_binding_size: None,
                    },
                    count: None,
                },
            ],
        });
        let rule = PixelRule {
            label: "faithful",
            entry_point: "enlarge",
            blend: None,
            write_mask: wgpu::ColorWrites::ALL,
        };
        let full_screen = FullScreen::new(gpu, rule, &layout, &shaders.faithful);
        Enlarger { layout, full_screen }
    }

    /// The bind group of a small picture of one size.
    pub fn bind(&self, gpu: &Gpu, picture: &wgpu::TextureView, small: Size, size: Size) -> wgpu::BindGroup {
        let shrink =
            [small.width as f32 / size.width as f32, small.height as f32 / size.height as f32, 0.0, 0.0];
        let buffer = gpu.filled("faithful", bytemuck::bytes_of(&shrink), wgpu::BufferUsages::UNIFORM);
        gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("faithful"),
            layout: &self.layout,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(picture) },
                wgpu::BindGroupEntry { binding: 1, resource: buffer.as_entire_binding() },
            ],
        })
    }

    /// Fills a picture with what was bound.
    pub fn enlarge(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        bound: &wgpu::BindGroup,
        target: Target,
    ) {
        let black = wgpu::Color::BLACK;
        self.full_screen.draw(gpu, encoder, target, bound, wgpu::LoadOp::Clear(black), black);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_pictures_keep_their_shape_and_are_never_enlarged() {
        let of = |width, height| {
            let Size { width, height } = small(Size { width, height });
            (width, height)
        };
        assert_eq!(of(1280, 960), (640, 480));
        assert_eq!(of(1920, 1080), (853, 480));
        assert_eq!(of(320, 200), (320, 200));
        assert_eq!(of(1, 8000), (1, 480));
        assert_eq!(of(8000, 1), (8000, 1));
    }
}
