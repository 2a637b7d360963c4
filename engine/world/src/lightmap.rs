//! Light that was worked out beforehand and stored as pictures.

use crate::Image;

/// Baked light of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct LightMaps {
    /// Square pages of one size; a page of another size lights like none.
    pub pages: Vec<Image>,
    /// What full light on a page brightens to: a surface shows texture x page
    /// x factor, at most 1 for each colour.
    pub factor: f32,
}

impl Default for LightMaps {
    fn default() -> Self {
        LightMaps { pages: Vec::new(), factor: 2.0 }
    }
}

/// Where a model finds its baked light. Kept beside the model's vertices, so
/// that models without pay nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LightMapping {
    /// Per polygon: its page in [`LightMaps::pages`]. A polygon with a page
    /// takes no other light; one without is lit as in any other model.
    pub pages: Vec<Option<u16>>,
    /// Per vertex: place on the page, 0..=1, u right and v down.
    pub uvs: Vec<[f32; 2]>,
}
