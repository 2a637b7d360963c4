//! Particles and ribbons of models, against numbers worked out by hand.

use crate::warcraft::maker::{Install, bytes, card, codes, load, name_of, ranged, sequence};
use glam::Vec3;
use runtime::{Input, Simulation};
use std::f32::consts::{FRAC_PI_2, PI, TAU};
use warcraft::m2::{
    EmitterForm, Light, Model, Particle, RenderFlags, Ribbon, Track, emitter, parameter, particle_flags,
};
use world::{Aim, AnimatorId, Blend, ClipId, Clock, Drag, Facing, Limits, Particle as Drawn, Scene};

/// An emitter with these constant numbers.
fn sending(numbers: &[(usize, f32)]) -> Particle {
    let mut own = Particle { position: [0.0, 0.0, 1.0], ..Particle::default() };
    for (number, value) in [(parameter::RATE, 4.0), (parameter::LIFE_SPAN, 2.0)].iter().chain(numbers) {
        own.tracks[*number] = Track::constant(*value);
    }
    own
}

/// A card that sends out particles.
fn with(own: Particle) -> Model {
    Model { particles: vec![own], ..card() }
}

/// The scene as a world that stands, after so many ticks.
fn after(scene: &Scene, ticks: u32) -> Simulation {
    let (mut world, _) = Simulation::new(scene.clone().into(), 1, &Limits::default());
    world.edit().play(AnimatorId(0), Clock::looping(ClipId(0)));
    (0..ticks).for_each(|_| world.tick(&Input::default()));
    world
}

/// All particles, oldest first.
fn particles(world: &Simulation) -> Vec<Drawn> {
    let (scene, state) = (world.scene(), world.state());
    let mut all = Vec::new();
    for own in &state.effects.emitters {
        let law = own.law_in(scene).expect("a law");
        own.particles(law, state.tick as f64, |particle| all.push(particle));
    }
    all
}

/// A place in the world in the model's own axes: it is turned to look along -z.
fn of_model(world: &Simulation, place: Vec3) -> Vec3 {
    let back = world.scene().nodes[0].transform.inverse();
    world.scene().frame.to_game(back.transform_point3(place))
}

#[track_caller]
fn near(found: Vec3, wanted: [f32; 3]) {
    assert!(found.abs_diff_eq(Vec3::from(wanted), 2e-3), "{found}, expected {wanted:?}");
}

#[test]
fn particles_rise_fall_grow_and_change_colour_as_their_numbers_say() {
    let own = Particle {
        midpoint: 0.5,
        colors: [0xFF00_0000, 0xFFFF_8000, 0x00FF_FFFF],
        sizes: [1.0, 3.0, 0.0],
        spin: 0.5,
        ..sending(&[(parameter::SPEED, 2.0), (parameter::GRAVITY, 1.0)])
    };
    let loaded = load(&with(own));
    assert_eq!(codes(&loaded), [""; 0]);
    let world = after(&loaded.scene, 90);
    // One each quarter of a second, the first after one: at 1.5 s they are 1.25, 1, ... 0 old.
    let all = particles(&world);
    assert_eq!(all.len(), 6);
    for (number, particle) in all.iter().enumerate() {
        let age = 1.25 - 0.25 * number as f32;
        near(of_model(&world, particle.position), [0.0, 0.0, 1.0 + 2.0 * age - 0.5 * age * age]);
    }
    // 1.25 of 2 s: a quarter of the way from the middle to the end; half a turn per life and one whole, halved.
    let oldest = all[0];
    assert!((oldest.size - 2.25).abs() < 1e-3, "{oldest:?}");
    let wanted = [1.0, 0.502 + 0.498 * 0.25, 0.25, 0.75];
    assert!(oldest.color.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 2e-3), "{oldest:?}");
    assert!((oldest.turn - 0.5 * TAU * 0.625).abs() < 1e-3, "{oldest:?}");
    // 0.75 of 2 s: three quarters of the way to the middle.
    let young = all[2];
    assert!((young.size - 2.5).abs() < 1e-3 && (young.color[0] - 0.75).abs() < 2e-3, "{young:?}");
}

#[test]
fn speed_falls_with_age_where_there_is_drag() {
    let own = Particle { drag: 0.5, ..sending(&[(parameter::SPEED, 2.0), (parameter::RATE, 1.0)]) };
    let loaded = load(&with(own));
    assert_eq!(loaded.scene.emitters[0].drag, Drag::Damping { per_second: 0.5 });
    let world = after(&loaded.scene, 120);
    // One second old: 2 (1 - e^-0.5) / 0.5.
    near(of_model(&world, particles(&world)[0].position), [0.0, 0.0, 1.0 + 4.0 * (1.0 - libm::expf(-0.5))]);
}

#[test]
fn planes_spheres_and_lines_are_what_particles_start_from() {
    let area = [(parameter::AREA_LENGTH, 4.0), (parameter::AREA_WIDTH, 1.0), (parameter::RATE, 500.0)];
    let reach = |form: EmitterForm, more: &[(usize, f32)], spline: Vec<[f32; 3]>| {
        let numbers: Vec<_> = area.iter().chain(more).copied().collect();
        let world = after(&load(&with(Particle { form, spline, ..sending(&numbers) })).scene, 60);
        let all = particles(&world);
        assert!(all.len() > 400);
        let places: Vec<Vec3> = all.iter().map(|own| of_model(&world, own.position) - Vec3::Z).collect();
        let least = places.iter().copied().reduce(Vec3::min).unwrap();
        let most = places.iter().copied().reduce(Vec3::max).unwrap();
        (places, least, most)
    };
    let plane = EmitterForm::Words { blend: 4, emitter: emitter::PLANE };
    let (_, least, most) = reach(plane, &[], Vec::new());
    // Length along x, width along y.
    assert!(least.abs_diff_eq(Vec3::new(-2.0, -0.5, 0.0), 0.05), "{least}");
    assert!(most.abs_diff_eq(Vec3::new(2.0, 0.5, 0.0), 0.05), "{most}");
    let sphere = EmitterForm::Bytes { blend: 2, emitter: emitter::SPHERE as u8, color: 0 };
    let (places, ..) =
        reach(sphere, &[(parameter::VERTICAL_RANGE, PI), (parameter::HORIZONTAL_RANGE, TAU)], Vec::new());
    assert!(places.iter().all(|place| (0.999..=4.001).contains(&place.length())));
    assert!(places.iter().any(|place| place.z < -3.0) && places.iter().any(|place| place.x > 3.0));
    let spline = EmitterForm::Words { blend: 4, emitter: emitter::SPLINE };
    let line = vec![[0.0; 3], [3.0, 0.0, 0.0], [3.0, 0.0, 1.0]];
    let (places, ..) = reach(spline, &[], line);
    assert!(places.iter().all(|place| place.y.abs() < 1e-3 && (place.z < 1e-3 || place.x > 2.999)));
    let upright = places.iter().filter(|place| place.z > 1e-3).count();
    // A quarter of the way is upright.
    assert!((upright as f32 / places.len() as f32 - 0.25).abs() < 0.06, "{upright}");
}

#[test]
fn a_rate_that_a_sequence_changes_is_that_of_the_time_of_each_birth() {
    let mut own = sending(&[(parameter::LIFE_SPAN, 10.0), (parameter::SPEED, 1.0)]);
    // Eight a second in the first second of two, none in the other.
    own.tracks[parameter::RATE] =
        ranged(Track { interpolation: 0, ..Track::linear([(1000, 8.0), (2000, 0.0), (3000, 0.0)]) });
    let scene = load(&with(own.clone())).scene;
    let count = |ticks| particles(&after(&scene, ticks)).len();
    assert_eq!([30, 62, 118, 182].map(count), [4, 8, 8, 16]);
    // The same by a switch.
    own.tracks[parameter::RATE] = Track::constant(8.0);
    own.enabled = ranged(Track {
        interpolation: 0,
        times: vec![1000, 2000, 3000],
        values: vec![1, 0, 0],
        ..Track::default()
    });
    let scene = load(&with(own.clone())).scene;
    let count = |ticks| particles(&after(&scene, ticks)).len();
    assert_eq!([30, 62, 118, 182].map(count), [4, 8, 8, 16]);
    // A speed that rises from 0 to 4 within the sequence: each keeps that of its birth.
    own.enabled = Track::constant(1);
    own.tracks[parameter::RATE] = Track::constant(2.0);
    own.tracks[parameter::SPEED] = ranged(Track::linear([(1000, 0.0), (3000, 4.0)]));
    let world = after(&load(&with(own)).scene, 96);
    let heights: Vec<f32> =
        particles(&world).iter().map(|own| of_model(&world, own.position).z - 1.0).collect();
    // Born at 0.5, 1 and 1.5 s with 1, 2 and 3 yards a second; now it is 1.6 s.
    let wanted = [1.1, 1.2, 0.3];
    assert!(heights.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 0.05), "{heights:?}");
}

#[test]
fn a_global_sequence_gives_births_by_the_clock_of_the_world() {
    let mut own = sending(&[(parameter::LIFE_SPAN, 10.0)]);
    own.tracks[parameter::RATE] =
        Track { interpolation: 0, global_sequence: 0, ..Track::linear([(0, 10.0), (250, 0.0), (500, 0.0)]) };
    let model = Model { global_sequences: vec![500, 0], ..with(own.clone()) };
    let scene = load(&model).scene;
    // Ten a second for a quarter of each half second.
    assert_eq!([14, 31, 61].map(|ticks| particles(&after(&scene, ticks)).len()), [2, 2, 5]);
    // One without length stays at its start.
    own.tracks[parameter::RATE].global_sequence = 1;
    let model = Model { global_sequences: vec![500, 0], ..with(own) };
    assert_eq!(particles(&after(&load(&model).scene, 61)).len(), 10);
}

#[test]
fn emitters_go_with_their_bones_and_leave_particles_behind_or_take_them_along() {
    let mut model = with(sending(&[(parameter::LIFE_SPAN, 10.0)]));
    // Two yards a second ahead.
    let way = ranged(Track::linear([(1000, [0.0; 3]), (3000, [4.0, 0.0, 0.0])]));
    model.bones[0].translation = way;
    let ahead = |model: &Model| -> Vec<f32> {
        let world = after(&load(model).scene, 60);
        particles(&world).iter().map(|own| of_model(&world, own.position).x).collect()
    };
    let near = |found: &[f32], wanted: [f32; 4]| {
        assert_eq!(found.len(), 4);
        assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 0.05), "{found:?}");
    };
    near(&ahead(&model), [0.5, 1.0, 1.5, 2.0]);
    model.particles[0].flags = particle_flags::NO_TRAIL;
    near(&ahead(&model), [2.0; 4]);
    // Half of the way of an emitter that is faster than one yard a second.
    model.particles[0].flags = 0;
    model.particles[0].follow = [0.0, 0.0, 1.0, 0.5];
    near(&ahead(&model), [1.25, 1.5, 1.75, 2.0]);
}

#[test]
fn up_is_that_of_the_bone_or_that_of_the_world() {
    let mut model = with(sending(&[(parameter::SPEED, 1.0), (parameter::RATE, 1.0)]));
    // A quarter about y: up turns to ahead.
    let quarter = [0.0, libm::sinf(FRAC_PI_2 / 2.0), 0.0, libm::cosf(FRAC_PI_2 / 2.0)];
    model.bones[0].rotation = warcraft::m2::Rotation::Full(ranged(Track::constant(quarter)));
    model.bones[0].pivot = [0.0, 0.0, 1.0];
    let place = |model: &Model| {
        let world = after(&load(model).scene, 120);
        of_model(&world, particles(&world)[0].position)
    };
    near(place(&model), [1.0, 0.0, 1.0]);
    model.particles[0].flags = particle_flags::WORLD_UP;
    near(place(&model), [0.0, 0.0, 2.0]);
}

#[test]
fn tiles_tails_and_blends_are_those_of_the_file() {
    let own = Particle {
        form: EmitterForm::Words { blend: 4, emitter: 1 },
        rows: 4,
        columns: 4,
        tiles: [0, 7, 1, 8, 16, 2, 1, 1, 2, 2],
        tail_length: 0.5,
        ..sending(&[])
    };
    let law = |own: &Particle| load(&with(own.clone())).scene.emitters.remove(0);
    let head = law(&own);
    assert_eq!(head.facing, Facing::Camera);
    // Eight tiles until the middle; after it nine, twice, the last of which is the one before.
    assert_eq!([0.0, 0.25, 0.49].map(|share| head.tiles.at(share)), [0, 4, 7]);
    assert_eq!([0.5, 0.74, 0.76, 0.99].map(|share| head.tiles.at(share)), [8, 15, 8, 15]);
    let tail = law(&Particle { head_tail: 1, ..own.clone() });
    assert_eq!((tail.facing, tail.tiles.at(0.1)), (Facing::Streak { seconds: 0.5 }, 1));
    let both = law(&Particle { head_tail: 2, ..own.clone() });
    assert_eq!(both.facing, Facing::HeadAndTail { seconds: 0.5 });
    assert_eq!(both.manner.tail_tiles.unwrap().at(0.9), 2);
    let flat = law(&Particle { flags: particle_flags::FLAT, ..own.clone() });
    assert_eq!(flat.facing, Facing::Level);
    let pinned = law(&Particle { kind: 1, ..own.clone() });
    assert!(matches!(pinned.facing, Facing::Streak { seconds } if seconds > 100.0));
    let outward = law(&Particle { flags: particle_flags::OUTWARD, ..own.clone() });
    assert_eq!(outward.manner.aim, Aim::Away { height: 0.0 });
    for (form, blend) in [
        (EmitterForm::Words { blend: 2, emitter: 1 }, Blend::Alpha),
        (EmitterForm::Bytes { blend: 4, emitter: 2, color: 0 }, Blend::AdditiveAlpha),
    ] {
        let scene = load(&with(Particle { form, ..own.clone() })).scene;
        let material = &scene.materials[scene.emitters[0].material.index()];
        assert_eq!((material.blend, material.depth_write, material.unlit), (blend, Some(false), true));
    }
}

#[test]
fn particles_may_be_lit_be_kept_on_the_ground_and_be_models() {
    let law = |own: Particle| {
        let loaded = load(&with(own));
        (loaded.scene.emitters[0].clone(), loaded)
    };
    let flagged = |flags: u32| Particle { flags, ..sending(&[(parameter::SPEED, 2.0)]) };
    assert!(law(flagged(particle_flags::LIT)).0.manner.lit);
    assert!(!law(flagged(particle_flags::LIT | particle_flags::UNLIT)).0.manner.lit);
    assert!(!law(flagged(0)).0.manner.lit);
    // Nothing is below the card: they stay as high as they are born, and a little.
    let (_, loaded) = law(flagged(particle_flags::GROUND));
    let world = after(&loaded.scene, 60);
    near(of_model(&world, particles(&world)[0].position), [0.0, 0.0, 1.02]);
    // One that names a model is one; what is nowhere is said, and a picture shown.
    let named = |name: &str| Particle { model: name_of(name), ..sending(&[]) };
    let install = |name: &str| {
        let files =
            [("card.m2", bytes(&with(named(name)))), ("Spells/Leaf.m2", bytes(&with(named("card.mdx"))))];
        Install::new(&files).load("card.m2")
    };
    let loaded = install("Spells\\Leaf.mdl");
    let model = loaded.scene.emitters[0].manner.model.expect("a model");
    assert_eq!(loaded.scene.models[model.index()].indices.len(), 3);
    // The leaf's own particles, which would be cards again, are no part of it.
    assert_eq!((loaded.scene.models.len(), loaded.scene.emitters.len()), (2, 1));
    let loaded = install("nowhere.mdx");
    assert!(loaded.scene.emitters[0].manner.model.is_none());
    assert!(codes(&loaded).contains(&"load.warcraft.item"), "{:?}", codes(&loaded));
}

#[test]
fn what_no_document_says_how_to_show_is_told_once() {
    let told = |model: &Model| -> Option<String> {
        let findings = load(model).findings;
        let told: Vec<_> = findings.iter().filter(|one| one.code == "load.warcraft.not_shown").collect();
        assert!(told.len() <= 1, "{told:?}");
        told.first().map(|one| one.found.to_string())
    };
    let usual = Particle { tumble: [0.0, 0.0, 0.0, 0.0, 0.0, 3.0], burst: 0.0, ..sending(&[]) };
    // Pictures do not tumble, and no factor on bursts is none.
    assert_eq!(told(&with(usual.clone())), None);
    let mut model = with(Particle { child: name_of("child"), burst: 2.0, ..usual.clone() });
    model.particles.push(Particle { model: name_of("nowhere"), tile_rotation: 5, ..usual });
    model.particles.push(Particle {
        flags: particle_flags::LIT | 0x200,
        child: name_of("b"),
        ..sending(&[])
    });
    model.flags = 2;
    model.lights = vec![Light { kind: 0, ..Light::default() }];
    let wanted = "a tilt on slopes, emitters whose particles send out particles (2), emitters with bursts (1), \
                  emitters of models that tumble (1), emitters of turned tiles (1), \
                  emitters with flags of unknown meaning (1), lights along a direction (1)";
    assert_eq!(told(&model).as_deref(), Some(wanted));
}

#[test]
fn numbers_that_are_nan_or_too_large_send_out_nothing_strange() {
    let mut own = sending(&[(parameter::GRAVITY, f32::NAN), (parameter::SPEED, 1.0)]);
    own.drag = f32::NAN;
    own.midpoint = f32::NAN;
    let loaded = load(&with(own));
    let world = after(&loaded.scene, 60);
    // Without gravity.
    near(of_model(&world, particles(&world)[0].position), [0.0, 0.0, 1.75]);
    let own = sending(&[
        (parameter::RATE, 1e30),
        (parameter::LIFE_SPAN, 1e30),
        (parameter::SPEED, f32::INFINITY),
        (parameter::VERTICAL_RANGE, 1e30),
    ]);
    let loaded = load(&with(own));
    assert!(codes(&loaded).contains(&"world.emitter.unsound"), "{:?}", codes(&loaded));
    let all = particles(&after(&loaded.scene, 30));
    assert!(all.len() <= 4096 && all.iter().all(|own| own.position.is_finite()));
    let own = Particle { bone: 99, texture: 99, tiles: [-3, 900, -1, 70, 2, 0, 0, 0, 0, 0], ..sending(&[]) };
    assert_eq!(particles(&after(&load(&with(own)).scene, 60)).len(), 4);
}

#[test]
fn a_ribbon_keeps_the_numbers_that_its_edges_were_left_with() {
    let mut model = card();
    let way = ranged(Track::linear([(1000, [0.0; 3]), (3000, [4.0, 0.0, 0.0])]));
    model.bones[0].translation = way;
    model.render_flags.push(RenderFlags { flags: 0x12, blend: 4 });
    model.ribbons = vec![Ribbon {
        position: [0.0, 0.0, 1.0],
        textures: vec![0],
        render_flags: vec![1],
        color: Track::constant([1.0, 0.5, 0.0]),
        alpha: ranged(Track::linear([(1000, 0), (3000, 32767)])),
        above: ranged(Track::linear([(1000, 1.0), (3000, 3.0)])),
        below: Track::constant(0.25),
        edges_per_second: 4.0,
        edge_lifetime: 1.0,
        rows: 2,
        columns: 2,
        slot: Track::constant(3),
        // Nothing is left between 0.4 and 0.9 s.
        visible: ranged(Track { times: vec![1000, 1400, 1900], values: vec![1, 0, 1], ..Track::default() }),
        ..Ribbon::default()
    }];
    let scene = load(&model).scene;
    let material = &scene.materials[scene.ribbons[0].material.index()];
    assert_eq!(
        (material.blend, material.unfogged, material.depth_write),
        (Blend::AdditiveAlpha, true, Some(false))
    );
    let world = after(&scene, 75);
    let mut edges = Vec::new();
    let ribbon = &world.state().effects.ribbons[0];
    ribbon.edges(&scene.ribbons[0], 75.0, |edge| edges.push(edge));
    // At 1.25 s: the node, and what was left at 1.25 (the same place), 1.0 and 0.25.
    let wanted = [1.25, 1.0, 0.25];
    assert_eq!(edges.len(), 3, "{edges:?}");
    for (edge, time) in edges.iter().zip(wanted) {
        let [above, below] = edge.ends.map(|end| of_model(&world, end));
        near(above, [2.0 * time, 0.0, 2.0 + time]);
        near(below, [2.0 * time, 0.0, 0.75]);
        let opacity = time / 2.0;
        assert!((edge.color[3] - opacity).abs() < 0.01 && (edge.color[1] - 0.5).abs() < 1e-3, "{edge:?}");
        assert_eq!(edge.tile, 3);
    }
    // The newest goes on to the next, which does not go on to the one beyond the gap.
    assert_eq!(edges.iter().map(|edge| edge.joined).collect::<Vec<_>>(), [true, false, false]);
}

#[test]
fn effects_go_over_from_one_sequence_to_another_with_it() {
    let mut own = sending(&[(parameter::LIFE_SPAN, 10.0)]);
    // None while it stands, sixteen a second while it walks.
    own.tracks[parameter::RATE] = Track {
        interpolation: 0,
        ranges: vec![[0, 1], [2, 3]],
        ..Track::linear([(1000, 0.0), (3000, 0.0), (4000, 16.0), (6000, 16.0)])
    };
    let mut model = with(own);
    model.sequences = vec![sequence(0, 0), sequence(1, 4)];
    let mut world = after(&load(&model).scene, 60);
    assert!(particles(&world).is_empty());
    world.edit().fade_to(AnimatorId(0), Clock::looping(ClipId(1)), 1.0);
    (0..60).for_each(|_| world.tick(&Input::default()));
    // Half of the rate on average within the second of the change.
    let count = particles(&world).len();
    assert!((7..=8).contains(&count), "{count}");
}
