//! What is put in its place by the processor, polygon by polygon: everything
//! mixed with its background, far to near; what is drawn over everything, in
//! order; light sprites; lines.

use crate::{
    baked::Baked,
    batch::{AXES, FrameContext, SKY_DEPTH},
    facade,
    gather::{Drawn, Group},
    geometry::{self, Corner, DOUBLED, FOGGED},
    materials::Paints,
    pose::Posture,
    settings::DebugView,
    style::{Cull, Depth, Stage, Style},
};
use glam::{Mat3A, Vec3, Vec3A};
use std::{cmp::Ordering, ops::Range};
use world::{Aabb, Blend, Model, NodeFlags, PointLight, Polygon, Sight, SpaceDef, Vertex};

/// Layer of light sprites, which sit in the middle of their lamps.
const SPRITE_LAYER: i8 = 50;
/// Diameter of a light sprite, metres.
const SPRITE_METRES: f32 = 0.5;
/// Ticks a second.
const TICK_RATE: f64 = 60.0;
/// Lines of a grid drawn at most, in each direction.
const MOST_LINES: u32 = 256;

/// A polygon waiting for its turn.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub style: Style,
    pub indices: Range<u32>,
    /// Squared distance from the eye to the middle of the polygon.
    pub distance_sq: f32,
    priority: i8,
    layer: i8,
    turn: u32,
}

/// Polygons around the eye.
#[derive(Default)]
pub(crate) struct Stream {
    pub corners: Vec<Corner>,
    /// Baked light of the first corners, if any has some.
    pub baked: Vec<Baked>,
    /// Second texture coordinates of the first corners, if any has some.
    pub second_uvs: Vec<[f32; 2]>,
    pub indices: Vec<u32>,
    pub items: Vec<Item>,
}

/// A model on its way into the stream.
struct Place<'a> {
    context: &'a FrameContext<'a>,
    paints: &'a Paints,
    drawn: &'a Drawn,
    model: &'a Model,
    posture: Option<Posture<'a>>,
    lamps: Vec3,
    /// Colours of the node's own.
    colors: Option<&'a [[u8; 4]]>,
    /// Normals of the model to world axes.
    normals: Mat3A,
    /// The place turns front faces into back faces.
    mirrored: bool,
    scroll: [f32; 2],
}

impl Stream {
    pub fn clear(&mut self) {
        self.corners.clear();
        self.baked.clear();
        self.second_uvs.clear();
        self.indices.clear();
        self.items.clear();
    }

    /// Some polygons of a model, or all, in the shape it has.
    pub fn model(
        &mut self,
        context: &FrameContext,
        paints: &Paints,
        drawn: &Drawn,
        (model, posture): (&Model, Option<Posture>),
        some: Option<&[u32]>,
        lamps: Vec3,
    ) {
        if some.is_some_and(<[u32]>::is_empty) {
            return;
        }
        let normals = drawn.place.matrix3.inverse().transpose();
        let place = Place {
            context,
            paints,
            drawn,
            model,
            posture,
            lamps,
            colors: own_colors(context, drawn, model),
            normals: if normals.is_finite() { normals } else { Mat3A::IDENTITY },
            mirrored: drawn.place.matrix3.determinant() < 0.0,
            scroll: context.state.scrolls.get(drawn.model.index()).copied().unwrap_or_default(),
        };
        let ranks = context.coplanar.order.of_node(drawn.node);
        let mut add = |index: usize, polygon: &Polygon| {
            if context.zones.shows_any(polygon.zones.zones()) {
                self.polygon(&place, index as u32, polygon, ranks.get(index).copied().unwrap_or(0));
            }
        };
        match some {
            Some(some) => {
                for index in some {
                    if let Some(polygon) = model.polygons.get(*index as usize) {
                        add(*index as usize, polygon);
                    }
                }
            }
            None => model.polygons.iter().enumerate().for_each(|(index, polygon)| add(index, polygon)),
        }
    }

    /// The corners of a shape whose ranks are not those that were uploaded, in
    /// model space; where they start.
    pub fn reranked(
        &mut self,
        context: &FrameContext,
        drawn: &Drawn,
        (model, posture): (&Model, Option<Posture>),
        shape: u32,
    ) -> u32 {
        let ranks = context.coplanar.order.of_node(drawn.node);
        let colors = own_colors(context, drawn, model);
        let base = self.corners.len();
        for index in context.geometry.solid(shape) {
            let Some(polygon) = model.polygons.get(*index as usize) else { continue };
            let rank = ranks.get(*index as usize).copied().unwrap_or(0);
            let first = self.corners.len();
            let made = geometry::corners(context.scene, model, polygon, rank, colors, &mut self.corners);
            let Some((used, _)) = made else { continue };
            if !model.second_uvs.is_empty() {
                self.second_uvs.resize(first, [0.0; 2]);
                self.second_uvs.extend(used.clone().map(|vertex| geometry::second_uv(model, vertex)));
            }
            if let Some(mapping) = geometry::mapping(model) {
                let page = geometry::page(model, *index);
                self.baked.resize(first, Baked::default());
                let light = |vertex| context.pages.corner(page, geometry::uv(mapping, vertex));
                self.baked.extend(used.map(light));
            } else if let Some(posture) = posture {
                let corners = self.corners[first..].iter_mut();
                corners.zip(used).for_each(|(corner, vertex)| posture.put(vertex, corner));
            }
        }
        base as u32
    }

    fn polygon(&mut self, place: &Place, index: u32, polygon: &Polygon, rank: u8) {
        let sky = polygon.sight == Sight::Sky;
        if polygon.sight == Sight::Unseen || sky && place.drawn.group == Group::Overwrite {
            return;
        }
        let Some((first, vertices, indices)) = geometry::parts(place.model, polygon) else { return };
        let number = geometry::material_row(place.context.scene, polygon).saturating_add(place.drawn.paint);
        let number = number.min(place.paints.missing());
        let row = place.paints.row(number);
        let opacity = row.opacity * place.drawn.opacity;
        if opacity <= 0.0 {
            return;
        }
        let wire = place.context.settings.view == DebugView::Wireframe;
        let added = place.drawn.flags.contains(NodeFlags::ADDITIVE);
        let blend = if added { Blend::AdditiveAlpha } else { row.blend_at(opacity) };
        let group = place.drawn.group;
        let page = geometry::page(place.model, index);
        let light = place.context.pages.array_of(page);
        let style = if wire {
            lines(place.paints, group)
        } else if sky {
            Style {
                group: Group::Skylight,
                cull: if polygon.double_sided { Cull::None } else { Cull::Back },
                lines: false,
                ..lines(place.paints, group)
            }
        } else {
            Style {
                group,
                blend,
                lines: false,
                // What is mirrored is turned round below.
                cull: Cull::of(row.cull, polygon.double_sided, false),
                depth: Depth::of(row, blend),
                light,
                squares: place.drawn.flags.contains(NodeFlags::UNFILTERED),
                second_uvs: row.second > 0 && light == 0 && !place.model.second_uvs.is_empty(),
                second: row.second,
                array: row.slot.array,
            }
        };
        let paint = if wire || sky { place.paints.white() } else { number };
        let fogged = place.model.fogged && !row.unfogged && !place.drawn.flags.contains(NodeFlags::UNFOGGED);
        let paint = paint | if fogged { FOGGED } else { 0 };
        let base = self.corners.len() as u32;
        let lift = lift(group, polygon.layer, rank);
        let mut middle = Vec3A::ZERO;
        let mapping = geometry::mapping(place.model).filter(|_| style.light > 0);
        if mapping.is_some() {
            self.baked.resize(base as usize, Baked::default());
        }
        if style.second_uvs {
            self.second_uvs.resize(base as usize, [0.0; 2]);
            let own = (first..).zip(vertices).map(|(number, _)| geometry::second_uv(place.model, number));
            self.second_uvs.extend(own);
        }
        for (number, vertex) in (first..).zip(vertices) {
            let point = place.posture.and_then(|posture| posture.at(number));
            let position = point.map_or(vertex.position.into(), |point| Vec3A::from(point.position));
            let mut position = place.drawn.place.transform_point3a(position);
            if place.model.turning {
                position += facade::from_foot(position, vertex);
            }
            middle += position;
            let shaded = geometry::shaded(vertex);
            let [r, g, b, day] = place.colors.map_or(shaded, |colors| colors[number as usize]);
            let mut shade = Vec3::from([r, g, b].map(f32::from)) / 255.0;
            if day > 0 {
                shade = (shade + place.context.day * (f32::from(day) / 255.0)).min(Vec3::ONE);
            }
            let mut turned = [0; 3];
            if style.second > 0 {
                turned = Vertex::pack_normal(place.normal(vertex, point).into());
            }
            if let Some(mapping) = mapping {
                let uv = geometry::uv(mapping, number);
                self.baked.push(place.context.pages.corner(page, uv));
            } else if place.model.lit && !row.unlit {
                let normal = place.normal(vertex, point);
                let lamps = place.lamps + place.context.lamps.on(position, normal);
                shade *= place.context.suns.on(normal, lamps);
            }
            let (shade, doubled) =
                if shade.max_element() > 1.0 { (shade / 2.0, DOUBLED) } else { (shade, 0) };
            self.corners.push(Corner {
                position: position.into(),
                normal: [turned[0], turned[1], turned[2], 0],
                uv: [vertex.uv[0] + place.scroll[0], vertex.uv[1] + place.scroll[1]],
                color: packed(shade, place.drawn.opacity),
                paint: paint | doubled,
                lift,
            });
        }
        let start = self.indices.len() as u32;
        for triangle in indices.chunks_exact(3) {
            let [a, b, c] = [triangle[0], triangle[1], triangle[2]].map(|index| index - first + base);
            if wire {
                self.indices.extend([a, b, b, c, c, a]);
            } else {
                self.indices.extend(if place.mirrored { [a, c, b] } else { [a, b, c] });
            }
        }
        let distance_sq = (middle / vertices.len() as f32).length_squared();
        self.item(style, start, distance_sq, (row.priority, polygon.layer));
    }

    /// Ends what was begun at `start` and gives it a turn.
    pub fn item(&mut self, style: Style, start: u32, distance_sq: f32, (priority, layer): (i8, i8)) {
        let indices = start..self.indices.len() as u32;
        let turn = self.items.len() as u32;
        self.items.push(Item { style, indices, distance_sq, priority, layer, turn });
    }

    /// Source: `docs/spec/zbd/rendering.md`, "Point lights in models".
    pub fn sprites(&mut self, context: &FrameContext, paints: &Paints, drawn: &Drawn, light: &PointLight) {
        if light.blink.is_some_and(|seconds| is_dark(context.state.tick, seconds)) {
            return;
        }
        let view = context.view;
        let row = paints.white();
        let style = Style { blend: Blend::Alpha, ..flat(paints, drawn.group) };
        let style = Style { depth: Depth { test: true, write: false }, ..style };
        for point in &light.points {
            let center = drawn.place.transform_point3a((*point).into());
            let distance = center.length();
            let shown = match light.fade_far {
                0.0 => 1.0,
                far => (light.fade_slope * (far - distance)).clamp(0.0, 255.0) / 255.0,
            };
            let opacity = shown * drawn.opacity;
            let view_depth = -view.back.dot(center);
            if opacity <= 0.0 || view_depth <= view.near {
                continue;
            }
            let pixels_per_unit = view.pixels_per_unit / view_depth;
            let pixels = context.scene.frame.units(SPRITE_METRES) * pixels_per_unit;
            let half = pixels.clamp(1.0, light.max_pixels.max(1.0)) * 0.5 / pixels_per_unit;
            let (right, up) = (view.right * half, view.up * half);
            let base = self.corners.len() as u32;
            let color = packed(Vec3::from(light.color), opacity);
            let lift = lift(drawn.group, SPRITE_LAYER, 0);
            for position in
                [center - right - up, center + right - up, center + right + up, center - right + up]
            {
                self.corners.push(plain(position, color, row, lift));
            }
            let start = self.indices.len() as u32;
            self.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| base + corner));
            self.item(style, start, center.length_squared(), (0, SPRITE_LAYER));
        }
    }

    /// The edges of a box of the world.
    pub fn bounds(&mut self, paints: &Paints, bounds: &Aabb, drawn: &Drawn) {
        if bounds.is_empty() || drawn.group != Group::World {
            return;
        }
        let (min, size) = (Vec3A::from(bounds.min - drawn.from), Vec3A::from(bounds.max - bounds.min));
        for axis in 0..3 {
            let (a, b) = (AXES[(axis + 1) % 3] * size, AXES[(axis + 2) % 3] * size);
            for corner in [min, min + a, min + b, min + a + b] {
                self.line(paints, corner, corner + AXES[axis] * size, [255, 220, 60, 255]);
            }
        }
    }

    /// The lines between cells, at the height of the feet of the eye.
    pub fn cells(&mut self, context: &FrameContext, paints: &Paints) {
        let SpaceDef::Grid(grid) = &context.scene.space else { return };
        let eye = context.view.eye;
        let low = -context.scene.frame.units(1.5);
        let (columns, rows) = (grid.columns.min(MOST_LINES), grid.rows.min(MOST_LINES));
        let (width, depth) = (grid.cell * columns as f32, grid.cell * rows as f32);
        let at = |x: f32, z: f32| Vec3A::new(grid.min_x + x - eye.x, low, grid.min_z + z - eye.z);
        // In pieces, so that none reaches from before to behind the eye.
        for column in 0..=columns {
            let x = grid.cell * column as f32;
            for row in 0..rows {
                let z = depth * row as f32 / rows as f32;
                self.line(paints, at(x, z), at(x, z + grid.cell), [80, 255, 255, 255]);
            }
        }
        for row in 0..=rows {
            let z = grid.cell * row as f32;
            for column in 0..columns {
                let x = width * column as f32 / columns as f32;
                self.line(paints, at(x, z), at(x + grid.cell, z), [80, 255, 255, 255]);
            }
        }
    }

    fn line(&mut self, paints: &Paints, from: Vec3A, to: Vec3A, color: [u8; 4]) {
        let base = self.corners.len() as u32;
        let row = paints.white();
        let lift = geometry::lift(SPRITE_LAYER, 0);
        self.corners.extend([from, to].map(|position| plain(position, color, row, lift)));
        let start = self.indices.len() as u32;
        self.indices.extend([base, base + 1]);
        self.item(lines(paints, Group::World), start, 0.0, (0, 0));
    }

    pub fn sort(&mut self) {
        self.items.sort_unstable_by(turn);
    }
}

/// Passes in order; far to near where that shows, by texture where it does not.
fn turn(a: &Item, b: &Item) -> Ordering {
    let by_group = a.style.group.cmp(&b.style.group);
    if a.style.group == Group::Overwrite {
        return by_group.then(a.turn.cmp(&b.turn));
    }
    by_group
        .then(Stage::of(a.style.blend).cmp(&Stage::of(b.style.blend)))
        .then_with(|| match Stage::of(a.style.blend) {
            Stage::Mixed => {
                let far_first = b.distance_sq.total_cmp(&a.distance_sq);
                far_first.then(a.priority.cmp(&b.priority)).then(a.layer.cmp(&b.layer))
            }
            Stage::Decal => a.priority.cmp(&b.priority),
            _ => a.style.cmp(&b.style),
        })
        .then(a.turn.cmp(&b.turn))
}

fn lines(paints: &Paints, group: Group) -> Style {
    Style { lines: true, ..flat(paints, group) }
}

/// Triangles in plain white, seen from both sides.
fn flat(paints: &Paints, group: Group) -> Style {
    Style {
        group,
        blend: Blend::Opaque,
        lines: false,
        cull: Cull::None,
        depth: Depth { test: true, write: true },
        light: 0,
        squares: false,
        second_uvs: false,
        second: 0,
        array: paints.white_row().slot.array,
    }
}

fn own_colors<'a>(context: &FrameContext<'a>, drawn: &Drawn, model: &Model) -> Option<&'a [[u8; 4]]> {
    geometry::colors(context.scene.nodes.get(drawn.shape.index())?, model)
}

impl Place<'_> {
    /// In world axes.
    fn normal(&self, vertex: &Vertex, point: Option<&world::Point>) -> Vec3A {
        let own = if self.model.turning { Vec3::Y } else { vertex.normal() };
        let normal = point.map_or(own, |point| point.normal);
        (self.normals * Vec3A::from(normal)).normalize_or_zero()
    }
}

fn plain(position: Vec3A, color: [u8; 4], paint: u32, lift: f32) -> Corner {
    Corner { position: position.into(), normal: [0; 4], uv: [0.5; 2], color, paint, lift }
}

fn lift(group: Group, layer: i8, rank: u8) -> f32 {
    geometry::lift(layer, rank) * if group == Group::Sky { SKY_DEPTH } else { 1.0 }
}

fn is_dark(tick: u64, seconds: f32) -> bool {
    seconds > 0.0 && (tick as f64 / TICK_RATE / f64::from(seconds)) as u64 % 2 == 1
}

pub(crate) fn packed(color: Vec3, alpha: f32) -> [u8; 4] {
    color.extend(alpha).to_array().map(|channel| (channel.clamp(0.0, 1.0) * 255.0).round() as u8)
}
