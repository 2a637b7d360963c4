//! Blocks: one node each, of one model that takes light and one that does not.
//! Source: `spec/gamestudio.md`, "2.4 Light maps" and "2.6 Blocks".

use super::paint::{Paint, Skin as Paint_, Source};
use super::shape::polygon;
use super::space::place;
use gamestudio::pixels::Palette;
use gamestudio::wmb::Level;
use gamestudio::wmb::blocks::{Block, Vertex as Corner, surface};
use glam::Vec3;
use rayon::prelude::*;
use std::sync::Arc;
use world::{Aabb, Image, LightMapping, LightMaps, MaterialId, Model, Sight, Vertex};

/// What a level adds to the scene's lists of materials and pages.
struct Surfaces {
    /// By number of texture.
    textures: Vec<MaterialId>,
    plain: MaterialId,
    /// Page 0 of the level in the scene's list; `None` without any pages.
    first_page: Option<u16>,
    pages: usize,
}

/// The models of all blocks, in file order, each with its block's number; empty
/// ones are left out.
pub(super) fn models(
    level: &Level,
    palette: Option<&Arc<Palette>>,
    paint: &mut Paint,
    lightmaps: &mut LightMaps,
    file: &str,
) -> Vec<(usize, Model)> {
    if level.blocks.is_empty() {
        return Vec::new();
    }
    let plain = paint.plain();
    let textures = level.textures.iter().map(|texture| {
        let Some(texture) = texture else { return plain };
        let name = texture.name.text();
        let source = match (texture.shape(), texture.dds()) {
            (_, Some(dds)) => Some(Source::Dds(dds.to_vec())),
            (Some(shape), None) => {
                Some(Source::Pixels { shape, data: texture.data.clone(), palette: palette.cloned() })
            }
            (None, None) => None,
        };
        paint.skin(Paint_ { name, source, color: [0.8; 3], opacity: 1.0 }, file)
    });
    let textures = textures.collect();
    let pages = level.lightmap_count();
    let first_page = add_pages(level, pages, lightmaps);
    let surfaces = Surfaces { textures, plain, first_page, pages };
    level
        .blocks
        .par_iter()
        .enumerate()
        .flat_map_iter(|(number, block)| [true, false].into_iter().map(move |lit| (number, lit, block)))
        .map(|(number, lit, block)| (number, model(block, lit, &surfaces)))
        .filter(|(_, model)| !model.polygons.is_empty())
        .collect()
}

/// Adds the level's pages but for the first, a dummy; returns where the first
/// would be.
fn add_pages(level: &Level, count: usize, lightmaps: &mut LightMaps) -> Option<u16> {
    let side = level.lightmap_page_size();
    let used = level.blocks.iter().flat_map(|block| &block.skins).any(|skin| skin.lightmap > 0);
    if count < 2 || !used {
        return None;
    }
    let first = lightmaps.pages.len();
    let pages: Vec<Image> = (1..count)
        .into_par_iter()
        .map(|page| {
            let rgba = level.lightmap_rgba8(page).unwrap_or_default();
            Image { width: side, height: side, rgba }
        })
        .collect();
    lightmaps.pages.extend(pages);
    u16::try_from(first).ok()
}

fn model(block: &Block, lit: bool, surfaces: &Surfaces) -> Model {
    let mut model = Model { lit, fogged: true, ..Model::default() };
    let mut mapping = LightMapping::default();
    // Which vertex of the block is which of the surface, and the surface for
    // which that holds.
    let mut known: Vec<(u32, u32)> = vec![(u32::MAX, 0); block.vertices.len()];
    let smooth = smooth_normals(block);
    for (number, skin) in block.skins.iter().enumerate() {
        // Flat surfaces are as bright as their picture; invisible walls go with
        // the others.
        let takes_light = skin.surface_type() != surface::FLAT;
        if takes_light != lit {
            continue;
        }
        let material = usize::try_from(skin.texture).ok().and_then(|texture| surfaces.textures.get(texture));
        let material = material.copied().unwrap_or(surfaces.plain);
        let page = page(skin.lightmap, skin.flags, surfaces);
        let is_smooth = skin.flags & surface::SMOOTH != 0;
        let (first_vertex, first_index) = (model.vertices.len() as u32, model.indices.len() as u32);
        for triangle in &block.triangles {
            let vertex = |index: u16| block.vertices.get(usize::from(index));
            let [a, b, c] = triangle.vertices;
            let (Some(at), Some(bt), Some(ct)) = (vertex(a), vertex(b), vertex(c)) else { continue };
            if usize::from(triangle.skin) != number {
                continue;
            }
            let flat = normal_of([at, bt, ct]);
            // The engine's fronts run against the clock.
            for (index, corner) in [(a, at), (c, ct), (b, bt)] {
                let normal = if is_smooth { smooth[usize::from(index)] } else { flat };
                let normal = Vertex::pack_normal(normal.normalize_or(Vec3::Y));
                let slot = &mut known[usize::from(index)];
                let same = slot.0 == number as u32
                    && model.vertices.get(slot.1 as usize).is_some_and(|known| known.normal == normal);
                if !same {
                    *slot = (number as u32, model.vertices.len() as u32);
                    model.vertices.push(Vertex {
                        position: place(corner.position).to_array(),
                        normal,
                        material: material.0 as u16,
                        uv: corner.uv,
                        color: [255; 3],
                        layer: 0,
                    });
                    mapping.uvs.push(corner.lightmap_uv);
                }
                model.indices.push(slot.1);
            }
        }
        let index_count = model.indices.len() as u32 - first_index;
        if index_count == 0 {
            continue;
        }
        let mut made = polygon(first_vertex, first_index, index_count, material.index());
        made.solid = skin.is_solid() && skin.surface_type() != surface::TURBULENCE;
        made.sight = match skin.surface_type() {
            surface::NONE => Sight::Unseen,
            surface::SKY => Sight::Sky,
            _ => Sight::Painted,
        };
        // Water is looked at from below, too.
        made.double_sided = skin.surface_type() == surface::TURBULENCE;
        model.polygons.push(made);
        mapping.pages.push(page);
    }
    model.bounds = Aabb::around(model.vertices.iter().map(|vertex| vertex.position.into()));
    if mapping.pages.iter().any(Option::is_some) {
        model.lightmap = Some(Box::new(mapping));
    }
    model
}

/// The page of a surface in the scene's list.
fn page(number: i16, flags: u32, surfaces: &Surfaces) -> Option<u16> {
    let first = surfaces.first_page.filter(|_| flags & surface::NO_LIGHTMAP == 0)?;
    let number = u16::try_from(number).ok().filter(|number| *number > 0)?;
    (usize::from(number) < surfaces.pages).then(|| first.checked_add(number - 1)).flatten()
}

/// Outwards of a triangle that runs with the clock; as long as it is large.
fn normal_of([a, b, c]: [&Corner; 3]) -> Vec3 {
    let [a, b, c] = [a, b, c].map(|corner| place(corner.position));
    (c - a).cross(b - a)
}

/// Per vertex of the block: the mean of the smooth triangles around it.
fn smooth_normals(block: &Block) -> Vec<Vec3> {
    let mut sums = vec![Vec3::ZERO; block.vertices.len()];
    if block.skins.iter().all(|skin| skin.flags & surface::SMOOTH == 0) {
        return sums;
    }
    for triangle in &block.triangles {
        let corners = triangle.vertices.map(|index| block.vertices.get(usize::from(index)));
        if let [Some(a), Some(b), Some(c)] = corners {
            let normal = normal_of([a, b, c]);
            triangle.vertices.iter().for_each(|index| sums[usize::from(*index)] += normal);
        }
    }
    sums
}
