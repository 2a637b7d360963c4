//! How a face of a sprite or a wall is drawn: fields that flags say are there.
//! Source: `docs/spec/everquest/wld.md`, "0x22 Region".

use super::fields::{agree, counted, optional, put_counted, put_optional};
use super::fragment::Link;
use super::reference::Reference;
use binary::{Cursor, Result, Writer};
use serde::{Deserialize, Serialize};

const PEN: u32 = 0x01;
const BRIGHTNESS: u32 = 0x02;
const SCALED_AMBIENT: u32 = 0x04;
const SPRITE: u32 = 0x08;
const UV_FRAME: u32 = 0x10;
const UVS: u32 = 0x20;

/// How a face is drawn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RenderInfo {
    /// A bit for each field that is there; 0x40 is two-sided.
    pub flags: u32,
    /// Bit 0x01.
    pub pen: Option<u32>,
    /// Bit 0x02.
    pub brightness: Option<f32>,
    /// Bit 0x04.
    pub scaled_ambient: Option<f32>,
    /// Bit 0x08: the picture.
    pub sprite: Option<Reference>,
    /// Bit 0x10: origin, U axis, V axis.
    pub uv_frame: Option<[f32; 9]>,
    /// Bit 0x20.
    pub uvs: Option<Vec<[f32; 2]>>,
}

impl RenderInfo {
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let flags: u32 = cursor.value("render_flags")?;
        let has = |bit: u32| flags & bit != 0;
        Ok(RenderInfo {
            flags,
            pen: optional(cursor, has(PEN), "pen")?,
            brightness: optional(cursor, has(BRIGHTNESS), "brightness")?,
            scaled_ambient: optional(cursor, has(SCALED_AMBIENT), "scaled_ambient")?,
            sprite: optional(cursor, has(SPRITE), "sprite")?,
            uv_frame: optional(cursor, has(UV_FRAME), "uv_frame")?,
            uvs: has(UVS).then(|| counted(cursor, "uvs")).transpose()?,
        })
    }

    pub(super) fn write(&self, writer: &mut Writer) -> Result<()> {
        writer.value(&self.flags);
        let has = |bit: u32| self.flags & bit != 0;
        put_optional(writer, has(PEN), self.pen.as_ref(), "pen")?;
        put_optional(writer, has(BRIGHTNESS), self.brightness.as_ref(), "brightness")?;
        put_optional(writer, has(SCALED_AMBIENT), self.scaled_ambient.as_ref(), "scaled_ambient")?;
        put_optional(writer, has(SPRITE), self.sprite.as_ref(), "sprite")?;
        put_optional(writer, has(UV_FRAME), self.uv_frame.as_ref(), "uv_frame")?;
        agree(has(UVS), self.uvs.is_some(), "uvs")?;
        match &self.uvs {
            Some(uvs) => put_counted(writer, uvs, "uvs"),
            None => Ok(()),
        }
    }

    pub(super) fn links(&self, visit: &mut impl FnMut(Link)) {
        if let Some(reference) = self.sprite {
            visit(Link { what: "sprite", reference, types: &[0x05, 0x07] });
        }
    }
}
