//! Missions: what is completed, what follows from that, what is collected, how it ends.
//!
//! Objectives are looked at once in a tick, after all that moved in it; at most one is completed in a tick, and the
//! look begins behind the one before, so that none waits for ever.
//!
//! | file | holds |
//! |---|---|
//! | `objectives.rs` | when an objective is awake, and that it is completed |
//! | `conditions.rs` | what completes it |
//! | `acts.rs` | what that sets off |
//! | `generators.rs` | what makes opponents |
//! | `pickups.rs` | what lies about to be collected |
//! | `ends.rs` | the timer, the death of the person, the end |
//!
//! Source: `docs/spec/zbd/engine-behaviour.md`, "1.2 Order inside a frame"; `docs/spec/zbd/vehicles-and-combat.md`,
//! "B6. Pickups (`puppies.zrd`)", "B7. Objectives (`objectives.zrd`)", "Part D — Mission script vocabulary (Crimson
//! Skies `objectives.zrd`)".

mod acts;
mod conditions;
mod ends;
mod generators;
mod objectives;
mod pickups;

use crate::programs::Player;
use crate::tick::Tick;
use crate::{Cue, Edit};
use binary::Severity;
use glam::Vec3;
use std::sync::Arc;
use world::program::SoundRef;
use world::{Actor, ActorId, Finding, Mission, MissionLaw, MissionOutcome, NodeId, Scene, SeatId, State};

binary::codes! {
    ENDLESS = "runtime.mission.endless": "objectives of a mission wake each other up without an end" => "look for objectives that wake and put to sleep each other; the rest of the tick's is left out";
}

/// Most acts of a tick.
const MOST_ACTS: u32 = 4096;
/// Acts that acts set off that acts set off: deeper ones are left out.
const MOST_DEPTH: u32 = 32;

/// The stage.
pub(crate) fn tick(tick: &mut Tick<'_>) {
    let scene = Arc::clone(&tick.scene);
    let Some(law) = scene.mission.as_deref() else { return };
    let mut edit = Edit::new(tick.world);
    let mission = std::mem::take(&mut edit.simulation.state.mission);
    let mut course = Course { scene: &scene, law, edit: &mut edit, mission, acts_left: MOST_ACTS, depth: 0 };
    course.tick();
    let Course { edit, mission, .. } = course;
    // What programs told meanwhile is not lost.
    let told = std::mem::replace(&mut edit.simulation.state.mission, mission);
    let own = &mut edit.simulation.state.mission;
    own.told = own.told.or(told.told);
    own.killed |= told.killed;
}

/// The stage under way. While it is, the mission is here and not in the state.
struct Course<'s, 'e, 'w> {
    scene: &'s Scene,
    law: &'s MissionLaw,
    edit: &'e mut Edit<'w>,
    mission: Mission,
    /// Acts that may still be carried out in this tick.
    acts_left: u32,
    /// How deep the act that is carried out was set off by others.
    depth: u32,
}

impl Course<'_, '_, '_> {
    fn tick(&mut self) {
        if !std::mem::replace(&mut self.mission.begun, true) {
            self.carry_out(&self.law.begins, None);
        }
        if self.mission.outcome != MissionOutcome::Running {
            // What was said with the end is still heard.
            self.hear_later();
            return;
        }
        self.mission.ticks = self.mission.ticks.saturating_add(1);
        self.count_shots();
        self.collect();
        self.pass_gates();
        self.run_timer();
        self.watch_person();
        self.hear_later();
        self.read_on();
        self.generate();
        self.pass_time();
        self.complete_one();
        self.end();
    }

    fn state(&self) -> &State {
        &self.edit.simulation.state
    }

    fn person(&self) -> Option<(ActorId, &Actor)> {
        self.state().actors.piloted_by(SeatId::FIRST)
    }

    /// Where a node stands; `None` for one that hangs nowhere.
    fn place_of(&self, node: NodeId) -> Option<Vec3> {
        let table = &self.edit.simulation.occurrences;
        let id = table.of(node).next()?;
        Some(table.transform(id).translation.into())
    }

    /// What the person fired in this tick, and what that hit.
    fn count_shots(&mut self) {
        let Some((person, _)) = self.person() else { return };
        let (mut shots, mut hits) = (0, 0);
        for cue in self.edit.simulation.cues.all() {
            match cue {
                Cue::Shot { actor, .. } if *actor == person => shots += 1,
                Cue::Hit { by: Some(by), left: Some(_), .. } if *by == person => hits += 1,
                _ => {}
            }
        }
        self.mission.shots = self.mission.shots.saturating_add(shots);
        self.mission.hits = self.mission.hits.saturating_add(hits);
    }

    /// Lets something be heard where the person is.
    fn hear(&mut self, sound: &SoundRef) {
        let at = self.person().map_or(self.state().camera.eye, |(_, actor)| actor.position());
        // A world without programs has no numbers for sounds.
        if !self.scene.programs.is_empty() {
            Player::with(self.edit, |player| player.play_at(sound, at));
        }
    }

    /// Nothing more is carried out in this tick. Says once in a run that this happened.
    fn stop_acts(&mut self) {
        let simulation = &mut *self.edit.simulation;
        if !simulation.said.contains(&ENDLESS.id) {
            simulation.said.push(ENDLESS.id);
            let (wanted, found) = (format!("at most {MOST_ACTS} acts in a tick"), "more");
            simulation.report(Finding::new(&ENDLESS, Severity::Warning, "", wanted, found));
        }
    }
}
