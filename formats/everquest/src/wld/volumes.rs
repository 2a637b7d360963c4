//! Volumes: spheres, lists of them, and polyhedra, which are ladders to climb
//! and what collides. Source: `docs/spec/everquest/wld.md`,
//! "0x17 / 0x18 Polyhedron" and "0x16 Sphere".

use super::codes::VOLUME_INDEX;
use super::fields::{count, counted, optional, put_counted, put_optional};
use super::fragment::{Link, Stored};
use super::header::Version;
use super::instance::stored_record;
use super::reference::Reference;
use binary::{Cursor, Result, Segment, Writer, record};
use serde::{Deserialize, Serialize};

record! {
    /// A sphere (0x16).
    #[derive(Copy)]
    pub struct Sphere in "everquest.wld.sphere" sizes [8] {
        name: Reference [0],
        /// 0.1 in zones.
        radius: f32 [4],
    }
}
stored_record!(Sphere);

/// With this flag a scale follows.
pub const SCALED: u32 = 0x01;

/// A polyhedron (0x17): ladders, doors of cells, ships.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PolyhedronDef {
    /// `LADDER_POLYHDEF`.
    pub name: Reference,
    /// [`SCALED`] if the scale counts; it is there in any case.
    pub flags: u32,
    /// About the origin.
    pub radius: f32,
    /// 1.
    pub scale: f32,
    /// Its corners.
    pub vertices: Vec<[f32; 3]>,
    /// Numbers of vertices, from 0.
    pub faces: Vec<Vec<u32>>,
}

impl Stored for PolyhedronDef {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let at = cursor.offset();
        let name = cursor.value("name")?;
        let flags = cursor.value("flags")?;
        let vertex_count: u32 = cursor.value("vertex_count")?;
        let face_count: u32 = cursor.value("face_count")?;
        let radius = cursor.value("radius")?;
        let scale = cursor.value("scale")?;
        let vertices = cursor.list(vertex_count as usize, "vertices")?;
        cursor.expect_items(face_count as usize, 4, "faces")?;
        let mut faces: Vec<Vec<u32>> = Vec::with_capacity(face_count as usize);
        for index in 0..face_count as usize {
            faces.push(cursor.within(Segment::at("face", index), |cursor| counted(cursor, "vertices"))?);
        }
        if faces.iter().flatten().any(|vertex| *vertex >= vertex_count) {
            cursor.report.habit(
                &VOLUME_INDEX,
                at,
                format_args!("vertices below {vertex_count} in each face"),
                "others",
            );
        }
        Ok(PolyhedronDef { name, flags, radius, scale, vertices, faces })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.value(&self.name);
        writer.value(&self.flags);
        writer.value(&count("vertices", self.vertices.len())?);
        writer.value(&count("faces", self.faces.len())?);
        writer.value(&self.radius);
        writer.value(&self.scale);
        writer.list(&self.vertices);
        self.faces.iter().try_for_each(|face| put_counted(writer, face, "face"))
    }

    fn name(&self) -> Reference {
        self.name
    }
}

/// A polyhedron (0x18), for meshes and skeletons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Polyhedron {
    /// Its name.
    pub name: Reference,
    /// The 0x17.
    pub definition: Reference,
    /// [`SCALED`], or 0 in every known file.
    pub flags: u32,
    /// With flag 0x01.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<f32>,
}

impl Stored for Polyhedron {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let name = cursor.value("name")?;
        let definition = cursor.value("definition")?;
        let flags: u32 = cursor.value("flags")?;
        Ok(Polyhedron { name, definition, flags, scale: optional(cursor, flags & SCALED != 0, "scale")? })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.value(&self.name);
        writer.value(&self.definition);
        writer.value(&self.flags);
        put_optional(writer, self.flags & SCALED != 0, self.scale.as_ref(), "scale")
    }

    fn name(&self) -> Reference {
        self.name
    }

    fn links(&self, visit: &mut impl FnMut(Link)) {
        visit(Link { what: "definition", reference: self.definition, types: &[0x17] });
    }
}

/// Several spheres (0x19).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SphereListDef {
    /// Its name.
    pub name: Reference,
    /// See [`SCALED`].
    pub flags: u32,
    /// About the origin.
    pub radius: f32,
    /// With flag 0x01.
    pub scale: Option<f32>,
    /// x, y, z and the radius.
    pub spheres: Vec<[f32; 4]>,
}

impl Stored for SphereListDef {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let name = cursor.value("name")?;
        let flags: u32 = cursor.value("flags")?;
        let count: u32 = cursor.value("count")?;
        let radius = cursor.value("radius")?;
        let scale = optional(cursor, flags & SCALED != 0, "scale")?;
        Ok(SphereListDef { name, flags, radius, scale, spheres: cursor.list(count as usize, "spheres")? })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.value(&self.name);
        writer.value(&self.flags);
        writer.value(&count("spheres", self.spheres.len())?);
        writer.value(&self.radius);
        put_optional(writer, self.flags & SCALED != 0, self.scale.as_ref(), "scale")?;
        writer.list(&self.spheres);
        Ok(())
    }

    fn name(&self) -> Reference {
        self.name
    }
}
