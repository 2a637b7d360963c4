//! Pipelines: one per way of mixing, side, depth rule and kind of target, made
//! when first needed.

use crate::{
    RenderError,
    adapter::Gpu,
    baked::{self, Baked},
    batch::{Instance, Source},
    gather::Group,
    geometry::Corner,
    light::{Lamps, MOST_LAMPS, MOST_SUNS, Suns},
    palette,
    shaders::Shaders,
    skin::Skin,
    style::{Cull, Depth, Style},
    view::View,
};
use glam::Vec3;
use std::{collections::HashMap, num::NonZeroU64};
use world::{Blend, Fog};

/// Format of every picture: display-space bytes, written as they are.
pub(crate) const COLOR_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// Grows towards the eye.
pub(crate) const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// Fragment entries of one way of painting: plain, with baked light, with two
/// textures, with both; each without and with a depth of its own.
type EntryPoints = [[&'static str; 2]; 4];
const PAINT: EntryPoints = [
    ["paint", "paint_deep"],
    ["paint_baked", "paint_baked_deep"],
    ["paint_layered", "paint_layered_deep"],
    ["paint_layered_baked", "paint_layered_baked_deep"],
];
const CUTOUT: EntryPoints = [
    ["paint_cutout", "paint_cutout_deep"],
    ["paint_cutout_baked", "paint_cutout_baked_deep"],
    ["paint_cutout_layered", "paint_cutout_layered_deep"],
    ["paint_cutout_layered_baked", "paint_cutout_layered_baked_deep"],
];
/// Vertex entries in the same order; the last reads second texture coordinates.
const PLACE: [&str; 5] =
    ["place", "place_baked", "place_layered", "place_layered_baked", "place_layered_second"];

/// Vertex entries of what bones bend: with one texture, with two.
const PLACE_SKINNED: [&str; 2] = ["place_skinned", "place_skinned_layered"];

/// What the shader needs once per picture.
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(crate) struct FrameData {
    right: [f32; 4],
    up: [f32; 4],
    back: [f32; 4],
    fog_color: [f32; 4],
    fog: [f32; 4],
    base: [f32; 4],
    suns: [u32; 4],
    towards: [[f32; 4]; MOST_SUNS],
    shine: [[f32; 4]; MOST_SUNS],
    lamps: [[f32; 4]; MOST_LAMPS],
    lamp_colors: [[f32; 4]; MOST_LAMPS],
    lamp_parts: [[f32; 4]; MOST_LAMPS],
    /// And how much of the size of pictures that turn is there.
    day: [f32; 4],
}

impl FrameData {
    /// `missing` is the row of missing materials.
    pub fn new(view: &View, fog: &Fog, day: Vec3, suns: &Suns, lamps: &Lamps, missing: u32) -> Self {
        let range = fog.far - fog.near;
        // No range at all: full fog right behind the near distance.
        let per_unit = if range > 0.0 { range.recip() } else { 1e9 };
        let [r, g, b] = fog.color;
        let mut data = FrameData {
            right: view.right.extend(view.zoom_x).to_array(),
            up: view.up.extend(view.zoom_y).to_array(),
            back: view.back.extend(view.near).to_array(),
            fog_color: [r, g, b, view.eye.y],
            fog: [fog.near, per_unit, fog.high, fog.low],
            base: suns.base.extend(if fog.on { 1.0 } else { 0.0 }).to_array(),
            suns: [suns.suns().len() as u32, missing, lamps.lamps().len() as u32, suns.limit.to_bits()],
            towards: [[0.0; 4]; MOST_SUNS],
            shine: [[0.0; 4]; MOST_SUNS],
            lamps: [[0.0; 4]; MOST_LAMPS],
            lamp_colors: [[0.0; 4]; MOST_LAMPS],
            lamp_parts: [[0.0; 4]; MOST_LAMPS],
            day: day.extend(1.0).to_array(),
        };
        for (slot, sun) in suns.suns().iter().enumerate() {
            data.towards[slot] = sun.towards.extend(sun.diffuse).to_array();
            data.shine[slot] = sun.color.extend(sun.ambient).to_array();
        }
        for (slot, lamp) in lamps.lamps().iter().enumerate() {
            data.lamps[slot] = lamp.place.extend(lamp.far).to_array();
            data.lamp_colors[slot] = lamp.color.extend(lamp.near).to_array();
            data.lamp_parts[slot] = [lamp.diffuse, lamp.ambient, 0.0, 0.0];
        }
        data
    }

    /// The same with so much of the size of pictures that turn, and of the way of land that settles, 0 to 1.
    pub fn grown(mut self, share: f32) -> Self {
        self.day[3] = if share.is_finite() { share.clamp(0.0, 1.0) } else { 1.0 };
        self
    }
}

/// What a pipeline is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Kind {
    pub format: wgpu::TextureFormat,
    pub samples: u32,
    pub overdraw: bool,
    blend: Blend,
    lines: bool,
    cull: Cull,
    depth: Depth,
    overwrite: bool,
    /// Leaves the picture as it is.
    skylight: bool,
    /// With baked light.
    baked: bool,
    /// With two textures, or coordinates that are turned.
    layered: bool,
    second_uvs: bool,
    /// Bent by bones.
    skinned: bool,
}

impl Kind {
    pub fn new(
        format: wgpu::TextureFormat,
        samples: u32,
        overdraw: bool,
        style: &Style,
        source: Source,
    ) -> Self {
        Kind {
            format,
            samples,
            overdraw,
            blend: style.blend,
            lines: style.lines,
            cull: style.cull,
            depth: style.depth,
            overwrite: style.group == Group::Overwrite,
            skylight: style.group == Group::Skylight,
            // Overdraw is counted without light; what bones bend has none baked.
            baked: style.light > 0 && !overdraw && source != Source::Skinned,
            layered: style.second > 0 && !overdraw,
            second_uvs: style.second_uvs && !overdraw,
            skinned: source == Source::Skinned,
        }
    }

    /// Baked light is read.
    pub fn is_baked(&self) -> bool {
        self.baked
    }

    /// Second texture coordinates are read.
    pub fn reads_second_uvs(&self) -> bool {
        self.second_uvs
    }
}

/// How textures are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Filter {
    pub anisotropy: u16,
    pub mips: bool,
    /// Texels stay squares.
    pub squares: bool,
}

impl Filter {
    /// The same for one style.
    pub fn of(&self, style: &Style) -> Self {
        Filter { squares: style.squares, ..*self }
    }
}

/// What pipelines are given, for one texture and for two: nothing more, baked
/// light, or bones.
struct Layouts {
    plain: [wgpu::PipelineLayout; 3],
    layered: [wgpu::PipelineLayout; 3],
}

/// Everything made once per device.
pub(crate) struct Pipelines {
    pub picture_layout: wgpu::BindGroupLayout,
    /// Of two textures.
    pub pair_layout: wgpu::BindGroupLayout,
    pub material_layout: wgpu::BindGroupLayout,
    pub page_layout: wgpu::BindGroupLayout,
    pub palette_layout: wgpu::BindGroupLayout,
    frame_layout: wgpu::BindGroupLayout,
    layouts: Layouts,
    module: wgpu::ShaderModule,
    pipelines: HashMap<Kind, wgpu::RenderPipeline>,
}

impl Pipelines {
    pub fn new(gpu: &Gpu, shaders: &Shaders) -> Self {
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
        let texture = |binding, visibility, filterable, view_dimension| wgpu::BindGroupLayoutEntry {
            binding,
            visibility,
            ty: wgpu::BindingType::Texture {
                sample_type: wgpu::TextureSampleType::Float { filterable },
                view_dimension,
                multisampled: false,
            },
            count: None,
        };
        let texture_layout = |label, entries: &[wgpu::BindGroupLayoutEntry]| {
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(label), entries })
        };
        let picture = |binding| {
            let dimension = wgpu::TextureViewDimension::D2Array;
            texture(binding, wgpu::ShaderStages::FRAGMENT, true, dimension)
        };
        let picture_layout = texture_layout("pictures", &[picture(0)]);
        let pair_layout = texture_layout("pairs of pictures", &[picture(0), picture(1)]);
        let material_layout = texture_layout(
            "materials",
            &[texture(0, wgpu::ShaderStages::VERTEX, false, wgpu::TextureViewDimension::D2)],
        );
        let page_layout = baked::layout(device);
        let palette_layout = palette::layout(device);
        let layout = |label, pictures, more: Option<&wgpu::BindGroupLayout>| {
            let groups = [Some(&frame_layout), Some(pictures), Some(&material_layout), more];
            device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some(label),
                bind_group_layouts: &groups[..3 + usize::from(more.is_some())],
                immediate_size: 0,
            })
        };
        let each = |label, pictures| {
            [None, Some(&page_layout), Some(&palette_layout)].map(|more| layout(label, pictures, more))
        };
        let layouts =
            Layouts { plain: each("scene", &picture_layout), layered: each("two textures", &pair_layout) };
        let module = module(gpu, "scene", &shaders.scene);
        Pipelines {
            picture_layout,
            pair_layout,
            material_layout,
            page_layout,
            palette_layout,
            frame_layout,
            layouts,
            module,
            pipelines: HashMap::new(),
        }
    }

    /// Takes changed shaders; if the device refuses them, all stays as it was.
    pub fn reload(&mut self, gpu: &Gpu, shaders: &Shaders) -> Result<(), RenderError> {
        let new = gpu.checked("reading shaders", || module(gpu, "scene", &shaders.scene))?;
        let made = gpu.checked("reading shaders", || {
            let kinds = self.pipelines.keys();
            kinds.map(|kind| (*kind, pipeline(gpu, &new, &self.layouts, kind))).collect()
        })?;
        self.module = new;
        self.pipelines = made;
        Ok(())
    }

    /// Makes the pipelines that a picture needs and that are not there yet.
    pub fn prepare(&mut self, gpu: &Gpu, kinds: impl Iterator<Item = Kind>) {
        for kind in kinds {
            if !self.pipelines.contains_key(&kind) {
                self.pipelines.insert(kind, pipeline(gpu, &self.module, &self.layouts, &kind));
            }
        }
    }

    pub fn pipeline(&self, kind: &Kind) -> Option<&wgpu::RenderPipeline> {
        self.pipelines.get(kind)
    }

    /// Binds the frame data of a place with a way of reading textures.
    pub fn frame(&self, gpu: &Gpu, data: &wgpu::Buffer, filter: Filter) -> wgpu::BindGroup {
        let sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("smooth repeat"),
            address_mode_u: wgpu::AddressMode::Repeat,
            address_mode_v: wgpu::AddressMode::Repeat,
            mag_filter: if filter.squares { wgpu::FilterMode::Nearest } else { wgpu::FilterMode::Linear },
            min_filter: wgpu::FilterMode::Linear,
            mipmap_filter: wgpu::MipmapFilterMode::Linear,
            lod_max_clamp: if filter.mips { 32.0 } else { 0.0 },
            anisotropy_clamp: if filter.squares { 1 } else { filter.anisotropy },
            ..Default::default()
        });
        gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("frame"),
            layout: &self.frame_layout,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: data.as_entire_binding() },
                wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::Sampler(&sampler) },
            ],
        })
    }
}

pub(crate) fn module(gpu: &Gpu, label: &str, source: &str) -> wgpu::ShaderModule {
    gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(label),
        source: wgpu::ShaderSource::Wgsl(source.into()),
    })
}

/// How near a corner may come to the plane through the eye. Browsers that draw on the processor (SwiftShader) leave out
/// polygons with corners nearer than a five-hundredth of their way to the side; half of it still loses some. Nothing
/// that is seen moves by more than a fraction of a pixel.
const BESIDE: &[(&str, f64)] = if cfg!(target_family = "wasm") { &[("BESIDE", 1.0 / 512.0)] } else { &[] };

/// Factors on what is painted and on what is there; `None` replaces it.
fn factors(blend: Blend) -> Option<(wgpu::BlendFactor, wgpu::BlendFactor)> {
    use wgpu::BlendFactor::{Dst, One, OneMinusSrcAlpha, Src, SrcAlpha, Zero};
    match blend {
        Blend::Opaque | Blend::Cutout => None,
        Blend::Decal | Blend::Alpha => Some((SrcAlpha, OneMinusSrcAlpha)),
        Blend::Modulate => Some((Dst, Zero)),
        Blend::Modulate2x => Some((Dst, Src)),
        Blend::Additive => Some((One, One)),
        Blend::AdditiveAlpha => Some((SrcAlpha, One)),
    }
}

/// What the shader calls it.
fn shader_blend(blend: Blend) -> f64 {
    match blend {
        Blend::Opaque | Blend::Cutout => 0.0,
        Blend::Modulate => 1.0,
        Blend::Modulate2x => 2.0,
        Blend::Additive => 3.0,
        Blend::AdditiveAlpha => 4.0,
        Blend::Decal | Blend::Alpha => 5.0,
    }
}

fn pipeline(gpu: &Gpu, module: &wgpu::ShaderModule, layouts: &Layouts, kind: &Kind) -> wgpu::RenderPipeline {
    let mixing = if kind.overdraw {
        Some((wgpu::BlendFactor::One, wgpu::BlendFactor::One))
    } else {
        factors(kind.blend)
    };
    let entry_points = if kind.blend == Blend::Cutout { &CUTOUT } else { &PAINT };
    let way = usize::from(kind.layered) << 1 | usize::from(kind.baked);
    let entry_point =
        if kind.overdraw { "paint_overdraw" } else { entry_points[way][usize::from(gpu.half_depth)] };
    let constants = [("BLEND", shader_blend(kind.blend))];
    let layouts = if kind.layered { &layouts.layered } else { &layouts.plain };
    let corner = wgpu::VertexBufferLayout {
        array_stride: size_of::<Corner>() as u64,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &wgpu::vertex_attr_array![
            0 => Float32x3, 1 => Snorm16x4, 2 => Float32x2, 3 => Unorm8x4, 4 => Uint32, 5 => Float32
        ],
    };
    let instance = wgpu::VertexBufferLayout {
        array_stride: size_of::<Instance>() as u64,
        step_mode: wgpu::VertexStepMode::Instance,
        attributes: &wgpu::vertex_attr_array![
            6 => Float32x4, 7 => Float32x4, 8 => Float32x4, 9 => Float32x4, 10 => Float32x4, 11 => Unorm8x4
        ],
    };
    let light = wgpu::VertexBufferLayout {
        array_stride: size_of::<Baked>() as u64,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &wgpu::vertex_attr_array![12 => Float32x4],
    };
    let second = wgpu::VertexBufferLayout {
        array_stride: size_of::<[f32; 2]>() as u64,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &wgpu::vertex_attr_array![15 => Float32x2],
    };
    let skin = wgpu::VertexBufferLayout {
        array_stride: size_of::<Skin>() as u64,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &wgpu::vertex_attr_array![13 => Uint16x4, 14 => Unorm16x4],
    };
    let (buffers, vertex): (&[_], _) = if kind.skinned {
        (&[Some(corner), Some(instance), None, Some(skin)], PLACE_SKINNED[usize::from(kind.layered)])
    } else if kind.second_uvs {
        (&[Some(corner), Some(instance), Some(second)], PLACE[4])
    } else if kind.baked {
        (&[Some(corner), Some(instance), Some(light)], PLACE[way])
    } else {
        (&[Some(corner), Some(instance)], PLACE[way])
    };
    let more = if kind.skinned { 2 } else { usize::from(kind.baked) };
    let always = kind.overwrite || kind.overdraw || !kind.depth.test;
    gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(entry_point),
        layout: Some(&layouts[more]),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some(vertex),
            compilation_options: wgpu::PipelineCompilationOptions { constants: BESIDE, ..Default::default() },
            buffers,
        },
        primitive: wgpu::PrimitiveState {
            topology: if kind.lines {
                wgpu::PrimitiveTopology::LineList
            } else {
                wgpu::PrimitiveTopology::TriangleList
            },
            front_face: wgpu::FrontFace::Ccw,
            cull_mode: match kind.cull {
                Cull::Back => Some(wgpu::Face::Back),
                Cull::Front => Some(wgpu::Face::Front),
                Cull::None => None,
            },
            ..Default::default()
        },
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH_FORMAT,
            depth_write_enabled: Some(kind.depth.write && !kind.overwrite && !kind.overdraw),
            depth_compare: Some(if always {
                wgpu::CompareFunction::Always
            } else {
                wgpu::CompareFunction::GreaterEqual
            }),
            stencil: Default::default(),
            bias: Default::default(),
        }),
        multisample: wgpu::MultisampleState { count: kind.samples, ..Default::default() },
        fragment: Some(wgpu::FragmentState {
            module,
            entry_point: Some(entry_point),
            compilation_options: wgpu::PipelineCompilationOptions {
                constants: &constants,
                ..Default::default()
            },
            targets: &[Some(wgpu::ColorTargetState {
                format: kind.format,
                blend: mixing.map(|(src_factor, dst_factor)| wgpu::BlendState {
                    color: wgpu::BlendComponent {
                        src_factor,
                        dst_factor,
                        operation: wgpu::BlendOperation::Add,
                    },
                    alpha: wgpu::BlendComponent::REPLACE,
                }),
                // A picture is opaque whatever was mixed into it.
                write_mask: if kind.skylight && !kind.overdraw {
                    wgpu::ColorWrites::empty()
                } else {
                    wgpu::ColorWrites::COLOR
                },
            })],
        }),
        multiview_mask: None,
        cache: None,
    })
}
