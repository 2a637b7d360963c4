//! Making models from Rust: skins from pixels, frames, turns of bones.

use super::deformers::{Deformation, Deformer, Element, Weight};
use super::frames::{Frame, FrameVertex, Transform};
use super::groups::{Group, Skin};
use super::{Bone, Model, NO_BONE, Normal, VertexForm};
use crate::pixels::{self, Shape};
use crate::skins::{Body, Image, Material, flags};
use crate::text::{LongText, Text};
use std::collections::BTreeMap;

impl Skin {
    fn of(kind: u32, width: i32, height: i32, name: &str, image: Image) -> Option<Skin> {
        let body = Body { image, material: None, effect: None };
        Some(Skin { kind, width, height, name: Text::new(name)?, tail: Vec::new(), body })
    }

    /// A skin of pixels in a shape, from 8-bit RGBA rows from top to bottom.
    /// `None` when the name is longer than 16 characters, or when pixels and
    /// shape do not fit or are palette indices.
    pub fn from_rgba8(name: &str, shape: Shape, rgba: &[u8]) -> Option<Skin> {
        let pixels = shape.encode_rgba8(rgba, None)?;
        let (width, height) = (shape.width.try_into().ok()?, shape.height.try_into().ok()?);
        Skin::of(shape.type_code(), width, height, name, Image::Pixels(pixels))
    }

    /// A skin in a file of its own; `file` is a bare name. `None` when a name is
    /// too long or not Windows-1252.
    pub fn external(name: &str, file: &str) -> Option<Skin> {
        let file = LongText::new(file)?;
        let width = i32::try_from(file.bytes().len()).ok()?.checked_add(1)?;
        Skin::of(pixels::EXTERNAL, width, 1, name, Image::External(file))
    }

    /// A skin that is only a material. `None` when the name is longer than 16
    /// characters.
    pub fn plain(name: &str, material: Material) -> Option<Skin> {
        Some(Skin::of(0, 0, 0, name, Image::Nothing)?.with_material(material))
    }

    /// The same skin with a material.
    pub fn with_material(mut self, material: Material) -> Skin {
        self.kind |= flags::MATERIAL;
        self.body.material = Some(Box::new(material));
        self
    }
}

impl Bone {
    /// A bone `position` away from its parent. `None` when the name is not
    /// Windows-1252.
    pub fn new(name: &str, parent: Option<u16>, position: [f32; 3]) -> Option<Bone> {
        Some(Bone { parent: parent.unwrap_or(NO_BONE), unused: 0, position, name: LongText::new(name)? })
    }
}

impl Group {
    /// An empty group. `None` when the name is longer than 16 characters.
    pub fn new(name: &str) -> Option<Group> {
        Some(Group { name: Text::new(name)?, ..Group::default() })
    }

    /// Adds a frame in which the vertices stand at `positions`, in their order;
    /// only those that differ from the main ones are listed. Normals stay as
    /// they are unless `normals` has one for each vertex. Returns `None` when
    /// the name is longer than 16 characters or the lists have other lengths
    /// than that of the main vertices.
    pub fn push_frame(
        &mut self,
        name: &str,
        positions: &[[f32; 3]],
        normals: Option<&[[f32; 3]]>,
        form: VertexForm,
    ) -> Option<&mut Frame> {
        let count = self.vertices.len();
        if positions.len() != count || normals.is_some_and(|normals| normals.len() != count) {
            return None;
        }
        let mut vertices = Vec::new();
        for (index, (main, position)) in self.vertices.iter().zip(positions).enumerate() {
            let normal = normals.map_or(main.normal.direction(), |normals| normals[index]);
            if *position != main.position || normal != main.normal.direction() {
                let normal = Normal::of(normal, form);
                vertices.push(FrameVertex { position: *position, vertex: index as u32, normal });
            }
        }
        self.frames.push(Frame { name: Text::new(name)?, vertices, ..Frame::default() });
        self.frames.last_mut()
    }
}

impl Transform {
    /// Turns a bone about its own place at rest, which is `pivot` in quants
    /// from the model's origin; see [`Model::bone_positions`]. `rotation` is
    /// for row vectors, row by row.
    pub fn turn(bone: u16, pivot: [f32; 3], rotation: [[f32; 3]; 3]) -> Transform {
        let mut matrix = [0.0; 16];
        for (row, values) in rotation.iter().enumerate() {
            matrix[4 * row..4 * row + 3].copy_from_slice(values);
        }
        for axis in 0..3 {
            // The pivot must come out where it went in.
            let turned: f32 = (0..3).map(|row| pivot[row] * rotation[row][axis]).sum();
            matrix[12 + axis] = pivot[axis] - turned;
        }
        matrix[15] = 1.0;
        Transform { matrix, bone, pad: [0; 2] }
    }
}

impl Model {
    /// Lets the vertices of a group follow bones: (vertex, bone, weight), the
    /// weights of one vertex making 1. `None` when the group or a bone is not
    /// there or a bone's name is longer than 20 characters.
    pub fn push_deformer(&mut self, group: usize, weights: &[(u32, u16, f32)]) -> Option<()> {
        let mut elements: Vec<Element> = Vec::new();
        for (vertex, bone, weight) in weights {
            let weight = Weight { vertex: i32::try_from(*vertex).ok()?, weight: *weight };
            match elements.iter_mut().find(|element| element.bone == i32::from(*bone)) {
                Some(element) => element.weights.push(weight),
                None => {
                    let name = Text::new(&self.bones.get(usize::from(*bone))?.name.text())?;
                    elements.push(Element { bone: (*bone).into(), name, weights: vec![weight] });
                }
            }
        }
        let target = self.groups.get_mut(group)?;
        let mut counts = BTreeMap::new();
        for (vertex, ..) in weights {
            *counts.entry(vertex).or_insert(0_usize) += 1;
        }
        target.max_weights = counts.into_values().max().unwrap_or_default().try_into().ok()?;
        target.deformers.push(Deformer {
            version: 0,
            kind: 0,
            unused: [0; 2],
            group: group as i32,
            odd_size: None,
            deformation: Deformation::Bones(elements),
        });
        Some(())
    }
}
