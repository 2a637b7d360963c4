//! Convex volumes: what lies behind a few planes.

use crate::Aabb;
use glam::Vec3;

/// How far a corner may lie in front of a face of a volume that counts as convex, as a part of its size.
const FLAT: f32 = 1e-3;
/// Most faces.
const MOST_FACES: usize = 256;

/// A convex volume.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull {
    /// A box around it.
    pub bounds: Aabb,
    /// Normals that point out, and their distances: inside is `normal . p <= distance`.
    planes: Box<[(Vec3, f32)]>,
}

impl Hull {
    /// The volume between faces, given by the numbers of their corners in order; which way round does not matter.
    /// None for what is not convex, flat, or has numbers that are not finite, and for more than 256 faces.
    pub fn of_faces<'f>(corners: &[Vec3], faces: impl IntoIterator<Item = &'f [u32]>) -> Option<Self> {
        if corners.is_empty() || corners.iter().any(|corner| !corner.is_finite()) {
            return None;
        }
        let bounds = Aabb::around(corners.iter().copied());
        let slack = bounds.half().length() * FLAT;
        let middle = corners.iter().sum::<Vec3>() / corners.len() as f32;
        let mut planes = Vec::new();
        for face in faces {
            let points: Option<Vec<Vec3>> =
                face.iter().map(|number| corners.get(*number as usize).copied()).collect();
            let points = points?;
            // The sum over a fan from the first corner is the normal of the whole face.
            let fan = |pair: &[Vec3]| (pair[0] - points[0]).cross(pair[1] - points[0]);
            let Some(normal) = points.windows(2).map(fan).sum::<Vec3>().try_normalize() else { continue };
            let distance = normal.dot(points[0]);
            let (normal, distance) =
                if normal.dot(middle) > distance { (-normal, -distance) } else { (normal, distance) };
            if corners.iter().any(|corner| normal.dot(*corner) > distance + slack) {
                return None;
            }
            planes.push((normal, distance));
        }
        // Fewer enclose nothing.
        let encloses = (4..=MOST_FACES).contains(&planes.len());
        let is_solid = planes.iter().all(|(normal, distance)| normal.dot(middle) < *distance - slack * 0.01);
        (encloses && is_solid).then(|| Hull { bounds, planes: planes.into() })
    }

    /// A box with these corners, turned as a transform turns it; none for one that is flat afterwards.
    pub fn of_box(bounds: &Aabb, transform: &glam::Affine3A) -> Option<Self> {
        let [low, high] = [bounds.min, bounds.max];
        // Bit 0 is x, bit 1 is y, bit 2 is z.
        let corner = |number: u32| {
            let part = |bit: u32, low: f32, high: f32| if number >> bit & 1 == 0 { low } else { high };
            Vec3::new(part(0, low.x, high.x), part(1, low.y, high.y), part(2, low.z, high.z))
        };
        let corners: Vec<Vec3> = (0..8).map(|number| transform.transform_point3(corner(number))).collect();
        const FACES: [[u32; 4]; 6] =
            [[0, 2, 6, 4], [1, 3, 7, 5], [0, 1, 5, 4], [2, 3, 7, 6], [0, 1, 3, 2], [4, 5, 7, 6]];
        Hull::of_faces(&corners, FACES.iter().map(|face| &face[..]))
    }

    /// Whether a place is in it, or no farther from it than a level distance.
    pub fn has_near(&self, place: Vec3, margin: f32) -> bool {
        let behind = |(normal, distance): &(Vec3, f32)| {
            normal.dot(place) <= distance + margin * normal.with_y(0.0).length()
        };
        place.is_finite() && self.planes.iter().all(behind)
    }

    /// The highest of its places straight above or below (x, z); none where there is none.
    pub fn top(&self, x: f32, z: f32) -> Option<f32> {
        let (mut low, mut high) = (f32::NEG_INFINITY, f32::INFINITY);
        for (normal, distance) in &self.planes {
            let rest = distance - normal.x * x - normal.z * z;
            if normal.y > 0.0 {
                high = high.min(rest / normal.y);
            } else if normal.y < 0.0 {
                low = low.max(rest / normal.y);
            } else if rest < 0.0 {
                return None;
            }
        }
        (low <= high).then_some(high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Affine3A;

    #[test]
    fn a_wedge_has_what_lies_behind_all_of_its_faces() {
        // A roof along z: 4 wide, 2 high in the middle.
        let corners = [
            [-2.0, 0.0, 0.0],
            [2.0, 0.0, 0.0],
            [0.0, 2.0, 0.0],
            [-2.0, 0.0, 5.0],
            [2.0, 0.0, 5.0],
            [0.0, 2.0, 5.0],
        ]
        .map(Vec3::from);
        // In any order round.
        let faces: [&[u32]; 5] = [&[0, 1, 2], &[3, 4, 5], &[0, 1, 4, 3], &[0, 3, 5, 2], &[1, 2, 5, 4]];
        let roof = Hull::of_faces(&corners, faces).unwrap();
        let has = |x: f32, y: f32, margin: f32| roof.has_near(Vec3::new(x, y, 1.0), margin);
        assert!(has(0.0, 1.9, 0.0) && has(0.9, 1.0, 0.0) && !has(1.1, 1.0, 0.0));
        // A level margin: where the roof slopes by 45 degrees half of it counts upwards, too.
        assert!(has(1.1, 1.0, 0.2) && !has(0.0, -0.1, 0.5));
        assert!(
            !roof.has_near(Vec3::new(0.0, 1.0, 5.3), 0.2) && roof.has_near(Vec3::new(0.0, 1.0, 5.3), 0.4)
        );
        let top = roof.top(1.0, 2.0).unwrap();
        assert!((top - 1.0).abs() < 1e-6, "{top}");
        assert_eq!((roof.top(3.0, 2.0), roof.top(0.0, 6.0)), (None, None));
    }

    #[test]
    fn what_encloses_nothing_is_no_volume() {
        let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
        let faces: [&[u32]; 4] = [&[0, 1, 2], &[0, 1, 3], &[0, 2, 3], &[1, 2, 3]];
        assert!(Hull::of_faces(&corners, faces).is_some());
        assert!(Hull::of_faces(&corners, faces[..3].iter().copied()).is_none());
        assert!(Hull::of_faces(&corners, [&[0, 1, 9][..]]).is_none());
        assert!(Hull::of_faces(&[Vec3::NAN; 4], faces).is_none());
        // A dent: the fifth corner lies within the others' faces, and its own are cut off.
        let dented = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z, Vec3::splat(0.1)];
        let faces: [&[u32]; 5] = [&[0, 1, 2], &[0, 1, 3], &[0, 2, 3], &[1, 2, 4], &[1, 3, 4]];
        assert!(Hull::of_faces(&dented, faces).is_none());
    }

    #[test]
    fn a_box_turns_with_what_it_belongs_to() {
        let bounds = Aabb { min: Vec3::ZERO, max: Vec3::new(4.0, 10.0, 1.0) };
        let quarter = Affine3A::from_rotation_y(std::f32::consts::FRAC_PI_2);
        let hull = Hull::of_box(&bounds, &quarter).unwrap();
        // +x is -z now, and +z is +x.
        assert!(
            hull.has_near(Vec3::new(0.5, 5.0, -3.9), 0.0) && !hull.has_near(Vec3::new(3.0, 5.0, 0.5), 0.0)
        );
        assert!(Hull::of_box(&Aabb { max: Vec3::new(4.0, 10.0, 0.0), ..bounds }, &quarter).is_none());
    }
}
