//! Creatures and vehicles that somebody wants in a world: whether the game has such.

use base::Failure;
use load::{Family, Guests, MOST_SPAWNS, Request};

/// Whether these can be in a world.
///
/// # Errors
/// A game without such creatures, or too many of them.
pub fn check(guests: &Guests, request: &Request) -> Result<(), Failure> {
    if guests.vehicle.is_some() && request.family != Family::Zipper {
        return Err(Failure::Unusable(format!(
            "--vehicle takes a vehicle of Recoil, MechWarrior 3, Pirate's Moon or Crimson Skies; {} has none",
            request.title
        )));
    }
    if guests.spawns.is_empty() && guests.race.is_none() {
        return Ok(());
    }
    match request.family {
        Family::Everquest => {}
        Family::Warcraft if guests.spawns.is_empty() => {}
        Family::Warcraft => {
            return Err(Failure::Unusable(
                "--spawn takes creatures of EverQuest's archives; on a stage, name the models after the path"
                    .to_owned(),
            ));
        }
        Family::Zipper | Family::Gamestudio | Family::Daggerfall | Family::Code(_) => {
            return Err(Failure::Unusable(format!(
                "--spawn and --race take creatures of EverQuest's archives, --race models of Warcraft, too; {} has none",
                request.title
            )));
        }
    }
    if guests.spawns.len() > MOST_SPAWNS {
        return Err(Failure::Unusable(format!("--spawn: at most {MOST_SPAWNS} creatures")));
    }
    Ok(())
}
