//! Words about animations, which are the programs of a world.

use crate::answer::{many, some};
use crate::names::{matches, nearest};
use crate::own::{Line, usage};
use runtime::{Command, Simulation};
use world::program::Phase;
use world::{NodeId, ProgramId};

type Done = Result<(), String>;

/// Most ticks of a step: a minute.
const MOST_STEPS: u32 = 3600;

/// What an animation is doing, in a word: that of its first instance.
pub fn state_of(simulation: &Simulation, program: ProgramId) -> &'static str {
    let programs = &simulation.state().programs;
    match programs.instances.get(program.index()).map(|own| own.phase) {
        Some(Phase::Resetting) => "resetting",
        Some(Phase::Ready) => "ready",
        Some(Phase::Running) => "running",
        Some(Phase::RunningThenInvalid) => "running for the last time",
        Some(Phase::Executed) => "executed",
        Some(Phase::Invalid) => "invalid",
        Some(Phase::Disabled) | None => "broken",
    }
}

impl Line<'_> {
    /// The animations that somebody names: one by its number, or all of a name.
    fn programs(&self, words: &[String]) -> Result<Vec<ProgramId>, String> {
        let [word] = words else { return Err(usage()) };
        let all = &self.simulation.scene().programs;
        if let Some(number) = word.strip_prefix('#') {
            let known = number.parse().ok().map(ProgramId).filter(|own| own.index() < all.len());
            return known.map(|own| vec![own]).ok_or_else(|| format!("there is no animation {word}"));
        }
        let named = all.iter().enumerate().filter(|(_, own)| own.name.eq_ignore_ascii_case(word));
        let named: Vec<ProgramId> = named.map(|(number, _)| ProgramId::from(number)).collect();
        if !named.is_empty() {
            return Ok(named);
        }
        Err(match nearest(word, all.iter().map(|own| &*own.name)) {
            Some(near) => format!("no animation is called {word}; {near} is"),
            None if all.is_empty() => "this world has no animations".to_owned(),
            None => format!("no animation is called {word}; `anims` lists them"),
        })
    }

    /// Asks for something for each of them.
    fn each(&mut self, words: &[String], what: &str, ask: impl Fn(ProgramId) -> Command) -> Done {
        let programs = self.programs(words)?;
        for program in &programs {
            self.answer.ask(ask(*program));
        }
        let known = &self.simulation.scene().programs;
        some(self.answer, programs.into_iter(), "animation", |program| {
            format!("{} (animation {}) {what}", known[program.index()].name, program.0)
        });
        Ok(())
    }
}

pub(crate) fn list(words: &[String], line: &mut Line<'_>) -> Done {
    let pattern = match words {
        [] => "*",
        [pattern] => pattern,
        _ => return Err(usage()),
    };
    let (names, simulation) = (line.names, line.simulation);
    let all = simulation.scene().programs.iter().enumerate();
    let found = all.filter(|(_, own)| matches(pattern, &own.name));
    many(line.answer, found, "animation", |(number, own)| {
        let program = ProgramId::from(number);
        let held = if simulation.state().programs.held.contains_key(&program) { ", held" } else { "" };
        let root = own.root.map_or_else(|| "-".to_owned(), |root: NodeId| names.name(root).to_owned());
        format!("#{number:<5} {:<32} {root:<24} {}{held}", own.name, state_of(simulation, program))
    });
    Ok(())
}

pub(crate) fn play(words: &[String], line: &mut Line<'_>) -> Done {
    line.each(words, "starts", |program| Command::StartProgram { program, node: None })
}

pub(crate) fn stop(words: &[String], line: &mut Line<'_>) -> Done {
    line.each(words, "stops", Command::StopProgram)
}

pub(crate) fn reset(words: &[String], line: &mut Line<'_>) -> Done {
    line.each(words, "is reset", Command::ResetProgram)
}

pub(crate) fn invalidate(words: &[String], line: &mut Line<'_>) -> Done {
    line.each(words, "never starts again", Command::InvalidateProgram)
}

pub(crate) fn hold(words: &[String], line: &mut Line<'_>) -> Done {
    line.each(words, "is held", |program| Command::HoldProgram { program, held: true })
}

pub(crate) fn resume(words: &[String], line: &mut Line<'_>) -> Done {
    line.each(words, "goes on", |program| Command::HoldProgram { program, held: false })
}

pub(crate) fn step(words: &[String], line: &mut Line<'_>) -> Done {
    let (words, ticks) = match words {
        [_, ticks] => {
            let read = ticks.parse().ok().filter(|ticks| (1..=MOST_STEPS).contains(ticks));
            (&words[..1], read.ok_or_else(|| format!("{ticks} is no whole number from 1 to {MOST_STEPS}"))?)
        }
        words => (words, 1),
    };
    let what = if ticks == 1 { "goes on by a tick".to_owned() } else { format!("goes on by {ticks} ticks") };
    line.each(words, &what, |program| Command::StepProgram { program, ticks })
}
