//! Materials, and the lists of them that meshes index. Source:
//! `docs/spec/everquest/wld.md`, "0x30 MaterialDef" and "0x31 MaterialPalette".

use super::fields::{counted, optional, put_counted, put_optional};
use super::fragment::{Link, Stored};
use super::header::Version;
use super::reference::Reference;
use binary::{Cursor, Result, Writer, record};
use serde::{Deserialize, Serialize};

/// [`MaterialHead::flags`].
pub mod material_flags {
    /// Both sides are drawn.
    pub const TWO_SIDED: u32 = 0x01;
    /// The pair at the end exists.
    pub const PAIR: u32 = 0x02;
}

record! {
    /// What every material has.
    #[derive(Copy)]
    pub struct MaterialHead in "everquest.wld.material" sizes [28] {
        name: Reference [0],
        /// See [`material_flags`].
        flags: u32 [4],
        /// See [`MaterialHead::method`].
        render_method: u32 [8],
        /// Pen colour: 4E 4E 4E 00 in zones, B2 B2 B2 00 elsewhere; some skins
        /// of creatures have a tint whose use is unknown.
        pen: [u8; 4] [12],
        /// 0, in half of the creatures 0.1, 1.0 for what glows.
        brightness: f32 [16],
        /// 0.75 or 1.0; 0 for invisible ones.
        scaled_ambient: f32 [20],
        /// The picture, a 0x05, or none.
        sprite: Reference [24],
    }
}

/// A material (0x30).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MaterialDef {
    /// What every material has.
    pub head: MaterialHead,
    /// With flag 0x02: always 0 and 0, perhaps a rate at which the texture moves.
    pub pair: Option<(u32, f32)>,
}

/// What becomes of a face of a material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "snake_case")]
pub enum RenderMethod {
    /// Not drawn. Faces of method 0 are solid all the same.
    Invisible,
    /// Drawn whole; neither the colour key nor alpha counts.
    Opaque,
    /// Colour-keyed: leaves, fences.
    Masked,
    /// Mixed with what is behind at this share of 255.
    Blended(u8),
    /// Added to what is behind, by alpha. Flames take no light.
    Additive {
        /// Takes light.
        lit: bool,
    },
    /// Sky.
    SkyOpaque,
    /// Clouds, mixed by alpha.
    SkyBlended,
    /// Stars, sun and the like: added.
    SkyAdditive,
}

/// The top bit of a render method: the rest is a material number.
pub const USER_DEFINED: u32 = 0x8000_0000;

impl MaterialHead {
    /// What becomes of a face of this material.
    pub fn method(&self) -> RenderMethod {
        method(self.render_method, !self.sprite.is_none())
    }

    /// True when both sides are drawn.
    pub fn is_two_sided(&self) -> bool {
        self.flags & material_flags::TWO_SIDED != 0
    }
}

/// What a render method means for a material with a picture or without. Source:
/// `docs/spec/everquest/wld.md`, "0x30 MaterialDef".
pub fn method(word: u32, has_sprite: bool) -> RenderMethod {
    use RenderMethod::{Additive, Blended, Invisible, Masked, Opaque, SkyAdditive, SkyBlended, SkyOpaque};
    let number = word & !USER_DEFINED;
    // The whole word 0 is the invisible boundary, also with a picture.
    if word == 0 {
        return Invisible;
    }
    if word & USER_DEFINED == 0 {
        return match number {
            // Seen without the top bit and without a picture.
            0x4B | 0x53 => Invisible,
            // Draw style 0 of the software renderer draws nothing.
            _ if !has_sprite || number & 3 == 0 => Invisible,
            // Odd texture styles have a transparent key.
            _ if number >> 7 & 1 == 1 => Masked,
            _ => Opaque,
        };
    }
    match number {
        0x03 | 0x4B | 0x53 => Invisible,
        0x05 => Blended(128),
        0x09 => Blended(64),
        0x0A => Blended(191),
        0x0B => Additive { lit: false },
        0x17 | 0x18 => Additive { lit: true },
        0x0D => SkyOpaque,
        0x0F => SkyBlended,
        0x10 => SkyAdditive,
        0x13 | 0x19 => Masked,
        0x01 | 0x02 | 0x07 | 0x12 | 0x14 | 0x15 | 0x1A | 0x31 => Opaque,
        _ if has_sprite => Opaque,
        _ => Invisible,
    }
}

impl Stored for MaterialDef {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let head: MaterialHead = cursor.record(0)?;
        let has_pair = head.flags & material_flags::PAIR != 0;
        let first = optional(cursor, has_pair, "pair_first")?;
        let second = optional(cursor, has_pair, "pair_second")?;
        Ok(MaterialDef { head, pair: first.zip(second) })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.record(&self.head, 0);
        let has_pair = self.head.flags & material_flags::PAIR != 0;
        let (first, second) = self.pair.unzip();
        put_optional(writer, has_pair, first.as_ref(), "pair")?;
        put_optional(writer, has_pair, second.as_ref(), "pair")
    }

    fn name(&self) -> Reference {
        self.head.name
    }

    fn links(&self, visit: &mut impl FnMut(Link)) {
        visit(Link { what: "sprite", reference: self.head.sprite, types: &[0x05] });
    }
}

/// A list of materials (0x31); meshes count them from 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MaterialPalette {
    /// Its name.
    pub name: Reference,
    /// 0.
    pub flags: u32,
    /// The 0x30.
    pub materials: Vec<Reference>,
}

impl Stored for MaterialPalette {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let name = cursor.value("name")?;
        let flags = cursor.value("flags")?;
        Ok(MaterialPalette { name, flags, materials: counted(cursor, "materials")? })
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.value(&self.name);
        writer.value(&self.flags);
        put_counted(writer, &self.materials, "materials")
    }

    fn name(&self) -> Reference {
        self.name
    }

    fn links(&self, visit: &mut impl FnMut(Link)) {
        for material in &self.materials {
            visit(Link { what: "a material", reference: *material, types: &[0x30] });
        }
    }
}
