//! Textures as files, with all their smaller copies, in each way that BLP stores pixels. Source: `docs/spec/m2.md`,
//! "14. What a real install needs".

use crate::builders::blocks;
use crate::builders::graph::{NAME, failed};
use crate::builders::paint::Canvas;
use crate::builders::palette::{self, Nearest};
use binary::Result;
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use warcraft::blp::{self, Blp, Common, Head};

/// How a texture is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Store {
    /// BLP2, DXT1 without alpha.
    Opaque,
    /// BLP2, DXT1: a texel is there or not.
    Punched,
    /// BLP2, DXT3: four bits of alpha.
    Explicit,
    /// BLP2, DXT5.
    Soft,
    /// BLP2, a palette, with so many bits of alpha.
    Palette(u8),
    /// BLP2, blue, green, red, alpha.
    Plain,
    /// BLP1, a palette, with so many bits of alpha.
    Old(u32),
    /// BLP1, a JPEG file for each level.
    Jpeg,
}

/// How good JPEG files are, 1 to 100.
const QUALITY: u8 = 92;

/// A texture file.
pub(super) fn file(canvas: &Canvas, store: Store) -> Result<Vec<u8>> {
    let levels = levels(canvas);
    match store {
        Store::Palette(bits) => blp::write(&indexed(&levels, bits)?),
        Store::Old(bits) => {
            let mut texture = indexed(&levels, bits as u8)?;
            texture.head = Head::Blp1 { compression: 1, alpha_bits: bits, kind: 4, mips: 1 };
            blp::write(&texture)
        }
        Store::Jpeg => blp::write(&photographed(&levels)?),
        _ => {
            let head = |encoding, alpha_bits, alpha_kind| Head::Blp2 {
                content: 1,
                encoding,
                alpha_bits,
                alpha_kind,
                mips: 1,
            };
            let head = match store {
                Store::Opaque => head(2, 0, 0),
                Store::Punched => head(2, 1, 0),
                Store::Explicit => head(2, 8, 1),
                Store::Soft => head(2, 8, 7),
                _ => head(3, 8, 8),
            };
            blp::write(&Blp {
                head,
                width: canvas.width,
                height: canvas.height,
                common: Common::Palette(Vec::new()),
                levels: levels.iter().map(|level| packed(level, store)).collect(),
                placement: None,
            })
        }
    }
}

/// The picture and its copies, each half as large, down to one texel.
fn levels(canvas: &Canvas) -> Vec<Canvas> {
    let mut levels = vec![canvas.clone()];
    while let Some(next) = levels.last().filter(|last| last.width > 1 || last.height > 1).map(Canvas::halved)
    {
        levels.push(next);
    }
    levels
}

fn indexed(levels: &[Canvas], bits: u8) -> Result<Blp> {
    let pixels: Vec<Vec<u8>> = levels.iter().map(Canvas::to_rgba8).collect();
    let colors: Vec<[u8; 3]> = pixels
        .iter()
        .flat_map(|level| level.chunks_exact(4))
        .map(|texel| [texel[0], texel[1], texel[2]])
        .collect();
    let palette = palette::of(&colors, 256);
    let mut nearest = Nearest::new(&palette);
    let parts: Vec<(Vec<u8>, Vec<u8>)> = pixels
        .iter()
        .map(|level| {
            let indices =
                level.chunks_exact(4).map(|texel| nearest.of([texel[0], texel[1], texel[2]])).collect();
            (indices, level.chunks_exact(4).map(|texel| texel[3]).collect())
        })
        .collect();
    let parts: Vec<(&[u8], &[u8])> =
        parts.iter().map(|(indices, alphas)| (indices.as_slice(), alphas.as_slice())).collect();
    Blp::from_palette(levels[0].width, levels[0].height, &palette, &parts, bits)
}

/// Levels as JPEG files, of which what all begin with is stored once: it may end in the middle of a marker.
fn photographed(levels: &[Canvas]) -> Result<Blp> {
    let files = levels.iter().map(photograph).collect::<Result<Vec<Vec<u8>>>>()?;
    let shared = |common: usize, file: &Vec<u8>| {
        let same = files[0].iter().zip(file).take_while(|(one, other)| one == other).count();
        common.min(same)
    };
    let common = files.iter().fold(usize::MAX, shared);
    let (start, _) = files[0].split_at(common.min(files[0].len()));
    Ok(Blp {
        head: Head::Blp1 { compression: 0, alpha_bits: 8, kind: 4, mips: 1 },
        width: levels[0].width,
        height: levels[0].height,
        common: Common::Jpeg(start.to_vec()),
        levels: files.iter().map(|file| file[start.len()..].to_vec()).collect(),
        placement: None,
    })
}

/// A JPEG file whose four components are blue, green, red and alpha as they are, which nothing in it says.
fn photograph(level: &Canvas) -> Result<Vec<u8>> {
    let unwritten = |found: &dyn std::fmt::Display| failed(&NAME, "a picture that can be written", found);
    let side = |side: u32| u16::try_from(side).map_err(|_| unwritten(&side));
    // The encoder turns what it takes for inks round.
    let inks: Vec<u8> = level
        .to_rgba8()
        .chunks_exact(4)
        .flat_map(|texel| [texel[2], texel[1], texel[0], texel[3]].map(|part| 255 - part))
        .collect();
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, QUALITY);
    encoder.set_sampling_factor(SamplingFactor::R_4_4_4);
    let written = encoder.encode(&inks, side(level.width)?, side(level.height)?, ColorType::Cmyk);
    written.map_err(|problem| unwritten(&problem))?;
    Ok(without_notes(&file))
}

/// A JPEG file without the segments in which programs say what the components mean.
fn without_notes(file: &[u8]) -> Vec<u8> {
    let mut kept = file.get(..2).unwrap_or_default().to_vec();
    let mut rest = file.get(2..).unwrap_or_default();
    // Segments up to the scan: 0xFF, what it is, and a length that counts itself.
    while let [0xFF, kind, high, low, ..] = rest
        && *kind != 0xDA
    {
        let length = 2 + usize::from(u16::from_be_bytes([*high, *low]));
        let (segment, after) = rest.split_at(length.min(rest.len()));
        if !(0xE0..=0xEF).contains(kind) {
            kept.extend_from_slice(segment);
        }
        rest = after;
    }
    kept.extend_from_slice(rest);
    kept
}

/// A level as blocks, or as it is.
fn packed(level: &Canvas, store: Store) -> Vec<u8> {
    let pixels = level.to_rgba8();
    if store == Store::Plain {
        return pixels.chunks_exact(4).flat_map(|texel| [texel[2], texel[1], texel[0], texel[3]]).collect();
    }
    let (width, height) = (level.width, level.height);
    let mut bytes = Vec::new();
    for top in (0..height).step_by(4) {
        for left in (0..width).step_by(4) {
            let texel = |index: u32| {
                let (x, y) = ((left + index % 4).min(width - 1), (top + index / 4).min(height - 1));
                let at = ((y * width + x) * 4) as usize;
                [pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]]
            };
            let block: [[u8; 4]; 16] = std::array::from_fn(|index| texel(index as u32));
            match store {
                Store::Soft => bytes.extend(blocks::alpha(&block)),
                Store::Explicit => bytes.extend(blocks::explicit_alpha(&block)),
                _ => {}
            }
            bytes.extend(if store == Store::Punched {
                blocks::punched(&block)
            } else {
                blocks::color(&block)
            });
        }
    }
    bytes
}
