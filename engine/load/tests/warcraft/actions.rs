//! Actions, variations and events; and the awkward shapes that real files have.

use crate::warcraft::maker::{
    Install, card, codes, load, material, near, part, posed, ranged, sequence, texel,
};
use glam::Vec3;
use warcraft::chars::Tag;
use warcraft::m2::{
    self, Batch, Bone, Camera, Collision, Event, Model, Particle, Playable, RenderFlags, Ribbon, Rotation,
    Track, Transform, playable,
};
use world::{ActionManner, Blend, ClipId};

/// A model as a file, with look-ups as they are.
fn unsealed(model: &Model) -> Install {
    let bytes = m2::write(model).expect("a model that can be written");
    Install::new(&[("card.m2", bytes), ("Art/Card.blp", texel([255, 0, 0], 255))])
}

#[test]
fn variations_follow_from_the_chain_and_a_wrong_look_up_is_searched() {
    let mut model = card();
    // Stand, walk, stand again, and a death that plays once.
    model.sequences = [0, 4, 0, 1].iter().zip(0..).map(|(id, number)| sequence(number, *id)).collect();
    model.sequences[0].frequency = 20_000;
    model.sequences[0].next = 2;
    (model.sequences[2].frequency, model.sequences[2].variation) = (12_767, 1);
    (model.sequences[2].repeat_min, model.sequences[2].repeat_max) = (2, 3);
    model.sequences[3].flags = 1;
    model.sequences[1].blend_time = 250;
    model.seal();
    // The look-up says that standing is walking, and walking nothing that is there.
    model.sequence_lookup = vec![1, 3, -1, -1, 99];
    model.playable_lookup = (0..8)
        .map(|id| match id {
            6 => Playable { id: 1, flags: playable::HOLD },
            5 => Playable { id: 4, flags: playable::BACKWARDS },
            7 => Playable { id: 500, flags: 0 },
            3 => Playable { id: 4, flags: 40 },
            id => Playable { id, flags: 0 },
        })
        .collect();
    let loaded = unsealed(&model).load("card.m2");
    assert!(codes(&loaded).contains(&"warcraft.m2.sequence_lookup"), "{:?}", codes(&loaded));
    let own = &loaded.scene.animators[0];
    let of = |id: u16| {
        let action = own.action(id).unwrap();
        let chances: Vec<_> =
            action.variations.iter().map(|own| (own.clip.0, own.chance, own.repeats, own.looping)).collect();
        (action.manner, chances)
    };
    let stand = vec![(0, 20_000, [0, 0], true), (2, 12_767, [2, 3], true)];
    assert_eq!(of(0), (ActionManner::Forwards, stand.clone()));
    assert_eq!(of(4), (ActionManner::Forwards, vec![(1, 32_767, [0, 0], true)]));
    assert_eq!(of(1).1, [(3, 32_767, [0, 0], false)]);
    // What it lacks: death, held; walking, backwards; and standing for what leads nowhere or is marked oddly.
    assert_eq!(of(6), (ActionManner::Held, of(1).1));
    assert_eq!(of(5), (ActionManner::Backwards, of(4).1));
    assert_eq!((of(7), of(3)), ((ActionManner::Forwards, stand.clone()), (ActionManner::Forwards, stand)));
    assert!(own.action(8).is_none());
    assert_eq!(own.action(4).unwrap().name.as_ref(), "Walk");
    assert_eq!((loaded.scene.clips[0].blend_seconds, loaded.scene.clips[1].blend_seconds), (0.15, 0.25));
}

#[test]
fn a_chain_that_leads_into_itself_or_away_ends() {
    let mut model = card();
    model.sequences = (0..4).map(|number| sequence(number, if number == 3 { 4 } else { 0 })).collect();
    for (at, next) in [1, 2, 1, 0].into_iter().enumerate() {
        model.sequences[at].next = next;
    }
    let scene = load(&model).scene;
    let clips = |id: u16| -> Vec<ClipId> {
        scene.animators[0].action(id).unwrap().variations.iter().map(|own| own.clip).collect()
    };
    assert_eq!(clips(0), [0, 1, 2].map(ClipId));
    assert_eq!(clips(4), [ClipId(3)], "another animation is no variation");
}

#[test]
fn events_are_at_their_times_inside_each_sequence() {
    let mut model = card();
    model.sequences = vec![sequence(0, 0), sequence(1, 4)];
    let event = |id: &str, times: &[u32]| Event {
        id: Tag::new(id).unwrap(),
        data: 9,
        position: [1.0, 2.0, 3.0],
        times: times.to_vec(),
        // Ranges mean nothing.
        ranges: vec![[7, 3]],
        ..Event::default()
    };
    // Out of order, twice at one time, at both ends, and between sequences.
    model.events = vec![
        event("$FSD", &[5000, 1500, 1500, 3000, 3500, 4000]),
        event("$FL0", &[1000]),
        event("$HIT", &[]),
    ];
    let scene = load(&model).scene;
    let all = |clip: usize| -> Vec<(f32, &str)> {
        scene.clips[clip].events.iter().map(|own| (own.seconds, &*own.name)).collect()
    };
    assert_eq!(all(0), [(0.0, "$FL0"), (0.5, "$FSD"), (0.5, "$FSD"), (2.0, "$FSD")]);
    assert_eq!(all(1), [(0.0, "$FSD"), (1.0, "$FSD")]);
    let step = &scene.clips[0].events[0];
    assert_eq!((step.data, step.bone, step.says.as_deref()), (9, Some(0), Some("left foot, walking")));
    assert_eq!(step.offset, Vec3::new(1.0, 3.0, -2.0));
}

#[test]
fn edges_of_textures_are_drawn_out_where_nothing_says_that_they_repeat() {
    let clamp = |flags: u32, reach: f32| {
        let mut model = card();
        model.textures[0].flags = flags;
        model.vertices[1].uv = [reach, 0.0];
        material(&load(&model).scene, 0).clamp
    };
    // Flags 1 and 2 repeat along u and v.
    let flags = [0, 1, 2, 3].map(|flags| clamp(flags, 2.0));
    assert_eq!(flags, [[true, true], [false, true], [true, false], [false, false]]);
    // Where nothing is beyond the picture it makes no difference.
    assert_eq!(clamp(0, 1.0), [false, false]);
    // What moves may go beyond it.
    let mut model = card();
    model.textures[0].flags = 0;
    let offset = ranged(Track::linear([(1000, [0.0; 3]), (3000, [1.0, 0.0, 0.0])]));
    model.transforms = vec![Transform { translation: offset, ..Transform::default() }];
    model.transform_lookup = vec![0];
    assert_eq!(material(&load(&model).scene, 0).clamp, [true, true]);
}

#[test]
fn keys_without_ranges_are_found_by_their_times() {
    let mut model = card();
    model.sequences = vec![sequence(0, 0), sequence(1, 4), sequence(2, 5)];
    let x = |x: f32| [x, 0.0, 0.0];
    // Standing is from 1000 to 3000, walking from 4000 to 6000, running from 7000 to 9000.
    model.bones[0].translation = Track::linear([(2000, x(0.0)), (8000, x(6.0))]);
    let scene = load(&model).scene;
    // One key inside: it holds. None: what lies between the two around counts, 3 of 6 s at 5000.
    near(posed(&scene, "Stand", 1.5)[0], x(0.0));
    near(posed(&scene, "Walk", 1.0)[0], x(3.0));
    near(posed(&scene, "Run", 0.0)[0], x(6.0));
    // A range that says that it has none: the nearest one, of two that are as near the earlier.
    model.bones[0].translation.ranges = vec![[0, 0]; 3];
    near(posed(&load(&model).scene, "Walk", 1.9)[0], x(0.0));
}

#[test]
fn what_real_files_have_oddly_loads_and_is_shown() {
    let mut model = card();
    model.global_sequences = vec![0, 33];
    model.sequences = vec![sequence(0, 0), sequence(1, 4)];
    // No length, and as long as a sequence may be.
    model.sequences[1].end = model.sequences[1].start;
    model.bones.push(Bone { parent: 0, flags: 0x200, ..Bone::default() });
    model.bones[1].rotation =
        Rotation::Full(Track { global_sequence: 0, ..Track::constant([0.0, 0.0, 0.0, 1.0]) });
    model.bones[0].scale = Track { global_sequence: 1, ..Track::linear([(0, [1.0; 3]), (33, [0.0; 3])]) };
    // A lone choice of a group is shown.
    part(&mut model, 702, [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 0.0, 1.0]]);
    // Four layers: opaque, doubled reflection, mixed, added.
    model.render_flags =
        [(0, 0), (0x10, 6), (0x10, 2), (0x10, 4)].map(|(flags, blend)| RenderFlags { flags, blend }).into();
    model.texture_lookup = vec![0, 0];
    model.unit_lookup = vec![0, -1];
    for layer in 1..4 {
        let batch = Batch { layer, render_flags: layer, color: -1, texture_count: 1, ..Batch::default() };
        model.views[0].batches.push(Batch { unit: u16::from(layer == 1), ..batch });
    }
    // One key and three values, as two kinds of writers have them.
    model.cameras = vec![
        Camera { kind: 1, field_of_view: 0.5, base: [3.0, 0.0, 0.0], ..Camera::default() },
        Camera { kind: 0, field_of_view: 0.5, base: [4.0, 0.0, 0.0], ..Camera::default() },
    ];
    for camera in &mut model.cameras {
        camera.position = Track::constant([0.0; 3]);
        camera.target = Track::constant([0.0; 3]);
        camera.roll = Track::constant(0.0);
    }
    // A mesh to bump into that leads nowhere.
    model.collision =
        Collision { triangles: vec![0, 1, 900], vertices: vec![[f32::NAN; 3]; 2], normals: vec![[0.0; 3]] };
    model.particles = vec![Particle { bone: 1, ..Particle::default() }];
    model.ribbons = vec![Ribbon { bone: 77, textures: vec![9], render_flags: vec![9], ..Ribbon::default() }];
    let loaded = load(&model);
    let scene = &loaded.scene;
    let blends: Vec<Blend> = (0..4).map(|polygon| material(scene, polygon).blend).collect();
    assert_eq!(blends, [Blend::Opaque, Blend::Modulate2x, Blend::Alpha, Blend::AdditiveAlpha]);
    assert_eq!(scene.models[0].polygons.len(), 5, "four layers and the lone choice");
    let names: Vec<&str> = loaded.extras.cameras.iter().map(|camera| camera.name.as_str()).collect();
    assert_eq!(names, ["character", "portrait"]);
    assert_eq!(scene.clips[1].seconds, 0.0);
    for clip in ["Stand", "Walk"] {
        assert!(posed(scene, clip, 0.5).iter().all(|point| point.is_finite()));
    }
    assert_eq!((scene.emitters.len(), scene.ribbons.len()), (1, 1));
}
