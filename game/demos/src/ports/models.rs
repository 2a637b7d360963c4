//! Models: converted polygon by polygon to the layout of another game.

use super::ramps::Shown;
use crate::builders::graph::VERSION;
use binary::Result;
use zbd::gamez::materials::Materials;
use zbd::gamez::models::{Model, ModelInfo, ModelSlot, Models, flags, model_type};
use zbd::gamez::{NewPolygon, Version};

/// Bit of Recoil for texture coordinates that move.
const RECOIL_SCROLL: u32 = 0x20;
/// Bit of Recoil for facades that also turn up and down.
const RECOIL_SPHERICAL: u32 = 0x10;
/// Steps of scale that share a model: a 64th is a hand's breadth of a tree.
const SCALE_STEPS: f32 = 64.0;

/// The models while they are ported.
pub(super) struct Parts {
    /// In the layout they were built in.
    pub models: Vec<Model>,
    /// The material of each polygon, where it is not the built one.
    pub dyed: Vec<Option<Vec<i32>>>,
    /// Polygons that show vertex colours as a picture.
    pub ramps: Vec<Vec<Shown>>,
    /// The centre of facades that turn about it.
    centres: Vec<Option<[f32; 3]>>,
    /// Scaled models: the original, the step of scale and the new index.
    scaled: Vec<(usize, i32, usize)>,
    /// Nodes that show each model.
    uses: Vec<u32>,
}

impl Parts {
    /// The models of a world.
    pub fn new(models: Models) -> Self {
        let models: Vec<Model> = models
            .slots
            .into_iter()
            .filter_map(|slot| match slot {
                ModelSlot::Used(model) => Some(*model),
                ModelSlot::Free { .. } => None,
            })
            .collect();
        let count = models.len();
        Parts {
            models,
            dyed: vec![None; count],
            ramps: vec![Vec::new(); count],
            centres: vec![None; count],
            scaled: Vec::new(),
            uses: vec![0; count],
        }
    }

    /// Counts one more node that shows a model.
    pub fn used(&mut self, model: usize) {
        if let Some(uses) = self.uses.get_mut(model) {
            *uses += 1;
        }
    }

    /// The model at another size, for games whose nodes have none.
    pub fn scaled(&mut self, model: usize, scale: f32) -> usize {
        let step = (scale * SCALE_STEPS).round() as i32;
        if step == SCALE_STEPS as i32 {
            return model;
        }
        if let Some((_, _, found)) = self.scaled.iter().find(|(of, other, _)| (*of, *other) == (model, step))
        {
            return *found;
        }
        let Some(mut copy) = self.models.get(model).cloned() else { return model };
        let factor = step as f32 / SCALE_STEPS;
        for point in copy.vertices.iter_mut().flatten() {
            *point *= factor;
        }
        self.models.push(copy);
        self.dyed.push(None);
        self.ramps.push(Vec::new());
        self.centres.push(None);
        self.uses.push(0);
        self.scaled.push((model, step, self.models.len() - 1));
        self.models.len() - 1
    }

    /// Recoil: the centre of a facade that turns about it. Its nodes have to be moved there, since
    /// the game turns facades about their node only.
    pub fn centre(&mut self, model: usize) -> Option<[f32; 3]> {
        let info = &mut self.models.get_mut(model)?.info;
        if info.flags & flags::FACADE_CENTROID != 0 {
            info.flags &= !flags::FACADE_CENTROID;
            let centre = info.bbox_mid;
            for point in &mut self.models[model].vertices {
                for (axis, middle) in point.iter_mut().zip(centre) {
                    *axis -= middle;
                }
            }
            self.centres[model] = Some(centre);
        }
        self.centres[model]
    }

    /// The models in the layout of a game.
    pub fn finish(self, version: Version, materials: &Materials) -> Result<Models> {
        let mut ported = Vec::with_capacity(self.models.len());
        for (index, model) in self.models.iter().enumerate() {
            let dye = Dye { materials: self.dyed[index].as_deref(), ramps: &self.ramps[index] };
            ported.push(port(model, dye, self.uses[index], version, materials)?);
        }
        let slots = (ported.len() * 9 / 8 + 1).min(i16::MAX as usize);
        Ok(Models::from_used(ported, slots))
    }
}

/// The pictures that replace vertex colours.
struct Dye<'d> {
    materials: Option<&'d [i32]>,
    ramps: &'d [Shown],
}

fn port(old: &Model, dye: Dye<'_>, uses: u32, version: Version, materials: &Materials) -> Result<Model> {
    let info = ModelInfo {
        model_type: match old.info.model_type {
            // Crimson Skies has no points; lights are lights without them.
            model_type::POINTS if version == Version::CrimsonSkies => model_type::DEFAULT,
            model_type => model_type,
        },
        facade_mode: if version == Version::Recoil { 0 } else { old.info.facade_mode },
        flags: flags_of(&old.info, version),
        parent_count: uses.max(1),
        tex_scroll_u: old.info.tex_scroll_u,
        tex_scroll_v: old.info.tex_scroll_v,
        ..ModelInfo::default()
    };
    let mut model = Model {
        info,
        vertices: old.vertices.clone(),
        normals: old.normals.clone(),
        lights: old.lights.clone(),
        ..Model::default()
    };
    for polygon in old.polygons(VERSION) {
        let material = dye.materials.and_then(|list| list.get(polygon.index)).or(polygon.materials.first());
        let flat = vec![[0.0; 2]; polygon.vertex_indices.len()];
        let ramp = dye.ramps.iter().find(|ramp| ramp.polygon == polygon.index);
        let uvs = match ramp.map(|ramp| ramp.uvs.as_slice()).or(polygon.uvs) {
            Some(uvs) => uvs,
            // Every polygon of Crimson Skies has vertex colours.
            None if version == Version::CrimsonSkies => &flat,
            None => &[],
        };
        let zones: Vec<i8> = polygon.zones.zones().collect();
        model.push_polygon(
            version,
            &NewPolygon {
                vertex_indices: polygon.vertex_indices,
                normal_indices: polygon.normal_indices.unwrap_or_default(),
                materials: material.map(std::slice::from_ref).unwrap_or_default(),
                uvs,
                colors: if version == Version::Recoil { &[] } else { polygon.colors.unwrap_or_default() },
                priority: polygon.info.priority,
                zones: &zones,
                show_backface: polygon.show_backface,
                tri_strip: polygon.tri_strip && version != Version::Recoil,
            },
        )?;
    }
    for light in &mut model.lights {
        light.info.unk24 = if version == Version::Recoil { 0x0001_0000 } else { 0 };
    }
    if !version.has_zeroed_tail() {
        model.list_materials(version, materials);
    }
    model.seal(version);
    Ok(model)
}

fn flags_of(info: &ModelInfo, version: Version) -> u32 {
    if version != Version::Recoil {
        return info.flags;
    }
    let mut kept = info.flags & (flags::LIGHTING | flags::FOG);
    if info.flags & flags::TEXTURE_SCROLL != 0 {
        kept |= RECOIL_SCROLL;
    }
    if info.model_type == model_type::FACADE && info.facade_mode == 1 {
        kept |= RECOIL_SPHERICAL;
    }
    kept
}
