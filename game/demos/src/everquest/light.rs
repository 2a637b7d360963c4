//! Light that is baked: how much of the day reaches a vertex, and what lamps
//! give it. Source: `docs/spec/everquest/zone-install.md`, "6. Light".

use super::face::Face;
use super::models::{Model, Placed};
use glam::{Vec2, Vec3};
use rays::Shadows;

/// A lamp.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lamp {
    pub place: Vec3,
    /// 0..=1.
    pub color: Vec3,
    /// Where its light ends.
    pub radius: f32,
}

impl Lamp {
    /// Its light on a surface that nothing shades from it.
    pub fn on(&self, place: Vec3, normal: Vec3) -> Vec3 {
        let to = self.place - place;
        let distance = to.length();
        let facing = if distance > 1e-3 { normal.dot(to / distance).max(0.0) } else { 1.0 };
        self.color * facing * (1.0 - distance / self.radius).max(0.0)
    }
}

/// Towards the sun: from the west-south-west, 28 degrees high.
pub(super) fn to_sun() -> Vec3 {
    let (level, height) = (libm::cosf(28f32.to_radians()), libm::sinf(28f32.to_radians()));
    let turn = 118f32.to_radians();
    Vec3::new(libm::cosf(turn) * level, libm::sinf(turn) * level, height)
}

/// Rays to the sun and to the sky.
const SUN_RAYS: u32 = 3;
const SKY_RAYS: u32 = 10;
/// How far away things take light from the sky.
const AROUND: f32 = 70.0;
/// How far shadows reach.
const FAR: f32 = 500.0;
/// The most that lamps give a surface, of one colour.
const BRIGHTEST: f32 = 0.95;
/// How far a vertex is lifted before it looks around.
const LIFT: f32 = 0.35;

/// Everything that shines, and what is in the way.
pub(super) struct Light {
    pub shadows: Shadows,
    pub lamps: Vec<Lamp>,
    /// Where the day only comes in through openings.
    pub is_inside: fn(Vec3) -> bool,
}

/// What is in the way of light: the land, and what is placed and solid.
pub(super) fn casters(faces: &[Face], models: &[Model], placed: &[Placed]) -> Vec<[Vec3; 3]> {
    let solid = |faces: &mut dyn Iterator<Item = &Face>| -> Vec<[Vec3; 3]> {
        let fans = faces.filter(|face| !face.passable).flat_map(Face::fan);
        fans.map(|corners| corners.map(|corner| corner.place)).collect()
    };
    let mut triangles = solid(&mut faces.iter());
    for placed in placed {
        let model = models.iter().find(|model| model.name == placed.name && model.casts);
        let own = model.map(|model| solid(&mut model.faces.iter())).unwrap_or_default();
        triangles.extend(own.into_iter().map(|corners| corners.map(|place| placed.at(place))));
    }
    triangles
}

/// Places on a disc of radius 1.
fn spread(index: u32, count: u32) -> Vec2 {
    let (sin, cos) = libm::sincosf(index as f32 * 2.399_963);
    Vec2::new(cos, sin) * ((index as f32 + 0.5) / count as f32).sqrt()
}

impl Light {
    /// How much of the day reaches a surface, 0..=1.
    pub fn day(&self, place: Vec3, normal: Vec3) -> f32 {
        let from = place + normal * LIFT;
        let sun = to_sun();
        let facing = normal.dot(sun).max(0.0);
        let side = sun.any_orthonormal_vector();
        let up = sun.cross(side);
        let seen = |ray: &u32| {
            let off = spread(*ray, SUN_RAYS) * 0.05;
            !self.shadows.blocks(from, sun + side * off.x + up * off.y, FAR)
        };
        let inside = (self.is_inside)(from);
        let (base, back) = if inside { (0.0, 0.06) } else { (0.28, 0.36) };
        let sunshine =
            if facing > 0.0 { (0..SUN_RAYS).filter(seen).count() as f32 / SUN_RAYS as f32 } else { 0.0 };
        let (side, up) = {
            let side = normal.any_orthonormal_vector();
            (side, normal.cross(side))
        };
        let mut sky = 0.0;
        for ray in 0..SKY_RAYS {
            let off = spread(ray, SKY_RAYS);
            let way = side * off.x + up * off.y + normal * (1.0 - off.length_squared()).max(0.02).sqrt();
            // Where there is rock above, only openings let the sky in.
            let reach = if inside { FAR } else { AROUND };
            match self.shadows.meet(from, way, reach) {
                // What is around gives some light back.
                Some(met) => sky += back * (met.distance / AROUND).min(1.0),
                None => sky += if way.z > 0.0 || inside { 1.0 } else { 0.35 },
            }
        }
        let sky = sky / SKY_RAYS as f32;
        (base + 0.42 * sky + 0.56 * facing * sunshine).min(1.0)
    }

    /// What lamps give a surface, and how much of the day reaches it. Lamps do less where the day does more, so
    /// that nothing is brighter than white.
    pub fn on(&self, place: Vec3, normal: Vec3) -> (Vec3, f32) {
        let day = self.day(place, normal);
        (self.lamps(place, normal) * (1.0 - 0.5 * day), day)
    }

    /// Light of all lamps that are seen from a surface.
    fn lamps(&self, place: Vec3, normal: Vec3) -> Vec3 {
        let from = place + normal * LIFT;
        let lit = |lamp: &Lamp| {
            let light = lamp.on(place, normal);
            if light == Vec3::ZERO || self.shadows.blocks(from, lamp.place - from, 0.97) {
                Vec3::ZERO
            } else {
                light
            }
        };
        let all: Vec3 = self.lamps.iter().map(lit).sum();
        // Where many lamps shine, red must not stop growing before green does.
        all / (all.max_element() / BRIGHTEST).max(1.0)
    }
}
