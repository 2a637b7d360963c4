//! Bones that face the camera.

use crate::stage::*;
use glam::{Affine3A, Vec3};
use world::{
    Blend, Bone, BoneFacing, BoneManner, CameraPose, Deform, Influence, Model, Point, Skeleton, Vertex,
};

const SIDE: u32 = 64;

/// A card of two by two that is seen from +x alone, on a bone that faces the camera.
fn card(quad: Quad) -> Model {
    let mut model = model(&[quad]);
    let carried = (0..).zip(&model.vertices).map(|(point, _)| Influence { point, bone: 0, weight: 1.0 });
    let skeleton = Skeleton::new(vec![Bone::default()], carried.collect()).unwrap();
    let facing = BoneManner { facing: Some(BoneFacing::Fully), ..BoneManner::default() };
    let point = |vertex: &Vertex| Point { position: vertex.position.into(), normal: vertex.normal() };
    let deform = Deform {
        point_of: (0..model.vertices.len() as u32).collect(),
        points: model.vertices.iter().map(point).collect(),
        skeleton: skeleton.with_manners(vec![facing]),
        ..Deform::default()
    };
    model.bounds = deform.bounds_of(&world::BoneMotion::default(), 0.0);
    model.deform = Some(Box::new(deform));
    model
}

fn quad() -> Quad {
    let mut quad = Quad::facing_z([0.0; 3], 1.0, GREEN);
    // z to x, and x to -z: its front is +x.
    quad.corners = quad.corners.map(|at| Vec3::new(at.z, at.y, -at.x));
    quad
}

#[test]
fn a_card_is_seen_whole_from_six_sides_on_the_device_and_on_the_processor() {
    let Some(renderer) = renderer() else { return };
    let sides = [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z];
    for blend in [Blend::Opaque, Blend::Additive] {
        let mut stage = Stage::new();
        let material = stage.material(blend, None);
        // Turned by its node, too, which does not matter.
        for place in [Vec3::ZERO, Vec3::splat(500.0)] {
            let node = stage.show_model(card(quad().material(material)));
            let turned = Affine3A::from_rotation_y(1.0);
            stage.at(node).transform = Affine3A::from_translation(place) * turned;
        }
        for side in sides {
            let pose = CameraPose::along(side * 4.0, -side);
            stage.scene.camera = stage.scene.camera.at(pose);
            let picture = stage.look(&renderer, "a card that faces the camera", SIDE);
            // 4 away with a field of view of 90 degrees, a card of 2 takes a quarter of each side, however
            // it lies there: 16 by 16 pixels.
            let seen = picture.count(GREEN);
            assert!((236..=276).contains(&seen), "{side} {blend:?}: {seen} pixels");
        }
    }
}
