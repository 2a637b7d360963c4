//! Drawing a mesh into memory and reading it back.

use crate::{
    RenderError, Size,
    adapter::Gpu,
    mesh::Mesh,
    pipeline::{COLOR_FORMAT, DEPTH_FORMAT, Pipelines},
    textures::Textures,
};
use std::sync::mpsc;
use world::Image;

/// What one picture is drawn with.
pub(crate) struct Drawing<'a> {
    pub gpu: &'a Gpu,
    pub pipelines: &'a Pipelines,
    pub textures: &'a Textures,
    pub frame: &'a wgpu::BindGroup,
    pub mesh: &'a Mesh,
    /// Where nothing is drawn.
    pub background: [f32; 3],
}

impl Drawing<'_> {
    /// The picture as RGBA8, rows from the top.
    pub fn picture(&self, size: Size) -> Result<Image, RenderError> {
        let row = size.width * 4;
        let padded_row = row.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let readback = self.gpu.checked("drawing", || {
            let target = self.target(size, COLOR_FORMAT, wgpu::TextureUsages::COPY_SRC);
            let readback = self.buffer(
                u64::from(padded_row) * u64::from(size.height),
                wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            );
            let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
            self.draw(&mut encoder, &target.create_view(&Default::default()), size);
            encoder.copy_texture_to_buffer(
                target.as_image_copy(),
                wgpu::TexelCopyBufferInfo {
                    buffer: &readback,
                    layout: wgpu::TexelCopyBufferLayout {
                        offset: 0,
                        bytes_per_row: Some(padded_row),
                        rows_per_image: None,
                    },
                },
                extent(size),
            );
            self.gpu.queue.submit([encoder.finish()]);
            readback
        })?;
        let padded = self.read(&readback)?;
        let rows = padded.chunks_exact(padded_row as usize);
        let rgba = rows.flat_map(|padded| &padded[..row as usize]).copied().collect();
        Ok(Image { width: size.width, height: size.height, rgba })
    }

    pub fn draw(&self, encoder: &mut wgpu::CommandEncoder, view: &wgpu::TextureView, size: Size) {
        let depth = self.target(size, DEPTH_FORMAT, wgpu::TextureUsages::empty());
        let depth = depth.create_view(&Default::default());
        let [r, g, b] = self.background.map(f64::from);
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("scene"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color { r, g, b, a: 1.0 }),
                    store: wgpu::StoreOp::Store,
                },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &depth,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(0.0),
                    store: wgpu::StoreOp::Discard,
                }),
                stencil_ops: None,
            }),
            ..Default::default()
        });
        if self.mesh.runs.is_empty() {
            return;
        }
        let corners = self.filled(bytemuck::cast_slice(&self.mesh.corners), wgpu::BufferUsages::VERTEX);
        let indices = self.filled(bytemuck::cast_slice(&self.mesh.indices), wgpu::BufferUsages::INDEX);
        pass.set_bind_group(0, self.frame, &[]);
        pass.set_vertex_buffer(0, corners.slice(..));
        pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
        for run in &self.mesh.runs {
            let Some(texture) = self.textures.group(run.style.texture) else { continue };
            pass.set_pipeline(self.pipelines.of(&run.style));
            pass.set_bind_group(1, texture, &[]);
            pass.draw_indexed(run.indices.clone(), 0, 0..1);
        }
    }

    fn target(&self, size: Size, format: wgpu::TextureFormat, more: wgpu::TextureUsages) -> wgpu::Texture {
        self.gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("target"),
            size: extent(size),
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | more,
            view_formats: &[],
        })
    }

    fn buffer(&self, size: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
        self.gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size,
            usage,
            mapped_at_creation: false,
        })
    }

    fn filled(&self, bytes: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
        let buffer = self.buffer(bytes.len() as u64, usage | wgpu::BufferUsages::COPY_DST);
        self.gpu.queue.write_buffer(&buffer, 0, bytes);
        buffer
    }

    fn read(&self, buffer: &wgpu::Buffer) -> Result<Vec<u8>, RenderError> {
        let refused = |reason: String| RenderError::Refused { doing: "reading the picture back", reason };
        let (sender, receiver) = mpsc::channel();
        self.gpu.checked("reading the picture back", || {
            buffer.map_async(wgpu::MapMode::Read, .., move |mapped| {
                // The receiver waits below for as long as there is an answer.
                let _ = sender.send(mapped);
            });
        })?;
        self.gpu
            .device
            .poll(wgpu::PollType::wait_indefinitely())
            .map_err(|error| refused(error.to_string()))?;
        match receiver.try_recv() {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return Err(refused(error.to_string())),
            Err(_) => return Err(refused("the device gave no answer".to_owned())),
        }
        let bytes = buffer.get_mapped_range(..).map_err(|error| refused(error.to_string()))?.to_vec();
        buffer.unmap();
        Ok(bytes)
    }
}

fn extent(size: Size) -> wgpu::Extent3d {
    wgpu::Extent3d { width: size.width, height: size.height, depth_or_array_layers: 1 }
}
