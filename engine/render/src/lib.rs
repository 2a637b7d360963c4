//! Pictures of a world.
//!
//! [`Renderer`] reads a [`Scene`] and a [`State`] and changes neither. Models, materials and
//! textures are uploaded once; each frame, what is visible is gathered, batched into few draws (in
//! three ways, see `batch.rs`) and drawn in passes: sky, opaque, cut-out, blended far to near,
//! additive, overwrite. Places beside the camera's own ([`Shot::beside`]) share its depth and have
//! their turns within the same passes. Colours are display-space numbers throughout, as these games meant them.
//! Windows and pictures in memory share one path.
//!
//! It knows no file format and no window.
//!
//! | file | holds |
//! |---|---|
//! | `shot.rs`, `place.rs` | what a picture shows: the camera's place and those beside it; what each place needs from frame to frame |
//! | `gather.rs` | visibility: what is left out |
//! | `batch.rs`, `style.rs`, `frame.rs` | from what is visible to few draws; how a draw mixes, and its turn; drawing one frame |
//! | `geometry.rs`, `upload.rs`, `replace.rs`, `writes.rs` | models on the device; uploading a scene, and replacing parts of it; both in pieces between frames |
//! | `textures.rs`, `mips.rs`, `baked.rs` | textures on the device, their largest side; their levels; light maps |
//! | `materials.rs`, `pipeline.rs`, `shaders.rs` | the material table; ways of mixing, fog; sources of shaders |
//! | `light.rs` | sun and lamps |
//! | `pose.rs`, `skin.rs`, `palette.rs`, `float_texture.rs` | models that change their shape; corners bent by bones; matrices of bones; tables of numbers on the device |
//! | `order`, `coplanar.rs` | which of several coplanar polygons lies on top |
//! | `stream.rs`, `particles.rs`, `facade.rs` | what the processor puts in place; particles and ribbons; what turns to the camera |
//! | `screen.rs`, `faithful.rs`, `last_pass.rs`, `full_screen.rs` | fades, tints and flashes; the retro look; render scale and brightness; what all of these do to every pixel |
//! | `view.rs`, `settings.rs`, `preset.rs` | camera and frustum; options of a picture, and statistics; presets |
//! | `adapter.rs`, `surface.rs`, `picture.rs`, `error.rs` | the device; windows; pictures in memory; what can go wrong |
//! | `calibrate.rs`, `held.rs` | a scene to measure a device with; what of it is in use |
//!
//! ```no_run
//! use render::{Options, Renderer, Size};
//! use world::{State, sketch::{ModelSketch, Sketch}};
//!
//! // A cube, two metres wide, four in front of the eye.
//! let mut sketch = Sketch::new();
//! let cube = ModelSketch::new().cuboid(glam::Vec3::splat(-1.0), glam::Vec3::splat(1.0));
//! let node = sketch.place(cube);
//! sketch.at(node).transform = glam::Affine3A::from_translation(glam::Vec3::new(0.0, 0.0, -5.0));
//! let scene = sketch.scene;
//!
//! let renderer = Renderer::new(&Options::from_env())?;
//! let loaded = renderer.load(&scene)?;
//! let size = Size { width: 640, height: 480 };
//! let image = renderer.picture(&loaded, &scene, &State::new(&scene, 1), size)?;
//! assert_eq!(image.rgba.len(), 640 * 480 * 4);
//! # Ok::<(), render::RenderError>(())
//! ```

#![forbid(unsafe_code)]

mod adapter;
mod baked;
mod batch;
mod calibrate;
mod coplanar;
mod error;
mod facade;
mod faithful;
mod float_texture;
mod frame;
mod full_screen;
mod gather;
mod geometry;
mod held;
mod last_pass;
mod light;
mod materials;
mod mips;
mod order;
mod palette;
mod particles;
mod picture;
mod pipeline;
mod place;
mod pose;
mod preset;
mod replace;
mod screen;
mod settings;
mod shaders;
mod shot;
mod skin;
mod stream;
mod style;
mod surface;
mod textures;
mod upload;
mod view;
mod writes;

pub use adapter::{ADAPTER_VARIABLE, Options};
pub use calibrate::calibration;
pub use error::RenderError;
pub use held::Held;
pub use last_pass::{BRIGHTNESS, RENDER_SCALE};
pub use picture::{Offscreen, Reading};
pub use preset::{Chosen, Preset};
pub use replace::{Pages, Replaced, Replacement};
pub use settings::{DebugView, Look, Settings, Statistics};
pub use shot::{Neighbour, Shot};
pub use surface::WindowSurface;
pub use upload::{Upload, UploadPhase, Uploader, device_bytes};
pub use wgpu;

use adapter::Gpu;
use baked::LightPages;
use coplanar::Coplanar;
use frame::{Frames, Target};
use geometry::Geometry;
use materials::MaterialTable;
use shaders::Watch;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use textures::Textures;
use world::{Image, Occurrences, Scene, State};

#[cfg(test)]
mod tests;

/// Most occurrences that are drawn when the renderer builds their table itself.
const MOST_OCCURRENCES: usize = 1 << 20;

/// Pixels of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// 1..=[`Renderer::max_side`].
    pub width: u32,
    /// 1..=[`Renderer::max_side`].
    pub height: u32,
}

/// Draws pictures on one device.
pub struct Renderer {
    gpu: Gpu,
    frames: Mutex<Frames>,
    watch: Option<Watch>,
}

/// What a renderer keeps of a scene. Belongs to the renderer that made it.
pub struct Loaded {
    textures: Textures,
    geometry: Geometry,
    /// Follows the occurrence table that is drawn.
    coplanar: Mutex<Coplanar>,
    materials: MaterialTable,
    pages: Arc<LightPages>,
}

impl fmt::Debug for Loaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loaded").finish_non_exhaustive()
    }
}

impl Renderer {
    /// Opens an adapter, and waits for it.
    ///
    /// # Errors
    /// See [`Renderer::open`].
    #[cfg(not(target_family = "wasm"))]
    pub fn new(options: &Options) -> Result<Self, RenderError> {
        pollster::block_on(Self::open(options))
    }

    /// Opens an adapter.
    ///
    /// # Errors
    /// [`RenderError::NoAdapter`] and [`RenderError::Device`] when none can be
    /// had.
    pub async fn open(options: &Options) -> Result<Self, RenderError> {
        Self::with(Gpu::open(options).await?)
    }

    /// Opens an adapter that can draw into a canvas of a page: an element or an
    /// off-screen canvas of a worker.
    ///
    /// # Errors
    /// [`RenderError::Refused`] when the browser has neither WebGPU nor WebGL2 for
    /// it.
    #[cfg(target_family = "wasm")]
    pub async fn for_canvas(
        make: impl Fn(&wgpu::Instance) -> Result<wgpu::Surface<'static>, wgpu::CreateSurfaceError> + 'static,
        size: Size,
        options: &Options,
    ) -> Result<(Self, WindowSurface), RenderError> {
        let (gpu, surface) = Gpu::open_canvas(options, Box::new(make), size).await?;
        Ok((Self::with(gpu)?, surface))
    }

    /// Opens an adapter that can draw into a window of this size, pixels, and
    /// waits for it.
    #[cfg(not(target_family = "wasm"))]
    pub fn for_window<W>(
        window: W,
        size: Size,
        options: &Options,
    ) -> Result<(Self, WindowSurface), RenderError>
    where
        W: Into<wgpu::SurfaceTarget<'static>>
            + wgpu::rwh::HasDisplayHandle
            + fmt::Debug
            + Clone
            + Send
            + Sync
            + 'static,
    {
        pollster::block_on(Self::open_window(window, size, options))
    }

    /// Opens an adapter that can draw into a window of this size, pixels.
    ///
    /// # Errors
    /// As [`Renderer::open`].
    #[cfg(not(target_family = "wasm"))]
    pub async fn open_window<W>(
        window: W,
        size: Size,
        options: &Options,
    ) -> Result<(Self, WindowSurface), RenderError>
    where
        W: Into<wgpu::SurfaceTarget<'static>>
            + wgpu::rwh::HasDisplayHandle
            + fmt::Debug
            + Clone
            + Send
            + Sync
            + 'static,
    {
        let shown = window.clone();
        let make = Box::new(move |instance: &wgpu::Instance| instance.create_surface(shown.clone()));
        let (gpu, surface) = Gpu::open_window(options, make, &|| Box::new(window.clone()), size).await?;
        Ok((Self::with(gpu)?, surface))
    }

    fn with(gpu: Gpu) -> Result<Self, RenderError> {
        let frames = gpu.checked("preparing the device", || Frames::new(&gpu))?;
        Ok(Renderer { gpu, frames: Mutex::new(frames), watch: Watch::start() })
    }

    /// Name of the adapter, as its driver gives it.
    pub fn adapter(&self) -> &str {
        &self.gpu.name
    }

    /// Longest side of a picture, pixels.
    pub fn max_side(&self) -> u32 {
        self.gpu.device.limits().max_texture_dimension_2d
    }

    /// The device, for overlays.
    pub fn device(&self) -> &wgpu::Device {
        &self.gpu.device
    }

    /// The device's queue, for overlays.
    pub fn queue(&self) -> &wgpu::Queue {
        &self.gpu.queue
    }

    /// Uploads a scene, and waits for it. Makes the table of occurrences for it;
    /// whoever has one uses [`Renderer::load_of`].
    ///
    /// # Errors
    /// See [`Uploader::load`].
    pub fn load(&self, scene: &Scene) -> Result<Loaded, RenderError> {
        let (table, _) = Occurrences::build(scene, &State::new(scene, 0), MOST_OCCURRENCES);
        self.load_of(scene, &table)
    }

    /// Uploads a scene as it starts, of which `table` is up to date.
    ///
    /// # Errors
    /// See [`Uploader::load`].
    pub fn load_of(&self, scene: &Scene, table: &Occurrences) -> Result<Loaded, RenderError> {
        let loaded = self.uploader().load(scene, table, |_, _, _| true)?;
        loaded.ok_or(RenderError::Refused { doing: "uploading the world", reason: "cancelled".to_owned() })
    }

    /// Uploads scenes on other threads, while this one draws.
    pub fn uploader(&self) -> Uploader {
        let frames = self.frames.lock().unwrap_or_else(PoisonError::into_inner);
        Uploader {
            gpu: self.gpu.clone(),
            picture_layout: frames.pipelines.picture_layout.clone(),
            material_layout: frames.pipelines.material_layout.clone(),
            page_layout: frames.pipelines.page_layout.clone(),
        }
    }

    /// Draws into a window, then lets an overlay draw over it (into a view of
    /// [`WindowSurface::format`]), then shows it.
    ///
    /// A hidden window shows nothing, which is not an error; after [`RenderError::Lost`] a new
    /// renderer is needed.
    pub fn draw(
        &mut self,
        shot: &Shot,
        surface: &mut WindowSurface,
        overlay: impl FnOnce(&wgpu::Device, &wgpu::Queue, &mut wgpu::CommandEncoder, &wgpu::TextureView),
    ) -> Result<Statistics, RenderError> {
        self.gpu.here()?;
        self.reload_shaders();
        let acquired = surface.acquire(&self.gpu, shot.settings.vsync);
        let Some(window) = acquired.map_err(|error| self.gpu.why(error))? else {
            // A lost device cannot be drawn to either.
            return self.gpu.still_here().map(|()| Statistics::default());
        };
        let target = Target { view: &window.view, format: surface.format(), size: window.size };
        let frames = self.frames.get_mut().unwrap_or_else(PoisonError::into_inner);
        let mut statistics = shot.draw(&self.gpu, frames, target, |encoder| {
            overlay(&self.gpu.device, &self.gpu.queue, encoder, &window.view);
        })?;
        self.gpu.queue.present(window.texture);
        statistics.presented = true;
        Ok(statistics)
    }

    /// A target for pictures of one size.
    pub fn offscreen(&self, size: Size) -> Result<Offscreen, RenderError> {
        let limit = self.max_side();
        let fits = |side: u32| (1..=limit).contains(&side);
        if !fits(size.width) || !fits(size.height) {
            return Err(RenderError::Size { width: size.width, height: size.height, limit });
        }
        self.gpu.checked("drawing", || Offscreen::new(&self.gpu, size))
    }

    /// Draws into memory and waits until it is done.
    pub fn draw_offscreen(&self, shot: &Shot, target: &Offscreen) -> Result<Statistics, RenderError> {
        let mut frames = self.frames.lock().unwrap_or_else(PoisonError::into_inner);
        let target = Target { view: &target.view, format: pipeline::COLOR_FORMAT, size: target.size };
        let statistics = shot.draw(&self.gpu, &mut frames, target, |_| {})?;
        self.gpu.wait()?;
        Ok(statistics)
    }

    /// Begins to read what was drawn into memory; never waits.
    ///
    /// # Errors
    /// [`RenderError::Refused`] when the device has no room for a copy,
    /// [`RenderError::Lost`] when it went away.
    pub fn start_read(&self, target: &Offscreen) -> Result<Reading, RenderError> {
        target.start_read(&self.gpu)
    }

    /// The picture, as soon as the device has handed it over; `None` until then.
    /// Never waits: asked once a frame, it is there after a few. Once it has
    /// answered, it is done with.
    pub fn poll_read(&self, reading: &mut Reading) -> Option<Result<Image, RenderError>> {
        reading.poll(&self.gpu)
    }

    /// What was drawn into memory, RGBA8 with full alpha, rows from the top; waits
    /// for it, which a browser cannot.
    pub fn read(&self, target: &Offscreen) -> Result<Image, RenderError> {
        target.read(&self.gpu)
    }

    /// Gathers, culls, sorts and batches what a picture would show, without drawing it. From the
    /// second call on it allocates nothing.
    pub fn prepare(&mut self, shot: &Shot, size: Size) -> Statistics {
        let frames = self.frames.get_mut().unwrap_or_else(PoisonError::into_inner);
        let max_side = self.gpu.device.limits().max_texture_dimension_2d;
        shot.fill(&mut frames.places, size, max_side);
        frames.places.statistics(shot.places())
    }

    /// What the state's camera sees, RGBA8 with full alpha, rows from the top.
    ///
    /// Builds the table of occurrences for this one picture; callers that have one use
    /// [`Renderer::picture_of`].
    pub fn picture(
        &self,
        loaded: &Loaded,
        scene: &Scene,
        state: &State,
        size: Size,
    ) -> Result<Image, RenderError> {
        let (table, _) = Occurrences::build(scene, state, MOST_OCCURRENCES);
        self.picture_of(loaded, scene, state, &table, size)
    }

    /// What the state's camera sees of an occurrence table that is up to date with it.
    pub fn picture_of(
        &self,
        loaded: &Loaded,
        scene: &Scene,
        state: &State,
        table: &Occurrences,
        size: Size,
    ) -> Result<Image, RenderError> {
        let settings = Settings::default();
        let camera = state.camera;
        self.picture_as(
            &Shot {
                loaded,
                scene,
                state,
                zones: state.zones,
                table,
                camera,
                feet: None,
                between: 1.0,
                settings: &settings,
                beside: &[],
            },
            size,
        )
    }

    /// A picture with options.
    pub fn picture_as(&self, shot: &Shot, size: Size) -> Result<Image, RenderError> {
        let target = self.offscreen(size)?;
        self.frames.lock().unwrap_or_else(PoisonError::into_inner).flashes.reset();
        self.draw_offscreen(shot, &target)?;
        self.read(&target)
    }

    /// In debug builds: loads shaders that were changed on disk.
    fn reload_shaders(&mut self) {
        let Some(changed) = self.watch.as_mut().and_then(Watch::changed) else { return };
        let frames = self.frames.get_mut().unwrap_or_else(PoisonError::into_inner);
        let taken = match changed {
            Ok(shaders) => frames.reload(&self.gpu, &shaders).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        match taken {
            Ok(()) => tracing::info!("shaders were read again"),
            Err(error) => tracing::warn!("shaders stay as they are: {error}"),
        }
    }
}
