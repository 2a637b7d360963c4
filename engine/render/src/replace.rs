//! Replacing parts of an uploaded scene while it is drawn: for mods, and for
//! pictures that change with the time of day. What did not change stays on the
//! device as it is.

use crate::{
    Loaded, MOST_OCCURRENCES, RenderError, Uploader, coplanar::Coplanar, geometry, geometry::Geometry,
    materials::MaterialTable, order::Order,
};
use std::sync::Mutex;
use world::{Model, ModelId, Occurrences, Scene, State, TextureId};

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

impl Uploader {
    /// Makes what was loaded from one scene that of another, which may have other
    /// textures, materials, models and nodes: only pictures that differ are
    /// uploaded, and corners only when a model differs or is shown in other
    /// places. From then on frames are to be drawn with the new scene.
    ///
    /// # Errors
    /// [`RenderError::Refused`] when the device has no room for it,
    /// [`RenderError::Lost`] when it went away. What was loaded is still sound
    /// then, with some pictures already replaced.
    pub fn replace(
        &self,
        loaded: &mut Loaded,
        before: &Scene,
        after: &Scene,
    ) -> Result<Replaced, RenderError> {
        self.gpu.checked("replacing parts of the world", || {
            let mut replaced = Replaced::default();
            loaded.textures.resize(
                &self.gpu,
                &self.picture_layout,
                after.textures.len(),
                &mut replaced.bytes,
            );
            for (index, texture) in after.textures.iter().enumerate() {
                if before.textures.get(index) != Some(texture) {
                    let id = TextureId::from(index);
                    replaced.bytes += loaded.textures.replace(&self.gpu, &self.picture_layout, id, texture);
                    replaced.textures += 1;
                }
            }
            if before.materials.len() != after.materials.len() {
                loaded.materials = MaterialTable::new(&self.gpu, &self.material_layout, after);
            }
            let models = (0..after.models.len()).map(ModelId::from);
            replaced.models = models.filter(|model| differs(before, after, *model)).count() as u32;
            if replaced.models > 0 || shown_otherwise(before, after) {
                replaced.bytes += self.reshape(loaded, after);
            }
            replaced
        })
    }

    /// Uploads the corners of all models anew; how many bytes that took.
    fn reshape(&self, loaded: &mut Loaded, scene: &Scene) -> u64 {
        let (table, _) = Occurrences::build(scene, &State::new(scene, 0), MOST_OCCURRENCES);
        let order = Order::of(scene, &table);
        let geometry = Geometry::upload(&self.gpu, scene, &order, &loaded.pages);
        let bytes = geometry.bytes();
        loaded.coplanar = Mutex::new(Coplanar::new(scene, order, &geometry));
        loaded.geometry = geometry;
        bytes
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
