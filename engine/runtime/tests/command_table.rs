//! Whatever changes a running world can be asked for by a command, so that
//! consoles, scripts and recordings can do it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Methods of `Edit` that change something, with the commands that stand for them.
const COMMANDS: &[(&str, &str)] = &[
    ("add_actor", "AddActor"),
    ("add_light", "AddLight"),
    ("aim_light", "AimLight"),
    ("attach_to_bone", "Attach"),
    ("back_to_start", "BackToStart"),
    ("change_emitter", "ChangeEmitter"),
    ("clear_screen", "ClearScreen"),
    ("damage", "Damage"),
    ("despawn", "Despawn"),
    ("detach_from_bone", "Detach"),
    ("eject", "Eject"),
    ("emit", "Emit"),
    ("end_effect", "EndEffect"),
    ("enter", "Enter"),
    ("fade_out", "FadeOut"),
    ("fade_to", "FadeTo"),
    ("fly", "Fly"),
    ("give_velocity", "GiveVelocity"),
    ("hold_program", "HoldProgram"),
    ("invalidate_program", "InvalidateProgram"),
    ("leave", "Leave"),
    ("leave_ribbon", "LeaveRibbon"),
    ("levitate", "Levitate"),
    ("link", "Link"),
    ("move_node", "Move"),
    ("overlay", "Overlay"),
    ("perform", "Perform"),
    ("place_actor", "PlaceActor"),
    ("play", "Play"),
    ("remove_actor", "RemoveActor"),
    ("remove_light", "RemoveLight"),
    ("reset_program", "ResetProgram"),
    ("ride", "Ride"),
    ("rotate_by", "RotateBy"),
    ("rotate_to", "RotateTo"),
    ("select_weapons", "SelectWeapons"),
    ("set_camera", "SetCamera"),
    ("set_cycle", "SetCycle"),
    ("set_flags", "SetFlags"),
    ("set_fog", "SetFog"),
    ("set_hour", "SetHour"),
    ("set_lens", "SetLens"),
    ("set_light", "SetLight"),
    ("set_material", "SetMaterial"),
    ("set_opacity", "SetOpacity"),
    ("set_paint", "SetPaint"),
    ("set_pilot", "SetPilot"),
    ("set_tank_mode", "SetTankMode"),
    ("show_on_screen", "ShowOnScreen"),
    ("spawn", "Spawn"),
    ("start_program", "StartProgram"),
    ("step_program", "StepProgram"),
    ("stop_program", "StopProgram"),
    ("switch_light", "SwitchLight"),
    ("teleport_node", "Teleport"),
    ("tell", "Tell"),
    ("turn_away", "TurnAway"),
    ("unlink", "Unlink"),
];

/// Commands that no method of `Edit` stands for.
const ALONE: &[(&str, &str)] =
    &[("SetSeed", "one number, set where commands are applied"), ("Cue", "it changes nothing in the world")];

/// Methods without a command of their own, each with the reason.
const EXCUSED: &[(&str, &str)] = &[
    ("apply", "it carries out commands"),
    ("euler", "it only asks"),
    ("refresh", "it changes nothing that is state"),
    ("set_active", "SetFlags with the flag ACTIVE"),
    ("state", "it only asks"),
    ("teleport_avatar", "PlaceActor with the actor of the first seat"),
];

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The public methods in all `impl` blocks of `Edit`.
fn methods() -> BTreeSet<String> {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    let mut methods = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let mut inside = false;
        for line in text.lines() {
            if line.starts_with("impl") {
                inside = line.starts_with("impl Edit<") || line.starts_with("impl<'a> Edit<");
            }
            inside &= line != "}";
            if let Some(rest) = line.strip_prefix("    pub fn ").filter(|_| inside) {
                methods.insert(rest.split(['(', '<']).next().unwrap().to_owned());
            }
        }
    }
    methods
}

/// The variants of `Command`, as its source lists them.
fn variants() -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/command.rs");
    let text = std::fs::read_to_string(path).unwrap();
    let body = text.split("pub enum Command {").nth(1).unwrap().split("\n}\n").next().unwrap();
    let named = body.lines().filter_map(|line| line.strip_prefix("    "));
    let named = named.filter(|line| line.starts_with(|first: char| first.is_ascii_uppercase()));
    named.map(|line| line.split([' ', '(', ',']).next().unwrap().to_owned()).collect()
}

#[test]
fn every_method_that_changes_a_world_has_its_command() {
    let table: BTreeMap<&str, &str> = COMMANDS.iter().copied().collect();
    let known: BTreeSet<String> =
        COMMANDS.iter().chain(EXCUSED).map(|(method, _)| (*method).to_owned()).collect();
    assert_eq!(table.len() + EXCUSED.len(), known.len(), "each is listed once");
    assert_eq!(methods(), known, "a method of Edit has a command, or is excused with the reason");
    let listed: BTreeSet<String> =
        table.values().copied().chain(ALONE.iter().map(|(name, _)| *name)).map(str::to_owned).collect();
    assert_eq!(variants(), listed, "a command is listed with the method that it stands for");
    // And each is carried out by that method.
    let apply = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/edit/apply.rs");
    let apply = std::fs::read_to_string(apply).unwrap();
    for (method, command) in COMMANDS {
        let heads = [format!("Command::{command} "), format!("Command::{command}(")];
        let arm = heads.iter().find_map(|head| apply.split(head).nth(1)).unwrap();
        let arm = arm.split("            Command::").next().unwrap();
        assert!(arm.contains(&format!("self.{method}(")), "{command} calls {method}");
    }
}
