//! Parts of machines: rings with broken edges, drawn from one to the next.

use crate::demo::craft::solid::to_bytes;
use binary::Result;
use glam::Vec3;
use zbd::gamez::models::{Model, flags};
use zbd::gamez::{NewPolygon, Version};

/// A material of the machines; its position is its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::demo) enum Skin {
    /// Ochre plates.
    Ochre,
    /// Blue-grey plates.
    Slate,
    /// Joints, pistons, barrels.
    Steel,
    /// Windows.
    Glass,
    /// Warning stripes.
    Stripes,
    /// A number, to be read.
    Number,
    /// Lamps.
    Lamp,
}

/// Units that a texture covers.
const TILE: f32 = 2.4;

/// Which way a row of rings runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::demo) enum Along {
    /// Upwards; halves are those along x and z.
    Y,
    /// Backwards; halves are those along x and y.
    Z,
    /// To the right; halves are those along z and y.
    X,
}

/// A section of a part.
#[derive(Clone, Copy, Debug)]
pub(in crate::demo) struct Ring {
    /// Where on the axis.
    pub at: f32,
    /// Half the width each way.
    pub half: [f32; 2],
    /// How far its middle is off the axis.
    pub off: [f32; 2],
}

/// A ring around the axis.
pub(in crate::demo) const fn ring(at: f32, a: f32, b: f32) -> Ring {
    Ring { at, half: [a, b], off: [0.0, 0.0] }
}

/// A ring off the axis.
pub(in crate::demo) const fn off(at: f32, a: f32, b: f32, x: f32, y: f32) -> Ring {
    Ring { at, half: [a, b], off: [x, y] }
}

/// The model of a part in the making, around its joint.
#[derive(Debug)]
pub(in crate::demo) struct Body {
    model: Model,
    version: Version,
    /// Edges are broken and small things are there.
    pub fine: bool,
    failed: Result<()>,
}

impl Body {
    /// A part without anything.
    pub fn new(version: Version, fine: bool) -> Self {
        let mut model = Model::default();
        model.info.flags = flags::FOG;
        Body { model, version, fine, failed: Ok(()) }
    }

    /// The model; none of a part without polygons.
    pub fn finish(self) -> Result<Option<Model>> {
        self.failed?;
        Ok((!self.model.polygon_infos.is_empty()).then_some(self.model))
    }

    /// A closed part from ring to ring.
    pub fn loft(&mut self, origin: Vec3, along: Along, rings: &[Ring], skin: Skin) -> &mut Self {
        let loops: Vec<Vec<Vec3>> = rings.iter().map(|ring| self.corners(origin, along, ring)).collect();
        let (Some(first), Some(last)) = (loops.first(), loops.last()) else { return self };
        let sides = first.len();
        for pair in loops.windows(2) {
            let mut around = 0.0;
            for side in 0..sides {
                let next = (side + 1) % sides;
                let quad = [pair[0][side], pair[0][next], pair[1][next], pair[1][side]];
                let width = quad[0].distance(quad[1]).max(quad[2].distance(quad[3]));
                let height = (quad[3] - quad[0]).length();
                let uv = |u: f32, v: f32| [(around + u) / TILE, v / TILE];
                let uvs = [uv(0.0, height), uv(width, height), uv(width, 0.0), uv(0.0, 0.0)];
                self.polygon(&quad, &uvs, skin);
                around += width;
            }
        }
        let flat = |point: &Vec3| {
            let at = *point - origin;
            match along {
                Along::Y => [at.x / TILE, at.z / TILE],
                Along::Z => [at.x / TILE, -at.y / TILE],
                Along::X => [at.z / TILE, -at.y / TILE],
            }
        };
        let (start, end): (Vec<Vec3>, Vec<Vec3>) = (first.iter().rev().copied().collect(), last.clone());
        for cap in [start, end] {
            let uvs: Vec<[f32; 2]> = cap.iter().map(flat).collect();
            self.polygon(&cap, &uvs, skin);
        }
        self
    }

    /// A box between two corners.
    pub fn block(&mut self, min: [f32; 3], max: [f32; 3], skin: Skin) -> &mut Self {
        let (min, max) = (Vec3::from_array(min), Vec3::from_array(max));
        let half = (max - min) * 0.5;
        let origin = (max + min) * 0.5;
        let rings = [ring(-half.y, half.x, half.z), ring(half.y, half.x, half.z)];
        self.loft(origin, Along::Y, &rings, skin)
    }

    /// A picture on a quad: lower left, lower right, upper right, upper left.
    pub fn decal(&mut self, corners: [Vec3; 4], skin: Skin) -> &mut Self {
        self.polygon(&corners, &[[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]], skin);
        self
    }

    /// The corners of a ring, counter-clockwise seen from the end the axis
    /// points to.
    fn corners(&self, origin: Vec3, along: Along, ring: &Ring) -> Vec<Vec3> {
        let [a, b] = ring.half;
        // Long edges are broken; a far look needs none of that.
        let cut = if self.fine { 0.28 * a.min(b) } else { 0.0 };
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
        flat.iter()
            .map(|[x, y]| {
                let (x, y) = (x + dx, y + dy);
                origin
                    + match along {
                        // x to z is a right turn seen from above.
                        Along::Y => Vec3::new(x, ring.at, -y),
                        Along::Z => Vec3::new(x, y, ring.at),
                        Along::X => Vec3::new(ring.at, y, -x),
                    }
            })
            .collect()
    }

    fn polygon(&mut self, corners: &[Vec3], uvs: &[[f32; 2]], skin: Skin) {
        // Rings that come to a point leave slivers.
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        let normal = normal + (corners[2] - corners[0]).cross(corners[corners.len() - 1] - corners[0]);
        if normal.length() < 1e-5 {
            return;
        }
        let normal = normal.normalize();
        let colors: Vec<[f32; 3]> = vec![to_bytes(light(normal, skin)); corners.len()];
        let indices: Vec<u32> = corners.iter().map(|corner| self.vertex(*corner)).collect();
        let polygon = NewPolygon {
            vertex_indices: &indices,
            materials: &[skin as i32],
            uvs,
            colors: &colors,
            priority: i32::from(skin == Skin::Number),
            ..NewPolygon::default()
        };
        if self.failed.is_ok() {
            self.failed = self.model.push_polygon(self.version, &polygon);
        }
    }

    fn vertex(&mut self, point: Vec3) -> u32 {
        let point = point.to_array();
        let vertices = &mut self.model.vertices;
        let found = vertices.iter().position(|other| *other == point);
        found.unwrap_or_else(|| {
            vertices.push(point);
            vertices.len() - 1
        }) as u32
    }
}

/// Light that fits a machine whichever way it turns: from above, and a little
/// more from the front, where it is looked at.
fn light(normal: Vec3, skin: Skin) -> Vec3 {
    if skin == Skin::Lamp {
        return Vec3::ONE;
    }
    let up = normal.y * 0.5 + 0.5;
    let sky = Vec3::new(1.02, 0.98, 0.92) * up + Vec3::new(0.40, 0.37, 0.36) * (1.0 - up);
    sky * (0.92 - 0.10 * normal.z + 0.05 * normal.x)
}
