//! Groups: parts of the surface with their skins and frames. Source:
//! `docs/spec/gamestudio.md`, "4.2 Group" and "4.3 Skin".

use super::codes::{COUNT, GROUP_SIZE, MATERIAL, NORMAL, UV, VERTEX, VERTEX_BONE};
use super::deformers::Deformer;
use super::frames::{self, Counts, Frame};
use super::mesh::{self, NONE, Triangle, Vertex};
use super::{NO_BONE, RecordSizes, TriangleForm, Verdict, refuse};
use crate::bulk;
use crate::packed;
use crate::pixels::Palette;
use crate::skins::{self, Body, Head, Image};
use crate::text::Text;
use binary::{Cursor, Name, Record, Result, Segment, Writer, record};
use serde::{Deserialize, Serialize};

/// A part of the surface.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// 1.
    pub kind: u8,
    /// Most bones that a deformer lets one vertex follow; 0 without deformers.
    pub max_weights: u8,
    /// 0 in known files.
    pub unused: u8,
    /// The size stored in the file, if it is not that of the group: converters from MDL5 did not
    /// count embedded skins.
    pub odd_size: Option<i32>,
    /// Name in the model editor.
    pub name: Text<16>,
    /// Images; a group without any uses those of the first group.
    pub skins: Vec<Skin>,
    /// As parts of the skin's size, 0 at the left and top; beyond 1 it repeats.
    pub uvs: Vec<[f32; 2]>,
    /// Fields of newer tools behind the known ones of each of them.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub uv_tails: Vec<u8>,
    /// The surface.
    pub triangles: Vec<Triangle>,
    /// Fields of newer tools behind the known ones of each triangle.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub triangle_tails: Vec<u8>,
    /// The corners without animation.
    pub vertices: Vec<Vertex>,
    /// Fields of newer tools behind the known ones of each vertex.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub vertex_tails: Vec<u8>,
    /// Poses; one without changes in most models that do not move.
    pub frames: Vec<Frame>,
    /// How vertices follow bones. In the file they follow all groups.
    pub deformers: Vec<Deformer>,
}

impl Default for Group {
    fn default() -> Self {
        Group {
            kind: 1,
            max_weights: 0,
            unused: 0,
            odd_size: None,
            name: Text::default(),
            skins: Vec::new(),
            uvs: Vec::new(),
            uv_tails: Vec::new(),
            triangles: Vec::new(),
            triangle_tails: Vec::new(),
            vertices: Vec::new(),
            vertex_tails: Vec::new(),
            frames: Vec::new(),
            deformers: Vec::new(),
        }
    }
}

/// An image with a material and an effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skin {
    /// Low four bits: what the image is, see [`Image`]; 0x10 with a material,
    /// 0x20 with an effect.
    pub kind: u32,
    /// Columns; number of another skin, length of a DDS file or of a file's
    /// name with its NUL, as the type says.
    pub width: i32,
    /// Rows; 1 for DDS and external files.
    pub height: i32,
    /// Name in the model editor.
    pub name: Text<16>,
    /// Fields of newer tools behind the known ones.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub tail: Vec<u8>,
    /// Image, material and effect.
    pub body: Body,
}

impl Skin {
    /// One level as 8-bit RGBA, rows from top to bottom; 0 is the largest. The
    /// palette, which no model has, is needed for types 0 and 8 only.
    ///
    /// # Errors
    /// `gamestudio.skin.decode` for images that are not pixels, without such a
    /// level, and without a palette where one is needed.
    pub fn decode_rgba8(&self, level: u32, palette: Option<&Palette>) -> Result<Vec<u8>> {
        let pixels = match &self.body.image {
            Image::Pixels(pixels) => pixels.as_slice(),
            _ => &[],
        };
        skins::decode(self.kind, self.width, self.height, pixels, level, palette)
    }
}

record! {
    struct GroupRecord in "gamestudio.mdl7.group" sizes [44] {
        kind: u8 [0] must 1,
        deformers: u8 [1],
        max_weights: u8 [2],
        unused: u8 [3],
        size: i32 [4],
        name: Text<16> [8],
        skins: i32 [24],
        uvs: i32 [28],
        triangles: i32 [32],
        vertices: i32 [36],
        frames: i32 [40],
    }
}

record! {
    struct SkinRecord in "gamestudio.mdl7.skin" sizes [28] {
        kind: u32 [0],
        width: i32 [4],
        height: i32 [8],
        name: Text<16> [12],
    }
}

/// Codes of the group's required values.
pub(crate) const RECORD_CODES: &[&binary::Code] = GroupRecord::CODES;

/// Bytes of a group without anything in it.
pub(crate) const SIZE: usize = GroupRecord::SIZES[0];

/// What groups refer to outside themselves.
#[derive(Clone, Copy)]
pub(crate) struct Around {
    pub(crate) bones: usize,
    /// Skins of the first group; none while that is read itself.
    pub(crate) first_skins: usize,
}

/// Reads a group, and how many deformers it has further on.
pub(crate) fn read(cursor: &mut Cursor<'_>, sizes: RecordSizes, around: Around) -> Result<(Group, usize)> {
    let at = cursor.offset();
    let header: GroupRecord = cursor.record(0)?;
    let mut counts = [0; 5];
    let stated = [header.skins, header.uvs, header.triangles, header.vertices, header.frames];
    for (index, (count, stated)) in counts.iter_mut().zip(stated).enumerate() {
        *count = usize::try_from(stated)
            .map_err(|_| cursor.report.broken(&COUNT, at + 24 + 4 * index, "0 or more", stated))?;
    }
    let [skin_count, uv_count, triangle_count, vertex_count, frame_count] = counts;

    cursor.expect_items(skin_count, sizes.skin.into(), "skins")?;
    let mut skins: Vec<Skin> = Vec::with_capacity(skin_count);
    let mut skin_places = Vec::with_capacity(skin_count);
    for index in 0..skin_count {
        skin_places.push(cursor.offset());
        skins.push(cursor.within(Segment::at("skin", index), |cursor| skin(cursor, sizes))?);
    }
    skins::check_references(cursor, &skins, &skin_places, |skin| (&skin.body.image, skin.width));
    let (uvs, uv_tails) = mesh::read_uvs(cursor, uv_count, sizes)?;
    let triangles_at = cursor.offset();
    let (triangles, triangle_tails) = mesh::read_triangles(cursor, triangle_count, sizes)?;
    let skins_to_use = if skin_count == 0 { around.first_skins } else { skin_count };
    check_triangles(cursor, triangles_at, &triangles, sizes, [vertex_count, uv_count, skins_to_use]);
    let vertices_at = cursor.offset();
    let (vertices, vertex_tails) = mesh::read_vertices(cursor, vertex_count, sizes)?;
    check_vertices(cursor, vertices_at, &vertices, sizes, around.bones);

    cursor.expect_items(frame_count, sizes.frame.into(), "frames")?;
    let mut frames = Vec::with_capacity(frame_count);
    let counts = Counts { vertices: vertex_count, bones: around.bones };
    for index in 0..frame_count {
        frames
            .push(cursor.within(Segment::at("frame", index), |cursor| frames::read(cursor, sizes, counts))?);
    }
    let size = cursor.offset() - at;
    let odd_size = (i64::from(header.size) != size as i64).then_some(header.size);
    if let Some(odd) = odd_size {
        cursor.report.note(&GROUP_SIZE, at + 4, size, odd);
    }
    let group = Group {
        kind: header.kind,
        max_weights: header.max_weights,
        unused: header.unused,
        odd_size,
        name: header.name,
        skins,
        uvs,
        uv_tails,
        triangles,
        triangle_tails,
        vertices,
        vertex_tails,
        frames,
        deformers: Vec::new(),
    };
    Ok((group, header.deformers.into()))
}

fn skin(cursor: &mut Cursor<'_>, sizes: RecordSizes) -> Result<Skin> {
    let at = cursor.offset();
    let SkinRecord { kind, width, height, name } = cursor.record(0)?;
    let tail = bulk::tail(cursor, usize::from(sizes.skin) - SkinRecord::SIZES[0])?.to_vec();
    cursor.report.enter(Segment::one("image").named(Name::new(name.bytes())));
    let body = Head { kind, width, height, at }.body(cursor, sizes.material.into());
    cursor.report.leave();
    Ok(Skin { kind, width, height, name, tail, body: body? })
}

fn check_triangles(
    cursor: &mut Cursor<'_>,
    start: usize,
    triangles: &[Triangle],
    sizes: RecordSizes,
    [vertices, uvs, skins]: [usize; 3],
) {
    let (uv_at, material_at, uv2_at, material2_at) =
        if sizes.triangle_form() == TriangleForm::Wide { (12, 24, 28, 40) } else { (6, 12, 16, 22) };
    let no_vertex = |index: u32| index as usize >= vertices;
    // Some tools write 0xFFFF for none in records of 44 bytes too.
    let no_uv = |index: u32| index as usize >= uvs && index != NONE && index != 0xFFFF;
    let no_skin = |index: i32| usize::try_from(index).map_or(index != -1, |index| index >= skins);
    for (index, triangle) in triangles.iter().enumerate() {
        let odd = [
            triangle.vertices.into_iter().any(no_vertex),
            triangle.uvs.into_iter().any(no_uv),
            triangle.uvs2.into_iter().any(no_uv),
            no_skin(triangle.material),
            no_skin(triangle.material2),
        ];
        if odd == [false; 5] {
            continue;
        }
        let at = start + index * usize::from(sizes.triangle);
        cursor.report.enter(Segment::at("triangle", index));
        let report = &mut cursor.report;
        if odd[0] {
            let found = format_args!("{:?}", triangle.vertices);
            report.habit(&VERTEX, at, format_args!("numbers below {vertices}"), found);
        }
        for (odd, place, list) in [(odd[1], uv_at, triangle.uvs), (odd[2], uv2_at, triangle.uvs2)] {
            if odd {
                let expected = format_args!("numbers below {uvs}, or 65535 for none");
                report.habit(&UV, at + place, expected, format_args!("{list:?}"));
            }
        }
        for (odd, place, material) in
            [(odd[3], material_at, triangle.material), (odd[4], material2_at, triangle.material2)]
        {
            if odd {
                report.habit(&MATERIAL, at + place, format_args!("-1 or a number below {skins}"), material);
            }
        }
        report.leave();
    }
}

fn check_vertices(
    cursor: &mut Cursor<'_>,
    start: usize,
    vertices: &[Vertex],
    sizes: RecordSizes,
    bones: usize,
) {
    for (index, vertex) in vertices.iter().enumerate() {
        let lost = vertex.bone != NO_BONE && usize::from(vertex.bone) >= bones;
        if !lost && !vertex.normal.is_odd() {
            continue;
        }
        let at = start + index * usize::from(sizes.vertex);
        cursor.report.enter(Segment::at("vertex", index));
        if lost {
            let expected = format_args!("{NO_BONE} or a number below {bones}");
            cursor.report.habit(&VERTEX_BONE, at + 12, expected, vertex.bone);
        }
        if vertex.normal.is_odd() {
            cursor.report.note(&NORMAL, at + 14, "a number below 162", format_args!("{:?}", vertex.normal));
        }
        cursor.report.leave();
    }
}

impl Group {
    /// The skin at `index`, or the one it refers to; `None` when it does not exist or its
    /// references are invalid.
    pub fn resolve_skin(&self, index: usize) -> Option<&Skin> {
        self.skins.get(self.skin_target(index)?)
    }

    /// The number of the skin that [`Group::resolve_skin`] finds: skins with the same result show
    /// one picture.
    pub fn skin_target(&self, index: usize) -> Option<usize> {
        skins::resolve(&self.skins, index, |skin| (&skin.body.image, skin.width))
    }

    /// The triangles whose vertices are all there: what can be drawn.
    pub fn drawable(&self) -> impl Iterator<Item = &Triangle> {
        let there = |triangle: &&Triangle| {
            triangle.vertices.iter().all(|vertex| (*vertex as usize) < self.vertices.len())
        };
        self.triangles.iter().filter(there)
    }

    pub(crate) fn verdict(&self, sizes: RecordSizes) -> Verdict {
        let tails = [
            ("texture coordinates", self.uv_tails.len(), self.uvs.len() * sizes.uv_tail()),
            ("triangles", self.triangle_tails.len(), self.triangles.len() * sizes.triangle_tail()),
            ("vertices", self.vertex_tails.len(), self.vertices.len() * sizes.vertex_tail()),
        ];
        for (what, found, expected) in tails {
            if found != expected {
                return refuse(
                    format!("{expected} bytes behind the known fields of {what}"),
                    found.to_string(),
                );
            }
        }
        if self.deformers.len() > usize::from(u8::MAX) {
            return refuse("at most 255 deformers", self.deformers.len().to_string());
        }
        for (index, skin) in self.skins.iter().enumerate() {
            verdict_on_skin(skin, sizes)
                .map_err(|(expected, found)| (expected, format!("skin {index}: {found}")))?;
        }
        for (index, triangle) in self.triangles.iter().enumerate() {
            mesh::verdict_on_triangle(triangle, sizes.triangle_form())
                .map_err(|(expected, found)| (expected, format!("triangle {index}: {found}")))?;
        }
        for (index, vertex) in self.vertices.iter().enumerate() {
            mesh::verdict_on_normal(vertex.normal, sizes.vertex_form())
                .map_err(|(expected, found)| (expected, format!("vertex {index}: {found}")))?;
        }
        for (index, frame) in self.frames.iter().enumerate() {
            frames::verdict(frame, sizes)
                .map_err(|(expected, found)| (expected, format!("frame {index}: {found}")))?;
        }
        Ok(())
    }
}

fn verdict_on_skin(skin: &Skin, sizes: RecordSizes) -> Verdict {
    let tail = usize::from(sizes.skin) - SkinRecord::SIZES[0];
    if skin.tail.len() != tail {
        return refuse(format!("{tail} bytes behind the known fields"), skin.tail.len().to_string());
    }
    skin.body.verdict(skin.kind, skin.width, skin.height, sizes.material.into())
}

/// Writes a group that [`Group::verdict`] accepts, without its deformers.
pub(crate) fn put(writer: &mut Writer, group: &Group, sizes: RecordSizes) {
    let at = writer.offset();
    let header = GroupRecord {
        kind: group.kind,
        deformers: group.deformers.len() as u8,
        max_weights: group.max_weights,
        unused: group.unused,
        size: 0,
        name: group.name,
        skins: group.skins.len() as i32,
        uvs: group.uvs.len() as i32,
        triangles: group.triangles.len() as i32,
        vertices: group.vertices.len() as i32,
        frames: group.frames.len() as i32,
    };
    writer.record(&header, 0);
    for skin in &group.skins {
        let Skin { kind, width, height, name, .. } = *skin;
        writer.record(&SkinRecord { kind, width, height, name }, 0);
        writer.raw(&skin.tail);
        skin.body.put(writer);
    }
    mesh::put_uvs(writer, &group.uvs, &group.uv_tails, sizes);
    mesh::put_triangles(writer, &group.triangles, &group.triangle_tails, sizes);
    mesh::put_vertices(writer, &group.vertices, &group.vertex_tails, sizes);
    for frame in &group.frames {
        frames::put(writer, frame, sizes);
    }
    let size = writer.offset() - at;
    let stated = group.odd_size.map_or(size as u32, i32::cast_unsigned);
    writer.patch(at + 4, stated);
}
