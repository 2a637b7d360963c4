//! What programs let be heard, what goes off, and what sends out particles.

use crate::common::programs::{OTHER, ROOT, program, rules, said, say, sequence, sketch, slide};
use crate::common::{STAND, start};
use glam::{Affine3A, Vec3};
use runtime::{Cue, Simulation};
use std::sync::Arc;
use world::program::{
    Activation, Blast, Definition, Detonation, EffectTemplate, Event, EventPlace, Operand, Phase,
    ProgramRules, ProgramSound, PufferInterval, PufferState, PufferTextures, SoundRef, Step,
};
use world::{
    EmitterLaw, EmitterLawId, Limits, MaterialId, NodeId, ProgramId, Ramp, Rate, SoundManner, State,
};

fn hum(looping: bool) -> Option<SoundRef> {
    let (file, range) = ("hum.wav".into(), Some([2.0, 30.0]));
    Some(ProgramSound { file, volume: 0.5, looping, range, ..ProgramSound::default() }.into())
}

/// A world whose second node is at (0, 4, 0), in which a program has started that does this and then
/// stays for so many ticks.
fn does(events: Vec<Event>, stays: f32) -> Simulation {
    does_by(rules(), events, stays)
}

/// The same by other numbers.
fn does_by(rules: ProgramRules, events: Vec<Event>, stays: f32) -> Simulation {
    let steps = events.into_iter().map(Step::then).chain([slide(stays)]).collect();
    let own = Definition {
        sounds: vec![hum(true), None],
        sound_nodes: vec![hum(true)],
        puffers: vec!["smoke".into()],
        effects: vec![Some(EffectTemplate {
            name: "puff".into(),
            particles: Some(EmitterLawId(0)),
            seconds: 0.1,
        })],
        ..program(vec![sequence(steps)])
    };
    let mut sketch = sketch(vec![own]);
    sketch.scene.program_rules = rules;
    sketch.scene.emitters = vec![EmitterLaw::default()];
    sketch.scene.wind = Vec3::Z * 2.0;
    let mut simulation = start(sketch, [0.0; 3]);
    assert!(simulation.edit().teleport_node(NodeId(2), Affine3A::from_translation(Vec3::Y * 4.0)));
    assert!(simulation.edit().start_program(ProgramId(0), None));
    simulation
}

/// What one more tick wants heard, and which effects happen.
fn heard(simulation: &mut Simulation) -> Vec<Cue> {
    simulation.tick(&STAND);
    let is_heard = |cue: &&Cue| !matches!(cue, Cue::Callback { .. } | Cue::Landed { .. });
    simulation.cues().iter().filter(is_heard).cloned().collect()
}

fn starts(number: u32, at: Option<Vec3>, looping: bool) -> Cue {
    let (handle, file) = (1 << 31 | number, "hum.wav".to_owned());
    Cue::Sound {
        handle,
        file,
        at,
        volume: 0.5,
        looping,
        range: Some([2.0, 30.0]),
        manner: SoundManner::default(),
    }
}

#[test]
fn a_sound_is_heard_once_everywhere_or_at_a_node() {
    let sound = |sound, node| Event::Sound { sound: Some(sound), node, offset: Vec3::X };
    let events = vec![
        sound(0, Operand::None),
        sound(0, OTHER),
        sound(1, OTHER),
        sound(9, OTHER),
        sound(0, Operand::Input),
    ];
    let mut simulation = does(events, 3.0);
    let at = Some(Vec3::new(1.0, 4.0, 0.0));
    assert_eq!(heard(&mut simulation), [starts(0, None, false), starts(1, at, false)]);
    assert_eq!(heard(&mut simulation), []);
}

#[test]
fn a_sound_node_is_heard_until_it_is_switched_off_or_its_program_stops() {
    let sound = |active, place| Event::SoundNode { sound: Some(0), active, place };
    let at = EventPlace::Node { node: OTHER, offset: Vec3::Z };
    let events = vec![
        sound(false, EventPlace::At(Vec3::ONE)),
        sound(true, EventPlace::Keep),
        sound(true, EventPlace::Keep),
        sound(true, at),
    ];
    let mut simulation = does(events.clone(), 3.0);
    let there = Vec3::new(0.0, 4.0, 1.0);
    let handle = 1 << 31;
    let stop = Cue::StopSound { handle, seconds: 0.0 };
    let moved = Cue::MoveSound { handle, at: there };
    assert_eq!(heard(&mut simulation), [starts(0, Some(Vec3::ONE), true), moved]);
    // Whoever goes on from a save hears it, too.
    assert!(simulation.sounding().eq([starts(0, Some(there), true)]));
    let state = State::from_json(&simulation.state().to_json().unwrap()).unwrap();
    let scene = Arc::clone(simulation.scene());
    let (later, _) = Simulation::resume(scene, state, &Limits::default()).unwrap();
    assert!(later.sounding().eq([starts(0, Some(there), true)]));
    assert_eq!(heard(&mut simulation), []);
    assert_eq!(heard(&mut simulation), std::slice::from_ref(&stop));
    assert_eq!(simulation.sounding().count(), 0);
    // Switched off and on again it has another number, and is where it was.
    let again = [sound(false, EventPlace::Keep), sound(true, EventPlace::Keep)];
    let mut simulation = does(events.into_iter().chain(again).collect(), 3.0);
    assert_eq!(heard(&mut simulation)[2..], [stop, starts(1, Some(there), true)]);
}

#[test]
fn effects_and_weapons_go_off_in_their_place() {
    let effect = |effect, node| Event::Effect { effect: Some(effect), node, offset: Vec3::X };
    let mut simulation = does(vec![effect(0, OTHER), effect(0, Operand::Node(9)), effect(7, OTHER)], 3.0);
    let at = Vec3::new(1.0, 4.0, 0.0);
    assert_eq!(heard(&mut simulation), [Cue::Effect { name: "puff".into(), at }]);
    let emitters = &simulation.state().effects.emitters;
    assert_eq!((emitters.len(), emitters[0].anchor(), emitters[0].until), (1, Some(at), Some(6)));
    assert!(simulation.state().fits(simulation.scene()));
    // It lives on without its program: a second after its end the last particle is gone.
    said(&mut simulation, 60);
    assert_eq!(simulation.state().effects.emitters.len(), 1);
    said(&mut simulation, 10);
    assert_eq!(simulation.state().effects.emitters, []);
    let weapon = Detonation {
        weapon: "lrm".into(),
        node: ROOT,
        offset: Vec3::Y,
        blast: Some(Blast { radius: 3.0, damage: 6.0 }),
    };
    let target = |node, health, takes_blasts| Definition {
        root: Some(NodeId(node)),
        activation: Activation::WeaponHit,
        health,
        takes_blasts,
        ..program(vec![sequence(vec![slide(30.0)])])
    };
    let own = program(vec![sequence(vec![Step::then(Event::Detonate(weapon.into()))])]);
    // The first node is one unit away from it, the second three, then four.
    let targets = [target(1, 6.0, true), target(1, 7.0, true), target(1, 1.0, false), target(2, 1.0, true)];
    for (height, expected) in [(4.0, true), (4.5, false)] {
        let mut simulation = start(sketch([vec![own.clone()], targets.to_vec()].concat()), [0.0; 3]);
        assert!(simulation.edit().teleport_node(NodeId(2), Affine3A::from_translation(Vec3::Y * height)));
        assert!(simulation.edit().start_program(ProgramId(0), None));
        assert_eq!(heard(&mut simulation), [Cue::Detonated { weapon: "lrm".into(), at: Vec3::Y }]);
        let runs: Vec<bool> =
            simulation.state().programs.instances.iter().map(|own| own.phase == Phase::Running).collect();
        assert_eq!(runs, [false, true, false, false, expected]);
        assert_eq!(simulation.state().programs.instances[2].health, 1.0);
    }
}

/// An emitter at the second node, one batch in six ticks of particles that live for ten seconds.
fn smokes() -> PufferState {
    PufferState {
        puffer: Some(0),
        active: 1,
        node: Some(OTHER),
        interval_kind: Some(PufferInterval::Time),
        interval: Some(0.1),
        lifetime: Some([10.0; 2]),
        ..PufferState::default()
    }
}

/// Particles that live a little after the last tick, by emitter.
fn particles(simulation: &Simulation) -> Vec<Vec<world::Particle>> {
    let state = simulation.state();
    let of = |emitter: &world::Emitter| {
        let mut all = Vec::new();
        let law = emitter.law_in(simulation.scene()).unwrap();
        emitter.particles(law, state.tick as f64 + 0.001, |particle| all.push(particle));
        all
    };
    state.effects.emitters.iter().map(of).collect()
}

fn counts(simulation: &Simulation) -> Vec<usize> {
    particles(simulation).iter().map(Vec::len).collect()
}

#[test]
fn an_emitter_sends_out_its_batches_and_stops_with_its_program() {
    let own = PufferState {
        translate: Some(Vec3::X),
        world_velocity: Some(Vec3::Y * 60.0),
        number: Some(2),
        size: Some([0.5; 2]),
        priority: Some(10.0),
        ..smokes()
    };
    let mut simulation = does(vec![Event::Puffer(own.into())], 20.0);
    // Nothing in its first tick; then six ticks for each batch.
    for (ticks, expected) in [(1, 0), (5, 0), (1, 2), (5, 2), (1, 4)] {
        said(&mut simulation, ticks);
        assert_eq!(counts(&simulation), [expected]);
    }
    let first = particles(&simulation)[0][0];
    // Six ticks old; a fiftieth larger for each step of its priority.
    assert!(first.position.abs_diff_eq(Vec3::new(1.0, 10.0, 0.0), 0.01), "{first:?}");
    assert!((first.size - 0.6).abs() < 1e-6);
    // Without colours it fades with its life.
    assert!((first.color[3] - (1.0 - 0.01)).abs() < 1e-3 && first.color[..3] == [1.0; 3]);
    said(&mut simulation, 10);
    let ended = simulation.state().effects.emitters[0].until;
    assert_eq!((ended, counts(&simulation)), (Some(20), vec![6]));
    said(&mut simulation, 60);
    assert_eq!(counts(&simulation), [6], "what it sent out lives on");
}

#[test]
fn an_emitter_keeps_what_is_not_given_and_does_not_lose_its_turn() {
    let again = smokes();
    let mut simulation = does(vec![Event::Puffer(smokes().into()), Event::Puffer(again.into())], 3.0);
    said(&mut simulation, 1);
    assert_eq!(simulation.state().effects.emitters.len(), 1, "nothing is new");
    // It begins with the end of the first tick and gets other particles later; six ticks after each batch
    // there is the next one, whatever they look like. One that sent out nothing is gone.
    let smaller = PufferState { puffer: Some(0), active: 1, size: Some([0.25; 2]), ..PufferState::default() };
    for (ticks, before, after) in [(4.0, vec![0], vec![1]), (9.0, vec![1, 0], vec![1, 1])] {
        let steps = vec![
            Step::then(Event::Puffer(smokes().into())),
            slide(ticks),
            Step::then(Event::Puffer(smaller.clone().into())),
            slide(20.0),
        ];
        let own = Definition { puffers: vec!["smoke".into()], ..program(vec![sequence(steps)]) };
        let mut simulation = start(sketch(vec![own]), [0.0; 3]);
        assert!(simulation.edit().start_program(ProgramId(0), None));
        said(&mut simulation, if ticks == 4.0 { 6 } else { 12 });
        assert_eq!(counts(&simulation), before);
        said(&mut simulation, 1);
        assert_eq!(counts(&simulation), after);
        let all = particles(&simulation);
        assert_eq!(all.last().unwrap()[0].size, 0.25);
        assert!(all.len() == 1 || all[0][0].size == 1.0);
        assert!(simulation.state().fits(simulation.scene()));
        assert_eq!(simulation.hash(), simulation.state().hash());
    }
}

#[test]
fn an_emitter_counts_its_way_or_its_batches() {
    let by_way = PufferState {
        interval_kind: Some(PufferInterval::Distance),
        interval: Some(0.19),
        node: Some(ROOT),
        ..smokes()
    };
    // The first node goes 0.2 in each tick from the second on, when the emitter begins.
    let mut simulation = does(vec![Event::Puffer(by_way.clone().into())], 5.0);
    said(&mut simulation, 5);
    // In four ticks that is 0.8: four times 0.19.
    assert_eq!(counts(&simulation), [4]);
    // It leaves nothing on steps from the jump of the title on.
    for (jump, by_hand) in [(200.0, 2), (0.21, 2), (0.19, 0)] {
        let own = ProgramRules { jump, ..rules() };
        let mut simulation = does_by(own, vec![Event::Puffer(by_way.clone().into())], 5.0);
        said(&mut simulation, 3);
        assert_eq!(counts(&simulation), [by_hand], "{jump}");
    }
    let batches = PufferState { active: 2, ..smokes() };
    let mut simulation = does(vec![Event::Puffer(batches.into())], 60.0);
    said(&mut simulation, 40);
    assert_eq!(counts(&simulation), [2]);
    assert_eq!(simulation.state().effects.emitters[0].until, Some(13));
    // In the world, switched off, and at a node that is missing.
    let anchored = PufferState { node: Some(Operand::None), translate: Some(Vec3::Z), ..smokes() };
    let mut simulation = does(vec![Event::Puffer(anchored.into())], 60.0);
    said(&mut simulation, 8);
    assert!(particles(&simulation)[0][0].position.abs_diff_eq(Vec3::Z, 1e-6));
    assert!(simulation.edit().despawn(NodeId(1)));
    said(&mut simulation, 6);
    assert_eq!(counts(&simulation), [2]);
    let off = PufferState { puffer: Some(0), ..PufferState::default() };
    let lost = PufferState { node: Some(Operand::Node(9)), ..smokes() };
    let unknown = PufferState { puffer: Some(1), ..smokes() };
    let events = [off.clone(), lost, unknown, smokes(), off].map(|own| Event::Puffer(own.into()));
    let mut simulation = does(events.into(), 60.0);
    said(&mut simulation, 30);
    assert_eq!(counts(&simulation).iter().sum::<usize>(), 0);
}

#[test]
fn what_was_never_given_and_what_was_becomes_a_law() {
    let law = |own: PufferState| {
        let mut simulation = does(vec![Event::Puffer(own.into())], 3.0);
        said(&mut simulation, 1);
        (*simulation.state().programs.instances[0].owned.puffers[0].law).clone()
    };
    let plain = law(PufferState { puffer: Some(0), active: 1, ..PufferState::default() });
    assert_eq!(plain.rate, Rate::PerSecond { births: Ramp::constant(1.0), period: None });
    assert_eq!((plain.batch, plain.size, plain.life, plain.fade), (1, [1.0; 2], [1.0; 2], None));
    assert_eq!((plain.near_fade, plain.drag, plain.priority), (None, world::Drag::None, 0.0));
    let textures = PufferTextures::Sequence(vec![(0.0, MaterialId(0)), (0.5, MaterialId(1))]);
    let own = law(PufferState {
        min_random_velocity: Some(Vec3::NEG_X),
        max_random_velocity: Some(Vec3::X),
        world_velocity: Some(Vec3::Y),
        local_velocity: Some(Vec3::Z),
        acceleration: Some(Vec3::NEG_Y),
        friction: Some(0.5),
        wind_factor: Some(0.25),
        deviation: Some(4.0),
        start_age: Some([0.0, 0.5]),
        near_fade: Some([2.0, 1.0]),
        far_fade: Some([100.0, 200.0]),
        textures: Some(textures.clone()),
        colors: Some(vec![(0.0, [1.0; 4]), (1.0, [0.0; 4])]),
        growth: Some(vec![(0.0, 1.0), (1.0, 3.0)]),
        ..smokes()
    });
    assert_eq!(own.world_velocity, [Vec3::new(-1.0, 1.0, 0.0), Vec3::new(1.0, 1.0, 0.0)]);
    assert_eq!((own.velocity, own.acceleration), (Vec3::Z, Vec3::NEG_Y));
    assert_eq!(own.drag, world::Drag::Friction { per_second: 0.5, wind: Vec3::Z * 0.5 });
    assert_eq!(own.birth, world::Birth::Box { half: Vec3::splat(2.0) });
    assert_eq!((own.fade, own.start_age), (Some([200.0, 100.0]), [0.0, 0.5]));
    // Nearer than two nothing is seen, farther all of it.
    let [none, all] = own.near_fade.unwrap();
    assert!(none == 2.0 && all > 2.0 && all < 2.001);
    assert_eq!((own.pictures, own.material), (Some(textures), MaterialId(0)));
    assert_eq!([own.sizes.at(0.5), own.colors.at(0.5)[3]], [2.0, 0.5]);
}

#[test]
fn numbers_that_are_none_stay_out_of_emitters() {
    for number in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -1.0, 0.0] {
        let vector = Some(Vec3::splat(number));
        let pair = Some([number; 2]);
        let own = PufferState {
            translate: vector,
            local_velocity: vector,
            world_velocity: vector,
            min_random_velocity: vector,
            max_random_velocity: vector,
            acceleration: vector,
            interval: Some(number),
            size: pair,
            lifetime: pair,
            start_age: pair,
            deviation: Some(number),
            near_fade: pair,
            far_fade: pair,
            friction: Some(number),
            wind_factor: Some(number),
            priority: Some(number),
            number: Some(u32::MAX),
            textures: Some(PufferTextures::Sequence(vec![(number, MaterialId(9)); 100])),
            colors: Some(vec![(number, [number; 4])]),
            growth: Some(vec![(number, number)]),
            ..smokes()
        };
        let mut simulation = does(vec![Event::Puffer(own.into()), say(1).event], 9.0);
        said(&mut simulation, 5);
        assert!(simulation.state().fits(simulation.scene()), "{number}");
        let saved = simulation.state().to_json().unwrap();
        assert!(State::from_json(&saved).is_ok_and(|state| state == *simulation.state()));
        assert!(particles(&simulation).iter().flatten().all(|particle| particle.position.is_finite()));
    }
}

/// Where the particles of the first emitter are after a second and a half.
fn carried(gusts: Option<world::GustLaw>) -> Vec<Vec3> {
    let mut simulation = does(
        vec![Event::Puffer(Box::new(PufferState {
            friction: Some(2.0),
            wind_factor: Some(0.5),
            interval: Some(0.5),
            lifetime: Some([10.0; 2]),
            ..smokes()
        }))],
        600.0,
    );
    let mut scene = world::Scene::clone(simulation.scene());
    scene.gusts = gusts;
    let state = simulation.state().clone();
    simulation = Simulation::resume(Arc::new(scene), state, &Limits::default()).unwrap().0;
    (0..90).for_each(|_| simulation.tick(&STAND));
    let state = simulation.state();
    let emitter = &state.effects.emitters[0];
    let mut places = Vec::new();
    let law = emitter.law_in(simulation.scene()).unwrap();
    emitter.particles(law, state.tick as f64, |particle| places.push(particle.position));
    // A save has what gusts did.
    let saved = State::from_json(&state.to_json().unwrap()).unwrap();
    assert_eq!(saved.hash(), state.hash());
    places
}

#[test]
fn gusts_carry_what_programs_send_out_over_the_ground() {
    let (still, gusty) = (carried(None), carried(Some(world::GustLaw::default())));
    assert!(!still.is_empty() && still.len() == gusty.len());
    for (still, gusty) in still.iter().zip(&gusty) {
        // Level; and half of 10 units a second for 1.5 seconds is the farthest.
        assert_eq!(still.y, gusty.y);
        assert!(still.distance(*gusty) < 7.5, "{still} {gusty}");
    }
    assert!(still[0].distance(gusty[0]) > 0.01, "{still:?} {gusty:?}");
    assert_eq!(gusty, carried(Some(world::GustLaw::default())));
    // Gusts of no speed are none.
    assert_eq!(still, carried(Some(world::GustLaw { most_speed: 0.0, ..world::GustLaw::default() })));
}
