//! Pictures as texture packages.

use super::graph::{NAME, failed};
use super::paint::Canvas;
use binary::Result;
use rayon::prelude::*;
use zbd::gamez::textures::TextureEntry;
use zbd::textures::{AlphaKind, Pixels, Texture, TexturePackage};

/// How a picture is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Store {
    /// 16-bit colours, opaque.
    Direct,
    /// A palette of its own, opaque.
    Palette,
    /// 16-bit colours, black is a hole.
    Cutout,
    /// A palette of its own, black is a hole.
    PaletteCutout,
    /// 16-bit colours and an alpha plane.
    Blend,
    /// A palette of its own and an alpha plane.
    PaletteBlend,
}

/// A texture before it is cut down to 16 bits.
pub(crate) struct Picture {
    /// Name without extension.
    pub name: String,
    /// How it is stored.
    pub store: Store,
    /// The format's `stretch`: 0 none, 1 vertical, 2 horizontal, 3 both.
    pub stretch: u16,
    /// The pixels.
    pub canvas: Canvas,
}

/// Most colours of a palette.
const PALETTE: usize = 256;

/// The texture directory of the world.
pub(crate) fn directory(pictures: &[Picture]) -> Result<Vec<TextureEntry>> {
    pictures
        .iter()
        .map(|picture| {
            let file = format!("{}.tif", picture.name);
            TextureEntry::named(&file).ok_or_else(|| failed(&NAME, "7-bit text", format_args!("\"{file}\"")))
        })
        .collect()
}

/// Which smaller levels a package has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Levels {
    /// None: the directory of the world names them, or there are none.
    None,
    /// Half and a quarter of the size, under the names with `_1` and `_2`.
    Authored,
}

/// How good the textures of a package are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tier {
    /// How often their size is halved.
    pub halvings: u32,
    /// Every texture has a palette, for processors that draw by themselves.
    pub palettes: bool,
}

impl Tier {
    /// As they were painted.
    pub const BEST: Tier = Tier { halvings: 0, palettes: false };
    /// At half the size.
    pub const HALF: Tier = Tier { halvings: 1, palettes: false };

    fn store(self, store: Store) -> Store {
        match store {
            Store::Direct if self.palettes => Store::Palette,
            Store::Cutout if self.palettes => Store::PaletteCutout,
            Store::Blend if self.palettes => Store::PaletteBlend,
            store => store,
        }
    }
}

/// All pictures as a package.
pub(crate) fn package(pictures: &[&Picture], tier: Tier, levels: Levels) -> Result<TexturePackage> {
    let textures = |picture: &&Picture| {
        let smaller = (0..tier.halvings).fold(None, |smaller: Option<Canvas>, _| {
            Some(smaller.as_ref().unwrap_or(&picture.canvas).halved())
        });
        let canvas = smaller.as_ref().unwrap_or(&picture.canvas);
        let store = tier.store(picture.store);
        let make = |name: &str, canvas: &Canvas| texture(name, store, picture.stretch, canvas);
        let mut all = vec![make(&picture.name, canvas)?];
        if levels == Levels::Authored && tier.halvings == 0 {
            let half = canvas.halved();
            all.push(make(&format!("{}_1", picture.name), &half)?);
            all.push(make(&format!("{}_2", picture.name), &half.halved())?);
        }
        Ok(all)
    };
    let textures: Vec<Vec<Texture>> = pictures.par_iter().map(textures).collect::<Result<_>>()?;
    Ok(TexturePackage { textures: textures.into_iter().flatten().collect(), ..TexturePackage::default() })
}

/// A package of one picture.
pub(crate) fn single(name: &str, canvas: Canvas) -> Result<TexturePackage> {
    let picture = Picture { name: name.to_owned(), store: Store::Direct, stretch: 0, canvas };
    package(&[&picture], Tier::BEST, Levels::None)
}

fn texture(name: &str, store: Store, stretch: u16, canvas: &Canvas) -> Result<Texture> {
    let alpha = match store {
        Store::Direct | Store::Palette => AlphaKind::None,
        Store::Cutout | Store::PaletteCutout => AlphaKind::Simple,
        Store::Blend | Store::PaletteBlend => AlphaKind::Full,
    };
    let (width, height) = (canvas.width as u16, canvas.height as u16);
    let mut texture = Texture::from_rgba8(name, width, height, &canvas.to_rgba8(), alpha)?;
    texture.stretch = stretch;
    if let (Store::Palette | Store::PaletteCutout | Store::PaletteBlend, Pixels::Direct(words)) =
        (store, &texture.pixels)
    {
        texture.pixels = palettised(words);
    }
    Ok(texture)
}

/// The most frequent colours as a palette; every other pixel takes the nearest
/// of them. A hole, the word 0, never takes a colour, nor a colour the hole.
fn palettised(words: &[u16]) -> Pixels {
    let mut counts = vec![0u32; 1 << 16];
    for word in words {
        counts[usize::from(*word)] += 1;
    }
    if counts[0] > 0 {
        counts[0] = u32::MAX;
    }
    let mut palette: Vec<u16> = (0..=u16::MAX).filter(|word| counts[usize::from(*word)] > 0).collect();
    // Stable, so that colours of one count stay in their order.
    palette.sort_by_key(|word| std::cmp::Reverse(counts[usize::from(*word)]));
    palette.truncate(PALETTE);
    let mut nearest: Vec<Option<u8>> = vec![None; 1 << 16];
    let indices = words
        .iter()
        .map(|word| {
            *nearest[usize::from(*word)].get_or_insert_with(|| {
                let solid = palette.iter().enumerate().filter(|(_, color)| (**color == 0) == (*word == 0));
                let best = solid.min_by_key(|(_, color)| distance(**color, *word));
                best.map_or(0, |(index, _)| index as u8)
            })
        })
        .collect();
    Pixels::Local { indices, palette }
}

/// How far apart two RGB565 words are.
fn distance(a: u16, b: u16) -> u32 {
    let channels = |word: u16| [word >> 11 << 1, word >> 5 & 0x3F, (word & 0x1F) << 1].map(i32::from);
    let (a, b) = (channels(a), channels(b));
    (0..3).map(|channel| (a[channel] - b[channel]).pow(2) as u32).sum()
}
