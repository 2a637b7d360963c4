//! Materials: which one a polygon takes, and how each is drawn. Source: `docs/spec/zbd/gamez.md`,
//! "3. Materials" and "4.5 Polygons".

use world::{Alpha, Blend, Cycle, Material, MaterialId, Texture, TextureId};
use zbd::gamez::Version;
use zbd::gamez::materials::{Materials, flags};

/// Which material a polygon takes: the one of that number among the used slots.
pub(super) struct PolygonMaterials {
    /// By number, the colour of a material without texture, 0..=255.
    colors: Vec<Option<[f32; 3]>>,
}

impl PolygonMaterials {
    pub fn new(materials: &Materials) -> Self {
        let colors =
            materials.used().iter().map(|slot| (slot.flags & flags::TEXTURED == 0).then_some(slot.color));
        PolygonMaterials { colors: colors.collect() }
    }

    /// Number of materials to choose from.
    pub fn count(&self) -> usize {
        self.colors.len()
    }

    /// The material of a polygon's pass, of which it has a number each. Where that names no used slot
    /// it is the one after all others, which stands for a missing one, and the second value is true.
    pub fn of_pass(&self, numbers: &[i32], pass: usize) -> (MaterialId, bool) {
        let number = numbers.get(pass).and_then(|number| usize::try_from(*number).ok());
        match number.filter(|number| *number < self.count()) {
            Some(number) => (MaterialId::from(number), false),
            None => (MaterialId::from(self.count()), true),
        }
    }

    /// Colour of a material without texture, 0..=255.
    pub fn plain_color(&self, id: MaterialId) -> Option<[f32; 3]> {
        self.colors.get(id.index()).copied().flatten()
    }
}

/// The used slots as materials, then one more for polygons without a valid material.
pub(super) fn build(materials: &Materials, textures: usize) -> Vec<Material> {
    let texture =
        |index: i32| usize::try_from(index).ok().filter(|index| *index < textures).map(TextureId::from);
    let mut built: Vec<Material> = materials
        .with_cycles()
        .map(|(slot, cycle)| {
            let opacity = f32::from(slot.alpha) / 255.0;
            if slot.flags & flags::TEXTURED == 0 {
                return Material {
                    color: slot.color.map(|channel| (channel / 255.0).clamp(0.0, 1.0)),
                    opacity,
                    blend: if slot.alpha == 255 { Blend::Opaque } else { Blend::Alpha },
                    soil: soil(slot.soil),
                    ..Material::default()
                };
            }
            let cycle = cycle.and_then(|cycle| {
                let textures: Vec<_> = cycle.textures.iter().filter_map(|index| texture(*index)).collect();
                (!textures.is_empty()).then(|| Cycle {
                    start: cycle.info.current_frame.clamp(0, textures.len() as i32 - 1) as f32,
                    textures,
                    offsets: Vec::new(),
                    speed: cycle.info.speed,
                    looping: cycle.info.looping != 0,
                })
            });
            let first = cycle.as_ref().and_then(|cycle| cycle.textures.first().copied());
            Material {
                opacity,
                texture: first.or_else(|| texture(slot.texture_index)),
                cycle,
                soil: soil(slot.soil),
                ..Material::default()
            }
        })
        .collect();
    built.push(missing());
    built
}

/// The material of polygons without a valid material.
fn missing() -> Material {
    Material { name: "missing".to_owned(), color: [1.0, 0.0, 1.0], ..Material::default() }
}

/// Kinds of ground that the engine itself knows; those of a game come behind them.
pub(super) const BUILT_IN_SOILS: usize = 6;

/// Names of soils by number: those of the engine, then those of each game.
///
/// Source: `docs/spec/zbd/gamez.md`, "3.2 Slots".
pub(super) fn soils(version: Version) -> Vec<String> {
    let engine: [&str; BUILT_IN_SOILS] = ["default", "water", "seafloor", "quicksand", "lava", "fire"];
    let own: &[&str] = match version {
        Version::Recoil => &[],
        Version::MechWarrior3 | Version::PiratesMoon => {
            &["dirt", "mud", "grass", "concrete", "snow", "mech", "silt", "noslip"]
        }
        Version::CrimsonSkies => {
            &["player", "enemy", "airstrip", "opensesame", "death", "buildings", "dzone", "dirt"]
        }
    };
    engine.iter().chain(own).map(|name| (*name).to_owned()).collect()
}

fn soil(soil: u32) -> u8 {
    u8::try_from(soil).unwrap_or(0)
}

/// Textures decide how textured materials mix: simple alpha cuts out, full
/// alpha blends. Source: `docs/spec/zbd/rendering.md`, "Textures with alpha".
pub(super) fn settle_blending(materials: &mut [Material], textures: &[Texture]) {
    for material in materials {
        let Some(texture) = material.texture.and_then(|id| textures.get(id.index())) else { continue };
        material.name.clone_from(&texture.name);
        material.blend = match texture.alpha {
            Alpha::Full => Blend::Alpha,
            _ if material.opacity < 1.0 => Blend::Alpha,
            Alpha::Keyed => Blend::Cutout,
            Alpha::None => Blend::Opaque,
        };
    }
}
