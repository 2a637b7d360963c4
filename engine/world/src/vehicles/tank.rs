//! A tank: the numbers of its law, and where it is. How it moves is in the crate `runtime`, `vehicles/tank.rs`.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "Part A — Recoil tank".

use crate::{Avatar, ModelId, NodeId};
use glam::{Affine3A, Mat3A, Vec3};
use serde::{Deserialize, Serialize};

/// The numbers of a tank's law: units of the game, radians, seconds. They come from a game's definitions and, where
/// these say nothing, from the constants of its program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TankLaw {
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
    /// Share of health above which an opponent that is rammed is pushed so many times as hard.
    pub ram: [f32; 2],
    /// y of normals: of a ceiling at most, of a wall at least and at most.
    pub walls: [f32; 3],
    /// Quicksand: what it leaves of the fastest speed, how deep one sinks.
    pub quicksand: [f32; 2],
    /// Lava: the same.
    pub lava: [f32; 2],
    /// Health at the start.
    pub health: f32,
    /// Share of that health below which an alarm is given.
    pub alarm: f32,
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
    /// Modes that it has besides tracks; see [`TankMode::bit`].
    pub upgrades: u8,
    /// Seconds between two changes of the mode.
    pub mode_pause: f32,
    /// The modes that come to its help in deep water, the first that it has before the others.
    pub rescues: Vec<TankMode>,
    /// How high it is over ground or water in modes that float, units.
    pub altitude: f32,
    /// How much deeper it lies in water than that when it is amphibious, units.
    pub draft: f32,
    /// The spring that holds that height: 1/s² times how far it is too high, 1/s times how fast it rises.
    pub spring: [f32; 2],
    /// How it bobs where it floats: height in units, 1/s; pitch in radians, 1/s; roll in radians, 1/s; the share of it
    /// that is left at the fastest speed.
    pub wave: [f32; 7],
    /// Speed in units/s and depth in units of the start of a dive.
    pub dive: [f32; 2],
    /// Fastest rise or dive of a submarine in units/s, and how far its nose goes up or down then, radians.
    pub submarine: [f32; 2],
    /// How its body leans.
    pub lean: LeanLaw,
    /// How its tracks run.
    pub tracks: TracksLaw,
}

/// How the body of a tank leans over its tracks; that is only seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LeanLaw {
    /// The node that leans; without one nothing does.
    pub body: Option<NodeId>,
    /// By its nose: radians for each unit/s² that it gains along z, and at most.
    pub pitch: [f32; 2],
    /// To the side: radians for each unit/s² that turns it, and at most.
    pub roll: [f32; 2],
    /// How fast it leans, 1/s.
    pub smooth: f32,
}

/// How the tracks of a tank run below it; that is only seen. Their textures are moved by model, so that whatever else shows
/// one of these models runs as well.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TracksLaw {
    /// The models of the left and of the right track; without any nothing runs.
    pub models: [Vec<ModelId>; 2],
    /// Half the distance from one track to the other, units.
    pub half_distance: f32,
    /// How often the texture repeats along a unit of track.
    pub repeats: f32,
}

impl TankLaw {
    /// Most points that walls stop.
    pub const COLLISION_POINTS: usize = 12;
}

/// How a tank moves. Modes of opponents, 0 and 1, are none of a driver's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TankMode {
    /// Under water.
    Submarine,
    /// On tracks.
    #[default]
    Track,
    /// Over ground and water.
    Hover,
    /// On tracks, and floating where the water is deep.
    Amphibious,
}

impl TankMode {
    /// All, by their numbers from 2 on.
    pub const ALL: [TankMode; 4] =
        [TankMode::Submarine, TankMode::Track, TankMode::Hover, TankMode::Amphibious];

    /// The number of the original.
    pub fn number(self) -> u8 {
        match self {
            TankMode::Submarine => 2,
            TankMode::Track => 3,
            TankMode::Hover => 4,
            TankMode::Amphibious => 5,
        }
    }

    /// Its bit among the modes that a tank has.
    pub fn bit(self) -> u8 {
        1 << self.number()
    }

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            TankMode::Submarine => "submarine",
            TankMode::Track => "track",
            TankMode::Hover => "hover",
            TankMode::Amphibious => "amphibious",
        }
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
    /// Its law, among the vehicles of the scene.
    pub law: u32,
    /// The origin of its body, how that moves, its heading, how far up the person in it looks, and the kind of ground
    /// below it.
    pub avatar: Avatar,
    /// Radians; positive lifts the nose.
    pub pitch: f32,
    /// Radians; positive lifts the right side.
    pub roll: f32,
    /// Radians a second of the heading.
    pub yaw_rate: f32,
    /// Radians a second.
    pub pitch_rate: f32,
    /// Radians a second.
    pub roll_rate: f32,
    /// How many of its points stand on the ground, 0..=4.
    pub contacts: u8,
    /// The middle of the points that stand, in the space of the body.
    pub pivot: Vec3,
    /// The tracks have lost their grip.
    pub skids: bool,
    /// How far it has sunk into the ground, units.
    pub sunk: f32,
    /// Health that is left; 0 for one that is destroyed.
    pub health: f32,
    /// How it moves now.
    pub mode: TankMode,
    /// Modes that it has; see [`TankMode::bit`].
    pub upgrades: u8,
    /// Seconds until its mode can be changed again.
    pub pause: f32,
    /// How far it has yet to sink at the start of a dive, units.
    pub dive: f32,
    /// Seconds for which it has bobbed on waves.
    pub bob: f32,
    /// It floats or dives, whatever its points stand on.
    pub floats: bool,
    /// What it stands on.
    pub platform: Option<Platform>,
    /// The mode that is seen of it: it differs from the other for the tick in which that is changed.
    #[serde(default)]
    pub shown: TankMode,
    /// How far its body leans over its tracks, radians: pitch, roll.
    #[serde(default)]
    pub lean: [f32; 2],
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
    /// One that stands here, on tracks.
    pub fn standing(number: u32, law: &TankLaw, avatar: Avatar) -> Self {
        let upgrades = law.upgrades | TankMode::Track.bit();
        Tank { law: number, avatar, health: law.health, upgrades, ..Tank::default() }
    }

    /// The same one somewhere else, at rest.
    #[must_use]
    pub fn elsewhere(&self, avatar: Avatar) -> Self {
        let Tank { law, health, upgrades, mode, .. } = *self;
        Tank { law, avatar, health, upgrades, mode, shown: mode, ..Tank::default() }
    }

    /// True when nothing is left of its health: nobody drives it any more.
    pub fn is_wreck(&self) -> bool {
        self.health <= 0.0
    }

    /// How its body is turned.
    pub fn rotation(&self) -> Mat3A {
        Mat3A::from_quat(crate::euler_rotation(Vec3::new(self.pitch, self.avatar.yaw, self.roll)))
    }

    /// True when no number in it is NaN or infinite; those of its avatar are the actor's.
    pub fn is_finite(&self) -> bool {
        let Tank {
            pitch,
            roll,
            yaw_rate,
            pitch_rate,
            roll_rate,
            sunk,
            health,
            pause,
            dive,
            bob,
            pivot,
            lean,
            ..
        } = self;
        let numbers = [pitch, roll, yaw_rate, pitch_rate, roll_rate, sunk, health, pause, dive, bob];
        pivot.is_finite()
            && numbers.into_iter().chain(lean).all(|number| number.is_finite())
            && self.platform.is_none_or(|platform| platform.place.is_finite())
    }
}
