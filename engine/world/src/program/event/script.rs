//! Keyed motions of a node.

use super::Operand;
use glam::{Quat, Vec3};
use std::sync::Arc;

/// A node that follows a script of keys.
///
/// Source: `docs/spec/zbd/anim-events.md`, "4.12 OBJECT_MOTION_SI_SCRIPT".
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScriptMotion {
    /// Which.
    pub node: Operand,
    /// Its keys, shared by all events that use them.
    pub script: Arc<KeyScript>,
}

/// Frames in the order of their times.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeyScript {
    /// The frames. Before the first and between two the node holds still.
    pub frames: Vec<ScriptFrame>,
}

/// Some time of a script. What is absent stays as it is; a frame without any key is a pause.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScriptFrame {
    /// Seconds since the event began.
    pub start: f32,
    /// Seconds since the event began.
    pub end: f32,
    /// Where the node is below its parents.
    pub translation: Option<ScriptKey>,
    /// How it is turned.
    pub rotation: Option<ScriptTurn>,
    /// How it is scaled along its axes.
    pub scale: Option<ScriptKey>,
}

/// A vector over the time u since the start of its frame: base + delta * u, or a cubic for each axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScriptKey {
    /// At the start of the frame.
    pub base: Vec3,
    /// Added a second.
    pub delta: Vec3,
    /// For each axis c0 + c1 u + c2 u^2 + c3 u^3, in place of base and delta.
    pub cubic: Option<Box<[[f32; 4]; 3]>>,
}

/// A rotation over the time u since the start of its frame: exp(delta * u) * base, where exp(v) is the
/// quaternion with the real part cos |v| and the imaginary part v sin |v| / |v|. So the vector is half
/// the angle, and it turns about axes of the parent.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptTurn {
    /// At the start of the frame.
    pub base: Quat,
    /// Half the radians a second, along the axis.
    pub delta: Vec3,
    /// For each axis c1 u + c2 u^2 + c3 u^3, in place of delta * u; c0 is not used.
    pub cubic: Option<Box<[[f32; 4]; 3]>>,
}

impl Default for ScriptTurn {
    fn default() -> Self {
        ScriptTurn { base: Quat::IDENTITY, delta: Vec3::ZERO, cubic: None }
    }
}
