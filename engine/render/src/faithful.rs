//! The retro look: the picture is drawn small, reduced to 16-bit colour and enlarged.

use crate::{Size, adapter::Gpu, pipeline::module, shaders::Shaders};
use std::collections::HashMap;

/// Rows of the screens of that time.
const ROWS: u32 = 480;

/// The size a picture is drawn in before it is enlarged.
pub(crate) fn small(size: Size) -> Size {
    let height = size.height.min(ROWS);
    let width = u64::from(size.width) * u64::from(height) / u64::from(size.height.max(1));
    Size { width: (width as u32).clamp(1, size.width.max(1)), height: height.max(1) }
}

/// The pipeline that enlarges.
pub(crate) struct Enlarger {
    layout: wgpu::BindGroupLayout,
    pipeline_layout: wgpu::PipelineLayout,
    module: wgpu::ShaderModule,
    pipelines: HashMap<wgpu::TextureFormat, wgpu::RenderPipeline>,
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
        let pipeline_layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("faithful"),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let module = module(gpu, "faithful", &shaders.faithful);
        Enlarger { layout, pipeline_layout, module, pipelines: HashMap::new() }
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

    pub fn enlarge(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        bound: &wgpu::BindGroup,
        target: &wgpu::TextureView,
        format: wgpu::TextureFormat,
    ) {
        let pipeline = self
            .pipelines
            .entry(format)
            .or_insert_with(|| pipeline(gpu, &self.module, &self.pipeline_layout, format));
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("faithful"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: target,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..Default::default()
        });
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, bound, &[]);
        pass.draw(0..3, 0..1);
    }
}

fn pipeline(
    gpu: &Gpu,
    module: &wgpu::ShaderModule,
    layout: &wgpu::PipelineLayout,
    format: wgpu::TextureFormat,
) -> wgpu::RenderPipeline {
    gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("faithful"),
        layout: Some(layout),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some("cover"),
            compilation_options: Default::default(),
            buffers: &[],
        },
        primitive: Default::default(),
        depth_stencil: None,
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module,
            entry_point: Some("enlarge"),
            compilation_options: Default::default(),
            targets: &[Some(format.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
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
