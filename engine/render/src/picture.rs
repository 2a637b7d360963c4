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

    /// Copies the picture to where it can be read.
    pub(crate) fn start_read(&self, gpu: &Gpu) -> Result<Reading, RenderError> {
        let size = self.size;
        let padded_row = (size.width * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let (sender, mapped) = mpsc::channel();
        let buffer = gpu.checked(READING, || {
            let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("readback"),
                size: u64::from(padded_row) * u64::from(size.height),
                usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
                mapped_at_creation: false,
            });
            let mut encoder = gpu.device.create_command_encoder(&Default::default());
            encoder.copy_texture_to_buffer(
                self.texture.as_image_copy(),
                wgpu::TexelCopyBufferInfo {
                    buffer: &buffer,
                    layout: wgpu::TexelCopyBufferLayout {
                        offset: 0,
                        bytes_per_row: Some(padded_row),
                        rows_per_image: None,
                    },
                },
                wgpu::Extent3d { width: size.width, height: size.height, depth_or_array_layers: 1 },
            );
            gpu.queue.submit([encoder.finish()]);
            buffer
        })?;
        gpu.checked(READING, || {
            buffer.map_async(wgpu::MapMode::Read, .., move |answer| {
                // Whoever does not ask again has no use for the answer.
                let _ = sender.send(answer);
            });
        })?;
        Ok(Reading { buffer, mapped, size, padded_row })
    }

    /// The picture as RGBA8, rows from the top; waits for it.
    pub(crate) fn read(&self, gpu: &Gpu) -> Result<Image, RenderError> {
        let mut reading = self.start_read(gpu)?;
        gpu.wait()?;
        let read = reading.poll(gpu);
        read.unwrap_or_else(|| Err(refused("the device gave no answer".to_owned())))
    }
}

const READING: &str = "reading the picture back";

fn refused(reason: String) -> RenderError {
    RenderError::Refused { doing: READING, reason }
}

/// A picture on its way from the device.
pub struct Reading {
    buffer: wgpu::Buffer,
    mapped: mpsc::Receiver<Result<(), wgpu::BufferAsyncError>>,
    size: Size,
    padded_row: u32,
}

impl std::fmt::Debug for Reading {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reading").field("size", &self.size).finish_non_exhaustive()
    }
}

impl Reading {
    pub(crate) fn poll(&mut self, gpu: &Gpu) -> Option<Result<Image, RenderError>> {
        if let Err(error) = gpu.still_here() {
            return Some(Err(error));
        }
        match self.mapped.try_recv() {
            Ok(Ok(())) => Some(self.image()),
            Ok(Err(error)) => Some(Err(refused(error.to_string()))),
            Err(mpsc::TryRecvError::Empty) => None,
            Err(mpsc::TryRecvError::Disconnected) => {
                Some(Err(refused("the picture was read before".to_owned())))
            }
        }
    }

    fn image(&self) -> Result<Image, RenderError> {
        let Size { width, height } = self.size;
        let padded = self.buffer.get_mapped_range(..).map_err(|error| refused(error.to_string()))?.to_vec();
        self.buffer.unmap();
        let rows = padded.chunks_exact(self.padded_row as usize);
        let rgba = rows.flat_map(|padded| &padded[..width as usize * 4]).copied().collect();
        Ok(Image { width, height, rgba })
    }
}
