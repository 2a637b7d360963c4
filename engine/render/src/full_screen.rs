//! What is done to every pixel of a picture at once, by one triangle that covers
//! it.

use crate::{adapter::Gpu, frame::Target, pipeline::module};
use std::collections::HashMap;

/// How the pixels are worked out, and mixed with those that are there.
pub(crate) struct PixelRule {
    pub label: &'static str,
    /// The fragment entry; the vertex entry is `cover`.
    pub entry_point: &'static str,
    pub blend: Option<wgpu::BlendState>,
    pub write_mask: wgpu::ColorWrites,
}

/// Pipelines for one rule, one for each format of target, made when first needed.
pub(crate) struct FullScreen {
    rule: PixelRule,
    layout: wgpu::PipelineLayout,
    module: wgpu::ShaderModule,
    pipelines: HashMap<wgpu::TextureFormat, wgpu::RenderPipeline>,
}

impl FullScreen {
    pub fn new(gpu: &Gpu, rule: PixelRule, bound: &wgpu::BindGroupLayout, source: &str) -> Self {
        let layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(rule.label),
            bind_group_layouts: &[Some(bound)],
            immediate_size: 0,
        });
        let module = module(gpu, rule.label, source);
        FullScreen { rule, layout, module, pipelines: HashMap::new() }
    }

    /// Draws over the target, after what `load` makes of it, with a blend constant.
    pub fn draw(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        target: Target,
        group: &wgpu::BindGroup,
        load: wgpu::LoadOp<wgpu::Color>,
        constant: wgpu::Color,
    ) {
        let FullScreen { rule, layout, module, pipelines } = self;
        let made = || pipeline(gpu, rule, layout, module, target.format);
        let pipeline = pipelines.entry(target.format).or_insert_with(made);
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some(rule.label),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: target.view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load, store: wgpu::StoreOp::Store },
            })],
            ..Default::default()
        });
        pass.set_pipeline(pipeline);
        pass.set_blend_constant(constant);
        pass.set_bind_group(0, group, &[]);
        pass.draw(0..3, 0..1);
    }
}

fn pipeline(
    gpu: &Gpu,
    rule: &PixelRule,
    layout: &wgpu::PipelineLayout,
    module: &wgpu::ShaderModule,
    format: wgpu::TextureFormat,
) -> wgpu::RenderPipeline {
    let PixelRule { label, entry_point, blend, write_mask } = *rule;
    gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(label),
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
            entry_point: Some(entry_point),
            compilation_options: Default::default(),
            targets: &[Some(wgpu::ColorTargetState { format, blend, write_mask })],
        }),
        multiview_mask: None,
        cache: None,
    })
}
