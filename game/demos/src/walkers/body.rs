//! Parts of machines: rings with broken edges, drawn from one to the next.

use super::shade::{Blob, Shade};
use super::skins::Skin;
use crate::builders::solid::to_bytes;
use binary::Result;
use glam::Vec3;
use zbd::gamez::models::{Model, flags};
use zbd::gamez::{NewPolygon, Version};

/// A place in the space of a part.
pub(crate) const fn at(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

/// Which way a row of rings runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Along {
    /// Upwards; halves are those along x and z, a ring is moved right and
    /// forwards.
    Y,
    /// Backwards; halves are those along x and y, a ring is moved right and up.
    Z,
    /// To the right; halves are those along z and y, a ring is moved forwards
    /// and up.
    X,
}

/// A section of a part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ring {
    /// Where on the axis.
    at: f32,
    /// Half the width each way.
    half: [f32; 2],
    /// How far its middle is off the axis.
    off: [f32; 2],
    /// How much of its corners is cut off, as part of the smaller half.
    cut: f32,
}

/// Broken edges.
const BROKEN: f32 = 0.26;
/// Between the two.
const OVAL: f32 = 0.46;
/// Eight equal sides.
const ROUND: f32 = 0.586;

/// A ring around the axis.
pub(crate) const fn ring(at: f32, a: f32, b: f32) -> Ring {
    Ring { at, half: [a, b], off: [0.0, 0.0], cut: BROKEN }
}

/// A ring off the axis.
pub(crate) const fn off(at: f32, a: f32, b: f32, x: f32, y: f32) -> Ring {
    Ring { off: [x, y], ..ring(at, a, b) }
}

/// A ring off the axis, nearly round.
pub(crate) const fn oval(at: f32, a: f32, b: f32, x: f32, y: f32) -> Ring {
    Ring { cut: OVAL, ..off(at, a, b, x, y) }
}

/// A round ring around the axis.
pub(crate) const fn round(at: f32, radius: f32) -> Ring {
    Ring { cut: ROUND, ..ring(at, radius, radius) }
}

/// A polygon before it has its light.
#[derive(Debug)]
struct Face {
    corners: Vec<Vec3>,
    uvs: Vec<[f32; 2]>,
    normal: Vec3,
    skin: Skin,
    /// The number of its loft; what is flat has none of its own.
    loft: usize,
}

/// The model of a part in the making, around its joint.
#[derive(Debug)]
pub(crate) struct Body {
    faces: Vec<Face>,
    blobs: Vec<Blob>,
    lofts: usize,
    /// Edges are broken and small things are there.
    pub fine: bool,
}

impl Body {
    /// A part without anything.
    pub fn new(fine: bool) -> Self {
        Body { faces: Vec::new(), blobs: Vec::new(), lofts: 0, fine }
    }

    /// What keeps light from other surfaces, around the joint.
    pub fn blobs(&self) -> &[Blob] {
        &self.blobs
    }

    /// The model in the light that is left; none of a part without polygons.
    pub fn model(&self, version: Version, shade: &Shade<'_>) -> Result<Option<Model>> {
        if self.faces.is_empty() {
            return Ok(None);
        }
        let mut model = Model::default();
        model.info.flags = flags::LIGHTING | flags::FOG;
        for face in &self.faces {
            let light = |corner: &Vec3| to_bytes(shade.light(*corner, face.normal, face.skin, face.loft));
            let colors: Vec<[f32; 3]> = face.corners.iter().map(light).collect();
            let indices: Vec<u32> = face.corners.iter().map(|corner| vertex(&mut model, *corner)).collect();
            let polygon = NewPolygon {
                vertex_indices: &indices,
                materials: &[face.skin as i32],
                uvs: &face.uvs,
                colors: &colors,
                priority: i32::from(face.skin == Skin::Number),
                ..NewPolygon::default()
            };
            model.push_polygon(version, &polygon)?;
        }
        Ok(Some(model))
    }

    /// A closed part from ring to ring.
    pub fn loft(&mut self, origin: Vec3, along: Along, rings: &[Ring], skin: Skin) -> &mut Self {
        let loops: Vec<Vec<Vec3>> = rings.iter().map(|ring| self.corners(origin, along, ring)).collect();
        let (Some(first), Some(last)) = (loops.first(), loops.last()) else { return self };
        self.lofts += 1;
        for pair in loops.windows(2) {
            let sides = pair[0].len();
            for side in 0..sides {
                let next = (side + 1) % sides;
                self.face(&[pair[0][side], pair[0][next], pair[1][next], pair[1][side]], skin);
            }
        }
        self.face(&first.iter().rev().copied().collect::<Vec<_>>(), skin);
        self.face(last, skin);
        self.blobs.extend(Blob::of_rings(
            rings.iter().map(|ring| (self.middle(origin, along, ring), ring.half[0].min(ring.half[1]))),
            self.lofts,
        ));
        self
    }

    /// The same on the side that `side` says, -1 for the left: rings count from
    /// the middle of the machine outwards.
    pub fn outwards(&mut self, origin: Vec3, side: f32, rings: &[Ring], skin: Skin) -> &mut Self {
        let mut rings: Vec<Ring> = rings.iter().map(|ring| Ring { at: side * ring.at, ..*ring }).collect();
        // Rings run to the right, whichever side they are on.
        if side < 0.0 {
            rings.reverse();
        }
        self.loft(origin, Along::X, &rings, skin)
    }

    /// A drum between two places on an axis.
    pub fn drum(&mut self, origin: Vec3, along: Along, ends: [f32; 2], radius: f32, skin: Skin) -> &mut Self {
        self.loft(origin, along, &[round(ends[0], radius), round(ends[1], radius)], skin)
    }

    /// The axle of a joint across, from `half` left to `half` right of it.
    pub fn axle(&mut self, half: f32, radius: f32) -> &mut Self {
        let rim = radius * 0.86;
        let rings =
            [round(-half, rim), round(-half * 0.88, radius), round(half * 0.88, radius), round(half, rim)];
        self.loft(Vec3::ZERO, Along::X, &rings, Skin::Steel)
    }

    /// A box between two corners.
    pub fn block(&mut self, min: [f32; 3], max: [f32; 3], skin: Skin) -> &mut Self {
        let (min, max) = (Vec3::from_array(min), Vec3::from_array(max));
        let half = (max - min) * 0.5;
        let rings = [ring(-half.y, half.x, half.z), ring(half.y, half.x, half.z)];
        self.loft((max + min) * 0.5, Along::Y, &rings, skin)
    }

    /// A lamp in its socket that shines forwards from here.
    pub fn lamp(&mut self, at: Vec3, radius: f32) -> &mut Self {
        self.drum(at, Along::Z, [0.0, radius * 1.4], radius * 1.3, Skin::Steel);
        self.drum(at, Along::Z, [-0.02, 0.02], radius, Skin::Lamp)
    }

    /// A picture on a quad: lower left, lower right, upper right, upper left.
    pub fn decal(&mut self, corners: [Vec3; 4], skin: Skin) -> &mut Self {
        self.push(&corners, vec![[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]], skin);
        self
    }

    fn middle(&self, origin: Vec3, along: Along, ring: &Ring) -> Vec3 {
        let [x, y] = ring.off;
        origin + spread(along, ring.at, x, y)
    }

    /// The corners of a ring, counter-clockwise seen from the end the axis
    /// points to.
    fn corners(&self, origin: Vec3, along: Along, ring: &Ring) -> Vec<Vec3> {
        let [a, b] = ring.half;
        // A far look needs no broken edges.
        let cut = if self.fine { ring.cut * a.min(b) } else { 0.0 };
        let mut flat = Vec::new();
        for (x, y, turn) in [(1.0, 1.0, false), (-1.0, 1.0, true), (-1.0, -1.0, false), (1.0, -1.0, true)] {
            let near = [x * a, y * (b - cut)];
            let far = [x * (a - cut), y * b];
            if cut == 0.0 {
                flat.push(near);
            } else if turn {
                flat.extend([far, near]);
            } else {
                flat.extend([near, far]);
            }
        }
        let [dx, dy] = ring.off;
        flat.iter().map(|[x, y]| origin + spread(along, ring.at, x + dx, y + dy)).collect()
    }

    fn face(&mut self, corners: &[Vec3], skin: Skin) {
        let Some(normal) = normal(corners) else { return };
        let uvs = skin.lay(corners, normal, self.faces.len());
        self.push(corners, uvs, skin);
    }

    fn push(&mut self, corners: &[Vec3], uvs: Vec<[f32; 2]>, skin: Skin) {
        let Some(normal) = normal(corners) else { return };
        self.faces.push(Face { corners: corners.to_vec(), uvs, normal, skin, loft: self.lofts });
    }
}

/// The place this far along an axis and beside it.
fn spread(along: Along, at: f32, x: f32, y: f32) -> Vec3 {
    match along {
        // x to z is a right turn seen from above.
        Along::Y => Vec3::new(x, at, -y),
        Along::Z => Vec3::new(x, y, at),
        Along::X => Vec3::new(at, y, -x),
    }
}

/// None for slivers, which rings leave that come to a point.
fn normal(corners: &[Vec3]) -> Option<Vec3> {
    let area: Vec3 = corners.windows(2).map(|pair| (pair[0] - corners[0]).cross(pair[1] - corners[0])).sum();
    (area.length() > 1e-5).then(|| area.normalize())
}

fn vertex(model: &mut Model, point: Vec3) -> u32 {
    let point = point.to_array();
    let found = model.vertices.iter().position(|other| *other == point);
    found.unwrap_or_else(|| {
        model.vertices.push(point);
        model.vertices.len() - 1
    }) as u32
}
