//! Reading and writing whole files.

use super::bones::{self, BoneRecord};
use super::codes::{BETWEEN, CODES, FLIPBOOKS, FORMAT, MAGIC, STALE_COLLISION, UNWRITABLE, VERSION};
use super::geometry::{Submesh, Vertex, ViewRecord};
use super::header::{self, Bounds, HeaderRecord};
use super::layout::{Array, Block, HEADER, Placement};
use super::materials::lay_transparency;
use super::points::{AttachmentRecord, Camera, CameraRecord};
use super::sequences::Sequence;
use super::settle::{self, Suspect};
use super::sink::{Measure, Put, Sink};
use super::source::{Source, Span};
use super::{Collision, FIRST_VERSION, LAST_VERSION, Model, Rotation, check, column};
use crate::chars::Chars;
use crate::placement::Gap;
use binary::{Code, Cursor, Finding, Mode, Record, Report, Result, Segment, Severity, Site};

/// Every finding that reading or writing a model can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, Sequence::CODES, AttachmentRecord::CODES].concat()
}

/// Reads a model.
///
/// # Errors
/// A file that is no model of clients 1.x and 2.x, or ends inside the header, the vertices, the bones
/// or the list of views, in either mode. Everything else that is odd is a finding, and what cannot be
/// where the file says is left out; in strict mode the report's verdict says whether a documented
/// habit is broken.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Model, Report)> {
    model(bytes, Source::new(Cursor::new(bytes, &FORMAT, mode)))
}

/// Every place the reader looks at; up to the damage if there is any. Names are one place each.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let report = Report::new(Mode::Lenient).with_trace();
    let source = Source::new(Cursor::with_report(bytes, &FORMAT, report));
    match model(bytes, source) {
        Ok((_, mut report)) => report.take_sites(),
        // What ends the reading is reported by `read`.
        Err(_) => Vec::new(),
    }
}

/// Refuses what is no model of clients 1.x and 2.x.
fn check_kind(bytes: &[u8], report: &mut Report) -> Result<()> {
    let magic = bytes.first_chunk::<4>().copied();
    let Some(version) = bytes.get(4..8).and_then(<[u8]>::first_chunk).map(|word| u32::from_le_bytes(*word))
    else {
        // Too short for a header, which says so when it is read.
        return Ok(());
    };
    if magic == Some(*b"MD21") {
        return Err(report.broken(&VERSION, 0, "\"MD20\"", "\"MD21\", a model of client 7.x or later"));
    }
    if magic != Some(header::MAGIC) {
        let found = magic.unwrap_or_default();
        return Err(report.broken(&MAGIC, 0, "\"MD20\"", format_args!("\"{}\"", found.escape_ascii())));
    }
    if !(FIRST_VERSION..=LAST_VERSION).contains(&version) {
        let expected = format_args!("{FIRST_VERSION} to {LAST_VERSION}");
        return Err(report.broken(&VERSION, 4, expected, version));
    }
    if version == 258 || version == 259 {
        report.note(&BETWEEN, 4, "256, 257, or 260 to 263", version);
    }
    Ok(())
}

fn model(bytes: &[u8], mut source: Source<'_>) -> Result<(Model, Report)> {
    check_kind(bytes, source.report())?;
    source.report().enter(Segment::one("header"));
    let header: HeaderRecord = source.header()?;
    source.report().leave();
    source.column = column(header.version);
    for (span, size, what) in [
        (header.vertices, Vertex::SIZES[0], "vertices"),
        (header.bones, BoneRecord::SIZES[source.column], "bones"),
        (header.views, ViewRecord::SIZES[0], "views"),
    ] {
        source.demand(span, size, what)?;
    }
    let mut suspects = Vec::new();
    let mut model = arrays(&header, &mut source, &mut suspects);
    model.layout = settle::layout(bytes, &mut model, &mut source, &suspects);
    check::run(&model, &header, source.report());
    let (_, report) = source.finish();
    Ok((model, report))
}

/// Reads everything in the order of the header.
fn arrays(header: &HeaderRecord, source: &mut Source<'_>, suspects: &mut Vec<Suspect>) -> Model {
    let mut model = Model { version: header.version, flags: header.flags, ..Model::default() };
    let at = |source: &mut Source<'_>, block| source.block = block;
    at(source, Block::Name);
    model.name = Chars::from_bytes(source.raw(header.name, "name"));
    at(source, Block::GlobalSequences);
    model.global_sequences = source.list(header.global_sequences, "global_sequences");
    source.globals = model.global_sequences.len();
    at(source, Block::Sequences);
    model.sequences = source.records(header.sequences);
    at(source, Block::SequenceLookup);
    model.sequence_lookup = source.list(header.sequence_lookup, "sequence_lookup");
    at(source, Block::Playable);
    model.playable_lookup = source.records(header.playable_lookup);
    at(source, Block::Bones);
    model.bones = source.table(header.bones);
    let bone_size = BoneRecord::SIZES[source.column];
    bones::check(&model.bones, header.bones.offset as usize, bone_size, source.report());
    at(source, Block::KeyBones);
    model.key_bone_lookup = source.list(header.key_bone_lookup, "key_bone_lookup");
    at(source, Block::Vertices);
    model.vertices = source.records(header.vertices);
    at(source, Block::Views);
    model.views = source.table(header.views);
    at(source, Block::Colors);
    model.colors = source.table(header.colors);
    at(source, Block::Textures);
    let names = source.mark() + 1;
    model.textures = source.table(header.textures);
    for (index, texture) in model.textures.iter().enumerate() {
        if texture.kind != super::texture_kind::FILE {
            suspects.push(Suspect::Name { texture: index, array: names + index });
        }
    }
    at(source, Block::Transparency);
    model.transparency = source.table(header.transparency);
    at(source, Block::Flipbooks);
    if header.flipbooks.count > 0 {
        source.report().habit(&FLIPBOOKS, 0x6C, "none", header.flipbooks.count);
    }
    source.skip(header.flipbooks);
    at(source, Block::Transforms);
    model.transforms = source.table(header.transforms);
    at(source, Block::Replaceable);
    model.replaceable_lookup = source.list(header.replaceable_lookup, "replaceable_lookup");
    at(source, Block::RenderFlags);
    model.render_flags = source.records(header.render_flags);
    at(source, Block::BoneLookup);
    model.bone_lookup = source.list(header.bone_lookup, "bone_lookup");
    at(source, Block::TextureLookup);
    model.texture_lookup = source.list(header.texture_lookup, "texture_lookup");
    at(source, Block::UnitLookup);
    model.unit_lookup = source.list(header.unit_lookup, "unit_lookup");
    at(source, Block::TransparencyLookup);
    model.transparency_lookup = source.list(header.transparency_lookup, "transparency_lookup");
    at(source, Block::TransformLookup);
    model.transform_lookup = source.list(header.transform_lookup, "transform_lookup");
    model.bounds = Bounds::from_list(header.bounds);
    model.collision_bounds = Bounds::from_list(header.collision_bounds);
    model.collision = collision(header, source, suspects);
    at(source, Block::Attachments);
    model.attachments = source.table(header.attachments);
    at(source, Block::AttachmentLookup);
    model.attachment_lookup = source.list(header.attachment_lookup, "attachment_lookup");
    at(source, Block::Events);
    model.events = source.table(header.events);
    at(source, Block::Lights);
    model.lights = source.table(header.lights);
    at(source, Block::Cameras);
    let cameras: Vec<CameraRecord> = source.records(header.cameras);
    // What a camera's tracks hold follows from where the next array is, whichever that is.
    let mark = source.mark();
    at(source, Block::CameraLookup);
    model.camera_lookup = source.list(header.camera_lookup, "camera_lookup");
    at(source, Block::Ribbons);
    model.ribbons = source.table(header.ribbons);
    at(source, Block::Particles);
    model.particles = source.table(header.particles);
    let starts = starts(source.arrays(), &cameras, suspects);
    let behind = source.cut(mark);
    at(source, Block::Cameras);
    let length = source.len();
    model.cameras = source.open(header.cameras, cameras, |record: CameraRecord, source| {
        let form = record.form(&starts, length);
        Camera::open(&record, source, form)
    });
    source.append(behind);
    model
}

/// The offsets at which arrays start, sorted. Those that some writers leave stale say nothing of what is there; all
/// known writers put them in front of the cameras.
fn starts(arrays: &[Array], cameras: &[CameraRecord], suspects: &[Suspect]) -> Vec<u32> {
    let mut doubtful = vec![false; arrays.len()];
    for index in suspects.iter().flat_map(Suspect::arrays) {
        doubtful.get_mut(index).into_iter().for_each(|array| *array = true);
    }
    let sound = arrays.iter().zip(doubtful).filter(|(array, doubtful)| array.is_there() && !doubtful);
    let read = sound.map(|(array, _)| array.offset);
    let of_cameras = cameras.iter().flat_map(CameraRecord::spans).filter(|span| span.count > 0);
    let mut starts: Vec<u32> = read.chain(of_cameras.map(|span| span.offset)).collect();
    starts.sort_unstable();
    starts
}

/// The collision mesh, unless what is at its offsets cannot be one.
fn collision(header: &HeaderRecord, source: &mut Source<'_>, suspects: &mut Vec<Suspect>) -> Collision {
    let first = source.mark();
    source.block = Block::CollisionTriangles;
    let triangles: Vec<u16> = source.list(header.collision_triangles, "collision_triangles");
    source.block = Block::CollisionVertices;
    let vertices: Vec<[f32; 3]> = source.list_of(header.collision_vertices, 1, "collision_vertices", false);
    source.block = Block::CollisionNormals;
    let normals: Vec<[f32; 3]> = source.list_of(header.collision_normals, 1, "collision_normals", false);
    let leaves = triangles.iter().any(|index| usize::from(*index) >= vertices.len());
    let numbers = vertices.iter().chain(&normals).flatten().all(|number| number.is_finite());
    let left_out = source.arrays().get(first..).is_some_and(|arrays| arrays.iter().any(|array| array.stale));
    if leaves || !numbers || left_out {
        let found = if leaves { "numbers of vertices that are not there" } else { "no numbers" };
        let expected = "a mesh of triangles";
        source.report().note(&STALE_COLLISION, header.collision_triangles.offset as usize, expected, found);
        source.make_stale(first..first + 3);
        return Collision::default();
    }
    suspects.push(Suspect::Collision { first });
    Collision { triangles, vertices, normals }
}

fn unwritable(expected: &str, found: impl std::fmt::Display, path: &str) -> Box<Finding> {
    Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found).inside(path))
}

/// Writes a model: where it was read if it still fits there, else by the profile of its layout.
/// Counts and offsets are derived; everything else, odd values too, is written as it stands.
///
/// # Errors
/// `warcraft.m2.unwritable` when the parts do not fit each other, the version or 4 GiB.
pub fn write(model: &Model) -> Result<Vec<u8>> {
    verdict(model)?;
    let mut measure = Measure::new();
    lay(model, &mut measure);
    if let Some((block, expected)) = measure.fault {
        return Err(unwritable(expected, "others", block.name()));
    }
    let arrays = measure.arrays;
    let kept = model.layout.placement.as_ref();
    if let Some(bytes) = kept.and_then(|placement| write_in_place(model, &arrays, placement)) {
        return Ok(bytes);
    }
    let Some((offsets, size)) = model.layout.profile.place(&arrays) else {
        return Err(unwritable("a file below 4 GiB", "a larger one", ""));
    };
    let spans: Vec<Span> =
        arrays.iter().zip(offsets).map(|(array, offset)| Span { count: array.count, offset }).collect();
    let mut bytes = vec![0; size as usize];
    if !pass(model, &mut bytes, &spans, false) {
        return Err(unwritable("arrays that fit their places", "others", ""));
    }
    Ok(bytes)
}

/// The file with everything at its old offset; `None` when that is no longer possible.
fn write_in_place(model: &Model, arrays: &[Array], placement: &Placement) -> Option<Vec<u8>> {
    if placement.offsets.len() != arrays.len() {
        return None;
    }
    let mut spans: Vec<Span> = arrays
        .iter()
        .zip(&placement.offsets)
        .map(|(array, offset)| Span { count: array.count, offset: if array.count > 0 { *offset } else { 0 } })
        .collect();
    for stale in &placement.stale {
        let index = stale.array as usize;
        if arrays.get(index)?.count > 0 {
            return None;
        }
        *spans.get_mut(index)? = Span { count: stale.count, offset: *placement.offsets.get(index)? };
    }
    let end_of = |array: &Array, offset: u32| u64::from(offset) + u64::from(array.size);
    let there = || arrays.iter().zip(&placement.offsets).filter(|(array, _)| array.size > 0);
    let end = there().map(|(array, offset)| end_of(array, *offset)).max().unwrap_or(0);
    let end = u32::try_from(end).ok()?.max(placement.size).max(HEADER);
    let mut bytes = vec![0; end as usize];
    for gap in &placement.gaps {
        gap_place(&mut bytes, gap)?.copy_from_slice(&gap.bytes);
    }
    let fits = pass(model, &mut bytes, &spans, false)
        && pass(model, &mut bytes, &spans, true)
        && placement
            .gaps
            .iter()
            .all(|gap| gap_place(&mut bytes, gap).is_some_and(|place| place == gap.bytes));
    fits.then_some(bytes)
}

fn gap_place<'a>(bytes: &'a mut [u8], gap: &Gap) -> Option<&'a mut [u8]> {
    bytes.get_mut(gap.offset as usize..)?.get_mut(..gap.bytes.len())
}

/// Writes everything at its offset, or compares; false where something has no place or differs.
fn pass(model: &Model, bytes: &mut [u8], spans: &[Span], compares: bool) -> bool {
    let mut put = Put::new(bytes, spans, compares);
    let header = lay(model, &mut put);
    put.record_at(0, &header, 0);
    !put.conflict
}

/// What a version cannot hold.
fn verdict(model: &Model) -> Result<()> {
    if !(FIRST_VERSION..=LAST_VERSION).contains(&model.version) {
        return Err(unwritable("a version from 256 to 263", model.version, ""));
    }
    let column = column(model.version);
    for (index, bone) in model.bones.iter().enumerate() {
        let path = format!("bone {index}");
        let form = match &bone.rotation {
            Rotation::Full(_) => 0,
            Rotation::Packed(_) => 1,
        };
        if form != column {
            let expected = ["rotations of floats before version 260", "packed rotations from version 260 on"];
            return Err(unwritable(expected[column], "the others", &path));
        }
        if column == 0 && bone.name_hash != 0 {
            return Err(unwritable("no name hash before version 260", bone.name_hash, &path));
        }
    }
    let newer = |submesh: &Submesh| {
        let [x, y, z] = submesh.sort_centre;
        [x, y, z, submesh.sort_radius].iter().any(|number| number.to_bits() != 0)
    };
    for (index, view) in model.views.iter().enumerate() {
        if column == 0 && view.submeshes.iter().any(newer) {
            let found = "a centre or a radius to sort by";
            return Err(unwritable(
                "submeshes of client 1.x before version 260",
                found,
                &format!("view {index}"),
            ));
        }
    }
    for (index, particle) in model.particles.iter().enumerate() {
        if !particle.form.fits(column) {
            let found = format!("{:?}", particle.form);
            let expected = if column == 0 {
                "a blend mode below 256 as words, or bytes with an emitter"
            } else {
                "bytes for blend mode and emitter from version 260 on"
            };
            return Err(unwritable(expected, found, &format!("particle {index}")));
        }
    }
    Ok(())
}

/// Walks all arrays in the order of the header.
fn lay(model: &Model, sink: &mut impl Sink) -> HeaderRecord {
    let column = column(model.version);
    let mut header = HeaderRecord {
        magic: header::MAGIC,
        version: model.version,
        flags: model.flags,
        bounds: model.bounds.list(),
        collision_bounds: model.collision_bounds.list(),
        ..HeaderRecord::default()
    };
    sink.block(Block::Name);
    header.name = sink.list(model.name.bytes());
    sink.block(Block::GlobalSequences);
    header.global_sequences = sink.list(&model.global_sequences);
    sink.block(Block::Sequences);
    header.sequences = sink.records(&model.sequences, 0);
    sink.block(Block::SequenceLookup);
    header.sequence_lookup = sink.list(&model.sequence_lookup);
    sink.block(Block::Playable);
    header.playable_lookup = sink.records(&model.playable_lookup, 0);
    sink.block(Block::Bones);
    header.bones = sink.structures(&model.bones, column, |bone, sink| bone.lay(sink));
    sink.block(Block::KeyBones);
    header.key_bone_lookup = sink.list(&model.key_bone_lookup);
    sink.block(Block::Vertices);
    header.vertices = sink.records(&model.vertices, 0);
    sink.block(Block::Views);
    header.views = sink.structures(&model.views, 0, |view, sink| view.lay(sink, column));
    sink.block(Block::Colors);
    header.colors = sink.structures(&model.colors, 0, |color, sink| color.lay(sink));
    sink.block(Block::Textures);
    header.textures = sink.structures(&model.textures, 0, |texture, sink| texture.lay(sink));
    sink.block(Block::Transparency);
    header.transparency =
        sink.structures(&model.transparency, 0, |track, sink| lay_transparency(track, sink));
    sink.block(Block::Flipbooks);
    header.flipbooks = sink.table(0, 0);
    sink.block(Block::Transforms);
    header.transforms = sink.structures(&model.transforms, 0, |transform, sink| transform.lay(sink));
    sink.block(Block::Replaceable);
    header.replaceable_lookup = sink.list(&model.replaceable_lookup);
    sink.block(Block::RenderFlags);
    header.render_flags = sink.records(&model.render_flags, 0);
    sink.block(Block::BoneLookup);
    header.bone_lookup = sink.list(&model.bone_lookup);
    sink.block(Block::TextureLookup);
    header.texture_lookup = sink.list(&model.texture_lookup);
    sink.block(Block::UnitLookup);
    header.unit_lookup = sink.list(&model.unit_lookup);
    sink.block(Block::TransparencyLookup);
    header.transparency_lookup = sink.list(&model.transparency_lookup);
    sink.block(Block::TransformLookup);
    header.transform_lookup = sink.list(&model.transform_lookup);
    sink.block(Block::CollisionTriangles);
    header.collision_triangles = sink.list(&model.collision.triangles);
    sink.block(Block::CollisionVertices);
    header.collision_vertices = sink.list(&model.collision.vertices);
    sink.block(Block::CollisionNormals);
    header.collision_normals = sink.list(&model.collision.normals);
    sink.block(Block::Attachments);
    header.attachments = sink.structures(&model.attachments, 0, |attachment, sink| attachment.lay(sink));
    sink.block(Block::AttachmentLookup);
    header.attachment_lookup = sink.list(&model.attachment_lookup);
    sink.block(Block::Events);
    header.events = sink.structures(&model.events, 0, |event, sink| event.lay(sink));
    sink.block(Block::Lights);
    header.lights = sink.structures(&model.lights, 0, |light, sink| light.lay(sink));
    sink.block(Block::Cameras);
    header.cameras = sink.structures(&model.cameras, 0, |camera, sink| camera.lay(sink));
    sink.block(Block::CameraLookup);
    header.camera_lookup = sink.list(&model.camera_lookup);
    sink.block(Block::Ribbons);
    header.ribbons = sink.structures(&model.ribbons, 0, |ribbon, sink| ribbon.lay(sink));
    sink.block(Block::Particles);
    header.particles = sink.structures(&model.particles, 0, |particle, sink| particle.lay(sink));
    header
}
