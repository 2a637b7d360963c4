//! Uploads a scene from any thread, while others go on drawing.

use crate::{
    Loaded, RenderError, adapter::Gpu, baked::LightPages, coplanar::Coplanar, geometry::Geometry,
    materials::MaterialTable, order::Order, textures::Textures,
};
use std::sync::Mutex;
use world::{Occurrences, Scene};

/// Bytes handed to the device at a time: a frame drawn meanwhile waits for no more than these.
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

/// Uploads scenes for the renderer it was taken from, while that renderer draws others.
#[derive(Clone)]
pub struct Uploader {
    pub(crate) gpu: Gpu,
    pub(crate) picture_layout: wgpu::BindGroupLayout,
    pub(crate) material_layout: wgpu::BindGroupLayout,
    pub(crate) page_layout: wgpu::BindGroupLayout,
}

impl Uploader {
    /// Uploads a scene as it starts, of which `table` is up to date. `listen` receives that `done`
    /// of `of` steps of a phase are finished; when it returns false, uploading ends with `None` at
    /// its next step.
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
        let work = || {
            listen(UploadPhase::Order, 0, 1).then_some(())?;
            let order = Order::of(scene, table);
            listen(UploadPhase::Shapes, 0, 1).then_some(())?;
            let mut slices = Slices { gpu: &self.gpu, bytes: 0 };
            let pages = LightPages::upload(&self.gpu, &self.page_layout, scene, |bytes| slices.add(bytes));
            let geometry = Geometry::upload(&self.gpu, scene, &order, &pages);
            let coplanar = Mutex::new(Coplanar::new(scene, order, &geometry));
            let materials = MaterialTable::new(&self.gpu, &self.material_layout, scene);
            slices.add(geometry.bytes());
            let textures = Textures::upload(&self.gpu, &self.picture_layout, scene, |done, of, bytes| {
                slices.add(bytes);
                listen(UploadPhase::Textures, done, of)
            })?;
            slices.flush();
            Some(Loaded { textures, geometry, coplanar, materials, pages })
        };
        self.gpu.checked("uploading the world", work)
    }
}

/// Keeps the amount of data in flight within bounds.
struct Slices<'a> {
    gpu: &'a Gpu,
    bytes: u64,
}

impl Slices<'_> {
    fn add(&mut self, bytes: u64) {
        self.bytes += bytes;
        if self.bytes >= SLICE {
            self.flush();
        }
    }

    /// Submits what was written and waits for it; staging memory is freed.
    fn flush(&mut self) {
        self.bytes = 0;
        let submission = self.gpu.queue.submit([]);
        let wait = wgpu::PollType::Wait { submission_index: Some(submission), timeout: None };
        if let Err(error) = self.gpu.device.poll(wait) {
            // Device errors are reported to those who use the device.
            tracing::debug!("waiting for the device: {error}");
        }
    }
}
