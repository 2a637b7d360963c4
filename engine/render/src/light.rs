//! How lights brighten a model, corner by corner.
//!
//! Source: `spec/zbd/engine-behaviour.md`, "8. Lighting".

use glam::{Vec3, Vec3A};
use world::Light;

/// The lights that reach one model.
pub(crate) struct Lighting {
    /// Light per unit of brightness, and where it comes from.
    reaching: Vec<Reaching>,
    /// What a model shows without any light of the whole world.
    base: Vec3,
}

struct Reaching {
    /// Towards the light; `None` for light from all sides.
    towards: Option<Vec3A>,
    diffuse: f32,
    ambient: f32,
    color: Vec3,
}

impl Lighting {
    /// Chooses among `lights` for a model in a sphere around a world position.
    /// Where no light shines on the whole world, surfaces keep their own colour.
    pub fn choose(lights: &[Light], center: Vec3, radius: f32) -> Self {
        let mut lighting = Lighting { reaching: Vec::new(), base: Vec3::ONE };
        for light in lights.iter().filter(|light| light.active) {
            let weight = if light.directional { 1.0 } else { weight(light, center, radius) };
            if light.directional {
                lighting.base = Vec3::ZERO;
            }
            if weight > 0.0 {
                lighting.reaching.push(Reaching {
                    towards: light.directional.then(|| -Vec3A::from(light.direction)),
                    diffuse: light.diffuse,
                    ambient: light.ambient,
                    color: Vec3::from(light.color) * weight,
                });
            }
        }
        lighting
    }

    /// Factor on the colour of a corner with this normal in world axes.
    pub fn on(&self, normal: Vec3A) -> Vec3 {
        let sum = self.reaching.iter().fold(self.base, |sum, light| {
            let turned = light.towards.map_or(1.0, |towards| normal.dot(towards).max(0.0));
            sum + light.color * (light.diffuse * turned + light.ambient).clamp(0.0, 1.0)
        });
        sum.clamp(Vec3::ZERO, Vec3::ONE)
    }
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
        let lighting = Lighting::choose(&[sun], Vec3::ZERO, 1.0);
        assert_eq!(lighting.on(Vec3A::Y), Vec3::new(0.75, 0.375, 0.0));
        assert_eq!(lighting.on(Vec3A::NEG_Y), Vec3::new(0.25, 0.125, 0.0));
    }

    #[test]
    fn a_lamp_reaches_less_with_distance_and_adds_to_the_sun() {
        let dark_sun = Light { directional: true, diffuse: 0.0, ambient: 0.0, color: [1.0; 3], ..lamp() };
        let red_at = |y: f32| {
            let place = Vec3::new(0.0, y, 0.0);
            Lighting::choose(&[dark_sun, lamp()], place, 0.5).on(Vec3A::X).x
        };
        assert_eq!(red_at(5.0), 0.75);
        assert_eq!(red_at(-2.0), 0.75 * 0.5);
        assert_eq!(red_at(-6.5), 0.0);
    }

    #[test]
    fn without_a_sun_surfaces_keep_their_colour() {
        assert_eq!(Lighting::choose(&[], Vec3::ZERO, 1.0).on(Vec3A::Y), Vec3::ONE);
    }
}
