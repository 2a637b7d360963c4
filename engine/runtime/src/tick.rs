//! What happens in a tick, in order. This list is the only place that says so.

use crate::{
    Command, Input, Simulation, actors, camera, combat, command, effects, flip_books, hours, lights,
    machines, materials, missions, music, opponents, programs, zones,
};
use std::sync::Arc;
use world::{Neighbour, Scene};

/// A tick under way: the world, and what it was asked.
pub(crate) struct Tick<'a> {
    pub scene: Arc<Scene>,
    pub world: &'a mut Simulation,
    /// By seat; seats without an input ask for nothing.
    pub inputs: &'a [Input],
    pub commands: &'a [Command],
    /// The places next to this one.
    pub beyond: &'a [Neighbour<'a>],
}

/// A part of a tick.
pub(crate) struct Stage {
    /// For people.
    pub name: &'static str,
    /// It asks about the world (occurrences, space): what is derived from the state is brought up to
    /// date before it, if an earlier stage moved something.
    pub queries: bool,
    pub run: fn(&mut Tick<'_>),
}

impl Stage {
    const fn querying(name: &'static str, run: fn(&mut Tick<'_>)) -> Self {
        Stage { name, queries: true, run }
    }

    const fn plain(name: &'static str, run: fn(&mut Tick<'_>)) -> Self {
        Stage { name, queries: false, run }
    }
}

/// The stages of a tick. Commands come first, so that everything sees what was asked; flip-books before programs,
/// as in the games; programs before actors, so that people stand on what programs moved; opponents before actors,
/// so that these do what is asked; actors before clips and before what they fire, so that shots leave muzzles where
/// these are; clips then, so that someone on foot stands on what clips moved in the tick before; the camera after
/// everything that it may follow; zones after it, since they depend on where the camera is; missions then, which
/// look at what all of this has come to, as in the games; effects last, which note where everything has come. The
/// hour and the music of where somebody is come last of all.
pub(crate) const STAGES: [Stage; 15] = [
    Stage::querying("commands", command::tick),
    Stage::plain("flip books", flip_books::tick),
    Stage::querying("programs", programs::tick),
    Stage::querying("opponents", opponents::tick),
    Stage::querying("actors", actors::tick),
    Stage::querying("combat", combat::tick),
    Stage::plain("clips", |tick| {
        machines::tick(tick.world);
        crate::actions::tick(tick.world);
        let Simulation { state, dirty, clips, lit, .. } = &mut *tick.world;
        if clips.tick(&tick.scene, state, dirty) {
            *lit = None;
        }
        crate::vehicles::mech::pose(tick.world);
        crate::vehicles::aeroplane::pose(tick.world);
        crate::vehicles::turret::pose(tick.world);
        crate::vehicles::tank::pose(tick.world);
        crate::actions::tell(tick.world);
    }),
    Stage::plain("materials", |tick| {
        materials::tick(&tick.scene, &mut tick.world.state);
        crate::vehicles::tank::run_tracks(tick.world);
    }),
    Stage::querying("lights", |tick| lights::follow_nodes(tick.world)),
    Stage::querying("camera", |tick| camera::follow(tick.world, tick.beyond)),
    Stage::querying("zones", |tick| zones::follow(tick.world)),
    Stage::querying("missions", missions::tick),
    Stage::querying("effects", |tick| effects::tick(tick.world)),
    Stage::plain("hours", |tick| hours::tick(&tick.scene, tick.world)),
    Stage::plain("music", |tick| music::tick(&tick.scene, tick.world)),
];

/// The names of the stages of a tick, in order.
pub fn stages() -> impl Iterator<Item = &'static str> {
    STAGES.iter().map(|stage| stage.name)
}

impl Tick<'_> {
    /// All stages, one after the other.
    pub fn run(mut self) {
        for stage in &STAGES {
            if stage.queries {
                self.world.refresh();
            }
            (stage.run)(&mut self);
        }
    }
}
