//! Materials. Source: `docs/spec/zbd/gamez.md`, "3. Materials".

use world::{Alpha, Blend, Cycle, Material, Texture, TextureId};
use zbd::gamez::Version;
use zbd::gamez::materials::{Materials, flags};

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

/// Names of soils by number: those of the engine, then those of each game.
///
/// Source: `docs/spec/zbd/gamez.md`, "3.2 Slots".
pub(super) fn soils(version: Version) -> Vec<String> {
    let engine = ["default", "water", "seafloor", "quicksand", "lava", "fire"];
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
