//! Models that scripts build corner by corner, materials, textures that are shown in turn.

use super::builder::{Builder, handle};
use script::commands::{Cycles, Models, Textures};
use script::{Outcome, Polygon, Registers};
use zbd::gamez::NewPolygon;
use zbd::gamez::materials::{Cycle, MaterialSlot, flags};
use zbd::gamez::models::{Model, ModelInfo, model_type};
use zbd::gamez::nodes::{NodeData, Object3d};

/// How often textures that are shown in turn change in a second where no script says so.
const CYCLE_SPEED: f32 = 15.0;
/// Most textures of a cycle: far more than any game has.
const MOST_FRAMES: usize = 1024;
/// Most corners of a model: far more than any game has.
const MOST_CORNERS: usize = 1 << 20;

impl Builder {
    pub(super) fn models(&mut self, command: &Models, registers: &Registers) -> Outcome {
        match command {
            Models::ModelNew { name, kind } => self.new_model(name, kind.starts_with("Facade")),
            Models::ModelPolygonEnd {} => self.end_polygon(registers),
            // The interpreter collects the corners.
            Models::ModelPolygonBegin {}
            | Models::ModelPolygonVertex { .. }
            | Models::ModelPolygonUV { .. } => Outcome::Done,
            Models::MatlNew {} => {
                Outcome::Now(handle(self.add_material(MaterialSlot::colored([255.0; 3], 255))))
            }
            Models::MatlFaceColor { r, g, b } => match self.material(registers.material) {
                Some(material) => {
                    material.color = [*r, *g, *b].map(|channel| channel.clamp(0.0, 255.0));
                    Outcome::Done
                }
                None => Outcome::Missing,
            },
            Models::MatlTexture { texture } => {
                let Some(index) = self.known_texture(texture) else { return Outcome::Missing };
                match self.material(registers.material) {
                    Some(material) => {
                        let soil = material.soil;
                        *material = MaterialSlot::textured(index).with_soil(soil);
                        Outcome::Done
                    }
                    None => Outcome::Missing,
                }
            }
            Models::CreateUniqueMaterials { .. } => Outcome::Unused,
        }
    }

    pub(super) fn cycles(&mut self, command: &Cycles, registers: &Registers) -> Outcome {
        match command {
            // Containers store what textures there are, and not how many a script announced.
            Cycles::CycleTextureSetOn { .. } => {
                let material = self.node(registers.node).and_then(|slot| self.first_material(slot));
                let Some(material) = material else { return Outcome::Missing };
                match self.set_cycle(material, Cycle::new(Vec::new(), CYCLE_SPEED, true)) {
                    Some(()) => Outcome::Now(handle(material)),
                    None => Outcome::Missing,
                }
            }
            Cycles::CycleTextureSetMap { texture } => {
                let Some(index) = self.texture(texture) else {
                    return Outcome::Failed("the name is not 7-bit text".to_owned());
                };
                let Some(cycle) = self.cycle(registers.cycled) else { return Outcome::Missing };
                if cycle.textures.len() >= MOST_FRAMES {
                    return Outcome::Failed(format!("more than {MOST_FRAMES} textures"));
                }
                cycle.textures.push(index);
                let count = cycle.textures.len() as u32;
                (cycle.info.tex_map_count, cycle.info.tex_map_index) = (count, count);
                if let Some(material) = self.material(registers.cycled).filter(|_| count == 1) {
                    material.texture_index = index;
                    material.flags |= flags::TEXTURED;
                }
                Outcome::Done
            }
            Cycles::CycleTextureSetSpeed { rate } => match self.cycle(registers.cycled) {
                Some(cycle) => {
                    cycle.info.speed = *rate;
                    Outcome::Done
                }
                None => Outcome::Missing,
            },
            Cycles::CycleTextureSetLooping { looping } => match self.cycle(registers.cycled) {
                Some(cycle) => {
                    cycle.info.looping = u32::from(*looping);
                    Outcome::Done
                }
                None => Outcome::Missing,
            },
        }
    }

    pub(super) fn textures(&mut self, command: &Textures) -> Outcome {
        match command {
            Textures::SetTextureDirectory { folders } => {
                self.extras.textures =
                    folders.split(';').filter(|part| !part.is_empty()).map(str::to_owned).collect();
                Outcome::Done
            }
            // What is registered, a material may be given.
            Textures::TextureAdd { name }
            | Textures::AddEnhancerImage { name }
            | Textures::LightMapTexture { texture: name } => match self.texture(name) {
                Some(_) => Outcome::Done,
                None => Outcome::Failed("the name is not 7-bit text".to_owned()),
            },
            Textures::LensFlareTexture { stage, texture } => {
                let stage =
                    usize::try_from(*stage).ok().and_then(|stage| self.extras.lens_flare.get_mut(stage));
                match stage {
                    Some(slot) => {
                        *slot = Some(texture.clone());
                        Outcome::Done
                    }
                    None => Outcome::Failed("a stage is 0 to 3".to_owned()),
                }
            }
            Textures::WriteTextureSetType { .. }
            | Textures::WriteTextureSetMap { .. }
            | Textures::SetPaletteName { .. }
            | Textures::SetPaletteShading { .. }
            | Textures::MipBias { .. } => Outcome::Unused,
        }
    }

    fn new_model(&mut self, name: &str, turns: bool) -> Outcome {
        let outcome = self.make(name, NodeData::Object3d(Box::new(Object3d::initial())));
        if let Outcome::Now(node) = outcome {
            let kind = if turns { model_type::FACADE } else { model_type::DEFAULT };
            let info = ModelInfo { model_type: kind, flags: NEW_MODEL, ..ModelInfo::default() };
            let model = self.add_model(Model { info, ..Model::default() });
            if let (Some(node), Ok(model)) = (self.at(node.0 as usize), i32::try_from(model)) {
                node.base.model_index = model;
            }
        }
        outcome
    }

    /// The material of the first polygon of a node's model.
    fn first_material(&mut self, slot: usize) -> Option<usize> {
        let version = self.version();
        let first = self.model(slot)?.polygons(version).next()?.materials.first().copied()?;
        usize::try_from(first).ok().filter(|material| *material < self.gamez.materials.used().len())
    }

    /// Adds the polygon that was collected to the current model.
    fn end_polygon(&mut self, registers: &Registers) -> Outcome {
        let version = self.version();
        let Some(slot) = self.node(registers.model) else { return Outcome::Missing };
        let Some(number) = self.model_of(slot) else { return Outcome::Missing };
        let material = match self.material(registers.material).is_some() {
            true => registers.material.map_or(0, |material| material.0),
            // White, for polygons without a material.
            false => self.add_material(MaterialSlot::colored([255.0; 3], 255)) as u32,
        };
        let Some(model) = self.model(slot) else { return Outcome::Missing };
        let Polygon { corners, uvs } = &registers.polygon;
        if model.vertices.len() + corners.len() > MOST_CORNERS {
            return Outcome::Failed(format!("more than {MOST_CORNERS} corners"));
        }
        let vertex_indices: Vec<u32> =
            corners.iter().map(|corner| vertex(&mut model.vertices, *corner)).collect();
        let uvs = if uvs.len() == corners.len() { uvs.as_slice() } else { &[] };
        let polygon = NewPolygon {
            vertex_indices: &vertex_indices,
            materials: &[material as i32],
            uvs,
            ..NewPolygon::default()
        };
        match model.push_polygon(version, &polygon) {
            Ok(()) => {
                self.made_models.insert(number);
                Outcome::Done
            }
            Err(finding) => {
                Outcome::Failed(format!("expected {}, found {}", finding.expected, finding.found))
            }
        }
    }
}

/// What a model is affected by before a script says otherwise: lights and fog.
const NEW_MODEL: u32 = zbd::gamez::models::flags::LIGHTING | zbd::gamez::models::flags::FOG;

/// The number of a corner, which is shared with an equal one among the last few.
fn vertex(vertices: &mut Vec<[f32; 3]>, corner: [f32; 3]) -> u32 {
    const LAST: usize = 64;
    let from = vertices.len().saturating_sub(LAST);
    let at = vertices[from..].iter().position(|known| *known == corner).map(|at| from + at);
    let at = at.unwrap_or_else(|| {
        vertices.push(corner);
        vertices.len() - 1
    });
    at as u32
}
