//! What a copy has besides its nodes: animators with clocks of their own, lights,
//! emitters, ribbons, and what its bones carry; and how that ends with the nodes.

use super::{Edit, MOST_LIGHTS, SpawnError};
use crate::Simulation;
use glam::Affine3A;
use world::{
    AnimatorId, AnimatorInstance, Attachment, Clock, EmitterLawId, Light, LightId, MOST_EFFECTS, Mount,
    NodeId, RibbonLawId, Scene, State,
};

/// Most animators of copies.
const MOST_INSTANCES: usize = 1 << 16;

/// Something that belongs to a node of the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Belonging {
    /// An animator that moves or shapes it.
    Animator(AnimatorId),
    /// A light that stands at it.
    Light(LightId),
    Emitter(EmitterLawId),
    Ribbon(RibbonLawId),
    /// Number of the attachment that carries it.
    Carried(u32),
}

/// What belongs to each node of a scene. Made when something is first copied.
#[derive(Debug, Default)]
pub(super) struct Belongings {
    /// Per node: where its part of `all` starts; one more at the end.
    starts: Vec<u32>,
    all: Vec<(NodeId, Belonging)>,
    /// Per node: the first node it hangs below.
    parents: Vec<Option<NodeId>>,
}

impl Belongings {
    fn new(scene: &Scene) -> Self {
        let mut all = Vec::new();
        for (node, id) in scene.nodes.iter().zip(0..) {
            all.extend(node.animator.map(|animator| (NodeId(id), Belonging::Animator(animator))));
        }
        for (animator, id) in scene.animators.iter().zip(0..) {
            let own = Belonging::Animator(AnimatorId(id));
            for playable in &animator.clips {
                let moved = playable.nodes.iter().chain(&playable.shown);
                all.extend(moved.flatten().map(|node| (*node, own)));
                let lights = playable.lights.iter().flatten();
                let at = lights.filter_map(|light| scene.lights.get(light.0 as usize)?.node);
                all.extend(at.map(|node| (node, own)));
            }
        }
        for (light, id) in scene.lights.iter().zip(0..) {
            all.extend(light.node.map(|node| (node, Belonging::Light(LightId(id)))));
        }
        all.extend(scene.emitting.iter().map(|(node, law)| (*node, Belonging::Emitter(*law))));
        all.extend(scene.trailing.iter().map(|(node, law)| (*node, Belonging::Ribbon(*law))));
        let carried = scene.attachments.iter().zip(0..);
        all.extend(carried.map(|(own, id)| (own.node, Belonging::Carried(id))));
        all.retain(|(node, _)| node.index() < scene.nodes.len());
        all.sort_unstable();
        // A node may send out particles of one law twice; all else counts once.
        all.dedup_by(|a, b| a == b && matches!(a.1, Belonging::Animator(_)));
        let mut parents = vec![None; scene.nodes.len()];
        for (node, id) in scene.nodes.iter().zip(0..) {
            for child in &node.children {
                if let Some(parent @ None) = parents.get_mut(child.index()) {
                    *parent = Some(NodeId(id));
                }
            }
        }
        let mut starts = Vec::with_capacity(scene.nodes.len() + 1);
        let mut next = 0;
        for node in 0..=scene.nodes.len() {
            while all.get(next).is_some_and(|(owner, _)| owner.index() < node) {
                next += 1;
            }
            starts.push(next as u32);
        }
        Belongings { starts, all, parents }
    }

    pub fn follow(&mut self, scene: &Scene) {
        if self.starts.is_empty() {
            *self = Belongings::new(scene);
        }
    }

    fn of(&self, node: NodeId) -> impl Iterator<Item = Belonging> + '_ {
        let range = self.starts[node.index()] as usize..self.starts[node.index() + 1] as usize;
        self.all[range].iter().map(|(_, belonging)| *belonging)
    }

    /// Node space to world space, as loading made it.
    fn rest(&self, scene: &Scene, node: NodeId) -> Affine3A {
        let mut place = scene.nodes[node.index()].transform;
        let mut above = self.parents[node.index()];
        // A node of a ring hangs below itself.
        for _ in 0..scene.nodes.len() {
            let Some(parent) = above else { break };
            place = scene.nodes[parent.index()].transform * place;
            above = self.parents[parent.index()];
        }
        place
    }

    /// Checks that a world has room for what belongs to the nodes of a template.
    pub fn check_room(&self, found: &[NodeId], state: &State) -> Result<(), SpawnError> {
        let (mut animators, mut lights, mut effects) = (0, 0, 0);
        for belonging in found.iter().flat_map(|node| self.of(*node)) {
            match belonging {
                // Each at most: several nodes may share one.
                Belonging::Animator(_) => animators += 1,
                Belonging::Light(_) => lights += 1,
                Belonging::Emitter(_) | Belonging::Ribbon(_) => effects += 1,
                Belonging::Carried(_) => {}
            }
        }
        let working = state.effects.emitters.len() + state.effects.ribbons.len();
        let rooms = [
            ("animators", animators, state.instances.animators.len(), MOST_INSTANCES),
            ("lights", lights, state.lights.len(), MOST_LIGHTS),
            ("emitters and ribbons", effects, working, MOST_EFFECTS),
        ];
        let full = rooms.into_iter().find(|(_, new, known, most)| *new > 0 && known + new > *most);
        full.map_or(Ok(()), |(what, _, _, most)| Err(SpawnError::Full { what, most }))
    }
}

/// The nodes of a template and of its copy, while it is made.
pub(super) struct Copied<'a> {
    /// Of the scene: the template first.
    pub found: &'a [NodeId],
    /// Per node of the scene: 1 + its place in `found`, or 0.
    pub place: &'a [u32],
    /// Of the copy: the numbers of all others follow it.
    pub first: usize,
}

impl Copied<'_> {
    fn copy_of(&self, node: NodeId) -> Option<NodeId> {
        let place = self.place.get(node.index()).filter(|place| **place > 0)?;
        Some(NodeId::from(self.first + *place as usize - 1))
    }
}

/// Gives a copy what belongs to its template; the animators that came with it.
pub(super) fn furnish(
    scene: &Scene,
    state: &mut State,
    own: &Belongings,
    copied: &Copied<'_>,
    transform: &Affine3A,
) -> Vec<AnimatorId> {
    let mut parts: Vec<(AnimatorId, NodeId, NodeId)> = Vec::new();
    let mut lights: Vec<(LightId, LightId)> = Vec::new();
    for (shape, copy) in copied.found.iter().zip(copied.first..) {
        let copy = NodeId::from(copy);
        for belonging in own.of(*shape) {
            match belonging {
                Belonging::Animator(animator) => parts.push((animator, *shape, copy)),
                Belonging::Light(id) => {
                    let known = scene.lights.get(id.0 as usize);
                    let light = known.map(|light| Light { node: Some(copy), ..*light });
                    let Some((light, new)) = light.and_then(|own| Some((own, state.lights.add(own)?))) else {
                        continue;
                    };
                    state.mounts.insert(LightId(new), Mount::new(&light, own.rest(scene, *shape)));
                    lights.push((id, LightId(new)));
                }
                Belonging::Emitter(law) => {
                    // Copies differ, and in the same run alike.
                    let seed = copy.0.wrapping_mul(0x9E37_79B9).wrapping_add(state.effects.next);
                    state.effects.emit(scene, law, copy, seed, state.tick);
                }
                Belonging::Ribbon(law) => {
                    state.effects.trail(scene, law, copy, state.tick);
                }
                Belonging::Carried(number) => {
                    let known = scene.attachments.get(number as usize);
                    let carrier = known.and_then(|known| copied.copy_of(known.carrier));
                    if let (Some(known), Some(carrier)) = (known, carrier) {
                        let place = state.attachments.partition_point(|own| own.node < copy);
                        state.attachments.insert(place, Attachment { node: copy, carrier, ..*known });
                    }
                }
            }
        }
    }
    lights.sort_unstable();
    parts.sort_unstable();
    let root = copied.found.first().and_then(|root| way(scene, *root, transform));
    parts
        .chunk_by(|a, b| a.0 == b.0)
        .filter_map(|parts| animate(scene, state, parts, &lights, root))
        .collect()
}

/// The way from where clips put a template to where they put its copy.
fn way(scene: &Scene, root: NodeId, transform: &Affine3A) -> Option<(NodeId, Affine3A)> {
    let rest = scene.nodes.get(root.index())?.transform;
    let way = *transform * rest.inverse();
    (*transform != rest && way.is_finite()).then_some((root, way))
}

/// Gives some nodes of a copy an animator of their own.
fn animate(
    scene: &Scene,
    state: &mut State,
    parts: &[(AnimatorId, NodeId, NodeId)],
    lights: &[(LightId, LightId)],
    root: Option<(NodeId, Affine3A)>,
) -> Option<AnimatorId> {
    let shape = parts.first()?.0;
    let start = scene.animators.get(shape.index())?.start;
    let nodes: Vec<(NodeId, NodeId)> = parts.iter().map(|(_, node, copy)| (*node, *copy)).collect();
    let moves = |id: LightId| {
        let node = scene.lights.get(id.0 as usize).and_then(|light| light.node);
        node.is_some_and(|node| nodes.binary_search_by_key(&node, |(shape, _)| *shape).is_ok())
    };
    let instance = AnimatorInstance {
        shape,
        clock: Clock { since: state.tick, ..start },
        lights: lights.iter().copied().filter(|(id, _)| moves(*id)).collect(),
        root: root.filter(|(root, _)| parts.iter().any(|(_, node, _)| node == root)),
        nodes,
    };
    let own = state.clocks.len() as u32;
    let animator = AnimatorId(own.checked_add(state.instances.animators.next_id())?);
    let shaped = instance
        .nodes
        .iter()
        .filter(|(node, _)| scene.nodes.get(node.index()).is_some_and(|node| node.animator == Some(shape)));
    let shaped: Vec<NodeId> = shaped.map(|(_, copy)| *copy).collect();
    state.instances.animators.add(instance)?;
    for copy in shaped {
        let place = state.instances.shaped.partition_point(|(node, _)| *node < copy);
        state.instances.shaped.insert(place, (copy, animator));
    }
    Some(animator)
}

/// Ends what belonged to nodes that were removed: particles and edges that are
/// there live on for their time.
pub(crate) fn end(state: &mut State) {
    let State { nodes, effects, instances, attachments, layers, tick, clocks, .. } = state;
    let gone = |node: NodeId| !nodes.lives(node);
    let stays = |own: &world::Emitter| own.until.is_some() || own.anchor().is_some() || !gone(own.node);
    for emitter in effects.emitters.iter_mut().filter(|own| !stays(own)) {
        emitter.until = Some(*tick);
    }
    for ribbon in effects.ribbons.iter_mut().filter(|own| own.until.is_none() && gone(own.node)) {
        ribbon.until = Some(*tick);
    }
    effects.paints.retain(|(node, _)| !gone(*node));
    attachments.retain(|own| !gone(own.node) && !gone(own.carrier));
    if !instances.is_unused() {
        instances.end(nodes);
        let own = clocks.len();
        layers.retain(|layer| layer.animator.index() < own || instances.find(own, layer.animator).is_some());
    }
}

impl Edit<'_> {
    /// Puts what clips and bones of new animators move where it belongs.
    pub(super) fn start_copies(&mut self, animators: &[AnimatorId], first: usize) {
        for animator in animators {
            self.show(*animator);
        }
        let Simulation { scene, state, .. } = &mut *self.simulation;
        let world = state.world_seconds(1.0);
        let new = state.attachments.partition_point(|own| own.node.index() < first);
        for at in new..state.attachments.len() {
            let attachment = state.attachments[at];
            if let Some(place) = attachment.place(scene, state, world) {
                state.nodes.transforms[attachment.node.index()] = place;
            }
        }
    }
}
