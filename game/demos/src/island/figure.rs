//! Models in the making: points that follow bones, tubes and cards of them, as
//! MDL7 files have them. Metres; x forward, y left, z up.
//! Source: `docs/spec/gamestudio.md`, "4. MDL7".

use super::layout::QUANTS;
use crate::builders::graph::{NAME, failed};
use binary::Result;
use gamestudio::mdl7::{self, Bone, Group, Model, Skin, Transform, Triangle, Vertex, VertexForm};
use glam::{Mat3, Vec2, Vec3};

/// The shape of a model.
#[derive(Clone, Debug, Default)]
pub(super) struct Figure {
    pub points: Vec<Vec3>,
    /// Per point: bones and weights, which make 1.
    pub weights: Vec<Vec<(u16, f32)>>,
    uvs: Vec<[f32; 2]>,
    /// Points and texture coordinates, counter-clockwise from outside.
    triangles: Vec<[(u32, u32); 3]>,
    /// Outwards of points where it does not follow from the triangles.
    fixed: Vec<(u32, Vec3)>,
}

/// A ring of a tube.
#[derive(Clone, Copy, Debug)]
pub(super) struct Section {
    pub at: Vec3,
    /// Half its width and half its height.
    pub size: Vec2,
    /// The bone it follows, and how much it follows the next one.
    pub bone: u16,
    pub next: (u16, f32),
}

impl Section {
    /// A ring that follows one bone.
    pub fn new(at: [f32; 3], size: [f32; 2], bone: u16) -> Self {
        Section { at: at.into(), size: size.into(), bone, next: (bone, 0.0) }
    }

    /// The same, following another bone as much.
    pub fn with(self, bone: u16, weight: f32) -> Self {
        Section { next: (bone, weight), ..self }
    }
}

impl Figure {
    fn weight(bone: u16, (next, weight): (u16, f32)) -> Vec<(u16, f32)> {
        if weight > 0.0 { vec![(bone, 1.0 - weight), (next, weight)] } else { vec![(bone, 1.0)] }
    }

    /// Adds a point that follows a bone.
    pub fn point(&mut self, at: Vec3, bone: u16) -> u32 {
        self.points.push(at);
        self.weights.push(vec![(bone, 1.0)]);
        self.points.len() as u32 - 1
    }

    /// Adds a texture coordinate.
    pub fn uv(&mut self, uv: [f32; 2]) -> u32 {
        self.uvs.push(uv);
        self.uvs.len() as u32 - 1
    }

    /// Adds a triangle.
    pub fn triangle(&mut self, corners: [(u32, u32); 3]) {
        self.triangles.push(corners);
    }

    /// Adds a tube with closed ends through rings. The picture's part (left, top,
    /// right, bottom) runs along it from left to right, and from the back down
    /// either side to the belly.
    pub fn tube(&mut self, sections: &[Section], sides: u32, [left, top, right, bottom]: [f32; 4]) {
        let first = self.points.len() as u32;
        let first_uv = self.uvs.len() as u32;
        let count = sections.len();
        for (number, section) in sections.iter().enumerate() {
            let before = sections[number.saturating_sub(1)].at;
            let after = sections[(number + 1).min(count - 1)].at;
            let way = (after - before).normalize_or(Vec3::X);
            let up = if way.z.abs() > 0.9 { Vec3::X } else { Vec3::Z };
            let side = up.cross(way).normalize_or(Vec3::Y);
            let up = way.cross(side);
            let u = left + (right - left) * number as f32 / (count - 1).max(1) as f32;
            for corner in 0..=sides {
                let turn = corner as f32 / sides as f32 * std::f32::consts::TAU;
                let (sin, cos) = libm::sincosf(turn);
                let down = 0.5 - cos * 0.5;
                self.uvs.push([u, top + (bottom - top) * down]);
                if corner < sides {
                    self.points
                        .push(section.at + side * (sin * section.size.x) + up * (cos * section.size.y));
                    self.weights.push(Self::weight(section.bone, section.next));
                }
            }
        }
        let corner = |ring: u32, corner: u32| {
            (first + ring * sides + corner % sides, first_uv + ring * (sides + 1) + corner)
        };
        for ring in 0..count as u32 - 1 {
            for side in 0..sides {
                let (a, b) = (corner(ring, side), corner(ring, side + 1));
                let (c, d) = (corner(ring + 1, side + 1), corner(ring + 1, side));
                self.triangles.extend([[a, d, c], [a, c, b]]);
            }
        }
        for (ring, flip) in [(0, false), (count as u32 - 1, true)] {
            for side in 1..sides - 1 {
                let mut fan = [corner(ring, 0), corner(ring, side), corner(ring, side + 1)];
                if flip {
                    fan.reverse();
                }
                self.triangles.push(fan);
            }
        }
    }

    /// Adds a flat quad seen from both sides: lower left, lower right, upper
    /// right, upper left, and its part of the picture. Its points face `normal`.
    pub fn card(
        &mut self,
        corners: [Vec3; 4],
        bone: u16,
        [left, top, right, bottom]: [f32; 4],
        normal: Vec3,
    ) {
        let uvs = [[left, bottom], [right, bottom], [right, top], [left, top]].map(|uv| self.uv(uv));
        for order in [[0, 1, 2, 3], [3, 2, 1, 0]] {
            let quad = order.map(|corner| {
                let point = self.point(corners[corner], bone);
                self.fixed.push((point, normal));
                (point, uvs[corner])
            });
            self.triangles.extend([[quad[0], quad[1], quad[2]], [quad[0], quad[2], quad[3]]]);
        }
    }

    /// Outwards of the points when they stand at `points`.
    fn normals(&self, points: &[Vec3]) -> Vec<Vec3> {
        let mut normals = vec![Vec3::ZERO; points.len()];
        for triangle in &self.triangles {
            let [a, b, c] = triangle.map(|(point, _)| points[point as usize]);
            let normal = (b - a).cross(c - a);
            triangle.iter().for_each(|(point, _)| normals[*point as usize] += normal);
        }
        for (point, normal) in &self.fixed {
            normals[*point as usize] = *normal;
        }
        normals.into_iter().map(|normal| normal.normalize_or(Vec3::Z)).collect()
    }

    /// The only group of a model, without frames.
    pub fn group(&self, name: &str, skin: Skin) -> Result<Group> {
        let mut group = Group::new(name).ok_or_else(|| failed(&NAME, "at most 16 characters", name))?;
        group.skins.push(skin);
        for (point, normal) in self.points.iter().zip(self.normals(&self.points)) {
            group.vertices.push(Vertex::new((*point * QUANTS).to_array(), normal.to_array()));
        }
        group.uvs.clone_from(&self.uvs);
        for triangle in &self.triangles {
            // Fronts are clockwise.
            let [a, b, c] = *triangle;
            group.triangles.push(Triangle::new([a.0, c.0, b.0], [a.1, c.1, b.1], 0));
        }
        Ok(group)
    }

    /// Adds a frame to a group of this figure: its points stand elsewhere.
    pub fn pose(&self, group: &mut Group, name: &str, points: &[Vec3]) -> Result<()> {
        let places: Vec<[f32; 3]> = points.iter().map(|point| (*point * QUANTS).to_array()).collect();
        let normals: Vec<[f32; 3]> = self.normals(points).iter().map(|normal| normal.to_array()).collect();
        let made = group.push_frame(name, &places, Some(&normals), VertexForm::Normal);
        made.map(|_| ()).ok_or_else(|| failed(&NAME, "at most 16 characters", name))
    }

    /// The list of (vertex, bone, weight) for a deformer.
    pub fn influences(&self) -> Vec<(u32, u16, f32)> {
        let points = (0..).zip(&self.weights);
        points
            .flat_map(|(point, all)| all.iter().map(move |(bone, weight)| (point, *bone, *weight)))
            .collect()
    }
}

/// A joint: its name, what it hangs on, where it is.
pub(super) type Joint = (&'static str, Option<u16>, [f32; 3]);

/// The bones of a skeleton, parents before children.
pub(super) fn bones(joints: &[Joint]) -> Result<Vec<Bone>> {
    let bone = |(name, parent, at): &Joint| {
        let from = parent.map_or(Vec3::ZERO, |parent| Vec3::from(joints[usize::from(parent)].2));
        let place = (Vec3::from(*at) - from) * QUANTS;
        Bone::new(name, *parent, place.to_array()).ok_or_else(|| failed(&NAME, "Windows-1252", name))
    };
    joints.iter().map(bone).collect()
}

/// A frame that turns bones and moves no vertex: for each bone a rotation.
pub(super) fn turned(group: &mut Group, name: &str, joints: &[Joint], turns: &[Mat3]) -> Result<()> {
    let rest: Vec<[f32; 3]> = group.vertices.iter().map(|vertex| vertex.position).collect();
    let frame = group
        .push_frame(name, &rest, None, VertexForm::Normal)
        .ok_or_else(|| failed(&NAME, "at most 16 characters", name))?;
    frame.transforms = (0..)
        .zip(joints.iter().zip(turns))
        .map(|(bone, ((_, _, at), turn))| {
            let pivot = (Vec3::from(*at) * QUANTS).to_array();
            // Rows act on row vectors: the columns of the matrix.
            Transform::turn(bone, pivot, turn.to_cols_array_2d())
        })
        .collect();
    Ok(())
}

/// The file of a model.
pub(super) fn file(model: &Model) -> Result<Vec<u8>> {
    mdl7::write(model)
}
