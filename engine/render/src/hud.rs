//! The HUD over a finished picture: one draw of all its bars and letters.

use crate::{adapter::Gpu, frame::Target, pipeline::module, shaders::Shaders};
use bytemuck::{Pod, Zeroable};
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster};
use std::collections::HashMap;
use world::{Hud, HudPart, LetterSize};

/// Letters in a row of their texture.
const COLUMNS: u32 = 32;
/// The letters that are there: Latin of Western Europe. Others are shown as a question mark.
const LETTERS: [std::ops::RangeInclusive<char>; 2] = [' '..='~', '\u{a0}'..='\u{ff}'];

/// A part as the device reads it.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Part {
    /// Middle and half size, pixels.
    place: [f32; 4],
    /// Cosine and sine of its turn, and the upper left corner of its letter, below 0 for a bar.
    turn: [f32; 4],
    color: [u8; 4],
}

/// Draws HUDs.
pub(crate) struct HudPass {
    layout: wgpu::PipelineLayout,
    module: wgpu::ShaderModule,
    pipelines: HashMap<wgpu::TextureFormat, wgpu::RenderPipeline>,
    pixel: wgpu::Buffer,
    group: wgpu::BindGroup,
    parts: Vec<Part>,
    buffer: Option<wgpu::Buffer>,
}

impl HudPass {
    pub fn new(gpu: &Gpu, shaders: &Shaders) -> Self {
        let bound = gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("HUD"),
            entries: &[
                wgpu::BindGroupLayoutEntry {
                    binding: 0,
                    visibility: wgpu::ShaderStages::VERTEX,
                    ty: wgpu::BindingType::Buffer {
                        ty: wgpu::BufferBindingType::Uniform,
                        has_dynamic_offset: false,
                        min_binding_size: None,
                    },
                    count: None,
                },
                wgpu::BindGroupLayoutEntry {
                    binding: 1,
                    visibility: wgpu::ShaderStages::FRAGMENT,
                    ty: wgpu::BindingType::Texture {
                        sample_type: wgpu::TextureSampleType::Float { filterable: false },
                        view_dimension: wgpu::TextureViewDimension::D2,
                        multisampled: false,
                    },
                    count: None,
                },
            ],
        });
        let layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("HUD"),
            bind_group_layouts: &[Some(&bound)],
            immediate_size: 0,
        });
        let usages = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
        let pixel = gpu.filled("HUD", &[0; 16], usages);
        let letters = letters_on(gpu).create_view(&Default::default());
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("HUD"),
            layout: &bound,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: pixel.as_entire_binding() },
                wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::TextureView(&letters) },
            ],
        });
        HudPass {
            layout,
            module: module(gpu, "HUD", &shaders.hud),
            pipelines: HashMap::new(),
            pixel,
            group,
            parts: Vec::new(),
            buffer: None,
        }
    }

    /// Draws over what is there.
    pub fn draw(&mut self, gpu: &Gpu, encoder: &mut wgpu::CommandEncoder, target: Target, hud: &Hud) {
        self.parts.clear();
        self.parts.extend(hud.parts().iter().map(part));
        if self.parts.is_empty() {
            return;
        }
        let (width, height) = (target.size.width as f32, target.size.height as f32);
        gpu.queue.write_buffer(&self.pixel, 0, bytemuck::cast_slice(&[1.0 / width, 1.0 / height, 0.0, 0.0]));
        let HudPass { layout, module, pipelines, buffer, parts, .. } = self;
        let bytes: &[u8] = bytemuck::cast_slice(parts);
        if buffer.as_ref().is_none_or(|own| own.size() < bytes.len() as u64) {
            *buffer = Some(gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("HUD"),
                size: (bytes.len() as u64).next_power_of_two().max(4096),
                usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            }));
        }
        let Some(buffer) = buffer else { return };
        gpu.queue.write_buffer(buffer, 0, bytes);
        let made = || pipeline(gpu, layout, module, target.format);
        let pipeline = pipelines.entry(target.format).or_insert_with(made);
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("HUD"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: target.view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store },
            })],
            ..Default::default()
        });
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &self.group, &[]);
        pass.set_vertex_buffer(0, buffer.slice(..bytes.len() as u64));
        pass.draw(0..4, 0..parts.len() as u32);
    }
}

/// A part as the device reads it.
fn part(own: &HudPart) -> Part {
    match own {
        HudPart::Bar(bar) => Part {
            place: [bar.center.x, bar.center.y, bar.half.x, bar.half.y],
            turn: [libm::cosf(bar.turn), libm::sinf(bar.turn), -1.0, -1.0],
            color: bar.color,
        },
        HudPart::Letter(letter) => {
            let [width, height] = [letter.size.advance() as f32 * 0.5, letter.size.height() as f32 * 0.5];
            let [x, y] = letter.at.map(|at| at as f32);
            let [left, top] = corner(letter.size, letter.letter);
            Part {
                place: [x + width, y + height, width, height],
                turn: [1.0, 0.0, left as f32, top as f32],
                color: letter.color,
            }
        }
    }
}

/// How many letters there are before this one; the question mark's number for one that is not there.
fn number(letter: char) -> u32 {
    let mut before = 0;
    for range in LETTERS {
        let (first, last) = (u32::from(*range.start()), u32::from(*range.end()));
        if range.contains(&letter) {
            return before + u32::from(letter) - first;
        }
        before += last - first + 1;
    }
    u32::from('?') - u32::from(' ')
}

/// Upper left corner of a letter in the texture. Each size has its own rows, one size below the other.
fn corner(size: LetterSize, letter: char) -> [u32; 2] {
    let number = number(letter);
    let above =
        LetterSize::ALL.iter().take_while(|own| **own != size).map(|own| rows() * own.height() as u32);
    [number % COLUMNS * size.advance() as u32, above.sum::<u32>() + number / COLUMNS * size.height() as u32]
}

/// Rows of letters of one size.
fn rows() -> u32 {
    let count: u32 = LETTERS.into_iter().map(|range| range.count() as u32).sum();
    count.div_ceil(COLUMNS)
}

/// How dark each pixel of the texture of letters is, its width and its height.
fn letters() -> (Vec<u8>, u32, u32) {
    let widest = LetterSize::ALL.iter().map(|size| size.advance() as u32).max().unwrap_or(1);
    let width = widest * COLUMNS;
    let height = LetterSize::ALL.iter().map(|size| size.height() as u32 * rows()).sum();
    let mut pixels = vec![0; (width * height) as usize];
    for size in LetterSize::ALL {
        for letter in LETTERS.into_iter().flatten() {
            let Some(raster) = get_raster(letter, FontWeight::Regular, height_of(size)) else { continue };
            let [left, top] = corner(size, letter);
            for (row, line) in raster.rows().enumerate() {
                let at = ((top + row as u32) * width + left) as usize;
                let line = &line[..line.len().min(size.advance() as usize)];
                pixels[at..at + line.len()].copy_from_slice(line);
            }
        }
    }
    (pixels, width, height)
}

fn height_of(size: LetterSize) -> RasterHeight {
    match size {
        LetterSize::Small => RasterHeight::Size16,
        LetterSize::Medium => RasterHeight::Size20,
        LetterSize::Large => RasterHeight::Size24,
        LetterSize::Huge => RasterHeight::Size32,
    }
}

fn letters_on(gpu: &Gpu) -> wgpu::Texture {
    let (pixels, width, height) = letters();
    let size = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("letters of the HUD"),
        size,
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::R8Unorm,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    });
    let rows = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(width), rows_per_image: None };
    gpu.queue.write_texture(texture.as_image_copy(), &pixels, rows, size);
    texture
}

fn pipeline(
    gpu: &Gpu,
    layout: &wgpu::PipelineLayout,
    module: &wgpu::ShaderModule,
    format: wgpu::TextureFormat,
) -> wgpu::RenderPipeline {
    let attributes = wgpu::vertex_attr_array![0 => Float32x4, 1 => Float32x4, 2 => Unorm8x4];
    gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("HUD"),
        layout: Some(layout),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some("place"),
            compilation_options: Default::default(),
            buffers: &[Some(wgpu::VertexBufferLayout {
                array_stride: size_of::<Part>() as u64,
                step_mode: wgpu::VertexStepMode::Instance,
                attributes: &attributes,
            })],
        },
        primitive: wgpu::PrimitiveState {
            topology: wgpu::PrimitiveTopology::TriangleStrip,
            ..Default::default()
        },
        depth_stencil: None,
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module,
            entry_point: Some("paint"),
            compilation_options: Default::default(),
            targets: &[Some(wgpu::ColorTargetState {
                format,
                blend: Some(wgpu::BlendState {
                    color: wgpu::BlendComponent {
                        src_factor: wgpu::BlendFactor::SrcAlpha,
                        dst_factor: wgpu::BlendFactor::OneMinusSrcAlpha,
                        operation: wgpu::BlendOperation::Add,
                    },
                    alpha: wgpu::BlendComponent::OVER,
                }),
                write_mask: wgpu::ColorWrites::COLOR,
            })],
        }),
        multiview_mask: None,
        cache: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use noto_sans_mono_bitmap::get_raster_width;

    #[test]
    fn letters_are_as_wide_as_the_font_has_them() {
        for size in LetterSize::ALL {
            let wide = get_raster_width(FontWeight::Regular, height_of(size));
            assert_eq!(size.advance() as usize, wide, "{size:?}");
        }
    }

    #[test]
    fn each_letter_has_its_own_place_in_the_texture() {
        assert_eq!([number(' '), number('~'), number('\u{a0}'), number('ÿ')], [0, 94, 95, 190]);
        // None of ours.
        assert_eq!(number('語'), number('?'));
        assert_eq!(rows(), 6);
        // 'A' is number 33: second column of the second row.
        assert_eq!(corner(LetterSize::Small, 'A'), [7, 16]);
        assert_eq!(corner(LetterSize::Medium, 'A'), [9, 6 * 16 + 20]);
        let (pixels, width, _) = letters();
        let dark = |size: LetterSize, letter| {
            let [left, top] = corner(size, letter);
            let rows = (0..size.height() as u32).map(|row| ((top + row) * width + left) as usize);
            rows.flat_map(|at| &pixels[at..at + size.advance() as usize]).any(|pixel| *pixel > 128)
        };
        for size in LetterSize::ALL {
            assert!(
                LETTERS
                    .into_iter()
                    .flatten()
                    .all(|letter| { dark(size, letter) != matches!(letter, ' ' | '\u{a0}' | '\u{ad}') })
            );
        }
    }
}
