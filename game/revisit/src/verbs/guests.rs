//! Creatures that somebody wants in a world besides those that its files place.

use base::Failure;
use clap::Args;
use load::{Difficulty, Guests, Request, Spawn};
use replay::Header;

/// Creatures of a game's archives.
#[derive(Clone, Debug, Args)]
pub struct GuestArgs {
    /// Place a creature of the game's archives: its name as `show` lists it, its feet in the game's own axes and units,
    /// where it looks (512 to a turn, 0 north, growing to the left). Behind a colon what it does; without, it stands:
    /// `walk X,Y X,Y`, `run` or `patrol` with places, `fight` (you), `die`, `sit` or an animation. May be repeated
    #[arg(long, allow_hyphen_values = true, value_name = "NAME@X,Y,Z[,HEADING][:WHAT]")]
    pub spawn: Vec<Spawn>,
    /// Walk in the body of this creature, seen from behind: its name as `show` lists it; on a stage of Warcraft any
    /// model of the game, with what it wears
    #[arg(long, value_name = "NAME")]
    pub race: Option<String>,
    /// Drive this tank of Recoil or 'mech of MechWarrior 3, or fly this aeroplane of Crimson Skies, seen from behind: its
    /// name as `definitions` lists it; of a 'mech also `NAME/CONFIGURATION`
    #[arg(long, value_name = "NAME")]
    pub vehicle: Option<String>,
    /// How hard its missions are for whoever drives: easy, normal or hard
    #[arg(long, value_name = "HOW", default_value = "normal")]
    pub difficulty: Difficulty,
}

impl GuestArgs {
    /// Those that are wanted.
    pub fn guests(&self) -> Guests {
        Guests {
            spawns: self.spawn.clone(),
            race: self.race.clone(),
            vehicle: self.vehicle.clone(),
            difficulty: self.difficulty,
        }
    }

    /// Asks for them in a world; those of a recording instead, if it is replayed.
    ///
    /// # Errors
    /// A game without such creatures, too many of them, or a recording that says which there are.
    pub fn invite(&self, request: &mut Request, recorded: Option<&Header>) -> Result<(), Failure> {
        let asked = self.guests();
        let guests = match recorded {
            Some(_) if !asked.is_empty() => {
                return Err(Failure::Unusable(
                    "the recording says which creatures are there; leave out --spawn, --race, --vehicle and --difficulty"
                        .to_owned(),
                ));
            }
            Some(header) => header.guests()?,
            None => asked,
        };
        places::check(&guests, request)?;
        request.guests = guests;
        Ok(())
    }
}
