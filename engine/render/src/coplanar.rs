//! Chooses the uploaded shape of each node by the current ranks of its coplanar polygons.

use crate::{
    geometry::{Fit, Geometry},
    order::Order,
};
use world::{ModelId, NodeId, Occurrences, Scene};

/// The order of coplanar polygons, and the shape of each node that follows from it.
pub(crate) struct Coplanar {
    pub order: Order,
    /// Per node: what it shows, where that is not what its model shows alone.
    fits: Vec<Option<Fit>>,
    /// Per model: what it shows where nothing is piled.
    plain: Vec<Option<Fit>>,
}

impl Coplanar {
    pub fn new(scene: &Scene, order: Order, geometry: &Geometry) -> Self {
        let plain = (0..scene.models.len()).map(|model| geometry.fit(ModelId::from(model), &[])).collect();
        let nodes = scene.nodes.iter().enumerate();
        let fits =
            nodes.map(|(node, known)| geometry.fit(known.model?, order.of_node(node.into()))).collect();
        Coplanar { order, fits, plain }
    }

    /// Follows the occurrence table.
    pub fn follow(&mut self, scene: &Scene, table: &Occurrences, geometry: &Geometry) {
        let Coplanar { order, fits, .. } = self;
        order.follow(scene, table);
        for node in order.renewed() {
            if let Some(model) = order.model(*node) {
                fits.resize(fits.len().max(node.index() + 1), None);
                fits[node.index()] = geometry.fit(model, order.of_node(*node));
            }
        }
    }

    /// What a node with this model shows.
    pub fn fit(&self, node: NodeId, model: ModelId) -> Option<Fit> {
        let own = self.fits.get(node.index()).copied().flatten();
        own.or_else(|| self.plain.get(model.index()).copied().flatten())
    }
}
