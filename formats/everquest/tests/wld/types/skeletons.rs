//! Skeletons and tracks: their bytes, typed from the tables of docs/spec/everquest/wld.md.

use super::{A, B, C, D, E, old};
use everquest::wld::*;

#[test]
fn skeleton() {
    let body = old(
        0x10,
        r#"
        ff ff ff ff  03 02 00 00                    # name, flags: centre, radius, skins
        02 00 00 00  fd ff ff ff                    # two bones; a volume of -3, as in one original file
        00 00 80 3f 00 00 00 40 00 00 40 40         # centre 1, 2, 3
        00 00 80 40                                 # radius 4
        fb ff ff ff 00 00 00 00 f9 ff ff ff 00 00 00 00  01 00 00 00 01 00 00 00   # root: child 1
        fb ff ff ff 05 00 00 00 00 00 00 00 f7 ff ff ff  00 00 00 00               # flags 5, an attachment
        02 00 00 00  f9 ff ff ff f7 ff ff ff        # two skins
        01 00 00 00 00 00 00 00                     # their bones
        "#,
    );
    let expected = Skeleton {
        name: A,
        flags: 0x203,
        stored_volume: B,
        center: Some([1.0, 2.0, 3.0]),
        radius: Some(4.0),
        bones: vec![
            Bone { name: C, flags: 0, track: D, attachment: Reference::NONE, children: vec![1] },
            Bone { name: C, flags: 5, track: Reference::NONE, attachment: E, children: vec![] },
        ],
        skins: Some(vec![Skin { mesh: D, bone: 1 }, Skin { mesh: E, bone: 0 }]),
    };
    assert_eq!(expected.volume(), Reference::NONE);
    assert_eq!(expected.parents(), [None, Some(0)]);
    assert_eq!(body, Body::HierarchicalSpriteDef(Box::new(expected)));
    // An object: radius only, no skins.
    let body = old(0x10, "ff ff ff ff 02 00 00 00 00 00 00 00 00 00 00 00  00 00 80 3f");
    let Body::HierarchicalSpriteDef(skeleton) = body else { panic!() };
    assert_eq!((skeleton.radius, skeleton.skins.clone(), skeleton.center), (Some(1.0), None, None));
}

#[test]
fn track_def() {
    let body = old(
        0x12,
        r#"
        ff ff ff ff 08 00 00 00 02 00 00 00                 # name, flags, two frames
        00 40 00 00 00 00 00 00  00 01 00 ff 80 00  00 01   # not turned, moved by 1, -1, 0.5, scale 1
        00 00 00 00 00 00 00 c0  00 00 00 00 00 00  02 00   # z -16384: half a turn, scale 2/256
        "#,
    );
    let frames = vec![
        ShortFrame { rotation: [16384, 0, 0, 0], translation: [256, -256, 128], scale: 256 },
        ShortFrame { rotation: [0, 0, 0, -16384], translation: [0; 3], scale: 2 },
    ];
    assert_eq!(body, Body::TrackDef(TrackDef::new(A, frames)));
    let Body::TrackDef(track) = body else { panic!() };
    let pose = track.frames.pose(0).unwrap();
    assert_eq!(pose, Pose { rotation: [0.0, 0.0, 0.0, 1.0], translation: [1.0, -1.0, 0.5], scale: 1.0 });
    let pose = track.frames.pose(1).unwrap();
    assert_eq!(pose, Pose { rotation: [0.0, 0.0, -1.0, 0.0], translation: [0.0; 3], scale: 1.0 / 128.0 });
    assert_eq!(track.frames.pose(2), None);
    // Floats: scale, translation, quaternion w, x, y, z.
    let body = old(
        0x12,
        r#"
        ff ff ff ff 00 00 00 00 01 00 00 00
        00 00 00 40  00 00 80 3f 00 00 00 40 00 00 40 40  00 00 00 00 00 00 80 3f 00 00 00 00 00 00 00 00
        "#,
    );
    let Body::TrackDef(track) = body else { panic!() };
    let frame = FloatFrame { scale: 2.0, translation: [1.0, 2.0, 3.0], rotation: [0.0, 1.0, 0.0, 0.0] };
    assert_eq!(track.frames, Frames::Float(vec![frame]));
    let pose = track.frames.pose(0).unwrap();
    assert_eq!(pose, Pose { rotation: [1.0, 0.0, 0.0, 0.0], translation: [1.0, 2.0, 3.0], scale: 2.0 });
}

#[test]
fn empty_poses_and_quaternions_of_0_do_not_turn() {
    // A scale of 0 is an empty pose.
    let frame = ShortFrame { rotation: [0, 5, 0, 0], translation: [9, 9, 9], scale: 0 };
    assert_eq!(frame.pose(), Pose::NONE);
    let frame = ShortFrame { rotation: [0; 4], translation: [256, 0, 0], scale: 512 };
    assert_eq!(frame.pose(), Pose { translation: [1.0, 0.0, 0.0], scale: 2.0, ..Pose::NONE });
    let frame = FloatFrame { scale: 1.0, translation: [0.0; 3], rotation: [f32::MAX, 0.0, 0.0, 0.0] };
    assert_eq!(Frames::Float(vec![frame]).pose(0), Some(Pose::NONE));
}

#[test]
fn track() {
    let body = old(0x13, "ff ff ff ff fd ff ff ff 05 00 00 00 64 00 00 00");
    assert_eq!(body, Body::Track(Track { name: A, definition: B, flags: 5, sleep_ms: Some(100) }));
    let body = old(0x13, "ff ff ff ff fd ff ff ff 04 00 00 00");
    assert_eq!(body, Body::Track(Track { name: A, definition: B, flags: 4, sleep_ms: None }));
}
