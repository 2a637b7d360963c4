//! Blocks in the making: convex polygons, each painted, counter-clockwise as
//! seen from outside. Lengths in metres.

use glam::{Vec2, Vec3};

/// What a face is painted with: the number of a picture of [`super::pictures`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Paint {
    Ashlar,
    Rubble,
    Flags,
    Voussoir,
    Plank,
    Slate,
    Damp,
    Mosaic,
    Coping,
    Iron,
    Coals,
    Sea,
    Pool,
    Plaque,
    Beam,
    /// Nothing to be seen: an invisible wall, the sky.
    Plain,
}

impl Paint {
    /// All of them, in the order of the level's textures.
    pub const ALL: [Paint; 16] = [
        Paint::Ashlar,
        Paint::Rubble,
        Paint::Flags,
        Paint::Voussoir,
        Paint::Plank,
        Paint::Slate,
        Paint::Damp,
        Paint::Mosaic,
        Paint::Coping,
        Paint::Iron,
        Paint::Coals,
        Paint::Sea,
        Paint::Pool,
        Paint::Plaque,
        Paint::Beam,
        Paint::Plain,
    ];

    /// Metres that the picture covers each way.
    pub const fn metres(self) -> f32 {
        match self {
            Paint::Ashlar | Paint::Damp => 3.2,
            Paint::Rubble | Paint::Flags => 3.0,
            Paint::Voussoir => 1.6,
            Paint::Plank | Paint::Slate | Paint::Mosaic => 2.0,
            Paint::Coping => 2.4,
            Paint::Iron | Paint::Coals => 0.5,
            Paint::Sea => 9.0,
            Paint::Pool => 3.0,
            Paint::Plaque => 2.4,
            Paint::Beam | Paint::Plain => 1.0,
        }
    }
}

/// How a picture lies on a face: where it runs right and down, and what is added
/// there, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lie {
    pub right: Vec3,
    pub down: Vec3,
    pub shift: Vec2,
}

/// A convex polygon.
#[derive(Clone, Debug)]
pub(super) struct Face {
    pub corners: Vec<Vec3>,
    pub normal: Vec3,
    pub paint: Paint,
    pub lie: Lie,
}

/// What a block is to the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Surface {
    /// Lit by baked light.
    Stone,
    /// As bright as its picture.
    Flat,
    /// Water one can walk into.
    Water,
    /// In the way and not seen.
    Unseen,
    /// Shows the sky.
    Sky,
}

/// A block.
#[derive(Clone, Debug)]
pub(super) struct Solid {
    pub kind: Surface,
    pub faces: Vec<Face>,
}

/// Outwards of a polygon, of length one.
fn normal_of(corners: &[Vec3]) -> Vec3 {
    // By Newell: right even where the first corners lie on a line.
    let next = corners.iter().cycle().skip(1);
    let sum = corners.iter().zip(next).fold(Vec3::ZERO, |sum, (a, b)| sum + a.cross(*b));
    sum.normalize_or(Vec3::Z)
}

/// How a picture lies upright on walls and along the axes on floors.
fn upright(normal: Vec3) -> Lie {
    if normal.z.abs() > 0.8 {
        return Lie { right: Vec3::X, down: -Vec3::Y, shift: Vec2::ZERO };
    }
    let right = Vec3::Z.cross(normal).normalize_or(Vec3::X);
    Lie { right, down: right.cross(normal).normalize_or(-Vec3::Z), shift: Vec2::ZERO }
}

impl Solid {
    /// Nothing yet.
    pub fn new(kind: Surface) -> Self {
        Solid { kind, faces: Vec::new() }
    }

    /// A box.
    pub fn cuboid(min: Vec3, max: Vec3, paint: Paint) -> Self {
        let mut solid = Solid::new(Surface::Stone);
        solid.add_cuboid(min, max, paint);
        solid
    }

    /// Adds a polygon whose picture lies upright.
    pub fn face(&mut self, corners: &[Vec3], paint: Paint) {
        let lie = upright(normal_of(corners));
        self.lying(corners, paint, lie);
    }

    /// Adds a polygon whose picture lies as `lie` says. One without an area is left
    /// out.
    pub fn lying(&mut self, corners: &[Vec3], paint: Paint, lie: Lie) {
        let mut kept: Vec<Vec3> = Vec::with_capacity(corners.len());
        for corner in corners {
            if kept.last().is_none_or(|last| last.distance(*corner) > 1e-4) {
                kept.push(*corner);
            }
        }
        if kept.len() > 1 && kept[0].distance(kept[kept.len() - 1]) <= 1e-4 {
            kept.pop();
        }
        if kept.len() > 2 {
            self.faces.push(Face { normal: normal_of(&kept), corners: kept, paint, lie });
        }
    }

    /// Adds the faces of a box.
    pub fn add_cuboid(&mut self, min: Vec3, max: Vec3, paint: Paint) {
        self.add_frustum(min, max, 0.0, paint);
    }

    /// Adds the faces of a box whose top is smaller by so much on each side.
    pub fn add_frustum(&mut self, min: Vec3, max: Vec3, slope: f32, paint: Paint) {
        let low = [[min.x, min.y], [max.x, min.y], [max.x, max.y], [min.x, max.y]]
            .map(|[x, y]| Vec3::new(x, y, min.z));
        let high = [
            [min.x + slope, min.y + slope],
            [max.x - slope, min.y + slope],
            [max.x - slope, max.y - slope],
            [min.x + slope, max.y - slope],
        ]
        .map(|[x, y]| Vec3::new(x, y, max.z));
        self.hull(&low, &high, paint);
    }

    /// Adds what is between two rings, the lower one first, both
    /// counter-clockwise from above, with both ends.
    pub fn hull(&mut self, low: &[Vec3], high: &[Vec3], paint: Paint) {
        self.tube(low, high, paint);
        self.face(high, paint);
        self.face(&low.iter().rev().copied().collect::<Vec<_>>(), paint);
    }

    /// Adds the sides between two rings.
    pub fn tube(&mut self, low: &[Vec3], high: &[Vec3], paint: Paint) {
        let count = low.len();
        for (index, (a, d)) in low.iter().zip(high).enumerate() {
            let (b, c) = (low[(index + 1) % count], high[(index + 1) % count]);
            self.face(&[*a, b, c, *d], paint);
        }
    }

    /// Moves everything added since there were `from` faces.
    pub fn turn(&mut self, from: usize, about: Vec2, degrees: f32) {
        let (sin, cos) = libm::sincosf(degrees.to_radians());
        let turned = |v: Vec3| Vec3::new(v.x * cos - v.y * sin, v.x * sin + v.y * cos, v.z);
        let about = about.extend(0.0);
        for face in &mut self.faces[from..] {
            for corner in &mut face.corners {
                *corner = turned(*corner - about) + about;
            }
            face.normal = turned(face.normal);
            face.lie = upright(face.normal);
        }
    }
}

/// A ring of so many corners around a point, counter-clockwise from above.
pub(super) fn ring(center: Vec3, radius: f32, corners: u32) -> Vec<Vec3> {
    (0..corners)
        .map(|corner| {
            let turn = (corner as f32 + 0.5) / corners as f32 * std::f32::consts::TAU;
            center + Vec3::new(libm::cosf(turn), libm::sinf(turn), 0.0) * radius
        })
        .collect()
}
