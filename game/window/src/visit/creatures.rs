//! Bodies, creatures and the camera behind the person. What the scene holds is a command of the next tick; what it
//! does not is asked for when the place is loaded again.

use super::Visit;
use load::{MOST_SPAWNS, Spawn};
use runtime::Command;
use runtime::places::PlaceId;
use std::f32::consts::{PI, TAU};
use world::{CameraMode, CameraPose, NodeId};

/// How far before somebody a creature is placed: six feet, metres.
const BEFORE_M: f32 = 1.8288;
/// Units of a heading in a whole turn.
const TURN: f32 = 512.0;
/// Seconds in which the camera goes from the eyes to behind them.
const SWITCH_S: f32 = 0.3;
/// How far behind the person the camera can be, as parts of their height.
const DISTANCES: [f32; 2] = [0.75, 12.0];
/// How much farther a line of the mouse wheel puts it.
const FARTHER: f32 = 1.15;
/// How high the camera is over the head, as a part of its distance.
const LIFT: f32 = 0.125;

impl Visit {
    /// The name of the body of the person.
    pub fn race(&self) -> Option<&str> {
        self.first.wanted.guests.race.as_deref()
    }

    /// All places have this body for the person when they are loaded again, and the camera is where it suits then.
    pub fn want_body(&mut self, race: Option<String>) {
        for known in std::iter::once(&mut self.first).chain(self.joined.values_mut()) {
            known.wanted.guests.race.clone_from(&race);
        }
        self.invited = self.world.places().iter().map(runtime::places::Place::id).collect();
        let walker = self.simulation().scene().walker;
        let mode = if race.is_some() { CameraMode::behind(&walker) } else { CameraMode::Eyes };
        self.fly = None;
        self.camera_to_be = Some(mode);
    }

    /// True for a place that is loaded again for other creatures alone: a recording goes on.
    pub fn is_invited(&self, id: PlaceId) -> bool {
        self.invited.contains(&id)
    }

    /// Nobody could be loaded.
    pub fn forget_invited(&mut self) {
        self.invited.clear();
        self.camera_to_be = None;
    }

    /// As [`Visit::is_invited`], once.
    pub(super) fn take_invited(&mut self, id: PlaceId) -> bool {
        let is_invited = self.is_invited(id);
        self.invited.retain(|other| *other != id);
        is_invited
    }

    /// Goes over from first to third person and back. Says which it is.
    pub fn toggle_third_person(&mut self) -> &'static str {
        self.fly = None;
        let simulation = self.simulation();
        let state = simulation.state();
        let has_body = state.person().is_some_and(|person| person.node.is_some());
        let (mode, line) = match state.rig.mode {
            CameraMode::Eyes if has_body => (CameraMode::behind(&simulation.scene().walker), "Third person"),
            CameraMode::Eyes => (
                CameraMode::behind(&simulation.scene().walker),
                "Third person; nobody is seen without a body (menu, Body)",
            ),
            _ => (CameraMode::Eyes, "First person"),
        };
        self.ask(Command::SetCamera { mode, seconds: SWITCH_S });
        line
    }

    /// Moves the camera behind the person farther back by lines of the mouse wheel, or nearer. Nothing happens in
    /// first person.
    pub fn move_camera_back(&mut self, lines: f32) {
        let height = self.simulation().scene().walker.height;
        let CameraMode::Chase { distance, .. } = self.simulation().state().rig.mode else { return };
        if self.fly.is_some() || lines == 0.0 {
            return;
        }
        let [least, most] = DISTANCES.map(|part| part * height);
        let distance = (distance * libm::powf(FARTHER, lines)).clamp(least, most);
        if distance.is_finite() {
            let mode = CameraMode::Chase { distance, lift: distance * LIFT };
            self.ask(Command::SetCamera { mode, seconds: 0.0 });
        }
    }

    /// Places a creature before the person, on the ground and facing them. True if it is asked for when the place is
    /// loaded again; false if the next tick copies one that is there.
    ///
    /// # Errors
    /// Nobody is there to place it before, or there are too many.
    pub fn place_creature(&mut self, name: &str) -> Result<bool, String> {
        let simulation = self.simulation();
        let scene = simulation.scene();
        let is_there = scene.bodies.iter().any(|body| {
            let own = scene.nodes.get(body.node.index());
            scene.person != Some(body.node) && own.is_some_and(|own| own.name.eq_ignore_ascii_case(name))
        });
        if is_there {
            self.type_line(format!("spawn \"{name}\""));
            return Ok(false);
        }
        let Some(avatar) = simulation.state().avatar() else { return Err("nobody walks here".to_owned()) };
        let (feet, yaw) = (avatar.position, avatar.yaw);
        let ahead = CameraPose { eye: feet, yaw, pitch: 0.0 }.forward() * scene.frame.units(BEFORE_M);
        // From the height of the head: the ground may rise.
        let at = feet + ahead + glam::Vec3::Y * scene.walker.height;
        let ground = simulation.probe().ground(at.x, at.z, at.y, 0.0);
        let at = ground.map_or(feet + ahead, |hit| hit.point);
        let heading = ((yaw + PI) / TAU * TURN).rem_euclid(TURN);
        let spawn = Spawn { name: name.to_owned(), feet: scene.frame.to_game(at), has_height: true, heading };
        let known = self.known_mut();
        if known.wanted.guests.spawns.len() >= MOST_SPAWNS {
            return Err(format!("there are {MOST_SPAWNS} creatures already"));
        }
        known.wanted.guests.spawns.push(spawn);
        self.invited = vec![self.world.watched()];
        Ok(true)
    }

    /// Removes a creature, also from what is loaded again.
    pub fn remove_creature(&mut self, node: NodeId) {
        let simulation = self.simulation();
        let (scene, state) = (simulation.scene(), simulation.state());
        let name = state.nodes.shape(node).and_then(|shape| scene.nodes.get(shape.index()));
        let name = name.map(|own| own.name.to_string()).unwrap_or_default();
        let at = state.nodes.transforms.get(node.index()).map(|own| own.translation);
        let at = scene.frame.to_game(at.unwrap_or_default().into());
        let way = |spawn: &Spawn| {
            let way = spawn.feet - at;
            way.x * way.x + way.y * way.y
        };
        let known = self.known_mut();
        let spawns = known.wanted.guests.spawns.iter().enumerate();
        let same = spawns.filter(|(_, spawn)| spawn.name.eq_ignore_ascii_case(&name) && way(spawn) < 1.0);
        let nearest = same.min_by(|(_, a), (_, b)| way(a).total_cmp(&way(b))).map(|(number, _)| number);
        if let Some(number) = nearest {
            known.wanted.guests.spawns.remove(number);
        }
        self.ask(Command::Despawn(node));
    }
}
