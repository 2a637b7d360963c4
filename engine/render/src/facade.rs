//! Models that turn to the camera.
//!
//! Source: `docs/spec/zbd/rendering.md`, "Facades (billboards)", and
//! `docs/spec/zbd/engine-behaviour.md`, "9.1 Billboards": only the orientation
//! changes, place and size stay.

use glam::{Affine3A, Mat3A, Vec3, Vec3A};
use world::{Facade, Model, Vertex};

/// Triangles looked at to find a model's front.
const FRONT_TRIANGLES: usize = 64;

/// The transform of a facade, turned to an eye at the origin of its target space. A facade whose
/// origin is the eye keeps its orientation.
pub(crate) fn turned(model: &Model, place: &Affine3A) -> Affine3A {
    let Some(facade) = model.facade else { return *place };
    let pivot = if model.facade_centroid { Vec3A::from(model.bounds.center()) } else { Vec3A::ZERO };
    let at = place.transform_point3a(pivot);
    let axes = place.matrix3;
    let size = Vec3A::new(axes.x_axis.length(), axes.y_axis.length(), axes.z_axis.length());
    let Some(turn) = orientation(facade, &axes, -at) else { return *place };
    let matrix3 = Mat3A::from_cols(turn.x_axis * size.x, turn.y_axis * size.y, turn.z_axis * size.z)
        * front(model, facade);
    Affine3A { matrix3, translation: at - matrix3 * pivot }
}

/// The way from the foot of a picture that turns to the eye, see [`Model::turning`], to one of its corners; the eye
/// is at the origin. As the shader does it.
pub(crate) fn from_foot(foot: Vec3A, vertex: &Vertex) -> Vec3A {
    let right = Vec3A::new(-foot.z, 0.0, foot.x).try_normalize().unwrap_or(Vec3A::X);
    let [aside, up] = vertex.beside_foot();
    right * aside + Vec3A::Y * up
}

/// Axes of a card whose front is +z (+y when it turns about z), facing `eye`.
fn orientation(facade: Facade, axes: &Mat3A, eye: Vec3A) -> Option<Mat3A> {
    let across = |axis: Vec3A| (eye - axis * eye.dot(axis)).try_normalize();
    Some(match facade {
        Facade::CylinderY => {
            let z = across(Vec3A::Y)?;
            Mat3A::from_cols(Vec3A::Y.cross(z), Vec3A::Y, z)
        }
        Facade::Sphere => {
            let z = eye.try_normalize()?;
            let x = Vec3A::Y.cross(z).try_normalize().unwrap_or(Vec3A::X);
            Mat3A::from_cols(x, z.cross(x), z)
        }
        Facade::CylinderX => {
            let x = axes.x_axis.try_normalize()?;
            let z = across(x)?;
            Mat3A::from_cols(x, z.cross(x), z)
        }
        Facade::CylinderZ => {
            let z = axes.z_axis.try_normalize()?;
            let y = across(z)?;
            Mat3A::from_cols(y.cross(z), y, z)
        }
    })
}

/// Half a turn for models drawn to face the other way.
fn front(model: &Model, facade: Facade) -> Mat3A {
    let corner = |index: &u32| model.vertices.get(*index as usize).map(|vertex| Vec3::from(vertex.position));
    let normal: Vec3 = model
        .indices
        .chunks_exact(3)
        .take(FRONT_TRIANGLES)
        .filter_map(|triangle| {
            let (a, b, c) = (corner(&triangle[0])?, corner(&triangle[1])?, corner(&triangle[2])?);
            Some((b - a).cross(c - a))
        })
        .sum();
    let back_to_front = match facade {
        Facade::CylinderZ if normal.y < 0.0 => Vec3::new(-1.0, -1.0, 1.0),
        Facade::CylinderX if normal.z < 0.0 => Vec3::new(1.0, -1.0, -1.0),
        Facade::CylinderY | Facade::Sphere if normal.z < 0.0 => Vec3::new(-1.0, 1.0, -1.0),
        _ => Vec3::ONE,
    };
    Mat3A::from_diagonal(back_to_front)
}
