//! What lives in the valley: its moving parts as nodes, and what moves them as animation definitions,
//! written as a modder would write them.
//!
//! | file | holds |
//! |---|---|
//! | `works.rs`, `works.txt` | the dish that turns, smoke from the chimneys, lamps that blink |
//! | `flag.rs` | flags that fly as long as something is held |
//! | `gate.rs`, `gate.txt` | the leaves of the south gate, which open for whoever comes near |
//! | `tower.rs`, `tower.txt` | the watchtower by the road, which takes damage, burns and falls |
//! | `convoy.rs` | three vehicles on patrol, a machine that walks, and their ways as keyframes |
//! | `tank.rs` | a tank that somebody may drive |
//! | `arms.rs`, `arms.txt` | what its weapons show |
//! | `pumps.rs`, `pumps.txt` | what a mission of Recoil's layout is about: three pumps, what lies about |
//! | `posts.rs`, `guard.txt` | tanks that guard those pumps |
//! | `airship.rs`, `airship.txt` | what a mission of the layout of Crimson Skies is about: an airship, and who attacks it |
//! | `escort.rs`, `gun.txt`, `keep.txt` | what a mission of the layout of MechWarrior 3 is about: a convoy, guns, a tower |
//! | `outfall.rs`, `outfall.txt` | the water that falls into the river |
//!
//! Source: `docs/spec/zbd/anim.md` and `docs/spec/zbd/anim-events.md`.

pub(super) mod airship;
mod arms;
mod convoy;
pub(super) mod escort;
mod flag;
mod gate;
mod outfall;
pub(super) mod posts;
pub(super) mod pumps;
mod tank;
mod tower;
mod works;

use super::Site;
use super::mesh::{Lit, Mesh, Style};
use crate::DemoFile;
use crate::builders::graph::{Home, Id, ModelId, New, Pose, TEXT, failed};
use crate::game::Game;
use binary::Result;
use glam::Vec3;

/// Definitions in the order in which they start.
const TEXTS: [&str; 6] = [
    include_str!("works.txt"),
    include_str!("gate.txt"),
    include_str!("tower.txt"),
    include_str!("outfall.txt"),
    include_str!("arms.txt"),
    include_str!("pumps.txt"),
];

/// Adds all parts that move.
pub(super) fn build(site: &mut Site) {
    works::build(site);
    gate::build(site);
    tower::build(site);
    convoy::build(site);
    outfall::build(site);
    tank::build(site);
    arms::build(site);
    pumps::build(site);
    posts::build(site);
    airship::build(site);
    escort::build(site);
}

/// The file of animations of a game's world.
pub(super) fn file(game: Game) -> Result<DemoFile> {
    let version = zbd::anim::number_of(game.version());
    let base = if game == Game::CrimsonSkies { r"BASE_FILES(zbd\c1\gamez.zbd zbd\planes.zbd)" } else { "" };
    let mut text = format!(
        "ANIMATION_FILE(VERSION({version}) {base} FILES(valley.zrd))\nZERO_DEFINITION(ACTIVATION(ON_CALL))\n"
    );
    for definitions in TEXTS {
        text += &meant_for(game, definitions);
    }
    convoy::define(game, &mut text);
    posts::define(game, &mut text);
    airship::define(game, &mut text);
    escort::define(game, &mut text);
    let anim = zbd::anim::text::compile(text.as_bytes())
        .map_err(|error| failed(&TEXT, "animation definitions", error))?;
    let name = if game == Game::CrimsonSkies { "cam_anim.zbd" } else { "anim.zbd" };
    Ok(DemoFile::new(&format!("zbd/{}/{name}", game.world()), zbd::anim::write(&anim)?))
}

/// The text for a game: lines that begin with `+` are for all but Recoil, whose animations have no
/// particles and know one kind of ground; lines that begin with `-` are for Recoil alone, those
/// with `*` for the two later games.
fn meant_for(game: Game, definitions: &str) -> String {
    let mut text = String::with_capacity(definitions.len());
    for line in definitions.lines() {
        let (is_meant, line) = match line.as_bytes().first() {
            Some(b'+') => (game != Game::Recoil, &line[1..]),
            Some(b'*') => (matches!(game, Game::PiratesMoon | Game::CrimsonSkies), &line[1..]),
            Some(b'-') => (game == Game::Recoil, &line[1..]),
            _ => (true, line),
        };
        if is_meant {
            text += line;
            text.push('\n');
        }
    }
    text
}

/// A part that stands where its parent says, lit as in the open.
fn part(site: &mut Site, name: &str, parent: Id, at: Vec3, mesh: Mesh) -> Id {
    let model = site.graph.model(mesh.free());
    stand(site, name, Home::Under(parent), at, model)
}

/// A solid object with a model.
fn stand(site: &mut Site, name: &str, home: Home, at: Vec3, model: ModelId) -> Id {
    site.graph.add(New::object(name, home, Pose::at(at)).solid().model(model))
}

/// The same look without shadows, for what moves.
const fn free(style: Style) -> Style {
    Style { lit: Lit::Free, ..style }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checked::faultless;

    #[test]
    fn the_definitions_of_every_game_are_read_back_without_a_finding() {
        for game in Game::ALL {
            let file = file(game).unwrap_or_else(|finding| panic!("{game:?}: {finding}"));
            let anim = faultless(&file.address, &file.bytes, zbd::anim::read, zbd::anim::write);
            let names: Vec<String> =
                anim.definitions.iter().skip(1).map(|one| one.head.anim_name.text()).collect();
            for name in ["dish_turns", "gate_watches", "lookout_falls", "convoy_scout_moves", "outfall_roars"]
            {
                assert!(names.iter().any(|own| own == name), "{game:?} has no {name}: {names:?}");
            }
            let puffers =
                anim.events().filter(|event| matches!(event, zbd::anim::events::Event::PufferState(_)));
            assert_eq!(puffers.count() == 0, game == Game::Recoil, "{game:?}");
        }
    }
}
