//! Reading and writing whole MDL7 files. Order, without gaps: header, bones,
//! groups, deformers, two lumps.

use super::codes::{CODES, COUNT, DATA_SIZE, FORMAT, MAGIC, REST, UNWRITABLE};
use super::groups::{self, Around};
use super::{Model, RecordSizes, bones, deformers};
use crate::skins;
use binary::{
    Code, Cursor, Finding, Mode, Name, Record, Report, Result, Segment, Severity, Site, Writer, record,
};

record! {
    struct Header in "gamestudio.mdl7.header" sizes [44] {
        version: i32 [0] must 0,
        bones: i32 [4],
        groups: i32 [8],
        data_size: i32 [12],
        entity_lump_size: i32 [16],
        editor_lump_size: i32 [20],
        record_sizes: [u16; 10] [24],
    }
}

const MAGIC_BYTES: &[u8; 4] = b"MDL7";

/// Every finding that reading or writing a model can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, Header::CODES, groups::RECORD_CODES, deformers::RECORD_CODES, skins::CODES].concat()
}

/// Reads a model.
///
/// # Errors
/// Structural damage, in either mode; in strict mode the report's verdict says
/// whether a documented habit is broken.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Model, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let model = model(&mut cursor)?;
    Ok((model, cursor.finish()?))
}

/// Every place the reader looks at; up to the damage if there is any. Pixels,
/// names of files and other runs of bytes are one place each.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = model(&mut cursor);
    cursor.report.take_sites()
}

fn model(cursor: &mut Cursor<'_>) -> Result<Model> {
    let magic = cursor.take(4, "the kind of model")?;
    if magic != MAGIC_BYTES {
        let found = format_args!("\"{}\"", magic.escape_ascii());
        return Err(cursor.report.broken(&MAGIC, 0, "\"MDL7\"", found));
    }
    let header: Header = cursor.within(Segment::one("header"), |cursor| cursor.record(0))?;
    let mut counts = [0; 5];
    let stated =
        [header.bones, header.groups, header.data_size, header.entity_lump_size, header.editor_lump_size];
    for (index, (count, stated)) in counts.iter_mut().zip(stated).enumerate() {
        *count = usize::try_from(stated)
            .map_err(|_| cursor.report.broken(&COUNT, 8 + 4 * index, "0 or more", stated))?;
    }
    let [bone_count, group_count, data_size, entity_lump_size, editor_lump_size] = counts;
    let sizes = RecordSizes::from_list(header.record_sizes);
    sizes.check(cursor)?;

    let bones = bones::read(cursor, bone_count, sizes)?;
    cursor.expect_items(group_count, groups::SIZE, "groups")?;
    let mut groups = Vec::with_capacity(group_count);
    let mut deformer_counts = Vec::with_capacity(group_count);
    let mut around = Around { bones: bone_count, first_skins: 0 };
    for index in 0..group_count {
        let segment = Segment::at("group", index);
        let (group, deformers) = cursor.within(segment, |cursor| groups::read(cursor, sizes, around))?;
        if index == 0 {
            around.first_skins = group.skins.len();
        }
        groups.push(group);
        deformer_counts.push(deformers);
    }
    for (index, (group, count)) in groups.iter_mut().zip(deformer_counts).enumerate() {
        let segment = Segment::at("group", index).named(Name::new(group.name.bytes()));
        let vertices = group.vertices.len();
        group.deformers = cursor.within(segment, |cursor| {
            (0..count)
                .map(|number| {
                    cursor.within(Segment::at("deformer", number), |cursor| {
                        deformers::read(cursor, index, vertices, bone_count)
                    })
                })
                .collect()
        })?;
    }
    let end = cursor.offset();
    if data_size < end {
        return Err(cursor.report.broken(&DATA_SIZE, 16, end, data_size));
    }
    if data_size > end {
        cursor.report.habit(&REST, end, "the end of the model", format_args!("{} bytes", data_size - end));
    }
    Ok(Model {
        version: header.version,
        sizes,
        bones,
        groups,
        rest: lump(cursor, "rest", data_size - end)?,
        entity_lump: lump(cursor, "entity_lump", entity_lump_size)?,
        editor_lump: lump(cursor, "editor_lump", editor_lump_size)?,
    })
}

fn lump(cursor: &mut Cursor<'_>, what: &'static str, length: usize) -> Result<Vec<u8>> {
    let at = cursor.offset();
    let bytes = cursor.take(length, what)?.to_vec();
    if length > 0 {
        cursor.trace_bytes(what, at, length);
    }
    Ok(bytes)
}

fn unwritable((expected, found): (String, String)) -> Finding {
    Finding::new(&UNWRITABLE, Severity::Error, "", expected, found)
}

/// Writes a model. Counts and sizes are derived; everything else, odd values
/// too, is written as it stands.
///
/// # Errors
/// `gamestudio.mdl7.unwritable` when the parts do not fit each other, the
/// record sizes or 32-bit offsets.
pub fn write(model: &Model) -> Result<Vec<u8>> {
    if !model.sizes.are_readable() {
        let expected = "record sizes with room for the known fields".to_owned();
        return Err(unwritable((expected, format!("{:?}", model.sizes))).into());
    }
    bones::verdict(&model.bones, model.sizes).map_err(unwritable)?;
    for (index, group) in model.groups.iter().enumerate() {
        group
            .verdict(model.sizes)
            .and_then(|()| group.deformers.iter().try_for_each(deformers::verdict))
            .map_err(|reason| unwritable(reason).inside(format_args!("group {index} \"{}\"", group.name)))?;
    }
    let mut writer = Writer::new();
    writer.raw(MAGIC_BYTES);
    let mut header = Header {
        version: model.version,
        bones: model.bones.len() as i32,
        groups: model.groups.len() as i32,
        data_size: 0,
        entity_lump_size: model.entity_lump.len() as i32,
        editor_lump_size: model.editor_lump.len() as i32,
        record_sizes: model.sizes.list(),
    };
    writer.record(&header, 0);
    bones::put(&mut writer, &model.bones, model.sizes);
    for group in &model.groups {
        groups::put(&mut writer, group, model.sizes);
    }
    for deformer in model.groups.iter().flat_map(|group| &group.deformers) {
        deformers::put(&mut writer, deformer);
    }
    writer.raw(&model.rest);
    let data_size = writer.offset();
    writer.raw(&model.entity_lump);
    writer.raw(&model.editor_lump);
    // With the whole file below 2 GiB, each of the counts above fits too.
    if i32::try_from(writer.offset()).is_err() {
        let found = format!("{} bytes", writer.offset());
        return Err(unwritable(("a model below 2 GiB".to_owned(), found)).into());
    }
    header.data_size = data_size as i32;
    writer.patch(16, header.data_size.cast_unsigned());
    Ok(writer.into_bytes())
}
