//! A world with some of everything: in place, moved, mixed with the background,
//! bent, lit, bright, with fountains and a ribbon.

use glam::{Affine3A, Vec3};
use render::Renderer;
use world::{
    Animator, AnimatorId, Blend, Bone, BoneKey, Clip, ClipId, Clock, Deform, DeformFrame, Dirty, EmitterLaw,
    EmitterLawId, Image, Influence, LightMapping, MaterialId, Model, ModelId, Motion, NodeFlags, NodeId,
    Occurrences, Playable, Point, Ramp, Rate, RibbonLaw, RibbonLawId, Scene, Skeleton, State,
    sketch::ModelSketch, sketch::Sketch,
};

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

/// None after one line that says why the test is skipped.
pub fn renderer() -> Option<Renderer> {
    match Renderer::new(&render::Options::from_env()) {
        Ok(renderer) => Some(renderer),
        Err(error) if std::env::var_os("REVISIT_REQUIRE_ADAPTER").is_none() => {
            eprintln!("skipped: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// The world with so many boxes, after a second in which its fountains ran.
pub fn world(boxes: usize) -> (Scene, State) {
    let mut sketch = Sketch::new();
    sketch.material([0.2, 0.4, 0.9], 0);
    sketch.scene.materials[1].blend = Blend::Alpha;
    sketch.scene.materials[1].opacity = 0.5;
    for index in 0..boxes {
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
    let mut state = State::new(&scene, 0);
    for tick in 0..=60 {
        let place = Affine3A::from_translation(Vec3::new(tick as f32 * 0.1, 0.0, 0.0));
        state.effects.tick(&scene, tick, |_, _| Some((place, false)));
    }
    state.tick = 60;
    (scene, state)
}

/// Other poses, and some boxes off their pile or back on it.
pub fn go_on(scene: &Scene, state: &mut State, table: &mut Occurrences, frame: usize) {
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
        table.update(scene, state, &Dirty { moved, roots: true, ..Dirty::default() });
    }
}
