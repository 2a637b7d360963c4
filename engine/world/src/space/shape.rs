//! What one occurrence collides with: its polygons, or its box.

use super::collider::{Collider, Triangle, box_triangles};
use super::index::Space;
use super::probe::{Hit, Probe};
use super::triangle::Line;
use crate::{Aabb, Model, NodeFlags, OccurrenceId, ZoneSet};
use glam::{Affine3A, DVec3, Vec3};

/// The substance of an occurrence.
pub(super) struct Shape<'a> {
    id: OccurrenceId,
    node: crate::NodeId,
    zone: Option<i8>,
    /// Node space to world space.
    pub transform: &'a Affine3A,
    inverse: Affine3A,
    model: Option<&'a Model>,
    body: Body<'a>,
}

enum Body<'a> {
    Box(Aabb),
    Polygons(&'a Collider),
}

impl<'a> Shape<'a> {
    /// None for what has no substance for the query: nothing to hit, a zone
    /// that does not exist now, or a transform without an inverse.
    pub fn of(probe: &Probe<'a>, space: &'a Space, id: OccurrenceId) -> Option<Self> {
        let node_id = probe.occurrences.node(id);
        let node = probe.occurrences.shape(probe.scene, id)?;
        let flags = probe.occurrences.flags(id);
        if flags.contains(NodeFlags::ZONE_CHECKED) && !probe.zones.shows(node.zone) {
            return None;
        }
        let transform = probe.occurrences.transform(id);
        let inverse = transform.inverse();
        if !inverse.is_finite() {
            return None;
        }
        let model = node.model.and_then(|model| probe.scene.models.get(model.index()));
        let body = if flags.contains(NodeFlags::INTERSECT_BOX) {
            let bounds =
                if node.bounds.is_empty() { model.map_or(Aabb::EMPTY, |m| m.bounds) } else { node.bounds };
            if bounds.is_empty() {
                return None;
            }
            Body::Box(bounds)
        } else {
            Body::Polygons(space.colliders().of(probe.scene, node.model?.index())?)
        };
        Some(Shape { id, node: node_id, zone: node.zone, transform, inverse, model, body })
    }

    /// A line of world space in node space; places along it stay the same.
    pub fn line(&self, origin: Vec3, direction: Vec3) -> Option<Line> {
        Line::new(self.inverse.transform_point3(origin), self.inverse.transform_vector3(direction))
    }

    /// A box of world space in node space.
    pub fn inside(&self, bounds: &Aabb) -> Aabb {
        bounds.transformed(&self.inverse)
    }

    /// Triangles in zones that exist now, near a line of node space between
    /// `from` and `to`.
    pub fn along(&self, probe: &Probe<'_>, line: &Line, from: f32, to: f32, mut each: impl FnMut(&Triangle)) {
        match &self.body {
            Body::Box(own) => box_triangles(own).iter().for_each(each),
            Body::Polygons(collider) => collider.along(line, from, to, |triangle| {
                if self.exists(probe, triangle) {
                    each(triangle);
                }
            }),
        }
    }

    /// Triangles in zones that exist now, near a box of node space.
    pub fn around(&self, probe: &Probe<'_>, bounds: &Aabb, mut each: impl FnMut(&Triangle)) {
        match &self.body {
            Body::Box(own) => box_triangles(own).iter().for_each(each),
            Body::Polygons(collider) => collider.visit(
                |min, max| bounds.touches(&Aabb { min, max }),
                |triangle| {
                    if self.exists(probe, triangle) {
                        each(triangle);
                    }
                },
            ),
        }
    }

    fn exists(&self, probe: &Probe<'_>, triangle: &Triangle) -> bool {
        let polygon = self.model.and_then(|model| model.polygons.get(triangle.polygon as usize));
        polygon.is_none_or(|polygon| probe.zones.shows_any(polygon.zones.zones()))
    }

    /// A triangle's corners in world space, relative to `start`.
    pub fn relative(&self, triangle: &Triangle, start: Vec3) -> [DVec3; 3] {
        let matrix = self.transform.matrix3;
        let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|axis| Vec3::from(axis).as_dvec3());
        let place = Vec3::from(self.transform.translation).as_dvec3() - start.as_dvec3();
        // The front stays the front where a transform mirrors.
        let mirrored = x.cross(y).dot(z) < 0.0;
        let mut corners = triangle.corners.map(|corner| {
            let corner = corner.as_dvec3();
            x * corner.x + y * corner.y + z * corner.z + place
        });
        if mirrored {
            corners.swap(1, 2);
        }
        corners
    }

    /// Unit normal to the front of a triangle in world space.
    pub fn normal(&self, triangle: &Triangle) -> Vec3 {
        let normal = self.inverse.matrix3.transpose() * glam::Vec3A::from(triangle.normal());
        Vec3::from(normal).normalize_or(Vec3::Y)
    }

    /// The answer for a place on a triangle.
    pub fn hit(&self, probe: &Probe<'_>, triangle: &Triangle, point: Vec3, normal: Vec3) -> Hit {
        let polygon = self.model.and_then(|model| model.polygons.get(triangle.polygon as usize));
        let material = polygon.map(|polygon| polygon.material);
        let own_zones = polygon.map_or(ZoneSet::default(), |polygon| polygon.zones);
        let soil = material.and_then(|material| probe.scene.materials.get(material.index()));
        Hit {
            point,
            normal,
            occurrence: self.id,
            node: self.node,
            polygon: (triangle.polygon != Triangle::BOX).then_some(triangle.polygon),
            material,
            soil: soil.map_or(0, |material| material.soil),
            zones: match (own_zones.zones(), self.zone) {
                ([], Some(zone)) => ZoneSet::new(&[zone]),
                _ => own_zones,
            },
            neighbour: None,
        }
    }
}
