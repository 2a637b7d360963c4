//! Events that move things: OBJECT_MOTION and its kin.
//!
//! Source: `docs/spec/zbd/anim-events.md`, "4. Events".

use super::super::operands::entry;
use super::super::{angles, scripts, sound};
use super::{Compiler, span};
use glam::Vec3;
use std::sync::Arc;
use world::program::{
    Bounce, Change, Gravity, Launch, LaunchRange, MoveTo, ObjectMotion, ScriptMotion, Span, Tumble,
};
use zbd::anim::events as file;
use zbd::anim::events::motion_flags;
use zbd::gamez::Version;

impl Compiler<'_> {
    pub(super) fn motion(&self, event: &file::ObjectMotion) -> ObjectMotion {
        use motion_flags as flags;
        let has = |flag: u32| event.flags & flag != 0;
        // One of the two flags is enough; without the second the upper values mean nothing.
        let range = |[min, max]: [f32; 2]| {
            let (min, max) = (sound(min), sound(max));
            if has(flags::TRANSLATION_RANGE_MAX) { [min, max] } else { [min, min] }
        };
        let rate = |rate: [f32; 3]| angles(self.known.frame, rate.map(sound));
        let sizes = |rate: [f32; 3]| self.known.frame.sizes(Vec3::from_array(rate.map(sound)));
        let bounce = |name: String, sound_index: i16, full: f32| Bounce {
            sequence: self.sequence(&name).filter(|_| has(flags::BOUNCE_SEQUENCE)),
            sound: entry(sound_index).filter(|_| has(flags::BOUNCE_SOUND)),
            full_volume_speed: sound(full),
        };
        ObjectMotion {
            node: self.operand(event.node_index),
            gravity: has(flags::GRAVITY).then(|| Gravity {
                acceleration: sound(event.gravity),
                complex: has(flags::GRAVITY_COMPLEX),
                no_altitude: has(flags::GRAVITY_NO_ALTITUDE),
                intersections: has(flags::GRAVITY_DO_INTERSECTIONS),
            }),
            impact_force: has(flags::IMPACT_FORCE),
            translation: has(flags::TRANSLATION).then(|| Launch {
                velocity: self.vector(event.translation_initial),
                acceleration: self.vector(event.translation_delta),
                direction: self.vector(event.direction),
            }),
            range: (has(flags::TRANSLATION_RANGE_MIN) || has(flags::TRANSLATION_RANGE_MAX)).then(|| {
                LaunchRange {
                    azimuth: range(event.range_xz),
                    elevation: range(event.range_y),
                    speed: range(event.range_initial),
                    acceleration: range(event.range_delta),
                }
            }),
            rotation: has(flags::XYZ_ROTATION).then(|| Change {
                rate: rate(event.xyz_rotation_initial),
                acceleration: rate(event.xyz_rotation_delta),
            }),
            forward_rotation: if has(flags::FORWARD_ROTATION_DISTANCE) {
                Some(Tumble::Distance(sound(event.forward_rotation_initial)))
            } else {
                has(flags::FORWARD_ROTATION_TIME).then(|| {
                    Tumble::Time(Change {
                        rate: sound(event.forward_rotation_initial),
                        acceleration: sound(event.forward_rotation_delta),
                    })
                })
            },
            scale: has(flags::SCALE)
                .then(|| Change { rate: sizes(event.scale_initial), acceleration: sizes(event.scale_delta) }),
            morph: has(flags::MORPH).then(|| sound(event.morph)),
            run_time: has(flags::RUN_TIME).then(|| sound(event.run_time)),
            bounces: [
                bounce(event.bounce_sequence.text(), event.bounce_sound_index, event.bounce_full_volume),
                bounce(event.water_sequence.text(), event.water_sound_index, event.water_full_volume),
                bounce(event.lava_sequence.text(), event.lava_sound_index, event.lava_full_volume),
            ],
        }
    }

    pub(super) fn move_to(&self, event: &file::ObjectMotionFromTo) -> MoveTo {
        let has = |flag: u32| event.flags & flag != 0;
        let from_to = |[from, to, _]: [[f32; 3]; 3], into: &dyn Fn([f32; 3]) -> Vec3| Span {
            from: into(from.map(sound)),
            to: into(to.map(sound)),
        };
        let places = |place: [f32; 3]| self.vector(place);
        let turns = |turn: [f32; 3]| angles(self.known.frame, turn);
        let sizes = |size: [f32; 3]| self.known.frame.sizes(Vec3::from_array(size));
        MoveTo {
            node: self.operand(event.node_index),
            translation: has(1).then(|| from_to(event.translate, &places)),
            angles: has(2).then(|| from_to(event.rotate, &turns)),
            scale: has(4).then(|| from_to(event.scale, &sizes)),
            morph: has(8).then(|| span(event.morph)),
            seconds: event.run_time,
        }
    }

    /// None for a number that leads to no script.
    pub(super) fn script(&self, event: &file::ObjectMotionSiScript) -> Option<ScriptMotion> {
        match self.anim.version {
            Version::Recoil | Version::MechWarrior3 => {
                let script = Arc::new(scripts::keys(&event.frames, false, self.known.frame));
                Some(ScriptMotion { node: self.operand(event.info.node_index), script })
            }
            Version::PiratesMoon | Version::CrimsonSkies => self.tabled(&event.info),
        }
    }

    /// A motion whose script is in the table of the file.
    pub(super) fn tabled(&self, info: &file::SiScriptInfo) -> Option<ScriptMotion> {
        let place = info.script_index as usize;
        let number = match self.anim.version {
            // Events name a place in the definition's own list.
            Version::CrimsonSkies => *self.definition.script_indices.get(place)? as usize,
            _ => place,
        };
        let script = Arc::clone(self.scripts.get(number)?);
        Some(ScriptMotion { node: self.operand(info.node_index), script })
    }
}
