//! The wardens: who walks where, and with what in the hand.

use super::figure::{SHOULDER, Wear, bone, hand, warden};
use super::gait::{self, Arm};
use super::layout::{BOWL_WAY, LANTERN_WAY, SWORD_WAY, Way};
use super::mesh::Mesh;
use super::pictures;
use super::site::Site;
use super::things;
use glam::{Affine3A, Quat, Vec3};
use std::f32::consts::FRAC_PI_2;
use world::{
    Animator, AnimatorId, Attachment, Blend, Clip, ClipId, Clock, Layer, Mask, Material, MaterialId, ModelId,
    NodeId, Playable,
};

/// Materials of a livery: cloth, trim, skin, eyes.
const LIVERY: u32 = 4;
/// Cloth of the liveries: lantern, sword, bowl.
const CLOTH: [[f32; 3]; 3] = [[0.36, 0.42, 0.58], [0.62, 0.26, 0.25], [0.40, 0.50, 0.36]];

pub(super) fn build(site: &mut Site) {
    let wear = liveries(site);
    let model = site.model(warden(wear));
    let shadow = shadow(site);
    // The right arm straight ahead, so that the lantern hangs free of the cloak.
    let held_out = Arm { shoulder: FRAC_PI_2, elbow: 0.0, inwards: 0.0, swing: 0.0 };
    let ready = Arm { shoulder: 0.55, elbow: 1.05, inwards: 0.0, swing: 0.0 };
    let embracing = Arm { shoulder: 0.62, elbow: 0.95, inwards: 0.34, swing: 0.0 };

    let lantern = things::lantern(site);
    let walk = clip(site, gait::walk("walk with a lantern", [Arm::FREE, held_out]));
    let bearer = Bearer { name: "lantern bearer", livery: 0, walk, way: LANTERN_WAY, time: 0.0 };
    let (node, _) = bearer.place(site, model, shadow);
    // However the arm is turned, the lantern hangs down from the hand.
    let upright = Affine3A::from_rotation_translation(Quat::from_rotation_x(-FRAC_PI_2), hand());
    site.attach(Attachment { node: lantern, carrier: node, bone: bone::FOREARM[1], offset: upright });

    let sword = things::sword(site);
    let walk = clip(site, gait::walk("walk with a sword", [Arm::FREE, ready]));
    let swing = clip(site, gait::swing());
    let bearer = Bearer { name: "sword bearer", livery: 1, walk, way: SWORD_WAY, time: 10.4 };
    let (node, animator) = bearer.place(site, model, shadow);
    // The blade goes on where the forearm points, a little upwards.
    let grip = Quat::from_rotation_x(-2.1);
    let offset = Affine3A::from_rotation_translation(grip, hand());
    site.attach(Attachment { node: sword, carrier: node, bone: bone::FOREARM[1], offset });
    let own = &mut site.scene.animators[animator.index()];
    own.clips.push(Playable { clip: swing, ..Playable::default() });
    own.masks.push(Mask::new("right arm", Vec::new(), vec![bone::UPPER_ARM[1], bone::FOREARM[1]]));
    site.scene.layers.push(Layer {
        animator,
        clock: Clock::looping(swing),
        weight: 1.0,
        rate: 0.0,
        replaces: false,
        mask: Some(0),
    });

    let bowl = things::bowl(site);
    let walk = clip(site, gait::walk("walk with a bowl", [embracing, embracing]));
    let bearer = Bearer { name: "bowl bearer", livery: 2, walk, way: BOWL_WAY, time: 1.4 };
    let (node, _) = bearer.place(site, model, shadow);
    let before = Affine3A::from_translation(Vec3::new(0.0, SHOULDER.y - 0.24, -0.46));
    site.attach(Attachment { node: bowl, carrier: node, bone: bone::CHEST, offset: before });
}

/// Somebody who walks.
struct Bearer {
    name: &'static str,
    livery: u32,
    walk: ClipId,
    way: Way,
    /// Seconds along the way at the start.
    time: f32,
}

impl Bearer {
    /// Puts a warden on its way; its node and the animator of its body.
    fn place(&self, site: &mut Site, model: ModelId, shadow: ModelId) -> (NodeId, AnimatorId) {
        let Bearer { name, livery, walk, way, time } = *self;
        let node = site.node(name, Some(model), Vec3::ZERO);
        site.scene.roots.push(node);
        let shade = site.node("shadow", Some(shadow), Vec3::Y * 0.015);
        site.at(node).children.push(shade);
        site.at(node).paint = livery * LIVERY;
        let along = clip(site, way.clip(name));
        let clips = vec![site.scene.playable(along, node)];
        let start = Clock { time, ..Clock::looping(along) };
        site.scene.animators.push(Animator { name: "way".into(), clips, start, ..Animator::default() });
        let clips = vec![Playable { clip: walk, ..Playable::default() }];
        let start = Clock { time: time.rem_euclid(gait::STEPS), ..Clock::looping(walk) };
        site.scene.animators.push(Animator { name: name.into(), clips, start, ..Animator::default() });
        let animator = AnimatorId::from(site.scene.animators.len() - 1);
        site.at(node).animator = Some(animator);
        (node, animator)
    }
}

fn clip(site: &mut Site, clip: Clip) -> ClipId {
    site.scene.clips.push(clip);
    ClipId::from(site.scene.clips.len() - 1)
}

/// The materials of all liveries, one after the other; those of the first.
fn liveries(site: &mut Site) -> Wear {
    let cloth = Some(site.texture("cloth", world::Alpha::None, &pictures::cloth()));
    let first = site.scene.materials.len();
    for color in CLOTH {
        site.material(Material { name: "cloth".into(), color, texture: cloth, ..Material::default() });
        site.plain("trim", [0.86, 0.66, 0.34]);
        site.plain("skin", [0.60, 0.52, 0.50]);
        site.material(Material {
            name: "eye".into(),
            color: [1.0, 0.80, 0.40],
            unlit: true,
            ..Material::default()
        });
    }
    let own = |part: usize| MaterialId::from(first + part);
    Wear { cloth: own(0), trim: own(1), skin: own(2), eye: own(3) }
}

/// What darkens the ground under somebody.
fn shadow(site: &mut Site) -> ModelId {
    let picture = site.texture("shadow", world::Alpha::None, &pictures::shadow());
    let material = site.material(Material {
        name: "shadow".into(),
        texture: Some(picture),
        blend: Blend::Modulate,
        unlit: true,
        unfogged: true,
        ..Material::default()
    });
    let mut mesh = Mesh::new();
    let corner =
        |x: f32, z: f32| (Vec3::new(x, 0.0, z) * 0.62, Vec3::Y, [x * 0.5 + 0.5, z * 0.5 + 0.5], Vec3::ONE);
    mesh.polygon(material, &[corner(-1.0, 1.0), corner(1.0, 1.0), corner(1.0, -1.0), corner(-1.0, -1.0)]);
    mesh.hollow();
    site.model(mesh.done())
}
