//! Fires in iron bowls.

use super::Site;
use super::level::{Noise, Stand};
use super::light::Lamp;
use super::shape::{Paint, Solid, Surface, ring};
use gamestudio::wmb::objects::entity_flags;
use glam::Vec3;

/// The strip of flames: its name says how many stand side by side.
pub(super) const PICTURE: &str = "fire+8.tga";
/// Size of a picture of 64 x 96 pixels, a quant each.
const SIZE: f32 = 0.52;

/// Light of a fire.
const GLOW: Vec3 = Vec3::new(1.95, 1.05, 0.42);

impl Site {
    /// A bowl on three legs with a fire that shines so far.
    pub fn brazier(&mut self, at: Vec3, range: f32, name: &str) {
        let up = |z: f32| at + Vec3::Z * z;
        let mut iron = Solid::new(Surface::Stone);
        iron.hull(&ring(up(0.85), 0.20, 8), &ring(up(1.12), 0.36, 8), Paint::Iron);
        iron.hull(&ring(up(0.0), 0.30, 6), &ring(up(0.06), 0.30, 6), Paint::Iron);
        iron.hull(&ring(up(0.06), 0.07, 6), &ring(up(0.85), 0.05, 6), Paint::Iron);
        for leg in 0..3 {
            let from = iron.faces.len();
            let (min, max) = (up(0.0) + Vec3::new(0.20, -0.03, 0.0), up(0.62) + Vec3::new(0.27, 0.03, 0.0));
            iron.add_cuboid(min, max, Paint::Iron);
            iron.turn(from, at.truncate(), leg as f32 * 120.0 + 20.0);
        }
        self.add(iron);
        let mut coals = Solid::new(Surface::Flat);
        coals.face(&ring(up(1.125), 0.33, 8), Paint::Coals);
        self.add(coals);

        let tall = 96.0 * SIZE / super::layout::QUANTS;
        self.parts.lamps.push(Lamp { place: up(1.55), color: GLOW, range });
        self.parts.noises.push(Noise { file: "fire.wav", at: up(1.2), range: 9.0, volume: 60.0 });
        self.parts.stands.push(Stand {
            name: name.to_owned(),
            file: PICTURE,
            at: up(1.10 + tall * 0.47),
            angles: [0.0; 3],
            scale: [SIZE, SIZE, 1.0],
            flags: entity_flags::BRIGHT | entity_flags::UNLIT | entity_flags::PASSABLE,
            action: "act_fire",
            path: 0,
        });
    }
}
