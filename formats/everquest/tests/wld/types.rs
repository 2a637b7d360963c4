//! One fragment of each type, typed from the tables of docs/spec/everquest/wld.md.
//! The names of these tests stand in the table of types.

use binary::Mode;
use everquest::wld::actors::ActionLevel;
use everquest::wld::lights::PointLightHead;
use everquest::wld::region::ProximalRegion;
use everquest::wld::render_info::RenderInfo;
use everquest::wld::sprites::{FourDSpriteDef, Heading, ParticleSpriteDef, Pitch, SpriteNode};
use everquest::wld::textures::DefaultPaletteFile;
use everquest::wld::*;
use harness::hex;

/// A file of one fragment. Its string table is `A` to `F` at the offsets 1, 3,
/// 5, 7, 9 and 11, so that each reference of a fragment can be another name.
fn file(id: u32, version: Version, body: &[u8]) -> Vec<u8> {
    let strings = code(b"\0A\0B\0C\0D\0E\0F\0");
    let mut strings = strings[..13].to_vec();
    strings.resize(16, 0);
    let regions = u32::from(id == 0x22);
    let mut words = vec![0x5450_3D02, version.word(), 1, regions, body.len() as u32, 16, 6];
    let mut bytes: Vec<u8> = words.drain(..).flat_map(u32::to_le_bytes).collect();
    bytes.extend(strings);
    bytes.extend((body.len() as u32).to_le_bytes());
    bytes.extend(id.to_le_bytes());
    bytes.extend(body);
    bytes.extend([0xFF; 4]);
    bytes
}

/// The fragment of this body, which must be clean, and be the same again after
/// writing and after JSON.
fn clean(id: u32, version: Version, body: &str) -> Body {
    let bytes = file(id, version, &hex::bytes(body));
    let (wld, report) = read(&bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    assert_eq!(wld.fragments.len(), 1);
    assert_eq!(wld.fragments[0].body.id(), id);
    assert_eq!(wld.fragments[0].odd_padding, None);
    assert!(write(&wld).unwrap() == bytes, "written back differently");
    harness::typed::through_json(&wld);
    assert!(!fields(&bytes).is_empty());
    wld.fragments[0].body.clone()
}

fn old(id: u32, body: &str) -> Body {
    clean(id, Version::Old, body)
}

/// The names `A` to `F`.
const A: Reference = Reference(-1);
const B: Reference = Reference(-3);
const C: Reference = Reference(-5);
const D: Reference = Reference(-7);
const E: Reference = Reference(-9);

fn inline(text: &str) -> Inline {
    Inline::new(text).unwrap()
}

#[test]
fn every_row_of_the_table_of_types_names_a_test_of_this_file() {
    assert_eq!(TYPES.len(), 0x37);
    let source = include_str!("types.rs");
    for (id, row) in (1..).zip(TYPES) {
        assert_eq!(row.id, id);
        assert!(source.contains(&format!("\nfn {}() {{", row.test)), "{row:?}");
        assert!(!row.keyword.is_empty() && !row.occurs.is_empty() && !row.holds.is_empty());
        assert_eq!(row.typed, row.test != "types_without_known_layout", "{row:?}");
    }
    assert_eq!(type_of(0x36).unwrap().extractor, Some("Mesh"));
    assert_eq!(type_of(0x38), None);
    assert_eq!(type_of(0), None);
}

#[test]
fn default_palette_file() {
    // No name; "a.pal" and NUL, coded.
    let body = old(0x01, "06 00  f4 14 b5 4b f9 7a");
    assert_eq!(body, Body::DefaultPaletteFile(DefaultPaletteFile { file: inline("a.pal") }));
    assert_eq!(body.name(), Reference::NONE);
}

#[test]
fn types_without_known_layout() {
    for id in [0x02, 0x0E, 0x1D, 0x1E, 0x1F, 0x20, 0x23, 0x24, 0x25] {
        let bytes = file(id, Version::Old, &[1, 2, 3, 4]);
        let (wld, report) = read(&bytes, Mode::Strict).unwrap();
        assert_eq!(wld.fragments[0].body, Body::Raw(Raw { id, data: vec![1, 2, 3, 4] }));
        assert_eq!(report.findings().len(), 1);
        assert_eq!(report.findings()[0].code, "everquest.wld.undescribed");
        assert_eq!(report.findings()[0].severity, binary::Severity::Note);
        assert_eq!(write(&wld).unwrap(), bytes);
    }
}

#[test]
fn deleted_fragments_are_kept_and_counted() {
    // A placement whose type was set to 0 by an editor, ahead of a reference
    // that counts it.
    let mut bytes = file(0, Version::Old, &[0; 12]);
    bytes.truncate(bytes.len() - 4);
    bytes[8] = 3;
    // A light, and a light inst that refers to it as number 2.
    let more =
        "18 00 00 00 1b 00 00 00  00 00 00 00 10 00 00 00 01 00 00 00  00 00 80 3f 00 00 00 3f 00 00 00 00
                0c 00 00 00 1c 00 00 00  00 00 00 00 02 00 00 00 00 00 00 00  ff ff ff ff";
    bytes.extend(hex::bytes(more));
    bytes[16] = 24;
    let (wld, report) = read(&bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    assert_eq!(wld.fragments[0].body, Body::Raw(Raw { id: 0, data: vec![0; 12] }));
    assert!(matches!(wld.body(Reference(2)), Some(Body::LightDef(_))));
    assert_eq!(write(&wld).unwrap(), bytes);
}

#[test]
fn bitmap_info() {
    let body = old(
        0x03,
        r#"
        ff ff ff ff  00 00 00 00    # name, one file
        06 00  f4 14 a7 47 e5 7a    # "a.bmp" and NUL, coded
        "#,
    );
    assert_eq!(body, Body::BmInfo(BitmapInfo { name: A, files: vec![inline("a.bmp")] }));
    // Layers of the new version, packed without padding between them.
    let body = clean(
        0x03,
        Version::New,
        r#"
        ff ff ff ff  01 00 00 00    # name, two files
        02 00  f4 3a                # "a"
        03 00  f7 58 c5             # "bb"
        00 00 00                    # padding
        "#,
    );
    assert_eq!(body, Body::BmInfo(BitmapInfo { name: A, files: vec![inline("a"), inline("bb")] }));
}

#[test]
fn simple_sprite_def() {
    // One picture: flag 0x10 alone has no time.
    let body = old(0x04, "ff ff ff ff 10 00 00 00 01 00 00 00  fd ff ff ff");
    let still = SimpleSpriteDef { name: A, flags: 0x10, frames: vec![B], ..SimpleSpriteDef::default() };
    assert_eq!(body, Body::SimpleSpriteDef(still.clone()));
    assert_eq!(SimpleSpriteDef::still(A, B), still);
    assert_eq!(still.frame_ms(), None);
    // Two in turn.
    let body = old(0x04, "ff ff ff ff 18 00 00 00 02 00 00 00  64 00 00 00  fd ff ff ff fb ff ff ff");
    assert_eq!(body, Body::SimpleSpriteDef(SimpleSpriteDef::animated(A, vec![B, C], 100)));
    // A current frame alone, and both, in this order.
    let body = old(0x04, "ff ff ff ff 28 00 00 00 01 00 00 00  07 00 00 00  fd ff ff ff");
    let Body::SimpleSpriteDef(sprite) = body else { panic!() };
    assert_eq!((sprite.current_frame, sprite.sleep_ms), (Some(7), None));
    let body = old(0x04, "ff ff ff ff 38 00 00 00 01 00 00 00  07 00 00 00  c8 00 00 00  fd ff ff ff");
    let Body::SimpleSpriteDef(sprite) = body else { panic!() };
    assert_eq!((sprite.current_frame, sprite.sleep_ms, sprite.frames), (Some(7), Some(200), vec![B]));
}

#[test]
fn instances() {
    let ids = [0x05, 0x07, 0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x1A, 0x1C, 0x27, 0x2D, 0x2F, 0x33];
    for id in ids {
        let body = old(id, "ff ff ff ff fd ff ff ff 50 00 00 00");
        assert_eq!(body.name(), A);
        let (Body::SimpleSprite(instance)
        | Body::TwoDSprite(instance)
        | Body::ThreeDSprite(instance)
        | Body::FourDSprite(instance)
        | Body::ParticleSprite(instance)
        | Body::CompositeSprite(instance)
        | Body::HierarchicalSprite(instance)
        | Body::SphereList(instance)
        | Body::Light(instance)
        | Body::BlitSprite(instance)
        | Body::DmSprite(instance)
        | Body::DmTrack(instance)
        | Body::DmRgbTrack(instance)) = body
        else {
            panic!("{body:?}")
        };
        assert_eq!(instance, Instance { name: A, definition: B, flags: 0x50 });
    }
}

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

#[test]
fn actor_def() {
    let body = old(
        0x14,
        r#"
        ff ff ff ff  83 00 00 00  fd ff ff ff       # name, flags, callback
        01 00 00 00  02 00 00 00  00 00 00 00       # one action, two sprites, no bounds
        07 00 00 00                                 # current action
        00 00 80 3f 00 00 00 40 00 00 40 40         # position
        00 00 00 43 00 00 00 42 00 00 00 00  09 00 00 00    # turned by 128, 32, 0; unknown
        01 00 00 00  00 00 00 00 ca f2 49 71        # one level up to 1e30
        fb ff ff ff f9 ff ff ff                     # sprites
        03 00 00 00  d4 78 c5                       # user data: "AB", coded
        00                                          # padding
        "#,
    );
    let location = Location { position: [1.0, 2.0, 3.0], rotation: [128.0, 32.0, 0.0], unknown: 9 };
    let expected = ActorDef {
        name: A,
        flags: 0x83,
        callback: B,
        bounds: Reference::NONE,
        current_action: Some(7),
        location: Some(location),
        actions: vec![vec![ActionLevel { unknown: 0, max_distance: 1e30 }]],
        sprites: vec![C, D],
        user_data: inline("AB"),
    };
    assert_eq!(body, Body::ActorDef(Box::new(expected)));
    // As original object files have it.
    let body = old(
        0x14,
        r#"
        ff ff ff ff  80 00 00 00  fd ff ff ff  01 00 00 00  01 00 00 00  00 00 00 00
        01 00 00 00  00 00 00 00 ca f2 49 71  fb ff ff ff  00 00 00 00
        "#,
    );
    assert_eq!(body, Body::ActorDef(Box::new(ActorDef::still(A, B, C))));
}

#[test]
fn actor_inst() {
    // An object with colours: 60 bytes.
    let text = r#"
        00 00 00 00  ff ff ff ff  2e 03 00 00  00 00 00 00      # no name, actor, flags, no sphere
        00 00 80 3f 00 00 00 40 00 00 40 40                     # position 1, 2, 3
        00 00 00 43 00 00 00 42 00 00 00 00  00 00 00 00        # turned by 128, 32, 0
        00 00 00 3f 00 00 00 3f                                 # radius, scale 0.5
        fb ff ff ff                                             # colours
        00 00 00 00                                             # no user data
        "#;
    assert_eq!(hex::bytes(text).len(), 60);
    let body = old(0x15, text);
    let place = ([1.0, 2.0, 3.0], [128.0, 32.0, 0.0]);
    assert_eq!(body, Body::ActorInst(Box::new(ActorInst::object(A, place.0, place.1, 0.5, Some(C)))));
    let Body::ActorInst(actor) = body else { panic!() };
    // A quarter turn about Z; the sign of Y is turned; X stays 0.
    let quarter = std::f32::consts::FRAC_PI_2;
    assert_eq!(actor.location.unwrap().radians(), [0.0, -quarter / 4.0, quarter]);
    // Without colours 56 bytes.
    let text = r#"
        00 00 00 00  ff ff ff ff  2e 02 00 00  00 00 00 00
        00 00 80 3f 00 00 00 40 00 00 40 40  00 00 00 43 00 00 00 42 00 00 00 00  00 00 00 00
        00 00 00 3f 00 00 00 3f  00 00 00 00
        "#;
    assert_eq!(hex::bytes(text).len(), 56);
    let body = old(0x15, text);
    assert_eq!(body, Body::ActorInst(Box::new(ActorInst::object(A, place.0, place.1, 0.5, None))));
    // Action and sound, and nothing else.
    let body = old(
        0x15,
        "ff ff ff ff  fd ff ff ff  11 00 00 00  fb ff ff ff  07 00 00 00  f9 ff ff ff  02 00 00 00 d4 3a  00 00",
    );
    let expected = ActorInst {
        name: A,
        actor: B,
        flags: 0x11,
        sphere: C,
        current_action: Some(7),
        sound: Some(D),
        user_data: inline("A"),
        ..ActorInst::default()
    };
    assert_eq!(body, Body::ActorInst(Box::new(expected)));
}

#[test]
fn sphere() {
    assert_eq!(old(0x16, "ff ff ff ff cd cc cc 3d"), Body::Sphere(Sphere { name: A, radius: 0.1 }));
}

#[test]
fn polyhedron_def() {
    let body = old(
        0x17,
        r#"
        ff ff ff ff  01 00 00 00  01 00 00 00  02 00 00 00   # name, flags, a vertex, two faces
        00 00 00 40  00 00 80 3f                             # radius 2, scale 1
        00 00 80 3f 00 00 00 40 00 00 40 40                  # vertex 1, 2, 3
        03 00 00 00 00*12                                    # three corners
        00 00 00 00                                          # none
        "#,
    );
    let expected = PolyhedronDef {
        name: A,
        flags: 1,
        radius: 2.0,
        scale: 1.0,
        vertices: vec![[1.0, 2.0, 3.0]],
        faces: vec![vec![0, 0, 0], vec![]],
    };
    assert_eq!(body, Body::PolyhedronDef(Box::new(expected)));
}

#[test]
fn polyhedron() {
    let body = old(0x18, "ff ff ff ff fd ff ff ff 00 00 00 00");
    assert_eq!(body, Body::Polyhedron(Polyhedron { name: A, definition: B, flags: 0, scale: None }));
    let body = old(0x18, "ff ff ff ff fd ff ff ff 01 00 00 00 00 00 00 40");
    assert_eq!(body, Body::Polyhedron(Polyhedron { name: A, definition: B, flags: 1, scale: Some(2.0) }));
}

#[test]
fn sphere_list_def() {
    let spheres = "00 00 80 3f 00 00 00 40 00 00 40 40 00 00 00 3f";
    let body =
        old(0x19, &format!("ff ff ff ff 01 00 00 00 01 00 00 00  00 00 80 40  00 00 00 40  {spheres}"));
    let mut expected = SphereListDef {
        name: A,
        flags: 1,
        radius: 4.0,
        scale: Some(2.0),
        spheres: vec![[1.0, 2.0, 3.0, 0.5]],
    };
    assert_eq!(body, Body::SphereListDef(expected.clone()));
    let body = old(0x19, &format!("ff ff ff ff 00 00 00 00 01 00 00 00  00 00 80 40  {spheres}"));
    (expected.flags, expected.scale) = (0, None);
    assert_eq!(body, Body::SphereListDef(expected));
}

#[test]
fn light_def() {
    let body = old(
        0x1B,
        r#"
        ff ff ff ff 1e 00 00 00 01 00 00 00     # name, flags of lights.wld, one frame
        c8 00 00 00  00 00 80 3f                # 200 ms, level 1
        00 00 00 3f 00 00 80 3f 00 00 00 00     # red 0.5, green 1, blue 0
        "#,
    );
    assert_eq!(body, Body::LightDef(Box::new(LightDef::steady(A, [0.5, 1.0, 0.0]))));
    let body = old(0x1B, "ff ff ff ff 04 00 00 00 01 00 00 00  00 00 80 3f");
    assert_eq!(body, Body::LightDef(Box::new(LightDef::default_of_zone(A))));
    // A flicker of two frames, with a current one.
    let body = old(
        0x1B,
        r#"
        ff ff ff ff 1f 00 00 00 02 00 00 00  01 00 00 00  64 00 00 00
        00 00 80 3f 00 00 00 3f
        00 00 80 3f 00 00 00 00 00 00 00 00  00 00 00 3f 00 00 00 00 00 00 00 00
        "#,
    );
    let Body::LightDef(light) = body else { panic!() };
    assert_eq!((light.current_frame, light.sleep_ms), (Some(1), Some(100)));
    assert_eq!(light.levels, Some(vec![1.0, 0.5]));
    assert_eq!(light.colors, Some(vec![[1.0, 0.0, 0.0], [0.5, 0.0, 0.0]]));
}

#[test]
fn world_tree() {
    let body = old(
        0x21,
        r#"
        00 00 00 00 02 00 00 00                                          # no name, two nodes
        00 00 80 3f 00 00 00 00 00 00 00 00 00 00 20 c1  00 00 00 00  02 00 00 00  00 00 00 00   # x = 10; solid behind
        00*28                                                            # a leaf
        "#,
    );
    let Body::WorldTree(tree) = body else { panic!() };
    let inner = BspNode { normal: [1.0, 0.0, 0.0], distance: -10.0, region: 0, front: 2, back: 0 };
    assert_eq!(tree.nodes, [inner, BspNode::default()]);
    assert_eq!(tree.region_at([0.0; 3]), None);
}

#[test]
fn region() {
    let body = old(
        0x22,
        r#"
        ff ff ff ff  81 01 00 00  00 00 00 00       # name, flags: sphere, bytes, mesh; no light
        00*24  01 00 00 00  01 00 00 00             # one node, one list
        00*16  01 00 00 00  00*8                    # node: list 1
        01 00  c1                                   # list: region 0
        00 00 80 3f 00 00 00 40 00 00 40 40 00 00 80 40     # sphere at 1, 2, 3, radius 4
        00 00 00 00                                 # no user data
        fd ff ff ff                                 # mesh
        00                                          # padding
        "#,
    );
    let expected = Region::new(A, 0, &[0], [1.0, 2.0, 3.0, 4.0], Some(B));
    // The form of numbers is shorter for a region that sees only itself.
    assert_eq!(expected.visibility_lists, [VisibilityList::Numbers([].into())]);
    let mut expected = Region { visibility_lists: vec![VisibilityList::Bytes([0xC1].into())], ..expected };
    expected.head.flags = 0x181;
    assert_eq!(body, Body::Region(Box::new(expected)));
    // With numbers, flags 0x101.
    let body = old(
        0x22,
        "ff ff ff ff 01 01 00 00 00 00 00 00  00*24 01 00 00 00 01 00 00 00  00*16 01 00 00 00 00*8
         00 00  00 00 80 3f 00 00 00 40 00 00 40 40 00 00 80 40  00 00 00 00  fd ff ff ff  00 00",
    );
    assert_eq!(body, Body::Region(Box::new(Region::new(A, 0, &[0], [1.0, 2.0, 3.0, 4.0], Some(B)))));
}

#[test]
fn region_with_all_that_no_known_file_has() {
    let body = old(
        0x22,
        r#"
        ff ff ff ff  c7 00 00 00  fd ff ff ff                       # sphere, reverb, bytes, legacy mesh
        01 00 00 00 01 00 00 00 01 00 00 00 02 00 00 00             # vertex, proximal, render vertex, walls
        04 00 00 00 07 00 00 00 00 00 00 00 00 00 00 00             # obstacles, cutting ones, no nodes, no lists
        00 00 80 3f 00 00 00 40 00 00 40 40                         # vertex 1, 2, 3
        05 00 00 00 00 00 00 3f                                     # region 5 at 0.5
        00 00 40 40 00 00 00 40 00 00 80 3f                         # render vertex 3, 2, 1
        01 00 00 00 01 00 00 00 00 00 00 00                         # floor of one vertex
        02 00 00 00 00 00 00 00 53 05 00 00 00 00 00 00             # drawn wall: method, no render info
        00 00 80 3f 00 00 00 00 00 00 00 00 00 00 00 40             # its plane
        00 00 00 00 ff ff ff ff 0e 00 00 00 01 00 00 00 08 00 00 00     # type 14: one vertex
        00 00 00 00 02 00 00 00 f1 ff ff ff 00 00 00 00  00 00 80 3f 00 00 00 00 00 00 00 00 00 00 00 40   # type -15
        00 00 00 00 02 00 00 00 12 00 00 00 03 00 00 00             # type 18: wall 3
        04 00 00 00 02 00 00 00 01 00 00 00 02 00 00 00 d4 3a       # flag 4: user data "A"
        00 00 80 3f 00 00 00 40 00 00 40 40 00 00 80 40             # sphere
        00 00 00 3f  fe ff ff ff                                    # reverb volume 0.5, offset -2
        02 00 00 00 d7 3a                                           # user data "B"
        fb ff ff ff                                                 # legacy mesh
        "#,
    );
    let Body::Region(region) = body else { panic!() };
    assert_eq!(region.head.ambient_light, B);
    assert_eq!(region.vertices, [[1.0, 2.0, 3.0]]);
    assert_eq!(region.proximal_regions, [ProximalRegion { region: 5, distance: 0.5 }]);
    assert_eq!(region.render_vertices, [[3.0, 2.0, 1.0]]);
    assert_eq!(region.walls[0].vertices, [0]);
    assert_eq!(region.walls[1].drawn.as_ref().unwrap().plane, [1.0, 0.0, 0.0, 2.0]);
    assert_eq!(region.obstacles[0].vertices, Some(vec![8]));
    assert_eq!(region.obstacles[0].next_region, -1);
    assert_eq!(region.obstacles[1].plane, Some([1.0, 0.0, 0.0, 2.0]));
    assert_eq!(region.obstacles[2].wall, Some(3));
    assert_eq!(region.obstacles[3].user_data, Some(inline("A")));
    assert_eq!(region.cutting_obstacles, 7);
    assert_eq!((region.reverb_volume, region.reverb_offset), (Some(0.5), Some(-2)));
    assert_eq!(region.user_data, inline("B"));
    assert_eq!(region.mesh, Some(C));
    assert_eq!(region.visibility(), None);
}

#[test]
fn blit_sprite_def() {
    let body = old(0x26, "ff ff ff ff 00 00 00 00 fd ff ff ff 17 00 00 80");
    let expected = BlitSpriteDef { name: A, flags: 0, sprite: B, render_method: 0x8000_0017 };
    assert_eq!(body, Body::BlitSpriteDef(expected));
}

#[test]
fn point_light() {
    let body =
        old(0x28, "00 00 00 00 ff ff ff ff 00 01 00 00  00 00 80 3f 00 00 00 40 00 00 40 40  00 00 c8 42");
    assert_eq!(body, Body::PointLight(Box::new(PointLight::new(A, [1.0, 2.0, 3.0], 100.0))));
    let body = old(
        0x28,
        "ff ff ff ff fd ff ff ff 80 01 00 00  00*12  00 00 c8 42  02 00 00 00 04 00 00 00 05 00 00 00",
    );
    let head = PointLightHead { name: A, light: B, flags: 0x180, position: [0.0; 3], radius: 100.0 };
    assert_eq!(body, Body::PointLight(Box::new(PointLight { head, regions: Some(vec![4, 5]) })));
}

#[test]
fn zone() {
    // By its name alone.
    let body = old(0x29, "ff ff ff ff 00 00 00 00 00 00 00 00 00 00 00 00");
    assert_eq!(body, Body::Zone(Box::new(Zone { name: A, ..Zone::default() })));
    // 46 characters and their NUL, which the length counts; only the body's end is padded.
    let text = "DRNTP00255000001000000000000000___000000000000";
    let mut bytes = hex::bytes("ff ff ff ff 07 00 00 00 00 00 00 00 2f 00 00 00");
    bytes.extend(code(format!("{text}\0").as_bytes()));
    assert_eq!(bytes.len(), 63);
    bytes.push(0);
    let (wld, report) = read(&file(0x29, Version::Old, &bytes), Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    let expected = Zone { name: A, flags: 7, regions: vec![], user_data: inline(text) };
    assert_eq!(wld.fragments[0].body, Body::Zone(Box::new(expected)));
    assert_eq!(write(&wld).unwrap(), file(0x29, Version::Old, &bytes));
}

#[test]
fn ambient_light() {
    let body = old(0x2A, "ff ff ff ff fd ff ff ff 09 00 00 00 00 00 00 00");
    assert_eq!(body, Body::AmbientLight(AmbientLight { name: A, light: B, flags: 9, regions: vec![] }));
}

#[test]
fn directional_light() {
    let body =
        old(0x2B, "ff ff ff ff fd ff ff ff 09 00 00 00  00 00 80 3f 00 00 00 40 00 00 40 40  00 00 00 00");
    let expected =
        DirectionalLight { name: A, light: B, flags: 9, direction: [1.0, 2.0, 3.0], regions: vec![] };
    assert_eq!(body, Body::DirectionalLight(Box::new(expected)));
}

#[test]
fn legacy_mesh() {
    let head = |flags: &str, vertices: &str, ops: &str, bones: &str| {
        format!(
            r#"
            ff ff ff ff  {flags}                                # name, flags
            {vertices} {vertices} {vertices} {vertices} {vertices}      # counts
            {ops} 05 00  {bones}                                # mesh-ops, unknown, bone groups
            fd ff ff ff  fb ff ff ff                            # palette, animation
            00 00 80 3f 00 00 00 40 00 00 40 40                 # centre 1, 2, 3
            00 00 00 3f 00 00 00 00 00 00 80 40                 # unknown 0.5, 0, 4
            "#
        )
    };
    let mut text = head("00 7a 00 00", "01 00 00 00", "01 00", "01 00 00 00");
    text += r#"
        00 00 80 3f 00 00 00 40 00 00 40 40                     # vertex
        00 00 80 3f 00 00 00 3f                                 # UV
        00 00 00 00 00 00 00 00 00 00 80 3f                     # normal
        0a 14 1e 28                                             # colour
        4b 00  01 00 02 00 03 00 04 00  00 00 00 00 00 00       # face
        04 00 00 00  00 00 00 3f  06 00 07 00                   # mesh-op
        01 00 09 00                                             # bone group
        01 00 00 00  0b 00 00 00                                # numbers
        01 00 00 00  01 00 00 00                                # face group
        01 00 00 00  01 00 00 00                                # vertex group
        00 00 80 3f 00 00 00 40 00 00 40 40                     # vector
        00 00 80 3f 00 00 00 40 00 00 40 40 00 00 80 40 00 00 00 3f 00 00 00 00    # six floats
        "#;
    let Body::DmSpriteDef(mesh) = old(0x2C, &text) else { panic!() };
    assert_eq!((mesh.name, mesh.palette, mesh.animation), (A, B, C));
    assert_eq!((mesh.flags, mesh.unknown), (0x7A00, 5));
    assert_eq!((mesh.center, mesh.unknown_floats), ([1.0, 2.0, 3.0], [0.5, 0.0, 4.0]));
    assert_eq!(mesh.vertices, [[1.0, 2.0, 3.0]]);
    assert_eq!(mesh.uvs, [[1.0, 0.5]]);
    assert_eq!(mesh.normals, [[0.0, 0.0, 1.0]]);
    assert_eq!(mesh.colors, [[10, 20, 30, 40]]);
    assert_eq!(mesh.faces, [LegacyFace { flags: 0x4B, unknown: [1, 2, 3, 4], vertices: [0; 3] }]);
    assert_eq!((mesh.ops[0].kind, f32::from_bits(mesh.ops[0].value)), (4, 0.5));
    assert_eq!((mesh.ops[0].first, mesh.ops[0].second), (6, 7));
    assert_eq!(mesh.bone_groups, [Group { count: 1, of: 9 }]);
    assert_eq!(mesh.numbers, Some(vec![11]));
    assert_eq!(mesh.face_groups, Some(vec![Group { count: 1, of: 0 }]));
    assert_eq!(mesh.vertex_groups, mesh.face_groups);
    assert_eq!(mesh.vector, Some([1.0, 2.0, 3.0]));
    assert_eq!(mesh.bounds, Some([1.0, 2.0, 3.0, 4.0, 0.5, 0.0]));
    // Flags 0x1803, as in five of six known ones.
    let text = head("03 18 00 00", "00 00 00 00", "00 00", "00 00 00 00") + "00 00 00 00 00 00 00 00";
    let Body::DmSpriteDef(mesh) = old(0x2C, &text) else { panic!() };
    assert_eq!((mesh.face_groups.clone(), mesh.numbers.clone()), (Some(vec![]), None));
}

#[test]
fn dm_track_def() {
    let body = old(
        0x2E,
        "ff ff ff ff 09 00 00 00 01 00 00 00 02 00 00 00 64 00 00 00 07 00 00 00
         00 00 80 3f 00 00 00 40 00 00 40 40  00 00 40 40 00 00 00 40 00 00 80 3f",
    );
    let Body::DmTrackDef(track) = body else { panic!() };
    let head = &track.head;
    assert_eq!((head.name, head.flags, head.vertex_count, head.frame_count), (A, 9, 1, 2));
    assert_eq!((head.sleep_ms, head.unknown), (100, 7));
    assert_eq!(track.vertices, [[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]]);
}

#[test]
fn dm_track_def_2() {
    let body = old(
        0x37,
        r#"
        ff ff ff ff 00 00 00 00                             # name, flags
        01 00 02 00 21 00 00 00 0a 00                       # a vertex, two frames, 33 ms, 0, scale exponent 10
        00 04 00 fc 01 00  00 00 00 00 00 00                # 1, -1, a step; nothing
        00 00                                               # 0
        "#,
    );
    let frames = [vec![[1024, -1024, 1]], vec![[0; 3]]];
    let expected = DmTrackDef2::new(A, 10, 33, &frames).unwrap();
    assert_eq!(expected.offset([1024, -1024, 1]), [1.0, -1.0, 1.0 / 1024.0]);
    assert_eq!(expected.frames().collect::<Vec<_>>(), frames);
    assert_eq!(body, Body::DmTrackDef2(Box::new(expected)));
    // An odd number of vertices in all: two more bytes of padding.
    let body =
        old(0x37, "ff ff ff ff 00 00 00 00 01 00 01 00 21 00 00 00 0a 00  00 04 00 fc 01 00  00 00  00 00");
    let Body::DmTrackDef2(track) = body else { panic!() };
    assert_eq!((track.vertices.len(), track.end), (1, Some(0)));
}

#[test]
fn material_def() {
    let text = "ff ff ff ff 03 00 00 00 13 00 00 80  4e 4e 4e 00  00 00 80 3f 00 00 40 3f  fd ff ff ff";
    let body = old(0x30, &format!("{text} 05 00 00 00 00 00 00 3f"));
    let mut head = MaterialHead {
        name: A,
        flags: 3,
        render_method: 0x8000_0013,
        pen: [0x4E, 0x4E, 0x4E, 0],
        brightness: 1.0,
        scaled_ambient: 0.75,
        sprite: B,
    };
    assert!(head.is_two_sided());
    assert_eq!(head.method(), RenderMethod::Masked);
    assert_eq!(body, Body::MaterialDef(MaterialDef { head, pair: Some((5, 0.5)) }));
    // Without flag 0x02 there is no pair.
    let body = old(0x30, &text.replace("03 00 00 00 13", "00 00 00 00 13"));
    head.flags = 0;
    assert_eq!(body, Body::MaterialDef(MaterialDef { head, pair: None }));
}

#[test]
fn material_palette() {
    let body = old(0x31, "ff ff ff ff 09 00 00 00 02 00 00 00 fd ff ff ff fb ff ff ff");
    let expected = MaterialPalette { name: A, flags: 9, materials: vec![B, C] };
    assert_eq!(body, Body::MaterialPalette(expected));
}

#[test]
fn dm_rgb_track_def() {
    let body = old(
        0x32,
        "ff ff ff ff 01 00 00 00 02 00 00 00 01 00 00 00 c8 00 00 00 00 00 00 00  01 02 03 04 05 06 07 08",
    );
    let expected = DmRgbTrackDef::new(A, vec![[1, 2, 3, 4], [5, 6, 7, 8]]);
    assert_eq!(body, Body::DmRgbTrackDef(expected));
    // Two frames: all of them, or just one.
    let head = "ff ff ff ff 01 00 00 00 01 00 00 00 02 00 00 00 c8 00 00 00 00 00 00 00";
    for (colors, count) in [("01 02 03 04", 1), ("01 02 03 04 05 06 07 08", 2)] {
        let Body::DmRgbTrackDef(track) = old(0x32, &format!("{head} {colors}")) else { panic!() };
        assert_eq!(track.colors.len(), count);
    }
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

#[test]
fn global_ambient_light_def() {
    let body = old(0x35, "10 20 30 ff");
    let light = GlobalAmbientLight { bgra: [0x10, 0x20, 0x30, 0xFF] };
    assert_eq!(light.rgb(), [0x30, 0x20, 0x10]);
    assert_eq!(body, Body::GlobalAmbientLightDef(light));
    // The word is no name.
    assert_eq!(body.name(), Reference::NONE);
}

#[test]
fn mesh() {
    let text = |uv: &str| {
        format!(
            r#"
            ff ff ff ff  03 80 01 00                    # name, flags
            fd ff ff ff  fb ff ff ff  07 00 00 00  fe ff ff ff  # palette, animation, unknown, -2
            00 00 80 3f 00 00 00 40 00 00 40 40         # centre 1, 2, 3
            00 00 00 3f 00 00 00 00 00 00 80 bf         # flame 0.5, 0, -1
            00 00 80 40                                 # radius 4
            00 00 80 bf 00 00 00 00 00 00 00 00         # box from -1, 0, 0
            00 00 80 3f 00 00 00 00 00 00 00 00         # to 1, 0, 0
            01 00 01 00 01 00 01 00                     # vertices, UVs, normals, colours
            01 00 01 00 01 00 01 00 04 00               # faces, groups of bones, faces, vertices; mesh-ops
            05 00                                       # scale exponent
            20 00 e0 ff 01 00                           # vertex: 1, -1, one step
            {uv}                                        # UV: 1, -0.5
            00 81 7f                                    # normal 0, -1, 1
            0a 14 1e c0                                 # blue 10, green 20, red 30, day 192
            10 00 00 00 00 00 00 00                     # a passable face
            01 00 07 00  01 00 02 00  01 00 03 00       # bone 7, material 2 of the face, 3 of the vertex
            00 00 00 00 02 01                           # SW: corner 2 of face 0 becomes vertex 0
            00 00 00 00 00 02                           # FA: removes face 0
            00 00 00 00 00 03                           # VA: removes vertex 0
            00 00 00 3f 00 04                           # EL: level 0.5
            "#
        )
    };
    let old_body = old(0x36, &(text("00 01 80 ff") + "00 00 00"));
    let new_body = clean(0x36, Version::New, &(text("00 00 80 3f 00 00 00 bf") + "00 00 00"));
    let head = MeshHead {
        name: A,
        flags: 0x18003,
        palette: B,
        animation: C,
        unknown: Reference(7),
        stored_volume: Reference(-2),
        center: [1.0, 2.0, 3.0],
        flame: [0.5, 0.0, -1.0],
        radius: 4.0,
        box_min: [-1.0, 0.0, 0.0],
        box_max: [1.0, 0.0, 0.0],
    };
    assert_eq!(head.volume(), Reference::NONE);
    let expected = Mesh {
        head,
        scale: 5,
        vertices: vec![[32, -32, 1]],
        uvs: Uvs::Short(vec![[256, -128]]),
        normals: vec![[0, -127, 127]],
        colors: vec![[10, 20, 30, 192]],
        faces: vec![Face { flags: 0x10, vertices: [0; 3] }],
        bone_groups: vec![Group { count: 1, of: 7 }],
        face_groups: vec![Group { count: 1, of: 2 }],
        vertex_groups: vec![Group { count: 1, of: 3 }],
        ops: vec![
            MeshOp { payload: [0; 4], param: 2, kind: 1 },
            MeshOp { payload: [0; 4], param: 0, kind: 2 },
            MeshOp { payload: [0; 4], param: 0, kind: 3 },
            MeshOp { payload: [0, 0, 0, 0x3F], param: 0, kind: 4 },
        ],
    };
    assert_eq!(expected.position(0), Some([2.0, 1.0, 3.0 + 1.0 / 32.0]));
    assert_eq!(expected.positions().next(), expected.position(0));
    assert_eq!(expected.uvs.get(0), [1.0, -0.5]);
    assert_eq!(expected.uvs.get(1), [0.0, 0.0]);
    assert_eq!(expected.normal(0), [0.0, -1.0, 1.0]);
    assert_eq!(expected.color(0), Some([30, 20, 10, 192]));
    assert_eq!(expected.bones().collect::<Vec<_>>(), [7]);
    let faces: Vec<_> = expected.faces().collect();
    assert_eq!(faces, [(expected.faces[0], Some(2))]);
    assert!(!expected.faces[0].is_solid());
    let meanings: Vec<_> = expected.ops.iter().map(MeshOp::meaning).collect();
    assert_eq!(meanings[0], MeshOpKind::Swap { face: 0, vertex: 0, corner: 2 });
    assert_eq!(meanings[1..3], [MeshOpKind::RemoveFace(0), MeshOpKind::RemoveVertex(0)]);
    assert_eq!(meanings[3], MeshOpKind::EndStep(0.5));
    assert_eq!(old_body, Body::DmSpriteDef2(Box::new(expected.clone())));
    let expected = Mesh { uvs: Uvs::Float(vec![[1.0, -0.5]]), ..expected };
    assert_eq!(new_body, Body::DmSpriteDef2(Box::new(expected)));
}
