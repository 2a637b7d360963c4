//! Flat pictures, sprites of a few faces, and those of other games of the engine. Source:
//! `docs/spec/everquest/wld.md`, "9. Particles and small types".

use super::codes::{FRAMES, SLEEP, unwritable};
use super::fields::{agree, count, optional, put_optional};
use super::fragment::{Link, Stored};
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
#[serde(deny_unknown_fields)]
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
#[serde(deny_unknown_fields)]
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

    fn links(&self, visit: &mut impl FnMut(Link)) {
        visit(Link { what: "sphere", reference: self.sphere, types: &[0x16, 0x1A] });
        self.nodes.iter().for_each(|node| node.render.links(visit));
    }
}

/// A flat picture that turns to the viewer (0x06): coins, blood.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TwoDSpriteDef {
    /// Its name.
    pub name: Reference,
    /// See [`sprite_shape_flags`].
    pub flags: u32,
    /// Pictures of each heading.
    pub frame_count: u32,
    /// Width and height.
    pub size: [f32; 2],
    /// A sphere, or none.
    pub sphere: Reference,
    /// With flag 0x80.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth_scale: Option<f32>,
    /// With flag 0x01.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub center: Option<[f32; 3]>,
    /// With flag 0x02.
    pub radius: Option<f32>,
    /// With flag 0x04.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current_frame: Option<u32>,
    /// With flag 0x08: milliseconds per frame.
    pub sleep_ms: Option<u32>,
    /// How it looks from above and below; one for a whole turn in known files.
    pub pitches: Vec<Pitch>,
    /// As that of materials: 0x487 or 0x493.
    pub render_method: u32,
    /// The rest of how it is drawn.
    pub render: RenderInfo,
}

/// How a flat picture looks up to a pitch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pitch {
    /// Its end, 512 to a turn.
    pub cap: u32,
    /// Number of headings; with bit 31 it is the view from above or below.
    pub headings_word: u32,
    /// How it looks up to a heading.
    pub headings: Vec<Heading>,
}

/// How a flat picture looks up to a heading.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heading {
    /// Its end.
    pub cap: u32,
    /// The 0x03 of each frame.
    pub frames: Vec<Reference>,
}

/// In the word with the number of headings: the view from above or below.
pub const TOP_OR_BOTTOM: u32 = 0x8000_0000;

impl Pitch {
    /// Bytes of the smallest.
    const SMALLEST: usize = 8;

    fn read(cursor: &mut Cursor<'_>, frame_count: u32) -> Result<Self> {
        let cap = cursor.value("cap")?;
        let headings_word: u32 = cursor.value("heading_count")?;
        let count = (headings_word & !TOP_OR_BOTTOM) as usize;
        cursor.expect_items(count, 4, "headings")?;
        let mut headings = Vec::with_capacity(count);
        for _ in 0..count {
            let cap = cursor.value("cap")?;
            headings.push(Heading { cap, frames: cursor.list(frame_count as usize, "frames")? });
        }
        Ok(Pitch { cap, headings_word, headings })
    }

    fn write(&self, writer: &mut Writer, frame_count: u32) -> Result<()> {
        writer.value(&self.cap);
        if count("headings", self.headings.len())? != self.headings_word & !TOP_OR_BOTTOM {
            return unwritable("headings", "as many as their word says", self.headings.len());
        }
        writer.value(&self.headings_word);
        for heading in &self.headings {
            writer.value(&heading.cap);
            if heading.frames.len() != frame_count as usize {
                return unwritable(
                    "frames",
                    format_args!("{frame_count} for each heading"),
                    heading.frames.len(),
                );
            }
            writer.list(&heading.frames);
        }
        Ok(())
    }
}

impl Stored for TwoDSpriteDef {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let at = cursor.offset();
        let name = cursor.value("name")?;
        let flags: u32 = cursor.value("flags")?;
        let frame_count: u32 = cursor.value("frame_count")?;
        let pitch_count: u32 = cursor.value("pitch_count")?;
        let size = cursor.value("size")?;
        let sphere = cursor.value("sphere")?;
        let has = |bit: u32| flags & bit != 0;
        let depth_scale = optional(cursor, has(flag::DEPTH_SCALE), "depth_scale")?;
        let center = optional(cursor, has(flag::CENTER), "center")?;
        let radius = optional(cursor, has(flag::RADIUS), "radius")?;
        let current_frame = optional(cursor, has(flag::CURRENT_FRAME), "current_frame")?;
        let sleep_ms = optional(cursor, has(flag::SLEEP), "sleep_ms")?;
        cursor.expect_items(pitch_count as usize, Pitch::SMALLEST, "pitches")?;
        let mut pitches = Vec::with_capacity(pitch_count as usize);
        for index in 0..pitch_count as usize {
            let read = |cursor: &mut Cursor<'_>| Pitch::read(cursor, frame_count);
            pitches.push(cursor.within(Segment::at("pitch", index), read)?);
        }
        if frame_count == 0 {
            cursor.report.habit(&FRAMES, at, "at least one frame", 0);
        }
        if sleep_ms == Some(0) {
            cursor.report.habit(&SLEEP, at, "milliseconds per frame above 0", 0);
        }
        let render_method = cursor.value("render_method")?;
        let render = RenderInfo::read(cursor)?;
        Ok(TwoDSpriteDef {
            name,
            flags,
            frame_count,
            size,
            sphere,
            depth_scale,
            center,
            radius,
            current_frame,
            sleep_ms,
            pitches,
            render_method,
            render,
        })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.value(&self.name);
        writer.value(&self.flags);
        writer.value(&self.frame_count);
        writer.value(&count("pitches", self.pitches.len())?);
        writer.value(&self.size);
        writer.value(&self.sphere);
        let has = |bit: u32| self.flags & bit != 0;
        put_optional(writer, has(flag::DEPTH_SCALE), self.depth_scale.as_ref(), "depth_scale")?;
        put_optional(writer, has(flag::CENTER), self.center.as_ref(), "center")?;
        put_optional(writer, has(flag::RADIUS), self.radius.as_ref(), "radius")?;
        put_optional(writer, has(flag::CURRENT_FRAME), self.current_frame.as_ref(), "current_frame")?;
        put_optional(writer, has(flag::SLEEP), self.sleep_ms.as_ref(), "sleep_ms")?;
        self.pitches.iter().try_for_each(|pitch| pitch.write(writer, self.frame_count))?;
        writer.value(&self.render_method);
        self.render.write(writer)
    }

    fn name(&self) -> Reference {
        self.name
    }

    fn links(&self, visit: &mut impl FnMut(Link)) {
        visit(Link { what: "sphere", reference: self.sphere, types: &[0x16, 0x1A] });
        for heading in self.pitches.iter().flat_map(|pitch| &pitch.headings) {
            for frame in &heading.frames {
                visit(Link { what: "a frame", reference: *frame, types: &[0x03] });
            }
        }
        self.render.links(visit);
    }
}

/// Sprites in turn (0x0A), of other games of the engine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FourDSpriteDef {
    /// Its name.
    pub name: Reference,
    /// See [`sprite_shape_flags`].
    pub flags: u32,
    /// Length of the frames, if they are there.
    pub frame_count: u32,
    /// Perhaps a sphere.
    pub reference: Reference,
    /// With flag 0x01.
    pub center: Option<[f32; 3]>,
    /// With flag 0x02.
    pub radius: Option<f32>,
    /// With flag 0x04.
    pub current_frame: Option<u32>,
    /// With flag 0x08: milliseconds per frame.
    pub sleep_ms: Option<u32>,
    /// With flag 0x10.
    pub frames: Option<Vec<Reference>>,
}

impl Stored for FourDSpriteDef {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let name = cursor.value("name")?;
        let flags: u32 = cursor.value("flags")?;
        let frame_count: u32 = cursor.value("frame_count")?;
        let reference = cursor.value("reference")?;
        let has = |bit: u32| flags & bit != 0;
        Ok(FourDSpriteDef {
            name,
            flags,
            frame_count,
            reference,
            center: optional(cursor, has(flag::CENTER), "center")?,
            radius: optional(cursor, has(flag::RADIUS), "radius")?,
            current_frame: optional(cursor, has(flag::CURRENT_FRAME), "current_frame")?,
            sleep_ms: optional(cursor, has(flag::SLEEP), "sleep_ms")?,
            frames: has(flag::FRAMES).then(|| cursor.list(frame_count as usize, "frames")).transpose()?,
        })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.value(&self.name);
        writer.value(&self.flags);
        writer.value(&self.frame_count);
        writer.value(&self.reference);
        let has = |bit: u32| self.flags & bit != 0;
        put_optional(writer, has(flag::CENTER), self.center.as_ref(), "center")?;
        put_optional(writer, has(flag::RADIUS), self.radius.as_ref(), "radius")?;
        put_optional(writer, has(flag::CURRENT_FRAME), self.current_frame.as_ref(), "current_frame")?;
        put_optional(writer, has(flag::SLEEP), self.sleep_ms.as_ref(), "sleep_ms")?;
        agree(has(flag::FRAMES), self.frames.is_some(), "frames")?;
        match &self.frames {
            Some(frames) if frames.len() != self.frame_count as usize => {
                unwritable("frames", self.frame_count, frames.len())
            }
            Some(frames) => {
                writer.list(frames);
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn name(&self) -> Reference {
        self.name
    }
}

/// Points with colours (0x0C), of a version before the game's release.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParticleSpriteDef {
    /// Its name.
    pub name: Reference,
    /// See [`sprite_shape_flags`].
    pub flags: u32,
    /// Of unknown meaning.
    pub unknown: u32,
    /// With flag 0x01.
    pub center: Option<[f32; 3]>,
    /// With flag 0x02.
    pub radius: Option<f32>,
    /// The points.
    pub vertices: Vec<[f32; 3]>,
    /// As that of materials.
    pub render_method: u32,
    /// The rest of how it is drawn.
    pub render: RenderInfo,
    /// A colour for each point.
    pub pens: Vec<u32>,
}

impl Stored for ParticleSpriteDef {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let name = cursor.value("name")?;
        let flags: u32 = cursor.value("flags")?;
        let count: u32 = cursor.value("vertex_count")?;
        Ok(ParticleSpriteDef {
            name,
            flags,
            unknown: cursor.value("unknown")?,
            center: optional(cursor, flags & flag::CENTER != 0, "center")?,
            radius: optional(cursor, flags & flag::RADIUS != 0, "radius")?,
            vertices: cursor.list(count as usize, "vertices")?,
            render_method: cursor.value("render_method")?,
            render: RenderInfo::read(cursor)?,
            pens: cursor.list(count as usize, "pens")?,
        })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.value(&self.name);
        writer.value(&self.flags);
        writer.value(&count("vertices", self.vertices.len())?);
        writer.value(&self.unknown);
        put_optional(writer, self.flags & flag::CENTER != 0, self.center.as_ref(), "center")?;
        put_optional(writer, self.flags & flag::RADIUS != 0, self.radius.as_ref(), "radius")?;
        writer.list(&self.vertices);
        writer.value(&self.render_method);
        self.render.write(writer)?;
        if self.pens.len() != self.vertices.len() {
            return unwritable("pens", format_args!("{} as vertices", self.vertices.len()), self.pens.len());
        }
        writer.list(&self.pens);
        Ok(())
    }

    fn name(&self) -> Reference {
        self.name
    }

    fn links(&self, visit: &mut impl FnMut(Link)) {
        self.render.links(visit);
    }
}
