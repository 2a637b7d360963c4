//! A mission is part of what is kept: saves, hashes, worlds that are read again.

use super::*;
use world::{Limits, State, TimerLaw};

/// A mission with a timer, a chain and naps, which is won by switching off two nodes.
fn long() -> (Sketch, [NodeId; 2]) {
    let mut sketch = sketch(Vec::new());
    let nodes = [1.0, 2.0].map(|x| mark(&mut sketch, Vec3::X * x));
    let own = law(&mut sketch);
    own.timer = Some(TimerLaw { seconds: 60.0, loses: true });
    let wakes = vec![MissionAct::Wake(vec![1])];
    own.objectives = vec![
        ObjectiveLaw { on_completion: wakes, ..objective(vec![off(nodes[0])]) },
        asleep(objective(vec![off(nodes[1])])),
        ObjectiveLaw {
            rank: Some(Rank::Tertiary),
            life: ObjectiveLife { delay: Some(1.0), awake: 0.5, nap: 0.25, deadline: 9.0 },
            ..idle()
        },
    ];
    (sketch, nodes)
}

#[test]
fn a_save_in_the_middle_ends_as_the_mission_would_have() {
    let (sketch, nodes) = long();
    let mut simulation = start(sketch);
    run(&mut simulation, 100);
    switch(&mut simulation, nodes[0], false);
    run(&mut simulation, 20);
    let text = simulation.state().to_json().unwrap();
    let state = State::from_json(&text).unwrap();
    assert_eq!(&state, simulation.state());
    let scene = std::sync::Arc::clone(simulation.scene());
    let mut kept = Simulation::resume(scene, state, &Limits::default()).unwrap().0;
    for tick in 0..300 {
        for own in [&mut simulation, &mut kept] {
            if tick == 40 {
                switch(own, nodes[1], false);
            } else {
                run(own, 1);
            }
        }
        assert_eq!(kept.hash(), simulation.hash());
    }
    assert_eq!((outcome(&kept), outcome(&simulation)), (MissionOutcome::Won, MissionOutcome::Won));
    assert_eq!(kept.state(), simulation.state());
    assert_eq!(simulation.hash(), simulation.state().hash());
}

#[test]
fn a_state_of_another_mission_does_not_fit() {
    let (sketch, _) = long();
    let mut simulation = start(sketch);
    run(&mut simulation, 10);
    let mut state = simulation.state().clone();
    let scene = std::sync::Arc::clone(simulation.scene());
    assert!(state.fits(&scene));
    state.mission.objectives.pop();
    assert!(!state.fits(&scene));
}

#[test]
fn a_world_that_was_read_again_goes_on_with_its_mission() {
    let (sketch, nodes) = long();
    let scene = sketch.scene.clone();
    let mut before = start(sketch);
    run(&mut before, 50);
    switch(&mut before, nodes[0], false);
    let mut again = crate::common::start_scene(scene.clone());
    again.go_on_from(&before, &Limits::default());
    assert_eq!(again.state().mission, before.state().mission);
    // With other objectives it begins anew.
    let mut other = scene;
    other.mission.as_deref_mut().unwrap().objectives[0].text = "something else".into();
    let mut anew = crate::common::start_scene(other);
    anew.go_on_from(&before, &Limits::default());
    assert!(!anew.state().mission.begun);
}
