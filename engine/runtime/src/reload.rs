//! A world that was loaded again goes on where it was: what its files still say
//! keeps its state, what they say anew starts anew.

use crate::Simulation;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use world::{
    ActorKind, Actors, Animator, Colliders, Layer, Limits, Node, NodeFlags, NodeId, Occurrences, Scene,
    SeatId, Space, State,
};

/// What of a world went on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Carried {
    /// Nodes of the scene that kept their state.
    pub kept: usize,
    /// Nodes of the scene that start anew.
    pub anew: usize,
}

impl Simulation {
    /// Goes on where the same world was before its files were read again. Time,
    /// random numbers, people and camera go on; so does the state of every node,
    /// material, clock, light and of the fog, unless what the files say of it is
    /// new. Nodes that were made while the world ran stay as long as the two
    /// scenes have the same nodes.
    pub fn go_on_from(&mut self, before: &Simulation, limits: &Limits) -> Carried {
        let (old, new) = (before.scene(), Arc::clone(self.scene()));
        let pairs = pairs(old, &new);
        let (state, carried) = carried(before.state(), old, &self.state, &new, &pairs);
        self.replace_state(state, limits);
        if before.is_touched() {
            self.touch();
        }
        carried
    }

    /// Another state of the same scene, and all that follows from it.
    fn replace_state(&mut self, state: State, limits: &Limits) {
        let colliders: Arc<Colliders> = Arc::clone(self.space.colliders());
        let (occurrences, _) = Occurrences::build(&self.scene, &state, limits.occurrences);
        self.space = Space::new(&self.scene, &occurrences, colliders);
        self.occurrences = occurrences;
        self.state = state;
        self.forget_derived();
    }
}

/// Per node of the new scene: the node of the old one that it was. Where both
/// have the same names in the same order, that is the node of the same number;
/// else the first of the same name below parents of the same names.
fn pairs(old: &Scene, new: &Scene) -> Vec<Option<NodeId>> {
    let alike = old.nodes.len() == new.nodes.len()
        && old.nodes.iter().zip(&new.nodes).all(|(old, new)| old.name == new.name);
    if alike {
        return (0..new.nodes.len()).map(|node| Some(NodeId::from(node))).collect();
    }
    let mut known: HashMap<String, NodeId> = HashMap::new();
    for (node, path) in paths(old).into_iter().enumerate() {
        if let Some(path) = path {
            known.entry(path).or_insert(NodeId::from(node));
        }
    }
    let mut used = HashSet::new();
    let pair = |path: Option<String>| known.get(&path?).copied().filter(|node| used.insert(*node));
    paths(new).into_iter().map(pair).collect()
}

/// Per node: its name behind those of all above it, on the first way from a root;
/// none for what hangs nowhere.
fn paths(scene: &Scene) -> Vec<Option<String>> {
    let mut paths: Vec<Option<String>> = vec![None; scene.nodes.len()];
    let mut open: Vec<(NodeId, String)> =
        scene.roots.iter().rev().map(|root| (*root, String::new())).collect();
    while let Some((id, above)) = open.pop() {
        let (Some(node), Some(slot)) = (scene.nodes.get(id.index()), paths.get_mut(id.index())) else {
            continue;
        };
        if slot.is_none() {
            let path = format!("{above}/{}", node.name);
            open.extend(node.children.iter().rev().map(|child| (*child, path.clone())));
            *slot = Some(path);
        }
    }
    paths
}

/// True when the files say the same of a node as before, of its links too.
fn says_the_same(old: &Node, new: &Node, pairs: &[Option<NodeId>]) -> bool {
    let links = new.children.len() == old.children.len()
        && new
            .children
            .iter()
            .zip(&old.children)
            .all(|(new, old)| pairs.get(new.index()) == Some(&Some(*old)));
    links
        && old.transform == new.transform
        && old.flags == new.flags
        && old.opacity == new.opacity
        && old.kind == new.kind
        && old.zone == new.zone
}

fn carried(
    was: &State,
    old: &Scene,
    start: &State,
    new: &Scene,
    pairs: &[Option<NodeId>],
) -> (State, Carried) {
    let mut state = State {
        tick: was.tick,
        random: was.random,
        actors: was.actors.clone(),
        camera: start.camera.at(was.camera.pose()),
        rig: was.rig.clone(),
        ..start.clone()
    };
    let mut count = Carried::default();
    let same_nodes = pairs.len() == old.nodes.len()
        && pairs.iter().enumerate().all(|(new, old)| old.is_some_and(|old| old.index() == new));
    if same_nodes {
        add_made(&mut state, was, new);
        state.eulers = was.eulers.clone();
        state.nodes.roots.clone_from(&was.nodes.roots);
    }
    for (index, known) in new.nodes.iter().enumerate() {
        let before = pairs[index].and_then(|id| Some((id.index(), old.nodes.get(id.index())?)));
        let Some((from, _)) = before.filter(|(_, old)| says_the_same(old, known, pairs)) else {
            count.anew += 1;
            state.eulers.remove(&NodeId::from(index));
            continue;
        };
        count.kept += 1;
        state.nodes.transforms[index] = was.nodes.transforms[from];
        state.nodes.flags[index] = was.nodes.flags[from];
        state.nodes.opacities[index] = was.nodes.opacities[from];
        if same_nodes {
            state.nodes.alive[index] = was.nodes.alive[from];
            state.nodes.children[index].clone_from(&was.nodes.children[from]);
        }
    }
    if same_nodes {
        drop_dead_links(&mut state);
    }
    keep(&mut state.cycles, &was.cycles, |at| old.materials.get(at) == new.materials.get(at));
    keep(&mut state.scrolls, &was.scrolls, |at| {
        let scroll = |scene: &Scene| scene.models.get(at).map(|model| model.scroll);
        scroll(old) == scroll(new)
    });
    let plays = |scene: &Scene, at: usize| {
        scene.animators.get(at).map(|Animator { name, clips, .. }| (name.clone(), clips.clone()))
    };
    let same_clock = |at: usize| plays(old, at) == plays(new, at) && same_nodes;
    keep(&mut state.clocks, &was.clocks, same_clock);
    let same_clocks = old.animators.len() == new.animators.len() && (0..old.animators.len()).all(same_clock);
    if same_clocks {
        state.instances = was.instances.clone();
    }
    let goes_on = |layer: &&Layer| {
        if layer.animator.index() < old.animators.len() {
            same_clock(layer.animator.index())
        } else {
            same_clocks
        }
    };
    state.layers = was.layers.iter().filter(goes_on).copied().collect();
    keep(&mut state.materials, &was.materials, |at| old.materials.get(at) == new.materials.get(at));
    if same_nodes {
        state.attachments.clone_from(&was.attachments);
    }
    if same_nodes && old.programs == new.programs {
        state.programs.clone_from(&was.programs);
    }
    if same_nodes && old.programs == new.programs && old.mission == new.mission {
        state.mission.clone_from(&was.mission);
    }
    // Emitters, ribbons and liveries name laws, materials and nodes by number.
    let same_laws = old.emitters == new.emitters && old.ribbons == new.ribbons;
    if same_nodes && same_laws && old.materials.len() == new.materials.len() {
        state.effects.clone_from(&was.effects);
    } else {
        // The emitters that programs started are not there any more.
        let owned = state.programs.instances.iter_mut().map(|own| &mut own.owned);
        owned.flat_map(|owned| &mut owned.puffers).for_each(|puffer| puffer.emitter = None);
    }
    if same_nodes && old.lights == new.lights {
        state.lights = was.lights.clone();
        state.mounts = was.mounts.clone();
    } else {
        // The lights of copies and programs are not there any more.
        state.instances.animators.iter_mut().for_each(|own| own.lights.clear());
        state.programs.instances.iter_mut().for_each(|own| own.owned.lights.clear());
    }
    if old.fog == new.fog {
        state.fog = was.fog;
    }
    state.set_time_of_day(new, was.time_of_day);
    if !same_nodes {
        replace_creatures(&mut state, start);
        state.actors.iter_mut().filter(|own| own.creature().is_none()).for_each(|own| own.node = None);
        give_body(&mut state, new);
    }
    (state, count)
}

/// What creatures were told is said anew by the scene: their nodes have other numbers.
fn replace_creatures(state: &mut State, start: &State) {
    let is_creature = |actors: &Actors, at: usize| actors[at].creature().is_some();
    let old: Vec<u32> = (0..state.actors.len())
        .filter(|at| is_creature(&state.actors, *at))
        .map(|at| state.actors.ids()[at])
        .collect();
    for id in old {
        let _ = state.actors.remove(id);
    }
    for own in start.actors.iter().filter(|own| own.creature().is_some()) {
        let mut own = own.clone();
        if let ActorKind::Creature(creature) = &mut own.kind {
            creature.since = state.tick;
        }
        let _ = state.actors.add(own);
    }
}

/// The person is in the body that the new scene has for them; a body of nobody is not seen.
fn give_body(state: &mut State, scene: &Scene) {
    let Some(body) = scene.person else { return };
    let person = state.actors.piloted_by(SeatId::FIRST).map(|(id, _)| id);
    match person.and_then(|person| state.actors.find_mut(person.0)) {
        Some(actor) => actor.node = Some(body),
        None => {
            if let Some(flags) = state.nodes.flags.get_mut(body.index()) {
                flags.remove(NodeFlags::ACTIVE);
            }
        }
    }
}

/// Takes over what is as long in both and was not changed.
fn keep<T: Copy>(own: &mut [T], was: &[T], is_same: impl Fn(usize) -> bool) {
    for (at, (own, was)) in own.iter_mut().zip(was).enumerate() {
        if is_same(at) {
            *own = *was;
        }
    }
}

/// Nodes that were made while the world ran, under the numbers they had.
fn add_made(state: &mut State, was: &State, scene: &Scene) {
    for index in state.nodes.len()..was.nodes.len() {
        let shape = was.nodes.shapes[index];
        if state.nodes.push(scene, shape).is_none() {
            return;
        }
        state.nodes.alive[index] = was.nodes.alive[index];
        state.nodes.children[index].clone_from(&was.nodes.children[index]);
        state.nodes.transforms[index] = was.nodes.transforms[index];
        state.nodes.flags[index] = was.nodes.flags[index];
        state.nodes.opacities[index] = was.nodes.opacities[index];
    }
}

/// Links of nodes that start anew may name what was removed since.
fn drop_dead_links(state: &mut State) {
    let alive = state.nodes.alive.clone();
    let lives = |node: &NodeId| alive.get(node.index()).copied().unwrap_or(false);
    state.nodes.roots.retain(lives);
    state.nodes.children.iter_mut().for_each(|children| children.retain(lives));
}
