//! Models that are damaged or made to harm: they load with findings or are refused, in bounded time and memory.

use crate::warcraft::maker::{Install, bytes, card, codes, load, part, posed, ranged, sequence, texel};
use harness::alloc::peak_of;
use runtime::{Input, Simulation};
use warcraft::chars::Tag;
use warcraft::m2::{
    Attachment, Batch, Bone, Camera, Color, Event, Light, Model, Particle, Playable, Ribbon, Rotation, Track,
    Transform, parameter,
};
use world::{AnimatorId, Limits, Scene};

/// A model with something of everything.
fn rich() -> Model {
    let mut model = card();
    model.global_sequences = vec![700];
    model.sequences = vec![sequence(0, 0), sequence(1, 4)];
    let way = || Track {
        ranges: vec![[0, 1], [2, 3]],
        ..Track::linear([1000, 3000, 4000, 6000].map(|at| (at, [0.5; 3])))
    };
    let turn = Track {
        global_sequence: 0,
        ..Track::linear([(0, [0.0, 0.0, 0.0, 1.0]), (700, [0.0, 0.0, 1.0, 0.0])])
    };
    model.bones[0].translation = way();
    model.bones.push(Bone {
        parent: 0,
        rotation: Rotation::Full(turn),
        scale: way(),
        flags: 0x8,
        ..Bone::default()
    });
    model.bones.push(Bone { parent: 1, flags: 0x4, ..Bone::default() });
    part(&mut model, 101, [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 0.0, 1.0]]);
    part(&mut model, 102, [[2.0, 0.0, 0.0], [2.0, 1.0, 0.0], [2.0, 0.0, 1.0]]);
    let fade = || ranged(Track::linear([(1000, 32767_i16), (3000, 0)]));
    model.colors = vec![Color { rgb: way(), alpha: fade() }];
    model.transparency = vec![fade()];
    model.transforms = vec![Transform { translation: way(), ..Transform::default() }];
    model.transform_lookup = vec![0, -1];
    model.texture_lookup = vec![0, 0];
    model.unit_lookup = vec![0, -1];
    model.views[0].batches[0] = Batch { texture_count: 2, ..Batch::default() };
    model.attachments =
        vec![Attachment { id: 1, bone: 2, visible: Track::constant(1), ..Attachment::default() }];
    model.lights = vec![Light { bone: 1, diffuse_color: way(), ..Light::default() }];
    let far = 20.0;
    model.cameras = vec![Camera { field_of_view: 1.0, far, near: 0.2, position: way(), ..Camera::default() }];
    let mut particle = Particle { bone: 1, ..Particle::default() };
    particle.tracks[parameter::RATE] =
        Track { ranges: vec![[0, 1], [0, 1]], ..Track::linear([(1000, 90.0), (3000, 10.0)]) };
    particle.tracks[parameter::LIFE_SPAN] = Track::constant(1.0);
    particle.tracks[parameter::SPEED] = Track::constant(1.0);
    model.particles = vec![particle];
    let above = ranged(Track::linear([(1000, 1.0), (3000, 2.0)]));
    model.ribbons =
        vec![Ribbon { bone: 1, above, textures: vec![0], render_flags: vec![0], ..Ribbon::default() }];
    model.events = vec![Event { id: Tag(*b"$FSD"), times: vec![1500, 4500], ..Event::default() }];
    model.playable_lookup = vec![Playable::default(); 9];
    model
}

/// Lets a model live for some ticks.
fn live(scene: &Scene) {
    let (mut world, _) = Simulation::new(scene.clone().into(), 1, &Limits::default());
    world.edit().perform(AnimatorId(0), 4);
    (0..20).for_each(|_| world.tick(&Input::default()));
    let state = world.state();
    for own in &state.effects.emitters {
        let law = own.law_in(scene).expect("a law");
        own.particles(law, state.tick as f64, |particle| {
            assert!(particle.position.is_finite() && particle.size.is_finite());
        });
    }
    for own in &state.effects.ribbons {
        let law = &scene.ribbons[own.law.index()];
        own.edges(law, state.tick as f64, |edge| assert!(edge.ends.iter().all(|end| end.is_finite())));
    }
}

/// Numbers from a seed, as `xorshift` makes them.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % count as u64) as usize
    }
}

#[test]
fn damaged_models_load_or_are_refused_and_need_little_memory() {
    let whole = bytes(&rich());
    let (mut loaded, mut refused, mut most) = (0, 0, 0);
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    for _ in 0..500 {
        let mut model = whole.clone();
        for _ in 0..=dice.below(4) {
            // Half of them in the header and the first tables.
            let reach = if dice.below(2) == 0 { 0x400 } else { model.len() };
            let at = dice.below(reach.min(model.len()));
            model[at] = [0, 1, 0x7F, 0x80, 0xFF, dice.below(256) as u8][dice.below(6)];
        }
        let install = Install::new(&[
            ("card.m2", model.clone()),
            ("sword.m2", model),
            ("Art/Card.blp", texel([9; 3], 9)),
        ]);
        let (result, peak) = peak_of(|| install.try_load("card.m2+geoset102+right=sword.m2"));
        most = most.max(peak);
        match result {
            Ok(own) => {
                loaded += 1;
                let scene = &own.scene;
                assert!(scene.models.iter().flat_map(|model| &model.vertices).all(|vertex| {
                    vertex.position.iter().chain(&vertex.uv).all(|number| number.is_finite())
                }));
                live(scene);
                if scene.models[0].deform.is_some() && scene.clips.iter().any(|clip| &*clip.name == "Stand") {
                    posed(scene, "Stand", 0.7);
                }
            }
            Err(_) => refused += 1,
        }
    }
    assert!(loaded > 300 && refused > 0, "{loaded} loaded, {refused} refused");
    assert!(most < 24 << 20, "{most} bytes");
}

#[test]
fn views_and_look_ups_that_lead_nowhere_are_findings() {
    let mut model = card();
    model.views[0].indices = vec![0, 1, 60_000];
    let loaded = load(&model);
    assert!(codes(&loaded).contains(&"load.warcraft.mesh"), "{:?}", codes(&loaded));
    assert!(loaded.scene.models[0].polygons.is_empty());
    let mut model = card();
    model.texture_lookup.clear();
    model.transparency_lookup.clear();
    model.render_flags.clear();
    let scene = load(&model).scene;
    assert_eq!(scene.models[0].polygons.len(), 1);
    assert_eq!(scene.materials[0].texture, None);
    let mut model = card();
    model.views[0].batches[0].submesh = 9;
    assert!(codes(&load(&model)).contains(&"load.warcraft.mesh"));
    let mut model = card();
    model.views.clear();
    assert!(load(&model).scene.models[0].polygons.is_empty());
    let mut model = card();
    model.vertices[0].position = [f32::NAN, f32::INFINITY, 1.0];
    assert_eq!(load(&model).scene.models[0].vertices[0].position, [0.0, 1.0, 0.0]);
}

#[test]
fn a_small_file_cannot_ask_for_keys_without_end() {
    let mut model = card();
    // As many sequences as are taken, all with all keys.
    model.sequences = (0..1100).map(|_| sequence(0, 0)).collect();
    let keys: Vec<_> = (0..6000).map(|key| (1000 + key / 3, [key as f32, 0.0, 0.0])).collect();
    let ranges = vec![[0, 5999]; 1100];
    model.bones[0].translation = Track { ranges, ..Track::linear(keys) };
    let install = Install::of(&model);
    let (loaded, peak) = peak_of(|| install.load("card.m2"));
    assert!(codes(&loaded).contains(&"load.warcraft.limit"), "{:?}", codes(&loaded));
    assert_eq!(loaded.scene.clips.len(), 1024);
    // 2^22 keys of 16 bytes, and what they are made from.
    assert!(peak < 128 << 20, "{peak} bytes");
}
