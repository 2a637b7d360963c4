//! Reading and writing terrains. Order, without gaps: header, skins, frames.

use super::codes::{CODES, COUNT, EXTENT, FORMAT, FRAMES, GRID, MAGIC, NORMAL, UNWRITABLE};
use super::{Frame, NormalPoint, NumberedPoint, Points, Skin, Terrain, Version};
use crate::bulk;
use crate::mdl::{PACKED_CODES, Packing, frames};
use crate::normals::NORMALS;
use crate::skins::{self, Body, Head, Image, MATERIAL_SIZE};
use crate::text::Text;
use binary::{Code, Cursor, Finding, Mode, Record, Report, Result, Segment, Severity, Site, Writer, record};

record! {
    struct Header in "gamestudio.hmp.header" sizes [80, 80] {
        // Columns: HMP4 and HMP5; HMP7.
        layout: i32 [0, _] must 2,
        zero04: i32 [_, 0] must 0,
        scale: [f32; 3] [4, 4],
        offset: [f32; 3] [16, 16],
        unused32: u32 [28, 28],
        cell: [f32; 2] [32, 32],
        columns: f32 [40, 40],
        skins: i32 [44, 44],
        unused52: [u32; 2] [48, 48],
        vertices: i32 [56, 56],
        unused64: u32 [60, 60],
        frames: i32 [64, 64],
        zero72: [u32; 3] [68, 68] must [0; 3],
    }
}

record! {
    struct FrameRecord in "gamestudio.hmp.frame" sizes [36] {
        kind: i32 [0] must 2,
        bounds: [u8; 16] [4],
        name: Text<16> [20],
    }
}

record! {
    struct NormalRecord in "gamestudio.hmp.normal_point" sizes [4] {
        height: u16 [0],
        normal: [i8; 2] [2],
    }
}

record! {
    struct NumberedRecord in "gamestudio.hmp.numbered_point" sizes [4] {
        height: u16 [0],
        normal: u8 [2],
        pad: u8 [3],
    }
}

/// Type, width and height.
const SKIN: usize = 12;
const FRAME: usize = FrameRecord::SIZES[0];
/// Offset of the first skin.
const HEADER: usize = 84;

/// Every finding that reading or writing a terrain can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, Header::CODES, FrameRecord::CODES, skins::CODES, PACKED_CODES].concat()
}

/// Reads a terrain of any kind.
///
/// # Errors
/// Structural damage, in either mode; in strict mode the report's verdict says
/// whether a documented habit is broken.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Terrain, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let terrain = terrain(&mut cursor)?;
    Ok((terrain, cursor.finish()?))
}

/// Every place the reader looks at; up to the damage if there is any. Pixels,
/// names of files and other runs of bytes are one place each.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = terrain(&mut cursor);
    cursor.report.take_sites()
}

fn terrain(cursor: &mut Cursor<'_>) -> Result<Terrain> {
    let magic = cursor.take(4, "the kind of terrain")?;
    let versions = [Version::Hmp4, Version::Hmp5, Version::Hmp7];
    let Some(version) = versions.into_iter().find(|version| version.magic() == magic) else {
        let found = format_args!("\"{}\"", magic.escape_ascii());
        return Err(cursor.report.broken(&MAGIC, 0, "\"HMP4\", \"HMP5\" or \"HMP7\"", found));
    };
    let header: Header = cursor.within(Segment::one("header"), |cursor| cursor.record(column(version)))?;
    let count = |at: usize, value: i32| {
        usize::try_from(value).map_err(|_| cursor.report.broken(&COUNT, at, "0 or more", value))
    };
    let skin_count = count(48, header.skins)?;
    let vertex_count = count(60, header.vertices)?;
    let frame_count = count(68, header.frames)?;

    cursor.expect_items(skin_count, SKIN, "skins")?;
    let mut skins = Vec::with_capacity(skin_count);
    let mut skin_places = Vec::with_capacity(skin_count);
    for index in 0..skin_count {
        skin_places.push(cursor.offset());
        skins.push(cursor.within(Segment::at("skin", index), |cursor| skin(cursor, version))?);
    }
    skins::check_references(cursor, &skins, &skin_places, |skin: &Skin| (&skin.body.image, skin.width));
    // A packed vertex in HMP4 takes 8 bytes; whether points are that follows
    // from what is left for them.
    let whole = frame_count.checked_mul(FRAME.saturating_add(vertex_count.saturating_mul(8)));
    let packed = version == Version::Hmp4 && frame_count > 0 && whole == Some(cursor.remaining());
    let size = FRAME.saturating_add(vertex_count.saturating_mul(if packed { 8 } else { 4 }));
    cursor.expect_items(frame_count, size, "frames")?;
    let mut frames = Vec::with_capacity(frame_count);
    for index in 0..frame_count {
        frames
            .push(cursor.within(Segment::at("frame", index), |cursor| {
                frame(cursor, version, packed, vertex_count)
            })?);
    }
    let terrain = Terrain {
        version,
        layout: if version == Version::Hmp7 { header.zero04 } else { header.layout },
        scale: header.scale,
        offset: header.offset,
        unused32: header.unused32,
        cell: header.cell,
        columns: header.columns,
        unused52: header.unused52,
        vertex_count: vertex_count as u32,
        unused64: header.unused64,
        zero72: header.zero72,
        skins,
        frames,
    };
    check(cursor, &terrain);
    Ok(terrain)
}

fn column(version: Version) -> usize {
    if version == Version::Hmp7 { 1 } else { 0 }
}

fn check(cursor: &mut Cursor<'_>, terrain: &Terrain) {
    if terrain.frames.is_empty() {
        cursor.report.habit(&FRAMES, 68, "at least one frame", 0);
    }
    let Some((columns, rows)) = terrain.size() else {
        let found = format_args!("{} vertices, {} in x", terrain.vertex_count, terrain.columns);
        cursor.report.habit(&GRID, 44, "a grid of at least 2 by 2", found);
        return;
    };
    for (axis, cells) in [columns - 1, rows - 1].into_iter().enumerate() {
        let scaled = terrain.scale[axis] * 65535.0;
        let counted = terrain.cell[axis] * cells as f32;
        // Tools stored both rounded to floats, and scaled by 65536 at times.
        if (scaled - counted).abs() > counted.abs() * 1e-3 {
            let found = format_args!("{scaled} quants by the scale");
            cursor.report.habit(&EXTENT, 8 + 4 * axis, format_args!("{counted} quants"), found);
        }
    }
}

fn skin(cursor: &mut Cursor<'_>, version: Version) -> Result<Skin> {
    let at = cursor.offset();
    let (kind, width, height) = (cursor.value("kind")?, cursor.value("width")?, cursor.value("height")?);
    let head = Head { kind, width, height, at };
    let body = match version {
        Version::Hmp7 => head.body(cursor, MATERIAL_SIZE)?,
        Version::Hmp4 | Version::Hmp5 => {
            Body { image: Image::Pixels(head.pixels(cursor)?), material: None, effect: None }
        }
    };
    Ok(Skin { kind, width, height, body })
}

fn frame(cursor: &mut Cursor<'_>, version: Version, packed: bool, vertices: usize) -> Result<Frame> {
    let FrameRecord { kind, bounds, name } = cursor.record(0)?;
    let start = cursor.offset();
    let label = "point";
    let points = if version == Version::Hmp7 {
        let (points, _) = bulk::records(cursor, label, vertices, 4, 0, |record: NormalRecord| NormalPoint {
            height: record.height,
            normal: record.normal,
        })?;
        Points::Normals(points)
    } else if packed {
        Points::Packed(frames::checked_vertices(cursor, label, Packing::Word, vertices)?)
    } else {
        let (points, _) = bulk::records(cursor, label, vertices, 4, 0, |record: NumberedRecord| {
            NumberedPoint { height: record.height, normal: record.normal, pad: record.pad }
        })?;
        for (index, point) in points.iter().enumerate() {
            if usize::from(point.normal) >= NORMALS.len() {
                cursor.report.habit(&NORMAL, start + 4 * index + 2, "a number below 162", point.normal);
            }
        }
        Points::Numbered(points)
    };
    Ok(Frame { kind, bounds, name, points })
}

fn unwritable(expected: impl std::fmt::Display, found: impl std::fmt::Display) -> Finding {
    Finding::new(&UNWRITABLE, Severity::Error, "", expected, found)
}

/// Writes a terrain. Counts are derived; everything else, odd values too, is
/// written as it stands.
///
/// # Errors
/// `gamestudio.hmp.unwritable` or `gamestudio.skin.unwritable` when the parts
/// do not fit each other or the format.
pub fn write(terrain: &Terrain) -> Result<Vec<u8>> {
    let count = |what: &str, count: usize| {
        i32::try_from(count)
            .map_err(|_| Box::new(unwritable(format_args!("at most {} {what}", i32::MAX), count)))
    };
    let mut writer = Writer::with_capacity(HEADER);
    writer.raw(terrain.version.magic());
    writer.record(
        &Header {
            layout: terrain.layout,
            zero04: terrain.layout,
            scale: terrain.scale,
            offset: terrain.offset,
            unused32: terrain.unused32,
            cell: terrain.cell,
            columns: terrain.columns,
            skins: count("skins", terrain.skins.len())?,
            unused52: terrain.unused52,
            vertices: count("vertices", terrain.vertex_count as usize)?,
            unused64: terrain.unused64,
            frames: count("frames", terrain.frames.len())?,
            zero72: terrain.zero72,
        },
        column(terrain.version),
    );
    for (index, skin) in terrain.skins.iter().enumerate() {
        put_skin(&mut writer, terrain.version, skin).map_err(|reason| skins::unwritable(reason, index))?;
    }
    for (index, frame) in terrain.frames.iter().enumerate() {
        put_frame(&mut writer, terrain, frame).map_err(|(expected, found)| {
            unwritable(expected, found).inside(format_args!("frame {index} \"{}\"", frame.name))
        })?;
    }
    Ok(writer.into_bytes())
}

fn put_skin(writer: &mut Writer, version: Version, skin: &Skin) -> std::result::Result<(), (String, String)> {
    let Skin { kind, width, height, body } = skin;
    body.verdict(*kind, *width, *height, MATERIAL_SIZE).or_else(|reason| match (&body.image, version) {
        // The older kinds have no skins without an image: theirs may be empty.
        (Image::Pixels(pixels), Version::Hmp4 | Version::Hmp5) => {
            skins::pixel_verdict(*kind, *width, *height, pixels)
        }
        _ => Err(reason),
    })?;
    if version != Version::Hmp7 && (*kind > 15 || !matches!(body.image, Image::Pixels(_))) {
        return Err(("pixels without a material".to_owned(), format!("type 0x{kind:02x}")));
    }
    writer.value(kind);
    writer.value(width);
    writer.value(height);
    body.put(writer);
    Ok(())
}

fn put_frame(
    writer: &mut Writer,
    terrain: &Terrain,
    frame: &Frame,
) -> std::result::Result<(), (String, String)> {
    let wanted = terrain.vertex_count as usize;
    if frame.points.len() != wanted {
        return Err((format!("{wanted} points"), format!("{}", frame.points.len())));
    }
    // All frames of a file have points of one form; the first decides.
    let first = terrain.frames.first().map_or(&frame.points, |frame| &frame.points);
    let same_form = std::mem::discriminant(first) == std::mem::discriminant(&frame.points);
    writer.record(&FrameRecord { kind: frame.kind, bounds: frame.bounds, name: frame.name }, 0);
    match (&frame.points, terrain.version) {
        (Points::Normals(points), Version::Hmp7) => {
            let records =
                points.iter().map(|point| NormalRecord { height: point.height, normal: point.normal });
            bulk::put_records(writer, 0, 0, &[], records);
        }
        (Points::Numbered(points), Version::Hmp4 | Version::Hmp5) if same_form => {
            let records = points.iter().map(|point| NumberedRecord {
                height: point.height,
                normal: point.normal,
                pad: point.pad,
            });
            bulk::put_records(writer, 0, 0, &[], records);
        }
        (Points::Packed(points), Version::Hmp4) if same_form => {
            frames::put_vertices(writer, Packing::Word, points);
        }
        (_, version) => {
            return Err((format!("points of {version:?}, alike in all frames"), "others".to_owned()));
        }
    }
    Ok(())
}
