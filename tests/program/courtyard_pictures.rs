//! Pictures of the courtyard: pixels worked out by hand, and what drawing takes.

use crate::courtyard::{run, start};
use crate::drawing::renderer;
use glam::Vec3;
use render::{Loaded, Renderer, Settings, Shot, Size, Statistics};
use runtime::Simulation;
use world::{Camera, Image, State};

/// Ticks in which the picture fades in, and the colour that it fades from.
const FADE_IN: u64 = 90;
const DARK: [f32; 3] = [0.035, 0.03, 0.06];

/// A picture of a running world in a state, and what drawing it took.
fn look(
    (renderer, loaded): (&Renderer, &Loaded),
    simulation: &Simulation,
    state: &State,
    camera: Camera,
) -> (Image, Statistics) {
    let settings = Settings::default();
    let shot = Shot {
        loaded,
        scene: simulation.scene(),
        state,
        zones: state.zones,
        table: simulation.occurrences(),
        camera,
        feet: None,
        between: 1.0,
        settings: &settings,
        beside: &[],
        hud: None,
    };
    let target = renderer.offscreen(Size { width: 96, height: 64 }).unwrap();
    let statistics = renderer.draw_offscreen(&shot, &target).unwrap();
    (renderer.read(&target).unwrap(), statistics)
}

/// Mean red, green and blue of the pixels in the middle of a picture.
fn middle(image: &Image) -> Vec3 {
    let (x, y) = (image.width / 2, image.height / 2);
    let pixels: Vec<Vec3> = (y - 2..y + 2)
        .flat_map(|y| (x - 2..x + 2).map(move |x| ((y * image.width + x) * 4) as usize))
        .map(|at| Vec3::from_array(std::array::from_fn(|channel| f32::from(image.rgba[at + channel]))))
        .collect();
    pixels.iter().sum::<Vec3>() / pixels.len() as f32
}

#[test]
fn the_wall_is_bright_while_the_lantern_passes_and_dark_when_it_is_behind() {
    let Some(renderer) = renderer() else { return };
    let mut simulation = start();
    let loaded = renderer.load(simulation.scene()).unwrap();
    // Straight at a place of the wall beside the bearer.
    let camera =
        Camera { eye: Vec3::new(-4.8, 1.45, 0.6), yaw: 0.0, pitch: 0.0, ..simulation.scene().camera };
    run(&mut simulation, 72);
    let (bright, _) = look((&renderer, &loaded), &simulation, simulation.state(), camera);
    // Of the light there, the sky gives red 0.64 * 0.50 and green 0.72 * 0.50, the
    // glow 0.02 and 0.01. The lantern, 1.7 metres away, gives 0.86 of its reach, 0.88
    // of it to a wall that is turned to it so: red to the full, a third of which was
    // there before, and green 0.37 + 0.76 * 0.66, 2.4 times as much as before.
    run(&mut simulation, 418);
    let mut state = simulation.state().clone();
    state.effects.screen.clear();
    let (dark, _) = look((&renderer, &loaded), &simulation, &state, camera);
    // At tick 72 the fade still lets 72 of 90 parts through.
    let shown = 72.0 / FADE_IN as f32;
    let unfaded = (middle(&bright) - Vec3::from(DARK) * 255.0 * (1.0 - shown)) / shown;
    let ratio = unfaded / middle(&dark);
    assert!((2.6..=3.1).contains(&ratio.x), "red {ratio}");
    assert!((2.1..=2.6).contains(&ratio.y), "green {ratio}");
    assert!(ratio.z < ratio.y, "warm light: {ratio}");
}

#[test]
fn the_picture_fades_in_and_nothing_flashes() {
    let Some(renderer) = renderer() else { return };
    let mut simulation = start();
    let loaded = renderer.load(simulation.scene()).unwrap();
    let at = |simulation: &Simulation, state: &State| {
        look((&renderer, &loaded), simulation, state, simulation.state().camera).0
    };
    let first = at(&simulation, simulation.state());
    let dark = DARK.map(|channel| (channel * 255.0).round() as u8);
    assert!(first.rgba.chunks_exact(4).all(|pixel| pixel[..3] == dark), "{:?}", &first.rgba[..3]);
    // Half way: half of the picture, half of the dark.
    run(&mut simulation, FADE_IN / 2);
    let half = at(&simulation, simulation.state());
    let mut clear = simulation.state().clone();
    clear.effects.screen.clear();
    let whole = at(&simulation, &clear);
    for (half, whole) in half.rgba.chunks_exact(4).zip(whole.rgba.chunks_exact(4)) {
        for channel in 0..3 {
            let wanted = f32::from(whole[channel]) * 0.5 + DARK[channel] * 255.0 * 0.5;
            assert!((f32::from(half[channel]) - wanted).abs() <= 1.5, "{half:?} of {whole:?}");
        }
    }
    run(&mut simulation, FADE_IN / 2 - 1);
    assert_eq!(simulation.state().effects.screen.len(), 1);
    run(&mut simulation, 1);
    assert!(simulation.state().effects.screen.is_empty());
}

#[test]
fn hundreds_of_particles_are_few_draws_and_bodies_are_bent_by_the_device() {
    let Some(renderer) = renderer() else { return };
    let mut simulation = start();
    let loaded = renderer.load(simulation.scene()).unwrap();
    run(&mut simulation, 180);
    let camera = simulation.state().camera;
    let (_, all) = look((&renderer, &loaded), &simulation, simulation.state(), camera);
    let mut without = simulation.state().clone();
    without.effects.emitters.clear();
    let (_, none) = look((&renderer, &loaded), &simulation, &without, camera);
    assert_eq!(none.particles, 0);
    // Of the fountain alone 280 a second live for a second.
    assert!(all.particles > 270, "{}", all.particles);
    // Every emitter has one turn among what is mixed.
    let emitters = simulation.state().effects.emitters.len() as u32;
    assert!(all.draws - none.draws <= emitters, "{} of {}", all.draws - none.draws, all.draws);
    // Nobody is posed by the processor: what is streamed are particles, the ribbon,
    // the water and other mixed things alone.
    assert_eq!(all.posed, 5, "three wardens and two banners");
    assert!(none.streamed_corners < 600, "{}", none.streamed_corners);
}
