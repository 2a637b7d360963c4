//! Frames after the first take no memory: gathering, culling, sorting and
//! batching reuse what they have, and so does ranking what moves on and off
//! what is coplanar with it.

use glam::{Affine3A, Vec3};
use render::{Renderer, Settings, Shot, Size};
use world::{
    Animator, AnimatorId, Blend, Bone, BoneKey, Clip, ClipId, Clock, Deform, DeformFrame, Dirty, EmitterLaw,
    EmitterLawId, Image, Influence, LightMapping, MaterialId, Model, ModelId, Motion, NodeFlags, NodeId,
    Occurrences, Playable, Point, Ramp, Rate, RibbonLaw, RibbonLawId, Skeleton, State, sketch::ModelSketch,
    sketch::Sketch,
};

#[global_allocator]
static COUNTING: harness::alloc::Counting = harness::alloc::Counting;

/// Fountains and a ribbon, and a material that fades.
fn sparkle(sketch: &mut Sketch) {
    let scene = &mut sketch.scene;
    for (number, material) in [(0, 0), (1, 1)] {
        let births = Ramp::constant(1000.0);
        scene.emitters.push(EmitterLaw {
            material: MaterialId(material),
            rate: Rate::PerSecond { births, period: None },
            speed: Ramp::constant(4.0),
            vertical_range: 1.0,
            ..EmitterLaw::default()
        });
        scene.emitting.push((NodeId(number), EmitterLawId(number)));
    }
    scene.ribbons.push(RibbonLaw::default());
    scene.trailing.push((NodeId(3), RibbonLawId(0)));
}

/// Every other box gets baked light, is bright, or changes its shape: by moved
/// points and by a bone.
fn animate(sketch: &mut Sketch) {
    let scene = &mut sketch.scene;
    scene.lightmaps.pages = vec![Image { width: 1, height: 1, rgba: vec![128; 4] }; 2];
    let motion = Motion::Frames(vec![0, 1]);
    scene.clips.push(Clip::new("move", 2.0, motion));
    for (index, node) in scene.nodes.iter_mut().enumerate() {
        let model = &mut scene.models[node.model.map_or(0, ModelId::index)];
        match index % 8 {
            1 => {
                let pages = vec![Some(index as u16 / 8 % 2); model.polygons.len()];
                let uvs = vec![[0.5; 2]; model.vertices.len()];
                model.lightmap = Some(Box::new(LightMapping { pages, uvs }));
            }
            3 => node.flags = node.flags.union(NodeFlags::ADDITIVE),
            5 | 7 => {
                model.deform = Some(Box::new(deform(model)));
                node.animator = Some(AnimatorId::from(scene.animators.len()));
                scene.animators.push(Animator {
                    clips: vec![Playable::default()],
                    start: Clock::looping(ClipId(0)),
                    ..Animator::default()
                });
            }
            _ => {}
        }
    }
}

fn deform(model: &Model) -> Deform {
    let count = model.vertices.len() as u32;
    let moved = (0..count).step_by(3).map(|point| (point, Point::default())).collect();
    let influences = (0..count).map(|point| Influence { point, bone: 0, weight: 1.0 }).collect();
    let bones = vec![BoneKey { translation: Vec3::Y, ..BoneKey::default() }];
    Deform {
        point_of: (0..count).collect(),
        points: vec![Point { position: Vec3::ONE, normal: Vec3::Y }; count as usize],
        frames: vec![DeformFrame::default(), DeformFrame { moved, bones, ..DeformFrame::default() }],
        skeleton: Skeleton::new(vec![Bone::default()], influences).unwrap(),
    }
}

#[test]
fn steady_frames_take_no_memory() {
    assert!(harness::alloc::installed());
    let mut renderer = match Renderer::new(&render::Options::from_env()) {
        Ok(renderer) => renderer,
        Err(error) if std::env::var_os("REVISIT_REQUIRE_ADAPTER").is_none() => {
            eprintln!("skipped: {error}");
            return;
        }
        Err(error) => panic!("{error}"),
    };
    // Some of everything: in place, moved, mixed with the background.
    let mut sketch = Sketch::new();
    sketch.material([0.2, 0.4, 0.9], 0);
    sketch.scene.materials[1].blend = Blend::Alpha;
    sketch.scene.materials[1].opacity = 0.5;
    for index in 0..400 {
        let at = Vec3::new((index % 20) as f32 * 8.0 - 80.0, -2.0, (index / 20) as f32 * -8.0);
        let node = sketch.place(ModelSketch::new().cuboid(Vec3::splat(-1.0), Vec3::splat(1.0)));
        if index % 3 > 0 {
            sketch.at(node).transform = Affine3A::from_translation(at);
        }
        if index % 5 == 0 {
            let model = sketch.at(node).model.unwrap();
            for polygon in &mut sketch.scene.models[model.index()].polygons {
                polygon.material = MaterialId(1);
            }
        }
    }
    animate(&mut sketch);
    sparkle(&mut sketch);
    let scene = sketch.scene;
    let loaded = renderer.load(&scene).unwrap();
    let mut state = State::new(&scene, 0);
    for tick in 0..=60 {
        let place = Affine3A::from_translation(Vec3::new(tick as f32 * 0.1, 0.0, 0.0));
        state.effects.tick(&scene, tick, |_| Some((place, false)));
    }
    state.tick = 60;
    let (mut table, _) = Occurrences::build(&scene, &state, 1 << 16);
    let settings = Settings::default();
    let size = Size { width: 640, height: 480 };
    let angles = [0.0, 0.3, -0.3, 0.1];
    for (frame, angle) in angles.into_iter().chain(angles).enumerate() {
        for (index, clock) in state.clocks.iter_mut().enumerate() {
            clock.time = 0.1 * frame as f32 + 0.01 * (index / 2) as f32;
        }
        // Off a pile of boxes, every other frame, and back.
        if frame % 4 < 3 {
            let moved: Vec<NodeId> = [3, 6, 30].map(NodeId).to_vec();
            for node in &moved {
                let at = Vec3::Y * (frame % 2) as f32 * 0.3;
                state.nodes.transforms[node.index()] = Affine3A::from_translation(at);
            }
            // And in another order: what is coplanar is ranked anew.
            state.nodes.roots.swap(3, 6);
            table.update(&scene, &state, &Dirty { moved, roots: true, ..Dirty::default() });
        }
        let mut camera = scene.camera;
        camera.eye = Vec3::new(0.0, 5.0, 20.0);
        camera.yaw = angle;
        let shot = Shot {
            loaded: &loaded,
            scene: &scene,
            state: &state,
            zones: state.zones,
            table: &table,
            camera,
            between: 0.5,
            settings: &settings,
            beside: &[],
        };
        let (statistics, peak) = harness::alloc::peak_of(|| renderer.prepare(&shot, size));
        assert!(statistics.triangles > 1000 && statistics.posed > 10, "{statistics:?}");
        assert!(statistics.particles > 500, "{statistics:?}");
        if frame >= angles.len() {
            assert_eq!(peak, 0, "bytes taken by a steady frame at {angle}");
        }
    }
}
