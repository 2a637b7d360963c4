//! The triangles of a model: the first view, submesh by submesh, batch by batch. Source: `docs/spec/m2.md`,
//! "7. View" and "6. Vertex".

use super::bones;
use super::materials::{Outside, Paint};
use super::spec::Outfit;
use super::textures::{Paper, Papers};
use glam::Vec3;
use hashbrown::HashMap;
use order::Order;
use warcraft::m2::{self, Batch, View};
use world::{Aabb, Deform, Frame, MaterialId, Model, Motion, Point, Polygon, Sight, Vertex, ZoneSet};

/// Most corners of a model: many batches may show one submesh.
const MOST_CORNERS: usize = 1 << 22;
/// The group of ears, of which characters show the second choice.
const EARS: u16 = 7;
/// Matrices that are worked out to find how far a model reaches in its sequences.
const MOST_MATRICES: usize = 1 << 24;
/// Moments of a sequence that are looked at for that.
const MOMENTS: usize = 121;

/// What was left out of a mesh.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Lost {
    /// Triangles whose corners are not there.
    pub triangles: usize,
    /// Batches whose submesh is not there, or for which there is no room.
    pub batches: usize,
    /// Submeshes that no batch paints.
    pub bare: usize,
}

/// Numbers of the submeshes that are shown.
pub(super) fn shown(view: &View, outfit: &Outfit, address: &str) -> Vec<usize> {
    let mut shown = m2::Model::shown_at_first(view);
    let id = |at: usize| view.submeshes.get(at).map_or(0, |submesh| submesh.id);
    let all = || 0..view.submeshes.len();
    let mut choose = |wanted: u16| {
        shown.retain(|at| id(*at) / 100 != wanted / 100);
        shown.extend(all().filter(|at| id(*at) == wanted));
    };
    let ears = 100 * EARS + 2;
    let of_character = address.to_ascii_lowercase().split('/').any(|part| part == "character");
    if of_character && all().any(|at| id(at) == ears) && all().any(|at| id(at) == ears - 1) {
        choose(ears);
    }
    outfit.geosets.iter().for_each(|wanted| choose(*wanted));
    shown.order();
    shown
}

/// What else of the groups can be shown, by numbers.
pub(super) fn choices(view: &View, shown: &[usize]) -> Vec<u16> {
    let id = |at: usize| view.submeshes.get(at).map_or(0, |submesh| submesh.id);
    let now: Vec<u16> = shown.iter().map(|at| id(*at)).collect();
    let mut others: Vec<u16> = view
        .submeshes
        .iter()
        .map(|submesh| submesh.id)
        .filter(|id| *id >= 100 && !now.contains(id))
        .collect();
    others.order();
    others.dedup();
    others
}

/// Builds the mesh, without bounds.
pub(super) fn build(
    model: &m2::Model,
    shown: &[usize],
    frame: &Frame,
    paint: &mut Paint<'_>,
    papers: &mut Papers,
    paper: impl Fn(&m2::Texture) -> Paper,
    lost: &mut Lost,
) -> Model {
    let points = bones::points(model, frame);
    let mut made = Model { lit: true, fogged: true, ..Model::default() };
    let mut point_of = Vec::new();
    let empty = View::default();
    let view = model.views.first().unwrap_or(&empty);
    let mut batches: Vec<&Batch> = view.batches.iter().collect();
    lost.batches += batches.iter().filter(|batch| usize::from(batch.submesh) >= view.submeshes.len()).count();
    batches.retain(|batch| shown.binary_search(&batch.submesh.into()).is_ok());
    batches.order_by_key(|batch| (batch.submesh, batch.layer));
    let painted = |at: &usize| batches.binary_search_by_key(at, |batch| batch.submesh.into()).is_ok();
    lost.bare += shown.iter().filter(|at| !painted(at)).count();
    let (mut pass, mut last) = (0_u8, None);
    for batch in batches {
        let Some(submesh) = view.submeshes.get(usize::from(batch.submesh)) else { continue };
        pass = if last == Some(batch.submesh) { pass.saturating_add(1) } else { 0 };
        last = Some(batch.submesh);
        let corners = usize::from(submesh.index_count);
        if made.indices.len() + corners > MOST_CORNERS {
            lost.batches += 1;
            continue;
        }
        let used = view.drawable(Some(submesh), points.len()).flatten();
        let outside = Outside::new(used.filter_map(|number| model.vertices.get(usize::from(number))));
        let (material, double_sided) = paint.batch(batch, papers, &paper, outside);
        let (first_vertex, first_index) = (made.vertices.len() as u32, made.indices.len() as u32);
        let mut known: HashMap<u16, u32> = HashMap::new();
        for triangle in view.drawable(Some(submesh), points.len()) {
            for number in frame.corners(triangle) {
                let index = *known.entry(number).or_insert_with(|| {
                    let vertex = model.vertices.get(usize::from(number)).copied().unwrap_or_default();
                    made.vertices.push(corner(&vertex, points.get(usize::from(number))));
                    made.second_uvs.push(finite(vertex.uv2));
                    point_of.push(u32::from(number));
                    made.vertices.len() as u32 - 1
                });
                made.indices.push(index);
            }
        }
        let index_count = made.indices.len() as u32 - first_index;
        lost.triangles += (corners / 3).saturating_sub(index_count as usize / 3);
        if index_count > 0 {
            let pieces = (first_vertex, first_index, index_count);
            made.polygons.push(polygon(pieces, material, double_sided, pass));
        }
    }
    if !paint.second_uvs {
        made.second_uvs = Vec::new();
    }
    if !bones::are_still(model) {
        let skeleton = bones::skeleton(model, frame);
        made.deform = Some(Box::new(Deform { point_of, points, frames: Vec::new(), skeleton }));
    }
    made
}

fn finite(uv: [f32; 2]) -> [f32; 2] {
    uv.map(|axis| if axis.is_finite() { axis } else { 0.0 })
}

fn corner(vertex: &m2::Vertex, point: Option<&Point>) -> Vertex {
    let Point { position, normal } = point.copied().unwrap_or_default();
    Vertex {
        position: position.to_array(),
        normal: Vertex::pack_normal(normal),
        uv: finite(vertex.uv),
        color: [255; 3],
        day: 0,
    }
}

fn polygon(
    (first_vertex, first_index, index_count): (u32, u32, u32),
    material: MaterialId,
    double_sided: bool,
    pass: u8,
) -> Polygon {
    Polygon {
        first_vertex,
        first_index,
        index_count,
        material,
        layer: 0,
        double_sided,
        pass,
        sight: Sight::Painted,
        // Somebody who walks bumps into the mesh that is made for that.
        solid: false,
        zones: ZoneSet::default(),
    }
}

/// What somebody who walks bumps into: the collision mesh, which nobody sees. None for a model without one, and for
/// one whose corners are not there or are no numbers. Source: `docs/spec/m2.md`, "2. Header".
pub(super) fn collision(model: &m2::Model, frame: &Frame) -> Option<Model> {
    let places = model.collision.vertices.iter().map(|place| frame.to_engine(Vec3::from(*place)));
    let places: Vec<Vec3> = places.take(usize::from(u16::MAX) + 1).collect();
    let (triangles, _) = model.collision.triangles.as_chunks::<3>();
    let is_sound = |triangle: &&[u16; 3]| {
        triangle.iter().all(|corner| places.get(usize::from(*corner)).is_some_and(|place| place.is_finite()))
    };
    let mut made = Model::default();
    for triangle in triangles.iter().filter(is_sound).map(|triangle| frame.corners(*triangle)) {
        let [a, b, c] = triangle.map(|corner| places.get(usize::from(corner)).copied().unwrap_or_default());
        let normal = Vertex::pack_normal((b - a).cross(c - a).normalize_or(Vec3::Y));
        let first = made.vertices.len() as u32;
        made.vertices.extend([a, b, c].map(|place| Vertex {
            position: place.to_array(),
            normal,
            uv: [0.0; 2],
            color: [255; 3],
            day: 0,
        }));
        made.indices.extend([first, first + 1, first + 2]);
    }
    let index_count = made.indices.len() as u32;
    made.polygons.push(Polygon {
        sight: Sight::Unseen,
        solid: true,
        ..polygon((0, 0, index_count), MaterialId(0), true, 0)
    });
    made.bounds = Aabb::around(made.vertices.iter().map(|vertex| vertex.position.into()));
    (index_count > 0).then_some(made)
}

/// A box around a model in all of its clips.
pub(super) fn bounds<'a>(model: &Model, clips: impl ExactSizeIterator<Item = (&'a Motion, f32)>) -> Aabb {
    let rest = Aabb::around(model.vertices.iter().map(|vertex| vertex.position.into()));
    let Some(deform) = &model.deform else { return rest };
    let looked_at = MOST_MATRICES / (deform.skeleton.bones().len().max(1) * MOMENTS);
    let more = clips.len() > looked_at;
    // Bones that face the eye reach elsewhere without any clip, too.
    let still = deform.skeleton.faces().then(|| deform.bounds_of(&world::BoneMotion::default(), 0.0));
    let moved = clips.take(looked_at).filter_map(|(motion, seconds)| match motion {
        Motion::Bones(motion) => Some(deform.bounds_of(motion, seconds)),
        _ => None,
    });
    let moved = still.into_iter().chain(moved);
    let all = moved.filter(|moved| moved.min.is_finite() && moved.max.is_finite()).fold(rest, Aabb::union);
    if more && !all.is_empty() { all.padded(all.half().length()) } else { all }
}
