//! Models: polygons become triangles with corners of their own. Which material a polygon takes is
//! said in `materials.rs`.
//! Source: `docs/spec/zbd/gamez.md`, "4. Models"; `docs/spec/zbd/rendering.md`,
//! "Triangulation" and "Vertex colours and lighting".

use super::MATERIAL_MISSING;
use super::materials::PolygonMaterials;
use crate::axes;
use binary::{Finding, Severity};
use glam::Vec3;
use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};
use rayon::prelude::*;
use std::hash::BuildHasher;
use world::{
    Aabb, Deform, DeformFrame, Facade, Frame, Model, Point, PointLight, Polygon, Sight, Vertex, ZoneSet,
};
use zbd::gamez::Version;
use zbd::gamez::materials::Materials;
use zbd::gamez::models::{self, ModelSlot, Models, PolygonView, flags};

/// One model per slot, so that a slot is a model's number; free slots become empty models. The
/// container's models are freed as they are converted.
pub(super) fn build(
    models: Models,
    version: Version,
    frame: &Frame,
    materials: &Materials,
    file: &str,
    findings: &mut Vec<Finding>,
) -> Vec<Model> {
    let choice = PolygonMaterials::new(materials);
    let built: Vec<(Model, bool)> = models
        .slots
        .into_par_iter()
        .map(|slot| match slot {
            ModelSlot::Used(model) => {
                let (mut made, morphs, lacks) = convert(&model, version, &choice);
                axes::model(frame, &mut made);
                morph(&mut made, &morphs, model.info.morph_factor, frame);
                (made, lacks)
            }
            ModelSlot::Free { .. } => (Model::default(), false),
        })
        .collect();
    let lacking = built.iter().filter(|(_, lacks)| *lacks).count();
    if let Some(first) = built.iter().position(|(_, lacks)| *lacks) {
        let mut finding = Finding::new(
            &MATERIAL_MISSING,
            Severity::Warning,
            file,
            format_args!("a material below {}", choice.count()),
            format_args!("polygons without one, in {lacking} models"),
        );
        finding.path = format!("model {first}");
        findings.push(finding);
    }
    built.into_iter().map(|(model, _)| model).collect()
}

/// A model in the game's axes, the offset of each of its vertices for a morph of 1 or none at all, and
/// whether a polygon lacks its material.
fn convert(source: &models::Model, version: Version, choice: &PolygonMaterials) -> (Model, Vec<Vec3>, bool) {
    let corners = source.vertex_indices.len();
    let mut model = Model {
        vertices: Vec::with_capacity(corners),
        indices: Vec::with_capacity(corners.saturating_sub(2 * source.polygon_infos.len()) * 3),
        polygons: Vec::with_capacity(source.polygon_infos.len()),
        lights: source.lights.iter().map(point_light).collect(),
        facade: facade(&source.info, version),
        facade_centroid: source.info.flags & flags::FACADE_CENTROID != 0 && version != Version::Recoil,
        lit: source.info.flags & flags::LIGHTING != 0,
        fogged: source.info.flags & flags::FOG != 0,
        scroll: [source.info.tex_scroll_u, source.info.tex_scroll_v],
        bounds: Aabb::EMPTY,
        ..Model::default()
    };
    let has_morphs = !source.morphs.is_empty() && source.morphs.len() == source.vertices.len();
    let mut morphs = Vec::new();
    let mut lacks = false;
    let normals: Vec<[i16; 3]> = source.normals.iter().map(|normal| packed(*normal)).collect();
    let mut repeats = Repeats::among(source.polygon_infos.len());
    for view in source.polygons(version) {
        if source.polygon_infos.len() > 1 && repeats.is_repeated(&view) {
            continue;
        }
        for pass in 0..view.materials.len().max(1) {
            lacks |= add_polygon(&mut model, source, &normals, &view, pass, version, choice);
            if has_morphs {
                morphs.extend(view.vertex_indices.iter().map(|index| {
                    source.morphs.get(*index as usize).copied().map_or(Vec3::ZERO, Vec3::from_array)
                }));
            }
        }
    }
    let points = model.lights.iter().flat_map(|light| light.points.iter().copied());
    model.bounds =
        Aabb::around(model.vertices.iter().map(|vertex| Vec3::from_array(vertex.position)).chain(points));
    model.marker = version == Version::CrimsonSkies
        && model.indices.len() == 3
        && model.polygons.iter().all(|polygon| choice.plain_color(polygon.material).is_some());
    (model, morphs, lacks)
}

/// Gives a model the shape that a morph of 1 has, as its second frame.
///
/// Source: `docs/spec/zbd/engine-behaviour.md`, "9.2 Morph".
fn morph(model: &mut Model, offsets: &[Vec3], factor: f32, frame: &Frame) {
    if offsets.is_empty() || offsets.len() != model.vertices.len() {
        return;
    }
    let point =
        |vertex: &Vertex| Point { position: Vec3::from_array(vertex.position), normal: vertex.normal() };
    let points: Vec<Point> = model.vertices.iter().map(point).collect();
    let moved = |(number, (point, offset)): (u32, (&Point, &Vec3))| {
        let position = point.position + frame.to_engine(*offset);
        (*offset != Vec3::ZERO && position.is_finite()).then_some((number, Point { position, ..*point }))
    };
    let moved: Vec<(u32, Point)> = (0..).zip(points.iter().zip(offsets)).filter_map(moved).collect();
    let frames = vec![DeformFrame::default(), DeformFrame { moved, ..DeformFrame::default() }];
    let point_of = (0..points.len() as u32).collect();
    let deform = Deform { point_of, points, frames, ..Deform::default() };
    model.bounds = model.bounds.union(deform.bounds());
    model.deform = Some(Box::new(deform));
    model.morph = Some(if factor.is_finite() { factor.clamp(0.0, 1.0) } else { 0.0 });
}

/// Finds polygons that are exactly as an earlier one of their model: retail MechWarrior 3 models
/// hold some. The table holds numbers instead of polygons, so that the table of a large model stays
/// in the processor's cache.
struct Repeats<'a> {
    polygons: Vec<(&'a [u32], &'a [i32], u32, i32)>,
    numbers: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl<'a> Repeats<'a> {
    fn among(count: usize) -> Self {
        Repeats {
            polygons: Vec::with_capacity(count),
            numbers: HashTable::with_capacity(count),
            hasher: DefaultHashBuilder::default(),
        }
    }

    /// True when this one was there before.
    fn is_repeated(&mut self, view: &PolygonView<'a>) -> bool {
        let this = (view.vertex_indices, view.materials, view.info.bits, view.info.priority);
        let Ok(number) = u32::try_from(self.polygons.len()) else { return false };
        let hash = self.hasher.hash_one(this);
        let same = |number: &u32| self.polygons[*number as usize] == this;
        let again = |number: &u32| self.hasher.hash_one(self.polygons[*number as usize]);
        match self.numbers.entry(hash, same, again) {
            Entry::Occupied(_) => true,
            Entry::Vacant(free) => {
                free.insert(number);
                self.polygons.push(this);
                false
            }
        }
    }
}

/// A normal as a vertex has it.
fn packed(normal: [f32; 3]) -> [i16; 3] {
    Vertex::pack_normal(Vec3::from_array(normal).normalize_or_zero())
}

/// 0 to 255, to the nearest, halves up; NaN is 0.
fn channel(value: f32) -> u8 {
    let value = value.clamp(0.0, 255.0);
    let whole = value as u8;
    whole + u8::from(value - f32::from(whole) >= 0.5)
}

/// Adds one pass of a polygon; true when it lacks a valid material.
fn add_polygon(
    model: &mut Model,
    source: &models::Model,
    normals: &[[i16; 3]],
    view: &PolygonView<'_>,
    pass: usize,
    version: Version,
    choice: &PolygonMaterials,
) -> bool {
    let (material, lacks) = choice.of_pass(view.materials, pass);
    let corners = view.vertex_indices.len();
    let first_vertex = model.vertices.len();
    let layer = view.info.priority.clamp(-50, 50) as i8;
    let position = |corner: usize| {
        let index = view.vertex_indices.get(corner).map_or(0, |index| *index as usize);
        source.vertices.get(index).copied().map_or(Vec3::ZERO, Vec3::from_array)
    };
    let flat = if view.normal_indices.is_none() { flat_normal(corners, position) } else { [0; 3] };
    // The vertex colours of an untextured polygon may repeat its material's colour; it must not be
    // multiplied twice.
    let repeats_color = match (choice.plain_color(material), view.colors) {
        (Some(color), Some(colors)) => colors.iter().all(|corner| *corner == color),
        _ => false,
    };
    let uvs = view.uvs.and_then(|uvs| uvs.get(pass * corners..(pass + 1) * corners));
    for corner in 0..corners {
        let normal = match view.normal_indices {
            Some(indices) => {
                let index = indices.get(corner).map_or(0, |index| *index as usize);
                normals.get(index).copied().unwrap_or_else(|| Vertex::pack_normal(Vec3::Y))
            }
            None => flat,
        };
        let color = match view.colors.and_then(|colors| colors.get(corner)) {
            Some(color) if !repeats_color => color.map(channel),
            _ => [255; 3],
        };
        model.vertices.push(Vertex {
            position: position(corner).to_array(),
            normal,
            uv: uvs.and_then(|uvs| uvs.get(corner)).copied().unwrap_or_default(),
            color,
            day: 0,
        });
    }
    let first_index = model.indices.len();
    let base = first_vertex as u32;
    for i in 0..corners.saturating_sub(2) as u32 {
        let triangle = match (view.tri_strip, i % 2) {
            (false, _) => [0, i + 1, i + 2],
            (true, 0) => [i, i + 1, i + 2],
            (true, _) => [i, i + 2, i + 1],
        };
        model.indices.extend(triangle.map(|corner| base + corner));
    }
    model.polygons.push(Polygon {
        first_vertex: base,
        first_index: first_index as u32,
        index_count: (model.indices.len() - first_index) as u32,
        material,
        layer,
        double_sided: view.show_backface,
        pass: pass.min(255) as u8,
        sight: Sight::Painted,
        solid: true,
        zones: zones(view, version),
    });
    lacks
}

/// The zones of a polygon. In Crimson Skies -1 means none, like an empty list: there the weather at
/// the camera decides the zone, not the ground.
fn zones(view: &PolygonView<'_>, version: Version) -> ZoneSet {
    let zones = || view.zones.zones();
    if version == Version::CrimsonSkies && zones().any(|zone| zone == -1) {
        return ZoneSet::default();
    }
    zones().collect()
}

/// The normal of the corner loop; of a strip too, since all its triangles face as the first.
fn flat_normal(corners: usize, position: impl Fn(usize) -> Vec3) -> [i16; 3] {
    let a = position(0);
    let normal = (1..corners.saturating_sub(1))
        .map(|corner| (position(corner) - a).cross(position(corner + 1) - a))
        .find(|normal| normal.length_squared() > 0.0)
        .unwrap_or(Vec3::Y);
    Vertex::pack_normal(normal.normalize_or_zero())
}

fn facade(info: &models::ModelInfo, version: Version) -> Option<Facade> {
    // Recoil has a flag where the later games have a mode.
    const RECOIL_SPHERICAL: u32 = 0x10;
    if info.model_type != 1 {
        return None;
    }
    let mode = match version {
        Version::Recoil => u32::from(info.flags & RECOIL_SPHERICAL != 0),
        _ => info.facade_mode,
    };
    Some(match mode {
        1 => Facade::Sphere,
        2 => Facade::CylinderX,
        3 => Facade::CylinderZ,
        _ => Facade::CylinderY,
    })
}

fn point_light(light: &models::PointLight) -> PointLight {
    PointLight {
        points: light.vertices.iter().copied().map(Vec3::from_array).collect(),
        color: light.info.color.map(|channel| (channel / 255.0).clamp(0.0, 1.0)),
        fade_near: light.info.fade_near,
        fade_far: light.info.fade_far,
        fade_slope: light.info.fade_slope,
        blink: (light.info.unk04 != 0 && light.info.unk08 > 0.0).then_some(light.info.unk08),
        max_pixels: light.info.unk64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_rounded_as_by_hand() {
        let cases =
            [(0.0, 0), (0.499_999_97, 0), (0.5, 1), (1.49, 1), (254.5, 255), (255.0, 255), (300.0, 255)];
        for (value, wanted) in cases {
            assert_eq!(channel(value), wanted, "{value}");
        }
        assert_eq!([-3.0, f32::NEG_INFINITY, f32::NAN].map(channel), [0; 3]);
        for step in 0..=255 * 64 {
            let value = step as f32 / 64.0;
            assert_eq!(channel(value), value.round() as u8, "{value}");
        }
    }
}
