//! From what scripts made to a container that holds together: numbers without gaps, boxes, counts and
//! addresses of what is new. A container that only had values changed stays as it was read.

use super::builder::{Builder, Extras};
use glam::{Affine3A, Mat3A, Vec3, Vec3A};
use std::collections::BTreeMap;
use zbd::gamez::materials::Materials;
use zbd::gamez::models::ModelSlot;
use zbd::gamez::nodes::{Node, NodeData, class};
use zbd::gamez::{GameZ, Version};

/// Slots of the arrays of materials, as the games' own files have them.
const MATERIALS: usize = 1000;

/// A box: minimum corner, then maximum corner.
type Box3 = [[f32; 3]; 2];

impl Builder {
    /// The container, if it holds a world, and what it has no place for.
    pub fn finish(mut self) -> (Option<GameZ>, Extras) {
        // What scripts made around a world that could not be read is none.
        if self.world().is_none() || (self.has_failed && !self.has_read) {
            return (None, self.extras);
        }
        self.renumber();
        self.extras.lamps = self.made.iter().copied().filter(|slot| self.is_lamp(*slot)).collect();
        let made = std::mem::take(&mut self.made_models);
        if self.is_changed {
            self.list_materials();
        }
        let Builder { gamez, .. } = &mut self;
        let version = gamez.version;
        for number in made {
            if let Some(ModelSlot::Used(model)) = gamez.models.slots.get_mut(number) {
                if !version.has_zeroed_tail() {
                    model.list_materials(version, &gamez.materials);
                }
                model.seal(version);
            }
        }
        if self.is_changed {
            self.bound();
            self.gamez.nodes.seal(version);
        }
        if !self.has_read {
            let Builder { gamez, extras, .. } = self;
            let GameZ { version, textures, materials, models, nodes, .. } = gamez;
            return (Some(GameZ::new(version, textures, materials, models, nodes)), extras);
        }
        (Some(self.gamez), self.extras)
    }

    /// The list of materials with its links, after some were added.
    fn list_materials(&mut self) {
        let materials = &self.gamez.materials;
        let used: Vec<_> =
            materials.with_cycles().map(|(slot, cycle)| (slot.clone(), cycle.cloned())).collect();
        let slots = materials.slots.len().max(MATERIALS);
        self.gamez.materials = Materials::from_used(self.version(), used, slots);
    }

    /// Leaves out the nodes that were removed.
    fn renumber(&mut self) {
        let Some(numbers) = self.renumbered() else { return };
        let new = |slot: i32| {
            let slot = usize::try_from(slot).ok()?;
            i32::try_from(numbers.get(slot).copied().flatten()?).ok()
        };
        let kept = std::mem::take(&mut self.gamez.nodes.nodes);
        let kept = kept.into_iter().zip(&numbers).filter(|(_, number)| number.is_some());
        let mut nodes: Vec<Node> = kept.map(|(node, _)| node).collect();
        let all = |slots: &mut Vec<i32>| *slots = slots.iter().filter_map(|slot| new(*slot)).collect();
        for node in &mut nodes {
            all(&mut node.parents);
            all(&mut node.children);
            match &mut node.data {
                NodeData::World(world) => {
                    all(&mut world.lights);
                    all(&mut world.sounds);
                    for cell in &mut world.partitions {
                        cell.nodes.retain_mut(|listed| match new(listed.node_index) {
                            Some(slot) => {
                                listed.node_index = slot;
                                true
                            }
                            None => false,
                        });
                    }
                }
                NodeData::Light(light) => all(&mut light.parents),
                NodeData::Camera(camera) => {
                    camera.world_index = new(camera.world_index).unwrap_or(-1);
                    camera.window_index = new(camera.window_index).unwrap_or(-1);
                }
                NodeData::Empty { parent } => *parent = new(*parent).unwrap_or(-1),
                _ => {}
            }
        }
        let moved = |slot: usize| numbers.get(slot).copied().flatten();
        self.extras.horizons = std::mem::take(&mut self.extras.horizons)
            .into_iter()
            .filter_map(|(slot, keeps_height)| Some((moved(slot)?, keeps_height)))
            .collect();
        self.extras.flip_books = std::mem::take(&mut self.extras.flip_books)
            .into_iter()
            .filter_map(|(slot, mut book)| {
                let pages = book.pages.iter().filter_map(|(page, seconds)| Some((moved(*page)?, *seconds)));
                book.pages = pages.collect();
                Some((moved(slot)?, book))
            })
            .collect();
        self.made = self.made.iter().filter_map(|slot| moved(*slot)).collect();
        let last = i32::try_from(nodes.len()).unwrap_or(i32::MAX);
        self.gamez.node_last_free = self.gamez.node_last_free.min(last);
        self.gamez.nodes.nodes = nodes;
    }

    /// The boxes of nodes that scripts made, and of what hangs below them.
    fn bound(&mut self) {
        let version = self.version();
        let mut known: BTreeMap<usize, Option<Box3>> = BTreeMap::new();
        let made: Vec<usize> = self.made.iter().copied().collect();
        for top in made {
            if known.contains_key(&top) {
                continue;
            }
            // Children come before their parents.
            for slot in self.below(top).into_iter().rev() {
                if known.contains_key(&slot) {
                    continue;
                }
                let model = self.model(slot).and_then(|model| around(model.vertices.iter().copied()));
                let children: Vec<usize> = self.all()[slot]
                    .children
                    .iter()
                    .filter_map(|child| usize::try_from(*child).ok())
                    .collect();
                let below = children.iter().filter_map(|child| {
                    let own = (*known.get(child)?)?;
                    Some(moved(own, &self.all().get(*child)?.data))
                });
                let below = around(below.flatten().collect::<Vec<_>>());
                let both = around([model, below].into_iter().flatten().flatten().collect::<Vec<_>>());
                known.insert(slot, both);
                self.set_boxes(version, slot, model, below);
            }
        }
    }

    fn set_boxes(&mut self, version: Version, slot: usize, model: Option<Box3>, below: Option<Box3>) {
        if let Some(node) = self.at(slot)
            && matches!(node.base.class, class::OBJECT3D | class::LOD)
        {
            node.base.bound(version, model, below);
        }
    }
}

/// The box around points.
fn around(points: impl IntoIterator<Item = [f32; 3]>) -> Option<Box3> {
    let mut points = points.into_iter().map(Vec3::from_array);
    let first = points.next()?;
    let (low, high) = points.fold((first, first), |(low, high), point| (low.min(point), high.max(point)));
    Some([low.to_array(), high.to_array()])
}

/// The corners of a child's box in the space of its parent.
fn moved([low, high]: Box3, data: &NodeData) -> Vec<[f32; 3]> {
    let place = match data {
        NodeData::Object3d(object) => {
            let [x, y, z, translation] = object.transform.map(Vec3A::from_array);
            Affine3A { matrix3: Mat3A::from_cols(x, y, z), translation }
        }
        _ => Affine3A::IDENTITY,
    };
    let corner = |bits: usize| {
        let axis = |axis: usize| if bits >> axis & 1 == 0 { low[axis] } else { high[axis] };
        place.transform_point3(Vec3::new(axis(0), axis(1), axis(2))).to_array()
    };
    (0..8).map(corner).collect()
}
