//! Nodes that follow scripts of keys.
//!
//! Source: `docs/spec/zbd/anim-events.md`, "4.12 OBJECT_MOTION_SI_SCRIPT".

use super::step::{Outcome, Visit};
use super::{HAIR, MOST_SECONDS, Player};
use glam::{Affine3A, Quat, Vec3};
use world::NodeId;
use world::program::{KeyScript, ScriptKey, ScriptMotion, ScriptTurn};

/// Where a script puts a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Pose {
    translation: Option<Vec3>,
    rotation: Option<Quat>,
    scale: Option<Vec3>,
}

impl Player<'_, '_, '_> {
    /// Leads nodes along their scripts, which begin together.
    pub(super) fn follow_scripts(&mut self, at: usize, all: &[ScriptMotion], visit: Visit) -> Outcome {
        // NaN counts as no time.
        let lasts = |own: &ScriptMotion| own.script.frames.last().map_or(0.0, |last| f64::from(last.end));
        let whole = all.iter().map(lasts).fold(0.0, f64::max);
        let state = self.lane(at, visit.lane);
        state.spent |= whole > 0.0;
        let before = if visit.first { f64::NEG_INFINITY } else { state.elapsed };
        let now = state.elapsed + visit.left;
        state.elapsed = now.min(MOST_SECONDS);
        for own in all {
            if let Some(node) = self.node(at, own.node) {
                self.take_pose(node, pose(&own.script, before, now), visit.first);
            }
        }
        if now >= whole - HAIR {
            Outcome::Done((now - whole).clamp(0.0, visit.left))
        } else {
            Outcome::Running
        }
    }

    fn take_pose(&mut self, node: NodeId, pose: Pose, jumps: bool) {
        if pose == Pose::default() {
            return;
        }
        let mut place = self.edit.state().nodes.transforms[node.index()];
        if pose.rotation.is_some() || pose.scale.is_some() {
            let (scale, rotation, translation) = place.to_scale_rotation_translation();
            let scale = pose.scale.unwrap_or(scale);
            let rotation = pose.rotation.unwrap_or(rotation);
            place = Affine3A::from_scale_rotation_translation(scale, rotation, translation);
        }
        if let Some(translation) = pose.translation {
            place.translation = translation.into();
        }
        // The angles stay what they are: this sets a matrix.
        if jumps {
            self.edit.teleport_node(node, place);
        } else {
            self.edit.move_node(node, place);
        }
    }
}

/// Where a script has come: what ended on the way counts with its end, unless something later says
/// otherwise.
fn pose(script: &KeyScript, before: f64, now: f64) -> Pose {
    let frames = &script.frames;
    let first = frames.partition_point(|frame| f64::from(frame.end) < before);
    let mut pose = Pose::default();
    for frame in frames[first..].iter().take_while(|frame| f64::from(frame.start) <= now + HAIR) {
        let u = (now.min(f64::from(frame.end)) - f64::from(frame.start)).max(0.0) as f32;
        pose.translation = frame.translation.as_ref().map(|key| value(key, u)).or(pose.translation);
        pose.rotation = frame.rotation.as_ref().and_then(|key| rotation(key, u)).or(pose.rotation);
        pose.scale = frame.scale.as_ref().map(|key| value(key, u)).or(pose.scale);
    }
    pose
}

fn value(key: &ScriptKey, u: f32) -> Vec3 {
    match &key.cubic {
        Some(cubic) => {
            Vec3::from_array(cubic.each_ref().map(|[c0, c1, c2, c3]| c0 + u * (c1 + u * (c2 + u * c3))))
        }
        None => key.base + key.delta * u,
    }
}

fn rotation(key: &ScriptTurn, u: f32) -> Option<Quat> {
    let half = match &key.cubic {
        Some(cubic) => Vec3::from_array(cubic.each_ref().map(|[_, c1, c2, c3]| u * (c1 + u * (c2 + u * c3)))),
        None => key.delta * u,
    };
    let turned = (exp(half) * key.base).normalize();
    turned.is_finite().then_some(turned)
}

/// The quaternion whose real part is cos |v| and whose imaginary part is v sin |v| / |v|.
fn exp(half: Vec3) -> Quat {
    let length = half.length();
    let (sin, cos) = libm::sincosf(length);
    // Close to 0 the sine is as long as its angle.
    let share = if length > 1e-6 { sin / length } else { 1.0 };
    Quat::from_xyzw(half.x * share, half.y * share, half.z * share, cos)
}
