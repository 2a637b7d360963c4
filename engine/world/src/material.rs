//! Materials and textures.

use crate::TextureId;
use serde::{Deserialize, Serialize};

/// How a surface mixes with what is behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Blend {
    /// Hides what is behind.
    Opaque,
    /// Alpha test: a texel is drawn fully or not at all.
    Cutout,
    /// Alpha blending.
    Alpha,
    /// Additive blending.
    Additive,
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

/// The paint of a polygon and the surface it represents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Material {
    /// Name in the game's files; empty if it has none.
    pub name: String,
    /// Colour 0..=1 in display space, multiplied with texture and vertex colour.
    pub color: [f32; 3],
    /// 0..=1.
    pub opacity: f32,
    /// The texture, or the first of the cycle.
    pub texture: Option<TextureId>,
    /// Present when the texture changes with time.
    pub cycle: Option<Cycle>,
    /// How it mixes.
    pub blend: Blend,
    /// The picture sways as if seen through moving water.
    pub sways: bool,
    /// Surface type as the game numbers it; names are in the title's data.
    pub soil: u8,
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
