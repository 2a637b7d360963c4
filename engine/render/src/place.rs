//! The places of a picture: what each needs from frame to frame, its batch and
//! the buffers that it is written into, and the order of all their draws.

use crate::{
    Loaded, Statistics,
    adapter::Gpu,
    batch::{Batch, Draw},
    gather::Group,
    palette::PaletteTexture,
    pipeline::{Filter, FrameData, Pipelines},
    style::{Stage, is_mixed, stage},
};
use std::{cmp::Ordering, collections::HashMap, ops::Range};

/// A buffer that is written for each frame and grows when needed.
pub(crate) struct Growing {
    label: &'static str,
    usage: wgpu::BufferUsages,
    pub buffer: Option<wgpu::Buffer>,
}

impl Growing {
    const fn new(label: &'static str, usage: wgpu::BufferUsages) -> Self {
        Growing { label, usage, buffer: None }
    }

    fn write(&mut self, gpu: &Gpu, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let needed = bytes.len() as u64;
        if self.buffer.as_ref().is_none_or(|buffer| buffer.size() < needed) {
            self.buffer = Some(gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(self.label),
                size: needed.next_power_of_two(),
                usage: self.usage | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            }));
        }
        if let Some(buffer) = &self.buffer {
            gpu.queue.write_buffer(buffer, 0, bytes);
        }
    }
}

/// The frame data of a place on the device, bound with each way of reading
/// textures that was needed so far.
struct Uniform {
    buffer: wgpu::Buffer,
    groups: HashMap<Filter, wgpu::BindGroup>,
}

impl Uniform {
    fn new(gpu: &Gpu) -> Self {
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("frame"),
            size: size_of::<FrameData>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        Uniform { buffer, groups: HashMap::new() }
    }
}

/// The places of a picture.
#[derive(Default)]
pub(crate) struct Places {
    /// The camera's place, then its neighbours; at least as many as the last picture had.
    pub frames: Vec<PlaceFrame>,
    /// All draws of the picture in order.
    order: Vec<Turn>,
}

/// One draw call of a picture.
pub(crate) struct Turn {
    /// In [`Places::frames`].
    pub place: u32,
    /// Number of the draw in its batch, of the first if several became one.
    draw: u32,
    /// Indices of all of them.
    pub indices: Range<u32>,
}

impl Places {
    /// Puts the draws of the first so many places in order: stage by stage; in each, the camera's
    /// place first, since it hides most; what is mixed with its background far to near, whatever
    /// place it is in; what is drawn over everything from the last place to the first.
    pub fn arrange(&mut self, count: usize) {
        let Places { frames, order } = self;
        order.clear();
        for (place, frame) in (0..).zip(frames.iter().take(count)) {
            let draws = (0..).zip(&frame.batch.draws);
            order.extend(draws.map(|(draw, of)| Turn { place, draw, indices: of.indices.clone() }));
        }
        if count == 1 {
            return;
        }
        order.sort_unstable_by(|a, b| before(frames, a, b));
        // What was kept apart for sorting, and has nothing of another place in between.
        order.dedup_by(|next, last| {
            let (of_next, of_last) = (draw(frames, next), draw(frames, last));
            let follows = next.place == last.place
                && next.indices.start == last.indices.end
                && is_mixed(&of_next.style)
                && (of_next.style, of_next.source) == (of_last.style, of_last.source)
                && of_next.instances == of_last.instances;
            if follows {
                last.indices.end = next.indices.end;
            }
            follows
        });
    }

    /// The draws in order, with their places.
    pub fn turns(&self) -> impl Iterator<Item = (&Turn, &PlaceFrame, &Draw)> {
        self.order.iter().map(|turn| (turn, &self.frames[turn.place as usize], draw(&self.frames, turn)))
    }

    /// Of the first so many places together.
    pub fn statistics(&self, count: usize) -> Statistics {
        let each = self.frames.iter().take(count).map(|place| place.batch.statistics);
        let all = each.fold(Statistics::default(), Statistics::and);
        Statistics { draws: self.order.len() as u32, ..all }
    }
}

fn draw<'a>(frames: &'a [PlaceFrame], turn: &Turn) -> &'a Draw {
    &frames[turn.place as usize].batch.draws[turn.draw as usize]
}

fn before(frames: &[PlaceFrame], a: &Turn, b: &Turn) -> Ordering {
    let (of_a, of_b) = (draw(frames, a), draw(frames, b));
    let (group, turn, _) = stage(&of_a.style);
    let by_place = match group {
        Group::Overwrite => b.place.cmp(&a.place),
        _ if turn == Stage::Mixed => {
            of_b.distance_sq.total_cmp(&of_a.distance_sq).then(a.place.cmp(&b.place))
        }
        _ => a.place.cmp(&b.place),
    };
    stage(&of_a.style).cmp(&stage(&of_b.style)).then(by_place).then(a.draw.cmp(&b.draw))
}

/// One place of a picture.
pub(crate) struct PlaceFrame {
    pub batch: Batch,
    pub data: FrameData,
    uniform: Option<Uniform>,
    pub instances: Growing,
    pub indices: Growing,
    pub corners: Growing,
    pub baked: Growing,
    pub second_uvs: Growing,
    pub bones: PaletteTexture,
}

impl Default for PlaceFrame {
    fn default() -> Self {
        PlaceFrame {
            batch: Batch::default(),
            data: bytemuck::Zeroable::zeroed(),
            uniform: None,
            instances: Growing::new("instances", wgpu::BufferUsages::VERTEX),
            indices: Growing::new("gathered indices", wgpu::BufferUsages::INDEX),
            corners: Growing::new("streamed corners", wgpu::BufferUsages::VERTEX),
            baked: Growing::new("streamed baked light", wgpu::BufferUsages::VERTEX),
            second_uvs: Growing::new("streamed second coordinates", wgpu::BufferUsages::VERTEX),
            bones: PaletteTexture::default(),
        }
    }
}

impl PlaceFrame {
    /// Hands what the batch needs to the device; `filter` is that of what keeps no squares.
    pub fn write(&mut self, gpu: &Gpu, pipelines: &Pipelines, loaded: &Loaded, filter: &Filter) {
        let Batch { draws, paints, stream, .. } = &self.batch;
        if draws.is_empty() {
            return;
        }
        let uniform = self.uniform.get_or_insert_with(|| Uniform::new(gpu));
        gpu.queue.write_buffer(&uniform.buffer, 0, bytemuck::bytes_of(&self.data));
        loaded.materials.write(gpu, paints);
        self.instances.write(gpu, bytemuck::cast_slice(&self.batch.instances));
        self.indices.write(gpu, bytemuck::cast_slice(&self.batch.indices));
        self.corners.write(gpu, bytemuck::cast_slice(self.batch.corners()));
        self.baked.write(gpu, bytemuck::cast_slice(&stream.baked));
        self.second_uvs.write(gpu, bytemuck::cast_slice(&stream.second_uvs));
        for draw in draws {
            let filter = filter.of(&draw.style);
            let Uniform { buffer, groups } = uniform;
            groups.entry(filter).or_insert_with(|| pipelines.frame(gpu, buffer, filter));
            if let Some(pair) = draw.style.pair() {
                loaded.textures.prepare_pair(gpu, &pipelines.pair_layout, pair);
            }
        }
        self.bones.write(gpu, &pipelines.palette_layout, self.batch.bones());
    }

    /// The frame data and a way of reading textures, bound.
    pub fn frame_group(&self, filter: &Filter) -> Option<&wgpu::BindGroup> {
        self.uniform.as_ref()?.groups.get(filter)
    }

    /// After a failure: recreates whatever was only half done.
    pub fn forget(&mut self) {
        self.uniform = None;
        for growing in
            [&mut self.instances, &mut self.indices, &mut self.corners, &mut self.baked, &mut self.second_uvs]
        {
            growing.buffer = None;
        }
        self.bones.forget();
    }
}
