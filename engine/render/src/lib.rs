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
mod textures;
mod view;

pub use adapter::{ADAPTER_VARIABLE, Options};
pub use error::RenderError;

use adapter::Gpu;
use mesh::Builder;
use order::Order;
use picture::Drawing;
use pipeline::Pipelines;
use textures::Textures;
use view::View;
use world::{Image, Occurrences, Scene, State};

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
        let pipelines = gpu.checked("preparing the device", || Pipelines::new(&gpu))?;
        Ok(Renderer { gpu, pipelines })
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
