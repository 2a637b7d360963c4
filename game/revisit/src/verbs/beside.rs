//! Worlds that join while a verb runs one without a screen: each is loaded at
//! once when it is wished for, so that every run joins it at the same tick.

use base::Failure;
use base::output;
use binary::Limits;
use clap::Args;
use heap::drop_elsewhere;
use indicatif::ProgressBar;
use places::{Ahead, Arrival, Beside, Foresight, Surroundings, Travelled, Waits};
use replay::{Header, PlaceEvent, Replay};
use runtime::places::{Extent, Site, World};
use runtime::{Command, Simulation};
use std::sync::Arc;
use titles::install::Install;
use world::State;

/// Worlds that join the first one.
#[derive(Debug, Args)]
pub struct BesideArgs {
    /// Put another world of the game beside the first, with its origin at this offset in whole units of
    /// the game, in the game's own axes; may be repeated
    #[arg(long, allow_hyphen_values = true, value_name = "WORLD@X,Y,Z")]
    pub beside: Vec<Beside>,
    /// Distance in units at which such a world joins [default: how far one sees]
    #[arg(long, requires = "beside", value_name = "UNITS")]
    pub join_within: Option<u32>,
}

/// Where places come from.
pub struct Joining<'a> {
    /// The install that all of them are worlds of.
    pub install: &'a Install,
    /// Quality of textures.
    pub quality: &'a str,
    /// Seed of each place's random generator.
    pub seed: u32,
    /// The body of the person.
    pub race: Option<String>,
    /// What is drawn meanwhile.
    pub bar: ProgressBar,
    surroundings: Option<Surroundings>,
    /// Loads cells of an overworld before they are wished for.
    ahead: Option<Ahead>,
    /// Where the person goes.
    foresight: Foresight,
}

/// Threads that load cells.
const THREADS: usize = 2;
/// Ticks before which places are loaded that a recording joins.
const RECORDED_TICKS: u64 = 90;

impl<'a> Joining<'a> {
    /// Nothing joins yet.
    pub fn new(install: &'a Install, quality: &'a str, seed: u32) -> Self {
        Joining {
            install,
            quality,
            seed,
            race: None,
            bar: ProgressBar::hidden(),
            surroundings: None,
            ahead: None,
            foresight: Foresight::default(),
        }
    }

    /// Cells of an overworld are loaded on threads before they are wished for.
    pub fn load_ahead(&mut self, install: &Arc<Install>) {
        if install.land.layout().is_some() {
            self.ahead = Some(Ahead::new(install, self.quality, self.seed, THREADS));
        }
    }

    /// A running world around the first place, among those that lie beside it.
    ///
    /// # Errors
    /// One world twice at one place.
    pub fn start(
        &mut self,
        name: &str,
        first: Simulation,
        beside: &[Beside],
        within: Option<u32>,
    ) -> Result<World, Failure> {
        if let Some(surroundings) = places::overworld(self.install, name) {
            let world = World::starting_at(surroundings.first().clone(), first);
            self.surroundings = Some(surroundings);
            return Ok(world);
        }
        if beside.is_empty() && !places::has_lines(first.scene()) {
            return Ok(World::new(name, first));
        }
        let worlds = self.install.worlds().iter().map(|world| world.id.as_str());
        let surroundings = Surroundings::new(name, &first, beside, within, worlds)?;
        let world = World::starting_at(surroundings.first().clone(), first);
        self.surroundings = Some(surroundings);
        Ok(world)
    }

    /// A running world as a recording says.
    pub fn start_as_recorded(&self, header: &Header, first: Simulation) -> World {
        match &header.site {
            Some(site) => World::starting_at(site.clone(), first),
            None => World::new(&header.world, first),
        }
    }

    /// Loads and joins who is wished for, and lets go of who may leave; says who.
    /// A place that cannot be loaded is one warning, and is not tried again.
    pub fn follow_wishes(&mut self, world: &mut World) -> Vec<PlaceEvent> {
        let Some(mut surroundings) = self.surroundings.take() else { return Vec::new() };
        let mut events = Vec::new();
        let wishes = surroundings.wishes(world);
        if let Some(ahead) = &mut self.ahead {
            ahead.want(&self.foresight.worlds(&surroundings, world, &wishes.join), world.tick());
        }
        for number in wishes.leave {
            let Some(key) = surroundings.get(number).map(|(site, _)| site.key.clone()) else { continue };
            if leave(world, &key) {
                events.push(PlaceEvent::Leave(key));
            }
        }
        for number in wishes.join {
            match self.join(&mut surroundings, number, world) {
                Ok(event) => events.extend(event),
                Err(failure) => {
                    surroundings.give_up(number);
                    output::note(&format!("warning: {failure}; it does not join"));
                }
            }
        }
        match surroundings.arrive(&self.install.land, world) {
            Some(Ok(Travelled { to, from })) => events.push(PlaceEvent::Travel { to, from }),
            Some(Err(failure)) => output::note(&format!("warning: {failure}")),
            None => {}
        }
        self.surroundings = Some(surroundings);
        events
    }

    /// Somebody wants to travel to a place of this name, or of these numbers; what is said of it.
    ///
    /// # Errors
    /// No overworld, no such place, or a name of several.
    pub fn travel(&mut self, name: &str) -> Result<String, String> {
        places::travel_to(self.install, self.surroundings.as_mut(), name)
    }

    /// What is asked of the next tick for whoever waits for a world that cannot be loaded.
    pub fn turn_away(&self, world: &World) -> Option<Command> {
        self.surroundings.as_ref()?.turn_away(world)
    }

    /// Has loaded what a recording joins soon.
    fn foresee_recorded(&mut self, replay: &Replay, tick: u64) {
        let Some(ahead) = &mut self.ahead else { return };
        let soon = replay.places_within(tick..tick.saturating_add(RECORDED_TICKS));
        let name = |event: &PlaceEvent| match event {
            PlaceEvent::Join { world, .. } => Some(world.clone()),
            _ => None,
        };
        ahead.want(&soon.filter_map(name).collect::<Vec<_>>(), tick);
    }

    /// How often the run waited for a place; `None` where nothing is loaded in advance.
    pub fn waits(&self) -> Option<Waits> {
        self.ahead.as_ref().map(Ahead::waits)
    }

    fn join(
        &mut self,
        surroundings: &mut Surroundings,
        number: usize,
        world: &mut World,
    ) -> Result<Option<PlaceEvent>, Failure> {
        let Some((site, name)) = surroundings.get(number) else { return Ok(None) };
        let site = site.into_owned();
        let arrival = self.arrival(&name, &site.key, world)?;
        if !surroundings.measured(number, arrival.extent, world)? {
            return Ok(None);
        }
        let site = surroundings.get(number).map_or(site, |(site, _)| site.into_owned());
        let fingerprint = format!("{:016x}", self.install.fingerprint(&arrival.request)?);
        enter(world, site.clone(), arrival.simulation)?;
        Ok(Some(PlaceEvent::Join { world: name, site, fingerprint }))
    }

    /// Joins and leaves as a recording says before a tick.
    ///
    /// # Errors
    /// A place that cannot be loaded, other files than those of the recording, or
    /// places that contradict each other.
    pub fn follow_recording(&mut self, world: &mut World, replay: &Replay, tick: u64) -> Result<(), Failure> {
        self.foresee_recorded(replay, tick);
        for event in replay.places_at(tick) {
            match event {
                PlaceEvent::Join { world: name, site, fingerprint } => {
                    let arrival = self.arrival(name, &site.key, world)?;
                    let found = format!("{:016x}", self.install.fingerprint(&arrival.request)?);
                    if !fingerprint.is_empty() && found != *fingerprint {
                        return Err(Failure::Unusable(format!(
                            "the recording was made with other files of {name} (fingerprint {fingerprint}, here \
                             {found}): it cannot be replayed with these"
                        )));
                    }
                    enter(world, site.clone(), arrival.simulation)?;
                }
                PlaceEvent::Guests { key, spawns, race } => {
                    let guests = replay::guests(spawns, race.as_deref())?;
                    self.invite(world, key, &guests)?;
                }
                PlaceEvent::Travel { to, from } => places::arrive(&self.install.land, world, to, from)?,
                PlaceEvent::Leave(key) => {
                    if !leave(world, key) {
                        return Err(Failure::Unusable(format!(
                            "the place \"{key}\" leaves in the recording, but is not there or is the one stood in"
                        )));
                    }
                }
            }
        }
        Ok(())
    }

    /// A place, loaded in advance or now, as it was left.
    fn arrival(&mut self, name: &str, key: &str, world: &World) -> Result<Arrival, Failure> {
        let Some(mut ahead) = self.ahead.take() else { return self.load(name, world.kept(key)) };
        let loaded = ahead.take(name, world.tick(), || self.load(name, None));
        self.ahead = Some(ahead);
        let Arrival { request, simulation, mut findings, .. } = loaded?;
        let (simulation, extent, more) = places::settle(simulation, world.kept(key));
        findings.extend(more);
        Ok(Arrival { request, simulation, extent, findings })
    }

    fn load(&self, name: &str, kept: Option<&State>) -> Result<Arrival, Failure> {
        let guests = load::Guests { race: self.race.clone(), ..load::Guests::default() };
        places::load(self.install, name, self.quality, self.seed, &guests, kept)
    }

    /// A place goes on with other creatures.
    fn invite(&mut self, world: &mut World, key: &str, guests: &load::Guests) -> Result<(), Failure> {
        let place = world.find(key).map(|place| (place.id(), place.simulation().scene().world.clone()));
        let (id, name) = place.ok_or_else(|| {
            Failure::Unusable(format!(
                "creatures come into the place \"{key}\" in the recording, which is not there"
            ))
        })?;
        let arrival = places::load(self.install, &name, self.quality, self.seed, guests, None)?;
        self.race.clone_from(&guests.race);
        world.reload(id, arrival.simulation, &Limits::default());
        Ok(())
    }
}

/// A place leaves, if it is there and nobody is in it.
fn leave(world: &mut World, key: &str) -> bool {
    let left = world.find(key).map(|place| place.id()).and_then(|id| world.leave(id).ok());
    // No tick waits until all of it is freed.
    left.map(drop_elsewhere).is_some()
}

fn enter(world: &mut World, site: Site, simulation: Simulation) -> Result<(), Failure> {
    world.join(site, simulation).map(|_| ()).map_err(|error| Failure::Unusable(error.to_string()))
}

/// One line about places that joined and left.
pub fn line(event: &PlaceEvent) -> String {
    match event {
        PlaceEvent::Join { site, .. } => {
            let [x, y, z] = site.origin;
            let extent = site.extent.unwrap_or(Extent { min: [0; 2], max: [0; 2] });
            let [width, depth] = [0, 1].map(|axis| i64::from(extent.max[axis]) - i64::from(extent.min[axis]));
            format!("joins {} at {x} {y} {z}, {width} by {depth} units", site.key)
        }
        PlaceEvent::Leave(key) => format!("leaves {key}"),
        PlaceEvent::Travel { to, from } => format!("travels from {from} to {to}"),
        PlaceEvent::Guests { key, spawns, race } => {
            let race = race.as_ref().map_or_else(String::new, |race| format!(", the person as {race}"));
            format!(
                "{key} is loaded again with {}{race}",
                output::counted(spawns.len(), "creature", "creatures")
            )
        }
    }
}
