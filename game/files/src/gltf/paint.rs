//! Materials and textures.

use super::buffer::Buffer;
use crate::pack::png;
use gltf_json::image::{Image, MimeType};
use gltf_json::material::{AlphaCutoff, AlphaMode, PbrBaseColorFactor, PbrMetallicRoughness, StrengthFactor};
use gltf_json::texture::{Info, Sampler, Texture};
use gltf_json::validation::Checked;
use gltf_json::{Index, Material, Root};
use std::collections::HashMap;
use world::{Blend, MaterialId, Scene, TextureId};

/// The materials and textures written so far.
pub struct Paint<'s> {
    scene: &'s Scene,
    materials: HashMap<(MaterialId, bool), Index<Material>>,
    textures: HashMap<TextureId, Option<Index<Texture>>>,
    sampler: Option<Index<Sampler>>,
}

impl<'s> Paint<'s> {
    /// None yet.
    pub fn new(scene: &'s Scene) -> Self {
        Paint { scene, materials: HashMap::new(), textures: HashMap::new(), sampler: None }
    }

    /// A material as it looks from one side or both; none if there is none.
    pub fn material(
        &mut self,
        id: MaterialId,
        double_sided: bool,
        root: &mut Root,
        buffer: &mut Buffer,
    ) -> Option<Index<Material>> {
        if let Some(known) = self.materials.get(&(id, double_sided)) {
            return Some(*known);
        }
        let scene = self.scene;
        let material = scene.materials.get(id.index())?;
        let texture = material.texture.and_then(|texture| self.texture(texture, root, buffer));
        let [red, green, blue] = material.color.map(linear);
        let named = match material.texture.and_then(|id| scene.textures.get(id.index())) {
            Some(texture) if material.name.is_empty() => &texture.name,
            _ => &material.name,
        };
        let mode = match material.blend {
            Blend::Opaque => AlphaMode::Opaque,
            Blend::Cutout => AlphaMode::Mask,
            Blend::Alpha | Blend::Additive => AlphaMode::Blend,
        };
        let written = Material {
            name: (!named.is_empty()).then(|| named.clone()),
            alpha_mode: Checked::Valid(mode),
            alpha_cutoff: (mode == AlphaMode::Mask).then(AlphaCutoff::default),
            double_sided,
            pbr_metallic_roughness: PbrMetallicRoughness {
                base_color_factor: PbrBaseColorFactor([red, green, blue, material.opacity.clamp(0.0, 1.0)]),
                base_color_texture: texture.map(|index| Info {
                    index,
                    tex_coord: 0,
                    extensions: None,
                    extras: Default::default(),
                }),
                metallic_factor: StrengthFactor(0.0),
                roughness_factor: StrengthFactor(1.0),
                ..Default::default()
            },
            ..Default::default()
        };
        let index = root.push(written);
        self.materials.insert((id, double_sided), index);
        Some(index)
    }

    /// A texture; none for one that is missing.
    fn texture(&mut self, id: TextureId, root: &mut Root, buffer: &mut Buffer) -> Option<Index<Texture>> {
        if let Some(known) = self.textures.get(&id) {
            return *known;
        }
        let index = self.write(id, root, buffer);
        self.textures.insert(id, index);
        index
    }

    fn write(&mut self, id: TextureId, root: &mut Root, buffer: &mut Buffer) -> Option<Index<Texture>> {
        let texture = self.scene.textures.get(id.index())?;
        let level = texture.levels.first()?;
        let (width, height) = (u16::try_from(level.width).ok()?, u16::try_from(level.height).ok()?);
        let png = png(width, height, &level.rgba).ok()?;
        let view = buffer.view(root, &png, None);
        let name = Some(texture.name.clone());
        let source = root.push(Image {
            buffer_view: Some(view),
            mime_type: Some(MimeType("image/png".to_owned())),
            name: name.clone(),
            uri: None,
            extensions: None,
            extras: Default::default(),
        });
        let sampler = *self.sampler.get_or_insert_with(|| root.push(Sampler::default()));
        Some(root.push(Texture {
            name,
            sampler: Some(sampler),
            source,
            extensions: None,
            extras: Default::default(),
        }))
    }
}

/// A display value as the amount of light that glTF wants; source: the sRGB
/// transfer function of IEC 61966-2-1.
pub fn linear(value: f32) -> f32 {
    let value = value.clamp(0.0, 1.0);
    if value <= 0.04045 { value / 12.92 } else { libm::powf((value + 0.055) / 1.055, 2.4) }
}
