//! Keyframes of nodes.
//!
//! Source: `docs/spec/zbd/anim-events.md`, "4.12 OBJECT_MOTION_SI_SCRIPT".

use super::{angles, sound};
use glam::{Quat, Vec3};
use std::sync::Arc;
use world::Frame;
use world::program::{KeyScript, ScriptFrame, ScriptKey, ScriptTurn};
use zbd::anim::{Anim, Frames, RotateChannel, VectorChannel};

/// The table of scripts of a file; empty for games whose events hold their keyframes.
pub(super) fn table(anim: &Anim, frame: &Frame) -> Vec<Arc<KeyScript>> {
    let scripts = anim.scripts.iter();
    scripts
        .map(|script| Arc::new(keys(&script.frames, script.info.spline_interpolation == 1, frame)))
        .collect()
}

/// Keyframes in the axes of the engine. Bytes that are no keyframes move nothing.
pub(super) fn keys(frames: &Frames, has_splines: bool, frame: &Frame) -> KeyScript {
    let Frames::Known(known) = frames else { return KeyScript::default() };
    let frames = known.iter().map(|key| ScriptFrame {
        start: sound(key.start_time.get()),
        end: sound(key.end_time.get()),
        translation: key.translate.as_deref().map(|channel| moved(channel, has_splines, frame)),
        rotation: key.rotate.as_deref().map(|channel| turned(channel, has_splines, frame)),
        scale: key.scale.as_deref().map(|channel| scaled(channel, has_splines, frame)),
    });
    KeyScript { frames: frames.collect() }
}

fn moved(channel: &VectorChannel, has_splines: bool, frame: &Frame) -> ScriptKey {
    key(channel, has_splines, |vector| frame.to_engine(vector))
}

fn scaled(channel: &VectorChannel, has_splines: bool, frame: &Frame) -> ScriptKey {
    key(channel, has_splines, |vector| frame.sizes(vector))
}

fn key(channel: &VectorChannel, has_splines: bool, into: impl Fn(Vec3) -> Vec3) -> ScriptKey {
    let vector =
        |values: &[zbd::anim::AnyF32; 3]| into(Vec3::from_array(values.map(|value| sound(value.get()))));
    ScriptKey {
        base: vector(&channel.base),
        delta: vector(&channel.delta),
        cubic: has_splines.then(|| cubic(&channel.spline, into)),
    }
}

fn turned(channel: &RotateChannel, has_splines: bool, frame: &Frame) -> ScriptTurn {
    let [w, x, y, z] = channel.base.map(|value| sound(value.get()));
    let base = Quat::from_xyzw(x, y, z, w);
    let base = if base.length_squared() > 1e-6 { base.normalize() } else { Quat::IDENTITY };
    let into = |vector: Vec3| angles(frame, vector.to_array());
    ScriptTurn {
        base: frame.rotation(base),
        delta: into(Vec3::from_array(channel.delta.map(|value| sound(value.get())))),
        cubic: has_splines.then(|| cubic(&channel.spline, into)),
    }
}

/// The coefficients of three axes: each power is a vector of its own.
fn cubic(spline: &[[zbd::anim::AnyF32; 4]; 3], into: impl Fn(Vec3) -> Vec3) -> Box<[[f32; 4]; 3]> {
    let mut cubic = [[0.0; 4]; 3];
    for power in 0..4 {
        let vector = Vec3::from_array([0, 1, 2].map(|axis: usize| sound(spline[axis][power].get())));
        let vector = into(vector).to_array();
        for axis in 0..3 {
            cubic[axis][power] = vector[axis];
        }
    }
    Box::new(cubic)
}
