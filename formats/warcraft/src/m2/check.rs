//! What refers to something that is not there. Source: `docs/spec/m2.md`, "10. Lookups".

use super::codes::{
    BATCH, BLEND, BONE, COLLISION_NORMALS, EMITTER_TEXTURE, INDEX, LOOKUP, PROPERTIES, SEQUENCE_LOOKUP,
    SEQUENCE_NEXT, SEQUENCE_TIME, SUBMESH, TEXTURE_NAME, TRIANGLE, VERTEX_BONE,
};
use super::emitters::{ParticleRecord, RibbonRecord};
use super::geometry::{Batch, Submesh, Vertex, View, ViewRecord};
use super::header::HeaderRecord;
use super::points::{AttachmentRecord, EventRecord, LightRecord};
use super::source::Span;
use super::{Model, blend, texture_kind};
use binary::{Code, Record, Report, Segment};

/// Checks all references of a model; offsets in findings are those of the header's tables.
pub(crate) fn run(model: &Model, header: &HeaderRecord, report: &mut Report) {
    sequences(model, header, report);
    lookups(model, header, report);
    let at = |span: Span, index: usize, size: usize| span.offset as usize + index * size;
    let bones = model.bones.len();
    let lost = |vertex: &Vertex| {
        vertex
            .weights
            .iter()
            .zip(vertex.bones)
            .any(|(weight, bone)| *weight > 0 && usize::from(bone) >= bones)
    };
    for (index, vertex) in model.vertices.iter().enumerate().filter(|(_, vertex)| lost(vertex)) {
        report.enter(Segment::at("vertex", index));
        let at = at(header.vertices, index, Vertex::SIZES[0]) + 16;
        report.habit(
            &VERTEX_BONE,
            at,
            format_args!("numbers below {bones}"),
            format_args!("{:?}", vertex.bones),
        );
        report.leave();
    }
    for (index, view) in model.views.iter().enumerate() {
        report.enter(Segment::at("view", index));
        check_view(view, model, at(header.views, index, ViewRecord::SIZES[0]), report);
        report.leave();
    }
    for (index, flags) in
        model.render_flags.iter().enumerate().filter(|(_, flags)| flags.blend > blend::MODULATE_2X)
    {
        report.enter(Segment::at("render_flags", index));
        report.habit(&BLEND, at(header.render_flags, index, 4) + 2, "0 to 6", flags.blend);
        report.leave();
    }
    let named = |texture: &super::Texture| texture.kind != texture_kind::FILE || !texture.name.is_empty();
    for (index, _) in model.textures.iter().enumerate().filter(|(_, texture)| !named(texture)) {
        report.enter(Segment::at("texture", index));
        report.habit(&TEXTURE_NAME, at(header.textures, index, 16) + 8, "the name of a file", "none");
        report.leave();
    }
    followers(model, header, report);
    let triangles = model.collision.triangles.len();
    if model.collision.normals.len() * 3 != triangles {
        let expected = format_args!("{} normals", triangles / 3);
        report.habit(&COLLISION_NORMALS, 0xFC, expected, model.collision.normals.len());
    }
}

fn sequences(model: &Model, header: &HeaderRecord, report: &mut Report) {
    let count = model.sequences.len();
    for (index, sequence) in model.sequences.iter().enumerate() {
        let at = header.sequences.offset as usize + 68 * index;
        report.enter(Segment::at("sequence", index));
        if sequence.start > sequence.end {
            report.habit(&SEQUENCE_TIME, at + 8, format_args!("{} or later", sequence.start), sequence.end);
        }
        if !is_entry(sequence.next, count) {
            report.habit(
                &SEQUENCE_NEXT,
                at + 64,
                format_args!("-1, or a number below {count}"),
                sequence.next,
            );
        }
        report.leave();
    }
    let right = |id: usize, entry: i16| {
        let sequence = usize::try_from(entry).ok().and_then(|entry| model.sequences.get(entry));
        entry == -1 || sequence.is_some_and(|sequence| usize::from(sequence.id) == id)
    };
    let entries = model.sequence_lookup.iter().enumerate();
    for (id, entry) in entries.filter(|(id, entry)| !right(*id, **entry)) {
        report.enter(Segment::at("sequence_lookup", id));
        let at = header.sequence_lookup.offset as usize + 2 * id;
        report.note(&SEQUENCE_LOOKUP, at, format_args!("a sequence of animation {id}, or -1"), entry);
        report.leave();
    }
}

/// -1, or the number of one of `count` things.
fn is_entry(entry: i16, count: usize) -> bool {
    usize::try_from(entry).map_or(entry == -1, |entry| entry < count)
}

fn lookups(model: &Model, header: &HeaderRecord, report: &mut Report) {
    let (bones, textures) = (model.bones.len(), model.textures.len());
    for (what, list, span, count) in [
        ("key_bone_lookup", &model.key_bone_lookup, header.key_bone_lookup, bones),
        ("replaceable_lookup", &model.replaceable_lookup, header.replaceable_lookup, textures),
        ("attachment_lookup", &model.attachment_lookup, header.attachment_lookup, model.attachments.len()),
    ] {
        for (index, entry) in list.iter().enumerate().filter(|(_, entry)| !is_entry(**entry, count)) {
            report.enter(Segment::at(what, index));
            let at = span.offset as usize + 2 * index;
            report.habit(&LOOKUP, at, format_args!("-1, or a number below {count}"), entry);
            report.leave();
        }
    }
    for (what, list, span, count) in [
        ("bone_lookup", &model.bone_lookup, header.bone_lookup, bones),
        ("texture_lookup", &model.texture_lookup, header.texture_lookup, textures),
        (
            "transparency_lookup",
            &model.transparency_lookup,
            header.transparency_lookup,
            model.transparency.len(),
        ),
        ("camera_lookup", &model.camera_lookup, header.camera_lookup, model.cameras.len()),
    ] {
        for (index, entry) in list.iter().enumerate().filter(|(_, entry)| usize::from(**entry) >= count) {
            report.enter(Segment::at(what, index));
            let at = span.offset as usize + 2 * index;
            let expected = format_args!("a number below {count}");
            // Known look-ups of cameras always lead to one; -1 for none would be as in all others.
            match what == "camera_lookup" && *entry == u16::MAX {
                true => report.note(&LOOKUP, at, expected, -1),
                false => report.habit(&LOOKUP, at, expected, entry),
            }
            report.leave();
        }
    }
}

fn check_view(view: &View, model: &Model, at: usize, report: &mut Report) {
    let (vertices, indices) = (model.vertices.len(), view.indices.len());
    if let Some(index) = view.indices.iter().find(|index| usize::from(**index) >= vertices) {
        report.habit(&INDEX, at, format_args!("numbers below {vertices}"), index);
    }
    let corners = view.triangles.len();
    if let Some(corner) = view.triangles.iter().find(|corner| usize::from(**corner) >= indices) {
        report.habit(&TRIANGLE, at + 8, format_args!("numbers below {indices}"), corner);
    } else if !corners.is_multiple_of(3) {
        report.habit(&TRIANGLE, at + 8, "three corners for each triangle", format_args!("{corners} corners"));
    }
    if view.properties.len() != indices {
        report.habit(&PROPERTIES, at + 16, indices, view.properties.len());
    }
    for (index, submesh) in view.submeshes.iter().enumerate() {
        let Submesh { first_vertex, vertex_count, index_count, first_bone, bone_count, .. } = *submesh;
        let end = |first: u16, count: u16| usize::from(first) + usize::from(count);
        let ends = [
            ("indices", end(first_vertex, vertex_count), indices),
            ("corners", submesh.first_triangle_index() as usize + usize::from(index_count), corners),
            ("bones", end(first_bone, bone_count), model.bone_lookup.len()),
        ];
        report.enter(Segment::at("submesh", index));
        for (what, end, count) in ends.into_iter().filter(|(_, end, count)| end > count) {
            report.habit(
                &SUBMESH,
                at + 24,
                format_args!("{what} up to {count}"),
                format_args!("up to {end}"),
            );
        }
        report.leave();
    }
    for (index, batch) in view.batches.iter().enumerate() {
        report.enter(Segment::at("batch", index));
        check_batch(batch, view, model, at + 32, report);
        report.leave();
    }
}

fn check_batch(batch: &Batch, view: &View, model: &Model, at: usize, report: &mut Report) {
    let textures = usize::from(batch.texture_count);
    let mut complain = |what: &str, found: i64, count: usize| {
        report.habit(&BATCH, at, format_args!("a {what} below {count}"), found);
    };
    for (what, number, count) in [
        ("submesh", batch.submesh, view.submeshes.len()),
        ("number of render flags", batch.render_flags, model.render_flags.len()),
        ("transparency", batch.transparency, model.transparency_lookup.len()),
    ] {
        if usize::from(number) >= count {
            complain(what, number.into(), count);
        }
    }
    if !is_entry(batch.color, model.colors.len()) {
        complain("colour", batch.color.into(), model.colors.len());
    }
    for (what, first, count) in [
        ("texture", batch.texture, model.texture_lookup.len()),
        ("texture unit", batch.unit, model.unit_lookup.len()),
    ] {
        let last = usize::from(first) + textures;
        if last > count {
            complain(what, last as i64 - 1, count);
        }
    }
}

/// What hangs on bones, and what is painted with textures.
fn followers(model: &Model, header: &HeaderRecord, report: &mut Report) {
    let (bones, textures) = (model.bones.len(), model.textures.len());
    let bone = |what: &'static str, span: Span, size: usize, field: usize| {
        move |(index, bone): (usize, i64), report: &mut Report| {
            if usize::try_from(bone).is_ok_and(|bone| bone < bones) {
                return;
            }
            report.enter(Segment::at(what, index));
            let at = span.offset as usize + index * size + field;
            report.habit(&BONE, at, format_args!("a bone below {bones}"), bone);
            report.leave();
        }
    };
    let check = bone("attachment", header.attachments, AttachmentRecord::SIZES[0], 4);
    model.attachments.iter().map(|it| it.bone.into()).enumerate().for_each(|it| check(it, report));
    let check = bone("event", header.events, EventRecord::SIZES[0], 8);
    model.events.iter().map(|it| it.bone.into()).enumerate().for_each(|it| check(it, report));
    let check = bone("light", header.lights, LightRecord::SIZES[0], 2);
    let of_lights = model.lights.iter().map(|it| it.bone.into()).enumerate();
    of_lights.filter(|(_, bone)| *bone != -1).for_each(|it| check(it, report));
    let check = bone("ribbon", header.ribbons, RibbonRecord::SIZES[0], 4);
    model.ribbons.iter().map(|it| it.bone.into()).enumerate().for_each(|it| check(it, report));
    let check = bone("particle", header.particles, ParticleRecord::SIZES[0], 20);
    model.particles.iter().map(|it| it.bone.into()).enumerate().for_each(|it| check(it, report));

    let lost =
        |numbers: &[u16], count: usize| numbers.iter().copied().find(|number| usize::from(*number) >= count);
    let mut complain = |what, span: Span, index: usize, at: usize, number: Option<u16>, count: usize| {
        let Some(number) = number else { return };
        report.enter(Segment::at(what, index));
        let code: &'static Code = &EMITTER_TEXTURE;
        report.habit(code, span.offset as usize + at, format_args!("numbers below {count}"), number);
        report.leave();
    };
    for (index, ribbon) in model.ribbons.iter().enumerate() {
        let at = index * RibbonRecord::SIZES[0];
        let flags = model.render_flags.len();
        complain("ribbon", header.ribbons, index, at + 20, lost(&ribbon.textures, textures), textures);
        complain("ribbon", header.ribbons, index, at + 28, lost(&ribbon.render_flags, flags), flags);
    }
    for (index, particle) in model.particles.iter().enumerate() {
        let at = index * ParticleRecord::SIZES[0] + 22;
        complain("particle", header.particles, index, at, lost(&[particle.texture], textures), textures);
    }
}
