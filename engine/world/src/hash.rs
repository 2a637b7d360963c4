//! The hash of a [`State`]: xxh3-64 over its canonical bytes.
//!
//! Canonical means: every field in the order written here, little-endian, floats
//! by their bits, every list preceded by its length. A replay compares these
//! hashes, so whatever changes the order or the fields raises
//! [`HASH_VERSION`].

use crate::{ActiveZones, Attachment, Clock, Fog, Layer, MaterialState, NodeStates, State};
use glam::{Affine3A, Vec3};
use std::collections::BTreeMap;
use xxhash_rust::xxh3::Xxh3;

/// Version of the canonical bytes; part of them.
pub const HASH_VERSION: u32 = 3;

impl State {
    /// The hash: equal for equal states, on every machine.
    pub fn hash(&self) -> u64 {
        let mut sink = Sink(Xxh3::new());
        HASH_VERSION.put(&mut sink);
        self.put(&mut sink);
        sink.0.digest()
    }
}

struct Sink(Xxh3);

/// A value with canonical bytes.
trait Canonical {
    fn put(&self, sink: &mut Sink);
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Canonical for $number {
            #[inline]
            fn put(&self, sink: &mut Sink) {
                sink.0.update(&self.to_le_bytes());
            }
        }
    )*};
}
numbers!(u8, i8, u16, u32, u64, f32);

/// Fields in order. Naming every field makes a new one an error here.
macro_rules! fields {
    ($($type:ident { $($field:ident),* $(,)? })*) => {$(
        impl Canonical for $type {
            fn put(&self, sink: &mut Sink) {
                let $type { $($field),* } = self;
                $($field.put(sink);)*
            }
        }
    )*};
}

fields! {
    State {
        tick, random, nodes, cycles, materials, scrolls, clocks, layers, attachments, eulers, lights, mounts, fog, zones, actors, camera, rig,
    }
    NodeStates { roots, children, transforms, flags, opacities, teleports }
    MaterialState { offset, rotation, scale, color, opacity }
    Clock { clip, time, speed, looping, since }
    Layer { animator, clock, weight, rate, replaces, mask }
    Attachment { node, carrier, bone, offset }
    Fog { on, color, near, far, high, low }
}

macro_rules! newtypes {
    ($($type:ty),*) => {$(
        impl Canonical for $type {
            fn put(&self, sink: &mut Sink) {
                self.0.put(sink);
            }
        }
    )*};
}
newtypes!(crate::AnimatorId, crate::ClipId, crate::LightId, crate::NodeId, crate::Random, crate::SeatId);

mod actors;

impl Canonical for crate::NodeFlags {
    fn put(&self, sink: &mut Sink) {
        self.bits().put(sink);
    }
}

impl Canonical for bool {
    fn put(&self, sink: &mut Sink) {
        u8::from(*self).put(sink);
    }
}

impl Canonical for ActiveZones {
    fn put(&self, sink: &mut Sink) {
        (self.zones().len() as u8).put(sink);
        self.zones().iter().for_each(|zone| zone.put(sink));
    }
}

impl Canonical for Vec3 {
    fn put(&self, sink: &mut Sink) {
        self.to_array().put(sink);
    }
}

impl Canonical for Affine3A {
    fn put(&self, sink: &mut Sink) {
        self.to_cols_array().put(sink);
    }
}

impl<const N: usize> Canonical for [f32; N] {
    fn put(&self, sink: &mut Sink) {
        for number in self {
            number.put(sink);
        }
    }
}

impl<T: Canonical> Canonical for Option<T> {
    fn put(&self, sink: &mut Sink) {
        self.is_some().put(sink);
        if let Some(value) = self {
            value.put(sink);
        }
    }
}

impl<T: Canonical> Canonical for Vec<T> {
    fn put(&self, sink: &mut Sink) {
        (self.len() as u64).put(sink);
        for value in self {
            value.put(sink);
        }
    }
}

impl<K: Canonical, V: Canonical> Canonical for BTreeMap<K, V> {
    fn put(&self, sink: &mut Sink) {
        (self.len() as u64).put(sink);
        for (key, value) in self {
            key.put(sink);
            value.put(sink);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::{ModelSketch, Sketch};
    use crate::{
        ActorKind, Animator, AnimatorId, Avatar, CameraBlend, CameraMode, ClipId, Cycle, Light, LightId,
        Mount, NodeFlags, NodeId, PathPilot, Pilot, SeatId, TextureId,
    };

    fn avatar(state: &mut State) -> &mut Avatar {
        match &mut state.actors[0].kind {
            ActorKind::Walker(avatar) => avatar,
        }
    }

    fn state() -> State {
        let mut sketch = Sketch::new();
        let child = sketch.place(ModelSketch::new().floor([0.0; 2], [1.0; 2], 0.3));
        sketch.node("parent", None, &[child]);
        sketch.at(child).transform = Affine3A::from_rotation_y(0.1);
        let cycle = Cycle {
            textures: vec![TextureId(0)],
            offsets: Vec::new(),
            speed: 15.0,
            looping: true,
            start: 0.0,
        };
        sketch.scene.materials[0].cycle = Some(cycle);
        sketch.scene.lights.push(Light {
            node: Some(child),
            active: true,
            directional: false,
            position: Vec3::new(0.1, 0.2, 0.3),
            direction: Vec3::NEG_Y,
            color: [0.1, 0.2, 0.3],
            diffuse: 0.5,
            ambient: 0.25,
            near: 1.0,
            far: 2.0,
        });
        sketch.scene.animators.push(Animator { start: Clock::looping(ClipId(3)), ..Animator::default() });
        sketch.scene.zones = ActiveZones::new(&[1]);
        sketch.scene.avatar.position = Vec3::new(0.1, 1.7, -3.3);
        let offset = Affine3A::IDENTITY;
        sketch.scene.attachments = vec![Attachment { node: child, carrier: child, bone: 3, offset }];
        let mut state = State::new(&sketch.scene, 7);
        state.layers.push(Layer {
            animator: AnimatorId(0),
            clock: Clock::once(ClipId(1)),
            weight: 0.5,
            rate: 1.0,
            replaces: false,
            mask: None,
        });
        state
    }

    #[test]
    fn the_smallest_change_of_anything_changes_the_hash() {
        let before = state();
        type Change = (&'static str, fn(&mut State));
        let changes: &[Change] = &[
            ("tick", |state| state.tick += 1),
            ("random", |state| state.random.0 += 1),
            ("one ulp of position", |state| {
                let place = &mut avatar(state).position.x;
                *place = place.next_up();
            }),
            ("sign of zero", |state| avatar(state).velocity.y = -0.0),
            ("grounded", |state| avatar(state).grounded = true),
            ("soil", |state| avatar(state).soil = 1),
            ("nobody's walker", |state| state.actors[0].pilot = Pilot::Nobody),
            ("another seat", |state| state.actors[0].pilot = Pilot::Person(SeatId(1))),
            ("a way", |state| state.actors[0].pilot = Pilot::Path(PathPilot::default())),
            ("an actor's node", |state| state.actors[0].node = Some(NodeId(0))),
            ("an actor that left", |state| _ = state.actors.remove(0)),
            ("an actor that came and left", |state| {
                let actor = state.actors[0].clone();
                let id = state.actors.add(actor).unwrap();
                state.actors.remove(id);
            }),
            ("angles of a node", |state| _ = state.eulers.insert(NodeId(1), Vec3::X)),
            ("a light's mount", |state| {
                let mount = Mount::new(&state.lights[0], Affine3A::IDENTITY);
                state.mounts.insert(LightId(0), mount);
            }),
            ("camera behind", |state| state.rig.mode = CameraMode::Chase { distance: 3.0, lift: 0.0 }),
            ("camera on the way", |state| {
                state.rig.blend = Some(CameraBlend { from: state.camera.pose(), ticks: 60 });
            }),
            ("light colour", |state| state.lights[0].color[2] = state.lights[0].color[2].next_down()),
            ("light's node", |state| state.lights[0].node = None),
            ("node flag", |state| {
                state.nodes.flags[1] = state.nodes.flags[1].difference(NodeFlags::ALTITUDE);
            }),
            ("node transform", |state| {
                let place = &mut state.nodes.transforms[0].translation.z;
                *place = place.next_up();
            }),
            ("opacity", |state| state.nodes.opacities[0] = 0.99),
            ("teleport", |state| state.nodes.teleports[1] = 1),
            ("a link to the other", |state| {
                let child = state.nodes.children[1].remove(0);
                state.nodes.children[0].push(child);
            }),
            ("roots", |state| state.nodes.roots.clear()),
            ("cycle", |state| state.cycles[0] = 0.25),
            ("material's offset", |state| state.materials[0].offset[1] = 0.5),
            ("material's turn", |state| state.materials[0].rotation = 0.5),
            ("material's scale", |state| state.materials[0].scale[0] = 2.0),
            ("material's colour", |state| state.materials[0].color[2] = 0.5),
            ("material's opacity", |state| state.materials[0].opacity = 0.5),
            ("scroll", |state| state.scrolls[0][1] = 0.5),
            ("clip", |state| state.clocks[0].clip = Some(ClipId(2))),
            ("no clip", |state| state.clocks[0].clip = None),
            ("time in a clip", |state| state.clocks[0].time = 0.5),
            ("speed of a clip", |state| state.clocks[0].speed = -1.0),
            ("a clip once", |state| state.clocks[0].looping = false),
            ("a clip since", |state| state.clocks[0].since = 1),
            ("a layer's weight", |state| state.layers[0].weight = 0.75),
            ("a layer's rate", |state| state.layers[0].rate = 0.5),
            ("a layer's time", |state| state.layers[0].clock.time = 0.5),
            ("a layer's mask", |state| state.layers[0].mask = Some(0)),
            ("a cross-fade", |state| state.layers[0].replaces = true),
            ("a layer's end", |state| state.layers.clear()),
            ("what is carried", |state| state.attachments[0].node = NodeId(7)),
            ("who carries", |state| state.attachments[0].carrier = NodeId(7)),
            ("which bone carries", |state| state.attachments[0].bone = 7),
            ("where it is carried", |state| state.attachments[0].offset.translation.x = 7.0),
            ("fog", |state| state.fog.on = true),
            ("zones", |state| state.zones = ActiveZones::new(&[1, 0])),
            ("camera", |state| state.camera.fov_y = 1.0),
        ];
        let mut hashes = vec![before.hash()];
        for (what, change) in changes {
            let mut after = before.clone();
            change(&mut after);
            assert!(!hashes.contains(&after.hash()), "{what}");
            hashes.push(after.hash());
        }
    }

    #[test]
    fn a_clone_and_a_save_have_the_same_hash() {
        let state = state();
        assert_eq!(state.clone().hash(), state.hash());
        let saved = serde_json::to_string(&state).unwrap();
        let loaded: State = serde_json::from_str(&saved).unwrap();
        assert_eq!(loaded, state);
        assert_eq!(loaded.hash(), state.hash());
    }

    #[test]
    fn the_canonical_bytes_of_this_version_never_change() {
        assert_eq!(HASH_VERSION, 3);
        assert_eq!(state().hash(), 0xb1e415dc347c7189);
    }
}
