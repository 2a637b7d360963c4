//! A view of everything a level shows, for levels in which nobody can stand.

use super::start::{forward, things};
use glam::{Vec2, Vec3};
use std::f32::consts::{FRAC_PI_4, PI};
use world::space::Probe;
use world::{Aabb, CameraPose, MaterialId, Model, Scene, Sight};

/// Headings that are compared, evenly spaced.
const HEADINGS: usize = 8;
/// What a black surface counts of a white one: a side that shows something is better than its back.
const BLACK: f32 = 0.1;
/// By how much one side must be better than another: equal ones differ by rounding.
const CLEARLY: f32 = 1.001;
/// How much of the height of the picture the things fill when seen from the side of a ball around them.
const FILLED: f32 = 0.8;

/// From the side towards which most surfaces face, so far away that everything is in view; `None`
/// for a level that shows nothing.
pub(super) fn view(probe: &Probe<'_>) -> Option<CameraPose> {
    let bounds = things(probe).map(|(_, bounds)| bounds).fold(Aabb::EMPTY, Aabb::union);
    if bounds.is_empty() {
        return None;
    }
    let areas = facing(probe);
    let most =
        (0..HEADINGS).reduce(|best, next| if areas[next] > areas[best] * CLEARLY { next } else { best })?;
    let yaw = heading(most);
    let half_angle = probe.scene.camera.fov_y / 2.0;
    let apart = bounds.half().length() / (FILLED * libm::sinf(half_angle));
    let eye = bounds.center() - forward(yaw) * apart;
    eye.is_finite().then_some(CameraPose { eye, yaw, pitch: 0.0, roll: 0.0 })
}

/// Radians to the left, never more than half a turn.
fn heading(step: usize) -> f32 {
    let yaw = step as f32 * FRAC_PI_4;
    if yaw > PI { yaw - 2.0 * PI } else { yaw }
}

/// How much surface, the brighter the more, faces somebody who looks along each heading.
fn facing(probe: &Probe<'_>) -> [f32; HEADINGS] {
    let scene = probe.scene;
    let ways: [Vec3; HEADINGS] = std::array::from_fn(|step| forward(heading(step)));
    let mut areas = [0.0; HEADINGS];
    for (id, _) in things(probe) {
        let shape = probe.occurrences.shape(scene, id).and_then(|node| node.model);
        let Some(model) = shape.and_then(|model| scene.models.get(model.index())) else { continue };
        let transform = probe.occurrences.transform(id);
        for polygon in model.polygons.iter().filter(|polygon| polygon.sight == Sight::Painted) {
            let first = polygon.first_index as usize;
            let corners = model.indices.get(first..first + polygon.index_count as usize).unwrap_or_default();
            for corners in corners.chunks_exact(3) {
                let place = |corner: u32| {
                    let vertex = model.vertices.get(corner as usize);
                    transform.transform_point3(vertex.map_or(Vec3::ZERO, |vertex| vertex.position.into()))
                };
                let [a, b, c] = [corners[0], corners[1], corners[2]].map(place);
                let shade = brightness(scene, polygon.material, middle(model, corners));
                let normal = (b - a).cross(c - a) * (BLACK + (1.0 - BLACK) * shade);
                for (area, way) in areas.iter_mut().zip(ways) {
                    let towards = -normal.dot(way);
                    *area += if polygon.double_sided { towards.abs() } else { towards.max(0.0) };
                }
            }
        }
    }
    areas
}

/// The middle of a triangle on its picture.
fn middle(model: &Model, corners: &[u32]) -> Vec2 {
    let uvs = corners.iter().filter_map(|corner| model.vertices.get(*corner as usize));
    uvs.map(|vertex| Vec2::from(vertex.uv)).sum::<Vec2>() / corners.len().max(1) as f32
}

/// How bright a material is at a place of its picture, 0..=1; half where it has none.
fn brightness(scene: &Scene, material: MaterialId, uv: Vec2) -> f32 {
    let texture = scene.materials.get(material.index()).and_then(|material| material.texture);
    let texture = texture.and_then(|texture| scene.textures.get(texture.index()));
    let texel = texture.and_then(|texture| {
        let image = texture.levels.first()?;
        let at = |along: f32, size: u32| ((along - libm::floorf(along)) * size as f32) as usize;
        let place = at(uv.y, image.height) * image.width as usize + at(uv.x, image.width);
        image.rgba.get(4 * place..4 * place + 3)
    });
    texel.map_or(0.5, |texel| texel.iter().map(|channel| f32::from(*channel)).sum::<f32>() / (3.0 * 255.0))
}
