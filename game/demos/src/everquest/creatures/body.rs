//! Skins over bones: points tied each to one bone, in rings along limbs, so that
//! a limb that bends has no gap. Source: `docs/spec/everquest/wld.md`, "0x36
//! DmSpriteDef2".

use crate::everquest::mesh;
use everquest::wld::mesh::mesh_flags;
use everquest::wld::{Face, Group, Mesh, Reference, Uvs, Version};
use glam::{Vec2, Vec3};

/// The largest scale exponent of meshes of creatures.
const SCALE: u16 = 12;

/// A point of a skin, standing at rest in the creature's own frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    pub place: Vec3,
    pub normal: Vec3,
    pub uv: Vec2,
    pub bone: usize,
}

/// A ring around a limb.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring {
    pub middle: Vec3,
    /// Half its width along the body's depth and across.
    pub size: Vec2,
    pub bone: usize,
}

pub(super) const fn ring(middle: [f32; 3], size: [f32; 2], bone: usize) -> Ring {
    Ring { middle: Vec3::from_array(middle), size: Vec2::from_array(size), bone }
}

/// A mesh in the making.
#[derive(Clone, Debug, Default)]
pub(super) struct Hide {
    points: Vec<(Point, usize)>,
    /// Counter-clockwise from outside, and the material.
    faces: Vec<([usize; 3], usize)>,
}

impl Hide {
    fn point(&mut self, point: Point, material: usize) -> usize {
        self.points.push((point, material));
        self.points.len() - 1
    }

    /// A tube through rings from the lower to the upper end, closed at both; its texture goes around once, with
    /// the front in its middle.
    pub fn tube(&mut self, rings: &[Ring], sides: u32, material: usize) {
        let length: f32 = rings.windows(2).map(|pair| pair[0].middle.distance(pair[1].middle)).sum();
        let whole =
            rings.last().zip(rings.first()).map_or(Vec3::Z, |(last, first)| last.middle - first.middle);
        // Limbs that lie along the body's depth have their height for it.
        let front = if whole.x.abs() > whole.z.abs() * 2.0 { Vec3::Z } else { Vec3::X };
        let mut done = 0.0;
        let mut rows: Vec<Vec<usize>> = Vec::new();
        for (index, ring) in rings.iter().enumerate() {
            let before = rings[index.saturating_sub(1)];
            let after = rings[(index + 1).min(rings.len() - 1)];
            if index > 0 {
                done += before.middle.distance(ring.middle);
            }
            let along = (after.middle - before.middle).normalize_or(Vec3::Z);
            let depth = (front - along * along.dot(front)).normalize_or(Vec3::Y);
            let across = along.cross(depth);
            // Where the tube gets thinner its sides look along it.
            let slope = (before.size - after.size).element_sum()
                / 2.0
                / before.middle.distance(after.middle).max(0.05);
            let row = (0..=sides).map(|side| {
                // From the back around the right to the front and on.
                let part = side as f32 / sides as f32;
                let (sin, cos) = libm::sincosf((part - 0.5) * std::f32::consts::TAU);
                let out = depth * cos + across * sin;
                let place = ring.middle + depth * cos * ring.size.x + across * sin * ring.size.y;
                let normal = (out + along * slope).normalize_or(out);
                let uv = Vec2::new(part, done / length.max(0.01));
                Point { place, normal, uv, bone: ring.bone }
            });
            let row: Vec<Point> = row.collect();
            rows.push(row.into_iter().map(|point| self.point(point, material)).collect());
        }
        for pair in rows.windows(2) {
            for side in 0..sides as usize {
                let [a, b, c, d] = [pair[0][side], pair[0][side + 1], pair[1][side + 1], pair[1][side]];
                self.faces.extend([([a, b, c], material), ([a, c, d], material)]);
            }
        }
        let ends = [(rings.first(), rings.get(1), false), (rings.last(), rings.iter().rev().nth(1), true)];
        for (end, next, is_upper) in ends {
            let (Some(end), Some(next)) = (end, next) else { continue };
            let out = (end.middle - next.middle).normalize_or(Vec3::Z);
            let uv = Vec2::new(0.5, f32::from(u8::from(is_upper)));
            let bulge = out * end.size.min_element() * 0.35;
            let tip = Point { place: end.middle + bulge, normal: out, uv, bone: end.bone };
            let tip = self.point(tip, material);
            let row = if is_upper { &rows[rows.len() - 1] } else { &rows[0] };
            for side in 0..sides as usize {
                let (a, b) = (row[side], row[side + 1]);
                self.faces.push((if is_upper { [a, b, tip] } else { [b, a, tip] }, material));
            }
        }
    }

    /// A thin triangle or quad that is seen from both sides.
    pub fn fin(&mut self, places: &[(Vec3, Vec2)], bone: usize, material: usize) {
        let normal = (places[1].0 - places[0].0).cross(places[2].0 - places[0].0).normalize_or(Vec3::Z);
        for turned in [false, true] {
            let normal = if turned { -normal } else { normal };
            let points = places.iter().map(|(place, uv)| Point { place: *place, normal, uv: *uv, bone });
            let points: Vec<Point> = points.collect();
            let own: Vec<usize> = points.into_iter().map(|point| self.point(point, material)).collect();
            for last in 2..own.len() {
                let [a, b, c] = [own[0], own[last - 1], own[last]];
                self.faces.push((if turned { [a, c, b] } else { [a, b, c] }, material));
            }
        }
    }

    /// A box between two corners, with its flat sides.
    pub fn block(&mut self, min: [f32; 3], max: [f32; 3], bone: usize, material: usize) {
        let (min, max) = (Vec3::from(min), Vec3::from(max));
        let at = |number: u32| {
            let pick = |bit: u32, axis: usize| if number >> bit & 1 == 1 { max[axis] } else { min[axis] };
            Vec3::new(pick(0, 0), pick(1, 1), pick(2, 2))
        };
        let uvs = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
        for side in [[1, 3, 7, 5], [2, 0, 4, 6], [3, 2, 6, 7], [0, 1, 5, 4], [4, 5, 7, 6], [2, 3, 1, 0]] {
            let corners = side.map(at);
            let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize_or(Vec3::Z);
            let own: Vec<usize> = corners
                .iter()
                .zip(uvs)
                .map(|(place, uv)| self.point(Point { place: *place, normal, uv, bone }, material))
                .collect();
            self.faces.push(([own[0], own[1], own[2]], material));
            self.faces.push(([own[0], own[2], own[3]], material));
        }
    }

    /// The mesh: points in groups by material, and within them by bone, each in the space of its bone.
    pub fn mesh(&self, version: Version, name: Reference, palette: Reference, joints: &[Vec3]) -> Mesh {
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        order.sort_by_key(|index| (self.points[*index].1, self.points[*index].0.bone, *index));
        let mut numbers = vec![0u16; order.len()];
        for (new, old) in order.iter().enumerate() {
            numbers[*old] = new as u16;
        }
        let sorted: Vec<(Point, usize)> = order.iter().map(|index| self.points[*index]).collect();
        let mut faces = self.faces.clone();
        faces.sort_by_key(|(_, material)| *material);
        let mut head = mesh::head(name, mesh_flags::SKINNED, palette, Vec3::ZERO);
        head.stored_volume = Reference(-2);
        let uvs: Vec<[f32; 2]> = sorted.iter().map(|(point, _)| point.uv.to_array()).collect();
        let mut made = Mesh {
            head,
            uvs: Uvs::of(version, &uvs),
            normals: sorted
                .iter()
                .map(|(point, _)| (point.normal * 127.0).to_array().map(|part| part.round() as i8))
                .collect(),
            faces: faces
                .iter()
                .map(|([a, b, c], _)| Face { flags: 0, vertices: [a, c, b].map(|old| numbers[*old]) })
                .collect(),
            bone_groups: groups(sorted.iter().map(|(point, material)| (*material, point.bone))),
            face_groups: groups(faces.iter().map(|(_, material)| (*material, *material))),
            vertex_groups: groups(sorted.iter().map(|(_, material)| (*material, *material))),
            ..Mesh::default()
        };
        let places: Vec<[f32; 3]> =
            sorted.iter().map(|(point, _)| (point.place - joints[point.bone]).to_array()).collect();
        made.place(&places, SCALE);
        made
    }
}

/// Runs of equal keys, and what they are of.
fn groups(keys: impl Iterator<Item = (usize, usize)>) -> Vec<Group> {
    let keys: Vec<(usize, usize)> = keys.collect();
    keys.chunk_by(|a, b| a == b).map(|run| Group { count: run.len() as u16, of: run[0].1 as u16 }).collect()
}
