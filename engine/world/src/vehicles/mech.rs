//! A 'mech: the numbers of its law, and where it is. How it moves is in the crate `runtime`, `vehicles/mech.rs`.
//!
//! Source: `docs/spec/zbd/mw3-runtime.md`, "5. Mech definitions" and "10. Proposed MW movement model".

use crate::{AnimatorId, Avatar, NodeId, Walker};
use glam::{Mat3A, Vec3};
use serde::{Deserialize, Serialize};

/// The numbers of a 'mech's law: units of the game, radians, seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct MechLaw {
    /// How large it is, how far it steps up, how steep ground may be, and how it falls.
    pub body: Walker,
    /// Fastest forwards and backwards, units/s.
    pub speeds: [f32; 2],
    /// How fast it gains and loses speed, units/s².
    pub rates: [f32; 2],
    /// Fastest turn of a 'mech that stands, radians/s, and the share of it that is left at the fastest speed.
    pub turn: [f32; 2],
    /// How far it leans for each radian a second of a turn, and at most, radians.
    pub lean: [f32; 2],
    /// Torso: most to either side, least and most up, radians.
    pub torso: [f32; 3],
    /// How fast the torso follows the aim, 1/s.
    pub aim: f32,
    /// Share of the pitch that the arms take instead of the torso.
    pub arms: f32,
    /// From the middle to each of the feet, which are the points that stand on the ground, units.
    pub track: f32,
    /// How high an ankle is above the ground, at most, of a foot that stands, units.
    pub ankle: f32,
    /// How far a foot that stands may be from where its motion has it, units.
    pub slack: f32,
    /// How fast a foot in the air gets to where its motion has it, 1/s.
    pub catches_up: f32,
    /// How far the hips go down at most for a foot that stands far away: share of the length of its leg.
    pub sag: f32,
    /// How far it crouches, units, and how long that takes, seconds.
    pub crouch: [f32; 2],
    /// Its jump jets.
    pub jets: JumpJets,
    /// What becomes of heat.
    pub heat: HeatLaw,
    /// Speed of a fall that does no harm, units/s, and the damage to each leg for each unit/s more.
    pub fall: [f32; 2],
    /// Armour of each leg.
    pub legs: f32,
    /// Share of that armour below which its driver is warned.
    pub alarm: f32,
    /// The share of the fastest speed that is left with one leg.
    pub limp: f32,
    /// How it goes down once it is destroyed.
    pub collapse: CollapseLaw,
    /// What a shot or a hit does to its torso and its cockpit.
    pub jolt: JoltLaw,
    /// Its parts.
    pub parts: MechParts,
}

/// How a 'mech goes down that is destroyed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollapseLaw {
    /// How long it takes, seconds.
    pub seconds: f32,
    /// By how much of the length of its legs it goes down.
    pub down: f32,
    /// How far it turns forwards and to the side, radians.
    pub turn: [f32; 2],
}

/// Jump jets; those of a 'mech that has none lift nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JumpJets {
    /// Upwards, units/s².
    pub lift: f32,
    /// How long they burn, seconds.
    pub fuel: f32,
    /// Seconds of fuel that come back in a second on the ground.
    pub refill: f32,
    /// How fast the level speed follows what is asked while they burn, units/s².
    pub steer: f32,
    /// Heat a second.
    pub heat: f32,
}

/// What a shot or a hit does to a torso, and to whoever sits in it; that is only seen.
///
/// Source: `docs/spec/zbd/mw3-runtime.md`, "5. Mech definitions".
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JoltLaw {
    /// How far the torso bends, radians.
    pub bend: f32,
    /// How far it is moved, units.
    pub slide: f32,
    /// How far it turns to the side, radians.
    pub twist: f32,
    /// How fast that fades away, 1/s.
    pub fades: f32,
    /// Damage from which on a hit counts in full, and what a shot counts.
    pub full: [f32; 2],
    /// How far a cockpit shakes: pitch, yaw, roll, radians.
    pub shake: [f32; 3],
    /// How fast it shakes in Hz, and how fast that fades away, 1/s.
    pub shakes: [f32; 2],
}

/// A jolt under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Jolt {
    /// How hard it was, 0..=1.
    pub strength: f32,
    /// Where it pushes, radians to the left of where the torso points.
    pub way: f32,
    /// Seconds since then.
    pub since: f32,
}

impl Jolt {
    /// What is left of it, 0..=1.
    pub fn left(&self, law: &JoltLaw) -> f32 {
        self.strength * libm::expf(-law.fades * self.since)
    }

    /// How far it is to what it does at most, 0..=1: it takes a moment to get there, and fades away.
    pub fn swing(&self, law: &JoltLaw) -> f32 {
        let past = law.fades * self.since;
        self.strength * past * libm::expf(1.0 - past)
    }

    /// Pitch, yaw and roll by which a cockpit is shaken now, radians.
    pub fn shake(&self, law: &JoltLaw) -> [f32; 3] {
        let [hertz, fades] = law.shakes;
        let wave = libm::sinf((hertz * self.since).fract() * std::f32::consts::TAU);
        let size = self.strength * wave * libm::expf(-fades * self.since);
        law.shake.map(|most| most * size)
    }
}

/// What becomes of heat.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HeatLaw {
    /// Heat that it can hold.
    pub capacity: f32,
    /// Heat that its sinks take away in a second.
    pub sinks: f32,
    /// How much more they take away in water.
    pub in_water: f32,
    /// Shares of the capacity at which it shuts down, and starts again.
    pub limits: [f32; 2],
    /// Share of the heat at which it shuts down above which its driver is warned.
    pub hot: f32,
}

/// Nodes of a 'mech that its law turns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MechParts {
    /// What plays its motions.
    pub animator: Option<AnimatorId>,
    /// The torso.
    pub torso: Option<NodeId>,
    /// What the legs hang on.
    pub hip: Option<NodeId>,
    /// The arms.
    pub arms: [Option<NodeId>; 2],
    /// The legs: thigh, calf and foot of the left and of the right.
    pub legs: [[Option<NodeId>; 3]; 2],
}

/// A 'mech that stands or walks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mech {
    /// Its law, among the vehicles of the scene.
    pub law: u32,
    /// The place between its feet, how it moves, and where whoever is in it looks.
    pub avatar: Avatar,
    /// Where its legs point: radians about +y, as in [`Avatar::yaw`].
    pub heading: f32,
    /// Along that, units/s; backwards below 0.
    pub speed: f32,
    /// Radians a second of the heading.
    pub turning: f32,
    /// The torso against the legs, radians to the left.
    pub twist: f32,
    /// The torso up, radians.
    pub nod: f32,
    /// How far it leans, radians; positive lifts the right side.
    pub lean: f32,
    /// How far it is down, 0..=1.
    pub crouch: f32,
    /// Fuel of its jump jets, seconds.
    pub fuel: f32,
    /// Heat.
    pub heat: f32,
    /// Too hot to do anything.
    pub is_shut_down: bool,
    /// Its jump jets burn.
    #[serde(default)]
    pub burns: bool,
    /// How far it has fallen that is destroyed, 0..=1.
    #[serde(default)]
    pub fallen: f32,
    /// What shook it last.
    #[serde(default)]
    pub jolt: Jolt,
    /// Armour that is left of the left and of the right leg; 0 for one that is lost.
    pub legs: [f32; 2],
    /// Its left and its right foot.
    pub feet: [Footfall; 2],
}

/// A foot of a 'mech: while it stands it stays where it is, whatever the rest does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Footfall {
    /// It stands.
    pub stands: bool,
    /// Where its ankle is.
    pub place: Vec3,
    /// How far that is from where its motion has it; in the air this fades away.
    pub offset: Vec3,
    /// How high its ground is against the place between the feet, units.
    pub rise: f32,
}

impl Footfall {
    /// Its motion has the ankle at `wanted`, on the ground or above it; `slack` is how far it may stay away from there,
    /// and `left` what a tick leaves of the way. Gives where the ankle is.
    pub fn follow(&mut self, wanted: Vec3, is_down: bool, slack: f32, left: f32) -> Vec3 {
        // How high it is follows the motion alone.
        let held = (self.place - wanted).with_y(0.0);
        if is_down && self.stands && held.length() <= slack {
            self.offset = held;
        } else {
            // It was in the air, and begins to stand where it comes down; or it was left behind too far, and lets go.
            let lets_go = is_down && self.stands;
            self.offset = left * if lets_go { held } else { self.offset };
            self.stands = is_down && !lets_go;
        }
        self.place = wanted + self.offset;
        self.place
    }
}

impl Mech {
    /// One that stands here.
    pub fn standing(number: u32, law: &MechLaw, avatar: Avatar) -> Self {
        let legs = [law.legs; 2];
        Mech { law: number, avatar, heading: avatar.yaw, fuel: law.jets.fuel, legs, ..Mech::default() }
    }

    /// The same one somewhere else, at rest.
    #[must_use]
    pub fn elsewhere(&self, avatar: Avatar) -> Self {
        let Mech { law, fuel, heat, is_shut_down, legs, .. } = *self;
        Mech { law, avatar, heading: avatar.yaw, fuel, heat, is_shut_down, legs, ..Mech::default() }
    }

    /// Both legs are lost.
    pub fn is_down(&self) -> bool {
        self.legs == [0.0; 2]
    }

    /// How its legs are turned.
    pub fn rotation(&self) -> Mat3A {
        Mat3A::from_quat(crate::euler_rotation(Vec3::Y * self.heading))
    }

    /// True when no number in it is NaN or infinite; those of its avatar are the actor's.
    pub fn is_finite(&self) -> bool {
        let Mech {
            heading,
            speed,
            turning,
            twist,
            nod,
            lean,
            crouch,
            fuel,
            heat,
            fallen,
            legs,
            feet,
            jolt,
            ..
        } = self;
        let Jolt { strength, way, since } = jolt;
        let numbers =
            [heading, speed, turning, twist, nod, lean, crouch, fuel, heat, fallen, strength, way, since];
        let sound =
            |foot: &Footfall| foot.place.is_finite() && foot.offset.is_finite() && foot.rise.is_finite();
        numbers.into_iter().chain(legs).all(|number| number.is_finite()) && feet.iter().all(sound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_foot_stays_where_it_stands_and_catches_up_in_the_air() {
        let mut foot = Footfall::default();
        let at = |x: f32, y: f32| Vec3::new(x, y, 0.0);
        assert_eq!(foot.follow(at(1.0, 0.0), true, 0.5, 0.5), at(1.0, 0.0));
        // It goes up and down with its motion, and along with nothing.
        assert_eq!(foot.follow(at(1.25, 0.125), true, 0.5, 0.5), at(1.0, 0.125));
        assert_eq!(foot.follow(at(1.5, 0.0), true, 0.5, 0.5), at(1.0, 0.0));
        // In the air half of the way is left after each tick.
        assert_eq!(foot.follow(at(1.5, 1.0), false, 0.5, 0.5), at(1.25, 1.0));
        assert_eq!(foot.follow(at(1.5, 1.0), false, 0.5, 0.5), at(1.375, 1.0));
        // Where it comes down it stands.
        assert_eq!(foot.follow(at(1.5, 0.0), true, 0.5, 0.5), at(1.4375, 0.0));
        assert_eq!(foot.follow(at(1.75, 0.0), true, 0.5, 0.5), at(1.4375, 0.0));
        // Left behind too far it lets go.
        let pulled = foot.follow(at(2.0, 0.0), true, 0.5, 0.5);
        assert!(!foot.stands && pulled.x > 1.4375, "{foot:?}");
    }
}
