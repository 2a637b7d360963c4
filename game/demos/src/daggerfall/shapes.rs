//! Models put together from flat faces: walls, boxes, roofs, round towers. Source: `docs/spec/daggerfall.md`,
//! "7. ARCH3D.BSA".
//!
//! World units of a fortieth of a metre: x east, y up, z north from the middle of the model's foot. Faces are
//! given counter-clockwise as seen from outside.

use daggerfall::blocks::texture_word;
use daggerfall::mesh::{Corner, Mesh, Plane, Version};
use glam::Vec3;

/// World units of a metre.
pub(super) const METRE: f32 = 40.0;
/// 16ths of a texel for a world unit: a texture of 64 texels covers 3.2 metres.
const TEXELS: f32 = 8.0;
/// 256ths of a unit of blocks for a world unit.
const FINE: f32 = 256.0;
/// Models below have packed texture coordinates, which these stay clear of.
const MOST_UV: f32 = 14_000.0;

/// A texture: archive and record.
pub(super) type Texture = [u16; 2];

/// A model in the making.
#[derive(Default)]
pub(super) struct Shape {
    points: Vec<[i32; 3]>,
    normals: Vec<[i32; 3]>,
    planes: Vec<Plane>,
}

impl Shape {
    /// A face of three corners or more, its first side along the picture's foot; `size` in texels of the picture is
    /// stretched over the whole face where it is given.
    pub fn face(&mut self, corners: &[Vec3], texture: Texture, stretched: Option<[f32; 2]>) -> &mut Self {
        let (Some(first), Some(second), Some(last)) = (corners.first(), corners.get(1), corners.last())
        else {
            return self;
        };
        let along = (second - first).normalize_or_zero();
        let normal = (last - first).cross(second - first).normalize_or_zero();
        let up = along.cross(normal).normalize_or_zero();
        let flat = |corner: &Vec3| [(corner - first).dot(along), (corner - first).dot(up)];
        let highest = corners.iter().map(|corner| flat(corner)[1]).fold(0.0, f32::max);
        let widest = (second - first).length();
        let uv = |corner: &Vec3| {
            let [x, y] = flat(corner);
            let [u, v] = match stretched {
                Some([wide, tall]) => [x / widest * wide * 16.0, (highest - y) / highest * tall * 16.0],
                None => [x * TEXELS, (highest - y) * TEXELS],
            };
            [u, v].map(|part| part.clamp(-MOST_UV, MOST_UV).round() as i32)
        };
        let uvs: Vec<[i32; 2]> = corners.iter().map(uv).collect();
        let mut plane = Plane { texture: texture_word(texture), ..Plane::default() };
        for (index, corner) in corners.iter().enumerate() {
            let [u, v] = match index {
                1 | 2 => [uvs[index][0] - uvs[index - 1][0], uvs[index][1] - uvs[index - 1][1]],
                _ => uvs[index],
            };
            let point = self.point(*corner);
            plane.corners.push(Corner { point: Version::V27.offset_of(point), u: u as i16, v: v as i16 });
        }
        self.normals.push([normal.x, -normal.y, normal.z].map(|part| (part * FINE).round() as i32));
        self.planes.push(plane);
        self
    }

    fn point(&mut self, place: Vec3) -> usize {
        let point = [place.x, -place.y, place.z].map(|part| (part * FINE).round() as i32);
        self.points.iter().position(|known| *known == point).unwrap_or_else(|| {
            self.points.push(point);
            self.points.len() - 1
        })
    }

    /// A wall from left to right as seen from outside, from its foot to its top.
    pub fn wall(&mut self, left: Vec3, right: Vec3, height: f32, texture: Texture) -> &mut Self {
        let up = Vec3::Y * height;
        self.face(&[left, right, right + up, left + up], texture, None)
    }

    /// A picture of its own size on a wall from left to right, a little before it: a door, a sign.
    pub fn board(
        &mut self,
        left: Vec3,
        right: Vec3,
        height: f32,
        texture: Texture,
        texels: [f32; 2],
    ) -> &mut Self {
        let out = Vec3::Y.cross(right - left).normalize_or_zero();
        let out = Vec3::new(out.x, 0.0, out.z) * -2.0;
        let up = Vec3::Y * height;
        let corners = [left, right, right + up, left + up].map(|corner| corner - out);
        self.face(&corners, texture, Some(texels))
    }

    /// The four walls of a box: from a lower corner, west, foot, south, to an upper one.
    pub fn walls(&mut self, low: Vec3, high: Vec3, texture: Texture) -> &mut Self {
        let [sw, se, ne, nw] = foot(low, high);
        let height = high.y - low.y;
        for (left, right) in [(sw, se), (se, ne), (ne, nw), (nw, sw)] {
            self.wall(left, right, height, texture);
        }
        self
    }

    /// A box with a top, and with a bottom where that is off the ground.
    pub fn block(&mut self, low: Vec3, high: Vec3, texture: Texture, top: Texture) -> &mut Self {
        self.walls(low, high, texture);
        if low.y > 0.0 {
            self.underside(&foot(low, high), texture);
        }
        let up = Vec3::Y * (high.y - low.y);
        let corners = foot(low, high).map(|corner| corner + up);
        self.face(&corners, top, None)
    }

    /// A roof over a box whose ridge runs from west to east, with gables of `gable`, reaching out on all sides.
    pub fn gable(&mut self, low: Vec3, high: Vec3, rise: f32, roof: Texture, gable: Texture) -> &mut Self {
        let [sw, se, ne, nw] = foot(low, high).map(|corner| corner.with_y(high.y));
        let top = Vec3::Y * rise;
        let (west, east) = ((sw + nw) / 2.0 + top, (se + ne) / 2.0 + top);
        self.face(&[nw, sw, west], gable, None).face(&[se, ne, east], gable, None);
        let out = Vec3::X * 14.0;
        let down = Vec3::new(0.0, -rise, (ne.z - se.z) / 2.0).normalize_or_zero() * 18.0;
        let south = Vec3::new(0.0, down.y, -down.z);
        self.face(&[sw + south - out, se + south + out, east + out, west - out], roof, None);
        self.face(&[ne + down + out, nw + down - out, west - out, east + out], roof, None);
        // From below, so that one does not see through what reaches out.
        self.face(&[west - out, east + out, se + south + out, sw + south - out], roof, None);
        self.face(&[east + out, west - out, nw + down - out, ne + down + out], roof, None)
    }

    /// A roof of four slopes that meet in a point.
    pub fn hip(&mut self, low: Vec3, high: Vec3, rise: f32, roof: Texture) -> &mut Self {
        let out = 10.0;
        let wide = [Vec3::new(-out, 0.0, -out), Vec3::new(out, 0.0, out)];
        let corners = foot(low + wide[0], high + wide[1]).map(|corner| corner.with_y(high.y));
        let top = (corners[0] + corners[2]) / 2.0 + Vec3::Y * rise;
        for index in 0..4 {
            self.face(&[corners[index], corners[(index + 1) % 4], top], roof, None);
        }
        self.underside(&corners, roof)
    }

    /// What is seen from below of corners that run counter-clockwise as seen from above.
    fn underside(&mut self, corners: &[Vec3], texture: Texture) -> &mut Self {
        let turned: Vec<Vec3> = corners.iter().rev().copied().collect();
        self.face(&turned, texture, None)
    }

    /// A round wall of eight sides.
    pub fn round(&mut self, middle: Vec3, radius: f32, height: f32, texture: Texture) -> &mut Self {
        let corners = ring(middle, radius);
        for index in 0..8 {
            self.wall(corners[index], corners[(index + 1) % 8], height, texture);
        }
        self
    }

    /// A cone over a round wall.
    pub fn cone(&mut self, middle: Vec3, radius: f32, rise: f32, roof: Texture) -> &mut Self {
        let corners = ring(middle, radius);
        for index in 0..8 {
            self.face(&[corners[index], corners[(index + 1) % 8], middle + Vec3::Y * rise], roof, None);
        }
        self.underside(&corners, roof)
    }

    /// A flat eight-sided top.
    pub fn cap(&mut self, middle: Vec3, radius: f32, texture: Texture) -> &mut Self {
        self.face(&ring(middle, radius), texture, None)
    }

    /// The finished model.
    pub fn mesh(self) -> Option<Mesh> {
        let Shape { points, normals, planes } = self;
        let mut mesh = Mesh { points, normals, planes, ..Mesh::new(Version::V27) };
        mesh.seal()?;
        Some(mesh)
    }
}

/// South-west, south-east, north-east, north-west of a box, at its foot.
fn foot(low: Vec3, high: Vec3) -> [Vec3; 4] {
    [[low.x, low.z], [high.x, low.z], [high.x, high.z], [low.x, high.z]].map(|[x, z]| Vec3::new(x, low.y, z))
}

/// Eight corners around a place, counter-clockwise from above.
fn ring(middle: Vec3, radius: f32) -> [Vec3; 8] {
    std::array::from_fn(|index| {
        let turn = (index as f32 + 0.5) / 8.0 * std::f32::consts::TAU;
        middle + Vec3::new(libm::cosf(turn), 0.0, libm::sinf(turn)) * radius
    })
}
