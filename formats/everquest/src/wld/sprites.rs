//! Flat pictures, and sprites of a few faces. Source:
//! `docs/spec/everquest/wld.md`, "9. Particles and small types".

use super::fields::{count, optional, put_optional};
use super::fragment::{Link, Stored, Visit};
use super::header::Version;
use super::reference::Reference;
use super::render_info::RenderInfo;
use binary::{Cursor, Result, Segment, Writer};
use serde::{Deserialize, Serialize};

/// [`ThreeDSpriteDef::flags`] and the like: the fields that follow.
pub mod sprite_shape_flags {
    /// A centre.
    pub const CENTER: u32 = 0x01;
    /// A radius.
    pub const RADIUS: u32 = 0x02;
    /// A current frame.
    pub const CURRENT_FRAME: u32 = 0x04;
    /// A time per frame.
    pub const SLEEP: u32 = 0x08;
    /// Of a 4D sprite: references.
    pub const FRAMES: u32 = 0x10;
    /// Of a flat sprite: a scale of depth.
    pub const DEPTH_SCALE: u32 = 0x80;
}
use sprite_shape_flags as flag;

/// A few faces in a tree (0x08); in zones the dummy of the camera.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ThreeDSpriteDef {
    /// Its name.
    pub name: Reference,
    /// See [`sprite_shape_flags`].
    pub flags: u32,
    /// A sphere, or none.
    pub sphere: Reference,
    /// With flag 0x01.
    pub center: Option<[f32; 3]>,
    /// With flag 0x02.
    pub radius: Option<f32>,
    /// Its vertices.
    pub vertices: Vec<[f32; 3]>,
    /// Its faces.
    pub nodes: Vec<SpriteNode>,
}

/// A face of a sprite, as a node of its tree.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SpriteNode {
    /// Number of the node in front.
    pub front: u32,
    /// Number of the node behind.
    pub back: u32,
    /// Numbers of vertices.
    pub vertices: Vec<u32>,
    /// As that of materials.
    pub render_method: u32,
    /// The rest of how it is drawn.
    pub render: RenderInfo,
}

impl SpriteNode {
    /// Bytes of the smallest.
    const SMALLEST: usize = 20;

    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let count: u32 = cursor.value("vertex_count")?;
        let front = cursor.value("front")?;
        let back = cursor.value("back")?;
        let vertices = cursor.list(count as usize, "vertices")?;
        let render_method = cursor.value("render_method")?;
        Ok(SpriteNode { front, back, vertices, render_method, render: RenderInfo::read(cursor)? })
    }

    fn write(&self, writer: &mut Writer) -> Result<()> {
        writer.value(&count("vertices", self.vertices.len())?);
        writer.value(&self.front);
        writer.value(&self.back);
        writer.list(&self.vertices);
        writer.value(&self.render_method);
        self.render.write(writer)
    }
}

impl Stored for ThreeDSpriteDef {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let name = cursor.value("name")?;
        let flags: u32 = cursor.value("flags")?;
        let vertex_count: u32 = cursor.value("vertex_count")?;
        let node_count: u32 = cursor.value("node_count")?;
        let sphere = cursor.value("sphere")?;
        let center = optional(cursor, flags & flag::CENTER != 0, "center")?;
        let radius = optional(cursor, flags & flag::RADIUS != 0, "radius")?;
        let vertices = cursor.list(vertex_count as usize, "vertices")?;
        cursor.expect_items(node_count as usize, SpriteNode::SMALLEST, "nodes")?;
        let mut nodes = Vec::with_capacity(node_count as usize);
        for index in 0..node_count as usize {
            nodes.push(cursor.within(Segment::at("node", index), SpriteNode::read)?);
        }
        Ok(ThreeDSpriteDef { name, flags, sphere, center, radius, vertices, nodes })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.value(&self.name);
        writer.value(&self.flags);
        writer.value(&count("vertices", self.vertices.len())?);
        writer.value(&count("nodes", self.nodes.len())?);
        writer.value(&self.sphere);
        put_optional(writer, self.flags & flag::CENTER != 0, self.center.as_ref(), "center")?;
        put_optional(writer, self.flags & flag::RADIUS != 0, self.radius.as_ref(), "radius")?;
        writer.list(&self.vertices);
        self.nodes.iter().try_for_each(|node| node.write(writer))
    }

    fn name(&self) -> Reference {
        self.name
    }

    fn links(&self, visit: &mut Visit<'_>) {
        visit(Link { what: "sphere", reference: self.sphere, types: &[0x16, 0x1A] });
        self.nodes.iter().for_each(|node| node.render.links(visit));
    }
}
