//! Models in the layout of Quake: IDPO, Quake's own, and MDL2, Gamestudio's first. Texture
//! coordinates belong to vertices; all frames are packed into bytes. Source:
//! `docs/spec/gamestudio.md`, "3.1 MDL2 and IDPO".

use super::codes::{FORMAT, FRAME_KIND, GROUP, MAGIC, VERTEX};
use super::file::{count, put_count, too_large, unwritable, verdict};
use super::frames::{self, Frame, PackedVertex, Packing};
use crate::bulk;
use crate::normals;
use crate::packed;
use crate::pixels::{Format, Palette, Shape};
use crate::scenes::{self, Scene};
use crate::skins;
use binary::{Code, Cursor, Mode, Record, Report, Result, Segment, Site, Writer, record};
use serde::{Deserialize, Serialize};

/// The two kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Version {
    /// Quake's own, with 6 as the number of its layout.
    Idpo,
    /// The same under another name; skins may be 565.
    Mdl2,
}

impl Version {
    /// The first four bytes of a file.
    pub const fn magic(self) -> &'static [u8; 4] {
        match self {
            Version::Idpo => b"IDPO",
            Version::Mdl2 => b"MDL2",
        }
    }
}

/// A model of kind IDPO or MDL2.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// Which kind.
    pub version: Version,
    /// Number of the layout, 6 in IDPO.
    pub layout: i32,
    /// Quants that one step of a packed coordinate stands for.
    pub scale: [f32; 3],
    /// Where packed coordinate 0 lies, in quants.
    pub offset: [f32; 3],
    /// Distance of the farthest vertex from the origin, in quants.
    pub radius: f32,
    /// Where the eyes are, in quants.
    pub eyes: [f32; 3],
    /// Width of all skins, 0 or more.
    pub skin_width: i32,
    /// Height of all skins, 0 or more.
    pub skin_height: i32,
    /// 0 when all models of the kind animate in step, 1 when each has a start of its own.
    pub sync: i32,
    /// The trail the model leaves (smoke, blood, ...).
    pub flags: i32,
    /// Mean size of the triangles; unused.
    pub size: f32,
    /// Images, of which the first is shown at the start.
    pub skins: Vec<Skin>,
    /// One for each vertex.
    pub uvs: Vec<Uv>,
    /// Clockwise as seen from outside.
    pub triangles: Vec<Triangle>,
    /// Poses.
    pub frames: Vec<Pose>,
}

/// An image, `skin_width * skin_height` pixels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "lowercase")]
pub enum Skin {
    /// Type 0: palette indices.
    Pal8(#[serde(with = "packed")] Vec<u8>),
    /// Type 2: 565 words.
    Rgb565(#[serde(with = "packed")] Vec<u8>),
    /// Type 1: palette indices that change with time.
    Group {
        /// When each image ends, in seconds; one for each image.
        times: Vec<f32>,
        /// Palette indices of all images, one behind the other.
        #[serde(with = "packed")]
        pixels: Vec<u8>,
    },
}

/// Where a vertex lies on the skin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Uv {
    /// Not 0 where front and back of the skin meet: on triangles of the back,
    /// the vertex lies half a width further right.
    pub on_seam: i32,
    /// Column.
    pub s: i32,
    /// Row.
    pub t: i32,
}

/// Three corners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Triangle {
    /// 0 for triangles of the back.
    pub front: i32,
    /// Numbers of vertices.
    pub vertices: [i32; 3],
}

/// A frame, or several that are one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "lowercase")]
pub enum Pose {
    /// Type 0.
    Single(Frame),
    /// Type 1: frames that follow each other by themselves.
    Group {
        /// Lowest corner of the box around all.
        box_min: PackedVertex,
        /// Highest corner of that box.
        box_max: PackedVertex,
        /// When each frame ends, in seconds.
        times: Vec<f32>,
        /// The frames.
        frames: Vec<Frame>,
    },
}

impl Pose {
    /// Its frames; one, unless it is a group.
    pub fn frames(&self) -> &[Frame] {
        match self {
            Pose::Single(frame) => std::slice::from_ref(frame),
            Pose::Group { frames, .. } => frames,
        }
    }
}

impl Model {
    /// Where a packed vertex is, in quants: x east, y north, z up.
    pub fn position(&self, vertex: &PackedVertex) -> [f32; 3] {
        super::unpack(vertex, self.scale, self.offset)
    }

    /// The normal at a packed vertex.
    pub fn normal(&self, vertex: &PackedVertex) -> [f32; 3] {
        normals::normal(vertex.normal)
    }

    /// Where a corner of a triangle lies on the skin, as parts of its size, 0
    /// at the left and top; `None` for a vertex that is not there and for skins
    /// without a size.
    pub fn uv(&self, triangle: &Triangle, corner: usize) -> Option<[f32; 2]> {
        let vertex = usize::try_from(*triangle.vertices.get(corner)?).ok()?;
        let uv = self.uvs.get(vertex)?;
        let (width, height) = (self.skin_width as f32, self.skin_height as f32);
        let back = if uv.on_seam != 0 && triangle.front == 0 { width / 2.0 } else { 0.0 };
        // Coordinates name pixels; half a pixel further is their middle.
        (width > 0.0 && height > 0.0)
            .then(|| [(uv.s as f32 + back + 0.5) / width, (uv.t as f32 + 0.5) / height])
    }

    /// The triangles whose vertices are all there: what can be drawn.
    pub fn drawable(&self) -> impl Iterator<Item = &Triangle> {
        self.triangles.iter().filter(|triangle| !beyond(triangle, self.uvs.len()))
    }

    /// All frames, those of groups one by one.
    pub fn all_frames(&self) -> impl Iterator<Item = &Frame> {
        self.frames.iter().flat_map(Pose::frames)
    }

    /// Frames grouped by name; numbers count through [`Model::all_frames`].
    pub fn scenes(&self) -> Vec<Scene> {
        scenes::scenes(self.all_frames().map(|frame| frame.name.text()))
    }

    /// A skin as 8-bit RGBA, rows from top to bottom; of a group the first
    /// image.
    ///
    /// # Errors
    /// `gamestudio.skin.decode` without such a skin, without enough pixels or
    /// without a palette where one is needed.
    pub fn decode_rgba8(&self, skin: usize, palette: Option<&Palette>) -> Result<Vec<u8>> {
        let (format, pixels) = match self.skins.get(skin) {
            Some(Skin::Pal8(pixels) | Skin::Group { pixels, .. }) => (Format::Pal8, pixels.as_slice()),
            Some(Skin::Rgb565(pixels)) => (Format::Rgb565, pixels.as_slice()),
            None => (Format::Pal8, [].as_slice()),
        };
        skins::decode(format.code(), self.skin_width, self.skin_height, pixels, 0, palette)
    }
}

fn beyond(triangle: &Triangle, vertices: usize) -> bool {
    triangle.vertices.iter().any(|vertex| usize::try_from(*vertex).map_or(true, |vertex| vertex >= vertices))
}

record! {
    struct Header in "gamestudio.mdl.alias_header" sizes [80, 80] {
        // Columns: IDPO; MDL2.
        layout: i32 [0, _] must 6,
        zero04: i32 [_, 0],
        scale: [f32; 3] [4, 4],
        offset: [f32; 3] [16, 16],
        radius: f32 [28, 28],
        eyes: [f32; 3] [32, 32],
        skins: i32 [44, 44],
        skin_width: i32 [48, 48],
        skin_height: i32 [52, 52],
        vertices: i32 [56, 56],
        triangles: i32 [60, 60],
        frames: i32 [64, 64],
        sync: i32 [68, 68],
        flags: i32 [72, 72],
        size: f32 [76, 76],
    }
}

record! {
    struct UvRecord in "gamestudio.mdl.alias_uv" sizes [12] {
        on_seam: i32 [0],
        s: i32 [4],
        t: i32 [8],
    }
}

record! {
    struct TriangleRecord in "gamestudio.mdl.alias_triangle" sizes [16] {
        front: i32 [0],
        vertices: [i32; 3] [4],
    }
}

/// Codes of the header's required values.
pub(crate) const HEADER_CODES: &[&Code] = Header::CODES;

/// Reads a model of kind IDPO or MDL2.
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

fn model(cursor: &mut Cursor<'_>) -> Result<Model> {
    let magic = cursor.take(4, "the kind of model")?;
    let versions = [Version::Idpo, Version::Mdl2];
    let Some(version) = versions.into_iter().find(|version| version.magic() == magic) else {
        let found = format_args!("\"{}\"", magic.escape_ascii());
        return Err(cursor.report.broken(&MAGIC, 0, "\"IDPO\" or \"MDL2\"", found));
    };
    let header: Header = cursor.within(Segment::one("header"), |cursor| cursor.record(version as usize))?;
    let skin_count = count(cursor, 48, header.skins)?;
    let vertex_count = count(cursor, 60, header.vertices)?;
    let triangle_count = count(cursor, 64, header.triangles)?;
    let frame_count = count(cursor, 68, header.frames)?;
    let area = area(cursor, &header)?;

    cursor.expect_items(skin_count, area.saturating_add(4), "skins")?;
    let mut skins = Vec::with_capacity(skin_count);
    for index in 0..skin_count {
        skins.push(cursor.within(Segment::at("skin", index), |cursor| skin(cursor, area))?);
    }
    let (uvs, _) = bulk::records(cursor, "uv", vertex_count, 12, 0, |record: UvRecord| Uv {
        on_seam: record.on_seam,
        s: record.s,
        t: record.t,
    })?;
    let triangles = triangles(cursor, triangle_count, vertex_count)?;
    let smallest = 4 + frames::size(Packing::Byte, vertex_count);
    cursor.expect_items(frame_count, smallest, "frames")?;
    let mut frames = Vec::with_capacity(frame_count);
    for index in 0..frame_count {
        frames.push(cursor.within(Segment::at("frame", index), |cursor| pose(cursor, vertex_count))?);
    }
    Ok(Model {
        version,
        layout: if version == Version::Idpo { header.layout } else { header.zero04 },
        scale: header.scale,
        offset: header.offset,
        radius: header.radius,
        eyes: header.eyes,
        skin_width: header.skin_width,
        skin_height: header.skin_height,
        sync: header.sync,
        flags: header.flags,
        size: header.size,
        skins,
        uvs,
        triangles,
        frames,
    })
}

/// Pixels of each skin.
fn area(cursor: &Cursor<'_>, header: &Header) -> Result<usize> {
    let limit = cursor.report.limits().pixels;
    let area = match (usize::try_from(header.skin_width), usize::try_from(header.skin_height)) {
        (Ok(width), Ok(height)) => width.checked_mul(height),
        _ => None,
    };
    area.filter(|area| *area <= limit)
        .ok_or_else(|| too_large(cursor, 52, header.skin_width, header.skin_height))
}

fn plane(cursor: &mut Cursor<'_>, length: usize) -> Result<Vec<u8>> {
    let at = cursor.offset();
    let pixels = cursor.take(length, "pixels")?;
    cursor.trace_bytes("pixels", at, length);
    Ok(pixels.to_vec())
}

fn skin(cursor: &mut Cursor<'_>, area: usize) -> Result<Skin> {
    let at = cursor.offset();
    match cursor.value::<i32>("kind")? {
        0 => plane(cursor, area).map(Skin::Pal8),
        2 => plane(cursor, 2 * area).map(Skin::Rgb565),
        1 => {
            let times = times(cursor, area)?;
            let pixels = plane(cursor, area * times.len())?;
            Ok(Skin::Group { times, pixels })
        }
        other => Err(cursor.report.broken(&GROUP, at, "0, 1 or 2", other)),
    }
}

/// How many there are in a group, each of at least `size` bytes and a time.
fn members(cursor: &mut Cursor<'_>, size: usize) -> Result<usize> {
    let at = cursor.offset();
    let members: i32 = cursor.value("members")?;
    let members = usize::try_from(members)
        .ok()
        .filter(|members| *members > 0)
        .ok_or_else(|| cursor.report.broken(&GROUP, at, "1 or more", members))?;
    cursor.expect_items(members, size.saturating_add(4), "members of a group")?;
    Ok(members)
}

fn times(cursor: &mut Cursor<'_>, size: usize) -> Result<Vec<f32>> {
    let members = members(cursor, size)?;
    cursor.list(members, "time")
}

fn triangles(cursor: &mut Cursor<'_>, count: usize, vertices: usize) -> Result<Vec<Triangle>> {
    let start = cursor.offset();
    let (triangles, _) = bulk::records(cursor, "triangle", count, 16, 0, |record: TriangleRecord| {
        Triangle { front: record.front, vertices: record.vertices }
    })?;
    for (index, triangle) in triangles.iter().enumerate().filter(|(_, triangle)| beyond(triangle, vertices)) {
        cursor.report.enter(Segment::at("triangle", index));
        let found = format_args!("{:?}", triangle.vertices);
        cursor.report.habit(&VERTEX, start + 16 * index + 4, format_args!("numbers below {vertices}"), found);
        cursor.report.leave();
    }
    Ok(triangles)
}

fn pose(cursor: &mut Cursor<'_>, vertices: usize) -> Result<Pose> {
    let at = cursor.offset();
    match cursor.value::<i32>("kind")? {
        0 => frames::frame(cursor, Packing::Byte, vertices).map(Pose::Single),
        1 => {
            let size = frames::size(Packing::Byte, vertices);
            let members = members(cursor, size)?;
            let mut corners = [PackedVertex::default(); 2];
            for (corner, label) in corners.iter_mut().zip(["box_min", "box_max"]) {
                *corner =
                    frames::vertices(cursor, label, Packing::Byte, 1)?.first().copied().unwrap_or_default();
            }
            let times = cursor.list(members, "time")?;
            let mut frames = Vec::with_capacity(members);
            for index in 0..members {
                frames.push(cursor.within(Segment::at("member", index), |cursor| {
                    frames::frame(cursor, Packing::Byte, vertices)
                })?);
            }
            let [box_min, box_max] = corners;
            Ok(Pose::Group { box_min, box_max, times, frames })
        }
        other => Err(cursor.report.broken(&FRAME_KIND, at, "0 or 1", other)),
    }
}

/// Writes a model. Counts are derived; everything else, odd values too, is
/// written as it stands.
///
/// # Errors
/// `gamestudio.mdl.unwritable` when the parts do not fit each other or the
/// format.
pub fn write(model: &Model) -> Result<Vec<u8>> {
    let mut writer = Writer::new();
    writer.raw(model.version.magic());
    writer.record(
        &Header {
            layout: model.layout,
            zero04: model.layout,
            scale: model.scale,
            offset: model.offset,
            radius: model.radius,
            eyes: model.eyes,
            skins: put_count("skins", model.skins.len())?,
            skin_width: model.skin_width,
            skin_height: model.skin_height,
            vertices: put_count("vertices", model.uvs.len())?,
            triangles: put_count("triangles", model.triangles.len())?,
            frames: put_count("frames", model.frames.len())?,
            sync: model.sync,
            flags: model.flags,
            size: model.size,
        },
        model.version as usize,
    );
    for (index, skin) in model.skins.iter().enumerate() {
        put_skin(&mut writer, model, skin)
            .map_err(|finding| Box::new(finding.inside(format_args!("skin {index}"))))?;
    }
    let uvs = model.uvs.iter().map(|uv| UvRecord { on_seam: uv.on_seam, s: uv.s, t: uv.t });
    bulk::put_records(&mut writer, 0, 0, &[], uvs);
    let triangles = model
        .triangles
        .iter()
        .map(|triangle| TriangleRecord { front: triangle.front, vertices: triangle.vertices });
    bulk::put_records(&mut writer, 0, 0, &[], triangles);
    for (index, pose) in model.frames.iter().enumerate() {
        put_pose(&mut writer, pose, model.uvs.len())
            .map_err(|finding| Box::new(finding.inside(format_args!("frame {index}"))))?;
    }
    Ok(writer.into_bytes())
}

fn put_skin(writer: &mut Writer, model: &Model, skin: &Skin) -> Result<()> {
    let shape = match (u32::try_from(model.skin_width), u32::try_from(model.skin_height)) {
        (Ok(width), Ok(height)) => Some(Shape { format: Format::Pal8, width, height, mips: false }),
        _ => None,
    };
    let area = shape.and_then(Shape::byte_len).ok_or_else(|| {
        unwritable("skins of 0 or more pixels", format_args!("{} x {}", model.skin_width, model.skin_height))
    })?;
    let (kind, images, pixels) = match skin {
        Skin::Pal8(pixels) => (0_i32, 1, pixels),
        Skin::Rgb565(pixels) => (2, 2, pixels),
        Skin::Group { times, pixels } => (1, times.len(), pixels),
    };
    if images == 0 || area.checked_mul(images) != Some(pixels.len()) {
        return Err(unwritable(
            format_args!("{images} times {area} bytes, at least once"),
            format_args!("{} bytes", pixels.len()),
        ));
    }
    writer.value(&kind);
    if let Skin::Group { times, .. } = skin {
        writer.value(&(times.len() as i32));
        writer.list(times);
    }
    writer.raw(pixels);
    Ok(())
}

fn put_pose(writer: &mut Writer, pose: &Pose, vertices: usize) -> Result<()> {
    for frame in pose.frames() {
        if frame.packing != Packing::Byte {
            return Err(unwritable("frames packed into bytes", "words"));
        }
        verdict(frame, vertices).map_err(|found| unwritable("the model's vertices", found))?;
    }
    match pose {
        Pose::Single(frame) => {
            writer.value(&0_i32);
            frames::put_frame(writer, frame);
        }
        Pose::Group { box_min, box_max, times, frames } => {
            if times.len() != frames.len() || frames.is_empty() {
                return Err(unwritable(
                    "a time for each of one or more frames",
                    format_args!("{} times, {} frames", times.len(), frames.len()),
                ));
            }
            let corners = [*box_min, *box_max];
            frames::verdict(Packing::Byte, &corners).map_err(|found| unwritable("a box of bytes", found))?;
            writer.value(&1_i32);
            writer.value(&(frames.len() as i32));
            frames::put_vertices(writer, Packing::Byte, &corners);
            writer.list(times);
            for frame in frames {
                frames::put_frame(writer, frame);
            }
        }
    }
    Ok(())
}
