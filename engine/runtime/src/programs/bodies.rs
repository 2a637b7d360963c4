//! Bodies that are thrown, fall to the ground, spin and grow.
//!
//! Sources: `docs/spec/zbd/anim-events.md`, "4.10 OBJECT_MOTION"; `docs/spec/zbd/engine-behaviour.md`, "13.2
//! OBJECT_MOTION: launch" and "13.3 Ground contact".

use super::moves::Part;
use super::step::{Outcome, Visit};
use super::{HAIR, Player};
use glam::{Affine3A, Vec3};
use world::program::{Body, Bounce, Change, LaunchRange, ObjectMotion, Tumble};
use world::{Hit, NodeId};

/// Kind of ground: water. Source: `docs/spec/zbd/anim-events.md`, "4.10 OBJECT_MOTION".
const WATER: u8 = 1;
/// Kind of ground: lava.
const LAVA: u8 = 4;

/// What came of a step of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flight {
    GoesOn,
    Ends,
}

impl Player<'_, '_, '_> {
    /// Throws, drops, spins or grows a node, or goes on with it.
    pub(super) fn fly(&mut self, at: usize, own: &ObjectMotion, visit: Visit) -> Outcome {
        let part = match own.run_time {
            Some(seconds) => self.part(at, visit, seconds),
            None => Part::open(visit.left),
        };
        let node = self.node(at, own.node);
        let begun = if visit.first { None } else { self.lane(at, visit.lane).body };
        let Some((node, mut body)) = node.and_then(|node| {
            let body = begun.unwrap_or_else(|| self.launched(at, node, own));
            body.is_finite().then_some((node, body))
        }) else {
            // Nothing flies: only a given time is waited for.
            return match own.run_time {
                Some(_) => part.last.map_or(Outcome::Running, Outcome::Done),
                None => Outcome::Done(visit.left),
            };
        };
        let flight = self.fly_on(at, node, own, &mut body, part.seconds);
        let state = self.lane(at, visit.lane);
        if flight == Flight::Ends || !body.is_finite() {
            state.body = None;
            return Outcome::Done((visit.left - part.seconds).max(0.0));
        }
        state.body = if part.last.is_some() { None } else { Some(body) };
        part.last.map_or(Outcome::Running, Outcome::Done)
    }

    /// A body at its start.
    fn launched(&mut self, at: usize, node: NodeId, own: &ObjectMotion) -> Body {
        let mut body = Body {
            rotation_rate: own.rotation.map_or(Vec3::ZERO, |change| change.rate),
            scale_rate: own.scale.map_or(Vec3::ZERO, |change| change.rate),
            ..Body::default()
        };
        if let Some(Tumble::Time(Change { rate, .. })) = own.forward_rotation {
            body.tumble_rate = rate;
        }
        if let Some(launch) = own.translation {
            body.velocity = launch.velocity;
            body.acceleration = launch.acceleration;
            body.direction = launch.direction;
        }
        if let Some(range) = own.range {
            self.launch_within(&range, &mut body);
        }
        let space = self.parent_space(node);
        let force = self.programs.instances[at].velocity;
        if own.impact_force
            && force.abs().max_element() > self.scene.program_rules.force
            && self.edit.count_parents(node) == 1
        {
            body.velocity += into(&space, force);
        }
        if let Some(gravity) = own.gravity {
            let pull = Vec3::Y * gravity.acceleration;
            body.acceleration += if gravity.complex { into(&space, pull) } else { pull };
        }
        body
    }

    /// A velocity that is drawn. The direction is not of unit length: only the azimuth goes around a circle.
    fn launch_within(&mut self, range: &LaunchRange, body: &mut Body) {
        let mut between = |[from, to]: [f32; 2]| from + (to - from) * self.draw();
        let azimuth = between(range.azimuth).to_radians();
        let rise = between(range.elevation) / 90.0;
        let (speed, acceleration) = (between(range.speed), between(range.acceleration));
        let (sin, cos) = libm::sincosf(azimuth);
        let level = 1.0 - rise.abs();
        body.direction = Vec3::new(level * cos, rise, level * sin);
        body.velocity += body.direction * speed;
        body.acceleration += body.direction * acceleration;
    }

    /// So many seconds of a body.
    fn fly_on(
        &mut self,
        at: usize,
        node: NodeId,
        own: &ObjectMotion,
        body: &mut Body,
        seconds: f64,
    ) -> Flight {
        let h = seconds as f32;
        let mut step = body.velocity * h;
        let mut flight = Flight::GoesOn;
        if own.gravity.is_some_and(|gravity| !gravity.no_altitude) {
            (step, flight) = self.meet_ground(at, node, own, body, seconds);
        }
        if step != Vec3::ZERO {
            let mut transform = self.edit.state().nodes.transforms[node.index()];
            transform.translation += glam::Vec3A::from(step);
            self.edit.move_node(node, transform);
        }
        body.velocity += body.acceleration * h;
        let mut turn = Vec3::ZERO;
        if let Some(rotation) = own.rotation {
            turn = body.rotation_rate * h;
            body.rotation_rate += rotation.acceleration * h;
        }
        match own.forward_rotation {
            Some(Tumble::Time(change)) => {
                turn += over(body.direction) * (body.tumble_rate * h);
                body.tumble_rate += change.acceleration * h;
            }
            Some(Tumble::Distance(rate)) => turn += over(step) * rate,
            None => {}
        }
        if turn != Vec3::ZERO {
            self.edit.rotate_by(node, turn);
        }
        if let Some(scale) = own.scale {
            self.set_scale(node, self.scale_of(node) + body.scale_rate * h);
            body.scale_rate += scale.acceleration * h;
        }
        if let Some(rate) = own.morph {
            self.add_morph(node, rate * h);
        }
        flight
    }

    /// The step of a body that may hit the ground, in the space of its parent, and whether it comes to rest.
    fn meet_ground(
        &mut self,
        at: usize,
        node: NodeId,
        own: &ObjectMotion,
        body: &mut Body,
        seconds: f64,
    ) -> (Vec3, Flight) {
        let free = body.velocity * seconds as f32;
        let rules = self.scene.program_rules;
        let (Some(gravity), space) = (own.gravity, self.parent_space(node)) else {
            return (free, Flight::GoesOn);
        };
        let step = space.transform_vector3(free);
        if step.y >= 0.0 && !gravity.complex {
            return (free, Flight::GoesOn);
        }
        let place = self.edit.state().nodes.transforms[node.index()].translation;
        let place: Vec3 = space.transform_point3(place.into());
        let hit = if gravity.intersections {
            self.in_the_way(place, step, node)
        } else {
            self.ground_near(place + step, place.y, node)
        };
        let Some(hit) = hit else {
            body.groundless += seconds;
            let most = rules.groundless_s[usize::from(gravity.intersections)];
            let ends = own.run_time.is_none() && body.groundless >= f64::from(most) - HAIR;
            return (free, if ends { Flight::Ends } else { Flight::GoesOn });
        };
        if !gravity.intersections && place.y + step.y >= hit.point.y {
            return (free, Flight::GoesOn);
        }
        let to_ground = hit.point.y - place.y;
        let Vec3 { x, y, z } = space.transform_vector3(body.velocity).abs();
        let [level, fall] = rules.rest;
        let moves = x >= level || z >= level || y >= fall;
        let rise = if moves { (step.y * rules.rise).abs() } else { 0.0 };
        let stopped = if gravity.intersections {
            hit.point - place + Vec3::Y * rise
        } else {
            Vec3::new(step.x, to_ground + rise, step.z)
        };
        self.bounce(at, own, &hit, body.velocity.length());
        let flight = if body.acceleration.length_squared() > body.velocity.length_squared() {
            Flight::Ends
        } else {
            body.velocity *= rules.keeps;
            Flight::GoesOn
        };
        (into(&space, stopped), flight)
    }

    /// Of the ground below and above a place the one nearest to a height; what is far above counts only if
    /// there is nothing else.
    fn ground_near(&mut self, place: Vec3, height: f32, without: NodeId) -> Option<Hit> {
        let reach_up = self.scene.program_rules.reach_up;
        let simulation = &mut *self.edit.simulation;
        let mut hits = std::mem::take(&mut simulation.grounds);
        let probe = world::Probe { without: Some(without), ..simulation.probe() };
        probe.column(place.x, place.z, &mut hits);
        let order = |hit: &&Hit| (hit.point.y > height + reach_up, (hit.point.y - height).abs());
        let nearest = hits.iter().min_by(|a, b| {
            let ((a_above, a), (b_above, b)) = (order(a), order(b));
            a_above.cmp(&b_above).then(a.total_cmp(&b))
        });
        let nearest = nearest.copied();
        simulation.grounds = hits;
        nearest
    }

    /// What a step runs into.
    fn in_the_way(&self, place: Vec3, step: Vec3, without: NodeId) -> Option<Hit> {
        self.edit.simulation.probe().ray_without(place, place + step, &[without])
    }

    /// What happens when a body hits the ground.
    fn bounce(&mut self, at: usize, own: &ObjectMotion, hit: &Hit, speed: f32) {
        let [general, water, lava] = &own.bounces;
        let special = match hit.soil {
            WATER => water,
            LAVA => lava,
            _ => general,
        };
        self.call_sequence(at, special.sequence.or(general.sequence));
        let sounding = if special.sound.is_some() { special } else { general };
        let Bounce { sound, full_volume_speed, .. } = *sounding;
        let full = speed >= full_volume_speed || full_volume_speed <= 0.0;
        let gain = if full { 1.0 } else { speed / full_volume_speed };
        self.play(at, sound, Some(hit.point), gain);
    }

    /// The space of what a node hangs below, as it was when that was last worked out.
    fn parent_space(&self, node: NodeId) -> Affine3A {
        let table = &self.edit.simulation.occurrences;
        let parent = table.of(node).next().and_then(|id| table.parent(id));
        parent.map_or(Affine3A::IDENTITY, |parent| *table.transform(parent))
    }
}

/// What turns a body over the way it flies, a radian for each unit.
fn over(way: Vec3) -> Vec3 {
    Vec3::new(way.z, 0.0, -way.x)
}

/// A vector of the world in another space.
fn into(space: &Affine3A, vector: Vec3) -> Vec3 {
    if *space == Affine3A::IDENTITY { vector } else { space.inverse().transform_vector3(vector) }
}
