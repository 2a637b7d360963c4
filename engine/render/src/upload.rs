//! Uploads a scene from any thread, while others go on drawing: at once, or in
//! pieces between their frames.

use crate::{
    Loaded, RenderError,
    adapter::Gpu,
    baked::LightPages,
    coplanar::Coplanar,
    geometry::{Corner, Geometry},
    materials::MaterialTable,
    order::Order,
    textures::Textures,
    writes::Writes,
};
use std::{
    fmt,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};
use world::{Occurrences, Scene};

/// Bytes handed to the device at a time by [`Uploader::load`], which keeps no more in flight.
const SLICE: u64 = 8 << 20;

/// The steps of uploading, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UploadPhase {
    /// Ranking coplanar polygons.
    Order,
    /// Corners and triangles.
    Shapes,
    /// Textures and their mipmaps.
    Textures,
}

impl UploadPhase {
    /// Every phase, in order.
    pub const ALL: [UploadPhase; 3] = [UploadPhase::Order, UploadPhase::Shapes, UploadPhase::Textures];

    /// One word for display.
    pub const fn name(self) -> &'static str {
        match self {
            UploadPhase::Order => "order",
            UploadPhase::Shapes => "shapes",
            UploadPhase::Textures => "upload",
        }
    }
}

/// About how many bytes the device takes for a scene: corners, triangles, and pictures with their mipmaps.
pub fn device_bytes(scene: &Scene) -> usize {
    let shapes = scene.models.iter();
    let shapes =
        shapes.map(|model| model.vertices.len() * size_of::<Corner>() + size_of_val(&*model.indices));
    let pictures: usize = scene.textures.iter().map(world::Texture::bytes).sum();
    shapes.sum::<usize>() + pictures + pictures / 3
}

/// Uploads scenes for the renderer it was taken from, while that renderer draws others.
#[derive(Clone)]
pub struct Uploader {
    pub(crate) gpu: Gpu,
    pub(crate) picture_layout: wgpu::BindGroupLayout,
    pub(crate) material_layout: wgpu::BindGroupLayout,
    pub(crate) page_layout: wgpu::BindGroupLayout,
}

impl Uploader {
    /// Uploads a scene as it starts, of which `table` is up to date; for a thread of its own,
    /// which this blocks until the device has it. `listen` receives that `done` of `of` steps of a
    /// phase are finished; when it returns false, uploading ends with `None` at its next step.
    ///
    /// # Errors
    /// [`RenderError::Refused`] when the device has no room for it,
    /// [`RenderError::Lost`] when it went away.
    pub fn load(
        &self,
        scene: &Scene,
        table: &Occurrences,
        mut listen: impl FnMut(UploadPhase, usize, usize) -> bool,
    ) -> Result<Option<Loaded>, RenderError> {
        let textures = scene.textures.len();
        // Every texture is made once and uploaded once.
        let made = |phase, done, of| match phase {
            UploadPhase::Textures => listen(phase, done, 2 * of),
            _ => listen(phase, done, of),
        };
        let Some(mut upload) = self.prepare(scene, table, made)? else { return Ok(None) };
        let all = upload.left().max(1);
        while upload.left() > 0 {
            upload.step(SLICE)?;
            settle(&self.gpu);
            let done = (all - upload.left()) as f64 / all as f64;
            let done = textures + (done * textures as f64) as usize;
            if !listen(UploadPhase::Textures, done, 2 * textures) {
                return Ok(None);
            }
        }
        upload.finish().map(Some)
    }

    /// Does everything for uploading a scene but handing over its bytes, which is left to
    /// [`Upload::step`]; for a thread of its own. As [`Uploader::load`] otherwise.
    ///
    /// # Errors
    /// As [`Uploader::load`].
    pub fn prepare(
        &self,
        scene: &Scene,
        table: &Occurrences,
        mut listen: impl FnMut(UploadPhase, usize, usize) -> bool,
    ) -> Result<Option<Upload>, RenderError> {
        let gpu = &self.gpu;
        let work = || {
            listen(UploadPhase::Order, 0, 1).then_some(())?;
            let order = Order::of(scene, table);
            listen(UploadPhase::Shapes, 0, 1).then_some(())?;
            let mut writes = Writes::default();
            let pages = LightPages::new(gpu, &self.page_layout, scene, &mut writes);
            let geometry = Geometry::new(gpu, scene, &order, &pages, &mut writes);
            let coplanar = Mutex::new(Coplanar::new(scene, order, &geometry));
            let materials = MaterialTable::new(gpu, &self.material_layout, scene);
            let textures = Textures::new(gpu, &self.picture_layout, scene, &mut writes, |done| {
                listen(UploadPhase::Textures, done, scene.textures.len())
            })?;
            let loaded = Loaded { textures, geometry, coplanar, materials, pages: Arc::new(pages) };
            Some(Upload { gpu: gpu.clone(), loaded, writes })
        };
        gpu.checked("uploading the world", work)
    }
}

/// A scene on its way to the device, which takes it in pieces of any size between two frames:
/// none of them waits for the device.
pub struct Upload {
    gpu: Gpu,
    loaded: Loaded,
    writes: Writes,
}

impl fmt::Debug for Upload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Upload").field("left", &self.left()).finish_non_exhaustive()
    }
}

impl Upload {
    /// Bytes that one frame can hand over without being felt: copying them takes about a
    /// millisecond.
    pub const FRAME_BYTES: u64 = 4 << 20;

    /// Bytes that are still to be handed over.
    pub fn left(&self) -> u64 {
        self.writes.left()
    }

    /// Hands over so many bytes more, cut at rows of pictures, and never waits; true when all is
    /// handed over. What a step went over its bytes by is taken from the next one.
    ///
    /// # Errors
    /// As [`Uploader::load`].
    pub fn step(&mut self, bytes: u64) -> Result<bool, RenderError> {
        let Upload { gpu, writes, .. } = self;
        gpu.checked("uploading the world", || writes.step(gpu, bytes))?;
        Ok(self.left() == 0)
    }

    /// What was uploaded, ready to be drawn; hands over at once whatever is left.
    ///
    /// # Errors
    /// As [`Uploader::load`].
    pub fn finish(mut self) -> Result<Loaded, RenderError> {
        while !self.step(u64::MAX)? {}
        Ok(self.loaded)
    }
}

/// Submits what was written and waits until the device has it, so that staging memory is freed.
/// Asks now and then instead of blocking the device, which others draw with.
pub(crate) fn settle(gpu: &Gpu) {
    gpu.queue.submit([]);
    let done = Arc::new(AtomicBool::new(false));
    let set = done.clone();
    gpu.queue.on_submitted_work_done(move || set.store(true, Ordering::Release));
    // A browser frees it by itself; there is nothing to wait with.
    while !cfg!(target_family = "wasm") && !done.load(Ordering::Acquire) {
        if let Err(error) = gpu.still_here() {
            // Reported to those who use the device.
            tracing::debug!("waiting for the device: {error}");
            return;
        }
        if !done.load(Ordering::Acquire) {
            std::thread::sleep(std::time::Duration::from_micros(200));
        }
    }
}
