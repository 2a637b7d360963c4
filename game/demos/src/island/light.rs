//! The light of the island: an afternoon sun in the south-west, a sky, fires.
//! 1 is what makes a surface show its own colours.

use glam::{Vec2, Vec3};
use rays::Shadows;

/// Degrees, counter-clockwise from the east.
pub(super) const SUN_AZIMUTH: f32 = 222.0;
/// Degrees above the horizon.
pub(super) const SUN_ELEVATION: f32 = 31.0;
/// Light of sun and sky, 0x00RRGGBB.
pub(super) const SUN_COLOR: u32 = 0x00_EC_C8_90;
/// Likewise.
pub(super) const SKY_COLOR: u32 = 0x00_70_7C_94;
/// By how much the engine multiplies what a level says of sun and sky.
const ENGINE: f32 = 1.57;
/// Half the angle that the sun's disc seems to have: softer than the real one.
const SUN_SIZE: f32 = 0.011;
/// Rays to the sun.
const SUN_RAYS: u32 = 4;
/// Rays to the sky and what is around.
const SKY_RAYS: u32 = 14;
/// Rays after which a place that sees nothing but backs is given up.
const ENOUGH: u32 = 5;
/// How far surroundings count.
const AROUND: f32 = 30.0;
/// How far backs count.
const NEAR: f32 = 2.5;
/// How far shadows reach.
const FAR: f32 = 400.0;
/// What surfaces give back of the light on them.
const ALBEDO: Vec3 = Vec3::new(0.66, 0.59, 0.50);
/// What even the darkest corner gets.
const GLOOM: Vec3 = Vec3::new(0.150, 0.142, 0.140);
/// Size of a flame.
const FLAME: f32 = 0.22;

/// A fire.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lamp {
    pub place: Vec3,
    pub color: Vec3,
    /// Metres.
    pub range: f32,
}

/// Everything that shines, and what is in the way.
pub(super) struct Light {
    pub shadows: Shadows,
    pub lamps: Vec<Lamp>,
    to_sun: Vec3,
    sun: Vec3,
    sky: Vec3,
}

fn unpacked(color: u32) -> Vec3 {
    Vec3::from(gamestudio::wmb::objects::color(color).map(|channel| f32::from(channel) / 255.0))
}

/// What a level says of a light, 0x00RRGGBB, so that models get that light.
pub(super) fn before_the_engine(light: u32) -> u32 {
    let [red, green, blue] = (unpacked(light) / ENGINE * 255.0).round().to_array().map(|part| part as u32);
    red << 16 | green << 8 | blue
}

/// Towards the sun.
pub(super) fn to_sun() -> Vec3 {
    let [forward, ..] = gamestudio::space::axes([SUN_AZIMUTH, SUN_ELEVATION, 0.0]);
    Vec3::from(forward)
}

/// Places on a disc of radius 1, evenly spread.
fn spread(index: u32, count: u32, turn: f32) -> Vec2 {
    // The golden angle.
    let angle = index as f32 * 2.399_963 + turn;
    let (sin, cos) = libm::sincosf(angle);
    Vec2::new(cos, sin) * ((index as f32 + 0.5) / count as f32).sqrt()
}

/// Two directions across one.
fn across(way: Vec3) -> [Vec3; 2] {
    let side = way.any_orthonormal_vector();
    [side, way.cross(side)]
}

impl Light {
    /// The island's light with these things in its way.
    pub fn new(shadows: Shadows, lamps: Vec<Lamp>) -> Self {
        Light { shadows, lamps, to_sun: to_sun(), sun: unpacked(SUN_COLOR), sky: unpacked(SKY_COLOR) }
    }

    /// Sun and sky on open ground: what the engine gives to whatever has no
    /// baked light.
    pub fn open(&self, normal: Vec3) -> Vec3 {
        self.direct(normal) + self.sky
    }

    /// The sun on a surface that nothing shades.
    pub fn direct(&self, normal: Vec3) -> Vec3 {
        self.sun * normal.dot(self.to_sun).max(0.0)
    }

    /// How much of the sun is seen from a point, 0..=1.
    pub fn sunshine(&self, point: Vec3, normal: Vec3, turn: f32) -> f32 {
        if normal.dot(self.to_sun) <= 0.0 {
            return 0.0;
        }
        let [side, up] = across(self.to_sun);
        let seen = (0..SUN_RAYS).filter(|ray| {
            let off = spread(*ray, SUN_RAYS, turn) * SUN_SIZE;
            !self.shadows.blocks(point, self.to_sun + side * off.x + up * off.y, FAR)
        });
        seen.count() as f32 / SUN_RAYS as f32
    }

    /// Light of sky, surroundings and the darkest corner; `None` inside of
    /// something.
    pub fn around(&self, point: Vec3, normal: Vec3, turn: f32) -> Option<Vec3> {
        let [side, up] = across(normal);
        let (mut sum, mut behind) = (Vec3::ZERO, 0);
        for ray in 0..SKY_RAYS {
            if ray == ENOUGH && behind == ENOUGH {
                return None;
            }
            let off = spread(ray, SKY_RAYS, turn);
            let lift = (1.0 - off.length_squared()).max(0.02).sqrt();
            let way = side * off.x + up * off.y + normal * lift;
            match self.shadows.meet(point, way, AROUND) {
                Some(met) if met.behind => behind += 1,
                Some(met) => {
                    let at = point + way * met.distance + met.normal * 0.02;
                    let facing = met.normal.dot(self.to_sun);
                    let lit = facing > 0.0 && !self.shadows.blocks(at, self.to_sun, FAR);
                    let light = if lit { self.sun * facing } else { Vec3::ZERO };
                    // What it gets from the sky is not asked again.
                    let sky = self.sky * (0.34 + 0.5 * (met.distance / AROUND));
                    sum += (light + sky) * ALBEDO;
                }
                // From below comes what the sea gives back.
                None => sum += self.sky * if way.z >= 0.0 { 1.0 } else { 0.45 },
            }
        }
        (behind * 5 < SKY_RAYS * 2).then(|| sum / (SKY_RAYS - behind) as f32 + GLOOM)
    }

    /// Light of the fires.
    pub fn fires(&self, point: Vec3, normal: Vec3, turn: f32) -> Vec3 {
        const RAYS: u32 = 3;
        let mut sum = Vec3::ZERO;
        for lamp in &self.lamps {
            let to = lamp.place - point;
            let distance = to.length();
            if distance >= lamp.range || normal.dot(to) <= 0.0 {
                continue;
            }
            let [side, up] = across(to / distance);
            let seen = (0..RAYS).filter(|ray| {
                let off = spread(*ray, RAYS, turn) * FLAME;
                !self.shadows.blocks(point, to + side * off.x + up * off.y, 0.94)
            });
            let seen = seen.count() as f32 / RAYS as f32;
            let fade = 1.0 - distance / lamp.range;
            let facing = normal.dot(to) / distance * 0.75 + 0.25;
            sum += lamp.color * (fade * fade * facing * seen);
        }
        sum
    }

    /// What comes straight from the sun and the fires.
    pub fn straight(&self, point: Vec3, normal: Vec3, turn: f32) -> Vec3 {
        self.direct(normal) * self.sunshine(point, normal, turn) + self.fires(point, normal, turn)
    }

    /// True inside of something: backs are seen nearby.
    pub fn is_inside(&self, point: Vec3, normal: Vec3, turn: f32) -> bool {
        const RAYS: u32 = 5;
        let [side, up] = across(normal);
        let mut behind = 0;
        for ray in 0..RAYS {
            let off = spread(ray, RAYS, turn);
            let way = side * off.x + up * off.y + normal * (1.0 - off.length_squared()).max(0.02).sqrt();
            behind += u32::from(self.shadows.meet(point, way, NEAR).is_some_and(|met| met.behind));
            // Enough is seen, or the rays that are left cannot change it.
            if behind >= 2 || behind + (RAYS - 1 - ray) < 2 {
                break;
            }
        }
        behind >= 2
    }
}
