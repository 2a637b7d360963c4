//! Events of files as events of programs.
//!
//! Source: `docs/spec/zbd/anim-events.md`, "4. Events".

use super::names::Names;
use super::operands::entry;
use super::{Missing, angles, scripts, sound};
use crate::zipper::sound_table::SoundTable;
use glam::Vec3;
use std::collections::HashMap;
use std::sync::Arc;
use world::program::{
    Blast, Bounce, Call, CallConnector, CallEnd, CallPlace, CameraChange, CameraTo, Change, Condition,
    Connector, ConnectorEnd, Detonation, EndPosition, Event, FadeTo, FogChange, FogKind, Gravity, KeyScript,
    Launch, LaunchRange, LightAnimation, LightState, LoopLimit, MoveTo, ObjectMotion, Operand,
    PufferInterval, PufferState, PufferTextures, ScreenWash, ScriptMotion, Span, StartClock, Step, Tumble,
    Turn,
};
use world::{Frame, MaterialId, NodeId};
use zbd::anim::events as file;
use zbd::anim::events::{motion_flags, puffer_flags};
use zbd::anim::{Anim, Definition, Sequence, SequenceEvent};
use zbd::gamez::Version;

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

    fn motion(&self, event: &file::ObjectMotion) -> ObjectMotion {
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

    fn move_to(&self, event: &file::ObjectMotionFromTo) -> MoveTo {
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
    fn script(&self, event: &file::ObjectMotionSiScript) -> Option<ScriptMotion> {
        match self.anim.version {
            Version::Recoil | Version::MechWarrior3 => {
                let script = Arc::new(scripts::keys(&event.frames, false, self.known.frame));
                Some(ScriptMotion { node: self.operand(event.info.node_index), script })
            }
            Version::PiratesMoon | Version::CrimsonSkies => self.tabled(&event.info),
        }
    }

    /// A motion whose script is in the table of the file.
    fn tabled(&self, info: &file::SiScriptInfo) -> Option<ScriptMotion> {
        let place = info.script_index as usize;
        let number = match self.anim.version {
            // Events name a place in the definition's own list.
            Version::CrimsonSkies => *self.definition.script_indices.get(place)? as usize,
            _ => place,
        };
        let script = Arc::clone(self.scripts.get(number)?);
        Some(ScriptMotion { node: self.operand(info.node_index), script })
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

    fn puffer(&self, event: &file::PufferState) -> PufferState {
        use puffer_flags as flags;
        let info = &event.info;
        let has = |flag: u32| info.flags & flag != 0;
        let vector = |flag: u32, value: [f32; 3]| has(flag).then(|| self.vector(value));
        let range = |flag: u32, value: [f32; 2]| has(flag).then(|| value.map(sound));
        let number = |flag: u32, value: f32| has(flag).then(|| sound(value));
        let colors = event.colors.slots.iter().take(event.colors.count as usize);
        let growth = event.growth.slots.iter().take(event.growth.count as usize);
        let used = event.textures.slots.iter().filter(|slot| !slot.name.text().is_empty());
        PufferState {
            puffer: entry(info.puffer_index),
            active: if has(flags::ACTIVE_STATE) { info.active_state } else { 0 },
            node: has(flags::AT_NODE).then(|| self.operand(info.node_index)),
            translate: vector(flags::TRANSLATE, info.translate),
            local_velocity: vector(flags::LOCAL_VELOCITY, info.local_velocity),
            world_velocity: vector(flags::WORLD_VELOCITY, info.world_velocity),
            min_random_velocity: vector(flags::MIN_RANDOM_VELOCITY, info.min_random_velocity),
            max_random_velocity: vector(flags::MAX_RANDOM_VELOCITY, info.max_random_velocity),
            acceleration: vector(flags::WORLD_ACCELERATION, info.world_acceleration),
            interval_kind: has(flags::INTERVAL_TYPE).then_some(match info.interval_type {
                1 => PufferInterval::Distance,
                _ => PufferInterval::Time,
            }),
            interval: number(flags::INTERVAL_VALUE, info.interval_value.get()),
            size: range(flags::SIZE_RANGE, info.size_range),
            lifetime: range(flags::LIFETIME_RANGE, info.lifetime_range),
            start_age: range(flags::START_AGE_RANGE, info.start_age_range),
            deviation: number(flags::DEVIATION_DISTANCE, info.deviation_distance),
            near_fade: range(flags::UNKNOWN_RANGE, info.unknown_range),
            far_fade: range(flags::FADE_RANGE, info.fade_range),
            friction: number(flags::FRICTION, info.friction),
            wind_factor: number(flags::WIND_FACTOR, info.wind_factor),
            priority: number(flags::PRIORITY, info.priority),
            number: has(flags::NUMBER).then_some(info.number),
            textures: has(flags::TEXTURES).then(|| {
                let stepped = event.textures.has_run_time != 0;
                self.pictures(used.map(|slot| (sound(slot.run_time), slot.name.text())), stepped)
            }),
            colors: has(flags::COLORS).then(|| {
                // Of the two numbers beside a colour the one that goes from 0 to 1 is its time.
                let slots: Vec<_> = colors.collect();
                let first_is_time = slots.windows(2).all(|pair| pair[0].unknown_0 <= pair[1].unknown_0)
                    && slots.last().is_some_and(|last| last.unknown_0 > slots[0].unknown_0);
                let stop = |slot: &&file::PufferColor| {
                    let (time, alpha) = match first_is_time {
                        true => (slot.unknown_0, slot.unknown_16),
                        false => (slot.unknown_16, slot.unknown_0),
                    };
                    let [r, g, b] = slot.color.map(|channel| sound(channel).clamp(0.0, 1.0));
                    (sound(time), [r, g, b, sound(alpha).clamp(0.0, 1.0)])
                };
                slots.iter().map(stop).collect()
            }),
            growth: has(flags::GROWTH)
                .then(|| growth.map(|stop| (sound(stop.min), sound(stop.max))).collect()),
        }
    }
}

impl Compiler<'_> {
    /// What particles are painted with: in turn over their lives, or each with one.
    fn pictures(&self, slots: impl Iterator<Item = (f32, String)>, stepped: bool) -> PufferTextures {
        let known =
            slots.filter_map(|(time, name)| Some((time, *self.known.textures.get(&texture_key(&name))?)));
        if stepped {
            PufferTextures::Sequence(known.collect())
        } else {
            PufferTextures::Random(known.map(|(_, material)| material).collect())
        }
    }
}

/// The form in which names of textures are compared: without the ending of a file, in lower case.
pub(super) fn texture_key(name: &str) -> String {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_ascii_lowercase()
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
fn span([from, to, _]: [f32; 3]) -> Span<f32> {
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
