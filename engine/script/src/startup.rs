//! Which scripts start a world, and which of the two roads through them is taken.
//! Source: `docs/spec/zbd/interp-language.md`, "7. Two lives of the same scripts", and
//! `docs/spec/zbd/interp-commands.md`, "4. How the scripts are run".

use crate::commands::Game;

/// The variable that chooses the road in every game but Recoil, which has a script for each.
pub const SWITCH: &str = "USEZBD";

/// What scripts are run for: they were the tools that built worlds, and what loads them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Road {
    /// A finished world is read.
    #[default]
    Run,
    /// A world is built from source models, which no install has.
    Build,
}

/// The scripts that start a world, in order. Those that are not there are left out by whoever runs
/// them, and so are those that another one has run by then
/// ([`Interpreter::has_run`](crate::Interpreter::has_run)).
///
/// `world` is `m3` in Recoil, `c1` in the other games; only Crimson Skies has scripts of missions.
/// Nothing for a world of Recoil that is not called so. The order is measured for Recoil, and for
/// the other games put together from what their scripts hold.
pub fn scripts(game: Game, road: Road, world: &str, mission: Option<&str>) -> Vec<String> {
    match game {
        Game::Recoil => recoil(road, world),
        Game::MechWarrior3 | Game::PiratesMoon => {
            vec![format!("support\\{world}\\init.gw"), "support\\load.gw".to_owned(), format!("{world}.gs")]
        }
        Game::CrimsonSkies => crimson_skies(road, world, mission),
    }
}

/// Mission 0 has the scripts of mission 1.
fn recoil(road: Road, world: &str) -> Vec<String> {
    let number = world.strip_prefix(['m', 'M']).and_then(|number| number.parse::<u8>().ok());
    let Some(number) = number.map(|number| number.max(1)) else { return Vec::new() };
    let world = match road {
        Road::Run => format!("m{number}_zbd.gs"),
        Road::Build => format!("m{number}.gs"),
    };
    vec![format!("support\\initm{number}.gw"), world]
}

/// What `tex_fx` does is in finished worlds. Folders of missions are called `m05` where scripts are called
/// `m5`.
fn crimson_skies(road: Road, world: &str, mission: Option<&str>) -> Vec<String> {
    let parts: &[&str] = match road {
        Road::Run => &["init", "load", "adjust"],
        Road::Build => &["init", "load", "adjust", "tex_fx"],
    };
    let short = mission.and_then(|mission| {
        let (letters, number) = mission.split_at(mission.find(|c: char| c.is_ascii_digit())?);
        number.strip_prefix('0').map(|number| format!("{letters}{number}"))
    });
    let chapter = parts
        .iter()
        .copied()
        .chain(mission)
        .chain(short.as_deref())
        .map(|part| format!("support\\{world}\\{part}.gw"));
    let global = ["support\\main.gw", "support\\load.gw"].map(str::to_owned);
    global.into_iter().chain(chapter).collect()
}

/// Whether a script is one of those that change a world that others have read: in Crimson Skies all of a
/// chapter but the two that come first.
pub fn changes_the_world(game: Game, name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let file = name.rsplit(['\\', '/']).next().unwrap_or_default();
    game == Game::CrimsonSkies && !matches!(file, "main.gw" | "init.gw" | "load.gw" | "tex_fx.gw")
}

/// Variables that a game sets before the first script of a world runs, beside the one that chooses
/// the road. Nothing is known but that scripts name them; those that set them do so anew.
pub fn variables(game: Game, world: &str) -> Vec<(&'static str, String)> {
    match game {
        Game::MechWarrior3 | Game::PiratesMoon => {
            vec![("ZBD_DIR", "zbd".to_owned()), ("GAMEZ", format!("zbd\\{world}\\gamez.zbd"))]
        }
        Game::CrimsonSkies => vec![
            ("ZBD_DIR", "zbd".to_owned()),
            ("CAMPAIGN_DIR", world.to_owned()),
            ("GAMEZ", format!("zbd\\{world}\\gamez.zbd")),
        ],
        Game::Recoil => Vec::new(),
    }
}
