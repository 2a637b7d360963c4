//! Particles in the making. Source: `docs/spec/m2.md`, "13. Particle".

use warcraft::m2::{EmitterForm, Particle, Track, blend, emitter, parameter};

/// What an emitter does, as long as nothing of it changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spray {
    /// Yards a second, and by which part of it that varies.
    pub speed: [f32; 2],
    /// Radians from upwards, and around.
    pub ranges: [f32; 2],
    pub gravity: f32,
    /// Seconds.
    pub life: f32,
    /// Particles a second.
    pub rate: f32,
    /// Yards: length and width of a rectangle, or the inner and the outer radius of a sphere.
    pub area: [f32; 2],
}

/// Where particles start, and how they are mixed with what is behind them.
pub(super) const fn from(shape: u16, blend: u16) -> EmitterForm {
    EmitterForm::Bytes { blend: blend as u8, emitter: shape as u8, color: 0 }
}

/// From a rectangle, added.
pub(super) const PLANE: EmitterForm = from(emitter::PLANE, blend::ADD_ALPHA);
/// From a sphere, added.
pub(super) const SPHERE: EmitterForm = from(emitter::SPHERE, blend::ADD_ALPHA);

impl Spray {
    /// The emitter at a place, carried by a bone.
    pub fn at(self, bone: usize, position: [f32; 3], texture: u16, form: EmitterForm) -> Particle {
        let mut particle = Particle { bone: bone as u16, position, texture, form, ..Particle::default() };
        for (number, value) in [
            (parameter::SPEED, self.speed[0]),
            (parameter::SPEED_VARIATION, self.speed[1]),
            (parameter::VERTICAL_RANGE, self.ranges[0]),
            (parameter::HORIZONTAL_RANGE, self.ranges[1]),
            (parameter::GRAVITY, self.gravity),
            (parameter::LIFE_SPAN, self.life),
            (parameter::RATE, self.rate),
            (parameter::AREA_LENGTH, self.area[0]),
            (parameter::AREA_WIDTH, self.area[1]),
            (parameter::GRAVITY_SOURCE, 0.0),
        ] {
            particle.tracks[number] = Track::constant(value);
        }
        particle
    }
}
