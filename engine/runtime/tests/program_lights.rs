//! What programs do to lights, the camera, the fog, the picture and texture cycles.

use crate::common::programs::{OTHER, place, program, said, say, sequence, sketch, slide, world};
use crate::common::start;
use glam::{Affine3A, Vec3};
use runtime::Simulation;
use world::program::{
    CameraChange, CameraTo, Definition, Event, EventPlace, FogChange, FogKind, LightAnimation, LightState,
    Operand, ScreenWash, Span, Step,
};
use world::{Cycle, Light, LightId, NodeId, ProgramId, ScreenColor, TextureId};

fn lamp() -> Light {
    Light {
        node: None,
        active: false,
        directional: false,
        position: Vec3::Z,
        direction: Vec3::NEG_Y,
        color: [0.5; 3],
        diffuse: 0.25,
        ambient: 0.75,
        near: 1.0,
        far: 2.0,
    }
}

/// A program with one light of the scene and one of its own that does this and then stays for a while.
fn lit(events: Vec<Event>) -> Simulation {
    let steps = events.into_iter().map(Step::then).chain([slide(9.0)]).collect();
    let own = Definition { lights: vec![Some(LightId(0)), None], ..program(vec![sequence(steps)]) };
    let mut sketch = sketch(vec![own]);
    sketch.scene.lights = vec![lamp()];
    let mut simulation = start(sketch, [0.0; 3]);
    assert!(simulation.edit().teleport_node(NodeId(2), Affine3A::from_translation(Vec3::Y * 4.0)));
    assert!(simulation.edit().start_program(ProgramId(0), None));
    simulation
}

fn shines(light: u16) -> LightState {
    LightState { light: Some(light), active: true, point: true, ..LightState::default() }
}

#[test]
fn a_light_takes_over_what_is_given_and_keeps_the_rest() {
    let at = EventPlace::Node { node: OTHER, offset: Vec3::X };
    let first = LightState { place: at, range: Some([3.0, 5.0]), color: Some([1.0, 0.5, 0.0]), ..shines(0) };
    let flickers = LightState { range: Some([4.0, 6.0]), ..shines(0) };
    let mut simulation = lit(vec![Event::Light(first.into()), Event::Light(flickers.into())]);
    said(&mut simulation, 1);
    let expected = Light {
        active: true,
        position: Vec3::new(1.0, 4.0, 0.0),
        color: [1.0, 0.5, 0.0],
        near: 4.0,
        far: 6.0,
        ..lamp()
    };
    assert_eq!(simulation.state().lights[0], expected);
    // It does not follow, and goes out with its program.
    assert!(simulation.edit().teleport_node(NodeId(2), Affine3A::IDENTITY));
    said(&mut simulation, 1);
    assert_eq!(simulation.state().lights[0], expected);
    said(&mut simulation, 9);
    assert_eq!(simulation.state().lights[0], Light { active: false, ..expected });
}

#[test]
fn a_light_that_the_scene_does_not_have_is_made_and_taken_away_again() {
    let own = LightState { diffuse: Some(0.5), ..shines(1) };
    let turned = LightState {
        point: false,
        orientation: Some(Vec3::Y * std::f32::consts::FRAC_PI_2),
        place: EventPlace::At(Vec3::ONE),
        ..shines(1)
    };
    let mut simulation = lit(vec![Event::Light(own.into()), Event::Light(turned.into())]);
    said(&mut simulation, 1);
    assert_eq!(simulation.state().lights.len(), 2);
    let made = simulation.state().lights[1];
    assert_eq!((made.near, made.far, made.diffuse, made.ambient), (32.0, 64.0, 0.5, 1.0));
    assert_eq!((made.active, made.directional, made.position), (true, true, Vec3::ONE));
    // A quarter turn about y takes -z to -x.
    assert!(made.direction.abs_diff_eq(Vec3::NEG_X, 1e-6));
    assert!(simulation.edit().reset_program(ProgramId(0)));
    assert_eq!(simulation.state().lights.len(), 1);
    // One that is switched off was never there; nor is one that no list has, or at no node.
    let off = LightState { active: false, ..shines(1) };
    let nowhere = EventPlace::Node { node: Operand::Node(9), offset: Vec3::ZERO };
    let events = [off, shines(7), LightState { place: nowhere, ..shines(1) }];
    let mut simulation = lit(events.map(|own| Event::Light(own.into())).into());
    said(&mut simulation, 1);
    assert_eq!(&*simulation.state().lights, &[lamp()]);
}

#[test]
fn rates_change_range_and_colour_of_a_light() {
    let rates = |range_rate, range_acceleration, red: f32| LightAnimation {
        light: Some(0),
        range_rate,
        range_acceleration,
        color_rate: [red, 0.0, 0.0],
        seconds: 2.0 / 60.0,
    };
    let after = |own: LightAnimation, ticks| {
        let mut simulation = lit(vec![Event::Light(shines(0).into()), Event::LightAnimation(own.into())]);
        said(&mut simulation, ticks);
        let light = simulation.state().lights[0];
        [light.near, light.far, light.color[0]]
    };
    let near = |a: [f32; 3], b: [f32; 3]| assert!(Vec3::from(a).abs_diff_eq(Vec3::from(b), 1e-4), "{a:?}");
    // 1 and 2 in the first tick, then twice as much; then it is over.
    let grows = rates([60.0, 120.0], [3600.0, 7200.0], 6.0);
    near(after(grows.clone(), 1), [2.0, 4.0, 0.6]);
    near(after(grows.clone(), 2), [4.0, 8.0, 0.7]);
    near(after(grows, 5), [4.0, 8.0, 0.7]);
    // Below 0 near is 1, and far one more than that; colours stay within 0..=1.
    near(after(rates([-600.0, -600.0], [0.0; 2], -60.0), 1), [1.0, 2.0, 0.0]);
    near(after(rates([0.0, f32::NAN], [0.0; 2], 60.0), 2), [1.0, 2.0, 0.5]);
}

#[test]
fn the_camera_and_the_fog_take_over_what_is_given() {
    let fog = FogChange {
        kind: Some(FogKind::Exponential),
        altitude: Some([9.0, 3.0]),
        color: Some([0.5, 2.0, -1.0]),
        range: None,
    };
    let change = CameraChange { near: Some(0.5), fov_y: Some(1.0), ..CameraChange::default() };
    let zoom = CameraChange { zoom_y: Some(2.0), far: Some(f32::NAN), ..CameraChange::default() };
    let mut simulation = lit(vec![
        Event::Fog(fog),
        Event::Fog(FogChange { range: Some([1.0, 8.0]), ..FogChange::default() }),
        Event::Camera(change.into()),
        Event::Camera(zoom.into()),
    ]);
    let far = simulation.state().camera.far;
    said(&mut simulation, 1);
    let fog = simulation.state().fog;
    assert_eq!((fog.on, fog.low, fog.high, fog.near, fog.far), (true, 3.0, 9.0, 1.0, 8.0));
    assert_eq!(fog.color, [0.5, 1.0, 0.0]);
    let camera = simulation.state().camera;
    assert_eq!((camera.near, camera.far), (0.5, far));
    // Twice as large: half of the tangent of half of the angle.
    assert!((camera.fov_y - 0.5332933).abs() < 1e-6);
    let lens = simulation.state().programs.lens.unwrap();
    assert_eq!((lens.fov[1], lens.zoom), (1.0, [1.0, 2.0]));
    // The far end does not come nearer than the near one.
    let crossed = CameraChange { near: Some(50.0), far: Some(1.0), ..CameraChange::default() };
    let mut simulation = lit(vec![Event::Camera(crossed.into())]);
    said(&mut simulation, 1);
    let camera = simulation.state().camera;
    assert!(camera.near == 50.0 && camera.far > 50.0 && camera.far < 51.0);
    // Over four ticks, from its start on.
    let to = CameraChange { far: Some(Span { from: 100.0, to: 200.0 }), ..CameraChange::default() };
    let own = CameraTo { change: to, seconds: 4.0 / 60.0 };
    let mut simulation = lit(vec![Event::CameraTo(own.into())]);
    let fars = [1, 2, 3, 4, 5].map(|_| {
        said(&mut simulation, 1);
        simulation.state().camera.far
    });
    for (far, expected) in fars.iter().zip([125.0, 150.0, 175.0, 200.0, 200.0]) {
        assert!((far - expected).abs() < 1e-3, "{fars:?}");
    }
}

#[test]
fn a_colour_over_the_picture_is_gone_when_its_time_is_over() {
    let wash = |red: f32| ScreenWash {
        color: Span { from: [red, 0.0, 0.0, 0.0], to: [red, 0.0, 0.0, 2.0] },
        seconds: 4.0 / 60.0,
    };
    let one = |red| program(vec![sequence(vec![Step::then(Event::ScreenWash(wash(red).into())), say(1)])]);
    let mut simulation = world(vec![one(1.0), one(0.5)]);
    // Of two the last writer wins: the older program, for the newest is walked first.
    assert!(simulation.edit().start_program(ProgramId(0), None));
    assert!(simulation.edit().start_program(ProgramId(1), None));
    let mut seen = Vec::new();
    for tick in 1..=6 {
        assert_eq!(said(&mut simulation, 1).len(), if tick == 4 { 4 } else { 0 });
        let effects = &simulation.state().effects.screen;
        assert!(effects.len() <= 1);
        let at = |between: f64| ScreenColor::of(effects, tick as f64 - 1.0 + between);
        assert_eq!(at(0.0), at(1.0), "as strong for the whole tick");
        seen.push((at(1.0).sum[0], at(1.0).factor[0]));
    }
    let expected = [(0.5, 0.5), (1.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, 1.0)];
    for (seen, expected) in seen.iter().zip(expected) {
        assert!((seen.0 - expected.0).abs() < 1e-6 && (seen.1 - expected.1).abs() < 1e-6, "{seen:?}");
    }
    // A ripple is not seen, but takes its time.
    let ripple = program(vec![sequence(vec![Step::then(Event::ScreenRipple(3.0 / 60.0)), say(1)])]);
    let mut simulation = world(vec![ripple]);
    assert!(simulation.edit().start_program(ProgramId(0), None));
    assert_eq!(said(&mut simulation, 5), [(3, 1), (3, 0)]);
    assert_eq!(place(&simulation, 1), Vec3::ZERO);
}

#[test]
fn a_texture_cycle_goes_to_a_picture() {
    let cycled = |restart, frame| {
        let event = Event::CycleTexture { node: Operand::Node(0), restart, frame };
        let own = Definition {
            nodes: vec![Some(NodeId(0)), Some(NodeId(1))],
            ..program(vec![sequence(vec![
                Step::then(event),
                Step::then(Event::CycleTexture { node: Operand::Node(1), restart, frame: 9 }),
            ])])
        };
        let mut sketch = sketch(vec![own]);
        let textures = vec![TextureId(0); 4];
        let cycle = Cycle { textures, offsets: Vec::new(), speed: 0.0, looping: true, start: 0.5 };
        sketch.scene.materials[0].cycle = Some(cycle);
        let mut simulation = start(sketch, [0.0; 3]);
        assert!(simulation.edit().start_program(ProgramId(0), None));
        said(&mut simulation, 1);
        simulation.state().cycles[0]
    };
    assert_eq!(cycled(true, 2), 2.0);
    assert_eq!(cycled(false, 3), 3.5);
    // Behind the last one it starts over.
    assert_eq!(cycled(true, 5), 1.0);
}
