//! The vehicle that somebody drives: its law, its node, and what is said where it cannot be driven.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "A2. Reader keys".

use crate::zipper::animations::world;
use crate::zipper::install::{Made, square};
use crate::zipper::{driven, models};
use glam::{Affine3A, Vec3};
use load::{Error, Loaded, Request, SoundFiles};
use world::program::ProgramSound;
use world::{
    ActorKind, AutopilotLaw, CameraMode, CollapseLaw, LawKind, NodeFlags, NodeId, State, TankLaw, TankMode,
    TrailView, VehicleLaw, VehicleSounds,
};
use zbd::gamez::Version;

fn load(title: &str, definitions: &str, vehicle: &str) -> Result<Loaded, Error> {
    load_with(title, &[("vehicle.zrd", definitions)], vehicle)
}

fn load_with(title: &str, readers: &[(&str, &str)], vehicle: &str) -> Result<Loaded, Error> {
    driven::load(title, &world(Version::Recoil), readers, Some(vehicle))
}

fn tank_law(vehicle: &VehicleLaw) -> &TankLaw {
    let LawKind::Tank(law) = &vehicle.law else { panic!("{vehicle:?}") };
    law
}

#[test]
fn a_mech_is_driven_in_the_configuration_that_is_named_and_in_its_first_otherwise() {
    let mech = "( version 2 configurations (
        primary ( engine (200 0 36) weapons ((laser arm group 1)) )
        Scout ( engine (200 0 72) armor (0 1 (3 2) 1 1 1 1) weapons ((laser arm group 1) (autocannon arm group 2)) )
        third ( engine (200 0 54) ) ) )";
    let load = |vehicle: &str| {
        driven::load("mechwarrior3", &world(Version::MechWarrior3), &[("dfn_house.zrd", mech)], Some(vehicle))
    };
    let fastest = |vehicle: &str| {
        let scene = load(vehicle).unwrap().scene;
        let LawKind::Mech(law) = &scene.driven().unwrap().law else { panic!("{:?}", scene.vehicles) };
        (law.speeds[0], scene.combat.arms[0].slots.len(), scene.driven().unwrap().name.to_string())
    };
    let (first, slots, name) = fastest("house");
    assert_eq!((slots, &*name), (1, "house"));
    // 72 and 54 km/h against 36.
    for (vehicle, factor, slots) in
        [("house/primary", 1.0, 1), ("HOUSE/scout", 2.0, 2), ("house/third", 1.5, 0)]
    {
        let (own, found, name) = fastest(vehicle);
        assert!((own / first - factor).abs() < 1e-5, "{vehicle}: {own} against {first}");
        assert_eq!((found, &*name), (slots, "house"), "{vehicle}");
    }
    let Err(Error::File(finding)) = load("house/heavy") else { panic!("it was loaded") };
    assert_eq!(finding.code, "load.vehicle_configuration");
    let line = finding.to_string();
    assert!(line.contains("primary, Scout, third") && line.contains("`heavy` of house"), "{line}");
    assert!(load("nobody/scout").is_err());
}

#[test]
fn sounds_of_a_vehicle_are_those_of_the_game_and_scales_lead_from_rest_to_full_speed() {
    let vehicles =
        "( cart ( sounds ( idle rumble engine motor external nothing skid squeal collide bang land thud
                                       pitch_scale (0.5 9) volume_scale 0.4 ) )
                      house ( activate_rad 40 sounds ( external rumble ) )
                      dumb ( rates (1 1) ) )";
    let sounds = "( SETS ( COMMON ( ( motor m.wav 3D VOLUME 0.6 RANGE (4 90) ) ( bang b.wav LOOPED ) ) )
                    SOUND_GROUPS ( ( squeals ( squeal WEIGHT 2 ) ) ) )";
    let readers = [("vehicle.zrd", vehicles), ("sounds.zrd", sounds)];
    let load = |vehicle: &str| {
        let (install, request) =
            driven::installed("recoil", &world(Version::Recoil), &readers, Some(vehicle));
        for name in ["rumble", "m", "squeal", "b", "thud"] {
            let wave = zbd::sounds::Wave::pcm(1, 11_025, 8, vec![128; 1102]);
            install.file(&format!("zbd/{name}.wav"), &zbd::sounds::write(&wave).unwrap());
        }
        let files = SoundFiles { archives: Vec::new(), folder: "zbd".to_owned(), loose_wins: true };
        let request = Request { sounds: Some(files), ..request };
        load::load(&install.vfs(), &request, &mut load::Quiet).unwrap().scene
    };
    let scene = load("cart");
    let own = &scene.vehicle_sounds[0];
    let file = |sound: &Option<ProgramSound>| sound.as_ref().map(|own| (own.file.to_string(), own.looping));
    let heard = [&own.idle, &own.engine, &own.external, &own.skid, &own.collide, &own.land].map(file);
    let some = |name: &str, looping| Some((format!("zbd/{name}.wav"), looping));
    // A sound of a definition, a plain file, one that does not exist; what goes on does whatever its definition says.
    let by_hand = [
        some("rumble", true),
        some("m", true),
        None,
        some("squeal", true),
        some("b", false),
        some("thud", false),
    ];
    assert_eq!(heard, by_hand);
    let motor = own.engine.as_ref().unwrap();
    assert_eq!((motor.volume, motor.range), (0.6, Some([4.0, 90.0])));
    // Two numbers are both ends, one is what the second end of the proposal (0.5 to 1) has more than the first; no file
    // is played more than four times as fast.
    assert_eq!((own.pitch, own.volume), ([0.5, 4.0], [0.5, 0.9]));
    assert_eq!(own.knock, 0.1);
    // The one that acts by itself has its own, with the title's scales; one of which nothing is said has none.
    let other = &scene.vehicle_sounds[1];
    assert_eq!((file(&other.external), &other.idle), (some("rumble", true), &None));
    assert_eq!((other.pitch, other.volume), ([0.7, 1.3], [0.5, 1.0]));
    assert_eq!(load("dumb").vehicle_sounds[0], VehicleSounds::default());
}

#[test]
fn a_law_is_made_of_the_definition_the_rules_and_the_program() {
    let text =
        "( nom_gravity 20 HOUSE ( rates (48 60) rate_damping 3 friction (500 7) camback (0 5 11) mass 3 )
                cart ( stopping 4 friction (100 7) support_points (1 0 2 -1 0 2 1 0 -2 -1 0 -2) ) )";
    let loaded = load("recoil", text, "house").unwrap();
    let codes: Vec<&str> = loaded.findings.iter().map(|finding| finding.code).collect();
    assert!(!codes.contains(&"load.vehicle_node"), "{codes:?}");
    let scene = &loaded.scene;
    let vehicle = scene.driven().unwrap();
    let law = tank_law(vehicle);
    let house = scene.nodes.iter().position(|node| &*node.name == "house").map(NodeId::from);
    assert_eq!((&*vehicle.name, vehicle.node), ("HOUSE", house));
    assert_eq!((law.rates, law.rate_damping), ([48.0, 60.0], [3.0, 0.0]));
    // Friction is said and `stopping` is not.
    assert_eq!((law.friction, law.gravity), ([500.0, 7.0], 20.0));
    // What the program says: docs/spec/zbd/vehicles-and-combat.md, "A2. Reader keys".
    assert_eq!((law.turns, law.turn_damping, law.health), ([0.6, 2.0], 30.0, 100.0));
    assert_eq!((law.slope, law.bounce, law.walls), ([0.707, 0.0], [0.8, 10.0, 0.15], [-0.9, -0.9, 0.71]));
    assert_eq!((law.quicksand, law.lava, law.drown), ([0.9, 0.9], [0.8, 0.6], [1.0, 8.0]));
    assert_eq!(law.light_gravity, [1.0 / 3.0, 1.0 / 6.0]);
    // "A6. Health"; the order in which modes help is a proposal.
    assert_eq!(law.alarm, 0.25);
    assert_eq!(law.rescues, [TankMode::Amphibious, TankMode::Submarine, TankMode::Hover]);
    let [angle, factor, least] = law.nose_drop;
    assert!((angle - std::f32::consts::FRAC_PI_6).abs() < 1e-4, "{angle}");
    assert_eq!((factor, least, law.tip_rate), (-0.7, -0.7, 1.2));
    // A square of two by two, and another one beside it: three wide and two high.
    assert_eq!(law.supports.map(|point| point.to_array()), [0.0, 3.0, 0.0, 3.0].map(|x| [x, 0.0, 0.0]));
    assert_eq!(law.collision.len(), 12);
    assert!(law.collision.contains(&Vec3::new(1.5, 2.0, 0.0)), "{:?}", law.collision);

    // It is the person, seen from behind, and its node stands where nothing moves it.
    let node = &scene.nodes[house.unwrap().index()];
    assert!(scene.roots.contains(&house.unwrap()) && node.flags.contains(NodeFlags::ACTIVE));
    assert_eq!(node.transform, Affine3A::from_translation(scene.avatar.position));
    assert!(scene.nodes.iter().all(|node| !node.children.contains(&house.unwrap())));
    let state = State::new(scene, 1);
    let person = state.person().unwrap();
    let ActorKind::Tank(tank) = &person.kind else { panic!("{person:?}") };
    assert_eq!((person.node, tank.health, tank.avatar.position), (house, 100.0, scene.avatar.position));
    assert_eq!(state.rig.mode, CameraMode::Follow { distance: 11.0, lift: 5.0, aim: 3.0 });

    // No node shows this one; its points come in any order.
    let loaded = load("recoil", text, "CART").unwrap();
    assert!(loaded.findings.iter().any(|finding| finding.code == "load.vehicle_node"));
    let vehicle = loaded.scene.driven().unwrap();
    let law = tank_law(vehicle);
    assert_eq!((law.friction, vehicle.node), ([100.0, 4.0], None));
    let points = law.supports.map(|point| [point.x, point.z]);
    assert_eq!(points, [[-1.0, -2.0], [1.0, -2.0], [-1.0, 2.0], [1.0, 2.0]]);
}

#[test]
fn tracks_are_the_nodes_of_their_names_to_either_side_of_a_tank() {
    let version = Version::Recoil;
    let square = || Some(square(version, false));
    let mut made = Made::new(version).texture("wall.tif", -1);
    // Squares are two wide from where they stand on: 0 to 12 are the tank's, and its middle is at 6.
    let tank = made.object("tracker", square(), [0.0; 3]);
    let left = made.object("track_l", square(), [0.0; 3]);
    let also_left = made.object("TREADS", square(), [3.0, 0.0, 0.0]);
    let right = made.object("Tread_of_the_right", square(), [10.0, 0.0, 0.0]);
    let both = made.object("track_3", square(), [0.0; 3]);
    let both_again = made.again("track_4", both, [10.0, 0.0, 0.0]);
    let middle = made.object("track_5", square(), [5.0, 0.0, 0.0]);
    let wheel = made.object("wheel_track", square(), [10.0, 0.0, 0.0]);
    let axle = made.object("axle", None, [0.0; 3]);
    made.link(axle, right);
    for part in [left, also_left, axle, both, both_again, middle, wheel] {
        made.link(tank, part);
    }
    // One that acts by itself shows a track that the other tank shows too.
    let pal = made.object("pal", None, [50.0, 0.0, 0.0]);
    let shared = made.again("track_shared", left, [0.0; 3]);
    let own = made.object("track_own", square(), [4.0, 0.0, 0.0]);
    made.link(pal, shared);
    made.link(pal, own);
    for root in [tank, pal] {
        made.link(0, root);
    }
    let text = "( tracker ( rates (48 60) ) pal ( rates (48 60) activate_rad 40 ) )";
    let world = made.bytes();
    let driven =
        |name: &str| driven::load("recoil", &world, &[("vehicle.zrd", text)], Some(name)).unwrap().scene;
    let scene = driven("tracker");
    let model = |name: &str| scene.nodes.iter().find(|node| &*node.name == name).unwrap().model.unwrap();
    let tracks = &tank_law(&scene.vehicles[0]).tracks;
    let by_hand = [vec![model("track_l"), model("TREADS")], vec![model("Tread_of_the_right")]];
    assert_eq!(tracks.models, by_hand);
    // What the program says: docs/spec/zbd/vehicles-and-combat.md, "Looks".
    assert_eq!((tracks.half_distance, tracks.repeats), (2.25, 1.72));
    let pal = &scene.vehicles[1];
    assert_eq!((&*pal.name, &tank_law(pal).tracks.models), ("pal", &[Vec::new(), vec![model("track_own")]]));
    // Driven by the person it has both, although the other tank shows one of them.
    let shown = [vec![model("track_l")], vec![model("track_own")]];
    assert_eq!(tank_law(&driven("pal").vehicles[0]).tracks.models, shown);
    // No node shows this one.
    let loaded = load("recoil", "( nobody ( rates (48 60) ) )", "nobody").unwrap();
    assert_eq!(tank_law(loaded.scene.driven().unwrap()).tracks.models, <[Vec<_>; 2]>::default());
}

#[test]
fn an_aeroplane_is_made_of_its_definition_its_camera_and_the_program() {
    let text = "( house ( engine 0.5 pitch 3.3 roll 7.5 rudder 2 return_rate 3 damp 5 rec_i (1.18 1 1.1) fd_speed 135
            drag_factor 0.37 weight 1900 wing_area 330 collision_points (house) airscrews (house)
            wheel_points (0 -1 -2 -1 -1 1 1 -1 1) cockpit (0 1 -2) )
        plain ( kind_of house autogyro 1 health 60 ) )";
    let readers = [("vehicle.zrd", text), ("camparam.zrd", "( distance 10 factor 0.02 )")];
    let loaded = load_with("crimson-skies", &readers, "house").unwrap();
    let scene = &loaded.scene;
    let vehicle = scene.driven().unwrap();
    let LawKind::Aeroplane(law) = &vehicle.law else { panic!("{vehicle:?}") };
    let node = vehicle.node.unwrap();
    assert_eq!((law.engine, law.torques, law.return_rate, law.damping), (0.5, [3.3, 7.5, 2.0], 3.0, 5.0));
    assert_eq!((law.inertia, law.simple_speed, law.drag), (Vec3::new(1.18, 1.0, 1.1), 135.0, 0.37));
    assert_eq!((law.weight, law.wings, law.is_autogyro), (1900.0, 330.0, false));
    // What the program says: docs/spec/zbd/vehicles-and-combat.md, "C1. Flight law".
    assert_eq!((law.fuel, law.throttle, law.gravity), (54926.0, [0.5, 5.0], 20.0));
    assert_eq!((law.air.low, law.air.high), ([0.988_420_8, 0.954_481_5], [0.7348, 0.057_048_1]));
    assert_eq!((law.nitro, law.load, law.stall), ([1.8, 0.8], [9.82, 2.4384, -5.0, 9.0], [1.8, 1.25]));
    // Degrees and miles an hour are radians and metres a second.
    assert!((law.lift[0] - 0.087_266_5).abs() < 1e-6 && (law.stall_angle - 0.802_851_5).abs() < 1e-6);
    assert!((law.authority[1] - 22.352).abs() < 1e-4 && (law.rudder[2] - 178.816).abs() < 1e-3, "{law:?}");
    assert_eq!((law.gear.rolling, law.gear.hold, law.gear.put), ([0.02, 0.7], 0.8, 1.0));
    assert_eq!((law.stick, law.stick_over, law.crash.alarm), ([2.0, 8.0], 4.0, 0.25));
    let autopilot =
        AutopilotLaw { climb: 0.5, turn_climb: 0.3, stays: 0.25, beside: 0.1, low: 0.3, fine: 0.25 };
    assert_eq!(law.autopilot, autopilot);
    // "C3. Damage, vehicles".
    assert_eq!((scene.combat.rules.first_parts, scene.combat.rules.alarm), (3, 0.25));
    // Brakes and standing wheels hold on the steepest ground that they stand on.
    let steepest = (1.0 - law.gear.slope * law.gear.slope).sqrt() / law.gear.slope;
    assert!(law.gear.rolling[1] > steepest && law.gear.hold > steepest, "{steepest}");
    // Points and parts are the definition's.
    assert_eq!(law.gear.wheels[1], Vec3::new(-1.0, -1.0, 1.0));
    assert_eq!((law.airscrews.as_slice(), law.crash.points.as_slice()), (&[node][..], &[Vec3::ZERO][..]));
    assert_eq!((law.crash.health, vehicle.views.cockpit), (100.0, Vec3::new(0.0, 1.0, -2.0)));
    // The camera's reader says the distance; the program says the rest.
    let view =
        TrailView { distance: 10.0, factor: 0.02, range: [15.7, 25.0], lift: 3.2, catch_up: [2.0, 3.0] };
    assert_eq!(State::new(scene, 1).rig.mode, CameraMode::Trail(view));
    // It starts in the air, as high over the ground as the table has it.
    let still = load_with("recoil", &[("vehicle.zrd", "( house ( rates (48 60) ) )")], "house").unwrap();
    let above = scene.avatar.position - still.scene.avatar.position;
    assert_eq!((above, scene.avatar.grounded), (Vec3::Y * 110.0, false));

    let loaded = load_with("crimson-skies", &readers, "plain").unwrap();
    let LawKind::Aeroplane(law) = &loaded.scene.driven().unwrap().law else { panic!() };
    assert!(law.is_autogyro && law.crash.health == 60.0 && law.weight == 1900.0, "{law:?}");
    // No model shows this one: it is as large as the table says, with six points that walls meet.
    assert_eq!((law.crash.points.len(), law.airscrews.len()), (6, 0));
}

#[test]
fn a_vehicle_that_cannot_be_driven_is_told() {
    let text = "( house ( rates (48 60) ) )";
    for (title, vehicle, expected) in [
        ("recoil", "nobody", "one of house"),
        // Nothing in a boat flies.
        ("crimson-skies", "house", "a vehicle of Recoil, MechWarrior 3, Pirate's Moon or Crimson Skies"),
    ] {
        let Err(Error::File(finding)) = load(title, text, vehicle) else { panic!("{title} {vehicle}") };
        assert_eq!((finding.code, finding.expected.as_str()), ("load.vehicle", expected));
        assert!(finding.found.contains(vehicle), "{finding}");
    }
}

#[test]
fn a_mech_is_made_of_its_definition_and_the_proposals() {
    let mech = "( version 2 torso_limits (90 -20 25) recoil_bend 5 recoil_slide 1.5 lean_angle 4 lean_factor 0.5
        max_turn_rate 45 accel_rate 7 decel_rate 9 crouch_height 1.5 aim_slerp_freq 3 aim_arm_pitch_factor 0.5
        torso_shake (pitch_amp 2 freq 9) camera (tether (dist 20 desired_pos (0 6 -12)) attach (desired_pos (1 7 2)))
        configurations ( primary ( engine (200 0 72) armor (0 4 9 (24 8) (18 6) 16 22)
            equipment ((Heat_Sink torso) (heatsink torso) (jump_jet legs)) ) ) )";
    let load = |text: &str| {
        let texts = [("dfn_house.zrd", text)];
        driven::load("mechwarrior3", &world(Version::MechWarrior3), &texts, Some("house")).unwrap().scene
    };
    let scene = load(mech);
    let vehicle = scene.driven().unwrap();
    let LawKind::Mech(law) = &vehicle.law else { panic!("{vehicle:?}") };
    // 72 km/h are 20 m/s, and half of it backwards.
    assert_eq!((law.speeds, law.rates, law.aim, law.arms), ([20.0, 10.0], [7.0, 9.0], 3.0, 0.5));
    let degrees = [law.torso[0], law.torso[1], law.torso[2], law.lean[1], law.turn[0]].map(f32::to_degrees);
    for (found, wanted) in degrees.into_iter().zip([90.0, -20.0, 25.0, 4.0, 45.0]) {
        assert!((found - wanted).abs() < 1e-3, "{degrees:?}");
    }
    assert_eq!((law.lean[0], law.crouch[0], law.legs), (0.5, 1.5, 22.0));
    // docs/spec/zbd/mw3-runtime.md, "10. Proposed MW movement model".
    assert_eq!((law.alarm, law.heat.hot, law.sag, law.catches_up), (0.25, 0.75, 0.25, 12.0));
    assert_eq!(law.collapse, CollapseLaw { seconds: 1.1, down: 0.55, turn: [0.5, 0.25] });
    let rules = &scene.combat.rules;
    assert_eq!((rules.squint, rules.level, rules.alarm), (2.0, 0.5, 0.25));
    // Ten sinks of its own and two more, 0.2 each; jets lift it.
    assert!((law.heat.sinks - 2.4).abs() < 1e-5 && law.jets.lift == 19.0, "{law:?}");
    // What it says of jolts, and what the table says of the rest.
    assert!(
        (law.jolt.bend - 5.0_f32.to_radians()).abs() < 1e-6 && (law.jolt.slide - 0.15).abs() < 1e-6,
        "{law:?}"
    );
    assert!((law.jolt.twist - 3.0_f32.to_radians()).abs() < 1e-6, "{law:?}");
    assert_eq!((law.jolt.shakes, law.jolt.full), ([9.0, 4.0], [20.0, 0.2]));
    assert!((law.jolt.shake[0] - 2.0_f32.to_radians()).abs() < 1e-6 && law.jolt.shake[1] > 0.0, "{law:?}");
    assert_eq!((vehicle.views.outside[0], vehicle.views.outside[1]), (12.0, 6.0));
    assert_eq!(vehicle.views.cockpit, Vec3::new(1.0, 7.0, 2.0));
    // Arms that do not aim take none of the pitch; one without jets is not lifted.
    let scene = load("( version 2 aim_arm_pitch_factor 0.5 aim_ignore_arms 1 camera (tether (dist 20)) )");
    let vehicle = scene.driven().unwrap();
    let LawKind::Mech(law) = &vehicle.law else { panic!("{vehicle:?}") };
    assert_eq!((law.arms, law.jets.lift, vehicle.views.outside[0]), (0.0, 0.0, 20.0));
}

#[test]
fn the_cage_of_a_cockpit_is_seen_from_there_alone() {
    let version = Version::MechWarrior3;
    let readers = [("dfn_a.zrd", "( version 2 hud (cage (mech_a.flt 0 1 2)) )")];
    let (install, request) = driven::installed("mechwarrior3", &world(version), &readers, Some("a"));
    install.file("zbd/mechlib.zbd", &models::library(version));
    install.file("zbd/motion.zbd", &models::motions(version));
    let machines = models::files("mechlib", "zbd/mechlib.zbd", "zbd/rmechtex.zbd");
    let request = Request { machines: Some(machines), ..request };
    let loaded = load::load(&install.vfs(), &request, &mut load::Quiet).unwrap();
    let cage = loaded.scene.driven().unwrap().views.cage.expect("a cage");
    let eye = loaded.scene.driven().unwrap().views.cockpit;
    let mut simulation =
        runtime::Simulation::of_loaded(loaded.scene.into(), loaded.derived, 1, &world::Limits::default());
    let tick = |simulation: &mut runtime::Simulation| simulation.tick(&runtime::Input::default());
    tick(&mut simulation);
    assert!(!simulation.state().is_active(cage), "from outside");
    assert!(simulation.edit().set_camera(CameraMode::Cockpit { eye }, 0.0));
    tick(&mut simulation);
    assert!(simulation.state().is_active(cage));
    // It stops nobody's shot, and is nobody's ground: whoever looks from inside changes nothing.
    let there = NodeFlags::INTERSECT | NodeFlags::ALTITUDE;
    assert!(!simulation.state().nodes.flags[cage.index()].intersects(there));
    let own = simulation.state().person().unwrap();
    let wanted = own.position() + own.seat() * eye;
    let place = simulation.state().nodes.transforms[cage.index()];
    assert!(Vec3::from(place.translation).abs_diff_eq(wanted, 1e-4), "{place:?}");
    assert!(place.matrix3.abs_diff_eq(own.seat(), 1e-5));
}
