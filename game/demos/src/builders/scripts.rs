//! The scripts a game would start the world with.
//! Source: `docs/spec/zbd/interp-commands.md`, "4. How the scripts are run".

use super::fixed::Air;
use super::graph::{NAME, failed};
use crate::EXPORTED;
use crate::game::Game;
use binary::{Padded, Result};
use zbd::interp::{Interp, Line, Script};

/// The scripts of a game, by the names and in the order it calls them.
pub(crate) fn scripts(game: Game, air: &Air) -> Result<Interp> {
    let boot = |next: &str| format!("set USEZBD TRUE\nset ZBD_DIR zbd\nsource {next}");
    let fog = fog(game, air);
    let world = format!(
        "set CAMPAIGN_DIR {}\n\
         set GAMEZ %ZBD_DIR%\\%CAMPAIGN_DIR%\\gamez.zbd\n\
         ifdef USEZBD\n\
         GameZReadZBDFile %GAMEZ%\n\
         endif\n\
         FindNode world1\n\
         {fog}\
         FindNode camera1\n\
         CameraSetFarClip {}\n\
         FindNode horizon\n\
         CameraSetHorizon horizon\n\
         Quit",
        game.world(),
        air.clip,
    );
    let scripts = match game {
        Game::Recoil => vec![("support\\initm1.gw", boot("m1_zbd.gs")), ("m1_zbd.gs", world)],
        Game::MechWarrior3 | Game::PiratesMoon => {
            vec![("support\\init.gw", boot("c1.gs")), ("c1.gs", world)]
        }
        Game::CrimsonSkies => vec![
            (
                "support\\main.gw",
                "set USEZBD TRUE\nset ZBD_DIR zbd\nGameZReadZBDFile zbd\\planes.zbd".to_owned(),
            ),
            ("support\\C1\\init.gw", "set CAMPAIGN_DIR C1".to_owned()),
            ("support\\C1\\load.gw", world),
        ],
    };
    let scripts = scripts.into_iter().map(|(name, lines)| script(name, &lines)).collect::<Result<_>>()?;
    Ok(Interp { scripts })
}

/// Lines that set the fog of the world that was found last.
fn fog(game: Game, air: &Air) -> String {
    let [near, far] = air.range;
    let range = format!("WorldSetFogRange {near} {far}\n");
    match game {
        // Their containers hold the rest.
        Game::MechWarrior3 | Game::PiratesMoon => range,
        Game::Recoil | Game::CrimsonSkies => {
            let [r, g, b] = air.color.to_array();
            let [high, low] = air.altitude;
            format!(
                "WorldSetFogState linear\nWorldSetFogColor {r} {g} {b}\n{range}WorldSetFogAltitude {low} {high}\n"
            )
        }
    }
}

/// A script of lines whose words are set apart by spaces.
fn script(name: &str, text: &str) -> Result<Script> {
    let line = |line: &str| {
        let tokens: Vec<&str> = line.split(' ').collect();
        Line::new(&tokens).ok_or_else(|| failed(&NAME, "7-bit text", line))
    };
    let name = Padded::new(name).ok_or_else(|| failed(&NAME, "at most 119 characters", name))?;
    Ok(Script { name, timestamp: EXPORTED, lines: text.lines().map(line).collect::<Result<_>>()? })
}
