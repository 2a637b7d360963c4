//! Models made from Rust, and values that no file can hold.

use super::{first, packed, read, second};
use warcraft::m2::{self, Bounds, EmitterForm, Model, Rotation, Track};

#[test]
fn a_model_goes_from_one_client_to_the_other_and_back() {
    let mut model = read(&first());
    model.convert(260).unwrap();
    let newer = read(&m2::write(&model).unwrap());
    assert_eq!(newer, model);
    assert!(matches!(newer.bones[1].rotation, Rotation::Packed(_)));
    // Quarter and half turns are exact in both forms; -1 is 0 and 1 is -1 of 16 bits.
    let quaternions: Vec<_> = (0..4).map(|key| newer.bones[1].rotation.value(key).unwrap()).collect();
    assert_eq!(
        quaternions,
        [[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.0], [0.0, -1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]]
    );
    model.convert(256).unwrap();
    assert_eq!(model.particles[0].form, EmitterForm::Words { blend: 4, emitter: 2 });
    model.particles[0].form = EmitterForm::Bytes { blend: 4, emitter: 2, color: 0 };
    assert_eq!(m2::write(&model).unwrap(), first());
    assert_eq!(model.convert(264), None);

    let mut model = read(&second());
    model.convert(257).unwrap();
    assert_eq!((model.bones[0].name_hash, model.views[0].submeshes[0].sort_radius), (0, 0.0));
    assert_eq!(read(&m2::write(&model).unwrap()), model);
}

#[test]
fn sealing_works_out_what_follows_from_the_rest() {
    let mut model = read(&first());
    let wanted = model.clone();
    model.sequence_lookup.clear();
    model.key_bone_lookup.clear();
    model.attachment_lookup.clear();
    model.camera_lookup.clear();
    model.replaceable_lookup.clear();
    model.bounds = Bounds::default();
    model.collision_bounds = Bounds::default();
    model.collision.normals.clear();
    for bone in &mut model.bones {
        bone.flags ^= 0x200;
    }
    for view in &mut model.views {
        view.properties.clear();
    }
    model.seal();
    // The box of the vertices goes from 0 0 0 to 0 1 2: the radius is the root of 1.25.
    let bounds = Bounds { min: [0.0; 3], max: [0.0, 1.0, 2.0], radius: 1.25_f32.sqrt() };
    assert_eq!((model.bounds, model.collision_bounds), (bounds, bounds));
    model.bounds = wanted.bounds;
    model.collision_bounds = wanted.collision_bounds;
    assert_eq!(model, wanted);
}

#[test]
fn an_empty_model_is_a_file() {
    let model = Model::new("Nothing").unwrap();
    let bytes = m2::write(&model).unwrap();
    // The header, and a name of 8 bytes at 0x150.
    assert_eq!(bytes.len(), 0x160);
    assert_eq!(&bytes[0x150..0x158], b"Nothing\0");
    assert_eq!(read(&bytes), model);
    assert_eq!(Model::new("nö"), None);
}

/// Why a changed model is refused: expected, path.
fn refusal(bytes: &[u8], change: impl FnOnce(&mut Model)) -> (String, String) {
    let mut model = read(bytes);
    change(&mut model);
    let finding = m2::write(&model).expect_err("must be refused");
    assert_eq!(finding.code, "warcraft.m2.unwritable");
    (finding.expected.clone(), finding.path.clone())
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let reason = |expected: &str, path: &str| (expected.to_owned(), path.to_owned());
    assert_eq!(refusal(&first(), |model| model.version = 264), reason("a version from 256 to 263", ""));
    assert_eq!(
        refusal(&first(), |model| model.bones[2].rotation = Rotation::Packed(Track::default())),
        reason("rotations of floats before version 260", "bone 2")
    );
    assert_eq!(
        refusal(&second(), |model| model.bones[2].rotation = Rotation::Full(Track::default())),
        reason("packed rotations from version 260 on", "bone 2")
    );
    assert_eq!(
        refusal(&first(), |model| model.bones[1].name_hash = 1),
        reason("no name hash before version 260", "bone 1")
    );
    assert_eq!(
        refusal(&first(), |model| model.views[1].submeshes[0].sort_radius = 1.0),
        reason("submeshes of client 1.x before version 260", "view 1")
    );
    let form = "a blend mode below 256 as words, or bytes with an emitter";
    assert_eq!(
        refusal(&packed(), |model| model.particles[0].form = EmitterForm::Words { blend: 256, emitter: 1 }),
        reason(form, "particle 0")
    );
    assert_eq!(
        refusal(&first(), |model| model.particles[0].form =
            EmitterForm::Bytes { blend: 4, emitter: 0, color: 1 }),
        reason(form, "particle 0")
    );
    assert_eq!(
        refusal(&second(), |model| model.particles[0].form = EmitterForm::Words { blend: 4, emitter: 1 }),
        reason("bytes for blend mode and emitter from version 260 on", "particle 0")
    );
    assert_eq!(
        refusal(&first(), |model| model.bones[0].translation.tangents = true),
        reason("tangents exactly with interpolation 2 and more", "bones")
    );
    assert_eq!(
        refusal(&first(), |model| model.lights[0].ambient_color.values.truncate(5)),
        reason("three values for each key with tangents", "lights")
    );
    assert_eq!(
        refusal(&first(), |model| model.cameras[1].roll.tangents = false),
        reason(
            "tangents in tracks with interpolation 2 and more, and in the others as in the position",
            "cameras"
        )
    );
}
