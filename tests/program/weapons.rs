//! Weapons: the tank of Recoil's demo aims, fires and hits; what it hits falls.

use crate::program::{four, revisit, shared};
use glam::Vec3;
use runtime::{Command, Cue, Input, Simulation};
use titles::install::Install;
use world::program::Phase;
use world::{ActorId, Limits};

const FIRE: Input = Input {
    forward: 0.0,
    strafe: 0.0,
    yaw: 0.0,
    pitch: 0.0,
    run: false,
    jump: false,
    sink: false,
    fire: true,
    fire_second: false,
};

/// The world of a demo with somebody in a vehicle; nobody guards the pumps.
fn driven(path: &str, vehicle: &str) -> Simulation {
    let install = Install::open(std::path::Path::new(path), &[]).unwrap();
    let mut request = install.request(None).unwrap();
    request.guests.vehicle = Some(vehicle.to_owned());
    let loaded = load::load(&install.vfs, &request, &mut load::Quiet).unwrap();
    let (mut simulation, _) = Simulation::new(loaded.scene.into(), 1, &Limits::default());
    let actors = &simulation.state().actors;
    let all = actors.ids().iter().zip(actors.iter());
    let guards = all.filter(|(_, actor)| {
        let law = simulation.scene().vehicle_of(actor);
        law.is_some_and(|vehicle| vehicle.name.starts_with("picket"))
    });
    let guards: Vec<ActorId> = guards.map(|(id, _)| ActorId(*id)).collect();
    assert_eq!(guards.len(), if vehicle == "marten" { 7 } else { 0 });
    guards.into_iter().for_each(|id| simulation.edit().remove_actor(id).unwrap());
    simulation
}

/// Where the person stands, so far from a node along z, on the ground, with the front to it.
fn before(simulation: &mut Simulation, node: &str, far: f32) {
    let scene = simulation.scene();
    let at = scene.nodes.iter().position(|own| &*own.name == node).expect("the node").into();
    let id = simulation.occurrences().of(at).next().expect("it stands somewhere");
    let place = Vec3::from(simulation.occurrences().transform(id).translation) + Vec3::Z * far;
    let ground = simulation.probe().ground(place.x, place.z, place.y + 20.0, 0.0).expect("ground").point;
    let command =
        Command::PlaceActor { actor: ActorId(0), feet: ground + Vec3::Y * 0.2, yaw: 0.0, pitch: 0.0 };
    simulation.advance(&[Input::default()], &[command]);
    (0..60).for_each(|_| simulation.tick(&Input::default()));
}

fn phase(simulation: &Simulation, program: &str) -> Phase {
    let at = simulation.scene().programs.iter().position(|own| &*own.name == program).expect("the program");
    simulation.state().programs.instances[at].phase
}

#[test]
fn the_tank_of_the_demo_shoots_the_watchtower_down() {
    let [_, _, recoil, _] = four();
    let mut simulation = driven(recoil.path, "marten");
    let names: Vec<&str> = simulation.scene().combat.weapons.iter().map(|own| &*own.name).collect();
    assert_eq!(names, ["pellet", "firefly", "lance", "hornet", "urchin", "popgun"]);
    before(&mut simulation, "lookout", 24.0);
    let (mut shots, mut hits, mut left) = (0, 0, Vec::new());
    let mut sounds = 0;
    for _ in 0..600 {
        simulation.tick(&FIRE);
        for cue in simulation.cues() {
            match cue {
                Cue::Shot { weapon, .. } => {
                    assert_eq!(weapon, "pellet");
                    shots += 1;
                }
                Cue::Hit { left: share, .. } => {
                    hits += 1;
                    left.extend(*share);
                }
                Cue::Sound { file, .. } if file.contains("clank") => sounds += 1,
                _ => {}
            }
        }
        if phase(&simulation, "lookout_falls") != Phase::Ready {
            break;
        }
    }
    println!("{shots} shots, {hits} hits, {} of what takes damage, {sounds} sounds", left.len());
    // 90 by 1.2 is 75.
    assert!((75..=90).contains(&left.len()), "{} of {hits} of {shots}", left.len());
    assert!(phase(&simulation, "lookout_falls").is_running(), "{left:?}");
    assert!(sounds > shots, "of the gun, and of hits");
    // No node is used up for each shot.
    let many = simulation.state().nodes.len() - simulation.scene().nodes.len();
    assert!(many < 60, "{many} copies");
}

#[test]
fn what_is_fired_is_in_recordings_and_in_what_sim_prints() {
    let [_, _, recoil, _] = four();
    let text = r#"{"format":"revisit.replay/1","title":"recoil","world":"m1","fingerprint":"","seed":1,"tick_rate":60,"vehicle":"marten"}
{"tick":60,"input":{"fire":true}}
{"tick":90,"input":{"fire_second":true}}
{"tick":91,"input":{}}
{"tick":240,"end":true}
"#;
    let file = shared().path().join("fire.jsonl");
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    let run = || revisit(["sim", recoil.path, "m1", "--replay", file, "--trace-cues", "--json"]).ok().json();
    let json = run();
    let cues = |json: &serde_json::Value, kind: &str| {
        let all = json["cues"].as_array().unwrap().iter();
        all.filter_map(|own| own["cue"].get(kind)).cloned().collect::<Vec<_>>()
    };
    let shots = cues(&json, "shot");
    // Twelve a second for half of one, and one of the second weapon; the watchtower fires, too.
    let own = shots.iter().filter(|shot| shot["actor"] == 0);
    let names: Vec<&str> = own.map(|shot| shot["weapon"].as_str().unwrap()).collect();
    assert_eq!(names, ["pellet", "pellet", "pellet", "pellet", "pellet", "pellet", "firefly"]);
    assert!(!cues(&json, "hit").is_empty());
    assert_eq!(json["items"], run()["items"]);
}

#[test]
fn the_gun_of_the_watchtower_fires_at_the_tank_that_comes_near() {
    let [_, _, recoil, _] = four();
    let mut simulation = driven(recoil.path, "marten");
    let shots_of = |simulation: &Simulation| {
        let own = |cue: &&Cue| matches!(cue, Cue::Shot { actor, .. } if *actor != ActorId(0));
        simulation.cues().iter().filter(own).count()
    };
    let health = |simulation: &Simulation| match &simulation.state().person().unwrap().kind {
        world::ActorKind::Tank(tank) => tank.health,
        other => panic!("{other:?}"),
    };
    // From the start, 67 away along x and z, nothing fires.
    for _ in 0..120 {
        simulation.tick(&Input::default());
        assert_eq!(shots_of(&simulation), 0);
    }
    assert_eq!(health(&simulation), 100.0);
    before(&mut simulation, "lookout", 30.0);
    let (mut shots, mut hits) = (Vec::new(), 0);
    for tick in 0..600 {
        simulation.tick(&Input::default());
        shots.extend((0..shots_of(&simulation)).map(|_| tick));
        let is_hit = |cue: &&Cue| matches!(cue, Cue::Hit { actor: Some(ActorId(0)), .. });
        hits += simulation.cues().iter().filter(is_hit).count();
    }
    // One in a second and a half, as its reader says.
    println!("shots in ticks {shots:?}, {hits} hits");
    assert!(shots.len() >= 6 && shots.windows(2).all(|pair| pair[1] - pair[0] >= 90), "{shots:?}");
    assert!(hits >= 5, "{hits} of {shots:?}");
    assert!(
        (health(&simulation) - (100.0 - 1.2 * hits as f32)).abs() < 2.5,
        "{} {hits}",
        health(&simulation)
    );
    // The muzzle is where the model has it, 12 or 13 above the tower's foot.
    let gun = simulation.scene().nodes.iter().position(|own| &*own.name == "gun_lookout").unwrap().into();
    assert!(simulation.occurrences().of(gun).next().is_some());
    // Shot down, it fires no more.
    before(&mut simulation, "lookout", 24.0);
    for _ in 0..700 {
        simulation.tick(&FIRE);
        if phase(&simulation, "lookout_falls") != Phase::Ready {
            break;
        }
    }
    assert!(phase(&simulation, "lookout_falls").is_running());
    for _ in 0..300 {
        simulation.tick(&Input::default());
        assert_eq!(shots_of(&simulation), 0);
    }
}

#[test]
fn sim_tells_of_the_shots_of_opponents() {
    let [_, _, recoil, _] = four();
    // Down the road and to the right, to the tower.
    let text = r#"{"format":"revisit.replay/1","title":"recoil","world":"m1","fingerprint":"","seed":1,"tick_rate":60,"vehicle":"marten"}
{"tick":0,"input":{"forward":0.2}}
{"tick":90,"input":{}}
{"tick":420,"end":true}
"#;
    let file = shared().path().join("foes.jsonl");
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    let run = || revisit(["sim", recoil.path, "m1", "--replay", file, "--trace-cues", "--json"]).ok().json();
    let json = run();
    let all = json["cues"].as_array().unwrap().iter();
    let by_others = all.filter(|own| own["cue"].get("shot").is_some_and(|shot| shot["actor"] != 0));
    assert!(by_others.count() >= 2, "{}", json["items"]);
    assert_eq!(json["items"], run()["items"]);
}
