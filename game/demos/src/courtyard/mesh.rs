//! Models of polygons that are cut into a grid, so that lamps that light corner
//! by corner have corners to light, with the light of the hour in their corners.

use crate::builders::numbers::smooth_step;
use glam::Vec3;
use world::{Aabb, MaterialId, Model, Polygon, Vertex};

/// Metres that a picture covers.
const PICTURE: f32 = 2.6;

/// A model in the making.
pub(super) struct Mesh {
    pub model: Model,
}

/// A parallelogram: one corner and the two edges from it. Its front is where
/// `along` goes right and `up` goes up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Panel {
    pub from: Vec3,
    pub along: Vec3,
    pub up: Vec3,
}

impl Mesh {
    pub fn new() -> Self {
        let model = Model { lit: true, fogged: true, bounds: Aabb::EMPTY, ..Model::default() };
        Mesh { model }
    }

    /// A polygon with a normal, a place on the picture and a colour per corner,
    /// counter-clockwise seen from the front.
    pub fn polygon(&mut self, material: MaterialId, corners: &[(Vec3, Vec3, [f32; 2], Vec3)]) -> &mut Self {
        let model = &mut self.model;
        let (first_vertex, first_index) = (model.vertices.len() as u32, model.indices.len() as u32);
        for (place, normal, uv, color) in corners {
            model.bounds.grow(*place);
            model.vertices.push(Vertex {
                position: place.to_array(),
                normal: Vertex::pack_normal(*normal),
                uv: *uv,
                color: color.to_array().map(|channel| (channel.clamp(0.0, 1.0) * 255.0).round() as u8),
                day: 0,
            });
        }
        for corner in 1..(corners.len() as u32).saturating_sub(1) {
            model.indices.extend([first_vertex, first_vertex + corner, first_vertex + corner + 1]);
        }
        model.polygons.push(Polygon {
            first_vertex,
            first_index,
            index_count: model.indices.len() as u32 - first_index,
            material,
            layer: 0,
            double_sided: false,
            pass: 0,
            sight: world::Sight::Painted,
            solid: true,
            zones: world::ZoneSet::default(),
        });
        self
    }

    /// A panel cut into a grid of at most `step` metres, its picture as large as
    /// on every other.
    pub fn panel(&mut self, material: MaterialId, panel: Panel, step: f32) -> &mut Self {
        let Panel { from, along, up } = panel;
        let normal = along.cross(up).normalize_or_zero();
        let (columns, rows) = (cuts(along.length(), step), cuts(up.length(), step));
        // Pictures lie by the world, so that neighbours go on where one ends.
        let uv = |place: Vec3| {
            if normal.y.abs() > 0.7 {
                return [place.x / PICTURE, place.z / PICTURE];
            }
            let across = Vec3::new(-normal.z, 0.0, normal.x).normalize_or(Vec3::X);
            [-place.dot(across) / PICTURE, -place.y / PICTURE]
        };
        for row in 0..rows {
            for column in 0..columns {
                let at = |right: u32, above: u32| {
                    let (u, v) =
                        ((column + right) as f32 / columns as f32, (row + above) as f32 / rows as f32);
                    let place = from + along * u + up * v;
                    (place, normal, uv(place), open_sky(place, normal))
                };
                self.polygon(material, &[at(0, 0), at(1, 0), at(1, 1), at(0, 1)]);
            }
        }
        self
    }

    /// The faces of a box, without one that lies on the ground.
    pub fn cuboid(&mut self, material: MaterialId, least: Vec3, most: Vec3, step: f32) -> &mut Self {
        let size = most - least;
        let (x, y, z) = (Vec3::X * size.x, Vec3::Y * size.y, Vec3::Z * size.z);
        let corner = |x: f32, y: f32, z: f32| least + size * Vec3::new(x, y, z);
        for (from, along, up) in [
            (corner(0.0, 0.0, 1.0), x, y),
            (corner(1.0, 0.0, 1.0), -z, y),
            (corner(1.0, 0.0, 0.0), -x, y),
            (corner(0.0, 0.0, 0.0), z, y),
            (corner(0.0, 1.0, 1.0), x, -z),
        ] {
            self.panel(material, Panel { from, along, up }, step);
        }
        if least.y > 0.0 {
            self.panel(material, Panel { from: least, along: x, up: z }, step);
        }
        self
    }

    /// What is turned about the y axis: rings of radius and height from bottom to
    /// top, seen from outside.
    pub fn turned(
        &mut self,
        material: MaterialId,
        middle: Vec3,
        rings: &[[f32; 2]],
        sides: u32,
    ) -> &mut Self {
        for pair in rings.windows(2) {
            let [[low_r, low_y], [high_r, high_y]] = [pair[0], pair[1]];
            let slope = Vec3::new(high_y - low_y, low_r - high_r, 0.0).normalize_or(Vec3::Y);
            let at = |side: u32, r: f32, y: f32| {
                let (sin, cos) = libm::sincosf(side as f32 / sides as f32 * std::f32::consts::TAU);
                let normal = Vec3::new(slope.x * cos, slope.y, slope.x * sin);
                let place = middle + Vec3::new(r * cos, y, r * sin);
                let around = (low_r.max(high_r) * std::f32::consts::TAU / PICTURE).ceil();
                let round = side as f32 / sides as f32 * around;
                (place, normal, [round, -(y + r * slope.y) / PICTURE], open_sky(place, normal))
            };
            for side in 0..sides {
                let corners = [
                    at(side + 1, low_r, low_y),
                    at(side, low_r, low_y),
                    at(side, high_r, high_y),
                    at(side + 1, high_r, high_y),
                ];
                self.polygon(material, &corners);
            }
        }
        self
    }

    /// The polygons so far are nothing that anybody runs into.
    pub fn hollow(&mut self) -> &mut Self {
        self.model.polygons.iter_mut().for_each(|polygon| polygon.solid = false);
        self
    }

    /// The polygons so far are seen from both sides.
    pub fn both_sides(&mut self) -> &mut Self {
        self.model.polygons.iter_mut().for_each(|polygon| polygon.double_sided = true);
        self
    }

    pub fn done(self) -> Model {
        self.model
    }
}

fn cuts(length: f32, step: f32) -> u32 {
    (length / step).ceil().max(1.0) as u32
}

/// How much of the sky is seen from a place: little at the foot of a wall, all of
/// it higher up. The darkest is well above nothing.
pub(super) fn open_sky(place: Vec3, normal: Vec3) -> Vec3 {
    use super::layout::{FOUNTAIN, SCREEN, YARD};
    let from_walls = (YARD[0] - place.x.abs()).min(YARD[1] - place.z.abs()).abs();
    let from_screen = {
        let out = (place - SCREEN.middle()).abs() - SCREEN.half();
        Vec3::new(out.x.max(0.0), 0.0, out.z.max(0.0)).length()
    };
    let from_fountain = (Vec3::new(place.x, 0.0, place.z) - FOUNTAIN).length() - 1.9;
    let open = if normal.y > 0.5 && place.y < 0.2 {
        let near = from_walls.min(from_screen).min(from_fountain.max(0.0));
        0.62 + 0.38 * smooth_step(0.0, 1.6, near)
    } else {
        0.60 + 0.40 * smooth_step(0.0, 1.5, place.y)
    };
    // What looks down sees the ground alone.
    let open = if normal.y < -0.2 { open * 0.75 } else { open };
    // Low light is cooler.
    Vec3::new(open * 0.98, open * 0.985, 0.06 + open * 0.94)
}
