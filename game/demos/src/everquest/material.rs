//! Materials of worlds: pictures, frames and how they are drawn. Source:
//! `docs/spec/everquest/wld.md`, "3. Textures and materials".

use super::wrong;
use binary::Result;
use everquest::wld::materials::material_flags;
use everquest::wld::{
    BitmapInfo, Body, Builder, Inline, Instance, MaterialDef, MaterialHead, MaterialPalette, Reference,
    SimpleSpriteDef,
};

/// How a material is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum Method {
    /// Not at all, but bodies collide with it.
    Invisible = 0,
    Opaque = 0x8000_0001,
    /// Half transparent: water.
    Half = 0x8000_0005,
    /// Flames.
    Additive = 0x8000_000B,
    /// Opaque, of creatures.
    Body = 0x8000_0014,
    /// The upper layer of the sky, clouds, the sun.
    SkyOpaque = 0x8000_000D,
    SkyBlended = 0x8000_000F,
    SkyAdditive = 0x8000_0010,
    /// Leaves: what has index 0 or no alpha is left out.
    Masked = 0x8000_0013,
}

/// A material.
#[derive(Clone, Copy, Debug)]
pub(super) struct Material<'a> {
    /// Its name without `_MDF`.
    pub name: &'a str,
    pub method: Method,
    /// Files of pictures, shown in turn; none of what is not seen.
    pub frames: &'a [&'a str],
    pub frame_ms: u32,
    /// Seen from both sides.
    pub two_sided: bool,
}

impl<'a> Material<'a> {
    pub const fn still(name: &'a str, method: Method, frames: &'a [&'a str]) -> Self {
        Material { name, method, frames, frame_ms: 0, two_sided: false }
    }

    pub const fn moving(name: &'a str, method: Method, frames: &'a [&'a str], frame_ms: u32) -> Self {
        Material { name, method, frames, frame_ms, two_sided: false }
    }
}

/// What differs between kinds of worlds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habits {
    pub sprite_flags: u32,
    pub pen: [u8; 4],
}

pub(super) const OF_ZONES: Habits = Habits { sprite_flags: 0x50, pen: [0x4E, 0x4E, 0x4E, 0] };
pub(super) const OF_OTHERS: Habits = Habits { sprite_flags: 0, pen: [0xB2, 0xB2, 0xB2, 0] };

/// Adds the material to a world, behind its pictures.
pub(super) fn add(builder: &mut Builder, material: &Material<'_>, habits: Habits) -> Result<Reference> {
    let mut sprite = Reference::NONE;
    if !material.frames.is_empty() {
        let mut frames = Vec::new();
        for file in material.frames {
            let stem = file.split('.').next().unwrap_or(file).to_ascii_uppercase();
            let name = builder.name(&stem)?;
            let files = vec![Inline::new(file).ok_or_else(|| wrong("a file name", file))?];
            frames.push(builder.add(Body::BmInfo(BitmapInfo { name, files })));
        }
        let name = builder.name(&format!("{}_SPRITE", material.name))?;
        let definition = match frames.as_slice() {
            [frame] if material.frame_ms == 0 => SimpleSpriteDef::still(name, *frame),
            _ => SimpleSpriteDef::animated(name, frames, material.frame_ms),
        };
        let definition = builder.add(Body::SimpleSpriteDef(definition));
        sprite = builder.add(Body::SimpleSprite(Instance::of(definition, habits.sprite_flags)));
    }
    let head = MaterialHead {
        name: builder.name(&format!("{}_MDF", material.name))?,
        flags: material_flags::PAIR | if material.two_sided { material_flags::TWO_SIDED } else { 0 },
        render_method: material.method as u32,
        pen: habits.pen,
        brightness: if material.method == Method::Additive { 1.0 } else { 0.0 },
        scaled_ambient: if material.frames.is_empty() { 0.0 } else { 0.75 },
        sprite,
    };
    Ok(builder.add(Body::MaterialDef(MaterialDef { head, pair: Some((0, 0.0)) })))
}

/// Adds materials and the palette of all of them.
pub(super) fn palette(
    builder: &mut Builder,
    name: &str,
    materials: &[Material<'_>],
    habits: Habits,
) -> Result<Reference> {
    let materials = materials.iter().map(|material| add(builder, material, habits)).collect::<Result<_>>()?;
    let name = builder.name(&format!("{name}_MP"))?;
    Ok(builder.add(Body::MaterialPalette(MaterialPalette { name, flags: 0, materials })))
}
