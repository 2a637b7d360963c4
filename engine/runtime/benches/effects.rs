//! What particles and ribbons of models cost that clips change.
//!
//! `cargo bench -p runtime --bench effects` takes the best of many ticks of a world with 2,000 living particles of
//! twenty emitters, whose rate and speed a clip changes, and twenty ribbons: the tick and what is drawn of them,
//! worked out, must take less than 1 ms together. The sum keeps the work from being optimised away. It measures this
//! machine now and keeps no record.

use glam::{Affine3A, Vec3};
use runtime::{Input, Simulation};
use std::time::{Duration, Instant};
use world::sketch::{ModelSketch, Sketch};
use world::{
    Animator, AnimatorId, Birth, Clip, ClipId, Clock, Curve, Drag, EmitterLaw, EmitterLawId, EmitterSetting,
    EmitterTrack, Limits, Motion, Playable, Ramp, Rate, RibbonLaw, RibbonLawId, RibbonSetting, RibbonTrack,
    Track, TransformCurves,
};

const RUNS: u32 = 300;
const MODELS: u32 = 20;
/// Births a second of each emitter, whose particles live for two.
const RATE: f32 = 50.0;

fn emitter() -> EmitterLaw {
    let rest = EmitterSetting {
        rate: RATE,
        speed: 4.0,
        speed_variation: 0.3,
        vertical_range: 0.5,
        horizontal_range: std::f32::consts::PI,
        gravity: 2.0,
        life: 2.0,
        area: [0.5, 0.5],
        height: 0.0,
    };
    EmitterLaw {
        rate: Rate::PerSecond { births: Ramp::constant(RATE), period: None },
        life: [2.0; 2],
        birth: Birth::Box { half: Vec3::new(0.25, 0.0, 0.25) },
        drag: Drag::Damping { per_second: 0.5 },
        sizes: Ramp::new([(0.0, 0.1), (0.5, 0.3), (1.0, 0.0)]).expect("stops in order"),
        colors: Ramp::new([(0.0, [1.0; 4]), (0.5, [1.0, 0.5, 0.0, 1.0]), (1.0, [0.0; 4])])
            .expect("stops in order"),
        driven: Some(rest),
        ..EmitterLaw::default()
    }
}

/// Twenty models on their way, each with an emitter and a ribbon.
fn world() -> Simulation {
    let mut sketch = Sketch::new();
    let body = sketch.model(ModelSketch::new());
    sketch.scene.emitters.push(emitter());
    let ribbon =
        RibbonLaw { edges_per_second: 30.0, driven: Some(RibbonSetting::default()), ..RibbonLaw::default() };
    sketch.scene.ribbons.push(ribbon);
    let wave =
        |low: f32, high: f32| Curve::linear(vec![0.0, 1.0, 2.0], vec![low, high, low]).expect("a curve");
    let way = |index: u32| Track {
        part: format!("model {index}").into(),
        curves: TransformCurves {
            translation: Curve::linear(vec![0.0, 1.0, 2.0], vec![Vec3::ZERO, Vec3::X * 9.0, Vec3::ZERO])
                .expect("a curve"),
            ..TransformCurves::default()
        },
    };
    for index in 0..MODELS {
        let node = sketch.node(&format!("model {index}"), Some(body), &[]);
        sketch.at(node).animator = Some(AnimatorId(index));
        sketch.at(node).transform = Affine3A::from_translation(Vec3::Z * index as f32);
        sketch.scene.roots.push(node);
        sketch.scene.emitting.push((node, EmitterLawId(0)));
        sketch.scene.trailing.push((node, RibbonLawId(0)));
        let clip = ClipId(index);
        sketch.scene.clips.push(Clip {
            emitters: vec![EmitterTrack {
                rate: wave(RATE * 0.9, RATE * 1.1),
                speed: wave(2.0, 6.0),
                ..EmitterTrack::default()
            }],
            ribbons: vec![RibbonTrack { opacity: wave(0.0, 1.0), ..RibbonTrack::default() }],
            ..Clip::new("glow", 2.0, Motion::Parts(vec![way(index)]))
        });
        let playable = Playable {
            emitters: vec![Some(EmitterLawId(0))],
            ribbons: vec![Some(RibbonLawId(0))],
            ..sketch.scene.playable(clip, node)
        };
        let (clips, start) = (vec![playable], Clock { time: index as f32 * 0.05, ..Clock::looping(clip) });
        sketch.scene.animators.push(Animator { clips, start, ..Animator::default() });
    }
    Simulation::new(sketch.scene.into(), 1, &Limits::default()).0
}

/// Particles and edges that live, and a sum of where they are.
fn work_out(world: &Simulation) -> ([usize; 2], f32) {
    let (scene, state) = (world.scene(), world.state());
    let (mut counts, mut sum) = ([0; 2], 0.0);
    let tick = state.tick as f64 - 0.5;
    for emitter in &state.effects.emitters {
        let Some(law) = emitter.law_in(scene) else { continue };
        emitter.particles(law, tick, |particle| {
            counts[0] += 1;
            sum += particle.position.y + particle.size;
        });
    }
    for ribbon in &state.effects.ribbons {
        let Some(law) = scene.ribbons.get(ribbon.law.index()) else { continue };
        ribbon.edges(law, tick, |edge| {
            counts[1] += 1;
            sum += edge.ends[0].x;
        });
    }
    (counts, sum)
}

fn main() {
    let mut world = world();
    (0..200).for_each(|_| world.tick(&Input::default()));
    let mut best = [Duration::MAX; 2];
    let (mut counts, mut sum) = ([0; 2], 0.0);
    for _ in 0..RUNS {
        let start = Instant::now();
        world.tick(&Input::default());
        let ticked = start.elapsed();
        let worked;
        (counts, worked) = work_out(&world);
        sum += worked;
        best = [best[0].min(ticked), best[1].min(start.elapsed() - ticked)];
    }
    let [particles, edges] = counts;
    let [tick, worked] = best;
    println!(
        "{particles} particles, {MODELS} ribbons of {edges} edges: tick {tick:?}, worked out {worked:?} (wanted: 1 ms together)"
    );
    println!("sum {sum}");
}
