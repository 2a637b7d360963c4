//! `--vehicle`: the aeroplane of Crimson Skies' demo flies, is seen and recorded, and its wheels stand on the ground.

use crate::driving::{driven, moments};
use crate::program::{four, revisit, shared};
use glam::Vec3;
use runtime::{Command, Cue, Input, Simulation};
use world::{ActorId, ActorKind, Aeroplane, LawKind, NodeId};

/// A turn to the left, a climb with nitro, and levelling off.
const FLIGHT: &str = r#"{"format":"revisit.replay/1","title":"crimson-skies","world":"c1","fingerprint":"","seed":1,"tick_rate":60,"vehicle":"dunlin"}
{"tick":0,"input":{}}
{"tick":60,"input":{"yaw":0.033}}
{"tick":100,"input":{"pitch":0.02}}
{"tick":240,"input":{"jump":true}}
{"tick":360,"input":{"run":true,"pitch":0.02}}
{"tick":420,"input":{"jump":true}}
{"tick":600,"end":true}
"#;

#[test]
fn the_aeroplane_of_the_demo_flies_over_the_valley() {
    let [_, _, _, skies] = four();
    let file = shared().path().join("flight.jsonl");
    std::fs::write(&file, FLIGHT).unwrap();
    let fly = || {
        let file = file.to_str().unwrap();
        moments(&revisit(["sim", skies.path, "c1", "--replay", file, "--json"]).ok().json())
    };
    let flown = fly();
    // The same hashes every time.
    assert_eq!(flown, fly());
    println!("{flown:?}");
    let at = |second: usize| flown[second].0.map(|number| number as f32);
    let start = at(0);
    // The road is about ten metres above the water there, and it starts 110 above that.
    assert!((100.0..140.0).contains(&start[1]) && !flown[0].1, "{flown:?}");
    // To the north at about 60 m/s, level.
    let first = at(1);
    assert!((start[2] - first[2] - 60.0).abs() < 8.0 && (start[1] - first[1]).abs() < 2.0, "{flown:?}");
    // The turn took it to the west, the climb up.
    assert!(at(5)[0] < start[0] - 40.0, "{flown:?}");
    assert!(at(9)[1] > at(6)[1] + 20.0, "{flown:?}");

    // What is recorded says which aeroplane it was.
    let copy = shared().path().join("flight-copy.jsonl");
    let copy = copy.to_str().unwrap();
    let run = ["sim", skies.path, "c1", "--vehicle", "dunlin", "--ticks", "60", "--record", copy, "--json"];
    let recorded = moments(&revisit(run).ok().json());
    let again = moments(&revisit(["sim", skies.path, "c1", "--replay", copy, "--json"]).ok().json());
    assert_eq!(recorded, again);
}

fn plane(simulation: &Simulation) -> Aeroplane {
    match &simulation.state().person().unwrap().kind {
        ActorKind::Aeroplane(plane) => **plane,
        other => panic!("{other:?}"),
    }
}

/// How far the wheels that stand are above or below their ground at most, units, and how many stand.
fn wheels(simulation: &Simulation) -> (f32, u32) {
    let person = simulation.state().person().unwrap();
    let own = plane(simulation);
    let LawKind::Aeroplane(law) = &simulation.scene().vehicle_of(person).unwrap().law else { panic!() };
    let probe = world::Probe { without: person.node, ..simulation.probe() };
    let gaps =
        law.gear.wheels.iter().enumerate().filter(|(at, _)| own.wheels >> at & 1 == 1).map(|(_, wheel)| {
            let at = own.avatar.position + own.attitude * *wheel;
            (at.y - probe.ground(at.x, at.z, at.y, 1.0).unwrap().point.y).abs()
        });
    (gaps.fold(0.0, f32::max), own.wheels.count_ones())
}

/// The node of a name below another, wherever it is shown.
fn part(simulation: &Simulation, name: &str) -> NodeId {
    let nodes = &simulation.scene().nodes;
    nodes.iter().position(|node| &*node.name == name).map(NodeId::from).unwrap()
}

#[test]
fn the_wheels_of_the_aeroplane_are_on_the_ground() {
    let [_, _, _, skies] = four();
    let mut simulation = driven(skies.path, "dunlin");
    let (mut worst, mut stood, mut rolled) = (0.0_f32, 0, 0.0_f32);
    // It stands on the road, on the plaza of the base and in the meadow; rolls about, and brakes.
    for [x, z, yaw] in [[26.0, 277.0, 0.05], [16.0, 60.0, 0.0], [96.0, -216.0, -2.0]] {
        let feet = Vec3::new(x, 60.0, z);
        let ground = simulation.probe().ground(feet.x, feet.z, feet.y, 0.0).unwrap().point;
        let place = Command::PlaceActor { actor: ActorId(0), feet: ground, yaw, pitch: 0.0 };
        simulation.advance(&[Input::default()], &[place]);
        assert_eq!(plane(&simulation).wheels, Aeroplane::ALL_WHEELS, "{x} {z}: {:?}", plane(&simulation));
        let from = plane(&simulation).avatar.position;
        for tick in 0..600 {
            let strafe = [0.0, 0.4, 0.0, -0.4][tick / 60 % 4];
            let forward = [0.2, -0.4][usize::from(tick > 90)];
            simulation.advance(&[Input { forward, strafe, sink: tick > 150, ..Input::default() }], &[]);
            let (gap, count) = wheels(&simulation);
            worst = worst.max(gap);
            stood += u32::from(count == 3);
            let own = plane(&simulation);
            rolled = rolled.max(own.avatar.position.distance(from));
            assert!(!own.is_wreck(), "{x} {z} {tick}: {own:?}");
        }
    }
    println!("wheels: {worst} from their ground in {stood} ticks on all three, rolled {rolled}");
    assert!(stood > 1500 && rolled > 5.0, "{stood} ticks, {rolled}");
    assert!(worst < 0.02, "{worst}");
}

#[test]
fn the_aeroplane_is_shown_and_its_airscrew_turns() {
    let [_, _, _, skies] = four();
    let mut simulation = driven(skies.path, "dunlin");
    let (body, screw) = (part(&simulation, "dunlin"), part(&simulation, "spinner"));
    let place = |simulation: &Simulation, node: NodeId| {
        let id = simulation.occurrences().of(node).next().expect("it is shown");
        *simulation.occurrences().transform(id)
    };
    let before = place(&simulation, screw);
    for _ in 0..30 {
        simulation.tick(&Input::default());
    }
    let own = plane(&simulation);
    assert!(Vec3::from(place(&simulation, body).translation).distance(own.avatar.position) < 1e-3);
    let turned = place(&simulation, body).inverse() * place(&simulation, screw);
    assert!(own.airscrew > 0.0 && turned.matrix3.x_axis.x < 0.999, "{turned:?} {before:?}");
    // The camera is behind it and above it.
    let camera = simulation.state().camera;
    let way = own.avatar.position - camera.eye;
    assert!((14.0..30.0).contains(&way.length()) && way.y < 0.0, "{way}");
}

#[test]
fn whoever_flies_into_the_ground_starts_anew() {
    let [_, _, _, skies] = four();
    let mut simulation = driven(skies.path, "dunlin");
    let mut crashed = None;
    for tick in 0..900 {
        simulation.tick(&Input { pitch: if crashed.is_none() { -0.03 } else { 0.0 }, ..Input::default() });
        if simulation.cues().iter().any(|cue| matches!(cue, Cue::Crashed { .. })) {
            crashed = Some(tick);
        }
        if crashed.is_some_and(|at| tick > at + 300) {
            break;
        }
    }
    let own = plane(&simulation);
    assert!(crashed.is_some() && !own.is_wreck() && own.avatar.position.y > 90.0, "{crashed:?} {own:?}");
}
