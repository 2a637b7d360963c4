//! Clouds of particles at the bones of creatures and of what they hold.

use crate::creatures::maker::{HALF, Install, Maker, QUARTER, STRAIGHT, archive, beetle, codes, near, pose};
use everquest::wld::particles::CloudHead;
use everquest::wld::{
    BitmapInfo, BlitSpriteDef, Body, Inline, Instance, ParticleCloudDef, Reference, SimpleSpriteDef,
};
use glam::Vec3;
use load::LoadedModel;
use world::{Blend, ClipId, Clock, State};

/// A cloud whose particles fly along +x of their bone.
fn cloud(maker: &mut Maker) -> Reference {
    let name = maker.name("SPARK");
    let files = Inline::new("spark.bmp").into_iter().collect();
    let picture = maker.0.add(Body::BmInfo(BitmapInfo { name, files }));
    let sprite = maker.0.add(Body::SimpleSpriteDef(SimpleSpriteDef::still(name, picture)));
    let sprite = maker.0.add(Body::SimpleSprite(Instance::of(sprite, 0)));
    let name = maker.name("SPARK_SPB");
    let blit = BlitSpriteDef { name, sprite, render_method: 0x8000_0017, ..BlitSpriteDef::default() };
    let blit = maker.0.add(Body::BlitSpriteDef(blit));
    let name = maker.name("SPARK_PCD");
    let head = CloudHead {
        name,
        flags: 4,
        particle_type: 3,
        movement: 3,
        count: 20,
        lifetime_ms: 750,
        speed: 0.7,
        direction: [1.0, 0.0, 0.0],
        interval_ms: 90,
        size: 0.5,
        tint: [0xFF, 0xFF, 0xFF, 0x3F],
        ..CloudHead::default()
    };
    maker.0.add(Body::ParticleCloudDef(Box::new(ParticleCloudDef {
        head,
        sprite: Some(blit),
        ..ParticleCloudDef::default()
    })))
}

/// Where the first cloud is in its model, and a unit ahead of where its particles fly to, in the files' axes; with
/// a clip, at its start.
fn place(shown: &LoadedModel, clip: Option<&str>) -> [Vec3; 2] {
    let scene = &shown.scene;
    let mut state = State::new(scene, 1);
    let find = |name: &str| scene.clips.iter().position(|own| &*own.name == name).expect("the clip");
    state.clocks[0] = clip.map_or_else(Clock::default, |clip| Clock::looping(ClipId::from(find(clip))));
    let (node, law) = scene.emitting[0];
    let law = &scene.emitters[law.index()];
    let own = scene.attachments.iter().find(|own| own.node == node).expect("a carried cloud");
    let place = own.place(scene, &state, 0.0).unwrap();
    let ahead = (place * law.local).transform_point3(Vec3::Y);
    [place.translation.into(), ahead].map(|at| scene.frame.to_game(at))
}

#[test]
fn a_cloud_hangs_at_its_bone_and_goes_with_it() {
    let mut maker = Maker::new();
    let hung = cloud(&mut maker);
    let poses = [
        maker.track("BUG_TRACK", 0, &[pose(STRAIGHT, [0.0, 0.0, 2.0], 1.0)]),
        maker.track("BUGARM_TRACK", 0, &[pose(QUARTER, [0.0, 1.0, 0.0], 1.0)]),
    ];
    let bones = vec![
        maker.bone("BUG_DAG", poses[0], Reference::NONE, &[1]),
        maker.bone("BUGARM_DAG", poses[1], hung, &[]),
    ];
    maker.actor("BUG", bones, &[]);
    maker.track("L01BUGARM_TRACK", 0, &[pose(HALF, [0.0, 1.0, 0.0], 1.0)]);
    let shown = Install::of(maker).shown("bug");
    // That no archive has the picture is the only finding.
    assert_eq!(codes(&shown), ["load.everquest.texture_missing"]);
    // The arm is turned by a quarter at rest, so that its x is the model's y; by half a turn in the walk.
    near(&place(&shown, None), &[[0., 1., 2.], [0., 2., 2.]]);
    near(&place(&shown, Some("L01")), &[[0., 1., 2.], [-1., 1., 2.]]);
    let scene = &shown.scene;
    let law = &scene.emitters[scene.emitting[0].1.index()];
    let material = &scene.materials[law.material.index()];
    assert_eq!(
        (law.name.as_str(), material.blend, material.unlit),
        ("SPARK_PCD", Blend::AdditiveAlpha, true)
    );
    // It hangs below the node of the model, which hangs below the root.
    let (cloud, carrier) = (scene.attachments[0].node, scene.attachments[0].carrier);
    assert_eq!(scene.nodes[0].children, [carrier]);
    assert_eq!(scene.nodes[carrier.index()].children, [cloud]);
}

#[test]
fn what_a_hand_holds_brings_its_cloud() {
    let mut items = Maker::new();
    let hung = cloud(&mut items);
    let track = items.track("IT10_TRACK", 0, &[pose(STRAIGHT, [0.0; 3], 1.0)]);
    let bones = vec![items.bone("IT10_DAG", track, hung, &[])];
    items.actor("IT10", bones, &[]);
    let mut maker = Maker::new();
    beetle(&mut maker);
    let install = Install::new(vec![archive("arena_chr", maker), archive("gequip", items)]);
    assert!(install.shown("bug").scene.emitting.is_empty());
    // The hand is at (0, 2, 2), turned as the arm.
    near(&place(&install.shown("bug+right=it10"), None), &[[0., 2., 2.], [0., 3., 2.]]);
}

#[test]
fn a_cloud_without_a_picture_is_a_finding_and_the_creature_is_there() {
    let mut maker = Maker::new();
    let head = CloudHead { flags: 4, count: 3, ..CloudHead::default() };
    let sprite = Some(Reference::fragment(999));
    let hung = maker.0.add(Body::ParticleCloudDef(Box::new(ParticleCloudDef {
        head,
        sprite,
        ..ParticleCloudDef::default()
    })));
    let track = maker.track("BUG_TRACK", 0, &[pose(STRAIGHT, [0.0; 3], 1.0)]);
    let bones = vec![maker.bone("BUG_DAG", track, hung, &[])];
    maker.actor("BUG", bones, &[]);
    let shown = Install::of(maker).shown("bug");
    assert!(shown.scene.emitting.is_empty());
    assert!(codes(&shown).contains(&"load.everquest.link"), "{:?}", codes(&shown));
}
