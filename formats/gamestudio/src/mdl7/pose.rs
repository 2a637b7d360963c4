//! Applies frames to a model: sparse vertices over the main ones, bones about their positions at
//! rest. Source: `docs/spec/gamestudio.md`, "4.6 Frame" and "4.7 Deformers".

use super::Model;
use super::bones::{self, NO_BONE};
use super::deformers::Deformation;
use super::frames::Transform;
use super::groups::{Group, Skin};
use super::mesh::{Normal, Vertex};
use crate::scenes::{self, Scene};

/// A 4 x 4 matrix for row vectors, row by row; translation in elements 12 to
/// 14.
pub type Matrix = [f32; 16];

const IDENTITY: Matrix = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

/// How much a vertex follows a bone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Influence {
    /// Number of a main vertex of the group; below their count.
    pub vertex: u32,
    /// Number of a bone; below their count.
    pub bone: u16,
    /// As it stands in the file. Those of one vertex make 1 as a rule, but some
    /// models leave less: divide by their sum.
    pub weight: f32,
}

/// First `left`, then `right`.
fn multiply(left: &Matrix, right: &Matrix) -> Matrix {
    std::array::from_fn(|place| {
        let (row, column) = (place / 4, place % 4);
        (0..4).map(|step| left[4 * row + step] * right[4 * step + column]).sum()
    })
}

/// A position transformed by a matrix.
fn transform_point(matrix: &Matrix, [x, y, z]: [f32; 3]) -> [f32; 3] {
    std::array::from_fn(|axis| {
        x * matrix[axis] + y * matrix[4 + axis] + z * matrix[8 + axis] + matrix[12 + axis]
    })
}

impl Model {
    /// The position of each bone at rest, in quants from the model's origin: the sum along its
    /// parents. Cycles and missing parents end the sum.
    pub fn bone_positions(&self) -> Vec<[f32; 3]> {
        let parents = bones::parents(&self.bones);
        let mut positions: Vec<[f32; 3]> = self.bones.iter().map(|bone| bone.position).collect();
        for bone in from_roots(&parents) {
            if let Some(parent) = parents[bone] {
                let base = positions[parent];
                positions[bone].iter_mut().zip(base).for_each(|(coordinate, base)| *coordinate += base);
            }
        }
        positions
    }

    /// The parent of each bone; `None` where a bone has none, where it does not exist, and at one
    /// bone of each cycle.
    pub fn bone_parents(&self) -> Vec<Option<usize>> {
        bones::parents(&self.bones)
    }

    /// What a frame does to the vertices that follow each bone, with what it
    /// does to the parents: total = own x total of the parent. Bones that the
    /// list leaves out only follow their parents.
    pub fn bone_matrices(&self, transforms: &[Transform]) -> Vec<Matrix> {
        let parents = bones::parents(&self.bones);
        let mut totals = vec![IDENTITY; self.bones.len()];
        for transform in transforms {
            if let Some(total) = totals.get_mut(usize::from(transform.bone)) {
                *total = transform.matrix;
            }
        }
        for bone in from_roots(&parents) {
            if let Some(parent) = parents[bone] {
                totals[bone] = multiply(&totals[bone], &totals[parent]);
            }
        }
        totals
    }

    /// The changes of bones in a frame. Only one group has them: the first that has any for this
    /// frame counts.
    pub fn transforms(&self, frame: usize) -> &[Transform] {
        let mut lists = self.groups.iter().filter_map(|group| group.frames.get(frame));
        lists.find(|frame| !frame.transforms.is_empty()).map_or(&[], |frame| &frame.transforms)
    }

    /// Frames of the first group, grouped by name. All groups have the same
    /// frames as a rule.
    pub fn scenes(&self) -> Vec<Scene> {
        let frames = self.groups.first().map_or([].as_slice(), |group| &group.frames);
        scenes::scenes(frames.iter().map(|frame| frame.name.text()))
    }

    /// The skins that the triangles of a group refer to: its own, or those of
    /// the first group.
    pub fn skins(&self, group: usize) -> &[Skin] {
        match (self.groups.get(group), self.groups.first()) {
            (Some(group), _) if !group.skins.is_empty() => &group.skins,
            (Some(_), Some(first)) => &first.skins,
            _ => &[],
        }
    }

    /// The bones that the vertices of a group follow, by vertex: by deformers
    /// where they weigh the vertex, by its own bone elsewhere. What refers to
    /// bones or vertices that are not there is left out.
    pub fn influences(&self, group: &Group) -> Vec<Influence> {
        let mut influences = Vec::new();
        let mut weighed = vec![false; group.vertices.len()];
        for deformer in &group.deformers {
            let Deformation::Bones(elements) = &deformer.deformation else { continue };
            for element in elements {
                let Some(bone) = u16::try_from(element.bone).ok().filter(|bone| self.has_bone(*bone)) else {
                    continue;
                };
                for weight in &element.weights {
                    let Ok(vertex) = u32::try_from(weight.vertex) else { continue };
                    if let Some(weighed) = weighed.get_mut(vertex as usize) {
                        *weighed = true;
                        influences.push(Influence { vertex, bone, weight: weight.weight });
                    }
                }
            }
        }
        for (vertex, (main, weighed)) in (0..).zip(group.vertices.iter().zip(weighed)) {
            if !weighed && self.has_bone(main.bone) {
                influences.push(Influence { vertex, bone: main.bone, weight: 1.0 });
            }
        }
        influences.sort_by_key(|influence| influence.vertex);
        influences
    }

    fn has_bone(&self, bone: u16) -> bool {
        bone != NO_BONE && usize::from(bone) < self.bones.len()
    }

    /// Where the vertices of a group are in a frame, in quants: the vertices
    /// of the frame over the main ones, then moved by the bones they follow.
    /// Weights are divided by their sum; vertices that follow no bone stay.
    pub fn posed_positions(&self, group: &Group, frame: usize) -> Vec<[f32; 3]> {
        let rest: Vec<[f32; 3]> = group.frame_vertices(frame).iter().map(|vertex| vertex.position).collect();
        let transforms = self.transforms(frame);
        if transforms.is_empty() {
            return rest;
        }
        let matrices = self.bone_matrices(transforms);
        let mut posed = rest.clone();
        let influences = self.influences(group);
        for influences in influences.chunk_by(|a, b| a.vertex == b.vertex) {
            let vertex = influences[0].vertex as usize;
            let weights: f32 = influences.iter().map(|influence| influence.weight).sum();
            if weights <= 0.0 {
                continue;
            }
            let mut sum = [0.0; 3];
            for influence in influences {
                let moved = transform_point(&matrices[usize::from(influence.bone)], rest[vertex]);
                let weight = influence.weight / weights;
                sum.iter_mut().zip(moved).for_each(|(sum, moved)| *sum += weight * moved);
            }
            posed[vertex] = sum;
        }
        posed
    }
}

impl Group {
    /// All vertices of a frame: the main ones, those that the frame lists
    /// instead of theirs. The main ones for a frame that is not there.
    pub fn frame_vertices(&self, frame: usize) -> Vec<Vertex> {
        let mut vertices = self.vertices.clone();
        for changed in self.frames.get(frame).map_or([].as_slice(), |frame| &frame.vertices) {
            if let Some(vertex) = vertices.get_mut(changed.vertex as usize) {
                vertex.position = changed.position;
                vertex.normal = Normal::Vector(changed.normal.direction());
            }
        }
        vertices
    }
}

/// All bones, each after its parent.
fn from_roots(parents: &[Option<usize>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(parents.len());
    let mut done = vec![false; parents.len()];
    let mut path = Vec::new();
    for start in 0..parents.len() {
        let mut next = Some(start);
        while let Some(bone) = next.filter(|bone| !done[*bone]) {
            done[bone] = true;
            path.push(bone);
            next = parents[bone];
        }
        order.extend(path.drain(..).rev());
    }
    order
}
