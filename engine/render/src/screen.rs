//! Fades, tints and flashes over the finished picture, and how often it may
//! flash.

use crate::{
    adapter::Gpu,
    frame::Target,
    full_screen::{FullScreen, PixelRule},
    shaders::Shaders,
};
use std::collections::VecDeque;
use world::{ScreenColor, TICKS_PER_SECOND};

/// Part of full brightness from which a change counts.
///
/// Source: Web Content Accessibility Guidelines 2.2, "general flash": opposing
/// changes of relative luminance by a tenth or more, the darker below 0.8.
const CHANGE: f32 = 0.1;
const DARK: f32 = 0.8;
/// Pixels whose brightness is watched: black, grey, white, and the three colours
/// that a tint may take away.
const WATCHED: [[f32; 3]; 6] =
    [[0.0; 3], [0.5; 3], [1.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// Lets no more than so many flashes a second through: what would be one more is
/// held at what was shown before it, until a second has passed.
#[derive(Debug, Default)]
pub(crate) struct FlashGuard {
    last: Option<(f64, ScreenColor)>,
    pixels: [Brightness; WATCHED.len()],
}

/// The way of one pixel's brightness.
#[derive(Debug, Default)]
struct Brightness {
    /// Where it turned last, or has come since.
    extreme: f32,
    /// Up, down, or neither yet.
    direction: i8,
    /// Ticks of the changes of the last second.
    changes: VecDeque<f64>,
}

impl FlashGuard {
    /// Forgets what was shown: the next picture stands by itself.
    pub fn reset(&mut self) {
        self.last = None;
    }

    /// What may be shown at a time in ticks instead of what is wanted.
    pub fn pass(&mut self, tick: f64, wanted: ScreenColor, flashes: u32) -> ScreenColor {
        let second = f64::from(TICKS_PER_SECOND);
        let known = self.last.filter(|(last, _)| (*last..=*last + second).contains(&tick));
        let (_, shown) = known.unwrap_or_else(|| {
            self.pixels = std::array::from_fn(|pixel| Brightness::at(&ScreenColor::NONE, pixel));
            (tick, ScreenColor::NONE)
        });
        for pixel in &mut self.pixels {
            pixel.forget(tick - second);
        }
        let most = 2 * flashes as usize;
        let allowed = |(number, pixel): (usize, &Brightness)| {
            let change = pixel.change(luminance(&wanted, number));
            change.is_none() || pixel.changes.len() < most
        };
        let allowed = self.pixels.iter().enumerate().all(allowed);
        let shown = if allowed { wanted } else { shown };
        for (number, pixel) in self.pixels.iter_mut().enumerate() {
            pixel.follow(luminance(&shown, number), tick);
        }
        self.last = Some((tick, shown));
        shown
    }
}

impl Brightness {
    fn at(color: &ScreenColor, pixel: usize) -> Self {
        Brightness { extreme: luminance(color, pixel), ..Brightness::default() }
    }

    /// The direction of a change that counts and turns round.
    fn change(&self, now: f32) -> Option<i8> {
        let (step, darker) = (now - self.extreme, now.min(self.extreme));
        let direction = if step > 0.0 { 1 } else { -1 };
        (step.abs() >= CHANGE && darker < DARK && direction != self.direction).then_some(direction)
    }

    fn follow(&mut self, now: f32, tick: f64) {
        if let Some(direction) = self.change(now) {
            self.direction = direction;
            self.extreme = now;
            self.changes.push_back(tick);
        } else if self.direction == 0 {
            // Slow drifts before the first change do not count.
        } else if (now - self.extreme) * f32::from(self.direction) > 0.0 {
            self.extreme = now;
        }
    }

    fn forget(&mut self, before: f64) {
        while self.changes.front().is_some_and(|change| *change <= before) {
            self.changes.pop_front();
        }
    }
}

/// Two colours over a picture as one, the second above the first.
pub(crate) fn stack(below: &ScreenColor, above: &ScreenColor) -> ScreenColor {
    let channels = [0, 1, 2];
    ScreenColor {
        factor: channels.map(|c| below.factor[c] * above.factor[c]),
        sum: channels.map(|c| below.sum[c] * above.factor[c] + above.sum[c]),
    }
}

/// Relative luminance of a watched pixel, 0..=1.
fn luminance(color: &ScreenColor, pixel: usize) -> f32 {
    let linear = |channel: f32| {
        if channel <= 0.04045 { channel / 12.92 } else { libm::powf((channel + 0.055) / 1.055, 2.4) }
    };
    let [r, g, b] = color.on(WATCHED[pixel]).map(linear);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Draws a colour over a picture.
pub(crate) struct Cover {
    buffer: wgpu::Buffer,
    group: wgpu::BindGroup,
    full_screen: FullScreen,
}

impl Cover {
    pub fn new(gpu: &Gpu, shaders: &Shaders) -> Self {
        let bind_layout = gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("screen"),
            entries: &[wgpu::BindGroupLayoutEntry {
                binding: 0,
                visibility: wgpu::ShaderStages::FRAGMENT,
                ty: wgpu::BindingType::Buffer {
                    ty: wgpu::BufferBindingType::Uniform,
                    has_dynamic_offset: false,
                    min_binding_size: None,
                },
                count: None,
            }],
        });
        let buffer = gpu.filled("screen", &[0; 16], wgpu::BufferUsages::UNIFORM);
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("screen"),
            layout: &bind_layout,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() }],
        });
        let rule = PixelRule {
            label: "screen",
            entry_point: "add",
            blend: Some(wgpu::BlendState {
                color: wgpu::BlendComponent {
                    src_factor: wgpu::BlendFactor::One,
                    dst_factor: wgpu::BlendFactor::Constant,
                    operation: wgpu::BlendOperation::Add,
                },
                alpha: wgpu::BlendComponent::REPLACE,
            }),
            write_mask: wgpu::ColorWrites::COLOR,
        };
        let full_screen = FullScreen::new(gpu, rule, &bind_layout, &shaders.screen);
        Cover { buffer, group, full_screen }
    }

    /// Does to every pixel of a finished picture what the colour says.
    pub fn draw(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        target: Target,
        color: &ScreenColor,
    ) {
        if *color == ScreenColor::NONE {
            return;
        }
        let [r, g, b] = color.sum;
        gpu.queue.write_buffer(&self.buffer, 0, bytemuck::cast_slice(&[r, g, b, 0.0]));
        let [r, g, b] = color.factor.map(f64::from);
        let constant = wgpu::Color { r, g, b, a: 1.0 };
        self.full_screen.draw(gpu, encoder, target, &self.group, wgpu::LoadOp::Load, constant);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn white(strength: f32) -> ScreenColor {
        ScreenColor { factor: [1.0; 3], sum: [strength; 3] }
    }

    /// Which ticks of ten seconds show a flash that comes every `every` ticks and
    /// lasts half as long.
    fn flashes(every: u64, strength: f32, most: u32) -> Vec<u64> {
        let mut guard = FlashGuard::default();
        let mut seen = Vec::new();
        let mut lit = false;
        for tick in 0..600 {
            let wanted = if tick % every < every / 2 { white(strength) } else { ScreenColor::NONE };
            let shown = guard.pass(tick as f64, wanted, most);
            if shown != ScreenColor::NONE && !lit {
                seen.push(tick);
            }
            lit = shown != ScreenColor::NONE;
        }
        seen
    }

    #[test]
    fn never_more_than_three_flashes_in_any_second() {
        for every in [2, 4, 6, 10, 14, 18] {
            let seen = flashes(every, 1.0, 3);
            assert!(seen.len() >= 25, "{every}: {}", seen.len());
            for start in 0..540 {
                let count = seen.iter().filter(|tick| (start..start + 60).contains(*tick)).count();
                assert!(count <= 3, "{every}: {count} within a second of {start}");
            }
        }
    }

    #[test]
    fn slow_flashes_and_faint_ones_pass_and_none_are_seen_where_none_are_wanted() {
        // Every third of a second is what is allowed.
        assert_eq!(flashes(20, 1.0, 3).len(), 30);
        // Added to white it is nothing, to grey less than a tenth of full light.
        assert_eq!(flashes(6, 0.05, 3).len(), 100);
        assert!(flashes(20, 1.0, 0).is_empty());
        assert_eq!(flashes(20, 1.0, 1).len(), 10);
    }

    #[test]
    fn fades_to_black_and_back_count_as_well() {
        let mut guard = FlashGuard::default();
        let mut dark = 0;
        for tick in 0..60 {
            let wanted = if tick % 4 < 2 {
                ScreenColor { factor: [0.0; 3], sum: [0.0; 3] }
            } else {
                ScreenColor::NONE
            };
            let before = guard.last.map(|(_, shown)| shown);
            let shown = guard.pass(f64::from(tick), wanted, 3);
            dark += u32::from(shown == wanted && before != Some(shown) && wanted != ScreenColor::NONE);
        }
        assert_eq!(dark, 3);
    }

    #[test]
    fn a_picture_by_itself_shows_what_is_wanted() {
        let mut guard = FlashGuard::default();
        for number in 0..20 {
            guard.reset();
            let wanted = if number % 2 == 0 { white(1.0) } else { ScreenColor::NONE };
            assert_eq!(guard.pass(5.0, wanted, 3), wanted);
        }
    }
}
