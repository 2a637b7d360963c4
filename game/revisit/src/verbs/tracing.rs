//! What happens when in the animations of a world, line by line.

use base::Failure;
use base::output;
use runtime::places::World;
use runtime::{EventList, EventOutcome, MOST_TRACED, Simulation, Traced, TracedWhat};
use serde::Serialize;
use std::fmt;
use std::path::Path;
use world::program::Definition;
use world::{ProgramId, Scene};

/// Stands for the names of all animations.
const ALL: &str = "*";

/// The animations that somebody wants to see, by their names.
#[derive(Debug)]
pub struct Tracing<'a> {
    names: &'a [String],
}

impl<'a> Tracing<'a> {
    /// Those of these names, if there are any.
    pub fn new(names: &'a [String]) -> Option<Self> {
        (!names.is_empty()).then_some(Tracing { names })
    }

    /// # Errors
    ///
    /// When a world has no animation of one of the names.
    pub fn require(&self, scene: &Scene, path: &Path) -> Result<(), Failure> {
        let is_known = |name: &String| scene.programs.iter().any(|own| is_called(own, name));
        let unknown = self.names.iter().filter(|name| *name != ALL && !is_known(name));
        let unknown: Vec<String> = unknown.map(|name| format!("`{}`", output::shown(name))).collect();
        if unknown.is_empty() {
            return Ok(());
        }
        let (world, path) = (output::shown(&scene.world), path.display().to_string());
        Err(Failure::Unusable(format!(
            "--trace-anim: {world} has no animation called {}; `revisit anims {} {world}` lists those it has",
            unknown.join(" or "),
            output::shown(&path),
        )))
    }

    /// Traces them from now on, in all places of a world.
    pub fn begin(&self, world: &mut World) {
        let chosen = |scene: &Scene| -> Vec<ProgramId> {
            let programs = scene.programs.iter().enumerate();
            let wanted = programs.filter(|(_, own)| self.names.iter().any(|name| is_called(own, name)));
            wanted.map(|(number, _)| ProgramId::from(number)).collect()
        };
        let places = world.places().iter();
        let chosen: Vec<_> = places.map(|place| (place.id(), chosen(place.simulation().scene()))).collect();
        for (place, programs) in chosen {
            world.trace_programs(place, Some(&programs));
        }
    }
}

/// Names of files are not always written as the files that name them do.
fn is_called(program: &Definition, name: &str) -> bool {
    name == ALL || program.name.eq_ignore_ascii_case(name)
}

/// One thing that happened in an animation.
#[derive(Debug, Serialize)]
pub struct Line {
    tick: u64,
    seconds: f64,
    animation: String,
    instance: u32,
    sequence: Option<String>,
    event: Option<u32>,
    keyword: Option<&'static str>,
    effect: &'static str,
    /// Of one that jumps.
    to: Option<u32>,
    /// Of one that is refused.
    why: Option<String>,
    #[serde(skip)]
    jumps_to_end: bool,
}

/// What happened in the animations of a place in its last tick.
pub fn lines(tick: u64, simulation: &Simulation) -> impl Iterator<Item = Line> {
    let traced = simulation.program_trace();
    if traced.len() >= MOST_TRACED {
        output::note(&format!("warning: tick {tick}: only the first {MOST_TRACED} things are traced"));
    }
    traced.iter().filter_map(move |traced| line(tick, simulation.scene(), traced))
}

fn line(tick: u64, scene: &Scene, traced: &Traced) -> Option<Line> {
    let program = scene.programs.get(traced.program.index())?;
    let mut line = Line {
        tick,
        // Sixtieths of a second are sums that miss round times by a hair.
        seconds: (traced.seconds * 1e6).round() / 1e6,
        animation: program.name.to_string(),
        instance: traced.instance,
        sequence: None,
        event: None,
        keyword: None,
        effect: "",
        to: None,
        why: None,
        jumps_to_end: false,
    };
    line.effect = match traced.what {
        TracedWhat::Starts => "starts",
        TracedWhat::Stops => "stops",
        TracedWhat::Resets => "is reset",
        TracedWhat::Invalidated => "is invalidated",
        TracedWhat::Refused(why) => {
            line.why = Some(why.to_string());
            "is refused"
        }
        TracedWhat::Event { list, place, keyword, outcome } => {
            let (name, steps) = match list {
                EventList::Reset => ("reset", &program.reset),
                EventList::Damage => ("damage", &program.damage),
                EventList::Sequence(number) => {
                    let sequence = program.sequences.get(number as usize)?;
                    (&*sequence.name, &sequence.steps)
                }
            };
            // People count from one.
            (line.sequence, line.event) = (Some(name.to_owned()), Some(place.saturating_add(1)));
            line.keyword = Some(keyword);
            match outcome {
                EventOutcome::Done => "done",
                EventOutcome::Begins => "begins",
                EventOutcome::Ends => "ends",
                EventOutcome::Rewinds => "rewinds",
                EventOutcome::JumpsTo(to) => {
                    line.to = Some(to.saturating_add(1));
                    line.jumps_to_end = to as usize >= steps.len();
                    "jumps"
                }
            }
        }
    };
    Some(line)
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Line { tick, seconds, animation, instance, .. } = self;
        write!(f, "tick {tick:>6}  {seconds:>9.4}  {animation} {instance}  ")?;
        if let (Some(sequence), Some(event), Some(keyword)) = (&self.sequence, self.event, self.keyword) {
            write!(f, "{sequence}  {event} {keyword}  ")?;
        }
        f.write_str(self.effect)?;
        match (self.to, &self.why) {
            (Some(_), _) if self.jumps_to_end => f.write_str(" to the end"),
            (Some(to), _) => write!(f, " to {to}"),
            (None, Some(why)) => write!(f, ": {why}"),
            (None, None) => Ok(()),
        }
    }
}
