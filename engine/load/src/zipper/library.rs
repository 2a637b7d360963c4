//! Converts models of a library to the parts of a container, so that one loader handles both.
//! Source: `docs/spec/zbd/mechlib.md`.

use super::textures::{Smaller, Wanted};
use hashbrown::HashMap;
use zbd::gamez::Version;
use zbd::gamez::materials::{MaterialSlot, Materials};
use zbd::gamez::models::Models;
use zbd::gamez::nodes::{Node, NodeData};
use zbd::mechlib::{Material, Mechlib, ModelTree, TreeData};

/// What a scene is built from, whether it comes from a container or a library.
pub(super) struct Parts {
    pub version: Version,
    pub wanted: Vec<Wanted>,
    pub materials: Materials,
    pub models: Models,
    pub nodes: Vec<Node>,
}

/// The parts of one tree of a library, its root first. Materials keep their
/// numbers.
pub(super) fn parts(library: &Mechlib, tree: &ModelTree) -> Parts {
    let (materials, wanted) = materials(library.version, library.materials());
    let (nodes, models) = nodes(tree);
    Parts { version: library.version, wanted, materials, models: Models::from_used(models, 0), nodes }
}

/// Materials of a library name their textures; each name gets a number.
fn materials(version: Version, materials: &[Material]) -> (Materials, Vec<Wanted>) {
    let mut numbers = HashMap::new();
    let mut wanted = Vec::new();
    let used: Vec<_> = materials
        .iter()
        .map(|material| {
            let info = &material.info;
            let Some(name) = &material.texture else {
                return (MaterialSlot::colored(info.color, info.alpha).with_soil(info.soil), None);
            };
            let stem = stem(&name.text());
            let number = *numbers.entry(stem.to_ascii_lowercase()).or_insert_with(|| {
                wanted.push(Wanted { stem, may_be_cut: false, smaller: Smaller::None });
                wanted.len() - 1
            });
            (MaterialSlot::textured(number as i32).with_soil(info.soil), None)
        })
        .collect();
    (Materials::from_used(version, used, 0), wanted)
}

/// Texture names may have the extension of the picture they were made from.
fn stem(name: &str) -> String {
    name.split_once('.').map_or(name, |(stem, _)| stem).to_owned()
}

fn nodes(tree: &ModelTree) -> (Vec<Node>, Vec<zbd::gamez::models::Model>) {
    let (mut nodes, mut models): (Vec<Node>, Vec<_>) = (Vec::new(), Vec::new());
    // The last node seen on each level.
    let mut way: Vec<usize> = Vec::new();
    for (slot, (depth, source)) in tree.outline().enumerate() {
        let mut base = source.base.clone();
        // An index in the library as a slot of a container.
        base.model_index = -1;
        if let Some(model) = &source.model {
            base.model_index = models.len() as i32;
            models.push((**model).clone());
        }
        let data = match &source.data {
            TreeData::Object3d(object) => NodeData::Object3d(object.clone()),
            TreeData::Lod(lod) => NodeData::Lod(lod.clone()),
        };
        way.truncate(depth);
        let parent = way.last().copied();
        if let Some(parent) = parent.and_then(|parent| nodes.get_mut(parent)) {
            parent.children.push(slot as i32);
        }
        way.push(slot);
        let parents = parent.map(|parent| parent as i32).into_iter().collect();
        nodes.push(Node { base, tag: 0, data, parents, children: Vec::new() });
    }
    (nodes, models)
}
