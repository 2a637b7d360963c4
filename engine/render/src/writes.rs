//! What is still to be written to the device: handed over in pieces, so that
//! nothing else waits for long.

use crate::adapter::Gpu;
use std::{collections::VecDeque, sync::Arc};
use world::Image;

/// Offsets and sizes of writes to buffers are multiples of it, as WebGPU asks for.
const ALIGNMENT: usize = wgpu::COPY_BUFFER_ALIGNMENT as usize;

/// Numbers that wait to be written.
trait Bytes: Send + Sync {
    fn bytes(&self) -> &[u8];
}

impl<T: bytemuck::NoUninit + Send + Sync> Bytes for Arc<Vec<T>> {
    fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(self.as_slice())
    }
}

/// A buffer or one level of one layer of a texture, and what is to be in it.
enum Write {
    Buffer { buffer: wgpu::Buffer, content: Box<dyn Bytes> },
    Level { texture: wgpu::Texture, level: u32, layer: u32, picture: Image },
}

impl Write {
    fn bytes(&self) -> &[u8] {
        match self {
            Write::Buffer { content, .. } => content.bytes(),
            Write::Level { picture, .. } => &picture.rgba,
        }
    }

    /// Hands over about `most` bytes from `start` on, and at least something; returns where the
    /// next piece starts.
    fn piece(&self, gpu: &Gpu, start: usize, most: usize) -> usize {
        let bytes = self.bytes();
        match self {
            Write::Buffer { buffer, .. } => {
                let most = (most / ALIGNMENT * ALIGNMENT).max(ALIGNMENT);
                let end = bytes.len().min(start.saturating_add(most));
                gpu.queue.write_buffer(buffer, start as u64, &bytes[start..end]);
                end
            }
            Write::Level { texture, level, layer, picture } => {
                // Whole rows.
                let row = picture.width as usize * 4;
                let left = (bytes.len() - start).checked_div(row).unwrap_or(0);
                if left == 0 {
                    return bytes.len();
                }
                let rows = (most / row).clamp(1, left);
                let end = start + rows * row;
                gpu.queue.write_texture(
                    wgpu::TexelCopyTextureInfo {
                        texture,
                        mip_level: *level,
                        origin: wgpu::Origin3d { x: 0, y: (start / row) as u32, z: *layer },
                        aspect: wgpu::TextureAspect::All,
                    },
                    &bytes[start..end],
                    wgpu::TexelCopyBufferLayout {
                        offset: 0,
                        bytes_per_row: Some(row as u32),
                        rows_per_image: None,
                    },
                    wgpu::Extent3d { width: picture.width, height: rows as u32, depth_or_array_layers: 1 },
                );
                end
            }
        }
    }
}

/// Writes in the order in which they were asked for.
#[derive(Default)]
pub(crate) struct Writes {
    waiting: VecDeque<Write>,
    /// Where the next piece of the first one starts.
    start: usize,
    /// Bytes that are still to be handed over.
    left: u64,
    /// Bytes by which the last step went beyond what it was allowed, since rows are not cut.
    debt: u64,
}

impl Writes {
    /// A buffer that will have this content; never empty, so that it can be bound.
    pub fn buffer<T: bytemuck::NoUninit + Send + Sync>(
        &mut self,
        gpu: &Gpu,
        label: &str,
        content: Arc<Vec<T>>,
        usage: wgpu::BufferUsages,
    ) -> wgpu::Buffer {
        let size = content.bytes().len();
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size: size.next_multiple_of(ALIGNMENT).max(ALIGNMENT) as u64,
            usage: usage | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        self.push(Write::Buffer { buffer: buffer.clone(), content: Box::new(content) });
        buffer
    }

    /// Fills a level of a layer of a texture of RGBA8.
    pub fn level(&mut self, texture: &wgpu::Texture, level: u32, layer: u32, picture: Image) {
        self.push(Write::Level { texture: texture.clone(), level, layer, picture });
    }

    fn push(&mut self, write: Write) {
        let bytes = write.bytes().len() as u64;
        if bytes > 0 {
            self.left += bytes;
            self.waiting.push_back(write);
        }
    }

    /// Bytes that are still to be handed over.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Hands over so many bytes, or all that are left. Over all steps no more than allowed and one
    /// row of a picture.
    pub fn step(&mut self, gpu: &Gpu, bytes: u64) {
        let mut allowed = bytes.max(1);
        let paid = allowed.min(self.debt);
        self.debt -= paid;
        allowed -= paid;
        while allowed > 0
            && let Some(write) = self.waiting.front()
        {
            let end = write.piece(gpu, self.start, usize::try_from(allowed).unwrap_or(usize::MAX));
            let written = (end - self.start) as u64;
            self.left -= written;
            self.debt += written.saturating_sub(allowed);
            allowed = allowed.saturating_sub(written);
            self.start = end;
            if end >= write.bytes().len() {
                self.waiting.pop_front();
                self.start = 0;
            }
        }
    }
}
