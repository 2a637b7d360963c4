use super::*;
use crate::sketch::Sketch;
use crate::{NodeId, ProgramId, State};
use glam::{Affine3A, Vec3};

/// A world with a node, and a program of one sequence that waits to be called.
fn sketch() -> Sketch {
    let mut sketch = Sketch::new();
    let root = sketch.node("door", None, &[]);
    sketch.scene.roots.push(root);
    let steps = vec![Step::then(Event::Callback(1)), Step::then(Event::EndIf)];
    let sequences = vec![Sequence { name: "open".into(), on_call: true, steps: steps.clone() }];
    sketch.scene.programs = vec![Definition {
        name: "door".into(),
        root: Some(root),
        sequences,
        reset: steps,
        saved: vec![Some(root)],
        ..Definition::default()
    }];
    sketch
}

#[test]
fn a_world_without_programs_says_nothing_of_them() {
    let plain = State::new(&Sketch::new().scene, 1);
    assert!(plain.programs.is_unused());
    assert!(!plain.to_json().unwrap().contains("programs"));
    let state = State::new(&sketch().scene, 1);
    assert_eq!(state.programs.instances.len(), 1);
    let saved = state.to_json().unwrap();
    let loaded = State::from_json(&saved).unwrap();
    assert_eq!(loaded, state);
    assert_eq!(loaded.hash(), state.hash());
    let mut without = state.clone();
    without.programs = Programs::default();
    assert!(without.hash() != state.hash() && !without.fits(&sketch().scene));
}

fn puffer(size: f32) -> OwnedPuffer {
    let law = crate::EmitterLaw { size: [size; 2], ..crate::EmitterLaw::default() };
    OwnedPuffer {
        slot: 0,
        law: law.into(),
        node: None,
        place: Vec3::ZERO,
        interval: 1.0,
        world_velocity: Vec3::ZERO,
        random_velocity: [Vec3::ZERO; 2],
        wind_factor: 1.0,
        emitter: None,
    }
}

/// A change with its name.
type Change = (&'static str, fn(&mut Instance));

#[test]
fn the_smallest_change_of_a_program_changes_the_hash() {
    let before = State::new(&sketch().scene, 1);
    let changes: &[Change] = &[
        ("phase", |own| own.phase = Phase::Invalid),
        ("runs", |own| own.runs += 1),
        ("clock", |own| own.clock = 0.5),
        ("sequence", |own| own.sequences[0].phase = SequencePhase::Parked),
        ("cursor", |own| own.sequences[0].cursor = 1),
        ("sequence clock", |own| own.sequences[0].clock = 0.5),
        ("event clock", |own| own.sequences[0].event_clock = 0.5),
        ("elapsed", |own| own.sequences[0].elapsed = 0.5),
        ("carry", |own| own.sequences[0].carry = 0.5),
        ("loops", |own| own.sequences[0].loops = -1),
        ("loop time", |own| own.sequences[0].loop_time = 0.5),
        ("spent", |own| own.sequences[0].spent = true),
        ("scanned", |own| own.sequences[0].scanned = true),
        ("entered", |own| own.sequences[0].entered.push(0)),
        ("waits", |own| own.sequences[0].waits = Some(Wait { instance: 0, run: 0 })),
        ("waits for another run", |own| own.sequences[0].waits = Some(Wait { instance: 0, run: 1 })),
        ("reset", |own| own.reset.cursor = 1),
        ("starts", |own| own.starts = true),
        ("after", |own| own.after = Phase::Executed),
        ("place", |own| own.place = Some((Vec3::X, Vec3::Y))),
        ("resets", |own| own.resets_in = Some(0.0)),
        ("node", |own| own.node = None),
        ("input", |own| own.inputs[0].position = Vec3::X),
        ("second input", |own| own.inputs[1].node = Some(NodeId(0))),
        ("velocity", |own| own.velocity = Vec3::X),
        ("health", |own| own.health = 1.0),
        ("attached", |own| own.attached = true),
        ("copies", |own| own.copies.push((NodeId(0), NodeId(0)))),
        ("reusable", |own| own.reusable = true),
        ("called", |own| own.sequences[0].called = true),
        ("body", |own| own.sequences[0].body = Some(Body::default())),
        ("rates of a light", |own| own.sequences[0].range_rate = Some([0.0, 1.0])),
        ("a light", |own| {
            own.owned.lights.push(OwnedLight {
                slot: 0,
                light: crate::LightId(0),
                made: true,
                started: true,
            });
        }),
        ("a sound", |own| {
            own.owned.sounds.push(OwnedSound { slot: 0, handle: 1, place: None, on: true, host: None });
        }),
        ("a sound at a node", |own| own.owned.sounds.push(hosted(Some(Vec3::X), false))),
        ("one that is silent", |own| own.owned.sounds.push(hosted(Some(Vec3::X), true))),
        ("one that is not carried", |own| own.owned.sounds.push(hosted(None, true))),
        ("an emitter", |own| own.owned.puffers.push(puffer(1.0))),
        ("another emitter", |own| own.owned.puffers.push(puffer(0.5))),
        ("a connector", |own| {
            let call = Wait { instance: 0, run: 1 };
            own.owned.connectors.push(OwnedConnector { reference: 0, call });
        }),
        ("captured", |own| {
            own.captured.push(Captured {
                node: NodeId(0),
                active: true,
                transform: Affine3A::IDENTITY,
                euler: None,
                opacity: 1.0,
                fade: None,
            });
        }),
    ];
    let mut hashes = vec![before.hash()];
    for (what, change) in changes {
        let mut after = before.clone();
        change(&mut after.programs.instances[0]);
        assert!(!hashes.contains(&after.hash()), "{what}");
        assert!(after.fits(&sketch().scene), "{what}");
        hashes.push(after.hash());
    }
}

fn hosted(carried_at: Option<Vec3>, silent: bool) -> OwnedSound {
    let host = Some(SoundHost { node: NodeId(0), carried_at, silent });
    OwnedSound { slot: 0, handle: 1, place: None, on: true, host }
}

fn run(group: u32, wait: f64) -> GroupRun {
    let group = SoundGroupId(group);
    GroupRun { group, handle: 1, place: None, gain: 1.0, chosen: None, left: 0, repeats: 0, wait }
}

#[test]
fn groups_of_sounds_are_state() {
    let mut scene = sketch().scene;
    scene.sound_groups.push(SoundGroup::default());
    let mut state = State::new(&scene, 1);
    let mut hashes = vec![state.hash()];
    let changes: [fn(&mut Programs); 5] = [
        |all| _ = all.groups.insert(SoundGroupId(0), GroupState::default()),
        |all| all.groups.values_mut().for_each(|own| own.silent_until = 9),
        |all| all.group_runs.push(run(0, 1.0)),
        |all| all.group_runs[0].left = 2,
        |all| all.group_runs[0].place = Some(Vec3::X),
    ];
    for change in changes {
        change(&mut state.programs);
        assert!(!hashes.contains(&state.hash()) && state.fits(&scene));
        hashes.push(state.hash());
    }
    // Weights of members that it does not have.
    state.programs.groups.values_mut().for_each(|own| own.weights.push(1.0));
    assert!(!state.fits(&scene));
}

#[test]
fn a_state_whose_programs_cannot_be_does_not_fit() {
    let scene = sketch().scene;
    let before = State::new(&scene, 1);
    let changes: &[Change] = &[
        ("another definition", |own| own.definition = ProgramId(1)),
        ("no sequence", |own| own.sequences.clear()),
        ("a cursor behind the end", |own| own.sequences[0].cursor = 3),
        ("a clock that runs backwards", |own| own.sequences[0].clock = -1.0),
        ("no number", |own| own.clock = f64::NAN),
        ("a reset that never comes", |own| own.resets_in = Some(f64::INFINITY)),
        ("a copy without a node", |own| own.copies.push((NodeId(0), NodeId(7)))),
        ("a place that is none", |own| own.inputs[0].position.x = f32::NAN),
        ("a body that is nowhere", |own| {
            let velocity = Vec3::splat(f32::NAN);
            own.sequences[0].body = Some(Body { velocity, ..Body::default() });
        }),
        ("a sound that hangs nowhere", |own| {
            own.owned.sounds.push(hosted(Some(Vec3::splat(f32::NAN)), false));
        }),
        ("an emitter without end", |own| own.owned.puffers.push(puffer(f32::INFINITY))),
    ];
    for (what, change) in changes {
        let mut after = before.clone();
        change(&mut after.programs.instances[0]);
        assert!(!after.fits(&scene), "{what}");
    }
    let of_all: [fn(&mut Programs); 9] = [
        |all| all.ring.next = 1,
        |all| all.ring.values = vec![1; 199],
        |all| _ = all.morphs.insert(NodeId(0), f32::NAN),
        // The scene has no group of sounds.
        |all| _ = all.groups.insert(SoundGroupId(0), GroupState::default()),
        |all| all.group_runs.push(run(0, 1.0)),
        |all| all.group_runs.push(run(0, f64::NAN)),
        |all| all.group_runs = vec![run(0, 0.0); MOST_GROUP_RUNS + 1],
        |all| all.lens = Some(Lens { fov: [f32::NAN; 2], zoom: [1.0; 2] }),
        |all| all.pool.push(PooledCopy { program: ProgramId(0), copies: vec![(NodeId(0), NodeId(9))] }),
    ];
    for change in of_all {
        let mut after = before.clone();
        change(&mut after.programs);
        assert!(!after.fits(&scene) && after.hash() != before.hash());
    }
    for active in [vec![1], vec![0, 0]] {
        let mut after = before.clone();
        after.programs.active = active;
        assert!(!after.fits(&scene));
    }
}
