//! What a tick may change: what is in a save, a hash and a replay.

use crate::program::Programs;
use crate::{
    Actor, ActorId, ActorKind, Actors, AnimatorId, Attachment, Avatar, Camera, CameraRig, Clock, Combat,
    Effects, Gust, Instances, Layer, LightId, Lights, MOST_LAYERS, MaterialState, Mission, Mount,
    MusicPlaying, Node, NodeFlags, NodeId, Opponents, Performances, Scene, SeatId, Strides, TimeOfDay,
};
use glam::{Affine3A, Vec3};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Ticks that a world may have run: up to here times in ticks are exact as
/// doubles. Millions of years.
const MOST_TICKS: u64 = 1 << 53;

/// Everything a tick may change. It can be cloned and serialised; a hash, a
/// save, a replay and a restart see this and nothing else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Ticks since the start, 60 a second.
    pub tick: u64,
    /// The random generator.
    pub random: Random,
    /// Per node.
    pub nodes: NodeStates,
    /// Per material: position in its texture cycle, in frames.
    pub cycles: Vec<f32>,
    /// Per material: what clips make of it.
    pub materials: Vec<MaterialState>,
    /// How the world looks, beyond nodes and materials.
    pub effects: Effects,
    /// Per model: texture coordinates moved so far, 0..1.
    pub scrolls: Vec<[f32; 2]>,
    /// Per animator: where it is in its clip.
    pub clocks: Vec<Clock>,
    /// What animators play over their clocks: ordered by animator, lowest first;
    /// at most [`MOST_LAYERS`] each.
    pub layers: Vec<Layer>,
    /// What is carried by bones, ordered by the node that is carried.
    pub attachments: Vec<Attachment>,
    /// Nodes that were turned by angles: their angles in radians, as in
    /// [`Node::euler`].
    pub eulers: BTreeMap<NodeId, Vec3>,
    /// Lights of the world.
    pub lights: Lights,
    /// Lights that follow the node they stand at.
    pub mounts: BTreeMap<LightId, Mount>,
    /// Fog.
    pub fog: Fog,
    /// Zones that exist for the camera and the avatar.
    pub zones: ActiveZones,
    /// Who moves about in the world.
    pub actors: Actors,
    /// What pictures are taken with.
    pub camera: Camera,
    /// How the camera follows what happens.
    pub rig: CameraRig,
    /// Animators of nodes that were made while the world runs.
    #[serde(default, skip_serializing_if = "Instances::is_unused")]
    pub instances: Instances,
    /// Per machine of the scene: how it moves.
    #[serde(default, skip_serializing_if = "Strides::is_unused")]
    pub strides: Strides,
    /// What follows a script of events.
    #[serde(default, skip_serializing_if = "Programs::is_unused")]
    pub programs: Programs,
    /// The gust of the moment.
    #[serde(default, skip_serializing_if = "Gust::is_unused")]
    pub gust: Gust,
    /// The hour.
    #[serde(default, skip_serializing_if = "TimeOfDay::is_unused")]
    pub time_of_day: TimeOfDay,
    /// The music of the area that somebody is in.
    #[serde(default, skip_serializing_if = "MusicPlaying::is_unused")]
    pub music: MusicPlaying,
    /// What animators do by numbers of the game.
    #[serde(default, skip_serializing_if = "Performances::is_unused")]
    pub performances: Performances,
    /// Weapons, shots on their way, and what they have broken.
    #[serde(default, skip_serializing_if = "Combat::is_unused")]
    pub combat: Combat,
    /// How the mission stands.
    #[serde(default, skip_serializing_if = "Mission::is_unused")]
    pub mission: Mission,
    /// Whose turn it is of those who act by themselves.
    #[serde(default, skip_serializing_if = "Opponents::is_unused")]
    pub opponents: Opponents,
}

/// What a tick may change of nodes; every list is indexed by [`NodeId`].
///
/// The first nodes are those of the scene. Nodes made while the world runs come
/// behind them; a number is never given twice, so that it never means another
/// node than it did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NodeStates {
    /// Placed roots in slot order.
    pub roots: Vec<NodeId>,
    /// The nodes of the [`Scene`] that they are instances of; at the start, each
    /// of itself.
    pub shapes: Vec<NodeId>,
    /// False for nodes that were removed: they hang nowhere and never will again.
    pub alive: Vec<bool>,
    /// Children in drawing order.
    pub children: Vec<Vec<NodeId>>,
    /// Place below the parent.
    pub transforms: Vec<Affine3A>,
    /// Switches.
    pub flags: Vec<NodeFlags>,
    /// 0..=1.
    pub opacities: Vec<f32>,
}

impl NodeStates {
    /// The state nodes start in. Links that lead nowhere are left out: a node
    /// that is made later must not be found at their end.
    pub fn new(nodes: &[Node], roots: &[NodeId]) -> Self {
        let known = |links: &[NodeId]| {
            links.iter().copied().filter(|link| link.index() < nodes.len()).collect::<Vec<_>>()
        };
        NodeStates {
            roots: known(roots),
            shapes: (0..nodes.len()).map(NodeId::from).collect(),
            alive: vec![true; nodes.len()],
            children: nodes.iter().map(|node| known(&node.children)).collect(),
            transforms: nodes.iter().map(|node| node.transform).collect(),
            flags: nodes.iter().map(|node| node.flags).collect(),
            opacities: nodes.iter().map(|node| node.opacity).collect(),
        }
    }

    /// How many numbers were given to nodes, removed ones included.
    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    /// True when there never was a node.
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// True for a node that exists and was not removed.
    #[inline]
    pub fn lives(&self, node: NodeId) -> bool {
        self.alive.get(node.index()).copied().unwrap_or(false)
    }

    /// The node of the [`Scene`] that a node is an instance of.
    #[inline]
    pub fn shape(&self, node: NodeId) -> Option<NodeId> {
        self.shapes.get(node.index()).copied()
    }

    /// A new instance of a scene's node, as loading made it but without
    /// children; it hangs nowhere. `None` when the scene has no such node, or
    /// when there are as many nodes as can be numbered.
    pub fn push(&mut self, scene: &Scene, shape: NodeId) -> Option<NodeId> {
        let known = scene.nodes.get(shape.index())?;
        let id = u32::try_from(self.len()).ok().filter(|id| *id != u32::MAX)?;
        self.shapes.push(shape);
        self.alive.push(true);
        self.children.push(Vec::new());
        self.transforms.push(known.transform);
        self.flags.push(known.flags);
        self.opacities.push(known.opacity);
        Some(NodeId(id))
    }

    /// True when all columns are as long, every node is an instance of one of the
    /// scene's, the scene's own nodes of themselves, and no link leads nowhere or
    /// to what was removed.
    pub fn fits(&self, scene: &Scene) -> bool {
        let NodeStates { roots, shapes, alive, children, transforms, flags, opacities } = self;
        let count = shapes.len();
        let columns = [alive.len(), children.len(), transforms.len(), flags.len(), opacities.len()];
        let own = scene.nodes.len();
        count >= own
            && columns == [count; 5]
            && shapes.iter().take(own).enumerate().all(|(node, shape)| shape.index() == node)
            && shapes.iter().all(|shape| shape.index() < own)
            && roots.iter().chain(children.iter().flatten()).all(|link| self.lives(*link))
            && children.iter().zip(alive).all(|(children, alive)| *alive || children.is_empty())
    }
}

/// The games' own generator: the C library's of the time.
///
/// Source: `docs/spec/zbd/engine-behaviour.md`, "1.3 Random numbers".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Random(pub u32);

impl Random {
    /// The next number, 0..=0x7FFF.
    pub fn draw(&mut self) -> u16 {
        self.0 = self.0.wrapping_mul(214_013).wrapping_add(2_531_011);
        (self.0 >> 16 & 0x7FFF) as u16
    }
}

/// How the distance fades.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fog {
    /// Off draws everything clear.
    pub on: bool,
    /// 0..=1 in display space.
    pub color: [f32; 3],
    /// Units: clear nearer than this, horizontal distance.
    pub near: f32,
    /// Units: nothing but fog beyond this.
    pub far: f32,
    /// World height at and above which there is no fog.
    pub high: f32,
    /// World height at and below which fog is full.
    pub low: f32,
}

impl Default for Fog {
    fn default() -> Self {
        Fog { on: false, color: [0.5; 3], near: 0.0, far: 1000.0, high: f32::MAX, low: f32::MAX }
    }
}

/// The zones that exist now: at most three; none means no filter.
///
/// Source: `docs/spec/zbd/engine-behaviour.md`, "5. Zones".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActiveZones {
    count: u8,
    zones: [i8; 3],
}

impl ActiveZones {
    /// The first three of `zones`.
    pub fn new(zones: &[i8]) -> Self {
        let mut active = ActiveZones::default();
        for (slot, zone) in active.zones.iter_mut().zip(zones) {
            *slot = *zone;
            active.count += 1;
        }
        active
    }

    /// The zones.
    pub fn zones(&self) -> &[i8] {
        // A count read from a save may be anything.
        self.zones.get(..usize::from(self.count)).unwrap_or(&self.zones)
    }

    /// These and others, three at most; all, where one of both is without a filter.
    pub fn with(self, others: ActiveZones) -> Self {
        if self.count == 0 || others.count == 0 {
            return ActiveZones::default();
        }
        let mut both = self;
        for zone in others.zones() {
            let free = usize::from(both.count);
            if free < both.zones.len() && !both.zones().contains(zone) {
                both.zones[free] = *zone;
                both.count += 1;
            }
        }
        both
    }

    /// True when something of this zone exists; `None` always does.
    pub fn shows(&self, zone: Option<i8>) -> bool {
        let Some(zone) = zone else { return true };
        zone == -1 || self.zones().is_empty() || self.zones().contains(&zone) || self.zones().contains(&-1)
    }

    /// True when a polygon of these zones exists: no zones or -1 always do.
    pub fn shows_any(&self, zones: &[i8]) -> bool {
        zones.is_empty() || zones.iter().any(|zone| self.shows(Some(*zone)))
    }
}

impl State {
    /// As JSON. What writes and reads its hundreds of types is built here, so that it need not be built again by each who
    /// asks: that took more than half of building the tests of the crate `runtime`.
    ///
    /// # Errors
    /// None for now: what is NaN or infinite becomes `null`, which [`State::from_json`] refuses.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }

    /// A state from the text that [`State::to_json`] gave.
    ///
    /// # Errors
    /// No JSON, a field that is missing or unknown, or of another type.
    pub fn from_json(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }

    /// The state a scene starts in.
    pub fn new(scene: &Scene, seed: u32) -> Self {
        let clocks: Vec<Clock> = scene.animators.iter().map(|animator| animator.start).collect();
        let mut nodes = NodeStates::new(&scene.nodes, &scene.roots);
        nodes.follow(scene, &clocks);
        let (person, mode) = scene.person_at_start();
        let mut state = State {
            tick: 0,
            random: Random(seed),
            nodes,
            cycles: scene
                .materials
                .iter()
                .map(|m| m.cycle.as_ref().map_or(0.0, |cycle| cycle.start))
                .collect(),
            materials: vec![MaterialState::default(); scene.materials.len()],
            effects: Effects::new(scene, seed),
            scrolls: vec![[0.0; 2]; scene.models.len()],
            clocks,
            layers: scene.layers.clone(),
            attachments: scene.attachments.clone(),
            eulers: BTreeMap::new(),
            lights: Lights::new(scene.lights.clone()),
            mounts: BTreeMap::new(),
            fog: scene.fog,
            zones: scene.zones,
            actors: Actors::new(
                std::iter::once(person).chain(scene.told()).chain(scene.opposing()).collect(),
            ),
            camera: scene.camera,
            rig: CameraRig { mode, ..CameraRig::default() },
            instances: Instances::default(),
            strides: Strides::new(scene),
            programs: Programs::new(scene),
            gust: Gust::default(),
            time_of_day: TimeOfDay::starting(scene.hours.as_ref()),
            music: MusicPlaying::default(),
            performances: Performances::new(scene),
            combat: Combat::default(),
            mission: Mission::new(scene),
            opponents: Opponents::default(),
        };
        state.start_motion(scene);
        state
    }

    /// Materials, lights, what is seen and what bones carry, as the clocks of the start say.
    fn start_motion(&mut self, scene: &Scene) {
        let mut shown = Vec::new();
        for animator in (0..self.clocks.len()).map(AnimatorId::from) {
            self.paint(scene, animator, 0.0);
            self.shown_by(scene, animator, 0.0, &mut shown);
            for (node, is_shown) in &shown {
                if let Some(flags) = self.nodes.flags.get_mut(node.index()) {
                    *flags = flags.switched(NodeFlags::ACTIVE, *is_shown);
                }
            }
        }
        for index in 0..self.attachments.len() {
            let attachment = self.attachments[index];
            let place = attachment.place(scene, self, 0.0);
            if let (Some(place), Some(own)) = (place, self.nodes.transforms.get_mut(attachment.node.index()))
            {
                *own = place;
            }
        }
    }

    /// True when the state can be that of a scene: a save of another world does
    /// not fit.
    pub fn fits(&self, scene: &Scene) -> bool {
        self.tick <= MOST_TICKS
            && self.nodes.fits(scene)
            && self.cycles.len() == scene.materials.len()
            && self.materials.len() == scene.materials.len()
            && self.scrolls.len() == scene.models.len()
            && self.scrolls.iter().flatten().all(|moved| moved.is_finite())
            && self.clocks.len() == scene.animators.len()
            && self.effects.fits(scene)
            && self.instances.fits(scene, &self.nodes)
            && self.programs.fits(scene, &self.nodes)
            && self.layers_fit()
            && self.performances.animators().all(|animator| self.action_of(scene, animator).is_some())
            && self.strides_fit(scene)
            && self.attachments.is_sorted_by(|a, b| a.node < b.node)
            && self.lights.is_consistent()
            && self.actors.is_consistent()
            && self.rig.mode.is_sound()
            && self.combat.fits(scene)
            && self.mission.fits(scene)
            && self.gust.is_sound()
            && self.time_of_day.is_sound()
            && self.time_of_day.is_unused() == scene.hours.is_none()
    }

    /// Whether a node is there and switched on.
    pub fn is_active(&self, node: NodeId) -> bool {
        let flags = self.nodes.flags.get(node.index());
        self.nodes.lives(node) && flags.is_some_and(|flags| flags.contains(NodeFlags::ACTIVE))
    }

    /// Whether an actor of this state is a wreck. What has no health, such as somebody on foot, is none.
    pub fn is_destroyed(&self, id: ActorId, actor: &Actor) -> bool {
        let is_gone = |health: f32| health.is_nan() || health <= 0.0;
        let own = match &actor.kind {
            ActorKind::Tank(tank) => is_gone(tank.health),
            ActorKind::Aeroplane(plane) => plane.is_wreck(),
            ActorKind::Turret(turret) => is_gone(turret.health),
            ActorKind::Mech(_) | ActorKind::Walker(_) | ActorKind::Creature(_) => false,
        };
        own || self.combat.arms_of(id).is_some_and(|arms| arms.destroyed)
    }

    /// The actor that the person in the first seat pilots.
    pub fn person(&self) -> Option<&Actor> {
        self.actors.piloted_by(SeatId::FIRST).map(|(_, actor)| actor)
    }

    /// Where somebody stands through whose eyes, or over whose shoulder, the world is seen; `None` where the
    /// camera goes its own way.
    pub fn feet_of_view(&self) -> Option<Vec3> {
        let follows = self.rig.mode.is_of_person();
        self.avatar().filter(|_| follows).map(|avatar| avatar.position)
    }

    /// The walker that the person in the first seat pilots.
    pub fn avatar(&self) -> Option<&Avatar> {
        self.person().map(Actor::avatar)
    }

    /// True when layers are in order, and not too many.
    fn layers_fit(&self) -> bool {
        self.layers.is_sorted_by_key(|layer| layer.animator)
            && self.layers.chunk_by(|a, b| a.animator == b.animator).all(|own| own.len() <= MOST_LAYERS)
            && self.layers.iter().all(|layer| self.clock(layer.animator).is_some())
            && self.layers.iter().all(|layer| (0.0..=1.0).contains(&layer.weight) && layer.rate.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_of_two_are_those_of_both_three_at_most() {
        let of =
            |one: &[i8], other: &[i8]| ActiveZones::new(one).with(ActiveZones::new(other)).zones().to_vec();
        assert_eq!(of(&[1, 2], &[2, 3]), [1, 2, 3]);
        assert_eq!(of(&[1], &[1]), [1]);
        assert_eq!(of(&[1, 2], &[4, 5]), [1, 2, 4]);
        assert_eq!(of(&[1, 2, 3], &[4]), [1, 2, 3]);
        assert_eq!([of(&[], &[1]), of(&[1], &[]), of(&[], &[])], [const { Vec::<i8>::new() }; 3]);
        // A count that a save has may be anything.
        let broken = ActiveZones { count: 200, zones: [1, 2, 3] };
        assert_eq!(broken.with(ActiveZones::new(&[4])).zones(), [1, 2, 3]);
        assert_eq!(ActiveZones::new(&[4]).with(broken).zones(), [4, 1, 2]);
    }
}
