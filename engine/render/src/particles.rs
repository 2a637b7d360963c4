//! Particles and ribbons: worked out from what sends them out, and put into the
//! stream. Those that are models are put there as every other model is that has a place of its own. Those of one emitter have one turn among what is mixed, so that
//! thousands of them are few draws; they are sorted among themselves.

use crate::{
    batch::FrameContext,
    gather::{Drawn, Group},
    geometry::{self, Corner, FOGGED},
    light,
    materials::{Paints, Row},
    stream::{Stream, packed},
    style::{Cull, Depth, Stage, Style},
};
use glam::{Affine3A, Mat3A, Vec3, Vec3A};
use world::{
    Edge, Emitter, EmitterLaw, Facing, MaterialId, Model, ModelId, NodeFlags, NodeId, OccurrenceId, Particle,
    RibbonLaw, Tiles,
};

/// Corners of particles that are models, of one emitter in one frame at most.
const MOST_CORNERS: usize = 1 << 18;

/// What is kept from frame to frame.
#[derive(Default)]
pub(crate) struct Flock {
    particles: Vec<(f32, Particle)>,
    edges: Vec<Edge>,
    /// Particles in the last frame.
    pub drawn: u32,
}

/// How particles of one material are drawn.
struct Paint {
    style: Style,
    /// As a corner names it.
    paint: u32,
    priority: i8,
    opacity: f32,
}

impl Paint {
    fn of(context: &FrameContext, paints: &Paints, material: MaterialId) -> Option<Self> {
        let number = material.0.min(context.scene.materials.len() as u32);
        let row: &Row = paints.row(number);
        let style = Style {
            group: Group::World,
            blend: row.blend,
            lines: false,
            cull: Cull::None,
            depth: Depth::of(row, row.blend),
            light: 0,
            squares: false,
            second_uvs: false,
            second: row.second,
            array: row.slot.array,
        };
        let paint = number | if row.unfogged { 0 } else { FOGGED };
        (row.opacity > 0.0).then_some(Paint { style, paint, priority: row.priority, opacity: row.opacity })
    }
}

impl Flock {
    /// Everything that emitters and ribbons show now.
    pub fn draw(&mut self, stream: &mut Stream, context: &FrameContext, paints: &Paints) {
        self.drawn = 0;
        let effects = &context.state.effects;
        // Between the tick before and the last one, as all that moves.
        let tick = (context.state.tick as f64 - 1.0 + f64::from(context.between)).max(0.0);
        for emitter in &effects.emitters {
            let Some(law) = emitter.law_in(context.scene) else { continue };
            let Some(pictures) = &law.pictures else {
                self.emitter(stream, context, (emitter, law), paints, law.material, tick);
                continue;
            };
            // Few have more than one; then each is drawn by itself.
            for (place, material) in pictures.materials().enumerate() {
                if !pictures.materials().take(place).any(|before| before == material) {
                    self.emitter(stream, context, (emitter, law), paints, material, tick);
                }
            }
        }
        for ribbon in &effects.ribbons {
            let Some(law) = context.scene.ribbons.get(ribbon.law.index()) else { continue };
            let Some(paint) = Paint::of(context, paints, law.material) else { continue };
            self.edges.clear();
            ribbon.edges(law, tick, |edge| self.edges.push(edge));
            self.ribbon(stream, context, law, &paint);
        }
    }

    /// The particles of an emitter that are painted with a material.
    fn emitter(
        &mut self,
        stream: &mut Stream,
        context: &FrameContext,
        (emitter, law): (&Emitter, &EmitterLaw),
        paints: &Paints,
        material: MaterialId,
        tick: f64,
    ) {
        let Some(mut paint) = Paint::of(context, paints, material) else { return };
        paint.priority = paint.priority.saturating_add(law.priority as i8);
        self.particles.clear();
        let model = law.manner.model.and_then(|id| Some((id, context.scene.models.get(id.index())?)));
        // How far a particle of size 1 reaches.
        let reach = model.map_or(std::f32::consts::SQRT_2, |(_, model)| {
            model.bounds.min.length().max(model.bounds.max.length()).min(1e6)
        });
        emitter.particles(law, tick, |particle| {
            if particle.material == material {
                self.see(context, &particle, &paint, reach);
            }
        });
        match model {
            Some(model) => self.models(stream, context, paints, model),
            None => self.particles(stream, context, law, &paint),
        }
    }

    fn see(&mut self, context: &FrameContext, particle: &Particle, paint: &Paint, reach: f32) {
        let view = context.view;
        let place = Vec3A::from(particle.position - view.eye);
        let reach = particle.size * reach + particle.position.distance(particle.tail);
        let visible = particle.color[3] * paint.opacity > 0.0 && particle.size > 0.0;
        if visible && place.length() - reach <= view.far && view.sees(place, reach) {
            self.particles.push((place.length_squared(), *particle));
        }
    }

    fn particles(&mut self, stream: &mut Stream, context: &FrameContext, law: &EmitterLaw, paint: &Paint) {
        if self.particles.is_empty() {
            return;
        }
        if Stage::of(paint.style.blend) == Stage::Mixed {
            self.particles.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        }
        let start = stream.indices.len() as u32;
        let mut middle = 0.0;
        for (distance_sq, particle) in &self.particles {
            middle += distance_sq;
            let opacity = fade(context, law, particle.position);
            let color = if law.manner.lit { lit(context, particle) } else { particle.color };
            let mut put = |corners: &[Vec3A; 4], uv| quad(stream, corners, uv, color, opacity, paint);
            if let Facing::HeadAndTail { .. } = law.facing {
                let tiles = law.manner.tail_tiles.as_ref().unwrap_or(&law.tiles);
                if let Some(streak) = streak(context, particle) {
                    put(&streak, uv(tiles, particle.tail_tile));
                }
            }
            put(&corners(context, law, particle), uv(&law.tiles, particle.tile));
        }
        self.drawn += self.particles.len() as u32;
        stream.item(paint.style, start, middle / self.particles.len() as f32, (paint.priority, 0));
    }

    /// Particles that are models.
    fn models(
        &mut self,
        stream: &mut Stream,
        context: &FrameContext,
        paints: &Paints,
        (id, model): (ModelId, &Model),
    ) {
        let first = stream.corners.len();
        for (_, particle) in &self.particles {
            if stream.corners.len() - first + model.vertices.len() > MOST_CORNERS {
                break;
            }
            let center = Vec3A::from(particle.position - context.view.eye);
            let drawn = Drawn {
                // It stands for no node of the scene.
                row: OccurrenceId(u32::MAX),
                node: NodeId(u32::MAX),
                shape: NodeId(u32::MAX),
                model: id,
                place: Affine3A {
                    matrix3: Mat3A::from_rotation_y(particle.turn) * particle.size,
                    translation: center,
                },
                in_place: false,
                opacity: particle.color[3],
                group: Group::World,
                flags: NodeFlags::empty(),
                center,
                radius: particle.size,
                from: context.view.eye,
                paint: 0,
                lod: None,
            };
            let lamps = light::lamps(
                context.scene.lamp_lighting,
                &context.state.lights,
                particle.position,
                particle.size,
            );
            stream.model(context, paints, &drawn, (model, None), None, lamps);
            self.drawn += 1;
        }
    }

    fn ribbon(&mut self, stream: &mut Stream, context: &FrameContext, law: &RibbonLaw, paint: &Paint) {
        let Some(nearest) = self.edges.first().map(|edge| edge.ends[0]) else { return };
        let [columns, rows] = law.tiles.map(|count| f32::from(count.max(1)));
        let start = stream.indices.len() as u32;
        let first = stream.corners.len() as u32;
        for edge in &self.edges {
            let tile = f32::from(edge.tile);
            let (left, top) = (tile % columns / columns, (tile / columns).floor() / rows);
            let u = left + edge.share.clamp(0.0, 1.0) / columns;
            for (end, v) in edge.ends.into_iter().zip([top, top + 1.0 / rows]) {
                let position = Vec3A::from(end - context.view.eye);
                stream.corners.push(corner(position, [u, v], edge.color, 1.0, paint));
            }
        }
        for (edge, _) in (1..).zip(&self.edges).filter(|(_, newer)| newer.joined) {
            let [a, b] = [first + 2 * (edge - 1), first + 2 * edge];
            stream.indices.extend([a, a + 1, b + 1, a, b + 1, b]);
        }
        if stream.indices.len() as u32 > start {
            let distance_sq = nearest.distance_squared(context.view.eye);
            stream.item(paint.style, start, distance_sq, (paint.priority, 0));
        }
    }
}

/// The corners of a band from a particle's tail to its head around the eye; none for one that stands still or
/// flies straight to the eye.
fn streak(context: &FrameContext, particle: &Particle) -> Option<[Vec3A; 4]> {
    let eye = context.view.eye;
    let (center, tail) = (Vec3A::from(particle.position - eye), Vec3A::from(particle.tail - eye));
    let side = (center - tail).cross(-center).normalize_or_zero() * particle.size;
    (side != Vec3A::ZERO).then(|| [tail - side, tail + side, center + side, center - side])
}

/// The corners of a particle around the eye, from the lower left.
fn corners(context: &FrameContext, law: &EmitterLaw, particle: &Particle) -> [Vec3A; 4] {
    let view = context.view;
    let center = Vec3A::from(particle.position - view.eye);
    let (right, up) = match law.facing {
        Facing::Level => (Vec3A::X, Vec3A::NEG_Z),
        _ => (view.right, view.up),
    };
    if let Facing::Streak { .. } = law.facing
        && let Some(streak) = streak(context, particle)
    {
        return streak;
    }
    let (sin, cos) = if particle.turn == 0.0 { (0.0, 1.0) } else { libm::sincosf(particle.turn) };
    let across = (right * cos + up * sin) * particle.size;
    let along = (up * cos - right * sin) * particle.size;
    [center - across - along, center + across - along, center + across + along, center - across + along]
}

/// Left, top, right and bottom of a tile.
fn uv(tiles: &Tiles, tile: u16) -> [f32; 4] {
    let (columns, rows) = (tiles.columns.max(1), tiles.rows.max(1));
    let (width, height) = (1.0 / f32::from(columns), 1.0 / f32::from(rows));
    let (left, top) = (f32::from(tile % columns) * width, f32::from(tile / columns) * height);
    [left, top, left + width, top + height]
}

/// The colour of a particle in the light that falls on level ground.
fn lit(context: &FrameContext, particle: &Particle) -> [f32; 4] {
    let [r, g, b, a] = particle.color;
    let position = Vec3A::from(particle.position - context.view.eye);
    let lights = &context.state.lights;
    let lamps = light::lamps(context.scene.lamp_lighting, lights, particle.position, particle.size)
        + context.lamps.on(position, Vec3A::Y);
    let light = context.suns.on(Vec3A::Y, lamps);
    (Vec3::new(r, g, b) * light).min(Vec3::ONE).extend(a).to_array()
}

/// How much is seen of a particle at its distance.
fn fade(context: &FrameContext, law: &EmitterLaw, position: Vec3) -> f32 {
    if law.fade.is_none() && law.near_fade.is_none() {
        return 1.0;
    }
    let depth = -context.view.back.dot(Vec3A::from(position - context.view.eye));
    let seen = |[none, all]: [f32; 2]| {
        if none == all { 1.0 } else { ((depth - none) / (all - none)).clamp(0.0, 1.0) }
    };
    law.fade.map_or(1.0, seen) * law.near_fade.map_or(1.0, seen)
}

fn quad(
    stream: &mut Stream,
    corners: &[Vec3A; 4],
    [left, top, right, bottom]: [f32; 4],
    color: [f32; 4],
    opacity: f32,
    paint: &Paint,
) {
    let base = stream.corners.len() as u32;
    let uvs = [[left, bottom], [right, bottom], [right, top], [left, top]];
    let made = corners.iter().zip(uvs).map(|(position, uv)| corner(*position, uv, color, opacity, paint));
    stream.corners.extend(made);
    stream.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| base + corner));
}

fn corner(position: Vec3A, uv: [f32; 2], [r, g, b, a]: [f32; 4], opacity: f32, paint: &Paint) -> Corner {
    let color = packed(Vec3::new(r, g, b), a * opacity);
    let lift = geometry::lift(0, 0);
    Corner { position: position.into(), normal: [0; 4], uv, color, paint: paint.paint, lift }
}
