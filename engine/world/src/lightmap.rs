//! Light maps: light computed beforehand and stored as pictures.

use crate::Image;

/// Baked light of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct LightMaps {
    /// Square pages of one size; a page of another size is ignored.
    pub pages: Vec<Image>,
    /// Factor of full light on a page: a surface shows texture x page x factor, at most 1 per
    /// colour.
    pub factor: f32,
}

impl Default for LightMaps {
    fn default() -> Self {
        LightMaps { pages: Vec::new(), factor: 2.0 }
    }
}

/// A model's light map data. Kept beside the model's vertices, so that models without any cost
/// nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LightMapping {
    /// Per polygon: its page in [`LightMaps::pages`]. A polygon with a page
    /// takes no other light; one without is lit as in any other model.
    pub pages: Vec<Option<u16>>,
    /// Per vertex: position on the page, 0..=1, u right and v down.
    pub uvs: Vec<[f32; 2]>,
}
