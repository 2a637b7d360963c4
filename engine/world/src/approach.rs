//! Approaches: volumes in the air in which a game takes over from whoever flies into them, to land, say.
//!
//! Source: `docs/spec/zbd/engine-behaviour.md`, "14.5 Approach triggers, CS".

use crate::{NodeId, ProgramId};
use glam::{Affine3A, Mat3A, Vec3};

/// Most approaches of a world; more are left out.
pub const MOST_APPROACHES: usize = 64;

/// An approach.
#[derive(Clone, Debug, PartialEq)]
pub struct Approach {
    /// What begins.
    pub program: ProgramId,
    /// What one approaches; how it is turned is how one has to be turned.
    pub node: NodeId,
    /// It counts while this is on; always without.
    pub armed: Option<NodeId>,
    /// The node in whose space the volume is.
    pub place: NodeId,
    /// Where one has to be.
    pub volume: ApproachVolume,
    /// How far one may be turned otherwise than the node, radians; anyhow without.
    pub angle: Option<f32>,
    /// Least and greatest speed, metres a second; any without.
    pub speeds: Option<[f32; 2]>,
}

/// A volume, by the corners of the triangle that stands for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ApproachVolume {
    /// From the apex to the middle of its base, and a point on the edge of that.
    Cone([Vec3; 3]),
    /// The half of such a cone on whose side that point is.
    HalfCone([Vec3; 3]),
    /// Its middle and a point on it.
    Sphere([Vec3; 2]),
}

impl ApproachVolume {
    /// Whether a point is in it, both in the same space.
    pub fn holds(&self, point: Vec3) -> bool {
        match *self {
            ApproachVolume::Sphere([middle, edge]) => point.distance(middle) <= edge.distance(middle),
            ApproachVolume::Cone(corners) => in_cone(corners, point),
            ApproachVolume::HalfCone(corners) => {
                let [_, base, edge] = corners;
                in_cone(corners, point) && (point - base).dot(edge - base) >= 0.0
            }
        }
    }
}

fn in_cone([apex, base, edge]: [Vec3; 3], point: Vec3) -> bool {
    let axis = base - apex;
    let length = axis.length();
    if length <= 0.0 {
        return false;
    }
    let along = (point - apex).dot(axis) / length;
    let aside = (point - apex - axis * (along / length)).length();
    (0.0..=length).contains(&along) && aside <= edge.distance(base) * along / length
}

impl Approach {
    /// Whether somebody who flies fits: how fast they are in metres a second, how they are turned, where they are. `node`
    /// and `place` are where the nodes of the same names are in the world.
    pub fn fits(&self, speed: f32, turned: Mat3A, at: Vec3, node: &Affine3A, place: &Affine3A) -> bool {
        let is_fast = self.speeds.is_none_or(|[least, most]| (least..=most).contains(&speed));
        let is_turned = self.angle.is_none_or(|angle| angle_between(turned, node.matrix3) <= angle);
        is_fast && is_turned && self.volume.holds(place.inverse().transform_point3(at))
    }
}

/// How far one turn is from another, radians.
fn angle_between(from: Mat3A, to: Mat3A) -> f32 {
    let trace = |matrix: Mat3A| matrix.x_axis.x + matrix.y_axis.y + matrix.z_axis.z;
    libm::acosf(((trace(from.transpose() * to) - 1.0) * 0.5).clamp(-1.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn volumes_are_told_by_the_corners_of_a_triangle() {
        // 10 long along z, 4 wide at its end.
        let corners = [Vec3::ZERO, Vec3::Z * 10.0, Vec3::new(0.0, 4.0, 10.0)];
        let cone = ApproachVolume::Cone(corners);
        let at = |y: f32, z: f32| Vec3::new(0.0, y, z);
        // Half way it is 2 wide.
        assert_eq!([1.9, 2.1, -1.9].map(|y| cone.holds(at(y, 5.0))), [true, false, true]);
        assert_eq!([-0.1, 9.9, 10.1].map(|z| cone.holds(at(0.0, z))), [false, true, false]);
        let half = ApproachVolume::HalfCone(corners);
        assert_eq!([1.9, 2.1, -1.9].map(|y| half.holds(at(y, 5.0))), [true, false, false]);
        let sphere = ApproachVolume::Sphere([Vec3::X, Vec3::X * 4.0]);
        assert_eq!([-1.9, -2.1].map(|x| sphere.holds(Vec3::X * x)), [true, false]);
        assert!(!ApproachVolume::Cone([Vec3::ZERO; 3]).holds(Vec3::ZERO));
    }

    #[test]
    fn whoever_is_too_fast_or_turned_away_does_not_fit() {
        let own = Approach {
            program: ProgramId(0),
            node: NodeId(0),
            armed: None,
            place: NodeId(0),
            volume: ApproachVolume::Sphere([Vec3::ZERO, Vec3::X * 50.0]),
            angle: Some(0.5),
            speeds: Some([10.0, 40.0]),
        };
        let node = Affine3A::from_translation(Vec3::X * 100.0);
        let fits = |speed: f32, yaw: f32, x: f32| {
            own.fits(speed, Mat3A::from_rotation_y(yaw), Vec3::X * x, &node, &node)
        };
        assert_eq!([9.0, 10.0, 40.0, 41.0].map(|speed| fits(speed, 0.0, 100.0)), [false, true, true, false]);
        assert_eq!([0.49, -0.49, 0.51].map(|yaw| fits(20.0, yaw, 100.0)), [true, true, false]);
        assert_eq!([51.0, 49.0].map(|x| fits(20.0, 0.0, x)), [true, false]);
    }
}
