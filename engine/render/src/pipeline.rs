//! Pipelines: one per way of mixing, side and depth rule.

use crate::{
    adapter::Gpu,
    gather::Group,
    mesh::{Corner, Style},
    view::View,
};
use std::num::NonZeroU64;
use world::{Blend, Fog};

/// Format of every picture: display-space bytes, written as they are.
pub(crate) const COLOR_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// Grows towards the eye.
pub(crate) const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

const SCENE_SHADER: &str = include_str!("../../../shaders/scene.wgsl");
const BLENDS: [Blend; 4] = [Blend::Opaque, Blend::Cutout, Blend::Alpha, Blend::Additive];

/// What the shader needs once per picture.
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
struct FrameData {
    right: [f32; 4],
    up: [f32; 4],
    back: [f32; 4],
    fog_color: [f32; 4],
    fog: [f32; 4],
}

impl FrameData {
    fn new(view: &View, fog: &Fog) -> Self {
        let range = fog.far - fog.near;
        // No range at all: full fog right behind the near distance.
        let per_unit = if range > 0.0 { range.recip() } else { 1e9 };
        let [r, g, b] = fog.color;
        FrameData {
            right: view.right.extend(view.zoom_x).to_array(),
            up: view.up.extend(view.zoom_y).to_array(),
            back: view.back.extend(view.near).to_array(),
            fog_color: [r, g, b, view.eye.y],
            fog: [fog.near, per_unit, fog.high, fog.low],
        }
    }
}

/// Everything made once per device.
pub(crate) struct Pipelines {
    pub picture_layout: wgpu::BindGroupLayout,
    frame_layout: wgpu::BindGroupLayout,
    sampler: wgpu::Sampler,
    pipelines: Vec<wgpu::RenderPipeline>,
}

impl Pipelines {
    pub fn new(gpu: &Gpu, format: wgpu::TextureFormat) -> Self {
        let device = &gpu.device;
        let frame_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("frame"),
            entries: &[
                wgpu::BindGroupLayoutEntry {
                    binding: 0,
                    visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
                    ty: wgpu::BindingType::Buffer {
                        ty: wgpu::BufferBindingType::Uniform,
                        has_dynamic_offset: false,
                        min_binding_size: NonZeroU64::new(size_of::<FrameData>() as u64),
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
        });
        let picture_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("picture"),
            entries: &[wgpu::BindGroupLayoutEntry {
                binding: 0,
                visibility: wgpu::ShaderStages::FRAGMENT,
                ty: wgpu::BindingType::Texture {
                    sample_type: wgpu::TextureSampleType::Float { filterable: true },
                    view_dimension: wgpu::TextureViewDimension::D2,
                    multisampled: false,
                },
                count: None,
            }],
        });
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("smooth repeat"),
            address_mode_u: wgpu::AddressMode::Repeat,
            address_mode_v: wgpu::AddressMode::Repeat,
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            mipmap_filter: wgpu::MipmapFilterMode::Linear,
            ..Default::default()
        });
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("scene"),
            source: wgpu::ShaderSource::Wgsl(SCENE_SHADER.into()),
        });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("scene"),
            bind_group_layouts: &[Some(&frame_layout), Some(&picture_layout)],
            immediate_size: 0,
        });
        // In the order of `index`.
        let mut pipelines = Vec::new();
        for blend in BLENDS {
            for double_sided in [false, true] {
                for overwrite in [false, true] {
                    pipelines.push(pipeline(gpu, format, &module, &layout, blend, double_sided, overwrite));
                }
            }
        }
        Pipelines { picture_layout, frame_layout, sampler, pipelines }
    }

    pub fn of(&self, style: &Style) -> &wgpu::RenderPipeline {
        &self.pipelines[index(style)]
    }

    /// What the shader needs for one picture.
    pub fn frame(&self, gpu: &Gpu, view: &View, fog: &Fog) -> wgpu::BindGroup {
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("frame"),
            size: size_of::<FrameData>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        gpu.queue.write_buffer(&buffer, 0, bytemuck::bytes_of(&FrameData::new(view, fog)));
        gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("frame"),
            layout: &self.frame_layout,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() },
                wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::Sampler(&self.sampler) },
            ],
        })
    }
}

fn index(style: &Style) -> usize {
    let blend = BLENDS.iter().position(|blend| *blend == style.blend).unwrap_or(0);
    blend * 4 + usize::from(style.double_sided) * 2 + usize::from(style.group == Group::Overwrite)
}

fn pipeline(
    gpu: &Gpu,
    format: wgpu::TextureFormat,
    module: &wgpu::ShaderModule,
    layout: &wgpu::PipelineLayout,
    blend: Blend,
    double_sided: bool,
    overwrite: bool,
) -> wgpu::RenderPipeline {
    let (plain, deep, mixing) = match blend {
        Blend::Opaque => ("paint_opaque", "paint_opaque_deep", None),
        Blend::Cutout => ("paint_cutout", "paint_cutout_deep", None),
        Blend::Alpha => ("paint_blended", "paint_blended_deep", Some(wgpu::BlendFactor::OneMinusSrcAlpha)),
        Blend::Additive => ("paint_additive", "paint_additive_deep", Some(wgpu::BlendFactor::One)),
    };
    let entry_point = if gpu.half_depth { deep } else { plain };
    let solid = matches!(blend, Blend::Opaque | Blend::Cutout);
    gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(entry_point),
        layout: Some(layout),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some("place"),
            compilation_options: Default::default(),
            buffers: &[Some(wgpu::VertexBufferLayout {
                array_stride: size_of::<Corner>() as u64,
                step_mode: wgpu::VertexStepMode::Vertex,
                attributes: &wgpu::vertex_attr_array![
                    0 => Float32x3, 1 => Float32x2, 2 => Unorm16x4, 3 => Float32x2
                ],
            })],
        },
        primitive: wgpu::PrimitiveState {
            front_face: wgpu::FrontFace::Ccw,
            cull_mode: (!double_sided).then_some(wgpu::Face::Back),
            ..Default::default()
        },
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH_FORMAT,
            depth_write_enabled: Some(solid && !overwrite),
            depth_compare: Some(if overwrite {
                wgpu::CompareFunction::Always
            } else {
                wgpu::CompareFunction::GreaterEqual
            }),
            stencil: Default::default(),
            bias: Default::default(),
        }),
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module,
            entry_point: Some(entry_point),
            compilation_options: Default::default(),
            targets: &[Some(wgpu::ColorTargetState {
                format,
                blend: mixing.map(|dst_factor| wgpu::BlendState {
                    color: wgpu::BlendComponent {
                        src_factor: wgpu::BlendFactor::SrcAlpha,
                        dst_factor,
                        operation: wgpu::BlendOperation::Add,
                    },
                    alpha: wgpu::BlendComponent::REPLACE,
                }),
                // A picture is opaque whatever was mixed into it.
                write_mask: wgpu::ColorWrites::COLOR,
            })],
        }),
        multiview_mask: None,
        cache: None,
    })
}
