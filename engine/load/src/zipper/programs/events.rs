//! Events of files as events of programs.
//!
//! Source: `docs/spec/zbd/anim-events.md`, "4. Events".

mod motions;
mod puffers;

use super::names::Names;
use super::operands::entry;
use super::{Missing, angles, sound};
use crate::zipper::sound_table::SoundTable;
use glam::Vec3;
use std::collections::HashMap;
use std::sync::Arc;
use world::program::{
    Blast, Call, CallConnector, CallEnd, CallPlace, CameraChange, CameraTo, Condition, Connector,
    ConnectorEnd, Detonation, EndPosition, Event, FadeTo, FogChange, FogKind, KeyScript, LightAnimation,
    LightState, LoopLimit, Operand, ScreenWash, Span, StartClock, Step, Turn,
};
use world::{Frame, MaterialId, NodeId};
use zbd::anim::events as file;
use zbd::anim::{Anim, Definition, Sequence, SequenceEvent};

pub(super) use puffers::texture_key;

/// Where the names of all definitions lead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'a> {
    pub names: &'a Names,
    pub frame: &'a Frame,
    /// Materials of particles, by [`texture_key`].
    pub textures: &'a HashMap<String, MaterialId>,
    pub sounds: &'a SoundTable,
}

/// Turns one definition into a program.
#[derive(Debug)]
pub(super) struct Compiler<'a> {
    pub anim: &'a Anim,
    pub definition: &'a Definition,
    pub known: Known<'a>,
    pub missing: &'a mut Missing,
    /// What it stands at.
    pub root: Option<NodeId>,
    /// Nodes that events name by their place.
    pub nodes: Vec<Option<NodeId>>,
    scripts: &'a [Arc<KeyScript>],
}

impl<'a> Compiler<'a> {
    /// One for a definition of a file, whose table of scripts this is.
    pub fn new(
        anim: &'a Anim,
        definition: &'a Definition,
        scripts: &'a [Arc<KeyScript>],
        known: Known<'a>,
        missing: &'a mut Missing,
    ) -> Self {
        let head = &definition.head;
        let (root, name) = (head.anim_root_name.text(), head.name.text());
        // In Crimson Skies a path of names leads to it, for several nodes may have its own.
        let parts = definition.path.iter().map(|part| part.name.text());
        let above = parts.fold(None, |above, part| known.names.node(&part, above, true).or(above));
        let root = known.names.node(&root, above, true).or_else(|| known.names.node(&name, above, true));
        let mut compiler = Compiler { anim, definition, known, missing, root, nodes: Vec::new(), scripts };
        let nodes: Vec<String> = definition.nodes.iter().skip(1).map(|node| node.name.text()).collect();
        compiler.nodes = nodes.iter().map(|name| compiler.named(name)).collect();
        compiler
    }

    /// The node of a name, which is counted if it is missing. A sound that stays somewhere is listed among
    /// nodes where events hang it at one.
    pub fn named(&mut self, name: &str) -> Option<NodeId> {
        let local = self.definition.head.flags & zbd::anim::flags::LOCAL_NODES_ONLY != 0;
        let node = self.known.names.node(name, self.root, !local);
        if node.is_none() && !name.is_empty() && self.sound_node(name).is_none() {
            *self.missing.nodes.entry(name.to_owned()).or_default() += 1;
        }
        node
    }

    /// The events of a sequence; one that is not understood leaves a gap of no time.
    pub fn steps(&mut self, sequence: &Sequence) -> Vec<Step> {
        let mut steps = Vec::with_capacity(sequence.events.len());
        for event in &sequence.events {
            for what in self.events(event) {
                steps.push(Step { clock: clock(event), time: sound(event.start_time.get()), event: what });
            }
        }
        steps
    }

    fn events(&mut self, event: &SequenceEvent) -> Vec<Event> {
        let one = self.event(&event.event);
        match (&event.event, one) {
            (_, Some(event)) => vec![event],
            (file::Event::AnimVerbose(_), None) => Vec::new(),
            (other, None) => self.unknown(other.keyword()),
        }
    }

    fn unknown(&mut self, what: &'static str) -> Vec<Event> {
        let what = if what.is_empty() { "events of an unknown type" } else { what };
        *self.missing.events.entry(what).or_default() += 1;
        Vec::new()
    }

    fn event(&mut self, event: &file::Event) -> Option<Event> {
        use file::Event as File;
        Some(match event {
            File::Sound(event) => Event::Sound {
                sound: entry(event.static_sound_index),
                node: self.operand(event.node_index),
                offset: self.vector(event.offset),
            },
            File::SoundNode(event) => Event::SoundNode {
                sound: entry(event.dynamic_sound_index),
                active: event.active != 0,
                place: self.place(event.flags, event.node_index, event.translate),
            },
            File::Effect(event) => Event::Effect {
                effect: entry(event.effect_index),
                node: self.operand(event.node_index),
                offset: self.vector(event.offset),
            },
            File::LightState(event) => Event::Light(Box::new(self.light(event))),
            File::LightAnimation(event) => Event::LightAnimation(Box::new(LightAnimation {
                light: entry(event.light_index),
                range_rate: event.range_rate.map(sound),
                range_acceleration: event.range_acceleration.map(sound),
                color_rate: event.color_rate.map(sound),
                seconds: event.run_time,
            })),
            File::ObjectActiveState(event) => {
                Event::SetActive { node: self.operand(event.node_index), active: event.state != 0 }
            }
            File::ObjectTranslateState(event) => Event::Translate {
                node: self.operand(event.node_index),
                from: self.operand(event.at_node_index),
                by: self.vector(event.translate),
                relative: event.relative != 0,
            },
            File::ObjectScaleState(event) => Event::Scale {
                node: self.operand(event.node_index),
                scale: self.known.frame.sizes(Vec3::from_array(event.scale.map(sound))),
            },
            File::ObjectRotateState(event) => Event::Rotate {
                node: self.operand(event.node_index),
                angles: angles(self.known.frame, event.rotate.map(sound)),
                turn: match event.mode {
                    file::rotate_mode::RELATIVE => Turn::By,
                    file::rotate_mode::AT_NODE_XYZ => Turn::Angles(self.operand(event.at_node_index)),
                    file::rotate_mode::AT_NODE_MATRIX => Turn::Matrix(self.operand(event.at_node_index)),
                    _ => Turn::To,
                },
            },
            File::ObjectMotion(event) => Event::Motion(Box::new(self.motion(event))),
            File::ObjectMotionFromTo(event) => Event::MoveTo(self.move_to(event)),
            File::ObjectMotionSiScript(event) => Event::Script(self.script(event)?),
            // What is left of a skeleton moves without the bones whose scripts are missing.
            File::SkeletonSiScript(event) => {
                let bones = event.scripts.iter();
                Event::Skeleton(bones.filter_map(|bone| self.tabled(&bone.info)).collect())
            }
            File::ObjectOpacityState(event) => Event::SetOpacity {
                node: self.operand(event.node_index),
                on: event.is_set != 0,
                opacity: (event.has_opacity != 0).then(|| event.opacity.clamp(0.0, 1.0)),
            },
            File::ObjectOpacityFromTo(event) => Event::FadeTo(FadeTo {
                node: self.operand(event.node_index),
                on: Span { from: switch(event.state_from), to: switch(event.state_to) },
                opacity: Span {
                    from: event.opacity_from.clamp(0.0, 1.0),
                    to: event.opacity_to.clamp(0.0, 1.0),
                },
                seconds: event.run_time,
            }),
            File::ObjectAddChild(event) => self.child(true, event.parent_index, event.child_index),
            File::ObjectDeleteChild(event) => self.child(false, event.parent_index, event.child_index),
            File::ObjectCycleTexture(event) => Event::CycleTexture {
                node: self.operand(event.node_index),
                restart: event.restart == 1,
                frame: event.texture,
            },
            File::ObjectConnector(event) => Event::Connector(Box::new(self.connector(event))),
            File::CallObjectConnector(event) => Event::CallConnector(Box::new(self.call_connector(event))),
            File::CameraState(event) => {
                let values = [
                    event.clip_near,
                    event.clip_far,
                    event.lod_multiplier,
                    event.fov_h,
                    event.fov_v,
                    event.zoom_h,
                    event.zoom_v,
                ];
                Event::Camera(Box::new(camera(event.flags, values.map(sound))))
            }
            File::CameraFromTo(event) => {
                let values = [
                    event.clip_near,
                    event.clip_far,
                    event.lod_multiplier,
                    event.fov_h,
                    event.fov_v,
                    event.zoom_h,
                    event.zoom_v,
                ];
                let change = camera(event.flags, values.map(span));
                Event::CameraTo(Box::new(CameraTo { change, seconds: event.run_time }))
            }
            File::CallSequence(event) => Event::CallSequence(self.sequence(&event.name.text())),
            File::StopSequence(event) => Event::StopSequence(self.sequence(&event.name.text())),
            File::CallAnimation(event) => Event::Call(self.call(event)),
            File::StopAnimation(event) => Event::Stop(self.program(&event.name.text())),
            File::ResetAnimation(event) => Event::Reset(self.program(&event.name.text())),
            File::InvalidateAnimation(event) => Event::Invalidate(self.program(&event.name.text())),
            File::FogState(event) => Event::Fog(FogChange {
                kind: (event.flags & 1 != 0).then_some(match event.kind {
                    0 => FogKind::Off,
                    2 => FogKind::Exponential,
                    _ => FogKind::Linear,
                }),
                color: (event.flags & 2 != 0).then(|| event.color.map(|channel| channel.clamp(0.0, 1.0))),
                altitude: (event.flags & 4 != 0).then(|| event.altitude.map(sound)),
                range: (event.flags & 8 != 0).then(|| event.range.map(sound)),
            }),
            File::Loop(event) => Event::Loop(match &event.until {
                file::Until::Count { count, .. } => LoopLimit::Count(*count),
                file::Until::RunTime(seconds) => LoopLimit::Seconds(sound(seconds.get())),
                file::Until::Other { .. } => return None,
            }),
            File::If(event) => Event::If(self.condition(event)?),
            File::Elseif(event) => Event::ElseIf(self.condition(event)?),
            File::Else => Event::Else,
            File::Endif => Event::EndIf,
            File::Callback(event) => Event::Callback(event.value),
            File::FbfxColorFromTo(event) => {
                let [red, green, blue, alpha] = [event.red, event.green, event.blue, event.alpha].map(span);
                let color = Span {
                    from: [red.from, green.from, blue.from, alpha.from],
                    to: [red.to, green.to, blue.to, alpha.to],
                };
                Event::ScreenWash(Box::new(ScreenWash { color, seconds: event.run_time }))
            }
            File::FbfxCsinwaveFromTo(event) => Event::ScreenRipple(event.run_time),
            File::DetonateWeapon(event) => Event::Detonate(Box::new(Detonation {
                weapon: event.name.text().into(),
                node: self.operand(event.node_index),
                offset: self.vector(event.position),
                blast: None::<Blast>,
            })),
            File::PufferState(event) => Event::Puffer(Box::new(self.puffer(event))),
            File::AnimVerbose(_) | File::SoundAdjust(_) | File::Other(_) => return None,
        })
    }

    fn light(&self, event: &file::LightState) -> LightState {
        use file::light_flags as flags;
        let has = |flag: u32| event.flags & flag != 0;
        LightState {
            light: entry(event.light_index),
            active: event.active != 0,
            point: event.kind == 1,
            directional: has(flags::DIRECTIONAL).then_some(event.directional != 0),
            saturated: has(flags::SATURATED).then_some(event.saturated != 0),
            subdivide: has(flags::SUBDIVIDE).then_some(event.subdivide != 0),
            lightmap: has(flags::LIGHTMAP).then_some(event.lightmap != 0),
            fixed: has(flags::STATIC).then_some(event.is_static != 0),
            bicolored: has(flags::BICOLORED).then_some(event.bicolored != 0),
            place: self.place(event.flags, event.node_index, event.translate),
            orientation: has(flags::ORIENTATION)
                .then(|| angles(self.known.frame, event.orientation.map(sound))),
            range: has(flags::RANGE).then(|| event.range.map(sound)),
            color: has(flags::COLOR).then_some(event.color),
            ambient_color: has(flags::AMBIENT_COLOR).then_some(event.ambient_color),
            ambient: has(flags::AMBIENT).then_some(event.ambient),
            diffuse: has(flags::DIFFUSE).then_some(event.diffuse),
        }
    }

    fn connector(&self, event: &file::ObjectConnector) -> Connector {
        let has = |flag: u32| event.flags & flag != 0;
        let end = |bits: [u32; 6], node: i16, position: [f32; 3], part: [f32; 4], whole: f32| {
            let [node_bit, input_bit, position_bit, input_position_bit, scalar, range] = bits;
            ConnectorEnd {
                node: match () {
                    () if has(input_bit) => Operand::Input,
                    () if has(node_bit) => self.operand(node),
                    () => Operand::None,
                },
                position: match () {
                    () if has(input_position_bit) => EndPosition::Input,
                    () if has(position_bit) => EndPosition::At(self.vector(position)),
                    () => EndPosition::Origin,
                },
                part: if has(scalar | range) {
                    Span { from: sound(part[0]), to: sound(part[1]) }
                } else {
                    Span { from: whole, to: whole }
                },
            }
        };
        Connector {
            node: self.operand(event.node_index),
            from: end(
                [0x1, 0x2, 0x8, 0x10, 0x400, 0x800],
                event.from_node_index,
                event.from_position,
                event.from_t,
                0.0,
            ),
            to: end(
                [0x20, 0x40, 0x100, 0x200, 0x1000, 0x2000],
                event.to_node_index,
                event.to_position,
                event.to_t,
                1.0,
            ),
            seconds: sound(event.run_time),
            max_length: has(0x8000).then(|| sound(event.max_length)),
        }
    }

    fn call_connector(&mut self, event: &file::CallObjectConnector) -> CallConnector {
        let flags = event.flags;
        // The bits of the end are those of the start, six higher.
        let end = |shift: u32, node: i16, position: [f32; 3]| {
            let has = |flag: u32| flags >> shift & flag != 0;
            CallEnd {
                node: match () {
                    () if has(0x4 | 0x8) => Operand::Input,
                    () if has(0x1 | 0x2) => self.operand(node),
                    () => Operand::None,
                },
                resolved: has(0x2 | 0x8),
                position: match () {
                    () if has(0x20) => EndPosition::Input,
                    () if has(0x10) => EndPosition::At(self.vector(position)),
                    () => EndPosition::Origin,
                },
            }
        };
        let from = end(0, event.from_node_index, event.from_position);
        let to = end(6, event.to_node_index, event.to_position);
        let program = self.program(&event.name.text());
        CallConnector { program, from, to, reference: u16::try_from(event.save_index).ok() }
    }

    /// The number of a sequence of the definition by its name, the first of several.
    fn sequence(&self, name: &str) -> Option<u16> {
        let mut sequences = self.definition.sequences.iter();
        let at = sequences.position(|sequence| sequence.header.name.text() == name)?;
        u16::try_from(at).ok()
    }

    fn program(&mut self, name: &str) -> Option<world::ProgramId> {
        let program = self.known.names.program(name);
        if program.is_none() {
            *self.missing.calls.entry(name.to_owned()).or_default() += 1;
        }
        program
    }

    fn call(&mut self, event: &file::CallAnimation) -> Call {
        use file::call_flags as flags;
        let has = |flag: u16| event.flags & flag != 0;
        let node = self.operand(event.node_index);
        let position = self.vector(event.position);
        let place = if has(flags::WITH_NODE) {
            CallPlace::With { node, position }
        } else if has(flags::AT_NODE) && has(flags::TRANSLATE) {
            CallPlace::Turned { node, angles: angles(self.known.frame, event.translate.map(sound)) }
        } else if has(flags::AT_NODE) {
            CallPlace::At { node, position }
        } else {
            CallPlace::Own
        };
        Call {
            program: self.program(&event.name.text()),
            bind: self.operand(event.operand_node_index),
            place,
            wait: has(flags::WAIT_FOR_COMPLETION),
        }
    }

    /// None for a condition that is not known.
    fn condition(&self, test: &file::Test) -> Option<Condition> {
        use file::condition as kind;
        let value = match test.value {
            file::TestValue::Number(number) => sound(number.get()),
            file::TestValue::Integer(integer) => integer as f32,
        };
        let integer = match test.value {
            file::TestValue::Number(number) => number.to_bits() as i32,
            file::TestValue::Integer(integer) => integer,
        };
        let second = sound(test.second.get());
        let node = self.operand(test.node_index);
        Some(match test.condition {
            kind::RANDOM_WEIGHT => Condition::Random(value),
            kind::PLAYER_RANGE => Condition::PlayerRange(value),
            kind::ANIMATION_LOD => Condition::Detail(integer),
            kind::PLAYER_UNDERCOVER => Condition::PlayerUndercover(value),
            kind::NODE_UNDERCOVER => Condition::NodeUndercover { node, distance: value },
            kind::HW_RENDER => Condition::HardwareRender(integer != 0),
            kind::PLAYER_1ST_PERSON => Condition::FirstPerson(integer != 0),
            kind::PLAYER_BELOW_ALT => Condition::PlayerBelow(value),
            kind::NODE_BELOW_ALT => Condition::NodeBelow { node, altitude: value },
            kind::PLAYER_LINED_UP => Condition::PlayerLinedUp(value),
            kind::PLAYER_SPEED => Condition::PlayerSpeed { min: value, max: second },
            kind::ANIM_HEALTH => Condition::HealthBelow(value),
            kind::ANIM_HEALTH_RANGE => Condition::HealthWithin { min: value, max: second },
            // Its value is the node; the place where others name one is empty.
            kind::NODE_ACTIVE => Condition::NodeActive(self.operand(integer)),
            _ => return None,
        })
    }
}

/// What the start of an event is counted from.
fn clock(event: &SequenceEvent) -> StartClock {
    match event.start_offset {
        2 => StartClock::Sequence,
        3 => StartClock::Event,
        _ => StartClock::Animation,
    }
}

/// From, to and change a second, which follows from them.
pub(super) fn span([from, to, _]: [f32; 3]) -> Span<f32> {
    Span { from: sound(from), to: sound(to) }
}

/// -1 leaves a switch as it is.
fn switch(state: i16) -> Option<bool> {
    u16::try_from(state).ok().map(|state| state != 0)
}

/// The values whose flags are set, in the order of their bits.
fn camera<T: Copy>(flags: u32, values: [T; 7]) -> CameraChange<T> {
    let value = |bit: usize| (flags >> bit & 1 != 0).then_some(values[bit]);
    CameraChange {
        near: value(0),
        far: value(1),
        lod_multiplier: value(2),
        fov_x: value(3),
        fov_y: value(4),
        zoom_x: value(5),
        zoom_y: value(6),
    }
}
