//! What is water in a world: polygons of the soil water. They let one through, as they do vehicles,
//! which stand on what lies below; down to there one wades and swims. How one swims is in the crate
//! `runtime`. Source: `docs/spec/zbd/gamez.md`, "3.2 Slots".

use super::definitions::Constants;
use glam::Vec3;
use world::{Aabb, Derived, Material, MaterialId, Model, NodeFlags, Polygon, Region, RegionKind, Scene};

/// Number of the soil.
const WATER: u8 = 1;
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
pub(super) fn regions(scene: &Scene, derived: &Derived, constants: &Constants) -> Vec<Region> {
    // Where there is no ground below it, it reaches so far.
    let depth = scene.frame.units(constants.number("water.deep").unwrap_or_default());
    // Steeper polygons are falls and fountains, which nobody swims in.
    let level = constants.number("water.level").unwrap_or_default();
    let table = &derived.occurrences;
    let shown = table.ids().filter(|id| table.flags(*id).contains(NodeFlags::ACTIVE));
    let surfaces = shown.flat_map(|id| {
        let model = table.shape(scene, id).and_then(|node| scene.models.get(node.model?.index()));
        let transform = table.transform(id);
        model.into_iter().flat_map(move |model| {
            let wet = |polygon: &&Polygon| polygon.pass == 0 && is_water(&scene.materials, polygon.material);
            let place = |corner: Vec3| transform.transform_point3(corner);
            model.polygons.iter().filter(wet).filter_map(move |polygon| surface(model, polygon, level, place))
        })
    });
    surfaces.take(MOST).map(|surface| Region::below(RegionKind::Water, surface, depth)).collect()
}

/// The box around a polygon whose normal has at least that y.
fn surface(model: &Model, polygon: &Polygon, level: f32, place: impl Fn(Vec3) -> Vec3) -> Option<Aabb> {
    let first = polygon.first_index as usize;
    let indices = model.indices.get(first..first + polygon.index_count as usize)?;
    let corner = |index: &u32| Some(place(model.vertices.get(*index as usize)?.position.into()));
    let corners: Vec<Vec3> = indices.iter().filter_map(corner).collect();
    let [a, b, c, ..] = corners[..] else { return None };
    let normal = (b - a).cross(c - a).normalize_or_zero();
    (normal.y.abs() >= level).then(|| Aabb::around(corners))
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::sketch::{ModelSketch, Sketch};
    use world::{Limits, State};

    #[test]
    fn level_water_reaches_down_as_far_as_its_title_says() {
        let mut sketch = Sketch::new();
        let water = sketch.material([0.0, 0.0, 1.0], WATER);
        sketch.place(ModelSketch::new().material(water).floor([0.0; 2], [4.0; 2], 3.0));
        // One that rises by 0.8 in 1: its normal has y = 1 / 1.280 6 = 0.780 9.
        sketch.place(ModelSketch::new().material(water).slope([10.0, 0.0], [15.0, 5.0], 0.0, 4.0));
        let mut scene = sketch.scene;
        scene.frame.metres_per_unit = 2.0;
        let (derived, _) = Derived::build(&scene, &State::new(&scene, 0), Limits::default().occurrences);
        let found = |deep: f32, level: f32| {
            let number = |name: &str, value: f32| {
                format!("[[constant]]\nname = \"{name}\"\nvalue = {value:?}\nevidence = \"proposal\"\n")
            };
            let text = number("water.deep", deep) + &number("water.level", level);
            regions(&scene, &derived, &toml::from_str(&text).unwrap())
        };
        let below = |min: [f32; 3], max: [f32; 3], depth: f32| {
            Region::below(RegionKind::Water, Aabb { min: min.into(), max: max.into() }, depth)
        };
        let flat = below([0.0, 3.0, 0.0], [4.0, 3.0, 4.0], 50.0);
        assert_eq!(found(100.0, 0.79), std::slice::from_ref(&flat));
        let steep = below([10.0, 0.0, 0.0], [15.0, 4.0, 5.0], 50.0);
        assert_eq!(found(100.0, 0.78), [flat, steep]);
        assert_eq!(found(8.0, 0.79), [below([0.0, 3.0, 0.0], [4.0, 3.0, 4.0], 4.0)]);
        let real = regions(&scene, &derived, Constants::of("recoil"));
        assert_eq!(real[0], below([0.0, 3.0, 0.0], [4.0, 3.0, 4.0], 250.0));
        assert_eq!(real.len(), 2);
    }
}
