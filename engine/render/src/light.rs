//! Lighting of models, per corner. Which lights and fog a world has is said by its loader, in
//! `light_and_fog.rs`; fog is drawn in `shaders/scene.wgsl`.
//!
//! Source: `docs/spec/zbd/engine-behaviour.md`, "8. Lighting".

use glam::{Vec3, Vec3A};
use world::{LampLighting, Light};

/// Most directional lights that are used.
pub(crate) const MOST_SUNS: usize = 8;
/// Lamps that light corner by corner, the nearest to the eye first.
pub(crate) const MOST_LAMPS: usize = 16;

/// Light of its own that a surface has whose light nothing changes: no sun makes it brighter.
pub(crate) const UNLIT: Vec3 = Vec3::splat(4.0);

/// A directional light.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sun {
    /// Direction towards the light.
    pub towards: Vec3A,
    pub diffuse: f32,
    pub ambient: f32,
    pub color: Vec3,
}

/// The directional lights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Suns {
    suns: [Sun; MOST_SUNS],
    count: usize,
    /// The ambient light. Without any directional light surfaces keep their own colour.
    pub base: Vec3,
    /// See [`world::Scene::sunlight_limit`].
    pub limit: f32,
}

impl Suns {
    /// `day` is the light of the day, a factor on that of suns.
    pub fn of(lights: &[Light], limit: f32, day: Vec3) -> Self {
        let limit = limit.max(1.0);
        let mut suns = Suns { suns: Default::default(), count: 0, base: Vec3::ONE, limit };
        let shining = lights.iter().filter(|light| light.active && light.directional);
        for (sun, light) in suns.suns.iter_mut().zip(shining) {
            *sun = Sun {
                towards: -Vec3A::from(light.direction),
                diffuse: light.diffuse,
                ambient: light.ambient,
                color: Vec3::from(light.color) * day,
            };
            suns.count += 1;
            suns.base = Vec3::ZERO;
        }
        suns
    }

    pub fn suns(&self) -> &[Sun] {
        &self.suns[..self.count]
    }

    /// Factor on the colour of a corner with this normal in world axes, in the
    /// light of these lamps.
    pub fn on(&self, normal: Vec3A, lamps: Vec3) -> Vec3 {
        let suns = self.suns().iter().fold(Vec3::ZERO, |sum, sun| {
            let facing = normal.dot(sun.towards).max(0.0);
            sum + sun.color * (sun.diffuse * facing + sun.ambient).clamp(0.0, 1.0)
        });
        // Only suns make a surface brighter than its own colours.
        let limit = if lamps.x >= UNLIT.x { 1.0 } else { self.limit };
        let most = suns.clamp(Vec3::ONE, Vec3::splat(limit));
        (self.base + lamps + suns).clamp(Vec3::ZERO, most)
    }
}

/// A lamp that lights corner by corner.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lamp {
    /// Around the eye.
    pub place: Vec3A,
    pub color: Vec3,
    pub near: f32,
    pub far: f32,
    pub diffuse: f32,
    pub ambient: f32,
}

/// The lamps that light corner by corner; none where lamps light whole models.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lamps {
    lamps: [Lamp; MOST_LAMPS],
    count: usize,
}

impl Lamps {
    /// Those nearest to the eye.
    pub fn of(lighting: LampLighting, lights: &[Light], eye: Vec3) -> Self {
        let mut all = Lamps { lamps: Default::default(), count: 0 };
        let shining = |light: &&Light| light.active && !light.directional && light.position.is_finite();
        for light in lights.iter().filter(|_| lighting == LampLighting::Vertex).filter(shining) {
            let lamp = Lamp {
                place: Vec3A::from(light.position - eye),
                color: Vec3::from(light.color),
                near: light.near,
                far: light.far,
                diffuse: light.diffuse,
                ambient: light.ambient,
            };
            let distance = lamp.place.length_squared();
            let nearer = |known: &Lamp| known.place.length_squared() <= distance;
            let place = all.lamps[..all.count].partition_point(nearer);
            if place < MOST_LAMPS {
                all.lamps[place..].rotate_right(1);
                all.lamps[place] = lamp;
                all.count = (all.count + 1).min(MOST_LAMPS);
            }
        }
        all
    }

    pub fn lamps(&self) -> &[Lamp] {
        &self.lamps[..self.count]
    }

    /// Light on a corner around the eye with this normal in world axes.
    pub fn on(&self, corner: Vec3A, normal: Vec3A) -> Vec3 {
        self.lamps().iter().fold(Vec3::ZERO, |sum, lamp| {
            let way = lamp.place - corner;
            let distance = way.length();
            let facing = normal.dot(way / distance.max(1e-6)).max(0.0);
            let share = ((lamp.far - distance) / (lamp.far - lamp.near).max(1e-6)).clamp(0.0, 1.0);
            sum + lamp.color * share * (lamp.diffuse * facing + lamp.ambient).clamp(0.0, 1.0)
        })
    }
}

/// Light of the lamps around a model in a sphere around a world position: it
/// comes from all sides.
pub(crate) fn lamps(lighting: LampLighting, lights: &[Light], center: Vec3, radius: f32) -> Vec3 {
    if lighting == LampLighting::Vertex {
        return Vec3::ZERO;
    }
    let lamps = lights.iter().filter(|light| light.active && !light.directional);
    lamps.fold(Vec3::ZERO, |sum, light| {
        let strength = (light.diffuse + light.ambient).clamp(0.0, 1.0);
        sum + Vec3::from(light.color) * weight(light, center, radius) * strength
    })
}

fn weight(light: &Light, center: Vec3, radius: f32) -> f32 {
    let distance = light.position.distance(center);
    if distance - radius >= light.far {
        0.0
    } else if distance + radius < light.near {
        1.0
    } else {
        ((light.far - distance) / (light.far - light.near)).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lamp() -> Light {
        Light {
            node: None,
            active: true,
            directional: false,
            position: Vec3::new(0.0, 10.0, 0.0),
            direction: Vec3::NEG_Y,
            color: [1.0, 0.5, 0.0],
            diffuse: 0.5,
            ambient: 0.25,
            near: 8.0,
            far: 16.0,
        }
    }

    #[test]
    fn a_sun_brightens_by_angle_and_never_below_its_ambient() {
        let sun = Light { directional: true, ..lamp() };
        let suns = Suns::of(&[sun], 1.0, Vec3::ONE);
        assert_eq!(suns.on(Vec3A::Y, Vec3::ZERO), Vec3::new(0.75, 0.375, 0.0));
        assert_eq!(suns.on(Vec3A::NEG_Y, Vec3::ZERO), Vec3::new(0.25, 0.125, 0.0));
    }

    #[test]
    fn only_a_sun_makes_a_surface_brighter_than_its_colours_and_no_more_than_the_limit() {
        let sun = Light { directional: true, diffuse: 1.0, ambient: 0.0, color: [1.5, 0.5, 3.0], ..lamp() };
        let on = |limit: f32, lamps: Vec3| Suns::of(&[sun], limit, Vec3::ONE).on(Vec3A::Y, lamps);
        assert_eq!(on(1.0, Vec3::ZERO), Vec3::new(1.0, 0.5, 1.0));
        assert_eq!(on(2.0, Vec3::ZERO), Vec3::new(1.5, 0.5, 2.0));
        // Light from elsewhere fills up to full light, and darkness counts.
        assert_eq!(on(2.0, Vec3::ONE), Vec3::new(1.5, 1.0, 2.0));
        assert_eq!(on(2.0, Vec3::splat(-1.0)), Vec3::new(0.5, 0.0, 2.0));
        assert_eq!(on(2.0, UNLIT), Vec3::ONE);
        assert_eq!(Suns::of(&[sun], 2.0, Vec3::ONE).on(Vec3A::NEG_Y, Vec3::splat(1.5)), Vec3::ONE);
    }

    #[test]
    fn a_lamp_reaches_less_with_distance_and_adds_to_the_sun() {
        let dark_sun = Light { directional: true, diffuse: 0.0, ambient: 0.0, color: [1.0; 3], ..lamp() };
        let red_at = |y: f32| {
            let place = Vec3::new(0.0, y, 0.0);
            let lights = [dark_sun, lamp()];
            Suns::of(&lights, 1.0, Vec3::ONE).on(Vec3A::X, lamps(LampLighting::Model, &lights, place, 0.5)).x
        };
        assert_eq!(red_at(5.0), 0.75);
        assert_eq!(red_at(-2.0), 0.75 * 0.5);
        assert_eq!(red_at(-6.5), 0.0);
    }

    #[test]
    fn corner_by_corner_a_lamp_lights_what_faces_it_and_only_the_nearest_count() {
        let lights: Vec<Light> = (0..20)
            .map(|number| Light { position: Vec3::new(0.0, 10.0 + number as f32 * 100.0, 0.0), ..lamp() })
            .rev()
            .collect();
        let lamps = Lamps::of(LampLighting::Vertex, &lights, Vec3::new(0.0, 6.0, 0.0));
        let places: Vec<f32> = lamps.lamps().iter().map(|lamp| lamp.place.y).collect();
        assert_eq!(places, (0..16).map(|number| 4.0 + number as f32 * 100.0).collect::<Vec<_>>());
        // 4 away is full light; 12 away is half of it.
        assert_eq!(lamps.on(Vec3A::ZERO, Vec3A::Y), Vec3::new(0.75, 0.375, 0.0));
        assert_eq!(lamps.on(Vec3A::ZERO, Vec3A::NEG_Y), Vec3::new(0.25, 0.125, 0.0));
        assert_eq!(lamps.on(Vec3A::new(0.0, -8.0, 0.0), Vec3A::Y), Vec3::new(0.375, 0.1875, 0.0));
        assert!(Lamps::of(LampLighting::Model, &lights, Vec3::ZERO).lamps().is_empty());
    }

    #[test]
    fn without_a_sun_surfaces_keep_their_colour() {
        assert_eq!(
            Suns::of(&[], 1.0, Vec3::ONE).on(Vec3A::Y, lamps(LampLighting::Model, &[], Vec3::ZERO, 1.0)),
            Vec3::ONE
        );
    }
}
