//! What is water in a world: polygons of the soil water. They let one through, as they do vehicles,
//! which stand on what lies below; down to there one wades and swims. How one swims is in the crate
//! `runtime`. Source: `docs/spec/zbd/gamez.md`, "3.2 Slots".

use glam::Vec3;
use world::{Aabb, Derived, Material, MaterialId, Model, NodeFlags, Polygon, Region, RegionKind, Scene};

/// Number of the soil.
const WATER: u8 = 1;
/// How far below its surface water reaches where there is no ground.
const DEEP_METRES: f32 = 500.0;
/// Steeper polygons are falls and fountains, which nobody swims in: the least y of a normal.
const LEVEL: f32 = 0.7;
/// Most regions; of more, the rest cannot be swum in.
const MOST: usize = 1 << 16;

/// Polygons of water stop nobody, and are seen from below, too.
pub(super) fn open(models: &mut [Model], materials: &[Material]) {
    let polygons = models.iter_mut().flat_map(|model| &mut model.polygons);
    for polygon in polygons.filter(|polygon| is_water(materials, polygon.material)) {
        polygon.solid = false;
        polygon.double_sided = true;
    }
}

fn is_water(materials: &[Material], material: MaterialId) -> bool {
    materials.get(material.index()).is_some_and(|material| material.soil == WATER)
}

/// The water below every level polygon of water, wherever its model stands at the start.
pub(super) fn regions(scene: &Scene, derived: &Derived) -> Vec<Region> {
    let depth = scene.frame.units(DEEP_METRES);
    let table = &derived.occurrences;
    let shown = table.ids().filter(|id| table.flags(*id).contains(NodeFlags::ACTIVE));
    let surfaces = shown.flat_map(|id| {
        let model = table.shape(scene, id).and_then(|node| scene.models.get(node.model?.index()));
        let transform = table.transform(id);
        model.into_iter().flat_map(move |model| {
            let wet = |polygon: &&Polygon| polygon.pass == 0 && is_water(&scene.materials, polygon.material);
            let place = |corner: Vec3| transform.transform_point3(corner);
            model.polygons.iter().filter(wet).filter_map(move |polygon| surface(model, polygon, place))
        })
    });
    surfaces.take(MOST).map(|surface| Region::below(RegionKind::Water, surface, depth)).collect()
}

/// The box around a polygon that is level enough.
fn surface(model: &Model, polygon: &Polygon, place: impl Fn(Vec3) -> Vec3) -> Option<Aabb> {
    let first = polygon.first_index as usize;
    let indices = model.indices.get(first..first + polygon.index_count as usize)?;
    let corner = |index: &u32| Some(place(model.vertices.get(*index as usize)?.position.into()));
    let corners: Vec<Vec3> = indices.iter().filter_map(corner).collect();
    let [a, b, c, ..] = corners[..] else { return None };
    let normal = (b - a).cross(c - a).normalize_or_zero();
    (normal.y.abs() >= LEVEL).then(|| Aabb::around(corners))
}
