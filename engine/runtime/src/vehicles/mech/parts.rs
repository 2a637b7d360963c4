//! What a 'mech's parts do over its motions: the torso turns and nods, the arms take their share, the hips go down and
//! lean, and the legs bend so that each foot stands on its own ground.
//!
//! Source: `docs/spec/zbd/mw3-runtime.md`, "6. motion.zbd playback": the torso's turn comes on top of the motion.

use super::fading;
use crate::Simulation;
use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};
use world::{ActorKind, LawKind, Mech, MechLaw, NodeId, NodeStates};

/// A leg is never quite straight, nor folded quite together: shares of its length. No number of a game: a leg that is
/// straight has no plane to bend in.
const REACH: f32 = 0.9999;
/// A leg with less of a bend has no plane to bend in, units²; what rounding makes of a straight one is less.
const STRAIGHT: f32 = 1e-8;

/// Poses all 'mechs after their motions were played.
pub(crate) fn pose(world: &mut Simulation) {
    let scene = std::sync::Arc::clone(world.scene());
    for at in 0..world.state.actors.len() {
        let actor = &world.state.actors[at];
        let (ActorKind::Mech(mech), Some(root)) = (&actor.kind, actor.node) else { continue };
        let mut mech = **mech;
        let law = scene.vehicles.get(mech.law as usize).map(|vehicle| &vehicle.law);
        let Some(LawKind::Mech(law)) = law else { continue };
        let Some(animator) = law.parts.animator else { continue };
        let Simulation { state, dirty, clips, .. } = &mut *world;
        // The motion anew, also of a clock that stands: what comes over it is not to add up.
        let now = state.world_seconds(2.0);
        clips.follow(&scene, state, animator, now, |node| dirty.moved.push(node));
        let mut parts = Parts { nodes: &mut state.nodes, moved: &mut dirty.moved };
        parts.aim(law, &mech);
        parts.stand(law, &mut mech, root);
        if let ActorKind::Mech(own) = &mut state.actors[at].kind {
            own.feet = mech.feet;
        }
    }
}

struct Parts<'a> {
    nodes: &'a mut NodeStates,
    moved: &'a mut Vec<NodeId>,
}

impl Parts<'_> {
    fn place(&self, node: Option<NodeId>) -> Option<(NodeId, Affine3A)> {
        let node = node.filter(|node| self.nodes.lives(*node))?;
        Some((node, *self.nodes.transforms.get(node.index())?))
    }

    fn put(&mut self, node: NodeId, place: Affine3A) {
        if let Some(own) = self.nodes.transforms.get_mut(node.index())
            && place.is_finite()
            && *own != place
        {
            *own = place;
            self.moved.push(node);
        }
    }

    /// Torso and arms.
    fn aim(&mut self, law: &MechLaw, mech: &Mech) {
        if let Some((node, place)) = self.place(law.parts.torso) {
            let nod = Mat3A::from_rotation_x(mech.nod * (1.0 - law.arms));
            let twist = Mat3A::from_rotation_y(mech.twist);
            let (bend, slide) = jolted(law, mech);
            let matrix3 = twist * bend * place.matrix3 * nod;
            self.put(node, Affine3A { matrix3, translation: place.translation + twist * slide });
        }
        for arm in law.parts.arms {
            let Some((node, place)) = self.place(arm) else { continue };
            let matrix3 = place.matrix3 * Mat3A::from_rotation_x(mech.nod * law.arms);
            self.put(node, Affine3A { matrix3, ..place });
        }
    }

    /// Hips and legs: each foot is where its motion has it, on its own ground, or stays where it stands; the hips are as
    /// low as the legs need to reach that far.
    fn stand(&mut self, law: &MechLaw, mech: &mut Mech, root: NodeId) {
        let Some((hip, before)) = self.place(law.parts.hip) else { return };
        let Some((_, root)) = self.place(Some(root)) else { return };
        let legs = law.parts.legs.map(|leg| self.leg(leg));
        let grounded = mech.avatar.grounded;
        let mut goals = [Vec3A::ZERO; 2];
        for ((goal, leg), foot) in goals.iter_mut().zip(&legs).zip(&mut mech.feet) {
            let Some(leg) = leg else { continue };
            let moved = before.transform_point3a(leg.ankle);
            let wanted = root.transform_point3a(moved + Vec3A::Y * foot.rise);
            let is_down = grounded && moved.y <= law.ankle;
            let wanted = foot.follow(wanted.into(), is_down, law.slack, fading(law.catches_up));
            *goal = root.inverse().transform_point3a(wanted.into());
        }
        let lowest = mech.feet[0].rise.min(mech.feet[1].rise).min(0.0);
        // Slowly at first, as what falls does.
        let fallen = mech.fallen * mech.fallen;
        let longest = legs.iter().flatten().map(Leg::length).fold(0.0, f32::max);
        let down = mech.crouch * law.crouch[0] - lowest + fallen * law.collapse.down * longest;
        let [forwards, aside] = law.collapse.turn;
        let turn = world::euler_rotation(Vec3::new(-fallen * forwards, 0.0, mech.lean + fallen * aside));
        let mut after = Affine3A {
            matrix3: Mat3A::from_quat(turn) * before.matrix3,
            translation: before.translation - Vec3A::Y * down,
        };
        let both = || legs.iter().flatten().zip(goals);
        let sag = both().map(|(leg, goal)| leg.sag(&after, goal, law.sag)).fold(0.0, f32::max);
        after.translation.y -= sag;
        self.put(hip, after);
        let turned = after.matrix3.inverse() * before.matrix3;
        for (leg, goal) in both() {
            self.bend(leg, after.inverse().transform_point3a(goal), turned);
        }
    }

    fn leg(&self, nodes: [Option<NodeId>; 3]) -> Option<Leg> {
        let [thigh, calf, foot] = nodes.map(|part| self.place(part));
        let parts = [thigh?, calf?, foot?];
        let [(_, upper), (_, lower), (_, sole)] = parts;
        let (joint, knee) = (upper.translation, upper.transform_point3a(lower.translation));
        Some(Leg { parts, joint, knee, ankle: (upper * lower).transform_point3a(sole.translation) })
    }

    /// Puts the ankle of a leg somewhere in the space of the hips; its foot is `turned` from how its motion has it.
    fn bend(&mut self, leg: &Leg, goal: Vec3A, turned: Mat3A) {
        let [(thigh, upper), (calf, lower), (foot, sole)] = leg.parts;
        let Some([bend, swing]) = bent(leg.joint, leg.knee, leg.ankle, goal) else { return };
        let new_thigh = Affine3A { matrix3: swing * upper.matrix3, ..upper };
        let calf_now = swing * bend * upper.matrix3 * lower.matrix3;
        let new_calf = Affine3A { matrix3: new_thigh.matrix3.inverse() * calf_now, ..lower };
        let foot_now = turned * (upper * lower * sole).matrix3;
        let new_foot = Affine3A { matrix3: calf_now.inverse() * foot_now, ..sole };
        for (node, place) in [(thigh, new_thigh), (calf, new_calf), (foot, new_foot)] {
            self.put(node, place);
        }
    }
}

/// How a jolt bends, turns and moves the torso now, in its own space: away from where it came.
fn jolted(law: &MechLaw, mech: &Mech) -> (Mat3A, Vec3A) {
    let size = mech.jolt.swing(&law.jolt);
    let way = Vec3A::new(-libm::sinf(mech.jolt.way), 0.0, -libm::cosf(mech.jolt.way)) * size;
    // Pushed back it bends back, pushed to the right it goes down there and turns there.
    let (bend, twist) = (law.jolt.bend, law.jolt.twist);
    let turn = world::euler_rotation(Vec3::new(way.z * bend, -way.x * twist, -way.x * bend));
    (Mat3A::from_quat(turn), way * law.jolt.slide)
}

/// A leg as its motion has it, in the space of the hips.
struct Leg {
    /// Thigh, calf and foot, each in the space of the one before.
    parts: [(NodeId, Affine3A); 3],
    joint: Vec3A,
    knee: Vec3A,
    ankle: Vec3A,
}

impl Leg {
    /// Of thigh and calf.
    fn length(&self) -> f32 {
        self.joint.distance(self.knee) + self.knee.distance(self.ankle)
    }

    /// How much lower hips have to be for its ankle to come to a goal, at most a share of its length; the hips and the
    /// goal are in the same space.
    fn sag(&self, hips: &Affine3A, goal: Vec3A, most: f32) -> f32 {
        let length = self.length();
        let reach = length * REACH;
        let joint = hips.transform_point3a(self.joint);
        let level = (goal - joint).with_y(0.0).length_squared();
        let below = libm::sqrtf((reach * reach - level).max(0.0));
        (joint.y - goal.y - below).clamp(0.0, length * most.abs())
    }
}

/// How far a leg bends at its knee, and then swings at its joint, for its ankle to come where it is wanted, or as near as
/// it reaches. None for a leg without a length.
fn bent(joint: Vec3A, knee: Vec3A, ankle: Vec3A, wanted: Vec3A) -> Option<[Mat3A; 2]> {
    let (thigh, calf) = (joint - knee, ankle - knee);
    let (long, short) = (thigh.length(), calf.length());
    let way = wanted - joint;
    let reach = way.length().max((long - short).abs() / REACH).min((long + short) * REACH);
    if !(long > 0.0 && short > 0.0 && reach.is_finite()) {
        return None;
    }
    let axis = thigh.cross(calf);
    let axis = if axis.length_squared() > STRAIGHT { axis.normalize() } else { Vec3A::X };
    let angle = |cosine: f32| libm::acosf(cosine.clamp(-1.0, 1.0));
    let now = angle(thigh.dot(calf) / (long * short));
    let then = angle((long * long + short * short - reach * reach) / (2.0 * long * short));
    let bend = Mat3A::from_axis_angle(Vec3::from(axis), then - now);
    let bent = knee + bend * calf;
    let (from, to) = ((bent - joint).try_normalize()?, way.try_normalize()?);
    Some([bend, Mat3A::from_quat(Quat::from_rotation_arc(from.into(), to.into()))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leg_bends_until_its_ankle_is_where_it_is_wanted() {
        // A thigh of two and a calf of two, hardly bent.
        let (joint, knee, ankle) = (Vec3A::ZERO, Vec3A::new(0.0, -2.0, 0.1), Vec3A::new(0.0, -4.0, 0.0));
        for wanted in [[0.0, -3.0, 0.0], [0.5, -2.5, 0.7], [0.0, -3.9, -0.4]] {
            let wanted = Vec3A::from(wanted);
            let [bend, swing] = bent(joint, knee, ankle, wanted).unwrap();
            let found = joint + swing * (knee - joint + bend * (ankle - knee));
            assert!(found.abs_diff_eq(wanted, 1e-4), "{found} instead of {wanted}");
        }
        // Farther than it reaches it is straight.
        let [bend, swing] = bent(joint, knee, ankle, Vec3A::NEG_Y * 9.0).unwrap();
        let found = swing * (knee + bend * (ankle - knee));
        assert!((found.length() - 4.004_997 * 0.9999).abs() < 1e-4 && found.y < -3.99, "{found}");
        assert_eq!(bent(joint, joint, ankle, Vec3A::Y), None);
    }

    #[test]
    fn hips_go_down_as_far_as_a_leg_needs() {
        let parts = [(NodeId(0), Affine3A::IDENTITY); 3];
        let (joint, knee, ankle) = (Vec3A::ZERO, Vec3A::new(0.0, -2.0, 0.1), Vec3A::new(0.0, -4.0, 0.0));
        let leg = Leg { parts, joint, knee, ankle };
        let hips = Affine3A::from_translation(Vec3::Y * 5.0);
        // A leg of 4.005, of which 0.9999 are used.
        for (goal, wanted) in [
            // 4 below, 2 to the side: from there it reaches 3.4693 down.
            (Vec3A::new(2.0, 1.0, 0.0), 0.5307),
            (Vec3A::new(0.0, 2.0, 0.0), 0.0),
            // No more than a quarter of the leg.
            (Vec3A::new(9.0, 1.0, 0.0), 1.0012),
        ] {
            let found = leg.sag(&hips, goal, 0.25);
            assert!((found - wanted).abs() < 1e-3, "{found} instead of {wanted}");
        }
        assert!((leg.sag(&hips, Vec3A::new(9.0, 1.0, 0.0), 0.1) - 0.4005).abs() < 1e-3);
    }

    #[test]
    fn a_leg_of_unequal_parts_folds_no_farther_than_their_difference() {
        let joint = Vec3A::new(1.0, 2.0, 3.0);
        for (long, short) in [(2.0, 1.0), (1.0, 2.0)] {
            let (knee, ankle) = (joint + Vec3A::X * long, joint + Vec3A::new(long, short, 0.0));
            let [bend, swing] = bent(joint, knee, ankle, joint + Vec3A::Y * 0.5).unwrap();
            let found = swing * (knee - joint + bend * (ankle - knee));
            assert!((found.length() - 1.0 / 0.9999).abs() < 3e-5, "{found}");
        }
    }

    #[test]
    fn a_straight_leg_bends_too() {
        for degrees in 0..90 {
            let way = Quat::from_rotation_x((degrees as f32).to_radians()) * Vec3A::NEG_Y;
            let (joint, wanted) = (Vec3A::new(1.0, 2.0, 3.0), way * 2.5);
            let (knee, ankle) = (joint + way * 1.7, joint + way * 3.1);
            let [bend, swing] = bent(joint, knee, ankle, joint + wanted).unwrap();
            let found = swing * (knee - joint + bend * (ankle - knee));
            assert!(found.abs_diff_eq(wanted, 3e-3), "{degrees}: {found} instead of {wanted}");
        }
    }
}
