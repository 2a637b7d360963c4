//! Pictures in memory: drawing into them and reading them back.

use crate::{RenderError, Size, adapter::Gpu, pipeline::COLOR_FORMAT};
use std::sync::mpsc;
use world::Image;

/// A target for pictures of one size.
pub struct Offscreen {
    texture: wgpu::Texture,
    pub(crate) view: wgpu::TextureView,
    pub(crate) size: Size,
}

impl std::fmt::Debug for Offscreen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Offscreen").field("size", &self.size).finish_non_exhaustive()
    }
}

impl Offscreen {
    pub(crate) fn new(gpu: &Gpu, size: Size) -> Self {
        let texture = gpu.texture(size, COLOR_FORMAT, 1, wgpu::TextureUsages::COPY_SRC);
        let view = texture.create_view(&Default::default());
        Offscreen { texture, view, size }
    }

    /// The picture as RGBA8, rows from the top.
    pub(crate) fn read(&self, gpu: &Gpu) -> Result<Image, RenderError> {
        let size = self.size;
        let row = size.width * 4;
        let padded_row = row.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let readback = gpu.checked("reading the picture back", || {
            let readback = gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("readback"),
                size: u64::from(padded_row) * u64::from(size.height),
                usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
                mapped_at_creation: false,
            });
            let mut encoder = gpu.device.create_command_encoder(&Default::default());
            encoder.copy_texture_to_buffer(
                self.texture.as_image_copy(),
                wgpu::TexelCopyBufferInfo {
                    buffer: &readback,
                    layout: wgpu::TexelCopyBufferLayout {
                        offset: 0,
                        bytes_per_row: Some(padded_row),
                        rows_per_image: None,
                    },
                },
                wgpu::Extent3d { width: size.width, height: size.height, depth_or_array_layers: 1 },
            );
            gpu.queue.submit([encoder.finish()]);
            readback
        })?;
        let padded = read(gpu, &readback)?;
        let rows = padded.chunks_exact(padded_row as usize);
        let rgba = rows.flat_map(|padded| &padded[..row as usize]).copied().collect();
        Ok(Image { width: size.width, height: size.height, rgba })
    }
}

fn read(gpu: &Gpu, buffer: &wgpu::Buffer) -> Result<Vec<u8>, RenderError> {
    let refused = |reason: String| RenderError::Refused { doing: "reading the picture back", reason };
    let (sender, receiver) = mpsc::channel();
    gpu.checked("reading the picture back", || {
        buffer.map_async(wgpu::MapMode::Read, .., move |mapped| {
            // The receiver below waits for the answer.
            let _ = sender.send(mapped);
        });
    })?;
    gpu.wait()?;
    match receiver.try_recv() {
        Ok(Ok(())) => {}
        Ok(Err(error)) => return Err(refused(error.to_string())),
        Err(_) => return Err(refused("the device gave no answer".to_owned())),
    }
    let bytes = buffer.get_mapped_range(..).map_err(|error| refused(error.to_string()))?.to_vec();
    buffer.unmap();
    Ok(bytes)
}
