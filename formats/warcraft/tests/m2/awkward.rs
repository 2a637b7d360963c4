//! Shapes that real files have and that a reader must take. Source: docs/spec/m2-statistics.md.

use super::{first, packed, padded, read, second};
use binary::{Mode, Severity};
use harness::typed;
use warcraft::m2::{self, EmitterForm, Model, RenderFlags, Track, blend, parameter};

/// The codes of a file that is read, each once, with their severities; it must be written back.
fn found(bytes: &[u8]) -> Vec<(&'static str, Severity)> {
    let (model, report) = m2::read(bytes, Mode::Lenient).unwrap();
    assert!(m2::write(&model).unwrap() == bytes, "written back");
    let json = serde_json::to_string(&model).unwrap();
    let again: Model = serde_json::from_str(&json).unwrap();
    assert!(m2::write(&again).unwrap() == bytes, "written back from JSON");
    let mut found: Vec<_> =
        report.findings().iter().map(|finding| (finding.code, finding.severity)).collect();
    found.dedup();
    found
}

#[test]
fn a_global_sequence_may_take_no_time() {
    // The second one of the fixture.
    assert_eq!(read(&first()).global_sequences, [1000, 0]);
}

#[test]
fn a_name_may_start_with_a_nul() {
    let model = read(&packed());
    assert_eq!(model.name.bytes(), b"\0Packed\0");
    assert_eq!(model.name.text(), "Packed");
    assert!(
        typed::through_json(&model).contains(r#""name":{"text":"Packed","raw":[0,80,97,99,107,101,100,0]}"#)
    );
}

#[test]
fn gravity_may_be_no_number() {
    let mut model = read(&first());
    let nan = f32::from_bits(0x7FC0_0000);
    model.particles[0].tracks[parameter::GRAVITY].values[0] = nan;
    let bytes = m2::write(&model).unwrap();
    assert_eq!(found(&bytes), [("warcraft.m2.not_finite", Severity::Note)]);
    let (back, _) = m2::read(&bytes, Mode::Strict).unwrap();
    assert_eq!(back.particles[0].tracks[parameter::GRAVITY].values[0].to_bits(), 0x7FC0_0000);
}

#[test]
fn emitters_come_in_two_forms() {
    let words = read(&packed()).particles[0].form;
    assert_eq!(words, EmitterForm::Words { blend: 4, emitter: 1 });
    let bytes = read(&first()).particles[0].form;
    assert_eq!(bytes, EmitterForm::Bytes { blend: 4, emitter: 2, color: 0 });
    assert_eq!((words.blend(), words.emitter(), bytes.blend(), bytes.emitter()), (4, 1, 4, 2));
    // In client 2.x there are only bytes: an emitter of 0 is one of an unknown kind.
    let mut model = read(&second());
    model.particles[0].form = EmitterForm::Bytes { blend: 4, emitter: 0, color: 1 };
    let bytes = m2::write(&model).unwrap();
    assert_eq!(found(&bytes), [("warcraft.m2.particle.emitter", Severity::Warning)]);
}

#[test]
fn cameras_have_one_or_three_values_a_key() {
    let aligned = read(&first());
    let tangents = |model: &Model| -> Vec<[bool; 3]> {
        let of =
            |camera: &m2::Camera| [camera.position.tangents, camera.target.tangents, camera.roll.tangents];
        model.cameras.iter().map(of).collect()
    };
    // Interpolation 0 with single values; interpolation 2.
    assert_eq!(tangents(&aligned), [[false; 3], [true; 3]]);
    assert_eq!(aligned.cameras[1].position.interpolation, 2);
    assert_eq!(aligned.cameras[1].position.value(1), Some([0.5, 0.0, 0.0]));
    assert_eq!(aligned.cameras[1].position.tangents(1), Some([[0.0; 3]; 2]));
    assert_eq!(aligned.cameras[1].position.len(), 2);
    // Interpolation 0 with triples, in the packed and in the padded profile.
    let packed = read(&packed());
    assert_eq!((tangents(&packed), packed.cameras[1].position.interpolation), (vec![[true; 3]; 2], 0));
    assert_eq!(packed.cameras[1].position.value(1), Some([0.5, 0.0, 0.0]));
    assert_eq!(tangents(&read(&padded())), [[true; 3]]);
}

#[test]
fn keys_may_lie_outside_their_sequence() {
    // The first sequence goes from 3333 to 4333; its keys start earlier and end later.
    let mut model = read(&first());
    model.bones[0].translation.times = vec![3000, 4600, 7666, 8666];
    let bytes = m2::write(&model).unwrap();
    assert_eq!(found(&bytes), []);
    assert_eq!(read(&bytes).bones[0].translation.range(0), Some([0, 1]));
    assert_eq!(read(&bytes).bones[0].translation.range(1), Some([2, 3]));
    // No own key.
    assert_eq!(read(&bytes).bones[0].translation.range(2), None);
}

#[test]
fn a_wrong_sequence_lookup_is_searched_around() {
    let mut model = read(&first());
    model.sequence_lookup = vec![2, -1, -1, -1, 8];
    let bytes = m2::write(&model).unwrap();
    assert_eq!(found(&bytes), [("warcraft.m2.sequence_lookup", Severity::Note)]);
    assert_eq!((model.sequence(0), model.sequence(4), model.sequence(5)), (Some(0), Some(2), None));
    assert_eq!(model.variations(0), [0, 1]);
    // 5 falls back to 4; 6 holds a frame of 0; 50 is not in the list.
    assert_eq!(model.playable(5), Some((2, 0)));
    assert_eq!(model.playable(6), Some((0, 3)));
    assert_eq!(model.playable(50), Some((0, 0)));
}

#[test]
fn fallbacks_may_lead_nowhere() {
    let mut model = read(&first());
    let entry = |id: i16, flags: i16| m2::Playable { id, flags };
    // Of an animation that is not there, with flags that nobody knows, of one that is there.
    model.playable_lookup = vec![entry(900, 0), entry(0, 0), entry(4, 40), entry(4, 1), entry(-7, 3)];
    assert_eq!(found(&m2::write(&model).unwrap()), []);
    assert_eq!((model.playable(2), model.playable(3)), (Some((0, 0)), Some((2, 1))));
    model.sequences[0].id = 7;
    model.sequences[1].id = 7;
    assert_eq!((model.playable(0), model.playable(3)), (None, Some((2, 1))));
}

#[test]
fn there_may_be_fewer_or_more_ranges_than_sequences() {
    let mut model = read(&first());
    let sequences = model.sequences.len();
    for count in [0, sequences, sequences + 1, sequences + 5] {
        model.bones[0].translation.ranges.resize(count, [0, 0]);
        assert_eq!(found(&m2::write(&model).unwrap()), [], "{count}");
    }
}

#[test]
fn events_may_happen_twice_at_once_and_sequences_may_overlap() {
    let mut model = read(&first());
    model.events[0].times = vec![3400, 3400, 4000];
    model.sequences[1].start = model.sequences[0].end - 11;
    model.sequences[2].end = model.sequences[2].start;
    assert_eq!(found(&m2::write(&model).unwrap()), []);
}

#[test]
fn four_layers_may_lie_on_one_submesh() {
    let mut model = read(&first());
    let blends = [blend::OPAQUE, blend::MODULATE_2X, blend::ALPHA, blend::ADD_ALPHA];
    model.render_flags = blends.map(|blend| RenderFlags { flags: 0, blend }).to_vec();
    model.texture_lookup = vec![1, 0, 1, 0];
    let batch = model.views[0].batches[0].clone();
    let layer = |layer: u16| m2::Batch {
        layer,
        render_flags: layer,
        texture: layer,
        unit: layer % 2,
        ..batch.clone()
    };
    // Not in the order in which they are drawn.
    model.views[0].batches = [2, 0, 3, 1].map(layer).to_vec();
    let bytes = m2::write(&model).unwrap();
    assert_eq!(found(&bytes), []);
    let model = read(&bytes);
    let kinds = model.views[0].batches.iter().map(|batch| {
        let stage = model.stages(batch).next().unwrap();
        (batch.layer, stage.texture.unwrap().kind, stage.unit)
    });
    // The layer is not added to the texture.
    assert_eq!(kinds.collect::<Vec<_>>(), [(2, 11, 0), (0, 11, 0), (3, 0, -1), (1, 0, -1)]);
}

#[test]
fn lone_geosets_are_shown() {
    let mut model = read(&first());
    let submesh = model.views[0].submeshes[0].clone();
    let view = &mut model.views[0];
    view.submeshes =
        [0, 0, 0, 702, 0, 401, 1501, 404, 101, 102].map(|id| m2::Submesh { id, ..submesh.clone() }).to_vec();
    // Of 401 and 404 the lower one; 702 and 1501 are alone; 101 before 102.
    assert_eq!(Model::shown_at_first(view), [0, 1, 2, 3, 4, 5, 6, 8]);
    assert_eq!(found(&m2::write(&model).unwrap()), []);
}

#[test]
fn events_may_be_out_of_order_and_without_times() {
    let model = read(&padded());
    assert_eq!((model.events[0].id.text().as_str(), &model.events[0].times), ("$FD1", &vec![5000, 4000]));
    assert!(read(&first()).events[1].times.is_empty());
}

#[test]
fn a_track_without_keys_where_none_was_seen_is_a_note() {
    let mut model = read(&first());
    model.transparency[0] = Track::default();
    assert_eq!(found(&m2::write(&model).unwrap()), [("warcraft.m2.track.empty", Severity::Note)]);
}

#[test]
fn versions_nobody_saw_are_read_as_the_older_ones() {
    let mut bytes = first();
    bytes[4] = 2;
    assert_eq!(found(&bytes), [("warcraft.m2.version_between", Severity::Note)]);
    for version in [1, 4, 5, 6] {
        let mut bytes = if version < 4 { first() } else { second() };
        bytes[4] = version;
        assert_eq!(read(&bytes).version, 256 + u32::from(version));
    }
}

#[test]
fn later_models_are_refused_in_one_line() {
    let mut bytes = first();
    bytes[4] = 8;
    let error = m2::read(&bytes, Mode::Lenient).unwrap_err();
    let line = error.to_string();
    assert!(line.contains("found 264, expected 256 to 263; use the model of a 1.x or 2.x client"), "{line}");
    assert!(!line.contains('\n'));
}
