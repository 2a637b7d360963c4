//! Files that differ from what is known: newer fields, broken references,
//! values that cannot be written.

use super::{all, mixed, read, small, wide};
use binary::{Mode, Severity};
use gamestudio::mdl7::{self, Deformation, Model, NONE, Normal};
use gamestudio::skins::Image;
use gamestudio::text::LongText;
use harness::typed;

/// The fixture with every record `extra` bytes longer, those bytes counting up,
/// made from the value: records are known to stand where they should.
#[test]
fn fields_of_newer_tools_are_kept() {
    let mut model = read(&mixed());
    let fill = |count: usize| (0..count).map(|byte| byte as u8).collect::<Vec<u8>>();
    // Not so long that a longer known form fits.
    model.sizes.skin += 3;
    model.sizes.material += 1;
    model.sizes.uv += 2;
    model.sizes.triangle += 4;
    model.sizes.vertex += 5;
    model.sizes.frame_vertex += 6;
    model.sizes.transform += 7;
    model.sizes.frame += 9;
    let group = &mut model.groups[0];
    group.skins[0].tail = fill(3);
    group.skins[0].body.material.as_mut().unwrap().tail = fill(1);
    group.uv_tails = fill(2 * 3);
    group.triangle_tails = fill(4 * 2);
    group.vertex_tails = fill(5 * 3);
    for frame in &mut group.frames {
        frame.tail = fill(9);
        frame.vertex_tails = fill(6 * frame.vertices.len());
        frame.transform_tails = fill(7 * frame.transforms.len());
    }
    let bytes = mdl7::write(&model).unwrap();
    // The second triangle's tail follows its 16 known bytes.
    let triangles = 48 + 2 * 52 + 44 + 28 + 3 + 69 + 3 * 10;
    assert_eq!(bytes[triangles + 36..triangles + 40], [4, 5, 6, 7]);
    let (back, report) = mdl7::read(&bytes, Mode::Lenient).unwrap();
    assert_eq!(back, model);
    assert_eq!(report.counts().get("gamestudio.mdl7.record_size"), Some(&8));
    let from_json: Model = serde_json::from_str(&typed::through_json(&back)).unwrap();
    assert_eq!(mdl7::write(&from_json).unwrap(), bytes);
    // Reading field by field sees the same.
    assert!(mdl7::fields(&bytes).iter().any(|site| site.path == "group[0].triangle[1].tail"));
}

#[test]
fn a_wrong_group_size_is_only_noted() {
    let mut bytes = all();
    bytes[160] ^= 1;
    for mode in [Mode::Strict, Mode::Lenient] {
        let (model, report) = mdl7::read(&bytes, mode).unwrap();
        let [finding] = report.findings() else { panic!("{:?}", report.findings()) };
        assert_eq!((finding.code, finding.severity), ("gamestudio.mdl7.group_size", Severity::Note));
        assert_eq!((finding.path.as_str(), finding.offset), ("group 0", Some(160)));
        assert_eq!(model.groups[0].odd_size, Some(0x541));
        assert_eq!(mdl7::write(&model).unwrap(), bytes);
    }
}

#[test]
fn rings_of_bones_end() {
    let mut bytes = all();
    // root -> third -> arm -> root
    bytes[48..50].copy_from_slice(&[2, 0]);
    let (model, report) = mdl7::read(&bytes, Mode::Lenient).unwrap();
    let [finding] = report.findings() else { panic!("{:?}", report.findings()) };
    assert_eq!((finding.code, finding.path.as_str()), ("gamestudio.mdl7.bone_cycle", "bone 1"));
    let parents = model.bone_parents();
    assert_eq!(parents.iter().filter(|parent| parent.is_none()).count(), 1);
    assert!(model.bone_positions().iter().flatten().all(|coordinate| coordinate.is_finite()));
    assert_eq!(model.bone_matrices(model.transforms(2)).len(), 3);
    assert_eq!(mdl7::write(&model).unwrap(), bytes);
}

#[test]
fn chains_of_skins_end() {
    let mut model = read(&all());
    let reference = model.groups[0].skins[7].clone();
    model.groups[0].skins = vec![reference; 10_000];
    for (index, skin) in model.groups[0].skins.iter_mut().enumerate() {
        skin.width = (index as i32 + 1) % 10_000;
    }
    let (model, report) = mdl7::read(&mdl7::write(&model).unwrap(), Mode::Lenient).unwrap();
    assert_eq!(report.counts().get("gamestudio.skin.reference"), Some(&10_000));
    assert!(model.groups[0].resolve_skin(0).is_none());
}

#[test]
fn what_points_nowhere_is_left_out() {
    let mut model = read(&all());
    let body = &mut model.groups[0];
    body.triangles[0].vertices[1] = 4;
    body.vertices[2].bone = 3;
    body.frames[1].vertices[0].vertex = 4;
    body.frames[2].transforms[1].bone = 3;
    let Deformation::Bones(elements) = &mut body.deformers[0].deformation else { panic!() };
    elements[0].weights[0].vertex = -1;
    elements[1].bone = 9;
    let bytes = mdl7::write(&model).unwrap();
    let (model, report) = mdl7::read(&bytes, Mode::Lenient).unwrap();
    let mut codes: Vec<_> = report.counts().keys().copied().collect();
    codes.sort_unstable();
    let expected =
        ["deformer_bone", "deformer_vertex", "frame_bone", "frame_vertex", "vertex", "vertex_bone"];
    assert_eq!(codes, expected.map(|code| format!("gamestudio.mdl7.{code}")));
    let body = &model.groups[0];
    assert_eq!(body.drawable().count(), 1);
    assert_eq!(body.frame_vertices(1)[0].position, [0.0; 3]);
    // Vertex 0 falls back to its own bone, vertex 2 follows none.
    let influences: Vec<_> =
        model.influences(body).iter().map(|influence| (influence.vertex, influence.bone)).collect();
    assert_eq!(influences, [(0, 0), (1, 0)]);
}

#[test]
fn unknown_deformers_are_kept() {
    let mut bytes = all();
    bytes[1673] = 3;
    bytes[1680] = 7;
    let (model, _) = mdl7::read(&bytes, Mode::Lenient).unwrap();
    let Deformation::Unknown { elements, bytes: kept } = &model.groups[0].deformers[0].deformation else {
        panic!("{:?}", model.groups[0].deformers)
    };
    assert_eq!((*elements, kept.len()), (7, 80));
    assert_eq!(mdl7::write(&model).unwrap(), bytes);
    // Nothing is weighed by it.
    assert_eq!(model.influences(&model.groups[0]).len(), 3);
    assert_eq!(serde_json::from_str::<Model>(&typed::through_json(&model)).unwrap(), model);
}

#[test]
fn wide_records_may_use_16_bits_for_none() {
    let mut bytes = wide();
    bytes[340..344].copy_from_slice(&[0xFF, 0xFF, 0, 0]);
    let model = read(&bytes);
    assert_eq!(model.groups[0].triangles[1].uvs, [0xFFFF, NONE, NONE]);
    assert_eq!(mdl7::write(&model).unwrap(), bytes);
}

/// Why a changed model is refused: expected, path.
fn refusal(bytes: &[u8], change: impl FnOnce(&mut Model)) -> (String, String) {
    let mut model = read(bytes);
    change(&mut model);
    let finding = mdl7::write(&model).expect_err("must be refused");
    assert_eq!(finding.code, "gamestudio.mdl7.unwritable");
    (finding.expected.clone(), finding.path.clone())
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let body = "group 0 \"body\"";
    let reason = |expected: &str, path: &str| (expected.to_owned(), path.to_owned());
    let expected = "record sizes with room for the known fields";
    assert_eq!(refusal(&all(), |model| model.sizes.triangle = 11), reason(expected, ""));
    assert_eq!(
        refusal(&all(), |model| model.bones[2].name = LongText::new("twenty-one characters").unwrap()),
        reason("names of bones of at most 20 bytes, as the record size says", "")
    );
    assert_eq!(
        refusal(&all(), |model| model.groups[0].triangles[0].vertices[0] = 65536),
        reason("numbers of 16 bits, or triangle records of 44 bytes", body)
    );
    assert_eq!(
        refusal(&all(), |model| model.groups[0].triangles[0].uvs[0] = 65535),
        reason("numbers of 16 bits, or triangle records of 44 bytes", body)
    );
    let box_ = "group 0 \"box\"";
    assert_eq!(
        refusal(&small(), |model| model.groups[0].triangles[0].material = 0),
        reason("the fields of triangle records of 12 bytes", box_)
    );
    assert_eq!(
        refusal(&mixed(), |model| model.groups[0].triangles[0].uvs2[1] = 0),
        reason("the fields of triangle records of 16 bytes", box_)
    );
    let numbered = Normal::Numbered { index: 0, pad: 0 };
    assert_eq!(
        refusal(&all(), |model| model.groups[0].vertices[0].normal = numbered),
        reason("the normal of vertex records of 26 bytes", body)
    );
    assert_eq!(
        refusal(&small(), |model| model.groups[0].vertices[0].normal = Normal::Vector([0.0; 3])),
        reason("the normal of vertex records of 16 bytes", box_)
    );
    assert_eq!(
        refusal(&all(), |model| model.groups[0].frames[1].vertices[0].vertex = 65536),
        reason("a vertex below 65536, or frame vertex records of 28 bytes", body)
    );
    assert_eq!(
        refusal(&all(), |model| model.groups[0].uv_tails = vec![1]),
        reason("0 bytes behind the known fields of texture coordinates", body)
    );
    assert_eq!(
        refusal(&all(), |model| model.groups[0].skins[0].tail = vec![1]),
        reason("0 bytes behind the known fields", body)
    );
    assert_eq!(
        refusal(&all(), |model| model.groups[0].frames[0].tail = vec![1]),
        reason("0 bytes behind the known fields", body)
    );
    assert_eq!(
        refusal(&all(), |model| model.groups[0].skins[1].width = 3),
        reason("9 bytes of pixels", body)
    );
    assert_eq!(
        refusal(&all(), |model| model.groups[0].skins[1].body.image = Image::Nothing),
        reason("a type and a size that fit the image", body)
    );
    assert_eq!(
        refusal(&all(), |model| model.groups[0].skins[3].body.material = None),
        reason("type bit 0x10 for a material and 0x20 for an effect", body)
    );
    assert_eq!(
        refusal(&all(), |model| model.groups[0].skins[3].body.material.as_mut().unwrap().tail = vec![0]),
        reason("a material of 68 bytes", body)
    );
    assert_eq!(
        refusal(&all(), |model| model.groups[0].deformers[0].kind = 1),
        reason("kind 0 for bones, another kind with its own size for bytes", body)
    );
    let many = |model: &mut Model| {
        let deformer = model.groups[0].deformers[0].clone();
        model.groups[0].deformers = vec![deformer; 256];
    };
    assert_eq!(refusal(&all(), many), reason("at most 255 deformers", body));
}

#[test]
fn what_artists_left_in_models_is_a_note() {
    // The name "rock.tg" at 228, seven bytes, with folders and a drive in front of a shorter one.
    for name in [b"../k.tg", b"c:ck.tg", b"a\\bc.tg"] {
        let mut bytes = all();
        bytes[228..235].copy_from_slice(name);
        let (model, report) = mdl7::read(&bytes, Mode::Strict).unwrap();
        let found: Vec<_> =
            report.findings().iter().map(|finding| (finding.code, finding.severity)).collect();
        assert_eq!(found, [("gamestudio.skin.name_path", Severity::Note)]);
        assert_eq!(mdl7::write(&model).unwrap(), bytes);
    }
    // A normal beyond the table points up.
    let mut model = read(&small());
    model.groups[0].vertices[0].normal = Normal::Numbered { index: 162, pad: 0 };
    assert_eq!(model.groups[0].vertices[0].normal.direction(), [0.0, 0.0, 1.0]);
    let (again, report) = mdl7::read(&mdl7::write(&model).unwrap(), Mode::Strict).unwrap();
    assert_eq!(again, model);
    let found: Vec<_> = report.findings().iter().map(|finding| (finding.code, finding.severity)).collect();
    assert_eq!(found, [("gamestudio.mdl7.normal", Severity::Note)]);
}
