//! The list of materials. Source: `docs/spec/zbd/mechlib.md`, "materials".

use super::file::FORMAT;
use crate::Lenstr;
use crate::gamez::materials::flags;
use crate::gamez::rules::COUNT32_MAX;
use binary::{
    Cursor, Finding, Layout, Mode, Record, Report, Result, Segment, Severity, Writer, codes, record,
};
use serde::{Deserialize, Serialize};

codes! {
    COUNT = "zbd.mechlib.materials.count": "the number of materials is negative or above 32767" => "the file is damaged or was made by another tool; export it again";
    FLAGS = "zbd.mechlib.material.flags": "a material is neither textured nor coloured" => "use 0x11 for a texture, 0x10 for a colour";
    ALPHA = "zbd.mechlib.material.alpha": "a textured material is not opaque" => "set alpha to 255; textures carry their own transparency";
    RGB = "zbd.mechlib.material.rgb": "a material's packed colour is not the usual one" => "set it to 0x7FFF on textured materials, else to 0";
    COLOR = "zbd.mechlib.material.color": "a material's colour is out of range" => "use white, 255 each, on textured materials, else 0 to 255 per channel";
    TEXTURE_INDEX = "zbd.mechlib.material.texture_index": "a coloured material has the address of a texture" => "set it to 0";
    TEXTURE = "zbd.mechlib.material.texture": "a texture's name is not 7-bit text" => "use ASCII only";
    WRITE_MATERIAL = "zbd.mechlib.write.material": "a material does not fit the format" => "keep a texture's name exactly where TEXTURED is set, and at most 32767 materials";
}

record! {
    /// A material as GameZ has it, without its place in the array.
    pub struct MaterialInfo in "zbd.mechlib.material" sizes [40] {
        /// Opacity 0..=255; 255 on textured materials.
        alpha: u8 [0],
        /// 0x11 textured, 0x10 coloured; see [`flags`].
        flags: u8 [1],
        /// Packed colour, unused: 0x7FFF when textured, else 0.
        rgb: u16 [2],
        /// Each channel 0.0..=255.0; white when textured.
        color: [f32; 3] [4],
        /// Stale address of the texture, else 0.
        texture_index: u32 [16],
        field20: f32 [20] must 0.0,
        field24: f32 [24] must 0.5,
        field28: f32 [28] must 0.5,
        soil: u32 [32] must 0,
        cycle_ptr: u32 [36] must 0,
    }
}

/// A material of the library.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Material {
    /// Colour and kind.
    pub info: MaterialInfo,
    /// Name of the texture, exactly when it is textured.
    pub texture: Option<Lenstr>,
}

/// Reads the member `materials`.
///
/// # Errors
/// Structural damage, in either mode; in strict mode the report's verdict says
/// whether a documented habit is broken.
pub fn read_materials(bytes: &[u8], mode: Mode) -> Result<(Vec<Material>, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let materials = read(&mut cursor)?;
    Ok((materials, cursor.finish()?))
}

/// Reads the list at the cursor.
pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Vec<Material>> {
    let at = cursor.offset();
    let count: i32 = cursor.value("count")?;
    let Some(count) = usize::try_from(count).ok().filter(|count| *count <= COUNT32_MAX) else {
        return Err(cursor.report.broken(&COUNT, at, "a count of 0..=32767", count));
    };
    cursor.expect_items(count, MaterialInfo::SIZES[0], "materials")?;
    let mut materials = Vec::with_capacity(count);
    for index in 0..count {
        materials.push(cursor.within(Segment::at("material", index), |cursor| {
            let at = cursor.offset();
            let info: MaterialInfo = cursor.record(0)?;
            info.check(&mut cursor.report, at);
            let texture =
                if info.is_textured() { Some(Lenstr::read(cursor, "texture", &TEXTURE)?) } else { None };
            Ok(Material { info, texture })
        })?);
    }
    Ok(materials)
}

impl MaterialInfo {
    /// True when the name of a texture belongs to it.
    pub fn is_textured(&self) -> bool {
        self.flags & flags::TEXTURED != 0
    }

    fn check(&self, report: &mut Report, at: usize) {
        let offset = |field: &str| {
            let row: Option<&Layout> = Self::LAYOUT.iter().find(|row| row.name == field);
            at + row.and_then(|row| row.offset(0)).unwrap_or_default()
        };
        let textured = self.is_textured();
        let wanted = if textured { flags::ALWAYS | flags::TEXTURED } else { flags::ALWAYS };
        if self.flags != wanted {
            let found = format_args!("{:#04x}", self.flags);
            report.habit(&FLAGS, offset("flags"), "0x11 or 0x10", found);
        }
        if textured && self.alpha != 255 {
            report.habit(&ALPHA, offset("alpha"), 255, self.alpha);
        }
        let rgb = if textured { 0x7FFF } else { 0 };
        if self.rgb != rgb {
            report.habit(&RGB, offset("rgb"), rgb, self.rgb);
        }
        let channels = if textured { 255.0..=255.0 } else { 0.0..=255.0 };
        if !self.color.iter().all(|channel| channels.contains(channel)) {
            let found = format_args!("{:?}", self.color);
            report.habit(&COLOR, offset("color"), format_args!("channels of {channels:?}"), found);
        }
        if !textured && self.texture_index != 0 {
            report.habit(&TEXTURE_INDEX, offset("texture_index"), 0, self.texture_index);
        }
    }
}

/// Writes the member `materials`.
///
/// # Errors
/// `zbd.mechlib.write.material` for more than 32767 materials, and when a name
/// is there without the flag for it or the other way round.
pub fn write_materials(materials: &[Material]) -> Result<Vec<u8>> {
    if materials.len() > COUNT32_MAX {
        return Err(Box::new(unwritable("at most 32767 materials", materials.len())));
    }
    let mut writer = Writer::new();
    writer.value(&(materials.len() as u32));
    for (index, material) in materials.iter().enumerate() {
        if material.info.is_textured() != material.texture.is_some() {
            let finding = unwritable("a name exactly where TEXTURED is set", material.info.flags);
            return Err(Box::new(finding.inside(format_args!("material {index}"))));
        }
        writer.record(&material.info, 0);
        if let Some(texture) = &material.texture {
            if u32::try_from(texture.bytes().len()).is_err() {
                return Err(Box::new(unwritable("a name below 4 GiB", texture.bytes().len())));
            }
            texture.write(&mut writer);
        }
    }
    Ok(writer.into_bytes())
}

fn unwritable(expected: &str, found: impl std::fmt::Display) -> Finding {
    Finding::new(&WRITE_MATERIAL, Severity::Error, "", expected, found)
}
