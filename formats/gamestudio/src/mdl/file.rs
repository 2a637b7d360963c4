//! Reading and writing MDL3, MDL4 and MDL5. Order, without gaps: header, skins,
//! texture coordinates, triangles, frames.

use super::codes::{CODES, COUNT, FORMAT, FRAME_KIND, HEADER_SKIN, LIMIT, MAGIC, UNWRITABLE, UV, VERTEX};
use super::frames::{self, Frame, Packing, UnwritableFrame};
use super::{Model, Skin, Triangle, Version};
use crate::bulk;
use crate::skins::{self, Head};
use binary::{Code, Cursor, Finding, Mode, Record, Report, Result, Segment, Severity, Site, Writer, record};
use std::fmt::Display;

record! {
    struct Header in "gamestudio.mdl.header" sizes [80] {
        zero04: i32 [0] must 0,
        scale: [f32; 3] [4],
        offset: [f32; 3] [16],
        radius: f32 [28],
        unused36: [u32; 3] [32],
        skins: i32 [44],
        skin_width: i32 [48],
        skin_height: i32 [52],
        vertices: i32 [56],
        triangles: i32 [60],
        frames: i32 [64],
        uvs: i32 [68],
        zero76: i32 [72] must 0,
        zero80: u32 [76] must 0,
    }
}

record! {
    struct TriangleRecord in "gamestudio.mdl.triangle" sizes [12] {
        vertices: [u16; 3] [0],
        uvs: [u16; 3] [6],
    }
}

/// The smallest skin: its type.
const SKIN: usize = 4;

/// Every finding that reading or writing MDL3, MDL4, MDL5, MDL2 or IDPO can
/// make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, Header::CODES, super::alias::HEADER_CODES, skins::CODES].concat()
}

/// Reads a model of kind MDL3, MDL4 or MDL5.
///
/// # Errors
/// Structural damage, in either mode; in strict mode the report's verdict says
/// whether a documented habit is broken.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Model, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let model = model(&mut cursor)?;
    Ok((model, cursor.finish()?))
}

/// Every place the reader looks at; up to the damage if there is any. Pixels
/// are one place.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = model(&mut cursor);
    cursor.report.take_sites()
}

/// A count of the header, which is a signed number.
pub(crate) fn count(cursor: &Cursor<'_>, at: usize, value: i32) -> Result<usize> {
    usize::try_from(value).map_err(|_| cursor.report.broken(&COUNT, at, "0 or more", value))
}

fn model(cursor: &mut Cursor<'_>) -> Result<Model> {
    let magic = cursor.take(4, "the kind of model")?;
    let versions = [Version::Mdl3, Version::Mdl4, Version::Mdl5];
    let Some(version) = versions.into_iter().find(|version| version.magic() == magic) else {
        let found = format_args!("\"{}\"", magic.escape_ascii());
        return Err(cursor.report.broken(&MAGIC, 0, "\"MDL3\", \"MDL4\" or \"MDL5\"", found));
    };
    let header: Header = cursor.within(Segment::one("header"), |cursor| cursor.record(0))?;
    if version == Version::Mdl5 && (header.skin_width, header.skin_height) != (0, 0) {
        let found = format_args!("{} x {}", header.skin_width, header.skin_height);
        cursor.report.habit(&HEADER_SKIN, 52, "0 x 0", found);
    }
    let skin_count = count(cursor, 48, header.skins)?;
    let vertex_count = count(cursor, 60, header.vertices)?;
    let triangle_count = count(cursor, 64, header.triangles)?;
    let frame_count = count(cursor, 68, header.frames)?;
    let uv_count = count(cursor, 72, header.uvs)?;

    cursor.expect_items(skin_count, SKIN, "skins")?;
    let mut skins = Vec::with_capacity(skin_count);
    for index in 0..skin_count {
        skins.push(cursor.within(Segment::at("skin", index), |cursor| skin(cursor, version, &header))?);
    }
    let uvs = cursor.list(uv_count, "uv")?;
    let triangles = triangles(cursor, triangle_count, vertex_count, uv_count)?;
    let smallest = 4 + frames::size(Packing::Byte, 0).saturating_add(vertex_count.saturating_mul(4));
    cursor.expect_items(frame_count, smallest, "frames")?;
    let mut frames = Vec::with_capacity(frame_count);
    for index in 0..frame_count {
        frames.push(cursor.within(Segment::at("frame", index), |cursor| frame(cursor, vertex_count))?);
    }
    let Header { zero04, scale, offset, radius, unused36, skin_width, skin_height, zero76, zero80, .. } =
        header;
    Ok(Model {
        version,
        zero04,
        scale,
        offset,
        radius,
        unused36,
        skin_width,
        skin_height,
        vertex_count: vertex_count as u32,
        zero76,
        zero80,
        skins,
        uvs,
        triangles,
        frames,
    })
}

fn skin(cursor: &mut Cursor<'_>, version: Version, header: &Header) -> Result<Skin> {
    let at = cursor.offset();
    let kind = cursor.value("kind")?;
    let (width, height) = match version {
        Version::Mdl3 | Version::Mdl4 => (header.skin_width, header.skin_height),
        Version::Mdl5 => (cursor.value("width")?, cursor.value("height")?),
    };
    let pixels = Head { kind, width, height, at }.pixels(cursor)?;
    Ok(Skin { kind, width, height, pixels })
}

fn triangles(cursor: &mut Cursor<'_>, count: usize, vertices: usize, uvs: usize) -> Result<Vec<Triangle>> {
    let start = cursor.offset();
    let (triangles, _) = bulk::records(cursor, "triangle", count, 12, 0, |record: TriangleRecord| {
        Triangle { vertices: record.vertices, uvs: record.uvs }
    })?;
    let beyond = |list: &[u16; 3], count: usize| list.iter().any(|index| usize::from(*index) >= count);
    let odd = |triangle: &Triangle| beyond(&triangle.vertices, vertices) | beyond(&triangle.uvs, uvs);
    if triangles.iter().filter(|triangle| odd(triangle)).count() > 0 {
        for (index, triangle) in triangles.iter().enumerate().filter(|(_, triangle)| odd(triangle)) {
            let at = start + 12 * index;
            cursor.report.enter(Segment::at("triangle", index));
            if beyond(&triangle.vertices, vertices) {
                let expected = format_args!("numbers below {vertices}");
                cursor.report.habit(&VERTEX, at, expected, format_args!("{:?}", triangle.vertices));
            }
            if beyond(&triangle.uvs, uvs) {
                let expected = format_args!("numbers below {uvs}");
                cursor.report.habit(&UV, at + 6, expected, format_args!("{:?}", triangle.uvs));
            }
            cursor.report.leave();
        }
    }
    Ok(triangles)
}

fn frame(cursor: &mut Cursor<'_>, vertices: usize) -> Result<Frame> {
    let at = cursor.offset();
    let packing = match cursor.value::<i32>("kind")? {
        0 => Packing::Byte,
        2 => Packing::Word,
        other => return Err(cursor.report.broken(&FRAME_KIND, at, "0 or 2", other)),
    };
    frames::frame(cursor, packing, vertices)
}

/// A count for the header, if it fits one.
pub(crate) fn put_count(what: &str, count: usize) -> Result<i32> {
    count.try_into().map_err(|_| unwritable(format_args!("at most {} {what}", i32::MAX), count))
}

pub(crate) fn unwritable(expected: impl Display, found: impl Display) -> Box<Finding> {
    Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found))
}

/// Writes a model. Counts are derived; everything else, odd values too, is
/// written as it stands.
///
/// # Errors
/// `gamestudio.mdl.unwritable` or `gamestudio.skin.unwritable` when the parts
/// do not fit each other or the format.
pub fn write(model: &Model) -> Result<Vec<u8>> {
    let mut writer = Writer::with_capacity(size(model));
    writer.raw(model.version.magic());
    writer.record(
        &Header {
            zero04: model.zero04,
            scale: model.scale,
            offset: model.offset,
            radius: model.radius,
            unused36: model.unused36,
            skins: put_count("skins", model.skins.len())?,
            skin_width: model.skin_width,
            skin_height: model.skin_height,
            vertices: put_count("vertices", model.vertex_count as usize)?,
            triangles: put_count("triangles", model.triangles.len())?,
            frames: put_count("frames", model.frames.len())?,
            uvs: put_count("texture coordinates", model.uvs.len())?,
            zero76: model.zero76,
            zero80: model.zero80,
        },
        0,
    );
    for (index, skin) in model.skins.iter().enumerate() {
        put_skin(&mut writer, model, skin).map_err(|reason| skins::unwritable(reason, index))?;
    }
    writer.list(&model.uvs);
    let triangles = model
        .triangles
        .iter()
        .map(|triangle| TriangleRecord { vertices: triangle.vertices, uvs: triangle.uvs });
    bulk::put_records(&mut writer, 0, 0, &[], triangles);
    for (index, frame) in model.frames.iter().enumerate() {
        verdict(frame, model.vertex_count as usize).map_err(|found| {
            let finding = unwritable("the model's vertices, packed as the frame says", found);
            finding.inside(format_args!("frame {index} \"{}\"", frame.name))
        })?;
        writer.value(&match frame.packing {
            Packing::Byte => 0_i32,
            Packing::Word => 2,
        });
        frames::put_frame(&mut writer, frame);
    }
    Ok(writer.into_bytes())
}

fn size(model: &Model) -> usize {
    let skins: usize = model.skins.iter().map(|skin| 12 + skin.pixels.len()).sum();
    let frames: usize =
        model.frames.iter().map(|frame| 4 + frames::size(frame.packing, frame.vertices.len())).sum();
    4 + Header::SIZES[0] + skins + 4 * model.uvs.len() + 12 * model.triangles.len() + frames
}

fn put_skin(writer: &mut Writer, model: &Model, skin: &Skin) -> std::result::Result<(), (String, String)> {
    skins::pixel_verdict(skin.kind, skin.width, skin.height, &skin.pixels)?;
    writer.value(&skin.kind);
    if model.version == Version::Mdl5 {
        writer.value(&skin.width);
        writer.value(&skin.height);
    } else if (skin.width, skin.height) != (model.skin_width, model.skin_height) {
        return Err((
            format!("the size in the header, {} x {}", model.skin_width, model.skin_height),
            format!("{} x {}", skin.width, skin.height),
        ));
    }
    writer.raw(&skin.pixels);
    Ok(())
}

/// Why a frame of a model with this many vertices cannot be written.
pub(crate) fn verdict(frame: &Frame, vertices: usize) -> std::result::Result<(), UnwritableFrame> {
    if frame.vertices.len() != vertices {
        return Err(UnwritableFrame::Count { found: frame.vertices.len(), expected: vertices });
    }
    frames::verdict(frame.packing, &[frame.box_min, frame.box_max])?;
    frames::verdict(frame.packing, &frame.vertices)
}

/// The limit on pixels, as a finding.
pub(crate) fn too_large(cursor: &Cursor<'_>, at: usize, width: i32, height: i32) -> Box<Finding> {
    let limit = cursor.report.limits().pixels;
    cursor.report.broken(
        &LIMIT,
        at,
        format_args!("0 or more, at most {limit} pixels"),
        format_args!("{width} x {height}"),
    )
}
