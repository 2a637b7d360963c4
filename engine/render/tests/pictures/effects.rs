//! Particles, ribbons, and what lies over the finished picture.

use crate::stage::*;
use glam::{Affine3A, Quat, Vec3};
use render::{Look, Settings, Shot, Size};
use world::{
    Alpha, Blend, EmitterLaw, EmitterLawId, Facing, MaterialId, ModelId, NodeId, Occurrences, ParticleManner,
    Pictures, Puff, Ramp, Rate, RibbonLaw, RibbonLawId, ScreenColor, ScreenEffect, ScreenMix, State, Tiles,
};

const SIDE: u32 = 64;

fn births(rate: f32) -> Rate {
    Rate::PerSecond { births: Ramp::constant(rate), period: None }
}

/// A world with one emitter eight units ahead, at a tick.
fn emitting(law: EmitterLaw, tick: u64) -> (Stage, State) {
    let mut stage = Stage::new();
    stage.scene.emitters.push(law);
    let node = stage.node(None);
    stage.scene.roots.push(node);
    stage.scene.emitting.push((node, EmitterLawId(0)));
    let state = at(&stage, tick, |_| Affine3A::from_translation(Vec3::NEG_Z * 8.0));
    (stage, state)
}

/// The state at a tick of a world whose first node went this way.
fn at(stage: &Stage, tick: u64, way: impl Fn(u64) -> Affine3A) -> State {
    let mut state = stage.state();
    for now in 0..=tick {
        state.effects.tick(&stage.scene, now, |_, _| Some((way(now), false)));
    }
    state.tick = tick;
    state
}

#[test]
fn a_particle_is_a_square_of_its_size_and_colour_towards_the_camera() {
    let Some(renderer) = renderer() else { return };
    let colors = Ramp::constant([1.0, 0.0, 0.0, 1.0]);
    let law = EmitterLaw { life: [10.0; 2], colors, ..EmitterLaw::default() };
    // Born after a second, one unit to each side: at 8 units 4 pixels a unit.
    let (stage, state) = emitting(law.clone(), 59);
    assert_eq!(stage.look_at(&renderer, &state, "particle-none", SIDE).count(RED), 0);
    let (mut stage, mut state) = emitting(law, 60);
    let picture = stage.look_at(&renderer, &state, "particle", SIDE);
    assert_eq!((picture.extent(RED), picture.count(RED)), (Some([28, 28, 35, 35]), 64));
    // From the side it is as wide.
    state.camera.yaw = std::f32::consts::FRAC_PI_2;
    state.camera.eye = Vec3::new(8.0, 0.0, -8.0);
    assert_eq!(stage.look_at(&renderer, &state, "particle-side", SIDE).count(RED), 64);
    // Lying on the ground it is an edge from here, and a square from above.
    stage.scene.emitters[0].facing = Facing::Level;
    assert_eq!(stage.look_at(&renderer, &state, "particle-level", SIDE).count(RED), 0);
    state.camera.pitch = -std::f32::consts::FRAC_PI_2;
    state.camera.eye = Vec3::new(0.0, 8.0, -8.0);
    assert_eq!(stage.look_at(&renderer, &state, "particle-above", SIDE).count(RED), 64);
}

#[test]
fn a_particle_may_be_lit_and_may_be_a_model() {
    let Some(renderer) = renderer() else { return };
    let manner = ParticleManner { lit: true, ..ParticleManner::default() };
    let law = EmitterLaw { life: [10.0; 2], manner, ..EmitterLaw::default() };
    // Level ground has half of the light of a sun that stands at 30 degrees.
    let (mut stage, state) = emitting(law, 60);
    stage.scene.lights.push(world::Light {
        node: None,
        active: true,
        directional: true,
        position: Vec3::ZERO,
        direction: Vec3::new(0.75_f32.sqrt(), -0.5, 0.0),
        color: [1.0; 3],
        diffuse: 1.0,
        ambient: 0.0,
        near: 0.0,
        far: 0.0,
    });
    let fresh = |stage: &Stage| State { effects: state.effects.clone(), tick: 60, ..stage.state() };
    let now = fresh(&stage);
    assert_near(stage.look_at(&renderer, &now, "particle-lit", SIDE).middle(), [127.0; 3], 2.5);
    // The first model is a square of two units in blue: a particle of half the size is one of a unit to a side.
    stage.scene.lights.clear();
    stage.scene.models.push(model(&[Quad::facing_z([0.0; 3], 1.0, BLUE)]));
    stage.scene.emitters[0].manner = ParticleManner { model: Some(ModelId(0)), ..ParticleManner::default() };
    stage.scene.emitters[0].sizes = Ramp::constant(0.5);
    let now = fresh(&stage);
    let picture = stage.look_at(&renderer, &now, "particle-model", SIDE);
    assert_eq!((picture.extent(BLUE), picture.count(BLUE)), (Some([30, 30, 33, 33]), 16));
}

#[test]
fn particles_mix_as_their_material_does_and_hide_behind_walls() {
    let Some(renderer) = renderer() else { return };
    for (blend, expected) in
        [(Blend::Alpha, [178.0, 100.0, 25.0]), (Blend::AdditiveAlpha, [228.0, 200.0, 50.0])]
    {
        let law = EmitterLaw {
            material: MaterialId(1),
            life: [10.0; 2],
            colors: Ramp::constant([1.0, 0.0, 0.0, 0.5]),
            ..EmitterLaw::default()
        };
        let (mut stage, mut state) = emitting(law, 60);
        stage.material(blend, None);
        stage.show(&[Quad::facing_z([0.0, 0.0, -9.0], 9.0, [100, 200, 50])]);
        let fresh =
            |stage: &Stage, old: &State| State { effects: old.effects.clone(), tick: 60, ..stage.state() };
        state = fresh(&stage, &state);
        assert_near(stage.look_at(&renderer, &state, "particle-mixed", SIDE).middle(), expected, 1.5);
        stage.show(&[Quad::facing_z([0.0, 0.0, -7.0], 9.0, BLUE)]);
        state = fresh(&stage, &state);
        assert_eq!(stage.look_at(&renderer, &state, "particle-hidden", SIDE).middle(), BLUE);
    }
}

#[test]
fn of_one_emitter_the_nearer_particle_lies_over_the_farther() {
    let Some(renderer) = renderer() else { return };
    // Away from the eye and towards it: either way the nearest is seen.
    for (speed, expected) in [(-2.0, RED), (2.0, GREEN)] {
        let law = EmitterLaw {
            material: MaterialId(1),
            life: [2.5; 2],
            velocity: Vec3::Z * speed,
            size: [3.0; 2],
            colors: Ramp::new([
                (0.0, [1.0, 0.0, 0.0, 1.0]),
                (0.3, [1.0, 0.0, 0.0, 1.0]),
                (0.3, [0.0, 1.0, 0.0, 1.0]),
            ])
            .unwrap(),
            ..EmitterLaw::default()
        };
        let (mut stage, state) = emitting(law, 120);
        stage.material(Blend::Alpha, None);
        let state = State { effects: state.effects, tick: 120, ..stage.state() };
        assert_eq!(stage.look_at(&renderer, &state, "particle-order", SIDE).middle(), expected);
    }
}

#[test]
fn tiles_show_parts_of_a_picture_and_streaks_lie_along_their_way() {
    let Some(renderer) = renderer() else { return };
    let law = EmitterLaw {
        material: MaterialId(1),
        life: [1.9; 2],
        tiles: Tiles {
            columns: 2,
            rows: 2,
            rising: [1, 1],
            falling: [2, 2],
            middle: 0.5,
            ..Tiles::default()
        },
        ..EmitterLaw::default()
    };
    // Born at 60: young it shows the upper right quarter, old the lower left one.
    for (tick, expected) in [(90, GREEN), (119, BLUE)] {
        let (mut stage, state) = emitting(law.clone(), tick);
        let quarters = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255; 4]];
        let texels: Vec<_> = (0..256).map(|n| quarters[n / 128 * 2 + n % 16 / 8]).collect();
        let texture = stage.texture(Alpha::None, 16, &texels);
        stage.material(Blend::Opaque, Some(texture));
        let state = State { effects: state.effects, tick, ..stage.state() };
        // Away from the middle, where smoothing mixes in the other tiles.
        let picture = stage.look_at(&renderer, &state, "particle-tile", SIDE);
        let pixel = if expected == GREEN { picture.at(34, 29) } else { picture.at(29, 34) };
        assert_near(pixel, expected.map(f32::from), 2.0);
    }
    let law = EmitterLaw {
        life: [10.0; 2],
        velocity: Vec3::X * 4.0,
        size: [0.5; 2],
        facing: Facing::Streak { seconds: 1.0 },
        colors: Ramp::constant([1.0, 0.0, 0.0, 1.0]),
        ..EmitterLaw::default()
    };
    // A second old: four units from tail to head, one unit high.
    let (stage, state) = emitting(law, 119);
    let picture = stage.look_at(&renderer, &state, "particle-streak", SIDE);
    assert_eq!(picture.extent(RED), Some([32, 30, 47, 33]));
}

#[test]
fn a_ribbon_reaches_back_to_where_its_node_was() {
    let Some(renderer) = renderer() else { return };
    let mut stage = Stage::new();
    stage.scene.materials[0].color = [1.0, 0.0, 0.0];
    stage.scene.ribbons.push(RibbonLaw { edges_per_second: 60.0, ..RibbonLaw::default() });
    let node = stage.node(None);
    stage.scene.roots.push(node);
    stage.scene.trailing.push((node, RibbonLawId(0)));
    // Four units a second to the right for two seconds; edges last one.
    let way = |tick: u64| Affine3A::from_translation(Vec3::new(tick as f32 / 15.0 - 4.0, 0.0, -8.0));
    let state = at(&stage, 120, way);
    let picture = stage.look_at(&renderer, &state, "ribbon", SIDE);
    assert_eq!((picture.extent(RED), picture.count(RED)), (Some([32, 28, 47, 35]), 16 * 8));
    // Upright edges turn with the node: level ones are not seen from here.
    let flat =
        |tick: u64| way(tick) * Affine3A::from_quat(Quat::from_rotation_x(std::f32::consts::FRAC_PI_2));
    assert_eq!(stage.look_at(&renderer, &at(&stage, 120, flat), "ribbon-flat", SIDE).count(RED), 0);
}

#[test]
fn ten_thousand_particles_are_at_most_eight_draws() {
    let Some(mut renderer) = renderer() else { return };
    let mut stage = Stage::new();
    let pictures: Vec<_> = (0..2)
        .map(|number| stage.texture(Alpha::Full, 1 + number, &[[255; 4]; 2][..1 + number as usize]))
        .collect();
    for number in 0..8 {
        let blend = [Blend::Alpha, Blend::Additive, Blend::Modulate, Blend::AdditiveAlpha][number / 2];
        let material = stage.material(blend, Some(pictures[number % 2]));
        stage.scene.emitters.push(EmitterLaw {
            material,
            rate: births(1250.0),
            vertical_range: 3.0,
            speed: Ramp::constant(2.0),
            size: [0.1; 2],
            ..EmitterLaw::default()
        });
        let node = stage.node(None);
        stage.scene.roots.push(node);
        stage.scene.emitting.push((node, EmitterLawId(number as u32)));
    }
    let state = at(&stage, 120, |_| Affine3A::from_translation(Vec3::NEG_Z * 12.0));
    let loaded = renderer.load(&stage.scene).unwrap();
    let (table, _) = Occurrences::build(&stage.scene, &state, 100);
    let settings = Settings::default();
    let shot = Shot {
        loaded: &loaded,
        scene: &stage.scene,
        state: &state,
        zones: state.zones,
        table: &table,
        camera: state.camera,
        feet: None,
        between: 1.0,
        settings: &settings,
        beside: &[],
        hud: None,
    };
    let statistics = renderer.prepare(&shot, Size { width: 640, height: 480 });
    assert!((9_990..=10_000).contains(&statistics.particles), "{statistics:?}");
    assert_eq!(statistics.triangles, 2 * u64::from(statistics.particles));
    assert!(statistics.draws <= 8, "{statistics:?}");
}

fn covered(effects: &[ScreenEffect], tick: u64) -> (Stage, State) {
    let mut stage = Stage::new();
    stage.show(&[Quad::facing_z([0.0, 0.0, -8.0], 9.0, [100, 200, 50])]);
    let mut state = stage.state();
    effects.iter().for_each(|effect| state.effects.show(*effect));
    state.tick = tick;
    (stage, state)
}

#[test]
fn fades_tints_and_flashes_lie_over_the_picture() {
    let Some(renderer) = renderer() else { return };
    let effect = |mix, color| ScreenEffect { mix, color, from: 0.0, to: 1.0, since: 60, ticks: 60 };
    let look = |effects: &[ScreenEffect], tick| {
        let (stage, state) = covered(effects, tick);
        stage.look_at(&renderer, &state, "screen", SIDE).middle()
    };
    let fade = effect(ScreenMix::Fade, [1.0, 0.0, 0.0]);
    assert_eq!(look(&[fade], 60), [100, 200, 50]);
    assert_near(look(&[fade], 75), [138.75, 150.0, 37.5], 1.0);
    assert_eq!(look(&[fade], 500), RED);
    let tint = effect(ScreenMix::Tint, [1.0, 0.5, 0.0]);
    assert_near(look(&[tint], 120), [100.0, 100.0, 0.0], 1.0);
    let flash = effect(ScreenMix::Flash, [0.5, 0.5, 1.0]);
    assert_near(look(&[flash], 120), [227.5, 255.0, 255.0], 1.0);
    // The tint takes half of the flash's green, too.
    assert_near(look(&[flash, tint], 120), [227.5, 163.75, 0.0], 1.0);
}

#[test]
fn the_faithful_look_is_covered_as_well() {
    let Some(renderer) = renderer() else { return };
    let fade =
        ScreenEffect { mix: ScreenMix::Fade, color: [0.0, 0.0, 1.0], from: 1.0, to: 1.0, since: 0, ticks: 0 };
    let (stage, state) = covered(&[fade], 5);
    let loaded = renderer.load(&stage.scene).unwrap();
    let (table, _) = Occurrences::build(&stage.scene, &state, 100);
    let settings = Settings { look: Look::Faithful, ..Settings::default() };
    let shot = Shot {
        loaded: &loaded,
        scene: &stage.scene,
        state: &state,
        zones: state.zones,
        table: &table,
        camera: state.camera,
        feet: None,
        between: 1.0,
        settings: &settings,
        beside: &[],
        hud: None,
    };
    let size = Size { width: SIDE, height: SIDE };
    assert_eq!(Picture(renderer.picture_as(&shot, size).unwrap()).count(BLUE), (SIDE * SIDE) as usize);
}

#[test]
fn a_cover_lies_above_what_the_state_shows() {
    let Some(renderer) = renderer() else { return };
    let (mix, color) = (ScreenMix::Fade, [0.0, 0.0, 1.0]);
    let fade = ScreenEffect { mix, color, from: 1.0, to: 1.0, since: 0, ticks: 0 };
    let (stage, state) = covered(&[fade], 5);
    let loaded = renderer.load(&stage.scene).unwrap();
    let (table, _) = Occurrences::build(&stage.scene, &state, 100);
    // Half of the picture stays, and a red of 0.4 is added.
    let cover = ScreenColor { factor: [0.5; 3], sum: [0.4, 0.0, 0.0] };
    let settings = Settings { cover, ..Settings::default() };
    let shot = Shot {
        loaded: &loaded,
        scene: &stage.scene,
        state: &state,
        zones: state.zones,
        table: &table,
        camera: state.camera,
        feet: None,
        between: 1.0,
        settings: &settings,
        beside: &[],
        hud: None,
    };
    let picture = Picture(renderer.picture_as(&shot, Size { width: SIDE, height: SIDE }).unwrap());
    // All blue by the fade: 0.5 of 255 is 127.5, and 0.4 of 255 is 102.
    assert_near(picture.middle(), [102.0, 0.0, 127.5], 1.0);
}

#[test]
fn of_a_strobe_only_three_flashes_a_second_are_drawn() {
    let Some(renderer) = renderer() else { return };
    let (stage, mut state) = covered(&[], 0);
    let loaded = renderer.load(&stage.scene).unwrap();
    let (table, _) = Occurrences::build(&stage.scene, &state, 100);
    let size = Size { width: 8, height: 8 };
    let target = renderer.offscreen(size).unwrap();
    // Flashes of the state, and of what the options lay over it.
    for (most, expected, of_state) in [(3, 3, true), (1, 1, true), (0, 0, true), (3, 3, false)] {
        let (mut flashes, mut lit) = (0, false);
        for tick in 0..60 {
            state.tick = tick;
            state.effects.screen.clear();
            let mut settings = Settings { flashes_per_second: most, ..Settings::default() };
            let on = tick % 6 < 3;
            if on && of_state {
                let (mix, color) = (ScreenMix::Flash, [1.0; 3]);
                state.effects.show(ScreenEffect { mix, color, from: 1.0, to: 1.0, since: 0, ticks: 0 });
            } else if on {
                settings.cover = ScreenColor { factor: [0.0; 3], sum: [1.0; 3] };
            }
            let shot = Shot {
                loaded: &loaded,
                scene: &stage.scene,
                state: &state,
                zones: state.zones,
                table: &table,
                camera: state.camera,
                feet: None,
                between: 1.0,
                settings: &settings,
                beside: &[],
                hud: None,
            };
            renderer.draw_offscreen(&shot, &target).unwrap();
            let white = Picture(renderer.read(&target).unwrap()).middle() == WHITE;
            flashes += u32::from(white && !lit);
            lit = white;
        }
        assert_eq!(flashes, expected);
    }
}

#[test]
fn what_an_emitter_names_and_is_not_there_draws_nothing_wrong() {
    let Some(renderer) = renderer() else { return };
    let law = EmitterLaw { material: MaterialId(77), life: [10.0; 2], ..EmitterLaw::default() };
    let (stage, mut state) = emitting(law, 60);
    // The loud squares of a missing material.
    let picture = stage.look_at(&renderer, &state, "particle-missing", SIDE);
    assert!(picture.count([255, 0, 255]) > 0);
    state.effects.emitters[0].law = EmitterLawId(9);
    state.effects.emitters[0].node = NodeId(99);
    assert_eq!(stage.look_at(&renderer, &state, "particle-lost", SIDE).count(BLACK), (SIDE * SIDE) as usize);
}

#[test]
fn a_law_of_its_own_shows_one_picture_after_the_other_and_nothing_near_the_eye() {
    let Some(renderer) = renderer() else { return };
    let own = EmitterLaw {
        life: [1.5; 2],
        pictures: Some(Pictures::Sequence(vec![(0.0, MaterialId(1)), (0.5, MaterialId(2))])),
        ..EmitterLaw::default()
    };
    let middle = |law: &EmitterLaw, tick| {
        // The scene has a law that shows nothing.
        let (mut stage, mut state) = emitting(EmitterLaw { size: [0.0; 2], ..EmitterLaw::default() }, tick);
        for color in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]] {
            stage.material(Blend::Alpha, None);
            stage.scene.materials.last_mut().unwrap().color = color;
        }
        let puff = Puff { law: Some(law.clone()), ..Puff::default() };
        state.effects.emitters[0].puff = Some(Box::new(puff));
        let state = State { effects: state.effects, tick, ..stage.state() };
        stage.look_at(&renderer, &state, "particle-pictures", SIDE).middle()
    };
    // Born after a second; half of its life is three quarters of one.
    assert_eq!([60, 100, 110].map(|tick| middle(&own, tick)), [RED, RED, GREEN]);
    // It is eight units away.
    let near = |near_fade| middle(&EmitterLaw { near_fade: Some(near_fade), ..own.clone() }, 60);
    assert_eq!(near([2.0, 4.0]), RED);
    let none = near([9.0, 10.0]);
    assert!(none != RED && none == near([8.5, 8.6]));
}
