//! Meshes of the old type. Source: `docs/spec/everquest/wld.md`,
//! "0x2C DmSpriteDef (legacy mesh)".

use super::codes::{MESH_COUNTS, MESH_GROUPS, MESH_INDEX};
use super::fields::{
    agree, count, count16, counted, optional, put_counted, put_optional, put_records, records,
};
use super::fragment::{Link, Stored};
use super::header::Version;
use super::mesh::Group;
use super::reference::Reference;
use binary::{Cursor, Report, Result, Writer, record};
use serde::{Deserialize, Serialize};

/// [`LegacyMesh::flags`]: the lists that follow.
pub mod legacy_flags {
    /// Numbers of unknown meaning.
    pub const NUMBERS: u32 = 0x200;
    /// Groups of faces.
    pub const FACE_GROUPS: u32 = 0x800;
    /// Groups of vertices.
    pub const VERTEX_GROUPS: u32 = 0x1000;
    /// Three floats of unknown meaning.
    pub const VECTOR: u32 = 0x2000;
    /// Six floats: perhaps a box.
    pub const BOX: u32 = 0x4000;
}

record! {
    /// What stands ahead of the arrays; the writer makes the counts.
    struct Head in "everquest.wld.legacy_mesh" sizes [68] {
        name: Reference [0],
        flags: u32 [4],
        vertices: u32 [8],
        uvs: u32 [12],
        normals: u32 [16],
        colors: u32 [20],
        faces: u32 [24],
        ops: u16 [28],
        unknown: u16 [30],
        bone_groups: u32 [32],
        palette: Reference [36],
        animation: Reference [40],
        center: [f32; 3] [44],
        unknown_floats: [f32; 3] [56],
    }
}

record! {
    /// A triangle.
    #[derive(Copy, Eq)]
    pub struct LegacyFace in "everquest.wld.legacy_mesh.face" sizes [16] {
        /// Usually 0x4B.
        flags: u16 [0],
        /// Of unknown meaning.
        unknown: [u16; 4] [2],
        /// Numbers of its vertices, from 0.
        vertices: [u16; 3] [10],
    }
}

record! {
    /// A step to a coarser mesh.
    #[derive(Copy, Eq)]
    pub struct LegacyMeshOp in "everquest.wld.legacy_mesh.op" sizes [12] {
        /// As those of the other meshes: 1 to 4.
        kind: u32 [0],
        /// A number of a face or vertex; with kind 4 the bits of a float.
        value: u32 [4],
        first: u16 [8],
        second: u16 [10],
    }
}

/// A mesh of the old type (0x2C).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LegacyMesh {
    /// Its name.
    pub name: Reference,
    /// See [`legacy_flags`].
    pub flags: u32,
    /// 0.
    pub unknown: u16,
    /// The 0x31.
    pub palette: Reference,
    /// The 0x2F of animated vertices, or none.
    pub animation: Reference,
    /// Vertices are relative to it.
    pub center: [f32; 3],
    /// The third may be the radius.
    pub unknown_floats: [f32; 3],
    /// About the centre.
    pub vertices: Vec<[f32; 3]>,
    /// In textures, V upwards.
    pub uvs: Vec<[f32; 2]>,
    /// Of length 1.
    pub normals: Vec<[f32; 3]>,
    /// Blue, green, red, daylight.
    pub colors: Vec<[u8; 4]>,
    /// The triangles.
    pub faces: Vec<LegacyFace>,
    /// Steps to coarser meshes.
    pub ops: Vec<LegacyMeshOp>,
    /// Which vertices are in the space of which bone.
    pub bone_groups: Vec<Group>,
    /// With flag 0x200.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<Vec<u32>>,
    /// With flag 0x800.
    pub face_groups: Option<Vec<Group>>,
    /// With flag 0x1000.
    pub vertex_groups: Option<Vec<Group>>,
    /// With flag 0x2000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vector: Option<[f32; 3]>,
    /// With flag 0x4000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[f32; 6]>,
}

impl LegacyMesh {
    fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    fn check(&self, at: usize, report: &mut Report) {
        let count = self.vertices.len();
        let lists =
            [("UVs", self.uvs.len()), ("normals", self.normals.len()), ("colours", self.colors.len())];
        for (what, length) in lists {
            if length != count && length != 0 {
                report.habit(&MESH_COUNTS, at, format_args!("{what} for {count} vertices"), length);
            }
        }
        let beyond = |face: &LegacyFace| face.vertices.iter().any(|index| usize::from(*index) >= count);
        if self.faces.iter().any(beyond) {
            report.habit(&MESH_INDEX, at, format_args!("vertices below {count} in each face"), "others");
        }
        let groups = [
            ("face groups", self.face_groups.as_ref(), self.faces.len()),
            ("vertex groups", self.vertex_groups.as_ref(), count),
        ];
        for (what, groups, wanted) in groups {
            let Some(groups) = groups else { continue };
            let sum: usize = groups.iter().map(|group| usize::from(group.count)).sum();
            if sum != wanted {
                report.habit(&MESH_GROUPS, at, format_args!("{what} for {wanted}"), sum);
            }
        }
    }
}

/// Groups behind their count, if `present`.
fn groups(cursor: &mut Cursor<'_>, present: bool, label: &'static str) -> Result<Option<Vec<Group>>> {
    let read = |cursor: &mut Cursor<'_>| {
        let count: u32 = cursor.value("count")?;
        records(cursor, label, count as usize)
    };
    present.then(|| read(cursor)).transpose()
}

fn put_groups(writer: &mut Writer, present: bool, groups: Option<&Vec<Group>>, what: &str) -> Result<()> {
    agree(present, groups.is_some(), what)?;
    if let Some(groups) = groups {
        writer.value(&count(what, groups.len())?);
        put_records(writer, groups);
    }
    Ok(())
}

impl Stored for LegacyMesh {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let at = cursor.offset();
        let head: Head = cursor.record(0)?;
        let has = |flag: u32| head.flags & flag != 0;
        let mesh = LegacyMesh {
            name: head.name,
            flags: head.flags,
            unknown: head.unknown,
            palette: head.palette,
            animation: head.animation,
            center: head.center,
            unknown_floats: head.unknown_floats,
            vertices: cursor.list(head.vertices as usize, "vertices")?,
            uvs: cursor.list(head.uvs as usize, "uvs")?,
            normals: cursor.list(head.normals as usize, "normals")?,
            colors: cursor.list(head.colors as usize, "colors")?,
            faces: records(cursor, "face", head.faces as usize)?,
            ops: records(cursor, "op", head.ops.into())?,
            bone_groups: records(cursor, "bone_group", head.bone_groups as usize)?,
            numbers: has(legacy_flags::NUMBERS).then(|| counted(cursor, "numbers")).transpose()?,
            face_groups: groups(cursor, has(legacy_flags::FACE_GROUPS), "face_group")?,
            vertex_groups: groups(cursor, has(legacy_flags::VERTEX_GROUPS), "vertex_group")?,
            vector: optional(cursor, has(legacy_flags::VECTOR), "vector")?,
            bounds: optional(cursor, has(legacy_flags::BOX), "bounds")?,
        };
        mesh.check(at, &mut cursor.report);
        Ok(mesh)
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        let head = Head {
            name: self.name,
            flags: self.flags,
            vertices: count("vertices", self.vertices.len())?,
            uvs: count("uvs", self.uvs.len())?,
            normals: count("normals", self.normals.len())?,
            colors: count("colors", self.colors.len())?,
            faces: count("faces", self.faces.len())?,
            ops: count16("ops", self.ops.len())?,
            unknown: self.unknown,
            bone_groups: count("bone_groups", self.bone_groups.len())?,
            palette: self.palette,
            animation: self.animation,
            center: self.center,
            unknown_floats: self.unknown_floats,
        };
        writer.record(&head, 0);
        writer.list(&self.vertices);
        writer.list(&self.uvs);
        writer.list(&self.normals);
        writer.list(&self.colors);
        put_records(writer, &self.faces);
        put_records(writer, &self.ops);
        put_records(writer, &self.bone_groups);
        agree(self.has(legacy_flags::NUMBERS), self.numbers.is_some(), "numbers")?;
        if let Some(numbers) = &self.numbers {
            put_counted(writer, numbers, "numbers")?;
        }
        let faces = self.face_groups.as_ref();
        put_groups(writer, self.has(legacy_flags::FACE_GROUPS), faces, "face_groups")?;
        let vertices = self.vertex_groups.as_ref();
        put_groups(writer, self.has(legacy_flags::VERTEX_GROUPS), vertices, "vertex_groups")?;
        put_optional(writer, self.has(legacy_flags::VECTOR), self.vector.as_ref(), "vector")?;
        put_optional(writer, self.has(legacy_flags::BOX), self.bounds.as_ref(), "bounds")
    }

    fn name(&self) -> Reference {
        self.name
    }

    fn links(&self, visit: &mut impl FnMut(Link)) {
        visit(Link { what: "palette", reference: self.palette, types: &[0x31] });
        visit(Link { what: "animation", reference: self.animation, types: &[0x2F] });
    }
}
