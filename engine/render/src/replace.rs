//! Replacing parts of an uploaded scene while it is drawn: for mods, and for
//! pictures that change with the time of day. What did not change stays on the
//! device as it is.

use crate::{
    Loaded, MOST_OCCURRENCES, RenderError, Uploader,
    baked::LightPages,
    coplanar::Coplanar,
    geometry,
    geometry::Geometry,
    materials::MaterialTable,
    order::Order,
    textures::{Replacing, chain_of},
    writes::Writes,
};
use std::{
    fmt,
    sync::{Arc, Mutex},
};
use world::{Image, Model, ModelId, Occurrences, Scene, State, TextureId};

const DOING: &str = "replacing parts of the world";

/// What replacing took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replaced {
    /// Textures that were uploaded.
    pub textures: u32,
    /// Models that are other ones now. Corners of all models are uploaded anew
    /// when there are any.
    pub models: u32,
    /// Bytes handed to the device.
    pub bytes: u64,
}

impl Loaded {
    /// What preparing a replacement needs to know of it, for another thread.
    pub fn light_pages(&self) -> Pages {
        Pages(self.pages.clone())
    }
}

/// The light map pages of a loaded scene: replacements keep them.
#[derive(Clone)]
pub struct Pages(Arc<LightPages>);

impl fmt::Debug for Pages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages").finish_non_exhaustive()
    }
}

impl Uploader {
    /// Makes what was loaded from one scene that of another, which may have other
    /// textures, materials, models and nodes: only pictures that differ are
    /// uploaded, and corners only when a model differs or is shown in other
    /// places. From then on frames are to be drawn with the new scene.
    ///
    /// Does all of it at once; a window that goes on drawing takes
    /// [`Uploader::prepare_replacement`].
    ///
    /// # Errors
    /// [`RenderError::Refused`] when the device has no room for it,
    /// [`RenderError::Lost`] when it went away. What was loaded stays as it was then.
    pub fn replace(
        &self,
        loaded: &mut Loaded,
        before: &Scene,
        after: &Scene,
    ) -> Result<Replaced, RenderError> {
        let mut replacement = self.prepare_replacement(&loaded.light_pages(), before, after)?;
        while !replacement.step(loaded, u64::MAX)? {}
        Ok(replacement.replaced())
    }

    /// Works out what makes a scene that was loaded another one, without touching
    /// what was loaded; for a thread of its own. As [`Uploader::replace`]
    /// otherwise.
    ///
    /// # Errors
    /// As [`Uploader::replace`].
    pub fn prepare_replacement(
        &self,
        pages: &Pages,
        before: &Scene,
        after: &Scene,
    ) -> Result<Replacement, RenderError> {
        let gpu = &self.gpu;
        gpu.checked(DOING, || {
            let changed = after
                .textures
                .iter()
                .enumerate()
                .filter(|(index, texture)| before.textures.get(*index) != Some(*texture));
            let pictures: Vec<_> =
                changed.map(|(index, texture)| (TextureId::from(index), chain_of(gpu, texture))).collect();
            let models = (0..after.models.len()).map(ModelId::from);
            let models = models.filter(|model| differs(before, after, *model)).count() as u32;
            let mut writes = Writes::default();
            let shapes = (models > 0 || shown_otherwise(before, after)).then(|| {
                let (table, _) = Occurrences::build(after, &State::new(after, 0), MOST_OCCURRENCES);
                let order = Order::of(after, &table);
                let geometry = Geometry::new(gpu, after, &order, &pages.0, &mut writes);
                (Coplanar::new(after, order, &geometry), geometry)
            });
            let materials = (before.materials.len() != after.materials.len())
                .then(|| MaterialTable::new(gpu, &self.material_layout, after));
            Replacement {
                uploader: self.clone(),
                replaced: Replaced { textures: pictures.len() as u32, models, bytes: 0 },
                textures: after.textures.len(),
                pictures,
                replacing: Vec::new(),
                shapes,
                materials,
                writes,
                begun: false,
            }
        })
    }
}

/// A loaded scene on its way to be another one. It takes its bytes in pieces of
/// any size between two frames: none of them waits for the device.
pub struct Replacement {
    uploader: Uploader,
    replaced: Replaced,
    /// Textures of the new scene.
    textures: usize,
    pictures: Vec<(TextureId, Vec<Image>)>,
    /// Pictures that are shown as soon as all of them are on the device.
    replacing: Vec<(TextureId, Replacing)>,
    shapes: Option<(Coplanar, Geometry)>,
    materials: Option<MaterialTable>,
    writes: Writes,
    begun: bool,
}

impl fmt::Debug for Replacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replacement").field("replaced", &self.replaced).finish_non_exhaustive()
    }
}

impl Replacement {
    /// Hands over so many bytes more and never waits; `loaded` is always that
    /// whose pages it was prepared with. True when all is done: from the next
    /// frame on the new scene is to be drawn, until then the one before.
    ///
    /// # Errors
    /// As [`Uploader::replace`].
    pub fn step(&mut self, loaded: &mut Loaded, bytes: u64) -> Result<bool, RenderError> {
        let gpu = self.uploader.gpu.clone();
        gpu.checked(DOING, || {
            if !self.begun {
                self.begin(loaded);
            }
            self.writes.step(&gpu, bytes);
            if self.writes.left() > 0 {
                return false;
            }
            let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            for (texture, new) in self.replacing.drain(..) {
                loaded.textures.install(&mut encoder, texture, new);
            }
            gpu.queue.submit([encoder.finish()]);
            loaded.textures.shrink(self.textures);
            if let Some(materials) = self.materials.take() {
                loaded.materials = materials;
            }
            if let Some((coplanar, geometry)) = self.shapes.take() {
                loaded.coplanar = Mutex::new(coplanar);
                loaded.geometry = geometry;
            }
            true
        })
    }

    /// What it takes; bytes are known after the first step.
    pub fn replaced(&self) -> Replaced {
        self.replaced
    }

    fn begin(&mut self, loaded: &mut Loaded) {
        let Replacement { uploader: Uploader { gpu, picture_layout, .. }, writes, .. } = self;
        loaded.textures.grow(gpu, picture_layout, writes, self.textures);
        for (texture, chain) in self.pictures.drain(..) {
            let made = loaded.textures.replace(gpu, picture_layout, writes, texture, chain);
            self.replacing.extend(made.map(|made| (texture, made)));
        }
        self.replaced.bytes = writes.left();
        self.begun = true;
    }
}

/// True when a model, or what its materials write into its corners, is another.
fn differs(before: &Scene, after: &Scene, model: ModelId) -> bool {
    let new = &after.models[model.index()];
    let Some(old) = before.models.get(model.index()) else { return true };
    old != new || painted_otherwise(before, after, new)
}

fn painted_otherwise(before: &Scene, after: &Scene, model: &Model) -> bool {
    model.polygons.iter().any(|polygon| {
        let of = |scene: &Scene| {
            let material = scene.materials.get(polygon.material.index());
            let hides = material.is_none_or(world::Material::hides);
            (geometry::material_row(scene, polygon), geometry::flags(model, material), hides)
        };
        of(before) != of(after)
    })
}

/// True when nodes show other models, or stand elsewhere, so that others lie over
/// each other.
fn shown_otherwise(before: &Scene, after: &Scene) -> bool {
    before.models.len() != after.models.len()
        || before.roots != after.roots
        || before.nodes.len() != after.nodes.len()
        || before.nodes.iter().zip(&after.nodes).any(|(old, new)| {
            old.model != new.model
                || old.transform != new.transform
                || old.colors != new.colors
                || old.children != new.children
        })
}
