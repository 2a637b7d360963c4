//! Objects: where they stand, how their models look.

use super::builder::Builder;
use super::nodes::set;
use script::commands::Objects;
use script::{Angles, Outcome, Registers};
use std::f32::consts::{PI, TAU};
use zbd::gamez::models::{flags, model_type};
use zbd::gamez::nodes::{Node, NodeData, Object3d, object3d_flags, transform};

impl Builder {
    pub(super) fn objects(&mut self, command: &Objects, registers: &Registers, unit: Angles) -> Outcome {
        let Some(slot) = self.node(registers.node) else { return Outcome::Missing };
        match *command {
            Objects::Object3DTranslate { x, y, z } => {
                self.place(slot, |object| object.transform[3] = [x, y, z])
            }
            Objects::Object3DRotate { x, y, z } => {
                let angles = [x, y, z]
                    .map(|angle| wrapped(if unit == Angles::Degrees { angle.to_radians() } else { angle }));
                self.place(slot, |object| {
                    object.rotate = angles;
                    turned(object);
                })
            }
            Objects::Object3DScale { x, y, z } => self.place(slot, |object| {
                object.scale = [x, y, z];
                turned(object);
            }),
            // The switch and the value are two settings; a container has no value without the switch.
            Objects::Object3DSetOpacityIsSet { set: on } => {
                let kept = self.opacities.get(&slot).copied();
                let mut before = None;
                let outcome = self.object(slot, |object| {
                    let was_on = object.flags & object3d_flags::OPACITY != 0;
                    before = was_on.then_some(object.opacity);
                    set(&mut object.flags, object3d_flags::OPACITY, on != 0);
                    object.opacity = if on != 0 { before.or(kept).unwrap_or(1.0) } else { 0.0 };
                });
                self.opacities.extend(before.map(|before| (slot, before)));
                outcome
            }
            Objects::Object3DSetOpacity { opacity } => {
                let opacity = opacity.clamp(0.0, 1.0);
                self.opacities.insert(slot, opacity);
                self.object(slot, |object| {
                    if object.flags & object3d_flags::OPACITY != 0 {
                        object.opacity = opacity;
                    }
                })
            }
            Objects::Object3DSetFacade {} => {
                self.modelled(slot, |model, _| model.info.model_type = model_type::FACADE)
            }
            Objects::Object3DSetPoints {} => {
                self.modelled(slot, |model, _| model.info.model_type = model_type::POINTS)
            }
            Objects::Object3DSetPriority { priority } => self.modelled(slot, |model, _| {
                model.polygon_infos.iter_mut().for_each(|polygon| polygon.priority = priority);
            }),
            Objects::Object3DSetShowBackFace { both } => self.modelled(slot, |model, version| {
                let bit = version.polygon_bits().show_backface;
                model.polygon_infos.iter_mut().for_each(|polygon| set(&mut polygon.bits, bit, both));
            }),
            // Switched off it does nothing.
            Objects::Object3DSetScroll { on, u, v } | Objects::Object3DSetScrollAlways { on, u, v } => self
                .modelled(slot, |model, _| {
                    if on {
                        (model.info.tex_scroll_u, model.info.tex_scroll_v) = (u, v);
                        model.info.flags |= flags::TEXTURE_SCROLL;
                    }
                }),
            Objects::Object3DSetMorphVertex { y } => self.modelled(slot, |model, _| {
                model.morphs = vec![[0.0, y, 0.0]; model.vertices.len()];
                model.info.morph_factor = 1.0;
            }),
            Objects::Object3DSetTextureWorldBaseCoordinates { x, z } => {
                self.laid.entry(slot).or_insert(LAID).0 = [x, z];
                Outcome::Done
            }
            Objects::Object3DSetTextureWorldTexturesPerMeter { x, z } => {
                self.laid.entry(slot).or_insert(LAID).1 = [x, z];
                Outcome::Done
            }
            Objects::Object3DRegisterTexturesToWorld { on } => self.lay_textures(slot, on),
            Objects::Object3DSetActionPriority { .. } | Objects::Object3DSetColor { .. } => Outcome::Unused,
            Objects::Object3DGetTranslate {} => Outcome::Done,
        }
    }

    /// Changes an object; a camera and its like stand elsewhere.
    fn object(&mut self, slot: usize, change: impl FnOnce(&mut Object3d)) -> Outcome {
        match self.at(slot) {
            Some(Node { data: NodeData::Object3d(object), .. }) => {
                change(object);
                Outcome::Done
            }
            _ => Outcome::Failed("the current node is no object".to_owned()),
        }
    }

    /// The same where its place changes.
    fn place(&mut self, slot: usize, change: impl FnOnce(&mut Object3d)) -> Outcome {
        self.object(slot, |object| {
            let before = object.clone();
            change(object);
            if object.transform.iter().flatten().any(|value| !value.is_finite()) {
                *object = before;
            }
            object.flags &= !object3d_flags::TRANSFORM_INITIAL;
        })
    }

    fn modelled(
        &mut self,
        slot: usize,
        change: impl FnOnce(&mut zbd::gamez::models::Model, zbd::gamez::Version),
    ) -> Outcome {
        let version = self.version();
        let size = self.model(slot).map_or(0, |model| model.vertices.len() + model.polygon_infos.len());
        self.charge(size);
        match self.model(slot) {
            Some(model) => {
                change(model, version);
                Outcome::Done
            }
            None => Outcome::Missing,
        }
    }

    /// Takes the texture coordinates of an object's model from where its corners are in the world.
    fn lay_textures(&mut self, slot: usize, on: bool) -> Outcome {
        let (base, density) = self.laid.get(&slot).copied().unwrap_or(LAID);
        let place = self.stands(slot);
        let version = self.version();
        self.modelled(slot, |model, _| {
            if !on {
                return;
            }
            let mut laid = Vec::with_capacity(model.uvs.len());
            for polygon in model.polygons(version) {
                let sets = polygon.uvs.map_or(0, |uvs| uvs.len() / polygon.vertex_indices.len().max(1));
                for vertex in (0..sets).flat_map(|_| polygon.vertex_indices) {
                    let vertex = model.vertices.get(*vertex as usize).copied().unwrap_or_default();
                    let [x, _, z] = place.transform_point3(vertex.into()).to_array();
                    laid.push([(x - base[0]) * density[0], (z - base[1]) * density[1]]);
                }
            }
            laid.resize(model.uvs.len(), [0.0; 2]);
            model.uvs = laid;
        })
    }
}

/// Textures over the world where no script says more: one to a unit, from the origin.
const LAID: ([f32; 2], [f32; 2]) = ([0.0; 2], [1.0; 2]);

/// Works out the matrix of an object anew from its angles and scale.
fn turned(object: &mut Object3d) {
    set(&mut object.flags, object3d_flags::USE_MATRIX, false);
    object.transform = transform(object.rotate, object.scale, object.transform[3]);
}

/// An angle in -pi..=pi, as containers keep angles.
pub(super) fn wrapped(angle: f32) -> f32 {
    if (-PI..=PI).contains(&angle) { angle } else { (angle + PI).rem_euclid(TAU) - PI }
}
