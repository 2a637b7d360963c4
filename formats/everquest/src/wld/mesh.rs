//! Meshes. Source: `docs/spec/everquest/wld.md`, "0x36 DmSpriteDef2".

use super::codes::{MESH_COUNTS, MESH_GROUPS, MESH_INDEX, MESH_OP, MESH_SCALE, unwritable};
use super::fields::{count16, put_records, records};
use super::fragment::{Link, Stored};
use super::header::Version;
use super::reference::Reference;
use binary::{Cursor, Report, Result, Writer, record};
use serde::{Deserialize, Serialize};

/// [`MeshHead::flags`] of original files; bits 0 and 1 stand for centre and
/// radius, the rest is unknown.
pub mod mesh_flags {
    /// Of zones.
    pub const ZONE: u32 = 0x18003;
    /// Of placed objects.
    pub const OBJECT: u32 = 0x14003;
    /// Of equipment.
    pub const EQUIPMENT: u32 = 0x4003;
    /// Of creatures: the vertices of a bone are in its space.
    pub const SKINNED: u32 = 0x3;
}

/// The largest scale exponent that is meant: with 15, a unit has more steps than
/// a coordinate can hold.
pub const LARGEST_SCALE: u16 = 15;

record! {
    /// What stands ahead of the counts.
    pub struct MeshHead in "everquest.wld.mesh" sizes [76] {
        name: Reference [0],
        /// See [`mesh_flags`].
        flags: u32 [4],
        /// The 0x31.
        palette: Reference [8],
        /// The 0x2F of animated vertices, or none.
        animation: Reference [12],
        /// 0.
        unknown: Reference [16],
        /// The 0x18 of a volume to climb; -2 or none elsewhere, see
        /// [`MeshHead::volume`].
        stored_volume: Reference [20],
        /// Vertices are relative to it.
        center: [f32; 3] [24],
        /// Mostly 0; where the flame is on what gives light.
        flame: [f32; 3] [36],
        /// About the centre.
        radius: f32 [48],
        /// 0 in zones and creatures; else mostly relative to the centre. Rather
        /// worked out from the vertices.
        box_min: [f32; 3] [52],
        /// As [`box_min`](Self::box_min).
        box_max: [f32; 3] [64],
    }
}

impl MeshHead {
    /// The volume to climb; original files have -2 where there is none.
    pub fn volume(&self) -> Reference {
        if self.stored_volume.0 < 0 { Reference::NONE } else { self.stored_volume }
    }
}

record! {
    /// The counts of the arrays, which the writer makes from them.
    struct Counts in "everquest.wld.mesh.counts" sizes [20] {
        vertices: u16 [0],
        uvs: u16 [2],
        normals: u16 [4],
        colors: u16 [6],
        faces: u16 [8],
        bone_groups: u16 [10],
        face_groups: u16 [12],
        vertex_groups: u16 [14],
        ops: u16 [16],
        scale: u16 [18],
    }
}

/// [`Face::flags`].
pub mod face_flags {
    /// Nothing collides with it.
    pub const PASSABLE: u16 = 0x10;
}

record! {
    /// A triangle. Front faces are clockwise in the raw frame.
    #[derive(Copy, Eq)]
    pub struct Face in "everquest.wld.mesh.face" sizes [8] {
        /// See [`face_flags`]; 0 is solid.
        flags: u16 [0],
        /// Numbers of its vertices, from 0.
        vertices: [u16; 3] [2],
    }
}

impl Face {
    /// True if things collide with it.
    pub const fn is_solid(&self) -> bool {
        self.flags & face_flags::PASSABLE == 0
    }
}

record! {
    /// How many of the vertices or faces that come next belong to what: a bone,
    /// or a material of the palette, both from 0.
    #[derive(Copy, Eq)]
    pub struct Group in "everquest.wld.mesh.group" sizes [4] {
        count: u16 [0],
        /// The bone or the material.
        of: u16 [2],
    }
}

record! {
    /// A step to a coarser mesh, for the level of detail of creatures.
    #[derive(Copy, Eq)]
    pub struct MeshOp in "everquest.wld.mesh.op" sizes [6] {
        payload: [u8; 4] [0],
        param: u8 [4],
        /// 1 to 4; see [`MeshOp::meaning`].
        kind: u8 [5],
    }
}

/// What a mesh-op does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MeshOpKind {
    /// SW: a corner (0 to 2) of a face gets another vertex.
    Swap {
        /// The face.
        face: u16,
        /// Its new vertex.
        vertex: u16,
        /// Which corner.
        corner: u8,
    },
    /// FA: removes a face.
    RemoveFace(u16),
    /// VA: removes a vertex.
    RemoveVertex(u16),
    /// EL: closes a step with its level of error.
    EndStep(f32),
    /// None of these.
    Unknown,
}

impl MeshOp {
    /// What it does.
    pub fn meaning(&self) -> MeshOpKind {
        let [a, b, c, d] = self.payload;
        let (first, second) = (u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d]));
        match self.kind {
            1 => MeshOpKind::Swap { face: first, vertex: second, corner: self.param },
            2 => MeshOpKind::RemoveFace(first),
            3 => MeshOpKind::RemoveVertex(first),
            4 => MeshOpKind::EndStep(f32::from_le_bytes(self.payload)),
            _ => MeshOpKind::Unknown,
        }
    }
}

/// Texture coordinates as the version stores them; V grows upwards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Uvs {
    /// Old version: 256 to a texture.
    Short(Vec<[i16; 2]>),
    /// New version: textures.
    Float(Vec<[f32; 2]>),
}

impl Uvs {
    /// None, in the layout of a version.
    pub const fn none(version: Version) -> Self {
        match version {
            Version::Old => Uvs::Short(Vec::new()),
            Version::New => Uvs::Float(Vec::new()),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Uvs::Short(list) => list.len(),
            Uvs::Float(list) => list.len(),
        }
    }

    /// True of meshes whose faces are all invisible.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// In textures, V upwards; 0 and 0 where the mesh has none.
    #[inline]
    pub fn get(&self, vertex: usize) -> [f32; 2] {
        match self {
            Uvs::Short(list) => {
                list.get(vertex).map_or([0.0; 2], |uv| uv.map(|value| f32::from(value) / 256.0))
            }
            Uvs::Float(list) => list.get(vertex).copied().unwrap_or_default(),
        }
    }
}

impl Default for Uvs {
    fn default() -> Self {
        Uvs::none(Version::Old)
    }
}

/// A mesh (0x36).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mesh {
    /// Name, references, centre and bounds.
    pub head: MeshHead,
    /// Steps to a unit, as a power of 2; see [`Mesh::position`].
    pub scale: u16,
    /// In steps about the centre.
    pub vertices: Vec<[i16; 3]>,
    /// One for each vertex, or none.
    pub uvs: Uvs,
    /// One for each vertex: 127 to the length of 1.
    pub normals: Vec<[i8; 3]>,
    /// One for each vertex of a zone's mesh, none elsewhere: blue, green, red,
    /// and how much daylight it gets.
    pub colors: Vec<[u8; 4]>,
    /// The triangles.
    pub faces: Vec<Face>,
    /// Which vertices are in the space of which bone.
    pub bone_groups: Vec<Group>,
    /// Which faces are of which material.
    pub face_groups: Vec<Group>,
    /// Which vertices are of which material.
    pub vertex_groups: Vec<Group>,
    /// Steps to coarser meshes.
    pub ops: Vec<MeshOp>,
}

/// A step of a mesh in units: 2 to the power of -`scale`.
#[inline]
pub fn step(scale: u16) -> f32 {
    // An exponent that no coordinate can use gives the smallest step that is meant.
    1.0 / (1_u32 << scale.min(30)) as f32
}

/// The largest scale exponent, up to 15, at which no coordinate passes 16 bits;
/// `extent` is the largest distance from the centre along an axis, in units.
pub fn largest_scale(extent: f32) -> u16 {
    (0..=LARGEST_SCALE).rev().find(|scale| extent.abs() <= 32767.0 * step(*scale)).unwrap_or(0)
}

impl Mesh {
    /// Place of a vertex in the raw frame: x north, y west, z up.
    #[inline]
    pub fn position(&self, vertex: usize) -> Option<[f32; 3]> {
        let step = step(self.scale);
        let center = self.head.center;
        self.vertices
            .get(vertex)
            .map(|at| std::array::from_fn(|axis| center[axis] + f32::from(at[axis]) * step))
    }

    /// Places of all vertices.
    pub fn positions(&self) -> impl Iterator<Item = [f32; 3]> + '_ {
        let (step, center) = (step(self.scale), self.head.center);
        self.vertices
            .iter()
            .map(move |at| std::array::from_fn(|axis| center[axis] + f32::from(at[axis]) * step))
    }

    /// A normal as it is stored, in parts of 1; its length is about 1. Upwards
    /// where the mesh has none.
    #[inline]
    pub fn normal(&self, vertex: usize) -> [f32; 3] {
        self.normals.get(vertex).map_or([0.0, 0.0, 1.0], |normal| normal.map(|part| f32::from(part) / 127.0))
    }

    /// Red, green, blue and daylight of a vertex, if the mesh has colours.
    #[inline]
    pub fn color(&self, vertex: usize) -> Option<[u8; 4]> {
        self.colors.get(vertex).map(|[blue, green, red, day]| [*red, *green, *blue, *day])
    }

    /// The faces with the material of each, as a number of the palette; a face
    /// behind the last group has none. Faces with a vertex that is not there are
    /// left out.
    pub fn faces(&self) -> impl Iterator<Item = (Face, Option<u16>)> + '_ {
        let materials = expand(&self.face_groups).map(Some).chain(std::iter::repeat(None));
        let there = |face: &Face| face.vertices.iter().all(|index| usize::from(*index) < self.vertices.len());
        self.faces.iter().copied().zip(materials).filter(move |(face, _)| there(face))
    }

    /// The bone of each vertex in order, as far as the groups reach.
    pub fn bones(&self) -> impl Iterator<Item = u16> + '_ {
        expand(&self.bone_groups).take(self.vertices.len())
    }

    fn check(&self, at: usize, counts: &Counts, report: &mut Report) {
        if self.scale > LARGEST_SCALE {
            report.habit(&MESH_SCALE, at, format_args!("a scale exponent up to {LARGEST_SCALE}"), self.scale);
        }
        let vertices = counts.vertices;
        let lists = [
            ("UVs", counts.uvs, counts.uvs == 0),
            ("normals", counts.normals, false),
            ("colours", counts.colors, counts.colors == 0),
        ];
        for (what, count, none) in lists {
            if count != vertices && !none {
                report.habit(&MESH_COUNTS, at, format_args!("{what} for {vertices} vertices"), count);
            }
        }
        let beyond = |face: &&Face| face.vertices.iter().any(|index| *index >= vertices);
        if let Some(face) = self.faces.iter().position(|face| beyond(&face)) {
            let count = self.faces.iter().filter(beyond).count();
            report.habit(
                &MESH_INDEX,
                at,
                format_args!("vertices below {vertices} in each face"),
                format_args!("others in {count} faces, first in face {face}"),
            );
        }
        self.check_groups(at, counts, report);
        self.check_ops(at, counts, report);
    }

    fn check_groups(&self, at: usize, counts: &Counts, report: &mut Report) {
        let groups = [
            ("bone groups", &self.bone_groups, counts.vertices, "vertices", true),
            ("face groups", &self.face_groups, counts.faces, "faces", false),
            ("vertex groups", &self.vertex_groups, counts.vertices, "vertices", false),
        ];
        for (what, groups, wanted, of, may_lack) in groups {
            let sum: u32 = groups.iter().map(|group| u32::from(group.count)).sum();
            if sum != u32::from(wanted) && !(may_lack && groups.is_empty()) {
                report.habit(&MESH_GROUPS, at, format_args!("{what} for {wanted} {of}"), sum);
            }
        }
    }

    fn check_ops(&self, at: usize, counts: &Counts, report: &mut Report) {
        let fits = |op: &MeshOp| match op.meaning() {
            MeshOpKind::Swap { face, vertex, corner } => {
                face < counts.faces && vertex < counts.vertices && corner < 3
            }
            MeshOpKind::RemoveFace(face) => face < counts.faces,
            MeshOpKind::RemoveVertex(vertex) => vertex < counts.vertices,
            MeshOpKind::EndStep(level) => level.is_finite(),
            MeshOpKind::Unknown => false,
        };
        if let Some(op) = self.ops.iter().position(|op| !fits(op)) {
            let expected = "mesh-ops of the types 1 to 4 with faces, vertices and corners that are there";
            report.habit(&MESH_OP, at, expected, format_args!("another, first mesh-op {op}"));
        }
    }
}

/// What the groups say of each of their members in turn.
fn expand(groups: &[Group]) -> impl Iterator<Item = u16> + '_ {
    groups.iter().flat_map(|group| std::iter::repeat_n(group.of, usize::from(group.count)))
}

impl Stored for Mesh {
    fn read(cursor: &mut Cursor<'_>, version: Version) -> Result<Self> {
        let at = cursor.offset();
        let head = cursor.record(0)?;
        let counts: Counts = cursor.record(0)?;
        let uvs = usize::from(counts.uvs);
        let mesh = Mesh {
            head,
            scale: counts.scale,
            vertices: cursor.list(counts.vertices.into(), "vertices")?,
            uvs: match version {
                Version::Old => Uvs::Short(cursor.list(uvs, "uvs")?),
                Version::New => Uvs::Float(cursor.list(uvs, "uvs")?),
            },
            normals: cursor.list(counts.normals.into(), "normals")?,
            colors: cursor.list(counts.colors.into(), "colors")?,
            faces: records(cursor, "face", counts.faces.into())?,
            bone_groups: records(cursor, "bone_group", counts.bone_groups.into())?,
            face_groups: records(cursor, "face_group", counts.face_groups.into())?,
            vertex_groups: records(cursor, "vertex_group", counts.vertex_groups.into())?,
            ops: records(cursor, "op", counts.ops.into())?,
        };
        mesh.check(at, &counts, &mut cursor.report);
        Ok(mesh)
    }

    fn write(&self, writer: &mut Writer, version: Version) -> Result<()> {
        writer.record(&self.head, 0);
        let counts = Counts {
            vertices: count16("vertices", self.vertices.len())?,
            uvs: count16("uvs", self.uvs.len())?,
            normals: count16("normals", self.normals.len())?,
            colors: count16("colors", self.colors.len())?,
            faces: count16("faces", self.faces.len())?,
            bone_groups: count16("bone_groups", self.bone_groups.len())?,
            face_groups: count16("face_groups", self.face_groups.len())?,
            vertex_groups: count16("vertex_groups", self.vertex_groups.len())?,
            ops: count16("ops", self.ops.len())?,
            scale: self.scale,
        };
        writer.record(&counts, 0);
        writer.list(&self.vertices);
        match (&self.uvs, version) {
            (Uvs::Short(uvs), Version::Old) => writer.list(uvs),
            (Uvs::Float(uvs), Version::New) => writer.list(uvs),
            // An empty list is the same in both.
            (uvs, _) if uvs.is_empty() => {}
            (Uvs::Short(_), Version::New) => {
                return unwritable("uvs", "floats in the new version", "integers");
            }
            (Uvs::Float(_), Version::Old) => {
                return unwritable("uvs", "integers in the old version", "floats");
            }
        }
        writer.list(&self.normals);
        writer.list(&self.colors);
        put_records(writer, &self.faces);
        put_records(writer, &self.bone_groups);
        put_records(writer, &self.face_groups);
        put_records(writer, &self.vertex_groups);
        put_records(writer, &self.ops);
        Ok(())
    }

    fn name(&self) -> Reference {
        self.head.name
    }

    fn links(&self, visit: &mut impl FnMut(Link)) {
        let head = &self.head;
        visit(Link { what: "palette", reference: head.palette, types: &[0x31] });
        visit(Link { what: "animation", reference: head.animation, types: &[0x2F] });
        visit(Link { what: "volume", reference: head.volume(), types: &[0x18] });
    }
}
