//! What completes an objective.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "B7. Objectives (`objectives.zrd`)", "D2. Objective life".

use super::Course;
use smallvec::SmallVec;
use world::program::Phase;
use world::{
    Actor, ActorId, MissionCondition, MissionGroup, NodeId, ObjectiveLaw, Pilot, ProgramId, ProgramStanding,
    Traveler,
};

impl Course<'_, '_, '_> {
    pub(super) fn holds(&self, condition: &MissionCondition) -> bool {
        let enough = |found: usize, wanted: u32| found >= wanted.max(1) as usize;
        match condition {
            MissionCondition::Nodes { nodes, active, count } => {
                let is_so = |node: &&NodeId| self.state().is_active(**node) == *active;
                enough(nodes.iter().filter(is_so).count(), *count)
            }
            MissionCondition::Programs { programs, count } => {
                let is_so =
                    |(program, wanted): &&(ProgramId, ProgramStanding)| self.stands(*program, *wanted);
                enough(programs.iter().filter(is_so).count(), *count)
            }
            MissionCondition::Zones { zones, count } => {
                let is_done = |zone: &&u16| self.mission.is_zone_done(self.law, **zone);
                enough(zones.iter().filter(is_done).count(), *count)
            }
            MissionCondition::Few { group, most, generator } => {
                let is_done = |number: u16| {
                    self.mission.generators.get(usize::from(number)).is_none_or(|own| own.left == 0)
                };
                generator.is_none_or(is_done) && self.left_of(group) <= *most as usize
            }
            MissionCondition::Near { who, place, radius, count, .. } => {
                enough(self.travelers(who, *place, *radius).len(), *count)
            }
            MissionCondition::Never => false,
        }
    }

    fn stands(&self, program: ProgramId, wanted: ProgramStanding) -> bool {
        let programs = &self.state().programs;
        let Some(first) = programs.instances.get(program.index()) else { return false };
        match wanted {
            ProgramStanding::Running => {
                let mut others = programs.active.iter().filter_map(|id| programs.instances.find(*id));
                first.phase.is_running()
                    || others.any(|own| own.definition == program && own.phase.is_running())
            }
            ProgramStanding::Executed => first.phase == Phase::Executed,
            ProgramStanding::Invalid => {
                matches!(first.phase, Phase::Invalid | Phase::RunningThenInvalid)
                    || first.phase == Phase::Resetting && first.after == Phase::Invalid
            }
        }
    }

    /// How many of a group live.
    fn left_of(&self, group: &MissionGroup) -> usize {
        let state = self.state();
        let actors = &state.actors;
        let all = actors.ids().iter().zip(actors.iter()).map(|(id, actor)| (ActorId(*id), actor));
        all.filter(|(id, actor)| belongs(group, actor) && !state.is_destroyed(*id, actor)).count()
    }

    /// Those who are near a node.
    fn travelers(&self, who: &Traveler, place: NodeId, radius: f32) -> SmallVec<[ActorId; 8]> {
        let Some(place) = self.place_of(place) else { return SmallVec::new() };
        let is_near = |actor: &Actor| actor.position().distance(place) <= radius;
        match who {
            Traveler::Person => {
                self.person().filter(|(_, actor)| is_near(actor)).map(|(id, _)| id).into_iter().collect()
            }
            Traveler::Group(group) => {
                let state = self.state();
                let all = state.actors.ids().iter().zip(state.actors.iter());
                all.map(|(id, actor)| (ActorId(*id), actor))
                    .filter(|(id, own)| belongs(group, own) && is_near(own) && !state.is_destroyed(*id, own))
                    .map(|(id, _)| id)
                    .collect()
            }
        }
    }

    /// Whoever came where an objective wanted them is gone, if it says so.
    pub(super) fn remove_travelers(&mut self, law: &ObjectiveLaw) {
        for condition in &law.conditions {
            let MissionCondition::Near {
                who: who @ Traveler::Group(_), place, radius, removes: true, ..
            } = condition
            else {
                continue;
            };
            for id in self.travelers(who, *place, *radius) {
                let node = self.state().actors.find(id.0).and_then(|actor| actor.node);
                if let Some(node) = node {
                    self.edit.set_active(node, false);
                }
                // It was found just now.
                let _ = self.edit.remove_actor(id);
            }
        }
    }

    /// Notes which nodes of danger zones the person passes.
    pub(super) fn pass_gates(&mut self) {
        let Some(at) = self.person().map(|(_, actor)| actor.position()) else { return };
        let reach = self.law.rules.gate;
        for zone in 0..self.law.zones.len() as u16 {
            if self.mission.is_zone_done(self.law, zone) {
                continue;
            }
            let gates = &self.law.zones[usize::from(zone)].gates;
            for (gate, node) in gates.iter().take(world::MOST_GATES).enumerate() {
                let is_near = self.place_of(*node).is_some_and(|place| place.distance(at) <= reach);
                if let Some(passed) = self.mission.zones.get_mut(usize::from(zone)).filter(|_| is_near) {
                    *passed |= 1 << gate;
                }
            }
        }
    }
}

fn belongs(group: &MissionGroup, actor: &Actor) -> bool {
    let is_person = matches!(actor.pilot, Pilot::Person(_));
    let law = actor.vehicle().is_some_and(|law| group.vehicles.contains(&law));
    !is_person && (law || actor.node.is_some_and(|node| group.nodes.contains(&node)))
}
