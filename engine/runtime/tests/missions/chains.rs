//! When an objective is awake, and what it sets off: one test for each directive.

use super::*;
use world::program::{Phase, ProgramSound, SoundRef};

const AWAKE: ObjectivePhase = ObjectivePhase::Awake;
const COMPLETED: ObjectivePhase = ObjectivePhase::Completed;
const DORMANT: ObjectivePhase = ObjectivePhase::Dormant;
const NAPPING: ObjectivePhase = ObjectivePhase::Napping;
const RETIRED: ObjectivePhase = ObjectivePhase::Retired;

fn with_life(delay: Option<f32>, awake: f32, nap: f32, deadline: f32) -> ObjectiveLaw {
    ObjectiveLaw { life: ObjectiveLife { delay, awake, nap, deadline }, ..idle() }
}

/// How the first objective stands after each of so many ticks.
fn stages(simulation: &mut Simulation, ticks: u32) -> Vec<ObjectivePhase> {
    (0..ticks)
        .map(|_| {
            run(simulation, 1);
            phases(simulation)[0]
        })
        .collect()
}

fn count(all: &[ObjectivePhase], phase: ObjectivePhase) -> usize {
    all.iter().filter(|own| **own == phase).count()
}

#[test]
fn it_wakes_up_after_its_delay() {
    let mut simulation = start(sketch(vec![with_life(Some(0.5), 0.0, 0.0, 0.0)]));
    // Half a second are 30 ticks; in the 31st it is awake.
    let all = stages(&mut simulation, 60);
    assert_eq!((count(&all, DORMANT), all[30]), (30, AWAKE));
}

#[test]
fn it_takes_naps_between_its_times_awake() {
    let mut simulation = start(sketch(vec![with_life(Some(0.0), 0.5, 0.25, 0.0)]));
    // Awake from the first tick on for half a second, then a nap of a quarter, and so on.
    let all = stages(&mut simulation, 94);
    let naps: Vec<usize> = (1..94).filter(|at| all[*at] == NAPPING && all[at - 1] == AWAKE).collect();
    assert_eq!(naps.len(), 2, "{all:?}");
    assert_eq!(count(&all[..naps[1]], NAPPING), 15);
    assert_eq!(naps[0], 30);
}

#[test]
fn after_its_deadline_it_cannot_be_completed() {
    let mut sketch = sketch(Vec::new());
    let node = mark(&mut sketch, Vec3::ZERO);
    let own = ObjectiveLaw { conditions: vec![off(node)], ..with_life(Some(0.0), 0.0, 0.0, 0.5) };
    law(&mut sketch).objectives = vec![own];
    let mut simulation = start(sketch);
    let all = stages(&mut simulation, 40);
    assert_eq!(count(&all, AWAKE), 30);
    switch(&mut simulation, node, false);
    assert_eq!(phases(&simulation), [RETIRED]);
}

#[test]
fn its_time_stands_until_another_one_is_completed() {
    let mut sketch = sketch(Vec::new());
    let node = mark(&mut sketch, Vec3::ZERO);
    let waits = ObjectiveLaw { after: Some(1), ..objective(Vec::new()) };
    law(&mut sketch).objectives = vec![waits, objective(vec![off(node)]), idle()];
    let mut simulation = start(sketch);
    run(&mut simulation, 30);
    assert_eq!(phases(&simulation), [DORMANT, AWAKE, AWAKE]);
    switch(&mut simulation, node, false);
    run(&mut simulation, 1);
    assert_eq!(phases(&simulation), [COMPLETED, COMPLETED, AWAKE]);
}

#[test]
fn a_wake_list_ends_at_the_first_that_is_awake() {
    let all =
        vec![setting_off(vec![MissionAct::Wake(vec![1, 2, 3])]), asleep(idle()), idle(), asleep(idle())];
    let mut simulation = start(sketch(all));
    run(&mut simulation, 1);
    assert_eq!(phases(&simulation), [COMPLETED, AWAKE, AWAKE, DORMANT]);
}

#[test]
fn others_are_killed_put_to_sleep_and_hidden() {
    let acts = vec![MissionAct::Kill(vec![1]), MissionAct::Sleep(vec![2]), MissionAct::Hide(vec![3])];
    let mut simulation = start(sketch(vec![setting_off(acts), idle(), idle(), idle()]));
    run(&mut simulation, 1);
    assert_eq!(phases(&simulation), [COMPLETED, RETIRED, DORMANT, AWAKE]);
    let scene = std::sync::Arc::clone(simulation.scene());
    let law = scene.mission.as_deref().unwrap();
    let shown: Vec<bool> = (0..4).map(|at| simulation.state().mission.shows(law, at)).collect();
    assert_eq!(shown, [true, true, true, false]);
    // What was put to sleep does not wake up by itself.
    run(&mut simulation, 60);
    assert_eq!(phases(&simulation)[2], DORMANT);
}

#[test]
fn a_nap_undoes_a_completion() {
    let mut sketch = sketch(Vec::new());
    let node = mark(&mut sketch, Vec3::ZERO);
    // The second makes the first take a nap of half a second; the first is fulfilled at once again.
    law(&mut sketch).objectives = vec![
        objective(Vec::new()),
        ObjectiveLaw { conditions: vec![off(node)], ..setting_off(vec![MissionAct::Nap(vec![0], 0.5)]) },
        idle(),
    ];
    let mut simulation = start(sketch);
    run(&mut simulation, 2);
    assert_eq!(phases(&simulation)[0], COMPLETED);
    switch(&mut simulation, node, false);
    assert_eq!(phases(&simulation)[..2], [NAPPING, COMPLETED]);
    let all = stages(&mut simulation, 40);
    // In the tick in which the nap is over it is completed again.
    assert_eq!((count(&all, NAPPING), all[39]), (29, COMPLETED));
}

#[test]
fn whoever_falls_asleep_wakes_others_and_starts_its_animation() {
    let mut sketch = sketch(Vec::new());
    let own = program(&mut sketch, "yawns");
    let on_sleep = vec![MissionAct::Wake(vec![2]), MissionAct::StartProgram(own, None)];
    law(&mut sketch).objectives = vec![
        setting_off(vec![MissionAct::Sleep(vec![1])]),
        ObjectiveLaw { on_sleep, ..idle() },
        asleep(idle()),
    ];
    let mut simulation = start(sketch);
    run(&mut simulation, 1);
    assert_eq!(phases(&simulation), [COMPLETED, DORMANT, AWAKE]);
    assert_eq!(simulation.state().programs.instances[0].runs, 1);
}

#[test]
fn waking_starts_an_animation_at_its_node() {
    let mut sketch = sketch(Vec::new());
    let node = mark(&mut sketch, Vec3::X);
    let own = program(&mut sketch, "opens");
    let on_wake = vec![MissionAct::StartProgram(own, Some(node))];
    law(&mut sketch).objectives = vec![ObjectiveLaw { on_wake, ..with_life(Some(0.1), 0.0, 0.0, 0.0) }];
    let mut simulation = start(sketch);
    run(&mut simulation, 6);
    assert_eq!(simulation.state().programs.instances[0].runs, 0);
    run(&mut simulation, 1);
    let instance = &simulation.state().programs.instances[0];
    assert_eq!((instance.runs, instance.node), (1, Some(node)));
}

#[test]
fn animations_are_restored_executed_and_invalidated_at_the_start() {
    let mut sketch = sketch(vec![idle()]);
    let [first, second, third] = ["done", "never", "again"].map(|name| program(&mut sketch, name));
    law(&mut sketch).begins = vec![
        MissionAct::ExecuteProgram(first),
        MissionAct::InvalidateProgram(second),
        MissionAct::ExecuteProgram(third),
        MissionAct::RestoreProgram(third),
    ];
    let mut simulation = start(sketch);
    run(&mut simulation, 1);
    let phases: Vec<Phase> = simulation.state().programs.instances.iter().map(|own| own.phase).collect();
    assert_eq!(phases, [Phase::Executed, Phase::Invalid, Phase::Ready]);
}

#[test]
fn what_is_heard_of_a_completion_comes_a_second_later() {
    let mut sketch = sketch(Vec::new());
    program(&mut sketch, "any");
    let sound = |file: &str| {
        SoundRef::One(ProgramSound { file: file.into(), volume: 1.0, ..ProgramSound::default() })
    };
    let own = ObjectiveLaw {
        on_wake: vec![MissionAct::Hear(sound("wakes"), false)],
        ..setting_off(vec![MissionAct::Hear(sound("done"), true)])
    };
    let own_law = law(&mut sketch);
    own_law.objectives = vec![own, idle()];
    own_law.complete_sounds[0] = Some(sound("primary"));
    let mut simulation = start(sketch);
    let mut heard = |name: &'static str, ticks: u32| {
        told(&mut simulation, ticks, |cue| matches!(cue, Cue::Sound { file, .. } if file == name))
    };
    assert_eq!(heard("wakes", 1), [1]);
    // A second after the first tick.
    assert_eq!(heard("done", 90), [60]);
    // What ends the mission a tenth of a second later is still spoken of.
    let mut sketch = self::sketch(Vec::new());
    program(&mut sketch, "any");
    let loses = ObjectiveLaw {
        ends: Some(MissionOutcome::Lost),
        ..setting_off(vec![MissionAct::Hear(sound("lost"), true)])
    };
    law(&mut sketch).objectives = vec![loses, idle()];
    let mut lost = start(sketch);
    let ends = |cue: &Cue| {
        matches!(cue, Cue::MissionOver { .. }) || matches!(cue, Cue::Sound { file, .. } if file == "lost")
    };
    assert_eq!(told(&mut lost, 90, ends), [7, 61]);
    let mut again = start({
        let mut sketch = self::sketch(vec![objective(Vec::new()), idle()]);
        program(&mut sketch, "any");
        law(&mut sketch).complete_sounds[0] = Some(sound("primary"));
        sketch
    });
    assert_eq!(told(&mut again, 5, |cue| matches!(cue, Cue::Sound { file, .. } if file == "primary")), [1]);
}

#[test]
fn the_person_is_put_at_a_node() {
    let mut sketch = sketch(Vec::new());
    let node = mark(&mut sketch, Vec3::new(30.0, 0.0, -7.0));
    law(&mut sketch).objectives = vec![setting_off(vec![MissionAct::Warp(node)]), idle()];
    let mut simulation = start(sketch);
    run(&mut simulation, 1);
    assert_eq!(simulation.state().person().unwrap().position(), Vec3::new(30.0, 0.0, -7.0));
}

#[test]
fn targets_are_shown_hidden_and_labelled() {
    let acts = vec![
        MissionAct::ShowTarget(0, true),
        MissionAct::ShowTarget(1, true),
        MissionAct::LabelTarget(1, "bring it down".into()),
        MissionAct::ShowTarget(0, false),
        MissionAct::ShowTarget(9, true),
    ];
    let mut sketch = sketch(vec![setting_off(acts), idle()]);
    law(&mut sketch).targets = vec![world::TargetLaw::default(); 2];
    let mut simulation = start(sketch);
    run(&mut simulation, 1);
    let targets = &simulation.state().mission.targets;
    assert_eq!((targets[0].shown, targets[0].label), (false, None));
    assert_eq!((targets[1].shown, targets[1].label), (true, Some((0, 2))));
}

#[test]
fn objectives_that_wake_each_other_without_end_are_bounded() {
    // Each puts the next to sleep and wakes it: they would go on for ever.
    let acts = |other: u16| vec![MissionAct::Sleep(vec![other]), MissionAct::Wake(vec![other])];
    let mut own = vec![setting_off(vec![MissionAct::Sleep(vec![1, 2])])];
    for other in [2_u16, 1] {
        own.push(ObjectiveLaw { on_wake: acts(other), on_sleep: acts(other), ..idle() });
    }
    let mut simulation = start(sketch(own));
    run(&mut simulation, 3);
    let codes: Vec<_> = simulation.take_findings().iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["runtime.mission.endless"]);
}
