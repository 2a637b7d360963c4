//! `docs/commands.md` lists every command of the scripts of Zipper games, and what this program does with
//! it. It is generated: each command is carried out in a small world, and the table holds what became of
//! it. `REVISIT_BLESS=1 cargo test -p revisit commands_doc` writes it.

use crate::commands_covered;
use console::{Console, Tone};
use load::ScriptSetup;
use load::zipper::script::run_text;
use runtime::Simulation;
use script::commands::{Entry, Game, Group, Kind, entries};
use script::startup::Road;
use script::{Effect, Step};
use std::fmt::Write as _;
use world::sketch::Sketch;
use world::space::{GridDef, SpaceDef};
use world::{NodeId, NodeKind};

/// A world that has one of everything that commands work on.
const WORLD: &str = "NewWorld world1\nWorldOrigin 0 0\nWorldExtents 1024 -1024\nNewWindow window1\n\
    NewCamera camera1\nNewDisplay display\nLightNew sunlight\nNewLOD lod\nTextureAdd wall.tif\n\
    NewObject3D below\nNewSEQ book\nMatlNew\nMatlTexture wall\nModelNew top Plain\nModelPolygonBegin\n\
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
        Group::Nodes if word.starts_with("SEQ") => "book",
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

/// Whether a command acts in a world that runs: its line is typed there, with what it works on current.
fn acts_live(entry: &'static Entry) -> bool {
    let game = *entry.traits.games.list().last().expect("somebody knows each command");
    let setup = ScriptSetup {
        game,
        road: Road::Build,
        world: "c1".to_owned(),
        mission: None,
        container: "zbd/c1/gamez.zbd".to_owned(),
    };
    let kind = match node(entry) {
        "sunlight" => NodeKind::Light,
        "top" | "lod" | "book" => NodeKind::Object,
        _ => NodeKind::Fixed,
    };
    let mut sketch = Sketch::new();
    for (name, kind) in [(node(entry), kind), ("below", NodeKind::Object), ("outside", NodeKind::Object)] {
        let node = sketch.node(name, None, &[]);
        sketch.at(node).kind = kind;
    }
    let scene = &mut sketch.scene;
    let child = if entry.word.text.contains("AddChild") { vec![] } else { vec![NodeId(1)] };
    scene.nodes[0].children = child;
    scene.roots = vec![NodeId(0), NodeId(2)];
    scene.lights = vec![world::Light { node: Some(NodeId(0)), ..LIGHT }];
    scene.space =
        SpaceDef::Grid(GridDef { min_x: 0.0, min_z: 0.0, cell: 1024.0, columns: 1, rows: 1, border: 0 });
    let (world, _) = Simulation::new(sketch.scene.into(), 1, &world::Limits::default());
    let mut console = Console::new(Some(setup.game), &setup.world);
    console.answer(&format!("FindNode {}", node(entry)), &world);
    let arguments = entry.arguments.iter().map(|argument| match (entry.word.text, argument.name) {
        // What is current is found already.
        ("FindNode" | "FindSubNode", "name") | ("FindSubNodeNode", "below") => "below",
        ("FindSubNodeNode", _) => node(entry),
        (_, name) => value(entry, name, argument.kind),
    });
    let line = [entry.word.text].into_iter().chain(arguments).collect::<Vec<_>>().join(" ");
    let answer = console.answer(&line, &world);
    let said = answer.lines.iter().any(|said| said.tone == Tone::Plain);
    let has_set = entry.word.text == "set" && {
        let listed = console.answer("vars", &world);
        listed.lines.iter().any(|said| said.text.starts_with("%below%"))
    };
    !answer.commands.is_empty() || said || has_set
}

const LIGHT: world::Light = world::Light {
    node: None,
    active: true,
    directional: true,
    position: glam::Vec3::ZERO,
    direction: glam::Vec3::NEG_Y,
    color: [1.0; 3],
    diffuse: 1.0,
    ambient: 0.0,
    near: 1.0,
    far: 2.0,
};

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
         it, whether it is carried out while a world is loaded, and whether it acts on a world that runs, where the\n\
         console of the window (F2) and `sim --console` understand it. Generated from the code by the tests, which\n\
         carry out each command both ways; do not edit.\n\n| command | games | what it does | carried out | in the \
         console | where | test |\n|---|---|---|---|---|---|---|\n",
    );
    let (mut done, mut acting, mut missing) = (0, 0, Vec::new());
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
        let live = acts_live(entry);
        assert_eq!(live, console::acts(entry), "{usage}: the console's own list says otherwise");
        acting += usize::from(live);
        let live = if live { "yes" } else { "-" };
        let (files, tests) = commands_covered::columns(entry, &state);
        let (help, state) = (clean(entry.help), clean(&state));
        let cells = [format!("`{usage}`"), games(entry), help, state, live.to_owned(), files, tests];
        writeln!(text, "| {} |", cells.join(" | ")).unwrap();
    }
    assert!(done > 90 && acting > 50, "{done} {acting}");
    assert!(missing.len() < 40, "{missing:?}");
    text += "\n## The console's own words\n\nThey work in worlds of every game.\n\n| line | what it does |\n|---|---|\n";
    for own in console::own_words() {
        writeln!(text, "| `{}` | {} |", own.usage.replace('|', "\\|"), own.help).unwrap();
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/commands.md");
    if std::env::var_os("REVISIT_BLESS").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    assert!(written == text, "docs/commands.md is out of date: run with REVISIT_BLESS=1");
}
