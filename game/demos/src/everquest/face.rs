//! Flat polygons, and cutting them at planes.

use glam::{Vec2, Vec3};

/// How far from a plane a corner still lies on it.
pub(super) const ON_PLANE: f32 = 1e-3;
/// Triangles of less area, twice, are avoided.
const THIN: f32 = 0.2;
/// Faces of less area are left out.
const SMALLEST: f32 = 1e-3;

/// A plane: points in front have `normal . p + distance > 0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane {
    pub normal: Vec3,
    pub distance: f32,
}

impl Plane {
    pub fn through(normal: Vec3, point: Vec3) -> Self {
        Plane { normal, distance: -normal.dot(point) }
    }

    /// Height of a point above the plane.
    pub fn side(&self, point: Vec3) -> f32 {
        self.normal.dot(point) + self.distance
    }

    pub fn turned(&self) -> Self {
        Plane { normal: -self.normal, distance: -self.distance }
    }
}

/// A corner of a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Corner {
    pub place: Vec3,
    /// Texture units; v grows upwards.
    pub uv: Vec2,
    /// Outwards, for the light.
    pub normal: Vec3,
}

/// A flat convex polygon, counter-clockwise from where it is seen.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Face {
    pub corners: Vec<Corner>,
    pub plane: Plane,
    /// Place in the table of materials.
    pub material: usize,
    /// Bodies go through it.
    pub passable: bool,
}

impl Face {
    /// A face over corners with texture coordinates; nothing where they span no
    /// area.
    pub fn new(corners: &[(Vec3, Vec2)], material: usize) -> Option<Self> {
        let normal = area_normal(corners.iter().map(|corner| corner.0));
        if normal.length() < SMALLEST {
            return None;
        }
        let normal = normal.normalize();
        let corner = |(place, uv): &(Vec3, Vec2)| Corner { place: *place, uv: *uv, normal };
        Some(Face {
            corners: corners.iter().map(corner).collect(),
            plane: Plane::through(normal, corners[0].0),
            material,
            passable: false,
        })
    }

    /// A face whose texture lies flat on its main plane, one texture for so many
    /// units.
    pub fn tiled(places: &[Vec3], material: usize, units: f32) -> Option<Self> {
        let normal = area_normal(places.iter().copied()).normalize_or_zero();
        let corners: Vec<_> = places.iter().map(|place| (*place, tile(*place, normal, units))).collect();
        Face::new(&corners, material)
    }

    pub fn passable(mut self) -> Self {
        self.passable = true;
        self
    }

    pub fn places(&self) -> impl Iterator<Item = Vec3> + '_ {
        self.corners.iter().map(|corner| corner.place)
    }

    /// Triangles of its corners: a fan from the corner that makes the smallest of them largest, or from the middle
    /// where corners on a line leave none that is good.
    pub fn fan(&self) -> Vec<[Corner; 3]> {
        let count = self.corners.len();
        let triangle = |first: usize, last: usize| {
            [0, last - 1, last].map(|number| self.corners[(first + number) % count])
        };
        let smallest = |first: usize| {
            let area =
                |last: usize| area_normal(triangle(first, last).iter().map(|corner| corner.place)).length();
            (2..count).map(area).fold(f32::MAX, f32::min)
        };
        let best = (0..count).map(|first| (smallest(first), first));
        let (area, first) = best.fold((-1.0, 0), |best, own| if own.0 > best.0 { own } else { best });
        if area >= THIN || count < 4 {
            return (2..count).map(|last| triangle(first, last)).collect();
        }
        let part = 1.0 / count as f32;
        let middle = Corner {
            place: self.places().sum::<Vec3>() * part,
            uv: self.corners.iter().map(|corner| corner.uv).sum::<Vec2>() * part,
            normal: self
                .corners
                .iter()
                .map(|corner| corner.normal)
                .sum::<Vec3>()
                .normalize_or(self.plane.normal),
        };
        (0..count).map(|index| [middle, self.corners[index], self.corners[(index + 1) % count]]).collect()
    }

    /// Least and greatest height of its corners above a plane.
    pub fn reach(&self, plane: &Plane) -> [f32; 2] {
        self.places()
            .map(|place| plane.side(place))
            .fold([f32::MAX, f32::MIN], |[low, high], side| [low.min(side), high.max(side)])
    }

    /// The parts in front of a plane and behind it. A face on the plane is in
    /// front if it looks there.
    pub fn cut(self, plane: &Plane) -> [Option<Face>; 2] {
        let [low, high] = self.reach(plane);
        if low >= -ON_PLANE && high <= ON_PLANE {
            return if self.plane.normal.dot(plane.normal) > 0.0 {
                [Some(self), None]
            } else {
                [None, Some(self)]
            };
        }
        if low >= -ON_PLANE {
            return [Some(self), None];
        }
        if high <= ON_PLANE {
            return [None, Some(self)];
        }
        [self.part(plane), self.part(&plane.turned())]
    }

    /// The part in front of a plane.
    fn part(&self, plane: &Plane) -> Option<Face> {
        let mut corners = Vec::with_capacity(self.corners.len() + 1);
        for (index, from) in self.corners.iter().enumerate() {
            let to = &self.corners[(index + 1) % self.corners.len()];
            let (a, b) = (plane.side(from.place), plane.side(to.place));
            if a >= -ON_PLANE {
                corners.push(*from);
            }
            if (a > ON_PLANE && b < -ON_PLANE) || (a < -ON_PLANE && b > ON_PLANE) {
                corners.push(between(from, to, a, b));
            }
        }
        let area = area_normal(corners.iter().map(|corner| corner.place)).length();
        (corners.len() >= 3 && area >= SMALLEST).then(|| Face { corners, ..self.clone() })
    }
}

/// Where an edge meets a plane; the same for both ways along the edge, so that
/// neighbours meet.
fn between(from: &Corner, to: &Corner, a: f32, b: f32) -> Corner {
    let forward = from.place.to_array() <= to.place.to_array();
    let (from, to, a, b) = if forward { (from, to, a, b) } else { (to, from, b, a) };
    let t = a / (a - b);
    Corner {
        place: from.place.lerp(to.place, t),
        uv: from.uv.lerp(to.uv, t),
        normal: from.normal.lerp(to.normal, t).normalize_or(from.normal),
    }
}

/// Twice the area of a polygon, along its normal.
pub(super) fn area_normal(places: impl Iterator<Item = Vec3>) -> Vec3 {
    let places: Vec<Vec3> = places.collect();
    let first = places.first().copied().unwrap_or_default();
    (2..places.len()).map(|last| (places[last - 1] - first).cross(places[last] - first)).sum()
}

/// Texture coordinates by place: floors take north and west, walls run along the
/// ground and up, so that letters are read the right way.
pub(super) fn tile(place: Vec3, normal: Vec3, units: f32) -> Vec2 {
    if normal.z.abs() > 0.72 {
        // Seen from above with north up, the picture's right is east.
        return Vec2::new(-place.y, place.x) / units;
    }
    let right = Vec3::Z.cross(normal).normalize_or_zero();
    Vec2::new(place.dot(right), place.z) / units
}
