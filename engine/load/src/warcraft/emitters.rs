//! What models send out: emitters of particles. Source: `docs/spec/m2.md`, "13. Particle".

use super::points::place;
use super::textures::{Paper, Papers};
use super::tracks::{Keys, Room};
use glam::{Affine3A, Vec3};
use warcraft::m2::{self, Particle, Sequence, emitter, parameter, particle_flags};
use world::{
    Aim, Birth, Breeze, Cull, Drag, EmitterLaw, EmitterSetting, EmitterTrack, Facing, Frame, LONGEST_LIFE,
    Material, MaterialId, ModelId, ParticleManner, Ramp, Rate, Tiles, Twinkle,
};

/// Most emitters of a model.
const MOST: usize = 256;
/// How far above the ground is what is kept on it, yards, so that it does not lie in it.
const ABOVE_GROUND: f32 = 0.02;
/// [`Particle::kind`] of what reaches from its birth place to where it is.
const FROM_ORIGIN: u8 = 1;
/// [`Particle::head_tail`] of tails alone.
const TAIL: u8 = 1;
/// [`Particle::head_tail`] of heads with tails.
const BOTH: u8 = 2;

/// An emitter of a model.
pub(super) struct Emitter<'m> {
    /// The node it stands at.
    pub name: String,
    /// The bone that carries it.
    pub bone: Option<u32>,
    /// In model space, engine axes.
    pub place: Vec3,
    own: &'m Particle,
    tracks: [Keys<'m, f32>; 10],
    enabled: Keys<'m, f32>,
}

/// The emitters of a model.
pub(super) fn emitters<'m>(model: &'m m2::Model, frame: &Frame) -> Vec<Emitter<'m>> {
    let globals = &model.global_sequences;
    let made = |(number, own): (usize, &'m Particle)| Emitter {
        name: format!("emitter {number}"),
        bone: (usize::from(own.bone) < model.bones.len()).then(|| own.bone.into()),
        place: place(frame, own.position),
        own,
        // Gravity that is NaN is none, as all that is NaN.
        tracks: own.tracks.each_ref().map(|track| Keys::new(track, globals, 0.0, |value| value).kept()),
        enabled: Keys::new(&own.enabled, globals, 1.0, f32::from).kept(),
    };
    model.particles.iter().enumerate().take(MOST).map(made).collect()
}

impl Emitter<'_> {
    /// True when clips change it.
    pub fn moves(&self) -> bool {
        self.enabled.moves() || self.tracks.iter().any(Keys::moves)
    }

    /// The name of the model that its particles are.
    pub fn model(&self) -> Option<String> {
        Some(self.own.model.text()).filter(|name| !name.is_empty())
    }

    /// What it is while no clip says otherwise.
    fn rest(&self) -> EmitterSetting {
        let first = |number: usize| self.tracks.get(number).and_then(Keys::first).unwrap_or(0.0);
        let is_on = self.enabled.first().is_none_or(|on| on > 0.0);
        EmitterSetting {
            rate: if is_on { first(parameter::RATE).max(0.0) } else { 0.0 },
            speed: first(parameter::SPEED),
            speed_variation: first(parameter::SPEED_VARIATION),
            vertical_range: first(parameter::VERTICAL_RANGE),
            horizontal_range: first(parameter::HORIZONTAL_RANGE),
            gravity: first(parameter::GRAVITY),
            life: first(parameter::LIFE_SPAN).clamp(0.0, LONGEST_LIFE),
            area: [first(parameter::AREA_LENGTH), first(parameter::AREA_WIDTH)],
            height: first(parameter::GRAVITY_SOURCE),
        }
    }

    /// How its particles are born, fly and look, painted with a material or, if they are one, a model.
    pub fn law(&self, frame: &Frame, material: MaterialId, model: Option<ModelId>) -> EmitterLaw {
        let Particle { flags, form, midpoint, sizes, colors, drag, .. } = *self.own;
        let has = |flag: u32| flags & flag != 0;
        let rest = self.rest();
        let [length, width] = rest.area;
        let birth = match form.emitter() {
            emitter::SPHERE => Birth::Sphere { inner: width.max(0.0), outer: length.max(0.0) },
            emitter::SPLINE => {
                Birth::Path(self.own.spline.iter().map(|point| place(frame, *point)).collect())
            }
            // The file's x and y are the engine's x and -z.
            _ => Birth::Box { half: Vec3::new(length * 0.5, 0.0, width * 0.5) },
        };
        // A life may be as long as its longest key says.
        let lives = self.tracks.get(parameter::LIFE_SPAN).map_or(&[][..], Keys::values);
        let longest = lives.iter().copied().fold(rest.life, f32::max);
        let middle = if midpoint.is_finite() { midpoint.clamp(0.0, 1.0) } else { 0.5 };
        let sound = |size: f32| if size.is_finite() { size.max(0.0) } else { 0.0 };
        let over_life = |[a, b, c]: [f32; 3]| Ramp::new([(0.0, a), (middle, b), (1.0, c)]);
        let [start, mid, end] = colors.map(color);
        let (facing, tiles, tail_tiles) = self.look(middle);
        EmitterLaw {
            name: self.name.clone(),
            material,
            rate: Rate::PerSecond { births: Ramp::constant(rest.rate), period: None },
            life: if self.moves() { [rest.life.min(longest), longest] } else { [rest.life; 2] },
            birth,
            speed: Ramp::constant(rest.speed),
            speed_variation: rest.speed_variation,
            vertical_range: rest.vertical_range,
            horizontal_range: rest.horizontal_range,
            acceleration: Vec3::NEG_Y * rest.gravity,
            drag: if drag.is_finite() && drag != 0.0 {
                Drag::Damping { per_second: drag }
            } else {
                Drag::None
            },
            sizes: over_life(sizes.map(sound)).unwrap_or_else(|| Ramp::constant(1.0)),
            colors: Ramp::new([(0.0, start), (middle, mid), (1.0, end)])
                .unwrap_or_else(|| Ramp::constant(start)),
            facing,
            tiles,
            follows: has(particle_flags::NO_TRAIL | particle_flags::MODEL_SPACE),
            manner: ParticleManner { model, ..self.manner(frame, tail_tiles) },
            driven: self.moves().then_some(rest),
            ..EmitterLaw::default()
        }
    }

    /// Which way particles lie, and which tiles they and their tails show.
    fn look(&self, middle: f32) -> (Facing, Tiles, Option<Tiles>) {
        let Particle { flags, kind, head_tail, rows, columns, tiles, tail_length, .. } = *self.own;
        let has = |flag: u32| flags & flag != 0;
        let [a, b, head_repeat, c, d, decay_repeat, e, f, g, h] =
            tiles.map(|number| u16::try_from(number).unwrap_or(0));
        let random = has(particle_flags::RANDOM_TILE);
        let tiled =
            |rising, falling, repeats| Tiles { columns, rows, rising, falling, middle, repeats, random };
        let head = tiled([a, b], [c, d], [head_repeat, decay_repeat]);
        let tail = tiled([e, f], [g, h], [1; 2]);
        let seconds = if tail_length.is_finite() { tail_length.max(0.0) } else { 0.0 };
        if kind == FROM_ORIGIN || has(particle_flags::PINNED) {
            return (Facing::Streak { seconds: LONGEST_LIFE }, head, None);
        }
        match head_tail {
            TAIL => (Facing::Streak { seconds }, tail, None),
            BOTH => (Facing::HeadAndTail { seconds }, head, Some(tail)),
            _ if has(particle_flags::FLAT) => (Facing::Level, head, None),
            _ => (Facing::Camera, head, None),
        }
    }

    fn manner(&self, frame: &Frame, tail_tiles: Option<Tiles>) -> ParticleManner {
        let own = self.own;
        let has = |flag: u32| own.flags & flag != 0;
        let number = |value: f32| if value.is_finite() { value } else { 0.0 };
        let heights = self.tracks.get(parameter::GRAVITY_SOURCE).map_or(&[][..], Keys::values);
        let aim = if has(particle_flags::OUTWARD) || heights.iter().any(|height| *height != 0.0) {
            Aim::Away { height: self.rest().height }
        } else if has(particle_flags::WORLD_UP) {
            Aim::Upright
        } else {
            Aim::Own
        };
        let scale = own.twinkle_scale.map(number);
        let twinkles = scale != [1.0; 2] && scale[1] > 0.0 || own.twinkle_percent < 1.0;
        let twinkle = Twinkle {
            per_second: number(own.twinkle_speed).max(0.0),
            share: number(own.twinkle_percent).clamp(0.0, 1.0),
            scale: if scale[1] > 0.0 { scale.map(|scale| scale.max(0.0)) } else { [1.0; 2] },
        };
        let velocity = place(frame, own.wind);
        let seconds = number(own.wind_time).max(0.0);
        let [slow, least, fast, most] = own.follow.map(number);
        ParticleManner {
            aim,
            unscaled: true,
            turns: number(own.spin),
            twinkle: twinkles.then_some(twinkle),
            breeze: (velocity != Vec3::ZERO && seconds > 0.0).then_some(Breeze { velocity, seconds }),
            inherit: (least != 0.0 || most != 0.0).then_some([[slow, least], [fast, most]]),
            tail_tiles,
            lit: has(particle_flags::LIT) && !has(particle_flags::UNLIT),
            on_ground: has(particle_flags::GROUND).then_some(ABOVE_GROUND),
            model: None,
        }
    }

    /// How it changes in a sequence; none that does not.
    pub fn track(&self, index: usize, sequence: &Sequence, room: &mut Room) -> Option<EmitterTrack> {
        if !self.moves() {
            return None;
        }
        let mut curve = |number: usize| {
            let keys = self.tracks.get(number).filter(|keys| keys.moves());
            keys.map(|keys| keys.curve(index, sequence, room)).unwrap_or_default()
        };
        Some(EmitterTrack {
            emitter: self.name.as_str().into(),
            rate: curve(parameter::RATE),
            speed: curve(parameter::SPEED),
            speed_variation: curve(parameter::SPEED_VARIATION),
            vertical_range: curve(parameter::VERTICAL_RANGE),
            horizontal_range: curve(parameter::HORIZONTAL_RANGE),
            gravity: curve(parameter::GRAVITY),
            life: curve(parameter::LIFE_SPAN),
            area: [curve(parameter::AREA_LENGTH), curve(parameter::AREA_WIDTH)],
            height: curve(parameter::GRAVITY_SOURCE),
            enabled: if self.enabled.moves() {
                self.enabled.curve(index, sequence, room)
            } else {
                world::Curve::default()
            },
        })
    }

    /// What its particles are painted with; `sheets` says what the textures of the model show.
    pub fn material(&self, sheets: &[Paper], papers: &mut Papers) -> Material {
        let blend = super::materials::mixed(self.own.form.blend());
        let alpha = super::materials::alpha_of(blend);
        let sheet = sheets.get(usize::from(self.own.texture));
        Material {
            name: self.name.clone(),
            texture: sheet.map(|sheet| papers.want(sheet.clone(), alpha)),
            blend,
            // None hides another one.
            depth_write: Some(blend.hides()),
            cull: Some(Cull::None),
            unlit: true,
            ..Material::default()
        }
    }

    /// The place below the node of its model.
    pub fn offset(&self) -> Affine3A {
        Affine3A::from_translation(self.place)
    }
}

/// 0xAARRGGBB as red, green, blue and opacity, 0 to 1.
fn color(packed: u32) -> [f32; 4] {
    let [b, g, r, a] = packed.to_le_bytes();
    [r, g, b, a].map(|part| f32::from(part) / 255.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_byte_of_a_colour_is_blue() {
        assert_eq!(color(0x33FF_0080), [1.0, 0.0, 128.0 / 255.0, 0.2]);
    }
}
