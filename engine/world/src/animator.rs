//! Animators: what has a clock of its own, and what its clips move.

use crate::{
    Action, AnimatorId, AnimatorInstance, BoneKey, Clip, ClipId, Clock, EmitterLawId, Layer, LightId,
    MaterialId, MaterialState, Moment, Motion, NodeId, NodeStates, RibbonLawId, Scene, State,
    TICKS_PER_SECOND,
    clip::{Track, key_of},
    clock::layers_of,
};
use glam::Affine3A;
use hashbrown::{HashMap, HashSet};

/// A clip that an animator can play.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Playable {
    /// The clip.
    pub clip: ClipId,
    /// Per track of a clip of parts: the node it moves, if there is one; empty
    /// for other clips.
    pub nodes: Vec<Option<NodeId>>,
    /// Per track of a material: the material it changes, if there is one.
    pub materials: Vec<Option<MaterialId>>,
    /// Per track of a light: the light of the scene, if there is one.
    pub lights: Vec<Option<LightId>>,
    /// Per track of an emitter: its law, if there is one.
    pub emitters: Vec<Option<EmitterLawId>>,
    /// Per track of a ribbon: its law, if there is one.
    pub ribbons: Vec<Option<RibbonLawId>>,
    /// Per track that shows and hides: the node, if there is one.
    pub shown: Vec<Option<NodeId>>,
}

/// Parts and bones that a layer moves, when it does not move all: a swing of the
/// arms over a walk.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mask {
    /// Name for people.
    pub name: Box<str>,
    nodes: Vec<NodeId>,
    bones: Vec<u32>,
}

impl Mask {
    /// A mask of these nodes and bones.
    pub fn new(name: &str, mut nodes: Vec<NodeId>, mut bones: Vec<u32>) -> Self {
        nodes.sort_unstable();
        bones.sort_unstable();
        Mask { name: name.into(), nodes, bones }
    }

    /// True when a layer with this mask moves a node.
    pub fn has_node(&self, node: NodeId) -> bool {
        self.nodes.binary_search(&node).is_ok()
    }

    /// True when a layer with this mask moves a bone.
    pub fn has_bone(&self, bone: u32) -> bool {
        self.bones.binary_search(&bone).is_ok()
    }
}

/// Something in the world with a clock of its own: it moves nodes, or the
/// models of nodes that name it ([`Node::animator`](crate::Node::animator)).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Animator {
    /// Name for people.
    pub name: Box<str>,
    /// What it can play, in the game's order.
    pub clips: Vec<Playable>,
    /// Its clock at the start.
    pub start: Clock,
    /// What its layers can be limited to.
    pub masks: Vec<Mask>,
    /// What it does by numbers of the game, in their order.
    pub actions: Vec<Action>,
    /// The action that it does from the start, with the clip of its clock.
    pub idle: Option<u16>,
}

impl Animator {
    /// How it plays a clip, if it can.
    pub fn playable(&self, clip: ClipId) -> Option<&Playable> {
        self.clips.iter().find(|playable| playable.clip == clip)
    }
}

/// A clip that somebody plays, at a moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Played<'a> {
    pub clip: &'a Clip,
    pub playable: &'a Playable,
    pub moment: Moment,
}

impl<'a> Played<'a> {
    /// The tracks of parts with the nodes they move.
    fn parts(&self) -> impl Iterator<Item = (&'a Track, NodeId)> + use<'a> {
        let tracks = match &self.clip.motion {
            Motion::Parts(tracks) => &tracks[..],
            _ => &[],
        };
        tracks.iter().zip(&self.playable.nodes).filter_map(|(track, node)| Some((track, (*node)?)))
    }
}

impl Scene {
    /// Finds what a clip moves, by the names of its tracks: nodes in the subtree
    /// of a node as loading made it, lights that stand at them, and materials.
    /// Upper and lower case are alike; of several with one name the first counts.
    /// Tracks that find nothing move nothing.
    pub fn playable(&self, clip: ClipId, root: NodeId) -> Playable {
        let Some(found) = self.clips.get(clip.index()) else {
            return Playable { clip, ..Playable::default() };
        };
        let tracks = match &found.motion {
            Motion::Parts(tracks) => &tracks[..],
            _ => &[],
        };
        let mut playable = Playable { clip, ..Playable::default() };
        if !tracks.is_empty() || !found.lights.is_empty() || !found.shown.is_empty() {
            let names = self.names_below(root);
            let node = |name: &str| names.get(&*name.to_ascii_lowercase()).copied();
            playable.nodes = tracks.iter().map(|track| node(&track.part)).collect();
            playable.shown = found.shown.iter().map(|track| node(&track.node)).collect();
            let light = |name: &str| {
                let at = node(name)?;
                self.lights.iter().position(|light| light.node == Some(at)).map(|light| LightId(light as u32))
            };
            playable.lights = found.lights.iter().map(|track| light(&track.light)).collect();
        }
        let material = |name: &str| self.materials.iter().position(|own| own.name.eq_ignore_ascii_case(name));
        let materials = found.materials.iter().map(|track| material(&track.material).map(MaterialId::from));
        playable.materials = materials.collect();
        let emitter = |name: &str| self.emitters.iter().position(|own| own.name == name);
        let emitters = found.emitters.iter().map(|track| emitter(&track.emitter).map(EmitterLawId::from));
        playable.emitters = emitters.collect();
        let ribbon = |name: &str| self.ribbons.iter().position(|own| own.name == name);
        let ribbons = found.ribbons.iter().map(|track| ribbon(&track.ribbon).map(RibbonLawId::from));
        playable.ribbons = ribbons.collect();
        playable
    }

    fn names_below(&self, root: NodeId) -> HashMap<String, NodeId> {
        let mut names = HashMap::new();
        let mut seen = HashSet::new();
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            let Some(node) = self.nodes.get(id.index()).filter(|_| seen.insert(id)) else { continue };
            names.entry(node.name.to_ascii_lowercase()).or_insert(id);
            open.extend(node.children.iter().rev());
        }
        names
    }

    pub(crate) fn played(&self, animator: AnimatorId, clock: &Clock, world: f64) -> Option<Played<'_>> {
        let id = clock.clip?;
        let clip = self.clips.get(id.index())?;
        let playable = self.animators.get(animator.index())?.playable(id)?;
        Some(Played { clip, playable, moment: clip.moment(clock.time, clock.looping, world) })
    }

    /// Where a clock alone puts the nodes of its animator: each node with its
    /// transform, in the order of the tracks; `world` is seconds since the world
    /// began. Nothing for a clip that is not of parts.
    pub fn parts_at(
        &self,
        animator: AnimatorId,
        clock: &Clock,
        world: f64,
    ) -> impl Iterator<Item = (NodeId, Affine3A)> + '_ {
        self.played(animator, clock, world).into_iter().flat_map(move |played| {
            played.parts().filter_map(move |(track, node)| {
                let rest = &self.nodes.get(node.index())?.transform;
                Some((node, track.sample(&played.moment, rest)))
            })
        })
    }

    /// The rest of a node without any clip.
    fn rest(&self, node: NodeId) -> Option<BoneKey> {
        self.nodes.get(node.index()).map(|node| key_of(&node.transform))
    }

    /// Where a clock and the layers over it put the nodes of an animator.
    pub fn layered_parts(
        &self,
        animator: AnimatorId,
        clock: &Clock,
        layers: &[Layer],
        world: f64,
        parts: &mut Vec<(NodeId, BoneKey)>,
    ) {
        parts.clear();
        if let Some(played) = self.played(animator, clock, world) {
            parts.extend(played.parts().filter_map(|(track, node)| {
                Some((node, track.curves.at(&played.moment, &self.rest(node)?)))
            }));
        }
        let masks = self.animators.get(animator.index()).map_or(&[][..], |animator| &animator.masks);
        for layer in layers {
            let Some(played) = self.played(animator, &layer.clock, world) else { continue };
            let mask = layer.mask.and_then(|mask| masks.get(usize::from(mask)));
            for (track, node) in
                played.parts().filter(|(_, node)| mask.is_none_or(|mask| mask.has_node(*node)))
            {
                let Some(rest) = self.rest(node) else { continue };
                let key = track.curves.at(&played.moment, &rest);
                match parts.iter_mut().find(|(known, _)| *known == node) {
                    Some((_, below)) => *below = below.towards(&key, layer.weight),
                    None => parts.push((node, rest.towards(&key, layer.weight))),
                }
            }
        }
    }
}

impl NodeStates {
    /// Puts nodes where the clocks of their animators say.
    pub(crate) fn follow(&mut self, scene: &Scene, clocks: &[Clock]) {
        for (animator, clock) in clocks.iter().enumerate() {
            for (node, transform) in scene.parts_at(AnimatorId::from(animator), clock, 0.0) {
                if let Some(own) = self.transforms.get_mut(node.index()) {
                    *own = transform;
                }
            }
        }
    }
}

impl State {
    /// The clock of an animator, of the scene or of a copy.
    pub fn clock(&self, animator: AnimatorId) -> Option<&Clock> {
        let own = self.clocks.get(animator.index());
        own.or_else(|| self.instance(animator).map(|instance| &instance.clock))
    }

    /// The clock of an animator, to be set.
    pub fn clock_mut(&mut self, animator: AnimatorId) -> Option<&mut Clock> {
        let own = self.clocks.len();
        match animator.index().checked_sub(own) {
            None => self.clocks.get_mut(animator.index()),
            Some(number) => {
                let instance = self.instances.animators.find_mut(u32::try_from(number).ok()?);
                instance.map(|instance| &mut instance.clock)
            }
        }
    }

    /// The animator of a copy; `None` for those of the scene.
    pub fn instance(&self, animator: AnimatorId) -> Option<&AnimatorInstance> {
        self.instances.find(self.clocks.len(), animator)
    }

    /// The animator of the scene that an animator is an instance of: those of the
    /// scene of themselves. `None` for one that does not exist.
    pub fn animator_shape(&self, animator: AnimatorId) -> Option<AnimatorId> {
        if animator.index() < self.clocks.len() {
            return Some(animator);
        }
        self.instance(animator).map(|instance| instance.shape)
    }

    /// The animator whose clock decides the shape of a node's model: for a copy
    /// its own.
    #[inline]
    pub fn animator_of(&self, scene: &Scene, node: NodeId) -> Option<AnimatorId> {
        let shaping = scene.shape(&self.nodes, node)?.animator?;
        if node.index() < scene.nodes.len() {
            return Some(shaping);
        }
        Some(self.instances.shaping(node).unwrap_or(shaping))
    }

    /// Every animator, those of the scene first.
    pub fn animator_ids(&self) -> impl Iterator<Item = AnimatorId> + '_ {
        let own = self.clocks.len();
        let instances = self.instances.animators.ids().iter();
        (0..own).chain(instances.map(move |id| own + *id as usize)).map(AnimatorId::from)
    }

    /// The layers over the clock of an animator, lowest first.
    pub fn layers_of(&self, animator: AnimatorId) -> &[Layer] {
        layers_of(&self.layers, animator)
    }

    /// Seconds from the start of the world to the moment `between` the tick
    /// before (0) and this one (1).
    pub fn world_seconds(&self, between: f32) -> f64 {
        let ticks = self.tick as f64 - 1.0 + f64::from(between);
        ticks.max(0.0) / f64::from(TICKS_PER_SECOND)
    }

    /// Changes the materials and lights of an animator's clips as its clock and
    /// layers say, the lights alone for a copy; `world` is seconds since the world began. True when a light
    /// that follows its node was switched: it shines while that is shown.
    pub fn paint(&mut self, scene: &Scene, animator: AnimatorId, world: f64) -> bool {
        let State { materials, lights, mounts, clocks, layers, instances, .. } = self;
        let mut switched = false;
        let instance = instances.find(clocks.len(), animator);
        let own = instance.map(|instance| (&instance.clock, instance.shape));
        let own = own.or_else(|| Some((clocks.get(animator.index())?, animator)));
        let Some((clock, shape)) = own else { return false };
        let over = layers_of(layers, animator).iter().map(|layer| (&layer.clock, layer.weight));
        for (clock, share) in std::iter::once((clock, 1.0)).chain(over) {
            let Some(Played { clip, playable, moment }) = scene.played(shape, clock, world) else {
                continue;
            };
            let materials_of = clip.materials.iter().zip(&playable.materials);
            for (track, material) in materials_of.filter(|_| instance.is_none()) {
                if let Some(own) = material.and_then(|material| materials.get_mut(material.index())) {
                    *own = mixed(*own, track.at(&moment), share);
                }
            }
            for (track, light) in clip.lights.iter().zip(&playable.lights) {
                let light = light.and_then(|light| instance.map_or(Some(light), |own| own.light(light)));
                let Some(light) = light else { continue };
                let Some(own) = lights.find_mut(light.0) else { continue };
                let shone = own.active;
                track.apply(&moment, share, own);
                if let Some(mount) = mounts.get_mut(&light) {
                    if track.active.at(&moment).is_some() && share > 0.5 {
                        switched |= mount.on != own.active;
                        mount.on = own.active;
                    }
                    own.active = shone;
                }
            }
        }
        switched
    }
}

impl State {
    /// Which nodes the clips of an animator show and hide as its clock and layers are now, those of a copy for a copy;
    /// `world` is seconds since the world began. What is fading in counts from its middle on; layers that move only a
    /// part of the model show and hide nothing.
    pub fn shown_by(&self, scene: &Scene, animator: AnimatorId, world: f64, shown: &mut Vec<(NodeId, bool)>) {
        shown.clear();
        let (Some(clock), Some(shape)) = (self.clock(animator), self.animator_shape(animator)) else {
            return;
        };
        let instance = self.instance(animator);
        let over = self.layers_of(animator).iter().filter(|layer| layer.mask.is_none() && layer.weight > 0.5);
        for clock in std::iter::once(clock).chain(over.map(|layer| &layer.clock)) {
            let Some(Played { clip, playable, moment }) = scene.played(shape, clock, world) else { continue };
            for (track, node) in clip.shown.iter().zip(&playable.shown) {
                let node = node.and_then(|node| instance.map_or(Some(node), |own| own.copy_of(node)));
                let (Some(node), Some(value)) = (node, track.shown.at(&moment)) else { continue };
                match shown.iter_mut().find(|(known, _)| *known == node) {
                    Some((_, is_shown)) => *is_shown = value > 0.0,
                    None => shown.push((node, value > 0.0)),
                }
            }
        }
    }
}

/// Part of the way from one look of a material to another.
fn mixed(from: MaterialState, to: MaterialState, share: f32) -> MaterialState {
    if share >= 1.0 {
        return to;
    }
    let mix = |from: f32, to: f32| from + (to - from) * share;
    let pair = |from: [f32; 2], to: [f32; 2]| [mix(from[0], to[0]), mix(from[1], to[1])];
    MaterialState {
        offset: pair(from.offset, to.offset),
        rotation: mix(from.rotation, to.rotation),
        scale: pair(from.scale, to.scale),
        color: [0, 1, 2].map(|channel| mix(from.color[channel], to.color[channel])),
        opacity: mix(from.opacity, to.opacity),
    }
}
