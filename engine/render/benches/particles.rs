//! How much 10,000 particles cost: a tick of their emitters, working them out,
//! and a whole frame made ready for the device.
//!
//! `cargo bench -p render --bench particles` takes the best and the median of
//! many runs; counts and sums keep the work from being optimised away. It
//! measures this machine now and keeps no record.

use glam::{Affine3A, Vec3};
use render::{Options, Renderer, Settings, Shot, Size};
use std::hint::black_box;
use std::time::{Duration, Instant};
use world::{
    Blend, Drag, EmitterLaw, EmitterLawId, Frame, Material, MaterialId, Node, NodeFlags, NodeId, Occurrences,
    Ramp, Rate, Scene, State,
};

const RUNS: usize = 200;
/// Twenty emitters of 500 particles each.
const EMITTERS: u32 = 20;

fn scene() -> Scene {
    let mut scene = Scene::empty("bench", "particles", Frame::identity(1.0));
    let blends = [Blend::Alpha, Blend::Additive, Blend::Alpha, Blend::AdditiveAlpha];
    scene.materials = blends.map(|blend| Material { blend, ..Material::default() }).into();
    for number in 0..EMITTERS {
        scene.nodes.push(Node { flags: NodeFlags::ACTIVE, opacity: 1.0, ..Node::default() });
        scene.roots.push(NodeId(number));
        scene.emitters.push(EmitterLaw {
            material: MaterialId(number % 4),
            rate: Rate::PerSecond { births: Ramp::constant(250.0), period: None },
            life: [2.0; 2],
            vertical_range: 0.5,
            speed: Ramp::constant(4.0),
            speed_variation: 0.3,
            acceleration: Vec3::NEG_Y * 2.0,
            drag: Drag::Damping { per_second: 0.5 },
            size: [0.1, 0.2],
            sizes: ramp([1.0, 2.0, 0.5]),
            colors: Ramp::new([(0.0, [1.0, 0.8, 0.2, 1.0]), (0.5, [1.0, 0.2, 0.0, 0.7]), (1.0, [0.0; 4])])
                .unwrap_or_else(|| Ramp::constant([1.0; 4])),
            ..EmitterLaw::default()
        });
        scene.emitting.push((NodeId(number), EmitterLawId(number)));
    }
    scene.camera.eye = Vec3::new(0.0, 4.0, 40.0);
    scene
}

fn ramp([first, middle, last]: [f32; 3]) -> Ramp<f32> {
    Ramp::new([(0.0, first), (0.5, middle), (1.0, last)]).unwrap_or_else(|| Ramp::constant(first))
}

/// Every emitter on a circle, on its way round.
fn place(node: NodeId, tick: u64) -> Affine3A {
    let angle = node.0 as f32 / EMITTERS as f32 * std::f32::consts::TAU + tick as f32 * 0.01;
    let (sin, cos) = libm::sincosf(angle);
    Affine3A::from_translation(Vec3::new(cos * 15.0, 0.0, sin * 15.0))
}

fn measured(name: &str, mut work: impl FnMut() -> u64) {
    let mut times: Vec<Duration> = Vec::with_capacity(RUNS);
    let mut sum = 0;
    for _ in 0..RUNS {
        let start = Instant::now();
        sum += black_box(work());
        times.push(start.elapsed());
    }
    times.sort();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let (best, median, p95) = (ms(times[0]), ms(times[RUNS / 2]), ms(times[RUNS * 95 / 100]));
    println!("{name:28} best {best:.3} ms, median {median:.3} ms, p95 {p95:.3} ms, sum {sum}");
}

fn main() -> Result<(), render::RenderError> {
    // Run along with the tests there is nothing to measure.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let scene = scene();
    let mut state = State::new(&scene, 1);
    for tick in 0..=300 {
        state.effects.tick(&scene, tick, |node, _| Some((place(node, tick), false)));
        state.tick = tick;
    }
    let start = state.clone();
    measured("tick of the emitters", || {
        state.tick += 1;
        let tick = state.tick;
        state.effects.tick(&scene, tick, |node, _| Some((place(node, tick), false)));
        state.effects.emitters.len() as u64
    });
    let state = start;
    measured("10,000 particles worked out", || {
        let mut count = 0;
        for emitter in &state.effects.emitters {
            let law = &scene.emitters[emitter.law.index()];
            emitter.particles(law, state.tick as f64, |particle| {
                count += u64::from(particle.position.x.is_finite());
            });
        }
        count
    });
    let mut renderer = Renderer::new(&Options::from_env())?;
    let loaded = renderer.load(&scene)?;
    let (table, _) = Occurrences::build(&scene, &state, 1000);
    let settings = Settings::default();
    let size = Size { width: 640, height: 480 };
    measured("a frame of them made ready", || {
        let shot = Shot {
            loaded: &loaded,
            scene: &scene,
            state: &state,
            zones: state.zones,
            table: &table,
            camera: scene.camera,
            feet: None,
            between: 1.0,
            settings: &settings,
            beside: &[],
            hud: None,
        };
        let statistics = renderer.prepare(&shot, size);
        assert!(statistics.draws <= 8, "{statistics:?}");
        u64::from(statistics.particles)
    });
    Ok(())
}
