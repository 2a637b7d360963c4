//! Clocks of clips, the layers over them, and what they move: nodes, materials,
//! lights and what bones carry; and which nodes they show.

use crate::DT;
use crate::actions::{Passed, passed};
use world::{
    AnimatorId, BoneKey, Clock, Dirty, Layer, MOST_LAYERS, NodeFlags, NodeId, Scene, State, layers_of,
};

/// What working out clips needs besides the State: kept from tick to tick.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clips {
    /// Per clip: some of it goes by the world's clock.
    follow_world: Vec<bool>,
    parts: Vec<(NodeId, BoneKey)>,
    /// Some clip shows and hides nodes.
    some_show: bool,
    shown: Vec<(NodeId, bool)>,
    /// What clocks passed in the tick under way.
    passed: Vec<Passed>,
}

impl Clips {
    pub fn new(scene: &Scene) -> Self {
        let follow_world = scene.clips.iter().map(world::Clip::follows_world).collect();
        let some_show = scene.clips.iter().any(|clip| !clip.shown.is_empty());
        Clips { follow_world, some_show, ..Clips::default() }
    }

    /// Moves every clock on once. A clock that stands leaves its nodes to whatever
    /// else moves them. True when a light that follows its node was switched.
    pub fn tick(&mut self, scene: &Scene, state: &mut State, dirty: &mut Dirty) -> bool {
        let mut switched = false;
        // The tick that is under way counts when it is over.
        let world = state.world_seconds(2.0);
        let own = state.clocks.len();
        let mut next_layer = 0;
        for index in 0..own + state.instances.animators.len() {
            let (animator, clock) = match index.checked_sub(own) {
                None => (AnimatorId::from(index), &mut state.clocks[index]),
                Some(at) => {
                    let animators = &mut state.instances.animators;
                    (AnimatorId::from(own + animators.ids()[at] as usize), &mut animators[at].clock)
                }
            };
            while state.layers.get(next_layer).is_some_and(|layer| layer.animator < animator) {
                next_layer += 1;
            }
            let first = next_layer;
            while state.layers.get(next_layer).is_some_and(|layer| layer.animator == animator) {
                next_layer += 1;
            }
            // What fades out tells nothing any more.
            let own_layers = &mut state.layers[first..next_layer];
            let newest = own_layers.iter().rposition(|layer| layer.replaces);
            let mut moves = self.advance(scene, animator, clock, newest.is_none());
            for (at, layer) in own_layers.iter_mut().enumerate() {
                let tells = !layer.replaces || newest == Some(at);
                moves |= self.advance(scene, animator, &mut layer.clock, tells);
                let weight = layer.weight_after(DT);
                moves |= weight != layer.weight;
                layer.weight = weight;
            }
            if moves {
                self.follow(scene, state, animator, world, |node| dirty.moved.push(node));
                switched |= state.paint(scene, animator, world);
                self.switch(scene, state, animator, world, dirty);
            }
        }
        settle(state);
        carry(scene, state, dirty, world);
        switched
    }

    /// What clocks passed in the tick, to be given back with [`Clips::keep_passed`].
    pub fn take_passed(&mut self) -> Vec<Passed> {
        std::mem::take(&mut self.passed)
    }

    /// Keeps memory for the next tick.
    pub fn keep_passed(&mut self, mut passed: Vec<Passed>) {
        passed.clear();
        self.passed = passed;
    }

    /// True when what a clock shows changes; notes the events that it passes, if it `tells`.
    fn advance(&mut self, scene: &Scene, animator: AnimatorId, clock: &mut Clock, tells: bool) -> bool {
        let Some(id) = clock.clip else { return false };
        let Some(clip) = scene.clips.get(id.index()) else { return false };
        let time = clock.advanced(clip, DT);
        if tells && !clip.events.is_empty() && clock.speed != 0.0 {
            passed(clip, (animator, &*clock), time, &mut self.passed);
        }
        let moves = time != clock.time;
        clock.time = time;
        moves || self.follow_world.get(id.index()).copied().unwrap_or(false)
    }

    /// Puts the nodes of an animator where its clock and layers say; tells which of
    /// them stood elsewhere.
    pub fn follow(
        &mut self,
        scene: &Scene,
        state: &mut State,
        animator: AnimatorId,
        world: f64,
        mut moved: impl FnMut(NodeId),
    ) {
        let (Some(clock), Some(shape)) = (state.clock(animator).copied(), state.animator_shape(animator))
        else {
            return;
        };
        let State { nodes, layers, instances, clocks, .. } = state;
        let instance = instances.find(clocks.len(), animator);
        let mut put = |node: NodeId, transform| {
            let part = instance.map_or(Some((node, transform)), |own| own.part(node, transform));
            let Some((node, transform)) = part else { return };
            if let Some(own) = nodes.transforms.get_mut(node.index())
                && *own != transform
            {
                *own = transform;
                moved(node);
            }
        };
        let layers = layers_of(layers, animator);
        if layers.is_empty() {
            scene.parts_at(shape, &clock, world).for_each(|(node, transform)| put(node, transform));
            return;
        }
        scene.layered_parts(shape, &clock, layers, world, &mut self.parts);
        for (node, key) in &self.parts {
            let BoneKey { translation, rotation, scale } = *key;
            put(*node, glam::Affine3A::from_scale_rotation_translation(scale, rotation, translation));
        }
    }
}

impl Clips {
    /// Shows and hides nodes as the clock and the layers of an animator say.
    pub fn switch(
        &mut self,
        scene: &Scene,
        state: &mut State,
        animator: AnimatorId,
        world: f64,
        dirty: &mut Dirty,
    ) {
        if !self.some_show {
            return;
        }
        state.shown_by(scene, animator, world, &mut self.shown);
        for (node, is_shown) in &self.shown {
            if state.nodes.lives(*node)
                && let Some(own) = state.nodes.flags.get_mut(node.index())
                && own.contains(NodeFlags::ACTIVE) != *is_shown
            {
                *own = own.switched(NodeFlags::ACTIVE, *is_shown);
                dirty.switched.push(*node);
            }
        }
    }
}

/// Ends cross-fades that are over and takes away what has faded out.
fn settle(state: &mut State) {
    for index in 0..state.layers.len() {
        let Layer { animator, clock, weight, replaces, .. } = state.layers[index];
        if replaces && weight >= 1.0 {
            if let Some(own) = state.clock_mut(animator) {
                *own = clock;
            }
            // What it faded over is no longer seen, and neither is it itself.
            let over = state.layers[..=index]
                .iter_mut()
                .filter(|layer| layer.animator == animator && layer.replaces);
            over.for_each(|layer| (layer.weight, layer.rate) = (0.0, -1.0));
        }
    }
    state.layers.retain(|layer| layer.weight > 0.0 || layer.rate > 0.0);
}

/// Puts what bones carry where the bones are.
fn carry(scene: &Scene, state: &mut State, dirty: &mut Dirty, world: f64) {
    let State { attachments, nodes, .. } = &mut *state;
    attachments.retain(|own| nodes.lives(own.node) && nodes.lives(own.carrier));
    for index in 0..state.attachments.len() {
        let attachment = state.attachments[index];
        let Some(place) = attachment.place(scene, state, world) else { continue };
        if let Some(own) = state.nodes.transforms.get_mut(attachment.node.index())
            && *own != place
        {
            *own = place;
            dirty.moved.push(attachment.node);
        }
    }
}

/// Puts a layer over the others of its animator; of those that fade into one
/// another the oldest makes room. False when there is no room.
pub(crate) fn push(layers: &mut Vec<Layer>, layer: Layer) -> bool {
    let start = layers.partition_point(|own| own.animator < layer.animator);
    let mut end = layers.partition_point(|own| own.animator <= layer.animator);
    if end - start >= MOST_LAYERS {
        let Some(oldest) = layers[start..end].iter().position(|own| own.replaces) else { return false };
        layers.remove(start + oldest);
        end -= 1;
    }
    // Cross-fades stay below what is played over all of them.
    let above =
        if layer.replaces { layers[start..end].partition_point(|own| own.replaces) } else { end - start };
    layers.insert(start + above, layer);
    true
}
