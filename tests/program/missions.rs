//! The mission of Recoil's demo: won by a recorded drive, lost by whoever stands still, saved in the middle.

use crate::driving::driven;
use crate::program::{four, revisit, shared};
use glam::Vec3;
use runtime::{Cue, Input, Simulation};
use serde_json::Value;
use std::fmt::Write as _;
use world::{Limits, MissionOutcome, ObjectivePhase, State};

/// The way through the mission, along x and z: from the road to the pump on the southern bank, around the watchtower,
/// over the bridge to the
/// one on the northern bank, through the gate to the one in the base.
const WAY: [[f32; 2]; 13] = [
    [26.0, 262.0],
    [6.0, 250.0],
    [-26.0, 230.0],
    [-12.0, 251.0],
    [12.0, 250.0],
    [16.0, 222.0],
    [16.0, 206.0],
    [16.0, 114.0],
    [-8.0, 112.0],
    [6.0, 112.0],
    [16.0, 104.0],
    [16.0, 86.0],
    [16.0, -34.0],
];
/// How near to a point of the way counts as there, units.
const NEAR: f32 = 5.0;

/// What a driver asks who goes there: turn first, then straight on, slowly where it is narrow.
fn towards(simulation: &Simulation, goal: [f32; 2]) -> Input {
    let person = simulation.state().person().unwrap();
    let at = person.position();
    let way = Vec3::new(goal[0] - at.x, 0.0, goal[1] - at.z);
    let front: Vec3 = (-person.rotation().z_axis).into();
    let ahead = way.normalize_or_zero();
    let turn = front.x * ahead.z - front.z * ahead.x;
    let is_ahead = front.x * ahead.x + front.z * ahead.z > 0.0;
    let strafe = if is_ahead { (turn * 2.0).clamp(-1.0, 1.0) } else { turn.signum() };
    let speed = person.avatar().velocity.length();
    let wanted = if is_ahead && turn.abs() < 0.3 { 14.0_f32.min(4.0 + way.length() * 0.5) } else { 6.0 };
    // In whole hundredths, so that the recording says the same.
    let forward = if speed < wanted { 1.0 } else { 0.0 };
    Input { forward, strafe: (strafe * 100.0).round() / 100.0, ..Input::default() }
}

/// Drives through the mission; gives what was asked in each tick.
fn drive(simulation: &mut Simulation) -> Vec<Input> {
    let mut inputs = Vec::new();
    let mut next = 0;
    while simulation.state().mission.outcome == MissionOutcome::Running && inputs.len() < 18_000 {
        let at = simulation.state().person().unwrap().position();
        let goal = WAY[next];
        if Vec3::new(goal[0] - at.x, 0.0, goal[1] - at.z).length() < NEAR && next + 1 < WAY.len() {
            next += 1;
        }
        let input = towards(simulation, WAY[next]);
        simulation.tick(&input);
        inputs.push(input);
    }
    inputs
}

/// A recording of inputs.
fn recording(inputs: &[Input]) -> String {
    let mut text = r#"{"format":"revisit.replay/1","title":"recoil","world":"m1","fingerprint":"","seed":1,"tick_rate":60,"vehicle":"marten"}"#.to_owned();
    let mut before = None;
    for (tick, input) in inputs.iter().enumerate() {
        if before.replace(*input) != Some(*input) {
            let (forward, strafe) = (input.forward, input.strafe);
            write!(text, "\n{{\"tick\":{tick},\"input\":{{\"forward\":{forward:?},\"strafe\":{strafe:?}}}}}")
                .unwrap();
        }
    }
    write!(text, "\n{{\"tick\":{},\"end\":true}}\n", inputs.len()).unwrap();
    text
}

fn states(json: &Value) -> Vec<&str> {
    json["objectives"].as_array().unwrap().iter().map(|own| own["state"].as_str().unwrap()).collect()
}

#[test]
fn a_recorded_drive_switches_off_the_pumps_and_wins() {
    let [_, _, recoil, _] = four();
    let mut simulation = driven(recoil.path, "marten");
    let inputs = drive(&mut simulation);
    let at = simulation.state().person().unwrap().position();
    let mission = &simulation.state().mission;
    assert_eq!(mission.outcome, MissionOutcome::Won, "at {at} after {} s: {mission:?}", mission.seconds());
    println!("won after {:.1} s", mission.seconds());

    let file = shared().path().join("pumps.jsonl");
    std::fs::write(&file, recording(&inputs)).unwrap();
    let replay = ["sim", recoil.path, "m1", "--replay", file.to_str().unwrap(), "--trace-cues", "--json"];
    let json = revisit(replay).ok().json();
    assert_eq!((json["outcome"].as_str(), states(&json)), (Some("won"), vec!["completed"; 3]));
    assert_eq!(json["hash"], format!("{:016x}", simulation.hash()));
    assert_eq!(json["seconds"].as_f64().unwrap() as f32, simulation.state().mission.seconds());
    let cues = json["cues"].as_array().unwrap();
    let told = |kind: &str| cues.iter().filter(|cue| cue["cue"].get(kind).is_some()).count();
    // Each of the three is given and completed.
    assert_eq!((told("objective"), told("mission_over")), (6, 1));
    let shown = |cue: &&Value| cue["cue"]["objective"]["text"] == "Switch off the pump in the base.";
    assert_eq!(cues.iter().filter(shown).count(), 2);
}

/// Seeds for which a driver without a person plays.
const SEEDS: u32 = 20;

#[test]
fn a_driver_without_a_person_wins_with_every_seed_and_its_recording_does_so_again() {
    let [_, _, recoil, _] = four();
    let file = shared().path().join("driven.jsonl");
    let file = file.to_str().unwrap();
    let won = |seed: u32| {
        let seed = seed.to_string();
        let base = ["sim", recoil.path, "m1", "--pilot", "bot", "--json", "--seed", &seed];
        let more: &[&str] = if seed == "1" { &["--record", file] } else { &[] };
        let json = revisit(base.iter().chain(more)).ok().json();
        assert_eq!(
            (json["outcome"].as_str(), states(&json)),
            (Some("won"), vec!["completed"; 3]),
            "{seed}: {json}"
        );
        // The dam breaks after five minutes.
        assert!(json["seconds"].as_f64().unwrap() < 300.0, "{seed}");
        json
    };
    let first = won(1);
    (2..=SEEDS).for_each(|seed| drop(won(seed)));
    let again = revisit(["sim", recoil.path, "m1", "--replay", file, "--json"]).ok().json();
    assert_eq!((&again["hash"], &again["outcome"]), (&first["hash"], &first["outcome"]));
}

#[test]
fn whoever_stands_still_loses_when_the_dam_breaks() {
    let [_, _, recoil, _] = four();
    let run = || revisit(["sim", recoil.path, "m1", "--pilot", "idle", "--trace-cues", "--json"]).ok().json();
    let json = run();
    assert_eq!((json["outcome"].as_str(), states(&json)), (Some("lost"), vec!["awake"; 3]));
    let seconds = json["seconds"].as_f64().unwrap();
    // Five minutes, and three seconds from the death to the end.
    assert!((303.0..304.0).contains(&seconds), "{seconds}");
    assert_eq!((&json["shots"], &json["hits"]), (&Value::from(0), &Value::from(0)));
    // What is said on the way is read, too.
    let cues = json["cues"].as_array().unwrap();
    let said = |text: &str| cues.iter().any(|cue| cue["cue"]["sound"]["manner"]["subtitle"] == text);
    assert!(said("The dam holds for three more minutes.") && said("The dam holds for one more minute."));
    let keys: Vec<&String> = json.as_object().unwrap().keys().collect();
    for key in ["outcome", "seconds", "objectives", "shots", "hits", "hash"] {
        assert!(keys.iter().any(|own| *own == key), "{keys:?}");
    }
    assert_eq!(run()["hash"], json["hash"]);
}

#[test]
fn a_mission_that_is_saved_in_the_middle_ends_the_same() {
    let [_, _, recoil, _] = four();
    let mut simulation = driven(recoil.path, "marten");
    let done = |simulation: &Simulation| {
        simulation
            .state()
            .mission
            .objectives
            .iter()
            .filter(|own| own.phase == ObjectivePhase::Completed)
            .count()
    };
    let mut whole = driven(recoil.path, "marten");
    let inputs = drive(&mut whole);
    let mut kept: Option<Simulation> = None;
    for input in &inputs {
        simulation.tick(input);
        match &mut kept {
            Some(kept) => kept.tick(input),
            None if done(&simulation) == 1 => {
                let text = serde_json::to_string(simulation.state()).unwrap();
                let state: State = serde_json::from_str(&text).unwrap();
                let scene = std::sync::Arc::clone(simulation.scene());
                kept = Some(Simulation::resume(scene, state, &Limits::default()).unwrap().0);
            }
            None => {}
        }
    }
    let mut kept = kept.expect("one pump was switched off");
    assert_eq!(kept.state().mission.outcome, MissionOutcome::Won);
    assert_eq!((kept.hash(), simulation.hash()), (whole.hash(), whole.hash()));
}

#[test]
fn what_lies_in_the_way_is_collected() {
    let [_, _, recoil, _] = four();
    let mut simulation = driven(recoil.path, "marten");
    let pickups = &simulation.scene().mission.as_deref().unwrap().pickups;
    assert_eq!(pickups.len(), 2);
    let node = |name: &str| simulation.scene().nodes.iter().position(|own| &*own.name == name).unwrap();
    let (health, crate_of_shells) = (node("pu_3400_01"), node("pu_0200_01"));
    let is_there = |simulation: &Simulation, node: usize| {
        simulation.state().nodes.flags[node].contains(world::NodeFlags::ACTIVE)
    };
    let mut taken = 0;
    // Health is of no use to a tank that is whole, shells to one that has fired some.
    for tick in 0..240 {
        let fire = tick < 120;
        simulation.advance(
            &[Input { fire, ..Input::default() }],
            &if tick == 0 {
                vec![runtime::Command::SelectWeapons { actor: world::ActorId(0), group: 1 }]
            } else {
                Vec::new()
            },
        );
    }
    let place = |simulation: &mut Simulation, node: usize| {
        let id = simulation.occurrences().of(world::NodeId::from(node)).next().unwrap();
        let feet = Vec3::from(simulation.occurrences().transform(id).translation) + Vec3::Y;
        let command = runtime::Command::PlaceActor { actor: world::ActorId(0), feet, yaw: 0.0, pitch: 0.0 };
        simulation.advance(&[Input::default()], &[command]);
        simulation.cues().iter().filter(|cue| matches!(cue, Cue::Collected { .. })).count()
    };
    taken += place(&mut simulation, health);
    assert!(is_there(&simulation, health) && taken == 0);
    taken += place(&mut simulation, crate_of_shells);
    assert!(!is_there(&simulation, crate_of_shells) && taken == 1);
}

#[test]
fn worlds_say_which_of_them_are_missions() {
    let [mechwarrior, _, recoil, skies] = four();
    let missions = |path: &str| -> Vec<(String, Value)> {
        let json = revisit(["worlds", path, "--json"]).ok().json();
        let items = json["items"].as_array().unwrap().clone();
        items
            .into_iter()
            .map(|own| (own["id"].as_str().unwrap().to_owned(), own["mission"].clone()))
            .collect()
    };
    let own = |id: &str, mission: Option<&str>| (id.to_owned(), mission.map_or(Value::Null, Value::from));
    assert_eq!(missions(recoil.path), [own("m1", Some("m1"))]);
    assert!(missions(mechwarrior.path).contains(&own("c1", None)));
    assert!(missions(mechwarrior.path).contains(&own("c1/m1", Some("m1"))));
    assert!(missions(skies.path).contains(&own("c1/m01", Some("m01"))));
    let idle = ["sim", crate::program::island(), "--pilot", "idle"];
    revisit(idle).fails(2, &["--pilot", "nothing can be driven"]);
}
