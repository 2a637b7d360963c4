//! Render scale and brightness: the picture is drawn beside, at its own size, and one pass over all
//! pixels brings it to where it is shown. With both at 1 there is no such pass.

use crate::{
    Look, Settings, Size,
    adapter::Gpu,
    frame::Target,
    full_screen::{FullScreen, PixelRule},
    shaders::Shaders,
};
use std::ops::RangeInclusive;

/// Render scales that make sense.
pub const RENDER_SCALE: RangeInclusive<f32> = 0.25..=2.0;
/// Brightnesses that make sense.
pub const BRIGHTNESS: RangeInclusive<f32> = 0.5..=2.0;

/// The size that a picture is drawn at before the last pass; `None` where there is none. `limit` is
/// the longest side of a texture. The retro look has a size of its own and does not scale.
pub(crate) fn drawn_size(settings: &Settings, size: Size, limit: u32) -> Option<Size> {
    let scale = match settings.look {
        Look::Clear => within(settings.render_scale, &RENDER_SCALE),
        Look::Faithful => 1.0,
    };
    let scaled = |side: u32| ((side as f32 * scale).round() as u32).clamp(1, limit.max(1));
    let drawn = Size { width: scaled(size.width), height: scaled(size.height) };
    (drawn != size || brightness(settings) != 1.0).then_some(drawn)
}

fn brightness(settings: &Settings) -> f32 {
    within(settings.brightness, &BRIGHTNESS)
}

fn within(value: f32, range: &RangeInclusive<f32>) -> f32 {
    if value.is_finite() { value.clamp(*range.start(), *range.end()) } else { 1.0 }
}

/// What is drawn before the last pass, and what that pass reads.
pub(crate) struct Drawn {
    pub view: wgpu::TextureView,
    pub size: Size,
    rule: wgpu::Buffer,
    group: wgpu::BindGroup,
}

/// Brings a picture to where it is shown.
pub(crate) struct LastPass {
    layout: wgpu::BindGroupLayout,
    sampler: wgpu::Sampler,
    full_screen: FullScreen,
}

impl LastPass {
    pub fn new(gpu: &Gpu, shaders: &Shaders) -> Self {
        let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::FRAGMENT,
            ty,
            count: None,
        };
        let layout = gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("last pass"),
            entries: &[
                entry(
                    0,
                    wgpu::BindingType::Texture {
                        sample_type: wgpu::TextureSampleType::Float { filterable: true },
                        view_dimension: wgpu::TextureViewDimension::D2,
                        multisampled: false,
                    },
                ),
                entry(1, wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering)),
                entry(
                    2,
                    wgpu::BindingType::Buffer {
                        ty: wgpu::BufferBindingType::Uniform,
                        has_dynamic_offset: false,
                        min_binding_size: None,
                    },
                ),
            ],
        });
        let sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("last pass"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..Default::default()
        });
        let rule = PixelRule {
            label: "last pass",
            entry_point: "show",
            blend: None,
            write_mask: wgpu::ColorWrites::ALL,
        };
        let full_screen = FullScreen::new(gpu, rule, &layout, &shaders.last_pass);
        LastPass { layout, sampler, full_screen }
    }

    /// What the pass reads of a picture of this size.
    pub fn bind(&self, gpu: &Gpu, view: wgpu::TextureView, size: Size) -> Drawn {
        let usages = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
        let rule = gpu.filled("last pass", &[0; 16], usages);
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("last pass"),
            layout: &self.layout,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(&view) },
                wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::Sampler(&self.sampler) },
                wgpu::BindGroupEntry { binding: 2, resource: rule.as_entire_binding() },
            ],
        });
        Drawn { view, size, rule, group }
    }

    /// Fills the target with what was drawn.
    pub fn show(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        drawn: &Drawn,
        settings: &Settings,
        target: Target,
    ) {
        let Size { width, height } = target.size;
        let rule = [1.0 / width as f32, 1.0 / height as f32, 1.0 / brightness(settings), 0.0];
        gpu.queue.write_buffer(&drawn.rule, 0, bytemuck::cast_slice(&rule));
        let black = wgpu::Color::BLACK;
        self.full_screen.draw(gpu, encoder, target, &drawn.group, wgpu::LoadOp::Clear(black), black);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_follow_the_scale_and_stay_within_their_limits() {
        let plain = Settings::default();
        let of = |render_scale, width, height| {
            let settings = Settings { render_scale, ..plain };
            drawn_size(&settings, Size { width, height }, 4096).map(|size| (size.width, size.height))
        };
        assert_eq!(of(1.0, 1280, 720), None);
        assert_eq!(of(0.5, 1280, 720), Some((640, 360)));
        assert_eq!(of(0.35, 1280, 720), Some((448, 252)));
        assert_eq!(of(2.0, 1280, 720), Some((2560, 1440)));
        assert_eq!(of(2.0, 3000, 1000), Some((4096, 2000)));
        // Out of range, and no number.
        assert_eq!(of(0.0, 1280, 720), Some((320, 180)));
        assert_eq!(of(f32::NAN, 1280, 720), None);
        assert_eq!(of(0.25, 1, 1), None);
    }

    #[test]
    fn the_retro_look_keeps_its_size_and_brightness_needs_the_pass() {
        let size = Size { width: 1280, height: 720 };
        let retro = Settings { look: Look::Faithful, render_scale: 0.5, ..Settings::default() };
        assert_eq!(drawn_size(&retro, size, 4096), None);
        let bright = Settings { brightness: 1.25, ..retro };
        assert_eq!(drawn_size(&bright, size, 4096), Some(size));
    }
}
