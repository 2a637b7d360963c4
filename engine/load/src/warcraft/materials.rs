//! What submeshes are painted with: batches as materials, and how these change. Source: `docs/spec/m2.md`,
//! "7. View", "8. Textures", "9. Texture transforms" and "10. Lookups".

use super::textures::{Paper, Papers};
use super::tracks::{Keys, Room, share};
use glam::{Vec2, Vec3};
use hashbrown::HashMap;
use order::Order;
use std::cell::Cell;
use std::f32::consts::{PI, TAU};
use warcraft::m2::{self, Batch, RenderFlags, Sequence, blend, render_flags, texture_flags};
use world::{
    Alpha, Blend, Combine, Cull, Curve, CurveKind, Material, MaterialId, MaterialTrack, Moment, TextureLayer,
    UvSource,
};

/// Steps between two keys where opacities are multiplied that do not stand still.
const STEPS: u32 = 4;
/// Seconds before a key at which a value is read that jumps there.
const BEFORE: f32 = 1e-4;
/// How far texture coordinates are beyond a picture that are counted as such.
const BEYOND: f32 = 1.0 / 1024.0;
/// Layers of one submesh that are told apart among materials of one priority.
const LAYERS: i16 = 4;

/// A colour of the model.
struct Color<'m> {
    rgb: Keys<'m, Vec3>,
    alpha: Keys<'m, f32>,
}

/// A transform of the model.
struct Moved<'m> {
    offset: Keys<'m, Vec2>,
    rotation: Keys<'m, f32>,
    scale: Keys<'m, Vec2>,
}

/// What changes a material.
#[derive(Clone, Copy, Default)]
struct Changes {
    color: Option<usize>,
    opacity: Option<usize>,
    transform: Option<usize>,
}

/// All that makes a batch look as it does.
type Look = (u16, i16, [u16; 6], i8, Outside);

/// Which texture coordinates of a submesh leave the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Outside {
    first: bool,
    second: bool,
}

impl Outside {
    /// Looks at the vertices of a submesh. What is less than a texel of a large picture beyond it is not counted.
    pub fn new<'v>(vertices: impl Iterator<Item = &'v m2::Vertex>) -> Self {
        let leaves = |uv: [f32; 2]| uv.iter().any(|axis| !(-BEYOND..=1.0 + BEYOND).contains(axis));
        vertices.fold(Outside::default(), |all, vertex| Outside {
            first: all.first || leaves(vertex.uv),
            second: all.second || leaves(vertex.uv2),
        })
    }

    fn of(self, unit: i16) -> bool {
        if unit > 0 { self.second } else { self.first }
    }
}

/// The materials of a model.
pub(super) struct Paint<'m> {
    model: &'m m2::Model,
    /// Number of the first of them in the scene.
    first: usize,
    pub materials: Vec<Material>,
    changes: Vec<(usize, Changes)>,
    known: HashMap<Look, usize>,
    /// Materials that nothing shows: their states move second textures.
    movers: HashMap<usize, usize>,
    colors: Vec<Color<'m>>,
    opacities: Vec<Keys<'m, f32>>,
    transforms: Vec<Moved<'m>>,
    /// Batches with more textures than two, or opacities by two clocks.
    pub simplified: usize,
    /// True when some texture is read with the second coordinates.
    pub second_uvs: bool,
}

impl<'m> Paint<'m> {
    pub fn new(model: &'m m2::Model, first: usize) -> Self {
        let globals = &model.global_sequences;
        let vector = Vec3::from_array;
        let flat = |way: [f32; 3]| Vec2::new(way[0], way[1]);
        let colors = model.colors.iter().map(|color| Color {
            rgb: Keys::new(&color.rgb, globals, Vec3::ONE, vector),
            alpha: Keys::new(&color.alpha, globals, 1.0, share),
        });
        let transforms = model.transforms.iter().map(|transform| Moved {
            offset: Keys::new(&transform.translation, globals, Vec2::ZERO, flat),
            rotation: onward(Keys::new(&transform.rotation, globals, 0.0, angle)),
            scale: Keys::new(&transform.scale, globals, Vec2::ONE, flat),
        });
        Paint {
            model,
            first,
            materials: Vec::new(),
            changes: Vec::new(),
            known: HashMap::new(),
            movers: HashMap::new(),
            colors: colors.collect(),
            opacities: model.transparency.iter().map(|track| Keys::new(track, globals, 1.0, share)).collect(),
            transforms: transforms.collect(),
            simplified: 0,
            second_uvs: false,
        }
    }

    /// The material of a batch; `paper` says what a texture of the model shows.
    pub fn batch(
        &mut self,
        batch: &Batch,
        papers: &mut Papers,
        paper: impl Fn(&m2::Texture) -> Paper,
        outside: Outside,
    ) -> (MaterialId, bool) {
        let flags = self.model.render_flags.get(usize::from(batch.render_flags)).copied();
        let flags = flags.unwrap_or_default();
        let two_sided = flags.flags & render_flags::TWO_SIDED != 0;
        let Batch { texture, unit, transparency, transform, texture_count, layer, .. } = *batch;
        let shared = [texture, unit, transparency, transform, texture_count, layer];
        let look = (batch.render_flags, batch.color, shared, batch.priority, outside);
        if let Some(known) = self.known.get(&look) {
            return (MaterialId::from(self.first + known), two_sided);
        }
        let (material, changes) = self.paint(batch, flags, papers, paper, outside);
        self.materials.push(material);
        let number = self.materials.len() - 1;
        self.known.insert(look, number);
        self.changes.push((number, changes));
        (MaterialId::from(self.first + number), two_sided)
    }

    fn paint(
        &mut self,
        batch: &Batch,
        RenderFlags { flags, blend }: RenderFlags,
        papers: &mut Papers,
        paper: impl Fn(&m2::Texture) -> Paper,
        outside: Outside,
    ) -> (Material, Changes) {
        let model = self.model;
        let blend = mixed(blend);
        let alpha = alpha_of(blend);
        // At most two are drawn, whatever a damaged file says.
        let stages: Vec<_> = model.stages(batch).take(3).collect();
        self.simplified += usize::from(stages.len() > 2);
        let texture = |stage: &m2::Stage<'_>, papers: &mut Papers| {
            stage.texture.map(|texture| papers.want(paper(texture), alpha))
        };
        let uv = |stage: &m2::Stage<'_>| match stage.unit {
            ..0 => UvSource::Sphere,
            0 => UvSource::First,
            _ => UvSource::Second,
        };
        self.second_uvs |= stages.iter().any(|stage| uv(stage) == UvSource::Second);
        let transform_of = |step: usize| {
            let entry = *model.transform_lookup.get(usize::from(batch.transform) + step)?;
            usize::try_from(entry).ok().filter(|entry| *entry < model.transforms.len())
        };
        let layer = stages.get(1).map(|stage| TextureLayer {
            texture: texture(stage, papers),
            uv: uv(stage),
            combine: if stage.unit < 0 { Combine::Modulate2x } else { Combine::Modulate },
            moved_by: transform_of(1).map(|transform| self.mover(transform)),
            clamp: clamp(stage, outside.of(stage.unit) || transform_of(1).is_some()),
        });
        let opacity = model.transparency_lookup.get(usize::from(batch.transparency));
        let changes = Changes {
            color: usize::try_from(batch.color).ok().filter(|color| *color < self.colors.len()),
            opacity: opacity.map(|entry| usize::from(*entry)).filter(|entry| *entry < self.opacities.len()),
            transform: transform_of(0),
        };
        // What never changes belongs to the material.
        let color = changes.color.and_then(|color| self.colors.get(color));
        let opacities =
            [color.map(|color| &color.alpha), changes.opacity.and_then(|at| self.opacities.get(at))];
        let constant = opacities.into_iter().flatten().filter_map(Keys::constant).product::<f32>();
        let rgb = color.and_then(|color| color.rgb.constant()).unwrap_or(Vec3::ONE);
        let priority =
            i16::from(batch.priority) * LAYERS + i16::try_from(batch.layer).unwrap_or(LAYERS).min(LAYERS - 1);
        let has = |flag: u16| flags & flag != 0;
        let material = Material {
            name: format!("batch {}", self.materials.len()),
            color: rgb.clamp(Vec3::ZERO, Vec3::ONE).to_array(),
            opacity: constant.clamp(0.0, 1.0),
            texture: stages.first().and_then(|stage| texture(stage, papers)),
            uv: stages.first().map(uv).unwrap_or_default(),
            clamp: stages.first().map_or([false; 2], |stage| {
                clamp(stage, outside.of(stage.unit) || transform_of(0).is_some())
            }),
            layer,
            blend,
            depth_test: !has(render_flags::NO_DEPTH_TEST),
            depth_write: Some(!has(render_flags::NO_DEPTH_WRITE)),
            cull: Some(if has(render_flags::TWO_SIDED) { Cull::None } else { Cull::Back }),
            priority: priority.clamp(i8::MIN.into(), i8::MAX.into()) as i8,
            unlit: has(render_flags::UNLIT),
            unfogged: has(render_flags::NO_FOG),
            ..Material::default()
        };
        (material, changes)
    }

    /// The material whose state moves second textures by a transform.
    fn mover(&mut self, transform: usize) -> MaterialId {
        let number = *self.movers.entry(transform).or_insert_with(|| {
            let name = format!("transform {transform}");
            self.materials.push(Material { name, ..Material::default() });
            let number = self.materials.len() - 1;
            self.changes.push((number, Changes { transform: Some(transform), ..Changes::default() }));
            number
        });
        MaterialId::from(self.first + number)
    }

    /// How materials change in a sequence, each with its number.
    pub fn tracks(
        &mut self,
        index: usize,
        sequence: &Sequence,
        room: &mut Room,
    ) -> Vec<(MaterialTrack, MaterialId)> {
        let mut tracks = Vec::new();
        let mut clocks = 0;
        for (number, changes) in &self.changes {
            let mut track = MaterialTrack::default();
            let color = changes.color.and_then(|color| self.colors.get(color));
            if let Some(color) = color.filter(|color| color.rgb.moves()) {
                track.color = color.rgb.curve(index, sequence, room);
            }
            let alpha = color.map(|color| &color.alpha).filter(|keys| keys.moves());
            let opacity = changes.opacity.and_then(|at| self.opacities.get(at)).filter(|keys| keys.moves());
            track.opacity = match (alpha, opacity) {
                (None, None) => Curve::default(),
                (Some(only), None) | (None, Some(only)) => only.curve(index, sequence, room),
                (Some(alpha), Some(opacity)) if alpha.in_step(opacity) => {
                    let curves = [alpha, opacity].map(|keys| keys.by_clip(index, sequence, room));
                    alpha.clocked(product(&curves, room))
                }
                (Some(_), Some(opacity)) => {
                    clocks += 1;
                    opacity.curve(index, sequence, room)
                }
            };
            if let Some(moved) = changes.transform.and_then(|at| self.transforms.get(at)) {
                track.offset = moved.offset.curve(index, sequence, room);
                track.rotation = moved.rotation.curve(index, sequence, room);
                track.scale = moved.scale.curve(index, sequence, room);
            }
            let moves = !(track.offset.is_empty()
                && track.rotation.is_empty()
                && track.scale.is_empty()
                && track.color.is_empty()
                && track.opacity.is_empty());
            if moves {
                track.material =
                    self.materials.get(*number).map(|own| own.name.as_str().into()).unwrap_or_default();
                tracks.push((track, MaterialId::from(self.first + number)));
            }
        }
        if index == 0 {
            self.simplified += clocks;
        }
        tracks
    }

    /// True when some material changes.
    pub fn moves(&self) -> bool {
        let color = |at: usize| self.colors.get(at).is_some_and(|own| own.rgb.moves() || own.alpha.moves());
        let opacity = |at: usize| self.opacities.get(at).is_some_and(Keys::moves);
        let transform = |at: usize| {
            self.transforms.get(at).is_some_and(|own| {
                !(own.offset.is_empty() && own.rotation.is_empty() && own.scale.is_empty())
            })
        };
        self.changes.iter().any(|(_, changes)| {
            changes.color.is_some_and(color)
                || changes.opacity.is_some_and(opacity)
                || changes.transform.is_some_and(transform)
        })
    }
}

/// Along which axes the edge of a texture is drawn out; none where no coordinates are beyond it.
fn clamp(stage: &m2::Stage<'_>, is_beyond: bool) -> [bool; 2] {
    let flags = stage.texture.filter(|_| is_beyond && stage.unit >= 0).map(|texture| texture.flags);
    flags.map_or([false; 2], |flags| {
        [texture_flags::WRAP_X, texture_flags::WRAP_Y].map(|wraps| flags & wraps == 0)
    })
}

/// What the alpha of a texture means that is mixed so.
pub(super) fn alpha_of(blend: Blend) -> Alpha {
    match blend {
        Blend::Opaque | Blend::Additive => Alpha::None,
        Blend::Cutout => Alpha::Keyed,
        _ => Alpha::Full,
    }
}

/// How a batch mixes; one of an unknown mode hides what is behind it.
pub(super) fn mixed(mode: u16) -> Blend {
    match mode {
        blend::ALPHA_TEST => Blend::Cutout,
        blend::ALPHA => Blend::Alpha,
        blend::ADD => Blend::Additive,
        blend::ADD_ALPHA => Blend::AdditiveAlpha,
        blend::MODULATE => Blend::Modulate,
        blend::MODULATE_2X => Blend::Modulate2x,
        _ => Blend::Opaque,
    }
}

/// How far a turn about z goes, radians.
fn angle([_, _, z, w]: [f32; 4]) -> f32 {
    let angle = 2.0 * libm::atan2f(z, w);
    if angle > PI { angle - TAU } else { angle }
}

/// Each angle brought to within half a turn of the one before, which is the short way.
fn onward(keys: Keys<'_, f32>) -> Keys<'_, f32> {
    let last = Cell::new(None::<f32>);
    keys.mapped(|angle| {
        let turns = last.get().map_or(0.0, |last| ((last - angle) / TAU).round());
        let angle = angle + turns * TAU;
        last.set(Some(angle));
        angle
    })
}

/// The product of two curves, straight between steps that are close together.
fn product(curves: &[Curve<f32>; 2], room: &mut Room) -> Curve<f32> {
    let [first, second] = curves;
    match (first.is_empty(), second.is_empty()) {
        (true, _) => return second.clone(),
        (_, true) => return first.clone(),
        _ => {}
    }
    let at = |seconds: f32| {
        let moment = Moment { seconds, ..Moment::default() };
        first.at(&moment).unwrap_or(1.0) * second.at(&moment).unwrap_or(1.0)
    };
    let mut keys: Vec<f32> = curves.iter().filter_map(Curve::times).flatten().copied().collect();
    keys.order_by(f32::total_cmp);
    keys.dedup();
    let jumps = curves.iter().any(|curve| curve.kind() == CurveKind::Step && curve.values().len() > 1);
    if keys.is_empty() || !room.take(keys.len() * (STEPS as usize + 1)) {
        return Curve::constant(at(0.0)).unwrap_or_default();
    }
    let (mut times, mut values) = (Vec::new(), Vec::new());
    for (place, key) in keys.iter().enumerate() {
        if jumps && place > 0 {
            times.push(*key);
            values.push(at(key - BEFORE));
        }
        let next = keys.get(place + 1).copied();
        let steps = if next.is_some() { STEPS } else { 1 };
        for step in 0..steps {
            let time = next.map_or(*key, |next| key + (next - key) * step as f32 / STEPS as f32);
            times.push(time);
            values.push(at(time));
        }
    }
    Curve::linear(times, values).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opacities_are_multiplied_at_all_times() {
        let fade = Curve::linear(vec![0.0, 2.0], vec![1.0_f32, 0.0]).unwrap();
        let blink = Curve::step(vec![0.0, 1.0], vec![1.0_f32, 0.5]).unwrap();
        let both = product(&[fade.clone(), blink], &mut Room::default());
        let at =
            |curve: &Curve<f32>, seconds: f32| curve.at(&Moment { seconds, ..Moment::default() }).unwrap();
        // 1 - t/2, halved from 1 s on.
        for (seconds, wanted) in
            [(0.0, 1.0), (0.5, 0.75), (0.99, 0.505), (1.0, 0.25), (1.5, 0.125), (2.0, 0.0)]
        {
            assert!((at(&both, seconds) - wanted).abs() < 1e-3, "{seconds}: {}", at(&both, seconds));
        }
        // The square of 1 - t/2 is met exactly at quarters of the way.
        let square = product(&[fade.clone(), fade.clone()], &mut Room::default());
        for (seconds, wanted) in [(0.0, 1.0), (0.5, 0.5625), (1.0, 0.25), (1.5, 0.0625), (2.0, 0.0)] {
            assert!((at(&square, seconds) - wanted).abs() < 1e-6, "{seconds}");
        }
        let half = Curve::constant(0.5_f32).unwrap();
        assert_eq!(at(&product(&[half, fade], &mut Room::default()), 1.0), 0.25);
    }

    #[test]
    fn a_turn_about_z_is_an_angle_that_goes_on() {
        let quarter = std::f32::consts::FRAC_1_SQRT_2;
        assert!((angle([0.0, 0.0, quarter, quarter]) - PI / 2.0).abs() < 1e-6);
        assert!((angle([0.0, 0.0, -quarter, quarter]) + PI / 2.0).abs() < 1e-6);
        // Half a turn, written from either side.
        assert!((angle([0.0, 0.0, 1.0, 0.0]) - PI).abs() < 1e-6);
        assert!((angle([0.0, 0.0, -1.0, 0.0]) + PI).abs() < 1e-6);
    }
}
