//! The four views of a model: the same triangles, in submeshes of ever fewer bones, for graphics cards that could take
//! no more. Source: `docs/spec/m2.md`, "7. View".

use super::shape::{Part, Shape};
use glam::Vec3;
use warcraft::m2::{Submesh, View};

/// Bones that a submesh may have in each of the views.
pub(super) const LIMITS: [usize; 4] = [256, 75, 53, 21];

/// A piece of a part, with few enough bones.
struct Piece<'s> {
    part: usize,
    geoset: u16,
    bones: Vec<u16>,
    triangles: Vec<&'s [u16; 3]>,
}

/// The bones that the corners of a triangle follow.
fn bones_of(shape: &Shape, triangle: &[u16; 3]) -> Vec<u16> {
    let mut bones: Vec<u16> = Vec::new();
    for corner in triangle {
        let hold = shape.points[usize::from(*corner)].hold;
        let pairs = hold.bones.into_iter().zip(hold.weights).filter(|(_, weight)| *weight > 0);
        for bone in pairs.map(|(bone, _)| u16::from(bone)) {
            if !bones.contains(&bone) {
                bones.push(bone);
            }
        }
    }
    bones
}

fn pieces<'s>(shape: &Shape, number: usize, part: &'s Part, limit: usize) -> Vec<Piece<'s>> {
    let mut pieces: Vec<Piece<'s>> = Vec::new();
    for triangle in &part.triangles {
        let bones = bones_of(shape, triangle);
        let more = |piece: &Piece<'_>| bones.iter().filter(|bone| !piece.bones.contains(bone)).count();
        let fits = |piece: &&mut Piece<'_>| piece.bones.len() + more(piece) <= limit;
        let piece = match pieces.iter_mut().find(fits) {
            Some(piece) => piece,
            None => {
                let geoset = part.geoset;
                pieces.push(Piece { part: number, geoset, bones: Vec::new(), triangles: Vec::new() });
                let last = pieces.len() - 1;
                &mut pieces[last]
            }
        };
        for bone in bones {
            if !piece.bones.contains(&bone) {
                piece.bones.push(bone);
            }
        }
        piece.triangles.push(triangle);
    }
    pieces
}

/// A view, and of each of its submeshes the part that it is of. Bones of submeshes are added to the look-up.
pub(super) fn view(shape: &Shape, limit: usize, lookup: &mut Vec<u16>) -> (View, Vec<usize>) {
    let mut view = View { bone_limit: limit as u32, ..View::default() };
    let mut parts = Vec::new();
    let all = shape.parts.iter().enumerate().flat_map(|(number, part)| pieces(shape, number, part, limit));
    for mut piece in all {
        piece.bones.sort_unstable();
        let first_vertex = view.indices.len();
        let first_corner = view.triangles.len();
        for corner in piece.triangles.iter().copied().flatten() {
            let own = &view.indices[first_vertex..];
            let place = own.iter().position(|known| known == corner).unwrap_or(own.len());
            if place == own.len() {
                view.indices.push(*corner);
            }
            view.triangles.push((first_vertex + place) as u16);
        }
        let points = || view.indices[first_vertex..].iter().map(|index| shape.points[usize::from(*index)]);
        let count = view.indices.len() - first_vertex;
        let centre = points().map(|point| point.place).sum::<Vec3>() / count.max(1) as f32;
        let radius = points().map(|point| point.place.distance(centre)).fold(0.0, f32::max);
        let influences =
            points().map(|point| point.hold.weights.iter().filter(|weight| **weight > 0).count());
        view.submeshes.push(Submesh {
            id: piece.geoset,
            level: 0,
            first_vertex: first_vertex as u16,
            vertex_count: count as u16,
            first_index: first_corner as u16,
            index_count: (view.triangles.len() - first_corner) as u16,
            bone_count: piece.bones.len() as u16,
            first_bone: window(lookup, &piece.bones),
            influences: influences.max().unwrap_or(1) as u16,
            root_bone: piece.bones.first().copied().unwrap_or(0),
            centre: centre.to_array(),
            sort_centre: centre.to_array(),
            sort_radius: radius,
        });
        parts.push(piece.part);
    }
    (view, parts)
}

/// Where a run of entries is in a look-up; it is added where it is not.
pub(super) fn window<T: PartialEq + Copy>(lookup: &mut Vec<T>, run: &[T]) -> u16 {
    let there = lookup.windows(run.len().max(1)).position(|part| part == run);
    let place = there.unwrap_or_else(|| {
        lookup.extend_from_slice(run);
        lookup.len() - run.len()
    });
    place as u16
}
