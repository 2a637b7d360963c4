//! Every model, uploaded once in its own space.
//!
//! A model whose coplanar polygons have different ranks in different places has one shape for each
//! set of ranks at the start; a set that arises later is built for the frame. Polygons that hide
//! what is behind them are kept in groups, each drawn with one material; the others are drawn one
//! by one, far to near, and only listed here.

use crate::{
    adapter::Gpu,
    baked::{Baked, LightPages},
    order::Order,
    skin::{SkinMaker, Skins},
    writes::Writes,
};
use hashbrown::HashMap;
use std::{ops::Range, sync::Arc};
use world::{LightMapping, Material, Model, ModelId, Node, NodeId, Polygon, Scene, Sight, ZoneSet};

/// Relative distance by which a layer is drawn in front of the next lower one.
const LAYER_STEP: f32 = 1.0 / 8192.0;
/// Bits of [`Corner::paint`] above the material.
pub(crate) const LIT: u32 = 1 << 24;
pub(crate) const FOGGED: u32 = 1 << 25;
/// The corner's colour is stored at half: light made it brighter than its material.
pub(crate) const DOUBLED: u32 = 1 << 26;
/// The light of the day is added to the corner's colour, as much as its alpha says.
const DAYLIT: u32 = 1 << 27;
/// The corner is one of a picture that turns to the eye, see `Model::turning`.
const TURNING: u32 = 1 << 28;
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
    pub double_sided: bool,
    pub zones: ZoneSet,
    /// Number of an array of light pages, 0 for none.
    pub light: u16,
    /// Shows the sky.
    pub sky: bool,
    /// Its corners have second texture coordinates.
    pub second_uvs: bool,
    /// In [`Geometry::indices`].
    pub start: u32,
    pub end: u32,
    /// In [`Geometry::solid`].
    polygons: (u32, u32),
}

/// A model with one set of ranks of its coplanar polygons.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// Number of its first corner.
    pub first: u32,
    pub groups: Range<u32>,
    /// In [`Geometry::solid`]: polygons of the groups, in the order of their
    /// corners.
    solid: Range<u32>,
    /// In [`Geometry::soft`]: translucent polygons.
    pub soft: Range<u32>,
}

/// Corners of a model that changes its shape, as they were uploaded.
pub(crate) struct Template {
    pub corners: Vec<Corner>,
    /// Per corner: the vertex of the model.
    pub vertices: Vec<u32>,
}

/// What a node shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fit {
    pub shape: u32,
    /// Its ranks are not those that were uploaded: the shape needs corners of its own.
    pub reranked: bool,
}

pub(crate) struct Geometry {
    pub corner_buffer: wgpu::Buffer,
    /// Light map data of the first corners; the others have none.
    pub baked_buffer: wgpu::Buffer,
    /// Second texture coordinates of the first corners; there are no others with
    /// any.
    pub second_buffer: wgpu::Buffer,
    pub index_buffer: wgpu::Buffer,
    pub indices: Arc<Vec<u32>>,
    pub groups: Vec<Group>,
    pub soft: Vec<u32>,
    solid: Vec<u32>,
    shapes: Vec<Shape>,
    /// Per model: its first shape.
    plain: Vec<u32>,
    /// Per model: its shapes by their ranks.
    by_ranks: Vec<HashMap<Box<[u8]>, u32>>,
    /// Shapes of nodes with colours of their own, and their ranks.
    colored: HashMap<NodeId, (Box<[u8]>, u32)>,
    templates: HashMap<u32, Template>,
    /// Shapes that the device bends.
    pub skins: Skins,
}

impl Geometry {
    pub fn new(gpu: &Gpu, scene: &Scene, order: &Order, pages: &LightPages, writes: &mut Writes) -> Self {
        let mut maker = Maker {
            scene,
            pages,
            corners: Vec::new(),
            baked: Vec::new(),
            second_uvs: Vec::new(),
            made: Made::default(),
            sorted: Vec::new(),
        };
        let mut plain = vec![NONE; scene.models.len()];
        let mut by_ranks: Vec<HashMap<Box<[u8]>, u32>> = vec![HashMap::new(); scene.models.len()];
        let shown = |(index, node): (usize, &Node)| {
            let id = node.model?;
            Some((NodeId::from(index), id, scene.models.get(id.index())?))
        };
        let shown = || scene.nodes.iter().enumerate().filter_map(shown);
        let mapped = |model: &Model| !scene.lightmaps.pages.is_empty() && mapping(model).is_some();
        // Light-mapped corners come first, so that the others need no light.
        // Likewise those with second texture coordinates.
        let class = |model: &Model| match (mapped(model), model.second_uvs.is_empty()) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => 2,
        };
        let mut colored = HashMap::new();
        let ordered = (0..3).flat_map(|wanted| shown().filter(move |(.., model)| class(model) == wanted));
        for (node, id, model) in ordered {
            let colors = colors(&scene.nodes[node.index()], model);
            let (stands, is_first) = (order.stands(node), plain[id.index()] == NONE);
            if !stands && !is_first && colors.is_none() {
                continue;
            }
            // A model that is not linked yet gets the shape it has when alone.
            let alone = if stands { Vec::new() } else { Order::alone(scene, id) };
            let ranks = if stands { order.of_node(node) } else { &alone };
            if colors.is_some() {
                colored.insert(node, (ranks.into(), maker.shape(model, ranks, colors)));
                if !is_first {
                    continue;
                }
            }
            let shape = match by_ranks[id.index()].get(ranks) {
                Some(shape) => *shape,
                None => {
                    let shape = maker.shape(model, ranks, None);
                    by_ranks[id.index()].insert(ranks.into(), shape);
                    shape
                }
            };
            if is_first {
                plain[id.index()] = shape;
            }
        }
        let Maker { corners, baked, second_uvs, made, .. } = maker;
        let vertex = wgpu::BufferUsages::VERTEX;
        let indices = Arc::new(made.indices);
        Geometry {
            baked_buffer: writes.buffer(gpu, "baked light", Arc::new(baked), vertex),
            second_buffer: writes.buffer(gpu, "second texture coordinates", Arc::new(second_uvs), vertex),
            corner_buffer: writes.buffer(gpu, "corners", Arc::new(corners), vertex),
            index_buffer: writes.buffer(gpu, "indices", indices.clone(), wgpu::BufferUsages::INDEX),
            indices,
            groups: made.groups,
            soft: made.soft,
            solid: made.solid,
            shapes: made.shapes,
            plain,
            by_ranks,
            colored,
            templates: made.templates,
            skins: made.skins.skins(gpu, writes),
        }
    }

    /// The shape of a scene node with colours of its own, shown with these ranks.
    pub fn colored(&self, node: NodeId, ranks: &[u8]) -> Option<Fit> {
        // Nearly all worlds have none: no hashing for these.
        if self.colored.is_empty() {
            return None;
        }
        let (known, shape) = self.colored.get(&node)?;
        Some(Fit { shape: *shape, reranked: known[..] != *ranks })
    }

    /// The shape of a model with these ranks; empty ranks when all are 0.
    pub fn fit(&self, model: ModelId, ranks: &[u8]) -> Option<Fit> {
        if let Some(shape) = self.by_ranks.get(model.index()).and_then(|shapes| shapes.get(ranks)) {
            return Some(Fit { shape: *shape, reranked: false });
        }
        let shape = self.plain.get(model.index()).copied().filter(|shape| *shape != NONE)?;
        Some(Fit { shape, reranked: true })
    }

    pub fn shape(&self, shape: u32) -> &Shape {
        &self.shapes[shape as usize]
    }

    pub fn groups(&self, shape: u32) -> &[Group] {
        let range = &self.shape(shape).groups;
        &self.groups[range.start as usize..range.end as usize]
    }

    /// Corners of a shape that changes.
    pub fn template(&self, shape: u32) -> Option<&Template> {
        self.templates.get(&shape)
    }

    /// Polygons of the groups of a shape, in the order of their corners.
    pub fn solid(&self, shape: u32) -> &[u32] {
        let range = &self.shape(shape).solid;
        &self.solid[range.start as usize..range.end as usize]
    }

    /// Polygons of a group.
    pub fn polygons(&self, group: &Group) -> &[u32] {
        &self.solid[group.polygons.0 as usize..group.polygons.1 as usize]
    }

    pub fn soft(&self, shape: u32) -> &[u32] {
        let range = &self.shape(shape).soft;
        &self.soft[range.start as usize..range.end as usize]
    }
}

/// The row of the material table for a polygon: missing materials share the one after the last.
pub(crate) fn material_row(scene: &Scene, polygon: &Polygon) -> u32 {
    polygon.material.0.min(scene.materials.len() as u32)
}

/// The colours of a node's own vertices, if they are those of its model.
pub(crate) fn colors<'a>(node: &'a Node, model: &Model) -> Option<&'a [[u8; 4]]> {
    node.colors.as_deref().filter(|colors| colors.len() == model.vertices.len())
}

/// Colour of a vertex, and how much of the day's light is added to it.
pub(crate) fn shaded(vertex: &world::Vertex) -> [u8; 4] {
    let [r, g, b] = vertex.color;
    [r, g, b, vertex.day]
}

/// Second texture coordinates of a vertex; the first where there are none.
pub(crate) fn second_uv(model: &Model, vertex: u32) -> [f32; 2] {
    let own = model.vertices.get(vertex as usize).map_or([0.0; 2], |vertex| vertex.uv);
    model.second_uvs.get(vertex as usize).copied().unwrap_or(own)
}

/// Factor on depth of a layer and a rank within it.
pub(crate) fn lift(layer: i8, rank: u8) -> f32 {
    1.0 + (f32::from(layer) + f32::from(rank) / f32::from(crate::order::RANKS)) * LAYER_STEP
}

/// First vertex, vertices and indices of a polygon, if they are valid.
pub(crate) fn parts<'a>(
    model: &'a Model,
    polygon: &Polygon,
) -> Option<(u32, &'a [world::Vertex], &'a [u32])> {
    let indices = model.polygon_indices(polygon);
    let (first, last) = (*indices.iter().min()?, *indices.iter().max()?);
    let vertices = model.vertices.get(first as usize..=last as usize)?;
    (vertices.len() <= indices.len()).then_some((first, vertices, indices))
}

/// Adds the corners of a polygon; its vertices and its indices among all
/// vertices of the model.
pub(crate) fn corners<'a>(
    scene: &Scene,
    model: &'a Model,
    polygon: &Polygon,
    rank: u8,
    colors: Option<&[[u8; 4]]>,
    corners: &mut Vec<Corner>,
) -> Option<(Range<u32>, &'a [u32])> {
    let (first, vertices, indices) = parts(model, polygon)?;
    let paint = material_row(scene, polygon) | flags(model, scene.materials.get(polygon.material.index()));
    let lift = lift(polygon.layer, rank);
    let own = colors.map(|colors| &colors[first as usize..]);
    corners.extend(vertices.iter().enumerate().map(|(number, vertex)| {
        let [x, y, z] = vertex.normal;
        let [r, g, b, day] = own.map_or(shaded(vertex), |own| own[number]);
        // The alpha of a corner in daylight is how much of it there is.
        let (alpha, daylit) = if day > 0 { (day, DAYLIT) } else { (255, 0) };
        Corner {
            position: vertex.position,
            normal: [x, y, z, model.settling.get(first as usize + number).copied().unwrap_or(0)],
            uv: vertex.uv,
            color: [r, g, b, alpha],
            paint: paint | daylit,
            lift,
        }
    }));
    Some((first..first + vertices.len() as u32, indices))
}

#[derive(Default)]
struct Made {
    indices: Vec<u32>,
    groups: Vec<Group>,
    soft: Vec<u32>,
    solid: Vec<u32>,
    shapes: Vec<Shape>,
    templates: HashMap<u32, Template>,
    skins: SkinMaker,
}

struct Maker<'a> {
    scene: &'a Scene,
    pages: &'a LightPages,
    corners: Vec<Corner>,
    /// Of the first corners.
    baked: Vec<Baked>,
    /// Of the first corners.
    second_uvs: Vec<[f32; 2]>,
    made: Made,
    sorted: Vec<u32>,
}

impl Maker<'_> {
    fn shape(&mut self, model: &Model, ranks: &[u8], colors: Option<&[[u8; 4]]>) -> u32 {
        let (first_group, first_soft) = (self.made.groups.len() as u32, self.made.soft.len() as u32);
        let (first_corner, first_index) = (self.corners.len() as u32, self.made.indices.len());
        let mut vertices = Vec::new();
        self.sorted.clear();
        for (index, polygon) in model.polygons.iter().enumerate() {
            if polygon.sight == Sight::Unseen {
                continue;
            }
            if polygon.sight == Sight::Sky || solid(self.scene.materials.get(polygon.material.index())) {
                self.sorted.push(index as u32);
            } else {
                self.made.soft.push(index as u32);
            }
        }
        let mut sorted = std::mem::take(&mut self.sorted);
        sorted.sort_by_key(|index| self.kind(model, *index));
        let mut kind = None;
        let first_solid = self.made.solid.len() as u32;
        for (place, index) in (first_solid..).zip(&sorted) {
            let polygon = &model.polygons[*index as usize];
            let start = self.made.indices.len() as u32;
            let rank = ranks.get(*index as usize).copied().unwrap_or(0);
            if let Some(used) = self.polygon(model, *index, rank, colors)
                && model.deform.is_some()
            {
                vertices.extend(used);
            }
            let end = self.made.indices.len() as u32;
            let own = self.kind(model, *index);
            let same = kind.replace(own) == Some(own);
            match self.made.groups.last_mut() {
                Some(group) if same => {
                    group.end = end;
                    group.polygons.1 = place + 1;
                }
                _ => self.made.groups.push(Group {
                    material: material_row(self.scene, polygon),
                    double_sided: own.double_sided,
                    zones: own.zones,
                    light: own.light,
                    sky: own.sky,
                    second_uvs: !model.second_uvs.is_empty(),
                    start,
                    end,
                    polygons: (place, place + 1),
                }),
            }
        }
        self.made.solid.extend_from_slice(&sorted);
        self.sorted = sorted;
        self.made.shapes.push(Shape {
            first: first_corner,
            solid: first_solid..self.made.solid.len() as u32,
            groups: first_group..self.made.groups.len() as u32,
            soft: first_soft..self.made.soft.len() as u32,
        });
        let shape = self.made.shapes.len() as u32 - 1;
        if model.deform.is_some() {
            let corners = self.corners[first_corner as usize..].to_vec();
            let indices = &self.made.indices[first_index..];
            // The device's skins have no second texture coordinates beside them.
            if model.second_uvs.is_empty() {
                self.made.skins.add(shape, model, &corners, &vertices, first_corner, indices);
            }
            self.made.templates.insert(shape, Template { corners, vertices });
        }
        shape
    }

    fn kind(&self, model: &Model, index: u32) -> Kind {
        let polygon = &model.polygons[index as usize];
        let material = self.scene.materials.get(polygon.material.index());
        let sky = polygon.sight == Sight::Sky;
        Kind {
            sky,
            cutout: !sky && material.is_some_and(|material| material.blend == world::Blend::Cutout),
            double_sided: polygon.double_sided,
            light: if sky { 0 } else { self.pages.array_of(page(model, index)) },
            zones: polygon.zones,
            material: material_row(self.scene, polygon),
        }
    }

    /// Adds a polygon; which vertices its corners are.
    fn polygon(
        &mut self,
        model: &Model,
        index: u32,
        rank: u8,
        colors: Option<&[[u8; 4]]>,
    ) -> Option<Range<u32>> {
        let polygon = &model.polygons[index as usize];
        let base = self.corners.len() as u32;
        let (used, indices) = corners(self.scene, model, polygon, rank, colors, &mut self.corners)?;
        self.made.indices.extend(indices.iter().map(|index| index - used.start + base));
        if let Some(mapping) = mapping(model)
            && self.baked.len() == base as usize
            && !self.scene.lightmaps.pages.is_empty()
        {
            let page = page(model, index);
            self.baked.extend(used.clone().map(|vertex| self.pages.corner(page, uv(mapping, vertex))));
        }
        if !model.second_uvs.is_empty() {
            // What is light-mapped and comes before has none.
            self.second_uvs.resize(base as usize, [0.0; 2]);
            self.second_uvs.extend(used.clone().map(|vertex| second_uv(model, vertex)));
        }
        Some(used)
    }
}

/// Sort key of polygons that are drawn as one group.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    sky: bool,
    cutout: bool,
    double_sided: bool,
    light: u16,
    zones: ZoneSet,
    material: u32,
}

/// The light map data of a model; a model that changes its shape has none.
pub(crate) fn mapping(model: &Model) -> Option<&LightMapping> {
    model.lightmap.as_deref().filter(|_| model.deform.is_none())
}

/// The light page of a polygon.
pub(crate) fn page(model: &Model, polygon: u32) -> Option<u16> {
    mapping(model)?.pages.get(polygon as usize).copied().flatten()
}

/// Position of a vertex on its light map page.
pub(crate) fn uv(mapping: &LightMapping, vertex: u32) -> [f32; 2] {
    mapping.uvs.get(vertex as usize).copied().unwrap_or_default()
}

/// [`LIT`] and [`FOGGED`], for a model painted with a material.
pub(crate) fn flags(model: &Model, material: Option<&Material>) -> u32 {
    let (unlit, unfogged) = material.map_or((false, false), |material| (material.unlit, material.unfogged));
    u32::from(model.lit && !unlit) * LIT
        + u32::from(model.fogged && !unfogged) * FOGGED
        + u32::from(model.turning) * TURNING
}

/// True when a material hides what is behind it.
fn solid(material: Option<&Material>) -> bool {
    material.is_none_or(Material::hides)
}
