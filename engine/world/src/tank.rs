//! A tank: the numbers of its law, and where it is. How it moves is in the crate `runtime`, `vehicles/tank.rs`.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "Part A — Recoil tank".

use crate::{CameraMode, NodeId, Walker};
use glam::{Affine3A, Mat3A, Vec3};
use serde::{Deserialize, Serialize};

/// The numbers of a tank's law: units of the game, radians, seconds. They come from a game's definitions and, where
/// these say nothing, from the constants of its program.
#[derive(Clone, Debug, PartialEq)]
pub struct TankLaw {
    /// Its name.
    pub name: Box<str>,
    /// The node that shows it.
    pub node: Option<NodeId>,
    /// Units/s², and the fastest speed in units/s.
    pub rates: [f32; 2],
    /// Radians/s², and the fastest turn in radians/s.
    pub turns: [f32; 2],
    /// How fast a turn fades away that nobody asks for, 1/s.
    pub turn_damping: f32,
    /// How fast speed fades away, 1/s: coasting, driving.
    pub rate_damping: [f32; 2],
    /// Side acceleration above which the tracks lose their grip, units/s²; how fast sliding fades away, 1/s.
    pub friction: [f32; 2],
    /// How fast it takes on another attitude, 1/s.
    pub attitude_damping: f32,
    /// Units/s².
    pub gravity: f32,
    /// The part of it that counts under water, and in quicksand.
    pub light_gravity: [f32; 2],
    /// Least y of the normal of ground that it climbs, and what is left of its drive on steeper ground.
    pub slope: [f32; 2],
    /// Points that stand on the ground, in the space of the body: two in front, two behind, left first.
    pub supports: [Vec3; 4],
    /// Points that walls stop, in the space of the body; at most [`TankLaw::COLLISION_POINTS`] count.
    pub collision: Vec<Vec3>,
    /// What a bounce leaves of the speed, the least speed after one in units/s, how it turns in radians/s.
    pub bounce: [f32; 3],
    /// y of normals: of a ceiling at most, of a wall at least and at most.
    pub walls: [f32; 3],
    /// Quicksand: what it leaves of the fastest speed, how deep one sinks.
    pub quicksand: [f32; 2],
    /// Lava: the same.
    pub lava: [f32; 2],
    /// Health at the start.
    pub health: f32,
    /// Depth of water from which on it drowns, and the health that it then loses a second.
    pub drown: [f32; 2],
    /// How far ground may lie below a point that stands on it, divided by the tick; also what pulls down a body with one
    /// or two points on the ground. Units/s.
    pub contact_speed: f32,
    /// In the air: an angle, the factor and the least of the rate at which the nose drops.
    pub nose_drop: [f32; 3],
    /// Fastest turn about points on the ground, radians/s.
    pub tip_rate: f32,
    /// Slide down a slope, times gravity.
    pub slide: f32,
    /// A faster rise is none, units/s.
    pub largest_rise: f32,
    /// Acceleration to the side on a slope, times the height of the body's x axis, units/s².
    pub side_gravity: f32,
    /// Slower speeds are none, units/s².
    pub dead_speed: f32,
    /// How far above a point ground still counts as below it, units.
    pub step: f32,
    /// Where the camera is, behind and above, units.
    pub camera: [f32; 2],
}

impl TankLaw {
    /// Most points that walls stop.
    pub const COLLISION_POINTS: usize = 12;

    /// The camera behind it; eyes are as high above its origin as those of a walker.
    pub fn view(&self, walker: &Walker) -> CameraMode {
        let [distance, lift] = self.camera;
        CameraMode::Chase { distance, lift: lift - walker.eye }
    }
}

/// The kinds of ground that a tank sinks into. Source: `docs/spec/zbd/mw3-runtime.md`, "8. Soils".
pub const QUICKSAND: u8 = 3;
/// Lava.
pub const LAVA: u8 = 4;

/// A tank that stands or drives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tank {
    /// Its law, among those of the scene.
    pub law: u32,
    /// The origin of its body.
    pub position: Vec3,
    /// Units per second.
    pub velocity: Vec3,
    /// Radians about +y; 0 looks along -z, growing to the left.
    pub yaw: f32,
    /// Radians; positive lifts the nose.
    pub pitch: f32,
    /// Radians; positive lifts the right side.
    pub roll: f32,
    /// Radians a second of the three.
    pub yaw_rate: f32,
    /// Radians a second.
    pub pitch_rate: f32,
    /// Radians a second.
    pub roll_rate: f32,
    /// How many of its points stand on the ground, 0..=4.
    pub contacts: u8,
    /// The tracks have lost their grip.
    pub skids: bool,
    /// Kind of ground below it.
    pub soil: u8,
    /// How far it has sunk into the ground, units.
    pub sunk: f32,
    /// Health that is left; 0 for one that is destroyed.
    pub health: f32,
    /// How far up the person in it looks, radians.
    pub aim: f32,
    /// What it stands on.
    pub platform: Option<Platform>,
}

/// A node that something stands on, and where it was when that was last looked at.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Platform {
    /// The node.
    pub node: NodeId,
    /// Where it was.
    pub place: Affine3A,
}

impl Tank {
    /// One that stands here.
    pub fn standing(law: u32, health: f32, position: Vec3, yaw: f32) -> Self {
        Tank { law, health, position, yaw, ..Tank::default() }
    }

    /// How its body is turned.
    pub fn rotation(&self) -> Mat3A {
        Mat3A::from_quat(crate::euler_rotation(Vec3::new(self.pitch, self.yaw, self.roll)))
    }

    /// True when no number in it is NaN or infinite.
    pub fn is_finite(&self) -> bool {
        let Tank {
            position,
            velocity,
            yaw,
            pitch,
            roll,
            yaw_rate,
            pitch_rate,
            roll_rate,
            sunk,
            health,
            aim,
            ..
        } = self;
        let numbers = [yaw, pitch, roll, yaw_rate, pitch_rate, roll_rate, sunk, health, aim];
        position.is_finite()
            && velocity.is_finite()
            && numbers.iter().all(|number| number.is_finite())
            && self.platform.is_none_or(|platform| platform.place.is_finite())
    }
}
