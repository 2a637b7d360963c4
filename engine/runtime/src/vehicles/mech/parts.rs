//! What a 'mech's parts do over its motions: the torso turns and nods, the arms take their share, the hips go down and
//! lean, and the legs bend so that each foot stands on its own ground.
//!
//! Source: `docs/spec/zbd/mw3-runtime.md`, "6. motion.zbd playback": the torso's turn comes on top of the motion.

use super::fading;
use crate::Simulation;
use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};
use world::{ActorKind, Footfall, LawKind, Mech, MechLaw, NodeId, NodeStates};

/// A leg is never quite straight, nor folded quite together: shares of its length.
const REACH: f32 = 0.9999;
/// How fast a foot in the air gets to where its motion has it, 1/s.
const CATCHES_UP: f32 = 12.0;
/// A leg with less of a bend has no plane to bend in, units².
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
            let matrix3 = Mat3A::from_rotation_y(mech.twist) * place.matrix3 * nod;
            self.put(node, Affine3A { matrix3, ..place });
        }
        for arm in law.parts.arms {
            let Some((node, place)) = self.place(arm) else { continue };
            let matrix3 = place.matrix3 * Mat3A::from_rotation_x(mech.nod * law.arms);
            self.put(node, Affine3A { matrix3, ..place });
        }
    }

    /// Hips and legs.
    fn stand(&mut self, law: &MechLaw, mech: &mut Mech, root: NodeId) {
        let Some((hip, before)) = self.place(law.parts.hip) else { return };
        let Some((_, root)) = self.place(Some(root)) else { return };
        let lowest = mech.feet[0].rise.min(mech.feet[1].rise).min(0.0);
        let down = mech.crouch * law.crouch[0] - lowest;
        let after = Affine3A {
            matrix3: Mat3A::from_rotation_z(mech.lean) * before.matrix3,
            translation: before.translation - Vec3A::Y * down,
        };
        self.put(hip, after);
        for (leg, foot) in law.parts.legs.into_iter().zip(&mut mech.feet) {
            self.reach(leg, [root, before, after], foot, law, mech.avatar.grounded);
        }
    }

    /// Bends a leg so that its foot is where its motion has it, on its own ground, or stays where it stands. The
    /// spaces are that of the root, and those of the hips before they moved and now.
    fn reach(
        &mut self,
        leg: [Option<NodeId>; 3],
        [root, before, after]: [Affine3A; 3],
        own: &mut Footfall,
        law: &MechLaw,
        grounded: bool,
    ) {
        let [Some((thigh, upper)), Some((calf, lower)), Some((foot, sole))] =
            leg.map(|part| self.place(part))
        else {
            return;
        };
        let (joint, knee) = (upper.translation, upper.transform_point3a(lower.translation));
        let ankle = (upper * lower).transform_point3a(sole.translation);
        let moved = before.transform_point3a(ankle);
        let is_down = grounded && moved.y <= law.ankle;
        let wanted = root.transform_point3a(moved + Vec3A::Y * own.rise);
        let wanted = own.follow(wanted.into(), is_down, law.slack, fading(CATCHES_UP));
        let wanted = (root * after).inverse().transform_point3a(wanted.into());
        let turned = after.matrix3.inverse() * before.matrix3 * (upper * lower * sole).matrix3;
        let Some([bend, swing]) = bent(joint, knee, ankle, wanted) else { return };
        let new_thigh = Affine3A { matrix3: swing * upper.matrix3, ..upper };
        let calf_now = swing * bend * upper.matrix3 * lower.matrix3;
        let new_calf = Affine3A { matrix3: new_thigh.matrix3.inverse() * calf_now, ..lower };
        let new_foot = Affine3A { matrix3: calf_now.inverse() * turned, ..sole };
        for (node, place) in [(thigh, new_thigh), (calf, new_calf), (foot, new_foot)] {
            self.put(node, place);
        }
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
        assert!((found.length() - 4.0).abs() < 0.01 && found.y < -3.99, "{found}");
        assert_eq!(bent(joint, joint, ankle, Vec3A::Y), None);
    }
}
