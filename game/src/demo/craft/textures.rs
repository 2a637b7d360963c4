//! Pictures as texture packages.

use super::graph::{NAME, failed};
use super::paint::Canvas;
use binary::Result;
use rayon::prelude::*;
use zbd::gamez::textures::TextureEntry;
use zbd::textures::{AlphaKind, Pixels, Texture, TexturePackage};

/// How a picture is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::demo) enum Store {
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
pub(in crate::demo) struct Picture {
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
pub(in crate::demo) fn directory(pictures: &[Picture]) -> Result<Vec<TextureEntry>> {
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
pub(in crate::demo) enum Levels {
    /// None: the directory of the world names them, or there are none.
    None,
    /// Half and a quarter of the size, under the names with `_1` and `_2`.
    Authored,
}

/// All pictures as a package, at full or at half size.
pub(in crate::demo) fn package(
    pictures: &[&Picture],
    halved: bool,
    levels: Levels,
) -> Result<TexturePackage> {
    let textures = |picture: &&Picture| {
        let canvas = if halved { &picture.canvas.halved() } else { &picture.canvas };
        let mut all = vec![texture(picture, &picture.name, canvas)?];
        if levels == Levels::Authored && !halved {
            let half = canvas.halved();
            all.push(texture(picture, &format!("{}_1", picture.name), &half)?);
            all.push(texture(picture, &format!("{}_2", picture.name), &half.halved())?);
        }
        Ok(all)
    };
    let textures: Vec<Vec<Texture>> = pictures.par_iter().map(textures).collect::<Result<_>>()?;
    Ok(TexturePackage { textures: textures.into_iter().flatten().collect(), ..TexturePackage::default() })
}

/// A package of one picture.
pub(in crate::demo) fn single(name: &str, canvas: Canvas) -> Result<TexturePackage> {
    let picture = Picture { name: name.to_owned(), store: Store::Direct, stretch: 0, canvas };
    package(&[&picture], false, Levels::None)
}

fn texture(picture: &Picture, name: &str, canvas: &Canvas) -> Result<Texture> {
    let alpha = match picture.store {
        Store::Direct | Store::Palette => AlphaKind::None,
        Store::Cutout | Store::PaletteCutout => AlphaKind::Simple,
        Store::Blend | Store::PaletteBlend => AlphaKind::Full,
    };
    let (width, height) = (canvas.width as u16, canvas.height as u16);
    let mut texture = Texture::from_rgba8(name, width, height, &canvas.to_rgba8(), alpha)?;
    texture.stretch = picture.stretch;
    if let (Store::Palette | Store::PaletteCutout | Store::PaletteBlend, Pixels::Direct(words)) =
        (picture.store, &texture.pixels)
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
