//! An aeroplane: the numbers of its law, and where it is. How it flies is in the crate `runtime`,
//! `vehicles/aeroplane`.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "Part C — Crimson Skies aircraft".

use crate::{Avatar, NodeId};
use glam::{Mat3A, Quat, Vec3};
use serde::{Deserialize, Serialize};

/// The numbers of an aeroplane's law. The law reckons in metres, feet, pounds and multiples of a weight, as its program
/// does; what is in units of the game says so. Numbers come from a game's definitions and, where these say nothing,
/// from the constants of its program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AeroplaneLaw {
    /// Metres in a unit of the game.
    pub metres: f32,
    /// Factor of the thrust.
    pub engine: f32,
    /// Torque of the elevators, of the ailerons, of the rudder, 1/s².
    pub torques: [f32; 3],
    /// Torque that turns the nose to the way it flies, times half of the angle between them, 1/s².
    pub return_rate: f32,
    /// How fast a turn fades away, 1/s.
    pub damping: f32,
    /// Reciprocal moments of inertia about the axes of the body: right, up, nose.
    pub inertia: Vec3,
    /// Speed of the simple law, m/s.
    pub simple_speed: f32,
    /// Factor of the drag.
    pub drag: f32,
    /// Pounds, more than 0.
    pub weight: f32,
    /// Square feet, more than 0.
    pub wings: f32,
    /// Fuel at the start.
    pub fuel: f32,
    /// It flies by the simple law alone.
    pub is_autogyro: bool,
    /// How fast the throttle follows its lever, 1/s; how fast fuel burns at full throttle, 1/s.
    pub throttle: [f32; 2],
    /// The air that it flies in.
    pub air: AirLaw,
    /// Factors of the thrust, in the order of the law.
    pub thrust: [f32; 7],
    /// Factors of the thrust by how far the nose is up: below the horizon alone, and anywhere.
    pub thrust_climb: [f32; 2],
    /// With nitro: the throttle, and the part of the drag that is left.
    pub nitro: [f32; 2],
    /// Factors of the drag, in the order of the law, and the speed below which there is none, m/s.
    pub drag_factors: [f32; 5],
    /// Angles of attack between which the wings begin to turn the velocity, radians; how fast they do, 1/s.
    pub lift: [f32; 3],
    /// Gravity of a load of one, m/s²; the speed below which there is no load, m/s; least and most load.
    pub load: [f32; 4],
    /// Largest coefficient of lift either way; that of slow air; what a Mach number takes from it.
    pub lift_limit: [f32; 3],
    /// m/s².
    pub gravity: f32,
    /// Speeds between which elevators and ailerons begin to count, m/s.
    pub authority: [f32; 2],
    /// The rudder's share when slow; the speed at which it counts in full, m/s; a higher speed, m/s, and its share there.
    pub rudder: [f32; 4],
    /// Angle of attack at which controls are lost, radians.
    pub stall_angle: f32,
    /// Loads over which the elevators fade out: pulling from, to; pushing from, to.
    pub load_fade: [f32; 4],
    /// How a bank turns; upside down how it pulls by the bank, and by how far it is upside down.
    pub bank: [f32; 3],
    /// Torque that levels the wings and the nose when asked to, 1/s².
    pub level_rate: f32,
    /// Largest coefficient of lift, torque of a stall, 1/s².
    pub stall: [f32; 2],
    /// Of opponents: least speed along the nose, m/s, and the distance from which on the simple law is theirs, units.
    pub opponent: [f32; 2],
    /// Shares of [`AeroplaneLaw::simple_speed`]: below the first a lamp warns of a stall, below the second the nose
    /// drops.
    pub warning: [f32; 2],
    /// The stick: radians a second of the mouse that are all of it, and how fast it follows the hand, 1/s.
    pub stick: [f32; 2],
    /// A hand moves the stick beyond its end, at most this many times as far, so that it comes back at once.
    pub stick_over: f32,
    /// How fast the lever of the throttle moves, 1/s.
    pub lever: f32,
    /// How it is flown by who only says where to.
    pub autopilot: AutopilotLaw,
    /// Its wheels.
    pub gear: GearLaw,
    /// What walls and the ground do to it.
    pub crash: CrashLaw,
    /// Where it starts: units above the ground, share of [`AeroplaneLaw::simple_speed`], throttle.
    pub start: [f32; 3],
    /// Turns of the airscrew, radians/s: idling, and more at full throttle.
    pub airscrew: [f32; 2],
    /// The nodes that the engine turns.
    pub airscrews: Vec<NodeId>,
    /// Hands of its instruments.
    pub gauges: Vec<Gauge>,
}

/// How an aeroplane is flown by who only says where to: by opponents, and by help for persons.
///
/// Source: `docs/spec/zbd/vehicles-and-combat.md`, "C1. Flight law"; all of it is a proposal of this project.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AutopilotLaw {
    /// How steep it climbs away from the ground and from what is in its way: height for each unit of its way.
    pub climb: f32,
    /// How steep it turns to what is behind, in the same measure.
    pub turn_climb: f32,
    /// How far behind the other side something has to be before it turns there and not to the side that it is banked to,
    /// while it stands on its wing; sine of an angle. Who wavers flies straight on.
    pub stays: f32,
    /// What lies farther to the right is passed on its left; sine of an angle.
    pub beside: f32,
    /// Share of its height above the ground that it keeps on its way to a target.
    pub low: f32,
    /// Share of the full angle from which on rudder and elevators are moved as far as they go, while it aims.
    pub fine: f32,
}

/// A hand of an instrument, which turns about its z axis: clockwise for whoever looks along that.
///
/// Source: `docs/spec/zbd/vehicles-and-combat.md`, "D4. Gauges and compass".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gauge {
    /// Its node.
    pub node: NodeId,
    /// What it shows.
    pub shows: GaugeReading,
    /// Radians for each m/s, each foot, or each radian of that.
    pub turn: f32,
}

/// What an instrument shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GaugeReading {
    /// Speed, m/s.
    Speed,
    /// Height, feet.
    Height,
    /// Heading, radians to the right of north.
    Heading,
}

/// Air by height.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AirLaw {
    /// Height that divides low air from high air, feet.
    pub ceiling_ft: f32,
    /// Low air: the factor `k` of the law, and its density as a share.
    pub low: [f32; 2],
    /// High air: the same.
    pub high: [f32; 2],
    /// The density that these are shares of, slug/ft³.
    pub density: f32,
    /// Speed of sound as a multiple of `k + 1`, ft/s; the least Mach number that the thrust knows.
    pub sound: [f32; 2],
}

/// Wheels, and what they do on the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GearLaw {
    /// Where the wheels touch the ground, in the space of the body, units.
    pub wheels: [Vec3; AeroplaneLaw::WHEELS],
    /// How fast it tips until all wheels stand, radians/s, while they carry all of its weight.
    pub tip_rate: f32,
    /// A wheel that is as near to the ground as this stands on it, units.
    pub reach: f32,
    /// Braking as a share of the weight on the wheels: rolling, and with brakes.
    pub rolling: [f32; 2],
    /// What wheels that do not turn hold, as a share of the weight on them: a slope as steep as that, say. It is also
    /// what any wheel holds to the side.
    pub hold: f32,
    /// How fast rolling sideways fades away, 1/s.
    pub grip: f32,
    /// Fastest turn by the wheels, radians/s, and the speed from which on they turn that fast, m/s.
    pub steer: [f32; 2],
    /// It stands with brakes on below this speed while the lever is back, m/s.
    pub parking: f32,
    /// Least y of the normal of ground that wheels stand on.
    pub slope: f32,
    /// How far ground may be above or below the wheels of one that is put on it, units: it is put somewhere by its
    /// origin.
    pub put: f32,
    /// Speed against the ground that does no harm, m/s, and the damage for each m/s more.
    pub harm: [f32; 2],
}

/// What walls and the ground do to an aeroplane.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrashLaw {
    /// Points that are swept for what is in the way, in the space of the body, units; at most
    /// [`AeroplaneLaw::COLLISION_POINTS`] count.
    pub points: Vec<Vec3>,
    /// Health at the start.
    pub health: f32,
    /// Share of that health below which its pilot is warned.
    pub alarm: f32,
    /// Damage for each m/s against what it hits.
    pub harm: f32,
    /// What a bounce leaves of that speed, and the turn for each m/s of it, radians/s.
    pub bounce: [f32; 2],
    /// How fast a wreck on the ground comes to rest, 1/s.
    pub rest: f32,
    /// Seconds after which whoever is in a wreck is put back to the start.
    pub pause_s: f32,
}

impl AeroplaneLaw {
    /// Most points that are swept for what is in the way.
    pub const COLLISION_POINTS: usize = 6;
    /// Wheels.
    pub const WHEELS: usize = 3;
}

/// An aeroplane that stands or flies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aeroplane {
    /// Its law, among the vehicles of the scene.
    pub law: u32,
    /// The origin of its body, how that moves, and its heading.
    pub avatar: Avatar,
    /// It was put where it is: with the next tick it flies from there, or stands if there is ground below its wheels.
    pub is_placed: bool,
    /// How its body is turned: x to the right, y up, the nose along -z.
    pub attitude: Quat,
    /// Angular momentum over a moment of inertia of one, radians/s, in the world.
    pub momentum: Vec3,
    /// The stick, -1..=1: to the right, back.
    pub stick: [f32; 2],
    /// The lever of the throttle, 0..=1.
    pub lever: f32,
    /// The throttle, 0..=1.
    pub throttle: f32,
    /// Nitro burns.
    pub nitro: bool,
    /// Fuel that is left.
    pub fuel: f32,
    /// What the wings carry, as a multiple of one weight.
    pub load: f32,
    /// How far it is in a stall, 0..=1.
    pub stall: f32,
    /// The wheels that stand on the ground, a bit each in the order of [`GearLaw::wheels`].
    pub wheels: u8,
    /// How far its airscrew is turned, radians.
    pub airscrew: f32,
    /// Health that is left; 0 for a wreck.
    pub health: f32,
    /// Seconds for which it has been a wreck.
    pub wreck_s: f32,
}

impl Aeroplane {
    /// All of its wheels stand.
    pub const ALL_WHEELS: u8 = 0b111;

    /// One that is put here, as it is made.
    pub fn placed(number: u32, law: &AeroplaneLaw, avatar: Avatar) -> Self {
        let attitude = crate::euler_rotation(Vec3::Y * avatar.yaw);
        let (fuel, health) = (law.fuel, law.crash.health);
        Aeroplane { law: number, avatar, is_placed: true, attitude, fuel, health, ..Aeroplane::default() }
    }

    /// True for one that flies no more.
    pub fn is_wreck(&self) -> bool {
        self.health <= 0.0
    }

    /// How its body is turned.
    pub fn rotation(&self) -> Mat3A {
        Mat3A::from_quat(self.attitude)
    }

    /// True when no number in it is NaN or infinite; those of its avatar are the actor's.
    pub fn is_finite(&self) -> bool {
        let Aeroplane {
            attitude,
            momentum,
            stick,
            lever,
            throttle,
            fuel,
            load,
            stall,
            airscrew,
            health,
            wreck_s,
            ..
        } = self;
        let numbers = [lever, throttle, fuel, load, stall, airscrew, health, wreck_s];
        attitude.is_finite()
            && momentum.is_finite()
            && numbers.into_iter().chain(stick).all(|number| number.is_finite())
    }
}
