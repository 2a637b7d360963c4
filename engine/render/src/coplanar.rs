//! Chooses the uploaded shape of each node by the current ranks of its coplanar polygons.

use crate::{
    geometry::{Fit, Geometry},
    order::Order,
};
use world::{NodeId, Occurrences, Scene};

/// The order of coplanar polygons, and the shape of each node that follows from it.
pub(crate) struct Coplanar {
    pub order: Order,
    fits: Vec<Option<Fit>>,
}

impl Coplanar {
    pub fn new(scene: &Scene, order: Order, geometry: &Geometry) -> Self {
        let nodes = scene.nodes.iter().enumerate();
        let fits =
            nodes.map(|(node, known)| geometry.fit(known.model?, order.of_node(node.into()))).collect();
        Coplanar { order, fits }
    }

    /// Follows the occurrence table.
    pub fn follow(&mut self, scene: &Scene, table: &Occurrences, geometry: &Geometry) {
        let Coplanar { order, fits } = self;
        order.follow(scene, table);
        for node in order.renewed() {
            let model = scene.nodes.get(node.index()).and_then(|known| known.model);
            if let (Some(fit), Some(model)) = (fits.get_mut(node.index()), model) {
                *fit = geometry.fit(model, order.of_node(*node));
            }
        }
    }

    /// What a node shows.
    pub fn fit(&self, node: NodeId) -> Option<Fit> {
        self.fits.get(node.index()).copied().flatten()
    }
}
