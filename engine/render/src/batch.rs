//! From what is visible to a short list of draws.
//!
//! Three ways lead to the device. What stands in world space as it was
//! uploaded needs no place of its own: the indices of all of it are put one
//! after the other and drawn at once (*gathered*). What was moved is drawn from
//! the same corners with a place of its own, all copies of a shape at once
//! (*placed*). What is mixed with its background, or faded, is put in its place
//! here, polygon by polygon and far to near (*streamed*). What changes its shape,
//! or lies otherwise on what is coplanar with it than anything of its kind did
//! when it was uploaded, is worked out here and drawn from those corners, with a
//! place of its own.
//!
//! Which way a node takes follows from what it is now, not from its past: one
//! that is moved, hidden, faded or linked elsewhere changes its way with the
//! next frame, and the picture equals that of a world built so.

use crate::{
    Settings, Statistics,
    baked::LightPages,
    coplanar::Coplanar,
    gather::{Drawn, Gather, Group},
    geometry::{Corner, Fit, Geometry, Group as Alike},
    light::{self, Lamps, Suns},
    materials::Paints,
    particles::Flock,
    pose::Poses,
    settings::DebugView,
    stream::Stream,
    style::{Cull, Depth, Style, is_mixed, stage},
    textures::Textures,
    view::View,
};
use glam::{Affine3A, Vec3, Vec3A};
use std::ops::Range;
use world::{ActiveZones, Blend, Model, NodeFlags, Scene, State};

/// Pushes the sky behind everything, in front of nothing.
pub(crate) const SKY_DEPTH: f32 = 1.0 / 1_048_576.0;
/// The corners that were uploaded.
const NONE: u32 = u32::MAX;
/// The corners that bones bend on the device.
const SKINNED: u32 = u32::MAX - 1;
/// Place of what was gathered: the world, seen from the eye.
const GATHERED: u32 = 0;
/// Place of what was streamed: around the eye already.
const STREAMED: u32 = 1;

/// Where the indices and corners of a draw are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Gathered,
    Placed,
    Streamed,
    /// Bent by bones on the device.
    Skinned,
}

/// One draw call.
#[derive(Clone, Debug)]
pub(crate) struct Draw {
    pub style: Style,
    pub source: Source,
    pub indices: Range<u32>,
    pub instances: Range<u32>,
    /// Of what is mixed with its background: squared distance from the eye, of the farthest part.
    pub distance_sq: f32,
    turn: u32,
}

/// A place as the shader reads it.
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(crate) struct Instance {
    rows: [[f32; 4]; 3],
    light: [f32; 4],
    shift: [f32; 4],
    tint: [u8; 4],
}

impl Instance {
    /// A negative `behind` is the same without fog.
    fn new(place: &Affine3A, lamps: Vec3, behind: f32, shift: [f32; 2], paint: u32, tint: [u8; 4]) -> Self {
        let (m, t) = (place.matrix3, place.translation);
        Instance {
            rows: [0, 1, 2].map(|axis| [m.x_axis[axis], m.y_axis[axis], m.z_axis[axis], t[axis]]),
            light: lamps.extend(behind).into(),
            // Numbers of materials are far below 2^24, up to which floats are exact.
            shift: [shift[0], shift[1], paint as f32, 0.0],
            tint,
        }
    }

    /// The same with the bones from this number on.
    fn bent(mut self, first_bone: u32) -> Self {
        // Far below 2^24, up to which floats are exact.
        self.shift[3] = first_bone as f32;
        self
    }
}

/// Indices drawn with one style.
#[derive(Clone, Copy)]
struct Piece {
    rank: u64,
    style: Style,
    /// Bits of the squared distance: nearer first, so that little is painted
    /// twice.
    distance: u32,
    start: u32,
    end: u32,
}

/// A shape with a place of its own.
struct Placed {
    shape: u32,
    /// Where its corners start among the streamed ones, or none.
    base: u32,
    group: Group,
    mirrored: bool,
    squares: bool,
    /// Added to the numbers of its materials.
    paint: u32,
    distance: u32,
    turn: u32,
    instance: Instance,
}

impl Placed {
    /// What copies drawn together share.
    fn alike(&self) -> (u64, u64) {
        let stage = (self.group as u64) << 2 | u64::from(self.mirrored) << 1 | u64::from(self.squares);
        (u64::from(self.shape) << 32 | u64::from(self.base), stage << 32 | u64::from(self.paint))
    }
}

/// What is needed to know how something looks.
pub(crate) struct FrameContext<'a> {
    pub scene: &'a Scene,
    pub state: &'a State,
    pub zones: ActiveZones,
    pub geometry: &'a Geometry,
    pub textures: &'a Textures,
    pub coplanar: &'a Coplanar,
    pub pages: &'a LightPages,
    /// Between the tick before (0) and this one (1).
    pub between: f32,
    pub view: &'a View,
    pub settings: &'a Settings,
    /// What is mixed with its background is kept apart, polygon by polygon: that of other places
    /// may lie between.
    pub apart: bool,
    /// Bones of one frame that the device has room for.
    pub most_bones: usize,
    /// Light of the day.
    pub day: Vec3,
    pub suns: Suns,
    /// Those that light corner by corner.
    pub lamps: Lamps,
}

/// The draws of one frame. Its memory is kept for the next.
#[derive(Default)]
pub(crate) struct Batch {
    pub draws: Vec<Draw>,
    pub instances: Vec<Instance>,
    pub indices: Vec<u32>,
    pub paints: Paints,
    pub stream: Stream,
    poses: Poses,
    flock: Flock,
    pub statistics: Statistics,
    drawn: Vec<Drawn>,
    pieces: Vec<Piece>,
    placed: Vec<Placed>,
}

impl Batch {
    /// Corners of what was streamed.
    pub fn corners(&self) -> &[Corner] {
        &self.stream.corners
    }

    /// Matrices of bones, whole rows of the texture.
    pub fn bones(&self) -> &[crate::palette::Row] {
        self.poses.bones()
    }

    /// Draws nothing.
    pub fn clear(&mut self) {
        self.draws.clear();
        self.instances.clear();
        self.indices.clear();
        self.pieces.clear();
        self.placed.clear();
        self.stream.clear();
        self.poses.clear();
        self.statistics = Statistics::default();
    }

    /// Finds what is visible and how to draw it.
    pub fn fill(&mut self, gather: &Gather, context: &FrameContext) {
        self.clear();
        self.paints.update(context.scene, context.state, context.textures);
        let culled = gather.gather(context.view, &mut self.drawn);
        let drawn = std::mem::take(&mut self.drawn);
        for drawn in &drawn {
            if let Some(model) = context.scene.models.get(drawn.model.index()) {
                self.model(context, drawn, model);
            }
        }
        self.flock.draw(&mut self.stream, context, &self.paints);
        self.poses.pad();
        if context.settings.view == DebugView::Bounds {
            for drawn in &drawn {
                self.stream.bounds(&self.paints, gather.table.own_bounds(drawn.row), drawn);
            }
        }
        if context.settings.view == DebugView::Cells {
            self.stream.cells(context, &self.paints);
        }
        let eye = Affine3A::from_translation(-context.view.eye);
        for place in [eye, Affine3A::IDENTITY] {
            self.instances.push(Instance::new(&place, Vec3::ZERO, 1.0, [0.0; 2], 0, [0; 4]));
        }
        self.draw_gathered(context.geometry);
        self.draw_placed(context);
        self.draw_streamed(context.apart);
        self.draws.sort_unstable_by_key(|draw| (stage(&draw.style), draw.turn));
        self.statistics = Statistics {
            triangles: self
                .draws
                .iter()
                .map(|draw| {
                    let corners = if draw.style.lines { 2 } else { 3 };
                    u64::from(draw.indices.end - draw.indices.start) / corners
                        * u64::from(draw.instances.end - draw.instances.start)
                })
                .sum(),
            draws: self.draws.len() as u32,
            instances: self.instances.len() as u32 - 2,
            posed: self.poses.len() as u32,
            particles: self.flock.drawn,
            streamed_corners: self.stream.corners.len() as u32,
            occurrences_drawn: drawn.len() as u32,
            occurrences_culled: culled,
            presented: false,
        };
        self.drawn = drawn;
    }

    fn model(&mut self, context: &FrameContext, drawn: &Drawn, model: &Model) {
        let ranks = context.coplanar.order.of_node(drawn.node);
        let colored = context.geometry.colored(drawn.shape, ranks);
        let Some(fit) = colored.or_else(|| context.coplanar.fit(drawn.node, drawn.model)) else { return };
        let shape = fit.shape;
        let lamps = if model.lit && drawn.flags.contains(NodeFlags::UNLIT) {
            light::UNLIT
        } else if model.lit {
            let center = Vec3::from(drawn.center) + drawn.from;
            let glow = context.scene.nodes.get(drawn.shape.index()).map_or(0.0, |node| node.glow);
            light::lamps(context.scene.lamp_lighting, &context.state.lights, center, drawn.radius) + glow
        } else {
            Vec3::ZERO
        };
        let mixed = drawn.opacity < 1.0 || drawn.flags.contains(NodeFlags::ADDITIVE);
        let opaque = !mixed && drawn.group != Group::Overwrite;
        let posed = self.poses.find(context, drawn, model, shape);
        let mut streamed = None;
        if opaque && context.settings.view != DebugView::Wireframe {
            if !context.geometry.groups(shape).is_empty() {
                self.solid(context, drawn, model, (fit, posed), lamps);
            }
            streamed = Some(context.geometry.soft(shape));
        }
        // What was opaque and is not now.
        let groups = if streamed.is_some() { context.geometry.groups(shape) } else { &[] };
        let opened = groups.iter().any(|group| !hides(&self.paints, group, drawn.paint));
        let posed = posed.filter(|_| opened || streamed.is_none_or(|soft| !soft.is_empty()));
        if let Some(posed) = posed {
            self.poses.bend(context, posed, model);
        }
        let posture = posed.and_then(|posed| self.poses.posture(posed, model));
        self.stream.model(context, &self.paints, drawn, (model, posture), streamed, lamps);
        for group in groups.iter().filter(|group| opened && !hides(&self.paints, group, drawn.paint)) {
            let polygons = Some(context.geometry.polygons(group));
            self.stream.model(context, &self.paints, drawn, (model, posture), polygons, lamps);
        }
        for light in &model.lights {
            self.stream.sprites(context, &self.paints, drawn, light);
        }
    }

    fn solid(
        &mut self,
        context: &FrameContext,
        drawn: &Drawn,
        model: &Model,
        (fit, posed): (Fit, Option<u32>),
        lamps: Vec3,
    ) {
        let shape = fit.shape;
        let shift = context.state.scrolls.get(drawn.model.index()).copied().unwrap_or_default();
        let tint = tint(context, drawn);
        let distance = drawn.center.length_squared().to_bits();
        // Repeated cells stand elsewhere.
        let squares = drawn.flags.contains(NodeFlags::UNFILTERED);
        let clear = drawn.flags.contains(NodeFlags::UNFOGGED);
        let in_place = drawn.in_place && drawn.from == context.view.eye && drawn.group == Group::World;
        let as_uploaded = posed.is_none() && !fit.reranked;
        let own_paint = drawn.paint > 0;
        if in_place
            && as_uploaded
            && !own_paint
            && !clear
            && shift == [0.0; 2]
            && lamps == Vec3::ZERO
            && tint[3] == 0
        {
            for alike in context.geometry.groups(shape) {
                if context.zones.shows_any(alike.zones.zones()) && hides(&self.paints, alike, 0) {
                    let style = self.style(alike, 0, drawn.group, false, squares);
                    self.pieces.push(Piece {
                        rank: style.rank(),
                        style,
                        distance,
                        start: alike.start,
                        end: alike.end,
                    });
                }
            }
            return;
        }
        let behind = if drawn.group == Group::Sky { SKY_DEPTH } else { 1.0 };
        let behind = if clear { -behind } else { behind };
        let bones = posed.filter(|_| !fit.reranked && context.geometry.skins.start(shape).is_some());
        let first_bone = bones.and_then(|posed| self.poses.palette(context, posed, model));
        if let Some(posed) = posed.filter(|_| first_bone.is_none()) {
            self.poses.bend(context, posed, model);
        }
        let base = if first_bone.is_some() {
            SKINNED
        } else if fit.reranked {
            let posture = posed.and_then(|posed| self.poses.posture(posed, model));
            self.stream.reranked(context, drawn, (model, posture), shape)
        } else if let (Some(posed), Some(template)) = (posed, context.geometry.template(shape)) {
            self.poses.corners(posed, model, template, &mut self.stream.corners)
        } else {
            NONE
        };
        self.placed.push(Placed {
            shape,
            base,
            squares,
            paint: drawn.paint,
            group: drawn.group,
            mirrored: drawn.place.matrix3.determinant() < 0.0,
            distance,
            turn: self.placed.len() as u32,
            instance: Instance::new(&drawn.place, lamps, behind, shift, drawn.paint, tint)
                .bent(first_bone.unwrap_or(0)),
        });
    }

    fn style(&self, alike: &Alike, paint: u32, group: Group, mirrored: bool, squares: bool) -> Style {
        let row = self.paints.row(alike.material.saturating_add(paint));
        let material = if alike.sky { None } else { row.cull };
        let blend = if alike.sky { Blend::Opaque } else { row.blend };
        let second = if alike.sky { 0 } else { row.second };
        Style {
            group: if alike.sky { Group::Skylight } else { group },
            blend,
            lines: false,
            cull: Cull::of(material, alike.double_sided, mirrored),
            depth: if alike.sky { Depth { test: true, write: true } } else { Depth::of(row, blend) },
            light: alike.light,
            squares,
            second_uvs: second > 0 && alike.light == 0 && alike.second_uvs,
            second,
            array: row.slot.array,
        }
    }

    fn draw_gathered(&mut self, geometry: &Geometry) {
        self.pieces.sort_unstable_by_key(|piece| (piece.rank, piece.distance, piece.start));
        for piece in &self.pieces {
            let start = self.indices.len() as u32;
            self.indices.extend_from_slice(&geometry.indices[piece.start as usize..piece.end as usize]);
            let end = self.indices.len() as u32;
            match self.draws.last_mut() {
                Some(draw) if draw.style == piece.style => draw.indices.end = end,
                _ => self.draws.push(Draw {
                    style: piece.style,
                    source: Source::Gathered,
                    indices: start..end,
                    instances: GATHERED..GATHERED + 1,
                    distance_sq: 0.0,
                    turn: self.draws.len() as u32,
                }),
            }
        }
    }

    fn draw_placed(&mut self, context: &FrameContext) {
        self.placed.sort_unstable_by_key(|placed| (placed.alike(), placed.distance, placed.turn));
        let placed = std::mem::take(&mut self.placed);
        for copies in placed.chunk_by(|a, b| a.alike() == b.alike()) {
            let start = self.instances.len() as u32;
            self.instances.extend(copies.iter().map(|placed| placed.instance));
            let instances = start..self.instances.len() as u32;
            let first = self.draws.len();
            let Placed { shape, base, group: stage, mirrored, squares, paint, .. } = copies[0];
            let uploaded = context.geometry.shape(shape).first;
            for group in context.geometry.groups(shape) {
                if !context.zones.shows_any(group.zones.zones()) || !hides(&self.paints, group, paint) {
                    continue;
                }
                let style = self.style(group, paint, stage, mirrored, squares);
                let (source, indices) = if base == NONE {
                    (Source::Placed, group.start..group.end)
                } else if base == SKINNED {
                    // Its groups follow one another there, too.
                    let first = context.geometry.groups(shape).first().map_or(0, |group| group.start);
                    let start = context.geometry.skins.start(shape).unwrap_or(0);
                    (Source::Skinned, group.start - first + start..group.end - first + start)
                } else {
                    let own = &context.geometry.indices[group.start as usize..group.end as usize];
                    let start = self.indices.len() as u32;
                    self.indices.extend(own.iter().map(|index| index - uploaded + base));
                    (Source::Streamed, start..self.indices.len() as u32)
                };
                match self.draws[first..].last_mut() {
                    Some(draw) if draw.style == style && draw.indices.end == indices.start => {
                        draw.indices.end = indices.end;
                    }
                    _ => self.draws.push(Draw {
                        style,
                        source,
                        indices,
                        instances: instances.clone(),
                        distance_sq: 0.0,
                        turn: self.draws.len() as u32,
                    }),
                }
            }
        }
        self.placed = placed;
        // Fewer changes of pipeline and texture.
        self.draws.sort_unstable_by_key(|draw| (draw.style, draw.turn));
        for (turn, draw) in self.draws.iter_mut().enumerate() {
            draw.turn = turn as u32;
        }
    }

    fn draw_streamed(&mut self, apart: bool) {
        let first = self.draws.len();
        self.stream.sort();
        for item in &self.stream.items {
            let start = self.indices.len() as u32;
            let range = item.indices.start as usize..item.indices.end as usize;
            self.indices.extend_from_slice(&self.stream.indices[range]);
            let end = self.indices.len() as u32;
            match self.draws[first..].last_mut() {
                Some(draw) if draw.style == item.style && !(apart && is_mixed(&item.style)) => {
                    draw.indices.end = end;
                }
                _ => self.draws.push(Draw {
                    style: item.style,
                    source: Source::Streamed,
                    indices: start..end,
                    instances: STREAMED..STREAMED + 1,
                    distance_sq: item.distance_sq,
                    turn: self.draws.len() as u32,
                }),
            }
        }
    }
}

/// Colour of a debug view, and how much of it.
fn tint(context: &FrameContext, drawn: &Drawn) -> [u8; 4] {
    const MUCH: u8 = 160;
    let colors: [[u8; 3]; 8] = [
        [60, 200, 60],
        [230, 200, 40],
        [230, 110, 30],
        [210, 40, 40],
        [170, 60, 200],
        [60, 90, 220],
        [50, 190, 210],
        [220, 120, 170],
    ];
    let shown = |index: usize| {
        let [r, g, b] = colors[index % colors.len()];
        [r, g, b, MUCH]
    };
    if drawn.group == Group::Sky {
        return [0; 4];
    }
    match context.settings.view {
        DebugView::Zones => {
            let zone = context.scene.nodes.get(drawn.shape.index()).and_then(|node| node.zone);
            zone.filter(|zone| *zone >= 0).map_or([128, 128, 128, MUCH], |zone| shown(zone as usize))
        }
        DebugView::Lod => match drawn.lod {
            None => [128, 128, 128, MUCH],
            Some(near_sq) if near_sq <= 0.0 => shown(0),
            // A colour for each doubling of the distance.
            Some(near_sq) => shown(1 + (libm::log2f(near_sq.max(1.0)) / 2.0) as usize % 6),
        },
        _ => [0; 4],
    }
}

/// Axis-aligned unit steps, for lines.
pub(crate) const AXES: [Vec3A; 3] = [Vec3A::X, Vec3A::Y, Vec3A::Z];

/// True while nothing is seen through a group of polygons.
fn hides(paints: &Paints, alike: &Alike, paint: u32) -> bool {
    alike.sky || paints.row(alike.material.saturating_add(paint)).hides()
}
