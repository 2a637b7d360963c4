//! Walls and obstacles of regions, which no known file has. Source:
//! `docs/spec/everquest/wld.md`, "0x22 Region".

use super::fields::{agree, counted, optional, put_counted, put_optional, put_user_data, user_data};
use super::fragment::Link;
use super::render_info::RenderInfo;
use super::strings::Inline;
use binary::{Cursor, Result, Writer};
use serde::{Deserialize, Serialize};

/// [`Wall::flags`].
pub mod wall_flags {
    /// One can stand on it.
    pub const FLOOR: u32 = 1;
    /// It is drawn.
    pub const RENDERABLE: u32 = 2;
}

/// A wall of a region.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wall {
    /// See [`wall_flags`].
    pub flags: u32,
    /// Numbers of render vertices.
    pub vertices: Vec<u32>,
    /// With flag 2: how it is drawn.
    pub drawn: Option<Box<DrawnWall>>,
}

/// How a wall is drawn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawnWall {
    /// As that of materials.
    pub render_method: u32,
    /// The rest of how it is drawn.
    pub render: RenderInfo,
    /// Its plane.
    pub plane: [f32; 4],
}

impl DrawnWall {
    fn read(cursor: &mut Cursor<'_>) -> Result<Box<Self>> {
        let render_method = cursor.value("render_method")?;
        let render = RenderInfo::read(cursor)?;
        Ok(Box::new(DrawnWall { render_method, render, plane: cursor.value("plane")? }))
    }
}

impl Wall {
    /// Bytes of the smallest.
    pub(super) const SMALLEST: usize = 8;

    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let flags: u32 = cursor.value("flags")?;
        let vertices = counted(cursor, "vertices")?;
        let is_drawn = flags & wall_flags::RENDERABLE != 0;
        Ok(Wall { flags, vertices, drawn: is_drawn.then(|| DrawnWall::read(cursor)).transpose()? })
    }

    pub(super) fn write(&self, writer: &mut Writer) -> Result<()> {
        writer.value(&self.flags);
        put_counted(writer, &self.vertices, "vertices")?;
        agree(self.flags & wall_flags::RENDERABLE != 0, self.drawn.is_some(), "drawn")?;
        if let Some(drawn) = &self.drawn {
            writer.value(&drawn.render_method);
            drawn.render.write(writer)?;
            writer.value(&drawn.plane);
        }
        Ok(())
    }

    pub(super) fn links(&self, visit: &mut impl FnMut(Link)) {
        if let Some(drawn) = &self.drawn {
            drawn.render.links(visit);
        }
    }
}

/// With this flag an obstacle has user data.
const USER_DATA: u32 = 4;

/// An obstacle of a region.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Obstacle {
    /// 4: user data follow.
    pub flags: u32,
    /// The region behind it.
    pub next_region: i32,
    /// See the optional fields.
    #[serde(rename = "type")]
    pub kind: i32,
    /// Of the types 14 and -15.
    pub vertices: Option<Vec<u32>>,
    /// Of type -15.
    pub plane: Option<[f32; 4]>,
    /// Of type 18.
    pub wall: Option<u32>,
    /// With flag 4.
    pub user_data: Option<Inline>,
}

impl Obstacle {
    /// Bytes of the smallest.
    pub(super) const SMALLEST: usize = 12;

    const fn has_vertices(kind: i32) -> bool {
        matches!(kind, 14 | -15)
    }

    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let flags: u32 = cursor.value("flags")?;
        let next_region = cursor.value("next_region")?;
        let kind: i32 = cursor.value("type")?;
        Ok(Obstacle {
            flags,
            next_region,
            kind,
            vertices: Self::has_vertices(kind).then(|| counted(cursor, "vertices")).transpose()?,
            plane: optional(cursor, kind == -15, "plane")?,
            wall: optional(cursor, kind == 18, "wall")?,
            user_data: (flags & USER_DATA != 0).then(|| user_data(cursor)).transpose()?,
        })
    }

    pub(super) fn write(&self, writer: &mut Writer) -> Result<()> {
        writer.value(&self.flags);
        writer.value(&self.next_region);
        writer.value(&self.kind);
        agree(Self::has_vertices(self.kind), self.vertices.is_some(), "vertices")?;
        if let Some(vertices) = &self.vertices {
            put_counted(writer, vertices, "vertices")?;
        }
        put_optional(writer, self.kind == -15, self.plane.as_ref(), "plane")?;
        put_optional(writer, self.kind == 18, self.wall.as_ref(), "wall")?;
        agree(self.flags & USER_DATA != 0, self.user_data.is_some(), "user_data")?;
        match &self.user_data {
            Some(text) => put_user_data(writer, text),
            None => Ok(()),
        }
    }
}
