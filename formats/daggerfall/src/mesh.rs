//! Models of ARCH3D.BSA, in three versions. Source: `docs/spec/daggerfall.md`, "7. ARCH3D.BSA".
//!
//! ```
//! use binary::Mode;
//! use daggerfall::mesh::{self, Corner, Mesh, Plane, Version};
//!
//! // A wall of 1 x 1 units of blocks, a picture of 64 x 64 texels on it. Heights are down.
//! let mut wall = Mesh::new(Version::V27);
//! wall.points = vec![[0, 0, 0], [256, 0, 0], [256, -256, 0], [0, -256, 0]];
//! wall.normals = vec![[0, 0, -256]];
//! let corner = |point, u, v| Corner { point: Version::V27.offset_of(point), u, v };
//! // The second and the third corner are added to the ones before, the fourth follows from the three.
//! let corners = vec![corner(0, 0, 1024), corner(1, 1024, 0), corner(2, 0, -1024), corner(3, 0, 0)];
//! wall.planes = vec![Plane { texture: daggerfall::blocks::texture_word([302, 1]), corners, ..Plane::default() }];
//! wall.seal().unwrap();
//!
//! let (read, _) = mesh::read(&mesh::write(&wall)?, Mode::Strict)?;
//! let plane = &read.planes[0];
//! assert_eq!(plane.picture(), [302, 1]);
//! assert_eq!(read.place(&plane.corners[2]), Some([256, -256, 0]));
//! assert_eq!(read.uvs(plane, false), [[0, 1024], [1024, 1024], [1024, 0], [0, 0]]);
//! # Ok::<(), Box<binary::Finding>>(())
//! ```

use crate::blocks::texture_of;
use crate::gaps::{Canvas, Gap, leftovers};
use crate::raw::Raw;
use binary::{
    Code, Cursor, Finding, FormatCodes, Mode, Record, Report, Result, Segment, Severity, Site, codes, record,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

codes! {
    TRUNCATED = "daggerfall.mesh.truncated": "the model ends inside a structure" => "copy ARCH3D.BSA again from the game";
    LIMIT = "daggerfall.mesh.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    VERSION = "daggerfall.mesh.version": "the model is of none of the versions v2.5, v2.6 and v2.7" => "make sure that this is a model of Daggerfall";
    COUNT = "daggerfall.mesh.count": "a count or an offset is negative" => "copy ARCH3D.BSA again from the game";
    NORMALS = "daggerfall.mesh.normals": "the normals are not inside the model; they follow from the planes" => "copy ARCH3D.BSA again from the game";
    PLANE_DATA = "daggerfall.mesh.plane_data": "the data of the planes is not inside the model; nothing needs it" => "nothing has to be done";
    OBJECTS = "daggerfall.mesh.objects": "the objects are not inside the model; nothing needs them" => "nothing has to be done";
    CORNER = "daggerfall.mesh.corner": "a corner is at no point of the model; its plane is left out" => "copy ARCH3D.BSA again from the game";
    CORNERS = "daggerfall.mesh.corners": "a plane has more than 16 corners, the most that the game's own models have" => "divide the plane";
    FEW_CORNERS = "daggerfall.mesh.few_corners": "a plane has fewer than three corners; it is left out" => "remove the plane";
    TEXTURES = "daggerfall.mesh.textures": "the model has more than 32 textures, the most that the game's own models have" => "divide the model";
    PLANES = "daggerfall.mesh.planes": "more than 512 planes have one texture, the most of the game's own models" => "divide the model";
    UNWRITABLE = "daggerfall.mesh.unwritable": "the parts of a model do not fit each other" => "correct the named part";
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &TRUNCATED, trailing: &TRUNCATED, limit: &LIMIT };

/// Most corners of a plane, textures of a model, planes of a texture.
const MOST: [usize; 3] = [16, 32, 512];
/// Models below this number have packed texture coordinates.
pub const FIRST_UNPACKED: u32 = 905;

/// How a model says which point a corner is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// v2.5: four for each point.
    V25,
    /// v2.6: twelve for each point.
    V26,
    /// v2.7: as v2.6.
    V27,
}

impl Version {
    /// The letters of the file.
    pub fn letters(self) -> [u8; 4] {
        match self {
            Version::V25 => *b"v2.5",
            Version::V26 => *b"v2.6",
            Version::V27 => *b"v2.7",
        }
    }

    /// The version of these letters.
    pub fn of(letters: &[u8]) -> Option<Self> {
        [Version::V25, Version::V26, Version::V27].into_iter().find(|version| version.letters() == letters)
    }

    /// The offset by which a corner names a point.
    pub fn offset_of(self, point: usize) -> i32 {
        (point as i32).wrapping_mul(self.step())
    }

    fn step(self) -> i32 {
        match self {
            Version::V25 => 4,
            Version::V26 | Version::V27 => 12,
        }
    }
}

record! {
    /// What a model starts with.
    pub struct Header in "daggerfall.mesh.header" sizes [64] {
        version: [u8; 4] [0],
        point_count: i32 [4],
        plane_count: i32 [8],
        /// In 256ths of a unit of blocks.
        radius: u32 [12],
        unknown: u64 [16],
        plane_data: i32 [24],
        objects: i32 [28],
        object_count: i32 [32],
        unknown2: u32 [36],
        unknown3: u64 [40],
        points: i32 [48],
        normals: i32 [52],
        unknown4: u32 [56],
        planes: i32 [60],
    }
}

record! {
    struct PlaneHead in "daggerfall.mesh.plane" sizes [8] {
        corner_count: u8 [0],
        unknown: u8 [1],
        texture: u16 [2],
        unknown2: u32 [4],
    }
}

record! {
    /// A corner of a plane.
    pub struct Corner in "daggerfall.mesh.corner" sizes [8] {
        /// Names a point: see [`Version::offset_of`].
        point: i32 [0],
        /// In 16ths of a texel: of the first corner as it is, of the second and third added to the one before.
        u: i16 [4],
        /// The same, from the picture's top.
        v: i16 [6],
    }
}

/// A flat convex polygon.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plane {
    #[serde(default)]
    /// Of unknown meaning.
    pub unknown: u8,
    /// Archive and record, see [`texture_of`].
    pub texture: u16,
    #[serde(default)]
    /// Of unknown meaning.
    pub unknown2: u32,
    /// Its corners. With heights negated they run counter-clockwise seen from outside.
    pub corners: Vec<Corner>,
}

impl Plane {
    /// The archive of its texture, and the record there.
    pub fn picture(&self) -> [u16; 2] {
        texture_of(self.texture)
    }

    fn size(&self) -> usize {
        PlaneHead::SIZES[0] + Corner::SIZES[0] * self.corners.len()
    }
}

/// An object of a model, which nothing uses.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Object {
    /// Of unknown meaning.
    pub numbers: [i32; 4],
    /// Of unknown meaning.
    pub items: Vec<[u8; 6]>,
}

impl Object {
    fn size(&self) -> usize {
        18 + 6 * self.items.len()
    }
}

/// A model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mesh {
    /// Its version, its radius, and where its parts are.
    pub header: Header,
    /// In 256ths of a unit of blocks; heights are down.
    pub points: Vec<[i32; 3]>,
    /// One for each plane, not of length 1; none where the file lacks them.
    pub normals: Vec<[i32; 3]>,
    /// What it is made of.
    pub planes: Vec<Plane>,
    /// 24 bytes for each plane; none where the file lacks them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plane_data: Vec<Raw<24>>,
    /// Objects; none where the file has rubbish there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<Object>,
    /// Bytes of the model.
    pub length: u32,
    /// Bytes that belong to no part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<Gap>,
}

impl Mesh {
    /// A model without planes.
    pub fn new(version: Version) -> Self {
        Mesh { header: Header { version: version.letters(), ..Header::default() }, ..Mesh::default() }
    }

    /// Its version; the latest for unknown ones.
    pub fn version(&self) -> Version {
        Version::of(&self.header.version).unwrap_or(Version::V27)
    }

    /// Puts the parts one behind the other and counts them: points, planes, normals, plane data, objects. Plane
    /// data is made where it does not fit the planes, the radius is that of the farthest point. `None` for a
    /// model of more than 31 bits, and for other than one normal for each plane.
    pub fn seal(&mut self) -> Option<()> {
        if self.normals.len() != self.planes.len() {
            return None;
        }
        self.plane_data.resize(self.planes.len(), Raw::default());
        let mut next = Header::SIZES[0];
        let mut part = |size: usize| {
            let at = next;
            next = next.checked_add(size)?;
            i32::try_from(next).ok()?;
            i32::try_from(at).ok()
        };
        let header = &mut self.header;
        header.points = part(12 * self.points.len())?;
        header.planes = part(self.planes.iter().map(Plane::size).sum())?;
        header.normals = part(12 * self.normals.len())?;
        header.plane_data = part(24 * self.plane_data.len())?;
        header.objects = part(self.objects.iter().map(Object::size).sum())?;
        header.point_count = self.points.len() as i32;
        header.plane_count = self.planes.len() as i32;
        header.object_count = self.objects.len() as i32;
        let far =
            |point: &[i32; 3]| point.iter().map(|part| f64::from(*part) * f64::from(*part)).sum::<f64>();
        let farthest = self.points.iter().map(far).fold(0.0, f64::max);
        header.radius = libm::ceil(libm::sqrt(farthest)) as u32;
        self.length = next as u32;
        self.gaps.clear();
        Some(())
    }

    /// Which point a corner is at; none for corners that are at no point.
    pub fn index(&self, corner: &Corner) -> Option<usize> {
        let step = self.version().step();
        let index = usize::try_from(corner.point / step).ok()?;
        (corner.point >= 0 && corner.point % step == 0 && index < self.points.len()).then_some(index)
    }

    /// Where a corner is, in 256ths of a unit of blocks, heights down; none for corners that are at no point.
    pub fn place(&self, corner: &Corner) -> Option<[i32; 3]> {
        self.index(corner).and_then(|index| self.points.get(index)).copied()
    }

    /// Texture coordinates of the corners of a plane, in 16ths of a texel, v from the picture's top. Models
    /// below [`FIRST_UNPACKED`] have them packed.
    pub fn uvs(&self, plane: &Plane, packed: bool) -> Vec<[i32; 2]> {
        let unpacked = |value: i16| if packed { unpack(value) } else { i32::from(value) };
        let mut uvs: Vec<[i32; 2]> = Vec::with_capacity(plane.corners.len());
        let mut last = [0; 2];
        for corner in plane.corners.iter().take(3) {
            last = [last[0] + unpacked(corner.u), last[1] + unpacked(corner.v)];
            uvs.push(last);
        }
        let solve = self.affine(plane, &uvs);
        for corner in plane.corners.iter().skip(3) {
            let solved = solve.as_ref().and_then(|solve| Some(solve(self.place(corner)?)));
            uvs.push(solved.unwrap_or([i32::from(corner.u), i32::from(corner.v)]));
        }
        uvs
    }

    /// The affine map from places to texture coordinates that the first three corners have.
    fn affine(&self, plane: &Plane, uvs: &[[i32; 2]]) -> Option<impl Fn([i32; 3]) -> [i32; 2] + use<>> {
        let place = |index: usize| self.place(plane.corners.get(index)?).map(|place| place.map(f64::from));
        let [origin, first, second] = [place(0)?, place(1)?, place(2)?];
        let [a, b] = [minus(first, origin), minus(second, origin)];
        let (aa, ab, bb) = (dot(a, a), dot(a, b), dot(b, b));
        let determinant = aa * bb - ab * ab;
        // Integers of this size are exact, so three corners on a line give 0.
        if determinant <= 0.0 {
            return None;
        }
        let [uv0, uv1, uv2] =
            [0, 1, 2].map(|index| uvs.get(index).copied().unwrap_or_default().map(f64::from));
        Some(move |place: [i32; 3]| {
            let way = minus(place.map(f64::from), origin);
            let (da, db) = (dot(way, a), dot(way, b));
            let along = (da * bb - db * ab) / determinant;
            let across = (db * aa - da * ab) / determinant;
            [0, 1].map(|axis| {
                let value = uv0[axis] + along * (uv1[axis] - uv0[axis]) + across * (uv2[axis] - uv0[axis]);
                // A hair beside a whole number is that number.
                let whole = libm::round(value);
                (if (value - whole).abs() < 1e-6 { whole } else { value }) as i32
            })
        })
    }
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// A packed texture coordinate: those outside -14335 to 14335, and -7168, are moved by the nearest
/// multiple of 8192, the upper one of two.
fn unpack(value: i16) -> i32 {
    let value = i32::from(value);
    if (-14335..=14335).contains(&value) && value != -7168 {
        return value;
    }
    value - (value + 4096).div_euclid(8192) * 8192
}

/// Every finding that reading or writing a model can make.
pub fn codes() -> Vec<&'static Code> {
    CODES.to_vec()
}

/// True for bytes that start as a model of any version.
pub fn is_mesh(bytes: &[u8]) -> bool {
    bytes.get(..4).and_then(Version::of).is_some()
}

/// Reads a model. What it can go without is a finding.
///
/// # Errors
/// A model of another version, and one whose points or planes are not inside it.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Mesh, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let mesh = mesh(&mut cursor, bytes)?;
    Ok((mesh, cursor.report))
}

/// Every place that the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = mesh(&mut cursor, bytes);
    cursor.report.take_sites()
}

fn mesh(cursor: &mut Cursor<'_>, bytes: &[u8]) -> Result<Mesh> {
    let header: Header = cursor.within(Segment::one("header"), |cursor| cursor.record(0))?;
    if Version::of(&header.version).is_none() {
        let found = format_args!("\"{}\"", header.version.escape_ascii());
        return Err(cursor.report.broken(&VERSION, 0, "v2.5, v2.6 or v2.7", found));
    }
    let mut parts: Vec<_> = std::iter::once(0..Header::SIZES[0]).collect();
    let point_count = natural(cursor, header.point_count, 4)?;
    let plane_count = natural(cursor, header.plane_count, 8)?;
    let at = natural(cursor, header.points, 48)?;
    cursor.seek(at)?;
    let points: Vec<[i32; 3]> = cursor.list(point_count, "point")?;
    parts.push(at..cursor.offset());
    let at = natural(cursor, header.planes, 60)?;
    cursor.seek(at)?;
    cursor.expect_items(plane_count, PlaneHead::SIZES[0], "planes")?;
    let mut mesh = Mesh { header, points, length: bytes.len() as u32, ..Mesh::default() };
    mesh.planes.reserve_exact(plane_count);
    for index in 0..plane_count {
        let plane = cursor.within(Segment::at("plane", index), |cursor| plane(cursor, &mesh))?;
        mesh.planes.push(plane);
    }
    parts.push(at..cursor.offset());
    look_at_numbers(cursor, &mesh.planes);
    mesh.normals = list(cursor, mesh.header.normals, plane_count, "normal", &NORMALS, 52, &mut parts);
    mesh.plane_data =
        list(cursor, mesh.header.plane_data, plane_count, "plane_data", &PLANE_DATA, 24, &mut parts);
    mesh.objects = objects(cursor, &mesh.header, &mut parts);
    mesh.gaps = leftovers(bytes, parts);
    Ok(mesh)
}

fn natural(cursor: &Cursor<'_>, value: i32, at: usize) -> Result<usize> {
    usize::try_from(value).map_err(|_| cursor.report.broken(&COUNT, at, "0 or more", value))
}

fn plane(cursor: &mut Cursor<'_>, mesh: &Mesh) -> Result<Plane> {
    let at = cursor.offset();
    let head: PlaneHead = cursor.record(0)?;
    let count = usize::from(head.corner_count);
    if count > MOST[0] {
        cursor.report.habit(&CORNERS, at, format_args!("at most {} corners", MOST[0]), count);
    }
    if count < 3 {
        cursor.report.habit(&FEW_CORNERS, at, "3 corners or more", count);
    }
    cursor.expect_items(count, Corner::SIZES[0], "corners")?;
    let mut corners = Vec::with_capacity(count);
    for index in 0..count {
        let at = cursor.offset();
        let corner: Corner = cursor.within(Segment::at("corner", index), |cursor| cursor.record(0))?;
        if mesh.index(&corner).is_none() {
            let expected = format_args!("one of {} points", mesh.points.len());
            cursor.report.habit(&CORNER, at, expected, format_args!("offset {}", corner.point));
        }
        corners.push(corner);
    }
    Ok(Plane { unknown: head.unknown, texture: head.texture, unknown2: head.unknown2, corners })
}

fn look_at_numbers(cursor: &mut Cursor<'_>, planes: &[Plane]) {
    let mut textures: BTreeMap<u16, usize> = BTreeMap::new();
    for plane in planes {
        *textures.entry(plane.texture).or_default() += 1;
    }
    if textures.len() > MOST[1] {
        cursor.report.habit(&TEXTURES, 8, format_args!("at most {} textures", MOST[1]), textures.len());
    }
    if let Some(most) = textures.values().max().filter(|most| **most > MOST[2]) {
        cursor.report.habit(&PLANES, 8, format_args!("at most {} planes of a texture", MOST[2]), most);
    }
}

/// A list that a model can go without.
fn list<T: binary::Field>(
    cursor: &mut Cursor<'_>,
    at: i32,
    count: usize,
    what: &'static str,
    code: &'static Code,
    header_at: usize,
    parts: &mut Vec<Range<usize>>,
) -> Vec<T> {
    let read = usize::try_from(at).ok().and_then(|at| {
        cursor.seek(at).ok()?;
        let list = cursor.list(count, what).ok()?;
        parts.push(at..cursor.offset());
        Some(list)
    });
    read.unwrap_or_else(|| {
        cursor.report.habit(code, header_at, format_args!("room for {count} of {what}"), at);
        Vec::new()
    })
}

fn objects(cursor: &mut Cursor<'_>, header: &Header, parts: &mut Vec<Range<usize>>) -> Vec<Object> {
    let read = try_objects(cursor, header);
    match read {
        Some((at, objects)) => {
            parts.push(at..at + objects.iter().map(Object::size).sum::<usize>());
            objects
        }
        None => {
            let found = format_args!("offset {}", header.objects);
            cursor.report.note(&OBJECTS, 28, format_args!("{} objects", header.object_count), found);
            Vec::new()
        }
    }
}

fn try_objects(cursor: &mut Cursor<'_>, header: &Header) -> Option<(usize, Vec<Object>)> {
    let count = usize::try_from(header.object_count).ok()?;
    let at = usize::try_from(header.objects).ok()?;
    cursor.seek(at).ok()?;
    cursor.expect_items(count, 18, "objects").ok()?;
    let mut objects = Vec::with_capacity(count);
    for index in 0..count {
        let object = cursor.within(Segment::at("object", index), |cursor| {
            let numbers = cursor.value("numbers")?;
            let items: i16 = cursor.value("item_count")?;
            let items = usize::try_from(items).unwrap_or(usize::MAX);
            Ok(Object { numbers, items: cursor.list(items, "item")? })
        });
        objects.push(object.ok()?);
    }
    Some((at, objects))
}

/// Writes a model. Where its parts are the header says: [`Mesh::seal`] puts them one behind the other.
///
/// # Errors
/// `daggerfall.mesh.unwritable` for counts that are not those of the header, and for parts outside the stated
/// length.
pub fn write(mesh: &Mesh) -> Result<Vec<u8>> {
    let unwritable = |expected: String, found: String| {
        Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found))
    };
    let header = &mesh.header;
    let counts = [
        ("points", header.point_count, mesh.points.len()),
        ("planes", header.plane_count, mesh.planes.len()),
    ];
    for (what, stated, there) in counts {
        if usize::try_from(stated) != Ok(there) {
            return Err(unwritable(format!("{stated} {what}, as the header says"), there.to_string()));
        }
    }
    let mut canvas = Canvas::new(mesh.length as usize, &mesh.gaps);
    put_list(&mut canvas, header.plane_data, mesh.plane_data.iter().map(|data| data.0.to_vec()));
    let words = |triple: &[i32; 3]| triple.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    put_list(&mut canvas, header.objects, mesh.objects.iter().map(object_bytes));
    put_list(&mut canvas, header.normals, mesh.normals.iter().map(words));
    let mut planes = Vec::with_capacity(mesh.planes.len());
    for plane in &mesh.planes {
        let count = u8::try_from(plane.corners.len());
        let count =
            count.map_err(|_| unwritable("at most 255 corners".into(), plane.corners.len().to_string()))?;
        planes.push(plane_bytes(plane, count));
    }
    put_list(&mut canvas, header.planes, planes.into_iter());
    put_list(&mut canvas, header.points, mesh.points.iter().map(words));
    canvas.record(0, header);
    let outside = |(from, to)| unwritable("parts inside the model".into(), format!("one at {from} to {to}"));
    canvas.finish().map_err(outside)
}

fn put_list(canvas: &mut Canvas, at: i32, items: impl Iterator<Item = Vec<u8>>) {
    let mut at = usize::try_from(at).unwrap_or(usize::MAX);
    for item in items {
        canvas.put(at, &item);
        at = at.saturating_add(item.len());
    }
}

fn plane_bytes(plane: &Plane, corner_count: u8) -> Vec<u8> {
    let mut writer = binary::Writer::with_capacity(plane.size());
    let Plane { unknown, texture, unknown2, ref corners } = *plane;
    writer.record(&PlaneHead { corner_count, unknown, texture, unknown2 }, 0);
    corners.iter().for_each(|corner| writer.record(corner, 0));
    writer.into_bytes()
}

fn object_bytes(object: &Object) -> Vec<u8> {
    let mut writer = binary::Writer::with_capacity(object.size());
    writer.value(&object.numbers);
    writer.value(&(object.items.len() as i16));
    writer.list(&object.items);
    writer.into_bytes()
}
