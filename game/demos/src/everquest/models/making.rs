//! Shapes that models are put together from.

use crate::everquest::face::{Corner, Face};
use glam::{Vec2, Vec3};

/// A part of a texture, from corner to corner.
pub(super) const WHOLE: [Vec2; 2] = [Vec2::ZERO, Vec2::ONE];

/// A box; textures cover so many units.
pub(super) fn block(faces: &mut Vec<Face>, min: [f32; 3], max: [f32; 3], material: usize, units: f32) {
    let (min, max) = (Vec3::from(min), Vec3::from(max));
    let at = |x: u8, y: u8, z: u8| {
        let pick = |high: u8, axis: usize| if high == 1 { max[axis] } else { min[axis] };
        Vec3::new(pick(x, 0), pick(y, 1), pick(z, 2))
    };
    let sides = [
        [at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1)],
        [at(0, 1, 0), at(0, 0, 0), at(0, 0, 1), at(0, 1, 1)],
        [at(1, 1, 0), at(0, 1, 0), at(0, 1, 1), at(1, 1, 1)],
        [at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1)],
        [at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)],
        [at(0, 1, 0), at(1, 1, 0), at(1, 0, 0), at(0, 0, 0)],
    ];
    for side in sides {
        faces.extend(Face::tiled(&side, material, units));
    }
}

/// A ring of a shape that is turned on a lathe: height and radius.
pub(super) type Ring = (f32, f32);

/// A shape turned on a lathe about the vertical through `foot`, smooth around.
pub(super) fn turned(
    faces: &mut Vec<Face>,
    foot: Vec3,
    rings: &[Ring],
    sides: u32,
    material: usize,
    units: f32,
) {
    let around = |side: u32| libm::sincosf(std::f32::consts::TAU * side as f32 / sides as f32);
    let mut up = 0.0;
    for pair in rings.windows(2) {
        let [(low, wide), (high, narrow)] = [pair[0], pair[1]];
        let slope = Vec2::new(high - low, wide - narrow).normalize_or(Vec2::X);
        let next = up + libm::hypotf(high - low, wide - narrow);
        for side in 0..sides {
            let corner = |side: u32, height: f32, radius: f32, v: f32| {
                let (sin, cos) = around(side);
                Corner {
                    place: foot + Vec3::new(cos * radius, sin * radius, height),
                    uv: Vec2::new(side as f32 / sides as f32 * wraps(wide.max(narrow), units), v / units),
                    normal: Vec3::new(cos * slope.x, sin * slope.x, slope.y),
                }
            };
            let corners = [
                corner(side, low, wide, up),
                corner(side + 1, low, wide, up),
                corner(side + 1, high, narrow, next),
                corner(side, high, narrow, next),
            ];
            faces.extend(smooth(&corners, material));
        }
        up = next;
    }
}

/// How often a texture goes around, in whole times.
fn wraps(radius: f32, units: f32) -> f32 {
    (std::f32::consts::TAU * radius / units).round().max(1.0)
}

/// A face that keeps its corners' normals; a side without length is left out.
pub(super) fn smooth(corners: &[Corner], material: usize) -> Option<Face> {
    let mut kept: Vec<Corner> = Vec::with_capacity(corners.len());
    for corner in corners {
        if kept.last().is_none_or(|last| last.place.distance(corner.place) > 1e-4) {
            kept.push(*corner);
        }
    }
    if kept.len() > 1 && kept[0].place.distance(kept[kept.len() - 1].place) < 1e-4 {
        kept.pop();
    }
    let flat: Vec<(Vec3, Vec2)> = kept.iter().map(|corner| (corner.place, corner.uv)).collect();
    let mut face = Face::new(&flat, material)?;
    face.corners = kept;
    Some(face)
}

/// A lid over the end of a lathed shape.
pub(super) fn disc(
    faces: &mut Vec<Face>,
    middle: Vec3,
    radius: f32,
    sides: u32,
    material: usize,
    units: f32,
) {
    let around = |side: u32| {
        let (sin, cos) = libm::sincosf(std::f32::consts::TAU * side as f32 / sides as f32);
        middle + Vec3::new(cos, sin, 0.0) * radius
    };
    let corners: Vec<Vec3> = (0..sides).map(around).collect();
    faces.extend(Face::tiled(&corners, material, units));
}

/// An upright picture that is seen from both sides and gone through: around the
/// middle of its lower edge, so wide and so high. `lean` tips it forwards, and
/// its light is that of a ball around `heart`.
pub(super) fn card(
    faces: &mut Vec<Face>,
    foot: Vec3,
    turn: f32,
    size: [f32; 2],
    lean: f32,
    heart: Vec3,
    material: usize,
) {
    let (sin, cos) = libm::sincosf(turn);
    let right = Vec3::new(cos, sin, 0.0) * size[0] / 2.0;
    let up = Vec3::new(-sin * lean, cos * lean, 1.0).normalize() * size[1];
    let [low, high] = WHOLE;
    let corners = [
        (foot - right, low),
        (foot + right, Vec2::new(high.x, low.y)),
        (foot + right + up, high),
        (foot - right + up, Vec2::new(low.x, high.y)),
    ];
    let mut back = corners;
    back.reverse();
    for side in [corners, back] {
        if let Some(mut face) = Face::new(&side, material) {
            for corner in &mut face.corners {
                corner.normal = (corner.place - heart).normalize_or(Vec3::Z);
            }
            faces.push(face.passable());
        }
    }
}

/// A flat board with a picture on the side that looks along `out`.
pub(super) fn board(faces: &mut Vec<Face>, middle: Vec3, out: Vec3, size: [f32; 2], material: usize) {
    let right = Vec3::Z.cross(out).normalize_or(Vec3::Y) * size[0] / 2.0;
    let up = Vec3::Z * size[1] / 2.0;
    let corners = [
        (middle - right - up, Vec2::ZERO),
        (middle + right - up, Vec2::X),
        (middle + right + up, Vec2::ONE),
        (middle - right + up, Vec2::Y),
    ];
    faces.extend(Face::new(&corners, material));
}
