//! `--vehicle`: the tank of Recoil's demo is driven, seen and recorded.

use crate::program::{four, revisit, shared};
use glam::Vec3;
use runtime::{Command, Input, Simulation};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;
use titles::install::Install;
use world::{ActorId, ActorKind, LawKind, Limits, MissionOutcome, Scene, TankMode};

/// Full throttle for three seconds, then a turn to the left.
const DRIVE: &str = r#"{"format":"revisit.replay/1","title":"recoil","world":"m1","fingerprint":"","seed":1,"tick_rate":60,"vehicle":"marten"}
{"tick":0,"input":{"forward":1.0}}
{"tick":120,"input":{"forward":1.0,"strafe":-1.0}}
{"tick":150,"input":{}}
{"tick":300,"end":true}
"#;

pub(crate) fn moments(json: &Value) -> Vec<([f64; 3], bool, String)> {
    let items = json["items"].as_array().unwrap().iter();
    let number = |value: &Value| value.as_f64().unwrap();
    items
        .map(|item| {
            let at = item["position"].as_array().unwrap();
            let at = [number(&at[0]), number(&at[1]), number(&at[2])];
            (at, item["grounded"].as_bool().unwrap(), item["hash"].as_str().unwrap().to_owned())
        })
        .collect()
}

#[test]
fn the_tank_of_the_demo_drives_down_the_road() {
    let [_, _, recoil, _] = four();
    let still = revisit(["sim", recoil.path, "m1", "--vehicle", "marten", "--ticks", "120", "--json"]).ok();
    let still = moments(&still.json());
    // On its tracks where the person would stand: the road is not level, but holds it within a few units.
    let (from, to) = (still[0].0, still[1].0);
    assert!(still[1].1 && (from[2] - to[2]).abs() < 10.0, "{still:?}");

    let file = shared().path().join("drive.jsonl");
    std::fs::write(&file, DRIVE).unwrap();
    let drive = || {
        let file = file.to_str().unwrap();
        moments(&revisit(["sim", recoil.path, "m1", "--replay", file, "--json"]).ok().json())
    };
    let driven = drive();
    assert_eq!(driven, drive());
    let (start, end) = (driven[0].0, driven[2].0);
    // Two seconds from a stand: the law alone gives 60 units, hills and what is in the way take some.
    assert!(start[2] - end[2] > 20.0, "{driven:?}");
    assert!(driven.iter().any(|moment| moment.1), "{driven:?}");

    // What is recorded says which vehicle it was.
    let copy = shared().path().join("drive-copy.jsonl");
    let copy = copy.to_str().unwrap();
    let run = ["sim", recoil.path, "m1", "--vehicle", "marten", "--ticks", "60", "--record", copy, "--json"];
    let recorded = moments(&revisit(run).ok().json());
    let again = moments(&revisit(["sim", recoil.path, "m1", "--replay", copy, "--json"]).ok().json());
    assert_eq!(recorded, again);
}

#[test]
fn a_vehicle_that_is_not_there_is_told() {
    let [_, _, recoil, skies] = four();
    let sim = |path: &str, name: &str| revisit(["sim", path, "--vehicle", name, "--ticks", "1"]);
    sim(recoil.path, "nobody").fails(2, &["`nobody`", "one of marten, picket_1, picket_2"]);
    sim(skies.path, "barge").fails(2, &["`barge`", "one of dunlin, heron, night_heron"]);
    sim(four()[0].path, "marten").fails(2, &["one of brolga, mason"]);
    sim(crate::program::island(), "marten").fails(2, &["--vehicle", "Recoil"]);
}

/// The first world of an install with somebody in a vehicle.
pub(crate) fn driven(path: &str, vehicle: &str) -> Simulation {
    driven_in(path, None, vehicle)
}

/// A world with somebody in a vehicle.
pub(crate) fn driven_in(path: &str, world: Option<&str>, vehicle: &str) -> Simulation {
    let install = Install::open(std::path::Path::new(path), &[]).unwrap();
    let mut request = install.request(world).unwrap();
    request.guests.vehicle = Some(vehicle.to_owned());
    let loaded = load::load(&install.vfs, &request, &mut load::Quiet).unwrap();
    let scene: Scene = loaded.scene;
    Simulation::new(Arc::new(scene), 1, &Limits::default()).0
}

/// What somebody asks who drives about: half a minute of turns and stops.
fn about(tick: u32) -> Input {
    let strafe = [0.0, -1.0, 0.0, 0.0, 1.0, 0.0][(tick / 90) as usize % 6];
    let forward = [1.0, 1.0, 0.5, 0.0, 1.0, -1.0][(tick / 150) as usize % 6];
    Input { forward, strafe, ..Input::default() }
}

/// Runs a mission to its end without a person; measures after each tick.
fn over_a_mission(mut simulation: Simulation, mut measure: impl FnMut(&Simulation)) {
    let mut driver = pilots::Driver::default();
    while simulation.state().mission.outcome == MissionOutcome::Running {
        let input = driver.input(&simulation);
        simulation.tick(&input);
        measure(&simulation);
        assert!(simulation.state().tick < 60_000, "it never ends");
    }
}

/// How far the points of a tank on its tracks are from the plane of their ground at most, and how uneven that ground is;
/// none while not all of them stand.
fn tracks(simulation: &Simulation) -> Option<[f32; 2]> {
    let person = simulation.state().person().unwrap();
    let ActorKind::Tank(tank) = &person.kind else { panic!("{person:?}") };
    let LawKind::Tank(law) = &simulation.scene().vehicle_of(person).unwrap().law else { panic!() };
    // What can swim drives on its tracks on land.
    let on_tracks = matches!(tank.mode, TankMode::Track | TankMode::Amphibious) && !tank.floats;
    if tank.contacts < 4 || !on_tracks {
        return None;
    }
    let probe = world::Probe { without: person.node, ..simulation.probe() };
    let body = tank.rotation();
    let gap = |point: &Vec3| {
        let at = tank.avatar.position + body * *point;
        at.y - probe.ground(at.x, at.z, at.y, 1.0).unwrap().point.y
    };
    let gaps = law.supports.each_ref().map(gap);
    // A body is stiff: where its four points are on no plane, two are as much above it as two are below.
    let twist = (gaps[0] - gaps[1] - gaps[2] + gaps[3]) * 0.25;
    let flat = [gaps[0] - twist, gaps[1] + twist, gaps[2] + twist, gaps[3] - twist];
    Some([flat.iter().fold(0.0, |off, gap| gap.abs().max(off)), twist.abs()])
}

#[test]
fn the_tracks_of_the_tank_are_on_the_ground() {
    let [_, _, recoil, _] = four();
    let mut simulation = driven(recoil.path, "marten");
    let (mut worst, mut ticks, mut uneven) = (0.0_f32, 0, 0);
    for tick in 0..1800 {
        simulation.tick(&about(tick));
        let Some([off, twist]) = tracks(&simulation) else { continue };
        worst = worst.max(off);
        ticks += 1;
        uneven += u32::from(twist > 0.02);
    }
    println!("tracks: {worst} from the plane of their ground in {ticks} ticks, on uneven ground in {uneven}");
    assert!(ticks > 900, "{ticks}");
    assert!(worst < 0.02, "{worst}");
}

#[test]
fn over_a_mission_tracks_leave_the_ground_at_its_edges_alone() {
    let [_, _, recoil, _] = four();
    let mut all = Vec::new();
    over_a_mission(driven(recoil.path, "marten"), |simulation| {
        all.extend(tracks(simulation).map(|[off, _]| off));
    });
    // Where a point comes over an edge of the ground, the body follows with the next ticks.
    let edges = all.iter().filter(|off| **off >= 0.02).count();
    println!("tracks: 2 cm or more from the plane of their ground in {edges} of {} ticks", all.len());
    assert!(all.len() > 3000, "{}", all.len());
    assert!(edges <= 5, "{edges} of {}", all.len());
}

/// Where the ankles of the 'mech that somebody drives are, and which of them stand.
fn ankles(simulation: &Simulation) -> [(Vec3, bool); 2] {
    let person = simulation.state().person().unwrap();
    let ActorKind::Mech(mech) = &person.kind else { panic!("{person:?}") };
    let LawKind::Mech(law) = &simulation.scene().vehicle_of(person).unwrap().law else { panic!() };
    std::array::from_fn(|side| {
        let node = law.parts.legs[side][2].expect("a foot");
        let id = simulation.occurrences().of(node).next().unwrap();
        (simulation.occurrences().transform(id).translation.into(), mech.feet[side].stands)
    })
}

#[test]
fn no_foot_of_a_mech_slides_or_leaves_its_ground() {
    let [mechwarrior, ..] = four();
    for (name, ends_mission) in [("mason", false), ("brolga", false), ("brolga", true)] {
        let world = ends_mission.then_some("c1/m1");
        let mut simulation = driven_in(mechwarrior.path, world, name);
        let (mut slid, mut stood, mut moved) = (0.0_f32, 0, 0.0_f32);
        let start = simulation.state().person().unwrap().position();
        // Where each foot came down that stands.
        let mut stands: [Option<Vec3>; 2] = [None; 2];
        let mut measure = |simulation: &Simulation| {
            for (from, (is, still)) in stands.iter_mut().zip(ankles(simulation)) {
                match from {
                    Some(from) if still => {
                        slid = slid.max((is - *from).with_y(0.0).length());
                        stood += 1;
                    }
                    _ => *from = still.then_some(is),
                }
            }
            moved = moved.max(simulation.state().person().unwrap().position().distance(start));
        };
        if ends_mission {
            over_a_mission(simulation, measure);
        } else {
            for tick in 0..1800 {
                simulation.tick(&about(tick));
                measure(&simulation);
            }
        }
        println!("{name}: {slid} at most in {stood} ticks in which a foot stood, {moved} away");
        assert!(stood > 1200 && moved > 20.0, "{name}: {stood} ticks, {moved} away");
        assert!(slid < 0.01, "{name}: {slid}");
    }
}

#[test]
fn no_tank_is_thrown_into_the_air_and_wrecks_stay_where_they_were_shot() {
    let [_, _, recoil, _] = four();
    let mut highest = 0.0_f32;
    let mut wrecks: HashMap<usize, (Vec3, f32)> = HashMap::new();
    over_a_mission(driven(recoil.path, "marten"), |simulation| {
        for (number, actor) in simulation.state().actors.iter().enumerate() {
            let ActorKind::Tank(tank) = &actor.kind else { continue };
            let at = tank.avatar.position;
            if tank.contacts == 0 && !tank.floats {
                let probe = world::Probe { without: actor.node, ..simulation.probe() };
                let ground = probe.ground(at.x, at.z, at.y, 1.0).map_or(f32::NEG_INFINITY, |hit| hit.point.y);
                highest = highest.max(at.y - ground);
            }
            if tank.is_wreck() {
                let (last, way) = wrecks.entry(number).or_insert((at, 0.0));
                *way += at.distance(*last);
                *last = at;
            }
        }
    });
    let farthest = wrecks.values().map(|(_, way)| *way).fold(0.0, f32::max);
    println!("up to {highest} above the ground; {} wrecks went up to {farthest}", wrecks.len());
    // Over edges of banks at full speed, and pushed by those that go around a post.
    assert!((0.1..10.0).contains(&highest), "{highest}");
    assert!(wrecks.len() > 3 && farthest < 200.0, "{} {farthest}", wrecks.len());
}

/// Its vertical speed is how far the ground lifts it in a tick: an edge of half a unit under all of it would be a speed of
/// 30, which throws it 16 units high.
#[test]
fn whoever_drives_against_a_pump_is_not_thrown_up() {
    let [_, _, recoil, _] = four();
    let scene = Arc::clone(driven(recoil.path, "marten").scene());
    let place = |simulation: &Simulation, name: &str| {
        let node = simulation.scene().nodes.iter().position(|own| &*own.name == name).unwrap();
        let id = simulation.occurrences().of(world::NodeId::from(node)).next().unwrap();
        Vec3::from(simulation.occurrences().transform(id).translation)
    };
    let put = |simulation: &mut Simulation, feet: Vec3, yaw: f32| {
        let command = Command::PlaceActor { actor: ActorId(0), feet, yaw, pitch: 0.0 };
        simulation.advance(&[Input::default()], &[command]);
    };
    for number in 1..=3 {
        let mut near = f32::INFINITY;
        for turn in 0..16 {
            let (mut simulation, _) = Simulation::new(Arc::clone(&scene), 1, &Limits::default());
            // What lets it swim.
            let swims = place(&simulation, "pu_3700_01");
            put(&mut simulation, swims, 0.0);
            let pump = place(&simulation, &format!("pump_{number}"));
            let yaw = turn as f32 / 16.0 * std::f32::consts::TAU;
            let (sin, cos) = libm::sincosf(yaw);
            let aside = pump + Vec3::new(sin, 0.0, cos) * 14.0;
            let ground = simulation.probe().ground(aside.x, aside.z, pump.y + 12.0, 0.0);
            let height = ground.map_or(pump.y, |hit| hit.point.y.max(pump.y - 1.0));
            put(&mut simulation, aside.with_y(height + 0.1), yaw);
            for _ in 0..180 {
                simulation.advance(&[Input { forward: 0.35, ..Input::default() }], &[]);
                let ActorKind::Tank(tank) = &simulation.state().person().unwrap().kind else { panic!() };
                near = near.min(tank.avatar.position.distance(pump));
                let rise = tank.avatar.velocity.y;
                assert!(rise < 8.0, "pump {number} from direction {turn}: {rise}");
            }
        }
        assert!(near < 6.0, "nobody came near pump {number}: {near}");
    }
}
