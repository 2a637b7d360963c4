//! What `sim` says of a mission: how it ended, in what time, and what was fired.

use base::output;
use clap::ValueEnum;
use runtime::Simulation;
use serde::Serialize;
use world::MissionOutcome;

/// Ticks after which a run without `--ticks` ends that a mission does not end: half an hour.
pub const LONGEST_MISSION: u64 = 30 * 60 * 60;

/// Who drives in a mission while nobody does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PilotName {
    /// Nobody: the vehicle stands still
    Idle,
    /// A driver who fulfils the objectives of the mission
    Bot,
}

/// How a mission stands at the end of a run.
#[derive(Serialize)]
pub struct Played {
    outcome: &'static str,
    /// For which it ran.
    seconds: f32,
    objectives: Vec<Stated>,
    shots: u32,
    hits: u32,
    hash: String,
}

/// An objective at the end of a run.
#[derive(Serialize)]
struct Stated {
    name: String,
    text: String,
    state: &'static str,
}

impl Played {
    /// That of a world; `None` without a mission.
    pub fn of(simulation: &Simulation, hash: u64) -> Option<Self> {
        let law = simulation.scene().mission.as_deref()?;
        let own = &simulation.state().mission;
        let objectives = law.objectives.iter().zip(&own.objectives);
        let stated = |(law, own): (&world::ObjectiveLaw, &world::Objective)| Stated {
            name: law.name.to_string(),
            text: law.text.to_string(),
            state: own.phase.name(),
        };
        Some(Played {
            outcome: own.outcome.name(),
            seconds: own.seconds(),
            objectives: objectives.map(stated).collect(),
            shots: own.shots,
            hits: own.hits,
            hash: format!("{hash:016x}"),
        })
    }

    /// For people.
    pub fn print(&self) {
        let Played { outcome, seconds, shots, hits, .. } = self;
        output::line(&format!("mission {outcome} after {seconds:.1} s, {hits} hits with {shots} shots"));
        for own in &self.objectives {
            output::line(&format!("  {:<12} {:<10} {}", own.name, own.state, own.text));
        }
    }
}

/// Whether the mission of a world is over.
pub fn is_over(simulation: &Simulation) -> bool {
    simulation.state().mission.outcome != MissionOutcome::Running
}
