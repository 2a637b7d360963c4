//! The hash of a [`State`]: xxh3-64 over its canonical bytes. What is in a save is `state.rs`.
//!
//! Canonical means: every field in the order written here, little-endian, floats
//! by their bits, every list preceded by its length. Of nodes, the digests of
//! blocks of [`BLOCK`] stand for their bytes, so that those of blocks in which
//! nothing changed can be [kept](HashCache). A replay compares these hashes, so
//! whatever changes the order or the fields raises [`HASH_VERSION`].

use crate::{
    ActiveZones, AnimatorInstance, Attachment, Clock, Dirty, Fog, Instances, Layer, MaterialState, NodeId,
    NodeStates, State, Stride,
};
use glam::{Affine3A, Vec3};
use std::collections::BTreeMap;
use std::ops::Range;
use xxhash_rust::xxh3::xxh3_64;

/// Version of the canonical bytes; part of them.
pub const HASH_VERSION: u32 = 3;
/// Nodes of one digest.
const BLOCK: usize = 64;

impl State {
    /// The hash: equal for equal states, on every machine. Walks everything; see
    /// [`HashCache`] for one that does not.
    pub fn hash(&self) -> u64 {
        HashCache::default().hash(self)
    }
}

/// Digests of a state's nodes that are kept from one hash to the next.
///
/// Stands beside the state and is neither saved nor compared: what it says
/// follows from the state alone, as long as every change of nodes is
/// [marked](HashCache::mark).
///
/// ```
/// use world::{Frame, HashCache, Scene, State};
///
/// let mut state = State::new(&Scene::empty("none", "void", Frame::identity(1.0)), 1);
/// let mut cache = HashCache::default();
/// state.tick = 5;
/// assert_eq!(cache.hash(&state), state.hash());
/// ```
#[derive(Clone, Debug, Default)]
pub struct HashCache {
    roots: Option<u64>,
    blocks: Vec<u64>,
    /// Per block: has to be digested again.
    is_stale: Vec<bool>,
    stale: Vec<u32>,
    bytes: Vec<u8>,
}

impl HashCache {
    /// Takes note of changes to nodes. New nodes need none.
    pub fn mark(&mut self, dirty: &Dirty) {
        if dirty.roots {
            self.roots = None;
        }
        let Dirty { moved, teleported, switched, faded, linked, removed, roots: _ } = dirty;
        for node in [moved, teleported, switched, faded, linked, removed].into_iter().flatten() {
            self.mark_block(node.index() / BLOCK);
        }
    }

    fn mark_block(&mut self, block: usize) {
        if let Some(stale) = self.is_stale.get_mut(block)
            && !std::mem::replace(stale, true)
        {
            self.stale.push(block as u32);
        }
    }

    /// The hash of a state: equal to [`State::hash`].
    pub fn hash(&mut self, state: &State) -> u64 {
        self.follow(&state.nodes);
        let mut sink = Sink { bytes: std::mem::take(&mut self.bytes), nodes: self.of_nodes() };
        sink.bytes.clear();
        HASH_VERSION.put(&mut sink);
        state.put(&mut sink);
        self.bytes = sink.bytes;
        xxh3_64(&self.bytes)
    }

    /// Digests again what changed.
    fn follow(&mut self, nodes: &NodeStates) {
        let (known, count) = (self.blocks.len(), nodes.len().div_ceil(BLOCK));
        if count < known {
            // A shorter state is another one.
            (self.roots, self.is_stale, self.stale) = (None, Vec::new(), Vec::new());
            self.blocks.clear();
        }
        let known = self.blocks.len();
        self.blocks.resize(count, 0);
        self.is_stale.resize(count, false);
        // The last known block may have been filled up since.
        (known.saturating_sub(1)..count).for_each(|block| self.mark_block(block));
        for block in std::mem::take(&mut self.stale) {
            let first = block as usize * BLOCK;
            self.blocks[block as usize] = self.digest(|sink| {
                put_nodes(nodes, first..(first + BLOCK).min(nodes.len()), sink);
            });
            self.is_stale[block as usize] = false;
        }
        if self.roots.is_none() {
            self.roots = Some(self.digest(|sink| nodes.roots.put(sink)));
        }
    }

    fn of_nodes(&mut self) -> u64 {
        let (roots, blocks) = (self.roots.unwrap_or_default(), std::mem::take(&mut self.blocks));
        let digest = self.digest(|sink| {
            roots.put(sink);
            blocks.put(sink);
        });
        self.blocks = blocks;
        digest
    }

    fn digest(&mut self, put: impl FnOnce(&mut Sink)) -> u64 {
        let mut sink = Sink { bytes: std::mem::take(&mut self.bytes), nodes: 0 };
        sink.bytes.clear();
        put(&mut sink);
        self.bytes = sink.bytes;
        xxh3_64(&self.bytes)
    }
}

/// Some of the nodes. Naming every column makes a new one an error here.
fn put_nodes(nodes: &NodeStates, range: Range<usize>, sink: &mut Sink) {
    let NodeStates { roots: _, shapes, alive, children, transforms, flags, opacities } = nodes;
    for node in range {
        shapes[node].put(sink);
        alive[node].put(sink);
        children[node].put(sink);
        transforms[node].put(sink);
        flags[node].put(sink);
        opacities[node].put(sink);
    }
}

struct Sink {
    bytes: Vec<u8>,
    /// What stands for the nodes.
    nodes: u64,
}

impl Canonical for NodeStates {
    fn put(&self, sink: &mut Sink) {
        let digest = sink.nodes;
        digest.put(sink);
    }
}

/// A value with canonical bytes.
trait Canonical {
    fn put(&self, sink: &mut Sink);
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Canonical for $number {
            #[inline]
            fn put(&self, sink: &mut Sink) {
                sink.bytes.extend_from_slice(&self.to_le_bytes());
            }
        }
    )*};
}
numbers!(u8, i8, u16, i32, u32, u64, f32, f64);

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
        tick, random, nodes, cycles, materials, effects, scrolls, clocks, layers, attachments, eulers, lights,
        mounts, fog, zones, actors, camera, rig, instances,
        programs, strides, gust, time_of_day, music, performances, combat, mission, opponents,
    }
    Stride { place, front, speed, turning, gait }
    AnimatorInstance { shape, clock, nodes, lights, root }
    MaterialState { offset, rotation, scale, color, opacity }
    Clock { clip, time, speed, looping, since }
    Layer { animator, clock, weight, rate, replaces, mask }
    Attachment { node, carrier, bone, offset }
    Fog { on, color, near, far, high, low }
}

impl Canonical for crate::Gust {
    /// Nothing in a world without gusts.
    fn put(&self, sink: &mut Sink) {
        if !self.is_unused() {
            let crate::Gust { heading, speed } = self;
            heading.put(sink);
            speed.put(sink);
        }
    }
}

impl Canonical for crate::TimeOfDay {
    /// Nothing in a world without hours.
    fn put(&self, sink: &mut Sink) {
        if let Some(ticks) = self.ticks() {
            ticks.put(sink);
        }
    }
}

impl Canonical for crate::MusicPlaying {
    /// Nothing while nobody hears any.
    fn put(&self, sink: &mut Sink) {
        if !self.is_unused() {
            let crate::MusicPlaying { heard, area, track } = self;
            heard.put(sink);
            area.put(sink);
            track.put(sink);
        }
    }
}

impl Canonical for crate::Performances {
    /// Nothing while nobody does anything by numbers.
    fn put(&self, sink: &mut Sink) {
        for (animator, crate::Performance { action, runs }) in self.all() {
            animator.put(sink);
            action.put(sink);
            runs.put(sink);
        }
    }
}

impl Canonical for crate::Strides {
    /// Nothing in a world without machines: it has the bytes it had before there were any.
    fn put(&self, sink: &mut Sink) {
        if !self.is_unused() {
            self.0.put(sink);
        }
    }
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
newtypes!(
    crate::AnimatorId,
    crate::ClipId,
    crate::EmitterLawId,
    crate::LightId,
    crate::MaterialId,
    crate::ModelId,
    NodeId,
    crate::ProgramId,
    crate::Random,
    crate::RibbonLawId,
    crate::SeatId,
    crate::program::SoundGroupId
);

mod actors;
mod combat;
mod effects;
mod mission;
mod programs;

impl Canonical for Instances {
    /// Nothing while there never was one: worlds in which nothing was made have
    /// the bytes they had before there were instances.
    fn put(&self, sink: &mut Sink) {
        if !self.is_unused() {
            let Instances { animators, shaped } = self;
            animators.put(sink);
            shaped.put(sink);
        }
    }
}

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

impl Canonical for glam::Quat {
    fn put(&self, sink: &mut Sink) {
        self.to_array().iter().for_each(|number| number.put(sink));
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

impl<A: Canonical, B: Canonical> Canonical for (A, B) {
    fn put(&self, sink: &mut Sink) {
        self.0.put(sink);
        self.1.put(sink);
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
        Animator, AnimatorId, Avatar, CameraBlend, CameraMode, ClipId, Cycle, Light, LightId, Mount,
        NodeFlags, NodeId, PathPilot, Pilot, ScreenEffect, ScreenMix, SeatId, TextureId,
    };

    fn avatar(state: &mut State) -> &mut Avatar {
        state.actors[0].avatar_mut()
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
        sketch.scene.emitters.push(crate::EmitterLaw::default());
        sketch.scene.emitting.push((child, crate::EmitterLawId(0)));
        sketch.scene.ribbons.push(crate::RibbonLaw::default());
        sketch.scene.trailing.push((child, crate::RibbonLawId(0)));
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
            ("an emitter's own", |state| state.effects.emitters[0].puff = Some(Box::default())),
            ("an emitter's own law", |state| {
                let puff = crate::Puff { law: Some(crate::EmitterLaw::default()), ..crate::Puff::default() };
                state.effects.emitters[0].puff = Some(Box::new(puff));
            }),
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
            ("shape", |state| state.nodes.shapes[1] = NodeId(0)),
            ("a removed node", |state| state.nodes.alive[0] = false),
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
            ("an emitter", |state| state.effects.emitters[0].seed += 1),
            ("where an emitter was", |state| {
                state.effects.emitters[0].trail.note(9, Affine3A::IDENTITY, false, 1.0, 0);
            }),
            ("a ribbon", |state| state.effects.ribbons[0].until = Some(9)),
            ("a fade", |state| {
                let mix = ScreenMix::Fade;
                let effect = ScreenEffect { mix, color: [0.0; 3], from: 0.0, to: 1.0, since: 1, ticks: 9 };
                state.effects.show(effect);
            }),
            ("paint", |state| state.effects.set_paint(NodeId(1), Some(2))),
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
            ("a gust", |state| state.gust.speed = 1.0),
            ("what gusts carry", |state| {
                let drift = Some(crate::Drift::new(1.0));
                state.effects.emitters[0].puff =
                    Some(Box::new(crate::Puff { drift, ..crate::Puff::default() }));
            }),
            ("an hour", |state| state.time_of_day = crate::TimeOfDay::at(12.0)),
            ("another hour", |state| state.time_of_day = crate::TimeOfDay::at(13.0)),
            ("somebody who listens", |state| state.music.heard = true),
            ("an area of music", |state| state.music.area = Some(1)),
            ("music", |state| state.music.track = Some(1)),
            ("a weapon", |state| state.combat.arms.push(crate::Arms::default())),
            ("a weapon's wait", |state| {
                let slot = crate::Slot { wait: 0.5, ..crate::Slot::default() };
                state.combat.arms.push(crate::Arms { slots: vec![slot], ..crate::Arms::default() });
            }),
            ("a hit", |state| {
                let hits = vec![crate::Struck { yaw: 0.5, tick: 7 }];
                state.combat.arms.push(crate::Arms { hits, ..crate::Arms::default() });
            }),
            ("a shot", |state| state.combat.shots.push(crate::Shot::default())),
            ("a shot that lies", |state| {
                state.combat.shots.push(crate::Shot { lies: true, ..crate::Shot::default() });
            }),
            ("a beam", |state| state.combat.beams.push(crate::Beam::default())),
            ("the next shot", |state| state.combat.next = 1),
            ("who looked", |state| state.opponents.looked = 1),
            ("a bot", |state| state.actors[0].pilot = Pilot::Bot(Box::default())),
            ("what a bot is about", |state| {
                let bot = crate::Bot { plan: crate::Plan::Attack, ..crate::Bot::default() };
                state.actors[0].pilot = Pilot::Bot(Box::new(bot));
            }),
            ("what is left of a part", |state| {
                let damage = crate::DamageState::Parts(vec![crate::PartState::default()]);
                state.combat.arms.push(crate::Arms { damage, ..crate::Arms::default() });
            }),
            ("a mission", |state| state.mission.begun = true),
            ("an objective", |state| state.mission.objectives.push(crate::Objective::default())),
            ("an objective that is awake", |state| {
                let phase = crate::ObjectivePhase::Awake;
                state.mission.objectives.push(crate::Objective { phase, ..crate::Objective::default() });
            }),
            ("a timer", |state| state.mission.timer = Some(9)),
            ("a mission's end", |state| state.mission.outcome = crate::MissionOutcome::Won),
            ("what is to be read", |state| {
                let kind = crate::NoticeKind::Completed;
                state.mission.notices.push(crate::Notice { objective: 0, kind, wait: 1, left: 2 });
            }),
            ("what was taken", |state| state.mission.gone.push(7)),
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
        let saved = state.to_json().unwrap();
        let loaded = State::from_json(&saved).unwrap();
        assert_eq!(loaded, state);
        assert_eq!(loaded.hash(), state.hash());
    }

    #[test]
    fn the_canonical_bytes_of_this_version_never_change() {
        assert_eq!(HASH_VERSION, 3);
        assert_eq!(state().hash(), 0x274089ab7d86a917);
    }
}
