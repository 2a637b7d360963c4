//! Bodies, creatures and the camera behind the person. What the scene holds is a command of the next tick; what it
//! does not is asked for when the place is loaded again.

use super::Visit;
use glam::Vec3;
use load::{Activity, MOST_SPAWNS, Spawn};
use runtime::places::PlaceId;
use runtime::{Command, Simulation};
use std::f32::consts::{PI, TAU};
use world::{Body, CameraMode, CameraPose, Foe, NodeId, Order, TrailView};

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
        let places: Vec<PlaceId> = self.world.places().iter().map(runtime::places::Place::id).collect();
        for id in &places {
            self.keep_creatures(*id);
        }
        for known in std::iter::once(&mut self.first).chain(self.joined.values_mut()) {
            known.wanted.guests.race.clone_from(&race);
        }
        self.invited = places;
        let walker = self.simulation().scene().walker;
        let mode = if race.is_some() { CameraMode::behind(&walker) } else { CameraMode::Eyes };
        self.fly = None;
        self.camera_to_be = Some(mode);
    }

    /// True for a place that is loaded again for other creatures alone: a recording goes on.
    pub fn is_invited(&self, id: PlaceId) -> bool {
        self.invited.contains(&id)
    }

    /// A place has these creatures, and every place this body for the person, when it is loaded again.
    pub fn invite(&mut self, id: PlaceId, guests: load::Guests) {
        for known in std::iter::once(&mut self.first).chain(self.joined.values_mut()) {
            known.wanted.guests.race.clone_from(&guests.race);
        }
        let known = self.joined.get_mut(&id).unwrap_or(&mut self.first);
        known.wanted.guests.spawns = guests.spawns;
        self.invited.push(id);
    }

    /// Nobody could be loaded. A recording in which they come cannot be followed any further.
    pub fn forget_invited(&mut self) {
        if self.is_led() && !self.invited.is_empty() {
            self.stop_watching();
        }
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
        let vehicle = state.person().and_then(|person| simulation.scene().vehicle_of(person));
        if let Some(vehicle) = vehicle {
            let (mode, line) = match state.rig.mode {
                CameraMode::Cockpit { .. } => (vehicle.outside(), "From outside"),
                _ => (vehicle.cockpit(), "Cockpit"),
            };
            self.ask(Command::SetCamera { mode, seconds: 0.0 });
            return line;
        }
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
        if self.fly.is_some() || lines == 0.0 {
            return;
        }
        let mode = self.simulation().state().rig.mode.clone();
        if let CameraMode::Follow { distance, lift, aim } = mode {
            self.move_camera_behind_vehicle(distance, lift - aim, aim, lines);
        }
        if let CameraMode::Trail(view) = mode {
            self.move_trailing_camera(view, lines);
        }
        let CameraMode::Chase { distance, .. } = mode else { return };
        let [least, most] = DISTANCES.map(|part| part * height);
        let distance = (distance * libm::powf(FARTHER, lines)).clamp(least, most);
        if distance.is_finite() {
            let mode = CameraMode::Chase { distance, lift: distance * LIFT };
            self.ask(Command::SetCamera { mode, seconds: 0.0 });
        }
    }

    /// The camera behind a vehicle goes along its line of sight, between half and four times as far as the definition
    /// has it.
    fn move_camera_behind_vehicle(&mut self, distance: f32, above: f32, aim: f32, lines: f32) {
        let simulation = self.simulation();
        let vehicle = simulation.state().person().and_then(|person| simulation.scene().vehicle_of(person));
        let Some([own, ..]) = vehicle.map(|vehicle| vehicle.views.outside).filter(|own| own[0] > 0.0) else {
            return;
        };
        let wanted = (distance * libm::powf(FARTHER, lines)).clamp(own * 0.5, own * 4.0);
        let lift = aim + above * wanted / distance;
        if wanted.is_finite() && lift.is_finite() {
            let mode = CameraMode::Follow { distance: wanted, lift, aim };
            self.ask(Command::SetCamera { mode, seconds: 0.0 });
        }
    }

    /// As that, of a camera that follows late.
    fn move_trailing_camera(&mut self, view: TrailView, lines: f32) {
        let simulation = self.simulation();
        let vehicle = simulation.state().person().and_then(|person| simulation.scene().vehicle_of(person));
        let own = vehicle.and_then(|vehicle| vehicle.views.trail).filter(|own| own.distance > 0.0);
        let Some(own) = own else { return };
        let times = libm::powf(FARTHER, lines) * view.distance / own.distance;
        let times = times.clamp(0.5, 4.0);
        if times.is_finite() {
            let view = TrailView {
                distance: own.distance * times,
                range: own.range.map(|end| end * times),
                lift: own.lift * times,
                ..own
            };
            self.ask(Command::SetCamera { mode: CameraMode::Trail(view), seconds: 0.0 });
        }
    }

    /// The person gets along in the next way. Says which that is, or why not; nothing where there is only one.
    pub fn change_mode(&mut self) -> Option<String> {
        Some(match self.simulation().next_mode()? {
            Ok((command, name)) => {
                self.ask(command);
                format!("Mode: {name}")
            }
            Err(error) => error.to_string(),
        })
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
        let ahead =
            CameraPose { eye: feet, yaw, pitch: 0.0, roll: 0.0 }.forward() * scene.frame.units(BEFORE_M);
        // From the height of the head: the ground may rise.
        let at = feet + ahead + Vec3::Y * scene.walker.height;
        let ground = simulation.probe().ground(at.x, at.z, at.y, 0.0);
        let at = ground.map_or(feet + ahead, |hit| hit.point);
        let feet = scene.frame.to_game(at);
        let heading = heading(yaw + PI);
        let spawn = Spawn { name: name.to_owned(), feet, has_height: true, heading, activity: None };
        self.keep_creatures(self.world.watched());
        let known = self.known_mut();
        if known.wanted.guests.spawns.len() >= MOST_SPAWNS {
            return Err(format!("there are {MOST_SPAWNS} creatures already"));
        }
        known.wanted.guests.spawns.push(spawn);
        self.invited = vec![self.world.watched()];
        Ok(true)
    }

    /// Removes a creature.
    pub fn remove_creature(&mut self, node: NodeId) {
        self.ask(Command::Despawn(node));
    }

    /// What is loaded again has the creatures that stand there now: copies came, others went.
    fn keep_creatures(&mut self, id: PlaceId) {
        let Some(spawns) = self.world.place(id).map(|place| standing(place.simulation())) else { return };
        let known = self.joined.get_mut(&id).unwrap_or(&mut self.first);
        known.wanted.guests.spawns = spawns;
    }
}

/// The creatures that stand in a place, besides the person.
fn standing(simulation: &Simulation) -> Vec<Spawn> {
    let (scene, state) = (simulation.scene(), simulation.state());
    let of = |node: &NodeId| {
        let shape = state.nodes.shape(*node).filter(|shape| scene.person != Some(*shape))?;
        let body = scene.bodies.iter().find(|body| body.node == shape)?;
        let name = scene.nodes.get(body.node.index())?.name.to_string();
        let place = state.nodes.transforms.get(node.index()).filter(|place| place.is_finite())?;
        let ahead = place.matrix3.z_axis;
        let yaw = libm::atan2f(ahead.x, ahead.z);
        let feet = scene.frame.to_game(place.translation.into());
        let activity = activity(simulation, *node, body);
        Some(Spawn { name, feet, has_height: true, heading: heading(yaw), activity })
    };
    state.nodes.roots.iter().filter(|node| state.nodes.lives(**node)).filter_map(of).collect()
}

/// What a creature was told and goes on with; what it fights in a place that is loaded again has another number.
fn activity(simulation: &Simulation, node: NodeId, body: &Body) -> Option<Activity> {
    let (_, actor) = simulation.state().actors.at_node(node)?;
    let frame = &simulation.scene().frame;
    match &actor.creature()?.order {
        Order::Stand | Order::Fight(Foe::Node(_)) => None,
        Order::Fight(Foe::Person(_)) => Some(Activity::Fight),
        Order::Die => Some(Activity::Die),
        Order::Play(clip) => Some(Activity::Play(body.plays(*clip)?.name.to_string())),
        Order::Go(path) => {
            let from = if path.looping { 0 } else { path.next as usize };
            let points: Vec<Vec3> =
                path.points.get(from..)?.iter().map(|point| frame.to_game(*point)).collect();
            let (run, looping) = (path.run, path.looping);
            (!points.is_empty()).then_some(Activity::Go { points, run, looping })
        }
    }
}

/// A yaw, radians, as files have it.
fn heading(yaw: f32) -> f32 {
    (yaw / TAU * TURN).rem_euclid(TURN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_count_512_to_a_turn_from_north_to_the_left() {
        assert_eq!([0.0, PI / 2.0, PI, -PI / 2.0].map(heading), [0.0, 128.0, 256.0, 384.0]);
    }
}
