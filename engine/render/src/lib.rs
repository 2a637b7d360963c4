//! Pictures of a world.
//!
//! [`Renderer`] looks at a [`Scene`] and a [`State`] and changes neither. This
//! is the plain way from them to a picture: each frame, what is visible is
//! gathered, put in its place around the eye, and drawn in passes (sky, opaque,
//! cut-out, blended far to near, additive, overwrite). Colours are display-space
//! numbers throughout, as these games meant them.
//!
//! It knows no file format and no window.

#![forbid(unsafe_code)]

mod adapter;
mod error;
mod facade;
mod gather;
mod light;
mod mesh;
mod mips;
mod order;
mod picture;
mod pipeline;
mod settings;
mod surface;
mod textures;
mod view;

pub use adapter::{ADAPTER_VARIABLE, Options};
pub use error::RenderError;
pub use settings::{DebugView, Look, Settings, Statistics};
pub use surface::WindowSurface;
pub use wgpu;

use adapter::Gpu;
use mesh::Builder;
use order::Order;
use picture::Drawing;
use pipeline::Pipelines;
use textures::Textures;
use view::View;
use world::{Camera, Image, Occurrences, Scene, State};

/// Most paths from a root to a node that are drawn when the renderer makes the
/// table of them itself.
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
    pipelines: Pipelines,
    window_pipelines: Option<Pipelines>,
}

/// What is to be drawn, and how.
#[derive(Clone, Copy)]
pub struct Shot<'a> {
    /// What the renderer made of the scene.
    pub loaded: &'a Loaded,
    /// The scene.
    pub scene: &'a Scene,
    /// The state of the last tick.
    pub state: &'a State,
    /// Its table, up to date.
    pub table: &'a Occurrences,
    /// Where to look from; a window puts it between two ticks.
    pub camera: Camera,
    /// Between the previous tick (0) and the last one (1): where moving things
    /// are drawn.
    pub between: f32,
    /// How it is to look.
    pub settings: &'a Settings,
}

impl Shot<'_> {
    /// The camera with the settings applied.
    fn camera(&self) -> Camera {
        let mut camera = self.camera;
        if let Some(degrees) = self.settings.fov_y_deg {
            camera.fov_y = degrees.to_radians();
        }
        if let Some(metres) = self.settings.view_distance {
            camera.far = self.scene.frame.units(metres);
        }
        camera
    }
}

/// What a renderer keeps of a scene: its textures, and which of its coplanar
/// polygons lie on top. Belongs to the renderer that made it.
pub struct Loaded {
    textures: Textures,
    order: Order,
}

impl Renderer {
    /// Opens an adapter.
    pub fn new(options: &Options) -> Result<Self, RenderError> {
        let gpu = Gpu::open(options)?;
        let pipelines =
            gpu.checked("preparing the device", || Pipelines::new(&gpu, pipeline::COLOR_FORMAT))?;
        Ok(Renderer { gpu, pipelines, window_pipelines: None })
    }

    /// Opens an adapter that can draw into a window of this size, pixels.
    pub fn for_window<W>(
        window: W,
        size: Size,
        options: &Options,
    ) -> Result<(Self, WindowSurface), RenderError>
    where
        W: Into<wgpu::SurfaceTarget<'static>> + Clone + Send + Sync + 'static,
    {
        let make = Box::new(move |instance: &wgpu::Instance| instance.create_surface(window.clone()));
        let (gpu, surface) = Gpu::open_window(options, make, size)?;
        let pipelines =
            gpu.checked("preparing the device", || Pipelines::new(&gpu, pipeline::COLOR_FORMAT))?;
        let window_pipelines =
            gpu.checked("preparing the device", || Pipelines::new(&gpu, surface.format()))?;
        Ok((Renderer { gpu, pipelines, window_pipelines: Some(window_pipelines) }, surface))
    }

    /// The device, for overlays.
    pub fn device(&self) -> &wgpu::Device {
        &self.gpu.device
    }

    /// The device's queue, for overlays.
    pub fn queue(&self) -> &wgpu::Queue {
        &self.gpu.queue
    }

    /// Draws into a window, then lets an overlay draw over it (into a view of
    /// [`WindowSurface::format`]), then shows it.
    ///
    /// A hidden window shows nothing and is no error; after
    /// [`RenderError::Lost`] a new renderer is needed.
    pub fn draw(
        &mut self,
        shot: &Shot,
        surface: &mut WindowSurface,
        overlay: impl FnOnce(&wgpu::Device, &wgpu::Queue, &mut wgpu::CommandEncoder, &wgpu::TextureView),
    ) -> Result<Statistics, RenderError> {
        let Some(target) = surface.acquire(&self.gpu, shot.settings.vsync)? else {
            return Ok(Statistics::default());
        };
        let view = View::new(&shot.camera(), target.size.width, target.size.height);
        let drawn = gather::gather(shot.scene, shot.state, shot.table, &view);
        let builder = Builder {
            scene: shot.scene,
            state: shot.state,
            view: &view,
            textures: &shot.loaded.textures,
            order: &shot.loaded.order,
        };
        let mesh = builder.build(&drawn);
        let pipelines = self.window_pipelines.as_ref().unwrap_or(&self.pipelines);
        let fog = &shot.state.fog;
        let statistics = Statistics {
            triangles: mesh.indices.len() as u64 / 3,
            draws: mesh.runs.len() as u32,
            occurrences_drawn: drawn.len() as u32,
            presented: true,
            ..Statistics::default()
        };
        self.gpu.checked("drawing", || {
            let frame = pipelines.frame(&self.gpu, &view, fog);
            let drawing = Drawing {
                gpu: &self.gpu,
                pipelines,
                textures: &shot.loaded.textures,
                frame: &frame,
                mesh: &mesh,
                background: if fog.on { fog.color } else { [0.0; 3] },
            };
            let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
            drawing.draw(&mut encoder, &target.view, target.size);
            overlay(&self.gpu.device, &self.gpu.queue, &mut encoder, &target.view);
            self.gpu.queue.submit([encoder.finish()]);
            self.gpu.queue.present(target.texture);
        })?;
        Ok(statistics)
    }

    /// Name of the adapter, as its driver gives it.
    pub fn adapter(&self) -> &str {
        &self.gpu.name
    }

    /// Longest side of a picture, pixels.
    pub fn max_side(&self) -> u32 {
        self.gpu.device.limits().max_texture_dimension_2d
    }

    /// Uploads what a scene needs.
    pub fn load(&self, scene: &Scene) -> Result<Loaded, RenderError> {
        let layout = &self.pipelines.picture_layout;
        let textures =
            self.gpu.checked("uploading textures", || Textures::upload(&self.gpu, layout, scene))?;
        Ok(Loaded { textures, order: Order::of(scene) })
    }

    /// What the state's camera sees, RGBA8 with full alpha, rows from the top.
    ///
    /// Makes the table of occurrences for this one picture; whoever keeps one
    /// uses [`Renderer::picture_of`].
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

    /// What the state's camera sees of a table that is up to date with it.
    pub fn picture_of(
        &self,
        loaded: &Loaded,
        scene: &Scene,
        state: &State,
        table: &Occurrences,
        size: Size,
    ) -> Result<Image, RenderError> {
        let limit = self.max_side();
        let fits = |side: u32| (1..=limit).contains(&side);
        if !fits(size.width) || !fits(size.height) {
            return Err(RenderError::Size { width: size.width, height: size.height, limit });
        }
        let view = View::new(&state.camera, size.width, size.height);
        let drawn = gather::gather(scene, state, table, &view);
        let builder = Builder { scene, state, view: &view, textures: &loaded.textures, order: &loaded.order };
        let mesh = builder.build(&drawn);
        let frame = self.gpu.checked("drawing", || self.pipelines.frame(&self.gpu, &view, &state.fog))?;
        let drawing = Drawing {
            gpu: &self.gpu,
            pipelines: &self.pipelines,
            textures: &loaded.textures,
            frame: &frame,
            mesh: &mesh,
            background: if state.fog.on { state.fog.color } else { [0.0; 3] },
        };
        drawing.picture(size)
    }
}
