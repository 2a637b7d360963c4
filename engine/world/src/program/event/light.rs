//! Events that change lights.

use super::EventPlace;
use glam::Vec3;

/// What a light is from now on. What is absent stays as it is.
///
/// Source: `docs/spec/zbd/anim-events.md`, "4.4 LIGHT_STATE".
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LightState {
    /// Place in [`Definition::lights`](crate::program::Definition::lights).
    pub light: Option<u16>,
    /// It shines.
    pub active: bool,
    /// A point source; otherwise a directed one. It counts whatever else is absent.
    pub point: bool,
    /// Surfaces are lit by how far they face it.
    pub directional: Option<bool>,
    /// Its light adds to a sum of its own that may exceed white.
    pub saturated: Option<bool>,
    /// Large polygons near it are divided.
    pub subdivide: Option<bool>,
    /// It is baked into light maps.
    pub lightmap: Option<bool>,
    /// It never moves.
    pub fixed: Option<bool>,
    /// It has a colour of its own for ambient light.
    pub bicolored: Option<bool>,
    /// Where.
    pub place: EventPlace,
    /// Angles about x, y and z in radians, which turn -z.
    pub orientation: Option<Vec3>,
    /// Units: full weight nearer than the first, none beyond the second.
    pub range: Option<[f32; 2]>,
    /// 0..=1.
    pub color: Option<[f32; 3]>,
    /// Colour of its ambient light, 0..=1.
    pub ambient_color: Option<[f32; 3]>,
    /// 0..=1.
    pub ambient: Option<f32>,
    /// 0..=1.
    pub diffuse: Option<f32>,
}

/// A light whose range and colour change at a rate.
///
/// Source: `docs/spec/zbd/anim-events.md`, "4.5 LIGHT_ANIMATION".
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LightAnimation {
    /// Place in [`Definition::lights`](crate::program::Definition::lights).
    pub light: Option<u16>,
    /// Added to near and far, units a second.
    pub range_rate: [f32; 2],
    /// Added to the rate of near and far, a second.
    pub range_acceleration: [f32; 2],
    /// Added to red, green and blue, a second.
    pub color_rate: [f32; 3],
    /// How long.
    pub seconds: f32,
}
