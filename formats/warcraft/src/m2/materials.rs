//! What surfaces are painted with: colours, textures, transforms, how they mix with what is behind
//! them. Source: `docs/spec/m2.md`, "8. Textures" and "9. Texture transforms".

use super::sink::Sink;
use super::source::{Entry, Source, Span};
use super::track::{Form, Track, TrackHead, demand_key};
use crate::chars::Chars;
use binary::record;
use serde::{Deserialize, Serialize};

/// A colour that batches are multiplied with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Color {
    /// Red, green, blue, 0 to 1.
    pub rgb: Track<[f32; 3]>,
    /// 0 to 32767.
    pub alpha: Track<i16>,
}

record! {
    pub(crate) struct ColorRecord in "warcraft.m2.color" sizes [56] {
        rgb: TrackHead [0],
        alpha: TrackHead [28],
    }
}

impl Entry for Color {
    type Record = ColorRecord;

    fn open(record: ColorRecord, source: &mut Source<'_>) -> Self {
        let color = Color {
            rgb: Track::open(&record.rgb, source, "rgb", Form::Usual),
            alpha: Track::open(&record.alpha, source, "alpha", Form::Usual),
        };
        demand_key(&color.rgb, source, "rgb");
        demand_key(&color.alpha, source, "alpha");
        color
    }
}

impl Color {
    pub(crate) fn lay(&self, sink: &mut impl Sink) -> ColorRecord {
        ColorRecord { rgb: self.rgb.lay(sink), alpha: self.alpha.lay(sink) }
    }
}

record! {
    pub(crate) struct TransparencyRecord in "warcraft.m2.transparency" sizes [28] {
        opacity: TrackHead [0],
    }
}

/// Opacity: 0 to 32767.
impl Entry for Track<i16> {
    type Record = TransparencyRecord;

    fn open(record: TransparencyRecord, source: &mut Source<'_>) -> Self {
        let track = Track::open(&record.opacity, source, "opacity", Form::Usual);
        demand_key(&track, source, "opacity");
        track
    }
}

pub(crate) fn lay_transparency(track: &Track<i16>, sink: &mut impl Sink) -> TransparencyRecord {
    TransparencyRecord { opacity: track.lay(sink) }
}

/// Kinds of [`Texture::kind`].
pub mod texture_kind {
    /// A file that the model names.
    pub const FILE: u32 = 0;
    /// The skin of a character with its clothes.
    pub const BODY: u32 = 1;
    /// A cape, or the skin of an item.
    pub const OBJECT: u32 = 2;
    /// The blade of a weapon.
    pub const WEAPON_BLADE: u32 = 3;
    /// The handle of a weapon.
    pub const WEAPON_HANDLE: u32 = 4;
    /// Hair.
    pub const HAIR: u32 = 6;
    /// Facial hair.
    pub const FACIAL_HAIR: u32 = 7;
    /// A second skin, such as fur.
    pub const EXTRA_SKIN: u32 = 8;
    /// A mane.
    pub const MANE: u32 = 10;
    /// The first of the three skins of a creature; the others follow.
    pub const CREATURE_SKIN: u32 = 11;
    /// The icon of an item.
    pub const ITEM_ICON: u32 = 14;
}

/// Bits of [`Texture::flags`].
pub mod texture_flags {
    /// Repeats to the left and right; else the edge is drawn out.
    pub const WRAP_X: u32 = 1;
    /// Repeats upwards and downwards.
    pub const WRAP_Y: u32 = 2;
}

/// A texture, or a place for one that the game chooses.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texture {
    /// Where it comes from, see [`texture_kind`].
    pub kind: u32,
    /// See [`texture_flags`].
    pub flags: u32,
    /// The file, with back-slashes; of other kinds it means nothing and is a NUL.
    pub name: Chars,
}

record! {
    pub(crate) struct TextureRecord in "warcraft.m2.texture" sizes [16] {
        kind: u32 [0],
        flags: u32 [4],
        name: Span [8],
    }
}

impl Entry for Texture {
    type Record = TextureRecord;

    fn open(record: TextureRecord, source: &mut Source<'_>) -> Self {
        let TextureRecord { kind, flags, name } = record;
        Texture { kind, flags, name: Chars::from_bytes(source.raw(name, "name")) }
    }
}

impl Texture {
    pub(crate) fn lay(&self, sink: &mut impl Sink) -> TextureRecord {
        let Texture { kind, flags, ref name } = *self;
        TextureRecord { kind, flags, name: sink.list(name.bytes()) }
    }

    /// The file that it is; `None` when the game chooses it.
    pub fn file(&self) -> Option<String> {
        (self.kind == texture_kind::FILE).then(|| self.name.text())
    }
}

/// How textures move over a surface: turned and scaled about their middle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transform {
    /// In textures; z has no use.
    pub translation: Track<[f32; 3]>,
    /// Quaternions x, y, z, w.
    pub rotation: Track<[f32; 4]>,
    /// 1 for the usual size.
    pub scale: Track<[f32; 3]>,
}

record! {
    pub(crate) struct TransformRecord in "warcraft.m2.transform" sizes [84] {
        translation: TrackHead [0],
        rotation: TrackHead [28],
        scale: TrackHead [56],
    }
}

impl Entry for Transform {
    type Record = TransformRecord;

    fn open(record: TransformRecord, source: &mut Source<'_>) -> Self {
        Transform {
            translation: Track::open(&record.translation, source, "translation", Form::Usual),
            rotation: Track::open(&record.rotation, source, "rotation", Form::Usual),
            scale: Track::open(&record.scale, source, "scale", Form::Usual),
        }
    }
}

impl Transform {
    pub(crate) fn lay(&self, sink: &mut impl Sink) -> TransformRecord {
        TransformRecord {
            translation: self.translation.lay(sink),
            rotation: self.rotation.lay(sink),
            scale: self.scale.lay(sink),
        }
    }
}

/// Bits of [`RenderFlags::flags`].
pub mod render_flags {
    /// Without light.
    pub const UNLIT: u16 = 0x1;
    /// Without fog.
    pub const NO_FOG: u16 = 0x2;
    /// Also seen from behind.
    pub const TWO_SIDED: u16 = 0x4;
    /// Seen through what is before it.
    pub const NO_DEPTH_TEST: u16 = 0x8;
    /// Hides nothing behind it.
    pub const NO_DEPTH_WRITE: u16 = 0x10;
}

/// Numbers of [`RenderFlags::blend`].
pub mod blend {
    /// Hides what is behind it; the texture's alpha means nothing.
    pub const OPAQUE: u16 = 0;
    /// Texels of low alpha are left out.
    pub const ALPHA_TEST: u16 = 1;
    /// Mixed by alpha.
    pub const ALPHA: u16 = 2;
    /// Added.
    pub const ADD: u16 = 3;
    /// Added by alpha.
    pub const ADD_ALPHA: u16 = 4;
    /// Multiplied.
    pub const MODULATE: u16 = 5;
    /// Multiplied, twice.
    pub const MODULATE_2X: u16 = 6;
}

record! {
    /// How a surface is drawn.
    #[derive(Copy)]
    pub struct RenderFlags in "warcraft.m2.render_flags" sizes [4] {
        /// See [`render_flags`].
        flags: u16 [0],
        /// See [`blend`].
        blend: u16 [2],
    }
}
