//! How a mission ends.

use super::*;
use world::{Callback, CallbackAct, Callbacks, TimerLaw};

const WON: MissionOutcome = MissionOutcome::Won;
const LOST: MissionOutcome = MissionOutcome::Lost;
const RUNNING: MissionOutcome = MissionOutcome::Running;

fn is_over(cue: &Cue) -> bool {
    matches!(cue, Cue::MissionOver { .. })
}

#[test]
fn it_is_won_three_seconds_after_the_last_primary_objective() {
    let side = ObjectiveLaw { rank: Some(Rank::Secondary), ..idle() };
    let mut simulation = start(sketch(vec![objective(Vec::new()), side]));
    // Completed in tick 1; 180 ticks later it is won.
    assert_eq!(told(&mut simulation, 300, is_over), [181]);
    assert_eq!(outcome(&simulation), WON);
    // Its time stands from then on.
    assert_eq!(simulation.state().mission.ticks, 181);
}

#[test]
fn a_primary_objective_that_is_open_or_retired_wins_nothing() {
    let kills = setting_off(vec![MissionAct::Kill(vec![1])]);
    let mut simulation = start(sketch(vec![kills, idle()]));
    run(&mut simulation, 400);
    assert_eq!(outcome(&simulation), RUNNING);
}

#[test]
fn an_objective_may_win_or_lose_at_once() {
    for ends in [WON, LOST] {
        let own = ObjectiveLaw { ends: Some(ends), rank: None, ..objective(Vec::new()) };
        let mut simulation = start(sketch(vec![own, idle()]));
        // A tenth of a second are 6 ticks.
        assert_eq!(told(&mut simulation, 30, is_over), [7]);
        assert_eq!(outcome(&simulation), ends);
    }
}

#[test]
fn the_first_end_stands() {
    let mut sketch = sketch(Vec::new());
    let node = mark(&mut sketch, Vec3::ZERO);
    let lost = ObjectiveLaw { ends: Some(LOST), rank: None, ..objective(vec![off(node)]) };
    law(&mut sketch).objectives = vec![objective(Vec::new()), lost];
    let mut simulation = start(sketch);
    run(&mut simulation, 100);
    switch(&mut simulation, node, false);
    run(&mut simulation, 100);
    assert_eq!(outcome(&simulation), WON);
}

#[test]
fn the_last_mission_ends_with_so_many_objectives_and_a_review() {
    let mut sketch = sketch(vec![objective(Vec::new()), objective(Vec::new()), idle()]);
    law(&mut sketch).rules.last = Some((2, 60.0));
    let mut simulation = start(sketch);
    // The second is completed in tick 2; a minute are 3600 ticks.
    assert_eq!(told(&mut simulation, 4000, is_over), [3602]);
    assert_eq!(outcome(&simulation), WON);
}

#[test]
fn a_timer_loses_unless_it_says_otherwise() {
    for (loses, wanted) in [(true, LOST), (false, RUNNING)] {
        let mut sketch = sketch(vec![idle()]);
        law(&mut sketch).timer = Some(TimerLaw { seconds: 1.0, loses });
        let mut simulation = start(sketch);
        // 60 ticks, and 6 to the end.
        let over = told(&mut simulation, 200, is_over);
        assert_eq!((over.as_slice(), outcome(&simulation)), (if loses { &[66][..] } else { &[] }, wanted));
        assert_eq!(simulation.state().mission.timer, None);
    }
}

#[test]
fn a_timer_is_set_anew_changed_and_ended() {
    let left = |acts: Vec<MissionAct>| {
        let mut sketch = sketch(vec![setting_off(acts), idle()]);
        law(&mut sketch).timer = Some(TimerLaw { seconds: 10.0, loses: true });
        let mut simulation = start(sketch);
        run(&mut simulation, 1);
        simulation.state().mission.timer
    };
    assert_eq!(left(Vec::new()), Some(599));
    assert_eq!(left(vec![MissionAct::ResetTimer(Some(2.0))]), Some(120));
    assert_eq!(left(vec![MissionAct::ResetTimer(None)]), Some(600));
    assert_eq!(left(vec![MissionAct::AdjustTimer(5.0)]), Some(899));
    assert_eq!(left(vec![MissionAct::AdjustTimer(-5.0)]), Some(299));
    assert_eq!(left(vec![MissionAct::AdjustTimer(-50.0)]), Some(0));
    assert_eq!(left(vec![MissionAct::EndTimer]), None);
}

#[test]
fn whoever_dies_has_lost_after_three_seconds() {
    let mut simulation = start(sketch(vec![idle()]));
    run(&mut simulation, 5);
    set_health(&mut simulation, 0.0);
    // Seen in the first tick, then 180 to wait, and the end comes in the tick in which that is over.
    assert_eq!(told(&mut simulation, 300, is_over), [181 + 1]);
    assert_eq!(outcome(&simulation), LOST);
}

#[test]
fn a_life_more_begins_at_the_start() {
    let mut sketch = sketch(vec![idle()]);
    law(&mut sketch).rules.lives[0] = 1;
    let mut simulation = start(sketch);
    let command = Command::PlaceActor { actor: combat::OWN, feet: Vec3::X * 50.0, yaw: 0.0, pitch: 0.0 };
    simulation.advance(&[STAND], &[command]);
    set_health(&mut simulation, 0.0);
    run(&mut simulation, 190);
    assert_eq!((outcome(&simulation), simulation.state().mission.lives), (RUNNING, 0));
    assert_eq!(combat::health_of(&simulation, combat::OWN), 100.0);
    assert!(simulation.state().person().unwrap().position().length() < 1.0);
    set_health(&mut simulation, 0.0);
    run(&mut simulation, 190);
    assert_eq!(outcome(&simulation), LOST);
}

#[test]
fn animations_win_and_kill_by_the_numbers_of_the_game() {
    let table = |act| {
        let row = Callback { act, says: "so".to_owned() };
        Callbacks::try_from(std::collections::BTreeMap::from([("7".to_owned(), row)])).unwrap()
    };
    for (act, wanted, ticks) in [(CallbackAct::WinMission, WON, 20), (CallbackAct::KillPlayer, LOST, 200)] {
        let mut sketch = sketch(vec![idle()]);
        let own = program(&mut sketch, "says");
        let steps = vec![crate::common::programs::say(7)];
        sketch.scene.programs[0].sequences = vec![crate::common::programs::sequence(steps)];
        sketch.scene.callbacks = table(act);
        let mut simulation = start(sketch);
        run(&mut simulation, 2);
        simulation.advance(&[STAND], &[Command::StartProgram { program: own, node: None }]);
        run(&mut simulation, ticks);
        assert_eq!(outcome(&simulation), wanted, "{act:?}");
    }
}
