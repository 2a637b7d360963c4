//! What hangs on bones: things that are held, lights; and cameras.

use crate::maker::{Install, bytes, card, codes, load, playing, ranged, texel};
use glam::Vec3;
use warcraft::m2::{Attachment, Camera, Light, Track};
use world::{AnimatorId, Moment, Scene};

/// A card that goes up by 4 within its two seconds, with a hand.
fn holder() -> warcraft::m2::Model {
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
    let files = |model: &warcraft::m2::Model| {
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
