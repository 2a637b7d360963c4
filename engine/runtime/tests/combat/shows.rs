//! What is seen and heard of weapons: at their muzzles, on the way, where they hit.

use super::hits::says;
use super::*;
use std::f32::consts::{FRAC_PI_2, PI, TAU};
use world::program::{ProgramSound, SoundRef};
use world::{Impact, NodeFlags, ProgramId, Surface, WeaponManner, WeaponShow};

fn sound(file: &str, looping: bool) -> Option<SoundRef> {
    Some(ProgramSound { file: file.into(), volume: 0.5, looping, ..ProgramSound::default() }.into())
}

/// The sounds that begin, with their places.
fn heard(simulation: &Simulation) -> Vec<(String, Vec3)> {
    let begun = simulation.cues().iter().filter_map(|cue| match cue {
        Cue::Sound { file, at: Some(at), .. } => Some((file.clone(), *at)),
        _ => None,
    });
    begun.collect()
}

/// A thin model that nobody sees where it stands.
fn template(sketch: &mut Sketch, rest: Affine3A) -> NodeId {
    let model = sketch.model(ModelSketch::new().cuboid(Vec3::splat(-0.1), Vec3::splat(0.1)));
    let node = sketch.node("template", Some(model), &[]);
    sketch.at(node).transform = rest;
    node
}

/// Where the copy of a shot is seen.
fn seen(simulation: &Simulation, node: NodeId) -> Affine3A {
    let probe = simulation.probe();
    *probe.occurrences.transform(probe.occurrences.of(node).next().unwrap())
}

/// Where a program runs, and how it is turned.
fn place(simulation: &Simulation, program: usize) -> (Vec3, Vec3) {
    simulation.state().programs.instances[program].place.unwrap()
}

#[test]
fn a_muzzle_flashes_along_its_way_and_turned_by_chance() {
    let fire = |show: WeaponShow| {
        let mut sketch = armed(vec![WeaponLaw { fire: show, ..shell() }]);
        sketch.scene.programs = vec![says(1)];
        sketch.scene.avatar.yaw = FRAC_PI_2;
        let mut simulation = start(sketch);
        simulation.tick(&FIRE);
        simulation
    };
    let flash = Some(ProgramId(0));
    // To the west. The C library's first number from 1 is 41 of 32767: that part of a turn.
    let turned = fire(WeaponShow { program: flash, sound: sound("bang.wav", false), random_turn: true });
    let (at, angles) = place(&turned, 0);
    assert!(at.abs_diff_eq(Vec3::Y, 1e-4), "{at}");
    assert!(angles.abs_diff_eq(Vec3::new(0.0, FRAC_PI_2, 41.0 / 32767.0 * TAU), 1e-4), "{angles}");
    let [(file, at)] = &heard(&turned)[..] else { panic!("{:?}", turned.cues()) };
    assert!(file == "bang.wav" && at.abs_diff_eq(Vec3::Y, 1e-4), "{file} {at}");
    // Each of both alone.
    let still = fire(WeaponShow { program: flash, ..WeaponShow::default() });
    assert_eq!((place(&still, 0).1.z, heard(&still)), (0.0, vec![]));
    let loud = fire(WeaponShow { sound: sound("bang.wav", false), ..WeaponShow::default() });
    assert_eq!((loud.state().programs.instances[0].runs, heard(&loud).len()), (0, 1));
    // What shows nothing draws no number.
    let before = start(armed(vec![shell()])).state().random;
    let nothing = fire(WeaponShow { random_turn: true, ..WeaponShow::default() });
    assert_eq!(nothing.state().random, before);
}

#[test]
fn what_flies_is_heard_on_its_way() {
    let flight = WeaponShow { sound: sound("hum.wav", true), ..WeaponShow::default() };
    let law = WeaponLaw { flight, range: 7.0, rate: 0.1, ..shell() };
    let mut simulation = start(armed(vec![law.clone(), shell()]));
    simulation.tick(&FIRE);
    let own = shots(&simulation)[0];
    assert_eq!(own.sound, 1 << 30 | own.id);
    assert!(
        simulation
            .cues()
            .iter()
            .any(|cue| matches!(cue, Cue::Sound { handle, file, looping: true, volume: 0.5, .. }
        if *handle == own.sound && file == "hum.wav"))
    );
    let moved = |simulation: &Simulation| {
        simulation.cues().iter().find_map(|cue| match cue {
            Cue::MoveSound { handle, at } => Some((*handle, *at)),
            _ => None,
        })
    };
    let stopped = |simulation: &Simulation| {
        simulation
            .cues()
            .iter()
            .any(|cue| matches!(cue, Cue::StopSound { handle, seconds: 0.0 } if *handle == own.sound))
    };
    simulation.tick(&STAND);
    assert_eq!(moved(&simulation), Some((own.sound, shots(&simulation)[0].place)));
    assert!(!stopped(&simulation));
    // Seven units are three ticks.
    run(&mut simulation, &STAND, 2);
    assert!(stopped(&simulation) && shots(&simulation).is_empty(), "{:?}", simulation.cues());
    // The next has a number of its own; of one without a sound nothing is told.
    let mut simulation = start(armed(vec![shell(), law]));
    simulation.tick(&FIRE);
    run(&mut simulation, &STAND, 1);
    assert_eq!(moved(&simulation), None);
    simulation.tick(&Input { fire_second: true, ..STAND });
    let last = shots(&simulation).last().unwrap();
    assert_eq!((last.id, last.sound), (1, 1 << 30 | 1));
    // So it has however many there were before: 3 billion and seven.
    let simulation = start(armed(vec![WeaponLaw {
        flight: WeaponShow { sound: sound("hum.wav", true), ..WeaponShow::default() },
        ..shell()
    }]));
    let mut state = simulation.state().clone();
    state.combat.next = 3 << 30 | 7;
    let scene = std::sync::Arc::clone(simulation.scene());
    let mut simulation = Simulation::resume(scene, state, &world::Limits::default()).unwrap().0;
    simulation.tick(&FIRE);
    assert_eq!(shots(&simulation)[0].sound, 1 << 30 | 7);
    let mut simulation = start(armed(vec![WeaponLaw { range: 3.0, ..shell() }]));
    simulation.tick(&FIRE);
    simulation.tick(&STAND);
    assert!(!simulation.cues().iter().any(|cue| matches!(cue, Cue::StopSound { .. })));
}

#[test]
fn a_copy_flies_along_its_way_as_its_model_lies_and_a_mine_spins() {
    let shown = |manner: WeaponManner, yaw: f32| {
        let mut sketch = armed(vec![WeaponLaw { manner, ..shell() }]);
        let model = template(&mut sketch, Affine3A::from_rotation_x(FRAC_PI_2));
        sketch.scene.combat.weapons[0].model = Some(model);
        sketch.scene.avatar.yaw = yaw;
        let mut simulation = start(sketch);
        simulation.tick(&FIRE);
        simulation.tick(&STAND);
        let shot = shots(&simulation)[0];
        let seen = seen(&simulation, shot.node.unwrap());
        assert!(seen.translation.abs_diff_eq(shot.place.into(), 1e-4), "{seen:?}");
        [Vec3::from(seen.matrix3.x_axis), Vec3::from(seen.matrix3.z_axis)]
    };
    let near = |found: [Vec3; 2], wanted: [Vec3; 2]| {
        let is_near = found.iter().zip(wanted).all(|(own, wanted)| own.abs_diff_eq(wanted, 1e-4));
        assert!(is_near, "{found:?} instead of {wanted:?}");
    };
    // The model lies on its back; to the west its x is to the north.
    near(shown(WeaponManner::empty(), 0.0), [Vec3::X, Vec3::NEG_Y]);
    near(shown(WeaponManner::empty(), FRAC_PI_2), [Vec3::NEG_Z, Vec3::NEG_Y]);
    // 3.5 a second about its way, for two ticks.
    let (sin, cos) = (libm::sinf(3.5 / 30.0), libm::cosf(3.5 / 30.0));
    near(shown(WeaponManner::MINE, 0.0), [Vec3::new(cos, sin, 0.0), Vec3::new(sin, -cos, 0.0)]);
}

#[test]
fn a_beam_is_a_model_as_long_as_it_reaches_that_is_put_away_afterwards() {
    let law = WeaponLaw { manner: WeaponManner::BEAM, range: 40.0, rate: 0.1, ..shell() };
    let beam = |law: WeaponLaw| {
        let mut sketch = armed(vec![law]);
        let model = template(&mut sketch, Affine3A::IDENTITY);
        sketch.scene.combat.weapons[0].model = Some(model);
        let mut simulation = start(sketch);
        simulation.tick(&FIRE);
        simulation
    };
    let mut simulation = beam(law.clone());
    let node = simulation.state().combat.beams[0].node.unwrap();
    let found = seen(&simulation, node);
    // From the muzzle its z goes 40 to the north, and its x to the west.
    assert!(found.translation.abs_diff_eq(Vec3::Y.into(), 1e-4), "{found:?}");
    assert!(found.matrix3.z_axis.abs_diff_eq((Vec3::NEG_Z * 40.0).into(), 1e-3), "{found:?}");
    assert!(found.matrix3.x_axis.abs_diff_eq(Vec3::NEG_X.into(), 1e-4), "{found:?}");
    assert!(found.matrix3.y_axis.abs_diff_eq(Vec3::Y.into(), 1e-4), "{found:?}");
    run(&mut simulation, &STAND, 20);
    assert!(!simulation.state().nodes.flags[node.index()].contains(NodeFlags::ACTIVE));
    assert_eq!(simulation.state().combat.spare.len(), 1);
    // One that reaches nowhere still has a length.
    let short = beam(WeaponLaw { range: 0.0, ..law.clone() });
    let node = short.state().combat.beams[0].node.unwrap();
    assert!((seen(&short, node).matrix3.z_axis.length() - 0.001).abs() < 1e-6);
    // Where rules show none, it hits all the same.
    let mut sketch = armed(vec![law.clone()]);
    sketch.scene.combat.rules.beam = 0.0;
    target(&mut sketch, Vec3::new(0.0, 1.0, -20.0), 1.0, 25.0);
    let mut simulation = start(sketch);
    simulation.tick(&FIRE);
    assert_eq!((simulation.state().combat.beams.len(), target_health(&simulation)), (0, 15.0));
    // There are 256 at most, however many are fired in the twelve ticks in which one is seen.
    let slot = |_| SlotLaw { weapon: 0, ammunition: None, groups: 1, muzzles: vec![] };
    let mut sketch = armed(vec![WeaponLaw { rate: 60.0, ..law }]);
    sketch.scene.combat.arms[0].slots = (0..300).map(slot).collect();
    let mut simulation = start(sketch);
    run(&mut simulation, &FIRE, 12);
    assert_eq!(simulation.state().combat.beams.len(), 256);
}

#[test]
fn copies_that_wait_are_used_again_where_they_are_needed() {
    let law = WeaponLaw { range: 5.0, rate: 60.0, ..shell() };
    let mut sketch = armed(vec![law.clone(), law]);
    let [first, second] = [0, 1].map(|_| template(&mut sketch, Affine3A::IDENTITY));
    // The first is hidden where it stands, and its copies are not.
    sketch.at(first).flags = sketch.at(first).flags.difference(NodeFlags::ACTIVE);
    (sketch.scene.combat.weapons[0].model, sketch.scene.combat.weapons[1].model) =
        (Some(first), Some(second));
    let mut simulation = start(sketch);
    let is_shown = |simulation: &Simulation| {
        let shot = *shots(simulation).last().unwrap();
        let node = shot.node.unwrap();
        assert!(simulation.state().nodes.flags[node.index()].contains(NodeFlags::ACTIVE));
        assert!(seen(simulation, node).translation.abs_diff_eq(shot.place.into(), 1e-4));
        node
    };
    simulation.tick(&FIRE);
    let copy = is_shown(&simulation);
    run(&mut simulation, &STAND, 5);
    assert_eq!(simulation.state().combat.spare.len(), 1);
    // The second weapon has a model of its own; the first has its copy again.
    simulation.tick(&Input { fire_second: true, ..STAND });
    assert_ne!(is_shown(&simulation), copy);
    run(&mut simulation, &STAND, 5);
    simulation.tick(&FIRE);
    assert_eq!(is_shown(&simulation), copy);
    // It is not drawn on a way from where the last one ended, five units ahead of the muzzle.
    let occurrences = simulation.occurrences();
    let stood = occurrences.previous(occurrences.of(copy).next().unwrap()).translation;
    assert!(stood.z.abs() < 2.1, "{stood}");
    // What somebody removed meanwhile is made anew.
    run(&mut simulation, &STAND, 5);
    assert!(simulation.edit().despawn(copy));
    simulation.tick(&FIRE);
    assert_ne!(is_shown(&simulation), copy);
}

#[test]
fn a_bounce_is_seen_and_heard_where_it_is() {
    let bounces = Impact { bounce_sound: sound("tock.wav", false), ..Impact::default() };
    let law = WeaponLaw {
        manner: WeaponManner::MINE,
        gravity: 28.0,
        speed: 6.0,
        rate: 0.1,
        impacts: vec![(Surface::Default, bounces)],
        ..shell()
    };
    let mut sketch = armed(vec![law]);
    let model = template(&mut sketch, Affine3A::IDENTITY);
    sketch.scene.combat.weapons[0].model = Some(model);
    let mut simulation = start(sketch);
    simulation.tick(&FIRE);
    let told = until(&mut simulation, &STAND, 60, |cue| matches!(cue, Cue::Sound { .. }));
    assert!(told.is_some());
    let shot = shots(&simulation)[0];
    assert!(shot.velocity.y > 0.0);
    let [(file, at)] = &heard(&simulation)[..] else { panic!("{:?}", simulation.cues()) };
    assert!(file == "tock.wav" && at.abs_diff_eq(shot.place, 1e-4), "{file} {at}");
    assert!(seen(&simulation, shot.node.unwrap()).translation.abs_diff_eq(shot.place.into(), 1e-4));
}

#[test]
fn a_hit_shows_what_its_surface_shows_and_no_more() {
    let dust = Impact { program: Some(ProgramId(0)), sound: sound("thud.wav", false), ..Impact::default() };
    let brick = Impact { effect: "brick".into(), ..Impact::default() };
    let impacts = vec![(Surface::Building, brick), (Surface::Default, dust)];
    let mut sketch = armed(vec![WeaponLaw { gravity: 600.0, rate: 0.1, impacts, ..shell() }]);
    sketch.scene.programs = vec![says(1)];
    let mut simulation = start(sketch);
    simulation.tick(&FIRE);
    let mut at = Vec3::NAN;
    let told = until(&mut simulation, &STAND, 30, |cue| match cue {
        Cue::Hit { at: own, .. } => {
            at = *own;
            true
        }
        _ => false,
    });
    // Ground is no building.
    assert!(told.is_some());
    assert!(
        !simulation.cues().iter().any(|cue| matches!(cue, Cue::Effect { .. })),
        "{:?}",
        simulation.cues()
    );
    assert_eq!(heard(&simulation), [("thud.wav".to_owned(), at)]);
    let (place, angles) = place(&simulation, 0);
    assert_eq!(place, at);
    // It points back to where the shot came from, which is up there and to the south.
    assert!(angles.x > 0.1 && (angles.y.abs() - PI).abs() < 1e-3, "{angles}");
}

#[test]
fn a_kill_without_an_animation_of_its_own_shows_that_of_a_hit() {
    let mut sketch = armed(vec![shell()]);
    target(&mut sketch, Vec3::new(0.0, 1.0, -21.0), 1.0, 5.0);
    sketch.scene.programs.push(says(4));
    let impact = Impact { program: Some(ProgramId(1)), ..Impact::default() };
    sketch.scene.combat.weapons[0].impacts = vec![(Surface::Building, impact)];
    let mut simulation = start(sketch);
    let is_kill = |cue: &Cue| matches!(cue, Cue::Hit { destroyed: true, .. });
    assert!(until(&mut simulation, &FIRE, 30, is_kill).is_some());
    assert_eq!(simulation.state().programs.instances[1].runs, 1);
}
