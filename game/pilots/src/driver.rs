//! Somebody who drives a tank to where its mission is fulfilled: along a way that is looked for once for each goal, and
//! anew whenever something is in the way after all.

use crate::goal::{self, Goal};
use crate::ground::{Ground, across};
use crate::way;
use glam::{Vec2, Vec3};
use runtime::{Input, Simulation};
use std::collections::BTreeSet;
use world::{ActorKind, MissionOutcome};

/// Most places that are looked at for a way.
const MOST: usize = 60_000;
/// How near a place of the way counts as there, metres.
const NEAR_M: f32 = 4.5;
/// The fastest one drives, and the slowest around a corner, metres a second.
const FAST: f32 = 14.0;
const SLOW: f32 = 5.0;
/// Half the angle within which one drives straight on, as its sine.
const AHEAD: f32 = 0.3;
/// Ticks without coming nearer after which one is stuck.
const STUCK: u32 = 150;
/// Ticks in which one then goes back.
const BACK: u32 = 80;

/// A driver; what it knows of a world is its way through it.
#[derive(Clone, Debug, Default)]
pub struct Driver {
    goal: Option<Goal>,
    /// Places to pass, the next one first.
    way: Vec<Vec3>,
    /// How near it came to the next place, and for how many ticks no nearer.
    nearest: f32,
    since: u32,
    /// Ticks that it goes back yet.
    back: u32,
    /// How often it was stuck.
    stuck: u32,
    /// Where that was.
    blocked: BTreeSet<[i32; 2]>,
}

impl Driver {
    /// What it asks in the next tick. To be asked once a tick.
    pub fn input(&mut self, simulation: &Simulation) -> Input {
        let Some(person) = simulation.state().person() else { return Input::default() };
        if !matches!(person.kind, ActorKind::Tank(_))
            || simulation.state().mission.outcome != MissionOutcome::Running
        {
            return Input::default();
        }
        let (here, metre) = (person.position(), simulation.scene().frame.units(1.0));
        let goal = goal::next(simulation, here);
        let Some(goal) = goal else { return Input::default() };
        if self.back > 0 {
            self.back -= 1;
            // Another way round each time.
            let strafe = if self.stuck.is_multiple_of(2) { 0.6 } else { -0.6 };
            return Input { forward: -1.0, strafe, ..Input::default() };
        }
        if self.goal.is_none_or(|known| known.objective != goal.objective) || self.way.is_empty() {
            self.goal = Some(goal);
            self.look_for_a_way(simulation, here, goal.place);
        }
        while self.way.len() > 1 && flat(self.way[0] - here).length() < NEAR_M * metre {
            self.way.remove(0);
            (self.nearest, self.since) = (f32::INFINITY, 0);
        }
        let next = self.way.first().copied().unwrap_or(goal.place);
        self.watch(flat(next - here).length(), here, next, metre);
        let front: Vec3 = (-person.rotation().z_axis).into();
        let corner = self.way.get(1).copied().unwrap_or(next);
        steer(flat(front), [flat(next - here), flat(corner - here)], person.avatar().velocity.length(), metre)
    }

    fn look_for_a_way(&mut self, simulation: &Simulation, here: Vec3, goal: Vec3) {
        let (metre, node) = (simulation.scene().frame.units(1.0), simulation.state().person());
        let node = node.and_then(|person| person.node);
        let mut ground = Ground::new(simulation.probe(), node, metre, goal, &self.blocked);
        let start = ground.cell(here);
        let way = way::shortest(&mut ground, start, MOST);
        self.way = way.into_iter().map(|cell| ground.place(cell)).chain([goal]).collect();
        (self.nearest, self.since) = (f32::INFINITY, 0);
    }

    /// Notes whether it comes nearer. If not for long, something is in the way that was not seen: it goes back and looks
    /// for another way.
    fn watch(&mut self, far: f32, here: Vec3, next: Vec3, metre: f32) {
        if far < self.nearest - 0.2 * metre {
            (self.nearest, self.since) = (far, 0);
            return;
        }
        self.since += 1;
        if self.since > STUCK {
            let ahead = here + (next - here).normalize_or_zero() * NEAR_M * metre;
            self.blocked.insert(across(ahead, metre));
            self.way.clear();
            (self.back, self.since) = (BACK, 0);
            self.stuck += 1;
        }
    }
}

/// Turn first, then straight on, slowly around corners. `ways` lead to the next place and to the one after it.
fn steer(front: Vec2, ways: [Vec2; 2], speed: f32, metre: f32) -> Input {
    let [turn, corner] = ways.map(|way| front.perp_dot(way.normalize_or_zero()));
    let is_ahead = front.dot(ways[0]) > 0.0;
    let strafe = if is_ahead { (turn * 2.0).clamp(-1.0, 1.0) } else { turn.signum() };
    let is_straight = is_ahead && turn.abs() < AHEAD && corner.abs() < AHEAD;
    let wanted = if is_straight { FAST } else { SLOW } * metre;
    let forward = if speed < wanted { 1.0 } else { 0.0 };
    // In whole hundredths, so that a recording says the same.
    Input { forward, strafe: (strafe * 100.0).round() / 100.0, ..Input::default() }
}

fn flat(way: Vec3) -> Vec2 {
    Vec2::new(way.x, way.z)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_turns_to_the_next_place_and_is_slow_around_corners() {
        // North is -z: the front looks there.
        let front = Vec2::new(0.0, -1.0);
        let ahead = steer(front, [Vec2::new(0.0, -20.0), Vec2::new(0.0, -25.0)], 10.0, 1.0);
        assert_eq!((ahead.forward, ahead.strafe), (1.0, 0.0));
        // To the east is right; behind, it turns as fast as it can.
        let right = steer(front, [Vec2::new(2.0, -20.0), Vec2::new(2.0, -25.0)], 10.0, 1.0);
        assert_eq!((right.forward, right.strafe), (1.0, 0.2));
        assert_eq!(steer(front, [Vec2::new(-1.0, 9.0); 2], 10.0, 1.0).strafe, -1.0);
        // A corner comes: 10 m/s are too fast.
        let corner = steer(front, [Vec2::new(0.0, -5.0), Vec2::new(9.0, -5.0)], 10.0, 1.0);
        assert_eq!(corner.forward, 0.0);
        assert_eq!(steer(front, [Vec2::new(0.0, -20.0); 2], 14.5, 1.0).forward, 0.0);
    }
}
