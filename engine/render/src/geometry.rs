//! Every model, uploaded once in its own space.
//!
//! A model whose coplanar polygons are piled differently in different places
//! has one shape for each pile. Polygons that hide what is behind them are kept
//! in groups, each drawn with one material; the others are drawn one by one,
//! far to near, and only listed here.

use crate::{adapter::Gpu, order::Order};
use std::{collections::HashMap, ops::Range};
use world::{Blend, Material, Model, ModelId, NodeId, Polygon, Scene, ZoneSet};

/// Part of the distance by which a layer lies over the next lower one.
const LAYER_STEP: f32 = 1.0 / 8192.0;
/// Bits of [`Corner::paint`] above the material.
pub(crate) const LIT: u32 = 1 << 24;
pub(crate) const FOGGED: u32 = 1 << 25;
/// No shape.
const NONE: u32 = u32::MAX;

/// One corner as the shader reads it.
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(crate) struct Corner {
    pub position: [f32; 3],
    pub normal: [i16; 4],
    pub uv: [f32; 2],
    pub color: [u8; 4],
    pub paint: u32,
    pub lift: f32,
}

/// Polygons of one shape that are drawn alike.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    pub material: u32,
    pub cutout: bool,
    pub double_sided: bool,
    pub zones: ZoneSet,
    /// In [`Geometry::indices`].
    pub start: u32,
    pub end: u32,
}

/// A model with one pile of its coplanar polygons.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub groups: Range<u32>,
    /// In [`Geometry::soft`]: polygons through which something may be seen.
    pub soft: Range<u32>,
}

pub(crate) struct Geometry {
    pub corner_buffer: wgpu::Buffer,
    pub index_buffer: wgpu::Buffer,
    pub indices: Vec<u32>,
    pub groups: Vec<Group>,
    pub soft: Vec<u32>,
    shapes: Vec<Shape>,
    /// Per model: the shape without any pile.
    plain: Vec<u32>,
    piled: HashMap<NodeId, u32>,
}

impl Geometry {
    pub fn upload(gpu: &Gpu, scene: &Scene, order: &Order) -> Self {
        let mut maker = Maker { scene, corners: Vec::new(), made: Made::default(), sorted: Vec::new() };
        let mut plain = vec![NONE; scene.models.len()];
        let mut piled = HashMap::new();
        let mut known: HashMap<(ModelId, &[u8]), u32> = HashMap::new();
        for (index, node) in scene.nodes.iter().enumerate() {
            let Some((id, model)) = node.model.and_then(|id| Some((id, scene.models.get(id.index())?)))
            else {
                continue;
            };
            let node = NodeId::from(index);
            let ranks = order.of_node(node);
            let shape = *known.entry((id, ranks)).or_insert_with(|| maker.shape(model, ranks));
            if ranks.is_empty() {
                plain[id.index()] = shape;
            } else {
                piled.insert(node, shape);
            }
        }
        let Maker { corners, made, .. } = maker;
        Geometry {
            corner_buffer: gpu.filled("corners", bytemuck::cast_slice(&corners), wgpu::BufferUsages::VERTEX),
            index_buffer: gpu.filled(
                "indices",
                bytemuck::cast_slice(&made.indices),
                wgpu::BufferUsages::INDEX,
            ),
            indices: made.indices,
            groups: made.groups,
            soft: made.soft,
            shapes: made.shapes,
            plain,
            piled,
        }
    }

    /// Bytes given to the device.
    pub fn bytes(&self) -> u64 {
        self.corner_buffer.size() + self.index_buffer.size()
    }

    /// Number of the shape a node shows.
    pub fn shape_of(&self, node: NodeId, model: ModelId) -> Option<u32> {
        let shape =
            self.piled.get(&node).copied().or_else(|| self.plain.get(model.index()).copied()).unwrap_or(NONE);
        (shape != NONE).then_some(shape)
    }

    pub fn shape(&self, shape: u32) -> &Shape {
        &self.shapes[shape as usize]
    }

    pub fn groups(&self, shape: u32) -> &[Group] {
        let range = &self.shape(shape).groups;
        &self.groups[range.start as usize..range.end as usize]
    }

    pub fn soft(&self, shape: u32) -> &[u32] {
        let range = &self.shape(shape).soft;
        &self.soft[range.start as usize..range.end as usize]
    }
}

/// Which row of the material table paints a polygon: missing materials share
/// the one behind the last.
pub(crate) fn material_row(scene: &Scene, polygon: &Polygon) -> u32 {
    polygon.material.0.min(scene.materials.len() as u32)
}

/// Factor on depth of a layer and a rank within it.
pub(crate) fn lift(layer: i8, rank: u8) -> f32 {
    1.0 + (f32::from(layer) + f32::from(rank) / f32::from(crate::order::RANKS)) * LAYER_STEP
}

/// First vertex, vertices and indices of a polygon, if they are sound.
pub(crate) fn parts<'a>(
    model: &'a Model,
    polygon: &Polygon,
) -> Option<(u32, &'a [world::Vertex], &'a [u32])> {
    let indices = model.polygon_indices(polygon);
    let (first, last) = (*indices.iter().min()?, *indices.iter().max()?);
    let vertices = model.vertices.get(first as usize..=last as usize)?;
    (vertices.len() <= indices.len()).then_some((first, vertices, indices))
}

#[derive(Default)]
struct Made {
    indices: Vec<u32>,
    groups: Vec<Group>,
    soft: Vec<u32>,
    shapes: Vec<Shape>,
}

struct Maker<'a> {
    scene: &'a Scene,
    corners: Vec<Corner>,
    made: Made,
    sorted: Vec<u32>,
}

impl Maker<'_> {
    fn shape(&mut self, model: &Model, ranks: &[u8]) -> u32 {
        let (first_group, first_soft) = (self.made.groups.len() as u32, self.made.soft.len() as u32);
        self.sorted.clear();
        for (index, polygon) in model.polygons.iter().enumerate() {
            if solid(self.scene.materials.get(polygon.material.index())) {
                self.sorted.push(index as u32);
            } else {
                self.made.soft.push(index as u32);
            }
        }
        let mut sorted = std::mem::take(&mut self.sorted);
        sorted.sort_by_key(|index| self.kind(&model.polygons[*index as usize]));
        let mut kind = None;
        for index in &sorted {
            let polygon = &model.polygons[*index as usize];
            let start = self.made.indices.len() as u32;
            let rank = ranks.get(*index as usize).copied().unwrap_or(0);
            self.polygon(model, polygon, rank);
            let end = self.made.indices.len() as u32;
            let same = kind.replace(self.kind(polygon)) == kind;
            match self.made.groups.last_mut() {
                Some(group) if same => group.end = end,
                _ => self.made.groups.push(Group {
                    material: material_row(self.scene, polygon),
                    cutout: self.kind(polygon).0,
                    double_sided: polygon.double_sided,
                    zones: polygon.zones,
                    start,
                    end,
                }),
            }
        }
        self.sorted = sorted;
        self.made.shapes.push(Shape {
            groups: first_group..self.made.groups.len() as u32,
            soft: first_soft..self.made.soft.len() as u32,
        });
        self.made.shapes.len() as u32 - 1
    }

    fn kind(&self, polygon: &Polygon) -> (bool, bool, ZoneSet, u32) {
        let material = self.scene.materials.get(polygon.material.index());
        let cutout = material.is_some_and(|material| material.blend == Blend::Cutout);
        (cutout, polygon.double_sided, polygon.zones, material_row(self.scene, polygon))
    }

    fn polygon(&mut self, model: &Model, polygon: &Polygon, rank: u8) {
        let Some((first, vertices, indices)) = parts(model, polygon) else { return };
        let base = self.corners.len() as u32;
        let paint = material_row(self.scene, polygon) | flags(model);
        let lift = lift(polygon.layer, rank);
        self.corners.extend(vertices.iter().map(|vertex| {
            let ([x, y, z], [r, g, b]) = (vertex.normal, vertex.color);
            Corner {
                position: vertex.position,
                normal: [x, y, z, 0],
                uv: vertex.uv,
                color: [r, g, b, 255],
                paint,
                lift,
            }
        }));
        self.made.indices.extend(indices.iter().map(|index| index - first + base));
    }
}

fn flags(model: &Model) -> u32 {
    u32::from(model.lit) * LIT + u32::from(model.fogged) * FOGGED
}

/// True when a material hides what is behind it.
fn solid(material: Option<&Material>) -> bool {
    material.is_none_or(|material| {
        material.opacity >= 1.0 && matches!(material.blend, Blend::Opaque | Blend::Cutout)
    })
}
