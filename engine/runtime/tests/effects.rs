//! Particles, ribbons, fades and paint in a running world.

use glam::{Affine3A, Vec3};
use runtime::{Input, Simulation};
use world::{
    EmitterLaw, EmitterLawId, Limits, MaterialId, MaterialState, NodeId, ParticleManner, Ramp, Rate,
    RibbonLaw, RibbonLawId, ScreenEffect, ScreenMix, State,
    sketch::{ModelSketch, Sketch},
};

fn world() -> (Simulation, NodeId) {
    let mut sketch = Sketch::new();
    let node = sketch.place(ModelSketch::new().cuboid(Vec3::splat(-1.0), Vec3::splat(1.0)));
    sketch.scene.emitters.push(EmitterLaw {
        rate: Rate::PerSecond { births: Ramp::constant(30.0), period: None },
        ..EmitterLaw::default()
    });
    sketch.scene.ribbons.push(RibbonLaw { edges_per_second: 60.0, ..RibbonLaw::default() });
    (Simulation::new(sketch.scene.into(), 1, &Limits::default()).0, node)
}

fn run(simulation: &mut Simulation, node: NodeId, ticks: u64) {
    for _ in 0..ticks {
        let x = (simulation.state().tick + 1) as f32;
        simulation.edit().move_node(node, Affine3A::from_translation(Vec3::X * x));
        simulation.tick(&Input::default());
    }
}

fn particles(simulation: &Simulation) -> Vec<f32> {
    let (scene, effects) = (simulation.scene(), &simulation.state().effects);
    let mut at = Vec::new();
    for emitter in &effects.emitters {
        let law = &scene.emitters[emitter.law.index()];
        emitter.particles(law, simulation.state().tick as f64, |particle| at.push(particle.position.x));
    }
    at
}

#[test]
fn particles_stay_where_a_moving_node_left_them_and_a_save_goes_on_alike() {
    let (mut simulation, node) = world();
    run(&mut simulation, node, 10);
    let id = simulation.edit().emit(EmitterLawId(0), node, 5).unwrap();
    run(&mut simulation, node, 5);
    // Every second tick one, where the node was then.
    assert_eq!(particles(&simulation), [12.0, 14.0]);
    let saved = simulation.state().to_json().unwrap();
    let state = State::from_json(&saved).unwrap();
    let scene = simulation.scene().clone();
    let (mut resumed, _) = Simulation::resume(scene, state, &Limits::default()).unwrap();
    for world in [&mut simulation, &mut resumed] {
        run(world, node, 55);
        assert!(world.edit().end_effect(id));
        run(world, node, 30);
    }
    assert_eq!(particles(&simulation), particles(&resumed));
    // Born within the second before: from tick 42 on to the end at 70.
    assert_eq!(particles(&simulation), (0..15).map(|n| 42.0 + 2.0 * n as f32).collect::<Vec<_>>());
    assert_eq!(simulation.state().hash(), resumed.state().hash());
    run(&mut simulation, node, 40);
    assert!(simulation.state().effects.emitters.is_empty());
}

#[test]
fn what_is_kept_on_the_ground_stays_at_the_height_that_is_below_its_emitter() {
    let (mut simulation, node) = {
        let mut sketch = Sketch::new();
        let node = sketch.place(ModelSketch::new());
        sketch.place(ModelSketch::new().floor([-9.0, -9.0], [9.0, 9.0], 2.0));
        let manner = ParticleManner { on_ground: Some(0.5), ..ParticleManner::default() };
        let rate = Rate::PerSecond { births: Ramp::constant(30.0), period: None };
        let speed = Ramp::constant(7.0);
        sketch.scene.emitters.push(EmitterLaw { rate, speed, manner, ..EmitterLaw::default() });
        (Simulation::new(sketch.scene.into(), 1, &Limits::default()).0, node)
    };
    simulation.edit().move_node(node, Affine3A::from_translation(Vec3::Y * 6.0));
    simulation.edit().emit(EmitterLawId(0), node, 5).unwrap();
    (0..30).for_each(|_| simulation.tick(&Input::default()));
    let mut heights = Vec::new();
    let (scene, effects) = (simulation.scene(), &simulation.state().effects);
    let now = simulation.state().tick as f64;
    effects.emitters[0].particles(&scene.emitters[0], now, |particle| heights.push(particle.position.y));
    assert!(heights.len() > 10 && heights.iter().all(|height| *height == 2.5), "{heights:?}");
}

#[test]
fn ribbons_follow_and_a_teleport_leaves_a_gap() {
    let (mut simulation, node) = world();
    simulation.edit().leave_ribbon(RibbonLawId(0), node).unwrap();
    run(&mut simulation, node, 5);
    simulation.edit().teleport_node(node, Affine3A::from_translation(Vec3::X * 1000.0));
    simulation.tick(&Input::default());
    let ribbon = &simulation.state().effects.ribbons[0];
    let law = &simulation.scene().ribbons[0];
    let at = |tick: f64| {
        let mut edges = Vec::new();
        ribbon.edges(law, tick, |edge| edges.push(edge.ends[0].x));
        edges
    };
    assert_eq!(at(6.0), [1000.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.0]);
    // Never seen on the way.
    assert_eq!(at(5.5)[0], 5.0);
}

#[test]
fn what_names_nothing_or_is_not_finite_changes_nothing() {
    let (mut simulation, node) = world();
    let before = simulation.state().hash();
    let mut edit = simulation.edit();
    assert_eq!(edit.emit(EmitterLawId(1), node, 0), None);
    assert_eq!(edit.emit(EmitterLawId(0), NodeId(9), 0), None);
    assert_eq!(edit.leave_ribbon(RibbonLawId(7), node), None);
    assert!(!edit.end_effect(0) && !edit.set_paint(NodeId(9), Some(1)));
    let nan = MaterialState { rotation: f32::NAN, ..MaterialState::default() };
    assert!(!edit.set_material(MaterialId(0), nan));
    assert!(!edit.set_material(MaterialId(9), MaterialState::default()));
    drop(edit);
    assert_eq!(simulation.state().hash(), before);
}

#[test]
fn a_flash_is_over_after_its_time_and_a_fade_stays() {
    let (mut simulation, _) = world();
    let effect = |mix, from, to| ScreenEffect { mix, color: [0.0; 3], from, to, since: 99, ticks: 3 };
    simulation.tick(&Input::default());
    simulation.edit().show_on_screen(effect(ScreenMix::Flash, 1.0, 0.0));
    simulation.edit().show_on_screen(effect(ScreenMix::Fade, 0.0, 1.0));
    let kinds = |simulation: &Simulation| -> Vec<_> {
        simulation.state().effects.screen.iter().map(|effect| (effect.mix, effect.since)).collect()
    };
    for _ in 0..2 {
        simulation.tick(&Input::default());
        assert_eq!(kinds(&simulation), [(ScreenMix::Flash, 1), (ScreenMix::Fade, 1)]);
    }
    simulation.tick(&Input::default());
    assert_eq!(kinds(&simulation), [(ScreenMix::Fade, 1)]);
}
