//! Worlds behind lines out of the one that is open, and the cells around one of an overworld. Each is loaded
//! when the person comes near, one in a tick, and joins in that tick; the recording says in which.

use base::Failure;
use load::Guests;
use places::{Arrival, Surroundings};
use replay::PlaceEvent;
use runtime::places::{PlaceId, Site, World};
use runtime::{Command, Simulation};
use titles::install::Install;
use world::Limits;

/// The worlds around the open one.
#[derive(Debug)]
pub(crate) struct Joining {
    /// None of a world out of which no lines lead.
    surroundings: Option<Surroundings>,
    /// Of textures.
    quality: String,
    seed: u32,
    /// The body that the person has in all of them, as [`Guests::race`].
    pub race: Option<String>,
}

impl Joining {
    /// Those around a world as it was loaded.
    ///
    /// # Errors
    /// One world twice at one place.
    pub fn around(
        install: &Install,
        name: &str,
        quality: &str,
        first: &Simulation,
        seed: u32,
    ) -> Result<Self, Failure> {
        let quality = quality.to_owned();
        if let Some(surroundings) = places::overworld(install, name) {
            return Ok(Joining { surroundings: Some(surroundings), quality, seed, race: None });
        }
        if !places::has_lines(first.scene()) {
            return Ok(Joining { surroundings: None, quality, seed, race: None });
        }
        let worlds = install.worlds().iter().map(|world| world.id.as_str());
        let surroundings = Surroundings::new(name, first, &[], None, worlds)?;
        Ok(Joining { surroundings: Some(surroundings), quality, seed, race: None })
    }

    /// Where the open world lies among others, if there are any.
    pub fn site(&self) -> Option<&Site> {
        self.surroundings.as_ref().map(Surroundings::first)
    }

    /// Loads and joins the first who is wished for, and lets go of who may leave: what happened, and what could
    /// not be loaded and is not tried again.
    pub fn follow_wishes(&mut self, install: &Install, world: &mut World) -> (Vec<PlaceEvent>, Vec<Failure>) {
        let (mut events, mut failures) = (Vec::new(), Vec::new());
        let Some(mut surroundings) = self.surroundings.take() else { return (events, failures) };
        let wishes = surroundings.wishes(world);
        let key = |number| surroundings.get(number).map(|(site, _)| site.key.clone());
        events.extend(wishes.leave.into_iter().filter_map(key).filter_map(|key| leave(world, key)));
        // More in one tick would be a longer pause.
        if let Some(number) = wishes.join.first().copied() {
            match self.join(install, &mut surroundings, number, world) {
                Ok(event) => events.extend(event),
                Err(failure) => {
                    surroundings.give_up(number);
                    failures.push(failure);
                }
            }
        }
        self.surroundings = Some(surroundings);
        (events, failures)
    }

    /// What is asked of the next tick for whoever waits for a world that cannot be loaded.
    pub fn turn_away(&self, world: &World) -> Option<Command> {
        self.surroundings.as_ref()?.turn_away(world)
    }

    fn join(
        &self,
        install: &Install,
        surroundings: &mut Surroundings,
        number: usize,
        world: &mut World,
    ) -> Result<Option<PlaceEvent>, Failure> {
        let Some((site, name)) = surroundings.get(number) else { return Ok(None) };
        let (site, name) = (site.into_owned(), name);
        let arrival = self.load(install, &name, &site.key, world)?;
        if !surroundings.measured(number, arrival.extent, world)? {
            return Ok(None);
        }
        let fingerprint = format!("{:016x}", install.fingerprint(&arrival.request)?);
        // It may have been measured meanwhile.
        let site = surroundings.get(number).map_or(site, |(site, _)| site.into_owned());
        enter(world, &site, arrival.simulation)?;
        Ok(Some(PlaceEvent::Join { world: name, site, fingerprint }))
    }

    /// Joins, leaves and loads places again as a recording says; `reloaded` is told of the last.
    ///
    /// # Errors
    /// A place that cannot be loaded, or with other files than those of the recording.
    pub fn follow_recording(
        &mut self,
        install: &Install,
        world: &mut World,
        events: &[PlaceEvent],
        reloaded: &mut Vec<PlaceId>,
    ) -> Result<(), Failure> {
        for event in events {
            match event {
                PlaceEvent::Join { world: name, site, fingerprint } => {
                    let arrival = self.load(install, name, &site.key, world)?;
                    let found = format!("{:016x}", install.fingerprint(&arrival.request)?);
                    if !fingerprint.is_empty() && found != *fingerprint {
                        let what = format!("the recording was made with other files of {name}");
                        return Err(Failure::Unusable(what));
                    }
                    enter(world, site, arrival.simulation)?;
                }
                PlaceEvent::Leave(key) => {
                    leave(world, key.clone());
                }
                PlaceEvent::Travel { to, from } => places::arrive(&install.land, world, to, from)?,
                PlaceEvent::Guests { key, spawns, race } => {
                    let guests = replay::guests(spawns, race.as_deref())?;
                    reloaded.push(self.invite(install, world, key, &guests)?);
                }
            }
        }
        Ok(())
    }

    fn load(&self, install: &Install, name: &str, key: &str, world: &World) -> Result<Arrival, Failure> {
        let guests = Guests { race: self.race.clone(), ..Guests::default() };
        places::load(install, name, &self.quality, self.seed, &guests, world.kept(key))
    }

    /// A place goes on with other creatures.
    fn invite(
        &mut self,
        install: &Install,
        world: &mut World,
        key: &str,
        guests: &Guests,
    ) -> Result<PlaceId, Failure> {
        let place = world.find(key).map(|place| (place.id(), place.simulation().scene().world.clone()));
        let (id, name) = place.ok_or_else(|| {
            Failure::Unusable(format!(
                "the recording has creatures in the place \"{key}\", which is not there"
            ))
        })?;
        let arrival = places::load(install, &name, &self.quality, self.seed, guests, None)?;
        self.race.clone_from(&guests.race);
        world.reload(id, arrival.simulation, &Limits::default());
        Ok(id)
    }
}

fn enter(world: &mut World, site: &Site, simulation: Simulation) -> Result<(), Failure> {
    world.join(site.clone(), simulation).map(|_| ()).map_err(|error| Failure::Unusable(error.to_string()))
}

fn leave(world: &mut World, key: String) -> Option<PlaceEvent> {
    let id = world.find(&key).map(|place| place.id())?;
    world.leave(id).ok().map(|_| PlaceEvent::Leave(key))
}
