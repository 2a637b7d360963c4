//! Sprites of all kinds: their bytes, typed from the tables of docs/spec/everquest/wld.md.

use super::{A, B, C, D, old};
use everquest::wld::render_info::RenderInfo;
use everquest::wld::sprites::{FourDSpriteDef, Heading, ParticleSpriteDef, Pitch, SpriteNode};
use everquest::wld::*;
use harness::hex;

#[test]
fn two_d_sprite_def() {
    let body = old(
        0x06,
        r#"
        ff ff ff ff  1a 00 00 00        # name, flags as in known files
        02 00 00 00  01 00 00 00        # two frames, one pitch
        00 00 80 3f 00 00 00 40         # size 1, 2
        fd ff ff ff                     # sphere
        00 00 40 40                     # radius 3
        64 00 00 00                     # 100 ms
        00 02 00 00  01 00 00 00        # up to a whole turn, one heading
        40 00 00 00  fb ff ff ff f9 ff ff ff    # up to 64: two pictures
        87 04 00 00                     # method
        07 00 00 00                     # render info: three fields
        01 02 03 04  00 00 80 3f 00 00 00 3f    # pen, brightness 1, scaled ambient 0.5
        "#,
    );
    let expected = TwoDSpriteDef {
        name: A,
        flags: 0x1A,
        frame_count: 2,
        size: [1.0, 2.0],
        sphere: B,
        radius: Some(3.0),
        sleep_ms: Some(100),
        pitches: vec![Pitch {
            cap: 512,
            headings_word: 1,
            headings: vec![Heading { cap: 64, frames: vec![C, D] }],
        }],
        render_method: 0x487,
        render: RenderInfo {
            flags: 7,
            pen: Some(0x0403_0201),
            brightness: Some(1.0),
            scaled_ambient: Some(0.5),
            ..RenderInfo::default()
        },
        ..TwoDSpriteDef::default()
    };
    assert_eq!(body, Body::TwoDSpriteDef(Box::new(expected)));
    // All fields: depth scale, centre, radius, current frame, time, in this order; a view from above.
    let body = old(
        0x06,
        r#"
        00 00 00 00  8f 00 00 00  01 00 00 00  01 00 00 00  00 00 80 3f 00 00 00 40  00 00 00 00
        00 00 00 3f                             # depth scale 0.5
        00 00 80 3f 00 00 00 40 00 00 40 40     # centre 1, 2, 3
        00 00 80 40                             # radius 4
        05 00 00 00  06 00 00 00                # frame 5, 6 ms
        00 02 00 00  00 00 00 80                # no heading, from above or below
        93 04 00 00  00 00 00 00
        "#,
    );
    let Body::TwoDSpriteDef(sprite) = body else { panic!() };
    assert_eq!(sprite.depth_scale, Some(0.5));
    assert_eq!(sprite.center, Some([1.0, 2.0, 3.0]));
    assert_eq!(sprite.radius, Some(4.0));
    assert_eq!((sprite.current_frame, sprite.sleep_ms), (Some(5), Some(6)));
    assert_eq!(sprite.pitches[0].headings_word, sprites::TOP_OR_BOTTOM);
}

#[test]
fn three_d_sprite_def() {
    let body = old(
        0x08,
        r#"
        ff ff ff ff  03 00 00 00        # name, flags: centre and radius
        01 00 00 00  01 00 00 00        # a vertex, a node
        fd ff ff ff                     # sphere
        00 00 80 3f 00 00 00 40 00 00 40 40     # centre 1, 2, 3
        00 00 80 40                     # radius 4
        00 00 80 bf 00 00 00 00 00 00 00 3f     # vertex -1, 0, 0.5
        02 00 00 00  0a 00 00 00  0b 00 00 00   # two numbers, front 10, back 11
        00 00 00 00 00 00 00 00         # the vertex, twice
        53 05 00 00                     # method
        7b 00 00 00                     # render info: all but the scaled ambient, two-sided
        01 02 03 04                     # pen
        00 00 80 3f                     # brightness
        fb ff ff ff                     # sprite
        00 00 80 3f 00*32               # UV frame: 1 and eight 0
        01 00 00 00  00 00 80 3f 00 00 00 40    # one UV pair
        "#,
    );
    let mut uv_frame = [0.0; 9];
    uv_frame[0] = 1.0;
    let render = RenderInfo {
        flags: 0x7B,
        pen: Some(0x0403_0201),
        brightness: Some(1.0),
        scaled_ambient: None,
        sprite: Some(C),
        uv_frame: Some(uv_frame),
        uvs: Some(vec![[1.0, 2.0]]),
    };
    let expected = ThreeDSpriteDef {
        name: A,
        flags: 3,
        sphere: B,
        center: Some([1.0, 2.0, 3.0]),
        radius: Some(4.0),
        vertices: vec![[-1.0, 0.0, 0.5]],
        nodes: vec![SpriteNode { front: 10, back: 11, vertices: vec![0, 0], render_method: 0x553, render }],
    };
    assert_eq!(body, Body::ThreeDSpriteDef(Box::new(expected)));
}

#[test]
fn four_d_sprite_def() {
    let body = old(
        0x0A,
        r#"
        ff ff ff ff  1f 00 00 00  02 00 00 00  fd ff ff ff   # name, flags, frames, reference
        00 00 80 3f 00 00 00 40 00 00 40 40  00 00 80 40     # centre 1, 2, 3, radius 4
        05 00 00 00  06 00 00 00                             # frame 5, 6 ms
        fb ff ff ff  f9 ff ff ff                             # frames
        "#,
    );
    let expected = FourDSpriteDef {
        name: A,
        flags: 0x1F,
        frame_count: 2,
        reference: B,
        center: Some([1.0, 2.0, 3.0]),
        radius: Some(4.0),
        current_frame: Some(5),
        sleep_ms: Some(6),
        frames: Some(vec![C, D]),
    };
    assert_eq!(body, Body::FourDSpriteDef(Box::new(expected)));
}

#[test]
fn particle_sprite_def() {
    let body = old(
        0x0C,
        r#"
        ff ff ff ff  03 00 00 00  01 00 00 00  09 00 00 00   # name, flags, one point, unknown
        00 00 80 3f 00 00 00 40 00 00 40 40  00 00 80 40     # centre 1, 2, 3, radius 4
        00 00 80 bf 00 00 00 00 00 00 00 3f                  # point -1, 0, 0.5
        53 05 00 00  00 00 00 00                             # method, no render info
        01 02 03 04                                          # pen
        "#,
    );
    let expected = ParticleSpriteDef {
        name: A,
        flags: 3,
        unknown: 9,
        center: Some([1.0, 2.0, 3.0]),
        radius: Some(4.0),
        vertices: vec![[-1.0, 0.0, 0.5]],
        render_method: 0x553,
        render: RenderInfo::default(),
        pens: vec![0x0403_0201],
    };
    assert_eq!(body, Body::ParticleSpriteDef(Box::new(expected)));
}

#[test]
fn blit_sprite_def() {
    let body = old(0x26, "ff ff ff ff 00 00 00 00 fd ff ff ff 17 00 00 80");
    let expected = BlitSpriteDef { name: A, flags: 0, sprite: B, render_method: 0x8000_0017 };
    assert_eq!(body, Body::BlitSpriteDef(expected));
}

#[test]
fn particle_cloud_def() {
    let head = r#"
        00 00 05 00                                 # flags of the cloud
        14 00 00 00                                 # 20 at once
        00 00 20 41  00 00 00 00 00 00 00 00 00 00 80 bf    # gravity 10, downwards
        f4 01 00 00                                 # 500 ms
        00 00 80 3f 00 00 c8 41                     # spawn radius 1, angle 25
        ee 02 00 00                                 # 750 ms each
        00 00 00 3f  00 00 00 00 00 00 80 3f 00 00 00 00    # speed 0.5 to +y
        5a 00 00 00  00 00 00 40                    # every 90 ms, size 2
        ff fe fd 3e                                 # tint
        "#;
    let text = format!("ff ff ff ff  04 00 00 00  03 00 00 00  01 00 00 00 {head} fd ff ff ff");
    assert_eq!(hex::bytes(&text).len(), 88);
    let Body::ParticleCloudDef(cloud) = old(0x34, &text) else { panic!() };
    let known = particles::CloudHead {
        name: A,
        flags: 4,
        particle_type: 3,
        movement: 1,
        cloud_flags: 0x5_0000,
        count: 20,
        gravity: 10.0,
        gravity_direction: [0.0, 0.0, -1.0],
        duration_ms: 500,
        spawn_radius: 1.0,
        spawn_angle: 25.0,
        lifetime_ms: 750,
        speed: 0.5,
        direction: [0.0, 1.0, 0.0],
        interval_ms: 90,
        size: 2.0,
        tint: [0xFF, 0xFE, 0xFD, 0x3E],
    };
    assert_eq!(*cloud, ParticleCloudDef { head: known, spawn_box: None, bounds: None, sprite: Some(B) });
    // Both boxes ahead of the sprite.
    let text = format!(
        "ff ff ff ff  07 00 00 00  03 00 00 00  01 00 00 00 {head}
         00 00 80 3f 00*20  00 00 00 40 00*20  fd ff ff ff"
    );
    let Body::ParticleCloudDef(cloud) = old(0x34, &text) else { panic!() };
    assert_eq!(cloud.spawn_box, Some([1.0, 0.0, 0.0, 0.0, 0.0, 0.0]));
    assert_eq!(cloud.bounds, Some([2.0, 0.0, 0.0, 0.0, 0.0, 0.0]));
}
