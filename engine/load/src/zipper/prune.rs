//! Cuts a part of a scene out: one root and only what it needs.

use hashbrown::HashMap;
use world::{Material, Model, ModelId, Node, NodeId, Scene, TextureId};

/// Keeps only the subtree of a node, as the scene's only root, and what it uses. Returns which of
/// the former textures are still needed, in their new order.
pub(super) fn keep_only(scene: &mut Scene, root: NodeId) -> Vec<usize> {
    keep_nodes(scene, root);
    keep_models(scene);
    keep_materials(scene);
    scene.lights.clear();
    keep_textures(scene)
}

/// New numbers in the order of first use.
#[derive(Default)]
struct Renumbered {
    new: HashMap<usize, usize>,
    old: Vec<usize>,
}

impl Renumbered {
    fn of(&mut self, old: usize) -> usize {
        *self.new.entry(old).or_insert_with(|| {
            self.old.push(old);
            self.old.len() - 1
        })
    }
}

fn keep_nodes(scene: &mut Scene, root: NodeId) {
    let mut kept = Renumbered::default();
    kept.of(root.index());
    // The list grows while it is walked: each node's children are appended.
    let mut at = 0;
    while let Some(old) = kept.old.get(at).copied() {
        for child in scene.nodes.get(old).map_or(&[][..], |node| &node.children) {
            if child.index() < scene.nodes.len() {
                kept.of(child.index());
            }
        }
        at += 1;
    }
    scene.nodes = kept
        .old
        .iter()
        .filter_map(|old| {
            let mut node: Node = scene.nodes.get(*old)?.clone();
            node.children = node
                .children
                .iter()
                .filter_map(|child| kept.new.get(&child.index()).copied().map(NodeId::from))
                .collect();
            Some(node)
        })
        .collect();
    scene.roots = if scene.nodes.is_empty() { Vec::new() } else { vec![NodeId(0)] };
}

fn keep_models(scene: &mut Scene) {
    let mut kept = Renumbered::default();
    for node in &mut scene.nodes {
        node.model = node.model.map(|model| ModelId::from(kept.of(model.index())));
    }
    let mut models: Vec<Option<Model>> = std::mem::take(&mut scene.models).into_iter().map(Some).collect();
    scene.models =
        kept.old.iter().map(|old| models.get_mut(*old).and_then(Option::take).unwrap_or_default()).collect();
}

fn keep_materials(scene: &mut Scene) {
    let mut kept = Renumbered::default();
    for model in &mut scene.models {
        for polygon in &mut model.polygons {
            polygon.material = kept.of(polygon.material.index()).into();
        }
    }
    let materials = std::mem::take(&mut scene.materials);
    scene.materials =
        kept.old.iter().filter_map(|old| materials.get(*old)).cloned().collect::<Vec<Material>>();
}

fn keep_textures(scene: &mut Scene) -> Vec<usize> {
    let mut kept = Renumbered::default();
    let mut renumber = |texture: &mut TextureId| *texture = kept.of(texture.index()).into();
    for material in &mut scene.materials {
        material.texture.iter_mut().for_each(&mut renumber);
        material.cycle.iter_mut().flat_map(|cycle| &mut cycle.textures).for_each(&mut renumber);
    }
    kept.old
}
