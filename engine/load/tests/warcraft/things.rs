//! What hangs on bones: things that are held, lights; and cameras.

use crate::warcraft::maker::{Install, bytes, card, codes, load, playing, ranged, sequence, texel};
use glam::Vec3;
use runtime::{Input, Simulation};
use warcraft::m2::{Attachment, Camera, Light, Model, Track};
use world::{AnimatorId, ClipId, Clock, Limits, Moment, NodeFlags, NodeId, Scene};

/// A card that goes up by 4 within its two seconds, with a hand.
fn holder() -> Model {
    let mut model = card();
    model.bones[0].translation = ranged(Track::linear([(1000, [0.0; 3]), (3000, [0.0, 0.0, 4.0])]));
    let visible = Track::constant(1);
    model.attachments =
        vec![Attachment { id: 1, position: [0.0, -0.5, 1.0], visible, ..Attachment::default() }];
    model
}

/// Where something carried is below what carries it, in the files' axes.
fn carried(scene: &Scene, number: usize, seconds: f32) -> Vec3 {
    let state = playing(scene, "Stand", seconds, 0);
    let place = scene.attachments[number].place(scene, &state, 0.0).unwrap();
    scene.frame.to_game(place.translation.into())
}

#[test]
fn a_hand_holds_another_model() {
    let sword = || ("Item/sword.m2", bytes(&card()));
    let files = |model: &Model| {
        Install::new(&[("card.m2", bytes(model)), sword(), ("Art/Card.blp", texel([255, 0, 0], 255))])
    };
    let install = files(&holder());
    let loaded = install.load("card.m2+right=sword.mdx");
    assert_eq!(codes(&loaded), [""; 0]);
    let scene = &loaded.scene;
    assert_eq!((scene.models.len(), scene.nodes[0].children.len()), (2, 1));
    let attachment = &scene.attachments[0];
    assert_eq!(scene.nodes[attachment.node.index()].name.as_ref(), "sword.m2");
    assert_eq!(carried(scene, 0, 1.0), Vec3::new(0.0, -0.5, 3.0));
    let wrong = ["card.m2+left=sword", "card.m2+right=axe"];
    for wrong in wrong {
        let loaded = install.load(wrong);
        assert_eq!(codes(&loaded), ["load.warcraft.item"], "{wrong}");
        assert_eq!(loaded.scene.models.len(), 1);
    }
    // Of a model that stands still it hangs where the hand is.
    let mut still = holder();
    still.bones[0].translation = Track::default();
    let scene = files(&still).load("card.m2+right=sword.m2").scene;
    assert!(scene.attachments.is_empty());
    let place = scene.nodes[1].transform.translation.into();
    assert_eq!(scene.frame.to_game(place), Vec3::new(0.0, -0.5, 1.0));
}

/// A sword in the right hand of a model, and the node at which it is.
fn with_sword(model: &Model) -> (Scene, NodeId) {
    let files =
        [("card.m2", bytes(model)), ("sword.m2", bytes(&card())), ("Art/Card.blp", texel([255, 0, 0], 255))];
    let scene = Install::new(&files).load("card.m2+right=sword").scene;
    let sword = scene.nodes.iter().position(|node| &*node.name == "sword.m2").expect("a sword");
    (scene, NodeId::from(sword))
}

#[test]
fn what_is_held_is_seen_while_its_place_says_so() {
    let mut model = holder();
    model.sequences = vec![sequence(0, 0), sequence(1, 4)];
    // Standing is from 1000 to 3000: seen at first, not between 0.5 and 1.5 s. Never while it walks, from 4000 on.
    let times = vec![1000, 1500, 2500, 4000];
    let visible = Track { times, values: vec![1, 0, 1, 0], ranges: vec![[0, 2], [3, 3]], ..Track::default() };
    model.attachments[0].visible = visible;
    let (scene, sword) = with_sword(&model);
    let (mut world, _) = Simulation::new(scene.into(), 1, &Limits::default());
    let is_seen = |world: &Simulation| world.state().nodes.flags[sword.index()].contains(NodeFlags::ACTIVE);
    let run = |world: &mut Simulation, ticks| (0..ticks).for_each(|_| world.tick(&Input::default()));
    world.edit().play(AnimatorId(0), Clock::looping(ClipId(0)));
    let mut seen = vec![is_seen(&world)];
    for ticks in [29, 2, 58, 2] {
        run(&mut world, ticks);
        seen.push(is_seen(&world));
    }
    // At 0, 29, 31, 89 and 91 of 60 ticks a second.
    assert_eq!(seen, [true, true, false, false, true]);
    // Going over to walking counts from its middle on.
    world.edit().fade_to(AnimatorId(0), Clock::looping(ClipId(1)), 0.2);
    run(&mut world, 5);
    assert!(is_seen(&world));
    run(&mut world, 3);
    assert!(!is_seen(&world));
    world.edit().play(AnimatorId(0), Clock::looping(ClipId(0)));
    assert!(is_seen(&world));

    // One that is never seen.
    model.attachments[0].visible = Track::constant(0);
    let (scene, sword) = with_sword(&model);
    assert!(!scene.nodes[sword.index()].flags.contains(NodeFlags::ACTIVE));
    assert!(scene.clips.iter().all(|clip| clip.shown.is_empty()));
}

#[test]
fn an_ambient_colour_of_its_own_is_a_light_beside_the_other() {
    let mut model = holder();
    model.lights = vec![Light {
        bone: 0,
        diffuse_color: Track::constant([1.0, 0.5, 0.0]),
        diffuse_intensity: Track::constant(0.5),
        ambient_color: ranged(Track::linear([(1000, [0.0, 0.0, 1.0]), (3000, [0.0, 1.0, 1.0])])),
        ambient_intensity: Track::constant(0.25),
        attenuation_end: Track::constant(6.0),
        visible: Track::constant(1),
        ..Light::default()
    }];
    let scene = load(&model).scene;
    let [diffuse, ambient] = scene.lights[..] else { panic!("two lights") };
    assert_eq!((diffuse.color, diffuse.diffuse, diffuse.ambient), ([1.0, 0.5, 0.0], 0.5, 0.0));
    assert_eq!((ambient.color, ambient.diffuse, ambient.ambient), ([0.0, 0.0, 1.0], 0.0, 0.25));
    assert_eq!((ambient.far, ambient.position), (6.0, diffuse.position));
    let mut state = playing(&scene, "Stand", 0.5, 0);
    state.paint(&scene, AnimatorId(0), 0.0);
    // A quarter of the way.
    assert_eq!(state.lights[1].color, [0.0, 0.25, 1.0]);
    assert_eq!(state.lights[0].color, [1.0, 0.5, 0.0]);
    // The same colour for both, and none, are one light.
    for color in [Track::constant([1.0, 0.5, 0.0]), Track::default()] {
        model.lights[0].ambient_color = color;
        let scene = load(&model).scene;
        let [both] = scene.lights[..] else { panic!("one light") };
        assert_eq!((both.color, both.diffuse, both.ambient), ([1.0, 0.5, 0.0], 0.5, 0.25));
    }
}

#[test]
fn lights_are_carried_by_bones_and_change() {
    let mut model = holder();
    model.lights = vec![Light {
        kind: 1,
        bone: 0,
        position: [0.0, 0.0, 2.0],
        diffuse_color: Track::constant([1.0, 0.5, 0.0]),
        diffuse_intensity: ranged(Track::linear([(1000, 0.0), (3000, 1.0)])),
        attenuation_start: Track::constant(1.5),
        attenuation_end: Track::constant(6.0),
        visible: Track::constant(1),
        ..Light::default()
    }];
    let scene = load(&model).scene;
    let light = scene.lights[0];
    assert!(light.active && !light.directional);
    assert_eq!((light.color, light.diffuse, light.near, light.far), ([1.0, 0.5, 0.0], 0.0, 1.5, 6.0));
    assert_eq!(light.node, Some(scene.attachments[0].node));
    assert_eq!(carried(&scene, 0, 1.0), Vec3::new(0.0, 0.0, 4.0));
    let mut state = playing(&scene, "Stand", 0.5, 0);
    state.paint(&scene, AnimatorId(0), 0.0);
    assert!((state.lights[0].diffuse - 0.25).abs() < 1e-6);
}

#[test]
fn a_camera_of_the_model_looks_where_it_says() {
    let mut model = card();
    let way = ranged(Track::linear([(1000, [0.0; 3]), (3000, [0.0, 0.0, 2.0])]));
    model.cameras = vec![Camera {
        kind: 0,
        field_of_view: 1.0,
        far: 27.8,
        near: 0.22,
        position: way.clone(),
        base: [5.0, 0.0, 1.0],
        target: way,
        target_base: [0.0, 0.0, 1.0],
        roll: ranged(Track::linear([(1000, 0.0), (3000, 1.0)])),
    }];
    let loaded = load(&model);
    let [own] = &loaded.extras.cameras[..] else { panic!("one camera") };
    assert_eq!(own.name, "portrait");
    let at = |seconds: f32| own.at(Some(0), &Moment { seconds, ..Moment::default() }, 0.75);
    // 5 ahead of a model that looks along -z, half of 2 higher than 1, looking back at it.
    let camera = at(1.0);
    assert!(camera.eye.abs_diff_eq(Vec3::new(0.0, 2.0, -5.0), 1e-5), "{}", camera.eye);
    assert!(camera.forward().abs_diff_eq(Vec3::Z, 1e-5), "{}", camera.forward());
    // The diagonal over a picture of 3 by 4: 1 / 1.25.
    assert!((camera.fov_y - 0.8).abs() < 1e-5);
    // Half of the way to a roll of 1.
    assert!((camera.roll - 0.5).abs() < 1e-5, "{}", camera.roll);
    assert!(at(0.0).eye.abs_diff_eq(Vec3::new(0.0, 1.0, -5.0), 1e-5));
    assert_eq!((camera.near, camera.far), (0.22, 27.8));
}
