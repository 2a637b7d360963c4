//! `docs/commands.md` lists every command of the scripts of Zipper games, and what this program does with
//! it. It is generated: each command is carried out in a small world, and the table holds what became of
//! it. `REVISIT_BLESS=1 cargo test -p revisit commands_doc` writes it.

use crate::commands_covered;
use load::ScriptSetup;
use load::zipper::script::run_text;
use script::commands::{Entry, Game, Group, Kind, entries};
use script::startup::Road;
use script::{Effect, Step};
use std::fmt::Write as _;

/// A world that has one of everything that commands work on.
const WORLD: &str = "NewWorld world1\nWorldOrigin 0 0\nWorldExtents 1024 -1024\nNewWindow window1\n\
    NewCamera camera1\nNewDisplay display\nLightNew sunlight\nNewLOD lod\nTextureAdd wall.tif\n\
    NewObject3D below\nMatlNew\nMatlTexture wall\nModelNew top Plain\nModelPolygonBegin\n\
    ModelPolygonVertex 0 0 0\nModelPolygonUV 0 0\nModelPolygonVertex 1 0 0\nModelPolygonUV 1 0\n\
    ModelPolygonVertex 1 1 0\nModelPolygonUV 1 1\nModelPolygonEnd\nCycleTextureSetOn 2\n";

/// The node that a command works on.
fn node(entry: &Entry) -> &'static str {
    let word = entry.word.text;
    match entry.group {
        Group::Lights => "sunlight",
        Group::World => "world1",
        Group::Views if word.starts_with("Display") => "display",
        Group::Views if word.starts_with("Window") => "window1",
        Group::Views => "camera1",
        Group::Nodes if word.starts_with("LOD") => "lod",
        _ => "top",
    }
}

/// A value for an argument that fits most commands.
fn value(entry: &Entry, name: &str, kind: Kind) -> &'static str {
    match (kind, name) {
        (Kind::Text, "texture") => "wall",
        (Kind::Text, "state") => "linear",
        (Kind::Text, "name") if entry.word.text == "CameraSetWorld" => "world1",
        (Kind::Text, "name") if entry.word.text == "CameraSetWindow" => "window1",
        (Kind::Text, "name") if entry.word.text == "WorldAddLight" => "sunlight",
        (Kind::Text, "name") if entry.word.text.starts_with("New") => "new",
        (Kind::Text, "name") if matches!(entry.word.text, "LightNew" | "ModelNew") => "new",
        (Kind::Text, "name") if entry.word.text == "FindNode" => "top",
        (Kind::Text, _) => "below",
        (Kind::Switch, _) => "on",
        // A cell as large as those of every game, and clip planes in their order.
        (Kind::Number, "x" | "z") if entry.word.text == "WorldPartition" => "1024",
        (Kind::Number, "far") => "100",
        (Kind::Rest, _) => "1",
        (Kind::Number | Kind::Whole, _) => "1",
    }
}

/// What becomes of a command in a game that knows it.
fn carried_out(entry: &'static Entry) -> String {
    let game = *entry.traits.games.list().last().expect("somebody knows each command");
    let setup = ScriptSetup {
        game,
        road: Road::Build,
        world: "c1".to_owned(),
        mission: None,
        container: "zbd/c1/gamez.zbd".to_owned(),
    };
    let folder = tempfile::tempdir().unwrap();
    let vfs = vfs::Vfs::open(folder.path(), &[], load::ARCHIVES).unwrap();
    let arguments = entry.arguments.iter().map(|argument| value(entry, argument.name, argument.kind));
    let line = [entry.word.text].into_iter().chain(arguments).collect::<Vec<_>>().join(" ");
    // A child that hangs where the command looks for it.
    let child = if entry.word.text.starts_with("DeleteChild") { "AddChild below\n" } else { "" };
    let text = format!("{WORLD}FindNode {}\n{child}{line}", node(entry));
    let mut last = Effect::Unknown;
    run_text(&vfs, &setup, "table", &text, &mut |step: &Step<'_>| last = step.effect);
    match last {
        Effect::Done => "yes".to_owned(),
        // The files of this world are not there.
        Effect::Missing if entry.group == Group::Loading => "yes".to_owned(),
        Effect::Missing => "yes".to_owned(),
        Effect::Ignored(why) => format!("no: {why}"),
        Effect::Unused => "not yet".to_owned(),
        other => panic!("{line}: {other}"),
    }
}

fn games(entry: &Entry) -> String {
    let all = entry.traits.games.list();
    if all.len() == Game::ALL.len() {
        return "all".to_owned();
    }
    let name = |game: &Game| match game {
        Game::Recoil => "Recoil",
        Game::MechWarrior3 => "MechWarrior 3",
        Game::PiratesMoon => "Pirate's Moon",
        Game::CrimsonSkies => "Crimson Skies",
    };
    all.iter().map(name).collect::<Vec<_>>().join(", ")
}

#[test]
fn the_table_of_commands_is_what_they_do() {
    let mut text = String::from(
        "# Commands of scripts\n\nThe scripts that load the worlds of Zipper games are text or compiled\n\
         (`docs/spec/zbd/interp-language.md`). Every word that a line may begin with, the games that know\n\
         it, and whether it is carried out while a world is loaded. Generated from the code by the tests, which carry\n\
         out each command; do not edit.\n\n| command | games | what it does | carried out | where | test |\n|---|---|---|---|---|---|\n",
    );
    let (mut done, mut missing) = (0, Vec::new());
    for entry in entries() {
        let usage = script::help::usage(entry);
        let state = match entry.group {
            // The interpreter itself carries them out.
            Group::Flow => match entry.traits.refused.or(entry.traits.ignorable) {
                Some(why) => format!("no: {why}"),
                None => "yes".to_owned(),
            },
            _ => carried_out(entry),
        };
        done += usize::from(state == "yes");
        if state == "not yet" {
            missing.push(entry.word.text);
        }
        let clean = |text: &str| text.replace('|', "\\|");
        let (files, tests) = commands_covered::columns(entry, &state);
        let cells = [format!("`{usage}`"), games(entry), clean(entry.help), clean(&state), files, tests];
        writeln!(text, "| {} |", cells.join(" | ")).unwrap();
    }
    assert!(done > 90, "{done}");
    assert!(missing.len() < 40, "{missing:?}");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/commands.md");
    if std::env::var_os("REVISIT_BLESS").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    assert!(written == text, "docs/commands.md is out of date: run with REVISIT_BLESS=1");
}
