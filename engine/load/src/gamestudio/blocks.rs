//! Blocks, the solid geometry of a level: a model for each way of drawing their surfaces. What is
//! water is said in `water.rs`. Source: `docs/spec/gamestudio.md`, "2.4 Light maps" and "2.6 Blocks".

use super::paint::{Paint, Skin as Paint_, Source};
use super::shape::polygon;
use super::space::place;
use super::water;
use gamestudio::pixels::Palette;
use gamestudio::wmb::Level;
use gamestudio::wmb::blocks::{Block, Skin, Triangle, Vertex as Corner, surface};
use glam::Vec3;
use order::Order;
use rayon::prelude::*;
use std::sync::Arc;
use world::{Aabb, Frame, Image, LightMapping, LightMaps, MaterialId, Model, Sight, Vertex};

/// How a surface of a block is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Drawn {
    /// Lit by the level.
    Lit,
    /// Full bright: the picture's own colours.
    Flat,
    /// Water: it sways and drifts.
    Water,
}

impl Drawn {
    const ALL: [Drawn; 3] = [Drawn::Lit, Drawn::Flat, Drawn::Water];

    fn of(skin: &Skin) -> Self {
        match skin.surface_type() {
            _ if water::is_water(skin) => Drawn::Water,
            surface::FLAT => Drawn::Flat,
            _ => Drawn::Lit,
        }
    }
}

/// What a level adds to the scene's lists of materials and light map pages.
struct Surfaces {
    /// By texture number.
    textures: Vec<MaterialId>,
    /// The same, as water.
    swaying: Vec<MaterialId>,
    plain: MaterialId,
    /// Index of the level's page 0 in the scene's list; `None` if the level has no pages.
    first_page: Option<u16>,
    pages: usize,
    /// Axes of the title.
    frame: Frame,
}

/// The models of all blocks, in file order, each with its block's number; empty
/// ones are left out.
pub(super) fn models(
    level: &Level,
    frame: &Frame,
    palette: Option<&Arc<Palette>>,
    paint: &mut Paint<'_>,
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
            (_, Some(dds)) => Some(Source::Dds(Arc::new(dds.to_vec()))),
            (Some(shape), None) => {
                let data = Arc::new(texture.data.clone());
                Some(Source::Pixels { shape, data, palette: palette.cloned() })
            }
            (None, None) => None,
        };
        paint.skin(Paint_ { name, source, color: [0.8; 3], opacity: 1.0 }, file)
    });
    let textures: Vec<MaterialId> = textures.collect();
    let swaying = water::materials(level, &textures, paint);
    let pages = level.lightmap_count();
    let first_page = add_pages(level, pages, lightmaps);
    let surfaces = Surfaces { textures, swaying, plain, first_page, pages, frame: *frame };
    level
        .blocks
        .par_iter()
        .enumerate()
        .flat_map_iter(|(number, block)| Drawn::ALL.into_iter().map(move |drawn| (number, drawn, block)))
        .map(|(number, drawn, block)| (number, model(block, drawn, &surfaces)))
        .filter(|(_, model)| !model.polygons.is_empty())
        .collect()
}

/// Adds the level's pages except the first, which is a dummy; returns the index that the first
/// would have.
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

fn model(block: &Block, drawn: Drawn, surfaces: &Surfaces) -> Model {
    let scroll = if drawn == Drawn::Water { water::DRIFT } else { [0.0; 2] };
    let mut model = Model { lit: drawn != Drawn::Flat, fogged: true, scroll, ..Model::default() };
    if block.skins.iter().all(|skin| Drawn::of(skin) != drawn) {
        return model;
    }
    let materials = if drawn == Drawn::Water { &surfaces.swaying } else { &surfaces.textures };
    let mut mapping = LightMapping::default();
    // Which block vertex became which vertex of the surface, and the surface this holds for.
    let mut known: Vec<(u32, u32)> = vec![(u32::MAX, 0); block.vertices.len()];
    let smooth = smooth_normals(block, &surfaces.frame);
    let triangles = by_skin(block);
    for (number, skin) in block.skins.iter().enumerate() {
        if Drawn::of(skin) != drawn {
            continue;
        }
        let material = usize::try_from(skin.texture).ok().and_then(|texture| materials.get(texture));
        let material = material.copied().unwrap_or(surfaces.plain);
        let page = page(skin.lightmap, skin.flags, surfaces);
        let is_smooth = skin.flags & surface::SMOOTH != 0;
        let shade = shade(skin);
        let (first_vertex, first_index) = (model.vertices.len() as u32, model.indices.len() as u32);
        for triangle in triangles.of(number) {
            let vertex = |index: u16| block.vertices.get(usize::from(index));
            let [a, b, c] = triangle.vertices;
            let (Some(at), Some(bt), Some(ct)) = (vertex(a), vertex(b), vertex(c)) else { continue };
            let flat = normal_of([at, bt, ct], &surfaces.frame);
            // The engine's front faces are counter-clockwise.
            for (index, corner) in surfaces.frame.corners([(a, at), (c, ct), (b, bt)]) {
                let normal = if is_smooth { smooth[usize::from(index)] } else { flat };
                let normal = Vertex::pack_normal(normal.normalize_or(Vec3::Y));
                let slot = &mut known[usize::from(index)];
                let same = slot.0 == number as u32
                    && model.vertices.get(slot.1 as usize).is_some_and(|known| known.normal == normal);
                if !same {
                    *slot = (number as u32, model.vertices.len() as u32);
                    model.vertices.push(Vertex {
                        position: place(&surfaces.frame, corner.position).to_array(),
                        normal,
                        uv: corner.uv,
                        color: shade,
                        day: 0,
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
        made.solid = skin.is_solid() && !water::is_water(skin);
        made.sight = match skin.surface_type() {
            surface::NONE => Sight::Unseen,
            surface::SKY => Sight::Sky,
            _ => Sight::Painted,
        };
        // Water is also seen from below.
        made.double_sided = water::is_water(skin);
        model.polygons.push(made);
        mapping.pages.push(page);
    }
    model.bounds = Aabb::around(model.vertices.iter().map(|vertex| vertex.position.into()));
    if mapping.pages.iter().any(Option::is_some) {
        model.lightmap = Some(Box::new(mapping));
    }
    model
}

/// The triangles of a block, grouped by skin.
struct BySkin<'a> {
    sorted: Vec<&'a Triangle>,
}

fn by_skin(block: &Block) -> BySkin<'_> {
    let mut sorted: Vec<&Triangle> = block.triangles.iter().collect();
    // Triangles of one skin stay in their order.
    sorted.order_by_key(|triangle| triangle.skin);
    BySkin { sorted }
}

impl<'a> BySkin<'a> {
    fn of(&self, skin: usize) -> &[&'a Triangle] {
        let first = self.sorted.partition_point(|triangle| usize::from(triangle.skin) < skin);
        let rest = &self.sorted[first..];
        &rest[..rest.partition_point(|triangle| usize::from(triangle.skin) == skin)]
    }
}

/// Brightness of a surface's own: a flat one is as bright as its picture, or darker by its ambient
/// from -100 to 0; on others the level's light falls.
fn shade(skin: &Skin) -> [u8; 3] {
    let light = if skin.surface_type() == surface::FLAT { 1.0 + skin.ambient / 100.0 } else { 1.0 };
    [(light.clamp(0.0, 1.0) * 255.0 + 0.5) as u8; 3]
}

/// The page of a surface in the scene's list.
fn page(number: i16, flags: u32, surfaces: &Surfaces) -> Option<u16> {
    let first = surfaces.first_page.filter(|_| flags & surface::NO_LIGHTMAP == 0)?;
    let number = u16::try_from(number).ok().filter(|number| *number > 0)?;
    (usize::from(number) < surfaces.pages).then(|| first.checked_add(number - 1)).flatten()
}

/// Outward normal of a clockwise triangle; its length grows with the area.
fn normal_of(corners: [&Corner; 3], frame: &Frame) -> Vec3 {
    let [a, b, c] = frame.corners(corners).map(|corner| place(frame, corner.position));
    (c - a).cross(b - a)
}

/// Per vertex of the block: the mean normal of the smooth triangles around it.
fn smooth_normals(block: &Block, frame: &Frame) -> Vec<Vec3> {
    let mut sums = vec![Vec3::ZERO; block.vertices.len()];
    if block.skins.iter().all(|skin| skin.flags & surface::SMOOTH == 0) {
        return sums;
    }
    for triangle in &block.triangles {
        let corners = triangle.vertices.map(|index| block.vertices.get(usize::from(index)));
        if let [Some(a), Some(b), Some(c)] = corners {
            let normal = normal_of([a, b, c], frame);
            triangle.vertices.iter().for_each(|index| sums[usize::from(*index)] += normal);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_triangle_is_looked_at_for_one_skin_alone() {
        const MANY: u16 = 60_000;
        let mut block = Block::cuboid([0.0; 3], [64.0; 3], Skin::flat(-1), 16, 16);
        let first = block.triangles[0];
        block.triangles = (0..MANY).rev().map(|skin| Triangle { skin, ..first }).collect();
        let by_skin = by_skin(&block);
        let looked_at: usize = (0..MANY).map(|skin| by_skin.of(skin.into()).len()).sum();
        assert_eq!(looked_at, usize::from(MANY));
    }
}
