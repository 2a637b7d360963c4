//! Somebody who drives a tank or walks a 'mech to where its mission is fulfilled: along a way that is looked for once for
//! each goal, and anew whenever something is in the way after all. Opponents that it sees it fights first; where nothing
//! happens at a goal, it goes for those that are left near it.

use crate::goal::{self, Goal, What};
use crate::ground::{Ground, across, height, swims};
use crate::{flier::Flier, gunner, way};
use glam::{Vec2, Vec3};
use runtime::{Input, Mark, Simulation};
use std::collections::BTreeSet;
use world::{Actor, ActorId, ActorKind, MissionOutcome, Probe, SeatId};

/// Ticks for which it turns to an opponent that it does not see any more.
const LOOKS_AFTER: u32 = 45;
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
/// Ticks at a goal after which nothing more is expected to happen there.
const PATIENCE: u32 = 120;
/// How near a goal is when one is at it, metres.
const AT_M: f32 = 10.0;
/// How far from a goal opponents are looked for who keep it, metres.
const KEEPERS_M: f32 = 200.0;
/// How far somebody goes until one looks for another way to them, metres.
const MOVED_M: f32 = 15.0;

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
    /// Ticks at its goal.
    waited: u32,
    /// The opponent that it saw last, and for how many ticks it still turns to it.
    saw: Option<(ActorId, u32)>,
    /// It goes for an opponent first.
    hunts: Option<ActorId>,
    /// Objectives that could not be fulfilled, until another one is.
    later: BTreeSet<usize>,
    /// How many were completed when that was noted.
    completed: usize,
    /// What it remembers in an aeroplane.
    flier: Flier,
}

impl Driver {
    /// What it asks in the next tick. To be asked once a tick.
    pub fn input(&mut self, simulation: &Simulation) -> Input {
        let Some((id, person)) = simulation.state().actors.piloted_by(SeatId::FIRST) else {
            return Input::default();
        };
        if simulation.state().mission.outcome != MissionOutcome::Running {
            return Input::default();
        }
        match person.kind {
            ActorKind::Tank(_) | ActorKind::Mech(_) => {}
            ActorKind::Aeroplane(_) => return self.flier.input(simulation, (id, person)),
            _ => return Input::default(),
        }
        let (here, metre) = (person.position(), simulation.scene().frame.units(1.0));
        let opponents = gunner::opponents(simulation, here);
        self.forget(simulation, &opponents);
        if self.back > 0 {
            self.back -= 1;
            // Another way round each time.
            let strafe = if self.stuck.is_multiple_of(2) { 0.6 } else { -0.6 };
            return Input { forward: -1.0, strafe, ..Input::default() };
        }
        let errand = goal::pickup(simulation, person, here);
        let is_near = errand.is_some_and(|goal| goal.place.distance(here) < KEEPERS_M * metre);
        let flees = is_near && goal::is_hurt(simulation, person);
        if let Some(mark) = self.target(simulation, (id, person), &opponents).filter(|_| !flees) {
            (self.nearest, self.since, self.waited) = (f32::INFINITY, 0, 0);
            return gunner::fight(simulation, (id, person), &mark);
        }
        let Some(goal) = errand.or_else(|| self.choose(simulation, here, &opponents)) else {
            return Input::default();
        };
        let is_new = self.goal.is_none_or(|known| {
            known.what != goal.what || known.place.distance(goal.place) > MOVED_M * metre
        });
        if is_new || self.way.is_empty() {
            self.goal = Some(goal);
            self.look_for_a_way(simulation, person, goal.place);
        }
        self.wait(goal, here, &opponents, metre);
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

    /// The next opponent of those that it hunts, the next objective, or the nearest opponent.
    fn choose(&mut self, simulation: &Simulation, here: Vec3, opponents: &[Mark]) -> Option<Goal> {
        let hunted = self.hunts.and_then(|id| opponents.iter().find(|mark| mark.actor == id));
        if let Some(mark) = hunted {
            return Some(Goal { what: What::Opponent(mark.actor), place: mark.place });
        }
        let next = goal::next(simulation, here, &self.later);
        if next.is_none() && self.later.is_empty() {
            // Where nothing is to be done anywhere, whoever is left may be in the way of others.
            let nearest = opponents.first();
            return nearest.map(|mark| Goal { what: What::Opponent(mark.actor), place: mark.place });
        }
        if next.is_none() {
            // Perhaps the first of them can be fulfilled by now.
            self.later.clear();
        }
        next
    }

    /// The opponent that it sees, or saw a moment ago: over the edge of a hill one is seen now and not then, and whoever
    /// turned to something else each time would turn to nothing.
    fn target(
        &mut self,
        simulation: &Simulation,
        own: (ActorId, &Actor),
        opponents: &[Mark],
    ) -> Option<Mark> {
        if let Some(mark) = gunner::target(simulation, own, opponents) {
            self.saw = Some((mark.actor, LOOKS_AFTER));
            return Some(mark);
        }
        let (actor, left) = self.saw.take()?;
        self.saw = left.checked_sub(1).map(|left| (actor, left));
        opponents.iter().copied().find(|mark| mark.actor == actor)
    }

    /// What it knew counts no more when an objective is completed, or who it hunted is gone.
    fn forget(&mut self, simulation: &Simulation, opponents: &[Mark]) {
        let own = &simulation.state().mission.objectives;
        let completed = own.iter().filter(|own| own.phase == world::ObjectivePhase::Completed).count();
        if std::mem::replace(&mut self.completed, completed) != completed {
            self.later.clear();
            self.hunts = None;
        }
        self.hunts = self.hunts.filter(|id| opponents.iter().any(|mark| mark.actor == *id));
    }

    /// Where nothing happens at a goal, somebody may keep it, or it is for later.
    fn wait(&mut self, goal: Goal, here: Vec3, opponents: &[Mark], metre: f32) {
        let What::Objective(objective) = goal.what else { return };
        if flat(goal.place - here).length() > AT_M * metre {
            self.waited = 0;
            return;
        }
        self.waited += 1;
        if self.waited > PATIENCE {
            self.waited = 0;
            let keeper = opponents.iter().find(|mark| mark.place.distance(goal.place) <= KEEPERS_M * metre);
            self.hunts = keeper.map(|mark| mark.actor);
            if keeper.is_none() {
                self.later.insert(objective);
            }
        }
    }

    fn look_for_a_way(&mut self, simulation: &Simulation, person: &Actor, goal: Vec3) {
        let metre = simulation.scene().frame.units(1.0);
        // It does not stand on itself.
        let probe = Probe { without: person.node, ..simulation.probe() };
        let mut ground = Ground::new(probe, metre, goal, &self.blocked);
        ground.swims = swims(person);
        ground.height = height(simulation, person).unwrap_or(ground.height);
        let start = ground.cell(person.position());
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
