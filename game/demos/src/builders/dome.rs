//! Shapes of a sky: the pieces of a dome, of a sheet under it, of a sun on it.

use glam::Vec3;

/// A sky cut into so many pieces around.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dome {
    /// Pieces around.
    pub around: u32,
}

impl Dome {
    /// Of length one: a piece's edge, counted from the north to the east, and
    /// degrees above the level.
    pub fn direction(self, edge: u32, degrees: f32) -> Vec3 {
        let turn = (edge % self.around) as f32 / self.around as f32 * std::f32::consts::TAU;
        let height = degrees.to_radians();
        let level = libm::cosf(height);
        Vec3::new(libm::sinf(turn) * level, libm::sinf(height), -libm::cosf(turn) * level)
    }

    /// The corners of its polygons as directions, between rings at these
    /// degrees, seen from inside.
    pub fn bands(self, rings: &[f32]) -> Vec<Vec<Vec3>> {
        let pairs = rings.windows(2).flat_map(|pair| (0..self.around).map(move |edge| (pair, edge)));
        pairs
            .map(|(ring, edge)| {
                let mut ways = vec![self.direction(edge, ring[0]), self.direction(edge + 1, ring[0])];
                ways.push(self.direction(edge + 1, ring[1]));
                // At the zenith two corners meet.
                if ring[1] < 90.0 {
                    ways.push(self.direction(edge, ring[1]));
                }
                ways
            })
            .collect()
    }

    /// The polygons of a sheet of clouds, seen from below, between rings of
    /// these radii at the height that `height` gives to a radius.
    pub fn sheet(self, rings: &[f32], height: impl Fn(f32) -> f32) -> Vec<Vec<Vec3>> {
        let at = |edge: u32, radius: f32| self.direction(edge, 0.0) * radius + Vec3::Y * height(radius);
        let mut all = Vec::new();
        for ring in rings.windows(2) {
            for edge in 0..self.around {
                let mut corners = vec![at(edge, ring[1]), at(edge + 1, ring[1])];
                if ring[0] > 0.0 {
                    corners.push(at(edge + 1, ring[0]));
                }
                corners.push(at(edge, ring[0]));
                all.push(corners);
            }
        }
        all
    }
}

/// A square of twice this size that faces the middle, so far away on the way
/// to the sun.
pub(crate) fn sun(to_sun: Vec3, distance: f32, size: f32) -> [Vec3; 4] {
    let right = to_sun.cross(Vec3::Y).normalize();
    let up = right.cross(to_sun);
    let at = |x: f32, y: f32| to_sun * distance + (right * x + up * y) * size;
    [at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)]
}
