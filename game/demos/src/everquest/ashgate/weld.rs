//! Corners of faces that end in the middle of another's edge become corners of
//! that, too: else there would be cracks of the width of a step.

use crate::everquest::face::{Corner, Face};
use glam::Vec3;
use std::collections::BTreeMap;

/// How far from an edge a corner still is on it.
const ON_EDGE: f32 = 0.02;
/// Corners nearer to the end of an edge are its end.
const END: f32 = 0.1;
/// Length of the boxes by which corners are found.
const BOX: f32 = 8.0;

/// All corners by the box that they are in.
type Corners = BTreeMap<[i32; 3], Vec<Vec3>>;

fn box_of(place: Vec3) -> [i32; 3] {
    (place / BOX).floor().to_array().map(|part| part as i32)
}

/// Adds what is missing to the faces of all rooms.
pub(super) fn weld(faces: &mut [Vec<Face>]) {
    let mut corners = Corners::new();
    for place in faces.iter().flatten().flat_map(Face::places) {
        let known = corners.entry(box_of(place)).or_default();
        if known.iter().all(|other| other.distance_squared(place) > ON_EDGE * ON_EDGE) {
            known.push(place);
        }
    }
    for face in faces.iter_mut().flatten() {
        let mut welded: Vec<Corner> = Vec::with_capacity(face.corners.len());
        for (index, from) in face.corners.iter().enumerate() {
            let to = face.corners[(index + 1) % face.corners.len()];
            welded.push(*from);
            welded.extend(between(&corners, from, &to));
        }
        face.corners = welded;
    }
}

/// Corners on an edge, from its start to its end.
fn between(corners: &Corners, from: &Corner, to: &Corner) -> Vec<Corner> {
    let (low, high) = (from.place.min(to.place) - ON_EDGE, from.place.max(to.place) + ON_EDGE);
    let way = to.place - from.place;
    let length = way.length();
    let mut found: Vec<(f32, Vec3)> = Vec::new();
    let ([x0, y0, z0], [x1, y1, z1]) = (box_of(low), box_of(high));
    for x in x0..=x1 {
        for y in y0..=y1 {
            for (_, places) in corners.range([x, y, z0]..=[x, y, z1]) {
                for place in places {
                    let along = (*place - from.place).dot(way) / length;
                    let off = (*place - from.place - way * (along / length)).length();
                    if off < ON_EDGE && along > END && along < length - END {
                        found.push((along, *place));
                    }
                }
            }
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.dedup_by(|a, b| (a.0 - b.0).abs() < END);
    let corner = |(along, place): (f32, Vec3)| {
        let t = along / length;
        let normal = from.normal.lerp(to.normal, t).normalize_or(from.normal);
        Corner { place, uv: from.uv.lerp(to.uv, t), normal }
    };
    found.into_iter().map(corner).collect()
}
