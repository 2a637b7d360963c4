//! Materials and textures.

use crate::{MaterialId, TextureId};
use serde::{Deserialize, Serialize};

/// How a surface mixes with what is behind it, in the order in which they are
/// drawn. Mixed surfaces do not write depth unless [`Material::depth_write`] says
/// so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Blend {
    /// Hides what is behind; alpha has no meaning.
    #[default]
    Opaque,
    /// A texel is drawn whole or not at all: from an alpha of 0.5 on.
    Cutout,
    /// Mixed by alpha onto the surface it lies on: before everything else that is
    /// mixed, in drawing order instead of far to near.
    Decal,
    /// Mixed by alpha, far to near.
    Alpha,
    /// Multiplied with what is behind: white changes nothing.
    Modulate,
    /// Multiplied and doubled: a grey of 0.5 changes nothing.
    Modulate2x,
    /// Added whole; the alpha of the texture has no meaning.
    Additive,
    /// Added as far as alpha says.
    AdditiveAlpha,
}

impl Blend {
    /// True when nothing behind it can be seen where it is drawn.
    pub fn hides(self) -> bool {
        matches!(self, Blend::Opaque | Blend::Cutout)
    }
}

/// Where the texture coordinates of a texture come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UvSource {
    /// [`Vertex::uv`](crate::Vertex::uv).
    #[default]
    First,
    /// [`Model::second_uvs`](crate::Model::second_uvs); the first where there are
    /// none.
    Second,
    /// An environment map: a picture of a mirroring sphere, read where the line
    /// of sight is reflected to. Its middle is what is reflected straight back.
    Sphere,
}

/// How a second texture changes the colour of the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Combine {
    /// Multiplied, alpha with alpha.
    #[default]
    Modulate,
    /// Colours multiplied and doubled, alpha multiplied.
    Modulate2x,
    /// Colours added; the alpha of the first stays.
    Add,
    /// Mixed over the first by the alpha of the second; the alpha of the first
    /// stays.
    Mix,
}

/// A second texture of a material.
///
/// Source: `docs/spec/m2.md`, "7. View".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TextureLayer {
    /// The texture; white without.
    pub texture: Option<TextureId>,
    /// Where its coordinates come from.
    pub uv: UvSource,
    /// What it does to the first.
    pub combine: Combine,
    /// The material whose [`MaterialState`] moves, turns and scales its
    /// coordinates; without, they stay as they are.
    pub moved_by: Option<MaterialId>,
    /// Along u and v: beyond the picture its edge goes on, instead of the picture starting over.
    pub clamp: [bool; 2],
}

/// Which sides of polygons are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cull {
    /// None: both sides are seen.
    None,
    /// The back: the usual case.
    Back,
    /// The front: only the inside of a box is seen.
    Front,
}

/// An animated texture: frames shown one after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cycle {
    /// The frames, never empty.
    pub textures: Vec<TextureId>,
    /// Per frame: offset added to the texture coordinates, for frames that are parts of one
    /// picture; empty when each frame is a whole picture. The corners cover a part as large as a
    /// frame. Filtering mixes texels with those of the frame next to it.
    pub offsets: Vec<[f32; 2]>,
    /// Frames per second.
    pub speed: f32,
    /// Loops; otherwise the last frame stays.
    pub looping: bool,
    /// Frame shown at the start.
    pub start: f32,
}

impl Cycle {
    /// Number of frames.
    pub fn frames(&self) -> usize {
        self.textures.len().max(1)
    }

    /// The frame shown at a position of [`State::cycles`](crate::State::cycles).
    ///
    /// Source: `docs/spec/zbd/engine-behaviour.md`, "9. Materials, textures, models".
    pub fn frame(&self, position: f32) -> usize {
        // The cast cuts the fraction off and holds what is below zero at zero.
        let whole = position as usize;
        if self.looping { whole % self.frames() } else { whole.min(self.frames() - 1) }
    }

    /// The texture shown at a position.
    pub fn texture(&self, position: f32) -> Option<TextureId> {
        self.textures.get(self.frame(position)).copied()
    }

    /// The offset of texture coordinates at a position.
    pub fn offset(&self, position: f32) -> [f32; 2] {
        self.offsets.get(self.frame(position)).copied().unwrap_or_default()
    }

    /// The position `seconds` later: wraps around at the end, or stays there.
    pub fn advance(&self, position: f32, seconds: f32) -> f32 {
        let count = self.frames() as f32;
        let next = position + self.speed * seconds;
        if !next.is_finite() {
            return 0.0;
        }
        if !self.looping {
            return next.clamp(0.0, count - 1.0);
        }
        let wrapped = next.rem_euclid(count);
        // The remainder of a tiny negative number rounds up to the count.
        if wrapped < count { wrapped } else { 0.0 }
    }
}

/// The paint of a polygon and the surface it represents. The default is plain white and opaque.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Material {
    /// Name in the game's files; empty if it has none.
    pub name: String,
    /// Colour 0..=1 in display space, multiplied with texture and vertex colour.
    pub color: [f32; 3],
    /// 0..=1.
    pub opacity: f32,
    /// The texture, or the first of the cycle.
    pub texture: Option<TextureId>,
    /// Where the coordinates of the texture come from.
    pub uv: UvSource,
    /// Along u and v: beyond the picture its edge goes on, instead of the picture starting over.
    pub clamp: [bool; 2],
    /// A second texture over the first.
    pub layer: Option<TextureLayer>,
    /// Present when the texture changes with time.
    pub cycle: Option<Cycle>,
    /// How it mixes.
    pub blend: Blend,
    /// Hidden by what is nearer.
    pub depth_test: bool,
    /// Hides what is drawn after it and farther; `None` for as its blend has it:
    /// [`Blend::hides`].
    pub depth_write: Option<bool>,
    /// Which sides are left out; `None` for as each polygon has it.
    pub cull: Option<Cull>,
    /// Of mixed polygons in the same place, those with a higher priority are
    /// drawn later.
    pub priority: i8,
    /// Shows its own colours, whatever lights shine.
    pub unlit: bool,
    /// Clear in any fog.
    pub unfogged: bool,
    /// Its picture sways as one seen through moving water.
    pub sways: bool,
    /// Surface type as the game numbers it; names are in the title's data.
    pub soil: u8,
}

impl Default for Material {
    fn default() -> Self {
        Material {
            name: String::new(),
            color: [1.0; 3],
            opacity: 1.0,
            texture: None,
            uv: UvSource::First,
            clamp: [false; 2],
            layer: None,
            cycle: None,
            blend: Blend::Opaque,
            depth_test: true,
            depth_write: None,
            cull: None,
            priority: 0,
            unlit: false,
            unfogged: false,
            sways: false,
            soil: 0,
        }
    }
}

impl Material {
    /// True when nothing behind it can be seen where it is drawn.
    pub fn hides(&self) -> bool {
        self.opacity >= 1.0 && self.blend.hides()
    }

    /// True when it writes depth.
    pub fn writes_depth(&self) -> bool {
        self.depth_write.unwrap_or_else(|| self.hides())
    }

    /// True when one texture that starts over, read at the polygon's own coordinates, is all it needs.
    pub fn is_plain(&self) -> bool {
        self.layer.is_none() && self.uv == UvSource::First && self.clamp == [false; 2]
    }
}

/// What a tick may change of a material; one per material of the scene, in
/// [`State::materials`](crate::State::materials). The default changes nothing.
///
/// Texture coordinates are scaled about the middle of the picture (0.5, 0.5),
/// then turned about it, then moved. Where the picture is moved by other means
/// as well (a cycle's offsets, a scrolling model), that is added.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MaterialState {
    /// Added to texture coordinates.
    pub offset: [f32; 2],
    /// Radians: turns texture coordinates from +u towards +v.
    pub rotation: f32,
    /// Factors on texture coordinates: 2 shows the picture twice.
    pub scale: [f32; 2],
    /// Factors on [`Material::color`], each 0..=1.
    pub color: [f32; 3],
    /// Factor on [`Material::opacity`], 0..=1.
    pub opacity: f32,
}

impl Default for MaterialState {
    fn default() -> Self {
        MaterialState { offset: [0.0; 2], rotation: 0.0, scale: [1.0; 2], color: [1.0; 3], opacity: 1.0 }
    }
}

impl MaterialState {
    /// Texture coordinates as they are read from the picture.
    ///
    /// ```
    /// use world::MaterialState;
    ///
    /// // A quarter turn takes the right edge to the lower one (v grows downwards).
    /// let turned = MaterialState { rotation: std::f32::consts::FRAC_PI_2, ..MaterialState::default() };
    /// let [u, v] = turned.uv([1.0, 0.5]);
    /// assert!((u - 0.5).abs() < 1e-6 && (v - 1.0).abs() < 1e-6);
    /// ```
    pub fn uv(&self, [u, v]: [f32; 2]) -> [f32; 2] {
        let (u, v) = ((u - 0.5) * self.scale[0], (v - 0.5) * self.scale[1]);
        let (sin, cos) = (libm::sinf(self.rotation), libm::cosf(self.rotation));
        [u * cos - v * sin + 0.5 + self.offset[0], u * sin + v * cos + 0.5 + self.offset[1]]
    }
}

/// Pixels of a texture, RGBA8, rows from the top.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// `width * height * 4` bytes.
    pub rgba: Vec<u8>,
}

/// How a texture's alpha is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Alpha {
    /// No alpha: every texel is opaque.
    None,
    /// Texels are opaque or transparent.
    Keyed,
    /// Any degree.
    Full,
}

/// A texture of the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    /// Name in the game's files.
    pub name: String,
    /// What its alpha means.
    pub alpha: Alpha,
    /// Largest level first; each next level half the size, as the game's own
    /// artists made them. Empty when the texture is missing.
    pub levels: Vec<Image>,
}

impl Texture {
    /// Bytes of all decoded levels.
    pub fn bytes(&self) -> usize {
        self.levels.iter().map(|level| level.rgba.len()).sum()
    }
}
