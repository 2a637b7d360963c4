//! Rooms and parts of them while the tree is built.

use super::{Facing, Flat, Planes};
use crate::everquest::face::Face;
use glam::{DMat3, DVec3, Vec3};

/// How far from a plane a point still lies on it.
const ON_PLANE: f64 = 4e-3;

/// A convex part of a room.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub room: usize,
    /// Its planes, looking inwards, and whether each only ends it on paper.
    planes: Vec<(Facing, bool)>,
    /// Its corners.
    pub points: Vec<DVec3>,
    pub faces: Vec<Face>,
}

impl Piece {
    pub fn new(
        room: usize,
        planes: &[Facing],
        open: &[bool],
        corners: impl Iterator<Item = Vec3>,
        faces: Vec<Face>,
    ) -> Self {
        let mut points: Vec<DVec3> = Vec::new();
        for corner in corners.map(|corner| corner.as_dvec3()) {
            if points.iter().all(|point| point.distance_squared(corner) > 1e-8) {
                points.push(corner);
            }
        }
        Piece { room, planes: planes.iter().copied().zip(open.iter().copied()).collect(), points, faces }
    }

    /// Its planes behind which is something else, or nothing.
    pub fn ends(&self) -> impl Iterator<Item = Facing> + '_ {
        self.planes.iter().filter(|(_, open)| !open).map(|(facing, _)| *facing)
    }

    /// Whether it reaches in front of a plane, and behind it.
    pub fn lies(&self, flat: &Flat) -> [bool; 2] {
        let mut lies = [false; 2];
        for point in &self.points {
            let side = flat.side(*point);
            lies[0] |= side > ON_PLANE;
            lies[1] |= side < -ON_PLANE;
        }
        lies
    }

    /// The parts in front of a plane and behind it.
    pub fn cut(self, planes: &Planes, plane: usize) -> [Option<Piece>; 2] {
        let flat = planes.0[plane];
        match self.lies(&flat) {
            [true, true] => {
                let (mut near, mut far) = (Vec::new(), Vec::new());
                for face in &self.faces {
                    let [front, back] = face.clone().cut(&flat.plane());
                    near.extend(front);
                    far.extend(back);
                }
                let half = |turned: bool, faces: Vec<Face>| {
                    let mut own = self.planes.clone();
                    own.push((Facing { plane, turned }, false));
                    let points = points(planes, &own);
                    Piece { room: self.room, planes: own, points, faces }
                };
                [Some(half(false, near)), Some(half(true, far))]
            }
            [false, true] => [None, Some(self)],
            _ => [Some(self), None],
        }
    }
}

/// The corners of what is in front of all planes: where three of them meet.
fn points(planes: &Planes, own: &[(Facing, bool)]) -> Vec<DVec3> {
    let flats: Vec<Flat> = own.iter().map(|(facing, _)| planes.facing(*facing)).collect();
    let mut points: Vec<DVec3> = Vec::new();
    for a in 0..flats.len() {
        for b in a + 1..flats.len() {
            for c in b + 1..flats.len() {
                let rows = [flats[a], flats[b], flats[c]];
                let matrix = DMat3::from_cols(rows[0].normal, rows[1].normal, rows[2].normal).transpose();
                if matrix.determinant().abs() < 1e-7 {
                    continue;
                }
                let at = matrix.inverse() * -DVec3::new(rows[0].distance, rows[1].distance, rows[2].distance);
                let is_in = flats.iter().all(|flat| flat.side(at) > -ON_PLANE);
                if is_in && points.iter().all(|point| point.distance_squared(at) > 1e-6) {
                    points.push(at);
                }
            }
        }
    }
    points
}
