//! The light that is left where parts of a machine stand close to each other:
//! darker in joints and below, dusty near the ground. Lamps and suns come on top
//! of it when the machine is drawn.

use super::skins::Skin;
use glam::{Affine3A, Vec3};

/// Spheres stand this far apart along a part, units.
const APART: f32 = 0.3;
/// Least light there is.
const LEAST: f32 = 0.34;
/// Height up to which legs are dusty, units.
const DUSTY: f32 = 1.7;

/// A sphere that keeps light from what is around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blob {
    center: Vec3,
    radius: f32,
    /// Number of the loft it stands for, in its part.
    loft: usize,
}

impl Blob {
    /// Spheres along a row of rings: the middle of each, and its smaller half.
    pub fn of_rings(rings: impl Iterator<Item = (Vec3, f32)>, loft: usize) -> Vec<Blob> {
        let rings: Vec<(Vec3, f32)> = rings.collect();
        let mut blobs = Vec::new();
        for pair in rings.windows(2) {
            let [(from, thin), (to, thick)] = [pair[0], pair[1]];
            let steps = (from.distance(to) / APART).ceil().max(1.0);
            for step in 0..steps as u32 {
                let share = (step as f32 + 0.5) / steps;
                let (center, radius) = (from.lerp(to, share), thin + (thick - thin) * share);
                blobs.push(Blob { center, radius, loft });
            }
        }
        blobs
    }
}

/// What stands around a part, in the space of the whole machine.
#[derive(Debug)]
pub(crate) struct Shade<'b> {
    /// The spheres of every part.
    pub blobs: &'b [(usize, Vec<Blob>)],
    /// Places of the parts, by their numbers.
    pub places: &'b [Affine3A],
    /// The number of this part.
    pub part: usize,
}

impl Shade<'_> {
    /// Light on a corner of this part, 0..=1 each.
    pub fn light(&self, corner: Vec3, normal: Vec3, skin: Skin, loft: usize) -> Vec3 {
        if skin == Skin::Lamp {
            return Vec3::ONE;
        }
        let place = &self.places[self.part];
        let (at, normal) = (place.transform_point3(corner), place.transform_vector3(normal));
        let mut open = 1.0_f32;
        for (part, blobs) in self.blobs {
            // Spheres of one loft stand in each other: the one that hides most
            // counts.
            for blobs in blobs.chunk_by(|a, b| a.loft == b.loft) {
                if *part == self.part && blobs[0].loft == loft {
                    continue;
                }
                let hidden = blobs.iter().map(|blob| blob.hides(&self.places[*part], at, normal));
                open *= 1.0 - hidden.fold(0.0, f32::max);
            }
        }
        let sky = 0.80 + 0.20 * normal.y;
        let dust = (1.0 - at.y / DUSTY).clamp(0.0, 1.0) * 0.5;
        let light = (open * sky).max(LEAST);
        Vec3::splat(light) * Vec3::ONE.lerp(Vec3::new(0.92, 0.78, 0.62), dust)
    }
}

impl Blob {
    /// Part of the light that it keeps from a surface.
    fn hides(&self, place: &Affine3A, at: Vec3, normal: Vec3) -> f32 {
        let way = place.transform_point3(self.center) - at;
        let distance = way.length();
        if distance <= self.radius {
            // Inside another part it is only seen where it comes out; what lies
            // on that part looks away from its middle.
            return if normal.dot(way) > 0.0 { 0.45 } else { 0.0 };
        }
        let facing = normal.dot(way) / distance;
        // What is half below the horizon of the surface still hides some light.
        let half = self.radius / distance;
        let facing = ((facing + half * 0.5) / (1.0 + half * 0.5)).max(0.0);
        0.55 * facing * half * half
    }
}
